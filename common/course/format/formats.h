/*
 * formats.h - the formats of the places where courses grade.
 *
 * A function for each: it writes what one submission (or the class) comes to
 * into the folder OUT/FORMAT, by files that are published (files/publish.h).
 * False, told, if that failed.  The same sheets give the same bytes.
 */
#ifndef FORMATS_H
#define FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sheet.h"

struct sheets {
    const struct sheet *sheets; /* in the order of grades.csv */
    size_t count;
    double max_score;           /* of all labs that were asked for */
    uint64_t seed;
    const char *box;            /* what the boxes were made of */
    const char *out;            /* build/class: feedback/ is below it */
};

/* GRADESCOPE/KEY/results.json.  Gradescope, "Autograder Specifications". */
bool gradescope_write(const struct sheets *class, const char *folder);
/* CLASSROOM50/KEY/result.json, schema classroom50/result/v1.  Classroom 50's
 * wiki, "Advanced Autograding".  Its runner's environment names classroom,
 * assignment and commit; without it they are "unknown". */
bool classroom50_write(const struct sheets *class, const char *folder);
/* JUNIT/class.xml: a suite for each submission and lab. */
bool junit_write(const struct sheets *class, const char *folder);
/* TAP/class.tap: a point for each submission, its exercises as a subtest; and
 * TAP/students/KEY.tap, its exercises alone.  TAP 14. */
bool tap_write(const struct sheets *class, const char *folder);
/* AUTOLAB/KEY.txt: what an autograder says on standard output, the last line
 * its scores by lab.  Autolab, "Guide for Lab Authors". */
bool autolab_write(const struct sheets *class, const char *folder);
/* VPL/KEY.txt: what vpl_execution says on standard output; the grade between
 * VPL_GRADEMIN and VPL_GRADEMAX where the environment has them. */
bool vpl_write(const struct sheets *class, const char *folder);
/* MOODLE/grades.csv, of those columns of Moodle's offline grading worksheet
 * that it reads back, and MOODLE/feedback.zip.  GRADE_MAX in the environment:
 * what all points are in Moodle. */
bool moodle_write(const struct sheets *class, const char *folder);

#endif
