/*
 * lab.c - lab 3 as data: exercises, sizes, oracles, criteria, hints.
 *
 * Nothing here allocates, prints or keeps time.  Every criterion's number is
 * derived beside it; `s/r` is sectors per request.
 *
 * What struct size means:  dot: blocks, n, threads;  reduce: 1, n, threads;
 * block_clock: blocks, elements of each, threads;  batch: L, M, N.
 */
#include "lab/lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/cases.h"
#include "lab/caps.h"
#include "lab/linear.h"
#include "lab/open.h"
#include "lab/sums.h"

/* ---- sizes -------------------------------------------------------------- */

/* Block sizes that are no power of two, each of which a careless tree gets
 * wrong in its own way; fewer elements than threads, blocks without any; n =
 * 1024 is a document's, of integers, where the sum must be exact. */
static const struct size dot_sizes[] = {
    {1, 1, 1},         {1, 1, 32},      {2, 31, 3},      {1, 7, 7},
    {1, 33, 33},       {3, 1000, 33},   {2, 1024, 512},  {2, 500, 500},
    {5, 5000, 500},    {4, 10007, 96},  {3, 1021, 192},  {7, 3001, 384},
    {8, 100, 256},     {1, 4096, 1024}, {3, 20000, 999}, {32, 65536, 256},
    {264, 100003, 256}};

/* Whole warps, from one to 32. */
static const struct size shuffle_sizes[] = {
    {1, 1, 32},      {3, 1000, 32},     {2, 1024, 512},   {1, 33, 64},
    {4, 10007, 96},  {3, 1021, 192},    {7, 3001, 384},   {8, 100, 256},
    {2, 5000, 992},  {1, 4096, 1024},   {5, 20000, 1024}, {32, 65536, 256},
    {6, 99991, 160}, {264, 100003, 256}};

/* 32 blocks are the cap of an old textbook, 132 the SMs of an H200, 1056 the
 * blocks of 256 threads it can hold at once. */
static const struct size dot_sweep[] = {
    {8, 1 << 20, 256},   {32, 1 << 20, 256},  {132, 1 << 20, 256},
    {264, 1 << 20, 256}, {528, 1 << 20, 256}, {1056, 1 << 20, 256},
    {32, 1 << 26, 256},  {264, 1 << 26, 256}, {1056, 1 << 26, 256}};

enum { DOT_GPU_ONLY = 3, DOCUMENT_N = 1024 };

/* With as many blocks as elements the minimum stands at every index once. */
static const struct size clock_sizes[] = {
    {1, 1, 1},       {3, 1, 32},      {5, 31, 32},     {7, 5, 64},
    {3, 1000, 1},    {66, 66, 33},    {200, 200, 100}, {192, 192, 96},
    {384, 384, 192}, {500, 500, 500}, {3, 2048, 1024}, {64, 512, 256},
    {512, 512, 256}};

/* Of the ladder: n, threads.  Parts that are full, one element short, one
 * longer, and of a single element, for blocks of all sizes. */
static const struct size reduce_sizes[] = {
    {1, 1, 64},      {1, 65, 64},     {1, 129, 64},
    {1, 1025, 1024}, {1, 7777, 1024}, {1, 3011, 64},
    {1, 9001, 256},  {1, 65536, 256}, {1, 30011, 512}};

static const struct size reduce_sizes_256[] = {
    {1, 1, 256},    {1, 257, 256},  {1, 511, 256},  {1, 513, 256},
    {1, 4097, 256}, {1, 8192, 256}, {1, 9001, 256}, {1, 65536, 256}};

static const struct size reduce_sweep[] = {
    {1, 1 << 14, 256}, {1, 1 << 15, 256}, {1, 1 << 16, 256},
    {1, 1 << 17, 256}, {1, 1 << 18, 256}, {1, 1 << 19, 256},
    {1, 1 << 20, 256}, {1, 1 << 24, 256}, {1, 1 << 26, 256}};

enum { REDUCE_GPU_ONLY = 2 };

/* The original's numbers of blocks; then those at which an H200 changes; then
 * other numbers of threads, a block on each of its SMs, and eight. */
static const struct size clock_sweep[] = {
    {1, 512, 256},    {8, 512, 256},    {16, 512, 256},   {32, 512, 256},
    {64, 512, 256},   {132, 512, 256},  {264, 512, 256},  {528, 512, 256},
    {1056, 512, 256}, {2112, 512, 256}, {132, 512, 32},   {132, 512, 64},
    {132, 512, 128},  {132, 512, 512},  {132, 512, 1024}, {1056, 512, 32},
    {1056, 512, 64},  {1056, 512, 128}, {1056, 512, 512}, {1056, 512, 1024}};

enum { CLOCK_GPU_ONLY = 10 };

/* Chunks, n, streams: more chunks than elements, streams without a chunk, a
 * last chunk that is shorter or not there; the last has 8 of 8192. */
static const struct size streams_sizes[] = {
    {1, 1, 1},     {1, 1025, 1}, {1, 33, 2},    {7, 5, 3},
    {3, 10, 2},    {5, 1000, 8}, {4, 4096, 4},  {3, 40000, 1},
    {6, 10007, 4}, {2, 8192, 3}, {13, 9973, 5}, {8, 65536, 4}};

/* But for the first, 64 MiB in each array. */
static const struct size streams_sweep[] = {
    {8, 65536, 4},     {1, 1 << 24, 4},   {2, 1 << 24, 4},  {4, 1 << 24, 4},
    {8, 1 << 24, 4},   {16, 1 << 24, 4},  {32, 1 << 24, 4}, {64, 1 << 24, 4},
    {256, 1 << 24, 4}, {1024, 1 << 24, 4}};

enum { STREAMS_GPU_ONLY = COUNT(streams_sweep) - 1 };

/* Of dot_best: n, the rest is 1; from 1000 on of integers. */
static const struct size dot_best_sizes[] = {
    {1, 1, 1},     {1, 2, 1},     {1, 31, 1},    {1, 33, 1},
    {1, 255, 1},   {1, 1024, 1},  {1, 1025, 1},  {1, 3001, 1},
    {1, 65537, 1}, {1, 99991, 1}, {1, 300007, 1}};

static const struct size dot_best_sweep[] = {
    {1, 1 << 14, 1}, {1, 1 << 16, 1}, {1, 1 << 18, 1}, {1, 1 << 19, 1},
    {1, 1 << 20, 1}, {1, 1 << 23, 1}, {1, 1 << 26, 1}};

enum { DOT_BEST_GPU_ONLY = 2 };

/* Of the stopwatch: calls that are timed. */
enum { MOST_CALLS = 99 };
static const struct size calls_sizes[] = {
    {1, 1, 1}, {1, 3, 1}, {1, 5, 1}, {1, 21, 1}, {1, MOST_CALLS, 1}};

/* L, M and N all different but where accesses are counted; N above and below
 * L, L above the 256 threads of a block, rows shorter than a warp. */
static const struct size batch_sizes[] = {
    {1, 1, 1},     {1, 33, 2},    {33, 1, 3},   {31, 32, 2},   {32, 31, 33},
    {33, 32, 5},   {96, 33, 7},   {33, 96, 40}, {255, 3, 2},   {257, 65, 3},
    {65, 257, 2},  {17, 1000, 9}, {5, 7, 300},  {1000, 33, 2}, {64, 64, 8},
    {128, 128, 4}, {48, 6, 801}};

/* The last are so many batches that some of them make a block, and the blocks
 * fill a GPU: who wants to be fast may do that another way than few. */
enum { ALL_BATCHES = COUNT(batch_sizes), FEW_BATCHES = ALL_BATCHES - 1 };

/* 8 batches, at which an open exercise is timed; then so many that every SM has
 * work.  The last is the document's: 2 GiB. */
static const struct size batch_sweep[] = {
    {256, 256, 8},    {16, 16, 1024},   {32, 32, 1024},  {64, 64, 1024},
    {128, 128, 1024}, {256, 256, 1024}, {512, 512, 1024}};

enum { BATCH_GPU_ONLY = 3 };

/* ---- shapes ------------------------------------------------------------- */

static size_t count_blocks(struct size s)
{
    return (size_t)s.rows;
}

static size_t count_vector(struct size s)
{
    return (size_t)s.cols;
}

