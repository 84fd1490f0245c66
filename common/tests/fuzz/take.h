/* take.h - what a fuzzer's bytes are taken for: numbers, one from several. */
#ifndef TAKE_H
#define TAKE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct taken {
    const uint8_t *at;
    size_t left;
};

/* The next bytes as they are; behind the last there are zeros. */
static inline void take_bytes(struct taken *t, void *to, size_t n)
{
    size_t there = n < t->left ? n : t->left;
    memset(to, 0, n);
    if (there)
        memcpy(to, t->at, there);
    t->at += there;
    t->left -= there;
}

static inline unsigned take_byte(struct taken *t)
{
    uint8_t byte;
    take_bytes(t, &byte, 1);
    return byte;
}

/* 0 to n - 1. */
static inline unsigned take_one_of(struct taken *t, unsigned n)
{
    return take_byte(t) % n;
}

/* A count, as calls get them: mostly one that can be, else at a limit. */
static inline uint64_t take_count(struct taken *t)
{
    unsigned first = take_byte(t);
    uint64_t raw;
    if (first < 192)
        return first % 72;
    if (first >= 232) {
        take_bytes(t, &raw, sizeof raw);
        return raw;
    }
    raw = 1ull << (first - 192 + 24);
    return raw + take_one_of(t, 3) - 1;
}

#endif
