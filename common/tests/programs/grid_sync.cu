/*
 * grid_sync.cu - blocks that wait for each other, launched together.
 */
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { THREADS = 96, BLOCKS = 6, N = BLOCKS * THREADS };

/* Each step needs what other blocks did in the step before. */
__global__ void shift(int *a, int *b, int steps)
{
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = grid.size();
    for (int s = 0; s < steps; s++) {
        b[(i + THREADS + 1) % n] = a[i] + 1;
        grid.sync();
        int *swap = a;
        a = b;
        b = swap;
    }
}

int main(void)
{
    int h[N], steps = 5, back[N];
    for (int i = 0; i < N; i++)
        h[i] = noise(i);
    int *a = on_device(h, N), *b = on_device(h, N);
    void *args[] = {&a, &b, &steps};
    CUDA(cudaLaunchCooperativeKernel((void *)shift, dim3(BLOCKS), dim3(THREADS),
                                     args, 0, 0));
    LAUNCHED();
    take_back(back, b, N);
    CUDA(cudaFree(a));
    for (int i = 0; i < N; i++)
        CHECK(back[(i + 5 * (THREADS + 1)) % N] == h[i] + 5);
    puts("grid: in step");
    return 0;
}
