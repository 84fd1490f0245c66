/*
 * barriers.cu - threads that wait for threads that do not come.
 */
#include "hazards.h"

template <bool fixed> __global__ void half_warp(int *data)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = data[t];
    if (fixed)
        __syncthreads();
    if (t % 2) {
        if (!fixed)
            // EXPECT in_a_branch synccheck: __syncthreads() in divergent code
            // EXPECT in_a_branch synccheck: lanes 0xaaaaaaaa, elsewhere 0x5555
            __syncthreads();
        data[t] = s[t - 1];
    }
    data[t] += t;
}

template <bool fixed> void in_a_branch(void)
{
    int *data = zeroed<int>(64);
    half_warp<fixed><<<1, 64>>>(data);
    cudaFree(data);
}

/* Whole warps are elsewhere: no warp diverges, yet the others wait. */
template <bool fixed> __global__ void two_barriers(int *data)
{
    int t = threadIdx.x;
    if (fixed) {
        __syncthreads();
    } else if (t < 32) {
        // EXPECT two_places synccheck: wait here for ever
        // EXPECT two_places synccheck: 32 of 64 threads have come to barrier 1
        asm volatile("bar.sync 1;" ::: "memory");
    } else {
        // EXPECT two_places synccheck: wait here for ever
        asm volatile("bar.sync 2;" ::: "memory");
    }
    data[t] = t;
}

template <bool fixed> void two_places(void)
{
    int *data = zeroed<int>(64);
    two_barriers<fixed><<<1, 64>>>(data);
    cudaFree(data);
}

/* Threads without an element have left when the others come to the barrier. */
template <bool fixed> __global__ void tail(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (!fixed && i >= n)
        return;
    s[t] = i < n ? in[i] : 0;
    // EXPECT early_return synccheck: threads of the block never reach
    // EXPECT early_return synccheck: 24 of 64 threads have returned
    __syncthreads();
    if (i < n)
        out[i] = s[t] + s[t & ~1];
}

template <bool fixed> void early_return(void)
{
    int *in = zeroed<int>(104), *out = zeroed<int>(104);
    tail<fixed><<<2, 64>>>(in, out, 104);
    cudaFree(in);
    cudaFree(out);
}

/* The mask names 32 lanes, of which 8 make the call. */
template <bool fixed> __global__ void few_lanes(const int *in, int *out)
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 8) {
        unsigned mask = fixed ? 0xff : 0xffffffff;
        // EXPECT never_arrive synccheck: named in the mask never arrive
        // EXPECT never_arrive synccheck: lanes 0x000000ff have come, 0xffffff00
        v += __shfl_xor_sync(mask, v, 4);
    }
    __syncthreads();
    out[threadIdx.x] = v;
}

