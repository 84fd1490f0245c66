/*
 * test_lanes.c - what is written to a register as one type may be read as
 * another.
 *
 * The functions are given one place twice, as an instruction's registers may
 * be one: a compiler that takes the types for distinct keeps the first value.
 */
#include "code/code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define PAIR(written, read)                                                    \
    __attribute__((noinline)) static read read##_of_##written(read *first,     \
                                                              written *then)   \
    {                                                                          \
        *first = 1;                                                            \
        *then = 2;                                                             \
        return *first;                                                         \
    }                                                                          \
    static void written##_read_as_##read(void **state)                         \
    {                                                                          \
        u64 place[1] = {0};                                                    \
        written two = 2;                                                       \
        read expected;                                                         \
        (void)state;                                                           \
        memcpy(place, &two, sizeof two);                                       \
        memcpy(&expected, place, sizeof expected);                             \
        assert_true(read##_of_##written((read *)place, (written *)place) ==    \
                    expected);                                                 \
    }

PAIR(f32, u32)
PAIR(u32, f32)
PAIR(f64, u64)
PAIR(u64, f64)
PAIR(s16, u16)
PAIR(f32, s32)
PAIR(f64, s64)
/* A literal of 32 bits in the low half of a register of 64. */
PAIR(u32, u64)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f32_read_as_u32), cmocka_unit_test(u32_read_as_f32),
        cmocka_unit_test(f64_read_as_u64), cmocka_unit_test(u64_read_as_f64),
        cmocka_unit_test(s16_read_as_u16), cmocka_unit_test(f32_read_as_s32),
        cmocka_unit_test(f64_read_as_s64), cmocka_unit_test(u32_read_as_u64),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("lanes", tests, NULL, NULL);
}
