/*
 * bulk.cu - bulk copies and mbarriers: what was not waited for, what was never
 * there, and what cannot be copied so.
 */
#include "../programs/bulk.h"
#include "hazards.h"
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

enum { N = 64, BYTES = N * sizeof(int) };

/* The first thread makes it, for so many arrivals, and all know it. */
#define BEGIN(b, count)                                                        \
    if (threadIdx.x == 0)                                                      \
        MBARRIER_INIT(b, count);                                               \
    __syncthreads()

/* It copies p to s. */
#define FETCH(s, p, b)                                                         \
    if (threadIdx.x == 0) {                                                    \
        MBARRIER_ARRIVE_EXPECT(b, BYTES);                                      \
        BULK_LOAD(s, p, BYTES, b);                                             \
    }

template <bool fixed> __global__ void reads_at_once(int *p)
{
    __shared__ __align__(16) int s[N];
    __shared__ mbarrier b;
    BEGIN(b, 1);
    FETCH(s, p, b);
    if (fixed)
        MBARRIER_WAIT(b, 0);
    // EXPECT read_before_phase racecheck: s is read while a copy may still
    p[threadIdx.x + N] = s[threadIdx.x];
    MBARRIER_WAIT(b, 0);
}

template <bool fixed> void read_before_phase(void)
{
    int *p = zeroed<int>(2 * N);
    reads_at_once<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* The phase before the first one counts as complete; the one behind it, which
 * is of the same parity, never is. */
template <bool fixed> __global__ void waits_for_the_next(int *p)
{
    __shared__ __align__(16) int s[N];
    __shared__ mbarrier b;
    BEGIN(b, 1);
    FETCH(s, p, b);
    // EXPECT wrong_parity synccheck: the phase of mbarrier b is not completed
    MBARRIER_WAIT(b, fixed ? 0 : 1);
    p[threadIdx.x + N] = s[threadIdx.x];
}

template <bool fixed> void wrong_parity(void)
{
    int *p = zeroed<int>(2 * N);
    waits_for_the_next<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* One thread waits; the others know of it by a barrier. */
template <bool fixed> __global__ void one_waits(int *p)
{
    __shared__ __align__(16) int s[N];
    __shared__ mbarrier b;
    BEGIN(b, 1);
    FETCH(s, p, b);
    if (threadIdx.x == 0)
        MBARRIER_WAIT(b, 0);
    if (fixed)
        __syncthreads();
    // EXPECT others_do_not_wait racecheck: race: __shared__ s is read
    p[threadIdx.x + N] = s[threadIdx.x];
}

template <bool fixed> void others_do_not_wait(void)
{
    int *p = zeroed<int>(2 * N);
    one_waits<fixed><<<1, N>>>(p);
    cudaFree(p);
}

template <bool fixed> __global__ void leaves(int *p)
{
    __shared__ __align__(16) int s[N];
    __shared__ mbarrier b;
    BEGIN(b, 1);
    // EXPECT load_not_waited_for racecheck: bulk copy that nobody waits for
    FETCH(s, p, b);
    if (fixed)
        MBARRIER_WAIT(b, 0);
}

template <bool fixed> void load_not_waited_for(void)
{
    int *p = zeroed<int>(N);
    leaves<fixed><<<1, 32>>>(p);
    cudaFree(p);
}

/* Another round of what was read: who reads and who copies have to meet. */
template <bool fixed> __global__ void two_rounds(int *p)
{
    __shared__ __align__(16) int s[N];
    __shared__ mbarrier b;
    BEGIN(b, 1);
    FETCH(s, p, b);
    MBARRIER_WAIT(b, 0);
    p[threadIdx.x + N] = s[threadIdx.x];
    if (fixed)
        __syncthreads();
    if (threadIdx.x == N - 1) {
        MBARRIER_ARRIVE_EXPECT(b, BYTES);
        // EXPECT refilled_too_early racecheck: s is written while another
        BULK_LOAD(s, p, BYTES, b);
    }
    MBARRIER_WAIT(b, 1);
    p[threadIdx.x + N] += s[threadIdx.x];
}

template <bool fixed> void refilled_too_early(void)
{
    int *p = zeroed<int>(2 * N);
    two_rounds<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* What is stored from is written anew. */
template <bool fixed> __global__ void writes_again(int *p)
{
    __shared__ __align__(16) int s[N];
    s[threadIdx.x] = threadIdx.x;
    FENCE_PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        BULK_STORE(p, s, BYTES);
        BULK_COMMIT;
        if (fixed)
            BULK_WAIT_READ(0);
    }
    __syncthreads();
    // EXPECT source_overwritten racecheck: while a copy may still read it
    s[threadIdx.x] = 1;
    if (threadIdx.x == 0)
        BULK_WAIT_READ(0);
}

template <bool fixed> void source_overwritten(void)
{
    int *p = zeroed<int>(N);
    writes_again<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* The thread that copies has waited, but who writes does not know. */
template <bool fixed> __global__ void writes_unknowing(int *p)
{
    __shared__ __align__(16) int s[N];
    s[threadIdx.x] = threadIdx.x;
    FENCE_PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        BULK_STORE(p, s, BYTES);
        BULK_COMMIT;
        BULK_WAIT_READ(0);
    }
    if (fixed)
        __syncthreads();
    // EXPECT wait_not_known racecheck: while a copy may still read it
    s[threadIdx.x] = 1;
}

template <bool fixed> void wait_not_known(void)
{
    int *p = zeroed<int>(N);
    writes_unknowing<fixed><<<1, N>>>(p);
    cudaFree(p);
}

template <bool fixed> __global__ void stores_and_ends(int *p)
{
    __shared__ __align__(16) int s[N];
    s[threadIdx.x] = threadIdx.x;
    FENCE_PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        // EXPECT store_not_waited_for racecheck: copy that its thread never
        BULK_STORE(p, s, BYTES);
        BULK_COMMIT;
        if (fixed)
            BULK_WAIT_READ(0);
    }
}

template <bool fixed> void store_not_waited_for(void)
{
    int *p = zeroed<int>(N);
    stores_and_ends<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* A group that was not committed is none to wait for. */
template <bool fixed> __global__ void waits_for_nothing(int *p)
{
    __shared__ __align__(16) int s[N];
    s[threadIdx.x] = threadIdx.x;
    FENCE_PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        // EXPECT not_committed racecheck: copy that its thread never waits
        BULK_STORE(p, s, BYTES);
        if (fixed)
            BULK_COMMIT;
        BULK_WAIT_READ(0);
    }
}

template <bool fixed> void not_committed(void)
{
    int *p = zeroed<int>(N);
    waits_for_nothing<fixed><<<1, N>>>(p);
    cudaFree(p);
}

template <bool fixed> __global__ void stores_unfenced(int *p)
{
    __shared__ __align__(16) int s[N];
    s[threadIdx.x] = threadIdx.x;
    if (fixed)
        FENCE_PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        // EXPECT no_proxy_fence racecheck: without fence.proxy.async behind it
        BULK_STORE(p, s, BYTES);
        BULK_COMMIT;
        BULK_WAIT_READ(0);
    }
}

