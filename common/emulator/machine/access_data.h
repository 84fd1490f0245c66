/*
 * access_data.h - data between registers and memory, at checked offsets.
 */
#ifndef ACCESS_DATA_H
#define ACCESS_DATA_H

#include "access.h"

DATA uint64_t read_bytes(const uint8_t *at, unsigned n)
{
    uint64_t bits = 0;
    switch (n) {
    case 1: return *at;
    case 2: {
        uint16_t v;
        memcpy(&v, at, 2);
        return v;
    }
    case 4: {
        uint32_t v;
        memcpy(&v, at, 4);
        return v;
    }
    default: memcpy(&bits, at, 8); return bits;
    }
}

DATA void write_bytes(uint8_t *at, unsigned n, uint64_t bits)
{
    switch (n) {
    case 1: *at = (uint8_t)bits; break;
    case 2: memcpy(at, &bits, 2); break;
    case 4: memcpy(at, &bits, 4); break;
    default: memcpy(at, &bits, 8);
    }
}

INLINE uint64_t sign_extend(uint64_t bits, unsigned n)
{
    unsigned spare = 64 - 8 * n;
    return (uint64_t)((int64_t)(bits << spare) >> spare);
}

INLINE void set_register(uint8_t *slot, unsigned bytes, unsigned lane,
                         uint64_t bits)
{
    memcpy(slot + (size_t)lane * bytes, &bits, bytes);
}

INLINE uint64_t get_register(const uint8_t *slot, unsigned bytes, unsigned lane)
{
    uint64_t bits = 0;
    memcpy(&bits, slot + (size_t)lane * bytes, bytes);
    return bits;
}

/* Vectors whose elements are as wide as their registers: a lane's are one
 * access of 8 or 16 bytes.  Others go element by element. */
INLINE bool is_whole_vector(const struct insn *insn)
{
    const struct insn_detail *detail = insn->detail;
    unsigned n = element_bytes(insn);
    if (detail->vector == 1 || detail->register_bytes != n || n < 4)
        return false;
    for (unsigned i = 0; i < detail->vector; i++)
        if (detail->slots[i] == NO_SLOT)
            return false;
    return detail->vector == 2 || (detail->vector == 4 && n == 4);
}

#define SPREAD(T, N)                                                           \
    do {                                                                       \
        T *d[N], v[N];                                                         \
        for (unsigned i = 0; i < (N); i++)                                     \
            d[i] = (T *)(frame->slots + insn->detail->slots[i]);               \
        for (; mask; mask &= mask - 1) {                                       \
            unsigned l = first_lane(mask);                                     \
            memcpy(v, host + offset[l], sizeof v);                             \
            for (unsigned i = 0; i < (N); i++)                                 \
                d[i][l] = v[i];                                                \
        }                                                                      \
    } while (0)

DATA void load_vectors(struct frame *frame, const struct insn *insn,
                       uint32_t mask, const uint8_t *host,
                       const uint64_t offset[WARP_SIZE])
{
    if (element_bytes(insn) == 8)
        SPREAD(u64, 2);
    else if (insn->detail->vector == 2)
        SPREAD(u32, 2);
    else
        SPREAD(u32, 4);
}

#define COLLECT(T, N)                                                          \
    do {                                                                       \
        const T *d[N];                                                         \
        T v[N];                                                                \
        for (unsigned i = 0; i < (N); i++)                                     \
            d[i] = (const T *)(frame->slots + insn->detail->slots[i]);         \
        for (; mask; mask &= mask - 1) {                                       \
            unsigned l = first_lane(mask);                                     \
            for (unsigned i = 0; i < (N); i++)                                 \
                v[i] = d[i][l];                                                \
            memcpy(host + offset[l], v, sizeof v);                             \
        }                                                                      \
    } while (0)

DATA void store_vectors(const struct frame *frame, const struct insn *insn,
                        uint32_t mask, uint8_t *host,
                        const uint64_t offset[WARP_SIZE])
{
    if (element_bytes(insn) == 8)
        COLLECT(u64, 2);
    else if (insn->detail->vector == 2)
        COLLECT(u32, 2);
    else
        COLLECT(u32, 4);
}

