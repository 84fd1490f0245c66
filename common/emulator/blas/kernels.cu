/*
 * kernels.cu - the kernels of the emulated cuBLAS, and their launches.
 *
 * They are checked as those of a program are: a matrix that is smaller than
 * the call says is found, and the call is named.  They say nothing of how fast
 * NVIDIA's library is: each thread makes elements of the result by itself.
 * Guarantee: no element is read that the definition does not need, and no
 * order of threads changes a bit.
 * Source: Lawson and others, "Basic Linear Algebra Subprograms"; cuBLAS
 * Library documentation.
 */
#include <stdint.h>
#include <string.h>

#include "kernels.h"
#include "numbers.cuh"

enum { THREADS = 256, SIDE = 16, BLOCKS_MOST = 65535 };

/* Of the type that the factor has in memory. */
__device__ static double2 factor(blas_scalar s)
{
    if (!s.device)
        return make_double2(s.re, s.im);
    switch (s.type) {
    case CUDA_R_64F: return parts(*(const double *)s.device);
    case CUDA_C_32F: return parts(*(const float2 *)s.device);
    case CUDA_C_64F: return parts(*(const double2 *)s.device);
    case CUDA_R_16F: return parts(wide(*(const __half *)s.device));
    case CUDA_R_16BF: return parts(wide(*(const bfloat *)s.device));
    case CUDA_R_32I: return parts(*(const int *)s.device);
    default: return parts(*(const float *)s.device);
    }
}

/* ---- vectors ------------------------------------------------------------- */

/* T: the elements; W: what they are computed in. */
template <class T, class W>
__global__ void cublas_vector(blas_map what, int64_t n, blas_scalar sa,
                              blas_scalar sb, blas_vector x, blas_vector y)
{
    W a, b, zero;
    put(&zero, make_double2(0, 0));
    put(&a, factor(sa));
    put(&b, factor(sb));
    int64_t first = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t stride = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        T *px = (T *)x.data + i * x.step;
        T *py = (T *)y.data + i * y.step;
        switch (what) {
        case BLAS_AXPY: narrow(py, mad(a, wide(*px), wide(*py))); break;
        case BLAS_COPY: *py = *px; break;
        case BLAS_SCAL: narrow(px, mad(a, wide(*px), zero)); break;
        case BLAS_SWAP: {
            T kept = *px;
            *px = *py;
            *py = kept;
            break;
        }
        case BLAS_ROT: {
            W vx = wide(*px), vy = wide(*py), minus;
            double2 p = parts(b);
            put(&minus, make_double2(-p.x, -p.y));
            narrow(px, mad(a, vx, mad(b, vy, zero)));
            narrow(py, mad(a, vy, mad(minus, vx, zero)));
            break;
        }
        }
    }
}

/* ---- sums ---------------------------------------------------------------- */

/* One block, in double: what is left to add is the same in every run. */
__device__ static double2 whole(double2 mine, double2 *all, bool largest)
{
    all[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half; half /= 2) {
        if (threadIdx.x < half) {
            double2 *to = all + threadIdx.x, other = to[half];
            if (!largest)
                *to = make_double2(to->x + other.x, to->y + other.y);
            else if (other.x > to->x || (other.x == to->x && other.y < to->y))
                *to = other;
        }
        __syncthreads();
    }
    double2 result = all[0];
    __syncthreads();
    return result;
}

template <class T> __device__ static double2 element(blas_vector v, int64_t i)
{
    return parts(wide(((const T *)v.data)[i * v.step]));
}

__device__ static double size(double2 z)
{
    return fabs(z.x) + fabs(z.y);
}

/* (size, index from 1) of the largest; of the smallest, -size. */
template <class T>
__device__ static double2 extreme(int64_t n, blas_vector x, double sign,
                                  double2 *all)
{
    double2 best = make_double2(-INFINITY, 9e15);
    for (int64_t i = threadIdx.x; i < n; i += THREADS) {
        double s = sign * size(element<T>(x, i));
        if (s > best.x)
            best = make_double2(s, (double)(i + 1));
    }
    return whole(best, all, true);
}

