/*
 * half.cu - half precision, for every half there is or many pairs of them:
 * held against double on the host, rounded to half by what rounding means.
 */
#include "check.h"
#include <cuda_fp16.h>

enum { ALL = 65536, SIZE = 256 };

/* What the bits mean, and the half nearest to a double. */
static double value(unsigned short bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double size = exponent == 31  ? fraction ? NAN : INFINITY
                  : exponent == 0 ? ldexp(fraction, -24)
                                  : ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -size : size;
}

static double nearest(double x)
{
    if (x == 0 || !isfinite(x))
        return x;
    int exponent = ilogb(x) < -14 ? -14 : ilogb(x);
    double near = ldexp(nearbyint(ldexp(x, 10 - exponent)), exponent - 10);
    return fabs(near) > 65504 ? copysign(INFINITY, x) : near;
}

static bool same(double a, double b)
{
    return a == b ? signbit(a) == signbit(b) : a != a && b != b;
}

/* On the host, where nvcc 11 has no function for it. */
static unsigned short bits_of(__half h)
{
    unsigned short bits;
    memcpy(&bits, &h, sizeof bits);
    return bits;
}

static __half half_of(unsigned short bits)
{
    __half h;
    memcpy(&h, &bits, sizeof h);
    return h;
}

/* Halves in order are integers in order: how far apart are two? */
static int steps(unsigned short got, double exact)
{
    double near = nearest(exact);
    if (isnan(value(got)) || isnan(near))
        return isnan(value(got)) && isnan(near) ? 0 : ALL;
    int a = got & 0x7fff, b = bits_of(__double2half(fabs(near)));
    bool opposite = (got >> 15) != !!signbit(near);
    return opposite ? a + b : abs(a - b);
}

/* ---- conversions -------------------------------------------------------- */

/* By way of four roundings, of a float between two halves. */
__global__ void convert(const float *in, ushort4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = make_ushort4(__half_as_ushort(__float2half_rn(in[i])),
                          __half_as_ushort(__float2half_rz(in[i])),
                          __half_as_ushort(__float2half_rd(in[i])),
                          __half_as_ushort(__float2half_ru(in[i])));
}

static void check_rounding(float x, ushort4 got)
{
    double down = value(got.z), up = value(got.w);
    if (isnan(x)) {
        CHECK(isnan(value(got.x)) && isnan(down) && isnan(up));
        return;
    }
    CHECK(same(value(got.x), nearest(x)));
    CHECK(down <= x && x <= up && abs(got.z - got.w) <= 1);
    CHECK(got.y == (signbit(x) ? got.w : got.z));
    CHECK((down == up) == (down == x));
    CHECK(got.x == bits_of(__float2half(x)));
    CHECK(got.y == bits_of(__float2half_rz(x)));
    CHECK(got.z == bits_of(__float2half_rd(x)));
    CHECK(got.w == bits_of(__float2half_ru(x)));
}

static void conversions(void)
{
    static float in[ALL];
    static ushort4 out[ALL];
    for (int i = 0; i < ALL; i++) { /* exact, ties, and to both sides of one */
        double x = value(i), next = value(i + 1);
        in[i] = i % 4 == 0 || !isfinite(next) ? x : (x + next) / 2;
        in[i] = i % 4 == 2   ? nextafterf(in[i], INFINITY)
                : i % 4 == 3 ? nextafterf(in[i], -INFINITY)
                             : in[i];
    }
    in[1] = 1e30f, in[2] = -65519.996f, in[3] = 65520, in[5] = -1e-30f;
    float *a = on_device(in, ALL);
    ushort4 *b = on_device<ushort4>(NULL, ALL);
    convert<<<ALL / SIZE, SIZE>>>(a, b);
    LAUNCHED();
    take_back(out, b, ALL);
    CUDA(cudaFree(a));
    for (int i = 0; i < ALL; i++) {
        if (fabsf(in[i]) < 65504 || isnan(in[i]))
            check_rounding(in[i], out[i]);
        CHECK(same(__half2float(half_of(i)), value(i)));
    }
    CHECK(out[1].x == 0x7c00 && out[1].y == 0x7bff && out[1].z == 0x7bff);
    CHECK(out[1].w == 0x7c00 && out[2].x == 0xfbff && out[2].z == 0xfc00);
    CHECK(out[3].x == 0x7c00 && out[3].y == 0x7bff);
}

