/*
 * path.c - see path.h.
 *
 * Left out: which slice of L2 a line lies in that is loaded or stored, pages,
 * the order in which memory likes its rows.
 */
#include "path.h"

#include "base/larger.h"

#include <math.h>
#include <stdlib.h>

enum { PAIR = 64, WHOLE_LINE = 15, L1_WAYS = 4, L2_WAYS = 16 };

/* How many times as many lines as its share of L2 has are known to have been
 * asked for. */
enum { SEEN = 8 };

/* Clocks of requests that wait before LSU while warps go on; LEAVE: of stores
 * behind it, which leave sector by sector, while others are served. */
enum {
    TAGS_AHEAD = 16,
    LSU_QUEUE = 32,
    LEAVE_QUEUE = 16,
    STORE_QUEUE = 1024,
    DRAM_QUEUE = 4096
};

/* So many requests of a multiprocessor wait at once at most, of whole lines or
 * of a sector, for their own or for what is on its way: of 32 warps with 4 to
 * 16 loads ahead each takes 2.4 clocks (one multiprocessor of an H200; sectors
 * past L1, or all warps the same lines), which is 125 to 150 of them at the 300
 * to 360 clocks that one waits. */
enum { WAITING = 144 };

/* L2 takes as long for a line as for one of its sectors, besides these. */
enum { LINE_UNITS = 1 + CACHE_SECTORS };

/* One multiprocessor alone: a line of one sector is hardly faster than one of
 * four. */
#define ALONE_LINE   0.6
#define ALONE_SECTOR 0.1

/* Of the clocks for a sector that is stored, of four of a line: for each of the
 * four, and for the line. */
#define STORE_UNIT 0.8
/* Of L2's clocks for a store: as many times as many where a part of a sector is
 * written (store_apart_8 and 32, beside whole ones). */
#define STORE_PART 1.28
/* Of these, what loads that are served meanwhile wait for (axpy and sums of
 * arrays, beside reading and writing alone, on an H200). */
#define STORE_READS 0.25

/* Bytes of words of local memory, in a loop: the most of so many slices, as
 * chance has it, in standard deviations, and as many times as long at most
 * (local arrays of bytes and shorts, 1 to 264 blocks, on an H200; arrays of
 * words, and lines of global memory, are faster than that). */
#define SLICE_SPREAD 2.4
#define SLICE_MOST   1.5

/* Half of the clocks between the nearest slice and the farthest. */
#define L2_SPREAD 60.0
/* And of those by which multiprocessors are farther from L2 than the one that
 * was measured: of so many the farthest is waited for. */
#define FARTHEST 19.0
/* How many times as much memory differs: its rows, and others before. */
#define DRAM_SPREAD 3.0
/* Others come in between, the more so the busier memory is: clocks that is
 * waited, in times of the busy part of the last so many over the idle one. */
#define DRAM_CROWD   160.0
#define DRAM_LATELY  4000.0
#define DRAM_BUSIEST 0.83
/* To turn from reading to writing and back takes time, too: a copy's writes, as
 * many times as long as writes alone (copy_1024_MiB). */
#define DRAM_TURNS 1.2

/* Clocks for a line that L1 makes room for, of passing on and of looking up;
 * its other sectors cost nothing (read_rows, add/far).  So many clocks what L1
 * has waits at most for what others waited for. */
#define FILL     0.5
#define TAG_FILL 1.0
#define PATIENCE 40.0
/* Clocks for a word of constant memory, but the first of a request. */
#define CONSTANT 2.1
/* L1 merges what is stored to a line with what was stored to it no longer than
 * so many clocks ago, if no more than so many other lines came in between:
 * structs of three to six words go on as whole lines, but not those of eight,
 * of four warps 32 lines, nor words that come back after 150 clocks (structs
 * and lines in turns, stored on an H200).  Clocks for a line that is stored
 * again, for such a request at least, and for how many lines are looked for. */
#define STORED_CLOCKS 100.0
#define STORED_AGAIN  1.0
#define STORED_LEAST  2.7
enum { STORED_LINES = 24, STORED_BITS = 8, STORED = 1 << STORED_BITS };

/* Atomics: clocks for a request at least, for each sector and for each lane
 * that shares an address with others, of one multiprocessor alone; results
 * that come back, as a factor; and of lanes that share an address, clocks
 * until the next one's turn. */
#define ATOMIC_LEAST   3.7
#define ATOMIC_SECTOR  1.25
#define ATOMIC_RETURNS 1.5
#define ATOMIC_SAME    4.5
#define ATOMIC_TURN    2.4
/* Of L2's clocks for a sector, more for each line that is not asked for whole,
 * where no result comes back (red_u32_lines, beside red_u32_sectors). */
