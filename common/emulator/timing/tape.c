/*
 * tape.c - keeps what the warps of a launch did: tape.h.
 *
 * Idea: all tapes are kept until they are too many together; from then on only
 * those of the blocks of three multiprocessors, each up to its share of the
 * room; in the end those of the busiest of these stay.  Each decision needs a
 * sum that only grows to pass a bound, so it comes out the same whoever comes
 * first; where a tape would be cut is marked while nobody knows yet whether it
 * will be.
 */
#include "tape.h"

#include "base/grow.h"
#include "base/hot.h"
#include "base/larger.h"
#include "code/op_class.h"
#include "code/uses.h"
#include "touches.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

const struct tape_budget tape_budget = {.all = 64u << 20, .sampled = 32u << 20};

/* Groups of blocks, lines in the sample, places for atomics: at most. */
enum { MOST_WORK = 1 << 16, MOST_TOUCHES = 1 << 16, HOT_SLOTS = 1 << 16 };
/* Addresses for comparisons, and places for twice as many. */
enum { MOST_SWAPS = 1 << 12, SWAP_SLOTS = 1 << 13 };
/* A block says how much it has kept when it is this much more. */
enum { TELL_BYTES = 1 << 16 };
/* Of all tapes a warp's counts as so much at least, a run and two accesses with
 * a line or two: of many millions that do less, what is beside their tapes is
 * more than these. */
enum { LEAST_BYTES = 64 };

/* How much of a tape there is. */
struct extent {
    uint32_t runs, accesses, lines;
    size_t bytes;
};

/* A loop that waits, and whose first turn has been recorded. */
struct waiting {
    const struct code *code;
    uint32_t from, to; /* its instructions */
    uint32_t mask;     /* who waits */
    bool waits;        /* false: it was looked at, and does something else */
    bool now;          /* the warp has not left it yet */
};

struct tape_writer {
    struct tape_block *block;
    struct waiting waiting;
    struct tape_warp tape;
    size_t run_room, access_room, line_room;
    size_t bytes;     /* of all that is kept */
    uint32_t pending; /* accesses since the last run */
    uint32_t mask;    /* of the last run */
    bool keeps;       /* else nothing more is added to the tape */
    bool is_marked;
    struct extent mark; /* where it is cut, if tapes are sampled */
};

struct tape_block {
    struct tapes *tapes;
    uint64_t number;
    size_t bytes, told; /* kept; of those the keeper knows */
    struct touches touches;
    uint32_t warp_count;
    struct tape_writer writers[];
};

/* Tapes that stay together: all, or a multiprocessor's. */
struct shelf {
    uint32_t multiprocessor;
    struct tape_block **blocks; /* by number */
    size_t count, room;
    size_t bytes;               /* up to their marks */
    _Atomic uint64_t full_from; /* no room from this block on */
    uint64_t work; /* of all blocks of the multiprocessor: instructions, and
                    * sectors, as L1 has four of these while four schedulers
                    * issue */
};

/* Not at an edge of the grid; and at both ends, as work may be there alone. */
enum { SHELVES = 3 };

/* The tapes while they are made; all host threads use it. */
struct tape_keeper {
    pthread_mutex_t lock;
    struct tape_budget budget;
    size_t warp_bytes; /* of a tape, if they are sampled */
    struct shelf all;  /* until they are sampled */
    struct shelf samples[SHELVES];
    unsigned sample_count;
    _Atomic size_t bytes; /* of all blocks, as told */
    _Atomic bool sampled, failed;
    _Atomic uint64_t touch_rate;
    struct touches touches;
    _Atomic uint64_t atomic_requests;
    _Atomic uint32_t hot_requests[HOT_SLOTS], hot_serial[HOT_SLOTS];
    _Atomic uint32_t slice_serial[TAPE_SLICES];
    _Atomic uint64_t slice_line[TAPE_SLICES]; /* one + 1; 0: none */
    _Atomic bool slice_lines[TAPE_SLICES];    /* others, too */
    _Atomic uint32_t hot_stores[HOT_SLOTS];
    _Atomic uint32_t looks[HOT_SLOTS];
    _Atomic bool any_parts, any_looks;   /* of the last two */
    struct tape_swaps swaps[SWAP_SLOTS]; /* count is 0: free */
    size_t swap_count;                   /* more than MOST_SWAPS: too many */
};

/* ---- begin -------------------------------------------------------------- */

/* Of the multiprocessors with the most blocks the middle one: not at an edge
 * of the grid. */
static uint32_t middle_of(uint64_t blocks, uint32_t multiprocessors)
{
    uint32_t rest = (uint32_t)(blocks % multiprocessors);
    return rest ? rest / 2 : multiprocessors / 2;
}

/* The first of those that are equally busy is taken. */
static void choose_samples(struct tape_keeper *k, uint64_t blocks,
                           uint32_t multiprocessors)
{
    uint32_t wanted[SHELVES] = {middle_of(blocks, multiprocessors), 0,
                                (uint32_t)((blocks - 1) % multiprocessors)};
    for (unsigned i = 0; i < SHELVES; i++) {
        bool known = false;
        for (unsigned j = 0; j < k->sample_count; j++)
            known |= k->samples[j].multiprocessor == wanted[i];
        if (known)
            continue;
        k->samples[k->sample_count].multiprocessor = wanted[i];
        k->samples[k->sample_count++].full_from = UINT64_MAX;
    }
}

/* All blocks that run at once must have their tapes. */
static size_t warp_bytes(struct tape_size size, size_t budget, uint32_t warps,
                         uint32_t multiprocessors)
{
    uint64_t resident = smaller(size.resident_blocks,
                                size.resident_threads / size.block_threads);
    uint64_t most = (size.blocks + multiprocessors - 1) / multiprocessors;
    resident = larger(1, smaller(resident, most));
    return budget / (resident * warps);
}

