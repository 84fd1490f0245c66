/*
 * lab.c - lab 2 as data: exercises, sizes, criteria, hints.
 *
 * Nothing here allocates, prints or keeps time.  Every criterion's number is
 * derived beside it; `s/r` is sectors per request.
 */
#include "lab/lab.h"

#include <math.h>
#include <stdio.h>

#include "cases/cases.h"
#include "lab/caps.h"
#include "lab/linear.h"
#include "lab/open.h"

/* The block shapes of reference.cu; only the owner sentences use them. */
enum { BLOCK = 256, TILE = 32, SIDE = 16, AREA = 64 };

/* ---- sizes -------------------------------------------------------------- */

/* Around the tile of V (256) and the square tile (32), one less, the same,
 * one more, twice (a tile too many shows there), shorter than a tile, primes,
 * single rows and columns; then the seven of the course. */
static const struct size matrix_sizes[] = {
    {1, 1, 1},       {1, 33, 1},      {33, 1, 1},      {31, 32, 1},
    {32, 31, 1},     {32, 32, 1},     {33, 33, 1},     {64, 64, 1},
    {255, 255, 1},   {256, 256, 1},   {257, 257, 1},   {255, 512, 1},
    {512, 255, 1},   {97, 101, 1},    {1021, 3, 1},    {3, 1021, 1},
    {1, 3001, 1},    {3001, 1, 1},    {1000, 500, 1},  {1000, 1000, 1},
    {1500, 1000, 1}, {2000, 1000, 1}, {2000, 1500, 1}, {2500, 1500, 1},
    {2500, 2000, 1}};

/* A: rows x cols; B: cols x inner.  Around the tile in every direction,
 * primes, thin ones, and one where accesses can be counted by hand. */
static const struct size matmul_sizes[] = {
    {1, 1, 1},    {31, 32, 33},  {32, 33, 31},    {33, 31, 32},
    {32, 32, 32}, {33, 33, 33},  {64, 32, 96},    {1, 97, 1},
    {1, 101, 67}, {67, 101, 1},  {97, 1, 53},     {61, 127, 113},
    {5, 5, 5},    {20, 30, 257}, {128, 128, 128}, {1000, 500, 3}};

/* Around a thread's neighbours (16) and a block's results (64) as well. */
static const struct size register_sizes[] = {
    {1, 1, 1},       {15, 16, 17},   {16, 17, 15},  {17, 15, 16},
    {31, 32, 33},    {64, 64, 64},   {63, 64, 65},  {64, 65, 63},
    {65, 63, 64},    {1, 97, 1},     {1, 101, 67},  {67, 101, 1},
    {97, 1, 53},     {61, 127, 113}, {20, 30, 257}, {129, 20, 130},
    {128, 128, 128}, {256, 64, 256}};

/* Many short results: who computes them? */
#define MANY_ROWS    40000, 10, 1
#define MANY_COLUMNS 20, 8000, 1
#define MANY_TILES   8000, 20, 1
#define MANY_RESULTS 256, 16, 256

/* Of the open exercise: around tiles of 32, 64 and 128. */
static const struct size open_sizes[] = {
    {1, 1, 1},      {31, 32, 33},    {33, 31, 32},  {64, 32, 96},
    {65, 64, 63},   {1, 97, 1},      {1, 101, 67},  {67, 101, 1},
    {61, 127, 113}, {127, 129, 128}, {20, 30, 257}, {128, 128, 128},
    {257, 9, 130}};

/* ---- owners ------------------------------------------------------------- */

static void owner_row(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    snprintf(text, n, "row %zu: with %d threads a block, block %zu, thread %zu",
             e, BLOCK, e / BLOCK, e % BLOCK);
}

static void owner_column(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    snprintf(text, n,
             "column %zu: with %d columns a block, block %zu, threads "
             "(%zu,y)",
             e, TILE, e / TILE, e % TILE);
}

static void owner_tile_row(struct size s, size_t e, char *text, size_t n)
{
    (void)s;
    snprintf(text, n,
             "row %zu: with %d rows a block, block %zu, threads (%zu,y)", e,
             TILE, e / TILE, e % TILE);
}

static void owner_register(struct size s, size_t e, char *text, size_t n)
{
    size_t columns = linear_inner(s), row = e / columns, col = e % columns;
    snprintf(text, n,
             "row %zu, column %zu: with %d x %d results a block, block "
             "(%zu,%zu), thread (%zu,%zu)",
             row, col, AREA, AREA, col / AREA, row / AREA, col % SIDE,
             row % SIDE);
}

