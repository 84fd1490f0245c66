/*
 * grades.h - a class as tables: grades.csv and details.csv.
 *
 * grades.csv: a row for each student, a column for each lab of the workbook,
 * empty where it is not graded.  details.csv: a row for each check; a row
 * "handed in" for an exercise that has none, a row "override" where the
 * instructor gave other points, so that points and max_points of a student's
 * rows add up to his score and max_score.
 * Guarantee: UTF-8 without a mark at its beginning (which would become part of
 * the first column's name for awk, R and most platforms), a record a line, no
 * cell that a spreadsheet would run; nothing in them depends on when, where or
 * in which order a class was graded.
 */
#ifndef GRADES_H
#define GRADES_H

#include "class/class.h"

/* False, told, if one cannot be written. */
bool grades_write(const struct class *class);
bool details_write(const struct class *class);

#endif
