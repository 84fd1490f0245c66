/*
 * cuda_pipeline.h - copies from global into shared memory past the registers,
 * which a thread starts, and waits for later.
 *
 * Each call becomes the cp.async that CUDA's own header makes of it.
 * Source: CUDA C++ Programming Guide, "Pipeline Primitives Interface".
 */
#ifndef EMU_CUDA_PIPELINE_H
#define EMU_CUDA_PIPELINE_H
#pragma GCC system_header

#include "cuda_runtime.h"

#ifdef __CUDA__

/* In PTX how much is copied is part of the instruction. */
template <int BYTES, int ZEROS>
EMU_DEVICE void emu_copy_async(unsigned to, const void *from, size_t zeros)
{
    if (zeros == ZEROS)
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to),
                     "l"(from), "n"(BYTES), "n"(BYTES - ZEROS)
                     : "memory");
    else if constexpr (ZEROS < BYTES)
        emu_copy_async<BYTES, ZEROS + 1>(to, from, zeros);
}

/* 4, 8 or 16 bytes, both sides aligned to that; the last `zeros` of them are
 * not read and become zero. */
EMU_DEVICE void __pipeline_memcpy_async(void *to, const void *from,
                                        size_t bytes, size_t zeros = 0)
{
    unsigned shared =
        (unsigned)(size_t)(__attribute__((address_space(3))) void *)to;
    if (bytes == 16)
        emu_copy_async<16, 0>(shared, from, zeros);
    else if (bytes == 8)
        emu_copy_async<8, 0>(shared, from, zeros);
    else if (bytes == 4)
        emu_copy_async<4, 0>(shared, from, zeros);
    else
        asm volatile("trap;");
}

/* What was started since the commit before is a group. */
EMU_DEVICE void __pipeline_commit(void)
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int N> EMU_DEVICE void emu_copies_wait(size_t groups)
{
    if (groups == N || N == 8)
        asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
    else if constexpr (N < 8)
        emu_copies_wait<N + 1>(groups);
}

/* What was started so far arrives at an mbarrier when it is copied, once more
 * than it was initialised for. */
EMU_DEVICE void __pipeline_arrive_on(unsigned long long *mbarrier)
{
    unsigned shared =
        (unsigned)(size_t)(__attribute__((address_space(3))) void *)mbarrier;
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared)
                 : "memory");
}

/* For all groups but the last ones, 8 at most. */
EMU_DEVICE void __pipeline_wait_prior(size_t groups)
{
    emu_copies_wait<0>(groups);
}

#endif

#endif
