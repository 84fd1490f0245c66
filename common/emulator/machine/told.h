/*
 * told.h - SIGINT and SIGTERM while a kernel runs: it says where it is, then
 * the program ends as it would have.
 *
 * Whoever waits no longer, a person or timeout(1), learns which loop it was.
 */
#ifndef MACHINE_TOLD_H
#define MACHINE_TOLD_H

/* Around a launch, where options ask for it (tell_end) and the program has no
 * handler of its own.  told_end does what the signal that came does. */
void told_begin(void);
void told_end(void);

/* The signal that came since told_begin; 0: none. */
int told_signal(void);

#endif
