/* ops_tests.h - the tests of test_ops.c, by the file they stand in. */
#ifndef OPS_TESTS_H
#define OPS_TESTS_H

/* ops_integer.c */
void integer_arithmetic(void **state);

/* ops_video.c */
void video_examples(void **state);
void wrong_video_is_refused(void **state);
void integer_bits(void **state);
void integer_carry(void **state);

/* ops_float.c */
void float_rounded(void **state);
void float_signs(void **state);
void float_halves(void **state);
void float_nans(void **state);
void float_approximations(void **state);

/* ops_convert.c */
void convert_all_types(void **state);
void convert_to_wider_register(void **state);
void convert_two_at_once(void **state);

/* ops_compare.c */
void compare_setp(void **state);
void compare_set(void **state);
void compare_set_halves(void **state);
void compare_two_predicates(void **state);
void compare_two_halves(void **state);
void compare_select_and_move(void **state);

/* ops_memory.c */
void memory_loads(void **state);
void memory_load_modifiers(void **state);
void memory_cache_modifiers(void **state);
void memory_stores(void **state);
void memory_addresses(void **state);
void memory_windows(void **state);
void memory_pieces(void **state);
void memory_literals(void **state);
void memory_kernel_parameters(void **state);
void memory_pointers_in_struct(void **state);
void memory_parameters_are_fenced(void **state);
void memory_reserved_shared(void **state);
void memory_special_registers(void **state);
void memory_clocks(void **state);

/* ops_atomic.c */
void atomic_operations(void **state);
void atomic_orders(void **state);
void atomic_between_blocks(void **state);
void atomic_local(void **state);
void atomic_refusals(void **state);

/* ops_async.c */
void async_mbarrier_waits(void **state);
void async_mbarrier_must_be_waited_for(void **state);
void async_mbarrier_counts(void **state);
void async_copies(void **state);
void async_bulk(void **state);
void async_bulk_reductions(void **state);
void async_mbarrier_bytes(void **state);
void async_refusals(void **state);

/* ops_image.c */
void image_nearest(void **state);
void image_filtered(void **state);
void image_of_more_dimensions(void **state);
void image_formats(void **state);
void image_that_cannot_be(void **state);
void image_of_memory(void **state);
void image_surfaces(void **state);
void image_times(void **state);
void image_failures(void **state);

/* ops_warp.c */
void warp_shuffles(void **state);
void warp_shuffle_of_members(void **state);
void warp_votes(void **state);
void warp_votes_apart(void **state);
void warp_votes_of_groups(void **state);
void warp_barriers(void **state);
void warp_barrier_reductions(void **state);
void warp_barrier_arrive(void **state);
void warp_barrier_of_apart_halves(void **state);
void warp_barrier_after_return(void **state);
void warp_fences(void **state);

/* ops_matrix.c */
void matrix_products(void **state);
void matrix_roundings(void **state);
void matrix_refusals(void **state);

/* ops_control.c */
void control_nested_branches(void **state);
void control_reconvergence(void **state);
void control_loops(void **state);
void control_switch(void **state);
void control_early_return(void **state);
void control_recursion(void **state);
void control_function_pointers(void **state);
void control_targets_are_counted_once(void **state);
void control_struct_parameters(void **state);
void control_spin_lock(void **state);
void control_flags(void **state);
void control_failures(void **state);
void control_wrong_calls(void **state);

/* ops_random.c */
void random_programs(void **state);

#endif