template <bool fixed> void no_proxy_fence(void)
{
    int *p = zeroed<int>(N);
    stores_unfenced<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* It is there, but before the stores. */
template <bool fixed> __global__ void fences_first(int *p)
{
    __shared__ __align__(16) int s[N];
    if (!fixed)
        FENCE_PROXY;
    s[threadIdx.x] = threadIdx.x;
    if (fixed)
        FENCE_PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        // EXPECT fence_too_early racecheck: without fence.proxy.async behind it
        BULK_STORE(p, s, BYTES);
        BULK_COMMIT;
        BULK_WAIT_READ(0);
    }
}

template <bool fixed> void fence_too_early(void)
{
    int *p = zeroed<int>(N);
    fences_first<fixed><<<1, N>>>(p);
    cudaFree(p);
}

__global__ void copies(int *p, int to, int from, int bytes)
{
    __shared__ __align__(16) int s[2 * N];
    __shared__ mbarrier b;
    BEGIN(b, 1);
    if (threadIdx.x == 0) {
        MBARRIER_ARRIVE_EXPECT(b, bytes);
        // EXPECT odd_size memcheck: bulk copy with a size that is not a mult
        // EXPECT odd_source memcheck: an address in global memory that is not
        // EXPECT odd_target memcheck: an address in shared memory that is not
        // EXPECT past_the_array memcheck: past the end of p
        // EXPECT past_shared memcheck: past the end of __shared__ s
        BULK_LOAD(s + to, p + from, bytes, b);
    }
    MBARRIER_WAIT(b, 0);
}

