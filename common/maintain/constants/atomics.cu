/*
 * atomics.cu - atomics on global memory: how long one takes whose result is
 * waited for, and how many there are a clock, by where they go.
 *
 * Written as PTX, so that no compiler makes one of 32.
 */
#include "constants.h"

enum { THREADS = 256, ROUNDS = 64, WORDS = 1 << 20 };

#define RED(name, text)                                                        \
    struct name {                                                              \
        static __device__ __forceinline__ void once(unsigned *at)              \
        {                                                                      \
            asm volatile(text : : "l"(at) : "memory");                         \
        }                                                                      \
    };
RED(add_u32, "red.global.add.u32 [%0], 1;")
RED(add_f32, "red.global.add.f32 [%0], 0f3f800000;")
RED(max_u32, "red.global.max.u32 [%0], 1;")
struct add_f64 {
    static __device__ __forceinline__ void once(unsigned *at)
    {
        asm volatile("red.global.add.f64 [%0], 0d3ff0000000000000;"
                     :
                     : "l"((uintptr_t)at & ~7ull)
                     : "memory");
    }
};

// What was there is looked at.
#define ATOM(name, text)                                                       \
    struct name {                                                              \
        static __device__ __forceinline__ void once(unsigned *at)              \
        {                                                                      \
            unsigned was;                                                      \
            asm volatile(text : "=r"(was) : "l"(at) : "memory");               \
            if (was == 0xffffffffu)                                            \
                sink = was;                                                    \
        }                                                                      \
    };
ATOM(returns_u32, "atom.global.add.u32 %0, [%1], 1;")
ATOM(cas_u32, "atom.global.cas.b32 %0, [%1], 7, 8;")

// As CUDA C has it: the compiler may make one of 32.
struct source_u32 {
    static __device__ __forceinline__ void once(unsigned *at)
    {
        atomicAdd(at, 1u);
    }
};
struct source_f32 {
    static __device__ __forceinline__ void once(unsigned *at)
    {
        atomicAdd((float *)at, 1.0f);
    }
};

template <class Op>
static __global__ void many(unsigned *cells, unsigned words, unsigned stride,
                            unsigned apart, unsigned step, unsigned lanes,
                            unsigned sms)
{
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    unsigned at = warp * apart + threadIdx.x % WARP * stride;
    if (own_sm() >= sms || threadIdx.x % WARP >= lanes)
        return;
#pragma unroll 4
    for (int i = 0; i < ROUNDS; i++, at += step)
        Op::once(cells + (at & (words - 1)));
}

struct pattern {
    const char *name;
    unsigned words, stride, apart, step, lanes;
};

static const pattern patterns[] = {
    {"coalesced", WORDS, 1, 32, 4096, 32},
    {"sectors", WORDS, 8, 256, 4096, 32},
    {"lines", WORDS, 32, 1024, 4096, 32},
    {"one_by_one_lane", WORDS, 0, 0, 0, 1}, // of each warp
    {"one_by_2_lanes", WORDS, 0, 0, 0, 2},
    {"one_by_8_lanes", WORDS, 0, 0, 0, 8},
    {"one", WORDS, 0, 0, 0, 32}, // all lanes of all warps
    {"one_line", WORDS, 1, 0, 0, 32},
    {"one_sector", 8, 1, 0, 0, 32},
    {"own_word", WORDS, 0, 32, 0, 32}, // of each warp
    {"own_word_neighbours", WORDS, 0, 1, 0, 32},
    {"own_line", WORDS, 1, 32, 0, 32},
    {"words_4", 4 * 32, 0, 32, 32, 32}, // lines, a word of each
    {"words_64", 64 * 32, 0, 32, 32, 32},
    {"words_1024", 1024 * 32, 0, 32, 32, 32},
    {"lanes_16", 16, 7, 3, 5, 32}, // neighbouring words, mixed
    {"lanes_256", 256, 37, 101, 73, 32},
    {"lanes_4096", 4096, 1637, 1101, 673, 32},
    {"lanes_65536", 65536, 21637, 11101, 673, 32},
};

