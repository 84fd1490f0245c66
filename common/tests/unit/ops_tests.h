/* ops_tests.h - the tests of test_ops.c, by the file they stand in. */
#ifndef OPS_TESTS_H
#define OPS_TESTS_H

/* ops_integer.c */
void integer_arithmetic(void **state);
void integer_bits(void **state);
void integer_carry(void **state);

/* ops_float.c */
void float_rounded(void **state);
void float_signs(void **state);
void float_halves(void **state);
void float_approximations(void **state);

/* ops_convert.c */
void convert_all_types(void **state);
void convert_to_wider_register(void **state);

/* ops_compare.c */
void compare_setp(void **state);
void compare_set(void **state);
void compare_two_predicates(void **state);
void compare_select_and_move(void **state);

#endif
