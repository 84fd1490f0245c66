/*
 * bulk.h - mbarriers and bulk copies of sm_90, for clang and nvcc: as PTX ISA
 * 9.0 writes them.  Macros, so that each stands in its user's line.
 */
#ifndef BULK_H
#define BULK_H

typedef unsigned long long mbarrier;

/* The address in shared memory of a variable there. */
static __device__ inline unsigned shared_at(const void *p)
{
    unsigned at;
    asm("{.reg .b64 t;\ncvta.to.shared.u64 t, %1;\ncvt.u32.u64 %0, t;}"
        : "=r"(at)
        : "l"(p));
    return at;
}

#define MBARRIER_INIT(b, count)                                              \
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(            \
                     shared_at(&(b))),                                       \
                 "r"(count)                                                  \
                 : "memory")
#define MBARRIER_INVAL(b)                                                    \
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(               \
                     shared_at(&(b)))                                        \
                 : "memory")
#define MBARRIER_ARRIVE(b)                                                   \
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::   \
                     "r"(shared_at(&(b)))                                    \
                 : "memory")
#define MBARRIER_ARRIVE_EXPECT(b, bytes)                                     \
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, " \
                 "[%0], %1;" ::"r"(shared_at(&(b))),                         \
                 "r"((unsigned)(bytes))                                      \
                 : "memory")
#define MBARRIER_EXPECT(b, bytes)                                            \
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], "     \
                 "%1;" ::"r"(shared_at(&(b))),                               \
                 "r"((unsigned)(bytes))                                      \
                 : "memory")
/* Is the phase of that parity complete? */
#define MBARRIER_TEST(b, parity, done)                                       \
    asm volatile("{.reg .pred p;\nmbarrier.try_wait.parity.acquire.cta."     \
                 "shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;}"      \
                 : "=r"(done)                                                \
                 : "r"(shared_at(&(b))), "r"(parity)                         \
                 : "memory")
#define MBARRIER_WAIT(b, parity)                                             \
    for (unsigned done_ = 0; !done_;)                                        \
    MBARRIER_TEST(b, parity, done_)

#define FENCE_PROXY asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

#define BULK_LOAD(to, from, bytes, b)                                        \
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::"           \
                 "complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(           \
                     shared_at(to)),                                         \
                 "l"(__cvta_generic_to_global(from)), "r"((unsigned)(bytes)),\
                 "r"(shared_at(&(b)))                                        \
                 : "memory")
#define BULK_STORE(to, from, bytes)                                          \
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], "  \
                 "%2;" ::"l"(__cvta_generic_to_global(to)),                  \
                 "r"(shared_at(from)), "r"((unsigned)(bytes))                \
                 : "memory")
#define BULK_ADD(to, from, bytes, type)                                      \
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add."   \
                 type " [%0], [%1], %2;" ::"l"(__cvta_generic_to_global(to)),\
                 "r"(shared_at(from)), "r"((unsigned)(bytes))                \
                 : "memory")
#define BULK_COMMIT asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define BULK_WAIT_READ(n)                                                    \
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(n) : "memory")
#define BULK_WAIT(n)                                                         \
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(n) : "memory")

#endif
