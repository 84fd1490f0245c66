/*
 * others6.cu - the set: kernels of other kinds, once unseen like those of
 * slow6.cu.
 */
#include "times.h"

typedef unsigned char u8;
typedef signed char s8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define ALL 0xffffffffu

// ---- stencils ---------------------------------------------------------------

__constant__ float slope[5] = {0, 0.8f, -0.2f, 0.038f, -0.0036f};

// Eighth order, along a line; halo of four on both sides.
__global__ void derive_shared(const float *f, float *df, int n)
{
    __shared__ float s[256 + 8];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x + 4;

    s[t] = i < n ? f[i] : 0;
    if (threadIdx.x < 4) {
        s[t - 4] = i >= 4 ? f[i - 4] : 0;
        s[t + 256] = i + 256 < n ? f[i + 256] : 0;
    }
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 1; k <= 4; k++)
        sum += slope[k] * (s[t + k] - s[t - k]);
    df[i] = sum;
}

// A star of radius 3 in the plane, out of global memory.
__global__ void star_13(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 3;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 3;

    if (x >= w - 3 || y >= h - 3)
        return;
    float sum = 0.4f * in[y * w + x];
    for (int r = 1; r <= 3; r++) {
        float weight = 0.15f / (r * r);
        sum += weight * (in[y * w + x - r] + in[y * w + x + r] +
                         in[(y - r) * w + x] + in[(y + r) * w + x]);
    }
    out[y * w + x] = sum;
}

__device__ int cell(int x, int y, int z, int n)
{
    return (z * n + y) * n + x;
}

// Heat in a body whose conductivity differs from place to place.
__global__ void conduct(const float *t, const float *k, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;

    if (x >= n || y >= n || z >= n)
        return;
    int c = cell(x, y, z, n);
    float flow = 0;
    if (x > 0)
        flow += (k[c] + k[c - 1]) * (t[c - 1] - t[c]);
    if (x < n - 1)
        flow += (k[c] + k[c + 1]) * (t[c + 1] - t[c]);
    if (y > 0)
        flow += (k[c] + k[c - n]) * (t[c - n] - t[c]);
    if (y < n - 1)
        flow += (k[c] + k[c + n]) * (t[c + n] - t[c]);
    if (z > 0)
        flow += (k[c] + k[c - n * n]) * (t[c - n * n] - t[c]);
    if (z < n - 1)
        flow += (k[c] + k[c + n * n]) * (t[c + n * n] - t[c]);
    out[c] = t[c] + 0.05f * flow;
}

// ---- convolutions and images ------------------------------------------------

__constant__ float bell[17] = {0.003f, 0.008f, 0.017f, 0.033f, 0.055f, 0.08f,
                               0.103f, 0.12f,  0.162f, 0.12f,  0.103f, 0.08f,
                               0.055f, 0.033f, 0.017f, 0.008f, 0.003f};

// Along rows: a block of 128 x 2 has a piece of two rows, and 8 on each side.
__global__ void bell_rows(const float *in, float *out, int w, int h)
{
    __shared__ float s[2][128 + 16];
    int y = blockIdx.y * 2 + threadIdx.y, left = blockIdx.x * 128 - 8;

    for (int k = threadIdx.x; k < 144; k += 128) {
        int x = left + k;
        s[threadIdx.y][k] = x >= 0 && x < w && y < h ? in[y * w + x] : 0.0f;
    }
    __syncthreads();
    int x = blockIdx.x * 128 + threadIdx.x;
    if (x < w && y < h) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < 17; k++)
            sum += bell[k] * s[threadIdx.y][threadIdx.x + k];
        out[y * w + x] = sum;
    }
}

// Down columns, without shared memory.
__global__ void bell_columns(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int k = -8; k <= 8; k++)
        if (y + k >= 0 && y + k < h)
            sum += bell[k + 8] * in[(y + k) * w + x];
    out[y * w + x] = sum;
}

// Four colours a pixel; relief, by differences along the diagonal.
__global__ void emboss(const uchar4 *in, uchar4 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    uchar4 a = in[max(y - 1, 0) * w + max(x - 1, 0)];
    uchar4 b = in[min(y + 1, h - 1) * w + min(x + 1, w - 1)];
    uchar4 r;
    r.x = (u8)min(max(128 + 2 * ((int)b.x - a.x), 0), 255);
    r.y = (u8)min(max(128 + 2 * ((int)b.y - a.y), 0), 255);
    r.z = (u8)min(max(128 + 2 * ((int)b.z - a.z), 0), 255);
    r.w = 255;
    out[y * w + x] = r;
}

