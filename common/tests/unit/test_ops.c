/*
 * test_ops.c - every operation of ops.def against values worked out here.
 *
 * The rows stand in ops_*.c, by family.  The last test fails if a row of
 * ops.def, or a second name of one, was used by none of them: whoever adds an
 * instruction adds its test.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <stdio.h>

static void every_row_is_tested(void **state)
{
    static const char *const names[] = {
#define OP(id, name, class) name,
#include "code/ops.def"
    };
    static const char *const aliases[] = {
#define ALIAS(id, name) name,
#include "code/ops.def"
    };
    unsigned missing = 0;
    (void)state;
    for (unsigned i = 0; i < OP_COUNT; i++)
        if (!op_is_tested(i)) {
            fprintf(stderr, "# no test of %s\n", names[i]);
            missing++;
        }
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (!op_name_is_tested(aliases[i])) {
            fprintf(stderr, "# no test of the name %s\n", aliases[i]);
            missing++;
        }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_arithmetic),
        cmocka_unit_test(video_examples),
        cmocka_unit_test(wrong_video_is_refused),
        cmocka_unit_test(integer_bits),
        cmocka_unit_test(integer_carry),
        cmocka_unit_test(float_rounded),
        cmocka_unit_test(float_signs),
        cmocka_unit_test(float_halves),
        cmocka_unit_test(float_nans),
        cmocka_unit_test(float_approximations),
        cmocka_unit_test(convert_all_types),
        cmocka_unit_test(convert_to_wider_register),
        cmocka_unit_test(convert_two_at_once),
        cmocka_unit_test(compare_setp),
        cmocka_unit_test(compare_set),
        cmocka_unit_test(compare_set_halves),
        cmocka_unit_test(compare_two_predicates),
        cmocka_unit_test(compare_two_halves),
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
        cmocka_unit_test(memory_reserved_shared),
        cmocka_unit_test(memory_special_registers),
        cmocka_unit_test(memory_clocks),
        cmocka_unit_test(atomic_operations),
        cmocka_unit_test(atomic_orders),
        cmocka_unit_test(atomic_between_blocks),
        cmocka_unit_test(atomic_local),
        cmocka_unit_test(atomic_refusals),
        cmocka_unit_test(async_mbarrier_waits),
        cmocka_unit_test(async_mbarrier_must_be_waited_for),
        cmocka_unit_test(async_mbarrier_counts),
        cmocka_unit_test(async_copies),
        cmocka_unit_test(async_bulk),
        cmocka_unit_test(async_bulk_reductions),
        cmocka_unit_test(async_mbarrier_bytes),
        cmocka_unit_test(async_refusals),
        cmocka_unit_test(image_nearest),
        cmocka_unit_test(image_filtered),
        cmocka_unit_test(image_of_more_dimensions),
        cmocka_unit_test(image_formats),
        cmocka_unit_test(image_that_cannot_be),
        cmocka_unit_test(image_of_memory),
        cmocka_unit_test(image_surfaces),
        cmocka_unit_test(image_times),
        cmocka_unit_test(image_failures),
        cmocka_unit_test(warp_shuffles),
        cmocka_unit_test(warp_shuffle_of_members),
        cmocka_unit_test(warp_votes),
        cmocka_unit_test(warp_votes_apart),
        cmocka_unit_test(warp_votes_of_groups),
        cmocka_unit_test(warp_barriers),
        cmocka_unit_test(warp_barrier_reductions),
        cmocka_unit_test(warp_barrier_arrive),
        cmocka_unit_test(warp_barrier_of_apart_halves),
        cmocka_unit_test(warp_barrier_after_return),
        cmocka_unit_test(warp_fences),
        cmocka_unit_test(matrix_products),
        cmocka_unit_test(matrix_roundings),
        cmocka_unit_test(matrix_refusals),
        cmocka_unit_test(control_nested_branches),
        cmocka_unit_test(control_reconvergence),
        cmocka_unit_test(control_loops),
        cmocka_unit_test(control_switch),
        cmocka_unit_test(control_early_return),
        cmocka_unit_test(control_recursion),
        cmocka_unit_test(control_function_pointers),
        cmocka_unit_test(control_targets_are_counted_once),
        cmocka_unit_test(control_struct_parameters),
        cmocka_unit_test(control_spin_lock),
        cmocka_unit_test(control_flags),
        cmocka_unit_test(control_failures),
        cmocka_unit_test(control_wrong_calls),
        cmocka_unit_test(random_programs),
        cmocka_unit_test(every_row_is_tested),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