#define ATOMIC_APART 0.15
/* So many requests of a multiprocessor are under way at most: where all of them
 * go the same way over the slices, some slices have nothing to do meanwhile
 * (lines and mixed words of 16 to 512 pieces of 512 bytes, one after the other,
 * by 16 and 64 warps, on an H200). */
enum { UPDATES_AHEAD = 768 };
/* And so many of these have left it, so that their warps may end. */
enum { UPDATES_SENT = 128 };
/* Of an update, times as long where so many lanes, mostly all of a warp, share
 * its word, and others come in between: other lines (words_4, words_64), of
 * floats other words as well (a float for each block). */
#define SHARED_WORD  1.2
#define SHARED_FLOAT 1.6
#define WORD_LANES   8.0
/* A slice has so much to do that others are waited for: clocks. */
#define MEETING_CLOCKS 200.0
/* The same of shared memory; in a loop of compare-and-swap, accesses a turn,
 * and passes of all that try. */
#define SHARED_TURN 2.0
#define TRIES       3.0
#define TRY_PASSES  6.0

/* LSU's time: clocks of a slot, and slots ahead. */
enum { SLOT = 8, SLOTS = 1 << 13 };

/* Serves one after the other. */
struct queue {
    double free; /* from then on */
    double busy; /* clocks, in all */
};

struct path {
    const struct gpu *gpu;
    struct cache *l1, *l2; /* l2: its share, of what memory is asked for */
    struct cache *seen;    /* many more lines that it was asked for */
    struct path_share share;
    double read_unit, store_unit, atomic_unit; /* of L2's share, clocks */
    double farther;                            /* from L2 than others */
    double dram_pair, dram_store_pair;         /* of memory's, for a pair */
    struct stored {                            /* what was stored last */
        uint64_t line;
        uint8_t sectors;
        uint8_t missing; /* that memory has */
        bool part;       /* of each sector a part */
        uint64_t number; /* of the last line before that was another one */
        double at;
    } stored[STORED];
    uint64_t stored_lines;
    uint32_t stored_known; /* of these, in `stored` */
    struct queue tags, constants, read, store, dram, atomics;
    double slices[TAPE_SLICES];    /* have updates until then */
    double updates[UPDATES_AHEAD]; /* ring: when those under way are done */
    uint32_t updated;
    double sent;           /* the last one has left */
    double met, met_until; /* clocks; the last of them */
    struct queue lsu;      /* requests as they come */
    struct slot {          /* what it passes on, when that is there */
        uint64_t number;
        double used;    /* clocks */
    } slots[SLOTS];     /* ring */
    struct queue leave; /* stores, from L1 */
    double *misses;     /* ring: when the last so many sectors arrive */
    uint32_t miss_count, miss_next;
    double waiting[WAITING]; /* heap: when the last so many requests that had
                              * to wait were passed on, the first in front */
    uint32_t filled;         /* lines that the load brings into L1 */
    double missing;          /* sectors that L2 lacks and were not yet told */
    double crowd;   /* the part of the last clocks that memory was busy */
    double crowded; /* and when that was so */
    double dram_sectors;
    double dram_reads;      /* of these */
    double asked, returned; /* of lines that L2 may lack; of these, again */
    double past_l1, past_stored; /* requests */
};

/* When a piece of work of so many clocks has gone through. */
static double pass(struct queue *queue, double at, double clocks)
{
    queue->free = later(queue->free, at) + clocks;
    queue->busy += clocks;
    return queue->free;
}

/* LSU passes words on for so many clocks, where it has time from a clock on:
 * when that has been done. */
static double pass_words(struct path *p, double at, double clocks)
{
    double end = at + clocks;
    p->lsu.busy += clocks;
    for (uint64_t n = (uint64_t)at / SLOT; clocks > 0; n++) {
        struct slot *slot = &p->slots[n % SLOTS];
        if (slot->number != n)
            *slot = (struct slot){.number = n};
        double left = (double)(n + 1) * SLOT - later(at, (double)n * SLOT);
        double room = fmin(SLOT - slot->used, left);
        double taken = fmin(room, clocks);
        slot->used += taken;
        clocks -= taken;
        end = later(end, (double)n * SLOT + slot->used);
    }
    return end;
}

/* The same of a request that has just come, behind those before it. */
static double pass_lsu(struct path *p, double at, double clocks)
{
    at = later(at, p->lsu.free);
    p->lsu.free = at + clocks;
    return fmin(pass_words(p, at, clocks), at + clocks + PATIENCE);
}

