/*
 * lab2.cu - the set: lab 2's reference, its right solutions and its poor ones;
 * as lab1.cu.
 */
#include "times.h"
#include <cooperative_groups.h>

#define matvec_tiled           PASTE(VERSION, matvec_tiled)
#define matvec_tiled_acc       PASTE(VERSION, matvec_tiled_acc)
#define vecmat_tiled           PASTE(VERSION, vecmat_tiled)
#define matvec_transposed_tile PASTE(VERSION, matvec_transposed_tile)
#define matmul_tiled           PASTE(VERSION, matmul_tiled)
#define matmul_best            PASTE(VERSION, matmul_best)
#define matmul_register        PASTE(VERSION, matmul_register)

#define VERSION reference
namespace reference
{
#include "../../../lab2_shared/reference.cu"
}
#undef VERSION
#define VERSION beginner
namespace beginner
{
#include "../../../lab2_shared/tests/right/beginner.cu"
}
#undef VERSION
#undef T1
#undef T2
#undef TILE_WIDTH
#define VERSION double_buffer
namespace double_buffer
{
#include "../../../lab2_shared/tests/right/double_buffer.cu"
}
#undef VERSION
#define VERSION grid_stride
namespace grid_stride
{
#include "../../../lab2_shared/tests/right/grid_stride.cu"
}
#undef VERSION
#define VERSION groups
namespace groups
{
#include "../../../lab2_shared/tests/right/groups.cu"
}
#undef VERSION
#define VERSION other_blocks
namespace other_blocks
{
#include "../../../lab2_shared/tests/right/other_blocks.cu"
}
#undef VERSION
#define VERSION registers
namespace registers
{
#include "../../../lab2_shared/tests/right/registers.cu"
}
#undef VERSION
#define VERSION templates
namespace templates
{
#include "../../../lab2_shared/tests/right/templates.cu"
}
#undef VERSION
#define VERSION decoys
namespace decoys
{
#include "../../../lab2_shared/tests/poor/decoys.cu"
}
#undef VERSION
#undef matvec_tiled
#undef matvec_tiled_acc
#undef vecmat_tiled
#undef matvec_transposed_tile
#undef matmul_tiled
#undef matmul_best
#undef matmul_register

// The table, and how its rows are said, stand as they do by hand.
// clang-format off
#define MATVEC(rung, version, ...)                                             \
    ROW("matvec/" #rung "_" #version, "lab2",                                  \
        OF(version, matvec_##rung)(d.a, d.b, d.c, s.a, s.b), __VA_ARGS__)
#define TILED(version, ...) MATVEC(tiled, version, __VA_ARGS__)
#define ACC(version, ...) MATVEC(tiled_acc, version, __VA_ARGS__)
#define TRANSPOSED(version, ...) MATVEC(transposed_tile, version, __VA_ARGS__)
#define VECMAT(version, ...)                                                   \
    ROW("vecmat/tiled_" #version, "lab2",                                      \
        OF(version, vecmat_tiled)(d.b, d.a, d.c, s.a, s.b), __VA_ARGS__)
#define MATMUL(version, ...)                                                   \
    ROW("matmul/tiled_" #version, "lab2",                                      \
        OF(version, matmul_tiled)(d.a, d.b, d.c, s.a, s.b, s.c), __VA_ARGS__)
#define VERSIONS(WHAT, ...)                                                    \
    WHAT(beginner, __VA_ARGS__)                                                \
    WHAT(double_buffer, __VA_ARGS__)                                           \
    WHAT(grid_stride, __VA_ARGS__)                                             \
    WHAT(groups, __VA_ARGS__)                                                  \
    WHAT(other_blocks, __VA_ARGS__)                                            \
    WHAT(registers, __VA_ARGS__)                                               \
    WHAT(templates, __VA_ARGS__)                                               \
    WHAT(decoys, __VA_ARGS__)

static const struct timed cases[] = {
    TILED(reference, {64, 64}, {1000, 500}, {1500, 1000}, {2500, 2000})
    VERSIONS(TILED, SHAPES)
    ACC(reference, {1000, 500}, {1500, 1000}, {2500, 2000})
    VERSIONS(ACC, SHAPES)
    VECMAT(reference, {64, 64}, {1000, 500}, {1500, 1000}, {2500, 2000})
    VERSIONS(VECMAT, SHAPES)
    TRANSPOSED(reference, {64, 64}, {1000, 500}, {1500, 1000}, {2500, 2000})
    VERSIONS(TRANSPOSED, SHAPES)
    MATMUL(reference, CUBE(64), CUBE(192), CUBE(320), CUBE(384))
    VERSIONS(MATMUL, CUBE(128), CUBE(320))
    ROW("matmul/best", "lab2",
        OF(reference, matmul_best)(d.a, d.b, d.c, s.a, s.b, s.c), CUBE(128),
        CUBE(320), CUBE(512))
};

TIMES_MAIN
