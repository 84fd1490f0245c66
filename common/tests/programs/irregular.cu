/*
 * irregular.cu - work whose shape the data decide, in the ways courses teach.
 *
 *   with_queues   breadth-first search: a block collects what it finds in
 *                 shared memory, then takes one place in the next queue for all
 *   by_rows, by_columns  a sparse matrix: rows one after the other (CSR), and
 *                 padded to the longest, in columns (ELL)
 *   merge_path    two sorted arrays: each thread looks for where its part of
 *                 the result begins
 */
#include "check.h"

/* ---- breadth-first search ------------------------------------------------ */

enum { NODES = 600, DEGREE = 5, QUEUE = 128 };

__global__ void with_queues(const int *edges, int *depth, const int *now,
                            int count, int *next, int *next_count, int level)
{
    __shared__ int found[QUEUE], size, first;
    if (threadIdx.x == 0)
        size = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = 0; i < count && e < DEGREE; e++) {
        int node = edges[now[i] * DEGREE + e];
        if (atomicCAS(&depth[node], -1, level) != -1)
            continue; /* another edge came first */
        int at = atomicAdd(&size, 1);
        if (at < QUEUE)
            found[at] = node;
        else
            next[atomicAdd(next_count, 1)] = node;
    }
    __syncthreads();
    int mine = size < QUEUE ? size : QUEUE;
    if (threadIdx.x == 0)
        first = atomicAdd(next_count, mine);
    __syncthreads();
    for (int k = threadIdx.x; k < mine; k += blockDim.x)
        next[first + k] = found[k];
}

static void search_here(const int *edges, int *depth)
{
    int queue[NODES] = {0}, end = 1;
    for (int i = 0; i < NODES; i++)
        depth[i] = i ? -1 : 0;
    for (int i = 0; i < end; i++)
        for (int e = 0; e < DEGREE; e++) {
            int node = edges[queue[i] * DEGREE + e];
            if (depth[node] >= 0)
                continue;
            depth[node] = depth[queue[i]] + 1;
            queue[end++] = node;
        }
}

static void check_search(void)
{
    static int edges[NODES * DEGREE], want[NODES], depth[NODES];
    for (int i = 0; i < NODES * DEGREE; i++)
        edges[i] = noise(i) % (NODES + 1 - i / DEGREE % 3 * 150) % NODES;
    search_here(edges, want);
    memset(depth, 0xff, sizeof depth);
    depth[0] = 0;
    int count = 1, *e = on_device(edges, NODES * DEGREE);
    int *d = on_device(depth, NODES), *n = on_device<int>(NULL, 1);
    int *now = on_device<int>(NULL, NODES), *next = on_device<int>(NULL, NODES);
    CUDA(cudaMemset(now, 0, sizeof *now)); /* it begins at node 0 */
    for (int level = 1; count > 0; level++) {
        CUDA(cudaMemset(n, 0, sizeof *n));
        with_queues<<<(count + 63) / 64, 64>>>(e, d, now, count, next, n,
                                               level);
        CUDA(cudaMemcpy(&count, n, sizeof count, cudaMemcpyDeviceToHost));
        int *swap = now;
        now = next;
        next = swap;
    }
    take_back(depth, d, NODES);
    for (int i = 0; i < NODES; i++)
        CHECK(depth[i] == want[i]);
    CUDA(cudaFree(e));
    CUDA(cudaFree(n));
    CUDA(cudaFree(now));
    CUDA(cudaFree(next));
}

/* ---- sparse matrix ------------------------------------------------------- */

enum { ROWS = 150, LONGEST = 20 };

__global__ void by_rows(const int *start, const int *column,
                        const double *value, const double *x, double *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= ROWS)
        return;
    double sum = 0;
    for (int i = start[r]; i < start[r + 1]; i++)
        sum += value[i] * x[column[i]];
    y[r] = sum;
}

__global__ void by_columns(const int *column, const double *value,
                           const double *x, double *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    for (int k = 0; k < LONGEST && r < ROWS; k++) {
        int c = column[k * ROWS + r];
        if (c >= 0)
            sum += value[k * ROWS + r] * x[c];
    }
    if (r < ROWS)
        y[r] = sum;
}

static void check_sparse(void)
{
    static int start[ROWS + 1], column[ROWS * LONGEST], wide[ROWS * LONGEST];
    static double value[ROWS * LONGEST], padded[ROWS * LONGEST];
    double x[ROWS], want[ROWS] = {0}, y[2][ROWS];
    int n = 0;
    memset(wide, 0xff, sizeof wide);
    for (int r = 0; r < ROWS; r++)
        x[r] = noise(r) % 50;
    for (int r = 0; r < ROWS; r++) {
        for (int k = 0; k < noise(r + 5) % (LONGEST + 1); k++, n++) {
            wide[k * ROWS + r] = column[n] = noise(n) % ROWS;
            padded[k * ROWS + r] = value[n] = noise(n + 3) % 9 - 4;
            want[r] += value[n] * x[column[n]];
        }
        start[r + 1] = n;
    }
    int *s = on_device(start, ROWS + 1), *c = on_device(column, n);
    int *w = on_device(wide, ROWS * LONGEST);
    double *v = on_device(value, n), *p = on_device(padded, ROWS * LONGEST);
    double *dx = on_device(x, ROWS), *a = on_device<double>(NULL, ROWS);
    double *b = on_device<double>(NULL, ROWS);
    by_rows<<<(ROWS + 63) / 64, 64>>>(s, c, v, dx, a);
    by_columns<<<(ROWS + 63) / 64, 64>>>(w, p, dx, b);
    LAUNCHED();
    take_back(y[0], a, ROWS);
    take_back(y[1], b, ROWS);
    for (int r = 0; r < ROWS; r++)
        CHECK(y[0][r] == want[r] && y[1][r] == want[r]);
    void *rest[] = {s, c, w, v, p, dx};
    for (void *each : rest)
        CUDA(cudaFree(each));
}

/* ---- merge path ---------------------------------------------------------- */

enum { EACH = 7 };

/* How many of the first d of the result come from a. */
__device__ int split(const int *a, int na, const int *b, int nb, int d)
{
    int low = d > nb ? d - nb : 0, high = d < na ? d : na;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[d - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__global__ void merge_path(const int *a, int na, const int *b, int nb, int *out)
{
    int d = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    if (d >= na + nb)
        return;
    int i = split(a, na, b, nb, d), j = d - i;
    for (int k = d; k < d + EACH && k < na + nb; k++)
        out[k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

static void check_merge(void)
{
    enum { NA = 1000, NB = 333 };
    static int a[NA], b[NB], out[NA + NB];
    for (int i = 1; i < NA; i++)
        a[i] = a[i - 1] + noise(i) % 3;
    for (int i = 1; i < NB; i++)
        b[i] = b[i - 1] + noise(i) % 10;
    int *da = on_device(a, NA), *db = on_device(b, NB);
    int *o = on_device<int>(NULL, NA + NB);
    merge_path<<<4, 64>>>(da, NA, db, NB, o);
    LAUNCHED();
    take_back(out, o, NA + NB);
    CUDA(cudaFree(da));
    CUDA(cudaFree(db));
    for (int i = 0, j = 0; i + j < NA + NB;) {
        bool left = j == NB || (i < NA && a[i] <= b[j]);
        CHECK(out[i + j] == (left ? a[i] : b[j]));
        left ? i++ : j++;
    }
}

int main(void)
{
    check_search();
    check_sparse();
    check_merge();
    puts("irregular work: searched, multiplied, merged");
    return 0;
}
