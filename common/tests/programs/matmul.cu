/*
 * matmul.cu - C = A B for any sizes: a thread per element, tiles in shared
 * memory, tiles of a size known when compiling, two results per thread.
 */
#include "check.h"

struct shape {
    int rows, inner, columns;
};

__global__ void naive(const float *a, const float *b, float *c, shape s)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= s.rows || column >= s.columns)
        return;
    float sum = 0;
    for (int k = 0; k < s.inner; k++)
        sum += a[row * s.inner + k] * b[k * s.columns + column];
    c[row * s.columns + column] = sum;
}

template <int TILE>
__global__ void tiled(const float *a, const float *b, float *c, shape s)
{
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < s.inner; k += TILE) {
        left[y][x] =
            row < s.rows && k + x < s.inner ? a[row * s.inner + k + x] : 0;
        right[y][x] = k + y < s.inner && column < s.columns
                          ? b[(k + y) * s.columns + column]
                          : 0;
        __syncthreads(); /* the tiles are complete */
#pragma unroll
        for (int i = 0; i < TILE; i++)
            sum += left[y][i] * right[i][x];
        __syncthreads(); /* before the next tiles replace them */
    }
    if (row < s.rows && column < s.columns)
        c[row * s.columns + column] = sum;
}

/* Tile width chosen at the launch, both tiles in dynamic shared memory. */
__global__ void tiled_dynamic(const float *a, const float *b, float *c, shape s)
{
    extern __shared__ float tiles[];
    int tile = blockDim.x, x = threadIdx.x, y = threadIdx.y;
    float *left = tiles, *right = tiles + tile * tile;
    int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
    float sum = 0;
    for (int t = 0; t < (s.inner + tile - 1) / tile; t++) {
        int k = t * tile;
        bool in_a = row < s.rows && k + x < s.inner;
        bool in_b = k + y < s.inner && column < s.columns;
        left[y * tile + x] = in_a ? a[row * s.inner + k + x] : 0;
        right[y * tile + x] = in_b ? b[(k + y) * s.columns + column] : 0;
        __syncthreads();
        for (int i = 0; i < tile; i++)
            sum += left[y * tile + i] * right[i * tile + x];
        __syncthreads();
    }
    if (row < s.rows && column < s.columns)
        c[row * s.columns + column] = sum;
}

/* A thread computes 4 by 4 elements in registers, from tiles 32 high and
 * wide that come as float4; sizes are multiples of that. */
__global__ void in_registers(const float *a, const float *b, float *c, shape s)
{
    __shared__ __align__(16) float left[8][32], right[8][32];
    int t = threadIdx.x, row = blockIdx.y * 32, column = blockIdx.x * 32;
    int y = t / 8 * 4, x = t % 8 * 4;
    float sum[4][4] = {{0}};
    for (int first = 0; first < s.inner; first += 8) {
        const float *from = &a[(row + t / 2) * s.inner + first + t % 2 * 4];
        float4 v = *(const float4 *)from;
        left[t % 2 * 4 + 0][t / 2] = v.x; /* transposed: read along y */
        left[t % 2 * 4 + 1][t / 2] = v.y;
        left[t % 2 * 4 + 2][t / 2] = v.z;
        left[t % 2 * 4 + 3][t / 2] = v.w;
        *(float4 *)&right[t / 8][x] =
            *(const float4 *)&b[(first + t / 8) * s.columns + column + x];
        __syncthreads();
        for (int k = 0; k < 8; k++) {
            float4 p = *(float4 *)&left[k][y], q = *(float4 *)&right[k][x];
            float ps[4] = {p.x, p.y, p.z, p.w}, qs[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 16; i++)
                sum[i / 4][i % 4] += ps[i / 4] * qs[i % 4];
        }
        __syncthreads(); /* all have read before the next tiles come */
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)&c[(row + y + i) * s.columns + column + x] =
            make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

/* Factors that depend on every index, small enough for exact sums. */
static void fill(float *a, float *b, shape s)
{
    for (int i = 0; i < s.rows * s.inner; i++)
        a[i] = (float)(noise(i) % 17 - 8);
    for (int i = 0; i < s.inner * s.columns; i++)
        b[i] = (float)(noise(i + 77) % 15 - 7);
}

static void expect(const float *a, const float *b, float *dc, shape s)
{
    int n = s.rows * s.columns;
    float *c = (float *)malloc(n * sizeof *c);
    CUDA(cudaMemcpy(c, dc, n * sizeof *c, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < s.inner; k++)
            sum += a[i / s.columns * s.inner + k] *
                   b[k * s.columns + i % s.columns];
        CHECK(c[i] == sum);
    }
    CUDA(cudaMemset(dc, 0xff, n * sizeof *c));
    free(c);
}

static void check(shape s)
{
    float *a = (float *)malloc(s.rows * s.inner * sizeof *a);
    float *b = (float *)malloc(s.inner * s.columns * sizeof *b);
    fill(a, b, s);
    float *da = on_device(a, s.rows * s.inner);
    float *db = on_device(b, s.inner * s.columns);
    float *dc = on_device<float>(NULL, s.rows * s.columns);
    dim3 block(16, 16), grid((s.columns + 15) / 16, (s.rows + 15) / 16);
    naive<<<grid, block>>>(da, db, dc, s);
    LAUNCHED();
    expect(a, b, dc, s);
    tiled<16><<<grid, block>>>(da, db, dc, s);
    LAUNCHED();
    expect(a, b, dc, s);
    dim3 small(8, 8), more((s.columns + 7) / 8, (s.rows + 7) / 8);
    tiled<8><<<more, small>>>(da, db, dc, s);
    LAUNCHED();
    expect(a, b, dc, s);
    tiled_dynamic<<<more, small, 2 * 8 * 8 * sizeof(float)>>>(da, db, dc, s);
    LAUNCHED();
    expect(a, b, dc, s);
    if (s.rows % 32 + s.inner % 8 + s.columns % 32 == 0) {
        in_registers<<<dim3(s.columns / 32, s.rows / 32), 64>>>(da, db, dc, s);
        LAUNCHED();
        expect(a, b, dc, s);
    }
    CUDA(cudaFree(da));
    CUDA(cudaFree(db));
    CUDA(cudaFree(dc));
    free(a);
    free(b);
}

int main(void)
{
    static const shape shapes[] = {{1, 1, 1},    {16, 16, 16}, {17, 16, 15},
                                   {1, 50, 33},  {40, 1, 3},   {31, 47, 29},
                                   {64, 32, 48}, {64, 40, 96}, {5, 100, 7}};
    for (shape s : shapes)
        check(s);
    puts("matrix products: every element is right");
    return 0;
}
