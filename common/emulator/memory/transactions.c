/*
 * transactions.c - sectors and wavefronts of one warp access.
 *
 * Both analyses first ask whether the active lanes step through memory at
 * one stride; the loops that ask have constant trip counts for a full warp,
 * so that the compiler makes vector code of them.  The definitions counted
 * are in transactions.h.
 */
#include "transactions.h"
#include "base/hot.h"

/* The active lanes of one access, without gaps. */
struct lanes64 {
    const uint64_t *at;
    unsigned n;
    bool run; /* they were neighbours */
    uint64_t copy[WARP_SIZE];
};

static bool is_run(uint32_t mask)
{
    uint32_t low = mask >> __builtin_ctz(mask);
    return (low & (low + 1)) == 0;
}

/* Each lane is held against what the first leads to, not against its
 * neighbour: no lane is read that lies across two vectors just stored, for
 * which the processor would wait, and all 32 fill vectors evenly. */
INLINE bool constant_stride(const uint64_t *at, unsigned n, uint64_t stride)
{
    uint64_t differs = 0, expected = at[0];
    for (unsigned i = 0; i < n; i++, expected += stride)
        differs |= at[i] ^ expected;
    return differs == 0;
}

/* Addresses that never fall, as rows of a 2D block give them: what differs
 * from the lane before is new.  False if they do fall. */
INLINE bool ascending(const uint64_t *at, unsigned n, unsigned width,
                      struct access_shape *shape)
{
    uint64_t falls = 0, sectors = 1, values = 1;
    for (unsigned i = 1; i < n; i++) {
        falls |= at[i] < at[i - 1];
        sectors += at[i] / SECTOR_BYTES != at[i - 1] / SECTOR_BYTES;
        values += at[i] != at[i - 1];
    }
    *shape = (struct access_shape){(uint32_t)sectors, (uint32_t)values * width,
                                   ACCESS_GENERAL};
    return !falls;
}

/* Twice as many slots as lanes: few lanes meet a slot taken by another. */
enum { SLOTS = 2 * WARP_SIZE };

INLINE unsigned sector_slot(uint64_t sector)
{
    return (unsigned)(sector * 0x9E3779B97F4A7C15ull >> 58); /* 6 bits */
}

/* The definition: a hash table of the sectors met, with the bytes used in
 * each.  Bits of `used` say which slots hold one. */
static struct access_shape exact(const uint64_t *at, unsigned n, unsigned width)
{
    struct {
        uint64_t sector;
        uint32_t bytes;
    } table[SLOTS];
    struct access_shape shape = {0, 0, ACCESS_GENERAL};
    uint64_t used = 0;
    uint32_t piece = (1u << width) - 1;

    for (unsigned i = 0; i < n; i++) {
        uint64_t sector = at[i] / SECTOR_BYTES;
        unsigned slot = sector_slot(sector);
        while (used >> slot & 1 && table[slot].sector != sector)
            slot = (slot + 1) % SLOTS;
        if (!(used >> slot & 1)) {
            used |= 1ull << slot;
            table[slot].sector = sector;
            table[slot].bytes = 0;
            shape.sectors++;
        }
        uint32_t bytes = piece << at[i] % SECTOR_BYTES;
        /* Aligned pieces of one width are equal or disjoint. */
        if (!(table[slot].bytes & bytes))
            shape.bytes += width;
        table[slot].bytes |= bytes;
    }
    return shape;
}

static void collect_lanes(struct lanes64 *lanes, const uint64_t *offset,
                          uint32_t mask)
{
    lanes->run = is_run(mask);
    lanes->n = (unsigned)__builtin_popcount(mask);
    lanes->at = offset + __builtin_ctz(mask);
    if (lanes->run)
        return;
    for (unsigned i = 0; mask != 0; mask &= mask - 1)
        lanes->copy[i++] = offset[__builtin_ctz(mask)];
    lanes->at = lanes->copy;
}

