/*
 * The author's program: three elements, by eye.
 */
#include <cstdio>

#include "found.cu"

int main(void)
{
    const float a[3] = {1, 2, 3}, b[3] = {10, 10, 10};
    float c[3] = {0, 0, 0};
    float *A, *B, *C;
    cudaMalloc(&A, sizeof a);
    cudaMalloc(&B, sizeof b);
    cudaMalloc(&C, sizeof c);
    cudaMemcpy(A, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(B, b, sizeof b, cudaMemcpyHostToDevice);
    add_scaled(A, B, C, 3);
    cudaMemcpy(c, C, sizeof c, cudaMemcpyDeviceToHost);
    printf("%g %g %g, and it should be 13 16 19\n", c[0], c[1], c[2]);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return 0;
}
