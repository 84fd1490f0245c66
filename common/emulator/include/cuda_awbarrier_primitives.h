/*
 * cuda_awbarrier_primitives.h - barriers in shared memory that a thread arrives
 * at, and waits for later.
 *
 * Each call becomes the mbarrier instruction that CUDA's own header makes of
 * it.
 * Source: CUDA C++ Programming Guide, "Memory Barrier Primitives Interface".
 */
#ifndef EMU_CUDA_AWBARRIER_PRIMITIVES_H
#define EMU_CUDA_AWBARRIER_PRIMITIVES_H
#pragma GCC system_header

#include "cuda_pipeline.h"

#include <stdint.h>

typedef unsigned long long __mbarrier_t, __mbarrier_token_t;

static inline uint32_t __mbarrier_maximum_count(void)
{
    return (1u << 20) - 1;
}

#ifdef __CUDA__

EMU_DEVICE unsigned emu_shared_address(const void *p)
{
    return (unsigned)(size_t)(__attribute__((address_space(3))) void *)p;
}

EMU_DEVICE void __mbarrier_init(__mbarrier_t *b, uint32_t count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(
                     emu_shared_address(b)),
                 "r"(count)
                 : "memory");
}

EMU_DEVICE void __mbarrier_inval(__mbarrier_t *b)
{
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(emu_shared_address(b))
                 : "memory");
}

EMU_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *b)
{
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(token)
                 : "r"(emu_shared_address(b))
                 : "memory");
    return token;
}

EMU_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *b)
{
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
                 : "=l"(token)
                 : "r"(emu_shared_address(b))
                 : "memory");
    return token;
}

EMU_DEVICE bool __mbarrier_test_wait(__mbarrier_t *b, __mbarrier_token_t token)
{
    unsigned over;
    asm volatile("{.reg .pred p;\nmbarrier.test_wait.shared.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p;}"
                 : "=r"(over)
                 : "r"(emu_shared_address(b)), "l"(token)
                 : "memory");
    return over;
}

EMU_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t *b, bool parity)
{
    unsigned over;
    asm volatile("{.reg .pred p;\nmbarrier.test_wait.parity.shared.b64 p, "
                 "[%1], %2;\nselp.u32 %0, 1, 0, p;}"
                 : "=r"(over)
                 : "r"(emu_shared_address(b)), "r"((unsigned)parity)
                 : "memory");
    return over;
}

EMU_DEVICE bool __mbarrier_try_wait(__mbarrier_t *b, __mbarrier_token_t token,
                                    uint32_t)
{
    return __mbarrier_test_wait(b, token);
}

EMU_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t *b, bool parity,
                                           uint32_t)
{
    return __mbarrier_test_wait_parity(b, parity);
}

EMU_DEVICE uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token)
{
    uint32_t count;
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
    return count;
}

#endif

#endif