/* Who does what is not prescribed. */
static void owner_any(struct size s, size_t e, char *text, size_t n)
{
    size_t columns = linear_inner(s);
    snprintf(text, n, "row %zu, column %zu", e / columns, e % columns);
}

/* ---- the table ---------------------------------------------------------- */

/* A: 79 warps x 2000 = 158000 requests.  V: 10 blocks x 63 warps that have
 * something to load = 630 instead of 158000.  C, if it keeps the sum: 79 warps
 * read it back before 7 of 8 tiles, 553.  In all 159183; blocks and tiles of
 * 32: V 4977, C 4898, 167875.  Without tiles 316000.  Wider loads need a
 * quarter, A alone 39063 of 512 bytes; so bytes are asked for, too: 20 MB of A,
 * and of V and C at most 1.3 MB, with blocks and tiles of 32.  Without tiles
 * every thread reads all of V: 40 MB. */
#define V_ONCE(worth)                                                          \
    {                                                                          \
        .name = "V once per block", .metric = "global_load_requests",          \
        .at_most = 170000, .at_least = 39063,                                  \
        .also = {"thread_load_bytes", 20000000, 22000000},                     \
        .size = {2500, 2000, 1}, .share = worth,                               \
        .advice = "Inside the loop over a tile read V from shared memory "     \
                  "only; the tile is filled once per block, one element a "    \
                  "thread.  A block does BLOCK rows.",                         \
    }

/* Every value of V that a thread uses, loaded by it; or by every thread of a
 * block; or by blocks for a row each. */
#define CAP_V_IN_TILES                                                         \
    CAP_STEP("thread_load_bytes", NAN, 24000000,                               \
             "Elements are loaded from global memory far too often: a block "  \
             "fills each tile of V once, one element a thread, and reads V "   \
             "there only; and there are no more blocks than results need.",    \
             2500, 2000, 1)

/* 40000 results of 10 products.  400000 products are 800000 operations; half as
 * many where atomics add.  A warp: 130 instructions for a result, 2080 for 16;
 * one alone 157000, at least 15600; thread 0 of blocks of 256 33000.  Requests:
 * 12657, of A 12500; one lane of each warp 400000.  One block reads at least
 * the matrix, 1.6 MB; with 16 results for each of 1024 threads 0.66 MB. */
#define ROW_CAPS                                                               \
    CAP_COMPUTED(320000, MANY_ROWS), CAP_WARP(6000, MANY_ROWS),                \
        CAP_LANES(100000, MANY_ROWS), CAP_BLOCK(1200000, MANY_ROWS)

/* 8000 results of 20 products, 160000.  A warp: 113 to 196 instructions for 32
 * results, 3100 for 512; one alone 172000 to 345000, at least 10000.  Requests
 * of 32 lanes: 5250 to 8250; one lane of each warp 160000, a quarter of that
 * with loads of 4.  One block reads at least the matrix, 640000 bytes; with
 * tiles for 16 x 32 results 45000. */
#define TILE_CAPS(...)                                                         \
    CAP_COMPUTED(128000, __VA_ARGS__), CAP_WARP(8000, __VA_ARGS__),            \
        CAP_LANES(30000, __VA_ARGS__), CAP_BLOCK(480000, __VA_ARGS__)

#define A_IN_TILES                                                             \
    "Here the matrix goes through shared memory: every element into a tile, "  \
    "and from there into the products."
#define TILES_ONCE                                                             \
    "Elements are loaded from global memory far too often: a block brings "    \
    "each tile once, one element a thread; products are made from tiles, and " \
    "their sum stays in a register."
#define PRODUCT_IN_TILES                                                       \
    "Less is read from shared memory than products of tiles take: bring the "  \
    "tiles there, and make the products from them."