static void copy(int to, int from, int bytes)
{
    int *p = zeroed<int>(4 * N);
    copies<<<1, 32>>>(p, to, from, bytes);
    cudaDeviceSynchronize();
    cudaFree(p);
}

template <bool fixed> void odd_size(void)
{
    copy(0, 0, fixed ? 48 : 40);
}

template <bool fixed> void odd_source(void)
{
    copy(0, fixed ? 4 : 2, 64);
}

template <bool fixed> void odd_target(void)
{
    copy(fixed ? 4 : 2, 0, 64);
}

template <bool fixed> void past_the_array(void)
{
    copy(0, fixed ? 3 * N : 3 * N + 4, BYTES);
}

template <bool fixed> void past_shared(void)
{
    copy(fixed ? N : N + 4, 0, BYTES);
}

/* More is expected than comes. */
template <bool fixed> __global__ void expects(int *p)
{
    __shared__ __align__(16) int s[N];
    __shared__ mbarrier b;
    BEGIN(b, 1);
    if (threadIdx.x == 0) {
        MBARRIER_ARRIVE_EXPECT(b, fixed ? BYTES : 2 * BYTES);
        BULK_LOAD(s, p, BYTES, b);
    }
    // EXPECT expects_too_much synccheck: 512 bytes of copies are expected, 256
    MBARRIER_WAIT(b, 0);
    p[threadIdx.x + N] = s[threadIdx.x];
}

