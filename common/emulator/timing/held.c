/*
 * held.c - see held.h.
 *
 * Left out: blocks that run at the same time take turns in L2; here one comes
 * after the other.
 */
#include "held.h"

#include "timing/cache.h"

#include <stdlib.h>

/* Lines of a page, of a sample of all; a larger sample's pages are larger. */
enum { PAGE_LINES = 8192, PAGE_SAMPLES = 64 };
/* Both halves of L2 may have a copy of a line, and other launches left some:
 * what a launch can count on, in hundredths (plots/recorded: sums of 32 MiB
 * run at L2's rate, of 64 MiB at memory's). */
enum { L2_HUNDREDTHS = 85, L2_WAYS = 256 };

struct page {
    uint64_t number;
    uint64_t touches, misses;
};

struct held {
    struct page *pages;
    size_t count;
    uint64_t lines; /* of a page */
};

static int by_number(const void *a, const void *b)
{
    uint64_t x = ((const struct page *)a)->number;
    uint64_t y = ((const struct page *)b)->number;
    return (x > y) - (x < y);
}

/* Every page once, in order. */
static bool find_pages(struct held *held, const struct tapes *tapes)
{
    size_t kept = 0;
    held->pages = calloc(tapes->touch_count, sizeof *held->pages);
    if (!held->pages)
        return false;
    for (size_t i = 0; i < tapes->touch_count; i++)
        held->pages[i].number = tapes->touches[i].line / held->lines;
    qsort(held->pages, tapes->touch_count, sizeof *held->pages, by_number);
    for (size_t i = 0; i < tapes->touch_count; i++)
        if (!kept || held->pages[kept - 1].number != held->pages[i].number)
            held->pages[kept++] = held->pages[i];
    held->count = kept;
    return true;
}

static struct page *page_of(const struct held *held, uint64_t line)
{
    struct page wanted = {.number = line / held->lines};
    return bsearch(&wanted, held->pages, held->count, sizeof wanted, by_number);
}

/* The sample goes through the cache: once to fill it, as the launch before
 * did, and once to be counted. */
static void count_misses(struct held *held, const struct tapes *tapes,
                         struct cache *l2)
{
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < tapes->touch_count; i++) {
            uint64_t line = tapes->touches[i].line;
            struct cache_line *there = cache_take(l2, line);
            struct page *page = page_of(held, line);
            if (round == 1) {
                page->touches++;
                page->misses += !there || !there->sectors;
            }
            if (there)
                there->sectors = 1;
        }
}

static uint64_t room(const struct gpu *gpu)
{
    return gpu->l2_bytes / 100 * L2_HUNDREDTHS;
}

struct held *held_new(const struct gpu *gpu, const struct tapes *tapes)
{
    if (tapes->footprint_bytes <= room(gpu) || !tapes->touch_count)
        return NULL;
    uint64_t rate = tapes->touch_rate;
    struct held *held = calloc(1, sizeof *held);
    struct cache *l2 =
        cache_new((uint32_t)(room(gpu) / TAPE_LINE_BYTES / rate), L2_WAYS);
    if (held && l2) {
        held->lines = PAGE_SAMPLES * rate;
        if (held->lines < PAGE_LINES)
            held->lines = PAGE_LINES;
        if (find_pages(held, tapes)) {
            count_misses(held, tapes, l2);
            cache_free(l2);
            return held;
        }
    }
    cache_free(l2);
    held_free(held);
    return NULL;
}

void held_free(struct held *held)
{
    if (!held)
        return;
    free(held->pages);
    free(held);
}

double held_missing(const void *held, uint64_t line)
{
    const struct page *page = page_of(held, line);
    if (!page || !page->touches)
        return 1;
    return (double)page->misses / (double)page->touches;
}
