/*
 * inline_ptx.cu - instructions written by hand.
 */
#include "check.h"

__device__ unsigned lane_id(void)
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__device__ unsigned three_inputs(unsigned a, unsigned b, unsigned c)
{
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}

__device__ unsigned long long wide(unsigned a, unsigned b, unsigned long long c)
{
    unsigned long long d;
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(d) : "r"(a), "r"(b), "l"(c));
    return d;
}

/* 128 bits in two halves, with the carry between. */
__device__ void add_128(unsigned long long *sum, const unsigned long long *b)
{
    asm("add.cc.u64 %0, %0, %2;\n\t"
        "addc.u64 %1, %1, %3;"
        : "+l"(sum[0]), "+l"(sum[1])
        : "l"(b[0]), "l"(b[1]));
}

__device__ int predicated(int a, int b)
{
    int r;
    asm("{ .reg .pred p, q;\n\t"
        "setp.lt.s32 p|q, %1, %2;\n\t"
        "@p mov.s32 %0, 1;\n\t"
        "@q mov.s32 %0, 2;\n\t"
        "@!p add.s32 %0, %0, 10; }"
        : "=r"(r)
        : "r"(a), "r"(b));
    return r;
}

__device__ int looped(int n)
{
    int sum = 0; /* in and out: nvcc 11 does not know "=&r" */
    asm volatile("{ .reg .pred p; .reg .s32 i;\n\t"
                 "mov.s32 i, 0;\n"
                 "again_%=:\n\t"
                 "add.s32 %0, %0, i; add.s32 i, i, 1;\n\t"
                 "setp.le.s32 p, i, %1;\n\t"
                 "@p bra again_%=; }"
                 : "+r"(sum)
                 : "r"(n));
    return sum;
}

/* Place of the n-th set bit from base on. */
__device__ int nth_bit(unsigned mask, unsigned base, int n)
{
    int at;
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(at) : "r"(mask), "r"(base), "r"(n));
    return at;
}

__global__ void bits(int *out)
{
    out[0] = nth_bit(0x8421, 0, 3);
    out[1] = nth_bit(0x8421, 10, -2);
    out[2] = nth_bit(0x8421, 5, 0);
    out[3] = nth_bit(0x8421, 6, 0);
    out[4] = nth_bit(0x8421, 0, 5);
    out[5] = nth_bit(0x8421, 6, 1);
}

__global__ void run(unsigned *out, unsigned long long *wides)
{
    unsigned t = threadIdx.x;
    unsigned long long a[2] = {~0ull, t}, b[2] = {t, 5};
    out[4 * t] = lane_id();
    out[4 * t + 1] = three_inputs(t, 0xf0f0, 0xff);
    out[4 * t + 2] = predicated(t, 20);
    out[4 * t + 3] = looped(t);
    add_128(a, b);
    wides[2 * t] = wide(0xffffffff, t, 3);
    wides[2 * t + 1] = a[1];
    unsigned v;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(out + 4 * t));
    asm volatile("st.global.u32 [%0], %1;" ::"l"(out + 4 * t), "r"(v + 100)
                 : "memory");
    asm volatile("bar.sync 1, 64;" ::: "memory");
    asm volatile("prefetch.global.L2 [%0];" ::"l"(out));
}

int main(void)
{
    unsigned out[256], *d = on_device<unsigned>(NULL, 256);
    unsigned long long wides[128];
    unsigned long long *w = on_device<unsigned long long>(NULL, 128);
    run<<<1, 64>>>(d, w);
    LAUNCHED();
    take_back(out, d, 256);
    take_back(wides, w, 128);
    for (unsigned t = 0; t < 64; t++) {
        CHECK(out[4 * t] == t % 32 + 100);
        CHECK(out[4 * t + 1] == (t ^ 0xf0f0 ^ 0xff));
        CHECK(out[4 * t + 2] == (t < 20 ? 1 : 12));
        CHECK(out[4 * t + 3] == t * (t + 1) / 2);
        CHECK(wides[2 * t] == 0xffffffffull * t + 3);
        CHECK(wides[2 * t + 1] == t + 5 + (t > 0));
    }
    int at[6], *b = on_device<int>(NULL, 6);
    bits<<<1, 1>>>(b);
    LAUNCHED();
    take_back(at, b, 6);
    CHECK(at[0] == 10 && at[1] == 5 && at[2] == 5 && at[3] == -1);
    CHECK(at[4] == -1 && at[5] == 10);
    puts("inline PTX: as written");
    return 0;
}
