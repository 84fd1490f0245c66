/*
 * test_course_intake.c - names, dates, metadata, and which file is which lab.
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

#include "intake/choose.h"
#include "intake/date.h"
#include "intake/encoding.h"
#include "intake/path.h"
#include "intake/people.h"
#include "intake/roster.h"
#include "intake/said.h"

/* ---- path.c -------------------------------------------------------------- */

static void names_that_leave(void **state)
{
    static const char *const leaving[] = {
        "../a",   "a/../../b",      "/etc/passwd", "..",      "C:\\a.cu",
        "c:a.cu", "\\\\host\\a.cu", "a/..",        "",        ".",
        "./.",    "\\etc\\passwd",  "..\\a.cu",    "a\\..\\b"};
    char path[LONGEST_PATH], *longest = malloc(2 * LONGEST_PATH);
    (void)state;
    for (size_t i = 0; i < sizeof leaving / sizeof *leaving; i++) {
        if (path_clean(leaving[i], path))
            fail_msg("%s stays inside as %s", leaving[i], path);
    }
    memset(longest, 'a', 2 * LONGEST_PATH);
    longest[LONGEST_PATH] = '\0';
    assert_false(path_clean(longest, path));
    free(longest);
}

static void names_that_stay(void **state)
{
    static const char *const staying[][2] = {
        {"./lab1//student.cu", "lab1/student.cu"},
        {"lab1_global\\student.cu", "lab1_global/student.cu"},
        {"a\\b/c", "a\\b/c"},
        {"...", "..."},
        {"a/./b/", "a/b"}};
    char path[LONGEST_PATH];
    (void)state;
    for (size_t i = 0; i < sizeof staying / sizeof *staying; i++) {
        assert_true(path_clean(staying[i][0], path));
        assert_string_equal(path, staying[i][1]);
    }
}

static void what_matters(void **state)
{
    (void)state;
    assert_int_equal(path_matter("x/lab1_global/student.cu"), MATTER_SOURCE);
    assert_int_equal(path_matter("Student.CU"), MATTER_SOURCE);
    assert_int_equal(path_matter("student.cu.txt"), MATTER_SOURCE);
    assert_int_equal(path_matter("student.cu."), MATTER_SOURCE);
    assert_int_equal(path_matter("a/answers.md"), MATTER_ANSWERS);
    assert_int_equal(path_matter("a/predictions.csv"), MATTER_PREDICTIONS);
    assert_int_equal(path_matter("a.tar.gz"), MATTER_ARCHIVE);
    assert_int_equal(path_matter("lab1_global/reference.cu"), MATTER_NONE);
    assert_int_equal(path_matter("lab1/tests/right/a.cu"), MATTER_NONE);
    assert_int_equal(path_matter("__MACOSX/._student.cu"), MATTER_NONE);
    assert_int_equal(path_matter(".git/objects/a.cu"), MATTER_NONE);
    assert_int_equal(path_matter("main.c"), MATTER_NONE);
    assert_int_equal(path_matter("a/lab1/cases/stir/student.cu"), MATTER_CASE);
    assert_int_equal(path_matter("cases/stir/Student.cu"), MATTER_CASE);
    assert_int_equal(path_matter("lab1/cases/stir/found.cu"), MATTER_NONE);
    assert_int_equal(path_matter("lab1/cases/student.cu"), MATTER_NONE);
    assert_int_equal(path_matter("lab1/cases/a/b/student.cu"), MATTER_NONE);
    assert_int_equal(path_matter("build/cases/stir/student.cu"), MATTER_NONE);
    assert_int_equal(path_archive_ending("a.tar.gz"), 7);
    assert_int_equal(path_archive_ending(".zip"), 0);
}

/* ---- encoding.c ---------------------------------------------------------- */

static void assert_utf8(const char *name, const char *expected)
{
    char utf8[64];
    encoding_to_utf8(name, utf8, sizeof utf8);
    assert_string_equal(utf8, expected);
}

static void encodings(void **state)
{
    (void)state;
    assert_utf8("Zo\xc3\xab", "Zo\xc3\xab");
    assert_utf8("Zo\x89", "Zo\xc3\xab");   /* page 437 */
    assert_utf8("Jos\xe9", "Jos\xc3\xa9"); /* Latin-1 */
    assert_utf8("\x80\xad\xad\xa0.zip",    /* page 866 */
                "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0.zip");
    assert_utf8("\xc0\xed\xed\xe0.zip", /* Windows-1251 */
                "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0.zip");
}

