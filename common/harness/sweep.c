/*
 * sweep.c - time and counters of every implementation at every size: what
 * the graphs are drawn from.
 *
 * A row is written only for a result that is right.  Without a GPU the time
 * of a kernel is modelled from its counters; the serial loop on the CPU is
 * always measured.  With a GPU both are measured, student and reference in
 * turns, and the counters still come from the emulated device, whose global
 * ones equal the hardware's.
 */
#include "sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare.h"
#include "explain.h"
#include "model.h"
#include "wrap.h"

/* Of one row, as long as a time is not tight. */
static const double limit_ms = 300;

enum { IMPLS = 2, SERIAL_MOST = 100 };

static const char *const impls[IMPLS] = {"student", "reference"};

struct sweep {
    struct session *session;
    const struct lab *lab;
    const struct exercise *exercise;
    FILE *file;
    char processor[128];
    struct entrant {
        struct program program;
        struct worker device;   /* timed; on a GPU only */
        struct worker emulated; /* counted */
        bool there;
    } entrants[IMPLS];
};

struct row {
    const char *impl, *device, *source;
    struct times warm, cold;
    struct counters counters;
    bool counted;
    size_t launches;
    struct spread {
        double least, median, most;
    } clocks; /* of the blocks, by their own stopwatches */
};

/* ---- the file ------------------------------------------------------------ */

static void print_header(FILE *file)
{
    fputs("lab,exercise,impl,rows,cols,device,time_source,time_us,"
          "time_min_us,time_p25_us,time_p75_us,samples,bytes,flops",
          file);
#define X(name) fputs("," #name, file);
    COUNTERS(X)
#undef X
    fputs(",inner,launches,time_cold_us,time_cold_min_us,time_cold_p25_us,"
          "time_cold_p75_us,samples_cold,"
          "clocks_min,clocks_median,clocks_max,dimensions\n",
          file);
}

/* Nothing where there is no number. */
static void print_number(FILE *file, double value)
{
    if (isnan(value))
        fputc(',', file);
    else
        fprintf(file, ",%.6g", value);
}

/* RFC 4180: names of devices may hold a comma. */
static void print_text(FILE *file, const char *text)
{
    fputs(",\"", file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

static void print_times(FILE *file, const struct times *times)
{
    print_number(file, times->median);
    print_number(file, times->minimum);
    print_number(file, times->lower);
    print_number(file, times->upper);
}

static void print_counters(FILE *file, const struct row *row)
{
#define X(name)                                                                \
    if (row->counted)                                                          \
        fprintf(file, ",%llu", (unsigned long long)row->counters.name);        \
    else                                                                       \
        fputc(',', file);
    COUNTERS(X)
#undef X
}

/* "L x M x N" where rows, cols and inner are not those of matrices. */
static void print_dimensions(FILE *file, const struct exercise *exercise)
{
    const char *const *names = exercise->dimensions;

    if (names[0] != NULL)
        fprintf(file, ",%s x %s x %s", names[0], names[1], names[2]);
    else
        fputc(',', file);
}

static void print_row(const struct sweep *sweep, const struct row *row)
{
    const struct exercise *exercise = sweep->exercise;
    const struct size size = sweep->session->problem.size;
    FILE *file = sweep->file;

    fprintf(file, "%s,%s,%s,%d,%d", sweep->lab->name, exercise->name, row->impl,
            size.rows, size.cols);
    print_text(file, row->device);
    fprintf(file, ",%s", row->source);
    print_times(file, &row->warm);
    fprintf(file, ",%u,%.0f,%.0f", row->warm.samples, exercise->bytes(size),
            exercise->flops(size));
    print_counters(file, row);
    fprintf(file, ",%d,%zu", size.inner, row->launches);
    print_times(file, &row->cold);
    fprintf(file, ",%u", row->cold.samples);
    print_number(file, row->clocks.least);
    print_number(file, row->clocks.median);
    print_number(file, row->clocks.most);
    print_dimensions(file, exercise);
    fputc('\n', file);
    fflush(file);
}

/* ---- progress ------------------------------------------------------------ */

static void progress(const struct sweep *sweep, size_t i, const char *impl)
{
    char size[64];

    if (!isatty(STDERR_FILENO)) {
        if (i == 0 && strcmp(impl, "serial") == 0)
            fprintf(stderr, "  %s %s\n", sweep->lab->name,
                    sweep->exercise->name);
        return;
    }
    size_in_words(sweep->exercise, sweep->session->problem.size, size,
                  sizeof size);
    fprintf(stderr, "\r\033[K  %s %s: size %zu of %zu, %s, %s",
            sweep->lab->name, sweep->exercise->name, i + 1,
            sweep->exercise->sweep_count, size, impl);
}

static void complain(const struct sweep *sweep, const char *impl,
                     const char *text)
{
    char size[64], line[1024];

    size_in_words(sweep->exercise, sweep->session->problem.size, size,
                  sizeof size);
    snprintf(line, sizeof line, "%s is left out of %s: at %s: %s", impl,
             sweep->exercise->name, size, text);
    /* Over the progress line, if there is one. */
    fprintf(stderr, "%s  ", isatty(STDERR_FILENO) ? "\r\033[K" : "");
    print_wrapped(stderr, line, 2, 4);
}

/* ---- the CPU ------------------------------------------------------------- */

static void processor_name(char *name, size_t n)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[256];

    snprintf(name, n, "CPU");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');

        if (strncmp(line, "model name", 10) != 0 || colon == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, n, "%s", colon + 2);
        break;
    }
    if (file != NULL)
        fclose(file);
}

