/*
 * others8.cu - the set: kernels of other kinds, as in textbooks and in
 * collections of benchmarks, by one who knew nothing of the model.
 */
#include "times.h"

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define FULL 0xffffffffu

__device__ static int thread_of_grid()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ static u32 stirred(u32 x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__device__ static float lanes_total(float x)
{
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(FULL, x, d);
    return x;
}

// ---- grids ------------------------------------------------------------------

// Where what is here now was a moment ago (semi-Lagrangian advection).
__global__ void advect(const float *ink, const float *u, const float *v,
                       float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    float fx = x - 4 * (u[y * w + x] - 0.5f),
          fy = y - 4 * (v[y * w + x] - 0.5f);
    fx = fminf(fmaxf(fx, 0), w - 1.001f);
    fy = fminf(fmaxf(fy, 0), h - 1.001f);
    int x0 = (int)fx, y0 = (int)fy;
    const float *p = ink + y0 * w + x0;
    float s = fx - x0, t = fy - y0;
    out[y * w + x] = (1 - t) * ((1 - s) * p[0] + s * p[1]) +
                     t * ((1 - s) * p[w] + s * p[w + 1]);
}

__global__ void poisson_sweep(const float *f, const float *rhs, float *out,
                              int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1, i = y * w + x;

    if (x < w - 1 && y < h - 1)
        out[i] = 0.25f * (f[i - 1] + f[i + 1] + f[i - w] + f[i + w] - rhs[i]);
}

// Three sweeps at once: of 16 x 16, the 10 x 10 in the middle are right.
__global__ void poisson_three(const float *f, const float *rhs, float *out,
                              int w, int h)
{
    __shared__ float s[2][16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 10 + tx - 3, y = blockIdx.y * 10 + ty - 3;
    bool inside = x > 0 && y > 0 && x < w - 1 && y < h - 1;
    bool there = x >= 0 && y >= 0 && x < w && y < h;
    bool edge = tx == 0 || ty == 0 || tx == 15 || ty == 15;
    float r = there ? rhs[y * w + x] : 0;

    s[0][ty][tx] = there ? f[y * w + x] : 0;
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        float(*a)[16] = s[k & 1];
        s[~k & 1][ty][tx] = inside && !edge
                                ? 0.25f * (a[ty][tx - 1] + a[ty][tx + 1] +
                                           a[ty - 1][tx] + a[ty + 1][tx] - r)
                                : a[ty][tx];
        __syncthreads();
    }
    if (there && tx >= 3 && tx < 13 && ty >= 3 && ty < 13)
        out[y * w + x] = s[1][ty][tx];
}

// Rule 110: a cell for each thread, or 32 in a word and 16 steps at once.
__global__ void rule_cells(const u8 *now, u8 *next, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    int l = now[i == 0 ? n - 1 : i - 1] & 1,
        r = now[i == n - 1 ? 0 : i + 1] & 1;
    next[i] = 110 >> (l * 4 + (now[i] & 1) * 2 + r) & 1;
}

__global__ void rule_words(const u32 *now, u32 *next, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    u32 l = now[(i + n - 1) % n], r = now[(i + 1) % n];
    u64 c = (u64)(l << 16) << 32 | (u64)now[i] << 16 | r >> 16;
    for (int step = 0; step < 16; step++)
        c = (c | c << 1) & ~(c & c << 1 & c >> 1);
    next[i] = (u32)(c >> 16);
}

// Trees burn when a neighbour does, or by lightning.
__global__ void forest(const int *now, int *next, int w, int h, u32 turn)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;

    if (x >= w || y >= h)
        return;
    int me = now[i] % 3, burns = 0;
    if (me == 0) {
        next[i] = stirred(i ^ turn) < 40000000u;
    } else if (me == 1) {
        for (int dy = -1; dy <= 1 && !burns; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
                    burns |= now[i + dy * w + dx] % 3 == 2;
        next[i] = burns || stirred(i + turn) < 40000u ? 2 : 1;
    } else
        next[i] = 0;
}

// How long a front takes from here (fast sweeping, one Jacobi step).
__global__ void eikonal(const float *t, const float *slow, float *out, int w,
                        int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1, i = y * w + x;

    if (x >= w - 1 || y >= h - 1)
        return;
    float a = fminf(t[i - 1], t[i + 1]), b = fminf(t[i - w], t[i + w]);
    float s = slow[i], d = a - b, u;
    if (fabsf(d) >= s)
        u = fminf(a, b) + s;
    else
        u = 0.5f * (a + b + sqrtf(2 * s * s - d * d));
    out[i] = fminf(t[i], u);
}

// ---- pictures ---------------------------------------------------------------

// Colours of a sensor: what a pixel does not have, neighbours have.
__global__ void bayer_pixel(const float *raw, float4 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;

    if (x >= w - 1 || y >= h - 1)
        return;
    const float *p = raw + y * w + x;
    float cross = (p[-1] + p[1] + p[-w] + p[w]) / 4;
    float corners = (p[-w - 1] + p[-w + 1] + p[w - 1] + p[w + 1]) / 4;
    float across = (p[-1] + p[1]) / 2, down = (p[-w] + p[w]) / 2;
    float4 c;
    if (y % 2 == 0)
        c = x % 2 == 0 ? make_float4(*p, cross, corners, 1)
                       : make_float4(across, *p, down, 1);
    else
        c = x % 2 == 0 ? make_float4(down, *p, across, 1)
                       : make_float4(corners, cross, *p, 1);
    out[y * w + x] = c;
}

// Four pixels for each thread, without ifs.
__global__ void bayer_quad(const float *raw, float4 *out, int w, int h)
{
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 2;
    int y = 2 * (blockIdx.y * blockDim.y + threadIdx.y) + 2, at = y * w + x;
    float p[4][4];

    if (x >= w - 2 || y >= h - 2)
        return;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
            p[j][i] = raw[at + (j - 1) * w + i - 1];
    out[at] = make_float4(p[1][1], (p[0][1] + p[1][0] + p[1][2] + p[2][1]) / 4,
                          (p[0][0] + p[0][2] + p[2][0] + p[2][2]) / 4, 1);
    out[at + 1] = make_float4((p[1][1] + p[1][3]) / 2, p[1][2],
                              (p[0][2] + p[2][2]) / 2, 1);
    out[at + w] = make_float4((p[1][1] + p[3][1]) / 2, p[2][1],
                              (p[2][0] + p[2][2]) / 2, 1);
    out[at + w + 1] =
        make_float4((p[1][1] + p[1][3] + p[3][1] + p[3][3]) / 4,
                    (p[1][2] + p[2][1] + p[2][3] + p[3][2]) / 4, p[2][2], 1);
}

// Hue, saturation and value.
__global__ void hsv_ifs(const float4 *in, float4 *out, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    float4 c = in[i];
    float most = fmaxf(c.x, fmaxf(c.y, c.z));
    float range = most - fminf(c.x, fminf(c.y, c.z)), hue = 0;
    if (range > 0) {
        if (most == c.x)
            hue = fmodf((c.y - c.z) / range + 6, 6);
        else if (most == c.y)
            hue = (c.z - c.x) / range + 2;
        else
            hue = (c.x - c.y) / range + 4;
    }
    out[i] = make_float4(60 * hue, most > 0 ? range / most : 0, most, c.w);
}

__global__ void hsv_selects(const float *in, float *out, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    float r = in[i], g = in[i + n], b = in[i + 2 * n];
    float p = g < b ? b : g, q = g < b ? g : b, k = g < b ? -1.f : 0.f;
    float u = r < p ? p : r, v = r < p ? r : p;
    k = r < p ? -2.f / 6 - k : k;
    float range = u - fminf(v, q);
    out[i] = fabsf(k + __fdividef(v - q, 6 * range + 1e-20f));
    out[i + n] = __fdividef(range, u + 1e-20f);
    out[i + 2 * n] = u;
}

// A bit for each of 24 neighbours: is it darker?
__global__ void census(const u8 *in, u32 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 2;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 2;
    u32 bits = 0;

    if (x >= w - 2 || y >= h - 2)
        return;
    u8 me = in[y * w + x];
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (dx || dy)
                bits = bits << 1 | (in[(y + dy) * w + x + dx] < me);
    out[y * w + x] = bits;
}

// How far a line of the right picture is shifted: 16 ways, seven pixels.
__global__ void stereo_plain(const float *left, const float *right, int *out,
                             int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 20;
    int y = blockIdx.y * blockDim.y + threadIdx.y, best = 0;
    float least = 1e30f;

    if (x >= w - 4 || y >= h)
        return;
    for (int d = 0; d < 16; d++) {
        float sum = 0;
        for (int k = -3; k <= 3; k++)
            sum += fabsf(left[y * w + x + k] - right[y * w + x + k - d]);
        if (sum < least) {
            least = sum;
            best = d;
        }
    }
    out[y * w + x] = best;
}

__global__ void stereo_shared(const float *left, const float *right, int *out,
                              int w, int h)
{
    __shared__ float l[134], r[150];
    int first = blockIdx.x * 128 + 20, y = blockIdx.y, t = threadIdx.x,
        best = 0;
    float least = 1e30f;

    for (int k = t; k < 134; k += 128)
        l[k] = left[y * w + min(first + k - 3, w - 1)];
    for (int k = t; k < 150; k += 128)
        r[k] = right[y * w + min(first + k - 18, w - 1)];
    __syncthreads();
    for (int d = 0; d < 16; d++) {
        float sum = 0;
        for (int k = 0; k < 7; k++)
            sum += fabsf(l[t + k] - r[t + k + 15 - d]);
        best = sum < least ? d : best;
        least = fminf(least, sum);
    }
    if (first + t < w - 4 && y < h)
        out[y * w + first + t] = best;
}

// Edges: only what is more than its neighbours across is kept.
__global__ void edges_thin(const float *gx, const float *gy, float *out, int w,
                           int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1, i = y * w + x, step;

    if (x >= w - 1 || y >= h - 1)
        return;
    float a = gx[i] - 0.5f, b = gy[i] - 0.5f;
    if (fabsf(b) < 0.414f * fabsf(a))
        step = 1;
    else if (fabsf(a) < 0.414f * fabsf(b))
        step = w;
    else
        step = a * b > 0 ? w + 1 : w - 1;
    float me = a * a + b * b;
    float p = gx[i - step] - 0.5f, q = gy[i - step] - 0.5f;
    float r = gx[i + step] - 0.5f, s = gy[i + step] - 0.5f;
    out[i] = me >= p * p + q * q && me > r * r + s * s ? sqrtf(me) : 0;
}

// Sums of all above and to the left: along rows, a warp each; then down.
__global__ void integral_rows(const float *in, float *out, int w, int h)
{
    int y = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    float carry = 0;

    if (y >= h)
        return;
    for (int first = 0; first < w; first += 32) {
        int x = first + lane;
        float v = x < w ? in[y * w + x] : 0;
        for (int d = 1; d < 32; d *= 2) {
            float other = __shfl_up_sync(FULL, v, d);
            v += lane >= d ? other : 0;
        }
        v += carry;
        if (x < w)
            out[y * w + x] = v;
        carry = __shfl_sync(FULL, v, 31);
    }
}

__global__ void integral_columns(float *sums, int w, int h)
{
    int x = thread_of_grid();
    float total = 0;

    if (x >= w)
        return;
    for (int y = 0; y < h; y++) {
        total += sums[y * w + x];
        sums[y * w + x] = total;
    }
}

// A page seen at an angle.
__global__ void perspective(const u8 *in, u8 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    float z = 1 + 0.0004f * x + 0.0007f * y;
    int u = (int)((0.9f * x + 0.2f * y + 3) / z);
    int v = (int)((0.1f * x + 1.1f * y - 5) / z);
    out[y * w + x] = u >= 0 && u < w && v >= 0 && v < h ? in[v * w + u] : 128;
}

// ---- order ------------------------------------------------------------------

// 256 keys of eight bits: stable, by one bit after the other, with ballots.
__global__ void sort_by_bits(const int *in, int *out)
{
    __shared__ int keys[256], zeros[8];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    int key = in[blockIdx.x * 256 + t] & 255;

    for (int bit = 0; bit < 8; bit++) {
        int one = key >> bit & 1;
        u32 mask = __ballot_sync(FULL, !one);
        if (lane == 0)
            zeros[w] = __popc(mask);
        __syncthreads();
        int before = 0, all = 0;
        for (int k = 0; k < 8; k++) {
            before += k < w ? zeros[k] : 0;
            all += zeros[k];
        }
        before += __popc(mask & ((1u << lane) - 1));
        keys[one ? all + t - before : before] = key;
        __syncthreads();
        key = keys[t];
    }
    out[blockIdx.x * 256 + t] = key;
}

// Batcher's network of odd and even merges, 512 keys in a block.
__global__ void sort_batcher(const float *in, float *out)
{
    __shared__ float s[512];
    int t = threadIdx.x;

    s[t] = in[blockIdx.x * 512 + t];
    s[t + 256] = in[blockIdx.x * 512 + t + 256];
    for (int size = 2; size <= 512; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int low = 2 * t - (t & (stride - 1)), in_box = t & (size / 2 - 1);
            if (stride < size / 2)
                low -= stride;
            if (stride == size / 2 || in_box >= stride) {
                float a = s[low], b = s[low + stride];
                if (a > b) {
                    s[low] = b;
                    s[low + stride] = a;
                }
            }
        }
    __syncthreads();
    out[blockIdx.x * 512 + t] = s[t];
    out[blockIdx.x * 512 + t + 256] = s[t + 256];
}

// Two arrays that are in order, for what merges them.
__global__ void in_order(const int *in, int *a, int *b, int n)
{
    int i = thread_of_grid();

    if (i < n) {
        a[i] = 9 * i + (in[i] & 7);
        b[i] = 11 * i + (in[i] >> 3 & 7);
    }
}

__device__ static int how_many_below(const int *a, int n, int key)
{
    int low = 0;

    while (low < n) {
        int middle = (low + n) / 2;
        if (a[middle] < key)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

// Each asks how many of the others' come before it.
__global__ void merge_ranks(const int *a, const int *b, int *out, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    out[i + how_many_below(b, n, a[i])] = a[i];
    out[i + how_many_below(a, n, b[i] + 1)] = b[i];
}

// Eight of the result for each thread, which looks for where to begin.
__global__ void merge_path(const int *a, const int *b, int *out, int n)
{
    int at = 8 * thread_of_grid();

    if (at >= 2 * n)
        return;
    int low = max(0, at - n), high = min(at, n);
    while (low < high) {
        int i = (low + high) / 2;
        if (a[i] <= b[at - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    int i = low, j = at - low;
    for (int k = at; k < at + 8 && k < 2 * n; k++)
        if (j >= n || (i < n && a[i] <= b[j]))
            out[k] = a[i++];
        else
            out[k] = b[j++];
}

// The middle of 1024 keys of 20 bits: 20 times, how many lie below?
__global__ void middle_by_count(const int *in, int *out)
{
    const int *mine = in + blockIdx.x * 1024;
    int t = threadIdx.x, low = 0, high = 1 << 20;
    int a = mine[t], b = mine[t + 256], c = mine[t + 512], d = mine[t + 768];

    while (low < high) {
        int middle = (low + high) / 2;
        int below = __syncthreads_count(a <= middle) +
                    __syncthreads_count(b <= middle) +
                    __syncthreads_count(c <= middle) +
                    __syncthreads_count(d <= middle);
        if (below >= 512)
            high = middle;
        else
            low = middle + 1;
    }
    if (t == 0)
        out[blockIdx.x] = low;
}

// Pairs of values, in 16 x 16 bins.
__global__ void joint_global(const u8 *a, const u8 *b, int *bins, int n)
{
    for (int i = thread_of_grid(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[(a[i] & 0xf0) | b[i] >> 4], 1);
}

__global__ void joint_shared(const uchar4 *a, const uchar4 *b, int *bins, int n)
{
    __shared__ int s[256];

    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = thread_of_grid(); i < n / 4; i += gridDim.x * blockDim.x) {
        uchar4 p = a[i], q = b[i];
        atomicAdd(&s[(p.x & 0xf0) | q.x >> 4], 1);
        atomicAdd(&s[(p.y & 0xf0) | q.y >> 4], 1);
        atomicAdd(&s[(p.z & 0xf0) | q.z >> 4], 1);
        atomicAdd(&s[(p.w & 0xf0) | q.w >> 4], 1);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

// ---- numbers ----------------------------------------------------------------

// Points that fill the space evenly: by the bits of i, or by digits.
__global__ void sobol(const u32 *directions, float *out, int n, int dimensions)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    for (int d = 0; d < dimensions; d++) {
        u32 x = 0;
        for (u32 k = 0, g = i ^ i >> 1; g; g >>= 1, k++)
            if (g & 1)
                x ^= directions[d * 32 + k];
        out[d * n + i] = x * 2.3283064e-10f;
    }
}

__global__ void halton(float *out, int n)
{
    const int bases[4] = {2, 3, 5, 7};
    int i = thread_of_grid();

    if (i >= n)
        return;
    for (int d = 0; d < 4; d++) {
        float share = 1, sum = 0;
        for (int k = i + 1; k > 0; k /= bases[d]) {
            share /= bases[d];
            sum += share * (k % bases[d]);
        }
        out[4 * i + d] = sum;
    }
}

// The logarithm of the gamma function (Lanczos).
__global__ void log_gamma(const double *in, double *out, int n)
{
    const double c[6] = {76.18009172947146,     -86.50532032941677,
                         24.01409824083091,     -1.231739572450155,
                         0.1208650973866179e-2, -0.5395239384953e-5};
    int i = thread_of_grid();

    if (i >= n)
        return;
    double x = 1 + 9 * in[i], sum = 1.000000000190015;
    for (int k = 0; k < 6; k++)
        sum += c[k] / (x + k + 1);
    out[i] = (x + 0.5) * log(x + 5.5) - x - 5.5 + log(2.5066282746 * sum / x);
}

// J0 as a sum, until what is added is little.
__global__ void bessel(const float *in, float *out, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    float q = 4 * in[i] * in[i], term = 1, sum = 1;
    for (int k = 1; k < 40 && fabsf(term) > 1e-7f; k++) {
        term *= -q / (k * k);
        sum += term;
    }
    out[i] = sum;
}

// A root of x^3 + a x^2 + b x + c (Cardano).
__global__ void cubic_root(const double *in, double *out, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    double a = in[i] * 4 - 2, b = in[i + n] * 4 - 2, c = in[i + 2 * n];
    double q = (a * a - 3 * b) / 9,
           r = (2 * a * a * a - 9 * a * b + 27 * c) / 54;
    if (r * r < q * q * q) {
        double angle = acos(r / sqrt(q * q * q));
        out[i] = -2 * sqrt(q) * cos(angle / 3) - a / 3;
    } else {
        double s = cbrt(fabs(r) + sqrt(r * r - q * q * q));
        s = r > 0 ? -s : s;
        out[i] = s + (s == 0 ? 0 : q / s) - a / 3;
    }
}

// Pendulums, by leaps: float and double.
template <typename real>
__global__ void pendulums(const real *start, real *out, int n, int steps)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    real angle = 3 * start[i], speed = 0, dt = (real)0.01;
    for (int k = 0; k < steps; k++) {
        speed -= dt * sin(angle);
        angle += dt * speed;
    }
    out[2 * i] = angle;
    out[2 * i + 1] = speed;
}

// Is it prime?  Three witnesses (Miller and Rabin).
__global__ void witnesses(const int *in, int *out, int n)
{
    const u32 bases[3] = {2, 7, 61};
    int i = thread_of_grid(), prime = 1;

    if (i >= n)
        return;
    u32 m = (u32)in[i] | 0x100001u, odd = m - 1;
    int twos = __ffs(odd) - 1;
    odd >>= twos;
    for (int k = 0; k < 3 && prime; k++) {
        u64 x = 1, b = bases[k];
        for (u32 e = odd; e; e >>= 1) {
            if (e & 1)
                x = x * b % m;
            b = b * b % m;
        }
        bool passes = x == 1 || x == m - 1;
        for (int t = 1; t < twos && !passes; t++) {
            x = x * x % m;
            passes = x == m - 1;
        }
        prime = passes;
    }
    out[i] = prime;
}

__global__ void totient(int *out, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    int m = i + 1, phi = m;
    for (int p = 2; p * p <= m; p++)
        if (m % p == 0) {
            while (m % p == 0)
                m /= p;
            phi -= phi / p;
        }
    out[i] = m > 1 ? phi - phi / m : phi;
}

// ---- pictures that are computed ---------------------------------------------

__device__ static float slope(u32 x, u32 y, float dx, float dy)
{
    u32 h = stirred(x * 73856093u ^ y * 19349663u);
    float u = h & 1 ? dx : -dx, v = h & 2 ? dy : -dy;

    return h & 4 ? u + 0.5f * v : 0.5f * u + v;
}

// Noise of Perlin's kind, in four octaves.
__global__ void perlin(float *out, int w, int h)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0, weight = 0.5f, scale = 0.03f;

    if (px >= w || py >= h)
        return;
    for (int octave = 0; octave < 4; octave++) {
        float fx = px * scale, fy = py * scale;
        u32 x = (u32)fx, y = (u32)fy;
        fx -= x;
        fy -= y;
        float s = fx * fx * (3 - 2 * fx), t = fy * fy * (3 - 2 * fy);
        float a = slope(x, y, fx, fy), b = slope(x + 1, y, fx - 1, fy);
        float c = slope(x, y + 1, fx, fy - 1);
        float d = slope(x + 1, y + 1, fx - 1, fy - 1);
        a += s * (b - a);
        c += s * (d - c);
        sum += weight * (a + t * (c - a));
        weight *= 0.5f;
        scale *= 2;
    }
    out[py * w + px] = sum;
}

// How near is the next of points strewn over squares?
__global__ void worley(float *out, int w, int h)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y, cx = px / 16, cy = py / 16;
    float least = 1e9f;

    if (px >= w || py >= h)
        return;
    for (int y = cy - 1; y <= cy + 1; y++)
        for (int x = cx - 1; x <= cx + 1; x++) {
            u32 r = stirred(x * 7919u + y * 104729u);
            float dx = x * 16 + (r & 15) - px, dy = y * 16 + (r >> 4 & 15) - py;
            least = fminf(least, dx * dx + dy * dy);
        }
    out[py * w + px] = sqrtf(least);
}

// Where those that escape have been.
__global__ void orbits(int *seen, int n, int w)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    u32 r = stirred(i);
    float a = (r & 0xffff) / 21845.0f - 2, b = (r >> 16) / 32768.0f - 1;
    float x = 0, y = 0;
    int steps = 0;
    while (steps < 60 && x * x + y * y < 4) {
        float t = x * x - y * y + a;
        y = 2 * x * y + b;
        x = t;
        steps++;
    }
    if (steps == 60)
        return;
    for (x = y = 0; steps > 0; steps--) {
        float t = x * x - y * y + a;
        y = 2 * x * y + b;
        x = t;
        int px = (int)((x + 4) * w / 8), py = (int)((y + 4) * w / 8);
        if (px >= 0 && px < w && py >= 0 && py < w)
            atomicAdd(&seen[py * w + px], 1);
    }
}

// Triangles on a screen: all pixels ask all, or a box of each.
__global__ void raster_pixels(const float *at, float *out, int w, int h,
                              int triangles)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float nearest = 1;

    if (x >= w || y >= h)
        return;
    for (int k = 0; k < triangles; k++) {
        const float *p = at + 7 * k;
        float ax = p[0] * w - x, ay = p[1] * h - y, bx = p[2] * w - x;
        float by = p[3] * h - y, cx = p[4] * w - x, cy = p[5] * h - y;
        float u = ax * by - ay * bx, v = bx * cy - by * cx,
              q = cx * ay - cy * ax;
        if ((u > 0 && v > 0 && q > 0) || (u < 0 && v < 0 && q < 0))
            nearest = fminf(nearest, p[6]);
    }
    out[y * w + x] = nearest;
}

__global__ void raster_boxes(const float *at, int *out, int w, int h,
                             int triangles)
{
    int k = blockIdx.x * blockDim.y + threadIdx.y;

    if (k >= triangles)
        return;
    const float *p = at + 7 * k;
    float ax = p[0] * w, ay = p[1] * h, bx = ax + 12 * p[2], by = ay + 5 * p[3];
    float cx = ax + 5 * p[4], cy = ay + 12 * p[5];
    for (int e = threadIdx.x; e < 12 * 12; e += 32) {
        int x = (int)ax + e % 12, y = (int)ay + e / 12;
        float u = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        float v = (cx - bx) * (y - by) - (cy - by) * (x - bx);
        float q = (ax - cx) * (y - cy) - (ay - cy) * (x - cx);
        if (u >= 0 && v >= 0 && q >= 0 && x < w && y < h)
            atomicMax(&out[y * w + x], __float_as_int(p[6]));
    }
}

// Each corner of a figure follows four of 64 bones.
__global__ void bones(const float4 *matrices, const float4 *corners,
                      const int *which, float4 *out, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    float4 p = corners[i], sum = make_float4(0, 0, 0, 1);
    for (int k = 0; k < 4; k++) {
        const float4 *m = matrices + (which[i] >> (4 * k) & 63) * 3;
        float share = 0.25f;
        sum.x += share * (m[0].x * p.x + m[0].y * p.y + m[0].z * p.z + m[0].w);
        sum.y += share * (m[1].x * p.x + m[1].y * p.y + m[1].z * p.z + m[1].w);
        sum.z += share * (m[2].x * p.x + m[2].y * p.y + m[2].z * p.z + m[2].w);
    }
    out[i] = sum;
}

// ---- many to many -----------------------------------------------------------

// A value here from values there, by the square of the distance.
__global__ void weighted_memory(const float *px, const float *py,
                                const float *value, const float2 *ask,
                                float *out, int n, int asked)
{
    int i = thread_of_grid();
    float top = 0, bottom = 0;

    if (i >= asked)
        return;
    float2 at = ask[i];
    for (int k = 0; k < n; k++) {
        float dx = at.x - px[k], dy = at.y - py[k];
        float weight = 1 / (dx * dx + dy * dy + 1e-6f);
        top += weight * value[k];
        bottom += weight;
    }
    out[i] = top / bottom;
}

__global__ void weighted_tile(const float *px, const float *py,
                              const float *value, const float2 *ask, float *out,
                              int n, int asked)
{
    __shared__ float3 tile[128];
    int i = thread_of_grid();
    float2 at = ask[min(i, asked - 1)];
    float top = 0, bottom = 0;

    for (int first = 0; first < n; first += 128) {
        int k = first + threadIdx.x;
        if (k < n)
            tile[threadIdx.x] = make_float3(px[k], py[k], value[k]);
        __syncthreads();
        int count = min(128, n - first);
        for (int q = 0; q < count; q++) {
            float3 p = tile[q];
            float dx = at.x - p.x, dy = at.y - p.y;
            float weight = __frcp_rn(dx * dx + dy * dy + 1e-6f);
            top += weight * p.z;
            bottom += weight;
        }
        __syncthreads();
    }
    if (i < asked)
        out[i] = __fdividef(top, bottom);
}

__device__ static float apart(float2 a, float2 b)
{
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

// What a round trip gains if it goes from i to j, and back between them.
template <bool SHARED>
__global__ void tour(const float2 *towns, float *gain, int n)
{
    __shared__ float2 s[SHARED ? 1024 : 1];
    const float2 *at = SHARED ? s : towns;
    int i = blockIdx.x;
    float best = 0;

    if (SHARED) {
        for (int k = threadIdx.x; k < n; k += blockDim.x)
            s[k] = towns[k];
        __syncthreads();
    }
    float2 a = at[i], b = at[i + 1];
    for (int j = i + 2 + threadIdx.x; j < n - 1; j += blockDim.x) {
        float now = apart(a, b) + apart(at[j], at[j + 1]);
        float then = apart(a, at[j]) + apart(b, at[j + 1]);
        best = fmaxf(best, now - then);
    }
    atomicMax((int *)&gain[i], __float_as_int(best));
}

// ---- graphs and sparse matrices ---------------------------------------------

// One round: who has the largest number of all around it is in the set.
__global__ void luby(const int *links, const int *in, int *out, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    u32 mine = stirred(in[i]);
    int chosen = 1;
    for (int k = 0; k < 8; k++) {
        int other = links[8 * i + k] % n;
        if (other != i && stirred(in[other]) >= mine) {
            chosen = 0;
            break;
        }
    }
    out[i] = chosen;
}

// Who has fewer friends than k leaves, and tells the others.
__global__ void peel(const int *links, const int *degree, int *less, int n,
                     int k)
{
    int i = thread_of_grid();

    if (i >= n || degree[i] % 16 >= k)
        return;
    for (int e = 0; e < 6; e++)
        atomicSub(&less[links[e * n + i] % n], 1);
}

// Elements of a product that are asked for: a row and a column of 64 each.
__global__ void asked_thread(const int *rows, const int *cols, const float *A,
                             const float *B, float *out, int n, int m)
{
    int e = thread_of_grid();
    float s = 0;

    if (e >= n)
        return;
    const float *a = A + rows[e] % m * 64, *b = B + cols[e] % m * 64;
    for (int k = 0; k < 64; k++)
        s += a[k] * b[k];
    out[e] = s;
}

__global__ void asked_lanes(const int *rows, const int *cols, const float4 *A,
                            const float4 *B, float *out, int n, int m)
{
    int e = thread_of_grid() / 16, lane = threadIdx.x % 16;
    int here = min(e, n - 1);

    float4 a = A[rows[here] % m * 16 + lane], b = B[cols[here] % m * 16 + lane];
    float s = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    for (int d = 8; d > 0; d /= 2)
        s += __shfl_down_sync(FULL, s, d, 16);
    if (lane == 0 && e < n)
        out[e] = s;
}

// A sparse matrix, ten a row, times one of 32 columns: a warp for each row.
__global__ void sparse_by_32(const int *cols, const float *values,
                             const float *B, float *out, int rows)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    float s = 0;

    if (r >= rows)
        return;
    for (int k = 0; k < 10; k++)
        s += values[r * 10 + k] * B[cols[r * 10 + k] % rows * 32 + lane];
    out[r * 32 + lane] = s;
}

// The same, with a thread for all 32 of a row.
__global__ void sparse_own_32(const int *cols, const float *values,
                              const float *B, float *out, int rows)
{
    int r = thread_of_grid();
    float s[32] = {};

    if (r >= rows)
        return;
    for (int k = 0; k < 10; k++) {
        float v = values[r * 10 + k];
        const float *b = B + cols[r * 10 + k] % rows * 32;
#pragma unroll
        for (int c = 0; c < 32; c++)
            s[c] += v * b[c];
    }
#pragma unroll
    for (int c = 0; c < 32; c++)
        out[r * 32 + c] = s[c];
}

// ---- dense matrices ---------------------------------------------------------

// Of A times its transpose, what lies below the diagonal.
__global__ void lower_square(const float *A, float *C, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;

    if (i >= n || j > i)
        return;
    for (int q = 0; q < k; q++)
        s += A[i * k + q] * A[j * k + q];
    C[i * n + j] = s;
}

// A symmetric matrix of which half is kept, times a vector.
__global__ void half_kept(const double *A, const double *x, double *y, int n)
{
    int i = thread_of_grid();
    double s = 0;

    if (i >= n)
        return;
    for (int j = 0; j < n; j++)
        s += A[j <= i ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i] * x[j];
    y[i] = s;
}

__global__ void rank_two(const float *u, const float *v, float *A, int n)
{
    int e = thread_of_grid();

    if (e < n * n)
        A[e] += u[e / n] * v[e % n] + v[e / n] * u[e % n];
}

// All of A times each element of B, which is 8 x 8.
__global__ void kronecker(const float *A, const float *B, float *C, int n)
{
    int w = 8 * n;

    for (int e = thread_of_grid(); e < w * w; e += gridDim.x * blockDim.x) {
        int r = e / w, c = e % w;
        C[e] = A[r / 8 * n + c / 8] * B[r % 8 * 8 + c % 8];
    }
}

// A step of Gauss and Jordan, from one matrix to another.
__global__ void jordan(const double *in, double *out, int n, int p)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r >= n || c >= n)
        return;
    double top = in[p * n + c] / (in[p * n + p] + 1.0);
    out[r * n + c] = r == p ? top : in[r * n + c] - in[r * n + p] * top;
}