/* What is cut is cut between characters. */
static void cut_names(void **state)
{
    char utf8[4];
    (void)state;
    encoding_to_utf8("ab\xc3\xab", utf8, sizeof utf8);
    assert_string_equal(utf8, "ab");
}

/* ---- people.c ------------------------------------------------------------ */

static void assert_person(const char *name, bool folder, const char *shown,
                          const char *id, const char *file)
{
    struct person person;
    people_read(name, folder, &person);
    assert_string_equal(person.name, shown);
    assert_string_equal(person.id, id);
    assert_string_equal(person.file, file);
}

static void platforms(void **state)
{
    struct person person;
    (void)state;
    assert_person("Ann Lee_123_assignsubmission_file_", true, "Ann Lee", "123",
                  "");
    assert_person("Ann Lee_123_assignsubmission_file", true, "Ann Lee", "123",
                  "");
    assert_person("A_B_7_assignsubmission_file_a_1.cu", false, "A_B", "7",
                  "a_1.cu");
    assert_person("leeann_LATE_12_345_student-1.cu", false, "leeann", "12",
                  "student-1.cu");
    people_read("leeann_LATE_12_345_student-1.cu", false, &person);
    assert_true(person.late);
    people_read("Ann_1_assignsubmission_onlinetext_", true, &person);
    assert_true(person.online);
}

static void plain_names(void **state)
{
    struct person person;
    (void)state;
    assert_person("Ann Lee.tar.gz", false, "Ann Lee", "", "");
    assert_person("Ann Lee (2).zip", false, "Ann Lee", "", "");
    assert_person("Ann Lee (2)", true, "Ann Lee (2)", "", "");
    assert_person("dr. lee", true, "dr. lee", "", "");
    assert_person("a\nb\x1b[2J", true, "a b?[2J", "", "");
    people_read("submission_123.zip", false, &person);
    assert_true(person.nameless);
    people_read("Labor.zip", false, &person);
    assert_false(person.nameless);
}

/* ---- date.c -------------------------------------------------------------- */

static void dates(void **state)
{
    char text[DATE_TEXT];
    int64_t one, other;
    (void)state;
    assert_true(date_parse("2026-11-01 12:00:00.123456789 Z", &one));
    date_text(one, text);
    assert_string_equal(text, "2026-11-01T12:00:00Z");
    assert_true(date_parse("2026-11-01T14:00+02:00", &other));
    assert_int_equal(one, other);
    assert_true(date_parse("2026-11-01 10:30:00 -0130", &other));
    assert_int_equal(one, other);
    assert_true(date_parse("2026-11-01", &one));
    assert_true(date_parse("2026-11-01 23:59:59", &other));
    assert_int_equal(one, other);
}

static void no_dates(void **state)
{
    static const char *const wrong[] = {"",
                                        "tomorrow",
                                        "2026-02-30",
                                        "2026-11",
                                        "2026-13-01",
                                        "2026-11-01 25:00",
                                        "2026-11-01 12:00 CET",
                                        "@0",
                                        "2026-11-01x",
                                        "0000-01-01"};
    int64_t seconds;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (date_parse(wrong[i], &seconds))
            fail_msg("%s is a date", wrong[i]);
    }
}

/* ---- roster.c ------------------------------------------------------------ */

static void read_text(const char *text, struct roster *roster)
{
    FILE *file = tmpfile();
    fputs(text, file);
    rewind(file);
    roster_read(roster, dup(fileno(file)));
    fclose(file);
}

static void metadata(void **state)
{
    struct roster roster;
    char time[DATE_TEXT];
    (void)state;
    read_text("---\n"
              "submission_1:\n"
              "  :submitters:\n"
              "  - :name: \"O'Brien, Ann\"\n"
              "    :sid: '007'\n"
              "  - :name: Bob\n"
              "  :created_at: !ruby/object:ActiveSupport::TimeWithZone\n"
              "    utc: 2026-11-01 12:00:00.5 Z\n"
              "  :results:\n"
              "    tests:\n"
              "    - :name: not a student\n"
              "  :history:\n"
              "  - :submitters:\n"
              "    - :name: nobody\n"
              "submission_2:\n"
              "  :created_at: 2026-11-02 12:00:00 Z\n"
              "  :submitters: []\n",
              &roster);
    assert_false(roster.broken);
    assert_int_equal(roster.count, 2);
    assert_string_equal(roster.at[0].name, "O'Brien, Ann");
    assert_string_equal(roster.at[0].sid, "007");
    assert_string_equal(roster.at[1].name, "Bob");
    assert_string_equal(roster.at[1].folder, "submission_1");
    date_text(roster.at[1].time, time);
    assert_string_equal(time, "2026-11-01T12:00:00Z");
    roster_free(&roster);
}

