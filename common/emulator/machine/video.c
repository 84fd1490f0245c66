/*
 * video.c - the video instructions (code/video.h), a lane at a time.
 *
 * Guarantee: as an H200 does them, bit for bit (tests/programs/video.cu).
 */
#include "code/video.h"

#include "warp.h"

/* Its bits, at the lower end. */
static u64 field_of(struct video_part part)
{
    return ((u64)1 << part.bits) - 1;
}

static s64 take(u64 both, struct video_part part, bool is_signed)
{
    u64 bits = both >> part.shift & field_of(part);
    bool negative = is_signed && bits >> (part.bits - 1) & 1;
    return (s64)bits - (negative ? (s64)1 << part.bits : 0);
}

static bool compares(enum video_compare compare, s64 x, s64 y)
{
    switch (compare) {
    case VIDEO_EQ: return x == y;
    case VIDEO_NE: return x != y;
    case VIDEO_LT: return x < y;
    case VIDEO_LE: return x <= y;
    case VIDEO_GT: return x > y;
    default: return x >= y;
    }
}

/* Beyond 31 a shift to the left leaves nothing, one to the right the sign. */
static s64 shifted(const struct video *video, s64 x, s64 by)
{
    by = video->wrap ? by & 31 : by > 32 ? 32 : by;
    return video->op == VIDEO_SHL ? (s64)((u64)x << by) : x >> by;
}

static s64 combined(const struct video *video, s64 x, s64 y)
{
    switch (video->op) {
    case VIDEO_ADD: return x + y;
    case VIDEO_SUB: return x - y;
    case VIDEO_ABSDIFF: return x < y ? y - x : x - y;
    case VIDEO_MIN: return x < y ? x : y;
    case VIDEO_MAX: return x > y ? x : y;
    case VIDEO_AVRG: return (x + y + (x + y >= 0)) >> 1;
    case VIDEO_SET: return compares(video->compare, x, y);
    default: return shifted(video, x, y);
    }
}

static s64 clamped(const struct video *video, unsigned bits, s64 x)
{
    s64 least = video->is_signed ? -((s64)1 << (bits - 1)) : 0;
    s64 most = ((s64)1 << (bits - video->is_signed)) - 1;
    return x < least ? least : x > most ? most : x;
}

/* x in its place in c. */
static u32 merged(u32 c, struct video_part part, s64 x)
{
    u64 field = field_of(part);
    return (u32)((c & ~(field << part.shift)) | ((u64)x & field) << part.shift);
}

static u32 video_lane(const struct video *video, u32 a, u32 b, u32 c)
{
    u64 both = (u64)b << 32 | a;
    for (unsigned i = 0; i < video->count; i++) {
        if (!video->d[i].bits)
            continue;
        s64 x = take(both, video->a[i], video->a_signed);
        s64 y = take(both, video->b[i], video->b_signed);
        s64 result = combined(video, x, y);
        if (video->saturate)
            result = clamped(video, video->d[i].bits, result);
        c = video->accumulate ? c + (u32)result
                              : merged(c, video->d[i], result);
    }
    return c;
}

void lanes_video(struct frame *frame, const struct insn *insn, uint32_t mask)
{
    uint8_t *base = frame->slots;
    const u32 *a = LANES(u32, insn->a), *b = LANES(u32, insn->b);
    const u32 *c = insn->c == NO_SLOT ? a : LANES(u32, insn->c);
    u32 *d = LANES(u32, insn->d);
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        d[l] = video_lane(insn->detail->video, a[l], b[l], c[l]);
    }
}
