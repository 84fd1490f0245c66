/*
 * access_global.c - loads, stores and atomics of global memory.
 *
 * An access nearly always stays in the allocation that its instruction met
 * last; then one pass over the addresses checks them and makes offsets.
 */
#include "access_data.h"
#include "code/op_class.h"
#include "memory/uses.h"
#include "trace.h"
#include "unset.h"

/* Without cells only atomics and strong reads matter: they order others. */
INLINE void check_races(struct access a, struct allocation *al,
                        const uint64_t offset[WARP_SIZE],
                        enum access_pattern pattern)
{
    struct race_conflict conflicts[RACE_CONFLICTS];
    struct race_access access = {.kind = a.kind,
                                 .warp = a.w->index,
                                 .mask = a.mask,
                                 .width = a.insn->width,
                                 .pc = a.insn->site,
                                 .pattern = pattern,
                                 .blind = op_updates(a.insn->op) &&
                                          !a.insn->detail->returns};
    bool watched = al->watched == grid_of(a.w)->number && al->cells;
    if (!watched && a.kind != ACCESS_ATOMIC && a.kind != ACCESS_STRONG_READ)
        return;
    unsigned n = race_global(a.w->block->race, watched ? al->cells : NULL,
                             &access, offset, conflicts);
    if (n)
        report_races(a.w, a.frame, a.insn, conflicts, n, al, al->host, offset);
    if (a.kind == ACCESS_ATOMIC && (a.insn->flags & INSN_VOLATILE))
        race_reads_told(a.w->block->race, a.w->index); /* a strong store */
}

/* A page of managed memory that is not there may have been moved to the disk,
 * with what the host wrote to it. */
DATA uint32_t zero_lanes(const uint8_t *host, uint32_t mask, unsigned width,
                         const uint64_t offset[WARP_SIZE])
{
    static const uint8_t zeros[16];
    uint32_t zero = 0;
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        zero |= (uint32_t)!memcmp(host + offset[l], zeros, width) << l;
    }
    return zero;
}

static void check_initialised(struct access a, struct allocation *al,
                              const uint64_t offset[WARP_SIZE])
{
    struct warp *w = a.w;
    const struct insn *insn = a.insn;
    uint32_t lanes = shadow_unmarked_lanes(al->shadow, offset, a.mask,
                                           insn->width, initialised_unit(insn));
    if (lanes && al->kind == MEMORY_MANAGED)
        lanes = zero_lanes(al->host, lanes, insn->width, offset);
    if (lanes && !unset_load(w, a.frame, insn, lanes, al, offset))
        report_uninitialised(w, insn, lanes, al, offset[first_lane(lanes)]);
}

INLINE void count_global(struct warp *w, const struct insn *insn,
                         const struct access_shape *shape)
{
    struct site *site = site_of(w, insn);
    site->sectors += shape->sectors;
    site->bytes += shape->bytes;
    w->block->sectors += shape->sectors;
}

/* A column walked down by a whole warp touches new lines, a row apart, in
 * each step: no hardware prefetcher follows.  The step from the last access
 * of this instruction says where the next ones will be; main memory takes as
 * long as some turns of a loop. */
INLINE void fetch_ahead(struct site *site, const uint8_t *host, uint64_t offset,
                        unsigned bytes)
{
    enum { TURNS = 4 };
    uint64_t step = offset - site->previous;
    uintptr_t next = (uintptr_t)host + offset + TURNS * step;
    site->previous = offset;
    for (unsigned at = 0; at < bytes; at += 64)
        __builtin_prefetch((const void *)(next + at));
}

static void note_answer(struct warp *w, const struct insn *insn)
{
    w->asked |= insn->detail->returns;
    w->block->asked |= w->asked;
    w->block->worker->answered |= insn->detail->answers;
}

/* The last to write to a byte that somebody wants to know of. */
static void spy_on(struct access a, const struct allocation *al,
                   const uint64_t offset[WARP_SIZE])
{
    struct spy *spy = grid_of(a.w)->launch->spy;
    const struct insn_detail *detail = a.insn->detail;
    if (!spy || spy->allocation != al || is_read(a.kind))
        return;
    for (uint32_t m = a.mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        if (spy->offset - offset[l] >= a.insn->width)
            continue;
        spy->written = true;
        spy->sums = op_updates(a.insn->op) && detail->atomic == ATOMIC_ADD &&
                    type_is_float(detail->type);
        spy->width = element_bytes(a.insn);
        spy->writer = finding_at(a.w, a.insn, l, RACECHECK);
    }
}

/* What is more than the access itself where an allocation is followed. */
static void follow(struct access a, struct allocation *al,
                   const uint64_t offset[WARP_SIZE])
{
    if (al->followed)
        uses_mark_lanes(al, a.kind, offset, a.mask, a.insn->width);
    spy_on(a, al, offset);
}

