/*
 * profile.c - what a kernel did, under the names of Nsight Compute and under
 * those nvprof had.
 *
 * Counted on the emulated device, so that no GPU and no right to profile one
 * is needed; where the session's device is a GPU, what ncu reads there stands
 * beside.
 */
#include "profile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "timed.h"

const struct profile_metric profile_metrics[] = {
    {"global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
     "gld_request", "requests of loads"},
    {"global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
     "gld_transactions", "sectors of loads"},
    {"global_load_sectors_per_request",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
     "gld_transactions_per_request", "sectors per request of loads"},
    {"global_load_efficiency",
     "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
     "gld_efficiency", "efficiency of loads: % of the bytes moved are used"},
    {"global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     "gst_request", "requests of stores"},
    {"global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
     "gst_transactions", "sectors of stores"},
    {"global_store_sectors_per_request",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
     "gst_transactions_per_request", "sectors per request of stores"},
    {"global_store_efficiency",
     "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
     "gst_efficiency", "efficiency of stores: % of the bytes moved are used"},
    {"shared_load_requests", "smsp__inst_executed_op_shared_ld.sum",
     "shared_load", "requests of loads from shared memory"},
    {"shared_load_wavefronts",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "shared_load_transactions", "wavefronts of these"},
    {"shared_load_wavefronts_per_request",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "shared_load_transactions_per_request", "wavefronts per request of these"},
    {"shared_load_bank_conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
     "shared_ld_bank_conflict", "bank conflicts of these"},
    {"shared_store_requests", "smsp__inst_executed_op_shared_st.sum",
     "shared_store", "requests of stores to shared memory"},
    {"shared_store_wavefronts",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     "shared_store_transactions", "wavefronts of these"},
    {"shared_store_bank_conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
     "shared_st_bank_conflict", "bank conflicts of these"},
    {"shared_efficiency",
     "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct",
     "shared_efficiency",
     "% of what the banks of shared memory deliver is used"},
    {"local_load_requests", "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
     "local_load", "requests of loads of what a thread has no register for"},
    {"local_store_requests", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
     "local_store", "requests of stores of such"},
    {"warp_instructions", "smsp__inst_executed.sum", "inst_executed",
     "instructions that warps executed"},
    {"warp_execution_efficiency",
     "smsp__thread_inst_executed_per_inst_executed.pct",
     "warp_execution_efficiency", "% of the lanes are at work"},
    {"branches", "smsp__sass_branch_targets.sum", "branch",
     "branches of warps"},
    {"divergent_branches", "smsp__sass_branch_targets_threads_divergent.sum",
     "divergent_branch", "branches whose lanes go both ways"},
};

const size_t profile_metric_count =
    sizeof profile_metrics / sizeof *profile_metrics;

const char *profile_divisor(const struct profile_metric *metric)
{
    return !strcmp(metric->metric, "shared_load_wavefronts_per_request")
               ? "smsp__inst_executed_op_shared_ld.sum"
               : NULL;
}

/* Shared and local memory that nobody used are not worth lines. */
static bool worth_showing(const char *metric, const struct counters *counters)
{
    if (!strncmp(metric, "shared", 6))
        return counters->shared_load_requests + counters->shared_store_requests;
    if (!strncmp(metric, "local", 5))
        return counters->local_load_requests + counters->local_store_requests;
    return true;
}

double profile_value_of(const struct profile_metric *metric,
                        const struct measured *measured)
{
    double value;
    return worth_showing(metric->metric, &measured->counters) &&
                   metric_value(metric->metric, measured, &value)
               ? value
               : NAN;
}

double profile_value(const struct profile_metric *metric,
                     const struct profiled *profiled, size_t launch)
{
    struct measured measured = {.counters =
                                    profiled->run.launches[launch].counters,
                                .launches = 1,
                                .size = profiled->size};
    return profile_value_of(metric, &measured);
}

double profile_by_ncu(const struct profile_metric *metric,
                      const struct profiled *profiled, size_t launch)
{
    double value = ncu_value(profiled->ncu, launch, metric->ncu);
    const char *divisor = profile_divisor(metric);
    return divisor ? value / ncu_value(profiled->ncu, launch, divisor) : value;
}

struct size profile_size(const struct arguments *arguments,
                         const struct exercise *exercise)
{
    size_t swept = exercise->sweep_count - exercise->sweep_gpu_only;
    if (arguments->size.rows > 0)
        return arguments->size;
    return swept > 0 ? exercise->sweep[swept - 1] : exercise->traced;
}

/* Asks ncu, on a GPU; NULL, and said why, if it has no answer. */
static const struct ncu_table *ask_ncu(const struct session *session,
                                       const struct program *program,
                                       const struct exercise *exercise,
                                       struct size size)
{
    static const char *names[NCU_METRICS];
    static struct ncu_table table;
    char why[256];
    if (!session->on_gpu)
        return NULL;
    table.metric_count = 0; /* dividends and divisors have a row each */
    for (size_t i = 0; i < profile_metric_count; i++) {
        if (!profile_divisor(&profile_metrics[i]))
            names[table.metric_count++] = profile_metrics[i].ncu;
    }
    table.metrics = names;
    if (ncu_read(&table, program, exercise, size, why, sizeof why))
        return &table;
    fprintf(stderr, "profile: no figures from ncu: %s\n", why);
    return NULL;
}

/* False: there is no memory; else to be freed. */
static bool run_counted_by_line(struct session *session,
                                const struct program *program,
                                const struct exercise *exercise,
                                struct size size, struct profiled *profiled)
{
    struct worker worker;
    struct request request;
    *profiled = (struct profiled){
        .exercise = exercise, .size = size, .gpu = session->arguments->gpu};
    if (!problem_set(&session->problem, exercise, size,
                     session->arguments->seed))
        return false;
    session_worker(session, &worker, program, exercise, false);
    worker_count_lines(&worker);
    request = session_request(session, COMMAND_RUN, false);
    request.model = true;
    worker_send(&worker, &request);
    worker_wait(&worker, &profiled->run);
    worker_close(&worker);
    return true;
}

bool profile_take(struct session *session, const struct lab *lab,
                  const struct exercise *exercise, struct profiled *profiled)
{
    struct size size = profile_size(session->arguments, exercise);
    struct program program;
    if (!session_program(session, lab, exercise, &program) ||
        !run_counted_by_line(session, &program, exercise, size, profiled))
        return false;
    profiled->wrong = profiled->run.state == RUN_DONE &&
                      run_launched(&profiled->run) &&
                      problem_expect(&session->problem) &&
                      !timed_output_right(&session->problem);
    profiled->ncu = ask_ncu(session, &program, exercise, size);
    return true;
}

bool profile_impl(struct session *session, const struct lab *lab,
                  const struct exercise *exercise, const char *impl,
                  struct size size, struct profiled *profiled)
{
    struct program program;
    return program_of(&program, lab, exercise, impl, session->compiler) &&
           program_exists(&program) &&
           run_counted_by_line(session, &program, exercise, size, profiled);
}

void profile_free(struct profiled *profiled)
{
    run_free(&profiled->run);
}
