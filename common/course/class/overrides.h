/*
 * overrides.h - what the instructor decides against the checks.
 *
 *   student,exercise,points,reason[,was]
 *
 * Idea: a row says whose points of which exercise (EXERCISE, LAB/EXERCISE, or
 * a LAB as a whole) are how many, and why; was: the points the checks gave
 * when the row was written.  Columns are found by their names; fields may be
 * parted by commas, semicolons or tabs, as spreadsheets write them.
 * Guarantee: a row is applied, or class.overrides says why it is not; one that
 * is applied though the checks give other points than `was` says that too.
 */
#ifndef OVERRIDES_H
#define OVERRIDES_H

#include "class.h"

/* Of path, or if that is NULL of OUT/overrides.csv, if there is one.  Enters
 * them in class->overrides, in labs and exercises, and flags who has one.
 * False, told, if the file cannot be read or there is no memory. */
bool overrides_read(struct class *class, const char *path);
void overrides_free(struct class *class);

#endif
