/*
 * test_parse.c - what the parser makes of each construct, what it says of
 * wrong text, and that hostile text does no harm.
 */
#include "ptx/ptx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "corpus.h"

#define HEADER ".version 7.0\n.target sm_75\n.address_size 64\n"

static struct ptx_module *parsed(const char *text)
{
    struct ptx_error error;
    struct ptx_module *module = ptx_parse(text, &error);
    if (!module)
        fail_msg("%u:%u: %s", error.line, error.column, error.message);
    return module;
}

/* A module of these declarations. */
static struct ptx_module *declared(const char *declarations)
{
    char text[4096];
    snprintf(text, sizeof text, HEADER "%s", declarations);
    return parsed(text);
}

/* A module whose first function is an entry k with this body. */
static struct ptx_module *with_body(const char *body)
{
    char text[4096];
    snprintf(text, sizeof text, HEADER ".entry k()\n{\n%s\n}\n", body);
    return parsed(text);
}

/* ---- the module --------------------------------------------------------- */

static void header(void **state)
{
    (void)state;
    struct ptx_module *module = parsed("//\n// Generated\n//\n"
                                       ".version 8.4\n.target sm_90a, debug\n"
                                       ".address_size 64\n");
    assert_int_equal(module->version, 84);
    assert_int_equal(module->target_sm, 90);
    assert_int_equal(module->func_count, 0);
    assert_int_equal(module->var_count, 0);
    ptx_free(module);
    ptx_free(NULL);
}

static void files_are_numbered(void **state)
{
    (void)state;
    struct ptx_module *module =
        declared(".file 3 \"b.cu\", 1700000000, 12\n.file 1 \"/a/a.cu\"\n"
                 ".section .debug_str\n{\n$L:\n.b8 1,2 { .b8 3 }\n}\n");
    assert_int_equal(module->file_count, 4);
    assert_string_equal(module->files[1], "/a/a.cu");
    assert_string_equal(module->files[2], "?");
    assert_string_equal(module->files[3], "b.cu");
    ptx_free(module);
}

/* As clang and nvcc write a folder that is not named in plain ASCII. */
static void escapes_in_names_of_files_are_characters(void **state)
{
    (void)state;
    struct ptx_module *module = declared(
        ".file 1 \"/f\\303\\2668 \\345\\255\\246 & it's/\\\"\\\\.cu\"\n"
        ".file 2 \"\"\n");
    assert_string_equal(module->files[1], "/f\xc3\xb6"
                                          "8 \xe5\xad\xa6 & it's/\"\\.cu");
    assert_string_equal(module->files[2], "");
    ptx_free(module);
}

static void types_have_names_and_sizes(void **state)
{
    (void)state;
    assert_string_equal(ptx_type_name(PTX_S32), "s32");
    assert_string_equal(ptx_type_name(PTX_BF16X2), "bf16x2");
    assert_int_equal(ptx_type_size(PTX_NO_TYPE), 0);
    assert_int_equal(ptx_type_size(PTX_PRED), 0);
    assert_int_equal(ptx_type_size(PTX_F16), 2);
    assert_int_equal(ptx_type_size(PTX_B128), 16);
    for (int i = 0; i < PTX_TYPE_COUNT; i++)
        assert_non_null(ptx_type_name((enum ptx_type)i));
}

/* ---- variables ---------------------------------------------------------- */

static void variables(void **state)
{
    (void)state;
    struct ptx_module *module =
        declared(".visible .const .align 4 .b8 table[16];\n"
                 ".global .align 8 .u64 pointer;\n"
                 ".extern .shared .align 16 .b8 tile[];\n"
                 ".global .attribute(.managed) .align 4 .f32 a, b[3];\n"
                 ".global .v4 .f32 v;\n"
                 ".shared .s16 m[4][5];\n");
    static const struct ptx_var expected[] = {
        {"table", PTX_CONST, PTX_B8, 4, 16, .is_array = true},
        {"pointer", PTX_GLOBAL, PTX_U64, 8, 1, .is_array = false},
        {"tile", PTX_SHARED, PTX_B8, 16, 0, true, .is_extern = true},
        {"a", PTX_GLOBAL, PTX_F32, 4, 1, .is_array = false},
        {"b", PTX_GLOBAL, PTX_F32, 4, 3, .is_array = true},
        {"v", PTX_GLOBAL, PTX_F32, 16, 4, .is_array = false},
        {"m", PTX_SHARED, PTX_S16, 2, 20, .is_array = true},
    };
    assert_int_equal(module->var_count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < module->var_count; i++) {
        const struct ptx_var *var = &module->vars[i];
        assert_string_equal(var->name, expected[i].name);
        assert_int_equal(var->space, expected[i].space);
        assert_int_equal(var->type, expected[i].type);
        assert_int_equal(var->align, expected[i].align);
        assert_int_equal(var->count, expected[i].count);
        assert_int_equal(var->is_array, expected[i].is_array);
        assert_int_equal(var->is_extern, expected[i].is_extern);
        assert_null(var->init);
    }
    ptx_free(module);
}

