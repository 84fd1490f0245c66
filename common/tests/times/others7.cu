/*
 * others7.cu - the set: kernels of other kinds, written by one who knew
 * nothing of the model.
 */
#include "times.h"

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define ALL 0xffffffffu

// ---- grids ------------------------------------------------------------------

// A wave in a body: what lies before and behind is kept in registers.
__global__ void acoustic(const float *now, const float *before, float *next,
                         int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 2;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 2;
    int plane = n * n, at = y * n + x;
    float q[5];

    if (x >= n - 2 || y >= n - 2)
        return;
    for (int k = 1; k < 5; k++)
        q[k] = now[at + (k - 1) * plane];
    for (int z = 2; z < n - 2; z++) {
        for (int k = 0; k < 4; k++)
            q[k] = q[k + 1];
        q[4] = now[at + (z + 2) * plane];
        int i = at + z * plane;
        float sum =
            -7.5f * q[2] + 1.33f * (q[1] + q[3]) - 0.083f * (q[0] + q[4]);
        sum += 1.33f * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n]);
        sum -= 0.083f *
               (now[i - 2] + now[i + 2] + now[i - 2 * n] + now[i + 2 * n]);
        next[i] = 2 * q[2] - before[i] + 0.1f * sum;
    }
}

// What the wind brings; from where, is asked at each place.
__global__ void upwind(const double *f, const double *u, double *out, int w,
                       int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;

    if (x >= w - 1 || y >= h - 1)
        return;
    int i = y * w + x;
    double a = u[i] - 0.5, b = u[i + 1] - 0.5, dx, dy;
    if (a > 0)
        dx = f[i] - f[i - 1];
    else
        dx = f[i + 1] - f[i];
    if (b > 0)
        dy = f[i] - f[i - w];
    else
        dy = f[i + w] - f[i];
    out[i] = f[i] - 0.1 * (a * dx + b * dy);
}

// Sixteen steps in shared memory; sixteen at each end are lost.
__global__ void rod_steps(const float *in, float *out, int n)
{
    __shared__ float s[2][256];
    int t = threadIdx.x, i = blockIdx.x * 224 + t - 16, now = 0;

    s[0][t] = i >= 0 && i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 0; step < 16; step++) {
        float left = t > 0 ? s[now][t - 1] : 0;
        float right = t < 255 ? s[now][t + 1] : 0;
        s[!now][t] = s[now][t] + 0.2f * (left - 2 * s[now][t] + right);
        __syncthreads();
        now = !now;
    }
    if (t >= 16 && t < 240 && i < n)
        out[i] = s[now][t];
}

// Shallow water: fluxes between columns.
__global__ void shallow(const float *h, const float *u, const float *v,
                        float *fh, float *fu, float *fv, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float hl = h[i] + 1, hr = h[i + 1] + 1;
    float ul = u[i] / hl, ur = u[i + 1] / hr;
    float vl = v[i] / hl, vr = v[i + 1] / hr;
    float c =
        fmaxf(fabsf(ul) + sqrtf(9.81f * hl), fabsf(ur) + sqrtf(9.81f * hr));
    fh[i] = 0.5f * (hl * ul + hr * ur - c * (hr - hl));
    fu[i] = 0.5f * (hl * ul * ul + hr * ur * ur + 4.905f * (hl * hl + hr * hr) -
                    c * (hr * ur - hl * ul));
    fv[i] = 0.5f * (hl * ul * vl + hr * ur * vr - c * (hr * vr - hl * vl));
}

// Two substances on a torus (Gray and Scott).
__global__ void reaction(const float *u, const float *v, float *un, float *vn,
                         int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= n || y >= n)
        return;
    int l = y * n + (x + n - 1) % n, r = y * n + (x + 1) % n;
    int a = (y + n - 1) % n * n + x, b = (y + 1) % n * n + x, i = y * n + x;
    float du = u[l] + u[r] + u[a] + u[b] - 4 * u[i];
    float dv = v[l] + v[r] + v[a] + v[b] - 4 * v[i];
    float uvv = u[i] * v[i] * v[i];
    un[i] = u[i] + 0.16f * du - uvv + 0.06f * (1 - u[i]);
    vn[i] = v[i] + 0.08f * dv + uvv - 0.122f * v[i];
}

// A particle in a well: complex numbers in double.
__global__ void schroedinger(const double2 *psi, const double *v, double2 *out,
                             int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;

    if (i >= n - 1)
        return;
    double2 l = psi[i - 1], m = psi[i], r = psi[i + 1];
    double re = -0.5 * (l.x - 2 * m.x + r.x) + v[i] * m.x;
    double im = -0.5 * (l.y - 2 * m.y + r.y) + v[i] * m.y;
    double norm = 1 / sqrt(1 + 1e-4 * (re * re + im * im));
    out[i] = make_double2((m.x + 0.01 * im) * norm, (m.y - 0.01 * re) * norm);
}

// The least label around, where the ground is the same.
__global__ void labels(const int *ground, const int *label, int *out, int w,
                       int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    int i = y * w + x, mine = ground[i] & 1, best = label[i];
    if (x > 0 && (ground[i - 1] & 1) == mine && label[i - 1] < best)
        best = label[i - 1];
    if (x < w - 1 && (ground[i + 1] & 1) == mine && label[i + 1] < best)
        best = label[i + 1];
    if (y > 0 && (ground[i - w] & 1) == mine && label[i - w] < best)
        best = label[i - w];
    if (y < h - 1 && (ground[i + w] & 1) == mine && label[i + w] < best)
        best = label[i + w];
    out[i] = best;
}

