/*
 * others4.cu - the set: kernels of other kinds, as courses and collections of
 * benchmarks have them, once unseen like those of others3.cu.
 */
#include "times.h"

#define EVERYONE 0xffffffffu

typedef unsigned char byte;
typedef unsigned long long bits64;

__device__ int gid()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

template <typename T> __device__ T lanes_sum(T x)
{
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(EVERYONE, x, d);
    return x;
}

__device__ float lanes_max(float x)
{
    for (int d = 16; d > 0; d /= 2)
        x = fmaxf(x, __shfl_xor_sync(EVERYONE, x, d));
    return x;
}

// ---- smoothing a line: nine weights -----------------------------------------

__constant__ float weights9[9] = {0.02f, 0.06f, 0.12f, 0.18f, 0.24f,
                                  0.18f, 0.12f, 0.06f, 0.02f};

__device__ float smooth_at(const float *a, int i, int n)
{
    float sum = 0;

    for (int k = -4; k <= 4; k++) {
        int j = i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k;
        sum += weights9[k + 4] * a[j];
    }
    return sum;
}

__global__ void smooth_plain(const float *a, float *out, int n)
{
    int i = gid();

    if (i < n)
        out[i] = smooth_at(a, i, n);
}

__global__ void smooth_shared(const float *a, float *out, int n)
{
    __shared__ float s[256 + 8];
    int t = threadIdx.x, i = gid();

    for (int k = t; k < 264; k += 256)
        s[k] = a[min(max((int)blockIdx.x * 256 + k - 4, 0), n - 1)];
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 9; k++)
        sum += weights9[k] * s[t + k];
    out[i] = sum;
}

// Four results out of twelve values in registers.
__global__ void smooth_four_each(const float *a, float *out, int n)
{
    int first = 4 * gid();

    if (first >= 4 && first + 8 <= n) {
        float v[12];
        for (int q = 0; q < 3; q++) {
            float4 f = *(const float4 *)(a + first - 4 + 4 * q);
            v[4 * q] = f.x;
            v[4 * q + 1] = f.y;
            v[4 * q + 2] = f.z;
            v[4 * q + 3] = f.w;
        }
        float sum[4] = {};
        for (int r = 0; r < 4; r++)
            for (int k = 0; k < 9; k++)
                sum[r] += weights9[k] * v[r + k];
        *(float4 *)(out + first) = make_float4(sum[0], sum[1], sum[2], sum[3]);
    } else
        for (int i = first; i < first + 4 && i < n; i++)
            out[i] = smooth_at(a, i, n);
}

// ---- heat in a cube ---------------------------------------------------------

__global__ void seven_flat(const float *a, float *out, int n)
{
    int id = gid(), x = id % n, y = id / n % n, z = id / (n * n);

    if (z >= n)
        return;
    if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) {
        out[id] = a[id];
        return;
    }
    out[id] = 0.4f * a[id] + 0.1f * (a[id - 1] + a[id + 1] + a[id - n] +
                                     a[id + n] + a[id - n * n] + a[id + n * n]);
}

// A column of the cube for each thread: what it goes past stays in registers.
__global__ void seven_down(const float *__restrict__ a, float *out, int n)
{
    int x = gid(), y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= n || y >= n)
        return;
    int at = y * n + x, plane = n * n;
    bool inside = x > 0 && y > 0 && x < n - 1 && y < n - 1;
    float above = a[at], mine = a[at + plane], below;
    out[at] = above;
    for (int z = 1; z < n - 1; z++) {
        at += plane;
        below = a[at + plane];
        if (inside)
            out[at] = 0.4f * mine + 0.1f * (a[at - 1] + a[at + 1] + a[at - n] +
                                            a[at + n] + above + below);
        else
            out[at] = mine;
        above = mine;
        mine = below;
    }
    out[at + plane] = mine;
}

// ---- the game of life, on a torus -------------------------------------------

__global__ void colony_modulo(const int *old, int *next, int w, int h)
{
    int x = gid(), y = blockIdx.y * blockDim.y + threadIdx.y, alive = 0;

    if (x >= w || y >= h)
        return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                alive += old[(y + dy + h) % h * w + (x + dx + w) % w] & 1;
    next[y * w + x] = alive == 3 || (alive == 2 && (old[y * w + x] & 1));
}

__global__ void colony_wraps(const int *old, int *next, int w, int h)
{
    int x = gid(), y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    int left = x ? x - 1 : w - 1, right = x + 1 < w ? x + 1 : 0;
    const int *up = old + (y ? y - 1 : h - 1) * w, *mid = old + y * w;
    const int *down = old + (y + 1 < h ? y + 1 : 0) * w;
    int alive = (up[left] & 1) + (up[x] & 1) + (up[right] & 1) +
                (mid[left] & 1) + (mid[right] & 1) + (down[left] & 1) +
                (down[x] & 1) + (down[right] & 1);
    next[y * w + x] = (alive | (mid[x] & 1)) == 3;
}

// A bit for each cell: sums of 32 at once, by full adders.
__device__ void add3(unsigned a, unsigned b, unsigned c, unsigned *one,
                     unsigned *two)
{
    *one = a ^ b ^ c;
    *two = (a & b) | (c & (a ^ b));
}

__device__ unsigned beside(const unsigned *row, int at, int words, bool left)
{
    unsigned mine = row[at];

    if (left)
        return mine << 1 | row[at ? at - 1 : words - 1] >> 31;
    return mine >> 1 | row[at + 1 < words ? at + 1 : 0] << 31;
}

