/*
 * test_course_similar.c - what a solution is, and what is usual.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "class_records.h"
#include "similar/compare.h"
#include "similar/similar.h"
#include "similar/solution.h"
#include "similar/usual.h"

/* ---- solutions ----------------------------------------------------------- */

static void open_text(struct solution_file *file, const char *text)
{
    char path[] = "/tmp/solution.XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    assert_true(solution_open(file, path));
    unlink(path);
}

/* What is left of text for the exercise f, in a line. */
static void assert_words(const char *text, const char *given, const char *words)
{
    struct solution_file file, stub;
    struct solution solution;
    char *printed = NULL;
    size_t n;
    FILE *to = open_memstream(&printed, &n);
    open_text(&file, text);
    open_text(&stub, given);
    assert_true(solution_take(&solution, &file, &stub, "f"));
    solution_print(to, &solution, &file);
    fclose(to);
    for (char *at = printed; *at; at++) {
        if (*at == '\n')
            *at = at[1] ? ' ' : '\0';
    }
    assert_string_equal(printed, words);
    free(printed);
    solution_free(&solution);
    solution_close(&file);
    solution_close(&stub);
}

static void what_says_nothing_is_left_out(void **state)
{
    (void)state;
    assert_words("void f(int *a)\n{ // one\n  const unsigned long x /* } */ = "
                 "1;\n if (x) { a[0] = '}'; }\n}\n",
                 "", "int x = 1 ; if ( x ) a [ 0 ] = \"\" ;");
}

static void what_an_exercise_mentions_is_its_own(void **state)
{
    (void)state;
    assert_words("#define N 3 + 4\n"
                 "__global__ void g_kernel(int n) { other(n); }\n"
                 "__global__ void f_kernel(int n) { help(n + N); }\n"
                 "template <int T> __device__ int help(int n) { return n; }\n"
                 "extern \"C\" void g(int n) { g_kernel<<<1, n>>>(n); }\n"
                 "extern \"C\" void f(int n) { f_kernel<<<1, n>>>(n); }\n",
                 "",
                 "3 + 4 help ( n + N ) ; return n ; "
                 "f_kernel <<< 1 , n >>> ( n ) ;");
}

static void headings_and_wrappers_are_not_needed(void **state)
{
    (void)state;
    assert_words("namespace {\nint h() { return 2; }\n}\n"
                 "extern \"C\" {\nvoid f() { h(); }\n}\n",
                 "", "return 2 ; h ( ) ;");
}

static void what_the_stub_has_is_taken_away(void **state)
{
    static const char stub[] = "void f(int n)\n{\n    int error = none;\n"
                               "    (void)n;\n    return error;\n}\n";
    (void)state;
    assert_words(stub, stub, "");
    assert_words("void f(int n)\n{\n  int error  =  none;\n    (void)n;\n"
                 "    error = g(n);\n    return error;\n}\n",
                 stub, "error = g ( n ) ;");
}

static void a_reference_gives_what_is_no_solution(void **state)
{
    struct solution_file file;
    (void)state;
    open_text(&file, "a\n// BEGIN SOLUTION\nb\n// END SOLUTION\nc\n");
    solution_leave_regions(&file);
    assert_non_null(strchr(file.text, 'a'));
    assert_null(strchr(file.text, 'b'));
    assert_non_null(strchr(file.text, 'c'));
    solution_close(&file);
}

static void broken_text_has_an_end(void **state)
{
    static const char *const texts[] = {"",
                                        "{",
                                        "void f() {",
                                        "\"",
                                        "/*",
                                        "#define",
                                        "#",
                                        "void f() { '",
                                        "}}}} f",
                                        "#define f f\n#define f f",
                                        "\xff\xfe{\x80",
                                        "f(",
                                        "\\"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct solution_file file;
        struct solution solution;
        open_text(&file, texts[i]);
        assert_true(solution_take(&solution, &file, NULL, "f"));
        solution_free(&solution);
        solution_close(&file);
    }
}

