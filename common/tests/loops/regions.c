/*
 * regions.c - what the time model has ptxas make of the loops of a PTX file:
 *
 *   regions FILE.ptx
 *
 * A line for each loop: its kernel, machine instructions and loads of one
 * region, and loads in front of the first step that waits for one.
 */
#include "base/options.h"
#include "tests/unit/ahead.h"
#include "timing/region_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 64, TEXT_BYTES = 1 << 24 };

static void print_region(const char *name, const struct region *region)
{
    unsigned loads = 0;
    for (uint32_t i = 0; i < region->count; i++)
        loads += region->steps[i].kind == STEP_LOAD && !region->steps[i].joined;
    printf("%s %u %u %u\n", name, region_issues(region), loads,
           loads_ahead(region));
}

/* One turn of the loop at an instruction, as far as there is room for its
 * runs; gives the place behind them. */
static struct tape_run *add_turn(const struct region_code *facts,
                                 uint32_t function, uint32_t at,
                                 struct tape_run *run,
                                 const struct tape_run *end)
{
    uint32_t from = at, latch = facts->loops[at].latch;
    for (uint32_t i = at; i <= latch && run < end; i++) {
        if (!facts->inside[i] && i < latch)
            continue;
        *run++ = (struct tape_run){
            .function = function, .from = from, .to = i + 1, .lanes = 32};
        from = facts->inside[i];
        i = from ? from - 1 : i;
    }
    return run;
}

/* Many turns of each loop. */
static bool print_loops(const char *name, const struct program *program)
{
    const struct code *code = program->functions[program->entry];
    struct regions *regions = regions_new(program, options()->gpu);
    struct region_code facts = {.code = NULL};
    bool done =
        regions && region_code_find(&facts, code, program->ptx->by_nvvm);
    if (done)
        region_loops_find(&facts);
    for (uint32_t i = 0; done && i < code->insn_count; i++) {
        struct tape_run runs[TURNS];
        struct region_place at = {0, i};
        if (!facts.loops[i].latch)
            continue;
        struct tape_run *run = runs;
        while (run < runs + TURNS)
            run = add_turn(&facts, program->entry, i, run, runs + TURNS);
        const struct region *region = region_next(regions, runs, TURNS, &at);
        done = region != NULL;
        if (region)
            print_region(name, region);
    }
    region_code_free(&facts);
    regions_free(regions);
    return done;
}

static bool print_kernels(const struct module *module, const char *text)
{
    bool done = true;
    while (done && (text = strstr(text, ".entry "))) {
        char name[512];
        text += strlen(".entry ");
        if (sscanf(text, "%511[^( \n]", name) != 1)
            continue;
        const struct kernel *kernel = module_kernel(module, name);
        if (kernel && kernel->program)
            done = print_loops(name, kernel->program);
    }
    return done;
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "r") : NULL;
    char *text = calloc(TEXT_BYTES + 1, 1);
    struct ptx_error error = {.message = "usage: regions FILE.ptx"};
    struct module *module = NULL;
    if (file && text && fread(text, 1, TEXT_BYTES, file))
        module = module_load(text, &error);
    if (!module)
        fprintf(stderr, "regions: %s\n", error.message);
    bool done = module && print_kernels(module, text);
    if (module)
        module_unload(module);
    if (file)
        fclose(file);
    free(text);
    return done ? 0 : 1;
}