static struct access_shape partial_shape(const uint64_t *offset, uint32_t mask,
                                         unsigned width)
{
    if (mask == 0)
        return (struct access_shape){0, 0, ACCESS_GENERAL};

    struct lanes64 lanes;
    collect_lanes(&lanes, offset, mask);
    uint64_t stride = lanes.n > 1 ? lanes.at[1] - lanes.at[0] : 0;
    struct access_shape shape;
    if (!constant_stride(lanes.at, lanes.n, stride))
        return ascending(lanes.at, lanes.n, width, &shape)
                   ? shape
                   : exact(lanes.at, lanes.n, width);
    shape = access_strided(lanes.at[0], stride, lanes.n, width);
    if (!lanes.run && shape.pattern == ACCESS_UNIT)
        shape.pattern = ACCESS_GENERAL;
    return shape;
}

HOT struct access_shape access_shape(const uint64_t offset[WARP_SIZE],
                                     uint32_t mask, unsigned width)
{
    if (mask != ~0u)
        return partial_shape(offset, mask, width);
    uint64_t stride = offset[1] - offset[0];
    if (constant_stride(offset, WARP_SIZE, stride))
        return access_strided(offset[0], stride, WARP_SIZE, width);
    struct access_shape shape;
    if (ascending(offset, WARP_SIZE, width, &shape))
        return shape;
    return exact(offset, WARP_SIZE, width);
}

/* ---- shared memory ------------------------------------------------------ */

/* A column is what one lane of a group occupies of the banks: a bank for up
 * to 4 bytes, 2 or 4 banks for 8 or 16.  As accesses are aligned, counting
 * distinct values in a column equals counting words in its banks. */
struct columns {
    unsigned shift; /* byte offset >> shift: column value */
    unsigned count; /* columns, and lanes of a group: 32, 16, 8 */
};

INLINE struct columns columns_of(unsigned width)
{
    if (width <= BANK_BYTES)
        return (struct columns){2, 32};
    return width == 8 ? (struct columns){3, 16} : (struct columns){4, 8};
}

/* The lanes of group g. */
INLINE uint32_t group_mask(struct columns columns, unsigned g)
{
    uint32_t lanes = ~0u >> (WARP_SIZE - columns.count);
    return lanes << g * columns.count;
}

INLINE uint32_t groups_active(struct columns columns, uint32_t mask)
{
    uint32_t active = 0;
    for (unsigned g = 0; g * columns.count < WARP_SIZE; g++)
        active += (mask & group_mask(columns, g)) != 0;
    return active;
}

/* n lanes whose values are `step` apart (not 0): they come round to the same
 * column after columns / gcd(step, columns) lanes.  The gcd with a power of
 * two is the lowest bit set, columns for step 0 mod columns. */
INLINE uint32_t stepped(struct columns columns, uint32_t step, unsigned n)
{
    unsigned gcd = 1u << __builtin_ctz(step | columns.count);
    unsigned cycle = columns.count / gcd;
    return (n + cycle - 1) / cycle;
}

/* As constant_stride. */
INLINE bool constant_step(const uint32_t *at, unsigned n, uint32_t stride)
{
    uint32_t differs = 0, expected = at[0];
    for (unsigned i = 0; i < n; i++, expected += stride)
        differs |= at[i] ^ expected;
    return differs == 0;
}

/* Whether a stride in bytes is one in columns too, or stays within a warp's
 * 32 words: it may not for 1 or 2 bytes (0, 6, 12: words 0, 1, 3). */
INLINE bool steps_columns(struct columns columns, uint32_t stride)
{
    uint32_t bytes = 1u << columns.shift;
    return stride % bytes == 0 || stride < bytes || -stride < bytes;
}

/* A run of lanes at a constant stride (bytes, not 0). */
INLINE uint32_t stepped_groups(struct columns columns, uint32_t mask,
                               uint32_t stride)
{
    uint32_t bytes = 1u << columns.shift;
    if (stride < bytes || -stride < bytes) /* bytes or halves of a word */
        return groups_active(columns, mask);
    uint32_t passes = 0;
    for (unsigned g = 0; g * columns.count < WARP_SIZE; g++) {
        uint32_t lanes = mask & group_mask(columns, g);
        passes += stepped(columns, stride >> columns.shift,
                          (unsigned)__builtin_popcount(lanes));
    }
    return passes;
}