// A look-up table of 256 bytes in shared memory; then one picture over another.
__global__ void gamma_over(const uchar4 *front, const uchar4 *back, uchar4 *out,
                           int n)
{
    __shared__ u8 curve[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        curve[k] = (u8)(255 * powf(k / 255.0f, 0.4545f));
    __syncthreads();
    if (i >= n)
        return;
    uchar4 f = front[i], b = back[i];
    int alpha = f.w;
    out[i] = make_uchar4(curve[(f.x * alpha + b.x * (255 - alpha)) / 255],
                         curve[(f.y * alpha + b.y * (255 - alpha)) / 255],
                         curve[(f.z * alpha + b.z * (255 - alpha)) / 255], 255);
}

// Colours by a cube of 17 x 17 x 17, between whose corners one interpolates.
__global__ void colour_cube(const float *rgb, const float4 *cube, float *out,
                            int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float r = rgb[3 * i] * 16, g = rgb[3 * i + 1] * 16, b = rgb[3 * i + 2] * 16;
    int ri = min((int)r, 15), gi = min((int)g, 15), bi = min((int)b, 15);
    float3 sum = {0, 0, 0};
    for (int corner = 0; corner < 8; corner++) {
        int dr = corner & 1, dg = corner >> 1 & 1, db = corner >> 2;
        float weight = (dr ? r - ri : 1 - (r - ri)) *
                       (dg ? g - gi : 1 - (g - gi)) *
                       (db ? b - bi : 1 - (b - bi));
        float4 v = cube[((bi + db) * 17 + gi + dg) * 17 + ri + dr];
        sum.x += weight * v.x;
        sum.y += weight * v.y;
        sum.z += weight * v.z;
    }
    out[3 * i] = sum.x;
    out[3 * i + 1] = sum.y;
    out[3 * i + 2] = sum.z;
}

__device__ float cubic(float p0, float p1, float p2, float p3, float t)
{
    return p1 + 0.5f * t *
                    (p2 - p0 +
                     t * (2 * p0 - 5 * p1 + 4 * p2 - p3 +
                          t * (3 * (p1 - p2) + p3 - p0)));
}

// A picture of w x h, made larger by 1.6, by cubic curves.
__global__ void enlarge(const float *in, float *out, int w, int h, int W, int H)
{
    int X = blockIdx.x * blockDim.x + threadIdx.x;
    int Y = blockIdx.y * blockDim.y + threadIdx.y;
    float row[4];

    if (X >= W || Y >= H)
        return;
    float fx = X / 1.6f, fy = Y / 1.6f;
    int x = (int)fx, y = (int)fy;
    for (int k = 0; k < 4; k++) {
        int yy = min(max(y + k - 1, 0), h - 1);
        const float *p = in + yy * w;
        row[k] = cubic(p[min(max(x - 1, 0), w - 1)], p[min(x, w - 1)],
                       p[min(x + 1, w - 1)], p[min(x + 2, w - 1)], fx - x);
    }
    out[Y * W + X] = cubic(row[0], row[1], row[2], row[3], fy - y);
}

// How far the next dark pixel is: down a row and back.
__global__ void distance_rows(const u8 *in, int *out, int w, int h)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x, d = 1 << 20;

    if (y >= h)
        return;
    for (int x = 0; x < w; x++) {
        d = in[y * w + x] < 16 ? 0 : d + 1;
        out[y * w + x] = d;
    }
    for (int x = w - 1; x >= 0; x--) {
        d = min(d + 1, out[y * w + x]);
        out[y * w + x] = d;
    }
}

// Sums down the columns of an image: one half of a table of areas.
__global__ void area_columns(const u8 *in, u32 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    u32 sum = 0;

    if (x < w)
        for (int y = 0; y < h; y++) {
            sum += in[y * w + x];
            out[y * w + x] = sum;
        }
}

// Lines through points: each point votes in 90 directions.
__global__ void hough(const float2 *points, int *votes, int n)
{
    __shared__ float sines[90], cosines[90];

    for (int k = threadIdx.x; k < 90; k += blockDim.x)
        sincosf(k * 0.0349066f, &sines[k], &cosines[k]);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 p = points[i];
    for (int k = 0; k < 90; k++) {
        float r = p.x * cosines[k] + p.y * sines[k];
        atomicAdd(&votes[k * 256 + (int)((r + 1.5f) * 80)], 1);
    }
}

// ---- prefix sums, compaction, counting --------------------------------------

