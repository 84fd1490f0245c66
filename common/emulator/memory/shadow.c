/*
 * shadow.c - the bitmap behind shadow.h.
 *
 * All accesses to the bitmap are relaxed atomics: which of two unordered
 * accesses comes first is racecheck's business, here it only has to be no
 * data race of ours.  A bit is only ever set while others look, so a word
 * that shows all wanted bits needs no atomic read-modify-write; `marked`
 * counts each bit once because exactly one fetch_or sees it unset.
 */
#include "shadow.h"
#include "base/hot.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64 }; /* bits, and bytes of memory, of one word */

static uint64_t words_of(uint64_t size)
{
    return size / WORD + (size % WORD != 0);
}

struct shadow *shadow_create(uint64_t size, bool private)
{
    struct shadow *sh = malloc(sizeof *sh);
    if (!sh)
        return NULL;
    atomic_init(&sh->all, size == 0);
    sh->private = private;
    sh->size = size;
    atomic_init(&sh->marked, 0);
    sh->bits = calloc(words_of(size) + 1, sizeof *sh->bits);
    if (!sh->bits) {
        free(sh);
        return NULL;
    }
    return sh;
}

void shadow_destroy(struct shadow *sh)
{
    if (!sh)
        return;
    free(sh->bits);
    free(sh);
}

void shadow_clear(struct shadow *sh)
{
    memset((void *)sh->bits, 0, words_of(sh->size) * sizeof *sh->bits);
    atomic_store_explicit(&sh->marked, 0, memory_order_relaxed);
    atomic_store_explicit(&sh->all, sh->size == 0, memory_order_relaxed);
}

INLINE uint64_t load(const struct shadow *sh, uint64_t word)
{
    return atomic_load_explicit(&sh->bits[word], memory_order_relaxed);
}

/* Sets bits of a word; returns how many of them were unset. */
INLINE unsigned set(struct shadow *sh, uint64_t word, uint64_t bits)
{
    uint64_t old = load(sh, word);
    if ((bits & ~old) == 0)
        return 0;
    if (sh->private)
        atomic_store_explicit(&sh->bits[word], old | bits,
                              memory_order_relaxed);
    else
        old = atomic_fetch_or_explicit(&sh->bits[word], bits,
                                       memory_order_relaxed);
    return (unsigned)__builtin_popcountll(bits & ~old);
}

INLINE void count(struct shadow *sh, uint64_t fresh)
{
    if (fresh == 0)
        return;
    uint64_t before;
    if (sh->private) {
        before = atomic_load_explicit(&sh->marked, memory_order_relaxed);
        atomic_store_explicit(&sh->marked, before + fresh,
                              memory_order_relaxed);
    } else {
        before =
            atomic_fetch_add_explicit(&sh->marked, fresh, memory_order_relaxed);
    }
    if (before + fresh == sh->size)
        atomic_store_explicit(&sh->all, true, memory_order_relaxed);
}

/* ---- ranges ------------------------------------------------------------- */

/* Bits [from, to) of a word, 0 <= from < to <= 64. */
INLINE uint64_t bit_range(unsigned from, unsigned to)
{
    return ~0ull >> (WORD - (to - from)) << from;
}

/* The bits of [offset, end) that lie in the word of offset; moves offset to
 * the next word or to end. */
INLINE uint64_t next_bits(uint64_t *offset, uint64_t end)
{
    unsigned from = *offset % WORD;
    uint64_t start = *offset - from;
    uint64_t stop = end - start < WORD ? end - start : WORD;
    *offset = start + stop;
    return bit_range(from, (unsigned)stop);
}

void shadow_mark(struct shadow *sh, uint64_t offset, uint64_t n)
{
    if (shadow_all(sh))
        return;
    if (n == sh->size) { /* the whole: no bitmap needed any more */
        atomic_store_explicit(&sh->all, true, memory_order_relaxed);
        return;
    }
    uint64_t fresh = 0, end = offset + n;
    while (offset < end) {
        uint64_t word = offset / WORD;
        fresh += set(sh, word, next_bits(&offset, end));
    }
    count(sh, fresh);
}

