/*
 * thrust.cu - Thrust's algorithms, each against the C++ library's.
 */
#include "../check.h"
#include <algorithm>
#include <numeric>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <vector>

const int N = 5000, KEYS = 40;

template <typename T> using on_gpu = thrust::device_vector<T>;

static std::vector<int> numbers(int range)
{
    std::vector<int> h(N);
    for (int i = 0; i < N; i++)
        h[i] = noise(i) % range - range / 3;
    return h;
}

template <typename T> static std::vector<T> back(const on_gpu<T> &d, int n = N)
{
    std::vector<T> h(n);
    thrust::copy_n(d.begin(), n, h.begin());
    return h;
}

/* ---- sorting ------------------------------------------------------------- */

/* By comparisons of the library's, which it sorts by digits. */
static void check_sort(void)
{
    std::vector<int> h = numbers(30000), order(N);
    on_gpu<int> d = h, keys = h, values(N);
    thrust::sort(d.begin(), d.end(), thrust::greater<int>());
    thrust::copy_n(thrust::counting_iterator<int>(0), N, values.begin());
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());

    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return h[a] < h[b]; });
    CHECK(back(values) == order);
    std::sort(h.begin(), h.end());
    CHECK(back(keys) == h);
    std::reverse(h.begin(), h.end());
    CHECK(back(d) == h);

    on_gpu<double> reals(N);
    thrust::copy(d.begin(), d.end(), reals.begin());
    thrust::sort(reals.begin(), reals.end());
    CHECK(thrust::is_sorted(reals.begin(), reals.end()));
}

/* ---- sums ---------------------------------------------------------------- */

struct square {
    __host__ __device__ long long operator()(int v) const
    {
        return (long long)v * v;
    }
};

static void check_sums(void)
{
    std::vector<int> h = numbers(2000), sums(N);
    on_gpu<int> d = h, inclusive(N), exclusive(N), largest(N);
    long long squares = 0;
    for (int v : h)
        squares += square()(v);
    CHECK(thrust::reduce(d.begin(), d.end()) ==
          std::accumulate(h.begin(), h.end(), 0));
    CHECK(thrust::transform_reduce(d.begin(), d.end(), square(), 0ll,
                                   thrust::plus<long long>()) == squares);
    CHECK(thrust::max_element(d.begin(), d.end()) - d.begin() ==
          std::max_element(h.begin(), h.end()) - h.begin());
    thrust::inclusive_scan(d.begin(), d.end(), inclusive.begin());
    thrust::exclusive_scan(d.begin(), d.end(), exclusive.begin(), 7);
    thrust::inclusive_scan(d.begin(), d.end(), largest.begin(),
                           thrust::maximum<int>());
    std::partial_sum(h.begin(), h.end(), sums.begin());
    CHECK(back(inclusive) == sums);
    for (int i = 0; i < N; i++)
        sums[i] += 7 - h[i];
    CHECK(back(exclusive) == sums);
    for (int i = 1; i < N; i++)
        h[i] = std::max(h[i], h[i - 1]);
    CHECK(back(largest) == h);
}

/* ---- every element, some elements ---------------------------------------- */

struct saxpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const
    {
        return a * x + y;
    }
};

struct odd {
    __host__ __device__ bool operator()(int v) const
    {
        return v & 1;
    }
};

static void check_elements(void)
{
    std::vector<int> h = numbers(3), few(N);
    on_gpu<float> x(h.begin(), h.end()), y(N, 1.5f);
    on_gpu<int> d = h, chosen(N);
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy{2});
    std::vector<float> got = back(y);
    for (int i = 0; i < N; i++)
        CHECK(got[i] == 2 * h[i] + 1.5f);

    int n = thrust::copy_if(d.begin(), d.end(), chosen.begin(), odd()) -
            chosen.begin();
    few.resize(std::copy_if(h.begin(), h.end(), few.begin(), odd()) -
               few.begin());
    CHECK(thrust::count_if(d.begin(), d.end(), odd()) == n);
    CHECK(back(chosen, n) == few);

    n = thrust::unique(d.begin(), d.end()) - d.begin();
    h.resize(std::unique(h.begin(), h.end()) - h.begin());
    CHECK(back(d, n) == h);
}

static void check_by_key(void)
{
    std::vector<int> h = numbers(KEYS), sums, names;
    std::sort(h.begin(), h.end());
    on_gpu<int> d = h, keys(N), totals(N);
    int n = thrust::reduce_by_key(d.begin(), d.end(),
                                  thrust::counting_iterator<int>(0),
                                  keys.begin(), totals.begin())
                .first -
            keys.begin();
    for (int i = 0; i < N; i++) {
        if (i == 0 || h[i] != h[i - 1]) {
            names.push_back(h[i]);
            sums.push_back(0);
        }
        sums.back() += i;
    }
    CHECK(n == KEYS && back(keys, n) == names && back(totals, n) == sums);
}

int main(void)
{
    check_sort();
    check_sums();
    check_elements();
    check_by_key();
    puts("Thrust: sorted, summed, transformed, chosen");
    return 0;
}
