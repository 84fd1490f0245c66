/*
 * slow15.cu - the set: what a further class hands in for the three labs, all of
 * it right: the same job several times, with one thing changed each time, by
 * one who knew nothing of the model.
 */
#include "times.h"

#define LANES 0xffffffffu

__device__ static int number()
{
    return threadIdx.x + blockIdx.x * blockDim.x;
}

__global__ void nothing(float *S, int n)
{
    int i = number();

    if (i < n)
        S[i] = 0.0f;
}

// ---- lab 1: sums along rows -------------------------------------------------

// A pointer walks to the end of the row.
__global__ void sa_walk(const float *A, float *S, int rows, int cols)
{
    int r = number();

    if (r < rows) {
        const float *p = A + r * cols, *end = p + cols;
        float s = 0.0f;
        while (p != end)
            s += *p++;
        S[r] = s;
    }
}

// Two of them, until they meet.
__global__ void sa_both_ends(const float *A, float *S, int rows, int cols)
{
    int r = number();

    if (r < rows) {
        const float *left = A + r * cols, *right = left + cols - 1;
        float s = 0.0f;
        do {
            s += *left++;
            if (left <= right)
                s += *right--;
        } while (left <= right);
        S[r] = s;
    }
}

// Twenty at a time come into an array first.
__global__ void sa_twenty(const float *A, float *S, int rows, int cols)
{
    int r = number();
    float piece[20], s = 0.0f;

    if (r >= rows)
        return;
    for (int c = 0; c < cols; c += 20) {
        int many = cols - c < 20 ? cols - c : 20;
        for (int k = 0; k < many; k++)
            piece[k] = A[r * cols + c + k];
        for (int k = 0; k < many; k++)
            s += piece[k];
    }
    S[r] = s;
}

// Where rows begin is looked up in a table.
__global__ void sa_make_starts(int *starts, int rows, int cols)
{
    int r = number();

    if (r <= rows)
        starts[r] = r * cols;
}

__global__ void sa_starts(const float *A, const int *starts, float *S, int rows)
{
    int r = number();
    float s = 0.0f;

    if (r >= rows)
        return;
    for (int e = starts[r]; e < starts[r + 1]; e++)
        s += A[e];
    S[r] = s;
}

// Three threads a row, beside each other.
__global__ void sa_three_a_row(const float *A, float *S, int rows, int cols)
{
    __shared__ float part[32][3];
    int r = blockIdx.x * 32 + threadIdx.y, x = threadIdx.x;
    float s = 0.0f;

    if (r < rows)
        for (int c = x; c < cols; c += 3)
            s += A[r * cols + c];
    part[threadIdx.y][x] = s;
    __syncthreads();
    if (x == 0 && r < rows)
        S[r] =
            part[threadIdx.y][0] + part[threadIdx.y][1] + part[threadIdx.y][2];
}

// ---- lab 1: sums down columns -----------------------------------------------

__global__ void sd_stride(const float *A, float *S, int rows, int cols)
{
    for (int c = number(); c < cols; c += gridDim.x * blockDim.x) {
        float s = 0.0f;
        for (int r = 0; r < rows; r++)
            s += A[r * cols + c];
        S[c] = s;
    }
}

// Blocks of 24 x 10 threads; the first row of threads adds up.
__global__ void sd_24_by_10(const float *A, float *S, int rows, int cols)
{
    __shared__ float part[10][24];
    int c = number(), r = threadIdx.y;

    part[threadIdx.y][threadIdx.x] = 0.0f;
    while (c < cols && r < rows) {
        part[threadIdx.y][threadIdx.x] += A[r * cols + c];
        r += 10;
    }
    __syncthreads();
    if (threadIdx.y == 0 && c < cols) {
        float s = 0.0f;
        for (int k = 0; k < 10; k++)
            s += part[k][threadIdx.x];
        S[c] = s;
    }
}

// A launch adds the lower half of the rows to the upper one.
__global__ void sd_first_halving(const float *A, float *work, int left,
                                 int half, int cols)
{
    int c = number(), r = blockIdx.y;

    if (c < cols)
        work[r * cols + c] =
            A[r * cols + c] +
            (r + half < left ? A[(r + half) * cols + c] : 0.0f);
}

