/*
 * mbarriers.c - which mbarriers there are, and what is wrong with their use.
 */
#include "mbarriers.h"

#include "access_data.h"
#include "base/grow.h"
#include "copies.h"

#include <stdio.h>
#include <stdlib.h>

struct mbarrier {
    uint32_t offset;
    uint64_t expected, arrived; /* bytes of copies, in this phase */
    uint64_t now;               /* while an instruction is looked at */
    /* The last thread that waited in vain; insn NULL: none in this phase. */
    const struct insn *insn;
    const struct warp *warp;
    unsigned lane;
};

struct mbarriers {
    struct mbarrier *list;
    size_t count, room;
    uint64_t tests;                   /* that failed */
    uint64_t seen_tests, seen_events; /* after the last round of looks */
    uint32_t rounds;                  /* with nothing but such tests */
};

/* ---- what it is ---------------------------------------------------------- */

struct counts {
    uint64_t expected, pending, phases;
    int64_t bytes;
};

static struct counts counts_of(uint64_t word)
{
    const uint64_t mask = (1ull << MBARRIER_COUNT_BITS) - 1;
    const unsigned above = 64 - MBARRIER_PHASE_BIT;
    return (struct counts){.expected = word & mask,
                           .pending = word >> MBARRIER_COUNT_BITS & mask,
                           .phases = word >> MBARRIER_PHASE_BIT,
                           .bytes = (int64_t)(word << above) >>
                                    (64 - MBARRIER_BYTES_BITS)};
}

static uint64_t word_of(struct counts c)
{
    const uint64_t mask = (1ull << MBARRIER_COUNT_BITS) - 1;
    const uint64_t bytes = (1ull << MBARRIER_BYTES_BITS) - 1;
    return c.phases << MBARRIER_PHASE_BIT |
           ((uint64_t)c.bytes & bytes) << MBARRIER_BYTES_BIT |
           (c.pending & mask) << MBARRIER_COUNT_BITS | (c.expected & mask);
}

uint64_t mbarrier_next(uint64_t old, enum atomic_op op, uint64_t n)
{
    struct counts c = counts_of(old);
    switch (op) {
    case ATOMIC_DROP:
        c.expected -= n < c.expected ? n : c.expected; /* fall through */
    case ATOMIC_ARRIVE: c.pending -= n < c.pending ? n : c.pending; break;
    case ATOMIC_EXPECT: c.bytes += (int64_t)n; break;
    case ATOMIC_COMPLETE: c.bytes -= (int64_t)n; break;
    default: return old;
    }
    if (!c.pending && !c.bytes) {
        c.pending = c.expected;
        c.phases++;
    }
    return word_of(c);
}

/* ---- which there are ----------------------------------------------------- */

static struct mbarrier *find(const struct block *b, uint64_t offset)
{
    struct mbarriers *m = b->mbarriers;
    for (size_t i = 0; m && i < m->count; i++)
        if (m->list[i].offset == offset)
            return &m->list[i];
    return NULL;
}

static void begin_phase(struct mbarrier *m)
{
    m->expected = m->arrived = 0;
    m->insn = NULL;
}

/* Lanes' addresses, as offsets; those of the lanes that are in shared memory,
 * at a multiple of 8. */
static uint32_t places(const struct warp *w, const struct frame *frame,
                       const struct insn *insn, uint32_t mask,
                       uint32_t offset[WARP_SIZE])
{
    uint64_t address[WARP_SIZE];
    uint32_t inside = 0, size = w->block->shared_bytes;
    uint64_t window = insn->detail->generic ? SHARED_WINDOW : 0;
    lane_addresses(frame, insn, mask, address);
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint64_t at = address[l] - window;
        bool good = size >= 8 && at <= size - 8 && at % 8 == 0;
        inside |= (uint32_t)good << l;
        offset[l] = (uint32_t)at;
    }
    return inside & mask;
}

/* Out of memory the launch ends. */
static void add(struct block *b, uint32_t offset)
{
    struct mbarriers *m = b->mbarriers;
    if (!m)
        m = b->mbarriers = calloc(1, sizeof *m);
    struct mbarrier *grown =
        m ? grow(m->list, m->count, &m->room, sizeof *grown) : NULL;
    if (!grown) {
        launch_status_set(b->worker, LAUNCH_NO_MEMORY, true);
        return;
    }
    m->list = grown;
    m->list[m->count++] = (struct mbarrier){.offset = offset};
}

static uint64_t word_at(const struct block *b, uint32_t offset)
{
    uint64_t word;
    memcpy(&word, b->shared + offset, sizeof word);
    return word;
}

