/*
 * race_shared.c - races in the shared memory of a block.
 *
 * For each class of access (write, read, atomic) every warp has a plane of
 * its own: for each word when, where and by which lane it was last touched.
 * So nothing is ever lost to a later access of another warp, and an access
 * is recorded by plain stores.  A check looks only at planes of warps that
 * touched something near since the last barrier of all warps (the extents);
 * in a kernel whose phases are separated by barriers there are mostly none.
 *
 * Most accesses are reads by full warps of what nobody writes to before the
 * next barrier, which makes their stamps worthless.  So these are kept in a
 * short journal, by warp, and written down only when their plane is looked at,
 * or when the journal is full.
 *
 * An entry is a word until somebody touches less than a word; from then on,
 * for this race_block, it is a byte, so that neighbours in a word are apart.
 */
#include "base/hot.h"
#include "race_internal.h"

#include <stdlib.h>
#include <string.h>

/* A stamp: epoch 32 | pc 26 | many 1 | lane 5 bits.  Many: more lanes than
 * this one touched it in this epoch. */
enum {
    LANE_MASK = WARP_SIZE - 1,
    MANY = WARP_SIZE,
    PC_SHIFT = 6,
    PC_UNKNOWN = (1 << 26) - 1,
    EPOCH_SHIFT = 32
};

INLINE uint64_t stamp_of(uint32_t epoch, uint32_t pc)
{
    uint64_t known = pc < PC_UNKNOWN ? pc : PC_UNKNOWN;
    return (uint64_t)epoch << EPOCH_SHIFT | known << PC_SHIFT;
}

INLINE uint32_t stamp_pc(uint64_t stamp)
{
    uint32_t pc = stamp >> PC_SHIFT & PC_UNKNOWN;
    return pc == PC_UNKNOWN ? RACE_NO_PC : pc;
}

/* ---- cells -------------------------------------------------------------- */

static void empty(struct race_extents *extents)
{
    for (unsigned w = 0; w < MAX_BLOCK_WARPS; w++) {
        extents->low[w] = UINT32_MAX;
        extents->high[w] = 0;
    }
    extents->warps = 0;
}

static void journal_empty(struct race_shared_cells *cells)
{
    memset(cells->journal_length, 0, sizeof cells->journal_length);
}

void race_shared_create(struct race_shared_cells *cells, uint32_t bytes)
{
    cells->shift = 2;
    cells->entries = (bytes + BANK_BYTES - 1) / BANK_BYTES;
    for (unsigned c = 0; c < CLASS_COUNT; c++)
        empty(&cells->extents[c]);
}

void race_shared_destroy(struct race_shared_cells *cells)
{
    for (unsigned c = 0; c < CLASS_COUNT; c++) {
        free(cells->plane[c]);
        cells->plane[c] = NULL;
    }
    free(cells->journal);
    cells->journal = NULL;
    journal_empty(cells);
}

void race_shared_barrier(struct race_shared_cells *cells)
{
    for (unsigned c = 0; c < CLASS_COUNT; c++)
        if (cells->extents[c].warps)
            empty(&cells->extents[c]);
    journal_empty(cells);
}

void race_shared_forget(struct race_block *rb)
{
    size_t bytes = (size_t)rb->warps * rb->shared.entries * sizeof(uint64_t);
    for (unsigned c = 0; c < CLASS_COUNT; c++)
        if (rb->shared.plane[c])
            memset(rb->shared.plane[c], 0, bytes);
}

/* Without memory for cells nothing more is checked. */
static void give_up(struct race_shared_cells *cells)
{
    race_shared_destroy(cells);
    race_shared_barrier(cells);
    cells->entries = 0;
}

static bool need_plane(struct race_block *rb, enum race_class class)
{
    struct race_shared_cells *cells = &rb->shared;
    if (cells->plane[class])
        return true;
    cells->plane[class] =
        calloc((size_t)rb->warps * cells->entries, sizeof(uint64_t));
    if (!cells->plane[class])
        give_up(cells);
    return cells->plane[class] != NULL;
}

static bool need_journal(struct race_block *rb)
{
    struct race_shared_cells *cells = &rb->shared;
    if (!cells->journal)
        cells->journal =
            malloc((size_t)rb->warps * RACE_JOURNAL * sizeof *cells->journal);
    return cells->journal && need_plane(rb, CLASS_READ);
}