template <bool fixed> void expects_too_much(void)
{
    int *p = zeroed<int>(2 * N);
    expects<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* The count is the block's, but one thread arrives. */
template <bool fixed> __global__ void counts(int *p)
{
    __shared__ __align__(16) int s[N];
    __shared__ mbarrier b;
    BEGIN(b, fixed ? 1 : N);
    FETCH(s, p, b);
    // EXPECT too_few_arrive synccheck: 1 of 64 threads have arrived; 256 bytes
    MBARRIER_WAIT(b, 0);
    p[threadIdx.x + N] = s[threadIdx.x];
}

template <bool fixed> void too_few_arrive(void)
{
    int *p = zeroed<int>(2 * N);
    counts<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* Who has arrived goes on without looking whether all have. */
template <bool fixed> __global__ void crowds(int *p)
{
    __shared__ mbarrier b;
    BEGIN(b, fixed ? 64 : 32);
    if (threadIdx.x == 0)
        MBARRIER_EXPECT(b, 16);
    __syncthreads();
    MBARRIER_ARRIVE(b);
    // EXPECT too_many_arrive synccheck: more threads arrive at mbarrier b than
    MBARRIER_ARRIVE(b);
    p[threadIdx.x] = 1;
}

template <bool fixed> void too_many_arrive(void)
{
    int *p = zeroed<int>(N);
    crowds<fixed><<<1, 32>>>(p);
    cudaFree(p);
}

template <bool fixed> __global__ void waits_for_none(int *p)
{
    __shared__ mbarrier b;
    if (fixed) {
        BEGIN(b, N);
    }
    // EXPECT not_initialised synccheck: b is used before it was initialised
    MBARRIER_ARRIVE(b);
    // EXPECT not_initialised synccheck: b is used before it was initialised
    MBARRIER_WAIT(b, 0);
    p[threadIdx.x] = 1;
}

template <bool fixed> void not_initialised(void)
{
    int *p = zeroed<int>(N);
    waits_for_none<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* What it was is no longer known. */
template <bool fixed> __global__ void uses_again(int *p)
{
    __shared__ mbarrier b;
    BEGIN(b, 32);
    MBARRIER_ARRIVE(b);
    MBARRIER_WAIT(b, 0);
    __syncwarp();
    if (threadIdx.x == 0) {
        MBARRIER_INVAL(b);
        if (fixed)
            MBARRIER_INIT(b, 32);
    }
    __syncwarp();
    // EXPECT used_after_inval synccheck: is used before it was initialised
    MBARRIER_ARRIVE(b);
    p[threadIdx.x] = 1;
}

template <bool fixed> void used_after_inval(void)
{
    int *p = zeroed<int>(N);
    uses_again<fixed><<<1, 32>>>(p);
    cudaFree(p);
}

/* Who has tested one in vain does not wait for it when it is complete. */
template <bool fixed> __global__ void waits_for_another(int *p)
{
    __shared__ __align__(16) int s[N];
    __shared__ mbarrier full, empty;
    unsigned done;
    BEGIN(full, 1);
    BEGIN(empty, fixed ? 32 : 33);
    if (threadIdx.x == 0)
        MBARRIER_TEST(full, 0, done);
    FETCH(s, p, full);
    MBARRIER_WAIT(full, 0);
    MBARRIER_ARRIVE(empty);
    // EXPECT one_of_two_hangs synccheck: phase of mbarrier empty is not
    MBARRIER_WAIT(empty, 0);
    p[threadIdx.x + N] = s[threadIdx.x];
}

template <bool fixed> void one_of_two_hangs(void)
{
    int *p = zeroed<int>(2 * N);
    waits_for_another<fixed><<<1, 32>>>(p);
    cudaFree(p);
}

/* Through an address of any memory. */
#define INIT_AT(p) asm volatile("mbarrier.init.b64 [%0], 1;" ::"l"(p))
#define EXPECT_AT(p)                                                           \
    asm volatile("mbarrier.expect_tx.relaxed.cta.b64 [%0], 16;" ::"l"(p))

template <bool fixed> __global__ void begins_elsewhere(mbarrier *global)
{
    __shared__ mbarrier b;
    mbarrier *p = fixed ? &b : global;
    if (threadIdx.x == 0) {
        // EXPECT in_global_memory memcheck: there can be no mbarrier at this
        INIT_AT(p);
        // EXPECT in_global_memory memcheck: there can be no mbarrier at this
        EXPECT_AT(p);
    }
}

template <bool fixed> void in_global_memory(void)
{
    mbarrier *p = zeroed<mbarrier>(1);
    begins_elsewhere<fixed><<<1, 32>>>(p);
    cudaFree(p);
}

template <bool fixed> __global__ void begins_for_many(void)
{
    __shared__ mbarrier b;
    if (threadIdx.x == 0)
        // EXPECT count_too_large synccheck: initialised for too many arrivals
        MBARRIER_INIT(b, fixed ? (1 << 20) - 1 : 1 << 20);
}

template <bool fixed> void count_too_large(void)
{
    begins_for_many<fixed><<<1, 32>>>();
}

template <bool fixed> __global__ void expects_megabytes(void)
{
    __shared__ mbarrier b;
    BEGIN(b, 1);
    if (threadIdx.x == 0)
        // EXPECT bytes_too_many synccheck: more bytes than mbarrier b can
        MBARRIER_EXPECT(b, fixed ? (1 << 20) - 1 : 1 << 20);
}

template <bool fixed> void bytes_too_many(void)
{
    expects_megabytes<fixed><<<1, 32>>>();
}

template <bool fixed> __global__ void ends_it_twice(void)
{
    __shared__ mbarrier b;
    BEGIN(b, 1);
    if (threadIdx.x == 0)
        MBARRIER_INVAL(b);
    if (threadIdx.x == 0 && !fixed)
        // EXPECT ended_twice synccheck: b is used before it was initialised
        MBARRIER_INVAL(b);
}

template <bool fixed> void ended_twice(void)
{
    ends_it_twice<fixed><<<1, 32>>>();
}

template <bool fixed> __global__ void begins_alone(int *p)
{
    __shared__ mbarrier b;
    if (threadIdx.x == 0)
        MBARRIER_INIT(b, N);
    if (fixed)
        __syncthreads();
    // EXPECT init_not_known racecheck: race: __shared__ b is
    MBARRIER_ARRIVE(b);
    MBARRIER_WAIT(b, 0);
    p[threadIdx.x] = 1;
}

template <bool fixed> void init_not_known(void)
{
    int *p = zeroed<int>(N);
    begins_alone<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* What was never written stays so on its way. */
template <bool fixed> __global__ void fetches_unset(const int *p, int *out)
{
    __shared__ __align__(16) int s[N];
    __shared__ mbarrier b;
    BEGIN(b, 1);
    s[threadIdx.x] = 0;
    FENCE_PROXY;
    __syncthreads();
    FETCH(s, p, b);
    MBARRIER_WAIT(b, 0);
    // EXPECT unset_fetched initcheck: of __shared__ s that were never written
    out[threadIdx.x] = s[threadIdx.x];
}

template <bool fixed> void unset_fetched(void)
{
    int *p = unset<int>(N), *out = zeroed<int>(N);
    cudaMemset(p, 0, fixed ? BYTES : BYTES / 2);
    fetches_unset<fixed><<<1, N>>>(p, out);
    cudaFree(p);
    cudaFree(out);
}

template <bool fixed> __global__ void stores_unset(int *p)
{
    __shared__ __align__(16) int s[N];
    if (fixed)
        s[threadIdx.x] = threadIdx.x;
    FENCE_PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        // EXPECT unset_stored initcheck: of __shared__ s that were never
        BULK_STORE(p, s, BYTES);
        BULK_COMMIT;
        BULK_WAIT_READ(0);
    }
}

template <bool fixed> void unset_stored(void)
{
    int *p = zeroed<int>(N);
    stores_unset<fixed><<<1, N>>>(p);
    cudaFree(p);
}

/* Blocks store to one place: by a sum that is meant, as it is. */
template <bool fixed> __global__ void blocks_meet(int *p)
{
    __shared__ __align__(16) int s[N];
    s[threadIdx.x] = blockIdx.x;
    FENCE_PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        if (fixed)
            BULK_ADD(p, s, BYTES, "s32");
        else
            // EXPECT blocks_store racecheck: race: p is written by two threads
            BULK_STORE(p, s, BYTES);
        BULK_COMMIT;
        BULK_WAIT(0);
    }
}

template <bool fixed> void blocks_store(void)
{
    int *p = zeroed<int>(N);
    blocks_meet<fixed><<<4, N>>>(p);
    cudaFree(p);
}

/* Copies of single threads that arrive at an mbarrier when they are done. */
template <bool fixed> __global__ void small_copies(const int *p, int *out)
{
    __shared__ int s[N];
    __shared__ mbarrier b;
    int t = threadIdx.x;
    BEGIN(b, N);
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_at(&s[t])),
        "l"(__cvta_generic_to_global(&p[t]))
        : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(
                     shared_at(&b))
                 : "memory");
    if (fixed)
        MBARRIER_WAIT(b, 0);
    // EXPECT small_copies_not_waited_for racecheck: while a copy may still
    out[t] = s[t];
    MBARRIER_WAIT(b, 0);
}

