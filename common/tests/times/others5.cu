/*
 * others5.cu - the set: kernels of other kinds, once unseen like those of
 * others4.cu.
 */
#include "times.h"

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

static const unsigned full = 0xffffffffu;

// ---- a wave in a pond: two steps of time give the next ----------------------

__global__ void wave_plain(const float *u, const float *before, float *next,
                           int w, int h, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;

    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    next[i] = 2 * u[i] - before[i] +
              k * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - 4 * u[i]);
}

__global__ void wave_tile(const float *u, const float *before, float *next,
                          int w, int h, float k)
{
    __shared__ float s[10][34];
    int left = blockIdx.x * 32 - 1, top = blockIdx.y * 8 - 1;
    int tx = threadIdx.x, ty = threadIdx.y;

    for (int id = ty * 32 + tx; id < 340; id += 256) {
        int x = left + id % 34, y = top + id / 34;
        s[id / 34][id % 34] =
            x >= 0 && y >= 0 && x < w && y < h ? u[y * w + x] : 0;
    }
    __syncthreads();
    int x = left + 1 + tx, y = top + 1 + ty, i = y * w + x;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    float mine = s[ty + 1][tx + 1];
    next[i] = 2 * mine - before[i] +
              k * (s[ty + 1][tx] + s[ty + 1][tx + 2] + s[ty][tx + 1] +
                   s[ty + 2][tx + 1] - 4 * mine);
}

// Sixteen rows for each thread.
__global__ void wave_down(const float *u, const float *before, float *next,
                          int w, int h, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int first = max((int)blockIdx.y * 16, 1);
    int last = min((int)blockIdx.y * 16 + 16, h - 1);

    if (x < 1 || x >= w - 1)
        return;
    float up = u[(first - 1) * w + x], mine = u[first * w + x];
    for (int y = first; y < last; y++) {
        int i = y * w + x;
        float down = u[i + w];
        next[i] = 2 * mine - before[i] +
                  k * (u[i - 1] + u[i + 1] + up + down - 4 * mine);
        up = mine;
        mine = down;
    }
}

// ---- mean of 27 in a cube ---------------------------------------------------

__global__ void cube27_loops(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z + 1;
    float sum = 0;

    if (x >= n - 1 || y >= n - 1)
        return;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                sum += in[((z + dz) * n + y + dy) * n + x + dx];
    out[(z * n + y) * n + x] = sum / 27;
}

__device__ float plane_of_9(const float *in, int n)
{
    return in[-n - 1] + in[-n] + in[-n + 1] + in[-1] + in[0] + in[1] +
           in[n - 1] + in[n] + in[n + 1];
}

__global__ void cube27_planes(const float *in, float *out, int n, int deep)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int z = blockIdx.z * deep + 1, end = min(z + deep, n - 1);

    if (x >= n - 1 || y >= n - 1)
        return;
    in += y * n + x;
    float a = plane_of_9(in + (z - 1) * n * n, n);
    float b = plane_of_9(in + z * n * n, n);
    for (; z < end; z++) {
        float c = plane_of_9(in + (z + 1) * n * n, n);
        out[(z * n + y) * n + x] = (a + b + c) / 27;
        a = b;
        b = c;
    }
}

// ---- Rodinia's hot spot -----------------------------------------------------

__global__ void hotspot_ternaries(const float *t, const float *power,
                                  float *out, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (c >= w || r >= h)
        return;
    float mine = t[r * w + c];
    float n = r == 0 ? mine : t[(r - 1) * w + c];
    float s = r == h - 1 ? mine : t[(r + 1) * w + c];
    float e = c == w - 1 ? mine : t[r * w + c + 1];
    float o = c == 0 ? mine : t[r * w + c - 1];
    out[r * w + c] = mine + 0.1f * (power[r * w + c] + (n + s - 2 * mine) / 3 +
                                    (e + o - 2 * mine) / 5 + (80 - mine) / 7);
}

// Nine cases, as the C version has them.
__global__ void hotspot_cases(const float *t, const float *power, float *out,
                              int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y, i = r * w + c;
    float down, right;

    if (c >= w || r >= h)
        return;
    if (r == 0)
        down = t[i + w] - t[i];
    else if (r == h - 1)
        down = t[i - w] - t[i];
    else
        down = t[i + w] + t[i - w] - 2 * t[i];
    if (c == 0)
        right = t[i + 1] - t[i];
    else if (c == w - 1)
        right = t[i - 1] - t[i];
    else
        right = t[i + 1] + t[i - 1] - 2 * t[i];
    out[i] = t[i] + 0.1f * (power[i] + down * (1.f / 3) + right * (1.f / 5) +
                            (80 - t[i]) * (1.f / 7));
}

