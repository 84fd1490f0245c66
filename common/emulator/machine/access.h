/*
 * access.h - between the files that load, store and update memory.
 *
 * Each access of a warp goes through the same steps: the lanes' addresses; the
 * one array that holds them all (nearly always the one of the last time); the
 * pattern they make (transactions.c); initcheck (shadow.c); racecheck (race.h);
 * and only then the data.  Lanes with a wrong address are reported and left
 * out; the launch goes on, so that one run shows every mistake, and returns
 * the error in the end.  No address reaches host memory but through an
 * allocation that contains it.
 */
#ifndef ACCESS_H
#define ACCESS_H

#include "base/letters.h"
#include "machine.h"

#include <string.h>

INLINE uint32_t count_lanes(uint32_t mask)
{
    return (uint32_t)__builtin_popcount(mask);
}

INLINE struct grid *grid_of(const struct warp *w)
{
    return w->block->worker->grid;
}

INLINE struct site *site_of(const struct warp *w, const struct insn *insn)
{
    return &w->block->worker->sites[insn->site];
}

INLINE unsigned element_bytes(const struct insn *insn)
{
    return ptx_type_size(insn->detail->type);
}

/* Of how many bytes of an access one must have been written: a copy of a
 * structure loads what lies between its members along with them, less than
 * their alignment, at most 8 bytes, and as integers.  Of a float, a double or
 * an atomic's operand it is every byte. */
INLINE unsigned initialised_unit(const struct insn *insn)
{
    bool load = insn->detail->vector != 0;
    if (!load || type_is_float(insn->detail->type))
        return 1;
    return insn->width < 8 ? insn->width : 8;
}

INLINE bool is_read(enum access_kind kind)
{
    return kind == ACCESS_READ || kind == ACCESS_STRONG_READ;
}

/* A test of an mbarrier stands in a loop that waits, mostly a long one that
 * watches the clock as well. */
INLINE void count_atomic(struct warp *w, const struct insn *insn)
{
    enum { LOOKS_OF_A_TEST = 8 };
    w->strong_reads +=
        insn->detail->atomic == ATOMIC_LOOK ? LOOKS_OF_A_TEST : 1;
    w->block->worker->counters.atomics++;
    w->block->events += insn->detail->atomic < ATOMIC_ARRIVE;
}

/* Which instruction of its function it is. */
INLINE uint32_t pc_of(const struct frame *frame, const struct insn *insn)
{
    return (uint32_t)(insn - frame->code->insns);
}

/* One instruction of a warp, for the lanes of mask, which is not 0. */
struct access {
    struct warp *w;
    struct frame *frame;
    const struct insn *insn;
    enum access_kind kind;
    uint32_t mask;
};

/* Volatile and its kin do not race, and may see what another lane stores. */
INLINE enum access_kind load_kind(struct warp *w, const struct insn *insn)
{
    bool strong = insn->flags & INSN_VOLATILE;
    w->strong_reads += strong;
    w->block->events += strong;
    return strong ? ACCESS_STRONG_READ : ACCESS_READ;
}

INLINE enum access_kind store_kind(const struct insn *insn)
{
    return insn->flags & INSN_VOLATILE ? ACCESS_ATOMIC : ACCESS_WRITE;
}

/* ---- addresses ---------------------------------------------------------- */

/* Addresses of 32 bits, those of shared and local memory, wrap: a register
 * that holds -8 and an offset of 12 are the address 4.  Inactive lanes get the
 * address of the first active one, so that loops may run over all 32. */
INLINE void lane_addresses(const struct frame *frame, const struct insn *insn,
                           uint32_t mask, uint64_t address[WARP_SIZE])
{
    uint64_t offset = (uint64_t)(int64_t)insn->offset;
    const uint8_t *slot = frame->slots + insn->a;
    if (insn->flags & INSN_ADDRESS_32)
        for (unsigned l = 0; l < WARP_SIZE; l++)
            address[l] = ((const u32 *)slot)[l] + (u32)offset;
    else
        for (unsigned l = 0; l < WARP_SIZE; l++)
            address[l] = ((const u64 *)slot)[l] + offset;
    if (mask == ALL_LANES)
        return;
    uint64_t some = address[first_lane(mask)];
    for (unsigned l = 0; l < WARP_SIZE; l++)
        address[l] = mask >> l & 1 ? address[l] : some;
}

