/*
 * beginner.cu - another right solution of lab 3, as it is first written: int
 * everywhere, each kernel by itself.  Mistakes in wrong/ are made in it, too:
 * each part stands by itself.
 */
#include "cuda_runtime.h"
#include "kernels.h"

// ---- dot ------------------------------------------------------------------

__global__ void dotKernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float cache[1024];
    int tid = threadIdx.x;
    float temp = 0.0f;

    for (int i = blockIdx.x * blockDim.x + tid; i < n;
         i += blockDim.x * gridDim.x) {
        temp += a[i] * b[i];
    }
    cache[tid] = temp;
    __syncthreads();
    int s = blockDim.x;
    while (s > 1) {
        int h = (s + 1) / 2;
        if (tid + h < s) {
            cache[tid] += cache[tid + h];
        }
        __syncthreads();
        s = h;
    }
    if (tid == 0) {
        c[blockIdx.x] = cache[0];
    }
}

extern "C" void dot(const float *a, const float *b, float *partial, int n,
                    int blocks, int threads)
{
    dotKernel<<<blocks, threads>>>(a, b, partial, n);
}

// ---- dot_shuffle ----------------------------------------------------------

__global__ void dotShuffleKernel(const float *a, const float *b, float *c,
                                 int n)
{
    __shared__ float warpSums[32];
    int tid = threadIdx.x;
    int lane = tid & 31;
    int wid = tid >> 5;
    float val = 0.0f;

    for (int i = blockIdx.x * blockDim.x + tid; i < n;
         i += blockDim.x * gridDim.x) {
        val += a[i] * b[i];
    }
    for (int off = 16; off > 0; off /= 2) {
        val += __shfl_down_sync(0xffffffff, val, off);
    }
    if (lane == 0) {
        warpSums[wid] = val;
    }
    __syncthreads();
    if (wid == 0) {
        val = lane < blockDim.x / 32 ? warpSums[lane] : 0.0f;
        for (int off = 16; off > 0; off /= 2) {
            val += __shfl_down_sync(0xffffffff, val, off);
        }
        if (lane == 0) {
            c[blockIdx.x] = val;
        }
    }
}

extern "C" void dot_shuffle(const float *a, const float *b, float *partial,
                            int n, int blocks, int threads)
{
    dotShuffleKernel<<<blocks, threads>>>(a, b, partial, n);
}

// ---- block_clock ----------------------------------------------------------

__global__ void clockKernel(const float *in, float *out, long long *timer,
                            int count)
{
    extern __shared__ float sh[];
    int tid = threadIdx.x;
    int bid = blockIdx.x;
    float m;

    __syncthreads();
    if (tid == 0) {
        timer[bid] = clock64();
    }
    __syncthreads();
    m = in[bid * count];
    for (int i = tid; i < count; i += blockDim.x) {
        m = fminf(m, in[bid * count + i]);
    }
    sh[tid] = m;
    __syncthreads();
    int s = blockDim.x;
    while (s > 1) {
        int h = (s + 1) / 2;
        if (tid + h < s) {
            sh[tid] = fminf(sh[tid], sh[tid + h]);
        }
        __syncthreads();
        s = h;
    }
    if (tid == 0) {
        out[bid] = sh[0];
    }
    __syncthreads();
    if (tid == 0) {
        timer[bid + gridDim.x] = clock64();
    }
}

extern "C" void block_clock(const float *input, float *minima,
                            long long *stamps, int blocks, int count,
                            int threads)
{
    clockKernel<<<blocks, threads, threads * sizeof(float)>>>(input, minima,
                                                              stamps, count);
}

// ---- batch_one_block ------------------------------------------------------

__global__ void oneBlockKernel(const double *in, const double *mat, double *out,
                               int L, int M, int N)
{
    extern __shared__ double mean1[];
    __shared__ double buf[256];
    int tid = threadIdx.x;

    for (int k = 0; k < N; k++) {
        for (int r = tid; r < L; r += blockDim.x) {
            double s = 0.0;
            for (int c = 0; c < M; c++) {
                s += in[k * L * M + r * M + c];
            }
            mean1[r] = s / M;
        }
        __syncthreads();
        for (int i = 0; i < L; i++) {
            double s = 0.0;
            for (int j = tid; j < L; j += blockDim.x) {
                s += mat[i * L + j] * mean1[j];
            }
            buf[tid] = s;
            __syncthreads();
            for (int h = blockDim.x / 2; h > 0; h /= 2) {
                if (tid < h) {
                    buf[tid] += buf[tid + h];
                }
                __syncthreads();
            }
            if (tid == 0) {
                out[i * N + k] = buf[0];
            }
            __syncthreads();
        }
    }
}