/* The squares are those of quotients by the largest: none overflows. */
template <class T>
__device__ static double2 length(int64_t n, blas_vector x, double2 *all)
{
    double largest = extreme<T>(n, x, 1, all).x;
    if (n == 0 || !(largest > 0) || isinf(largest))
        return make_double2(n ? largest : 0, 0);
    double2 sum = make_double2(0, 0);
    for (int64_t i = threadIdx.x; i < n; i += THREADS) {
        double2 e = element<T>(x, i);
        sum.x += e.x / largest * (e.x / largest);
        sum.x += e.y / largest * (e.y / largest);
    }
    return make_double2(largest * sqrt(whole(sum, all, false).x), 0);
}

template <class T>
__device__ static double2 sum_of(blas_sum what, int64_t n, blas_vector x,
                                 blas_vector y, double2 *all)
{
    double2 sum = make_double2(0, 0);
    for (int64_t i = threadIdx.x; i < n; i += THREADS) {
        double2 e = element<T>(x, i);
        if (what == BLAS_ASUM)
            sum.x += size(e);
        else
            sum = mad(what == BLAS_DOTC ? conjugate(e) : e, element<T>(y, i),
                      sum);
    }
    return whole(sum, all, false);
}

__device__ static void put_result(void *result, cudaDataType type, double2 x)
{
    switch (type) {
    case CUDA_R_64F: *(double *)result = x.x; break;
    case CUDA_C_32F: put((float2 *)result, x); break;
    case CUDA_C_64F: *(double2 *)result = x; break;
    case CUDA_R_16F: narrow((__half *)result, (float)x.x); break;
    case CUDA_R_16BF: narrow((bfloat *)result, (float)x.x); break;
    case CUDA_R_32I: *(int *)result = (int)x.x; break;
    case CUDA_C_32I: *(int64_t *)result = (int64_t)x.x; break;
    default: *(float *)result = (float)x.x; break;
    }
}

template <class T>
__global__ void cublas_sum(blas_sum what, int64_t n, blas_vector x,
                           blas_vector y, void *result, cudaDataType type)
{
    __shared__ double2 all[THREADS];
    double2 sum = make_double2(0, 0);
    switch (what) {
    case BLAS_NRM2: sum = length<T>(n, x, all); break;
    case BLAS_AMAX:
    case BLAS_AMIN:
        if (n)
            sum.x = extreme<T>(n, x, what == BLAS_AMAX ? 1 : -1, all).y;
        break;
    default: sum = sum_of<T>(what, n, x, y, all); break;
    }
    if (threadIdx.x == 0)
        put_result(result, type, sum);
}

/* ---- matrices ------------------------------------------------------------ */

template <class T> __device__ static T *matrix(blas_matrix m, int64_t b)
{
    return m.arrays ? (T *)m.arrays[b] : (T *)m.data + b * m.next;
}

/* A thread makes TILE x TILE elements, SIDE rows and columns apart.  Those
 * beyond the edge compute what the last one does, and store nothing. */
template <class In, class Out, class W, int TILE>
__global__ void cublas_gemm(blas_gemm g)
{
    const In *a[TILE], *b[TILE];
    W sum[TILE][TILE], zero, alpha, beta;
    put(&zero, make_double2(0, 0));
    double2 scale = factor(g.alpha), keep = factor(g.beta);
    put(&alpha, scale);
    put(&beta, keep);
    int64_t i0 = (int64_t)blockIdx.x * SIDE * TILE + threadIdx.x;
    int64_t j0 = (int64_t)blockIdx.y * SIDE * TILE + threadIdx.y;
    const In *ma = matrix<const In>(g.a, blockIdx.z);
    const In *mb = matrix<const In>(g.b, blockIdx.z);
    for (int t = 0; t < TILE; t++) {
        int64_t i = i0 + t * SIDE, j = j0 + t * SIDE;
        a[t] = ma + (i < g.m ? i : g.m - 1) * g.a.row;
        b[t] = mb + (j < g.n ? j : g.n - 1) * g.b.column;
        for (int u = 0; u < TILE; u++)
            sum[t][u] = zero;
    }
    int64_t k = scale.x || scale.y ? g.k : 0;
    for (int64_t l = 0; l < k; l++) {
        W va[TILE], vb[TILE];
        for (int t = 0; t < TILE; t++) {
            W x = wide(*a[t]), y = wide(*b[t]);
            va[t] = g.a.conjugate ? conjugate(x) : x;
            vb[t] = g.b.conjugate ? conjugate(y) : y;
            a[t] += g.a.column;
            b[t] += g.b.row;
        }
        for (int t = 0; t < TILE; t++)
            for (int u = 0; u < TILE; u++)
                sum[t][u] = mad(va[t], vb[u], sum[t][u]);
    }
    Out *c = matrix<Out>(g.c, blockIdx.z);
    for (int t = 0; t < TILE; t++)
        for (int u = 0; u < TILE; u++) {
            int64_t i = i0 + t * SIDE, j = j0 + u * SIDE;
            if (i >= g.m || j >= g.n)
                continue;
            Out *to = c + i * g.c.row + j * g.c.column;
            W old = zero;
            if (keep.x || keep.y) {
                W was;
                put(&was, parts(wide(*to)));
                old = mad(beta, was, zero);
            }
            narrow(to, mad(alpha, sum[t][u], old));
        }
}