/* The definition, for the lanes of one group: distinct values by column, as
 * chains of lanes.  Adds to *shared if a value was met twice. */
static uint32_t exact_passes(const uint32_t *offset, uint32_t mask,
                             struct columns columns, bool *shared)
{
    uint8_t head[BANKS], next[WARP_SIZE] = {0}, length[BANKS];
    uint32_t used = 0, most = 0;
    for (; mask != 0; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        uint32_t value = offset[lane] >> columns.shift;
        unsigned column = value % columns.count;
        if (!(used >> column & 1)) {
            used |= 1u << column;
            length[column] = 0;
            head[column] = WARP_SIZE;
        }
        unsigned l = head[column];
        while (l < WARP_SIZE && offset[l] >> columns.shift != value)
            l = next[l];
        if (l < WARP_SIZE) {
            *shared = true;
            continue;
        }
        next[lane] = head[column];
        head[column] = (uint8_t)lane;
        if (++length[column] > most)
            most = length[column];
    }
    return most;
}

/* True only if n neighbouring lanes need one pass: as many columns in use as
 * lanes, or (values never falling) as distinct values; then *shared says
 * whether lanes shared one. */
INLINE bool one_pass(const uint32_t *offset, unsigned n, struct columns columns,
                     bool *shared)
{
    uint32_t used = 0, falls = 0, values = 1;
    for (unsigned l = 0; l < n; l++)
        used |= 1u << (offset[l] >> columns.shift & (columns.count - 1));
    for (unsigned l = 1; l < n; l++) {
        falls |= offset[l] < offset[l - 1];
        values += offset[l] >> columns.shift != offset[l - 1] >> columns.shift;
    }
    unsigned in_use = (unsigned)__builtin_popcount(used);
    *shared = in_use != n;
    return in_use == n || (!falls && in_use == values);
}

static bool uniform(const uint32_t *offset, uint32_t mask)
{
    uint32_t first = offset[__builtin_ctz(mask)];
    for (; mask != 0; mask &= mask - 1)
        if (offset[__builtin_ctz(mask)] != first)
            return false;
    return true;
}

INLINE struct shared_shape exact_shared(const uint32_t *offset, uint32_t mask,
                                        struct columns columns)
{
    struct shared_shape shape = {0, 0, false, ACCESS_GENERAL};
    shape.ideal = groups_active(columns, mask);
    if (columns.count == WARP_SIZE && mask == ~0u &&
        one_pass(offset, WARP_SIZE, columns, &shape.overlap)) {
        shape.wavefronts = 1;
        return shape;
    }
    /* Lanes of different groups may share an address unseen. */
    shape.overlap = shape.ideal > 1;
    for (unsigned g = 0; g * columns.count < WARP_SIZE; g++)
        shape.wavefronts += exact_passes(offset, mask & group_mask(columns, g),
                                         columns, &shape.overlap);
    return shape;
}

/* A run of lanes at one stride. */
INLINE struct shared_shape strided_shared(uint32_t mask, uint32_t stride,
                                          unsigned width,
                                          struct columns columns)
{
    uint32_t ideal = groups_active(columns, mask);
    if (stride == 0)
        return (struct shared_shape){ideal, ideal, mask & (mask - 1),
                                     ACCESS_UNIFORM};
    return (struct shared_shape){
        stepped_groups(columns, mask, stride), ideal, false,
        stride == width ? ACCESS_UNIT : ACCESS_GENERAL};
}

static struct shared_shape partial_shared(const uint32_t *offset, uint32_t mask,
                                          unsigned width,
                                          struct columns columns)
{
    if (mask == 0)
        return (struct shared_shape){0, 0, false, ACCESS_GENERAL};
    if (!is_run(mask))
        return uniform(offset, mask) ? strided_shared(mask, 0, width, columns)
                                     : exact_shared(offset, mask, columns);

    unsigned n = (unsigned)__builtin_popcount(mask);
    const uint32_t *at = offset + __builtin_ctz(mask);
    uint32_t stride = n > 1 ? at[1] - at[0] : 0;
    if (constant_step(at, n, stride) && steps_columns(columns, stride))
        return strided_shared(mask, stride, width, columns);
    return exact_shared(offset, mask, columns);
}

