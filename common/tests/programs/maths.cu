/*
 * maths.cu - mathematical functions in float and double against the host's,
 * rounding modes, conversions.
 */
#include "check.h"

enum { N = 64, DOUBLES = 24, FLOATS = 20 };

__global__ void in_double(const double *in, double *out)
{
    double x = in[threadIdx.x], s, c, whole;
    int e;
    double *o = out + threadIdx.x * DOUBLES;
    sincos(x, &s, &c);
    o[0] = sin(x) - s;
    o[1] = cos(x) - c;
    o[2] = sin(x);
    o[3] = cos(x);
    o[4] = exp(x);
    o[5] = log(x);
    o[6] = pow(x, 1.7);
    o[7] = sqrt(x);
    o[8] = cbrt(x);
    o[9] = atan2(x, 2.0);
    o[10] = tanh(x);
    o[11] = erf(x);
    o[12] = lgamma(x);
    o[13] = fmod(x, 0.7);
    o[14] = hypot(x, 3.0);
    o[15] = floor(x) + 100 * ceil(x);
    o[16] = round(x) + 100 * rint(x);
    o[17] = frexp(x, &e);
    o[17] += 10 * e;
    o[18] = modf(x, &whole);
    o[18] += 10 * whole;
    o[19] = ldexp(x, 3) + trunc(x);
    o[20] = rsqrt(x);
    o[21] = log1p(x) + expm1(x / 10);
    o[22] = asin(x / 10) + acos(x / 10) + atan(x);
    o[23] = fma(x, x, -x) + fabs(-x) + fmax(x, 2.0) + fmin(x, 2.0);
}

static void expect_double(double x, const double *o)
{
    int e;
    double whole;
    double part = modf(x, &whole);
    double want[DOUBLES] = {0,
                            0,
                            sin(x),
                            cos(x),
                            exp(x),
                            log(x),
                            pow(x, 1.7),
                            sqrt(x),
                            cbrt(x),
                            atan2(x, 2.0),
                            tanh(x),
                            erf(x),
                            lgamma(x),
                            fmod(x, 0.7),
                            hypot(x, 3.0),
                            floor(x) + 100 * ceil(x),
                            round(x) + 100 * rint(x),
                            frexp(x, &e),
                            part + 10 * whole,
                            ldexp(x, 3) + trunc(x),
                            1 / sqrt(x),
                            log1p(x) + expm1(x / 10),
                            asin(x / 10) + acos(x / 10) + atan(x),
                            fma(x, x, -x) + fabs(x) + fmax(x, 2.0) +
                                fmin(x, 2.0)};
    want[17] += 10 * e;
    for (int i = 0; i < DOUBLES; i++)
        CHECK(fabs(o[i] - want[i]) <= 1e-14 * (1 + fabs(want[i])));
}

__global__ void in_float(const float *in, float *out)
{
    float x = in[threadIdx.x];
    float *o = out + threadIdx.x * FLOATS;
    o[0] = sinf(x);
    o[1] = cosf(x);
    o[2] = tanf(x / 8);
    o[3] = expf(x);
    o[4] = logf(x);
    o[5] = powf(x, 0.3f);
    o[6] = sqrtf(x);
    o[7] = 1 / x;
    o[8] = atanf(x);
    o[9] = exp2f(x) + log2f(x) + log10f(x);
    o[10] = __expf(x);
    o[11] = __sinf(x);
    o[12] = __fdividef(x, 3.0f);
    o[13] = rsqrtf(x);
    o[14] = floorf(x) + ceilf(x) + truncf(x) + roundf(x) + rintf(x);
    o[15] = fmaf(x, x, 1) + fabsf(-x) + fminf(x, 1) + fmaxf(x, 1);
    o[16] = erff(x) + tanhf(x);
    o[17] = fmodf(x, 0.3f) + copysignf(x, -1.0f);
    o[18] = cbrtf(x) + hypotf(x, 1);
    o[19] = __logf(x) + __powf(x, 2.0f);
}

