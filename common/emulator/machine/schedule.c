/*
 * schedule.c - what is drawn by lot in an order of blocks and warps.
 *
 * Source of the generator: Marsaglia, "Xorshift RNGs", 2003.
 */
#include "schedule.h"

/* Blocks on their way at once, to begin with. */
enum { WINDOW = 8 };

static uint64_t next(struct schedule *s)
{
    s->state ^= s->state << 13;
    s->state ^= s->state >> 7;
    s->state ^= s->state << 17;
    return s->state;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void schedule_begin(struct schedule *s, uint64_t seed, uint64_t blocks)
{
    *s = (struct schedule){.blocks = blocks, .step = 1, .window = WINDOW};
    if (!seed)
        return;
    s->state = seed * 0x9e3779b97f4a7c15u | 1;
    s->first = next(s) % blocks;
    do
        s->step = 1 + next(s) % blocks;
    while (common_divisor(s->step, blocks) != 1);
}

/* Grids have fewer than 2^63 blocks; a product may have 128 bits. */
uint64_t schedule_block(const struct schedule *s, uint64_t i)
{
    __extension__ typedef unsigned __int128 wide;
    return s->state ? (uint64_t)(((wide)i * s->step + s->first) % s->blocks)
                    : i;
}

uint32_t schedule_draw(struct schedule *s, uint32_t n)
{
    return (uint32_t)((next(s) >> 32) % n);
}

bool schedule_starts(struct schedule *s, uint32_t running)
{
    return !s->state || !running ||
           (running < s->window && schedule_draw(s, 2));
}

void schedule_stuck(struct schedule *s, uint32_t running)
{
    if (running >= s->window)
        s->window++;
}

uint64_t schedule_slice(struct schedule *s, uint64_t usual)
{
    enum { LONGEST = 12 };
    return s->state ? 1 + schedule_draw(s, 1u << schedule_draw(s, LONGEST))
                    : usual;
}