// 8 neighbours a thread, warps by shuffles, warps' sums by the first warp.
__global__ void prefix_2048(const int *in, int *out)
{
    __shared__ int sums[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int first = blockIdx.x * 2048 + t * 8, mine[8], sum = 0;

    for (int k = 0; k < 8; k++) {
        sum += in[first + k];
        mine[k] = sum;
    }
    int upto = sum;
    for (int d = 1; d < 32; d <<= 1) {
        int other = __shfl_up_sync(ALL, upto, d);
        if (lane >= d)
            upto += other;
    }
    if (lane == 31)
        sums[warp] = upto;
    __syncthreads();
    if (t == 0)
        for (int w = 1; w < 8; w++)
            sums[w] += sums[w - 1];
    __syncthreads();
    int before = upto - sum + (warp ? sums[warp - 1] : 0);
    for (int k = 0; k < 8; k++)
        out[first + k] = before + mine[k];
}

// Sums that begin anew where a flag is set.
__global__ void prefix_segments(const float *in, const int *flags, float *out,
                                int n)
{
    __shared__ float s[256];
    __shared__ int f[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    s[t] = i < n ? in[i] : 0;
    f[t] = i < n ? (flags[i] & 15) == 0 : 1;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        float x = 0;
        int flag = 0;
        if (t >= d) {
            x = f[t] ? 0 : s[t - d];
            flag = f[t - d];
        }
        __syncthreads();
        s[t] += x;
        f[t] |= flag;
        __syncthreads();
    }
    if (i < n)
        out[i] = s[t];
}

// A warp keeps what is positive: one addition for all that it keeps.
__global__ void keep_by_warp(const float *in, float *kept, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float x = i < n ? in[i] : 0;
    bool keep = x > 0.6f;
    unsigned mask = __ballot_sync(ALL, keep);
    int base = 0;

    if (lane == 0 && mask)
        base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(ALL, base, 0);
    if (keep)
        kept[(base + __popc(mask & ((1u << lane) - 1))) & 0xffffff] = x;
}

// Of a radix sort: how many keys of each digit a block has.
__global__ void digits_count(const u32 *keys, int *counts, int shift, int n)
{
    __shared__ int s[16][129];
    int t = threadIdx.x, first = (blockIdx.x * 128 + t) * 8;

    for (int d = 0; d < 16; d++)
        s[d][t] = 0;
    for (int k = 0; k < 8; k++)
        if (first + k < n)
            s[keys[first + k] >> shift & 15][t]++;
    __syncthreads();
    if (t < 16) {
        int sum = 0;
        for (int k = 0; k < 128; k++)
            sum += s[t][k];
        counts[t * gridDim.x + blockIdx.x] = sum;
    }
}

// Where in a 64 x 64 picture particles lie; each is shared by four cells.
__global__ void deposit(const float *px, const float *py, float *charge, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float x = px[i] * 62, y = py[i] * 62;
    int cx = (int)x, cy = (int)y;
    float fx = x - cx, fy = y - cy;
    float *c = charge + cy * 64 + cx;
    atomicAdd(c, (1 - fx) * (1 - fy));
    atomicAdd(c + 1, fx * (1 - fy));
    atomicAdd(c + 64, (1 - fx) * fy);
    atomicAdd(c + 65, fx * fy);
}

// ---- order ------------------------------------------------------------------

// Shell's sort of 32 keys by each thread, in its own memory.
__global__ void shell_own(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, a[32];

    if (i >= n)
        return;
    for (int k = 0; k < 32; k++)
        a[k] = in[i * 32 + k];
    for (int gap = 13; gap > 0; gap /= 3)
        for (int k = gap; k < 32; k++) {
            int x = a[k], j = k;
            while (j >= gap && a[j - gap] > x) {
                a[j] = a[j - gap];
                j -= gap;
            }
            a[j] = x;
        }
    for (int k = 0; k < 32; k++)
        out[i * 32 + k] = a[k];
}

// The five largest of what each thread sees.
__global__ void top_five(const float *in, float *out, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    float top[5] = {-1, -1, -1, -1, -1};

    for (int i = id; i < n; i += threads) {
        float x = in[i];
        if (x <= top[4])
            continue;
#pragma unroll
        for (int k = 0; k < 5; k++)
            if (x > top[k]) {
                float t = top[k];
                top[k] = x;
                x = t;
            }
    }
#pragma unroll
    for (int k = 0; k < 5; k++)
        out[k * threads + id] = top[k];
}

// ---- sparse matrices and graphs ---------------------------------------------

// Nine diagonals, each stored in whole.
__global__ void diagonals(const float *band, const float *x, float *y, int n)
{
    const int offset[9] = {-1000, -100, -10, -1, 0, 1, 10, 100, 1000};
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= n)
        return;
    for (int d = 0; d < 9; d++) {
        int col = row + offset[d];
        if (col >= 0 && col < n)
            sum += band[d * n + row] * x[col];
    }
    y[row] = sum;
}