// ---- how many of each letter ------------------------------------------------

__global__ void letters_block(const u8 *text, int *counts, int n)
{
    __shared__ int s[32];

    if (threadIdx.x < 32)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        atomicAdd(&s[text[i] & 31], 1);
    __syncthreads();
    if (threadIdx.x < 32)
        atomicAdd(&counts[threadIdx.x], s[threadIdx.x]);
}

__global__ void letters_warp(const u8 *text, int *counts, int n)
{
    __shared__ int s[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

    s[warp][lane] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        atomicAdd(&s[warp][text[i] & 31], 1);
    __syncthreads();
    if (warp == 0)
        atomicAdd(&counts[lane],
                  s[0][lane] + s[1][lane] + s[2][lane] + s[3][lane]);
}

// Every thread counts for itself.
__global__ void letters_thread(const u8 *text, int *counts, int n)
{
    __shared__ int s[32][128];
    int t = threadIdx.x;

    for (int k = 0; k < 32; k++)
        s[k][t] = 0;
    for (int i = blockIdx.x * 128 + t; i < n; i += 128 * gridDim.x)
        s[text[i] & 31][t]++;
    __syncthreads();
    if (t < 32) {
        int sum = 0;
        for (int k = 0; k < 128; k++)
            sum += s[t][(k + t) & 127];
        atomicAdd(&counts[t], sum);
    }
}

// ---- sums so far, of 256 ----------------------------------------------------

__global__ void cumulate_in_place(const float *in, float *out)
{
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    s[t] = in[i];
    __syncthreads();
    for (int d = 1; d < 256; d <<= 1) {
        float x = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += x;
        __syncthreads();
    }
    out[i] = s[t];
}

// Up and down a tree, with half the threads.
__global__ void cumulate_tree(const float *in, float *out)
{
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    s[t] = in[i];
    s[t + 128] = in[i + 128];
    for (int d = 1; d < 256; d *= 2) {
        int at = (t + 1) * 2 * d - 1;
        __syncthreads();
        if (at < 256)
            s[at] += s[at - d];
    }
    for (int d = 64; d > 0; d /= 2) {
        int at = (t + 1) * 2 * d - 1;
        __syncthreads();
        if (at + d < 256)
            s[at + d] += s[at];
    }
    __syncthreads();
    out[i] = s[t];
    out[i + 128] = s[t + 128];
}

// A warp for all 256, which goes from 32 to 32.
__global__ void cumulate_carry(const float *in, float *out, int groups)
{
    int group = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float carry = 0;

    if (group >= groups)
        return;
    for (int k = 0; k < 8; k++) {
        float x = in[group * 256 + k * 32 + lane];
        for (int d = 1; d < 32; d *= 2) {
            float y = __shfl_up_sync(full, x, d);
            x = lane >= d ? x + y : x;
        }
        x += carry;
        out[group * 256 + k * 32 + lane] = x;
        carry = __shfl_sync(full, x, 31);
    }
}

// ---- 512 keys in order, with what belongs to them ---------------------------

template <typename T> __device__ void arrange(T *s)
{
    int t = threadIdx.x;

    for (int size = 2; size <= 512; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            __syncthreads();
            int at = 2 * t - (t & (d - 1));
            bool up = (t & (size / 2)) == 0;
            T a = s[at], b = s[at + d];
            if ((a > b) == up) {
                s[at] = b;
                s[at + d] = a;
            }
        }
    __syncthreads();
}

__global__ void arrange_keys(const int *in, int *out)
{
    __shared__ int s[512];
    int t = threadIdx.x, first = blockIdx.x * 512;

    s[t] = in[first + t];
    s[t + 256] = in[first + t + 256];
    arrange(s);
    out[first + t] = s[t];
    out[first + t + 256] = s[t + 256];
}

__global__ void arrange_packed(const int *in, int *out)
{
    __shared__ u64 s[512];
    int t = threadIdx.x, first = blockIdx.x * 512;

    s[t] = (u64)in[first + t] << 32 | t;
    s[t + 256] = (u64)in[first + t + 256] << 32 | (t + 256);
    arrange(s);
    out[first + t] = (int)(u32)s[t];
    out[first + t + 256] = (int)(u32)s[t + 256];
}

__global__ void arrange_two_arrays(const int *in, int *out)
{
    __shared__ int key[512], value[512];
    int t = threadIdx.x, first = blockIdx.x * 512;

    for (int k = t; k < 512; k += 256) {
        key[k] = in[first + k];
        value[k] = k;
    }
    for (int size = 2; size <= 512; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            __syncthreads();
            int at = 2 * t - (t & (d - 1));
            if ((key[at] > key[at + d]) == ((t & (size / 2)) == 0)) {
                int k = key[at], v = value[at];
                key[at] = key[at + d];
                value[at] = value[at + d];
                key[at + d] = k;
                value[at + d] = v;
            }
        }
    __syncthreads();
    out[first + t] = value[t];
    out[first + t + 256] = value[t + 256];
}

// ---- a sharper image: 5 x 5 weights -----------------------------------------

__constant__ float sharp[25] = {0, -1, -1, -1, 0, -1, -2, 3, -2, -1, -1, 3, 9,
                                3, -1, -1, -2, 3, -2, -1, 0, -1, -1, -1, 0};

__device__ float sharpened(const float *in, const float *weights, int x, int y,
                           int w, int h)
{
    float sum = 0;

    for (int v = 0; v < 5; v++)
        for (int u = 0; u < 5; u++) {
            int xx = min(max(x + u - 2, 0), w - 1);
            int yy = min(max(y + v - 2, 0), h - 1);
            sum += weights[v * 5 + u] * in[yy * w + xx];
        }
    return sum;
}

__global__ void sharpen_constant(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < w && y < h)
        out[y * w + x] = sharpened(in, sharp, x, y, w, h);
}

