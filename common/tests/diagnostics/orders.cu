/*
 * orders.cu - results that depend on which warp or block goes first, run in
 * several orders (ptxrun --schedules).
 */
#include "hazards.h"

enum { BLOCKS = 24, THREADS = 64 };

/* Whoever comes last is the winner. */
template <bool fixed> __global__ void winner(int *p)
{
    if (fixed)
        atomicMax(p, (int)blockIdx.x);
    else
        // EXPECT exchanged racecheck: p depends on the order
        atomicExch(p, (int)blockIdx.x);
}

template <bool fixed> void exchanged(void)
{
    int *p = zeroed<int>(1);
    winner<fixed><<<BLOCKS, THREADS>>>(p);
    cudaFree(p);
}

/* Places are given out as blocks come. */
template <bool fixed> __global__ void take(int *n, int *list)
{
    if (threadIdx.x)
        return;
    int place = fixed ? blockIdx.x : atomicAdd(n, 1);
    // EXPECT tickets racecheck: list depends on the order
    list[place] = blockIdx.x;
}

template <bool fixed> void tickets(void)
{
    int *n = zeroed<int>(1), *list = zeroed<int>(BLOCKS);
    take<fixed><<<BLOCKS, THREADS>>>(n, list);
    cudaFree(list);
    cudaFree(n);
}

template <bool fixed> __global__ void sum(float *p)
{
    float value =
        fixed ? 1.0f : 1.0f / (blockIdx.x * THREADS + threadIdx.x + 1);
    // EXPECT rounded racecheck: sums of floats are rounded in the order
    atomicAdd(p, value);
}

template <bool fixed> void rounded(void)
{
    float *p = zeroed<float>(1);
    sum<fixed><<<BLOCKS, THREADS>>>(p);
    cudaFree(p);
}

/* The second warp looks only where it is the first to come. */
template <bool fixed> __global__ void look(int *n, int *p)
{
    __shared__ int set;
    if (!threadIdx.x)
        set = 0;
    __syncthreads();
    if (!threadIdx.x) {
        // EXPECT branch racecheck: race
        set = 1;
        atomicAdd(n, 1);
    }
    if (fixed)
        __syncthreads();
    if (threadIdx.x == 32 && atomicAdd(n, 1) == 0)
        // EXPECT branch racecheck: p depends on the order
        p[0] = set;
}

template <bool fixed> void branch(void)
{
    int *n = zeroed<int>(1), *p = zeroed<int>(1);
    look<fixed><<<1, THREADS>>>(n, p);
    cudaFree(p);
    cudaFree(n);
}

static const struct hazard hazards[] = {HAZARD(exchanged), HAZARD(tickets),
                                        HAZARD(rounded), HAZARD(branch)};

int main(int argc, char **argv)
{
    return RUN(hazards);
}
