/*
 * cooperative_groups.h - thread_block, tiles of a warp, coalesced threads,
 * and the grid.
 *
 * Each operation becomes the barrier, shuffle or vote that CUDA's own header
 * makes of it.  grid.sync() counts the blocks that have arrived in a variable
 * of the program; it needs cudaLaunchCooperativeKernel, as on hardware.
 * Source: CUDA C++ Programming Guide, "Cooperative Groups".
 */
#ifndef EMU_COOPERATIVE_GROUPS_H
#define EMU_COOPERATIVE_GROUPS_H
#pragma GCC system_header

#include "cuda_runtime.h"

#ifdef __CUDA__

namespace cooperative_groups {

#define EMU_MEMBER __device__ __inline__ __attribute__((always_inline, nodebug))

/* Rank among 3-D indices, x fastest. */
EMU_DEVICE unsigned emu_rank(uint3 i, uint3 n)
{
    return (i.z * n.y + i.y) * n.x + i.x;
}
EMU_DEVICE unsigned emu_lane(void)
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

/* ---- the block ----------------------------------------------------------- */

class thread_block {
public:
    EMU_MEMBER static void sync() { __syncthreads(); }
    EMU_MEMBER static dim3 thread_index() { return threadIdx; }
    EMU_MEMBER static dim3 group_index() { return blockIdx; }
    EMU_MEMBER static dim3 group_dim() { return blockDim; }
    EMU_MEMBER static dim3 dim_threads() { return blockDim; }
    EMU_MEMBER static unsigned thread_rank()
    {
        return emu_rank(threadIdx, blockDim);
    }
    EMU_MEMBER static unsigned num_threads()
    {
        return blockDim.x * blockDim.y * blockDim.z;
    }
    EMU_MEMBER static unsigned size() { return num_threads(); }
};
EMU_DEVICE thread_block this_thread_block() { return thread_block(); }

/* ---- the grid ------------------------------------------------------------ */

/* Blocks that have arrived; the top bit turns over at each barrier. */
static __device__ unsigned emu_grid_arrivals;

class grid_group {
public:
    EMU_MEMBER static bool is_valid() { return true; }
    EMU_MEMBER static dim3 group_dim() { return gridDim; }
    EMU_MEMBER static dim3 dim_blocks() { return gridDim; }
    EMU_MEMBER static dim3 block_index() { return blockIdx; }
    EMU_MEMBER static unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    EMU_MEMBER static unsigned long long block_rank()
    {
        return emu_rank(blockIdx, gridDim);
    }
    EMU_MEMBER static unsigned long long num_threads()
    {
        return num_blocks() * thread_block::num_threads();
    }
    EMU_MEMBER static unsigned long long size() { return num_threads(); }
    EMU_MEMBER static unsigned long long thread_rank()
    {
        return block_rank() * thread_block::num_threads() +
               thread_block::thread_rank();
    }
    /* The first block adds what makes the sum turn the top bit over.  All
     * threads look at the bit, before their block has arrived and while they
     * wait, so that no warp is split at the barriers. */
    EMU_MEMBER static void sync()
    {
        const volatile unsigned *arrivals = &emu_grid_arrivals;
        unsigned turn = *arrivals & 0x80000000u;
        __syncthreads();
        if (thread_block::thread_rank() == 0) {
            __threadfence();
            atomicAdd(&emu_grid_arrivals,
                      block_rank() == 0
                          ? 0x80000000u - (unsigned)(num_blocks() - 1)
                          : 1u);
        }
        while ((*arrivals & 0x80000000u) == turn)
            ;
        __threadfence();
        __syncthreads();
    }
};
EMU_DEVICE grid_group this_grid() { return grid_group(); }

/* ---- lanes of one warp --------------------------------------------------- */

/* What tiles and coalesced groups share: a mask of lanes. */
class emu_lanes {
protected:
    unsigned mask;
    EMU_MEMBER explicit emu_lanes(unsigned lanes) : mask(lanes) {}

public:
    EMU_MEMBER void sync() const { __syncwarp(mask); }
    EMU_MEMBER unsigned num_threads() const { return __popc(mask); }
    EMU_MEMBER unsigned size() const { return num_threads(); }
    EMU_MEMBER unsigned thread_rank() const
    {
        return __popc(mask & ((1u << emu_lane()) - 1));
    }
    EMU_MEMBER int any(int p) const { return __any_sync(mask, p); }
    EMU_MEMBER int all(int p) const { return __all_sync(mask, p); }
};

template <unsigned N, typename Parent = void>
class thread_block_tile : public emu_lanes {
    static_assert(N >= 1 && N <= 32 && (N & (N - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads");
    EMU_MEMBER static unsigned shift()
    {
        return thread_block::thread_rank() % 32 / N * N;
    }

public:
    EMU_MEMBER thread_block_tile()
        : emu_lanes((N == 32 ? 0xffffffffu : (1u << N % 32) - 1) << shift())
    {
    }
    /* The parent names where it came from and changes nothing. */
    template <typename P>
    EMU_MEMBER thread_block_tile(const thread_block_tile<N, P> &)
        : thread_block_tile()
    {
    }
    EMU_MEMBER unsigned thread_rank() const
    {
        return thread_block::thread_rank() % N;
    }
    EMU_MEMBER static constexpr unsigned num_threads() { return N; }
    EMU_MEMBER static constexpr unsigned size() { return N; }
    EMU_MEMBER unsigned meta_group_rank() const
    {
        return thread_block::thread_rank() / N;
    }
    EMU_MEMBER unsigned meta_group_size() const
    {
        return (thread_block::num_threads() + N - 1) / N;
    }
    template <typename T> EMU_MEMBER T shfl(T v, int rank) const
    {
        return __shfl_sync(mask, v, rank, N);
    }
    template <typename T> EMU_MEMBER T shfl_up(T v, unsigned d) const
    {
        return __shfl_up_sync(mask, v, d, N);
    }
    template <typename T> EMU_MEMBER T shfl_down(T v, unsigned d) const
    {
        return __shfl_down_sync(mask, v, d, N);
    }
    template <typename T> EMU_MEMBER T shfl_xor(T v, unsigned bits) const
    {
        return __shfl_xor_sync(mask, v, (int)bits, N);
    }
    EMU_MEMBER unsigned ballot(int p) const
    {
        return __ballot_sync(mask, p) >> shift();
    }
    template <typename T> EMU_MEMBER unsigned match_any(T v) const
    {
        return __match_any_sync(mask, v) >> shift();
    }
};

template <unsigned N, typename Parent>
EMU_DEVICE thread_block_tile<N, Parent> tiled_partition(const Parent &)
{
    return thread_block_tile<N, Parent>();
}

/* ---- the lanes that happen to be together -------------------------------- */

class coalesced_group : public emu_lanes {
    /* The lane of the n-th member. */
    EMU_MEMBER int lane_of(unsigned n) const
    {
        unsigned left = mask;
        for (; n; n--)
            left &= left - 1;
        return __ffs((int)left) - 1;
    }

public:
    EMU_MEMBER coalesced_group() : emu_lanes(__activemask()) {}
    template <typename T> EMU_MEMBER T shfl(T v, unsigned rank) const
    {
        return __shfl_sync(mask, v, lane_of(rank));
    }
    template <typename T> EMU_MEMBER T shfl_up(T v, unsigned d) const
    {
        unsigned rank = thread_rank();
        return __shfl_sync(mask, v, lane_of(rank >= d ? rank - d : rank));
    }
    template <typename T> EMU_MEMBER T shfl_down(T v, unsigned d) const
    {
        unsigned rank = thread_rank();
        return __shfl_sync(mask, v,
                           lane_of(rank + d < num_threads() ? rank + d
                                                            : rank));
    }
    EMU_MEMBER unsigned ballot(int p) const
    {
        unsigned votes = __ballot_sync(mask, p), packed = 0, bit = 1;
        for (unsigned left = mask; left; left &= left - 1, bit <<= 1)
            if (votes & left & (0u - left))
                packed |= bit;
        return packed;
    }
};
EMU_DEVICE coalesced_group coalesced_threads() { return coalesced_group(); }

/* ---- the same as functions ----------------------------------------------- */

template <typename G> EMU_DEVICE void sync(const G &g) { g.sync(); }
template <typename G> EMU_DEVICE unsigned thread_rank(const G &g)
{
    return g.thread_rank();
}
template <typename G> EMU_DEVICE unsigned group_size(const G &g)
{
    return g.size();
}

#undef EMU_MEMBER

} // namespace cooperative_groups

#endif
#endif
