/*
 * others11.cu - the set: kernels of yet other kinds, each task in two or three
 * versions as different people write them, by one who knew nothing of the
 * model.
 */
#include "times.h"

typedef unsigned char u8;
typedef signed char s8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define FULL 0xffffffffu

__device__ static int me()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ static int across()
{
    return me();
}

__device__ static int below()
{
    return blockIdx.y * blockDim.y + threadIdx.y;
}

__device__ static float at(const float *in, int w, int h, int x, int y)
{
    return in[min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1)];
}

// ---- pictures ---------------------------------------------------------------

// Where has a block of 8 x 8 gone since the last picture, by at most 4?  A
// thread of the block for each of the 81 places.
__device__ static u8 pixel(const u8 *in, int w, int h, int x, int y)
{
    return in[min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1)];
}

__global__ void motion_memory(const u8 *now, const u8 *last, int *out, int w,
                              int h)
{
    __shared__ int best;
    int t = threadIdx.x, x = blockIdx.x * 8, y = blockIdx.y * 8, sum = 0;

    if (t == 0)
        best = 0x7fffffff;
    __syncthreads();
    if (t < 81) {
        for (int v = 0; v < 8; v++)
            for (int u = 0; u < 8; u++)
                sum += abs(
                    pixel(now, w, h, x + u, y + v) -
                    pixel(last, w, h, x + u + t % 9 - 4, y + v + t / 9 - 4));
        atomicMin(&best, sum << 7 | t);
    }
    __syncthreads();
    if (t == 0)
        out[blockIdx.y * gridDim.x + blockIdx.x] = best;
}

__global__ void motion_shared(const u8 *now, const u8 *last, int *out, int w,
                              int h)
{
    __shared__ u8 block[8][8], window[16][16];
    __shared__ int best;
    int t = threadIdx.x, x = blockIdx.x * 8, y = blockIdx.y * 8, sum = 0;

    for (int e = t; e < 256; e += 96)
        window[e / 16][e % 16] =
            pixel(last, w, h, x + e % 16 - 4, y + e / 16 - 4);
    if (t < 64)
        block[t / 8][t % 8] = pixel(now, w, h, x + t % 8, y + t / 8);
    if (t == 0)
        best = 0x7fffffff;
    __syncthreads();
    if (t < 81) {
        for (int v = 0; v < 8; v++)
            for (int u = 0; u < 8; u++)
                sum += abs(block[v][u] - window[v + t / 9][u + t % 9]);
        atomicMin(&best, sum << 7 | t);
    }
    __syncthreads();
    if (t == 0)
        out[blockIdx.y * gridDim.x + blockIdx.x] = best;
}

// One warp, and all lanes on the same place: two pixels a lane.
__global__ void motion_lanes(const u8 *now, const u8 *last, int *out, int w,
                             int h)
{
    int t = threadIdx.x, x = blockIdx.x * 8 + t % 8, y = blockIdx.y * 8 + t / 8;
    int one = pixel(now, w, h, x, y), two = pixel(now, w, h, x, y + 4);
    int best = 0x7fffffff;

    for (int place = 0; place < 81; place++) {
        int u = x + place % 9 - 4, v = y + place / 9 - 4;
        int sum = abs(one - pixel(last, w, h, u, v)) +
                  abs(two - pixel(last, w, h, u, v + 4));
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(FULL, sum, d);
        best = min(best, sum << 7 | place);
    }
    if (t == 0)
        out[blockIdx.y * gridDim.x + blockIdx.x] = best;
}

// Corners: slopes' products, summed over 3 x 3.
__device__ static float corner(float xx, float yy, float xy)
{
    return xx * yy - xy * xy - 0.04f * (xx + yy) * (xx + yy);
}

__global__ void harris_direct(const float *in, float *out, int w, int h)
{
    int x = across(), y = below();
    float xx = 0, yy = 0, xy = 0;

    if (x >= w || y >= h)
        return;
    for (int v = y - 1; v <= y + 1; v++)
        for (int u = x - 1; u <= x + 1; u++) {
            float gx = at(in, w, h, u + 1, v) - at(in, w, h, u - 1, v);
            float gy = at(in, w, h, u, v + 1) - at(in, w, h, u, v - 1);
            xx += gx * gx;
            yy += gy * gy;
            xy += gx * gy;
        }
    out[y * w + x] = corner(xx, yy, xy);
}

__global__ void harris_shared(const float *in, float *out, int w, int h)
{
    __shared__ float tile[12][36];
    int tx = threadIdx.x, ty = threadIdx.y, x = across(), y = below();
    float xx = 0, yy = 0, xy = 0;

    for (int e = ty * 32 + tx; e < 12 * 36; e += 256)
        tile[e / 36][e % 36] = at(in, w, h, blockIdx.x * 32 + e % 36 - 2,
                                  blockIdx.y * 8 + e / 36 - 2);
    __syncthreads();
    for (int v = ty + 1; v <= ty + 3; v++)
        for (int u = tx + 1; u <= tx + 3; u++) {
            float gx = tile[v][u + 1] - tile[v][u - 1];
            float gy = tile[v + 1][u] - tile[v - 1][u];
            xx += gx * gx;
            yy += gy * gy;
            xy += gx * gy;
        }
    if (x < w && y < h)
        out[y * w + x] = corner(xx, yy, xy);
}

// The slopes first, with a border of one pixel.
__global__ void harris_slopes(const float *in, float2 *slope, int w, int h)
{
    int u = across() - 1, v = below() - 1;

    if (u <= w && v <= h)
        slope[(v + 1) * (w + 2) + u + 1] =
            make_float2(at(in, w, h, u + 1, v) - at(in, w, h, u - 1, v),
                        at(in, w, h, u, v + 1) - at(in, w, h, u, v - 1));
}

__global__ void harris_of_slopes(const float2 *slope, float *out, int w, int h)
{
    int x = across(), y = below();
    float xx = 0, yy = 0, xy = 0;

    if (x >= w || y >= h)
        return;
    for (int v = y; v <= y + 2; v++)
        for (int u = x; u <= x + 2; u++) {
            float2 g = slope[v * (w + 2) + u];
            xx += g.x * g.x;
            yy += g.y * g.y;
            xy += g.x * g.y;
        }
    out[y * w + x] = corner(xx, yy, xy);
}

