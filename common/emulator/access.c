/*
 * access.c - loads, stores and atomics of a warp, checked and counted.
 *
 * Each access goes through the same steps: the lanes' addresses; the one
 * allocation that holds them all (nearly always the one of the last time);
 * the pattern they make (counters.c); initcheck (shadow.c); racecheck
 * (race.c); and only then the data.  Lanes with a wrong address are reported
 * and left out; the launch goes on, so that one run shows every mistake, and
 * returns the error in the end.  No address reaches host memory but through
 * an allocation that contains it.
 */
#include "arith.h"

#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* After so many wrong accesses a launch ends: nothing new will be learnt. */
#define MAX_ERRORS 10000

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

/* ---- findings ----------------------------------------------------------- */

static const char *verb(enum race_kind kind)
{
    return kind == RACE_READ || kind == RACE_STRONG_READ ? "read"
           : kind == RACE_WRITE                          ? "write"
                                                         : "atomic access";
}

static const char *name_of(const struct warp *w, const struct allocation *al,
                           char *text, size_t n)
{
    return launch_array_name(grid_of(w)->launch, al, text, n);
}

static void count_error(struct warp *w, enum launch_status status)
{
    struct grid *grid = grid_of(w);
    bool enough = atomic_fetch_add(&grid->errors, 1) >= MAX_ERRORS;
    launch_status_set(w->block->worker, status, enough);
}

/* Is this an address of the host program?  mincore fails for what is not
 * mapped. */
static bool is_host_address(uint64_t address)
{
    unsigned char page;
    uint64_t size = (uint64_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)(uintptr_t)(address & ~(size - 1));
    return address >= 65536 && address < 1ull << 47 &&
           mincore(start, 1, &page) == 0;
}

static void describe_near(struct finding *f, const struct warp *w,
                          const char *what, unsigned width, uint64_t address)
{
    char buffer[40];
    const struct allocation *al = memory_nearest(address);
    if (!al || (address - al->address > al->size + (16u << 20) &&
                al->address - address > 16u << 20)) {
        snprintf(f->title, sizeof f->title,
                 "%s of %u bytes at 0x%llx, which is no device memory", what,
                 width, (unsigned long long)address);
        snprintf(f->hint, sizeof f->hint,
                 "an index far outside its array, an int that overflowed, or "
                 "a pointer that was never set?");
        return;
    }
    const char *name = name_of(w, al, buffer, sizeof buffer);
    bool before = address < al->address;
    uint64_t offset = address - al->address;
    if (al->freed && offset < al->size) {
        snprintf(f->title, sizeof f->title,
                 "%s of %u bytes of memory that was freed", what, width);
        snprintf(f->detail, sizeof f->detail,
                 "allocation %u had %llu bytes, offset %llu", al->id,
                 (unsigned long long)al->size, (unsigned long long)offset);
        snprintf(f->hint, sizeof f->hint,
                 al->kind == MEMORY_HEAP
                     ? "move free behind the last use"
                     : "move cudaFree behind the last launch that uses it");
        return;
    }
    snprintf(f->title, sizeof f->title, "%s of %u bytes %s of %.60s", what,
             width, before ? "before the start" : "past the end", name);
    snprintf(f->detail, sizeof f->detail, "%.60s has %llu bytes, offset %lld",
             name, (unsigned long long)al->size, (long long)offset);
    snprintf(f->hint, sizeof f->hint,
             before ? "a negative index, or an int that overflowed?"
                    : "is every index below the size?  Threads of the last "
                      "block and the last step of a loop are the usual ones");
}

static void report_address(struct warp *w, const struct insn *insn,
                           enum race_kind kind, uint32_t lanes,
                           uint64_t address)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    unsigned width = insn->width;
    f.lanes = count_lanes(lanes);
    if (address < 65536) {
        snprintf(f.title, sizeof f.title,
                 "%s of %u bytes through a null pointer (0x%llx)", verb(kind),
                 width, (unsigned long long)address);
        snprintf(f.hint, sizeof f.hint,
                 "was the memory allocated, and the result checked?");
    } else if (is_host_address(address) && !memory_nearest(address)) {
        snprintf(f.title, sizeof f.title,
                 "%s of %u bytes through a host pointer", verb(kind), width);
        snprintf(f.hint, sizeof f.hint,
                 "a kernel needs device memory: cudaMalloc it, cudaMemcpy "
                 "the data, and pass that pointer");
    } else {
        describe_near(&f, w, verb(kind), width, address);
    }
    diagnose(&f);
    count_error(w, LAUNCH_BAD_ADDRESS);
}

static void report_misaligned(struct warp *w, const struct insn *insn,
                              enum race_kind kind, uint32_t lanes,
                              uint64_t address)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    f.lanes = count_lanes(lanes);
    snprintf(f.title, sizeof f.title,
             "%s of %u bytes at an address that is not a multiple of %u",
             verb(kind), insn->width, insn->width);
    snprintf(f.detail, sizeof f.detail, "address 0x%llx",
             (unsigned long long)address);
    snprintf(f.hint, sizeof f.hint,
             "a pointer cast to a wider type must point to a multiple of it");
    diagnose(&f);
    count_error(w, LAUNCH_MISALIGNED);
}

