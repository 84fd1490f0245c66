/*
 * device_functions.h - barriers, fences, warp operations, bits and clocks.
 *
 * Each is one PTX instruction, reached through a builtin of clang or a line of
 * PTX.  "nodebug" gives the instruction the place of the call, which is where
 * a finding about it has to point.  Source: CUDA C++ Programming Guide, "C++
 * Language Extensions"; PTX ISA.
 */
#ifndef EMU_DEVICE_FUNCTIONS_H
#define EMU_DEVICE_FUNCTIONS_H
#pragma GCC system_header

#include "vector_types.h"

#define EMU_DEVICE \
    static __device__ __inline__ __attribute__((always_inline, nodebug))

/* ---- barriers and fences ------------------------------------------------ */

#define __syncthreads() __nvvm_bar_sync(0)

EMU_DEVICE int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
EMU_DEVICE int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
EMU_DEVICE int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }
EMU_DEVICE void __syncwarp(unsigned mask = 0xffffffffu)
{
    __nvvm_bar_warp_sync(mask);
}
EMU_DEVICE void __threadfence_block(void) { __nvvm_membar_cta(); }
EMU_DEVICE void __threadfence(void) { __nvvm_membar_gl(); }
EMU_DEVICE void __threadfence_system(void) { __nvvm_membar_sys(); }
EMU_DEVICE void __trap(void) { asm volatile("trap;"); }
EMU_DEVICE void __brkpt(void) { asm volatile("brkpt;"); }
EMU_DEVICE void __nanosleep(unsigned ns)
{
    asm volatile("nanosleep.u32 %0;" ::"r"(ns));
}

/* ---- clocks and special registers --------------------------------------- */

EMU_DEVICE int clock(void)
{
    int t;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(t)::"memory");
    return t;
}
EMU_DEVICE long long clock64(void)
{
    long long t;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
    return t;
}
EMU_DEVICE unsigned long long __globaltimer(void)
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
    return t;
}

/* ---- votes -------------------------------------------------------------- */

EMU_DEVICE int __all_sync(unsigned mask, int p)
{
    return __nvvm_vote_all_sync(mask, p);
}
EMU_DEVICE int __any_sync(unsigned mask, int p)
{
    return __nvvm_vote_any_sync(mask, p);
}
EMU_DEVICE int __uni_sync(unsigned mask, int p)
{
    return __nvvm_vote_uni_sync(mask, p);
}
EMU_DEVICE unsigned __ballot_sync(unsigned mask, int p)
{
    return __nvvm_vote_ballot_sync(mask, p);
}
EMU_DEVICE unsigned __activemask(void)
{
    unsigned mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}

/* ---- match and reduce --------------------------------------------------- */

#define EMU_MATCH(T, bits, reg, as)                                          \
    EMU_DEVICE unsigned __match_any_sync(unsigned mask, T value)             \
    {                                                                        \
        unsigned same;                                                       \
        asm volatile("match.any.sync.b" #bits " %0, %1, %2;"                 \
                     : "=r"(same)                                            \
                     : reg(__builtin_bit_cast(as, value)), "r"(mask));       \
        return same;                                                         \
    }                                                                        \
    EMU_DEVICE unsigned __match_all_sync(unsigned mask, T value, int *all)   \
    {                                                                        \
        unsigned same;                                                       \
        int p;                                                               \
        asm volatile("{ .reg .pred %%p1;\n\t"                                \
                     "match.all.sync.b" #bits " %0|%%p1, %2, %3;\n\t"        \
                     "selp.s32 %1, 1, 0, %%p1; }"                            \
                     : "=r"(same), "=r"(p)                                   \
                     : reg(__builtin_bit_cast(as, value)), "r"(mask));       \
        *all = p;                                                            \
        return same;                                                         \
    }
EMU_MATCH(int, 32, "r", unsigned)
EMU_MATCH(unsigned, 32, "r", unsigned)
EMU_MATCH(float, 32, "r", unsigned)
EMU_MATCH(long, 64, "l", unsigned long)
EMU_MATCH(unsigned long, 64, "l", unsigned long)
EMU_MATCH(long long, 64, "l", unsigned long)
EMU_MATCH(unsigned long long, 64, "l", unsigned long)
EMU_MATCH(double, 64, "l", unsigned long)
#undef EMU_MATCH

/* redux.sync needs sm_80, so these exist where the compiler was told so. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define EMU_REDUX(T, name, op)                                               \
    EMU_DEVICE T __reduce_##name##_sync(unsigned mask, T value)              \
    {                                                                        \
        T result;                                                            \
        asm volatile("redux.sync." op " %0, %1, %2;"                         \
                     : "=r"(result) : "r"(value), "r"(mask));                \
        return result;                                                       \
    }
EMU_REDUX(int, add, "add.s32")
EMU_REDUX(int, min, "min.s32")
EMU_REDUX(int, max, "max.s32")
EMU_REDUX(unsigned, add, "add.u32")
EMU_REDUX(unsigned, min, "min.u32")
EMU_REDUX(unsigned, max, "max.u32")
EMU_REDUX(unsigned, and, "and.b32")
EMU_REDUX(unsigned, or, "or.b32")
EMU_REDUX(unsigned, xor, "xor.b32")
#undef EMU_REDUX
#endif

/* ---- shuffles ----------------------------------------------------------- */

