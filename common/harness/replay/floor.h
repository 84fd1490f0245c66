/*
 * floor.h - what no launch is faster than, of an exercise's size: measured by
 * the first entry of a run, and kept for the others in a folder they share.
 */
#ifndef REPLAY_FLOOR_H
#define REPLAY_FLOOR_H

#include "lab/lab.h"

/* Of our own kernels, in microseconds: the fastest that only reads the inputs,
 * warm and cold, and one that does nothing. */
struct floor {
    double warm_us, cold_us, empty_us;
};

/* folder: NULL for none.  False: none is kept there. */
bool floor_read(struct floor *floor, const char *folder,
                const struct exercise *exercise, struct size size);
/* Whole or not at all; that it cannot be kept is no failure. */
void floor_keep(const struct floor *floor, const char *folder,
                const struct exercise *exercise, struct size size);

#endif