static bool work_create(struct tapes *t)
{
    t->blocks_each = (t->block_count + MOST_WORK - 1) / MOST_WORK;
    t->work_count =
        (uint32_t)((t->block_count + t->blocks_each - 1) / t->blocks_each);
    t->work = calloc(t->work_count, sizeof *t->work);
    return t->work;
}

struct tapes *tapes_begin(struct tape_size size, struct tape_budget budget)
{
    struct tapes *t = calloc(1, sizeof *t);
    struct tape_keeper *k = calloc(1, sizeof *k);
    if (!t || !k) {
        free(t);
        free(k);
        return NULL;
    }
    t->keeper = k;
    t->block_count = size.blocks;
    t->block_warps = (size.block_threads + WARP_SIZE - 1) / WARP_SIZE;
    t->multiprocessors = (uint32_t)smaller(size.blocks, size.multiprocessors);
    pthread_mutex_init(&k->lock, NULL);
    k->budget = budget;
    k->warp_bytes =
        warp_bytes(size, budget.sampled, t->block_warps, t->multiprocessors);
    choose_samples(k, size.blocks, t->multiprocessors);
    k->touch_rate = k->touches.rate = 1;
    if (work_create(t))
        return t;
    tapes_free(t);
    return NULL;
}

/* ---- which blocks stay -------------------------------------------------- */

static void warp_free(struct tape_warp *w)
{
    free(w->runs);
    free(w->accesses);
    free(w->lines);
}

static void block_free(struct tape_block *b)
{
    for (uint32_t i = 0; i < b->warp_count; i++)
        warp_free(&b->writers[i].tape);
    touches_free(&b->touches);
    free(b);
}

/* Where a block has its place once tapes are sampled; NULL: nowhere. */
static struct shelf *shelf_of(const struct tapes *t, uint64_t block)
{
    struct tape_keeper *k = t->keeper;
    for (unsigned i = 0; i < k->sample_count; i++)
        if (block % t->multiprocessors == k->samples[i].multiprocessor)
            return &k->samples[i];
    return NULL;
}

static size_t cut_bytes(const struct tape_block *b)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < b->warp_count; i++)
        bytes += b->writers[i].is_marked ? b->writers[i].mark.bytes
                                         : b->writers[i].bytes;
    return bytes;
}

/* The last ones go as long as those before them fill the room. */
static void drop_last(struct shelf *shelf, size_t budget)
{
    while (shelf->count) {
        struct tape_block *last = shelf->blocks[shelf->count - 1];
        size_t bytes = cut_bytes(last);
        if (shelf->bytes - bytes < budget)
            break;
        shelf->bytes -= bytes;
        shelf->count--;
        shelf->full_from = last->number;
        block_free(last);
    }
}

/* Behind those of lower numbers.  False: out of memory. */
static bool put(struct shelf *shelf, struct tape_block *b)
{
    struct tape_block **blocks =
        grow(shelf->blocks, shelf->count, &shelf->room, sizeof(void *));
    if (!blocks)
        return false;
    shelf->blocks = blocks;
    size_t i = shelf->count++;
    for (; i && blocks[i - 1]->number > b->number; i--)
        blocks[i] = blocks[i - 1];
    blocks[i] = b;
    shelf->bytes += cut_bytes(b);
    return true;
}

static bool is_wanted(const struct tapes *t, uint64_t block)
{
    const struct shelf *shelf = shelf_of(t, block);
    return !t->keeper->sampled || (shelf && block < shelf->full_from);
}

/* Of a block that has ended, or its tapes may go. */
static void keep(struct tapes *t, struct tape_block *b)
{
    struct tape_keeper *k = t->keeper;
    struct shelf *shelf = k->sampled ? shelf_of(t, b->number) : &k->all;
    if (!is_wanted(t, b->number)) {
        block_free(b);
    } else if (!put(shelf, b)) {
        k->failed = true;
        block_free(b);
    } else if (k->sampled) {
        drop_last(shelf, k->budget.sampled);
    }
}

/* There are too many: those of other multiprocessors go. */
static void sample_blocks(struct tapes *t)
{
    struct tape_keeper *k = t->keeper;
    if (k->sampled)
        return;
    k->sampled = true;
    for (size_t i = 0; i < k->all.count; i++)
        keep(t, k->all.blocks[i]);
    k->all.count = 0;
}

/* The keeper learns of the bytes of a block that it has not heard of. */
static void tell_bytes(struct tape_block *b)
{
    struct tapes *t = b->tapes;
    struct tape_keeper *k = t->keeper;
    size_t more = b->bytes - b->told;
    b->told = b->bytes;
    if (!k->sampled &&
        atomic_fetch_add(&k->bytes, more) + more > k->budget.all) {
        pthread_mutex_lock(&k->lock);
        sample_blocks(t);
        pthread_mutex_unlock(&k->lock);
    }
    bool wanted = is_wanted(t, b->number);
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct tape_writer *w = &b->writers[i];
        w->keeps &= wanted && !(k->sampled && w->is_marked);
    }
}

/* ---- a block ------------------------------------------------------------ */

struct tape_block *tape_block_begin(struct tapes *t, uint64_t number)
{
    struct tape_block *b =
        calloc(1, sizeof *b + t->block_warps * sizeof(struct tape_writer));
    if (!b) {
        t->keeper->failed = true;
        return NULL;
    }
    b->tapes = t;
    b->number = number;
    b->warp_count = t->block_warps;
    b->touches.rate = t->keeper->touch_rate;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        b->writers[i].block = b;
        b->writers[i].keeps = is_wanted(t, number);
    }
    return b;
}

