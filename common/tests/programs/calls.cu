/*
 * calls.cu - functions that are called: by pointer, through a table, by
 * themselves, virtual; switches; loops left from the middle.
 */
#include "check.h"

typedef int (*operation)(int, int);

__device__ __noinline__ int add(int a, int b)
{
    return a + b;
}
__device__ __noinline__ int subtract(int a, int b)
{
    return a - b;
}
__device__ __noinline__ int multiply(int a, int b)
{
    return a * b;
}

__device__ operation operations[] = {add, subtract, multiply};

__global__ void by_table(const int *in, int *out)
{
    int t = threadIdx.x;
    out[t] = operations[in[t] % 3](in[t], t);
}

__global__ void by_pointer(operation f, int *out)
{
    out[threadIdx.x] = f(threadIdx.x, 100);
}

__device__ __noinline__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ __noinline__ int ackermann(int m, int n)
{
    return m == 0   ? n + 1
           : n == 0 ? ackermann(m - 1, 1)
                    : ackermann(m - 1, ackermann(m, n - 1));
}

/* Quicksort of a row that a thread keeps for itself. */
__device__ __noinline__ void quicksort(int *v, int n)
{
    if (n < 2)
        return;
    int pivot = v[n / 2], low = 0, high = n - 1;
    while (low <= high) {
        while (v[low] < pivot)
            low++;
        while (v[high] > pivot)
            high--;
        if (low > high)
            break;
        int swap = v[low];
        v[low++] = v[high];
        v[high--] = swap;
    }
    quicksort(v, high + 1);
    quicksort(v + low, n - low);
}

__global__ void recurse(int *out, int *rows)
{
    int t = threadIdx.x;
    out[t] = fibonacci(t % 12);
    out[32 + t] = ackermann(t % 3, t % 5);
    quicksort(rows + 16 * t, 16);
}

__global__ void choose(const int *in, int *out)
{
    int v = in[threadIdx.x], r;
    switch (v % 12) {
    case 0: r = v; break;
    case 1: r = v * v; break;
    case 2: r = -v; /* falls through */
    case 3: r = v + 3; break;
    case 4: r = v ^ 0x55; break;
    case 5: r = v / 7; break;
    case 6: r = v % 7; break;
    case 7: r = 1 << v % 31; break;
    case 9: r = v >> 3; break;
    case 10: r = ~v; break;
    default: r = 0; break;
    }
    out[threadIdx.x] = r;
}

/* Steps until 1 is reached: each lane leaves the loop in its own time. */
__global__ void collatz(int *steps)
{
    unsigned v = threadIdx.x + 1;
    int n = 0;
    while (true) {
        if (v == 1)
            break;
        if (v % 2) {
            v = 3 * v + 1;
            n++;
            continue;
        }
        v /= 2;
        n++;
    }
    steps[threadIdx.x] = n;
}

struct shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~shape()
    {
    }
};
struct square : shape {
    float side;
    __device__ square(float s) : side(s)
    {
    }
    __device__ float area() const override
    {
        return side * side;
    }
};
struct disc : shape {
    float radius;
    __device__ disc(float r) : radius(r)
    {
    }
    __device__ float area() const override
    {
        return 3 * radius * radius;
    }
};

__global__ void areas(float *out)
{
    square s(threadIdx.x);
    disc d(threadIdx.x);
    const shape *which = threadIdx.x % 2 ? (const shape *)&s : &d;
    out[threadIdx.x] = which->area();
}

__global__ void with_new(int *out)
{
    int n = threadIdx.x % 4 + 1, sum = 0;
    int *row = new int[n];
    shape *s = new square(n);
    for (int i = 0; i < n; i++)
        row[i] = i + 1;
    for (int i = 0; i < n; i++)
        sum += row[i];
    out[threadIdx.x] = sum + (int)s->area();
    delete s;
    delete[] row;
}

static int expected_choice(int v)
{
    static const int none = 0;
    switch (v % 12) {
    case 0: return v;
    case 1: return v * v;
    case 2:
    case 3: return v + 3;
    case 4: return v ^ 0x55;
    case 5: return v / 7;
    case 6: return v % 7;
    case 7: return 1 << v % 31;
    case 9: return v >> 3;
    case 10: return ~v;
    default: return none;
    }
}

static void check_pointers(void)
{
    int in[32], out[32];
    operation f;
    for (int i = 0; i < 32; i++)
        in[i] = noise(i);
    int *a = on_device(in, 32), *b = on_device<int>(NULL, 32);
    by_table<<<1, 32>>>(a, b);
    LAUNCHED();
    CUDA(cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++)
        CHECK(out[i] == (in[i] % 3 == 0   ? in[i] + i
                         : in[i] % 3 == 1 ? in[i] - i
                                          : in[i] * i));
    CUDA(cudaMemcpyFromSymbol(&f, operations, sizeof f, sizeof f));
    by_pointer<<<1, 32>>>(f, b);
    LAUNCHED();
    CUDA(cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++)
        CHECK(out[i] == i - 100);
    choose<<<1, 32>>>(a, b);
    LAUNCHED();
    take_back(out, b, 32);
    CUDA(cudaFree(a));
    for (int i = 0; i < 32; i++)
        CHECK(out[i] == expected_choice(in[i]));
}

static void check_recursion(void)
{
    static const int fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    int out[64], rows[32 * 16];
    for (int i = 0; i < 32 * 16; i++)
        rows[i] = noise(i);
    int *a = on_device<int>(NULL, 64), *b = on_device(rows, 32 * 16);
    recurse<<<1, 32>>>(a, b);
    LAUNCHED();
    take_back(out, a, 64);
    take_back(rows, b, 32 * 16);
    for (int t = 0; t < 32; t++) {
        int m = t % 3, n = t % 5;
        CHECK(out[t] == fib[t % 12]);
        CHECK(out[32 + t] == (m == 0 ? n + 1 : m == 1 ? n + 2 : 2 * n + 3));
        for (int i = 1; i < 16; i++)
            CHECK(rows[16 * t + i - 1] <= rows[16 * t + i]);
    }
}

int main(void)
{
    check_pointers();
    check_recursion();
    int steps[32], *d = on_device<int>(NULL, 32);
    collatz<<<1, 32>>>(d);
    LAUNCHED();
    take_back(steps, d, 32);
    CHECK(steps[0] == 0 && steps[6] == 16 && steps[26] == 111);
    float area[32], *e = on_device<float>(NULL, 32);
    areas<<<1, 32>>>(e);
    LAUNCHED();
    take_back(area, e, 32);
    for (int i = 0; i < 32; i++)
        CHECK(area[i] == (i % 2 ? i * i : 3 * i * i));
    int *f = on_device<int>(NULL, 32);
    with_new<<<1, 32>>>(f);
    LAUNCHED();
    take_back(steps, f, 32);
    for (int i = 0; i < 32; i++) {
        int n = i % 4 + 1;
        CHECK(steps[i] == n * (n + 1) / 2 + n * n);
    }
    puts("calls: pointers, recursion, switches, virtual functions");
    return 0;
}