/* ---- what is usual ------------------------------------------------------- */

static void far_and_few_is_not_usual(void **state)
{
    struct usual usual = {.count = 0};
    (void)state;
    for (int i = 0; i < 1000; i++)
        usual_add(&usual, 30 + i % 30);
    usual_add(&usual, 100);
    usual_add(&usual, 97);
    usual_sum(&usual);
    assert_in_range(usual.median, 43, 46);
    assert_in_range(usual.most, 55, 60);
    assert_int_equal(usual_as_alike(&usual, 97), 2);
    assert_true(usual_is_not(&usual, 100, 20, USUAL_FAR));
    assert_true(usual_is_not(&usual, 97, 20, USUAL_FAR));
    assert_false(usual_is_not(&usual, 59, 20, USUAL_FAR));
}

static void where_all_are_alike_nobody_is_unusual(void **state)
{
    struct usual usual = {.count = 0};
    (void)state;
    for (int i = 0; i < 1000; i++)
        usual_add(&usual, 90 + i % 11);
    usual_sum(&usual);
    assert_false(usual_is_not(&usual, 100, 40, USUAL_FAR));
}

static void of_a_few_pairs_nothing_is_said(void **state)
{
    struct usual usual = {.count = 0};
    (void)state;
    for (int i = 0; i < USUAL_PAIRS - 2; i++)
        usual_add(&usual, 10);
    usual_add(&usual, 100);
    usual_sum(&usual);
    assert_false(usual_is_not(&usual, 100, 5, USUAL_FAR));
}

/* ---- a class ------------------------------------------------------------- */

static struct class class;
static const char *out;
static char texts[8][64 << 10];

static int begin_class(void **state)
{
    *state = &class;
    out = records_begin();
    return 0;
}

static char *read_right(int i, const char *path)
{
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    texts[i][fread(texts[i], 1, sizeof texts[i] - 1, file)] = '\0';
    fclose(file);
    return texts[i];
}

/* All words `from` are `to`, of equal length. */
static void rename_words(char *text, const char *from, const char *to)
{
    for (; (text = strstr(text, from)); text += strlen(to))
        memcpy(text, to, strlen(to));
}

static bool is_flagged(const char *name, const char *flag)
{
    for (size_t i = 0; i < class.count; i++) {
        if (!strcmp(class.students[i].name, name))
            return class_has_flag(&class.students[i], flag);
    }
    fail_msg("no student %s", name);
    return false;
}

static void four_different_ones(void)
{
    records_student("Ann", "Ann",
                    read_right(0, "lab1_global/tests/right/streams.cu"));
    records_student("Bob", "Bob",
                    read_right(1, "lab1_global/tests/right/beginner.cu"));
    records_student("Cyd", "Cyd",
                    read_right(2, "lab1_global/tests/right/constant.cu"));
    records_student("Dan", "Dan",
                    read_right(3, "lab1_global/tests/right/downwards.cu"));
}

static void equal_files_are_flagged_and_stubs_are_not(void **state)
{
    char *stub;
    (void)state;
    four_different_ones();
    records_student("Eve", "Eve", texts[1]);
    stub = read_right(4, "lab1_global/student.cu");
    records_student("Fay", "Fay", stub);
    records_student("Gus", "Gus", stub);
    assert_true(class_read(&class, out, NULL, NULL));
    assert_true(similar_find(&class, NULL));
    assert_true(is_flagged("Eve", "same_file_as_another"));
    assert_true(is_flagged("Bob", "same_file_as_another"));
    assert_false(is_flagged("Ann", "same_file_as_another"));
    assert_false(is_flagged("Fay", "same_file_as_another"));
    assert_false(is_flagged("Gus", "similar"));
}