__global__ void sd_halving(float *work, int left, int half, int cols)
{
    int c = number(), r = blockIdx.y;

    if (c < cols && r + half < left)
        work[r * cols + c] += work[(r + half) * cols + c];
}

static void sd_halvings(const float *A, float *work, int rows, int cols)
{
    int half = (rows + 1) / 2;

    sd_first_halving<<<dim3(blocks(cols, 96), half), 96>>>(A, work, rows, half,
                                                           cols);
    for (int left = half; left > 1; left = half) {
        half = (left + 1) / 2;
        sd_halving<<<dim3(blocks(cols, 96), half), 96>>>(work, left, half,
                                                         cols);
    }
}

// One of four sums, by the row's number.
__global__ void sd_switch(const float *A, float *S, int rows, int cols)
{
    int c = number();
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;

    if (c >= cols)
        return;
    for (int r = 0; r < rows; r++) {
        float a = A[r * cols + c];
        switch (r % 4) {
        case 0: s0 += a; break;
        case 1: s1 += a; break;
        case 2: s2 += a; break;
        case 3: s3 += a; break;
        }
    }
    S[c] = s0 + s1 + s2 + s3;
}

// ---- lab 1: A x V -----------------------------------------------------------

// 16 x 6 threads: six rows a block, a tree in each.
__global__ void tv_16_by_6(const float *A, const float *V, float *Y, int rows,
                           int cols)
{
    __shared__ float part[6][16];
    int x = threadIdx.x, y = threadIdx.y, r = blockIdx.x * 6 + y;
    float s = 0.0f;

    if (r < rows)
        for (int c = x; c < cols; c += 16)
            s += A[r * cols + c] * V[c];
    part[y][x] = s;
    __syncthreads();
    for (int k = 8; k >= 1; k >>= 1) {
        if (x < k)
            part[y][x] += part[y][x + k];
        __syncthreads();
    }
    if (x == 0 && r < rows)
        Y[r] = part[y][0];
}

// A thread for each product; x goes along the rows.
__global__ void tv_each_product(const float *A, const float *V, float *Y,
                                int rows, int cols)
{
    int r = number(), c = blockIdx.y * blockDim.y + threadIdx.y;

    if (r < rows && c < cols)
        atomicAdd(&Y[r], A[r * cols + c] * V[c]);
}

// Wants a float, and says 0.0 and 1.0.
__global__ void tv_mixed(const float *A, const float *V, float *Y, int rows,
                         int cols)
{
    int r = number();

    if (r < rows) {
        float s = 0.0;
        for (int c = 0; c < cols; c++)
            s = s + 1.0 * A[r * cols + c] * V[c];
        Y[r] = s;
    }
}

__global__ void tv_fours(const float *__restrict__ A,
                         const float *__restrict__ V, float *__restrict__ Y,
                         int rows, int cols)
{
    int r = number();
    float s = 0.0f;

    if (r >= rows)
        return;
    if (cols % 4 == 0) {
        const float4 *row = reinterpret_cast<const float4 *>(&A[r * cols]);
        const float4 *v = reinterpret_cast<const float4 *>(V);
        for (int c = 0; c < cols / 4; c++) {
            s += row[c].x * v[c].x;
            s += row[c].y * v[c].y;
            s += row[c].z * v[c].z;
            s += row[c].w * v[c].w;
        }
    } else
        for (int c = 0; c < cols; c++)
            s += A[r * cols + c] * V[c];
    Y[r] = s;
}

// A block keeps all products of its row; one thread adds them.
__global__ void tv_products_kept(const float *A, const float *V, float *Y,
                                 int cols)
{
    extern __shared__ float product[];
    int r = blockIdx.x;

    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        product[c] = A[r * cols + c] * V[c];
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0.0f;
        for (int c = 0; c < cols; c++)
            s += product[c];
        Y[r] = s;
    }
}

// ---- lab 1: V x A, a wide matrix --------------------------------------------

// Column and part of the rows are found from the thread's number.
__global__ void vt_parts_of_40(const float *V, const float *A, float *Y,
                               int rows, int cols)
{
    int c = number() % cols, part = number() / cols;
    float s = 0.0f;

    if (part * 40 >= rows)
        return;
    for (int r = part * 40; r < rows && r < part * 40 + 40; r++)
        s += V[r] * A[r * cols + c];
    atomicAdd(Y + c, s);
}

