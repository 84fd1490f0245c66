/*
 * sweep.c - time and counters of every implementation at every size: what
 * the graphs are drawn from.
 *
 * A row is written only for a result that is right.  Without a GPU the time
 * of a kernel is modelled from what its warps did; the loop on the CPU, serial
 * and under OpenMP, is always measured.  With a GPU both are measured, student
 * and reference in turns, and the counters still come from the emulated
 * device, whose global ones equal the hardware's.
 * Who takes part may be asked for: a student edition has no reference, only
 * rows that were recorded of it.
 */
#include "sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/explain.h"
#include "modelled.h"
#include "parallel.h"
#include "sweep_file.h"
#include "term/bar.h"
#include "term/wrap.h"
#include "timed.h"

/* All parts of an exercise, on the CPU. */
typedef void cpu_run(const struct exercise *exercise, void *const *pointers,
                     struct size size);

enum { IMPLS = 2, CPU_MOST = 100 };

static const char *const impls[IMPLS] = {"student", "reference"};
static const double most_cpu_flops = 1e9;
static const char all_impls[] = "student,reference,serial,openmp";

struct sweep {
    struct session *session;
    const struct lab *lab;
    const struct exercise *exercise;
    struct bar *bar;
    const char *impls;                    /* that take part, with commas */
    const char *folder;                   /* of the file, in build */
    FILE *rows;                           /* of the exercise */
    char processor[128], processors[160]; /* the latter with threads */
    bool no_loop;                         /* nobody has a right one */
    struct entrant {
        struct program program;
        struct worker device;   /* timed; on a GPU only */
        struct worker emulated; /* counted */
        bool there;
    } entrants[IMPLS];
};

static bool takes_part(const struct sweep *sweep, const char *impl)
{
    size_t n = strlen(impl);
    for (const char *at = sweep->impls; *at; at += strcspn(at, ",")) {
        at += strspn(at, ",");
        if (strcspn(at, ",") == n && !strncmp(at, impl, n))
            return true;
    }
    return false;
}

/* ---- the bar ------------------------------------------------------------- */

/* Roughly, in the time of 10^7 operations on the emulated device: measuring on
 * the CPU takes as long at any size. */
static double work_of(const struct exercise *exercise, struct size size)
{
    return 1 + exercise->flops(size) / 1e7;
}

static bool is_swept(const struct session *session,
                     const struct exercise *exercise, size_t i)
{
    return session->on_gpu || session_counts(session, exercise, i);
}

static double work_of_all(const struct session *session)
{
    double work = 0;
    for (size_t k = 0; k < lab_count; k++) {
        const struct lab *lab = all_labs[k];
        for (size_t e = 0; e < lab->exercise_count; e++) {
            const struct exercise *exercise = &lab->exercises[e];
            if (!arguments_cover(session->arguments, lab, exercise))
                continue;
            for (size_t i = 0; i < exercise->sweep_count; i++)
                work += is_swept(session, exercise, i)
                            ? work_of(exercise, exercise->sweep[i])
                            : 0;
        }
    }
    return work;
}

/* What is being measured now, for who watches. */
static void show(const struct sweep *sweep, const char *impl)
{
    char size[64], text[160];
    size_in_words(sweep->exercise, sweep->session->problem.size, size,
                  sizeof size);
    snprintf(text, sizeof text, "%s %s: %s, %s", sweep->lab->name,
             sweep->exercise->name, size, impl);
    bar_show(sweep->bar, text);
}

/* A line of what is measured now. */
static void say(const struct sweep *sweep, const char *impl, const char *what,
                const char *text)
{
    char size[64], line[1024];
    size_in_words(sweep->exercise, sweep->session->problem.size, size,
                  sizeof size);
    snprintf(line, sizeof line, "%s %s %s: at %s: %s", impl, what,
             sweep->exercise->name, size, text);
    bar_clear(sweep->bar);
    fputs("  ", stderr);
    wrap_print(stderr, line, 2, 4);
}

static void complain(const struct sweep *sweep, const char *impl,
                     const char *text)
{
    say(sweep, impl, "is left out of", text);
}

static void complain_of_time(const struct sweep *sweep, const char *impl,
                             const char *text)
{
    say(sweep, impl, "is not to be relied on in", text);
}

/* ---- the CPU ------------------------------------------------------------- */

static void processor_name(char *name, size_t n)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[256];
    snprintf(name, n, "CPU");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) || !colon)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, n, "%s", colon + 2);
        break;
    }
    if (file)
        fclose(file);
}