static void other_names_are_no_other_work(void **state)
{
    char *copy;
    (void)state;
    if (!likeness_possible())
        skip();
    four_different_ones();
    copy = read_right(4, "lab1_global/tests/right/streams.cu");
    rename_words(copy, "row", "abc");
    rename_words(copy, "// ", "//-");
    rename_words(copy, "    ", "\t   ");
    records_student("<i>Eve", "Eve", copy);
    assert_true(class_read(&class, out, NULL, NULL));
    assert_true(similar_find(&class, NULL));
    assert_true(is_flagged("Ann", "similar"));
    assert_true(is_flagged("<i>Eve", "similar"));
    assert_false(is_flagged("Ann", "same_file_as_another"));
    assert_false(is_flagged("Bob", "similar"));
    assert_false(is_flagged("Cyd", "similar"));
    assert_non_null(strstr(records_read("similarity.html"), "<mark>"));
    assert_null(strstr(records_read("similarity.html"), "<i>Eve"));
}

/* Seven with one file are 21 pairs, and each is a pair with the changed copy;
 * they are not what is usual. */
static void a_ring_of_copies_hides_no_changed_one(void **state)
{
    static const char *const ring[] = {"Hal", "Ian", "Joe",
                                       "Kim", "Lea", "Max"};
    char *copy;
    (void)state;
    if (!likeness_possible())
        skip();
    four_different_ones();
    for (size_t i = 0; i < sizeof ring / sizeof *ring; i++)
        records_student(ring[i], ring[i], texts[0]);
    copy = read_right(4, "lab1_global/tests/right/streams.cu");
    rename_words(copy, "row", "abc");
    records_student("Zoe", "Zoe", copy);
    assert_true(class_read(&class, out, NULL, NULL));
    assert_true(similar_find(&class, NULL));
    assert_true(is_flagged("Zoe", "similar"));
    assert_true(is_flagged("Max", "similar"));
    assert_false(is_flagged("Bob", "similar"));
    assert_false(is_flagged("Zoe", "same_file_as_another"));
}

/* ---- a work changed by hand ---------------------------------------------- */

/* Each a way to hide that base is another's work. */
static void renamed(char *text)
{
    rename_words(text, "error", "fault");
    rename_words(text, "row", "abc");
    rename_words(text, "sum", "zzz");
    rename_words(text, "stream", "thread");
}

static void commented(char *text)
{
    rename_words(text, "; //", ";//!");
    rename_words(text, "// ", "//x");
}

static void on_few_lines(char *text)
{
    for (; *text; text++) {
        if (*text == '\n' && !strchr("#/", text[1]) && text[1] != '\n')
            *text = ' ';
    }
}

static void with_other_words(char *text)
{
    rename_words(text, "size_t", "int   ");
    rename_words(text, "const ", "      ");
    rename_words(text, "i++", "++i");
}

/* The exercises from the last to the first, without their headings. */
static void in_other_order(char *text)
{
    static char turned[sizeof *texts];
    char *parts[16] = {text}, *end = text + strlen(text);
    int count = 0;
    for (char *at = text; count < 16 && (at = strstr(at, "// ---- ")); at++)
        parts[count++] = at;
    assert_true(count > 1);
    *turned = '\0';
    strncat(turned, text, (size_t)(parts[0] - text));
    while (count-- > 0) {
        const char *body = parts[count] + strcspn(parts[count], "\n");
        strncat(turned, body, (size_t)(end - body));
        end = parts[count];
    }
    strcpy(text, turned);
}

static void all_of_it(char *text)
{
    in_other_order(text);
    renamed(text);
    commented(text);
    on_few_lines(text);
    with_other_words(text);
}

/* Percent of the words of all exercises that the two have in common. */
static int percent_alike(const char *name, const char *other)
{
    struct compare compare;
    int percent = -1;
    assert_true(class_read(&class, out, NULL, NULL));
    assert_true(compare_class(&compare, &class, NULL));
    for (size_t i = 0; i < compare.pair_count; i++) {
        const struct compared_pair *pair = &compare.pairs[i];
        const char *one = compare.people.list[pair->one].name;
        const char *two = compare.people.list[pair->other].name;
        if ((!strcmp(one, name) && !strcmp(two, other)) ||
            (!strcmp(one, other) && !strcmp(two, name)))
            percent = compare_total(pair);
    }
    compare_free(&compare, &class);
    return percent;
}

