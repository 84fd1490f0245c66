/*
 * test_op_class.c - the class of every row of ops.def is the one that its name
 * asks for.
 *
 * The rules are by name, as PTX has it, so that a new load, division or
 * barrier cannot pass for something plain.
 */
#include "code/op_class.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const names[] = {
#define OP(id, name, class) name,
#include "code/ops.def"
};

/* The first rule that fits a name counts; "*" stands for anything. */
static const struct rule {
    const char *name;
    struct op_class is;
} rules[] = {
    {"ld.global", {WAIT_GLOBAL, 1, ROLE_LOADS, PTX_GLOBAL}},
    {"ld.shared", {WAIT_SHARED, 1, ROLE_LOADS, PTX_SHARED}},
    {"ld.local", {WAIT_SHARED, 1, ROLE_LOADS, PTX_LOCAL}},
    {"ld.const", {WAIT_ARITHMETIC, 1, ROLE_LOADS, PTX_CONST}},
    {"ld.param", {WAIT_ARITHMETIC, 0, ROLE_LOADS, PTX_PARAM}},
    {"ld.param.func", {WAIT_ARITHMETIC, 1, ROLE_LOADS, PTX_PARAM}},
    {"ld", {WAIT_GLOBAL, 1, ROLE_LOADS, PTX_GENERIC}},
    {"st.global", {WAIT_ARITHMETIC, 1, ROLE_STORES, PTX_GLOBAL}},
    {"st.shared", {WAIT_ARITHMETIC, 1, ROLE_STORES, PTX_SHARED}},
    {"st.local", {WAIT_ARITHMETIC, 1, ROLE_STORES, PTX_LOCAL}},
    {"st.param", {WAIT_ARITHMETIC, 1, ROLE_STORES, PTX_PARAM}},
    {"st", {WAIT_ARITHMETIC, 1, ROLE_STORES, PTX_GENERIC}},
    {"atom.global", {WAIT_ATOMIC, 1, ROLE_UPDATES, PTX_GLOBAL}},
    {"atom.shared", {WAIT_SHARED, 1, ROLE_UPDATES, PTX_SHARED}},
    {"atom", {WAIT_ATOMIC, 1, ROLE_UPDATES, PTX_GENERIC}},
    {"bra", {WAIT_ARITHMETIC, 1, ROLE_BRANCHES, PTX_REG}},
    {"brx.*", {WAIT_ARITHMETIC, 1, ROLE_BRANCHES, PTX_REG}},
    {"call", {WAIT_ARITHMETIC, 1, ROLE_CALLS, PTX_REG}},
    {"ret", {WAIT_ARITHMETIC, 1, ROLE_ENDS, PTX_REG}},
    {"exit", {WAIT_ARITHMETIC, 1, ROLE_ENDS, PTX_REG}},
    {"trap", {WAIT_ARITHMETIC, 1, ROLE_ENDS, PTX_REG}},
    {"bar.sync", {WAIT_ARITHMETIC, 1, ROLE_MEETS, PTX_REG}},
    {"barrier.sync", {WAIT_ARITHMETIC, 1, ROLE_MEETS, PTX_REG}},
    {"bar.red.*", {WAIT_ARITHMETIC, 1, ROLE_MEETS, PTX_REG}},
    {"shfl.*", {WAIT_SHUFFLE, 1, ROLE_COMPUTES, PTX_REG}},
    {"match.*", {WAIT_SHUFFLE, 1, ROLE_COMPUTES, PTX_REG}},
    {"redux.*", {WAIT_SHUFFLE, 1, ROLE_COMPUTES, PTX_REG}},
    {"mma.*", {WAIT_MATRIX, 1, ROLE_COMPUTES, PTX_REG}},
    {"div.approx.f32", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"rsqrt.f32", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"rcp.ftz.f64", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"rsqrt.ftz.f64", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"ex2.f32", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"lg2.f32", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"sin.f32", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"cos.f32", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"tanh.f32", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"cvt.rn.f*", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"cvt.f64.f32", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"cvt.any", {WAIT_SPECIAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"div.f64", {WAIT_DOUBLE, DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG}},
    {"rcp.f64", {WAIT_DOUBLE, DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG}},
    {"sqrt.f64", {WAIT_DOUBLE, DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG}},
    {"rsqrt.f64", {WAIT_DOUBLE, DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG}},
    {"div.*", {WAIT_ARITHMETIC, DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG}},
    {"rem.*", {WAIT_ARITHMETIC, DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG}},
    {"rcp.f32", {WAIT_ARITHMETIC, DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG}},
    {"sqrt.f32", {WAIT_ARITHMETIC, DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG}},
    {"add.f64", {WAIT_DOUBLE, 1, ROLE_COMPUTES, PTX_REG}},
    {"sub.f64", {WAIT_DOUBLE, 1, ROLE_COMPUTES, PTX_REG}},
    {"mul.f64", {WAIT_DOUBLE, 1, ROLE_COMPUTES, PTX_REG}},
    {"fma.f64", {WAIT_DOUBLE, 1, ROLE_COMPUTES, PTX_REG}},
    {"min.f64", {WAIT_DOUBLE, 1, ROLE_COMPUTES, PTX_REG}},
    {"max.f64", {WAIT_DOUBLE, 1, ROLE_COMPUTES, PTX_REG}},
    {"tex", {WAIT_GLOBAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"suld.b", {WAIT_GLOBAL, 1, ROLE_COMPUTES, PTX_REG}},
    {"mov.local", {WAIT_ARITHMETIC, 1, ROLE_COMPUTES, PTX_REG}},
    {"mov.u32.clock", {WAIT_ARITHMETIC, 1, ROLE_COMPUTES, PTX_REG}},
    {"mov.u64.*", {WAIT_ARITHMETIC, 1, ROLE_COMPUTES, PTX_REG}},
    {"mov.*", {WAIT_ARITHMETIC, 0, ROLE_COMPUTES, PTX_REG}},
    {"cvt.u64.u32", {WAIT_ARITHMETIC, 0, ROLE_COMPUTES, PTX_REG}},
    {"cvt.u32.u64", {WAIT_ARITHMETIC, 0, ROLE_COMPUTES, PTX_REG}},
    {"cvta*", {WAIT_ARITHMETIC, 0, ROLE_COMPUTES, PTX_REG}},
    {"cp.async.bulk*", {WAIT_ARITHMETIC, 1, ROLE_COMPUTES, PTX_REG}},
    {"cp.async*", {WAIT_ARITHMETIC, 0, ROLE_COMPUTES, PTX_REG}},
    {"mbarrier.init", {WAIT_ARITHMETIC, 0, ROLE_COMPUTES, PTX_REG}},
    {"*", {WAIT_ARITHMETIC, 1, ROLE_COMPUTES, PTX_REG}},
};

static bool fits(const char *rule, const char *name)
{
    size_t n = strcspn(rule, "*");
    return !strncmp(rule, name, n) && (rule[n] || !name[n]);
}

static void every_row_is_of_its_class(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (uint16_t op = 0; op < OP_COUNT; op++) {
        const struct op_class *got = op_class(op);
        const struct rule *rule = rules;
        while (!fits(rule->name, names[op]))
            rule++;
        if (got->wait == rule->is.wait && got->steps == rule->is.steps &&
            got->role == rule->is.role && got->space == rule->is.space)
            continue;
        fprintf(stderr, "# %s is not of the class of %s\n", names[op],
                rule->name);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_of_its_class),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("op_class", tests, NULL, NULL);
}
