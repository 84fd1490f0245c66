/*
 * blas.cu - every call of the emulated cuBLAS against loops on the host.
 *
 * Elements are small integers, so sums are exact in every type, and equal
 * whatever the order.  What a call must not read is NaN, and what it must not
 * write is compared as well.
 */
#include <cublas_v2.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct number {
    double re, im;
};

enum { MOST = 4096 }; /* elements of an array */

/* An array, as the host counts and as the device has it. */
struct array {
    struct number host[MOST];
    void *device;
    cudaDataType type;
};

static cublasHandle_t handle;
static int failures, calls;

static size_t size_of(cudaDataType type)
{
    switch (type) {
    case CUDA_R_16F: return 2;
    case CUDA_R_64F:
    case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    case CUDA_R_8I: return 1;
    default: return 4;
    }
}

static void put(void *to, cudaDataType type, struct number x)
{
    switch (type) {
    case CUDA_R_32F: *(float *)to = (float)x.re; break;
    case CUDA_R_64F: *(double *)to = x.re; break;
    case CUDA_R_16F: *(__half *)to = __float2half((float)x.re); break;
    case CUDA_R_8I: *(signed char *)to = (signed char)x.re; break;
    case CUDA_R_32I: *(int *)to = (int)x.re; break;
    case CUDA_C_32F: *(cuComplex *)to = make_cuComplex(x.re, x.im); break;
    default: *(cuDoubleComplex *)to = make_cuDoubleComplex(x.re, x.im); break;
    }
}

static struct number get(const void *from, cudaDataType type)
{
    struct number x = {0, 0};
    switch (type) {
    case CUDA_R_32F: x.re = *(const float *)from; break;
    case CUDA_R_64F: x.re = *(const double *)from; break;
    case CUDA_R_16F: x.re = __half2float(*(const __half *)from); break;
    case CUDA_R_8I: x.re = *(const signed char *)from; break;
    case CUDA_R_32I: x.re = *(const int *)from; break;
    case CUDA_C_32F:
        x.re = ((const float *)from)[0], x.im = ((const float *)from)[1];
        break;
    default:
        x.re = ((const double *)from)[0], x.im = ((const double *)from)[1];
        break;
    }
    return x;
}

static bool is_complex(cudaDataType type)
{
    return type == CUDA_C_32F || type == CUDA_C_64F;
}

static struct number any(cudaDataType type)
{
    struct number x = {(double)(rand() % 7 - 3), 0};
    if (is_complex(type))
        x.im = rand() % 7 - 3;
    return x;
}

/* A factor, as the host counts and, in bytes, as calls are given it. */
static struct number factor(char bytes[16], cudaDataType type)
{
    struct number x = any(type);
    put(bytes, type, x);
    return x;
}

static void to_device(struct array *a)
{
    static char bytes[MOST * 16];
    for (int i = 0; i < MOST; i++)
        put(bytes + (size_t)i * size_of(a->type), a->type, a->host[i]);
    cudaMemcpy(a->device, bytes, MOST * size_of(a->type),
               cudaMemcpyHostToDevice);
}

static struct array made(cudaDataType type)
{
    struct array a;
    a.type = type;
    cudaMalloc(&a.device, MOST * size_of(type));
    for (int i = 0; i < MOST; i++)
        a.host[i] = any(type);
    to_device(&a);
    return a;
}

static void check(const char *what, bool good)
{
    calls++;
    if (good)
        return;
    failures++;
    printf("%s is wrong\n", what);
}

static bool equal(struct number a, struct number b)
{
    return a.re == b.re && a.im == b.im;
}

/* Also what no call should have touched; and frees. */
static void compare(const char *what, struct array *a, cublasStatus_t status)
{
    static char bytes[MOST * 16];
    cudaMemcpy(bytes, a->device, MOST * size_of(a->type),
               cudaMemcpyDeviceToHost);
    bool good = status == CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < MOST; i++)
        good &= equal(get(bytes + (size_t)i * size_of(a->type), a->type),
                      a->host[i]);
    cudaFree(a->device);
    check(what, good);
}

static struct number times(struct number a, struct number b)
{
    struct number c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return c;
}

static struct number plus(struct number a, struct number b)
{
    struct number c = {a.re + b.re, a.im + b.im};
    return c;
}

static struct number conjugate(struct number a)
{
    a.im = -a.im;
    return a;
}

