/*
 * others3.cu - the set: kernels of other kinds, once unseen like those of
 * others2.cu: by somebody who had not seen the model of time.
 */
#include "times.h"

#define IN(i, n) ((i) >= 0 && (i) < (n))

typedef unsigned char byte;
typedef uint32_t word;

__device__ __forceinline__ unsigned me()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

// ---- linear algebra ---------------------------------------------------------

// q = A p and s = A' r, a kernel for each.
__global__ void bicg_q(const float *A, const float *p, float *q, int n, int m)
{
    int i = me();

    if (i < n) {
        q[i] = 0.0f;
        for (int j = 0; j < m; j++)
            q[i] += A[i * m + j] * p[j];
    }
}

__global__ void bicg_s(const float *A, const float *r, float *s, int n, int m)
{
    int j = me();

    if (j < m) {
        s[j] = 0.0f;
        for (int i = 0; i < n; i++)
            s[j] += r[i] * A[i * m + j];
    }
}

// Both in one: a warp for a row, an atomic for each element of s.
__global__ void bicg_fused(const float *A, const float *p, const float *r,
                           float *q, float *s, int n, int m)
{
    int i = me() >> 5, lane = threadIdx.x & 31;
    float sum = 0.0f;

    if (i >= n)
        return;
    for (int j = lane; j < m; j += 32) {
        float a = A[i * m + j];
        sum += a * p[j];
        atomicAdd(&s[j], a * r[i]);
    }
    for (int d = 16; d >= 1; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0)
        q[i] = sum;
}

// sum[r][q][p] of A[r][q][s] times C[s][p].
__global__ void doitgen_plain(const double *A, const double *C, double *sum,
                              int n)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    int q = blockIdx.y * blockDim.y + threadIdx.y, r = blockIdx.z;

    if (p >= n || q >= n)
        return;
    sum[(r * n + q) * n + p] = 0;
    for (int s = 0; s < n; s++)
        sum[(r * n + q) * n + p] =
            sum[(r * n + q) * n + p] + A[(r * n + q) * n + s] * C[s * n + p];
}

// A block for a line, which it keeps.
__global__ void doitgen_line(const double *A, const double *C, double *sum,
                             int n)
{
    extern __shared__ double line[];
    size_t first = ((size_t)blockIdx.y * n + blockIdx.x) * n;

    for (int s = threadIdx.x; s < n; s += blockDim.x)
        line[s] = A[first + s];
    __syncthreads();
    for (int p = threadIdx.x; p < n; p += blockDim.x) {
        double x = 0;
        for (int s = 0; s < n; s++)
            x += line[s] * C[s * n + p];
        sum[first + p] = x;
    }
}

// Tridiagonal systems, a thread for each: element k of system s lies at
// s * across + k * along.
__global__ void thomas(const double *rhs, double *c, double *x, int systems,
                       int n, int across, int along)
{
    int s = me();

    if (s >= systems)
        return;
    rhs += s * across;
    c += s * across;
    x += s * across;
    c[0] = -1.0 / 4.0;
    x[0] = rhs[0] / 4.0;
    for (int k = 1; k < n; k++) {
        double m = 1.0 / (4.0 + c[(k - 1) * along]);
        c[k * along] = -m;
        x[k * along] = (rhs[k * along] + x[(k - 1) * along]) * m;
    }
    for (int k = n - 2; k >= 0; k--)
        x[k * along] -= c[k * along] * x[(k + 1) * along];
}

// A block for each system, by cyclic reduction of all at once.
__global__ void thomas_reduction(const float *rhs, float *x)
{
    __shared__ float a[128], b[128], c[128], d[128];
    int t = threadIdx.x;

    a[t] = t ? -1 : 0;
    b[t] = 4;
    c[t] = t < 127 ? -1 : 0;
    d[t] = rhs[me()];
    for (int h = 1; h < 128; h *= 2) {
        __syncthreads();
        int lo = max(t - h, 0), hi = min(t + h, 127);
        float k1 = t >= h ? a[t] / b[lo] : 0;
        float k2 = t + h < 128 ? c[t] / b[hi] : 0;
        float na = -a[lo] * k1, nc = -c[hi] * k2;
        float nb = b[t] - c[lo] * k1 - a[hi] * k2;
        float nd = d[t] - d[lo] * k1 - d[hi] * k2;
        __syncthreads();
        a[t] = na;
        b[t] = nb;
        c[t] = nc;
        d[t] = nd;
    }
    x[me()] = d[t] / b[t];
}