__global__ void vt_two_columns(const float *V, const float *A, float *Y,
                               int rows, int cols)
{
    int c = 2 * number();
    float2 s = {0.0f, 0.0f};

    if (c >= cols)
        return;
    for (int r = 0; r < rows; r++) {
        float2 a = *(const float2 *)(A + r * cols + c);
        s.x += V[r] * a.x;
        s.y += V[r] * a.y;
    }
    *(float2 *)(Y + c) = s;
}

// The host loops over the rows.
__global__ void vt_add_row(const float *V, const float *A, float *Y, int r,
                           int cols)
{
    int c = number();

    if (c < cols)
        Y[c] = r == 0 ? V[r] * A[c] : Y[c] + V[r] * A[r * cols + c];
}

static void vt_launch_a_row(const float *V, const float *A, float *Y, int rows,
                            int cols)
{
    for (int r = 0; r < rows; r++)
        vt_add_row<<<blocks(cols, 250), 250>>>(V, A, Y, r, cols);
}

// One thread fetches all of V for its block.
__global__ void vt_one_fetches(const float *V, const float *A, float *Y,
                               int rows, int cols)
{
    extern __shared__ float v[];
    int c = number();
    float s = 0.0f;

    if (threadIdx.x == 0)
        for (int r = 0; r < rows; r++)
            v[r] = V[r];
    __syncthreads();
    if (c >= cols)
        return;
    for (int r = 0; r < rows; r++)
        s += v[r] * A[r * cols + c];
    Y[c] = s;
}

// ---- lab 2: A x B without tiles ---------------------------------------------

__global__ void np_row_a_thread(const float *A, const float *B, float *C, int n,
                                int k, int m)
{
    int i = number();

    if (i < n)
        for (int j = 0; j < m; j++) {
            float s = 0.0f;
            for (int e = 0; e < k; e++)
                s += A[i * k + e] * B[e * m + j];
            C[i * m + j] = s;
        }
}

__global__ void np_column_a_thread(const float *A, const float *B, float *C,
                                   int n, int k, int m)
{
    int j = number();

    if (j < m)
        for (int i = 0; i < n; i++) {
            float s = 0.0f;
            for (int e = 0; e < k; e++)
                s += A[i * k + e] * B[e * m + j];
            C[i * m + j] = s;
        }
}

// A block for each element of C.
__global__ void np_block_an_element(const float *A, const float *B, float *C,
                                    int k, int m)
{
    __shared__ float s[64];
    int i = blockIdx.y, j = blockIdx.x, t = threadIdx.x;

    s[t] = 0.0f;
    for (int e = t; e < k; e += 64)
        s[t] += A[i * k + e] * B[e * m + j];
    __syncthreads();
    for (int left = 32; left > 0; left /= 2) {
        if (t < left)
            s[t] += s[t + left];
        __syncthreads();
    }
    if (t == 0)
        C[i * m + j] = s[0];
}

// Blocks along z have 25 steps each.
__global__ void np_parts_of_k(const float *A, const float *B, float *C, int n,
                              int k, int m)
{
    int j = number(), i = blockIdx.y * blockDim.y + threadIdx.y;
    int from = blockIdx.z * 25, to = from + 25 < k ? from + 25 : k;
    float s = 0.0f;

    if (i >= n || j >= m)
        return;
    for (int e = from; e < to; e++)
        s += A[i * k + e] * B[e * m + j];
    atomicAdd(&C[i * m + j], s);
}

// Matrices know their sizes, and look at each access.
struct matrix {
    float *elements;
    int rows, cols;
};

__device__ static float get(matrix M, int r, int c)
{
    if (r < 0 || r >= M.rows || c < 0 || c >= M.cols)
        return 0.0f;
    return M.elements[r * M.cols + c];
}

__device__ static void set(matrix M, int r, int c, float value)
{
    if (r < 0 || r >= M.rows || c < 0 || c >= M.cols)
        return;
    M.elements[r * M.cols + c] = value;
}