// ---- pictures ---------------------------------------------------------------

__constant__ u8 bayer[8][8] = {
    {0, 48, 12, 60, 3, 51, 15, 63}, {32, 16, 44, 28, 35, 19, 47, 31},
    {8, 56, 4, 52, 11, 59, 7, 55},  {40, 24, 36, 20, 43, 27, 39, 23},
    {2, 50, 14, 62, 1, 49, 13, 61}, {34, 18, 46, 30, 33, 17, 45, 29},
    {10, 58, 6, 54, 9, 57, 5, 53},  {42, 26, 38, 22, 41, 25, 37, 21}};

__global__ void dither(const u8 *in, u8 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < w && y < h)
        out[y * w + x] = in[y * w + x] > bayer[y & 7][x & 7] * 4 ? 255 : 0;
}

// The median of 5 x 5, by half of a selection sort.
__global__ void median_25(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 2;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 2;
    float v[25];

    if (x >= w - 2 || y >= h - 2)
        return;
    for (int k = 0; k < 25; k++)
        v[k] = in[(y + k / 5 - 2) * w + x + k % 5 - 2];
    for (int k = 0; k <= 12; k++)
        for (int m = k + 1; m < 25; m++)
            if (v[m] < v[k]) {
                float keep = v[k];
                v[k] = v[m];
                v[m] = keep;
            }
    out[y * w + x] = v[12];
}

__global__ void rotate(const float *in, float *out, int w, int h, float angle)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    float s = sinf(angle), c = cosf(angle);
    float dx = x - 0.5f * w, dy = y - 0.5f * h;
    float u = c * dx - s * dy + 0.5f * w, v = s * dx + c * dy + 0.5f * h;
    int iu = (int)floorf(u), iv = (int)floorf(v);
    float value = 0;
    if (iu >= 0 && iv >= 0 && iu < w - 1 && iv < h - 1) {
        float fu = u - iu, fv = v - iv;
        const float *p = in + iv * w + iu;
        value = (1 - fv) * ((1 - fu) * p[0] + fu * p[1]) +
                fv * ((1 - fu) * p[w] + fu * p[w + 1]);
    }
    out[y * w + x] = value;
}

// Two pixels of three bytes become four bytes.
__global__ void to_yuv(const u8 *rgb, uchar4 *yuv, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= pairs)
        return;
    const u8 *p = rgb + 6 * i;
    int y0 = (66 * p[0] + 129 * p[1] + 25 * p[2] + 128) / 256 + 16;
    int y1 = (66 * p[3] + 129 * p[4] + 25 * p[5] + 128) / 256 + 16;
    int r = (p[0] + p[3]) / 2, g = (p[1] + p[4]) / 2, b = (p[2] + p[5]) / 2;
    int u = (-38 * r - 74 * g + 112 * b + 128) / 256 + 128;
    int v = (112 * r - 94 * g - 18 * b + 128) / 256 + 128;
    yuv[i] = make_uchar4((u8)y0, (u8)u, (u8)y1, (u8)v);
}

// A scene of balls in a lattice: steps until something is near.
__global__ void march(float *out, int w, int h)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;

    if (px >= w || py >= h)
        return;
    float dx = 2.0f * px / w - 1, dy = 2.0f * py / h - 1;
    float l = rsqrtf(dx * dx + dy * dy + 1), t = 0;
    int steps = 0;
    for (; steps < 60; steps++) {
        float x = dx * l * t + 0.5f, y = dy * l * t + 0.5f, z = l * t;
        x -= floorf(x) + 0.5f;
        y -= floorf(y) + 0.5f;
        z -= floorf(z) + 0.5f;
        float d = sqrtf(x * x + y * y + z * z) - 0.25f;
        if (d < 1e-3f)
            break;
        t += d;
    }
    out[py * w + px] = t + steps;
}

// ---- scans, counts, sorting -------------------------------------------------

// 1024 numbers for 256 threads; the first warp rakes 32 neighbours a lane.
__global__ void raking(const int *in, int *out)
{
    __shared__ int s[1024 + 32];
    int t = threadIdx.x, base = blockIdx.x * 1024;

    for (int k = t; k < 1024; k += 256)
        s[k + k / 32] = in[base + k];
    __syncthreads();
    if (t < 32) {
        int sum = 0;
        for (int k = 0; k < 32; k++)
            sum += s[t * 33 + k];
        int before = sum;
        for (int d = 1; d < 32; d *= 2) {
            int other = __shfl_up_sync(ALL, before, d);
            if (t >= d)
                before += other;
        }
        before -= sum;
        for (int k = 0; k < 32; k++) {
            int keep = s[t * 33 + k];
            s[t * 33 + k] = before;
            before += keep;
        }
    }
    __syncthreads();
    for (int k = t; k < 1024; k += 256)
        out[base + k] = s[k + k / 32];
}

// The greatest so far, of each block's 128.
__global__ void greatest_so_far(const double *in, double *out, int n)
{
    __shared__ double top[4];
    int i = blockIdx.x * 128 + threadIdx.x;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    double x = i < n ? in[i] : 0;

    for (int d = 1; d < 32; d <<= 1) {
        double y = __shfl_up_sync(ALL, x, d);
        if (lane >= d)
            x = fmax(x, y);
    }
    if (lane == 31)
        top[warp] = x;
    __syncthreads();
    for (int k = 0; k < warp; k++)
        x = fmax(x, top[k]);
    if (i < n)
        out[i] = x;
}

