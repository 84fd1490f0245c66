/*
 * atomics.cu - every atomic function and type, in global and in shared
 * memory; a double by compare-and-swap; a hash table.
 */
#include "check.h"

enum { BLOCKS = 4, THREADS = 64, N = BLOCKS * THREADS };

struct cells {
    int add, sub, low, high, exchanged, all, any, odd, swapped;
    unsigned uadd, ulow, uhigh, wrap, down;
    unsigned long long ladd, llow, lhigh, lswapped, lany;
    long long slow;
    float fadd;
    double dadd, by_cas;
};

__device__ double add_by_cas(double *p, double v)
{
    unsigned long long *bits = (unsigned long long *)p;
    unsigned long long old = *(volatile unsigned long long *)bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen,
                        __double_as_longlong(v + __longlong_as_double(seen)));
    } while (old != seen);
    return __longlong_as_double(old);
}

#if COMPUTE < 600 /* which know neither doubles nor scopes */
#define add_double       add_by_cas
#define atomicAdd_system atomicAdd
#define atomicAdd_block  atomicAdd
#define atomicMax_system atomicMax
#else
#define add_double atomicAdd
#endif

__device__ void update(cells *c, int i)
{
    atomicAdd(&c->add, i);
    atomicSub(&c->sub, i);
    atomicMin(&c->low, -i);
    atomicMax(&c->high, i);
    atomicExch(&c->exchanged, i);
    atomicAnd(&c->all, ~(1 << i % 16));
    atomicOr(&c->any, 1 << i % 16);
    atomicXor(&c->odd, i);
    atomicCAS(&c->swapped, 0, 42);
    atomicAdd(&c->uadd, 1u);
    atomicMin(&c->ulow, 0x90000000u + i);
    atomicMax(&c->uhigh, 0x90000000u + i);
    atomicInc(&c->wrap, 9);
    atomicDec(&c->down, 9);
    atomicAdd(&c->ladd, 1ull << 32);
    atomicMin(&c->llow, (5ull << 40) + i);
    atomicMax(&c->lhigh, (5ull << 40) + i);
    atomicCAS(&c->lswapped, 0ull, 7ull << 50);
    atomicOr(&c->lany, 1ull << i % 64);
    atomicMin(&c->slow, -(1ll << 40) - i);
    atomicAdd(&c->fadd, 0.5f);
    add_double(&c->dadd, 0.25);
    add_by_cas(&c->by_cas, 0.125);
}

__global__ void in_global(cells *c)
{
    update(c, blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void in_shared(cells *c)
{
    __shared__ cells s;
    int words = sizeof s / 4;
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        ((int *)&s)[i] = ((int *)c)[i];
    __syncthreads();
    for (int k = 0; k < BLOCKS; k++)
        update(&s, k * blockDim.x + threadIdx.x);
    __syncthreads();
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        ((int *)c)[i] = ((int *)&s)[i];
}

__global__ void scopes(int *v)
{
    atomicAdd_system(&v[0], 1);
    atomicAdd_block(&v[1 + blockIdx.x], 1);
    atomicMax_system(&v[1 + BLOCKS], (int)threadIdx.x);
}

static void expect(const cells *c)
{
    int odd = 0;
    for (int i = 0; i < N; i++)
        odd ^= i;
    CHECK(c->add == N * (N - 1) / 2 && c->sub == -c->add);
    CHECK(c->low == 1 - N && c->high == N - 1 && c->swapped == 42);
    CHECK(c->exchanged >= 0 && c->exchanged < N && c->odd == odd);
    CHECK(c->all == ~0xffff && c->any == 0xffff && c->uadd == N);
    CHECK(c->ulow == 0x90000000u && c->uhigh == 0x90000000u + N - 1);
    CHECK(c->wrap == N % 10 && c->down == (10 - N % 10) % 10);
    CHECK(c->ladd == (unsigned long long)N << 32 && c->llow == 5ull << 40);
    CHECK(c->lhigh == (5ull << 40) + N - 1 && c->lswapped == 7ull << 50);
    CHECK(c->lany == ~0ull && c->slow == -(1ll << 40) - N + 1);
    CHECK(c->fadd == N / 2 && c->dadd == N / 4 && c->by_cas == N / 8);
}

/* ---- hash table: keys claimed by compare-and-swap ------------------------ */

enum { SLOTS = 512, EMPTY = -1 };

__global__ void insert(int *table, int *count, const int *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned at = keys[i] * 7u % SLOTS;; at = (at + 1) % SLOTS) {
        int was = atomicCAS(&table[at], EMPTY, keys[i]);
        if (was != EMPTY && was != keys[i])
            continue;
        atomicAdd(&count[at], 1);
        return;
    }
}

static void check_table(void)
{
    int keys[N], table[SLOTS], count[SLOTS], sum = 0;
    for (int i = 0; i < N; i++)
        keys[i] = noise(i) % 150;
    int *k = on_device(keys, N), *t = on_device<int>(NULL, SLOTS);
    int *c = on_device<int>(NULL, SLOTS);
    CUDA(cudaMemset(t, 0xff, sizeof table));
    CUDA(cudaMemset(c, 0, sizeof count));
    insert<<<BLOCKS, THREADS>>>(t, c, k, N);
    LAUNCHED();
    take_back(table, t, SLOTS);
    take_back(count, c, SLOTS);
    CUDA(cudaFree(k));
    for (int s = 0; s < SLOTS; s++) {
        int expected = 0;
        for (int i = 0; i < N; i++)
            expected += keys[i] == table[s];
        CHECK(count[s] == expected);
        sum += count[s];
    }
    CHECK(sum == N);
}

int main(void)
{
    cells start = {}, c;
    start.all = -1;
    start.ulow = ~0u;
    start.llow = ~0ull;
    for (int shared = 0; shared < 2; shared++) {
        cells *d = on_device(&start, 1);
        if (shared)
            in_shared<<<1, THREADS>>>(d);
        else
            in_global<<<BLOCKS, THREADS>>>(d);
        LAUNCHED();
        take_back(&c, d, 1);
        expect(&c);
    }
    int v[BLOCKS + 2] = {0}, *d = on_device(v, BLOCKS + 2);
    scopes<<<BLOCKS, THREADS>>>(d);
    LAUNCHED();
    take_back(v, d, BLOCKS + 2);
    CHECK(v[0] == N && v[1] == THREADS && v[BLOCKS] == THREADS);
    CHECK(v[BLOCKS + 1] == THREADS - 1);
    check_table();
    puts(COMPUTE < 600 ? "atomics: every function, every type, without scopes"
                       : "atomics: every function, every type");
    return 0;
}
