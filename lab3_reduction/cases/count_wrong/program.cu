/*
 * The author's program checks a kernel that adds 1 to each element, and,
 * by mistake, one that does nothing.
 */
#include <cstdio>
#include <cstring>
#include <vector>

#include "found.cu"

enum { N = 1000 };

__global__ void add_one(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N)
        out[i] = in[i] + 1;
}

static void say(const char *name, const float *out, const float *expected,
                int *wrong)
{
    int count;
    count_wrong(out, expected, wrong, N);
    cudaMemcpy(&count, wrong, sizeof count, cudaMemcpyDeviceToHost);
    printf("%-20s %4d of %d wrong: %s\n", name, count, N,
           count == 0 ? "PASSED" : "FAILED");
}

int main(void)
{
    std::vector<float> input(N), sums(N);
    float *in, *out, *expected;
    int *wrong;
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    cudaMalloc(&expected, N * sizeof *expected);
    cudaMalloc(&wrong, sizeof *wrong);
    for (int i = 0; i < N; i++) {
        input[i] = (float)i;
        sums[i] = (float)i + 1;
    }
    cudaMemcpy(in, input.data(), N * sizeof *in, cudaMemcpyHostToDevice);
    cudaMemcpy(expected, sums.data(), N * sizeof *expected,
               cudaMemcpyHostToDevice);

    // Marked as not written: each byte is 0xff.
    cudaMemset(out, 0xff, N * sizeof *out);
    add_one<<<(N + 255) / 256, 256>>>(in, out);
    say("adds 1:", out, expected, wrong);
    say("not yet copied:", in, expected, wrong);
    cudaMemset(out, 0xff, N * sizeof *out);
    say("writes nothing:", out, expected, wrong);
    cudaFree(in);
    cudaFree(out);
    cudaFree(expected);
    cudaFree(wrong);
    return 0;
}