static void assert_init(struct ptx_init got, uint64_t bits, const char *symbol)
{
    assert_int_equal(got.bits, bits);
    if (symbol)
        assert_string_equal(got.symbol, symbol);
    else
        assert_null(got.symbol);
}

static void initialisers(void **state)
{
    (void)state;
    struct ptx_module *module =
        declared(".global .u32 n = 7;\n"
                 ".global .b8 s[] = {104, 105, 0};\n"
                 ".global .s32 m[2][2] = {{-1, 0}, {0x10, 1}};\n"
                 ".global .u64 p[3] = {generic(n)+8, f, n+4};\n"
                 ".global .b8 q[9] = {0xff(n), 0xFF00(generic(n)), 5};\n"
                 ".global .f32 x[3] = {0f3F800000, -1.0, 2.5};\n"
                 ".global .f64 y = 0f3F800000;\n");
    const struct ptx_var *var = module->vars;
    assert_int_equal(var[0].init_count, 1);
    assert_init(var[0].init[0], 7, NULL);

    assert_int_equal(var[1].count, 3); /* the open array is closed */
    assert_int_equal(var[1].init_count, 3);

    assert_int_equal(var[2].init_count, 4);
    assert_init(var[2].init[0], UINT64_MAX, NULL);
    assert_init(var[2].init[2], 16, NULL);

    assert_init(var[3].init[0], 8, "n");
    assert_true(var[3].init[0].generic);
    assert_init(var[3].init[1], 0, "f");
    assert_init(var[3].init[2], 4, "n");
    assert_false(var[3].init[2].generic);

    assert_int_equal(var[4].init_count, 3); /* the rest is zero */
    assert_init(var[4].init[0], 0, "n");
    assert_true(var[4].init[0].one_byte);
    assert_int_equal(var[4].init[0].byte_shift, 0);
    assert_int_equal(var[4].init[1].byte_shift, 1);
    assert_true(var[4].init[1].generic);
    assert_false(var[4].init[2].one_byte);

    assert_init(var[5].init[0], 0x3F800000, NULL);
    assert_init(var[5].init[1], 0xBF800000, NULL);
    assert_init(var[5].init[2], 0x40200000, NULL);
    assert_init(var[6].init[0], 0x3FF0000000000000, NULL);
    ptx_free(module);
}

static void definitions_replace_declarations(void **state)
{
    (void)state;
    struct ptx_module *module =
        declared(".extern .global .u32 n;\n.global .u32 n = 3;\n"
                 ".extern .global .u32 n;\n"
                 ".func f();\n.func f() { ret; }\n.func f();\n");
    assert_int_equal(module->var_count, 1);
    assert_int_equal(module->vars[0].init_count, 1);
    assert_int_equal(module->func_count, 1);
    assert_false(module->funcs[0].is_extern);
    assert_int_equal(module->funcs[0].insn_count, 1);
    ptx_free(module);
}

/* ---- several units ------------------------------------------------------ */

/* Two modules in a row, of these declarations. */
static struct ptx_module *linked(const char *first, const char *second)
{
    char text[4096];
    snprintf(text, sizeof text, HEADER "%s" HEADER "%s", first, second);
    return parsed(text);
}

static void extern_names_meet_their_definitions(void **state)
{
    (void)state;
    struct ptx_module *module = linked(
        ".extern .func f();\n.extern .global .align 8 .u32 n;\n"
        ".extern .shared .align 16 .b8 s[];\n.entry k() { call f; ret; }\n",
        ".visible .global .u32 n = 3;\n.extern .shared .align 4 .b8 s[];\n"
        ".visible .func f() { ret; ret; }\n");
    assert_int_equal(module->func_count, 2);
    assert_int_equal(module->funcs[0].insn_count, 2);
    assert_int_equal(module->var_count, 2);
    assert_int_equal(module->vars[0].init_count, 1);
    assert_int_equal(module->vars[0].align, 8);
    assert_true(module->vars[1].is_extern);
    assert_int_equal(module->vars[1].align, 16);
    ptx_free(module);
}

