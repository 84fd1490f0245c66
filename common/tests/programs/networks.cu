/*
 * networks.cu - the kernels of a neural network's layers, as they are taught.
 *
 *   softmax    a block a row: largest value, sum, quotient
 *   online     a warp a row: largest value and sum in one pass, merged by
 *              shuffles
 *   layernorm  a warp a row: mean and variance by Welford's method, merged
 *   attention  a thread a query; keys and values come in tiles, and what was
 *              summed so far is scaled whenever a larger score turns up
 */
#include "check.h"

/* ---- softmax ------------------------------------------------------------- */

template <typename F> __device__ float over_block(float v, F combine)
{
    __shared__ float part[32];
    int lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int d = 16; d > 0; d /= 2)
        v = combine(v, __shfl_xor_sync(0xffffffff, v, d));
    __syncthreads(); /* the call before has read part */
    if (lane == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[lane < warps ? lane : 0];
    for (int i = 1; i < warps; i++)
        v = lane == 0 ? combine(v, part[i]) : v;
    return __shfl_sync(0xffffffff, v, 0);
}

struct largest {
    __device__ float operator()(float a, float b) const
    {
        return fmaxf(a, b);
    }
};
struct sum_of {
    __device__ float operator()(float a, float b) const
    {
        return a + b;
    }
};

__global__ void softmax(const float *in, float *out, int n)
{
    const float *row = in + (size_t)blockIdx.x * n;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        most = fmaxf(most, row[i]);
    most = over_block(most, largest());
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += expf(row[i] - most);
    sum = over_block(sum, sum_of());
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[(size_t)blockIdx.x * n + i] = expf(row[i] - most) / sum;
}

__global__ void online(const float *in, float *out, int rows, int n)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    float most = -INFINITY, sum = 0;
    for (int i = lane; i < n; i += 32) {
        float v = in[r * n + i], larger = fmaxf(most, v);
        sum = sum * __expf(most - larger) + __expf(v - larger);
        most = larger;
    }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(0xffffffff, most, d);
        float its = __shfl_xor_sync(0xffffffff, sum, d);
        float larger = fmaxf(most, other);
        if (larger > -INFINITY) /* a lane may have had no value */
            sum = sum * __expf(most - larger) + its * __expf(other - larger);
        most = larger;
    }
    for (int i = lane; i < n; i += 32)
        out[r * n + i] = __expf(in[r * n + i] - most) / sum;
}

/* ---- layer norm ---------------------------------------------------------- */

struct moments {
    float count, mean, m2;
};

__device__ moments merge(moments a, moments b)
{
    float count = a.count + b.count, delta = b.mean - a.mean;
    if (count == 0)
        return a;
    return {count, a.mean + delta * b.count / count,
            a.m2 + b.m2 + delta * delta * a.count * b.count / count};
}

__global__ void layernorm(const float *in, const float *scale,
                          const float *shift, float *out, int rows, int n)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (r >= rows)
        return;
    moments m = {0, 0, 0};
    for (int i = lane; i < n; i += 32)
        m = merge(m, moments{1, in[r * n + i], 0});
    for (int d = 16; d > 0; d /= 2) {
        moments o = {__shfl_down_sync(0xffffffff, m.count, d),
                     __shfl_down_sync(0xffffffff, m.mean, d),
                     __shfl_down_sync(0xffffffff, m.m2, d)};
        m = merge(m, o);
    }
    float mean = __shfl_sync(0xffffffff, m.mean, 0);
    float variance = __shfl_sync(0xffffffff, m.m2, 0) / n;
    float factor = rsqrtf(variance + 1e-5f);
    for (int i = lane; i < n; i += 32)
        out[r * n + i] =
            (in[r * n + i] - mean) * factor * __ldg(&scale[i]) + shift[i];
}

/* ---- attention ----------------------------------------------------------- */

enum { TILE = 32, WIDTH = 16 };

