/*
 * others13.cu - the set: kernels of yet other kinds, each task in two or three
 * versions as a programmer would change them, by one who knew nothing of the
 * model.
 */
#include "times.h"

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define FULL 0xffffffffu

__device__ static int me()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ static int below()
{
    return blockIdx.y * blockDim.y + threadIdx.y;
}

// ---- contour lines: their length in each cell of a grid ---------------------

#define LEVEL 0.5f

__device__ static float crossing(float p, float q)
{
    return (LEVEL - p) / (q - p);
}

__device__ static float line(float x0, float y0, float x1, float y1)
{
    return sqrtf((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
}

__device__ static float contour(float nw, float ne, float sw, float se)
{
    int high = (nw > LEVEL) | (ne > LEVEL) << 1 | (se > LEVEL) << 2 |
               (sw > LEVEL) << 3;
    float top = crossing(nw, ne), bottom = crossing(sw, se);
    float left = crossing(nw, sw), right = crossing(ne, se);

    switch (high) {
    case 0:
    case 15: return 0;
    case 1:
    case 14: return line(0, left, top, 0);
    case 2:
    case 13: return line(top, 0, 1, right);
    case 3:
    case 12: return line(0, left, 1, right);
    case 4:
    case 11: return line(1, right, bottom, 1);
    case 6:
    case 9: return line(top, 0, bottom, 1);
    case 7:
    case 8: return line(0, left, bottom, 1);
    case 5: return line(0, left, bottom, 1) + line(top, 0, 1, right);
    default: return line(0, left, top, 0) + line(1, right, bottom, 1);
    }
}

__global__ void contour_cells(const float *in, float *out, int w, int h)
{
    int x = me(), y = below(), e = y * w + x;

    if (x < w - 1 && y < h - 1)
        out[e] = contour(in[e], in[e + 1], in[e + w], in[e + w + 1]);
}

__global__ void contour_tile(const float *in, float *out, int w, int h)
{
    __shared__ float tile[9][33];
    int tx = threadIdx.x, ty = threadIdx.y, x = me(), y = below();

    for (int v = ty; v < 9; v += 8)
        for (int u = tx; u < 33; u += 32) {
            int column = min(blockIdx.x * 32 + u, w - 1);
            int row = min(blockIdx.y * 8 + v, h - 1);
            tile[v][u] = in[row * w + column];
        }
    __syncthreads();
    if (x < w - 1 && y < h - 1)
        out[y * w + x] = contour(tile[ty][tx], tile[ty][tx + 1],
                                 tile[ty + 1][tx], tile[ty + 1][tx + 1]);
}

// A thread goes down 16 cells; the lower corners become the upper ones.
__global__ void contour_down(const float *in, float *out, int w, int h)
{
    int x = me(), y = 16 * below(), end = min(y + 16, h - 1);

    if (x >= w - 1 || y >= h - 1)
        return;
    float nw = in[y * w + x], ne = in[y * w + x + 1];
    for (; y < end; y++) {
        float sw = in[(y + 1) * w + x], se = in[(y + 1) * w + x + 1];
        out[y * w + x] = contour(nw, ne, sw, se);
        nw = sw;
        ne = se;
    }
}

// ---- how often a small cache hits: a trace of 128 accesses a thread ---------

enum { LINES = 8, TRACE = 128 };

__device__ static int page_of(int address)
{
    return address >> 15;
}

// Replaces what was not used for longest, by its time.
__global__ void cache_ages(const int *addresses, int *hits, int n)
{
    int i = me(), page[LINES], used[LINES], many = 0;

    if (i >= n)
        return;
    for (int k = 0; k < LINES; k++) {
        page[k] = -1;
        used[k] = -1;
    }
    for (int t = 0; t < TRACE; t++) {
        int p = page_of(addresses[t * n + i]), found = -1, oldest = 0;
        for (int k = 0; k < LINES; k++) {
            if (page[k] == p)
                found = k;
            if (used[k] < used[oldest])
                oldest = k;
        }
        if (found >= 0)
            many++;
        else
            page[found = oldest] = p;
        used[found] = t;
    }
    hits[i] = many;
}

// A list, the one last used in front.
__global__ void cache_front(const int *addresses, int *hits, int n)
{
    int i = me(), list[LINES], many = 0;

    if (i >= n)
        return;
    for (int k = 0; k < LINES; k++)
        list[k] = -1;
    for (int t = 0; t < TRACE; t++) {
        int p = page_of(addresses[t * n + i]), k = 0;
        while (k < LINES - 1 && list[k] != p)
            k++;
        many += list[k] == p;
        for (; k > 0; k--)
            list[k] = list[k - 1];
        list[0] = p;
    }
    hits[i] = many;
}

// The same list in eight bytes of one word.
__global__ void cache_packed(const int *addresses, int *hits, int n)
{
    int i = me(), many = 0;
    u64 list = ~0ull;

    if (i >= n)
        return;
    for (int t = 0; t < TRACE; t++) {
        u64 p = page_of(addresses[t * n + i]);
        int shift = 0;
        while (shift < 56 && (list >> shift & 255) != p)
            shift += 8;
        many += (list >> shift & 255) == p;
        u64 before = list & ((1ull << shift) - 1);
        u64 after = list & ~((2ull << (shift + 7)) - 1);
        list = after | before << 8 | p;
    }
    hits[i] = many;
}

// ---- postfix expressions of 32 tokens ---------------------------------------

enum { TOKENS = 32, DEEPEST = 8 };

__device__ static bool pushes(int token, int depth)
{
    return depth < 2 || (depth < DEEPEST && !(token & 4));
}

__device__ static float operand(int token, float x, float y)
{
    switch (token & 3) {
    case 0: return x;
    case 1: return y;
    case 2: return 0.5f;
    default: return x - y;
    }
}

__device__ static float operate(int token, float p, float q)
{
    switch (token & 3) {
    case 0: return p + q;
    case 1: return p * q;
    case 2: return p - q;
    default: return fmaxf(p, q);
    }
}

// All threads have the same expression, and other values.
__global__ void postfix_local(const int *tokens, const float *xs,
                              const float *ys, float *out, int n)
{
    int i = me(), depth = 0;
    float stack[DEEPEST];

    if (i >= n)
        return;
    float x = xs[i], y = ys[i];
    for (int k = 0; k < TOKENS; k++) {
        int token = tokens[k];
        if (pushes(token, depth))
            stack[depth++] = operand(token, x, y);
        else {
            depth--;
            stack[depth - 1] = operate(token, stack[depth - 1], stack[depth]);
        }
    }
    while (depth > 1) {
        depth--;
        stack[depth - 1] += stack[depth];
    }
    out[i] = stack[0];
}

__global__ void postfix_shared(const int *tokens, const float *xs,
                               const float *ys, float *out, int n)
{
    __shared__ float stack[DEEPEST][128];
    int i = me(), depth = 0, t = threadIdx.x;

    if (i >= n)
        return;
    float x = xs[i], y = ys[i];
    for (int k = 0; k < TOKENS; k++) {
        int token = tokens[k];
        if (pushes(token, depth))
            stack[depth++][t] = operand(token, x, y);
        else {
            depth--;
            stack[depth - 1][t] =
                operate(token, stack[depth - 1][t], stack[depth][t]);
        }
    }
    while (depth > 1) {
        depth--;
        stack[depth - 1][t] += stack[depth][t];
    }
    out[i] = stack[0][t];
}

// Each thread has an expression of its own.
__global__ void postfix_own(const int *tokens, const float *xs, const float *ys,
                            float *out, int n)
{
    __shared__ float stack[DEEPEST][128];
    int i = me(), depth = 0, t = threadIdx.x;

    if (i >= n)
        return;
    float x = xs[i], y = ys[i];
    for (int k = 0; k < TOKENS; k++) {
        int token = tokens[k * n + i];
        if (pushes(token, depth))
            stack[depth++][t] = operand(token, x, y);
        else {
            depth--;
            stack[depth - 1][t] =
                operate(token, stack[depth - 1][t], stack[depth][t]);
        }
    }
    while (depth > 1) {
        depth--;
        stack[depth - 1][t] += stack[depth][t];
    }
    out[i] = stack[0][t];
}

// ---- Othello: how many moves are there? -------------------------------------

__device__ static u64 scrambled(u64 x)
{
    x *= 0x9e3779b97f4a7c15ull;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9ull;
    return x ^ x >> 32;
}

template <int STEP> __device__ static u64 moved(u64 x)
{
    return STEP > 0 ? x << (STEP > 0 ? STEP : 0) : x >> (STEP > 0 ? 0 : -STEP);
}

template <int STEP> __device__ static u64 moves(u64 own, u64 other)
{
    u64 line = moved<STEP>(own) & other;

    for (int k = 0; k < 5; k++)
        line |= moved<STEP>(line) & other;
    return moved<STEP>(line);
}

__global__ void othello_shifts(const int *in, int *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    u64 a = scrambled(in[i]), b = scrambled(a), own = a & b, other = a & ~b;
    u64 inner = other & 0x7e7e7e7e7e7e7e7eull;
    u64 all = moves<1>(own, inner) | moves<-1>(own, inner) |
              moves<8>(own, other) | moves<-8>(own, other) |
              moves<7>(own, inner) | moves<-7>(own, inner) |
              moves<9>(own, inner) | moves<-9>(own, inner);
    out[i] = __popcll(all & ~a);
}

// From each empty square into the eight directions.
__global__ void othello_squares(const int *in, int *out, int n)
{
    int i = me(), count = 0;

    if (i >= n)
        return;
    u64 a = scrambled(in[i]), b = scrambled(a), own = a & b, other = a & ~b;
    for (int square = 0; square < 64; square++) {
        bool legal = false;
        if (a >> square & 1)
            continue;
        for (int d = 0; d < 9 && !legal; d++) {
            int across = d % 3 - 1, down = d / 3 - 1, taken = 0;
            int x = square % 8 + across, y = square / 8 + down;
            if (d == 4)
                continue;
            while (x >= 0 && x < 8 && y >= 0 && y < 8 &&
                   (other >> (8 * y + x) & 1)) {
                taken++;
                x += across;
                y += down;
            }
            legal = taken && x >= 0 && x < 8 && y >= 0 && y < 8 &&
                    (own >> (8 * y + x) & 1);
        }
        count += legal;
    }
    out[i] = count;
}

// ---- RC4: a key of 16 bytes and 64 bytes of the stream a thread -------------

__global__ void rc4_local(const u8 *keys, u8 *out, int n)
{
    int i = me();
    u8 s[256], p = 0, q = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 256; k++)
        s[k] = k;
    for (int k = 0; k < 256; k++) {
        u8 held = s[k];
        q += held + keys[16 * i + k % 16];
        s[k] = s[q];
        s[q] = held;
    }
    q = 0;
    for (int k = 0; k < 64; k++) {
        u8 held = s[++p];
        q += held;
        s[p] = s[q];
        s[q] = held;
        out[64 * i + k] = s[(u8)(s[p] + held)];
    }
}

__global__ void rc4_shared(const u8 *keys, u8 *out, int n)
{
    __shared__ u8 all[256][64];
    int i = me(), t = threadIdx.x;
    u8 p = 0, q = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 256; k++)
        all[k][t] = k;
    for (int k = 0; k < 256; k++) {
        u8 held = all[k][t];
        q += held + keys[16 * i + k % 16];
        all[k][t] = all[q][t];
        all[q][t] = held;
    }
    q = 0;
    for (int k = 0; k < 64; k++) {
        u8 held = all[++p][t];
        q += held;
        all[p][t] = all[q][t];
        all[q][t] = held;
        out[64 * i + k] = all[(u8)(all[p][t] + held)][t];
    }
}

