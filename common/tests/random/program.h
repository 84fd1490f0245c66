/*
 * program.h - what random programs (programs.c) begin and end with, and the
 * functions and memory they find.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "driver.h"

static __constant__ unsigned table[16] = {
    3,          1,          4, 1,          5, 9,  2,  6,
    0xffffffff, 0x80000000, 5, 0x7fffffff, 8, 97, 93, 0x3f800000};

union own_memory {
    uint4 v[4];
    unsigned long long d[8];
    unsigned r[16];
    unsigned short h[32];
    signed char c[64];
};

struct parcel {
    unsigned r;
    double g;
    unsigned short h[2];
};

/* NaNs of half precision, as number_of() does. */
static __device__ __inline__ unsigned short half_number(unsigned short h)
{
    return (h & 0x7fff) > 0x7c00 ? 0x7fff : h;
}
static __device__ __inline__ unsigned halves_number(unsigned r)
{
    return (unsigned)half_number((unsigned short)(r >> 16)) << 16 |
           half_number((unsigned short)r);
}

static __device__ __noinline__ unsigned again(unsigned r, unsigned depth)
{
    if (depth == 0)
        return r * 2654435761u;
    unsigned half = again(r >> 1, depth - 1);
    return r & 4 ? half ^ again(r + depth, depth >> 1) : half + r;
}

static __device__ __noinline__ struct parcel turned(struct parcel p)
{
    struct parcel q = {p.r + p.h[0], p.g * 0.5, {p.h[1], p.h[0]}};
    if (p.r & 1)
        q.r ^= 0x5a5a;
    return q;
}

/* ---- for the second family ---------------------------------------------- */

static __device__ __inline__ unsigned char *own_bytes(void *own)
{
    return (unsigned char *)own;
}

/* Words that are NaNs of single precision: one for all. */
static __device__ __inline__ void own_numbers(union own_memory *own)
{
    for (unsigned i = 0; i < 16; i++)
        own->r[i] = number_of(__uint_as_float(own->r[i]));
}

/* In a thread's part of the output, where its last results will go. */
static __device__ __inline__ unsigned long long *own_wide(unsigned *out,
                                                          unsigned n)
{
    return (unsigned long long *)(out + COUNTERS + n * 36 + 20);
}

static __device__ __inline__ unsigned own_float(unsigned *out, unsigned n,
                                                unsigned a, unsigned b)
{
    float *to = (float *)own_wide(out, n);
    *to = (float)a;
    float before = atomicAdd(to, (float)b * 0.375f);
    return bits_of(before) ^ bits_of(*to) >> 1;
}

static __device__ __inline__ unsigned long long own_double(unsigned *out,
                                                           unsigned n,
                                                           unsigned a,
                                                           unsigned b)
{
    double *to = (double *)own_wide(out, n);
    *to = (double)a;
    double before = atomicAdd(to, (double)b * 0.1);
    return bits_of(before) ^ bits_of(*to) >> 1;
}

static __device__ __noinline__ unsigned bump(unsigned *to, unsigned by)
{
    unsigned before = *to;
    *to = before + (by | 1);
    return before;
}

static __device__ __noinline__ void swap_words(unsigned *a, unsigned *b)
{
    unsigned c = *a;
    *a = *b;
    *b = c;
}

static __device__ __noinline__ unsigned call0(unsigned r, unsigned long long d)
{
    return r ^ (unsigned)(d >> 32);
}
static __device__ __noinline__ unsigned call1(unsigned r, unsigned long long d)
{
    return r & 1 ? r * 3 + 1 : (unsigned)d;
}
static __device__ __noinline__ unsigned call2(unsigned r, unsigned long long d)
{
    for (unsigned i = 0; i < (r & 7); i++)
        d = d * 5 + i;
    return (unsigned)(d >> 7);
}
static __device__ __noinline__ unsigned call3(unsigned r, unsigned long long d)
{
    return call1(r, d) + call2(r >> 1, d);
}
static __device__ unsigned (*const calls[4])(unsigned, unsigned long long) = {
    call0, call1, call2, call3};

static __device__ unsigned odd(unsigned n, unsigned r);

static __device__ __noinline__ unsigned even(unsigned n, unsigned r)
{
    return n == 0 ? r : odd(n - 1, r * 5 + n);
}
static __device__ __noinline__ unsigned odd(unsigned n, unsigned r)
{
    if (n == 0)
        return ~r;
    unsigned rest = even(n - 1, r ^ n);
    return r & 8 ? rest + even(n >> 1, r) : rest;
}

