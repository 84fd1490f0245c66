/*
 * waits.c - the longest chain of waits through a block.
 *
 * Idea: a block is as slow as its slowest warp from one meeting to the next;
 * what each instruction adds was found beforehand (code/chain.c).
 */
#include "base/larger.h"
#include "machine.h"

#include <string.h>

static uint64_t cycles_of(const uint64_t waits[WAIT_KINDS])
{
    uint64_t cycles = 0;
    for (unsigned k = 0; k < WAIT_KINDS; k++)
        cycles += waits[k] * wait_cycles[k];
    return cycles;
}

void waits_meet(struct block *b, uint32_t warps)
{
    const struct warp *longest = NULL;
    uint64_t most = 0;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        const struct warp *w = &b->warps[i];
        uint64_t cycles = warps >> i & 1 ? cycles_of(w->waits) : 0;
        if (cycles <= most)
            continue;
        longest = w;
        most = cycles;
    }
    for (unsigned k = 0; longest && k < WAIT_KINDS; k++)
        b->waits[k] += longest->waits[k];
    for (uint32_t i = 0; i < b->warp_count; i++)
        if (warps >> i & 1)
            memset(b->warps[i].waits, 0, sizeof b->warps[i].waits);
}

/* Each kind by itself: where blocks differ, a little too much. */
void waits_count(const struct block *b, struct counters *c)
{
#define X(ID, name)                                                            \
    c->max_chain_##name =                                                      \
        larger(c->max_chain_##name, b->waits[WAIT_##ID] / CHAIN_UNIT);
    WAITS(X)
#undef X
}