static void run_serial(const struct exercise *exercise, void *const *pointers,
                       struct size size)
{
    exercise->serial(pointers, size, 0, exercise->parts(size));
}

static struct times time_cpu(cpu_run *run, const struct exercise *exercise,
                             void *const *pointers, struct size size)
{
    double samples[CPU_MOST];
    double spent = 0;
    uint32_t count = 0;
    run(exercise, pointers, size); /* pages and caches warm, threads there */
    while (count < CPU_MOST && (count < 5 || spent < TIMED_MOST_MS / 4.0)) {
        double start = clock_seconds();
        run(exercise, pointers, size);
        samples[count] = (clock_seconds() - start) * 1e6;
        spent += samples[count++] * 1e-3;
    }
    return times_of(samples, count);
}

/* Without a figure yet. */
static struct sweep_row measured_row(const char *impl, const char *device)
{
    return (struct sweep_row){.impl = impl,
                              .device = device,
                              .source = "measured",
                              .cold = no_times,
                              .launch_us = NAN,
                              .low_us = NAN,
                              .high_us = NAN,
                              .clocks = no_clocks};
}

static void write_row(const struct sweep *sweep, struct sweep_row *row)
{
    row->size = sweep->session->problem.size;
    sweep_file_row(sweep->lab, sweep->exercise, row, sweep->rows);
}

static void sweep_cpu(const struct sweep *sweep, const char *impl,
                      const char *device, cpu_run *run)
{
    struct problem *problem = &sweep->session->problem;
    struct sweep_row row = measured_row(impl, device);
    void *pointers[MAX_BUFFERS];
    show(sweep, impl);
    problem_place_inputs(problem);
    for (size_t i = 0; i < buffer_count(sweep->exercise); i++)
        pointers[i] = problem->base + problem->extents[i].offset;
    row.warm = time_cpu(run, sweep->exercise, pointers, problem->size);
    if (timed_output_right(problem))
        write_row(sweep, &row);
    else
        complain(sweep, impl, "the lab's own loop is wrong");
}

/* ---- the devices --------------------------------------------------------- */

/* Nothing is launched by a stub; only the emulated device can tell. */
static void complain_of_run(const struct sweep *sweep, const char *impl,
                            const struct run *run, bool emulated)
{
    if (run->state != RUN_DONE) {
        complain(sweep, impl, run->message);
    } else if (!emulated || run->launch_count > 0) {
        complain(sweep, impl, "the result is wrong; make check tells more");
    } else {
        bar_clear(sweep->bar);
        fprintf(stderr, "  %s of %s: nothing is written there yet\n", impl,
                sweep->exercise->name);
    }
}

/* What is not to be relied on has that beside the figure. */
static bool measure(struct sweep *sweep, struct entrant *entrant,
                    enum cache cache, struct sweep_row *row)
{
    struct timed timed;
    const struct response *response = &timed.run.response;
    bool right = timed_measure(sweep->session, &entrant->device, cache, &timed);
    if (!right) {
        complain_of_run(sweep, row->impl, &timed.run, false);
    } else {
        if (!timed.steady)
            complain_of_time(sweep, row->impl, timed.note);
        *(cache == CACHE_WARM ? &row->warm : &row->cold) = response->times;
        if (cache == CACHE_WARM && response->in_graph)
            row->launch_us = response->launch_us;
        if (*timed.note)
            snprintf(row->note, sizeof row->note, "%s", timed.note);
    }
    run_free(&timed.run);
    return right;
}

/* The stopwatches inside a kernel, as the last launch left them. */
static struct spread read_clocks(const struct sweep *sweep)
{
    const struct problem *problem = &sweep->session->problem;
    uint32_t blocks = (uint32_t)problem->size.rows;
    const void *arrays[MAX_BUFFERS];
    struct spread spread = no_clocks;
    double *samples;
    if (!sweep->exercise->clocks)
        return spread;
    samples = malloc(blocks * sizeof *samples);
    if (!samples)
        return spread;
    problem_arrays(problem, arrays);
    for (uint32_t i = 0; i < blocks; i++)
        samples[i] = sweep->exercise->clocks(arrays, problem->size, i);
    spread.median = times_of(samples, blocks).median; /* sorts */
    spread.least = samples[0];
    spread.most = samples[blocks - 1];
    free(samples);
    return spread;
}