// ---- grids ------------------------------------------------------------------

// Waves in two dimensions: three kernels for a step, or one.
__global__ void fdtd_ey(float *ey, const float *hz, int nx, int ny)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < nx && j < ny && i > 0)
        ey[i * ny + j] -= 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
}

__global__ void fdtd_ex(float *ex, const float *hz, int nx, int ny)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < nx && j < ny && j > 0)
        ex[i * ny + j] -= 0.5f * (hz[i * ny + j] - hz[i * ny + j - 1]);
}

__global__ void fdtd_hz(const float *ex, const float *ey, float *hz, int nx,
                        int ny)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < nx - 1 && j < ny - 1)
        hz[i * ny + j] -= 0.7f * (ex[i * ny + j + 1] - ex[i * ny + j] +
                                  ey[(i + 1) * ny + j] - ey[i * ny + j]);
}

// From one set of arrays to another; two lines of ey are computed.
__global__ void fdtd_fused(const float *__restrict__ ex,
                           const float *__restrict__ ey,
                           const float *__restrict__ hz,
                           float *__restrict__ out, int nx, int ny)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1)
        return;
    int at = i * ny + j;
    float h = hz[at], e0 = ex[at] - 0.5f * (h - hz[at - 1]);
    float e1 = ex[at + 1] - 0.5f * (hz[at + 1] - h);
    float f0 = ey[at] - 0.5f * (h - hz[at - ny]);
    float f1 = ey[at + ny] - 0.5f * (hz[at + ny] - h);
    out[at] = h - 0.7f * (e1 - e0 + f1 - f0);
}

// Seven points in space: blocks in three dimensions, or a march along z.
__global__ void volume_blocks(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
#define AT(x, y, z) (((z)*n + (y)) * n + (x))

    if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
        out[AT(x, y, z)] = 0.4f * in[AT(x, y, z)] +
                           0.1f * (in[AT(x - 1, y, z)] + in[AT(x + 1, y, z)] +
                                   in[AT(x, y - 1, z)] + in[AT(x, y + 1, z)] +
                                   in[AT(x, y, z - 1)] + in[AT(x, y, z + 1)]);
}

__global__ void volume_march(const float *in, float *out, int n)
{
    __shared__ float s[10][34];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty;
    bool inside = x > 0 && y > 0 && x < n - 1 && y < n - 1;
    int cx = min(x, n - 1), cy = min(y, n - 1);
    float below = in[AT(cx, cy, 0)], here = in[AT(cx, cy, 1)];

    for (int z = 1; z < n - 1; z++) {
        float above = in[AT(cx, cy, z + 1)];
        __syncthreads();
        s[ty + 1][tx + 1] = here;
        if (tx == 0)
            s[ty + 1][0] = in[AT(max(x - 1, 0), cy, z)];
        if (tx == 31)
            s[ty + 1][33] = in[AT(min(x + 1, n - 1), cy, z)];
        if (ty == 0)
            s[0][tx + 1] = in[AT(cx, max(y - 1, 0), z)];
        if (ty == 7)
            s[9][tx + 1] = in[AT(cx, min(y + 1, n - 1), z)];
        __syncthreads();
        if (inside)
            out[AT(x, y, z)] =
                0.4f * here +
                0.1f * (s[ty + 1][tx] + s[ty + 1][tx + 2] + s[ty][tx + 1] +
                        s[ty + 2][tx + 1] + below + above);
        below = here;
        here = above;
    }
}
#undef AT

// How much a pixel takes from its neighbours (speckle reducing diffusion).
__global__ void diffusion(const float *image, float *dn, float *ds, float *dw,
                          float *de, float *c, int rows, int cols, float q0)
{
    int id = me();

    if (id >= rows * cols)
        return;
    int row = id % rows, col = id / rows;
    int up = row == 0 ? 0 : row - 1, down = row == rows - 1 ? row : row + 1;
    int left = col == 0 ? 0 : col - 1, right = col == cols - 1 ? col : col + 1;
    float j = image[id] + 0.1f;
    float n = image[up + rows * col] - j, s = image[down + rows * col] - j;
    float w = image[row + rows * left] - j, e = image[row + rows * right] - j;
    float g2 = (n * n + s * s + w * w + e * e) / (j * j);
    float l = (n + s + w + e) / j;
    float num = (0.5f * g2) - ((1.0f / 16.0f) * (l * l));
    float den = 1 + .25f * l, q = num / (den * den);

    den = (q - q0) / (q0 * (1 + q0));
    float k = 1.0f / (1.0f + den);
    dn[id] = n;
    ds[id] = s;
    dw[id] = w;
    de[id] = e;
    if (k < 0)
        c[id] = 0;
    else if (k > 1)
        c[id] = 1;
    else
        c[id] = k;
}

