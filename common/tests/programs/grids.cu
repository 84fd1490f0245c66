/*
 * grids.cu - grids and blocks of two and three dimensions, odd sizes: blur,
 * a stencil in space, Mandelbrot's set, the game of life.
 */
#include "check.h"

__global__ void coordinates(uint3 *out, dim3 whole)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < whole.x && y < whole.y && z < whole.z)
        out[(z * whole.y + y) * whole.x + x] = make_uint3(x, y, z);
}

__device__ int clamped(int v, int n)
{
    return v < 0 ? 0 : v >= n ? n - 1 : v;
}

__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
    if (x >= w || y >= h)
        return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += in[clamped(y + dy, h) * w + clamped(x + dx, w)];
    out[y * w + x] = (unsigned char)(sum / 9);
}

/* Tile with a border of one, which some threads load besides their own. */
__global__ void stencil(const float *in, float *out, int n)
{
    __shared__ float s[10][10][10];
    int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
    int t = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
    for (int i = t; i < 1000; i += 512) {
        int gx = blockIdx.x * 8 + i % 10 - 1;
        int gy = blockIdx.y * 8 + i / 10 % 10 - 1;
        int gz = blockIdx.z * 8 + i / 100 - 1;
        bool inside =
            gx >= 0 && gx < n && gy >= 0 && gy < n && gz >= 0 && gz < n;
        s[i / 100][i / 10 % 10][i % 10] =
            inside ? in[(gz * n + gy) * n + gx] : 0;
    }
    __syncthreads();
    int gx = blockIdx.x * 8 + x - 1, gy = blockIdx.y * 8 + y - 1;
    int gz = blockIdx.z * 8 + z - 1;
    if (gx < n && gy < n && gz < n)
        out[(gz * n + gy) * n + gx] =
            s[z][y][x - 1] + s[z][y][x + 1] + s[z][y - 1][x] + s[z][y + 1][x] +
            s[z - 1][y][x] + s[z + 1][y][x] - 6 * s[z][y][x];
}

__global__ void life(const char *now, char *next, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, count = 0;
    if (x >= w || y >= h)
        return;
    for (int dy = h - 1; dy <= h + 1; dy++)
        for (int dx = w - 1; dx <= w + 1; dx++)
            if (dy != h || dx != w)
                count += now[(y + dy) % h * w + (x + dx) % w];
    next[y * w + x] = count == 3 || (count == 2 && now[y * w + x]);
}

__global__ void mandelbrot(int *out, int w, int h, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
    if (px >= w || py >= h)
        return;
    float cx = -2 + 3.0f * px / w, cy = -1 + 2.0f * py / h, x = 0, y = 0;
    while (n < limit && x * x + y * y <= 4) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        n++;
    }
    out[py * w + px] = n;
}

static void check_coordinates(void)
{
    static uint3 h[7 * 11 * 13];
    dim3 whole(7, 11, 13), block(4, 3, 5), grid(2, 4, 3);
    uint3 *d = on_device<uint3>(NULL, 7 * 11 * 13);
    coordinates<<<grid, block>>>(d, whole);
    LAUNCHED();
    take_back(h, d, 7 * 11 * 13);
    for (unsigned i = 0; i < 7 * 11 * 13; i++)
        CHECK(h[i].x == i % 7 && h[i].y == i / 7 % 11 && h[i].z == i / 77);
}

static void check_blur(void)
{
    enum { W = 37, H = 21 };
    unsigned char in[W * H], out[W * H];
    for (int i = 0; i < W * H; i++)
        in[i] = (unsigned char)noise(i);
    unsigned char *a = on_device(in, W * H);
    unsigned char *b = on_device<unsigned char>(NULL, W * H);
    blur<<<dim3(3, 3), dim3(16, 8)>>>(a, b, W, H);
    LAUNCHED();
    take_back(out, b, W * H);
    CUDA(cudaFree(a));
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++) {
            int sum = 0;
            for (int k = 0; k < 9; k++)
                sum += in[(y + k / 3 - 1) * W + x + k % 3 - 1];
            CHECK(out[y * W + x] == sum / 9);
        }
}

static void check_stencil(void)
{
    enum { N = 11 };
    float in[N * N * N], out[N * N * N];
    for (int i = 0; i < N * N * N; i++)
        in[i] = (float)(noise(i) % 100);
    float *a = on_device(in, N * N * N);
    float *b = on_device<float>(NULL, N * N * N);
    stencil<<<dim3(2, 2, 2), dim3(8, 8, 8)>>>(a, b, N);
    LAUNCHED();
    take_back(out, b, N * N * N);
    CUDA(cudaFree(a));
    for (int z = 1; z < N - 1; z++)
        for (int y = 1; y < N - 1; y++)
            for (int x = 1; x < N - 1; x++) {
                int i = (z * N + y) * N + x;
                CHECK(out[i] == in[i - 1] + in[i + 1] + in[i - N] + in[i + N] +
                                    in[i - N * N] + in[i + N * N] - 6 * in[i]);
            }
}

/* After four steps a glider has moved one cell down and one to the right. */
static void check_life(void)
{
    enum { W = 20, H = 18 };
    char start[W * H] = {0}, end[W * H];
    start[1] = start[W + 2] = 1;
    start[2 * W] = start[2 * W + 1] = start[2 * W + 2] = 1;
    char *a = on_device(start, W * H), *b = on_device<char>(NULL, W * H);
    for (int step = 0; step < 4; step += 2) {
        life<<<dim3(3, 3), dim3(8, 8)>>>(a, b, W, H);
        life<<<dim3(3, 3), dim3(8, 8)>>>(b, a, W, H);
    }
    LAUNCHED();
    take_back(end, a, W * H);
    CUDA(cudaFree(b));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            CHECK(end[(y + 1) % H * W + (x + 1) % W] == start[y * W + x]);
}

static void check_mandelbrot(void)
{
    enum { W = 60, H = 41 };
    int out[W * H], *d = on_device<int>(NULL, W * H);
    mandelbrot<<<dim3(2, 11), dim3(32, 4)>>>(d, W, H, 100);
    LAUNCHED();
    take_back(out, d, W * H);
    CHECK(out[H / 2 * W + W * 2 / 3] == 100 && out[0] == 1);
    CHECK(out[H / 2 * W + W / 3] == 100);
}

int main(void)
{
    check_coordinates();
    check_blur();
    check_stencil();
    check_life();
    check_mandelbrot();
    puts("grids: of two and three dimensions");
    return 0;
}
