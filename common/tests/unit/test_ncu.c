/* test_ncu.c - ncu's table, as a stand-in for ncu prints it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/ncu.h"

static const char *const metrics[] = {"l1tex__t_sectors.sum", "x.pct", "y.sum"};
static const struct program program = {.path = "/a place/with 'quotes'"};
static const struct exercise exercise = {.name = "matvec"};

/* Makes $NCU a script of these lines, and reads what it prints. */
static bool read_of(const char *lines, struct ncu_table *table, char *why,
                    size_t n)
{
    char path[] = "/tmp/test_ncu_XXXXXX";
    int file = mkstemp(path);
    bool read;
    assert_true(file >= 0);
    assert_true(dprintf(file, "#!/bin/sh\n%s\n", lines) > 0);
    assert_int_equal(fchmod(file, 0700), 0);
    close(file);
    setenv("NCU", path, 1);
    table->metrics = metrics;
    table->metric_count = 3;
    read = ncu_read(table, &program, &exercise, (struct size){7, 5, 1}, why, n);
    unlink(path);
    return read;
}

static void reads_launches_by_name(void **state)
{
    struct ncu_table table;
    char why[256];
    (void)state;
    assert_true(read_of(
        "echo '==PROF== Connected'\n"
        "echo '\"ID\",\"Kernel Name\",\"x.pct\",\"l1tex__t_sectors.sum\"'\n"
        "echo '\"\",\"\",\"%\",\"sector\"'\n"
        "echo '\"0\",\"k(int, int)\",\"98.5\",\"1,234,567\"'\n"
        "echo '\"1\",\"k(int, int)\",\"n/a\",\"12\"'",
        &table, why, sizeof why));
    assert_int_equal(table.launch_count, 2);
    assert_true(ncu_value(&table, 0, "l1tex__t_sectors.sum") == 1234567);
    assert_true(ncu_value(&table, 0, "x.pct") == 98.5);
    assert_true(isnan(ncu_value(&table, 1, "x.pct")));
    assert_true(ncu_value(&table, 1, "l1tex__t_sectors.sum") == 12);
    assert_true(isnan(ncu_value(&table, 0, "y.sum")));
    assert_true(isnan(ncu_value(&table, 2, "l1tex__t_sectors.sum")));
}

static void gives_program_and_size_whole(void **state)
{
    struct ncu_table table;
    char why[256];
    (void)state;
    assert_true(read_of(
        "while [ \"$1\" != --metrics ]; do shift; done\n"
        "[ \"$2\" = l1tex__t_sectors.sum,x.pct,y.sum ] || exit 1\n"
        "[ \"$3 $4 $5 $6 $7\" = \"/a place/with 'quotes' matvec 7 5 1\" ] "
        "|| exit 1\n"
        "echo '\"ID\",\"y.sum\"'\necho '\"\",\"\"'\necho '\"0\",\"3\"'",
        &table, why, sizeof why));
    assert_true(ncu_value(&table, 0, "y.sum") == 3);
}

static void tells_what_ncu_said(void **state)
{
    struct ncu_table table;
    char why[256];
    (void)state;
    assert_false(read_of("echo '==ERROR== ERR_NVGPUCTRPERM: no permission'",
                         &table, why, sizeof why));
    assert_non_null(strstr(why, "ERR_NVGPUCTRPERM"));
    setenv("NCU", "/nowhere/ncu", 1);
    assert_false(ncu_read(&table, &program, &exercise, (struct size){1, 1, 1},
                          why, sizeof why));
    assert_non_null(strstr(why, "not found"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_launches_by_name),
        cmocka_unit_test(gives_program_and_size_whole),
        cmocka_unit_test(tells_what_ncu_said),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
