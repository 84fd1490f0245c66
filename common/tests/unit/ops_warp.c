/*
 * ops_warp.c - what the lanes of a warp do together, and the warps of a
 * block: shuffles, votes, matches, reductions, barriers.
 *
 * Every sync operation runs once for the lanes of a mask that goes through
 * whole, odd and random sets; the lanes outside take the other way and must
 * keep their values.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <stdio.h>
#include <string.h>

enum { LANES = 32, KEPT = 0x77777777 };

struct lane {
    uint32_t a, b, c, member; /* member: the warp's mask */
    uint64_t wide;
};

struct result {
    uint32_t d, p;
};

enum { WARPS = 24 };

/* Lanes of the mask execute text, which sets %r4 and %p4 from %r1 %r2 %r3,
 * %d1, %p1 (bit 0 of %r1) and the mask %r5. */
static void run_members(const char *text, struct lane in[WARPS][LANES],
                        struct result out[WARPS][LANES])
{
    char body[2048];
    snprintf(body, sizeof body,
             "mad.wide.u32 %%at, %%gid, 24, %%in;\n"
             "ld.global.u32 %%r1, [%%at];\nld.global.u32 %%r2, [%%at+4];\n"
             "ld.global.u32 %%r3, [%%at+8];\nld.global.u32 %%r5, [%%at+12];\n"
             "ld.global.u64 %%d1, [%%at+16];\n"
             "and.b32 %%r6, %%r1, 1;\nsetp.ne.u32 %%p1, %%r6, 0;\n"
             "mov.u32 %%r4, 0x77777777;\nsetp.ne.u32 %%p4, 0, 0;\n"
             "mov.u32 %%r7, %%lanemask_eq;\nand.b32 %%r7, %%r7, %%r5;\n"
             "setp.eq.u32 %%p2, %%r7, 0;\n@%%p2 bra OUTSIDE;\n%s\n"
             "OUTSIDE:\nselp.u32 %%r8, 1, 0, %%p4;\n"
             "mad.wide.u32 %%at, %%gid, 8, %%out;\n"
             "st.global.v2.u32 [%%at], {%%r4, %%r8};\n",
             text);
    struct ptx_run run = {.body = body,
                          .block = {WARPS * LANES, 1, 1},
                          .in = in,
                          .in_bytes = WARPS * LANES * sizeof(struct lane),
                          .out = out,
                          .out_bytes = WARPS * LANES * sizeof(struct result)};
    memset(out, 0, run.out_bytes);
    ptx_run(&run);
}

/* Masks: all, a half, one lane, random ones. */
static void choose(struct lane in[WARPS][LANES], uint32_t range)
{
    static const uint32_t masks[] = {0xffffffff, 0xffff,     0xffff0000, 1,
                                     0x80000000, 0xaaaaaaaa, 0x7fffffff};
    for (unsigned w = 0; w < WARPS; w++) {
        uint32_t mask = w < 7 ? masks[w] : (uint32_t)random_bits() | 1u << w;
        for (unsigned l = 0; l < LANES; l++)
            in[w][l] = (struct lane){
                (uint32_t)random_bits() % range, (uint32_t)random_bits(),
                (uint32_t)random_bits(), mask, random_bits() % range << 33};
    }
}

static void expect(const char *text, unsigned w, unsigned l,
                   const struct result *got, uint32_t d, uint32_t p)
{
    if (got->d != d || got->p != p)
        fail_msg("%s: warp %u, lane %u: %x %u, not %x %u", text, w, l, got->d,
                 got->p, d, p);
}

/* ---- shuffles ----------------------------------------------------------- */

/* The pseudocode of "shfl.sync". */
static uint32_t shuffled(char mode, const struct lane warp[LANES],
                         unsigned lane, uint32_t *p)
{
    int b = warp[lane].b & 31, c = warp[lane].c & 31, j;
    int segment = warp[lane].c >> 8 & 31;
    int maximum = ((int)lane & segment) | (c & ~segment & 31);
    int minimum = (int)lane & segment;
    switch (mode) {
    case 'u': j = (int)lane - b; break;
    case 'd': j = (int)lane + b; break;
    case 'b': j = (int)lane ^ b; break;
    default: j = minimum | (b & ~segment & 31); break;
    }
    *p = mode == 'u' ? j >= maximum : j <= maximum;
    return warp[*p ? (unsigned)j : lane].a;
}

/* One b for the whole warp, a segment of each width; c as CUDA sets it, and
 * now and then another clamp. */