// Squares of 8 x 8 get their mean.
__global__ void mosaic_square(const float *in, float *out, int w, int h)
{
    int x = 8 * across(), y = 8 * below();
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int v = y; v < y + 8; v++)
        for (int u = x; u < x + 8; u++)
            sum += in[v * w + u];
    for (int v = y; v < y + 8; v++)
        for (int u = x; u < x + 8; u++)
            out[v * w + u] = sum / 64;
}

__global__ void mosaic_each_pixel(const float *in, float *out, int w, int h)
{
    int x = across(), y = below();
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int v = y & ~7; v <= (y | 7); v++)
        for (int u = x & ~7; u <= (x | 7); u++)
            sum += in[v * w + u];
    out[y * w + x] = sum / 64;
}

__global__ void mosaic_lanes(const float *in, float *out, int w, int h)
{
    __shared__ float part[8][4];
    int x = across(), y = below(), square = threadIdx.x / 8;
    float sum = x < w && y < h ? in[y * w + x] : 0;

    for (int d = 4; d > 0; d /= 2)
        sum += __shfl_xor_sync(FULL, sum, d, 8);
    if (threadIdx.x % 8 == 0)
        part[threadIdx.y][square] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < 8; k++)
        sum += part[k][square];
    if (x < w && y < h)
        out[y * w + x] = sum / 64;
}

// Light to the screen: x / (1 + x), then a gamma.
__global__ void tonemap_pow(const float *in, float *out, int n)
{
    int i = me();

    if (i < n)
        out[i] = powf(in[i] / (1 + in[i]), 1 / 2.2f);
}

__global__ void tonemap_fast(const float *in, float *out, int n)
{
    int i = me();

    if (i < n)
        out[i] = exp2f(__log2f(__fdividef(in[i], 1 + in[i])) * (1 / 2.2f));
}

// A table of 1024, by each block for itself; between two of it, a line.
__global__ void tonemap_table(const float *in, float *out, int n)
{
    __shared__ float table[1025];

    for (int e = threadIdx.x; e < 1025; e += blockDim.x)
        table[e] = powf(e / (1024.f + e), 1 / 2.2f);
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x) {
        float x = in[i] * 1024;
        int e = min((int)x, 1023);
        out[i] = table[e] + (x - e) * (table[e + 1] - table[e]);
    }
}

// A lens bends three planes of a picture.
__device__ static float2 bent(int x, int y, int w, int h)
{
    float u = (2.f * x - w) / w, v = (2.f * y - h) / h, r = u * u + v * v;
    float k = (1 + 0.1f * r + 0.03f * r * r) / (1 + 0.05f * r);

    return make_float2(0.5f * (u * k + 1) * w, 0.5f * (v * k + 1) * h);
}

__device__ static float between(const float *in, int w, int h, float2 p)
{
    int x = (int)floorf(p.x), y = (int)floorf(p.y);
    float u = p.x - x, v = p.y - y;

    return (1 - v) *
               ((1 - u) * at(in, w, h, x, y) + u * at(in, w, h, x + 1, y)) +
           v * ((1 - u) * at(in, w, h, x, y + 1) +
                u * at(in, w, h, x + 1, y + 1));
}

__global__ void lens_three_at_once(const float *in, float *out, int w, int h)
{
    int x = across(), y = below();

    if (x >= w || y >= h)
        return;
    float2 p = bent(x, y, w, h);
    for (int plane = 0; plane < 3; plane++)
        out[(plane * h + y) * w + x] = between(in + plane * w * h, w, h, p);
}

__global__ void lens_each_plane(const float *in, float *out, int w, int h)
{
    int x = across(), y = below(), plane = blockIdx.z;

    if (x < w && y < h)
        out[(plane * h + y) * w + x] =
            between(in + plane * w * h, w, h, bent(x, y, w, h));
}

__global__ void lens_make_map(float2 *map, int w, int h)
{
    int x = across(), y = below();

    if (x < w && y < h)
        map[y * w + x] = bent(x, y, w, h);
}

__global__ void lens_by_map(const float *in, float *out, int w, int h,
                            const float2 *map)
{
    int x = across(), y = below(), plane = blockIdx.z;

    if (x < w && y < h)
        out[(plane * h + y) * w + x] =
            between(in + plane * w * h, w, h, map[y * w + x]);
}

// ---- bytes and codes --------------------------------------------------------

// How many characters are in 64 bytes of UTF-8?
__global__ void utf8_bytes(const u8 *text, int *out, int n)
{
    int i = me(), count = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++)
        if ((text[64 * i + k] & 0xc0) != 0x80)
            count++;
    out[i] = count;
}

__global__ void utf8_words(const uint4 *text, int *out, int n)
{
    int i = me(), more = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 4; k++) {
        uint4 v = text[4 * i + k];
        more += __popc(v.x & ~(v.x << 1) & 0x80808080u);
        more += __popc(v.y & ~(v.y << 1) & 0x80808080u);
        more += __popc(v.z & ~(v.z << 1) & 0x80808080u);
        more += __popc(v.w & ~(v.w << 1) & 0x80808080u);
    }
    out[i] = 64 - more;
}

__global__ void utf8_ballots(const u8 *text, int *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32;

    if (i >= n)
        return;
    u32 one = __ballot_sync(FULL, (text[64 * i + lane] & 0xc0) != 0x80);
    u32 two = __ballot_sync(FULL, (text[64 * i + 32 + lane] & 0xc0) != 0x80);
    if (lane == 0)
        out[i] = __popc(one) + __popc(two);
}

// Speech of four bits: each nibble is a step of a size that changes.
#define STEPS                                                                  \
    {                                                                          \
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37,   \
            41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143, 157,   \
            173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544,   \
            598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707,  \
            1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871,  \
            5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635,     \
            13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794,     \
            32767                                                              \
    }

__constant__ short constant_steps[89] = STEPS;
__device__ short memory_steps[89] = STEPS;

struct voice {
    int value, index;

