/*
 * The author's program: are all numbers still there after they were stirred?
 */
#include <cstdio>
#include <vector>

#include "found.cu"

static void try_with(int n)
{
    std::vector<float> numbers(n), stirred(n);
    std::vector<int> seen(n);
    float *from, *to;
    int missing = 0;
    for (int i = 0; i < n; i++)
        numbers[i] = (float)i;
    cudaMalloc(&from, n * sizeof *from);
    cudaMalloc(&to, n * sizeof *to);
    cudaMemcpy(from, numbers.data(), n * sizeof *from, cudaMemcpyHostToDevice);
    stir(from, to, n);
    cudaMemcpy(stirred.data(), to, n * sizeof *to, cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
    for (float number : stirred) {
        if (number >= 0 && number < n)
            seen[(int)number]++;
    }
    for (int count : seen)
        missing += count != 1;
    printf("%6d numbers: %d missing or twice; %s\n", n, missing,
           cudaGetErrorString(cudaGetLastError()));
}

int main(void)
{
    try_with(1000);
    try_with(50000);
    try_with(61000);
    return 0;
}