static void choose_shuffle(struct lane in[WARPS][LANES], char mode)
{
    choose(in, 0xffffffff);
    for (unsigned w = 0; w < WARPS; w++) {
        unsigned width = 1u << w % 6;
        uint32_t b = (uint32_t)random_bits() % (w % 3 ? width : 64);
        for (unsigned l = 0; l < LANES; l++) {
            in[w][l].member = 0xffffffff;
            in[w][l].b = mode == 'i' && w % 2 ? (uint32_t)random_bits() : b;
            in[w][l].c = (32 - width) << 8 | (mode == 'u' ? 0 : 31);
            if (w % 7 == 6)
                in[w][l].c = (uint32_t)random_bits() & 0x1f1f;
        }
    }
}

static void check_shuffle(const char *name, bool with_predicate)
{
    static struct lane in[WARPS][LANES];
    static struct result out[WARPS][LANES];
    char text[128];
    choose_shuffle(in, name[0]);
    snprintf(text, sizeof text,
             "shfl.sync.%s.b32 %%r4%s, %%r1, %%r2, %%r3, "
             "0xffffffff;",
             name, with_predicate ? "|%p4" : "");
    run_members(text, in, out);
    for (unsigned w = 0; w < WARPS; w++)
        for (unsigned l = 0; l < LANES; l++) {
            uint32_t p, d = shuffled(name[0], in[w], l, &p);
            expect(text, w, l, &out[w][l], d, with_predicate ? p : 0);
        }
}

void warp_shuffles(void **state)
{
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    (void)state;
    for (unsigned i = 0; i < 20; i++)
        check_shuffle(modes[i % 4], i % 8 < 4);
}

/* Among some lanes only, each reading one of them. */
void warp_shuffle_of_members(void **state)
{
    static struct lane in[WARPS][LANES];
    static struct result out[WARPS][LANES];
    const char *text = "shfl.sync.idx.b32 %r4|%p4, %r1, %r2, 31, %r5;";
    (void)state;
    choose(in, 0xffffffff);
    for (unsigned w = 0; w < WARPS; w++)
        for (unsigned l = 0; l < LANES; l++)
            while (!(in[w][l].member >> (in[w][l].b & 31) & 1))
                in[w][l].b++;
    run_members(text, in, out);
    for (unsigned w = 0; w < WARPS; w++)
        for (unsigned l = 0; l < LANES; l++) {
            bool member = in[w][l].member >> l & 1;
            expect(text, w, l, &out[w][l],
                   member ? in[w][in[w][l].b & 31].a : KEPT, member);
        }
}

/* ---- votes, matches, reductions ----------------------------------------- */

/* What the members of lane l's mask give it. */
typedef struct result rule(const struct lane warp[LANES], uint32_t member,
                           unsigned l);

static uint32_t voters(const struct lane warp[LANES], uint32_t member)
{
    uint32_t yes = 0;
    for (unsigned l = 0; l < LANES; l++)
        if (member >> l & 1 && warp[l].a & 1)
            yes |= 1u << l;
    return yes;
}

#define RULE(name, d, p)                                                       \
    static struct result name(const struct lane warp[LANES], uint32_t member,  \
                              unsigned l)                                      \
    {                                                                          \
        uint32_t yes = voters(warp, member);                                   \
        (void)yes, (void)l;                                                    \
        return (struct result){d, p};                                          \
    }
RULE(all, KEPT, yes == member)
RULE(any, KEPT, yes != 0)
RULE(none, KEPT, yes == 0)
RULE(uni, KEPT, yes == 0 || yes == member)
RULE(ballot, yes, 0)
RULE(active, member, 0)
RULE(elected, (uint32_t)__builtin_ctz(member),
     l == (unsigned)__builtin_ctz(member))

static uint32_t peers(const struct lane warp[LANES], uint32_t member,
                      unsigned l, bool wide)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < LANES; k++)
        if (member >> k & 1 &&
            (wide ? warp[k].wide == warp[l].wide : warp[k].a == warp[l].a))
            result |= 1u << k;
    return result;
}
RULE(match_any_32, peers(warp, member, l, false), 0)
RULE(match_any_64, peers(warp, member, l, true), 0)
RULE(match_all_32, peers(warp, member, l, false) == member ? member : 0,
     peers(warp, member, l, false) == member)
RULE(match_all_64, peers(warp, member, l, true) == member ? member : 0,
     peers(warp, member, l, true) == member)

