/*
 * student.cu - YOU EDIT THIS.
 *
 * README.md in this folder explains the tasks.  Write the parts
 * marked TASK in place of their TODO lines, in any order, then
 *
 *     make check LAB=lab2_shared
 *
 * Stuck?  make hint LAB=lab2_shared EX=... gives one step at a time.
 * Stub number 15288566 (tells make stubs whether there is work in this file)
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum {
    BLOCK = 256, // threads per block of the 1-D kernels, elements of a V tile
    TILE = 32,   // width of the 2-D tiles: one warp
    SLICES = 8,  // threads that share a column (vecmat) or a row (transposed)
    PAD = 1,     // one unused column a row moves each row on by one bank
    SIDE = 16,   // matmul_register: threads along a side of a block, and the
                 // depth of its tiles
    EACH = 4,    // rows, and columns, of results that a thread has
    AREA = SIDE * EACH // results along a side of a block
};

// ---- matvec_tiled ---------------------------------------------------------

__global__ void matvec_tiled_kernel(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    // TASK: A x V, a thread per row, V in tiles of BLOCK elements (about 15
    // lines).  After each tile, add what it gave to C[row]; the first tile
    // sets C[row].  The last tile may be short.  Every thread of the block
    // must reach every barrier, also those that have no row.
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    // TASK: launch matvec_tiled_kernel (1 line).
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

// ---- matvec_tiled_acc -----------------------------------------------------

__global__ void matvec_tiled_acc_kernel(const float *A, const float *V,
                                        float *C, int rows, int cols)
{
    // TASK: as before, but C is written once, after the last tile (about 15
    // lines).  Try the running sum in a second shared array first, one element
    // a thread, as the course's listing has it; then in a local variable.
    // Compare the two with make profile.
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    // TASK: launch matvec_tiled_acc_kernel (1 line).
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

// ---- vecmat_tiled ---------------------------------------------------------

__global__ void vecmat_tiled_kernel(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    // TASK: V x A with blocks of TILE x SLICES threads (about 20 lines):
    // threadIdx.x is a column, and the SLICES threads of a column take every
    // SLICES-th row.  V comes in tiles of BLOCK = TILE * SLICES elements.  In
    // the end the sums of a column's threads meet in shared memory.
    // TODO: your code here, instead of the next line.
    (void)V, (void)A, (void)C, (void)rows, (void)cols;
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    // TASK: launch vecmat_tiled_kernel: a block has TILE columns (2 lines).
    // TODO: your code here, instead of the next line.
    (void)V, (void)A, (void)C, (void)rows, (void)cols;
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
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    // TASK: launch matvec_transposed_tile_kernel (2 lines).
    // TODO: your code here, instead of the next line.
    (void)A, (void)V, (void)C, (void)rows, (void)cols;
}

// ---- matmul_tiled ---------------------------------------------------------

__global__ void matmul_tiled_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    // TASK: one element of C per thread, blocks of TILE x TILE (about 20
    // lines).  For each step along inner: every thread brings one element of
    // a tile of A and one of a tile of B, zeros past the edges; then TILE
    // products.
    // TODO: your code here, instead of the next line.
    (void)A, (void)B, (void)C, (void)rows, (void)inner, (void)cols;
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    // TASK: launch matmul_tiled_kernel (3 lines).
    // TODO: your code here, instead of the next line.
    (void)A, (void)B, (void)C, (void)rows, (void)inner, (void)cols;
}

// ---- matmul_register ------------------------------------------------------

__global__ void matmul_register_kernel(const float *A, const float *B, float *C,
                                       int rows, int inner, int cols)
{
    // TASK: EACH x EACH elements of C per thread, in registers (about 35
    // lines).  A block of SIDE x SIDE threads computes AREA x AREA elements
    // from tiles of A, AREA x SIDE, and of B, SIDE x AREA.  Thread (x, y) has
    // the rows y, y + SIDE, y + 2 SIDE, ... of the block's and the columns
    // x, x + SIDE, ...  For each k it reads EACH elements of either tile and
    // makes EACH x EACH products of them.
    // TODO: your code here, instead of the next line.
    (void)A, (void)B, (void)C, (void)rows, (void)inner, (void)cols;
}

extern "C" void matmul_register(const float *A, const float *B, float *C,
                                int rows, int inner, int cols)
{
    // TASK: launch matmul_register_kernel (3 lines).
    // TODO: your code here, instead of the next line.
    (void)A, (void)B, (void)C, (void)rows, (void)inner, (void)cols;
}

// ---- matmul_best ----------------------------------------------------------

// TASK: A x B, as fast as you can.  Nothing is prescribed: kernels of your own
// above the launcher, which launches them.
// TODO: your code here.

extern "C" void matmul_best(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    // TODO: your code here, instead of the next line.
    (void)A, (void)B, (void)C, (void)rows, (void)inner, (void)cols;
}
