/*
 * race_global.c - races in global memory: within a block and between blocks.
 *
 * A cell is a 64-bit stamp: who last wrote the word, who last read it.  Who
 * is a block, a warp, an epoch and a lane, far more than 64 bits, so blocks
 * draw numbered chunks of 32 epochs each from a table of the launch; numbers
 * go on from launch to launch, so that a stamp below the launch's first is
 * simply old and cells need not be cleared.
 *
 * Cells lie in segments of 32 words with a lock each: check and record are
 * one step, so of two unordered accesses the later one always sees the other.
 */
#include "base/hot.h"
#include "race_internal.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* A stamp, positive as int64_t so that AVX2 can compare:
 * chunk 25 | epoch in chunk 5 | warp 5 | lane 5 | many 1 | strong 1 |
 * bytes 4 | pc 17.  Many: more lanes of the warp in this epoch; bytes: which
 * of the word. */
enum {
    PC_UNKNOWN = (1 << 17) - 1,
    BYTES_SHIFT = 17,
    BYTES_ALL = 15,
    STRONG_SHIFT = 21,
    MANY_SHIFT = 22,
    LANE_SHIFT = 23,
    WARP_SHIFT = 28,
    EPOCH_SHIFT = 33,
    CHUNK_SHIFT = 38,
    CHUNK_EPOCHS = 32,
    CHUNK_COUNT = 1 << 25
};
#define MANY   (1ll << MANY_SHIFT)
#define STRONG (1ll << STRONG_SHIFT)
#define BYTES  ((int64_t)BYTES_ALL << BYTES_SHIFT)
/* What two stamps of one thread in one epoch have in common. */
#define IDENTITY   (-(1ll << LANE_SHIFT))
#define WARP_EPOCH (-(1ll << WARP_SHIFT))
#define CHUNK      (-(1ll << CHUNK_SHIFT))

/* ---- launches: the table of chunks -------------------------------------- */

/* What a block has made visible to others: epochs of its warps that a fence
 * came after; and those whose reads a strong store came after. */
struct race_fences {
    struct race_fences *next; /* of the launch, to free them */
    uint64_t first;           /* number of its first fence, from 1 */
    _Atomic uint32_t epoch[MAX_BLOCK_WARPS];
    _Atomic uint32_t read[MAX_BLOCK_WARPS];
};

struct cell_chunk {
    uint64_t block;
    uint32_t epoch;    /* the first of CHUNK_EPOCHS */
    uint32_t previous; /* chunk of this block, or 0 */
    _Atomic(struct race_fences *) fences;
};

enum { PAGE_CHUNKS = 4096, PAGE_COUNT = CHUNK_COUNT / PAGE_CHUNKS };

struct race_launch {
    bool concurrent;
    uint32_t first; /* its first chunk */
    int64_t floor;  /* stamps below it are of earlier launches */
    _Atomic uint64_t fence_count;
    _Atomic(struct race_fences *) fences;
    _Atomic(struct cell_chunk *) page[PAGE_COUNT];
};

/* Of the process, as cells outlive launches; chunk 0 is none. */
static _Atomic uint32_t next_chunk = 1;

static struct race_cells *all_cells;
static pthread_mutex_t all_cells_lock = PTHREAD_MUTEX_INITIALIZER;

static void forget_all(void);

struct race_launch *race_launch_begin(bool concurrent)
{
    struct race_launch *launch = calloc(1, sizeof *launch);
    if (!launch)
        return NULL;
    if (atomic_load(&next_chunk) > CHUNK_COUNT / 2) {
        forget_all();
        atomic_store(&next_chunk, 1);
    }
    launch->concurrent = concurrent;
    launch->first = atomic_load(&next_chunk);
    launch->floor = (int64_t)launch->first << CHUNK_SHIFT;
    return launch;
}

void race_launch_end(struct race_launch *launch)
{
    if (!launch)
        return;
    for (unsigned i = 0; i < PAGE_COUNT; i++)
        free(atomic_load(&launch->page[i]));
    struct race_fences *fences = atomic_load(&launch->fences);
    while (fences) {
        struct race_fences *next = fences->next;
        free(fences);
        fences = next;
    }
    free(launch);
}

static struct cell_chunk *chunk_at(const struct race_launch *launch,
                                   uint32_t number)
{
    uint32_t i = number - launch->first;
    return atomic_load_explicit(&launch->page[i / PAGE_CHUNKS],
                                memory_order_acquire) +
           i % PAGE_CHUNKS;
}

/* The page of the i-th chunk of the launch exists; false: no memory. */
static bool need_page(struct race_launch *launch, uint32_t i)
{
    _Atomic(struct cell_chunk *) *slot = &launch->page[i / PAGE_CHUNKS];
    if (atomic_load_explicit(slot, memory_order_acquire))
        return true;
    struct cell_chunk *none = NULL, *page = calloc(PAGE_CHUNKS, sizeof *page);
    if (!page)
        return false;
    if (!atomic_compare_exchange_strong(slot, &none, page))
        free(page); /* another thread was first */
    return true;
}

/* The block's next chunk, from the given epoch on; 0: none left. */
static uint32_t draw_chunk(struct race_block *rb, uint32_t epoch)
{
    struct race_launch *launch = rb->launch;
    if (atomic_load_explicit(&next_chunk, memory_order_relaxed) >=
        CHUNK_COUNT - 65536) /* far more than there are host threads */
        return 0;
    uint32_t number = atomic_fetch_add(&next_chunk, 1);
    if (!need_page(launch, number - launch->first))
        return 0;
    struct cell_chunk *chunk = chunk_at(launch, number);
    chunk->block = rb->index;
    chunk->epoch = epoch;
    chunk->previous = rb->global.latest;
    atomic_store(&chunk->fences, rb->global.fences);
    return number;
}