/* The last operand packs the segment mask and the clamp: PTX ISA, shfl.  Up
 * clamps at the segment's first lane (0), the others at its last (31). */
#define EMU_SHUFFLE(name, mode, lane_type, clamp)                            \
    EMU_DEVICE int name(unsigned mask, int value, lane_type lane,            \
                        int width = 32)                                      \
    {                                                                        \
        return __nvvm_shfl_sync_##mode##_i32(mask, value, (int)lane,         \
                                             ((32 - width) << 8) | (clamp)); \
    }                                                                        \
    EMU_DEVICE unsigned name(unsigned mask, unsigned value, lane_type lane,  \
                             int width = 32)                                 \
    {                                                                        \
        return (unsigned)name(mask, (int)value, lane, width);                \
    }                                                                        \
    EMU_DEVICE float name(unsigned mask, float value, lane_type lane,        \
                          int width = 32)                                    \
    {                                                                        \
        return __nvvm_shfl_sync_##mode##_f32(mask, value, (int)lane,         \
                                             ((32 - width) << 8) | (clamp)); \
    }                                                                        \
    EMU_DEVICE unsigned long long name(unsigned mask,                        \
                                       unsigned long long value,             \
                                       lane_type lane, int width = 32)       \
    {                                                                        \
        unsigned low = name(mask, (unsigned)value, lane, width);             \
        unsigned high = name(mask, (unsigned)(value >> 32), lane, width);    \
        return (unsigned long long)high << 32 | low;                         \
    }                                                                        \
    EMU_DEVICE long long name(unsigned mask, long long value,                \
                              lane_type lane, int width = 32)                \
    {                                                                        \
        return (long long)name(mask, (unsigned long long)value, lane,        \
                               width);                                       \
    }                                                                        \
    EMU_DEVICE unsigned long name(unsigned mask, unsigned long value,        \
                                  lane_type lane, int width = 32)            \
    {                                                                        \
        return (unsigned long)name(mask, (unsigned long long)value, lane,    \
                                   width);                                   \
    }                                                                        \
    EMU_DEVICE long name(unsigned mask, long value, lane_type lane,          \
                         int width = 32)                                     \
    {                                                                        \
        return (long)name(mask, (unsigned long long)value, lane, width);     \
    }                                                                        \
    EMU_DEVICE double name(unsigned mask, double value, lane_type lane,      \
                           int width = 32)                                   \
    {                                                                        \
        return __builtin_bit_cast(                                           \
            double, name(mask,                                               \
                         __builtin_bit_cast(unsigned long long, value),      \
                         lane, width));                                      \
    }
EMU_SHUFFLE(__shfl_sync, idx, int, 31)
EMU_SHUFFLE(__shfl_up_sync, up, unsigned, 0)
EMU_SHUFFLE(__shfl_down_sync, down, unsigned, 31)
EMU_SHUFFLE(__shfl_xor_sync, bfly, int, 31)
#undef EMU_SHUFFLE

/* ---- bits --------------------------------------------------------------- */

EMU_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
EMU_DEVICE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
EMU_DEVICE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
EMU_DEVICE int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
EMU_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
EMU_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
EMU_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
EMU_DEVICE unsigned long long __brevll(unsigned long long x)
{
    return __builtin_bitreverse64(x);
}
EMU_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned r;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y),
        "r"(selector & 0x7777u));
    return r;
}
EMU_DEVICE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n)
{
    unsigned r;
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi),
        "r"(n));
    return r;
}
EMU_DEVICE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n)
{
    unsigned r;
    asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi),
        "r"(n));
    return r;
}
EMU_DEVICE unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned n)
{
    unsigned r;
    asm("shf.l.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi),
        "r"(n));
    return r;
}
EMU_DEVICE unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned n)
{
    unsigned r;
    asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi),
        "r"(n));
    return r;
}

/* ---- integers ----------------------------------------------------------- */

EMU_DEVICE int __mul24(int a, int b)
{
    return ((a << 8) >> 8) * ((b << 8) >> 8);
}
EMU_DEVICE unsigned __umul24(unsigned a, unsigned b)
{
    return (a & 0xffffffu) * (b & 0xffffffu);
}
EMU_DEVICE int __mulhi(int a, int b) { return __nvvm_mulhi_i(a, b); }
EMU_DEVICE unsigned __umulhi(unsigned a, unsigned b)
{
    return __nvvm_mulhi_ui(a, b);
}
EMU_DEVICE long long __mul64hi(long long a, long long b)
{
    return __nvvm_mulhi_ll(a, b);
}
EMU_DEVICE unsigned long long __umul64hi(unsigned long long a,
                                         unsigned long long b)
{
    return __nvvm_mulhi_ull(a, b);
}
EMU_DEVICE unsigned __sad(int a, int b, unsigned c)
{
    return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}
