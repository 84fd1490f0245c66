/*
 * profile.c - what a kernel did, under the names of Nsight Compute and under
 * those nvprof had.
 *
 * Counted on the emulated device, so that no GPU and no right to profile one
 * is needed; where the session's device is a GPU, what ncu reads there stands
 * beside.  Below the totals stands what each line of the source did, and
 * which of them costs most beyond what its accesses need.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "criteria.h"
#include "explain.h"
#include "ncu.h"
#include "sweep.h"
#include "wrap.h"

/* What is shown: our counter, its name in ncu, its name in nvprof. */
static const struct line {
    const char *metric, *ncu, *nvprof;
} lines[] = {
    {"global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
     "gld_request"},
    {"global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
     "gld_transactions"},
    {"global_load_sectors_per_request",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
     "gld_transactions_per_request"},
    {"global_load_efficiency",
     "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
     "gld_efficiency"},
    {"global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     "gst_request"},
    {"global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
     "gst_transactions"},
    {"global_store_sectors_per_request",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
     "gst_transactions_per_request"},
    {"global_store_efficiency",
     "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
     "gst_efficiency"},
    {"shared_load_requests", "smsp__inst_executed_op_shared_ld.sum",
     "shared_load"},
    {"shared_load_wavefronts",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "shared_load_transactions"},
    {"shared_load_bank_conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
     "shared_ld_bank_conflict"},
    {"shared_store_requests", "smsp__inst_executed_op_shared_st.sum",
     "shared_store"},
    {"shared_store_wavefronts",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     "shared_store_transactions"},
    {"shared_store_bank_conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
     "shared_st_bank_conflict"},
    {"warp_instructions", "smsp__inst_executed.sum", "inst_executed"},
    {"warp_execution_efficiency",
     "smsp__thread_inst_executed_per_inst_executed.pct",
     "warp_execution_efficiency"},
    {"branches", "smsp__sass_branch_targets.sum", "branch"},
    {"divergent_branches", "smsp__sass_branch_targets_threads_divergent.sum",
     "divergent_branch"},
};

/* Shared memory that nobody used is not worth lines. */
static bool worth_showing(const struct line *line,
                          const struct counters *counters)
{
    return strncmp(line->metric, "shared", 6) != 0 ||
           counters->shared_load_requests + counters->shared_store_requests;
}

/* ---- by line ------------------------------------------------------------ */

/* The fewest sectors these requests could have touched: what they asked for,
 * side by side.  One word for all lanes is one sector. */
static double ideal_sectors(const struct line_record *line)
{
    const double bytes = (double)line->bytes / (double)line->requests;

    return fmax(1, ceil(bytes / SECTOR_BYTES));
}

static bool is_shared(const struct line_record *line)
{
    return strcmp(line->space, "shared") == 0;
}

/* Passes or sectors that a better access would not need. */
static double excess(const struct line_record *line)
{
    return is_shared(line) ? (double)line->conflicts
                           : (double)line->sectors -
                                 ideal_sectors(line) * (double)line->requests;
}

/* A request for 32 neighbours that begin inside a sector takes one more. */
static bool is_costly(const struct line_record *line)
{
    const double cost =
        (double)(is_shared(line) ? line->conflicts : line->sectors) /
        (double)line->requests;

    return line->requests > 0 &&
           (is_shared(line) ? cost > 0 : cost > ideal_sectors(line) + 1);
}

/* The text of a line, without what it is indented by. */
static void source_text(const struct line_record *line, char *text, size_t n)
{
    FILE *file = fopen(line->file, "re");
    char buffer[512] = "";
    uint32_t at = 0;

    while (file != NULL && at < line->line &&
           fgets(buffer, sizeof buffer, file) != NULL)
        at += strchr(buffer, '\n') != NULL;
    if (file != NULL)
        fclose(file);
    buffer[strcspn(buffer, "\r\n")] = '\0';
    snprintf(text, n, "%s",
             at == line->line ? buffer + strspn(buffer, " \t") : "");
}

/* Sums over the lines of one launch that a metric is about. */
struct ideal {
    double requests, sectors, bytes, passes;
};

static struct ideal ideal_of(const struct run *run, uint32_t number,
                             const char *space, const char *kind)
{
    struct ideal sum = {0};

    for (size_t i = 0; i < run->line_count; i++) {
        const struct line_record *line = &run->lines[i];

        if (line->launch != number || strcmp(line->space, space) != 0 ||
            strcmp(line->kind, kind) != 0)
            continue;
        sum.requests += (double)line->requests;
        sum.bytes += (double)line->bytes;
        sum.passes += (double)(line->wavefronts - line->conflicts);
        if (!is_shared(line))
            sum.sectors += fmin(ideal_sectors(line) * (double)line->requests,
                                (double)line->sectors);
    }
    return sum;
}

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);

    return n >= m && strcmp(name + n - m, end) == 0;
}