/* Clocks for bytes, where all share so many bytes a microsecond. */
static double share_clocks(const struct path *p, double bytes,
                           double bytes_per_us)
{
    return bytes * p->share.active * (p->gpu->clock_khz / 1e3) / bytes_per_us;
}

static void path_rates(struct path *p)
{
    const struct gpu *gpu = p->gpu;
    double line = TAPE_LINE_BYTES;
    p->read_unit =
        share_clocks(p, line, gpu->model.l2_bytes_per_us) / LINE_UNITS;
    p->store_unit =
        share_clocks(p, line, gpu->model.l2_store_bytes_per_us) / LINE_UNITS;
    p->dram_pair = share_clocks(p, PAIR, gpu->model.dram_bytes_per_us);
    p->dram_store_pair =
        share_clocks(p, PAIR, gpu->model.dram_store_bytes_per_us);
    p->atomic_unit = share_clocks(p, 1, gpu->model.l2_atomics_per_us);
    double active = p->share.active;
    p->farther = FARTHEST * (active - 1) / (active + 1);
}

/* Half of L2 is for what one multiprocessor and its fellows use just now. */
static uint32_t l2_lines(const struct gpu *gpu, double active)
{
    return (uint32_t)((double)gpu->l2_bytes / 2 / active / TAPE_LINE_BYTES);
}

struct path *path_new(const struct gpu *gpu, struct path_share share)
{
    struct path *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->gpu = gpu;
    p->share = share;
    p->miss_count = (uint32_t)later(gpu->model.l1_misses, CACHE_SECTORS);
    p->misses = calloc(p->miss_count, sizeof *p->misses);
    p->l1 = cache_new(share.l1_lines, L1_WAYS);
    p->l2 = cache_new(l2_lines(gpu, share.active), L2_WAYS);
    if (share.missing)
        p->seen = cache_new(SEEN * l2_lines(gpu, share.active), L2_WAYS);
    path_rates(p);
    if (p->misses && p->l1 && p->l2 && (p->seen || !share.missing))
        return p;
    path_free(p);
    return NULL;
}

void path_free(struct path *path)
{
    if (!path)
        return;
    cache_free(path->l1);
    cache_free(path->l2);
    cache_free(path->seen);
    free(path->misses);
    free(path);
}

struct path_busy path_busy(const struct path *path)
{
    return (struct path_busy){
        .lsu = later(path->lsu.busy, path->tags.busy),
        .l2 = later(path->read.busy, path->store.busy),
        .dram = path->dram.busy,
        .atomics = path->atomics.busy,
        .dram_sectors = path->dram_sectors,
        .asked = path->asked,
        .returned = path->returned,
        .past_l1 = path->past_l1,
        .stored = path->past_stored,
        .met = path->met,
    };
}

void path_forget(struct path *path)
{
    cache_forget(path->l1);
}

double path_open(const struct path *path)
{
    return later(
        later(later(path->lsu.free, path->tags.free) - LSU_QUEUE,
              path->leave.free - LEAVE_QUEUE),
        later(path->dram.free - DRAM_QUEUE,
              later(path->store.free, path->atomics.free) - STORE_QUEUE));
}

/* An access of a request begins at a clock: when its result is there, or it has
 * arrived. */
typedef double serve_function(struct path *p, double at,
                              const struct tape_access *access,
                              const struct tape_line *lines,
                              const struct path_request *request);

/* The same of all of a request. */
static double serve(struct path *p, double at,
                    const struct path_request *request, serve_function *one)
{
    const struct tape_line *lines = request->lines;
    double there = at;
    for (uint32_t i = 0; i < request->count; i++) {
        const struct tape_access *access = &request->accesses[i];
        there = later(there, one(p, at, access, lines, request));
        lines += access->pieces;
    }
    return there;
}

/* As many passes of shared memory, or of a load that hits L1. */
static double pass_clocks(const struct path *p, double passes)
{
    return passes * p->gpu->model.shared_pass;
}

/* ---- beyond L1 ---------------------------------------------------------- */

static unsigned count(uint8_t sectors)
{
    return (unsigned)__builtin_popcount(sectors);
}

/* Memory is read and written in pairs of sectors. */
static unsigned pairs(uint8_t sectors)
{
    return !!(sectors & 3) + !!(sectors & 12);
}

/* Pairs of sectors with one of these. */
static uint8_t paired(uint8_t sectors)
{
    return (sectors & 3 ? 3 : 0) | (sectors & 12 ? 12 : 0);
}

/* A line in L2 as one that is stored to: it goes to memory by itself, even if
 * it has come from there. */
#define STORED_LINE (1ull << 57)

