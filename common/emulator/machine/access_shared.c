/*
 * access_shared.c - loads, stores and atomics of shared memory.
 */
#include "access_data.h"
#include "code/op_class.h"
#include "copies.h"
#include "mbarriers.h"
#include "proxies.h"
#include "trace.h"
#include "unset.h"

#include <stdio.h>

/* ---- addresses ----------------------------------------------------------- */

/* Does the access touch the space between two arrays? */
static bool in_a_gap(const struct gap *gap, uint64_t offset, unsigned width)
{
    return offset + width - 1 - gap->start < gap->bytes + width - 1;
}

/* What an access of shared memory has left. */
struct left {
    const char *name;
    uint64_t size;
    enum { LEFT_STATIC, LEFT_EXTERN, LEFT_ONE_OF_SEVERAL } kind;
};

/* A static array is as long as the source says, whatever the launch. */
static const char *hint_past_the_end(const struct left *left)
{
    switch (left->kind) {
    case LEFT_STATIC:
        return "does a loop, or an index, go beyond the last element?";
    case LEFT_EXTERN:
        return "extern __shared__ is as long as the launch says, in bytes: "
               "kernel<<<blocks, threads, bytes>>>(...)";
    default:
        return "does a loop, or an index, go beyond the last element?  The "
               "size of extern __shared__ is what the launch says, in bytes";
    }
}

static void tell_outside(struct finding *f, const char *verb,
                         const struct left *left, int64_t offset,
                         unsigned width)
{
    bool before = offset < 0;
    bool named = strcmp(left->name, "shared memory");
    snprintf(f->title, sizeof f->title, "%s of %u byte%s %s of %s%.60s", verb,
             width, plural(width), before ? "before the start" : "past the end",
             named ? "__shared__ " : "", left->name);
    report_place(f, left->name, left->size, offset, width);
    snprintf(f->hint, sizeof f->hint, "%s",
             before ? "a negative index?" : hint_past_the_end(left));
}

/* Behind all others, where the open array begins, to which the launch gave
 * nothing?  Places further on are in front of the first. */
static bool is_unsized(const struct grid *grid, uint64_t offset)
{
    return grid->program->dynamic_name && !grid->launch->dynamic_shared &&
           offset - grid->dynamic_start <= INT32_MAX;
}

/* The array that is left, where it is known: there is one, or this is nearer
 * to its end than to the next. */
static void tell_left_array(struct finding *f, const struct grid *grid,
                            const char *verb, uint64_t offset, unsigned width)
{
    char buffer[80];
    const struct gap *gap = grid->gaps;
    uint32_t start = shared_array_start(grid, 0);
    struct left left = {.name = "shared memory",
                        .size = grid->shared_used,
                        .kind = LEFT_ONE_OF_SEVERAL};
    if (is_unsized(grid, offset)) {
        start = grid->dynamic_start;
        left = (struct left){
            .name = shared_array_name(grid, start, buffer, sizeof buffer),
            .kind = LEFT_EXTERN};
        tell_outside(f, verb, &left, (int64_t)(offset - start), width);
        return;
    }
    for (uint32_t i = 0; i < grid->gap_count; i++, gap++) {
        if (offset - gap->start >= gap->bytes / 2)
            continue;
        start = shared_array_start(grid, gap->start - 1);
        left = (struct left){
            .name = shared_array_name(grid, start, buffer, sizeof buffer),
            .size = gap->start - start};
        tell_outside(f, verb, &left, (int64_t)(offset - start), width);
        return;
    }
    if (!grid->gap_count) {
        left.name = shared_array_name(grid, start, buffer, sizeof buffer);
        left.kind = grid->program->arrays ? LEFT_STATIC : LEFT_EXTERN;
    }
    tell_outside(f, verb, &left, (int32_t)shared_told_offset(grid, offset),
                 width);
}

static void report_shared(struct warp *w, const struct insn *insn,
                          enum access_kind kind, uint32_t lanes,
                          uint64_t offset)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    const struct grid *grid = w->block->worker->grid;
    bool inside = offset < grid->shared_bytes;
    if (offset % insn->width && inside) {
        report_misaligned(w, insn, kind, lanes, offset);
        return;
    }
    tell_left_array(&f, grid, report_verb(kind), offset, insn->width);
    report_wrong(w, insn, &f, lanes, LAUNCH_BAD_ADDRESS);
}

