/*
 * test_said.c - what is made of a compiler's log: the first error, what to
 * do about it, and nothing twice.
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

#include "run/programs.h"
#include "run/sources.h"

static struct program program = {.impl = "student", .compiler = "clang"};
static char folder[] = "/tmp/said.XXXXXX";

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int begin(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(program.folder, sizeof program.folder, "%s", folder);
    snprintf(program.path, sizeof program.path, "%s/student.clang", folder);
    snprintf(program.source, sizeof program.source, "%s/student.cu", folder);
    return 0;
}

static int end(void **state)
{
    static const char *const names[] = {"student.cu", "student.clang.log",
                                        "kernels.h", "own.h"};
    char path[PATH_BYTES];
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

static void beside(const char *name)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    write_file(path, "");
}

/* The log has the lines of text, where % is the source's name. */
static void said(const char *text)
{
    char path[PATH_BYTES + 8];
    FILE *log;
    snprintf(path, sizeof path, "%s.log", program.path);
    log = fopen(path, "we");
    assert_non_null(log);
    for (; *text; text++) {
        if (*text == '%')
            fputs(program.source, log);
        else
            fputc(*text, log);
    }
    fclose(log);
}

static void source(const char *text)
{
    write_file(program.source, text);
    source_allow(program.source);
}

/* What is said of line 1 of that source: title and hint have these parts. */
static struct finding_record first_error(const char *text, const char *log,
                                         const char *title, const char *hint)
{
    struct finding_record error;
    source(text);
    said(log);
    assert_true(program_first_error(&program, &error));
    if (!strstr(error.title, title) || !strstr(error.hint, hint))
        fail_msg("%s\n%s", error.title, error.hint);
    if (!*hint)
        assert_string_equal(error.hint, "");
    return error;
}

static void the_note_that_decides_is_taken(void **state)
{
    (void)state;
    first_error("",
                "%:1:3: error: no matching function for call to 'f'\n"
                "    f(d);\n    ^\n"
                "a.h:1:2: note: candidate template ignored: x\n"
                "a.h:2:2: note: candidate function not viable: requires 2 "
                "arguments, but 1 was provided\n"
                "a.h:3:2: note: candidate function not viable: other\n",
                "'f': requires 2 arguments, but 1 was provided", "");
    first_error("",
                "%:1:3: error: no matching function for call to 'f'\n"
                "%:2:3: error: no matching function for call to 'g'\n"
                "a.h:2:2: note: candidate function not viable: of g\n",
                "call to 'f'", "");
}

static void what_comes_next_is_said(void **state)
{
    static const char no[] = "%:1:3: error: no matching function for call to ";
    char log[400];
    (void)state;
#define CANDIDATE(name, why, hint)                                             \
    snprintf(log, sizeof log,                                                  \
             "%s" name "\na.h:2:2: note: candidate function not viable: " why  \
             "\n",                                                             \
             no);                                                              \
    first_error("", log, why, hint)
    CANDIDATE("'cudaMalloc'", "no known conversion from 'float *' to 'void **'",
              "that is &d");
    CANDIDATE("'f'", "call to __host__ function from __global__ function",
              "put __device__ in front");
    CANDIDATE("'f'", "call to __device__ function from __host__ function",
              "__host__ __device__");
    CANDIDATE("'printf'", "call to __device__ function from __host__ function",
              "#include <stdio.h>");
    CANDIDATE("'f'", "no known conversion from 'int' to 'void **'", "");
    first_error("",
                "%(1): error: calling a __host__ function(\"f\") from a "
                "__global__ function(\"k\") is not allowed\n",
                "not allowed", "put __device__ in front");
}

static void a_brace_may_be_missing_above(void **state)
{
    (void)state;
    first_error("extern \"C\" void f()\n",
                "%:1:8: error: expected unqualified-id\n", "expected",
                "is a } missing above?");
    first_error("int 3;\n", "%:1:5: error: expected unqualified-id\n",
                "expected", "");
    first_error("{\n",
                "%:1:1: error: function definition is not allowed here\n",
                "not allowed", "is a } missing above?");
}

static void a_warp_function_without_a_mask(void **state)
{
    (void)state;
    first_error("",
                "%:1:3: error: use of undeclared identifier '__shfl_down'\n",
                "__shfl_down", "__shfl_down_sync(mask, ...)");
    first_error("", "%(1): error: identifier \"__all\" is undefined\n", "__all",
                "__all_sync(mask, ...)");
    first_error("", "%:1:3: error: use of undeclared identifier '__shfl_dn'\n",
                "", "");
}

/* \320\260 and \321\201 look like a and c. */
static void letters_that_only_look_latin(void **state)
{
    (void)state;
    first_error("",
                "%:1:3: error: use of undeclared identifier "
                "'\321\201udaFree'\n",
                "udaFree", "only looks Latin: type cudaFree again");
    first_error("int b;\nint l\320\260st = a; // \320\260\n",
                "%:1:3: error: use of undeclared identifier 'last'\n", "last",
                "line 2 has a name with a letter that only looks Latin: type "
                "last again there");
    first_error("int last, \320\272\320\276\320\264;\n",
                "%:1:3: error: use of undeclared identifier 'lost'\n", "", "");
}

