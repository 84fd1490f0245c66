/*
 * others9.cu - the set: more kernels of other kinds, as people write them for
 * pictures, texts, graphs, physics and numbers, by one who knew nothing of the
 * model.
 */
#include "times.h"

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define FULL 0xffffffffu

__device__ static int me()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ static u32 hashed(u32 x)
{
    x = (x ^ 61) ^ (x >> 16);
    x *= 9;
    x ^= x >> 4;
    x *= 0x27d4eb2d;
    return x ^ (x >> 15);
}

// ---- pictures ---------------------------------------------------------------

// White where a pixel is lighter than the mean of the 11 x 11 around it.
__global__ void adaptive_direct(const u8 *in, u8 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0, count = 0;

    if (x >= w || y >= h)
        return;
    for (int dy = -5; dy <= 5; dy++)
        for (int dx = -5; dx <= 5; dx++)
            if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h) {
                sum += in[(y + dy) * w + x + dx];
                count++;
            }
    out[y * w + x] = in[y * w + x] * count > sum ? 255 : 0;
}

__global__ void adaptive_shared(const u8 *in, u8 *out, int w, int h)
{
    __shared__ u8 tile[26][26];
    __shared__ int across[26][16];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    int left = blockIdx.x * 16 - 5, top = blockIdx.y * 16 - 5;

    for (int e = t; e < 26 * 26; e += 256) {
        int x = min(max(left + e % 26, 0), w - 1);
        int y = min(max(top + e / 26, 0), h - 1);
        tile[e / 26][e % 26] = in[y * w + x];
    }
    __syncthreads();
    for (int r = ty; r < 26; r += 16) {
        int sum = 0;
        for (int k = 0; k < 11; k++)
            sum += tile[r][tx + k];
        across[r][tx] = sum;
    }
    __syncthreads();
    int x = left + 5 + tx, y = top + 5 + ty, sum = 0;
    for (int k = 0; k < 11; k++)
        sum += across[ty + k][tx];
    if (x < w && y < h)
        out[y * w + x] = tile[ty + 5][tx + 5] * 121 > sum ? 255 : 0;
}

// Grey values through a table of what is below them.
__global__ void equalise_global(const u8 *in, const int *below, u8 *out, int n,
                                float scale)
{
    int i = me();

    if (i < n)
        out[i] = (u8)(below[in[i]] * scale);
}

__global__ void equalise_shared(const uchar4 *in, const int *below, uchar4 *out,
                                int n, float scale)
{
    __shared__ u8 table[256];

    table[threadIdx.x] = (u8)(below[threadIdx.x] * scale);
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = in[i];
        out[i] = make_uchar4(table[p.x], table[p.y], table[p.z], table[p.w]);
    }
}

__global__ void swirl(const float *in, float *out, int w, int h, float turns)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float dx = x - 0.5f * w, dy = y - 0.5f * h, s, c;

    if (x >= w || y >= h)
        return;
    float r = sqrtf(dx * dx + dy * dy) / (0.5f * h);
    if (r > 1) {
        out[y * w + x] = in[y * w + x];
        return;
    }
    sincosf(turns * (1 - r) * (1 - r), &s, &c);
    int u = (int)(0.5f * w + c * dx - s * dy);
    int v = (int)(0.5f * h + s * dx + c * dy);
    u = min(max(u, 0), w - 1);
    v = min(max(v, 0), h - 1);
    out[y * w + x] = in[v * w + u];
}

// Kuwahara: of four corners, the mean of that which varies least.
__global__ void kuwahara(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 2;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 2;
    float best = 1e30f, result = 0;

    if (x >= w - 2 || y >= h - 2)
        return;
    for (int q = 0; q < 4; q++) {
        int x0 = x - (q & 1 ? 0 : 2), y0 = y - (q & 2 ? 0 : 2);
        float sum = 0, squares = 0;
        for (int k = 0; k < 9; k++) {
            float v = in[(y0 + k / 3) * w + x0 + k % 3];
            sum += v;
            squares += v * v;
        }
        float mean = sum / 9, variance = squares / 9 - mean * mean;
        if (variance < best) {
            best = variance;
            result = mean;
        }
    }
    out[y * w + x] = result;
}

// Half as large, by 1 4 6 4 1 both ways.
__constant__ float binomial[5] = {1 / 16.f, 4 / 16.f, 6 / 16.f, 4 / 16.f,
                                  1 / 16.f};

__global__ void half_direct(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (x >= w / 2 || y >= h / 2)
        return;
    for (int j = 0; j < 5; j++)
        for (int i = 0; i < 5; i++) {
            int u = min(max(2 * x + i - 2, 0), w - 1);
            int v = min(max(2 * y + j - 2, 0), h - 1);
            sum += binomial[i] * binomial[j] * in[v * w + u];
        }
    out[y * (w / 2) + x] = sum;
}