template <bool fixed> void small_copies_not_waited_for(void)
{
    int *p = zeroed<int>(N), *out = zeroed<int>(N);
    small_copies<fixed><<<1, N>>>(p, out);
    cudaFree(p);
    cudaFree(out);
}

/* The primitives: what was copied so far arrives, then the thread. */
template <bool fixed> __global__ void by_primitives(const int *p, int *out)
{
    __shared__ int s[N];
    __shared__ __mbarrier_t b;
    int t = threadIdx.x;
    if (t == 0)
        __mbarrier_init(&b, N);
    __syncthreads();
    __pipeline_memcpy_async(&s[t], &p[t], 4);
    __pipeline_arrive_on(&b);
    __mbarrier_token_t token = __mbarrier_arrive(&b);
    while (!__mbarrier_test_wait(&b, token) && fixed)
        continue;
    // EXPECT tested_once racecheck: s is read while a copy may still write it
    out[t] = s[t];
    while (!__mbarrier_try_wait_parity(&b, false, 100))
        continue;
}

template <bool fixed> void tested_once(void)
{
    int *p = zeroed<int>(N), *out = zeroed<int>(N);
    by_primitives<fixed><<<1, N>>>(p, out);
    cudaFree(p);
    cudaFree(out);
}

static const struct hazard hazards[] = {
    HAZARD(read_before_phase),  HAZARD(wrong_parity),
    HAZARD(others_do_not_wait), HAZARD(load_not_waited_for),
    HAZARD(refilled_too_early), HAZARD(source_overwritten),
    HAZARD(wait_not_known),     HAZARD(store_not_waited_for),
    HAZARD(not_committed),      HAZARD(no_proxy_fence),
    HAZARD(fence_too_early),    HAZARD(odd_size),
    HAZARD(odd_source),         HAZARD(odd_target),
    HAZARD(past_the_array),     HAZARD(past_shared),
    HAZARD(expects_too_much),   HAZARD(too_few_arrive),
    HAZARD(too_many_arrive),    HAZARD(not_initialised),
    HAZARD(used_after_inval),   HAZARD(init_not_known),
    HAZARD(unset_fetched),      HAZARD(unset_stored),
    HAZARD(blocks_store),       HAZARD(small_copies_not_waited_for),
    HAZARD(tested_once),        HAZARD(one_of_two_hangs),
    HAZARD(in_global_memory),   HAZARD(count_too_large),
    HAZARD(bytes_too_many),     HAZARD(ended_twice)};

int main(int argc, char **argv)
{
    return RUN(hazards);
}