/* ---- blocks: stamps, fences --------------------------------------------- */

void race_global_begin(struct race_block *rb)
{
    struct race_global_side *side = &rb->global;
    memset(side, 0, sizeof *side);
}

/* The warp's present epoch lies in its chunk; false: it has none. */
static bool need_chunk(struct race_block *rb, unsigned warp)
{
    struct race_global_side *side = &rb->global;
    uint32_t epoch = rb->own[warp];
    if (side->chunk[warp] && epoch - side->chunk_epoch[warp] < CHUNK_EPOCHS)
        return true;
    if (!side->latest || epoch - side->latest_epoch >= CHUNK_EPOCHS) {
        uint32_t number = draw_chunk(rb, epoch);
        if (!number)
            return false;
        side->first = side->first ? side->first : number;
        side->latest = number;
        side->latest_epoch = epoch;
    }
    side->chunk[warp] = side->latest;
    side->chunk_epoch[warp] = side->latest_epoch;
    return true;
}

INLINE int64_t stamp_of(const struct race_block *rb,
                        const struct race_access *access)
{
    unsigned w = access->warp;
    uint32_t pc = access->pc < PC_UNKNOWN ? access->pc : PC_UNKNOWN;
    bool strong =
        access->kind == ACCESS_ATOMIC || access->kind == ACCESS_STRONG_READ;
    int64_t epoch = rb->own[w] - rb->global.chunk_epoch[w];
    return (int64_t)rb->global.chunk[w] << CHUNK_SHIFT | epoch << EPOCH_SHIFT |
           (int64_t)w << WARP_SHIFT | (strong ? STRONG : 0) | pc;
}

static struct race_fences *new_fences(struct race_launch *launch)
{
    struct race_fences *fences = calloc(1, sizeof *fences);
    if (!fences)
        return NULL;
    fences->first = atomic_fetch_add(&launch->fence_count, 1) + 1;
    fences->next = atomic_load(&launch->fences);
    while (
        !atomic_compare_exchange_weak(&launch->fences, &fences->next, fences))
        ;
    return fences;
}

/* Other blocks may see what the block's own warps may. */
static void cover(const struct race_block *rb, unsigned warp,
                  _Atomic uint32_t covered[MAX_BLOCK_WARPS])
{
    for (unsigned v = 0; v < rb->warps; v++) {
        uint32_t epoch = race_before_fence(rb, warp, v);
        if (epoch > atomic_load(&covered[v]))
            atomic_store(&covered[v], epoch);
    }
}

/* Of the block, known to its chunks; NULL: no memory. */
static struct race_fences *fences_of(struct race_block *rb)
{
    if (rb->global.fences)
        return rb->global.fences;
    struct race_fences *fences = rb->global.fences = new_fences(rb->launch);
    for (uint32_t c = fences ? rb->global.latest : 0; c != 0;) {
        struct cell_chunk *chunk = chunk_at(rb->launch, c);
        atomic_store(&chunk->fences, fences);
        c = chunk->previous;
    }
    return fences;
}

void race_global_fence(struct race_block *rb, unsigned warp)
{
    struct race_fences *fences = fences_of(rb);
    if (fences)
        cover(rb, warp, fences->epoch);
}

void race_reads_told(struct race_block *rb, unsigned warp)
{
    struct race_fences *fences = fences_of(rb);
    if (fences)
        cover(rb, warp, fences->read);
}

/* An atomic takes effect after its check, so what it has seen of other
 * blocks' fences is looked up at the warp's next check or barrier. */
static void settle(struct race_block *rb, uint32_t warps)
{
    warps &= rb->global.pending;
    rb->global.pending &= ~warps;
    for (; warps != 0; warps &= warps - 1)
        rb->global.seen[__builtin_ctz(warps)] =
            atomic_load(&rb->launch->fence_count);
}

void race_global_barrier(struct race_block *rb, uint32_t warps)
{
    if (!rb->global.any_seen)
        return;
    settle(rb, warps);
    uint64_t most = 0;
    for (uint32_t m = warps; m != 0; m &= m - 1) {
        uint64_t seen = rb->global.seen[__builtin_ctz(m)];
        most = seen > most ? seen : most;
    }
    for (uint32_t m = warps; m != 0; m &= m - 1)
        rb->global.seen[__builtin_ctz(m)] = most;
}

/* ---- cells -------------------------------------------------------------- */

enum { SEGMENT_WORDS = 32, SEGMENT_BYTES = 4 * SEGMENT_WORDS };

/* wrote, read, again, updated: the first chunk of the last launch in which a
 * plain write, a read, a second reader, an atomic was recorded here; else those
 * cells are all old. */
struct segment {
    _Atomic uint32_t lock;
    uint32_t wrote, read, again, updated;
    int64_t write[SEGMENT_WORDS];
    int64_t reader[SEGMENT_WORDS];
};

struct race_cells {
    struct race_cells *previous, *next;
    size_t segment_bytes, second_bytes;
    struct segment *segments;
    int64_t *second; /* another reader; mostly never touched, so elsewhere */
    int64_t *atomic; /* two atomics a word; likewise */
};