    __device__ short next(int nibble, const short *steps)
    {
        int step = steps[index], change = step >> 3;

        if (nibble & 4)
            change += step;
        if (nibble & 2)
            change += step >> 1;
        if (nibble & 1)
            change += step >> 2;
        value += nibble & 8 ? -change : change;
        value = min(max(value, -32768), 32767);
        index += nibble & 4 ? 2 * (nibble & 3) + 2 : -1;
        index = min(max(index, 0), 88);
        return value;
    }
};

// Words of a voice are n apart.
__device__ static void decode(const u32 *in, short *out, int n, int i,
                              const short *steps)
{
    voice v = {0, 0};

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++) {
        u32 word = in[k * n + i];
        for (int b = 0; b < 32; b += 4)
            out[(8 * k + b / 4) * n + i] = v.next(word >> b & 15, steps);
    }
}

__global__ void adpcm_constant(const u32 *in, short *out, int n)
{
    decode(in, out, n, me(), constant_steps);
}

__global__ void adpcm_memory(const u32 *in, short *out, int n)
{
    decode(in, out, n, me(), memory_steps);
}

__global__ void adpcm_shared(const u32 *in, short *out, int n)
{
    __shared__ short steps[89];

    for (int e = threadIdx.x; e < 89; e += blockDim.x)
        steps[e] = memory_steps[e];
    __syncthreads();
    decode(in, out, n, me(), steps);
}

// Rice codes, 24 in 512 bits: zeros, a one, three bits.  Behind the end: ones.
__device__ static int rice_bit(const u32 *in, int p)
{
    return p < 512 ? in[p / 32] >> (31 - p % 32) & 1 : 1;
}

__global__ void rice_bits(const u32 *in, u32 *out, int n)
{
    int i = me(), p = 0;
    u32 sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 24; k++) {
        int value = 0;
        while (!rice_bit(in + 16 * i, p++))
            value++;
        for (int b = 0; b < 3; b++)
            value = 2 * value + rice_bit(in + 16 * i, p++);
        sum = 31 * sum + value;
    }
    out[i] = sum;
}

__device__ static u32 rice_window(const u32 *in, int p)
{
    u32 high = p < 512 ? in[p / 32] : FULL;
    u32 low = p < 480 ? in[p / 32 + 1] : FULL;

    return __funnelshift_l(low, high, p % 32);
}

__global__ void rice_clz(const u32 *in, u32 *out, int n)
{
    int i = me(), p = 0;
    u32 sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 24; k++) {
        int zeros = 0;
        u32 window;
        while (!(window = rice_window(in + 16 * i, p))) {
            zeros += 32;
            p += 32;
        }
        zeros += __clz(window);
        p += __clz(window) + 1;
        sum = 31 * sum + 8 * zeros + (rice_window(in + 16 * i, p) >> 29);
        p += 3;
    }
    out[i] = sum;
}

// Numbers of 11 bits, packed.
__global__ void unpack_bits(const u32 *in, int *out, int n)
{
    int i = me(), value = 0;

    if (i >= n)
        return;
    for (int b = 0; b < 11; b++) {
        int p = 11 * i + b;
        value |= (in[p / 32] >> p % 32 & 1) << b;
    }
    out[i] = value;
}

__global__ void unpack_two_words(const u32 *in, int *out, int n)
{
    int i = me(), p = 11 * i;

    if (i < n)
        out[i] = __funnelshift_r(in[p / 32], in[p / 32 + 1], p % 32) & 2047;
}

// A warp has 32 numbers in 11 words: lanes hold one and ask for theirs.
__global__ void unpack_lanes(const u32 *in, int *out, int n)
{
    int i = me(), lane = threadIdx.x % 32, p = 11 * lane;
    u32 word = lane < 11 ? in[i / 32 * 11 + lane] : 0;
    u32 low = __shfl_sync(FULL, word, p / 32);
    u32 high = __shfl_sync(FULL, word, p / 32 + 1);

    if (i < n)
        out[i] = __funnelshift_r(low, high, p % 32) & 2047;
}

// Products of bytes in the field of 256 elements.
__global__ void galois_while(const u8 *a, const u8 *b, u8 *c, int n)
{
    int i = me();

    if (i >= n)
        return;
    u8 x = a[i], y = b[i], product = 0;
    while (x && y) {
        if (y & 1)
            product ^= x;
        x = x & 0x80 ? x << 1 ^ 0x1b : x << 1;
        y >>= 1;
    }
    c[i] = product;
}

__global__ void galois_eight_steps(const u8 *a, const u8 *b, u8 *c, int n)
{
    int i = me();

    if (i >= n)
        return;
    u32 x = a[i], y = b[i], product = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        product ^= x & -(y >> k & 1);
        x = x << 1 ^ (0x11b & -(x >> 7));
    }
    c[i] = product;
}

__global__ void galois_four_at_once(const u32 *a, const u32 *b, u32 *c, int n)
{
    int i = me();

    if (i >= n / 4)
        return;
    u32 x = a[i], y = b[i], product = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        product ^= x & (y >> k & 0x01010101u) * 255;
        x = (x & 0x7f7f7f7fu) << 1 ^ (x >> 7 & 0x01010101u) * 0x1b;
    }
    c[i] = product;
}

// Commas that are not between quotes, in lines of 64 bytes.
__device__ static bool quote(u8 c)
{
    return c % 16 == 3;
}

__device__ static bool comma(u8 c)
{
    return c % 8 == 5;
}

__global__ void quoted_thread(const u8 *text, int *out, int n)
{
    int i = me(), count = 0;
    bool inside = false;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++) {
        u8 c = text[64 * i + k];
        if (quote(c))
            inside = !inside;
        else if (comma(c) && !inside)
            count++;
    }
    out[i] = count;
}

__global__ void quoted_ballots(const u8 *text, int *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32, count = 0;
    u32 before = (1u << lane) - 1, inside = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k += 32) {
        u8 c = text[64 * i + k + lane];
        u32 quotes = __ballot_sync(FULL, quote(c));
        bool in = (__popc(quotes & before) + inside) & 1;
        count += __popc(__ballot_sync(FULL, comma(c) && !in));
        inside += __popc(quotes);
    }
    if (lane == 0)
        out[i] = count;
}

