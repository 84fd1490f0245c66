/*
 * ops_memory.c - loads and stores of every type, in every state space and by
 * generic address; parameters, constants, addresses, special registers.
 *
 * Each lane sends 16 bytes of its own through a state space and gets them
 * back; what a load makes of them is worked out from the bytes.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <stdio.h>
#include <string.h>

/* ---- types and spaces --------------------------------------------------- */

static const struct type {
    const char *name;
    unsigned bytes;
    bool is_signed, is_float;
} types[] = {
    {"b8", 1, false, false},  {"u8", 1, false, false},
    {"s8", 1, true, false},   {"b16", 2, false, false},
    {"u16", 2, false, false}, {"s16", 2, true, false},
    {"b32", 4, false, false}, {"u32", 4, false, false},
    {"s32", 4, true, false},  {"f32", 4, false, true},
    {"b64", 8, false, false}, {"u64", 8, false, false},
    {"s64", 8, true, false},  {"f64", 8, false, true},
};
enum { TYPES = sizeof types / sizeof *types };

enum { LANES = 96, BYTES = 16 };

/* Where the lanes' bytes go: setup leaves the lane's address in %at. */
static const struct space {
    const char *name, *before, *setup;
} spaces[] = {
    {".global", ".global .align 16 .b8 place[1536];\n",
     "mov.u64 %at, place;\nmad.wide.u32 %at, %gid, 16, %at;\n"},
    {".shared", ".shared .align 16 .b8 place[1536];\n",
     "mov.u64 %at, place;\nmad.wide.u32 %at, %gid, 16, %at;\n"},
    {".shared", ".extern .shared .align 16 .b8 place[];\n",
     "mov.u64 %at, place;\nmad.wide.u32 %at, %gid, 16, %at;\n"},
    {".local", "",
     ".local .align 16 .b8 place[64];\nmov.u64 %at, place;\n"
     "add.u64 %at, %at, 16;\n"},
    {"", ".global .align 16 .b8 place[1536];\n",
     "mov.u64 %at, place;\ncvta.global.u64 %at, %at;\n"
     "mad.wide.u32 %at, %gid, 16, %at;\n"},
    {"", ".shared .align 16 .b8 place[1536];\n",
     "mov.u64 %at, place;\ncvta.shared.u64 %at, %at;\n"
     "mad.wide.u32 %at, %gid, 16, %at;\n"},
    {"", "",
     ".local .align 16 .b8 place[64];\nmov.u64 %at, place;\n"
     "cvta.local.u64 %at, %at;\n"},
};
enum { SPACES = sizeof spaces / sizeof *spaces };

static uint64_t element(const uint8_t *bytes, const struct type *type,
                        unsigned i)
{
    uint64_t value = 0;
    for (unsigned k = 0; k < type->bytes; k++)
        value |= (uint64_t)bytes[i * type->bytes + k] << 8 * k;
    if (type->is_signed && value >> (8 * type->bytes - 1))
        for (unsigned k = type->bytes; k < 8; k++)
            value |= 255ull << 8 * k;
    return value;
}

static uint64_t low(uint64_t value, unsigned bytes)
{
    return bytes == 8 ? value : value & ((1ull << 8 * bytes) - 1);
}

/* "{%d1, %d2}" or "%d1" */
static void operand_list(char *text, size_t room, const char *reg,
                         unsigned count)
{
    size_t at = (size_t)snprintf(text, room, count > 1 ? "{" : "");
    for (unsigned i = 1; i <= count; i++)
        at += (size_t)snprintf(text + at, room - at, "%s%s%u",
                               i > 1 ? ", " : "", reg, i);
    snprintf(text + at, room - at, count > 1 ? "}" : "");
}

static const char *vector_name(unsigned count)
{
    return count == 4 ? ".v4" : count == 2 ? ".v2" : "";
}

/* ---- loads -------------------------------------------------------------- */

