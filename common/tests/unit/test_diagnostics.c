/* test_diagnostics.c - findings: grouping, order, text, the file. */
#include "tell/finding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/test_diagnostics.XXXXXX";
static char source[64], report[64], screen[64];
static const struct ptx_module *ptx;

static const char source_text[] = "__global__ void k(float *a)\n"
                                  "{\n"
                                  "\ta[threadIdx.x] = 1.0f;\n"
                                  "    a[0] = a[1];\n"
                                  "}\n";

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Everything in the file, in a static buffer. */
static const char *read_file(const char *path)
{
    static char text[65536];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    return text;
}

/* Rows of the file that have a text. */
static size_t lines_of_report(const char *text)
{
    char line[2048];
    size_t count = 0;
    FILE *file = fopen(report, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        count += strstr(line, text) != NULL;
    fclose(file);
    return count;
}

/* What a flush prints. */
static const char *flushed(void)
{
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    assert_non_null(freopen(screen, "w", stderr));
    diagnostics_flush();
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    return read_file(screen);
}

static struct finding at_line(uint32_t line, uint32_t column)
{
    struct finding f = {
        .tool = MEMCHECK,
        .severity = FINDING_ERROR,
        .ptx = ptx,
        .loc = {1, line, column},
        .kernel = "k",
        .block = {2, 0, 0},
        .thread = {5, 0, 0},
        .lanes = 1,
    };
    strcpy(f.title, "write of 4 bytes past the end of a");
    strcpy(f.detail, "a has 80 bytes, offset 80");
    strcpy(f.hint, "compare the index with n");
    return f;
}

static void reads_like_a_compiler(void **state)
{
    (void)state;
    struct finding f = at_line(4, 8);
    diagnose(&f);
    char expected[1024];
    snprintf(expected, sizeof expected,
             "%s:4:8: error: write of 4 bytes past the end of a [memcheck]\n"
             "   thread (5,0,0) of block (2,0,0) in k; a has 80 bytes, offset "
             "80\n"
             "    4 |     a[0] = a[1];\n"
             "      |        ^\n"
             "   hint: compare the index with n\n",
             source);
    assert_string_equal(flushed(), expected);
    assert_string_equal(flushed(), "");
}

/* A hazard of a grid is one finding; its example does not depend on the order
 * in which host threads met it. */
static void equal_findings_are_counted(void **state)
{
    (void)state;
    uint64_t before = diagnostics_errors();
    static const struct dims blocks[] = {
        {3, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}};
    for (uint32_t i = 0; i < 5; i++) {
        struct finding f = at_line(3, 2);
        f.block = blocks[i];
        f.thread.x = 9 - i;
        f.lanes = 32;
        diagnose(&f);
    }
    const char *text = flushed();
    assert_non_null(strstr(text, "thread (5,0,0) of block (1,0,0) in k, the "
                                 "first of 160; "));
    assert_null(strstr(strstr(text, "error:") + 1, "error:"));
    assert_non_null(strstr(text, "      | \t^\n"));
    assert_int_equal(diagnostics_errors() - before, 160);
}

/* What is known is counted without words, unless it is an earlier thread's;
 * what nobody wants is known as well; each launch begins anew. */
static void known_ones_are_counted_without_words(void **state)
{
    (void)state;
    struct finding f = at_line(2, 1);
    struct finding_key key = {.insn = &f, .kind = 1}, other = key;
    other.array = 7;
    uint64_t before = diagnostics_errors();
    assert_false(diagnose_again(key, f.block, f.thread, 1));
    diagnose_as(key, &f);
    assert_true(diagnose_again(key, f.block, f.thread, 30));
    assert_false(diagnose_again(other, f.block, f.thread, 1));
    assert_false(diagnose_again(key, f.block, (struct dims){4, 0, 0}, 1));
    f.thread.x = 4;
    diagnose_as(other, &f); /* equal in words */
    assert_true(diagnose_again(key, f.block, f.thread, 1));
    assert_int_equal(diagnostics_errors() - before, 33);
    assert_non_null(strstr(flushed(), "thread (4,0,0) of block (2,0,0) in k, "
                                      "the first of 33; "));
    assert_false(diagnose_again(key, f.block, f.thread, 1));
}

static void sorted_by_place_and_both_sides_shown(void **state)
{
    (void)state;
    struct finding late = at_line(5, 1), race = at_line(3, 4);
    strcpy(late.title, "late");
    race.tool = RACECHECK;
    race.severity = FINDING_WARNING;
    race.other = (struct ptx_loc){1, 4, 12};
    race.other_note = "the read was here";
    strcpy(race.title, "race");
    diagnose(&late);
    diagnose(&race);
    const char *text = flushed();
    const char *first = strstr(text, ":3:4: warning: race [racecheck]\n");
    const char *note = strstr(text, ":4:12: note: the read was here\n");
    const char *last = strstr(text, ":5:1: error: late [memcheck]\n");
    assert_true(first && first < note && note < last);
}

/* A race across warps is the example of those in a warp beside it, whichever
 * came first, and comes before them: __syncwarp() would not end it. */
static void races_across_warps_come_first(void **state)
{
    (void)state;
    struct finding within = at_line(3, 4), across = at_line(3, 4);
    struct finding_key key = {.insn = &within}, other = {.insn = &across};
    within.tool = across.tool = RACECHECK;
    within.in_warp = true;
    within.other = (struct ptx_loc){1, 2, 1};
    across.other = (struct ptx_loc){1, 4, 6};
    strcpy(within.hint, "or __syncwarp()");
    strcpy(across.title, "race: a is written");
    across.thread.x = 32;
    strcpy(within.title, "race: a is lost");
    diagnose(&within);
    strcpy(within.title, across.title);
    within.other = across.other;
    diagnose_as(key, &within);
    diagnose_as(other, &across);
    assert_true(diagnose_again(key, within.block, (struct dims){0, 0, 0}, 1));
    const char *text = flushed();
    const char *first = strstr(text, "thread (32,0,0) of block (2,0,0) in k, "
                                     "the first of 3; ");
    const char *second = strstr(text, "race: a is lost");
    assert_true(first && second && first < second);
    assert_true(strstr(first, "__syncwarp()") > second);
}

/* Met in a warp where it writes, and across warps where it reads. */
static void two_sides_of_a_race_across_warps(void **state)
{
    (void)state;
    struct finding write = at_line(2, 3), read = at_line(4, 5);
    write.tool = read.tool = RACECHECK;
    write.in_warp = read.at_read = true;
    write.other = read.loc;
    read.other = write.loc;
    strcpy(write.title, "race: a is written");
    strcpy(read.title, "race: a is read");
    strcpy(read.hint, "put __syncthreads() between the two");
    diagnose(&write);
    diagnose(&read);
    const char *text = flushed();
    assert_non_null(strstr(text, "hint: put __syncthreads() between the two"));
    assert_null(strstr(text, "compare the index"));
}

/* Races of so many pairs of lines, each met from both sides, one from its read
 * alone: were all compared with all, this would take minutes. */
static void many_races_are_told_once_each(void **state)
{
    enum { RACES = 40000 };
    (void)state;
    uint64_t before = diagnostics_errors();
    for (unsigned i = 0; i < RACES; i++) {
        struct finding write = at_line(10 + i, 3), read = at_line(9, 5);
        write.tool = read.tool = RACECHECK;
        read.at_read = true;
        write.other = read.loc;
        read.other = write.loc;
        strcpy(read.title, "race: many is read");
        strcpy(write.title, "race: many is written");
        if (i)
            diagnose(&write);
        diagnose(&read);
    }
    assert_int_equal(diagnostics_errors() - before, 2 * RACES - 1);
    flushed();
    assert_int_equal(lines_of_report("race: many is written"), RACES - 1);
    assert_int_equal(lines_of_report("race: many is read"), 1);
}

/* An earlier launch had it: not printed again, but in the file. */
static void repeated_findings_are_not_printed(void **state)
{
    (void)state;
    struct finding f = at_line(4, 8);
    strcpy(f.title, "the same place in another launch");
    diagnose(&f);
    assert_string_equal(flushed(), "");
    assert_non_null(strstr(read_file(report), "another launch"));
}

static void findings_without_a_place(void **state)
{
    (void)state;
    struct finding f = {
        .tool = LEAKCHECK, .severity = FINDING_ERROR, .lanes = 1};
    strcpy(f.title, "80 bytes never freed");
    diagnose(&f);
    assert_string_equal(flushed(), "error: 80 bytes never freed [leakcheck]\n");
}

static void the_file_has_a_row_each(void **state)
{
    (void)state;
    struct finding f = at_line(2, 1);
    strcpy(f.title, "tab\tand\nnewline");
    diagnose(&f);
    flushed();
    const char *text = read_file(report);
    static const char header[] =
        "tool\tseverity\tkernel\tfile\tline\tcolumn\t"
        "other_file\tother_line\tcount\tblock\tthread\t"
        "title\tdetail\thint\n";
    assert_int_equal(strncmp(text, header, strlen(header)), 0);
    char row[512];
    snprintf(row, sizeof row,
             "\nmemcheck\terror\tk\t%s\t2\t1\t\t0\t1\t2,0,0\t5,0,0\t"
             "tab and newline\ta has 80 bytes, offset 80\t"
             "compare the index with n\n",
             source);
    assert_non_null(strstr(text, row));
    assert_non_null(strstr(text, "\nleakcheck\terror\t\t\t0\t0\t\t0\t1\t\t\t"));
}

/* The screen is capped, the file is not. */
static void many_findings(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        struct finding f = at_line(3, 100 + i);
        snprintf(f.title, sizeof f.title, "finding %u.", i);
        diagnose(&f);
    }
    const char *text = flushed();
    assert_non_null(strstr(text, "20 findings shown"));
    size_t errors = 0;
    for (; (text = strstr(text, "error:")); text++)
        errors++;
    assert_true(errors < 20);
    assert_non_null(strstr(read_file(report), "finding 99."));
}