EMU_DEVICE unsigned __usad(unsigned a, unsigned b, unsigned c)
{
    return (a > b ? a - b : b - a) + c;
}
EMU_DEVICE int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
EMU_DEVICE int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
EMU_DEVICE unsigned __uhadd(unsigned a, unsigned b)
{
    return (a & b) + ((a ^ b) >> 1);
}
EMU_DEVICE unsigned __urhadd(unsigned a, unsigned b)
{
    return (a | b) - ((a ^ b) >> 1);
}

/* ---- read-only loads ---------------------------------------------------- */

/* Builtins, as clang unrolls no loop with assembly in it. */
#define EMU_LDG(T, letters, as)                                              \
    EMU_DEVICE T __ldg(const T *p)                                           \
    {                                                                        \
        return (T)__nvvm_ldg_##letters((const as *)p);                       \
    }
EMU_LDG(char, c, char)
EMU_LDG(signed char, c, char)
EMU_LDG(unsigned char, uc, unsigned char)
EMU_LDG(short, s, short)
EMU_LDG(unsigned short, us, unsigned short)
EMU_LDG(int, i, int)
EMU_LDG(unsigned, ui, unsigned)
EMU_LDG(long, l, long)
EMU_LDG(unsigned long, ul, unsigned long)
EMU_LDG(long long, ll, long long)
EMU_LDG(unsigned long long, ull, unsigned long long)
EMU_LDG(float, f, float)
EMU_LDG(double, d, double)
#undef EMU_LDG

#define EMU_LDG2(T, letters, as)                                             \
    EMU_DEVICE T __ldg(const T *p)                                           \
    {                                                                        \
        typedef as two __attribute__((ext_vector_type(2)));                  \
        two v = __nvvm_ldg_##letters((const two *)p);                        \
        return T{v.x, v.y};                                                  \
    }
#define EMU_LDG4(T, letters, as)                                             \
    EMU_DEVICE T __ldg(const T *p)                                           \
    {                                                                        \
        typedef as four __attribute__((ext_vector_type(4)));                 \
        four v = __nvvm_ldg_##letters((const four *)p);                      \
        return T{v.x, v.y, v.z, v.w};                                        \
    }
EMU_LDG2(int2, i2, int)
EMU_LDG4(int4, i4, int)
EMU_LDG2(uint2, ui2, unsigned)
EMU_LDG4(uint4, ui4, unsigned)
EMU_LDG2(float2, f2, float)
EMU_LDG4(float4, f4, float)
EMU_LDG2(double2, d2, double)
EMU_LDG2(longlong2, ll2, long long)
EMU_LDG2(ulonglong2, ull2, unsigned long long)
#undef EMU_LDG2
#undef EMU_LDG4

/* Cache hints: what the emulated device counts does not depend on them. */
template <typename T> EMU_DEVICE T __ldca(const T *p) { return *p; }
template <typename T> EMU_DEVICE T __ldcs(const T *p) { return *p; }
template <typename T> EMU_DEVICE T __ldlu(const T *p) { return *p; }
template <typename T> EMU_DEVICE void __stwb(T *p, T v) { *p = v; }
template <typename T> EMU_DEVICE void __stcs(T *p, T v) { *p = v; }
/* Past the L1 cache, blocks meet each other: volatile, but for structures,
 * which C++ does not copy so. */
template <typename T> EMU_DEVICE T __ldcg(const T *p)
{
    if constexpr (__is_class(T))
        return *p;
    else
        return *(const volatile T *)p;
}
template <typename T> EMU_DEVICE void __stcg(T *p, T v)
{
    if constexpr (__is_class(T))
        *p = v;
    else
        *(volatile T *)p = v;
}
template <typename T> EMU_DEVICE T __ldcv(const T *p) { return __ldcg(p); }
template <typename T> EMU_DEVICE void __stwt(T *p, T v) { __stcg(p, v); }

/* ---- which space an address is in --------------------------------------- */

#define EMU_ISSPACE(name, space)                                             \
    EMU_DEVICE unsigned name(const void *p)                                  \
    {                                                                        \
        unsigned r;                                                          \
        asm("{ .reg .pred %%p1; isspacep." space " %%p1, %1;\n\t"            \
            "selp.u32 %0, 1, 0, %%p1; }" : "=r"(r) : "l"(p));                \
        return r;                                                            \
    }
EMU_ISSPACE(__isGlobal, "global")
EMU_ISSPACE(__isShared, "shared")
EMU_ISSPACE(__isLocal, "local")
#undef EMU_ISSPACE

EMU_DEVICE size_t __cvta_generic_to_shared(const void *p)
{
    size_t r;
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}
EMU_DEVICE size_t __cvta_generic_to_global(const void *p)
{
    size_t r;
    asm("cvta.to.global.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}

#endif