__global__ void attention(const float *query, const float *key,
                          const float *value, float *out, int n)
{
    __shared__ float k[TILE][WIDTH], v[TILE][WIDTH];
    int t = threadIdx.x, i = blockIdx.x * TILE + t;
    float q[WIDTH], sum[WIDTH] = {0}, most = -INFINITY, weights = 0;
    for (int c = 0; c < WIDTH; c++)
        q[c] = i < n ? query[i * WIDTH + c] : 0;
    for (int first = 0; first < n; first += TILE) {
        int here = n - first < TILE ? n - first : TILE;
        for (int e = t; e < here * WIDTH; e += TILE) {
            k[e / WIDTH][e % WIDTH] = key[first * WIDTH + e];
            v[e / WIDTH][e % WIDTH] = value[first * WIDTH + e];
        }
        __syncthreads();
        for (int j = 0; j < here && first + j <= i; j++) { /* causal */
            float score = 0;
            for (int c = 0; c < WIDTH; c++)
                score += q[c] * k[j][c];
            score *= rsqrtf(WIDTH);
            float larger = fmaxf(most, score), old = expf(most - larger);
            float weight = expf(score - larger);
            weights = weights * old + weight;
            for (int c = 0; c < WIDTH; c++)
                sum[c] = sum[c] * old + weight * v[j][c];
            most = larger;
        }
        __syncthreads(); /* all have read before the next tile comes */
    }
    for (int c = 0; c < WIDTH && i < n; c++)
        out[i * WIDTH + c] = sum[c] / weights;
}

/* ---- checks -------------------------------------------------------------- */

enum { ROWS = 5, N = 77 };

static float *values(int n, unsigned seed)
{
    float *v = (float *)malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = (float)(noise(i + seed) % 1000) / 100 - 5;
    return v;
}

static void check_softmax(const float *in, const float *out)
{
    for (int r = 0; r < ROWS; r++) {
        double sum = 0;
        for (int i = 0; i < N; i++)
            sum += exp((double)in[r * N + i]);
        for (int i = 0; i < N; i++)
            CHECK(fabs(out[r * N + i] - exp((double)in[r * N + i]) / sum) <
                  1e-6);
    }
}

static void check_norm(const float *in, const float *out)
{
    for (int r = 0; r < ROWS; r++) {
        double mean = 0, variance = 0;
        for (int i = 0; i < N; i++)
            mean += in[r * N + i] / (double)N;
        for (int i = 0; i < N; i++)
            variance += pow(in[r * N + i] - mean, 2) / N;
        for (int i = 0; i < N; i++)
            CHECK(
                fabs(out[r * N + i] -
                     (in[r * N + i] - mean) * (1 + i) / sqrt(variance + 1e-5) -
                     i) < 1e-3);
    }
}

static void check_rows(void)
{
    float *in = values(ROWS * N, 1), out[ROWS * N], scale[N], shift[N];
    for (int i = 0; i < N; i++) {
        scale[i] = (float)(1 + i);
        shift[i] = (float)i;
    }
    float *d = on_device(in, ROWS * N), *o = on_device<float>(NULL, ROWS * N);
    float *s = on_device(scale, N), *b = on_device(shift, N);
    softmax<<<ROWS, 96>>>(d, o, N);
    LAUNCHED();
    CUDA(cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost));
    check_softmax(in, out);
    CUDA(cudaMemset(o, 0, sizeof out));
    online<<<3, 64>>>(d, o, ROWS, N);
    LAUNCHED();
    CUDA(cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost));
    check_softmax(in, out);
    layernorm<<<2, dim3(32, 4)>>>(d, s, b, o, ROWS, N);
    LAUNCHED();
    take_back(out, o, ROWS * N);
    check_norm(in, out);
    CUDA(cudaFree(d));
    CUDA(cudaFree(s));
    CUDA(cudaFree(b));
    free(in);
}

static void check_attention(void)
{
    enum { COUNT = N * WIDTH };
    float *q = values(COUNT, 1), *k = values(COUNT, 7), *v = values(COUNT, 13);
    float out[COUNT], *o = on_device<float>(NULL, COUNT);
    float *dq = on_device(q, COUNT), *dk = on_device(k, COUNT);
    float *dv = on_device(v, COUNT);
    attention<<<(N + TILE - 1) / TILE, TILE>>>(dq, dk, dv, o, N);
    LAUNCHED();
    take_back(out, o, COUNT);
    for (int i = 0; i < N; i++) {
        double sum[WIDTH] = {0}, weights = 0;
        for (int j = 0; j <= i; j++) {
            double score = 0;
            for (int c = 0; c < WIDTH; c++)
                score += (double)q[i * WIDTH + c] * k[j * WIDTH + c];
            double weight = exp(score / sqrt((double)WIDTH));
            weights += weight;
            for (int c = 0; c < WIDTH; c++)
                sum[c] += weight * v[j * WIDTH + c];
        }
        for (int c = 0; c < WIDTH; c++)
            CHECK(fabs(out[i * WIDTH + c] - sum[c] / weights) < 1e-3);
    }
    CUDA(cudaFree(dq));
    CUDA(cudaFree(dk));
    CUDA(cudaFree(dv));
    free(q);
    free(k);
    free(v);
}

int main(void)
{
    check_rows();
    check_attention();
    puts("networks: softmax, layer norm, attention");
    return 0;
}
