/*
 * report.c - the rows of PTXRUN_COUNTERS, leaks, and the end of the program.
 *
 * Guarantee: a row is in the file when its launch has ended, so a program
 * that crashes later leaves what it has counted.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/letters.h"
#include "base/rows.h"
#include "device.h"
#include "machine/builtins.h"
#include "memory/memory.h"
#include "report.h"
#include "tell/events.h"

/* ---- counters ----------------------------------------------------------- */

/* The columns users were promised first, in that order. */
static const char *const first_columns[] = {
    "warp_instructions",
    "global_load_requests",
    "global_load_sectors",
    "global_store_requests",
    "global_store_sectors",
    "shared_load_requests",
    "shared_load_wavefronts",
    "shared_load_bank_conflicts",
    "shared_store_requests",
    "shared_store_wavefronts",
    "shared_store_bank_conflicts",
    "divergent_branches",
    "barriers",
    "atomics",
};
enum { FIRST_COLUMNS = sizeof first_columns / sizeof *first_columns };

static const struct column {
    const char *name;
    size_t offset;
} columns[] = {
#define X(name) {#name, offsetof(struct counters, name)},
    COUNTERS(X)
#undef X
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static bool is_first_column(const char *name)
{
    for (size_t i = 0; i < FIRST_COLUMNS; i++)
        if (!strcmp(first_columns[i], name))
            return true;
    return false;
}

static const struct column *find_column(const char *name)
{
    size_t i = 0;
    while (strcmp(columns[i].name, name))
        i++;
    return &columns[i];
}

/* The order of the file: the promised ones, then the others as they stand. */
static const struct column *ordered_column(size_t n)
{
    if (n < FIRST_COLUMNS)
        return find_column(first_columns[n]);
    size_t others = n - FIRST_COLUMNS;
    for (size_t i = 0;; i++)
        if (!is_first_column(columns[i].name) && others-- == 0)
            return &columns[i];
}

static void counters_header(FILE *file)
{
    fputs("kernel,grid,block,dynamic_shared_bytes", file);
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(file, ",%s", ordered_column(i)->name);
    fputs(
        ",modelled_us,modelled_low_us,modelled_high_us,launch_us,bound,note\n",
        file);
}

/* Empty where there is no time; the note says why, or what to doubt. */
static void put_timing(FILE *file, const struct timing *t)
{
    if (t && t->known)
        fprintf(file, ",%.6g,%.6g,%.6g,%.6g,%s,", t->us, t->low_us, t->high_us,
                t->launch_us, timing_bound_name(t->bound));
    else
        fputs(",,,,,,", file);
    if (t)
        rows_put_field(file, timing_warning_text(t->warnings));
    fputc('\n', file);
}

void report_launch(const struct launch *l, const struct timing *timing)
{
    static struct rows_file csv;
    FILE *file = rows_open(&csv, options()->counters, counters_header);
    if (!file || !kernel_wanted(l->kernel->pretty))
        return;
    rows_put_field(file, l->kernel->pretty);
    fprintf(file, ",%ux%ux%u,%ux%ux%u,%u", l->grid.x, l->grid.y, l->grid.z,
            l->block.x, l->block.y, l->block.z, l->dynamic_shared);
    for (size_t i = 0; i < COLUMNS; i++) {
        uint64_t value;
        memcpy(&value, (const char *)&l->counters + ordered_column(i)->offset,
               sizeof value);
        fprintf(file, ",%" PRIu64, value);
    }
    put_timing(file, timing);
    fflush(file);
}

/* ---- leaks -------------------------------------------------------------- */

static const char *kind_name(const struct allocation *a)
{
    switch (a->kind) {
    case MEMORY_DEVICE: return "device memory";
    case MEMORY_PINNED: return "pinned host memory";
    case MEMORY_MANAGED: return "managed memory";
    case MEMORY_HEAP: return "memory from malloc in a kernel";
    case MEMORY_ARRAY: return "a CUDA array";
    default:
        return NULL; /* variables live as long as the program; objects
                           * hold nothing of the program's */
    }
}

/* The call of malloc, and the thread that made it. */
static void at_malloc(struct finding *f, const struct heap_call *made)
{
    f->ptx = made->ptx;
    f->loc = made->loc;
    f->kernel = made->kernel;
    f->block = made->block;
    f->thread = made->thread;
    f->call = made->launch;
}

/* after: the newest allocation that is no leak. */
static void diagnose_leak(struct allocation *a, void *after)
{
    const char *kind = kind_name(a);
    if (!kind || a->id <= *(uint32_t *)after)
        return;
    struct finding f = {
        .tool = LEAKCHECK, .severity = FINDING_ERROR, .lanes = 1};
    snprintf(f.title, sizeof f.title, "%llu byte%s of %s never freed",
             (unsigned long long)a->size, plural(a->size), kind);
    if (a->made)
        at_malloc(&f, a->made);
    else
        snprintf(f.detail, sizeof f.detail, "allocation #%u", a->id);
    snprintf(f.hint, sizeof f.hint, "%s",
             a->kind == MEMORY_HEAP ? "each malloc in a kernel needs its free"
             : a->kind == MEMORY_ARRAY
                 ? "each cudaMallocArray and cudaMalloc3DArray needs its "
                   "cudaFreeArray"
                 : "each allocation needs its cudaFree (cudaFreeHost, if it "
                   "is pinned), also on the way out after an error");
    if (!a->made)
        finding_at_call(&f, a->allocated_at);
    diagnose(&f);
}

static void note_leaks(void)
{
    uint32_t none = 0;
    if (options()->leakcheck)
        memory_each(diagnose_leak, &none);
}

uint32_t device_newest(void)
{
    return memory_newest();
}

void device_tell_leaks_since(uint32_t newest)
{
    memory_each(diagnose_leak, &newest);
    diagnostics_flush();
}

void device_tell_leaks(void)
{
    note_leaks();
    diagnostics_flush();
}

/* ---- the end of the program --------------------------------------------- */

/* On hardware this text never appears either. */
static void diagnose_lost_print(void)
{
    if (!print_pending())
        return;
    struct finding f = {
        .tool = APICHECK,
        .severity = FINDING_WARNING,
        .lanes = 1,
        .title = "the program ended before what its kernels printed was "
                 "shown",
        .hint = "call cudaDeviceSynchronize() before the program ends"};
    snprintf(f.detail, sizeof f.detail, "%zu byte%s of text lost",
             print_pending(), plural(print_pending()));
    diagnose(&f);
}

static void summarise(uint64_t errors, uint64_t suppressed)
{
    if ((!errors && !suppressed) || options()->quiet)
        return;
    FILE *out = diagnostics_stream();
    fprintf(out, "ERROR SUMMARY: %" PRIu64 " error%s", errors, plural(errors));
    if (suppressed)
        fprintf(out, " (suppressed: %" PRIu64 ")", suppressed);
    fputc('\n', out);
}

/* Where leaks are not asked for there was a fault. */
int device_end(bool leaks)
{
    diagnose_lost_print();
    if (leaks)
        note_leaks();
    diagnostics_flush();
    uint64_t errors = diagnostics_errors();
    events_end(errors);
    summarise(errors, diagnostics_suppressed());
    if (errors && !leaks && !options()->quiet)
        fprintf(diagnostics_stream(),
                "note: after a fault in a kernel every call fails, copies too: "
                "what they should have brought is not there\n");
    return errors ? options()->error_exitcode : 0;
}