static void take_modelled(struct sweep_row *row, struct modelled modelled)
{
    row->warm = no_times;
    row->warm.median = modelled.us;
    row->launch_us = modelled.launch_us;
    row->low_us = modelled.low_us;
    row->high_us = modelled.high_us;
    snprintf(row->bound, sizeof row->bound, "%s", modelled.bound);
    snprintf(row->note, sizeof row->note, "%s", modelled.note);
}

/* Counters, and without a GPU the time that is modelled. */
static bool count(struct sweep *sweep, struct entrant *entrant,
                  struct sweep_row *row)
{
    struct request request =
        session_request(sweep->session, COMMAND_RUN, false);
    struct run run;
    request.model = !sweep->session->on_gpu;
    bool right =
        timed_run(&sweep->session->problem, &entrant->emulated, &request, &run);
    if (!right)
        complain_of_run(sweep, row->impl, &run, true);
    row->counted = true;
    row->counters = run.counters;
    row->launches = run.launch_count;
    if (right && !sweep->session->on_gpu) {
        row->device = sweep->session->arguments->gpu->name;
        row->source = "modelled";
        take_modelled(row, modelled_run(sweep->session->arguments->gpu,
                                        sweep->exercise,
                                        sweep->session->problem.size, &run));
    }
    run_free(&run);
    return right;
}

static bool measure_both(struct sweep *sweep, struct entrant *entrant,
                         struct sweep_row *row)
{
    if (!measure(sweep, entrant, CACHE_WARM, row))
        return false;
    row->clocks = read_clocks(sweep);
    return measure(sweep, entrant, CACHE_COLD, row);
}

static void sweep_entrant(struct sweep *sweep, struct entrant *entrant,
                          bool countable)
{
    const struct session *session = sweep->session;
    struct sweep_row row = measured_row(entrant->program.impl, session->device);
    bool right = (!countable || count(sweep, entrant, &row)) &&
                 (!session->on_gpu || measure_both(sweep, entrant, &row));
    if (right)
        write_row(sweep, &row);
    entrant->there = right; /* once wrong, not drawn at larger sizes either */
}

/* A student's own loop, or the reference's, where the lab has none: in the box
 * and by the program's clock, as no points hang on it. */
static bool sweep_own_loop(struct sweep *sweep, struct entrant *entrant)
{
    struct session *session = sweep->session;
    struct sweep_row row = measured_row("serial", sweep->processor);
    struct request request = session_request(session, COMMAND_TIME, false);
    struct run run;
    bool right;
    snprintf(request.launcher, sizeof request.launcher, "%s",
             sweep->exercise->cpu);
    request.on_host = request.on_cpu = true;
    request.limit_ms = TIMED_MOST_MS / 4.0;
    show(sweep, "serial");
    right = timed_run(&session->problem, &entrant->emulated, &request, &run);
    row.warm = run.response.times;
    if (right)
        write_row(sweep, &row);
    run_free(&run);
    return right;
}

static void sweep_own_cpu(struct sweep *sweep)
{
    char text[160];
    for (size_t k = 0; k < IMPLS; k++) {
        if (takes_part(sweep, impls[k]) &&
            program_exists(&sweep->entrants[k].program) &&
            sweep_own_loop(sweep, &sweep->entrants[k]))
            return;
    }
    snprintf(text, sizeof text, "%s is not right yet, and would be its curve",
             sweep->exercise->cpu);
    complain(sweep, "the CPU", text);
    sweep->no_loop = true;
}

/* The loops on the CPU, where one run does not take many seconds. */
static void sweep_cpus(struct sweep *sweep)
{
    const struct exercise *exercise = sweep->exercise;
    if (exercise->flops &&
        exercise->flops(sweep->session->problem.size) > most_cpu_flops)
        return;
    if (exercise->cpu && takes_part(sweep, "serial") && !sweep->no_loop)
        sweep_own_cpu(sweep);
    if (exercise->serial && takes_part(sweep, "serial"))
        sweep_cpu(sweep, "serial", sweep->processor, run_serial);
    if (exercise->serial && takes_part(sweep, "openmp") &&
        parallel_threads() > 0)
        sweep_cpu(sweep, "openmp", sweep->processors, parallel_run);
}

static void sweep_size(struct sweep *sweep, struct size size, bool countable)
{
    struct session *session = sweep->session;
    if (!problem_set(&session->problem, sweep->exercise, size,
                     session->arguments->seed) ||
        !problem_expect(&session->problem))
        return;
    sweep_cpus(sweep);
    for (size_t k = 0; k < IMPLS; k++) {
        if (!sweep->entrants[k].there)
            continue;
        show(sweep, impls[k]);
        sweep_entrant(sweep, &sweep->entrants[k], countable);
    }
}

