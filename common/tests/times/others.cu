/*
 * others.cu - the set: kernels of other kinds, as programs have them.
 */
#include "times.h"

#define FIRST (blockIdx.x * blockDim.x + threadIdx.x)
#define STEP  (gridDim.x * blockDim.x)

// ---- histograms -------------------------------------------------------------

__global__ void histogram_global(const int *in, int *bins, int n, int mask)
{
    for (int i = FIRST; i < n; i += STEP)
        atomicAdd(&bins[in[i] & mask], 1);
}

__global__ void histogram_shared(const int *in, int *bins, int n, int mask)
{
    __shared__ int mine[1024];

    for (int i = threadIdx.x; i <= mask; i += blockDim.x)
        mine[i] = 0;
    __syncthreads();
    for (int i = FIRST; i < n; i += STEP)
        atomicAdd(&mine[in[i] & mask], 1);
    __syncthreads();
    for (int i = threadIdx.x; i <= mask; i += blockDim.x)
        atomicAdd(&bins[i], mine[i]);
}

// A bin for each thread, which looks at all.
__global__ void histogram_bin_each(const int *in, int *bins, int n, int mask)
{
    int bin = FIRST, count = 0;

    if (bin > mask)
        return;
    for (int i = 0; i < n; i++)
        count += (in[i] & mask) == bin;
    bins[bin] = count;
}

// ---- scans ------------------------------------------------------------------

__global__ void scan_hillis_steele(const float *in, float *out)
{
    __shared__ float cells[2][1024];
    int t = threadIdx.x, now = 0;

    cells[0][t] = in[FIRST];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        cells[1 - now][t] =
            t >= d ? cells[now][t] + cells[now][t - d] : cells[now][t];
        now = 1 - now;
        __syncthreads();
    }
    out[FIRST] = cells[now][t];
}

__global__ void scan_blelloch(const float *in, float *out)
{
    __shared__ float cells[1024];
    int t = threadIdx.x, n = 2 * blockDim.x, d = 1;

    in += blockIdx.x * n;
    out += blockIdx.x * n;
    cells[2 * t] = in[2 * t];
    cells[2 * t + 1] = in[2 * t + 1];
    for (int k = n / 2; k > 0; k /= 2, d *= 2) {
        __syncthreads();
        if (t < k)
            cells[d * (2 * t + 2) - 1] += cells[d * (2 * t + 1) - 1];
    }
    if (t == 0)
        cells[n - 1] = 0;
    for (int k = 1; k < n; k *= 2) {
        d /= 2;
        __syncthreads();
        if (t < k) {
            float x = cells[d * (2 * t + 1) - 1];
            cells[d * (2 * t + 1) - 1] = cells[d * (2 * t + 2) - 1];
            cells[d * (2 * t + 2) - 1] += x;
        }
    }
    __syncthreads();
    out[2 * t] = cells[2 * t];
    out[2 * t + 1] = cells[2 * t + 1];
}

__global__ void scan_warps(const float *in, float *out)
{
    float x = in[FIRST];
    int lane = threadIdx.x % 32;

    for (int d = 1; d < 32; d *= 2) {
        float y = __shfl_up_sync(~0u, x, d);
        if (lane >= d)
            x += y;
    }
    out[FIRST] = x;
}

__global__ void scan_one_thread_each(const float *in, float *out, int n)
{
    int row = FIRST;
    float sum = 0;

    for (int i = 0; i < n; i++) {
        sum += in[row * n + i];
        out[row * n + i] = sum;
    }
}

// ---- transposes -------------------------------------------------------------

__global__ void transpose_reads(const float *in, float *out, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;

    if (x < n && y < n)
        out[y * n + x] = in[x * n + y];
}

__global__ void transpose_writes(const float *in, float *out, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;

    if (x < n && y < n)
        out[x * n + y] = in[y * n + x];
}