struct tape_writer *tape_writer(struct tape_block *b, uint32_t warp)
{
    return &b->writers[warp];
}

static void add_work(const struct tape_block *b, uint64_t sectors)
{
    struct shelf *shelf = shelf_of(b->tapes, b->number);
    struct tape_work *work = &b->tapes->work[b->number / b->tapes->blocks_each];
    uint64_t instructions = 0;
    for (uint32_t i = 0; i < b->warp_count; i++)
        instructions += b->writers[i].tape.instructions;
    work->instructions += instructions;
    if (shelf)
        shelf->work += instructions + sectors;
    work->sectors += sectors;
}

static void raise_touch_rate(struct tape_keeper *k)
{
    k->touch_rate *= 2;
    touches_thin(&k->touches, k->touch_rate);
}

static void add_touches(struct tape_keeper *k, struct tape_block *b)
{
    touches_thin(&b->touches, k->touch_rate);
    while (k->touches.count + b->touches.count > MOST_TOUCHES) {
        raise_touch_rate(k);
        touches_thin(&b->touches, k->touch_rate);
    }
    if (!touches_append(&k->touches, &b->touches))
        k->failed = true;
    touches_free(&b->touches);
}

/* An array in room for what it has.  Not by realloc, which would leave pieces
 * between them that nobody could use. */
static void *fitting(void *array, size_t count, size_t room, size_t size)
{
    void *fits = 2 * count < room ? malloc(count * size + 1) : NULL;
    if (!fits)
        return array;
    memcpy(fits, array, count * size);
    free(array);
    return fits;
}

/* It grows no more, and arrays begin with room for far more than the warps of
 * most launches do: all of them together would take many times what is
 * counted. */
static void fit_block(struct tape_block *b)
{
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct tape_writer *w = &b->writers[i];
        struct tape_warp *t = &w->tape;
        t->runs = fitting(t->runs, t->run_count, w->run_room, sizeof *t->runs);
        t->accesses = fitting(t->accesses, t->access_count, w->access_room,
                              sizeof *t->accesses);
        t->lines =
            fitting(t->lines, t->line_count, w->line_room, sizeof *t->lines);
    }
}

void tape_block_end(struct tape_block *b, uint64_t sectors)
{
    if (!b)
        return;
    struct tape_keeper *k = b->tapes->keeper;
    b->bytes = larger(b->bytes, (size_t)b->warp_count * LEAST_BYTES);
    tell_bytes(b);
    if (is_wanted(b->tapes, b->number))
        fit_block(b);
    pthread_mutex_lock(&k->lock);
    add_work(b, sectors);
    add_touches(k, b);
    keep(b->tapes, b);
    pthread_mutex_unlock(&k->lock);
}

/* ---- what a warp executed ----------------------------------------------- */

static void out_of_memory(struct tape_writer *w)
{
    w->keeps = false;
    w->block->tapes->keeper->failed = true;
}

static void count_bytes(struct tape_writer *w, size_t bytes)
{
    w->bytes += bytes;
    w->block->bytes += bytes;
}

/* It is cut here unless all tapes are kept. */
static void set_mark(struct tape_writer *w)
{
    struct tape_keeper *k = w->block->tapes->keeper;
    w->is_marked = true;
    w->mark = (struct extent){w->tape.run_count, w->tape.access_count,
                              w->tape.line_count, w->bytes};
    if (k->sampled)
        w->keeps = false;
}

/* Does it go on where the last run ended?  Not over a mark. */
static bool goes_on(const struct tape_writer *w, const struct code *code,
                    uint32_t from, uint32_t mask)
{
    uint32_t count = w->tape.run_count;
    if (!count)
        return false;
    const struct tape_run *last = &w->tape.runs[count - 1];
    return last->to == from && last->function == code->index &&
           w->mask == mask && !(w->is_marked && w->mark.runs == count);
}

static void new_run(struct tape_writer *w, const struct code *code,
                    uint32_t from, uint32_t mask)
{
    struct tape_warp *t = &w->tape;
    struct tape_run *runs =
        grow(t->runs, t->run_count, &w->run_room, sizeof *runs);
    if (!runs) {
        out_of_memory(w);
        return;
    }
    t->runs = runs;
    runs[t->run_count++] =
        (struct tape_run){.function = code->index,
                          .from = from,
                          .lanes = (uint8_t)__builtin_popcount(mask)};
    w->mask = mask;
    count_bytes(w, sizeof *runs);
}

/* ---- loops that wait ----------------------------------------------------- */

/* How often a warp looks depends on when others run here: one turn stands for
 * all. */
static bool waits_on(const struct tape_writer *w, const struct code *code,
                     uint32_t from, uint32_t to, uint32_t mask)
{
    const struct waiting *loop = &w->waiting;
    return loop->now && loop->code == code && loop->mask == mask &&
           from >= loop->from && to <= loop->to;
}

static bool looks_again(const struct tape_writer *w, uint32_t pc)
{
    return w->waiting.now && pc >= w->waiting.from && pc < w->waiting.to;
}

/* A run has ended: with a turn of a loop that waits? */
static void find_waiting(struct tape_writer *w, const struct code *code,
                         uint32_t from, uint32_t to, uint32_t mask)
{
    struct waiting *loop = &w->waiting;
    const struct insn *last = &code->insns[to - 1];
    uint32_t head = last->op == OP_bra ? last->target : to;
    loop->now = false;
    if (head < from || head >= to)
        return;
    if (loop->code != code || loop->from != head || loop->to != to)
        *loop = (struct waiting){.code = code,
                                 .from = head,
                                 .to = to,
                                 .waits = uses_wait(code, head, to)};
    loop->mask = mask;
    loop->now = loop->waits;
}

