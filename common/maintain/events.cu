/*
 * events.cu - what warm_events of lab 1 says on the GPU that is here, by
 * number of elements: rows of a Markdown table.
 *
 * Of RUNS calls the median, after one that is thrown away; memory of the host
 * as malloc gives it.
 */
#include <algorithm>
#include <cstdio>
#include <vector>

#include "cuda_runtime.h"
#include "kernels.h"

enum { RUNS = 21, MOST = 100000000 };

static float median(std::vector<float> values)
{
    std::nth_element(values.begin(), values.begin() + RUNS / 2, values.end());
    return values[RUNS / 2];
}

/* Three digits, and whole numbers whole. */
static void put(double value)
{
    printf(value < 100 ? " %.3g |" : " %.0f |", value);
}

static cudaError_t print_row(const float *x, float *y, int n)
{
    std::vector<float> kernel, all;
    float times[4];
    cudaError_t error = warm_events(x, y, times, n);
    for (int i = 0; i < RUNS && error == cudaSuccess; i++) {
        error = warm_events(x, y, times, n);
        kernel.push_back(times[0]);
        all.push_back(times[1]);
    }
    if (error != cudaSuccess)
        return error;
    float ms = median(kernel), all_ms = median(all);
    printf("| %d |", n);
    put(1e3 * ms);
    put(8.0 * n / ms / 1e6);
    put(1e3 * all_ms);
    put(8.0 * n / all_ms / 1e6);
    putchar('\n');
    return error;
}

int main()
{
    cudaDeviceProp device;
    std::vector<float> x(MOST, 1.0f), y(MOST);
    cudaError_t error = cudaGetDeviceProperties(&device, 0);
    if (error == cudaSuccess)
        printf("Measured on one %s, `make events`:\n\n"
               "| n | kernel alone, us | GB/s | with both copies, us | GB/s |\n"
               "|---|---|---|---|---|\n",
               device.name);
    for (int n = 1000; n <= MOST && error == cudaSuccess; n *= 10)
        error = print_row(x.data(), y.data(), n);
    if (error != cudaSuccess)
        fprintf(stderr, "events: %s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
