/*
 * time.c - how long a launch takes, by events of the device.
 *
 * A launcher is called while the stream it launches on is captured: what comes
 * of it, many times over, is a CUDA graph of launches one after the other, and
 * the time of one is that of the graph, in parts.  So the host's pace does not
 * show, and of launching no more than the device needs from one kernel to the
 * next (launch_us).  A launcher that cannot be captured, as it allocates or
 * has host pointers, is called in batches between two events: its time holds
 * its launch, and the answer says so.
 * Warm: launches use the same arrays, which stay in L2 where they fit.  Cold:
 * they take turns with copies of them (copies.c).
 * Samples are taken until the middle half of them lies within 1 % of the
 * median, or the time is up.
 */
#include <string.h>
#include <time.h>

#include "run/statistics.h"
#include "runner.h"

enum {
    WARM_UP = 3,
    FEWEST = 15,
    MOST = 400,
    LARGEST = 4096 /* launches of a batch */
};

static const double batch_ms = 1.0; /* an event's resolution is 0.5 us */
static const double tight = 0.01;

struct stopwatch {
    cudaStream_t stream;
    cudaEvent_t start, stop;
    cudaGraphExec_t graph; /* of `batch` launches; NULL: there is none */
    struct copies copies;
    double samples[MOST]; /* us of one launch */
    uint32_t count, batch;
    double spent; /* ms measured so far */
};

static bool open_stopwatch(struct stopwatch *watch, struct runner_job *job)
{
    return cudaStreamCreate(&watch->stream) == cudaSuccess &&
           cudaEventCreate(&watch->start) == cudaSuccess &&
           cudaEventCreate(&watch->stop) == cudaSuccess &&
           (job->request->cache == CACHE_WARM ||
            runner_copies(&watch->copies, job));
}

static void drop_graph(struct stopwatch *watch)
{
    if (watch->graph)
        cudaGraphExecDestroy(watch->graph);
    watch->graph = NULL;
}

static void close_stopwatch(struct stopwatch *watch)
{
    drop_graph(watch);
    cudaEventDestroy(watch->start);
    cudaEventDestroy(watch->stop);
    cudaStreamDestroy(watch->stream);
    runner_copies_free(&watch->copies);
}

static bool call(struct runner_job *job, struct stopwatch *watch, uint32_t turn)
{
    void **pointers = runner_copy(&watch->copies, job, turn);
    return job->launcher->call(pointers, job->request->size) == 0;
}

/* ---- graphs ------------------------------------------------------------- */

/* Launches may go wrong here that are right without a capture: all that is
 * asked is whether a graph came of them. */
static cudaGraph_t capture(struct runner_job *job, struct stopwatch *watch,
                           uint32_t n)
{
    cudaGraph_t graph = NULL;
    size_t nodes = 0;
    bool called = true;
    if (cudaStreamBeginCapture(watch->stream, cudaStreamCaptureModeGlobal) !=
        cudaSuccess)
        return NULL;
    runner_redirect(watch->stream);
    for (uint32_t i = 0; called && i < n; i++)
        called = call(job, watch, i);
    called &= runner_all_redirected();
    runner_redirect(NULL);
    if (cudaStreamEndCapture(watch->stream, &graph) != cudaSuccess)
        graph = NULL;
    if (graph &&
        (!called || cudaGraphGetNodes(graph, NULL, &nodes) != cudaSuccess ||
         nodes < n)) {
        cudaGraphDestroy(graph);
        graph = NULL;
    }
    cudaGetLastError();
    return graph;
}

static bool make_graph(struct runner_job *job, struct stopwatch *watch,
                       uint32_t n)
{
    cudaGraph_t graph;
    drop_graph(watch);
    graph = capture(job, watch, n);
    if (!graph)
        return false;
    if (cudaGraphInstantiateWithFlags(&watch->graph, graph, 0) != cudaSuccess)
        watch->graph = NULL;
    cudaGraphDestroy(graph);
    cudaGetLastError();
    return watch->graph;
}