__global__ void sharpen_given(const float *in, const float *weights, float *out,
                              int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < w && y < h)
        out[y * w + x] = sharpened(in, weights, x, y, w, h);
}

__global__ void sharpen_tile(const float *in, float *out, int w, int h)
{
    __shared__ float tile[20][20];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;

    for (int j = ty; j < 20; j += 16)
        for (int i = tx; i < 20; i += 16) {
            int xx = min(max((int)blockIdx.x * 16 + i - 2, 0), w - 1);
            int yy = min(max((int)blockIdx.y * 16 + j - 2, 0), h - 1);
            tile[j][i] = in[yy * w + xx];
        }
    __syncthreads();
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int v = 0; v < 5; v++)
        for (int u = 0; u < 5; u++)
            sum += sharp[v * 5 + u] * tile[ty + v][tx + u];
    out[y * w + x] = sum;
}

// ---- the nearest of 16 centres, in eight dimensions -------------------------

__global__ void clusters_rows(const float *points, const float *centres,
                              int *mine, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = -1;
    float least = 1e30f;

    if (i >= n)
        return;
    for (int c = 0; c < 16; c++) {
        float sum = 0;
        for (int k = 0; k < 8; k++) {
            float d = points[i * 8 + k] - centres[c * 8 + k];
            sum += d * d;
        }
        if (sum < least) {
            least = sum;
            best = c;
        }
    }
    mine[i] = best;
}

__global__ void clusters_columns(const float *points, const float *centres,
                                 int *mine, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = -1;
    float least = 1e30f;

    if (i >= n)
        return;
    for (int c = 0; c < 16; c++) {
        float sum = 0;
        for (int k = 0; k < 8; k++) {
            float d = points[k * n + i] - centres[c * 8 + k];
            sum += d * d;
        }
        if (sum < least) {
            least = sum;
            best = c;
        }
    }
    mine[i] = best;
}

__device__ float apart(float4 a, float4 b)
{
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;

    return x * x + y * y + z * z + w * w;
}

__global__ void clusters_registers(const float4 *points, const float4 *centres,
                                   int *mine, int n)
{
    __shared__ float4 c[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = -1;
    float least = 1e30f;

    if (threadIdx.x < 32)
        c[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    if (i >= n)
        return;
    float4 p = points[2 * i], q = points[2 * i + 1];
    for (int k = 0; k < 16; k++) {
        float sum = apart(p, c[2 * k]) + apart(q, c[2 * k + 1]);
        best = sum < least ? k : best;
        least = fminf(sum, least);
    }
    mine[i] = best;
}

// ---- forces within a distance -----------------------------------------------

template <bool LOOKS>
__global__ void molecules(const float4 *at, float4 *force, int n, float reach)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float4 me = at[i];
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        float4 other = at[j];
        float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
        float r2 = x * x + y * y + z * z + 1e-3f;
        if (LOOKS && r2 > reach)
            continue;
        float f = rsqrtf(r2);
        f = f * f * f * other.w;
        f = r2 > reach ? 0 : f;
        fx += f * x;
        fy += f * y;
        fz += f * z;
    }
    force[i] = make_float4(fx, fy, fz, 0);
}

// ---- the burning ship -------------------------------------------------------

