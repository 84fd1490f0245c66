/*
 * warps.cu - votes, matches, shuffles, barriers that count, bits of integers.
 */
#include "check.h"

enum { THREADS = 96, RESULTS = 20 };

#if COMPUTE < 700 /* which know no match: lane by lane */
__device__ unsigned __match_any_sync(unsigned mask, int value)
{
    unsigned same = 0;
    for (int lane = 0; lane < 32; lane++)
        same |= (__shfl_sync(mask, value, lane) == value) << lane;
    return same;
}

__device__ unsigned __match_all_sync(unsigned mask, int value, int *all)
{
    *all = __all_sync(mask, value == __shfl_sync(mask, value, 0));
    return *all ? mask : 0;
}
#endif

/* Lane 0 of each group of equal values adds for all: one atomic a group. */
__global__ void aggregate(const int *keys, int *counts)
{
    int key = keys[threadIdx.x];
    unsigned same = __match_any_sync(0xffffffff, key);
    int lane = threadIdx.x % 32;
    if (lane == __ffs(same) - 1)
        atomicAdd(&counts[key], __popc(same));
}

__global__ void vote(const int *in, int *out)
{
    int t = threadIdx.x, lane = t % 32, v = in[t], all;
    unsigned every = 0xffffffff;
    int *o = out + t * RESULTS;
    o[0] = (int)__ballot_sync(every, v & 1);
    o[1] = __all_sync(every, v >= 0);
    o[2] = __any_sync(every, v == in[5]);
    o[3] = (int)__match_all_sync(every, v / 32768, &all);
    o[4] = all;
    o[5] = __shfl_sync(every, v, 7);
    o[6] = __shfl_up_sync(every, v, 3);
    o[7] = __shfl_down_sync(every, v, 5);
    o[8] = __shfl_xor_sync(every, v, 9);
    o[9] = __shfl_sync(every, v, lane + 1, 8);
    o[10] = __shfl_down_sync(every, v, 2, 4);
    o[11] = __syncthreads_count(v & 1);
    o[12] = __syncthreads_and(v >= 0);
    o[13] = __syncthreads_or(v == 32768);
    o[14] = 0;
    if (lane < 10)
        o[14] = (int)__ballot_sync(0x3ff, v > 1000);
    o[15] = (int)__activemask();
    double d = __shfl_xor_sync(every, v + 0.5, 1);
    o[16] = (int)(2 * d);
    o[17] = (int)(__shfl_sync(every, (long long)v << 33, 31 - lane) >> 33);
    o[18] = __shfl_up_sync(every, v, 1, 16);
    o[19] = __any_sync(every, lane == 31 && v > 32767);
}

static void expect(const int *in, const int *o, int t)
{
    int lane = t % 32, first = t - lane, odd = 0, count = 0, large = 0;
    for (int l = 0; l < 32; l++)
        odd |= (in[first + l] & 1) << l;
    for (int i = 0; i < THREADS; i++)
        count += in[i] & 1;
    for (int l = 0; l < 10; l++)
        large |= (in[first + l] > 1000) << l;
    CHECK(o[0] == odd && o[1] == 1 && o[3] == -1 && o[4] == 1);
    CHECK(o[5] == in[first + 7] && o[2] == (first == 0));
    CHECK(o[6] == in[lane < 3 ? t : t - 3]);
    CHECK(o[7] == in[lane > 26 ? t : t + 5]);
    CHECK(o[8] == in[first + (lane ^ 9)]);
    CHECK(o[9] == in[first + lane / 8 * 8 + (lane + 1) % 8]);
    CHECK(o[10] == in[lane % 4 < 2 ? t + 2 : t]);
    CHECK(o[11] == count && o[12] && !o[13] && o[15] == -1);
    CHECK(o[14] == (lane < 10 ? large : 0));
    CHECK(o[16] == 2 * in[first + (lane ^ 1)] + 1);
    CHECK(o[17] == in[first + 31 - lane] && !o[19]);
    CHECK(o[18] == in[lane % 16 ? t - 1 : t]);
}

__global__ void bits(unsigned a, unsigned b, unsigned *out)
{
    out[0] = __popc(a);
    out[1] = __clz(a);
    out[2] = __ffs(a);
    out[3] = __brev(a);
    out[4] = __byte_perm(a, b, 0x3625);
    out[5] = __funnelshift_l(a, b, 11);
    out[6] = __funnelshift_r(a, b, 43);
    out[7] = __umulhi(a, b);
    out[8] = __mulhi((int)a, (int)b);
    out[9] = __popcll((unsigned long long)a << 32 | b);
    out[10] = __clzll(b);
    out[11] = (unsigned)__ffsll((unsigned long long)a << 32);
    out[12] = __mul24(a, b);
    out[13] = __sad(5, -7, 2);
    out[14] = (unsigned)(__brevll(a) >> 32);
    out[15] = __umulhi(a, b) ^ (unsigned)__umul64hi(~0ull, 2ull);
    out[16] = __clz(0) + __ffs(0);
}

static void check_bits(void)
{
    unsigned a = 0x80f01234, b = 0xcafe5678, o[17];
    unsigned *d = on_device<unsigned>(NULL, 17);
    bits<<<1, 1>>>(a, b, d);
    LAUNCHED();
    take_back(o, d, 17);
    unsigned high = (unsigned)((unsigned long long)a * b >> 32);
    CHECK(o[0] == 10 && o[1] == 0 && o[2] == 3 && o[3] == 0x2c480f01);
    CHECK(o[4] == 0x80fef056);
    CHECK(o[5] == (b << 11 | a >> 21) && o[6] == (b << 21 | a >> 11));
    CHECK(o[7] == high);
    CHECK((int)o[8] == (int)((long long)(int)a * (int)b >> 32));
    CHECK(o[9] == 10 + __builtin_popcount(b) && o[10] == 32 && o[11] == 35);
    CHECK((int)o[12] == ((int)(a << 8) >> 8) * ((int)(b << 8) >> 8));
    CHECK(o[13] == 14 && o[14] == 0x2c480f01 && o[15] == (high ^ 1));
    CHECK(o[16] == 32);
}

int main(void)
{
    int in[THREADS], out[THREADS * RESULTS], keys[THREADS];
    int counts[10] = {0}, expected[10] = {0};
    for (int i = 0; i < THREADS; i++) {
        in[i] = noise(i);
        expected[keys[i] = noise(i) % 10]++;
    }
    int *a = on_device(in, THREADS);
    int *b = on_device<int>(NULL, THREADS * RESULTS);
    vote<<<1, THREADS>>>(a, b);
    LAUNCHED();
    take_back(out, b, THREADS * RESULTS);
    CUDA(cudaFree(a));
    for (int t = 0; t < THREADS; t++)
        expect(in, out + t * RESULTS, t);
    int *k = on_device(keys, THREADS), *c = on_device(counts, 10);
    aggregate<<<1, THREADS>>>(k, c);
    LAUNCHED();
    take_back(counts, c, 10);
    CUDA(cudaFree(k));
    CHECK(memcmp(counts, expected, sizeof counts) == 0);
    check_bits();
    puts("warps: votes, matches, shuffles and bits are right");
    return 0;
}