static int start(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    snprintf(source, sizeof source, "%s/k.cu", folder);
    snprintf(report, sizeof report, "%s/report.tsv", folder);
    snprintf(screen, sizeof screen, "%s/screen", folder);
    write_file(source, source_text);
    setenv("PTXRUN_DIAGNOSTICS", report, 1);
    unsetenv("PTXRUN_QUIET");
    char text[512];
    snprintf(text, sizeof text,
             ".version 7.0\n.target sm_70\n.address_size 64\n"
             ".visible .entry k()\n{\n.loc 1 1 1\nret;\n}\n"
             ".file 1 \"%s\"\n",
             source);
    struct ptx_error error = {0};
    ptx = ptx_parse(text, &error);
    return ptx == NULL;
}

/* What does not fit ends in dots, behind a whole word; nothing that is shown
 * moves the cursor. */
static void text_is_cut_and_plain(void **state)
{
    (void)state;
    struct finding f = at_line(1, 7);
    for (size_t i = 0; i + 1 < sizeof f.title; i++)
        f.title[i] = i % 8 == 7 ? ' ' : 'w';
    f.title[sizeof f.title - 1] = '\0';
    strcpy(f.detail, "\033[2Jred \302\233 \303\244");
    strcpy(f.hint, "one\r\ntwo");
    diagnose(&f);
    const char *text = flushed();
    assert_non_null(strstr(text, "wwwwwww ... [memcheck]\n"));
    assert_non_null(strstr(text, "; ?[2Jred ?? \303\244\n"));
    assert_non_null(strstr(text, "hint: one  two\n"));
    assert_null(strchr(text, '\033'));
}

