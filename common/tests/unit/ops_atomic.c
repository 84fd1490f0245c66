/*
 * ops_atomic.c - atom and red: every operation and type, in global and shared
 * memory and by generic address.
 *
 * The lanes of a warp take their turns in order, so what each finds is known.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <stdio.h>
#include <string.h>

static const struct atomic {
    const char *op, *type;
} atomics[] = {
    {"add", "u32"},         {"add", "s32"},  {"add", "u64"},
    {"add", "f32"},         {"add", "f64"},  {"min", "u32"},
    {"min", "s32"},         {"min", "u64"},  {"min", "s64"},
    {"max", "u32"},         {"max", "s32"},  {"max", "u64"},
    {"max", "s64"},         {"inc", "u32"},  {"dec", "u32"},
    {"and", "b32"},         {"and", "b64"},  {"or", "b32"},
    {"or", "b64"},          {"xor", "b32"},  {"xor", "b64"},
    {"exch", "b32"},        {"exch", "b64"}, {"cas", "b32"},
    {"cas", "b64"},         {"cas", "b16"},  {"add.noftz", "f16"},
    {"add.noftz", "f16x2"},
};

enum { CELLS = 3, LANES = 32 };

static unsigned width_of(const struct atomic *atomic)
{
    return !strcmp(atomic->type + 1, "16") ? 16
           : atomic->type[1] == '6'        ? 64
                                           : 32;
}

static uint64_t low_bits(const struct atomic *atomic, uint64_t bits)
{
    return bits & ~0ull >> (64 - width_of(atomic));
}

/* ---- what should happen ------------------------------------------------- */

static bool less(const struct atomic *atomic, uint64_t a, uint64_t b)
{
    if (atomic->type[0] == 'u')
        return a < b;
    return atomic->type[1] == '3' ? (int32_t)a < (int32_t)b
                                  : (int64_t)a < (int64_t)b;
}

static uint64_t half_sum(uint64_t a, uint64_t b)
{
    return half_of_double(
        double_of_half(a & 0xffff) + double_of_half(b & 0xffff), HALF_NEAREST);
}

static uint64_t sum(const struct atomic *atomic, uint64_t a, uint64_t b)
{
    if (!strcmp(atomic->type, "f32"))
        return bits_of_single(single_of_bits(a) + single_of_bits(b));
    if (!strcmp(atomic->type, "f64"))
        return bits_of_double(double_of_bits(a) + double_of_bits(b));
    if (!strcmp(atomic->type, "f16"))
        return half_sum(a, b);
    if (!strcmp(atomic->type, "f16x2"))
        return half_sum(a >> 16, b >> 16) << 16 | half_sum(a, b);
    return a + b;
}

static uint64_t after(const struct atomic *atomic, uint64_t old, uint64_t b,
                      uint64_t c)
{
    const char *op = atomic->op;
    if (!strncmp(op, "add", 3))
        return sum(atomic, old, b);
    if (!strcmp(op, "min"))
        return less(atomic, b, old) ? b : old;
    if (!strcmp(op, "max"))
        return less(atomic, old, b) ? b : old;
    if (!strcmp(op, "inc"))
        return old >= b ? 0 : old + 1;
    if (!strcmp(op, "dec"))
        return old == 0 || old > b ? b : old - 1;
    if (!strcmp(op, "and"))
        return old & b;
    if (!strcmp(op, "or"))
        return old | b;
    if (!strcmp(op, "xor"))
        return old ^ b;
    if (!strcmp(op, "exch"))
        return b;
    return old == b ? c : old;
}

/* ---- the kernel --------------------------------------------------------- */

static const struct place {
    const char *name, *before, *cvta;
} places[] = {
    {".global", ".global .align 8 .b64 cells[3];\n", ""},
    {".shared", ".shared .align 8 .b64 cells[3];\n", ""},
    {"", ".global .align 8 .b64 cells[3];\n", "cvta.global.u64 %d20, %d20;\n"},
    {"", ".shared .align 8 .b64 cells[3];\n", "cvta.shared.u64 %d20, %d20;\n"},
};