// (I - 2 v v') A: a warp for every column, or a thread.
__global__ void mirror_warp(const float *v, const float *A, float *out, int n)
{
    int c = blockIdx.x * blockDim.y + threadIdx.y;
    float s = 0;

    if (c >= n)
        return;
    for (int r = threadIdx.x; r < n; r += 32)
        s += v[r] * A[r * n + c];
    s = lanes_total(s);
    for (int r = threadIdx.x; r < n; r += 32)
        out[r * n + c] = A[r * n + c] - 2 * s * v[r];
}

__global__ void mirror_thread(const float *v, const float *A, float *out, int n)
{
    int c = thread_of_grid();
    float s = 0;

    if (c >= n)
        return;
    for (int r = 0; r < n; r++)
        s += v[r] * A[r * n + c];
    for (int r = 0; r < n; r++)
        out[r * n + c] = A[r * n + c] - 2 * s * v[r];
}

// Many products of 8 x 8.
__global__ void eights_thread(const float *A, const float *B, float *C, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            float s = 0;
            for (int k = 0; k < 8; k++)
                s += A[i * 64 + r * 8 + k] * B[i * 64 + k * 8 + c];
            C[i * 64 + r * 8 + c] = s;
        }
}

__global__ void eights_block(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[4][8][8], b[4][8][8];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int i = blockIdx.x * 4 + z, at = i * 64 + y * 8 + x;
    float s = 0;

    if (i < n) {
        a[z][y][x] = A[at];
        b[z][y][x] = B[at];
    }
    __syncthreads();
    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        s += a[z][y][k] * b[z][k][x];
    C[at] = s;
}