// Each warp counts letters on its own, four at a time.
__global__ void letters_by_warp(const u32 *in, int *count, int words)
{
    __shared__ int own[4][64];
    int t = threadIdx.x, warp = t / 32;

    for (int k = t; k < 256; k += 128)
        own[k / 64][k % 64] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 128 + t; i < words; i += gridDim.x * 128) {
        u32 w = in[i];
        atomicAdd(&own[warp][w & 63], 1);
        atomicAdd(&own[warp][w >> 5 & 63], 1);
        atomicAdd(&own[warp][w >> 10 & 63], 1);
        atomicAdd(&own[warp][w >> 14 & 63], 1);
    }
    __syncthreads();
    if (t < 64)
        atomicAdd(&count[t], own[0][t] + own[1][t] + own[2][t] + own[3][t]);
}

// 512 keys of a block are counted, and put where they belong.
__global__ void counting_sort(const int *in, int *out, int shift)
{
    __shared__ int place[64];
    int t = threadIdx.x, base = blockIdx.x * 512;

    if (t < 64)
        place[t] = 0;
    __syncthreads();
    for (int k = t; k < 512; k += 128)
        atomicAdd(&place[in[base + k] >> shift & 63], 1);
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int k = 0; k < 64; k++) {
            int keep = place[k];
            place[k] = sum;
            sum += keep;
        }
    }
    __syncthreads();
    for (int k = t; k < 512; k += 128) {
        int key = in[base + k];
        out[base + atomicAdd(&place[key >> shift & 63], 1)] = key;
    }
}

// Thirty numbers of its own are sorted by a heap.
__global__ void heap_own(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int h[30];

    if (i >= n)
        return;
    for (int k = 0; k < 30; k++) {
        int at = k, x = in[i * 30 + k];
        while (at > 0 && h[(at - 1) / 2] > x) {
            h[at] = h[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        h[at] = x;
    }
    for (int left = 29; left >= 0; left--) {
        int at = 0, x = h[left];
        out[i * 30 + 29 - left] = h[0];
        while (2 * at + 1 < left) {
            int child = 2 * at + 1;
            if (child + 1 < left && h[child + 1] < h[child])
                child++;
            if (h[child] >= x)
                break;
            h[at] = h[child];
            at = child;
        }
        h[at] = x;
    }
}

// How long the runs of equal bits are, in 64 bytes for each thread.
__global__ void runs(const u8 *in, int *longest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int best = 0, run = 0, last = -1;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++) {
        int bit = in[i * 64 + k] & 1;
        run = bit == last ? run + 1 : 1;
        last = bit;
        if (run > best)
            best = run;
    }
    longest[i] = best;
}

// ---- bodies, chance ---------------------------------------------------------

// A flock: who is near is asked of everybody, by tiles of 64.
__global__ void flock(const float4 *bird, float2 *turn, int n)
{
    __shared__ float4 tile[64];
    int i = blockIdx.x * 64 + threadIdx.x, near = 0;
    float4 me = bird[min(i, n - 1)];
    float vx = 0, vy = 0, away_x = 0, away_y = 0;

    for (int first = 0; first < n; first += 64) {
        if (first + (int)threadIdx.x < n)
            tile[threadIdx.x] = bird[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64 && first + k < n; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y;
            float r2 = dx * dx + dy * dy;
            if (r2 < 0.04f) {
                near++;
                vx += tile[k].z;
                vy += tile[k].w;
                if (r2 < 0.0004f) {
                    away_x -= dx / (r2 + 1e-6f);
                    away_y -= dy / (r2 + 1e-6f);
                }
            }
        }
        __syncthreads();
    }
    if (i < n)
        turn[i] = make_float2(vx / near - me.z + 0.1f * away_x,
                              vy / near - me.w + 0.1f * away_y);
}

__constant__ float4 charge[96];

// The potential of 96 charges at each place of a plane.
__global__ void potential(float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int k = 0; k < 96; k++) {
        float dx = 0.1f * x - charge[k].x, dy = 0.1f * y - charge[k].y;
        sum += charge[k].w *
               rsqrtf(dx * dx + dy * dy + charge[k].z * charge[k].z + 1);
    }
    out[y * w + x] = sum;
}

// Light in fog: each ray is scattered until it has left or is too weak.
__global__ void photons(float *out, int n, u32 seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 r = i * 2654435761u + seed;
    float z = 0, mu = 1, weight = 1;

    if (i >= n)
        return;
    for (int k = 0; k < 40; k++) {
        r ^= r << 13;
        r ^= r >> 17;
        r ^= r << 5;
        z -= mu * 0.4f * logf((r >> 8) * (1.0f / 16777216) + 1e-7f);
        if (z < 0 || z > 2)
            break;
        weight *= 0.9f;
        r = r * 1664525u + 1013904223u;
        mu = (r >> 8) * (2.0f / 16777216) - 1;
    }
    out[i] = z > 2 ? weight : -weight;
}

