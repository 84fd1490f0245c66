/*
 * backwards.cu - arrays of a thread that are filled one way and read the other:
 * clang may have an index as an unsigned number, whose overflow it adds to a
 * register and takes off again in the offset.
 */
#include "check.h"

__host__ __device__ static float turned(const float *in, int i, int m)
{
    float s[4], c[4], sum = 0;

    for (int k = 0; k < 4; k++) {
        s[k] = in[(i + k) % 100];
        c[k] = 2 * in[(i + 3 * k) % 100];
    }
    for (int k = 0; k < m && k < 4; k++)
        sum += s[k] * c[3 - k];
    return sum;
}

__global__ void backwards(const float *in, float *out, int m)
{
    int i = threadIdx.x;

    out[i] = turned(in, i, m);
}

int main(void)
{
    float in[100], out[100];

    for (int i = 0; i < 100; i++)
        in[i] = (float)(i * 7919 % 101);
    float *d = on_device(in, 100);
    for (int m = 1; m < 6; m++) {
        float *e = on_device<float>(NULL, 100);
        backwards<<<1, 100>>>(d, e, m);
        LAUNCHED();
        take_back(out, e, 100);
        for (int i = 0; i < 100; i++)
            CHECK(out[i] == turned(in, i, m));
    }
    CUDA(cudaFree(d));
    puts("backwards: arrays that are read from their end");
    return 0;
}