void tape_ran(struct tape_writer *w, const struct code *code, uint32_t from,
              uint32_t to, uint32_t mask)
{
    if (from == to || waits_on(w, code, from, to, mask))
        return;
    w->tape.instructions += to - from;
    find_waiting(w, code, from, to, mask);
    if (!w->keeps)
        return;
    if (!goes_on(w, code, from, mask))
        new_run(w, code, from, mask);
    if (!w->keeps)
        return;
    struct tape_run *run = &w->tape.runs[w->tape.run_count - 1];
    run->to = to;
    run->accesses += w->pending;
    w->pending = 0;
    if (!w->is_marked && w->bytes > w->block->tapes->keeper->warp_bytes)
        set_mark(w);
    if (w->block->bytes - w->block->told > TELL_BYTES)
        tell_bytes(w->block);
}

/* ---- what it accessed --------------------------------------------------- */

static void add_access(struct tape_writer *w, struct tape_access access)
{
    struct tape_warp *t = &w->tape;
    if (!w->keeps)
        return;
    struct tape_access *accesses =
        grow(t->accesses, t->access_count, &w->access_room, sizeof *accesses);
    if (!accesses) {
        out_of_memory(w);
        return;
    }
    t->accesses = accesses;
    accesses[t->access_count++] = access;
    w->pending++;
    count_bytes(w, sizeof access);
}

static void add_lines(struct tape_writer *w, const struct tape_line *lines,
                      unsigned count)
{
    struct tape_warp *t = &w->tape;
    for (unsigned i = 0; w->keeps && i < count; i++) {
        struct tape_line *all =
            grow(t->lines, t->line_count, &w->line_room, sizeof *all);
        if (!all) {
            out_of_memory(w);
            return;
        }
        t->lines = all;
        all[t->line_count++] = lines[i];
        count_bytes(w, sizeof *all);
    }
}

static void add_sampled(struct tape_writer *w, const struct tape_line *lines,
                        unsigned count, bool changes)
{
    struct tape_block *b = w->block;
    struct tape_keeper *k = b->tapes->keeper;
    for (unsigned i = 0; i < count; i++)
        if (tape_samples(lines[i].line, b->touches.rate) &&
            !touches_add(&b->touches, b->number, &lines[i], changes))
            k->failed = true;
    if (b->touches.count <= MOST_TOUCHES)
        return;
    pthread_mutex_lock(&k->lock);
    while (b->touches.count > MOST_TOUCHES) {
        if (k->touch_rate <= b->touches.rate)
            raise_touch_rate(k);
        touches_thin(&b->touches, k->touch_rate);
    }
    pthread_mutex_unlock(&k->lock);
}

/* The lines of a contiguous piece of memory. */
static unsigned piece_lines(uint64_t from, uint64_t bytes,
                            struct tape_line lines[WARP_SIZE])
{
    uint64_t end = from + bytes;
    unsigned count = 0;
    for (uint64_t at = from; at < end; count++) {
        uint64_t line = at / TAPE_LINE_BYTES;
        uint64_t stop = smaller(end, (line + 1) * TAPE_LINE_BYTES);
        uint64_t start = line * TAPE_LINE_BYTES;
        unsigned first = (unsigned)(at - start) / SECTOR_BYTES;
        unsigned last = (unsigned)(stop - 1 - start) / SECTOR_BYTES;
        unsigned whole =
            (unsigned)(at - start + SECTOR_BYTES - 1) / SECTOR_BYTES;
        unsigned past = (unsigned)(stop - start) / SECTOR_BYTES;
        lines[count] = (struct tape_line){
            .line = line,
            .sectors = (uint8_t)((2u << last) - (1u << first)),
            .full = whole < past ? (uint8_t)((1u << past) - (1u << whole)) : 0};
        at = stop;
    }
    return count;
}

/* Which of the lines so far, or behind them, is a line's place? */
INLINE unsigned line_place(const struct tape_line *lines, unsigned count,
                           unsigned last, uint64_t line)
{
    unsigned at = last;
    if (!count || lines[at].line != line)
        for (at = 0; at < count && lines[at].line != line;)
            at++;
    return at;
}

/* Lanes that are in another sector than the one before them. */
HOT static uint32_t sector_starts(const uint64_t offset[WARP_SIZE],
                                  uint64_t base)
{
    uint32_t starts = 1;
    for (unsigned l = 1; l < WARP_SIZE; l++)
        starts |= (uint32_t)((base + offset[l]) / SECTOR_BYTES !=
                             (base + offset[l - 1]) / SECTOR_BYTES)
                  << l;
    return starts;
}

/* The lines of any lanes, in their order, and which sectors of them. */
static unsigned load_lines(const uint64_t offset[WARP_SIZE], uint64_t base,
                           uint32_t mask, struct tape_line lines[WARP_SIZE])
{
    uint32_t starts = mask & (sector_starts(offset, base) | ~(mask << 1));
    unsigned count = 0, at = 0;
    for (; starts; starts &= starts - 1) {
        uint64_t address = base + offset[__builtin_ctz(starts)];
        at = line_place(lines, count, at, address / TAPE_LINE_BYTES);
        if (at == count)
            lines[count++] =
                (struct tape_line){.line = address / TAPE_LINE_BYTES};
        lines[at].sectors |=
            (uint8_t)(1u << address % TAPE_LINE_BYTES / SECTOR_BYTES);
    }
    return count;
}

/* Which bytes of a line lanes touch, 32 a word. */
struct line_bytes {
    uint32_t sector[TAPE_LINE_BYTES / SECTOR_BYTES];
};