// Which share of a cube lies in an ellipsoid; numbers of 64 bits.
__global__ void ellipsoid(int *hits, int n, int draws)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, inside = 0;
    u64 s = 88172645463325252ull + 1442695040888963407ull * i;

    if (i >= n)
        return;
    for (int k = 0; k < draws; k++) {
        double p[3];
        for (int q = 0; q < 3; q++) {
            s = s * 6364136223846793005ull + 1442695040888963407ull;
            p[q] = (double)(s >> 11) * (1.0 / 9007199254740992.0);
        }
        inside += p[0] * p[0] + 2 * p[1] * p[1] + 3 * p[2] * p[2] < 1;
    }
    hits[i] = inside;
}

// Where a planet is: Kepler's equation, until it is right.
__global__ void kepler(const double *mean, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    double m = 6.283185307179586 * mean[i], e = m, step = 1;
    for (int k = 0; k < 12 && fabs(step) > 1e-12; k++) {
        step = (e - 0.6 * sin(e) - m) / (1 - 0.6 * cos(e));
        e -= step;
    }
    out[i] = e;
}

// A nerve of Hodgkin and Huxley, which starts at rest.
__global__ void nerve(const float *current, float *out, int n, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = -65, m = 0.05f, h = 0.6f, q = 0.32f;

    if (i >= n)
        return;
    for (int k = 0; k < steps; k++) {
        float am = 0.1f * (v + 40.01f) / (1 - expf(-(v + 40.01f) / 10));
        float bm = 4 * expf(-(v + 65) / 18);
        float ah = 0.07f * expf(-(v + 65) / 20);
        float bh = 1 / (1 + expf(-(v + 35) / 10));
        float aq = 0.01f * (v + 55.01f) / (1 - expf(-(v + 55.01f) / 10));
        float bq = 0.125f * expf(-(v + 65) / 80);
        m += 0.01f * (am * (1 - m) - bm * m);
        h += 0.01f * (ah * (1 - h) - bh * h);
        q += 0.01f * (aq * (1 - q) - bq * q);
        v += 0.01f * (10 * current[i] - 120 * m * m * m * h * (v - 50) -
                      36 * q * q * q * q * (v + 77) - 0.3f * (v + 54.4f));
    }
    out[i] = v;
}

// ---- sparse, graphs ---------------------------------------------------------

// Rows of 1024 bits tell which numbers there are; a warp has a row.
__global__ void bitmap_rows(const u32 *bits, const float *value, const float *x,
                            float *y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;

    if (row >= rows)
        return;
    u32 word = bits[row * 32 + lane] & 0x11111111u;
    int count = __popc(word), at = count;
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(ALL, at, d);
        at += lane >= d ? other : 0;
    }
    at += row * 160 - count;
    float sum = 0;
    while (word) {
        sum += value[at++] * x[lane * 32 + __ffs(word) - 1];
        word &= word - 1;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(ALL, sum, d);
    if (lane == 0)
        y[row] = sum;
}

// The transposed product: six numbers of a row go to columns.
__global__ void transposed_product(const int *col, const float *value,
                                   const float *x, float *y, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < n)
        for (int k = row * 6; k < row * 6 + 6; k++)
            atomicAdd(&y[col[k] % n], value[k] * x[row]);
}

// The first colour that none of ten neighbours has.
__global__ void first_colour(const int *neighbour, const int *colour, int *out,
                             int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 used = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 10; k++) {
        int other = neighbour[k * n + i] % n;
        if (other != i)
            used |= 1u << (colour[other] & 31);
    }
    out[i] = __ffs(~used) - 1;
}

// What two ordered lists of 24 have in common.
__global__ void friends(const int *edge, const int *steps, int *out, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;

    if (e >= n)
        return;
    int p = 0, q = 0, common = 0;
    const int *a = steps + edge[e] % 20000 * 24;
    const int *b = steps + edge[e + n] % 20000 * 24;
    while (p < 24 && q < 24) {
        int x = p * 8 + (a[p] & 7), y = q * 8 + (b[q] & 7);
        common += x == y;
        p += x <= y;
        q += y <= x;
    }
    out[e] = common;
}

// Everyone walks up to the root of a tree.
__global__ void roots(const int *parent, int *depth, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i, steps = 0;

    if (i >= n)
        return;
    while (at > 0) {
        at = parent[at] % at;
        steps++;
    }
    depth[i] = steps;
}

// Bags of twenty rows of 64 numbers are added.
__global__ void bags(const int *row, const float *table, float *out, int rows)
{
    int d = threadIdx.x, bag = blockIdx.x;
    float sum = 0;

    for (int k = 0; k < 20; k++)
        sum += table[row[bag * 20 + k] % rows * 64 + d];
    out[bag * 64 + d] = sum / 20;
}

// Is it in the set?  Four bits have to be there.
__global__ void bloom_asks(const int *key, const u32 *filter, int *answer,
                           int n, u32 bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, yes = 1;

    if (i >= n)
        return;
    u32 h = key[i] * 2654435761u, step = (h >> 15) | 1;
    for (int k = 0; k < 4 && yes; k++) {
        u32 bit = h % bits;
        yes = filter[bit / 32] >> (bit % 32 % 20) & 1;
        h += step;
    }
    answer[i] = yes;
}

__global__ void bloom_sets(const int *key, u32 *filter, int n, u32 bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    u32 h = key[i] * 2654435761u, step = (h >> 15) | 1;
    for (int k = 0; k < 4; k++) {
        u32 bit = h % bits;
        atomicOr(&filter[bit / 32], 1u << bit % 32);
        h += step;
    }
}

