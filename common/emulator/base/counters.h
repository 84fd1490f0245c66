/* counters.h - what one launch did, in numbers. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdint.h>

/* What one launch did.  64-bit totals over all warps; equal from run to run
 * whatever the number of host threads.  The X-macro also orders the CSV. */
#define COUNTERS(X)                                                         \
    X(warp_instructions)           /* executed, guard false included */     \
    X(thread_instructions)         /* active lanes summed */                \
    X(global_load_requests)        /* warp-level, >= 1 active lane */       \
    X(global_load_sectors)         /* distinct 32-byte pieces a request */  \
    X(global_load_bytes)           /* distinct bytes asked for */           \
    X(global_store_requests)                                                \
    X(global_store_sectors)                                                 \
    X(global_store_bytes)                                                   \
    X(shared_load_requests)                                                 \
    X(shared_load_wavefronts)                                               \
    X(shared_load_bank_conflicts)  /* wavefronts beyond the fewest */       \
    X(shared_load_bytes)           /* distinct bytes asked for */           \
    X(shared_store_requests)                                                \
    X(shared_store_wavefronts)                                              \
    X(shared_store_bank_conflicts)                                          \
    X(shared_store_bytes)                                                   \
    X(local_load_requests)                                                  \
    X(local_store_requests)                                                 \
    X(branches)                    /* executed by a warp */                 \
    X(divergent_branches)          /* its lanes went both ways */           \
    X(barriers)                    /* per warp */                           \
    X(atomics)                     /* warp-level, global and shared */      \
    X(global_atom_requests)        /* of which somebody reads the result */ \
    X(global_atom_sectors)                                                  \
    X(global_red_requests)         /* of which nobody does */               \
    X(global_red_sectors)                                                   \
    X(shared_atomic_requests)                                               \
    X(shared_atomic_wavefronts)                                             \
    X(shared_atomic_bank_conflicts)                                         \
    X(flops_single)                /* add, mul: 1; fma: 2; per lane */      \
    X(flops_double)                /* and of mma 2 for each product */      \
    /* The longest warp and the busiest block. */                           \
    X(max_warp_instructions)       /* maximum, not a sum: see MAX below */  \
    X(max_warp_global_loads)                                                \
    X(max_block_sectors)           /* global, loads and stores */           \
    X(max_block_instructions)                                               \
    /* Who did the work, and how; "load" is of global memory. */            \
    X(thread_load_bytes)           /* of every lane, wanted twice or not */ \
    X(max_warp_load_bytes)         /* the same of the busiest warp, block */ \
    X(max_block_load_bytes)                                                 \
    X(shuffles)                    /* per warp */                           \
    X(clock_starts)                /* blocks: see stopwatch.c */            \
    X(clock_stops)

struct counters {
#define X(name) uint64_t name;
    COUNTERS(X)
#undef X
};

/* Adds part to sum: the max_* counters take the larger one. */
void counters_add(struct counters *sum, const struct counters *part);

#endif
