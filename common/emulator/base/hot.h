/*
 * hot.h - functions compiled twice, for AVX2 and for any x86-64; the loader
 * chooses.  What they call must be INLINE to be compiled twice with them.
 * Not under sanitizers, whose start-up code runs too late for the choice.
 *
 * DATA marks what moves bytes between a kernel's memory and its registers.
 * Where a kernel has a race, so have these copies: racecheck reports it, with
 * the kernel's lines, and the thread sanitizer looks at everything else.  They
 * copy in pieces of a fixed size, as its memcpy would look all the same.
 */
#ifndef HOT_H
#define HOT_H

/* x86-64-v3 is AVX2 with FMA, asked for by feature; gcc knows it from 12 on.
 * (A name like "haswell" would mean that very processor.) */
#if defined(__x86_64__) && !defined(__clang__) && __GNUC__ >= 12 && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(NO_CLONES)
#define HOT __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define HOT
#endif

/* What a compiler should lay out, and make vector code of, as the way that is
 * nearly always taken. */
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

#define INLINE static inline __attribute__((always_inline))

#ifdef __SANITIZE_THREAD__
#define DATA static __attribute__((noinline, unused, no_sanitize("thread")))
#else
#define DATA INLINE
#endif

#endif