__global__ void colony_bits(const unsigned *old, unsigned *next, int w, int h)
{
    int x = gid(), y = blockIdx.y * blockDim.y + threadIdx.y, words = w / 32;
    unsigned one[3], two[3], sum, twos, a, b;

    if (x >= words || y >= h)
        return;
    for (int k = 0; k < 3; k++) {
        const unsigned *row = old + (y + k + h - 1) % h * words;
        add3(beside(row, x, words, true), k == 1 ? 0 : row[x],
             beside(row, x, words, false), &one[k], &two[k]);
    }
    add3(one[0], one[1], one[2], &sum, &twos);
    add3(two[0], two[1], two[2], &a, &b);
    unsigned is_2_or_3 = (a ^ twos) & ~b;
    next[y * words + x] = is_2_or_3 & (sum | old[y * words + x]);
}

// ---- how many of each kind: 256 bins ----------------------------------------

__global__ void tally_shared(const int *a, int *bins, int n)
{
    __shared__ int s[256];

    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        s[k] = 0;
    __syncthreads();
    for (int i = gid(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[a[i] >> 12], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        if (s[k])
            atomicAdd(&bins[k], s[k]);
}

// Odd warps and even ones have bins of their own.
__global__ void tally_two_copies(const int *a, int *bins, int n)
{
    __shared__ int s[2][257];
    int t = threadIdx.x, mine = t / 32 % 2;

    s[0][t] = s[1][t] = 0;
    __syncthreads();
    for (int i = gid(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[mine][a[i] >> 12], 1);
    __syncthreads();
    atomicAdd(&bins[t], s[0][t] + s[1][t]);
}

__global__ void tally_fours(const int4 *a, int *bins, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x;

    s[t] = 0;
    __syncthreads();
    for (int i = gid(); i < n / 4; i += gridDim.x * blockDim.x) {
        int4 v = a[i];
        atomicAdd(s + (v.x >> 12), 1);
        atomicAdd(s + (v.y >> 12), 1);
        atomicAdd(s + (v.z >> 12), 1);
        atomicAdd(s + (v.w >> 12), 1);
    }
    __syncthreads();
    atomicAdd(bins + t, s[t]);
}

// ---- running sums of 512 elements -------------------------------------------

__global__ void running_two_buffers(const float *a, float *out)
{
    __shared__ float s[2][512];
    int t = threadIdx.x, from = 0;

    s[0][t] = a[blockIdx.x * 512 + t];
    __syncthreads();
    for (int d = 1; d < 512; d *= 2) {
        s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
        from = 1 - from;
        __syncthreads();
    }
    out[blockIdx.x * 512 + t] = s[from][t];
}

__device__ float lanes_scan(float x)
{
    int lane = threadIdx.x % 32;

    for (int d = 1; d < 32; d *= 2) {
        float other = __shfl_up_sync(EVERYONE, x, d);
        if (lane >= d)
            x += other;
    }
    return x;
}

__global__ void running_shuffles(const float *a, float *out)
{
    __shared__ float total[16];
    int t = threadIdx.x, warp = t / 32;
    float x = lanes_scan(a[blockIdx.x * 512 + t]);

    if (t % 32 == 31)
        total[warp] = x;
    __syncthreads();
    if (warp == 0) {
        float y = lanes_scan(t < 16 ? total[t] : 0);
        if (t < 16)
            total[t] = y;
    }
    __syncthreads();
    out[blockIdx.x * 512 + t] = warp ? x + total[warp - 1] : x;
}

// 128 threads with four elements each.
__global__ void running_fours(const float4 *a, float4 *out)
{
    __shared__ float total[4];
    int t = threadIdx.x, at = blockIdx.x * 128 + t;
    float4 v = a[at];

    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    float all = lanes_scan(v.w), before = all - v.w;
    if (t % 32 == 31)
        total[t / 32] = all;
    __syncthreads();
    for (int w = 0; w < t / 32; w++)
        before += total[w];
    out[at] =
        make_float4(v.x + before, v.y + before, v.z + before, v.w + before);
}

// ---- rows become columns ----------------------------------------------------

template <int PITCH>
__global__ void flip_tile(const float *a, float *out, int rows, int cols)
{
    __shared__ float s[32][PITCH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;

    for (int k = 0; k < 32; k += 8)
        if (x < cols && y + k < rows)
            s[threadIdx.y + k][threadIdx.x] = a[(y + k) * cols + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < rows && y + k < cols)
            out[(y + k) * rows + x] = s[threadIdx.x][threadIdx.y + k];
}

// The columns of a row of the tile change places, so that no pitch is odd.
__global__ void flip_swizzled(const float *a, float *out, int rows, int cols)
{
    __shared__ float s[1024];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x << 5, top = blockIdx.y << 5;

#pragma unroll
    for (int k = 0; k < 4; k++) {
        int y = ty + 8 * k;
        if (left + tx < cols && top + y < rows)
            s[y << 5 | (tx ^ y)] = a[(top + y) * cols + left + tx];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int y = ty + 8 * k;
        if (top + tx < rows && left + y < cols)
            out[(left + y) * rows + top + tx] = s[tx << 5 | (y ^ tx)];
    }
}

// Four rows for each thread, which become one vector.
__global__ void flip_vectors(const float *a, float *out, int rows, int cols)
{
    int x = gid(), y = 4 * (blockIdx.y * blockDim.y + threadIdx.y);

    if (x >= cols || y >= rows)
        return;
    const float *p = a + y * cols + x;
    *(float4 *)(out + x * rows + y) =
        make_float4(p[0], p[cols], p[2 * cols], p[3 * cols]);
}

// ---- 32 values in order -----------------------------------------------------

__global__ void network_lanes(const float *a, float *out, int groups)
{
    int id = gid(), lane = threadIdx.x % 32;

    if (id / 32 >= groups)
        return;
    float x = a[id];
    for (int size = 2; size <= 32; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            float other = __shfl_xor_sync(EVERYONE, x, d);
            bool up = (lane & size) == 0, low = (lane & d) == 0;
            x = up == low ? fminf(x, other) : fmaxf(x, other);
        }
    out[id] = x;
}

__global__ void network_odd_even(const float *a, float *out, int groups)
{
    __shared__ float s[128];
    int id = gid(), lane = threadIdx.x % 32;
    float *mine = s + threadIdx.x - lane;

    if (id / 32 >= groups)
        return;
    mine[lane] = a[id];
    for (int phase = 0; phase < 32; phase++) {
        int low = 2 * lane + phase % 2;
        __syncwarp();
        if (low < 31 && mine[low] > mine[low + 1]) {
            float x = mine[low];
            mine[low] = mine[low + 1];
            mine[low + 1] = x;
        }
    }
    __syncwarp();
    out[id] = mine[lane];
}

// How many are smaller, or are equal and stand before.
__global__ void network_ranks(const float *a, float *out, int groups)
{
    int id = gid(), lane = threadIdx.x & 31, rank = 0;

    if (id / 32 >= groups)
        return;
    float x = a[id];
    for (int k = 0; k < 32; k++) {
        float other = __shfl_sync(EVERYONE, x, k);
        rank += other < x || (other == x && k < lane);
    }
    out[id - lane + rank] = x;
}

__global__ void network_insertion(const float *a, float *out, int groups)
{
    int group = gid();
    float v[32];

    if (group >= groups)
        return;
    for (int k = 0; k < 32; k++) {
        float x = a[group * 32 + k];
        int j = k - 1;
        while (j >= 0 && v[j] > x) {
            v[j + 1] = v[j];
            j--;
        }
        v[j + 1] = x;
    }
    for (int k = 0; k < 32; k++)
        out[group * 32 + k] = v[k];
}

// ---- planets ----------------------------------------------------------------

__device__ void attract(float3 *f, float4 p, float4 q)
{
    float x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
    float r = rsqrtf(x * x + y * y + z * z + 0.001f), m = q.w * r * r * r;

    f->x += x * m;
    f->y += y * m;
    f->z += z * m;
}

__device__ float4 as_float4(float3 f)
{
    return make_float4(f.x, f.y, f.z, 0);
}

__global__ void planets_global(const float4 *at, float4 *force, int n)
{
    int i = gid();
    float3 f = {0, 0, 0};

    if (i >= n)
        return;
    float4 p = at[i];
    for (int j = 0; j < n; j++)
        attract(&f, p, at[j]);
    force[i] = as_float4(f);
}

__global__ void planets_tile(const float4 *at, float4 *force, int n)
{
    __shared__ float4 tile[64];
    int t = threadIdx.x, i = gid();
    float4 p = at[i];
    float3 f = {0, 0, 0};

    for (int first = 0; first < n; first += 64) {
        tile[t] = at[first + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 64; k++)
            attract(&f, p, tile[k]);
        __syncthreads();
    }
    force[i] = as_float4(f);
}

// Four threads for each planet, a quarter of the others each.
__global__ void planets_quarters(const float4 *at, float4 *force, int n)
{
    int i = gid() / 4, part = threadIdx.x % 4;
    float4 p = at[i];
    float3 f = {0, 0, 0};

    for (int j = part; j < n; j += 4)
        attract(&f, p, at[j]);
    for (int d = 1; d < 4; d *= 2) {
        f.x += __shfl_xor_sync(EVERYONE, f.x, d);
        f.y += __shfl_xor_sync(EVERYONE, f.y, d);
        f.z += __shfl_xor_sync(EVERYONE, f.z, d);
    }
    if (part == 0)
        force[i] = as_float4(f);
}

// ---- which root of z^3 = 1 is found -----------------------------------------

__device__ float2 newton_step(float2 z)
{
    float x2 = z.x * z.x, y2 = z.y * z.y, r = x2 + y2 + 1e-6f;
    float d = 1.0f / (3.0f * r * r);

    return make_float2(2.0f / 3.0f * z.x + (x2 - y2) * d,
                       2.0f / 3.0f * z.y - 2.0f * z.x * z.y * d);
}

__device__ float2 newton_start(int w, int h, int x, int y)
{
    return make_float2(4.0f * x / w - 2.0f, 4.0f * y / h - 2.0f);
}

__global__ void newton_leaves(int *out, int w, int h)
{
    int x = gid(), y = blockIdx.y * blockDim.y + threadIdx.y, k;

    if (x >= w || y >= h)
        return;
    float2 z = newton_start(w, h, x, y);
    for (k = 0; k < 30; k++) {
        float2 next = newton_step(z);
        float dx = next.x - z.x, dy = next.y - z.y;
        z = next;
        if (dx * dx + dy * dy < 1e-8f)
            break;
    }
    out[y * w + x] = k;
}

// All go to the end, and note when they could have left.
__global__ void newton_stays(int *out, int w, int h)
{
    int x = gid(), y = blockIdx.y * blockDim.y + threadIdx.y, left = 30;

    if (x >= w || y >= h)
        return;
    float2 z = newton_start(w, h, x, y);
    for (int k = 0; k < 30; k++) {
        float2 next = newton_step(z);
        float dx = next.x - z.x, dy = next.y - z.y;
        z = next;
        left = dx * dx + dy * dy < 1e-8f && k < left ? k : left;
    }
    out[y * w + x] = left;
}

// ---- a sparse matrix by rows, 1 to 31 entries each --------------------------

__device__ int row_start(const int *rows, int r)
{
    return 16 * r + (rows[r] & 15);
}

__global__ void csr_thread(const int *rows, const int *cols, const float *value,
                           const float *x, float *y, int n)
{
    int r = gid();
    float sum = 0;

    if (r >= n)
        return;
    for (int k = row_start(rows, r); k < row_start(rows, r + 1); k++)
        sum += value[k] * x[cols[k] % n];
    y[r] = sum;
}

template <int LANES>
__global__ void csr_lanes(const int *__restrict__ rows,
                          const int *__restrict__ cols,
                          const float *__restrict__ value,
                          const float *__restrict__ x, float *__restrict__ y,
                          int n)
{
    int r = gid() / LANES, lane = threadIdx.x % LANES;
    float sum = 0;

    if (r < n) {
        int end = row_start(rows, r + 1);
        for (int k = row_start(rows, r) + lane; k < end; k += LANES)
            sum += value[k] * x[cols[k] % n];
    }
    for (int d = LANES / 2; d > 0; d /= 2)
        sum += __shfl_down_sync(EVERYONE, sum, d, LANES);
    if (r < n && lane == 0)
        y[r] = sum;
}

// ---- another order, n a power of two ----------------------------------------

__device__ int place(unsigned i, int n)
{
    return (int)((i * 747796405u + 12345u) & (n - 1));
}

__global__ void permute_gather(const float *a, float *out, int n)
{
    int i = gid();

    if (i < n)
        out[i] = a[place(i, n)];
}

__global__ void permute_scatter(const float *a, float *out, int n)
{
    int i = gid();

    if (i < n)
        out[place(i, n)] = a[i];
}

__global__ void permute_four_gathers(const float *a, float *out, int n)
{
    int i = gid(), quarter = n / 4;

    if (i >= quarter)
        return;
    float v[4];
    for (int k = 0; k < 4; k++)
        v[k] = a[place(i + k * quarter, n)];
    for (int k = 0; k < 4; k++)
        out[i + k * quarter] = v[k];
}

// ---- a word in a text -------------------------------------------------------

enum { LETTERS = 5 };

__constant__ byte word_sought[LETTERS] = {1, 0, 3, 2, 1};

__device__ void count_found(bool found, int *count)
{
    int many = __popc(__ballot_sync(EVERYONE, found));

    if (threadIdx.x % 32 == 0 && many)
        atomicAdd(count, many);
}

__global__ void needle_bytes(const byte *text, int *count, int n)
{
    int i = gid(), k = 0;

    if (i + LETTERS <= n)
        while (k < LETTERS && (text[i + k] & 3) == word_sought[k])
            k++;
    count_found(k == LETTERS, count);
}

// All letters are compared, of text in shared memory.
__global__ void needle_shared(const byte *text, int *count, int n)
{
    __shared__ byte s[256 + LETTERS];
    int i = gid(), t = threadIdx.x;
    bool found = i + LETTERS <= n;

    s[t] = i < n ? text[i] & 3 : 4;
    if (t < LETTERS)
        s[256 + t] = i + 256 < n ? text[i + 256] & 3 : 4;
    __syncthreads();
    for (int k = 0; k < LETTERS; k++)
        found = found && s[t + k] == word_sought[k];
    count_found(found, count);
}

// Four places for each thread, out of two words.
__global__ void needle_words(const unsigned *text, int *count, int n)
{
    int i = gid(), mine = 0;

    if (4 * i < n) {
        bits64 both = text[i];
        if (4 * i + 4 < n)
            both |= (bits64)text[i + 1] << 32;
        for (int k = 0; k < 4; k++)
            if (4 * i + k + LETTERS <= n)
                mine += (both >> 8 * k & 0x0303030303ull) == 0x0102030001ull;
    }
    mine = lanes_sum(mine);
    if (threadIdx.x % 32 == 0 && mine)
        atomicAdd(count, mine);
}

// ---- dice: how many of random points lie in a circle ------------------------

__device__ unsigned lcg(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state;
}

__global__ void dice_floats(int *inside, int threads, int points)
{
    int i = gid(), mine = 0;
    unsigned state = i * 2654435761u + 1;

    if (i >= threads)
        return;
    for (int k = 0; k < points; k++) {
        float x = (lcg(&state) >> 8) * (1.0f / (1 << 24));
        float y = (lcg(&state) >> 8) * (1.0f / (1 << 24));
        if (x * x + y * y <= 1.0f)
            mine++;
    }
    inside[i] = mine;
}

__global__ void dice_integers(int *inside, int threads, int points)
{
    int i = gid(), mine = 0;
    unsigned state = i * 2654435761u + 1;

    if (i >= threads)
        return;
    for (int k = 0; k < points; k++) {
        unsigned x = lcg(&state) >> 17, y = lcg(&state) >> 17;
        mine += x * x + y * y < 1u << 30;
    }
    inside[i] = mine;
}

__global__ void dice_doubles(int *inside, int threads, int points)
{
    int i = gid(), mine = 0;
    unsigned state = i * 2654435761u + 1;

    if (i >= threads)
        return;
    while (points-- > 0) {
        double x = lcg(&state) / 4294967296.0, y = lcg(&state) / 4294967296.0;
        mine += x * x + y * y <= 1;
    }
    inside[i] = mine;
}

// ---- sums by key, of 64 -----------------------------------------------------

__global__ void bykey_shared(const int *key, const float *a, float *sums, int n)
{
    __shared__ float s[64];

    if (threadIdx.x < 64)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = gid(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[key[i] & 63], a[i]);
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&sums[threadIdx.x], s[threadIdx.x]);
}

// One warp, whose lanes have a column each.
template <int PITCH>
__global__ void bykey_columns(const int *key, const float *a, float *sums,
                              int n)
{
    __shared__ float s[64 * PITCH];
    int lane = threadIdx.x;

    for (int k = 0; k < 64; k++)
        s[k * PITCH + lane] = 0;
    for (int i = gid(); i < n; i += gridDim.x * 32)
        s[(key[i] & 63) * PITCH + lane] += a[i];
    __syncwarp();
    for (int k = lane; k < 64; k += 32) {
        float sum = 0;
        for (int c = 0; c < 32; c++)
            sum += s[k * PITCH + c];
        atomicAdd(&sums[k], sum);
    }
}

// ---- a table of keys --------------------------------------------------------

__global__ void table_clear(int *slots, int count)
{
    for (int i = gid(); i < count; i += gridDim.x * blockDim.x)
        slots[i] = -1;
}

__device__ unsigned scramble(unsigned x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    return x;
}

__global__ void table_next_slot(const int *keys, int *slots, int n, int count)
{
    int i = gid();

    if (i >= n)
        return;
    int key = keys[i];
    unsigned at = scramble(key) & (count - 1);
    for (;;) {
        int old = atomicCAS(&slots[at], -1, key);
        if (old == -1 || old == key)
            return;
        at = (at + 1) & (count - 1);
    }
}

__global__ void table_key_steps(const int *keys, int *slots, int n, int count)
{
    int i = gid();

    if (i >= n)
        return;
    int key = keys[i], old;
    unsigned hash = scramble(key), at = hash % count, step = hash >> 20 | 1;
    do {
        old = atomicCAS(&slots[at], -1, key);
        at = (at + step) % count;
    } while (old != -1 && old != key);
}

// ---- blurring by 5 x 5 ------------------------------------------------------

__constant__ float weights5[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

__device__ int within(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

__global__ void blur_direct(const float *in, float *out, int w, int h)
{
    int x = gid(), y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            sum += weights5[dy + 2] * weights5[dx + 2] *
                   in[within(y + dy, h) * w + within(x + dx, w)];
    out[y * w + x] = sum;
}

// Along rows and then along columns.
__global__ void blur_one_way(const float *in, float *out, int w, int h, int dx,
                             int dy)
{
    int x = gid(), y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int k = -2; k <= 2; k++)
        sum += weights5[k + 2] *
               in[within(y + k * dy, h) * w + within(x + k * dx, w)];
    out[y * w + x] = sum;
}

// Both ways in one, in shared memory.
__global__ void blur_shared(const float *in, float *out, int w, int h)
{
    __shared__ float s[20][36], across[20][32];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
    int left = blockIdx.x * 32, top = blockIdx.y * 16;

    for (int k = t; k < 20 * 36; k += 512)
        s[k / 36][k % 36] =
            in[within(top + k / 36 - 2, h) * w + within(left + k % 36 - 2, w)];
    __syncthreads();
    for (int y = ty; y < 20; y += 16) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += weights5[k] * s[y][tx + k];
        across[y][tx] = sum;
    }
    __syncthreads();
    if (left + tx < w && top + ty < h) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += weights5[k] * across[ty + k][tx];
        out[(top + ty) * w + left + tx] = sum;
    }
}

// ---- a layer of a network: 3 x 3, of many channels to as many ---------------

// The image has a border, so that nobody asks.
__global__ void layer_plain(const float *in, const float *weight, float *out,
                            int channels, int n)
{
    int x = threadIdx.x, y = blockIdx.x, o = blockIdx.y, pitch = n + 2;
    float sum = 0;

    for (int c = 0; c < channels; c++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                sum += weight[((o * channels + c) * 3 + i) * 3 + j] *
                       in[(c * pitch + y + i) * pitch + x + j];
    out[(o * n + y) * n + x] = fmaxf(sum, 0);
}

// Four results of the same place: what was read is used four times.
__global__ void layer_four_outputs(const float *in, const float *weight,
                                   float *out, int channels, int n)
{
    int x = threadIdx.x, y = blockIdx.x, o = 4 * blockIdx.y, pitch = n + 2;
    float sum[4] = {0, 0, 0, 0};

    for (int c = 0; c < channels; c++)
        for (int k = 0; k < 9; k++) {
            float v = in[(c * pitch + y + k / 3) * pitch + x + k % 3];
            for (int q = 0; q < 4; q++)
                sum[q] += weight[((o + q) * channels + c) * 9 + k] * v;
        }
    for (int q = 0; q < 4; q++)
        out[((o + q) * n + y) * n + x] = fmaxf(sum[q], 0);
}

__global__ void layer_shared_weights(const float *in, const float *weight,
                                     float *out, int channels, int n)
{
    extern __shared__ float w[];
    int x = threadIdx.x, y = blockIdx.x, o = blockIdx.y, pitch = n + 2;
    float sum = 0;

    for (int k = x; k < 9 * channels; k += n)
        w[k] = weight[o * 9 * channels + k];
    __syncthreads();
    for (int c = 0; c < channels; c++) {
        const float *p = in + (c * pitch + y) * pitch + x, *v = w + 9 * c;
        sum += v[0] * p[0] + v[1] * p[1] + v[2] * p[2];
        p += pitch;
        sum += v[3] * p[0] + v[4] * p[1] + v[5] * p[2];
        p += pitch;
        sum += v[6] * p[0] + v[7] * p[1] + v[8] * p[2];
    }
    out[(o * n + y) * n + x] = sum > 0 ? sum : 0;
}

// ---- Walsh transforms of 256 elements ---------------------------------------

__global__ void walsh_shared(const float *a, float *out)
{
    __shared__ float s[256];
    int t = threadIdx.x, first = blockIdx.x * 256;

    s[t] = a[first + t];
    s[t + 128] = a[first + t + 128];
    for (int d = 1; d < 256; d <<= 1) {
        int low = t / d * 2 * d + t % d;
        __syncthreads();
        float x = s[low], y = s[low + d];
        s[low] = x + y;
        s[low + d] = x - y;
    }
    __syncthreads();
    out[first + t] = s[t];
    out[first + t + 128] = s[t + 128];
}

// A warp for each, eight elements a lane.
__global__ void walsh_lanes(const float *a, float *out, int vectors)
{
    int vector = gid() / 32, lane = threadIdx.x % 32;
    float v[8];

    if (vector >= vectors)
        return;
    for (int k = 0; k < 8; k++)
        v[k] = a[vector * 256 + k * 32 + lane];
    for (int d = 1; d < 32; d *= 2)
        for (int k = 0; k < 8; k++) {
            float other = __shfl_xor_sync(EVERYONE, v[k], d);
            v[k] = lane & d ? other - v[k] : v[k] + other;
        }
#pragma unroll
    for (int d = 1; d < 8; d *= 2)
#pragma unroll
        for (int k = 0; k < 8; k++)
            if (!(k & d)) {
                float x = v[k], y = v[k + d];
                v[k] = x + y;
                v[k + d] = x - y;
            }
    for (int k = 0; k < 8; k++)
        out[vector * 256 + k * 32 + lane] = v[k];
}

// ---- sums of points by cluster ----------------------------------------------

struct centre {
    float x, y;
    int count;
};

__global__ void centres_own(const float2 *at, const int *cluster,
                            struct centre *centres, int n)
{
    struct centre mine[4] = {};

    for (int i = gid(); i < n; i += gridDim.x * blockDim.x) {
        int c = cluster[i] & 3;
        float2 p = at[i];
#pragma unroll
        for (int k = 0; k < 4; k++)
            if (c == k) {
                mine[k].x += p.x;
                mine[k].y += p.y;
                mine[k].count++;
            }
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float x = lanes_sum(mine[k].x), y = lanes_sum(mine[k].y);
        int count = lanes_sum(mine[k].count);
        if (threadIdx.x % 32 == 0) {
            atomicAdd(&centres[k].x, x);
            atomicAdd(&centres[k].y, y);
            atomicAdd(&centres[k].count, count);
        }
    }
}

__global__ void centres_shared(const float2 *at, const int *cluster,
                               struct centre *centres, int n)
{
    __shared__ struct centre s[4];
    int t = threadIdx.x;

    if (t < 4)
        s[t] = {0, 0, 0};
    __syncthreads();
    for (int i = gid(); i < n; i += gridDim.x * blockDim.x) {
        struct centre *c = &s[cluster[i] & 3];
        atomicAdd(&c->x, at[i].x);
        atomicAdd(&c->y, at[i].y);
        atomicAdd(&c->count, 1);
    }
    __syncthreads();
    if (t < 4) {
        atomicAdd(&centres[t].x, s[t].x);
        atomicAdd(&centres[t].y, s[t].y);
        atomicAdd(&centres[t].count, s[t].count);
    }
}

// ---- y = a x + y ------------------------------------------------------------

__global__ void saxpy_guard(float a, const float *x, float *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void saxpy_strides(float a, const float *__restrict__ x,
                              float *__restrict__ y, int n)
{
    for (int i = gid(); i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

__global__ void saxpy_two_halves(float a, const float *x, float *y, int n)
{
    int i = gid(), j = i + n / 2;

    if (i >= n / 2)
        return;
    float p = a * x[i] + y[i], q = a * x[j] + y[j];
    y[i] = p;
    y[j] = q;
}

__global__ void saxpy_vectors(float a, const float4 *x, float4 *y, int n)
{
    int i = gid();

    if (i >= n / 4)
        return;
    float4 p = x[i], q = y[i];
    q.x += a * p.x;
    q.y += a * p.y;
    q.z += a * p.z;
    q.w += a * p.w;
    y[i] = q;
}

// Four elements beside each other, one by one.
__global__ void saxpy_fours(float a, const float *x, float *y, int n)
{
    int first = 4 * gid();

    for (int i = first; i < first + 4; i++)
        if (i < n)
            y[i] = a * x[i] + y[i];
}

// ---- options: a tree of 64 steps --------------------------------------------

__device__ float worth_at(float strike, int k)
{
    float price = 100.0f * expf(0.02f * (2 * k - 64));

    return fmaxf(price - 60.0f - 80.0f * strike, 0.0f);
}

__global__ void tree_shared(const float *strikes, float *worth)
{
    __shared__ float s[65];
    int t = threadIdx.x;
    float strike = strikes[blockIdx.x];

    s[t] = worth_at(strike, t);
    if (t == 0)
        s[64] = worth_at(strike, 64);
    __syncthreads();
    for (int step = 64; step > 0; step--) {
        float next = 0.999f * (0.49f * s[t] + 0.51f * s[t + 1]);
        __syncthreads();
        if (t < step)
            s[t] = next;
        __syncthreads();
    }
    if (t == 0)
        worth[blockIdx.x] = s[0];
}

// A warp, whose lanes have two nodes each.
__global__ void tree_lanes(const float *strikes, float *worth, int n)
{
    int option = gid() / 32, lane = threadIdx.x % 32;

    if (option >= n)
        return;
    float strike = strikes[option], last = worth_at(strike, 64);
    float low = worth_at(strike, 2 * lane);
    float high = worth_at(strike, 2 * lane + 1);
    for (int step = 64; step > 0; step--) {
        float above = __shfl_down_sync(EVERYONE, low, 1);
        if (lane == 31)
            above = last;
        low = 0.999f * (0.49f * low + 0.51f * high);
        high = 0.999f * (0.49f * high + 0.51f * above);
    }
    if (lane == 0)
        worth[option] = low;
}

__global__ void tree_thread(const float *strikes, float *worth, int n)
{
    int option = gid();
    float v[65];

    if (option >= n)
        return;
    float strike = strikes[option];
    for (int k = 0; k <= 64; k++)
        v[k] = worth_at(strike, k);
    for (int step = 64; step > 0; step--)
        for (int k = 0; k < step; k++)
            v[k] = 0.999f * (0.49f * v[k] + 0.51f * v[k + 1]);
    worth[option] = v[0];
}

// ---- softmax, a warp for each row -------------------------------------------

__global__ void logits_three_passes(const float *a, float *out, int rows,
                                    int cols)
{
    int row = gid() / 32, lane = threadIdx.x % 32;
    float most = -INFINITY, sum = 0;

    if (row >= rows)
        return;
    a += row * cols;
    out += row * cols;
    for (int j = lane; j < cols; j += 32)
        most = fmaxf(most, a[j]);
    most = lanes_max(most);
    for (int j = lane; j < cols; j += 32)
        sum += expf(a[j] - most);
    sum = lanes_sum(sum);
    for (int j = lane; j < cols; j += 32)
        out[j] = expf(a[j] - most) / sum;
}

// The sum is scaled anew when something larger comes.
__global__ void logits_online(const float *a, float *out, int rows, int cols)
{
    int row = gid() / 32, lane = threadIdx.x % 32;
    float most = -INFINITY, sum = 0;

    if (row >= rows)
        return;
    a += row * cols;
    out += row * cols;
    for (int j = lane; j < cols; j += 32) {
        float x = a[j], larger = fmaxf(most, x);
        sum = sum * __expf(most - larger) + __expf(x - larger);
        most = larger;
    }
    float all = lanes_max(most);
    sum = lanes_sum(sum * __expf(most - all));
    for (int j = lane; j < cols; j += 32)
        out[j] = __expf(a[j] - all) * __frcp_rn(sum);
}

// A row stays in registers.
__global__ void logits_kept(const float *a, float *out, int rows, int cols)
{
    int row = gid() / 32, lane = threadIdx.x % 32;
    float v[13], most = -INFINITY, sum = 0;

    if (row >= rows)
        return;
#pragma unroll
    for (int k = 0; k < 13; k++) {
        int j = k * 32 + lane;
        v[k] = j < cols ? a[row * cols + j] : -INFINITY;
        most = fmaxf(most, v[k]);
    }
    most = lanes_max(most);
#pragma unroll
    for (int k = 0; k < 13; k++)
        sum += v[k] = expf(v[k] - most);
    sum = 1 / lanes_sum(sum);
#pragma unroll
    for (int k = 0; k < 13; k++)
        if (k * 32 + lane < cols)
            out[row * cols + k * 32 + lane] = v[k] * sum;
}

// ---- rows of mean square one ------------------------------------------------

__global__ void rms_warp(const float *a, const float *scale, float *out,
                         int rows, int cols)
{
    int row = gid() / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = lane; j < cols; j += 32)
        sum += a[row * cols + j] * a[row * cols + j];
    float factor = rsqrtf(lanes_sum(sum) / cols + 1e-5f);
    for (int j = lane; j < cols; j += 32)
        out[row * cols + j] = a[row * cols + j] * factor * scale[j];
}

__global__ void rms_block(const float *a, const float *scale, float *out,
                          int cols)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float sum = 0, x;

    a += blockIdx.x * cols;
    out += blockIdx.x * cols;
    for (int j = t; j < cols; j += 128) {
        x = a[j];
        sum += x * x;
    }
    s[t] = sum;
    for (int d = 64; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    __syncthreads();
    float root = sqrtf(s[0] / cols + 1e-5f);
    for (int j = t; j < cols; j += 128)
        out[j] = a[j] / root * scale[j];
}

__global__ void rms_fours(const float4 *a, const float4 *scale, float4 *out,
                          int cols4)
{
    __shared__ float s[4];
    int t = threadIdx.x, at = blockIdx.x * cols4 + t;
    bool mine = t < cols4;
    float4 v = mine ? a[at] : make_float4(0, 0, 0, 0);
    float sum = lanes_sum(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w);

    if (t % 32 == 0)
        s[t / 32] = sum;
    __syncthreads();
    float f = rsqrtf((s[0] + s[1] + s[2] + s[3]) / (4 * cols4) + 1e-5f);
    if (mine) {
        float4 g = scale[t];
        out[at] = make_float4(v.x * f * g.x, v.y * f * g.y, v.z * f * g.z,
                              v.w * f * g.w);
    }
}

// ---- the longest common subsequence of 64 letters ---------------------------

// A block of 64 for each pair: a thread for each row, diagonal by diagonal.
__global__ void common_waves(const byte *a, const byte *b, int *out)
{
    __shared__ byte other[64];
    __shared__ int last[2][65];
    int t = threadIdx.x, mine = a[blockIdx.x * 64 + t] & 3;
    int left = 0, corner = 0;

    other[t] = b[blockIdx.x * 64 + 64 + t] & 3;
    last[0][t] = last[1][t] = 0;
    if (t == 0)
        last[0][64] = last[1][64] = 0;
    __syncthreads();
    for (int d = 0; d < 127; d++) {
        int x = d - t, up = last[d & 1][t];
        if (x >= 0 && x < 64) {
            int best = mine == other[x] ? corner + 1 : max(left, up);
            corner = up;
            left = best;
            last[~d & 1][t + 1] = best;
        }
        __syncthreads();
    }
    if (t == 63)
        out[blockIdx.x] = left;
}

// A thread for each pair: a row is a word, whose zeros are counted.
__global__ void common_bits(const byte *a, const byte *b, int *out, int n)
{
    int i = gid();
    bits64 where[4] = {0, 0, 0, 0}, row = ~0ull;

    if (i >= n)
        return;
    for (int k = 0; k < 64; k++)
        where[a[i * 64 + k] & 3] |= 1ull << k;
    for (int k = 0; k < 64; k++) {
        int c = b[i * 64 + 64 + k] & 3;
        bits64 m = c & 2 ? (c & 1 ? where[3] : where[2])
                         : (c & 1 ? where[1] : where[0]);
        row = (row + (row & m)) | (row & ~m);
    }
    out[i] = 64 - __popcll(row);
}

// ---- bits of two numbers in turns -------------------------------------------

__global__ void morton_loop(const int *a, unsigned *out, int n)
{
    int i = gid();
    unsigned code = 0;

    if (i >= n)
        return;
    unsigned x = a[i] & 0xffff, y = a[i] >> 4;
    for (int k = 0; k < 16; k++) {
        code |= (x >> k & 1) << 2 * k;
        code |= (y >> k & 1) << (2 * k + 1);
    }
    out[i] = code;
}

__device__ unsigned spread(unsigned x)
{
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

__global__ void morton_masks(const int *a, unsigned *out, int n)
{
    int i = gid();

    if (i < n)
        out[i] = spread(a[i] & 0xffff) | spread(a[i] >> 4) << 1;
}

__global__ void morton_table(const int *a, unsigned *out, int n)
{
    __shared__ unsigned short table[256];
    int t = threadIdx.x;

    table[t] = spread(t);
    __syncthreads();
    for (int i = gid(); i < n; i += gridDim.x * blockDim.x) {
        unsigned x = a[i] & 0xffff, y = a[i] >> 4;
        out[i] = table[x & 255] | table[x >> 8] << 16 | table[y & 255] << 1 |
                 (unsigned)table[y >> 8] << 17;
    }
}

// ---- many products of 4 x 4 -------------------------------------------------

__global__ void small_thread(const float *a, const float *b, float *c, int n)
{
    int i = gid();
    float p[16], q[16];

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++) {
        p[k] = a[i * 16 + k];
        q[k] = b[i * 16 + k];
    }
    for (int row = 0; row < 4; row++)
        for (int col = 0; col < 4; col++) {
            float sum = 0;
            for (int k = 0; k < 4; k++)
                sum += p[4 * row + k] * q[4 * k + col];
            c[i * 16 + 4 * row + col] = sum;
        }
}

__global__ void small_elements(const float *a, const float *b, float *c, int n)
{
    int id = gid(), i = id / 16, row = id % 16 / 4, col = id % 4;
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 4; k++)
        sum += a[i * 16 + 4 * row + k] * b[i * 16 + 4 * k + col];
    c[id] = sum;
}

// A thread for each row, in vectors.
__global__ void small_rows(const float4 *a, const float4 *b, float4 *c, int n)
{
    int id = gid(), first = id & ~3;

    if (id >= 4 * n)
        return;
    float4 p = a[id], q0 = b[first], q1 = b[first + 1], q2 = b[first + 2],
           q3 = b[first + 3];
    c[id] = make_float4(p.x * q0.x + p.y * q1.x + p.z * q2.x + p.w * q3.x,
                        p.x * q0.y + p.y * q1.y + p.z * q2.y + p.w * q3.y,
                        p.x * q0.z + p.y * q1.z + p.z * q2.z + p.w * q3.z,
                        p.x * q0.w + p.y * q1.w + p.z * q2.w + p.w * q3.w);
}

// ---- rays that hit spheres --------------------------------------------------

__device__ float3 direction(const float *a, int i, int n)
{
    float x = a[i] - 0.5f, y = a[i + n] - 0.5f;

    return make_float3(x, y, sqrtf(1 - x * x - y * y));
}

// How far along the ray the sphere is, or far away.
__device__ float hits(float3 d, float4 s)
{
    float along = d.x * s.x + d.y * s.y + d.z * s.z;
    float square = s.x * s.x + s.y * s.y + s.z * s.z;
    float under = along * along - square + 0.05f * s.w;

    if (under < 0)
        return 1e9f;
    return along - sqrtf(under);
}

__global__ void rays_global(const float *a, const float4 *spheres, float *out,
                            int n, int count)
{
    int i = gid();
    float nearest = 1e9f;

    if (i >= n)
        return;
    float3 d = direction(a, i, n);
    for (int k = 0; k < count; k++)
        nearest = fminf(nearest, hits(d, spheres[k]));
    out[i] = nearest;
}

__global__ void rays_shared(const float *a, const float4 *spheres, float *out,
                            int n, int count)
{
    extern __shared__ float4 near_by[];
    int i = gid();
    float nearest = 1e9f;

    for (int k = threadIdx.x; k < count; k += blockDim.x)
        near_by[k] = spheres[k];
    __syncthreads();
    if (i >= n)
        return;
    float3 d = direction(a, i, n);
    for (int k = 0; k < count; k++) {
        float far = hits(d, near_by[k]);
        if (far < nearest)
            nearest = far;
    }
    out[i] = nearest;
}

#include "others4.def"

TIMES_MAIN
