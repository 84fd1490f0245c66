/*
 * marks.h - points that add up, and what is known of a student in a word.
 */
#ifndef MARKS_H
#define MARKS_H

#include "class.h"

/* Of what was found and the overrides applied: the points of each exercise,
 * each lab and all of them, status, and the flags that follow from them. */
void marks_sum(const struct class *class, struct class_student *student);

#endif
