/*
 * scan.cu - prefix sums: doubling steps, two-way tree, several blocks with
 * the sums of blocks scanned in turn, warp shuffles; and compaction by scan.
 */
#include "check.h"

enum { BLOCK = 128 };

/* Inclusive; two buffers, so that one barrier a step is enough. */
__global__ void doubling(const int *in, int *out, int n)
{
    __shared__ int s[2][BLOCK];
    int t = threadIdx.x, now = 0;
    s[0][t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
        now = 1 - now;
        __syncthreads();
    }
    if (t < n)
        out[t] = s[now][t];
}

/* Exclusive, two elements a thread; the block's sum goes to sums. */
__global__ void tree(const int *in, int *out, int *sums, int n)
{
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x, base = blockIdx.x * 2 * BLOCK, offset = 1;
    s[2 * t] = base + 2 * t < n ? in[base + 2 * t] : 0;
    s[2 * t + 1] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
    for (int d = BLOCK; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    }
    if (t == 0) {
        if (sums)
            sums[blockIdx.x] = s[2 * BLOCK - 1];
        s[2 * BLOCK - 1] = 0;
    }
    for (int d = 1; d <= BLOCK; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1;
            int right = offset * (2 * t + 2) - 1;
            int v = s[left];
            s[left] = s[right];
            s[right] += v;
        }
    }
    __syncthreads();
    if (base + 2 * t < n)
        out[base + 2 * t] = s[2 * t];
    if (base + 2 * t + 1 < n)
        out[base + 2 * t + 1] = s[2 * t + 1];
}

__global__ void add_sums(int *out, const int *sums, int n)
{
    int base = blockIdx.x * 2 * BLOCK;
    for (int i = threadIdx.x; i < 2 * BLOCK && base + i < n; i += BLOCK)
        out[base + i] += sums[blockIdx.x];
}

__global__ void by_shuffles(const int *in, int *out, int n)
{
    __shared__ int sums[BLOCK / 32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int v = t < n ? in[t] : 0;
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v += left;
    }
    if (lane == 31)
        sums[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        v += sums[w];
    if (t < n)
        out[t] = v;
}

/* Keeps the even numbers, in their order. */
__global__ void compact(const int *in, const int *before, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 2 == 0)
        out[before[i]] = in[i];
}

__global__ void mark_even(const int *in, int *flag, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        flag[i] = in[i] % 2 == 0;
}

static void scan_blocks(const int *in, int *out, int n)
{
    int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
    int *sums = on_device<int>(NULL, blocks);
    tree<<<blocks, BLOCK>>>(in, out, sums, n);
    if (blocks > 1) {
        scan_blocks(sums, sums, blocks);
        add_sums<<<blocks, BLOCK>>>(out, sums, n);
    }
    LAUNCHED();
    CUDA(cudaFree(sums));
}

static void check_small(const int *h, int *device, int n)
{
    int out[BLOCK], sum = 0;
    int *result = on_device<int>(NULL, BLOCK);
    for (int way = 0; way < 2; way++) {
        if (way)
            by_shuffles<<<1, BLOCK>>>(device, result, n);
        else
            doubling<<<1, BLOCK>>>(device, result, n);
        LAUNCHED();
        CUDA(cudaMemcpy(out, result, n * sizeof *out, cudaMemcpyDeviceToHost));
        sum = 0;
        for (int i = 0; i < n; i++)
            CHECK(out[i] == (sum += h[i]));
    }
    CUDA(cudaFree(result));
}

static void check_compact(const int *h, const int *in, int n)
{
    int *flag = on_device<int>(NULL, n), *out = on_device<int>(NULL, n);
    int *back = (int *)malloc(n * sizeof *back), kept = 0;
    mark_even<<<(n + 63) / 64, 64>>>(in, flag, n);
    scan_blocks(flag, flag, n);
    compact<<<(n + 63) / 64, 64>>>(in, flag, out, n);
    LAUNCHED();
    for (int i = 0; i < n; i++)
        kept += h[i] % 2 == 0;
    CUDA(cudaMemcpy(back, out, kept * sizeof *back, cudaMemcpyDeviceToHost));
    for (int i = 0, next = 0; i < n; i++)
        if (h[i] % 2 == 0)
            CHECK(back[next++] == h[i]);
    CUDA(cudaFree(flag));
    CUDA(cudaFree(out));
    free(back);
}

static void check(int n)
{
    int *h = (int *)malloc(2 * n * sizeof *h), sum = 0;
    for (int i = 0; i < n; i++)
        h[i] = noise(i) % 100;
    int *in = on_device(h, n), *out = on_device<int>(NULL, n);
    if (n <= BLOCK)
        check_small(h, in, n);
    scan_blocks(in, out, n);
    CUDA(cudaMemcpy(h + n, out, n * sizeof *h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; sum += h[i++])
        CHECK(h[n + i] == sum);
    check_compact(h, in, n);
    CUDA(cudaFree(in));
    CUDA(cudaFree(out));
    free(h);
}

int main(void)
{
    static const int sizes[] = {1, 31, 100, 128, 256, 257, 5000, 70000};
    for (int n : sizes)
        check(n);
    puts("prefix sums: right at every place");
    return 0;
}