/* Parts of a sum, so many elements for each thread. */
static size_t count_parts(struct size s, int each)
{
    return (count_vector(s) - 1) / ((size_t)each * (size_t)s.inner) + 1;
}

static size_t count_parts_1(struct size s)
{
    return count_parts(s, 1);
}

static size_t count_parts_2(struct size s)
{
    return count_parts(s, 2);
}

static size_t count_parts_16(struct size s)
{
    return count_parts(s, 16);
}

static size_t count_slices(struct size s)
{
    return (size_t)s.rows * (size_t)s.cols;
}

static size_t count_stamps(struct size s)
{
    return 2 * (size_t)s.rows;
}

static size_t count_input(struct size s)
{
    return (size_t)s.inner * (size_t)s.rows * (size_t)s.cols;
}

static size_t count_matrix(struct size s)
{
    return (size_t)s.rows * (size_t)s.rows;
}

static size_t count_output(struct size s)
{
    return (size_t)s.rows * (size_t)s.inner;
}

static size_t length_l(struct size s)
{
    return (size_t)s.rows;
}

static size_t length_m(struct size s)
{
    return (size_t)s.cols;
}

static size_t length_n(struct size s)
{
    return (size_t)s.inner;
}

/* ---- dot, dot_shuffle --------------------------------------------------- */

/* A document's own data and size: the whole product is the 1047552 that it
 * prints.  Sums of integers, exact in any order. */
static void prepare_document(float *a, float *b)
{
    for (int i = 0; i < DOCUMENT_N; i++) {
        a[i] = (float)i;
        b[i] = 2;
    }
}

static void prepare_dot(void *const *in, struct size s, uint64_t seed)
{
    (void)seed;
    if (s.cols == DOCUMENT_N)
        prepare_document(in[0], in[1]);
}

/* The block that takes element i. */
static size_t block_of(struct size s, size_t i)
{
    return i / (size_t)s.inner % (size_t)s.rows;
}

static void oracle_dot(const void *const *in, struct size s,
                       struct expected *out)
{
    const float *a = in[0], *b = in[1];
    bool exact = true; /* as long as there are only integers */
    for (size_t k = 0; k < count_blocks(s); k++)
        out[k] = (struct expected){0, 0, 0};
    for (size_t i = 0; i < count_vector(s); i++) {
        struct expected *sum = &out[block_of(s, i)];
        double product = (double)a[i] * (double)b[i];
        sum->value += product;
        sum->magnitude += fabs(product);
        sum->terms++;
        exact = exact && floorf(a[i]) == a[i] && floorf(b[i]) == b[i] &&
                sum->magnitude < 0x1p24;
    }
    for (size_t k = 0; exact && k < count_blocks(s); k++)
        out[k].magnitude = 0;
}

/* What the threads of a block take at once: the elements [i, i + inner). */
static float dot_of_piece(const float *a, const float *b, struct size s,
                          size_t i)
{
    float sum = 0.0f;
    for (int t = 0; t < s.inner && i < count_vector(s); t++, i++)
        sum += a[i] * b[i];
    return sum;
}

/* Parts are blocks, which are inside, so that all memory is read in order. */
static void serial_dot(void *const *p, struct size s, size_t from, size_t to)
{
    size_t step = count_blocks(s) * (size_t)s.inner;
    float *partial = p[2];
    for (size_t k = from; k < to; k++)
        partial[k] = 0.0f;
    for (size_t i = 0; i < count_vector(s); i += step)
        for (size_t k = from; k < to; k++)
            partial[k] += dot_of_piece(p[0], p[1], s, i + k * (size_t)s.inner);
}

static double bytes_dot(struct size s)
{
    return sizeof(float) * (2.0 * s.cols + s.rows);
}

static double flops_dot(struct size s)
{
    return 2.0 * s.cols;
}

static void owner_dot(struct size s, size_t e, char *text, size_t n)
{
    snprintf(text, n, "block %zu of %d, %d threads each", e, s.rows, s.inner);
}

/* ---- the ladder of sums ------------------------------------------------- */

static void oracle_sums(const float *in, struct size s, int each,
                        struct expected *out)
{
    size_t part = (size_t)each * (size_t)s.inner;
    for (size_t k = 0; k < count_parts(s, each); k++)
        out[k] = (struct expected){0, 0, 0};
    for (size_t i = 0; i < count_vector(s); i++) {
        out[i / part].value += (double)in[i];
        out[i / part].magnitude += fabs((double)in[i]);
        out[i / part].terms++;
    }
}

static void oracle_sums_1(const void *const *in, struct size s,
                          struct expected *out)
{
    oracle_sums(in[0], s, 1, out);
}

static void oracle_sums_2(const void *const *in, struct size s,
                          struct expected *out)
{
    oracle_sums(in[0], s, 2, out);
}

static void oracle_sums_16(const void *const *in, struct size s,
                           struct expected *out)
{
    oracle_sums(in[0], s, 16, out);
}

static void serial_sums(void *const *p, struct size s, int each, size_t from,
                        size_t to)
{
    size_t part = (size_t)each * (size_t)s.inner;
    const float *in = p[0];
    float *partial = p[1];
    for (size_t k = from; k < to; k++) {
        float sum = 0.0f;
        for (size_t i = k * part; i < (k + 1) * part; i++)
            sum += i < count_vector(s) ? in[i] : 0.0f;
        partial[k] = sum;
    }
}

static void serial_sums_1(void *const *p, struct size s, size_t from, size_t to)
{
    serial_sums(p, s, 1, from, to);
}

static void serial_sums_2(void *const *p, struct size s, size_t from, size_t to)
{
    serial_sums(p, s, 2, from, to);
}

static void serial_sums_16(void *const *p, struct size s, size_t from,
                           size_t to)
{
    serial_sums(p, s, 16, from, to);
}

static double bytes_sum(struct size s)
{
    return sizeof(float) * (double)s.cols;
}

static double flops_sum(struct size s)
{
    return s.cols;
}

static void owner_sums(struct size s, size_t e, char *text, size_t n)
{
    snprintf(text, n, "block %zu, of %d threads", e, s.inner);
}

/* ---- block_clock -------------------------------------------------------- */

/* The least element of each block at another index than its neighbour's, and 1
 * below the others; in every other block all are positive, so that no initial
 * value can be mistaken for a minimum. */
static void prepare_clock(void *const *in, struct size s, uint64_t seed)
{
    float *slice = in[0];
    for (size_t k = 0; k < count_blocks(s); k++, slice += s.cols) {
        size_t index = (k + seed % 1000) % (size_t)s.cols;
        float base = k % 2 == 0 ? 0.0f : 4.0f;
        for (size_t i = 0; i < count_vector(s); i++)
            slice[i] += base;
        slice[index] = base - 2.0f - 0.125f * (float)(k % 7);
    }
}

static float minimum(const float *slice, size_t count)
{
    float least = slice[0];
    for (size_t i = 1; i < count; i++)
        least = slice[i] < least ? slice[i] : least;
    return least;
}

static void oracle_clock(const void *const *in, struct size s,
                         struct expected *out)
{
    const float *slice = in[0];
    for (size_t k = 0; k < count_blocks(s); k++, slice += s.cols)
        out[k] = (struct expected){minimum(slice, (size_t)s.cols), 0, s.cols};
}

static void serial_clock(void *const *p, struct size s, size_t from, size_t to)
{
    const float *slice = (const float *)p[0] + from * count_vector(s);
    float *minima = p[1];
    for (size_t k = from; k < to; k++, slice += s.cols)
        minima[k] = minimum(slice, (size_t)s.cols);
}

static double clocks_of_block(const void *const *arrays, struct size s,
                              size_t block)
{
    const int64_t *stamps = arrays[2];
    return (double)stamps[count_blocks(s) + block] - (double)stamps[block];
}

/* A step of the tree needs at least a load, a comparison, a store and a
 * barrier one after the other, and so a clock for each. */
static double least_clocks(struct size s)
{
    double clocks = 4;
    for (int left = s.inner; left > 1; left = (left + 1) / 2)
        clocks += 4;
    return clocks;
}