static void expect_float(float f, const float *o)
{
    double x = f;
    double want[FLOATS] = {sin(x),
                           cos(x),
                           tan(x / 8),
                           exp(x),
                           log(x),
                           pow(x, 0.3),
                           sqrt(x),
                           1 / x,
                           atan(x),
                           exp2(x) + log2(x) + log10(x),
                           exp(x),
                           sin(x),
                           x / 3,
                           1 / sqrt(x),
                           floor(x) + ceil(x) + trunc(x) + round(x) + rint(x),
                           x * x + 1 + x + fmin(x, 1) + fmax(x, 1),
                           erf(x) + tanh(x),
                           fmodf(f, 0.3f) - x,
                           cbrt(x) + hypot(x, 1),
                           log(x) + x * x};
    for (int i = 0; i < FLOATS; i++)
        CHECK(fabs(o[i] - want[i]) <= 2e-6 * (1 + fabs(want[i])));
}

__global__ void rounding(float a, float b, float *f, int *i, double d)
{
    f[0] = __fadd_rd(a, b);
    f[1] = __fadd_ru(a, b);
    f[2] = __fmul_rz(a, b);
    f[3] = __fdiv_ru(a, b);
    f[4] = __fsqrt_rd(a);
    f[5] = __double2float_rd(d);
    f[6] = __int2float_ru(0x7fffff81);
    i[0] = __float2int_rn(2.5f * (a > 0));
    i[1] = __float2int_rd(-b);
    i[2] = __float2int_ru(b);
    i[3] = (int)(a * 1e20f);
    i[4] = (int)(unsigned char)(char)(int)d;
    i[5] = isnan(a - a) + 2 * isinf(a / (b - b)) + 4 * signbit(-a);
    i[6] = __double2int_rz(-d);
    i[7] = (int)(long long)(d * 1000);
}

static void check_rounding(void)
{
    float f[7], a = 1.0f, b = 0.1f;
    int i[8];
    float *df = on_device<float>(NULL, 7);
    int *di = on_device<int>(NULL, 8);
    rounding<<<1, 1>>>(a, b, df, di, 300.7);
    LAUNCHED();
    take_back(f, df, 7);
    take_back(i, di, 8);
    double sum = (double)a + b;
    CHECK(f[0] <= sum && nextafterf(f[0], 2) >= sum && f[0] != f[1]);
    CHECK(f[1] >= sum && f[2] == b && f[3] >= a / (double)b && f[4] == 1);
    CHECK(f[5] <= 300.7 && nextafterf(f[5], 400) > 300.7);
    CHECK(f[6] == 2147483648.0f);
    CHECK(i[0] == 2 && i[1] == -1 && i[2] == 1 && i[3] == 0x7fffffff);
    CHECK(i[4] == (300 & 255) && i[5] == 6 && i[6] == -300);
    CHECK(i[7] == 300700 || i[7] == 300699);
}

int main(void)
{
    double x[N], out[N * DOUBLES];
    float f[N], fout[N * FLOATS];
    for (int i = 0; i < N; i++)
        f[i] = (float)(x[i] = 0.05 + i * 0.1531);
    double *a = on_device(x, N), *b = on_device<double>(NULL, N * DOUBLES);
    in_double<<<1, N>>>(a, b);
    LAUNCHED();
    take_back(out, b, N * DOUBLES);
    CUDA(cudaFree(a));
    float *c = on_device(f, N), *d = on_device<float>(NULL, N * FLOATS);
    in_float<<<1, N>>>(c, d);
    LAUNCHED();
    take_back(fout, d, N * FLOATS);
    CUDA(cudaFree(c));
    for (int i = 0; i < N; i++) {
        expect_double(x[i], out + i * DOUBLES);
        expect_float(f[i], fout + i * FLOATS);
    }
    check_rounding();
    puts("mathematics: within the bounds");
    return 0;
}
