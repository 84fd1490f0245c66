/*
 * likeness.h - how alike solutions are, by sim_c (package similarity-tester).
 *
 * Idea: solutions are written a word a line, and sim_c, which knows C and
 * takes all names for equal, names the runs of lines that two of them share.
 * Likeness is the part of the shorter solution that stands in the longer one,
 * in whatever order; where the longer one has more than twice as many words,
 * less in proportion, as much text holds much by chance.
 * Solutions that are the same word by word are compared once.
 */
#ifndef LIKENESS_H
#define LIKENESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "files/publish.h"
#include "solution.h"

enum {
    LIKENESS_RUN = 10,  /* words; shorter runs are chance */
    LIKENESS_SECONDS = 40, /* of a processor, for an exercise of a class: 20
                            * times what 200 honest solutions take */
    LIKENESS_SHOWN = 60,
    LIKENESS_LEAST = 20 /* words of a solution that is compared */
};

/* One of what is compared. */
struct likeness_text {
    const struct solution *solution;
    const struct solution_file *file;
    bool old;           /* not compared with other old ones */
    size_t group;       /* set by likeness_measure: the first that is equal */
};

/* Words [at, at + count) of one are like words [with, with + count) of the
 * other. */
struct likeness_run {
    size_t one, other;  /* groups, one < other */
    size_t at, with, count;
};

struct likeness {
    struct likeness_text *texts;
    size_t count;
    struct likeness_run *runs; /* by one, other, at */
    size_t run_count;
    unsigned char *percent;    /* count x count, of groups */
    char folder[PUBLISH_PATH]; /* of its files */
    pid_t child;               /* sim_c; 0: none was needed */
    bool dropped;              /* it took too long */
};

/* Is sim_c here? */
bool likeness_possible(void);

/* Starts sim_c, and waits for it; folder is one of our own, not there yet.
 * Runs are kept of pairs that are at least LIKENESS_SHOWN percent alike.
 * Who hands in text that sim_c does not come to an end with is not to stop a
 * class: after LIKENESS_SECONDS nothing is compared, and dropped is set.
 * False, told, if sim_c fails or there is no memory or room; also then it has
 * to be freed. */
bool likeness_begin(struct likeness *likeness, const char *folder);
bool likeness_end(struct likeness *likeness);
void likeness_free(struct likeness *likeness);

/* 0 to 100. */
int likeness_of(const struct likeness *likeness, size_t one, size_t other);

#endif
