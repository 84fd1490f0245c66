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
 * matmul_register         the same, 4 x 4 results in the registers of a thread
 *
 * matmul_best             A x B, as fast as it can be done
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
    // BEGIN SOLUTION
    __shared__ float a[AREA][SIDE];
    __shared__ float b[SIDE][AREA];
    int x = threadIdx.x, y = threadIdx.y;
    size_t top = (size_t)blockIdx.y * AREA, left = (size_t)blockIdx.x * AREA;
    float sum[EACH][EACH] = {};

    for (int start = 0; start < inner; start += SIDE) {
        for (int i = 0; i < EACH; i++) {
            size_t row = top + y + i * SIDE, col = left + x + i * SIDE;
            a[y + i * SIDE][x] = row < (size_t)rows && start + x < inner
                                     ? A[row * inner + start + x]
                                     : 0.0f;
            b[y][x + i * SIDE] = col < (size_t)cols && start + y < inner
                                     ? B[(size_t)(start + y) * cols + col]
                                     : 0.0f;
        }
        __syncthreads(); // filled before read
        for (int k = 0; k < SIDE; k++) {
            // Two rows of a, 16 words apart, and 16 neighbours of b: all the
            // words that a warp wants at once lie in different banks.
            float down[EACH], across[EACH];
            for (int i = 0; i < EACH; i++) {
                down[i] = a[y + i * SIDE][k];
                across[i] = b[k][x + i * SIDE];
            }
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sum[i][j] += down[i] * across[j];
        }
        __syncthreads(); // read before refilled
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            size_t row = top + y + i * SIDE, col = left + x + j * SIDE;
            if (row < (size_t)rows && col < (size_t)cols)
                C[row * cols + col] = sum[i][j];
        }
    // END SOLUTION
}

extern "C" void matmul_register(const float *A, const float *B, float *C,
                                int rows, int inner, int cols)
{
    // TASK: launch matmul_register_kernel (3 lines).
    // BEGIN SOLUTION
    dim3 block(SIDE, SIDE);
    dim3 grid((cols - 1) / AREA + 1, (rows - 1) / AREA + 1);
    matmul_register_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
    // END SOLUTION
}

// ---- matmul_best ----------------------------------------------------------

// TASK: A x B, as fast as you can.  Nothing is prescribed: kernels of your own
// above the launcher, which launches them.
// BEGIN SOLUTION
#include <cuda_pipeline.h>

enum {
    WARP = 32,
    QUAD = 4,  // floats of one access
    PIECE = 8, // floats of a sector
    MANY = 100 // blocks that fill a GPU
};

// matmul_tiled reads two floats from shared memory for each product.  Here a
// thread has TALL x WIDE results in registers, and reads TALL + WIDE floats for
// TALL * WIDE products.  Tiles come by copies that no thread waits for while
// there is something to multiply.
//
// A block has HEIGHT x WIDTH results.  Its tiles are DEPTH deep, and STAGES of
// them are in shared memory.  SLICES groups of threads share out the depth of
// each tile: where there are few results, more warps for them.  Of the lanes of
// a warp, DOWN are below each other.  The copies of a step are started in
// PARTS, each behind another product: all at once, they would be in the way of
// what shared memory is read for.
template <int HEIGHT_, int WIDTH_, int DEPTH_, int TALL_, int WIDE_, int DOWN_,
          int SLICES_, int STAGES_, int PARTS_>
struct plan {
    enum {
        HEIGHT = HEIGHT_,
        WIDTH = WIDTH_,
        DEPTH = DEPTH_,
        TALL = TALL_,
        WIDE = WIDE_,
        DOWN = DOWN_,
        SLICES = SLICES_,
        STAGES = STAGES_,
        PARTS = PARTS_,
        ACROSS = WARP / DOWN,
        WARPS_ACROSS = WIDTH / (ACROSS * WIDE),
        GROUP = HEIGHT / TALL * (WIDTH / WIDE), // threads of a slice
        THREADS = GROUP * SLICES,
        SHARE = DEPTH / SLICES, // of a slice
        A_ROW = HEIGHT + QUAD,  // 8 x 4 floats of A in 32 different banks
        A_TILE = DEPTH * A_ROW, // which lies on its side: a[k][y]
        STAGE = A_TILE + DEPTH * WIDTH,
        SUMS = SLICES / 2 * HEIGHT * WIDTH,
        FLOATS = STAGES * STAGE > SUMS ? STAGES *STAGE : SUMS
    };
};

