/* deal.c - see deal.h. */
#include "deal.h"

#include "timing/ready.h"

#include <stdlib.h>

/* As many as the heap takes, in whole rounds. */
static uint32_t place_count(uint32_t multiprocessors, uint32_t places)
{
    while (places > 1 && multiprocessors * places > READY_MOST)
        places--;
    return multiprocessors * places;
}

static void deal_one(struct deal *d, struct ready *free, size_t block,
                     double work, double *sums, uint32_t multiprocessors)
{
    struct ready_entry place = ready_take(free);
    uint32_t who = place.who % multiprocessors;
    d->who[block] = who;
    place.time += work;
    sums[who] += work;
    d->most = sums[who] > d->most ? sums[who] : d->most;
    ready_add(free, place);
}

static void find_last(struct deal *d, const double *sums,
                      const uint64_t *lookups, size_t count)
{
    size_t last = count;
    for (size_t i = 0; i < count; i++)
        if (sums[d->who[i]] == d->most &&
            (last == count || lookups[i] > lookups[last]))
            last = i;
    d->last = last < count ? d->who[last] : 0;
}

static void find_busy(struct deal *d, const double *sums, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        d->busy += 10 * sums[i] >= d->most;
        if (sums[i] == d->most)
            d->latest = i;
    }
}

struct deal deal_blocks(const uint64_t *work, const uint64_t *lookups,
                        size_t count, uint32_t multiprocessors, uint32_t places)
{
    struct deal d = {.who = NULL};
    struct ready *free_places = calloc(1, sizeof *free_places);
    double *sums = calloc(multiprocessors, sizeof *sums);
    uint32_t all = place_count(multiprocessors, places);
    if (free_places && sums)
        d.who = calloc(count, sizeof *d.who);
    for (uint32_t i = 0; d.who && i < all; i++)
        ready_add(free_places, (struct ready_entry){0, i});
    for (size_t i = 0; d.who && i < count; i++)
        deal_one(&d, free_places, i, (double)work[i], sums, multiprocessors);
    if (d.who) {
        find_last(&d, sums, lookups, count);
        find_busy(&d, sums, multiprocessors);
    }
    free(sums);
    free(free_places);
    return d;
}
