/*
 * atomics.cu - atomics of global and shared memory, for ncu.sh to hold the
 * emulated device's columns of them against the hardware's.
 *
 * One launch each, in the order of main().  Names say whether the result is
 * read (atom) or not (red), and where the lanes go:
 *
 * line       side by side             same       all at one address
 * sparse     32 bytes apart           groups     4 lanes an address
 * third      every third lane         anywhere   by a hash
 * uneven     8 lanes an address, then each its own
 * few        by a hash, to 64 places  two        16 lanes an address, far apart
 * hidden     all at one address, which is read from memory
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 14 };

static __device__ int lane_place(int i, int kind)
{
    switch (kind) {
    case 0: return i;                                      /* line */
    case 1: return 5;                                      /* same */
    case 2: return i * 8 % N;                              /* sparse */
    case 3: return i / 4;                                  /* groups */
    case 6: return i % 32 < 8 ? 0 : i;                     /* uneven */
    case 7: return (int)((unsigned)i * 2654435761u >> 26); /* few */
    case 8: return i % 32 / 16 * 64;                       /* two */
    case 4: return i;                                      /* third */
    default: return (int)((unsigned)i * 2654435761u % N);
    }
}

template <int KIND> __global__ void red(int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (KIND != 4 || i % 3 == 0)
        atomicAdd(&sums[lane_place(i, KIND)], i);
}

template <int KIND> __global__ void atom(int *sums, int *old)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (KIND != 4 || i % 3 == 0)
        old[i] = atomicAdd(&sums[lane_place(i, KIND)], i);
}

template <typename T> __global__ void red_of(T *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i], (T)i);
}

template <typename T> __global__ void atom_of(T *sums, T *old)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    old[i] = atomicAdd(&sums[i], (T)i);
}

/* One of each that nobody reads. */
__global__ void red_each(int *a, unsigned *u)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMin(&a[i], i);
    atomicMax(&a[i], i);
    atomicAnd(&a[i], i);
    atomicOr(&a[i], i);
    atomicXor(&a[i], i);
    atomicSub(&a[i], i);
    atomicInc(&u[i], 9);
    atomicDec(&u[i], 9);
}

__global__ void exchange_unread(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicExch(&a[i], i);
}

__global__ void exchange_read(int *a, int *old)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    old[i] = atomicExch(&a[i], i);
}

__global__ void swap_unread(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicCAS(&a[i], 7, i);
}

__global__ void swap_read(int *a, int *old)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    old[i] = atomicCAS(&a[i], 7, i);
}

__global__ void red_hidden(const int *place, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[place[i]], i);
}

__global__ void atom_hidden(const int *place, int *sums, int *old)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    old[i] = atomicAdd(&sums[place[i]], i);
}

template <typename T> __global__ void red_same_of(T *sum)
{
    atomicAdd(sum, (T)threadIdx.x);
}

template <typename T> __global__ void atom_same_of(T *sum, T *old)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    old[i] = atomicAdd(sum, (T)threadIdx.x);
}

__global__ void red_of_block(int *sums)
{
    atomicAdd(&sums[blockIdx.x * 16], (int)threadIdx.x);
}

/* All at one address: which of these does ptxas make one of? */
__global__ void min_same(int *a)
{
    atomicMin(a, (int)threadIdx.x);
}

__global__ void or_same(int *a)
{
    atomicOr(a, (int)threadIdx.x);
}

__global__ void xor_same(int *a)
{
    atomicXor(a, (int)threadIdx.x);
}

__global__ void inc_same(unsigned *a)
{
    atomicInc(a, 1000);
}

__global__ void exchange_same(int *a)
{
    atomicExch(a, (int)threadIdx.x);
}

__global__ void swap_same(int *a)
{
    atomicCAS(a, 7, (int)threadIdx.x);
}

/* A value for the whole warp: ptxas may add it up first. */
__global__ void count(int *counter)
{
    atomicAdd(counter, 1);
}