// ---- signals ----------------------------------------------------------------

// 16 points for each thread, in registers.
__global__ void fourier_16(const float2 *in, float2 *out, int n)
{
    int i = thread_of_grid();
    float2 p[16];

    if (i >= n)
        return;
#pragma unroll
    for (int k = 0; k < 16; k++)
        p[k] = in[k * n + i];
#pragma unroll
    for (int half = 8; half > 0; half /= 2)
#pragma unroll
        for (int k = 0; k < 16; k++)
            if (!(k & half)) {
                float s, c;
                float2 a = p[k], b = p[k + half];
                sincospif(-(float)(k % half) / half, &s, &c);
                p[k] = make_float2(a.x + b.x, a.y + b.y);
                a = make_float2(a.x - b.x, a.y - b.y);
                p[k + half] = make_float2(a.x * c - a.y * s, a.x * s + a.y * c);
            }
#pragma unroll
    for (int k = 0; k < 16; k++)
        out[k * n + i] = p[k];
}

// 64 coefficients of 64 samples: cosines as they are needed, or from a table.
__global__ void cosines_needed(const float *in, float *out)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float sum = 0;

    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (int k = 0; k < 64; k++)
        sum += s[k] * cospif((k + 0.5f) * t / 64);
    out[blockIdx.x * 64 + t] = sum;
}