// 32 x 8 of the small one: rows first, into shared memory, then columns.
__global__ void half_shared(const float *in, float *out, int w, int h)
{
    __shared__ float rows[19][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty;

    for (int r = ty; r < 19; r += 8) {
        int v = min(max((int)blockIdx.y * 16 + r - 2, 0), h - 1);
        float sum = 0;
        for (int i = 0; i < 5; i++) {
            int u = min(max(2 * x + i - 2, 0), w - 1);
            sum += binomial[i] * in[v * w + u];
        }
        rows[r][tx] = sum;
    }
    __syncthreads();
    if (x >= w / 2 || y >= h / 2)
        return;
    float sum = 0;
    for (int j = 0; j < 5; j++)
        sum += binomial[j] * rows[2 * ty + j][tx];
    out[y * (w / 2) + x] = sum;
}

// ---- grids ------------------------------------------------------------------

// A second derivative of order eight along a line.
__constant__ float order_8[5] = {-205 / 72.f, 8 / 5.f, -1 / 5.f, 8 / 315.f,
                                 -1 / 560.f};

__global__ void derived_direct(const float *u, float *d, int n)
{
    int i = me();

    if (i < 4 || i >= n - 4)
        return;
    float sum = order_8[0] * u[i];
    for (int k = 1; k <= 4; k++)
        sum += order_8[k] * (u[i - k] + u[i + k]);
    d[i] = sum;
}

__global__ void derived_shared(const float *u, float *d, int n)
{
    __shared__ float s[256 + 8];
    int i = me(), t = threadIdx.x + 4;

    s[t] = i < n ? u[i] : 0;
    if (threadIdx.x < 4) {
        s[t - 4] = i >= 4 ? u[i - 4] : 0;
        s[t + 256] = i + 256 < n ? u[i + 256] : 0;
    }
    __syncthreads();
    if (i < 4 || i >= n - 4)
        return;
    float sum = order_8[0] * s[t];
    for (int k = 1; k <= 4; k++)
        sum += order_8[k] * (s[t - k] + s[t + k]);
    d[i] = sum;
}

// Perona and Malik: smooth, but not over edges.
__device__ static float flow(float difference)
{
    return difference * expf(-difference * difference * 16.0f);
}

__global__ void perona(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;

    if (x >= w || y >= h)
        return;
    float c = in[i], sum = 0;
    if (x > 0)
        sum += flow(in[i - 1] - c);
    if (x < w - 1)
        sum += flow(in[i + 1] - c);
    if (y > 0)
        sum += flow(in[i - w] - c);
    if (y < h - 1)
        sum += flow(in[i + w] - c);
    out[i] = c + 0.2f * sum;
}

// From a coarse grid of doubles to one twice as fine in three directions.
__global__ void prolong(const double *coarse, double *fine, int n)
{
    int m = 2 * n, x = me(), y = blockIdx.y, z = blockIdx.z;

    if (x >= m)
        return;
    int x0 = x / 2, x1 = min(x0 + (x & 1), n - 1);
    int y0 = y / 2, y1 = min(y0 + (y & 1), n - 1);
    int z0 = z / 2, z1 = min(z0 + (z & 1), n - 1);
    double sum = 0;
    for (int k = 0; k < 8; k++)
        sum += coarse[((k & 4 ? z1 : z0) * n + (k & 2 ? y1 : y0)) * n +
                      (k & 1 ? x1 : x0)];
    fine[(z * m + y) * m + x] = 0.125 * sum;
}

// ---- counts -----------------------------------------------------------------

// 64 bins of floats: one table, one for each warp, or lanes that agree first.
__global__ void bins_one_table(const float *in, int *bins, int n)
{
    __shared__ int s[64];

    if (threadIdx.x < 64)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[(int)(in[i] * in[i] * 64)], 1);
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

__global__ void bins_warp_tables(const float *in, int *bins, int n)
{
    __shared__ int s[8][64];
    int w = threadIdx.x / 32;

    for (int e = threadIdx.x; e < 512; e += 256)
        s[e / 64][e % 64] = 0;
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[w][(int)(in[i] * in[i] * 64)], 1);
    __syncthreads();
    if (threadIdx.x < 64) {
        int sum = 0;
        for (int k = 0; k < 8; k++)
            sum += s[k][threadIdx.x];
        if (sum)
            atomicAdd(&bins[threadIdx.x], sum);
    }
}

__global__ void bins_agreed(const float *in, int *bins, int n)
{
    __shared__ int s[64];

    if (threadIdx.x < 64)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int base = blockIdx.x * blockDim.x; base < n;
         base += gridDim.x * blockDim.x) {
        int i = base + threadIdx.x;
        int bin = i < n ? (int)(in[i] * in[i] * 64) : -1;
        u32 same = __match_any_sync(FULL, bin);
        if (bin >= 0 && __ffs(same) - 1 == (int)(threadIdx.x & 31))
            atomicAdd(&s[bin], __popc(same));
    }
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

// Weights in double, into 1000 bins.
__global__ void weighted_bins(const int *keys, const double *weights,
                              double *bins, int n)
{
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[keys[i] % 1000], weights[i]);
}

// Running sums that begin anew where a flag is set.
__global__ void segments_warps(const float *in, const int *flags, float *out,
                               int n)
{
    int lane = threadIdx.x & 31, i = me();
    float x = i < n ? in[i] : 0;
    int head = i < n && (flags[i] & 7) == 0;
    u32 heads = __ballot_sync(FULL, head) | 1u;
    int first = 31 - __clz(heads & (FULL >> (31 - lane)));

    for (int d = 1; d < 32; d *= 2) {
        float y = __shfl_up_sync(FULL, x, d);
        if (lane - d >= first)
            x += y;
    }
    if (i < n)
        out[i] = x;
}

__global__ void segments_thread(const float *in, const int *flags, float *out,
                                int n)
{
    int first = me() * 32;
    float x = 0;

    for (int i = first; i < first + 32 && i < n; i++) {
        x = (flags[i] & 7) == 0 ? in[i] : x + in[i];
        out[i] = x;
    }
}

// ---- small sorts ------------------------------------------------------------