__global__ void ship_each_turn(int *out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
    float cx = -2.2f + 3.4f * px / w, cy = -2 + 2.6f * py / h, x = 0, y = 0;

    if (px >= w || py >= h)
        return;
    while (n < most && x * x + y * y < 4) {
        float t = x * x - y * y + cx;
        y = fabsf(2 * x * y) + cy;
        x = t;
        n++;
    }
    out[py * w + px] = n;
}

// Looks at every eighth only.
__global__ void ship_each_eighth(int *out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
    float cx = -2.2f + 3.4f * px / w, cy = -2 + 2.6f * py / h, x = 0, y = 0;

    if (px >= w || py >= h)
        return;
    for (; n < most; n += 8) {
        for (int k = 0; k < 8; k++) {
            float t = x * x - y * y + cx;
            y = fabsf(2 * x * y) + cy;
            x = t;
        }
        if (!(x * x + y * y < 4))
            break;
    }
    out[py * w + px] = n;
}

// ---- prices of options, and how they change ---------------------------------

__device__ float normal_erf(float x)
{
    return 0.5f * erfcf(-0.70710678f * x);
}

__device__ float normal_polynomial(float x)
{
    float k = 1 / (1 + 0.2316419f * fabsf(x));
    float p =
        0.39894228f * expf(-0.5f * x * x) * k *
        (0.31938153f +
         k * (-0.356563782f +
              k * (1.781477937f + k * (-1.821255978f + k * 1.33027443f))));

    return x > 0 ? 1 - p : p;
}

template <bool ERF>
__global__ void greeks(const float *spot, const float *years, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float s = 50 + 100 * spot[i], t = 0.1f + years[i], v = 0.3f * sqrtf(t);
    float d1 = (logf(s / 100) + (0.02f + 0.045f) * t) / v, d2 = d1 - v;
    float n1 = ERF ? normal_erf(d1) : normal_polynomial(d1);
    float n2 = ERF ? normal_erf(d2) : normal_polynomial(d2);
    out[i] = s * n1 - 100 * expf(-0.02f * t) * n2;
    out[i + n] = n1;
}

__global__ void greeks_fast(const float *spot, const float *years, float *out,
                            int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float s = 50 + 100 * spot[i], t = 0.1f + years[i];
    float r = rsqrtf(t), v = 0.3f * t * r;
    float d1 = __fdividef(__logf(s * 0.01f) + 0.065f * t, v);
    float n1 = __fdividef(1, 1 + __expf(-1.702f * d1));
    float n2 = __fdividef(1, 1 + __expf(-1.702f * (d1 - v)));
    out[i] = s * n1 - 100 * __expf(-0.02f * t) * n2;
    out[i + n] = n1;
}

// A tree of 127 steps: a block for an option, or a warp.
__global__ void leaves_block(const float *strike, float *out)
{
    __shared__ float v[128];
    int t = threadIdx.x;
    float k = strike[blockIdx.x] + 0.5f;

    v[t] = fmaxf(exp2f(0.05f * (2 * t - 127)) - k, 0);
    __syncthreads();
    for (int left = 127; left > 0; left--) {
        float x = t < left ? 0.51f * v[t + 1] + 0.48f * v[t] : 0;
        __syncthreads();
        v[t] = x;
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = v[0];
}

__global__ void leaves_warp(const float *strike, float *out, int n)
{
    int option = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float v[4];

    if (option >= n)
        return;
    float k = strike[option] + 0.5f;
    for (int r = 0; r < 4; r++)
        v[r] = fmaxf(exp2f(0.05f * (2 * (4 * lane + r) - 127)) - k, 0);
    for (int left = 127; left > 0; left--) {
        float next = __shfl_down_sync(full, v[0], 1);
        v[0] = 0.51f * v[1] + 0.48f * v[0];
        v[1] = 0.51f * v[2] + 0.48f * v[1];
        v[2] = 0.51f * v[3] + 0.48f * v[2];
        v[3] = 0.51f * next + 0.48f * v[3];
    }
    if (lane == 0)
        out[option] = v[0];
}

// ---- a sparse matrix as triplets --------------------------------------------

__global__ void triplets_one(const int *row, const int *col, const float *value,
                             const float *x, float *y, int n, int mask)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;

    if (k < n)
        atomicAdd(&y[row[k] & mask], value[k] * x[col[k] & mask]);
}

// Four in a row, which are added at once if they are of one row of the matrix.
__global__ void triplets_runs(const int *row, const int *col,
                              const float *value, const float *x, float *y,
                              int n, int mask)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;

    if (first >= n)
        return;
    int r = row[first] & mask;
    float sum = 0;
    for (int k = first; k < first + 4 && k < n; k++) {
        int next = row[k] & mask;
        if (next != r) {
            atomicAdd(&y[r], sum);
            sum = 0;
            r = next;
        }
        sum += value[k] * x[col[k] & mask];
    }
    atomicAdd(&y[r], sum);
}

