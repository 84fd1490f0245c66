/*
 * model.h - how long a launch would take on a GPU, computed from counters.
 *
 * A first-order model: what is slowest of issuing instructions, L1, L2, DRAM
 * and waiting, and the launch itself.  Formula and what it promises stand in
 * model.c, constants and their sources in common/gpus.  What it returns is
 * always called "modelled".
 */
#ifndef MODEL_H
#define MODEL_H

#include "base/counters.h"
#include "base/gpu.h"

#include <stdbool.h>
#include <stddef.h>

/* What a launch was and did. */
struct model_input {
    uint64_t blocks;            /* of the grid */
    uint32_t threads;           /* per block */
    uint32_t shared_bytes;      /* per block, static and dynamic */
    double bytes;               /* least to and from DRAM; 0: unknown */
    struct counters counters;
};

/* Microseconds of one launch with a warm L2 cache. */
double model_time_us(const struct gpu *gpu, const struct model_input *in);

/* Microseconds that a launcher needs besides when its arrays, of so many bytes
 * in all, are host memory: allocations, copies, frees. */
double model_host_us(const struct gpu *gpu, size_t arrays, double bytes);

#endif
