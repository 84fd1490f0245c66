/*
 * suppress.h - findings that the user knows and does not want to hear of.
 *
 * A file of these, as valgrind has them (PTXRUN_SUPPRESSIONS); lines that
 * begin with # are comments:
 *
 *     {
 *        a name, for people
 *        racecheck,memcheck:race: tile is *
 *        fun:old_kernel
 *        src:old.cu:41
 *     }
 *
 * The second line has the checks (* for all) and, behind a colon, the title;
 * fun: is the kernel, or a function that the host's call stands in; src: a
 * file, with or without a line, that the finding names.  In all of them * ? and
 * [] are as in a shell.  Every line has to fit.
 */
#ifndef SUPPRESS_H
#define SUPPRESS_H

#include "finding.h"

#include <stdio.h>

/* One that does not keep to the form ends the program: status 2, and the line.
 * For one thread at a time. */
bool suppressed(const struct finding *finding);
/* What would suppress it, to be put into such a file. */
void print_suppression(FILE *out, const struct finding *finding);

#endif