// Spins that are of one colour turn over, or do not.
__device__ word mixed(word x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

template <typename T> __global__ void spins(T *s, int n, int colour, word seed)
{
    int half = me(), row = blockIdx.y, col = 2 * half + ((row + colour) & 1);

    if (col >= n)
        return;
    int up = (row + n - 1) % n, down = (row + 1) % n;
    int left = (col + n - 1) % n, right = (col + 1) % n;
    int around = (s[up * n + col] & 1) + (s[down * n + col] & 1) +
                 (s[row * n + left] & 1) + (s[row * n + right] & 1);
    int spin = s[row * n + col] & 1;
    float gain = (2 * around - 4) * (spin ? 1.0f : -1.0f);
    float draw = mixed(row * n + col + seed) * (1.0f / 4294967296.0f);
    if (draw < expf(-0.88f * gain))
        s[row * n + col] = spin ^ 1;
}

// ---- images -----------------------------------------------------------------

__global__ void sobel_bytes(const byte *in, byte *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int gx = 0, gy = 0;

    if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1)
        return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int p = in[(y + dy) * w + x + dx];
            gx += p * dx * (dy == 0 ? 2 : 1);
            gy += p * dy * (dx == 0 ? 2 : 1);
        }
    float g = sqrtf((float)(gx * gx + gy * gy));
    out[y * w + x] = g > 255.0f ? 255 : (byte)g;
}

// Four pixels a thread, of which a row is read as words.
__global__ void sobel_words(const uchar4 *in, uchar4 *out, int w4, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int p[3][6];

    if (x < 1 || y < 1 || x >= w4 - 1 || y >= h - 1)
        return;
#pragma unroll
    for (int r = 0; r < 3; r++) {
        const uchar4 *row = in + (y + r - 1) * w4 + x;
        uchar4 q = row[0];
        p[r][0] = row[-1].w;
        p[r][1] = q.x;
        p[r][2] = q.y;
        p[r][3] = q.z;
        p[r][4] = q.w;
        p[r][5] = row[1].x;
    }
    byte g[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int gx = p[0][k + 2] - p[0][k] + 2 * (p[1][k + 2] - p[1][k]) +
                 p[2][k + 2] - p[2][k];
        int gy = p[2][k] - p[0][k] + 2 * (p[2][k + 1] - p[0][k + 1]) +
                 p[2][k + 2] - p[0][k + 2];
        g[k] = min(abs(gx) + abs(gy), 255);
    }
    out[y * w4 + x] = make_uchar4(g[0], g[1], g[2], g[3]);
}

__global__ void bilateral_plain(const float *in, float *out, int n, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0, weights = 0;

    if (x >= n || y >= n)
        return;
    for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++) {
            if (!IN(x + dx, n) || !IN(y + dy, n))
                continue;
            float d = in[(y + dy) * n + x + dx] - in[y * n + x];
            float w = exp(-(dx * dx + dy * dy) / 8.0) * expf(-d * d / 0.02f);
            sum += w * in[(y + dy) * n + x + dx];
            weights += w;
        }
    out[y * n + x] = sum / weights;
}

// How far away a neighbour is was looked up before.
__global__ void bilateral_table(const float *in, float *out, int n, int r)
{
    __shared__ float away[21];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x;

    if (t <= 2 * r)
        away[t] = __expf(-(t - r) * (t - r) / 8.0f);
    __syncthreads();
    if (x >= n || y >= n)
        return;
    float here = in[y * n + x], sum = 0, weights = 0;
    for (int v = max(y - r, 0); v <= min(y + r, n - 1); v++)
        for (int u = max(x - r, 0); u <= min(x + r, n - 1); u++) {
            float p = in[v * n + u], d = p - here;
            float w =
                away[v - y + r] * away[u - x + r] * __expf(-50.0f * d * d);
            sum = fmaf(w, p, sum);
            weights += w;
        }
    out[y * n + x] = __fdividef(sum, weights);
}