/* Loads into registers of so many bytes, and passes them on as 64 bits. */
static void load_body(char *text, size_t room, const struct space *space,
                      const char *modifier, const struct type *type,
                      unsigned count, unsigned reg_bytes)
{
    const char *reg = reg_bytes == 8 ? "%d" : reg_bytes == 4 ? "%r" : "%h";
    char list[64];
    operand_list(list, sizeof list, reg, count);
    size_t at = (size_t)snprintf(
        text, room,
        "%smad.wide.u32 %%d30, %%gid, 16, %%in;\n"
        "ld.global.v4.u32 {%%r20, %%r21, %%r22, %%r23}, [%%d30];\n"
        "st%s.v4.u32 [%%at], {%%r20, %%r21, %%r22, %%r23};\n"
        "ld%s%s%s.%s %s, [%%at];\n"
        "mad.wide.u32 %%d30, %%gid, 32, %%out;\n",
        space->setup, space->name, modifier, space->name, vector_name(count),
        type->name, list);
    for (unsigned i = 1; i <= count; i++)
        at += (size_t)snprintf(text + at, room - at,
                               "st.global.b%u [%%d30+%u], %s%u;\n",
                               8 * reg_bytes, 8 * (i - 1), reg, i);
}

static void load_check(const struct space *space, const char *modifier,
                       const struct type *type, unsigned count,
                       unsigned reg_bytes)
{
    uint8_t in[LANES][BYTES];
    uint64_t out[LANES][4];
    char body[1024];
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned i = 0; i < BYTES; i++)
            in[l][i] = (uint8_t)random_bits();
    memset(out, 0, sizeof out);
    load_body(body, sizeof body, space, modifier, type, count, reg_bytes);
    struct ptx_run run = {.before = space->before,
                          .body = body,
                          .block = {LANES, 1, 1},
                          .dynamic_shared = LANES * BYTES,
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned i = 0; i < count; i++)
            if (out[l][i] != low(element(in[l], type, i), reg_bytes))
                fail_msg("lane %u, element %u is %llx:\n%s%s", l, i,
                         (unsigned long long)out[l][i], space->before, body);
}

/* Every width of register that may hold the type: floats only their own. */
static void load_widths(const struct space *space, const struct type *type,
                        unsigned count)
{
    for (unsigned bytes = 2; bytes <= 8; bytes *= 2)
        if (bytes >= type->bytes && (!type->is_float || bytes == type->bytes))
            load_check(space, "", type, count, bytes);
}

void memory_loads(void **state)
{
    (void)state;
    for (unsigned s = 0; s < SPACES; s++)
        for (unsigned t = 0; t < TYPES; t++)
            for (unsigned count = 1; count <= 4; count *= 2)
                if (count * types[t].bytes <= BYTES)
                    load_widths(&spaces[s], &types[t], count);
}

void memory_load_modifiers(void **state)
{
    static const char *const modifiers[] = {".volatile",    ".relaxed.gpu",
                                            ".acquire.gpu", ".relaxed.cta",
                                            ".acquire.sys", ".weak"};
    (void)state;
    for (unsigned i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
        for (unsigned s = 0; s < SPACES; s++)
            if (strcmp(spaces[s].name, ".local"))
                load_check(&spaces[s], modifiers[i], &types[8], 2, 8);
}

/* What follows the state space: caches, which are not modelled. */
void memory_cache_modifiers(void **state)
{
    static const char *const names[] = {
        ".ca", ".cg", ".cs", ".lu", ".cv", ".nc", ".L1::evict_last"};
    (void)state;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        char body[512];
        uint32_t in[32], out[32] = {0};
        for (unsigned l = 0; l < 32; l++)
            in[l] = (uint32_t)random_bits();
        snprintf(body, sizeof body,
                 "mad.wide.u32 %%at, %%gid, 4, %%in;\n"
                 "ld.global%s.u32 %%r1, [%%at];\n"
                 "mad.wide.u32 %%at, %%gid, 4, %%out;\n"
                 "st.global.wb.u32 [%%at], %%r1;\n",
                 names[i]);
        struct ptx_run run = {.body = body,
                              .in = in,
                              .in_bytes = sizeof in,
                              .out = out,
                              .out_bytes = sizeof out};
        ptx_run(&run);
        assert_memory_equal(out, in, sizeof out);
    }
}

/* ---- stores ------------------------------------------------------------- */

