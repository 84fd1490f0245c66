/*
 * excerpt.h - the lines of a student's file around a place in it.
 */
#ifndef EXCERPT_H
#define EXCERPT_H

#include <stdbool.h>

#include "class/class.h"

enum { EXCERPT_LINES = 4, EXCERPT_BYTES = 200 };

struct excerpt {
    int first;  /* number of the first line */
    int count;
    int line;   /* the line meant */
    int caret;  /* bytes before the place in it; -1: not known */
    char text[EXCERPT_LINES][EXCERPT_BYTES]; /* tabs are blanks; long lines
                                              * are cut */
};

/* Of the place that the exercise's cause has; false: it has none. */
bool excerpt_take(struct excerpt *excerpt, const struct class *class,
                  const struct class_student *student,
                  const struct class_lab *lab,
                  const struct class_exercise *exercise);

#endif