static void private_names_are_of_their_unit(void **state)
{
    (void)state;
    struct ptx_module *module =
        linked(".global .u32 n = 1;\n.func f() { ret; }\n"
               ".visible .entry a() { call f; mov.u64 %d, n; ret; }\n",
               ".func f() { ret; ret; }\n.global .u32 n = 2;\n"
               ".visible .entry b() { call f; mov.u64 %d, n; ret; }\n");
    assert_int_equal(module->var_count, 2);
    assert_int_equal(module->func_count, 4);
    for (int i = 0; i < 2; i++) {
        const struct ptx_func *kernel = &module->funcs[i == 0 ? 1 : 3];
        const struct ptx_func *callee = &module->funcs[i == 0 ? 0 : 2];
        assert_string_equal(callee->sig.name, "f");
        assert_int_equal(callee->insn_count, i + 1);
        assert_ptr_equal(kernel->insns[0].operands[0].name, callee->sig.name);
        assert_string_equal(module->vars[i].name, "n");
        assert_ptr_equal(kernel->insns[1].operands[1].name,
                         module->vars[i].name);
    }
    assert_ptr_not_equal(module->vars[0].name, module->vars[1].name);
    ptx_free(module);
}

/* As nvcc writes inline functions; and C's tentative definitions. */
static void of_weak_names_one_stands(void **state)
{
    (void)state;
    struct ptx_module *module =
        linked(".weak .func f() { ret; }\n.weak .func g() { ret; }\n"
               ".common .global .b8 c[4];\n.weak .const .u32 w = 1;\n",
               ".weak .func f() { ret; ret; }\n"
               ".visible .func g() { ret; ret; }\n"
               ".common .global .b8 c[8];\n.weak .const .u32 w = 2;\n");
    assert_int_equal(module->func_count, 2);
    assert_int_equal(module->funcs[0].insn_count, 1);
    assert_int_equal(module->funcs[1].insn_count, 2);
    assert_int_equal(module->var_count, 2);
    assert_int_equal(module->vars[0].count, 8);
    assert_int_equal(module->vars[1].init[0].bits, 1);
    ptx_free(module);
}

static void files_are_numbered_by_unit(void **state)
{
    (void)state;
    static const char body[] =
        ".file 1 \"%s\"\n.visible .entry %s() { .loc 1 7 2\nret; }\n";
    char first[200], second[200];
    snprintf(first, sizeof first, body, "a.cu", "a");
    snprintf(second, sizeof second, body, "b.cu", "b");
    struct ptx_module *module = linked(first, second);
    for (int i = 0; i < 2; i++)
        assert_string_equal(ptx_file(module, module->funcs[i].loc.file),
                            i == 0 ? "a.cu" : "b.cu");
    ptx_free(module);
}

/* ---- functions ---------------------------------------------------------- */

static void signatures(void **state)
{
    (void)state;
    struct ptx_module *module =
        declared(".visible .entry k(\n\t.param .u64 .ptr .global .align 16 p,\n"
                 "\t.param .align 8 .b8 s[12]\n)\n"
                 ".maxntid 256, 2, 1\n.minnctapersm 2\n{\n\tret;\n}\n"
                 ".extern .func (.param .b32 r) vprintf\n(\n\t.param .b64 a,\n"
                 "\t.param .b64 b\n)\n;\n"
                 ".weak .func (.reg .b32 r) f(.reg .f32 a) .noreturn { ret; }\n"
                 ".entry plain .reqntid 32 { }\n");
    const struct ptx_func *func = module->funcs;
    assert_int_equal(module->func_count, 4);

    assert_string_equal(func[0].sig.name, "k");
    assert_true(func[0].is_entry);
    assert_int_equal(func[0].max_threads, 512);
    assert_int_equal(func[0].required_threads, 0);
    assert_int_equal(func[0].sig.param_count, 2);
    assert_true(func[0].sig.params[0].is_pointer);
    assert_int_equal(func[0].sig.params[0].align, 8); /* not the target's */
    assert_int_equal(func[0].sig.params[1].align, 8);
    assert_int_equal(func[0].sig.params[1].count, 12);
    assert_int_equal(func[0].text_line, 4);

    assert_true(func[1].is_extern);
    assert_false(func[1].is_entry);
    assert_int_equal(func[1].sig.result_count, 1);
    assert_int_equal(func[1].sig.results[0].space, PTX_PARAM);
    assert_int_equal(func[1].sig.param_count, 2);

    assert_true(func[2].is_weak);
    assert_int_equal(func[2].sig.results[0].space, PTX_REG);
    assert_int_equal(func[2].sig.params[0].type, PTX_F32);

    assert_int_equal(func[3].required_threads, 32);
    assert_int_equal(func[3].insn_count, 0);
    ptx_free(module);
}