static void *zero_pages(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void free_cells(struct race_cells *cells)
{
    if (cells->segments)
        munmap(cells->segments, cells->segment_bytes);
    if (cells->second)
        munmap(cells->second, cells->second_bytes);
    if (cells->atomic)
        munmap(cells->atomic, 2 * cells->second_bytes);
    free(cells);
}

struct race_cells *race_cells_create(uint64_t size)
{
    struct race_cells *cells = calloc(1, sizeof *cells);
    if (!cells)
        return NULL;
    uint64_t count = size / SEGMENT_BYTES + 1;
    cells->segment_bytes = count * sizeof(struct segment);
    cells->second_bytes = count * SEGMENT_WORDS * sizeof(int64_t);
    cells->segments = zero_pages(cells->segment_bytes);
    cells->second = zero_pages(cells->second_bytes);
    cells->atomic = zero_pages(2 * cells->second_bytes);
    if (!cells->segments || !cells->second || !cells->atomic) {
        free_cells(cells);
        return NULL;
    }
    pthread_mutex_lock(&all_cells_lock);
    cells->next = all_cells;
    if (all_cells)
        all_cells->previous = cells;
    all_cells = cells;
    pthread_mutex_unlock(&all_cells_lock);
    return cells;
}

void race_cells_destroy(struct race_cells *cells)
{
    if (!cells)
        return;
    pthread_mutex_lock(&all_cells_lock);
    if (cells->previous)
        cells->previous->next = cells->next;
    else
        all_cells = cells->next;
    if (cells->next)
        cells->next->previous = cells->previous;
    pthread_mutex_unlock(&all_cells_lock);
    free_cells(cells);
}

/* All cells are zero again, before chunks are numbered from 1. */
static void forget_all(void)
{
    pthread_mutex_lock(&all_cells_lock);
    for (struct race_cells *c = all_cells; c; c = c->next) {
        madvise(c->segments, c->segment_bytes, MADV_DONTNEED);
        madvise(c->second, c->second_bytes, MADV_DONTNEED);
        madvise(c->atomic, 2 * c->second_bytes, MADV_DONTNEED);
    }
    pthread_mutex_unlock(&all_cells_lock);
}

INLINE void lock(const struct race_launch *launch, struct segment *segment)
{
    if (!launch->concurrent)
        return;
    while (atomic_exchange_explicit(&segment->lock, 1, memory_order_acquire))
        sched_yield();
}

INLINE void unlock(const struct race_launch *launch, struct segment *segment)
{
    if (launch->concurrent)
        atomic_store_explicit(&segment->lock, 0, memory_order_release);
}

/* ---- checking one word -------------------------------------------------- */

/* One call of race_global. */
struct visit {
    struct race_block *rb;
    const struct race_access *access;
    const uint64_t *offset;
    int64_t stamp; /* of this access, without lane and bytes */
    int64_t floor;
    bool writes;
    struct race_report report;
};

static unsigned stamp_warp(int64_t stamp)
{
    return (unsigned)(stamp >> WARP_SHIFT) % MAX_BLOCK_WARPS;
}

static unsigned stamp_lane(int64_t stamp)
{
    return (unsigned)(stamp >> LANE_SHIFT) % WARP_SIZE;
}

static uint32_t stamp_epoch(const struct cell_chunk *chunk, int64_t stamp)
{
    return chunk->epoch + (uint32_t)(stamp >> EPOCH_SHIFT) % CHUNK_EPOCHS;
}

static struct cell_chunk *stamp_chunk(const struct visit *visit, int64_t stamp)
{
    return chunk_at(visit->rb->launch, (uint32_t)(stamp >> CHUNK_SHIFT));
}

/* Chunks that were drawn before the block's first are others'. */
static bool of_other_block(const struct visit *visit, int64_t stamp)
{
    const struct race_block *rb = visit->rb;
    return stamp >> CHUNK_SHIFT < rb->global.first ||
           stamp_chunk(visit, stamp)->block != rb->index;
}

/* Another block: it fenced the access off, or told that it has read, and we
 * have met it since. */
static bool ordered_by_fence(const struct visit *visit, int64_t stamp,
                             bool wrote)
{
    uint64_t seen = visit->rb->global.seen[visit->access->warp];
    if (!seen)
        return false;
    const struct cell_chunk *chunk = stamp_chunk(visit, stamp);
    struct race_fences *fences = atomic_load(&chunk->fences);
    if (!fences || seen < fences->first)
        return false;
    unsigned warp = stamp_warp(stamp);
    uint32_t epoch = stamp_epoch(chunk, stamp);
    return atomic_load(&fences->epoch[warp]) >= epoch ||
           (!wrote && atomic_load(&fences->read[warp]) >= epoch);
}

/* The earlier stamp is this very instruction's: a lower lane of it, just
 * recorded, that shares the word. */
static bool same_instruction(const struct visit *visit, int64_t stamp,
                             uint32_t lanes)
{
    const struct race_access *access = visit->access;
    unsigned other = stamp_lane(stamp);
    unsigned lane = (unsigned)__builtin_ctz(lanes);
    if ((stamp & PC_UNKNOWN) != (visit->stamp & PC_UNKNOWN) || other >= lane ||
        !(access->mask >> other & 1))
        return false;
    uint64_t word = access->width > 4 ? access->width : 4;
    return visit->offset[other] / word == visit->offset[lane] / word;
}

/* The same warp and epoch: which lanes are another thread than the stamp's.
 * Bytes of a word by many lanes are not told apart. */
static uint32_t other_lanes(const struct visit *visit, int64_t stamp,
                            uint32_t lanes)
{
    if (same_instruction(visit, stamp, lanes))
        return 0;
    if (!(stamp & MANY))
        return lanes & ~(1u << stamp_lane(stamp));
    return visit->access->width < 4 ? 0 : lanes;
}

/* Those of `lanes` that are not ordered with the stamp. */
static uint32_t unordered(const struct visit *visit, int64_t stamp, bool wrote,
                          uint32_t lanes)
{
    if (stamp < visit->floor)
        return 0;
    if (((stamp ^ visit->stamp) & WARP_EPOCH) == 0)
        return other_lanes(visit, stamp, lanes);
    if (of_other_block(visit, stamp))
        return ordered_by_fence(visit, stamp, wrote) ? 0 : lanes;
    unsigned warp = stamp_warp(stamp);
    if (warp == visit->access->warp)
        return 0; /* an earlier epoch */
    return stamp_epoch(stamp_chunk(visit, stamp), stamp) >
                   race_known(visit->rb, visit->access->warp, warp)
               ? lanes
               : 0;
}

static void cell_conflict(struct visit *visit, int64_t stamp, bool wrote,
                          uint32_t lanes)
{
    uint32_t pc = stamp & PC_UNKNOWN;
    pc = pc == PC_UNKNOWN ? RACE_NO_PC : pc;
    bool other_block = of_other_block(visit, stamp);
    bool warp_level = !other_block && stamp_warp(stamp) == visit->access->warp;
    bool other_atomic = wrote && (stamp & STRONG);
    enum race_hazard hazard = !wrote          ? RACE_WAR
                              : visit->writes ? RACE_WAW
                                              : RACE_RAW;
    struct race_conflict *slot = race_slot(
        &visit->report,
        race_hazard(hazard, pc, warp_level, other_block, other_atomic), &lanes);
    if (slot)
        *slot = (struct race_conflict){
            .lanes = lanes,
            .hazard = hazard,
            .warp_level = warp_level,
            .other_block = other_block,
            .other_atomic = other_atomic,
            .pc = pc,
            .block = stamp_chunk(visit, stamp)->block,
            .warp = stamp_warp(stamp),
            .lane = stamp_lane(stamp),
            .offset = visit->offset[__builtin_ctz(lanes)],
        };
}

/* Checks one word of `lanes`, which share it, against one stamp. */
INLINE void check(struct visit *visit, int64_t stamp, bool wrote, int64_t mine,
                  uint32_t lanes)
{
    if (stamp < visit->floor || !(stamp & mine & BYTES) ||
        (stamp & mine & STRONG))
        return;
    uint32_t bad = unordered(visit, stamp, wrote, lanes);
    if (bad)
        cell_conflict(visit, stamp, wrote, bad);
}

/* ---- recording one word ------------------------------------------------- */

/* The new stamp over an old one of the same warp and epoch.  Plain and atomic
 * together count as plain, unless they were at different bytes. */
INLINE int64_t merge(int64_t old, int64_t mine)
{
    if (((old ^ mine) & STRONG) && ((old ^ mine) & BYTES))
        return mine;
    int64_t lanes = (old ^ mine) >> LANE_SHIFT ? MANY : 0;
    return (mine & (old | ~STRONG)) | lanes | (old & (MANY | BYTES));
}

/* The last one there is this one. */
INLINE void record_over(const struct visit *visit, int64_t *cell, int64_t mine)
{
    bool same = *cell >= visit->floor && ((*cell ^ mine) & WARP_EPOCH) == 0;
    *cell = same ? merge(*cell, mine) : mine;
}

/* Tries to put a reader, or an atomic, over an old one: possible if nothing is
 * lost, for whatever is unordered with the old one is unordered with this
 * one. */
INLINE bool replace(const struct visit *visit, int64_t *cell, bool wrote,
                    int64_t mine)
{
    int64_t old = *cell;
    if (old < visit->floor)
        *cell = mine;
    else if (((old ^ mine) & WARP_EPOCH) == 0)
        *cell = merge(old, mine);
    else if (!unordered(visit, old, wrote, visit->access->mask))
        *cell = mine & (old | ~STRONG);
    else
        return false;
    return true;
}

struct cell_word {
    struct segment *segment;
    int64_t *second, *atomic;
    unsigned index; /* in the segment */
};

INLINE struct cell_word word_at(struct race_cells *cells, uint64_t word)
{
    return (struct cell_word){&cells->segments[word / SEGMENT_WORDS],
                              &cells->second[word], &cells->atomic[2 * word],
                              (unsigned)(word % SEGMENT_WORDS)};
}

INLINE void check_atomics(struct visit *visit, struct cell_word word,
                          int64_t mine, uint32_t lanes)
{
    if (word.segment->updated != visit->rb->launch->first || mine & STRONG)
        return;
    check(visit, word.atomic[0], true, mine, lanes);
    check(visit, word.atomic[1], true, mine, lanes);
}

INLINE void read_word(struct visit *visit, struct cell_word word, int64_t mine,
                      uint32_t lanes)
{
    struct segment *segment = word.segment;
    uint32_t now = visit->rb->launch->first;
    if (segment->wrote == now)
        check(visit, segment->write[word.index], true, mine, lanes);
    check_atomics(visit, word, mine, lanes);
    segment->read = now;
    if (replace(visit, &segment->reader[word.index], false, mine))
        return;
    __atomic_store_n(&segment->again, now, __ATOMIC_RELAXED);
    if (!replace(visit, word.second, false, mine) &&
        stamp_chunk(visit, *word.second)->block ==
            stamp_chunk(visit, segment->reader[word.index])->block)
        *word.second = mine; /* a reader of another block matters more */
}

/* What a write of either kind may meet of plain accesses. */
INLINE void check_plain(struct visit *visit, struct cell_word word,
                        int64_t mine, uint32_t lanes)
{
    struct segment *segment = word.segment;
    uint32_t now = visit->rb->launch->first;
    if (segment->wrote == now)
        check(visit, segment->write[word.index], true, mine, lanes);
    if (segment->read == now)
        check(visit, segment->reader[word.index], false, mine, lanes);
    if (segment->again == now)
        check(visit, *word.second, false, mine, lanes);
}

INLINE void write_word(struct visit *visit, struct cell_word word, int64_t mine,
                       uint32_t lanes)
{
    check_plain(visit, word, mine, lanes);
    check_atomics(visit, word, mine, lanes);
    word.segment->wrote = visit->rb->launch->first;
    record_over(visit, &word.segment->write[word.index], mine);
}

/* Apart from plain writes: an atomic that is ordered with one hides it from
 * nobody. */
INLINE void update_word(struct visit *visit, struct cell_word word,
                        int64_t mine, uint32_t lanes)
{
    int64_t *first = &word.atomic[0], *second = &word.atomic[1];
    check_plain(visit, word, mine, lanes);
    word.segment->updated = visit->rb->launch->first;
    if (!visit->access->blind) {
        record_over(visit, first, mine);
        *second = 0;
    } else if (!replace(visit, first, true, mine) &&
               !replace(visit, second, true, mine) &&
               stamp_chunk(visit, *second)->block ==
                   stamp_chunk(visit, *first)->block) {
        *second = mine; /* of another block: matters more */
    }
}

INLINE void visit_word(struct visit *visit, struct cell_word word, int64_t mine,
                       uint32_t lanes)
{
    if (!visit->writes)
        read_word(visit, word, mine, lanes);
    else if (mine & STRONG)
        update_word(visit, word, mine, lanes);
    else
        write_word(visit, word, mine, lanes);
}

/* ---- accesses ----------------------------------------------------------- */

/* Which bytes of its word an access shorter than a word has. */
INLINE int64_t bytes_of(uint64_t offset, unsigned width)
{
    unsigned bytes = width < 4 ? ((1u << width) - 1) << offset % 4 : BYTES_ALL;
    return (int64_t)bytes << BYTES_SHIFT;
}

/* All words of `lanes`, which have the offset of the lowest of them.  An
 * aligned access lies in one segment; lanes are visited under one lock as
 * long as they stay there. */
INLINE void visit_lanes(struct visit *visit, struct race_cells *cells,
                        uint32_t lanes)
{
    unsigned lane = (unsigned)__builtin_ctz(lanes);
    uint64_t offset = visit->offset[lane];
    int64_t mine = visit->stamp | (int64_t)lane << LANE_SHIFT |
                   bytes_of(offset, visit->access->width);
    if (lanes & (lanes - 1))
        mine |= MANY;
    for (uint64_t w = offset / 4; w * 4 < offset + visit->access->width; w++)
        visit_word(visit, word_at(cells, w), mine, lanes);
}

/* Lanes that are far apart wait for memory once, not one after the other.
 * Second readers are few, and pages of theirs that nobody touched cost time to
 * ask for. */
INLINE void fetch_cells(const struct visit *visit,
                        const struct race_cells *cells)
{
    uint32_t now = visit->rb->launch->first;
    for (uint32_t m = visit->access->mask; m; m &= m - 1) {
        uint64_t word = visit->offset[__builtin_ctz(m)] / 4;
        const struct segment *segment = &cells->segments[word / SEGMENT_WORDS];
        /* Others may be about to change it: this is a guess. */
        if (__atomic_load_n(&segment->again, __ATOMIC_RELAXED) == now)
            __builtin_prefetch(&cells->second[word]);
        __builtin_prefetch(&segment->reader[word % SEGMENT_WORDS]);
    }
}

INLINE void visit_general(struct visit *visit, struct race_cells *cells)
{
    const struct race_launch *launch = visit->rb->launch;
    fetch_cells(visit, cells);
    struct segment *held = NULL;
    for (uint32_t m = visit->access->mask; m != 0; m &= m - 1) {
        uint64_t offset = visit->offset[__builtin_ctz(m)];
        struct segment *segment = &cells->segments[offset / SEGMENT_BYTES];
        if (segment != held) {
            if (held)
                unlock(launch, held);
            lock(launch, segment);
            held = segment;
        }
        visit_lanes(visit, cells, m & -m);
    }
    unlock(launch, held);
}

INLINE void visit_uniform(struct visit *visit, struct race_cells *cells)
{
    const struct race_launch *launch = visit->rb->launch;
    uint32_t mask = visit->access->mask;
    uint64_t offset = visit->offset[__builtin_ctz(mask)];
    struct segment *segment = &cells->segments[offset / SEGMENT_BYTES];
    lock(launch, segment);
    visit_lanes(visit, cells, mask);
    unlock(launch, segment);
}

/* n words of one segment by neighbouring lanes, 1 << shift words each: what
 * the first lane stamps is mine, the next one's is a lane higher. */
struct run {
    int64_t mine;
    uint64_t n, shift; /* as wide as stamps, for vector code */
};

INLINE int64_t run_stamp(struct run run, uint64_t i)
{
    return run.mine + (int64_t)(i >> run.shift << LANE_SHIFT);
}

/* True if the cells are old or this thread's. */
INLINE bool run_ordered(const int64_t *cell, struct run run, int64_t floor)
{
    uint64_t bad = 0;
    for (uint64_t i = 0; i < run.n; i++)
        bad |= (uint64_t)(cell[i] >= floor) &
               (uint64_t)(((cell[i] ^ run_stamp(run, i)) &
                           (IDENTITY | MANY | STRONG | BYTES)) != 0);
    return !bad;
}

INLINE void record_run(int64_t *cell, struct run run)
{
    for (uint64_t i = 0; i < run.n; i++)
        cell[i] = run_stamp(run, i);
}

/* A run from a word of the segment on.  False: nothing done, it needs a
 * closer look. */
INLINE bool visit_run(const struct visit *visit, struct segment *segment,
                      unsigned from, struct run run)
{
    uint32_t now = visit->rb->launch->first;
    int64_t *write = segment->write + from, *reader = segment->reader + from;
    if (segment->wrote == now && !run_ordered(write, run, visit->floor))
        return false;
    if (segment->read == now && !run_ordered(reader, run, visit->floor))
        return false;
    if (run.mine & STRONG ? visit->writes : segment->updated == now)
        return false;
    if (visit->writes) {
        if (segment->again == now)
            return false;
        segment->wrote = now;
        record_run(write, run);
    } else {
        segment->read = now;
        record_run(reader, run);
    }
    return true;
}

/* ---- neighbouring words at once ------------------------------------------ */

enum { MOST_CLASHES = 24 };

/* Words of a run (bit i: its i-th) that one instruction's stamps race with. */
struct clash {
    uint64_t words;
    int64_t stamp; /* of the first */
    bool wrote;
};

/* As they would be met word by word. */
struct clashes {
    unsigned count;
    struct clash found[MOST_CLASHES];
};

/* False: there are too many. */
static bool add_clash(struct clashes *clashes, struct clash clash)
{
    struct clash *found = clashes->found;
    unsigned i = clashes->count;
    if (i == MOST_CLASHES)
        return false;
    clashes->count++;
    for (; i &&
           __builtin_ctzll(found[i - 1].words) > __builtin_ctzll(clash.words);
         i--)
        found[i] = found[i - 1];
    found[i] = clash;
    return true;
}

static uint32_t lanes_of(uint64_t words, struct run run)
{
    uint64_t lanes = 0;
    if (!run.shift)
        return (uint32_t)(words << stamp_lane(run.mine));
    for (; words; words &= words - 1)
        lanes |= 1ull << (__builtin_ctzll(words) >> run.shift);
    return (uint32_t)(lanes << stamp_lane(run.mine));
}

static void tell_clashes(struct visit *visit, const struct clashes *clashes,
                         struct run run)
{
    for (unsigned i = 0; i < clashes->count; i++) {
        const struct clash *clash = &clashes->found[i];
        cell_conflict(visit, clash->stamp, clash->wrote,
                      lanes_of(clash->words, run));
    }
}

/* A run with the words around it, in whole fours, which vector code wants. */
struct fours {
    struct run run; /* as if it began at the first of these words */
    uint64_t in;    /* bit i: the i-th is one of the run's */
    unsigned lead;  /* words in front of the run's */
};

INLINE struct fours in_fours(struct run run, unsigned from)
{
    struct fours f = {.run = run, .lead = from % 4};
    f.in = ~0ull >> (64 - run.n) << f.lead;
    f.run.mine -= (int64_t)(f.lead >> run.shift) << LANE_SHIFT;
    f.run.n = (run.n + f.lead + 3) & ~3ull;
    return f;
}

/* Which words of a run have stamps of this launch; which are of the warp and
 * epoch of a stamp, so ordered alike; and which are not this thread's alone. */
struct look {
    uint64_t recent, same, others;
};

INLINE struct look look_at(const int64_t *cell, struct fours f, int64_t floor,
                           int64_t stamp)
{
    uint64_t old = 0, same = 0, own = 0;
    for (uint64_t i = 0; i < f.run.n; i++) {
        int64_t mine = run_stamp(f.run, i);
        old |= (uint64_t)(cell[i] < floor) << i;
        same |= (uint64_t)(((cell[i] ^ stamp) & WARP_EPOCH) == 0) << i;
        own |= (uint64_t)(((cell[i] ^ mine) & (IDENTITY | MANY)) == 0) << i;
    }
    return (struct look){~old & f.in, same & f.in, ~own & f.in};
}

/* Words whose stamps agree in some bits with one. */
INLINE uint64_t words_like(const int64_t *cell, struct fours f, int64_t stamp,
                           int64_t bits)
{
    uint64_t words = 0;
    for (uint64_t i = 0; i < f.run.n; i++)
        words |= (uint64_t)(((cell[i] ^ stamp) & bits) == 0) << i;
    return words & f.in;
}

/* The warps and epochs whose stamps a run has, one after the other; mostly
 * there is one. */
struct parts {
    const int64_t *cell;
    struct fours f;
    int64_t stamp; /* of the part's first word */
    struct look look;
    uint64_t rest;  /* words of this launch that are still to come */
    uint64_t words; /* of this part */
};

INLINE struct parts parts_of(const struct visit *visit, const int64_t *cell,
                             struct fours f)
{
    struct parts p = {.cell = cell, .f = f};
    p.stamp = cell[__builtin_ctzll(f.in)];
    p.look = look_at(cell, f, visit->floor, p.stamp);
    p.rest = p.look.recent;
    return p;
}

/* False: there are no more. */
INLINE bool next_part(const struct visit *visit, struct parts *p)
{
    if (!p->rest)
        return false;
    int64_t stamp = p->cell[__builtin_ctzll(p->rest)];
    if ((stamp ^ p->stamp) & WARP_EPOCH)
        p->look = look_at(p->cell, p->f, visit->floor, stamp);
    p->stamp = stamp;
    p->words = p->look.same & p->rest;
    p->rest &= ~p->words;
    return true;
}

INLINE bool is_own(const struct visit *visit, int64_t stamp)
{
    return ((stamp ^ visit->stamp) & WARP_EPOCH) == 0;
}

/* One clash for each instruction that the others are at. */
INLINE bool add_clashes(const int64_t *cell, struct fours f, uint64_t bad,
                        bool wrote, struct clashes *clashes)
{
    uint64_t words;
    for (; bad; bad &= ~words) {
        int64_t stamp = cell[__builtin_ctzll(bad)];
        words = words_like(cell, f, stamp, STRONG | PC_UNKNOWN) & bad;
        if (!add_clash(clashes, (struct clash){words >> f.lead, stamp, wrote}))
            return false;
    }
    return true;
}

/* False: too many clashes to keep apart. */
INLINE bool check_words(const struct visit *visit, const int64_t *cell,
                        struct fours f, bool wrote, struct clashes *clashes)
{
    struct parts p = parts_of(visit, cell, f);
    while (next_part(visit, &p)) {
        uint64_t bad = is_own(visit, p.stamp) ? p.words & p.look.others
                       : unordered(visit, p.stamp, wrote, 1) ? p.words
                                                             : 0;
        if (!add_clashes(cell, f, bad, wrote, clashes))
            return false;
    }
    return true;
}

/* New stamps for some words, stamps merged with the old ones for others. */
INLINE void put_words(int64_t *cell, struct run run, uint64_t words,
                      uint64_t merged)
{
    for (uint64_t i = 0; i < run.n; i++) {
        int64_t mine = run_stamp(run, i);
        int64_t both = merge(cell[i], mine);
        cell[i] = merged >> i & 1 ? both : words >> i & 1 ? mine : cell[i];
    }
}

/* As record_over() does with each of the words. */
INLINE void write_words(const struct visit *visit, int64_t *cell,
                        struct fours f)
{
    for (uint64_t i = 0; i < f.run.n; i++) {
        int64_t mine = run_stamp(f.run, i), now = cell[i];
        record_over(visit, &now, mine);
        cell[i] = f.in >> i & 1 ? now : cell[i];
    }
}

/* As replace() does with each of the words; those with which it fails. */
INLINE uint64_t replace_words(const struct visit *visit, int64_t *cell,
                              struct fours f)
{
    struct parts p = parts_of(visit, cell, f);
    uint64_t put = f.in & ~p.rest, merged = 0, failed = 0;
    while (next_part(visit, &p)) {
        if (is_own(visit, p.stamp))
            merged |= p.words;
        else if (!unordered(visit, p.stamp, false, 1))
            put |= p.words;
        else
            failed |= p.words;
    }
    if (put | merged)
        put_words(cell, f.run, put, merged);
    return failed;
}

/* Both readers are kept, unless they are of one block. */
INLINE void prefer_other_blocks(const struct visit *visit,
                                const int64_t *reader, int64_t *second,
                                struct fours f)
{
    uint64_t put = 0, same;
    for (uint64_t rest = f.in; rest; rest &= ~same) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        same = words_like(second, f, second[i], CHUNK) &
               words_like(reader, f, reader[i], CHUNK);
        if (stamp_chunk(visit, second[i])->block ==
            stamp_chunk(visit, reader[i])->block)
            put |= same & rest;
    }
    if (put)
        put_words(second, f.run, put, 0);
}