// ---- routes: the longest known prefix of an address -------------------------

// A node is left by a bit.  Of an edge: where to, if it is the last one, and if
// a route ends there.
__global__ void routes_bits(const int2 *nodes, const int *in, int *out, int n)
{
    int i = me(), node = 0, route = -1;

    if (i >= n)
        return;
    u32 address = (u32)in[i] * 2654435761u;
    for (int bit = 31; bit >= 0; bit--) {
        int edge = address >> bit & 1 ? nodes[node].y : nodes[node].x;
        if (edge % 16 == 0)
            break;
        if (edge % 16 < 4)
            route = edge;
        node = edge / 16;
    }
    out[i] = route;
}

// By four bits at a time.
__global__ void routes_nibbles(const int *nodes, const int *in, int *out, int n)
{
    int i = me(), node = 0, route = -1;

    if (i >= n)
        return;
    u32 address = (u32)in[i] * 2654435761u;
    for (int bit = 28; bit >= 0; bit -= 4) {
        int edge = nodes[node * 16 + (address >> bit & 15)];
        if (edge % 16 < 4) {
            if (edge % 16 == 0)
                break;
            route = edge;
        }
        node = edge / 16;
    }
    out[i] = route;
}

// ---- cars on a ring of 128 cells (Nagel and Schreckenberg) ------------------

