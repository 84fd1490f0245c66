/*
 * test_ops.c - every operation of ops.def against values worked out here.
 *
 * The rows stand in ops_*.c, by family.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_arithmetic),
        cmocka_unit_test(integer_bits),
        cmocka_unit_test(integer_carry),
        cmocka_unit_test(float_rounded),
        cmocka_unit_test(float_signs),
        cmocka_unit_test(float_halves),
        cmocka_unit_test(float_approximations),
        cmocka_unit_test(convert_all_types),
        cmocka_unit_test(convert_to_wider_register),
        cmocka_unit_test(compare_setp),
        cmocka_unit_test(compare_set),
        cmocka_unit_test(compare_two_predicates),
        cmocka_unit_test(compare_select_and_move),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