static int at(int i, int n, int step)
{
    return step > 0 ? i * step : (i - n + 1) * step;
}

/* status = the call of the type's name; T is the type. */
#define BY_TYPE(type, status, call, ...)                                       \
    switch (type) {                                                            \
    case CUDA_R_32F: {                                                         \
        typedef float T;                                                       \
        status = cublasS##call(__VA_ARGS__);                                   \
        break;                                                                 \
    }                                                                          \
    case CUDA_R_64F: {                                                         \
        typedef double T;                                                      \
        status = cublasD##call(__VA_ARGS__);                                   \
        break;                                                                 \
    }                                                                          \
    case CUDA_C_32F: {                                                         \
        typedef cuComplex T;                                                   \
        status = cublasC##call(__VA_ARGS__);                                   \
        break;                                                                 \
    }                                                                          \
    default: {                                                                 \
        typedef cuDoubleComplex T;                                             \
        status = cublasZ##call(__VA_ARGS__);                                   \
        break;                                                                 \
    }                                                                          \
    }

/* ---- vectors ------------------------------------------------------------- */

static void vectors(cudaDataType type, int n, int sx, int sy)
{
    cublasStatus_t status;
    char bytes[16];
    struct number a = factor(bytes, type);

    struct array x = made(type), y = made(type);
    for (int i = 0; i < n; i++) {
        struct number *to = &y.host[at(i, n, sy)];
        *to = plus(*to, times(a, x.host[at(i, n, sx)]));
    }
    BY_TYPE(type, status, axpy, handle, n, (T *)bytes, (T *)x.device, sx,
            (T *)y.device, sy)
    compare("axpy", &y, status);

    y = made(type);
    for (int i = 0; i < n; i++)
        y.host[at(i, n, sy)] = x.host[at(i, n, sx)];
    BY_TYPE(type, status, copy, handle, n, (T *)x.device, sx, (T *)y.device, sy)
    compare("copy", &y, status);

    y = made(type);
    for (int i = 0; i < n; i++) {
        struct number kept = y.host[at(i, n, sy)];
        y.host[at(i, n, sy)] = x.host[at(i, n, sx)];
        x.host[at(i, n, sx)] = kept;
    }
    BY_TYPE(type, status, swap, handle, n, (T *)x.device, sx, (T *)y.device, sy)
    compare("swap", &y, status);

    if (sx > 0)
        for (int i = 0; i < n; i++)
            x.host[i * sx] = times(a, x.host[i * sx]);
    BY_TYPE(type, status, scal, handle, n, (T *)bytes, (T *)x.device, sx)
    compare("scal", &x, status);
}

static void sums(cudaDataType type, int n, int sx, int sy)
{
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    struct array x = made(type), y = made(type);
    struct number u = {0, 0}, c = {0, 0};
    double squares = 0, sizes = 0, largest = -1, smallest = 1e9;
    int first = 0, last = 0;
    for (int i = 0; i < n; i++) {
        struct number e = x.host[at(i, n, sx)], f = y.host[at(i, n, sy)];
        u = plus(u, times(e, f));
        c = plus(c, times(conjugate(e), f));
        double size = fabs(e.re) + fabs(e.im);
        squares += e.re * e.re + e.im * e.im;
        sizes += size;
        if (size > largest)
            largest = size, first = i + 1;
        if (size < smallest)
            smallest = size, last = i + 1;
    }
    if (sx < 0) /* as in BLAS */
        squares = sizes = 0, first = last = 0;
    char dotu[16], dotc[16], norm[16], asum[16];
    int amax = -1, amin = -1;
    void *px = x.device, *py = y.device;
#define SUMS(T, R, D, N, I)                                                    \
    status = cublas##D(handle, n, (T *)px, sx, (T *)py, sy, (T *)dotu);        \
    cublas##N##nrm2(handle, n, (T *)px, sx, (R *)norm);                        \
    cublas##N##asum(handle, n, (T *)px, sx, (R *)asum);                        \
    cublasI##I##amax(handle, n, (T *)px, sx, &amax);                           \
    cublasI##I##amin(handle, n, (T *)px, sx, &amin)
    switch (type) {
    case CUDA_R_32F: SUMS(float, float, Sdot, S, s); break;
    case CUDA_R_64F: SUMS(double, double, Ddot, D, d); break;
    case CUDA_C_32F:
        SUMS(cuComplex, float, Cdotu, Sc, c);
        cublasCdotc(handle, n, (cuComplex *)px, sx, (cuComplex *)py, sy,
                    (cuComplex *)dotc);
        break;
    default:
        SUMS(cuDoubleComplex, double, Zdotu, Dz, z);
        cublasZdotc(handle, n, (cuDoubleComplex *)px, sx, (cuDoubleComplex *)py,
                    sy, (cuDoubleComplex *)dotc);
        break;
    }
    cudaDataType real =
        type == CUDA_R_32F || type == CUDA_C_32F ? CUDA_R_32F : CUDA_R_64F;
    check("dot", !status && equal(get(dotu, type), u));
    check("dotc", !is_complex(type) || equal(get(dotc, type), c));
    double length = get(norm, real).re;
    check("nrm2", fabs(length - sqrt(squares)) <= 1e-6 * sqrt(squares));
    check("asum", get(asum, real).re == sizes);
    check("amax", amax == first);
    check("amin", amin == last);
    cudaFree(px);
    cudaFree(py);
}

