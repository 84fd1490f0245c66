/*
 * others.h - who else measures on this machine.
 */
#ifndef REPLAY_OTHERS_H
#define REPLAY_OTHERS_H

#include <stdbool.h>

/* Waits until nobody else measures on this machine: one after the other.  The
 * lock ends with the process.  False, told: it cannot be had. */
bool others_wait(void);

#endif