/* Offsets from start; true if all lie in [0, size - width] and are aligned.
 * The sign bit of o | (limit - o) is clear exactly for those. */
INLINE bool offsets_within(const uint64_t address[WARP_SIZE], uint64_t start,
                           uint64_t size, unsigned width,
                           uint64_t offset[WARP_SIZE])
{
    uint64_t limit = size - width, outside = 0, low = 0;
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint64_t o = address[l] - start;
        offset[l] = o;
        outside |= o | (limit - o);
        low |= o;
    }
    return size >= width && !(outside >> 63) && !(low & (width - 1));
}

/* The same for addresses that are offsets already, in [low, high). */
INLINE bool offsets_between(const uint64_t offset[WARP_SIZE], uint64_t low,
                            uint64_t high, unsigned width)
{
    uint64_t limit = high - width, outside = 0, bits = 0;
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint64_t o = offset[l];
        outside |= (o - low) | (limit - o);
        bits |= o;
    }
    return high - low >= width && !(outside >> 63) && !(bits & (width - 1));
}

/* lane_addresses and offsets_within in one pass, for the common case. */
INLINE bool lane_offsets(const struct frame *frame, const struct insn *insn,
                         uint32_t mask, uint64_t start, uint64_t size,
                         uint64_t offset[WARP_SIZE])
{
    const u64 *a = (const u64 *)(frame->slots + insn->a);
    uint64_t delta = (uint64_t)(int64_t)insn->offset - start;
    uint64_t limit = size - insn->width, outside = 0, low = 0;
    if (insn->flags & INSN_ADDRESS_32)
        return false;
    uint64_t some = a[first_lane(mask)] + delta;
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint64_t o = a[l] + delta;
        if (mask != ALL_LANES)
            o = mask >> l & 1 ? o : some;
        offset[l] = o;
        outside |= o | (limit - o);
        low |= o;
    }
    return size >= insn->width && !(outside >> 63) &&
           !(low & (insn->width - 1u));
}

/* A full warp at one stride: lane l is at first + l * stride.  What goes for
 * the first and the last lane goes for all. */
struct lane_run {
    uint64_t first, stride;
};

/* False: the lanes' addresses have no stride. */
INLINE bool lane_run(const struct frame *frame, const struct insn *insn,
                     struct lane_run *run)
{
    const uint8_t *slot = frame->slots + insn->a;
    const u64 *wide = (const u64 *)slot;
    const u32 *half = (const u32 *)slot;
    bool short_address = insn->flags & INSN_ADDRESS_32;
    uint64_t differs = 0, expected = short_address ? half[0] : wide[0];
    run->first = expected + (uint64_t)(int64_t)insn->offset;
    if (short_address) /* which wrap */
        run->first = (u32)run->first;
    run->stride = (short_address ? half[1] : wide[1]) - expected;
    if (short_address)
        for (unsigned l = 0; l < WARP_SIZE; l++, expected += run->stride)
            differs |= half[l] ^ expected;
    else
        for (unsigned l = 0; l < WARP_SIZE; l++, expected += run->stride)
            differs |= wide[l] ^ expected;
    return !differs;
}

/* All lanes lie in [0, size - width] and are aligned.  Strides that no array
 * has room for could come round to where they began. */
INLINE bool run_within(struct lane_run run, uint64_t size, unsigned width)
{
    const uint64_t most = 1ull << 48;
    uint64_t last = run.first + (WARP_SIZE - 1) * run.stride;
    return size >= width && run.stride + most < 2 * most &&
           run.first <= size - width && last <= size - width &&
           !((run.first | run.stride) & (width - 1u));
}

INLINE void run_offsets(struct lane_run run, uint64_t offset[WARP_SIZE])
{
    uint64_t at = run.first;
    for (unsigned l = 0; l < WARP_SIZE; l++, at += run.stride)
        offset[l] = at;
}

/* ---- access_report.c: for the lanes of a mask that is not 0 ------------- */

/* "read", "write", "atomic access" */
const char *report_verb(enum access_kind kind);
/* What the student calls the allocation; made in text. */
const char *report_name(const struct warp *w, const struct allocation *al,
                        char *text, size_t n);
/* These lanes' wrong access is told, and the launch will return the status. */
void report_wrong(struct warp *w, const struct insn *insn, struct finding *f,
                  uint32_t lanes, enum launch_status status);