#define REDUCTION(name, T, first, step)                                        \
    static struct result name(const struct lane warp[LANES], uint32_t member,  \
                              unsigned l)                                      \
    {                                                                          \
        T all = first;                                                         \
        (void)l;                                                               \
        for (unsigned k = 0; k < LANES; k++) {                                 \
            T x = (T)warp[k].b;                                                \
            if (member >> k & 1)                                               \
                all = step;                                                    \
        }                                                                      \
        return (struct result){(uint32_t)all, 0};                              \
    }
REDUCTION(sum, uint32_t, 0, all + x)
REDUCTION(least_u, uint32_t, UINT32_MAX, x < all ? x : all)
REDUCTION(most_u, uint32_t, 0, x > all ? x : all)
REDUCTION(least_s, int32_t, INT32_MAX, x < all ? x : all)
REDUCTION(most_s, int32_t, INT32_MIN, x > all ? x : all)
REDUCTION(conjunction, uint32_t, UINT32_MAX, all &x)
REDUCTION(disjunction, uint32_t, 0, all | x)
REDUCTION(parity, uint32_t, 0, all ^ x)

static const struct {
    const char *text;
    rule *rule;
} rules[] = {
    {"vote.sync.all.pred %p4, %p1, %r5;", all},
    {"vote.sync.any.pred %p4, %p1, %r5;", any},
    {"vote.sync.uni.pred %p4, %p1, %r5;", uni},
    {"vote.sync.all.pred %p4, !%p1, %r5;", none},
    {"vote.sync.ballot.b32 %r4, %p1, %r5;", ballot},
    {"vote.all.sync.pred %p4, %p1, %r5;", all},
    {"vote.any.sync.pred %p4, %p1, %r5;", any},
    {"vote.uni.sync.pred %p4, %p1, %r5;", uni},
    {"vote.ballot.sync.b32 %r4, %p1, %r5;", ballot},
    {"match.any.sync.b32 %r4, %r1, %r5;", match_any_32},
    {"match.any.sync.b64 %r4, %d1, %r5;", match_any_64},
    {"match.all.sync.b32 %r4|%p4, %r1, %r5;", match_all_32},
    {"match.all.sync.b64 %r4|%p4, %d1, %r5;", match_all_64},
    {"redux.sync.add.u32 %r4, %r2, %r5;", sum},
    {"redux.sync.add.s32 %r4, %r2, %r5;", sum},
    {"redux.sync.min.u32 %r4, %r2, %r5;", least_u},
    {"redux.sync.max.u32 %r4, %r2, %r5;", most_u},
    {"redux.sync.min.s32 %r4, %r2, %r5;", least_s},
    {"redux.sync.max.s32 %r4, %r2, %r5;", most_s},
    {"redux.sync.and.b32 %r4, %r2, %r5;", conjunction},
    {"redux.sync.or.b32 %r4, %r2, %r5;", disjunction},
    {"redux.sync.xor.b32 %r4, %r2, %r5;", parity},
    {"activemask.b32 %r4;", active},
    {"elect.sync %r4|%p4, %r5;", elected},
};

static void check_rule(const char *text, rule *rule, uint32_t range)
{
    static struct lane in[WARPS][LANES];
    static struct result out[WARPS][LANES];
    choose(in, range);
    run_members(text, in, out);
    for (unsigned w = 0; w < WARPS; w++)
        for (unsigned l = 0; l < LANES; l++) {
            uint32_t member = in[w][l].member;
            struct result wanted = {KEPT, 0};
            if (member >> l & 1)
                wanted = rule(in[w], member, l);
            expect(text, w, l, &out[w][l], wanted.d, wanted.p);
        }
}

/* Of few values (all lanes alike now and then) and of many. */
void warp_votes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (uint32_t range = 1; range <= 100; range *= 10)
            check_rule(rules[i].text, rules[i].rule, range);
}

/* Both sides of a branch vote among themselves. */
void warp_votes_apart(void **state)
{
    uint32_t out[LANES] = {0};
    (void)state;
    struct ptx_run run = {.body =
                              "setp.lt.u32 %p1, %gid, 10;\n@%p1 bra LOW;\n"
                              "vote.sync.ballot.b32 %r4, %p1, 0xfffffc00;\n"
                              "not.b32 %r4, %r4;\nbra.uni BOTH;\nLOW:\n"
                              "vote.sync.ballot.b32 %r4, %p1, 0x3ff;\nBOTH:\n"
                              "bar.warp.sync 0xffffffff;\n"
                              "mad.wide.u32 %at, %gid, 4, %out;\n"
                              "st.global.u32 [%at], %r4;\n",
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned l = 0; l < LANES; l++)
        assert_int_equal(out[l], l < 10 ? 0x3ff : 0xffffffff);
}