/* The same, and which sectors are touched as a whole. */
static unsigned store_lines(const uint64_t *offset, uint64_t base,
                            uint32_t mask, unsigned width,
                            struct tape_line lines[WARP_SIZE])
{
    struct line_bytes bytes[WARP_SIZE];
    uint32_t piece = (uint32_t)((1ull << width) - 1);
    unsigned count = 0, at = 0;
    for (; mask; mask &= mask - 1) {
        uint64_t address = base + offset[__builtin_ctz(mask)];
        uint64_t line = address / TAPE_LINE_BYTES;
        unsigned sector = address % TAPE_LINE_BYTES / SECTOR_BYTES;
        at = line_place(lines, count, at, line);
        if (at == count) {
            lines[count++] = (struct tape_line){.line = line};
            bytes[at] = (struct line_bytes){{0}};
        }
        lines[at].sectors |= (uint8_t)(1u << sector);
        bytes[at].sector[sector] |= piece << address % SECTOR_BYTES;
        if (bytes[at].sector[sector] == UINT32_MAX)
            lines[at].full |= (uint8_t)(1u << sector);
    }
    return count;
}

/* ---- atomics ------------------------------------------------------------ */

/* The lanes whose value is that one. */
HOT static uint32_t lanes_of(const uint64_t values[WARP_SIZE], uint64_t value)
{
    uint32_t lanes = 0;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        lanes |= (uint32_t)(values[l] == value) << l;
    return lanes;
}

/* How many values the lanes have, the most that share one, and which. */
struct shares {
    uint32_t values, most;
    uint64_t value;
};

static struct shares shares_of(const uint64_t values[WARP_SIZE], uint32_t mask)
{
    struct shares shares = {0, 0, 0};
    while (mask) {
        uint64_t value = values[__builtin_ctz(mask)];
        uint32_t same = lanes_of(values, value) & mask;
        uint32_t count = (uint32_t)__builtin_popcount(same);
        shares.values++;
        if (count > shares.most) {
            shares.most = count;
            shares.value = value;
        }
        mask &= ~same;
    }
    return shares;
}

static size_t hot_slot(uint64_t number)
{
    return number * 0x9E3779B97F4A7C15ull >> 48;
}

/* Not known, but as measured: of 1 KiB, 256 bytes and those 512 behind them are
 * in another slice than the others (lanes of a warp that add to two lines), 8
 * KiB are spread over 16 of them evenly, and more as by chance (histograms of 1
 * to 65,536 words). */
size_t tape_slice(uint64_t line)
{
    enum { EVEN = 8 * 1024 / TAPE_LINE_BYTES, PAIR = 1024 / TAPE_LINE_BYTES };
    size_t first = hot_slot(line / EVEN), pair = line % EVEN / PAIR;
    return (first + 2 * pair + line / 2 % 2) % TAPE_SLICES;
}

static void count_hot(struct tape_keeper *k, uint64_t sector, uint32_t serial)
{
    uint64_t line = sector / (TAPE_LINE_BYTES / SECTOR_BYTES), none = 0;
    size_t slot = hot_slot(sector), slice = tape_slice(line);
    if (!atomic_compare_exchange_strong(&k->slice_line[slice], &none,
                                        line + 1) &&
        none != line + 1)
        k->slice_lines[slice] = true;
    atomic_fetch_add_explicit(&k->slice_serial[slice], serial,
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&k->hot_requests[slot], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&k->hot_serial[slot], serial,
                              memory_order_relaxed);
}

/* What L2 merges with what it has: sectors of which a part is written. */
static void count_parts(struct tape_keeper *k, const struct tape_line *lines,
                        unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned parts = lines[i].sectors & ~lines[i].full;
        if (parts && !k->any_parts)
            k->any_parts = true;
        for (; parts; parts &= parts - 1) {
            uint64_t sector = lines[i].line * (TAPE_LINE_BYTES / SECTOR_BYTES) +
                              (unsigned)__builtin_ctz(parts);
            atomic_fetch_add_explicit(&k->hot_stores[hot_slot(sector)], 1,
                                      memory_order_relaxed);
        }
    }
}

/* A load past L1 of one place: somebody looks whether it has changed. */
static void count_look(struct tape_keeper *k, const struct tape_line *line)
{
    uint64_t sector = line->line * (TAPE_LINE_BYTES / SECTOR_BYTES) +
                      (unsigned)__builtin_ctz(line->sectors);
    k->any_looks = true;
    atomic_fetch_add_explicit(&k->looks[hot_slot(sector)], 1,
                              memory_order_relaxed);
}

/* Lanes that compare and swap what they have read. */
static void count_swaps(struct tape_keeper *k, uint64_t base,
                        const uint64_t offset[WARP_SIZE], uint32_t mask)
{
    pthread_mutex_lock(&k->lock);
    for (; mask && k->swap_count <= MOST_SWAPS; mask &= mask - 1) {
        uint64_t address = base + offset[__builtin_ctz(mask)];
        size_t at = hot_slot(address) % SWAP_SLOTS;
        while (k->swaps[at].count && k->swaps[at].address != address)
            at = (at + 1) % SWAP_SLOTS;
        k->swap_count += !k->swaps[at].count;
        k->swaps[at].address = address;
        k->swaps[at].count++;
    }
    pthread_mutex_unlock(&k->lock);
}

static void add_turns(struct tape_line *lines, unsigned count, uint64_t sector,
                      uint32_t turns)
{
    uint64_t line = sector / (TAPE_LINE_BYTES / SECTOR_BYTES);
    lines[line_place(lines, count, 0, line)].turns += (uint8_t)turns;
}

