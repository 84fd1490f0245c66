/*
 * feedback.h - what a student gets: feedback/KEY.html and feedback/KEY.md.
 *
 * Points of each lab and exercise; where points were lost, the cause first,
 * with its place in his file, then each check and what it said, and how to go
 * on; what the instructor decided, and what was noted when it was taken in.
 * Flags are not shown: they are for the instructor to look at.
 */
#ifndef FEEDBACK_H
#define FEEDBACK_H

#include "class/class.h"

/* All students' pages; those of who is no longer in the class are removed.
 * False, told, if one cannot be written. */
bool feedback_write(const struct class *class);

/* ---- feedback_html.c, feedback_markdown.c ---- */

void feedback_html(FILE *file, const struct class *class,
                   const struct class_student *student);
void feedback_markdown(FILE *file, const struct class *class,
                       const struct class_student *student);

#endif