/* What the metric would be if the same requests touched as little as they
 * could; NAN where that is not a question. */
static double ideal_value(const char *metric, const struct run *run,
                          uint32_t number)
{
    const bool global = strncmp(metric, "global_", 7) == 0;
    const bool load = strstr(metric, "_load_") != NULL;
    struct ideal sum;

    if (!global && strncmp(metric, "shared_", 7) != 0)
        return NAN;
    sum = ideal_of(run, number, global ? "global" : "shared",
                   load ? "load" : "store");
    if (ends_with(metric, "_sectors_per_request"))
        return sum.sectors / sum.requests;
    if (ends_with(metric, "_sectors"))
        return sum.sectors;
    if (ends_with(metric, "_efficiency"))
        return 100 * sum.bytes / (sum.sectors * SECTOR_BYTES);
    if (ends_with(metric, "_wavefronts"))
        return sum.passes;
    return ends_with(metric, "_bank_conflicts") ? 0 : NAN;
}

static void print_number(const char *format, double value)
{
    char text[32];

    if (isnan(value))
        snprintf(text, sizeof text, " ");
    else
        snprintf(text, sizeof text, "%.*f", value == floor(value) ? 0 : 2,
                 value);
    printf(format, text);
}

/* ncu: NULL where there is no GPU. */
static void print_line(const struct line *line, const struct measured *measured,
                       const struct run *run, const struct ncu_table *ncu,
                       size_t index)
{
    double value;

    if (!metric_value(line->metric, measured, &value) || isnan(value))
        return;
    print_number("%14s", value);
    if (ncu != NULL)
        print_number(" %12s", ncu_value(ncu, index, line->ncu));
    print_number(" %12s", ideal_value(line->metric, run, (uint32_t)index + 1));
    printf("  %s\n    %s\n", line->nvprof, line->ncu);
}

static void print_access(const struct line_record *line)
{
    const double requests = (double)line->requests;
    char what[40];

    snprintf(what, sizeof what, "%s of %.12s", line->kind, line->array);
    printf("    %-22s %10llu", what, (unsigned long long)line->requests);
    if (is_shared(line))
        printf(" %10llu wavefronts %6.2f  %llu conflicts\n",
               (unsigned long long)line->wavefronts,
               (double)line->wavefronts / requests,
               (unsigned long long)line->conflicts);
    else
        printf(" %10llu sectors    %6.2f  ideal %.0f\n",
               (unsigned long long)line->sectors,
               (double)line->sectors / requests, ideal_sectors(line));
}

static void print_worst(const struct line_record *worst)
{
    char text[512];

    if (worst == NULL) {
        puts("  No line wastes sectors or has bank conflicts.");
        return;
    }
    if (is_shared(worst))
        snprintf(text, sizeof text,
                 "Worst: line %u, %s of %s: lanes want different words of one "
                 "bank, so each request takes %.1f passes. Let lanes use "
                 "neighbouring words, or pad the rows by one word.",
                 worst->line, worst->kind, worst->array,
                 (double)worst->wavefronts / (double)worst->requests);
    else
        snprintf(text, sizeof text,
                 "Worst: line %u, %s of %s: each request moves %.1f sectors "
                 "where %.0f would do, as neighbouring lanes are not at "
                 "neighbouring addresses (not coalesced).",
                 worst->line, worst->kind, worst->array,
                 (double)worst->sectors / (double)worst->requests,
                 ideal_sectors(worst));
    printf("  ");
    print_wrapped(stdout, text, 2, 2);
}

/* What each line of the source did in launch `number`, counted from 1 within
 * the rows of a run. */
static void print_lines(const struct run *run, uint32_t number)
{
    const struct line_record *worst = NULL, *last = NULL;

    for (size_t i = 0; i < run->line_count; i++) {
        const struct line_record *line = &run->lines[i];
        char text[60];

        if (line->launch != number || strcmp(line->space, "const") == 0)
            continue;
        if (last == NULL)
            printf("\n  by line %27s\n", "requests");
        if (last == NULL || last->line != line->line ||
            strcmp(last->file, line->file) != 0) {
            source_text(line, text, sizeof text);
            printf("  %u: %s\n", line->line, text);
        }
        print_access(line);
        if (is_costly(line) && (worst == NULL || excess(line) > excess(worst)))
            worst = line;
        last = line;
    }
    if (last != NULL)
        print_worst(worst);
}

