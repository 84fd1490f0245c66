/*
 * print.cu - printf in kernels, every conversion; assertions that hold.
 */
#include "check.h"
#include <assert.h>

__global__ void conversions(int i, unsigned u, long long l, double d)
{
    printf("%d|%5d|%-5d|%05d|%+d|%i\n", i, i, i, i, i, -i);
    printf("%u|%x|%X|%#x|%o|%#o\n", u, u, u, u, u, u);
    printf("%lld|%llu|%llx|%ld|%zu\n", l, l, l, (long)l, (size_t)l);
    printf("%hd|%hhd|%c|%5c|%-3c|\n", (short)i, (signed char)i, 'a' + i % 26,
           'x', 'y');
    printf("%f|%.2f|%10.3f|%-10.3f|%+.1f\n", d, d, d, d, d);
    printf("%e|%.3E|%g|%G|%.10g|%a\n", d, d, d, d * 1e20, d, d);
    printf("%s|%10s|%-10s|%.2s|%%\n", "word", "right", "left", "cut");
    printf("%*d|%-*d|%.*f\n", 6, i, 6, i, 3, d);
    printf("%p\n", (void *)0);
    printf("no argument\n");
    printf("%f %f %f\n", 1.0f / 0.0f, -1.0f / 0.0f, (float)d);
}

__global__ void per_thread(const float *in, int n)
{
    assert(threadIdx.x < 64);
    if ((int)threadIdx.x < n)
        printf("thread %d has %g\n", threadIdx.x, in[threadIdx.x]);
}

int main(void)
{
    float in[4] = {0.5f, -1, 1e10f, 3};
    conversions<<<1, 1>>>(42, 3000000000u, -1234567890123ll, 3.14159265);
    LAUNCHED();
    float *d = on_device(in, 4);
    per_thread<<<1, 64>>>(d, 4);
    LAUNCHED();
    CUDA(cudaFree(d));
    puts("printed");
    return 0;
}
