/*
 * touches.h - which lines a block touched, of a sample of them.
 *
 * Idea: what is loaded again after more than L2 holds has passed comes from
 * DRAM again.  Which lines those are, a sample tells: all lines whose hash
 * ends in so many zeros, of every block.  When there are too many, only every
 * second of them stays.  Guarantee: as the sample only gets sparser, what
 * stays in the end does not depend on who came when.
 */
#ifndef TOUCHES_H
#define TOUCHES_H

#include "tape.h"

/* Those of one block, or of all. */
struct touches {
    struct tape_touch *list; /* as met */
    size_t count, room;
    uint32_t *index;         /* [slots]: 1 + index in list of a line; 0 */
    size_t slots;            /* a power of 2, or 0 */
    uint64_t rate;
};

/* A request of a line; changes: a store or an atomic.  False: out of
 * memory. */
bool touches_add(struct touches *touches, uint64_t block,
                 const struct tape_line *line, bool changes);
/* Only the lines that are in a sparser sample stay. */
void touches_thin(struct touches *touches, uint64_t rate);
/* Behind the others, without looking for equal ones.  False: out of memory. */
bool touches_append(struct touches *to, const struct touches *from);
/* By block, then as met. */
void touches_sort(struct touches *touches);
/* Bytes of the lines touched, in the sample. */
uint64_t touches_bytes(const struct touches *touches);
void touches_free(struct touches *touches);

#endif