static const char undeclared_c[] =
    "%:1:3: error: use of undeclared identifier 'c'\n";

/* \320 and \321 begin a letter, here one that does not come. */
static void half_a_letter_looks_like_none(void **state)
{
    (void)state;
    first_error("", "%:1:3: error: use of undeclared identifier 'cu\321'\n",
                "undeclared", "");
    first_error("int cu\321",
                "%:1:3: error: use of undeclared identifier 'cup'\n", "cup",
                "");
}

static void letters_of_comments_and_strings_are_no_names(void **state)
{
    (void)state;
    first_error("// of a and b, \321\201\nint a;\n", undeclared_c, "'c'", "");
    first_error("/* a\n * \321\201 /\n */ int a;\n", undeclared_c, "'c'", "");
    first_error("char a = '\\'', *b = \"\\\"\321\201\"; // \321\201",
                undeclared_c, "'c'", "");
    first_error("int a = 1 / 2; /* \321\201\n\321\201 */ //\n"
                "int b = '/', n = 1'000;\nint \321\201 = a / b;\n",
                undeclared_c, "'c'", "line 4 has a name");
}

static void a_long_line_is_one(void **state)
{
    char text[1200];
    size_t n = (size_t)snprintf(text, sizeof text, "int a;%1000s\n", "");
    (void)state;
    snprintf(text + n, sizeof text - n, "int \321\201;\n");
    first_error(text, undeclared_c, "'c'", "line 2 has a name");
}

static void a_main_of_ones_own(void **state)
{
    struct finding_record error;
    (void)state;
    error = first_error(
        "",
        "/usr/bin/ld: build/runner.o: in function `main':\n"
        "common/harness/runner.c:209: multiple definition of `main'; "
        "build/student.clang.o:%:7: first defined here\n",
        "main is defined, and must not be: the lab has its own",
        "make run FILE=");
    assert_string_equal(error.file, program.source);
    assert_int_equal(error.line, 7);
    error =
        first_error("", "%:9: undefined reference to `nowhere'\n",
                    "nowhere is called or launched, and nowhere defined", "");
    assert_int_equal(error.line, 9);
    error = first_error("", "a.o: multiple definition of `f'; b.o: first\n",
                        "f is defined, and is so already", "");
    assert_int_equal(error.line, 0);
}

static void a_header_that_is_not_there(void **state)
{
    (void)state;
    beside("kernels.h");
    beside("own.h");
    first_error("#include \"kernel.h\"\n",
                "%:1:10: fatal error: 'kernel.h' file not found\n", "kernel.h",
                "is \"kernels.h\" meant?");
    first_error("# include \"own.h\"\n",
                "%:1:10: fatal error: 'own.h' file not found\n", "own.h",
                "without the other files of its folder, but for kernels.h");
    first_error("#include \"helper_cuda.h\"\n",
                "%:1:10: fatal error: 'helper_cuda.h' file not found\n", "",
                "there is no such file beside ");
    first_error("#include <cusparse.h>\n",
                "%:1:10: fatal error: 'cusparse.h' file not found\n", "",
                "CUDACC=nvcc");
}

static void count(const struct finding_record *message, void *context)
{
    assert_string_equal(message->severity, "warning");
    ++*(int *)context;
}

static void what_is_said_of_both_sides_is_said_once(void **state)
{
    char text[800], expected[PATH_BYTES * 4];
    int messages = 0;
    (void)state;
    said("%:1:2: warning: a\n    code\n%:3:2: warning: b\n"
         "%:1:2: warning: a\n    code\n%:4:2: warning: b\n");
    program_warnings(&program, text, sizeof text);
    snprintf(expected, sizeof expected,
             "%s:1:2: warning: a\n%s:3:2: warning: b\n%s:4:2: warning: b",
             program.source, program.source, program.source);
    assert_string_equal(text, expected);
    program_each_message(&program, count, &messages);
    assert_int_equal(messages, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_note_that_decides_is_taken),
        cmocka_unit_test(what_comes_next_is_said),
        cmocka_unit_test(a_brace_may_be_missing_above),
        cmocka_unit_test(a_warp_function_without_a_mask),
        cmocka_unit_test(letters_that_only_look_latin),
        cmocka_unit_test(half_a_letter_looks_like_none),
        cmocka_unit_test(letters_of_comments_and_strings_are_no_names),
        cmocka_unit_test(a_long_line_is_one),
        cmocka_unit_test(a_main_of_ones_own),
        cmocka_unit_test(a_header_that_is_not_there),
        cmocka_unit_test(what_is_said_of_both_sides_is_said_once),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("said", tests, begin, end);
}