/* The access itself, with its checks. */
INLINE void carry_out(struct access a, struct allocation *al,
                      const uint64_t offset[WARP_SIZE],
                      const struct access_shape *shape)
{
    struct warp *w = a.w;
    const struct insn *insn = a.insn;
    uint32_t mask = a.mask;
    bool writes = !is_read(a.kind);
    if (writes && (al->read_only || (al->watched != grid_of(w)->number &&
                                     al->kind != MEMORY_HEAP))) {
        report_stray(w, insn, mask, al);
        return;
    }
    bool modifies = writes && op_updates(insn->op);
    if ((!writes || modifies) && !shadow_all(al->shadow))
        check_initialised(a, al, offset);
    check_races(a, al, offset, shape->pattern);
    if (UNLIKELY(al->followed || al->spied))
        follow(a, al, offset);
    if (modifies) {
        atomic_data(a.frame, insn, mask, al->host, offset);
    } else if (writes) {
        if (shape->bytes < count_lanes(mask) * insn->width)
            check_overlap(w, a.frame, insn, mask, offset, al);
        store_data(a.frame, insn, mask, al->host, offset, shape->pattern);
    } else {
        if (shape->pattern == ACCESS_UNIT)
            fetch_ahead(site_of(w, insn), al->host, offset[first_lane(mask)],
                        shape->bytes);
        load_data(a.frame, insn, mask, al->host, offset, shape->pattern);
    }
    if (writes && !shadow_all(al->shadow))
        shadow_mark_lanes(al->shadow, offset, mask, insn->width);
}

/* Lanes of one allocation, at checked offsets. */
INLINE void within_allocation(struct access a, struct allocation *al,
                              const uint64_t offset[WARP_SIZE],
                              const struct access_shape *shape)
{
    struct warp *w = a.w;
    const struct insn *insn = a.insn;
    uint32_t mask = a.mask;
    if (insn->op == OP_ld_const && !al->read_only) {
        report_no_constant(w, insn, mask, al);
        return;
    }
    struct access_shape counted = *shape;
    if (op_updates(insn->op) && !insn->detail->combined &&
        shape->bytes < count_lanes(mask) * insn->width)
        counted.sectors = atomic_sectors(offset, mask);
    count_global(w, insn, &counted);
    if (w->block->watched)
        trace_global(w, insn, mask, al, offset, shape->sectors);
    if (UNLIKELY(w->tape))
        tape_global(w->tape, pc_of(a.frame, insn), insn, mask, shape->pattern,
                    al->address, offset);
    carry_out(a, al, offset, shape);
}

INLINE void at_offsets(struct access a, struct allocation *al,
                       const uint64_t offset[WARP_SIZE])
{
    struct access_shape shape = access_shape(offset, a.mask, a.insn->width);
    within_allocation(a, al, offset, &shape);
}

/* Lanes in several allocations, or wrong. */
static void global_scattered(struct access a, const uint64_t address[WARP_SIZE])
{
    unsigned width = a.insn->width;
    uint32_t mask = a.mask;
    uint32_t wrong = 0, misaligned = 0;
    while (mask) {
        unsigned first = first_lane(mask);
        struct allocation *al = memory_find(address[first]);
        uint64_t offset[WARP_SIZE] = {0};
        uint32_t group = 0;
        for (uint32_t m = al ? mask : 0; m; m &= m - 1) {
            unsigned l = first_lane(m);
            offset[l] = address[l] - al->address;
            if (al->size < width || offset[l] > al->size - width)
                continue;
            if (offset[l] % width)
                misaligned |= 1u << l;
            else
                group |= 1u << l;
        }
        mask &= ~(group | misaligned);
        a.mask = group;
        if (group)
            at_offsets(a, al, offset);
        if (!group && mask & 1u << first) {
            wrong |= 1u << first;
            mask &= mask - 1;
        }
    }
    if (misaligned)
        report_misaligned(a.w, a.insn, a.kind, misaligned,
                          address[first_lane(misaligned)]);
    if (wrong)
        report_address(a.w, a.insn, a.kind, wrong, width,
                       address[first_lane(wrong)]);
}

INLINE void count_request(struct warp *w, const struct insn *insn,
                          enum access_kind kind, uint32_t mask)
{
    site_of(w, insn)->requests++;
    if (!is_read(kind) || insn->op == OP_ld_const)
        return;
    w->global_loads++;
    w->load_bytes += (uint64_t)count_lanes(mask) * insn->width;
}

/* Which allocation is the lowest does not depend on the order of blocks.  A
 * load of constants that met another memory is to be reported each time. */
static void site_meets(struct site *site, const struct insn *insn,
                       struct allocation *al)
{
    if (insn->op == OP_ld_const && !al->read_only)
        return;
    site->last = al;
    if (!site->lowest || al->id < site->lowest->id)
        site->lowest = al;
}

/* Not where the last access was: another allocation, several, or none. */
static void global_anywhere(struct access a, const uint64_t address[WARP_SIZE])
{
    uint64_t offset[WARP_SIZE];
    struct allocation *al = memory_find(address[first_lane(a.mask)]);
    if (al)
        site_meets(site_of(a.w, a.insn), a.insn, al);
    if (al &&
        offsets_within(address, al->address, al->size, a.insn->width, offset))
        at_offsets(a, al, offset);
    else
        global_scattered(a, address);
}

/* Any access.  Apart from plain loads, so that these need not save what this
 * needs registers and stack for. */
