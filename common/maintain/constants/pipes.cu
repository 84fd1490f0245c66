/*
 * pipes.cu - what instructions cost that compute: clocks from one to the next
 * that needs its result, and how many a multiprocessor does a clock.
 *
 * An instruction is a struct with step(); what the GPU runs of it is one
 * machine instruction, or as many as COUNT says.
 */
#include "constants.h"

enum { CHAIN = 512, CHAINS = 8, MOST_WARPS = 32 };

#define OP(name, type, count, constraint, text)                                \
    struct name {                                                              \
        typedef type value;                                                    \
        enum { COUNT = count };                                                \
        static __device__ __forceinline__ void step(type &x, type y, type z)   \
        {                                                                      \
            asm volatile(text                                                  \
                         : "+" constraint(x)                                   \
                         : constraint(y), constraint(z));                      \
        }                                                                      \
    };

OP(fma_f32, float, 1, "f", "fma.rn.f32 %0, %0, %1, %2;")
OP(add_f32, float, 1, "f", "add.rn.f32 %0, %0, %1;")
OP(min_f32, float, 1, "f", "min.f32 %0, %0, %1; // %2")
OP(mad_s32, int, 1, "r", "mad.lo.s32 %0, %0, %1, %2;")
OP(mul_hi_u32, unsigned, 1, "r", "mul.hi.u32 %0, %0, %1;")
OP(mul_wide_u32, unsigned long long, 1, "l",
   "{ .reg .u32 a, b; mov.b64 {a, b}, %0; mul.wide.u32 %0, a, b; }")
OP(shf_b32, unsigned, 1, "r", "shf.l.wrap.b32 %0, %0, %1, %2;")
OP(prmt_b32, unsigned, 1, "r", "prmt.b32 %0, %0, %1, %2;")
// A comparison and what is chosen by it.
OP(set_select, int, 2, "r",
   "{ .reg .pred p; setp.lt.s32 p, %0, %1; selp.s32 %0, %2, %0, p; }")
OP(popc_b32, unsigned, 1, "r", "popc.b32 %0, %0;")
OP(fma_f64, double, 1, "d", "fma.rn.f64 %0, %0, %1, %2;")
OP(add_f64, double, 1, "d", "add.rn.f64 %0, %0, %1;")
OP(ex2_f32, float, 1, "f", "ex2.approx.ftz.f32 %0, %0;")
OP(rsqrt_f32, float, 1, "f", "rsqrt.approx.ftz.f32 %0, %0;")
OP(f32_to_s32, unsigned, 1, "r",
   "{ .reg .f32 f; mov.b32 f, %0; cvt.rzi.s32.f32 %0, f; }")
OP(s32_to_f32, unsigned, 1, "r",
   "{ .reg .f32 f; cvt.rn.f32.s32 f, %0; mov.b32 %0, f; }")
// There and back.
OP(convert_f32_f64, double, 2, "d",
   "{ .reg .f32 f; cvt.rn.f32.f64 f, %0; cvt.f64.f32 %0, f; }")
OP(convert_s32_f64, double, 2, "d",
   "{ .reg .s32 i; cvt.rzi.s32.f64 i, %0; cvt.rn.f64.s32 %0, i; }")
OP(fma_f16x2, unsigned, 1, "r", "fma.rn.f16x2 %0, %0, %1, %2;")
OP(shuffle, unsigned, 1, "r", "shfl.sync.bfly.b32 %0, %0, 1, 31, 0xffffffff;")
OP(vote, unsigned, 2, "r",
   "{ .reg .pred p; setp.gt.u32 p, %0, %1;\n"
   "  vote.sync.ballot.b32 %0, p, 0xffffffff; }")
OP(reduce_u32, unsigned, 1, "r", "redux.sync.add.u32 %0, %0, 0xffffffff;")

template <class Op>
static __global__ void chain(typename Op::value x, typename Op::value y,
                             typename Op::value z)
{
    x += (typename Op::value)threadIdx.x; // not the same in all lanes
    const long long start = stamp();
#pragma unroll 64
    for (int i = 0; i < CHAIN; i++)
        Op::step(x, y, z);
    report(start);
    sink = (double)x;
}

template <class Op>
static __global__ void many(typename Op::value x, typename Op::value y,
                            typename Op::value z)
{
    typename Op::value v[CHAINS];
    for (int k = 0; k < CHAINS; k++)
        v[k] = (typename Op::value)(x + threadIdx.x + k);
    const long long start = stamp();
#pragma unroll 16
    for (int i = 0; i < CHAIN; i++)
#pragma unroll
        for (int k = 0; k < CHAINS; k++)
            Op::step(v[k], y, z);
    report(start);
    for (int k = 1; k < CHAINS; k++)
        v[0] += v[k];
    sink = (double)v[0];
}