/* Lanes that name different masks in one instruction: pairs, one by one, and
 * one group of eight. */
static uint32_t group_of(unsigned lane)
{
    return lane < 16   ? 3u << (lane & ~1u)
           : lane < 24 ? 1u << lane
                       : 0xffu << 24;
}

void warp_votes_of_groups(void **state)
{
    uint32_t out[LANES] = {0}, yes = 0;
    (void)state;
    struct ptx_run run = {
        .body = "and.b32 %r1, %gid, 30;\nshl.b32 %r2, 3, %r1;\n"
                "setp.ge.u32 %p5, %gid, 16;\nshl.b32 %r3, 1, %gid;\n"
                "selp.b32 %r2, %r3, %r2, %p5;\n"
                "setp.ge.u32 %p5, %gid, 24;\n"
                "selp.b32 %r2, 0xff000000, %r2, %p5;\n"
                "mul.lo.u32 %r6, %gid, 11;\nand.b32 %r6, %r6, 4;\n"
                "setp.ne.u32 %p1, %r6, 0;\n"
                "vote.sync.ballot.b32 %r4, %p1, %r2;\n"
                "vote.sync.all.pred %p2, %p1, %r2;\n"
                "vote.sync.any.pred %p3, %p1, %r2;\n"
                "vote.sync.uni.pred %p4, %p1, %r2;\n"
                "selp.u32 %r7, 1, 0, %p2;\nselp.u32 %r8, 2, 0, %p3;\n"
                "selp.u32 %r9, 4, 0, %p4;\n"
                "add.u32 %r7, %r7, %r8;\nadd.u32 %r7, %r7, %r9;\n"
                "shl.b32 %r7, %r7, 5;\nxor.b32 %r4, %r4, %r7;\n"
                "mad.wide.u32 %at, %gid, 4, %out;\n"
                "st.global.u32 [%at], %r4;\n",
        .out = out,
        .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned l = 0; l < LANES; l++)
        yes |= (uint32_t)((l * 11 & 4) != 0) << l;
    for (unsigned l = 0; l < LANES; l++) {
        uint32_t group = group_of(l), ballot = yes & group;
        uint32_t all = ballot == group, any = ballot != 0, uni = all | !any;
        assert_int_equal(out[l], ballot ^ (all + 2 * any + 4 * uni) << 5);
    }
}

/* ---- barriers ----------------------------------------------------------- */

static void run_block(const char *before, const char *body, unsigned threads,
                      uint32_t *out)
{
    struct ptx_run run = {.before = before,
                          .body = body,
                          .grid = {3, 1, 1},
                          .block = {threads, 1, 1},
                          .out = out,
                          .out_bytes = 3 * threads * sizeof *out};
    memset(out, 0, run.out_bytes);
    ptx_run(&run);
}

#define STORE "mad.wide.u32 %at, %gid, 4, %out;\nst.global.u32 [%at], %r0;\n"

/* Each thread writes, and reads what the thread across has written. */
static void exchange(const char *barrier)
{
    char body[1024];
    uint32_t out[3 * 200];
    snprintf(body, sizeof body,
             "mov.u32 %%r1, tile;\nmad.lo.u32 %%r2, %%thread, 4, %%r1;\n"
             "st.shared.u32 [%%r2], %%gid;\n%s\nsub.u32 %%r3, 199, %%thread;\n"
             "mad.lo.u32 %%r2, %%r3, 4, %%r1;\nld.shared.u32 %%r0, [%%r2];\n%s",
             barrier, STORE);
    run_block(".shared .align 4 .b8 tile[800];\n", body, 200, out);
    for (unsigned i = 0; i < 600; i++)
        assert_int_equal(out[i], i / 200 * 200 + 199 - i % 200);
}

void warp_barriers(void **state)
{
    static const char *const barriers[] = {
        "bar.sync 0;",
        "bar.sync 3;",
        "mov.u32 %r9, 5; bar.sync %r9, 224;",
        "barrier.sync 0;",
        "barrier.sync.aligned 1;",
        "bar.cta.sync 0;",
        "barrier.cta.sync.aligned 0;",
        "bar.red.popc.u32 %r9, 0, %p0;",
        "bar.sync 0;\nbar.sync 0;\nbar.sync 1;",
    };
    (void)state;
    for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
        exchange(barriers[i]);
}

