/*
 * ptx_harness.c - see ptx_harness.h.
 *
 * Idea: operands go through memory, so that every row costs one launch of a
 * few thousand lanes; each row runs twice in it, once for all lanes and once
 * guarded by a random predicate, where the other lanes must keep what they
 * had.
 */
#include "ptx_harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Findings are counted; PTXRUN_QUIET=0 prints them.  What does not end is
 * stopped soon. */
__attribute__((constructor)) static void be_quiet(void)
{
    setenv("PTXRUN_QUIET", "1", 0);
    setenv("PTXRUN_BUDGET", "3000000", 0);
}

/* ---- what was tested ---------------------------------------------------- */

enum { MAX_NAMES = 8192 };

static bool tested_ops[OP_COUNT];
static char *tested_names[MAX_NAMES];
static unsigned tested_name_count;

bool op_is_tested(unsigned op)
{
    return tested_ops[op];
}

bool op_name_is_tested(const char *name)
{
    for (unsigned i = 0; i < tested_name_count; i++)
        if (!strcmp(tested_names[i], name))
            return true;
    return false;
}

/* An opcode as written, and as ops.def writes it: without .rn. */
static void note_name(const char *text)
{
    char name[80];
    snprintf(name, sizeof name, "%s", text);
    char *rounding = strstr(name, ".rn.");
    if (rounding)
        memmove(rounding, rounding + 3, strlen(rounding + 3) + 1);
    const char *both[2] = {text, name};
    for (int i = 0; i < 2; i++) {
        if (op_name_is_tested(both[i]))
            continue;
        assert_true(tested_name_count < MAX_NAMES);
        tested_names[tested_name_count++] = strdup(both[i]);
    }
}

/* Arithmetic counts as tested where a row compares its result (only: its
 * opcode); the rest where a kernel of a test uses it. */
static bool is_arithmetic(unsigned op)
{
    static const bool arithmetic[] = {
#define U(id, name, class, D, A, v)           true,
#define B(id, name, class, D, A, B, v)        true,
#define T(id, name, class, D, A, B, C, v)     true,
#define F(id, name, class, kind, T, flops, v) true,
#define S(id, name, class, A, condition)      true,
#define M(id, name, class, v)                 true,
#define OP(id, name, class)                   false,
#include "code/ops.def"
    };
    return arithmetic[op];
}

static void note_code(const struct code *code, const char *only)
{
    for (uint32_t i = 0; i < code->insn_count; i++) {
        const struct insn_detail *detail = code->insns[i].detail;
        if (only ? strcmp(detail->text, only)
                 : is_arithmetic(code->insns[i].op))
            continue;
        tested_ops[code->insns[i].op] = true;
        note_name(detail->text);
    }
}

static void note_kernel(const struct kernel *kernel, const char *only)
{
    const struct program *program = kernel->program;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (program->functions[i])
            note_code(program->functions[i], only);
}

/* ---- kernels ------------------------------------------------------------ */

static const char before_kernel[] =
    ".version 8.4\n.target sm_90\n.address_size 64\n";
static const char head[] =
    "\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
    ".reg .pred %p<16>;\n.reg .b16 %h<40>;\n.reg .b32 %r<40>;\n"
    ".reg .b64 %d<40>;\n.reg .b64 %in, %out, %at;\n"
    ".reg .b32 %gid, %thread, %t;\n"
    "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n"
    "mov.u32 %thread, %tid.x;\nmov.u32 %gid, %ctaid.x;\n"
    "mov.u32 %t, %ntid.x;\nmad.lo.u32 %gid, %gid, %t, %thread;\n";

static char *module_text(const char *before, const char *body)
{
    size_t size = sizeof before_kernel + sizeof head + 64 +
                  (body ? strlen(body) : 0) + (before ? strlen(before) : 0);
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%s%s%s%s%s", before_kernel, before ? before : "",
             body ? head : "", body ? body : "", body ? "\nret;\n}\n" : "");
    return text;
}

static struct module *load(const char *before, const char *body)
{
    struct ptx_error error;
    char *text = module_text(before, body);
    struct module *module = module_load(text, &error);
    if (!module)
        fail_msg("%s\nline %u: %s", text, error.line, error.message);
    free(text);
    return module;
}

/* Device memory kept from launch to launch: freed addresses are not used
 * again. */
struct buffer {
    uint64_t address;
    size_t size;
};

