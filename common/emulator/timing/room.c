/*
 * room.c - see room.h.
 *
 * Source: CUDA C++ Programming Guide, "Technical Specifications per Compute
 * Capability" and "Shared Memory", compute capability 9.0; the occupancy
 * calculator for the units in which registers and shared memory are given.
 */
#include "room.h"

#include "base/larger.h"
#include "base/limits.h"
#include "timing/tape.h"

enum { REGISTER_UNIT = 256, SHARED_UNIT = 128, KIB = 1024 };

/* What shared memory can have of the memory that it has with L1, KiB. */
static const uint32_t carveouts[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
enum { UNIFIED_KIB = 256 };

static uint64_t round_up(uint64_t n, uint64_t unit)
{
    return (n + unit - 1) / unit * unit;
}

static uint64_t warps_of(struct room_block block)
{
    return round_up(block.threads, WARP_SIZE) / WARP_SIZE;
}

static uint64_t shared_of(const struct gpu *gpu, struct room_block block)
{
    return round_up(block.shared_bytes, SHARED_UNIT) +
           gpu->block_shared_reserved;
}

uint32_t room_blocks(const struct gpu *gpu, struct room_block block)
{
    uint64_t warps = larger(warps_of(block), 1);
    uint64_t warp_registers = round_up(
        (uint64_t)larger(block.registers, 1) * WARP_SIZE, REGISTER_UNIT);
    uint64_t blocks = smaller(gpu->blocks, gpu->threads / WARP_SIZE / warps);
    blocks = smaller(blocks, gpu->registers / warp_registers / warps);
    blocks = smaller(blocks, gpu->shared_bytes / shared_of(gpu, block));
    return (uint32_t)larger(blocks, 1);
}

uint32_t room_l1_lines(const struct gpu *gpu, struct room_block block,
                       uint32_t blocks)
{
    uint64_t wanted = shared_of(gpu, block) * blocks;
    size_t i = 0;
    while (i + 1 < sizeof carveouts / sizeof *carveouts &&
           (uint64_t)carveouts[i] * KIB < wanted)
        i++;
    return (UNIFIED_KIB - carveouts[i]) * KIB / TAPE_LINE_BYTES;
}