/* ---- matrices ------------------------------------------------------------ */

static struct number element(const struct array *a, cublasOperation_t op,
                             int lda, int i, int j, int base)
{
    if (op == CUBLAS_OP_N)
        return a->host[base + i + j * lda];
    struct number e = a->host[base + j + i * lda];
    return op == CUBLAS_OP_C ? conjugate(e) : e;
}

struct sizes {
    int m, n, k, lda, ldb, ldc, step, count;
};

static void product(struct array *c, struct sizes s, struct number alpha,
                    const struct array *a, cublasOperation_t op_a,
                    const struct array *b, cublasOperation_t op_b,
                    struct number beta)
{
    for (int p = 0; p < s.count; p++)
        for (int j = 0; j < s.n; j++)
            for (int i = 0; i < s.m; i++) {
                struct number sum = {0, 0};
                for (int l = 0; l < s.k; l++)
                    sum = plus(
                        sum, times(element(a, op_a, s.lda, i, l, p * s.step),
                                   element(b, op_b, s.ldb, l, j, p * s.step)));
                struct number *to = &c->host[p * s.step + i + j * s.ldc];
                struct number old = {0, 0};
                if (beta.re != 0 || beta.im != 0)
                    old = times(beta, *to);
                *to = plus(times(alpha, sum), old);
            }
}

static void batch(void **to, struct array *a, int step, int count)
{
    void *host[8];
    for (int i = 0; i < count; i++)
        host[i] = (char *)a->device + (size_t)(i * step) * size_of(a->type);
    cudaMalloc(to, sizeof host);
    cudaMemcpy(*to, host, sizeof host, cudaMemcpyHostToDevice);
}

static void gemm(cudaDataType type, cublasOperation_t op_a,
                 cublasOperation_t op_b, struct sizes s)
{
    cublasStatus_t status;
    struct array a = made(type), b = made(type), c = made(type);
    char alpha[16], beta[16];
    struct number na = factor(alpha, type), nb = factor(beta, type);
    struct sizes one = s;
    one.count = 1;
    product(&c, one, na, &a, op_a, &b, op_b, nb);
    BY_TYPE(type, status, gemm, handle, op_a, op_b, s.m, s.n, s.k, (T *)alpha,
            (T *)a.device, s.lda, (T *)b.device, s.ldb, (T *)beta,
            (T *)c.device, s.ldc)
    compare("gemm", &c, status);

    c = made(type);
    product(&c, s, na, &a, op_a, &b, op_b, nb);
    BY_TYPE(type, status, gemmStridedBatched, handle, op_a, op_b, s.m, s.n, s.k,
            (T *)alpha, (T *)a.device, s.lda, s.step, (T *)b.device, s.ldb,
            s.step, (T *)beta, (T *)c.device, s.ldc, s.step, s.count)
    compare("gemmStridedBatched", &c, status);

    /* With beta 0, what was in C is not looked at. */
    c = made(type);
    struct number zero = {0, 0}, nan = {NAN, 0};
    put(beta, type, zero);
    c.host[0] = nan;
    to_device(&c);
    product(&c, s, na, &a, op_a, &b, op_b, zero);
    void *pa, *pb, *pc;
    batch(&pa, &a, s.step, s.count);
    batch(&pb, &b, s.step, s.count);
    batch(&pc, &c, s.step, s.count);
    BY_TYPE(type, status, gemmBatched, handle, op_a, op_b, s.m, s.n, s.k,
            (T *)alpha, (const T *const *)pa, s.lda, (const T *const *)pb,
            s.ldb, (T *)beta, (T *const *)pc, s.ldc, s.count)
    compare("gemmBatched", &c, status);
    cudaFree(pa);
    cudaFree(pb);
    cudaFree(pc);
    cudaFree(a.device);
    cudaFree(b.device);
}

