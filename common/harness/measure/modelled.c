/*
 * modelled.c - the launches of a run, added up.
 */
#include "modelled.h"

#include <math.h>

#include "model.h"
#include "run/problem.h"

static double launch_us(const struct gpu *gpu,
                        const struct launch_record *launch, double bytes)
{
    struct model_input input = {
        .blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2],
        .threads = launch->block[0] * launch->block[1] * launch->block[2],
        .shared_bytes = (uint32_t)launch->shared_bytes,
        .bytes = bytes,
        .counters = launch->counters};
    return model_time_us(gpu, &input);
}

struct modelled modelled_run(const struct gpu *gpu,
                             const struct exercise *exercise, struct size size,
                             const struct run *run)
{
    double bytes = exercise->bytes(size);
    struct modelled sum = {.low_us = NAN, .high_us = NAN};
    if (exercise->host_pointers)
        sum.us = model_host_us(gpu, buffer_count(exercise), bytes);
    for (size_t i = 0; i < run->launch_count; i++)
        sum.us += launch_us(gpu, &run->launches[i],
                            bytes / (double)run->launch_count);
    return sum;
}
