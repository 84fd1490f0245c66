/*
 * steps_file.c - rows of steps: the format stands in steps.h.
 */
#include "steps_file.h"

#include "base/rows.h"
#include "names.h"

#include <inttypes.h>
#include <stdio.h>

/* What a reader can have in memory, and a person look through. */
enum { MOST_STEPS = 150000 };

static struct rows_file csv;
static uint32_t steps;

static void header(FILE *file)
{
    fputs("step,launch,block,warp,file,line,column,kind,space,array,"
          "allocation,start,type,passes,lanes,offsets,values,a,b,c\n",
          file);
}

bool steps_file_open(void)
{
    return rows_open(&csv, options()->steps, header);
}

void steps_file_flush(void)
{
    fflush(csv.file);
}

void steps_file_launch(const struct grid *grid)
{
    struct dims g = grid->launch->grid, b = grid->launch->block;
    if (steps >= MOST_STEPS)
        return;
    fprintf(csv.file, "%u,%u,0,0,,,,launch,,", ++steps, grid->number);
    rows_put_field(csv.file, grid->launch->kernel->pretty);
    fprintf(csv.file, ",,,,,,%u %u %u %u %u %u,,,,\n", g.x, g.y, g.z, b.x, b.y,
            b.z);
}

/* The columns in front of the lists. */
static void put_place(const struct warp *w, const struct step *step)
{
    const struct grid *grid = w->block->worker->grid;
    struct ptx_loc loc = step->detail->loc;
    fprintf(csv.file, "%u,%u,%" PRIu64 ",%u,", steps, grid->number,
            w->block->number, w->index);
    rows_put_field(csv.file, source_path(grid->program->ptx, loc));
    fprintf(csv.file, ",%u,%u,%s,", loc.line, loc.column, step->kind);
}

static void put_array(const struct warp *w, const struct step *step)
{
    const struct grid *grid = w->block->worker->grid;
    char name[128];
    if (step->fault) {
        fputc(',', csv.file);
        rows_put_field(csv.file, step->fault);
        fputs(",,,", csv.file);
    } else if (!step->accesses) {
        fputs(",,,,", csv.file);
    } else if (step->al) {
        fputs("global,", csv.file);
        rows_put_field(csv.file, launch_array_name(grid->launch, step->al, name,
                                                   sizeof name));
        fprintf(csv.file, ",%u,0,", step->al->id);
    } else {
        fputs("shared,", csv.file);
        rows_put_field(csv.file,
                       shared_array_name(grid, step->start, name, sizeof name));
        fprintf(csv.file, ",,%" PRIu64 ",",
                shared_told_offset(grid, step->start));
    }
}

static void put_offsets(const struct step *step)
{
    const char *space = "";
    for (uint32_t m = step->lanes; m; m &= m - 1, space = " ")
        fprintf(csv.file, "%s%" PRIu64, space,
                step->offset[first_lane(m)] - (step->al ? 0 : step->start));
}

static void put_values(const struct step *step)
{
    int digits = step->type == PTX_F64 ? 17 : 9;
    const char *space = "";
    for (uint32_t m = step->lanes; m; m &= m - 1, space = " ")
        fprintf(csv.file, "%s%.*g", space, digits, step->value[first_lane(m)]);
}

static void put_sources(const struct step *step)
{
    for (unsigned i = 0; i < MOST_SOURCES; i++) {
        const char *space = "";
        fputc(',', csv.file);
        for (uint32_t m = i < step->sources ? step->lanes : 0; m; m &= m - 1) {
            fprintf(csv.file, "%s%u", space, step->source[i][first_lane(m)]);
            space = " ";
        }
    }
}

uint32_t steps_file_put(const struct warp *w, const struct step *step)
{
    bool values = step->sources;
    if (steps >= MOST_STEPS)
        return 0;
    if (++steps == MOST_STEPS) {
        fprintf(csv.file, "%u,0,0,0,,,,cut,,,,,,,,,,,,\n", steps);
        return 0;
    }
    put_place(w, step);
    put_array(w, step);
    fprintf(csv.file, "%s,", values ? ptx_type_name(step->type) : "");
    if (step->accesses)
        fprintf(csv.file, "%u", step->passes);
    fprintf(csv.file, ",%x,", step->lanes);
    if (step->accesses || step->shuffles)
        put_offsets(step);
    fputc(',', csv.file);
    if (values)
        put_values(step);
    put_sources(step);
    fputc('\n', csv.file);
    return steps;
}

bool steps_file_is_full(void)
{
    return steps >= MOST_STEPS;
}