/* ---- the journal of reads ----------------------------------------------- */

/* The new stamp over an old one, with MANY if another lane was there. */
INLINE uint64_t over(uint64_t old, uint64_t stamp)
{
    uint64_t same = old >> EPOCH_SHIFT == stamp >> EPOCH_SHIFT;
    uint64_t other = ((old ^ stamp) & LANE_MASK) != 0;
    return stamp | (same & (other | (old & MANY) / MANY)) * MANY;
}

INLINE void record_run(uint64_t *cell, uint64_t stamp)
{
    for (uint64_t l = 0; l < WARP_SIZE; l++)
        cell[l] = over(cell[l], stamp | l);
}

INLINE void write_down_read(uint64_t *cell, const struct race_read *read)
{
    if (read->side_by_side && read->each == 1) {
        record_run(cell, read->stamp);
        return;
    }
    unsigned lanes = read->side_by_side ? WARP_SIZE : 1;
    for (unsigned i = 0; i < lanes * read->each; i++)
        cell[i] = over(cell[i], read->stamp | i / read->each);
}

/* A warp's reads are in its plane, in their order. */
HOT static void write_down(struct race_shared_cells *cells, unsigned warp)
{
    uint32_t n = cells->journal_length[warp];
    if (n == 0)
        return;
    const struct race_read *read = cells->journal + (size_t)warp * RACE_JOURNAL;
    uint64_t *plane = cells->plane[CLASS_READ] + (size_t)warp * cells->entries;
    for (; n; n--, read++)
        write_down_read(plane + read->low, read);
    cells->journal_length[warp] = 0;
}

/* ---- from words to bytes ------------------------------------------------ */

static void refine_extents(struct race_extents *extents)
{
    for (uint32_t m = extents->warps; m != 0; m &= m - 1) {
        unsigned w = (unsigned)__builtin_ctz(m);
        extents->low[w] *= BANK_BYTES;
        extents->high[w] = extents->high[w] * BANK_BYTES + BANK_BYTES - 1;
    }
}

/* Each byte takes over the stamp of its word. */
static void refine(struct race_block *rb)
{
    struct race_shared_cells *cells = &rb->shared;
    size_t words = (size_t)rb->warps * cells->entries;
    for (unsigned w = 0; w < rb->warps; w++)
        write_down(cells, w);
    for (unsigned c = 0; c < CLASS_COUNT; c++) {
        uint64_t *old = cells->plane[c];
        if (!old)
            continue;
        uint64_t *fine = calloc(words, BANK_BYTES * sizeof *fine);
        if (!fine) {
            give_up(cells);
            return;
        }
        for (size_t i = 0; i < words * BANK_BYTES; i++)
            fine[i] = old[i / BANK_BYTES];
        free(old);
        cells->plane[c] = fine;
        refine_extents(&cells->extents[c]);
    }
    cells->entries *= BANK_BYTES;
    cells->shift = 0;
}

/* ---- one access --------------------------------------------------------- */

/* Where an access lies, in entries. */
struct span {
    const struct race_access *access;
    const uint32_t *offset;
    unsigned shift;
    unsigned each;      /* entries of one lane */
    unsigned first;     /* lowest active lane */
    unsigned lanes;     /* how many are active */
    uint32_t low, high; /* all entries lie in [low, high] */
    bool full_run;      /* 32 lanes, one entry each, side by side */
};

