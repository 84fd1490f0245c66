/*
 * bench.c - an exercise's reference on the emulated device against the plain
 * serial C loop of the same lab, in one run.
 *
 *   bench EXERCISE ROWS COLS INNER
 *       -> "serial_ms emulated_ms emulated_cpu_ms ratio", medians
 *
 * Idea: launches and loops take turns, so that a busy machine hits both; the
 * first of each is not counted.  The ratio is the median of the rounds' own
 * ratios, of time on the processor, which other programs do not lengthen; on
 * several threads it is the time that all of them took.  Host time around
 * launch and synchronise: this asks how fast the emulation is, not what it
 * models.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cuda_runtime.h"
#include "lab/lab.h"
#include "lab/random.h"
#include "run/statistics.h"
#include "runner/runner.h"

enum { ROUNDS = 7 };

static const struct exercise *find(const char *name)
{
    const struct exercise *exercise = NULL;
    for (size_t i = 0; i < lab_count && !exercise; i++)
        exercise = lab_exercise(all_labs[i], name);
    return exercise;
}

/* One run: time that passed, time on the processor. */
struct lap {
    double wall, cpu; /* milliseconds */
};

static double milliseconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static struct lap lap_begin(void)
{
    return (struct lap){milliseconds(CLOCK_MONOTONIC),
                        milliseconds(CLOCK_PROCESS_CPUTIME_ID)};
}

static struct lap lap_end(struct lap start)
{
    struct lap now = lap_begin();
    return (struct lap){now.wall - start.wall, now.cpu - start.cpu};
}

static void *checked(void *pointer)
{
    if (!pointer) {
        fprintf(stderr, "bench: out of memory\n");
        exit(2);
    }
    return pointer;
}

/* Every array once on the host, once on the device. */
static void prepare(const struct exercise *exercise, struct size size,
                    void **host, void **device)
{
    for (int i = 0; i < MAX_BUFFERS && exercise->buffers[i].name; i++) {
        size_t count = exercise->buffers[i].count(size);
        enum element element = exercise->buffers[i].element;
        size_t bytes = count * element_bytes(element);
        host[i] = checked(malloc(bytes));
        random_fill(host[i], count, element, FILL_UNIFORM, (uint64_t)i);
        cudaMalloc(&device[i], bytes);
        cudaMemcpy(device[i], host[i], bytes, cudaMemcpyHostToDevice);
    }
}

static struct lap time_serial(const struct exercise *exercise, struct size size,
                              void *const *host)
{
    struct lap start = lap_begin();
    exercise->serial(host, size, 0, exercise->parts(size));
    return lap_end(start);
}

static struct lap time_launch(const struct launcher *launcher, struct size size,
                              void *const *device)
{
    struct lap start = lap_begin();
    launcher->call(device, size);
    cudaDeviceSynchronize();
    return lap_end(start);
}

/* Rounds of both in turn, and what they took, to stdout. */
static void compare(const struct exercise *exercise, struct size size,
                    void *const *host, void *const *device)
{
    const struct launcher *launcher = runner_launcher(exercise->name);
    double serial[ROUNDS], emulated[ROUNDS], cpu[ROUNDS], ratio[ROUNDS];
    time_serial(exercise, size, host);
    time_launch(launcher, size, device);
    for (int i = 0; i < ROUNDS; i++) {
        struct lap s = time_serial(exercise, size, host);
        struct lap e = time_launch(launcher, size, device);
        serial[i] = s.wall;
        emulated[i] = e.wall;
        cpu[i] = e.cpu;
        ratio[i] = e.cpu / s.cpu;
    }
    printf("%.4f %.4f %.4f %.3f\n", times_of(serial, ROUNDS).median,
           times_of(emulated, ROUNDS).median, times_of(cpu, ROUNDS).median,
           times_of(ratio, ROUNDS).median);
}

int main(int argc, char **argv)
{
    const struct exercise *exercise = argc == 5 ? find(argv[1]) : NULL;
    void *host[MAX_BUFFERS], *device[MAX_BUFFERS];
    struct size size;
    if (!exercise) {
        fprintf(stderr, "use: bench EXERCISE ROWS COLS INNER\n");
        return 2;
    }
    size = (struct size){atoi(argv[2]), atoi(argv[3]), atoi(argv[4])};
    prepare(exercise, size, host, device);
    compare(exercise, size, host, device);
    if (cudaGetLastError() != cudaSuccess) {
        fprintf(stderr, "bench: the launch failed\n");
        return 1;
    }
    return 0;
}