// Rows of 5 to 19 entries, anywhere; a warp has a row.
__global__ void rows_by_warp(const int *ends, const int *cols, const float *val,
                             const float *x, float *y, int n)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;
    float sum = 0;

    if (row >= n)
        return;
    int from = row * 12 + (ends[row] & 7);
    int to = row * 12 + 12 + (ends[row + 1] & 7);
    for (int k = from + lane; k < to; k += 32)
        sum += val[k] * x[cols[k]];
    for (int d = 16; d; d >>= 1)
        sum += __shfl_down_sync(ALL, sum, d);
    if (lane == 0)
        y[row] = sum;
}

// The same by a thread, in doubles.
__global__ void rows_by_thread(const int *ends, const int *cols,
                               const double *val, const double *x, double *y,
                               int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;

    if (row >= n)
        return;
    int from = row * 12 + (ends[row] & 7);
    int to = row * 12 + 12 + (ends[row + 1] & 7);
    for (int k = from; k < to; k++)
        sum += val[k] * x[cols[k]];
    y[row] = sum;
}

// Blocks of 4 x 4, eight in each row of blocks; a thread for a row.
__global__ void rows_of_blocks(const int *where, const float4 *blocks,
                               const float4 *x, float *y, int n, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, group = row / 4;
    float sum = 0;

    if (row >= n)
        return;
    for (int k = 0; k < 8; k++) {
        float4 v = x[where[group * 8 + k] % width];
        float4 b = blocks[(group * 8 + k) * 4 + row % 4];
        sum += b.x * v.x + b.y * v.y + b.z * v.z + b.w * v.w;
    }
    y[row] = sum;
}

// Whoever is not yet reached looks for a neighbour of the last level: a bit.
__global__ void bottom_up(const int *edges, const u32 *last, u32 *next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    bool found = false;

    if (v < n && !(last[v / 32] >> (v & 31) & 1))
        for (int k = 0; k < 10 && !found; k++) {
            int w = edges[v * 10 + k] % n;
            found = (last[w / 32] & last[w / 32 + 1]) >> (w & 31) & 1;
        }
    unsigned mask = __ballot_sync(ALL, found);
    if (v < n && (v & 31) == 0)
        next[v / 32] = mask;
}

// Walks through a graph with 16 edges at each vertex.
__global__ void wander(const int *edges, int *visits, int walks, int steps,
                       int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, at = id % n;
    u32 state = id * 747796405u + 2891336453u;

    if (id >= walks)
        return;
    for (int s = 0; s < steps; s++) {
        state = state * 1664525u + 1013904223u;
        at = edges[at * 16 + (state >> 28)] % n;
    }
    visits[id] = at;
}

// Blocked Floyd and Warshall, third phase: tiles apart from row and column.
__global__ void shortest_tile(const int *d, int *out, int n, int k)
{
    __shared__ int left[32][32], top[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, tx = threadIdx.x;
    int rows = blockIdx.y * 32;

    for (int r = threadIdx.y; r < 32; r += 8) {
        left[r][tx] = d[(rows + r) * n + k * 32 + tx];
        top[r][tx] = d[(k * 32 + r) * n + x];
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8) {
        int best = d[(rows + r) * n + x];
        for (int m = 0; m < 32; m++)
            best = min(best, left[r][m] + top[m][tx]);
        out[(rows + r) * n + x] = best;
    }
}

// ---- small systems ----------------------------------------------------------

// 4 x 4, by Gauss, with the largest in the column; one for each thread.
__global__ void solve_4x4(const float *A, const float *b, float *x, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    float m[4][5];

    if (id >= n)
        return;
    for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 4; c++)
            m[r][c] = A[id * 16 + r * 4 + c];
        m[r][r] += 0.5f;
        m[r][4] = b[id * 4 + r];
    }
    for (int p = 0; p < 4; p++) {
        int best = p;
        for (int r = p + 1; r < 4; r++)
            if (fabsf(m[r][p]) > fabsf(m[best][p]))
                best = r;
        for (int c = 0; c < 5; c++) {
            float t = m[p][c];
            m[p][c] = m[best][c];
            m[best][c] = t;
        }
        for (int r = p + 1; r < 4; r++) {
            float f = m[r][p] / m[p][p];
            for (int c = p; c < 5; c++)
                m[r][c] -= f * m[p][c];
        }
    }
    for (int r = 3; r >= 0; r--) {
        float sum = m[r][4];
        for (int c = r + 1; c < 4; c++)
            sum -= m[r][c] * m[c][4];
        m[r][4] = sum / m[r][r];
        x[id * 4 + r] = m[r][4];
    }
}

