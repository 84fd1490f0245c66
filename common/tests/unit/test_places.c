/* test_places.c - which line of the user's source a .loc stands for. */
#include "ptx/places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { USER = 1, HEADER = 2, CLANG = 3, OTHER = 4 };

static const char *const files[] = {
    "?",
    "/labs/lab1/student.cu",
    "/usr/local/cuda/bin/../targets/x86_64-linux/include/sm_30_intrinsics.hpp",
    "/usr/lib/llvm-14/lib/clang/14.0.6/include/__clang_cuda_builtin_vars.h",
    "/labs/include/tile.h",
};

static void assert_place(struct ptx_loc got, uint32_t file, uint32_t line,
                         uint32_t column)
{
    assert_int_equal(got.file, file);
    assert_int_equal(got.line, line);
    assert_int_equal(got.column, column);
}

#define RESOLVE(places)                                                        \
    assert_true(places_resolve(places, sizeof(places) / sizeof *(places),      \
                               files, sizeof files / sizeof *files))

static void own_lines_stay(void **state)
{
    (void)state;
    struct loc_directive places[] = {
        {.at = {USER, 6, 9}},
        {.at = {OTHER, 3, 1}, .call = {USER, 7, 1}},
    };
    RESOLVE(places);
    assert_place(places[0].at, USER, 6, 9);
    assert_place(places[1].at, OTHER, 3, 1);
}

static void header_lines_go_to_their_caller(void **state)
{
    (void)state;
    struct loc_directive places[] = {
        {.at = {USER, 6, 9}},
        {.at = {HEADER, 440, 9}, .call = {USER, 10, 2}},
        {.at = {CLANG, 53, 3}}, /* caller unknown: the line before */
    };
    RESOLVE(places);
    assert_place(places[1].at, USER, 10, 2);
    assert_place(places[2].at, USER, 10, 2);
}

static void chains_of_headers_are_followed(void **state)
{
    (void)state;
    struct loc_directive places[] = {
        {.at = {HEADER, 10, 1}, .call = {USER, 20, 5}},
        {.at = {USER, 30, 5}},
        {.at = {HEADER, 99, 1}, .call = {HEADER, 10, 1}},
        {.at = {HEADER, 10, 1}, .call = {USER, 40, 5}},
        {.at = {HEADER, 99, 1}, .call = {HEADER, 10, 1}},
        {.at = {HEADER, 5, 5}, .call = {HEADER, 6, 6}}, /* unknown */
    };
    RESOLVE(places);
    assert_place(places[2].at, USER, 20, 5);
    assert_place(places[4].at, USER, 40, 5);
    assert_place(places[5].at, USER, 40, 5);
}

static void line_zero_keeps_the_line_before(void **state)
{
    (void)state;
    struct loc_directive places[] = {{.at = {USER, 6, 9}},
                                     {.at = {USER, 0, 129}}};
    RESOLVE(places);
    assert_place(places[1].at, USER, 6, 9);
}

static void nothing_leaks_into_the_next_function(void **state)
{
    (void)state;
    struct loc_directive places[] = {
        {.at = {USER, 6, 9}}, {.at = {0, 0, 0}}, {.at = {CLANG, 53, 3}}};
    RESOLVE(places);
    assert_place(places[1].at, 0, 0, 0);
    assert_place(places[2].at, 0, 0, 0);
}

static void unknown_files_are_no_place(void **state)
{
    (void)state;
    struct loc_directive places[] = {{.at = {77, 6, 9}}};
    RESOLVE(places);
    assert_place(places[0].at, 0, 0, 0);
    assert_true(places_resolve(places, 0, files, 0));
}

/* A place in the file: does it stand, or is it a header's? */
static void headers_are_told_by_their_path(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        bool users;
    } paths[] = {
        {"student.cu", true},
        {"/labs/cuda-labs/student.cu", true},
        {"/labs/include/mine.h", true},
        {"/labs/workbook/lab1_global/kernels.h", true},
        {"/labs/workbook/common/emulator/include/cuda_runtime.h", false},
        {"common/emulator/include/crt.h", false},
        {"/usr/local/cuda/include/sm_30_intrinsics.hpp", false},
        {"/usr/local/cuda-12.4/targets/x86_64-linux/include/a.hpp", false},
        {"/opt/cuda/targets/x86_64-linux/include/cooperative_groups.h", false},
        {"/usr/include/device_functions.h", false},
        {"/usr/lib/llvm-16/lib/clang/16/include/__clang_cuda_math.h", false},
        {"/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h", false},
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const char *one[] = {"?", paths[i].path};
        struct loc_directive place = {.at = {1, 2, 3}};
        assert_true(places_resolve(&place, 1, one, 2));
        if (place.at.line != (paths[i].users ? 2u : 0u))
            fail_msg("%s", paths[i].path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_lines_stay),
        cmocka_unit_test(header_lines_go_to_their_caller),
        cmocka_unit_test(chains_of_headers_are_followed),
        cmocka_unit_test(line_zero_keeps_the_line_before),
        cmocka_unit_test(nothing_leaks_into_the_next_function),
        cmocka_unit_test(unknown_files_are_no_place),
        cmocka_unit_test(headers_are_told_by_their_path),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
