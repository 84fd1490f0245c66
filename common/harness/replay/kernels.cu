/*
 * kernels.cu - our own kernels between and beside those that are timed.
 */
#include <stdint.h>

#include "kernels.h"

/* A number that nobody foresees, of a position. */
static __device__ uint32_t mixed(uint64_t x)
{
    x *= 0x9e3779b97f4a7c15ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    return (uint32_t)(x >> 32);
}

/* Of one element of a piece the sign is turned: which one, nobody knows who has
 * not read them all. */
enum { PIECE = 64 };

static __device__ void turn_one(const struct renewed *r, uint64_t piece,
                                uint64_t seed)
{
    uint64_t wide = r->element / 4, first = piece * PIECE;
    uint64_t left = r->bytes / r->element - first;
    uint64_t i = first + mixed(piece ^ seed) % (left < PIECE ? left : PIECE);
    ((uint32_t *)r->to)[i * wide + wide - 1] ^= 0x80000000u;
}

/* From those of one seed to those of another.  If all were turned, the launch
 * behind would be timed while L2 writes them to memory. */
static __device__ void turn(const struct renewed *r, uint64_t thread,
                            uint64_t threads)
{
    uint64_t pieces = (r->bytes / r->element + PIECE - 1) / PIECE;
    for (uint64_t piece = thread; piece < pieces; piece += threads) {
        if (r->was)
            turn_one(r, piece, r->was);
        if (r->now)
            turn_one(r, piece, r->now);
    }
}

static __device__ void fill(const struct renewed *r, uint64_t thread,
                            uint64_t threads)
{
    uint8_t *to = (uint8_t *)r->to;
    uint64_t wide = ((uint64_t)to & 15) ? 0 : r->bytes / 16;
    uint4 same = {r->word, r->word, r->word, r->word};
    for (uint64_t i = thread; i < wide; i += threads)
        ((uint4 *)to)[i] = same;
    for (uint64_t i = wide * 16 + thread; i < r->bytes; i += threads)
        to[i] = (uint8_t)r->word;
}

extern "C" __global__ void renew(const struct renewed *list, uint32_t count)
{
    uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    uint64_t thread = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].element)
            turn(&list[i], thread, threads);
        else
            fill(&list[i], thread, threads);
    }
}

/* Eight loads of 16 bytes are under way before the first is used. */
static __device__ uint32_t read_array(const uint8_t *bytes, uint64_t n,
                                      uint32_t thread, uint32_t threads)
{
    const uint4 *at = (const uint4 *)bytes;
    uint32_t wide = (uint32_t)(n / 16), all = 0;
    for (uint32_t i = thread; i < wide; i += 8 * threads) {
        uint4 v[8];
#pragma unroll
        for (uint32_t k = 0; k < 8; k++) {
            uint32_t here = i + k * threads;
            v[k] = here < wide ? at[here] : uint4{0, 0, 0, 0};
        }
#pragma unroll
        for (int k = 0; k < 8; k++)
            all ^= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
    }
    for (uint64_t i = (uint64_t)wide * 16 + thread; i < n; i += threads)
        all ^= bytes[i];
    return all;
}

/* Threads that have the least of one array have the most of the next. */
extern "C" __global__ void read_only(struct arrays arrays, uint32_t never,
                                     uint32_t *result)
{
    uint32_t threads = gridDim.x * blockDim.x;
    uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t all = 0;
    for (int i = 0; i < MOST_ARRAYS && arrays.bytes[i]; i++) {
        all ^= read_array((const uint8_t *)arrays.at[i], arrays.bytes[i],
                          thread, threads);
        thread = threads - 1 - thread;
    }
    if (all == never)
        *result = all;
}

extern "C" __global__ void nothing(void)
{
}

static __device__ uint64_t nanoseconds(void)
{
    uint64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/* How many clocks so many nanoseconds are. */
extern "C" __global__ void pace(uint64_t least, uint64_t *result)
{
    uint64_t started = nanoseconds(), now;
    uint64_t clocks = (uint64_t)clock64();
    do
        now = nanoseconds();
    while (now - started < least);
    result[0] = (uint64_t)clock64() - clocks;
    result[1] = now - started;
}
