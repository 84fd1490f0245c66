/*
 * others2.cu - the set: kernels of other kinds, once unseen: by somebody who
 * had not seen the model of time.
 */
#include "times.h"

__device__ static int global_id()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

// ---- counting ---------------------------------------------------------------

// A histogram for each block in global memory.
__global__ void bins_own(const int *in, int *bins, int n, int count)
{
    int *mine = bins + blockIdx.x * count;
    int chunk = (n + gridDim.x - 1) / gridDim.x;
    int first = blockIdx.x * chunk, last = min(first + chunk, n);

    for (int i = first + threadIdx.x; i < last; i += blockDim.x)
        atomicAdd(&mine[in[i] % count], 1);
}

// Sixteen counters for each thread, which nobody shares.
__global__ void bins_private(const int *in, int *bins, int n)
{
    unsigned short counts[16];
    int step = gridDim.x * blockDim.x;

    for (int k = 0; k < 16; k++)
        counts[k] = 0;
    for (int i = global_id(); i < n; i += step)
        counts[in[i] & 15]++;
    for (int k = 0; k < 16; k++)
        if (counts[k])
            atomicAdd(&bins[k], counts[k]);
}

// Counters in shared memory, a column for each thread.
__global__ void bins_columns(const int *in, int *bins, int n)
{
    __shared__ int counts[16][128];
    int t = threadIdx.x;

    for (int k = 0; k < 16; k++)
        counts[k][t] = 0;
    for (int i = global_id(); i < n; i += gridDim.x * 128)
        counts[in[i] & 15][t]++;
    __syncthreads();
    if (t < 16) {
        int sum = 0;
        for (int k = 0; k < 128; k++)
            sum += counts[t][k];
        atomicAdd(&bins[t], sum);
    }
}

// ---- prefix sums ------------------------------------------------------------

__global__ void prefix_one(const int *in, int *out, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++) {
        sum += in[i] & 7;
        out[i] = sum;
    }
}

__global__ void prefix_blocks(const int *in, int *out, int *totals, int n)
{
    __shared__ int s[2][256];
    int t = threadIdx.x, i = global_id(), from = 0;

    s[0][t] = i < n ? in[i] & 7 : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    if (i < n)
        out[i] = s[from][t];
    if (t == 255)
        totals[blockIdx.x] = s[from][255];
}

__global__ void prefix_totals(int *totals, int count)
{
    int before = 0;

    for (int k = 0; k < count; k++) {
        int total = totals[k];
        totals[k] = before;
        before += total;
    }
}

__global__ void prefix_add(int *out, const int *totals, int n)
{
    int i = global_id();

    if (i < n)
        out[i] += totals[blockIdx.x];
}

// Each element adds up all before it in its row.
__global__ void prefix_squared(const float *in, float *out, int cols)
{
    int col = threadIdx.x, row = blockIdx.x;
    float sum = 0;

    for (int k = 0; k <= col; k++)
        sum += in[row * cols + k];
    out[row * cols + col] = sum;
}

// ---- transposing ------------------------------------------------------------

__global__ void turn_row_each(const float *in, float *out, int n)
{
    int row = global_id();

    if (row < n)
        for (int col = 0; col < n; col++)
            out[col * n + row] = in[row * n + col];
}

__global__ void turn_flat(const double *in, double *out, int rows, int cols)
{
    int k = global_id();

    if (k < rows * cols)
        out[k % cols * rows + k / cols] = in[k];
}

__global__ void turn_16(const double *in, double *out, int rows, int cols)
{
    __shared__ double s[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

    if (x < cols && y < rows)
        s[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < rows && y < cols)
        out[y * rows + x] = s[threadIdx.x][threadIdx.y];
}

// ---- grids of points --------------------------------------------------------

__global__ void heat_plain(const float *__restrict__ u, float *__restrict__ w,
                           int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
        int c = y * nx + x;
        w[c] = u[c] + 0.1f * (u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] -
                              4.0f * u[c]);
    }
}

// Around the edges by remainders, in doubles.
__global__ void heat_wraps(const float *u, float *w, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= nx || y >= ny)
        return;
    int left = (x + nx - 1) % nx, right = (x + 1) % nx;
    int above = (y + ny - 1) % ny, below = (y + 1) % ny;
    double sum = u[y * nx + left] + u[y * nx + right] + u[above * nx + x] +
                 u[below * nx + x];
    w[y * nx + x] = u[y * nx + x] + 0.1 * (sum - 4.0 * u[y * nx + x]);
}

