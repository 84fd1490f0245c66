/*
 * model.c - how long a launch would take on a GPU, computed from counters.
 *
 * Idea: a launch takes what its slowest part takes, besides being launched:
 *
 *   time = max(interval, launch + max(issue, L1, chain, L2, DRAM))
 *
 *   interval  the host does not launch faster
 *   issue     instructions of the busiest SM / schedulers of an SM
 *   L1        the busiest SM looks up sectors, and passes on one request or
 *             shared-memory wavefront a cycle: what takes longer
 *   chain     the longest block alone: what its instructions wait for, each
 *             kind of result with its latency (counted by the emulated device,
 *             common/emulator/code/chain.c), loads by whether L2 holds the
 *             data, and its barriers; as often as blocks must wait for room
 *             ("waves")
 *   L2        bytes that must move at all, at the L2 cache's rate
 *   DRAM      the same at the memory's rate, when they do not fit the L2 cache
 *
 * The busiest SM has ceil(blocks / SMs) blocks, the longest one among them.
 * Reuse is taken to be caught by L1 completely (L2 counts compulsory bytes)
 * and never to make L1 itself faster (L1 counts every sector), nor loads.
 *
 * Guarantee: for every reference kernel of the labs and all its sizes, a median
 * error of 30 % or less and none beyond a factor of 2; versions of one
 * computation that were measured more than 10 % apart come in the right order:
 * all but for what labs excuse (lab.h).
 * make model holds that against plots/recorded (model.bats), and draws it.
 * Of a launcher that moves its own data, copies and allocations are added.
 * Not modelled: parts of a kernel that are slow for different reasons one
 * after the other, branches, atomics on one address, partial L2 residency,
 * registers as a limit of resident blocks.
 *
 * Constants: a file for each GPU, common/gpus.
 */
#include "model.h"

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
    return ceil_div((double)in->blocks, gpu->multiprocessors);
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
           gpu->warp_schedulers;
}

static double l1_cycles(const struct gpu *gpu, const struct model_input *in)
{
    const struct counters *c = &in->counters;
    uint64_t requests = c->global_load_requests + c->global_store_requests;
    uint64_t sectors = c->global_load_sectors + c->global_store_sectors;
    uint64_t shared = c->shared_load_wavefronts + c->shared_store_wavefronts;
    return larger(busiest(gpu, in, requests, 0) + busiest(gpu, in, shared, 0),
                  busiest(gpu, in, sectors, c->max_block_sectors) /
                      gpu->model.l1_sectors);
}

/* How often blocks fill the GPU before all have had their turn. */
static double waves(const struct gpu *gpu, const struct model_input *in)
{
    double threads = 32 * ceil_div(in->threads, 32);
    double shared = in->shared_bytes + (double)gpu->block_shared_reserved;
    double resident =
        smaller(gpu->blocks, smaller(gpu->threads / threads,
                                     (double)gpu->shared_bytes / shared));
    resident = larger(1, (double)(uint64_t)resident);
    return ceil_div((double)in->blocks, gpu->multiprocessors * resident);
}

/* What must move whatever the caches do: the caller's figure, or as much as
 * the lanes ask for, as if L1 caught nothing but parts of sectors. */
static double bytes_moved(const struct model_input *in)
{
    const struct counters *c = &in->counters;
    double asked = (double)(c->global_load_bytes + c->global_store_bytes);
    return in->bytes > 0 ? smaller(in->bytes, asked) : asked;
}

static bool fits_l2(const struct gpu *gpu, const struct model_input *in)
{
    return bytes_moved(in) <= (double)gpu->l2_bytes;
}

static double chain_cycles(const struct gpu *gpu, const struct model_input *in)
{
    const struct counters *c = &in->counters;
    double barrier = gpu->model.wait.barrier +
                     gpu->model.wait.barrier_warp * ceil_div(in->threads, 32);
    double load =
        fits_l2(gpu, in) ? gpu->model.wait.global : gpu->model.wait.dram;
    double cycles = (double)c->max_chain_barriers * barrier +
                    (double)c->max_chain_global * load;
#define WAIT(counter, kind)                                                    \
    cycles += (double)c->max_chain_##counter * gpu->model.wait.kind
    WAIT(arithmetic, arithmetic);
    WAIT(double, in_double);
    WAIT(special, special);
    WAIT(shuffle, shuffle);
    WAIT(shared, shared);
    WAIT(atomic, atomic);
#undef WAIT
    return waves(gpu, in) * cycles;
}

static double memory_us(const struct gpu *gpu, const struct model_input *in)
{
    return bytes_moved(in) / (fits_l2(gpu, in) ? gpu->model.l2_bytes_per_us
                                               : gpu->model.dram_bytes_per_us);
}

double model_time_us(const struct gpu *gpu, const struct model_input *in)
{
    double cycles = larger(larger(issue_cycles(gpu, in), l1_cycles(gpu, in)),
                           chain_cycles(gpu, in));
    double us = larger(cycles / (gpu->clock_khz / 1e3), memory_us(gpu, in));

    return larger(gpu->model.launch_interval_us, gpu->model.launch_us + us);
}

double model_host_us(const struct gpu *gpu, size_t arrays, double bytes)
{
    return (double)arrays * gpu->model.array_us +
           bytes / gpu->model.copy_bytes_per_us;
}