static uint32_t keep_inside(struct warp *w, const struct insn *insn,
                            enum access_kind kind, uint32_t mask,
                            uint64_t offset[WARP_SIZE])
{
    const struct grid *grid = w->block->worker->grid;
    uint32_t wrong = 0, size = w->block->shared_bytes;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        bool good = size >= insn->width && offset[l] <= size - insn->width &&
                    offset[l] % insn->width == 0;
        for (uint32_t i = 0; i < grid->gap_count; i++)
            good &= !in_a_gap(&grid->gaps[i], offset[l], insn->width);
        wrong |= (uint32_t)!good << l;
    }
    if (wrong)
        report_shared(w, insn, kind, wrong, offset[first_lane(wrong)]);
    mask &= ~wrong;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (!(mask >> l & 1))
            offset[l] = 0;
    return mask;
}

/* Not in the array where the last access was, but all in one other? */
static bool in_another_array(struct warp *w, const struct insn *insn,
                             uint32_t mask, const uint64_t offset[WARP_SIZE])
{
    const struct grid *grid = w->block->worker->grid;
    struct site *site = site_of(w, insn);
    uint64_t first = offset[first_lane(mask)];
    site->low = 0;
    site->high = grid->shared_bytes;
    for (uint32_t i = 0; i < grid->gap_count; i++) {
        const struct gap *gap = &grid->gaps[i];
        if (first < gap->start + (uint64_t)gap->bytes) {
            site->high = gap->start;
            break;
        }
        site->low = gap->start + gap->bytes;
    }
    if (!site->lowest_high || site->high < site->lowest_high)
        site->lowest_high = site->high;
    return offsets_between(offset, site->low, site->high, insn->width);
}

/* ---- an access ----------------------------------------------------------- */

/* Distinct ones: a word that all lanes read counts once, as an H200 counts
 * (smsp__sass_data_bytes_mem_shared). */
INLINE uint32_t bytes_asked_for(const uint64_t *offset, uint32_t mask,
                                unsigned width,
                                const struct shared_shape *shape)
{
    if (shape->pattern == ACCESS_UNIFORM)
        return width;
    return shape->overlap ? access_shape(offset, mask, width).bytes
                          : count_lanes(mask) * width;
}

INLINE void count_shared(struct warp *w, const struct insn *insn,
                         enum access_kind kind, uint32_t bytes,
                         const struct shared_shape *shape)
{
    struct counters *c = &w->block->worker->counters;
    struct site *site = site_of(w, insn);
    uint32_t conflicts = shape->wavefronts - shape->ideal;
    site->shared_requests++;
    site->wavefronts += shape->wavefronts;
    site->conflicts += conflicts;
    if (is_read(kind)) {
        c->shared_load_requests++;
        c->shared_load_wavefronts += shape->wavefronts;
        c->shared_load_bank_conflicts += conflicts;
        c->shared_load_bytes += bytes;
    } else if (kind == ACCESS_WRITE) {
        c->shared_store_requests++;
        c->shared_store_wavefronts += shape->wavefronts;
        c->shared_store_bank_conflicts += conflicts;
        c->shared_store_bytes += bytes;
    } else {
        c->shared_atomic_requests++;
        c->shared_atomic_wavefronts += shape->wavefronts;
        c->shared_atomic_bank_conflicts += conflicts;
    }
}

INLINE void check_shared(struct access a, const uint32_t narrow[WARP_SIZE],
                         const uint64_t offset[WARP_SIZE],
                         const struct shared_shape *shape)
{
    struct block *block = a.w->block;
    unsigned width = a.insn->width;
    struct race_conflict conflicts[RACE_CONFLICTS];
    struct race_access access = {.kind = a.kind,
                                 .warp = a.w->index,
                                 .mask = a.mask,
                                 .width = width,
                                 .pc = a.insn->site,
                                 .pattern = shape->pattern};
    if (a.kind != ACCESS_WRITE && !shadow_all(block->shadow) &&
        !op_is_mbarrier(a.insn)) {
        uint32_t lanes = shadow_unmarked_shared(
            block->shadow, narrow, a.mask, width, initialised_unit(a.insn));
        if (lanes && !unset_load(a.w, a.frame, a.insn, lanes, NULL, offset))
            report_uninitialised(a.w, a.insn, lanes, NULL,
                                 offset[first_lane(lanes)]);
    }
    if (UNLIKELY(block->copying))
        copies_touched(a.w, a.insn, is_read(a.kind), a.mask, narrow);
    unsigned n = race_shared(block->race, &access, narrow, conflicts);
    if (n)
        report_races(a.w, a.frame, a.insn, conflicts, n, NULL, block->shared,
                     offset);
    if (shape->overlap && a.kind == ACCESS_WRITE)
        check_overlap(a.w, a.frame, a.insn, a.mask, offset, NULL);
    if (UNLIKELY(a.insn->detail->copies))
        copies_issue(a.w, a.insn, a.mask, narrow);
    if (UNLIKELY(block->bulk) && a.kind != ACCESS_READ)
        proxies_stored(a.w, a.insn, a.mask, narrow);
    if (a.kind != ACCESS_READ && !shadow_all(block->shadow))
        shadow_mark_shared(block->shadow, narrow, a.mask, width);
}