static void report_uninitialised(struct warp *w, const struct insn *insn,
                                 uint32_t lanes, const char *name)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), INITCHECK);
    f.lanes = count_lanes(lanes);
    snprintf(f.title, sizeof f.title,
             "read of %u bytes of %.60s that were never written", insn->width,
             name);
    snprintf(f.hint, sizeof f.hint,
             "new memory holds garbage: set it before it is read or added "
             "to");
    diagnose(&f);
}

static const char *hazard_words(enum race_hazard hazard, bool write_was_atomic)
{
    switch (hazard) {
    case RACE_RAW:
        return write_was_atomic ? "read while an atomic may change it"
                                : "read while another thread may write it";
    case RACE_WAR: return "written while another thread may read it";
    default: return "written by two threads";
    }
}

/* own: the other side is the same line, of another thread. */
static const char *race_hint(const struct race_conflict *c, bool own)
{
    if (c->other_block && c->hazard != RACE_WAW && !own)
        return "blocks run in any order and at the same time: give each its "
               "own place, or use a second kernel; behind a counter or flag, "
               "__threadfence() before it is set";
    if (c->other_block)
        return "blocks run in any order and at the same time: give each its "
               "own place, use an atomic, or a second kernel";
    if (own && c->warp_level)
        return "lanes of a warp need not run in step: put __syncwarp() "
               "between reading and writing, give each thread its own place, "
               "or use an atomic";
    if (own)
        return "give each thread its own place, or use an atomic; between "
               "the steps of a loop, put __syncthreads()";
    if (c->warp_level)
        return "lanes of a warp need not run in step: put __syncthreads() "
               "between the two, or __syncwarp() if no other warp is involved";
    return "put __syncthreads() between the two";
}

static struct dims block_at(const struct grid *grid, uint64_t number)
{
    struct dims size = grid->launch->grid;
    return (struct dims){(uint32_t)(number % size.x),
                         (uint32_t)(number / size.x % size.y),
                         (uint32_t)(number / size.x / size.y)};
}

static struct dims thread_at(const struct grid *grid, uint32_t number)
{
    struct dims size = grid->launch->block;
    return (struct dims){number % size.x, number / size.x % size.y,
                         number / size.x / size.y};
}

/* A loop around compare-and-swap may start from any value, since the swap
 * itself finds out whether it was stale; and a volatile read that waits for
 * an atomic is meant to meet it. */
static bool is_meant(const struct grid *grid, const struct insn *insn,
                     const struct race_conflict *c)
{
    if (c->pc == RACE_NO_PC || c->hazard == RACE_WAW)
        return false;
    const struct insn_detail *mine = insn->detail;
    const struct insn_detail *other = grid->program->site_details[c->pc];
    const struct insn_detail *read = c->hazard == RACE_RAW ? mine : other;
    const struct insn_detail *write = read == mine ? other : mine;
    bool atomic = write->op == OP_atom_shared || write->op == OP_atom_global ||
                  write->op == OP_atom_generic;
    return atomic && (read->strong || write->atomic == ATOMIC_CAS);
}

/* Which of two blocks comes first differs from run to run; the message does
 * not: it always stands at the write. */
static void tell_from_the_write(struct finding *f, const char *name,
                                struct dims thread, struct dims block)
{
    struct ptx_loc read = f->loc;
    char place[80];
    snprintf(place, sizeof place, "thread (%u,%u,%u) of block (%u,%u,%u)",
             f->thread.x, f->thread.y, f->thread.z, f->block.x, f->block.y,
             f->block.z);
    f->loc = f->other;
    f->other = read;
    f->other_note = "the read is here";
    f->thread = thread;
    f->block = block;
    snprintf(f->title, sizeof f->title, "race: %.60s is %s", name,
             hazard_words(RACE_WAR, false));
    snprintf(f->detail, sizeof f->detail, "the other is %s", place);
}

static void report_race(struct warp *w, const struct insn *insn,
                        const struct race_conflict *c, const char *name)
{
    const struct grid *grid = grid_of(w);
    struct finding f = finding_at(w, insn, first_lane(c->lanes), RACECHECK);
    struct dims thread = thread_at(grid, c->warp * WARP_SIZE + c->lane);
    struct dims block = block_at(grid, c->block);
    if (is_meant(grid, insn, c))
        return;
    f.lanes = count_lanes(c->lanes);
    snprintf(f.title, sizeof f.title, "race: %.60s is %s", name,
             hazard_words(c->hazard, c->other_atomic));
    snprintf(f.detail, sizeof f.detail,
             "the other is thread (%u,%u,%u) of block (%u,%u,%u)", thread.x,
             thread.y, thread.z, block.x, block.y, block.z);
    if (c->pc != RACE_NO_PC) {
        f.other = grid->program->site_details[c->pc]->loc;
        f.other_note =
            c->hazard == RACE_WAR ? "the read is here" : "the write is here";
    }
    snprintf(f.hint, sizeof f.hint, "%s",
             race_hint(c, f.other.line && f.other.line == f.loc.line));
    if (c->other_block && c->hazard == RACE_RAW && c->pc != RACE_NO_PC)
        tell_from_the_write(&f, name, thread, block);
    diagnose(&f);
}

static void report_overlap(struct warp *w, const struct insn *insn,
                           uint32_t lanes, const char *name)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), RACECHECK);
    f.lanes = count_lanes(lanes);
    snprintf(f.title, sizeof f.title,
             "race: threads of a warp write different values to one place "
             "of %.60s",
             name);
    snprintf(f.hint, sizeof f.hint,
             "give each thread its own place, or use an atomic");
    diagnose(&f);
}

