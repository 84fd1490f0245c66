/*
 * path.c - see path.h.
 *
 * Left out: which slice of L2 a line lies in, pages, the order in which memory
 * likes its rows.
 */
#include "path.h"

#include <stdlib.h>

enum { SECTOR = 32 };

/* Clocks of requests that wait before LSU while warps go on. */
enum { LSU_QUEUE = 32, STORE_QUEUE = 1024 };

/* Serves one after the other. */
struct queue {
    double free; /* from then on */
    double busy; /* clocks, in all */
};

struct path {
    const struct gpu *gpu;
    struct cache *l1;
    struct path_share share;
    double read_clocks, store_clocks, atomic_clocks; /* of L2, for a sector */
    double dram_clocks, dram_store_clocks;
    struct queue lsu, read, store, dram, atomics;
    double *misses; /* ring: when the last so many sectors arrive */
    uint32_t miss_count, miss_next;
    double missing; /* sectors that L2 lacks and were not yet told */
    double l2_sectors, dram_sectors;
};

static double later(double a, double b)
{
    return a > b ? a : b;
}

/* When a piece of work of so many clocks has gone through. */
static double pass(struct queue *queue, double at, double clocks)
{
    queue->free = later(queue->free, at) + clocks;
    queue->busy += clocks;
    return queue->free;
}

/* Clocks for a sector, where all share bytes a microsecond and one alone has
 * most bytes a clock. */
static double sector_clocks(const struct gpu *gpu, double active,
                            double bytes_per_us, double most)
{
    double clocks_per_us = gpu->clock_khz / 1e3;
    double alone = most > 0 ? SECTOR / most : 0;
    return later(alone, SECTOR * active * clocks_per_us / bytes_per_us);
}

static void path_rates(struct path *p)
{
    const struct gpu *gpu = p->gpu;
    double active = p->share.active;
    p->read_clocks = sector_clocks(gpu, active, gpu->model.l2_bytes_per_us,
                                   gpu->model.sm_bytes);
    p->store_clocks =
        sector_clocks(gpu, active, gpu->model.l2_store_bytes_per_us,
                      gpu->model.sm_store_bytes);
    p->dram_clocks =
        sector_clocks(gpu, active, gpu->model.dram_bytes_per_us, 0);
    p->dram_store_clocks =
        sector_clocks(gpu, active, gpu->model.dram_store_bytes_per_us, 0);
    p->atomic_clocks =
        sector_clocks(gpu, active, gpu->model.l2_atomics_per_us * SECTOR,
                      gpu->model.sm_store_bytes);
}

struct path *path_new(const struct gpu *gpu, struct path_share share)
{
    struct path *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->gpu = gpu;
    p->share = share;
    p->miss_count = (uint32_t)later(gpu->model.l1_misses, 1);
    p->misses = calloc(p->miss_count, sizeof *p->misses);
    p->l1 = cache_new(share.l1_lines);
    path_rates(p);
    if (p->misses && p->l1)
        return p;
    path_free(p);
    return NULL;
}

void path_free(struct path *path)
{
    if (!path)
        return;
    cache_free(path->l1);
    free(path->misses);
    free(path);
}

struct path_busy path_busy(const struct path *path)
{
    return (struct path_busy){
        .lsu = path->lsu.busy,
        .l2 = later(path->read.busy, path->store.busy),
        .dram = path->dram.busy,
        .atomics = path->atomics.busy,
        .l2_sectors = path->l2_sectors,
        .dram_sectors = path->dram_sectors,
    };
}

double path_open(const struct path *path)
{
    return later(path->lsu.free - LSU_QUEUE, path->store.free - STORE_QUEUE);
}

/* ---- beyond L1 ---------------------------------------------------------- */

/* Does the next sector of this line have to come from memory? */
static bool from_memory(struct path *p, uint64_t line)
{
    if (!p->share.missing || line >= LOCAL_LINES)
        return false;
    p->missing += p->share.missing(p->share.held, line);
    if (p->missing < 1)
        return false;
    p->missing -= 1;
    return true;
}

/* A sector that L1 lacks, asked for at a clock: when it is there.  Of those on
 * their way there are only so many. */
static double fetch(struct path *p, double at, uint64_t line)
{
    double *place = &p->misses[p->miss_next++ % p->miss_count];
    double asked = later(at, *place);
    double served = pass(&p->read, asked, p->read_clocks);
    double there = served + p->gpu->model.wait.l2;
    p->l2_sectors++;
    if (from_memory(p, line)) {
        double passed = pass(&p->dram, served, p->dram_clocks);
        there = passed + p->gpu->model.wait.dram;
        p->dram_sectors++;
    }
    return *place = there;
}

static unsigned sectors_of(const struct tape_line *line)
{
    return (unsigned)__builtin_popcount(line->sectors);
}

/* ---- loads -------------------------------------------------------------- */

/* When the sectors of a line that a load wants are there. */
static double load_line(struct path *p, double at, uint64_t number,
                        uint8_t sectors)
{
    struct cache_line *line = cache_take(p->l1, number);
    double there = at + p->gpu->model.wait.l1;
    for (unsigned i = 0; i < CACHE_SECTORS; i++) {
        if (!(sectors >> i & 1))
            continue;
        double ready;
        if (line && line->sectors >> i & 1) {
            ready = line->ready[i];
        } else {
            ready = fetch(p, at, number);
            if (line)
                line->ready[i] = ready;
        }
        there = later(there, ready);
    }
    if (line)
        line->sectors |= sectors;
    return there;
}