static bool stamps_plausible(const void *const *arrays, struct size s,
                             char *text, size_t n)
{
    const int64_t *stamps = arrays[2];
    size_t blocks = count_blocks(s);
    for (size_t k = 0; k < blocks; k++) {
        double clocks = clocks_of_block(arrays, s, k);
        const char *what = NULL;
        if (stamps[k] <= 0)
            what = "is no reading of clock64()";
        else if (clocks <= 0)
            what = "is not before the stop stamp";
        else if (clocks < least_clocks(s) || clocks > 0x1p40)
            what = "cannot be: does the stopwatch run while the block works?";
        if (!what)
            continue;
        snprintf(text, n,
                 "block %zu: the start stamp %s\n"
                 "first: stamps[%zu] = %lld (start), stamps[%zu] = %lld (stop)",
                 k, what, k, (long long)stamps[k], blocks + k,
                 (long long)stamps[blocks + k]);
        return false;
    }
    return true;
}

static double bytes_clock(struct size s)
{
    return (double)count_slices(s) * sizeof(float) +
           (double)s.rows * (sizeof(float) + 2 * sizeof(int64_t));
}

/* Comparisons. */
static double flops_clock(struct size s)
{
    return (double)count_slices(s);
}

/* ---- add_streams -------------------------------------------------------- */

static void owner_piece(struct size s, size_t e, char *text, size_t n)
{
    size_t length = (size_t)((s.cols - 1) / s.rows + 1), k = e / length;
    snprintf(text, n, "element %zu: piece %zu of %d, stream %zu of %d", e, k,
             s.rows, k % (size_t)s.inner, s.inner);
}

/* ---- a stopwatch for the CPU --------------------------------------------- */

static size_t count_result(struct size s)
{
    (void)s;
    return 3;
}

/* One before those that are timed. */
static size_t count_calls(struct size s)
{
    return 1 + count_vector(s);
}

/* Milliseconds of each call.  The first has cold caches; of the others one in
 * five was disturbed. */