/* Of lines that are loaded: was it asked for before, if not just now? */
static void count_returned(struct path *p, uint64_t line, uint64_t stored)
{
    struct cache_line *seen = stored ? NULL : cache_take(p->seen, line);
    if (!seen)
        return;
    p->asked++;
    p->returned += seen->sectors;
    seen->sectors = 1;
}

/* The part of these sectors that has to come from memory, or go there: not what
 * this multiprocessor brought lately, or found. */
static uint8_t from_memory(struct path *p, uint64_t line, uint8_t sectors,
                           uint64_t stored)
{
    if (!p->share.missing || line >= LOCAL_LINES)
        return 0;
    struct cache_line *held = cache_take(p->l2, line | stored);
    uint8_t wanted = stored ? sectors : paired(sectors);
    count_returned(p, line, stored);
    if (held)
        wanted &= (uint8_t)~held->sectors;
    if (!wanted)
        return 0;
    if (held)
        held->sectors |= wanted;
    p->missing += p->share.missing(p->share.held, line);
    if (p->missing < 1)
        return 0;
    p->missing -= 1;
    return wanted;
}

/* Clocks that L2 takes to send sectors of a line to this multiprocessor. */
static double read_clocks(const struct path *p, unsigned sectors)
{
    double alone = TAPE_LINE_BYTES / p->gpu->model.sm_bytes *
                   (ALONE_LINE + ALONE_SECTOR * sectors);
    return later(alone, (1 + sectors) * p->read_unit);
}

/* Clocks by which the way to the slice of L2 that has a line is longer than
 * others, or shorter: a warp that waits for several lines waits for the
 * last. */
static double detour(uint64_t line)
{
    uint32_t hash = (uint32_t)(line * 0x9e3779b97f4a7c15u >> 32);
    return L2_SPREAD * ((double)hash / (1u << 31) - 1);
}

/* Memory is busy for so many clocks.  When that has gone through. */
static double pass_dram(struct path *p, double at, double clocks)
{
    double since = at > p->crowded ? at - p->crowded : 0;
    p->crowd = p->crowd / (1 + since / DRAM_LATELY) + clocks / DRAM_LATELY;
    p->crowded = later(p->crowded, at);
    return pass(&p->dram, at, clocks);
}

/* The clock until which others are waited for, by those that this
 * multiprocessor knows of or by how many there are. */
static double dram_free(const struct path *p, double at)
{
    double busy = p->crowd < DRAM_BUSIEST ? p->crowd : DRAM_BUSIEST;
    return later(p->dram.free, at + DRAM_CROWD * busy / (1 - busy));
}

/* Sectors take places of those on their way, of which there are only so many:
 * the clock from which on so many are free. */
static double places_free(const struct path *p, double at, unsigned sectors)
{
    for (unsigned i = 0; i < sectors; i++)
        at = later(at, p->misses[(p->miss_next + i) % p->miss_count]);
    return at;
}

static void take_places(struct path *p, unsigned sectors, double until)
{
    for (unsigned i = 0; i < sectors; i++)
        p->misses[p->miss_next++ % p->miss_count] = until;
}

/* Sectors of a line that L1 lacks, asked for at a clock: when they are
 * there. */
static double fetch(struct path *p, double at, uint64_t line, uint8_t sectors)
{
    double asked = places_free(p, at, count(sectors));
    double clocks = read_clocks(p, count(sectors));
    double served = pass(&p->read, asked, clocks);
    double there = p->gpu->model.wait.l2 + p->farther +
                   later(served, asked + clocks + detour(line));
    uint8_t missing = from_memory(p, line, sectors, 0);
    if (missing) {
        clocks = pairs(missing) * p->dram_pair;
        there = dram_free(p, served) + clocks + p->gpu->model.wait.dram +
                DRAM_SPREAD * detour(line);
        pass_dram(p, served, clocks);
        p->dram_sectors += count(missing);
        p->dram_reads += count(missing);
    }
    take_places(p, count(sectors), there);
    return there;
}

/* ---- loads -------------------------------------------------------------- */

static double line_ready(const struct cache_line *line, uint8_t sectors)
{
    double ready = 0;
    for (unsigned i = 0; i < CACHE_SECTORS; i++)
        if (sectors >> i & 1)
            ready = later(ready, line->ready[i]);
    return ready;
}

static void line_fill(struct cache_line *line, uint8_t sectors, double ready)
{
    for (unsigned i = 0; i < CACHE_SECTORS; i++)
        if (sectors >> i & 1)
            line->ready[i] = ready;
    line->sectors |= sectors;
}

/* When the sectors of a line that a load wants are there; waits: not all of
 * them are when it is looked up. */
