/*
 * unset.cu - memory that is read before anything was written to it.
 */
#include "hazards.h"

template <bool fixed>
__global__ void accumulate(const float *a, float *c, int columns)
{
    int row = threadIdx.x;
    if (fixed)
        c[row] = 0;
    for (int j = 0; j < columns; j++)
        // EXPECT sum_into_unset initcheck: bytes of c that were never written
        c[row] += a[row * columns + j];
}

/* += on memory that is new. */
template <bool fixed> void sum_into_unset(void)
{
    float *a = zeroed<float>(32 * 8), *c = unset<float>(32);
    accumulate<fixed><<<1, 32>>>(a, c, 8);
    cudaFree(a);
    cudaFree(c);
}

__global__ void copy(const int *from, int *to)
{
    // EXPECT copy_missing initcheck: from has 256 bytes, offset 0
    to[threadIdx.x] = from[threadIdx.x];
}

/* The cudaMemcpy to the device was forgotten. */
template <bool fixed> void copy_missing(void)
{
    int host[64] = {0}, *from = unset<int>(64), *to = zeroed<int>(64);
    if (fixed)
        cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(from, to);
    cudaFree(from);
    cudaFree(to);
}

/* 4 bytes an element, where there are 8. */
__global__ void copy_doubles(const double *in, double *out)
{
    // EXPECT half_copied initcheck: bytes of in that were never written
    out[threadIdx.x] = in[threadIdx.x];
}