static struct times time_serial(const struct exercise *exercise,
                                void *const *pointers, struct size size)
{
    double samples[SERIAL_MOST];
    double spent = 0;
    uint32_t count = 0;

    exercise->serial(pointers, size); /* pages and caches warm */
    while (count < SERIAL_MOST && (count < 5 || spent < limit_ms / 4)) {
        const double start = clock_seconds();

        exercise->serial(pointers, size);
        samples[count] = (clock_seconds() - start) * 1e6;
        spent += samples[count++] * 1e-3;
    }
    return times_of(samples, count);
}

/* Right, as far as the bound tells; the output lies in the shared file. */
static bool output_right(const struct sweep *sweep)
{
    const struct problem *problem = &sweep->session->problem;
    struct comparison result;

    compare(&result, sweep->exercise->buffers[problem->output].element,
            problem_output(problem), problem->expected, problem->count,
            POISON_NAN);
    return result.wrong == 0;
}

static const struct times no_times = {0, NAN, NAN, NAN, NAN};
static const struct spread no_clocks = {NAN, NAN, NAN};

static void sweep_serial(const struct sweep *sweep)
{
    const struct problem *problem = &sweep->session->problem;
    struct row row = {.impl = "serial",
                      .device = sweep->processor,
                      .source = "measured",
                      .cold = no_times,
                      .clocks = no_clocks};
    void *pointers[MAX_BUFFERS];

    for (size_t i = 0; i < buffer_count(sweep->exercise); i++)
        pointers[i] = problem->base + problem->places[i].offset;
    row.warm = time_serial(sweep->exercise, pointers, problem->size);
    if (output_right(sweep))
        print_row(sweep, &row);
    else
        complain(sweep, "serial", "the lab's own loop is wrong");
}

/* ---- the devices --------------------------------------------------------- */

/* One request whose output must be right; false after saying why not. */
static bool run_right(struct sweep *sweep, struct worker *worker,
                      struct request request, const char *impl, struct run *run)
{
    bool right;

    worker_send(worker, &request);
    worker_wait(worker, run);
    right = run->state == RUN_DONE && output_right(sweep);
    if (!right)
        complain(sweep, impl,
                 run->state == RUN_DONE
                     ? "the result is wrong; make check tells more"
                     : run->message);
    return right;
}

/* The launches of a run, one after the other, and the moving of data where
 * that is the launcher's part. */
static double modelled_us(const struct sweep *sweep, const struct run *run)
{
    const double bytes = sweep->exercise->bytes(sweep->session->problem.size);
    double sum = sweep->exercise->host_pointers
                     ? model_host_us(gpu_find(NULL),
                                     buffer_count(sweep->exercise), bytes)
                     : 0;

    for (size_t i = 0; i < run->launch_count; i++) {
        const struct launch_record *launch = &run->launches[i];
        const struct model_input input = {
            .blocks =
                (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2],
            .threads = launch->block[0] * launch->block[1] * launch->block[2],
            .shared_bytes = (uint32_t)launch->shared_bytes,
            .bytes = bytes / (double)run->launch_count,
            .counters = launch->counters};

        sum += model_time_us(gpu_find(NULL), &input);
    }
    return sum;
}

static bool measure(struct sweep *sweep, struct entrant *entrant,
                    enum cache cache, struct times *times)
{
    struct request request =
        session_request(sweep->session, COMMAND_TIME, true);
    struct run run;
    bool right;

    request.cache = cache;
    request.limit_ms = limit_ms;
    right = run_right(sweep, &entrant->device, request, entrant->program.impl,
                      &run);
    *times = run.response.times;
    run_free(&run);
    return right;
}

/* The stopwatches inside a kernel, as the last launch left them. */
static struct spread read_clocks(const struct sweep *sweep)
{
    const struct problem *problem = &sweep->session->problem;
    const uint32_t blocks = (uint32_t)problem->size.rows;
    const void *arrays[MAX_BUFFERS];
    struct spread spread = no_clocks;
    double *samples;

