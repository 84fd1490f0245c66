/*
 * replay.c - makes the launches of a student's launcher again, on a GPU, and
 * takes their time.
 *
 *   replay EXERCISE PROGRAM RECORDINGS KERNELS OUT [SHARED [SIZE]]
 *   replay --gpu
 *
 * EXERCISE is ranked, PROGRAM is what our compile step has made of a student's
 * file (run/image.h), RECORDINGS a folder of what its launcher asks of a device
 * (measure/record.h), KERNELS the PTX of replay/kernels.cu.  Rows are appended
 * to OUT (CSV, with a head if it is new).  SHARED: a folder of inputs, expected
 * values (run/shared.h) and floors (replay/floor.h), of one run on one GPU, ""
 * for none.  SIZE: that one alone.  Inputs
 * are of the seed REPLAY_SEED, or of one drawn by lot: nobody knows it before.
 * --gpu says which GPU would be used.
 * Exit status: 0, rows say what came of it; 2 wrong use, or no GPU.
 *
 * Idea: no line of a student's host code is in this process; times are taken
 * here, of launches that we make, with inputs that we chose.  A process for
 * each size, so that a kernel that destroys its context costs that size alone;
 * one that does not end is ended.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/steady.h"
#include "replay/bench.h"
#include "replay/others.h"
#include "run/spent.h"
#include "term/plain.h"

enum { STATUS_WRONG_USE = 2, MOST_SECONDS = 240, ATTEMPTS = 3 };

/* Measured again, and then not ranked: what lies further apart, as parts of
 * the median; what is so much slower than the clock that the GPU has. */
static const double most_scatter = 0.10, least_clock = 0.90;
/* Nothing reads faster than we do, but for what the time of a launch differs by
 * from process to process: on an H200 an empty kernel took 0.8 to 1.6 us. */
static const double faster_part = 0.05, faster_us = 0.50;

struct replay {
    const struct lab *lab;
    const struct exercise *exercise;
    const char *recordings, *kernels, *out, *shared;
    struct size only; /* rows 0: all of the sweep */
    struct image image;
    uint64_t seed; /* of inputs */
    double limit_ms;
};

/* ---- rows ---------------------------------------------------------------- */

static const char head[] =
    "lab,exercise,rows,cols,inner,cache,state,time_us,p25_us,p75_us,samples,"
    "read_us,empty_us,input_bytes,copies,clock_mhz,rated_mhz,gpu,note\n";

static void put_row(FILE *out, const struct replay *replay, struct size size,
                    const char *cache, const char *state, const char *figures,
                    const char *note)
{
    char plain[400];
    plain_copy(plain, sizeof plain, note);
    for (char *c = plain; *c; c++) {
        if (*c == ',' || *c == '"' || *c == '\n')
            *c = ';';
    }
    fprintf(out, "%s,%s,%d,%d,%d,%s,%s,%s,%s\n", replay->lab->name,
            replay->exercise->name, size.rows, size.cols, size.inner, cache,
            state, figures, plain);
}

static void put_failure(const struct replay *replay, struct size size,
                        const char *state, const char *why)
{
    FILE *out = fopen(replay->out, "ae");
    if (!out)
        return;
    put_row(out, replay, size, "warm", state, ",,,,,,,,,,", why);
    put_row(out, replay, size, "cold", state, ",,,,,,,,,,", why);
    fclose(out);
}

struct measured {
    struct bench bench;
    struct floor floor;
};

struct judged {
    const char *state;
    char note[300];
};

static bool is_throttled(const struct bench *bench)
{
    return bench->clock_mhz < least_clock * bench->rated_mhz;
}

static bool is_too_fast(const struct times *times, double read_us)
{
    return times->median < read_us * (1 - faster_part) - faster_us;
}

static struct judged judge_time(const struct stage *stage,
                                const struct bench *bench,
                                const struct times *times, double read_us)
{
    struct judged j = {.state = "ok"};
    if (is_too_fast(times, read_us)) {
        j.state = "too fast";
        snprintf(j.note, sizeof j.note,
                 "it would be faster than reading its %llu bytes",
                 (unsigned long long)stage->input_bytes);
    } else if (is_throttled(bench)) {
        j.state = "throttled";
        snprintf(j.note, sizeof j.note,
                 "the GPU ran at %.0f MHz of %.0f; measure again",
                 bench->clock_mhz, bench->rated_mhz);
    } else if (!times_within(times, most_scatter)) {
        j.state = "unsteady";
        snprintf(j.note, sizeof j.note,
                 "the middle half of the times lies %.0f %% apart; is the GPU "
                 "shared? measure again",
                 100 * (times->upper - times->lower) / times->median);
    }
    return j;
}