__global__ void quoted_running_xor(const uchar4 *text, int *out, int n)
{
    int i = me();
    u64 quotes = 0, commas = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++) {
        uchar4 c = text[16 * i + k];
        u32 q =
            quote(c.x) | quote(c.y) << 1 | quote(c.z) << 2 | quote(c.w) << 3;
        u32 m =
            comma(c.x) | comma(c.y) << 1 | comma(c.z) << 2 | comma(c.w) << 3;
        quotes |= (u64)q << 4 * k;
        commas |= (u64)m << 4 * k;
    }
    for (int d = 1; d < 64; d *= 2)
        quotes ^= quotes << d;
    out[i] = __popcll(commas & ~quotes);
}

// ---- curves and polygons ----------------------------------------------------

struct curve {
    float2 p[4];
};

__device__ static float length(float2 a, float2 b)
{
    float x = b.x - a.x, y = b.y - a.y;

    return sqrtf(x * x + y * y);
}

__device__ static float2 part_way(float2 a, float2 b, float t)
{
    return make_float2(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y));
}

// How long is a Bezier curve, by 32 pieces?
__global__ void bezier_casteljau(const curve *in, float *out, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
    curve c = in[i];
    float2 last = c.p[0];
    for (int k = 1; k <= 32; k++) {
        float t = k / 32.f;
        float2 q[4] = {c.p[0], c.p[1], c.p[2], c.p[3]};
        for (int left = 3; left > 0; left--)
            for (int e = 0; e < left; e++)
                q[e] = part_way(q[e], q[e + 1], t);
        sum += length(last, q[0]);
        last = q[0];
    }
    out[i] = sum;
}

__device__ static float bernstein(float a, float b, float c, float d, float t)
{
    float s = 1 - t;

    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c +
           t * t * t * d;
}

__global__ void bezier_bernstein(const curve *in, float *out, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
    const float2 *p = in[i].p;
    float2 last = p[0];
    for (int k = 1; k <= 32; k++) {
        float t = k / 32.f;
        float2 q = make_float2(bernstein(p[0].x, p[1].x, p[2].x, p[3].x, t),
                               bernstein(p[0].y, p[1].y, p[2].y, p[3].y, t));
        sum += length(last, q);
        last = q;
    }
    out[i] = sum;
}

// Differences of three orders: additions only.
__device__ static void differences(float a, float b, float c, float d,
                                   float *by)
{
    float h = 1 / 32.f, c1 = 3 * (b - a), c2 = 3 * (a - 2 * b + c);
    float c3 = d - a + 3 * (b - c);

    by[0] = c1 * h + c2 * h * h + c3 * h * h * h;
    by[1] = 2 * c2 * h * h + 6 * c3 * h * h * h;
    by[2] = 6 * c3 * h * h * h;
}

__global__ void bezier_differences(const curve *in, float *out, int n)
{
    int i = me();
    float x[3], y[3], sum = 0;

    if (i >= n)
        return;
    curve c = in[i];
    differences(c.p[0].x, c.p[1].x, c.p[2].x, c.p[3].x, x);
    differences(c.p[0].y, c.p[1].y, c.p[2].y, c.p[3].y, y);
    for (int k = 0; k < 32; k++) {
        sum += sqrtf(x[0] * x[0] + y[0] * y[0]);
        x[0] += x[1];
        x[1] += x[2];
        y[0] += y[1];
        y[1] += y[2];
    }
    out[i] = sum;
}

// The area of a quadrangle within a square: cut by one side after the other.
// Corners are STEP apart.
__device__ static float inner(float2 p, int side)
{
    return side == 0   ? p.x - 0.25f
           : side == 1 ? 0.75f - p.x
           : side == 2 ? p.y - 0.25f
                       : 0.75f - p.y;
}

template <int STEP> __device__ float clip_area(float2 *from, float2 *to)
{
    int count = 4;
    float area = 0;

    for (int side = 0; side < 4; side++) {
        int kept = 0;
        for (int k = 0; k < count; k++) {
            float2 p = from[k * STEP], q = from[(k + 1) % count * STEP];
            float u = inner(p, side), v = inner(q, side);
            if (u >= 0)
                to[kept++ * STEP] = p;
            if ((u >= 0) != (v >= 0))
                to[kept++ * STEP] = part_way(p, q, u / (u - v));
        }
        count = kept;
        float2 *other = from;
        from = to;
        to = other;
    }
    for (int k = 0; k < count; k++) {
        float2 p = from[k * STEP], q = from[(k + 1) % count * STEP];
        area += p.x * q.y - q.x * p.y;
    }
    return 0.5f * fabsf(area);
}

__global__ void clip_local(const curve *in, float *out, int n)
{
    int i = me();
    float2 one[16], two[16];

    if (i >= n)
        return;
    for (int k = 0; k < 4; k++)
        one[k] = in[i].p[k];
    out[i] = clip_area<1>(one, two);
}

__global__ void clip_shared(const curve *in, float *out, int n)
{
    __shared__ float2 one[16][64], two[16][64];
    int i = me(), t = threadIdx.x;

    if (i >= n)
        return;
    for (int k = 0; k < 4; k++)
        one[k][t] = in[i].p[k];
    out[i] = clip_area<64>(&one[0][t], &two[0][t]);
}

// ---- signals and series -----------------------------------------------------

__constant__ float taps[32] = {
    -.001f, -.002f, -.003f, -.003f, .0f,    .006f,  .013f,  .017f,
    .012f,  -.006f, -.03f,  -.05f,  -.04f,  .02f,   .13f,   .22f,
    .22f,   .13f,   .02f,   -.04f,  -.05f,  -.03f,  -.01f,  .01f,
    .017f,  .013f,  .006f,  .0f,    -.003f, -.003f, -.002f, -.001f};

// A filter of 32; of what comes out, one in four is kept.
__global__ void decimate_direct(const float *in, float *out, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 32; k++)
        sum += taps[k] * in[4 * i + k];
    out[i] = sum;
}