static void gemv(cudaDataType type, cublasOperation_t op, int m, int n, int sx,
                 int sy)
{
    cublasStatus_t status;
    struct array a = made(type), x = made(type), y = made(type);
    char alpha[16], beta[16];
    struct number na = factor(alpha, type), nb = factor(beta, type);
    int to = op == CUBLAS_OP_N ? m : n, from = op == CUBLAS_OP_N ? n : m;
    for (int i = 0; i < to; i++) {
        struct number sum = {0, 0}, *at_y = &y.host[at(i, to, sy)];
        for (int j = 0; j < from; j++)
            sum = plus(sum, times(element(&a, op, m + 1, i, j, 0),
                                  x.host[at(j, from, sx)]));
        *at_y = plus(times(na, sum), times(nb, *at_y));
    }
    BY_TYPE(type, status, gemv, handle, op, m, n, (T *)alpha, (T *)a.device,
            m + 1, (T *)x.device, sx, (T *)beta, (T *)y.device, sy)
    compare("gemv", &y, status);

    if (op == CUBLAS_OP_N && sx > 0) { /* A += alpha x y^T */
        y = made(type);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
                struct number *e = &a.host[i + j * (m + 1)];
                *e = plus(*e, times(na, times(x.host[at(i, m, sx)],
                                              y.host[at(j, n, sy)])));
            }
        void *px = x.device, *py = y.device, *pa = a.device;
        switch (type) {
        case CUDA_R_32F:
            status = cublasSger(handle, m, n, (float *)alpha, (float *)px, sx,
                                (float *)py, sy, (float *)pa, m + 1);
            break;
        case CUDA_R_64F:
            status = cublasDger(handle, m, n, (double *)alpha, (double *)px, sx,
                                (double *)py, sy, (double *)pa, m + 1);
            break;
        case CUDA_C_32F:
            status =
                cublasCgeru(handle, m, n, (cuComplex *)alpha, (cuComplex *)px,
                            sx, (cuComplex *)py, sy, (cuComplex *)pa, m + 1);
            break;
        default:
            status = cublasZgeru(
                handle, m, n, (cuDoubleComplex *)alpha, (cuDoubleComplex *)px,
                sx, (cuDoubleComplex *)py, sy, (cuDoubleComplex *)pa, m + 1);
            break;
        }
        compare("ger", &a, status);
        cudaFree(y.device);
    } else {
        cudaFree(a.device);
    }
    cudaFree(x.device);
}

static void geam(cudaDataType type, cublasOperation_t op_a,
                 cublasOperation_t op_b, int m, int n)
{
    cublasStatus_t status;
    struct array a = made(type), b = made(type), c = made(type);
    char alpha[16], beta[16];
    struct number na = factor(alpha, type), nb = factor(beta, type);
    int lda = (op_a == CUBLAS_OP_N ? m : n) + 2;
    int ldb = (op_b == CUBLAS_OP_N ? m : n) + 1;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            c.host[i + j * m] =
                plus(times(na, element(&a, op_a, lda, i, j, 0)),
                     times(nb, element(&b, op_b, ldb, i, j, 0)));
    BY_TYPE(type, status, geam, handle, op_a, op_b, m, n, (T *)alpha,
            (T *)a.device, lda, (T *)beta, (T *)b.device, ldb, (T *)c.device, m)
    compare("geam", &c, status);
    cudaFree(a.device);
    cudaFree(b.device);
}

/* ---- types by argument, pointers on the device, copies ------------------- */

