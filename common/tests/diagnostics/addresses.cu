/*
 * addresses.cu - memory that is not there: past the end, before the start,
 * misaligned, freed, the host's, nobody's.
 */
#include "hazards.h"

/* ---- past the end, before the start -------------------------------------- */

/* The last block has more threads than there are elements. */
template <bool fixed> __global__ void add_one(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (fixed && i >= n)
        return;
    // EXPECT past_end memcheck: read of 4 bytes past the end of a
    float v = a[i];
    // EXPECT past_end memcheck: write of 4 bytes past the end of b
    b[i] = v + 1;
}

template <bool fixed> void past_end(void)
{
    float *a = zeroed<float>(100), *b = zeroed<float>(100);
    add_one<fixed><<<1, 128>>>(a, b, 100);
    cudaFree(a);
    cudaFree(b);
}

template <bool fixed> __global__ void left_neighbour(const int *a, int *b)
{
    int i = threadIdx.x, left = 0;
    if (!fixed || i > 0)
        // EXPECT before_start memcheck: read of 4 bytes before the start of a
        left = a[i - 1];
    b[i] = a[i] - left;
}

template <bool fixed> void before_start(void)
{
    int *a = zeroed<int>(64), *b = zeroed<int>(64);
    left_neighbour<fixed><<<1, 64>>>(a, b);
    cudaFree(a);
    cudaFree(b);
}

/* ---- the last tile is shorter than a tile -------------------------------- */

template <bool fixed>
__global__ void tiled_rows(const float *a, const float *v, float *c, int rows,
                           int columns)
{
    enum { T = 32 };
    __shared__ float tile[T];
    int row = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < columns; k += T) {
        int width = fixed ? min(T, columns - k) : T;
        tile[threadIdx.x] =
            k + (int)threadIdx.x < columns ? v[k + threadIdx.x] : 0;
        __syncthreads();
        for (int j = 0; row < rows && j < width; j++)
            // EXPECT last_tile memcheck: read of 4 bytes past the end of a
            sum += a[row * columns + k + j] * tile[j];
        __syncthreads();
    }
    if (row < rows)
        c[row] = sum;
}

template <bool fixed> void last_tile(void)
{
    float *a = zeroed<float>(64 * 50), *v = zeroed<float>(50);
    float *c = zeroed<float>(64);
    tiled_rows<fixed><<<2, 32>>>(a, v, c, 64, 50);
    cudaFree(a);
    cudaFree(v);
    cudaFree(c);
}

/* ---- an index that does not fit an int ----------------------------------- */

/* A row of 2^20 pixels, and 2048 rows of them: the index is 2^31. */
template <bool fixed>
__global__ void pixel(unsigned char *image, int row, int columns)
{
    int column = threadIdx.x;
    if (fixed) {
        image[(size_t)row * columns + column] = 1;
    } else {
        int i = row * columns + column;
        // EXPECT int_overflow memcheck: index -2147483648, the last is
        // EXPECT int_overflow memcheck: has an int index overflowed?
        image[i] = 1;
    }
}

template <bool fixed> void int_overflow(void)
{
    enum { ROWS = 2049, COLUMNS = 1 << 20 };
    unsigned char *image = unset<unsigned char>((size_t)ROWS * COLUMNS);
    pixel<fixed><<<1, 32>>>(image, 2048, COLUMNS);
    cudaFree(image);
}

/* The array is too short for its index, had it not overflowed. */
template <bool fixed> __global__ void element(float *a, int row, int columns)
{
    if (fixed)
        a[(size_t)row * columns % 16] = 1;
    else
        // EXPECT int_too_far memcheck: 8589934592 bytes before a, the nearest
        a[row * columns] = 1;
}

template <bool fixed> void int_too_far(void)
{
    float *a = zeroed<float>(16);
    element<fixed><<<1, 1>>>(a, 2048, 1 << 20);
    cudaFree(a);
}

/* The first element has no left neighbour; an unsigned 0, no number below. */
template <bool fixed> __global__ void unsigned_left(const int *in, int *out)
{
    unsigned i = threadIdx.x;
    if (fixed && i == 0)
        return;
    // EXPECT below_zero memcheck: in has 128 bytes, offset 17179869180: index 4
    // EXPECT below_zero memcheck: has an unsigned index gone below 0?
    out[i] = in[i - 1];
}

template <bool fixed> void below_zero(void)
{
    int *in = zeroed<int>(32), *out = zeroed<int>(32);
    unsigned_left<fixed><<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

/* A matrix product whose sizes were passed the wrong way round. */
template <bool fixed>
__global__ void product(const double *m, const double *x, double *y, int rows,
                        int columns)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= (fixed ? rows : columns))
        return;
    double sum = 0;
    for (int j = 0; j < (fixed ? columns : rows); j++)
        // EXPECT wrong_shape memcheck: read of 8 bytes past the end of m
        // EXPECT wrong_shape memcheck: read of 8 bytes past the end of x
        sum += m[k * columns + j] * x[j];
    // EXPECT wrong_shape memcheck: write of 8 bytes past the end of y
    y[k] = sum;
}