static uint64_t buffer_fill(struct buffer *buffer, const void *from, size_t n)
{
    uint64_t bad;
    if (buffer->size < n || !buffer->address) {
        buffer->size = n > 65536 ? n : 65536;
        buffer->address = memory_allocate(buffer->size, MEMORY_DEVICE, NULL);
        assert_int_not_equal(buffer->address, 0);
        assert_true(memory_fill(buffer->address, 0, buffer->size, &bad));
    }
    if (n)
        assert_true(memory_write(buffer->address, from, n, &bad));
    return buffer->address;
}

static void take_time(struct ptx_run *run, struct launch *l,
                      enum launch_status status)
{
    run->timing = timing_of(
        run->timed,
        &(struct timing_launch){.program = l->kernel->program,
                                .block = l->block,
                                .shared_bytes = l->kernel->static_shared +
                                                l->dynamic_shared,
                                .tapes = l->tapes,
                                .counters = &l->counters,
                                .ended = status == LAUNCH_OK});
    tapes_free(l->tapes);
    l->tapes = NULL;
}

static enum launch_status launch(struct ptx_run *run, const char *only)
{
    static struct buffer in, out;
    uint64_t bad, params[64] = {buffer_fill(&in, run->in, run->in_bytes),
                                buffer_fill(&out, run->out, run->out_bytes)};
    if (run->param_bytes)
        memcpy(&params[2], run->params, run->param_bytes);
    struct module *module = load(run->before, run->body);
    const struct kernel *kernel = module_kernel(module, "k");
    if (!kernel->program) {
        diagnostics_flush();
        fail_msg("refused: %s\n%s", run->before ? run->before : "", run->body);
    }
    note_kernel(kernel, only);
    struct launch l = {.kernel = kernel,
                       .params = params,
                       .grid = {1, 1, 1},
                       .block = {32, 1, 1},
                       .dynamic_shared = run->dynamic_shared,
                       .cooperative = run->cooperative,
                       .recorded_for = run->timed      ? run->timed
                                       : run->recorded ? gpu_default()
                                                       : NULL};
    if (run->grid.x)
        l.grid = run->grid;
    if (run->block.x)
        l.block = run->block;
    enum launch_status status = launch_run(&l);
    run->counters = l.counters;
    if (run->timed)
        take_time(run, &l, status);
    run->tapes = l.tapes;
    if (run->out_bytes)
        assert_true(memory_read(run->out, out.address, run->out_bytes, &bad));
    module_unload(module);
    return status;
}

enum launch_status ptx_launch(struct ptx_run *run)
{
    return launch(run, NULL);
}

static void run_well(struct ptx_run *run, const char *only)
{
    uint64_t before = diagnostics_errors();
    enum launch_status status = launch(run, only);
    if (status != LAUNCH_OK || diagnostics_errors() != before)
        fail_msg("status %d, %llu errors found:\n%s", (int)status,
                 (unsigned long long)(diagnostics_errors() - before),
                 run->body ? run->body : run->before);
}

void ptx_run(struct ptx_run *run)
{
    run_well(run, NULL);
}

bool ptx_refuses(const char *body)
{
    struct module *module = load(NULL, body);
    bool refused = !module_kernel(module, "k")->program;
    diagnostics_flush();
    module_unload(module);
    return refused;
}

/* ---- numbers ------------------------------------------------------------ */

uint64_t random_bits(void)
{
    static uint64_t state = 88172645463325252ull;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 2685821657736338717ull;
}

