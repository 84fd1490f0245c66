/*
 * board.h - course leaderboard: who of a class is the fastest.
 *
 *   course leaderboard [--ex "EX..."] [--device auto|gpu|emu|pack|recorded]
 *                      and what course grade takes (whole/whole.h)
 *
 * Ranked are exercises, the open ones if none is named, of those whose solution
 * is right, as the grader finds here (open ones have no points, and make grade
 * leaves them out).  On a GPU the launches of all are made again by our own
 * process (harness/replay.c), in one run, one after the other: warm and cold
 * are two rankings.  Without one their modelled times are ranked, and it is
 * said.
 * --device pack: only what a GPU elsewhere takes, OUT/board; recorded: what
 * measure.sh has left there.
 * Written are OUT/leaderboard.csv and OUT/leaderboard.html.
 */
#ifndef BOARD_H
#define BOARD_H

#include "class/class.h"

enum board_cache { BOARD_WARM, BOARD_COLD, BOARD_CACHES };

/* One size of one who takes part. */
struct board_time {
    struct size size;
    const char *state;       /* "ok", or why not: a word of replay.c's */
    double us, lower, upper; /* quartiles; modelled: an interval */
    double read;             /* to read the inputs alone; 0: not known */
    char note[300];
};

enum { BOARD_SIZES = 16 };

struct board_entry {
    const struct class_student *student;
    const struct class_lab *lab;
    char unit[PUBLISH_PATH]; /* folder of what was compiled and recorded */
    cJSON *checked;          /* what the grader has found; NULL: nothing yet */
    struct board_time times[BOARD_CACHES][BOARD_SIZES];
    size_t count[BOARD_CACHES];
    double score[BOARD_CACHES]; /* times of the best's: geometric mean of all
                                 * sizes; NAN: not ranked */
    double reading[BOARD_CACHES]; /* the same, of reading alone; NAN */
    unsigned place[BOARD_CACHES]; /* from 1; 0: not ranked */
    char why[300];           /* not ranked; "" */
};

/* One exercise. */
struct board {
    const struct lab *lab;
    const struct exercise *exercise;
    struct board_entry *entries;
    size_t count;
    size_t others;           /* handed in something that is not right */
    bool measured;
    char gpu[100];           /* that measured, or was modelled */
};

int board_main(int argc, char **argv, int (*intake)(int argc, char **argv));

#endif