struct row {
    unsigned r[7];
    unsigned short h;
};

static __device__ __noinline__ unsigned row_sum(struct row row, unsigned which)
{
    unsigned sum = row.h;
    row.r[which % 7] ^= which;
    for (unsigned i = 0; i < 7; i++)
        sum = sum * 31 + row.r[i];
    return sum;
}

/* An array whose place depends on the data. */
static __device__ __noinline__ unsigned by_index(unsigned a, unsigned b)
{
    unsigned short list[9];
    for (unsigned i = 0; i < 9; i++)
        list[i] = (unsigned short)(a >> i);
    for (unsigned i = 0; i < (b & 15); i++)
        list[(a + i) % 9] += list[(b + i * 3) % 9];
    return list[a % 9] | (unsigned)list[b % 9] << 16;
}

static __device__ __noinline__ double many(unsigned r, double g,
                                           unsigned short h, float f,
                                           unsigned long long d, signed char c)
{
    if (r & 1)
        return g + h;
    return c < 0 ? (double)d : (double)f * r;
}

enum { MOST_THREADS = 128 };

#define PROLOGUE                                                               \
    __shared__ unsigned long long slots[MOST_THREADS];                         \
    __shared__ unsigned mine[MOST_THREADS], sums[8];                           \
    union own_memory own;                                                      \
    unsigned me = thread_number(), n = thread_of_grid(), lane = me & 31;       \
    unsigned size = blockDim.x * blockDim.y * blockDim.z;                      \
    unsigned left = size - (me - lane);                                        \
    unsigned warp = left >= 32 ? ~0u : (1u << left) - 1;                       \
    unsigned same = in->r[pick(blockIdx.x, 99)] * 2654435761u >> 4;            \
    unsigned r0 = in->r[pick(n, 0)], r1 = in->r[pick(n, 1)],                   \
             r2 = in->r[pick(n, 2)], r3 = in->r[pick(n, 3)],                   \
             r4 = in->r[pick(n, 4)], r5 = n, r6 = lane, r7 = in->f[n];         \
    unsigned long long d0 = in->d[pick(n, 5)], d1 = in->d[pick(n, 6)],         \
                       d2 = in->d[pick(n, 7)], d3 = n;                         \
    unsigned short h0 = in->h[pick(n, 8)], h1 = in->h[pick(n, 9)],             \
                   h2 = in->h[pick(n, 10)], h3 = (unsigned short)lane;         \
    float f0 = __uint_as_float(in->f[pick(n, 11)]),                            \
          f1 = __uint_as_float(in->f[pick(n, 12)]),                            \
          f2 = __uint_as_float(in->f[pick(n, 13)]), f3 = (float)lane;          \
    double g0 = __longlong_as_double((long long)in->g[pick(n, 14)]),           \
           g1 = __longlong_as_double((long long)in->g[pick(n, 15)]),           \
           g2 = __longlong_as_double((long long)in->g[pick(n, 16)]),           \
           g3 = (double)n;                                                     \
    for (unsigned i = 0; i < 16; i++)                                          \
        own.r[i] = in->r[pick(n, 20 + i)];                                     \
    mine[me] = r0;                                                             \
    __syncthreads();

#define EPILOGUE                                                               \
    unsigned results[] = {r0,                                                  \
                          r1,                                                  \
                          r2,                                                  \
                          r3,                                                  \
                          r4,                                                  \
                          r5,                                                  \
                          r6,                                                  \
                          r7,                                                  \
                          own.r[0],                                            \
                          own.r[5],                                            \
                          own.r[10],                                           \
                          own.r[15],                                           \
                          mine[me],                                            \
                          number_of(f0),                                       \
                          number_of(f1),                                       \
                          number_of(f2),                                       \
                          number_of(f3),                                       \
                          (unsigned)h0 << 16 | h1,                             \
                          (unsigned)h2 << 16 | h3};                            \
    unsigned long long wide[] = {                                              \
        d0,           d1, d2, d3, number_of(g0), number_of(g1), number_of(g2), \
        number_of(g3)};                                                        \
    unsigned *to = out + COUNTERS + n * 36;                                    \
    for (unsigned i = 0; i < 19; i++)                                          \
        to[i] = results[i];                                                    \
    for (unsigned i = 0; i < 8; i++)                                           \
        ((unsigned long long *)(to + 20))[i] = wide[i];

#endif
