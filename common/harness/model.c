/*
 * model.c - how long a launch would take on a GPU, computed from counters.
 *
 * Idea: a launch takes what its slowest part takes, besides being launched:
 *
 *   time = launch + max(issue, L1, chain, L2, DRAM)
 *
 *   issue   instructions of the busiest SM / schedulers of an SM
 *   L1      the busiest SM's global requests, one a cycle, or its sectors if
 *           they take longer; and its shared-memory wavefronts, one a cycle
 *   chain   the longest warp alone: its global loads wait for the L2 cache,
 *           a few of them at a time; or its instructions wait for each other;
 *           as often as blocks must wait for room ("waves")
 *   L2      bytes that must move at all, at the L2 cache's rate
 *   DRAM    the same at the memory's rate, when they do not fit the L2 cache
 *
 * The busiest SM has ceil(blocks / SMs) blocks, the longest one among them.
 * Reuse is taken to be caught by L1 completely (L2 counts compulsory bytes)
 * and never to make L1 itself faster (L1 counts every sector).
 *
 * Guarantee: within a factor of 2 of what an H200 was measured to need for
 * A x V, V x A and A x V with a warp per row, for sizes from 1000x500 to
 * 2500x2000, and in the right order; test_model.c holds the table.
 * Of a launcher that moves its own data, copies and allocations are added.
 * Not modelled: barriers, shuffles, atomics on one address, partial L2
 * residency, registers as a limit of resident blocks.
 */
#include "model.h"

#include <string.h>

struct gpu {
    const char *name;
    double sms;
    double clock_mhz;
    double resident_threads;   /* of an SM */
    double resident_blocks;    /* of an SM */
    double shared_bytes;       /* of an SM */
    double block_shared_bytes; /* what each block takes besides its own */
    double issue_per_cycle;    /* warp instructions, of an SM */
    double dependent_cycles;   /* from an instruction to the next's input */
    double sectors_per_cycle;  /* L1, of an SM */
    double load_cycles;        /* a load that finds its data in L2 */
    double loads_in_flight;    /* of one warp */
    double l2_bytes;
    double l2_bytes_per_us;
    double dram_bytes_per_us;
    double launch_us;         /* one of many, back to back */
    double array_us;          /* allocate, start a copy, free */
    double copy_bytes_per_us; /* between pageable memory and the GPU */
};

static const struct gpu gpus[] = {
    {
        .name = "NVIDIA H200",
        /* "NVIDIA H100 Tensor Core GPU Architecture" (the H200 has the same
         * GH100 chip) and the CUDA Programming Guide, "Compute
         * Capabilities", column 9.0. */
        .sms = 132,
        .clock_mhz = 1980,
        .resident_threads = 2048,
        .resident_blocks = 32,
        .shared_bytes = 228 * 1024,
        .block_shared_bytes = 1024,
        .issue_per_cycle = 4,
        .l2_bytes = 50e6,
        /* Arithmetic since Volta: Jia et al., "Dissecting the NVIDIA Volta
         * GPU Architecture via Microbenchmarking", 2018. */
        .dependent_cycles = 4,
        /* Measured with an H200 (CUDA 13.0, medians, L2 warm, launches
         * batched in a graph).  A x V, a thread per row, 1000 columns: 132
         * cycles a column for 8 warps of 32 + 1 sectors. */
        .sectors_per_cycle = 2,
        /* V x A, a thread per column: 49 cycles a row of two loads; nvcc
         * unrolls the loop by four, so that eight are in flight. */
        .load_cycles = 196,
        .loads_in_flight = 8,
        /* A x V, a warp per row, 2500x2000: 20 MB in 5.39 us less launch. */
        .l2_bytes_per_us = 5.7e6,
        /* A device-to-device copy. */
        .dram_bytes_per_us = 4.1e6,
        /* Between a graph's launches (A x V, a block per row, 1000x500: 1.75
         * us in all) and a stream's (A x V, a warp per row: 0.5 to 1.2 us
         * more than in a graph). */
        .launch_us = 2.2,
        /* vector_add with its host side, three arrays of 2 to 20 MB:
         * 289 us + 63.2 us a MB in all. */
        .array_us = 96,
        .copy_bytes_per_us = 15.8e3,
    },
};