__global__ void decimate_shared(const float *in, float *out, int n)
{
    __shared__ float s[4 * 128 + 28];
    int t = threadIdx.x, i = me(), base = 4 * blockIdx.x * 128;
    float sum = 0;

    for (int e = t; e < 4 * 128 + 28; e += 128)
        s[e] = in[base + e];
    __syncthreads();
    for (int k = 0; k < 32; k++)
        sum += taps[k] * s[4 * t + k];
    if (i < n)
        out[i] = sum;
}

__global__ void decimate_fours(const float4 *in, float *out, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        float4 v = in[i + k];
        sum += taps[4 * k] * v.x + taps[4 * k + 1] * v.y +
               taps[4 * k + 2] * v.z + taps[4 * k + 3] * v.w;
    }
    out[i] = sum;
}

// How often do 256 samples change their sign?
__global__ void crossings_thread(const float *in, int *out, int n)
{
    int i = me(), count = 0;

    if (i >= n)
        return;
    for (int k = 1; k < 256; k++)
        count += (in[256 * i + k - 1] < 0.5f) != (in[256 * i + k] < 0.5f);
    out[i] = count;
}

__global__ void crossings_ballots(const float *in, int *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32, count = 0;
    u32 last = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 256; k += 32) {
        u32 signs = __ballot_sync(FULL, in[256 * i + k + lane] < 0.5f);
        u32 before = signs << 1 | (k ? last : signs & 1);
        count += __popc(signs ^ before);
        last = signs >> 31;
    }
    if (lane == 0)
        out[i] = count;
}

__global__ void crossings_block(const float *in, int *out, int)
{
    int t = threadIdx.x;
    const float *own = in + 256 * blockIdx.x;
    int count =
        __syncthreads_count(t > 0 && (own[t - 1] < 0.5f) != (own[t] < 0.5f));

    if (t == 0)
        out[blockIdx.x] = count;
}

// A signal times a wave: the wave anew, from a table, or turned on.
#define PITCH 0.0123f

__global__ void mixer_sincos(const float *in, float2 *out, int n)
{
    int i = me();
    float s, c;

    if (i >= n)
        return;
    sincosf(PITCH * (i % 512), &s, &c);
    out[i] = make_float2(in[i] * c, in[i] * s);
}

__global__ void mixer_table(const float *in, float2 *out, int n)
{
    __shared__ float2 wave[512];

    for (int e = threadIdx.x; e < 512; e += blockDim.x)
        sincosf(PITCH * e, &wave[e].y, &wave[e].x);
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x) {
        float2 w = wave[i % 512];
        out[i] = make_float2(in[i] * w.x, in[i] * w.y);
    }
}

// Sixteen samples a thread.
__global__ void mixer_turned(const float *in, float2 *out, int n)
{
    int first = me() * 16;
    float s, c, ds, dc;

    sincosf(PITCH, &ds, &dc);
    sincosf(PITCH * (first % 512), &s, &c);
    for (int i = first; i < first + 16 && i < n; i++) {
        float next = c * dc - s * ds;
        out[i] = make_float2(in[i] * c, in[i] * s);
        s = s * dc + c * ds;
        c = next;
    }
}

// Prices, 64 days of each share: what has been, a tenth less each day.
__global__ void ema_thread(const float *in, float *out, int n)
{
    int i = me();
    float v = 0;

    if (i < n)
        for (int day = 0; day < 64; day++) {
            v = 0.9f * v + 0.1f * in[64 * i + day];
            out[64 * i + day] = v;
        }
}

__global__ void ema_tile(const float *in, float *out, int n)
{
    __shared__ float tile[32][65];
    int t = threadIdx.x, first = blockIdx.x * 32, e;
    float v = 0;

    for (e = t; e < 32 * 64 && first + e / 64 < n; e += 32)
        tile[e / 64][e % 64] = in[64 * first + e];
    __syncwarp();
    for (int day = 0; day < 64 && first + t < n; day++) {
        v = 0.9f * v + 0.1f * tile[t][day];
        tile[t][day] = v;
    }
    __syncwarp();
    for (e = t; e < 32 * 64 && first + e / 64 < n; e += 32)
        out[64 * first + e] = tile[e / 64][e % 64];
}

// A warp for a share, two days a lane, a running sum with weights.
__global__ void ema_lanes(const float2 *in, float2 *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32;
    float weight = 0.81f;

    if (i >= n)
        return;
    float2 day = in[32 * i + lane];
    float sum = 0.09f * day.x + 0.1f * day.y;
    for (int d = 1; d < 32; d *= 2) {
        float before = __shfl_up_sync(FULL, sum, d);
        if (lane >= d)
            sum += weight * before;
        weight *= weight;
    }
    float before = __shfl_up_sync(FULL, sum, 1);
    day.x = 0.1f * day.x + 0.9f * (lane ? before : 0);
    out[32 * i + lane] = make_float2(day.x, sum);
}

// The greatest loss from a day to a later one, of 128 days.
__global__ void drawdown_thread(const float *in, float *out, int n)
{
    int i = me();
    float most = 0, peak = 0;

    if (i >= n)
        return;
    for (int day = 0; day < 128; day++) {
        float v = in[128 * i + day];
        peak = fmaxf(peak, v);
        most = fmaxf(most, peak - v);
    }
    out[i] = most;
}

struct stretch {
    float most, high, low;
};

__device__ static stretch joined(stretch a, stretch b)
{
    return {fmaxf(fmaxf(a.most, b.most), a.high - b.low), fmaxf(a.high, b.high),
            fminf(a.low, b.low)};
}

__global__ void drawdown_lanes(const float4 *in, float *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32;

    if (i >= n)
        return;
    float4 v = in[32 * i + lane];
    stretch s = joined(joined({0, v.x, v.x}, {0, v.y, v.y}),
                       joined({0, v.z, v.z}, {0, v.w, v.w}));
    for (int d = 1; d < 32; d *= 2)
        s = joined(s, {__shfl_down_sync(FULL, s.most, d),
                       __shfl_down_sync(FULL, s.high, d),
                       __shfl_down_sync(FULL, s.low, d)});
    if (lane == 0)
        out[i] = s.most;
}

