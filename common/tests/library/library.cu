/*
 * library.cu - the champions, the ladders below them, NVIDIA's libraries, and
 * a kernel that only reads, all in one run on the GPU that is here.
 *
 *   library [FAMILY]    a row of CSV for each contestant and size
 *
 * Idea: a contestant's launches are captured into a CUDA graph, nodes one
 * behind the other, so that no host's pace is in a time.  Warm: all nodes have
 * the same arrays, which stay in L2 where they fit.  Cold: each node has the
 * next of so many copies that more than four times the L2 lies between two
 * uses of one.  Contestants take turns, ROUNDS times: a ratio is that of one
 * turn, the median of the turns is printed.
 * Guarantee: what was timed is compared, after the last turn.  Exit status 1
 * if a result differs, 2 without a GPU.
 *
 * Compiled, as the references for it, with --default-stream per-thread: the
 * legacy stream cannot be captured.  Row-major matrices are told to cuBLAS as
 * their transposes; it is not let use TF32, which rounds inputs to 10 bits.
 */
#include <cublas_v2.h>
#include <cub/cub.cuh>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "../../../lab1_global/kernels.h"
#include "../../../lab2_shared/kernels.h"
#include "../../../lab3_reduction/kernels.h"
#include "steps/steps.h"

extern "C" {
#include "run/statistics.h"
}

/* As the exercises have it: rows and columns of the left matrix, and what else
 * there is (columns of the right one; batches). */
struct size {
    int rows, cols, inner;
};

enum { ROUNDS = 5, REPLAYS = 7, MOST_NODES = 2000, COLD_L2 = 5, FEWEST = 12 };

static const double graph_us = 1500; /* a replay takes about so long */
static const cudaStream_t stream = cudaStreamPerThread;

/* What CUB and cuBLAS work in, and the means of batches. */
enum { SCRATCH_BYTES = 64 << 20 };
static void *scratch, *workspace;
static double *means;
static cublasHandle_t cublas;

static void give_up(const char *what)
{
    fprintf(stderr, "library: %s: %s\n", what,
            cudaGetErrorString(cudaGetLastError()));
    exit(2);
}

static void need(bool fine, const char *what)
{
    if (!fine)
        give_up(what);
}

/* ---- cuBLAS ---- */

static void gemv(cublasOperation_t op, const void *A, const void *x, void *y,
                 struct size s)
{
    float one = 1, zero = 0;
    cublasSgemv(cublas, op, s.cols, s.rows, &one, (const float *)A, s.cols,
                (const float *)x, 1, &zero, (float *)y, 1);
}

static void sgemv_matvec(void *const *p, struct size s)
{
    gemv(CUBLAS_OP_T, p[0], p[1], p[2], s);
}

static void sgemv_vecmat(void *const *p, struct size s)
{
    gemv(CUBLAS_OP_N, p[1], p[0], p[2], s);
}

static void sgemm(void *const *p, struct size s)
{
    float one = 1, zero = 0;
    cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, s.inner, s.rows, s.cols, &one,
                (const float *)p[1], s.inner, (const float *)p[0], s.cols,
                &zero, (float *)p[2], s.inner);
}

