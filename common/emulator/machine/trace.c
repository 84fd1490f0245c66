/*
 * trace.c - which addresses the lanes of a warp used: PTXRUN_TRACE.
 *
 * Idea: to see how a kernel touches memory, one warp is enough.  Of each load
 * and store in the source the first few executions are kept, by the first warp
 * that comes to it in the block in the middle of the grid, and written when the
 * launch ends: a row of a CSV for each active lane.
 * Guarantee: a block runs on one host thread, so the rows are the same
 * whatever the number of those; without the option a null pointer is looked at
 * and nothing else done.
 */
#include "trace.h"

#include "base/rows.h"
#include "code/op_class.h"
#include "lines.h"
#include "names.h"
#include "steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXECUTIONS = 4, MOST_KEYS = 256 };

/* What the lanes of a warp did at once. */
struct step {
    uint32_t mask;
    uint32_t passes; /* shared memory: wavefronts in all */
    uint64_t offset[WARP_SIZE];
    uint8_t pass[WARP_SIZE];
};

/* One access of the source to one array. */
struct key {
    const struct insn_detail *detail;
    const struct allocation *al; /* NULL: shared memory */
    uint32_t start;              /* of the array in shared memory */
    uint32_t warp, width, seen;
    struct step steps[EXECUTIONS];
};

struct trace {
    struct key *keys;
    uint32_t count;
};

struct trace *trace_begin(const struct launch *launch)
{
    if (!options()->trace || !kernel_wanted(launch->kernel->pretty))
        return NULL;
    struct trace *trace = malloc(sizeof *trace);
    struct key *keys = malloc(MOST_KEYS * sizeof *keys);
    if (!trace || !keys) {
        perror(options()->trace);
        free(trace);
        free(keys);
        return NULL;
    }
    *trace = (struct trace){.keys = keys};
    return trace;
}

/* Where to keep this execution; NULL: enough is kept. */
static struct step *next_step(struct warp *w, const struct insn *insn,
                              uint32_t mask, const struct allocation *al,
                              uint32_t start)
{
    struct trace *trace = w->block->trace;
    struct key *key = trace->keys, *end = key + trace->count;
    while (key < end && (key->al != al || key->start != start ||
                         access_compare(key->detail, insn->detail) != 0))
        key++;
    if (key == end) {
        if (trace->count == MOST_KEYS)
            return NULL;
        *key = (struct key){.detail = insn->detail,
                            .al = al,
                            .start = start,
                            .warp = w->index,
                            .width = insn->width};
        trace->count++;
    }
    if (key->warp != w->index || key->seen == EXECUTIONS)
        return NULL;
    struct step *step = &key->steps[key->seen++];
    step->mask = mask;
    return step;
}

void trace_global(struct warp *w, const struct insn *insn, uint32_t mask,
                  struct allocation *al, const uint64_t offset[WARP_SIZE],
                  uint32_t sectors)
{
    if (w->block->steps)
        steps_access(w, mask, al, offset, sectors);
    if (!w->block->trace)
        return;
    struct step *step = op_class(insn->op)->space == PTX_CONST
                            ? NULL
                            : next_step(w, insn, mask, al, 0);
    if (step)
        memcpy(step->offset, offset, sizeof step->offset);
}

void trace_shared(struct warp *w, const struct insn *insn, uint32_t mask,
                  const uint32_t offset[WARP_SIZE])
{
    uint64_t wide[WARP_SIZE];
    uint8_t pass[WARP_SIZE];
    for (unsigned l = 0; l < WARP_SIZE; l++)
        wide[l] = offset[l];
    if (w->block->steps)
        steps_access(w, mask, NULL, wide,
                     shared_passes(offset, mask, insn->width, pass));
    if (!w->block->trace)
        return;
    uint32_t start =
        shared_array_start(w->block->worker->grid, offset[__builtin_ctz(mask)]);
    struct step *step = next_step(w, insn, mask, NULL, start);
    if (!step)
        return;
    memcpy(step->offset, wide, sizeof wide);
    step->passes = shared_passes(offset, mask, insn->width, step->pass);
}

/* ---- the file ----------------------------------------------------------- */

static void trace_header(FILE *file)
{
    fputs("launch,kernel,file,line,column,space,kind,array,width,block,warp,"
          "execution,lane,offset,sector,bank,wavefront\n",
          file);
}

/* The columns that all lanes share. */
static void write_access(FILE *file, const struct grid *grid,
                         const struct key *key, uint32_t execution)
{
    char buffer[128];
    const struct insn_detail *detail = key->detail;
    fprintf(file, "%u,", grid->number);
    rows_put_field(file, grid->launch->kernel->pretty);
    fputc(',', file);
    rows_put_field(file, source_path(grid->program->ptx, detail->loc));
    fprintf(file, ",%u,%u,%s,%s,", detail->loc.line, detail->loc.column,
            key->al ? "global" : "shared", access_kind_name(detail));
    rows_put_field(file, key->al ? launch_array_name(grid->launch, key->al,
                                                     buffer, sizeof buffer)
                                 : shared_array_name(grid, key->start, buffer,
                                                     sizeof buffer));
    fprintf(file, ",%u,%" PRIu64 ",%u,%u,", key->width, grid->traced_block,
            key->warp, execution);
}

/* Sectors are counted from the start of the array, which lies on one; banks as
 * the hardware lays arrays out; wavefronts from 1. */
static void write_step(FILE *file, const struct grid *grid,
                       const struct key *key, uint32_t execution)
{
    const struct step *step = &key->steps[execution];
    for (uint32_t mask = step->mask; mask; mask &= mask - 1) {
        unsigned l = (unsigned)__builtin_ctz(mask);
        uint64_t at = step->offset[l];
        write_access(file, grid, key, execution + 1);
        fprintf(file, "%u,%" PRIu64, l, at - key->start);
        if (key->al)
            fprintf(file, ",%" PRIu64 ",,\n", at / SECTOR_BYTES);
        else
            fprintf(
                file, ",,%u,%u\n",
                (unsigned)(shared_told_offset(grid, at) / BANK_BYTES % BANKS),
                step->pass[l] + 1u);
    }
}

static int compare_keys(const void *left, const void *right)
{
    const struct key *a = left, *b = right;
    uint32_t ai = a->al ? a->al->id : 0, bi = b->al ? b->al->id : 0;
    int order = access_compare(a->detail, b->detail);
    if (order)
        return order;
    if (ai != bi)
        return ai < bi ? -1 : 1;
    return (a->start > b->start) - (a->start < b->start);
}

void trace_end(const struct grid *grid)
{
    struct trace *trace = grid->trace;
    static struct rows_file csv;
    FILE *file = trace ? rows_open(&csv, options()->trace, trace_header) : NULL;
    if (file) {
        qsort(trace->keys, trace->count, sizeof *trace->keys, compare_keys);
        for (uint32_t i = 0; i < trace->count; i++)
            for (uint32_t k = 0; k < trace->keys[i].seen; k++)
                write_step(file, grid, &trace->keys[i], k);
        fflush(file);
    }
    if (trace)
        free(trace->keys);
    free(trace);
}
