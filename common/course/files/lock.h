/*
 * lock.h - one at a time works on a class.
 */
#ifndef LOCK_H
#define LOCK_H

#include <stdbool.h>

/* Takes OUT/.lock for this process until it ends, however it ends; taken
 * already, it stays so.  No program that is started keeps it.  False, told, if
 * a process that lives has it, or the file cannot be made. */
bool lock_take(const char *out);

#endif