static void keep_access(struct access a, const uint64_t offset[WARP_SIZE],
                        const uint32_t narrow[WARP_SIZE],
                        const struct shared_shape *shape)
{
    uint32_t pc = pc_of(a.frame, a.insn);
    if (is_read(a.kind) && shape->pattern != ACCESS_UNIT)
        tape_shared_load(a.w->tape, pc, a.mask, a.insn->width, narrow);
    else
        tape_shared(a.w->tape, pc, a.mask, shape->wavefronts,
                    a.kind == ACCESS_ATOMIC ? offset : NULL);
}

/* At checked offsets; narrow are the same ones. */
INLINE void shared_checked(struct access a, const uint64_t offset[WARP_SIZE],
                           const uint32_t narrow[WARP_SIZE],
                           const struct shared_shape *shape)
{
    struct block *block = a.w->block;
    if (a.kind == ACCESS_ATOMIC && UNLIKELY(op_is_mbarrier(a.insn))) {
        a.mask &= ~mbarriers_refused(a.w, a.frame, a.insn, a.mask, narrow);
        if (!a.mask)
            return;
    }
    count_shared(a.w, a.insn, a.kind,
                 bytes_asked_for(offset, a.mask, a.insn->width, shape), shape);
    if (block->watched)
        trace_shared(a.w, a.insn, a.mask, narrow);
    if (UNLIKELY(a.w->tape))
        keep_access(a, offset, narrow, shape);
    check_shared(a, narrow, offset, shape);
    if (a.insn->flags & INSN_VOLATILE)
        race_acquire(block->race, a.w->index);
    if (a.kind == ACCESS_READ)
        load_data(a.frame, a.insn, a.mask, block->shared, offset,
                  shape->pattern);
    else if (a.kind == ACCESS_WRITE)
        store_data(a.frame, a.insn, a.mask, block->shared, offset,
                   shape->pattern);
    else
        atomic_data(a.frame, a.insn, a.mask, block->shared, offset);
}

INLINE void shared_access(struct access a, const uint64_t address[WARP_SIZE])
{
    const uint64_t *offset = address;
    uint64_t inside[WARP_SIZE];
    uint32_t narrow[WARP_SIZE];
    struct site *site = site_of(a.w, a.insn);
    if (!offsets_between(offset, site->low, site->high, a.insn->width) &&
        !in_another_array(a.w, a.insn, a.mask, offset)) {
        memcpy(inside, address, sizeof inside);
        a.mask = keep_inside(a.w, a.insn, a.kind, a.mask, inside);
        if (!a.mask)
            return;
        offset = inside;
    }
    for (unsigned l = 0; l < WARP_SIZE; l++)
        narrow[l] = (uint32_t)offset[l];
    struct shared_shape shape = shared_shape(narrow, a.mask, a.insn->width);
    shared_checked(a, offset, narrow, &shape);
}

/* ---- instructions -------------------------------------------------------- */

/* A full warp at one place or side by side, in the array where it was last:
 * the common case, which needs no look at every lane.  False: it is not. */
INLINE bool shared_run(struct access a)
{
    uint64_t offset[WARP_SIZE], width = a.insn->width;
    uint32_t narrow[WARP_SIZE];
    struct lane_run run;
    const struct site *site = site_of(a.w, a.insn);
    uint64_t room = site->high - site->low;
    if (!lane_run(a.frame, a.insn, &run) ||
        (run.stride != 0 && run.stride != width))
        return false;
    uint64_t bytes = (WARP_SIZE - 1) * run.stride + width;
    if (room < bytes || run.first - site->low > room - bytes ||
        run.first & (width - 1))
        return false;
    run_offsets(run, offset);
    for (unsigned l = 0; l < WARP_SIZE; l++)
        narrow[l] = (uint32_t)offset[l];
    struct shared_shape shape =
        shared_run_shape(run.stride != 0, a.insn->width);
    shared_checked(a, offset, narrow, &shape);
    return true;
}

/* Any access.  Apart from plain loads, so that these need not save what this
 * needs registers and stack for. */
HOT static void shared_warp(struct warp *w, struct frame *frame,
                            const struct insn *insn, enum access_kind kind,
                            uint32_t mask)
{
    uint64_t address[WARP_SIZE];
    struct access a = {w, frame, insn, kind, mask};
    if (mask == ALL_LANES && shared_run(a))
        return;
    lane_addresses(frame, insn, mask, address);
    shared_access(a, address);
}

