/*
 * graphs.cu - irregular work: breadth-first search, sparse matrix times
 * vector with a warp per row, bodies that attract each other, Jacobi's
 * iteration until nothing changes.
 */
#include "check.h"

/* ---- breadth-first search on a grid of cells with walls ------------------ */

enum { W = 23, H = 17, CELLS = W * H };

__global__ void step(const char *wall, const int *now, int *next, int depth,
                     int *changed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= CELLS)
        return;
    int d = now[i], x = i % W, y = i / W;
    if (d < 0 && !wall[i] &&
        ((x > 0 && now[i - 1] == depth) || (x < W - 1 && now[i + 1] == depth) ||
         (y > 0 && now[i - W] == depth) ||
         (y < H - 1 && now[i + W] == depth))) {
        d = depth + 1;
        atomicAdd(changed, 1);
    }
    next[i] = d;
}

static void check_search(void)
{
    char wall[CELLS];
    int depth[CELLS], changed = 1;
    for (int i = 0; i < CELLS; i++) {
        wall[i] = noise(i) % 4 == 0 && i;
        depth[i] = i ? -1 : 0;
    }
    char *w = on_device(wall, CELLS);
    int *a = on_device(depth, CELLS), *b = on_device<int>(NULL, CELLS);
    int *c = on_device<int>(NULL, 1);
    for (int d = 0; changed; d++) {
        CUDA(cudaMemset(c, 0, sizeof *c));
        step<<<(CELLS + 63) / 64, 64>>>(w, a, b, d, c);
        CUDA(cudaMemcpy(&changed, c, sizeof *c, cudaMemcpyDeviceToHost));
        int *swap = a;
        a = b;
        b = swap;
    }
    take_back(depth, a, CELLS);
    for (int i = 0; i < CELLS; i++) {
        int x = i % W, best = i ? CELLS : -1;
        int near[4] = {x ? i - 1 : -1, x < W - 1 ? i + 1 : -1, i - W, i + W};
        for (int n : near)
            if (n >= 0 && n < CELLS && depth[n] >= 0 && depth[n] < best)
                best = depth[n];
        if (depth[i] >= 0)
            CHECK(!wall[i] && depth[i] == best + 1);
        else
            CHECK(wall[i] || best == CELLS);
    }
    CUDA(cudaFree(w));
    CUDA(cudaFree(b));
    CUDA(cudaFree(c));
}

/* ---- sparse matrix ------------------------------------------------------- */

__global__ void sparse(const int *row_start, const int *column,
                       const float *value, const float *x, float *y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (int i = row_start[row] + lane; i < row_start[row + 1]; i += 32)
        sum += value[i] * x[column[i]];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        y[row] = sum;
}

static void check_sparse(void)
{
    enum { ROWS = 37, MOST = ROWS * 60 };
    static int start[ROWS + 1], column[MOST];
    static float value[MOST], x[100], y[ROWS];
    int n = 0;
    for (int r = 0; r < ROWS; r++) {
        for (int k = noise(r) % 60; k > 0; k--, n++) {
            column[n] = noise(n) % 100;
            value[n] = (float)(noise(n + 9) % 8);
        }
        start[r + 1] = n;
    }
    for (int i = 0; i < 100; i++)
        x[i] = (float)i;
    int *s = on_device(start, ROWS + 1), *c = on_device(column, n);
    float *v = on_device(value, n), *dx = on_device(x, 100);
    float *dy = on_device<float>(NULL, ROWS);
    sparse<<<(ROWS + 3) / 4, 128>>>(s, c, v, dx, dy, ROWS);
    LAUNCHED();
    take_back(y, dy, ROWS);
    for (int r = 0; r < ROWS; r++) {
        float sum = 0;
        for (int i = start[r]; i < start[r + 1]; i++)
            sum += value[i] * x[column[i]];
        CHECK(y[r] == sum);
    }
    CUDA(cudaFree(s));
    CUDA(cudaFree(c));
    CUDA(cudaFree(v));
    CUDA(cudaFree(dx));
}

/* ---- bodies, through tiles of shared memory ------------------------------ */

__global__ void forces(const float4 *body, float3 *force, int n)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? body[i] : make_float4(0, 0, 0, 0);
    float3 f = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        if (first + (int)threadIdx.x < n)
            tile[threadIdx.x] = body[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < (int)blockDim.x && first + k < n; k++) {
            float4 o = tile[k];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float s = o.w * r * r * r;
            f.x += dx * s;
            f.y += dy * s;
            f.z += dz * s;
        }
        __syncthreads();
    }
    if (i < n)
        force[i] = f;
}

static void check_bodies(void)
{
    enum { N = 77 };
    float4 body[N];
    float3 force[N];
    double x = 0, y = 0, z = 0, size = 0;
    for (int i = 0; i < N; i++)
        body[i] = make_float4(noise(i) / 4e3f, noise(i + 100) / 4e3f,
                              noise(i + 200) / 4e3f, 1 + i % 3);
    float4 *b = on_device(body, N);
    float3 *f = on_device<float3>(NULL, N);
    forces<<<3, 32, 32 * sizeof(float4)>>>(b, f, N);
    LAUNCHED();
    take_back(force, f, N);
    CUDA(cudaFree(b));
    for (int i = 0; i < N; i++) { /* what acts on all of them cancels */
        x += force[i].x * body[i].w;
        y += force[i].y * body[i].w;
        z += force[i].z * body[i].w;
        size += fabs(force[i].x * body[i].w);
    }
    CHECK(size > 1 && fabs(x) + fabs(y) + fabs(z) < 1e-4 * size);
}

/* ---- Jacobi -------------------------------------------------------------- */

__global__ void relax(const double *now, double *next, double *residual, int n)
{
    __shared__ double worst[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    double change = 0;
    if (i > 0 && i < n - 1) {
        double v = (now[i - 1] + now[i + 1]) / 2;
        change = fabs(v - now[i]);
        next[i] = v;
    } else if (i < n) {
        next[i] = now[i];
    }
    worst[t] = change;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d)
            worst[t] = fmax(worst[t], worst[t + d]);
        __syncthreads();
    }
    if (t == 0)
        residual[blockIdx.x] = worst[0];
}

static void check_jacobi(void)
{
    enum { N = 100, GRID = 2 };
    double v[N] = {0}, residual[GRID], worst = 1;
    v[N - 1] = 99;
    double *a = on_device(v, N), *b = on_device<double>(NULL, N);
    double *r = on_device<double>(NULL, GRID);
    for (int k = 0; k < 300 && worst > 1e-9; k++) {
        relax<<<GRID, 64>>>(a, b, r, N);
        relax<<<GRID, 64>>>(b, a, r, N);
        CUDA(cudaMemcpy(residual, r, sizeof residual, cudaMemcpyDeviceToHost));
        worst = fmax(residual[0], residual[1]);
    }
    take_back(v, a, N);
    CUDA(cudaFree(b));
    CUDA(cudaFree(r));
    CHECK(worst < 0.1 && v[0] == 0 && v[N - 1] == 99);
    for (int i = 1; i < N; i++)
        CHECK(v[i] >= v[i - 1]);
}

int main(void)
{
    check_search();
    check_sparse();
    check_bodies();
    check_jacobi();
    puts("graphs, sparse matrices, bodies, iterations: right");
    return 0;
}