static void print_launch(const struct run *run, size_t index, struct size size,
                         const struct ncu_table *ncu)
{
    const struct launch_record *launch = &run->launches[index];
    const struct measured measured = {
        .counters = launch->counters, .launches = 1, .size = size};

    printf("\n%s <<<(%u,%u,%u), (%u,%u,%u), %llu>>>\n", launch->kernel,
           launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0],
           launch->block[1], launch->block[2],
           (unsigned long long)launch->shared_bytes);
    printf("%14s", "value");
    if (ncu != NULL)
        printf(" %12s", "by ncu");
    printf(" %12s  %s\n", "ideal", "nvprof's name, ncu's below");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (worth_showing(&lines[i], &launch->counters))
            print_line(&lines[i], &measured, run, ncu, index);
    }
}

static void print_run(const struct exercise *exercise, struct size size,
                      const struct run *run, const struct ncu_table *ncu)
{
    enum { MOST = NCU_LAUNCHES }; /* a launch per row would fill the screen */
    char text[64];

    size_in_words(exercise, size, text, sizeof text);
    printf("\n%s, %s", exercise->name, text);
    if (run->state != RUN_DONE)
        printf(": %s\n", run->message);
    else
        printf(", %zu launch%s\n", run->launch_count,
               run->launch_count == 1 ? "" : "es");
    for (size_t i = 0; i < run->launch_count && i < MOST; i++) {
        print_launch(run, i, size, ncu);
        print_lines(run, (uint32_t)i + 1);
    }
    if (run->launch_count > MOST)
        printf("\n(and %zu more launches)\n", run->launch_count - MOST);
}

static struct size profiled_size(const struct arguments *arguments,
                                 const struct exercise *exercise)
{
    return arguments->size.rows > 0
               ? arguments->size
               : exercise->sweep[exercise->sweep_count - 1 -
                                 exercise->sweep_gpu_only];
}

/* Asks ncu, on a GPU; NULL, and said why, if it has no answer. */
static const struct ncu_table *ask_ncu(const struct session *session,
                                       const struct program *program,
                                       const struct exercise *exercise,
                                       struct size size)
{
    static const char *names[sizeof lines / sizeof *lines];
    static struct ncu_table table;
    char why[256];

    if (!session->on_gpu)
        return NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        names[i] = lines[i].ncu;
    table.metrics = names;
    table.metric_count = sizeof lines / sizeof *lines;
    if (ncu_read(&table, program, exercise, size, why, sizeof why))
        return &table;
    fprintf(stderr, "profile: no figures from ncu: %s\n", why);
    return NULL;
}

static bool profile_exercise(struct session *session, const struct lab *lab,
                             const struct exercise *exercise)
{
    const struct size size = profiled_size(session->arguments, exercise);
    struct program program;
    struct worker worker;
    struct request request;
    struct run run;

    if (!program_find(&program, lab->name, session->arguments->impl,
                      session->compiler) ||
        !problem_set(&session->problem, exercise, size,
                     session->arguments->seed))
        return false;
    if (!program_exists(&program)) {
        char text[1600];

        program_why_missing(&program, text, sizeof text);
        fprintf(stderr, "%s\n", text);
        return false;
    }
    session_worker(session, &worker, &program, exercise, false);
    worker_count_lines(&worker);
    request = session_request(session, COMMAND_RUN, false);
    worker_send(&worker, &request);
    worker_wait(&worker, &run);
    print_run(exercise, size, &run, ask_ncu(session, &program, exercise, size));
    run_free(&run);
    worker_close(&worker);
    return true;
}

enum exit_status profile(struct session *session)
{
    for (size_t i = 0; i < lab_count; i++) {
        for (size_t k = 0; k < all_labs[i]->exercise_count; k++) {
            const struct exercise *exercise = &all_labs[i]->exercises[k];

            if (arguments_cover(session->arguments, all_labs[i], exercise) &&
                !profile_exercise(session, all_labs[i], exercise))
                return STATUS_WRONG_USE;
        }
    }
    printf("\nCounted on the emulated device; %s.cu built by %s.\n",
           session->arguments->impl, session->compiler);
    if (session->on_gpu)
        printf("By ncu: read on %s, which executes machine code: "
               "instructions,\nbranches and accesses that no lane makes are "
               "others than in PTX.\n",
               session->device);
    return STATUS_FULL_SCORE;
}