/* A store to memory none of the kernel's pointers to written memory points
 * to: an index so wrong that it left its array and met another. */
static void report_stray(struct warp *w, const struct insn *insn,
                         uint32_t lanes, const struct allocation *al)
{
    char buffer[40];
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    f.lanes = count_lanes(lanes);
    snprintf(f.title, sizeof f.title,
             "write of %u bytes outside its array, into %.60s", insn->width,
             name_of(w, al, buffer, sizeof buffer));
    snprintf(f.hint, sizeof f.hint,
             "a negative index, or an int that overflowed?");
    diagnose(&f);
    count_error(w, LAUNCH_BAD_ADDRESS);
}

/* ---- addresses ---------------------------------------------------------- */

/* Inactive lanes get the address of the first active one, so that loops may
 * run over all 32. */
INLINE void lane_addresses(const struct frame *frame, const struct insn *insn,
                           uint32_t mask, uint64_t address[WARP_SIZE])
{
    uint64_t offset = (uint64_t)(int64_t)insn->offset;
    const uint8_t *slot = frame->slots + insn->a;
    if (insn->flags & INSN_ADDRESS_32)
        for (unsigned l = 0; l < WARP_SIZE; l++)
            address[l] = ((const uint32_t *)slot)[l] + offset;
    else
        for (unsigned l = 0; l < WARP_SIZE; l++)
            address[l] = ((const uint64_t *)slot)[l] + offset;
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
    const uint64_t *a = (const uint64_t *)(frame->slots + insn->a);
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

/* ---- data --------------------------------------------------------------- */

INLINE uint64_t read_bytes(const uint8_t *at, unsigned n)
{
    uint64_t bits = 0;
    switch (n) {
    case 1: return *at;
    case 2: {
        uint16_t v;
        memcpy(&v, at, 2);
        return v;
    }
    case 4: {
        uint32_t v;
        memcpy(&v, at, 4);
        return v;
    }
    default: memcpy(&bits, at, 8); return bits;
    }
}

INLINE void write_bytes(uint8_t *at, unsigned n, uint64_t bits)
{
    memcpy(at, &bits, n);
}

INLINE uint64_t sign_extend(uint64_t bits, unsigned n)
{
    unsigned spare = 64 - 8 * n;
    return (uint64_t)((int64_t)(bits << spare) >> spare);
}

INLINE void set_register(uint8_t *slot, unsigned bytes, unsigned lane,
                         uint64_t bits)
{
    memcpy(slot + (size_t)lane * bytes, &bits, bytes);
}

INLINE uint64_t get_register(const uint8_t *slot, unsigned bytes, unsigned lane)
{
    uint64_t bits = 0;
    memcpy(&bits, slot + (size_t)lane * bytes, bytes);
    return bits;
}

/* Any width, vectors, sign extension; one lane after the other. */
INLINE void load_lanes(struct frame *frame, const struct insn *insn,
                       uint32_t mask, const uint8_t *host,
                       const uint64_t offset[WARP_SIZE])
{
    const struct insn_detail *detail = insn->detail;
    unsigned n = element_bytes(insn);
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        for (unsigned i = 0; i < detail->vector; i++) {
            uint64_t bits = read_bytes(host + offset[l] + i * n, n);
            if (detail->slots[i] == NO_SLOT)
                continue;
            if (insn->flags & INSN_SIGNED)
                bits = sign_extend(bits, n);
            set_register(frame->slots + detail->slots[i],
                         detail->register_bytes, l, bits);
        }
    }
}

INLINE bool whole_registers(const struct insn *insn)
{
    return insn->detail->vector == 1 &&
           insn->detail->register_bytes == insn->width &&
           insn->detail->slots[0] != NO_SLOT;
}

/* A full warp's values, side by side, 32 bytes at a time: one memcpy would
 * become "rep movs", which takes longer to start than to copy this little. */
INLINE void copy_run(uint8_t *to, const uint8_t *from, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        memcpy(to + i * WARP_SIZE, from + i * WARP_SIZE, WARP_SIZE);
}

#define GATHER(T)                                                              \
    do {                                                                       \
        T *d = (T *)(frame->slots + insn->d), t;                               \
        if (pattern == ACCESS_UNIFORM) {                                       \
            memcpy(&t, host + offset[0], sizeof t);                            \
            for (unsigned l = 0; l < WARP_SIZE; l++)                           \
                d[l] = t;                                                      \
        } else {                                                               \
            for (unsigned l = 0; l < WARP_SIZE; l++) {                         \
                memcpy(&t, host + offset[l], sizeof t);                        \
                d[l] = t;                                                      \
            }                                                                  \
        }                                                                      \
    } while (0)

INLINE void load_data(struct frame *frame, const struct insn *insn,
                      uint32_t mask, const uint8_t *host,
                      const uint64_t offset[WARP_SIZE],
                      enum access_pattern pattern)
{
    if (mask != ALL_LANES || !whole_registers(insn) || insn->width < 4)
        load_lanes(frame, insn, mask, host, offset);
    else if (pattern == ACCESS_UNIT)
        copy_run(frame->slots + insn->d, host + offset[0], insn->width);
    else if (insn->width == 4)
        GATHER(uint32_t);
    else
        GATHER(uint64_t);
}

