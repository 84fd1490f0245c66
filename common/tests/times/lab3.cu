/*
 * lab3.cu - the set: lab 3's reference, its right solutions and its poor ones;
 * as lab1.cu.
 */
#include "times.h"
#include <assert.h>
#include <cooperative_groups.h>
#include <float.h>
#include <math.h>

#define dot             PASTE(VERSION, dot)
#define dot_shuffle     PASTE(VERSION, dot_shuffle)
#define block_clock     PASTE(VERSION, block_clock)
#define batch_one_block PASTE(VERSION, batch_one_block)
#define batch_grid      PASTE(VERSION, batch_grid)
#define batch_coalesced PASTE(VERSION, batch_coalesced)
#define batch_shuffle   PASTE(VERSION, batch_shuffle)
#define dot_best        PASTE(VERSION, dot_best)
#define batch_best      PASTE(VERSION, batch_best)
#define reduce_many     PASTE(VERSION, reduce_many)
#define reduce_modulo   PASTE(VERSION, reduce_modulo)

#define VERSION reference
namespace reference
{
#include "../../../lab3_reduction/reference.cu"
}
#undef VERSION
#define VERSION beginner
namespace beginner
{
#include "../../../lab3_reduction/tests/right/beginner.cu"
}
#undef VERSION
#define VERSION groups
namespace groups
{
#include "../../../lab3_reduction/tests/right/groups.cu"
}
#undef VERSION
#define VERSION textbook
namespace textbook
{
#include "../../../lab3_reduction/tests/right/textbook.cu"
}
#undef VERSION
#undef FULL
#define VERSION warps
namespace warps
{
#include "../../../lab3_reduction/tests/right/warps.cu"
}
#undef VERSION
#undef ALL
#define VERSION few
namespace few
{
#include "../../../lab3_reduction/tests/poor/few.cu"
}
#undef VERSION
#undef dot
#undef dot_shuffle
#undef block_clock
#undef batch_one_block
#undef batch_grid
#undef batch_coalesced
#undef batch_shuffle
#undef dot_best
#undef batch_best
#undef reduce_many
#undef reduce_modulo

// The table, and how its rows are said, stand as they do by hand.
// clang-format off
// blocks x elements x threads
#define DOT(version, ...)                                                      \
    ROW("dot/" #version, "lab3",                                               \
        OF(version, dot)(d.a, d.b, d.c, s.b, s.a, s.c), __VA_ARGS__)
#define SHUFFLE(version, ...)                                                  \
    ROW("dot/shuffle_" #version, "lab3",                                       \
        OF(version, dot_shuffle)(d.a, d.b, d.c, s.b, s.a, s.c), __VA_ARGS__)
#define CLOCK(version, ...)                                                    \
    ROW("block_clock/" #version, "lab3",                                       \
        OF(version, block_clock)(d.a, d.c, (long long *)d.j, s.a, s.b, s.c),   \
        __VA_ARGS__)
// L x M x N
#define BATCH(rung, version, ...)                                              \
    ROW("batch/" #rung "_" #version, "lab3",                                   \
        OF(version, batch_##rung)(d.x, d.x + DOUBLES / 2, d.z, s.a, s.b, s.c), \
        __VA_ARGS__)
#define ONE_BLOCK(version, ...) BATCH(one_block, version, __VA_ARGS__)
#define GRID(version, ...) BATCH(grid, version, __VA_ARGS__)
#define COALESCED(version, ...) BATCH(coalesced, version, __VA_ARGS__)
#define BY_SHUFFLE(version, ...) BATCH(shuffle, version, __VA_ARGS__)
#define VERSIONS(WHAT, ...)                                                    \
    WHAT(beginner, __VA_ARGS__)                                                \
    WHAT(groups, __VA_ARGS__)                                                  \
    WHAT(textbook, __VA_ARGS__)                                                \
    WHAT(warps, __VA_ARGS__)

#define DOTS {32, 1 << 20, 256}, {264, 1 << 20, 256}, {1056, 1 << 22, 256}
#define CLOCKS {8, 512, 256}, {132, 512, 256}, {2112, 512, 256}
#define BATCHES {32, 32, 8}, {128, 128, 8}, {64, 64, 264}

static const struct timed cases[] = {
    DOT(reference, DOTS, {8, 1 << 20, 256}, {528, 1 << 20, 256},
        {1056, 1 << 24, 256}, {264, 1 << 20, 1024}, {264, 1 << 20, 96})
    VERSIONS(DOT, DOTS)
    DOT(few, {32, 1 << 14, 256})
    SHUFFLE(reference, DOTS, {8, 1 << 20, 256}, {528, 1 << 20, 256},
        {1056, 1 << 24, 256}, {264, 1 << 20, 1024}, {264, 1 << 20, 96})
    VERSIONS(SHUFFLE, DOTS)
    SHUFFLE(few, {32, 1 << 14, 256})
    CLOCK(reference, CLOCKS, {1, 512, 256}, {528, 512, 256},
          {1056, 512, 256})
    VERSIONS(CLOCK, CLOCKS)
    CLOCK(few, CLOCKS)
    ONE_BLOCK(reference, {32, 32, 8}, {128, 128, 8}, {256, 256, 8})
    VERSIONS(ONE_BLOCK, {32, 32, 8}, {128, 128, 8})
    ONE_BLOCK(few, {32, 32, 2})
    GRID(reference, {32, 32, 8}, {128, 128, 8}, {256, 256, 8}, {64, 64, 264})
    VERSIONS(GRID, BATCHES)
    GRID(few, {32, 32, 8})
    COALESCED(reference, {32, 32, 8}, {128, 128, 8}, {256, 256, 8},
              {64, 64, 264})
    VERSIONS(COALESCED, BATCHES)
    COALESCED(few, {32, 32, 8})
    BY_SHUFFLE(reference, {32, 32, 8}, {128, 128, 8}, {256, 256, 8},
               {64, 64, 264})
    VERSIONS(BY_SHUFFLE, BATCHES)
    BY_SHUFFLE(few, {32, 32, 8})
    ROW("dot/best", "lab3", OF(reference, dot_best)(d.a, d.b, d.c, s.a),
        {1 << 16}, {1 << 20}, {1 << 24})
    ROW("batch/best", "lab3",
        OF(reference, batch_best)(d.x, d.x + DOUBLES / 2, d.z, s.a, s.b, s.c),
        BATCHES)
};

TIMES_MAIN