// The step of an LU of a whole matrix: what is below and right of the pivot.
__global__ void lu_rest(const double *in, double *out, int n, int p)
{
    int c = p + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int r = p + 1 + blockIdx.y * blockDim.y + threadIdx.y;

    if (c < n && r < n)
        out[r * n + c] =
            in[r * n + c] - in[r * n + p] / in[p * n + p] * in[p * n + c];
}

// Vectors of 64 made orthogonal to those before; 16 for each block.
__global__ void gram_schmidt(const float *in, float *out)
{
    __shared__ float v[16][64], sums[2];
    int t = threadIdx.x, warp = t / 32;

    for (int k = 0; k < 16; k++)
        v[k][t] = in[(blockIdx.x * 16 + k) * 64 + t] - 0.5f;
    for (int k = 0; k < 16; k++)
        for (int j = 0; j <= k; j++) {
            float p = v[j][t] * v[k][t];
            for (int d = 16; d; d /= 2)
                p += __shfl_xor_sync(ALL, p, d);
            __syncthreads();
            sums[warp] = p;
            __syncthreads();
            float dot = sums[0] + sums[1];
            if (j < k)
                v[k][t] -= dot * v[j][t];
            else
                v[k][t] *= rsqrtf(dot);
        }
    for (int k = 0; k < 16; k++)
        out[(blockIdx.x * 16 + k) * 64 + t] = v[k][t];
}

// ---- bodies, paths, chance --------------------------------------------------

struct body {
    double x, y, z, mass;
};

__global__ void pull_doubles(const struct body *bodies, double *force, int n)
{
    __shared__ struct body s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    struct body me = bodies[i < n ? i : 0];
    double fx = 0, fy = 0, fz = 0;

    for (int first = 0; first < n; first += 64) {
        int j = first + threadIdx.x;
        __syncthreads();
        if (j < n)
            s[threadIdx.x] = bodies[j];
        else
            s[threadIdx.x].mass = 0;
        __syncthreads();
        for (int k = 0; k < 64 && first + k < n; k++) {
            double dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z;
            double r2 = dx * dx + dy * dy + dz * dz + 1e-4;
            double f = s[k].mass / (r2 * sqrt(r2));
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
        }
    }
    if (i < n) {
        force[3 * i] = fx;
        force[3 * i + 1] = fy;
        force[3 * i + 2] = fz;
    }
}

__device__ u32 xorshift(u32 *s)
{
    u32 t = s[3];

    t ^= t << 11;
    t ^= t >> 8;
    s[3] = s[2];
    s[2] = s[1];
    s[1] = s[0];
    s[0] = t ^ s[0] ^ s[0] >> 19;
    return s[0];
}

// An option on the mean of a path; normal numbers by Box and Muller.
__global__ void asian(float *out, int paths, int steps)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    u32 s[4] = {id * 2654435761u + 1, 362436069u, 521288629u, 88675123u};
    float price = 100, sum = 0;

    if (id >= paths)
        return;
    for (int k = 0; k < steps; k++) {
        float u = (xorshift(s) + 1.0f) * 2.3283064e-10f;
        float v = xorshift(s) * 2.3283064e-10f;
        float z = sqrtf(-2 * logf(u)) * cosf(6.2831853f * v);
        price *= expf(0.0002f + 0.02f * z);
        sum += price;
    }
    out[id] = fmaxf(sum / steps - 100, 0);
}

// Runge and Kutta, for Lorenz's three equations.
__device__ float3 lorenz(float3 p)
{
    return make_float3(10 * (p.y - p.x), p.x * (28 - p.z) - p.y,
                       p.x * p.y - 2.6666667f * p.z);
}

__device__ float3 along(float3 p, float3 d, float h)
{
    return make_float3(p.x + h * d.x, p.y + h * d.y, p.z + h * d.z);
}

__global__ void butterflies(const float *start, float *end, int n, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float h = 0.005f;

    if (i >= n)
        return;
    float3 p = {start[i], start[i + n], start[i + 2 * n]};
    for (int k = 0; k < steps; k++) {
        float3 a = lorenz(p), b = lorenz(along(p, a, h / 2));
        float3 c = lorenz(along(p, b, h / 2)), d = lorenz(along(p, c, h));
        p = along(along(along(along(p, a, h / 6), b, h / 3), c, h / 3), d,
                  h / 6);
    }
    end[i] = p.x;
    end[i + n] = p.y;
    end[i + 2 * n] = p.z;
}

