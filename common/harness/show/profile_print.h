/*
 * profile_print.h - a profile on a terminal.
 */
#ifndef PROFILE_PRINT_H
#define PROFILE_PRINT_H

#include "measure/beside.h"
#include "measure/profile.h"

/* In 80 columns, with a column of what the reference counts, if that is known;
 * color: may letters be dim?  full: with the names of ncu */
void profile_print(const struct profiled *profiled, const struct beside *beside,
                   bool color, bool full);

#endif