INLINE void store_data(const struct frame *frame, const struct insn *insn,
                       uint32_t mask, uint8_t *host,
                       const uint64_t offset[WARP_SIZE],
                       enum access_pattern pattern)
{
    const struct insn_detail *detail = insn->detail;
    unsigned n = element_bytes(insn);
    if (mask == ALL_LANES && pattern == ACCESS_UNIT && whole_registers(insn)) {
        copy_run(host + offset[0], frame->slots + insn->b, insn->width);
        return;
    }
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        for (unsigned i = 0; i < detail->vector; i++)
            write_bytes(host + offset[l] + i * n, n,
                        get_register(frame->slots + detail->slots[i],
                                     detail->register_bytes, l));
    }
}

/* ---- atomics ------------------------------------------------------------ */

static f32 single_of(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    f32 value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static f64 double_of(uint64_t bits)
{
    f64 value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t add_values(enum ptx_type type, uint64_t a, uint64_t b)
{
    uint64_t bits = 0;
    if (type == PTX_F32) {
        f32 sum = single_of(a) + single_of(b);
        memcpy(&bits, &sum, sizeof sum);
        return bits;
    }
    if (type == PTX_F64) {
        f64 sum = double_of(a) + double_of(b);
        memcpy(&bits, &sum, sizeof sum);
        return bits;
    }
    return a + b;
}

static bool below(enum ptx_type type, uint64_t a, uint64_t b)
{
    switch (type) {
    case PTX_S32: return (int32_t)a < (int32_t)b;
    case PTX_S64: return (int64_t)a < (int64_t)b;
    case PTX_F32: return single_of(a) < single_of(b);
    case PTX_F64: return double_of(a) < double_of(b);
    default: return a < b;
    }
}

/* PTX ISA, "atom": what is stored, given what was there. */
static uint64_t atomic_result(const struct insn_detail *detail, uint64_t old,
                              uint64_t b, uint64_t c)
{
    switch (detail->atomic) {
    case ATOMIC_ADD: return add_values(detail->type, old, b);
    case ATOMIC_MIN: return below(detail->type, b, old) ? b : old;
    case ATOMIC_MAX: return below(detail->type, old, b) ? b : old;
    case ATOMIC_INC: return old >= b ? 0 : old + 1;
    case ATOMIC_DEC: return old == 0 || old > b ? b : old - 1;
    case ATOMIC_AND: return old & b;
    case ATOMIC_OR: return old | b;
    case ATOMIC_XOR: return old ^ b;
    case ATOMIC_EXCH: return b;
    default: return old == b ? c : old;
    }
}

static uint64_t update32(uint32_t *at, const struct insn_detail *detail,
                         uint64_t b, uint64_t c)
{
    uint32_t old = __atomic_load_n(at, __ATOMIC_RELAXED), new;
    do {
        new = (uint32_t)atomic_result(detail, old, b, c);
    } while (!__atomic_compare_exchange_n(at, &old, new, true, __ATOMIC_SEQ_CST,
                                          __ATOMIC_RELAXED));
    return old;
}

static uint64_t update64(uint64_t *at, const struct insn_detail *detail,
                         uint64_t b, uint64_t c)
{
    uint64_t old = __atomic_load_n(at, __ATOMIC_RELAXED), new;
    do {
        new = atomic_result(detail, old, b, c);
    } while (!__atomic_compare_exchange_n(at, &old, new, true, __ATOMIC_SEQ_CST,
                                          __ATOMIC_RELAXED));
    return old;
}

static void atomic_data(struct frame *frame, const struct insn *insn,
                        uint32_t mask, uint8_t *host,
                        const uint64_t offset[WARP_SIZE])
{
    unsigned n = insn->width;
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        uint64_t b = get_register(frame->slots + insn->b, n, l);
        uint64_t c =
            insn->c == NO_SLOT ? 0 : get_register(frame->slots + insn->c, n, l);
        void *at = host + offset[l];
        uint64_t old = n == 4 ? update32(at, insn->detail, b, c)
                              : update64(at, insn->detail, b, c);
        if (insn->d != NO_SLOT)
            set_register(frame->slots + insn->d, n, l, old);
    }
}

/* ---- global memory ------------------------------------------------------ */

INLINE bool is_read(enum race_kind kind)
{
    return kind == RACE_READ || kind == RACE_STRONG_READ;
}

/* Do the lanes store what is there already?  Then it does not matter who of
 * several writers is last: a flag that many threads set. */
static bool same_values(const struct frame *frame, const struct insn *insn,
                        uint32_t lanes, const uint8_t *host,
                        const uint64_t offset[WARP_SIZE])
{
    const struct insn_detail *detail = insn->detail;
    unsigned n = element_bytes(insn);
    for (; lanes; lanes &= lanes - 1) {
        unsigned l = first_lane(lanes);
        for (unsigned i = 0; i < detail->vector; i++) {
            uint64_t bits = get_register(frame->slots + detail->slots[i],
                                         detail->register_bytes, l);
            if (memcmp(&bits, host + offset[l] + i * n, n) != 0)
                return false;
        }
    }
    return true;
}

static void report_races(struct warp *w, const struct frame *frame,
                         const struct insn *insn,
                         const struct race_conflict *conflicts, unsigned n,
                         const char *name, const uint8_t *host,
                         const uint64_t offset[WARP_SIZE])
{
    for (unsigned i = 0; i < n; i++)
        if (conflicts[i].hazard != RACE_WAW || conflicts[i].other_atomic ||
            insn->detail->vector == 0 ||
            !same_values(frame, insn, conflicts[i].lanes, host, offset))
            report_race(w, insn, &conflicts[i], name);
}

/* Without cells only atomics and strong reads matter: they order others. */
INLINE void check_races(struct warp *w, const struct frame *frame,
                        const struct insn *insn, enum race_kind kind,
                        uint32_t mask, struct allocation *al,
                        const uint64_t offset[WARP_SIZE],
                        enum access_pattern pattern)
{
    char buffer[40];
    struct race_conflict conflicts[RACE_CONFLICTS];
    struct race_access access = {.kind = kind,
                                 .warp = w->index,
                                 .mask = mask,
                                 .width = insn->width,
                                 .pc = insn->site,
                                 .pattern = pattern};
    bool watched = al->watched == grid_of(w)->number && al->cells;
    if (!watched && kind != RACE_ATOMIC && kind != RACE_STRONG_READ)
        return;
    unsigned n = race_global(w->block->race, watched ? al->cells : NULL,
                             &access, offset, conflicts);
    if (n)
        report_races(w, frame, insn, conflicts, n,
                     name_of(w, al, buffer, sizeof buffer), al->host, offset);
}

static void check_overlap(struct warp *w, const struct frame *frame,
                          const struct insn *insn, uint32_t mask,
                          const uint64_t offset[WARP_SIZE], const char *name)
{
    if (insn->detail->vector != 1)
        return;
    uint32_t lanes =
        race_overlap(offset, mask, insn->width, frame->slots + insn->b,
                     insn->detail->register_bytes);
    if (lanes)
        report_overlap(w, insn, lanes, name);
}

static void check_initialised(struct warp *w, const struct insn *insn,
                              uint32_t mask, const struct allocation *al,
                              const uint64_t offset[WARP_SIZE])
{
    char buffer[40];
    uint32_t lanes =
        shadow_unmarked_lanes(al->shadow, offset, mask, insn->width);
    if (lanes)
        report_uninitialised(w, insn, lanes,
                             name_of(w, al, buffer, sizeof buffer));
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
 * of this instruction says where the next one will be. */
INLINE void fetch_ahead(struct site *site, const uint8_t *host, uint64_t offset,
                        unsigned bytes)
{
    uintptr_t next = (uintptr_t)host + offset + (offset - site->previous);
    site->previous = offset;
    for (unsigned at = 0; at < bytes; at += 64)
        __builtin_prefetch((const void *)(next + at));
}

/* Lanes of one allocation, at checked offsets. */
INLINE void global_lanes(struct warp *w, struct frame *frame,
                         const struct insn *insn, enum race_kind kind,
                         uint32_t mask, struct allocation *al,
                         const uint64_t offset[WARP_SIZE])
{
    char buffer[40];
    struct access_shape shape = access_shape(offset, mask, insn->width);
    count_global(w, insn, &shape);
    if (w->block->trace)
        trace_global(w, insn, mask, al, offset);
    bool writes = !is_read(kind);
    if (writes && (al->read_only || (al->watched != grid_of(w)->number &&
                                     al->kind != MEMORY_HEAP))) {
        report_stray(w, insn, mask, al);
        return;
    }
    bool modifies = insn->op == OP_atom_global || insn->op == OP_atom_generic;
    if ((!writes || modifies) && !shadow_all(al->shadow))
        check_initialised(w, insn, mask, al, offset);
    check_races(w, frame, insn, kind, mask, al, offset, shape.pattern);
    if (modifies) {
        atomic_data(frame, insn, mask, al->host, offset);
    } else if (writes) {
        if (shape.bytes < count_lanes(mask) * insn->width)
            check_overlap(w, frame, insn, mask, offset,
                          name_of(w, al, buffer, sizeof buffer));
        store_data(frame, insn, mask, al->host, offset, shape.pattern);
    } else {
        if (shape.pattern == ACCESS_UNIT)
            fetch_ahead(site_of(w, insn), al->host, offset[first_lane(mask)],
                        shape.bytes);
        load_data(frame, insn, mask, al->host, offset, shape.pattern);
    }
    if (writes && !shadow_all(al->shadow))
        shadow_mark_lanes(al->shadow, offset, mask, insn->width);
}

/* Lanes in several allocations, or wrong. */
static void global_scattered(struct warp *w, struct frame *frame,
                             const struct insn *insn, enum race_kind kind,
                             uint32_t mask, const uint64_t address[WARP_SIZE])
{
    unsigned width = insn->width;
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
        if (group)
            global_lanes(w, frame, insn, kind, group, al, offset);
        if (!group && mask & 1u << first) {
            wrong |= 1u << first;
            mask &= mask - 1;
        }
    }
    if (misaligned)
        report_misaligned(w, insn, kind, misaligned,
                          address[first_lane(misaligned)]);
    if (wrong)
        report_address(w, insn, kind, wrong, address[first_lane(wrong)]);
}

static void count_request(struct warp *w, const struct insn *insn,
                          enum race_kind kind)
{
    site_of(w, insn)->requests++;
    if (is_read(kind) && insn->op != OP_ld_const)
        w->global_loads++;
}

/* Which allocation is the lowest does not depend on the order of blocks. */
static void site_meets(struct site *site, struct allocation *al)
{
    site->last = al;
    if (!site->lowest || al->id < site->lowest->id)
        site->lowest = al;
}

/* Not where the last access was: another allocation, several, or none. */
static void global_anywhere(struct warp *w, struct frame *frame,
                            const struct insn *insn, enum race_kind kind,
                            uint32_t mask, const uint64_t address[WARP_SIZE])
{
    uint64_t offset[WARP_SIZE];
    struct allocation *al = memory_find(address[first_lane(mask)]);
    if (al)
        site_meets(site_of(w, insn), al);
    if (al &&
        offsets_within(address, al->address, al->size, insn->width, offset))
        global_lanes(w, frame, insn, kind, mask, al, offset);
    else
        global_scattered(w, frame, insn, kind, mask, address);
}

INLINE void global_access(struct warp *w, struct frame *frame,
                          const struct insn *insn, enum race_kind kind,
                          uint32_t mask)
{
    uint64_t lanes[WARP_SIZE];
    struct allocation *al = site_of(w, insn)->last;
    count_request(w, insn, kind);
    if (al && !al->freed &&
        lane_offsets(frame, insn, mask, al->address, al->size, lanes)) {
        global_lanes(w, frame, insn, kind, mask, al, lanes);
        return;
    }
    lane_addresses(frame, insn, mask, lanes);
    global_anywhere(w, frame, insn, kind, mask, lanes);
}

/* ---- shared memory ------------------------------------------------------ */

/* Does the access touch the space between two arrays? */
static bool in_a_gap(const struct gap *gap, uint64_t offset, unsigned width)
{
    return offset + width - 1 - gap->start < gap->bytes + width - 1;
}

uint64_t told_offset(const struct grid *grid, uint64_t offset)
{
    uint64_t told = offset;
    for (uint32_t i = 0; i < grid->gap_count; i++)
        if (offset >= grid->gaps[i].start + (uint64_t)grid->gaps[i].bytes)
            told -= GAP_BYTES;
    return told;
}

static void report_shared(struct warp *w, const struct insn *insn,
                          enum race_kind kind, uint32_t lanes, uint64_t offset)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    const struct grid *grid = w->block->worker->grid;
    bool inside = offset < grid->shared_bytes;
    if (offset % insn->width && inside) {
        report_misaligned(w, insn, kind, lanes, offset);
        return;
    }
    f.lanes = count_lanes(lanes);
    snprintf(f.title, sizeof f.title,
             "%s of %u bytes past the end of %sshared memory", verb(kind),
             insn->width, inside ? "an array in " : "");
    snprintf(f.detail, sizeof f.detail,
             "the block has %u bytes of it, offset %lld", grid->shared_used,
             (long long)told_offset(grid, offset));
    snprintf(f.hint, sizeof f.hint,
             "is the array as long as the block has threads?  For extern "
             "__shared__ the launch gives the size in bytes");
    diagnose(&f);
    count_error(w, LAUNCH_BAD_ADDRESS);
}