__device__ static void in_order(int &a, int &b)
{
    int low = min(a, b);

    b = max(a, b);
    a = low;
}

__global__ void eight_network(const int4 *in, int4 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    int4 p = in[2 * i], q = in[2 * i + 1];
    in_order(p.x, p.y), in_order(p.z, p.w), in_order(q.x, q.y),
        in_order(q.z, q.w);
    in_order(p.x, p.z), in_order(p.y, p.w), in_order(q.x, q.z),
        in_order(q.y, q.w);
    in_order(p.y, p.z), in_order(q.y, q.z), in_order(p.x, q.x),
        in_order(p.w, q.w);
    in_order(p.y, q.y), in_order(p.z, q.z);
    in_order(p.z, q.x), in_order(p.w, q.y);
    in_order(p.y, p.z), in_order(p.w, q.x), in_order(q.y, q.z);
    out[2 * i] = p;
    out[2 * i + 1] = q;
}

__global__ void eight_bubble(const int *in, int *out, int n)
{
    int i = me(), v[8];
    bool swapped = true;

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        v[k] = in[8 * i + k];
    for (int end = 7; swapped; end--) {
        swapped = false;
        for (int k = 0; k < end; k++)
            if (v[k] > v[k + 1]) {
                int t = v[k];
                v[k] = v[k + 1];
                v[k + 1] = t;
                swapped = true;
            }
    }
    for (int k = 0; k < 8; k++)
        out[8 * i + k] = v[k];
}

// ---- sparse -----------------------------------------------------------------

// Entries with row and column, in order of rows, some eight in each.
__global__ void coo_rows(const int *noise, int *rows, int entries)
{
    int e = me();

    if (e < entries)
        rows[e] = (3 * e + noise[e] % 3) / 25;
}

__global__ void coo_atomics(const int *rows, const int *cols,
                            const float *values, const float *x, float *y,
                            int entries)
{
    int e = me();

    if (e < entries)
        atomicAdd(&y[rows[e]], values[e] * x[cols[e] & 0xffff]);
}

__global__ void coo_runs(const int *rows, const int *cols, const float *values,
                         const float *x, float *y, int entries)
{
    int first = me() * 20;
    float sum = 0;

    if (first >= entries)
        return;
    int last = min(first + 20, entries), row = rows[first];
    for (int e = first; e < last; e++) {
        if (rows[e] != row) {
            atomicAdd(&y[row], sum);
            row = rows[e];
            sum = 0;
        }
        sum += values[e] * x[cols[e] & 0xffff];
    }
    atomicAdd(&y[row], sum);
}

// Nine diagonals.
__global__ void nine_diagonals(const double *a, const double *x, double *y,
                               int n, int width)
{
    int i = me();
    double sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 9; k++) {
        int j = i + (k / 3 - 1) * width + k % 3 - 1;
        if (j >= 0 && j < n)
            sum += a[k * n + i] * x[j];
    }
    y[i] = sum;
}

// Blocks of 4 x 4, six in each row of blocks.
__global__ void bsr_thread(const int *cols, const float *blocks, const float *x,
                           float *y, int rows)
{
    int r = me();
    float sum = 0;

    if (r >= rows)
        return;
    for (int k = 0; k < 6; k++) {
        int b = r / 4 * 6 + k, c = (cols[b] & 0x3fff) * 4;
        for (int j = 0; j < 4; j++)
            sum += blocks[b * 16 + r % 4 * 4 + j] * x[c + j];
    }
    y[r] = sum;
}

__global__ void bsr_vectors(const int *cols, const float4 *blocks,
                            const float4 *x, float *y, int rows)
{
    int r = me();
    float sum = 0;

    if (r >= rows)
        return;
    for (int k = 0; k < 6; k++) {
        int b = r / 4 * 6 + k;
        float4 v = x[cols[b] & 0x3fff], a = blocks[b * 4 + r % 4];
        sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    }
    y[r] = sum;
}

// Products of rows of 64 at some places only: a thread for a place, or a warp.
__global__ void places_thread(const int *at, const float *a, const float *b,
                              float *out, int places)
{
    int e = me();
    float sum = 0;

    if (e >= places)
        return;
    const float *p = a + (at[2 * e] & 4095) * 64;
    const float *q = b + (at[2 * e + 1] & 4095) * 64;
    for (int k = 0; k < 64; k++)
        sum += p[k] * q[k];
    out[e] = sum;
}

__global__ void places_warp(const int2 *at, const float2 *a, const float2 *b,
                            float *out, int places)
{
    int e = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;

    if (e >= places)
        return;
    int2 rc = at[e];
    float2 p = a[(rc.x & 4095) * 32 + lane], q = b[(rc.y & 4095) * 32 + lane];
    float sum = p.x * q.x + p.y * q.y;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if (lane == 0)
        out[e] = sum;
}

// ---- physics ----------------------------------------------------------------

// How dense a fluid of particles is where they are.
__device__ static float kernel_of(float dx, float dy, float dz)
{
    float r2 = dx * dx + dy * dy + dz * dz;

    if (r2 >= 0.04f)
        return 0;
    float q = 0.04f - r2;
    return q * q * q;
}

__global__ void density_global(const float *x, const float *y, const float *z,
                               float *rho, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
    for (int j = 0; j < n; j++)
        sum += kernel_of(x[i] - x[j], y[i] - y[j], z[i] - z[j]);
    rho[i] = 1.566f * sum;
}

