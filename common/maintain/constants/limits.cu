/*
 * limits.cu - what the CUDA Runtime tells of the GPU, and what its host side
 * takes: memory, and copies.
 */
#include <cstring>

#include "constants.h"

static double attribute(cudaDeviceAttr which)
{
    int value = 0;
    CHECK(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

void measure_limits(void)
{
    static const struct {
        const char *name;
        cudaDeviceAttr which;
    } told[] = {
        {"major", cudaDevAttrComputeCapabilityMajor},
        {"minor", cudaDevAttrComputeCapabilityMinor},
        {"multiprocessors", cudaDevAttrMultiProcessorCount},
        {"threads", cudaDevAttrMaxThreadsPerMultiProcessor},
        {"blocks", cudaDevAttrMaxBlocksPerMultiprocessor},
        {"registers", cudaDevAttrMaxRegistersPerMultiprocessor},
        {"shared_bytes", cudaDevAttrMaxSharedMemoryPerMultiprocessor},
        {"block_shared_optin", cudaDevAttrMaxSharedMemoryPerBlockOptin},
        {"block_shared_reserved", cudaDevAttrReservedSharedMemoryPerBlock},
        {"l2_bytes", cudaDevAttrL2CacheSize},
        {"clock_khz", cudaDevAttrClockRate},
        {"memory_clock_khz", cudaDevAttrMemoryClockRate},
        {"memory_bus_bits", cudaDevAttrGlobalMemoryBusWidth},
        {"single_to_double", cudaDevAttrSingleToDoublePrecisionPerfRatio},
    };
    for (const auto &row : told)
        print("told", attribute(row.which), "%s", row.name);
}

static double seconds(void)
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// As a launcher with host pointers does: arrays of so many bytes are
// allocated, copied there, and freed; of which one is copied back.
static double array_us(void *host, size_t bytes, int arrays, int back)
{
    double least = 1e30;
    for (int r = 0; r < 12; r++) {
        void *device[3];
        const double start = seconds();
        for (int i = 0; i < arrays; i++) {
            CHECK(cudaMalloc(&device[i], bytes));
            if (i >= back)
                CHECK(
                    cudaMemcpy(device[i], host, bytes, cudaMemcpyHostToDevice));
        }
        for (int i = 0; i < back; i++)
            CHECK(cudaMemcpy(host, device[i], bytes, cudaMemcpyDeviceToHost));
        for (int i = 0; i < arrays; i++)
            CHECK(cudaFree(device[i]));
        const double us = (seconds() - start) * 1e6;
        if (r > 1 && us < least)
            least = us;
    }
    return least;
}

void measure_copies(void)
{
    const size_t bytes = 64u << 20;
    char *pageable = (char *)malloc(bytes);
    void *pinned, *device;
    memset(pageable, 1, bytes);
    for (size_t kib = 4; kib <= 32768; kib *= 8)
        print("us", array_us(pageable, kib << 10, 3, 1), "three_arrays_%zu_KiB",
              kib);
    CHECK(cudaMallocHost(&pinned, bytes));
    CHECK(cudaMalloc(&device, bytes));
    print("B/us",
          (double)bytes / us_of(1,
                                [&] {
                                    cudaMemcpyAsync(device, pinned, bytes,
                                                    cudaMemcpyHostToDevice,
                                                    stream);
                                }),
          "link");
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(pinned));
    free(pageable);
}
