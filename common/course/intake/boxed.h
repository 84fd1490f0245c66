/*
 * boxed.h - a program that reads what a stranger made, in a box, and what it
 * says to us.
 *
 * Guarantee: it is gone, with all it started, after boxed_end, and when this
 * process is.
 */
#ifndef BOXED_H
#define BOXED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "box/box.h"

struct boxed {
    pid_t pid;
    int output;
    double end;       /* when its time is up, by CLOCK_MONOTONIC */
    bool late;        /* it was */
    size_t at, bytes; /* of what has been read, and not been taken */
    char buffer[64 << 10];
};

/* Starts it, with `input` as its standard input, which is closed here; it is
 * ended after `seconds` by the clock.  False, told, if that fails. */
bool boxed_start(struct boxed *boxed, struct box *box, int input,
                 double seconds);

/* The next n bytes that it says; false: it says no more, or its time is up. */
bool boxed_read(struct boxed *boxed, void *bytes, size_t n);

/* What it says up to the byte `end`, without that, as text of n bytes with the
 * zero; what does not fit is dropped. */
bool boxed_read_to(struct boxed *boxed, char end, char *text, size_t n);

/* Ends it.  Its status, as wait has it. */
int boxed_end(struct boxed *boxed);

#endif