__global__ void heat_row_each(const float *u, float *w, int nx, int ny)
{
    int y = global_id() + 1;

    if (y >= ny - 1)
        return;
    for (int x = 1; x < nx - 1; x++) {
        int c = y * nx + x;
        w[c] = 0.25f * (u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx]);
    }
}

__device__ int alive(const unsigned char *cells, int x, int y, int n)
{
    if (x < 0 || y < 0 || x >= n || y >= n)
        return 0;
    return cells[y * n + x] & 1;
}

__global__ void generation_bytes(const unsigned char *in, unsigned char *out,
                                 int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, around = 0;

    if (x >= n || y >= n)
        return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                around += alive(in, x + dx, y + dy, n);
    if (alive(in, x, y, n))
        out[y * n + x] = around == 2 || around == 3;
    else
        out[y * n + x] = around == 3;
}

__global__ void generation_tile(const unsigned char *in, unsigned char *out,
                                int n)
{
    __shared__ unsigned char s[18][34];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty, around = 0;

    for (int k = ty * 32 + tx; k < 18 * 34; k += 512)
        s[k / 34][k % 34] = alive(in, blockIdx.x * 32 + k % 34 - 1,
                                  blockIdx.y * 16 + k / 34 - 1, n);
    __syncthreads();
    for (int k = 0; k < 9; k++)
        if (k != 4)
            around += s[ty + k / 3][tx + k % 3];
    if (x < n && y < n)
        out[y * n + x] = around == 3 || (around == 2 && s[ty + 1][tx + 1]);
}

// ---- filters ----------------------------------------------------------------

__constant__ float taps[65];

__global__ void fir_global(const float *in, const float *h, float *out, int n)
{
    int i = global_id();
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 65; k++)
        if (i - k >= 0)
            sum += h[k] * in[i - k];
    out[i] = sum;
}

__global__ void fir_constant(const float *in, float *out, int n)
{
    int i = global_id();
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 65 && k <= i; k++)
        sum += taps[k] * in[i - k];
    out[i] = sum;
}

__global__ void fir_shared(const float *in, const float *h, float *out, int n)
{
    __shared__ float s[256 + 64], w[65];
    int t = threadIdx.x, first = blockIdx.x * 256 - 64;
    float sum = 0;

    for (int k = t; k < 320; k += 256)
        s[k] = first + k >= 0 && first + k < n ? in[first + k] : 0;
    if (t < 65)
        w[t] = h[t];
    __syncthreads();
    for (int k = 0; k < 65; k++)
        sum += w[k] * s[64 + t - k];
    if (blockIdx.x * 256 + t < n)
        out[blockIdx.x * 256 + t] = sum;
}

__global__ void box_plain(const float *in, float *out, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, count = 0;
    float sum = 0;

    if (x >= w || y >= h)
        return;
    for (int v = max(y - r, 0); v <= min(y + r, h - 1); v++)
        for (int u = max(x - r, 0); u <= min(x + r, w - 1); u++) {
            sum += in[v * w + u];
            count++;
        }
    out[y * w + x] = sum / count;
}

// A thread slides along its row, or down its column.
__global__ void box_slide(const float *in, float *out, int lines, int length,
                          int line_step, int step, int r)
{
    int line = global_id();
    float sum = 0;

    if (line >= lines)
        return;
    in += line * line_step;
    out += line * line_step;
    for (int k = 0; k < r; k++)
        sum += in[k * step];
    for (int k = 0; k < length; k++) {
        if (k + r < length)
            sum += in[(k + r) * step];
        if (k - r - 1 >= 0)
            sum -= in[(k - r - 1) * step];
        out[k * step] = sum / (2 * r + 1);
    }
}

__global__ void turn_image(const float *in, float *out, int n, float angle)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

    if (x >= n || y >= n)
        return;
    float dx = x - n / 2, dy = y - n / 2;
    int u = (int)(cosf(angle) * dx - sinf(angle) * dy + n / 2);
    int v = (int)(sinf(angle) * dx + cosf(angle) * dy + n / 2);
    out[y * n + x] = u >= 0 && v >= 0 && u < n && v < n ? in[v * n + u] : 0;
}

__global__ void brighten(const uchar3 *in, uchar3 *out, int n, float by)
{
    int i = global_id();

    if (i < n) {
        uchar3 p = in[i];
        p.x = (unsigned char)fminf(p.x * by, 255.0f);
        p.y = (unsigned char)fminf(p.y * by, 255.0f);
        p.z = (unsigned char)fminf(p.z * by, 255.0f);
        out[i] = p;
    }
}

