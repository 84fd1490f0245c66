/*
 * reads.cu - what goes from L2 and memory to one multiprocessor, to some of
 * them, and to all: bytes and sectors, by the way they are asked for.
 *
 * Blocks on multiprocessors that take no part end at once; the others share
 * the work out among themselves, so that it does not matter who came when.
 */
#include "constants.h"

enum { THREADS = 1024, PIECE = 131072 };

__device__ unsigned next_piece;

static __global__ void begin(void)
{
    next_piece = 0;
}

static __device__ __forceinline__ float sum_of(float x)
{
    return x;
}

static __device__ __forceinline__ float sum_of(float4 x)
{
    return x.x + x.y + x.z + x.w;
}

// Four loads of each thread under way, at STRIDE bytes from lane to lane.
template <class Word, int STRIDE>
static __device__ __forceinline__ float read_piece(const char *piece)
{
    float sum = 0;
    const char *at = piece + threadIdx.x * (size_t)STRIDE;
#pragma unroll 1
    for (int done = 0; done < PIECE; done += 4 * THREADS * STRIDE) {
        Word word[4];
#pragma unroll
        for (int k = 0; k < 4; k++)
            if (done + k * THREADS * STRIDE < PIECE)
                word[k] =
                    __ldcg((const Word *)(at + done + k * THREADS * STRIDE));
#pragma unroll
        for (int k = 0; k < 4; k++)
            if (done + k * THREADS * STRIDE < PIECE)
                sum += sum_of(word[k]);
    }
    return sum;
}

// Each of the first `sms` reads pieces until all were read.
template <class Word, int STRIDE>
static __global__ void __launch_bounds__(THREADS)
    read_pieces(const char *data, unsigned pieces, unsigned all, unsigned sms)
{
    __shared__ unsigned piece;
    float sum = 0;
    if (own_sm() >= sms)
        return;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0)
            piece = atomicAdd(&next_piece, 1);
        __syncthreads();
        if (piece >= all)
            break;
        sum += read_piece<Word, STRIDE>(data + piece % pieces * (size_t)PIECE);
    }
    if (sum == 1.25f)
        sink = sum;
}

template <class Word, int STRIDE>
static double read_us(const char *data, size_t bytes, size_t all, unsigned sms)
{
    return us_of(1, [&] {
        begin<<<1, 1, 0, stream>>>();
        read_pieces<Word, STRIDE><<<2 * multiprocessors, THREADS, 0, stream>>>(
            data, (unsigned)(bytes / PIECE), (unsigned)(all / PIECE), sms);
    });
}

static void measure_some(const char *data)
{
    for (unsigned sms = 1; sms <= 128; sms *= 2) {
        const size_t bytes = 16u << 20, all = bytes * (sms < 8 ? sms : 8);
        print("B/clock",
              (double)all / mhz / sms /
                  read_us<float4, 16>(data, bytes, all, sms),
              "read_by_%u_sms", sms);
        print("B/clock",
              (double)all / mhz / sms /
                  read_us<float, 4>(data, bytes, all, sms),
              "read_words_by_%u_sms", sms);
        print("sectors/clock",
              (double)all / 32 / mhz / sms /
                  read_us<float, 32>(data, bytes, all, sms),
              "read_sectors_by_%u_sms", sms);
        print("sectors/clock",
              (double)all / 64 / mhz / sms /
                  read_us<float, 64>(data, bytes, all, sms),
              "read_second_sectors_by_%u_sms", sms);
    }
}

// A plain loop over all threads of the grid, as students write it.
static __global__ void __launch_bounds__(THREADS)
    read_all(const float4 *from, size_t count, int rounds)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    const size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int r = 0; r < rounds; r++) {
#pragma unroll 8
        for (size_t i = first; i < count; i += step)
            sum += sum_of(__ldcg(&from[i]));
    }
    if (sum == 1.25f)
        sink = sum;
}

static __global__ void copy(const float4 *from, float4 *to, size_t count)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x)
        to[i] = from[i];
}

static __global__ void write(float4 *to, size_t count, float x)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x)
        to[i] = make_float4(x, x, x, x);
}

static void measure_all(const char *data)
{
    const int blocks = 2 * multiprocessors;
    for (size_t mib = 1; mib <= 2048;
         mib = mib < 16 || mib >= 64 ? 2 * mib : mib + 8) {
        const size_t bytes = mib << 20;
        const int rounds = bytes < 256u << 20 ? (int)((512u << 20) / bytes) : 1;
        const double us = us_of(1, [&] {
            read_all<<<blocks, THREADS, 0, stream>>>((const float4 *)data,
                                                     bytes / 16, rounds);
        });
        print("B/us", (double)bytes * rounds / us, "read_%zu_MiB", mib);
    }
    for (size_t mib = 16; mib <= 2048; mib *= 128) {
        const size_t bytes = mib << 20, all = mib == 16 ? 512u << 20 : bytes;
        const double sectors = (double)all / 32;
        print("sectors/us",
              sectors / read_us<float, 32>(data, bytes, all, 9999),
              "read_sectors_%zu_MiB", mib);
        print("sectors/us",
              sectors / 2 / read_us<float, 64>(data, bytes, all, 9999),
              "read_second_sectors_%zu_MiB", mib);
        print("sectors/us",
              sectors / 4 / read_us<float, 128>(data, bytes, all, 9999),
              "read_fourth_sectors_%zu_MiB", mib);
    }
}

// Launches of a graph over the same data, as kernels are timed: L2 warm.
static void measure_launched(const char *data)
{
    for (size_t mib = 4; mib <= 64; mib *= 2)
        print("us",
              us_of(20,
                    [&] {
                        read_all<<<2 * multiprocessors, THREADS, 0, stream>>>(
                            (const float4 *)data, (mib << 20) / 16, 1);
                    }),
              "read_once_%zu_MiB", mib);
}

void measure_reads(void)
{
    const size_t large = (size_t)2 << 30;
    char *data;
    CHECK(cudaMalloc(&data, large));
    CHECK(cudaMemset(data, 0, large));
    measure_some(data);
    measure_all(data);
    measure_launched(data);
    for (size_t mib = 8; mib <= 1024; mib = mib == 8 ? 16 : mib * 64) {
        const size_t half = mib << 20, count = half / 16;
        const int times = mib < 64 ? 50 : 2;
        float4 *from = (float4 *)data, *to = (float4 *)(data + half);
        print(
            "B/us",
            2.0 * (double)half /
                us_of(times,
                      [&] { copy<<<2048, 512, 0, stream>>>(from, to, count); }),
            "copy_%zu_MiB", mib);
        print("B/us",
              (double)half /
                  us_of(times,
                        [&] { write<<<2048, 512, 0, stream>>>(to, count, 1); }),
              "write_%zu_MiB", mib);
    }
    CHECK(cudaFree(data));
}
