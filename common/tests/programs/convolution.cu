/*
 * convolution.cu - a mask over an array, in the ways courses teach it.
 *
 *   straight    each thread reads all its neighbours
 *   with_halo   1D: a tile in shared memory, its halo loaded by some threads
 *   wide_block  2D: a block as wide as the tile with its halo, of which the
 *               threads at the rim only load
 *   along_rows, along_columns  2D, separable: one after the other
 *   through_planes  3D, 7 points: a block walks along z with the values below
 *               and above in registers
 */
#include "check.h"

enum { RADIUS = 3, MASK = 2 * RADIUS + 1, BLOCK = 64, OUT = 10 };

__constant__ int mask[MASK];

__global__ void straight(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        if (i + k >= 0 && i + k < n)
            sum += mask[k + RADIUS] * in[i + k];
    if (i < n)
        out[i] = sum;
}

__global__ void with_halo(const int *in, int *out, int n)
{
    __shared__ int tile[BLOCK + 2 * RADIUS];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t + RADIUS] = i < n ? in[i] : 0;
    if (t < RADIUS) {
        tile[t] = i >= RADIUS ? in[i - RADIUS] : 0;
        tile[t + RADIUS + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0;
    }
    __syncthreads();
    if (i >= n)
        return;
    int sum = 0;
#pragma unroll
    for (int k = 0; k < MASK; k++)
        sum += mask[k] * tile[t + k];
    out[i] = sum;
}

/* The mask of two dimensions is the product of that of one with itself. */
__global__ void wide_block(const int *in, int *out, int w, int h)
{
    __shared__ int tile[OUT + 2 * RADIUS][OUT + 2 * RADIUS];
    int tx = threadIdx.x, ty = threadIdx.y, sum = 0;
    int x = blockIdx.x * OUT + tx - RADIUS, y = blockIdx.y * OUT + ty - RADIUS;
    bool inside = x >= 0 && x < w && y >= 0 && y < h;
    tile[ty][tx] = inside ? in[y * w + x] : 0;
    __syncthreads();
    if (!inside || tx < RADIUS || tx >= OUT + RADIUS || ty < RADIUS ||
        ty >= OUT + RADIUS)
        return;
    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++)
            sum +=
                mask[dy + RADIUS] * mask[dx + RADIUS] * tile[ty + dy][tx + dx];
    out[y * w + x] = sum;
}

__global__ void along_rows(const int *in, int *out, int w)
{
    extern __shared__ int row[];
    int y = blockIdx.x;
    for (int i = threadIdx.x; i < w + 2 * RADIUS; i += blockDim.x)
        row[i] = i < RADIUS || i >= w + RADIUS ? 0 : in[y * w + i - RADIUS];
    __syncthreads();
    for (int x = threadIdx.x; x < w; x += blockDim.x) {
        int sum = 0;
        for (int k = 0; k < MASK; k++)
            sum += mask[k] * row[x + k];
        out[y * w + x] = sum;
    }
}

__global__ void along_columns(const int *in, int *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, window[MASK] = {0};
    if (x >= w)
        return;
    for (int y = -RADIUS; y < h; y++) {
        int sum = 0;
#pragma unroll
        for (int k = 0; k < MASK - 1; k++)
            window[k] = window[k + 1];
        window[MASK - 1] = y + RADIUS < h ? in[(y + RADIUS) * w + x] : 0;
#pragma unroll
        for (int k = 0; k < MASK; k++)
            sum += mask[k] * window[k];
        if (y >= 0)
            out[y * w + x] = sum;
    }
}

enum { SIDE = 12, TILE = 6 };

__global__ void through_planes(const int *in, int *out)
{
    __shared__ int plane[TILE + 2][TILE + 2];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx - 1, y = blockIdx.y * TILE + ty - 1;
    bool inside = x >= 0 && x < SIDE && y >= 0 && y < SIDE;
    bool inner = inside && tx > 0 && tx <= TILE && ty > 0 && ty <= TILE;
    int at = y * SIDE + x, below = 0, here = inside ? in[at] : 0;
    for (int z = 0; z < SIDE; z++) {
        int next = (z + 1) * SIDE * SIDE + at;
        int above = inside && z + 1 < SIDE ? in[next] : 0;
        plane[ty][tx] = here;
        __syncthreads();
        if (inner)
            out[z * SIDE * SIDE + at] = below + above + plane[ty][tx - 1] +
                                        plane[ty][tx + 1] + plane[ty - 1][tx] +
                                        plane[ty + 1][tx] - 6 * here;
        __syncthreads(); /* all have read before the next plane comes */
        below = here;
        here = above;
    }
}