__global__ void density_tile(const float *x, const float *y, const float *z,
                             float *rho, int n)
{
    __shared__ float3 tile[128];
    int i = me(), at = min(i, n - 1);
    float px = x[at], py = y[at], pz = z[at], sum = 0;

    for (int base = 0; base < n; base += 128) {
        int j = base + threadIdx.x;
        tile[threadIdx.x] =
            j < n ? make_float3(x[j], y[j], z[j]) : make_float3(9, 9, 9);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 128; k++)
            sum += kernel_of(px - tile[k].x, py - tile[k].y, pz - tile[k].z);
        __syncthreads();
    }
    if (i < n)
        rho[i] = 1.566f * sum;
}

// Three bodies in a plane, leapfrog; each thread has its own three.
template <typename real>
__global__ void three_bodies(const real *in, real *out, int n, int steps)
{
    int i = me();
    real p[6], v[6];

    if (i >= n)
        return;
    for (int k = 0; k < 6; k++) {
        p[k] = in[k * n + i];
        v[k] = in[(k + 6) * n + i] - (real)0.5;
    }
    for (int s = 0; s < steps; s++) {
#pragma unroll
        for (int a = 0; a < 3; a++)
#pragma unroll
            for (int b = 0; b < 3; b++)
                if (a != b) {
                    real dx = p[2 * b] - p[2 * a];
                    real dy = p[2 * b + 1] - p[2 * a + 1];
                    real r2 = dx * dx + dy * dy + (real)0.01;
                    real f = (real)0.001 / (r2 * sqrt(r2));
                    v[2 * a] += f * dx;
                    v[2 * a + 1] += f * dy;
                }
        for (int k = 0; k < 6; k++)
            p[k] += (real)0.001 * v[k];
    }
    for (int k = 0; k < 6; k++)
        out[k * n + i] = p[k];
}

// A Potts model of five colours: half of the board tries another colour.
__global__ void potts(const u8 *board, u8 *next, int w, int h, u32 seed,
                      int parity)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    int old = board[y * w + x] % 5, now = old;
    if (((x + y) & 1) == parity) {
        u32 r = hashed(seed ^ (y * w + x));
        int other = r % 5, gain = 0;
        int around[4] = {y * w + (x + 1) % w, y * w + (x + w - 1) % w,
                         (y + 1) % h * w + x, (y + h - 1) % h * w + x};
        for (int k = 0; k < 4; k++) {
            int c = board[around[k]] % 5;
            gain += (c == other) - (c == old);
        }
        if (gain >= 0 || (r >> 8) * (1.0f / (1 << 24)) < expf(0.9f * gain))
            now = other;
    }
    next[y * w + x] = (u8)now;
}

// Charges and waves: what each wave finds, a block for each.
__global__ void waves(const float4 *charges, float2 *out, int n)
{
    __shared__ float2 sums[4];
    float kx = blockIdx.x % 8 * 6.2832f, ky = blockIdx.x / 8 % 8 * 6.2832f;
    float kz = blockIdx.x / 64 * 6.2832f, re = 0, im = 0;

    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 p = charges[i];
        float s, c;
        sincosf(kx * p.x + ky * p.y + kz * p.z, &s, &c);
        re += p.w * c;
        im += p.w * s;
    }
    for (int d = 16; d > 0; d /= 2) {
        re += __shfl_xor_sync(FULL, re, d);
        im += __shfl_xor_sync(FULL, im, d);
    }
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = make_float2(re, im);
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 4; k++) {
            re += sums[k].x;
            im += sums[k].y;
        }
        out[blockIdx.x] = make_float2(re, im);
    }
}

// ---- numbers ----------------------------------------------------------------

// Powers modulo an odd number of 31 bits: by division, by Montgomery.
__global__ void modpow_divides(const int *base, int *out, int n, u32 modulus,
                               u32 exponent)
{
    int i = me();

    if (i >= n)
        return;
    u64 b = base[i] % modulus, result = 1;
    for (u32 e = exponent; e; e >>= 1) {
        if (e & 1)
            result = result * b % modulus;
        b = b * b % modulus;
    }
    out[i] = (int)result;
}

__device__ static u32 reduced(u64 t, u32 modulus, u32 inverse)
{
    u32 m = (u32)t * inverse;
    u32 r = (u32)((t + (u64)m * modulus) >> 32);

    return r >= modulus ? r - modulus : r;
}

__global__ void modpow_montgomery(const int *base, int *out, int n, u32 modulus,
                                  u32 exponent)
{
    int i = me();
    u32 inverse = 1;

    if (i >= n)
        return;
    for (int k = 0; k < 5; k++)
        inverse *= 2 - modulus * inverse;
    inverse = 0 - inverse;
    u32 one = (u32)((1ull << 32) % modulus);
    u32 b = (u32)(((u64)(u32)base[i] << 32) % modulus), result = one;
    for (u32 e = exponent; e; e >>= 1) {
        if (e & 1)
            result = reduced((u64)result * b, modulus, inverse);
        b = reduced((u64)b * b, modulus, inverse);
    }
    out[i] = (int)reduced(result, modulus, inverse);
}

// Roots of integers of 64 bits: Newton, or bit by bit.
__global__ void isqrt_newton(const int *in, int *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u64 x = (u64)in[i] * in[i] + 2ull * in[i], r = x, next = (x + 1) / 2;
    while (next < r) {
        r = next;
        next = (r + x / r) / 2;
    }
    out[i] = (int)r;
}