static void an_alias_shares_the_body(void **state)
{
    (void)state;
    struct ptx_module *module =
        declared(".func g();\n.alias g, f;\n"
                 ".func f() { .loc 1 5 2 ret; }\n.file 1 \"a.cu\"\n");
    assert_int_equal(module->func_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(module->funcs[i].insn_count, 1);
        assert_int_equal(module->funcs[i].insns[0].loc.line, 5);
    }
    assert_string_equal(module->funcs[0].sig.name, "g");
    ptx_free(module);
}

static void registers(void **state)
{
    (void)state;
    struct ptx_module *module =
        with_body(".reg .pred \t%p<3>;\n.reg .b64 %SP, %rd<2>;\n"
                  ".reg .v4 .f32 %v;\n.reg .b16 none<0>;\n"
                  ".reg.b32 near;");
    const struct ptx_func *func = &module->funcs[0];
    static const struct ptx_reg expected[] = {
        {"%p", PTX_PRED, 3}, {"%SP", PTX_B64, 0},  {"%rd", PTX_B64, 2},
        {"%v", PTX_F32, 0},  {"near", PTX_B32, 0},
    };
    assert_int_equal(func->reg_count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < func->reg_count; i++) {
        assert_string_equal(func->regs[i].name, expected[i].name);
        assert_int_equal(func->regs[i].type, expected[i].type);
        assert_int_equal(func->regs[i].count, expected[i].count);
    }
    ptx_free(module);
}

static void labels_and_targets(void **state)
{
    (void)state;
    struct ptx_module *module =
        with_body("ts: .branchtargets A, B;\nbrx.idx %r1, ts;\nA:\nB: ret;\n"
                  "fs: .calltargets f, g;\n"
                  "proto: .callprototype (.param .b32 _) _ (.param .b64 _);\n"
                  "END:\n");
    const struct ptx_func *func = &module->funcs[0];
    assert_int_equal(func->target_count, 2);
    assert_string_equal(func->targets[0].name, "ts");
    assert_int_equal(func->targets[0].count, 2);
    assert_string_equal(func->targets[0].labels[1], "B");
    assert_string_equal(func->targets[1].labels[0], "f");
    assert_int_equal(func->label_count, 3);
    assert_string_equal(func->labels[0].name, "A");
    assert_int_equal(func->labels[0].at, 1);
    assert_int_equal(func->labels[1].at, 1);
    assert_int_equal(func->labels[2].at, 2); /* the end of the body */
    assert_int_equal(func->var_count, 0);    /* a prototype declares none */
    ptx_free(module);
}

/* ---- instructions ------------------------------------------------------- */

/* Writes an operand back as text; what it appends to has room. */
static void append(char *out, const struct ptx_operand *operand)
{
    static const char *const open[] = {[PTX_OPND_VECTOR] = "{",
                                       [PTX_OPND_LIST] = "(",
                                       [PTX_OPND_PAIR] = "<",
                                       [PTX_OPND_ADDRESS] = "["};
    out += strlen(out);
    if (operand->negated)
        out += sprintf(out, "!");
    if (operand->kind == PTX_OPND_DISCARD)
        out += sprintf(out, "_");
    if (operand->kind >= PTX_OPND_ADDRESS && operand->kind <= PTX_OPND_PAIR)
        out += sprintf(out, "%s", open[operand->kind]);
    if (operand->kind == PTX_OPND_FLOAT)
        out += sprintf(out, "%s:", ptx_type_name(operand->type));
    if (operand->name)
        out += sprintf(out, "%s", operand->name);
    if (operand->component)
        out += sprintf(out, ".%c", operand->component);
    if (operand->bits || operand->kind == PTX_OPND_INT)
        out += sprintf(out, "#%llx", (unsigned long long)operand->bits);
    for (uint32_t i = 0; i < operand->list_count; i++) {
        strcat(out, " ");
        append(out, &operand->list[i]);
    }
}

/* The first instruction of a body, written back. */
static void assert_insn(const char *body, const char *expected)
{
    char got[512] = "";
    struct ptx_module *module = with_body(body);
    const struct ptx_insn *insn = &module->funcs[0].insns[0];
    if (insn->guard)
        sprintf(got, "@%s%s ", insn->guard_negated ? "!" : "", insn->guard);
    strcat(got, insn->opcode);
    for (unsigned i = 0; i < insn->operand_count; i++) {
        strcat(got, ", ");
        append(got, &insn->operands[i]);
    }
    assert_string_equal(got, expected);
    ptx_free(module);
}