// ---- random numbers ---------------------------------------------------------

__device__ static unsigned next_random(unsigned *state)
{
    *state = *state * 747796405u + 2891336453u;
    unsigned word = (*state >> ((*state >> 28) + 4) ^ *state) * 277803737u;
    return word >> 22 ^ word;
}

// Every hit is counted where all count.
__global__ void pi_each(int *hits, int tries)
{
    unsigned state = global_id();

    for (int k = 0; k < tries; k++) {
        float x = next_random(&state) / 4294967296.0f;
        float y = next_random(&state) / 4294967296.0f;
        if (x * x + y * y <= 1.0f)
            atomicAdd(hits, 1);
    }
}

__global__ void pi_blocks(int *hits, int tries)
{
    __shared__ int s[256];
    unsigned state = global_id();
    int t = threadIdx.x, mine = 0;

    for (int k = 0; k < tries; k++) {
        double x = next_random(&state) / 4294967296.0;
        double y = next_random(&state) / 4294967296.0;
        if (sqrt(x * x + y * y) < 1.0)
            mine++;
    }
    s[t] = mine;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        hits[blockIdx.x] = s[0];
}

// Each thread writes a row of numbers.
__global__ void numbers_rows(float *out, int count)
{
    unsigned long long s = global_id() * 0x9E3779B97F4A7C15ull + 1;

    for (int k = 0; k < count; k++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        out[global_id() * count + k] = (s >> 40) * (1.0f / 16777216.0f);
    }
}

__global__ void numbers_columns(float *out, int count)
{
    unsigned long long s = global_id() * 0x9E3779B97F4A7C15ull + 1;
    int threads = gridDim.x * blockDim.x;

    for (int k = 0; k < count; k++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        out[k * threads + global_id()] = (s >> 40) * (1.0f / 16777216.0f);
    }
}

// ---- bodies, points ---------------------------------------------------------

struct body {
    float x, y, z, vx, vy, vz, mass;
};

__global__ void gravity_structs(const struct body *in, struct body *out, int n)
{
    int i = global_id();

    if (i >= n)
        return;
    struct body b = in[i];
    for (int j = 0; j < n; j++) {
        if (i == j)
            continue;
        float dx = in[j].x - in[i].x, dy = in[j].y - in[i].y;
        float dz = in[j].z - in[i].z;
        float distance = sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float f = in[j].mass / (distance * distance * distance);
        b.vx += f * dx;
        b.vy += f * dy;
        b.vz += f * dz;
    }
    out[i] = b;
}

__global__ void gravity_arrays(const float *x, const float *y, const float *z,
                               float *ax, float *ay, float *az, int n)
{
    int i = global_id();
    float fx = 0, fy = 0, fz = 0;

    if (i >= n)
        return;
    for (int j = 0; j < n; j++) {
        float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        fx += dx * r * r * r;
        fy += dy * r * r * r;
        fz += dz * r * r * r;
    }
    ax[i] = fx;
    ay[i] = fy;
    az[i] = fz;
}

// A block for each body, and a thread for each pair.
__global__ void gravity_pairs(const float *x, const float *y, float *ax,
                              float *ay, int n)
{
    int i = blockIdx.x;

    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float dx = x[j] - x[i], dy = y[j] - y[i];
        float d = dx * dx + dy * dy + 0.01f;
        atomicAdd(&ax[i], dx / (d * sqrtf(d)));
        atomicAdd(&ay[i], dy / (d * sqrtf(d)));
    }
}

__global__ void assign_global(const float *points, const float *centres,
                              int *nearest, int n, int k)
{
    int i = global_id();
    float least = 3.4e38f;

    if (i >= n)
        return;
    for (int c = 0; c < k; c++) {
        float d = 0;
        for (int f = 0; f < 6; f++)
            d += powf(points[i * 6 + f] - centres[c * 6 + f], 2.0f);
        if (d < least) {
            least = d;
            nearest[i] = c;
        }
    }
}