static void sdot(void *const *p, struct size s)
{
    cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
    cublasSdot(cublas, s.cols, (const float *)p[0], 1, (const float *)p[1], 1,
               (float *)p[2]);
    cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
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

static void reduce_products(void *const *p, struct size s)
{
    struct product product = {(const float *)p[0], (const float *)p[1]};
    size_t bytes = SCRATCH_BYTES;
    cub::DeviceReduce::Sum(scratch, bytes,
                           thrust::make_transform_iterator(
                               thrust::counting_iterator<int>(0), product),
                           (float *)p[2], s.cols, stream);
}

/* Sums of rows by CUB; then one product of matrices, with 1 / M in it. */
static void sums_and_dgemm(void *const *p, struct size s)
{
    double scale = 1.0 / s.cols, zero = 0;
    int L = s.rows, N = s.inner;
    size_t bytes = SCRATCH_BYTES;
    auto starts = thrust::make_transform_iterator(
        thrust::counting_iterator<int>(0), row_start{s.cols});
    cub::DeviceSegmentedReduce::Sum(scratch, bytes, (const double *)p[0], means,
                                    N * L, starts, starts + 1, stream);
    cublasDgemm(cublas, CUBLAS_OP_T, CUBLAS_OP_N, N, L, L, &scale, means, L,
                (const double *)p[1], L, &zero, (double *)p[2], N);
}

/* ---- what cannot be faster: a kernel that only reads ---- */

__device__ float never;

/* AHEAD pieces of 16 bytes under way in each thread. */
template <int THREADS, int AHEAD>
__global__ void __launch_bounds__(THREADS)
    read_kernel(const float4 *data, size_t pieces)
{
    float sum = 0;
    for (size_t first = (size_t)blockIdx.x * THREADS * AHEAD + threadIdx.x;
         first < pieces; first += (size_t)gridDim.x * THREADS * AHEAD) {
        float4 piece[AHEAD] = {};
#pragma unroll
        for (int i = 0; i < AHEAD; i++)
            if (first + i * THREADS < pieces)
                piece[i] = data[first + i * THREADS];
#pragma unroll
        for (int i = 0; i < AHEAD; i++)
            sum += piece[i].x + piece[i].y + piece[i].z + piece[i].w;
    }
    if (sum == 0.1f) /* so that nothing is optimised away */
        never = sum;
}

static size_t input_bytes; /* of one copy; its inputs lie side by side */

template <int THREADS, int AHEAD, int BLOCKS>
static void read_only(void *const *p, struct size s)
{
    (void)s;
    size_t pieces = input_bytes / sizeof(float4);
    size_t blocks = (pieces + THREADS * AHEAD - 1) / (THREADS * AHEAD);
    if (BLOCKS && blocks > BLOCKS)
        blocks = BLOCKS;
    read_kernel<THREADS, AHEAD>
        <<<(unsigned)blocks, THREADS>>>((const float4 *)p[0], pieces);
}

__global__ void empty_kernel(void)
{
}

static void empty(void *const *p, struct size s)
{
    (void)p, (void)s;
    empty_kernel<<<1, 32>>>();
}

/* ---- families: contestants over the same arrays ---- */

typedef void launcher(void *const *pointers, struct size);

struct contestant {
    const char *name;
    launcher *launch;
    const char *kind; /* library, champion, ladder, step, floor */
};

enum { INPUTS = 2, ARRAYS = 3, CONTESTANTS = 10, SIZES = 7, MOST = 24 };
enum { PARTS = 4096 }; /* at most, of what a ladder's output adds up to */

struct family {
    const char *exercise;
    size_t element;
    size_t (*count[ARRAYS])(struct size); /* two inputs, then the output */
    bool parts; /* the ladder's output is to be added up */
    struct size sizes[SIZES];
    struct contestant contestants[CONTESTANTS]; /* a library's first */
};

#define COUNT(name, value)                                                     \
    static size_t name(struct size s)                                          \
    {                                                                          \
        (void)s;                                                               \
        return value;                                                          \
    }
COUNT(rows_cols, (size_t)s.rows *s.cols)
COUNT(cols_inner, (size_t)s.cols *s.inner)
COUNT(rows_inner, (size_t)s.rows *s.inner)
COUNT(rows_rows, (size_t)s.rows *s.rows)
COUNT(all_three, (size_t)s.rows *s.cols *s.inner)
COUNT(rows, s.rows)
COUNT(cols, s.cols)
COUNT(parts, PARTS)

#define MATVEC(name)                                                           \
    [](void *const *p, struct size s) {                                        \
        name((const float *)p[0], (const float *)p[1], (float *)p[2], s.rows,  \
             s.cols);                                                          \
    }
#define MATMUL(name)                                                           \
    [](void *const *p, struct size s) {                                        \
        name((const float *)p[0], (const float *)p[1], (float *)p[2], s.rows,  \
             s.cols, s.inner);                                                 \
    }
/* As many blocks as the sweep of lab 3 has where it is fastest. */
#define DOT(name)                                                              \
    [](void *const *p, struct size s) {                                        \
        name((const float *)p[0], (const float *)p[1], (float *)p[2], s.cols,  \
             s.cols > 1 << 22 ? 1056 : 528, 256);                              \
    }
#define WHOLE_DOT(name)                                                        \
    [](void *const *p, struct size s) {                                        \
        name((const float *)p[0], (const float *)p[1], (float *)p[2], s.cols); \
    }
#define BATCH(name)                                                            \
    [](void *const *p, struct size s) {                                        \
        name((const double *)p[0], (const double *)p[1], (double *)p[2],       \
             s.rows, s.cols, s.inner);                                         \
    }
#define SEVEN                                                                  \
    {                                                                          \
        {1000, 500, 1}, {1000, 1000, 1}, {1500, 1000, 1}, {2000, 1000, 1},     \
            {2000, 1500, 1}, {2500, 1500, 1},                                  \
        {                                                                      \
            2500, 2000, 1                                                      \
        }                                                                      \
    }

static const struct family families[] = {
    {"matvec_best",
     sizeof(float),
     {rows_cols, cols, rows},
     false,
     SEVEN,
     {{"cublasSgemv", sgemv_matvec, "library"},
      {"matvec_best", MATVEC(matvec_best), "champion"},
      {"matvec", MATVEC(matvec), "ladder"},
      {"matvec_warp", MATVEC(matvec_warp), "ladder"},
      {"matvec_tiled", MATVEC(matvec_tiled), "ladder"},
      {"matvec_tiled_acc", MATVEC(matvec_tiled_acc), "ladder"},
      {"matvec_transposed_tile", MATVEC(matvec_transposed_tile), "ladder"},
      {"matvec_row", MATVEC(matvec_row), "step"},
      {"matvec_quads", MATVEC(matvec_quads), "step"},
      {"matvec_rows", MATVEC(matvec_rows), "step"}}},
    {"vecmat_best",
     sizeof(float),
     {rows, rows_cols, cols},
     false,
     SEVEN,
     {{"cublasSgemv", sgemv_vecmat, "library"},
      {"vecmat_best", MATVEC(vecmat_best), "champion"},
      {"vecmat", MATVEC(vecmat), "ladder"},
      {"vecmat_tiled", MATVEC(vecmat_tiled), "ladder"},
      {"vecmat_atomics", MATVEC(vecmat_atomics), "step"},
      {"vecmat_strips", MATVEC(vecmat_strips), "step"},
      {"vecmat_quads", MATVEC(vecmat_quads), "step"}}},
    {"matmul_best",
     sizeof(float),
     {rows_cols, cols_inner, rows_inner},
     false,
     {{512, 512, 512}, {2048, 2048, 2048}},
     {{"cublasSgemm", sgemm, "library"},
      {"matmul_best", MATMUL(matmul_best), "champion"},
      {"matmul_naive", MATMUL(matmul_naive), "ladder"},
      {"matmul_tiled", MATMUL(matmul_tiled), "ladder"},
      {"matmul_unsliced", MATMUL(matmul_unsliced), "step"},
      {"matmul_8x8", MATMUL(matmul_8x8), "step"},
      {"matmul_in_one_go", MATMUL(matmul_in_one_go), "step"}}},
    {"dot_best",
     sizeof(float),
     {cols, cols, parts},
     true,
     {{1, 1 << 20, 1}, {1, 1 << 26, 1}},
     {{"cublasSdot", sdot, "library"},
      {"cub::DeviceReduce::Sum", reduce_products, "library"},
      {"dot_best", WHOLE_DOT(dot_best), "champion"},
      {"dot", DOT(dot), "ladder"},
      {"dot_shuffle", DOT(dot_shuffle), "ladder"},
      {"dot_two_kernels", WHOLE_DOT(dot_two_kernels), "step"},
      {"dot_last_block", WHOLE_DOT(dot_last_block), "step"}}},
    {"batch_best",
     sizeof(double),
     {all_three, rows_rows, rows_inner},
     false,
     {{256, 256, 8}, {512, 512, 1024}},
     {{"cub + cublasDgemm", sums_and_dgemm, "library"},
      {"batch_best", BATCH(batch_best), "champion"},
      {"batch_grid", BATCH(batch_grid), "ladder"},
      {"batch_coalesced", BATCH(batch_coalesced), "ladder"},
      {"batch_shuffle", BATCH(batch_shuffle), "ladder"},
      {"batch_two_kernels", BATCH(batch_two_kernels), "step"}}},
};

/* In all families; of those of one name the fastest counts. */
static const struct contestant floors[] = {
    {"read-only", read_only<256, 4, 0>, "floor"},
    {"read-only", read_only<512, 4, 264>, "floor"},
    {"read-only", read_only<256, 8, 528>, "floor"},
    {"read-only", read_only<1024, 2, 264>, "floor"},
    {"empty kernel", empty, "floor"},
};

/* ---- arrays, in copies ---- */

struct arrays {
    unsigned char *base;
    size_t offset[ARRAYS], bytes[ARRAYS], set_bytes;
    int copies;
};

static void *array_at(const struct arrays *arrays, int copy, int i)
{
    return arrays->base + copy * arrays->set_bytes + arrays->offset[i];
}

/* Of numbers between -1/2 and 1/2, none like its neighbour. */
template <class Element>
__global__ void fill_kernel(Element *to, size_t count, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x) {
        unsigned mixed = (unsigned)i * 2654435761u + seed;
        mixed = (mixed ^ mixed >> 16) * 0x85ebca6bu;
        to[i] = (Element)(mixed >> 8) / (1 << 24) - (Element)0.5;
    }
}