static __device__ void copy_quad(float *to, const float *from)
{
    *(float4 *)to = *(const float4 *)from;
}

static __device__ __forceinline__ void bring(float *to, const float *from,
                                             bool inside)
{
    if (inside)
        __pipeline_memcpy_async(to, from, sizeof(float));
    else
        *to = 0.0f;
}

// A part of a tile of A, whose corner is there, `rows` and `inner` from the
// edges of A, past which there are zeros.  WHOLE: there are none.  Eight
// neighbours read a sector of a row, and write it into a column: quads of a[k]
// are then elements of one column, as they are multiplied.
template <class P, bool WHOLE>
__device__ __forceinline__ void bring_a(float *a, const float *corner, int rows,
                                        int inner, int pitch, int part)
{
    int y = threadIdx.x / PIECE, k = threadIdx.x % PIECE;
    corner += (size_t)y * pitch + k;
    a += k * P::A_ROW + y;
#pragma unroll
    for (int i = 0; i < P::HEIGHT * P::DEPTH; i += P::THREADS) {
        if (i / P::THREADS % P::PARTS != part)
            continue;
        int down = i / PIECE % P::HEIGHT;
        int deep = i / PIECE / P::HEIGHT * PIECE;
        bring(a + deep * P::A_ROW + down, corner + (size_t)down * pitch + deep,
              WHOLE || (y + down < rows && k + deep < inner));
    }
}

template <class P, bool WHOLE>
__device__ __forceinline__ void bring_b(float *b, const float *corner,
                                        int inner, int cols, int pitch,
                                        int part)
{
    int first = threadIdx.x * QUAD;
    int k = first / P::WIDTH, x = first % P::WIDTH;
    corner += (size_t)k * pitch + x;
#pragma unroll
    for (int i = 0; i < P::DEPTH * P::WIDTH; i += P::THREADS * QUAD) {
        if (i / (P::THREADS * QUAD) % P::PARTS != part)
            continue;
        int deep = i / P::WIDTH;
        const float *from = corner + (size_t)deep * pitch;
        if (WHOLE)
            __pipeline_memcpy_async(b + i + first, from, sizeof(float4));
        else
#pragma unroll
            for (int e = 0; e < QUAD; e++)
                bring(b + i + first + e, from + e,
                      k + deep < inner && x + e < cols);
    }
}

// The tiles of the next step: where they are, and where they are to go.
template <class P> struct tiles {
    const float *a, *b;             // their corners, in A and in B
    int rows, inner, cols;          // from there to the edges
    const int a_pitch, b_pitch;     // of A and of B
    float *const first, *to, *from; // stages in shared memory: the first of
                                    // all, the one to fill, the one in use

    __device__ tiles(float *shared, const float *A, const float *B,
                     int all_rows, int all_inner, int all_cols)
        : a(A + (size_t)blockIdx.y * P::HEIGHT * all_inner),
          b(B + blockIdx.x * P::WIDTH), rows(all_rows - blockIdx.y * P::HEIGHT),
          inner(all_inner), cols(all_cols - blockIdx.x * P::WIDTH),
          a_pitch(all_inner), b_pitch(all_cols), first(shared), to(shared),
          from(shared)
    {
    }

    __device__ __forceinline__ float *behind(float *stage) const
    {
        bool last = stage == first + (P::STAGES - 1) * P::STAGE;
        return last ? first : stage + P::STAGE;
    }

    template <bool WHOLE> __device__ __forceinline__ void bring(int part)
    {
        if (inner > 0) {
            bring_a<P, WHOLE>(to, a, rows, inner, a_pitch, part);
            bring_b<P, WHOLE>(to + P::A_TILE, b, inner, cols, b_pitch, part);
        }
        if (part < P::PARTS - 1)
            return;
        __pipeline_commit(); // also without copies: they are counted
        to = behind(to);
        a += P::DEPTH;
        b += (size_t)P::DEPTH * b_pitch;
        inner -= P::DEPTH;
    }
};