/* in: first value of the cells, then b, c of each lane.  Lane l works on cell
 * l % 3; out: what each lane found, then the cells. */
static void write_body(char *text, size_t room, const struct place *place,
                       const struct atomic *atomic, bool returns,
                       const char *modifier)
{
    unsigned width = width_of(atomic);
    const char *r = width == 16 ? "%h" : width == 32 ? "%r" : "%d";
    bool cas = !strcmp(atomic->op, "cas");
    char found[16] = "", third[16] = "";
    if (returns)
        snprintf(found, sizeof found, "%s4, ", r);
    if (cas)
        snprintf(third, sizeof third, ", %s3", r);
    snprintf(
        text, room,
        "mov.u64 %%d20, cells;\n%s"
        "setp.lt.u32 %%p1, %%thread, 3;\n"
        "mad.wide.u32 %%at, %%thread, 8, %%in;\n"
        "mad.wide.u32 %%d21, %%thread, 8, %%d20;\n"
        "@%%p1 ld.global.b64 %%d1, [%%at];\n@%%p1 st%s.b64 [%%d21], %%d1;\n"
        "bar.sync 0;\n"
        "mad.wide.u32 %%at, %%thread, 16, %%in;\n"
        "ld.global.b%u %s2, [%%at+24];\nld.global.b%u %s3, [%%at+32];\n"
        "rem.u32 %%r20, %%thread, 3;\n"
        "mad.wide.u32 %%d21, %%r20, 8, %%d20;\nmov.b%u %s4, 0;\n"
        "%s%s%s.%s.%s %s[%%d21], %s2%s;\n"
        "mad.wide.u32 %%at, %%thread, 8, %%out;\n"
        "st.global.b%u [%%at], %s4;\nbar.sync 0;\n"
        "mad.wide.u32 %%d21, %%thread, 8, %%d20;\n"
        "@%%p1 ld%s.b64 %%d1, [%%d21];\n"
        "@%%p1 st.global.b64 [%%at+256], %%d1;\n",
        place->cvta, place->name, width, r, width, r, width, r,
        returns ? "atom" : "red", modifier, place->name, atomic->op,
        atomic->type, found, r, third, width, r, place->name);
}

/* Few values, so that cas now and then finds what it expects. */
static uint64_t operand(const struct atomic *atomic)
{
    uint64_t bits = random_bits();
    if (!strncmp(atomic->type, "f16", 3))
        return low_bits(atomic, (bits & 0x8fff8fff) + 0x34003400);
    if (atomic->type[0] == 'f')
        return !strcmp(atomic->type, "f32")
                   ? bits_of_single((float)(int)(bits % 1000) / 8)
                   : bits_of_double((double)(int)(bits % 1000) / 8);
    if (!strcmp(atomic->op, "cas") || !strcmp(atomic->op, "inc") ||
        !strcmp(atomic->op, "dec"))
        return bits % 4;
    return low_bits(atomic, bits);
}

static void check(const struct place *place, const struct atomic *atomic,
                  bool returns, const char *modifier)
{
    uint64_t in[CELLS + 2 * LANES], out[LANES + CELLS] = {0};
    char body[2048];
    for (unsigned i = 0; i < CELLS + 2 * LANES; i++)
        in[i] = operand(atomic);
    write_body(body, sizeof body, place, atomic, returns, modifier);
    struct ptx_run run = {.before = place->before,
                          .body = body,
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    assert_int_equal(run.counters.atomics, 1);
    for (unsigned l = 0; l < LANES; l++) {
        uint64_t *cell = &in[l % CELLS];
        uint64_t b = in[CELLS + 2 * l], c = in[CELLS + 2 * l + 1];
        if (out[l] != (returns ? *cell : 0))
            fail_msg("lane %u found %llx:\n%s%s", l, (unsigned long long)out[l],
                     place->before, body);
        *cell = low_bits(atomic, after(atomic, *cell, b, c));
    }
    for (unsigned i = 0; i < CELLS; i++)
        if (out[LANES + i] != in[i])
            fail_msg("cell %u holds %llx:\n%s%s", i,
                     (unsigned long long)out[LANES + i], place->before, body);
}

void atomic_operations(void **state)
{
    (void)state;
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
        for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
            const struct atomic *atomic = &atomics[i];
            check(&places[p], atomic, true, "");
            if (strcmp(atomic->op, "exch") && strcmp(atomic->op, "cas"))
                check(&places[p], atomic, false, "");
        }
}