// Mandelbrot in doubles: four points in each pixel.
__global__ void mandel_four(u8 *out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y, total = 0;

    if (px >= w || py >= h)
        return;
    for (int s = 0; s < 4; s++) {
        double cx = (px + (s & 1) * 0.5) / w * 3 - 2.2;
        double cy = (py + (s >> 1) * 0.5) / h * 2.4 - 1.2;
        double x = 0, y = 0;
        int k = 0;
        while (x * x + y * y < 4 && k < most) {
            double t = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = t;
            k++;
        }
        total += k;
    }
    out[py * w + px] = (u8)(total / 4);
}

// The nearest of all triangles that a ray meets.
__global__ void hit_triangles(const float *rays, const float3 *corners,
                              float *out, int n, int triangles)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float nearest = 1e9f;

    if (i >= n)
        return;
    float dx = rays[2 * i] - 0.5f, dy = rays[2 * i + 1] - 0.5f;
    for (int k = 0; k < triangles; k++) {
        float3 a = corners[3 * k], b = corners[3 * k + 1];
        float3 c = corners[3 * k + 2];
        float3 e = {b.x - a.x, b.y - a.y, b.z - a.z};
        float3 f = {c.x - a.x, c.y - a.y, c.z - a.z};
        float3 p = {dy * f.z - f.y, f.x - dx * f.z, dx * f.y - dy * f.x};
        float det = e.x * p.x + e.y * p.y + e.z * p.z;
        if (fabsf(det) < 1e-6f)
            continue;
        float3 s = {0.5f - a.x, 0.5f - a.y, -1 - a.z};
        float u = (s.x * p.x + s.y * p.y + s.z * p.z) / det;
        if (u < 0 || u > 1)
            continue;
        float3 q = {s.y * e.z - s.z * e.y, s.z * e.x - s.x * e.z,
                    s.x * e.y - s.y * e.x};
        float v = (dx * q.x + dy * q.y + q.z) / det;
        float t = (f.x * q.x + f.y * q.y + f.z * q.z) / det;
        if (v >= 0 && u + v <= 1 && t > 0 && t < nearest)
            nearest = t;
    }
    out[i] = nearest;
}

// ---- learning ---------------------------------------------------------------

// Rows of 32 x EACH, kept in the registers of a warp.
template <int EACH>
__global__ void soft_registers(const float *in, float *out, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    float x[EACH], top = -1e30f, sum = 0;

    if (row >= rows)
        return;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        x[k] = in[row * 32 * EACH + k * 32 + lane];
        top = fmaxf(top, x[k]);
    }
    for (int d = 16; d; d >>= 1)
        top = fmaxf(top, __shfl_xor_sync(ALL, top, d));
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        x[k] = __expf(x[k] - top);
        sum += x[k];
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_xor_sync(ALL, sum, d);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        out[row * 32 * EACH + k * 32 + lane] = x[k] / sum;
}

// A block of 64 for each row, which is read three times.
__global__ void layer_fours(const float4 *in, const float4 *gain,
                            const float4 *bias, float4 *out, int cols4)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float sum = 0, squares = 0;

    in += (size_t)blockIdx.x * cols4;
    out += (size_t)blockIdx.x * cols4;
    for (int c = t; c < cols4; c += 64) {
        float4 v = in[c];
        sum += v.x + v.y + v.z + v.w;
    }
    s[t] = sum;
    for (int d = 32; d; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    __syncthreads();
    float mean = s[0] / (4 * cols4);
    __syncthreads();
    for (int c = t; c < cols4; c += 64) {
        float4 v = in[c];
        squares += (v.x - mean) * (v.x - mean) + (v.y - mean) * (v.y - mean);
        squares += (v.z - mean) * (v.z - mean) + (v.w - mean) * (v.w - mean);
    }
    s[t] = squares;
    for (int d = 32; d; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    __syncthreads();
    float f = rsqrtf(s[0] / (4 * cols4) + 1e-5f);
    for (int c = t; c < cols4; c += 64) {
        float4 v = in[c], g = gain[c], b = bias[c];
        out[c] = make_float4(
            (v.x - mean) * f * g.x + b.x, (v.y - mean) * f * g.y + b.y,
            (v.z - mean) * f * g.z + b.z, (v.w - mean) * f * g.w + b.w);
    }
}

// k-means in the plane: the sums of the new centres, too, by atomics.
__global__ void means_update(const float2 *points, const float2 *centres,
                             float *sums, int *counts, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
    float least = 1e30f;

    if (i >= n)
        return;
    float2 p = points[i];
    for (int c = 0; c < k; c++) {
        float dx = p.x - centres[c].x, dy = p.y - centres[c].y;
        float d = dx * dx + dy * dy;
        if (d < least) {
            least = d;
            mine = c;
        }
    }
    atomicAdd(&sums[2 * mine], p.x);
    atomicAdd(&sums[2 * mine + 1], p.y);
    atomicAdd(&counts[mine], 1);
}

// Rows of bytes times a vector of bytes, four at once.
__global__ void bytes_dot(const char4 *A, const char4 *v, int *out, int rows,
                          int fours)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int sum = 0;

    if (row >= rows)
        return;
    for (int k = threadIdx.x % 32; k < fours; k += 32) {
        char4 a = A[row * fours + k], b = v[k];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int d = 16; d; d /= 2)
        sum += __shfl_down_sync(ALL, sum, d);
    if (threadIdx.x % 32 == 0)
        out[row] = sum;
}

