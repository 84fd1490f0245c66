/*
 * student.cu - YOU EDIT THIS.
 *
 * README.md in this folder explains the tasks.  Write the parts
 * marked TASK in place of their TODO lines, in any order, then
 *
 *     make check LAB=lab1_global
 *
 * Stuck?  make hint LAB=lab1_global EX=... gives one step at a time.
 * Stub number 3141859274 (tells make stubs whether there is work in this file)
 */

/*
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