float single_of_bits(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t bits_of_single(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Size of a finite half; 0x7c00 counts as the next one there would be. */
static double half_size(uint64_t magnitude)
{
    int exponent = (int)(magnitude >> 10);
    double fraction = (double)(magnitude & 1023);
    return exponent ? ldexp(1024 + fraction, exponent - 25)
                    : ldexp(fraction, -24);
}

double double_of_half(uint64_t half)
{
    uint64_t magnitude = half & 0x7fff;
    double size = magnitude > 0x7c00    ? NAN
                  : magnitude == 0x7c00 ? INFINITY
                                        : half_size(magnitude);
    return half & 0x8000 ? -size : size;
}

uint64_t half_of_double(double value, enum half_rounding rounding)
{
    if (isnan(value))
        return 0x7fff;
    uint64_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    if (isinf(size))
        return sign | 0x7c00;
    uint64_t low = 0, high = 0x7c00; /* size in [low, high) */
    if (size >= half_size(high))
        low = 0x7bff;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        *(half_size(middle) <= size ? &low : &high) = middle;
    }
    double below = size - half_size(low), above = half_size(high) - size;
    bool away = rounding == HALF_NEAREST
                    ? below > above || (below == above && (low & 1))
                : rounding == HALF_DOWN ? sign && below > 0
                : rounding == HALF_UP   ? !sign && below > 0
                                        : false;
    return sign | (away ? high : low);
}

/* ---- values worth trying ------------------------------------------------ */

static unsigned width_of(char letter)
{
    switch (letter) {
    case 'p': return 1;
    case 'h':
    case 'e': return 16;
    case 'd':
    case 'g': return 64;
    default: return 32;
    }
}

static uint64_t low_bits(uint64_t bits, unsigned width)
{
    return width == 64 ? bits : bits & ((1ull << width) - 1);
}

static uint64_t interesting_integer(unsigned width, unsigned n)
{
    static const uint64_t some[] = {0,
                                    1,
                                    2,
                                    3,
                                    5,
                                    7,
                                    8,
                                    15,
                                    16,
                                    31,
                                    32,
                                    33,
                                    63,
                                    64,
                                    65,
                                    100,
                                    127,
                                    128,
                                    255,
                                    256,
                                    0x7fff,
                                    0x8000,
                                    0xffff,
                                    0x10000,
                                    0xffffff,
                                    0x1000000,
                                    0x7fffffff,
                                    0x80000000,
                                    0xffffffff,
                                    0x100000000,
                                    0xaaaaaaaaaaaaaaaa,
                                    0x5555555555555555,
                                    0x123456789abcdef0};
    enum { COUNT = sizeof some / sizeof *some };
    uint64_t top = 1ull << (width - 1);
    if (n % 2)
        return low_bits(0 - some[n / 2 % COUNT], width);
    n = n / 2 % (COUNT + 4);
    return n < COUNT ? low_bits(some[n], width)
                     : low_bits(top + n - COUNT - 2, width);
}

static uint64_t interesting_double(unsigned n)
{
    static const double some[] = {0,
                                  0x1p-1074,
                                  0x1.8p-1060,
                                  0x1.fffffffffffffp-1023,
                                  0x1p-1022,
                                  0.5,
                                  1,
                                  0x1.0000000000001p0,
                                  1.5,
                                  2,
                                  2.5,
                                  3,
                                  10,
                                  0x1p31,
                                  0x1p32,
                                  0x1p52,
                                  0x1.8p52,
                                  0x1p53,
                                  0x1p63,
                                  0x1p64,
                                  0x1p1023,
                                  0x1.fffffffffffffp1023,
                                  INFINITY,
                                  NAN,
                                  0x1.000001p0,
                                  0x1.000003p-130,
                                  0x1p-150,
                                  127.5,
                                  255.5,
                                  32767.5,
                                  65535.5,
                                  65520,
                                  65519.99,
                                  0x1p-25,
                                  0x1.8p-24,
                                  2147483647.5,
                                  4294967295.5,
                                  0.1};
    enum { COUNT = sizeof some / sizeof *some };
    double value = some[n / 2 % COUNT];
    return bits_of_double(n % 2 ? -value : value);
}

static uint64_t interesting_single(unsigned n)
{
    static const float some[] = {0,
                                 0x1p-149f,
                                 0x1.8p-140f,
                                 0x1.fffffcp-127f,
                                 0x1p-126f,
                                 0x1.000002p-126f,
                                 0.5f,
                                 1,
                                 0x1.000002p0f,
                                 0x1.fffffep0f,
                                 1.5f,
                                 2,
                                 2.5f,
                                 3,
                                 10,
                                 0x1p23f,
                                 0x1.000002p23f,
                                 0x1p24f,
                                 0x1p31f,
                                 0x1p32f,
                                 0x1p63f,
                                 0x1p64f,
                                 0x1p127f,
                                 0x1.fffffep127f,
                                 INFINITY,
                                 NAN,
                                 127.5f,
                                 255.5f,
                                 32767.5f,
                                 65535.5f,
                                 65520,
                                 65519,
                                 0x1p-25f,
                                 0x1.8p-24f,
                                 0.1f,
                                 0x1p-75f,
                                 0x1p64f};
    enum { COUNT = sizeof some / sizeof *some };
    float value = some[n / 2 % COUNT];
    return bits_of_single(n % 2 ? -value : value);
}

static uint64_t interesting_half(unsigned n)
{
    static const uint16_t some[] = {0,      1,      2,      0x3ff,  0x400,
                                    0x401,  0x3800, 0x3bff, 0x3c00, 0x3c01,
                                    0x3e00, 0x4000, 0x4100, 0x4200, 0x6400,
                                    0x6800, 0x7800, 0x7bff, 0x7c00, 0x7e00};
    enum { COUNT = sizeof some / sizeof *some };
    return some[n / 2 % COUNT] | (n % 2 ? 0x8000u : 0u);
}

uint64_t interesting(char letter, unsigned n)
{
    switch (letter) {
    case 'p': return n & 1;
    case 'e': return interesting_half(n);
    case 'x': return interesting_half(n) | interesting_half(n / 7 + 3) << 16;
    case 'f': return interesting_single(n);
    case 'g': return interesting_double(n);
    default: return interesting_integer(width_of(letter), n);
    }
}

/* Random, of any size: floats near each other, small integers. */
static uint64_t random_value(char letter)
{
    uint64_t bits = random_bits();
    unsigned shape = (unsigned)(random_bits() % 4);
    if (letter == 'f' && shape)
        return bits_of_single(
            ldexpf((float)(int32_t)bits, (int)(bits >> 40 & 31) - 40));
    if (letter == 'g' && shape)
        return bits_of_double(
            ldexp((double)(int64_t)bits, (int)(bits & 63) - 60));
    if ((letter == 'h' || letter == 'r' || letter == 'd') && !shape)
        bits >>= bits & 63;
    return low_bits(bits, width_of(letter));
}

/* ---- rows --------------------------------------------------------------- */

enum {
    ROW_BLOCK = 100, /* the last warp of a block has 4 lanes */
    ROW_BLOCKS = 52,
    ROW_LANES = ROW_BLOCK * ROW_BLOCKS,
    PAIRS = 72, /* of the first two operands, every one with every one */
    MAX_SOURCES = 4
};

struct lane_in {
    uint64_t operand[MAX_SOURCES], guard;
};

struct lane_out {
    uint64_t full, partial;
};

static const char *register_of(char letter)
{
    switch (width_of(letter)) {
    case 1: return "%p";
    case 16: return "%h";
    case 32: return "%r";
    default: return "%d";
    }
}

/* Appends what loads or stores one value of the row. */
static int load_value(char *text, size_t room, char letter, int number)
{
    unsigned width = width_of(letter);
    if (width == 1)
        return snprintf(text, room,
                        "ld.global.u32 %%r30, [%%at+%d];\n"
                        "setp.ne.u32 %%p%d, %%r30, 0;\n",
                        8 * (number - 1), number);
    return snprintf(text, room, "ld.global.b%u %s%d, [%%at+%d];\n", width,
                    register_of(letter), number, 8 * (number - 1));
}

static int store_value(char *text, size_t room, char letter, int number,
                       int offset)
{
    unsigned width = width_of(letter);
    if (width == 1)
        return snprintf(text, room,
                        "selp.u32 %%r30, 1, 0, %%p%d;\n"
                        "st.global.u32 [%%at+%d], %%r30;\n",
                        number, offset);
    return snprintf(text, room, "st.global.b%u [%%at+%d], %s%d;\n", width,
                    offset, register_of(letter), number);
}

static int source_count(const struct op_row *row)
{
    return (int)strcspn(row->shape + 2, "#");
}

/* What stands behind the '#', if there is one. */
static uint64_t immediate_of(const struct op_row *row)
{
    const char *mark = strchr(row->shape, '#');
    return mark ? strtoull(mark + 1, NULL, 0) : 0;
}

static int the_instruction(char *text, size_t room, const struct op_row *row,
                           int destination)
{
    int at = snprintf(text, room, "%s %s%d", row->opcode,
                      register_of(row->shape[0]), destination);
    for (int i = 0; i < source_count(row); i++)
        at += snprintf(text + at, room - (size_t)at, ", %s%d",
                       register_of(row->shape[2 + i]), i + 1);
    if (strchr(row->shape, '#'))
        at += snprintf(text + at, room - (size_t)at, ", %llu",
                       (unsigned long long)immediate_of(row));
    return at + snprintf(text + at, room - (size_t)at, ";\n");
}

#define APPEND(call) at += call(text + at, room - (size_t)at

/* Destinations are registers 5 (all lanes) and 6 (some). */
static void row_body(char *text, size_t room, const struct op_row *row)
{
    char letter = row->shape[0];
    const char *reg = register_of(letter);
    int at = snprintf(text, room,
                      "mad.wide.u32 %%at, %%gid, 40, %%in;\n"
                      "ld.global.u32 %%r31, [%%at+32];\n"
                      "setp.ne.u32 %%p15, %%r31, 0;\n");
    for (int i = 0; i < source_count(row); i++)
        APPEND(load_value), row->shape[2 + i], i + 1);
    if (width_of(letter) == 1)
        APPEND(snprintf), "setp.eq.u32 %%p6, 0, 0;\n");
    else
        APPEND(snprintf), "mov.b%u %s6, 23130;\n", width_of(letter), reg);
    APPEND(the_instruction), row, 5);
    APPEND(snprintf), "@%%p15 ");
    APPEND(the_instruction), row, 6);
    APPEND(snprintf), "mad.wide.u32 %%at, %%gid, 16, %%out;\n");
    APPEND(store_value), letter, 5, 0);
    APPEND(store_value), letter, 6, 8);
}