HOT struct shared_shape shared_shape(const uint32_t offset[WARP_SIZE],
                                     uint32_t mask, unsigned width)
{
    struct columns columns = columns_of(width);
    if (mask != ~0u)
        return partial_shared(offset, mask, width, columns);
    uint32_t stride = offset[1] - offset[0];
    if (constant_step(offset, WARP_SIZE, stride) &&
        steps_columns(columns, stride))
        return strided_shared(mask, stride, width, columns);
    return exact_shared(offset, mask, columns);
}

/* Want lanes whose numbers differ by that bit the same? */
static bool alike(const uint32_t *offset, uint32_t mask, unsigned shift,
                  unsigned bit)
{
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (mask >> l & 1 && mask >> (l ^ bit) & 1 &&
            offset[l] >> shift != offset[l ^ bit] >> shift)
            return false;
    return true;
}

uint32_t shared_load_passes(const uint32_t offset[WARP_SIZE], uint32_t mask,
                            unsigned width)
{
    struct columns columns = columns_of(width);
    unsigned lanes = columns.count;
    uint32_t passes = 0;
    bool shared = false;
    if (lanes < WARP_SIZE && (alike(offset, mask, columns.shift, 1) ||
                              alike(offset, mask, columns.shift, 2)))
        lanes *= 2;
    uint32_t group = ~0u >> (WARP_SIZE - lanes);
    for (unsigned l = 0; l < WARP_SIZE; l += lanes)
        passes += exact_passes(offset, mask & group << l, columns, &shared);
    return passes;
}

/* A lane goes with an earlier one that wants the same, or behind those that
 * want something else of its column. */
static uint32_t group_passes(const uint32_t *offset, uint32_t mask,
                             struct columns columns, uint8_t *pass)
{
    uint8_t length[BANKS] = {0}, most = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint32_t value = offset[lane] >> columns.shift;
        uint32_t earlier = mask & ((1u << lane) - 1);
        while (earlier != 0 &&
               offset[__builtin_ctz(earlier)] >> columns.shift != value)
            earlier &= earlier - 1;
        pass[lane] = earlier != 0 ? pass[__builtin_ctz(earlier)]
                                  : length[value % columns.count]++;
        if (pass[lane] + 1 > most)
            most = (uint8_t)(pass[lane] + 1);
    }
    return most;
}

uint32_t shared_passes(const uint32_t offset[WARP_SIZE], uint32_t mask,
                       unsigned width, uint8_t pass[WARP_SIZE])
{
    struct columns columns = columns_of(width);
    uint32_t passes = 0;
    for (unsigned g = 0; g * columns.count < WARP_SIZE; g++) {
        uint32_t lanes = mask & group_mask(columns, g);
        uint32_t more = group_passes(offset, lanes, columns, pass);
        for (; lanes != 0; lanes &= lanes - 1)
            pass[__builtin_ctz(lanes)] += (uint8_t)passes;
        passes += more;
    }
    return passes;
}

/* ---- atomics ------------------------------------------------------------ */

static uint32_t lanes_at(const uint64_t *offset, uint32_t mask, uint64_t at)
{
    uint32_t count = 0;
    for (; mask; mask &= mask - 1)
        count += offset[__builtin_ctz(mask)] == at;
    return count;
}

uint32_t atomic_sectors(const uint64_t offset[WARP_SIZE], uint32_t mask)
{
    uint32_t sum = 0, rest = mask;
    while (rest) {
        uint64_t sector = offset[__builtin_ctz(rest)] / SECTOR_BYTES;
        uint32_t most = 0, here = 0;
        for (uint32_t m = rest; m; m &= m - 1) {
            uint64_t at = offset[__builtin_ctz(m)];
            if (at / SECTOR_BYTES != sector)
                continue;
            uint32_t count = lanes_at(offset, mask, at);
            here |= m & -m;
            most = count > most ? count : most;
        }
        sum += most;
        rest &= ~here;
    }
    return sum;
}