template <int PAD>
__global__ void transpose_tile(const float *in, float *out, int n)
{
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;

    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

// ---- stencils ---------------------------------------------------------------

__global__ void stencil_line(const float *in, float *out, int n)
{
    int i = FIRST + 3;

    if (i + 3 < n)
        out[i] = in[i - 3] + in[i - 2] + in[i - 1] + in[i] + in[i + 1] +
                 in[i + 2] + in[i + 3];
}

__global__ void stencil_five(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[y * n + x] = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] +
                                  in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

__global__ void stencil_shared(const float *in, float *out, int n)
{
    __shared__ float tile[18][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;

    tile[ty][tx] = in[y * n + x];
    if (tx == 1)
        tile[ty][0] = x > 0 ? in[y * n + x - 1] : 0;
    if (tx == 16)
        tile[ty][17] = x < n - 1 ? in[y * n + x + 1] : 0;
    if (ty == 1)
        tile[0][tx] = y > 0 ? in[(y - 1) * n + x] : 0;
    if (ty == 16)
        tile[17][tx] = y < n - 1 ? in[(y + 1) * n + x] : 0;
    __syncthreads();
    out[y * n + x] = 0.25f * (tile[ty][tx - 1] + tile[ty][tx + 1] +
                              tile[ty - 1][tx] + tile[ty + 1][tx]);
}

__global__ void stencil_cube(const float *in, float *out, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;

    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    for (int z = 1; z < n - 1; z++) {
        int i = (z * n + y) * n + x;
        out[i] = in[i] * -6 + in[i - 1] + in[i + 1] + in[i - n] + in[i + n] +
                 in[i - n * n] + in[i + n * n];
    }
}

__global__ void life(const int *in, int *out, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int count = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                count += in[(y + dy + n) % n * n + (x + dx + n) % n] & 1;
    out[y * n + x] = count == 3 || (count == 2 && (in[y * n + x] & 1));
}

__constant__ float filter[81];

template <int RADIUS>
__global__ void convolution(const float *in, float *out, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;

    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++)
            if (x + dx >= 0 && x + dx < n && y + dy >= 0 && y + dy < n)
                sum += in[(y + dy) * n + x + dx] *
                       filter[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS];
    out[y * n + x] = sum;
}

__global__ void median(const float *in, float *out, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float v[9];

    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    for (int k = 0; k < 9; k++)
        v[k] = in[(y + k / 3 - 1) * n + x + k % 3 - 1];
    for (int i = 0; i < 5; i++)
        for (int k = i + 1; k < 9; k++)
            if (v[k] < v[i]) {
                float t = v[i];
                v[i] = v[k];
                v[k] = t;
            }
    out[y * n + x] = v[4];
}

// ---- sorts ------------------------------------------------------------------

__global__ void bitonic_shared(const float *in, float *out)
{
    __shared__ float cells[512];
    int t = threadIdx.x;

    cells[t] = in[FIRST];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int other = t ^ j;
            if (other > t && (cells[t] > cells[other]) == ((t & k) == 0)) {
                float x = cells[t];
                cells[t] = cells[other];
                cells[other] = x;
            }
        }
    __syncthreads();
    out[FIRST] = cells[t];
}

__global__ void bitonic_step(float *cells, int j, int k)
{
    int i = FIRST, other = i ^ j;

    if (other > i) {
        float x = cells[i], y = cells[other];
        bool up = (i & k) == 0;
        cells[i] = up == (x < y) ? x : y;
        cells[other] = up == (x < y) ? y : x;
    }
}

__global__ void odd_even(const float *in, float *out, int n)
{
    extern __shared__ float cells[];
    int t = threadIdx.x;

    for (int i = t; i < n; i += blockDim.x)
        cells[i] = in[blockIdx.x * n + i];
    for (int turn = 0; turn < n; turn++) {
        __syncthreads();
        int i = 2 * t + turn % 2;
        if (i + 1 < n && cells[i] > cells[i + 1]) {
            float x = cells[i];
            cells[i] = cells[i + 1];
            cells[i + 1] = x;
        }
    }
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        out[blockIdx.x * n + i] = cells[i];
}

