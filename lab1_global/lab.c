/*
 * lab.c - lab 1 as data: exercises, sizes, oracles, criteria, hints.
 *
 * Nothing here allocates, prints or keeps time.  Every criterion's number is
 * derived beside it; `s/r` is sectors per request.
 */
#include "lab/lab.h"

#include <math.h>
#include <stdio.h>

#include "cases/cases.h"
#include "lab/calls.h"
#include "lab/caps.h"
#include "lab/linear.h"
#include "lab/open.h"

/* The block shapes of reference.cu; only the owner sentences use them. */
enum { BLOCK = 256, ROWS = 8 };

/* ---- sizes -------------------------------------------------------------- */

/* Around the warp (32) and the block (256), primes, single rows and columns;
 * then the seven of the course. */
static const struct size matrix_sizes[] = {
    {1, 1, 1},       {1, 33, 1},      {33, 1, 1},      {31, 32, 1},
    {32, 31, 1},     {32, 32, 1},     {33, 33, 1},     {8, 255, 1},
    {255, 9, 1},     {256, 64, 1},    {257, 65, 1},    {7, 257, 1},
    {97, 101, 1},    {1021, 3, 1},    {3, 1021, 1},    {1, 3001, 1},
    {3001, 1, 1},    {1000, 500, 1},  {1000, 1000, 1}, {1500, 1000, 1},
    {2000, 1000, 1}, {2000, 1500, 1}, {2500, 1500, 1}, {2500, 2000, 1}};

/* Of the open exercises, which have no criteria that are read elsewhere. */
static const struct size open_sizes[] = {
    {1, 1, 1},    {1, 33, 1},   {33, 1, 1},   {31, 32, 1},  {32, 31, 1},
    {33, 33, 1},  {8, 255, 1},  {257, 65, 1}, {7, 1025, 1}, {97, 101, 1},
    {1021, 3, 1}, {3, 1021, 1}, {1, 3001, 1}, {3001, 1, 1}, {1000, 500, 1}};

/* Many short results: who computes them? */
#define MANY_ROWS    40000, 10, 1
#define MANY_COLUMNS 10, 40000, 1
#define MANY_WARPS   5000, 100, 1
#define MANY_RESULTS 256, 16, 256

/* 65537 = 2^16 + 1 shows a 16-bit index. */
static const struct size vector_sizes[] = {
    {1, 1, 1},    {1, 31, 1},   {1, 32, 1},    {1, 33, 1},    {1, 255, 1},
    {1, 256, 1},  {1, 257, 1},  {1, 1000, 1},  {1, 1021, 1},  {1, 1024, 1},
    {1, 1025, 1}, {1, 4096, 1}, {1, 65537, 1}, {1, 99991, 1}, {1, 1000000, 1}};

/* As many elements as the seven matrices have. */
static const struct size vector_sweep[] = {
    {1, 500000, 1},  {1, 1000000, 1}, {1, 1500000, 1}, {1, 2000000, 1},
    {1, 3000000, 1}, {1, 3750000, 1}, {1, 5000000, 1}};

/* A: rows x cols; B: cols x inner.  Around the tile (32) in every direction,
 * primes, thin ones, one where sectors can be counted by hand, and the
 * smallest of the seven as A. */
static const struct size matmul_sizes[] = {
    {4, 4, 4},      {1, 1, 1},      {31, 32, 33},    {32, 33, 31},
    {33, 31, 32},   {32, 32, 32},   {33, 33, 33},    {64, 32, 96},
    {1, 97, 1},     {1, 101, 67},   {67, 101, 1},    {97, 1, 53},
    {61, 127, 113}, {20, 30, 1021}, {128, 128, 128}, {1000, 500, 3}};

/* ---- the warm-up -------------------------------------------------------- */

/* Of warm_index: blocks and threads. */
static const struct size index_sizes[] = {
    {1, 1, 1},  {1, 32, 1},   {2, 16, 1},   {3, 100, 1},
    {7, 33, 1}, {12, 256, 1}, {5, 1024, 1}, {100, 96, 1}};

/* Whole blocks. */
static const struct size map_sizes[] = {{1, 256, 1},   {1, 512, 1},
                                        {1, 1024, 1},  {1, 2560, 1},
                                        {1, 65536, 1}, {1, 262400, 1}};

/* Around the warp and the block; 4096 is whole blocks, where one too many can
 * be counted. */
static const struct size guard_sizes[] = {
    {1, 1, 1},   {1, 2, 1},   {1, 31, 1},   {1, 33, 1},   {1, 255, 1},
    {1, 256, 1}, {1, 257, 1}, {1, 1000, 1}, {1, 4096, 1}, {1, 99991, 1}};

static const struct size grid_sizes[] = {
    {1, 1, 1},   {1, 33, 1},   {33, 1, 1},   {8, 32, 1},   {9, 33, 1},
    {7, 257, 1}, {97, 101, 1}, {1021, 3, 1}, {3, 1021, 1}, {500, 1000, 1}};

/* Elements, and SMs of the device that it runs on. */
static const struct size device_sizes[] = {{1, 1, 1},       {1, 1000, 4},
                                           {1, 256, 7},     {1, 5000, 20},
                                           {1, 100000, 20}, {1, 100000, 132}};

static const struct size events_sizes[] = {
    {1, 1000, 1}, {1, 1, 1}, {1, 65537, 1}, {1, 1000000, 1}};

