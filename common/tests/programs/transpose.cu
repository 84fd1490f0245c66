/*
 * transpose.cu - copies that turn a matrix: straight, through a tile, through
 * a tile without bank conflicts, on pitched memory.
 */
#include "check.h"

enum { TILE = 32, ROWS = 8 };

__global__ void straight(const int *in, int *out, int rows, int columns)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    for (int y = blockIdx.y * TILE + threadIdx.y;
         y < rows && y < (int)(blockIdx.y + 1) * TILE; y += ROWS)
        if (x < columns)
            out[x * rows + y] = in[y * columns + x];
}

template <int PAD>
__global__ void through_tile(const int *in, int *out, int rows, int columns)
{
    __shared__ int tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < columns && y + j < rows)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < rows && y + j < columns)
            out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void on_pitch(const char *in, size_t in_pitch, char *out,
                         size_t out_pitch, int rows, int columns)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows)
        ((int *)(out + x * out_pitch))[y] =
            ((const int *)(in + y * in_pitch))[x];
}

static void expect(const int *in, int *out, int rows, int columns)
{
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            CHECK(out[x * rows + y] == in[y * columns + x]);
    memset(out, 0, rows * columns * sizeof *out);
}

static void check_pitch(const int *in, int *out, int rows, int columns)
{
    char *a, *b;
    size_t ap, bp;
    CUDA(cudaMallocPitch(&a, &ap, columns * sizeof(int), rows));
    CUDA(cudaMallocPitch(&b, &bp, rows * sizeof(int), columns));
    CUDA(cudaMemcpy2D(a, ap, in, columns * sizeof(int), columns * sizeof(int),
                      rows, cudaMemcpyHostToDevice));
    dim3 block(16, 4), grid((columns + 15) / 16, (rows + 3) / 4);
    on_pitch<<<grid, block>>>(a, ap, b, bp, rows, columns);
    LAUNCHED();
    CUDA(cudaMemcpy2D(out, rows * sizeof(int), b, bp, rows * sizeof(int),
                      columns, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(a));
    CUDA(cudaFree(b));
    expect(in, out, rows, columns);
}

static void check(int rows, int columns)
{
    int n = rows * columns;
    int *in = (int *)malloc(n * sizeof *in);
    int *out = (int *)malloc(n * sizeof *out);
    for (int i = 0; i < n; i++)
        in[i] = i * 3 + 1;
    int *a = on_device(in, n), *b = on_device<int>(NULL, n);
    dim3 block(TILE, ROWS);
    dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    void (*const kernels[])(const int *, int *, int,
                            int) = {straight, through_tile<0>, through_tile<1>};
    for (auto kernel : kernels) {
        CUDA(cudaMemset(b, 0, n * sizeof *b));
        kernel<<<grid, block>>>(a, b, rows, columns);
        LAUNCHED();
        CUDA(cudaMemcpy(out, b, n * sizeof *b, cudaMemcpyDeviceToHost));
        expect(in, out, rows, columns);
    }
    CUDA(cudaFree(a));
    CUDA(cudaFree(b));
    check_pitch(in, out, rows, columns);
    free(in);
    free(out);
}

int main(void)
{
    check(1, 1);
    check(32, 32);
    check(33, 31);
    check(64, 100);
    check(7, 129);
    puts("transposes: every element is in its place");
    return 0;
}