template <class P> __device__ __forceinline__ void wait_for_step(void)
{
    __pipeline_wait_prior(P::STAGES - 2); // own copies are there,
    __syncthreads(); // those of all; and the step before has been read
}

// What a thread multiplies at one k: of its rows and columns, four are
// neighbours, and the next four are behind those of the other lanes.
template <class P> struct factors {
    float left[P::TALL], right[P::WIDE];

    __device__ __forceinline__ void read(const float *stage, int k, int y,
                                         int x)
    {
        const float *a = stage + k * P::A_ROW + y;
        const float *b = stage + P::A_TILE + k * P::WIDTH + x;
#pragma unroll
        for (int i = 0; i < P::TALL; i += QUAD)
            copy_quad(left + i, a + i * P::DOWN);
#pragma unroll
        for (int j = 0; j < P::WIDE; j += QUAD)
            copy_quad(right + j, b + j * P::ACROSS);
    }
};

// Registers lie in two banks, which give one operand each in a clock, and a
// product has three; one that was there in the product before is kept.  So from
// column to column the way turns back: each product shares a factor with the
// one before.
template <class P>
__device__ __forceinline__ void multiply(const factors<P> &factors,
                                         float (&sums)[P::TALL][P::WIDE])
{
#pragma unroll
    for (int j = 0; j < P::WIDE; j++)
#pragma unroll
        for (int step = 0; step < P::TALL; step++) {
            int i = j % 2 ? P::TALL - 1 - step : step;
            sums[i][j] += factors.left[i] * factors.right[j];
        }
}

// The upper half of the slices gives its sums to the lower one, until the first
// slice has all.
template <class P>
__device__ __forceinline__ void add_slices(float *shared, int slice, int thread,
                                           float (&sums)[P::TALL][P::WIDE])
{
    enum { EACH = P::TALL * P::WIDE };
#pragma unroll
    for (int half = P::SLICES / 2; half > 0; half /= 2) {
        float *place = shared + slice % half * EACH * P::GROUP + thread;
        __syncthreads(); // what was there before has been read
        if (slice >= half && slice < 2 * half)
#pragma unroll
            for (int i = 0; i < EACH; i++)
                place[i * P::GROUP] = sums[i / P::WIDE][i % P::WIDE];
        __syncthreads(); // the upper half's are there
        if (slice < half)
#pragma unroll
            for (int i = 0; i < EACH; i++)
                sums[i / P::WIDE][i % P::WIDE] += place[i * P::GROUP];
    }
}

// Four results, or as many of them as there are columns.
template <bool WHOLE>
__device__ __forceinline__ void store_quad(float *C, size_t row, size_t col,
                                           size_t rows, size_t cols,
                                           const float *sums)
{
    if (WHOLE)
        copy_quad(C + row * cols + col, sums);
    else
#pragma unroll
        for (int i = 0; i < QUAD; i++)
            if (row < rows && col + i < cols)
                C[row * cols + col + i] = sums[i];
}

// A quad is stored from four registers side by side, so that its sums would
// have to be in fixed banks all along.  By way of a shuffle, from each lane to
// itself, they are put there in the end alone.
template <class P, bool WHOLE>
__device__ __forceinline__ void store(float *C, size_t top, size_t left,
                                      size_t rows, size_t cols,
                                      float (&sums)[P::TALL][P::WIDE])
{
#pragma unroll
    for (int i = 0; i < P::TALL; i++)
#pragma unroll
        for (int j = 0; j < P::WIDE; j += QUAD) {
            float quad[QUAD];
#pragma unroll
            for (int e = 0; e < QUAD; e++)
                quad[e] = __shfl_xor_sync(0xffffffffu, sums[i][j + e], 0);
            store_quad<WHOLE>(C, top + i / QUAD * QUAD * P::DOWN + i % QUAD,
                              left + j * P::ACROSS, rows, cols, quad);
        }
}