static void a_copy_changed_by_hand_is_found(void **state)
{
    static void (*const ways[])(char *) = {renamed,        commented,
                                           on_few_lines,   with_other_words,
                                           in_other_order, all_of_it};
    (void)state;
    if (!likeness_possible())
        skip();
    four_different_ones();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char *copy = read_right(4, "lab1_global/tests/right/streams.cu");
        ways[i](copy);
        assert_string_not_equal(copy, texts[0]);
        records_student("Eve", "Eve", copy);
        assert_in_range(percent_alike("Ann", "Eve"), 90, 100);
        class_free(&class);
    }
    assert_int_equal(percent_alike("Ann", "Bob"), -1);
}

/* Where all have the same solution, a forgotten comment tells. */
static void comments_that_only_two_have_are_traces(void **state)
{
    static const char *const names[] = {"Ann Smith", "Bob", "Cyd", "Dan",
                                        "Eve"};
    static const char *const own[] = {
        "// handed in by Ann Smith\n", "/* as seen in\n my very own book */\n",
        "// As seen in: my Very own book.\n// handed in by Ann Smith\n", "",
        "// thanks to nobody at all\n"};
    (void)state;
    if (!likeness_possible())
        skip();
    read_right(0, "lab1_global/reference.cu");
    for (int i = 0; i < 5; i++) {
        snprintf(texts[1], sizeof texts[1], "%s%s", texts[0], own[i]);
        records_student(names[i], names[i] + (i ? 0 : 4), texts[1]);
    }
    assert_true(class_read(&class, out, NULL, NULL));
    assert_true(similar_find(&class, NULL));
    assert_true(is_flagged("Ann Smith", "similar"));
    assert_true(is_flagged("Cyd", "similar"));
    assert_false(is_flagged("Bob", "similar"));
    assert_false(is_flagged("Dan", "similar"));
    assert_false(is_flagged("Eve", "similar"));
    assert_non_null(strstr(records_read("similarity.html"),
                           "names the other: <code>// handed in by Ann"));
}

static void an_earlier_class_counts_but_not_oneself(void **state)
{
    char past[PUBLISH_PATH];
    (void)state;
    four_different_ones();
    records_file("past/2025/submissions/Old/lab1_global/student.cu", texts[0]);
    records_file("past/2025/submissions/Bob/lab1_global/student.cu", texts[1]);
    snprintf(past, sizeof past, "%s/past", out);
    assert_true(class_read(&class, out, NULL, NULL));
    assert_true(similar_find(&class, past));
    assert_true(is_flagged("Ann", "same_file_as_another"));
    assert_false(is_flagged("Bob", "same_file_as_another"));
    assert_non_null(
        strstr(records_read("similarity.html"), "2025/submissions/Old"));
    assert_false(similar_find(&class, "/nowhere"));
    assert_false(similar_find(&class, out));
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, begin_class, records_end_class)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_says_nothing_is_left_out),
        cmocka_unit_test(what_an_exercise_mentions_is_its_own),
        cmocka_unit_test(headings_and_wrappers_are_not_needed),
        cmocka_unit_test(what_the_stub_has_is_taken_away),
        cmocka_unit_test(a_reference_gives_what_is_no_solution),
        cmocka_unit_test(broken_text_has_an_end),
        cmocka_unit_test(far_and_few_is_not_usual),
        cmocka_unit_test(where_all_are_alike_nobody_is_unusual),
        cmocka_unit_test(of_a_few_pairs_nothing_is_said),
        TEST(equal_files_are_flagged_and_stubs_are_not),
        TEST(other_names_are_no_other_work),
        TEST(a_ring_of_copies_hides_no_changed_one),
        TEST(a_copy_changed_by_hand_is_found),
        TEST(comments_that_only_two_have_are_traces),
        TEST(an_earlier_class_counts_but_not_oneself),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("course_similar", tests, NULL, NULL);
}
