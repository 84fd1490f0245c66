/*
 * lab1.cu - the set: lab 1's reference, its right solutions and its poor ones.
 *
 * Launchers that wait or copy cannot be captured and are not in the table.
 * Each file is a version, in a namespace of its own; VERSION makes launchers
 * that are extern "C" others than those of the file before.
 */
#include "times.h"
#include <stdlib.h>
#include <string.h>

#define matvec       PASTE(VERSION, matvec)
#define vecmat       PASTE(VERSION, vecmat)
#define matvec_warp  PASTE(VERSION, matvec_warp)
#define matmul_naive PASTE(VERSION, matmul_naive)
#define matvec_best  PASTE(VERSION, matvec_best)
#define vecmat_best  PASTE(VERSION, vecmat_best)
#define vector_add   PASTE(VERSION, vector_add)

#define VERSION reference
namespace reference
{
#include "../../../lab1_global/reference.cu"
}
#undef VERSION
#define VERSION beginner
namespace beginner
{
#include "../../../lab1_global/tests/right/beginner.cu"
}
#undef VERSION
#define VERSION classes
namespace classes
{
#include "../../../lab1_global/tests/right/classes.cu"
}
#undef VERSION
#define VERSION downwards
namespace downwards
{
#include "../../../lab1_global/tests/right/downwards.cu"
}
#undef VERSION
#define VERSION grid_stride
namespace grid_stride
{
#include "../../../lab1_global/tests/right/grid_stride.cu"
}
#undef VERSION
#define VERSION persistent
namespace persistent
{
#include "../../../lab1_global/tests/right/persistent.cu"
}
#undef VERSION
#define VERSION wide_loads
namespace wide_loads
{
#include "../../../lab1_global/tests/right/wide_loads.cu"
}
#undef VERSION
#define VERSION few
namespace few
{
#include "../../../lab1_global/tests/poor/few.cu"
}
#undef VERSION
#undef matvec
#undef vecmat
#undef matvec_warp
#undef matmul_naive
#undef matvec_best
#undef vecmat_best

// The table, and how its rows are said, stand as they do by hand.
// clang-format off
#define MATVEC(version, ...)                                                   \
    ROW("matvec/" #version, "lab1",                                            \
        OF(version, matvec)(d.a, d.b, d.c, s.a, s.b), __VA_ARGS__)
#define VECMAT(version, ...)                                                   \
    ROW("vecmat/" #version, "lab1",                                            \
        OF(version, vecmat)(d.b, d.a, d.c, s.a, s.b), __VA_ARGS__)
#define WARP_MATVEC(version, ...)                                              \
    ROW("matvec_warp/" #version, "lab1",                                       \
        OF(version, matvec_warp)(d.a, d.b, d.c, s.a, s.b), __VA_ARGS__)
#define MATMUL(version, ...)                                                   \
    ROW("matmul/naive_" #version, "lab1",                                      \
        OF(version, matmul_naive)(d.a, d.b, d.c, s.a, s.b, s.c), __VA_ARGS__)
#define VERSIONS(WHAT, ...)                                                    \
    WHAT(beginner, __VA_ARGS__)                                                \
    WHAT(classes, __VA_ARGS__)                                                 \
    WHAT(grid_stride, __VA_ARGS__)                                             \
    WHAT(wide_loads, __VA_ARGS__)

static const struct timed cases[] = {
    MATVEC(reference, {64, 64}, {1000, 500}, {1500, 1000}, {2500, 2000})
    VERSIONS(MATVEC, SHAPES)
    MATVEC(few, {500, 100})
    ROW("matvec/best", "lab1",
        OF(reference, matvec_best)(d.a, d.b, d.c, s.a, s.b), {1000, 500},
        {1500, 1000}, {2500, 2000})
    ROW("vecmat/best", "lab1",
        OF(reference, vecmat_best)(d.b, d.a, d.c, s.a, s.b), {1000, 500},
        {1500, 1000}, {2500, 2000})
    VECMAT(reference, {64, 64}, {1000, 500}, {1500, 1000}, {2500, 2000})
    VERSIONS(VECMAT, SHAPES)
    VECMAT(persistent, SHAPES)
    VECMAT(few, {200, 512})
    WARP_MATVEC(reference, {64, 64}, {1000, 500}, {1500, 1000}, {2500, 2000},
                {4000, 4000})
    VERSIONS(WARP_MATVEC, SHAPES)
    WARP_MATVEC(downwards, SHAPES)
    WARP_MATVEC(persistent, SHAPES)
    WARP_MATVEC(few, {200, 500})
    MATMUL(reference, CUBE(64), CUBE(192), CUBE(320), CUBE(384))
    VERSIONS(MATMUL, CUBE(128), CUBE(320))
    MATMUL(downwards, CUBE(128), CUBE(320))
    MATMUL(persistent, CUBE(128), CUBE(320))
    MATMUL(few, CUBE(64))
};

TIMES_MAIN