template <class T>
__global__ void cublas_geam(int64_t m, int64_t n, blas_scalar sa, blas_matrix a,
                            blas_scalar sb, blas_matrix b, blas_matrix c)
{
    int64_t i = (int64_t)blockIdx.x * SIDE + threadIdx.x;
    int64_t j = (int64_t)blockIdx.y * SIDE + threadIdx.y;
    if (i >= m || j >= n)
        return;
    double2 alpha = factor(sa), beta = factor(sb);
    T x, fa, fb;
    put(&x, make_double2(0, 0));
    put(&fa, alpha);
    put(&fb, beta);
    if (beta.x || beta.y) {
        T e = ((const T *)b.data)[i * b.row + j * b.column];
        x = mad(fb, b.conjugate ? conjugate(e) : e, x);
    }
    if (alpha.x || alpha.y) {
        T e = ((const T *)a.data)[i * a.row + j * a.column];
        x = mad(fa, a.conjugate ? conjugate(e) : e, x);
    }
    ((T *)c.data)[i * c.row + j * c.column] = x;
}

/* ---- the host ------------------------------------------------------------ */

struct blas_scalar blas_host_scalar(const void *p, cudaDataType type)
{
    struct blas_scalar s = {NULL, type, 0, 0};
    switch (type) {
    case CUDA_R_64F: s.re = *(const double *)p; break;
    case CUDA_C_64F:
        s.im = ((const double *)p)[1], s.re = *(const double *)p;
        break;
    case CUDA_C_32F:
        s.im = ((const float *)p)[1], s.re = *(const float *)p;
        break;
    case CUDA_R_16F: s.re = __half2float(*(const __half *)p); break;
    case CUDA_R_32I: s.re = *(const int *)p; break;
    case CUDA_R_16BF: {
        unsigned bits = (unsigned)*(const unsigned short *)p << 16;
        float value;
        memcpy(&value, &bits, sizeof value);
        s.re = value;
        break;
    }
    default: s.re = *(const float *)p; break;
    }
    return s;
}

/* ---- launches ------------------------------------------------------------ */

/* run(T, W) with the types of C behind a cudaDataType. */
#define OF_TYPE(type, run)                                                     \
    switch (type) {                                                            \
    case CUDA_R_32F: run(float, float); break;                                 \
    case CUDA_R_64F: run(double, double); break;                               \
    case CUDA_C_32F: run(float2, float2); break;                               \
    case CUDA_C_64F: run(double2, double2); break;                             \
    case CUDA_R_16F: run(__half, float); break;                                \
    case CUDA_R_16BF: run(bfloat, float); break;                               \
    default: return cudaErrorNotSupported;                                     \
    }