// Haar wavelets of rows: one level, from memory; or all levels, in a block.
__global__ void haar_level(const float *in, float *out, int half, int cols)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;

    if (x >= half)
        return;
    float a = in[y * cols + 2 * x], b = in[y * cols + 2 * x + 1];
    out[y * cols + x] = (a + b) * 0.70710678f;
    out[y * cols + half + x] = (a - b) * 0.70710678f;
}

static void haar_levels(const float *in, float *out, float *other, int rows,
                        int cols)
{
    for (int half = cols / 2; half > 0; half /= 2) {
        haar_level<<<dim3(blocks(half, 64), rows), 64>>>(in, out, half, cols);
        float *written = out;
        out = other;
        in = other = written;
    }
}

__global__ void haar_block(const float *in, float *out, int cols)
{
    extern __shared__ float s[];

    for (int x = threadIdx.x; x < cols; x += blockDim.x)
        s[x] = in[blockIdx.x * cols + x];
    __syncthreads();
    for (int step = 1; step < cols; step *= 2) {
        for (int x = threadIdx.x; 2 * step * x < cols; x += blockDim.x) {
            float a = s[2 * step * x], b = s[2 * step * x + step];
            s[2 * step * x] = (a + b) * 0.70710678f;
            s[2 * step * x + step] = (a - b) * 0.70710678f;
        }
        __syncthreads();
    }
    for (int x = threadIdx.x; x < cols; x += blockDim.x)
        out[blockIdx.x * cols + x] = s[x];
}

// ---- particles --------------------------------------------------------------

// Forces between a particle and those on its list, far and near.
template <typename T, typename T3>
__global__ void lennard_jones(const T3 *at, const int *list, T3 *force, int n,
                              int neighbours, T cut)
{
    int i = me();

    if (i >= n)
        return;
    T3 p = at[i], f = {0, 0, 0};
    for (int k = 0; k < neighbours; k++) {
        int j = (i + list[k * n + i] % 1000) % n;
        T3 q = at[j];
        T x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
        T r2 = x * x + y * y + z * z + (T)0.01;
        if (r2 < cut) {
            T inverse = 1 / r2, r6 = inverse * inverse * inverse;
            T strength = inverse * r6 * ((T)1.5 * r6 - 2);
            f.x += x * strength;
            f.y += y * strength;
            f.z += z * strength;
        }
    }
    force[i] = f;
}

// Which particle is drawn for a place: the first whose share reaches it.
__global__ void draw_linear(const double *u, double *out, int n, int drawn)
{
    int i = me(), k = 0;

    if (i >= drawn)
        return;
    double place = (i + u[i]) / drawn;
    while (k < n - 1 && (k + u[k]) / n < place)
        k++;
    out[i] = k;
}