void atomic_orders(void **state)
{
    static const char *const modifiers[] = {".relaxed.gpu", ".acquire.gpu",
                                            ".release.sys", ".acq_rel.cta",
                                            ".relaxed.cta"};
    (void)state;
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            check(&places[p], &atomics[0], true, modifiers[i]);
            if (!strstr(modifiers[i], "acq")) /* red returns nothing */
                check(&places[p], &atomics[0], false, modifiers[i]);
        }
}

/* Many blocks on one cell: nothing is lost, whatever the host threads. */
void atomic_between_blocks(void **state)
{
    uint32_t out[4] = {0, 0, 0, 0xffffffff};
    (void)state;
    struct ptx_run run = {.body = "red.global.add.u32 [%out], 1;\n"
                                  "atom.global.inc.u32 %r0, [%out+4], 999999;\n"
                                  "red.global.max.u32 [%out+8], %gid;\n"
                                  "atom.global.min.u32 %r1, [%out+12], %gid;\n",
                          .grid = {300, 1, 1},
                          .block = {200, 1, 1},
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    assert_int_equal(out[0], 60000);
    assert_int_equal(out[1], 60000);
    assert_int_equal(out[2], 59999);
    assert_int_equal(out[3], 0);
}

/* In a lane's own memory, which only a generic address can name, atomics do
 * not work on a GPU: this is said. */
void atomic_local(void **state)
{
    uint64_t before = diagnostics_errors();
    (void)state;
    struct ptx_run run = {
        .body = ".local .align 8 .b8 own[16];\nmov.u64 %d0, own;\n"
                "cvta.local.u64 %d0, %d0;\nst.u32 [%d0+4], %gid;\n"
                "atom.add.u32 %r2, [%d0+4], 100;\n"};
    assert_int_equal(ptx_launch(&run), LAUNCH_BAD_ADDRESS);
    assert_int_equal(diagnostics_errors(), before + 32);
}

void atomic_refusals(void **state)
{
    (void)state;
    assert_true(ptx_refuses("atom.global.add.f16 %h0, [%in], %h1;"));
    assert_true(ptx_refuses("atom.global.add.noftz.f32 %r0, [%in], %r1;"));
    assert_true(ptx_refuses("atom.global.add.noftz.bf16 %h0, [%in], %h1;"));
    assert_true(ptx_refuses("atom.global.exch.b16 %h0, [%in], %h1;"));
    assert_true(ptx_refuses("atom.global.min.f32 %r0, [%in], %r1;"));
    assert_true(ptx_refuses("atom.global.inc.u64 %d0, [%in], %d1;"));
    assert_true(ptx_refuses("atom.global.and.f32 %r0, [%in], %r1;"));
    assert_true(ptx_refuses("atom.const.add.u32 %r0, [%in], %r1;"));
    assert_true(ptx_refuses("atom.local.add.u32 %r0, [%in], %r1;"));
    assert_true(ptx_refuses("atom.global.add.u32 %r0, [%in];"));
    assert_true(ptx_refuses("red.global.exch.b32 [%in], %r1;"));
    assert_true(ptx_refuses("red.global.cas.b32 [%in], %r1, %r2;"));
}
