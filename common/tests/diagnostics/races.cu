/*
 * races.cu - accesses that nothing orders: between warps of a block, lanes of
 * a warp, blocks of a grid.
 */
#include "hazards.h"

#define SYNC_IF(condition)                                                     \
    if (condition)                                                             \
    __syncthreads()

/* ---- between warps ------------------------------------------------------- */

template <bool fixed> __global__ void reverse(int *data)
{
    __shared__ int s[128];
    // EXPECT read_too_early racecheck: written while another thread may read
    s[threadIdx.x] = data[threadIdx.x];
    SYNC_IF(fixed);
    // EXPECT read_too_early initcheck: that were never written
    data[threadIdx.x] = s[127 - threadIdx.x];
}

/* The barrier between writing and reading is missing. */
template <bool fixed> void read_too_early(void)
{
    int *data = zeroed<int>(128);
    reverse<fixed><<<1, 128>>>(data);
    cudaFree(data);
}

template <bool fixed> __global__ void smooth(int *data)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    int v = s[t] + s[(t + 1) % 128];
    SYNC_IF(fixed);
    // EXPECT in_place racecheck: written
    s[t] = v;
    __syncthreads();
    data[t] = s[127 - t];
}

/* New values replace old ones that others still read. */
template <bool fixed> void in_place(void)
{
    int *data = zeroed<int>(128);
    smooth<fixed><<<1, 128>>>(data);
    cudaFree(data);
}