template <int STRIDE> __global__ void shared_red(int *out)
{
    __shared__ int sums[32 * 33];
    for (int i = threadIdx.x; i < 32 * 33; i += blockDim.x)
        sums[i] = 0;
    __syncthreads();
    atomicAdd(&sums[threadIdx.x * STRIDE % (32 * 33)], (int)threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = sums[threadIdx.x];
}

template <int STRIDE> __global__ void shared_atom(int *out)
{
    __shared__ int sums[32 * 33];
    for (int i = threadIdx.x; i < 32 * 33; i += blockDim.x)
        sums[i] = 0;
    __syncthreads();
    out[threadIdx.x] =
        atomicAdd(&sums[threadIdx.x * STRIDE % (32 * 33)], (int)threadIdx.x);
}

__global__ void shared_exchange(int *out)
{
    __shared__ int a[32];
    a[threadIdx.x] = 0;
    __syncthreads();
    out[threadIdx.x] = atomicExch(&a[threadIdx.x], (int)threadIdx.x);
}

__global__ void shared_wide(unsigned long long *out)
{
    __shared__ unsigned long long sums[32];
    sums[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&sums[threadIdx.x], 3ull);
    __syncthreads();
    out[threadIdx.x] = sums[threadIdx.x];
}

__global__ void shared_float(float *out)
{
    __shared__ float sums[32];
    sums[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&sums[threadIdx.x], 2.0f);
    __syncthreads();
    out[threadIdx.x] = sums[threadIdx.x];
}

static void *zeros(size_t size)
{
    void *p = NULL;
    if (cudaMalloc(&p, size) != cudaSuccess ||
        cudaMemset(p, 0, size) != cudaSuccess) {
        fprintf(stderr, "atomics: no device memory\n");
        exit(1);
    }
    return p;
}

int main(void)
{
    int *a = (int *)zeros(N * 8), *b = (int *)zeros(N * 8);

    red<0><<<4, 128>>>(a);
    red<1><<<4, 128>>>(a);
    red<2><<<4, 128>>>(a);
    red<3><<<4, 128>>>(a);
    red<4><<<4, 128>>>(a);
    red<5><<<4, 128>>>(a);
    red<0><<<3, 70>>>(a + 3);
    atom<0><<<4, 128>>>(a, b);
    atom<1><<<4, 128>>>(a, b);
    atom<2><<<4, 128>>>(a, b);
    atom<3><<<4, 128>>>(a, b);
    atom<4><<<4, 128>>>(a, b);
    atom<5><<<4, 128>>>(a, b);
    atom<0><<<3, 70>>>(a + 3, b);
    red_of<float><<<4, 128>>>((float *)a);
    red_of<double><<<4, 128>>>((double *)a);
    red_of<unsigned long long><<<4, 128>>>((unsigned long long *)a);
    atom_of<float><<<4, 128>>>((float *)a, (float *)b);
    atom_of<double><<<4, 128>>>((double *)a, (double *)b);
    red_each<<<4, 128>>>(a, (unsigned *)b);
    exchange_unread<<<4, 128>>>(a);
    exchange_read<<<4, 128>>>(a, b);
    swap_unread<<<4, 128>>>(a);
    swap_read<<<4, 128>>>(a, b);
    count<<<4, 128>>>(a);
    red<6><<<4, 128>>>(a);
    red<7><<<4, 128>>>(a);
    red<8><<<4, 128>>>(a);
    atom<7><<<4, 128>>>(a, b);
    cudaMemset(b, 0, N * 8);
    red_hidden<<<4, 128>>>(b, a);
    atom_hidden<<<4, 128>>>(b, a, b + N);
    red_same_of<float><<<4, 128>>>((float *)a);
    red_same_of<double><<<4, 128>>>((double *)a);
    red_same_of<unsigned long long><<<4, 128>>>((unsigned long long *)a);
    atom_same_of<float><<<4, 128>>>((float *)a, (float *)b);
    red_of_block<<<4, 128>>>(a);
    min_same<<<4, 128>>>(a);
    or_same<<<4, 128>>>(a);
    xor_same<<<4, 128>>>(a);
    inc_same<<<4, 128>>>((unsigned *)a);
    exchange_same<<<4, 128>>>(a);
    swap_same<<<4, 128>>>(a);
    shared_red<0><<<1, 32>>>(b);
    shared_red<1><<<1, 32>>>(b);
    shared_red<2><<<1, 32>>>(b);
    shared_red<32><<<1, 32>>>(b);
    shared_red<33><<<1, 32>>>(b);
    shared_atom<0><<<1, 32>>>(b);
    shared_atom<1><<<1, 32>>>(b);
    shared_atom<2><<<1, 32>>>(b);
    shared_atom<32><<<1, 32>>>(b);
    shared_exchange<<<1, 32>>>(b);
    shared_wide<<<1, 32>>>((unsigned long long *)b);
    shared_float<<<1, 32>>>((float *)b);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        fprintf(stderr, "atomics: %s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