static void put_time(const struct replay *replay, const struct stage *stage,
                     const struct measured *measured, bool cold,
                     const char *gpu, const char *note)
{
    const struct bench *bench = &measured->bench;
    const struct floor *floor = &measured->floor;
    const struct times *times = cold ? &bench->cold : &bench->warm;
    double read_us = cold ? floor->cold_us : floor->warm_us;
    struct judged j = judge_time(stage, bench, times, read_us);
    char figures[300];
    FILE *out = fopen(replay->out, "ae");
    if (!out)
        return;
    snprintf(figures, sizeof figures,
             "%.3f,%.3f,%.3f,%u,%.3f,%.3f,%llu,%u,%.0f,%.0f,%s", times->median,
             times->lower, times->upper, times->samples, read_us,
             floor->empty_us, (unsigned long long)stage->input_bytes,
             cold ? stage->copies : 1, bench->clock_mhz, bench->rated_mhz, gpu);
    put_row(out, replay, stage->size, cold ? "cold" : "warm", j.state, figures,
            *j.note ? j.note : note);
    fclose(out);
}

/* ---- a size -------------------------------------------------------------- */

static bool is_steady(const struct bench *bench)
{
    return !is_throttled(bench) && times_within(&bench->warm, most_scatter) &&
           times_within(&bench->cold, most_scatter);
}

/* What is faster than the floor of another process may have met a GPU that has
 * become faster: of two floors the lower one is right for both. */
static bool check_floor(const struct replay *replay, struct stage *stage,
                        struct measured *m)
{
    struct floor again;
    if (!is_too_fast(&m->bench.warm, m->floor.warm_us) &&
        !is_too_fast(&m->bench.cold, m->floor.cold_us))
        return true;
    if (!bench_floor(stage, &again, replay->limit_ms))
        return false;
    m->floor.warm_us = fmin(m->floor.warm_us, again.warm_us);
    m->floor.cold_us = fmin(m->floor.cold_us, again.cold_us);
    floor_keep(&m->floor, replay->shared, replay->exercise, stage->size);
    return true;
}

static bool find_floor(const struct replay *replay, struct stage *stage,
                       struct floor *floor)
{
    if (floor_read(floor, replay->shared, replay->exercise, stage->size))
        return true;
    if (!bench_floor(stage, floor, replay->limit_ms))
        return false;
    floor_keep(floor, replay->shared, replay->exercise, stage->size);
    return true;
}

static bool measure(const struct replay *replay, struct stage *stage,
                    struct measured *m)
{
    if (!find_floor(replay, stage, &m->floor))
        return false;
    for (int i = 0; i < ATTEMPTS; i++) {
        if (i > 0)
            sleep(1); /* it cools down, or who was there has left */
        if (!bench_run(stage, &m->bench, replay->limit_ms))
            return false;
        if (is_steady(&m->bench))
            break;
    }
    return check_floor(replay, stage, m);
}

/* What somebody should know who believes the times. */
static void note_gpu(char *note, size_t n)
{
    char bus[32] = "";
    unsigned processes;
    driver_bus(bus, sizeof bus);
    processes = steady_processes(bus);
    *note = '\0';
    if (processes > 1)
        snprintf(note, n, "%u processes are on this GPU", processes);
}

static int replay_size(const struct replay *replay, struct size size,
                       const char *path)
{
    static struct stage stage;
    struct measured measured;
    char why[300], gpu[100], note[100];
    if (!recorded_read(&stage.recorded, path)) {
        put_failure(replay, size, "refused", stage.recorded.refused);
        return 0;
    }
    if (image_calls(&replay->image, "malloc")) {
        put_failure(replay, size, "refused",
                    "what kernels allocate by malloc outlives a launch");
        return 0;
    }
    if (!others_wait())
        return STATUS_WRONG_USE;
    if (!driver_open(why, sizeof why)) {
        fprintf(stderr, "replay: no GPU can be used: %s\n", why);
        return STATUS_WRONG_USE;
    }
    if (!stage_open(&stage, replay->exercise, size, &replay->image,
                    replay->kernels) ||
        !stage_furnish(&stage, replay->seed, replay->shared) ||
        !measure(replay, &stage, &measured)) {
        bool faulted = *driver_fault();
        put_failure(replay, size, faulted ? "failed" : "wrong",
                    faulted ? driver_fault() : stage.why);
        return 0;
    }
    driver_name(gpu, sizeof gpu);
    note_gpu(note, sizeof note);
    put_time(replay, &stage, &measured, false, gpu, note);
    put_time(replay, &stage, &measured, true, gpu, note);
    return 0;
}