static uint32_t keep_inside(struct warp *w, const struct insn *insn,
                            enum race_kind kind, uint32_t mask,
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

INLINE void count_shared(struct warp *w, const struct insn *insn,
                         enum race_kind kind, uint32_t mask,
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
        c->shared_load_bytes += count_lanes(mask) * insn->width;
    } else if (kind == RACE_WRITE) {
        c->shared_store_requests++;
        c->shared_store_wavefronts += shape->wavefronts;
        c->shared_store_bank_conflicts += conflicts;
        c->shared_store_bytes += count_lanes(mask) * insn->width;
    }
}

INLINE void check_shared(struct warp *w, const struct frame *frame,
                         const struct insn *insn, enum race_kind kind,
                         uint32_t mask, const uint32_t narrow[WARP_SIZE],
                         const uint64_t offset[WARP_SIZE],
                         const struct shared_shape *shape)
{
    struct race_conflict conflicts[RACE_CONFLICTS];
    struct race_access access = {.kind = kind,
                                 .warp = w->index,
                                 .mask = mask,
                                 .width = insn->width,
                                 .pc = insn->site,
                                 .pattern = shape->pattern};
    if (kind != RACE_WRITE && !shadow_all(w->block->shadow)) {
        uint32_t lanes =
            shadow_unmarked_shared(w->block->shadow, narrow, mask, insn->width);
        if (lanes)
            report_uninitialised(w, insn, lanes, "shared memory");
    }
    unsigned n = race_shared(w->block->race, &access, narrow, conflicts);
    if (n)
        report_races(w, frame, insn, conflicts, n, "shared memory",
                     w->block->shared, offset);
    if (shape->overlap && kind == RACE_WRITE)
        check_overlap(w, frame, insn, mask, offset, "shared memory");
    if (kind != RACE_READ && !shadow_all(w->block->shadow))
        shadow_mark_shared(w->block->shadow, narrow, mask, insn->width);
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

INLINE void shared_access(struct warp *w, struct frame *frame,
                          const struct insn *insn, enum race_kind kind,
                          uint32_t mask, const uint64_t address[WARP_SIZE])
{
    const uint64_t *offset = address;
    uint64_t inside[WARP_SIZE];
    uint32_t narrow[WARP_SIZE];
    struct block *block = w->block;
    struct site *site = site_of(w, insn);
    if (!offsets_between(offset, site->low, site->high, insn->width) &&
        !in_another_array(w, insn, mask, offset)) {
        memcpy(inside, address, sizeof inside);
        mask = keep_inside(w, insn, kind, mask, inside);
        if (!mask)
            return;
        offset = inside;
    }
    for (unsigned l = 0; l < WARP_SIZE; l++)
        narrow[l] = (uint32_t)offset[l];
    struct shared_shape shape = shared_shape(narrow, mask, insn->width);
    count_shared(w, insn, kind, mask, &shape);
    if (block->trace)
        trace_shared(w, insn, mask, narrow);
    check_shared(w, frame, insn, kind, mask, narrow, offset, &shape);
    if (kind == RACE_READ)
        load_data(frame, insn, mask, block->shared, offset, shape.pattern);
    else if (kind == RACE_WRITE)
        store_data(frame, insn, mask, block->shared, offset, shape.pattern);
    else
        atomic_data(frame, insn, mask, block->shared, offset);
}

/* ---- local memory ------------------------------------------------------- */

static uint8_t *local_memory(struct warp *w)
{
    if (!w->local) {
        void *area = mmap(NULL, (size_t)WARP_SIZE * LOCAL_BYTES_PER_THREAD,
                          PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        w->local = area == MAP_FAILED ? NULL : area;
    }
    return w->local;
}

static void report_local_atomic(struct warp *w, const struct insn *insn,
                                uint32_t lanes)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    f.lanes = count_lanes(lanes);
    snprintf(f.title, sizeof f.title,
             "atomic access of %u bytes to a variable of the thread's own",
             insn->width);
    snprintf(f.hint, sizeof f.hint,
             "atomics work on global and shared memory; nobody else sees a "
             "local variable, so a plain operation will do");
    diagnose(&f);
    count_error(w, LAUNCH_BAD_ADDRESS);
}

static void local_access(struct warp *w, struct frame *frame,
                         const struct insn *insn, enum race_kind kind,
                         uint32_t mask, const uint64_t address[WARP_SIZE])
{
    uint64_t offset[WARP_SIZE];
    uint64_t top = frame->local_base + frame->code->local_bytes;
    uint32_t wrong = 0, misaligned = 0;
    uint8_t *host = local_memory(w);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        if (top < insn->width || address[l] > top - insn->width || !host ||
            top > LOCAL_BYTES_PER_THREAD)
            wrong |= 1u << l;
        else if (address[l] % insn->width)
            misaligned |= 1u << l;
        offset[l] = address[l] + (uint64_t)l * LOCAL_BYTES_PER_THREAD;
    }
    mask &= ~(wrong | misaligned);
    if (misaligned)
        report_misaligned(w, insn, kind, misaligned,
                          address[first_lane(misaligned)]);
    if (wrong) {
        struct finding f = finding_at(w, insn, first_lane(wrong), MEMCHECK);
        f.lanes = count_lanes(wrong);
        snprintf(f.title, sizeof f.title,
                 "%s of %u bytes outside the local array", verb(kind),
                 insn->width);
        snprintf(f.detail, sizeof f.detail,
                 "the thread has %llu bytes of local memory, offset %lld",
                 (unsigned long long)top,
                 (long long)address[first_lane(wrong)]);
        snprintf(f.hint, sizeof f.hint,
                 "is the index below the length of the array?");
        diagnose(&f);
        count_error(w, LAUNCH_BAD_ADDRESS);
    }
    if (!mask)
        return;
    if (is_read(kind))
        load_lanes(frame, insn, mask, host, offset);
    else
        store_data(frame, insn, mask, host, offset, ACCESS_GENERAL);
}

