/*
 * video.h - the video instructions of PTX: on one, two or four parts of 32
 * bits, decoded (resolve_video.c) and executed (machine/video.c).
 *
 * Idea: all are one: parts of a and b are taken out, extended by their types,
 * combined, clamped; then each result replaces a part of c, or all are added
 * to it.
 * Source: PTX ISA 9.0, "Scalar Video Instructions", "SIMD Video Instructions".
 */
#ifndef VIDEO_H
#define VIDEO_H

#include "code.h"

enum video_op {
    VIDEO_ADD, VIDEO_SUB, VIDEO_ABSDIFF, VIDEO_MIN, VIDEO_MAX, VIDEO_AVRG,
    VIDEO_SHL, VIDEO_SHR, VIDEO_SET
};

enum video_compare {
    VIDEO_EQ, VIDEO_NE, VIDEO_LT, VIDEO_LE, VIDEO_GT, VIDEO_GE
};

/* Where a part begins in b:a, 64 bits, and how many bits it has. */
struct video_part {
    uint8_t shift, bits;
};

struct video {
    enum video_op op;
    enum video_compare compare; /* VIDEO_SET */
    bool is_signed, a_signed, b_signed; /* the result; the sources */
    bool saturate, wrap;        /* .sat; .wrap of shifts */
    bool accumulate;            /* c + the results; else they go into c */
    uint8_t count;              /* of parts: 1, 2, 4 */
    struct video_part a[4], b[4];
    struct video_part d[4];     /* in c; of 0 bits: left as it is there */
};

#endif
