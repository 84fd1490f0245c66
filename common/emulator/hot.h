/*
 * hot.h - functions compiled twice, for AVX2 and for any x86-64; the loader
 * chooses.  Not under sanitizers, whose start-up code runs too late for it.
 */
#ifndef HOT_H
#define HOT_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(NO_CLONES)
#define HOT __attribute__((target_clones("arch=haswell", "default")))
#else
#define HOT
#endif

#endif