/* ---- which space -------------------------------------------------------- */

static uint32_t in_window(const uint64_t address[WARP_SIZE], uint32_t mask,
                          uint64_t window)
{
    uint32_t inside = 0;
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        inside |= (uint32_t)(address[l] - window < WINDOW_SIZE) << l;
    }
    return inside;
}

/* Offsets in the window for its lanes; the others repeat one of them. */
static void take_window(uint64_t address[WARP_SIZE], uint32_t mask,
                        uint64_t window)
{
    uint64_t some = address[first_lane(mask)];
    for (unsigned l = 0; l < WARP_SIZE; l++)
        address[l] = (mask >> l & 1 ? address[l] : some) - window;
}

static void count_local(struct warp *w, bool store)
{
    struct counters *c = &w->block->worker->counters;
    c->local_load_requests += !store;
    c->local_store_requests += store;
}

static void generic_access(struct warp *w, struct frame *frame,
                           const struct insn *insn, enum race_kind kind,
                           uint32_t mask, const uint64_t address[WARP_SIZE])
{
    uint64_t part[WARP_SIZE];
    uint32_t shared = in_window(address, mask, SHARED_WINDOW);
    uint32_t local = in_window(address, mask, LOCAL_WINDOW);
    uint32_t global = mask & ~(shared | local);
    if (shared) {
        memcpy(part, address, sizeof part);
        take_window(part, shared, SHARED_WINDOW);
        enum race_kind plain = insn->op == OP_atom_generic ? RACE_ATOMIC
                               : is_read(kind)             ? RACE_READ
                                                           : RACE_WRITE;
        shared_access(w, frame, insn, plain, shared, part);
    }
    if (local) {
        memcpy(part, address, sizeof part);
        take_window(part, local, LOCAL_WINDOW);
        count_local(w, !is_read(kind));
        if (insn->op == OP_atom_generic)
            report_local_atomic(w, insn, local);
        else
            local_access(w, frame, insn, kind, local, part);
    }
    if (global) {
        memcpy(part, address, sizeof part);
        take_window(part, global, 0);
        count_request(w, insn, kind);
        global_anywhere(w, frame, insn, kind, global, part);
    }
}