// ---- a step of a search in breadth ------------------------------------------

__global__ void frontier_thread(const int *state, const int *edges,
                                int *reached, int nodes)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= nodes || state[v] & 3)
        return;
    for (int k = 0; k < 8; k++) {
        int to = edges[8 * v + k] & (nodes - 1);
        if (state[to] & 3)
            atomicOr(&reached[to], 1);
    }
}

__global__ void frontier_lanes(const int *state, const int *edges, int *reached,
                               int nodes)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, v = id / 8;

    if (v >= nodes || state[v] & 3)
        return;
    int to = edges[id] & (nodes - 1);
    if (state[to] & 3)
        atomicOr(&reached[to], 1);
}

// ---- the least of 3 x 3 bytes -----------------------------------------------

__global__ void erode_nine(const u8 *in, u8 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    u8 least = 255;

    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++)
            if (in[(y + v) * w + x + u] < least)
                least = in[(y + v) * w + x + u];
    out[y * w + x] = least;
}

// Least of columns by the way, those of neighbours by shuffles.
__global__ void erode_shuffled(const u8 *in, u8 *out, int w, int h)
{
    int lane = threadIdx.x, x = blockIdx.x * 30 + lane;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int least = 255;

    if (y < 1 || y >= h - 1)
        return;
    if (x < w)
        least =
            min(min(in[(y - 1) * w + x], in[y * w + x]), in[(y + 1) * w + x]);
    int before = __shfl_up_sync(full, least, 1);
    int after = __shfl_down_sync(full, least, 1);
    if (lane > 0 && lane < 31 && x < w - 1)
        out[y * w + x] = min(min(before, least), after);
}

// ---- which of four words ----------------------------------------------------

__constant__ u8 words[4][6] = {{17, 3, 9, 0, 40, 11},
                               {200, 14, 7, 0, 66, 90},
                               {5, 250, 12, 0, 31, 8},
                               {128, 64, 2, 0, 99, 77}};

__global__ void words_one_by_one(const u8 *text, int *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i + 6 > n)
        return;
    for (int w = 0; w < 4; w++) {
        int k = 0;
        while (k < 6 && text[i + k] == words[w][k])
            k++;
        if (k == 6)
            atomicAdd(&found[w], 1);
    }
}

__global__ void words_no_breaks(const u8 *text, int *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i + 6 > n)
        return;
    for (int w = 0; w < 4; w++) {
        bool same = true;
        for (int k = 0; k < 6; k++)
            same &= text[i + k] == words[w][k];
        if (same)
            atomicAdd(&found[w], 1);
    }
}

// A sum that rolls over sixteen places.
__global__ void words_rolling(const u8 *text, int *found, int n)
{
    int first = 16 * (blockIdx.x * blockDim.x + threadIdx.x);

    if (first + 22 > n)
        return;
    u32 sum = 0;
    for (int k = 0; k < 6; k++)
        sum = sum * 31 + text[first + k];
    for (int i = first; i < first + 16; i++) {
        if (sum == 488131519u || sum == 1445218u)
            atomicAdd(&found[sum & 3], 1);
        sum = (sum - text[i] * 28629151u) * 31 + text[i + 6];
    }
}

// ---- what fits into a knapsack of 511 ---------------------------------------

__global__ void knapsack_two_rows(const int *items, int *best, int count)
{
    __shared__ int row[2][512];
    int t = threadIdx.x, now = 0;

    items += blockIdx.x * count * 2;
    row[0][t] = 0;
    __syncthreads();
    for (int k = 0; k < count; k++) {
        int weight = (items[2 * k] & 63) + 1, worth = items[2 * k + 1] & 255;
        int with = t >= weight ? row[now][t - weight] + worth : 0;
        row[1 - now][t] = max(row[now][t], with);
        now = 1 - now;
        __syncthreads();
    }
    if (t == 511)
        best[blockIdx.x] = row[now][t];
}

__global__ void knapsack_one_row(const int *items, int *best, int count)
{
    __shared__ int row[512];
    int t = threadIdx.x;

    row[t] = 0;
    for (int k = 0; k < count; k++) {
        int weight = items[(blockIdx.x * count + k) * 2] % 64 + 1;
        int worth = items[(blockIdx.x * count + k) * 2 + 1] % 256;
        __syncthreads();
        int with = 0;
        if (t >= weight)
            with = row[t - weight] + worth;
        __syncthreads();
        if (with > row[t])
            row[t] = with;
    }
    if (t == 511)
        best[blockIdx.x] = row[t];
}

