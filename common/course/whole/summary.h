/*
 * summary.h - what came out, in a few lines.
 */
#ifndef SUMMARY_H
#define SUMMARY_H

/* Of OUT/grades.csv and what stands beside it, on standard output. */
void summary_print(const char *out);

#endif