static void store_body(char *text, size_t room, const struct space *space,
                       const char *modifier, const struct type *type,
                       unsigned count, unsigned reg_bytes)
{
    const char *reg = reg_bytes == 8 ? "%d" : reg_bytes == 4 ? "%r" : "%h";
    char list[64];
    operand_list(list, sizeof list, reg, count);
    size_t at = (size_t)snprintf(text, room,
                                 "%smad.wide.u32 %%d30, %%gid, 32, %%in;\n"
                                 "mov.u32 %%r20, 0x5a5a5a5a;\n"
                                 "st%s.v4.u32 [%%at], {%%r20, %%r20, %%r20, "
                                 "%%r20};\n",
                                 space->setup, space->name);
    for (unsigned i = 1; i <= count; i++)
        at += (size_t)snprintf(text + at, room - at,
                               "ld.global.b%u %s%u, [%%d30+%u];\n",
                               8 * reg_bytes, reg, i, 8 * (i - 1));
    snprintf(text + at, room - at,
             "st%s%s%s.%s [%%at], %s;\n"
             "ld%s.v4.u32 {%%r20, %%r21, %%r22, %%r23}, [%%at];\n"
             "mad.wide.u32 %%d30, %%gid, 16, %%out;\n"
             "st.global.v4.u32 [%%d30], {%%r20, %%r21, %%r22, %%r23};\n",
             modifier, space->name, vector_name(count), type->name, list,
             space->name);
}

static void store_check(const struct space *space, const char *modifier,
                        const struct type *type, unsigned count,
                        unsigned reg_bytes)
{
    uint64_t in[LANES][4];
    uint8_t out[LANES][BYTES];
    char body[1536];
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned i = 0; i < 4; i++)
            in[l][i] = random_bits();
    memset(out, 0, sizeof out);
    store_body(body, sizeof body, space, modifier, type, count, reg_bytes);
    struct ptx_run run = {.before = space->before,
                          .body = body,
                          .block = {LANES, 1, 1},
                          .dynamic_shared = LANES * BYTES,
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned i = 0; i < BYTES; i++) {
            unsigned e = i / type->bytes, k = i % type->bytes;
            uint8_t wanted = e < count ? (uint8_t)(in[l][e] >> 8 * k) : 0x5a;
            if (out[l][i] != wanted)
                fail_msg("lane %u, byte %u is %x:\n%s%s", l, i, out[l][i],
                         space->before, body);
        }
}