static void wait_child(const struct replay *replay, struct size size, pid_t pid,
                       int *status)
{
    double end = clock_seconds() + MOST_SECONDS;
    while (waitpid(pid, status, WNOHANG) == 0) {
        if (clock_seconds() > end) {
            kill(pid, SIGKILL);
            waitpid(pid, status, 0);
            put_failure(replay, size, "failed", "it did not end");
            *status = 0;
            return;
        }
        usleep(20000);
    }
    if (WIFSIGNALED(*status)) {
        put_failure(replay, size, "failed", strsignal(WTERMSIG(*status)));
        *status = 0;
    }
}

static int in_a_child(const struct replay *replay, struct size size)
{
    char path[4096], name[64];
    pid_t pid, parent = getpid();
    int status = 0;
    snprintf(name, sizeof name, "%dx%dx%d", size.rows, size.cols, size.inner);
    snprintf(path, sizeof path, "%s/%s.recording", replay->recordings, name);
    if (access(path, F_OK) != 0)
        return 0;
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        exit(getppid() == parent ? replay_size(replay, size, path) : 1);
    }
    if (pid < 0) {
        perror("replay: cannot start a process");
        return STATUS_WRONG_USE;
    }
    wait_child(replay, size, pid, &status);
    return WEXITSTATUS(status);
}

/* ---- what was asked for -------------------------------------------------- */

static bool find_exercise(struct replay *replay, const char *name)
{
    for (size_t i = 0; i < lab_count && !replay->exercise; i++) {
        replay->lab = all_labs[i];
        replay->exercise = lab_exercise(replay->lab, name);
    }
    if (!replay->exercise)
        fprintf(stderr, "replay: there is no exercise %s\n", name);
    return replay->exercise;
}

static void choose_seed(struct replay *replay)
{
    const char *given = getenv("REPLAY_SEED");
    if (given && *given)
        replay->seed = strtoull(given, NULL, 10);
    else if (getrandom(&replay->seed, sizeof replay->seed, 0) < 0)
        perror("replay: a seed");
}

static int say_gpu(void)
{
    char text[300];
    if (!driver_open(text, sizeof text)) {
        fprintf(stderr, "no GPU can be used: %s\n", text);
        return STATUS_WRONG_USE;
    }
    driver_name(text, sizeof text);
    printf("on %s\n", text);
    return 0;
}

static bool read_kernels(struct replay *replay, const char *path)
{
    char *text = NULL;
    size_t n = 0;
    FILE *file = fopen(path, "re");
    if (!file || getdelim(&text, &n, '\0', file) <= 0) {
        fprintf(stderr, "replay: cannot read %s\n", path);
        return false;
    }
    fclose(file);
    replay->kernels = text;
    return true;
}

static bool begin_out(const char *path)
{
    struct stat about;
    FILE *out = fopen(path, "ae");
    bool begun = out;
    if (out && fstat(fileno(out), &about) == 0 && about.st_size == 0)
        fputs(head, out);
    begun = out && fclose(out) == 0;
    if (!begun)
        fprintf(stderr, "replay: cannot write %s: %s\n", path, strerror(errno));
    return begun;
}

static int replay_all(const struct replay *replay)
{
    const struct exercise *exercise = replay->exercise;
    int status = 0;
    if (replay->only.rows > 0)
        return in_a_child(replay, replay->only);
    for (size_t i = 0; !status && i < exercise->sweep_count; i++)
        status = in_a_child(replay, exercise->sweep[i]);
    return status;
}

int main(int argc, char **argv)
{
    struct replay replay = {.limit_ms = 200};
    if (argc == 2 && !strcmp(argv[1], "--gpu"))
        return say_gpu();
    if (argc < 6 || argc > 8) {
        fputs("usage: replay EXERCISE PROGRAM RECORDINGS KERNELS OUT [SHARED "
              "[SIZE]]\n",
              stderr);
        return STATUS_WRONG_USE;
    }
    choose_seed(&replay);
    replay.recordings = argv[3];
    replay.out = argv[5];
    replay.shared = argc > 6 && *argv[6] ? argv[6] : NULL;
    if (argc > 7 && sscanf(argv[7], "%dx%dx%d", &replay.only.rows,
                           &replay.only.cols, &replay.only.inner) != 3) {
        fprintf(stderr, "replay: a size is 1000x500x1, not %s\n", argv[7]);
        return STATUS_WRONG_USE;
    }
    if (!find_exercise(&replay, argv[1]) || !read_kernels(&replay, argv[4]) ||
        !begin_out(replay.out))
        return STATUS_WRONG_USE;
    if (!image_read(&replay.image, argv[2])) {
        fprintf(stderr, "replay: %s has no code of a GPU\n", argv[2]);
        return STATUS_WRONG_USE;
    }
    return replay_all(&replay);
}