/* Sector by sector; returns the most lanes that share an address. */
static uint8_t count_atomics(struct tape_writer *w, const struct insn *insn,
                             uint32_t mask, uint64_t base,
                             const uint64_t offset[WARP_SIZE],
                             struct tape_line *lines, unsigned count)
{
    struct tape_keeper *k = w->block->tapes->keeper;
    uint64_t sectors[WARP_SIZE];
    uint32_t most = 1;
    atomic_fetch_add(&k->atomic_requests, 1);
    if (insn->detail->tries)
        count_swaps(k, base, offset, mask);
    for (unsigned l = 0; l < WARP_SIZE; l++)
        sectors[l] = (base + offset[l]) / SECTOR_BYTES;
    while (mask) {
        uint64_t sector = sectors[__builtin_ctz(mask)];
        uint32_t here = lanes_of(sectors, sector) & mask;
        uint32_t same =
            insn->detail->combined ? 1 : shares_of(offset, here).most;
        count_hot(k, sector, same);
        add_turns(lines, count, sector, same);
        most = (uint32_t)larger(most, same);
        mask &= ~here;
    }
    return (uint8_t)most;
}

/* ---- accesses by space -------------------------------------------------- */

/* L1 is the same memory as shared memory, with the same banks. */
static uint16_t bank_passes(const struct tape_writer *w, uint64_t base,
                            const uint64_t offset[WARP_SIZE], uint32_t mask,
                            unsigned width)
{
    uint32_t narrow[WARP_SIZE];
    if (!w->keeps)
        return 0;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        narrow[l] = (uint32_t)(base + offset[l]);
    return (uint16_t)shared_shape(narrow, mask, width).wavefronts;
}

/* By the parities of some bits: all of 162 pitches measured on an H100, of up
 * to 6.5 KiB from lane to lane, say which; of lines farther apart nothing is
 * known. */
unsigned tape_tag_bank(uint64_t line)
{
    return 2u * (unsigned)__builtin_parity((unsigned)line & 0x2b5) +
           (unsigned)__builtin_parity((unsigned)line & 0x5da);
}

unsigned tape_tag_clocks(const struct tape_line *lines, uint32_t count)
{
    unsigned banks[TAG_BANKS] = {0}, most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = (unsigned)larger(most, ++banks[tape_tag_bank(lines[i].line)]);
    return most;
}

/* Loads of more than a word go by halves or quarters of a warp. */
enum { MOST_PARTS = 4 };

/* The words of a line that lanes of each part of the warp load, a bit each. */
struct line_words {
    uint32_t part[MOST_PARTS];
};

static void find_words(struct line_words *words, const struct tape_line *lines,
                       unsigned count, uint64_t base,
                       const uint64_t offset[WARP_SIZE], uint32_t mask,
                       unsigned width)
{
    unsigned parts = (unsigned)larger(1, width / BANK_BYTES), at = 0;
    uint32_t piece = (1u << parts) - 1;
    for (; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        uint64_t address = base + offset[lane];
        at = line_place(lines, count, at, address / TAPE_LINE_BYTES);
        words[at].part[lane * parts / WARP_SIZE] |=
            piece << address % TAPE_LINE_BYTES / BANK_BYTES;
    }
}

/* Lines are looked up one of each bank at a time; those of one time need as
 * many passes as the most of them that want the same bank of words. */
static uint8_t apart_passes(const struct tape_line *lines, unsigned count,
                            uint64_t base, const uint64_t offset[WARP_SIZE],
                            uint32_t mask, unsigned width)
{
    struct line_words words[WARP_SIZE] = {{{0}}};
    uint32_t taken[WARP_SIZE][MOST_PARTS][TAG_BANKS] = {{{0}}};
    unsigned before[TAG_BANKS] = {0}, passes = 0;
    find_words(words, lines, count, base, offset, mask, width);
    for (unsigned i = 0; i < count; i++) {
        unsigned time = before[tape_tag_bank(lines[i].line)]++;
        for (unsigned part = 0; part < MOST_PARTS; part++) {
            uint32_t wanted = words[i].part[part], *all = taken[time][part];
            for (unsigned k = 0; wanted && k < TAG_BANKS; k++) {
                uint32_t again = all[k] & wanted;
                passes += !all[k];
                all[k] |= wanted;
                wanted = again;
            }
        }
    }
    return (uint8_t)passes;
}

static void add_constant(struct tape_writer *w, uint32_t pc, uint32_t mask,
                         uint16_t passes)
{
    add_access(w,
               (struct tape_access){.pc = pc,
                                    .space = PTX_CONST,
                                    .lanes = (uint8_t)__builtin_popcount(mask),
                                    .passes = passes});
}

static void add_global(struct tape_writer *w, struct tape_access access,
                       const struct insn *insn, const struct tape_line *lines,
                       unsigned count)
{
    bool changes = op_class(insn->op)->role != ROLE_LOADS;
    access.space = PTX_GLOBAL;
    access.pieces = (uint16_t)count;
    add_sampled(w, lines, count, changes);
    add_access(w, access);
    add_lines(w, lines, count);
}