static void choose_operands(const struct op_row *row, struct lane_in *in)
{
    for (unsigned l = 0; l < ROW_LANES; l++) {
        const char *sources = row->shape + 2;
        bool all_pairs = l < PAIRS * PAIRS && random_bits() % 8;
        for (int i = 0; i < source_count(row); i++) {
            unsigned n = i == 0   ? l % PAIRS
                         : i == 1 ? l / PAIRS
                                  : (unsigned)(random_bits() % 97);
            in[l].operand[i] = all_pairs ? interesting(sources[i], n)
                                         : random_value(sources[i]);
        }
        if (source_count(row) < MAX_SOURCES)
            in[l].operand[source_count(row)] = immediate_of(row);
        in[l].guard = random_bits() & 1;
    }
}

static bool is_nan(char letter, uint64_t bits)
{
    switch (letter) {
    case 'e': return (bits & 0x7fff) > 0x7c00;
    case 'f': return (bits & 0x7fffffff) > 0x7f800000;
    case 'g': return (bits << 1) > 0xffe0000000000000;
    default: return false;
    }
}

static bool agree(char letter, uint64_t got, uint64_t wanted)
{
    if (letter == 'x')
        return agree('e', got & 0xffff, wanted & 0xffff) &&
               agree('e', got >> 16, wanted >> 16);
    return got == wanted || (is_nan(letter, got) && is_nan(letter, wanted));
}