__global__ void cosines_table(const float *in, float *out)
{
    __shared__ float s[64], cosine[256];
    int t = threadIdx.x;
    float sum = 0;

    s[t] = in[blockIdx.x * 64 + t];
    for (int k = t; k < 256; k += 64)
        cosine[k] = cospif(k / 128.0f);
    __syncthreads();
    for (int k = 0; k < 64; k++)
        sum += s[k] * cosine[(2 * k + 1) * t & 255];
    out[blockIdx.x * 64 + t] = sum;
}

// Is it louder than what is around it, near neighbours apart?
__global__ void louder_sum(const float *in, int *out, int n)
{
    int i = thread_of_grid();
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 3; k <= 18; k++)
        sum += (i - k >= 0 ? in[i - k] : 0) + (i + k < n ? in[i + k] : 0);
    out[i] = in[i] > 0.045f * sum;
}

// 32 places for each thread, along which a sum runs.
__global__ void louder_running(const float *in, int *out, int n)
{
    int first = 32 * thread_of_grid();
    float sum = 0;

    if (first >= n)
        return;
    for (int k = first - 19; k < first + 18; k++)
        sum += k >= 0 && k < n && (k < first - 2 || k > first + 2) ? in[k] : 0;
    for (int i = first; i < first + 32 && i < n; i++) {
        if (i + 18 < n)
            sum += in[i + 18];
        if (i - 19 >= 0)
            sum -= in[i - 19];
        if (i + 2 < n && i > first)
            sum -= in[i + 2];
        if (i - 3 >= 0 && i > first)
            sum += in[i - 3];
        out[i] = in[i] > 0.045f * sum;
    }
}

