/*
 * held.c - see held.h.
 *
 * Left out: blocks that run at the same time take turns in L2; here one comes
 * after the other.
 */
#include "held.h"

#include <stdlib.h>

/* Lines of a page, of a sample of all; a larger sample's pages are larger. */
enum { PAGE_LINES = 8192, PAGE_SAMPLES = 64 };
/* How many other lines come before a line is touched again, in hundredths of
 * what L2 has room for, where none of them, a quarter, half and so on is lost:
 * of lines that are only read, and where as much as a third of all is stored
 * to.  L2 has two halves, and a line lies in both where multiprocessors of both
 * ask for it: less is lost if each block runs where it ran before, as it does
 * where all have a place at once (measured on an H200: sums of arrays and
 * copies of 28 to 64 MiB, launch by launch). */
enum { KNOTS = 5 };
static const struct knots {
    double read[KNOTS], stored[KNOTS];
} anew = {{64, 68, 71, 75, 82}, {47, 54, 60, 70, 95}},
  settled = {{68, 74, 79, 83, 88}, {54, 61, 69, 79, 100}};

struct page {
    uint64_t number;
    double touches, misses;
};

struct held {
    struct page *pages;
    size_t count;
    uint64_t lines; /* of a page */
};

/* Touches of a sample, twice over: as the launch before did, and this one. */
struct sample {
    size_t count;   /* of one launch */
    size_t *before; /* [count]: touch of the same line before, + 1; 0: none */
    size_t *last;   /* [count]: if it is the first of its line, the last */
    int32_t *sums;  /* [2 * count + 1]: of touches that are the latest of their
                     * line so far, a Fenwick tree */
    uint64_t lines, stored;
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

/* ---- touches of the same line ------------------------------------------- */

static int by_line(const void *a, const void *b)
{
    const struct tape_touch *x = *(const struct tape_touch *const *)a;
    const struct tape_touch *y = *(const struct tape_touch *const *)b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Touches [from, to) of the order are one line's. */
static void link_line(struct sample *s, const struct tape_touch *all,
                      const struct tape_touch **order, size_t from, size_t to)
{
    uint8_t changed = 0;
    for (size_t i = from; i < to; i++) {
        changed |= order[i]->changed;
        if (i > from)
            s->before[order[i] - all] = (size_t)(order[i - 1] - all) + 1;
    }
    s->last[order[from] - all] = (size_t)(order[to - 1] - all);
    s->lines++;
    s->stored += changed != 0;
}

static bool link_touches(struct sample *s, const struct tapes *tapes)
{
    const struct tape_touch *all = tapes->touches;
    const struct tape_touch **order = calloc(s->count, sizeof *order);
    size_t from = 0;
    if (!order)
        return false;
    for (size_t i = 0; i < s->count; i++)
        order[i] = &all[i];
    qsort(order, s->count, sizeof *order, by_line);
    for (size_t i = 1; i <= s->count; i++)
        if (i == s->count || order[i]->line != order[from]->line) {
            link_line(s, all, order, from, i);
            from = i;
        }
    free(order);
    return true;
}

static void sample_free(struct sample *s)
{
    free(s->before);
    free(s->last);
    free(s->sums);
}

static bool sample_begin(struct sample *s, const struct tapes *tapes)
{
    *s = (struct sample){.count = tapes->touch_count};
    s->before = calloc(s->count + 1, sizeof *s->before);
    s->last = calloc(s->count + 1, sizeof *s->last);
    s->sums = calloc(2 * s->count + 1, sizeof *s->sums);
    if (s->before && s->last && s->sums && link_touches(s, tapes))
        return true;
    sample_free(s);
    return false;
}

/* ---- how many lines come between --------------------------------------- */

static void add(struct sample *s, size_t at, int32_t what)
{
    for (at++; at <= 2 * s->count; at += at & -at)
        s->sums[at] += what;
}

/* Of touches before this one. */
static int32_t sum(const struct sample *s, size_t at)
{
    int32_t all = 0;
    for (; at; at -= at & -at)
        all += s->sums[at];
    return all;
}

/* Lines that were touched since this one was, in the launch before if not in
 * this; the launch before touched all. */
static double lines_since(struct sample *s, size_t i)
{
    size_t now = s->count + i;
    size_t then = s->before[i] ? s->count + s->before[i] - 1 : s->last[i];
    int32_t between = sum(s, now) - sum(s, then + 1);
    add(s, then, -1);
    add(s, now, 1);
    return between;
}

/* Where the knot lies, of so many lines stored to for each. */
static double knot(const struct knots *knots, unsigned i, double stored)
{
    double part = stored < 1.0 / 3 ? 3 * stored : 1;
    return knots->read[i] + part * (knots->stored[i] - knots->read[i]);
}

/* The part that is lost, 0 to 1, of lines that are touched again after so many
 * hundredths of L2. */
static double lost(const struct knots *knots, double stored, double since)
{
    for (unsigned i = 0; i < KNOTS; i++) {
        double here = knot(knots, i, stored);
        if (since > here)
            continue;
        double before = i ? knot(knots, i - 1, stored) : here;
        return i ? (i - 1 + (since - before) / (here - before)) / (KNOTS - 1)
                 : 0;
    }
    return 1;
}

static void count_misses(struct held *held, const struct tapes *tapes,
                         struct sample *s, const struct knots *knots,
                         double hundredths)
{
    double stored = (double)s->stored / (double)s->lines;
    for (size_t i = 0; i < s->count; i++)
        if (!s->before[i])
            add(s, s->last[i], 1);
    for (size_t i = 0; i < s->count; i++) {
        struct page *page = page_of(held, tapes->touches[i].line);
        page->touches++;
        page->misses += lost(knots, stored, lines_since(s, i) * hundredths);
    }
}

/* With the pages of what is touched; NULL: out of memory. */
static struct held *pages_new(const struct tapes *tapes)
{
    struct held *held = calloc(1, sizeof *held);
    if (!held)
        return NULL;
    held->lines = PAGE_SAMPLES * tapes->touch_rate;
    if (held->lines < PAGE_LINES)
        held->lines = PAGE_LINES;
    if (find_pages(held, tapes))
        return held;
    held_free(held);
    return NULL;
}

struct held *held_new(const struct gpu *gpu, const struct tapes *tapes,
                      bool together)
{
    const struct knots *knots = together ? &settled : &anew;
    double each = TAPE_LINE_BYTES * (double)tapes->touch_rate;
    double hundredths = 100 * each / (double)gpu->l2_bytes;
    struct held *held = NULL;
    struct sample s;
    if ((double)tapes->touch_count * hundredths <= knots->stored[0] ||
        !sample_begin(&s, tapes))
        return NULL;
    if ((double)s.lines * hundredths > knots->stored[0])
        held = pages_new(tapes);
    if (held)
        count_misses(held, tapes, &s, knots, hundredths);
    sample_free(&s);
    return held;
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
    return page ? page->misses / page->touches : 1;
}