// A thread sorts its own few.
__global__ void insertion(const float *in, float *out)
{
    float v[24];

    for (int i = 0; i < 24; i++)
        v[i] = in[FIRST * 24 + i];
    for (int i = 1; i < 24; i++) {
        float x = v[i];
        int k = i;
        for (; k > 0 && v[k - 1] > x; k--)
            v[k] = v[k - 1];
        v[k] = x;
    }
    for (int i = 0; i < 24; i++)
        out[FIRST * 24 + i] = v[i];
}

// The rank of each by looking at all.
__global__ void rank_all(const float *in, float *out, int n)
{
    int i = FIRST, rank = 0;
    float x = in[i];

    for (int k = 0; k < n; k++)
        rank += in[k] < x || (in[k] == x && k < i);
    out[rank] = x;
}

// ---- sparse matrices --------------------------------------------------------
// Row i has 1 + index[i] % 32 elements, from place 32 * i on.

__global__ void sparse_scalar(const float *A, const int *column, const float *V,
                              float *C, int rows)
{
    int row = FIRST;
    float sum = 0;

    if (row >= rows)
        return;
    for (int k = 0; k <= column[row] % 32; k++)
        sum += A[32 * row + k] * V[column[32 * row + k] % rows];
    C[row] = sum;
}

__global__ void sparse_vector(const float *A, const int *column, const float *V,
                              float *C, int rows)
{
    int row = FIRST / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (row >= rows)
        return;
    if (lane <= column[row] % 32)
        sum = A[32 * row + lane] * V[column[32 * row + lane] % rows];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0)
        C[row] = sum;
}

__global__ void sparse_columns(const float *A, const int *column,
                               const float *V, float *C, int rows)
{
    int row = FIRST;
    float sum = 0;

    if (row >= rows)
        return;
    for (int k = 0; k < 16; k++)
        sum += A[k * rows + row] * V[column[k * rows + row] % rows];
    C[row] = sum;
}

// ---- bodies, grids, walks ---------------------------------------------------

__global__ void bodies(const float4 *in, float4 *out, int n)
{
    int i = FIRST;
    float4 me = in[i];
    float3 f = make_float3(0, 0, 0);

    for (int k = 0; k < n; k++) {
        float4 other = in[k];
        float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
        float r = rsqrtf(x * x + y * y + z * z + 0.01f);
        float s = other.w * r * r * r;
        f.x += x * s;
        f.y += y * s;
        f.z += z * s;
    }
    out[i] = make_float4(f.x, f.y, f.z, 0);
}

__global__ void bodies_tiled(const float4 *in, float4 *out, int n)
{
    __shared__ float4 tile[128];
    int i = FIRST;
    float4 me = in[i];
    float3 f = make_float3(0, 0, 0);

    for (int start = 0; start < n; start += 128) {
        tile[threadIdx.x] = in[start + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float4 other = tile[k];
            float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
            float r = rsqrtf(x * x + y * y + z * z + 0.01f);
            float s = other.w * r * r * r;
            f.x += x * s;
            f.y += y * s;
            f.z += z * s;
        }
        __syncthreads();
    }
    out[i] = make_float4(f.x, f.y, f.z, 0);
}

__global__ void bodies_slow(const double *in, double *out, int n)
{
    int i = FIRST;
    double sum = 0;

    for (int k = 0; k < n; k++)
        if (k != i) {
            double d = in[k] - in[i];
            sum += d / (sqrt(d * d) * (d * d) + 0.001);
        }
    out[i] = sum;
}

__global__ void mandelbrot(int *out, int n, int most)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float cr = -2 + 3.0f * x / n, ci = -1.5f + 3.0f * y / n, r = 0, i = 0;
    int k = 0;

    for (; k < most && r * r + i * i < 4; k++) {
        float t = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = t;
    }
    out[y * n + x] = k;
}