static void fill(const struct family *family, const struct arrays *arrays)
{
    for (int copy = 0; copy < arrays->copies; copy++)
        for (int i = 0; i < INPUTS; i++) {
            void *to = array_at(arrays, copy, i);
            size_t count = arrays->bytes[i] / family->element;
            if (family->element == sizeof(double))
                fill_kernel<<<1024, 256>>>((double *)to, count, i);
            else
                fill_kernel<<<1024, 256>>>((float *)to, count, i);
        }
}

/* So many at least that nothing is left of what a kernel asks L2 to keep of
 * each copy, even where one is larger than L2. */
static struct arrays make_arrays(const struct family *family, struct size size)
{
    struct arrays arrays = {};
    struct cudaDeviceProp properties;
    need(cudaGetDeviceProperties(&properties, 0) == cudaSuccess, "no GPU");
    for (int i = 0; i < ARRAYS; i++) {
        arrays.offset[i] = arrays.set_bytes;
        arrays.bytes[i] = family->count[i](size) * family->element;
        arrays.set_bytes += (arrays.bytes[i] + 255) / 256 * 256;
    }
    input_bytes = arrays.offset[INPUTS - 1] + arrays.bytes[INPUTS - 1];
    arrays.copies =
        (int)(COLD_L2 * (size_t)properties.l2CacheSize / input_bytes) + FEWEST;
    need(cudaMalloc(&arrays.base, arrays.copies * arrays.set_bytes) ==
             cudaSuccess,
         "no memory on the GPU");
    fill(family, &arrays);
    return arrays;
}