// ---- tables, words ----------------------------------------------------------

// The likeliest way through 64 states; a block for a word.
__global__ void viterbi(const float *step, const float *seen, float *out,
                        int times)
{
    __shared__ float way[64][65], score[2][64];
    int t = threadIdx.x, now = 0;

    for (int k = 0; k < 64; k++)
        way[k][t] = step[k * 64 + t];
    score[0][t] = 0;
    __syncthreads();
    for (int k = 0; k < times; k++) {
        float best = -1e30f;
        for (int from = 0; from < 64; from++)
            best = fmaxf(best, score[now][from] + way[from][t]);
        score[1 - now][t] = best + seen[(blockIdx.x * times + k) * 64 + t];
        now = 1 - now;
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = score[now][t];
}

// In which order 24 matrices are multiplied; a warp for a chain.
__global__ void brackets(const int *sizes, int *out)
{
    __shared__ int cost[24][25], size[25];
    int t = threadIdx.x;

    if (t < 25)
        size[t] = (sizes[blockIdx.x * 25 + t] & 63) + 1;
    if (t < 24)
        cost[t][t] = 0;
    __syncthreads();
    for (int len = 1; len < 24; len++) {
        if (t + len < 24) {
            int j = t + len, best = 1 << 30;
            for (int k = t; k < j; k++)
                best = min(best, cost[t][k] + cost[k + 1][j] +
                                     size[t] * size[k + 1] * size[j + 1]);
            cost[t][j] = best;
        }
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = cost[0][23];
}

// An automaton of 32 states reads 96 letters for each thread.
__global__ void automaton(const u8 *text, const int *table, int *out, int n)
{
    __shared__ u8 next[32][16];
    int i = blockIdx.x * blockDim.x + threadIdx.x, state = 0, seen = 0;

    for (int k = threadIdx.x; k < 512; k += blockDim.x)
        next[k / 16][k % 16] = table[k] & 31;
    __syncthreads();
    if (i >= n)
        return;
    for (int k = 0; k < 96; k++) {
        state = next[state][text[i * 96 + k] & 15];
        if (state == 7)
            seen++;
    }
    out[i] = seen;
}

// How far it is the same to both sides.
__global__ void palindromes(const u8 *text, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int l = i - 1, r = i + 1;
    while (l >= 0 && r < n && (text[l] & 1) == (text[r] & 1)) {
        l--;
        r++;
    }
    out[i] = r - i;
}

__device__ int days(int y, int m, int d)
{
    y -= m <= 2;
    int era = y / 400, of_era = y - era * 400;
    int of_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;

    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year;
}

// Days between two dates, and which day of the week it was.
__global__ void dates(const int *a, const int *b, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int x = a[i], y = b[i];
    int from = days(1900 + x % 200, 1 + x / 200 % 12, 1 + x / 2400 % 28);
    int to = days(1900 + y % 200, 1 + y / 200 % 12, 1 + y / 2400 % 28);
    out[i] = (to - from) * 8 + (from + 3) % 7;
}

// A spline over uneven knots, which are looked for.
__global__ void spline(const float *at, const float *knot, const float4 *poly,
                       float *out, int n, int knots)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float x = at[i] * knots;
    int low = 0, high = knots;
    while (high - low > 1) {
        int mid = (low + high) / 2;
        if (mid + knot[mid] <= x)
            low = mid;
        else
            high = mid;
    }
    float4 p = poly[low];
    float t = x - low - knot[low];
    out[i] = p.x + t * (p.y + t * (p.z + t * p.w));
}

// Points anywhere in a cube of 64 x 64 x 64.
__global__ void trilinear(const float *point, const float *cube, float *out,
                          int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float x = point[3 * i] * 63, y = point[3 * i + 1] * 63;
    float z = point[3 * i + 2] * 63;
    int ix = (int)x, iy = (int)y, iz = (int)z;
    float fx = x - ix, fy = y - iy, fz = z - iz, sum = 0;
    for (int k = 0; k < 8; k++) {
        int u = k & 1, v = k >> 1 & 1, w = k >> 2;
        float weight =
            (u ? fx : 1 - fx) * (v ? fy : 1 - fy) * (w ? fz : 1 - fz);
        sum += weight * cube[(min(iz + w, 63) * 64 + min(iy + v, 63)) * 64 +
                             min(ix + u, 63)];
    }
    out[i] = sum;
}

// ---- integers ---------------------------------------------------------------

__device__ u64 left(u64 x, int by)
{
    return x << by | x >> (64 - by);
}

__device__ void sip_round(u64 &a, u64 &b, u64 &c, u64 &d)
{
    a += b;
    b = left(b, 13) ^ a;
    a = left(a, 32);
    c += d;
    d = left(d, 16) ^ c;
    a += d;
    d = left(d, 21) ^ a;
    c += b;
    b = left(b, 17) ^ c;
    c = left(c, 32);
}

// SipHash of words of 64 bits.
__global__ void siphash(const u64 *in, u64 *out, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u64 a = 0x736f6d6570736575ull, b = 0x646f72616e646f6dull;
    u64 c = 0x6c7967656e657261ull, d = 0x7465646279746573ull;

    if (i >= n)
        return;
    for (int k = 0; k < words; k++) {
        u64 m = in[(size_t)k * n + i];
        d ^= m;
        sip_round(a, b, c, d);
        sip_round(a, b, c, d);
        a ^= m;
    }
    c ^= 0xff;
    for (int k = 0; k < 4; k++)
        sip_round(a, b, c, d);
    out[i] = a ^ b ^ c ^ d;
}

// XTEA, 32 rounds.
__global__ void xtea(const uint2 *in, uint2 *out, int n, uint4 given)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 key[4] = {given.x, given.y, given.z, given.w}, sum = 0;

    if (i >= n)
        return;
    u32 a = in[i].x, b = in[i].y;
    for (int k = 0; k < 32; k++) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
        sum += 0x9e3779b9u;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
    }
    out[i] = make_uint2(a, b);
}