static void operands(void **state)
{
    (void)state;
    assert_insn("ret;", "ret");
    assert_insn("@%p1 bra L;", "@%p1 bra, L");
    assert_insn("@!%p1 bra.uni L;", "@!%p1 bra.uni, L");
    assert_insn("add.s32 %r1, %r2, -1;",
                "add.s32, %r1, %r2, #ffffffffffffffff");
    assert_insn("mov.u32 %r1, %tid.x;", "mov.u32, %r1, %tid.x");
    assert_insn("mov.f32 %f1, %v.r;", "mov.f32, %f1, %v.x");
    assert_insn("mov.u32 %r1, %v.w;", "mov.u32, %r1, %v.w");
    assert_insn("mov.u64 %rd1, sym+4;", "mov.u64, %rd1, sym#4");
    assert_insn("mov.u32 %r1, WARP_SZ;", "mov.u32, %r1, #20");
    assert_insn("mov.pred %p1, 1;", "mov.pred, %p1, #1");
    assert_insn("mov.f32 %f1, 0f3F800000;", "mov.f32, %f1, f32:#3f800000");
    assert_insn("mov.f64 %fd1, -0d3FF0000000000000;",
                "mov.f64, %fd1, f64:#bff0000000000000");
    assert_insn("mov.f32 %f1, -1.5;", "mov.f32, %f1, f64:#bff8000000000000");
    assert_insn("ld.global.f32 %f1, [%rd1+-8];",
                "ld.global.f32, %f1, [%rd1#fffffffffffffff8");
    assert_insn("ld.global.f32 %f1, [%rd1-8];",
                "ld.global.f32, %f1, [%rd1#fffffffffffffff8");
    assert_insn("ld.global.u32 %r1, [sym+12];", "ld.global.u32, %r1, [sym#c");
    assert_insn("ld.shared.u32 %r1, [16];", "ld.shared.u32, %r1, [#10");
    assert_insn("ld.param.u32 %r1, [a];", "ld.param.u32, %r1, [a");
    assert_insn("ld.v4.f32 {%f1, _, %f3, %f4}, [%rd1];",
                "ld.v4.f32, { %f1 _ %f3 %f4, [%rd1");
    assert_insn("mov.b64 {%r1, %r2}, %rd1;", "mov.b64, { %r1 %r2, %rd1");
    assert_insn("shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1;",
                "shfl.sync.down.b32, < %r1 %p1, %r2, #10, #1f, "
                "#ffffffffffffffff");
    assert_insn("setp.lt.and.s32 %p1|_, %r1, 0x10U, !%p2;",
                "setp.lt.and.s32, < %p1 _, %r1, #10, !%p2");
    assert_insn("call.uni (r), f, (a, b);", "call.uni, ( r, f, ( a b");
    assert_insn("call f, ();", "call, f, (");
    assert_insn("tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1, %r2}];",
                "tex.2d.v4.f32.s32, { %f1 %f2 %f3 %f4, [%rd1 { %r1 %r2");
}

static void instructions_know_their_line(void **state)
{
    (void)state;
    struct ptx_module *module = with_body("\n  ret;\n\n@%p1 exit;");
    assert_int_equal(module->funcs[0].insns[0].text_line, 7);
    assert_int_equal(module->funcs[0].insns[1].text_line, 9);
    ptx_free(module);
}

static void places_come_from_loc(void **state)
{
    (void)state;
    struct ptx_module *module = declared(
        ".func f()\n{\n.loc 1 4 0\n.shared .b32 s;\n"
        ".loc 2 9 1, function_name $L__info_string0+16, inlined_at 1 5 7\n"
        "nop;\n.loc 1 0 3\nnop;\n.loc 1 8 2\nret;\n}\n"
        ".global .u32 n;\n"
        ".func g() { ret; }\n"
        ".file 1 \"a.cu\"\n.file 2 \"/usr/local/cuda/include/a.hpp\"\n");
    const struct ptx_func *f = &module->funcs[0];
    assert_int_equal(f->vars[0].loc.line, 4);
    assert_int_equal(f->insns[0].loc.file, 1);
    assert_int_equal(f->insns[0].loc.line, 5);
    assert_int_equal(f->insns[0].loc.column, 7);
    assert_int_equal(f->insns[1].loc.line, 5); /* line 0: as before */
    assert_int_equal(f->insns[2].loc.line, 8);
    assert_int_equal(f->loc.line, 5);
    assert_int_equal(module->funcs[1].insns[0].loc.line, 0);
    assert_int_equal(module->vars[0].loc.line, 0);
    ptx_free(module);
}

/* ---- scopes ------------------------------------------------------------- */

