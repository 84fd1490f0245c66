/*
 * driver.h - what every generated file of random kernels needs: inputs, a
 * main() that launches each kernel and prints a hash of what it wrote, and the
 * little that kernels call.
 *
 *   ./kernels [--seed N] [--after NAME]   a line a kernel: its name and its
 *                                         hash; of those behind that one
 *   ./kernels [--seed N] NAME             every word that kernel wrote
 *
 * Exit status: 1 once a kernel has failed; a process does not get the device
 * back after that, and the kernels behind it are for another one.
 *
 * Guarantee: inputs depend on nothing but the seed; the output depends on what
 * kernels compute, not on the order in which threads run.
 */
#ifndef DRIVER_H
#define DRIVER_H

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- shared by kernels and host ----------------------------------------- */

enum { VALUES = 1024, OUT_WORDS = 1 << 15, COUNTERS = 16 };

/* Values of each kind of register worth trying, as bits. */
struct inputs {
    uint16_t h[VALUES];
    uint32_t r[VALUES], f[VALUES];
    unsigned long long d[VALUES], g[VALUES];
};

struct kernel {
    const char *name;
    void (*run)(const struct inputs *, unsigned *);
    unsigned blocks;
    dim3 threads;
};

/* A place among the values: another one for each thread and operand. */
static __device__ __inline__ unsigned pick(unsigned n, unsigned operand)
{
    n = (n + operand * 0x51ed270bu) * 0x9e3779b1u;
    return ((n ^ n >> 15) * 0x85ebca6bu) >> 22;
}

static __device__ __inline__ unsigned thread_number(void)
{
    unsigned x = threadIdx.x + blockDim.x * threadIdx.y;
    return x + blockDim.x * blockDim.y * threadIdx.z;
}

/* Over the grid. */
static __device__ __inline__ unsigned thread_of_grid(void)
{
    unsigned size = blockDim.x * blockDim.y * blockDim.z;
    return thread_number() + blockIdx.x * size;
}

/* Registers as bits, and back. */
static __device__ __inline__ unsigned bits_of(float a)
{
    return __float_as_uint(a);
}
static __device__ __inline__ unsigned long long bits_of(double a)
{
    return (unsigned long long)__double_as_longlong(a);
}
static __device__ __inline__ unsigned bits_of(unsigned a)
{
    return a;
}
static __device__ __inline__ unsigned long long bits_of(unsigned long long a)
{
    return a;
}
static __device__ __inline__ unsigned short bits_of(unsigned short a)
{
    return a;
}

/* C does not say which NaN an operation makes, nor its sign: one for all. */
static __device__ __inline__ unsigned number_of(float a)
{
    return a != a ? 0x7fffffffu : bits_of(a);
}
static __device__ __inline__ unsigned long long number_of(double a)
{
    return a != a ? 0x7fffffffffffffffull : bits_of(a);
}

/* ---- the host's side ---------------------------------------------------- */

static uint64_t input_state;