__global__ void gcd_euclid(const int *a, const int *b, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int x = a[i], y = b[i];
    while (y != 0) {
        int rest = x % y;
        x = y;
        y = rest;
    }
    out[i] = x;
}

__global__ void gcd_binary(const int *a, const int *b, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    u32 x = a[i] | 1, y = b[i] | 1;
    while (x != y)
        if (x > y) {
            x -= y;
            x >>= __ffs(x) - 1;
        } else {
            y -= x;
            y >>= __ffs(y) - 1;
        }
    out[i] = x;
}

// A chain of products modulo a prime near 2^61.
__global__ void mersenne(const u64 *in, u64 *out, int n, int turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const u64 p = (1ull << 61) - 1;

    if (i >= n)
        return;
    u64 x = in[i] & p, y = x;
    for (int k = 0; k < turns; k++) {
        u64 low = y * x, high = __umul64hi(y, x);
        u64 sum = (low & p) + (low >> 61 | high << 3);
        y = (sum & p) + (sum >> 61);
        if (y >= p)
            y -= p;
    }
    out[i] = y;
}

// Numbers of 256 bits, the whole product of 512.
__global__ void long_product(const u32 *a, const u32 *b, u32 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 x[8], r[16];

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        x[k] = a[k * n + i];
    for (int k = 0; k < 16; k++)
        r[k] = 0;
    for (int k = 0; k < 8; k++) {
        u64 carry = 0;
        u32 y = b[k * n + i];
        for (int q = 0; q < 8; q++) {
            carry += (u64)x[q] * y + r[k + q];
            r[k + q] = (u32)carry;
            carry >>= 32;
        }
        r[k + 8] = (u32)carry;
    }
    for (int k = 0; k < 16; k++)
        out[k * n + i] = r[k];
}

// A shift register of 16 bits, until it is back or tired.
__global__ void shift_register(const int *seed, int *out, int n, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;

    if (i >= n)
        return;
    u32 start = (seed[i] & 0xffff) | 1, s = start;
    do {
        u32 bit = (s ^ s >> 2 ^ s >> 3 ^ s >> 5) & 1;
        s = s >> 1 | bit << 15;
        steps++;
    } while (s != start && steps < most);
    out[i] = s + steps;
}

// ---- transforms -------------------------------------------------------------

__device__ float2 times(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// 256 complex numbers by four stages of radix 4, in shared memory.
__global__ void fourier_256(const float2 *in, float2 *out)
{
    __shared__ float2 s[256];
    int t = threadIdx.x, base = blockIdx.x * 256;

    for (int k = t; k < 256; k += 64)
        s[k] = in[base + k];
    __syncthreads();
    for (int span = 64; span > 0; span /= 4) {
        int p = t % span, at = t / span * 4 * span + p;
        float sine, cosine;
        sincospif(-0.5f * p / span, &sine, &cosine);
        float2 w = make_float2(cosine, sine), w2 = times(w, w);
        float2 a = s[at], b = s[at + span];
        float2 c = s[at + 2 * span], d = s[at + 3 * span];
        float2 ac = make_float2(a.x + c.x, a.y + c.y);
        float2 bd = make_float2(b.x + d.x, b.y + d.y);
        float2 am = make_float2(a.x - c.x, a.y - c.y);
        float2 bm = make_float2(b.y - d.y, d.x - b.x);
        s[at] = make_float2(ac.x + bd.x, ac.y + bd.y);
        s[at + span] = times(make_float2(am.x + bm.x, am.y + bm.y), w);
        s[at + 2 * span] = times(make_float2(ac.x - bd.x, ac.y - bd.y), w2);
        s[at + 3 * span] =
            times(make_float2(am.x - bm.x, am.y - bm.y), times(w2, w));
        __syncthreads();
    }
    for (int k = t; k < 256; k += 64)
        out[base + k] = s[k];
}

// A stage of a transform modulo 998244353.
__global__ void number_stage(const int *in, const int *power, int *out, int n,
                             int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const u32 p = 998244353;

    if (i >= n / 2)
        return;
    int at = i / half * 2 * half + i % half;
    u32 u = in[at];
    u32 v = (u64)in[at + half] * power[i % half] % p;
    out[at] = (u + v) % p;
    out[at + half] = (u + p - v) % p;
}

// A bin for each thread: Goertzel's recursion along the signal.
__global__ void goertzel(const float *signal, float *power, int bins, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    float c = 2 * cosf(3.14159265f * k / bins), s1 = 0, s2 = 0;

    if (k >= bins)
        return;
    for (int i = 0; i < n; i++) {
        float s = signal[i] + c * s1 - s2;
        s2 = s1;
        s1 = s;
    }
    power[k] = s1 * s1 + s2 * s2 - c * s1 * s2;
}

// ---- layers -----------------------------------------------------------------

// Groups of four channels are brought to mean 0 and variance 1.
__global__ void group_norm(const float *in, float *out, int pixels)
{
    __shared__ float s[2][256];
    int t = threadIdx.x, n = 4 * pixels;
    const float *group = in + (size_t)blockIdx.x * n;
    float sum = 0, squares = 0;

    for (int i = t; i < n; i += 256) {
        sum += group[i];
        squares += group[i] * group[i];
    }
    s[0][t] = sum;
    s[1][t] = squares;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d) {
            s[0][t] += s[0][t + d];
            s[1][t] += s[1][t + d];
        }
        __syncthreads();
    }
    float mean = s[0][0] / n, scale = rsqrtf(s[1][0] / n - mean * mean + 1e-5f);
    for (int i = t; i < n; i += 256)
        out[(size_t)blockIdx.x * n + i] =
            (group[i] - mean) * scale * (1 + i / pixels);
}