void warp_barrier_reductions(void **state)
{
    uint32_t out[3 * 200];
    (void)state;
    run_block(NULL,
              "setp.lt.u32 %p1, %thread, 77;\nsetp.lt.u32 %p2, %thread, 500;\n"
              "bar.red.popc.u32 %r0, 0, %p1;\n"
              "barrier.red.popc.u32 %r1, 1, !%p1;\n"
              "bar.red.and.pred %p3, 0, %p1;\nbar.red.and.pred %p4, 0, %p2;\n"
              "bar.red.or.pred %p5, 2, 224, %p1;\n"
              "bar.red.or.pred %p6, 0, !%p2;\n"
              "mad.lo.u32 %r0, %r1, 1000, %r0;\n"
              "@%p3 add.u32 %r0, %r0, 1000000;\n"
              "@%p4 add.u32 %r0, %r0, 2000000;\n"
              "@%p5 add.u32 %r0, %r0, 4000000;\n"
              "@%p6 add.u32 %r0, %r0, 8000000;\n" STORE,
              200, out);
    for (unsigned i = 0; i < 600; i++)
        assert_int_equal(out[i], 6000000 + 123 * 1000 + 77);
}

/* Warps 0 and 1 produce, warps 2 and 3 consume: bar.arrive does not wait. */
void warp_barrier_arrive(void **state)
{
    uint32_t out[3 * 128];
    (void)state;
    run_block(".shared .align 4 .b8 tile[256];\n",
              "mov.u32 %r1, tile;\nand.b32 %r2, %thread, 63;\n"
              "mad.lo.u32 %r1, %r2, 4, %r1;\nmov.u32 %r0, 0;\n"
              "setp.ge.u32 %p1, %thread, 64;\n@%p1 bra CONSUME;\n"
              "add.u32 %r3, %gid, 7;\nst.shared.u32 [%r1], %r3;\n"
              "membar.cta;\nbar.arrive 1, 128;\nbra.uni DONE;\nCONSUME:\n"
              "bar.sync 1, 128;\nld.shared.u32 %r0, [%r1];\nDONE:\n" STORE,
              128, out);
    for (unsigned i = 0; i < 3 * 128; i++)
        assert_int_equal(out[i], i % 128 < 64 ? 0 : i - 64 + 7);
}

/* barrier.sync for 64 threads: the two halves of warp 0 come one after the
 * other and count as one warp, not as two. */
void warp_barrier_of_apart_halves(void **state)
{
    uint32_t out[3 * 64];
    (void)state;
    run_block(".shared .align 4 .b32 flag;\n",
              "setp.eq.u32 %p0, %thread, 0;\n@%p0 st.shared.u32 [flag], 0;\n"
              "bar.sync 0;\nsetp.ge.u32 %p1, %thread, 32;\n"
              "setp.lt.u32 %p2, %thread, 16;\n@%p1 bra SECOND;\n"
              "@%p2 bra HALF;\nbarrier.sync 1, 64;\nbra.uni READ;\nHALF:\n"
              "barrier.sync 1, 64;\nREAD:\nld.shared.u32 %r0, [flag];\n"
              "bra.uni DONE;\nSECOND:\nmov.u32 %r2, 0;\nLATE:\n"
              "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p4, %r2, 30000;\n"
              "@%p4 bra LATE;\nsetp.eq.u32 %p3, %thread, 32;\n"
              "@%p3 st.shared.u32 [flag], 1;\nmov.u32 %r0, 1;\n"
              "barrier.sync 1, 64;\nDONE:\n" STORE,
              64, out);
    for (unsigned i = 0; i < 3 * 64; i++)
        assert_int_equal(out[i], 1);
}

/* Threads that have returned are not waited for, but that is reported. */
void warp_barrier_after_return(void **state)
{
    uint32_t out[64] = {0};
    (void)state;
    struct ptx_run run = {.body = "setp.ge.u32 %p1, %gid, 40;\n@%p1 ret;\n"
                                  "barrier.sync 0;\nmov.u32 %r0, 5;\n" STORE,
                          .block = {64, 1, 1},
                          .out = out,
                          .out_bytes = sizeof out};
    assert_int_equal(ptx_launch(&run), LAUNCH_OK);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(out[i], i < 40 ? 5 : 0);
}

/* Fences are order only: the values come through. */
void warp_fences(void **state)
{
    static const char *const fences[] = {
        "membar.cta;",   "membar.gl;",         "membar.sys;",
        "fence.sc.gpu;", "fence.acq_rel.cta;", "fence.acq_rel.sys;"};
    (void)state;
    for (size_t i = 0; i < sizeof fences / sizeof *fences; i++) {
        char barrier[64];
        snprintf(barrier, sizeof barrier, "%s\nbar.sync 0;", fences[i]);
        exchange(barrier);
    }
}
