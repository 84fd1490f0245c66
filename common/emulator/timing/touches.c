/* touches.c - which lines a block touched: touches.h. */
#include "touches.h"

#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(uint64_t line)
{
    uint64_t hash = line * 0x9E3779B97F4A7C15ull;
    return hash ^ hash >> 32;
}

bool tape_samples(uint64_t line, uint64_t rate)
{
    return !(hash_of(line) & (rate - 1));
}

/* ---- finding a line ----------------------------------------------------- */

/* The bits that all lines of a sample share tell nothing. */
static size_t slot_of(const struct touches *t, uint64_t line)
{
    size_t slot = hash_of(line) >> 24 & (t->slots - 1);
    while (t->index[slot] && t->list[t->index[slot] - 1].line != line)
        slot = (slot + 1) & (t->slots - 1);
    return slot;
}

static void index_all(struct touches *t)
{
    memset(t->index, 0, t->slots * sizeof *t->index);
    for (size_t i = 0; i < t->count; i++)
        t->index[slot_of(t, t->list[i].line)] = (uint32_t)i + 1;
}

/* At most half of the slots are taken. */
static bool index_room(struct touches *t)
{
    enum { FEWEST = 64 };
    if (2 * (t->count + 1) <= t->slots)
        return true;
    size_t slots = t->slots ? 2 * t->slots : FEWEST;
    uint32_t *index = realloc(t->index, slots * sizeof *index);
    if (!index)
        return false;
    t->index = index;
    t->slots = slots;
    index_all(t);
    return true;
}

static struct tape_touch *touch_new(struct touches *t)
{
    struct tape_touch *list = grow(t->list, t->count, &t->room, sizeof *list);
    if (!list)
        return NULL;
    t->list = list;
    return &list[t->count++];
}

bool touches_add(struct touches *t, uint64_t block,
                 const struct tape_line *line, bool changes)
{
    if (!index_room(t))
        return false;
    size_t slot = slot_of(t, line->line);
    struct tape_touch *touch;
    if (t->index[slot]) {
        touch = &t->list[t->index[slot] - 1];
    } else {
        if (!(touch = touch_new(t)))
            return false;
        *touch = (struct tape_touch){.block = block, .line = line->line};
        t->index[slot] = (uint32_t)t->count;
    }
    touch->loads += !changes;
    *(changes ? &touch->changed : &touch->loaded) |= line->sectors;
    return true;
}

/* ---- all of them -------------------------------------------------------- */

void touches_thin(struct touches *t, uint64_t rate)
{
    size_t kept = 0;
    if (rate <= t->rate)
        return;
    t->rate = rate;
    for (size_t i = 0; i < t->count; i++)
        if (tape_samples(t->list[i].line, rate))
            t->list[kept++] = t->list[i];
    t->count = kept;
    if (t->slots)
        index_all(t);
}

bool touches_append(struct touches *to, const struct touches *from)
{
    for (size_t i = 0; i < from->count; i++) {
        struct tape_touch *touch = touch_new(to);
        if (!touch)
            return false;
        *touch = from->list[i];
    }
    return true;
}

/* Those of a block stand side by side, in order: the sort must not change
 * that, so their places decide. */
static int by_block(const void *a, const void *b)
{
    const struct tape_touch *x = *(struct tape_touch *const *)a;
    const struct tape_touch *y = *(struct tape_touch *const *)b;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return x < y ? -1 : x > y;
}

void touches_sort(struct touches *t)
{
    struct tape_touch **order = calloc(t->count + 1, sizeof *order);
    struct tape_touch *sorted = calloc(t->count + 1, sizeof *sorted);
    for (size_t i = 0; order && sorted && i < t->count; i++)
        order[i] = &t->list[i];
    if (order && sorted) {
        qsort(order, t->count, sizeof *order, by_block);
        for (size_t i = 0; i < t->count; i++)
            sorted[i] = *order[i];
        free(t->list);
        t->list = sorted;
        sorted = NULL;
    }
    free(sorted);
    free(order);
}

/* Each line once, however many blocks touched it. */
uint64_t touches_bytes(const struct touches *t)
{
    struct touches lines = {.rate = t->rate};
    uint64_t sectors = 0;
    for (size_t i = 0; i < t->count; i++) {
        const struct tape_touch *touch = &t->list[i];
        struct tape_line line = {.line = touch->line,
                                 .sectors = touch->loaded | touch->changed};
        if (!touches_add(&lines, 0, &line, false))
            break;
    }
    for (size_t i = 0; i < lines.count; i++)
        sectors += (unsigned)__builtin_popcount(lines.list[i].loaded);
    touches_free(&lines);
    return sectors * SECTOR_BYTES;
}

void touches_free(struct touches *t)
{
    free(t->list);
    free(t->index);
    *t = (struct touches){.rate = 1};
}