static void oracle_warm_index(const void *const *in, struct size s,
                              struct expected *out)
{
    (void)in;
    for (size_t i = 0; i < linear_matrix(s); i++)
        out[i].value =
            10000 * (int)(i / linear_cols(s)) + (double)(i % linear_cols(s));
}

static void oracle_warm_map(const void *const *in, struct size s,
                            struct expected *out)
{
    const float *x = in[0];
    for (size_t i = 0; i < linear_cols(s); i++) {
        out[i].value = (double)x[i] * x[i] + 1;
        out[i].magnitude = out[i].value;
        out[i].terms = 2;
    }
}

static void oracle_warm_guard(const void *const *in, struct size s,
                              struct expected *out)
{
    const float *x = in[0];
    for (size_t i = 0; i < linear_cols(s); i++) {
        out[i].value = (double)x[i + 1] - x[i];
        out[i].magnitude = fabs((double)x[i + 1]) + fabs((double)x[i]);
        out[i].terms = 2;
    }
}

static void oracle_warm_grid(const void *const *in, struct size s,
                             struct expected *out)
{
    const float *u = in[0], *v = in[1];
    for (size_t i = 0; i < linear_matrix(s); i++) {
        out[i].value = (double)u[i / linear_cols(s)] * v[i % linear_cols(s)];
        out[i].magnitude = fabs(out[i].value);
        out[i].terms = 1;
    }
}

enum { COEFFICIENTS = 8 };

static void oracle_warm_device(const void *const *in, struct size s,
                               struct expected *out)
{
    const float *c = in[0], *x = in[1];
    for (size_t i = 0; i < linear_cols(s); i++) {
        double power = 1;
        for (int k = 0; k < COEFFICIENTS; k++, power *= x[i]) {
            out[i].value += c[k] * power;
            out[i].magnitude += fabs(c[k] * power);
        }
        out[i].terms = 2 * COEFFICIENTS; /* powers are rounded as well */
    }
}

static void oracle_warm_events(const void *const *in, struct size s,
                               struct expected *out)
{
    const float *x = in[0];
    for (size_t i = 0; i < linear_cols(s); i++)
        out[i].value = 2.0 * x[i];
}

static size_t one_more(struct size s)
{
    return linear_cols(s) + 1;
}

static size_t coefficients(struct size s)
{
    (void)s;
    return COEFFICIENTS;
}

static size_t four(struct size s)
{
    (void)s;
    return 4;
}

static int inner(struct size s)
{
    return s.inner;
}

static double bytes_warm_events(struct size s)
{
    return 8.0 * s.cols;
}

static double flops_warm_grid(struct size s)
{
    return (double)linear_matrix(s);
}

static double flops_warm_device(struct size s)
{
    return 2.0 * COEFFICIENTS * s.cols;
}

/* What stood between the two events of a time that was asked for. */
struct span {
    size_t launches, copies_in, copies_out;
    bool there;  /* both events were recorded, in this order */
    bool waited; /* for the later one, before the time was asked for */
};

/* Where an event was recorded last before call `until`; `until`: nowhere. */
static size_t recorded_at(const struct calls *calls, uint32_t event,
                          size_t until)
{
    for (size_t i = until; i-- > 0;)
        if (calls->made[i].kind == CALL_RECORD && calls->made[i].event == event)
            return i;
    return until;
}

/* Does call i wait for all that was done before call `to`? */
static bool waits_for(const struct calls *calls, size_t i, size_t to)
{
    const struct call_made *call = &calls->made[i];
    size_t at = recorded_at(calls, call->event, i);
    return call->kind == CALL_WAIT || call->kind == CALL_STREAM_WAIT ||
           (call->kind == CALL_EVENT_WAIT && to <= at && at < i);
}

static struct span span_of(const struct calls *calls, size_t asked)
{
    const struct call_made *made = calls->made;
    size_t from = recorded_at(calls, made[asked].since, asked);
    size_t to = recorded_at(calls, made[asked].event, asked);
    struct span span = {.there = from < to && to < asked};
    for (size_t i = from; i < to && span.there; i++) {
        span.launches += made[i].kind == CALL_LAUNCH;
        span.copies_in += made[i].kind == CALL_COPY_IN;
        span.copies_out += made[i].kind == CALL_COPY_OUT;
    }
    for (size_t i = to; i < asked; i++)
        span.waited = span.waited || waits_for(calls, i, to);
    return span;
}

/* The call that gave this time, the last of them; false: none did. */
static bool find_asked(const struct calls *calls, float ms, size_t *asked)
{
    for (*asked = calls_kept(calls); (*asked)-- > 0;)
        if (calls->made[*asked].kind == CALL_ELAPSED &&
            calls->made[*asked].ms == ms)
            return true;
    return false;
}

static bool tell_span(const struct span *span, int k, char *text, size_t n)
{
    static const char *const wanted[] = {"the kernel alone",
                                         "both copies and the kernel"};
    snprintf(text, n,
             "times[%d] has to be the time of %s; between its two events "
             "stood: launches %zu, copies to the device %zu, copies back %zu",
             k, wanted[k], span->launches, span->copies_in, span->copies_out);
    return false;
}

