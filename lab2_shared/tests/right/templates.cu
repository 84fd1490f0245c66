/*
 * templates.cu - another right solution of lab 2: tiles of 16 and of 64 as
 * parameters of templates, tiles that are objects, lambdas, barriers in
 * functions that return what everybody may read.
 */
#include "cuda_runtime.h"
#include "kernels.h"

// A piece of a vector, which a block of BLOCK threads brings and then shares.
template <int BLOCK> class piece
{
  public:
    // Returns how many elements it has, when all of them are there.
    __device__ int fetch(const float *from, int length)
    {
        __syncthreads(); // nobody reads the piece before
        for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < length;
             i += blockDim.x * blockDim.y)
            data[i] = from[i];
        __syncthreads();
        return length;
    }
    __device__ float operator[](int i) const
    {
        return data[i];
    }

  private:
    float data[BLOCK];
};

static __device__ int least(int x, int y)
{
    return x < y ? x : y;
}

// ---- matvec_tiled ---------------------------------------------------------

template <int T>
__global__ void matvec_tiled_kernel(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    __shared__ piece<T> tile;
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const bool mine = row < rows;
    const auto add_tile = [&](int start, int length) {
        float sum = 0.0f;
        for (int j = 0; j < length; j++)
            sum += A[row * cols + start + j] * tile[j];
        return sum;
    };

    if (mine)
        C[row] = 0.0f;
    for (int start = 0; start < cols; start += T) {
        const int length = tile.fetch(V + start, least(T, cols - start));
        if (mine)
            C[row] += add_tile(start, length);
    }
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    matvec_tiled_kernel<256><<<(rows + 255) / 256, 256>>>(A, V, C, rows, cols);
}

// ---- matvec_tiled_acc -----------------------------------------------------

template <int T>
__global__ void matvec_tiled_acc_kernel(const float *A, const float *V,
                                        float *C, int rows, int cols)
{
    __shared__ piece<T> tile;
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float *a = A + row * cols;
    float sum = 0.0f;

    for (int start = 0; start < cols; start += T) {
        const int length = tile.fetch(V + start, least(T, cols - start));
        for (int j = 0; row < rows && j < length; j++)
            sum += *a++ * tile[j];
    }
    if (row < rows)
        C[row] = sum;
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    matvec_tiled_acc_kernel<512>
        <<<(rows + 255) / 256, 256>>>(A, V, C, rows, cols);
}

// ---- vecmat_tiled ---------------------------------------------------------

template <int T, int SLICES>
__global__ void vecmat_tiled_kernel(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    __shared__ piece<32 * SLICES> tile;
    __shared__ float sums[SLICES][32];
    const int x = threadIdx.x, y = threadIdx.y;
    const int col = blockIdx.x * 32 + x;
    float sum = 0.0f;

    for (int start = 0; start < rows; start += 32 * SLICES) {
        const int length =
            tile.fetch(V + start, least(32 * SLICES, rows - start));
        for (int i = y; i < length && col < cols; i += SLICES)
            sum += tile[i] * A[(size_t)(start + i) * cols + col];
    }
    sums[y][x] = sum;
    for (int half = SLICES / 2; half > 0; half /= 2) { // a tree of slices
        __syncthreads();
        if (y < half)
            sums[y][x] += sums[y + half][x];
    }
    if (y == 0 && col < cols)
        C[col] = sums[0][x];
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    vecmat_tiled_kernel<32, 16>
        <<<(cols + 31) / 32, dim3(32, 16)>>>(V, A, C, rows, cols);
}

// ---- matvec_transposed_tile -----------------------------------------------

template <int T>
__global__ void matvec_transposed_tile_kernel(const float *A, const float *V,
                                              float *C, int rows, int cols)
{
    __shared__ float a[T][T + 1], v[T], sums[T][T + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const int first = blockIdx.x * T;
    float sum = 0.0f;

    for (int start = 0; start < cols; start += T) {
        const bool there = first + y < rows && start + x < cols;
        a[y][x] = there ? A[(size_t)(first + y) * cols + start + x] : 0.0f;
        if (y == 0)
            v[x] = start + x < cols ? V[start + x] : 0.0f;
        __syncthreads();
        sum += a[x][y] * v[y]; // row x of the tile, one product
        __syncthreads();
    }
    sums[y][x] = sum;
    __syncthreads();
    if (y == 0 && first + x < rows) {
        for (int i = 1; i < T; i++)
            sum += sums[i][x];
        C[first + x] = sum;
    }
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    matvec_transposed_tile_kernel<32>
        <<<(rows + 31) / 32, dim3(32, 32)>>>(A, V, C, rows, cols);
}

// ---- matmul_tiled ---------------------------------------------------------

template <int T>
__global__ void matmul_tiled_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    __shared__ float a[T][T], b[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    const int tiles = (inner + T - 1) / T;
    float sum = 0.0f;

    for (int t = 0; t < tiles; t++) {
        a[y][x] = b[y][x] = 0.0f;
        if (row < rows && t * T + x < inner)
            a[y][x] = A[(size_t)row * inner + t * T + x];
        if (col < cols && t * T + y < inner)
            b[y][x] = B[(size_t)(t * T + y) * cols + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; k++)
            sum = fmaf(a[y][k], b[k][x], sum);
        __syncthreads();
    }
    if (row < rows && col < cols)
        C[(size_t)row * cols + col] = sum;
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    matmul_tiled_kernel<16>
        <<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(
            A, B, C, rows, inner, cols);
}
