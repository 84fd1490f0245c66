/*
 * sort.cu - bitonic network (in shared memory, and over the whole array),
 * odd-even transposition, merge sort by ranks, radix sort of one block.
 */
#include "check.h"

enum { BLOCK = 256 };

__device__ void order(int &a, int &b, bool up)
{
    if (a > b == up) {
        int t = a;
        a = b;
        b = t;
    }
}

__global__ void bitonic_block(int *data)
{
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x;
    s[t] = data[t];
    s[t + BLOCK] = data[t + BLOCK];
    for (int size = 2; size <= 2 * BLOCK; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            order(s[at], s[at + stride], (at & size) == 0);
        }
    __syncthreads();
    data[t] = s[t];
    data[t + BLOCK] = s[t + BLOCK];
}

__global__ void bitonic_step(int *data, int n, int size, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ stride;
    if (i < n && other > i)
        order(data[i], data[other], (i & size) == 0);
}

__global__ void odd_even(int *data, int n)
{
    int t = threadIdx.x;
    for (int round = 0; round < n; round++) {
        int at = 2 * t + round % 2;
        if (at + 1 < n)
            order(data[at], data[at + 1], true);
        __syncthreads();
    }
}

/* How many of v[0..n) come before x; equal ones too if after is set. */
__device__ int rank_of(const int *v, int n, int x, bool after)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (v[middle] < x || (after && v[middle] == x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Merges neighbouring runs of width elements. */
__global__ void merge_step(const int *in, int *out, int n, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int run = i / width, pair = run / 2 * 2 * width;
    int other = run % 2 ? pair : pair + width;
    int length = min(width, max(0, n - other));
    int rank = rank_of(in + other, length, in[i], run % 2);
    out[pair + i % width + rank] = in[i];
}

__global__ void radix(unsigned *data)
{
    __shared__ unsigned s[BLOCK];
    __shared__ int zeros[BLOCK];
    int t = threadIdx.x;
    unsigned v = data[t];
    for (int bit = 0; bit < 16; bit++) {
        int zero = !(v >> bit & 1), total = __syncthreads_count(zero);
        zeros[t] = zero;
        __syncthreads();
        for (int d = 1; d < BLOCK; d *= 2) {
            int left = t >= d ? zeros[t - d] : 0;
            __syncthreads();
            zeros[t] += left;
            __syncthreads();
        }
        s[zero ? zeros[t] - 1 : total + t - zeros[t]] = v;
        __syncthreads();
        v = s[t];
    }
    data[t] = v;
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int *fill(int *h, int n)
{
    for (int i = 0; i < n; i++)
        h[i] = noise(i);
    return on_device(h, n);
}

static void expect(const int *h, int *device, int n)
{
    int *sorted = (int *)malloc(2 * n * sizeof *h), *got = sorted + n;
    memcpy(sorted, h, n * sizeof *h);
    qsort(sorted, n, sizeof *h, compare);
    LAUNCHED();
    take_back(got, device, n);
    CHECK(memcmp(got, sorted, n * sizeof *h) == 0);
    free(sorted);
}

static void check_merge(int *h, int n)
{
    int *a = fill(h, n), *b = on_device<int>(NULL, n);
    for (int width = 1; width < n; width *= 2) {
        merge_step<<<(n + 63) / 64, 64>>>(a, b, n, width);
        int *swap = a;
        a = b;
        b = swap;
    }
    expect(h, a, n);
    CUDA(cudaFree(b));
}

int main(void)
{
    static int h[4096];
    int *d = fill(h, 2 * BLOCK);
    bitonic_block<<<1, BLOCK>>>(d);
    expect(h, d, 2 * BLOCK);
    d = fill(h, 4096);
    for (int size = 2; size <= 4096; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2)
            bitonic_step<<<16, 256>>>(d, 4096, size, stride);
    expect(h, d, 4096);
    d = fill(h, 101);
    odd_even<<<1, 64>>>(d, 101);
    expect(h, d, 101);
    check_merge(h, 1000);
    check_merge(h, 33);
    d = fill(h, BLOCK);
    radix<<<1, BLOCK>>>((unsigned *)d);
    expect(h, d, BLOCK);
    puts("sorting: everything is in order");
    return 0;
}
