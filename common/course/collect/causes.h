/*
 * causes.h - what most points were lost for.
 *
 * Idea: the first line of an exercise names its cause.  Places, numbers and
 * names differ from student to student where the cause is the same: lines are
 * one cause when they are equal but for these, and what they do not share is
 * shown as "...".  All that does not compile is one cause.
 */
#ifndef CAUSES_H
#define CAUSES_H

#include "class/class.h"

enum { CAUSE_BYTES = 600, CAUSE_WORDS = 200 };

/* A student in an exercise. */
struct cause_case {
    const struct class_student *student;
    const struct class_lab *lab;
    const struct class_exercise *exercise;
};

struct cause {
    char key[CAUSE_BYTES];    /* what its lines share */
    char text[CAUSE_BYTES];   /* as it is shown */
    struct cause_case *cases; /* in the order of students */
    size_t count;
    size_t students;          /* that had it, each once */
    int lost;                 /* points, of all of them */
};

struct causes {
    struct cause *list;       /* the most students first */
    size_t count;
};

/* False, told, if there is no memory. */
bool causes_find(struct causes *causes, const struct class *class);
void causes_free(struct causes *causes);

/* ---- for them, and for tests ---- */

/* Without its place; # for a number, ~ for a name of the student's or of an
 * array of the exercise. */
void cause_key(char key[CAUSE_BYTES], const char *first,
               const struct exercise *exercise);
/* What text and another line with the same key share. */
void cause_merge(char text[CAUSE_BYTES], const char *first);

#endif
