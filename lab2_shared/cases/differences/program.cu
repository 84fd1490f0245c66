/*
 * The author's program: square numbers, whose differences are 1, 3, 5, ...
 */
#include <cstdio>
#include <vector>

#include "found.cu"

int main(void)
{
    enum { N = 300 };
    std::vector<float> squares(N + 1), results(N, -1.0f);
    float *in, *out;
    int wrong = 0;
    for (int i = 0; i <= N; i++)
        squares[i] = (float)(i * i);
    cudaMalloc(&in, (N + 1) * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemcpy(in, squares.data(), (N + 1) * sizeof *in,
               cudaMemcpyHostToDevice);
    differences(in, out, N);
    cudaMemcpy(results.data(), out, N * sizeof *out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += results[i] != 2 * i + 1;
    printf("out: %g %g %g %g ..., and it should be 1 3 5 7 ...\n", results[0],
           results[1], results[2], results[3]);
    printf("%d of %d are wrong; %s\n", wrong, N,
           cudaGetErrorString(cudaGetLastError()));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