template <bool fixed> void wrong_shape(void)
{
    double *m = zeroed<double>(24 * 40 + 400), *x = zeroed<double>(20);
    double *y = zeroed<double>(24);
    if (fixed)
        product<true><<<1, 64>>>(m, x, y, 24, 20);
    else
        product<false><<<1, 64>>>(m, x, y, 24, 40);
    cudaFree(m);
    cudaFree(x);
    cudaFree(y);
}

/* ---- pointers ------------------------------------------------------------ */

template <bool fixed> __global__ void load4(const float *a, float4 *b)
{
    int first = fixed ? 4 * threadIdx.x : 4 * threadIdx.x + 1;
    // EXPECT misaligned memcheck: 4 past a multiple
    b[threadIdx.x] = *(const float4 *)(a + first);
}

template <bool fixed> void misaligned(void)
{
    float *a = zeroed<float>(256);
    float4 *b = zeroed<float4>(32);
    load4<fixed><<<1, 32>>>(a, b);
    cudaFree(a);
    cudaFree(b);
}

__global__ void set(int *p)
{
    // EXPECT null_pointer memcheck: through a null pointer
    // EXPECT host_pointer memcheck: through a host pointer
    // EXPECT unregistered memcheck: through a host pointer
    // EXPECT use_after_free memcheck: memory that was freed
    // EXPECT wild_pointer memcheck: which is no device memory
    p[threadIdx.x] = 1;
}

template <bool fixed> void null_pointer(void)
{
    int *p = fixed ? zeroed<int>(32) : NULL;
    set<<<1, 32>>>(p);
    cudaFree(p);
}

template <bool fixed> void host_pointer(void)
{
    int here[32], *p = zeroed<int>(32);
    set<<<1, 32>>>(fixed ? p : here);
    cudaFree(p);
}

/* It was mapped once. */
template <bool fixed> void unregistered(void)
{
    static int here[32];
    cudaHostRegister(here, sizeof here, cudaHostRegisterMapped);
    if (!fixed)
        cudaHostUnregister(here);
    set<<<1, 32>>>(here);
    cudaDeviceSynchronize();
    if (fixed)
        cudaHostUnregister(here);
}

template <bool fixed> void use_after_free(void)
{
    int *p = zeroed<int>(32);
    if (!fixed)
        cudaFree(p);
    set<<<1, 32>>>(p);
    if (fixed)
        cudaFree(p);
}

template <bool fixed> void wild_pointer(void)
{
    int *p = zeroed<int>(32);
    set<<<1, 32>>>(fixed ? p : (int *)((size_t)p ^ 0x0123000000000000));
    cudaFree(p);
}

/* ---- shared and local memory --------------------------------------------- */

/* The array has the size that some launch once had. */
template <bool fixed> __global__ void static_array(float *out)
{
    __shared__ float partial[fixed ? 256 : 128];
    // EXPECT shared_static memcheck: write of 4 bytes past the end
    partial[threadIdx.x] = 1;
    __syncthreads();
    // EXPECT shared_static memcheck: read of 4 bytes past the end
    out[threadIdx.x] = partial[threadIdx.x ^ 1];
}

template <bool fixed> void shared_static(void)
{
    float *out = zeroed<float>(256);
    static_array<fixed><<<1, fixed ? 256 : 128>>>(out);
    if (!fixed)
        static_array<false><<<1, 160>>>(out);
    cudaFree(out);
}

/* The next array begins where this one ends: no address is outside. */
template <bool fixed> __global__ void two_arrays(float *out)
{
    __shared__ float a[fixed ? 64 : 60];
    __shared__ float b[64];
    extern __shared__ float c[];
    int t = threadIdx.x;
    // EXPECT shared_neighbour memcheck: past the end of __shared__
    // EXPECT shared_neighbour memcheck: a has 240 bytes, offset 240: index 60
    a[t] = 1;
    // EXPECT shared_neighbour memcheck: past the end of __shared__
    b[fixed ? t : t + 1] = 2;
    c[t] = 3;
    __syncthreads();
    // EXPECT shared_neighbour memcheck: past the end of __shared__
    out[t] = a[t ^ 32] + b[t | 1] + c[t ^ 32];
}

template <bool fixed> void shared_neighbour(void)
{
    float *out = zeroed<float>(64);
    two_arrays<fixed><<<1, 64, 64 * sizeof(float)>>>(out);
    cudaFree(out);
}

/* The launch gives the open array nothing; it begins where `few` ends. */
template <bool fixed> __global__ void open_array(float *out)
{
    __shared__ float few[32];
    extern __shared__ float open[];
    int t = threadIdx.x;
    few[t] = 1;
    // EXPECT shared_unsized memcheck: past the end of __shared__ open
    // EXPECT shared_unsized memcheck: open has 0 bytes, offset 0
    open[t] = 2;
    __syncthreads();
    // EXPECT shared_unsized memcheck: past the end of __shared__
    out[t] = few[t ^ 1] + open[t ^ 1];
}