/* "#line" names any file: shown are lines of sources, of files that may be
 * quoted only those once it is said which. */
static void quotes_sources_alone(void **state)
{
    char other[80], pipe[80];
    (void)state;
    snprintf(other, sizeof other, "%s.txt", source);
    snprintf(pipe, sizeof pipe, "%s.fifo.cu", source);
    write_file(other, source_text);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    FILE *file = finding_open_source(source);
    assert_non_null(file);
    fclose(file);
    assert_null(finding_open_source(other));
    assert_null(finding_open_source(pipe));
    finding_may_quote(other);
    assert_null(finding_open_source(source));
    file = finding_open_source(other);
    assert_non_null(file);
    fclose(file);
    unlink(other);
    unlink(pipe);
}

static int finish(void **state)
{
    (void)state;
    unlink(source);
    unlink(report);
    unlink(screen);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_like_a_compiler),
        cmocka_unit_test(equal_findings_are_counted),
        cmocka_unit_test(known_ones_are_counted_without_words),
        cmocka_unit_test(sorted_by_place_and_both_sides_shown),
        cmocka_unit_test(races_across_warps_come_first),
        cmocka_unit_test(two_sides_of_a_race_across_warps),
        cmocka_unit_test(repeated_findings_are_not_printed),
        cmocka_unit_test(findings_without_a_place),
        cmocka_unit_test(the_file_has_a_row_each),
        cmocka_unit_test(text_is_cut_and_plain),
        cmocka_unit_test(many_findings),
        cmocka_unit_test(many_races_are_told_once_each),
        cmocka_unit_test(quotes_sources_alone),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, start, finish);
}
