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
    unsigned l1_sectors_per_clock; /* at most */

    /* ---- event times: a lower bound (runtime/clock.c) */
    double link_bytes_per_ms;   /* between the host and the GPU */
    double memory_bytes_per_ms; /* its clock and bus: also the graphs' roof */
    double least_launch_ms;     /* a kernel that does nothing */

    /* ---- the time model (emulator/timing), as measured.  Clocks are those
     * of a multiprocessor. */
    struct {
        struct {                /* clocks until a result can be used */
            double arithmetic;  /* float, int, logic, compare */
            double in_double;   /* add, mul, fma */
            double special;     /* approximations: rcp, rsqrt, sin, ex2 */
            double convert;     /* between int and float, of 64 bits too */
            double shuffle;
            double matrix;      /* of an mma of doubles 4 deep */
            double shared;      /* load, no conflict */
            double shared_atomic; /* with its result, no conflict */
            double l1, l2, dram; /* load of a line, by where it is found */
            double atomic;      /* of global memory, with its result */
            double constant;    /* load from constant memory, address alike */
            double branch;      /* a branch taken: until the next instruction */
            double barrier;     /* from the last warp's arrival */
            double barrier_warp; /* and for each warp of the block */
        } wait;
        struct {                /* clocks one warp instruction keeps the pipe
                                 * of its scheduler */
            double fma;         /* float add, mul, fma */
            double alu;         /* int, logic, compare, select; int mul */
            double in_double;
            double special;
            double convert;
            double shuffle;     /* as all that goes to LSU */
            double matrix;      /* an mma of doubles, for each 4 of its depth */
        } pipe;
        double l1_store_sector; /* clocks for each sector a store writes */
        double l1_misses;       /* sectors on their way to an SM at once */
        double shared_pass;     /* clocks of the SM for each wavefront, and for
                                 * each pass of a load that hits L1 */
        double sm_bytes;        /* a clock, from L2 to one SM alone */
        double l2_bytes_per_us; /* read by all SMs */
        double l2_store_bytes_per_us; /* whole sectors */
        double l2_part_us;      /* a store of part of a sector, or an atomic:
                                 * until that sector takes the next one */
        double l2_atomics_per_us; /* sectors of atomics, all addresses apart */
        double dram_bytes_per_us;
        double dram_store_bytes_per_us;
        double launch_us;       /* an empty kernel, as a node of a graph of
                                 * many, one after the other */
        double constant_launch_us; /* more, if its module has an array in
                                    * constant memory */
        double blocks_per_us;   /* of one warp, started by the whole GPU */
        double block_start;     /* clocks from a block's end to the first
                                 * instruction of the one in its place */
        double warp_start;      /* clocks of the SM for each warp it starts */
        double array_us;        /* allocate, start a copy, free */
        double copy_bytes_per_us; /* between pageable memory and the GPU */
    } model;
};

/* All of common/gpus, by id (build/gpus.c). */
extern const struct gpu all_gpus[];
extern const size_t gpu_count;

/* The one that points are given by, whatever else is asked for. */
const struct gpu *gpu_default(void);
/* NULL: there is no such profile.  "h200/20": of that GPU 20 SMs, until the
 * next such part is asked for. */
const struct gpu *gpu_find(const char *id);
/* Blocks of so many threads and bytes of shared memory that a multiprocessor
 * runs at once, as far as these tell; 0: it cannot. */
unsigned gpu_blocks(const struct gpu *gpu, unsigned threads, uint64_t shared);
/* "known: h100, h200", for who asked for another; cut at n bytes. */
void gpu_known(char *text, size_t n);

#endif