/* Local memory is each block's own. */
static uint64_t number_of(const struct tape_line *line, uint64_t block)
{
    return line->line >= LOCAL_LINES ? line->line + (block << 40) : line->line;
}

/* Clocks that L1 takes for the lines of a request. */
static double line_clocks(const struct path *p, const struct tape_line *lines,
                          uint32_t count)
{
    double sectors = 0;
    for (uint32_t i = 0; i < count; i++)
        sectors += sectors_of(&lines[i]);
    return later(1, later(count * p->gpu->model.l1_line,
                          sectors * p->gpu->model.l1_sector));
}

static double load_lines(struct path *p, double at,
                         const struct tape_access *access,
                         const struct tape_line *lines, uint64_t block)
{
    double clocks = line_clocks(p, lines, access->pieces);
    double begun = pass(&p->lsu, at, clocks) - clocks, there = 0;
    double each = access->pieces ? clocks / access->pieces : 0;
    for (uint32_t i = 0; i < access->pieces; i++)
        there = later(there,
                      load_line(p, begun + (i + 1) * each,
                                number_of(&lines[i], block), lines[i].sectors));
    return there;
}

double path_load(struct path *path, double at, struct path_request request)
{
    const struct tape_line *lines = request.lines;
    double there = at;
    for (uint32_t i = 0; i < request.count; i++) {
        const struct tape_access *access = &request.accesses[i];
        double clocks = access->passes * path->gpu->model.shared_pass;
        if (access->space == PTX_SHARED)
            there = later(there, pass(&path->lsu, at, clocks) +
                                     path->gpu->model.wait.shared);
        else if (access->space == PTX_CONST)
            there = later(there,
                          at + access->passes * path->gpu->model.wait.constant);
        else
            there = later(there,
                          load_lines(path, at, access, lines, request.block));
        lines += access->pieces;
    }
    return there;
}

double path_more_passes(struct path *path, double more)
{
    return pass(&path->lsu, 0, more * path->gpu->model.shared_pass);
}

/* ---- stores ------------------------------------------------------------- */

/* Written through; a line that is there stays as it is.  Local memory stays in
 * L1. */
static double store_line(struct path *p, double at,
                         const struct tape_line *line, uint64_t block)
{
    if (line->line >= LOCAL_LINES) {
        struct cache_line *own = cache_take(p->l1, number_of(line, block));
        for (unsigned i = 0; own && i < CACHE_SECTORS; i++)
            if (line->sectors >> i & 1 && !(own->sectors >> i & 1))
                own->ready[i] = at;
        if (own)
            own->sectors |= line->sectors;
        return at;
    }
    unsigned sectors = sectors_of(line);
    double served = pass(&p->store, at, sectors * p->store_clocks);
    for (unsigned i = 0; i < sectors; i++)
        if (from_memory(p, line->line)) {
            pass(&p->dram, served, p->dram_store_clocks);
            p->dram_sectors++;
        }
    p->l2_sectors += sectors;
    return served + p->gpu->model.wait.l2;
}

static double store_lines(struct path *p, double at,
                          const struct tape_access *access,
                          const struct tape_line *lines, uint64_t block)
{
    double there = at, sectors = 0;
    for (uint32_t i = 0; i < access->pieces; i++)
        sectors += sectors_of(&lines[i]);
    double clocks = later(line_clocks(p, lines, access->pieces),
                          sectors * p->gpu->model.l1_store_sector);
    double begun = pass(&p->lsu, at, clocks);
    for (uint32_t i = 0; i < access->pieces; i++)
        there = later(there, store_line(p, begun, &lines[i], block));
    return there;
}

double path_store(struct path *path, double at, struct path_request request)
{
    const struct tape_line *lines = request.lines;
    double there = at;
    for (uint32_t i = 0; i < request.count; i++) {
        const struct tape_access *access = &request.accesses[i];
        double clocks = access->passes * path->gpu->model.shared_pass;
        if (access->space == PTX_SHARED)
            there = later(there, pass(&path->lsu, at, clocks));
        else
            there = later(there,
                          store_lines(path, at, access, lines, request.block));
        lines += access->pieces;
    }
    return there;
}

/* ---- atomics ------------------------------------------------------------ */

/* Those of shared memory are done by LSU, lanes that share an address one
 * after the other. */
static double shared_atomic(struct path *p, double at,
                            const struct tape_access *access)
{
    double same = access->most_same > 1 ? access->most_same - 1 : 0;
    double clocks = access->passes * p->gpu->model.shared_pass +
                    same * p->gpu->model.shared_atomic_pass;
    return pass(&p->lsu, at, clocks) + p->gpu->model.wait.shared_atomic;
}

/* Those of global memory by L2. */
static double global_atomic(struct path *p, double at,
                            const struct tape_access *access,
                            const struct tape_line *lines)
{
    double sectors = 0;
    for (uint32_t i = 0; i < access->pieces; i++)
        sectors += sectors_of(&lines[i]);
    double begun = pass(&p->lsu, at, line_clocks(p, lines, access->pieces));
    double served = pass(&p->atomics, begun, sectors * p->atomic_clocks);
    p->l2_sectors += sectors;
    return served + p->gpu->model.wait.atomic;
}

double path_atomic(struct path *path, double at, struct path_request request)
{
    const struct tape_line *lines = request.lines;
    double there = at;
    for (uint32_t i = 0; i < request.count; i++) {
        const struct tape_access *access = &request.accesses[i];
        if (access->space == PTX_SHARED)
            there = later(there, shared_atomic(path, at, access));
        else
            there = later(there, global_atomic(path, at, access, lines));
        lines += access->pieces;
    }
    return there;
}
