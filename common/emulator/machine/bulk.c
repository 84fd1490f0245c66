/*
 * bulk.c - bulk copies between global and shared memory, a lane at a time.
 *
 * A copy is carried out when it is issued; copies.h keeps it until somebody
 * has waited for it.  What it copies of memory that was never written stays
 * so, and is told where it is used.  It goes past L1 and the units that loads
 * and stores pass: none of it is counted.
 * Source: PTX ISA 9.0, "cp.async.bulk", "cp.reduce.async.bulk".
 */
#include "access_data.h"
#include "copies.h"
#include "mbarriers.h"
#include "proxies.h"

#include <stdio.h>

/* What a lane copies, once it has been checked. */
struct bulk {
    uint64_t global;
    uint64_t shared, barrier; /* offsets */
    uint32_t bytes;
    struct allocation *al;
};

static void report_unit(struct warp *w, const struct insn *insn, unsigned lane,
                        const char *what, uint64_t value)
{
    struct finding f = finding_at(w, insn, lane, MEMCHECK);
    snprintf(f.title, sizeof f.title,
             "bulk copy with %s that is not a multiple of %d", what, BULK_UNIT);
    snprintf(f.detail, sizeof f.detail, "it is %llu, %u past a multiple",
             (unsigned long long)value, (unsigned)(value % BULK_UNIT));
    snprintf(f.hint, sizeof f.hint,
             "both addresses and the size are multiples of %d: "
             "__align__(%d) for the array in shared memory, and plain loads "
             "for what is left over",
             BULK_UNIT, BULK_UNIT);
    report_wrong(w, insn, &f, 1u << lane, LAUNCH_MISALIGNED);
}

static bool is_whole(struct warp *w, const struct insn *insn, unsigned lane,
                     const struct bulk *k)
{
    bool good = true;
    if (k->bytes % BULK_UNIT) {
        report_unit(w, insn, lane, "a size", k->bytes);
        good = false;
    }
    if (k->global % BULK_UNIT) {
        report_unit(w, insn, lane, "an address in global memory", k->global);
        good = false;
    }
    if (k->shared % BULK_UNIT) {
        report_unit(w, insn, lane, "an address in shared memory", k->shared);
        good = false;
    }
    return good;
}

/* The allocation that has all of it; NULL: none, and that is told. */
static struct allocation *global_part(struct access a, const struct bulk *k)
{
    struct allocation *al = memory_find(k->global);
    uint64_t offset = al ? k->global - al->address : 0;
    bool writes = a.kind != ACCESS_READ;
    uint64_t there = al ? (al->size - offset) / BULK_UNIT * BULK_UNIT : 0;
    if (!al || k->bytes > al->size - offset) {
        report_address(a.w, a.insn, a.kind, a.mask, BULK_UNIT,
                       k->global + there);
        return NULL;
    }
    if (writes && (al->read_only || (al->watched != grid_of(a.w)->number &&
                                     al->kind != MEMORY_HEAP))) {
        report_stray(a.w, a.insn, a.mask, al);
        return NULL;
    }
    return al;
}

/* Checks all that can be wrong with where it goes.  False: nothing is to be
 * copied. */
static bool find_places(struct access a, struct bulk *k, enum access_kind there)
{
    if (!is_whole(a.w, a.insn, first_lane(a.mask), k))
        return false;
    k->al = global_part(a, k);
    a.kind = there;
    return k->al && k->bytes && shared_holds(a, k->shared, k->bytes);
}

static struct bulk bulk_of(const struct frame *frame, const struct insn *insn,
                           unsigned lane, uint32_t shared, uint32_t global)
{
    uint32_t barrier = insn->detail->fourth;
    return (struct bulk){
        .shared = get_register(frame->slots + shared, 8, lane),
        .global = get_register(frame->slots + global, 8, lane),
        .barrier = barrier == NO_SLOT
                       ? 0
                       : get_register(frame->slots + barrier, 8, lane),
        .bytes = (uint32_t)get_register(frame->slots + insn->b, 4, lane)};
}

