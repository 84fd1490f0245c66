/*
 * test_course_collect.c - what a student wrote stays text, and tables add up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <cmocka.h>

#include "class_records.h"
#include "collect/causes.h"
#include "collect/collect.h"
#include "collect/feedback.h"
#include "collect/grades.h"
#include "collect/page.h"
#include "html/put.h"
#include "grade/points.h"
#include "run/csv.h"
#include "similar/similar.h"

/* ---- put ----------------------------------------------------------------- */

static char *written;
static size_t written_bytes;

static FILE *begin(void)
{
    FILE *file = open_memstream(&written, &written_bytes);
    assert_non_null(file);
    return file;
}

static void assert_written(FILE *file, const char *text)
{
    fclose(file);
    assert_string_equal(written, text);
    free(written);
}

static void html_has_only_our_marks(void **state)
{
    FILE *file = begin();
    (void)state;
    put_html(file, "<p title=\"%s\">%s %d%% of %z</p>", "\" onclick='x",
             "<script>&\x1b[1m", 7, (size_t)9);
    assert_written(file, "<p title=\"&quot; onclick=&#39;x\">"
                         "&lt;script&gt;&amp;?[1m 7% of 9</p>");
}

static void markdown_has_only_our_marks(void **state)
{
    FILE *file = begin();
    (void)state;
    put_markdown(file, "# %s\n- %s\n",
                 "[a](http://b) *c* `d` <e> ![f](g) lab1_global _h_",
                 "# x\n\n1. y | z");
    assert_written(file, "# \\[a\\](http:\xe2\x80\x8b//b) \\*c\\* \\`d\\` "
                         "\\<e\\> \\!\\[f\\](g) lab1_global \\_h\\_\n"
                         "- \\# x  1. y \\| z\n");
}

