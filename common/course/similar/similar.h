/*
 * similar.h - who may have handed in another's work.
 *
 * Idea: an exercise's solutions are compared each with each (likeness.h), this
 * class's with those of earlier classes too.  Short solutions of simple
 * exercises are alike by nature: so for each exercise the likeness of all
 * pairs is counted, and a pair is flagged where it is far beyond what is usual
 * there, in enough words; never by a percentage alone.  Where all are alike
 * (they had the same book), comments that only two have are traces
 * (remarks.h).
 * Guarantee: no points are taken; whom to believe is for a person to find out.
 */
#ifndef SIMILAR_H
#define SIMILAR_H

#include "class/class.h"

/* Flags "similar" and "same_file_as_another", and writes OUT/similarity.html.
 * past: a folder with work of earlier classes, whose LAB/student.cu are looked
 * for at any depth, or NULL.  Without sim_c equal files are found, and the
 * page says what is missing.  False, told, if past cannot be read, or
 * something cannot be written. */
bool similar_find(struct class *class, const char *past);

#endif
