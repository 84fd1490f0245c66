/*
 * ops_async.c - mbarriers, and copies from global to shared memory.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <stdio.h>
#include <string.h>

#define BARRIER                                                                \
    ".shared .align 8 .b64 barrier;\n.shared .align 16 .b8 tile[1600];\n"
#define STORE "mad.wide.u32 %at, %gid, 4, %out;\nst.global.u32 [%at], %r0;\n"

enum { THREADS = 100 };

/* Each thread writes, arrives, waits, and reads what the thread across wrote:
 * twice, so that both parities are waited for. */
static void exchange(const char *arrive, const char *wait, struct ptx_run *run,
                     uint32_t out[THREADS])
{
    char body[2048];
    snprintf(body, sizeof body,
             "mov.u32 %%r1, tile;\nmad.lo.u32 %%r2, %%thread, 4, %%r1;\n"
             "sub.u32 %%r3, 99, %%thread;\nmad.lo.u32 %%r3, %%r3, 4, %%r1;\n"
             "mov.u64 %%d5, barrier;\ncvta.shared.u64 %%d6, %%d5;\n"
             "setp.eq.u32 %%p1, %%thread, 0;\n"
             "@%%p1 mbarrier.init.shared.b64 [barrier], 100;\n"
             "bar.sync 0;\nmov.u32 %%r9, 0;\n"
             "AGAIN:\nadd.u32 %%r4, %%thread, %%r9;\n"
             "st.shared.u32 [%%r2], %%r4;\n%s\nWAIT:\n%s\n@!%%p2 bra WAIT;\n"
             "ld.shared.u32 %%r0, [%%r3];\nbar.sync 0;\n"
             "add.u32 %%r9, %%r9, 1;\nsetp.lt.u32 %%p3, %%r9, 2;\n"
             "@%%p3 bra AGAIN;\n"
             "@%%p1 mbarrier.inval.shared.b64 [barrier];\n%s",
             arrive, wait, STORE);
    *run = (struct ptx_run){.before = BARRIER,
                            .body = body,
                            .block = {THREADS, 1, 1},
                            .out = out,
                            .out_bytes = THREADS * sizeof *out};
    memset(out, 0, run->out_bytes);
    assert_int_equal(ptx_launch(run), LAUNCH_OK);
}

void async_mbarrier_waits(void **state)
{
    static const char *const arrivals[] = {
        "mbarrier.arrive.shared.b64 %d1, [barrier];",
        "mbarrier.arrive.shared::cta.b64 %d1, [%d5], 1;",
        "mbarrier.arrive.release.cta.shared::cta.b64 %d1, [barrier];",
        "mbarrier.arrive.b64 %d1, [%d6];",
        "mbarrier.arrive.noComplete.shared.b64 %d1, [barrier], 1;",
    };
    static const char *const waits[] = {
        "mbarrier.test_wait.shared.b64 %p2, [barrier], %d1;",
        "mbarrier.try_wait.acquire.cta.shared::cta.b64 %p2, [barrier], %d1;",
        "mbarrier.test_wait.parity.shared.b64 %p2, [%d5], %r9;",
        "mbarrier.try_wait.parity.b64 %p2, [%d6], %r9;",
    };
    uint32_t out[THREADS];
    struct ptx_run run;
    (void)state;
    for (size_t a = 0; a < sizeof arrivals / sizeof *arrivals; a++)
        for (size_t w = 0; w < sizeof waits / sizeof *waits; w++) {
            uint64_t errors = diagnostics_errors();
            exchange(arrivals[a], waits[w], &run, out);
            assert_int_equal(diagnostics_errors(), errors);
            for (unsigned i = 0; i < THREADS; i++)
                assert_int_equal(out[i], 99 - i + 1);
        }
}

/* Who arrives and does not wait may read too early, and is told. */
void async_mbarrier_must_be_waited_for(void **state)
{
    uint32_t out[THREADS];
    struct ptx_run run;
    (void)state;
    uint64_t errors = diagnostics_errors();
    exchange("mbarrier.arrive.shared.b64 %d1, [barrier];",
             "setp.eq.u32 %p2, 0, 0;", &run, out);
    assert_true(diagnostics_errors() > errors);
    diagnostics_flush();
}