static const char *operand_name(const struct ptx_module *module, int insn,
                                int operand)
{
    return module->funcs[0].insns[insn].operands[operand].name;
}

static void inner_names_hide_outer_ones(void **state)
{
    (void)state;
    struct ptx_module *module =
        with_body(".reg .b32 x;\n"
                  "inc x;\n"
                  "{ .reg .b32 x; inc x; { .reg .b32 x; @x inc [x]; }\n"
                  "inc x; }\n"
                  "{ .param .b32 x; inc x; }\n"
                  "inc x;");
    static const char *const names[] = {"x", "x@1", "x@2", "x@1", "x@3", "x"};
    for (int i = 0; i < 6; i++)
        assert_string_equal(operand_name(module, i, 0), names[i]);
    const struct ptx_func *func = &module->funcs[0];
    assert_string_equal(func->insns[2].guard, "x@2");
    assert_string_equal(func->regs[0].name, "x");
    assert_string_equal(func->regs[1].name, "x@1");
    assert_string_equal(func->regs[2].name, "x@2");
    assert_string_equal(func->vars[0].name, "x@3");
    /* Equal names are equal pointers. */
    assert_ptr_equal(func->regs[1].name, operand_name(module, 3, 0));
    ptx_free(module);
}

static void ranges_hide_register_by_register(void **state)
{
    (void)state;
    struct ptx_module *module =
        with_body(".reg .b32 %r<20>;\n"
                  "{ .reg .b32 %r<10>, %r1<5>; inc %r9, %r10, %r14, %r15; \n"
                  "inc %r01, %r, %r1; { .reg .b32 %r9; inc %r9; } inc %r9; }\n"
                  "inc %r9;");
    assert_string_equal(operand_name(module, 0, 0), "%r@1_9");
    assert_string_equal(operand_name(module, 0, 1), "%r1@1_0");
    assert_string_equal(operand_name(module, 0, 2), "%r1@1_4");
    assert_string_equal(operand_name(module, 0, 3), "%r15");
    assert_string_equal(operand_name(module, 1, 0), "%r01");
    assert_string_equal(operand_name(module, 1, 1), "%r");
    assert_string_equal(operand_name(module, 1, 2), "%r@1_1");
    assert_string_equal(operand_name(module, 2, 0), "%r9@2");
    assert_string_equal(operand_name(module, 3, 0), "%r@1_9");
    assert_string_equal(operand_name(module, 4, 0), "%r9");
    assert_string_equal(module->funcs[0].regs[1].name, "%r@1_");
    ptx_free(module);
}

static void the_innermost_range_counts(void **state)
{
    (void)state;
    struct ptx_module *module =
        with_body("{ .reg .b32 %r<20>; { .reg .b32 %r1<5>; inc %r12; } }\n"
                  "{ .reg .b32 %r1<5>; { .reg .b32 %r<20>; inc %r12; } }\n");
    assert_string_equal(operand_name(module, 0, 0), "%r1@2_2");
    assert_string_equal(operand_name(module, 1, 0), "%r@4_12");
    ptx_free(module);
}

/* Inline assembly in a loop the compiler unrolled: one label, twice. */
static void labels_of_blocks_are_their_own(void **state)
{
    (void)state;
    struct ptx_module *module =
        with_body("{ bra WAIT; WAIT: bra OUT; }\n"
                  "{ WAIT: { bra WAIT; } ts: .branchtargets WAIT, OUT;\n"
                  "brx.idx %r1, ts; }\n"
                  "OUT: ret;");
    const struct ptx_func *func = &module->funcs[0];
    assert_string_equal(operand_name(module, 0, 0), "WAIT@1");
    assert_string_equal(operand_name(module, 1, 0), "OUT");
    assert_string_equal(operand_name(module, 2, 0), "WAIT@2");
    assert_string_equal(operand_name(module, 3, 1), "ts@2");
    assert_string_equal(func->labels[0].name, "WAIT@1");
    assert_string_equal(func->labels[1].name, "WAIT@2");
    assert_string_equal(func->labels[2].name, "OUT");
    assert_string_equal(func->targets[0].name, "ts@2");
    assert_string_equal(func->targets[0].labels[0], "WAIT@2");
    assert_string_equal(func->targets[0].labels[1], "OUT");
    ptx_free(module);
}

static void labels_outside_keep_their_names(void **state)
{
    (void)state;
    struct ptx_module *module =
        with_body("ts: .branchtargets A;\nbra A;\n"
                  "{ A: bra A; }\n{ B: bra A; }\nA: bra B;");
    static const char *const names[] = {"A", "A@1", "A", "B"};
    for (int i = 0; i < 4; i++)
        assert_string_equal(operand_name(module, i, 0), names[i]);
    assert_string_equal(module->funcs[0].targets[0].labels[0], "A");
    ptx_free(module);
}

