/*
 * profile.c - what a kernel did, under the names of Nsight Compute and under
 * those nvprof had.
 *
 * Counted on the emulated device, so that no GPU and no right to profile one
 * is needed.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "criteria.h"
#include "explain.h"
#include "sweep.h"

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

static void print_line(const struct line *line, const struct measured *measured)
{
    double value;

    if (!metric_value(line->metric, measured, &value) || isnan(value))
        return;
    printf("  %14.*f  %-29s %s\n", value == floor(value) ? 0 : 2, value,
           line->nvprof, line->ncu);
}

/* Shared memory that nobody used is not worth lines. */
static bool worth_showing(const struct line *line,
                          const struct counters *counters)
{
    return strncmp(line->metric, "shared", 6) != 0 ||
           counters->shared_load_requests + counters->shared_store_requests;
}

static void print_launch(const struct launch_record *launch, struct size size)
{
    const struct measured measured = {
        .counters = launch->counters, .launches = 1, .size = size};

    printf("\n%s <<<(%u,%u,%u), (%u,%u,%u), %llu>>>\n", launch->kernel,
           launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0],
           launch->block[1], launch->block[2],
           (unsigned long long)launch->shared_bytes);
    printf("  %14s  %-29s %s\n", "value", "nvprof's name", "ncu's name");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (worth_showing(&lines[i], &launch->counters))
            print_line(&lines[i], &measured);
    }
}

static void print_run(const struct exercise *exercise, struct size size,
                      const struct run *run)
{
    enum { MOST = 8 }; /* a launch per row would fill the screen */
    char text[64];

    size_in_words(exercise, size, text, sizeof text);
    printf("\n%s, %s", exercise->name, text);
    if (run->state != RUN_DONE)
        printf(": %s\n", run->message);
    else
        printf(", %zu launch%s\n", run->launch_count,
               run->launch_count == 1 ? "" : "es");
    for (size_t i = 0; i < run->launch_count && i < MOST; i++)
        print_launch(&run->launches[i], size);
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
    request = session_request(session, COMMAND_RUN, false);
    worker_send(&worker, &request);
    worker_wait(&worker, &run);
    print_run(exercise, size, &run);
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
    return STATUS_FULL_SCORE;
}