// ---- hashes of strings of 64 bytes ------------------------------------------

__global__ void fnv_bytes(const u8 *text, u32 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 h = 2166136261u;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++)
        h = (h ^ text[64 * i + k]) * 16777619u;
    out[i] = h;
}

__global__ void fnv_quads(const uint4 *text, u32 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 h = 2166136261u;

    if (i >= n)
        return;
    for (int q = 0; q < 4; q++) {
        uint4 v = text[4 * i + q];
        u32 part[4] = {v.x, v.y, v.z, v.w};
        for (int p = 0; p < 4; p++)
            for (int b = 0; b < 32; b += 8)
                h = (h ^ (part[p] >> b & 255)) * 16777619u;
    }
    out[i] = h;
}

// ---- numbers at random, and how many pairs are in a circle ------------------

__global__ void walkers_congruential(int *inside, int turns)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
    u32 s = id * 747796405u + 1;

    for (int k = 0; k < turns; k++) {
        s = s * 1664525u + 1013904223u;
        float x = (s >> 8) * (1.0f / 16777216);
        s = s * 1664525u + 1013904223u;
        float y = (s >> 8) * (1.0f / 16777216);
        count += x * x + y * y < 1;
    }
    inside[id] = count;
}

__global__ void walkers_shifts(int *inside, int turns)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
    u64 s = id * 0x9e3779b97f4a7c15ull + 1;

    for (int k = 0; k < turns; k++) {
        s ^= s >> 12;
        s ^= s << 25;
        s ^= s >> 27;
        u64 r = s * 2685821657736338717ull;
        float x = (u32)(r >> 40) * (1.0f / 16777216);
        float y = (u32)(r >> 16 & 0xffffff) * (1.0f / 16777216);
        count += x * x + y * y < 1;
    }
    inside[id] = count;
}

__global__ void walkers_rounds(int *inside, int turns)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, count = 0;

    for (int k = 0; k < turns; k++) {
        u32 a = id, b = k, key = 0xcaffe123u;
#pragma unroll
        for (int r = 0; r < 7; r++) {
            u32 high = __umulhi(a, 0xd256d193u), low = a * 0xd256d193u;
            a = high ^ key ^ b;
            b = low;
            key += 0x9e3779b9u;
        }
        float x = (a >> 8) * (1.0f / 16777216), y = (b >> 8) * (1.f / 16777216);
        count += x * x + y * y < 1;
    }
    inside[id] = count;
}

// ---- Fourier transforms of 256 points ---------------------------------------