// ---- small and large matrices -----------------------------------------------

// Levinson's recursion of order 8: the error that is left.
__global__ void levinson_loops(const float *in, float *out, int n, int order)
{
    int i = me();
    float a[9], b[9];

    if (i >= n)
        return;
    float error = in[i] + order;
    for (int m = 1; m <= order; m++) {
        float sum = in[m * n + i];
        for (int k = 1; k < m; k++)
            sum += a[k] * in[(m - k) * n + i];
        float turn = -sum / error;
        for (int k = 1; k < m; k++)
            b[k] = a[k] + turn * a[m - k];
        b[m] = turn;
        for (int k = 1; k <= m; k++)
            a[k] = b[k];
        error *= 1 - turn * turn;
    }
    out[i] = error;
}

__global__ void levinson_registers(const float *in, float *out, int n)
{
    int i = me();
    float r[9], a[9];

    if (i >= n)
        return;
#pragma unroll
    for (int k = 0; k <= 8; k++)
        r[k] = in[k * n + i];
    float error = r[0] + 8;
#pragma unroll
    for (int m = 1; m <= 8; m++) {
        float sum = r[m];
#pragma unroll
        for (int k = 1; k < m; k++)
            sum += a[k] * r[m - k];
        float turn = -sum / error;
#pragma unroll
        for (int k = 1; k <= m / 2; k++) {
            float low = a[k], high = a[m - k];
            a[k] = low + turn * high;
            if (k != m - k)
                a[m - k] = high + turn * low;
        }
        a[m] = turn;
        error *= 1 - turn * turn;
    }
    out[i] = error;
}

// Determinants of 4 x 4.
struct mat4 {
    float4 row[4];
};

__device__ static float two_by_two(float a, float b, float c, float d)
{
    return a * d - b * c;
}

__global__ void determinant_minors(const mat4 *in, float *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    float4 a = in[i].row[0], b = in[i].row[1], c = in[i].row[2];
    float4 d = in[i].row[3];
    out[i] = two_by_two(a.x, a.y, b.x, b.y) * two_by_two(c.z, c.w, d.z, d.w) -
             two_by_two(a.x, a.z, b.x, b.z) * two_by_two(c.y, c.w, d.y, d.w) +
             two_by_two(a.x, a.w, b.x, b.w) * two_by_two(c.y, c.z, d.y, d.z) +
             two_by_two(a.y, a.z, b.y, b.z) * two_by_two(c.x, c.w, d.x, d.w) -
             two_by_two(a.y, a.w, b.y, b.w) * two_by_two(c.x, c.z, d.x, d.z) +
             two_by_two(a.z, a.w, b.z, b.w) * two_by_two(c.x, c.y, d.x, d.y);
}

// Rows change places for the greatest pivot: an array with an index.
__global__ void determinant_pivots(const float *in, float *out, int n)
{
    int i = me();
    float m[16], product = 1;

    if (i >= n)
        return;
    for (int e = 0; e < 16; e++)
        m[e] = in[16 * i + e];
    for (int p = 0; p < 4; p++) {
        int best = p;
        for (int r = p + 1; r < 4; r++)
            if (fabsf(m[4 * r + p]) > fabsf(m[4 * best + p]))
                best = r;
        if (best != p)
            product = -product;
        for (int c = p; c < 4; c++) {
            float held = m[4 * best + c];
            m[4 * best + c] = m[4 * p + c];
            m[4 * p + c] = held;
        }
        product *= m[5 * p];
        for (int r = p + 1; r < 4; r++) {
            float f = m[4 * r + p] / m[5 * p];
            for (int c = p; c < 4; c++)
                m[4 * r + c] -= f * m[4 * p + c];
        }
    }
    out[i] = product;
}

// Four lanes have a row each; the one with the pivot tells its row.
__global__ void determinant_lanes(const float4 *in, float *out, int n)
{
    int t = me(), r = t % 4;
    bool done = false, real = t < 4 * n;
    float4 v = real ? in[t] : make_float4(1, 1, 1, 1);
    float product = 1;

#pragma unroll
    for (int p = 0; p < 4; p++) {
        float own = p == 0 ? v.x : p == 1 ? v.y : p == 2 ? v.z : v.w;
        float most = done ? -1 : fabsf(own);
        most = fmaxf(most, __shfl_xor_sync(FULL, most, 1));
        most = fmaxf(most, __shfl_xor_sync(FULL, most, 2));
        u32 who = __ballot_sync(FULL, !done && fabsf(own) == most);
        u32 left = __ballot_sync(FULL, !done) >> (t & 28) & 15;
        int pivot = __ffs(who >> (t & 28) & 15) - 1;
        float top = __shfl_sync(FULL, own, pivot, 4);
        float4 w = make_float4(
            __shfl_sync(FULL, v.x, pivot, 4), __shfl_sync(FULL, v.y, pivot, 4),
            __shfl_sync(FULL, v.z, pivot, 4), __shfl_sync(FULL, v.w, pivot, 4));
        product *= __popc(left & ((1 << pivot) - 1)) & 1 ? -top : top;
        done = done || pivot == r;
        float f = done ? 0 : own / top;
        v.x -= f * w.x;
        v.y -= f * w.y;
        v.z -= f * w.z;
        v.w -= f * w.w;
    }
    if (real && r == 0)
        out[t / 4] = product;
}

// A matrix with the same on each diagonal, times a vector: d[i - j + n].
__global__ void toeplitz_plain(const float *d, const float *x, float *y, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
    for (int j = 0; j < n; j++)
        sum += d[i - j + n] * x[j];
    y[i] = sum;
}

__global__ void toeplitz_shared(const float *d, const float *x, float *y, int n)
{
    __shared__ float diagonal[255], part[128];
    int t = threadIdx.x, i = me(), top = blockIdx.x * 128;
    float sum = 0;

    for (int m = 0; m < n; m += 128) {
        for (int e = t; e < 255; e += 128) {
            int k = top - m - 127 + e + n;
            diagonal[e] = k >= 0 && k < 2 * n ? d[k] : 0;
        }
        part[t] = m + t < n ? x[m + t] : 0;
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += diagonal[t - j + 127] * part[j];
        __syncthreads();
    }
    if (i < n)
        y[i] = sum;
}

