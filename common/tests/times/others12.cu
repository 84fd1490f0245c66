/*
 * others12.cu - the set: kernels of still other kinds, each task in two to four
 * versions as a programmer would change them, by one who knew nothing of the
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

__device__ static int below()
{
    return blockIdx.y * blockDim.y + threadIdx.y;
}

__device__ static float at(const float *in, int w, int h, int x, int y)
{
    return in[min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1)];
}

__device__ static u32 next(u32 &state)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

// ---- fields -----------------------------------------------------------------

// Six neighbours in a cube; out of it nothing changes.
__global__ void laplace_thread(const float *in, float *out, int n)
{
    int x = me(), y = below(), z = blockIdx.z, e = (z * n + y) * n + x;

    if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
        out[e] = in[e - 1] + in[e + 1] + in[e - n] + in[e + n] + in[e - n * n] +
                 in[e + n * n] - 6 * in[e];
}

// Goes through the cube upwards; keeps three of its column.
__global__ void laplace_march(const float *in, float *out, int n)
{
    int x = me(), y = below(), e = y * n + x;

    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    float under = in[e], here = in[e + n * n];
    for (int z = 1; z < n - 1; z++) {
        e += n * n;
        float above = in[e + n * n];
        out[e] = in[e - 1] + in[e + 1] + in[e - n] + in[e + n] + under + above -
                 6 * here;
        under = here;
        here = above;
    }
}

__global__ void laplace_march_tile(const float *in, float *out, int n)
{
    __shared__ float tile[8][34];
    int tx = threadIdx.x + 1, ty = threadIdx.y;
    int x = me(), y = min(below(), n - 1), e = y * n + min(x, n - 1);
    bool inside = x > 0 && below() > 0 && x < n - 1 && below() < n - 1;
    float under = in[e], here = in[e + n * n];

    for (int z = 1; z < n - 1; z++) {
        e += n * n;
        float above = in[e + n * n];
        tile[ty][tx] = here;
        __syncthreads();
        if (inside) {
            float left = tx > 1 ? tile[ty][tx - 1] : in[e - 1];
            float right = tx < 32 ? tile[ty][tx + 1] : in[e + 1];
            float up = ty > 0 ? tile[ty - 1][tx] : in[e - n];
            float down = ty < 7 ? tile[ty + 1][tx] : in[e + n];
            out[e] = left + right + up + down + under + above - 6 * here;
        }
        __syncthreads();
        under = here;
        here = above;
    }
}

// Brian's brain: 0 rests, 1 fires, 2 is tired; fires if two around it do.
__device__ static int fires(int cell)
{
    return cell % 3 == 1;
}

__global__ void brain_ints(const int *in, int *out, int w, int h)
{
    int x = me(), y = below(), around = 0;

    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++)
            if (u || v)
                around += fires(in[(y + v) * w + x + u]);
    int now = in[y * w + x] % 3;
    if (now == 0)
        out[y * w + x] = around == 2;
    else
        out[y * w + x] = now == 1 ? 2 : 0;
}

__global__ void brain_bytes(const u8 *in, u8 *out, int w, int h)
{
    int x = me(), y = below(), around = 0;

    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++)
            around += fires(in[(y + v) * w + x + u]);
    int now = in[y * w + x] % 3;
    out[y * w + x] = now == 0 ? around == 2 : now == 1 ? 2 : 0;
}

__global__ void brain_shared(const int *in, int *out, int w, int h)
{
    __shared__ u8 fire[10][34];
    int tx = threadIdx.x, ty = threadIdx.y, x = me(), y = below(), around = 0;

    for (int e = ty * 32 + tx; e < 340; e += 256) {
        int u = min(max((int)(blockIdx.x * 32) + e % 34 - 1, 0), w - 1);
        int v = min(max((int)(blockIdx.y * 8) + e / 34 - 1, 0), h - 1);
        fire[e / 34][e % 34] = fires(in[v * w + u]);
    }
    __syncthreads();
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    for (int v = 0; v < 3; v++)
        for (int u = 0; u < 3; u++)
            around += fire[ty + v][tx + u];
    int now = in[y * w + x] % 3;
    out[y * w + x] = now == 0 ? around == 2 : now == 1 ? 2 : 0;
}

// What of a mountain is seen from the left?  A thread for a line of it.
__global__ void horizon_rows(const float *in, u8 *out, int w, int h)
{
    int y = me();
    float steepest = -1;

    if (y >= h)
        return;
    for (int x = 0; x < w; x++) {
        float slope = in[y * w + x] / (x + 1);
        out[y * w + x] = slope > steepest;
        steepest = fmaxf(steepest, slope);
    }
}

// The same from above: neighbours stand side by side.
__global__ void horizon_columns(const float *in, u8 *out, int w, int h)
{
    int x = me();
    float steepest = -1;

    if (x >= w)
        return;
    for (int y = 0; y < h; y++) {
        float slope = in[y * w + x] / (y + 1);
        out[y * w + x] = slope > steepest;
        steepest = fmaxf(steepest, slope);
    }
}

// A warp for a row: the greatest before each by shuffles.
__global__ void horizon_lanes(const float *in, u8 *out, int w, int h)
{
    int y = me() / 32, lane = threadIdx.x % 32;
    float steepest = -1;

    if (y >= h)
        return;
    for (int m = 0; m < w; m += 32) {
        int x = m + lane;
        float slope = x < w ? in[y * w + x] / (x + 1) : -1, most = slope;
        for (int d = 1; d < 32; d *= 2) {
            float other = __shfl_up_sync(FULL, most, d);
            if (lane >= d)
                most = fmaxf(most, other);
        }
        float before = __shfl_up_sync(FULL, most, 1);
        before = lane ? fmaxf(before, steepest) : steepest;
        if (x < w)
            out[y * w + x] = slope > before;
        steepest = fmaxf(steepest, __shfl_sync(FULL, most, 31));
    }
}

// ---- pictures ---------------------------------------------------------------

// Black or white, by mean and deviation of 7 x 7 around.
__device__ static float black(float own, float sum, float squares)
{
    float mean = sum / 49, spread = sqrtf(fmaxf(squares / 49 - mean * mean, 0));

    return own > mean - 0.2f * spread;
}

__global__ void niblack_direct(const float *in, float *out, int w, int h)
{
    int x = me(), y = below();
    float sum = 0, squares = 0;

    if (x >= w || y >= h)
        return;
    for (int v = -3; v <= 3; v++)
        for (int u = -3; u <= 3; u++) {
            float p = at(in, w, h, x + u, y + v);
            sum += p;
            squares += p * p;
        }
    out[y * w + x] = black(in[y * w + x], sum, squares);
}

__global__ void niblack_shared(const float *in, float *out, int w, int h)
{
    __shared__ float tile[14][38];
    int tx = threadIdx.x, ty = threadIdx.y, x = me(), y = below();
    float sum = 0, squares = 0;

    for (int e = ty * 32 + tx; e < 14 * 38; e += 256)
        tile[e / 38][e % 38] = at(in, w, h, blockIdx.x * 32 + e % 38 - 3,
                                  blockIdx.y * 8 + e / 38 - 3);
    __syncthreads();
    if (x >= w || y >= h)
        return;
    for (int v = 0; v < 7; v++)
        for (int u = 0; u < 7; u++) {
            float p = tile[ty + v][tx + u];
            sum += p;
            squares += p * p;
        }
    out[y * w + x] = black(tile[ty + 3][tx + 3], sum, squares);
}

__global__ void niblack_across(const float *in, float2 *sums, int w, int h)
{
    int x = me(), y = below();
    float2 s = make_float2(0, 0);

    if (x >= w || y >= h)
        return;
    for (int u = -3; u <= 3; u++) {
        float p = at(in, w, h, x + u, y);
        s.x += p;
        s.y += p * p;
    }
    sums[y * w + x] = s;
}

__global__ void niblack_down(const float *in, const float2 *sums, float *out,
                             int w, int h)
{
    int x = me(), y = below();
    float sum = 0, squares = 0;

    if (x >= w || y >= h)
        return;
    for (int v = -3; v <= 3; v++) {
        float2 s = sums[min(max(y + v, 0), h - 1) * w + x];
        sum += s.x;
        squares += s.y;
    }
    out[y * w + x] = black(in[y * w + x], sum, squares);
}

// Thin edges: zero, unless greater than both neighbours along the slope.
__global__ void thin_by_angle(const float *size, const float *angle, float *out,
                              int w, int h)
{
    int x = me(), y = below(), u, v;

    if (x >= w || y >= h)
        return;
    int part = (int)(angle[y * w + x] * 4) & 3;
    switch (part) {
    case 0: u = 1, v = 0; break;
    case 1: u = 1, v = 1; break;
    case 2: u = 0, v = 1; break;
    default: u = -1, v = 1;
    }
    float p = size[y * w + x];
    out[y * w + x] =
        p >= at(size, w, h, x + u, y + v) && p >= at(size, w, h, x - u, y - v)
            ? p
            : 0;
}

// Reads all eight, and chooses.
__global__ void thin_reads_all(const float *size, const float *angle,
                               float *out, int w, int h)
{
    int x = me(), y = below();

    if (x >= w || y >= h)
        return;
    float most[4], p = size[y * w + x];
    most[0] = fmaxf(at(size, w, h, x + 1, y), at(size, w, h, x - 1, y));
    most[1] = fmaxf(at(size, w, h, x + 1, y + 1), at(size, w, h, x - 1, y - 1));
    most[2] = fmaxf(at(size, w, h, x, y + 1), at(size, w, h, x, y - 1));
    most[3] = fmaxf(at(size, w, h, x - 1, y + 1), at(size, w, h, x + 1, y - 1));
    int part = (int)(angle[y * w + x] * 4) & 3;
    float m =
        part < 2 ? (part ? most[1] : most[0]) : (part == 2 ? most[2] : most[3]);
    out[y * w + x] = p >= m ? p : 0;
}

__constant__ int step_u[4] = {1, 1, 0, -1}, step_v[4] = {0, 1, 1, 1};

__global__ void thin_by_table(const float *size, const float *angle, float *out,
                              int w, int h)
{
    int x = me(), y = below();

    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    int e = y * w + x, part = (int)(angle[e] * 4) & 3;
    int step = step_v[part] * w + step_u[part];
    float p = size[e];
    out[e] = p >= size[e + step] && p >= size[e - step] ? p : 0;
}

// The cosine transform of blocks of 8 x 8.
__device__ static float basis(int frequency, int place)
{
    return cosf((2 * place + 1) * frequency * 0.19634954f) *
           (frequency ? 0.5f : 0.35355339f);
}

__global__ void dct_definition(const float *in, float *out, int w)
{
    int x = threadIdx.x, y = threadIdx.y;
    const float *block = in + blockIdx.y * 8 * w + blockIdx.x * 8;
    float sum = 0;

    for (int v = 0; v < 8; v++)
        for (int u = 0; u < 8; u++)
            sum += block[v * w + u] * basis(x, u) * basis(y, v);
    out[(blockIdx.y * 8 + y) * w + blockIdx.x * 8 + x] = sum;
}

__global__ void dct_two_passes(const float *in, float *out, int w)
{
    __shared__ float c[8][8], first[8][8], second[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    int e = (blockIdx.y * 8 + y) * w + blockIdx.x * 8 + x;
    float sum = 0;

    c[y][x] = basis(y, x);
    first[y][x] = in[e];
    __syncthreads();
    for (int u = 0; u < 8; u++)
        sum += first[y][u] * c[x][u];
    second[y][x] = sum;
    __syncthreads();
    sum = 0;
    for (int v = 0; v < 8; v++)
        sum += second[v][x] * c[y][v];
    out[e] = sum;
}

// Four blocks of 8 x 8 side by side: full lines, a table without conflicts.
__global__ void dct_four_blocks(const float *in, float *out, int w)
{
    __shared__ float c[8][9], first[8][33], second[8][33];
    int x = threadIdx.x, y = threadIdx.y, own = x & ~7;
    int column = blockIdx.x * 32 + x, e = (blockIdx.y * 8 + y) * w + column;
    float sum = 0;

    if (x < 8)
        c[y][x] = basis(y, x);
    first[y][x] = column < w ? in[e] : 0;
    __syncthreads();
#pragma unroll
    for (int u = 0; u < 8; u++)
        sum += first[y][own + u] * c[x & 7][u];
    second[y][x] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll
    for (int v = 0; v < 8; v++)
        sum += second[v][x] * c[y][v];
    if (column < w)
        out[e] = sum;
}

// ---- counts, order ----------------------------------------------------------

// How many numbers have which exponent?
__device__ static int exponent(float x)
{
    return (__float_as_uint(x) >> 23) & 63;
}

__global__ void exponents_global(const float *in, int *count, int n)
{
    if (me() < n)
        atomicAdd(&count[exponent(in[me()])], 1);
}

__global__ void exponents_shared(const float *in, int *count, int n)
{
    __shared__ int own[64];

    if (threadIdx.x < 64)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[exponent(in[i])], 1);
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&count[threadIdx.x], own[threadIdx.x]);
}

// A table for each of the eight warps.
__global__ void exponents_by_warp(const float *in, int *count, int n)
{
    __shared__ int own[8][64];
    int t = threadIdx.x, sum = 0;

    for (int e = t; e < 512; e += 256)
        own[e / 64][e % 64] = 0;
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * 256)
        atomicAdd(&own[t / 32][exponent(in[i])], 1);
    __syncthreads();
    if (t < 64) {
        for (int k = 0; k < 8; k++)
            sum += own[k][t];
        atomicAdd(&count[t], sum);
    }
}

// Lanes with the same exponent find each other; one of them counts.
__global__ void exponents_matched(const float *in, int *count, int n)
{
    int i = me(), lane = threadIdx.x % 32;
    int key = i < n ? exponent(in[i]) : -1;
    u32 same = __match_any_sync(FULL, key);

    if (key >= 0 && __ffs(same) - 1 == lane)
        atomicAdd(&count[key], __popc(same));
}

// The greatest so far, within each 256 numbers.
__global__ void record_serial(const int *in, int *out, int n)
{
    int i = me(), most = 0;

    if (i >= n / 256)
        return;
    for (int k = 0; k < 256; k++) {
        most = max(most, in[256 * i + k]);
        out[256 * i + k] = most;
    }
}

__global__ void record_doubling(const int *in, int *out)
{
    __shared__ int s[2][256];
    int t = threadIdx.x, now = 0;

    s[0][t] = in[me()];
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        s[!now][t] = t >= d ? max(s[now][t], s[now][t - d]) : s[now][t];
        now = !now;
    }
    out[me()] = s[now][t];
}

__global__ void record_shuffles(const int *in, int *out)
{
    __shared__ int s[8];
    int t = threadIdx.x, lane = t % 32, most = in[me()];

    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(FULL, most, d);
        if (lane >= d)
            most = max(most, other);
    }
    if (lane == 31)
        s[t / 32] = most;
    __syncthreads();
    for (int k = 0; k < t / 32; k++)
        most = max(most, s[k]);
    out[me()] = most;
}

// Sorts 128 numbers by how many are less.
__global__ void rank_memory(const int *in, int *out)
{
    int t = threadIdx.x, own = in[me()], place = 0;

    for (int k = 0; k < 128; k++) {
        int other = in[blockIdx.x * 128 + k];
        if (other < own || (other == own && k < t))
            place++;
    }
    out[blockIdx.x * 128 + place] = own;
}

__global__ void rank_shared(const int *in, int *out)
{
    __shared__ int s[128], sorted[128];
    int t = threadIdx.x, own = in[me()], place = 0;

    s[t] = own;
    __syncthreads();
    for (int k = 0; k < 128; k++)
        place += s[k] < own || (s[k] == own && k < t);
    sorted[place] = own;
    __syncthreads();
    out[me()] = sorted[t];
}

__global__ void rank_keys_with_place(const int *in, int *out)
{
    __shared__ int4 s[32];
    int t = threadIdx.x, own = in[me()] << 7 | t, place = 0;

    ((int *)s)[t] = own;
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 32; k++) {
        int4 four = s[k];
        place +=
            (four.x < own) + (four.y < own) + (four.z < own) + (four.w < own);
    }
    out[blockIdx.x * 128 + place] = own >> 7;
}

// ---- bodies -----------------------------------------------------------------

// What whirls do to each other, in the plane.
__device__ static void whirl(float2 p, float2 q, float strength, float2 &v)
{
    float x = p.x - q.x, y = p.y - q.y;
    float k = strength / (x * x + y * y + 0.001f);

    v.x -= k * y;
    v.y += k * x;
}

__global__ void vortex_memory(const float2 *p, const float *g, float2 *v, int n)
{
    int i = me();
    float2 sum = make_float2(0, 0);

    if (i >= n)
        return;
    for (int k = 0; k < n; k++)
        whirl(p[i], p[k], g[k], sum);
    v[i] = sum;
}

__global__ void vortex_tiles(const float2 *p, const float *g, float2 *v, int n)
{
    __shared__ float3 s[128];
    int i = me(), t = threadIdx.x;
    float2 own = p[min(i, n - 1)], sum = make_float2(0, 0);

    for (int m = 0; m < n; m += 128) {
        int k = min(m + t, n - 1);
        s[t] = make_float3(p[k].x, p[k].y, m + t < n ? g[k] : 0);
        __syncthreads();
#pragma unroll 4
        for (int e = 0; e < 128; e++)
            whirl(own, make_float2(s[e].x, s[e].y), s[e].z, sum);
        __syncthreads();
    }
    if (i < n)
        v[i] = sum;
}

__global__ void vortex_fast_division(const float2 *p, const float *g, float2 *v,
                                     int n)
{
    int i = me();
    float2 sum = make_float2(0, 0);

    if (i >= n)
        return;
    float2 own = p[i];
    for (int k = 0; k < n; k++) {
        float2 q = p[k];
        float x = own.x - q.x, y = own.y - q.y;
        float f = __fdividef(g[k], fmaf(x, x, fmaf(y, y, 0.001f)));
        sum.x = fmaf(-f, y, sum.x);
        sum.y = fmaf(f, x, sum.y);
    }
    v[i] = sum;
}

__global__ void vortex_doubles(const float2 *p, const float *g, float2 *v,
                               int n)
{
    int i = me();
    double vx = 0, vy = 0;

    if (i >= n)
        return;
    for (int k = 0; k < n; k++) {
        double x = (double)p[i].x - p[k].x, y = (double)p[i].y - p[k].y;
        double f = g[k] / (x * x + y * y + 0.001);
        vx -= f * y;
        vy += f * x;
    }
    v[i] = make_float2((float)vx, (float)vy);
}

// Turns points by quaternions, each its own.
__device__ static float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                       a.x * b.y - a.y * b.x);
}

__global__ void quaternion_structs(const float4 *q, const float3 *p,
                                   float3 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    float3 u = make_float3(q[i].x, q[i].y, q[i].z), v = p[i];
    float3 c = cross(u, v);
    c.x += q[i].w * v.x;
    c.y += q[i].w * v.y;
    c.z += q[i].w * v.z;
    float3 e = cross(u, c);
    out[i] = make_float3(v.x + 2 * e.x, v.y + 2 * e.y, v.z + 2 * e.z);
}

__global__ void quaternion_arrays(const float *q, const float *p, float *out,
                                  int n)
{
    int i = me();

    if (i >= n)
        return;
    float3 u = make_float3(q[i], q[n + i], q[2 * n + i]);
    float3 v = make_float3(p[i], p[n + i], p[2 * n + i]), c = cross(u, v);
    float w = q[3 * n + i];
    c.x += w * v.x;
    c.y += w * v.y;
    c.z += w * v.z;
    float3 e = cross(u, c);
    out[i] = v.x + 2 * e.x;
    out[n + i] = v.y + 2 * e.y;
    out[2 * n + i] = v.z + 2 * e.z;
}

// By the matrix, in an array, after making the quaternion's length 1.
__global__ void quaternion_matrix(const float4 *q, const float *p, float *out,
                                  int n)
{
    int i = me();

    if (i >= n)
        return;
    float4 a = q[i];
    float s = rsqrtf(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w + 1e-9f);
    float x = a.x * s, y = a.y * s, z = a.z * s, w = a.w * s;
    float m[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int k = 0; k < 3; k++)
        out[3 * i + k] = m[k][0] * p[3 * i] + m[k][1] * p[3 * i + 1] +
                         m[k][2] * p[3 * i + 2];
}

// Which of 64 boxes does a ray meet first?
__global__ void boxes_branches(const float *ray, const float *box, int *out,
                               int n)
{
    int i = me(), best = -1;
    float nearest = 1e9f;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++) {
        float from = 0, to = nearest;
        for (int e = 0; e < 3 && from <= to; e++) {
            float start = ray[6 * i + e] - 0.5f, way = ray[6 * i + 3 + e];
            float low = box[6 * k + e], high = low + 0.2f * box[6 * k + 3 + e];
            float p = (low - start) / (way + 0.01f);
            float q = (high - start) / (way + 0.01f);
            if (p > q) {
                float held = p;
                p = q;
                q = held;
            }
            if (p > from)
                from = p;
            if (q < to)
                to = q;
        }
        if (from <= to) {
            nearest = from;
            best = k;
        }
    }
    out[i] = best;
}

__global__ void boxes_min_max(const float *ray, const float *box, int *out,
                              int n)
{
    int i = me(), best = -1;
    float start[3], slow[3], nearest = 1e9f;

    if (i >= n)
        return;
    for (int e = 0; e < 3; e++) {
        start[e] = ray[6 * i + e] - 0.5f;
        slow[e] = 1 / (ray[6 * i + 3 + e] + 0.01f);
    }
    for (int k = 0; k < 64; k++) {
        float from = 0, to = nearest;
        for (int e = 0; e < 3; e++) {
            float low = box[6 * k + e], high = low + 0.2f * box[6 * k + 3 + e];
            float p = (low - start[e]) * slow[e];
            float q = (high - start[e]) * slow[e];
            from = fmaxf(from, fminf(p, q));
            to = fminf(to, fmaxf(p, q));
        }
        best = from <= to ? k : best;
        nearest = from <= to ? from : nearest;
    }
    out[i] = best;
}

__global__ void boxes_in_shared(const float *ray, const float *box, int *out,
                                int n)
{
    __shared__ float low[64][3], high[64][3];
    int i = me(), best = -1;
    float start[3], slow[3], nearest = 1e9f;

    for (int e = threadIdx.x; e < 192; e += blockDim.x) {
        low[e / 3][e % 3] = box[e / 3 * 6 + e % 3];
        high[e / 3][e % 3] =
            low[e / 3][e % 3] + 0.2f * box[e / 3 * 6 + 3 + e % 3];
    }
    __syncthreads();
    if (i >= n)
        return;
    for (int e = 0; e < 3; e++) {
        start[e] = ray[6 * i + e] - 0.5f;
        slow[e] = 1 / (ray[6 * i + 3 + e] + 0.01f);
    }
    for (int k = 0; k < 64; k++) {
        float from = 0, to = nearest;
        for (int e = 0; e < 3; e++) {
            float p = (low[k][e] - start[e]) * slow[e];
            float q = (high[k][e] - start[e]) * slow[e];
            from = fmaxf(from, fminf(p, q));
            to = fminf(to, fmaxf(p, q));
        }
        if (from <= to) {
            nearest = from;
            best = k;
        }
    }
    out[i] = best;
}

// Duffing's swing, 64 steps of Runge and Kutta, each with its own push.
template <typename T> __device__ T swing(T x, T v, T push, T time)
{
    return push * cos(time) - (T)0.2 * v + x - x * x * x;
}

__device__ static float push_fast(float x, float v, float push, float time)
{
    return push * __cosf(time) - 0.2f * v + x - x * x * x;
}

template <typename T>
__global__ void duffing_of(const float *in, float *out, int n)
{
    int i = me();
    T x = 1, v = 0, h = (T)0.05;

    if (i >= n)
        return;
    T push = in[i];
    for (int k = 0; k < 64; k++) {
        T time = k * h;
        T a1 = swing(x, v, push, time), v1 = v;
        T v2 = v + h / 2 * a1;
        T a2 = swing(x + h / 2 * v1, v2, push, time + h / 2);
        T v3 = v + h / 2 * a2;
        T a3 = swing(x + h / 2 * v2, v3, push, time + h / 2);
        T v4 = v + h * a3;
        T a4 = swing(x + h * v3, v4, push, time + h);
        x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    out[i] = (float)x;
}

// Leapfrog, with the fast cosine.
__global__ void duffing_leapfrog(const float *in, float *out, int n)
{
    int i = me();
    float x = 1, v = 0, h = 0.05f;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++) {
        v += h * push_fast(x, v, in[i], k * h);
        x += h * v;
    }
    out[i] = x;
}

// ---- graphs, tables ---------------------------------------------------------

// Eight neighbours a node: how many have its colour, of 16?
__global__ void clashes_thread(const int *to, const int *colour, int *out,
                               int n)
{
    int i = me(), count = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        if ((colour[to[8 * i + k] % n] & 15) == (colour[i] & 15))
            count++;
    out[i] = count;
}

__global__ void clashes_int4(const int4 *to, const int *colour, int *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    int4 p = to[2 * i], q = to[2 * i + 1];
    int own = colour[i] & 15, count = 0;
    count += (colour[p.x % n] & 15) == own;
    count += (colour[p.y % n] & 15) == own;
    count += (colour[p.z % n] & 15) == own;
    count += (colour[p.w % n] & 15) == own;
    count += (colour[q.x % n] & 15) == own;
    count += (colour[q.y % n] & 15) == own;
    count += (colour[q.z % n] & 15) == own;
    count += (colour[q.w % n] & 15) == own;
    out[i] = count;
}

// A thread for each edge; eight of them vote.
__global__ void clashes_edges(const int *to, const int *colour, int *out, int n)
{
    int e = me(), i = min(e / 8, n - 1), lane = threadIdx.x % 32;
    bool same =
        e / 8 < n && ((colour[to[8 * i + e % 8] % n] ^ colour[i]) & 15) == 0;
    u32 vote = __ballot_sync(FULL, same);

    if (e / 8 < n && e % 8 == 0)
        out[i] = __popc(vote >> lane & 255);
}

// Transposed sparse matrix, eight entries a column, times a vector.
__global__ void csc_push(const int *row, const float *value, const float *x,
                         float *y, int n)
{
    int j = me();

    if (j >= n)
        return;
    for (int k = 0; k < 8; k++)
        atomicAdd(&y[row[8 * j + k] % n], value[8 * j + k] * x[j]);
}

__global__ void csc_push_edges(const int *row, const float *value,
                               const float *x, float *y, int n)
{
    int e = me();

    if (e < 8 * n)
        atomicAdd(&y[row[e] % n], value[e] * x[e / 8]);
}

// Column after column of entries: those of one turn stand side by side.
__global__ void csc_push_turned(const int *row, const float *value,
                                const float *x, float *y, int n)
{
    int j = me();

    if (j >= n)
        return;
    float own = x[j];
    for (int k = 0; k < 8; k++)
        if (value[k * n + j] > 0.01f)
            atomicAdd(&y[row[k * n + j] % n], value[k * n + j] * own);
}

// How to put the brackets into a product of 16 matrices: the least cost.
__global__ void brackets_thread(const int *size, int *out, int n)
{
    int i = me(), cost[16][16], side[17];

    if (i >= n)
        return;
    for (int k = 0; k < 17; k++)
        side[k] = size[i + k] % 50 + 1;
    for (int k = 0; k < 16; k++)
        cost[k][k] = 0;
    for (int d = 1; d < 16; d++)
        for (int a = 0; a + d < 16; a++) {
            int best = 0x7fffffff;
            for (int c = a; c < a + d; c++)
                best = min(best, cost[a][c] + cost[c + 1][a + d] +
                                     side[a] * side[c + 1] * side[a + d + 1]);
            cost[a][a + d] = best;
        }
    out[i] = cost[0][15];
}

// Sixteen lanes: one for each place of a diagonal.
__global__ void brackets_lanes(const int *size, int *out, int n)
{
    __shared__ int cost[8][16][17], side[8][17];
    int g = threadIdx.x / 16, a = threadIdx.x % 16;
    int i = min(me() / 16, n - 1);

    side[g][a] = size[i + a] % 50 + 1;
    if (a == 0)
        side[g][16] = size[i + 16] % 50 + 1;
    cost[g][a][a] = 0;
    for (int d = 1; d < 16; d++) {
        __syncwarp();
        if (a + d < 16) {
            int best = 0x7fffffff;
            for (int c = a; c < a + d; c++)
                best = min(best, cost[g][a][c] + cost[g][c + 1][a + d] +
                                     side[g][a] * side[g][c + 1] *
                                         side[g][a + d + 1]);
            cost[g][a][a + d] = best;
        }
    }
    if (a == 0 && me() / 16 < n)
        out[i] = cost[g][0][15];
}

// The same, and both halves of the table filled, to read along rows only.
__global__ void brackets_both_halves(const int *size, int *out, int n)
{
    __shared__ int cost[8][16][17], side[8][17];
    int g = threadIdx.x / 16, a = threadIdx.x % 16;
    int i = min(me() / 16, n - 1);

    side[g][a] = size[i + a] % 50 + 1;
    if (a == 0)
        side[g][16] = size[i + 16] % 50 + 1;
    cost[g][a][a] = 0;
    for (int d = 1; d < 16; d++) {
        __syncwarp();
        if (a + d < 16) {
            int best = 0x7fffffff, outer = side[g][a] * side[g][a + d + 1];
#pragma unroll 2
            for (int c = a; c < a + d; c++)
                best = min(best, cost[g][a][c] + cost[g][a + d][c + 1] +
                                     outer * side[g][c + 1]);
            cost[g][a][a + d] = best;
            cost[g][a + d][a] = best;
        }
    }
    if (a == 0 && me() / 16 < n)
        out[i] = cost[g][0][15];
}

// The best way down a triangle of 64 rows.
__global__ void summit_thread(const int *in, int *out, int n)
{
    int i = me(), best[64];

    if (i >= n)
        return;
    for (int x = 0; x < 64; x++)
        best[x] = in[2080 * i + 2016 + x];
    for (int y = 62; y >= 0; y--)
        for (int x = 0; x <= y; x++)
            best[x] = max(best[x], best[x + 1]) +
                      in[2080 * i + y * (y + 1) / 2 + x] % 1000;
    out[i] = best[0];
}

__global__ void summit_block(const int *in, int *out)
{
    __shared__ int best[65];
    int x = threadIdx.x, from = 2080 * blockIdx.x;

    best[x] = in[from + 2016 + x];
    for (int y = 62; y >= 0; y--) {
        int now = 0;
        __syncthreads();
        if (x <= y)
            now = max(best[x], best[x + 1]) +
                  in[from + y * (y + 1) / 2 + x] % 1000;
        __syncthreads();
        if (x <= y)
            best[x] = now;
    }
    if (x == 0)
        out[blockIdx.x] = best[0];
}

// A warp: each lane has two places side by side.
__global__ void summit_warp(const int *in, int *out, int n)
{
    int i = me() / 32, x = threadIdx.x % 32 * 2;

    if (i >= n)
        return;
    in += 2080 * i;
    int p = in[2016 + x], q = in[2016 + x + 1];
    for (int y = 62; y >= 0; y--) {
        int right = __shfl_down_sync(FULL, p, 1), from = y * (y + 1) / 2;
        p = max(p, q) + (x <= y ? in[from + x] % 1000 : 0);
        q = max(q, right) + (x + 1 <= y ? in[from + x + 1] % 1000 : 0);
    }
    if (x == 0)
        out[i] = p;
}

// ---- money ------------------------------------------------------------------

// An option that is lost when the price falls below 0.9; 32 steps.
__global__ void knock_out_all_steps(const u32 *seed, float *out, int n)
{
    int i = me();
    float price = 1;
    bool alive = true;

    if (i >= n)
        return;
    u32 state = seed[i] * 2 + 1;
    for (int k = 0; k < 32; k++) {
        float u = (next(state) >> 8) * (1.f / (1 << 24)) - 0.5f;
        price *= expf(0.001f + 0.1f * u);
        alive = alive && price > 0.9f;
    }
    out[i] = alive ? fmaxf(price - 1, 0) : 0;
}

__global__ void knock_out_leaves(const u32 *seed, float *out, int n)
{
    int i = me();
    float price = 1;

    if (i >= n)
        return;
    u32 state = seed[i] * 2 + 1;
    for (int k = 0; k < 32; k++) {
        float u = (next(state) >> 8) * (1.f / (1 << 24)) - 0.5f;
        price *= expf(0.001f + 0.1f * u);
        if (price <= 0.9f) {
            out[i] = 0;
            return;
        }
    }
    out[i] = fmaxf(price - 1, 0);
}

// Adds up logarithms; one exponential at the end.
__global__ void knock_out_logarithms(const u32 *seed, float *out, int n)
{
    int i = me();
    float logarithm = 0, least = 0;

    if (i >= n)
        return;
    u32 state = seed[i] * 2 + 1;
    for (int k = 0; k < 32; k++) {
        float u = (next(state) >> 8) * (1.f / (1 << 24)) - 0.5f;
        logarithm += 0.001f + 0.1f * u;
        least = fminf(least, logarithm);
    }
    out[i] = least > -0.10536f ? fmaxf(__expf(logarithm) - 1, 0) : 0;
}

// Twelve uniform numbers for a normal one, four of each word.
__global__ void knock_out_twelve(const u32 *seed, float *out, int n)
{
    int i = me();
    float price = 1;
    bool alive = true;

    if (i >= n)
        return;
    u32 state = seed[i] * 2 + 1;
    for (int k = 0; k < 32; k++) {
        int sum = 0;
        for (int e = 0; e < 3; e++) {
            u32 word = next(state);
            sum += (word & 255) + (word >> 8 & 255) + (word >> 16 & 255) +
                   (word >> 24);
        }
        price *= 1.001f + 0.03f * (sum - 1530) * (1 / 256.f);
        alive &= price > 0.9f;
    }
    out[i] = alive ? fmaxf(price - 1, 0) : 0;
}

// What is left of a loan after 120 months.
__global__ void loan_double(const float *in, float *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    double debt = 1000 * in[i], rate = 0.05 / 12;
    for (int k = 0; k < 120; k++)
        debt = debt + debt * rate - 8.5;
    out[i] = (float)debt;
}

__global__ void loan_cents(const float *in, float *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    long long debt = (long long)(100000 * in[i]);
    for (int k = 0; k < 120; k++)
        debt += (debt * 5 + 600) / 1200 - 850;
    out[i] = debt * 0.01f;
}

__global__ void loan_formula(const float *in, float *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    float rate = 0.05f / 12, grown = powf(1 + rate, 120);
    out[i] = 1000 * in[i] * grown - 8.5f * (grown - 1) / rate;
}

// ---- bits, integers ---------------------------------------------------------

// 32 x 32 bits are transposed.
__global__ void bit_turn_thread(const u32 *in, u32 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    for (int k = 0; k < 32; k++) {
        u32 word = 0;
        for (int e = 0; e < 32; e++)
            word |= (in[32 * i + e] >> k & 1) << e;
        out[32 * i + k] = word;
    }
}

__global__ void bit_turn_ballots(const u32 *in, u32 *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32;
    u32 own, word = 0;

    if (i >= n)
        return;
    own = in[32 * i + lane];
    for (int k = 0; k < 32; k++) {
        u32 vote = __ballot_sync(FULL, own >> k & 1);
        word = lane == k ? vote : word;
    }
    out[32 * i + lane] = word;
}

// Quarters change places: of 16, of 8, of 4 ...
__global__ void bit_turn_quarters(const u32 *in, u32 *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32;
    u32 own, mask = 0x0000ffff;

    if (i >= n)
        return;
    own = in[32 * i + lane];
    for (int d = 16; d > 0; d /= 2, mask ^= mask << d) {
        u32 other = __shfl_xor_sync(FULL, own, d);
        own = lane & d ? (own & ~mask) | (other >> d & mask)
                       : (own & mask) | (other << d & ~mask);
    }
    out[32 * i + lane] = own;
}

// A layer of 64 neurons with 512 inputs of one bit each.
__global__ void one_bit_words(const u32 *in, const u32 *weight, int *out, int n)
{
    int i = me() / 64, o = me() % 64, same = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++)
        same += __popc(~(in[16 * i + k] ^ weight[16 * o + k]));
    out[64 * i + o] = 2 * same - 512;
}

__global__ void one_bit_long_words(const u64 *in, const u64 *weight, int *out,
                                   int n)
{
    int i = me() / 64, o = me() % 64, other = 0;

    if (i >= n)
        return;
#pragma unroll
    for (int k = 0; k < 8; k++)
        other += __popcll(in[8 * i + k] ^ weight[8 * o + k]);
    out[64 * i + o] = 512 - 2 * other;
}

// A thread keeps its neuron's weights, and goes through inputs.
__global__ void one_bit_kept(const u32 *in, const u32 *weight, int *out, int n)
{
    int o = threadIdx.x;
    u32 kept[16];

#pragma unroll
    for (int k = 0; k < 16; k++)
        kept[k] = weight[16 * o + k];
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        int other = 0;
#pragma unroll
        for (int k = 0; k < 16; k++)
            other += __popc(in[16 * i + k] ^ kept[k]);
        out[64 * i + o] = 512 - 2 * other;
    }
}

// The upper half of a product of two 64-bit numbers.
__device__ static u64 widened(int x)
{
    return x * 0x9e3779b97f4a7c15ull + 0x123456789abcdefull;
}

__global__ void upper_half_built_in(const int *a, const int *b, u64 *out, int n)
{
    int i = me();

    if (i < n)
        out[i] = __umul64hi(widened(a[i]), widened(b[i]));
}

__global__ void upper_half_parts(const int *a, const int *b, u64 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u64 x = widened(a[i]), y = widened(b[i]);
    u64 x0 = x & 0xffffffff, x1 = x >> 32, y0 = y & 0xffffffff, y1 = y >> 32;
    u64 low = x0 * y0, p = x1 * y0, q = x0 * y1;
    u64 middle = (low >> 32) + (p & 0xffffffff) + (q & 0xffffffff);
    out[i] = x1 * y1 + (p >> 32) + (q >> 32) + (middle >> 32);
}

// As at school, bit by bit.
__global__ void upper_half_bits(const int *a, const int *b, u64 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u64 x = widened(a[i]), y = widened(b[i]), high = 0, low = 0;
    for (int k = 0; k < 64; k++) {
        high = high << 1 | low >> 63;
        low <<= 1;
        if (y >> 63) {
            low += x;
            high += low < x;
        }
        y <<= 1;
    }
    out[i] = high;
}

// Eight voices become one, and are cut at what a short can hold.
__device__ static short cut(int x)
{
    return (short)min(max(x, -32768), 32767);
}

__global__ void mix_shorts(const short *in, short *out, int n)
{
    int i = me(), sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        sum += in[k * n + i];
    out[i] = cut(sum);
}

__global__ void mix_interleaved(const short *in, short *out, int n)
{
    int i = me(), sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        sum += in[8 * i + k];
    out[i] = cut(sum);
}

// Two samples a word, and a volume for each voice.
__global__ void mix_pairs(const u32 *in, const float *volume, u32 *out,
                          int pairs)
{
    int i = me();
    float one = 0, two = 0;

    if (i >= pairs)
        return;
    for (int k = 0; k < 8; k++) {
        u32 word = in[k * pairs + i];
        one += volume[k] * (short)(word & 0xffff);
        two += volume[k] * (short)(word >> 16);
    }
    out[i] = (u32)(unsigned short)cut((int)one) |
             (u32)(unsigned short)cut((int)two) << 16;
}

// Where do these six of four letters stand?
__constant__ u8 needle[6] = {0, 2, 1, 3, 0, 1};

__global__ void needles_each_place(const u8 *text, int *count, int n)
{
    int i = me(), k = 0;

    if (i + 6 > n)
        return;
    while (k < 6 && (text[i + k] & 3) == needle[k])
        k++;
    if (k == 6)
        atomicAdd(count, 1);
}

__global__ void needles_shared(const u8 *text, int *count, int n)
{
    __shared__ u8 s[256 + 6];
    int t = threadIdx.x, from = blockIdx.x * 256;

    for (int e = t; e < 262; e += 256)
        s[e] = from + e < n ? text[from + e] & 3 : 4;
    __syncthreads();
    bool found = true;
    for (int k = 0; k < 6; k++)
        found = found && s[t + k] == needle[k];
    int many = __syncthreads_count(found);
    if (t == 0 && many)
        atomicAdd(count, many);
}

// 64 places a thread; the last six letters are kept in one number.
__global__ void needles_rolling(const u8 *text, int *count, int n)
{
    int from = me() * 64, many = 0;
    u32 want = 0, have = 0;

    for (int k = 0; k < 6; k++)
        want = want << 2 | needle[k];
    for (int e = from; e < from + 69 && e < n; e++) {
        have = (have << 2 | (text[e] & 3)) & 0xfff;
        many += e >= from + 5 && have == want;
    }
    if (many)
        atomicAdd(count, many);
}

// ---- transforms, functions, layers ------------------------------------------

// A step of Fourier's transform: pairs 1024 apart, in blocks of 2048.
__device__ static void butterfly(const float2 *in, float2 *out, int i, float s,
                                 float c)
{
    int a = i / 1024 * 2048 + i % 1024, b = a + 1024;
    float2 p = in[a], q = in[b];
    float2 r = make_float2(q.x * c - q.y * s, q.x * s + q.y * c);

    out[a] = make_float2(p.x + r.x, p.y + r.y);
    out[b] = make_float2(p.x - r.x, p.y - r.y);
}

__global__ void twiddle_sincos(const float2 *in, float2 *out, int n)
{
    int i = me();
    float s, c;

    if (i >= n)
        return;
    sincosf(-3.14159265f * (i % 1024) / 1024, &s, &c);
    butterfly(in, out, i, s, c);
}

__global__ void twiddle_fast(const float2 *in, float2 *out, int n)
{
    int i = me();
    float angle = -3.14159265f / 1024 * (i & 1023);

    if (i < n)
        butterfly(in, out, i, __sinf(angle), __cosf(angle));
}

__global__ void twiddle_table(const float2 *in, const float2 *table,
                              float2 *out, int n)
{
    int i = me();

    if (i < n) {
        float2 factor = __ldg(&table[i & 1023]);
        butterfly(in, out, i, factor.y, factor.x);
    }
}

__global__ void twiddle_double(const float2 *in, float2 *out, int n)
{
    int i = me();

    if (i < n) {
        double angle = -3.14159265358979 * (i % 1024) / 1024;
        butterfly(in, out, i, (float)sin(angle), (float)cos(angle));
    }
}

// The normal distribution.
__global__ void normal_erf(const float *in, float *out, int n)
{
    int i = me();

    if (i < n)
        out[i] = 0.5f * (1 + erff((6 * in[i] - 3) * 0.70710678f));
}

__global__ void normal_polynomial(const float *in, float *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    float x = 6 * in[i] - 3, k = 1 / (1 + 0.2316419f * fabsf(x));
    float p =
        k * (0.31938153f +
             k * (-0.356563782f +
                  k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = 0.39894228f * expf(-0.5f * x * x) * p;
    out[i] = x > 0 ? 1 - tail : tail;
}

__global__ void normal_double(const float *in, float *out, int n)
{
    int i = me();

    if (i < n)
        out[i] = (float)(0.5 * (1 + erf((6.0 * in[i] - 3) * M_SQRT1_2)));
}

// A series, until nothing changes any more, but at most 40 terms.
__global__ void normal_series(const float *in, float *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    float x = 6 * in[i] - 3, term = x, sum = x, last = 0;
    for (int k = 1; k < 40 && sum != last; k++) {
        last = sum;
        term *= x * x / (2 * k + 1);
        sum += term;
    }
    out[i] = 0.5f + 0.39894228f * expf(-0.5f * x * x) * sum;
}

// Each channel gets mean 0 and variance 1.
__device__ static float block_total(float x)
{
    __shared__ float s[8];
    int t = threadIdx.x;

    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(FULL, x, d);
    __syncthreads();
    if (t % 32 == 0)
        s[t / 32] = x;
    __syncthreads();
    x = 0;
    for (int k = 0; k < 8; k++)
        x += s[k];
    return x;
}

__global__ void channel_one_pass(const float *in, float *out, int n)
{
    float sum = 0, squares = 0;

    in += blockIdx.x * n;
    out += blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += 256) {
        sum += in[i];
        squares += in[i] * in[i];
    }
    float mean = block_total(sum) / n;
    float scale = rsqrtf(block_total(squares) / n - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < n; i += 256)
        out[i] = (in[i] - mean) * scale;
}

__global__ void channel_two_passes(const float *in, float *out, int n)
{
    float sum = 0, squares = 0;

    in += blockIdx.x * n;
    out += blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += in[i];
    float mean = block_total(sum) / n;
    for (int i = threadIdx.x; i < n; i += 256)
        squares += (in[i] - mean) * (in[i] - mean);
    float deviation = sqrtf(block_total(squares) / n + 1e-5f);
    for (int i = threadIdx.x; i < n; i += 256)
        out[i] = (in[i] - mean) / deviation;
}

__global__ void channel_fours(const float4 *in, float4 *out, int fours)
{
    float sum = 0, squares = 0;

    in += blockIdx.x * fours;
    out += blockIdx.x * fours;
    for (int i = threadIdx.x; i < fours; i += 256) {
        float4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
        squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float mean = block_total(sum) / (4 * fours);
    float scale =
        rsqrtf(block_total(squares) / (4 * fours) - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < fours; i += 256) {
        float4 v = in[i];
        out[i] = make_float4((v.x - mean) * scale, (v.y - mean) * scale,
                             (v.z - mean) * scale, (v.w - mean) * scale);
    }
}

// Sums by a kernel of its own, with two atomic additions a block.
__global__ void channel_sums(const float *in, float2 *sums, int n)
{
    int i = me();
    float x = i < n ? in[blockIdx.y * n + i] : 0;
    float sum = block_total(x), squares = block_total(x * x);

    if (threadIdx.x == 0) {
        atomicAdd(&sums[blockIdx.y].x, sum);
        atomicAdd(&sums[blockIdx.y].y, squares);
    }
}

__global__ void channel_nought(float2 *sums, int channels)
{
    if (me() < channels)
        sums[me()] = make_float2(0, 0);
}

__global__ void channel_scaled(const float *in, const float2 *sums, float *out,
                               int n)
{
    int i = me(), channel = blockIdx.y;

    if (i >= n)
        return;
    float mean = sums[channel].x / n;
    float variance = fmaxf(sums[channel].y / n - mean * mean, 0);
    out[channel * n + i] =
        (in[channel * n + i] - mean) * rsqrtf(variance + 1e-5f);
}

// 3 x 3 weights of its own for each channel; edges are left out.
__global__ void depthwise_direct(const float *in, const float *weight,
                                 float *out, int side)
{
    int x = me(), y = below(), channel = blockIdx.z;
    float sum = 0;

    if (x < 1 || y < 1 || x >= side - 1 || y >= side - 1)
        return;
    in += channel * side * side;
    for (int v = 0; v < 3; v++)
        for (int u = 0; u < 3; u++)
            sum += weight[9 * channel + 3 * v + u] *
                   in[(y + v - 1) * side + x + u - 1];
    out[(channel * side + y) * side + x] = sum;
}

__global__ void depthwise_edges_too(const float *in, const float *weight,
                                    float *out, int side)
{
    int x = me(), y = below(), channel = blockIdx.z;
    float sum = 0;

    if (x >= side || y >= side)
        return;
    for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++)
            if (y + v >= 0 && y + v < side && x + u >= 0 && x + u < side)
                sum += weight[9 * channel + 3 * v + u + 4] *
                       in[(channel * side + y + v) * side + x + u];
    out[(channel * side + y) * side + x] = sum;
}

// Down a column of eight: three rows of three stay in registers.
__global__ void depthwise_column(const float *in, const float *weight,
                                 float *out, int side)
{
    int x = me(), from = 8 * below(), channel = blockIdx.z;
    float w[9], r[3][3];

    if (x < 1 || x >= side - 1)
        return;
    in += channel * side * side + x - 1;
    for (int k = 0; k < 9; k++)
        w[k] = weight[9 * channel + k];
    for (int v = 0; v < 2; v++)
        for (int u = 0; u < 3; u++)
            r[v + 1][u] = in[min(from + v, side - 1) * side + u];
    for (int y = from + 1; y < from + 9 && y < side - 1; y++) {
        float sum = 0;
        for (int u = 0; u < 3; u++) {
            r[0][u] = r[1][u];
            r[1][u] = r[2][u];
            r[2][u] = in[(y + 1) * side + u];
        }
        for (int k = 0; k < 9; k++)
            sum += w[k] * r[k / 3][k % 3];
        out[(channel * side + y) * side + x] = sum;
    }
}

#include "others12.def"

TIMES_MAIN