static void open_entrant(struct sweep *sweep, struct entrant *entrant,
                         const char *impl)
{
    struct session *session = sweep->session;
    entrant->there = program_of(&entrant->program, sweep->lab, sweep->exercise,
                                impl, session->compiler) &&
                     program_exists(&entrant->program);
    if (!entrant->there) {
        bar_clear(sweep->bar);
        fprintf(stderr,
                "  %s of %s is not built and left out; make check "
                "tells more\n",
                impl, sweep->lab->name);
    }
    session_worker(session, &entrant->device, &entrant->program,
                   sweep->exercise, true);
    session_worker(session, &entrant->emulated, &entrant->program,
                   sweep->exercise, false);
}

static void sweep_sizes(struct sweep *sweep)
{
    const struct exercise *exercise = sweep->exercise;
    sweep->no_loop = false;
    if (!sweep->bar->wanted)
        fprintf(stderr, "  %s %s\n", sweep->lab->name, exercise->name);
    for (size_t k = 0; k < IMPLS; k++) {
        if (takes_part(sweep, impls[k]))
            open_entrant(sweep, &sweep->entrants[k], impls[k]);
    }
    for (size_t i = 0; i < exercise->sweep_count; i++) {
        if (!is_swept(sweep->session, exercise, i))
            continue;
        sweep_size(sweep, exercise->sweep[i],
                   session_counts(sweep->session, exercise, i));
        bar_step(sweep->bar, work_of(exercise, exercise->sweep[i]));
    }
    for (size_t k = 0; k < IMPLS; k++) {
        if (!takes_part(sweep, impls[k]))
            continue;
        worker_close(&sweep->entrants[k].device);
        worker_close(&sweep->entrants[k].emulated);
    }
}

/* The rows as text; NULL if there is no memory for it. */
static char *sweep_exercise(struct sweep *sweep)
{
    char *rows = NULL;
    size_t n;
    sweep->rows = open_memstream(&rows, &n);
    if (!sweep->rows)
        return NULL;
    sweep_sizes(sweep);
    if (fclose(sweep->rows) != 0) {
        free(rows);
        rows = NULL;
    }
    return rows;
}

/* ---- a lab --------------------------------------------------------------- */

static bool sweep_lab(struct sweep *sweep)
{
    const struct lab *lab = sweep->lab;
    struct sweep_file file;
    bool written = sweep_file_open(&file, lab, sweep->folder);
    for (size_t i = 0; written && i < lab->exercise_count; i++) {
        char *rows;
        sweep->exercise = &lab->exercises[i];
        if (!sweep->exercise->sweep_count ||
            !arguments_cover(sweep->session->arguments, lab, sweep->exercise))
            continue;
        rows = sweep_exercise(sweep);
        bar_clear(sweep->bar);
        written = rows && sweep_file_put(&file, i, rows);
    }
    if (written)
        printf("%s\n", file.path);
    sweep_file_close(&file);
    return written;
}

/* Such as those of a warm-up. */
static bool has_no_graph(const struct exercise *exercise)
{
    if (!exercise || exercise->sweep_count)
        return false;
    fprintf(stderr,
            "%s has no graphs; what it does is counted by\n"
            "  make profile EX=%s\n",
            exercise->name, exercise->name);
    return true;
}

enum exit_status sweep(struct session *session)
{
    enum exit_status status = STATUS_FULL_SCORE;
    const struct arguments *arguments = session->arguments;
    struct bar bar;
    struct sweep sweep = {.session = session,
                          .bar = &bar,
                          .impls = all_impls,
                          .folder = "results"};
    if (has_no_graph(arguments->exercise))
        return STATUS_WRONG_USE;
    if (arguments->impls)
        sweep.impls = arguments->impls;
    if (arguments->folder)
        sweep.folder = arguments->folder;
    processor_name(sweep.processor, sizeof sweep.processor);
    snprintf(sweep.processors, sizeof sweep.processors, "%s, %d thread%s",
             sweep.processor, parallel_threads(),
             parallel_threads() == 1 ? "" : "s");
    bar_open(&bar, work_of_all(session));
    for (size_t i = 0; i < lab_count; i++) {
        const struct lab *wanted = arguments->lab;
        sweep.lab = all_labs[i];
        if ((!wanted || wanted == sweep.lab) && !sweep_lab(&sweep))
            status = STATUS_HARNESS_FAULT;
    }
    return status;
}
