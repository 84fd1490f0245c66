/*
 * student.cu - YOU EDIT THIS.
 *
 * README.md in this folder explains the tasks.  Write the parts
 * marked TASK in place of their TODO lines, in any order, then
 *
 *     make check LAB=lab3_reduction
 *
 * Stuck?  make hint LAB=lab3_reduction EX=... gives one step at a time.
 * Stub number 925228094 (tells make stubs whether there is work in this file)
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum {
    WARP = 32,            // threads that execute together
    MOST = 1024,          // threads a block can have
    MOST_STREAMS = 8,     // of add_streams
    BLOCK = 256,          // threads per block of add_streams and the batches
    WARPS = BLOCK / WARP, // rows whose means a block works on at once
    MANY = 16,            // elements of a thread of reduce_many
    MOST_BLOCKS = 1056,   // of 256 threads that an H200 has room for
    MOST_CALLS = 99,      // that time_calls takes the time of
    MOST_ROWS = 4096      // of a batch
};

// ---- dot ------------------------------------------------------------------

__global__ void dot_kernel(const float *a, const float *b, float *partial,
                           int n)
{
    // TASK: first each thread sums its products in a local variable (about 4
    // lines); then the sums of the block are added up in shared memory (about
    // 10 lines).  In each step, the threads of one half add what the other
    // half has.  Which barriers does that need?  And what if the number of
    // sums is odd?
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)partial, (void)n;
}

extern "C" void dot(const float *a, const float *b, float *partial, int n,
                    int blocks, int threads)
{
    // TASK: launch dot_kernel (1 line).
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)partial, (void)n, (void)blocks, (void)threads;
}

// ---- dot_shuffle ----------------------------------------------------------

__global__ void dot_shuffle_kernel(const float *a, const float *b,
                                   float *partial, int n)
{
    // TASK: products as before; then each warp adds up its 32 sums with
    // __shfl_down_sync and leaves one in shared memory; then the first warp
    // adds up those (about 18 lines in all).  There may be fewer than 32 warps,
    // but 32 lanes must shuffle.
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)partial, (void)n;
}

extern "C" void dot_shuffle(const float *a, const float *b, float *partial,
                            int n, int blocks, int threads)
{
    // TASK: launch dot_shuffle_kernel (1 line).
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)partial, (void)n, (void)blocks, (void)threads;
}

// ---- dot_whole ------------------------------------------------------------

__global__ void dot_whole_kernel(const float *a, const float *b, float *result,
                                 int n)
{
    // TASK: as dot_shuffle; in the end the sum of each block is added to
    // result[0], which other blocks add to at the same time (1 line differs).
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)result, (void)n;
}

extern "C" void dot_whole(const float *a, const float *b, float *result, int n)
{
    // TASK: set result[0] to 0 (cudaMemset), and launch blocks of BLOCK
    // threads: enough for n, but no more than MOST_BLOCKS (3 lines).
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)result, (void)n;
}

// ---- reduce_modulo --------------------------------------------------------

__global__ void reduce_modulo_kernel(const float *in, float *partial, int n)
{
    // TASK: each thread puts its element, or 0 if it has none, into shared
    // memory; then a tree (about 9 lines).  In step s = 1, 2, 4, ... thread t
    // adds sums[t + s] to sums[t] if t % (2 * s) is 0.
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n;
}

extern "C" void reduce_modulo(const float *in, float *partial, int n,
                              int threads)
{
    // TASK: launch a block for every `threads` elements (2 lines).
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n, (void)threads;
}

// ---- reduce_strided -------------------------------------------------------

__global__ void reduce_strided_kernel(const float *in, float *partial, int n)
{
    // TASK: the same sums in the same places, but the first threads add: in
    // step s, thread t takes place 2 * s * t, if the block has that place.
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n;
}

extern "C" void reduce_strided(const float *in, float *partial, int n,
                               int threads)
{
    // TASK: launch a block for every `threads` elements (2 lines).
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n, (void)threads;
}

// ---- reduce_halves --------------------------------------------------------

__global__ void reduce_halves_kernel(const float *in, float *partial, int n)
{
    // TASK: neighbouring threads add at neighbouring places: the upper half of
    // the sums goes to the lower half, as in dot.
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n;
}

extern "C" void reduce_halves(const float *in, float *partial, int n,
                              int threads)
{
    // TASK: launch a block for every `threads` elements (2 lines).
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n, (void)threads;
}

// ---- reduce_first_add -----------------------------------------------------

__global__ void reduce_first_add_kernel(const float *in, float *partial, int n)
{
    // TASK: each thread loads two elements, blockDim.x apart, and stores their
    // sum; then the tree of before.  Either of the two may be past the end.
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n;
}

extern "C" void reduce_first_add(const float *in, float *partial, int n,
                                 int threads)
{
    // TASK: launch a block for every 2 * threads elements (2 lines).
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n, (void)threads;
}

// ---- reduce_last_warp -----------------------------------------------------

__global__ void reduce_last_warp_kernel(const float *in, float *partial, int n)
{
    // TASK: the tree ends when 64 sums are left.  Then warp 0 alone goes on:
    // each lane adds two of them, shuffles do the rest.
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n;
}

extern "C" void reduce_last_warp(const float *in, float *partial, int n,
                                 int threads)
{
    // TASK: launch a block for every 2 * threads elements (2 lines).
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n, (void)threads;
}

// ---- reduce_unrolled ------------------------------------------------------

__global__ void reduce_unrolled_kernel(const float *in, float *partial, int n)
{
    // TASK: the same for blocks of BLOCK threads.  BLOCK is a constant, so all
    // steps are known to the compiler: write it in place of blockDim.x, and
    // #pragma unroll above the loops.
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n;
}

extern "C" void reduce_unrolled(const float *in, float *partial, int n)
{
    // TASK: launch a block of BLOCK threads for every 2 * BLOCK elements (2
    // lines).
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n;
}

// ---- reduce_many ----------------------------------------------------------

__global__ void reduce_many_kernel(const float *in, float *partial, int n)
{
    // TASK: each thread adds up MANY elements, BLOCK apart, in a local
    // variable; then as before.  #pragma unroll lets all loads be under way at
    // once.
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n;
}

extern "C" void reduce_many(const float *in, float *partial, int n)
{
    // TASK: launch a block of BLOCK threads for every MANY * BLOCK elements (2
    // lines).
    // TODO: your code here, instead of the next line.
    (void)in, (void)partial, (void)n;
}

// ---- block_clock ----------------------------------------------------------

__global__ void block_clock_kernel(const float *input, float *minima,
                                   long long *stamps, int count)
{
    // TASK: the minimum of the block's slice, by the tree of task 1, between
    // two readings of clock64() (about 20 lines).  Take the sum's place with
    // fminf(x, y).  Thread 0 stores the stamps; put barriers where they make
    // them true for the whole block.  The shared array is as long as the
    // launch says: extern __shared__ float least[];
    // TODO: your code here, instead of the next line.
    (void)input, (void)minima, (void)stamps, (void)count;
}

extern "C" void block_clock(const float *input, float *minima,
                            long long *stamps, int blocks, int count,
                            int threads)
{
    // TASK: launch block_clock_kernel (2 lines).  The third argument between
    // <<< and >>> is the size of the extern array, in bytes.
    // TODO: your code here, instead of the next line.
    (void)input, (void)minima, (void)stamps, (void)blocks, (void)count,
        (void)threads;
}

// ---- add_streams ----------------------------------------------------------

// A stream, and room on the device for a piece of a, of b and of c.
struct queue {
    cudaStream_t stream;
    float *room; // 3 * length elements; NULL: none yet
};

__global__ void add_streams_kernel(const float *a, const float *b, float *c,
                                   int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        c[i] = a[i] + b[i];
}

// Tells the stream of `queue` what is to be done with `count` elements, and
// waits for nothing.  a, b, c: where they begin in the host's memory.
cudaError_t add_piece(const struct queue *queue, const float *a, const float *b,
                      float *c, int count)
{
    cudaError_t error = cudaSuccess;

    // TASK: two copies to the device, the launch, one copy back, all four told
    // to queue->stream (about 12 lines).  The arguments between <<< and >>> are
    // blocks, threads, bytes of shared memory, stream.
    // TODO: your code here, instead of the next line.
    (void)queue, (void)a, (void)b, (void)c, (void)count;
    return error;
}

extern "C" cudaError_t add_streams(const float *a, const float *b, float *c,
                                   int n, int chunks, int streams)
{
    cudaError_t error = cudaSuccess;

    // TASK: an array of MOST_STREAMS queues, all 0; make the streams and their
    // rooms (about 6 lines); give piece k to stream k % streams (4 lines); wait
    // for all of them, then give everything back (about 8 lines).
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)c, (void)n, (void)chunks, (void)streams;

    return error;
}

// ---- time_calls -----------------------------------------------------------

extern "C" void time_calls(void (*work)(void *), void *with,
                           double (*now)(void), int calls, double *result)
{
    // TASK: the stopwatch for the CPU, without a kernel (about 14 lines).  One
    // call of work(with) that is not timed; then `calls` calls, each between
    // two readings of now().  result[0] is the median of these times,
    // result[1] the least, result[2] the most.  calls is odd, and at most 99.
    // TODO: your code here, instead of the next line.
    (void)work, (void)with, (void)now, (void)calls, (void)result;
}

// ---- batch_cpu ------------------------------------------------------------

extern "C" void batch_cpu(const double *input, const double *matrix,
                          double *output, int L, int M, int N)
{
    // TASK: the batches on the CPU, in plain C, without a kernel (about 16
    // lines); kernels.h says what has to come out.  In which order do you read
    // input and matrix?  And who clears the output?
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}

// ---- batch_one_block ------------------------------------------------------

__global__ void batch_one_block_kernel(const double *input,
                                       const double *matrix, double *output,
                                       int L, int M, int N)
{
    // TASK: one block does batch after batch (about 25 lines).  A thread takes
    // the rows thread, thread + BLOCK, ... and sums each along its M elements.
    // Then, for each row i of the matrix, the threads share out the L products
    // and the block adds up their sums in a tree; one thread stores.
    // extern __shared__ double v[]; has room for the L means.
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}

extern "C" void batch_one_block(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    // TASK: launch one block of BLOCK threads, with room for v (2 lines).
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}

// ---- batch_grid -----------------------------------------------------------

__global__ void batch_grid_kernel(const double *input, const double *matrix,
                                  double *output, int L, int M, int N)
{
    // TASK: the same for one batch: which one says blockIdx.x.
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}

extern "C" void batch_grid(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    // TASK: launch a block for every batch (2 lines).
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}

// ---- batch_coalesced ------------------------------------------------------

__global__ void batch_coalesced_kernel(const double *input,
                                       const double *matrix, double *output,
                                       int L, int M, int N)
{
    // TASK: as before, but a warp takes a row of the means: its lanes read
    // along the row and add up their sums with shuffles (about 10 new lines).
    // Who reads v[j] now?
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}

extern "C" void batch_coalesced(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    // TASK: launch a block for every batch (2 lines).
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}

// ---- batch_shuffle --------------------------------------------------------

__global__ void batch_shuffle_kernel(const double *input, const double *matrix,
                                     double *output, int L, int M, int N)
{
    // TASK: as before, with the two stages of dot_shuffle in place of the
    // tree, for every row of the product (about 12 new lines).  A fast warp
    // may be a row ahead: which two barriers keep it from doing harm?
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}

extern "C" void batch_shuffle(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    // TASK: launch a block for every batch (2 lines).
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}

// ---- dot_best -------------------------------------------------------------

// TASK: the dot product of a and b, one number, as fast as you can.  Nothing is
// prescribed: kernels of your own above the launcher, which launches them.
// TODO: your code here.

extern "C" void dot_best(const float *a, const float *b, float *result, int n)
{
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)result, (void)n;
}

// ---- batch_best -----------------------------------------------------------

// TASK: for each batch the means of its rows, and the product of the matrix
// with them, as fast as you can.
// TODO: your code here.

extern "C" void batch_best(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    // TODO: your code here, instead of the next line.
    (void)input, (void)matrix, (void)output, (void)L, (void)M, (void)N;
}