enum { CELLS = 128, STEPS = 8, FASTEST = 5 };

// The speed of a car, -1 where there is none.
__device__ static int at_first(int x)
{
    return x % 8 < 3 ? x % 8 : -1;
}

__device__ static bool dawdles(int cell, int step, int road)
{
    return ((u32)(cell * 7919 + step * 104729 + road * 31337) >> 3) % 8 == 0;
}

// A thread for a road; the roads lie side by side.
__global__ void traffic_roads(const int *in, int *now, int *then, int roads)
{
    int r = me();

    if (r >= roads)
        return;
    for (int p = 0; p < CELLS; p++)
        now[p * roads + r] = at_first(in[p * roads + r]);
    for (int step = 0; step < STEPS; step++) {
        for (int p = 0; p < CELLS; p++)
            then[p * roads + r] = -1;
        for (int p = 0; p < CELLS; p++) {
            int v = now[p * roads + r], gap = 0;
            if (v < 0)
                continue;
            v = min(v + 1, (int)FASTEST);
            while (gap < v && now[(p + gap + 1) % CELLS * roads + r] < 0)
                gap++;
            v = gap > 0 && dawdles(p, step, r) ? gap - 1 : gap;
            then[(p + v) % CELLS * roads + r] = v;
        }
        int *held = now;
        now = then;
        then = held;
    }
}