static void markdown_begins_no_list_and_calls_nobody(void **state)
{
    static const char *const texts[][2] = {
        {"- a", "\\- a"},
        {"+1", "\\+1"},
        {"12. a", "12\\. a"},
        {"3) a", "3\\) a"},
        {"3.5", "3\\.5"},
        {"   === ", "\\=== "},
        {"a@b.org", "a@\xe2\x80\x8b"
                    "b.org"},
        {"www.b.org", "www\xe2\x80\x8b.b.org"},
        {"x ~~y~~", "x \\~\\~y\\~\\~"},
        {"a\tb\r\nc", "a b  c"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *file = begin();
        put_markdown(file, "%s", texts[i][0]);
        assert_written(file, texts[i][1]);
    }
}

static void a_fence_is_longer_than_any_within(void **state)
{
    FILE *file = begin();
    (void)state;
    put_markdown_code(file, 2, "a ```` b\n# c");
    assert_written(file, "  `````\n  a ```` b\n  # c\n  `````\n");
}

static void an_address_has_no_signs(void **state)
{
    FILE *file = begin();
    (void)state;
    put_address(file, "a/../\"#?%\xd0\x90-_9");
    assert_written(file, "a%2F%2E%2E%2F%22%23%3F%25%D0%90-_9");
}

/* ---- tables -------------------------------------------------------------- */

static struct class class;
static const char *out;

static int begin_class(void **state)
{
    *state = &class;
    out = records_begin();
    records_student("Ann", "Ann", "one");
    records_student("=1+2", "B", "two");
    records_student("Cyd", "Cyd", "");
    records_results("one", LACKS_NOTHING, "");
    records_results("two", 3, "<i>, \"no\"\n@home");
    return 0;
}

static void read_class(void)
{
    assert_true(class_read(&class, out, NULL, NULL));
}

static void grades_have_a_row_for_each(void **state)
{
    char expected[2048], columns[512] = "", points[512] = "";
    int labs = (int)lab_count, most = LAB_POINTS * labs;
    (void)state;
    for (size_t i = 0; i < lab_count; i++) {
        strcat(strcat(columns, ","), all_labs[i]->name);
        snprintf(points + strlen(points), 16, ",%d", LAB_POINTS - 3);
    }
    read_class();
    assert_true(grades_write(&class));
    snprintf(expected, sizeof expected,
             "student,score,max_score%s,status,flags\n"
             "'=1+2,%d,%d%s,graded,\n",
             columns, most - 3 * labs, most, points);
    assert_memory_equal(records_read("grades.csv"), expected, strlen(expected));
    snprintf(expected, sizeof expected, "\nCyd,0,%d,,,,nothing,\n", most);
    assert_non_null(strstr(records_read("grades.csv"), expected));
}

struct sums {
    int points, max_points, rows;
    char student[64];
};

static void add(void *to, const char *name, const char *value)
{
    struct sums *sums = to;
    if (!strcmp(name, "student"))
        snprintf(sums->student, sizeof sums->student, "%s", value);
    if (!strcmp(name, "points"))
        sums->points += atoi(value);
    if (!strcmp(name, "max_points"))
        sums->max_points += atoi(value);
}

static void assert_adds_up(char *text, const char *student, int score)
{
    struct sums sums = {.rows = 0}, one;
    char *row = strtok(text, "\n"), header[256];
    assert_non_null(row);
    snprintf(header, sizeof header, "%s", row);
    while ((row = strtok(NULL, "\n"))) {
        one = (struct sums){.rows = 0};
        csv_take_row(row, header, ',', add, &one);
        if (strcmp(one.student, student))
            continue;
        sums.points += one.points;
        sums.max_points += one.max_points;
        sums.rows++;
    }
    assert_true(sums.rows > 0);
    assert_int_equal(sums.points, score);
    assert_int_equal(sums.max_points, class_points(&class));
}

static void details_add_up_with_overrides_too(void **state)
{
    const struct exercise *of =
        &all_labs[0]->exercises[records_dearest(all_labs[0])];
    int most = points_of_exercise(all_labs[0], of);
    char text[256], row[80];
    (void)state;
    snprintf(text, sizeof text,
             "student,exercise,points,reason\n'=1+2,%s,%d,=x\n"
             "Cyd,%s,60,paper\nCyd,%s,1,paper\n",
             of->name, most, all_labs[1]->name, all_labs[1]->exercises[0].name);
    records_file("overrides.csv", text);
    read_class();
    assert_true(details_write(&class));
    for (size_t i = 0; i < class.count; i++) {
        char *all = strdup(records_read("details.csv"));
        char name[64];
        snprintf(name, sizeof name, "%s%s",
                 *class.students[i].name == '=' ? "'" : "",
                 class.students[i].name);
        assert_adds_up(all, name, class.students[i].score);
        free(all);
    }
    assert_int_equal(class.students[2].score, 60);
    snprintf(row, sizeof row, ",override,true,3,0,%d points instead of %d: =x",
             most, most - 3);
    assert_non_null(strstr(records_read("details.csv"), row));
    assert_non_null(
        strstr(records_read("details.csv"), "\"<i>, \"\"no\"\"; @home\""));
}

/* ---- feedback ------------------------------------------------------------ */

static void feedback_names_the_cause_as_text(void **state)
{
    (void)state;
    read_class();
    assert_true(feedback_write(&class));
    assert_non_null(records_read("feedback/Ann.html"));
    assert_null(strstr(records_read("feedback/B.html"), "<i>, "));
    assert_non_null(strstr(records_read("feedback/B.html"),
                           "<p class=\"cause\">&lt;i&gt;, &quot;no&quot;\n"));
    assert_non_null(strstr(records_read("feedback/B.md"),
                           "**\\<i\\>, \"no\" @\xe2\x80\x8bhome**"));
    assert_null(strstr(records_read("feedback/Ann.md"), "make hint"));
    assert_non_null(strstr(records_read("feedback/Cyd.md"),
                           "Nothing was handed in for it."));
}

static void feedback_keeps_suspicion_to_the_instructor(void **state)
{
    (void)state;
    records_student_with("Ann", "Ann", "one", "\"notes\": [\"it came late\"]");
    read_class();
    class_flag(&class.students[1], "similar");
    assert_true(feedback_write(&class));
    assert_null(strstr(records_read("feedback/Ann.html"), "similar"));
    assert_non_null(strstr(records_read("feedback/Ann.html"), "it came late"));
    assert_non_null(strstr(records_read("feedback/Ann.md"), "it came late"));
}

static void who_has_left_has_no_feedback(void **state)
{
    (void)state;
    records_file("feedback/Left.html", "old");
    records_file("feedback/Ann.html", "old");
    read_class();
    assert_true(feedback_write(&class));
    assert_null(records_read("feedback/Left.html"));
    assert_string_not_equal(records_read("feedback/Ann.html"), "old");
}

/* ---- causes -------------------------------------------------------------- */

static const struct exercise product = {
    .name = "matvec", .buffers = {{.name = "A"}, {.name = "V"}, {.name = "a"}}};

static void assert_one_cause(const char *one, const char *other,
                             const char *shown)
{
    char key[CAUSE_BYTES], other_key[CAUSE_BYTES], text[CAUSE_BYTES];
    cause_key(key, one, &product);
    cause_key(other_key, other, &product);
    assert_string_equal(key, other_key);
    strcpy(text, shown);
    cause_merge(text, one);
    cause_merge(text, other);
    assert_string_equal(text, shown);
}

static void places_numbers_and_names_are_no_causes(void **state)
{
    (void)state;
    assert_one_cause("lab1_global/student.cu:92: read of 4 bytes past the end "
                     "of A, by a thread",
                     "lab1_global/student.cu:7:16: read of 8 bytes past the "
                     "end of a, by a thread",
                     "read of ... bytes past the end of ..., by a thread");
    assert_one_cause("every element is -1.5e+03; does each thread",
                     "every element is 32; does each thread",
                     "every element is ...; does each thread");
    assert_one_cause("launch of my_kernel: the grid is 0 x 1 blocks",
                     "launch of k: the grid is 0 x 1 blocks",
                     "launch of ...: the grid is 0 x 1 blocks");
    assert_one_cause("race: __shared__ tile is read (line 9)",
                     "race: __shared__ s is read (line 10)",
                     "race: __shared__ ... is read (line ...)");
}

static void other_sentences_are_other_causes(void **state)
{
    static const char *const lines[] = {
        "lab1_global/student.cu:92: read of 4 bytes past the end of A",
        "lab1_global/student.cu:92: write of 4 bytes past the end of A",
        "a was never written",
        "the input a was changed",
        "__syncthreads() that threads of the block never reach",
        "__shfl_down_sync() that threads of the block never reach"};
    enum { LINES = sizeof lines / sizeof *lines };
    char keys[LINES][CAUSE_BYTES];
    (void)state;
    for (int i = 0; i < LINES; i++) {
        cause_key(keys[i], lines[i], &product);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(keys[i], keys[k]);
    }
}

static void a_very_long_line_is_cut(void **state)
{
    char line[5000], key[CAUSE_BYTES], text[CAUSE_BYTES] = "x x x";
    (void)state;
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    cause_key(key, line, &product);
    assert_true(strlen(key) < CAUSE_BYTES);
    cause_merge(text, line);
    assert_string_equal(text, "...");
}

static void a_cause_has_who_had_it(void **state)
{
    struct causes causes;
    (void)state;
    records_student("Dan", "Dan", "two");
    records_student("Eve", "Eve", "five");
    records_results("five", 2, "nothing was written");
    read_class();
    assert_true(causes_find(&causes, &class));
    assert_int_equal(causes.count, 2);
    assert_int_equal(causes.list[0].students, 2);
    assert_int_equal(causes.list[0].count, 2 * lab_count);
    assert_int_equal(causes.list[0].lost, 2 * 3 * (int)lab_count);
    assert_int_equal(causes.list[1].students, 1);
    assert_string_equal(causes.list[1].text, "nothing was written");
    assert_string_equal(causes.list[1].cases[0].student->name, "Eve");
    causes_free(&causes);
}

/* ---- class.html ---------------------------------------------------------- */

static void the_page_shows_names_as_text(void **state)
{
    const char *page;
    (void)state;
    records_student_with("<script>alert(1)</script>", "S", "one",
                         "\"flags\": [\"<b>\"]");
    records_file("overrides.csv",
                 "student,exercise,points,reason\n<i>,<u>,1,</td>\n");
    read_class();
    assert_true(page_write(&class));
    page = records_read("class.html");
    assert_non_null(strstr(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_null(strstr(page, "<script>alert"));
    assert_null(strstr(page, "<b>\""));
    assert_null(strstr(page, "<u>"));
    assert_non_null(strstr(page, "nobody in this class is called "
                                 "&quot;&lt;i&gt;&quot;"));
    assert_non_null(strstr(page, "script-src 'sha256-"));
}

/* What was handed in with it, detective cases, is another's; the pages say the
 * same of the file. */
static void the_page_names_whose_file_is_the_same(void **state)
{
    static char text[64 << 10];
    const char *page;
    char past[PUBLISH_PATH];
    FILE *file = fopen("lab1_global/tests/right/beginner.cu", "re");
    (void)state;
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    records_file("submissions/Ann/lab1_global/student.cu", text);
    records_file("submissions/B/lab1_global/student.cu", text);
    records_file("past/Old/lab1_global/student.cu", text);
    snprintf(past, sizeof past, "%s/past", out);
    read_class();
    assert_true(similar_find(&class, past) && page_write(&class));
    page = records_read("class.html");
    assert_non_null(strstr(page, "<span class=\"mono\">lab1_global</span>: "
                                 "<a href=\"feedback/B.html\">"
                                 "<bdi>=1+2</bdi></a>, <bdi>Old</bdi> "
                                 "(earlier); <a"));
    assert_null(strstr(page, "lab2_shared</span>: "));
}

static void a_class_of_nobody_has_a_page(void **state)
{
    (void)state;
    records_end();
    out = records_begin();
    read_class();
    assert_true(page_write(&class) && grades_write(&class));
    assert_non_null(strstr(records_read("class.html"), "</html>"));
}

/* ---- course collect ------------------------------------------------------ */

static int collect(const char *option, const char *value)
{
    char *arguments[] = {"collect",      "--out",       (char *)out,
                         (char *)option, (char *)value, NULL};
    return collect_main(option ? 5 : 3, arguments);
}

static const char *const tables[] = {"grades.csv", "details.csv", "class.html",
                                     "feedback/Ann.html", "similarity.html"};
enum { TABLES = sizeof tables / sizeof *tables };

static void all_is_written_and_the_same_again(void **state)
{
    char *first[TABLES];
    (void)state;
    assert_int_equal(collect(NULL, NULL), 0);
    for (int i = 0; i < TABLES; i++) {
        assert_non_null(records_read(tables[i]));
        first[i] = strdup(records_read(tables[i]));
        assert_non_null(first[i]);
    }
    assert_int_equal(collect(NULL, NULL), 0);
    for (int i = 0; i < TABLES; i++) {
        assert_string_equal(records_read(tables[i]), first[i]);
        free(first[i]);
    }
}

static void what_does_not_fit_is_told_by_the_status(void **state)
{
    (void)state;
    records_file("overrides.csv",
                 "student,exercise,points,reason\nNobody,dot,1,x\n");
    assert_int_equal(collect(NULL, NULL), 2);
    assert_non_null(strstr(records_read("grades.csv"), "\nAnn,"));
    assert_non_null(strstr(records_read("class.html"), "&quot;Nobody&quot;"));
}

static void wrong_use_writes_nothing(void **state)
{
    (void)state;
    assert_int_equal(collect("--lab", "lab9"), 2);
    assert_int_equal(collect("--what", "lab9"), 2);
    assert_int_equal(collect("--overrides", "/nowhere/at/all"), 2);
    assert_null(records_read("grades.csv"));
}

static void a_damaged_record_is_told_and_the_rest_stands(void **state)
{
    (void)state;
    records_file("submissions/B/submission.json", "{");
    assert_int_equal(collect(NULL, NULL), 2);
    assert_non_null(strstr(records_read("grades.csv"), "\nAnn,"));
    assert_non_null(strstr(records_read("grades.csv"), "\nB,0,"));
}

/* A disk that is full at the first kilobytes. */
static void on_a_full_disk_nothing_is_half(void **state)
{
    struct rlimit was, small;
    char *before;
    (void)state;
    assert_int_equal(collect(NULL, NULL), 0);
    before = strdup(records_read("details.csv"));
    records_results("two", 4, "something else");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    small = was;
    small.rlim_cur = 2000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(collect(NULL, NULL), 2);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    assert_string_equal(records_read("details.csv"), before);
    assert_int_equal(collect(NULL, NULL), 0);
    assert_string_not_equal(records_read("details.csv"), before);
    free(before);
}

static void without_sim_c_all_else_is_done(void **state)
{
    char *path = strdup(getenv("PATH"));
    (void)state;
    setenv("PATH", "/nowhere", 1);
    assert_int_equal(collect(NULL, NULL), 0);
    setenv("PATH", path, 1);
    free(path);
    assert_non_null(records_read("grades.csv"));
    assert_non_null(strstr(records_read("similarity.html"),
                           "apt-get install similarity-tester"));
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, begin_class, records_end_class)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(html_has_only_our_marks),
        cmocka_unit_test(markdown_has_only_our_marks),
        cmocka_unit_test(markdown_begins_no_list_and_calls_nobody),
        cmocka_unit_test(a_fence_is_longer_than_any_within),
        cmocka_unit_test(an_address_has_no_signs),
        TEST(grades_have_a_row_for_each),
        TEST(details_add_up_with_overrides_too),
        TEST(feedback_names_the_cause_as_text),
        TEST(feedback_keeps_suspicion_to_the_instructor),
        TEST(who_has_left_has_no_feedback),
        cmocka_unit_test(places_numbers_and_names_are_no_causes),
        cmocka_unit_test(other_sentences_are_other_causes),
        cmocka_unit_test(a_very_long_line_is_cut),
        TEST(a_cause_has_who_had_it),
        TEST(the_page_shows_names_as_text),
        TEST(the_page_names_whose_file_is_the_same),
        TEST(a_class_of_nobody_has_a_page),
        TEST(all_is_written_and_the_same_again),
        TEST(what_does_not_fit_is_told_by_the_status),
        TEST(wrong_use_writes_nothing),
        TEST(a_damaged_record_is_told_and_the_rest_stands),
        TEST(on_a_full_disk_nothing_is_half),
        TEST(without_sim_c_all_else_is_done),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("course_collect", tests, NULL, NULL);
}
