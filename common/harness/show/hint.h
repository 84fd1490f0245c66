/*
 * hint.h - one step further each time it is asked.
 */
#ifndef HINT_H
#define HINT_H

#include "run/arguments.h"

/* Prints the next hint of arguments->exercise. */
enum exit_status hint(const struct arguments *arguments);

#endif