__global__ void isqrt_bits(const int *in, int *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u64 x = (u64)in[i] * in[i] + 2ull * in[i], r = 0;
    for (u64 bit = 1ull << 40; bit; bit >>= 2) {
        if (x >= r + bit) {
            x -= r + bit;
            r = (r >> 1) + bit;
        } else
            r >>= 1;
    }
    out[i] = (int)r;
}

// Happy numbers: squares of digits until 1, or 4.
__global__ void happy(int *out, int n)
{
    int i = me(), x = i + 1, steps = 0;

    if (i >= n)
        return;
    while (x != 1 && x != 4) {
        int sum = 0;
        for (; x; x /= 10)
            sum += x % 10 * (x % 10);
        x = sum;
        steps++;
    }
    out[i] = x == 1 ? steps : -steps;
}

// ---- texts ------------------------------------------------------------------

// The longest common subsequence of two texts of 128: a block goes along
// diagonals; or a thread does it with the bits of 64 letters.
__global__ void common_diagonals(const u8 *texts, int *out)
{
    __shared__ u8 a[128], b[128];
    __shared__ int line[3][129];
    int t = threadIdx.x;

    a[t] = texts[blockIdx.x * 256 + t] & 7;
    b[t] = texts[blockIdx.x * 256 + 128 + t] & 7;
    for (int k = 0; k < 3; k++) {
        line[k][t + 1] = 0;
        if (t == 0)
            line[k][0] = 0;
    }
    for (int d = 0; d < 255; d++) {
        int *now = line[d % 3], *one = line[(d + 2) % 3];
        int *two = line[(d + 1) % 3], j = d - t;
        __syncthreads();
        if (j >= 0 && j < 128) {
            int up = t > 0 ? one[t] : 0, side = j > 0 ? one[t + 1] : 0;
            int both = t > 0 && j > 0 ? two[t] : 0;
            now[t + 1] = a[t] == b[j] ? both + 1 : max(up, side);
        }
    }
    __syncthreads();
    if (t == 127)
        out[blockIdx.x] = line[254 % 3][128];
}

__global__ void common_letters(const u8 *texts, int *out, int n)
{
    __shared__ u64 where[8];
    int i = me();

    if (threadIdx.x < 8) {
        u64 bits = 0;
        for (int k = 0; k < 64; k++)
            bits |= (u64)((texts[k] & 7) == threadIdx.x) << k;
        where[threadIdx.x] = bits;
    }
    __syncthreads();
    if (i >= n)
        return;
    u64 v = ~0ull;
    for (int k = 0; k < 128; k++) {
        u64 m = where[texts[i * 128 + k] & 7], u = v & m;
        v = (v + u) | (v - u);
    }
    out[i] = __popcll(~v);
}

// Where a piece of 16 letters has a given hash: rolled on, or afresh.
__global__ void karp_afresh(const u8 *text, u8 *found, int n)
{
    int i = me();
    u32 h = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++)
        h = h * 257 + text[i + k];
    found[i] = h % 1009 == 17;
}

__global__ void karp_rolled(const u8 *text, u8 *found, int n)
{
    int first = me() * 64;
    u32 h = 0, top = 1;

    if (first >= n)
        return;
    for (int k = 0; k < 16; k++) {
        h = h * 257 + text[first + k];
        if (k)
            top *= 257;
    }
    for (int i = first; i < first + 64 && i < n; i++) {
        found[i] = h % 1009 == 17;
        h = (h - text[i] * top) * 257 + text[i + 16];
    }
}

// Vowels, consonants, digits, others: a switch, or a table.
__device__ static int kind_of(u8 c)
{
    switch (c & 127) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u': return 0;
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return 1;
    case ' ':
    case '\t':
    case '\n': return 2;
    default: return (c & 127) >= 'a' && (c & 127) <= 'z' ? 3 : 4;
    }
}

__global__ void kinds_switch(const u8 *text, int *counts, int n)
{
    int own[5] = {0, 0, 0, 0, 0};

    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        own[kind_of(text[i])]++;
    for (int k = 0; k < 5; k++) {
        for (int d = 16; d > 0; d /= 2)
            own[k] += __shfl_down_sync(FULL, own[k], d);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&counts[k], own[k]);
    }
}

__global__ void kinds_table(const u8 *text, int *counts, int n)
{
    __shared__ u8 table[128];
    __shared__ int sums[5];

    if (threadIdx.x < 128)
        table[threadIdx.x] = (u8)kind_of((u8)threadIdx.x);
    if (threadIdx.x < 5)
        sums[threadIdx.x] = 0;
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&sums[table[text[i] & 127]], 1);
    __syncthreads();
    if (threadIdx.x < 5)
        atomicAdd(&counts[threadIdx.x], sums[threadIdx.x]);
}

__global__ void upper_bytes(const u8 *in, u8 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u8 c = in[i];
    if (c >= 'a' && c <= 'z')
        c -= 32;
    out[i] = c;
}

// Four letters in a word, without asking for any.
__global__ void upper_words(const u32 *in, u32 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u32 x = in[i], low = x & 0x7f7f7f7fu;
    u32 from_a = low + 0x1f1f1f1fu, past_z = low + 0x05050505u;
    u32 letters = from_a & ~past_z & ~x & 0x80808080u;
    out[i] = x - (letters >> 2);
}

// ---- chance -----------------------------------------------------------------

template <typename real>
__global__ void normals(const int *seeds, real *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u32 r = hashed(seeds[i]), q = hashed(r);
    real u = (real)(r + 1.0) * (real)(1 / 4294967297.0);
    real v = (real)q * (real)(6.283185307179586 / 4294967296.0);
    real radius = sqrt(-2 * log(u));
    out[2 * i] = radius * cos(v);
    out[2 * i + 1] = radius * sin(v);
}