template <class Op>
static void measure(const char *name, typename Op::value y,
                    typename Op::value z)
{
    const typename Op::value one = 1;
    double clocks =
        clocks_of([&] { chain<Op><<<1, WARP, 0, stream>>>(one, y, z); });
    print("clocks", clocks / CHAIN / Op::COUNT, "%s_latency", name);
    clocks = clocks_of(
        [&] { many<Op><<<1, MOST_WARPS * WARP, 0, stream>>>(one, y, z); });
    print("/clock", (double)CHAIN * CHAINS * MOST_WARPS * Op::COUNT / clocks,
          "%s_rate", name);
}

#define MEASURE(op, y, z) measure<op>(#op, y, z)

// ---- what ptxas would fold --------------------------------------------------

OP(add_s32, int, 1, "r", "add.s32 %0, %0, %1; // %2")
OP(lop_b32, unsigned, 1, "r", "lop3.b32 %0, %0, %1, %2, 0x6a;")

// Of neighbours: as many as there are in the source.
template <class Op> static __global__ void many_neighbours(typename Op::value x)
{
    typename Op::value v[CHAINS];
    for (int k = 0; k < CHAINS; k++)
        v[k] = x + threadIdx.x * k;
    const long long start = stamp();
#pragma unroll 16
    for (int i = 0; i < CHAIN; i++)
#pragma unroll
        for (int k = 0; k < CHAINS; k++)
            Op::step(v[k], v[(k + 3) % CHAINS], v[(k + 5) % CHAINS]);
    report(start);
    for (int k = 1; k < CHAINS; k++)
        v[0] ^= v[k];
    sink = v[0];
}

template <class Op> static void measure_neighbours(const char *name)
{
    const double clocks = clocks_of(
        [&] { many_neighbours<Op><<<1, MOST_WARPS * WARP, 0, stream>>>(1); });
    print("/clock", (double)CHAIN * CHAINS * MOST_WARPS / clocks, "%s_rate",
          name);
}

// Two kinds in turn: do they share a pipe?
template <class A, class B>
static __global__ void many_mixed(typename A::value a, typename B::value b)
{
    typename A::value v[CHAINS];
    typename B::value w[CHAINS];
    for (int k = 0; k < CHAINS; k++) {
        v[k] = (typename A::value)(a + threadIdx.x + k);
        w[k] = (typename B::value)(b + threadIdx.x + k);
    }
    const long long start = stamp();
#pragma unroll 8
    for (int i = 0; i < CHAIN; i++)
#pragma unroll
        for (int k = 0; k < CHAINS; k++) {
            A::step(v[k], a, a);
            B::step(w[k], b, b);
        }
    report(start);
    for (int k = 1; k < CHAINS; k++) {
        v[0] += v[k];
        w[0] += w[k];
    }
    sink = (double)v[0] + (double)w[0];
}

template <class A, class B> static void measure_mixed(const char *name)
{
    const double clocks = clocks_of(
        [&] { many_mixed<A, B><<<1, MOST_WARPS * WARP, 0, stream>>>(1, 1); });
    print("/clock",
          (double)CHAIN * CHAINS * MOST_WARPS * (A::COUNT + B::COUNT) / clocks,
          "%s_rate", name);
}

// How few warps fill a pipe.
static void measure_few_warps(void)
{
    for (int warps = 1; warps <= 16; warps *= 2) {
        const double clocks = clocks_of(
            [&] { many<fma_f32><<<1, warps * WARP, 0, stream>>>(1, 1, 1); });
        print("/clock", (double)CHAIN * CHAINS * warps / clocks,
              "fma_f32_rate_%d_warps", warps);
    }
}

// ---- branches ---------------------------------------------------------------

// A loop that is not unrolled: an addition, a comparison, a branch.
static __global__ void turns(int n, int step, int zero)
{
    int i = threadIdx.x * zero;
    const long long start = stamp();
#pragma unroll 1
    while (i < n) {
        asm volatile("add.s32 %0, %0, %1;" : "+r"(i) : "r"(step));
    }
    report(start);
    sink = i;
}

// Lanes take two ways of eight multiplications each and meet again.
static __global__ void two_ways(float x, float y, int mask)
{
    const bool odd = threadIdx.x & mask;
    const long long start = stamp();
#pragma unroll 1
    for (int i = 0; i < CHAIN; i++) {
        if (odd) {
#pragma unroll
            for (int k = 0; k < 8; k++)
                asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(y));
        } else {
#pragma unroll
            for (int k = 0; k < 8; k++)
                asm volatile("mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
        }
    }
    report(start);
    sink = x;
}