void tape_global(struct tape_writer *w, uint32_t pc, const struct insn *insn,
                 uint32_t mask, enum access_pattern pattern, uint64_t base,
                 const uint64_t offset[WARP_SIZE])
{
    struct tape_line lines[WARP_SIZE];
    struct tape_access access = {.pc = pc,
                                 .lanes = (uint8_t)__builtin_popcount(mask)};
    unsigned count;
    if (looks_again(w, pc))
        return;
    if (op_class(insn->op)->space == PTX_CONST) {
        add_constant(w, pc, mask, (uint16_t)shares_of(offset, mask).values);
        return;
    }
    access.passes = bank_passes(w, base, offset, mask, insn->width);
    if (pattern == ACCESS_UNIT)
        count = piece_lines(base + offset[__builtin_ctz(mask)],
                            (uint64_t)access.lanes * insn->width, lines);
    else if (op_class(insn->op)->role == ROLE_LOADS)
        count = load_lines(offset, base, mask, lines);
    else
        count = store_lines(offset, base, mask, insn->width, lines);
    if (op_updates(insn->op))
        access.most_same =
            count_atomics(w, insn, mask, base, offset, lines, count);
    else if (w->keeps && count > 1 && op_class(insn->op)->role == ROLE_LOADS)
        access.apart =
            apart_passes(lines, count, base, offset, mask, insn->width);
    if (op_class(insn->op)->role == ROLE_STORES)
        count_parts(w->block->tapes->keeper, lines, count);
    else if (insn->flags & INSN_VOLATILE && count == 1)
        count_look(w->block->tapes->keeper, lines);
    add_global(w, access, insn, lines, count);
}

void tape_strided(struct tape_writer *w, uint32_t pc, const struct insn *insn,
                  uint64_t first, uint64_t stride)
{
    struct tape_line lines[WARP_SIZE];
    uint64_t offset[WARP_SIZE];
    unsigned count, width = insn->width;
    if (looks_again(w, pc))
        return;
    if (op_class(insn->op)->space == PTX_CONST) {
        add_constant(w, pc, ALL_LANES, stride ? WARP_SIZE : 1);
        return;
    }
    if (stride >> 63) { /* downwards: the same, from the last lane */
        first += (WARP_SIZE - 1) * stride;
        stride = -stride;
    }
    for (unsigned l = 0; l < WARP_SIZE; l++)
        offset[l] = l * stride;
    if (stride <= SECTOR_BYTES) /* no sector between is skipped */
        count = piece_lines(first, (WARP_SIZE - 1) * stride + width, lines);
    else
        count = load_lines(offset, first, ALL_LANES, lines);
    struct tape_access access = {
        .pc = pc,
        .lanes = WARP_SIZE,
        .passes = bank_passes(w, first, offset, ALL_LANES, width)};
    if (w->keeps && count > 1)
        access.apart =
            apart_passes(lines, count, first, offset, ALL_LANES, width);
    add_global(w, access, insn, lines, count);
}

void tape_shared(struct tape_writer *w, uint32_t pc, uint32_t mask,
                 uint32_t passes, const uint64_t *offset)
{
    struct shares shares = {0, 0, 0};
    if (looks_again(w, pc))
        return;
    if (offset)
        shares = shares_of(offset, mask);
    add_access(w,
               (struct tape_access){.pc = pc,
                                    .passes = (uint16_t)passes,
                                    .space = PTX_SHARED,
                                    .lanes = (uint8_t)__builtin_popcount(mask),
                                    .most_same = (uint8_t)shares.most,
                                    .where = (uint8_t)(shares.value / 4)});
}

void tape_shared_load(struct tape_writer *w, uint32_t pc, uint32_t mask,
                      unsigned width, const uint32_t offset[WARP_SIZE])
{
    if (looks_again(w, pc))
        return;
    add_access(w,
               (struct tape_access){
                   .pc = pc,
                   .passes = (uint16_t)shared_load_passes(offset, mask, width),
                   .space = PTX_SHARED,
                   .lanes = (uint8_t)__builtin_popcount(mask),
                   .wide = {(uint8_t)shared_load_passes(offset, mask, 8),
                            (uint8_t)shared_load_passes(offset, mask, 16)}});
}

/* Word i of lane l lies in memory at 4 * (32 * i + l): what lanes do alike
 * lies side by side. */
void tape_local(struct tape_writer *w, uint32_t pc, const struct insn *insn,
                uint32_t mask, const uint64_t offset[WARP_SIZE])
{
    struct tape_line lines[WARP_SIZE * MAX_VECTOR];
    uint64_t words[WARP_SIZE];
    uint64_t number = (uint64_t)(w - w->block->writers) << LOCAL_WARP_SHIFT;
    uint64_t base = (LOCAL_LINES | number) * TAPE_LINE_BYTES;
    unsigned count = 0, width = insn->width < 4 ? insn->width : 4;
    for (unsigned part = 0; part < insn->width; part += 4) {
        for (uint32_t m = mask; m; m &= m - 1) {
            unsigned l = (unsigned)__builtin_ctz(m);
            uint64_t at = offset[l] + part;
            words[l] = at / 4 * TAPE_LINE_BYTES + l * 4 + at % 4;
        }
        count += store_lines(words, base, mask, width, lines + count);
    }
    add_access(w, (struct tape_access){
                      .pc = pc,
                      .space = PTX_LOCAL,
                      .passes = (uint16_t)larger(1, insn->width / BANK_BYTES),
                      .lanes = (uint8_t)__builtin_popcount(mask),
                      .pieces = (uint16_t)count});
    add_lines(w, lines, count);
}

void tape_slow_way(struct tape_writer *w, uint32_t pc)
{
    if (!looks_again(w, pc))
        add_access(w, (struct tape_access){.pc = pc, .space = PTX_PARAM});
}

/* ---- the end ------------------------------------------------------------ */

static uint64_t recorded(const struct tape_warp *w)
{
    uint64_t instructions = 0;
    for (uint32_t i = 0; i < w->run_count; i++)
        instructions += w->runs[i].to - w->runs[i].from;
    return instructions;
}

