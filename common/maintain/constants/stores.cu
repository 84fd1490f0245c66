/*
 * stores.cu - what stores take that all multiprocessors, or one, make at once:
 * whole sectors, parts of sectors, and many to one place.
 *
 * Each kernel is long enough for its launch not to matter.
 */
#include "constants.h"

enum { THREADS = 256, ROUNDS = 64 };

// Where a thread stores: `words` 32-bit words in all, a warp's lanes `stride`
// apart, warps `apart` from each other.
template <bool LOADS>
static __global__ void store(float *data, unsigned words, unsigned stride,
                             unsigned apart, unsigned step, unsigned sms,
                             float x)
{
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    unsigned at = warp * apart + threadIdx.x % WARP * stride;
    if (own_sm() >= sms)
        return;
    for (int i = 0; i < ROUNDS; i++, at += step) {
        float *place = data + (at & (words - 1));
        if (LOADS)
            asm volatile("{ .reg .f32 f; ld.global.f32 f, [%0];\n"
                         "  add.f32 f, f, %1; st.global.f32 [%0], f; }"
                         :
                         : "l"(place), "f"(x)
                         : "memory");
        else
            asm volatile("st.global.f32 [%0], %1;"
                         :
                         : "l"(place), "f"(x)
                         : "memory");
    }
}

struct pattern {
    const char *name;
    unsigned words, stride, apart, step;
};

enum { ALL = 1 << 21 }; // 8 MiB

static const pattern patterns[] = {
    // ROUNDS requests of each warp, all to places of their own.
    {"whole", ALL, 1, 32 * ROUNDS, 32},
    {"sector_of_32_bytes", ALL, 8, 256 * ROUNDS, 256},
    {"sector_of_128_bytes", ALL, 32, 1024 * ROUNDS, 1024},
    // A column: neighbours fill the sectors one by one, as in a row-major A.
    {"column", ALL, 1024, 32, 1},
    // Again and again to the same place, of a warp's own.
    {"own_line", ALL, 1, 32, 0},
    {"own_sectors", ALL, 8, 256, 0},
    {"own_lines", ALL, 32, 1024, 0},
    {"own_word", ALL, 0, 32, 0},
    {"own_word_neighbours", ALL, 0, 1, 0},
    // All warps to one line, one sector, one word; to 64 and 1024 lines.
    {"one_line", ALL, 1, 0, 0},
    {"one_word", ALL, 0, 0, 0},
    {"lines_64", 64 * 32, 1, 32, 32},
    {"lines_1024", 1024 * 32, 1, 32, 32},
    {"words_64", 64 * 32, 0, 32, 32},
    {"words_1024", 1024 * 32, 0, 32, 32},
};

template <bool LOADS>
static double clocks_a_request(float *data, const pattern *p, unsigned sms)
{
    // All multiprocessors full, or one: clocks of each of those that store.
    const unsigned blocks = 8u * (unsigned)multiprocessors;
    const double requests = 8.0 * (THREADS / WARP) * ROUNDS;
    const double us = us_of(4, [&] {
        store<LOADS><<<blocks, THREADS, 0, stream>>>(data, p->words, p->stride,
                                                     p->apart, p->step, sms, 1);
    });
    return us * mhz / requests;
}

// Each thread stores the words of a structure, one by one: its neighbours'
// fill the lines.  So many warps of each multiprocessor.
template <int WORDS>
static __global__ void store_structs(float *data, unsigned rounds, float x)
{
    const unsigned step = gridDim.x * blockDim.x * WORDS;
    unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * WORDS;
    for (unsigned i = 0; i < rounds; i++) {
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            asm volatile("st.global.f32 [%0], %1;"
                         :
                         : "l"(data + at + k), "f"(x)
                         : "memory");
        at = at + 2 * step <= ALL ? at + step : at % step;
    }
}

template <int WORDS> static void measure_structs(float *data)
{
    const unsigned rounds = 64;
    for (unsigned warps = 4; warps <= 32; warps *= 8)
        print("clocks",
              us_of(4,
                    [&] {
                        store_structs<WORDS>
                            <<<multiprocessors, warps * WARP, 0, stream>>>(
                                data, rounds, 1);
                    }) *
                  mhz / (warps * rounds * WORDS),
              "store_all_structs_of_%d_%u_warps", WORDS, warps);
}

void measure_stores(void)
{
    float *data;
    CHECK(cudaMalloc(&data, ALL * sizeof *data));
    CHECK(cudaMemset(data, 0, ALL * sizeof *data));
    // What launching takes of that.
    const pattern none = patterns[0];
    print("clocks", clocks_a_request<false>(data, &none, 0), "store_nothing");
    for (const pattern &p : patterns) {
        print("clocks", clocks_a_request<false>(data, &p, 1), "store_1_sm_%s",
              p.name);
        print("clocks", clocks_a_request<false>(data, &p, 9999), "store_all_%s",
              p.name);
        print("clocks", clocks_a_request<true>(data, &p, 1), "update_1_sm_%s",
              p.name);
        print("clocks", clocks_a_request<true>(data, &p, 9999), "update_all_%s",
              p.name);
    }
    measure_structs<1>(data);
    measure_structs<3>(data);
    measure_structs<6>(data);
    measure_structs<8>(data);
    CHECK(cudaFree(data));
}