__global__ void draw_binary(const double *u, double *out, int n, int drawn)
{
    int i = me(), low = 0, high = n - 1;

    if (i >= drawn)
        return;
    double place = (i + u[i]) / drawn;
    while (low < high) {
        int middle = (low + high) >> 1;
        if ((middle + u[middle]) / n < place)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

// What flows between a cell and its four neighbours: five variables, each cell
// a struct, or each variable an array.
struct cell {
    float v[5];
};

__device__ float pressure(float density, float u, float v, float w, float e)
{
    return 0.4f * (e - 0.5f * density * (u * u + v * v + w * w));
}

__global__ void flux_structs(const struct cell *cells, const int *near,
                             struct cell *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    struct cell mine = cells[i], sum = {};
    for (int k = 0; k < 4; k++) {
        struct cell other = cells[near[i * 4 + k] % n];
        float d = other.v[0] + 1.0f, u = other.v[1] / d, v = other.v[2] / d,
              w = other.v[3] / d, p = pressure(d, u, v, w, other.v[4]);
        float c = sqrtf(1.4f * fabsf(p) / d) + sqrtf(u * u + v * v + w * w);
        for (int q = 0; q < 5; q++)
            sum.v[q] += c * (other.v[q] - mine.v[q]) + p;
    }
    out[i] = sum;
}

__global__ void flux_arrays(const float *cells, const int *near, float *out,
                            int n)
{
    int i = me();
    float mine[5], sum[5] = {};

    if (i >= n)
        return;
#pragma unroll
    for (int q = 0; q < 5; q++)
        mine[q] = cells[q * n + i];
    for (int k = 0; k < 4; k++) {
        int j = near[k * n + i] % n;
        float d = cells[j] + 1.0f, u = cells[n + j] / d,
              v = cells[2 * n + j] / d, w = cells[3 * n + j] / d,
              p = pressure(d, u, v, w, cells[4 * n + j]);
        float c = sqrtf(1.4f * fabsf(p) / d) + sqrtf(u * u + v * v + w * w);
#pragma unroll
        for (int q = 0; q < 5; q++)
            sum[q] += c * (cells[q * n + j] - mine[q]) + p;
    }
#pragma unroll
    for (int q = 0; q < 5; q++)
        out[q * n + i] = sum[q];
}

// ---- bits -------------------------------------------------------------------

// Checksums of messages, a bit or a byte at a time.
__global__ void crc_bits(const byte *in, word *out, int n, int length)
{
    int i = me();
    word crc = 0xffffffffu;

    if (i >= n)
        return;
    for (int k = 0; k < length; k++) {
        crc ^= in[i * length + k];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    out[i] = ~crc;
}

__global__ void crc_table(const byte *in, word *out, int n, int length)
{
    __shared__ word table[256];
    int i = me();
    word crc = 0xffffffffu;

    for (int k = threadIdx.x; k < 256; k += blockDim.x) {
        word x = k;
        for (int bit = 0; bit < 8; bit++)
            x = x & 1 ? x >> 1 ^ 0xedb88320u : x >> 1;
        table[k] = x;
    }
    __syncthreads();
    if (i >= n)
        return;
    for (int k = 0; k < length; k++)
        crc = crc >> 8 ^ table[(crc ^ in[i * length + k]) & 255];
    out[i] = ~crc;
}

// 64 rounds of a digest; all words of the schedule, or those still needed.
#define TURN(x, n) ((x) >> (n) | (x) << (32 - (n)))

__device__ word low_sigma(word x, int a, int b, int c)
{
    return TURN(x, a) ^ TURN(x, b) ^ x >> c;
}

__device__ void round_of(word *s, word w)
{
    word e = s[4], a = s[0];
    word one = s[7] + (TURN(e, 6) ^ TURN(e, 11) ^ TURN(e, 25)) +
               ((e & s[5]) ^ (~e & s[6])) + w;
    word two = (TURN(a, 2) ^ TURN(a, 13) ^ TURN(a, 22)) +
               ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));

#pragma unroll
    for (int k = 7; k > 0; k--)
        s[k] = s[k - 1];
    s[4] += one;
    s[0] = one + two;
}

__global__ void digest_schedule(const word *in, word *out, int n)
{
    word w[64], s[8];
    int i = me();

    if (i >= n)
        return;
    for (int k = 0; k < 16; k++)
        w[k] = in[i * 16 + k];
    for (int k = 16; k < 64; k++)
        w[k] = w[k - 16] + low_sigma(w[k - 15], 7, 18, 3) + w[k - 7] +
               low_sigma(w[k - 2], 17, 19, 10);
    for (int k = 0; k < 8; k++)
        s[k] = 0x6a09e667u * (k + 1);
#pragma unroll 1
    for (int k = 0; k < 64; k++)
        round_of(s, w[k]);
    for (int k = 0; k < 8; k++)
        out[i * 8 + k] = s[k];
}

__global__ void digest_window(const uint4 *in, uint4 *out, int n)
{
    word w[16], s[8];
    int i = me();

    if (i >= n)
        return;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        uint4 q = in[i * 4 + k];
        w[4 * k] = q.x;
        w[4 * k + 1] = q.y;
        w[4 * k + 2] = q.z;
        w[4 * k + 3] = q.w;
    }
#pragma unroll
    for (int k = 0; k < 8; k++)
        s[k] = 0x6a09e667u * (k + 1);
#pragma unroll
    for (int k = 0; k < 64; k++) {
        if (k >= 16)
            w[k & 15] += low_sigma(w[(k - 15) & 15], 7, 18, 3) +
                         w[(k - 7) & 15] +
                         low_sigma(w[(k - 2) & 15], 17, 19, 10);
        round_of(s, w[k & 15]);
    }
    out[i * 2] = make_uint4(s[0], s[1], s[2], s[3]);
    out[i * 2 + 1] = make_uint4(s[4], s[5], s[6], s[7]);
}