HOT void access_load(struct warp *w, struct frame *frame,
                     const struct insn *insn, uint32_t mask)
{
    uint64_t address[WARP_SIZE];
    enum race_kind kind =
        insn->flags & INSN_VOLATILE ? RACE_STRONG_READ : RACE_READ;
    w->strong_reads += kind == RACE_STRONG_READ;
    if (insn->op == OP_ld_global || insn->op == OP_ld_const) {
        global_access(w, frame, insn, kind, mask);
        return;
    }
    lane_addresses(frame, insn, mask, address);
    switch (insn->op) {
    case OP_ld_shared:
        shared_access(w, frame, insn, RACE_READ, mask, address);
        break;
    case OP_ld_local:
        count_local(w, false);
        local_access(w, frame, insn, RACE_READ, mask, address);
        break;
    default: generic_access(w, frame, insn, kind, mask, address); break;
    }
}

HOT void access_store(struct warp *w, struct frame *frame,
                      const struct insn *insn, uint32_t mask)
{
    uint64_t address[WARP_SIZE];
    enum race_kind kind =
        insn->flags & INSN_VOLATILE ? RACE_ATOMIC : RACE_WRITE;
    if (insn->op == OP_st_global) {
        global_access(w, frame, insn, kind, mask);
        return;
    }
    lane_addresses(frame, insn, mask, address);
    switch (insn->op) {
    case OP_st_shared:
        shared_access(w, frame, insn, RACE_WRITE, mask, address);
        break;
    case OP_st_local:
        count_local(w, true);
        local_access(w, frame, insn, RACE_WRITE, mask, address);
        break;
    default: generic_access(w, frame, insn, kind, mask, address); break;
    }
}