/* As read_word() does. */
INLINE void record_reads(const struct visit *visit, struct segment *segment,
                         int64_t *reader, int64_t *second, struct fours f)
{
    f.in = replace_words(visit, reader, f);
    if (!f.in)
        return;
    __atomic_store_n(&segment->again, visit->rb->launch->first,
                     __ATOMIC_RELAXED);
    f.in = replace_words(visit, second, f);
    if (f.in)
        prefer_other_blocks(visit, reader, second, f);
}

/* Plain accesses to a run whose words others have touched as well: stamps are
 * few, and what goes for one goes for its class.  False: nothing is done, it
 * has to be looked at word by word. */
HOT static bool visit_words(struct visit *visit, struct segment *segment,
                            int64_t *second, unsigned from, struct run run)
{
    uint32_t now = visit->rb->launch->first;
    struct fours f = in_fours(run, from);
    int64_t *write = segment->write + (from - f.lead);
    int64_t *reader = segment->reader + (from - f.lead);
    struct clashes clashes;
    clashes.count = 0;
    second -= f.lead;
    if (run.mine & STRONG || segment->updated == now)
        return false;
    if (segment->wrote == now && !check_words(visit, write, f, true, &clashes))
        return false;
    if (visit->writes && segment->read == now &&
        !check_words(visit, reader, f, false, &clashes))
        return false;
    if (visit->writes && segment->again == now &&
        !check_words(visit, second, f, false, &clashes))
        return false;
    tell_clashes(visit, &clashes, run);
    visit->rb->global.raced = clashes.count;
    if (visit->writes) {
        segment->wrote = now;
        write_words(visit, write, f);
    } else {
        segment->read = now;
        record_reads(visit, segment, reader, second, f);
    }
    return true;
}