static void report_count(struct warp *w, const struct insn *insn, unsigned lane,
                         uint64_t count)
{
    struct finding f = finding_at(w, insn, lane, SYNCCHECK);
    snprintf(f.title, sizeof f.title, "mbarrier initialised for %s arrivals",
             count ? "too many" : "no");
    snprintf(f.detail, sizeof f.detail, "its count is %llu",
             (unsigned long long)count);
    snprintf(f.hint, sizeof f.hint,
             "the count says how often threads arrive in each phase: 1 to "
             "1048575");
    diagnose(&f);
}

void mbarriers_misplaced(struct warp *w, const struct insn *insn,
                         uint32_t lanes)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    f.lanes = count_lanes(lanes);
    snprintf(f.title, sizeof f.title,
             "there can be no mbarrier at this address");
    snprintf(f.hint, sizeof f.hint,
             "mbarriers are 8 bytes of the block's __shared__ memory, at a "
             "multiple of 8");
    diagnose(&f);
    launch_status_set(w->block->worker, LAUNCH_BAD_ADDRESS, false);
}

/* Where a store went well, which need not have been to shared memory. */
void mbarriers_init(struct warp *w, struct frame *frame,
                    const struct insn *insn, uint32_t mask)
{
    const uint64_t most = (1u << MBARRIER_COUNT_BITS) - 1;
    struct block *b = w->block;
    uint32_t offset[WARP_SIZE];
    uint32_t lanes = places(w, frame, insn, mask, offset);
    if (insn->detail->generic && lanes != mask)
        mbarriers_misplaced(w, insn, mask & ~lanes);
    for (; lanes; lanes &= lanes - 1) {
        unsigned l = first_lane(lanes);
        uint64_t count = get_register(frame->slots + insn->b, 4, l);
        struct mbarrier *old = find(b, offset[l]);
        if (!count || count > most)
            report_count(w, insn, l, count);
        if (old)
            *old = (struct mbarrier){.offset = offset[l]};
        else
            add(b, offset[l]);
    }
}

/* Those of the lanes that are at an mbarrier; the others are told. */
static uint32_t at_mbarriers(struct warp *w, struct frame *frame,
                             const struct insn *insn, uint32_t mask,
                             uint32_t offset[WARP_SIZE])
{
    uint32_t inside = places(w, frame, insn, mask, offset), lanes = 0;
    if (inside != mask)
        mbarriers_misplaced(w, insn, mask & ~inside);
    for (uint32_t m = inside; m; m &= m - 1) {
        unsigned l = first_lane(m);
        lanes |= (uint32_t)mbarriers_known(w, insn, l, offset[l]) << l;
    }
    return lanes;
}

void mbarriers_inval(struct warp *w, struct frame *frame,
                     const struct insn *insn, uint32_t mask)
{
    struct mbarriers *m = w->block->mbarriers;
    uint32_t offset[WARP_SIZE];
    uint32_t lanes = at_mbarriers(w, frame, insn, mask, offset);
    for (; lanes; lanes &= lanes - 1) {
        struct mbarrier *old = find(w->block, offset[first_lane(lanes)]);
        if (old) /* and no lane before this one has ended it */
            *old = m->list[--m->count];
    }
}

unsigned mbarriers_phase(const struct block *b, uint32_t offset)
{
    return (unsigned)counts_of(word_at(b, offset)).phases;
}

void mbarriers_forget(struct block *b)
{
    struct mbarriers *m = b->mbarriers;
    b->events = 0;
    if (!m)
        return;
    m->count = 0;
    m->tests = m->seen_tests = m->seen_events = 0;
    m->rounds = 0;
}

void mbarriers_release(struct block *b)
{
    if (b->mbarriers)
        free(b->mbarriers->list);
    free(b->mbarriers);
    b->mbarriers = NULL;
}

/* ---- what is done with them ---------------------------------------------- */

struct label {
    char chars[80];
};

static struct label label_of(const struct block *b, uint32_t offset)
{
    struct label label;
    char name[60];
    const struct grid *grid = b->worker->grid;
    uint32_t start = shared_array_start(grid, offset);
    int n = snprintf(label.chars, sizeof label.chars, "%.50s",
                     shared_array_name(grid, start, name, sizeof name));
    if (offset != start)
        snprintf(label.chars + n, sizeof label.chars - (size_t)n, ", byte %u",
                 offset - start);
    return label;
}

