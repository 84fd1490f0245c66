/*
 * transfers.cu - copies between host and device: pageable memory against
 * pinned; and add_streams, which hides them behind each other.
 */
#include <cstdlib>
#include <cstring>

#include "../kernels.h"
#include "clocks.h"

enum { SAMPLES = 9, MOST_MIB = 64, ADDED = 1 << 24 };

/* ---- pageable and pinned ------------------------------------------------- */

// GB/s of the copy in the middle.
static double rate(void *to, const void *from, size_t bytes)
{
    double us[SAMPLES];
    for (double &sample : us) {
        double start = host_us();
        CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
        CHECK(cudaDeviceSynchronize());
        sample = host_us() - start;
    }
    return (double)bytes / figures_of(us, SAMPLES).median / 1e3;
}

static void *pinned_bytes(size_t bytes)
{
    void *memory;
    CHECK(cudaMallocHost(&memory, bytes));
    memset(memory, 1, bytes);
    return memory;
}

// Touched: what was never written has no pages yet.
static void *pageable_bytes(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return memset(memory, 1, bytes);
}

template <class Work> static double us_of(Work work)
{
    double start = host_us();
    work();
    return host_us() - start;
}

static void print_costs(size_t bytes)
{
    void *memory = NULL;
    begin_table("pages: 64 MiB of the host's memory", "what, us");
    printf("%-34s %10.0f\n", "\"malloc and first touch\"",
           us_of([&] { memory = pageable_bytes(bytes); }));
    printf("%-34s %10.0f\n", "\"cudaHostRegister\"", us_of([&] {
               CHECK(cudaHostRegister(memory, bytes, cudaHostRegisterDefault));
           }));
    printf("%-34s %10.0f\n", "\"cudaHostUnregister\"",
           us_of([&] { CHECK(cudaHostUnregister(memory)); }));
    free(memory);
    printf("%-34s %10.0f\n", "\"cudaMallocHost\"",
           us_of([&] { CHECK(cudaMallocHost(&memory, bytes)); }));
    printf("%-34s %10.0f\n", "\"cudaFreeHost\"",
           us_of([&] { CHECK(cudaFreeHost(memory)); }));
}

void print_copies(void)
{
    size_t most = (size_t)MOST_MIB << 20;
    void *device, *pinned = pinned_bytes(most), *pageable;
    pageable = pageable_bytes(most);
    CHECK(cudaMalloc(&device, most));
    begin_table("copies: of the host's memory, each waited for",
                "KiB; GB/s to the device: pageable, pinned; back: pageable, "
                "pinned");
    for (size_t bytes = 4 << 10; bytes <= most; bytes *= 4)
        printf("%8zu %8.2f %8.2f %8.2f %8.2f\n", bytes >> 10,
               rate(device, pageable, bytes), rate(device, pinned, bytes),
               rate(pageable, device, bytes), rate(pinned, device, bytes));
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(pinned));
    free(pageable);
    print_costs(most);
}

/* ---- add_streams --------------------------------------------------------- */

static struct {
    float *a, *b, *c;
} arrays;

static bool right(int n)
{
    for (int i = 0; i < n; i++)
        if (arrays.c[i] != arrays.a[i] + arrays.b[i])
            return false;
    return true;
}

static double ms_of(int n, int chunks, int streams)
{
    double us[SAMPLES];
    for (double &sample : us) {
        double start = host_us();
        CHECK((cudaError_t)add_streams(arrays.a, arrays.b, arrays.c, n, chunks,
                                       streams));
        sample = host_us() - start;
    }
    return figures_of(us, SAMPLES).median / 1e3;
}

static void row(int chunks)
{
    printf("%7d", chunks);
    for (int streams = 1; streams <= 4; streams++)
        printf(" %8.3f", ms_of(ADDED, chunks, streams));
    printf("\n");
}

static void fill(void)
{
    for (int i = 0; i < ADDED; i++) {
        arrays.a[i] = (float)(i % 1000);
        arrays.b[i] = (float)(i % 999);
    }
    memset(arrays.c, 0xff, ADDED * sizeof(float));
}

// The parts alone, one after the other, in one stream that is waited for.
static void print_parts(void)
{
    size_t bytes = ADDED * sizeof(float);
    void *device;
    CHECK(cudaMalloc(&device, bytes));
    printf("# Alone: a and b to the device %.3f ms, c back %.3f ms; a call for "
           "one element %.3f ms\n",
           2 * bytes / rate(device, arrays.a, bytes) / 1e6,
           bytes / rate(arrays.c, device, bytes) / 1e6, ms_of(1, 1, 1));
    CHECK(cudaFree(device));
}

void print_streams(void)
{
    size_t bytes = ADDED * sizeof(float);
    arrays = {(float *)pinned_bytes(bytes), (float *)pinned_bytes(bytes),
              (float *)pinned_bytes(bytes)};
    fill();
    begin_table("streams: add_streams, 2^24 elements, pinned",
                "chunks; ms with 1, 2, 3, 4 streams");
    CHECK((cudaError_t)add_streams(arrays.a, arrays.b, arrays.c, ADDED, 4, 2));
    if (!right(ADDED)) {
        puts("# add_streams is not right yet");
        return;
    }
    print_parts();
    for (int chunks : {1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 1024, 4096})
        row(chunks);
    CHECK(cudaFreeHost(arrays.a));
    CHECK(cudaFreeHost(arrays.b));
    CHECK(cudaFreeHost(arrays.c));

    arrays = {(float *)pageable_bytes(bytes), (float *)pageable_bytes(bytes),
              (float *)pageable_bytes(bytes)};
    fill();
    begin_table("pageable: the same, arrays not pinned",
                "chunks; ms with 1, 2, 3, 4 streams");
    for (int chunks : {1, 4, 16, 64})
        row(chunks);
}