// The same, a byte after the other, by a thread for each row.
__global__ void bytes_one_by_one(const s8 *A, const s8 *v, int *out, int rows,
                                 int bytes)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;

    if (row >= rows)
        return;
    for (int k = 0; k < bytes; k++)
        sum += A[row * bytes + k] * v[k];
    out[row] = sum;
}

// ---- signals ----------------------------------------------------------------

// One stage of a fast Fourier transform of n complex numbers.
__global__ void fft_stage(const float2 *in, float2 *out, int half, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n / 2)
        return;
    int k = i % half, at = i / half * 2 * half + k;
    float c, s;
    sincospif(-(float)k / half, &s, &c);
    float2 a = in[at], b = in[at + half];
    float2 t = {b.x * c - b.y * s, b.x * s + b.y * c};
    out[at] = make_float2(a.x + t.x, a.y + t.y);
    out[at + half] = make_float2(a.x - t.x, a.y - t.y);
}

// How a signal is like itself some time later; a block for each lag.
__global__ void like_itself(const float *in, float *out, int n)
{
    __shared__ float warps[4];
    int lag = blockIdx.x;
    float sum = 0;

    for (int i = threadIdx.x; i < n - lag; i += 128)
        sum += in[i] * in[i + lag];
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(ALL, sum, d);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        out[lag] = warps[0] + warps[1] + warps[2] + warps[3];
}

// A filter with feedback: a channel for each thread, samples next to each
// other are of different channels.
__global__ void biquad(const float *in, float *out, int channels, int samples)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float x1 = 0, x2 = 0, y1 = 0, y2 = 0;

    if (c >= channels)
        return;
    for (int t = 0; t < samples; t++) {
        float x = in[t * channels + c];
        float y = 0.2f * x + 0.4f * x1 + 0.2f * x2 + 0.5f * y1 - 0.3f * y2;
        x2 = x1;
        x1 = x;
        y2 = y1;
        y1 = y;
        out[t * channels + c] = y;
    }
}

__global__ void triad_doubles(const double *a, const double *b, double *c,
                              double k, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        c[i] = a[i] + k * b[i];
}

// ---- strings, tables --------------------------------------------------------

// Horspool's search, in pieces of 64 letters of an alphabet of four.
__global__ void horspool(const u8 *text, int *found, int n)
{
    const u8 word[6] = {1, 0, 3, 2, 2, 0};
    const int skip[4] = {4, 5, 1, 3};
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 64;
    int last = min(first + 64, n - 6), hits = 0;

    if (first >= n)
        return;
    for (int i = first; i < last;) {
        int k = 5;
        while (k >= 0 && (text[i + k] & 3) == word[k])
            k--;
        hits += k < 0;
        i += skip[text[i + 5] & 3];
    }
    found[first / 64] = hits;
}

// How many edits make one word of 24 another; each thread has a pair.
__global__ void edits_24(const u8 *a, const u8 *b, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u8 row[25];

    if (i >= n)
        return;
    for (int k = 0; k <= 24; k++)
        row[k] = (u8)k;
    for (int r = 0; r < 24; r++) {
        int corner = row[0], letter = a[i * 24 + r] & 3;
        row[0] = (u8)(r + 1);
        for (int c = 0; c < 24; c++) {
            int change = corner + (letter != (b[i * 24 + c] & 3));
            corner = row[c + 1];
            row[c + 1] = (u8)min(change, min(corner, (int)row[c]) + 1);
        }
    }
    out[i] = row[24];
}

// Time warping of two series of 128: diagonals, one after the other.
__global__ void warping(const float *a, const float *b, float *out)
{
    __shared__ float line[3][129], y[128];
    int t = threadIdx.x;
    float x = a[blockIdx.x * 128 + t];

    y[t] = b[blockIdx.x * 128 + t];
    for (int k = 0; k < 3; k++)
        line[k][t + 1] = 1e30f;
    if (t == 0)
        line[0][0] = line[1][0] = line[2][0] = 1e30f;
    __syncthreads();
    for (int d = 0; d < 255; d++) {
        int j = d - t;
        float *now = line[d % 3];
        const float *one = line[(d + 2) % 3], *two = line[(d + 1) % 3];
        if (j >= 0 && j < 128) {
            float best = fminf(one[t], fminf(one[t + 1], two[t]));
            if (d == 0)
                best = 0;
            now[t + 1] = best + fabsf(x - y[j]);
        } else
            now[t + 1] = 1e30f;
        __syncthreads();
    }
    if (t == 127)
        out[blockIdx.x] = line[254 % 3][128];
}