/* Was it written, and is it ordered with all that was?  Then the read of a
 * full warp is recorded. */
INLINE bool read_checked(struct warp *w, const struct insn *insn,
                         uint32_t first, uint32_t bytes)
{
    const struct block *block = w->block;
    return (shadow_all(block->shadow) ||
            shadow_is_marked(block->shadow, first, bytes)) &&
           race_shared_read(block->race, w->index, insn->site, first,
                            insn->width, bytes > insn->width);
}

/* A full warp's load at one place or side by side, in the array where it was
 * last: the common case, which needs no look at every lane.  False: it is
 * not, or there is more to it, and nothing is done. */
INLINE bool plain_load(struct warp *w, struct frame *frame,
                       const struct insn *insn)
{
    struct lane_run run;
    const struct site *site = site_of(w, insn);
    uint32_t width = insn->width;
    if (!LIKELY((insn->flags & (INSN_WHOLE | INSN_VOLATILE)) == INSN_WHOLE) ||
        width < 4 || w->block->watched || w->block->copying ||
        !LIKELY(lane_run(frame, insn, &run)) ||
        (run.stride != 0 && run.stride != width))
        return false;
    uint32_t bytes = run.stride ? WARP_SIZE * width : width;
    uint64_t room = site->high - site->low;
    if (room < bytes || run.first - site->low > room - bytes ||
        run.first & (width - 1) ||
        !LIKELY(read_checked(w, insn, (uint32_t)run.first, bytes)))
        return false;
    struct shared_shape shape = shared_run_shape(run.stride != 0, width);
    count_shared(w, insn, ACCESS_READ, bytes, &shape);
    if (UNLIKELY(w->tape))
        tape_shared(w->tape, pc_of(frame, insn), ALL_LANES,
                    run.stride ? shape.wavefronts : (width + 7) / 8, NULL);
    load_run(frame, insn, w->block->shared + run.first, run.stride);
    return true;
}

HOT void shared_load(struct warp *w, struct frame *frame,
                     const struct insn *insn, uint32_t mask)
{
    if (LIKELY(mask == ALL_LANES) && LIKELY(plain_load(w, frame, insn)))
        return;
    load_kind(w, insn);
    shared_warp(w, frame, insn, ACCESS_READ, mask);
}

HOT void shared_store(struct warp *w, struct frame *frame,
                      const struct insn *insn, uint32_t mask)
{
    shared_warp(w, frame, insn, ACCESS_WRITE, mask);
}

void shared_atomic(struct warp *w, struct frame *frame, const struct insn *insn,
                   uint32_t mask)
{
    count_atomic(w, insn);
    shared_warp(w, frame, insn, ACCESS_ATOMIC, mask);
}

void shared_lanes(struct access a, const uint64_t offset[WARP_SIZE])
{
    shared_access(a, offset);
}

bool shared_holds(struct access a, uint64_t offset, uint64_t bytes)
{
    const struct grid *grid = grid_of(a.w);
    uint64_t size = grid->shared_bytes, good = bytes;
    if (offset > size || bytes > size - offset)
        good = offset < size ? (size - offset) / BULK_UNIT * BULK_UNIT : 0;
    for (uint32_t i = 0; i < grid->gap_count; i++) {
        const struct gap *gap = &grid->gaps[i];
        if (offset + good > gap->start && offset < gap->start + gap->bytes)
            good = offset < gap->start
                       ? (gap->start - offset) / BULK_UNIT * BULK_UNIT
                       : 0;
    }
    if (good < bytes)
        report_shared(a.w, a.insn, a.kind, a.mask, offset + good);
    return good == bytes;
}

void shared_range(struct access a, uint32_t offset, uint32_t bytes)
{
    struct race_conflict conflicts[RACE_CONFLICTS];
    struct race_access access = {.kind = a.kind,
                                 .warp = a.w->index,
                                 .mask = a.mask,
                                 .width = BULK_UNIT,
                                 .pc = a.insn->site,
                                 .pattern = ACCESS_GENERAL,
                                 .looks = a.kind == ACCESS_WRITE};
    copies_met(a.w, a.insn, a.kind == ACCESS_READ, first_lane(a.mask), offset,
               bytes);
    for (uint32_t end = offset + bytes; offset < end; offset += BULK_UNIT) {
        uint32_t at[WARP_SIZE];
        uint64_t wide[WARP_SIZE];
        for (unsigned l = 0; l < WARP_SIZE; l++)
            wide[l] = at[l] = offset;
        unsigned n = race_shared(a.w->block->race, &access, at, conflicts);
        if (n)
            report_races(a.w, a.frame, a.insn, conflicts, n, NULL,
                         a.w->block->shared, wide);
    }
}