const struct gpu *gpu_find(const char *name)
{
    if (!name)
        return &gpus[0];
    for (size_t i = 0; i < sizeof gpus / sizeof gpus[0]; i++)
        if (strcmp(gpus[i].name, name) == 0)
            return &gpus[i];
    return NULL;
}

const char *gpu_name(const struct gpu *gpu)
{
    return gpu->name;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Both at least 1 and below 2^53. */
static double ceil_div(double a, double b)
{
    return (double)(uint64_t)((a + b - 1) / b);
}

static double blocks_of_busiest_sm(const struct gpu *gpu,
                                   const struct model_input *in)
{
    return ceil_div((double)in->blocks, gpu->sms);
}

/* A total's share that falls to the busiest SM when its longest block counts
 * `longest`; the others are taken to be average. */
static double busiest(const struct gpu *gpu, const struct model_input *in,
                      uint64_t total, uint64_t longest)
{
    double average = (double)total / (double)in->blocks;

    return larger((double)longest, average) +
           (blocks_of_busiest_sm(gpu, in) - 1) * average;
}

static double issue_cycles(const struct gpu *gpu, const struct model_input *in)
{
    const struct counters *c = &in->counters;

    return busiest(gpu, in, c->warp_instructions, c->max_block_instructions) /
           gpu->issue_per_cycle;
}

static double l1_cycles(const struct gpu *gpu, const struct model_input *in)
{
    const struct counters *c = &in->counters;
    uint64_t requests = c->global_load_requests + c->global_store_requests;
    uint64_t sectors = c->global_load_sectors + c->global_store_sectors;
    uint64_t shared = c->shared_load_wavefronts + c->shared_store_wavefronts;

    return larger(busiest(gpu, in, requests, 0),
                  busiest(gpu, in, sectors, c->max_block_sectors) /
                      gpu->sectors_per_cycle) +
           busiest(gpu, in, shared, 0);
}

/* How often blocks fill the GPU before all have had their turn. */
static double waves(const struct gpu *gpu, const struct model_input *in)
{
    double threads = 32 * ceil_div(in->threads, 32);
    double shared = in->shared_bytes + gpu->block_shared_bytes;
    double resident =
        smaller(gpu->resident_blocks, smaller(gpu->resident_threads / threads,
                                              gpu->shared_bytes / shared));

    resident = larger(1, (double)(uint64_t)resident);
    return ceil_div((double)in->blocks, gpu->sms * resident);
}

static double chain_cycles(const struct gpu *gpu, const struct model_input *in)
{
    const struct counters *c = &in->counters;
    double loads = (double)c->max_warp_global_loads * gpu->load_cycles /
                   gpu->loads_in_flight;
    double instructions =
        (double)c->max_warp_instructions * gpu->dependent_cycles;

    return waves(gpu, in) * larger(loads, instructions);
}

/* What must move whatever the caches do: the caller's figure, or as much as
 * the lanes ask for, as if L1 caught nothing but parts of sectors. */
static double memory_us(const struct gpu *gpu, const struct model_input *in)
{
    const struct counters *c = &in->counters;
    double asked = (double)(c->global_load_bytes + c->global_store_bytes);
    double bytes = in->bytes > 0 ? smaller(in->bytes, asked) : asked;
    bool fits = bytes <= gpu->l2_bytes;

    return bytes / (fits ? gpu->l2_bytes_per_us : gpu->dram_bytes_per_us);
}

double model_time_us(const struct gpu *gpu, const struct model_input *in)
{
    double cycles = larger(larger(issue_cycles(gpu, in), l1_cycles(gpu, in)),
                           chain_cycles(gpu, in));

    return gpu->launch_us + larger(cycles / gpu->clock_mhz, memory_us(gpu, in));
}

double model_host_us(const struct gpu *gpu, size_t arrays, double bytes)
{
    return (double)arrays * gpu->array_us + bytes / gpu->copy_bytes_per_us;
}
