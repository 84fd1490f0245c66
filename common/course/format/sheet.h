/*
 * sheet.h - what platforms are told of one submission: a row for each exercise.
 *
 * Idea: seven formats say the same in seven grammars.  What is said is computed
 * once, of collect/class.h (points after overrides); a format is then a page.
 * Guarantee: every text here is plain (text.h), and bounded; names of labs and
 * exercises are those of the workbook.
 */
#ifndef SHEET_H
#define SHEET_H

#include <stdbool.h>
#include <stddef.h>

enum row_state {
    ROW_PASSED,     /* all of its points */
    ROW_INCOMPLETE, /* points are missing; the cause says why */
    ROW_MISSING,    /* the lab was not handed in */
    ROW_REFUSED,    /* its file is none that is graded */
    ROW_FAILED,     /* the grading failed: has no points, not even none */
    ROW_WAITING     /* not graded yet: likewise */
};

struct row {
    const char *lab;
    const char *exercise; /* "" where a lab as a whole has a row */
    enum row_state state;
    double score, max_score;
    char *cause;          /* one line; "" where nothing is missing */
    char *text;           /* its checks by lines, TEXT_MOST bytes at most */
    const char *check;    /* the first that was not passed, or "" */
    int line;             /* of LAB/student.cu that the cause names; 0: none */
};

struct sheet {
    char *name;         /* of the student, one line */
    const char *key;    /* what its files are called */
    const char *id;     /* of the platform, or "" */
    const char *source; /* within the class folder */
    const char *commit; /* or "" */
    const char *time;   /* of the submission, ISO 8601, or "" */
    double score, max_score;
    bool unfinished;    /* a part of it could not be graded, or not yet */
    char *says;         /* of all of it, by lines, for the student: no flags,
                         * which are the instructor's */
    struct row *rows;
    size_t count;
};

/* Reads the class into *sheets (`count` of them, in its order), whose texts
 * belong to it and to the class; false if there is no memory. */
struct class;
bool sheets_of(const struct class *class, struct sheet **sheets);
void sheets_free(struct sheet *sheets, size_t count);

/* Has it points: it was graded, or there was nothing to be graded? */
bool row_counts(const struct row *row);

/* "passed", "incomplete", "missing", "refused", "failed", "waiting". */
const char *row_state_name(enum row_state state);

/* LAB/EXERCISE, or LAB, in name. */
enum { ROW_NAME = 160 };
void row_name(const struct row *row, char name[ROW_NAME]);

/* Does the row begin another lab than the one named before it ("": none)? */
bool sheet_other_lab(const struct row *row, const char *before);

/* Points of the rows of the lab; false if it has none. */
bool sheet_lab(const struct sheet *sheet, const char *lab, double *score,
               double *max_score);

#endif