__global__ void assign_shared(const float *points, const float *centres,
                              int *nearest, int n, int k)
{
    extern __shared__ float s[];
    int i = global_id(), best = 0;
    float least = 3.4e38f;

    for (int c = threadIdx.x; c < 6 * k; c += blockDim.x)
        s[c] = centres[c];
    __syncthreads();
    if (i >= n)
        return;
    for (int c = 0; c < k; c++) {
        float d = 0;
        for (int f = 0; f < 6; f++) {
            float e = points[f * n + i] - s[c * 6 + f];
            d += e * e;
        }
        best = d < least ? c : best;
        least = fminf(d, least);
    }
    nearest[i] = best;
}

// ---- sorting ----------------------------------------------------------------

// A launch for each step of a bitonic sort; all pairs are written.
__global__ void bitonic_pair(int *keys, int k, int j)
{
    int i = global_id(), other = i ^ j;

    if (other > i) {
        int a = keys[i], b = keys[other];
        bool up = (i & k) == 0;
        keys[i] = up ? min(a, b) : max(a, b);
        keys[other] = up ? max(a, b) : min(a, b);
    }
}

static void bitonic_all(int *keys, int n)
{
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            bitonic_pair<<<n / 128, 128>>>(keys, k, j);
}

// A thread merges two runs.
__global__ void merge_runs(const float *in, float *out, int n, int run)
{
    int a = 2 * run * global_id(), b = a + run, to = a;
    int end_a = b, end_b = b + run;

    if (end_b > n)
        return;
    while (a < end_a || b < end_b) {
        if (b >= end_b || (a < end_a && in[a] <= in[b]))
            out[to++] = in[a++];
        else
            out[to++] = in[b++];
    }
}

// A place is found by counting who is smaller, in the block.
__global__ void rank_block(const int *in, int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x, rank = 0;

    s[t] = in[global_id()];
    __syncthreads();
    for (int k = 0; k < 256; k++)
        if (s[k] < s[t] || (s[k] == s[t] && k < t))
            rank++;
    out[blockIdx.x * 256 + rank] = s[t];
}

// ---- sparse matrices, graphs ------------------------------------------------

__global__ void ell_rows(const float *values, const int *columns,
                         const float *x, float *y, int rows, int width)
{
    int row = global_id();
    float sum = 0;

    if (row >= rows)
        return;
    for (int k = 0; k < width; k++)
        sum += values[row * width + k] * x[columns[row * width + k] % rows];
    y[row] = sum;
}

__global__ void ell_columns(const float *values, const int *columns,
                            const float *x, float *y, int rows, int width)
{
    int row = global_id();
    float sum = 0;

    if (row >= rows)
        return;
    for (int k = 0; k < width; k++)
        sum += values[k * rows + row] * x[columns[k * rows + row] % rows];
    y[row] = sum;
}

__global__ void ell_entries(const float *values, const int *columns,
                            const float *x, float *y, int rows, int width)
{
    int e = global_id();

    if (e < rows * width)
        atomicAdd(&y[e / width], values[e] * x[columns[e] % rows]);
}

__global__ void edges_level(const int *from, const int *to, const int *level,
                            int *reached, int edges, int nodes, int now)
{
    int e = global_id();

    if (e >= edges)
        return;
    int u = from[e] % nodes, v = to[e] % nodes;
    if (level[u] % 8 == now) {
        reached[v] = now + 1;
        reached[nodes] = 1;
    }
}

__global__ void edges_degrees(const int *from, const int *to, int *degrees,
                              int edges, int nodes)
{
    for (int e = global_id(); e < edges; e += gridDim.x * blockDim.x) {
        atomicAdd(&degrees[from[e] % nodes], 1);
        atomicAdd(&degrees[to[e] % nodes], 1);
    }
}

__global__ void floyd_flat(float *d, int n, int k)
{
    int id = global_id();

    if (id < n * n) {
        int i = id / n, j = id % n;
        if (i != k && j != k)
            d[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);
    }
}

__global__ void floyd_rows(float *d, int n, int k)
{
    __shared__ float first;
    int i = blockIdx.x;

    if (i == k)
        return;
    if (threadIdx.x == 0)
        first = d[i * n + k];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float via = first + d[k * n + j];
        if (via < d[i * n + j])
            d[i * n + j] = via;
    }
}

template <void (*step)(float *, int, int)>
static void floyd_steps(float *d, int n, int grid, int block)
{
    for (int k = 0; k < 8; k++)
        step<<<grid, block>>>(d, n, k);
}

// ---- lists, tables, text ----------------------------------------------------

__global__ void list_walk(const int *next, int *out, int mask, int steps)
{
    int at = global_id() & mask;

    for (int k = 0; k < steps; k++)
        at = (next[at] + k) & mask;
    out[global_id()] = at;
}