/* Where there was a race there mostly is another: the quick look is left out.
 * False: as of the other two. */
INLINE bool visit_segment(struct visit *visit, struct segment *segment,
                          int64_t *second, unsigned from, struct run run)
{
    bool raced = visit->rb->global.raced;
    visit->rb->global.raced = false;
    return (!raced && visit_run(visit, segment, from, run)) ||
           visit_words(visit, segment, second, from, run) ||
           (raced && visit_run(visit, segment, from, run));
}

/* Neighbouring lanes of words, segment by segment. */
INLINE void visit_unit(struct visit *visit, struct race_cells *cells,
                       unsigned shift)
{
    const struct race_launch *launch = visit->rb->launch;
    uint32_t mask = visit->access->mask;
    while (mask != 0) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        uint64_t word = visit->offset[lane] / 4;
        unsigned from = (unsigned)(word % SEGMENT_WORDS);
        unsigned n = (unsigned)__builtin_popcount(mask);
        unsigned room = (SEGMENT_WORDS - from) >> shift;
        n = n < room ? n : room;
        uint32_t lanes = mask & (~0u >> (WARP_SIZE - n) << lane);
        struct run run = {visit->stamp | (int64_t)lane << LANE_SHIFT | BYTES,
                          n << shift, shift};

        struct segment *segment = &cells->segments[word / SEGMENT_WORDS];
        lock(launch, segment);
        if (!visit_segment(visit, segment, cells->second + word, from, run))
            for (uint32_t m = lanes; m != 0; m &= m - 1)
                visit_lanes(visit, cells, m & -m);
        unlock(launch, segment);
        mask &= ~lanes;
    }
}