// A warp for four rows beside each other: what one has had, the next needs.
__global__ void toeplitz_four_rows(const float *d, const float *x, float *y,
                                   int n)
{
    int i = me() / 32 * 4, lane = threadIdx.x % 32;
    float sum[4] = {0, 0, 0, 0};

    if (i >= n)
        return;
    for (int j = lane; j < n; j += 32)
#pragma unroll
        for (int r = 0; r < 4; r++)
            sum[r] += d[i + r - j + n] * x[j];
#pragma unroll
    for (int r = 0; r < 4; r++) {
        for (int k = 16; k > 0; k /= 2)
            sum[r] += __shfl_xor_sync(FULL, sum[r], k);
        if (lane == 0 && i + r < n)
            y[i + r] = sum[r];
    }
}

// Vectors of 64 behind a mirror: x - 2 (v x) v.
__global__ void reflect_thread(const float *v, const float *in, float *out,
                               int n)
{
    int i = me();
    float dot = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++)
        dot += v[k] * in[64 * i + k];
    for (int k = 0; k < 64; k++)
        out[64 * i + k] = in[64 * i + k] - 2 * dot * v[k];
}

__global__ void reflect_warp(const float *v, const float *in, float *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32;

    if (i >= n)
        return;
    float a = in[64 * i + lane], b = in[64 * i + 32 + lane];
    float dot = v[lane] * a + v[32 + lane] * b;
    for (int d = 16; d > 0; d /= 2)
        dot += __shfl_xor_sync(FULL, dot, d);
    out[64 * i + lane] = a - 2 * dot * v[lane];
    out[64 * i + 32 + lane] = b - 2 * dot * v[32 + lane];
}

__global__ void reflect_half_warp(const float4 *v, const float4 *in,
                                  float4 *out, int n)
{
    int t = me();
    bool real = t < 16 * n;
    float4 a = real ? in[t] : make_float4(0, 0, 0, 0), m = v[t % 16];
    float dot = m.x * a.x + m.y * a.y + m.z * a.z + m.w * a.w;

    for (int d = 8; d > 0; d /= 2)
        dot += __shfl_xor_sync(FULL, dot, d);
    dot *= 2;
    if (real)
        out[t] = make_float4(a.x - dot * m.x, a.y - dot * m.y, a.z - dot * m.z,
                             a.w - dot * m.w);
}

// Two sparse vectors of 64 in order: which is the k-th place of one?
__device__ static int place(const int *random, int k)
{
    return 4 * k + (random[k] & 3);
}

__global__ void sparse_dot_merge(const int *p, const int *q, const float *a,
                                 const float *b, float *out, int n)
{
    int i = me(), j = 0, k = 0;
    float sum = 0;

    if (i >= n)
        return;
    while (j < 64 && k < 64) {
        int u = place(p + 64 * i, j), v = place(q + 64 * i, k);
        if (u == v)
            sum += a[64 * i + j] * b[64 * i + k];
        j += u <= v;
        k += v <= u;
    }
    out[i] = sum;
}