// A block for a road, a thread for a cell.
__global__ void traffic_cells(const int *in, int *out, int roads)
{
    __shared__ int now[CELLS], then[CELLS];
    int p = threadIdx.x, r = blockIdx.x;

    now[p] = at_first(in[p * roads + r]);
    for (int step = 0; step < STEPS; step++) {
        then[p] = -1;
        __syncthreads();
        int v = now[p], gap = 0;
        if (v >= 0) {
            v = min(v + 1, (int)FASTEST);
            while (gap < v && now[(p + gap + 1) % CELLS] < 0)
                gap++;
            v = gap > 0 && dawdles(p, step, r) ? gap - 1 : gap;
            then[(p + v) % CELLS] = v;
        }
        __syncthreads();
        now[p] = then[p];
    }
    out[p * roads + r] = now[p];
}

// ---- sine and cosine by turns of ever smaller angles ------------------------

enum { TURNS = 24 };

// In parts of 2^-28.
__constant__ int angles[TURNS] = {
    210828714, 124459457, 65760959, 33381290, 16755422, 8385879,
    4193963,   2097109,   1048571,  524287,   262144,   131072,
    65536,     32768,     16384,    8192,     4096,     2048,
    1024,      512,       256,      128,      64,       32};

__global__ void cordic_ints(const float *in, float2 *out, int n)
{
    int i = me(), x = 163008219, y = 0;

    if (i >= n)
        return;
    int angle = (int)(in[i] * (1 << 28));
    for (int k = 0; k < TURNS; k++) {
        int across = x >> k, down = y >> k;
        if (angle >= 0) {
            x -= down;
            y += across;
            angle -= angles[k];
        } else {
            x += down;
            y -= across;
            angle += angles[k];
        }
    }
    out[i] = make_float2(x * 0x1p-28f, y * 0x1p-28f);
}

__global__ void cordic_floats(const float *in, float2 *out, int n)
{
    int i = me();
    float x = 0.607252935f, y = 0, power = 1;

    if (i >= n)
        return;
    float angle = in[i];
    for (int k = 0; k < TURNS; k++) {
        float turn = angle < 0 ? -power : power, held = x;
        x -= turn * y;
        y += turn * held;
        angle -= (angle < 0 ? -0x1p-28f : 0x1p-28f) * angles[k];
        power *= 0.5f;
    }
    out[i] = make_float2(x, y);
}

// ---- transfers from account to account --------------------------------------

enum { ACCOUNTS = 4096 };

__global__ void tellers_open(int *bank)
{
    bank[me()] = 100;
}

__global__ void tellers_atomics(const int *from, const int *to, int *bank,
                                int n)
{
    int i = me();

    if (i >= n)
        return;
    int amount = from[i] % 16;
    atomicSub(&bank[from[i] / 16 % ACCOUNTS], amount);
    atomicAdd(&bank[to[i] / 16 % ACCOUNTS], amount);
}

// Nobody may have less than nothing.
__global__ void tellers_enough(const int *from, const int *to, int *bank, int n)
{
    int i = me();

    if (i >= n)
        return;
    int amount = from[i] % 16, payer = from[i] / 16 % ACCOUNTS;
    int had = atomicAdd(&bank[payer], 0);
    while (had >= amount) {
        int seen = atomicCAS(&bank[payer], had, had - amount);
        if (seen == had) {
            atomicAdd(&bank[to[i] / 16 % ACCOUNTS], amount);
            break;
        }
        had = seen;
    }
}