/* times[k]: 0 of the kernel, 1 with the copies. */
static bool time_fits(const struct calls *calls, const float *times, int k,
                      char *text, size_t n)
{
    bool copied = k == 1;
    struct span span;
    size_t asked;
    if (!find_asked(calls, times[k], &asked)) {
        snprintf(text, n,
                 "times[%d] is no time that cudaEventElapsedTime has given", k);
        return false;
    }
    span = span_of(calls, asked);
    if (!span.there || span.launches != 1 || span.copies_in != copied ||
        span.copies_out != copied)
        return tell_span(&span, k, text, n);
    if (!span.waited)
        snprintf(text, n,
                 "times[%d] was asked for before its later event had been "
                 "reached; on a GPU that is cudaErrorNotReady: "
                 "cudaEventSynchronize comes first",
                 k);
    return span.waited;
}

/* times[2 + k] from times[k]. */
static bool bandwidth_fits(const float *times, int k, struct size s, char *text,
                           size_t n)
{
    double wanted = 8.0 * s.cols / times[k] / 1e6;
    if (fabs(times[2 + k] - wanted) <= 0.01 * wanted)
        return true;
    snprintf(text, n,
             "times[%d] has to be 8 n bytes over times[%d], in GB/s (10^9 "
             "bytes in a second): %.4g here, not %.4g",
             2 + k, k, wanted, times[2 + k]);
    return false;
}

static bool events_called(const void *const *arrays, const struct calls *calls,
                          struct size s, char *text, size_t n)
{
    const float *times = arrays[2];
    for (int k = 0; k < 2; k++)
        if (!time_fits(calls, times, k, text, n))
            return false;
    return bandwidth_fits(times, 0, s, text, n) &&
           bandwidth_fits(times, 1, s, text, n);
}

/* ---- vector_add --------------------------------------------------------- */

static void owner_vector_add(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    snprintf(text, n,
             "element %zu: with %d threads a block, block %zu, "
             "thread %zu",
             e, BLOCK, e / BLOCK, e % BLOCK);
}

/* ---- matvec, matvec_warp: C = A x V ------------------------------------- */

static void owner_matvec(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    snprintf(text, n,
             "row %zu: with %d threads a block, block %zu, "
             "thread %zu",
             e, BLOCK, e / BLOCK, e % BLOCK);
}

static void owner_matvec_warp(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    snprintf(text, n, "row %zu: with %d warps a block, block %zu, warp %zu", e,
             ROWS, e / ROWS, e % ROWS);
}

/* ---- vecmat: C = V x A -------------------------------------------------- */

static void owner_vecmat(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    snprintf(text, n,
             "column %zu: with %d threads a block, block %zu, "
             "thread %zu",
             e, BLOCK, e / BLOCK, e % BLOCK);
}

/* ---- matmul_naive: C = A x B --------------------------------------------- */

/* 4 x 4 is the product of the textbook, 4 i j: A[i][k] = i, B[k][j] = j. */
static void prepare_matmul(void *const *inputs, struct size s, uint64_t seed)
{
    float *A = inputs[0], *B = inputs[1];
    (void)seed;
    if (s.rows != 4 || s.cols != 4 || s.inner != 4)
        return;
    for (size_t i = 0; i < 16; i++) {
        A[i] = (float)(i / 4);
        B[i] = (float)(i % 4);
    }
}

/* ---- the open ones: who does what is not prescribed ---------------------- */

static void owner_any_row(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    snprintf(text, n, "row %zu", e);
}

static void owner_any_column(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    snprintf(text, n, "column %zu", e);
}

/* ---- the table ---------------------------------------------------------- */

/* 40000 results of 10 products.  400000 products are 800000 operations; half as
 * many where atomics add.  A warp: 97 to 118 instructions for a result, 4700
 * for 40 (1024 threads); one alone 121000, at least 15600; thread 0 of blocks
 * of 256 25000.  Requests: 1250 warps x 20 = 25000, one lane of each 800000.
 * One block reads 3.2 MB, at least the matrix, 1.6 MB; with 16 results for each
 * of 1024 threads 1.3 MB. */
#define ROW_CAPS(...)                                                          \
    CAP_COMPUTED(320000, __VA_ARGS__), CAP_WARP(6000, __VA_ARGS__),            \
        CAP_LANES(200000, __VA_ARGS__), CAP_BLOCK(1400000, __VA_ARGS__)

/* Blocks by the hundred without an element; one too many is asked for in
 * warm_guard. */
#define CAP_BLOCKS(most, ...)                                                  \
    {                                                                          \
        .name = "no more blocks than needed",                                  \
        .bounds = {"threads", NAN, most}, .size = {__VA_ARGS__},               \
        .percent = 75,                                                         \
        .sentence = "Far more blocks are launched than there is work for: a "  \
                    "block has many threads, so divide by their number.",      \
    }