/* splitmix64, see common/harness/lab/random.h (which is C). */
static uint64_t input_bits(void)
{
    uint64_t z = input_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Whole numbers: near powers of two, small, of any length. */
static uint64_t whole_number(unsigned bits)
{
    uint64_t any = input_bits(), top = any >> 32 & (bits - 1);
    switch (any & 3) {
    case 0: return (1ull << top) + (any >> 8 & 3) - 1;
    case 1: return 0 - (1ull << top) + (any >> 8 & 3) - 1;
    case 2: return (any >> 8 & 127) - 40;
    default: return input_bits() >> (any >> 40 & (bits - 1) & 63);
    }
}

/* A floating-point number of so many bits of exponent and fraction: zeros,
 * subnormals, infinities, NaNs; short fractions near 1; anything. */
static uint64_t floating_number(unsigned exponent_bits, unsigned fraction_bits)
{
    uint64_t any = input_bits(), fraction = input_bits();
    uint64_t sign = any >> 63 << (exponent_bits + fraction_bits);
    uint64_t all = (1ull << exponent_bits) - 1, one = all >> 1;
    uint64_t exponent = input_bits() & all;
    uint64_t short_one = (any >> 16 & 15) << (fraction_bits - 4);
    fraction &= (1ull << fraction_bits) - 1;
    if (any & 16) /* short, or close to the next power of two */
        fraction = any & 32 ? short_one : 0 - short_one - (any >> 24 & 1);
    fraction &= (1ull << fraction_bits) - 1;
    switch (any & 15) {
    case 0: exponent = 0; break;
    case 1: exponent = all; break;
    case 2: exponent = any & 64 ? 0 : all, fraction = 0; break;
    case 3: exponent = any & 64 ? 1 : all - 1; break;
    case 4: break;
    default: exponent = one + (any >> 8 & 15) - 8; break;
    }
    return sign | exponent << fraction_bits | fraction;
}

/* An integer as floating point, to meet the limits of conversions. */
static uint64_t floating_integer(int size)
{
    double value = (double)(int64_t)whole_number(64);
    float single = (float)(int32_t)whole_number(32);
    uint64_t bits = 0;
    if (input_bits() & 1)
        value /= 2, single /= 2;
    memcpy(&bits, size == 8 ? (void *)&value : (void *)&single, (size_t)size);
    return bits;
}

static void fill_inputs(struct inputs *inputs, uint64_t seed)
{
    input_state = seed;
    for (int i = 0; i < VALUES; i++) {
        inputs->h[i] =
            (uint16_t)(i & 1 ? whole_number(16) : floating_number(5, 10));
        inputs->r[i] = (uint32_t)(i % 8 ? whole_number(32) : input_bits());
        inputs->d[i] = i % 8 ? whole_number(64) : input_bits();
        inputs->f[i] =
            (uint32_t)(i % 4 ? floating_number(8, 23) : floating_integer(4));
        inputs->g[i] = i % 4 ? floating_number(11, 52) : floating_integer(8);
    }
}

static void give_up(const char *what, cudaError_t error)
{
    printf("%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static void must(const char *what, cudaError_t error)
{
    if (error != cudaSuccess)
        give_up(what, error);
}

static void print_words(const unsigned *words)
{
    unsigned last = OUT_WORDS;
    while (last > 0 && words[last - 1] == 0)
        last--;
    for (unsigned i = 0; i < last; i++)
        printf("%u %08x\n", i, words[i]);
}

/* FNV-1a. */
static uint64_t hash_words(const unsigned *words)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (unsigned i = 0; i < OUT_WORDS; i++)
        hash = (hash ^ words[i]) * 0x100000001b3u;
    return hash;
}

/* The words that the kernel writes; ends the process if it fails. */
static void run_kernel(const struct kernel *kernel, const struct inputs *in,
                       unsigned *out, unsigned *words)
{
    size_t size = OUT_WORDS * sizeof *words;
    must("cudaMemset", cudaMemset(out, 0, size));
    kernel->run<<<kernel->blocks, kernel->threads>>>(in, out);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        printf("%s %s\n", kernel->name, cudaGetErrorName(error));
        exit(1);
    }
    must("cudaMemcpy", cudaMemcpy(words, out, size, cudaMemcpyDeviceToHost));
}

struct wishes {
    uint64_t seed;
    const char *only, *after; /* names of kernels, or NULL */
};

static struct wishes read_wishes(int argc, char **argv)
{
    struct wishes wishes = {1, NULL, NULL};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--seed") && i + 1 < argc)
            wishes.seed = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--after") && i + 1 < argc)
            wishes.after = argv[++i];
        else
            wishes.only = argv[i];
    return wishes;
}

static int run_kernels(const struct kernel *kernels, unsigned count, int argc,
                       char **argv)
{
    static struct inputs inputs;
    static unsigned words[OUT_WORDS];
    struct inputs *in;
    unsigned *out;
    struct wishes wishes = read_wishes(argc, argv);
    fill_inputs(&inputs, wishes.seed);
    must("cudaMalloc", cudaMalloc(&in, sizeof inputs));
    must("cudaMalloc", cudaMalloc(&out, OUT_WORDS * sizeof *out));
    must("cudaMemcpy",
         cudaMemcpy(in, &inputs, sizeof inputs, cudaMemcpyHostToDevice));
    for (unsigned i = 0; i < count; i++) {
        const char *name = kernels[i].name;
        if (wishes.after) {
            if (!strcmp(wishes.after, name))
                wishes.after = NULL;
        } else if (!wishes.only || !strcmp(wishes.only, name)) {
            run_kernel(&kernels[i], in, out, words);
            if (wishes.only)
                print_words(words);
            else
                printf("%s %016llx\n", name,
                       (unsigned long long)hash_words(words));
        }
    }
    must("cudaFree", cudaFree(in));
    must("cudaFree", cudaFree(out));
    return 0;
}

#endif