/* ---- checks -------------------------------------------------------------- */

static const int weights[MASK] = {1, -2, 3, 5, 4, -1, 2};

static void check_line(void)
{
    enum { N = 1000 };
    static int in[N], out[2][N];
    for (int i = 0; i < N; i++)
        in[i] = noise(i);
    int *d = on_device(in, N), *a = on_device<int>(NULL, N);
    int *b = on_device<int>(NULL, N);
    straight<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d, a, N);
    with_halo<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d, b, N);
    LAUNCHED();
    take_back(out[0], a, N);
    take_back(out[1], b, N);
    CUDA(cudaFree(d));
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int k = 0; k < MASK; k++)
            if (i + k >= RADIUS && i + k - RADIUS < N)
                sum += weights[k] * in[i + k - RADIUS];
        CHECK(out[0][i] == sum && out[1][i] == sum);
    }
}

enum { W = 53, H = 37 };

static int wanted(const int *in, int x, int y)
{
    int sum = 0;
    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++)
            if (x + dx >= 0 && x + dx < W && y + dy >= 0 && y + dy < H)
                sum += weights[dy + RADIUS] * weights[dx + RADIUS] *
                       in[(y + dy) * W + x + dx];
    return sum;
}

static void check_image(void)
{
    static int in[W * H], out[2][W * H];
    for (int i = 0; i < W * H; i++)
        in[i] = noise(i) % 100;
    int *d = on_device(in, W * H), *a = on_device<int>(NULL, W * H);
    int *b = on_device<int>(NULL, W * H), *c = on_device<int>(NULL, W * H);
    dim3 block(OUT + 2 * RADIUS, OUT + 2 * RADIUS);
    wide_block<<<dim3((W + OUT - 1) / OUT, (H + OUT - 1) / OUT), block>>>(d, a,
                                                                          W, H);
    along_rows<<<H, 32, (W + 2 * RADIUS) * sizeof(int)>>>(d, b, W);
    along_columns<<<(W + 31) / 32, 32>>>(b, c, W, H);
    LAUNCHED();
    take_back(out[0], a, W * H);
    take_back(out[1], c, W * H);
    CUDA(cudaFree(d));
    CUDA(cudaFree(b));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int sum = wanted(in, x, y);
            CHECK(out[0][y * W + x] == sum && out[1][y * W + x] == sum);
        }
}

static int cell(const int *in, int x, int y, int z)
{
    bool inside =
        x >= 0 && x < SIDE && y >= 0 && y < SIDE && z >= 0 && z < SIDE;
    return inside ? in[(z * SIDE + y) * SIDE + x] : 0;
}

static void check_space(void)
{
    enum { N = SIDE * SIDE * SIDE };
    static int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = noise(i) % 1000;
    int *d = on_device(in, N), *o = on_device<int>(NULL, N);
    dim3 grid(SIDE / TILE, SIDE / TILE), block(TILE + 2, TILE + 2);
    through_planes<<<grid, block>>>(d, o);
    LAUNCHED();
    take_back(out, o, N);
    CUDA(cudaFree(d));
    for (int i = 0; i < N; i++) {
        int x = i % SIDE, y = i / SIDE % SIDE, z = i / SIDE / SIDE;
        CHECK(out[i] == cell(in, x - 1, y, z) + cell(in, x + 1, y, z) +
                            cell(in, x, y - 1, z) + cell(in, x, y + 1, z) +
                            cell(in, x, y, z - 1) + cell(in, x, y, z + 1) -
                            6 * in[i]);
    }
}

int main(void)
{
    CUDA(cudaMemcpyToSymbol(mask, weights, sizeof weights));
    check_line();
    check_image();
    check_space();
    puts("convolutions: in one, two and three dimensions");
    return 0;
}
