/*
 * cub.cu - CUB's collectives of warps, blocks and the whole device.
 */
#include "../check.h"
#include <algorithm>
#include <cub/cub.cuh>
#include <vector>

enum { N = 20000, THREADS = 128, ITEMS = 4, TILE = THREADS * ITEMS, BINS = 16 };

static std::vector<int> numbers(void)
{
    std::vector<int> h(N);
    for (int i = 0; i < N; i++)
        h[i] = noise(i);
    return h;
}

/* ---- of warps and blocks ------------------------------------------------- */

__global__ void of_warp(const int *in, int *sum, int *before)
{
    typedef cub::WarpReduce<int> reduction;
    typedef cub::WarpScan<int> scan;
    __shared__ typename reduction::TempStorage reducing[THREADS / 32];
    __shared__ typename scan::TempStorage scanning[THREADS / 32];
    int t = threadIdx.x, w = t / 32, prefix;
    int total = reduction(reducing[w]).Sum(in[t]);
    scan(scanning[w]).ExclusiveSum(in[t], prefix);
    before[t] = prefix;
    if (t % 32 == 0)
        sum[w] = total;
}

__global__ void of_block(const int *in, int *sum, int *sorted, int *before)
{
    typedef cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> load;
    typedef cub::BlockReduce<int, THREADS> reduction;
    typedef cub::BlockScan<int, THREADS> scan;
    typedef cub::BlockRadixSort<int, THREADS, ITEMS> sort;
    __shared__ union {
        typename load::TempStorage load;
        typename reduction::TempStorage reduction;
        typename scan::TempStorage scan;
        typename sort::TempStorage sort;
    } room; /* used again after each barrier */
    int v[ITEMS], prefix[ITEMS];
    load(room.load).Load(in, v);
    __syncthreads();
    int total = reduction(room.reduction).Sum(v);
    __syncthreads();
    scan(room.scan).ExclusiveSum(v, prefix);
    cub::StoreDirectBlocked(threadIdx.x, before, prefix);
    __syncthreads();
    sort(room.sort).Sort(v);
    cub::StoreDirectBlocked(threadIdx.x, sorted, v);
    if (threadIdx.x == 0)
        *sum = total;
}

static void check_warps(const std::vector<int> &h, const int *d)
{
    int sums[THREADS / 32], before[THREADS];
    int *s = on_device<int>(NULL, THREADS / 32);
    int *b = on_device<int>(NULL, THREADS);
    of_warp<<<1, THREADS>>>(d, s, b);
    LAUNCHED();
    take_back(sums, s, THREADS / 32);
    take_back(before, b, THREADS);
    for (int i = 0, sum = 0; i < THREADS; i++) {
        sum = i % 32 ? sum : 0;
        CHECK(before[i] == sum);
        sum += h[i];
        CHECK(i % 32 < 31 || sums[i / 32] == sum);
    }
}

static void check_blocks(std::vector<int> h, const int *d)
{
    int sum, sorted[TILE], before[TILE], all = 0;
    int *s = on_device<int>(NULL, 1), *o = on_device<int>(NULL, TILE);
    int *b = on_device<int>(NULL, TILE);
    of_block<<<1, THREADS>>>(d, s, o, b);
    LAUNCHED();
    take_back(&sum, s, 1);
    take_back(sorted, o, TILE);
    take_back(before, b, TILE);
    for (int i = 0; i < TILE; all += h[i++])
        CHECK(before[i] == all);
    CHECK(sum == all);
    std::sort(h.begin(), h.begin() + TILE);
    CHECK(std::equal(sorted, sorted + TILE, h.begin()));
}

/* ---- of the device ------------------------------------------------------- */

/* Asked twice: how much room, then with it. */
#define WITH_ROOM(function, ...)                                               \
    do {                                                                       \
        size_t bytes = 0;                                                      \
        CUDA(function(NULL, bytes, __VA_ARGS__));                              \
        char *room = on_device<char>(NULL, bytes);                             \
        CUDA(function(room, bytes, __VA_ARGS__));                              \
        CUDA(cudaDeviceSynchronize());                                         \
        CUDA(cudaFree(room));                                                  \
    } while (0)

static void check_reduce(const std::vector<int> &h, int *d)
{
    int *out = on_device<int>(NULL, 2), got[2];
    WITH_ROOM(cub::DeviceReduce::Sum, d, out, (int)N);
    WITH_ROOM(cub::DeviceReduce::Max, d, out + 1, (int)N);
    take_back(got, out, 2);
    for (int v : h)
        got[0] -= v;
    CHECK(got[0] == 0 && got[1] == *std::max_element(h.begin(), h.end()));
}

static void check_scan(const std::vector<int> &h, int *d)
{
    std::vector<int> got(N);
    int *out = on_device<int>(NULL, N), sum = 0;
    WITH_ROOM(cub::DeviceScan::InclusiveSum, d, out, (int)N);
    take_back(got.data(), out, N);
    for (int i = 0; i < N; i++)
        CHECK(got[i] == (sum += h[i]));
}

static void check_sort(std::vector<int> h, int *d)
{
    std::vector<int> got(N);
    std::vector<float> places(N);
    for (int i = 0; i < N; i++)
        places[i] = i + 0.5f;
    float *from = on_device(places.data(), N), *to = on_device<float>(NULL, N);
    int *out = on_device<int>(NULL, N);
    WITH_ROOM(cub::DeviceRadixSort::SortPairs, d, out, from, to, (int)N);
    take_back(got.data(), out, N);
    take_back(places.data(), to, N);
    CUDA(cudaFree(from));
    for (int i = 0; i < N; i++)
        CHECK(h[(int)places[i]] == got[i]);
    for (int i = 1; i < N; i++)
        CHECK(got[i - 1] != got[i] || places[i - 1] < places[i]);
    std::sort(h.begin(), h.end());
    CHECK(got == h);
}

static void check_histogram(const std::vector<int> &h, int *d)
{
    int *out = on_device<int>(NULL, BINS), got[BINS], wanted[BINS] = {0};
    WITH_ROOM(cub::DeviceHistogram::HistogramEven, d, out, BINS + 1, 0, 32768,
              (int)N);
    take_back(got, out, BINS);
    for (int v : h)
        wanted[v / (32768 / BINS)]++;
    CHECK(std::equal(got, got + BINS, wanted));
}

int main(void)
{
    std::vector<int> h = numbers();
    int *d = on_device(h.data(), N);
    check_warps(h, d);
    check_blocks(h, d);
    check_reduce(h, d);
    check_scan(h, d);
    check_sort(h, d);
    check_histogram(h, d);
    CUDA(cudaFree(d));
    puts("CUB: warps, blocks and the device agree with the host");
    return 0;
}