__global__ void collatz(int *out)
{
    unsigned x = FIRST + 1;
    int steps = 0;

    while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    out[FIRST] = steps;
}

__global__ void primes(int *out)
{
    int n = FIRST + 2, prime = 1;

    for (int d = 2; d * d <= n; d++)
        if (n % d == 0) {
            prime = 0;
            break;
        }
    out[FIRST] = prime;
}

__global__ void divisors(const int *in, int *out)
{
    int a = in[FIRST] + 1, b = in[FIRST + 1024] + 1;

    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    out[FIRST] = a;
}

__global__ void monte_carlo(int *out, int turns)
{
    unsigned state = FIRST * 747796405u + 1;
    int inside = 0;

    for (int i = 0; i < turns; i++) {
        state = state * 1664525u + 1013904223u;
        float x = (state >> 8) * (1.0f / 16777216);
        state = state * 1664525u + 1013904223u;
        float y = (state >> 8) * (1.0f / 16777216);
        inside += x * x + y * y < 1;
    }
    atomicAdd(out, inside);
}

__global__ void random_walk(const int *index, float *out, int turns)
{
    int at = FIRST;
    float sum = 0;

    for (int i = 0; i < turns; i++) {
        at = index[at];
        sum += at & 1 ? 1.0f : -0.5f;
    }
    out[FIRST] = sum;
}

// ---- finance, physics, learning ---------------------------------------------

__device__ float normal(float d)
{
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float c =
        0.39894228f * expf(-0.5f * d * d) * k *
        (0.31938153f +
         k * (-0.356563782f +
              k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));

    return d > 0 ? 1 - c : c;
}

__global__ void black_scholes(const float *price, const float *strike,
                              float *call, int n)
{
    for (int i = FIRST; i < n; i += STEP) {
        float s = price[i] * 30 + 5, x = strike[i] * 100 + 1, t = 0.25f;
        float root = sqrtf(t), v = 0.3f;
        float d1 = (logf(s / x) + (0.02f + 0.5f * v * v) * t) / (v * root);
        float d2 = d1 - v * root;
        call[i] = s * normal(d1) - x * expf(-0.02f * t) * normal(d2);
    }
}

__global__ void haversine(const double *x, double *out, int n)
{
    int i = FIRST;

    if (i + 3 >= n)
        return;
    double a = sin((x[i + 1] - x[i]) / 2), b = sin((x[i + 3] - x[i + 2]) / 2);
    out[i] = 12742 * asin(sqrt(a * a + cos(x[i]) * cos(x[i + 1]) * b * b));
}

__global__ void softmax_thread(const float *in, float *out, int cols)
{
    const float *row = in + (size_t)FIRST * cols;
    float most = row[0], sum = 0;

    for (int j = 1; j < cols; j++)
        most = fmaxf(most, row[j]);
    for (int j = 0; j < cols; j++)
        sum += expf(row[j] - most);
    for (int j = 0; j < cols; j++)
        out[(size_t)FIRST * cols + j] = expf(row[j] - most) / sum;
}

__global__ void softmax_block(const float *in, float *out, int cols)
{
    __shared__ float cells[128];
    const float *row = in + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;
    float most = -1e30f, sum = 0;

    for (int j = t; j < cols; j += 128)
        most = fmaxf(most, row[j]);
    cells[t] = most;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            cells[t] = fmaxf(cells[t], cells[t + half]);
    }
    __syncthreads();
    most = cells[0];
    __syncthreads();
    for (int j = t; j < cols; j += 128)
        sum += expf(row[j] - most);
    cells[t] = sum;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            cells[t] += cells[t + half];
    }
    __syncthreads();
    for (int j = t; j < cols; j += 128)
        out[(size_t)blockIdx.x * cols + j] = expf(row[j] - most) / cells[0];
}

