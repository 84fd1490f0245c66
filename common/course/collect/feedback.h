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

/* ---- what both say ---- */

/* The check of what does not compile; NULL: it does. */
const struct graded_check *feedback_compiler(const struct class_lab *lab);
/* Why a lab has no points of its own; NULL: it has. */
const char *feedback_no_points(const struct class_student *student,
                               const struct class_lab *lab);
/* Of the whole, where it is not just graded; NULL: nothing to say. */
const char *feedback_status(const struct class_student *student);
/* What a check says, which is nothing where another failed first. */
const char *feedback_message(const struct graded_check *check);
/* The first hint that the lab has for the exercise; NULL: it has none. */
const char *feedback_hint(const struct class_exercise *exercise);
/* "not ok", "ok", "later", and "" for a cap that takes nothing. */
const char *feedback_word(const struct graded_check *check);

#endif
