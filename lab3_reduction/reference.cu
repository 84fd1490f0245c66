/*
 * reference.cu - lab 3, reductions: the solution.
 *
 * dot              products, then a tree in shared memory, any block size
 * dot_shuffle      the same sum in two stages of shuffles
 * dot_whole        and the sums of all blocks in one number
 *
 * Seven steps to a fast sum; each takes away one cause of waiting:
 *
 * reduce_modulo    every second thread adds, then every fourth, ...
 * reduce_strided   the first threads add: whole warps rest
 * reduce_halves    at neighbouring places: no bank conflicts
 * reduce_first_add two elements a thread, added before the tree
 * reduce_last_warp shuffles for the last 64: five barriers fewer
 * reduce_unrolled  a block size that the compiler knows: no loop to count
 * reduce_many      16 elements a thread: all loads under way at once
 *
 * block_clock      the tree again, with a stopwatch in every block
 * add_streams      pieces in several streams: copies behind kernels
 *
 * time_calls       a stopwatch for the CPU: warm up, repeat, take the median
 *
 * A ladder on one problem, means of rows times a matrix, for many batches;
 * each rung changes one thing:
 *
 * batch_cpu        on the CPU, to be compared with
 * batch_one_block  right, with one SM at work
 * batch_grid       a block per batch: all of them at work
 * batch_coalesced  a warp per row of the means: reads along the rows
 * batch_shuffle    products summed by shuffles: two barriers instead of nine
 *
 * dot_best         the whole dot product, as fast as it can be done
 * batch_best       the batches, as fast as it can be done
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
    // BEGIN SOLUTION
    __shared__ float sums[MOST];
    int thread = threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    float sum = 0.0f;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + thread; i < (size_t)n;
         i += stride)
        sum += a[i] * b[i];
    sums[thread] = sum;

    // left sums are still to be added, at [0, left).  The upper half goes to
    // the lower one; of an odd number, the middle one waits for the next step.
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        __syncthreads(); // the sums of the step before are there
        if (thread < left - half)
            sums[thread] += sums[thread + half];
        left = half;
    }
    if (thread == 0) // wrote sums[0] itself: no barrier needed
        partial[blockIdx.x] = sums[0];
    // END SOLUTION
}

extern "C" void dot(const float *a, const float *b, float *partial, int n,
                    int blocks, int threads)
{
    // TASK: launch dot_kernel (1 line).
    // BEGIN SOLUTION
    dot_kernel<<<blocks, threads>>>(a, b, partial, n);
    // END SOLUTION
}

// ---- dot_shuffle ----------------------------------------------------------

__global__ void dot_shuffle_kernel(const float *a, const float *b,
                                   float *partial, int n)
{
    // TASK: products as before; then each warp adds up its 32 sums with
    // __shfl_down_sync and leaves one in shared memory; then the first warp
    // adds up those (about 18 lines in all).  There may be fewer than 32 warps,
    // but 32 lanes must shuffle.
    // BEGIN SOLUTION
    __shared__ float sums[WARP]; // one of each warp, 32 at most
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int warps = blockDim.x / WARP;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    float sum = 0.0f;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
         i < (size_t)n; i += stride)
        sum += a[i] * b[i];
    // Inside a warp: registers only, no barrier.
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there

    if (warp == 0) { // true for a whole warp, so that all 32 lanes shuffle
        sum = lane < warps ? sums[lane] : 0.0f;
        for (int offset = WARP / 2; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (lane == 0)
            partial[blockIdx.x] = sum;
    }
    // END SOLUTION
}

extern "C" void dot_shuffle(const float *a, const float *b, float *partial,
                            int n, int blocks, int threads)
{
    // TASK: launch dot_shuffle_kernel (1 line).
    // BEGIN SOLUTION
    dot_shuffle_kernel<<<blocks, threads>>>(a, b, partial, n);
    // END SOLUTION
}

// ---- dot_whole ------------------------------------------------------------

__global__ void dot_whole_kernel(const float *a, const float *b, float *result,
                                 int n)
{
    // TASK: as dot_shuffle; in the end the sum of each block is added to
    // result[0], which other blocks add to at the same time (1 line differs).
    // BEGIN SOLUTION
    __shared__ float sums[WARP]; // one of each warp
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int warps = blockDim.x / WARP;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    float sum = 0.0f;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
         i < (size_t)n; i += stride)
        sum += a[i] * b[i];
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there

    if (warp == 0) {
        sum = lane < warps ? sums[lane] : 0.0f;
        for (int offset = WARP / 2; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (lane == 0)
            atomicAdd(result, sum); // one for each block, in any order
    }
    // END SOLUTION
}

extern "C" void dot_whole(const float *a, const float *b, float *result, int n)
{
    // TASK: set result[0] to 0 (cudaMemset), and launch blocks of BLOCK
    // threads: enough for n, but no more than MOST_BLOCKS (3 lines).
    // BEGIN SOLUTION
    int blocks = min((n - 1) / BLOCK + 1, (int)MOST_BLOCKS);
    cudaMemset(result, 0, sizeof *result);
    dot_whole_kernel<<<blocks, BLOCK>>>(a, b, result, n);
    // END SOLUTION
}

// ---- reduce_modulo --------------------------------------------------------

__global__ void reduce_modulo_kernel(const float *in, float *partial, int n)
{
    // TASK: each thread puts its element, or 0 if it has none, into shared
    // memory; then a tree (about 9 lines).  In step s = 1, 2, 4, ... thread t
    // adds sums[t + s] to sums[t] if t % (2 * s) is 0.
    // BEGIN SOLUTION
    __shared__ float sums[MOST];
    int thread = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + thread;

    sums[thread] = i < (size_t)n ? in[i] : 0.0f;
    for (int step = 1; step < (int)blockDim.x; step *= 2) {
        __syncthreads(); // the sums of the step before are there
        if (thread % (2 * step) == 0)
            sums[thread] += sums[thread + step];
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
    // END SOLUTION
}

extern "C" void reduce_modulo(const float *in, float *partial, int n,
                              int threads)
{
    // TASK: launch a block for every `threads` elements (2 lines).
    // BEGIN SOLUTION
    int blocks = (n - 1) / threads + 1;
    reduce_modulo_kernel<<<blocks, threads>>>(in, partial, n);
    // END SOLUTION
}

// ---- reduce_strided -------------------------------------------------------

__global__ void reduce_strided_kernel(const float *in, float *partial, int n)
{
    // TASK: the same sums in the same places, but the first threads add: in
    // step s, thread t takes place 2 * s * t, if the block has that place.
    // BEGIN SOLUTION
    // Before, a warp had one lane of two at work, then one of four, ...
    __shared__ float sums[MOST];
    int thread = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + thread;

    sums[thread] = i < (size_t)n ? in[i] : 0.0f;
    for (int step = 1; step < (int)blockDim.x; step *= 2) {
        int place = 2 * step * thread;
        __syncthreads(); // the sums of the step before are there
        if (place < (int)blockDim.x)
            sums[place] += sums[place + step];
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
    // END SOLUTION
}

extern "C" void reduce_strided(const float *in, float *partial, int n,
                               int threads)
{
    // TASK: launch a block for every `threads` elements (2 lines).
    // BEGIN SOLUTION
    int blocks = (n - 1) / threads + 1;
    reduce_strided_kernel<<<blocks, threads>>>(in, partial, n);
    // END SOLUTION
}

// ---- reduce_halves --------------------------------------------------------

__global__ void reduce_halves_kernel(const float *in, float *partial, int n)
{
    // TASK: neighbouring threads add at neighbouring places: the upper half of
    // the sums goes to the lower half, as in dot.
    // BEGIN SOLUTION
    // Before, the places of a warp lay 2, 4, 8, ... words apart: in one bank.
    __shared__ float sums[MOST];
    int thread = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + thread;

    sums[thread] = i < (size_t)n ? in[i] : 0.0f;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads(); // the sums of the step before are there
        if (thread < half)
            sums[thread] += sums[thread + half];
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
    // END SOLUTION
}

extern "C" void reduce_halves(const float *in, float *partial, int n,
                              int threads)
{
    // TASK: launch a block for every `threads` elements (2 lines).
    // BEGIN SOLUTION
    int blocks = (n - 1) / threads + 1;
    reduce_halves_kernel<<<blocks, threads>>>(in, partial, n);
    // END SOLUTION
}

// ---- reduce_first_add -----------------------------------------------------

__global__ void reduce_first_add_kernel(const float *in, float *partial, int n)
{
    // TASK: each thread loads two elements, blockDim.x apart, and stores their
    // sum; then the tree of before.  Either of the two may be past the end.
    // BEGIN SOLUTION
    // Before, half of the threads had nothing to do but to load.
    __shared__ float sums[MOST];
    int thread = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 2 * blockDim.x + thread;

    float sum = i < (size_t)n ? in[i] : 0.0f;
    if (i + blockDim.x < (size_t)n)
        sum += in[i + blockDim.x];
    sums[thread] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads(); // the sums of the step before are there
        if (thread < half)
            sums[thread] += sums[thread + half];
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
    // END SOLUTION
}

extern "C" void reduce_first_add(const float *in, float *partial, int n,
                                 int threads)
{
    // TASK: launch a block for every 2 * threads elements (2 lines).
    // BEGIN SOLUTION
    int blocks = (n - 1) / (2 * threads) + 1;
    reduce_first_add_kernel<<<blocks, threads>>>(in, partial, n);
    // END SOLUTION
}

// ---- reduce_last_warp -----------------------------------------------------

__global__ void reduce_last_warp_kernel(const float *in, float *partial, int n)
{
    // TASK: the tree ends when 64 sums are left.  Then warp 0 alone goes on:
    // each lane adds two of them, shuffles do the rest.
    // BEGIN SOLUTION
    // Before, all warps waited at barriers for five steps of a single one.
    __shared__ float sums[MOST];
    int thread = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 2 * blockDim.x + thread;

    float sum = i < (size_t)n ? in[i] : 0.0f;
    if (i + blockDim.x < (size_t)n)
        sum += in[i + blockDim.x];
    sums[thread] = sum;
    for (int half = blockDim.x / 2; half > WARP; half /= 2) {
        __syncthreads(); // the sums of the step before are there
        if (thread < half)
            sums[thread] += sums[thread + half];
    }
    __syncthreads();     // the last 64 are there
    if (thread < WARP) { // a whole warp, so that all 32 lanes shuffle
        sum = sums[thread] + sums[thread + WARP];
        for (int offset = WARP / 2; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (thread == 0)
            partial[blockIdx.x] = sum;
    }
    // END SOLUTION
}

extern "C" void reduce_last_warp(const float *in, float *partial, int n,
                                 int threads)
{
    // TASK: launch a block for every 2 * threads elements (2 lines).
    // BEGIN SOLUTION
    int blocks = (n - 1) / (2 * threads) + 1;
    reduce_last_warp_kernel<<<blocks, threads>>>(in, partial, n);
    // END SOLUTION
}

// ---- reduce_unrolled ------------------------------------------------------

__global__ void reduce_unrolled_kernel(const float *in, float *partial, int n)
{
    // TASK: the same for blocks of BLOCK threads.  BLOCK is a constant, so all
    // steps are known to the compiler: write it in place of blockDim.x, and
    // #pragma unroll above the loops.
    // BEGIN SOLUTION
    // Before, each step counted, compared and branched beside its one addition.
    __shared__ float sums[BLOCK];
    int thread = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 2 * BLOCK + thread;

    float sum = i < (size_t)n ? in[i] : 0.0f;
    if (i + BLOCK < (size_t)n)
        sum += in[i + BLOCK];
    sums[thread] = sum;
#pragma unroll
    for (int half = BLOCK / 2; half > WARP; half /= 2) {
        __syncthreads(); // the sums of the step before are there
        if (thread < half)
            sums[thread] += sums[thread + half];
    }
    __syncthreads(); // the last 64 are there
    if (thread < WARP) {
        sum = sums[thread] + sums[thread + WARP];
#pragma unroll
        for (int offset = WARP / 2; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (thread == 0)
            partial[blockIdx.x] = sum;
    }
    // END SOLUTION
}

extern "C" void reduce_unrolled(const float *in, float *partial, int n)
{
    // TASK: launch a block of BLOCK threads for every 2 * BLOCK elements (2
    // lines).
    // BEGIN SOLUTION
    int blocks = (n - 1) / (2 * BLOCK) + 1;
    reduce_unrolled_kernel<<<blocks, BLOCK>>>(in, partial, n);
    // END SOLUTION
}

// ---- reduce_many ----------------------------------------------------------

__global__ void reduce_many_kernel(const float *in, float *partial, int n)
{
    // TASK: each thread adds up MANY elements, BLOCK apart, in a local
    // variable; then as before.  #pragma unroll lets all loads be under way at
    // once.
    // BEGIN SOLUTION
    // Before, a tree was climbed for two elements a thread.
    __shared__ float sums[BLOCK];
    int thread = threadIdx.x;
    size_t first = (size_t)blockIdx.x * MANY * BLOCK + thread;

    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < MANY; k++) {
        size_t i = first + k * BLOCK;
        sum += i < (size_t)n ? in[i] : 0.0f;
    }
    sums[thread] = sum;
#pragma unroll
    for (int half = BLOCK / 2; half > WARP; half /= 2) {
        __syncthreads(); // the sums of the step before are there
        if (thread < half)
            sums[thread] += sums[thread + half];
    }
    __syncthreads(); // the last 64 are there
    if (thread < WARP) {
        sum = sums[thread] + sums[thread + WARP];
#pragma unroll
        for (int offset = WARP / 2; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (thread == 0)
            partial[blockIdx.x] = sum;
    }
    // END SOLUTION
}

extern "C" void reduce_many(const float *in, float *partial, int n)
{
    // TASK: launch a block of BLOCK threads for every MANY * BLOCK elements (2
    // lines).
    // BEGIN SOLUTION
    int blocks = (n - 1) / (MANY * BLOCK) + 1;
    reduce_many_kernel<<<blocks, BLOCK>>>(in, partial, n);
    // END SOLUTION
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
    // BEGIN SOLUTION
    extern __shared__ float least[]; // blockDim.x elements
    int thread = threadIdx.x;
    const float *slice = input + (size_t)blockIdx.x * count;

    __syncthreads(); // warps start one by one: time runs when all are there
    long long start = clock64();

    // A thread without an element of its own takes the last one, too: once
    // more in a minimum does no harm.
    float smallest = slice[min(thread, count - 1)];
    for (int i = thread + blockDim.x; i < count; i += blockDim.x)
        smallest = fminf(smallest, slice[i]);
    least[thread] = smallest;
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        __syncthreads(); // the minima of the step before are there
        if (thread < left - half)
            least[thread] = fminf(least[thread], least[thread + half]);
        left = half;
    }
    if (thread == 0)
        minima[blockIdx.x] = least[0];

    __syncthreads(); // time stops when all are done
    if (thread == 0) {
        stamps[blockIdx.x] = start;
        stamps[gridDim.x + blockIdx.x] = clock64();
    }
    // END SOLUTION
}

extern "C" void block_clock(const float *input, float *minima,
                            long long *stamps, int blocks, int count,
                            int threads)
{
    // TASK: launch block_clock_kernel (2 lines).  The third argument between
    // <<< and >>> is the size of the extern array, in bytes.
    // BEGIN SOLUTION
    size_t bytes = threads * sizeof(float);
    block_clock_kernel<<<blocks, threads, bytes>>>(input, minima, stamps,
                                                   count);
    // END SOLUTION
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
    // BEGIN SOLUTION
    float *d_a = queue->room, *d_b = d_a + count, *d_c = d_b + count;
    size_t bytes = count * sizeof(float);

    error =
        cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, queue->stream);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice,
                                queue->stream);
    if (error == cudaSuccess) {
        add_streams_kernel<<<(count - 1) / BLOCK + 1, BLOCK, 0,
                             queue->stream>>>(d_a, d_b, d_c, count);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(c, d_c, bytes, cudaMemcpyDeviceToHost,
                                queue->stream);
    // END SOLUTION
    return error;
}

extern "C" cudaError_t add_streams(const float *a, const float *b, float *c,
                                   int n, int chunks, int streams)
{
    cudaError_t error = cudaSuccess;

    // TASK: an array of MOST_STREAMS queues, all 0; make the streams and their
    // rooms (about 6 lines); give piece k to stream k % streams (4 lines); wait
    // for all of them, then give everything back (about 8 lines).
    // BEGIN SOLUTION
    struct queue queues[MOST_STREAMS] = {{NULL, NULL}};
    int length = (n - 1) / chunks + 1;
    size_t room = (size_t)3 * length * sizeof(float);

    for (int s = 0; s < streams && error == cudaSuccess; s++) {
        error = cudaStreamCreate(&queues[s].stream);
        if (error == cudaSuccess)
            error = cudaMalloc(&queues[s].room, room);
    }
    // The room of a stream is used again by its next piece: in a stream one
    // thing follows the other, so nothing is overwritten too early.
    for (size_t k = 0, at = 0; at < (size_t)n && error == cudaSuccess;
         k++, at += length)
        error = add_piece(&queues[k % streams], a + at, b + at, c + at,
                          (int)min((size_t)length, n - at));
    // Also after an error: what was told before may still be going on.
    for (int s = 0; s < streams; s++) {
        if (queues[s].stream == NULL)
            continue;
        cudaError_t late = cudaStreamSynchronize(queues[s].stream);
        if (error == cudaSuccess)
            error = late; // a copy or a kernel that failed meanwhile
        cudaStreamDestroy(queues[s].stream);
        cudaFree(queues[s].room);
    }
    // END SOLUTION

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
    // BEGIN SOLUTION
    double ms[MOST_CALLS];
    work(with); // caches, pages and clock rates are those of later calls now
    for (int i = 0; i < calls; i++) {
        double start = now();
        work(with);
        double time = now() - start;
        int place = i; // keep them in order
        for (; place > 0 && ms[place - 1] > time; place--)
            ms[place] = ms[place - 1];
        ms[place] = time;
    }
    result[0] = ms[calls / 2];
    result[1] = ms[0];
    result[2] = ms[calls - 1];
    // END SOLUTION
}

// ---- batch_cpu ------------------------------------------------------------

extern "C" void batch_cpu(const double *input, const double *matrix,
                          double *output, int L, int M, int N)
{
    // TASK: the batches on the CPU, in plain C, without a kernel (about 16
    // lines); kernels.h says what has to come out.  In which order do you read
    // input and matrix?  And who clears the output?
    // BEGIN SOLUTION
    double v[MOST_ROWS];
    for (int k = 0; k < N; k++) {
        const double *batch = input + (size_t)k * L * M;
        for (int j = 0; j < L; j++) {
            double sum = 0.0;
            for (int i = 0; i < M; i++) // along a row: neighbours in memory
                sum += batch[(size_t)j * M + i];
            v[j] = sum / M;
        }
        for (int i = 0; i < L; i++) {
            double sum = 0.0;
            for (int j = 0; j < L; j++)
                sum += matrix[(size_t)i * L + j] * v[j];
            output[(size_t)i * N + k] = sum; // =, so nobody need clear it
        }
    }
    // END SOLUTION
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
    // BEGIN SOLUTION
    extern __shared__ double v[];
    __shared__ double sums[BLOCK];
    int thread = threadIdx.x;

    for (int k = 0; k < N; k++) {
        const double *batch = input + (size_t)k * L * M;

        for (int j = thread; j < L; j += BLOCK) {
            double sum = 0.0;
            for (int i = 0; i < M; i++)
                sum += batch[(size_t)j * M + i];
            v[j] = sum / M; // below, only this thread reads it: no barrier
        }

        for (int i = 0; i < L; i++) {
            double sum = 0.0;
            for (int j = thread; j < L; j += BLOCK)
                sum += matrix[(size_t)i * L + j] * v[j];
            __syncthreads(); // the row before has been read out of sums
            sums[thread] = sum;
            for (int half = BLOCK / 2; half > 0; half /= 2) {
                __syncthreads(); // the sums of the step before are there
                if (thread < half)
                    sums[thread] += sums[thread + half];
            }
            if (thread == 0)
                output[(size_t)i * N + k] = sums[0];
        }
    }
    // END SOLUTION
}

extern "C" void batch_one_block(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    // TASK: launch one block of BLOCK threads, with room for v (2 lines).
    // BEGIN SOLUTION
    size_t bytes = L * sizeof(double);
    batch_one_block_kernel<<<1, BLOCK, bytes>>>(input, matrix, output, L, M, N);
    // END SOLUTION
}

// ---- batch_grid -----------------------------------------------------------

__global__ void batch_grid_kernel(const double *input, const double *matrix,
                                  double *output, int L, int M, int N)
{
    // TASK: the same for one batch: which one says blockIdx.x.
    // BEGIN SOLUTION
    // Before, 131 of an H200's 132 SMs had nothing to do.
    extern __shared__ double v[];
    __shared__ double sums[BLOCK];
    int thread = threadIdx.x, k = blockIdx.x;
    const double *batch = input + (size_t)k * L * M;

    for (int j = thread; j < L; j += BLOCK) {
        double sum = 0.0;
        for (int i = 0; i < M; i++)
            sum += batch[(size_t)j * M + i];
        v[j] = sum / M;
    }

    for (int i = 0; i < L; i++) {
        double sum = 0.0;
        for (int j = thread; j < L; j += BLOCK)
            sum += matrix[(size_t)i * L + j] * v[j];
        __syncthreads(); // the row before has been read out of sums
        sums[thread] = sum;
        for (int half = BLOCK / 2; half > 0; half /= 2) {
            __syncthreads(); // the sums of the step before are there
            if (thread < half)
                sums[thread] += sums[thread + half];
        }
        if (thread == 0)
            output[(size_t)i * N + k] = sums[0];
    }
    // END SOLUTION
}

extern "C" void batch_grid(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    // TASK: launch a block for every batch (2 lines).
    // BEGIN SOLUTION
    size_t bytes = L * sizeof(double);
    batch_grid_kernel<<<N, BLOCK, bytes>>>(input, matrix, output, L, M, N);
    // END SOLUTION
}

// ---- batch_coalesced ------------------------------------------------------

__global__ void batch_coalesced_kernel(const double *input,
                                       const double *matrix, double *output,
                                       int L, int M, int N)
{
    // TASK: as before, but a warp takes a row of the means: its lanes read
    // along the row and add up their sums with shuffles (about 10 new lines).
    // Who reads v[j] now?
    // BEGIN SOLUTION
    // Before, the 32 lanes of a warp read from 32 rows: 32 sectors a request.
    extern __shared__ double v[];
    __shared__ double sums[BLOCK];
    int thread = threadIdx.x, k = blockIdx.x;
    int lane = thread % WARP, warp = thread / WARP;
    const double *batch = input + (size_t)k * L * M;

    for (int j = warp; j < L; j += WARPS) { // the same j for all 32 lanes
        double sum = 0.0;
        for (int i = lane; i < M; i += WARP)
            sum += batch[(size_t)j * M + i];
        for (int offset = WARP / 2; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (lane == 0)
            v[j] = sum / M;
    }
    __syncthreads(); // other threads read v[j] than the one that wrote it

    for (int i = 0; i < L; i++) {
        double sum = 0.0;
        for (int j = thread; j < L; j += BLOCK)
            sum += matrix[(size_t)i * L + j] * v[j];
        __syncthreads(); // the row before has been read out of sums
        sums[thread] = sum;
        for (int half = BLOCK / 2; half > 0; half /= 2) {
            __syncthreads(); // the sums of the step before are there
            if (thread < half)
                sums[thread] += sums[thread + half];
        }
        if (thread == 0)
            output[(size_t)i * N + k] = sums[0];
    }
    // END SOLUTION
}

extern "C" void batch_coalesced(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    // TASK: launch a block for every batch (2 lines).
    // BEGIN SOLUTION
    size_t bytes = L * sizeof(double);
    batch_coalesced_kernel<<<N, BLOCK, bytes>>>(input, matrix, output, L, M, N);
    // END SOLUTION
}

// ---- batch_shuffle --------------------------------------------------------

__global__ void batch_shuffle_kernel(const double *input, const double *matrix,
                                     double *output, int L, int M, int N)
{
    // TASK: as before, with the two stages of dot_shuffle in place of the
    // tree, for every row of the product (about 12 new lines).  A fast warp
    // may be a row ahead: which two barriers keep it from doing harm?
    // BEGIN SOLUTION
    extern __shared__ double v[];
    __shared__ double sums[WARPS]; // one of each warp
    int thread = threadIdx.x, k = blockIdx.x;
    int lane = thread % WARP, warp = thread / WARP;
    const double *batch = input + (size_t)k * L * M;

    for (int j = warp; j < L; j += WARPS) {
        double sum = 0.0;
        for (int i = lane; i < M; i += WARP)
            sum += batch[(size_t)j * M + i];
        for (int offset = WARP / 2; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (lane == 0)
            v[j] = sum / M;
    }
    __syncthreads(); // other threads read v[j] than the one that wrote it

    for (int i = 0; i < L; i++) {
        double sum = 0.0;
        for (int j = thread; j < L; j += BLOCK)
            sum += matrix[(size_t)i * L + j] * v[j];
        for (int offset = WARP / 2; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (lane == 0)
            sums[warp] = sum;
        __syncthreads(); // the sums of all warps are there
        if (warp == 0) {
            sum = lane < WARPS ? sums[lane] : 0.0;
            for (int offset = WARP / 2; offset > 0; offset /= 2)
                sum += __shfl_down_sync(0xffffffffu, sum, offset);
            if (lane == 0)
                output[(size_t)i * N + k] = sum;
        }
        __syncthreads(); // warp 0 has read them before the next row's come
    }
    // END SOLUTION
}

extern "C" void batch_shuffle(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    // TASK: launch a block for every batch (2 lines).
    // BEGIN SOLUTION
    size_t bytes = L * sizeof(double);
    batch_shuffle_kernel<<<N, BLOCK, bytes>>>(input, matrix, output, L, M, N);
    // END SOLUTION
}

// ---- dot_best -------------------------------------------------------------

// TASK: the dot product of a and b, one number, as fast as you can.  Nothing is
// prescribed: kernels of your own above the launcher, which launches them.
// BEGIN SOLUTION
enum {
    QUAD = 4,
    LONG = 1 << 24,
    ROOM = 264, // blocks at most: of 512 threads an H200 has room for so many
    EACH = (ROOM - 1) / WARP + 1 // sums of blocks that a lane takes
};
// The bits of each block's sum, all turned over: zero, as it is between
// launches, means that it is not there yet.
__device__ unsigned parts[EACH * WARP];
__device__ unsigned started; // blocks; zero between launches

static __device__ float warp_sum(float sum)
{
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    return sum;
}

// The sums of all blocks, by one warp.  Each block runs, or has run, and waits
// for nobody.  A lane asks for all that can be its own before it looks at one.
static __device__ float take_parts(void)
{
    volatile unsigned *own = parts + threadIdx.x;
    int count = ((int)gridDim.x - 1 - (int)threadIdx.x + WARP) / WARP;
    unsigned bits[EACH];
    bool all;
    do {
        all = true;
#pragma unroll
        for (int i = 0; i < EACH; i++)
            bits[i] = own[i * WARP];
#pragma unroll
        for (int i = 0; i < EACH; i++)
            all &= bits[i] != 0 || i >= count;
    } while (!all);
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < EACH; i++)
        if (i < count) {
            sum += __uint_as_float(~bits[i]);
            own[i * WARP] = 0; // for the next launch
        }
    return warp_sum(sum);
}

// A second kernel would cost another launch.  Instead, blocks draw numbers
// while they add up; the one with the last number adds up what all leave.  When
// it looks, the others have begun, and a sum says itself whether it is there:
// no fence between sum and number, and one way to L2 and back where there would
// be three.
static __device__ void sum_of_blocks(float sum, unsigned number, float *result)
{
    __shared__ float sums[WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    sum = warp_sum(sum);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    if (warp > 0)
        return;

    // Asked now: behind the exchange, it would be waited for as well.
    bool last = __shfl_sync(0xffffffffu, number, 0) == gridDim.x - 1;
    sum = warp_sum(lane < (int)blockDim.x / WARP ? sums[lane] : 0.0f);
    if (lane == 0) // one bit less where it is the NaN whose bits are all ones
        atomicExch(&parts[blockIdx.x], max(~__float_as_uint(sum), 1u));
    if (!last)
        return;
    sum = take_parts();
    if (lane == 0) {
        *result = sum;
        started = 0; // for the next launch
    }
}

static __device__ float product(float a, float b)
{
    return a * b;
}

static __device__ float product(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// Of pieces that are read again by the next launch, if there is one on the same
// arrays, L2 keeps what it can.  Of much more than it holds it would keep
// nothing, since each launch begins where the one before began.  So the first
// 16 MB of each array may stay, and what is behind them leaves first.
enum { KEPT = 16 << 20 };

template <class Piece>
static __device__ Piece read(const Piece *array, size_t i, size_t end)
{
    if (i >= end)
        return {};
    return i < KEPT / sizeof(Piece) ? array[i] : __ldcs(&array[i]);
}

// AHEAD pieces of both arrays, THREADS apart.  Most threads of a short array
// find all of theirs in it, in the part that is kept: no question for each; or
// all do, and are not asked.
template <class Piece, int THREADS, int AHEAD, bool ALL> struct pairs {
    Piece x[AHEAD], y[AHEAD];

    __device__ __forceinline__ pairs(const Piece *a, const Piece *b,
                                     size_t first, size_t end)
    {
        if (ALL ||
            first + (AHEAD - 1) * THREADS < min(end, KEPT / sizeof(Piece)))
#pragma unroll
            for (int i = 0; i < AHEAD; i++) {
                x[i] = a[first + i * THREADS];
                y[i] = b[first + i * THREADS];
            }
        else
#pragma unroll
            for (int i = 0; i < AHEAD; i++) {
                x[i] = read(a, first + i * THREADS, end);
                y[i] = read(b, first + i * THREADS, end);
            }
    }

    __device__ __forceinline__ float products(void) const
    {
        float sum = 0.0f;
#pragma unroll
        for (int i = 0; i < AHEAD; i++)
            sum += product(x[i], y[i]);
        return sum;
    }
};

// Numbers are drawn when the first pieces are there, which is not at the same
// time for all blocks: at their start, they would queue at one place.  ALL: the
// grid has a thread for each AHEAD pieces, and none besides.
template <class Piece, int THREADS, int AHEAD, bool ALL>
__global__ void __launch_bounds__(THREADS)
    dot_best_kernel(const Piece *a, const Piece *b, float *result, size_t end)
{
    typedef pairs<Piece, THREADS, AHEAD, ALL> some;
    size_t first = (size_t)blockIdx.x * THREADS * AHEAD + threadIdx.x;
    some mine(a, b, first, end);
    unsigned number = threadIdx.x == 0 ? atomicAdd(&started, 1) : 0;
    float sum = mine.products();
    size_t turn = (size_t)gridDim.x * THREADS * AHEAD;
    if (!ALL)
        for (first += turn; first < end; first += turn)
            sum += some(a, b, first, end).products();
    sum_of_blocks(sum, number, result);
}

template <class Piece, int THREADS, int AHEAD>
void dot_best_launch(const Piece *a, const Piece *b, float *result,
                     size_t pieces)
{
    enum { TURN = THREADS * AHEAD };
    size_t blocks = (pieces - 1) / TURN + 1;
    if (pieces == blocks * TURN && blocks <= ROOM)
        dot_best_kernel<Piece, THREADS, AHEAD, true>
            <<<blocks, THREADS>>>(a, b, result, pieces);
    else
        dot_best_kernel<Piece, THREADS, AHEAD, false>
            <<<min(blocks, (size_t)ROOM), THREADS>>>(a, b, result, pieces);
}
// END SOLUTION

extern "C" void dot_best(const float *a, const float *b, float *result, int n)
{
    // BEGIN SOLUTION
    bool quads = ((size_t)a | (size_t)b) % sizeof(float4) == 0 && n % QUAD == 0;
    auto a4 = (const float4 *)a, b4 = (const float4 *)b;
    if (quads && n >= LONG)
        dot_best_launch<float4, 512, 4>(a4, b4, result, n / QUAD);
    else if (quads)
        dot_best_launch<float4, 256, 4>(a4, b4, result, n / QUAD);
    else
        dot_best_launch<float, 512, 2>(a, b, result, n);
    // END SOLUTION
}

// ---- batch_best -----------------------------------------------------------

// TASK: for each batch the means of its rows, and the product of the matrix
// with them, as fast as you can.
// BEGIN SOLUTION
#include <cuda_pipeline.h>

// All of the input is read once, 2 GB at the largest size; the matrix, 2 MB,
// for every batch.  So the means of many batches come first, at the pace of
// memory, and then one product of matrices, in which each element of the matrix
// that is read is used for many batches.  Two kernels, for any sizes; where
// eight batches a block fill a GPU, one that does both.
enum { MEANS = 1 << 19 }; // 4 MB, which stay in L2
__device__ __align__(
    16) double means[MEANS]; // means[k * L + j]: those of batch k

static __device__ double add_up(double piece)
{
    return piece;
}

static __device__ double add_up(double2 piece)
{
    return piece.x + piece.y;
}

// A warp's mean of a row, AHEAD pieces of it under way; lane 0 has it.
template <class Piece>
static __device__ __forceinline__ double mean_of(const Piece *row, int pieces,
                                                 int M)
{
    enum { AHEAD = 8 };
    double sum = 0.0;
    for (int first = threadIdx.x % WARP; first < pieces;
         first += WARP * AHEAD) {
        Piece piece[AHEAD] = {};
#pragma unroll
        for (int i = 0; i < AHEAD; i++)
            if (first + i * WARP < pieces)
                piece[i] = __ldcs(&row[first + i * WARP]); // used once
#pragma unroll
        for (int i = 0; i < AHEAD; i++)
            sum += add_up(piece[i]);
    }
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    return sum / M;
}

template <class Piece>
__global__ void __launch_bounds__(BLOCK, 4)
    batch_means(const Piece *input, size_t rows, int pieces, int M)
{
    size_t row = (size_t)blockIdx.x * WARPS + threadIdx.x / WARP;
    if (row >= rows) // depends on the warp only
        return;
    double mean = mean_of(input + row * pieces, pieces, M);
    if (threadIdx.x % WARP == 0)
        means[row] = mean;
}

enum {
    SIDE = 64,         // results of a block: SIDE x SIDE
    DEPTH = 16,        // of its tiles
    STAGES = 4,        // tiles under way
    PAIR = 2,          // doubles of one access
    PITCH = DEPTH + 8, // a row of a tile: two rows in 32 different banks
    TILE = SIDE * PITCH,
    SQUARE = 8, // a warp computes TALL x WIDE squares of 8 x 8 results,
    TALL = 4,
    WIDE = 2,
    STEP = 8,                       // STEP deep at a time
    ACROSS = SIDE / (SQUARE * WIDE) // warps of a block beside each other
};

// Two doubles of a matrix, from (row, col) on; zeros past the edges.
template <bool PAIRS>
__device__ __forceinline__ void bring_pair(double *to, const double *matrix,
                                           size_t row, size_t col, size_t rows,
                                           size_t cols)
{
    const double *from = matrix + row * cols + col;
    if (PAIRS && row < rows && col < cols)
        __pipeline_memcpy_async(to, from, sizeof(double2));
    else
        for (int i = 0; i < PAIR; i++)
            to[i] = row < rows && col + i < cols ? from[i] : 0.0;
}

// SIDE rows of a matrix, DEPTH of its columns.
template <bool PAIRS>
__device__ __forceinline__ void bring_tile(double *tile, const double *matrix,
                                           size_t top, size_t left, size_t rows,
                                           size_t cols)
{
#pragma unroll
    for (int start = 0; start < SIDE * DEPTH / PAIR; start += BLOCK) {
        int i = start + threadIdx.x;
        int y = i / (DEPTH / PAIR), x = i % (DEPTH / PAIR) * PAIR;
        bring_pair<PAIRS>(tile + y * PITCH + x, matrix, top + y, left + x, rows,
                          cols);
    }
}

// Both tiles of a step, into their place.
template <bool PAIRS>
__device__ __forceinline__ void bring_step(double *tiles, const double *matrix,
                                           size_t top, size_t left, int step,
                                           int L, int batches)
{
    double *a = tiles + step % STAGES * 2 * TILE;
    if (step * DEPTH < L) {
        bring_tile<PAIRS>(a, matrix, top, step * DEPTH, L, L);
        bring_tile<PAIRS>(a + TILE, means, left, step * DEPTH, batches, L);
    }
    __pipeline_commit(); // also without copies: they are counted
}

// Two squares of results, one above the other, STEP deep: a: of 2 * SQUARE rows
// of the matrix, b: of the means of SQUARE batches, both along j.  Of each
// square, a lane has two results beside each other, in row lane / 4: so lie
// those of a tensor core.
static __device__ __forceinline__ void multiply(const double *a, size_t a_pitch,
                                                const double *b, size_t b_pitch,
                                                double2 (&sums)[2])
{
    int down = threadIdx.x % WARP / 4, right = threadIdx.x % 4;
    a += down * a_pitch;
#if __CUDA_ARCH__ >= 800
    // Each lane gives two numbers of each row, and column, that it is asked
    // for; which of the eight along j they are is the same for both.
    double2 upper = *(const double2 *)(a + right * PAIR);
    double2 lower = *(const double2 *)(a + SQUARE * a_pitch + right * PAIR);
    double2 mean = *(const double2 *)(b + down * b_pitch + right * PAIR);
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64"
        " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sums[0].x), "+d"(sums[0].y), "+d"(sums[1].x), "+d"(sums[1].y)
        : "d"(upper.x), "d"(lower.x), "d"(upper.y), "d"(lower.y), "d"(mean.x),
          "d"(mean.y));
#else
    // Half as high, and half as deep.
    const double row[2][2] = {{upper.x, upper.y}, {lower.x, lower.y}};
    const double column[2] = {mean.x, mean.y};
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int k = 0; k < 2; k++)
            asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"
                " {%0, %1}, {%2}, {%3}, {%0, %1};"
                : "+d"(sums[i].x), "+d"(sums[i].y)
                : "d"(row[i][k]), "d"(column[k]));
#endif
#else
    // Older GPUs have none for doubles.
    b += right * PAIR * b_pitch;
#pragma unroll
    for (int k = 0; k < STEP; k++)
#pragma unroll
        for (int i = 0; i < 2; i++) {
            double x = a[i * SQUARE * a_pitch + k];
            sums[i].x += x * b[k];
            sums[i].y += x * b[b_pitch + k];
        }
#endif
}

// The two results of a lane that lie beside each other.
static __device__ __forceinline__ void store_pair(double *output, size_t row,
                                                  size_t k, int L, int batches,
                                                  int N, double2 sums)
{
    if (row < (size_t)L && k < (size_t)batches)
        output[row * N + k] = sums.x;
    if (row < (size_t)L && k + 1 < (size_t)batches)
        output[row * N + k + 1] = sums.y;
}

// output[i][k] = row i of the matrix times the means of batch k, in tiles of
// both that are copied while those before are multiplied.
template <bool PAIRS>
__global__ void __launch_bounds__(BLOCK)
    batch_product(const double *matrix, double *output, int L, int batches,
                  int N)
{
    extern __shared__ double2 shared[];
    double *tiles = (double *)shared;
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int y = warp / ACROSS * TALL * SQUARE, x = warp % ACROSS * WIDE * SQUARE;
    size_t top = (size_t)blockIdx.y * SIDE, left = (size_t)blockIdx.x * SIDE;
    int steps = (L - 1) / DEPTH + 1;

    double2 sums[TALL / 2][WIDE][2] = {};
    for (int step = 0; step < STAGES - 1; step++)
        bring_step<PAIRS>(tiles, matrix, top, left, step, L, batches);
    for (int step = 0; step < steps; step++) {
        double *a = tiles + step % STAGES * 2 * TILE;
        __pipeline_wait_prior(STAGES - 2); // own copies of this step
        __syncthreads(); // those of all; and the step before has been read,
        bring_step<PAIRS>(tiles, matrix, top, left, step + STAGES - 1, L,
                          batches); // so that its place may be filled
#pragma unroll
        for (int k = 0; k < DEPTH; k += STEP)
#pragma unroll
            for (int i = 0; i < TALL / 2; i++)
#pragma unroll
                for (int j = 0; j < WIDE; j++)
                    multiply(a + (y + i * 2 * SQUARE) * PITCH + k, PITCH,
                             a + TILE + (x + j * SQUARE) * PITCH + k, PITCH,
                             sums[i][j]);
    }
#pragma unroll
    for (int i = 0; i < TALL; i++)
#pragma unroll
        for (int j = 0; j < WIDE; j++)
            store_pair(output, top + y + i * SQUARE + lane / 4,
                       left + x + j * SQUARE + lane % 4 * PAIR, L, batches, N,
                       sums[i / 2][j][i % 2]);
}

enum {
    ALL = 1024,    // threads of a block that computes means and product,
    GROUP = 8,     // of so many batches: a square is so wide
    CHUNK = 16,    // rows whose means are multiplied at a time
    HIGHEST = 512, // rows of the matrix, 16 for each warp
    FILLS = 100    // blocks that fill a GPU
};

// Both for GROUP batches.  Their means stay in shared memory: as soon as a
// chunk is there, each warp multiplies it with 16 rows of the matrix, which
// come from L2 while other warps wait for the input.  So the product takes no
// time of its own, and nothing is written before the end.
__global__ void __launch_bounds__(ALL, 1)
    batch_at_once(const double2 *input, const double *matrix, double *output,
                  int L, int M, int N)
{
    __shared__ __align__(16) double group[2][GROUP][PITCH];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int own = warp % GROUP, first = blockIdx.x * GROUP, top = warp * 2 * SQUARE;
    size_t batch = first + own;

    double2 sums[2] = {};
    for (int start = 0; start < L; start += CHUNK) {
        // Of the two places, one is filled while the other one is still read.
        double(*chunk)[PITCH] = group[start / CHUNK % 2];
        for (int j = warp / GROUP; j < CHUNK; j += ALL / WARP / GROUP) {
            const double2 *row = input + (batch * L + start + j) * (M / PAIR);
            double mean = batch < (size_t)N ? mean_of(row, M / PAIR, M) : 0.0;
            if (lane == 0)
                chunk[own][j] = mean;
        }
        __syncthreads(); // the means of all warps are there
        if (top < L)
#pragma unroll
            for (int k = 0; k < CHUNK; k += STEP)
                multiply(matrix + (size_t)top * L + start + k, L, &chunk[0][k],
                         PITCH, sums);
    }
    for (int i = 0; i < 2; i++)
        store_pair(output, top + i * SQUARE + lane / 4, first + lane % 4 * PAIR,
                   L, N, N, sums[i]);
}

// Means, then the product.  wide, pairs: rows of the input, and of the matrix,
// can be read two numbers at a time.
static void batch_in_two(const double *input, const double *matrix,
                         double *output, int L, int M, int N, bool wide,
                         bool pairs)
{
    size_t bytes = STAGES * 2 * TILE * sizeof(double);
    auto product = pairs ? batch_product<true> : batch_product<false>;
    // More than 48 KiB are given to a kernel that asks for them.
    cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         bytes);
    // As many batches at a time as there is room for their means.
    for (int first = 0, most = MEANS / L; first < N; first += most) {
        int batches = min(most, N - first);
        size_t rows = (size_t)batches * L, blocks = (rows - 1) / WARPS + 1;
        const double *part = input + (size_t)first * L * M;
        dim3 grid((batches - 1) / SIDE + 1, (L - 1) / SIDE + 1);
        if (wide)
            batch_means<<<blocks, BLOCK>>>((const double2 *)part, rows,
                                           M / PAIR, M);
        else
            batch_means<<<blocks, BLOCK>>>(part, rows, M, M);
        product<<<grid, BLOCK, bytes>>>(matrix, output + first, L, batches, N);
    }
}
// END SOLUTION

extern "C" void batch_best(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    // BEGIN SOLUTION
    bool wide = (size_t)input % sizeof(double2) == 0 && M % PAIR == 0;
    bool pairs = (size_t)matrix % sizeof(double2) == 0 && L % PAIR == 0;
    int groups = (N - 1) / GROUP + 1;
    if (wide && pairs && L % CHUNK == 0 && L <= HIGHEST && groups >= FILLS)
        batch_at_once<<<groups, ALL>>>((const double2 *)input, matrix, output,
                                       L, M, N);
    else
        batch_in_two(input, matrix, output, L, M, N, wide, pairs);
    // END SOLUTION
}