static void typed(cudaDataType in, cudaDataType out, cudaDataType scale,
                  cublasComputeType_t compute)
{
    /* Of bytes, NVIDIA's wants multiples of 4. */
    struct sizes s = {20, 24, 8, 24, 28, 32, 0, 1};
    struct array a = made(in), b = made(in), c = made(out);
    char alpha[16], beta[16];
    struct number na = {2, 0}, nb = {-1, 0};
    put(alpha, scale, na);
    put(beta, scale, nb);
    product(&c, s, na, &a, CUBLAS_OP_N, &b, CUBLAS_OP_T, nb);
    cublasStatus_t status =
        cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, s.m, s.n, s.k, alpha,
                     a.device, in, s.lda, b.device, in, s.ldb, beta, c.device,
                     out, s.ldc, compute, CUBLAS_GEMM_DEFAULT);
    char what[40];
    snprintf(what, sizeof what, "GemmEx of %d to %d, %d", in, out, compute);
    compare(what, &c, status);
    cudaFree(a.device);
    cudaFree(b.device);
}

static void on_device(void)
{
    struct array x = made(CUDA_R_32F), y = made(CUDA_R_32F);
    float *scalars, two[2] = {2, 0};
    double sum = 0;
    cudaMalloc((void **)&scalars, sizeof two);
    cudaMemcpy(scalars, two, sizeof two, cudaMemcpyHostToDevice);
    for (int i = 0; i < 100; i++) {
        y.host[i].re += 2 * x.host[i].re;
        sum += y.host[i].re * x.host[i].re;
    }
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    cublasSaxpy(handle, 100, scalars, (float *)x.device, 1, (float *)y.device,
                1);
    cublasSdot(handle, 100, (float *)x.device, 1, (float *)y.device, 1,
               scalars + 1);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    cudaMemcpy(two, scalars, sizeof two, cudaMemcpyDeviceToHost);
    check("a result on the device", two[1] == (float)sum);
    compare("a factor on the device", &y, CUBLAS_STATUS_SUCCESS);
    cudaFree(x.device);
    cudaFree(scalars);
}

static void copies(void)
{
    float from[12], back[12] = {0}, *device;
    for (int i = 0; i < 12; i++)
        from[i] = (float)i;
    cudaMalloc((void **)&device, sizeof from);
    cudaMemset(device, 0, sizeof from);
    check("SetMatrix",
          !cublasSetMatrix(2, 3, sizeof *from, from, 4, device, 2));
    check("GetMatrix",
          !cublasGetMatrix(2, 3, sizeof *from, device, 2, back, 3));
    check("what they copied", back[0] == 0 && back[1] == 1 && back[3] == 4 &&
                                  back[4] == 5 && back[6] == 8 &&
                                  back[7] == 9 && back[2] == 0);
    check("SetVector", !cublasSetVector(4, sizeof *from, from, 3, device, 1));
    check("GetVector", !cublasGetVector(4, sizeof *from, device, 1, back, 2));
    check("what these copied",
          back[0] == 0 && back[2] == 3 && back[4] == 6 && back[6] == 9);
    cudaFree(device);
}

int main(void)
{
    static const cudaDataType types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F,
                                         CUDA_C_64F};
    static const struct sizes small = {5, 3, 4, 9, 8, 7, 90, 3},
                              large = {33, 20, 17, 37, 39, 35, 1300, 3};
    cublasStatus_t created = cublasCreate(&handle);
    check("Create", created == CUBLAS_STATUS_SUCCESS);
    for (int t = 0; t < 4; t++) {
        vectors(types[t], 300, 1, 1);
        vectors(types[t], 300, 2, -3);
        vectors(types[t], 0, 1, 1);
        sums(types[t], 700, 1, 2);
        sums(types[t], 300, -2, 1);
        sums(types[t], 0, 1, 1);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) {
                gemm(types[t], (cublasOperation_t)a, (cublasOperation_t)b,
                     small);
                geam(types[t], (cublasOperation_t)a, (cublasOperation_t)b, 7,
                     18);
            }
        gemm(types[t], CUBLAS_OP_N, CUBLAS_OP_T, large);
        gemm(types[t], CUBLAS_OP_T, CUBLAS_OP_N, large);
        for (int a = 0; a < 3; a++) {
            gemv(types[t], (cublasOperation_t)a, 40, 33, 1, 1);
            gemv(types[t], (cublasOperation_t)a, 5, 9, -2, 3);
        }
    }
    typed(CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    typed(CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    typed(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
    typed(CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    typed(CUDA_R_16F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    typed(CUDA_R_8I, CUDA_R_32I, CUDA_R_32I, CUBLAS_COMPUTE_32I);
    on_device();
    copies();
    check("Destroy", cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
    printf("%d calls, %d wrong\n", calls, failures);
    return failures != 0;
}