// Each block keeps books of its own, and closes them in the end.
__global__ void tellers_books(const int *from, const int *to, int *bank, int n)
{
    __shared__ int book[ACCOUNTS];

    for (int k = threadIdx.x; k < ACCOUNTS; k += blockDim.x)
        book[k] = 0;
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x) {
        int payer = from[i], amount = payer % 16;
        atomicSub(&book[payer / 16 % ACCOUNTS], amount);
        atomicAdd(&book[to[i] / 16 % ACCOUNTS], amount);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < ACCOUNTS; k += blockDim.x)
        if (book[k])
            atomicAdd(&bank[k], book[k]);
}

// ---- errands that take unlike times -----------------------------------------

__device__ static int errand(int work)
{
    u32 x = work + 1;

    for (int left = work & 255; left > 0; left--) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return (int)(x >> 1);
}

// Dealt out beforehand.
__global__ void errands_dealt(const int *in, int *out, int n)
{
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        out[i] = errand(in[i]);
}

__global__ void errands_begin(int *next)
{
    *next = 0;
}

// Whoever is free takes the next one.
__global__ void errands_counter(const int *in, int *out, int *next, int n)
{
    int i = atomicAdd(next, 1);

    while (i < n) {
        out[i] = errand(in[i]);
        i = atomicAdd(next, 1);
    }
}

// A warp takes 32.
__global__ void errands_warps(const int *in, int *out, int *next, int n)
{
    int lane = threadIdx.x % 32;

    for (;;) {
        int first = 0;
        if (lane == 0)
            first = atomicAdd(next, 32);
        first = __shfl_sync(FULL, first, 0);
        if (first >= n)
            return;
        if (first + lane < n)
            out[first + lane] = errand(in[first + lane]);
    }
}

// ---- about four copies of each item: which is whose? ------------------------

__device__ static int begin(const int *in, int item)
{
    return 4 * item - (in[item] & 3);
}

__global__ void expand_items(const int *in, int *out, int n)
{
    int i = me();

    if (i >= n)
        return;
    int from = max(begin(in, i), 0), to = i < n - 1 ? begin(in, i + 1) : 4 * n;
    for (int k = from; k < to; k++)
        out[k] = i;
}

// The last item in [low, high) that begins at or before a place.
__device__ static int owner(const int *in, int place, int low, int high)
{
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (begin(in, middle) <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

__global__ void expand_places(const int *in, int *out, int n)
{
    int place = me();

    if (place < 4 * n)
        out[place] = owner(in, place, 0, n);
}

// First where the block's items are, then among these.
__global__ void expand_blocks(const int *in, int *out, int n)
{
    __shared__ int first, last, begins[80];
    int t = threadIdx.x, from = blockIdx.x * 256, place = from + t;

    if (t == 0)
        first = owner(in, from, 0, n);
    if (t == 32)
        last = owner(in, min(from + 255, 4 * n - 1), 0, n);
    __syncthreads();
    for (int k = t; k <= last - first; k += 256)
        begins[k] = begin(in, first + k);
    __syncthreads();
    if (place >= 4 * n)
        return;
    int k = 0;
    while (k < last - first && begins[k + 1] <= place)
        k++;
    out[place] = first + k;
}

// ---- a polynomial through twelve points -------------------------------------

enum { POINTS = 12 };

__global__ void lagrange_products(const float *values, const float *in,
                                  float *out, int n)
{
    int i = me();
    float sum = 0;

    if (i >= n)
        return;
    float x = in[i] * (POINTS - 1);
    for (int k = 0; k < POINTS; k++) {
        float term = values[k];
        for (int m = 0; m < POINTS; m++)
            if (m != k)
                term *= (x - m) / (k - m);
        sum += term;
    }
    out[i] = sum;
}

__constant__ float weights[POINTS] = {1,   -11,  55,  -165, 330, -462,
                                      462, -330, 165, -55,  11,  -1};

__global__ void lagrange_weights(const float *values, const float *in,
                                 float *out, int n)
{
    int i = me();
    float above = 0, under = 0;

    if (i >= n)
        return;
    float x = in[i] * (POINTS - 1);
    for (int k = 0; k < POINTS; k++) {
        float away = x - k;
        if (away == 0) {
            out[i] = values[k];
            return;
        }
        float w = weights[k] / away;
        above += w * values[k];
        under += w;
    }
    out[i] = above / under;
}

#include "others13.def"

TIMES_MAIN