static void report_unknown(struct warp *w, const struct insn *insn,
                           uint32_t lanes, uint32_t offset)
{
    if (w->block->worker->stop)
        return;
    struct finding f = finding_at(w, insn, first_lane(lanes), SYNCCHECK);
    f.lanes = count_lanes(lanes);
    snprintf(f.title, sizeof f.title,
             "mbarrier %.70s is used before it was initialised",
             label_of(w->block, offset).chars);
    snprintf(f.hint, sizeof f.hint,
             "one thread initialises it (mbarrier.init, init(&barrier, n)), "
             "then __syncthreads() before others use it");
    diagnose(&f);
    launch_status_set(w->block->worker, LAUNCH_BAD_ADDRESS, false);
}

static void report_crowd(struct warp *w, const struct insn *insn, unsigned lane,
                         const struct mbarrier *m, struct counts c, uint64_t n)
{
    struct finding f = finding_at(w, insn, lane, SYNCCHECK);
    snprintf(f.title, sizeof f.title,
             "more threads arrive at mbarrier %.70s than it was initialised "
             "for",
             label_of(w->block, m->offset).chars);
    snprintf(f.detail, sizeof f.detail,
             "%llu arrive%s, its phase waits for %llu more of %llu",
             (unsigned long long)n, n == 1 ? "s" : "",
             (unsigned long long)c.pending, (unsigned long long)c.expected);
    snprintf(f.hint, sizeof f.hint,
             "its count is how often threads arrive in one phase");
    diagnose(&f);
}

static void report_bytes(struct warp *w, const struct insn *insn, unsigned lane,
                         const struct mbarrier *m, int64_t bytes)
{
    struct finding f = finding_at(w, insn, lane, SYNCCHECK);
    snprintf(f.title, sizeof f.title,
             "more bytes than mbarrier %.70s can count",
             label_of(w->block, m->offset).chars);
    snprintf(f.detail, sizeof f.detail,
             "%lld would be expected in its phase, 1048575 can be",
             (long long)bytes);
    snprintf(f.hint, sizeof f.hint,
             "expect_tx takes bytes of the copies of one phase, which shared "
             "memory has room for");
    diagnose(&f);
}

/* A lane's operation comes next, as what came before it left the word. */
static void update(struct warp *w, const struct insn *insn, unsigned lane,
                   struct mbarrier *m, uint64_t n)
{
    enum atomic_op op = insn->detail->atomic;
    struct counts before = counts_of(m->now);
    bool arrives = op == ATOMIC_ARRIVE || op == ATOMIC_DROP;
    const int64_t most = (1 << (MBARRIER_BYTES_BITS - 1)) - 1;
    int64_t bytes = before.bytes + (op == ATOMIC_EXPECT     ? (int64_t)n
                                    : op == ATOMIC_COMPLETE ? -(int64_t)n
                                                            : 0);
    if (arrives && n > before.pending)
        report_crowd(w, insn, lane, m, before, n);
    if (bytes > most || bytes < -most)
        report_bytes(w, insn, lane, m, bytes);
    m->expected += op == ATOMIC_EXPECT ? n : 0;
    m->arrived += op == ATOMIC_COMPLETE ? n : 0;
    m->now = mbarrier_next(m->now, op, n);
    w->block->events += op != ATOMIC_LOOK;
    if (counts_of(m->now).phases != before.phases)
        begin_phase(m);
}

uint32_t mbarriers_refused(struct warp *w, const struct frame *frame,
                           const struct insn *insn, uint32_t mask,
                           const uint32_t offset[WARP_SIZE])
{
    uint32_t refused = 0;
    struct mbarriers *all = w->block->mbarriers;
    for (size_t i = 0; all && i < all->count; i++)
        all->list[i].now = word_at(w->block, all->list[i].offset);
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
        unsigned l = first_lane(lanes);
        struct mbarrier *m = find(w->block, offset[l]);
        if (m)
            update(w, insn, l, m,
                   get_register(frame->slots + insn->b, insn->width, l));
        refused |= (uint32_t)!m << l;
    }
    if (refused)
        report_unknown(w, insn, refused, offset[first_lane(refused)]);
    return refused;
}

bool mbarriers_known(struct warp *w, const struct insn *insn, unsigned lane,
                     uint64_t offset)
{
    bool known = find(w->block, offset);
    if (!known)
        report_unknown(w, insn, 1u << lane, (uint32_t)offset);
    return known;
}