// log(sum(exp)) of rows, in double.
__global__ void log_sum_exp(const double *in, double *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    double top = -1e300, sum = 0;

    if (row >= rows)
        return;
    for (int j = threadIdx.x; j < cols; j += 32)
        top = fmax(top, in[row * cols + j]);
    for (int d = 16; d > 0; d /= 2)
        top = fmax(top, __shfl_xor_sync(ALL, top, d));
    for (int j = threadIdx.x; j < cols; j += 32)
        sum += exp(in[row * cols + j] - top);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(ALL, sum, d);
    if (threadIdx.x == 0)
        out[row] = top + log(sum);
}

// Pairs are turned by an angle that grows with their place.
__global__ void turn_pairs(const float2 *in, float2 *out, int tokens, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= tokens * half)
        return;
    int token = i / half, d = i % half;
    float angle = token * powf(10000.0f, -(float)d / half), s, c;
    sincosf(angle, &s, &c);
    float2 x = in[i];
    out[i] = make_float2(x.x * c - x.y * s, x.x * s + x.y * c);
}

// The two best of sixteen, and how they share.
__global__ void two_best(const float4 *score, float *share, int2 *which, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s[16], first = -1e30f, second = -1e30f;
    int2 w = {0, 0};

    if (i >= n)
        return;
    for (int k = 0; k < 4; k++) {
        float4 v = score[i * 4 + k];
        s[4 * k] = v.x;
        s[4 * k + 1] = v.y;
        s[4 * k + 2] = v.z;
        s[4 * k + 3] = v.w;
    }
    for (int k = 0; k < 16; k++)
        if (s[k] > first) {
            second = first;
            w.y = w.x;
            first = s[k];
            w.x = k;
        } else if (s[k] > second) {
            second = s[k];
            w.y = k;
        }
    share[i] = 1 / (1 + expf(second - first));
    which[i] = w;
}

// 3 x 3 over eight channels; z is the channel that comes out.
__global__ void conv_channels(const float *in, const float *weight, float *out,
                              int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int c = 0; c < 8; c++)
        for (int v = -1; v <= 1; v++)
            for (int u = -1; u <= 1; u++)
                if (x + u >= 0 && x + u < w && y + v >= 0 && y + v < h)
                    sum += in[(c * h + y + v) * w + x + u] *
                           weight[((z * 8 + c) * 3 + v + 1) * 3 + u + 1];
    out[(z * h + y) * w + x] = fmaxf(sum, 0);
}

// Each of 32 channels has its own 5 x 5; channels are neighbours.
__global__ void conv_apart(const float *in, const float *weight, float *out,
                           int w, int h)
{
    int c = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y + 2;
    int y = blockIdx.y + 2;
    float sum = 0;

    if (x >= w - 2 || y >= h - 2)
        return;
#pragma unroll
    for (int v = 0; v < 5; v++)
        for (int u = 0; u < 5; u++)
            sum += in[((y + v - 2) * w + x + u - 2) * 32 + c] *
                   weight[(v * 5 + u) * 32 + c];
    out[(y * w + x) * 32 + c] = sum;
}

// Patches of 3 x 3 become columns.
__global__ void patches(const float *in, float *out, int channels, int w, int h)
{
    int total = channels * 9 * w * h;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total;
         i += gridDim.x * blockDim.x) {
        int x = i % w, y = i / w % h, k = i / (w * h) % 9, c = i / (9 * w * h);
        int u = x + k % 3 - 1, v = y + k / 3 - 1;
        out[i] =
            u >= 0 && u < w && v >= 0 && v < h ? in[(c * h + v) * w + u] : 0;
    }
}

// 3 x 3 with strides of two, as it is learnt backwards.
__global__ void conv_back(const float *in, const float *weight, float *out,
                          int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (x >= 2 * w || y >= 2 * h)
        return;
    for (int v = 0; v < 3; v++) {
        int iy = y + 1 - v;
        if (iy < 0 || iy % 2 != 0 || iy / 2 >= h)
            continue;
        for (int u = 0; u < 3; u++) {
            int ix = x + 1 - u;
            if (ix < 0 || ix % 2 != 0 || ix / 2 >= w)
                continue;
            sum += in[iy / 2 * w + ix / 2] * weight[v * 3 + u];
        }
    }
    out[y * 2 * w + x] = sum;
}

