/*
 * caps.h - what many exercises can give at most when the work was not done on
 * the device, or not shared out.
 *
 * Idea: who did the work is not asked of shares, which idle threads could
 * change by keeping busy, but of amounts: what the busiest warp or block did
 * itself, and how many requests it took, whatever others do.  Each bound lies
 * between what a right solution needs that gives a thread 16 results, or a grid
 * of a few blocks everything, and the least that a single one needs.
 * All take the bound and where it is read: rows, cols, inner.
 */
#ifndef CAPS_H
#define CAPS_H

#include <math.h>

#include "lab.h"

enum { CAP_NOTHING = 0, CAP_ALONE = 40, CAP_PASTED = 50 };

/* Additions and multiplications on the device, at least. */
#define CAP_COMPUTED(least, ...)                                               \
    {                                                                          \
        .name = "computed on the device",                                      \
        .bounds = {"arithmetic", least, NAN}, .size = {__VA_ARGS__},           \
        .percent = CAP_NOTHING,                                                \
        .sentence = "The kernels did not compute this result.",                \
    }

/* Bytes that threads read, at least: the inputs. */
#define CAP_READ(least, ...)                                                   \
    {                                                                          \
        .name = "inputs read by the kernel",                                   \
        .bounds = {"thread_load_bytes", least, NAN}, .size = {__VA_ARGS__},    \
        .percent = CAP_NOTHING,                                                \
        .sentence = "The kernels did not even read the inputs.",               \
    }

/* Instructions of the busiest warp. */
#define CAP_WARP(most, ...)                                                    \
    {                                                                          \
        .name = "work for all warps",                                          \
        .bounds = {"max_warp_instructions", NAN, most},                        \
        .size = {__VA_ARGS__}, .percent = CAP_ALONE,                           \
        .sentence = "The busiest warp does far more than its share: give "     \
                    "every thread of the grid its part of the work.",          \
    }

/* Bytes that the busiest warp reads. */
#define CAP_WARP_BYTES(most, ...)                                              \
    {                                                                          \
        .name = "work for all warps",                                          \
        .bounds = {"max_warp_load_bytes", NAN, most}, .size = {__VA_ARGS__},   \
        .percent = CAP_ALONE,                                                  \
        .sentence = "The busiest warp reads far more than its share: give "    \
                    "every thread of a block its part of the work.",           \
    }

/* Loads of all warps: when one lane works, it takes 32 times as many. */
#define CAP_LANES(most, ...)                                                   \
    {                                                                          \
        .name = "work for all lanes",                                          \
        .bounds = {"global_load_requests", NAN, most}, .size = {__VA_ARGS__},  \
        .percent = CAP_ALONE,                                                  \
        .sentence = "This takes many times the loads of full warps: are all "  \
                    "32 lanes of a warp at work, on what is needed?",          \
    }

/* Bytes that the busiest block reads. */
#define CAP_BLOCK(most, ...)                                                   \
    {                                                                          \
        .name = "work for all blocks",                                         \
        .bounds = {"max_block_load_bytes", NAN, most}, .size = {__VA_ARGS__},  \
        .percent = CAP_ALONE,                                                  \
        .sentence = "The busiest block reads far more than its share: give "   \
                    "every block of the grid, and every warp of a block, its " \
                    "own part of the work.",                                   \
    }

/* The same where blocks need not read what they compute with more than once:
 * instructions of the busiest one. */
#define CAP_BLOCK_WORK(most, ...)                                              \
    {                                                                          \
        .name = "work for all blocks",                                         \
        .bounds = {"max_block_instructions", NAN, most},                       \
        .size = {__VA_ARGS__}, .percent = CAP_ALONE,                           \
        .sentence = "The busiest block does far more than its share: give "    \
                    "every block of the grid, and every warp of a block, its " \
                    "own part of the work.",                                   \
    }

/* Of what is to be done by the CPU. */
#define CAP_ON_CPU(...)                                                        \
    {                                                                          \
        .name = "computed on the CPU", .bounds = {"launches", NAN, 0},         \
        .size = {__VA_ARGS__}, .percent = CAP_NOTHING,                         \
        .sentence = "This is to be computed by the CPU, without a kernel.",    \
    }

/* A metric in which the exercise differs from the one before it. */
#define CAP_STEP(the_metric, least, most, the_sentence, ...)                   \
    {                                                                          \
        .name = "the step of this exercise",                                   \
        .bounds = {the_metric, least, most}, .size = {__VA_ARGS__},            \
        .percent = CAP_PASTED, .sentence = the_sentence,                       \
    }

#endif