__global__ void integers(const __half *in, int4 *out, short4 *narrow)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half h = in[i];
    out[i] = make_int4(__half2int_rn(h), __half2int_rz(h), __half2int_rd(h),
                       __half2int_ru(h));
    narrow[i].x = __half2short_rz(h);
    narrow[i].y = (short)__half2ushort_rn(h);
    narrow[i].z = __half_as_short(__int2half_rd(i - 12345));
    narrow[i].w = __half_as_short(__ushort2half_ru(i));
}

static double clamped(double x, double least, double most)
{
    return x != x ? 0 : x < least ? least : x > most ? most : x;
}

static void check_integers(int i, int4 whole, short4 narrow)
{
    double x = value(i);
    if (fabs(x) < 1e6) {
        CHECK(whole.x == nearbyint(x) && whole.y == trunc(x));
        CHECK(whole.z == floor(x) && whole.w == ceil(x));
    }
    CHECK(narrow.x == trunc(clamped(x, -32768, 32767)));
    CHECK((unsigned short)narrow.y == nearbyint(clamped(x, 0, 65535)));
    CHECK(narrow.w == (short)bits_of(__float2half_ru(i)));
    CHECK(narrow.z == (short)bits_of(__float2half_rd(i - 12345)));
}

#if COMPUTE >= 530 /* older ones only convert */

/* ---- arithmetic and comparison ------------------------------------------ */

enum { SUM, DIFFERENCE, PRODUCT, QUOTIENT, FUSED, LEAST, MOST, RESULTS };

__global__ void arithmetic(const __half *a, const __half *b, __half *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half x = a[i], y = __ldg(&b[i]), *to = out + RESULTS * i;
    to[SUM] = __hadd(x, y);
    to[DIFFERENCE] = __hsub(x, y);
    to[PRODUCT] = __hmul(x, y);
    to[QUOTIENT] = __hdiv(x, y);
    to[FUSED] = __hfma(x, y, x);
    to[LEAST] = __hmin(x, y);
    to[MOST] = __hmax(x, y);
}

/* By pairs and with operators: the same; what differs is counted. */
__global__ void pairs(const __half2 *a, const __half2 *b, const __half *out,
                      int *differ)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 x = a[i], y = b[i];
    const __half *low = out + 2 * RESULTS * i, *high = low + RESULTS;
#define DIFFER(two, what)                                                      \
    (__half_as_ushort(__low2half(two)) != __half_as_ushort(low[what]) ||       \
     __half_as_ushort((two).y) != __half_as_ushort(high[what]))
    int n = DIFFER(__hadd2(x, y), SUM) + DIFFER(x + y, SUM) +
            DIFFER(__hsub2(x, y), DIFFERENCE) + DIFFER(x - y, DIFFERENCE) +
            DIFFER(__hmul2(x, y), PRODUCT) + DIFFER(x * y, PRODUCT) +
            DIFFER(__h2div(x, y), QUOTIENT) + DIFFER(x / y, QUOTIENT) +
            DIFFER(__hfma2(x, y, x), FUSED) +
            DIFFER(__halves2half2(x.x + y.x, x.y + y.y), SUM) +
            DIFFER(__halves2half2(x.x * y.x, x.y * y.y), PRODUCT);
#undef DIFFER
    if (n)
        atomicAdd(differ, n);
}

static void check_arithmetic(unsigned short i, unsigned short j,
                             const __half *got)
{
    double x = value(i), y = value(j), exact[RESULTS];
    exact[SUM] = x + y;
    exact[DIFFERENCE] = x - y;
    exact[PRODUCT] = x * y;
    exact[QUOTIENT] = x / y;
    exact[FUSED] = x * y + x;
    exact[LEAST] = fmin(x, y);
    exact[MOST] = fmax(x, y);
    for (int k = 0; k < RESULTS; k++)
        CHECK(same(value(bits_of(got[k])), nearest(exact[k])) ||
              (k >= LEAST && x == y));
#if !defined __NVCC__ || __CUDACC_VER_MAJOR__ > 12 ||                          \
    (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 2)
    __half hx = half_of(i), hy = half_of(j); /* on the host as well */
    CHECK(same(value(bits_of(__hadd(hx, hy))), nearest(x + y)));
    CHECK(same(value(bits_of(hx * hy)), nearest(x * y)));
#endif
}

