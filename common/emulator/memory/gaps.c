/*
 * gaps.c - see gaps.h.
 */
#include "gaps.h"

enum {
    LOADED = 8,
    LEAST_STEP = 16,
    MOST_ALIGNED = 128,
    STEPS = SHADOW_STEP / LEAST_STEP
};

struct range {
    const struct shadow *sh;
    uint64_t start, end;
    bool is_folded;
    /* For structures of LEAST_STEP, 2 * LEAST_STEP, ... bytes. */
    struct shadow_folded folded[STEPS];
};

static uint64_t up(uint64_t offset)
{
    return (offset + LOADED - 1) / LOADED * LOADED;
}

/* Is an aligned piece of LOADED bytes, or the part of one that lies in the
 * range, in the gap? */
static bool has_whole_piece(const struct range *r, uint64_t gap, uint64_t end)
{
    uint64_t low = gap == r->start ? gap : up(gap);
    uint64_t high = end == r->end ? up(end) : end / LOADED * LOADED;
    return low < high;
}

static void fold(struct range *r)
{
    for (unsigned i = 0; i < STEPS && !r->is_folded; i++)
        r->folded[i] = shadow_fold(r->sh, r->start, r->end - r->start,
                                   (i + 1) * LEAST_STEP);
    r->is_folded = true;
}

/* Did nobody write there in any structure of so many bytes? */
static bool left_out(const struct range *r, uint64_t gap, uint64_t end,
                     unsigned step)
{
    const uint64_t *marked = r->folded[step / LEAST_STEP - 1].marked;
    for (uint64_t at = gap - r->start; at < end - r->start; at++)
        if (marked[at % step / 64] >> at % step % 64 & 1)
            return false;
    return true;
}

static bool is_padding(struct range *r, uint64_t gap, uint64_t end)
{
    unsigned alignment = LEAST_STEP;
    while (alignment <= end - gap && alignment < MOST_ALIGNED)
        alignment *= 2;
    if (alignment <= end - gap || end % alignment)
        return false;
    fold(r);
    for (unsigned step = alignment; step <= SHADOW_STEP; step += alignment)
        if (2 * step <= r->end - r->start && left_out(r, gap, end, step))
            return true;
    return false;
}

struct gaps gaps_find(const struct shadow *sh, uint64_t offset, uint64_t n)
{
    struct range r = {.sh = sh, .start = offset, .end = offset + n};
    struct gaps found = {0};
    uint64_t gap = shadow_first_unmarked(sh, offset, n);
    while (gap < r.end) {
        uint64_t end = shadow_first_marked(sh, gap, r.end - gap);
        if (has_whole_piece(&r, gap, end) && !is_padding(&r, gap, end)) {
            found.first = found.bytes ? found.first : gap;
            found.bytes += end - gap;
        }
        gap = shadow_first_unmarked(sh, end, r.end - end);
    }
    return found;
}