__device__ float2 times(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ float2 turned_by(float angle)
{
    float2 w;

    sincosf(angle, &w.y, &w.x);
    return w;
}

__global__ void spectrum_twos(const float2 *in, float2 *out)
{
    __shared__ float2 s[256];
    int t = threadIdx.x;

    in += blockIdx.x * 256;
    float2 a = in[t], b = in[t + 128];
    for (int n = 1;; n *= 2) {
        int k = t % n, to = t / n * 2 * n + k;
        b = times(b, turned_by(-3.14159265f * k / n));
        s[to] = make_float2(a.x + b.x, a.y + b.y);
        s[to + n] = make_float2(a.x - b.x, a.y - b.y);
        __syncthreads();
        a = s[t];
        b = s[t + 128];
        __syncthreads();
        if (n == 128)
            break;
    }
    out[blockIdx.x * 256 + t] = a;
    out[blockIdx.x * 256 + t + 128] = b;
}

__global__ void spectrum_fours(const float2 *in, float2 *out)
{
    __shared__ float2 s[256];
    int t = threadIdx.x;
    float2 v[4];

    for (int r = 0; r < 4; r++)
        v[r] = in[blockIdx.x * 256 + t + 64 * r];
    for (int n = 1; n < 256; n *= 4) {
        int k = t % n, to = t / n * 4 * n + k;
        float2 w = turned_by(-1.57079633f * k / n), w2 = times(w, w);
        float2 a = v[0], b = times(v[1], w), c = times(v[2], w2);
        float2 d = times(v[3], times(w, w2));
        float2 p = {a.x + c.x, a.y + c.y}, q = {a.x - c.x, a.y - c.y};
        float2 f = {b.x + d.x, b.y + d.y}, g = {b.y - d.y, d.x - b.x};
        s[to] = make_float2(p.x + f.x, p.y + f.y);
        s[to + n] = make_float2(q.x + g.x, q.y + g.y);
        s[to + 2 * n] = make_float2(p.x - f.x, p.y - f.y);
        s[to + 3 * n] = make_float2(q.x - g.x, q.y - g.y);
        __syncthreads();
        for (int r = 0; r < 4; r++)
            v[r] = s[t + 64 * r];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        out[blockIdx.x * 256 + t + 64 * r] = v[r];
}

// ---- Cholesky's factors of 16 x 16 ------------------------------------------

__global__ void cholesky_square(const float *in, float *out)
{
    __shared__ float m[16][17];
    int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 256 + y * 16 + x;

    m[y][x] = x == y ? 16 + in[at] : 0.5f;
    __syncthreads();
    for (int k = 0; k < 16; k++) {
        if (x == k && y == k)
            m[k][k] = sqrtf(m[k][k]);
        __syncthreads();
        if (x == k && y > k)
            m[y][k] /= m[k][k];
        __syncthreads();
        if (x > k && y >= x)
            m[y][x] -= m[y][k] * m[x][k];
        __syncthreads();
    }
    out[at] = x <= y ? m[y][x] : 0;
}

// A warp: the lower half of the lanes have a row each, in registers.
__global__ void cholesky_rows(const float *in, float *out, int count)
{
    int which = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
    int y = threadIdx.x % 16;
    float row[16];

    if (which >= count)
        return;
#pragma unroll
    for (int x = 0; x < 16; x++)
        row[x] = x == y ? 16 + in[which * 256 + y * 16 + x] : 0.5f;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        float pivot = sqrtf(__shfl_sync(full, row[k], k, 16));
        row[k] = y == k ? pivot : row[k] / pivot;
#pragma unroll
        for (int x = k + 1; x < 16; x++)
            row[x] -= row[k] * __shfl_sync(full, row[k], x, 16);
    }
#pragma unroll
    for (int x = 0; x < 16; x++)
        out[which * 256 + y * 16 + x] = x <= y ? row[x] : 0;
}

// ---- attention: a query's weights of keys, and the mean of values -----------

__global__ void attention_kept(const float *q, const float *keys,
                               const float *values, float *out, int len)
{
    extern __shared__ float score[];
    __shared__ float query[32], total;
    int t = threadIdx.x;
    float part = 0, sum = 0;

    if (t < 32)
        query[t] = q[blockIdx.x * 32 + t];
    if (t == 0)
        total = 0;
    __syncthreads();
    for (int j = t; j < len; j += blockDim.x) {
        float dot = 0;
        for (int k = 0; k < 32; k++)
            dot += query[k] * keys[j * 32 + k];
        score[j] = expf(0.18f * dot - 2);
        part += score[j];
    }
    atomicAdd(&total, part);
    __syncthreads();
    if (t < 32) {
        for (int j = 0; j < len; j++)
            sum += score[j] * values[j * 32 + t];
        out[blockIdx.x * 32 + t] = sum / total;
    }
}

__global__ void attention_online(const float *q, const float *keys,
                                 const float *values, float *out, int len,
                                 int n)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int k = threadIdx.x % 32;
    float most = -1e30f, total = 0, sum = 0;

    if (row >= n)
        return;
    float mine = 0.18f * q[row * 32 + k];
    for (int j = 0; j < len; j++) {
        float dot = mine * keys[j * 32 + k];
        for (int d = 16; d > 0; d /= 2)
            dot += __shfl_xor_sync(full, dot, d);
        float now = fmaxf(most, dot);
        float old = __expf(most - now), e = __expf(dot - now);
        total = total * old + e;
        sum = sum * old + e * values[j * 32 + k];
        most = now;
    }
    out[row * 32 + k] = sum / total;
}

// ---- channels with mean 0 and variance 1 ------------------------------------

__global__ void channels_thread(const float *in, float *out, int n, int count)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, squares = 0;

    if (c >= count)
        return;
    for (int i = 0; i < n; i++) {
        float x = in[i * count + c];
        sum += x;
        squares += x * x;
    }
    float mean = sum / n, scale = rsqrtf(squares / n - mean * mean + 1e-5f);
    for (int i = 0; i < n; i++)
        out[i * count + c] = (in[i * count + c] - mean) * scale;
}

__global__ void channels_block(const float *in, float *out, int n, int count)
{
    __shared__ float total[2];
    int c = blockIdx.x, t = threadIdx.x;
    float sum = 0, squares = 0;

    if (t < 2)
        total[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) {
        float x = in[i * count + c];
        sum += x;
        squares += x * x;
    }
    atomicAdd(&total[0], sum);
    atomicAdd(&total[1], squares);
    __syncthreads();
    float mean = total[0] / n;
    float scale = rsqrtf(total[1] / n - mean * mean + 1e-5f);
    for (int i = t; i < n; i += blockDim.x)
        out[i * count + c] = (in[i * count + c] - mean) * scale;
}