// Eight microphones, each heard later than the one before.
__global__ void beam(const float *sound, float *out, int n, int directions)
{
    int i = thread_of_grid(), d = blockIdx.y;
    float s = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++) {
        float delay = k * (1 + sinpif((float)d / directions)) * 3;
        int whole = (int)delay;
        float part = delay - whole;
        const float *p = sound + k * (n + 64) + i + whole;
        s += (1 - part) * p[0] + part * p[1];
    }
    out[d * n + i] = s * s;
}

// A check of a code: the two least of six, and the sign of all.
__global__ void checks(const float *in, float *out, int n)
{
    int i = thread_of_grid();
    float least = 1e9f, second = 1e9f, m[6];
    int where = 0, minus = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 6; k++) {
        m[k] = in[k * n + i] - 0.5f;
        float size = fabsf(m[k]);
        minus ^= m[k] < 0;
        if (size < least) {
            second = least;
            least = size;
            where = k;
        } else if (size < second)
            second = size;
    }
    for (int k = 0; k < 6; k++) {
        float size = 0.75f * (k == where ? second : least);
        out[k * n + i] = minus ^ (m[k] < 0) ? -size : size;
    }
}

// ---- networks ---------------------------------------------------------------

__device__ static float squashed(float x)
{
    return 1 / (1 + expf(-x));
}