template <class P, bool WHOLE>
__global__ void __launch_bounds__(P::THREADS, 1)
    matmul_best_kernel(const float *A, const float *B, float *C, int rows,
                       int inner, int cols)
{
    // The last part belongs to this step, so it is begun before its wait.
    static_assert(P::PARTS < P::SHARE, "a wait counts the steps before it");
    extern __shared__ float4 shared[];
    int slice = threadIdx.x / P::GROUP, thread = threadIdx.x % P::GROUP;
    int warp = thread / WARP, lane = thread % WARP;
    // Lanes lie in squares of 2 x 2: those that are served together read few
    // different quads.
    int down = lane / (2 * P::ACROSS) * 2 + lane / 2 % 2;
    int across = lane % (2 * P::ACROSS) / 4 * 2 + lane % 2;
    int y = warp / P::WARPS_ACROSS * P::DOWN * P::TALL + down * QUAD;
    int x = warp % P::WARPS_ACROSS * P::ACROSS * P::WIDE + across * QUAD;
    int first = slice * P::SHARE, steps = (inner - 1) / P::DEPTH + 1;

    tiles<P> tiles((float *)shared, A, B, rows, inner, cols);
    factors<P> factors[2];
    float sums[P::TALL][P::WIDE] = {};
    for (int step = 0; step < P::STAGES - 1; step++)
#pragma unroll
        for (int part = 0; part < P::PARTS; part++)
            tiles.template bring<WHOLE>(part);
    wait_for_step<P>();
    factors[0].read(tiles.from, first, y, x);
    for (int step = 0; step < steps; step++) {
#pragma unroll
        for (int k = 0; k < P::SHARE; k++) {
            if (k == P::SHARE - 1) {
                wait_for_step<P>();
                if (step < steps - 1)
                    tiles.from = tiles.behind(tiles.from);
            }
            // What is multiplied next is read before what is here is used;
            // behind the last step, for nothing.
            factors[(k + 1) % 2].read(tiles.from, first + (k + 1) % P::SHARE, y,
                                      x);
            if (k < P::PARTS) // into the place of the step before
                tiles.template bring<WHOLE>(k);
            multiply<P>(factors[k % 2], sums);
        }
    }
    if constexpr (P::SLICES > 1)
        add_slices<P>((float *)shared, slice, thread, sums);
    if (slice == 0)
        store<P, WHOLE>(C, (size_t)blockIdx.y * P::HEIGHT + y,
                        (size_t)blockIdx.x * P::WIDTH + x, rows, cols, sums);
}

template <class P, bool WHOLE>
void matmul_best_launch(const float *A, const float *B, float *C, int rows,
                        int inner, int cols)
{
    auto kernel = matmul_best_kernel<P, WHOLE>;
    size_t bytes = P::FLOATS * sizeof(float);
    dim3 grid((cols - 1) / P::WIDTH + 1, (rows - 1) / P::HEIGHT + 1);
    // More than 48 KiB are given to a kernel that asks for them.
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         bytes);
    kernel<<<grid, P::THREADS, bytes>>>(A, B, C, rows, inner, cols);
}

// Whole tiles, four floats at once, or with an eye on each edge.
template <class P>
void matmul_best_in(const float *A, const float *B, float *C, int rows,
                    int inner, int cols)
{
    bool aligned = ((size_t)B | (size_t)C) % sizeof(float4) == 0;
    if (aligned && rows % P::HEIGHT == 0 && inner % P::DEPTH == 0 &&
        cols % P::WIDTH == 0)
        matmul_best_launch<P, true>(A, B, C, rows, inner, cols);
    else
        matmul_best_launch<P, false>(A, B, C, rows, inner, cols);
}
// END SOLUTION

extern "C" void matmul_best(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    // BEGIN SOLUTION
    typedef plan<128, 256, 16, 8, 16, 16, 1, 3, 4> large;
    typedef plan<32, 64, 32, 4, 8, 8, 4, 4, 4> small;
    // A multiprocessor has room for one large block.
    size_t blocks = ((size_t)(rows - 1) / large::HEIGHT + 1) *
                    ((size_t)(cols - 1) / large::WIDTH + 1);
    if (blocks >= MANY)
        matmul_best_in<large>(A, B, C, rows, inner, cols);
    else
        matmul_best_in<small>(A, B, C, rows, inner, cols);
    // END SOLUTION
}
