/*
 * test_recorded.c - recordings of launches: what is a pointer, what is not the
 * same twice, what is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay/recorded.h"
#include "run/image.h"

static struct recorded recorded;

/* Reads that text; what is said of it. */
static const char *said_of(const char *text)
{
    char path[] = "/tmp/recorded.XXXXXX";
    int file = mkstemp(path);
    size_t n = strlen(text);
    recorded_free(&recorded);
    assert_int_equal(write(file, text, n), n);
    recorded_read(&recorded, path);
    close(file);
    unlink(path);
    return recorded.refused;
}

/* Twice, with the array at these addresses. */
static const char *said_of_two(const char *first, const char *second)
{
    char text[2000];
    snprintf(text, sizeof text, "begin\n%send\nbegin\n%send\n", first, second);
    return said_of(text);
}

/* Addresses of 0x480000000200 and 0x480000300200, and an int. */
#define ONE         "buffer 480000000200 1000\n"
#define OTHER       "buffer 480000300200 1000\n"
#define ARGUMENTS_1 "00020000004800002a00000000000000"
#define ARGUMENTS_2 "00023000004800002a00000000000000"

static void pointers_follow_their_array(void **state)
{
    (void)state;
    assert_string_equal(
        said_of_two(ONE "launch _Z1kPf 4 1 1 256 1 1 0 0 " ARGUMENTS_1 "\n",
                    OTHER "launch _Z1kPf 4 1 1 256 1 1 0 0 " ARGUMENTS_2 "\n"),
        "");
    assert_int_equal(recorded.call_count, 1);
    assert_string_equal(recorded.calls[0].name, "_Z1kPf");
    assert_int_equal(recorded.calls[0].block[0], 256);
    assert_int_equal(recorded.calls[0].data_bytes, 16);
    assert_int_equal(recorded.calls[0].pointer_count, 1);
    assert_int_equal(recorded.calls[0].pointers[0].at, 0);
    assert_int_equal(recorded.calls[0].pointers[0].to.into, 0);
}

static void into_and_the_end_of_an_array_count(void **state)
{
    (void)state;
    assert_string_equal(said_of_two(ONE "fill 480000000210 10 ff\n"
                                        "copy 480000001200 480000000200 0\n",
                                    OTHER "fill 480000300210 10 ff\n"
                                          "copy 480000301200 480000300200 0\n"),
                        "");
    assert_int_equal(recorded.calls[0].kind, RECORDED_FILL);
    assert_int_equal(recorded.calls[0].to.into, 0x10);
    assert_int_equal(recorded.calls[0].byte, 0xff);
    assert_int_equal(recorded.calls[1].to.into, 0x1000);
}

static void what_differs_is_refused(void **state)
{
    static const char *const others[] = {
        OTHER "launch _Z1kPf 5 1 1 256 1 1 0 0 " ARGUMENTS_2 "\n",
        OTHER "launch _Z1kPd 4 1 1 256 1 1 0 0 " ARGUMENTS_2 "\n",
        OTHER "launch _Z1kPf 4 1 1 256 1 1 0 0 "
              "00023000004800002b00000000000000\n",
        OTHER "launch _Z1kPf 4 1 1 256 1 1 0 0 "
              "08023000004800002a00000000000000\n",
        OTHER "launch _Z1kPf 4 1 1 256 1 1 0 0 " ARGUMENTS_1 "\n",
        OTHER "allocate 480000500000 10\n"
              "launch _Z1kPf 4 1 1 256 1 1 0 0 " ARGUMENTS_2 "\n",
        OTHER};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_string_equal(
            said_of_two(ONE "launch _Z1kPf 4 1 1 256 1 1 0 0 " ARGUMENTS_1 "\n",
                        others[i]),
            "the launcher does not launch the same each time");
}

static void what_is_refused_says_why(void **state)
{
    (void)state;
    assert_string_equal(said_of("refused it did not end\n"), "it did not end");
    assert_string_equal(said_of_two(ONE "refused the launcher reads\n", ONE),
                        "the launcher reads");
    assert_string_equal(said_of_two(ONE, OTHER), "nothing is launched");
}

static void what_is_none_is_refused(void **state)
{
    static const char *const none[] = {
        "",
        "begin\n",
        "begin\nend\n",
        "begin\nbuffer 1\nend\n",
        "begin\n" ONE "launch k\nend\n",
        "begin\n" ONE "fill 10 10 ff\nend\n",
        "begin\n" ONE "launch k 1 1 1 1 1 1 0 0 0g\nend\n",
        "begin\n" ONE "launch k 1 1 1 1 1 1 0 0 012\nend\n",
        "begin\n" ONE "dance 1 2\nend\n"};
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_string_equal(said_of(none[i]), "what was recorded is not whole");
}

static void note_name(const char *name, void *context)
{
    char *names = context;
    sprintf(names + strlen(names), "%s;", name);
}

static void variables_stand_in_the_text(void **state)
{
    static const char text[] = ".version 7.0\n"
                               ".visible .global .align 4 .b8 seen[16];\n"
                               ".global .align 4 .u32 hidden = 3;\n"
                               ".const .align 8 .b8 table[64] = {1, 2};\n"
                               ".global .align 1 .b8 $str[3] = {1};\n"
                               ".visible .entry k(\n"
                               "\t.reg .b32 %r<2>;\n"
                               "\tld.global.u32 %r1, [hidden];\n";
    char names[200] = "";
    (void)state;
    image_variables(&(struct image){.data = (const unsigned char *)text,
                                    .count = sizeof text},
                    note_name, names);
    assert_string_equal(names, "seen;hidden;table;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_follow_their_array),
        cmocka_unit_test(into_and_the_end_of_an_array_count),
        cmocka_unit_test(what_differs_is_refused),
        cmocka_unit_test(what_is_refused_says_why),
        cmocka_unit_test(what_is_none_is_refused),
        cmocka_unit_test(variables_stand_in_the_text),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("recorded", tests, NULL, NULL);
}