// In how many bits keys of 128 bits differ: the nearest of all.
__global__ void hamming_global(const uint4 *keys, int *nearest, int n, int all)
{
    int i = me(), best = 129;

    if (i >= n)
        return;
    for (int j = 0; j < all; j++) {
        int d = __popc(keys[i].x ^ keys[n + j].x) +
                __popc(keys[i].y ^ keys[n + j].y) +
                __popc(keys[i].z ^ keys[n + j].z) +
                __popc(keys[i].w ^ keys[n + j].w);
        if (d < best) {
            best = d;
            nearest[i] = j;
        }
    }
}

__global__ void hamming_tiles(const uint4 *keys, int *nearest, int n, int all)
{
    __shared__ uint4 tile[64];
    int i = me(), best = 129, where = 0;
    uint4 mine = keys[min(i, n - 1)];

    for (int first = 0; first < all; first += 64) {
        int count = min(64, all - first);
        if (threadIdx.x < count)
            tile[threadIdx.x] = keys[n + first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < count; j++) {
            uint4 other = tile[j];
            int d = __popc(mine.x ^ other.x) + __popc(mine.y ^ other.y) +
                    __popc(mine.z ^ other.z) + __popc(mine.w ^ other.w);
            where = d < best ? first + j : where;
            best = min(d, best);
        }
        __syncthreads();
    }
    if (i < n)
        nearest[i] = where;
}

// Ways to place queens behind two that a thread was given.
__global__ void queens(int *ways, int n)
{
    int id = me(), first = id / n, second = id % n, depth = 0, count = 0;
    word cols[12], left[12], right[12], open[12], all = (1u << n) - 1;

    if (id >= n * n || abs(first - second) < 2)
        return;
    cols[0] = 1u << first | 1u << second;
    left[0] = (1u << first << 2 | 1u << second << 1) & all;
    right[0] = 1u << first >> 2 | 1u << second >> 1;
    open[0] = all & ~(cols[0] | left[0] | right[0]);
    while (depth >= 0) {
        word bit = open[depth] & (0 - open[depth]);
        if (!bit) {
            depth--;
            continue;
        }
        open[depth] ^= bit;
        if (depth == n - 3) {
            count++;
            continue;
        }
        cols[depth + 1] = cols[depth] | bit;
        left[depth + 1] = (left[depth] | bit) << 1 & all;
        right[depth + 1] = (right[depth] | bit) >> 1;
        depth++;
        open[depth] = all & ~(cols[depth] | left[depth] | right[depth]);
    }
    atomicAdd(ways, count);
}

// ---- text -------------------------------------------------------------------

__constant__ char letters[65] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Three bytes become four letters, a thread for each letter.
__global__ void base64_letters(const byte *in, char *out, int n)
{
    int i = me(), group = i / 4 * 3, bits;

    if (i >= n)
        return;
    switch (i % 4) {
    case 0: bits = in[group] >> 2; break;
    case 1: bits = (in[group] & 3) << 4 | in[group + 1] >> 4; break;
    case 2: bits = (in[group + 1] & 15) << 2 | in[group + 2] >> 6; break;
    default: bits = in[group + 2] & 63;
    }
    out[i] = letters[bits];
}

__device__ byte letter(word x)
{
    x &= 63;
    return x < 26    ? 'A' + x
           : x < 52  ? 'a' + x - 26
           : x < 62  ? '0' + x - 52
           : x == 62 ? '+'
                     : '/';
}

// A thread for each group.
__global__ void base64_groups(const uchar3 *in, uchar4 *out, int groups)
{
    for (int i = me(); i < groups; i += gridDim.x * blockDim.x) {
        uchar3 b = in[i];
        word x = b.x << 16 | b.y << 8 | b.z;
        out[i] = make_uchar4(letter(x >> 18), letter(x >> 12), letter(x >> 6),
                             letter(x));
    }
}

// The distance of two words for each thread, by a row of its own.
template <int LENGTH>
__global__ void edit_local(const byte *a, const byte *b, int *out, int n)
{
    byte row[LENGTH + 1];
    int i = me();

    if (i >= n)
        return;
    for (int k = 0; k <= LENGTH; k++)
        row[k] = k;
#pragma unroll 1
    for (int y = 0; y < LENGTH; y++) {
        int before = row[0], c = a[i * LENGTH + y] & 3;
        row[0] = y + 1;
#pragma unroll 1
        for (int x = 0; x < LENGTH; x++) {
            int corner = before + (c != (b[i * LENGTH + x] & 3));
            before = row[x + 1];
            row[x + 1] = min(corner, min(before, (int)row[x]) + 1);
        }
    }
    out[i] = row[LENGTH];
}

