/* test_options.c - the environment ptxrun sets. */
#include "base/limits.h"
#include "base/options.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Options are read once a process, so each case looks from its own. */
static bool holds(bool (*claim)(const struct options *))
{
    pid_t child = fork();
    if (child == 0)
        _exit(claim(options()) ? 0 : 1);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool defaults(const struct options *o)
{
    return !o->counters && !o->diagnostics && o->error_exitcode == 0 &&
           o->threads > 0 && o->budget == INSTRUCTION_BUDGET &&
           o->device_bytes > 0 && o->device_bytes <= DEVICE_MEMORY_BYTES &&
           !o->quiet && !o->leakcheck && !o->report && !o->log &&
           o->print_limit == 20 && o->tools == ~0u && kernel_wanted("any");
}

static bool all_set(const struct options *o)
{
    return !strcmp(o->counters, "a.csv") && !strcmp(o->diagnostics, "b.tsv") &&
           o->error_exitcode == 9 && o->threads == 3 && o->budget == 1000 &&
           o->device_bytes == 4096 && o->quiet && o->leakcheck &&
           !strcmp(o->report, "c.json") && !strcmp(o->log, "d.txt") &&
           o->print_limit == 0 &&
           o->tools == (1u << RACECHECK | 1u << APICHECK);
}

/* Leaks are memcheck's; what is refused is told in any case. */
static bool memcheck_alone(const struct options *o)
{
    return o->tools == (1u << MEMCHECK | 1u << LEAKCHECK | 1u << APICHECK);
}

static bool kernels_by_name(const struct options *o)
{
    (void)o;
    return kernel_wanted("reduce") && kernel_wanted("reduce<float>") &&
           kernel_wanted("lib::reduce<int>(int*)") &&
           kernel_wanted("scan<1>") && !kernel_wanted("scan<2>") &&
           !kernel_wanted("my_reduce") && !kernel_wanted("reduce2") &&
           kernel_wanted("a_tile_b") && !kernel_wanted("");
}

/* The first processor this process may use, alone. */
static bool pinned(void)
{
    cpu_set_t may, one;
    int first = 0;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof may, &may))
        return false;
    while (!CPU_ISSET(first, &may))
        first++;
    CPU_SET(first, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

static bool one_thread(const struct options *o)
{
    return o->threads == 1;
}

static void nothing_set(void **state)
{
    (void)state;
    assert_true(holds(defaults));
}

static void everything_set(void **state)
{
    (void)state;
    setenv("PTXRUN_COUNTERS", "a.csv", 1);
    setenv("PTXRUN_DIAGNOSTICS", "b.tsv", 1);
    setenv("PTXRUN_ERROR_EXITCODE", "9", 1);
    setenv("PTXRUN_THREADS", "3", 1);
    setenv("PTXRUN_BUDGET", "1000", 1);
    setenv("PTXRUN_MEMORY", "4096", 1);
    setenv("PTXRUN_QUIET", "1", 1);
    setenv("PTXRUN_LEAKCHECK", "1", 1);
    setenv("PTXRUN_REPORT", "c.json", 1);
    setenv("PTXRUN_LOG", "d.txt", 1);
    setenv("PTXRUN_PRINT_LIMIT", "0", 1);
    setenv("PTXRUN_TOOL", "racecheck", 1);
    assert_true(holds(all_set));
}

static void tools_and_kernels(void **state)
{
    (void)state;
    setenv("PTXRUN_TOOL", "memcheck", 1);
    setenv("PTXRUN_KERNELS", "reduce,scan<1>,kns=tile", 1);
    assert_true(holds(memcheck_alone));
    assert_true(holds(kernels_by_name));
}

/* Empty is unset; what is no number is not taken for one. */
static void nonsense_is_refused(void **state)
{
    (void)state;
    setenv("PTXRUN_COUNTERS", "", 1);
    setenv("PTXRUN_DIAGNOSTICS", "", 1);
    setenv("PTXRUN_ERROR_EXITCODE", "no", 1);
    setenv("PTXRUN_THREADS", "-1", 1);
    setenv("PTXRUN_BUDGET", "10x", 1);
    setenv("PTXRUN_MEMORY", "99999999999999999999999", 1);
    setenv("PTXRUN_QUIET", "", 1);
    setenv("PTXRUN_LEAKCHECK", "0", 1);
    setenv("PTXRUN_REPORT", "", 1);
    setenv("PTXRUN_LOG", "", 1);
    setenv("PTXRUN_PRINT_LIMIT", "few", 1);
    setenv("PTXRUN_TOOL", "", 1);
    setenv("PTXRUN_KERNELS", "", 1);
    assert_true(holds(defaults));
}

/* Bound to one processor, this process and those it makes get one thread. */
static void threads_by_affinity(void **state)
{
    (void)state;
    unsetenv("PTXRUN_THREADS");
    assert_true(pinned());
    assert_true(holds(one_thread));
}

/* "h200/20" is that GPU with 20 of its SMs. */
static void a_part_of_a_gpu(void **state)
{
    const struct gpu *whole = gpu_find("h200"), *part = gpu_find("h200/20");
    (void)state;
    assert_non_null(part);
    assert_int_equal(part->multiprocessors, 20);
    assert_string_equal(part->id, "h200/20");
    assert_int_equal(part->threads, whole->threads);
    assert_int_equal(whole->multiprocessors, 132);
    assert_null(gpu_find("h200/0"));
    assert_null(gpu_find("h200/133"));
    assert_null(gpu_find("h200/2x"));
    assert_null(gpu_find("h20/2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_set),
        cmocka_unit_test(everything_set),
        cmocka_unit_test(tools_and_kernels),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(threads_by_affinity),
        cmocka_unit_test(a_part_of_a_gpu),
    };
    static const char *const names[] = {
        "PTXRUN_COUNTERS", "PTXRUN_DIAGNOSTICS", "PTXRUN_ERROR_EXITCODE",
        "PTXRUN_THREADS",  "PTXRUN_BUDGET",      "PTXRUN_MEMORY",
        "PTXRUN_QUIET",    "PTXRUN_LEAKCHECK",   "PTXRUN_REPORT",
        "PTXRUN_LOG",      "PTXRUN_PRINT_LIMIT", "PTXRUN_TOOL",
        "PTXRUN_KERNELS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