/* A bitmap that nobody needed is filled first. */
void shadow_unmark(struct shadow *sh, uint64_t offset, uint64_t n)
{
    uint64_t gone = 0, end = offset + n;
    if (!n)
        return;
    if (shadow_all(sh)) {
        memset((void *)sh->bits, 0xff, words_of(sh->size) * sizeof *sh->bits);
        atomic_store_explicit(&sh->marked, sh->size, memory_order_relaxed);
        atomic_store_explicit(&sh->all, false, memory_order_relaxed);
    }
    while (offset < end) {
        uint64_t word = offset / WORD, bits = next_bits(&offset, end);
        uint64_t old = load(sh, word);
        gone += (unsigned)__builtin_popcountll(old & bits);
        atomic_store_explicit(&sh->bits[word], old & ~bits,
                              memory_order_relaxed);
    }
    uint64_t marked = atomic_load_explicit(&sh->marked, memory_order_relaxed);
    atomic_store_explicit(&sh->marked, marked - gone, memory_order_relaxed);
}

uint64_t shadow_first_unmarked(const struct shadow *sh, uint64_t offset,
                               uint64_t n)
{
    uint64_t end = offset + n;
    if (shadow_all(sh))
        return end;
    while (offset < end) {
        uint64_t word = offset / WORD;
        uint64_t missing = next_bits(&offset, end) & ~load(sh, word);
        if (missing)
            return word * WORD + (unsigned)__builtin_ctzll(missing);
    }
    return end;
}

uint64_t shadow_first_marked(const struct shadow *sh, uint64_t offset,
                             uint64_t n)
{
    uint64_t end = offset + n;
    if (shadow_all(sh))
        return offset;
    while (offset < end) {
        uint64_t word = offset / WORD;
        uint64_t there = next_bits(&offset, end) & load(sh, word);
        if (there)
            return word * WORD + (unsigned)__builtin_ctzll(there);
    }
    return end;
}

bool shadow_is_marked(const struct shadow *sh, uint64_t offset, uint64_t n)
{
    return shadow_first_unmarked(sh, offset, n) == offset + n;
}

/* n bits, at most 64, from any offset; bits beyond n are 0. */
static uint64_t gather_marks(const struct shadow *sh, uint64_t offset,
                             unsigned n)
{
    if (shadow_all(sh))
        return bit_range(0, n);
    unsigned shift = offset % WORD;
    uint64_t bits = load(sh, offset / WORD) >> shift;
    if (shift != 0 && shift + n > WORD)
        bits |= load(sh, offset / WORD + 1) << (WORD - shift);
    return bits & bit_range(0, n);
}

struct shadow_folded shadow_fold(const struct shadow *sh, uint64_t offset,
                                 uint64_t n, unsigned step)
{
    struct shadow_folded folded = {0};
    for (uint64_t at = 0; at < n;) {
        uint64_t byte = at % step, left = n - at;
        left = left < step - byte ? left : step - byte;
        unsigned piece = left < WORD ? (unsigned)left : WORD;
        folded.marked[byte / WORD] |= gather_marks(sh, offset + at, piece);
        at += piece;
    }
    return folded;
}

/* Those of a word of memory. */
static uint64_t marks_of(const struct shadow *sh, uint64_t word)
{
    uint64_t left = sh->size - word * WORD;
    return shadow_all(sh) ? bit_range(0, left < WORD ? (unsigned)left : WORD)
                          : load(sh, word);
}

struct shadow_extent shadow_extent(const struct shadow *sh)
{
    uint64_t low = 0, high = words_of(sh->size);
    while (low < high && !marks_of(sh, low))
        low++;
    while (low < high && !marks_of(sh, high - 1))
        high--;
    return (struct shadow_extent){low * WORD, high * WORD};
}

uint64_t shadow_both(const struct shadow *a, const struct shadow *b,
                     struct shadow_extent within, uint64_t *first)
{
    uint64_t bytes = 0;
    for (uint64_t w = within.low / WORD; w < within.high / WORD; w++) {
        uint64_t both = marks_of(a, w) & marks_of(b, w);
        if (both && !bytes)
            *first = w * WORD + (unsigned)__builtin_ctzll(both);
        bytes += (unsigned)__builtin_popcountll(both);
    }
    return bytes;
}

void shadow_copy(struct shadow *dst, uint64_t to, const struct shadow *src,
                 uint64_t from, uint64_t n)
{
    if (shadow_all(dst))
        return;
    if (shadow_all(src)) {
        shadow_mark(dst, to, n);
        return;
    }
    /* Downwards when dst lies above src in the same memory, as memmove. */
    bool down = to > from;
    uint64_t fresh = 0, left = n;
    while (left > 0) {
        uint64_t word_end = down ? to + left : to + (n - left);
        unsigned piece = down ? (unsigned)((word_end - 1) % WORD + 1)
                              : (unsigned)(WORD - word_end % WORD);
        if (piece > left)
            piece = (unsigned)left;
        uint64_t at = down ? left - piece : n - left;
        uint64_t bits = gather_marks(src, from + at, piece);
        fresh += set(dst, (to + at) / WORD, bits << (to + at) % WORD);
        left -= piece;
    }
    count(dst, fresh);
}