// What a cell with gates keeps, and what it says.
__global__ void gates(const float *in, float *kept, float *said, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    float c = 0.5f, put = squashed(in[i]), forget = squashed(in[i + n]);
    c = forget * c + put * tanhf(in[i + 2 * n]);
    kept[i] = c;
    said[i] = squashed(in[i + 3 * n]) * tanhf(c);
}

// x * sigmoid(x) * gate, by four.
__global__ void swish(const float4 *x, const float4 *gate, float4 *out, int n)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    float4 a = x[i], g = gate[i];
    a.x = __fdividef(a.x, 1 + __expf(-a.x)) * g.x;
    a.y = __fdividef(a.y, 1 + __expf(-a.y)) * g.y;
    a.z = __fdividef(a.z, 1 + __expf(-a.z)) * g.z;
    a.w = __fdividef(a.w, 1 + __expf(-a.w)) * g.w;
    out[i] = a;
}

// One in five is left out; ten rounds of Philox say which, for four at once.
__global__ void drop(const float *in, float *out, int n, u32 seed)
{
    int i = thread_of_grid();
    u32 x[4] = {(u32)i, 0, 0, 0}, k0 = seed, k1 = 77;

    for (int r = 0; r < 10; r++) {
        u32 h0 = __umulhi(0xd2511f53u, x[0]), l0 = 0xd2511f53u * x[0];
        u32 h1 = __umulhi(0xcd9e8d57u, x[2]), l1 = 0xcd9e8d57u * x[2];
        x[0] = h1 ^ x[1] ^ k0;
        x[1] = l1;
        x[2] = h0 ^ x[3] ^ k1;
        x[3] = l0;
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    for (int k = 0; k < 4; k++)
        if (4 * i + k < n)
            out[4 * i + k] = x[k] < 858993459u ? 0 : 1.25f * in[4 * i + k];
}

// Rows of a table, added to where they stand in the text.
__global__ void tokens(const int *which, const float *table, const float *place,
                       float *out, int width, int words)
{
    int row = blockIdx.x, w = which[row] % words;

    for (int c = threadIdx.x; c < width; c += blockDim.x)
        out[row * width + c] = table[w * width + c] + place[row * width + c];
}

// How surprised: logarithm of the sum of a row, less what was right.
__global__ void surprise_warp(const float *in, const int *right, float *out,
                              int rows, int cols)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    float s = 0;

    if (r >= rows)
        return;
    for (int c = threadIdx.x; c < cols; c += 32)
        s += __expf(in[r * cols + c] - 1);
    s = lanes_total(s);
    if (threadIdx.x == 0)
        out[r] = 1 + logf(s) - in[r * cols + right[r] % cols];
}

__global__ void surprise_thread(const float *in, const int *right, float *out,
                                int rows, int cols)
{
    int r = thread_of_grid();
    float most = -1e30f, s = 0;

    if (r >= rows)
        return;
    for (int c = 0; c < cols; c++)
        most = fmaxf(most, in[r * cols + c]);
    for (int c = 0; c < cols; c++)
        s += expf(in[r * cols + c] - most);
    out[r] = most + logf(s) - in[r * cols + right[r] % cols];
}

// Eight weights of four bits in a word; a warp for each row, or a thread.
__device__ static float of_word(u32 w, const float *x)
{
    float s = 0;

    for (int k = 0; k < 8; k++)
        s += ((int)(w >> (4 * k) & 15) - 8) * x[k];
    return s;
}

__global__ void nibbles_warp(const u32 *W, const float *x, float *y, int rows,
                             int words)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    float s = 0;

    if (r >= rows)
        return;
    for (int k = threadIdx.x; k < words; k += 32)
        s += of_word(W[r * words + k], x + 8 * k);
    s = lanes_total(s);
    if (threadIdx.x == 0)
        y[r] = 0.05f * s;
}

__global__ void nibbles_thread(const u32 *W, const float *x, float *y, int rows,
                               int words)
{
    int r = thread_of_grid();
    float s = 0;

    if (r >= rows)
        return;
    for (int k = 0; k < words; k++)
        s += of_word(W[r * words + k], x + 8 * k);
    y[r] = 0.05f * s;
}

// Bytes for floats, by the largest of the row.
__global__ void to_bytes(const float *in, signed char *out, float *scale,
                         int cols)
{
    __shared__ float tops[4];
    const float *row = in + blockIdx.x * cols;
    int t = threadIdx.x;
    float top = 1e-9f;

    for (int c = t; c < cols; c += 128)
        top = fmaxf(top, fabsf(row[c]));
    for (int d = 16; d > 0; d /= 2)
        top = fmaxf(top, __shfl_xor_sync(FULL, top, d));
    if (t % 32 == 0)
        tops[t / 32] = top;
    __syncthreads();
    top = fmaxf(fmaxf(tops[0], tops[1]), fmaxf(tops[2], tops[3]));
    for (int c = t; c < cols; c += 128)
        out[blockIdx.x * cols + c] = (signed char)rintf(row[c] * (127 / top));
    if (t == 0)
        scale[blockIdx.x] = top / 127;
}