// The greatest of 3 x 3, of every second place; bytes.
__global__ void pool_bytes(const u8 *in, u8 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, top = 0;

    if (x >= w / 2 || y >= h / 2)
        return;
    for (int v = 2 * y; v < min(2 * y + 3, h); v++)
        for (int u = 2 * x; u < min(2 * x + 3, w); u++)
            top = max(top, (int)in[v * w + u]);
    out[y * (w / 2) + x] = (u8)top;
}

// The eight nearest of all points; distances are kept in order.
__global__ void eight_nearest(const float *p, const float *asks, float *out,
                              int n, int questions)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float best[8];

    if (i >= questions)
        return;
    float x = asks[3 * i], y = asks[3 * i + 1], z = asks[3 * i + 2];
    for (int k = 0; k < 8; k++)
        best[k] = 1e30f;
    for (int q = 0; q < n; q++) {
        float dx = p[3 * q] - x, dy = p[3 * q + 1] - y, dz = p[3 * q + 2] - z;
        float d = dx * dx + dy * dy + dz * dz;
        if (d >= best[7])
            continue;
        for (int k = 7; k >= 0; k--) {
            if (k > 0 && best[k - 1] > d)
                best[k] = best[k - 1];
            else {
                best[k] = d;
                break;
            }
        }
    }
    for (int k = 0; k < 8; k++)
        out[k * questions + i] = best[k];
}

// ---- small systems ----------------------------------------------------------

// L and U of 24 x 24 numbers in double; a block for a matrix.
__global__ void lu_24(const double *in, double *out)
{
    __shared__ double m[24][25];
    int x = threadIdx.x, y = threadIdx.y, base = blockIdx.x * 576;

    m[y][x] = in[base + y * 24 + x] + (x == y ? 24 : 0);
    __syncthreads();
    for (int k = 0; k < 23; k++) {
        if (x == k && y > k)
            m[y][k] /= m[k][k];
        __syncthreads();
        if (x > k && y > k)
            m[y][x] -= m[y][k] * m[k][x];
        __syncthreads();
    }
    out[base + y * 24 + x] = m[y][x];
}

// L x = b for many b, each of a thread; L of 40 x 40 is shared.
__global__ void many_sides(const float *L, const float *b, float *x, int n)
{
    __shared__ float l[40][40];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = threadIdx.x; k < 1600; k += blockDim.x)
        l[k / 40][k % 40] = L[k] + (k / 40 == k % 40 ? 40 : 0);
    __syncthreads();
    if (i >= n)
        return;
    for (int r = 0; r < 40; r++) {
        float sum = b[r * n + i];
        for (int c = 0; c < r; c++)
            sum -= l[r][c] * x[c * n + i];
        x[r * n + i] = sum / l[r][r];
    }
}

// The inverse of 3 x 3, in double.
__global__ void inverse_3(const double *in, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    const double *a = in + 9 * i;
    double c0 = a[4] * a[8] - a[5] * a[7];
    double c1 = a[5] * a[6] - a[3] * a[8];
    double c2 = a[3] * a[7] - a[4] * a[6];
    double d = 1 / (a[0] * c0 + a[1] * c1 + a[2] * c2);
    double *o = out + 9 * i;
    o[0] = d * c0;
    o[1] = d * (a[2] * a[7] - a[1] * a[8]);
    o[2] = d * (a[1] * a[5] - a[2] * a[4]);
    o[3] = d * c1;
    o[4] = d * (a[0] * a[8] - a[2] * a[6]);
    o[5] = d * (a[2] * a[3] - a[0] * a[5]);
    o[6] = d * c2;
    o[7] = d * (a[1] * a[6] - a[0] * a[7]);
    o[8] = d * (a[0] * a[4] - a[1] * a[3]);
}

// Axes of 3 x 3 by five sweeps of Jacobi.
__global__ void axes(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a[3][3];

    if (i >= n)
        return;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c <= r; c++)
            a[r][c] = a[c][r] = in[(r * 3 + c) * n + i];
    for (int sweep = 0; sweep < 5; sweep++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                float theta = 0.5f * (a[q][q] - a[p][p]) /
                              (a[p][q] + (a[p][q] < 0 ? -1e-9f : 1e-9f));
                float t = copysignf(1.0f, theta) /
                          (fabsf(theta) + sqrtf(theta * theta + 1));
                float c = rsqrtf(t * t + 1), s = t * c;
                for (int k = 0; k < 3; k++) {
                    float u = a[k][p], v = a[k][q];
                    a[k][p] = c * u - s * v;
                    a[k][q] = s * u + c * v;
                }
                for (int k = 0; k < 3; k++) {
                    float u = a[p][k], v = a[q][k];
                    a[p][k] = c * u - s * v;
                    a[q][k] = s * u + c * v;
                }
            }
    for (int k = 0; k < 3; k++)
        out[k * n + i] = a[k][k];
}

// How fast neighbours part under the logistic map.
__global__ void lyapunov(float *out, int w, int h, int turns)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    float a = 2.5f + 1.5f * x / w, b = 2.5f + 1.5f * y / h, v = 0.5f, sum = 0;
    for (int k = 0; k < turns; k++) {
        float r = k % 5 < 3 ? a : b;
        v = r * v * (1 - v);
        sum += __logf(fabsf(r * (1 - 2 * v)) + 1e-6f);
    }
    out[y * w + x] = sum / turns;
}

#include "others7.def"
TIMES_MAIN