static double load_line(struct path *p, double at, uint64_t number,
                        uint8_t sectors, bool *waits)
{
    struct cache_line *line = cache_take(p->l1, number);
    uint8_t there = line ? line->sectors & sectors : 0;
    uint8_t missing = sectors & (uint8_t)~there;
    double ready = at + p->gpu->model.wait.l1;
    *waits = missing;
    if (there) {
        double filled = line_ready(line, there);
        *waits |= filled > at;
        ready = later(ready, filled);
    }
    if (!missing)
        return ready;
    double fetched = fetch(p, at, number, missing);
    p->filled += !line || !line->sectors;
    if (line)
        line_fill(line, missing, fetched);
    return later(ready, fetched);
}

/* Local memory is each block's own. */
static uint64_t number_of(const struct tape_line *line, uint64_t block)
{
    return line->line >= LOCAL_LINES ? line->line + (block << 40) : line->line;
}

/* Of a request of lines: L1 looks them up, and passes on the words bank by
 * bank, as of shared memory; of lines that come later those that were looked up
 * at once (counters of rows of 500 and 2000 floats, a lane each: 13.7 and 22.6
 * passes where all wait, 4 and 16 where none does). */
struct line_clocks {
    double looks, words, apart;
};

static struct line_clocks line_clocks(const struct path *p,
                                      const struct tape_access *access,
                                      const struct tape_line *lines)
{
    double words = later(1, pass_clocks(p, access->passes));
    return (struct line_clocks){
        .looks = later(1, tape_tag_clocks(lines, access->pieces)),
        .words = words,
        .apart = access->space == PTX_GLOBAL && access->pieces > 1
                     ? later(words, pass_clocks(p, access->apart))
                     : words};
}

/* The next request is looked up meanwhile. */
static double look_up(struct path *p, double at, struct line_clocks c)
{
    return pass(&p->tags, later(at, p->lsu.free - TAGS_AHEAD), c.looks);
}

/* When both have been done. */
static double pass_lines(struct path *p, double at, struct line_clocks c)
{
    at = look_up(p, at, c);
    return later(at, pass_lsu(p, at - later(c.looks, c.words), c.words));
}

/* Where L1 knows of a line that was stored to: by bits in which lines of local
 * memory differ by their blocks, too. */
static struct stored *stored_place(struct path *p, uint64_t line)
{
    return &p->stored[line * 0x9e3779b97f4a7c15u >> (64 - STORED_BITS)];
}

static void count_past_l1(struct path *p, uint64_t line)
{
    p->past_l1++;
    p->past_stored += stored_place(p, line)->line == line;
}

/* What a load brings into L1 is filled when it comes: of so many lines each
 * in one bank of the tags, while others are free. */
static void fill(struct path *p, double there, uint32_t lines)
{
    double filled = p->filled * fmin(1, (double)lines / TAG_BANKS);
    pass(&p->tags, 0, TAG_FILL * filled);
    pass_words(p, there - FILL * filled, FILL * filled);
    p->filled = 0;
}

/* Lines of a load that are looked up at once, one of each bank of tags: each
 * such round takes a clock. */
struct rounds {
    uint32_t banks[TAG_BANKS]; /* lines so far */
    uint32_t waiting;          /* a bit for each in which any line waits */
    uint32_t lines;            /* that wait */
};

static void count_round(struct rounds *r, uint64_t line, bool waits)
{
    uint32_t round = r->banks[tape_tag_bank(line)]++;
    r->waiting |= (uint32_t)waits << round % 32;
    r->lines += waits;
}

/* Clocks for passing on what waits, a round after the other, and at once what
 * does not, which in fewer lines has fewer words of one bank. */
static double waiting_clocks(const struct rounds *r, uint32_t lines,
                             struct line_clocks c)
{
    double waiting = (double)__builtin_popcount(r->waiting) / fmin(c.looks, 32);
    double ready = 1 - (double)r->lines / lines;
    if (c.looks <= 1 || r->lines == lines)
        return c.apart;
    return waiting * c.apart + later(1, c.words * sqrt(ready));
}

/* The next load of lines is looked up when one of those that wait has been
 * passed on.  Stores, atomics and shared memory do not ask: left out. */
static double place_to_wait(const struct path *p)
{
    return p->waiting[0];
}