/* One thread plays three: after each call, what is pending in its state. */
void async_mbarrier_counts(void **state)
{
    uint32_t out[8] = {0};
    struct ptx_run run = {
        .before = BARRIER,
        .body =
            "setp.ne.u32 %p0, %gid, 0;\n@%p0 ret;\n"
            "mbarrier.init.shared.b64 [barrier], 3;\n"
            "mbarrier.arrive.shared.b64 %d0, [barrier];\n"
            "mbarrier.pending_count.b64 %r0, %d0;\nst.global.u32 [%out], %r0;\n"
            "mbarrier.arrive_drop.shared.b64 %d1, [barrier];\n"
            "mbarrier.pending_count.b64 %r0, %d1;\n"
            "st.global.u32 [%out+4], %r0;\n"
            "mbarrier.test_wait.shared.b64 %p1, [barrier], %d0;\n"
            "selp.u32 %r0, 1, 0, %p1;\nst.global.u32 [%out+8], %r0;\n"
            "mbarrier.arrive.shared.b64 _, [barrier];\n"
            "mbarrier.test_wait.shared.b64 %p1, [barrier], %d0;\n"
            "selp.u32 %r0, 1, 0, %p1;\nst.global.u32 [%out+12], %r0;\n"
            "mbarrier.arrive.shared.b64 %d2, [barrier], 2;\n"
            "mbarrier.pending_count.b64 %r0, %d2;\n"
            "st.global.u32 [%out+16], %r0;\n"
            "mbarrier.test_wait.shared.b64 %p1, [barrier], %d2;\n"
            "selp.u32 %r0, 1, 0, %p1;\nst.global.u32 [%out+20], %r0;\n"
            "cp.async.mbarrier.arrive.shared.b64 [barrier];\n"
            "cp.async.mbarrier.arrive.noinc.shared.b64 [barrier];\n"
            "mbarrier.arrive.shared.b64 %d3, [barrier];\n"
            "mbarrier.pending_count.b64 %r0, %d3;\n"
            "st.global.u32 [%out+24], %r0;\n",
        .out = out,
        .out_bytes = sizeof out};
    (void)state;
    ptx_run(&run);
    const uint32_t expected[] = {3, 2, 0, 1, 2, 1, 1};
    assert_memory_equal(out, expected, sizeof expected);
}

static void copy(const char *instruction, unsigned size, unsigned given)
{
    uint8_t in[32 * 16], out[32 * 16];
    char body[1024];
    for (unsigned i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 7 + 1);
    memset(out, 0xee, sizeof out);
    snprintf(body, sizeof body,
             "mad.wide.u32 %%at, %%gid, 16, %%in;\nmov.u32 %%r1, tile;\n"
             "mad.lo.u32 %%r1, %%thread, 16, %%r1;\n"
             "mov.u32 %%r2, 0x77777777;\n"
             "st.shared.v4.u32 [%%r1], {%%r2, %%r2, %%r2, %%r2};\n%s\n"
             "cp.async.commit_group;\ncp.async.wait_group 0;\n"
             "cp.async.wait_all;\nbar.sync 0;\n"
             "ld.shared.v4.u32 {%%r4, %%r5, %%r6, %%r7}, [%%r1];\n"
             "mad.wide.u32 %%at, %%gid, 16, %%out;\n"
             "st.global.v4.u32 [%%at], {%%r4, %%r5, %%r6, %%r7};\n",
             instruction);
    struct ptx_run run = {.before = BARRIER,
                          .body = body,
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned i = 0; i < sizeof in; i++) {
        unsigned byte = i % 16;
        assert_int_equal(out[i], byte >= size    ? 0x77
                                 : byte >= given ? 0
                                                 : in[i]);
    }
    if (given == size)
        assert_int_equal(run.counters.global_load_requests, 1);
}

void async_copies(void **state)
{
    (void)state;
    copy("cp.async.ca.shared.global [%r1], [%at], 4;", 4, 4);
    copy("cp.async.ca.shared.global [%r1], [%at], 8, 8;", 8, 8);
    copy("cp.async.cg.shared.global [%r1], [%at], 16;", 16, 16);
    copy("cp.async.cg.shared::cta.global.L2::128B [%r1], [%at], 16, 16;", 16,
         16);
    copy("cp.async.cg.shared.global [%r1], [%at], 16, 12;", 16, 12);
    copy("cp.async.ca.shared.global [%r1], [%at], 8, 4;", 8, 4);
    copy("cp.async.ca.shared.global [%r1], [%at], 4, 0;", 4, 0);
}

/* One thread fetches what the block turns round and another one stores. */
#define TURN                                                                   \
    "setp.eq.u32 %p1, %thread, 0;\nmov.u32 %r8, tile;\n"                       \
    "mov.u32 %r9, barrier;\n"                                                  \
    "@%p1 mbarrier.init.shared::cta.b64 [barrier], 1;\nbar.sync 0;\n"          \
    "@!%p1 bra WAIT;\n"                                                        \
    "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [barrier], 64;\n"          \
    "mbarrier.arrive.expect_tx.shared.b64 _, [%r9], 64;\n"                     \
    "cp.async.bulk.prefetch.L2.global [%in], 128;\n"                           \
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "       \
    "[tile], [%in], 64, [barrier];\n"                                          \
    "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "           \
    "[%r8+64], [%in+64], 64, [%r9];\n"                                         \
    "WAIT:\nmbarrier.try_wait.parity.shared.b64 %p2, [barrier], 0, 1000;\n"    \
    "@!%p2 bra WAIT;\n"                                                        \
    "mad.lo.u32 %r1, %thread, 4, %r8;\nld.shared.u32 %r2, [%r1];\n"            \
    "sub.u32 %r3, 31, %thread;\nmad.lo.u32 %r4, %r3, 4, %r8;\n"                \
    "st.shared.u32 [%r4+256], %r2;\nfence.proxy.async.shared::cta;\n"          \
    "bar.sync 0;\n@!%p1 ret;\n"