template <bool fixed> __global__ void flag_found(const int *in, int *out)
{
    __shared__ int found;
    if (threadIdx.x == 0)
        found = -1;
    __syncthreads();
    if (in[threadIdx.x] == 0) {
        if (fixed)
            atomicMax(&found, (int)threadIdx.x);
        else
            // EXPECT two_writers racecheck: is written by two threads
            // EXPECT two_writers racecheck: write different values
            found = threadIdx.x;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *out = found;
}

template <bool fixed> void two_writers(void)
{
    int *in = zeroed<int>(64), *out = zeroed<int>(1);
    flag_found<fixed><<<1, 64>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

/* Set to 0 by one thread: the lanes of its warp wait for that, others do not.
 */
template <bool fixed> __global__ void count_from_zero(int *count)
{
    if (threadIdx.x == 0)
        *count = 0;
    if (fixed)
        __syncthreads();
    else
        __syncwarp();
    // EXPECT reset_beside_atomics racecheck: while an atomic of another thread
    atomicAdd(count, 1);
}

template <bool fixed> void reset_beside_atomics(void)
{
    int *count = zeroed<int>(1);
    count_from_zero<fixed><<<1, 128>>>(count);
    cudaFree(count);
}

/* Rows one after the other: a thread's next product may replace the sum that
 * thread 0 reads in its last step. */
template <bool fixed>
__global__ void rows(const float *m, const float *v, float *out, int n)
{
    extern __shared__ float s[];
    int t = threadIdx.x;
    for (int row = 0; row < n; row++) {
        // EXPECT next_row racecheck: written while another thread may read
        s[t] = m[row * n + t] * v[t];
        for (int d = blockDim.x / 2; d > 0; d /= 2) {
            __syncthreads();
            if (t < d)
                s[t] += s[t + d];
        }
        if (t == 0)
            out[row] = s[0];
        SYNC_IF(fixed);
    }
}

template <bool fixed> void next_row(void)
{
    float *m = zeroed<float>(128 * 128), *v = zeroed<float>(128);
    float *out = zeroed<float>(128);
    rows<fixed><<<1, 128, 128 * sizeof(float)>>>(m, v, out, 128);
    cudaFree(m);
    cudaFree(v);
    cudaFree(out);
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

/* A sum of warp sums a row: a fast warp is at the next row already when warp
 * 0 reads this one's. */
template <bool fixed>
__global__ void shuffle_rows(const float *m, float *out, int n)
{
    __shared__ float part[32];
    int t = threadIdx.x;
    for (int row = 0; row < n; row++) {
        float v = warp_sum(m[row * blockDim.x + t]);
        if (t % 32 == 0)
            // EXPECT shuffle_one_barrier racecheck: written
            part[t / 32] = v;
        __syncthreads();
        if (t < 32) {
            v = warp_sum(t < blockDim.x / 32 ? part[t] : 0);
            if (t == 0)
                out[row] = v;
        }
        SYNC_IF(fixed);
    }
}

template <bool fixed> void shuffle_one_barrier(void)
{
    float *m = zeroed<float>(4 * 256), *out = zeroed<float>(4);
    shuffle_rows<fixed><<<1, 256>>>(m, out, 4);
    cudaFree(m);
    cudaFree(out);
}

/* Tiles are replaced while others still multiply. */
template <bool fixed>
__global__ void product(const float *a, const float *b, float *c, int n)
{
    __shared__ float left[16][16], right[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        // EXPECT tile_replaced racecheck: the place is left, byte
        left[y][x] = a[y * n + k + x];
        // EXPECT tile_replaced racecheck: the place is right, byte
        right[y][x] = b[(k + y) * n + x];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += left[y][i] * right[i][x];
        SYNC_IF(fixed);
    }
    c[y * n + x] = sum;
}

template <bool fixed> void tile_replaced(void)
{
    float *a = zeroed<float>(32 * 32), *b = zeroed<float>(32 * 32);
    float *c = zeroed<float>(32 * 32);
    product<fixed><<<1, dim3(16, 16)>>>(a, b, c, 32);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}

/* ---- between lanes of a warp --------------------------------------------- */

/* The last steps of a reduction as they were written before Volta. */
template <bool fixed> __global__ void last_warp(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 32] = in[t + 32];
    __syncthreads();
    if (fixed) {
        int v = s[t] + s[t + 32];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        s[t] = v;
    } else {
        volatile int *p = s;
        p[t] += p[t + 32];
        // EXPECT without_syncwarp racecheck: __syncwarp()
        p[t] += p[t + 16];
        // EXPECT without_syncwarp racecheck: __syncwarp()
        p[t] += p[t + 8];
    }
    if (t == 0)
        *out = s[0];
}

template <bool fixed> void without_syncwarp(void)
{
    int *in = zeroed<int>(64), *out = zeroed<int>(1);
    last_warp<fixed><<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

template <bool fixed> __global__ void count(const int *in, int *bins)
{
    int bin = in[threadIdx.x] & 7;
    if (fixed)
        atomicAdd(&bins[bin], 1);
    else
        // EXPECT without_atomic racecheck: use an atomic
        bins[bin]++;
}

template <bool fixed> void without_atomic(void)
{
    int *in = zeroed<int>(128), *bins = zeroed<int>(8);
    count<fixed><<<2, 64>>>(in, bins);
    cudaFree(in);
    cudaFree(bins);
}

/* All lanes store at once, and each something else. */
template <bool fixed> __global__ void one_place(int *out)
{
    if (!fixed || threadIdx.x == 0)
        // EXPECT different_values racecheck: write different values
        *out = threadIdx.x;
}

template <bool fixed> void different_values(void)
{
    int *out = zeroed<int>(1);
    one_place<fixed><<<1, 32>>>(out);
    cudaFree(out);
}

/* ---- between blocks ------------------------------------------------------ */

/* A step of a stencil in place: the neighbour block may be done or not. */
template <bool fixed> __global__ void step(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int right = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    // EXPECT neighbour_block racecheck: written while another thread may read
    out[i] = right + 1;
}

template <bool fixed> void neighbour_block(void)
{
    int *in = zeroed<int>(128), *out = zeroed<int>(128);
    step<fixed><<<4, 32>>>(in, fixed ? out : in, 128);
    cudaFree(in);
    cudaFree(out);
}

/* The sum of the blocks' sums, by whichever block comes last. */
__device__ unsigned done;
template <bool fixed> __global__ void last_block(int *partial, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        // EXPECT no_fence racecheck: __threadfence()
        partial[blockIdx.x] = blockIdx.x;
        if (fixed)
            __threadfence();
        last = atomicAdd(&done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < (int)gridDim.x; i++)
            sum += partial[i];
        *out = sum;
    }
}

template <bool fixed> void no_fence(void)
{
    int *partial = zeroed<int>(8), *out = zeroed<int>(1);
    last_block<fixed><<<8, 32>>>(partial, out);
    cudaFree(partial);
    cudaFree(out);
}

/* A value and its flag in one word, past the caches of a multiprocessor, as
 * CUB's scan passes them from block to block; or through them. */
template <bool fixed> __global__ void pass_on(int *word)
{
    if (threadIdx.x)
        return;
    int before = 1;
    while (blockIdx.x && !(before = __ldcg(&word[blockIdx.x - 1])))
        ;
    if (fixed)
        __stcg(&word[blockIdx.x], before + 1);
    else
        // EXPECT through_cache racecheck: another thread may read
        word[blockIdx.x] = before + 1;
}

template <bool fixed> void through_cache(void)
{
    int *word = zeroed<int>(4);
    pass_on<fixed><<<4, 32>>>(word);
    cudaFree(word);
}

/* Every block adds to one sum. */
template <bool fixed> __global__ void sum_all(const int *in, int *sum)
{
    if (threadIdx.x)
        return;
    if (fixed)
        atomicAdd(sum, in[blockIdx.x]);
    else
        // EXPECT sum_of_blocks racecheck: use an atomic
        *sum += in[blockIdx.x];
}

template <bool fixed> void sum_of_blocks(void)
{
    int *in = zeroed<int>(8), *sum = zeroed<int>(1);
    sum_all<fixed><<<8, 32>>>(in, sum);
    cudaFree(in);
    cudaFree(sum);
}

/* ---- locks, and a look before an atomic ---------------------------------- */

/* The lock is given back before the others can see what was stored. */
template <bool fixed> __global__ void locked(int *out)
{
    __shared__ int lock, sum;
    int t = threadIdx.x;
    if (t == 0)
        lock = sum = 0;
    __syncthreads();
    if (t % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        // EXPECT unfenced_lock racecheck: is written
        sum += t;
        if (fixed)
            __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (t == 0)
        *out = sum;
}

template <bool fixed> void unfenced_lock(void)
{
    int *out = zeroed<int>(1);
    locked<fixed><<<1, 128>>>(out);
    cudaFree(out);
}

/* When the atomic adds, there may be no room any more. */
template <bool fixed>
__global__ void keep(const int *in, int *out, int *count, int room)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (fixed) {
        int at = atomicAdd(count, 1);
        if (at < room)
            out[at] = v;
    } else if (*count < room) {
        // EXPECT look_then_add racecheck: let the value that the atomic returns
        out[atomicAdd(count, 1)] = v;
    }
}

template <bool fixed> void look_then_add(void)
{
    int *in = zeroed<int>(128), *out = zeroed<int>(128), *n = zeroed<int>(1);
    keep<fixed><<<2, 64>>>(in, out, n, 128);
    cudaFree(in);
    cudaFree(out);
    cudaFree(n);
}

int main(int argc, char **argv)
{
    static const struct hazard hazards[] = {
        HAZARD(read_too_early),  HAZARD(in_place),
        HAZARD(two_writers),     HAZARD(reset_beside_atomics),
        HAZARD(next_row),        HAZARD(shuffle_one_barrier),
        HAZARD(tile_replaced),   HAZARD(without_syncwarp),
        HAZARD(without_atomic),  HAZARD(different_values),
        HAZARD(neighbour_block), HAZARD(no_fence),
        HAZARD(through_cache),   HAZARD(sum_of_blocks),
        HAZARD(unfenced_lock),   HAZARD(look_then_add)};
    return RUN(hazards);
}
