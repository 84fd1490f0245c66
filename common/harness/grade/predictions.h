/*
 * predictions.h - LAB/predictions.csv: what a student expects of a kernel, and
 * whether that was before its first profile.
 *
 * Idea: the file is the student's, beside student.cu, and only added to: a row
 * for each number that was predicted, and one for the first profile of each
 * exercise.  Before that row a later prediction takes the place of an earlier
 * one; behind it only what was not predicted yet is taken, and is late.
 *
 *   exercise,metric,value,made
 *   matvec,global_load_sectors_per_request,16.5,2026-11-22 16:40
 *   matvec,profiled,,2026-11-22 16:52
 */
#ifndef PREDICTIONS_H
#define PREDICTIONS_H

#include "lab/lab.h"

struct prediction {
    double value;
    bool made, late; /* late: behind the first profile */
    char when[20];   /* "2026-11-22 16:40" */
};

struct predictions {
    struct prediction of[QUESTIONS]; /* as the exercise's questions */
    size_t asked;                    /* how many questions there are */
    bool profiled;                   /* it was, at least once */
};

/* LAB/predictions.csv */
void predictions_path(const struct lab *lab, char *path, size_t n);

/* What cannot be read, or is of another exercise, is as if it were not there.
 */
struct predictions predictions_read(const struct lab *lab,
                                    const struct exercise *exercise);
/* Are all questions answered?  False where there are none. */
bool predictions_complete(const struct predictions *predictions);
/* Is one of them late? */
bool predictions_late(const struct predictions *predictions);

/* Adds a row for each question.  False, and said why, if that cannot be. */
bool predictions_add(const struct lab *lab, const struct exercise *exercise,
                     const double values[QUESTIONS]);
/* The same of the first profile; nothing if there was one. */
bool predictions_profiled(const struct lab *lab,
                          const struct exercise *exercise);

/* What a row of the file calls it. */
void question_key(const struct question *question, char *text, size_t n);
/* What is asked for, in a table: "sectors per load request", "times as fast as
 * matvec". */
void question_name(const struct question *question, char *text, size_t n);
/* The same as a sentence that asks; gpu: whose time it is. */
void question_in_words(const struct question *question, const char *gpu,
                       char *text, size_t n);

/* How far off it was: "right", "x 4.1 too high", "x 2 too low", "32 too high"
 * where one of both is 0; "" where nothing was counted. */
void prediction_error(char *text, size_t n, double value, double counted);

#endif