static const struct exercise exercises[] = {
    {
        .name = "warm_index",
        .title = "which block and thread am I",
        .buffers = {{"who", OUTPUT, ELEMENT_I32, linear_matrix, NULL,
                     FILL_UNIFORM}},
        .dimensions = {"blocks", "threads", ""},
        .sizes = index_sizes,
        .size_count = COUNT(index_sizes),
        .traced = {100, 96, 1},
        .oracle = oracle_warm_index,
        .flops = flops_warm_grid,
        .share = 3,
        .shares = {.correct = 1, .clean = 1},
        .criteria = {{
            .name = "so many threads",
            .metric = "threads",
            .at_most = 9600,
            .at_least = 9600,
            .size = {100, 96, 1},
            .share = 1,
            .advice = "kernel<<<blocks, threads>>>(arguments) launches so "
                      "many blocks of so many threads; one launch is enough.",
        }},
        /* A warp writes 3 x 32 numbers in 20 instructions; one of them all
         * 300 times. */
        .caps = {CAP_WARP(2000, 100, 96, 1)},
        .hints = {"The kernel runs once for each thread.  blockIdx.x is the "
                  "number of its block, threadIdx.x its number in the block, "
                  "blockDim.x how many threads a block has.",
                  "In front of this thread stand blockIdx.x whole blocks, and "
                  "threadIdx.x threads of its own block: together they are "
                  "its place.",
                  "A launch: the kernel's name, <<<blocks, threads>>>, then "
                  "the arguments in parentheses, as of any function."},
    },
    {
        .name = "warm_map",
        .title = "x * x + 1, a thread per element",
        .buffers = {{"x", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},
                    {"y", OUTPUT, ELEMENT_F32, linear_cols, NULL,
                     FILL_UNIFORM}},
        .sizes = map_sizes,
        .size_count = COUNT(map_sizes),
        .traced = {1, 65536, 1},
        .oracle = oracle_warm_map,
        .flops = linear_vector_flops,
        .share = 3,
        .shares = {.correct = 1, .clean = 1},
        .criteria = {{
            .name = "a thread per element",
            .metric = "threads",
            .at_most = 262400,
            .at_least = 1025,
            .size = {1, 262400, 1},
            .share = 1,
            .advice = "n elements and BLOCK threads a block: n / BLOCK blocks.",
        }},
        /* A warp: 12 instructions; one that does all at least 40000. */
        .caps = {CAP_COMPUTED(200000, 1, 262400, 1),
                 CAP_WARP(8000, 1, 262400, 1), CAP_LANES(64000, 1, 262400, 1)},
        .hints = {"There is no loop over the elements: every thread does one, "
                  "all of them at once.",
                  "The index is that of warm_index: whole blocks in front, "
                  "then threads of this block.",
                  "Multiply blocks by threads: that has to be n."},
    },
    {
        .name = "warm_guard",
        .title = "differences: more threads than elements",
        .buffers = {{"x", INPUT, ELEMENT_F32, one_more, NULL, FILL_UNIFORM},
                    {"d", OUTPUT, ELEMENT_F32, linear_cols, NULL,
                     FILL_UNIFORM}},
        .sizes = guard_sizes,
        .size_count = COUNT(guard_sizes),
        .traced = {1, 99991, 1},
        .oracle = oracle_warm_guard,
        .flops = flops_warm_grid,
        .share = 4,
        .shares = {.correct = 2, .clean = 1},
        .criteria = {{
            .name = "no block too many",
            .metric = "threads",
            .at_most = 4096,
            .at_least = 1025,
            .size = {1, 4096, 1},
            .share = 1,
            .advice = "4096 elements are 16 whole blocks of 256, and n / BLOCK "
                      "+ 1 is 17.  (n - 1) / BLOCK + 1 rounds up.",
        }},
        /* 99991 differences; a warp that does all has 3125 rounds. */
        .caps = {CAP_COMPUTED(50000, 1, 99991, 1), CAP_WARP(8000, 1, 99991, 1),
                 CAP_LANES(40000, 1, 99991, 1)},
        .hints = {"Blocks are whole: for n = 257 there are two, with 512 "
                  "threads.  255 of them have no element.",
                  "A thread without an element must not read and must not "
                  "write: put both behind if (i < n).",
                  "How many blocks?  257 / 256 is 1 in C, as the rest is "
                  "dropped; (257 - 1) / 256 + 1 is 2."},
    },
    {
        .name = "warm_grid",
        .title = "u x v, an index of two dimensions",
        .buffers = {{"u", INPUT, ELEMENT_F32, linear_rows, NULL, FILL_UNIFORM},
                    {"v", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},
                    {"C", OUTPUT, ELEMENT_F32, linear_matrix, linear_cols,
                     FILL_UNIFORM}},
        .sizes = grid_sizes,
        .size_count = COUNT(grid_sizes),
        .traced = {97, 101, 1},
        .oracle = oracle_warm_grid,
        .flops = flops_warm_grid,
        .share = 4,
        .shares = {.correct = 2, .clean = 1},
        .criteria = {{
            .name = "x counts columns",
            .metric = "global_store_efficiency",
            .at_most = 100,
            .at_least = 50,
            .also = {"global_store_sectors", 62500, 125000},
            .size = {500, 1000, 1},
            .share = 1,
            .advice = "Threads that are neighbours in x should write "
                      "neighbouring elements, that is, columns.",
        }},
        /* 500000 products; a warp: 30 instructions, one that does all 100000
         * and more.  63 x 32 blocks are 516096 threads; one block for each row
         * or column is eight times as many and more. */
        .caps = {CAP_COMPUTED(400000, 500, 1000, 1),
                 CAP_WARP(20000, 500, 1000, 1),
                 CAP_BLOCKS(1040000, 500, 1000, 1)},
        .hints = {"The column comes from blockIdx.x, blockDim.x and "
                  "threadIdx.x, the row in the same way from y.",
                  "Both edges need a guard: row < rows && col < cols.",
                  "In front of the row stand row whole rows of cols elements: "
                  "C[row * cols + col], or with (size_t)row for large ones.",
                  "dim3 block(32, 8); dim3 grid(blocks along the columns, "
                  "blocks along the rows), each rounded up; then "
                  "kernel<<<grid, block>>>(...)."},
    },
    {
        .name = "warm_device",
        .title = "a block for each SM, constant memory",
        .buffers = {{"coefficients", INPUT, ELEMENT_F32, coefficients, NULL,
                     FILL_UNIFORM},
                    {"x", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},
                    {"y", OUTPUT, ELEMENT_F32, linear_cols, NULL,
                     FILL_UNIFORM}},
        .dimensions = {"", "n", "SMs"},
        .multiprocessors = inner,
        .sizes = device_sizes,
        .size_count = COUNT(device_sizes),
        .traced = {1, 100000, 20},
        .oracle = oracle_warm_device,
        .flops = flops_warm_device,
        .share = 6,
        .shares = {.correct = 2, .clean = 1},
        .criteria =
            {{
                 .name = "a block for each of 20 SMs",
                 .metric = "blocks",
                 .at_most = 20,
                 .at_least = 20,
                 .size = {1, 100000, 20},
                 .share = 1,
                 .advice = "cudaDeviceGetAttribute(&sms, "
                           "cudaDevAttrMultiProcessorCount, 0) tells how many "
                           "SMs device 0 has.",
             },
             {
                 .name = "a block for each of 132 SMs",
                 .metric = "blocks",
                 .at_most = 132,
                 .at_least = 132,
                 .size = {1, 100000, 132},
                 .share = 1,
                 .advice = "The number has to be the device's own: another "
                           "device has another one.",
             },
             /* 3125 requests for x, 782 if four elements are read at once; the
              * coefficients, once in each warp, would be 1280 more. */
             {
                 .name = "x read once, coefficients from constant memory",
                 .metric = "global_load_requests",
                 .at_most = 3400,
                 .at_least = 782,
                 .size = {1, 100000, 20},
                 .share = 1,
                 .advice = "The kernel should read warm_coefficients, not the "
                           "array that the launcher was given.",
             }},
        /* 20 blocks: a warp does 20 elements in 600 instructions; one of all
         * 90000. */
        .caps = {CAP_COMPUTED(1000000, 1, 100000, 20),
                 {.name = "each element once",
                  .bounds = {"global_write_requests", NAN, 6250},
                  .size = {1, 100000, 20},
                  .percent = CAP_ALONE,
                  .sentence = "Elements are computed again and again: the loop "
                              "has to step by all threads of the grid, "
                              "gridDim.x * blockDim.x, and not by those of a "
                              "block."},
                 CAP_WARP(6000, 1, 100000, 20),
                 CAP_LANES(40000, 1, 100000, 20)},
        .hints = {"int sms; cudaDeviceGetAttribute(&sms, "
                  "cudaDevAttrMultiProcessorCount, 0): the answer comes "
                  "through the pointer.",
                  "The kernel's loop: i begins at this thread's number in the "
                  "grid and grows by all threads, gridDim.x * blockDim.x, "
                  "while i < n.",
                  "cudaMemcpyToSymbol(warm_coefficients, coefficients, bytes, "
                  "0, cudaMemcpyDeviceToDevice): the 0 is where in the "
                  "constant array the copy begins.",
                  "The sum of the powers needs no power function: begin with "
                  "c[7], then for k = 6 ... 0: sum = sum * x + c[k]."},
    },
    {
        .name = "warm_events",
        .title = "times between events, with and without copies",
        .buffers = {{"x", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},
                    {"y", OUTPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},
                    {"times", OUTPUT, ELEMENT_F32, four, NULL, FILL_UNIFORM}},
        .host_pointers = true,
        .called = events_called,
        .sizes = events_sizes,
        .size_count = COUNT(events_sizes),
        .traced = {1, 65537, 1},
        .oracle = oracle_warm_events,
        .bytes = bytes_warm_events,
        .flops = flops_warm_grid,
        .share = 4,
        .shares = {.correct = 3, .clean = 1},
        .caps = {CAP_COMPUTED(800000, 1, 1000000, 1),
                 CAP_WARP(20000, 1, 1000000, 1),
                 CAP_BLOCKS(2000000, 1, 1000000, 1)},
        .hints = {"cudaEvent_t e; cudaEventCreate(&e); makes one, "
                  "cudaEventRecord(e) puts it behind all that the device was "
                  "told so far.",
                  "Four of them: before the copy in, behind it, behind the "
                  "kernel, behind the copy back.",
                  "cudaEventSynchronize(e) waits until the last one is "
                  "reached; then cudaEventElapsedTime(&times[0], earlier, "
                  "later) gives milliseconds.",
                  "The kernel reads and writes 2 * bytes.  Bytes in a "
                  "millisecond are 1e-6 GB/s: divide by times[0], then by "
                  "1e6."},
    },
    {
        .name = "vector_add",
        .title = "a + b, with the host side",
        LINEAR_ADD,
        .host_pointers = true,
        .sizes = vector_sizes,
        .size_count = COUNT(vector_sizes),
        .sweep = vector_sweep,
        .sweep_count = COUNT(vector_sweep),
        .traced = {1, 100000, 1},
        .owner = owner_vector_add,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"global_load_requests", NULL},
                    {"time", NULL}},
        .share = 16,
        .shares = {.correct = 8, .clean = 3, .race_free = 2, .errors = 3},
        .criteria =
            /* 10^6 / 32 = 31250 full warps, arrays aligned to 256 bytes: a
             * request for 32 floats is 128 bytes, 4 sectors, all of it
             * used.  2 x 31250 load requests, 31250 store requests: 8 MB are
             * 250000 sectors, 4 MB 125000.  Nobody needs twice as many loads;
             * c may be cleared first. */
        {{
             .name = "coalesced loads",
             .metric = "global_load_efficiency",
             .at_most = 100,
             .at_least = 99,
             .also = {"global_load_sectors", 250000, 500000},
             .size = {1, 1000000, 1},
             .share = 2,
             .advice =
                 "Neighbouring threads should read neighbouring elements: "
                 "i = blockIdx.x * blockDim.x + threadIdx.x.",
         },
         {
             .name = "coalesced stores",
             .metric = "global_store_efficiency",
             .at_most = 100,
             .at_least = 99,
             .also = {"global_store_sectors", 125000, 375000},
             .size = {1, 1000000, 1},
             .share = 1,
             .advice =
                 "Neighbouring threads should write neighbouring elements, and "
                 "each element once.",
         },
         /* 3907 blocks of 256 threads, 977 of 1024: 1000192 or 1000448; as
          * many again clear c, if somebody does.  A block for each element
          * would be 256 million.  A grid that does all in turns may be small,
          * but more than the one block that 1024 threads are. */
         {
             .name = "threads for the elements",
             .metric = "threads",
             .at_most = 4000000,
             .at_least = 1025,
             .size = {1, 1000000, 1},
             .share = 1,
             .advice = "One thread an element is enough: (n - 1) / BLOCK + 1 "
                       "blocks.",
         }},
        /* n additions, 2 n loads.  A warp: 24 instructions for an element, 1000
         * for 122 (8192 threads); one warp alone 250000, 69000 with loads of 4.
         * One lane of each warp: 2 million requests, 500000 with loads of 4.
         * One block of all reads 8 MB. */
        .caps = {CAP_COMPUTED(1000000, 1, 1000000, 1),
                 CAP_READ(8000000, 1, 1000000, 1),
                 CAP_WARP(40000, 1, 1000000, 1),
                 CAP_LANES(250000, 1, 1000000, 1),
                 CAP_BLOCK(4800000, 1, 1000000, 1)},
        .hints =
            {"Start with the kernel: the number of this thread in the whole "
             "grid is the number of its block times the threads in a block, "
             "plus its number in the block.",
             "The grid is rounded up to whole blocks, so some threads have "
             "no element: let only those with i < n touch memory.",
             "Host side, in order: cudaMalloc three times, cudaMemcpy of a "
             "and b to the device, launch, cudaGetLastError, cudaMemcpy of c "
             "back, cudaFree three times.",
             "Blocks needed for n elements: (n - 1) / BLOCK + 1.  Sizes for "
             "cudaMalloc and cudaMemcpy are in bytes: n * sizeof(float).",
             "Errors: error = cudaMalloc(...); if (error == cudaSuccess) "
             "error = the next step; and so on.  The frees come after all of "
             "them, without an if: cudaFree(NULL) does nothing."},
    },
    {
        .name = "matvec",
        .title = "A x V, a thread per row",
        LINEAR_MATVEC,
        .sizes = matrix_sizes,
        .size_count = COUNT(matrix_sizes),
        .owner = owner_matvec,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"global_store_requests", NULL},
                    {"time", NULL}},
        .share = 15,
        .shares = {.correct = 11, .clean = 4, .race_free = 2},
        .criteria =
            /* 2500 / 32 = 78.1: 79 warps store once: 79 requests.  A store
             * per product would be 79 * 2000 = 158000.  The fewest: 10000
             * bytes, 512 of them a request (32 lanes x 4 floats): 20.  Loads,
             * for which there are no points here: A 32 s/r, V 1 s/r, together
             * 16.3 s/r (the last warp has 4 rows only) at 12.5 %
             * efficiency. */
        {{
             .name = "one store per result",
             .metric = "global_write_requests",
             .at_most = 2500,
             .at_least = 20,
             .size = {2500, 2000, 1},
             .share = 2,
             .advice = "C[row] += in the loop stores every partial sum: C "
                       "might overlap A or V, so the compiler may not wait. "
                       "Sum in a local variable and store once.",
         },
         /* 2500 rows: 2560 threads.  A fixed grid as large as an H200
          * can hold, 132 x 2048 = 270336 threads, may be, and 16 rows for
          * each thread, 157.  A block for each row would be 640000. */
         {.name = "threads for the rows",
          .metric = "threads",
          .at_most = 270336,
          .at_least = 64,
          .size = {2500, 2000, 1},
          .share = 1,
          .advice =
              "One thread a row is enough: (rows - 1) / BLOCK + 1 blocks."}},
        .caps = {ROW_CAPS(MANY_ROWS)},
        .hints =
            {"The thread's row is its number in the whole grid; threads "
             "beyond the last row leave at once.",
             "The loop runs over the columns: sum the products of "
             "A[row * cols + j] and V[j] in a local float.",
             "Let row be a size_t, then row * cols is computed in 64 bits.",
             "After the loop, C[row] = sum.  Launch (rows - 1) / BLOCK + 1 "
             "blocks of BLOCK threads."},
    },
    {
        .name = "vecmat",
        .title = "V x A, a thread per column",
        LINEAR_VECMAT,
        .sizes = matrix_sizes,
        .size_count = COUNT(matrix_sizes),
        .owner = owner_vecmat,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"global_store_requests", NULL},
                    {"time", "matvec"}},
        .share = 15,
        .shares = {.correct = 9, .clean = 3, .race_free = 2},
        .criteria =
            /* Rows are 8000 bytes, so each starts on a sector.  A step: A 128
             * bytes of 4 sectors, V 4 bytes of one: 132 of 160, 82.5 %.  Float4
             * loads: 516 of 544, 95 %.  A thread per row: 132 of 1056,
             * 12.5 %.  Sectors: A 625000, V 2500 x 63 = 157500; nobody needs
             * twice as many. */
        {{
             .name = "coalesced loads",
             .metric = "global_load_efficiency",
             .at_most = 100,
             .at_least = 70,
             .also = {"global_load_sectors", 625000, 1565000},
             .size = {2500, 2000, 1},
             .share = 3,
             .advice = "In one step of the loop, the 32 lanes should read 32 "
                       "neighbours of one row of A: thread = column.",
         },
         /* 63 requests, or 16 of 512 bytes; per product 63 * 2500 =
          * 157500. */
         {
             .name = "one store per result",
             .metric = "global_write_requests",
             .at_most = 2000,
             .at_least = 16,
             .size = {2500, 2000, 1},
             .share = 2,
             .advice =
                 "Sum in a local variable and store C[col] once, after the "
                 "loop.",
         },
         /* 2000 columns: 2048 threads; as in matvec, 270336 may be.
          * A block for each column would be 512000. */
         {.name = "threads for the columns",
          .metric = "threads",
          .at_most = 270336,
          .at_least = 64,
          .size = {2500, 2000, 1},
          .share = 1,
          .advice =
              "One thread a column is enough: (cols - 1) / BLOCK + 1 blocks."}},
        .caps = {ROW_CAPS(MANY_COLUMNS)},
        .hints =
            {"Now a thread owns a column.  Which index of A does its number "
             "become, and which one does the loop run over?",
             "The loop runs over the rows: V[i] times A[i * cols + col].",
             "i * cols is int arithmetic unless one side is a size_t: "
             "(size_t)i * cols + col.",
             "There are cols results, so (cols - 1) / BLOCK + 1 blocks."},
    },
    {
        .name = "matvec_warp",
        .title = "A x V, a warp per row",
        .first = "matvec",
        LINEAR_MATVEC,
        .sizes = matrix_sizes,
        .size_count = COUNT(matrix_sizes),
        .owner = owner_matvec_warp,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"global_store_requests", NULL},
                    {"time", "matvec"}},
        .share = 15,
        .shares = {.correct = 7, .clean = 3, .race_free = 2},
        .criteria =
            /* A row is 62 full pieces of 32 and one of 16: 63 steps, each a
             * request for A and one for V.  (62 * 8 + 4) / 126 = 3.97 s/r,
             * every byte used: 100 %.  Asked for as efficiency, so that wider
             * loads (float4: 16 s/r) count as well.  Sectors: A 625000, V as
             * many, as every row fetches it; matvec has 5.2 million. */
        {{
             .name = "coalesced loads",
             .metric = "global_load_efficiency",
             .at_most = 100,
             .at_least = 90,
             .also = {"global_load_sectors", 625000, 2500000},
             .size = {2500, 2000, 1},
             .share = 5,
             .advice =
                 "In one step of the loop, the 32 lanes should read 32 "
                 "neighbours of one row: j starts at the lane and grows by 32.",
         },
         /* One lane of each of 2500 warps stores; 20 as in matvec. */
         {
             .name = "one store per row",
             .metric = "global_write_requests",
             .at_most = 2500,
             .at_least = 20,
             .size = {2500, 2000, 1},
             .share = 2,
             .advice =
                 "Add the 32 sums of the lanes with shuffles and let lane 0 "
                 "store, once.",
         },
         /* 2500 warps in 313 blocks: 80128 threads; as in matvec,
          * 270336 may be, and a few warps that do many rows each.  A block
          * for each row would be 640000. */
         {.name = "a warp for each row",
          .metric = "threads",
          .at_most = 270336,
          .at_least = 256,
          .size = {2500, 2000, 1},
          .share = 1,
          .advice = "A block has ROWS warps and does ROWS rows: (rows - 1) / "
                    "ROWS + 1 blocks."}},
        /* 5000 x 100.  A warp: 89 instructions for a row, 7000 for all rows of
         * 64; one alone 445000.  Four steps, 40000 requests; one lane of each
         * warp 1 million, 250000 with loads of 4.  One block reads at least
         * A, 2 MB. */
        .caps = {CAP_COMPUTED(400000, MANY_WARPS), CAP_WARP(30000, MANY_WARPS),
                 CAP_LANES(160000, MANY_WARPS), CAP_BLOCK(1800000, MANY_WARPS),
                 CAP_STEP("global_load_sectors", NAN, 2500000,
                          "This reads the matrix as matvec does, a row for "
                          "each lane; here a row is for a warp.",
                          2500, 2000, 1)},
        .hints =
            {"threadIdx.x / WARP is the warp in the block, threadIdx.x % "
             "WARP the lane.  The row follows from the block and the warp.",
             "Lane l sums the products of columns l, l + 32, l + 64, ...: "
             "in each step the warp reads 32 neighbours.",
             "sum += __shfl_down_sync(0xffffffffu, sum, 16) adds to each "
             "lane the sum of the lane 16 above it; then 8, 4, 2, 1.",
             "Lane 0 ends with the whole sum and stores it.  A warp whose "
             "row does not exist may leave, but only as a whole.",
             "A block of BLOCK threads does ROWS rows: launch "
             "(rows - 1) / ROWS + 1 blocks."},
    },
    {
        .name = "matmul_naive",
        .title = "A x B, a thread per element",
        LINEAR_MATMUL,
        .sizes = matmul_sizes,
        .size_count = COUNT(matmul_sizes),
        .prepare = prepare_matmul,
        .owner = linear_matmul_owner,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"global_load_requests", NULL},
                    {"time", NULL}},
        .share = 15,
        .shares = {.correct = 9, .clean = 3, .race_free = 2},
        .criteria =
            /* A step.  A: one address for the warp, 4 bytes of a sector; B: 32
             * neighbours, 128 of 4 sectors: 82.5 %.  Blocks 16 wide: 8 bytes
             * of 2 sectors and 64 of 2, 56 %; 8 wide: 16 of 4 and 32 of one,
             * 30 %.  x for rows: 128 of 32 and 4 of one, 12.5 %.  Sectors: 5
             * of 32, of 8 wide as well, a step of 512 warps: 327680; x for
             * rows 2.2 million; both matrices once 4096. */
        {{
             .name = "coalesced loads",
             .metric = "global_load_efficiency",
             .at_most = 100,
             .at_least = 25,
             .also = {"global_load_sectors", 4096, 655360},
             .size = {128, 128, 128},
             .share = 3,
             .advice =
                 "threadIdx.x should count columns: then a warp shares one "
                 "element of A and reads 32 neighbours of B.",
         },
         /* 16384 / 32 = 512 requests, 128 of 512 bytes; per product 512 * 128
          * = 65536. */
         {
             .name = "one store per result",
             .metric = "global_write_requests",
             .at_most = 16384,
             .at_least = 128,
             .size = {128, 128, 128},
             .share = 2,
             .advice =
                 "Sum in a local variable and store C[row * cols + col] once, "
                 "after the loop.",
         },
         /* 16384 elements, a thread each, or 16 of them, 1024; as in matvec,
          * 270336 may be.  A block for every column and 32 rows would be
          * 524288. */
         {.name = "threads for the elements",
          .metric = "threads",
          .at_most = 270336,
          .at_least = 256,
          .size = {128, 128, 128},
          .share = 1,
          .advice = "A block does TILE columns and TILE rows; round both "
                    "quotients up."}},
        /* 256 x 16 times 16 x 256.  A warp: 147 instructions for a result, 2352
         * for 16; one alone 300000, at least 36000.  Requests: 2048 warps x 16
         * steps x 2 = 65536; one lane of each 2 million.  A block: 4704 of
         * 300000 instructions; with 16 results for each of 1024 threads a
         * quarter. */
        .caps = {CAP_COMPUTED(840000, MANY_RESULTS),
                 CAP_WARP(8000, MANY_RESULTS), CAP_LANES(500000, MANY_RESULTS),
                 CAP_BLOCK_WORK(120000, MANY_RESULTS)},
        .hints =
            {"The grid has two directions: columns of C along x, rows along "
             "y.  Threads beyond either edge leave.",
             "The loop runs over inner: row `row` of A times column `col` of "
             "B.",
             "A has inner columns, B and C have cols: A[row * inner + k], "
             "B[k * cols + col], C[row * cols + col].",
             "dim3 block(TILE, TILE); dim3 grid(columns of blocks, rows of "
             "blocks), each rounded up."},
    },
    {
        .name = "matvec_best",
        .title = "A x V, as fast as you can",
        .first = "matvec",
        LINEAR_MATVEC,
        .sizes = open_sizes,
        .size_count = COUNT(open_sizes),
        .owner = owner_any_row,
        .challenge = {.ladder = "matvec", .size = {2500, 2000, 1}},
        OPEN(1000000, 1000, 500, 1,
             "20 MB stay in the L2 cache of a large GPU: how many bytes are on "
             "their way at once, of all warps of a multiprocessor together?"),
    },
    {
        .name = "vecmat_best",
        .title = "V x A, as fast as you can",
        .first = "vecmat",
        LINEAR_VECMAT,
        .sizes = open_sizes,
        .size_count = COUNT(open_sizes),
        .owner = owner_any_column,
        .challenge = {.ladder = "vecmat", .size = {2500, 2000, 1}},
        OPEN(1000000, 1000, 500, 1,
             "2000 columns are few threads for 132 multiprocessors.  Who else "
             "could have something to do, and what does that cost?"),
    },
#include "cases/rows.h"
};

const struct lab lab1_global = {
    .name = "lab1_global",
    .title = "Global memory",
    .exercises = exercises,
    .exercise_count = COUNT(exercises),
};
