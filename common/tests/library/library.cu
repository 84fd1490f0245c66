/*
 * library.cu - each reference kernel against what one would otherwise call:
 * cuBLAS and CUB, on the GPU that is here.
 *
 * Idea: the library's call takes the place of the exercise's launcher, so that
 * the harness times both alike (runner/time.c): launches batched, L2 warm;
 * and one by one, L2 cold.  They take turns, ROUNDS times; a ratio is that of
 * one turn, and the median of the turns is printed.
 * Guarantee: what was timed is compared.  A row of a table in Markdown for
 * each; exit status 1 if a result differs, 2 without a GPU.
 *
 * Row-major matrices are told to cuBLAS as their transposes.  cuBLAS keeps to
 * float for float: it is not let use TF32, which rounds inputs to 10 bits.
 */
#include <cublas_v2.h>
#include <cub/cub.cuh>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

extern "C" {
#include "run/problem.h"
#include "run/statistics.h"
#include "runner/runner.h"
}

enum { ROUNDS = 5, LIMIT_MS = 40 };

static cublasHandle_t cublas;

/* What CUB works in, and the means of batches: made before anything is timed,
 * and large enough for every size below. */
enum { SCRATCH_BYTES = 64 << 20 };
static void *scratch;
static double *means;

/* ---- cuBLAS ---- */

static int gemv(cublasOperation_t op, const void *A, const void *x, void *y,
                struct size s)
{
    const float one = 1, zero = 0;

    return cublasSgemv(cublas, op, s.cols, s.rows, &one, (const float *)A,
                       s.cols, (const float *)x, 1, &zero, (float *)y, 1);
}

static int sgemv_matvec(void *const *p, struct size s)
{
    return gemv(CUBLAS_OP_T, p[0], p[1], p[2], s);
}

static int sgemv_vecmat(void *const *p, struct size s)
{
    return gemv(CUBLAS_OP_N, p[1], p[0], p[2], s);
}

static int sgemm(void *const *p, struct size s)
{
    const float one = 1, zero = 0;

    return cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, s.inner, s.rows,
                       s.cols, &one, (const float *)p[1], s.inner,
                       (const float *)p[0], s.cols, &zero, (float *)p[2],
                       s.inner);
}

/* The whole sum, where dot leaves a part for each block. */
static int sdot(void *const *p, struct size s)
{
    int status;

    cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
    status = cublasSdot(cublas, s.cols, (const float *)p[0], 1,
                        (const float *)p[1], 1, (float *)p[2]);
    cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
    return status;
}

/* ---- CUB ---- */

struct product {
    const float *a, *b;
    __device__ float operator()(int i) const
    {
        return a[i] * b[i];
    }
};

struct row_start {
    int length;
    __host__ __device__ int operator()(int row) const
    {
        return row * length;
    }
};

static int reduce_products(void *const *p, struct size s)
{
    const struct product product = {(const float *)p[0], (const float *)p[1]};
    size_t bytes = SCRATCH_BYTES;

    return cub::DeviceReduce::Sum(
        scratch, bytes,
        thrust::make_transform_iterator(thrust::counting_iterator<int>(0),
                                        product),
        (float *)p[2], s.cols);
}

/* Where each of many rows of one length begins. */
static thrust::transform_iterator<row_start, thrust::counting_iterator<int>>
starts(int length)
{
    return thrust::make_transform_iterator(thrust::counting_iterator<int>(0),
                                           row_start{length});
}

static int segmented_min(void *const *p, struct size s)
{
    size_t bytes = SCRATCH_BYTES;

    return cub::DeviceSegmentedReduce::Min(scratch, bytes, (const float *)p[0],
                                           (float *)p[1], s.rows,
                                           starts(s.cols), starts(s.cols) + 1);
}

/* Sums of rows by CUB; then one product of matrices, with 1 / M in it. */
static int sums_and_dgemm(void *const *p, struct size s)
{
    const double scale = 1.0 / s.cols, zero = 0;
    const int L = s.rows, N = s.inner;
    size_t bytes = SCRATCH_BYTES;
    const int status = cub::DeviceSegmentedReduce::Sum(
        scratch, bytes, (const double *)p[0], means, N * L, starts(s.cols),
        starts(s.cols) + 1);

    if (status != cudaSuccess)
        return status;
    return cublasDgemm(cublas, CUBLAS_OP_T, CUBLAS_OP_N, N, L, L, &scale, means,
                       L, (const double *)p[1], L, &zero, (double *)p[2], N);
}

