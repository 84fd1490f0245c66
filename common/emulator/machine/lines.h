/* lines.h - what each line of the source counted. */
#ifndef LINES_H
#define LINES_H

#include "machine.h"

/* "load", "store", "atomic" */
const char *access_kind_name(const struct insn_detail *detail);
/* The order of two accesses in the source; 0: they are copies of one. */
int access_compare(const struct insn_detail *a, const struct insn_detail *b);
/* Rows for PTXRUN_LINES, from the sums over all workers. */
void lines_report(const struct grid *grid, const struct site *sites);

#endif