static void check_lane(const struct op_row *row, const struct lane_in *in,
                       const struct lane_out *out)
{
    char letter = row->shape[0];
    unsigned width = width_of(letter);
    const uint64_t *v = in->operand;
    uint64_t wanted = row->expect
                          ? low_bits(row->expect(v[0], v[1], v[2], v[3]), width)
                          : out->full;
    uint64_t kept = width == 1 ? 1 : 23130;
    bool right = row->near ? row->near(out->full, v[0], v[1])
                           : agree(letter, out->full, wanted);
    if (!right)
        fail_msg("%s of %llx, %llx, %llx, %llx: %llx, not %llx", row->opcode,
                 (unsigned long long)v[0], (unsigned long long)v[1],
                 (unsigned long long)v[2], (unsigned long long)v[3],
                 (unsigned long long)out->full, (unsigned long long)wanted);
    if (!agree(letter, out->partial, in->guard ? out->full : kept))
        fail_msg("%s guarded by %d: %llx, and %llx with all lanes", row->opcode,
                 (int)in->guard, (unsigned long long)out->partial,
                 (unsigned long long)out->full);
}

static void row_check(const struct op_row *row)
{
    static struct lane_in in[ROW_LANES];
    static struct lane_out out[ROW_LANES];
    char body[2048];
    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    choose_operands(row, in);
    row_body(body, sizeof body, row);
    struct ptx_run run = {.body = body,
                          .grid = {ROW_BLOCKS, 1, 1},
                          .block = {ROW_BLOCK, 1, 1},
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    run_well(&run, row->opcode);
    for (unsigned l = 0; l < ROW_LANES; l++)
        check_lane(row, &in[l], &out[l]);
}

void op_rows_check(const struct op_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        row_check(&rows[i]);
}