// In how many ways coins make up each amount below 1000; a block for a purse.
__global__ void purse(const int *coins, u32 *ways)
{
    __shared__ u32 count[1000];

    for (int k = threadIdx.x; k < 1000; k += blockDim.x)
        count[k] = k == 0;
    for (int c = 0; c < 8; c++) {
        int coin = (coins[blockIdx.x * 8 + c] & 63) + 64;
        __syncthreads();
        for (int r = threadIdx.x; r < coin; r += blockDim.x)
            for (int k = r + coin; k < 1000; k += coin)
                count[k] += count[k - coin];
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 1000; k += blockDim.x)
        ways[blockIdx.x * 1000 + k] = count[k];
}

// ---- bits -------------------------------------------------------------------

__device__ u32 turned(u32 x, int by)
{
    return x << by | x >> (32 - by);
}

__global__ void murmur(const u32 *in, u32 *out, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 h = 42;

    if (i >= n)
        return;
    for (int k = 0; k < words; k++) {
        u32 w = in[i * words + k] * 0xcc9e2d51u;
        h ^= turned(w, 15) * 0x1b873593u;
        h = turned(h, 13) * 5 + 0xe6546b64u;
    }
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    out[i] = h ^ h >> 16;
}

__device__ void quarter(u32 &a, u32 &b, u32 &c, u32 &d)
{
    a += b;
    d = turned(d ^ a, 16);
    c += d;
    b = turned(b ^ c, 12);
    a += b;
    d = turned(d ^ a, 8);
    c += d;
    b = turned(b ^ c, 7);
}

// ChaCha: a block of 64 bytes for each thread.
__global__ void chacha(const u32 *in, u32 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 s[16];

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++)
        s[k] = 0x61707865u * (k + 1);
    s[12] = i;
    for (int r = 0; r < 10; r++) {
        for (int k = 0; k < 4; k++)
            quarter(s[k], s[k + 4], s[k + 8], s[k + 12]);
        for (int k = 0; k < 4; k++)
            quarter(s[k], s[4 + (k + 1) % 4], s[8 + (k + 2) % 4],
                    s[12 + (k + 3) % 4]);
    }
    for (int k = 0; k < 16; k++)
        out[i * 16 + k] = in[i * 16 + k] ^ s[k];
}

// 32 x 32 bits are turned by a warp's votes.
__global__ void bits_turned(const u32 *in, u32 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 x = i < n ? in[i] : 0, mine = 0;

    for (int b = 0; b < 32; b++) {
        u32 column = __ballot_sync(ALL, x >> b & 1);
        if ((threadIdx.x & 31) == b)
            mine = column;
    }
    if (i < n)
        out[i] = mine;
}

// Powers modulo a prime, by squaring; exponents differ.
__global__ void powers(const int *base, const int *exponent, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    u64 b = base[i], r = 1;
    for (int e = exponent[i]; e > 0; e >>= 1) {
        if (e & 1)
            r = r * b % 1000003;
        b = b * b % 1000003;
    }
    out[i] = (int)r;
}

// Life, with a table for what becomes of 0 to 8 neighbours; edges stay dead.
__global__ void life_table(const u8 *in, u8 *out, int w, int h)
{
    __shared__ u8 s[18][34], rule[2][9];
    int tx = threadIdx.x, ty = threadIdx.y, id = ty * 32 + tx;
    int left = blockIdx.x * 32 - 1, top = blockIdx.y * 16 - 1;

    if (id < 18)
        rule[id / 9][id % 9] = id % 9 == 3 || (id / 9 && id % 9 == 2);
    for (int k = id; k < 18 * 34; k += 512) {
        int x = left + k % 34, y = top + k / 34;
        s[k / 34][k % 34] =
            x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] & 1 : 0;
    }
    __syncthreads();
    int x = left + 1 + tx, y = top + 1 + ty, count = 0;
    if (x >= w || y >= h)
        return;
    for (int v = 0; v < 3; v++)
        for (int u = 0; u < 3; u++)
            count += s[ty + v][tx + u];
    int mine = s[ty + 1][tx + 1];
    out[y * w + x] = rule[mine][count - mine];
}

#include "others6.def"
TIMES_MAIN