static void blocks_are_numbered_by_function(void **state)
{
    (void)state;
    struct ptx_module *module =
        declared(".func f() { { .reg .b32 t; } }\n"
                 ".func g(.param .b32 t) { { .reg .b32 t; } }\n");
    assert_string_equal(module->funcs[0].regs[0].name, "t@1");
    assert_string_equal(module->funcs[1].regs[0].name, "t@1");
    assert_string_equal(module->funcs[1].sig.params[0].name, "t");
    ptx_free(module);
}

/* ---- wrong text --------------------------------------------------------- */

/* Lines count from after the header. */
static void wrong_text_is_explained(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        unsigned line, column;
    } wrong[] = {
        {"nonsense", "expected a function or a variable, got 'nonsense'", 1, 1},
        {".entry k() {\n  add.s32 %r1, %r2\n}",
         "expected ';' after operand, got '}'", 3, 1},
        {".entry k() {\n  ret\n}", "expected an operand, got '}'", 3, 1},
        {".entry k() {\n  ret;\n",
         "expected an instruction or '}', got the "
         "end of the text",
         3, 1},
        {".entry k() { ld.f32 %f1, [%rd1; }", "expected ']', got ';'", 1, 31},
        {".entry k() { mov.b64 {%r1, %r2; }", "expected ',' or '}', got ';'", 1,
         31},
        {".entry k() { mov.u32 %r1, %tid.q; }", "'.q' is not a component", 1,
         27},
        {".entry k() { x a, b, c, d, e, f, g, h, i; }",
         "x has more than 8 operands", 1, 40},
        {".entry k() { x ((((((a)))))); }", "operands are nested too deeply", 1,
         20},
        {".entry k() { .reg b32 x; }", "expected a type, got 'b32'", 1, 19},
        {".entry k() { .reg .b32 %r<9999999>; }",
         "the number of registers may be at most 1048576", 1, 27},
        {".entry k(.param .u64 a, .b32 b) {}", "expected '.param', got '.b32'",
         1, 25},
        {".entry k() .fast {}",
         "expected '{' or ';' after the parameters, got '.fast'", 1, 12},
        {".entry k() {}\n.entry k() {}", "function k is defined twice", 2, 8},
        {".global .u32 a;\n.global .u32 a;", "variable a is defined twice", 2,
         15},
        {".global .texref t;",
         "texture and surface references are not supported: use "
         "cudaCreateTextureObject",
         1, 9},
        {".global .samplerref s;", "expected a type, got '.samplerref'", 1, 9},
        {".global .pred p;", "expected a type, got '.pred'", 1, 9},
        {".global .align 3 .b8 a;", "an alignment is a power of two", 1, 16},
        {".global .b8 a[1152921504606846976];",
         "the size of an array may be at most 1099511627776", 1, 15},
        {".global .b64 a[1099511627776];", "this array is too large", 1, 30},
        {".global .b8 a[2] = {1, 2, 3};",
         "more values than the 2 elements of a", 1, 27},
        {".global .b8 a[2][2] = {{1}, {2, 3}};", "this row is not complete", 1,
         24},
        {".global .b8 a[2] = {{1, 2}};", "more braces than dimensions", 1, 21},
        {".global .b8 a[2] = {0xF0(b)};",
         "a mask selects one byte: 0xFF, 0xFF00 ...", 1, 21},
        {".global .b32 a = 1.5;", "a .b32 takes no floating-point number", 1,
         18},
        {".alias a, b;", "there is no function b", 1, 8},
        {".file 99999999 \"a\"", "a file number may be at most 65536", 1, 7},
        {".section .debug {\n {}", "this section does not end", 1, 10},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[4096];
        struct ptx_error error;
        snprintf(text, sizeof text, HEADER "%s", wrong[i].text);
        assert_null(ptx_parse(text, &error));
        assert_string_equal(error.message, wrong[i].message);
        assert_int_equal(error.line, wrong[i].line + 3);
        assert_int_equal(error.column, wrong[i].column);
    }
}

static void wrong_headers_are_explained(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"", "this is not PTX: no .version"},
        {".version 3.2", "PTX version 3.2 is not supported, only 4.0 to 9.0"},
        {".version 10.0", "PTX version 10.0 is not supported, only 4.0 to 9.0"},
        {".version seven", "expected a version such as 7.0, got 'seven'"},
        {".version 7.0 .target gfx90", "expected a target such as sm_75"},
        {".version 7.0 .address_size 32", "only 64-bit code is supported"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct ptx_error error;
        assert_null(ptx_parse(wrong[i].text, &error));
        assert_string_equal(error.message, wrong[i].message);
    }
}

