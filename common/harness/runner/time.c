/*
 * time.c - how long a launch takes, by events of the device.
 *
 * Warm: launches follow each other in batches between two events, so long
 * that the events' own cost does not show, and the data stays in L2 where it
 * fits.  Cold: before each single launch a buffer of twice the L2 cache is
 * written; nothing can be batched and nothing is subtracted, so a cold time
 * holds a launch's fixed cost of a few microseconds.
 * Samples are taken until the middle half of them lies within 1 % of the
 * median, or the time is up.
 */
#include "runner.h"
#include "run/statistics.h"

enum { WARM_UP = 3, FEWEST = 15, MOST = 400, LARGEST_BATCH = 20000 };

static const double batch_ms = 1.0; /* an event's resolution is 0.5 us */
static const double tight = 0.01;

struct stopwatch {
    cudaEvent_t start, stop;
    void *flush; /* cold: written before each launch */
    size_t flush_bytes;
    double samples[MOST]; /* us of one launch */
    uint32_t count, batch;
    double spent; /* ms measured so far */
};

static bool open_stopwatch(struct stopwatch *watch, enum cache cache)
{
    struct cudaDeviceProp properties;
    if (cudaEventCreate(&watch->start) != cudaSuccess ||
        cudaEventCreate(&watch->stop) != cudaSuccess)
        return false;
    if (cache == CACHE_WARM)
        return true;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return false;
    watch->flush_bytes = 2 * (size_t)properties.l2CacheSize;
    return cudaMalloc(&watch->flush, watch->flush_bytes + 1) == cudaSuccess;
}

static void close_stopwatch(struct stopwatch *watch)
{
    cudaEventDestroy(watch->start);
    cudaEventDestroy(watch->stop);
    cudaFree(watch->flush);
}

/* Milliseconds of n launches one after the other; negative on an error. */
static double time_launches(struct runner_job *job, struct stopwatch *watch,
                            uint32_t n)
{
    float ms = -1;
    if (watch->flush) /* 0 and 1 in turn: every line gets dirty */
        cudaMemset(watch->flush, (int)(watch->count & 1), watch->flush_bytes);
    cudaEventRecord(watch->start, 0);
    for (uint32_t i = 0; i < n; i++) {
        if (job->launcher->call(job->pointers, job->request->size) != 0)
            return -1;
    }
    cudaEventRecord(watch->stop, 0);
    if (cudaEventSynchronize(watch->stop) != cudaSuccess ||
        cudaEventElapsedTime(&ms, watch->start, watch->stop) != cudaSuccess)
        return -1;
    watch->spent += ms;
    return ms;
}

/* How many launches make a batch long enough. */
static bool calibrate(struct runner_job *job, struct stopwatch *watch)
{
    double ms;
    watch->batch = 1;
    if (watch->flush)
        return true;
    while ((ms = time_launches(job, watch, watch->batch)) < batch_ms) {
        if (ms < 0)
            return false;
        if (watch->batch > LARGEST_BATCH / 2)
            break;
        watch->batch *= 2;
    }
    return true;
}

static bool is_tight(struct stopwatch *watch)
{
    struct times times = times_of(watch->samples, watch->count);
    return watch->count >= FEWEST &&
           times.upper - times.lower <= tight * times.median;
}

static bool take_samples(struct runner_job *job, struct stopwatch *watch)
{
    while (watch->count < MOST && !is_tight(watch) &&
           (watch->count < 3 || watch->spent < job->request->limit_ms)) {
        double ms = time_launches(job, watch, watch->batch);
        if (ms < 0)
            return false;
        watch->samples[watch->count++] = ms * 1e3 / watch->batch;
    }
    return true;
}

static bool time_batches(struct runner_job *job, struct stopwatch *watch)
{
    for (int i = 0; i < WARM_UP; i++) {
        if (time_launches(job, watch, 1) < 0)
            return false;
    }
    return calibrate(job, watch) && take_samples(job, watch);
}

/* The outputs handed back are those that the timed launches wrote. */
void runner_time(struct runner_job *job, struct response *response)
{
    struct stopwatch watch = {.flush = NULL};
    bool measured;
    if (!runner_launch(job, response))
        return;
    runner_poison(job);
    measured = open_stopwatch(&watch, job->request->cache) &&
               time_batches(job, &watch);
    close_stopwatch(&watch);
    if (measured && runner_collect(job, response))
        response->times = times_of(watch.samples, watch.count);
    else
        response->outcome = OUTCOME_NO_MEMORY;
}