template <bool fixed> void never_arrive(void)
{
    int *in = zeroed<int>(32), *out = zeroed<int>(32);
    few_lanes<fixed><<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

template <bool fixed> __global__ void not_named(const int *in, int *out)
{
    unsigned mask = fixed ? 0xffffffff : 0xffff;
    // EXPECT not_in_mask synccheck: a thread that its mask does not name
    // EXPECT not_in_mask synccheck: mask is 0x0000ffff, lanes 0xffffffff make
    unsigned odd = __ballot_sync(mask, in[threadIdx.x] & 1);
    out[threadIdx.x] = odd;
}

template <bool fixed> void not_in_mask(void)
{
    int *in = zeroed<int>(32), *out = zeroed<int>(32);
    not_named<fixed><<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

/* 40 threads: the second warp has 8 lanes, and reads others. */
template <bool fixed> __global__ void absent(const int *in, int *out)
{
    int v = threadIdx.x < 40 ? in[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        // EXPECT absent_lane synccheck: __shfl_down_sync reads a lane that does
        // EXPECT absent_lane synccheck: lane 0 reads lane 16: the value is
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        out[threadIdx.x / 32] = v;
}

template <bool fixed> void absent_lane(void)
{
    int *in = zeroed<int>(40), *out = zeroed<int>(2);
    absent<fixed><<<1, fixed ? 64 : 40>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

/* A shuffle inside the branch that only its readers take. */
template <bool fixed> __global__ void in_branch(const int *in, int *out)
{
    int t = threadIdx.x, v = in[t], other = 0;
    if (fixed)
        other = __shfl_sync(0xffffffff, v, t / 2);
    if (t < 16) {
        if (!fixed)
            // EXPECT shuffle_in_branch synccheck: __shfl_sync: lanes named in
            other = __shfl_sync(0xffffffff, v, t / 2);
        out[t] = other;
    }
    __syncthreads();
    out[16 + t] = v;
}

template <bool fixed> void shuffle_in_branch(void)
{
    int *in = zeroed<int>(32), *out = zeroed<int>(48);
    in_branch<fixed><<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

template <bool fixed> __global__ void from_32(const int *in, int *out)
{
    int v = in[threadIdx.x];
    for (int d = fixed ? 16 : 32; d > 0; d /= 2)
        // EXPECT far_shuffle synccheck: __shfl_down_sync over more lanes than
        v += __shfl_down_sync(0xffffffff, v, d);
    /* A step too many in a scan does no harm. */
    for (int d = 1; d <= 32; d *= 2) {
        int left = __shfl_up_sync(0xffffffff, v, d);
        v += threadIdx.x >= d ? left : 0;
    }
    out[threadIdx.x] = v;
}

template <bool fixed> void far_shuffle(void)
{
    int *in = zeroed<int>(32), *out = zeroed<int>(32);
    from_32<fixed><<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

/* A loop whose barrier some warps pass more often than others. */
template <bool fixed> __global__ void uneven(const int *rounds, int *out)
{
    int n = fixed ? 4 : rounds[threadIdx.x / 32];
    for (int i = 0; i < n; i++) {
        // EXPECT uneven_rounds synccheck: wait here for ever
        __syncthreads();
    }
    __syncthreads();
    out[threadIdx.x] = n;
    // EXPECT uneven_rounds synccheck: wait here for ever
    asm volatile("bar.sync 3;" ::: "memory");
}

template <bool fixed> void uneven_rounds(void)
{
    int host[2] = {4, 2}, *rounds = zeroed<int>(2), *out = zeroed<int>(64);
    cudaMemcpy(rounds, host, sizeof host, cudaMemcpyHostToDevice);
    uneven<fixed><<<1, 64>>>(rounds, out);
    cudaFree(rounds);
    cudaFree(out);
}

/* An mma is the whole warp's: half of it is elsewhere; the halves execute one
 * each; half of it has returned. */
#define PRODUCT(d, x)                                                          \
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"             \
                 " {%0, %1}, {%2}, {%2}, {%0, %1};"                            \
                 : "+d"(d[0]), "+d"(d[1])                                      \
                 : "d"(x))

template <bool fixed> __global__ void products(const double *in, double *out)
{
    double x = in[threadIdx.x], d[2] = {0, 0};
    if (fixed || threadIdx.x < 16)
        // EXPECT part_of_warp synccheck: mma.sync without all 32 lanes
        // EXPECT part_of_warp synccheck: lanes 0x0000ffff execute it together
        PRODUCT(d, x);
    if (fixed || threadIdx.x % 2)
        // EXPECT part_of_warp synccheck: lanes 0xaaaaaaaa execute it together
        PRODUCT(d, x);
    else
        // EXPECT part_of_warp synccheck: lanes 0x55555555 execute it together
        PRODUCT(d, 2 * x);
    out[threadIdx.x] = d[0] + d[1];
    if (!fixed && threadIdx.x > 7)
        return;
    // EXPECT part_of_warp synccheck: 0xffffff00 do not, or are not there
    PRODUCT(d, x);
    out[threadIdx.x] = d[0];
}

template <bool fixed> void part_of_warp(void)
{
    double *in = zeroed<double>(32), *out = zeroed<double>(32);
    products<fixed><<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

int main(int argc, char **argv)
{
    static const struct hazard hazards[] = {
        HAZARD(in_a_branch),       HAZARD(two_places),    HAZARD(early_return),
        HAZARD(never_arrive),      HAZARD(not_in_mask),   HAZARD(absent_lane),
        HAZARD(shuffle_in_branch), HAZARD(uneven_rounds), HAZARD(far_shuffle),
        HAZARD(part_of_warp)};
    return RUN(hazards);
}
