/*
 * clock.h - time that passes, whatever the calendar is set to.
 */
#ifndef CLOCK_H
#define CLOCK_H

/* Seconds since some moment of the past, the same one for all processes. */
double clock_seconds(void);

#endif
