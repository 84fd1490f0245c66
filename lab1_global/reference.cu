/*
 * reference.cu - lab 1, global memory: the solution.
 *
 * student.cu is generated from this file (make stubs): what stands between
 * BEGIN SOLUTION and END SOLUTION is what the student writes.
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
    // BEGIN SOLUTION
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    who[i] = 10000 * blockIdx.x + threadIdx.x;
    // END SOLUTION
}

extern "C" void warm_index(int *who, int blocks, int threads)
{
    // TASK: launch warm_index_kernel with so many blocks of so many threads
    // (1 line).
    // BEGIN SOLUTION
    warm_index_kernel<<<blocks, threads>>>(who);
    // END SOLUTION
}

// ---- warm_map -------------------------------------------------------------

__global__ void warm_map_kernel(const float *x, float *y)
{
    // TASK: y[i] = x[i] * x[i] + 1, one element per thread (2 lines).
    // BEGIN SOLUTION
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i] * x[i] + 1;
    // END SOLUTION
}

extern "C" void warm_map(const float *x, float *y, int n)
{
    // TASK: launch warm_map_kernel (1 line): n is a multiple of BLOCK, and
    // each block has BLOCK threads.  How many blocks are that?
    // BEGIN SOLUTION
    warm_map_kernel<<<n / BLOCK, BLOCK>>>(x, y);
    // END SOLUTION
}

// ---- warm_guard -----------------------------------------------------------

__global__ void warm_guard_kernel(const float *x, float *d, int n)
{
    // TASK: d[i] = x[i + 1] - x[i] (3 lines).  There are n differences, and
    // more threads than that: what must the others not do?
    // BEGIN SOLUTION
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) // the grid is made of whole blocks
        d[i] = x[i + 1] - x[i];
    // END SOLUTION
}

extern "C" void warm_guard(const float *x, float *d, int n)
{
    // TASK: launch warm_guard_kernel (1 line) with as few blocks of BLOCK
    // threads as are enough for n, which is a multiple of nothing.
    // BEGIN SOLUTION
    warm_guard_kernel<<<(n - 1) / BLOCK + 1, BLOCK>>>(x, d, n);
    // END SOLUTION
}

// ---- warm_grid ------------------------------------------------------------

__global__ void warm_grid_kernel(const float *u, const float *v, float *C,
                                 int rows, int cols)
{
    // TASK: C[row][col] = u[row] * v[col] (4 lines).  x counts columns, y
    // counts rows, and C is one block of memory: which index has the element?
    // BEGIN SOLUTION
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        C[(size_t)row * cols + col] = u[row] * v[col];
    // END SOLUTION
}

extern "C" void warm_grid(const float *u, const float *v, float *C, int rows,
                          int cols)
{
    // TASK: launch warm_grid_kernel (3 lines): dim3 block(32, 8), and a dim3
    // grid that covers the columns along x and the rows along y.
    // BEGIN SOLUTION
    dim3 block(32, 8);
    dim3 grid((cols - 1) / block.x + 1, (rows - 1) / block.y + 1);
    warm_grid_kernel<<<grid, block>>>(u, v, C, rows, cols);
    // END SOLUTION
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
    // BEGIN SOLUTION
    int all = gridDim.x * blockDim.x; // threads of the grid
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
        float sum = 0;
        for (int k = COEFFICIENTS - 1; k >= 0; k--)
            sum = sum * x[i] + warm_coefficients[k];
        y[i] = sum;
    }
    // END SOLUTION
}

extern "C" void warm_device(const float *coefficients, const float *x, float *y,
                            int n)
{
    // TASK: ask device 0 how many SMs it has, copy the coefficients, which
    // lie on the device, into warm_coefficients, and launch one block of BLOCK
    // threads for each SM (4 lines).
    // BEGIN SOLUTION
    int sms = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaMemcpyToSymbol(warm_coefficients, coefficients,
                       sizeof warm_coefficients, 0, cudaMemcpyDeviceToDevice);
    warm_device_kernel<<<sms, BLOCK>>>(x, y, n);
    // END SOLUTION
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
    // BEGIN SOLUTION
    cudaEvent_t event[4];
    for (int k = 0; k < 4; k++)
        cudaEventCreate(&event[k]);
    cudaEventRecord(event[0]);
    // END SOLUTION

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    // TASK: launch the kernel, as in warm_guard, between the second event and
    // the third (3 lines).
    // BEGIN SOLUTION
    cudaEventRecord(event[1]);
    warm_events_kernel<<<(n - 1) / BLOCK + 1, BLOCK>>>(d_x, d_y, n);
    cudaEventRecord(event[2]);
    // END SOLUTION
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    // TASK: record the last event, wait for it, and ask for the times (about
    // 8 lines): times[0] of the kernel alone, times[1] with both copies, in
    // milliseconds; times[2] and times[3] are the bandwidths of these, in
    // GB/s, of the 8 n bytes that the kernel reads and writes.
    // BEGIN SOLUTION
    cudaEventRecord(event[3]);
    cudaEventSynchronize(event[3]);
    cudaEventElapsedTime(&times[0], event[1], event[2]);
    cudaEventElapsedTime(&times[1], event[0], event[3]);
    for (int k = 0; k < 2; k++) // bytes in a ms are kilobytes in a second
        times[2 + k] = 2 * bytes / times[k] / 1e6f;
    for (int k = 0; k < 4; k++)
        cudaEventDestroy(event[k]);
    // END SOLUTION

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
    // BEGIN SOLUTION
    // Unsigned and 64 bits wide: the last block may reach past INT_MAX.
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n) // the grid is rounded up to whole blocks
        c[i] = a[i] + b[i];
    // END SOLUTION
}

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    cudaError_t error = cudaSuccess;

    // TASK: the host side (about 20 lines): three arrays on the device, two
    // copies there, the launch, one copy back, three frees.  Keep the error
    // of the first call that fails, and free whatever happens.
    // BEGIN SOLUTION
    size_t bytes = (size_t)n * sizeof(float);
    float *d_a = NULL, *d_b = NULL, *d_c = NULL;

    error = cudaMalloc(&d_a, bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_b, bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_c, bytes);
    if (error == cudaSuccess)
        error = cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        // (n - 1) / BLOCK + 1 rounds up without the overflow that
        // (n + BLOCK - 1) / BLOCK has near INT_MAX.
        vector_add_kernel<<<(n - 1) / BLOCK + 1, BLOCK>>>(d_a, d_b, d_c, n);
        error = cudaGetLastError(); // bad launch arguments report here
    }
    if (error == cudaSuccess) // waits; faults inside the kernel report here
        error = cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);

    cudaFree(d_a); // freeing NULL is allowed and does nothing
    cudaFree(d_b);
    cudaFree(d_c);
    // END SOLUTION

    return error;
}

// ---- matvec ---------------------------------------------------------------

__global__ void matvec_kernel(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    // TASK: the thread's row times V (about 6 lines).  Compute the index into
    // A in size_t: rows * cols need not fit into an int.
    // BEGIN SOLUTION
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= (size_t)rows) // no barrier below, so leaving early is fine
        return;

    // Not C[row] +=: C might overlap A or V for all the compiler knows, so
    // it would have to store every partial sum.  A register costs nothing.
    float sum = 0.0f;
    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * V[j];
    C[row] = sum;
    // END SOLUTION
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    // TASK: launch matvec_kernel with enough blocks for all rows (1 line).
    // BEGIN SOLUTION
    matvec_kernel<<<(rows - 1) / BLOCK + 1, BLOCK>>>(A, V, C, rows, cols);
    // END SOLUTION
}

// ---- vecmat ---------------------------------------------------------------

__global__ void vecmat_kernel(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    // TASK: V times the thread's column (about 6 lines).  Which elements of A
    // do neighbouring threads read in one step of the loop?
    // BEGIN SOLUTION
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= (size_t)cols)
        return;

    // The rung before read 32 rows at once; here neighbouring lanes read
    // neighbouring elements, and V[i] is one address for the whole warp.
    float sum = 0.0f;
    for (int i = 0; i < rows; i++)
        sum += V[i] * A[(size_t)i * cols + col];
    C[col] = sum;
    // END SOLUTION
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    // TASK: launch vecmat_kernel (1 line).  How many threads are needed now?
    // BEGIN SOLUTION
    vecmat_kernel<<<(cols - 1) / BLOCK + 1, BLOCK>>>(V, A, C, rows, cols);
    // END SOLUTION
}

// ---- matvec_warp ----------------------------------------------------------

__global__ void matvec_warp_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    // TASK: a warp per row (about 10 lines).  Each lane sums every 32nd
    // product of the row; then __shfl_down_sync adds up the 32 sums, and one
    // lane stores.  All 32 lanes must reach the shuffles.
    // BEGIN SOLUTION
    size_t row = (size_t)blockIdx.x * ROWS + threadIdx.x / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= (size_t)rows) // depends on the warp only: all lanes leave, or
        return;              // none, so the full mask below is true

    float sum = 0.0f; // lanes past the end of a short row bring a zero
    for (int start = 0; start < cols; start += WARP) { // alike for all lanes
        int j = start + lane;
        if (j < cols)
            sum += A[row * cols + j] * V[j];
    }
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0) // only lane 0 holds the whole sum
        C[row] = sum;
    // END SOLUTION
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    // TASK: launch matvec_warp_kernel (1 line).  A block of BLOCK threads has
    // ROWS warps and so does ROWS rows.
    // BEGIN SOLUTION
    matvec_warp_kernel<<<(rows - 1) / ROWS + 1, BLOCK>>>(A, V, C, rows, cols);
    // END SOLUTION
}

// ---- matmul_naive ---------------------------------------------------------

__global__ void matmul_naive_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    // TASK: one element of C per thread (about 8 lines).  Decide with care
    // whether threadIdx.x counts rows or columns.
    // BEGIN SOLUTION
    // x counts columns: a warp then shares one element of A and reads 32
    // neighbours of B.  The other way round it would read 32 rows of A.
    size_t col = (size_t)blockIdx.x * TILE + threadIdx.x;
    size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    if (row >= (size_t)rows || col >= (size_t)cols)
        return;

    float sum = 0.0f;
    for (int k = 0; k < inner; k++)
        sum += A[row * inner + k] * B[(size_t)k * cols + col];
    C[row * cols + col] = sum;
    // END SOLUTION
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    // TASK: launch matmul_naive_kernel (about 3 lines): blocks of TILE x TILE
    // threads, a dim3 grid that covers C in both directions.
    // BEGIN SOLUTION
    dim3 block(TILE, TILE);
    dim3 grid((cols - 1) / TILE + 1, (rows - 1) / TILE + 1);
    matmul_naive_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
    // END SOLUTION
}

// ---- matvec_best ----------------------------------------------------------

// TASK: A x V, as fast as you can.  Nothing is prescribed: kernels of your own
// above the launcher, which launches them.
// BEGIN SOLUTION
// What is read at once: a float, or four where rows begin at multiples of 16
// bytes.  A quarter of the instructions then ask for the same bytes.
static __device__ float product(float a, float v)
{
    return a * v;
}

static __device__ float product(float4 a, float4 v)
{
    return a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
}

static __device__ float sum_of_warp(float sum)
{
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    return sum;
}

// Threads of a multiprocessor that shall have room: of 64 K registers, each
// then has 48, or 64.  Told nothing, the compiler takes fewer, for twice as
// many threads, and asks for one piece after the other.
enum { MANY = 1280, FEW = 1024 };

// Rows of any length: a block has TALL rows and walks along them together.
// What a thread takes of V serves TALL rows; and all TALL pieces of A are asked
// for before the first is used: memory answers late, and what counts is how
// much is under way.
template <class Piece, int TALL, int THREADS>
__global__ void __launch_bounds__(THREADS, MANY / THREADS)
    matvec_best_kernel(const Piece *A, const Piece *V, float *C, int rows,
                       int pieces)
{
    __shared__ float sums[TALL][THREADS / WARP];
    int thread = threadIdx.x, lane = thread % WARP, warp = thread / WARP;
    size_t top = (size_t)blockIdx.x * TALL;
    size_t last = rows - 1; // also read in place of rows behind it

    float sum[TALL] = {};
#pragma unroll 1 // a second turn under way would want more registers
    for (int j = thread; j < pieces; j += THREADS) {
        Piece a[TALL], v = V[j];
#pragma unroll
        for (int i = 0; i < TALL; i++)
            a[i] = A[min(top + i, last) * pieces + j];
#pragma unroll
        for (int i = 0; i < TALL; i++)
            sum[i] += product(a[i], v);
    }
#pragma unroll
    for (int i = 0; i < TALL; i++) {
        float of_warp = sum_of_warp(sum[i]);
        if (lane == 0)
            sums[i][warp] = of_warp;
    }
    __syncthreads(); // the sums of all warps are there
    if (thread >= TALL || top + thread >= (size_t)rows)
        return;
    float total = 0.0f;
    for (int w = 0; w < THREADS / WARP; w++)
        total += sums[thread][w];
    C[top + thread] = total;
}

template <class Piece, int TALL, int THREADS>
static void matvec_of_rows(const float *A, const float *V, float *C, int rows,
                           int pieces)
{
    matvec_best_kernel<Piece, TALL, THREADS>
        <<<(rows - 1) / TALL + 1, THREADS>>>((const Piece *)A, (const Piece *)V,
                                             C, rows, pieces);
}

// Threads that a multiprocessor has room for at most: to be asked for more, the
// compiler takes no notice.
#if __CUDA_ARCH__ == 750
enum { MOST = 1024 };
#elif (__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1200
enum { MOST = 1536 };
#else
enum { MOST = 2048 };
#endif

// Rows of up to WARPS * WARP * PIECES pieces, each for so many warps: a lane
// asks for all that it has to do with, of A and of V, before it uses the first,
// and there is no loop.  A block has few rows, so that a multiprocessor takes
// the next ones while others still add up; ROOM of its threads shall have room,
// which leaves 32 to 40 registers to each.
template <int WARPS, int PIECES, int ROWS, int ROOM>
__global__ void __launch_bounds__(ROWS *WARPS *WARP,
                                  (ROOM < MOST ? ROOM : MOST) /
                                      (ROWS * WARPS * WARP))
    matvec_at_once_kernel(const float4 *A, const float4 *V, float *C, int rows,
                          int pieces)
{
    __shared__ float sums[ROWS][WARPS];
    int lane = threadIdx.x, warp = threadIdx.y, y = threadIdx.z;
    int row = blockIdx.x * ROWS + y;
    size_t begin = (size_t)min(row, rows - 1) * pieces; // a row behind A: again

    float4 a[PIECES];
#pragma unroll
    for (int i = 0; i < PIECES; i++) {
        int j = (i * WARPS + warp) * WARP + lane;
        a[i] = j < pieces ? A[begin + j] : float4{};
    }
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < PIECES; i++) {
        int j = (i * WARPS + warp) * WARP + lane;
        if (j < pieces)
            sum += product(a[i], V[j]);
    }
    sum = sum_of_warp(sum);
    if (WARPS > 1) {
        if (lane == 0)
            sums[y][warp] = sum;
        __syncthreads(); // the sums of all warps are there
        sum = 0.0f;
        for (int w = 0; w < WARPS; w++)
            sum += sums[y][w];
    }
    if (lane == 0 && warp == 0 && row < rows)
        C[row] = sum;
}

template <int WARPS, int PIECES, int ROWS, int ROOM>
static void matvec_at_once(const float *A, const float *V, float *C, int rows,
                           int pieces)
{
    matvec_at_once_kernel<WARPS, PIECES, ROWS, ROOM>
        <<<(rows - 1) / ROWS + 1, dim3(WARP, WARPS, ROWS)>>>(
            (const float4 *)A, (const float4 *)V, C, rows, pieces);
}

// Whether each row of A, and the vector, can be taken four floats at once.
static bool in_quads(const float *A, const float *vector, int cols)
{
    return ((size_t)A | (size_t)vector) % sizeof(float4) == 0 && cols % 4 == 0;
}
// END SOLUTION

extern "C" void matvec_best(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    // BEGIN SOLUTION
    // So many warps for a row that it is asked for at once: up to 512, 1536 and
    // 2304 columns.
    int pieces = cols / 4;
    if (!in_quads(A, V, cols))
        matvec_of_rows<float, 4, 128>(A, V, C, rows, cols);
    else if (pieces <= 1 * 4 * WARP)
        matvec_at_once<1, 4, 8, 1536>(A, V, C, rows, pieces);
    else if (pieces <= 4 * 3 * WARP)
        matvec_at_once<4, 3, 2, 2048>(A, V, C, rows, pieces);
    else if (pieces <= 6 * 3 * WARP)
        matvec_at_once<6, 3, 2, 1920>(A, V, C, rows, pieces);
    else
        matvec_of_rows<float4, 2, 192>(A, V, C, rows, pieces);
    // END SOLUTION
}

// ---- vecmat_best ----------------------------------------------------------

// TASK: V x A, as fast as you can.
// BEGIN SOLUTION
static __device__ void add_product(float &sum, float v, float a)
{
    sum += v * a;
}

static __device__ void add_product(float4 &sum, float v, float4 a)
{
    sum.x += v * a.x, sum.y += v * a.y, sum.z += v * a.z, sum.w += v * a.w;
}

static __device__ float of_lane_below(float x, int offset)
{
    return __shfl_down_sync(0xffffffffu, x, offset);
}

static __device__ float4 of_lane_below(float4 x, int offset)
{
    return {of_lane_below(x.x, offset), of_lane_below(x.y, offset),
            of_lane_below(x.z, offset), of_lane_below(x.w, offset)};
}

// Of a strip of columns, ACROSS pieces wide, the sums over rows [from, to),
// which the threads of a block share: one of each warp.  AHEAD rows are under
// way at once.
template <class Piece, int ACROSS, int THREADS, int AHEAD>
static __device__ __forceinline__ void sums_of_warps(
    Piece (*sums)[ACROSS], const float *__restrict__ V,
    const Piece *__restrict__ A, int from, int to, int pieces)
{
    enum { TALL = THREADS / ACROSS };
    int x = threadIdx.x % ACROSS, y = threadIdx.x / ACROSS;
    size_t col = (size_t)blockIdx.x * ACROSS + x;

    int end = col < (size_t)pieces ? to : from; // nothing beside the matrix
    Piece sum = {};
    for (int first = from + y; first < end; first += TALL * AHEAD) {
        Piece a[AHEAD];
        float v[AHEAD];
#pragma unroll
        for (int i = 0; i < AHEAD; i++) {
            int row = first + i * TALL;
            a[i] = row < end ? A[(size_t)row * pieces + col] : Piece{};
            v[i] = row < end ? V[row] : 0.0f;
        }
#pragma unroll
        for (int i = 0; i < AHEAD; i++)
            add_product(sum, v[i], a[i]);
    }
    // Of a warp, lanes that are ACROSS apart have the same column.
    for (int offset = WARP / 2; offset >= ACROSS; offset /= 2)
        add_product(sum, 1.0f, of_lane_below(sum, offset));
    if (threadIdx.x % WARP < ACROSS)
        sums[threadIdx.x / WARP][x] = sum;
}

template <class Piece, int ACROSS>
static __device__ __forceinline__ Piece add_up(Piece (*sums)[ACROSS], int count)
{
    Piece sum = sums[0][threadIdx.x];
#pragma unroll
    for (int i = 1; i < count; i++)
        add_product(sum, 1.0f, sums[i][threadIdx.x]);
    return sum;
}

// Few columns, many rows: a block takes a strip of columns, and all rows.
// Nothing is left to add up between blocks, which would cost another trip to
// memory.  So narrow strips that all multiprocessors get one: what a warp reads
// then comes from many rows, and yet nothing is read that is not used, since
// memory is read by sectors of 32 bytes.
template <class Piece, int ACROSS, int THREADS, int AHEAD>
__global__ void __launch_bounds__(THREADS, FEW / THREADS)
    vecmat_best_kernel(const float *__restrict__ V, const Piece *__restrict__ A,
                       Piece *C, int rows, int pieces)
{
    enum { WARPS = THREADS / WARP };
    __shared__ Piece sums[WARPS][ACROSS];
    size_t col = (size_t)blockIdx.x * ACROSS + threadIdx.x;
    sums_of_warps<Piece, ACROSS, THREADS, AHEAD>(sums, V, A, 0, rows, pieces);
    __syncthreads(); // they are there
    if (threadIdx.x < ACROSS && col < (size_t)pieces)
        C[col] = add_up(sums, WARPS);
}

template <int ACROSS, int THREADS, int AHEAD>
static void vecmat_in_strips(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    enum { QUAD = 4, COLUMNS = QUAD * ACROSS };
    int strips = (cols - 1) / COLUMNS + 1;
    if (in_quads(A, C, cols))
        vecmat_best_kernel<float4, ACROSS, THREADS, AHEAD><<<strips, THREADS>>>(
            V, (const float4 *)A, (float4 *)C, rows, cols / QUAD);
    else
        vecmat_best_kernel<float, COLUMNS, THREADS, AHEAD>
            <<<strips, THREADS>>>(V, A, C, rows, cols);
}

// Wider strips are read faster, but there are too few of them.  From compute
// capability 9.0 on, blocks can be a cluster: they run at the same time, and
// reach each other's shared memory in far less than a trip to L2.  A strip then
// has a cluster, each block of it a part of the rows; the first adds up.
enum {
    PARTS = 8, // as many blocks as any such GPU takes into a cluster
    WIDE = 16, // pieces of a strip
    PART_THREADS = 256,
    PART_BLOCKS = 3 // of a multiprocessor: registers for what is under way
};

#if __CUDA_ARCH__ >= 900
static __device__ unsigned in_shared(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

// The same place of the cluster's first block.
static __device__ unsigned in_first_block(const void *p)
{
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, 0;"
        : "=r"(there)
        : "r"(in_shared(p)));
    return there;
}

// A barrier for one phase: it is over when so many bytes have been sent here.
static __device__ void expect(unsigned long long *barrier, unsigned bytes)
{
    asm volatile("mbarrier.init.shared.b64 [%0], 1;\n\t"
                 "fence.mbarrier_init.release.cluster;\n\t"
                 "mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;"
                 :
                 : "r"(in_shared(barrier)), "r"(bytes)
                 : "memory");
}

static __device__ void wait_for_all(unsigned long long *barrier)
{
    unsigned over = 0;
    while (!over)
        asm volatile("{\n\t.reg .pred p;\n\t"
                     "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 "
                     "p, [%1], 0;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(over)
                     : "r"(in_shared(barrier))
                     : "memory");
}

// Nobody has to wait until it is there but who waits at the barrier.
static __device__ void send_to_first_block(const float4 *place, float4 x,
                                           unsigned long long *barrier)
{
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 "
                 "[%0], {%1, %2, %3, %4}, [%5];"
                 :
                 : "r"(in_first_block(place)), "f"(x.x), "f"(x.y), "f"(x.z),
                   "f"(x.w), "r"(in_first_block(barrier))
                 : "memory");
}
#endif

__global__ void __launch_bounds__(PART_THREADS, PART_BLOCKS)
    vecmat_cluster_kernel(const float *__restrict__ V,
                          const float4 *__restrict__ A, float4 *C, int rows,
                          int pieces)
{
#if __CUDA_ARCH__ >= 900
    enum { WARPS = PART_THREADS / WARP };
    __shared__ float4 sums[WARPS][WIDE], parts[PARTS][WIDE];
    __shared__ unsigned long long barrier;
    int thread = threadIdx.x, part = blockIdx.y;
    int tall = (rows - 1) / PARTS + 1, from = part * tall;
    size_t col = (size_t)blockIdx.x * WIDE + thread;

    if (part == 0 && thread == 0)
        expect(&barrier, sizeof parts);
    __syncwarp();                       // a warp arrives as a whole
    __cluster_barrier_arrive_relaxed(); // a release would wait for memory
    sums_of_warps<float4, WIDE, PART_THREADS, 4>(
        sums, V, A, from, min(from + tall, rows), pieces);
    __syncthreads(); // they are there
    if (thread < WARP)
        __cluster_barrier_wait(); // the first block expects them
    if (thread < WIDE)
        send_to_first_block(&parts[part][thread], add_up(sums, WARPS),
                            &barrier);
    if (part == 0 && thread < WIDE && col < (size_t)pieces) {
        wait_for_all(&barrier);
        C[col] = add_up(parts, PARTS);
    }
#else
    (void)V, (void)A, (void)C, (void)rows, (void)pieces; // not launched
#endif
}

// Does the GPU have clusters, and was the kernel compiled for one that has?
// The emulated device says that it has none.
static bool in_clusters(const void *kernel)
{
    struct cudaFuncAttributes code;
    int device, has = 0;
    return cudaGetDevice(&device) == cudaSuccess &&
           cudaDeviceGetAttribute(&has, cudaDevAttrClusterLaunch, device) ==
               cudaSuccess &&
           has && cudaFuncGetAttributes(&code, kernel) == cudaSuccess &&
           code.ptxVersion >= 90;
}

// False: it cannot be done so.
static bool vecmat_in_clusters(const float *V, const float *A, float *C,
                               int rows, int cols)
{
    auto kernel = (const void *)vecmat_cluster_kernel;
    static bool can = in_clusters(kernel);
    if (!can || !in_quads(A, C, cols))
        return false;
    int pieces = cols / 4;
    void *arguments[] = {&V, &A, &C, &rows, &pieces};
    cudaLaunchAttribute shape = {};
    shape.id = cudaLaunchAttributeClusterDimension;
    shape.val.clusterDim = {1, PARTS, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((pieces - 1) / WIDE + 1, PARTS);
    config.blockDim = PART_THREADS;
    config.attrs = &shape;
    config.numAttrs = 1;
    cudaLaunchKernelExC(&config, kernel, arguments);
    return true;
}
// END SOLUTION

extern "C" void vecmat_best(const float *V, const float *A, float *C, int rows,
                            int cols)
{
    // BEGIN SOLUTION
    // Strips of one sector while there are too few wider ones; then in
    // clusters, or strips of two.
    if (cols < 1000)
        vecmat_in_strips<2, 256, 8>(V, A, C, rows, cols);
    else if (!vecmat_in_clusters(V, A, C, rows, cols))
        vecmat_in_strips<4, 512, 4>(V, A, C, rows, cols);
    // END SOLUTION
}