void memory_stores(void **state)
{
    static const char *const modifiers[] = {".volatile", ".relaxed.gpu",
                                            ".release.gpu", ".weak"};
    (void)state;
    for (unsigned s = 0; s < SPACES; s++)
        for (unsigned t = 0; t < TYPES; t++)
            for (unsigned count = 1; count <= 4; count *= 2)
                for (unsigned bytes = 2; bytes <= 8; bytes *= 2)
                    if (count * types[t].bytes <= BYTES &&
                        bytes >= types[t].bytes &&
                        (!types[t].is_float || bytes == types[t].bytes))
                        store_check(&spaces[s], "", &types[t], count, bytes);
    for (unsigned i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
        for (unsigned s = 0; s < SPACES; s++)
            if (strcmp(spaces[s].name, ".local"))
                store_check(&spaces[s], modifiers[i], &types[7], 1, 4);
}

/* ---- addresses ---------------------------------------------------------- */

#define PARAMS                                                                 \
    ", .param .u8 a, .param .s8 b, .param .u16 c, "                            \
    ".param .s32 d, .param .align 8 .b8 s[24], .param .u64 last"
#define LOADS                                                                  \
    "ld.param.u8 %r1, [a];\nst.global.u32 [%d0], %r1;\n"                       \
    "ld.param.s8 %r2, [b];\nst.global.u32 [%d0+8], %r2;\n"                     \
    "ld.param.u16 %h1, [c];\nst.global.u16 [%d0+16], %h1;\n"                   \
    "ld.param.s32 %d3, [d];\nst.global.u64 [%d0+24], %d3;\n"                   \
    "ld.param.f64 %d4, [s];\nst.global.f64 [%d0+32], %d4;\n"                   \
    "ld.param.v2.u32 {%r5, %r6}, [s+8];\nmov.u64 %d6, s;\n"                    \
    "ld.param.u32 %r7, [%d6+16];\nst.global.u32 [%d0+40], %r5;\n"              \
    "st.global.u32 [%d0+48], %r6;\nst.global.u32 [%d0+56], %r7;\n"             \
    "ld.param.b64 %d8, [last];\nst.global.b64 [%d0+64], %d8;\n"                \
    "ret;\n}\n"

#define POINTERS                                                               \
    "ld.param.v2.u64 {%d1, %d2}, [s];\nst.global.u64 [%d2], 77;\n"             \
    "ret;\n}\n"

static void run_words(const char *before, const char *body, uint32_t *out,
                      unsigned count)
{
    struct ptx_run run = {.before = before,
                          .body = body,
                          .out = out,
                          .out_bytes = count * sizeof *out};
    memset(out, 0, count * sizeof *out);
    ptx_run(&run);
}

#define STORE_R0 "mad.wide.u32 %at, %gid, 4, %out;\nst.global.u32 [%at], %r0;\n"

/* A variable's name with an offset, a 32-bit address, a negative offset. */
void memory_addresses(void **state)
{
    uint32_t out[32];
    (void)state;
    run_words(".shared .align 4 .u32 a[4];\n.const .align 4 .u32 c[4] = "
              "{5, 6, 7, 8};\n.global .align 4 .u32 g[2] = {1000, 2000};\n",
              "mov.u32 %r1, a;\nadd.u32 %r1, %r1, 8;\n"
              "setp.eq.u32 %p0, %gid, 0;\n"
              "@%p0 st.shared.u32 [a+4], 10;\n@%p0 st.shared.u32 [a], 20;\n"
              "@%p0 st.shared.u32 [%r1], 30;\nbar.sync 0;\n"
              "ld.shared.u32 %r2, [%r1+-4];\nld.shared.u32 %r3, [a];\n"
              "ld.shared.u32 %r4, [a+8];\nld.const.u32 %r5, [c+12];\n"
              "ld.global.u32 %r6, [g+4];\nmov.u64 %d0, c;\n"
              "ld.const.u32 %r7, [%d0+4];\ncvta.const.u64 %d0, %d0;\n"
              "ld.u32 %r8, [%d0];\n"
              "mul.lo.u32 %r0, %r2, 2;\nmad.lo.u32 %r0, %r3, 3, %r0;\n"
              "mad.lo.u32 %r0, %r4, 5, %r0;\nmad.lo.u32 %r0, %r5, 7, %r0;\n"
              "add.u32 %r0, %r0, %r6;\nmad.lo.u32 %r0, %r7, 11, %r0;\n"
              "mad.lo.u32 %r0, %r8, 13, %r0;\n" STORE_R0,
              out, 32);
    for (unsigned l = 0; l < 32; l++)
        assert_int_equal(out[l], 10 * 2 + 20 * 3 + 30 * 5 + 8 * 7 + 2000 +
                                     6 * 11 + 5 * 13);
}

/* cvta and cvta.to are inverses; isspacep tells the spaces apart. */
void memory_windows(void **state)
{
    static const char *const spaces_of[] = {"global", "shared", "local",
                                            "const"};
    char body[2048];
    uint32_t out[32];
    (void)state;
    for (unsigned s = 0; s < 4; s++) {
        size_t at = (size_t)snprintf(
            body, sizeof body,
            ".local .align 4 .u32 of_local;\nmov.u64 %%d0, of_%s;\n"
            "cvta.%s.u64 %%d1, %%d0;\ncvta.to.%s.u64 %%d2, %%d1;\n"
            "setp.eq.u64 %%p0, %%d0, %%d2;\nselp.u32 %%r0, 1, 0, %%p0;\n",
            spaces_of[s], spaces_of[s], spaces_of[s]);
        for (unsigned k = 0; k < 4; k++)
            at += (size_t)snprintf(body + at, sizeof body - at,
                                   "isspacep.%s %%p1, %%d1;\n"
                                   "@%%p1 or.b32 %%r0, %%r0, %u;\n",
                                   spaces_of[k], 2u << k);
        snprintf(body + at, sizeof body - at, "%s", STORE_R0);
        run_words(".global .u32 of_global;\n.shared .u32 of_shared;\n"
                  ".const .u32 of_const;\n",
                  body, out, 32);
        /* Constant memory lies within the global window. */
        unsigned wanted = 1 | 2u << s | (s == 3 ? out[0] & 2 : 0);
        for (unsigned l = 0; l < 32; l++)
            assert_int_equal(out[l], wanted);
    }
}

/* ---- pieces, constants, prefetches -------------------------------------- */

void memory_pieces(void **state)
{
    uint64_t in[32], out[32][4];
    (void)state;
    for (unsigned l = 0; l < 32; l++)
        in[l] = random_bits();
    memset(out, 0, sizeof out);
    struct ptx_run run = {
        .body = "mad.wide.u32 %at, %gid, 8, %in;\nld.global.b64 %d0, [%at];\n"
                "mov.b64 {%r0, %r1}, %d0;\nmov.b64 %d1, {%r1, %r0};\n"
                "mov.b32 {%h0, %h1}, %r0;\nmov.b32 %r2, {%h1, %h0};\n"
                "mov.b64 {%h4, %h5, %h6, %h7}, %d0;\n"
                "mov.b64 %d2, {%h7, %h6, %h5, %h4};\n"
                "mov.b64 {_, %r3}, %d0;\nmov.b64 %d3, {%r3, 7};\n"
                "mad.wide.u32 %at, %gid, 32, %out;\n"
                "st.global.b64 [%at], %d1;\nst.global.b32 [%at+8], %r2;\n"
                "st.global.b64 [%at+16], %d2;\nst.global.b64 [%at+24], %d3;\n",
        .in = in,
        .in_bytes = sizeof in,
        .out = out,
        .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned l = 0; l < 32; l++) {
        uint64_t v = in[l],
                 h[4] = {v & 65535, v >> 16 & 65535, v >> 32 & 65535, v >> 48};
        assert_int_equal(out[l][0], v << 32 | v >> 32);
        assert_int_equal(out[l][1], h[0] << 16 | h[1]);
        assert_int_equal(out[l][2],
                         h[0] << 48 | h[1] << 32 | h[2] << 16 | h[3]);
        assert_int_equal(out[l][3], 7ull << 32 | v >> 32);
    }
}

void memory_literals(void **state)
{
    uint64_t out[32][6];
    (void)state;
    memset(out, 0, sizeof out);
    struct ptx_run run = {
        .body = "mad.wide.u32 %at, %gid, 48, %out;\n"
                "mov.f32 %r0, 0f3FC00000;\nst.global.f32 [%at], %r0;\n"
                "mov.f64 %d0, 0d3FF8000000000000;\n"
                "st.global.f64 [%at+8], %d0;\nmov.f32 %r1, 1.5;\n"
                "st.global.f32 [%at+16], %r1;\nmov.u16 %h0, -2;\n"
                "st.global.u16 [%at+24], %h0;\nmov.s64 %d1, -3;\n"
                "st.global.s64 [%at+32], %d1;\n"
                "st.global.u32 [%at+40], WARP_SZ;\n"
                "prefetch.global.L1 [%at];\nprefetch.L2 [%at];\n"
                "prefetchu.L1 [%at];\n",
        .out = out,
        .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned l = 0; l < 32; l++) {
        assert_int_equal(out[l][0], 0x3fc00000);
        assert_int_equal(out[l][1], 0x3ff8000000000000);
        assert_int_equal(out[l][2], 0x3fc00000);
        assert_int_equal(out[l][3], 0xfffe);
        assert_int_equal(out[l][4], (uint64_t)-3);
        assert_int_equal(out[l][5], 32);
    }
}

/* ---- parameters of the kernel ------------------------------------------- */

#define ENTRY_HEAD(params)                                                     \
    ".visible .entry k(.param .u64 in, .param .u64 out" params ")\n{\n"        \
    ".reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<20>;\n"                 \
    ".reg .b64 %d<20>;\nld.param.u64 %d0, [out];\n"

void memory_kernel_parameters(void **state)
{
    struct {
        uint8_t byte;
        int8_t small;
        uint16_t half;
        int32_t word;
        struct {
            double x;
            uint32_t y[3];
        } s;
        uint64_t last;
    } params = {200, -3, 40000, -5, {2.5, {7, 8, 9}}, 1ull << 40};
    uint64_t out[9] = {0};
    (void)state;
    struct ptx_run run = {.before = ENTRY_HEAD(PARAMS) LOADS,
                          .block = {1, 1, 1},
                          .params = &params,
                          .param_bytes = sizeof params,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    const uint64_t wanted[9] = {
        200, 0xfffffffd, 40000, (uint64_t)-5, bits_of_double(2.5),
        7,   8,          9,     1ull << 40};
    assert_memory_equal(out, wanted, sizeof out);
}

/* Two pointers loaded as one vector: stores through the second are its. */
void memory_pointers_in_struct(void **state)
{
    uint64_t bad, addresses[2], result = 0;
    (void)state;
    for (int i = 0; i < 2; i++)
        addresses[i] = memory_allocate(64, MEMORY_DEVICE, NULL);
    struct ptx_run run = {.before = ENTRY_HEAD(", .param .align 16 .b8 s[16]")
                              POINTERS,
                          .block = {1, 1, 1},
                          .params = addresses,
                          .param_bytes = sizeof addresses};
    ptx_run(&run);
    assert_true(memory_read(&result, addresses[1], 8, &bad));
    assert_int_equal(result, 77);
}

/* Whatever a kernel reads as parameters, it is not what lies around them. */
void memory_parameters_are_fenced(void **state)
{
    uint32_t out[1] = {1};
    (void)state;
    struct ptx_run run = {
        .before =
            ENTRY_HEAD("") "mov.u64 %d1, in;\nld.param.u32 %r1, [%d1-4];\n"
                           "st.global.u32 [%d0], %r1;\nret;\n}\n",
        .block = {1, 1, 1},
        .out = out,
        .out_bytes = sizeof out};
    ptx_launch(&run);
    assert_int_equal(out[0], 0);
    assert_true(ptx_refuses("st.param.u32 [in], %r0;"));
    assert_true(ptx_refuses("ld.global.u32 %r0, [in];"));
    assert_true(ptx_refuses("ld.u32 %r0, [in];"));
    assert_true(ptx_refuses("red.global.add.u32 [in], %r0;"));
    assert_true(ptx_refuses("{ .param .b32 p; st.param.u32 [p+4], %r0; }"));
    assert_true(ptx_refuses("{ .param .b32 p; ld.param.u64 %d0, [p]; }"));
    assert_true(ptx_refuses("{ .param .b32 p; st.param.u32 [p-4], %r0; }"));
}

/* ---- special registers -------------------------------------------------- */

struct specials {
    uint32_t tid[3], ntid[3], ctaid[3], nctaid[3];
    uint32_t lane, warp, mask[5], sizes[2], sm, sms;
};

#define STORE_SPECIAL(name, offset)                                            \
    "mov.u32 %r0, %" name ";\nst.global.u32 [%at+" #offset "], %r0;\n"

static void check_specials(const struct specials *s, unsigned i)
{
    unsigned thread = i % 60, block = i / 60, lane = thread % 32;
    uint32_t bit = 1u << lane;
    assert_int_equal(s->tid[0] + 5 * (s->tid[1] + 4 * s->tid[2]), thread);
    assert_true(s->tid[0] < 5 && s->tid[1] < 4 && s->tid[2] < 3);
    assert_int_equal(s->ctaid[0] + 2 * (s->ctaid[1] + 3 * s->ctaid[2]), block);
    assert_true(s->ctaid[0] < 2 && s->ctaid[1] < 3 && s->ctaid[2] < 2);
    assert_int_equal(s->ntid[0] * 10000 + s->ntid[1] * 100 + s->ntid[2], 50403);
    assert_int_equal(s->nctaid[0] * 10000 + s->nctaid[1] * 100 + s->nctaid[2],
                     20302);
    assert_int_equal(s->lane, lane);
    assert_int_equal(s->warp, thread / 32);
    assert_int_equal(s->mask[0], bit);
    assert_int_equal(s->mask[1], bit - 1);
    assert_int_equal(s->mask[2], bit - 1 + bit);
    assert_int_equal(s->mask[3], ~(bit - 1 + bit));
    assert_int_equal(s->mask[4], ~(bit - 1));
    assert_int_equal(s->sizes[0], 256);
    assert_true(s->sizes[1] >= 256);
    assert_true(s->sm < s->sms);
}

/* What cooperative groups find there is 0 in every block, and apart from the
 * kernel's own arrays. */
void memory_reserved_shared(void **state)
{
    static struct {
        uint32_t count, own;
    } out[64];
    (void)state;
    struct ptx_run run = {.body = ".shared .align 4 .b8 own[4];\n"
                                  "st.shared.u32 [own], 7;\n"
                                  "mov.u32 %r1, %reserved_smem_offset_1;\n"
                                  "red.shared.add.u32 [%r1], 1;\nbar.sync 0;\n"
                                  "ld.shared.u32 %r2, [%r1];\n"
                                  "ld.shared.u32 %r3, [own];\n"
                                  "mad.wide.u32 %at, %gid, 8, %out;\n"
                                  "st.global.v2.u32 [%at], {%r2, %r3};\n",
                          .grid = {2, 1, 1},
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned i = 0; i < 64; i++) {
        assert_int_equal(out[i].count, 32);
        assert_int_equal(out[i].own, 7);
    }
}

void memory_special_registers(void **state)
{
    static struct specials out[60 * 12];
    (void)state;
    struct ptx_run run = {
        .body =
            "mov.u32 %r1, %tid.y;\nmov.u32 %r2, %tid.z;\n"
            "mov.u32 %r3, %tid.x;\nmad.lo.u32 %r1, %r2, 4, %r1;\n"
            "mad.lo.u32 %r1, %r1, 5, %r3;\nmov.u32 %r2, %ctaid.z;\n"
            "mov.u32 %r3, %ctaid.y;\nmad.lo.u32 %r2, %r2, 3, %r3;\n"
            "mov.u32 %r3, %ctaid.x;\nmad.lo.u32 %r2, %r2, 2, %r3;\n"
            "mad.lo.u32 %r1, %r2, 60, %r1;\n"
            "mad.wide.u32 %at, %r1, 92, %out;\n" STORE_SPECIAL(
                "tid.x", 0) STORE_SPECIAL("tid.y", 4) STORE_SPECIAL("tid.z", 8)
                STORE_SPECIAL("ntid.x", 12) STORE_SPECIAL(
                    "ntid.y", 16) STORE_SPECIAL("ntid.z",
                                                20) STORE_SPECIAL("ctaid.x", 24)
                    STORE_SPECIAL("ctaid.y", 28) STORE_SPECIAL("ctaid.z", 32)
                        STORE_SPECIAL("nctaid.x", 36) STORE_SPECIAL(
                            "nctaid.y", 40) STORE_SPECIAL("nctaid.z", 44)
                            STORE_SPECIAL("laneid", 48) STORE_SPECIAL(
                                "warpid", 52) STORE_SPECIAL("lanemask_eq", 56)
                                STORE_SPECIAL("lanemask_lt", 60) STORE_SPECIAL(
                                    "lanemask_le",
                                    64) STORE_SPECIAL("lanemask_gt", 68)
                                    STORE_SPECIAL("lanemask_ge", 72)
                                        STORE_SPECIAL("dynamic_smem_size", 76)
                                            STORE_SPECIAL("total_smem_size", 80)
                                                STORE_SPECIAL("smid", 84)
                                                    STORE_SPECIAL("nsmid", 88),
        .grid = {2, 3, 2},
        .block = {5, 4, 3},
        .dynamic_shared = 256,
        .out = out,
        .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned i = 0; i < 60 * 12; i++)
        check_specials(&out[i], i);
    assert_true(ptx_refuses("mov.u16 %h0, %tid.x;"));
    assert_true(ptx_refuses("mov.u64 %d0, %tid.x;"));
    assert_true(ptx_refuses("mov.u32 %r0, %r1.x;"));
}

/* Time goes on. */
void memory_clocks(void **state)
{
    uint32_t out[32];
    (void)state;
    run_words(NULL,
              "mov.u32 %r1, %clock;\nmov.u64 %d1, %clock64;\n"
              "mov.u64 %d2, %globaltimer;\nmov.u32 %r2, %clock;\n"
              "mov.u64 %d3, %clock64;\nmov.u64 %d4, %globaltimer;\n"
              "nanosleep.u32 100;\npmevent 1;\ngriddepcontrol.wait;\n"
              "mov.u64 %d7, %gridid;\n"
              "setp.gt.u32 %p0, %r2, %r1;\nsetp.gt.u64 %p1, %d3, %d1;\n"
              "setp.ge.u64 %p2, %d4, %d2;\nand.pred %p0, %p0, %p1;\n"
              "and.pred %p0, %p0, %p2;\nselp.u32 %r0, 1, 0, %p0;\n" STORE_R0,
              out, 32);
    for (unsigned l = 0; l < 32; l++)
        assert_int_equal(out[l], 1);
}