void access_atomic(struct warp *w, struct frame *frame, const struct insn *insn,
                   uint32_t mask)
{
    uint64_t address[WARP_SIZE];
    w->strong_reads++;
    if (insn->op == OP_atom_global) {
        global_access(w, frame, insn, RACE_ATOMIC, mask);
        return;
    }
    lane_addresses(frame, insn, mask, address);
    if (insn->op == OP_atom_shared)
        shared_access(w, frame, insn, RACE_ATOMIC, mask, address);
    else
        generic_access(w, frame, insn, RACE_ATOMIC, mask, address);
}

/* ---- for builtins ------------------------------------------------------- */

void *lane_memory(struct builtin_call *call, uint64_t address, size_t n,
                  bool write)
{
    struct warp *w = call->warp;
    uint64_t shared = address - SHARED_WINDOW, local = address - LOCAL_WINDOW;
    if (shared < WINDOW_SIZE)
        return n <= w->block->shared_bytes &&
                       shared <= w->block->shared_bytes - n
                   ? w->block->shared + shared
                   : NULL;
    if (local < WINDOW_SIZE)
        return n <= LOCAL_BYTES_PER_THREAD &&
                       local <= LOCAL_BYTES_PER_THREAD - n && local_memory(w)
                   ? w->local + (size_t)call->lane * LOCAL_BYTES_PER_THREAD +
                         local
                   : NULL;
    struct allocation *al = memory_find(address);
    if (!al || n > al->size || address - al->address > al->size - n ||
        (write && al->read_only))
        return NULL;
    if (write)
        shadow_mark(al->shadow, address - al->address, n);
    return al->host + (address - al->address);
}

/* ---- totals ------------------------------------------------------------- */

static void site_merge(struct site *to, const struct site *from)
{
    if (from->lowest && (!to->lowest || from->lowest->id < to->lowest->id))
        to->lowest = from->lowest;
    if (from->lowest_high &&
        (!to->lowest_high || from->lowest_high < to->lowest_high))
        to->lowest_high = from->lowest_high;
    to->requests += from->requests;
    to->sectors += from->sectors;
    to->bytes += from->bytes;
    to->shared_requests += from->shared_requests;
    to->wavefronts += from->wavefronts;
    to->conflicts += from->conflicts;
}

void sites_merge(struct site *to, const struct site *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        site_merge(&to[i], &from[i]);
}

void sites_add(const struct grid *grid, const struct site *sites,
               struct counters *counters)
{
    for (uint32_t i = 0; i < grid->program->site_count; i++) {
        const struct site *site = &sites[i];
        switch (grid->program->site_details[i]->op) {
        case OP_ld_global:
        case OP_ld_generic:
            counters->global_load_requests += site->requests;
            counters->global_load_sectors += site->sectors;
            counters->global_load_bytes += site->bytes;
            break;
        case OP_st_global:
        case OP_st_generic:
            counters->global_store_requests += site->requests;
            counters->global_store_sectors += site->sectors;
            counters->global_store_bytes += site->bytes;
            break;
        default: break;
        }
    }
}
