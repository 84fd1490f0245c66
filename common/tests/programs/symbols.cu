/*
 * symbols.cu - constant memory, device and managed variables, with and
 * without initial values, copied by name and by address.
 */
#include "check.h"

enum { TAPS = 5, N = 100 };

__constant__ float filter[TAPS];
__constant__ int table[4] = {10, 20, 30, 40};
__device__ int counter;
__device__ float scale = 1.5f;
__device__ int grid_of[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
__device__ const char *const words[] = {"one", "two", "three"};
#ifdef __NVCC__
__managed__ int shared_with_host = 7;
#else /* clang has no managed variables */
__device__ int shared_with_host = 7;
#endif

__global__ void convolve(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < TAPS; k++) {
        int at = i + k - TAPS / 2;
        if (at >= 0 && at < n)
            sum += filter[k] * in[at];
    }
    out[i] = sum * scale;
    atomicAdd(&counter, table[i % 4]);
}

__global__ void use(int *out)
{
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 3; k++)
        sum += grid_of[k][t];
    out[t] = sum;
    grid_of[t % 3][t] = -t;
    out[4 + t] = words[t % 3][t % 2];
    if (t == 0)
        shared_with_host += 1;
}

static void check_filter(void)
{
    const float taps[TAPS] = {1, -2, 4, 8, 0.5f};
    float in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (float)noise(i);
    CUDA(cudaMemcpyToSymbol(filter, taps, sizeof taps));
    float *a = on_device(in, N), *b = on_device<float>(NULL, N);
    convolve<<<2, 64>>>(a, b, N);
    LAUNCHED();
    take_back(out, b, N);
    CUDA(cudaFree(a));
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int k = 0; k < TAPS; k++)
            if (i + k >= 2 && i + k < N + 2)
                sum += taps[k] * in[i + k - 2];
        CHECK(out[i] == sum * 1.5f);
    }
    int count;
    CUDA(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    CHECK(count == N / 4 * 100);
}

int main(void)
{
    check_filter();
    void *address;
    size_t size;
    int out[8], part = 99, *d = on_device<int>(NULL, 8);
    CUDA(cudaGetSymbolAddress(&address, grid_of));
    CUDA(cudaGetSymbolSize(&size, grid_of));
    CHECK(size == 48);
    CUDA(cudaMemcpy((char *)address + 4, &part, 4, cudaMemcpyHostToDevice));
    use<<<1, 4>>>(d);
    LAUNCHED();
    take_back(out, d, 8);
    CHECK(out[0] == 15 && out[1] == 99 + 6 + 10 && out[3] == 24);
    CHECK(out[4] == 'o' && out[5] == 'w' && out[6] == 't' && out[7] == 'n');
    CUDA(cudaMemcpyFromSymbol(&part, grid_of, 4, 4 * (2 * 4 + 2)));
    CHECK(part == -2);
#ifdef __NVCC__
    part = shared_with_host;
#else
    CUDA(cudaMemcpyFromSymbol(&part, shared_with_host, sizeof part));
#endif
    CHECK(part == 8);
    puts("symbols: constants and variables");
    return 0;
}