// ---- how many bits are 1 ----------------------------------------------------

__global__ void ones_loop(const u32 *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;

    if (i >= n)
        return;
    for (u32 x = in[i]; x; x &= x - 1)
        count++;
    out[i] = count;
}

__global__ void ones_sums(const u32 *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    u32 x = in[i];
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    out[i] = x * 0x01010101u >> 24;
}

__global__ void ones_bit_by_bit(const u32 *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;

    if (i >= n)
        return;
    for (int b = 0; b < 32; b++)
        if (in[i] & 1u << b)
            count++;
    out[i] = count;
}

// ---- marching along rays, among balls ---------------------------------------

__device__ float to_ball(float x, float y, float z)
{
    x -= floorf(x) + 0.5f;
    y -= floorf(y) + 0.5f;
    z -= floorf(z) + 0.5f;
    return sqrtf(x * x + y * y + z * z) - 0.3f;
}

template <bool LEAVES>
__global__ void balls(float *out, int w, int h, int steps)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    float dx = (px - 0.5f * w) / w, dy = (py - 0.5f * h) / w, t = 0;

    if (px >= w || py >= h)
        return;
    float f = rsqrtf(dx * dx + dy * dy + 1);
    for (int k = 0; k < steps; k++) {
        float d = to_ball(dx * f * t, dy * f * t, f * t);
        if (LEAVES && d < 1e-3f)
            break;
        t += d;
    }
    out[py * w + px] = t;
}

// ---- mean and variance ------------------------------------------------------

struct spread {
    float count, mean, squares;
};

__device__ struct spread joined(struct spread a, struct spread b)
{
    float n = a.count + b.count, d = b.mean - a.mean;

    return {n, a.mean + d * b.count / n,
            a.squares + b.squares + d * d * a.count * b.count / n};
}

__global__ void spread_welford(const float *in, struct spread *out, int n)
{
    __shared__ struct spread s[128];
    int t = threadIdx.x;
    struct spread mine = {1e-6f, 0, 0};

    for (int i = blockIdx.x * 128 + t; i < n; i += 128 * gridDim.x) {
        float d = in[i] - mine.mean;
        mine.count += 1;
        mine.mean += d / mine.count;
        mine.squares += d * (in[i] - mine.mean);
    }
    s[t] = mine;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            s[t] = joined(s[t], s[t + half]);
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void spread_sums(const float *in, struct spread *out, int n)
{
    __shared__ float sum[128], squares[128];
    int t = threadIdx.x;

    sum[t] = squares[t] = 0;
    for (int i = blockIdx.x * 128 + t; i < n; i += 128 * gridDim.x) {
        sum[t] += in[i];
        squares[t] += in[i] * in[i];
    }
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) {
            sum[t] += sum[t + half];
            squares[t] += squares[t + half];
        }
        __syncthreads();
    }
    float count = n / gridDim.x, mean = sum[0] / count;
    if (t == 0)
        out[blockIdx.x] = {count, mean, squares[0] - mean * sum[0]};
}

// ---- colours out of a palette -----------------------------------------------

__constant__ float shades[256] = {0.1f, 0.7f, 0.3f};

__global__ void palette_constant(const int *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = shades[in[i] >> 12] * 0.5f;
}

__global__ void palette_memory(const int *in, const float *colours, float *out,
                               int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = colours[in[i] >> 12] * 0.5f;
}

__global__ void palette_shared(const int *in, const float *colours, float *out,
                               int n)
{
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    s[threadIdx.x] = colours[threadIdx.x];
    __syncthreads();
    if (i < n)
        out[i] = s[in[i] >> 12] * 0.5f;
}

// ---- learning: weights change by what came in and what went wrong -----------

__global__ void weights_flat(const float *w, const float *in,
                             const float *wrong, float *out, int rows, int cols)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;

    if (k < rows * cols)
        out[k] = w[k] + 0.3f * wrong[k % cols] * in[k / cols] + 1e-3f * w[k];
}

__global__ void weights_layer(const float *w, const float *in,
                              const float *wrong, float *out, int rows,
                              int cols)
{
    __shared__ float from[16];
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;

    if (threadIdx.y == 0)
        from[threadIdx.x] = blockIdx.y * 16 + threadIdx.x < rows
                                ? in[blockIdx.y * 16 + threadIdx.x]
                                : 0;
    __syncthreads();
    if (r < rows && c < cols)
        out[r * cols + c] = w[r * cols + c] +
                            0.3f * wrong[c] * from[threadIdx.y] +
                            1e-3f * w[r * cols + c];
}

#include "others5.def"
TIMES_MAIN