// How many events there are, on average five: Knuth multiplies until too small.
__global__ void events(const int *seeds, int *out, int n)
{
    int i = me(), count = -1;

    if (i >= n)
        return;
    u32 state = seeds[i];
    float p = 1, limit = expf(-5.0f);
    do {
        state = state * 747796405u + 2891336453u;
        u32 word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
        p *= ((word >> 22) ^ word) * (1.0f / 4294967296.0f);
        count++;
    } while (p > limit);
    out[i] = count;
}

// A pack of 52 is shuffled; how far down is the first ace?
__global__ void cards(const int *seeds, int *out, int n)
{
    int i = me(), k;
    u8 pack[52];

    if (i >= n)
        return;
    u32 r = seeds[i];
    for (k = 0; k < 52; k++)
        pack[k] = (u8)k;
    for (k = 51; k > 0; k--) {
        r = hashed(r + k);
        int other = r % (k + 1);
        u8 c = pack[k];
        pack[k] = pack[other];
        pack[other] = c;
    }
    for (k = 0; pack[k] % 13 != 0; k++)
        ;
    out[i] = k;
}

// ---- hashes -----------------------------------------------------------------

// Eight least hashes of each set of 40 words: what two sets have in common.
__global__ void least_hashes(const int *words, u32 *out, int sets)
{
    int s = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;

    if (s >= sets)
        return;
    u32 a = words[s * 40 + lane], b = words[s * 40 + 8 + lane];
    for (int k = 0; k < 8; k++) {
        u32 h = min(hashed(a + k * 0x9e3779b9u), hashed(b + k * 0x9e3779b9u));
        for (int d = 16; d > 0; d /= 2)
            h = min(h, __shfl_xor_sync(FULL, h, d));
        if (lane == k)
            out[s * 8 + k] = h;
    }
}

__device__ static u32 rolled(u32 x, int by)
{
    return x << by | x >> (32 - by);
}

// SHA-1 of a block of 16 words for each thread, its schedule in 16 words.
__global__ void sha1(const u32 *in, u32 *out, int n)
{
    int i = me();
    u32 w[16], a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476,
               e = 0xc3d2e1f0;

    if (i >= n)
        return;
#pragma unroll
    for (int k = 0; k < 16; k++)
        w[k] = in[16 * i + k];
#pragma unroll
    for (int k = 0; k < 80; k++) {
        u32 f, constant;
        if (k >= 16)
            w[k & 15] = rolled(w[(k + 13) & 15] ^ w[(k + 8) & 15] ^
                                   w[(k + 2) & 15] ^ w[k & 15],
                               1);
        if (k < 20) {
            f = (b & c) | (~b & d);
            constant = 0x5a827999;
        } else if (k < 40) {
            f = b ^ c ^ d;
            constant = 0x6ed9eba1;
        } else if (k < 60) {
            f = (b & c) | (b & d) | (c & d);
            constant = 0x8f1bbcdc;
        } else {
            f = b ^ c ^ d;
            constant = 0xca62c1d6;
        }
        u32 t = rolled(a, 5) + f + e + constant + w[k & 15];
        e = d;
        d = c;
        c = rolled(b, 30);
        b = a;
        a = t;
    }
    out[i] = a;
    out[i + n] = b;
    out[i + 2 * n] = c;
    out[i + 3 * n] = d;
    out[i + 4 * n] = e;
}

// ---- graphs -----------------------------------------------------------------

// Shorter ways: edges tell their ends, or nodes ask six neighbours.
__global__ void relax_edges(const int *from, const int *to, const int *far,
                            int *next, int edges, int nodes)
{
    int e = me();

    if (e >= edges)
        return;
    int u = from[e] % nodes, v = to[e] % nodes;
    atomicMax(&next[v], (1 << 21) - far[u] - (e & 63));
}

__global__ void relax_nodes(const int *neighbours, const int *far, int *next,
                            int nodes)
{
    int v = me();

    if (v >= nodes)
        return;
    int best = far[v];
    for (int k = 0; k < 6; k++) {
        int u = neighbours[v * 6 + k] % nodes;
        best = min(best, far[u] + ((v + k) & 63));
    }
    next[v] = best;
}

// Lists of 24 neighbours, each in order.
__global__ void lists(const int *in, int *out, int nodes)
{
    int v = me(), at = 0;

    if (v >= nodes)
        return;
    for (int k = 0; k < 24; k++) {
        at += in[v * 24 + k] % (nodes / 24) + (k > 0);
        out[v * 24 + k] = min(at, nodes - 1);
    }
}

// What a node has in common with its first four neighbours.
__global__ void triads_merge(const int *list, int *out, int nodes)
{
    int v = me() / 4, q = me() % 4, i = 0, j = 0, count = 0;

    if (v >= nodes)
        return;
    const int *a = list + v * 24, *b = list + a[q * 6] * 24;
    while (i < 24 && j < 24) {
        int x = a[i], y = b[j];
        count += x == y;
        i += x <= y;
        j += y <= x;
    }
    out[v * 4 + q] = count;
}