/* ---- time ---- */

struct graph {
    cudaGraphExec_t exec;
    int nodes;
};

static void launch(const struct contestant *contestant,
                   const struct arrays *arrays, int copy, struct size size)
{
    void *pointers[ARRAYS];
    for (int i = 0; i < ARRAYS; i++)
        pointers[i] = array_at(arrays, copy, i);
    contestant->launch(pointers, size);
}

static struct graph capture(const struct contestant *contestant,
                            const struct arrays *arrays, struct size size,
                            int nodes, bool cold)
{
    struct graph graph = {NULL, nodes};
    cudaGraph_t captured;
    need(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) ==
             cudaSuccess,
         contestant->name);
    for (int i = 0; i < nodes; i++)
        launch(contestant, arrays, cold ? i % arrays->copies : 0, size);
    need(cudaStreamEndCapture(stream, &captured) == cudaSuccess &&
             cudaGraphInstantiate(&graph.exec, captured, 0) == cudaSuccess &&
             cudaGraphUpload(graph.exec, stream) == cudaSuccess,
         contestant->name);
    cudaGraphDestroy(captured);
    return graph;
}

/* Microseconds of a node, once. */
static double replay(const struct graph *graph)
{
    static cudaEvent_t start, stop;
    float ms;
    if (!start)
        need(cudaEventCreate(&start) == cudaSuccess &&
                 cudaEventCreate(&stop) == cudaSuccess,
             "events");
    cudaEventRecord(start, stream);
    cudaGraphLaunch(graph->exec, stream);
    cudaEventRecord(stop, stream);
    need(cudaEventSynchronize(stop) == cudaSuccess &&
             cudaEventElapsedTime(&ms, start, stop) == cudaSuccess,
         "a launch failed");
    return ms * 1e3 / graph->nodes;
}