__global__ void layer_norm(const float *in, float *out, int cols)
{
    int lane = threadIdx.x % 32;
    size_t row = FIRST / 32;
    float sum = 0, squares = 0;

    for (int j = lane; j < cols; j += 32) {
        float x = in[row * cols + j];
        sum += x;
        squares += x * x;
    }
    for (int d = 16; d > 0; d /= 2) {
        sum += __shfl_xor_sync(~0u, sum, d);
        squares += __shfl_xor_sync(~0u, squares, d);
    }
    float mean = sum / cols;
    float scale = rsqrtf(squares / cols - mean * mean + 1e-5f);
    for (int j = lane; j < cols; j += 32)
        out[row * cols + j] = (in[row * cols + j] - mean) * scale;
}

__global__ void gelu(const float *in, float *out, int n)
{
    int i = FIRST;

    if (i < n) {
        float x = in[i];
        out[i] = 0.5f * x * (1 + tanhf(0.79788f * (x + 0.044715f * x * x * x)));
    }
}

__global__ void k_means(const float *points, const float *centres, int *out,
                        int k)
{
    int i = FIRST, best = 0;
    float least = 1e30f;

    for (int c = 0; c < k; c++) {
        float d = 0;
        for (int f = 0; f < 8; f++) {
            float x = points[i * 8 + f] - centres[c * 8 + f];
            d += x * x;
        }
        if (d < least) {
            least = d;
            best = c;
        }
    }
    out[i] = best;
}

__global__ void pool(const float *in, float *out, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float most = 0;

    for (int k = 0; k < 4; k++)
        most = fmaxf(most, in[(2 * y + k / 2) * 2 * n + 2 * x + k % 2]);
    out[y * n + x] = most;
}

// Structures, a word of each.
struct particle {
    float x, y, z, vx, vy, vz, m, q;
};

__global__ void move_structures(particle *p, int n)
{
    int i = FIRST;

    if (i < n) {
        p[i].x += p[i].vx * 0.1f;
        p[i].y += p[i].vy * 0.1f;
        p[i].z += p[i].vz * 0.1f;
    }
}

__global__ void move_arrays(float *p, int n)
{
    int i = FIRST;

    if (i < n)
        for (int k = 0; k < 3; k++)
            p[k * n + i] += p[(k + 3) * n + i] * 0.1f;
}

__global__ void lattice(const float *in, float *out, int n)
{
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y;
    float f[9], rho = 0, ux, uy;

    for (int k = 0; k < 9; k++) {
        int sx = (x - (k % 3 - 1) + n) % n, sy = (y - (k / 3 - 1) + n) % n;
        f[k] = in[(k * n + sy) * n + sx];
        rho += f[k];
    }
    ux = (f[2] + f[5] + f[8] - f[0] - f[3] - f[6]) / rho;
    uy = (f[6] + f[7] + f[8] - f[0] - f[1] - f[2]) / rho;
    for (int k = 0; k < 9; k++) {
        float c = (k % 3 - 1) * ux + (k / 3 - 1) * uy;
        float e =
            rho / 9 * (1 + 3 * c + 4.5f * c * c - 1.5f * (ux * ux + uy * uy));
        out[(k * n + y) * n + x] = f[k] - 0.6f * (f[k] - e);
    }
}

// ---- tables, strings, graphs ------------------------------------------------

__global__ void binary_search(const int *keys, int *out, int n)
{
    int low = 0, high = n, key = keys[FIRST];

    while (low < high) {
        int middle = (low + high) / 2;
        if (keys[middle] / 4 * 4 < key - (middle & 3) * 100000)
            low = middle + 1;
        else
            high = middle;
    }
    out[FIRST] = low;
}

__global__ void lookup(const unsigned char *in, const float *table, float *out)
{
    __shared__ float mine[256];

    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        mine[i] = table[i];
    __syncthreads();
    for (int k = 0; k < 8; k++)
        out[FIRST + k * STEP] = mine[in[FIRST + k * STEP]];
}