// Nanoseconds of each warp's instruction, all multiprocessors at once.
template <class Op>
static double ns_each(unsigned *cells, const pattern *p, unsigned sms)
{
    const unsigned blocks = 4u * (unsigned)multiprocessors;
    const double sms_there =
        sms < (unsigned)multiprocessors ? sms : (unsigned)multiprocessors;
    const double requests = 4.0 * sms_there * (THREADS / WARP) * ROUNDS;
    const double us = us_of(3, [&] {
        many<Op><<<blocks, THREADS, 0, stream>>>(
            cells, p->words, p->stride, p->apart, p->step, p->lanes, sms);
    });
    return us * 1e3 / requests;
}

template <class Op> static void measure(unsigned *cells, const char *name)
{
    for (const pattern &p : patterns)
        print("ns", ns_each<Op>(cells, &p, 9999), "%s_%s", name, p.name);
}

// Bits of a number mixed, so that they lie about without order.
static __device__ __forceinline__ unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// All lanes to words without order: loads, atomics, or one of each.
template <bool LOADS, bool ADDS>
static __global__ void without_order(unsigned *cells, unsigned count)
{
    unsigned sum = 0;
#pragma unroll 4
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * blockDim.x) {
        if (LOADS)
            sum += __ldcg(cells + WORDS + mix(~i) % WORDS);
        if (ADDS)
            add_u32::once(cells + mix(i) % WORDS);
    }
    if (sum == 0xffffffffu)
        sink = sum;
}

template <bool LOADS, bool ADDS>
static void measure_without_order(unsigned *cells, const char *name)
{
    const unsigned count = 1 << 21;
    print("lanes/us",
          count / us_of(10,
                        [&] {
                            without_order<LOADS, ADDS>
                                <<<8 * multiprocessors, THREADS, 0, stream>>>(
                                    cells, count);
                        }),
          "without_order_%s", name);
}

static __global__ void chain(unsigned *cells, unsigned zero)
{
    unsigned x = 0;
    const long long start = stamp();
#pragma unroll 4
    for (int i = 0; i < ROUNDS; i++)
        asm volatile("{ .reg .u64 a; mad.wide.u32 a, %0, 4, %1;\n"
                     "  atom.global.add.u32 %0, [a], %2; }"
                     : "+r"(x)
                     : "l"(cells + threadIdx.x), "r"(zero)
                     : "memory");
    report(start);
    sink = x;
}

// All lanes of the warp want the same word.
static __global__ void chain_one(unsigned *cells, unsigned zero)
{
    unsigned x = 0;
    const long long start = stamp();
#pragma unroll 4
    for (int i = 0; i < ROUNDS; i++)
        asm volatile("{ .reg .u64 a; .reg .u32 z; and.b32 z, %0, %2;\n"
                     "  mad.wide.u32 a, z, 4, %1;\n"
                     "  atom.global.add.u32 %0, [a], 1; }"
                     : "+r"(x)
                     : "l"(cells), "r"(zero)
                     : "memory");
    report(start);
    sink = x;
}

void measure_atomics(void)
{
    unsigned *cells;
    CHECK(cudaMalloc(&cells, 2 * WORDS * sizeof *cells));
    CHECK(cudaMemset(cells, 0, 2 * WORDS * sizeof *cells));
    print("clocks",
          clocks_of([&] { chain<<<1, WARP, 0, stream>>>(cells, 0); }) / ROUNDS,
          "atomic_latency");
    print("clocks", clocks_of([&] {
                        chain_one<<<1, WARP, 0, stream>>>(cells, 0);
                    }) / ROUNDS,
          "atomic_one_latency");
    for (const pattern &p : patterns)
        print("clocks", ns_each<add_u32>(cells, &p, 1) * 1e-3 * mhz,
              "red_u32_1_sm_%s", p.name);
    measure<add_u32>(cells, "red_u32");
    measure<add_f32>(cells, "red_f32");
    measure<add_f64>(cells, "red_f64");
    measure<max_u32>(cells, "red_max_u32");
    measure<returns_u32>(cells, "atom_u32");
    measure<cas_u32>(cells, "atom_cas_u32");
    measure<source_u32>(cells, "atomicAdd_u32");
    measure<source_f32>(cells, "atomicAdd_f32");
    measure_without_order<true, false>(cells, "loads");
    measure_without_order<false, true>(cells, "atomics");
    measure_without_order<true, true>(cells, "both");
    CHECK(cudaFree(cells));
}
