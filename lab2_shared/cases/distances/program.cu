/*
 * The author's program: the point 0 among points at 1, so that each of m points
 * is 1 away.
 */
#include <cstdio>
#include <vector>

#include "found.cu"

static void try_with(int m)
{
    std::vector<float> points(m, 1.0f);
    float zero = 0, sum = 0;
    float *x, *y, *sums;
    cudaMalloc(&x, sizeof *x);
    cudaMalloc(&y, m * sizeof *y);
    cudaMalloc(&sums, sizeof *sums);
    cudaMemcpy(x, &zero, sizeof *x, cudaMemcpyHostToDevice);
    cudaMemcpy(y, points.data(), m * sizeof *y, cudaMemcpyHostToDevice);
    distances(x, y, sums, 1, m);
    cudaMemcpy(&sum, sums, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    cudaFree(sums);
    printf("%4d points, each 1 away: %4g in all\n", m, sum);
}

int main(void)
{
    try_with(256);
    try_with(1024);
    try_with(1000);
    try_with(300);
    return 0;
}