static double time_graph(const struct graph *graph)
{
    double samples[REPLAYS];
    replay(graph);
    int count = 0;
    do
        samples[count] = replay(graph);
    while (++count < REPLAYS && samples[0] * graph->nodes < 1e5);
    return times_of(samples, count).median;
}

/* So many that a replay takes graph_us; cold, all copies at least. */
static int nodes_for(const struct contestant *contestant,
                     const struct arrays *arrays, struct size size, bool cold)
{
    struct graph one = capture(contestant, arrays, size, 2, false);
    replay(&one);
    double nodes = graph_us / replay(&one);
    cudaGraphExecDestroy(one.exec);
    if (cold && nodes < arrays->copies)
        nodes = arrays->copies;
    return nodes < 2 ? 2 : nodes > MOST_NODES ? MOST_NODES : (int)nodes;
}

/* ---- the contest ---- */

enum { WARM, COLD, WAYS };

/* A contestant at one size. */
struct entry {
    const struct contestant *who;
    struct graph graph[WAYS];
    double us[WAYS][ROUNDS];
    bool same;
};

static double sum_of(const float *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

/* As far as float or double can be told apart: sums in another order differ by
 * far less than a sum without a term. */
static bool agree(const struct family *family, struct size size, size_t count,
                  const void *want, const void *got, bool parts)
{
    bool wide = family->element == sizeof(double);
    double terms = (double)size.cols * (wide ? 1 : size.rows);
    double bound = terms * (wide ? 1e-15 : 1e-8) + (wide ? 1e-14 : 1e-4);
    if (parts)
        return fabs(sum_of((const float *)got, PARTS) -
                    ((const float *)want)[0]) <= bound;
    for (size_t i = 0; i < count; i++) {
        double x = wide ? ((const double *)want)[i] : ((const float *)want)[i];
        double y = wide ? ((const double *)got)[i] : ((const float *)got)[i];
        if (!(fabs(x - y) <= bound))
            return false;
    }
    return true;
}

/* Of one launch more, into an output that was cleared. */
static void result_of(const struct contestant *contestant,
                      const struct arrays *arrays, struct size size, int copy,
                      int clear, void *to)
{
    void *output = array_at(arrays, copy, ARRAYS - 1);
    size_t bytes = arrays->bytes[ARRAYS - 1];
    cudaMemsetAsync(output, clear, bytes, stream);
    launch(contestant, arrays, copy, size);
    need(cudaStreamSynchronize(stream) == cudaSuccess &&
             cudaMemcpy(to, output, bytes, cudaMemcpyDeviceToHost) ==
                 cudaSuccess,
         contestant->name);
}

static bool compare(const struct family *family,
                    const struct contestant *contestant,
                    const struct arrays *arrays, struct size size)
{
    size_t bytes = arrays->bytes[ARRAYS - 1];
    size_t count = family->parts ? 1 : bytes / family->element;
    bool parts = family->parts && !strcmp(contestant->kind, "ladder");
    void *want = malloc(bytes), *got = malloc(bytes);
    need(want && got, "no memory");
    result_of(&family->contestants[0], arrays, size, 0, 0xff, want);
    result_of(contestant, arrays, size, 0, parts ? 0 : 0xff, got);
    bool same = agree(family, size, count, want, got, parts);
    free(want);
    free(got);
    return same;
}

struct contest {
    const struct family *family;
    struct size size;
    struct arrays arrays;
    struct entry entries[MOST];
    int count;
};

static void enter(struct contest *contest, const struct contestant *who)
{
    struct entry *entry = &contest->entries[contest->count++];
    entry->who = who;
    launch(who, &contest->arrays, 0, contest->size); /* what it loads first */
    need(cudaStreamSynchronize(stream) == cudaSuccess, who->name);
    for (int way = 0; way < WAYS; way++) {
        int nodes =
            nodes_for(who, &contest->arrays, contest->size, way == COLD);
        entry->graph[way] =
            capture(who, &contest->arrays, contest->size, nodes, way == COLD);
    }
}

static void open_contest(struct contest *contest, const struct family *family,
                         struct size size)
{
    contest->family = family;
    contest->size = size;
    contest->count = 0;
    contest->arrays = make_arrays(family, size);
    for (int i = 0; i < CONTESTANTS && family->contestants[i].name; i++)
        enter(contest, &family->contestants[i]);
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++)
        enter(contest, &floors[i]);
}

