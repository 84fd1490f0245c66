/*
 * turns.h - loops of which a constant says how often they turn at most.
 *
 * Idea: "k < 8 && i + k < n" turns 8 times at most, and "k < min(8, n - i)",
 * which clang makes of both; so do the two loops that it makes of one, for
 * four turns at a time and for the rest.  NVVM makes one piece of such a loop,
 * with a way out after each turn, if what it counts is the index of an array
 * of the thread.
 * Guarantee: the time it takes grows as the code does.
 * Source: nvcc 13.0 for sm_90, of such loops of 4 to 512 turns.
 */
#ifndef TURNS_H
#define TURNS_H

#include "code.h"

struct turn_loop {
    uint32_t head, latch; /* first instruction; the last that leads back */
    uint32_t around;      /* the loop around it, from 1; 0: none */
    uint32_t turns;       /* at most; 0: that is not known, or it is too much
                           * for one piece */
    uint32_t steps;       /* of the source in one turn: 1, 2 or 4 */
    uint32_t exits;       /* ways out */
    bool exact;           /* one of them says that it is so many turns */
    bool rounded;         /* clang's, of turns four at a time */
    uint64_t length;      /* instructions, if the loops in it are one piece */
};

struct turns {
    const struct code *code;
    uint32_t *block_of; /* [instruction] */
    uint32_t *begins;   /* [block, and one more] */
    uint32_t blocks;
    uint32_t *first;         /* [slot / 64, and one more]: of its writers */
    uint32_t *writers;       /* instructions, by slot, in order */
    uint32_t *constant;      /* [slot / 64]: 1 + index in code->constants; 0 */
    struct turn_loop *loops; /* by head */
    uint32_t loop_count;
    uint32_t *inner; /* [instruction]: the innermost loop, from 1; 0 */
    bool *ends; /* [slot / 64]: what a counter from a constant on has behind a
                 * loop of four turns at a time */
};

/* False: out of memory.  To be freed in any case. */
bool turns_find(struct turns *turns, const struct code *code);
void turns_free(struct turns *turns);

/* The value of a constant; false: the slot has none. */
bool turns_constant(const struct turns *turns, uint32_t slot, int64_t *value);
/* Instructions that write a slot, in order. */
const uint32_t *turns_writers(const struct turns *turns, uint32_t slot,
                              uint32_t *count);
/* The last one in front of an instruction, as the code stands; the number of
 * instructions: there is none. */
uint32_t turns_writer(const struct turns *turns, uint32_t at, uint32_t slot);
/* The loop; NULL: it is in none. */
const struct turn_loop *turns_around(const struct turns *turns, uint32_t at);
bool turns_in(const struct turns *turns, const struct turn_loop *loop,
              uint32_t at);
/* Is what an instruction gives the same at another one, however many turns
 * there were of loops that do not have both? */
bool turns_leaves(const struct turns *turns, uint32_t by, uint32_t at);
/* By how much what a slot has in front of an instruction of a loop grows in a
 * turn; false: not by a constant. */
bool turns_step(const struct turns *turns, const struct turn_loop *loop,
                uint32_t at, uint32_t slot, int64_t *by);

#endif