INLINE void bounds(struct span *span)
{
    const uint32_t *offset = span->offset;
    uint32_t low = offset[span->first], high = low;
    if (span->lanes == WARP_SIZE) {
        for (unsigned l = 0; l < WARP_SIZE; l++) {
            low = offset[l] < low ? offset[l] : low;
            high = offset[l] > high ? offset[l] : high;
        }
    } else {
        for (uint32_t m = span->access->mask; m != 0; m &= m - 1) {
            uint32_t at = offset[__builtin_ctz(m)];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
    }
    span->low = low >> span->shift;
    span->high = (high >> span->shift) + span->each - 1;
}

INLINE struct span locate(const struct race_access *access,
                          const uint32_t *offset, unsigned shift)
{
    struct span span = {.access = access, .offset = offset, .shift = shift};
    span.each = access->width >> shift;
    span.first = (unsigned)__builtin_ctz(access->mask);
    span.lanes = (unsigned)__builtin_popcount(access->mask);
    if (access->pattern == ACCESS_GENERAL) {
        bounds(&span);
        return span;
    }
    unsigned pieces = access->pattern == ACCESS_UNIT ? span.lanes : 1;
    span.low = offset[span.first] >> shift;
    span.high = span.low + pieces * span.each - 1;
    span.full_run = pieces == WARP_SIZE && span.each == 1;
    return span;
}

/* ---- checking ----------------------------------------------------------- */

/* Which classes conflict with a kind of access. */
static const uint8_t conflicting[] = {
    [ACCESS_READ] = 1 << CLASS_WRITE | 1 << CLASS_ATOMIC,
    [ACCESS_WRITE] = 1 << CLASS_WRITE | 1 << CLASS_READ | 1 << CLASS_ATOMIC,
    [ACCESS_STRONG_READ] = 1 << CLASS_WRITE,
    [ACCESS_ATOMIC] = 1 << CLASS_WRITE | 1 << CLASS_READ,
};

static enum race_hazard hazard_of(enum access_kind kind, enum race_class other)
{
    if (kind == ACCESS_READ || kind == ACCESS_STRONG_READ)
        return RACE_RAW;
    return other == CLASS_READ ? RACE_WAR : RACE_WAW;
}

/* One warp's plane of one class, seen from the accessing warp. */
struct view {
    const uint64_t *plane;
    enum race_class class;
    unsigned warp; /* whose */
    bool mine;
    uint32_t known; /* other's: epochs above it are not ordered */
    uint32_t epoch; /* mine: the present one */
};

/* Those of `lanes` that are not ordered with the stamp. */
INLINE uint32_t clash(const struct view *view, uint64_t stamp, uint32_t lanes)
{
    uint32_t epoch = (uint32_t)(stamp >> EPOCH_SHIFT);
    if (!view->mine)
        return epoch > view->known ? lanes : 0;
    if (epoch != view->epoch)
        return 0;
    return stamp & MANY ? lanes : lanes & ~(1u << (stamp & LANE_MASK));
}

/* Whether all of a full run is ordered: the common case, as vector code. */
INLINE bool run_ordered(const struct view *view, uint32_t low)
{
    const uint64_t *cell = view->plane + low;
    uint64_t bad = 0;
    if (view->mine) {
        for (uint64_t l = 0; l < WARP_SIZE; l++)
            bad |= (cell[l] >> EPOCH_SHIFT == view->epoch) &
                   ((cell[l] & (MANY | LANE_MASK)) != l);
    } else {
        for (unsigned l = 0; l < WARP_SIZE; l++)
            bad |= cell[l] >> EPOCH_SHIFT > view->known;
    }
    return !bad;
}

static void span_conflict(const struct race_block *rb, const struct span *span,
                          const struct view *view, uint64_t stamp,
                          uint32_t lanes, struct race_report *report)
{
    enum race_hazard hazard = hazard_of(span->access->kind, view->class);
    bool other_atomic = view->class == CLASS_ATOMIC;
    uint32_t pc = stamp_pc(stamp);
    struct race_conflict *slot = race_slot(
        report, race_hazard(hazard, pc, view->mine, false, other_atomic),
        &lanes);
    if (slot)
        *slot = (struct race_conflict){
            .lanes = lanes,
            .hazard = hazard,
            .warp_level = view->mine,
            .other_atomic = other_atomic,
            .pc = pc,
            .block = rb->index,
            .warp = view->warp,
            .lane = stamp & LANE_MASK,
            .offset = span->offset[__builtin_ctz(lanes)],
        };
}

/* The entries of `lanes`, which are those of the lowest of them. */
static void check_entries(const struct race_block *rb, const struct span *span,
                          const struct view *view, uint32_t lanes,
                          struct race_report *report)
{
    uint32_t at = span->offset[__builtin_ctz(lanes)] >> span->shift;
    for (unsigned i = 0; i < span->each; i++) {
        uint64_t stamp = view->plane[at + i];
        uint32_t bad = clash(view, stamp, lanes);
        if (bad)
            span_conflict(rb, span, view, stamp, bad, report);
        if (bad == lanes)
            return; /* one entry is example enough */
    }
}

/* A full warp, an entry for each lane: those that are not ordered with the
 * stamp that lies there.  As vector code. */
INLINE uint32_t clashing_lanes(const struct view *view, const struct span *span,
                               uint64_t stamp[WARP_SIZE])
{
    uint64_t bad[WARP_SIZE];
    uint32_t lanes = 0;
    if (span->full_run)
        memcpy(stamp, view->plane + span->low, WARP_SIZE * sizeof *stamp);
    else
        for (unsigned l = 0; l < WARP_SIZE; l++)
            stamp[l] = view->plane[span->offset[l] >> span->shift];
    if (view->mine)
        for (uint64_t l = 0; l < WARP_SIZE; l++)
            bad[l] = (stamp[l] >> EPOCH_SHIFT == view->epoch) &
                     ((stamp[l] & (MANY | LANE_MASK)) != l);
    else
        for (unsigned l = 0; l < WARP_SIZE; l++)
            bad[l] = stamp[l] >> EPOCH_SHIFT > view->known;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        lanes |= (uint32_t)bad[l] << l;
    return lanes;
}

/* Those of the lanes whose stamps have the same pc as the first of them. */
INLINE uint32_t same_place(const uint64_t stamp[WARP_SIZE], uint32_t lanes)
{
    uint64_t first = stamp[__builtin_ctz(lanes)] >> PC_SHIFT;
    uint32_t same = 0;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        same |= (uint32_t)(((stamp[l] >> PC_SHIFT ^ first) & PC_UNKNOWN) == 0)
                << l;
    return same & lanes;
}

/* One entry for each lane: lanes that meet the same instruction are one
 * conflict. */
INLINE void check_single(const struct race_block *rb, const struct span *span,
                         const struct view *view, struct race_report *report)
{
    uint64_t stamp[WARP_SIZE];
    uint32_t same, bad = clashing_lanes(view, span, stamp);
    for (; bad; bad &= ~same) {
        same = same_place(stamp, bad);
        span_conflict(rb, span, view, stamp[__builtin_ctz(bad)], same, report);
    }
}

INLINE void check_view(const struct race_block *rb, const struct span *span,
                       const struct view *view, struct race_report *report)
{
    uint32_t mask = span->access->mask;
    if (span->full_run && run_ordered(view, span->low))
        return;
    if (span->access->pattern == ACCESS_UNIFORM)
        check_entries(rb, span, view, mask, report);
    else if (span->lanes == WARP_SIZE && span->each == 1)
        check_single(rb, span, view, report);
    else
        for (; mask != 0; mask &= mask - 1)
            check_entries(rb, span, view, mask & -mask, report);
}

/* Warps whose extent meets [low, high]. */
INLINE uint32_t near(const struct race_extents *extents, uint32_t low,
                     uint32_t high)
{
    uint32_t warps = 0;
    for (unsigned w = 0; w < MAX_BLOCK_WARPS; w++)
        warps |=
            (uint32_t)((extents->low[w] <= high) & (extents->high[w] >= low))
            << w;
    return warps & extents->warps;
}

INLINE void check_class(struct race_block *rb, const struct span *span,
                        enum race_class class, struct race_report *report)
{
    struct race_shared_cells *cells = &rb->shared;
    unsigned self = span->access->warp;
    uint32_t warps = near(&cells->extents[class], span->low, span->high);
    for (; warps != 0; warps &= warps - 1) {
        unsigned v = (unsigned)__builtin_ctz(warps);
        if (class == CLASS_READ)
            write_down(cells, v);
        struct view view = {
            .plane = cells->plane[class] + (size_t)v * cells->entries,
            .class = class,
            .warp = v,
            .mine = v == self,
            .known = race_known(rb, self, v),
            .epoch = rb->own[self],
        };
        check_view(rb, span, &view, report);
    }
}

/* ---- recording ---------------------------------------------------------- */

/* Neighbouring lanes often touch one word, which is then stored once. */
INLINE void record_warp(uint64_t *plane, const struct span *span,
                        uint64_t stamp)
{
    uint64_t *last = NULL;
    bool many = false;
    for (uint64_t lane = 0; lane < WARP_SIZE; lane++) {
        uint64_t *cell = plane + (span->offset[lane] >> span->shift);
        if (cell == last && many)
            continue;
        many = cell == last;
        last = cell;
        *cell = over(*cell, stamp | lane);
    }
}

INLINE void record_lanes(uint64_t *plane, const struct span *span,
                         uint64_t stamp)
{
    for (uint32_t m = span->access->mask; m != 0; m &= m - 1) {
        uint64_t lane = (uint64_t)__builtin_ctz(m);
        uint64_t *cell = plane + (span->offset[lane] >> span->shift);
        for (unsigned i = 0; i < span->each; i++)
            cell[i] = over(cell[i], stamp | lane);
    }
}

INLINE void extents_widen(struct race_extents *extents, unsigned warp,
                          uint32_t low, uint32_t high)
{
    if (low < extents->low[warp])
        extents->low[warp] = low;
    if (high > extents->high[warp])
        extents->high[warp] = high;
    extents->warps |= 1u << warp;
}

INLINE void record(struct race_block *rb, const struct span *span,
                   enum race_class class)
{
    struct race_shared_cells *cells = &rb->shared;
    unsigned w = span->access->warp;
    if (!need_plane(rb, class))
        return;
    if (class == CLASS_READ)
        write_down(cells, w);
    uint64_t *plane = cells->plane[class] + (size_t)w * cells->entries;
    uint64_t stamp = stamp_of(rb->own[w], span->access->pc);
    if (span->full_run) {
        record_run(plane + span->low, stamp);
    } else if (span->access->pattern == ACCESS_UNIFORM) {
        stamp |= span->first | (span->lanes > 1 ? MANY : 0);
        for (uint32_t i = span->low; i <= span->high; i++)
            plane[i] = over(plane[i], stamp);
    } else if (span->lanes == WARP_SIZE && span->each == 1) {
        record_warp(plane, span, stamp);
    } else {
        record_lanes(plane, span, stamp);
    }
    extents_widen(&cells->extents[class], w, span->low, span->high);
}

HOT unsigned race_shared(struct race_block *rb,
                         const struct race_access *access,
                         const uint32_t offset[WARP_SIZE],
                         struct race_conflict out[RACE_CONFLICTS])
{
    struct race_shared_cells *cells = &rb->shared;
    struct race_report report;
    report.out = out;
    report.count = 0;
    if (access->width < 1u << cells->shift)
        refine(rb);
    if (access->mask == 0 || cells->entries == 0)
        return 0;

    struct span span = locate(access, offset, cells->shift);
    for (unsigned c = 0; c < CLASS_COUNT; c++)
        if (cells->extents[c].warps && conflicting[access->kind] >> c & 1)
            check_class(rb, &span, (enum race_class)c, &report);

    if (access->looks)
        return report.count;
    if (access->kind == ACCESS_READ)
        record(rb, &span, CLASS_READ);
    else if (access->kind == ACCESS_WRITE)
        record(rb, &span, CLASS_WRITE);
    else if (access->kind == ACCESS_ATOMIC)
        record(rb, &span, CLASS_ATOMIC);
    if (access->kind == ACCESS_ATOMIC)
        race_acquire(rb, access->warp);
    return report.count; /* a strong read leaves no trace */
}

HOT bool race_shared_read(struct race_block *rb, unsigned warp, uint32_t pc,
                          uint32_t offset, unsigned width, bool side_by_side)
{
    struct race_shared_cells *cells = &rb->shared;
    struct race_extents *extents = cells->extents;
    uint32_t low = offset >> cells->shift, each = width >> cells->shift;
    uint32_t high = low + (side_by_side ? WARP_SIZE : 1) * each - 1;
    if (!cells->entries || !need_journal(rb) ||
        (extents[CLASS_WRITE].warps &&
         near(&extents[CLASS_WRITE], low, high)) ||
        (extents[CLASS_ATOMIC].warps &&
         near(&extents[CLASS_ATOMIC], low, high)))
        return false;
    if (cells->journal_length[warp] == RACE_JOURNAL)
        write_down(cells, warp);
    uint32_t n = cells->journal_length[warp]++;
    cells->journal[(size_t)warp * RACE_JOURNAL + n] = (struct race_read){
        .stamp = stamp_of(rb->own[warp], pc) | (side_by_side ? 0 : MANY),
        .low = low,
        .each = (uint16_t)each,
        .side_by_side = side_by_side};
    extents_widen(&extents[CLASS_READ], warp, low, high);
    return true;
}