template <int N> static __global__ void straight(float x, float y, int rounds)
{
    float v[CHAINS];
    for (int k = 0; k < CHAINS; k++)
        v[k] = x + k;
    const long long start = stamp();
#pragma unroll 1
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int i = 0; i < N / CHAINS; i++)
#pragma unroll
            for (int k = 0; k < CHAINS; k++)
                fma_f32::step(v[k], y, y);
    report(start);
    for (int k = 1; k < CHAINS; k++)
        v[0] += v[k];
    sink = v[0];
}

// Code that is longer than the caches of instructions; once, and again.
template <int N> static void measure_straight(void)
{
    for (int rounds = 1; rounds <= 9; rounds += 8) {
        const double clocks = clocks_of(
            [&] { straight<N><<<1, WARP, 0, stream>>>(1, 1, rounds); });
        print("clocks", clocks / rounds / N, "straight_%d_times_%d", N, rounds);
    }
    const double clocks =
        clocks_of([&] { straight<N><<<1, 32 * WARP, 0, stream>>>(1, 1, 9); });
    print("/clock", N * 9.0 * 32 / clocks, "straight_%d_32_warps", N);
}

static void measure_branches(void)
{
    for (int warps = 1; warps <= 32; warps *= 32)
        print("clocks", clocks_of([&] {
                            turns<<<1, warps * WARP, 0, stream>>>(4096, 1, 0);
                        }) / 4096,
              "turn_%d_warps", warps);
    print("clocks",
          clocks_of([&] { two_ways<<<1, WARP, 0, stream>>>(1, 1, 1); }) / CHAIN,
          "two_ways");
    print("clocks",
          clocks_of([&] { two_ways<<<1, WARP, 0, stream>>>(1, 1, 0); }) / CHAIN,
          "one_way");
    measure_straight<512>();
    measure_straight<2048>();
    measure_straight<8192>();
    measure_straight<16384>();
}

// ---- constants --------------------------------------------------------------

__constant__ int next_constant[1024];

static __global__ void chain_constant(int zero)
{
    int at = threadIdx.x * zero;
    const long long start = stamp();
#pragma unroll 16
    for (int i = 0; i < CHAIN; i++)
        at = next_constant[at];
    report(start);
    sink = at;
}

void measure_pipes(void)
{
    MEASURE(fma_f32, 1.0f, 0.0f);
    MEASURE(add_f32, 1.0f, 0.0f);
    MEASURE(min_f32, 1.0f, 0.0f);
    MEASURE(mad_s32, 3, 1);
    MEASURE(mul_hi_u32, 3u, 1u);
    MEASURE(mul_wide_u32, 3ull, 1ull);
    MEASURE(shf_b32, 3u, 1u);
    MEASURE(prmt_b32, 3u, 0x1234u);
    MEASURE(set_select, 3, 1);
    MEASURE(popc_b32, 1u, 1u);
    MEASURE(fma_f64, 1.0, 0.0);
    MEASURE(add_f64, 1.0, 0.0);
    MEASURE(ex2_f32, 1.0f, 0.0f);
    MEASURE(rsqrt_f32, 1.0f, 0.0f);
    MEASURE(f32_to_s32, 1u, 0u);
    MEASURE(s32_to_f32, 1u, 0u);
    MEASURE(convert_f32_f64, 1.0, 0.0);
    MEASURE(convert_s32_f64, 1.0, 0.0);
    MEASURE(fma_f16x2, 1u, 1u);
    MEASURE(shuffle, 1u, 1u);
    MEASURE(vote, 1u, 1u);
    MEASURE(reduce_u32, 1u, 1u);
    measure_neighbours<add_s32>("add_s32");
    measure_neighbours<lop_b32>("lop_b32");
    measure_mixed<fma_f32, prmt_b32>("fma_f32_prmt_b32");
    measure_mixed<fma_f32, mad_s32>("fma_f32_mad_s32");
    measure_mixed<mad_s32, prmt_b32>("mad_s32_prmt_b32");
    measure_mixed<fma_f32, ex2_f32>("fma_f32_ex2_f32");
    measure_mixed<fma_f32, fma_f64>("fma_f32_fma_f64");
    measure_few_warps();
    measure_branches();
    print("clocks",
          clocks_of([&] { chain_constant<<<1, WARP, 0, stream>>>(0); }) / CHAIN,
          "constant_latency");
}