__device__ static int found(const int *q, int wanted)
{
    int low = 0, high = 63;

    while (low < high) {
        int middle = (low + high) / 2;
        if (place(q, middle) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return place(q, low) == wanted ? low : -1;
}

__global__ void sparse_dot_search(const int *p, const int *q, const float *a,
                                  const float *b, float *out, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
    for (int j = 0; j < 64; j++) {
        int k = found(q + 64 * i, place(p + 64 * i, j));
        if (k >= 0)
            sum += a[64 * i + j] * b[64 * i + k];
    }
    out[i] = sum;
}

// A warp spreads one of them out in shared memory.
__global__ void sparse_dot_spread(const int *p, const int *q, const float *a,
                                  const float *b, float *out, int n)
{
    __shared__ float spread[4][256];
    int i = me() / 32, lane = threadIdx.x % 32;
    float *own = spread[threadIdx.x / 32], sum = 0;

    if (i >= n)
        return;
    for (int k = lane; k < 256; k += 32)
        own[k] = 0;
    __syncwarp();
    for (int k = lane; k < 64; k += 32)
        own[place(q + 64 * i, k)] = b[64 * i + k];
    __syncwarp();
    for (int j = lane; j < 64; j += 32)
        sum += a[64 * i + j] * own[place(p + 64 * i, j)];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(FULL, sum, d);
    if (lane == 0)
        out[i] = sum;
}

// Products of matrices of bits, W words a row: is there a way of two edges?
__device__ static u32 edges(const u32 *a, int word)
{
    return a[word] & a[word] << 7 & a[word] << 13;
}

__global__ void hops_bits(const u32 *a, const u32 *b, u32 *out, int w)
{
    int col = across(), row = below();
    bool any = false;

    for (int k = 0; k < 32 * w && !any; k++)
        if (edges(a, row * w + k / 32) >> k % 32 & 1)
            any = edges(b, k * w + col / 32) >> col % 32 & 1;
    u32 word = __ballot_sync(FULL, any);
    if (col % 32 == 0)
        out[row * w + col / 32] = word;
}

__global__ void hops_words(const u32 *a, const u32 *b, u32 *out, int w)
{
    int t = me(), row = t / w, col = t % w;
    u32 any = 0;

    if (row >= 32 * w)
        return;
    for (int k = 0; k < 32 * w; k++)
        if (edges(a, row * w + k / 32) >> k % 32 & 1)
            any |= edges(b, k * w + col);
    out[t] = any;
}

__global__ void hops_next_edge(const u32 *a, const u32 *b, u32 *out, int w)
{
    int t = me(), row = t / w, col = t % w;
    u32 any = 0;

    if (row >= 32 * w)
        return;
    for (int k = 0; k < w; k++)
        for (u32 left = edges(a, row * w + k); left; left &= left - 1)
            any |= edges(b, (32 * k + __ffs(left) - 1) * w + col);
    out[t] = any;
}

// ---- and others -------------------------------------------------------------

// Sand: four grains or more on a place fall to all sides.
__device__ static int grains(const int *in, int w, int h, int x, int y)
{
    return x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] & 7 : 0;
}

__global__ void sand_gather(const int *in, int *out, int w, int h)
{
    int x = across(), y = below();

    if (x >= w || y >= h)
        return;
    int own = grains(in, w, h, x, y);
    int more =
        (grains(in, w, h, x - 1, y) >= 4) + (grains(in, w, h, x + 1, y) >= 4) +
        (grains(in, w, h, x, y - 1) >= 4) + (grains(in, w, h, x, y + 1) >= 4);
    out[y * w + x] = (own >= 4 ? own - 4 : own) + more;
}

__global__ void sand_tile(const int *in, int *out, int w, int h)
{
    __shared__ int tile[10][34];
    int tx = threadIdx.x, ty = threadIdx.y, x = across(), y = below();

    for (int e = ty * 32 + tx; e < 340; e += 256)
        tile[e / 34][e % 34] = grains(in, w, h, blockIdx.x * 32 + e % 34 - 1,
                                      blockIdx.y * 8 + e / 34 - 1);
    __syncthreads();
    if (x >= w || y >= h)
        return;
    int own = tile[ty + 1][tx + 1];
    int more = tile[ty + 1][tx] / 4 + tile[ty + 1][tx + 2] / 4 +
               tile[ty][tx + 1] / 4 + tile[ty + 2][tx + 1] / 4;
    out[y * w + x] = own % 4 + more;
}

__global__ void sand_nought(int *out, int n)
{
    if (me() < n)
        out[me()] = 0;
}

__global__ void sand_scatter(const int *in, int *out, int w, int h)
{
    int x = across(), y = below();

    if (x >= w || y >= h)
        return;
    int own = grains(in, w, h, x, y);
    atomicAdd(&out[y * w + x], own % 4);
    if (own < 4)
        return;
    if (x > 0)
        atomicAdd(&out[y * w + x - 1], 1);
    if (x < w - 1)
        atomicAdd(&out[y * w + x + 1], 1);
    if (y > 0)
        atomicAdd(&out[(y - 1) * w + x], 1);
    if (y < h - 1)
        atomicAdd(&out[(y + 1) * w + x], 1);
}

// 1 / x modulo a prime.
#define PRIME 998244353u

__global__ void inverse_euclid(const int *in, u32 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    int a = in[i] + 1, b = PRIME, u = 1, v = 0;
    while (b) {
        int q = a / b, rest = a - q * b, next = u - q * v;
        a = b;
        b = rest;
        u = v;
        v = next;
    }
    out[i] = u < 0 ? u + PRIME : u;
}

__global__ void inverse_power(const int *in, u32 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u64 x = in[i] + 1, result = 1;
    for (u32 e = PRIME - 2; e; e >>= 1) {
        if (e & 1)
            result = result * x % PRIME;
        x = x * x % PRIME;
    }
    out[i] = (u32)result;
}

__device__ static u32 reduced(u64 x)
{
    u32 m = (u32)x * 998244351u, high = (x + (u64)m * PRIME) >> 32;

    return high >= PRIME ? high - PRIME : high;
}

// Montgomery's products: 932051910 is 2^64 modulo the prime.
__global__ void inverse_montgomery(const int *in, u32 *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u32 x = reduced((in[i] + 1ull) * 932051910u), result = reduced(932051910u);
    for (u32 e = PRIME - 2; e; e >>= 1) {
        if (e & 1)
            result = reduced((u64)result * x);
        x = reduced((u64)x * x);
    }
    out[i] = reduced(result);
}

// Rows of 256 numbers to bytes, by the greatest of the row.
__device__ static s8 quantum(float x, float most)
{
    return (s8)__float2int_rn(x * (127 / most));
}

__global__ void quantise_thread(const float *in, s8 *out, int n)
{
    int i = me();
    float most = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 256; k++)
        most = fmaxf(most, fabsf(in[256 * i + k]));
    for (int k = 0; k < 256; k++)
        out[256 * i + k] = quantum(in[256 * i + k], most);
}

__global__ void quantise_block(const float *in, s8 *out, int)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float own = in[blockIdx.x * 256 + t];

    s[t] = fabsf(own);
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            s[t] = fmaxf(s[t], s[t + half]);
    }
    __syncthreads();
    out[blockIdx.x * 256 + t] = quantum(own, s[0]);
}

__device__ static float greatest(float4 v)
{
    return fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
}

__device__ static char4 quanta(float4 v, float most)
{
    return make_char4(quantum(v.x, most), quantum(v.y, most),
                      quantum(v.z, most), quantum(v.w, most));
}

__global__ void quantise_warp(const float4 *in, char4 *out, int n)
{
    int i = me() / 32, lane = threadIdx.x % 32;

    if (i >= n)
        return;
    float4 one = in[64 * i + lane], two = in[64 * i + 32 + lane];
    float most = fmaxf(greatest(one), greatest(two));
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(FULL, most, d));
    out[64 * i + lane] = quanta(one, most);
    out[64 * i + 32 + lane] = quanta(two, most);
}

// 52 cards are shuffled, five are dealt.  A thread's cards are STEP apart.
template <int STEP> __device__ u32 five_cards(u8 *card, u32 state)
{
    u32 hand = 0;

    for (int k = 0; k < 52; k++)
        card[k * STEP] = k;
    for (int k = 51; k > 0; k--) {
        state = state * 1664525u + 1013904223u;
        int other = (state >> 8) % (k + 1);
        u8 held = card[k * STEP];
        card[k * STEP] = card[other * STEP];
        card[other * STEP] = held;
    }
    for (int k = 0; k < 5; k++)
        hand = 52 * hand + card[k * STEP];
    return hand;
}

__global__ void deal_local(u32 *out, int n)
{
    u8 card[52];

    if (me() < n)
        out[me()] = five_cards<1>(card, me());
}

__global__ void deal_shared(u32 *out, int n)
{
    __shared__ u8 card[52][64];

    if (me() < n)
        out[me()] = five_cards<64>(&card[0][threadIdx.x], me());
}

#include "others11.def"

TIMES_MAIN