cudaError_t blas_launch_map(enum blas_map what, cudaDataType type, int64_t n,
                            struct blas_scalar a, struct blas_scalar b,
                            struct blas_vector x, struct blas_vector y,
                            cudaStream_t stream)
{
    if (n == 0)
        return cudaSuccess;
    int64_t blocks = (n - 1) / THREADS + 1;
    unsigned grid = blocks < BLOCKS_MOST ? (unsigned)blocks : BLOCKS_MOST;
#define MAP(T, W)                                                              \
    cublas_vector<T, W><<<grid, THREADS, 0, stream>>>(what, n, a, b, x, y)
    OF_TYPE(type, MAP)
    return cudaPeekAtLastError();
}

cudaError_t blas_launch_sum(enum blas_sum what, cudaDataType type, int64_t n,
                            struct blas_vector x, struct blas_vector y,
                            void *result, cudaDataType result_type,
                            cudaStream_t stream)
{
#define SUM(T, W)                                                              \
    cublas_sum<T><<<1, THREADS, 0, stream>>>(what, n, x, y, result, result_type)
    OF_TYPE(type, SUM)
    return cudaPeekAtLastError();
}

template <class In, class Out, class W>
static cudaError_t gemm(const blas_gemm *g, cudaStream_t stream)
{
    dim3 block(SIDE, SIDE);
    int tile = g->m > SIDE && g->n > SIDE ? 4 : 1;
    int64_t rows = (g->m - 1) / (SIDE * tile) + 1;
    int64_t columns = (g->n - 1) / (SIDE * tile) + 1;
    if (columns > BLOCKS_MOST || g->count > BLOCKS_MOST)
        return cudaErrorInvalidValue;
    dim3 grid((unsigned)rows, (unsigned)columns, (unsigned)g->count);
    if (tile == 4)
        cublas_gemm<In, Out, W, 4><<<grid, block, 0, stream>>>(*g);
    else
        cublas_gemm<In, Out, W, 1><<<grid, block, 0, stream>>>(*g);
    return cudaPeekAtLastError();
}

/* in, out, scale; and the types of C: elements, results, what is added in */
#define GEMMS(X)                                                               \
    X(CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, float, float, float)                 \
    X(CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, double, double, double)              \
    X(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, float2, float2, float2)              \
    X(CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, double2, double2, double2)           \
    X(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, __half, __half, float)               \
    X(CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, __half, __half, float)               \
    X(CUDA_R_16F, CUDA_R_32F, CUDA_R_32F, __half, float, float)                \
    X(CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, bfloat, bfloat, float)             \
    X(CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F, bfloat, float, float)               \
    X(CUDA_R_8I, CUDA_R_32I, CUDA_R_32I, signed char, int, int)

bool blas_gemm_known(cudaDataType in, cudaDataType out, cudaDataType scale)
{
#define KNOWN(i, o, s, In, Out, W)                                             \
    if (in == (i) && out == (o) && scale == (s))                               \
        return true;
    GEMMS(KNOWN)
    return false;
}

cudaError_t blas_launch_gemm(const struct blas_gemm *g, cudaStream_t stream)
{
    if (g->m == 0 || g->n == 0 || g->count == 0)
        return cudaSuccess;
#define GEMM(i, o, s, In, Out, W)                                              \
    if (g->in == (i) && g->out == (o) && g->alpha.type == (s))                 \
        return gemm<In, Out, W>(g, stream);
    GEMMS(GEMM)
    return cudaErrorNotSupported;
}

cudaError_t blas_launch_geam(cudaDataType type, int64_t m, int64_t n,
                             struct blas_scalar alpha, struct blas_matrix a,
                             struct blas_scalar beta, struct blas_matrix b,
                             struct blas_matrix c, cudaStream_t stream)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    dim3 block(SIDE, SIDE);
    dim3 grid((unsigned)((m - 1) / SIDE + 1), (unsigned)((n - 1) / SIDE + 1));
#define GEAM(T, W)                                                             \
    cublas_geam<T><<<grid, block, 0, stream>>>(m, n, alpha, a, beta, b, c)
    switch (type) {
    case CUDA_R_32F: GEAM(float, ); break;
    case CUDA_R_64F: GEAM(double, ); break;
    case CUDA_C_32F: GEAM(float2, ); break;
    case CUDA_C_64F: GEAM(double2, ); break;
    default: return cudaErrorNotSupported;
    }
    return cudaPeekAtLastError();
}