void mbarriers_complete(struct warp *w, uint64_t offset, uint32_t bytes)
{
    struct mbarrier *m = find(w->block, offset);
    uint64_t word = word_at(w->block, m->offset);
    uint64_t next = mbarrier_next(word, ATOMIC_COMPLETE, bytes);
    memcpy(w->block->shared + m->offset, &next, sizeof next);
    m->arrived += bytes;
    w->block->events++;
    if (counts_of(next).phases != counts_of(word).phases)
        begin_phase(m);
}

/* ---- waiting ------------------------------------------------------------- */

/* Of the phase that a thread waits for: is another one running? */
static bool is_over(const struct frame *frame, const struct insn *insn,
                    unsigned lane)
{
    uint64_t seen = get_register(frame->slots + insn->b, 8, lane);
    unsigned phase = (unsigned)(seen >> MBARRIER_PHASE_BIT);
    if (insn->detail->parity)
        return (phase ^ get_register(frame->slots + insn->c, 4, lane)) & 1;
    return phase !=
           get_register(frame->slots + insn->c, 8, lane) >> MBARRIER_PHASE_BIT;
}

void mbarriers_bind(struct warp *w, struct frame *frame,
                    const struct insn *insn, uint32_t mask)
{
    uint32_t offset[WARP_SIZE], phase[WARP_SIZE] = {0};
    uint32_t lanes = at_mbarriers(w, frame, insn, mask, offset);
    for (uint32_t m = lanes; m; m &= m - 1)
        phase[first_lane(m)] = mbarriers_phase(w->block, offset[first_lane(m)]);
    copies_bind(w, lanes, offset, phase);
}

/* What is no mbarrier was told by the look at it: nobody is to wait for it for
 * ever. */
void mbarriers_test(struct warp *w, struct frame *frame,
                    const struct insn *insn, uint32_t mask)
{
    uint32_t offset[WARP_SIZE], over = 0;
    uint32_t lanes = places(w, frame, insn, mask, offset);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        struct mbarrier *barrier =
            lanes >> l & 1 ? find(w->block, offset[l]) : NULL;
        bool done = !barrier || is_over(frame, insn, l);
        over |= (uint32_t)done << l;
        if (barrier && done)
            copies_landed(w, l, offset[l],
                          mbarriers_phase(w->block, offset[l]));
        if (done)
            continue;
        barrier->insn = insn;
        barrier->warp = w;
        barrier->lane = l;
        w->block->mbarriers->tests++;
    }
    w->block->events += over != 0;
    u32 *p = (u32 *)(frame->slots + insn->d);
    *p = (*p & ~mask) | over;
}

static void describe_missing(struct finding *f, const struct mbarrier *m,
                             struct counts c)
{
    int n = snprintf(f->detail, sizeof f->detail,
                     "%llu of %llu threads have arrived",
                     (unsigned long long)(c.expected - c.pending),
                     (unsigned long long)c.expected);
    if (m->expected || m->arrived)
        snprintf(f->detail + n, sizeof f->detail - (size_t)n,
                 "; %llu bytes of copies are expected, %llu have come",
                 (unsigned long long)m->expected,
                 (unsigned long long)m->arrived);
    bool untouched = c.pending == c.expected && !m->expected && !m->arrived;
    snprintf(f->hint, sizeof f->hint,
             untouched   ? "does somebody arrive in this phase?  Is it the one "
                           "that was to be waited for: the first has parity 0, "
                           "the next 1"
             : c.pending ? "every thread that it counts must arrive in each "
                           "phase; is its count the number of these?"
                         : "expect_tx must say as many bytes as the copies of "
                           "the phase have");
}

static void report_stuck(struct block *b, const struct mbarrier *m)
{
    struct finding f = finding_at(m->warp, m->insn, m->lane, SYNCCHECK);
    snprintf(f.title, sizeof f.title,
             "threads wait here for ever: the phase of mbarrier %.70s is not "
             "completed",
             label_of(b, m->offset).chars);
    describe_missing(&f, m, counts_of(word_at(b, m->offset)));
    diagnose(&f);
}

bool mbarriers_stuck(struct block *b)
{
    enum { LONG = 200 };
    struct mbarriers *m = b->mbarriers;
    if (!m || b->worker->grid->program->reads_clock)
        return false;
    bool only = m->tests != m->seen_tests && b->events == m->seen_events;
    m->rounds = only ? m->rounds + 1 : 0;
    m->seen_tests = m->tests;
    m->seen_events = b->events;
    if (m->rounds < LONG)
        return false;
    for (size_t i = 0; i < m->count; i++)
        if (m->list[i].insn)
            report_stuck(b, &m->list[i]);
    launch_status_set(b->worker, LAUNCH_TIMEOUT, true);
    return true;
}