__global__ void np_get_and_set(matrix A, matrix B, matrix C)
{
    int c = number(), r = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0.0f;

    for (int e = 0; e < A.cols; e++)
        s += get(A, r, e) * get(B, e, c);
    set(C, r, c, s);
}

// ---- lab 2: A x B with tiles ------------------------------------------------

template <int T>
__global__ void pt_side(const float *A, const float *B, float *C, int n, int k,
                        int m)
{
    __shared__ float tileA[T][T], tileB[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * T + ty, c = blockIdx.x * T + tx;
    float s = 0.0f;

    for (int p = 0; p < (k + T - 1) / T; p++) {
        if (r < n && p * T + tx < k)
            tileA[ty][tx] = A[r * k + p * T + tx];
        else
            tileA[ty][tx] = 0.0f;
        if (c < m && p * T + ty < k)
            tileB[ty][tx] = B[(p * T + ty) * m + c];
        else
            tileB[ty][tx] = 0.0f;
        __syncthreads();
        for (int e = 0; e < T; e++)
            s += tileA[ty][e] * tileB[e][tx];
        __syncthreads();
    }
    if (r < n && c < m)
        C[r * m + c] = s;
}

// To be safe: a barrier after each step.
__global__ void pt_many_barriers(const float *A, const float *B, float *C,
                                 int n, int k, int m)
{
    __shared__ float tileA[16][16], tileB[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
    float s = 0.0f;

    for (int p = 0; p < k; p += 16) {
        tileA[ty][tx] = r < n && p + tx < k ? A[r * k + p + tx] : 0.0f;
        __syncthreads();
        tileB[ty][tx] = c < m && p + ty < k ? B[(p + ty) * m + c] : 0.0f;
        __syncthreads();
        for (int e = 0; e < 16; e++) {
            s += tileA[ty][e] * tileB[e][tx];
            __syncthreads();
        }
    }
    if (r < n && c < m)
        C[r * m + c] = s;
}

// The first 16 threads fetch both tiles, a column each.
__global__ void pt_first_row_fetches(const float *A, const float *B, float *C,
                                     int n, int k, int m)
{
    __shared__ float tileA[16][16], tileB[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
    float s = 0.0f;

    for (int p = 0; p < k; p += 16) {
        if (ty == 0)
            for (int y = 0; y < 16; y++) {
                int row = blockIdx.y * 16 + y;
                tileA[y][tx] =
                    row < n && p + tx < k ? A[row * k + p + tx] : 0.0f;
                tileB[y][tx] = c < m && p + y < k ? B[(p + y) * m + c] : 0.0f;
            }
        __syncthreads();
        for (int e = 0; e < 16; e++)
            s += tileA[ty][e] * tileB[e][tx];
        __syncthreads();
    }
    if (r < n && c < m)
        C[r * m + c] = s;
}

// While one pair of tiles is used, the next one is fetched.
__global__ void pt_two_pairs(const float *A, const float *B, float *C, int n,
                             int k, int m)
{
    __shared__ float tileA[2][16][16], tileB[2][16][16];
    int tx = threadIdx.x, ty = threadIdx.y, now = 0;
    int r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
    float s = 0.0f;

    tileA[0][ty][tx] = r < n && tx < k ? A[r * k + tx] : 0.0f;
    tileB[0][ty][tx] = c < m && ty < k ? B[ty * m + c] : 0.0f;
    for (int p = 16; p < k + 16; p += 16) {
        __syncthreads();
        if (p < k) {
            tileA[!now][ty][tx] = r < n && p + tx < k ? A[r * k + p + tx] : 0;
            tileB[!now][ty][tx] = c < m && p + ty < k ? B[(p + ty) * m + c] : 0;
        }
        for (int e = 0; e < 16; e++)
            s += tileA[now][ty][e] * tileB[now][e][tx];
        now = !now;
    }
    if (r < n && c < m)
        C[r * m + c] = s;
}

// ---- lab 2: transposition ---------------------------------------------------

__global__ void fm_div_mod(const float *A, float *B, int rows, int cols)
{
    int e = number();

    if (e < rows * cols)
        B[e % cols * rows + e / cols] = A[e];
}

__global__ void fm_row_a_block(const float *A, float *B, int rows, int cols)
{
    int r = blockIdx.x;

    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        B[c * rows + r] = A[r * cols + c];
}

__global__ void fm_column_a_block(const float *A, float *B, int rows, int cols)
{
    int c = blockIdx.x;

    for (int r = threadIdx.x; r < rows; r += blockDim.x)
        B[c * rows + r] = A[r * cols + c];
}

__global__ void fm_tile_24(const float *A, float *B, int rows, int cols)
{
    __shared__ float tile[24][25];
    int c = blockIdx.x * 24 + threadIdx.x, r = blockIdx.y * 24 + threadIdx.y;

    if (r < rows && c < cols)
        tile[threadIdx.y][threadIdx.x] = A[r * cols + c];
    __syncthreads();
    r = blockIdx.y * 24 + threadIdx.x;
    c = blockIdx.x * 24 + threadIdx.y;
    if (r < rows && c < cols)
        B[c * rows + r] = tile[threadIdx.x][threadIdx.y];
}

// A flat block goes over a flat tile of 64 x 64.
__global__ void fm_flat_tile(const float *A, float *B, int rows, int cols)
{
    __shared__ float tile[64 * 65];
    int left = blockIdx.x * 64, top = blockIdx.y * 64;

    for (int e = threadIdx.x; e < 64 * 64; e += blockDim.x) {
        int y = e / 64, x = e % 64;
        if (top + y < rows && left + x < cols)
            tile[y * 65 + x] = A[(top + y) * cols + left + x];
    }
    __syncthreads();
    for (int e = threadIdx.x; e < 64 * 64; e += blockDim.x) {
        int x = e / 64, y = e % 64;
        if (top + y < rows && left + x < cols)
            B[(left + x) * rows + top + y] = tile[y * 65 + x];
    }
}

// ---- lab 2: A x V, V in tiles -----------------------------------------------

__global__ void tw_sum_in_memory(const float *A, const float *V, float *Y,
                                 int rows, int cols)
{
    __shared__ float v[128];
    int r = number();

    if (r < rows)
        Y[r] = 0.0f;
    for (int first = 0; first < cols; first += 128) {
        if (first + threadIdx.x < cols)
            v[threadIdx.x] = V[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++)
            if (r < rows && first + k < cols)
                Y[r] += A[r * cols + first + k] * v[k];
        __syncthreads();
    }
}

template <int T>
__global__ void tw_sum_in_register(const float *A, const float *V, float *Y,
                                   int rows, int cols)
{
    __shared__ float v[T];
    int r = number();
    float s = 0.0f;

    for (int first = 0; first < cols; first += T) {
        int many = cols - first < T ? cols - first : T;
        if (threadIdx.x < many)
            v[threadIdx.x] = V[first + threadIdx.x];
        __syncthreads();
        if (r < rows)
            for (int k = 0; k < many; k++)
                s += A[r * cols + first + k] * v[k];
        __syncthreads();
    }
    if (r < rows)
        Y[r] = s;
}

// The first warp fetches for all.
__global__ void tw_first_warp_fetches(const float *A, const float *V, float *Y,
                                      int rows, int cols)
{
    __shared__ float v[128];
    int r = number();
    float s = 0.0f;

    for (int first = 0; first < cols; first += 128) {
        if (threadIdx.x < 32)
            for (int k = threadIdx.x; k < 128; k += 32)
                v[k] = first + k < cols ? V[first + k] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 128 && first + k < cols; k++)
            if (r < rows)
                s += A[r * cols + first + k] * v[k];
        __syncthreads();
    }
    if (r < rows)
        Y[r] = s;
}

// ---- lab 3: dot products ----------------------------------------------------

__device__ static float products(const float *a, const float *b, int n)
{
    float s = 0.0f;

    for (int i = number(); i < n; i += gridDim.x * blockDim.x)
        s += a[i] * b[i];
    return s;
}

// A tree for any number of threads, in volatile shared memory.
__device__ static float any_tree(volatile float *s, float x)
{
    int t = threadIdx.x;

    s[t] = x;
    __syncthreads();
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        if (t + half < left)
            s[t] += s[t + half];
        __syncthreads();
        left = half;
    }
    return s[0];
}

__global__ void in_partials(const float *a, const float *b, float *partial,
                            int n)
{
    __shared__ volatile float s[256];
    float all = any_tree(s, products(a, b, n));

    if (threadIdx.x == 0)
        partial[blockIdx.x] = all;
}

// How the partial sums are added: by a thread, by a block.
__global__ void in_one_adds(const float *partial, float *result, int many)
{
    float s = 0.0f;

    for (int k = 0; k < many; k++)
        s += partial[k];
    *result = s;
}

__global__ void in_block_adds(const float *partial, float *result, int many)
{
    __shared__ volatile float s[256];
    float x = 0.0f;

    for (int k = threadIdx.x; k < many; k += blockDim.x)
        x += partial[k];
    x = any_tree(s, x);
    if (threadIdx.x == 0)
        result[0] = x;
}

// A launch for the products, and one for each level of the tree.
__global__ void in_all_products(const float *a, const float *b, float *work,
                                int n)
{
    int i = number();

    if (i < n)
        work[i] = a[i] * b[i];
}

__global__ void in_level(float *work, int left, int half)
{
    int i = number();

    if (i + half < left)
        work[i] += work[i + half];
}

static void in_levels(const float *a, const float *b, float *work, int n)
{
    int half;

    in_all_products<<<blocks(n, 250), 250>>>(a, b, work, n);
    for (int left = n; left > 1; left = half) {
        half = (left + 1) / 2;
        in_level<<<blocks(half, 250), 250>>>(work, left, half);
    }
}

// The block that comes last adds the partial sums.
__global__ void in_last_block(const float *a, const float *b, float *partial,
                              int *arrived, float *result, int n)
{
    __shared__ float s[256];
    __shared__ bool last;
    float all = any_tree(s, products(a, b, n));

    if (threadIdx.x == 0) {
        partial[blockIdx.x] = all;
        __threadfence();
        last = atomicAdd(arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    float x = 0.0f;
    for (int k = threadIdx.x; k < gridDim.x; k += blockDim.x)
        x += *(volatile float *)&partial[k];
    x = any_tree(s, x);
    if (threadIdx.x == 0) {
        *result = x;
        *arrived = 0;
    }
}

// Every thread adds its sum, a double.
__global__ void in_double_atomics(const float *a, const float *b,
                                  double *result, int n)
{
    double s = 0.0;

    for (int i = number(); i < n; i += gridDim.x * blockDim.x)
        s += (double)a[i] * (double)b[i];
    atomicAdd(result, s);
}

// ---- lab 3: sum, least, greatest or squares, as is asked --------------------

enum operation { SUM, LEAST, GREATEST, SQUARES };

__device__ static float neutral(int op)
{
    return op == LEAST ? 1e30f : op == GREATEST ? -1e30f : 0.0f;
}

__device__ static float combine(int op, float s, float x)
{
    switch (op) {
    case LEAST: return x < s ? x : s;
    case GREATEST: return x > s ? x : s;
    default: return s + x;
    }
}

__device__ static void combined_to(float *out, int op, float own)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = own;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            s[t] = combine(op, s[t], s[t + half]);
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// Asks for each element again.
__global__ void ch_switch_inside(const float *in, float *out, int op, int n)
{
    float s = neutral(op);

    for (int i = number(); i < n; i += gridDim.x * blockDim.x) {
        float x = in[i];
        switch (op) {
        case SUM: s += x; break;
        case LEAST: s = fminf(s, x); break;
        case GREATEST: s = fmaxf(s, x); break;
        case SQUARES: s += x * x; break;
        }
    }
    combined_to(out, op, s);
}

template <int OP>
__global__ void ch_template(const float *in, float *out, int n)
{
    float s = neutral(OP);

    for (int i = number(); i < n; i += gridDim.x * blockDim.x)
        s = combine(OP, s, OP == SQUARES ? in[i] * in[i] : in[i]);
    combined_to(out, OP, s);
}

// Computes all four, and takes one.
__global__ void ch_all_four(const float *in, float *out, int op, int n)
{
    float s[4];

    for (int k = 0; k < 4; k++)
        s[k] = neutral(k);
    for (int i = number(); i < n; i += gridDim.x * blockDim.x) {
        float x = in[i];
        s[SUM] += x;
        s[LEAST] = x < s[LEAST] ? x : s[LEAST];
        s[GREATEST] = x > s[GREATEST] ? x : s[GREATEST];
        s[SQUARES] += x * x;
    }
    combined_to(out, op, s[op]);
}

// Each block has a piece of the array, each thread a piece of that.
__global__ void ch_pieces(const float *in, float *out, int op, int n)
{
    int each = (n - 1) / (gridDim.x * blockDim.x) + 1;
    int i = number() * each, end = i + each < n ? i + each : n;
    float s = neutral(op);

    while (i < end) {
        float x = op == SQUARES ? in[i] * in[i] : in[i];
        s = combine(op, s, x);
        i++;
    }
    combined_to(out, op, s);
}

// ---- lab 3: batches, means and product --------------------------------------

// A thread for a row of the block's batch, both times.
__global__ void bm_thread_a_row(const double *input, const double *matrix,
                                double *output, int L, int M)
{
    extern __shared__ double mean[];
    const double *batch = input + blockIdx.x * L * M;

    for (int l = threadIdx.x; l < L; l += blockDim.x) {
        double s = 0.0;
        for (int k = 0; k < M; k++)
            s += batch[l * M + k];
        mean[l] = s / M;
    }
    __syncthreads();
    for (int l = threadIdx.x; l < L; l += blockDim.x) {
        double s = 0.0;
        for (int k = 0; k < L; k++)
            s += matrix[l * L + k] * mean[k];
        output[blockIdx.x * L + l] = s;
    }
}

// Threads add what they find to the mean of its row.
__global__ void bm_atomic_means(const double *input, const double *matrix,
                                double *output, int L, int M)
{
    extern __shared__ double mean[];

    for (int l = threadIdx.x; l < L; l += blockDim.x)
        mean[l] = 0.0;
    __syncthreads();
    for (int e = threadIdx.x; e < L * M; e += blockDim.x)
        atomicAdd(&mean[e / M], input[blockIdx.x * L * M + e] / M);
    __syncthreads();
    for (int l = threadIdx.x; l < L; l += blockDim.x) {
        double s = 0.0;
        for (int k = 0; k < L; k++)
            s += matrix[l * L + k] * mean[k];
        output[blockIdx.x * L + l] = s;
    }
}

// The block takes one row after the other; a tree for each of them.
__global__ void bm_tree_a_row(const double *input, const double *matrix,
                              double *output, int L, int M)
{
    extern __shared__ double s[];
    double *mean = s + blockDim.x;
    int t = threadIdx.x;

    for (int l = 0; l < L; l++) {
        s[t] = 0.0;
        for (int k = t; k < M; k += blockDim.x)
            s[t] += input[(blockIdx.x * L + l) * M + k];
        __syncthreads();
        for (int half = blockDim.x / 2; half > 0; half /= 2) {
            if (t < half)
                s[t] += s[t + half];
            __syncthreads();
        }
        if (t == 0)
            mean[l] = s[0] / M;
        __syncthreads();
    }
    for (int l = 0; l < L; l++) {
        s[t] = t < L ? matrix[l * L + t] * mean[t] : 0.0;
        __syncthreads();
        for (int half = blockDim.x / 2; half > 0; half /= 2) {
            if (t < half)
                s[t] += s[t + half];
            __syncthreads();
        }
        if (t == 0)
            output[blockIdx.x * L + l] = s[0];
        __syncthreads();
    }
}

// Two kernels: a thread for each mean, then for each result.
__global__ void bm_means(const double *input, double *means, int rows, int M)
{
    int r = number();
    double s = 0.0;

    if (r >= rows)
        return;
    for (int k = 0; k < M; k++)
        s += input[r * M + k];
    means[r] = s / M;
}

__global__ void bm_product(const double *means, const double *matrix,
                           double *output, int L, int batches)
{
    int e = number(), l = e % L, first = e / L * L;
    double s = 0.0;

    if (e >= L * batches)
        return;
    for (int k = 0; k < L; k++)
        s += matrix[l * L + k] * means[first + k];
    output[e] = s;
}

#include "slow15.def"

TIMES_MAIN