// Winograd's 4 x 4 of a picture, for convolutions by 3 x 3.
__global__ void winograd(const float *in, float *out, int w, int h)
{
    int tx = blockIdx.x * blockDim.x + threadIdx.x;
    int ty = blockIdx.y * blockDim.y + threadIdx.y;
    int across = (w - 2) / 2, down = (h - 2) / 2;
    float d[4][4], t[4][4];

    if (tx >= across || ty >= down)
        return;
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            d[r][c] = in[(2 * ty + r) * w + 2 * tx + c];
    for (int c = 0; c < 4; c++) {
        t[0][c] = d[0][c] - d[2][c];
        t[1][c] = d[1][c] + d[2][c];
        t[2][c] = d[2][c] - d[1][c];
        t[3][c] = d[1][c] - d[3][c];
    }
    for (int r = 0; r < 4; r++) {
        float *o = out + r * 4 * across * down + ty * across + tx;
        o[0] = t[r][0] - t[r][2];
        o[across * down] = t[r][1] + t[r][2];
        o[2 * across * down] = t[r][2] - t[r][1];
        o[3 * across * down] = t[r][1] - t[r][3];
    }
}

// A question asks all keys before it; 32 numbers each.
__global__ void asks_keys(const float *q, const float *keys, float *out, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    float s = 0;

    if (j >= n)
        return;
    if (j <= i)
        for (int k = 0; k < 32; k++)
            s += q[i * 32 + k] * keys[j * 32 + k];
    out[i * n + j] = j <= i ? s * 0.1768f : -1e30f;
}

// The same by tiles: 32 questions, 32 keys.
__global__ void asks_keys_tile(const float *q, const float *keys, float *out,
                               int n)
{
    __shared__ float a[32][33], b[32][33];
    int x = threadIdx.x, j = blockIdx.x * 32 + x, top = blockIdx.y * 32;

    if (blockIdx.x <= blockIdx.y)
        for (int r = threadIdx.y; r < 32; r += 8) {
            a[r][x] = top + r < n ? q[(top + r) * 32 + x] : 0;
            b[r][x] = blockIdx.x * 32 + r < n
                          ? keys[(blockIdx.x * 32 + r) * 32 + x]
                          : 0;
        }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8) {
        int i = top + r;
        float s = 0;
        if (i >= n || j >= n)
            continue;
        if (j <= i)
            for (int k = 0; k < 32; k++)
                s += a[r][k] * b[x][k];
        out[i * n + j] = j <= i ? s * 0.1768f : -1e30f;
    }
}

// ---- text and secrets -------------------------------------------------------

// How far a word of up to 32 letters is from 40 letters, a bit for each row.
__global__ void distance_bits(const u8 *text, int *out, int n)
{
    __shared__ u32 where[16];
    int i = thread_of_grid(), score = 32;
    u32 plus = FULL, minus = 0;

    if (threadIdx.x < 16) {
        u32 bits = 0;
        for (int k = 0; k < 32; k++)
            bits |= (u32)((text[k] & 15) == threadIdx.x) << k;
        where[threadIdx.x] = bits;
    }
    __syncthreads();
    if (i >= n)
        return;
    for (int k = 0; k < 40; k++) {
        u32 eq = where[text[i + k] & 15], x = eq | minus;
        u32 d0 = (((x & plus) + plus) ^ plus) | x;
        u32 up = minus | ~(d0 | plus), down = d0 & plus;
        score += (int)(up >> 31) - (int)(down >> 31);
        up = up << 1 | 1;
        minus = up & d0;
        plus = down << 1 | ~(up | d0);
    }
    out[i] = score;
}

// Numbers in decimal digits, eight places each, in front of which are blanks.
__global__ void decimal(const u8 *text, int *out, int n)
{
    int i = thread_of_grid(), value = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++) {
        int c = text[8 * i + k] % 11;
        if (c == 10) {
            if (value)
                break;
        } else
            value = value * 10 + c;
    }
    out[i] = value;
}

// A text is looked for with what it has in common with itself.
__global__ void with_failures(const u8 *text, int *found, int n)
{
    __shared__ u8 word[6], back[6];
    int first = thread_of_grid() * 64, q = 0, count = 0;

    if (threadIdx.x == 0) {
        for (int k = 0; k < 6; k++)
            word[k] = k == 2 || k == 5;
        back[0] = 0;
        for (int k = 1, b = 0; k < 6; k++) {
            while (b > 0 && word[b] != word[k])
                b = back[b - 1];
            b += word[b] == word[k];
            back[k] = (u8)b;
        }
    }
    __syncthreads();
    if (first >= n)
        return;
    for (int i = first; i < first + 69 && i < n; i++) {
        u8 c = text[i] & 1;
        while (q > 0 && word[q] != c)
            q = back[q - 1];
        q += word[q] == c;
        if (q == 6) {
            count++;
            q = back[5];
        }
    }
    found[first / 64] = count;
}

__constant__ u8 turns_of[16] = {7, 12, 17, 22, 5, 9,  14, 20,
                                4, 11, 16, 23, 6, 10, 15, 21};

// 64 steps of MD5 on 16 words for each thread; constants from a table.
__global__ void md5(const u32 *in, const u32 *table, uint4 *out, int n)
{
    int i = thread_of_grid();
    u32 a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;

    if (i >= n)
        return;
#pragma unroll 4
    for (int k = 0; k < 64; k++) {
        u32 f = c ^ (b | ~d);
        int g = 7 * k & 15;
        if (k < 16) {
            f = (b & c) | (~b & d);
            g = k;
        } else if (k < 32) {
            f = (d & b) | (~d & c);
            g = (5 * k + 1) & 15;
        } else if (k < 48) {
            f = b ^ c ^ d;
            g = (3 * k + 5) & 15;
        }
        f += a + table[k] + in[g * n + i];
        a = d;
        d = c;
        c = b;
        int r = turns_of[k / 16 * 4 + k % 4];
        b += f << r | f >> (32 - r);
    }
    out[i] = make_uint4(a, b, c, d);
}

// Checksums of pieces (Adler), a warp for each.
__global__ void adler(const u8 *in, u32 *out, int pieces, int length)
{
    int p = blockIdx.x * blockDim.y + threadIdx.y;
    u32 a = 0, b = 0;

    if (p >= pieces)
        return;
    for (int k = threadIdx.x; k < length; k += 32) {
        u32 c = in[p * length + k];
        a += c;
        b += c * (u32)(length - k);
    }
    for (int d = 16; d > 0; d /= 2) {
        a += __shfl_down_sync(FULL, a, d);
        b += __shfl_down_sync(FULL, b, d);
    }
    if (threadIdx.x == 0)
        out[p] = (b + length) % 65521 << 16 | (a + 1) % 65521;
}

// Rounds as in AES: four look-ups for each of four words, in memory that all of
// a block share.
__global__ void look_ups(const u32 *table, const u32 *keys, const uint4 *in,
                         uint4 *out, int n)
{
    __shared__ u32 t[256];
    int i = thread_of_grid();

    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        t[k] = stirred(table[k]);
    __syncthreads();
    if (i >= n)
        return;
    uint4 x = in[i];
    u32 s[4] = {x.x, x.y, x.z, x.w}, next[4];
    for (int r = 0; r < 10; r++) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            u32 p = t[s[k] & 255], q = t[s[(k + 1) & 3] >> 8 & 255];
            u32 u = t[s[(k + 2) & 3] >> 16 & 255], v = t[s[(k + 3) & 3] >> 24];
            next[k] = p ^ (q << 8 | q >> 24) ^ (u << 16 | u >> 16) ^
                      (v << 24 | v >> 8) ^ keys[4 * r + k];
        }