/* ---- hostile text ------------------------------------------------------- */

/* n times the piece, between a prefix and a suffix. */
static char *repeated(const char *prefix, const char *piece, size_t n,
                      const char *suffix)
{
    size_t length = strlen(piece);
    char *text = malloc(strlen(prefix) + n * length + strlen(suffix) + 1);
    char *at = stpcpy(text, prefix);
    for (size_t i = 0; i < n; i++)
        at = stpcpy(at, piece);
    strcpy(at, suffix);
    return text;
}

static void depth_is_limited(void **state)
{
    (void)state;
    static const char *const pieces[] = {"{", "x (", "x [a, [", "x {"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct ptx_error error;
        char *text = repeated(HEADER ".entry k() {", pieces[i], 1000000, "");
        assert_null(ptx_parse(text, &error));
        free(text);
    }
    struct ptx_error error;
    char *text = repeated(HEADER ".global .b8 a[2][2] = ", "{", 1000000, "");
    assert_null(ptx_parse(text, &error));
    free(text);
    text = repeated(HEADER ".entry k() {", "{", 1000000, "");
    assert_null(ptx_parse(text, &error));
    assert_string_equal(error.message, "blocks are nested too deeply");
    free(text);
}

static void long_text_takes_little_time(void **state)
{
    (void)state;
    struct ptx_error error;
    /* Each of these would be slow if the parser searched lists. */
    static const char *const pieces[] = {
        "L: bra L;\n",
        "{.reg .b32 r<9>, p; L: @p bra L; add r1, r22, r333;}\n",
        ".loc 1 2 3, function_name f, inlined_at 1 4 5\n",
        ".param .b32 a;\n",
    };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        char *text = repeated(HEADER ".entry k() {{", pieces[i], 20000,
                              "}}\n.file 1 \"/usr/include/a.h\"\n");
        struct ptx_module *module = ptx_parse(text, &error);
        if (!module)
            fail_msg("%s", error.message);
        ptx_free(module);
        free(text);
    }
}

static void messages_stay_short(void **state)
{
    (void)state;
    struct ptx_error error;
    char *text = repeated(HEADER ".entry k() {", "x", 100000, " x x");
    assert_null(ptx_parse(text, &error));
    assert_true(strlen(error.message) < sizeof error.message);
    free(text);
}

/* Everything that ever broke the parser, whole and cut off at every byte of
 * its beginning. */
static void parse_cut(const char *bytes, size_t size)
{
    for (size_t n = 0; n <= size; n += n < 2000 ? 1 : 1000) {
        struct ptx_error error;
        char *text = strndup(bytes, n);
        struct ptx_module *module = ptx_parse(text, &error);
        assert_true(module || error.message[0]);
        ptx_free(module);
        free(text);
    }
}

static void corpus(void **state)
{
    (void)state;
    corpus_each("parse", 2, parse_cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header),
        cmocka_unit_test(files_are_numbered),
        cmocka_unit_test(escapes_in_names_of_files_are_characters),
        cmocka_unit_test(types_have_names_and_sizes),
        cmocka_unit_test(variables),
        cmocka_unit_test(initialisers),
        cmocka_unit_test(definitions_replace_declarations),
        cmocka_unit_test(extern_names_meet_their_definitions),
        cmocka_unit_test(private_names_are_of_their_unit),
        cmocka_unit_test(of_weak_names_one_stands),
        cmocka_unit_test(files_are_numbered_by_unit),
        cmocka_unit_test(signatures),
        cmocka_unit_test(an_alias_shares_the_body),
        cmocka_unit_test(registers),
        cmocka_unit_test(labels_and_targets),
        cmocka_unit_test(operands),
        cmocka_unit_test(instructions_know_their_line),
        cmocka_unit_test(places_come_from_loc),
        cmocka_unit_test(inner_names_hide_outer_ones),
        cmocka_unit_test(ranges_hide_register_by_register),
        cmocka_unit_test(the_innermost_range_counts),
        cmocka_unit_test(labels_of_blocks_are_their_own),
        cmocka_unit_test(labels_outside_keep_their_names),
        cmocka_unit_test(blocks_are_numbered_by_function),
        cmocka_unit_test(wrong_text_is_explained),
        cmocka_unit_test(wrong_headers_are_explained),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(long_text_takes_little_time),
        cmocka_unit_test(messages_stay_short),
        cmocka_unit_test(corpus),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