/* ---- who stands against whom ---- */

struct rival {
    const char *exercise, *call;
    int (*launch)(void *const *pointers, struct size size);
    bool whole;           /* its one number is the sum of the exercise's */
    struct size sizes[3]; /* rows 0 ends */
};

#define SMALL_AND_LARGE                                                        \
    {                                                                          \
        {1000, 500, 1}, {2500, 2000, 1},                                       \
    }
#define PRODUCTS                                                               \
    {                                                                          \
        {512, 512, 512}, {2048, 2048, 2048},                                   \
    }
#define DOTS                                                                   \
    {                                                                          \
        {32, 1 << 20, 256}, {528, 1 << 20, 256}, {1056, 1 << 26, 256},         \
    }
#define BATCHES                                                                \
    {                                                                          \
        {128, 128, 8}, {512, 512, 1024},                                       \
    }

static const struct rival rivals[] = {
    {"matvec", "cublasSgemv", sgemv_matvec, false, SMALL_AND_LARGE},
    {"vecmat", "cublasSgemv", sgemv_vecmat, false, SMALL_AND_LARGE},
    {"matvec_warp", "cublasSgemv", sgemv_matvec, false, SMALL_AND_LARGE},
    {"matmul_naive", "cublasSgemm", sgemm, false, PRODUCTS},
    {"matvec_tiled", "cublasSgemv", sgemv_matvec, false, SMALL_AND_LARGE},
    {"matvec_tiled_acc", "cublasSgemv", sgemv_matvec, false, SMALL_AND_LARGE},
    {"vecmat_tiled", "cublasSgemv", sgemv_vecmat, false, SMALL_AND_LARGE},
    {"matvec_transposed_tile", "cublasSgemv", sgemv_matvec, false,
     SMALL_AND_LARGE},
    {"matmul_tiled", "cublasSgemm", sgemm, false, PRODUCTS},
    {"dot", "cublasSdot", sdot, true, DOTS},
    {"dot", "cub::DeviceReduce::Sum", reduce_products, true, DOTS},
    {"dot_shuffle", "cublasSdot", sdot, true, DOTS},
    {"dot_shuffle", "cub::DeviceReduce::Sum", reduce_products, true, DOTS},
    {"block_clock",
     "cub::DeviceSegmentedReduce::Min",
     segmented_min,
     false,
     {{64, 512, 256}, {1056, 512, 256}}},
    {"batch_one_block", "cub + cublasDgemm", sums_and_dgemm, false, BATCHES},
    {"batch_grid", "cub + cublasDgemm", sums_and_dgemm, false, BATCHES},
    {"batch_coalesced", "cub + cublasDgemm", sums_and_dgemm, false, BATCHES},
    {"batch_shuffle", "cub + cublasDgemm", sums_and_dgemm, false, BATCHES},
};

/* ---- measuring ---- */

static void give_up(const char *what, const struct response *response)
{
    fprintf(stderr, "library: %s: %s %s\n", what,
            response ? response->error_name : "",
            response ? response->error_text : "");
    exit(2);
}

/* Microseconds of one launch. */
static double time_once(struct runner_job *job, struct request *request,
                        enum cache cache)
{
    struct response response = {OUTCOME_OK};

    request->command = COMMAND_TIME;
    request->cache = cache;
    if (!runner_prepare(job))
        give_up("no memory on the GPU", NULL);
    runner_time(job, &response);
    runner_release(job);
    if (response.outcome != OUTCOME_OK)
        give_up(job->launcher->name, &response);
    return response.times.median;
}

struct turns {
    double reference[ROUNDS], library[ROUNDS], ratio[ROUNDS];
};

static size_t output_of(const struct exercise *exercise)
{
    size_t i = 0;

    while (exercise->buffers[i].direction != OUTPUT)
        i++;
    return i;
}

static double element(const struct exercise *exercise, const void *array,
                      size_t i)
{
    return exercise->buffers[output_of(exercise)].element == ELEMENT_F64
               ? ((const double *)array)[i]
               : (double)((const float *)array)[i];
}

/* Of the first output, as far as float or double can be told apart: sums in
 * another order differ by far less than a sum without a term. */