/* A request takes the place that was free first. */
static void take_place_to_wait(struct path *p, double until)
{
    double *heap = p->waiting;
    uint32_t at = 0, child;
    while ((child = 2 * at + 1) < WAITING) {
        if (child + 1 < WAITING && heap[child + 1] < heap[child])
            child++;
        if (heap[child] >= until)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = until;
}

static double load_lines(struct path *p, double at,
                         const struct tape_access *access,
                         const struct tape_line *lines,
                         const struct path_request *request)
{
    struct line_clocks c = line_clocks(p, access, lines);
    at = later(at, place_to_wait(p));
    double looked = look_up(p, at, c), begun = looked - c.looks, there = 0;
    double each = access->pieces ? c.looks / access->pieces : 0;
    double had = looked + p->gpu->model.wait.l1;
    struct rounds rounds = {{0}, 0, 0};
    if (request->past_l1)
        count_past_l1(p, number_of(lines, request->block));
    for (uint32_t i = 0; i < access->pieces; i++) {
        const struct tape_line *line = &lines[i];
        uint64_t number = number_of(line, request->block);
        bool waits = true;
        double ready = request->past_l1
                           ? fetch(p, begun, number, line->sectors)
                           : load_line(p, begun + (i + 1) * each, number,
                                       line->sectors, &waits);
        count_round(&rounds, line->line, waits);
        there = later(there, ready);
    }
    if (rounds.waiting) {
        double clocks = waiting_clocks(&rounds, access->pieces, c);
        fill(p, there, access->pieces);
        there = pass_words(p, there - 1, clocks);
        take_place_to_wait(p, there);
        return there;
    }
    return later(had, pass_lsu(p, looked - later(c.looks, c.words), c.words) +
                          p->gpu->model.wait.l1);
}

/* A word after the other, all warps' in one queue. */
static double load_constants(struct path *p, double at, double words)
{
    return pass(&p->constants, at, CONSTANT * (words - 1)) +
           p->gpu->model.wait.constant;
}

static double load(struct path *p, double at, const struct tape_access *access,
                   const struct tape_line *lines,
                   const struct path_request *request)
{
    if (access->space == PTX_SHARED)
        return pass_lsu(p, at, pass_clocks(p, access->passes)) +
               p->gpu->model.wait.shared;
    if (access->space == PTX_CONST)
        return load_constants(p, at, access->passes);
    return load_lines(p, at, access, lines, request);
}

double path_load(struct path *path, double at, struct path_request request)
{
    return serve(path, at, &request, load);
}

double path_more_passes(struct path *path, double more)
{
    return pass_lsu(path, 0, pass_clocks(path, more));
}

/* ---- stores ------------------------------------------------------------- */

/* What was stored to local memory is read again from L1. */
static void keep_local(struct path *p, double at, const struct tape_line *line,
                       uint64_t block)
{
    struct cache_line *own = cache_take(p->l1, number_of(line, block));
    if (own)
        line_fill(own, line->sectors & (uint8_t)~own->sectors, at);
}

/* Of what is stored to global memory L1 keeps a tag, as of what is loaded: by
 * ncu on an H200 20 % of what channels/thread loads a second time is not there
 * any more, and 42 % of that of center/warp, both of which store meanwhile.
 * Words that it has are changed.  (Left out: of a sector that is stored to in
 * part, other words seem to be asked for again, by counts of axpy/hundred.) */
static void keep_tag(struct path *p, const struct tape_line *line)
{
    cache_take(p->l1, line->line);
}

/* Does the line go to memory anyway, whole? */
static bool is_to_be_written(struct path *p, uint64_t line)
{
    struct cache_line *held =
        p->share.missing ? cache_find(p->l2, line | STORED_LINE) : NULL;
    return held && held->sectors;
}

static void write_dram(struct path *p, double at)
{
    double writes = p->dram_sectors - p->dram_reads;
    bool mixed = p->dram_reads > writes / 2;
    double pair = p->dram_store_pair * (mixed ? DRAM_TURNS : 1);
    pass_dram(p, at, pairs(WHOLE_LINE) * pair);
    p->dram_sectors += CACHE_SECTORS;
}

/* Clocks of this multiprocessor for sectors of a line: whole ones go without
 * saying which bytes. */
static double leave_clocks(const struct path *p, unsigned sectors, bool part)
{
    return (part + sectors) * STORE_UNIT * p->gpu->model.l1_store_sector;
}

/* And that L2 takes for them. */
static double store_clocks(const struct path *p, unsigned sectors, bool part,
                           double times)
{
    return later(leave_clocks(p, sectors, part),
                 (1 + sectors) * p->store_unit * times);
}

/* Nothing comes on top of a line any more: of a sector that was written in part
 * memory has the rest. */
static void let_go(struct path *p, double at, struct stored *line)
{
    if (!line->part)
        return;
    line->part = false;
    unsigned sectors = count(line->sectors);
    double more = store_clocks(p, sectors, true, STORE_PART) -
                  store_clocks(p, sectors, true, 1);
    pass(&p->store, at, more);
    pass(&p->read, at, STORE_READS * more);
    pass_dram(p, at, count(line->missing) * p->dram_pair / 2);
}

/* What L1 knows of a line that is stored to: again, if that was not long ago.
 * What came in parts is taken to be whole once others came on top of it. */
static struct stored *store_again(struct path *p, double at,
                                  const struct tape_line *line, uint64_t number,
                                  bool *again)
{
    struct stored *s = stored_place(p, number);
    p->stored_known += !s->line;
    *again = s->line == number && at <= s->at + STORED_CLOCKS &&
             p->stored_lines < s->number + STORED_LINES &&
             !(line->sectors & (uint8_t)~s->sectors);
    if (!*again) {
        p->stored_lines++;
        let_go(p, at, s);
        *s = (struct stored){.line = number,
                             .sectors = line->sectors,
                             .part = line->sectors != line->full};
    } else {
        s->part = false;
    }
    s->at = at;
    s->number = p->stored_lines;
    return s;
}

/* Of lines that are stored to, four together are in one slice of L2, which one
 * is as by chance: how many times as much as slices in the mean the one has to
 * do that has most. */
static double busiest_slice(const struct path *p)
{
    double each = p->share.active * p->stored_known / (4.0 * TAPE_SLICES);
    return fmin(SLICE_MOST, 1 + SLICE_SPREAD / sqrt(each));
}

/* Written through; a line that is there stays as it is. */
static double store_line(struct path *p, double at,
                         const struct tape_line *line, uint64_t block,
                         bool *again)
{
    uint64_t number = number_of(line, block);
    bool before = stored_place(p, number)->line == number;
    struct stored *stored = store_again(p, at, line, number, again);
    unsigned sectors = count(line->sectors);
    bool part = line->sectors != line->full;
    double leaves = leave_clocks(p, sectors, part);
    double clocks = store_clocks(p, sectors, part, 1);
    if (before && part && number >= LOCAL_LINES)
        clocks *= busiest_slice(p);
    pass(&p->leave, at, *again ? STORED_AGAIN : leaves);
    double served = pass(&p->store, at, *again ? STORED_AGAIN : clocks);
    if (*again)
        return served + p->gpu->model.wait.l2;
    pass(&p->read, at, STORE_READS * clocks);
    bool first = !is_to_be_written(p, line->line);
    stored->missing = from_memory(p, line->line, line->sectors, STORED_LINE);
    if (stored->missing && first)
        write_dram(p, served);
    return served + p->gpu->model.wait.l2;
}

static double store_lines(struct path *p, double at,
                          const struct tape_access *access,
                          const struct tape_line *lines, uint64_t block)
{
    double there = at;
    double begun = pass_lines(p, at, line_clocks(p, access, lines));
    bool again = false;
    for (uint32_t i = 0; i < access->pieces; i++) {
        if (lines[i].line >= LOCAL_LINES)
            keep_local(p, begun, &lines[i], block);
        else
            keep_tag(p, &lines[i]);
        there = later(there, store_line(p, begun, &lines[i], block, &again));
    }
    if (access->pieces == 1 && again) {
        pass(&p->leave, begun, STORED_LEAST - STORED_AGAIN);
        pass(&p->store, begun, STORED_LEAST - STORED_AGAIN);
    }
    return there;
}

static double store(struct path *p, double at, const struct tape_access *access,
                    const struct tape_line *lines,
                    const struct path_request *request)
{
    if (access->space == PTX_SHARED)
        return pass_lsu(p, at, pass_clocks(p, access->passes));
    return store_lines(p, at, access, lines, request->block);
}

double path_store(struct path *path, double at, struct path_request request)
{
    return serve(path, at, &request, store);
}

double path_done(struct path *path)
{
    for (unsigned i = 0; i < STORED; i++)
        let_go(path, 0, &path->stored[i]);
    return later(later(path->lsu.free, path->tags.free),
                 later(path->store.free, path->dram.free));
}

/* ---- atomics ------------------------------------------------------------ */

/* Those of shared memory are done by LSU, lanes that share an address one
 * after the other.  Where it is a loop, each lane that swaps has a turn. */
static double shared_atomic(struct path *p, double at,
                            const struct tape_access *access,
                            const struct path_request *request)
{
    double turns = later(access->passes, access->most_same);
    double wait = p->gpu->model.wait.shared_atomic;
    if (request->counts)
        turns = access->passes;
    if (request->tries > 0)
        turns *= request->tries;
    double clocks = pass_clocks(p, turns);
    if (request->tries > 0)
        return pass_lsu(p, at, TRY_PASSES * clocks) +
               wait * (1 + TRIES * turns);
    return pass_lsu(p, at, clocks) + wait + SHARED_TURN * (turns - 1);
}

/* Clocks that a slice takes for those of a line, and for others that come with
 * it. */
static double slice_clocks(const struct path *p, const struct hot_slice *slice,
                           const struct tape_line *line,
                           const struct path_request *request)
{
    double same = (double)line->turns / count(line->sectors), times = 1;
    if (same > WORD_LANES)
        times = request->floats  ? SHARED_FLOAT
                : slice->several ? SHARED_WORD
                                 : 1;
    if (request->twice && count(line->sectors) > 1)
        times *= 2;
    return SLICE_TURN * line->turns * times * slice->others *
           p->gpu->model.l2_part_us * p->gpu->clock_khz / 1e3;
}

/* Clocks from `at` to an end in which others of the slice were waited for. */
static void meet(struct path *p, double at, double end)
{
    at = later(at, p->met_until);
    p->met += end > at ? end - at : 0;
    p->met_until = later(p->met_until, end);
}

/* When the slices have done a request, which is in the middle of those of
 * others that come with it. */
static double update_slices(struct path *p, double at,
                            const struct tape_access *access,
                            const struct tape_line *lines,
                            const struct path_request *request)
{
    double done = at;
    for (uint32_t i = 0; p->share.slices && i < access->pieces; i++) {
        size_t slice = tape_slice(lines[i].line);
        double clocks =
            slice_clocks(p, &p->share.slices[slice], &lines[i], request);
        p->slices[slice] = later(at, p->slices[slice]) + clocks;
        done = later(done, p->slices[slice] - clocks / 2);
    }
    if (done > at + MEETING_CLOCKS)
        meet(p, at, done);
    return done;
}

/* Clocks by which results come later, as one of so many lines may be far. */
static double far_clocks(uint32_t lines)
{
    return FAR_HALF * (1 - ldexp(1, -(int)lines));
}

/* Those of a request: parts of 32 bytes, and turns of lanes there. */
struct updates {
    double sectors, turns;
};

static struct updates updates_of(const struct tape_access *access,
                                 const struct tape_line *lines)
{
    struct updates u = {0, access->most_same};
    double turns = 0;
    for (uint32_t i = 0; i < access->pieces; i++) {
        u.sectors += count(lines[i].sectors);
        turns += later(count(lines[i].sectors), lines[i].turns);
    }
    u.turns = later(u.turns, turns);
    return u;
}

/* Clocks of this multiprocessor alone. */
static double update_clocks(struct updates u, double same, double times)
{
    double clocks = ATOMIC_SECTOR * later(u.sectors, same) * times;
    return later(later(ATOMIC_LEAST, clocks),
                 same > 1 ? ATOMIC_SAME * same : 0);
}

/* And of L2's share. */
static double l2_clocks(const struct path *p, struct updates u, uint32_t lines,
                        bool returns)
{
    double apart = ATOMIC_APART * (lines - u.sectors / CACHE_SECTORS);
    return p->atomic_unit *
           (returns ? ATOMIC_RETURNS * u.turns : u.turns + apart);
}

/* Those of global memory by L2, where lanes take turns, too. */
static double global_atomic(struct path *p, double at,
                            const struct tape_access *access,
                            const struct tape_line *lines,
                            const struct path_request *request)
{
    double *under_way = &p->updates[p->updated];
    double same = access->most_same;
    struct updates u = updates_of(access, lines);
    double own = update_clocks(u, same, request->returns ? ATOMIC_RETURNS : 1);
    double l2 = l2_clocks(p, u, access->pieces, request->returns);
    double begun =
        later(pass_lines(p, at, line_clocks(p, access, lines)), *under_way);
    double served = pass(&p->atomics, begun, later(own, l2));
    pass(&p->read, begun, l2); /* loads take turns with them */
    *under_way = later(served, update_slices(p, begun, access, lines, request));
    uint32_t before = p->updated + UPDATES_AHEAD - UPDATES_SENT;
    p->sent = later(begun, p->updates[before % UPDATES_AHEAD]);
    p->updated = (p->updated + 1) % UPDATES_AHEAD;
    return *under_way + p->gpu->model.wait.atomic + far_clocks(access->pieces) +
           ATOMIC_TURN * same;
}

static double atomic(struct path *p, double at,
                     const struct tape_access *access,
                     const struct tape_line *lines,
                     const struct path_request *request)
{
    if (access->space == PTX_SHARED)
        return shared_atomic(p, at, access, request);
    return global_atomic(p, at, access, lines, request);
}

double path_atomic(struct path *path, double at, struct path_request request)
{
    return serve(path, at, &request, atomic);
}

double path_sent(const struct path *path)
{
    return path->sent;
}
