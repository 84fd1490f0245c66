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
/* What a launch can count on of L2, in hundredths: sums of less than the one
 * run at L2's rate, of more than the other at memory's, and not abruptly,
 * which is what sets of some lines do (measured: read_40_MiB to read_64_MiB on
 * an H100 and an H200).  Of lines that are stored to and not loaded, so many
 * tenths take a second place: sums of three arrays, one of them stored to, run
 * at memory's rate where they are four fifths of L2. */
enum { L2_SURE = 75, L2_HUNDREDTHS = 84, L2_WAYS = 32, SECOND_TENTHS = 6 };

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

#define SECOND (1ull << 60) /* place of a line */

static bool has_second(const struct tape_touch *touch)
{
    uint64_t hash = touch->line * 0x9e3779b97f4a7c15u >> 40;
    return touch->changed && !touch->loaded && hash % 10 < SECOND_TENTHS;
}

static struct cache_line *take_place(struct cache *l2,
                                     const struct tape_touch *touch)
{
    struct cache_line *second =
        has_second(touch) ? cache_take(l2, touch->line | SECOND) : NULL;
    if (second)
        second->sectors = 1;
    return cache_take(l2, touch->line);
}

/* The sample goes through the cache: once to fill it, as the launch before
 * did, and once to be counted. */
static void count_misses(struct held *held, const struct tapes *tapes,
                         struct cache *l2)
{
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < tapes->touch_count; i++) {
            uint64_t line = tapes->touches[i].line;
            struct cache_line *there = take_place(l2, &tapes->touches[i]);
            struct page *page = page_of(held, line);
            if (round == 1) {
                page->touches++;
                page->misses += !there || !there->sectors;
            }
            if (there)
                there->sectors = 1;
        }
}

static uint64_t part_of_l2(const struct gpu *gpu, unsigned hundredths)
{
    return gpu->l2_bytes / 100 * hundredths;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Bytes of the places of the lines that were touched: L2 gives one to whole
 * ones. */
static uint64_t lines_bytes(const struct tapes *tapes)
{
    size_t count = 0;
    uint64_t *lines = calloc(2 * tapes->touch_count + 1, sizeof *lines);
    uint64_t kept = 0;
    if (!lines)
        return 0;
    for (size_t i = 0; i < tapes->touch_count; i++) {
        lines[count++] = tapes->touches[i].line;
        if (has_second(&tapes->touches[i]))
            lines[count++] = tapes->touches[i].line | SECOND;
    }
    qsort(lines, count, sizeof *lines, by_value);
    for (size_t i = 0; i < count; i++)
        kept += !i || lines[i] != lines[i - 1];
    free(lines);
    return kept * tapes->touch_rate * TAPE_LINE_BYTES;
}

struct held *held_new(const struct gpu *gpu, const struct tapes *tapes)
{
    if (lines_bytes(tapes) <= part_of_l2(gpu, L2_SURE) || !tapes->touch_count)
        return NULL;
    uint64_t rate = tapes->touch_rate;
    struct held *held = calloc(1, sizeof *held);
    uint64_t lines = part_of_l2(gpu, L2_HUNDREDTHS) / TAPE_LINE_BYTES / rate;
    struct cache *l2 = cache_new((uint32_t)lines, L2_WAYS);
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
