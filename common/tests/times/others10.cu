/*
 * others10.cu - the set: once more kernels of other kinds, most of them in two
 * to four versions as different people write them, by one who knew nothing of
 * the model.
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

__device__ static u32 mixed(u32 x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

// ---- pictures ---------------------------------------------------------------

__constant__ float g7[7] = {0.03f, 0.11f, 0.22f, 0.28f, 0.22f, 0.11f, 0.03f};

// A Gaussian of 7 x 7: all at once, rows and columns apart, both in a tile.
__global__ void gauss_direct(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
            int u = min(max(x + dx, 0), w - 1), v = min(max(y + dy, 0), h - 1);
            sum += g7[dy + 3] * g7[dx + 3] * in[v * w + u];
        }
    out[y * w + x] = sum;
}

__global__ void gauss_line(const float *in, float *out, int w, int h, int sx,
                           int sy)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int k = -3; k <= 3; k++) {
        int u = min(max(x + k * sx, 0), w - 1);
        int v = min(max(y + k * sy, 0), h - 1);
        sum += g7[k + 3] * in[v * w + u];
    }
    out[y * w + x] = sum;
}

__global__ void gauss_tile(const float *in, float *out, int w, int h)
{
    __shared__ float tile[22][22], across[22][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * 16 - 3, top = blockIdx.y * 16 - 3;

    for (int e = ty * 16 + tx; e < 22 * 22; e += 256) {
        int u = min(max(left + e % 22, 0), w - 1);
        int v = min(max(top + e / 22, 0), h - 1);
        tile[e / 22][e % 22] = in[v * w + u];
    }
    __syncthreads();
    for (int r = ty; r < 22; r += 16) {
        float sum = 0;
        for (int k = 0; k < 7; k++)
            sum += g7[k] * tile[r][tx + k];
        across[r][tx] = sum;
    }
    __syncthreads();
    int x = left + 3 + tx, y = top + 3 + ty;
    if (x < w && y < h) {
        float sum = 0;
        for (int k = 0; k < 7; k++)
            sum += g7[k] * across[ty + k][tx];
        out[y * w + x] = sum;
    }
}

// The lightest of 5 x 5 bytes.
__global__ void dilate_direct(const u8 *in, u8 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    u8 most = 0;

    if (x >= w || y >= h)
        return;
    for (int v = max(y - 2, 0); v <= min(y + 2, h - 1); v++)
        for (int u = max(x - 2, 0); u <= min(x + 2, w - 1); u++)
            if (in[v * w + u] > most)
                most = in[v * w + u];
    out[y * w + x] = most;
}

__global__ void dilate_shared(const u8 *in, u8 *out, int w, int h)
{
    __shared__ u8 tile[12][36], across[12][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * 32 - 2, top = blockIdx.y * 8 - 2;

    for (int e = ty * 32 + tx; e < 12 * 36; e += 256) {
        int u = left + e % 36, v = top + e / 36;
        bool in_it = u >= 0 && u < w && v >= 0 && v < h;
        tile[e / 36][e % 36] = in_it ? in[v * w + u] : 0;
    }
    __syncthreads();
    for (int r = ty; r < 12; r += 8) {
        u8 most = 0;
        for (int k = 0; k < 5; k++)
            most = max(most, tile[r][tx + k]);
        across[r][tx] = most;
    }
    __syncthreads();
    int x = left + 2 + tx, y = top + 2 + ty;
    u8 most = 0;
    for (int k = 0; k < 5; k++)
        most = max(most, across[ty + k][tx]);
    if (x < w && y < h)
        out[y * w + x] = most;
}

// Four pixels a thread: columns of twelve bytes first.
__global__ void dilate_words(const uchar4 *in, uchar4 *out, int w4, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int most[12] = {}, result[4];

    if (x >= w4 || y >= h)
        return;
    for (int v = max(y - 2, 0); v <= min(y + 2, h - 1); v++)
#pragma unroll
        for (int q = 0; q < 3; q++)
            if (x + q - 1 >= 0 && x + q - 1 < w4) {
                uchar4 p = in[v * w4 + x + q - 1];
                most[4 * q] = max(most[4 * q], (int)p.x);
                most[4 * q + 1] = max(most[4 * q + 1], (int)p.y);
                most[4 * q + 2] = max(most[4 * q + 2], (int)p.z);
                most[4 * q + 3] = max(most[4 * q + 3], (int)p.w);
            }
#pragma unroll
    for (int k = 0; k < 4; k++)
        result[k] = max(
            max(max(most[k + 2], most[k + 3]), max(most[k + 4], most[k + 5])),
            most[k + 6]);
    out[y * w4 + x] = make_uchar4(result[0], result[1], result[2], result[3]);
}

// Old photographs.
__device__ static u8 tone(float r, float g, float b, float kr, float kg,
                          float kb)
{
    float v = kr * r + kg * g + kb * b;

    return v > 255 ? 255 : (u8)v;
}

__global__ void sepia_bytes(const u8 *in, u8 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u8 r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
    out[3 * i] = tone(r, g, b, 0.393f, 0.769f, 0.189f);
    out[3 * i + 1] = tone(r, g, b, 0.349f, 0.686f, 0.168f);
    out[3 * i + 2] = tone(r, g, b, 0.272f, 0.534f, 0.131f);
}

__global__ void sepia_uchar4(const uchar4 *in, uchar4 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    uchar4 p = in[i], q;
    q.x = tone(p.x, p.y, p.z, 0.393f, 0.769f, 0.189f);
    q.y = tone(p.x, p.y, p.z, 0.349f, 0.686f, 0.168f);
    q.z = tone(p.x, p.y, p.z, 0.272f, 0.534f, 0.131f);
    q.w = p.w;
    out[i] = q;
}

__global__ void sepia_planes(const u8 *in, u8 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u8 r = in[i], g = in[n + i], b = in[2 * n + i];
    out[i] = tone(r, g, b, 0.393f, 0.769f, 0.189f);
    out[n + i] = tone(r, g, b, 0.349f, 0.686f, 0.168f);
    out[2 * n + i] = tone(r, g, b, 0.272f, 0.534f, 0.131f);
}

// Sierpinski's carpet: is there a 1 at the same place of x and y, in threes?
__global__ void carpet_digits(u8 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int u = x, v = y;

    if (x >= w || y >= h)
        return;
    while (u > 0 && v > 0) {
        if (u % 3 == 1 && v % 3 == 1)
            break;
        u /= 3;
        v /= 3;
    }
    out[y * w + x] = u > 0 && v > 0 ? 0 : 255;
}

__global__ void carpet_table(u8 *out, int w, int h)
{
    __shared__ u8 hole[27 * 27];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    for (int e = threadIdx.y * blockDim.x + threadIdx.x; e < 27 * 27;
         e += blockDim.x * blockDim.y) {
        int u = e % 27, v = e / 27;
        hole[e] = (u % 3 == 1 && v % 3 == 1) ||
                  (u / 3 % 3 == 1 && v / 3 % 3 == 1) ||
                  (u / 9 == 1 && v / 9 == 1);
    }
    __syncthreads();
    if (x < w && y < h)
        out[y * w + x] = hole[y % 27 * 27 + x % 27] |
                                 hole[y / 27 % 27 * 27 + x / 27 % 27] |
                                 hole[y / 729 % 27 * 27 + x / 729 % 27]
                             ? 0
                             : 255;
}

// ---- counting, running sums, parting ----------------------------------------

__device__ static u32 letter(const u8 *text, int i)
{
    return (text[i] + (u32)i) % 26;
}

__global__ void alphabet_global(const u8 *text, u32 *count, int n)
{
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&count[letter(text, i)], 1);
}

__global__ void alphabet_shared(const u8 *text, u32 *count, int n)
{
    __shared__ u32 own[26];

    if (threadIdx.x < 26)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[letter(text, i)], 1);
    __syncthreads();
    if (threadIdx.x < 26)
        atomicAdd(&count[threadIdx.x], own[threadIdx.x]);
}

// 26 counters for each thread, below each other.
__global__ void alphabet_private(const u8 *text, u32 *count, int n)
{
    __shared__ unsigned short own[26][128];
    int t = threadIdx.x;

    for (int k = 0; k < 26; k++)
        own[k][t] = 0;
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        own[letter(text, i)][t]++;
    __syncthreads();
    if (t < 26) {
        u32 sum = 0;
        for (int k = 0; k < 128; k++)
            sum += own[t][k];
        atomicAdd(&count[t], sum);
    }
}

// Of 1024 numbers, what all before each one are together.
__global__ void before_kogge_stone(const int *in, int *out)
{
    __shared__ int s[2][1024];
    int t = threadIdx.x, at = 0, i = blockIdx.x * 1024 + t;

    s[0][t] = t ? in[i - 1] : 0;
    __syncthreads();
    for (int d = 1; d < 1024; d *= 2) {
        s[!at][t] = s[at][t] + (t >= d ? s[at][t - d] : 0);
        at = !at;
        __syncthreads();
    }
    out[i] = s[at][t];
}

__global__ void before_brent_kung(const int *in, int *out)
{
    __shared__ int s[1024];
    int t = threadIdx.x, first = blockIdx.x * 1024;

    s[t] = in[first + t];
    s[t + 512] = in[first + t + 512];
    for (int d = 1; d < 1024; d *= 2) {
        __syncthreads();
        int k = (t + 1) * 2 * d - 1;
        if (k < 1024)
            s[k] += s[k - d];
    }
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        int k = (t + 1) * 2 * d - 1;
        if (k + d < 1024)
            s[k + d] += s[k];
    }
    __syncthreads();
    out[first + t] = t ? s[t - 1] : 0;
    out[first + t + 512] = s[t + 511];
}

__device__ static int lanes_up(int value)
{
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up_sync(FULL, value, d);
        if ((int)threadIdx.x % 32 >= d)
            value += below;
    }
    return value;
}

__global__ void before_shuffles(const int *in, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t, own = in[i];
    int sum = lanes_up(own);

    if (t % 32 == 31)
        s[t / 32] = sum;
    __syncthreads();
    if (t < 32)
        s[t] = lanes_up(s[t]);
    __syncthreads();
    out[i] = sum - own + (t < 32 ? 0 : s[t / 32 - 1]);
}

__global__ void before_four_each(const int4 *in, int4 *out)
{
    __shared__ int s[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    int4 v = in[i];
    int all = v.x + v.y + v.z + v.w, sum = lanes_up(all), before = sum - all;

    if (t % 32 == 31)
        s[t / 32] = sum;
    __syncthreads();
    for (int k = 0; k < t / 32; k++)
        before += s[k];
    out[i] = make_int4(before, before + v.x, before + v.x + v.y,
                       before + v.x + v.y + v.z);
}

// What is small goes to the front, what is large to the end.
__global__ void split_begin(int *taken)
{
    taken[threadIdx.x] = 0;
}

__global__ void split_atomics(const float *in, float *out, int *taken, int n)
{
    int i = me();

    if (i >= n)
        return;
    float v = in[i];
    if (v < 0.5f)
        out[atomicAdd(&taken[0], 1)] = v;
    else
        out[n - 1 - atomicAdd(&taken[1], 1)] = v;
}

__global__ void split_warp(const float *in, float *out, int *taken, int n)
{
    int i = me(), lane = threadIdx.x % 32, first = 0;
    float v = i < n ? in[i] : 2;
    bool low = v < 0.5f;
    u32 lows = __ballot_sync(FULL, low), highs = __ballot_sync(FULL, i < n);
    u32 below = (1u << lane) - 1;

    highs &= ~lows;
    if (lane < 2)
        first = atomicAdd(&taken[lane], __popc(lane ? highs : lows));
    int low_at = __shfl_sync(FULL, first, 0) + __popc(lows & below);
    int high_at = __shfl_sync(FULL, first, 1) + __popc(highs & below);
    if (i < n)
        out[low ? low_at : n - 1 - high_at] = v;
}

__global__ void split_block(const float *in, float *out, int *taken, int n)
{
    __shared__ int count[2], first[2];
    int i = me(), t = threadIdx.x, place = 0;
    float v = i < n ? in[i] : 2;
    int high = v >= 0.5f;

    if (t < 2)
        count[t] = 0;
    __syncthreads();
    if (i < n)
        place = atomicAdd(&count[high], 1);
    __syncthreads();
    if (t < 2)
        first[t] = atomicAdd(&taken[t], count[t]);
    __syncthreads();
    if (i < n)
        out[high ? n - 1 - (first[1] + place) : first[0] + place] = v;
}

// Sixteen numbers in order: a thread has all of them, or a lane each.
__global__ void sixteen_selection(const int *in, int *out, int n)
{
    int i = me(), v[16];

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++)
        v[k] = in[16 * i + k];
#pragma unroll 1
    for (int k = 0; k < 16; k++) {
        int least = k;
#pragma unroll 1
        for (int m = k + 1; m < 16; m++)
            if (v[m] < v[least])
                least = m;
        out[16 * i + k] = v[least];
        v[least] = v[k];
    }
}

__global__ void sixteen_insertion(const int *in, int *out, int n)
{
    __shared__ int s[16][64];
    int i = me(), t = threadIdx.x;

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++) {
        int v = in[16 * i + k], m = k;
        for (; m > 0 && s[m - 1][t] > v; m--)
            s[m][t] = s[m - 1][t];
        s[m][t] = v;
    }
    for (int k = 0; k < 16; k++)
        out[16 * i + k] = s[k][t];
}

__global__ void sixteen_odd_even(const int4 *in, int4 *out, int n)
{
    int i = me(), v[16];

    if (i >= n)
        return;
#pragma unroll
    for (int q = 0; q < 4; q++) {
        int4 p = in[4 * i + q];
        v[4 * q] = p.x, v[4 * q + 1] = p.y;
        v[4 * q + 2] = p.z, v[4 * q + 3] = p.w;
    }
#pragma unroll
    for (int turn = 0; turn < 16; turn++)
#pragma unroll
        for (int k = turn % 2; k < 15; k += 2) {
            int low = min(v[k], v[k + 1]);
            v[k + 1] = max(v[k], v[k + 1]);
            v[k] = low;
        }
#pragma unroll
    for (int q = 0; q < 4; q++)
        out[4 * i + q] =
            make_int4(v[4 * q], v[4 * q + 1], v[4 * q + 2], v[4 * q + 3]);
}

__global__ void sixteen_lanes(const int *in, int *out, int n)
{
    int i = me(), lane = threadIdx.x % 16;
    int v = i < 16 * n ? in[i] : 0;

    for (int width = 2; width <= 16; width *= 2)
        for (int d = width / 2; d > 0; d /= 2) {
            int other = __shfl_xor_sync(FULL, v, d);
            bool up = (lane & width) == 0 || width == 16;
            v = ((lane & d) == 0) == up ? min(v, other) : max(v, other);
        }
    if (i < 16 * n)
        out[i] = v;
}

// The greatest of 32 neighbours.
__global__ void moving_direct(const float *in, float *out, int n)
{
    int i = me();
    float most = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 32; k++)
        most = fmaxf(most, in[i + k]);
    out[i] = most;
}

__global__ void moving_doubled(const float *in, float *out, int n)
{
    __shared__ float s[2][256 + 32];
    int t = threadIdx.x, first = blockIdx.x * 256, at = 0;

    for (int k = t; k < 256 + 31; k += 256)
        s[0][k] = first + k < n + 31 ? in[first + k] : 0;
    __syncthreads();
    for (int d = 1; d < 32; d *= 2) {
        for (int k = t; k < 256 + 31; k += 256)
            s[!at][k] =
                k + d < 256 + 31 ? fmaxf(s[at][k], s[at][k + d]) : s[at][k];
        at = !at;
        __syncthreads();
    }
    if (first + t < n)
        out[first + t] = s[at][t];
}

// ---- physics ----------------------------------------------------------------

// Heat in a cube: 7 points; a thread for each, or for a column of them.
__global__ void room_plain(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    int i = (z * n + y) * n + x;

    if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
        out[i] =
            0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] +
                                   in[i + n] + in[i - n * n] + in[i + n * n]);
}

__global__ void room_column(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;

    if (x <= 0 || y <= 0 || x >= n - 1 || y >= n - 1)
        return;
    float below = in[i], here = in[i + n * n];
    for (int z = 1; z < n - 1; z++) {
        i += n * n;
        float above = in[i + n * n];
        out[i] = 0.4f * here + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] +
                                       in[i + n] + below + above);
        below = here;
        here = above;
    }
}

__global__ void room_planes(const float *in, float *out, int n)
{
    __shared__ float s[10][34];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty, i = y * n + x;
    bool inner = x < n - 1 && y < n - 1, at_all = x < n && y < n;
    float below = at_all ? in[i] : 0, here = at_all ? in[i + n * n] : 0;

    for (int z = 1; z < n - 1; z++) {
        i += n * n;
        float above = at_all ? in[i + n * n] : 0;
        s[ty][tx] = here;
        if (tx == 1 && y < n)
            s[ty][0] = in[i - 1];
        if (ty == 1 && x < n)
            s[0][tx] = in[i - n];
        if (tx == 32 && x + 1 < n && y < n)
            s[ty][33] = in[i + 1];
        if (ty == 8 && y + 1 < n && x < n)
            s[9][tx] = in[i + n];
        __syncthreads();
        if (inner)
            out[i] = 0.4f * here +
                     0.1f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] +
                             s[ty + 1][tx] + below + above);
        __syncthreads();
        below = here;
        here = above;
    }
}

// Everybody draws everybody.
__device__ static void draws_to(float4 to, float4 from, float3 *force)
{
    float dx = from.x - to.x, dy = from.y - to.y, dz = from.z - to.z;
    float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    float k = from.w * r * r * r;

    force->x += k * dx;
    force->y += k * dy;
    force->z += k * dz;
}

__global__ void swarm_plain(const float4 *p, float4 *out, int n)
{
    int i = me();
    float3 f = {0, 0, 0};

    if (i >= n)
        return;
    float4 own = p[i];
    for (int k = 0; k < n; k++)
        draws_to(own, p[k], &f);
    out[i] = make_float4(f.x, f.y, f.z, own.w);
}

__global__ void swarm_tile(const float4 *p, float4 *out, int n)
{
    __shared__ float4 tile[128];
    int i = me(), t = threadIdx.x;
    float4 own = p[min(i, n - 1)];
    float3 f = {0, 0, 0};

    for (int m = 0; m < n; m += 128) {
        if (m + t < n)
            tile[t] = p[m + t];
        __syncthreads();
        for (int k = 0; k < min(128, n - m); k++)
            draws_to(own, tile[k], &f);
        __syncthreads();
    }
    if (i < n)
        out[i] = make_float4(f.x, f.y, f.z, own.w);
}

__global__ void swarm_two_each(const float4 *p, float4 *out, int n)
{
    __shared__ float4 tile[64];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float4 one = p[min(i, n - 1)], two = p[min(i + 64, n - 1)];
    float3 f = {0, 0, 0}, g = {0, 0, 0};

    for (int m = 0; m < n; m += 64) {
        if (m + t < n)
            tile[t] = p[m + t];
        __syncthreads();
        for (int k = 0; k < 64 && m + k < n; k++) {
            float4 from = tile[k];
            draws_to(one, from, &f);
            draws_to(two, from, &g);
        }
        __syncthreads();
    }
    if (i < n)
        out[i] = make_float4(f.x, f.y, f.z, one.w);
    if (i + 64 < n)
        out[i + 64] = make_float4(g.x, g.y, g.z, two.w);
}

__global__ void swarm_lanes(const float4 *p, float4 *out, int n)
{
    int i = me(), lane = threadIdx.x % 32;
    float4 own = p[min(i, n - 1)], none = {0, 0, 0, 0};
    float3 f = {0, 0, 0};

    for (int m = 0; m < n; m += 32) {
        float4 kept = m + lane < n ? p[m + lane] : none, from;
        for (int k = 0; k < 32; k++) {
            from.x = __shfl_sync(FULL, kept.x, k);
            from.y = __shfl_sync(FULL, kept.y, k);
            from.z = __shfl_sync(FULL, kept.z, k);
            from.w = __shfl_sync(FULL, kept.w, k);
            draws_to(own, from, &f);
        }
    }
    if (i < n)
        out[i] = make_float4(f.x, f.y, f.z, own.w);
}

// 48 charges, and what they do to each place of a plane.
__constant__ float4 spots[48] = {
    {3, 1, 1, 1},   {9, 7, 2, -1},  {31, 17, 1, 2}, {60, 4, 3, -2},
    {77, 50, 1, 1}, {12, 66, 2, 1}, {5, 91, 1, -1}, {44, 44, 4, 3},
};

__global__ void charges_memory(const float4 *spot, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int k = 0; k < 48; k++) {
        float dx = spot[k].x - x, dy = spot[k].y - y;
        sum += spot[k].w * rsqrtf(dx * dx + dy * dy + spot[k].z + 1);
    }
    out[y * w + x] = sum;
}

__global__ void charges_constant(float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int k = 0; k < 48; k++) {
        float dx = spots[k].x - x, dy = spots[k].y - y;
        sum += spots[k].w * rsqrtf(dx * dx + dy * dy + spots[k].z + 1);
    }
    out[y * w + x] = sum;
}

__global__ void charges_four_places(float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum[4] = {};

    if (y >= h)
        return;
    for (int k = 0; k < 48; k++) {
        float4 s = spots[k];
        float dy = s.y - y, rest = dy * dy + s.z + 1;
#pragma unroll
        for (int q = 0; q < 4; q++) {
            float dx = s.x - (x + q * (int)blockDim.x);
            sum[q] += s.w * rsqrtf(dx * dx + rest);
        }
    }
    for (int q = 0; q < 4; q++)
        if (x + q * (int)blockDim.x < w)
            out[y * w + x + q * blockDim.x] = sum[q];
}

// A step of Burgers' equations; u and v apart, or beside each other.
__global__ void burgers_arrays(const float *u, const float *v, float *nu,
                               float *nv, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1, i = y * w + x;

    if (x >= w - 1 || y >= h - 1)
        return;
    float a = u[i], b = v[i];
    nu[i] = a - 0.1f * a * (a - u[i - 1]) - 0.1f * b * (a - u[i - w]) +
            0.05f * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - 4 * a);
    nv[i] = b - 0.1f * a * (b - v[i - 1]) - 0.1f * b * (b - v[i - w]) +
            0.05f * (v[i - 1] + v[i + 1] + v[i - w] + v[i + w] - 4 * b);
}

__global__ void burgers_pairs(const float2 *uv, float2 *next, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1, i = y * w + x;

    if (x >= w - 1 || y >= h - 1)
        return;
    float2 c = uv[i], l = uv[i - 1], r = uv[i + 1], o = uv[i - w];
    float2 d = uv[i + w], n;
    n.x = c.x - 0.1f * c.x * (c.x - l.x) - 0.1f * c.y * (c.x - o.x) +
          0.05f * (l.x + r.x + o.x + d.x - 4 * c.x);
    n.y = c.y - 0.1f * c.x * (c.y - l.y) - 0.1f * c.y * (c.y - o.y) +
          0.05f * (l.y + r.y + o.y + d.y - 4 * c.y);
    next[i] = n;
}

// Slopes that do not overshoot: the lesser of two of one sign.
__device__ static float lesser_ifs(float a, float b)
{
    if (a > 0 && b > 0) {
        if (a < b)
            return a;
        return b;
    }
    if (a < 0 && b < 0) {
        if (a > b)
            return a;
        return b;
    }
    return 0;
}

__device__ static float lesser_selects(float a, float b)
{
    return 0.5f * (copysignf(1, a) + copysignf(1, b)) *
           fminf(fabsf(a), fabsf(b));
}

template <bool IFS> __global__ void limiter(const float *u, float *next, int n)
{
    int i = me() + 2;
    float slope[3];

    if (i >= n - 2)
        return;
    for (int k = 0; k < 3; k++) {
        float a = u[i + k - 1] - u[i + k - 2], b = u[i + k] - u[i + k - 1];
        slope[k] = IFS ? lesser_ifs(a, b) : lesser_selects(a, b);
    }
    float left = u[i - 1] + 0.4f * slope[0], right = u[i] + 0.4f * slope[1];
    next[i] = u[i] - 0.2f * (right - left) + 0.01f * slope[2];
}

// How a field turns: vectors as structs, or each part in its array.
struct triple {
    float x, y, z;
};

__global__ void curl_structs(const triple *f, triple *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y + 1, z = blockIdx.z + 1, i = (z * n + y) * n + x;
    triple c;

    if (x >= n - 1)
        return;
    c.x = (f[i + n].z - f[i - n].z) - (f[i + n * n].y - f[i - n * n].y);
    c.y = (f[i + n * n].x - f[i - n * n].x) - (f[i + 1].z - f[i - 1].z);
    c.z = (f[i + 1].y - f[i - 1].y) - (f[i + n].x - f[i - n].x);
    out[i] = c;
}

__global__ void curl_planes(const float *f, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y + 1, z = blockIdx.z + 1, i = (z * n + y) * n + x;
    int all = n * n * n;
    const float *fx = f, *fy = f + all, *fz = f + 2 * all;

    if (x >= n - 1)
        return;
    out[i] = (fz[i + n] - fz[i - n]) - (fy[i + n * n] - fy[i - n * n]);
    out[all + i] = (fx[i + n * n] - fx[i - n * n]) - (fz[i + 1] - fz[i - 1]);
    out[2 * all + i] = (fy[i + 1] - fy[i - 1]) - (fx[i + n] - fx[i - n]);
}

// A gate of a quantum computer works on one bit of the number of a state.
__device__ static void gate(float2 *p, float2 *q)
{
    float2 a = *p, b = *q;

    *p = make_float2(0.6f * a.x - 0.8f * b.y, 0.6f * a.y + 0.8f * b.x);
    *q = make_float2(0.6f * b.x - 0.8f * a.y, 0.6f * b.y + 0.8f * a.x);
}

__global__ void qubit_pairs(const float2 *in, float2 *out, int bits, int bit)
{
    int t = me(), low = t & ((1 << bit) - 1);
    int i = (t - low) * 2 + low, k = i + (1 << bit);

    if (t >= 1 << (bits - 1))
        return;
    float2 a = in[i], b = in[k];
    gate(&a, &b);
    out[i] = a;
    out[k] = b;
}

__global__ void qubit_lanes(const float2 *in, float2 *out, int bits, int bit)
{
    int i = me();
    float2 own = in[i], other;

    other.x = __shfl_xor_sync(FULL, own.x, 1 << bit);
    other.y = __shfl_xor_sync(FULL, own.y, 1 << bit);
    gate(&own, &other);
    if (i < 1 << bits)
        out[i] = own;
}

// Wires, heads and tails of electrons.
__global__ void wire_switch(const u8 *in, u8 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, heads = 0;

    if (x >= w || y >= h)
        return;
    switch (in[y * w + x] & 3) {
    case 0: out[y * w + x] = 0; break;
    case 1: out[y * w + x] = 2; break;
    case 2: out[y * w + x] = 3; break;
    case 3:
        for (int v = max(y - 1, 0); v <= min(y + 1, h - 1); v++)
            for (int u = max(x - 1, 0); u <= min(x + 1, w - 1); u++)
                if ((in[v * w + u] & 3) == 1)
                    heads++;
        out[y * w + x] = heads == 1 || heads == 2 ? 1 : 3;
    }
}

__global__ void wire_counts(const u8 *in, u8 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, heads = 0;

    if (x >= w || y >= h)
        return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
                heads += (in[(y + dy) * w + x + dx] & 3) == 1;
    int own = in[y * w + x] & 3;
    int next =
        own == 3 ? (heads == 1 || heads == 2 ? 1 : 3) : (own ? own + 1 : 0);
    out[y * w + x] = next;
}

__global__ void wire_shared(const u8 *in, u8 *out, int w, int h)
{
    __shared__ u8 s[10][34];
    int tx = threadIdx.x, ty = threadIdx.y, heads = 0;
    int left = blockIdx.x * 32 - 1, top = blockIdx.y * 8 - 1;

    for (int e = ty * 32 + tx; e < 340; e += 256) {
        int u = left + e % 34, v = top + e / 34;
        bool in_it = u >= 0 && u < w && v >= 0 && v < h;
        s[e / 34][e % 34] = in_it ? in[v * w + u] & 3 : 0;
    }
    __syncthreads();
    int x = left + 1 + tx, y = top + 1 + ty, own = s[ty + 1][tx + 1];
    if (own == 3) {
        for (int k = 0; k < 9; k++)
            heads += s[ty + k / 3][tx + k % 3] == 1;
        own = heads == 1 || heads == 2 ? 1 : 3;
    } else if (own)
        own++;
    if (x < w && y < h)
        out[y * w + x] = own;
}

// ---- chance and money -------------------------------------------------------

// 64 numbers of each generator.
__global__ void draws_pcg(float *out, int n)
{
    int i = me();
    u64 state = 0x853c49e6748fea9bull + i;
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++) {
        u32 word = (u32)(((state >> 18) ^ state) >> 27), turn = state >> 59;
        state = state * 6364136223846793005ull + 2 * i + 1;
        sum += ((word >> turn) | (word << (-turn & 31))) * 0x1p-32f;
    }
    out[i] = sum;
}

__global__ void draws_xoroshiro(float *out, int n)
{
    int i = me();
    u64 s0 = 0x9e3779b97f4a7c15ull * (i + 1), s1 = ~s0;
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++) {
        sum += (u32)((s0 + s1) >> 32) * 0x1p-32f;
        s1 ^= s0;
        s0 = ((s0 << 24) | (s0 >> 40)) ^ s1 ^ (s1 << 16);
        s1 = (s1 << 37) | (s1 >> 27);
    }
    out[i] = sum;
}

// Lehmer's, with 128 bits.
__global__ void draws_lehmer(float *out, int n)
{
    int i = me();
    u64 high = i, low = 2 * i + 1;
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++) {
        high = high * 0xda942042e4dd58b5ull +
               __umul64hi(low, 0xda942042e4dd58b5ull);
        low *= 0xda942042e4dd58b5ull;
        sum += (u32)(high >> 32) * 0x1p-32f;
    }
    out[i] = sum;
}

// Buffon's needle, 32 times: an angle, or a point in a circle.
__global__ void buffon_sine(int *out, int n)
{
    int i = me(), hits = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 32; k++) {
        u32 r = mixed(i * 32 + k);
        float middle = (r & 0xffff) * 0x1p-17f;
        float angle = (r >> 16) * (3.14159265f * 0x1p-16f);
        hits += middle < 0.5f * sinf(angle);
    }
    out[i] = hits;
}

__global__ void buffon_circle(int *out, int n)
{
    int i = me(), hits = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 32; k++) {
        float x = 1, y = 0, r2 = 1;
        u32 r = i * 32 + k;
        for (int tries = 0; tries < 8; tries++) {
            r = mixed(r + 1);
            x = (r & 0xffff) * 0x1p-15f - 1;
            y = (r >> 16) * 0x1p-16f;
            r2 = x * x + y * y;
            if (r2 <= 1 && r2 > 0)
                break;
        }
        float middle = (mixed(r) & 0xffff) * 0x1p-17f;
        hits += 4 * middle * middle * r2 < y * y;
    }
    out[i] = hits;
}

// What 40 payments are worth today.
__global__ void bond_powers(const float *rate, float *price, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 1; k <= 40; k++)
        sum += 2.5f / powf(1 + rate[i] / 2, k);
    price[i] = sum + 100 / powf(1 + rate[i] / 2, 40);
}

__global__ void bond_products(const float *rate, float *price, int n)
{
    int i = me();

    if (i >= n)
        return;
    float factor = 1 / (1 + rate[i] / 2), worth = 1, sum = 0;
    for (int k = 1; k <= 40; k++) {
        worth *= factor;
        sum += 2.5f * worth;
    }
    price[i] = sum + 100 * worth;
}

// How restless a share must be for an option to have its price.
__device__ static float normal(float x)
{
    return 0.5f * erfcf(-0.70710678f * x);
}

__device__ static float call(float spot, float sigma, float *slope)
{
    float d1 = logf(spot) / sigma + 0.5f * sigma;

    *slope = spot * 0.39894228f * expf(-0.5f * d1 * d1);
    return spot * normal(d1) - normal(d1 - sigma);
}

__global__ void implied_bisection(const float *a, float *out, int n)
{
    int i = me();
    float low = 0.01f, high = 3, slope;

    if (i >= n)
        return;
    float spot = 0.8f + 0.4f * a[i], wanted = call(spot, 0.3f, &slope);
    for (int k = 0; k < 20; k++) {
        float middle = 0.5f * (low + high);
        if (call(spot, middle, &slope) < wanted)
            low = middle;
        else
            high = middle;
    }
    out[i] = low;
}

__global__ void implied_newton(const float *a, float *out, int n)
{
    int i = me();
    float sigma = 0.6f, slope;

    if (i >= n)
        return;
    float spot = 0.8f + 0.4f * a[i], wanted = call(spot, 0.3f, &slope);
    for (int k = 0; k < 12; k++) {
        float off = call(spot, sigma, &slope) - wanted;
        if (fabsf(off) < 1e-6f)
            break;
        sigma -= off / slope;
    }
    out[i] = sigma;
}

// ---- texts, bytes and bits --------------------------------------------------

#define P1(i)  (u8)((i)*167 + 13)
#define P4(i)  P1(i), P1(i + 1), P1(i + 2), P1(i + 3)
#define P16(i) P4(i), P4(i + 4), P4(i + 8), P4(i + 12)
#define P64(i) P16(i), P16(i + 16), P16(i + 32), P16(i + 48)
#define P256   P64(0), P64(64), P64(128), P64(192)
__constant__ u8 p_constant[256] = {P256};
__device__ u8 p_memory[256] = {P256};

// Pearson's hash of 16 bytes; three places for its table.
template <int WHERE> __global__ void pearson(const u8 *text, u8 *out, int n)
{
    __shared__ u8 table[256];
    int i = me();
    u8 hash = 0;

    if (WHERE == 2) {
        table[threadIdx.x] = p_memory[threadIdx.x];
        __syncthreads();
    }
    if (i >= n)
        return;
    for (int k = 0; k < 16; k++) {
        u8 next = hash ^ text[16 * i + k];
        hash = WHERE == 0   ? p_constant[next]
               : WHERE == 1 ? p_memory[next]
                            : table[next];
    }
    out[i] = hash;
}

// The longest of up to 8 bytes that stood among the 32 before.
__global__ void lz_bytes(const u8 *text, u8 *out, int n)
{
    int i = me(), best = 0;

    if (i >= n)
        return;
    const u8 *here = text + i + 32;
    for (int back = 1; back <= 32; back++) {
        int length = 0;
        while (length < 8 && here[length] == here[length - back])
            length++;
        best = length > best ? length : best;
    }
    out[i] = best;
}

__device__ static u64 eight_at(const u32 *words, int at)
{
    u32 a = words[at / 4], b = words[at / 4 + 1], c = words[at / 4 + 2];
    int shift = at % 4 * 8;

    return (u64)__funnelshift_r(b, c, shift) << 32 |
           __funnelshift_r(a, b, shift);
}

__global__ void lz_words(const u32 *words, u8 *out, int n)
{
    int i = me(), best = 0;

    if (i >= n)
        return;
    u64 here = eight_at(words, i + 32);
    for (int back = 1; back <= 32; back++) {
        u64 differ = here ^ eight_at(words, i + 32 - back);
        int length = differ ? (__ffsll(differ) - 1) / 8 : 8;
        best = max(best, length);
    }
    out[i] = best;
}

// Are two words of 16 letters made of the same ones (of eight)?
__global__ void anagram_counts(const u8 *text, u8 *out, int n)
{
    int i = me(), count[8], same = 1;

    if (i >= n)
        return;
#pragma unroll 1
    for (int k = 0; k < 8; k++)
        count[k] = 0;
#pragma unroll 1
    for (int k = 0; k < 16; k++) {
        count[text[32 * i + k] & 7]++;
        count[text[32 * i + 16 + k] & 7]--;
    }
#pragma unroll 1
    for (int k = 0; k < 8; k++)
        if (count[k])
            same = 0;
    out[i] = same;
}

__global__ void anagram_packed(const uint4 *text, u8 *out, int n)
{
    int i = me();
    u64 sums = 0;

    if (i >= n)
        return;
    uint4 p = text[2 * i], q = text[2 * i + 1];
    u32 a[4] = {p.x, p.y, p.z, p.w}, b[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
    for (int k = 0; k < 16; k++) {
        sums += 1ull << (a[k / 4] >> k % 4 * 8 & 7) * 8;
        sums -= 1ull << (b[k / 4] >> k % 4 * 8 & 7) * 8;
    }
    out[i] = sums == 0;
}

__device__ static void in_order(const u8 *text, u8 *v)
{
    for (int k = 0; k < 16; k++) {
        u8 own = text[k] & 7;
        int m = k;
        for (; m > 0 && v[m - 1] > own; m--)
            v[m] = v[m - 1];
        v[m] = own;
    }
}

__global__ void anagram_sorted(const u8 *text, u8 *out, int n)
{
    int i = me(), same = 1;
    u8 a[16], b[16];

    if (i >= n)
        return;
    in_order(text + 32 * i, a);
    in_order(text + 32 * i + 16, b);
    for (int k = 0; k < 16; k++)
        same &= a[k] == b[k];
    out[i] = same;
}

// The bits of a word the other way round.
__global__ void reversed_loop(const u32 *in, u32 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u32 v = in[i], r = 0;
#pragma unroll 1
    for (int k = 0; k < 32; k++) {
        r = r << 1 | (v & 1);
        v >>= 1;
    }
    out[i] = r;
}

__global__ void reversed_swaps(const u32 *in, u32 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u32 v = in[i];
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    v = (v >> 8 & 0x00ff00ff) | (v & 0x00ff00ff) << 8;
    out[i] = v >> 16 | v << 16;
}

__global__ void reversed_one(const u32 *in, u32 *out, int n)
{
    int i = me();

    if (i < n)
        out[i] = __brev(in[i]);
}

__global__ void reversed_table(const u32 *in, u32 *out, int n)
{
    __shared__ u8 table[256];
    int i = me(), t = threadIdx.x, r = 0;

    for (int k = 0; k < 8; k++)
        r |= (t >> k & 1) << (7 - k);
    table[t] = r;
    __syncthreads();
    if (i >= n)
        return;
    u32 v = in[i];
    out[i] = table[v & 255] << 24 | table[v >> 8 & 255] << 16 |
             table[v >> 16 & 255] << 8 | table[v >> 24];
}

// Eight decimal digits in eight nibbles: by shifts, or by division.
__global__ void bcd_shifts(const u32 *in, u32 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u32 v = in[i] << 12, digits = 0;
    for (int k = 0; k < 20; k++) {
        u32 five = digits + 0x33333333;
        digits += (five >> 3 & 0x11111111) * 3;
        digits = digits << 1 | v >> 31;
        v <<= 1;
    }
    out[i] = digits;
}

__global__ void bcd_divisions(const u32 *in, u32 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u32 v = in[i], digits = 0;
    for (int shift = 0; v > 0; shift += 4) {
        digits |= v % 10 << shift;
        v /= 10;
    }
    out[i] = digits;
}

// Fletcher's sums of 64 bytes: a thread, or the half of a warp.
__global__ void fletcher_thread(const u8 *text, u32 *out, int n)
{
    int i = me();
    u32 one = 0, two = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++) {
        one = (one + text[64 * i + k]) % 255;
        two = (two + one) % 255;
    }
    out[i] = two << 8 | one;
}

__global__ void fletcher_lanes(const u32 *words, u32 *out, int n)
{
    int t = me(), lane = threadIdx.x % 16, i = t / 16;
    u32 one = 0, two = 0;

    if (i < n) {
        u32 word = words[t];
        for (int k = 0; k < 4; k++) {
            u32 byte = word >> 8 * k & 255;
            one += byte;
            two += byte * (64 - 4 * lane - k);
        }
    }
    for (int d = 8; d > 0; d /= 2) {
        one += __shfl_down_sync(FULL, one, d, 16);
        two += __shfl_down_sync(FULL, two, d, 16);
    }
    if (i < n && lane == 0)
        out[i] = two % 255 << 8 | one % 255;
}

// How many rows, columns and squares of a sudoku have all nine digits.
__device__ static int cell_of(int unit, int k)
{
    if (unit < 9)
        return unit * 9 + k;
    if (unit < 18)
        return k * 9 + unit - 9;
    unit -= 18;
    return (unit / 3 * 3 + k / 3) * 9 + unit % 3 * 3 + k % 3;
}

__global__ void sudoku_counts(const u8 *board, u8 *out, int n)
{
    int i = me(), good = 0, count[9];

    if (i >= n)
        return;
    for (int unit = 0; unit < 27; unit++) {
        int full = 1;
        for (int k = 0; k < 9; k++)
            count[k] = 0;
        for (int k = 0; k < 9; k++)
            count[board[81 * i + cell_of(unit, k)] % 9]++;
        for (int k = 0; k < 9; k++)
            full &= count[k] == 1;
        good += full;
    }
    out[i] = good;
}

__global__ void sudoku_masks(const u8 *board, u8 *out, int n)
{
    int i = me(), good = 0, columns[9] = {}, squares[3] = {};

    if (i >= n)
        return;
    for (int row = 0; row < 9; row++) {
        int mask = 0;
#pragma unroll
        for (int col = 0; col < 9; col++) {
            int bit = 1 << board[81 * i + 9 * row + col] % 9;
            mask |= bit;
            columns[col] |= bit;
            squares[col / 3] |= bit;
        }
        good += mask == 511;
#pragma unroll
        for (int k = 0; k < 3; k++)
            if (row % 3 == 2) {
                good += squares[k] == 511;
                squares[k] = 0;
            }
    }
#pragma unroll
    for (int col = 0; col < 9; col++)
        good += columns[col] == 511;
    out[i] = good;
}

__global__ void sudoku_lanes(const u8 *board, u8 *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32, mask = 0;

    if (i >= n)
        return;
    if (lane < 27)
        for (int k = 0; k < 9; k++)
            mask |= 1 << board[81 * i + cell_of(lane, k)] % 9;
    int good = __popc(__ballot_sync(FULL, mask == 511));
    if (lane == 0)
        out[i] = good;
}

// ---- numbers ----------------------------------------------------------------

enum { MODULUS = 1000000007 };

// The i-th of Fibonacci's, modulo a prime.
__global__ void fibonacci_steps(u32 *out, int n)
{
    int i = me();
    u32 a = 0, b = 1;

    if (i >= n)
        return;
    for (int k = i & 511; k > 0; k--) {
        u32 c = a + b;
        a = b;
        b = c >= MODULUS ? c - MODULUS : c;
    }
    out[i] = a;
}

__global__ void fibonacci_doubled(u32 *out, int n)
{
    int i = me(), k = i & 511;
    u64 a = 0, b = 1;

    if (i >= n)
        return;
    for (int bit = 256; bit > 0; bit /= 2) {
        u64 c = a * (2 * b + MODULUS - a) % MODULUS;
        u64 d = (a * a + b * b) % MODULUS;
        a = k & bit ? d : c;
        b = k & bit ? (c + d) % MODULUS : d;
    }
    out[i] = a;
}

struct two_by_two {
    u64 a, b, c, d;
};

__device__ static two_by_two times(two_by_two p, two_by_two q)
{
    two_by_two r = {
        (p.a * q.a + p.b * q.c) % MODULUS, (p.a * q.b + p.b * q.d) % MODULUS,
        (p.c * q.a + p.d * q.c) % MODULUS, (p.c * q.b + p.d * q.d) % MODULUS};

    return r;
}

__global__ void fibonacci_matrices(u32 *out, int n)
{
    int i = me();
    two_by_two power = {1, 0, 0, 1}, square = {1, 1, 1, 0};

    if (i >= n)
        return;
    for (int k = i & 511; k > 0; k >>= 1) {
        if (k & 1)
            power = times(power, square);
        square = times(square, square);
    }
    out[i] = power.b;
}

// A lower triangle times a vector; the last rows are the longest.
__global__ void trmv_row(const float *A, const float *v, float *out, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
    for (int j = 0; j <= i; j++)
        sum += A[i * n + j] * v[j];
    out[i] = sum;
}

__global__ void trmv_two_rows(const float *A, const float *v, float *out, int n)
{
    int t = me();

    if (t >= (n + 1) / 2)
        return;
    for (int turn = 0; turn < 2; turn++) {
        int i = turn ? n - 1 - t : t;
        float sum = 0;
        for (int j = 0; j <= i; j++)
            sum += A[i * n + j] * v[j];
        out[i] = sum;
    }
}

__global__ void trmv_warp(const float *A, const float *v, float *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (i >= n)
        return;
    for (int j = lane; j <= i; j += 32)
        sum += A[i * n + j] * v[j];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if (lane == 0)
        out[i] = sum;
}

// ---- geometry ---------------------------------------------------------------

// Is a point inside of a polygon with 64 corners?
__global__ void inside_global(const float2 *corner, const float2 *point,
                              u8 *out, int n)
{
    int i = me();
    bool inside = false;

    if (i >= n)
        return;
    for (int k = 0, m = 63; k < 64; m = k++)
        if ((corner[k].y > point[i].y) != (corner[m].y > point[i].y) &&
            point[i].x < (corner[m].x - corner[k].x) *
                                 (point[i].y - corner[k].y) /
                                 (corner[m].y - corner[k].y) +
                             corner[k].x)
            inside = !inside;
    out[i] = inside;
}

__global__ void inside_shared(const float2 *corner, const float2 *point,
                              u8 *out, int n)
{
    __shared__ float2 c[64];
    int i = me();
    bool inside = false;

    if (threadIdx.x < 64)
        c[threadIdx.x] = corner[threadIdx.x];
    __syncthreads();
    if (i >= n)
        return;
    float2 p = point[i], m = c[63];
    for (int k = 0; k < 64; k++) {
        float2 q = c[k];
        if ((q.y > p.y) != (m.y > p.y))
            if (p.x < (m.x - q.x) * (p.y - q.y) / (m.y - q.y) + q.x)
                inside = !inside;
        m = q;
    }
    out[i] = inside;
}

// Without a division and without ifs.
__global__ void inside_selects(const float2 *corner, const float2 *point,
                               u8 *out, int n)
{
    int i = me(), crossed = 0;

    if (i >= n)
        return;
    float2 p = point[i], m = corner[63];
    for (int k = 0; k < 64; k++) {
        float2 q = corner[k];
        float side = (m.x - q.x) * (p.y - q.y) - (p.x - q.x) * (m.y - q.y);
        int up = m.y > p.y, other = q.y > p.y;
        crossed ^= (up ^ other) & ((side > 0) ^ !up);
        m = q;
    }
    out[i] = crossed;
}

// Points in space are turned: by a matrix, by a quaternion, by three angles.
__global__ void turned_matrix(const triple *p, const float *m, triple *out,
                              int n)
{
    int i = me();

    if (i >= n)
        return;
    triple v = p[i], r;
    r.x = m[0] * v.x + m[1] * v.y + m[2] * v.z;
    r.y = m[3] * v.x + m[4] * v.y + m[5] * v.z;
    r.z = m[6] * v.x + m[7] * v.y + m[8] * v.z;
    out[i] = r;
}

__global__ void turned_quaternion(const triple *p, const float *q, triple *out,
                                  int n)
{
    int i = me();

    if (i >= n)
        return;
    triple v = p[i], c, r;
    c.x = q[1] * v.z - q[2] * v.y + q[3] * v.x;
    c.y = q[2] * v.x - q[0] * v.z + q[3] * v.y;
    c.z = q[0] * v.y - q[1] * v.x + q[3] * v.z;
    r.x = v.x + 2 * (q[1] * c.z - q[2] * c.y);
    r.y = v.y + 2 * (q[2] * c.x - q[0] * c.z);
    r.z = v.z + 2 * (q[0] * c.y - q[1] * c.x);
    out[i] = r;
}

__device__ static void turn(float *u, float *v, float angle)
{
    float c = cosf(angle), s = sinf(angle), old = *u;

    *u = c * old - s * *v;
    *v = s * old + c * *v;
}

__global__ void turned_angles(const triple *p, const float *angle, triple *out,
                              int n)
{
    int i = me();

    if (i >= n)
        return;
    triple v = p[i];
    turn(&v.y, &v.z, angle[0]);
    turn(&v.z, &v.x, angle[1]);
    turn(&v.x, &v.y, angle[2]);
    out[i] = v;
}

// Which of 32 boxes a ray meets first.
__device__ static bool slab_ifs(float from, float to, float low, float high,
                                float *near, float *far)
{
    float step = to - from;

    if (fabsf(step) < 1e-6f)
        return from >= low && from <= high;
    float a = (low - from) / step, b = (high - from) / step;
    if (a > b) {
        float c = a;
        a = b;
        b = c;
    }
    if (a > *near)
        *near = a;
    if (b < *far)
        *far = b;
    return *near <= *far;
}

__global__ void slabs_ifs(const triple *ray, const triple *box, int *out, int n)
{
    int i = me(), best = -1;
    float first = 1e9f;

    if (i >= n)
        return;
    triple o = ray[2 * i], e = ray[2 * i + 1];
    for (int k = 0; k < 32; k++) {
        triple b = box[k];
        float near = 0, far = 1e9f;
        if (!slab_ifs(o.x, e.x, b.x, b.x + 0.1f, &near, &far))
            continue;
        if (!slab_ifs(o.y, e.y, b.y, b.y + 0.1f, &near, &far))
            continue;
        if (!slab_ifs(o.z, e.z, b.z, b.z + 0.1f, &near, &far))
            continue;
        if (near < first) {
            first = near;
            best = k;
        }
    }
    out[i] = best;
}

__global__ void slabs_least(const triple *ray, const triple *box, int *out,
                            int n)
{
    int i = me(), best = -1;
    float first = 1e9f;

    if (i >= n)
        return;
    triple o = ray[2 * i], e = ray[2 * i + 1];
    float x = 1 / (e.x - o.x), y = 1 / (e.y - o.y), z = 1 / (e.z - o.z);
    for (int k = 0; k < 32; k++) {
        triple b = box[k];
        float x0 = (b.x - o.x) * x, x1 = x0 + 0.1f * x;
        float y0 = (b.y - o.y) * y, y1 = y0 + 0.1f * y;
        float z0 = (b.z - o.z) * z, z1 = z0 + 0.1f * z;
        float near = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fminf(z0, z1));
        float far = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fmaxf(z0, z1));
        bool met = far >= fmaxf(near, 0) && near < first;
        first = met ? near : first;
        best = met ? k : best;
    }
    out[i] = best;
}

// ---- trees, graphs, ways ----------------------------------------------------

// Sixteen levels down a tree whose nodes k have 2 k and 2 k + 1 below them.
__global__ void down_branches(const int *tree, const int *key, int *out, int n)
{
    int i = me(), k = 1;

    if (i >= n)
        return;
    while (k < 1 << 16) {
        if (tree[k] == key[i])
            break;
        if (key[i] < tree[k])
            k = 2 * k;
        else
            k = 2 * k + 1;
    }
    out[i] = k;
}

__global__ void down_selects(const int *tree, const int *key, int *out, int n)
{
    int i = me(), k = 1;

    if (i >= n)
        return;
    int own = key[i];
#pragma unroll
    for (int level = 0; level < 16; level++)
        k = 2 * k + (tree[k] <= own);
    out[i] = k;
}

// Edges join what they touch: the least number of a neighbour counts.
__global__ void unite_begin(int *label, int n)
{
    int i = me();

    if (i < n)
        label[i] = i;
}

template <bool LOOKS>
__global__ void unite(const int *from, const int *to, int *label, int edges,
                      int n)
{
    int e = me();

    if (e >= edges)
        return;
    int a = from[e] % n, b = to[e] % n, low = min(a, b), high = max(a, b);
    if (LOOKS && *(volatile int *)&label[high] <= low)
        return;
    atomicMin(&label[high], low);
}

// The cheapest way down through 24 rows of 128: a step left, down or right.
__global__ void seam_two_buffers(const float *cost, float *out)
{
    __shared__ float s[2][130];
    int t = threadIdx.x, at = 0;
    const float *own = cost + blockIdx.x * 24 * 128;

    if (t < 2)
        s[t][0] = s[t][129] = 1e9f;
    s[0][t + 1] = own[t];
    __syncthreads();
    for (int row = 1; row < 24; row++) {
        float least = fminf(fminf(s[at][t], s[at][t + 1]), s[at][t + 2]);
        s[!at][t + 1] = least + own[row * 128 + t];
        at = !at;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = s[at][t + 1];
}

// A warp, four columns a lane.
__global__ void seam_lanes(const float4 *cost, float4 *out)
{
    int lane = threadIdx.x, image = blockIdx.x * blockDim.y + threadIdx.y;
    const float4 *own = cost + image * 24 * 32 + lane;
    float4 v = own[0];

    for (int row = 1; row < 24; row++) {
        float4 c = own[row * 32];
        float left = __shfl_up_sync(FULL, v.w, 1);
        float right = __shfl_down_sync(FULL, v.x, 1);
        left = lane ? left : 1e9f;
        right = lane < 31 ? right : 1e9f;
        c.x += fminf(left, fminf(v.x, v.y));
        c.y += fminf(v.x, fminf(v.y, v.z));
        c.z += fminf(v.y, fminf(v.z, v.w));
        c.w += fminf(v.z, fminf(v.w, right));
        v = c;
    }
    out[image * 32 + lane] = v;
}

#include "others10.def"

TIMES_MAIN