// Alignment of two texts: a launch for each diagonal, in global memory.
__global__ void align_diagonal(const int *a, const int *b, int *score, int n,
                               int diagonal)
{
    int i = 1 + me(), j = diagonal - i;

    if (i > n || j < 1 || j > n)
        return;
    int w = n + 1, same = ((a[i - 1] ^ b[j - 1]) & 3) == 0 ? 3 : -1;
    score[i * w + j] =
        max(score[(i - 1) * w + j - 1] + same,
            max(score[(i - 1) * w + j], score[i * w + j - 1]) - 2);
}

static void align_diagonals(const int *a, const int *b, int *score, int n)
{
    for (int d = 2; d <= 2 * n; d++)
        align_diagonal<<<blocks(d - 1 < n ? d - 1 : n, 64), 64>>>(a, b, score,
                                                                  n, d);
}

// By a block of 32 for each pair of texts of 32 letters, in shared memory.
__global__ void align_block(const int *a, const int *b, int *out)
{
    __shared__ int score[33][33];
    int t = threadIdx.x, first = blockIdx.x * 32, c = a[first + t] & 3;

    score[0][t + 1] = -2 * (t + 1);
    score[t + 1][0] = -2 * (t + 1);
    if (t == 0)
        score[0][0] = 0;
    __syncthreads();
    for (int d = 0; d < 63; d++) {
        int x = d - t;
        if (x >= 0 && x < 32) {
            int same = c == (b[first + x] & 3) ? 3 : -1;
            score[t + 1][x + 1] = max(
                score[t][x] + same, max(score[t][x + 1], score[t + 1][x]) - 2);
        }
        __syncthreads();
    }
    out[first + t] = score[t + 1][32];
}

// ---- networks ---------------------------------------------------------------

// A page's weight comes from WAYS others, or goes to them.
enum { WAYS = 6 };

__global__ void pages_pull(const int *links, const float *weight, float *next,
                           int n)
{
    int page = me();
    float sum = 0;

    if (page >= n)
        return;
    for (int k = 0; k < WAYS; k++)
        sum += weight[links[k * n + page] % n] / WAYS;
    next[page] = 0.15f / n + 0.85f * sum;
}

__global__ void pages_push(const int *links, const float *weight, float *next,
                           int n)
{
    int page = me();

    if (page < n)
        for (int k = 0; k < WAYS; k++)
            atomicAdd(next + links[page * WAYS + k] % n,
                      0.85f * weight[page] / WAYS);
}

// 16 inputs and 16 outputs for a block: a tree of products by rows.
__global__ void forward_tree(const float *in, const float *weights,
                             float *parts, int outputs)
{
    __shared__ float node[16], s[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, from = blockIdx.y * 16;

    if (tx == 0)
        node[ty] = in[from + ty];
    __syncthreads();
    s[ty][tx] = weights[(from + ty) * outputs + blockIdx.x * 16 + tx];
    __syncthreads();
    s[ty][tx] = s[ty][tx] * node[ty];
    __syncthreads();
    for (int i = 1; i <= 4; i++) {
        int power = (int)powf(2, i);
        if (ty % power == 0)
            s[ty][tx] = s[ty][tx] + s[ty + power / 2][tx];
        __syncthreads();
    }
    if (tx == 0)
        parts[blockIdx.y * outputs + blockIdx.x * 16 + ty] = s[0][ty];
}

__global__ void forward_squash(const float *parts, float *out, int outputs,
                               int count)
{
    int i = me();
    float sum = 0;

    if (i >= outputs)
        return;
    for (int k = 0; k < count; k++)
        sum += parts[k * outputs + i];
    out[i] = 1.0f / (1.0f + exp(-sum));
}

__global__ void forward_thread(const float *in, const float *weights,
                               float *out, int inputs, int outputs)
{
    int i = me();
    double sum = 0.0;

    if (i >= outputs)
        return;
    for (int k = 0; k < inputs; k++)
        sum += in[k] * weights[k * outputs + i];
    out[i] = 1.0 / (1.0 + exp(-sum));
}

#include "others3.def"

TIMES_MAIN