__global__ void checksum(const unsigned *in, unsigned *out, int words)
{
    unsigned crc = ~0u;

    for (int i = 0; i < words; i++) {
        crc ^= in[FIRST * words + i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    out[FIRST] = crc;
}

__global__ void mix_hash(const unsigned *in, unsigned *out, int rounds)
{
    unsigned a = in[FIRST], b = a ^ 0x9E3779B9u, c = b + 7, d = ~a;

    for (int i = 0; i < rounds; i++) {
        a += b;
        d = (d ^ a) << 16 | (d ^ a) >> 16;
        c += d;
        b = (b ^ c) << 12 | (b ^ c) >> 20;
        a += b;
        d = (d ^ a) << 8 | (d ^ a) >> 24;
        c += d;
        b = (b ^ c) << 7 | (b ^ c) >> 25;
    }
    out[FIRST] = a ^ b ^ c ^ d;
}

__global__ void find(const unsigned char *text, int *count, int n)
{
    int found = 0;

    for (int i = FIRST; i + 4 < n; i += STEP) {
        int k = 0;
        while (k < 4 && text[i + k] % 8 == k)
            k++;
        found += k == 4;
    }
    if (found)
        atomicAdd(count, found);
}

__global__ void levels(const int *edges, const int *level, int *next, int n)
{
    int v = FIRST;

    if (v >= n || level[v] % 4)
        return;
    for (int k = 0; k < 8; k++) {
        int to = edges[(v * 8 + k) % INTS] % n;
        if (level[to] % 4 != 0)
            atomicExch(&next[to], 1);
    }
}

__global__ void shortest(float *d, int n, int k)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float via = d[y * n + k] + d[k * n + x];

    if (x != k && y != k && via < d[y * n + x])
        d[y * n + x] = via;
}

__global__ void path_row(const int *wall, const int *before, int *after, int n)
{
    int x = FIRST;

    if (x >= n)
        return;
    int least = before[x];
    if (x > 0)
        least = min(least, before[x - 1]);
    if (x < n - 1)
        least = min(least, before[x + 1]);
    after[x] = wall[x] + least;
}

// A block aligns two strings by diagonals.
__global__ void align_strings(const int *a, const int *b, int *out, int n)
{
    __shared__ int rows[3][257];
    int t = threadIdx.x;

    for (int k = 0; k < 3; k++)
        rows[k][t + 1] = t;
    if (t < 3)
        rows[t][0] = 0;
    for (int d = 0; d < 2 * n; d++) {
        int *now = rows[d % 3], *one = rows[(d + 2) % 3];
        int *two = rows[(d + 1) % 3], j = d - t;
        __syncthreads();
        if (t < n && j >= 0 && j < n) {
            int same = (a[blockIdx.x * n + t] & 3) == (b[j] & 3);
            now[t + 1] = max(max(one[t + 1], one[t]) - 1, two[t] + same);
        }
    }
    __syncthreads();
    out[FIRST] = rows[0][t] + rows[1][t] + rows[2][t];
}

__global__ void compact(const int *in, int *out, int *count, int n)
{
    int i = FIRST, x = i < n ? in[i] : 1, lane = threadIdx.x % 32;
    unsigned votes = __ballot_sync(~0u, x % 2 == 0);
    int base = 0;

    if (lane == 0 && votes)
        base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(~0u, base, 0);
    if (x % 2 == 0)
        out[16 + (base + __popc(votes & ((1u << lane) - 1))) % (INTS / 2)] = x;
}

__global__ void insert_keys(const int *keys, int *table, int n, int mask)
{
    int i = FIRST;

    if (i >= n)
        return;
    int key = keys[i] + 1, at = key * 2654435761u >> 8 & mask;
    for (int k = 0; k < 64; k++) {
        int old = atomicCAS(&table[at], 0, key);
        if (old == 0 || old == key)
            return;
        at = (at + 1) & mask;
    }
}

// ---- linear algebra ---------------------------------------------------------

__global__ void eliminate(float *A, int n, int k)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

    if (y > k && x > k && x < n && y < n)
        A[y * n + x] -= A[y * n + k] * 0.001f * A[k * n + x];
}

