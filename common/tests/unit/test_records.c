/*
 * test_records.c - rows of counters and findings, read while they are written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "run/records.h"

static struct record_file file;

static int make_file(void **state)
{
    (void)state;
    file.descriptor = -1;
    return record_file_reset(&file) ? 0 : -1;
}

static int remove_file(void **state)
{
    (void)state;
    record_file_close(&file);
    return 0;
}

/* As the emulated device does: another description of the same file. */
static void append(const char *text)
{
    char path[32];
    FILE *stream;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file.descriptor);
    stream = fopen(path, "a");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
}

static void columns_are_found_by_name(void **state)
{
    struct launch_record *rows;
    (void)state;
    append("warp_instructions,kernel,unknown,block,grid\n"
           "17,matvec,9,256x2x1,10x20x3\n");
    assert_int_equal(records_launches(&file, &rows), 1);
    assert_string_equal(rows[0].kernel, "matvec");
    assert_int_equal(rows[0].counters.warp_instructions, 17);
    assert_int_equal(rows[0].grid[1], 20);
    assert_int_equal(rows[0].block[0], 256);
    free(rows);
}

static void a_launch_has_its_time(void **state)
{
    struct launch_record *rows;
    (void)state;
    append("kernel,modelled_us,modelled_low_us,modelled_high_us,launch_us,"
           "bound,note\n"
           "a,12.5,11,14.25,1.25,L1,\"one, two\"\n"
           "b,,,,,,it did not end\n");
    assert_int_equal(records_launches(&file, &rows), 2);
    assert_true(rows[0].time.known && rows[0].time.us == 12.5);
    assert_true(rows[0].time.low_us == 11 && rows[0].time.high_us == 14.25);
    assert_true(rows[0].time.launch_us == 1.25);
    assert_string_equal(rows[0].time.bound, "L1");
    assert_string_equal(rows[0].time.note, "one, two");
    assert_false(rows[1].time.known);
    assert_string_equal(rows[1].time.note, "it did not end");
    free(rows);
}

static void quoted_fields_hold_commas_and_quotes(void **state)
{
    struct launch_record *rows;
    (void)state;
    append("kernel,grid,branches\n"
           "\"f<int, \"\"x\"\">\",1x1x1,5\n");
    assert_int_equal(records_launches(&file, &rows), 1);
    assert_string_equal(rows[0].kernel, "f<int, \"x\">");
    assert_int_equal(rows[0].counters.branches, 5);
    free(rows);
}

static void each_read_takes_what_is_new_and_complete(void **state)
{
    struct launch_record *rows;
    (void)state;
    assert_int_equal(records_launches(&file, &rows), 0);
    append("kernel,branches\na,1\nb,2\nc,");
    assert_int_equal(records_launches(&file, &rows), 2);
    assert_string_equal(rows[1].kernel, "b");
    free(rows);
    assert_int_equal(records_launches(&file, &rows), 0);
    free(rows);
    append("3\nd,4\n");
    assert_int_equal(records_launches(&file, &rows), 2);
    assert_string_equal(rows[0].kernel, "c");
    assert_int_equal(rows[0].counters.branches, 3);
    free(rows);
}

static void no_file_is_no_rows(void **state)
{
    struct finding_record *rows;
    (void)state;
    record_file_close(&file);
    assert_int_equal(records_findings(&file, &rows), 0);
    assert_null(rows);
}

static void a_reset_file_begins_with_its_header(void **state)
{
    struct launch_record *rows;
    (void)state;
    append("kernel,branches\na,1\n");
    assert_int_equal(records_launches(&file, &rows), 1);
    free(rows);
    assert_int_equal(ftruncate(file.descriptor, 0), -1); /* for good */
    assert_true(record_file_reset(&file));
    append("branches,kernel\n2,b\n");
    assert_int_equal(records_launches(&file, &rows), 1);
    assert_string_equal(rows[0].kernel, "b");
    free(rows);
}

static void findings_are_separated_by_tabs(void **state)
{
    struct finding_record *rows;
    (void)state;
    append("tool\tseverity\tkernel\tfile\tline\tcolumn\tother_file\t"
           "other_line\tcount\tblock\tthread\ttitle\tdetail\thint\n"
           "memcheck\terror\tmatvec\ts.cu\t41\t16\t\t0\t12\t0,0,0\t1,0,0\t"
           "read, \"far\" out\t\tstop earlier\n");
    assert_int_equal(records_findings(&file, &rows), 1);
    assert_string_equal(rows[0].tool, "memcheck");
    assert_string_equal(rows[0].file, "s.cu");
    assert_int_equal(rows[0].line, 41);
    assert_int_equal(rows[0].count, 12);
    assert_string_equal(rows[0].title, "read, \"far\" out");
    assert_string_equal(rows[0].detail, "");
    assert_string_equal(rows[0].hint, "stop earlier");
    free(rows);
}

static void maxima_stay_maxima(void **state)
{
    struct counters total = {.branches = 1, .max_warp_instructions = 7};
    struct counters one = {.branches = 2, .max_warp_instructions = 5};
    (void)state;
    records_add_counters(&total, &one);
    assert_int_equal(total.branches, 3);
    assert_int_equal(total.max_warp_instructions, 7);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_file, remove_file)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(columns_are_found_by_name),
        TEST(a_launch_has_its_time),
        TEST(quoted_fields_hold_commas_and_quotes),
        TEST(each_read_takes_what_is_new_and_complete),
        TEST(no_file_is_no_rows),
        TEST(a_reset_file_begins_with_its_header),
        TEST(findings_are_separated_by_tabs),
        TEST(maxima_stay_maxima),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("records", tests, NULL, NULL);
}