    if (sweep->exercise->clocks == NULL)
        return spread;
    samples = malloc(blocks * sizeof *samples);
    if (samples == NULL)
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

/* Counters, and without a GPU the time computed from them. */
static bool count(struct sweep *sweep, struct entrant *entrant, struct row *row)
{
    struct run run;
    const bool right = run_right(
        sweep, &entrant->emulated,
        session_request(sweep->session, COMMAND_RUN, false), row->impl, &run);

    row->counted = true;
    row->counters = run.counters;
    row->launches = run.launch_count;
    if (right && !sweep->session->on_gpu) {
        row->device = gpu_name(gpu_find(NULL));
        row->source = "modelled";
        row->warm = no_times;
        row->warm.median = modelled_us(sweep, &run);
    }
    run_free(&run);
    return right;
}

static bool measure_both(struct sweep *sweep, struct entrant *entrant,
                         struct row *row)
{
    if (!measure(sweep, entrant, CACHE_WARM, &row->warm))
        return false;
    row->clocks = read_clocks(sweep);
    return measure(sweep, entrant, CACHE_COLD, &row->cold);
}

static void sweep_entrant(struct sweep *sweep, struct entrant *entrant,
                          bool countable)
{
    const struct session *session = sweep->session;
    struct row row = {.impl = entrant->program.impl,
                      .device = session->device,
                      .source = "measured",
                      .cold = no_times,
                      .clocks = no_clocks};
    const bool right = (!countable || count(sweep, entrant, &row)) &&
                       (!session->on_gpu || measure_both(sweep, entrant, &row));

    if (right)
        print_row(sweep, &row);
    entrant->there = right; /* once wrong, not drawn at larger sizes either */
}

static void sweep_size(struct sweep *sweep, size_t i)
{
    struct session *session = sweep->session;
    const struct exercise *exercise = sweep->exercise;
    const bool countable = i + exercise->sweep_gpu_only < exercise->sweep_count;

    if (!countable && !session->on_gpu)
        return;
    if (!problem_set(&session->problem, exercise, exercise->sweep[i],
                     session->arguments->seed) ||
        !problem_expect(&session->problem))
        return;
    progress(sweep, i, "serial");
    sweep_serial(sweep);
    for (size_t k = 0; k < IMPLS; k++) {
        if (!sweep->entrants[k].there)
            continue;
        progress(sweep, i, impls[k]);
        sweep_entrant(sweep, &sweep->entrants[k], countable);
    }
}

static void open_entrant(struct sweep *sweep, struct entrant *entrant,
                         const char *impl)
{
    struct session *session = sweep->session;

    entrant->there = program_find(&entrant->program, sweep->lab->name, impl,
                                  session->compiler) &&
                     program_exists(&entrant->program);
    if (!entrant->there)
        fprintf(stderr,
                "  %s of %s is not built and left out; make check "
                "tells more\n",
                impl, sweep->lab->name);
    session_worker(session, &entrant->device, &entrant->program,
                   sweep->exercise, true);
    session_worker(session, &entrant->emulated, &entrant->program,
                   sweep->exercise, false);
}

static void sweep_exercise(struct sweep *sweep)
{
    for (size_t k = 0; k < IMPLS; k++)
        open_entrant(sweep, &sweep->entrants[k], impls[k]);
    for (size_t i = 0; i < sweep->exercise->sweep_count; i++)
        sweep_size(sweep, i);
    for (size_t k = 0; k < IMPLS; k++) {
        worker_close(&sweep->entrants[k].device);
        worker_close(&sweep->entrants[k].emulated);
    }
}

/* ---- a lab --------------------------------------------------------------- */

static FILE *create(const struct lab *lab, char *path, size_t n)
{
    char name[PATH_BYTES];
    FILE *file;

    if (!build_path(path, n, "results"))
        return NULL;
    mkdir(path, 0777);
    snprintf(name, sizeof name, "results/%s_sweep.csv", lab->name);
    if (!build_path(path, n, name))
        return NULL;
    file = fopen(path, "we");
    if (file == NULL)
        perror(path);
    return file;
}

static bool sweep_lab(struct session *session, const struct lab *lab)
{
    struct sweep sweep = {.session = session, .lab = lab};
    char path[PATH_BYTES];
    bool written;

    sweep.file = create(lab, path, sizeof path);
    if (sweep.file == NULL)
        return false;
    processor_name(sweep.processor, sizeof sweep.processor);
    print_header(sweep.file);
    for (size_t i = 0; i < lab->exercise_count; i++) {
        sweep.exercise = &lab->exercises[i];
        if (arguments_cover(session->arguments, lab, sweep.exercise))
            sweep_exercise(&sweep);
    }
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    written = !ferror(sweep.file);
    written = fclose(sweep.file) == 0 && written;
    if (written)
        printf("%s\n", path);
    else
        fprintf(stderr, "grader: cannot write %s: is the disk full?\n", path);
    return written;
}

enum exit_status sweep(struct session *session)
{
    enum exit_status status = STATUS_FULL_SCORE;

    for (size_t i = 0; i < lab_count; i++) {
        const struct lab *wanted = session->arguments->lab;

        if ((wanted == NULL || wanted == all_labs[i]) &&
            !sweep_lab(session, all_labs[i]))
            status = STATUS_HARNESS_FAULT;
    }
    return status;
}