/* Any width, vectors, sign extension; one lane after the other. */
DATA void load_lanes(struct frame *frame, const struct insn *insn,
                       uint32_t mask, const uint8_t *host,
                       const uint64_t offset[WARP_SIZE])
{
    const struct insn_detail *detail = insn->detail;
    unsigned n = element_bytes(insn);
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        for (unsigned i = 0; i < detail->vector; i++) {
            uint64_t bits = read_bytes(host + offset[l] + i * n, n);
            if (detail->slots[i] == NO_SLOT)
                continue;
            if (insn->flags & INSN_SIGNED)
                bits = sign_extend(bits, n);
            set_register(frame->slots + detail->slots[i],
                         detail->register_bytes, l, bits);
        }
    }
}

/* A full warp's values, side by side, 32 bytes at a time: one memcpy would
 * become "rep movs", which takes longer to start than to copy this little. */
DATA void copy_run(uint8_t *to, const uint8_t *from, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        memcpy(to + i * WARP_SIZE, from + i * WARP_SIZE, WARP_SIZE);
}

#define GATHER(T)                                                              \
    do {                                                                       \
        T *d = (T *)(frame->slots + insn->d), t;                               \
        if (pattern == ACCESS_UNIFORM) {                                       \
            memcpy(&t, host + offset[0], sizeof t);                            \
            for (unsigned l = 0; l < WARP_SIZE; l++)                           \
                d[l] = t;                                                      \
        } else {                                                               \
            for (unsigned l = 0; l < WARP_SIZE; l++) {                         \
                memcpy(&t, host + offset[l], sizeof t);                        \
                d[l] = t;                                                      \
            }                                                                  \
        }                                                                      \
    } while (0)

#define GATHER_RUN(T)                                                          \
    do {                                                                       \
        T *d = (T *)slot, t;                                                   \
        memcpy(&t, first, sizeof t);                                           \
        if (stride == 0) {                                                     \
            for (unsigned l = 0; l < WARP_SIZE; l++)                           \
                d[l] = t;                                                      \
        } else {                                                               \
            _Pragma("GCC unroll 8") for (unsigned l = 0; l < WARP_SIZE; l++)   \
            {                                                                  \
                memcpy(&t, first, sizeof t);                                   \
                d[l] = t;                                                      \
                first += stride;                                               \
            }                                                                  \
        }                                                                      \
    } while (0)

DATA void load_data(struct frame *frame, const struct insn *insn,
                      uint32_t mask, const uint8_t *host,
                      const uint64_t offset[WARP_SIZE],
                      enum access_pattern pattern)
{
    if (UNLIKELY(insn->detail->vector > 1) && is_whole_vector(insn))
        load_vectors(frame, insn, mask, host, offset);
    else if (mask != ALL_LANES || !(insn->flags & INSN_WHOLE) ||
             insn->width < 4)
        load_lanes(frame, insn, mask, host, offset);
    else if (pattern == ACCESS_UNIT)
        copy_run(frame->slots + insn->d, host + offset[0], insn->width);
    else if (insn->width == 4)
        GATHER(u32);
    else
        GATHER(u64);
}

/* Whole registers of a full warp, from the first lane's on. */
DATA void load_run(struct frame *frame, const struct insn *insn,
                   const uint8_t *first, uint64_t stride)
{
    uint8_t *slot = frame->slots + insn->d;
    if (stride == insn->width)
        copy_run(slot, first, insn->width);
    else if (insn->width == 4)
        GATHER_RUN(u32);
    else
        GATHER_RUN(u64);
}

DATA void store_data(const struct frame *frame, const struct insn *insn,
                       uint32_t mask, uint8_t *host,
                       const uint64_t offset[WARP_SIZE],
                       enum access_pattern pattern)
{
    const struct insn_detail *detail = insn->detail;
    unsigned n = element_bytes(insn);
    if (mask == ALL_LANES && pattern == ACCESS_UNIT &&
        insn->flags & INSN_WHOLE) {
        copy_run(host + offset[0], frame->slots + insn->b, insn->width);
        return;
    }
    if (UNLIKELY(detail->vector > 1) && is_whole_vector(insn)) {
        store_vectors(frame, insn, mask, host, offset);
        return;
    }
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        for (unsigned i = 0; i < detail->vector; i++)
            write_bytes(host + offset[l] + i * n, n,
                        get_register(frame->slots + detail->slots[i],
                                     detail->register_bytes, l));
    }
}

#endif