static bool agree(const struct rival *rival, const struct problem *problem,
                  const void *reference, const void *library)
{
    const struct exercise *e = problem->exercise;
    const struct size size = problem->size;
    const size_t count = e->buffers[output_of(e)].count(size);
    const bool wide = e->buffers[output_of(e)].element == ELEMENT_F64;
    const double terms = (double)size.cols * (wide ? 1 : size.rows);
    const double bound = sqrt(terms) * (wide ? 1e-14 : 1e-6);
    double sum = 0, worst = 0;

    for (size_t i = 0; i < count; i++) {
        const double x = element(e, reference, i);

        sum += x;
        if (!rival->whole)
            worst = fmax(worst, fabs(x - element(e, library, i)));
    }
    if (rival->whole)
        worst = fabs(sum - element(e, library, 0));
    return worst <= bound * fmax(1, sqrt(terms));
}

/* Reference and library in turn; false if the results differ. */
static bool compare(const struct rival *rival, const struct problem *problem,
                    struct runner_job *job, struct request *request,
                    enum cache cache, struct turns *turns)
{
    const struct launcher *reference = job->launcher;
    const struct launcher library = {rival->call, NULL, rival->launch};
    const struct extent *extent = &problem->extents[problem->output];
    unsigned char *output = problem->base + extent->offset;
    unsigned char *copy = (unsigned char *)malloc(extent->bytes);
    bool same = true;

    for (int round = 0; copy != NULL && round < ROUNDS; round++) {
        job->launcher = reference;
        turns->reference[round] = time_once(job, request, cache);
        memcpy(copy, output, extent->bytes);
        job->launcher = &library;
        turns->library[round] = time_once(job, request, cache);
        turns->ratio[round] = turns->reference[round] / turns->library[round];
        same = same && agree(rival, problem, copy, output);
    }
    job->launcher = reference;
    free(copy);
    return same && copy != NULL;
}

static void print_turns(struct turns *turns)
{
    /* Sorts them. */
    const double ratio = times_of(turns->ratio, ROUNDS).median;

    printf(" %.2f | %.2f | %.2f (%.2f-%.2f) |",
           times_of(turns->reference, ROUNDS).median,
           times_of(turns->library, ROUNDS).median, ratio, turns->ratio[0],
           turns->ratio[ROUNDS - 1]);
}

static const struct exercise *find(const char *name)
{
    for (size_t i = 0; i < lab_count; i++) {
        for (size_t k = 0; k < all_labs[i]->exercise_count; k++) {
            if (strcmp(all_labs[i]->exercises[k].name, name) == 0)
                return &all_labs[i]->exercises[k];
        }
    }
    return NULL;
}

static bool measure(struct problem *problem, const struct rival *rival,
                    struct size size)
{
    const struct exercise *exercise = find(rival->exercise);
    struct request request;
    struct runner_job job = {runner_launcher(rival->exercise), &request};
    struct turns turns;
    bool same;

    if (exercise == NULL || job.launcher == NULL ||
        !problem_set(problem, exercise, size, 1))
        give_up(rival->exercise, NULL);
    request = problem_request(problem, COMMAND_TIME);
    request.limit_ms = LIMIT_MS;
    job.shared = problem->base;
    printf("| %s | %d x %d", rival->exercise, size.rows, size.cols);
    printf(size.inner > 1 ? " x %d" : "", size.inner);
    printf(" | %s |", rival->call);
    same = compare(rival, problem, &job, &request, CACHE_WARM, &turns);
    print_turns(&turns);
    same = compare(rival, problem, &job, &request, CACHE_COLD, &turns) && same;
    print_turns(&turns);
    printf("%s\n", same ? "" : " **differs**");
    fflush(stdout);
    return same;
}

int main(void)
{
    struct problem problem;
    bool same = true;

    if (!problem_open(&problem))
        return 2;
    if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS ||
        cudaMalloc(&scratch, SCRATCH_BYTES) != cudaSuccess ||
        cudaMalloc(&means, SCRATCH_BYTES) != cudaSuccess)
        give_up("no GPU that cuBLAS can use", NULL);
    cublasSetMathMode(cublas, CUBLAS_PEDANTIC_MATH);
    for (size_t i = 0; i < sizeof rivals / sizeof rivals[0]; i++) {
        for (size_t k = 0; k < 3 && rivals[i].sizes[k].rows > 0; k++)
            same = measure(&problem, &rivals[i], rivals[i].sizes[k]) && same;
    }
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