template <bool fixed> void shared_unsized(void)
{
    float *out = zeroed<float>(32);
    open_array<fixed><<<1, 32, fixed ? 32 * sizeof(float) : 0>>>(out);
    cudaFree(out);
}

/* The first thread has no left neighbour. */
template <bool fixed> __global__ void shared_left(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    if (!fixed || t > 0)
        // EXPECT shared_before memcheck: read of 4 bytes before the start
        // EXPECT shared_before memcheck: s has 128 bytes, offset -4: index -1
        out[t] = s[t - 1];
}

template <bool fixed> void shared_before(void)
{
    int *out = zeroed<int>(32);
    shared_left<fixed><<<1, 32>>>(out);
    cudaFree(out);
}

/* Two elements a thread, but the launch gives room for one. */
__global__ void dynamic_array(int *out)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = t;
    // EXPECT shared_dynamic memcheck: write of 4 bytes past the end of __shared
    // EXPECT shared_dynamic memcheck: s has 256 bytes, offset 256: index 64, t
    s[t + blockDim.x] = t;
    __syncthreads();
    // EXPECT shared_dynamic memcheck: read of 4 bytes past the end of __shared
    out[t] = s[t] + s[2 * blockDim.x - 1 - t];
}

template <bool fixed> void shared_dynamic(void)
{
    int *out = zeroed<int>(64);
    dynamic_array<<<1, 64, (fixed ? 2 : 1) * 64 * sizeof(int)>>>(out);
    cudaFree(out);
}

template <bool fixed> __global__ void small_array(const int *in, int *out)
{
    int count[8];
    for (int i = 0; i < 8; i++)
        count[i] = 0;
    for (int i = 0; i < 16; i++)
        // EXPECT local_overrun memcheck: outside the local array
        count[fixed ? in[i] % 8 : in[i]]++;
    out[threadIdx.x] = count[in[threadIdx.x] % 8];
}

template <bool fixed> void local_overrun(void)
{
    int in[32], *a = zeroed<int>(32), *b = zeroed<int>(32);
    for (int i = 0; i < 32; i++)
        in[i] = i * 1000;
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    small_array<fixed><<<1, 32>>>(a, b);
    cudaFree(a);
    cudaFree(b);
}

/* ---- the device's own malloc --------------------------------------------- */

template <bool fixed> __global__ void own_memory(int *out)
{
    int *p = (int *)malloc(4 * sizeof *p);
    p[0] = 7;
    if (!fixed)
        free(p);
    // EXPECT heap_after_free memcheck: memory that was freed
    out[0] = *(volatile int *)p;
    if (fixed)
        free(p);
}

template <bool fixed> void heap_after_free(void)
{
    int *out = zeroed<int>(1);
    own_memory<fixed><<<1, 1>>>(out);
    cudaFree(out);
}

template <bool fixed> __global__ void free_own(int *out)
{
    int *p = (int *)malloc(4 * sizeof *p);
    *(volatile int *)p = 7;
    out[0] = *(volatile int *)p;
    free(p);
    if (!fixed)
        // EXPECT heap_freed_twice memcheck: free of memory that was freed
        free(p);
}

template <bool fixed> void heap_freed_twice(void)
{
    int *out = zeroed<int>(1);
    free_own<fixed><<<1, 1>>>(out);
    cudaFree(out);
}

template <bool fixed> __global__ void keep_own(int **out, int *in)
{
    // EXPECT heap_leaked leakcheck: 12 bytes of memory from malloc
    int *p = (int *)malloc(3 * sizeof *p);
    p[0] = in[threadIdx.x];
    out[threadIdx.x] = p;
    if (fixed || threadIdx.x < 30)
        free(p);
}

template <bool fixed> void heap_leaked(void)
{
    int **out = zeroed<int *>(64), *in = zeroed<int>(64);
    keep_own<fixed><<<1, 32>>>(out, in);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(in);
}

int main(int argc, char **argv)
{
    static const struct hazard hazards[] = {
        HAZARD(past_end),         HAZARD(before_start),
        HAZARD(last_tile),        HAZARD(int_overflow),
        HAZARD(wrong_shape),      HAZARD(misaligned),
        HAZARD(null_pointer),     HAZARD(host_pointer),
        HAZARD(use_after_free),   HAZARD(wild_pointer),
        HAZARD(shared_static),    HAZARD(shared_dynamic),
        HAZARD(shared_neighbour), HAZARD(local_overrun),
        HAZARD(heap_after_free),  HAZARD(unregistered),
        HAZARD(int_too_far),      HAZARD(below_zero),
        HAZARD(shared_before),    HAZARD(heap_freed_twice),
        HAZARD(heap_leaked),      HAZARD(shared_unsized)};
    return RUN(hazards);
}