#pragma unroll
        for (int k = 0; k < 4; k++)
            s[k] = next[k];
    }
    out[i] = make_uint4(s[0], s[1], s[2], s[3]);
}

// ---- bits -------------------------------------------------------------------

// Tiles of 32 x 32 bits are transposed: by 32 ballots, or by five exchanges.
__global__ void bits_ballots(const u32 *in, u32 *out, int words)
{
    int i = thread_of_grid();
    u32 mine = i < words ? in[i] : 0, turned = 0;

    for (int k = 0; k < 32; k++) {
        u32 column = __ballot_sync(FULL, mine >> k & 1);
        turned = k == (threadIdx.x & 31) ? column : turned;
    }
    if (i < words)
        out[i] = turned;
}

__global__ void bits_exchanges(const u32 *in, u32 *out, int words)
{
    int i = thread_of_grid(), lane = threadIdx.x & 31;
    u32 x = i < words ? in[i] : 0, mask = 0x0000ffffu;

    for (int d = 16; d > 0; d /= 2, mask ^= mask << d) {
        u32 y = __shfl_xor_sync(FULL, x, d);
        x = lane & d ? (x & ~mask) | (y >> d & mask)
                     : (x & mask) | (y << d & ~mask);
    }
    if (i < words)
        out[i] = x;
}

// How far along Hilbert's curve a place lies.
__global__ void hilbert(u32 *out, int side, int levels)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y, x = px, y = py;
    u32 d = 0;

    if (px >= side || py >= side)
        return;
    for (int s = 1 << (levels - 1); s > 0; s /= 2) {
        int rx = (x & s) > 0, ry = (y & s) > 0;
        d += s * s * ((3 * rx) ^ ry);
        if (ry == 0) {
            if (rx == 1) {
                x = s - 1 - (x & (s - 1));
                y = s - 1 - (y & (s - 1));
            }
            int t = x;
            x = y;
            y = t;
        }
    }
    out[py * side + px] = d;
}

// The i-th order of ten things, and how many pairs are the wrong way round.
__global__ void orders(int *out, int n)
{
    int i = thread_of_grid(), wrong = 0;
    u8 left[10], order[10];

    if (i >= n)
        return;
    for (int k = 0; k < 10; k++)
        left[k] = (u8)k;
    u32 rest = i, block = 362880;
    for (int k = 0; k < 10; k++) {
        int at = rest / block;
        rest %= block;
        if (k < 9)
            block /= 9 - k;
        order[k] = left[at];
        for (int q = at; q < 9 - k; q++)
            left[q] = left[q + 1];
    }
    for (int k = 0; k < 10; k++)
        for (int q = 0; q < k; q++)
            wrong += order[q] > order[k];
    out[i] = wrong;
}

// Which sums can be had of 16 numbers: a bit for each sum up to 127.
__global__ void sums_as_bits(const int *in, uint4 *out, int n)
{
    int i = thread_of_grid();
    u64 low = 1, high = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++) {
        int s = in[k * n + i] % 31 + 1;
        high |= high << s | low >> (64 - s);
        low |= low << s;
    }
    out[i] =
        make_uint4((u32)low, (u32)(low >> 32), (u32)high, (u32)(high >> 32));
}

// ---- tables and trees -------------------------------------------------------

// A key is in one of two places.
__global__ void two_places(const int *keys, const int2 *table, int *out, int n,
                           u32 mask)
{
    int i = thread_of_grid();

    if (i >= n)
        return;
    int key = keys[i], found = -1;
    int2 slot = table[stirred(key) & mask];
    if (slot.x == key)
        found = slot.y;
    else {
        slot = table[stirred(key ^ 0x55555555) & mask];
        if (slot.x == key)
            found = slot.y;
    }
    out[i] = found;
}

// A tree whose nodes have 16 ways, three levels deep; 16 lanes look at a node,
// or a thread.
__global__ void ways_lanes(const int *nodes, const int *keys, int *out, int n)
{
    int i = thread_of_grid() / 16, lane = threadIdx.x % 16, node = 0;
    int key = keys[min(i, n - 1)];

    for (int level = 0; level < 3; level++) {
        int below = (nodes[node * 16 + lane] & 1023) < (key & 1023);
        u32 mask = __ballot_sync(FULL, below);
        mask = mask >> (threadIdx.x & 16) & 0xffff;
        node = node * 16 + __popc(mask) % 16 + 1;
    }
    if (lane == 0 && i < n)
        out[i] = node;
}

__global__ void ways_thread(const int *nodes, const int *keys, int *out, int n)
{
    int i = thread_of_grid(), node = 0;

    if (i >= n)
        return;
    int key = keys[i] & 1023;
    for (int level = 0; level < 3; level++) {
        int count = 0;
        for (int k = 0; k < 16; k++)
            count += (nodes[node * 16 + k] & 1023) < key;
        node = node * 16 + count % 16 + 1;
    }
    out[i] = node;
}

// ---- cloth ------------------------------------------------------------------

// Springs to four neighbours of a knot in a net: structs, or arrays.
__device__ static float3 pulled(float3 a, float3 b)
{
    float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
    float far = sqrtf(dx * dx + dy * dy + dz * dz) + 1e-6f;
    float f = 0.3f * (far - 0.1f) / far;

    return make_float3(f * dx, f * dy, f * dz);
}

__global__ void cloth_structs(const float3 *at, float3 *next, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;

    if (x >= w || y >= h)
        return;
    float3 me = at[i], sum = make_float3(0, -0.01f, 0);
    for (int k = 0; k < 4; k++) {
        int nx = x + (k == 0) - (k == 1), ny = y + (k == 2) - (k == 3);
        if (nx < 0 || ny < 0 || nx >= w || ny >= h)
            continue;
        float3 f = pulled(me, at[ny * w + nx]);
        sum = make_float3(sum.x + f.x, sum.y + f.y, sum.z + f.z);
    }
    next[i] = make_float3(me.x + sum.x, me.y + sum.y, me.z + sum.z);
}

__global__ void cloth_arrays(const float *at, float *next, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x, n = w * h;

    if (x >= w || y >= h)
        return;
    float3 me = make_float3(at[i], at[i + n], at[i + 2 * n]);
    float3 sum = make_float3(0, -0.01f, 0);
    for (int k = 0; k < 4; k++) {
        int nx = min(max(x + (k == 0) - (k == 1), 0), w - 1);
        int ny = min(max(y + (k == 2) - (k == 3), 0), h - 1), j = ny * w + nx;
        float3 f = pulled(me, make_float3(at[j], at[j + n], at[j + 2 * n]));
        sum = make_float3(sum.x + f.x, sum.y + f.y, sum.z + f.z);
    }
    next[i] = me.x + sum.x;
    next[i + n] = me.y + sum.y;
    next[i + 2 * n] = me.z + sum.z;
}

#include "others8.def"
TIMES_MAIN