/* ---- lanes -------------------------------------------------------------- */

/* All lanes side by side: a range, if a loop without branches says so. */
INLINE bool is_range(const uint64_t *offset, uint32_t mask, unsigned width)
{
    uint64_t differs = mask != ~0u;
    for (unsigned l = 1; l < WARP_SIZE; l++)
        differs |= offset[l] - offset[l - 1] - width;
    return differs == 0;
}

/* Aligned accesses up to 16 bytes lie in one word.  Neighbouring lanes mostly
 * share it, so bits are gathered until the word changes. */
HOT void shadow_mark_lanes(struct shadow *sh, const uint64_t offset[WARP_SIZE],
                           uint32_t mask, unsigned width)
{
    if (shadow_all(sh) || mask == 0)
        return;
    if (is_range(offset, mask, width)) {
        shadow_mark(sh, offset[0], (uint64_t)WARP_SIZE * width);
        return;
    }
    uint64_t piece = (1ull << width) - 1, bits = 0, fresh = 0;
    uint64_t word = offset[__builtin_ctz(mask)] / WORD;
    for (; mask != 0; mask &= mask - 1) {
        uint64_t at = offset[__builtin_ctz(mask)];
        if (at / WORD != word) {
            fresh += set(sh, word, bits);
            word = at / WORD;
            bits = 0;
        }
        bits |= piece << at % WORD;
    }
    count(sh, fresh + set(sh, word, bits));
}

HOT bool shadow_lanes_marked(const struct shadow *sh,
                             const uint64_t offset[WARP_SIZE], uint32_t mask,
                             unsigned width)
{
    const uint64_t *bits = (const uint64_t *)sh->bits;
    uint64_t piece = (1ull << width) - 1, missing = 0;
    uint64_t some = offset[__builtin_ctz(mask)];
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint64_t at = mask >> l & 1 ? offset[l] : some;
        missing |= ~bits[at / WORD] >> at % WORD & piece;
    }
    return !missing;
}

/* Is no byte of an element marked?  bits are those of its whole access. */
static bool element_unmarked(uint64_t bits, unsigned width, unsigned element)
{
    uint64_t piece = (1ull << element) - 1;
    for (unsigned at = 0; at < width; at += element)
        if (!(bits >> at & piece))
            return true;
    return false;
}

HOT uint32_t shadow_unmarked_lanes(const struct shadow *sh,
                                   const uint64_t offset[WARP_SIZE],
                                   uint32_t mask, unsigned width,
                                   unsigned element)
{
    uint64_t piece = (1ull << width) - 1;
    uint32_t unmarked = 0;
    if (shadow_all(sh))
        return 0;
    if (is_range(offset, mask, width) &&
        shadow_is_marked(sh, offset[0], (uint64_t)WARP_SIZE * width))
        return 0;
    for (; mask != 0; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        uint64_t at = offset[lane];
        uint64_t bits = load(sh, at / WORD) >> at % WORD;
        if ((bits & piece) != piece && element_unmarked(bits, width, element))
            unmarked |= 1u << lane;
    }
    return unmarked;
}

static void widen(uint64_t wide[WARP_SIZE], const uint32_t *offset)
{
    for (unsigned l = 0; l < WARP_SIZE; l++)
        wide[l] = offset[l];
}

void shadow_mark_shared(struct shadow *sh, const uint32_t offset[WARP_SIZE],
                        uint32_t mask, unsigned width)
{
    uint64_t wide[WARP_SIZE];
    if (shadow_all(sh))
        return;
    widen(wide, offset);
    shadow_mark_lanes(sh, wide, mask, width);
}

uint32_t shadow_unmarked_shared(const struct shadow *sh,
                                const uint32_t offset[WARP_SIZE], uint32_t mask,
                                unsigned width, unsigned element)
{
    uint64_t wide[WARP_SIZE];
    if (shadow_all(sh))
        return 0;
    widen(wide, offset);
    return shadow_unmarked_lanes(sh, wide, mask, width, element);
}