static const struct exercise exercises[] = {
    {
        .name = "matvec_tiled",
        .title = "A x V, V in tiles through shared memory",
        .first = "matvec",
        LINEAR_MATVEC,
        .sizes = matrix_sizes,
        .size_count = COUNT(matrix_sizes),
        .owner = owner_row,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "matvec"}},
        .share = 20,
        .shares = {.correct = 10, .clean = 4, .race_free = 3},
        .criteria =
            {V_ONCE(2),
             /* All lanes read the same word: one pass, a broadcast.  158000
              * requests, and as many if sums are kept there as well; each of
              * 79 warps must read all of V, 8000 bytes, 512 at a time at
              * most.  Conflicts outside of the inner loop do little harm: a
              * twentieth of as many. */
             {
                 .name = "no bank conflicts",
                 .metric = "shared_bank_conflicts",
                 .at_most = 7900,
                 .at_least = 0,
                 .also = {"shared_load_requests", 1235, 474000},
                 .size = {2500, 2000, 1},
                 .share = 1,
                 .advice =
                     "In one step all threads should read the same element "
                     "of the tile.",
             }},
        .caps = {ROW_CAPS, CAP_V_IN_TILES},
        .hints =
            {"The outer loop steps through the columns, BLOCK at a time; the "
             "inner one through one tile.",
             "Thread t fetches V[start + t], if there is such an element.  The "
             "last tile has min(BLOCK, cols - start).",
             "Two barriers per tile: after it is filled, and after it was "
             "read.  The second one keeps fast warps from overwriting what "
             "slow ones still read.",
             "A thread without a row must not return: it helps to fill the "
             "tile and stands at every barrier.  Put only the sum into "
             "if (row < rows)."},
    },
    {
        .name = "matvec_tiled_acc",
        .title = "A x V in tiles, the sum kept out of C",
        .first = "matvec",
        LINEAR_MATVEC,
        .sizes = matrix_sizes,
        .size_count = COUNT(matrix_sizes),
        .owner = owner_row,
        .predict = {{"shared_wavefronts_per_request", NULL},
                    {"global_store_requests", NULL},
                    {"time", "matvec_tiled"}},
        .share = 20,
        .shares = {.correct = 8, .clean = 3, .race_free = 3},
        .criteria =
            /* 79 warps store once, with blocks of 100 threads 100, at least 20
             * times 512 bytes; with a store per tile 79 x 8 = 632, of the
             * largest tiles 79 x 2 = 158. */
        {{
             .name = "one store per result",
             .metric = "global_write_requests",
             .at_most = 157,
             .at_least = 20,
             .size = {2500, 2000, 1},
             .share = 3,
             .advice = "Keep the running sum from tile to tile and store "
                       "C[row] once, behind the loop.",
         },
         /* Only tiles are stored: every block fetches V once, in 63 pieces
          * of a warp.  A sum in shared memory adds at least a store for
          * each warp and tile, 8 x 8 = 64, as many for other blocks with
          * tiles of their size.  Blocks without rows have none; the one that
          * has some stores V, at least 16 times 512 bytes. */
         {
             .name = "the sum in a register",
             .metric = "shared_store_requests_per_block",
             .at_most = 100,
             .at_least = 0,
             .also = {"shared_store_requests", 16, 10000},
             .size = {2500, 2000, 1},
             .share = 2,
             .advice = "No other thread needs this sum, so shared memory gains "
                       "nothing: use a local variable.",
         },
         V_ONCE(1)},
        .caps = {ROW_CAPS, CAP_V_IN_TILES,
                 CAP_STEP("global_write_requests", NAN, 157,
                          "This is matvec_tiled: its sums still go through C.",
                          2500, 2000, 1)},
        .hints =
            {"Start from matvec_tiled.  Where does its sum begin, and where "
             "must it begin now?",
             "float sum = 0 stands before the loop over the tiles; "
             "C[row] = sum behind it.",
             "The store needs if (row < rows) as well, now outside the loop."},
    },
    {
        .name = "vecmat_tiled",
        .title = "V x A, rows shared out over threads",
        .first = "vecmat",
        LINEAR_VECMAT,
        .sizes = matrix_sizes,
        .size_count = COUNT(matrix_sizes),
        .owner = owner_column,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"barriers_per_warp", NULL},
                    {"time", "vecmat"}},
        .share = 20,
        .shares = {.correct = 9, .clean = 3, .race_free = 2},
        .criteria =
            /* Rows of 8000 bytes start on a sector: A 4 s/r, and V too now
             * that it is fetched 32 neighbours at a time.  625000 sectors of
             * A, 20000 of V. */
        {{
             .name = "coalesced loads",
             .metric = "global_load_efficiency",
             .at_most = 100,
             .at_least = 95,
             .also = {"global_load_sectors", 625000, 1290000},
             .size = {2500, 2000, 1},
             .share = 2,
             .advice = "threadIdx.x should count columns, so that a warp reads "
                       "32 neighbours of one row.",
         },
         /* The busiest warp: 2500 / 8 = 313 rows and 10 pieces of V.  A thread
          * that does a whole column alone loads 2500 times.  The fewest:
          * 39063 requests of 512 bytes for A, over 32 warps of 63 blocks. */
         {
             .name = "rows shared out",
             .metric = "max_warp_global_loads",
             .at_most = 800,
             .at_least = 19,
             .size = {2500, 2000, 1},
             .share = 3,
             .advice = "Give the rows of a column to several threads "
                       "(threadIdx.y) and add their sums in shared memory.",
         },
         /* A: 2500 rows x 63 warps = 157500 requests; V: 63 blocks x 79 warps =
          * 4977.  A block for each column would fetch V 2000 times: 315500.
          * Wider loads: a quarter; so bytes are asked for, too, 20 MB of A and
          * 0.63 of V, with blocks of 16 columns twice that. */
         {.name = "V once per block",
          .metric = "global_load_requests",
          .at_most = 200000,
          .at_least = 39063,
          .also = {"thread_load_bytes", 20000000, 24000000},
          .size = {2500, 2000, 1},
          .share = 1,
          .advice = "A block does TILE columns: launch (cols - 1) / TILE + 1 "
                    "blocks."}},
        .caps = {TILE_CAPS(MANY_COLUMNS), CAP_V_IN_TILES},
        .hints =
            {"A block is TILE columns wide and SLICES threads deep.  Its "
             "number in the block, for filling the tile of V, is threadIdx.y "
             "* TILE + threadIdx.x.",
             "Thread (x, y) sums over the rows y, y + SLICES, y + 2 * SLICES "
             "... of each tile.",
             "In the end every thread writes its sum to sums[y][x]; after a "
             "barrier the threads with y == 0 add up the SLICES sums of their "
             "column.",
             "No return above a barrier: if (col < cols) around the loads and "
             "around the store."},
    },
    {
        .name = "matvec_transposed_tile",
        .title = "A x V, A in tiles through shared memory",
        .first = "matvec",
        LINEAR_MATVEC,
        .sizes = matrix_sizes,
        .size_count = COUNT(matrix_sizes),
        .owner = owner_tile_row,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"shared_load_wavefronts_per_request", NULL},
                    {"time", "matvec"}},
        .share = 20,
        .shares = {.correct = 7, .clean = 3, .race_free = 2},
        .criteria =
            /* Every load reads 32 neighbours; the last tile of a row is half
             * full, which wastes nothing: 100 %.  625000 sectors of A, 20000 of
             * V. */
        {{
             .name = "coalesced loads",
             .metric = "global_load_efficiency",
             .at_most = 100,
             .at_least = 90,
             .also = {"global_load_sectors", 625000, 1290000},
             .size = {2500, 2000, 1},
             .share = 3,
             .advice = "Fill the tile row by row, threadIdx.x along the row, "
                       "and V's part of it likewise: 32 neighbours at once.",
         },
         /* tile[32][32]: lane l reads word 32 l + j, one bank, 31 passes too
          * many for each of 79 x 63 x 32 reads: 4.9 million.  [32][33]: 0.
          * Filled the other way round, stores are what conflicts.  319081
          * requests; A alone at least 39063 of 512 bytes.  When the sums of a
          * row meet there may be some. */
         {
             .name = "no bank conflicts",
             .metric = "shared_bank_conflicts",
             .at_most = 49000,
             .at_least = 0,
             .also = {"shared_load_requests", 39063, 960000},
             .size = {2500, 2000, 1},
             .share = 4,
             .advice = "Thread l reads tile[l][j]: with rows of 32 words all "
                       "of them are in bank j.  Declare the tile with one "
                       "unused column, [TILE][TILE + PAD].",
         },
         /* A: 2500 rows x 63 pieces = 157500 requests; V: 79 blocks x 63 =
          * 4977.  Every slice fetching V: 39816.  Tiles of 16 need 176000.
          * Bytes as above, for wider loads. */
         {.name = "each element once per tile",
          .metric = "global_load_requests",
          .at_most = 180000,
          .at_least = 39063,
          .also = {"thread_load_bytes", 20000000, 24000000},
          .size = {2500, 2000, 1},
          .share = 1,
          .advice = "Fetch each element of A and V into a tile "
                    "once; the threads of one slice are enough for V."}},
        /* A, 20 MB, goes into tiles and is read from them. */
        .caps = {TILE_CAPS(MANY_TILES),
                 CAP_STEP("shared_store_bytes", 20000000, NAN, A_IN_TILES, 2500,
                          2000, 1),
                 CAP_STEP("shared_load_bytes", 20000000, NAN, A_IN_TILES, 2500,
                          2000, 1)},
        .hints =
            {"Two views of one tile: when it is filled, threadIdx.x runs along "
             "a row of A; when it is used, threadIdx.x is the row.",
             "Filling: thread (x, y) brings the rows y, y + SLICES, ... at "
             "column start + x, and zeros past the edges of A.",
             "Using: thread (x, y) adds tile[x][j] * vector[j] for j = y, y + "
             "SLICES, ...; in the end the SLICES sums of a row meet in shared "
             "memory.",
             "32 lanes read tile[0..31][j].  In which bank is word 32 * l + j? "
             "And word 33 * l + j?"},
    },
    {
        .name = "matmul_tiled",
        .title = "A x B, tiles of both",
        .first = "matmul_naive",
        LINEAR_MATMUL,
        .sizes = matmul_sizes,
        .size_count = COUNT(matmul_sizes),
        .owner = linear_matmul_owner,
        .predict = {{"global_load_sectors_per_request", NULL},
                    {"shared_load_wavefronts_per_request", NULL},
                    {"time", "matmul_naive"}},
        .share = 20,
        .shares = {.correct = 10, .clean = 3, .race_free = 2},
        .criteria =
            /* 16 blocks x 4 steps x 32 warps x 2 = 4096 requests; without
             * tiles 512 warps x 128 x 2 = 131072, 32 times as many.  Tiles of
             * 16 would need 8192.  Wider loads need a quarter; so bytes are
             * asked for, too: 128 KB of inputs, of which the tiles of 16 read
             * each element 8 times; without tiles 128 times. */
        {{
             .name = "each element once per tile",
             .metric = "global_load_requests",
             .at_most = 8192,
             .at_least = 256,
             .also = {"thread_load_bytes", 131072, 1048576},
             .size = {128, 128, 128},
             .share = 3,
             .advice = "Each thread brings one element of each tile; all "
                       "TILE products then come from shared memory.",
         },
         /* a[y][k] is one word, b[k][x] 32 neighbours.  131072 requests; every
          * element once is 256 of 512 bytes.  A hundredth may conflict. */
         {
             .name = "no bank conflicts",
             .metric = "shared_bank_conflicts",
             .at_most = 1310,
             .at_least = 0,
             .also = {"shared_load_requests", 256, 393216},
             .size = {128, 128, 128},
             .share = 2,
             .advice = "threadIdx.x should run along the rows of both tiles.",
         }},
        /* 256 x 16 times 16 x 256, a million products.  A warp: 236
         * instructions for a result, 3800 for 16; one alone 477000, at least
         * 36000.  Requests: 3072, with tiles of 8 8192, without tiles
         * 65536; one lane of each warp 2 million.  A block: 7456 of 477000
         * instructions; with 16 results for each of 1024 threads a quarter. */
        .caps = {CAP_COMPUTED(840000, MANY_RESULTS),
                 CAP_WARP(10000, MANY_RESULTS), CAP_LANES(250000, MANY_RESULTS),
                 CAP_BLOCK_WORK(150000, MANY_RESULTS),
                 CAP_STEP("thread_load_bytes", NAN, 2200000, TILES_ONCE, 128,
                          128, 128),
                 CAP_STEP("shared_load_bytes", 131072, NAN, PRODUCT_IN_TILES,
                          128, 128, 128)},
        .hints =
            {"Walk along inner in steps of TILE: a tile of A moves right, a "
             "tile of B moves down.",
             "Thread (x, y) brings A[row][start + x] and B[start + y][col]; "
             "past an edge it brings zero, which adds nothing.",
             "Barrier, TILE products, barrier.  sum += a[y][k] * b[k][x].",
             "Threads outside C fill tiles too; only the store is in an if."},
    },
    {
        .name = "matmul_register",
        .title = "A x B, 4 x 4 results a thread",
        .first = "matmul_naive",
        LINEAR_MATMUL,
        .sizes = register_sizes,
        .size_count = COUNT(register_sizes),
        .owner = owner_register,
        .predict = {{"global_load_requests", NULL},
                    {"shared_load_wavefronts_per_request", NULL},
                    {"time", "matmul_tiled"}},
        .share = 15,
        .shares = {.correct = 7, .clean = 2, .race_free = 2},
        .criteria =
            /* 131072 warps' multiply-adds.  4 x 4 results read 8 words for
             * 16: 65536 requests, 8 x 1 read 9 for 8: 147456; one result two:
             * 262144.  Wider loads are fewer requests, so words are asked
             * for too: of one result 33 for 32 products, 17 MB; of 4 x 4 72
             * for 512, 2.4 MB, in blocks of 32 x 8 4.3 MB.  A size that no
             * single block computes, also if it has 128 x 128 results. */
        {{
             .name = "each word for four products",
             .metric = "shared_load_requests",
             .at_most = 81920,
             .at_least = 2048,
             .also = {"shared_load_bytes", 524288, 5242880},
             .size = {256, 64, 256},
             .share = 2,
             .advice = "In each step k read 4 words of a and 4 of b into "
                       "local variables, then make 16 products of them; "
                       "the 16 sums stay in registers from the first tile "
                       "to the last.",
         },
         /* 16 blocks x 4 tiles x 8 warps x 8 = 4096 requests, every element
          * 4 times, 512 KB; tiles of 32 x 32 8 times. */
         {
             .name = "each element once per tile",
             .metric = "thread_load_bytes",
             .at_most = 786432,
             .at_least = 131072,
             .size = {256, 64, 256},
             .share = 1,
             .advice = "A block of 16 x 16 threads computes 64 x 64 elements "
                       "of C: each element of a tile serves 64 of them.",
         },
         /* Reads have none.  Two rows of b that a warp fills lie in the same
          * banks, 2048 times; reads of 16 bytes whose lanes share words
          * count up to 16384.  Columns x * 4 + j are 32768. */
         {
             .name = "no bank conflicts",
             .metric = "shared_bank_conflicts",
             .at_most = 20480,
             .at_least = 0,
             .also = {"shared_load_requests", 2048, 786432},
             .size = {256, 64, 256},
             .share = 1,
             .advice = "A thread's columns are SIDE apart, so that neighbours "
                       "in x read neighbours of b, and its rows too.",
         }},
        /* 256 x 16 times 16 x 256: 93440 instructions in 16 blocks; with 8 x 8
         * results a thread 128832 in 4.  One block has all of them. */
        .caps = {CAP_COMPUTED(840000, MANY_RESULTS),
                 CAP_WARP(20000, MANY_RESULTS), CAP_LANES(250000, MANY_RESULTS),
                 CAP_BLOCK_WORK(60000, MANY_RESULTS),
                 CAP_STEP("shared_load_bytes", NAN, 12000000,
                          "This reads shared memory as often as matmul_tiled "
                          "does; here each word serves several products.",
                          256, 64, 256)},
        .hints =
            {"Begin with matmul_tiled.  A block has AREA x AREA results now, "
             "and SIDE x SIDE threads: each brings EACH elements of either "
             "tile, and each has EACH rows and EACH columns of results.",
             "float sum[EACH][EACH] = {} above the loop over tiles.  It is in "
             "registers as long as every index is known when the kernel is "
             "compiled: loops from 0 to EACH are unrolled, and that is enough.",
             "For one k: down[i] = a[y + i * SIDE][k], across[j] = "
             "b[k][x + j * SIDE], then sum[i][j] += down[i] * across[j] for "
             "all i and j.",
             "Bring with the same steps: element (y + i * SIDE, x) of the "
             "tile of A, (y, x + i * SIDE) of that of B, zero past an edge."},
    },
    {
        .name = "matmul_best",
        .title = "A x B, as fast as you can",
        .first = "matmul_naive",
        LINEAR_MATMUL,
        .sizes = open_sizes,
        .size_count = COUNT(open_sizes),
        .owner = owner_any,
        .challenge = {.ladder = "matmul_naive", .size = {512, 512, 512}},
        OPEN(1750000, 61, 127, 113,
             "Of the instructions in the inner loop, how many multiply and how "
             "many only bring something?  What would have to stay where, so "
             "that each value brought is used more often?"),
    },
#include "cases/rows.h"
};

const struct lab lab2_shared = {
    .name = "lab2_shared",
    .title = "Shared memory",
    .exercises = exercises,
    .exercise_count = COUNT(exercises),
};
