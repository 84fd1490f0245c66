/*
 * reference.cu - lab 2, shared memory: the solution.
 *
 * A ladder; each rung changes one thing:
 *
 * matvec_tiled            A x V of lab 1 with V staged in shared memory
 * matvec_tiled_acc        the same without a trip to C for every tile
 * vecmat_tiled            V x A by analogy, and the rows shared out as well
 * matvec_transposed_tile  A itself staged, so that its reads coalesce: 32x33
 * matmul_tiled            A x B with tiles of both factors
 *
 * matmul_best             A x B, as fast as it can be done
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum {
    BLOCK = 256, // threads per block of the 1-D kernels, elements of a V tile
    TILE = 32,   // width of the 2-D tiles: one warp
    SLICES = 8,  // threads that share a column (vecmat) or a row (transposed)
    PAD = 1      // one unused column a row moves each row on by one bank
};

// ---- matvec_tiled ---------------------------------------------------------

__global__ void matvec_tiled_kernel(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    // TASK: A x V, a thread per row, V in tiles of BLOCK elements (about 15
    // lines).  After each tile, add what it gave to C[row]; the first tile
    // sets C[row].  The last tile may be short.  Every thread of the block
    // must reach every barrier, also those that have no row.
    // BEGIN SOLUTION
    __shared__ float tile[BLOCK];
    size_t row = (size_t)blockIdx.x * BLOCK + threadIdx.x;

    for (int start = 0; start < cols; start += BLOCK) {
        int length = min(BLOCK, cols - start); // the last tile may be short
        if (threadIdx.x < length)
            tile[threadIdx.x] = V[start + threadIdx.x];
        __syncthreads(); // the whole tile is there before anyone reads it

        if (row < (size_t)rows) { // an if, not a return: barriers follow
            float sum = start == 0 ? 0.0f : C[row];
            for (int j = 0; j < length; j++)
                sum += A[row * cols + start + j] * tile[j];
            C[row] = sum;
        }
        __syncthreads(); // everyone has read it before anyone refills it
    }
    // END SOLUTION
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    // TASK: launch matvec_tiled_kernel (1 line).
    // BEGIN SOLUTION
    matvec_tiled_kernel<<<(rows - 1) / BLOCK + 1, BLOCK>>>(A, V, C, rows, cols);
    // END SOLUTION
}

// ---- matvec_tiled_acc -----------------------------------------------------

__global__ void matvec_tiled_acc_kernel(const float *A, const float *V,
                                        float *C, int rows, int cols)
{
    // TASK: as before, but C is written once, after the last tile (about 15
    // lines).  Try the running sum in a second shared array first, one element
    // a thread, as the course's listing has it; then in a local variable.
    // Compare the two with make profile.
    // BEGIN SOLUTION
    __shared__ float tile[BLOCK];
    size_t row = (size_t)blockIdx.x * BLOCK + threadIdx.x;

    // A register is private, needs no barrier, and costs no access at all:
    // a running sum has no business in shared memory.
    float sum = 0.0f;
    for (int start = 0; start < cols; start += BLOCK) {
        int length = min(BLOCK, cols - start);
        if (threadIdx.x < length)
            tile[threadIdx.x] = V[start + threadIdx.x];
        __syncthreads(); // filled before read
        if (row < (size_t)rows)
            for (int j = 0; j < length; j++)
                sum += A[row * cols + start + j] * tile[j];
        __syncthreads(); // read before refilled
    }
    if (row < (size_t)rows)
        C[row] = sum;
    // END SOLUTION
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    // TASK: launch matvec_tiled_acc_kernel (1 line).
    // BEGIN SOLUTION
    matvec_tiled_acc_kernel<<<(rows - 1) / BLOCK + 1, BLOCK>>>(A, V, C, rows,
                                                               cols);
    // END SOLUTION
}

// ---- vecmat_tiled ---------------------------------------------------------

__global__ void vecmat_tiled_kernel(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    // TASK: V x A with blocks of TILE x SLICES threads (about 20 lines):
    // threadIdx.x is a column, and the SLICES threads of a column take every
    // SLICES-th row.  V comes in tiles of BLOCK = TILE * SLICES elements.  In
    // the end the sums of a column's threads meet in shared memory.
    // BEGIN SOLUTION
    __shared__ float tile[BLOCK];
    __shared__ float sums[SLICES][TILE];
    int thread = threadIdx.y * TILE + threadIdx.x;
    size_t col = (size_t)blockIdx.x * TILE + threadIdx.x;

    float sum = 0.0f;
    for (int start = 0; start < rows; start += BLOCK) {
        int length = min(BLOCK, rows - start);
        if (thread < length)
            tile[thread] = V[start + thread];
        __syncthreads();        // filled before read
        if (col < (size_t)cols) // a warp reads one row: 32 neighbours
            for (int i = threadIdx.y; i < length; i += SLICES)
                sum += tile[i] * A[(size_t)(start + i) * cols + col];
        __syncthreads(); // read before refilled
    }
    sums[threadIdx.y][threadIdx.x] = sum;
    __syncthreads(); // the other slices' sums are there

    if (threadIdx.y == 0 && col < (size_t)cols) {
        for (int slice = 1; slice < SLICES; slice++)
            sum += sums[slice][threadIdx.x];
        C[col] = sum;
    }
    // END SOLUTION
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    // TASK: launch vecmat_tiled_kernel: a block has TILE columns (2 lines).
    // BEGIN SOLUTION
    dim3 block(TILE, SLICES);
    vecmat_tiled_kernel<<<(cols - 1) / TILE + 1, block>>>(V, A, C, rows, cols);
    // END SOLUTION
}

// ---- matvec_transposed_tile -----------------------------------------------

__global__ void matvec_transposed_tile_kernel(const float *A, const float *V,
                                              float *C, int rows, int cols)
{
    // TASK: A x V with blocks of TILE x SLICES threads and TILE rows (about
    // 25 lines).  A tile of TILE x TILE elements of A is filled row by row:
    // threadIdx.x runs along the row.  Then threadIdx.x is the row: it uses
    // its row of the tile, a part of it for each threadIdx.y.  Write it with
    // tile[TILE][TILE] first and look at the bank conflicts.
    // BEGIN SOLUTION
    // Without PAD, lane l would read word 32 * l + j: all lanes in one bank,
    // 32 passes.  With it, word 33 * l + j: 32 lanes, 32 banks, one pass.
    __shared__ float tile[TILE][TILE + PAD];
    __shared__ float vector[TILE];
    __shared__ float sums[SLICES][TILE];
    size_t first = (size_t)blockIdx.x * TILE; // of the block's rows
    int lane = threadIdx.x, slice = threadIdx.y;

    float sum = 0.0f;
    for (int start = 0; start < cols; start += TILE) {
        bool inside = start + lane < cols;
        for (int i = slice; i < TILE; i += SLICES) // zeros past the edges
            tile[i][lane] = inside && first + i < (size_t)rows
                                ? A[(first + i) * cols + start + lane]
                                : 0.0f;
        if (slice == 0)
            vector[lane] = inside ? V[start + lane] : 0.0f;
        __syncthreads(); // filled before read
        for (int j = slice; j < TILE; j += SLICES)
            sum += tile[lane][j] * vector[j];
        __syncthreads(); // read before refilled
    }
    sums[slice][lane] = sum;
    __syncthreads(); // the other slices' sums are there

    if (slice == 0 && first + lane < (size_t)rows) {
        for (int other = 1; other < SLICES; other++)
            sum += sums[other][lane];
        C[first + lane] = sum;
    }
    // END SOLUTION
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    // TASK: launch matvec_transposed_tile_kernel (2 lines).
    // BEGIN SOLUTION
    dim3 block(TILE, SLICES);
    matvec_transposed_tile_kernel<<<(rows - 1) / TILE + 1, block>>>(A, V, C,
                                                                    rows, cols);
    // END SOLUTION
}

// ---- matmul_tiled ---------------------------------------------------------

__global__ void matmul_tiled_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    // TASK: one element of C per thread, blocks of TILE x TILE (about 20
    // lines).  For each step along inner: every thread brings one element of
    // a tile of A and one of a tile of B, zeros past the edges; then TILE
    // products.
    // BEGIN SOLUTION
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    size_t row = (size_t)blockIdx.y * TILE + y;
    size_t col = (size_t)blockIdx.x * TILE + x;

    // Threads outside C stay: they fill tiles and reach the barriers.
    float sum = 0.0f;
    for (int start = 0; start < inner; start += TILE) {
        a[y][x] = row < (size_t)rows && start + x < inner
                      ? A[row * inner + start + x]
                      : 0.0f;
        b[y][x] = col < (size_t)cols && start + y < inner
                      ? B[(size_t)(start + y) * cols + col]
                      : 0.0f;
        __syncthreads(); // filled before read
        // a[y][k] is one word for the warp, b[k][x] 32 neighbours: no
        // conflicts, so no padding.
        for (int k = 0; k < TILE; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads(); // read before refilled
    }
    if (row < (size_t)rows && col < (size_t)cols)
        C[row * cols + col] = sum;
    // END SOLUTION
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    // TASK: launch matmul_tiled_kernel (3 lines).
    // BEGIN SOLUTION
    dim3 block(TILE, TILE);
    dim3 grid((cols - 1) / TILE + 1, (rows - 1) / TILE + 1);
    matmul_tiled_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
    // END SOLUTION
}

// ---- matmul_best ----------------------------------------------------------

// TASK: A x B, as fast as you can.  Nothing is prescribed: kernels of your own
// above the launcher, which launches them.
// BEGIN SOLUTION
enum { STRIP = 4 }; // results of a thread, TILE / STRIP rows from each other

__global__ void matmul_best_kernel(const float *A, const float *B, float *C,
                                   int rows, int inner, int cols)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    enum { STEP = TILE / STRIP };
    int x = threadIdx.x, y = threadIdx.y;
    size_t col = (size_t)blockIdx.x * TILE + x;
    size_t top = (size_t)blockIdx.y * TILE;
    float sum[STRIP] = {0.0f};

    for (int start = 0; start < inner; start += TILE) {
        for (int i = y; i < TILE; i += STEP) {
            size_t row = top + i, k = start + i;
            bool in_a = row < (size_t)rows && start + x < inner;
            bool in_b = k < (size_t)inner && col < (size_t)cols;
            a[i][x] = in_a ? A[row * inner + start + x] : 0.0f;
            b[i][x] = in_b ? B[k * cols + col] : 0.0f;
        }
        __syncthreads(); // both tiles are there
        for (int k = 0; k < TILE; k++)
            for (int i = 0; i < STRIP; i++)
                sum[i] += a[y + i * STEP][k] * b[k][x];
        __syncthreads(); // everyone has read them before they are refilled
    }
    for (int i = 0; i < STRIP; i++)
        if (top + y + i * STEP < (size_t)rows && col < (size_t)cols)
            C[(top + y + i * STEP) * cols + col] = sum[i];
}
// END SOLUTION

extern "C" void matmul_best(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    // BEGIN SOLUTION
    dim3 block(TILE, TILE / STRIP);
    dim3 grid((cols - 1) / TILE + 1, (rows - 1) / TILE + 1);
    matmul_best_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
    // END SOLUTION
}
