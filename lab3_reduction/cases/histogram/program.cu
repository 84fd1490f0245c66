/*
 * The author's program: three pictures, one after the other, in the same
 * memory.
 */
#include <cmath>
#include <cstdio>
#include <vector>

#include "found.cu"

enum { N = 1000 };

int main(void)
{
    std::vector<float> picture(N);
    int result[BINS], *counts;
    float *x;
    cudaMalloc(&x, N * sizeof *x);
    cudaMalloc(&counts, sizeof result);
    cudaMemset(counts, 0, sizeof result);
    for (int number = 1; number <= 3; number++) {
        int sum = 0;
        for (int i = 0; i < N; i++)
            picture[i] = 0.9f * sinf((float)(number * i));
        cudaMemcpy(x, picture.data(), N * sizeof *x, cudaMemcpyHostToDevice);
        histogram(x, counts, N);
        cudaMemcpy(result, counts, sizeof result, cudaMemcpyDeviceToHost);
        for (int count : result)
            sum += count;
        printf("picture %d: %d pixels, %d counted\n", number, N, sum);
    }
    cudaFree(x);
    cudaFree(counts);
    return 0;
}