__global__ void triads_search(const int *list, int *out, int nodes)
{
    int v = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;

    if (v >= nodes)
        return;
    for (int q = 0; q < 4; q++) {
        const int *a = list + v * 24, *b = list + a[q * 6] * 24;
        int x = lane < 24 ? a[lane] : -1, low = 0, high = 24;
        while (low < high) {
            int middle = (low + high) / 2;
            if (b[middle] < x)
                low = middle + 1;
            else
                high = middle;
        }
        bool hit = x >= 0 && low < 24 && b[low] == x;
        int count = __popc(__ballot_sync(FULL, hit));
        if (lane == 0)
            out[v * 4 + q] = count;
    }
}

// ---- tables of a plan -------------------------------------------------------

// The longest rising subsequence of 30 numbers.
__global__ void rising(const int *in, int *out, int n)
{
    int i = me(), best = 0;
    int v[30], length[30];

    if (i >= n)
        return;
    for (int k = 0; k < 30; k++) {
        v[k] = in[k * n + i];
        length[k] = 1;
        for (int j = 0; j < k; j++)
            if (v[j] < v[k] && length[j] >= length[k])
                length[k] = length[j] + 1;
        best = max(best, length[k]);
    }
    out[i] = best;
}

// In which order 40 matrices are multiplied: a warp fills a table.
__global__ void chain_order(const int *in, int *out)
{
    __shared__ int cost[40][41], size[41];
    int t = threadIdx.x;

    for (int k = t; k < 41; k += 32)
        size[k] = in[blockIdx.x * 41 + k] % 50 + 1;
    for (int k = t; k < 40; k += 32)
        cost[k][k] = 0;
    __syncwarp();
    for (int length = 1; length < 40; length++) {
        for (int i = t; i + length < 40; i += 32) {
            int j = i + length, best = 1 << 30;
            for (int k = i; k < j; k++)
                best = min(best, cost[i][k] + cost[k + 1][j] +
                                     size[i] * size[k + 1] * size[j + 1]);
            cost[i][j] = best;
        }
        __syncwarp();
    }
    if (t == 0)
        out[blockIdx.x] = cost[0][39];
}

// ---- functions --------------------------------------------------------------

// Zeta, by twelve terms and Euler and Maclaurin.
__global__ void zeta(const double *in, double *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    double s = 1.5 + 4 * in[i], sum = 0;
    for (int k = 1; k < 12; k++)
        sum += pow((double)k, -s);
    double p = pow(12.0, -s);
    sum += p * 12 / (s - 1) + p / 2 + s * p / 144;
    out[i] = sum - s * (s + 1) * (s + 2) * p / (1728 * 720);
}

// Lambert's w, by Halley, until it stays.
template <typename real>
__global__ void lambert(const real *in, real *out, int n, real enough)
{
    int i = me();

    if (i >= n)
        return;
    real x = 10 * in[i], w = log(1 + x);
    for (int k = 0; k < 20; k++) {
        real e = exp(w), f = w * e - x;
        real step = f / (e * (w + 1) - (w + 2) * f / (2 * w + 2));
        w -= step;
        if (fabs(step) < enough)
            break;
    }
    out[i] = w;
}

// The period of a pendulum by means of two kinds.
__global__ void period(const float *in, float *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    float a = 1, b = cosf(1.5f * in[i]);
    while (a - b > 1e-6f * a) {
        float mean = 0.5f * (a + b);
        b = sqrtf(a * b);
        a = mean;
    }
    out[i] = 6.2831853f / a;
}

// ---- long numbers -----------------------------------------------------------

// Sums in pairs of doubles, with what was rounded away.
__global__ void pairs_sum(const double *in, double2 *out, int n)
{
    double high = 0, low = 0;

    for (int i = me(); i < n; i += gridDim.x * blockDim.x) {
        double x = in[i], s = high + x, v = s - high;
        low += (high - (s - v)) + (x - v);
        high = s;
    }
    out[me()] = make_double2(high, low);
}

// Numbers of 16 words are added: a number's words lie side by side, or n apart.
__global__ void long_add_own(const u32 *a, const u32 *b, u32 *c, int n)
{
    int i = me();
    u64 carry = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++) {
        carry += (u64)a[16 * i + k] + b[16 * i + k];
        c[16 * i + k] = (u32)carry;
        carry >>= 32;
    }
}

__global__ void long_add_apart(const u32 *a, const u32 *b, u32 *c, int n)
{
    int i = me();
    u64 carry = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++) {
        carry += (u64)a[k * n + i] + b[k * n + i];
        c[k * n + i] = (u32)carry;
        carry >>= 32;
    }
}

// A number of 32 words for each warp; carries are looked up in two votes.
__global__ void long_add_votes(const u32 *a, const u32 *b, u32 *c, int n)
{
    int i = me(), lane = threadIdx.x & 31;

    if (i >= n)
        return;
    u32 s = a[i] + b[i];
    u32 made = __ballot_sync(FULL, s < a[i]);
    u32 passed = __ballot_sync(FULL, s == FULL);
    u32 carries = (made << 1) + passed;
    c[i] = s + ((carries ^ passed) >> lane & 1);
}

// ---- bits -------------------------------------------------------------------

__global__ void parity_loop(const u32 *in, u8 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u8 p = 0;
    for (u32 x = in[i]; x; x &= x - 1)
        p ^= 1;
    out[i] = p;
}

__global__ void parity_folded(const u32 *in, u8 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u32 x = in[i];
    x ^= x >> 16;
    x ^= x >> 8;
    x ^= x >> 4;
    out[i] = 0x6996 >> (x & 15) & 1;
}

