/*
 * said.h - what both forms of the feedback say.
 */
#ifndef SAID_H
#define SAID_H

#include "class/class.h"

/* The check of what does not compile; NULL: it does. */
const struct graded_check *said_compiler(const struct class_lab *lab);
/* Why a lab has no points of its own; NULL: it has. */
const char *said_no_points(const struct class_student *student,
                           const struct class_lab *lab);
/* Of the whole, where it is not just graded; NULL: nothing to say. */
const char *said_status(const struct class_student *student);
/* What a check says, which is nothing where another failed first. */
const char *said_message(const struct graded_check *check);
/* The first hint that the lab has for the exercise; NULL: it has none. */
const char *said_hint(const struct class_exercise *exercise);
/* "not ok", "ok", "later". */
const char *said_word(const struct graded_check *check);

enum { SAID_LINE = 4096 };
/* A text of several lines in one, "; " between them. */
const char *said_in_a_line(char line[SAID_LINE], const char *text);

#endif