__global__ void order_gather(const double *in, const int *order, double *out,
                             int n)
{
    int i = global_id();

    if (i < n)
        out[i] = in[order[i] % n];
}

// Every seventh, an odd number of times round.
__global__ void order_scatter(const double *in, double *out, int n)
{
    int i = global_id();

    if (i < n)
        out[(long long)i * 7919 % n] = in[i];
}

// Each pushes itself onto the list of its bucket.
__global__ void buckets_push(const int *keys, int *heads, int *next, int n,
                             int mask)
{
    int i = global_id();

    if (i < n) {
        unsigned h = keys[i];
        h ^= h >> 9;
        h *= 0x85ebca6b;
        h ^= h >> 13;
        next[i] = atomicExch(&heads[h & mask], i);
    }
}

__global__ void match_plain(const char *text, const char *word, int *found,
                            int n, int length)
{
    int i = global_id(), k = 0;

    if (i > n - length)
        return;
    while (k < length && (text[i + k] & 3) == (word[k] & 3))
        k++;
    if (k == length)
        atomicAdd(found, 1);
}

__global__ void match_pieces(const char *text, const char *word, int *found,
                             int n, int length, int piece)
{
    int first = global_id() * piece, count = 0;

    for (int i = first; i < first + piece && i <= n - length; i++) {
        bool same = true;
        for (int k = 0; k < length; k++)
            if ((text[i + k] & 3) != (word[k] & 3))
                same = false;
        count += same;
    }
    found[1 + global_id()] = count;
}

// ---- formulas ---------------------------------------------------------------

__global__ void horner_float(const float *x, float *y, int n)
{
    int i = global_id();

    if (i >= n)
        return;
    float v = x[i], sum = 1.0f;
    for (int k = 1; k < 20; k++)
        sum = sum * v + 1.0f / k;
    y[i] = sum;
}

// 1.0 and pow make doubles of it.
__global__ void horner_by_mistake(const float *x, float *y, int n)
{
    int i = global_id();

    if (i < n) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum = sum + pow(x[i], (double)k) * (1.0 / (k + 1));
        y[i] = sum;
    }
}

__global__ void trapezoids(double *parts, int per, double width)
{
    int first = global_id() * per;
    double sum = 0;

    for (int k = 0; k < per; k++) {
        double x = (first + k) * width;
        sum += 0.5 * (sin(x) + sin(x + width)) * width;
    }
    parts[global_id()] = sum;
}

template <typename T>
__global__ void julia(unsigned char *out, int n, T cx, T cy, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, turns = 0;
    T u = (T)3 * x / n - (T)1.5, v = (T)3 * y / n - (T)1.5;

    if (x >= n || y >= n)
        return;
    while (u * u + v * v < 4 && turns < most) {
        T w = u * u - v * v + cx;
        v = 2 * u * v + cy;
        u = w;
        turns++;
    }
    out[y * n + x] = turns;
}

__global__ void divisor_pairs(const int *a, const int *b, int *out, int n)
{
    int i = global_id();

    if (i >= n)
        return;
    int x = a[i] + 1, y = b[i] + 1;
    while (y != 0) {
        int r = x % y;
        x = y;
        y = r;
    }
    out[i] = x;
}

// Thread k strikes out the multiples of k + 2.
__global__ void sieve(unsigned char *struck, int n)
{
    int p = global_id() + 2;

    for (int m = 2 * p; m < n; m += p)
        struck[m] = 1;
}

// ---- rows of a network ------------------------------------------------------

__global__ void soft_warp(const float *in, float *out, int rows, int cols)
{
    int row = global_id() / 32, lane = threadIdx.x % 32;
    float most = -1e30f, sum = 0;

    if (row >= rows)
        return;
    for (int j = lane; j < cols; j += 32)
        most = fmaxf(most, in[row * cols + j]);
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    for (int j = lane; j < cols; j += 32)
        sum += expf(in[row * cols + j] - most);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    for (int j = lane; j < cols; j += 32)
        out[row * cols + j] = expf(in[row * cols + j] - most) / sum;
}

// Every element computes its row's sum for itself.
__global__ void soft_again(const float *in, float *out, int cols)
{
    const float *row = in + blockIdx.x * cols;
    float sum = 0;

    for (int k = 0; k < cols; k++)
        sum += exp(row[k]);
    out[blockIdx.x * cols + threadIdx.x] = exp(row[threadIdx.x]) / sum;
}