enum { EQ = 1, NE = 2, LT = 4, LE = 8, GT = 16, GE = 32, NEU = 64, NOT = 128 };

__global__ void compare(const __half *a, const __half *b, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half x = a[i], y = b[i];
    out[i] = __heq(x, y) * EQ | __hne(x, y) * NE | __hlt(x, y) * LT |
             (x <= y) * LE | __hgt(x, y) * GT | (x >= y) * GE | (x != y) * NEU |
             __hneu(x, x) * NOT;
}

static int relations(double x, double y)
{
    return (x == y) * EQ | (x < y || x > y) * NE | (x < y) * LT |
           (x <= y) * LE | (x > y) * GT | (x >= y) * GE | (x != y) * NEU |
           (x != x) * NOT;
}

static unsigned short in_a[ALL], in_b[ALL];

static void binary(const __half *a, const __half *b)
{
    static __half out[RESULTS * ALL];
    static int order[ALL];
    int differ = 0;
    __half *c = on_device<__half>(NULL, RESULTS * ALL);
    int *d = on_device<int>(NULL, ALL), *e = on_device(&differ, 1);
    arithmetic<<<ALL / SIZE, SIZE>>>(a, b, c);
    pairs<<<ALL / 2 / SIZE, SIZE>>>((__half2 *)a, (__half2 *)b, c, e);
    compare<<<ALL / SIZE, SIZE>>>(a, b, d);
    LAUNCHED();
    take_back(out, c, RESULTS * ALL);
    take_back(order, d, ALL);
    take_back(&differ, e, 1);
    CHECK(differ == 0);
    for (int i = 0; i < ALL; i++) {
        check_arithmetic(in_a[i], in_b[i], out + RESULTS * i);
        CHECK(order[i] == relations(value(in_a[i]), value(in_b[i])));
    }
}

/* ---- functions ---------------------------------------------------------- */

/* How far each may be from the nearest half; nvcc has set.f16 in the others,
 * which the emulated device refuses. */
#define EXACT(F)                                                               \
    F(sqrt, sqrt(x), 0)                                                        \
    F(rcp, 1 / x, 0)                                                           \
    F(trunc, trunc(x), 0)                                                      \
    F(ceil, ceil(x), 0)                                                        \
    F(floor, floor(x), 0)                                                      \
    F(rint, nearbyint(x), 0)
#ifdef __NVCC__
#define FUNCTIONS(F) EXACT(F)
#else
#define FUNCTIONS(F)                                                           \
    EXACT(F)                                                                   \
    F(rsqrt, 1 / sqrt(x), 1)                                                   \
    F(exp, exp(x), 1)                                                          \
    F(exp2, exp2(x), 1)                                                        \
    F(exp10, pow(10, x), 1)                                                    \
    F(log, log(x), 1)                                                          \
    F(log2, log2(x), 1)                                                        \
    F(log10, log10(x), 1)                                                      \
    F(sin, sin(x), 1)                                                          \
    F(cos, cos(x), 1)
#endif

#define KERNEL(name, exact, most)                                              \
    __global__ void half_##name(const __half *in, __half *out)                 \
    {                                                                          \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                         \
        out[i] = h##name(in[i]);                                               \
    }
FUNCTIONS(KERNEL)

static void functions(const __half *in)
{
    static __half got[ALL];
    __half *out;
#define FUNCTION(name, exact, most)                                            \
    out = on_device<__half>(NULL, ALL);                                        \
    half_##name<<<ALL / SIZE, SIZE>>>(in, out);                                \
    LAUNCHED();                                                                \
    take_back(got, out, ALL);                                                  \
    for (int i = 0; i < ALL; i++) {                                            \
        double x = value(i);                                                   \
        CHECK(steps(bits_of(got[i]), exact) <= most);                          \
    }
    FUNCTIONS(FUNCTION)
}

