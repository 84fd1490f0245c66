/*
 * times.h - measures the cases of one file of the set, or runs each once.
 *
 * Idea: a case launches with <<<>>> and nothing else, as students do.  On a GPU
 * (nvcc, -default-stream per-thread) its launches are captured, and a graph of
 * many copies, one after the other, is timed: what is left is the time of the
 * kernel and of the gap to the next, with what the last one left in the L2.  On
 * the emulated device (--once) each case runs once, behind a launch of
 * times_case, by which its rows are told from those of others.
 * Guarantee: every case ran, without an error; else the exit status is 1.
 * What a case computed is not looked at; its work is the same at each launch.
 *
 *   PROGRAM --list      file,case,size,kind of all cases, in order
 *   PROGRAM --once      runs each
 *   PROGRAM [PATTERN]   measures those whose name contains it
 *
 * TIMES_EVERY=5: one in five of these only.
 *
 * What is printed of a case: the median of REPEATS graphs, with both quartiles
 * and the least, in microseconds of one turn (all the kernels of the case); how
 * many kernels those are; and in the same units an empty kernel's.
 */
#ifndef TIMES_H
#define TIMES_H

#include "cuda_runtime.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef TIMES_FLOATS
#define TIMES_FLOATS (1 << 24) // elements of a, b and c
#endif

enum {
    DOUBLES = 1 << 22, // elements of x and z
    INTS = 1 << 22,    // elements of i and j
    CLEARED = 4 << 20, // bytes of c and j that are zero when a case begins
    MOST_SIZES = 8,
    REPEATS = 9,
    LEAST_US = 2500, // that a graph shall take
    MOST_TURNS = 600 // in a graph
};

// What kernels work on; all is initialised.
struct data {
    float *a, *b, *c; // of [0, 1), of [0, 1), zeros
    double *x, *z;    // of [0, 1), zeros
    int *i, *j;       // of [0, 2^20), zeros
};

struct size {
    int a, b, c;
};

struct timed {
    const char *name, *kind; // COMPUTATION/VERSION; what it is slow by
    void (*launch)(struct data d, struct size s);
    struct size sizes[MOST_SIZES];
};

static inline int blocks(long long n, int per)
{
    return (int)((n - 1) / per + 1);
}

__global__ void times_case(int number)
{
    (void)number;
}

__global__ void times_empty()
{
}