HOT static void global_access(struct warp *w, struct frame *frame,
                              const struct insn *insn, enum access_kind kind,
                              uint32_t mask)
{
    uint64_t lanes[WARP_SIZE];
    struct access a = {w, frame, insn, kind, mask};
    struct allocation *al = site_of(w, insn)->last;
    count_request(w, insn, kind, mask);
    if (al && !al->freed &&
        lane_offsets(frame, insn, mask, al->address, al->size, lanes)) {
        at_offsets(a, al, lanes);
        return;
    }
    lane_addresses(frame, insn, mask, lanes);
    global_anywhere(a, lanes);
}

/* Is a load from here only to be counted?  So it is if what is read was
 * written by the host or an earlier launch, and this one cannot write to it. */
INLINE bool is_plain(const struct warp *w, const struct insn *insn,
                     const struct allocation *al)
{
    return al && !al->freed && !al->followed && shadow_all(al->shadow) &&
           (al->watched != grid_of(w)->number || !al->cells) &&
           !w->block->watched &&
           (insn->flags & (INSN_WHOLE | INSN_VOLATILE)) == INSN_WHOLE &&
           insn->width >= 4;
}

/* A full warp's plain load at one stride from the allocation where it was
 * last: the common case, which needs no look at every lane.  False: it is not,
 * and nothing is done. */
INLINE bool plain_load(struct warp *w, struct frame *frame,
                       const struct insn *insn)
{
    struct lane_run run;
    struct site *site = site_of(w, insn);
    const struct allocation *al = site->last;
    if (!LIKELY(is_plain(w, insn, al)) || !LIKELY(lane_run(frame, insn, &run)))
        return false;
    run.first -= al->address;
    if (!LIKELY(run_within(run, al->size, insn->width)))
        return false;
    struct access_shape shape =
        access_strided(run.first, run.stride, WARP_SIZE, insn->width);
    count_request(w, insn, ACCESS_READ, ALL_LANES);
    count_global(w, insn, &shape);
    if (UNLIKELY(w->tape))
        tape_strided(w->tape, pc_of(frame, insn), insn, al->address + run.first,
                     run.stride);
    if (shape.pattern == ACCESS_UNIT)
        fetch_ahead(site, al->host, run.first, shape.bytes);
    load_run(frame, insn, al->host + run.first, run.stride);
    return true;
}

HOT void global_load(struct warp *w, struct frame *frame,
                     const struct insn *insn, uint32_t mask)
{
    if (!LIKELY(mask == ALL_LANES) || !LIKELY(plain_load(w, frame, insn)))
        global_access(w, frame, insn, load_kind(w, insn), mask);
}

HOT void global_store(struct warp *w, struct frame *frame,
                      const struct insn *insn, uint32_t mask)
{
    global_access(w, frame, insn, store_kind(insn), mask);
}

void global_atomic(struct warp *w, struct frame *frame, const struct insn *insn,
                   uint32_t mask)
{
    count_atomic(w, insn);
    note_answer(w, insn);
    global_access(w, frame, insn, ACCESS_ATOMIC, mask);
}

void global_lanes(struct access a, const uint64_t address[WARP_SIZE])
{
    count_request(a.w, a.insn, a.kind, a.mask);
    if (a.kind == ACCESS_ATOMIC)
        note_answer(a.w, a.insn);
    global_anywhere(a, address);
}

/* Textures and surfaces have a cache that does not see what the launch
 * stores. */
static uint32_t stale_lanes(struct access a, const struct allocation *al,
                            const uint64_t offset[WARP_SIZE])
{
    struct race_conflict conflict;
    const struct race_access access = {.kind = a.kind,
                                       .warp = a.w->index,
                                       .mask = a.mask,
                                       .width = a.insn->width};
    bool watched = al->watched == grid_of(a.w)->number;
    uint32_t lanes = race_written(a.w->block->race, watched ? al->cells : NULL,
                                  &access, offset, &conflict);
    if (lanes)
        report_stale(a.w, a.insn, &conflict, al);
    return lanes;
}

void global_elements(struct access a, struct allocation *al,
                     uint64_t offset[WARP_SIZE])
{
    uint32_t stale = is_read(a.kind) ? stale_lanes(a, al, offset) : 0;
    a.mask &= ~stale;
    if (!a.mask)
        return;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (!(a.mask >> l & 1))
            offset[l] = offset[first_lane(a.mask)];
    struct access_shape shape = access_shape(offset, a.mask, a.insn->width);
    carry_out(a, al, offset, &shape);
}

void global_range(struct access a, struct allocation *al, uint64_t offset,
                  uint64_t bytes)
{
    bool watched = al->watched == grid_of(a.w)->number && al->cells;
    uint64_t at[WARP_SIZE];
    if (!watched && !al->followed && !al->spied)
        return;
    for (uint64_t end = offset + bytes; offset < end; offset += BULK_UNIT) {
        for (unsigned l = 0; l < WARP_SIZE; l++)
            at[l] = offset;
        check_races(a, al, at, ACCESS_GENERAL);
        if (al->followed || al->spied)
            follow(a, al, at);
    }
}