// One block, a row after the other.
__global__ void triangular(const float *A, float *x, int n)
{
    __shared__ float known[256];
    int t = threadIdx.x;
    float b = 1;

    for (int k = 0; k < n; k++) {
        if (t == k)
            known[k] = b / (A[k * n + k] + 2);
        __syncthreads();
        if (t > k)
            b -= A[t * n + k] * known[k];
    }
    x[blockIdx.x * n + t] = known[t];
}

__global__ void jacobi(const float *A, const float *b, const float *x, float *y,
                       int n)
{
    int i = FIRST;
    float sum = 0;

    if (i >= n)
        return;
    for (int j = 0; j < n; j++)
        if (j != i)
            sum += A[i * n + j] * x[j];
    y[i] = (b[i] - sum) / (A[i * n + i] + 1);
}

// Symmetric: the transposed matrix is read, column by column.
__global__ void covariance(const float *A, float *C, int rows, int cols)
{
    int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;

    if (i >= cols || j >= cols || j > i)
        return;
    for (int k = 0; k < rows; k++)
        sum += (A[k * cols + i] - 0.5f) * (A[k * cols + j] - 0.5f);
    C[i * cols + j] = sum / (rows - 1);
    C[j * cols + i] = sum / (rows - 1);
}

__global__ void fourier(const float2 *in, float2 *out)
{
    __shared__ float2 cells[512];
    int t = threadIdx.x;

    in += blockIdx.x * 512;
    cells[t] = in[t];
    cells[t + 256] = in[t + 256];
    for (int half = 256; half > 0; half /= 2) {
        __syncthreads();
        int i = t / half * 2 * half + t % half;
        float2 a = cells[i], b = cells[i + half];
        float s, c;
        __sincosf(-3.14159265f * (t % half) / half, &s, &c);
        float2 d = make_float2(a.x - b.x, a.y - b.y);
        cells[i] = make_float2(a.x + b.x, a.y + b.y);
        cells[i + half] = make_float2(d.x * c - d.y * s, d.x * s + d.y * c);
    }
    __syncthreads();
    out[blockIdx.x * 512 + t] = cells[t];
    out[blockIdx.x * 512 + t + 256] = cells[t + 256];
}

__global__ void cosine_8x8(const float *in, float *out, int n)
{
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;

    for (int v = 0; v < 8; v++)
        for (int u = 0; u < 8; u++)
            sum += in[(blockIdx.y * 8 + v) * n + blockIdx.x * 8 + u] *
                   __cosf((2 * u + 1) * threadIdx.x * 0.19635f) *
                   __cosf((2 * v + 1) * threadIdx.y * 0.19635f);
    out[y * n + x] = sum * 0.25f;
}

__global__ void bilinear(const float *in, float *out, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float fx = (float)x * (n - 1) / m, fy = (float)y * (n - 1) / m;
    int ix = (int)fx, iy = (int)fy;

    if (x >= m || y >= m)
        return;
    fx -= ix;
    fy -= iy;
    out[y * m + x] =
        (in[iy * n + ix] * (1 - fx) + in[iy * n + ix + 1] * fx) * (1 - fy) +
        (in[(iy + 1) * n + ix] * (1 - fx) + in[(iy + 1) * n + ix + 1] * fx) *
            fy;
}

__global__ void rotate_colours(const uchar4 *in, uchar4 *out, int n)
{
    int i = FIRST;

    if (i < n) {
        uchar4 p = in[i];
        int grey = (p.x * 77 + p.y * 151 + p.z * 28) >> 8;
        out[i] = make_uchar4(grey, grey, grey, p.w);
    }
}

#include "others.def"

TIMES_MAIN