/* The tape of a writer, which loses it. */
static struct tape_warp take_warp(struct tape_writer *w, bool sampled)
{
    struct tape_warp tape = w->tape;
    w->tape = (struct tape_warp){.runs = NULL};
    if (sampled && w->is_marked) {
        tape.run_count = w->mark.runs;
        tape.access_count = w->mark.accesses;
        tape.line_count = w->mark.lines;
    }
    tape.cut = recorded(&tape) < tape.instructions;
    return tape;
}

/* False: out of memory. */
static bool take_block(struct tape_block *b, bool sampled, struct tape *tape)
{
    *tape = (struct tape){.block = b->number,
                          .warps = calloc(b->warp_count, sizeof *tape->warps)};
    if (!tape->warps)
        return false;
    tape->warp_count = b->warp_count;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        tape->warps[i] = take_warp(&b->writers[i], sampled);
        tape->instructions += tape->warps[i].instructions;
        tape->cut |= tape->warps[i].cut;
    }
    return true;
}

static void find_hot_atomics(struct tapes *t, const struct tape_keeper *k)
{
    t->atomic_requests = k->atomic_requests;
    for (size_t i = 0; t->atomic_requests && i < HOT_SLOTS; i++)
        if (k->hot_serial[i] > t->hot.serial) {
            t->hot.requests = k->hot_requests[i];
            t->hot.serial = k->hot_serial[i];
        }
}

static void find_hot_looks(struct tapes *t, const struct tape_keeper *k)
{
    for (size_t i = 0; k->any_looks && i < HOT_SLOTS; i++) {
        t->hot.looked |= k->looks[i] && k->hot_requests[i];
        if (k->looks[i] > t->hot.looks) {
            t->hot.looks = k->looks[i];
            t->hot.changes = k->hot_requests[i];
        }
    }
}

/* Of a short launch the many places would take longer than all else. */
static void find_hot(struct tapes *t, const struct tape_keeper *k)
{
    find_hot_atomics(t, k);
    find_hot_looks(t, k);
    for (size_t i = 0; k->any_parts && i < HOT_SLOTS; i++)
        t->hot.stores = larger(t->hot.stores, k->hot_stores[i]);
}

/* False: out of memory. */
static bool take_slices(struct tapes *t, const struct tape_keeper *k)
{
    if (!t->atomic_requests)
        return true;
    t->slices = calloc(TAPE_SLICES, sizeof *t->slices);
    for (size_t i = 0; t->slices && i < TAPE_SLICES; i++) {
        t->slices[i] =
            (struct tape_updates){k->slice_serial[i], k->slice_lines[i]};
        t->hot.slice = larger(t->hot.slice, k->slice_serial[i]);
    }
    return t->slices;
}

/* False: out of memory. */
static bool take_swaps(struct tapes *t, const struct tape_keeper *k)
{
    if (!k->swap_count || k->swap_count > MOST_SWAPS)
        return true;
    t->swaps = calloc(k->swap_count, sizeof *t->swaps);
    for (size_t i = 0; t->swaps && i < SWAP_SLOTS; i++)
        if (k->swaps[i].count)
            t->swaps[t->swap_count++] = k->swaps[i];
    return t->swaps;
}

static void take_touches(struct tapes *t, struct tape_keeper *k)
{
    touches_sort(&k->touches);
    t->touches = k->touches.list;
    t->touch_count = k->touches.count;
    t->touch_rate = k->touch_rate;
    t->footprint_bytes = touches_bytes(&k->touches) * t->touch_rate;
    k->touches.list = NULL;
}

uint64_t tapes_sample_size(const struct tapes *t)
{
    return (t->block_count - t->sample + t->multiprocessors - 1) /
           t->multiprocessors;
}

static void shelf_free(struct shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        block_free(shelf->blocks[i]);
    free(shelf->blocks);
}

static void keeper_free(struct tape_keeper *k)
{
    if (!k)
        return;
    shelf_free(&k->all);
    for (unsigned i = 0; i < k->sample_count; i++)
        shelf_free(&k->samples[i]);
    touches_free(&k->touches);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

static struct shelf *busiest(struct tape_keeper *k)
{
    struct shelf *most = &k->samples[0];
    for (unsigned i = 1; i < k->sample_count; i++)
        if (k->samples[i].work > most->work)
            most = &k->samples[i];
    return most;
}

/* False: out of memory. */
static bool take_tapes(struct tapes *t, const struct shelf *shelf)
{
    t->tapes = calloc(shelf->count + 1, sizeof *t->tapes);
    if (!t->tapes)
        return false;
    for (size_t i = 0; i < shelf->count; i++, t->count++)
        if (!take_block(shelf->blocks[i], t->sampled, &t->tapes[i]))
            return false;
    return true;
}

void tapes_end(struct tapes *t)
{
    struct tape_keeper *k = t->keeper;
    t->sampled = k->sampled;
    t->sample = busiest(k)->multiprocessor;
    t->failed = k->failed || !take_tapes(t, t->sampled ? busiest(k) : &k->all);
    t->complete =
        t->count == (t->sampled ? tapes_sample_size(t) : t->block_count);
    find_hot(t, k);
    t->failed |= !take_slices(t, k) || !take_swaps(t, k);
    take_touches(t, k);
    keeper_free(k);
    t->keeper = NULL;
}

static void tape_free(struct tape *tape)
{
    for (uint32_t i = 0; i < tape->warp_count; i++)
        warp_free(&tape->warps[i]);
    free(tape->warps);
}

void tapes_free(struct tapes *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->count; i++)
        tape_free(&t->tapes[i]);
    keeper_free(t->keeper);
    free(t->touches);
    free(t->slices);
    free(t->swaps);
    free(t->work);
    free(t->tapes);
    free(t);
}