extern "C" void batch_one_block(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    oneBlockKernel<<<1, 256, L * sizeof(double)>>>(input, matrix, output, L, M,
                                                   N);
}

// ---- batch_grid -----------------------------------------------------------

__global__ void gridKernel(const double *in, const double *mat, double *out,
                           int L, int M, int N)
{
    extern __shared__ double mean2[];
    __shared__ double buf[256];
    int tid = threadIdx.x;
    int k = blockIdx.x;

    for (int r = tid; r < L; r += blockDim.x) {
        double s = 0.0;
        for (int c = 0; c < M; c++) {
            s += in[k * L * M + r * M + c];
        }
        mean2[r] = s / M;
    }
    __syncthreads();
    for (int i = 0; i < L; i++) {
        double s = 0.0;
        for (int j = tid; j < L; j += blockDim.x) {
            s += mat[i * L + j] * mean2[j];
        }
        buf[tid] = s;
        __syncthreads();
        for (int h = blockDim.x / 2; h > 0; h /= 2) {
            if (tid < h) {
                buf[tid] += buf[tid + h];
            }
            __syncthreads();
        }
        if (tid == 0) {
            out[i * N + k] = buf[0];
        }
        __syncthreads();
    }
}

extern "C" void batch_grid(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    gridKernel<<<N, 256, L * sizeof(double)>>>(input, matrix, output, L, M, N);
}

// ---- batch_coalesced ------------------------------------------------------

__global__ void coalescedKernel(const double *in, const double *mat,
                                double *out, int L, int M, int N)
{
    extern __shared__ double mean3[];
    __shared__ double buf[256];
    int tid = threadIdx.x;
    int lane = tid & 31;
    int wid = tid >> 5;
    int k = blockIdx.x;

    for (int r = wid; r < L; r += 8) {
        double s = 0.0;
        for (int c = lane; c < M; c += 32) {
            s += in[k * L * M + r * M + c];
        }
        for (int off = 16; off > 0; off /= 2) {
            s += __shfl_down_sync(0xffffffff, s, off);
        }
        if (lane == 0) {
            mean3[r] = s / M;
        }
    }
    __syncthreads();
    for (int i = 0; i < L; i++) {
        double s = 0.0;
        for (int j = tid; j < L; j += blockDim.x) {
            s += mat[i * L + j] * mean3[j];
        }
        buf[tid] = s;
        __syncthreads();
        for (int h = blockDim.x / 2; h > 0; h /= 2) {
            if (tid < h) {
                buf[tid] += buf[tid + h];
            }
            __syncthreads();
        }
        if (tid == 0) {
            out[i * N + k] = buf[0];
        }
        __syncthreads();
    }
}

extern "C" void batch_coalesced(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    coalescedKernel<<<N, 256, L * sizeof(double)>>>(input, matrix, output, L, M,
                                                    N);
}

// ---- batch_shuffle --------------------------------------------------------

__global__ void shuffleKernel(const double *in, const double *mat, double *out,
                              int L, int M, int N)
{
    extern __shared__ double mean4[];
    __shared__ double warpSums[8];
    int tid = threadIdx.x;
    int lane = tid & 31;
    int wid = tid >> 5;
    int k = blockIdx.x;

    for (int r = wid; r < L; r += 8) {
        double s = 0.0;
        for (int c = lane; c < M; c += 32) {
            s += in[k * L * M + r * M + c];
        }
        for (int off = 16; off > 0; off /= 2) {
            s += __shfl_down_sync(0xffffffff, s, off);
        }
        if (lane == 0) {
            mean4[r] = s / M;
        }
    }
    __syncthreads();
    for (int i = 0; i < L; i++) {
        double s = 0.0;
        for (int j = tid; j < L; j += blockDim.x) {
            s += mat[i * L + j] * mean4[j];
        }
        for (int off = 16; off > 0; off /= 2) {
            s += __shfl_down_sync(0xffffffff, s, off);
        }
        if (lane == 0) {
            warpSums[wid] = s;
        }
        __syncthreads();
        if (tid == 0) {
            double total = 0.0;
            for (int w = 0; w < 8; w++) {
                total += warpSums[w];
            }
            out[i * N + k] = total;
        }
        __syncthreads();
    }
}

extern "C" void batch_shuffle(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    shuffleKernel<<<N, 256, L * sizeof(double)>>>(input, matrix, output, L, M,
                                                  N);
}
