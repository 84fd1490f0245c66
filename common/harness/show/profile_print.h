/*
 * profile_print.h - a profile on a terminal.
 */
#ifndef PROFILE_PRINT_H
#define PROFILE_PRINT_H

#include "measure/profile.h"

/* In 80 columns; color: may letters be dim? */
void profile_print(const struct profiled *profiled, bool color);

#endif