static void prepare_calls(void *const *in, struct size s, uint64_t seed)
{
    double *ms = in[0];
    ms[0] *= 50;
    for (size_t i = 1 + seed % 5; i < count_calls(s); i += 5)
        ms[i] *= 8;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Times are differences of a clock's readings, which grow to their sum. */
static void oracle_calls(const void *const *in, struct size s,
                         struct expected *out)
{
    double ms[MOST_CALLS], clock = 1000;
    size_t calls = count_vector(s);
    memcpy(ms, (const double *)in[0] + 1, calls * sizeof *ms);
    qsort(ms, calls, sizeof *ms, by_value);
    for (size_t i = 0; i <= calls; i++)
        clock += ((const double *)in[0])[i];
    out[0] = (struct expected){ms[calls / 2], clock, 2};
    out[1] = (struct expected){ms[0], clock, 2};
    out[2] = (struct expected){ms[calls - 1], clock, 2};
}

static bool about(double a, double b)
{
    return fabs(a - b) < 1e-6 * b;
}

static bool ends_as_they_came(const double *ms, const double *result,
                              size_t calls)
{
    return about(result[1], ms[0]) && about(result[2], ms[calls - 1]);
}

/* Of few calls, that of the least or the most may be the one in the middle. */
static bool is_as_they_came(const double *ms, const double *result,
                            const struct expected *right, size_t calls)
{
    enum { MANY = 50 };
    if (about(result[0], right[0].value) || !about(result[0], ms[calls / 2]))
        return false;
    if (ends_as_they_came(ms, result, calls))
        return true;
    return calls > MANY && !about(result[0], right[1].value) &&
           !about(result[0], right[2].value);
}

/* Which number it is, where that is another than asked for. */
static bool result_plausible(const void *const *arrays, struct size s,
                             char *text, size_t n)
{
    const double *ms = arrays[0], *result = arrays[1];
    const char *what = NULL;
    double sum = 0;
    struct expected right[3];
    oracle_calls(arrays, s, right);
    for (size_t i = 1; i < count_calls(s); i++)
        sum += ms[i];
    if (about(1e3 * result[0], right[0].value))
        what = "result[0] is 1000 times too small: times are asked for in ms";
    else if (s.cols > 1 && about(result[2], sum))
        what = "result[2] is the time of all calls together: is now() read "
               "before each of them?";
    else if (about(result[2], ms[0]))
        what = "the first call is among the times: it is only to warm up";
    else if (is_as_they_came(ms + 1, result, right, count_vector(s)))
        what = "result[0] is the time in the middle as they came: put them in "
               "order first";
    else if (s.cols > 1 && about(result[0], sum / s.cols))
        what = "result[0] is the mean of the times, which each one that was "
               "disturbed moves: the median is asked for";
    else if (result[1] > result[2] && !about(result[1], right[2].value) &&
             ends_as_they_came(ms + 1, result, count_vector(s)))
        what = "the least is more than the most: are the times in order?";
    if (what)
        snprintf(text, n, "%s", what);
    return !what;
}

static void owner_calls(struct size s, size_t e, char *text, size_t n)
{
    static const char *const what[] = {"the median", "the least", "the most"};
    snprintf(text, n, "%s of %d times", what[e], s.cols);
}

/* ---- the batch ladder --------------------------------------------------- */

/* v[k][j] = the mean of input[k][j][0 .. M), output[i][k] = the sum over j of
 * matrix[i][j] * v[k][j]: by strides, as the program is the student's to write
 * (batch_cpu).  A mean of M numbers is off by M + 1 roundings at most (the last
 * is the division), the sum over L by L more. */
static void oracle_batch(const void *const *in, struct size s,
                         struct expected *out)
{
    size_t l = length_l(s), m = length_m(s), n = length_n(s);
    struct sums means = {.a = in[0],
                         .x = {.count = n, .out = l, .a = l * m},
                         .y = {.count = l, .out = 1, .a = m},
                         .t = {.count = m, .a = 1},
                         .divisor = s.cols};
    struct sums products = {.a = in[1],
                            .x = {.count = l, .out = n, .a = l},
                            .y = {.count = n, .out = 1, .b = l},
                            .t = {.count = l, .a = 1, .b = 1}};
    sums_of_sums(&means, &products, out);
}

static double bytes_batch(struct size s)
{
    return sizeof(double) * ((double)count_input(s) + (double)count_matrix(s) +
                             (double)count_output(s));
}

static double flops_batch(struct size s)
{
    return (double)count_input(s) + 2.0 * s.inner * (double)count_matrix(s);
}

static void owner_one_block(struct size s, size_t e, char *text, size_t n)
{
    snprintf(text, n, "row %zu of batch %zu: the one block, thread 0",
             e / length_n(s), e % length_n(s));
}

static void owner_batch(struct size s, size_t e, char *text, size_t n)
{
    snprintf(text, n, "row %zu of batch %zu: block %zu, thread 0",
             e / length_n(s), e % length_n(s), e % length_n(s));
}

static double flops_none(struct size s)
{
    (void)s;
    return 0;
}

/* ---- the open ones: who does what is not prescribed ---------------------- */

/* What rounding may do to a sum of so many is more than a part of it that is
 * missing.  So there are integers, in [-4, 4), whose sum is exact in any order:
 * of more than 2^22 elements of b only every 64th is not 0.  Two elements: 1 -
 * 1, a sum in which even the least value that it began with is seen. */
static void prepare_dot_best(void *const *in, struct size s, uint64_t seed)
{
    float *a = in[0], *b = in[1];
    size_t step = s.cols > 1 << 22 ? 64 : 1;
    for (size_t i = 0; s.cols >= 1000 && i < count_vector(s); i++) {
        a[i] = floorf(4 * a[i]);
        b[i] = (i + seed) % step == 0 ? floorf(4 * b[i]) : 0.0f;
    }
    if (s.cols == 2)
        a[0] = a[1] = b[0] = 1, b[1] = -1;
    if (s.cols == DOCUMENT_N)
        prepare_document(a, b);
}

static void owner_sum(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    (void)e;
    snprintf(text, n, "the sum of all blocks");
}

static void owner_any_batch(struct size s, size_t e, char *text, size_t n)
{
    snprintf(text, n, "row %zu of batch %zu", e / length_n(s), e % length_n(s));
}

/* ---- the table ---------------------------------------------------------- */

#define DOT_DATA                                                               \
    .dimensions = {"blocks", "n", "threads"}, .most = {0, 0, 1024},            \
    .buffers = {{"a", INPUT, ELEMENT_F32, count_vector, NULL, FILL_UNIFORM},   \
                {"b", INPUT, ELEMENT_F32, count_vector, NULL, FILL_UNIFORM},   \
                {"partial", OUTPUT, ELEMENT_F32, count_blocks, NULL,           \
                 FILL_UNIFORM}},                                               \
    .sweep = dot_sweep, .sweep_count = COUNT(dot_sweep),                       \
    .traced = {32, 65536, 256}, .sweep_gpu_only = DOT_GPU_ONLY,                \
    .prepare = prepare_dot, .oracle = oracle_dot, .parts = count_blocks,       \
    .serial = serial_dot, .bytes = bytes_dot, .flops = flops_dot,              \
    .owner = owner_dot

/* One number of all blocks. */
#define WHOLE_DATA                                                             \
    .buffers = {{"a", INPUT, ELEMENT_F32, count_vector, NULL, FILL_UNIFORM},   \
                {"b", INPUT, ELEMENT_F32, count_vector, NULL, FILL_UNIFORM},   \
                {"result", OUTPUT, ELEMENT_F32, count_blocks, NULL,            \
                 FILL_UNIFORM}},                                               \
    .sizes = dot_best_sizes, .size_count = COUNT(dot_best_sizes),              \
    .sweep = dot_best_sweep, .sweep_count = COUNT(dot_best_sweep),             \
    .sweep_gpu_only = DOT_BEST_GPU_ONLY, .traced = {1, 65537, 1},              \
    .prepare = prepare_dot_best, .oracle = oracle_dot, .parts = count_blocks,  \
    .serial = serial_dot, .bytes = bytes_dot, .flops = flops_dot,              \
    .owner = owner_sum

/* A step of the ladder: `each` elements for a thread. */
#define REDUCE_DATA(each, the_sizes)                                           \
    .dimensions = {"", "n", "threads"}, .most = {0, 0, 1024},                  \
    .buffers = {{"in", INPUT, ELEMENT_F32, count_vector, NULL, FILL_UNIFORM},  \
                {"partial", OUTPUT, ELEMENT_F32, count_parts_##each, NULL,     \
                 FILL_UNIFORM}},                                               \
    .sizes = the_sizes, .size_count = COUNT(the_sizes), .sweep = reduce_sweep, \
    .sweep_count = COUNT(reduce_sweep), .sweep_gpu_only = REDUCE_GPU_ONLY,     \
    .traced = {1, 9001, 256}, .oracle = oracle_sums_##each,                    \
    .parts = count_parts_##each, .serial = serial_sums_##each,                 \
    .bytes = bytes_sum, .flops = flops_sum, .owner = owner_sums

#define BATCH_ARRAYS(count)                                                    \
    .dimensions = {"L", "M", "N"}, .most = {4096, 0, 0},                       \
    .buffers = {{"input", INPUT, ELEMENT_F64, count_input, length_m,           \
                 FILL_UNIFORM},                                                \
                {"matrix", INPUT, ELEMENT_F64, count_matrix, length_l,         \
                 FILL_UNIFORM},                                                \
                {"output", OUTPUT, ELEMENT_F64, count_output, length_n,        \
                 FILL_UNIFORM}},                                               \
    .sizes = batch_sizes, .size_count = count, .traced = {64, 64, 8},          \
    .oracle = oracle_batch, .bytes = bytes_batch, .flops = flops_batch

#define BATCH_DATA(count)                                                      \
    BATCH_ARRAYS(count), .sweep = batch_sweep,                                 \
                         .sweep_count = COUNT(batch_sweep),                    \
                         .sweep_gpu_only = BATCH_GPU_ONLY, .cpu = "batch_cpu"

/* 8192 threads with 8 elements each: 256 warps x 8 x 2 = 4096 requests of 32
 * neighbours, 4 s/r, all bytes used: 100 %.  16384 sectors; nobody needs twice
 * as many. */
#define DOT_COALESCED                                                          \
    {                                                                          \
        .name = "coalesced loads", .metric = "global_load_efficiency",         \
        .at_most = 100, .at_least = 99,                                        \
        .also = {"global_load_sectors", 16384, 32768},                         \
        .size = {32, 65536, 256}, .share = 1,                                  \
        .advice = "Neighbouring threads should read neighbouring elements: "   \
                  "each thread's index grows by the number of all threads.",   \
    }

/* One thread of a block stores L results for each batch, 64 x 8 = 512; means
 * that a second kernel reads are 16 more.  Clearing the output first would be
 * 1024, adding to it for each product 64 times as many.  The fewest: 4096
 * bytes, 512 of them a request. */
#define ONE_STORE                                                              \
    {                                                                          \
        .name = "one store per result", .metric = "global_write_requests",     \
        .at_most = 1000, .at_least = 8, .size = {64, 64, 8}, .share = 1,       \
        .advice = "Sum in local variables and shared memory; one thread "      \
                  "stores the finished result.",                               \
    }

/* Means: 128 rows of 128 doubles, in pieces of 32: 256 bytes, 8 s/r, all of
 * them used: 100 %.  The product: pieces of a row of the matrix, the same.  (A
 * thread per row of the means: 32 s/r for half of the requests, (32 + 8) / 2 =
 * 20 s/r, 512 bytes of 40 sectors: 40 %.)  Asked for as efficiency, so that
 * wider loads (double2: 16 s/r) count as well.  Sectors: 16384 for the means,
 * 4096 for the matrix, which each of 4 blocks reads: 32768.  A thread per row:
 * 81920. */
#define BATCH_COALESCED(worth)                                                 \
    {                                                                          \
        .name = "coalesced loads", .metric = "global_load_efficiency",         \
        .at_most = 100, .at_least = 90,                                        \
        .also = {"global_load_sectors", 20480, 60000}, .size = {128, 128, 4},  \
        .share = worth,                                                        \
        .advice = "The 32 lanes of a warp should read 32 neighbours of one "   \
                  "row of input: i starts at the lane and grows by 32.",       \
    }

/* Means: 128 rows x 4 pieces of 32 x 4 batches = 2048 requests; the product:
 * as many; means that a second kernel reads, as many again.  A row for each
 * thread of a warp, or for every warp: 8 times as many means.  The fewest:
 * 20480 sectors, 16 a request. */
#define READ_ONCE                                                              \
    {                                                                          \
        .name = "each element once", .metric = "global_load_requests",         \
        .at_most = 8448, .at_least = 1280, .size = {128, 128, 4}, .share = 1,  \
        .advice = "Each row of the means belongs to one warp: j starts at "    \
                  "the warp and grows by WARPS.",                              \
    }

/* What 1024 threads have: the busiest warp needs 235 instructions for the tree,
 * at most 285 in other styles, about 100 with shuffles.  One thread that adds
 * up all needs 1280 at least, with loads of four; 7237 as it is written.  The
 * minimum of block_clock: 221, at most 260; 7224. */
#define CAP_IN_TURN(most, ...)                                                 \
    CAP_STEP("max_warp_instructions", NAN, most,                               \
             "A warp is at work for far longer than the steps of a tree "      \
             "take: does one thread add up what the others of its block "      \
             "have?",                                                          \
             __VA_ARGS__)

/* 65536 products in 32 blocks of 256 threads, as the launch says.  131072
 * operations; half as many where atomics add.  A warp: 239 instructions, of
 * which 8 turns are 70, and 2048 bytes; one that does its block's work reads
 * 16384.  Thread 0 of each block: 2048 products, at least 6000 instructions, or
 * 1897 where it adds up what the others have, which CAP_IN_TURN tells; lane 0
 * of each warp 256, and 131072 requests where 4096 will do.  A block: 16384
 * bytes of 524288. */
#define DOT_CAPS                                                               \
    CAP_COMPUTED(65536, 32, 65536, 256), CAP_WARP(2500, 32, 65536, 256),       \
        CAP_WARP_BYTES(8192, 32, 65536, 256),                                  \
        CAP_LANES(16384, 32, 65536, 256), CAP_BLOCK(314572, 32, 65536, 256),   \
        CAP_IN_TURN(1000, 1, 4096, 1024)

/* 2048 warps, a piece of 32 elements each: 4 s/r, all bytes used: 100 %, 8192
 * sectors; nobody needs twice as many. */
#define REDUCE_COALESCED                                                       \
    {                                                                          \
        .name = "coalesced loads", .metric = "global_load_efficiency",         \
        .at_most = 100, .at_least = 99,                                        \
        .also = {"global_load_sectors", 8192, 16384}, .size = {1, 65536, 256}, \
        .share = 2,                                                            \
        .advice = "Neighbouring threads should read neighbouring elements.",   \
    }

/* 65536 additions; with atomics half as many may be seen.  Requests: 2048; one
 * lane of each warp: 65536.  A warp reads 128 bytes, 256 or 2048, with 1, 2, 16
 * elements for each lane; one that does its block's work 8 times as many.  All
 * together 262144. */
#define REDUCE_CAPS(warp_bytes)                                                \
    CAP_COMPUTED(50000, 1, 65536, 256),                                        \
        CAP_WARP_BYTES(warp_bytes, 1, 65536, 256),                             \
        CAP_LANES(8192, 1, 65536, 256), CAP_BLOCK(157286, 1, 65536, 256)

/* L 257, M 65, N 3: 50115 elements of the means, 198147 products, 446409
 * operations; half as many where atomics add.  A warp of the 8 of a batch reads
 * 85008 bytes, of 2 (a block of 64 threads) 331016; one alone all 662032.
 * Instructions of the busiest warp: 23858 to 45824; of thread 0 alone 248262 at
 * least; of one that adds up what the 256 have 98688, with loads of two, beside
 * its own; 195019 as it is written.  Requests: 8694 to 9252; one lane of each
 * warp 248262.  The one block of batch_one_block does so three times over. */
#define BATCH_CAPS(times)                                                      \
    CAP_COMPUTED(178000, 257, 65, 3), CAP_WARP((times)*130000, 257, 65, 3),    \
        CAP_WARP_BYTES((times)*400000, 257, 65, 3),                            \
        CAP_LANES(60000, 257, 65, 3), CAP_IN_TURN((times)*90000, 257, 65, 3)

/* 8 blocks read 65536 bytes each, one for all 524288. */
#define CAP_BATCHES CAP_BLOCK(262144, 64, 64, 8)

/* As in BATCH_COALESCED. */
#define CAP_ROWS_TO_WARPS                                                      \
    CAP_STEP("global_load_sectors", NAN, 60000,                                \
             "This reads the input as batch_grid does, a row for each "        \
             "thread; here a row is for a warp.",                              \
             128, 128, 4)

static const struct exercise exercises[] = {
    {
        .name = "dot",
        .title = "a dot b, a tree in shared memory",
        DOT_DATA,
        .sizes = dot_sizes,
        .size_count = COUNT(dot_sizes),
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", NULL}},
        .share = 16,
        .shares = {.correct = 8, .clean = 2, .race_free = 3},
        .criteria =
            {DOT_COALESCED,
             /* Steps with 128, 64, 32, 16 ... 1 threads: 4 + 2 + 1 + 5 = 12
              * warps, 2 loads each, and one load of the result: 25 a block,
              * 800.  With thread % (2 * step) == 0: 5 x 8 + 4 + 2 + 1 = 47
              * warps, 3040.  One for each block at least: its sums meet
              * there. */
             {
                 .name = "whole warps rest",
                 .metric = "shared_load_requests",
                 .at_most = 1280,
                 .at_least = 32,
                 .size = {32, 65536, 256},
                 .share = 2,
                 .advice =
                     "Let the first threads work and the last ones rest, "
                     "thread < half, so that whole warps have nothing to do.",
             }},
        /* The tree needs none; 2 for each of 32 blocks may be. */
        .caps = {DOT_CAPS,
                 CAP_STEP("atomics", NAN, 64,
                          "Atomics add one after the other; here the sums of "
                          "a block are to be added in a tree.",
                          32, 65536, 256)},
        .hints =
            {"A grid-stride loop: i starts at blockIdx.x * blockDim.x + "
             "threadIdx.x and grows by gridDim.x * blockDim.x.  A thread may "
             "have no element at all; its sum is then 0.",
             "Put the thread's sum into sums[threadIdx.x], in a shared array "
             "of 1024 floats, the most threads a block can have.",
             "One step: of `left` sums, thread t adds sums[t + half] to "
             "sums[t].  A barrier before each step, outside the if.",
             "For an odd number, half = (left + 1) / 2 rounds up, and only "
             "left - half threads add.  Then half sums are left.",
             "When one is left, thread 0 writes it to partial[blockIdx.x].  "
             "Writes, not adds: nobody cleared partial."},
    },
    {
        .name = "dot_shuffle",
        .title = "a dot b, two stages of shuffles",
        .first = "dot",
        DOT_DATA,
        .sizes = shuffle_sizes,
        .size_count = COUNT(shuffle_sizes),
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "dot"}},
        .share = 14,
        .shares = {.correct = 5, .clean = 2, .race_free = 2},
        .criteria =
            {DOT_COALESCED,
             /* Each of 8 warps of 32 blocks at one barrier: 256, and none can
              * do without.  A tree of 256 has 8 barriers: 2048. */
             {
                 .name = "few barriers",
                 .metric = "barriers",
                 .at_most = 512,
                 .at_least = 256,
                 .size = {32, 65536, 256},
                 .share = 3,
                 .advice =
                     "Shuffles need no barrier.  There is one between the two "
                     "stages, when the sums of the warps go through shared "
                     "memory.",
             },
             /* One lane of each of 32 blocks; 128 bytes can be one request. */
             {.name = "one store per block",
              .metric = "global_write_requests",
              .at_most = 32,
              .at_least = 1,
              .size = {32, 65536, 256},
              .share = 1,
              .advice =
                  "One lane of the first warp stores the block's sum, once."}},
        /* 8 warps x 5 and 5 more: 1440 in 32 blocks; 5 for each block are the
         * fewest. */
        .caps = {DOT_CAPS,
                 CAP_STEP("shuffles", 160, NAN,
                          "Here shuffles are to add the sums of a warp; this "
                          "goes without them, as dot does.",
                          32, 65536, 256)},
        .hints =
            {"The loop over the products is that of dot.",
             "First stage: offsets 16, 8, 4, 2, 1 as in lab 1's matvec_warp.  "
             "Lane 0 of each warp then puts its sum into sums[warp].",
             "A barrier: the sums of all warps are there.",
             "Second stage, only warp 0: lane l takes sums[l] if there is a "
             "warp l, else 0; then the same five shuffles.",
             "The if around the second stage asks for the warp, not for the "
             "lane: the mask promises that all 32 lanes are there."},
    },
    {
        .name = "dot_whole",
        .title = "a dot b, one number for all blocks",
        WHOLE_DATA,
        .predict = {{"barriers_per_warp", NULL},
                    {"global_load_sectors_per_request", NULL},
                    {"time", NULL}},
        .share = 7,
        .shares = {.correct = 2, .clean = 2},
        /* 257 blocks of 256 threads add once each; every warp, 2049 times.  One
         * store is that of a second kernel of one block. */
        .criteria = {{
            .name = "one addition per block",
            .metric = "global_write_requests",
            .at_most = 1100,
            .at_least = 1,
            .size = {1, 65537, 1},
            .share = 2,
            .advice = "Add up within the block first; only one thread of it "
                      "adds to the result.",
        }},
        /* 65537 products; with 32 blocks of 128 threads a warp reads 4096
         * bytes, one block all 524296. */
        .caps = {CAP_COMPUTED(104000, 1, 65537, 1),
                 CAP_WARP_BYTES(16384, 1, 65537, 1),
                 CAP_LANES(16384, 1, 65537, 1), CAP_BLOCK(314572, 1, 65537, 1)},
        .hints =
            {"The kernel is that of dot_shuffle, but for its last line: not "
             "partial[blockIdx.x] = sum, but something that all blocks may do "
             "to the same result.",
             "atomicAdd(result, sum) reads, adds and writes as one step, so "
             "that nobody's sum is lost.",
             "Nobody has cleared the result: cudaMemset(result, 0, "
             "sizeof *result) before the launch.  It waits in the same stream, "
             "so the kernel comes after it.",
             "Another way is a second launch of one block that adds up the "
             "sums of the first; where would those lie?"},
    },
    {
        .name = "reduce_modulo",
        .title = "a sum in a tree, every second thread adds",
        REDUCE_DATA(1, reduce_sizes),
        .predict = {{"divergent_branch_percent", NULL},
                    {"shared_load_wavefronts_per_request", NULL},
                    {"time", NULL}},
        .share = 7,
        .shares = {.correct = 2, .clean = 2},
        .criteria = {REDUCE_COALESCED},
        .caps = {REDUCE_CAPS(512), CAP_IN_TURN(1000, 1, 7777, 1024)},
        .hints =
            {"i = blockIdx.x * blockDim.x + threadIdx.x is the thread's "
             "element; the last block may have threads without one, which "
             "store 0: they are needed for the barriers.",
             "In step s, the sums that are still to be added stand at 0, 2s, "
             "4s, ...: so thread % (2 * s) == 0 adds, s = 1, 2, 4, ...",
             "A barrier before each step, outside the if: the sums of the "
             "step before must be there.",
             "At the end, sums[0] is the sum of the block: thread 0 stores it "
             "to partial[blockIdx.x]."},
    },
    {
        .name = "reduce_strided",
        .title = "the first threads add: whole warps rest",
        .first = "reduce_modulo",
        REDUCE_DATA(1, reduce_sizes),
        .predict = {{"divergent_branch_percent", NULL},
                    {"shared_load_wavefronts_per_request", NULL},
                    {"time", "reduce_modulo"}},
        .share = 7,
        .shares = {.correct = 2, .clean = 2},
        /* Steps of 128, 64, 32, 16 ... 1 threads: 12 warps, 2 loads each, and
         * one of the result: 25 a block, 6400.  reduce_modulo: 47 warps,
         * 24320.  One for each of 256 blocks at least. */
        .criteria = {{
            .name = "whole warps rest",
            .metric = "shared_load_requests",
            .at_most = 9600,
            .at_least = 256,
            .size = {1, 65536, 256},
            .share = 2,
            .advice = "In each step, let the first threads of the block add: "
                      "thread t at place 2 * step * t.",
        }},
        .caps = {REDUCE_CAPS(512), CAP_IN_TURN(1000, 1, 7777, 1024),
                 CAP_STEP("shared_load_requests", NAN, 16000,
                          "This is reduce_modulo: in every step, all warps "
                          "still have lanes at work.",
                          1, 65536, 256)},
        .hints =
            {"Only who adds what has to change.  In step s, the places that "
             "add are 0, 2s, 4s, ...; give them to the threads 0, 1, 2, ...",
             "place = 2 * step * thread; sums[place] += sums[place + step].",
             "Which threads have a place?  Those with place < blockDim.x."},
    },
    {
        .name = "reduce_halves",
        .title = "neighbouring places: no bank conflicts",
        .first = "reduce_modulo",
        REDUCE_DATA(1, reduce_sizes),
        .predict = {{"divergent_branch_percent", NULL},
                    {"shared_load_wavefronts_per_request", NULL},
                    {"time", "reduce_strided"}},
        .share = 7,
        .shares = {.correct = 2, .clean = 2},
        /* reduce_strided: lanes 2, 4, 8, 16, 32 words apart: 26880 conflicts.
         * Its loads as above. */
        .criteria = {{
            .name = "no bank conflicts",
            .metric = "shared_bank_conflicts",
            .at_most = 0,
            .at_least = 0,
            .also = {"shared_load_requests", 256, 9600},
            .size = {1, 65536, 256},
            .share = 2,
            .advice = "Neighbouring threads should add at neighbouring places: "
                      "thread t adds sums[t + half] to sums[t].",
        }},
        .caps = {REDUCE_CAPS(512), CAP_IN_TURN(1000, 1, 7777, 1024),
                 CAP_STEP("shared_bank_conflicts", NAN, 4000,
                          "This is reduce_strided: the lanes of a warp still "
                          "add at places that lie in few banks.",
                          1, 65536, 256)},
        .hints =
            {"Lane l of a warp reads word 2 * step * l: for step 16, these are "
             "words 0, 32, 64, ..., all in one bank.",
             "Turn the steps round: half = blockDim.x / 2, ..., 4, 2, 1.",
             "In each, thread < half adds sums[thread + half] to sums[thread]: "
             "a block is a power of two here, so halving is exact."},
    },
    {
        .name = "reduce_first_add",
        .title = "two elements a thread, added before the tree",
        .first = "reduce_modulo",
        REDUCE_DATA(2, reduce_sizes),
        .predict = {{"global_load_requests", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "reduce_halves"}},
        .share = 7,
        .shares = {.correct = 2, .clean = 2},
        /* 128 blocks of 256 threads. */
        .criteria = {{
            .name = "two elements a thread",
            .metric = "threads",
            .at_most = 32768,
            .at_least = 4096,
            .size = {1, 65536, 256},
            .share = 2,
            .advice = "A block of `threads` threads is for 2 * threads "
                      "elements.",
        }},
        .caps = {REDUCE_CAPS(1024), CAP_IN_TURN(1000, 1, 7777, 1024)},
        .hints = {"A block begins at blockIdx.x * 2 * blockDim.x; its thread t "
                  "takes the elements t and t + blockDim.x from there.",
                  "Ask for each of the two whether it is there: i < n, and "
                  "i + blockDim.x < n.",
                  "The tree stays as it is, over blockDim.x sums.",
                  "Half as many blocks: (n - 1) / (2 * threads) + 1."},
    },
    {
        .name = "reduce_last_warp",
        .title = "shuffles for the last 64 sums",
        .first = "reduce_modulo",
        REDUCE_DATA(2, reduce_sizes),
        .predict = {{"warp_instructions", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "reduce_first_add"}},
        .share = 7,
        .shares = {.correct = 2, .clean = 2},
        /* 1024 warps, 3 barriers each: 3072; of reduce_first_add 8192.  One
         * each at least, as their sums meet. */
        .criteria = {{
            .name = "few barriers",
            .metric = "barriers",
            .at_most = 4096,
            .at_least = 1024,
            .size = {1, 65536, 256},
            .share = 2,
            .advice = "Steps in which one warp is left need no barrier: it "
                      "goes on alone, with shuffles.",
        }},
        /* 5 for each of 128 blocks. */
        .caps = {REDUCE_CAPS(1024), CAP_IN_TURN(1000, 1, 7777, 1024),
                 CAP_STEP("shuffles", 640, NAN,
                          "Here shuffles are to add the last 64 sums; this "
                          "goes without them.",
                          1, 65536, 256),
                 CAP_STEP("barriers", NAN, 6000,
                          "This is reduce_first_add: all warps still wait for "
                          "the last five steps.",
                          1, 65536, 256)},
        .hints =
            {"The loop over half ends sooner: half > 32 in place of half > 0.",
             "One more barrier: then the last 64 sums are there.",
             "if (threadIdx.x < 32): this is a whole warp.  Its lane t begins "
             "with sums[t] + sums[t + 32].",
             "Then five shuffles, as in the first stage of dot_shuffle; lane 0 "
             "has the block's sum."},
    },
    {
        .name = "reduce_unrolled",
        .title = "a block size that the compiler knows",
        .first = "reduce_modulo",
        REDUCE_DATA(2, reduce_sizes_256),
        .predict = {{"warp_instructions", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "reduce_last_warp"}},
        .share = 7,
        .shares = {.correct = 2, .clean = 2},
        /* 1024 warps, 5 branches each: which threads have an element, which
         * add, who stores.  With loops that count, 11 each. */
        .criteria = {{
            .name = "no loop is counted",
            .metric = "branches",
            .at_most = 8192,
            .at_least = 128,
            .size = {1, 65536, 256},
            .share = 2,
            .advice = "Put the constant BLOCK where blockDim.x stood: then the "
                      "compiler can write all steps one after the other.",
        }},
        .caps = {REDUCE_CAPS(1024), CAP_IN_TURN(300, 1, 65536, 256),
                 CAP_STEP("branches", NAN, 9800,
                          "This is reduce_last_warp: its loops still count at "
                          "run time.",
                          1, 65536, 256)},
        .hints =
            {"BLOCK is an enum at the head of the file, a constant; blockDim.x "
             "is known only when the kernel runs.",
             "#pragma unroll above a loop whose bounds are constants: the "
             "compiler writes its turns one after the other.",
             "It does so by itself for short loops; look at inst_executed and "
             "branch in make profile, before and after."},
    },
    {
        .name = "reduce_many",
        .title = "16 elements a thread, all under way at once",
        .first = "reduce_modulo",
        REDUCE_DATA(16, reduce_sizes_256),
        .predict = {{"global_load_requests", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "reduce_unrolled"}},
        .share = 7,
        .shares = {.correct = 2, .clean = 2},
        .criteria = {REDUCE_COALESCED},
        .caps = {REDUCE_CAPS(8192), CAP_IN_TURN(300, 1, 65536, 256)},
        .hints =
            {"A block begins at blockIdx.x * MANY * BLOCK; its thread t takes "
             "the elements t, t + BLOCK, t + 2 * BLOCK, ... from there.",
             "Not t * MANY, t * MANY + 1, ...: the 32 lanes of a warp are to "
             "read neighbours in each turn.",
             "sum += i < n ? in[i] : 0.0f, so that each turn is without a "
             "branch, and 16 loads can begin before the first is there.",
             "Then the tree of reduce_unrolled, once for 4096 elements."},
    },
    {
        .name = "block_clock",
        .title = "block minimum, timed from inside",
        .dimensions = {"blocks", "elements", "threads"},
        .most = {0, 0, 1024},
        .buffers = {{"input", INPUT, ELEMENT_F32, count_slices, count_vector,
                     FILL_UNIFORM},
                    {"minima", OUTPUT, ELEMENT_F32, count_blocks, NULL,
                     FILL_UNIFORM},
                    {"stamps", OUTPUT, ELEMENT_I64, count_stamps, NULL,
                     FILL_UNIFORM}},
        .sizes = clock_sizes,
        .size_count = COUNT(clock_sizes),
        .sweep = clock_sweep,
        .sweep_count = COUNT(clock_sweep),
        .sweep_gpu_only = CLOCK_GPU_ONLY,
        .traced = {64, 512, 256},
        .prepare = prepare_clock,
        .oracle = oracle_clock,
        .plausible = stamps_plausible,
        .clocks = clocks_of_block,
        .parts = count_blocks,
        .serial = serial_clock,
        .bytes = bytes_clock,
        .flops = flops_clock,
        .owner = owner_dot,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", NULL}},
        .share = 14,
        .shares = {.correct = 7, .clean = 2, .race_free = 2},
        .criteria =
            /* Two pieces of 32 neighbours for each of 8 warps: 4 s/r, 100 %.
             * To begin with the slice's first element is right too: a sector
             * more for each warp, 2080 of 2304 bytes, 90.3 %.  4096 sectors;
             * nobody needs twice as many. */
        {{
             .name = "coalesced loads",
             .metric = "global_load_efficiency",
             .at_most = 100,
             .at_least = 90,
             .also = {"global_load_sectors", 4096, 8192},
             .size = {64, 512, 256},
             .share = 1,
             .advice = "Neighbouring threads should read neighbouring elements "
                       "of the slice.",
         },
         /* In each of 64 blocks, by what its warps did between: how many
          * barriers the tree has is nobody's business. */
         {
             .name = "barriers at the stamps",
             .metric = "clock_starts",
             .at_most = 64,
             .at_least = 64,
             .also = {"clock_stops", 64, 64},
             .size = {64, 512, 256},
             .share = 2,
             .advice = "Without a barrier before it, a stamp tells when one "
                       "warp was there.  Put one before clock64() at the start "
                       "and one at the end.",
         }},
        /* A warp reads 256 bytes, 384 with a first element for each lane; one
         * that does its block's work 2048.  189 instructions; 1848 where
         * thread 0 adds up, which CAP_IN_TURN tells.  1024 requests, 1536; one
         * lane of each warp 32768.  A block: 2048 bytes of 131072. */
        .caps = {CAP_READ(131072, 64, 512, 256), CAP_WARP(2000, 64, 512, 256),
                 CAP_WARP_BYTES(1024, 64, 512, 256),
                 CAP_LANES(4096, 64, 512, 256), CAP_BLOCK(78643, 64, 512, 256),
                 CAP_IN_TURN(1000, 3, 2048, 1024)},
        .hints =
            {"A barrier, then long long start = clock64(): now all threads of "
             "the block are there.",
             "Each thread takes the least of its elements thread, thread + "
             "blockDim.x, ... of the slice.  It may have none: take another "
             "one's, which does no harm to a minimum.",
             "The tree is that of dot, with fminf in place of +.",
             "After the tree, thread 0 writes minima[blockIdx.x]; then a "
             "barrier; then clock64() again, and thread 0 stores both stamps.",
             "The stop stamps stand behind all start stamps: "
             "stamps[gridDim.x + blockIdx.x].",
             "Launch: <<<blocks, threads, threads * sizeof(float)>>>."},
    },
    {
        .name = "add_streams",
        .title = "a + b, pieces in several streams",
        .dimensions = {"chunks", "n", "streams"},
        .most = {0, 0, 8},
        LINEAR_ADD,
        .host_pointers = true,
        .pinned = true,
        .sizes = streams_sizes,
        .size_count = COUNT(streams_sizes),
        .sweep = streams_sweep,
        .sweep_count = COUNT(streams_sweep),
        .sweep_gpu_only = STREAMS_GPU_ONLY,
        .traced = {8, 65536, 4},
        .owner = owner_piece,
        .predict = {{"launches", NULL},
                    {"copies_beside_kernels", NULL},
                    {"global_load_sectors_per_request", NULL}},
        .share = 18,
        .shares = {.correct = 5, .clean = 2, .race_free = 1, .errors = 2},
        .criteria =
            /* 8 pieces of 8192 elements, two copies in and one out: 24 copies,
             * each of which has a kernel of another stream beside it.  Whoever
             * waits for a piece before the next one has none. */
        {{
             .name = "copies beside kernels",
             .metric = "copies_beside_kernels",
             .at_most = 96,
             .at_least = 20,
             .also = {"largest_copy", 4, 32768},
             .size = {8, 65536, 4},
             .share = 3,
             .advice = "While a kernel of one stream runs, another stream is "
                       "to copy: pieces of n / chunks elements, each step with "
                       "cudaMemcpyAsync, and no wait before all are told.",
         },
         {
             .name = "each piece in its stream",
             .metric = "streams",
             .at_most = 4,
             .at_least = 4,
             .also = {"launches", 8, 32},
             .size = {8, 65536, 4},
             .share = 1,
             .advice = "Piece k belongs to stream k % streams, its kernel as "
                       "well: the fourth argument between <<< and >>>.",
         }},
        /* 65536 additions; 24 instructions for a warp of each of 8 launches,
         * one that does all of it 16000 at least; 4096 requests. */
        .caps = {CAP_COMPUTED(65536, 8, 65536, 4),
                 CAP_READ(524288, 8, 65536, 4), CAP_WARP(4000, 8, 65536, 4),
                 CAP_LANES(32768, 8, 65536, 4),
                 CAP_STEP("copies_beside_kernels", 1, NAN,
                          "This is vector_add of lab 1: nothing runs beside "
                          "anything.",
                          8, 65536, 4)},
        .hints =
            {"A stream is a queue: what it is told is done in that order, and "
             "streams do not wait for each other.  A piece needs its own "
             "stream for all four steps.",
             "cudaMemcpyAsync(to, from, bytes, kind, stream) returns at once.  "
             "The launch names the stream as fourth: <<<blocks, threads, 0, "
             "stream>>>.",
             "A room of 3 x length floats for each stream is enough: a's "
             "piece, b's and c's one after the other.",
             "Piece k begins at k * length and has min(length, n - k * length) "
             "elements; stop when k * length is n or more.",
             "At the end cudaStreamSynchronize for each stream: until then "
             "nobody may read c.  What it returns is an error as well.",
             "Then cudaStreamDestroy and cudaFree, for each stream that was "
             "made, also after an error."},
    },
    {
        .name = "time_calls",
        .title = "a stopwatch for the CPU",
        .on_cpu = true,
        .dimensions = {"", "calls", ""},
        .most = {0, MOST_CALLS, 0},
        .buffers = {{"ms", INPUT, ELEMENT_F64, count_calls, NULL,
                     FILL_POSITIVE},
                    {"result", OUTPUT, ELEMENT_F64, count_result, NULL,
                     FILL_UNIFORM}},
        .sizes = calls_sizes,
        .size_count = COUNT(calls_sizes),
        .traced = {1, 21, 1},
        .prepare = prepare_calls,
        .oracle = oracle_calls,
        .plausible = result_plausible,
        .flops = flops_none,
        .owner = owner_calls,
        .share = 4,
        .shares = {.correct = 3, .clean = 1},
        .caps = {CAP_ON_CPU(1, 99, 1)},
        .hints =
            {"work(with) is a call, as of any function; now() gives the time "
             "in ms.",
             "First one call of work(with) whose time nobody takes.  Then, for "
             "each time: start = now(), work(with), now() - start.",
             "Keep the times in order while you take them (insert each where "
             "it belongs), or sort them with qsort at the end.",
             "Of an odd number of ordered times, the median is ms[calls / 2]; "
             "the least is the first, the most the last."},
    },
    {
        .name = "batch_cpu",
        .title = "means and a product, on the CPU",
        .on_cpu = true,
        BATCH_ARRAYS(FEW_BATCHES),
        .owner = owner_any_batch,
        .share = 6,
        .shares = {.correct = 5, .clean = 1},
        .caps = {CAP_ON_CPU(64, 64, 8)},
        .hints =
            {"Batch k begins at input + (size_t)k * L * M, its row j M "
             "elements further for each j.  The pointers are of the host's "
             "memory: read them as any array.",
             "For each batch first the L means, into an array of your own (L "
             "is at most 4096); then, for each row i of the matrix, the sum of "
             "matrix[i * L + j] * v[j].",
             "Sum in a local variable, and store with =, once: "
             "output[i * N + k].  Nobody has cleared the output.",
             "The inner loops go along rows, of input and of the matrix: "
             "neighbours in memory follow each other."},
    },
    {
        .name = "batch_one_block",
        .title = "means and a product, one block for all batches",
        BATCH_DATA(FEW_BATCHES),
        .owner = owner_one_block,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", NULL}},
        .share = 17,
        .shares = {.correct = 8, .clean = 2, .race_free = 3},
        .criteria = {ONE_STORE},
        .caps = {BATCH_CAPS(3)},
        .hints =
            {"Batch k begins at input + (size_t)k * L * M; the size_t comes "
             "first, so that nothing is multiplied in int.",
             "Means: thread t takes the rows t, t + BLOCK, ... and sums each "
             "along its M elements; v[j] = sum / M.",
             "Product, for each row i: thread t sums matrix[i * L + j] * v[j] "
             "over j = t, t + BLOCK, ...; then the tree of dot.",
             "BLOCK is a power of two, so halving is exact here: half = "
             "BLOCK / 2, ..., 1.",
             "Thread 0 stores output[i * N + k].  Before the next row may "
             "overwrite sums, thread 0 must have read them: one more barrier."},
    },
    {
        .name = "batch_grid",
        .title = "a block per batch",
        .first = "batch_one_block",
        BATCH_DATA(FEW_BATCHES),
        .owner = owner_batch,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "batch_one_block"}},
        .share = 17,
        .shares = {.correct = 6, .clean = 2, .race_free = 2},
        .criteria =
            {/* A batch: means 2 warps x 64 steps x 32 sectors = 4096, product
              * 64 rows x 2 warps x 8 = 1024, 64 stores: 5184.  One block for
              * all eight: 41472; twice as much as its own 10368; with means
              * that a second kernel reads 6224.  (20.0 s/r; there are no points
              * for that.)  The input is 8192 sectors, and the busiest of many
              * more blocks still has a row: 16. */
             {
                 .name = "a block per batch",
                 .metric = "max_block_sectors",
                 .at_most = 8000,
                 .at_least = 16,
                 .size = {64, 64, 8},
                 .share = 3,
                 .advice = "One block does too much.  Launch N blocks; block "
                           "blockIdx.x does that batch and no other.",
             },
             ONE_STORE},
        .caps = {BATCH_CAPS(1), CAP_BATCHES},
        .hints = {"What was the loop over k is now the grid: k = blockIdx.x.",
                  "Everything else stays as it is in batch_one_block.",
                  "Launch <<<N, BLOCK, L * sizeof(double)>>>."},
    },
    {
        .name = "batch_coalesced",
        .title = "a warp per row of the means",
        .first = "batch_one_block",
        BATCH_DATA(FEW_BATCHES),
        .owner = owner_batch,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "batch_grid"}},
        .share = 17,
        .shares = {.correct = 6, .clean = 2, .race_free = 2},
        .criteria = {BATCH_COALESCED(3), READ_ONCE},
        .caps = {BATCH_CAPS(1), CAP_BATCHES, CAP_ROWS_TO_WARPS},
        .hints =
            {"Warp w of the block takes the rows w, w + WARPS, ...; in a row, "
             "lane l sums the elements l, l + 32, ...",
             "Add up the 32 sums with shuffles, as in matvec_warp of lab 1; "
             "lane 0 writes v[j].",
             "v[j] is now read by another thread than the one that wrote it: "
             "a barrier after the means.",
             "The product stays as it is in batch_grid."},
    },
    {
        .name = "batch_shuffle",
        .title = "shuffles for the product as well",
        .first = "batch_one_block",
        BATCH_DATA(FEW_BATCHES),
        .owner = owner_batch,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "batch_coalesced"}},
        .share = 17,
        .shares = {.correct = 4, .clean = 1, .race_free = 3},
        .criteria =
            {BATCH_COALESCED(1),
             READ_ONCE,
             /* A warp stands at 1 barrier after the means and at 2 for each of
              * 128 rows: 257.  The tree of 256 threads: 1 + 9 x 128 = 1153.
              * At least the one after the means; warps without work do not
              * make it fewer: 8224 in 32 warps, of trees 36896, and blocks of
              * 1024 threads with two for each row 32896. */
             {
                 .name = "few barriers",
                 .metric = "barriers_per_warp",
                 .at_most = 280,
                 .at_least = 1,
                 .also = {"barriers", 4, 33000},
                 .size = {128, 128, 4},
                 .share = 3,
                 .advice = "Two barriers for each row of the product are "
                           "enough; inside a warp, shuffles need none.",
             },
             /* 128 rows x 4 batches, a lane each, or 8 times 512 bytes, and
              * means as above; every warp storing: 4096. */
             {.name = "one store per result",
              .metric = "global_write_requests",
              .at_most = 1000,
              .at_least = 8,
              .size = {128, 128, 4},
              .share = 1,
              .advice =
                  "One lane of the first warp stores the finished result."}},
        .caps = {BATCH_CAPS(1), CAP_BATCHES, CAP_ROWS_TO_WARPS,
                 CAP_STEP("barriers_per_warp", NAN, 600,
                          "This is batch_coalesced: a tree still adds up the "
                          "products.",
                          128, 128, 4)},
        .hints =
            {"Replace the tree by the two stages of dot_shuffle.",
             "First stage: five shuffles in each warp; lane 0 puts the warp's "
             "sum into sums[warp].  A barrier.",
             "Second stage: warp 0 adds up the WARPS sums, zeros in the other "
             "lanes, and lane 0 stores.",
             "The other warps do not wait for warp 0: they could put the next "
             "row's sums in its way.  A second barrier, or two arrays of sums "
             "used in turn."},
    },
    {
        .name = "dot_best",
        .title = "a dot b, one number, as fast as you can",
        WHOLE_DATA,
        .challenge = {.ladder = "dot_whole", .size = {1, 1 << 20, 1}},
        OPEN(199982, 1, 99991, 1,
             "The sums of blocks are one number in the end: who knows that it "
             "is the last one, and what does another launch cost?"),
    },
    {
        .name = "batch_best",
        .title = "means and a product, as fast as you can",
        .first = "batch_one_block",
        BATCH_DATA(ALL_BATCHES),
        .owner = owner_any_batch,
        .challenge = {.ladder = "batch_one_block",
                      .size = {256, 256, 8},
                      .gpu_size = {512, 512, 1024}},
        OPEN(446409, 257, 65, 3,
             "The means read every byte once.  And the product: how often does "
             "each element of the matrix come from memory, how often would it "
             "have to?"),
    },
#include "cases/rows.h"
};

const struct lab lab3_reduction = {
    .name = "lab3_reduction",
    .title = "Reductions",
    .exercises = exercises,
    .exercise_count = COUNT(exercises),
};