/* An address that is in no allocation. */
void report_address(struct warp *w, const struct insn *insn,
                    enum access_kind kind, uint32_t lanes, unsigned width,
                    uint64_t address);
/* Into detail: "a has 80 bytes, offset 80: index 20, the last is 19"; without
 * the index where width is 0 or no divisor. */
void report_place(struct finding *f, const char *name, uint64_t size,
                  int64_t offset, unsigned width);
void report_misaligned(struct warp *w, const struct insn *insn,
                       enum access_kind kind, uint32_t lanes, uint64_t address);
/* At offset of the allocation; NULL: of shared memory. */
void report_uninitialised(struct warp *w, const struct insn *insn,
                          uint32_t lanes, const struct allocation *al,
                          uint64_t offset);
/* Of local memory; kept: it is stored elsewhere as it is, which is no fault as
 * long as nobody uses it there. */
void report_unset_local(struct warp *w, const struct insn *insn,
                        uint32_t lanes, bool kept);
/* A store to memory that none of the kernel's pointers to written memory
 * points to: an index so wrong that it left its array and met another. */
void report_stray(struct warp *w, const struct insn *insn, uint32_t lanes,
                  const struct allocation *al);
/* A load of constant memory from what is none. */
void report_no_constant(struct warp *w, const struct insn *insn,
                        uint32_t lanes, const struct allocation *al);
/* A read through a texture or a surface of what this launch has written. */
void report_stale(struct warp *w, const struct insn *insn,
                  const struct race_conflict *c, const struct allocation *al);
/* Those of the n conflicts that are not meant; in shared memory, if al is
 * NULL. */
void report_races(struct warp *w, const struct frame *frame,
                  const struct insn *insn,
                  const struct race_conflict *conflicts, unsigned n,
                  const struct allocation *al, const uint8_t *host,
                  const uint64_t offset[WARP_SIZE]);
/* A store whose lanes share bytes: do they store different values?  In shared
 * memory, if al is NULL. */
void check_overlap(struct warp *w, const struct frame *frame,
                   const struct insn *insn, uint32_t mask,
                   const uint64_t offset[WARP_SIZE],
                   const struct allocation *al);

/* ---- access_value.c: what is appended to a finding's detail -------------- */

/* The values of a conflict at its offset from host. */
void report_race_values(struct finding *f, const struct warp *w,
                        const struct frame *frame, const struct insn *insn,
                        const struct race_conflict *c, bool shared,
                        const uint8_t *host);
/* What two lanes store to one place. */
void report_overlap_values(struct finding *f, const struct warp *w,
                           const struct frame *frame, const struct insn *insn,
                           unsigned lane, unsigned other, bool shared);

/* ---- access_atomic.c ---------------------------------------------------- */

/* Atom and red, at checked offsets. */
void atomic_data(struct frame *frame, const struct insn *insn, uint32_t mask,
                 uint8_t *host, const uint64_t offset[WARP_SIZE]);
/* What cp.reduce does to one element. */
void atomic_element(uint8_t *at, const struct insn *insn, uint64_t value);

/* ---- access_global.c ---------------------------------------------------- */

/* The part of a generic access that is to global memory.  Lanes outside the
 * mask repeat an address of one inside. */
void global_lanes(struct access a, const uint64_t address[WARP_SIZE]);

/* Elements of textures and surfaces, at checked offsets of one allocation:
 * an access like others, of which nothing is counted.  What lanes outside the
 * mask have is overwritten. */
void global_elements(struct access a, struct allocation *al,
                     uint64_t offset[WARP_SIZE]);

/* One lane touches a range of an allocation, which has it, BULK_UNIT bytes
 * at a time: races, and who follows it; nothing is counted. */
void global_range(struct access a, struct allocation *al, uint64_t offset,
                  uint64_t bytes);

/* ---- access_shared.c ---------------------------------------------------- */

/* The same for shared memory. */
void shared_lanes(struct access a, const uint64_t offset[WARP_SIZE]);
/* Is a range in one array?  False: that is told, for the lane. */
bool shared_holds(struct access a, uint64_t offset, uint64_t bytes);
/* The same as global_range; what is written is not written yet. */
void shared_range(struct access a, uint32_t offset, uint32_t bytes);

#endif
