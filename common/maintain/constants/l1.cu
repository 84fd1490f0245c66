/*
 * l1.cu - what one multiprocessor's L1 does with requests that hit, and what
 * stores of one multiprocessor take: clocks a request, by how many lines and
 * sectors its 32 lanes touch.
 *
 * Lane l reads at l * stride; the loads of a turn stand one behind the other,
 * and each reads the next word, so that lines stay and sectors take turns.
 */
#include "constants.h"

enum { TURNS = 16, LOADS = 32 };

// All of it is used: what is not would not be loaded.
template <class Word>
static __device__ __forceinline__ float load(const char *at)
{
    float x, y = 0, z = 0, w = 0;
    if (sizeof(Word) == 4)
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(at));
    else if (sizeof(Word) == 8)
        asm volatile("ld.global.v2.f32 {%0, %1}, [%2];"
                     : "=f"(x), "=f"(y)
                     : "l"(at));
    else
        asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                     : "l"(at));
    return x + y + z + w;
}

// `apart`: bytes from one warp's place to the next one's; `wrap`, a power of
// two, keeps them within what L1 holds.  `zero` keeps the compiler from taking
// the loads of one turn for those of the next.
template <class Word>
static __global__ void loads(const char *data, int stride, int apart, int wrap,
                             int zero)
{
    const char *at = data + threadIdx.x % WARP * stride +
                     (threadIdx.x / WARP * apart & (wrap - 1));
    float sum = 0;
    for (int k = 0; k < 128 / (int)sizeof(Word); k++)
        sum += load<Word>(at + k * sizeof(Word));
    const long long start = stamp();
#pragma unroll 1
    for (int i = 0; i < TURNS; i++, at += zero)
#pragma unroll
        for (int k = 0; k < 128 / (int)sizeof(Word); k++)
            sum += load<Word>(at + k * sizeof(Word));
    report(start);
    sink = sum;
}

// Groups of `lanes` lanes read one word each: fewer lines, a sector of each.
static __global__ void grouped(const char *data, int lanes, int stride,
                               int zero)
{
    const char *at = data + threadIdx.x % WARP / lanes * stride;
    float sum = 0;
    for (int k = 0; k < LOADS; k++)
        sum += load<float>(at + k * 4);
    const long long start = stamp();
#pragma unroll 1
    for (int i = 0; i < TURNS; i++, at += zero)
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            sum += load<float>(at + k * 4);
    report(start);
    sink = sum;
}

// The same by stores: they go on to the L2.
static __global__ void stores(char *data, int stride, int apart, int wrap,
                              float x)
{
    char *at = data + threadIdx.x % WARP * stride +
               (threadIdx.x / WARP * apart & (wrap - 1));
    const long long start = stamp();
#pragma unroll 1
    for (int i = 0; i < TURNS; i++)
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            asm volatile("st.global.f32 [%0], %1;"
                         :
                         : "l"(at + k * 4 % 128), "f"(x)
                         : "memory");
    report(start);
}

template <class Word>
static void measure_loads(const char *data, int stride, int apart)
{
    for (int warps = 1; warps <= 32; warps = warps == 1 ? 8 : 4 * warps)
        print("clocks",
              clocks_of([&] {
                  loads<Word><<<1, warps * WARP, 0, stream>>>(
                      data, stride, apart, 1 << 15, 0);
              }) * (int)sizeof(Word) /
                  (TURNS * 128) / warps,
              "l1_load_%zu_stride_%d_warps_%d", sizeof(Word), stride, warps);
}

void measure_l1(void)
{
    static const int strides[] = {0,   4,   8,   16,  32,   36,   48,   64,
                                  68,  96,  128, 132, 160,  192,  256,  260,
                                  288, 512, 544, 800, 1024, 2000, 4000, 4096};
    char *data;
    CHECK(cudaMalloc(&data, 1u << 20));
    CHECK(cudaMemset(data, 0, 1u << 20));
    for (int stride : strides)
        measure_loads<float>(data, stride, 0);
    for (int stride = 4; stride <= 128; stride *= 2) // warps apart
        print("clocks",
              clocks_of([&] {
                  loads<float><<<1, 1024, 0, stream>>>(data, stride,
                                                       32 * stride, 1 << 15, 0);
              }) / (TURNS * LOADS) /
                  32,
              "l1_load_apart_stride_%d", stride);
    measure_loads<float2>(data, 8, 0);
    measure_loads<float2>(data, 128, 0);
    measure_loads<float4>(data, 16, 0);
    measure_loads<float4>(data, 128, 0);
    for (int lanes = 2; lanes <= 32; lanes *= 2)
        for (int stride = 32; stride <= 128; stride *= 4)
            print("clocks",
                  clocks_of([&] {
                      grouped<<<1, 1024, 0, stream>>>(data, lanes, stride, 0);
                  }) / (TURNS * LOADS) /
                      32,
                  "l1_load_%d_groups_stride_%d", WARP / lanes, stride);
    for (int stride = 0; stride <= 128; stride = stride ? 2 * stride : 4)
        for (int warps = 1; warps <= 32; warps *= 32)
            print("clocks",
                  clocks_of([&] {
                      stores<<<1, warps * WARP, 0, stream>>>(data, stride, 4096,
                                                             1 << 19, 1);
                  }) / (TURNS * LOADS) /
                      warps,
                  "l1_store_stride_%d_warps_%d", stride, warps);
    print("clocks",
          clocks_of(
              [&] { stores<<<1, 1024, 0, stream>>>(data, 4, 0, 1 << 15, 1); }) /
              (TURNS * LOADS) / 32,
          "l1_store_stride_4_one_line");
    CHECK(cudaFree(data));
}