DATA void move_bytes(uint8_t *to, const uint8_t *from, uint64_t n)
{
    memcpy(to, from, n);
}

/* ---- into shared memory -------------------------------------------------- */

static void load_lane(struct access a, struct bulk *k)
{
    struct block *b = a.w->block;
    unsigned lane = first_lane(a.mask);
    if (!find_places(a, k, ACCESS_WRITE))
        return;
    uint64_t from = k->global - k->al->address;
    uint32_t to = (uint32_t)k->shared;
    global_range(a, k->al, from, k->bytes);
    a.kind = ACCESS_WRITE;
    shared_range(a, to, k->bytes);
    proxies_replaced(b, to, k->bytes);
    copies_issue_bulk(a.w, a.insn, lane, to, k->bytes, (uint32_t)k->barrier,
                      mbarriers_phase(b, (uint32_t)k->barrier));
    move_bytes(b->shared + to, k->al->host + from, k->bytes);
    shadow_unmark(b->shadow, to, k->bytes);
    shadow_copy(b->shadow, to, k->al->shadow, from, k->bytes);
}

/* What is wrong with it has been told: who waits for it goes on all the same,
 * so that one run shows every mistake. */
void bulk_load(struct warp *w, struct frame *frame, const struct insn *insn,
               uint32_t mask)
{
    for (; mask; mask &= mask - 1) {
        unsigned lane = first_lane(mask);
        struct access a = {w, frame, insn, ACCESS_READ, 1u << lane};
        struct bulk k = bulk_of(frame, insn, lane, insn->a, insn->c);
        if (!mbarriers_known(w, insn, lane, k.barrier))
            continue;
        load_lane(a, &k);
        mbarriers_complete(w, k.barrier, k.bytes);
    }
}

/* ---- from shared memory -------------------------------------------------- */

static void reduce_bytes(const struct insn *insn, uint8_t *to,
                         const uint8_t *from, uint32_t bytes)
{
    unsigned n = element_bytes(insn);
    for (uint32_t at = 0; at < bytes; at += n)
        atomic_element(to + at, insn, read_bytes(from + at, n));
}

/* Parts that were never written are told where they are read. */
static void check_written(struct access a, uint32_t from, uint32_t bytes)
{
    const struct shadow *shadow = a.w->block->shadow;
    if (bytes && shadow_first_marked(shadow, from, bytes) == from + bytes)
        report_uninitialised(a.w, a.insn, a.mask, NULL, from);
}

static void store_lane(struct access a, struct bulk *k)
{
    struct block *b = a.w->block;
    unsigned lane = first_lane(a.mask);
    if (!find_places(a, k, ACCESS_READ))
        return;
    uint64_t to = k->global - k->al->address;
    uint32_t from = (uint32_t)k->shared;
    global_range(a, k->al, to, k->bytes);
    a.kind = ACCESS_READ;
    shared_range(a, from, k->bytes);
    check_written(a, from, k->bytes);
    proxies_read(a.w, a.insn, lane, from, k->bytes);
    copies_issue_bulk(a.w, a.insn, lane, from, k->bytes, 0, 0);
    if (a.insn->detail->reduces)
        reduce_bytes(a.insn, k->al->host + to, b->shared + from, k->bytes);
    else
        move_bytes(k->al->host + to, b->shared + from, k->bytes);
    shadow_copy(k->al->shadow, to, b->shadow, from, k->bytes);
}

void bulk_store(struct warp *w, struct frame *frame, const struct insn *insn,
                uint32_t mask)
{
    bool reduces = insn->detail->reduces;
    for (; mask; mask &= mask - 1) {
        unsigned lane = first_lane(mask);
        struct bulk k = bulk_of(frame, insn, lane, insn->c, insn->a);
        struct access a = {w, frame, insn,
                           reduces ? ACCESS_ATOMIC : ACCESS_WRITE, 1u << lane};
        store_lane(a, &k);
    }
}