__global__ void norm_thread(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float mean = 0, variance = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        mean += in[row * cols + j] / cols;
    for (int j = 0; j < cols; j++)
        variance += pow(in[row * cols + j] - mean, 2) / cols;
    for (int j = 0; j < cols; j++)
        out[row * cols + j] =
            (in[row * cols + j] - mean) / sqrt(variance + 1e-5);
}

__global__ void norm_atomics(const float *in, float *out, int cols)
{
    __shared__ float sum, squares;
    int row = blockIdx.x;

    if (threadIdx.x == 0)
        sum = squares = 0;
    __syncthreads();
    for (int j = threadIdx.x; j < cols; j += blockDim.x) {
        float x = in[row * cols + j];
        atomicAdd(&sum, x);
        atomicAdd(&squares, x * x);
    }
    __syncthreads();
    float mean = sum / cols, variance = squares / cols - mean * mean;
    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        out[row * cols + j] =
            (in[row * cols + j] - mean) * rsqrtf(variance + 1e-5f);
}

// ---- matrices ---------------------------------------------------------------

// A step of LU: the column is scaled by each who needs it.
__global__ void lu_rows(const double *A, double *out, int n, int k)
{
    int i = k + 1 + global_id();

    if (i >= n)
        return;
    double f = A[i * n + k] / (A[k * n + k] + 1.0);
    for (int j = k; j < n; j++)
        out[i * n + j] = A[i * n + j] - f * A[k * n + j];
}

__global__ void lu_elements(const double *A, double *out, int n, int k)
{
    int j = k + blockIdx.x * blockDim.x + threadIdx.x;
    int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;

    if (i < n && j < n)
        out[i * n + j] =
            A[i * n + j] - A[i * n + k] / (A[k * n + k] + 1.0) * A[k * n + j];
}

// Forward substitution by one warp, a row after the other.
__global__ void solve_warp(const float *L, const float *b, float *x, int n)
{
    int lane = threadIdx.x;

    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = lane; j < i; j += 32)
            sum += L[i * n + j] * x[j];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0)
            x[i] = (b[i] - sum) / (L[i * n + i] + n);
        __syncwarp();
    }
}

// Many right hand sides, a thread for each.
__global__ void solve_sides(const float *L, const float *b, float *x, int n,
                            int sides)
{
    int s = global_id();

    if (s >= sides)
        return;
    for (int i = 0; i < n; i++) {
        float sum = b[i * sides + s];
        for (int j = 0; j < i; j++)
            sum -= L[i * n + j] * x[j * sides + s];
        x[i * sides + s] = sum / (L[i * n + i] + n);
    }
}

__global__ void butterfly(const float2 *in, float2 *out, int n, int half)
{
    int t = global_id();

    if (t >= n / 2)
        return;
    int k = t % half, i = t / half * 2 * half + k;
    float angle = -3.14159265f * k / half;
    float2 a = in[i], b = in[i + half],
           w = make_float2(cosf(angle), sinf(angle));
    float2 p = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
    out[i] = make_float2(a.x + p.x, a.y + p.y);
    out[i + half] = make_float2(a.x - p.x, a.y - p.y);
}

__global__ void butterfly_table(const float2 *in, const float2 *table,
                                float2 *out, int n, int half)
{
    int t = global_id();

    if (t < n / 2) {
        int k = t & (half - 1), i = 2 * t - k;
        float2 a = in[i], b = in[i + half], w = table[k * (n / 2 / half)];
        float2 p = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
        out[i] = make_float2(a.x + p.x, a.y + p.y);
        out[i + half] = make_float2(a.x - p.x, a.y - p.y);
    }
}

// The transform as it is defined.
__global__ void transform_plain(const float *in, float2 *out, int n)
{
    int k = global_id();
    float re = 0, im = 0;

    if (k >= n)
        return;
    for (int t = 0; t < n; t++) {
        float s, c;
        sincosf(6.2831853f * k * t / n, &s, &c);
        re += in[t] * c;
        im -= in[t] * s;
    }
    out[k] = make_float2(re, im);
}

__global__ void axpy(double a, const double *x, double *y, int n)
{
    int i = global_id();

    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void axpy_hundred(double a, const double *x, double *y, int n)
{
    int first = global_id() * 100;

    for (int i = first; i < min(first + 100, n); i++)
        y[i] = a * x[i] + y[i];
}

#include "others2.def"

TIMES_MAIN