static void times_check(cudaError_t error, const char *what)
{
    if (!error)
        return;
    fprintf(stderr, "times: %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static uint32_t times_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

template <typename T> static T *times_array(size_t count, double scale)
{
    T *host = (T *)malloc(count * sizeof(T)), *device;
    uint32_t state = 1;

    if (!host)
        exit(1);
    for (size_t i = 0; i < count; i++)
        host[i] = (T)(times_random(&state) * (scale / (1 << 24)));
    times_check(cudaMalloc(&device, count * sizeof(T)), "cudaMalloc");
    times_check(cudaMemcpy(device, host, count * sizeof(T),
                           cudaMemcpyHostToDevice),
                "cudaMemcpy");
    free(host);
    return device;
}

static struct data times_data(void)
{
    struct data d;

    d.a = times_array<float>(TIMES_FLOATS, 1);
    d.b = times_array<float>(TIMES_FLOATS, 1);
    d.c = times_array<float>(TIMES_FLOATS, 0);
    d.x = times_array<double>(DOUBLES, 1);
    d.z = times_array<double>(DOUBLES, 0);
    d.i = times_array<int>(INTS, 1 << 20);
    d.j = times_array<int>(INTS, 0);
    return d;
}

static void times_clear(struct data d)
{
    times_check(cudaMemset(d.c, 0, CLEARED), "cudaMemset");
    times_check(cudaMemset(d.j, 0, CLEARED), "cudaMemset");
    times_check(cudaDeviceSynchronize(), "cudaMemset");
}

static void times_name(const struct timed *t, struct size s)
{
    printf("%s,", t->name);
    printf(s.c ? "%dx%dx%d" : s.b ? "%dx%d" : "%d", s.a, s.b, s.c);
    printf(",%s", t->kind);
}

#ifdef __NVCC__
// The launches of a case, `turns` times; NULL: they cannot be captured.
static cudaGraphExec_t times_graph(const struct timed *t, struct data d,
                                   struct size s, int turns, size_t *nodes)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;

    times_check(cudaStreamBeginCapture(cudaStreamPerThread,
                                       cudaStreamCaptureModeRelaxed),
                "capture");
    for (int i = 0; i < turns; i++)
        if (t)
            t->launch(d, s);
        else
            times_empty<<<1, 32>>>();
    if (cudaStreamEndCapture(cudaStreamPerThread, &graph) ||
        cudaGetLastError() || cudaGraphGetNodes(graph, NULL, nodes) ||
        cudaGraphInstantiateWithFlags(&exec, graph, 0))
        exec = NULL;
    cudaGetLastError();
    if (graph)
        cudaGraphDestroy(graph);
    *nodes /= turns;
    return exec;
}

static double times_launch(cudaGraphExec_t exec)
{
    static cudaEvent_t start, stop;
    float ms;

    if (!start) {
        times_check(cudaEventCreate(&start), "cudaEventCreate");
        times_check(cudaEventCreate(&stop), "cudaEventCreate");
    }
    times_check(cudaEventRecord(start, cudaStreamPerThread), "record");
    times_check(cudaGraphLaunch(exec, cudaStreamPerThread), "cudaGraphLaunch");
    times_check(cudaEventRecord(stop, cudaStreamPerThread), "record");
    times_check(cudaEventSynchronize(stop), "kernel");
    times_check(cudaEventElapsedTime(&ms, start, stop), "elapsed");
    return ms * 1e3;
}

static int times_less(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

struct quartiles {
    double low, median, high, least;
    size_t kernels;
};

static bool times_measure(const struct timed *t, struct data d, struct size s,
                          struct quartiles *q)
{
    double us[REPEATS];
    cudaGraphExec_t exec = times_graph(t, d, s, 1, &q->kernels);
    int turns;

    if (!exec)
        return false;
    times_launch(exec);
    turns = (int)(LEAST_US / times_launch(exec)) + 2;
    turns = turns < MOST_TURNS ? turns : MOST_TURNS;
    cudaGraphExecDestroy(exec);
    exec = times_graph(t, d, s, turns, &q->kernels);
    if (!exec)
        return false;
    times_launch(exec);
    for (int i = 0; i < REPEATS; i++)
        us[i] = times_launch(exec) / turns;
    cudaGraphExecDestroy(exec);
    qsort(us, REPEATS, sizeof *us, times_less);
    q->least = us[0];
    q->low = us[REPEATS / 4];
    q->median = us[REPEATS / 2];
    q->high = us[REPEATS - 1 - REPEATS / 4];
    return true;
}

static void times_row(const struct timed *t, struct data d, struct size s,
                      double launch_us)
{
    struct quartiles q;

    times_clear(d);
    if (!times_measure(t, d, s, &q)) {
        fprintf(stderr, "times: %s cannot be captured: left out\n", t->name);
        return;
    }
    times_name(t, s);
    printf(",%d,%.3f,%.3f,%.3f,%.3f,%.3f\n", (int)q.kernels, q.median, q.low,
           q.high, q.least, launch_us);
    fflush(stdout);
}

static double times_empty_us(struct data d)
{
    struct size none = {0, 0, 0};
    struct quartiles q;

    if (!times_measure(NULL, d, none, &q))
        exit(1);
    return q.median;
}
#else
static void times_row(const struct timed *, struct data, struct size, double)
{
    fprintf(stderr, "times: to measure takes nvcc and a GPU\n");
    exit(2);
}

static double times_empty_us(struct data)
{
    return 0;
}
#endif

static void times_once(const struct timed *t, struct data d, struct size s,
                       int number)
{
    times_clear(d);
    times_case<<<1, 1>>>(number);
    t->launch(d, s);
    times_check(cudaGetLastError(), t->name);
    times_check(cudaDeviceSynchronize(), t->name);
}

static int times_main(int argc, char **argv, const struct timed *cases,
                      size_t count)
{
    const char *argument = argc > 1 ? argv[1] : "";
    const char *pattern = argc > 2 ? argv[2] : argument;
    const char *every = getenv("TIMES_EVERY");
    int step = every && atoi(every) > 0 ? atoi(every) : 1;
    bool list = !strcmp(argument, "--list");
    bool once = !strcmp(argument, "--once");
    struct data d = {};
    double launch_us = 0;
    int number = 0, seen = 0;

    pattern = *pattern == '-' ? "" : pattern;
    if (!list)
        d = times_data();
    if (!list && !once)
        launch_us = times_empty_us(d);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < MOST_SIZES && cases[i].sizes[k].a; k++) {
            if (!strstr(cases[i].name, pattern) || seen++ % step)
                continue;
            if (list) {
                times_name(&cases[i], cases[i].sizes[k]);
                printf("\n");
            } else if (once)
                times_once(&cases[i], d, cases[i].sizes[k], number++);
            else
                times_row(&cases[i], d, cases[i].sizes[k], launch_us);
        }
    return 0;
}

// ---- a file's table ---------------------------------------------------------

// A row: its call, with launches in parentheses, has data d and a size s, one
// of those that follow.
#define ROW(name, kind, call, ...)                                             \
    {name, kind, [](data d, size s) { call; }, {__VA_ARGS__}},

// What many files have: a thread for each row or for each column, in blocks of
// 256, by a kernel of the version's name.
#define MV(version, kind, ...)                                                 \
    ROW("matvec/" #version, kind,                                              \
        (mv_##version<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a, s.b)),    \
        __VA_ARGS__)
#define VM(version, kind, ...)                                                 \
    ROW("vecmat/" #version, kind,                                              \
        (vm_##version<<<blocks(s.b, 256), 256>>>(d.b, d.a, d.c, s.a, s.b)),    \
        __VA_ARGS__)
#define SHAPES  {1000, 500}, {2500, 2000}
#define CUBE(n) {n, n, n}

// In files with versions of a lab, each in a namespace: how launchers are
// named in that of VERSION, and a version's launcher.
#define PASTE_(a, b)      a##_##b
#define PASTE(a, b)       PASTE_(a, b)
#define OF(version, name) version::version##_##name

#define TIMES_MAIN                                                             \
    int main(int argc, char **argv)                                            \
    {                                                                          \
        return times_main(argc, argv, cases, sizeof cases / sizeof *cases);    \
    }

#endif
