/*
 * look.h - who needs a look, and why.
 *
 * Idea: reasons come in an order, the most urgent first; each is a heading, a
 * sentence that says what to do, and a list of students with what is known of
 * each.
 */
#ifndef LOOK_H
#define LOOK_H

#include <stdio.h>

#include "class/class.h"

/* As a part of the page; how many students are in it. */
size_t look_put(FILE *file, const struct class *class);
/* How many there are. */
size_t look_count(const struct class *class);

/* A flag of grades.csv in words; the flag itself if it is none of ours. */
const char *look_flag(const char *flag);

/* A link to a student's feedback, his name shown. */
void look_link(FILE *file, const struct class_student *student);

#endif