/* A sum over a warp, in half; mixed with numbers of C. */
__global__ void warp_sum(__half *out)
{
    __half2 sum = __floats2half2_rn(threadIdx.x, 0.5f);
    for (int step = 16; step; step /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, step);
    __half last = __shfl_sync(0xffffffff, __half((int)threadIdx.x), 31);
    if (threadIdx.x == 0) {
        out[0] = sum.x;
        out[1] = -sum.y;
        out[2] = ++last;
        out[3] = (float)last / 3;
    }
}

static void check_warp_sum(void)
{
    __half few[4], *c = on_device<__half>(NULL, 4);
    warp_sum<<<1, 32>>>(c);
    LAUNCHED();
    take_back(few, c, 4);
    CHECK((float)few[0] == 496 && (float)few[1] == -16);
    CHECK((float)few[2] == 32 && same(few[3], nearest(32 / 3.0)));
}

#if COMPUTE >= 700
/* Every sum is a number that a half holds, so the order does not matter; what
 * each found there before differs. */
__global__ void atomic_sum(__half *sum, __half2 *pair, int *found)
{
    __shared__ __half2 part;
    if (threadIdx.x == 0)
        part = __floats2half2_rn(0, 0);
    __syncthreads();
    atomicAdd(&found[(int)(float)atomicAdd(sum, __half(1))], 1);
    atomicAdd(&part, __floats2half2_rn(0.25f, -1));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(pair, part);
}

static void atomics(void)
{
    enum { BLOCKS = 4 };
    __half none[4] = {}, got[4];
    static int zero[BLOCKS * SIZE], found[BLOCKS * SIZE];
    __half *sum = on_device(none, 4);
    int *f = on_device(zero, BLOCKS * SIZE);
    atomic_sum<<<BLOCKS, SIZE>>>(sum, (__half2 *)(sum + 2), f);
    LAUNCHED();
    take_back(got, sum, 4);
    take_back(found, f, BLOCKS * SIZE);
    CHECK((float)got[0] == BLOCKS * SIZE && (float)got[1] == 0);
    CHECK((float)got[2] == BLOCKS * SIZE / 4);
    CHECK((float)got[3] == -BLOCKS * SIZE);
    for (int i = 0; i < BLOCKS * SIZE; i++)
        CHECK(found[i] == 1);
}

#else
static void atomics(void)
{
}
#endif

static void of_pairs(void)
{
    for (int i = 0; i < ALL; i++) { /* of all kinds, often near */
        in_a[i] = i;
        in_b[i] = i % 3 ? noise(i) ^ noise(i / 3) << 8 : i ^ noise(i) % 2048;
    }
    __half *a = (__half *)on_device(in_a, ALL);
    __half *b = (__half *)on_device(in_b, ALL);
    binary(a, b);
    functions(a);
    check_warp_sum();
    atomics();
    CUDA(cudaFree(a));
    CUDA(cudaFree(b));
}
#else
static void of_pairs(void)
{
}
#endif

/* ---- all of it ---------------------------------------------------------- */

static void of_integers(void)
{
    static unsigned short in[ALL];
    static int4 whole[ALL];
    static short4 narrow[ALL];
    for (int i = 0; i < ALL; i++)
        in[i] = i;
    __half *a = (__half *)on_device(in, ALL);
    int4 *w = on_device<int4>(NULL, ALL);
    short4 *n = on_device<short4>(NULL, ALL);
    integers<<<ALL / SIZE, SIZE>>>(a, w, n);
    LAUNCHED();
    take_back(whole, w, ALL);
    take_back(narrow, n, ALL);
    CUDA(cudaFree(a));
    for (int i = 0; i < ALL; i++)
        check_integers(i, whole[i], narrow[i]);
}

int main(void)
{
    conversions();
    of_integers();
    of_pairs();
    puts(COMPUTE < 530   ? "half precision: conversions as double says"
         : COMPUTE < 700 ? "half precision: as double says, no atomics"
                         : "half precision: as double says");
    return 0;
}