/* A time before the names, aliases, much depth, an end in the middle. */
static void odd_metadata(void **state)
{
    struct roster roster;
    char deep[600] = "a: ";
    (void)state;
    read_text("s:\n  :created_at: 2026-11-01 12:00:00 Z\n"
              "  :submitters:\n  - &x\n    :name: Ann\n  - *x\n",
              &roster);
    assert_int_equal(roster.count, 1);
    assert_int_not_equal(roster.at[0].time, 0);
    roster_free(&roster);
    memset(deep + 3, '[', 500);
    read_text(deep, &roster);
    assert_true(roster.broken);
    roster_free(&roster);
    read_text("s:\n  :submitters:\n  - :name: Ann\n  - :na\"me: [", &roster);
    assert_true(roster.broken);
    assert_int_equal(roster.count, 2);
    assert_string_equal(roster.at[0].name, "Ann");
    roster_free(&roster);
}

/* ---- choose.c ------------------------------------------------------------ */

static void add(struct tree *tree, const char *path, const char *source,
                const char *text, int64_t time)
{
    struct leaf leaf = {.path = (char *)path,
                        .source = source,
                        .matter = path_matter(path),
                        .bytes = strdup(text),
                        .size = strlen(text),
                        .time = time,
                        .source_time = time};
    tree_add(tree, &leaf);
}

static void assert_chosen(struct tree *tree, const char *lab,
                          const char *expected)
{
    const struct leaf *leaf = choose_source(tree, lab, NULL);
    if (expected)
        assert_non_null(leaf);
    else
        assert_null(leaf);
    if (expected)
        assert_string_equal(leaf->path, expected);
}

/* Nor is the file of a case ever taken for the lab's. */
static void cases_by_folder(void **state)
{
    struct tree tree = {0};
    const struct leaf *leaf;
    (void)state;
    add(&tree, "lab1_global/cases/stir/student.cu", "", "1", 5);
    add(&tree, "lab1_global/cases/stir/found.cu", "", "2", 9);
    add(&tree, "lab2_shared/cases/blur/student.cu", "", "3", 5);
    leaf = choose_case(&tree, "lab1_global", "stir");
    assert_non_null(leaf);
    assert_string_equal(leaf->bytes, "1");
    assert_null(choose_case(&tree, "lab1_global", "blur"));
    assert_null(choose_case(&tree, "lab2_shared", "stir"));
    assert_chosen(&tree, "lab1_global", NULL);
    tree_free(&tree);
}

static void labs_by_folder(void **state)
{
    struct tree tree = {0};
    (void)state;
    add(&tree, "old/lab1_global/student.cu", "", "1", 5);
    add(&tree, "lab1_global/student.cu", "", "2", 1);
    add(&tree, "lab1_global/backup.cu", "", "3", 9);
    add(&tree, "lab2_shared/mine.cu", "", "4", 1);
    assert_chosen(&tree, "lab1_global", "lab1_global/student.cu");
    assert_chosen(&tree, "lab2_shared", "lab2_shared/mine.cu");
    assert_chosen(&tree, "lab3_reduction", NULL);
    tree_free(&tree);
}

static void labs_by_content(void **state)
{
    struct tree tree = {0};
    (void)state;
    add(&tree, "student.cu", "", "void matvec (int); x", 1);
    add(&tree, "lab1.cu", "", "void matvec_tiled(int)", 1);
    add(&tree, "Lab 03/solution.cu", "", "nothing", 1);
    add(&tree, "lab10.cu", "", "nothing", 1);
    assert_chosen(&tree, "lab1_global", "student.cu");
    assert_chosen(&tree, "lab2_shared", "lab1.cu");
    assert_chosen(&tree, "lab3_reduction", "Lab 03/solution.cu");
    tree_free(&tree);
}

static void labs_by_the_archive(void **state)
{
    struct tree tree = {0};
    (void)state;
    add(&tree, "a.cu", "lab2 Ann.zip", "nothing", 1);
    add(&tree, "a.cu", "lab3 Ann.zip", "nothing", 1);
    assert_string_equal(choose_source(&tree, "lab2_shared", NULL)->source,
                        "lab2 Ann.zip");
    assert_string_equal(choose_source(&tree, "lab3_reduction", NULL)->source,
                        "lab3 Ann.zip");
    assert_null(choose_source(&tree, "lab1_global", NULL));
    tree_free(&tree);
}

