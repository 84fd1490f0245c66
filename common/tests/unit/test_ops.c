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
        cmocka_unit_test(memory_loads),
        cmocka_unit_test(memory_load_modifiers),
        cmocka_unit_test(memory_cache_modifiers),
        cmocka_unit_test(memory_stores),
        cmocka_unit_test(memory_addresses),
        cmocka_unit_test(memory_windows),
        cmocka_unit_test(memory_pieces),
        cmocka_unit_test(memory_literals),
        cmocka_unit_test(memory_kernel_parameters),
        cmocka_unit_test(memory_pointers_in_struct),
        cmocka_unit_test(memory_parameters_are_fenced),
        cmocka_unit_test(memory_special_registers),
        cmocka_unit_test(memory_clocks),
        cmocka_unit_test(atomic_operations),
        cmocka_unit_test(atomic_orders),
        cmocka_unit_test(atomic_between_blocks),
        cmocka_unit_test(atomic_local),
        cmocka_unit_test(atomic_refusals),
        cmocka_unit_test(warp_shuffles),
        cmocka_unit_test(warp_shuffle_of_members),
        cmocka_unit_test(warp_votes),
        cmocka_unit_test(warp_votes_apart),
        cmocka_unit_test(warp_barriers),
        cmocka_unit_test(warp_barrier_reductions),
        cmocka_unit_test(warp_barrier_arrive),
        cmocka_unit_test(warp_barrier_of_apart_halves),
        cmocka_unit_test(warp_barrier_after_return),
        cmocka_unit_test(warp_fences),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