/* ---- a batch ------------------------------------------------------------ */

/* Milliseconds of a batch; negative on an error. */
static double time_batch(struct runner_job *job, struct stopwatch *watch)
{
    cudaStream_t stream = watch->graph ? watch->stream : NULL;
    float ms = -1;
    runner_flush(&watch->copies, watch->count, stream);
    cudaEventRecord(watch->start, stream);
    if (watch->graph && cudaGraphLaunch(watch->graph, stream) != cudaSuccess)
        return -1;
    for (uint32_t i = 0; !watch->graph && i < watch->batch; i++) {
        if (!call(job, watch, i))
            return -1;
    }
    cudaEventRecord(watch->stop, stream);
    if (cudaEventSynchronize(watch->stop) != cudaSuccess ||
        cudaEventElapsedTime(&ms, watch->start, watch->stop) != cudaSuccess)
        return -1;
    watch->spent += ms;
    return ms;
}

/* Of cold launches a flush lies before the first only. */
static uint32_t largest_batch(const struct stopwatch *watch)
{
    return watch->copies.flush ? watch->copies.count : LARGEST;
}

/* How many launches make a batch long enough. */
static bool calibrate(struct runner_job *job, struct stopwatch *watch)
{
    bool graph = !job->request->on_host && make_graph(job, watch, 1);
    double ms = 0;
    for (watch->batch = 1;;) {
        for (int i = 0; ms >= 0 && i < (watch->batch == 1 ? WARM_UP : 1); i++)
            ms = time_batch(job, watch);
        if (ms < 0 || ms >= batch_ms || 2 * watch->batch > largest_batch(watch))
            return ms >= 0;
        watch->batch *= 2;
        if (graph && !make_graph(job, watch, watch->batch))
            return false;
    }
}

static bool is_tight(struct stopwatch *watch)
{
    struct times times = times_of(watch->samples, watch->count);
    return watch->count >= FEWEST && times_within(&times, tight);
}

static bool take_samples(struct runner_job *job, struct stopwatch *watch)
{
    while (watch->count < MOST && !is_tight(watch) &&
           (watch->count < 3 || watch->spent < job->request->limit_ms)) {
        double ms = time_batch(job, watch);
        if (ms < 0)
            return false;
        watch->samples[watch->count++] = ms * 1e3 / watch->batch;
    }
    return true;
}

static bool measure(struct runner_job *job, struct stopwatch *watch)
{
    if (!calibrate(job, watch))
        return false;
    watch->count = 0;
    watch->spent = 0;
    return take_samples(job, watch);
}

/* The outputs handed back are those that the timed launches wrote. */
void runner_time(struct runner_job *job, struct response *response)
{
    struct stopwatch watch = {.graph = NULL};
    bool measured;
    if (!runner_launch(job, response))
        return;
    runner_poison(job);
    measured = open_stopwatch(&watch, job) && measure(job, &watch);
    response->in_graph = watch.graph;
    close_stopwatch(&watch);
    if (measured && runner_collect(job, response)) {
        response->times = times_of(watch.samples, watch.count);
        response->launch_us = runner_launch_us();
    } else {
        response->outcome = OUTCOME_NO_MEMORY;
    }
}

/* ---- the CPU ------------------------------------------------------------ */

static double host_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* Called once before: caches and pages warm. */
void runner_time_cpu(struct runner_job *job, struct response *response)
{
    double samples[MOST], spent = 0;
    uint32_t count = 0;
    if (!runner_launch(job, response))
        return;
    while (count < MOST && (count < 5 || spent < job->request->limit_ms)) {
        double start = host_ms();
        job->launcher->call(job->pointers, job->request->size);
        double ms = host_ms() - start;
        samples[count++] = ms * 1e3;
        spent += ms;
    }
    response->times = times_of(samples, count);
    runner_collect(job, response);
}