static void labs_by_request(void **state)
{
    struct tree tree = {0};
    (void)state;
    add(&tree, "a.cu", "", "nothing", 1);
    assert_null(choose_source(&tree, "lab2_shared", "lab1_global"));
    assert_non_null(choose_source(&tree, "lab1_global", "lab1_global"));
    tree_free(&tree);
}

/* Of several archives the later; where nothing says which, the last by name,
 * and that is said. */
static void several_archives(void **state)
{
    struct tree tree = {0};
    (void)state;
    add(&tree, "lab1_global/student.cu", "b.zip", "early", 1000);
    add(&tree, "lab1_global/student.cu", "a.zip", "late", 2000);
    assert_string_equal(choose_source(&tree, "lab1_global", NULL)->bytes,
                        "late");
    assert_int_equal(tree.notes.count, 1);
    assert_null(strstr(tree.notes.said[0], "nothing says"));
    tree_free(&tree);
    add(&tree, "lab1_global/student.cu", "a (10).zip", "ten", 1000);
    add(&tree, "lab1_global/student.cu", "a (9).zip", "nine", 1001);
    assert_string_equal(choose_source(&tree, "lab1_global", NULL)->bytes,
                        "ten");
    assert_non_null(strstr(tree.notes.said[0], "nothing says"));
    tree_free(&tree);
}

/* ---- said.c -------------------------------------------------------------- */

static void what_it_says(void **state)
{
    struct tree tree = {0};
    struct said said;
    (void)state;
    add(&tree, "submission.txt", "",
        "number: 12\r\nname:  Ann \x1b[1m Lee\r\nedition: abc\nname: Bob\n", 1);
    add(&tree, "check.json", "", "{\"score\": 7, \"max_score\": 300}", 1);
    said_read(&tree, &said);
    assert_string_equal(said.name, "Ann ?[1m Lee");
    assert_string_equal(said.number, "12");
    assert_true(said.claims);
    assert_int_equal(said.score, 7);
    assert_true(said_fits(&said, "LEE, ann"));
    assert_true(said_fits(&said, "s12"));
    assert_false(said_fits(&said, "Leeroy Smith"));
    tree_free(&tree);
}

static void what_it_claims(void **state)
{
    static const char *const wrong[] = {
        "{\"score\": -1, \"max_score\": 300}",
        "{\"score\": \"7\"}",
        "[",
        "{\"score\": 1e300, \"max_score\": 300}",
        "null",
        ""};
    struct said said;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct tree tree = {0};
        add(&tree, "submission.txt", "", "name: Ann", 1);
        add(&tree, "check.json", "", wrong[i], 1);
        said_read(&tree, &said);
        assert_false(said.claims);
        tree_free(&tree);
    }
}

/* ---- notes.c ------------------------------------------------------------- */

static void plain_sentences(void **state)
{
    struct notes notes = {0};
    (void)state;
    notes_left(&notes, "a\n\x1b[2Jb", WHY_LINK);
    notes_left(&notes, "a\n\x1b[2Jb", WHY_LINK);
    assert_int_equal(notes.count, 1);
    assert_true(notes_has_flag(&notes, "link_left_out"));
    assert_string_equal(notes.said[0], "a??[2Jb is a link, and was left out.");
    for (int i = 0; i < 100; i++) {
        char name[12];
        snprintf(name, sizeof name, "%d", i);
        notes_left(&notes, name, WHY_LINK);
    }
    assert_true(notes.count < 10 && notes.unsaid > 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_leave),
        cmocka_unit_test(names_that_stay),
        cmocka_unit_test(what_matters),
        cmocka_unit_test(encodings),
        cmocka_unit_test(cut_names),
        cmocka_unit_test(platforms),
        cmocka_unit_test(plain_names),
        cmocka_unit_test(dates),
        cmocka_unit_test(no_dates),
        cmocka_unit_test(metadata),
        cmocka_unit_test(odd_metadata),
        cmocka_unit_test(cases_by_folder),
        cmocka_unit_test(labs_by_folder),
        cmocka_unit_test(labs_by_content),
        cmocka_unit_test(labs_by_request),
        cmocka_unit_test(labs_by_the_archive),
        cmocka_unit_test(several_archives),
        cmocka_unit_test(what_it_says),
        cmocka_unit_test(what_it_claims),
        cmocka_unit_test(plain_sentences),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
