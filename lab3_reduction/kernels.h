/*
 * kernels.h - the functions that student.cu and reference.cu both define.
 *
 * All pointers are DEVICE pointers; a launcher may return before its kernel
 * has finished.  Every size is at least 1, and nothing is promised about what
 * it divides, except where it says so.  Arrays do not overlap.  Inputs stay as
 * they are; every element of an output is written, whatever was in it before.
 */
#ifndef LAB3_REDUCTION_KERNELS_H
#define LAB3_REDUCTION_KERNELS_H

#ifdef __cplusplus
#include "cuda_runtime.h"
extern "C" {
#else
typedef int cudaError_t; /* the harness is plain C and knows no CUDA */
#endif

/* The dot product of a and b, n elements each, in `blocks` parts: block k
 * writes partial[k].  Launches `blocks` blocks of `threads` threads, 1 to
 * 1024.  Of the blocks * threads threads, number t takes the elements t,
 * t + blocks * threads, t + 2 * blocks * threads, ... */
void dot(const float *a, const float *b, float *partial, int n, int blocks,
         int threads);

/* The same with shuffles.  Here, threads is a multiple of 32. */
void dot_shuffle(const float *a, const float *b, float *partial, int n,
                 int blocks, int threads);

/* result[0] = the whole dot product of a and b, n elements each, by any number
 * of blocks; nobody has cleared result. */
void dot_whole(const float *a, const float *b, float *result, int n);

/* The sum of in[0 .. n), in parts: partial[k] is that of the elements
 * [k * S, (k + 1) * S), as far as there are so many, and there is a block for
 * each part.  `threads` is a power of two, 64 to 1024.
 *   modulo, strided, halves    blocks of `threads` threads, S = threads
 *   first_add, last_warp       blocks of `threads` threads, S = 2 * threads
 *   unrolled                   blocks of 256 threads, S = 2 * 256
 *   many                       blocks of 256 threads, S = 16 * 256 */
void reduce_modulo(const float *in, float *partial, int n, int threads);
void reduce_strided(const float *in, float *partial, int n, int threads);
void reduce_halves(const float *in, float *partial, int n, int threads);
void reduce_first_add(const float *in, float *partial, int n, int threads);
void reduce_last_warp(const float *in, float *partial, int n, int threads);
void reduce_unrolled(const float *in, float *partial, int n);
void reduce_many(const float *in, float *partial, int n);

/* minima[k] = the least of block k's own `count` elements of input, which
 * begin at input[k * count].  Launches `blocks` blocks of `threads` threads,
 * 1 to 1024; a tree in shared memory as in dot.
 * stamps[k] is clock64() when all threads of block k are there, before any of
 * them read input; stamps[blocks + k] when all of them are done. */
void block_clock(const float *input, float *minima, long long *stamps,
                 int blocks, int count, int threads);

/* c[i] = a[i] + b[i] for i in [0, n).  HOST pointers, to memory that is pinned;
 * the function moves the data itself, in `chunks` pieces: all have (n - 1) /
 * chunks + 1 elements, but the last ones, which may have fewer or none.  Piece
 * k is copied in, added and copied back in stream k % streams, of 1 to 8 that
 * the function makes.  When it returns, c is complete.  Returns the error of
 * the first call that failed, else cudaSuccess; gives back all it made. */
cudaError_t add_streams(const float *a, const float *b, float *c, int n,
                        int chunks, int streams);

/* On the CPU, without a kernel.  Calls work(with) once, then `calls` times, an
 * odd number up to 99; takes the time of each of these by now(), which is in
 * ms.  result[0] = the median of the times, [1] the least, [2] the most. */
void time_calls(void (*work)(void *), void *with, double (*now)(void),
                int calls, double *result);

/* For each batch k in [0, N): v[j] = mean of the row input[k][j], j in [0, L);
 * then column k of the output is matrix times v:
 *     output[i][k] = sum over j of matrix[i][j] * v[j]
 * input: N x L x M; matrix: L x L; output: L x N; row-major, the last index
 * fastest.  L is at most 4096; each block has 256 threads.  In the steps of
 * the ladder:
 *   cpu         on the CPU, without a kernel; pointers are HOST pointers
 *   one_block   a single block; a thread per row of the means
 *   grid        a block per batch
 *   coalesced   a warp per row of the means
 *   shuffle     products summed by shuffles, two barriers per row */
void batch_cpu(const double *input, const double *matrix, double *output,
               int L, int M, int N);
void batch_one_block(const double *input, const double *matrix,
                     double *output, int L, int M, int N);
void batch_grid(const double *input, const double *matrix, double *output,
                int L, int M, int N);
void batch_coalesced(const double *input, const double *matrix,
                     double *output, int L, int M, int N);
void batch_shuffle(const double *input, const double *matrix, double *output,
                   int L, int M, int N);

/* The open ones, by any kernels, in any number of launches of any shape.  What
 * one call leaves in memory of its own (a __device__ array) must not make the
 * next one wrong; nothing is allocated.  Times are taken of many calls that
 * follow each other.
 *   dot_best    result[0] = the whole dot product of a and b, n elements each
 *   batch_best  the output of batch_grid; L is at most 4096 */
void dot_best(const float *a, const float *b, float *result, int n);
void batch_best(const double *input, const double *matrix, double *output,
                int L, int M, int N);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how each is called -----------------------------------
 *
 * p: the arrays, in the order of the exercise's buffers (lab.c); s: the size.
 * Of this common/harness/runner/launchers.c makes what a program is entered
 * by. */
#ifdef LAUNCHER
#ifndef LAB3_REDUCTION_PRETENDED
#define LAB3_REDUCTION_PRETENDED
/* What time_calls is given: work that takes as long as an array says, by a
 * clock that goes on while it works.  Nobody's points hang on a real one. */
static struct {
    const double *ms;
    int calls, most;
    double clock;
} pretended;

static void pretended_work(void *with)
{
    (void)with;
    if (pretended.calls < pretended.most)
        pretended.clock += pretended.ms[pretended.calls];
    pretended.calls++;
}

static double pretended_now(void)
{
    return pretended.clock;
}

static void *pretend(const double *ms, int most)
{
    pretended.ms = ms;
    pretended.most = most;
    pretended.calls = 0;
    pretended.clock = 1000;
    return &pretended;
}
#endif

LAUNCHER(dot, p[0], p[1], p[2], s.cols, s.rows, s.inner)
LAUNCHER(dot_shuffle, p[0], p[1], p[2], s.cols, s.rows, s.inner)
LAUNCHER(dot_whole, p[0], p[1], p[2], s.cols)
LAUNCHER(reduce_modulo, p[0], p[1], s.cols, s.inner)
LAUNCHER(reduce_strided, p[0], p[1], s.cols, s.inner)
LAUNCHER(reduce_halves, p[0], p[1], s.cols, s.inner)
LAUNCHER(reduce_first_add, p[0], p[1], s.cols, s.inner)
LAUNCHER(reduce_last_warp, p[0], p[1], s.cols, s.inner)
LAUNCHER(reduce_unrolled, p[0], p[1], s.cols)
LAUNCHER(reduce_many, p[0], p[1], s.cols)
LAUNCHER(block_clock, p[0], p[1], p[2], s.rows, s.cols, s.inner)
LAUNCHER_WITH_ERROR(add_streams, p[0], p[1], p[2], s.cols, s.rows, s.inner)
LAUNCHER(time_calls, pretended_work, pretend(p[0], 1 + s.cols), pretended_now,
         s.cols, p[1])
LAUNCHER(batch_cpu, p[0], p[1], p[2], s.rows, s.cols, s.inner)
LAUNCHER(batch_one_block, p[0], p[1], p[2], s.rows, s.cols, s.inner)
LAUNCHER(batch_grid, p[0], p[1], p[2], s.rows, s.cols, s.inner)
LAUNCHER(batch_coalesced, p[0], p[1], p[2], s.rows, s.cols, s.inner)
LAUNCHER(batch_shuffle, p[0], p[1], p[2], s.rows, s.cols, s.inner)
LAUNCHER(dot_best, p[0], p[1], p[2], s.cols)
LAUNCHER(batch_best, p[0], p[1], p[2], s.rows, s.cols, s.inner)
#endif
