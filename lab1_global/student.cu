/*
 * student.cu - YOU EDIT THIS.
 *
 * README.md in this folder explains the tasks.  Write the parts
 * marked TASK in place of their TODO lines, in any order, then
 *
 *     make check LAB=lab1_global
 *
 * Stuck?  make hint LAB=lab1_global EX=... gives one step at a time.
 * Stub number 2330474166 (tells make stubs whether there is work in this file)
 */

/*
 * warm_index    warm-up: each thread says which one it is
 * warm_map      warm-up: a thread per element
 * warm_guard    warm-up: more threads than elements
 * warm_grid     warm-up: blocks and grid with two directions
 * warm_device   warm-up: what the device says of itself, and constant memory
 * warm_events   warm-up: times between events, without and with the copies
 * vector_add    a thread per element, and the whole host side around it
 * matvec        A x V, a thread per row: 32 lanes read from 32 rows
 * vecmat        V x A, a thread per column: 32 lanes read one piece of a row
 * matvec_warp   A x V, a warp per row: the reads of vecmat for A x V
 * matmul_naive  A x B, a thread per element of the product
 * matvec_best   A x V, as fast as it can be done
 * vecmat_best   V x A, as fast as it can be done
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum {
    BLOCK = 256,         // threads per block of the 1-D kernels
    WARP = 32,           // threads that execute together
    ROWS = BLOCK / WARP, // rows per block of matvec_warp
    TILE = 32            // matmul_naive: blocks of TILE x TILE threads
};

// ---- warm_index -----------------------------------------------------------

__global__ void warm_index_kernel(int *who)
{
    // TASK: write 10000 * (this thread's block) + (its number in the block)
    // to this thread's place in `who` (2 lines).  Block 0 has the first
    // blockDim.x places, block 1 the next, and so on.
    // TODO: your code here, instead of the next line.
    (void)who;
}

extern "C" void warm_index(int *who, int blocks, int threads)
{
    // TASK: launch warm_index_kernel with so many blocks of so many threads
    // (1 line).
    // TODO: your code here, instead of the next line.
    (void)who, (void)blocks, (void)threads;
}

// ---- warm_map -------------------------------------------------------------

__global__ void warm_map_kernel(const float *x, float *y)
{
    // TASK: y[i] = x[i] * x[i] + 1, one element per thread (2 lines).
    // TODO: your code here, instead of the next line.
    (void)x, (void)y;
}

extern "C" void warm_map(const float *x, float *y, int n)
{
    // TASK: launch warm_map_kernel (1 line): n is a multiple of BLOCK, and
    // each block has BLOCK threads.  How many blocks are that?
    // TODO: your code here, instead of the next line.
    (void)x, (void)y, (void)n;
}

// ---- warm_guard -----------------------------------------------------------

__global__ void warm_guard_kernel(const float *x, float *d, int n)
{
    // TASK: d[i] = x[i + 1] - x[i] (3 lines).  There are n differences, and
    // more threads than that: what must the others not do?
    // TODO: your code here, instead of the next line.
    (void)x, (void)d, (void)n;
}

extern "C" void warm_guard(const float *x, float *d, int n)
{
    // TASK: launch warm_guard_kernel (1 line) with as few blocks of BLOCK
    // threads as are enough for n, which is a multiple of nothing.
    // TODO: your code here, instead of the next line.
    (void)x, (void)d, (void)n;
}

// ---- warm_grid ------------------------------------------------------------

__global__ void warm_grid_kernel(const float *u, const float *v, float *C,
                                 int rows, int cols)
{
    // TASK: C[row][col] = u[row] * v[col] (4 lines).  x counts columns, y
    // counts rows, and C is one block of memory: which index has the element?
    // TODO: your code here, instead of the next line.
    (void)u, (void)v, (void)C, (void)rows, (void)cols;
}

extern "C" void warm_grid(const float *u, const float *v, float *C, int rows,
                          int cols)
{
    // TASK: launch warm_grid_kernel (3 lines): dim3 block(32, 8), and a dim3
    // grid that covers the columns along x and the rows along y.
    // TODO: your code here, instead of the next line.
    (void)u, (void)v, (void)C, (void)rows, (void)cols;
}

// ---- warm_device ----------------------------------------------------------

enum { COEFFICIENTS = 8 };
__constant__ float warm_coefficients[COEFFICIENTS];

__global__ void warm_device_kernel(const float *x, float *y, int n)
{
    // TASK: y[i] = c[0] + c[1] x[i] + ... + c[7] x[i]^7, with the c in
    // warm_coefficients (about 6 lines).  There are fewer threads than
    // elements: a thread takes every element that is a whole number of grids
    // behind its first one.
    // TODO: your code here, instead of the next line.
    (void)x, (void)y, (void)n;
}

extern "C" void warm_device(const float *coefficients, const float *x, float *y,
                            int n)
{
    // TASK: ask device 0 how many SMs it has, copy the coefficients, which
    // lie on the device, into warm_coefficients, and launch one block of BLOCK
    // threads for each SM (4 lines).
    // TODO: your code here, instead of the next line.
    (void)coefficients, (void)x, (void)y, (void)n;
}

// ---- warm_events ----------------------------------------------------------

// Given, as are memory and copies below: launch and times are missing.
__global__ void warm_events_kernel(const float *x, float *y, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n)
        y[i] = 2 * x[i];
}

extern "C" cudaError_t warm_events(const float *x, float *y, float *times,
                                   int n)
{
    size_t bytes = (size_t)n * sizeof(float);
    float *d_x = NULL, *d_y = NULL;
    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);

    // TASK: make four events, and record the first one (about 4 lines).
    // TODO: your code here, instead of the next line.
    (void)x, (void)y, (void)times, (void)n;

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    // TASK: launch the kernel, as in warm_guard, between the second event and
    // the third (3 lines).
    // TODO: your code here.
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    // TASK: record the last event, wait for it, and ask for the times (about
    // 8 lines): times[0] of the kernel alone, times[1] with both copies, in
    // milliseconds; times[2] and times[3] are the bandwidths of these, in
    // GB/s, of the 8 n bytes that the kernel reads and writes.
    // TODO: your code here.

    cudaFree(d_x);
    cudaFree(d_y);
    return cudaGetLastError();
}

// ---- vector_add -----------------------------------------------------------

__global__ void vector_add_kernel(const float *a, const float *b, float *c,
                                  int n)
{
    // TASK: one element per thread (about 3 lines).  Which element is this
    // thread's?  And what must threads of the last block not do?
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)c, (void)n;
}

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    cudaError_t error = cudaSuccess;

    // TASK: the host side (about 20 lines): three arrays on the device, two
    // copies there, the launch, one copy back, three frees.  Keep the error
    // of the first call that fails, and free whatever happens.
    // TODO: your code here, instead of the next line.
    (void)a, (void)b, (void)c, (void)n;

    return error;
}

// ---- matvec ---------------------------------------------------------------

__global__ void matvec_kernel(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    // TASK: the thread's row times V (about 6 lines).  Compute the index into
    // A in size_t: rows * cols need not fit into an int.
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    // TASK: launch matvec_kernel with enough blocks for all rows (1 line).
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

// ---- vecmat ---------------------------------------------------------------

__global__ void vecmat_kernel(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    // TASK: V times the thread's column (about 6 lines).  Which elements of A
    // do neighbouring threads read in one step of the loop?
    // TODO: your code here, instead of the next line.
    (void)V, (void)A, (void)C, (void)rows, (void)cols;
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    // TASK: launch vecmat_kernel (1 line).  How many threads are needed now?
    // TODO: your code here, instead of the next line.
    (void)V, (void)A, (void)C, (void)rows, (void)cols;
}

// ---- matvec_warp ----------------------------------------------------------

__global__ void matvec_warp_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    // TASK: a warp per row (about 10 lines).  Each lane sums every 32nd
    // product of the row; then __shfl_down_sync adds up the 32 sums, and one
    // lane stores.  All 32 lanes must reach the shuffles.
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    // TASK: launch matvec_warp_kernel (1 line).  A block of BLOCK threads has
    // ROWS warps and so does ROWS rows.
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

// ---- matmul_naive ---------------------------------------------------------

__global__ void matmul_naive_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    // TASK: one element of C per thread (about 8 lines).  Decide with care
    // whether threadIdx.x counts rows or columns.
    // TODO: your code here, instead of the next line.
    (void)A, (void)B, (void)C, (void)rows, (void)inner, (void)cols;
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    // TASK: launch matmul_naive_kernel (about 3 lines): blocks of TILE x TILE
    // threads, a dim3 grid that covers C in both directions.
    // TODO: your code here, instead of the next line.
    (void)A, (void)B, (void)C, (void)rows, (void)inner, (void)cols;
}

// ---- matvec_best ----------------------------------------------------------

// TASK: A x V, as fast as you can.  Nothing is prescribed: kernels of your own
// above the launcher, which launches them.
// TODO: your code here.

extern "C" void matvec_best(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

// ---- vecmat_best ----------------------------------------------------------

// TASK: V x A, as fast as you can.
// TODO: your code here.

extern "C" void vecmat_best(const float *V, const float *A, float *C, int rows,
                            int cols)
{
    // TODO: your code here, instead of the next line.
    (void)V, (void)A, (void)C, (void)rows, (void)cols;
}