HOT unsigned race_global(struct race_block *rb, struct race_cells *cells,
                         const struct race_access *access,
                         const uint64_t offset[WARP_SIZE],
                         struct race_conflict out[RACE_CONFLICTS])
{
    if (access->mask == 0)
        return 0;
    if (rb->global.pending >> access->warp & 1)
        settle(rb, 1u << access->warp);

    unsigned count = 0;
    if (cells && need_chunk(rb, access->warp)) {
        struct visit visit = {
            .rb = rb,
            .access = access,
            .offset = offset,
            .stamp = stamp_of(rb, access),
            .floor = rb->launch->floor,
            .writes =
                access->kind == ACCESS_WRITE || access->kind == ACCESS_ATOMIC,
            .report = {.out = out},
        };
        if (access->pattern == ACCESS_UNIFORM)
            visit_uniform(&visit, cells);
        else if (access->pattern == ACCESS_UNIT && access->width == 4)
            visit_unit(&visit, cells, 0);
        else if (access->pattern == ACCESS_UNIT && access->width > 4)
            visit_unit(&visit, cells, access->width == 8 ? 1 : 2);
        else
            visit_general(&visit, cells);
        count = visit.report.count;
    }
    if (access->kind == ACCESS_ATOMIC || access->kind == ACCESS_STRONG_READ) {
        rb->global.pending |= 1u << access->warp;
        rb->global.any_seen = true;
        race_acquire(rb, access->warp);
    }
    return count;
}

