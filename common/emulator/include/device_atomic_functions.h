/*
 * device_atomic_functions.h - atomicAdd and its kin, with the variants
 * _block and _system of the scope.
 *
 * Plain PTX atom instructions: add exch min max inc dec cas and or xor, on a
 * generic address, which clang narrows to .global or .shared where it can.
 * Source: CUDA C++ Programming Guide, "Atomic Functions".
 */
#ifndef EMU_DEVICE_ATOMIC_FUNCTIONS_H
#define EMU_DEVICE_ATOMIC_FUNCTIONS_H
#pragma GCC system_header

#include "device_functions.h"

/* The builtins of clang carry the type's letters: i ui l ul ll ull f d. */
#define EMU_ATOMIC(T, name, op, letters)                                     \
    EMU_DEVICE T name(T *p, T v)                                             \
    {                                                                        \
        return (T)__nvvm_atom_##op##_gen_##letters((EMU_##letters *)p,       \
                                                   (EMU_##letters)v);        \
    }                                                                        \
    EMU_DEVICE T name##_block(T *p, T v)                                     \
    {                                                                        \
        return (T)__nvvm_atom_cta_##op##_gen_##letters((EMU_##letters *)p,   \
                                                       (EMU_##letters)v);    \
    }                                                                        \
    EMU_DEVICE T name##_system(T *p, T v)                                    \
    {                                                                        \
        return (T)__nvvm_atom_sys_##op##_gen_##letters((EMU_##letters *)p,   \
                                                       (EMU_##letters)v);    \
    }
#define EMU_i int
#define EMU_ui unsigned int
#define EMU_l long
#define EMU_ul unsigned long
#define EMU_ll long long
#define EMU_ull unsigned long long
#define EMU_f float
#define EMU_d double

EMU_ATOMIC(int, atomicAdd, add, i)
EMU_ATOMIC(unsigned, atomicAdd, add, i)
EMU_ATOMIC(unsigned long, atomicAdd, add, l)
EMU_ATOMIC(unsigned long long, atomicAdd, add, ll)
EMU_ATOMIC(float, atomicAdd, add, f)
EMU_ATOMIC(double, atomicAdd, add, d)
EMU_ATOMIC(int, atomicExch, xchg, i)
EMU_ATOMIC(unsigned, atomicExch, xchg, i)
EMU_ATOMIC(unsigned long, atomicExch, xchg, l)
EMU_ATOMIC(unsigned long long, atomicExch, xchg, ll)
EMU_ATOMIC(int, atomicMin, min, i)
EMU_ATOMIC(unsigned, atomicMin, min, ui)
EMU_ATOMIC(long long, atomicMin, min, ll)
EMU_ATOMIC(unsigned long, atomicMin, min, ul)
EMU_ATOMIC(unsigned long long, atomicMin, min, ull)
EMU_ATOMIC(int, atomicMax, max, i)
EMU_ATOMIC(unsigned, atomicMax, max, ui)
EMU_ATOMIC(long long, atomicMax, max, ll)
EMU_ATOMIC(unsigned long, atomicMax, max, ul)
EMU_ATOMIC(unsigned long long, atomicMax, max, ull)
EMU_ATOMIC(int, atomicAnd, and, i)
EMU_ATOMIC(unsigned, atomicAnd, and, i)
EMU_ATOMIC(unsigned long, atomicAnd, and, l)
EMU_ATOMIC(unsigned long long, atomicAnd, and, ll)
EMU_ATOMIC(int, atomicOr, or, i)
EMU_ATOMIC(unsigned, atomicOr, or, i)
EMU_ATOMIC(unsigned long, atomicOr, or, l)
EMU_ATOMIC(unsigned long long, atomicOr, or, ll)
EMU_ATOMIC(int, atomicXor, xor, i)
EMU_ATOMIC(unsigned, atomicXor, xor, i)
EMU_ATOMIC(unsigned long, atomicXor, xor, l)
EMU_ATOMIC(unsigned long long, atomicXor, xor, ll)
EMU_ATOMIC(unsigned, atomicInc, inc, ui)
EMU_ATOMIC(unsigned, atomicDec, dec, ui)
#undef EMU_ATOMIC
#undef EMU_i
#undef EMU_ui
#undef EMU_l
#undef EMU_ul
#undef EMU_ll
#undef EMU_ull
#undef EMU_f
#undef EMU_d

/* Subtraction adds the negative: PTX has no atom.sub. */
#define EMU_ATOMIC_SUB(scope)                                                \
    EMU_DEVICE int atomicSub##scope(int *p, int v)                           \
    {                                                                        \
        return (int)atomicAdd##scope((unsigned *)p, 0u - (unsigned)v);       \
    }                                                                        \
    EMU_DEVICE unsigned atomicSub##scope(unsigned *p, unsigned v)            \
    {                                                                        \
        return atomicAdd##scope(p, 0u - v);                                  \
    }
EMU_ATOMIC_SUB()
EMU_ATOMIC_SUB(_block)
EMU_ATOMIC_SUB(_system)
#undef EMU_ATOMIC_SUB

#define EMU_ATOMIC_EXCH_FLOAT(scope)                                         \
    EMU_DEVICE float atomicExch##scope(float *p, float v)                    \
    {                                                                        \
        return __builtin_bit_cast(                                           \
            float, atomicExch##scope((unsigned *)p,                          \
                                     __builtin_bit_cast(unsigned, v)));      \
    }
EMU_ATOMIC_EXCH_FLOAT()
EMU_ATOMIC_EXCH_FLOAT(_block)
EMU_ATOMIC_EXCH_FLOAT(_system)
#undef EMU_ATOMIC_EXCH_FLOAT

#define EMU_ATOMIC_CAS(T, letters, as)                                       \
    EMU_DEVICE T atomicCAS(T *p, T expected, T v)                            \
    {                                                                        \
        return (T)__nvvm_atom_cas_gen_##letters((as *)p, (as)expected,       \
                                                (as)v);                      \
    }                                                                        \
    EMU_DEVICE T atomicCAS_block(T *p, T expected, T v)                      \
    {                                                                        \
        return (T)__nvvm_atom_cta_cas_gen_##letters((as *)p, (as)expected,   \
                                                    (as)v);                  \
    }                                                                        \
    EMU_DEVICE T atomicCAS_system(T *p, T expected, T v)                     \
    {                                                                        \
        return (T)__nvvm_atom_sys_cas_gen_##letters((as *)p, (as)expected,   \
                                                    (as)v);                  \
    }
EMU_ATOMIC_CAS(int, i, int)
EMU_ATOMIC_CAS(unsigned, i, int)
EMU_ATOMIC_CAS(unsigned long, l, long)
EMU_ATOMIC_CAS(unsigned long long, ll, long long)
#undef EMU_ATOMIC_CAS

#endif
