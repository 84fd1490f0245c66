/*
 * gpu.h - what is known of one GPU: limits, rates, latencies.
 *
 * A profile is one file, common/gpus/ID.def, of initialisers of struct gpu; it
 * is the only place of that GPU's numbers, each with its source.  The emulated
 * device has its limits, the time model its constants.  What is the same on
 * every GPU that runs such programs stands in limits.h.
 */
#ifndef GPU_H
#define GPU_H

#include <stddef.h>
#include <stdint.h>

struct gpu {
    const char *id;             /* "h200": the name of its file */
    const char *name;           /* as cudaGetDeviceProperties calls it */
    unsigned major, minor;      /* compute capability */

    /* ---- limits: cudaDeviceProp */
    unsigned multiprocessors;
    unsigned threads;           /* resident, of a multiprocessor; as the next */
    unsigned blocks;
    uint64_t registers;         /* of 32 bits */
    uint64_t shared_bytes;
    uint64_t block_shared_optin;    /* most a block may ask for, bytes */
    uint64_t block_shared_reserved; /* what each takes besides its own, bytes */
    uint64_t l2_bytes;
    unsigned clock_khz;         /* of the multiprocessors, boosted */
    unsigned memory_clock_khz;
    unsigned memory_bus_bits;
    unsigned single_to_double;  /* throughput of float over that of double */

    /* ---- rates of a multiprocessor, a clock */
    unsigned warp_schedulers;   /* instructions of warps */
    unsigned l1_sectors_per_clock; /* at most; see model.l1_sectors */

    /* ---- event times: a lower bound (runtime/clock.c) */
    double link_bytes_per_ms;   /* between the host and the GPU */
    double memory_bytes_per_ms; /* by data sheet: also the graphs' roof */
    double least_launch_ms;     /* a kernel that does nothing */

    /* ---- the time model (common/harness/measure/model.c), as measured */
    struct {
        struct {                /* clocks until a result of each kind */
            double arithmetic, in_double, special, shuffle, shared, atomic;
            double global, dram;          /* by where the data lies */
            double barrier, barrier_warp; /* and for each warp of the block */
        } wait;
        double l1_sectors;      /* of a line each, a clock of an SM */
        double l2_bytes_per_us;
        double dram_bytes_per_us;
        double launch_us;       /* from the end of one to the next's start */
        double launch_interval_us; /* one of many, back to back */
        double array_us;        /* allocate, start a copy, free */
        double copy_bytes_per_us; /* between pageable memory and the GPU */
    } model;
};

/* All of common/gpus, by id (build/gpus.c). */
extern const struct gpu all_gpus[];
extern const size_t gpu_count;

/* The one that points are given by, whatever else is asked for. */
const struct gpu *gpu_default(void);
/* NULL: there is no such profile. */
const struct gpu *gpu_find(const char *id);
/* "known: h100, h200", for who asked for another; cut at n bytes. */
void gpu_known(char *text, size_t n);

#endif