// 32 equations in 32 unknown bits, by a warp that has a row in each lane.
__global__ void equations(const u32 *in, u32 *out, int n)
{
    int i = me(), lane = threadIdx.x & 31, used = 0, rank = 0;

    if (i >= n)
        return;
    u32 row = hashed(in[i]);
    for (int col = 0; col < 32; col++) {
        u32 have = __ballot_sync(FULL, !used && (row >> col & 1));
        if (have == 0)
            continue;
        int pivot = __ffs(have) - 1;
        u32 p = __shfl_sync(FULL, row, pivot);
        if (lane == pivot)
            used = 1;
        else if (row >> col & 1)
            row ^= p;
        rank++;
    }
    out[i] = row ^ rank;
}

// A set of 2^16 bits: in memory, or first in that of each block.
__global__ void bitset_global(const int *in, u32 *set, int n)
{
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        atomicOr(&set[in[i] >> 5 & 2047], 1u << (in[i] & 31));
}

__global__ void bitset_shared(const int *in, u32 *set, int n)
{
    __shared__ u32 own[2048];

    for (int k = threadIdx.x; k < 2048; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        atomicOr(&own[in[i] >> 5 & 2047], 1u << (in[i] & 31));
    __syncthreads();
    for (int k = threadIdx.x; k < 2048; k += blockDim.x)
        if (own[k])
            atomicOr(&set[k], own[k]);
}

// The largest value and where it is, in one word of 64 bits.
__global__ void greatest_each(const float *in, u64 *best, int n)
{
    int i = me();

    if (i < n)
        atomicMax(best, (u64)__float_as_int(in[i]) << 32 | (u32)i);
}

__global__ void greatest_warp(const float *in, u64 *best, int n)
{
    u64 mine = 0;

    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        mine = max(mine, (u64)__float_as_int(in[i]) << 32 | (u32)i);
    for (int d = 16; d > 0; d /= 2)
        mine = max(mine, __shfl_xor_sync(FULL, mine, d));
    if (threadIdx.x % 32 == 0)
        atomicMax(best, mine);
}

// ---- windows, machines, crowds ----------------------------------------------

// The largest of 31 around each: looked for, or from both ends of pieces.
__global__ void window_direct(const float *in, float *out, int n)
{
    int i = me();
    float top = -1;

    if (i >= n)
        return;
    for (int k = max(i - 15, 0); k <= min(i + 15, n - 1); k++)
        top = fmaxf(top, in[k]);
    out[i] = top;
}

// Van Herk: pieces of 31, a thread for the beginnings and one for the ends.
__global__ void window_herk(const float *in, float *out, int n)
{
    __shared__ float to_right[16 * 31], to_left[16 * 31];
    int first = blockIdx.x * 15 * 31 - 15, t = threadIdx.x;

    if (t < 32) {
        float *s = t < 16 ? to_right : to_left, top = -1;
        int piece = t % 16 * 31;
        for (int k = 0; k < 31; k++) {
            int at = piece + (t < 16 ? k : 30 - k), i = first + at;
            if (i >= 0 && i < n)
                top = fmaxf(top, in[i]);
            s[at] = top;
        }
    }
    __syncthreads();
    for (int e = t; e < 15 * 31; e += blockDim.x)
        if (first + 15 + e < n)
            out[first + 15 + e] = fmaxf(to_left[e], to_right[e + 30]);
}

// A little machine with eight instructions: all run one program, or each warp
// and each thread its own.
template <int SPREAD>
__global__ void machine(const int *program, const float *in, float *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    float x = in[i], y = 1, z = 0;
    const int *code = program + (SPREAD ? i / SPREAD % 256 * 24 : 0);
    for (int k = 0; k < 24; k++) {
        switch (code[k] & 7) {
        case 0: x = x + y; break;
        case 1: y = x * 0.7f; break;
        case 2: z = sqrtf(fabsf(x)); break;
        case 3: x = fminf(x, 8 - z); break;
        case 4: y = y - z; break;
        case 5: z = z / (1 + x * x); break;
        case 6: x = __sinf(y); break;
        default: {
            float t = x;
            x = z;
            z = t;
        }
        }
    }
    out[i] = x + y + z;
}

// One block alone: a power iteration, 96 x 96.
__global__ void alone(const float *a, float *out, int steps)
{
    __shared__ float v[96], w[96], largest;
    int t = threadIdx.x;

    v[t] = 1;
    for (int step = 0; step < steps; step++) {
        __syncthreads();
        float sum = 0;
        for (int k = 0; k < 96; k++)
            sum += a[k * 96 + t] * v[k];
        w[t] = sum;
        __syncthreads();
        if (t == 0) {
            largest = 0;
            for (int k = 0; k < 96; k++)
                largest = fmaxf(largest, w[k]);
        }
        __syncthreads();
        v[t] = w[t] / largest;
    }
    out[t] = v[t];
}

// As many blocks as there are things to do, whatever a block is.
__global__ void crowd(const float *in, float *out, int n, int work)
{
    int i = me();

    if (i >= n)
        return;
    float x = in[i];
    for (int k = 0; k < work; k++)
        x = 3.7f * x * (1 - x);
    out[i] = x;
}

// Dice until no lane of a warp has a seven, but 60 times at most.
__global__ void no_seven(const int *seeds, int *out, int n)
{
    int i = me(), rounds = 0;

    if (i >= n)
        return;
    u32 r = seeds[i];
    while (rounds < 60) {
        r = hashed(r + rounds++);
        if (__all_sync(FULL, (r & 15) != 7))
            break;
    }
    out[i] = rounds;
}

#include "others9.def"
TIMES_MAIN
