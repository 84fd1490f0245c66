/*
 * nasty.cu - kernels whose memory accesses are hard to count right.
 *
 * One launch each, in this order, for ncu.sh to hold the emulated device's
 * requests, sectors and bank conflicts against the hardware's:
 *
 * misaligned     each warp begins one float into a sector
 * stride         lanes k floats apart, k = 1 .. 33
 * reversed       the warp reads downwards
 * partial        blocks of 70 threads: whole, whole and 6 lanes
 * odd_lanes      every second lane is off
 * bytes          one byte a lane: a whole warp in one sector
 * doubles        8 bytes a lane, misaligned rows
 * vectors        float2 and float4
 * gather         a permutation: every lane somewhere
 * same           all lanes one address; then two groups of lanes
 * diverged       both sides of a branch load and store
 * atomics        loads and stores beside atomics
 * banks          shared loads and stores with strides 1, 2, 32, 33
 * banks_wide     8 and 16 bytes a lane in shared memory
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 16 };

__global__ void misaligned(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i + 1] = in[i + 3];
}

__global__ void stride(const float *in, float *out, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * k];
}

__global__ void reversed(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[1023 - i] = in[1023 - i];
}

__global__ void odd_lanes(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2)
        out[i] = in[i] + 1;
}

__global__ void bytes(const unsigned char *in, unsigned char *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 5];
}

__global__ void doubles(const double *in, double *out)
{
    int row = blockIdx.x * 4 + threadIdx.x / 32;
    out[row * 33 + threadIdx.x % 32] = in[row * 37 + threadIdx.x % 32];
}

__global__ void vectors(const float2 *in2, const float4 *in4, float4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 a = in2[i];
    float4 b = in4[i * 2];
    out[i] = make_float4(a.x + b.x, a.y + b.y, b.z, b.w);
}

__global__ void gather(const float *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * 2654435761u % 4096] = in[i * 40503u % N];
}

__global__ void same(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[blockIdx.x] + in[100 + i / 16 * 50];
}

__global__ void diverged(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 3 == 0)
        out[i] = in[i * 7] * 2;
    else
        out[i * 2] = in[i] + in[i + 64];
}

__global__ void atomics(const int *in, int *out, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[in[i] & 31], 1);
    out[i] = atomicMax(&sums[32], i);
}

template <int STRIDE> __global__ void banks(const float *in, float *out)
{
    __shared__ float tile[32 * 33];
    int t = threadIdx.x;
    tile[t * STRIDE % (32 * 33)] = in[t];
    __syncthreads();
    out[t] = tile[(t ^ 1) * STRIDE % (32 * 33)];
}

__global__ void banks_wide(const double *in, double *out)
{
    __shared__ double tile[64];
    __shared__ float4 wide[64];
    int t = threadIdx.x;
    tile[t * 2] = in[t];
    wide[t ^ 3] = make_float4(in[t], 0, 0, t);
    __syncthreads();
    out[t] = tile[(t * 2 + 2) % 64] + wide[(t * 5) % 32].w;
}

static void *device_array(size_t size)
{
    void *p = NULL;
    if (cudaMalloc(&p, size) != cudaSuccess ||
        cudaMemset(p, 1, size) != cudaSuccess) {
        fprintf(stderr, "nasty: no device memory\n");
        exit(1);
    }
    return p;
}

int main(void)
{
    size_t size = (size_t)N * 40 * sizeof(float);
    float *in = (float *)device_array(size);
    float *out = (float *)device_array(size);

    misaligned<<<7, 128>>>(in, out);
    for (int k = 1; k <= 33; k += k < 4 ? 1 : k < 8 ? 4 : 25)
        stride<<<4, 96>>>(in, out, k);
    reversed<<<4, 256>>>(in, out);
    misaligned<<<5, 70>>>(in, out);
    odd_lanes<<<3, 64>>>(in, out);
    bytes<<<3, 128>>>((unsigned char *)in, (unsigned char *)out);
    doubles<<<5, 128>>>((double *)in, (double *)out);
    vectors<<<4, 64>>>((float2 *)in, (float4 *)in, (float4 *)out);
    gather<<<8, 64>>>(in, out);
    same<<<4, 64>>>(in, out);
    diverged<<<4, 96>>>(in, out);
    atomics<<<4, 128>>>((int *)in, (int *)out, (int *)out + N);
    banks<1><<<1, 32>>>(in, out);
    banks<2><<<1, 32>>>(in, out);
    banks<32><<<1, 32>>>(in, out);
    banks<33><<<1, 32>>>(in, out);
    banks_wide<<<1, 32>>>((double *)in, (double *)out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        fprintf(stderr, "nasty: %s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
