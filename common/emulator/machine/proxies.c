/*
 * proxies.c - the words of a block's shared memory that wait for a fence.
 */
#include "proxies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last ordinary store to a word. */
struct store {
    const struct insn *insn; /* NULL: none, or a fence came behind it */
    uint32_t epoch;          /* of its warp (race.h) */
    uint32_t warp;
};

struct proxies {
    uint32_t low, high; /* words that may have one: [low, high) */
    struct store stores[];
};

enum { WORD = 4 };

static uint32_t word_count(const struct block *b)
{
    return (b->shared_bytes + WORD - 1) / WORD;
}

/* NULL: out of memory, and nothing is told. */
static struct proxies *proxies_of(struct block *b)
{
    if (!b->proxies) {
        size_t bytes = word_count(b) * sizeof(struct store);
        b->proxies = calloc(1, sizeof *b->proxies + bytes);
        proxies_forget(b);
    }
    return b->proxies;
}

void proxies_forget(struct block *b)
{
    struct proxies *p = b->proxies;
    if (!p)
        return;
    if (p->low < p->high)
        memset(p->stores + p->low, 0, (p->high - p->low) * sizeof *p->stores);
    p->low = word_count(b);
    p->high = 0;
}

void proxies_release(struct block *b)
{
    free(b->proxies);
    b->proxies = NULL;
}

void proxies_stored(struct warp *w, const struct insn *insn, uint32_t mask,
                    const uint32_t offset[WARP_SIZE])
{
    struct proxies *p = proxies_of(w->block);
    struct store store = {.insn = insn,
                          .epoch = race_epoch(w->block->race, w->index),
                          .warp = w->index};
    for (; p && mask; mask &= mask - 1) {
        uint32_t at = offset[first_lane(mask)];
        uint32_t first = at / WORD, end = (at + insn->width - 1) / WORD + 1;
        for (uint32_t i = first; i < end; i++)
            p->stores[i] = store;
        p->low = first < p->low ? first : p->low;
        p->high = end > p->high ? end : p->high;
    }
}

/* Is the store ordered before what the warp does now? */
static bool is_before(const struct warp *w, const struct store *store)
{
    return store->warp == w->index ||
           race_knows(w->block->race, w->index, store->warp, store->epoch);
}

void proxies_fence(struct warp *w)
{
    struct proxies *p = w->block->proxies;
    for (uint32_t i = p ? p->low : 0; p && i < p->high; i++)
        if (p->stores[i].insn && is_before(w, &p->stores[i]))
            p->stores[i].insn = NULL;
}

void proxies_replaced(struct block *b, uint32_t offset, uint32_t bytes)
{
    struct proxies *p = b->proxies;
    for (uint32_t i = offset / WORD; p && i < (offset + bytes) / WORD; i++)
        p->stores[i].insn = NULL;
}

static void tell(struct warp *w, const struct insn *insn, unsigned lane,
                 uint32_t offset, const struct store *store)
{
    char name[80];
    const struct grid *grid = w->block->worker->grid;
    struct finding f = finding_at(w, insn, lane, RACECHECK);
    uint32_t start = shared_array_start(grid, offset);
    snprintf(f.title, sizeof f.title,
             "race: a bulk copy reads __shared__ %.60s, stored to without "
             "fence.proxy.async behind it",
             shared_array_name(grid, start, name, sizeof name));
    snprintf(f.detail, sizeof f.detail, "byte %u", offset - start);
    snprintf(f.hint, sizeof f.hint,
             "bulk copies go another way to memory: the threads that store "
             "execute fence.proxy.async (fence_proxy_async), then "
             "__syncthreads(), then one copies");
    f.other = store->insn->detail->loc;
    f.other_note = "the store is here";
    diagnose(&f);
}

void proxies_read(struct warp *w, const struct insn *insn, unsigned lane,
                  uint32_t offset, uint32_t bytes)
{
    const struct proxies *p = w->block->proxies;
    for (uint32_t i = offset / WORD; p && i < (offset + bytes) / WORD; i++)
        if (p->stores[i].insn) {
            tell(w, insn, lane, i * WORD, &p->stores[i]);
            return;
        }
}