void async_bulk(void **state)
{
    uint32_t in[32], out[32];
    (void)state;
    for (unsigned i = 0; i < 32; i++)
        in[i] = i * 0x01010101u;
    memset(out, 0, sizeof out);
    struct ptx_run run = {
        .before = BARRIER,
        .body = TURN
        "cp.async.bulk.global.shared::cta.bulk_group [%out], [%r8+256], 112;\n"
        "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;\n"
        "add.u32 %r8, %r8, 368;\n"
        "cp.async.bulk.global.shared::cta.bulk_group [%out+112], [%r8], 16;\n"
        "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n",
        .in = in,
        .in_bytes = sizeof in,
        .out = out,
        .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(out[i], in[31 - i]);
    assert_int_equal(run.counters.global_load_requests, 0);
    assert_int_equal(run.counters.global_store_requests, 0);
}

static uint32_t added(uint32_t a, uint32_t b)
{
    return a + b;
}

static uint32_t lower(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}

static uint32_t either(uint32_t a, uint32_t b)
{
    return a | b;
}

static uint32_t added_floats(uint32_t a, uint32_t b)
{
    return (uint32_t)bits_of_single(single_of_bits(a) + single_of_bits(b));
}

static void reduce(const char *what, uint32_t (*expect)(uint32_t, uint32_t))
{
    uint32_t in[32], out[32], before[32];
    char body[4096];
    for (unsigned i = 0; i < 32; i++) {
        in[i] = (uint32_t)bits_of_single((float)i - 9);
        before[i] = out[i] = (uint32_t)bits_of_single(7.5f * (float)i);
    }
    snprintf(body, sizeof body,
             "%scp.reduce.async.bulk.global.shared::cta.bulk_group.%s [%%out], "
             "[%%r8+256], 128;\n"
             "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n",
             TURN, what);
    struct ptx_run run = {.before = BARRIER,
                          .body = body,
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(out[i], expect(before[i], in[31 - i]));
}

void async_bulk_reductions(void **state)
{
    (void)state;
    reduce("add.u32", added);
    reduce("add.s32", added);
    reduce("add.f32", added_floats);
    reduce("min.s32", lower);
    reduce("or.b32", either);
}

/* After each step of one thread: is the first phase complete?  Bytes may come
 * before they are expected. */
void async_mbarrier_bytes(void **state)
{
    static const char *const steps[] = {
        "mbarrier.expect_tx.shared.b64 [barrier], 1048575;",
        "mbarrier.arrive.shared.b64 %d0, [barrier], 2;",
        "mbarrier.complete_tx.shared.b64 [barrier], 1048559;",
        "mbarrier.complete_tx.shared.b64 [barrier], 16;",
        "mbarrier.complete_tx.shared.b64 [barrier], 1048575;",
        "mbarrier.arrive.shared.b64 %d1, [barrier];",
        "mbarrier.arrive.expect_tx.shared.b64 %d2, [barrier], 1048575;",
    };
    static const uint32_t expected[] = {0, 0, 0, 1, 1, 1, 0};
    enum { STEPS = sizeof steps / sizeof *steps };
    uint32_t out[STEPS] = {0};
    char body[4096];
    (void)state;
    int n = snprintf(body, sizeof body,
                     "setp.ne.u32 %%p0, %%gid, 0;\n@%%p0 ret;\n"
                     "mbarrier.init.shared.b64 [barrier], 2;\n");
    for (int i = 0; i < STEPS; i++)
        n += snprintf(
            body + n, sizeof body - (size_t)n,
            "%s\nmbarrier.test_wait.parity.shared.b64 %%p1, [barrier], 0;\n"
            "selp.u32 %%r0, 1, 0, %%p1;\nst.global.u32 [%%out+%d], %%r0;\n",
            steps[i], 4 * i);
    snprintf(body + n, sizeof body - (size_t)n,
             "mbarrier.inval.shared.b64 [barrier];\n");
    struct ptx_run run = {
        .before = BARRIER, .body = body, .out = out, .out_bytes = sizeof out};
    ptx_run(&run);
    assert_memory_equal(out, expected, sizeof expected);
}

void async_refusals(void **state)
{
    static const char *const refused[] = {
        "cp.async.cg.shared.global [%r1], [%in], 16, %r2;",
        "cp.async.ca.shared.global [%r1], [%in], 12;",
        "cp.async.ca.shared.global [%r1], [%in], 4, 3;",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%r1], [%in], 16, [%r2], %h0;",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".L2::cache_hint [%r1], [%in], 16, [%r2], %d0;",
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"
        "bytes [%r1], [%r2], 16, [%r3];",
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::"
        "complete_tx::bytes [%r1], [%in, {%r3}], [%r2];",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 "
        "[%out], [%r1], 16;",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.cas.b32 [%out], "
        "[%r1], 16;",
        "cp.async.bulk.wait_group %r1;",
    };
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_true(ptx_refuses(refused[i]));
}