/* ---- what a launch has written ------------------------------------------- */

/* The stamp of who wrote one of these bytes in this launch; 0: nobody. */
static int64_t writer_of(const struct visit *visit, struct cell_word word,
                         int64_t bytes)
{
    const struct segment *segment = word.segment;
    uint32_t now = visit->rb->launch->first;
    const int64_t stamps[] = {segment->wrote == now ? segment->write[word.index]
                                                    : 0,
                              segment->updated == now ? word.atomic[0] : 0,
                              segment->updated == now ? word.atomic[1] : 0};
    for (unsigned i = 0; i < sizeof stamps / sizeof *stamps; i++)
        if (stamps[i] >= visit->floor && stamps[i] & bytes)
            return stamps[i];
    return 0;
}

static int64_t lane_writer(const struct visit *visit, struct race_cells *cells,
                           uint64_t offset)
{
    const struct race_launch *launch = visit->rb->launch;
    struct segment *segment = &cells->segments[offset / SEGMENT_BYTES];
    unsigned width = visit->access->width;
    int64_t found = 0;
    lock(launch, segment);
    for (uint64_t w = offset / 4; w * 4 < offset + width && !found; w++)
        found = writer_of(visit, word_at(cells, w), bytes_of(offset, width));
    unlock(launch, segment);
    return found;
}

uint32_t race_written(struct race_block *rb, struct race_cells *cells,
                      const struct race_access *access,
                      const uint64_t offset[WARP_SIZE],
                      struct race_conflict *out)
{
    struct visit visit = {.rb = rb,
                          .access = access,
                          .offset = offset,
                          .floor = rb->launch->floor,
                          .report = {.out = out}};
    uint32_t lanes = 0;
    int64_t first = 0;
    for (uint32_t m = cells ? access->mask : 0; m != 0; m &= m - 1) {
        int64_t stamp = lane_writer(&visit, cells, offset[__builtin_ctz(m)]);
        first = first ? first : stamp;
        lanes |= stamp ? m & -m : 0;
    }
    if (lanes)
        cell_conflict(&visit, first, true, lanes);
    return lanes;
}