static bool close_contest(struct contest *contest)
{
    bool same = true;
    for (int i = 0; i < contest->count; i++) {
        struct entry *entry = &contest->entries[i];
        entry->same = !strcmp(entry->who->kind, "floor") ||
                      compare(contest->family, entry->who, &contest->arrays,
                              contest->size);
        same = same && entry->same;
        for (int way = 0; way < WAYS; way++)
            cudaGraphExecDestroy(entry->graph[way].exec);
    }
    cudaFree(contest->arrays.base);
    return same;
}

static void take_turns(struct contest *contest)
{
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < contest->count; i++)
            for (int way = 0; way < WAYS; way++)
                contest->entries[i].us[way][round] =
                    time_graph(&contest->entries[i].graph[way]);
}

/* Of a round, the fastest of a kind, or of a name. */
static double fastest(const struct contest *contest, const char *what, int way,
                      int round)
{
    double least = HUGE_VAL;
    for (int i = 0; i < contest->count; i++) {
        const struct entry *entry = &contest->entries[i];
        if (!strcmp(entry->who->kind, what) || !strcmp(entry->who->name, what))
            least = fmin(least, entry->us[way][round]);
    }
    return least;
}

/* Time, and how many times as fast as the fastest library, of the same turn:
 * median, least, most. */
static void print_way(const struct contest *contest, const char *name, int way)
{
    double us[ROUNDS], ratio[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        us[round] = fastest(contest, name, way, round);
        ratio[round] = fastest(contest, "library", way, round) / us[round];
    }
    double median = times_of(ratio, ROUNDS).median; /* sorts them */
    printf(",%.3f,%.3f,%.3f,%.3f", times_of(us, ROUNDS).median, median,
           ratio[0], ratio[ROUNDS - 1]);
}

static void print_contest(const struct contest *contest)
{
    for (int i = 0; i < contest->count; i++) {
        const struct entry *entry = &contest->entries[i];
        if (i > 0 && !strcmp(entry->who->name, entry[-1].who->name))
            continue;
        printf("%s,%d,%d,%d,%s,%s", contest->family->exercise,
               contest->size.rows, contest->size.cols, contest->size.inner,
               entry->who->name, entry->who->kind);
        for (int way = 0; way < WAYS; way++)
            print_way(contest, entry->who->name, way);
        printf(",%s\n", entry->same ? "yes" : "no");
    }
    fflush(stdout);
}

static bool hold(const struct family *family, struct size size)
{
    static struct contest contest;
    open_contest(&contest, family, size);
    take_turns(&contest);
    bool same = close_contest(&contest);
    print_contest(&contest);
    return same;
}

int main(int argc, char **argv)
{
    bool same = true;
    need(cublasCreate(&cublas) == CUBLAS_STATUS_SUCCESS &&
             cublasSetStream(cublas, stream) == CUBLAS_STATUS_SUCCESS &&
             cudaMalloc(&scratch, SCRATCH_BYTES) == cudaSuccess &&
             cudaMalloc(&means, SCRATCH_BYTES) == cudaSuccess &&
             cudaMalloc(&workspace, SCRATCH_BYTES) == cudaSuccess &&
             cublasSetWorkspace(cublas, workspace, SCRATCH_BYTES) ==
                 CUBLAS_STATUS_SUCCESS,
         "no GPU that cuBLAS can use");
    cublasSetMathMode(cublas, CUBLAS_PEDANTIC_MATH);
    puts("exercise,rows,cols,inner,contestant,kind,warm_us,warm_ratio,"
         "warm_least,warm_most,cold_us,cold_ratio,cold_least,cold_most,same");
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++) {
        const struct family *family = &families[f];
        if (argc > 1 && strcmp(argv[1], family->exercise))
            continue;
        for (int i = 0; i < SIZES && family->sizes[i].rows; i++)
            same = hold(family, family->sizes[i]) && same;
    }
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