template <bool fixed> void half_copied(void)
{
    double host[64] = {0}, *in = unset<double>(64), *out = zeroed<double>(64);
    size_t size = fixed ? sizeof(double) : sizeof(float);
    cudaMemcpy(in, host, 64 * size, cudaMemcpyHostToDevice);
    copy_doubles<<<1, 64>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

/* Pairs of which only the first half was set. */
__global__ void add_pairs(const float2 *in, float *out)
{
    // EXPECT half_pairs initcheck: bytes of in that were never written
    float2 pair = in[threadIdx.x];
    out[threadIdx.x] = pair.x + pair.y;
}

__global__ void set_pairs(float2 *pairs, bool both)
{
    pairs[threadIdx.x].x = 1;
    if (both)
        pairs[threadIdx.x].y = 2;
}

template <bool fixed> void half_pairs(void)
{
    float2 *in = unset<float2>(64);
    float *out = zeroed<float>(64);
    set_pairs<<<1, 64>>>(in, fixed);
    add_pairs<<<1, 64>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

/* Fewer columns than the tile is wide: its tail is never filled. */
template <bool fixed>
__global__ void row_sums(const float *a, const float *v, float *c, int columns)
{
    __shared__ float tile[64];
    int t = threadIdx.x;
    if (t < columns)
        tile[t] = v[t];
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < (fixed ? columns : 64); j++)
        // EXPECT tile_tail initcheck: the place is tile, byte 160
        sum += tile[j] * a[t * 64 + j];
    c[t] = sum;
}

template <bool fixed> void tile_tail(void)
{
    float *a = zeroed<float>(64 * 64), *v = zeroed<float>(64);
    float *c = zeroed<float>(64);
    row_sums<fixed><<<1, 64>>>(a, v, c, 40);
    cudaFree(a);
    cudaFree(v);
    cudaFree(c);
}

/* Shared counters are not zero when a block starts. */
template <bool fixed> __global__ void histogram(const int *in, int *bins)
{
    __shared__ int local[16];
    if (fixed && threadIdx.x < 16)
        local[threadIdx.x] = 0;
    __syncthreads();
    // EXPECT shared_counters initcheck: bytes of __shared__
    atomicAdd(&local[in[threadIdx.x] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        // EXPECT shared_counters initcheck: bytes of __shared__
        atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

template <bool fixed> void shared_counters(void)
{
    int *in = zeroed<int>(64), *bins = zeroed<int>(16);
    histogram<fixed><<<1, 64>>>(in, bins);
    cudaFree(in);
    cudaFree(bins);
}

__global__ void own_memory(int *out, bool set)
{
    int *p = (int *)malloc(sizeof *p);
    if (set)
        *p = 1;
    // EXPECT heap_unset initcheck: that were never written
    out[0] = *(volatile int *)p;
    free(p);
}

template <bool fixed> void heap_unset(void)
{
    int *out = zeroed<int>(1);
    own_memory<<<1, 1>>>(out, fixed);
    cudaFree(out);
}

__global__ void count_up(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = i;
}

/* The kernel that should fill it was forgotten. */
template <bool fixed> void unset_copied_back(void)
{
    int host[32], *p = unset<int>(32);
    if (fixed)
        count_up<<<1, 32>>>(p, 32);
    // EXPECT-HOST unset_copied_back initcheck: 128 of the 128 bytes
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(p);
}

/* The number of blocks was rounded down; and the copy goes to pinned memory. */
template <bool fixed> void tail_copied_back(void)
{
    int *p = unset<int>(100), *host;
    cudaMallocHost(&host, 400);
    count_up<<<fixed ? 4 : 100 / 32, 32>>>(p, 100);
    // EXPECT-HOST tail_copied_back initcheck: first at byte 384 of 400
    cudaMemcpyAsync(host, p, 400, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
    cudaFreeHost(host);
    cudaFree(p);
}

struct __align__(16) body
{
    float4 place; /* whose w nobody needs */
    short kind;
    double mass;
    char mark; /* and 15 bytes up to the next one */
};

/* Some members of one are left out, which padding never is. */
template <bool fixed> __global__ void set_members(body *all)
{
    int i = threadIdx.x;
    all[i].place.x = i;
    all[i].place.y = i;
    all[i].place.z = i;
    all[i].kind = 1;
    if (fixed || i != 7)
        all[i].mass = 2;
    all[i].mark = 3;
}

template <bool fixed> void member_copied_back(void)
{
    body host[20], *p = unset<body>(20);
    set_members<fixed><<<1, 20>>>(p);
    // EXPECT-HOST member_copied_back initcheck: first at byte 354 of 960
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(p);
}

/* Copied with its padding, by clang a byte at a time, as one member is set. */
struct particle {
    float3 place;
    short kind;
    double energy;
    char mark; /* and 7 bytes up to the next one */
};

template <bool fixed> __global__ void make_particles(particle *all)
{
    particle *p = &all[threadIdx.x];
    p->place = make_float3(1, 2, 3);
    p->kind = 2;
    if (fixed)
        p->energy = 4;
    p->mark = 5;
}

__global__ void move_particles(const particle *from, particle *to)
{
    // EXPECT moved_member initcheck: bytes of from that were never written
    particle p = from[31 - threadIdx.x];
    p.place.x += p.energy;
    p.mark = 1;
    to[threadIdx.x] = p;
}

template <bool fixed> void moved_member(void)
{
    particle *from = unset<particle>(32), *to = unset<particle>(32);
    make_particles<fixed><<<1, 32>>>(from);
    move_particles<<<1, 32>>>(from, to);
    cudaFree(from);
    cudaFree(to);
}

/* Managed memory, which the host might have set: all that it does not touch. */
__global__ void copy_managed(const int *in, int *out)
{
    // EXPECT managed_unset initcheck: bytes of in that were never written
    out[threadIdx.x] = in[threadIdx.x];
}

template <bool fixed> void managed_unset(void)
{
    int *in, *out;
    cudaMallocManaged(&in, 32 * sizeof(int));
    cudaMallocManaged(&out, 32 * sizeof(int));
    for (int i = 0; fixed && i < 32; i++)
        in[i] = i;
    copy_managed<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    copy_managed<<<1, 32>>>(out, in);
    cudaFree(in);
    cudaFree(out);
}

/* ---- arrays of a thread's own -------------------------------------------- */

/* in has 32 numbers below 8 for each thread, of which 7 is the last. */
template <void (*kernel)(const int *, int *)> void with_numbers(void)
{
    int host[32 * 32], *in = unset<int>(32 * 32), *out = zeroed<int>(32);
    for (int i = 0; i < 32 * 32; i++)
        host[i] = i % 32 == 31 ? 7 : i % 32 % 7;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    kernel<<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

/* Counts that do not begin with 0. */
template <bool fixed> __global__ void count_own(const int *in, int *out)
{
    int counts[8];
    in += 32 * threadIdx.x;
    if (fixed)
        for (int i = 0; i < 8; i++)
            counts[i] = 0;
#pragma unroll 1
    for (int i = 0; i < 32; i++)
        // EXPECT own_counts initcheck: of a local array that were never written
        counts[in[i]]++;
    out[threadIdx.x] = counts[in[0]];
}

template <bool fixed> void own_counts(void)
{
    with_numbers<count_own<fixed>>();
}

/* The last of them decides, though nobody set it. */
template <bool fixed> __global__ void look_up(const int *in, int *out)
{
    int seen[8];
    in += 32 * threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < (fixed ? 32 : 31); i++)
        seen[in[i]] = i;
    // EXPECT own_decides initcheck: of a local array that were never written
    if (seen[in[31]] > 5)
        out[threadIdx.x] = 1;
    else
        out[threadIdx.x + 1 & 31] = 2;
}

template <bool fixed> void own_decides(void)
{
    with_numbers<look_up<fixed>>();
}

/* Read in a function; what stands behind a condition may be read before. */
static __device__ __noinline__ int sum_of(const int *p, int n, int most)
{
    int sum = 0;
    for (int i = 0; i < most; i++) {
        // EXPECT own_passed initcheck: of a local array that were never written
        int value = p[i];
        if (i < n)
            sum += value;
    }
    return sum;
}

template <bool fixed> __global__ void sum_own(const int *in, int *out)
{
    int own[8], n = 0;
    in += 32 * threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < 32 && in[i] < 7 && n < 7; i++)
        own[n++] = in[i];
    out[threadIdx.x] = sum_of(own, fixed ? n : n + 1, 8);
}

template <bool fixed> void own_passed(void)
{
    with_numbers<sum_own<fixed>>();
}

/* Stored as it is: a warning.  A structure is copied with what it lacks, and
 * bits are set in words that nobody has set. */
struct own_stack {
    int count, values[9];
};
struct own_bits {
    unsigned low : 3, high : 5;
};

template <bool fixed> __global__ void pass_on(const int *in, int *out)
{
    own_stack stack, copy;
    own_bits bits[8];
    in += 32 * threadIdx.x;
    stack.count = 0;
#pragma unroll 1
    for (int i = 0; i < 5; i++) {
        stack.values[stack.count++] = in[i];
        bits[in[i]].low = i;
        bits[in[i]].high = 1;
    }
    copy = stack;
    copy.values[in[8] + 3] = bits[in[3]].low;
    // EXPECT own_stored initcheck: were never written, to be stored elsewhere
    out[threadIdx.x] = copy.values[in[31] - (fixed ? 3 : 0)];
}

template <bool fixed> void own_stored(void)
{
    with_numbers<pass_on<fixed>>();
}

int main(int argc, char **argv)
{
    static const struct hazard hazards[] = {
        HAZARD(sum_into_unset),   HAZARD(copy_missing),
        HAZARD(half_copied),      HAZARD(half_pairs),
        HAZARD(tile_tail),        HAZARD(shared_counters),
        HAZARD(heap_unset),       HAZARD(unset_copied_back),
        HAZARD(tail_copied_back), HAZARD(member_copied_back),
        HAZARD(moved_member),     HAZARD(managed_unset),
        HAZARD(own_counts),       HAZARD(own_decides),
        HAZARD(own_passed),       HAZARD(own_stored)};
    return RUN(hazards);
}
