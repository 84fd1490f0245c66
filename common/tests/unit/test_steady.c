/*
 * test_steady.c - a GPU that is slowed down or shared is told from one that is
 * not; the linker puts a driver of this file in place of NVIDIA's.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "measure/steady.h"

static struct {
    unsigned long long reasons, held_ns;
    unsigned pid;
} driver;

static int fine(void)
{
    return 0;
}

static int by_index(unsigned index, void **device)
{
    assert_int_equal(index, 0);
    *device = &driver;
    return 0;
}

static int by_bus_id(const char *id, void **device)
{
    *device = &driver;
    return strcmp(id, "0000:06:00.0") ? 6 : 0;
}

static int reasons(void *device, unsigned long long *is)
{
    assert_ptr_equal(device, &driver);
    *is = driver.reasons;
    return 0;
}

/* Each time it is asked, the GPU was held for so long again. */
static int held(void *device, int by, unsigned long long *is)
{
    static unsigned long long sum;
    assert_ptr_equal(device, &driver);
    sum += by == 0 ? driver.held_ns : 0;
    is[1] = by == 0 ? sum : 0;
    return 0;
}

static int processes(void *device, unsigned *count, unsigned *all)
{
    assert_ptr_equal(device, &driver);
    *count = driver.pid != 0;
    all[0] = driver.pid;
    return 0;
}

void *__wrap_dlopen(const char *name, int mode);
void *__wrap_dlsym(void *library, const char *name);

void *__wrap_dlopen(const char *name, int mode)
{
    (void)mode;
    assert_string_equal(name, "libnvidia-ml.so.1");
    return &driver;
}

void *__wrap_dlsym(void *library, const char *name)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } all[] = {
        {"nvmlInit_v2", (void (*)(void))fine},
        {"nvmlDeviceGetHandleByIndex_v2", (void (*)(void))by_index},
        {"nvmlDeviceGetHandleByPciBusId_v2", (void (*)(void))by_bus_id},
        {"nvmlDeviceGetCurrentClocksThrottleReasons", (void (*)(void))reasons},
        {"nvmlDeviceGetViolationStatus", (void (*)(void))held},
        {"nvmlDeviceGetComputeRunningProcesses_v3", (void (*)(void))processes},
    };
    (void)library;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].name, name))
            return *(void *const *)&all[i].function;
    return NULL;
}

static const char *told(double lower, double upper)
{
    static struct steady steady;
    struct times times = {9, 10, lower, lower, upper};
    steady_begin(&steady, "0000:06:00.0");
    return steady_end(&steady, &times);
}

static void a_gpu_at_its_clock_is_believed(void **state)
{
    (void)state;
    memset(&driver, 0, sizeof driver);
    driver.reasons = 1 | 2; /* idle; clocks that somebody has set */
    driver.pid = (unsigned)getpid();
    assert_null(told(9.9, 10.1));
}

static void a_clock_that_was_lowered_is_told(void **state)
{
    (void)state;
    memset(&driver, 0, sizeof driver);
    driver.reasons = 0x40;
    assert_non_null(strstr(told(9.9, 10.1), "lowered its clock"));
    driver.reasons = 0;
    driver.held_ns = 1000000000;
    assert_non_null(strstr(told(9.9, 10.1), "lowered its clock"));
}

static void another_process_is_told(void **state)
{
    (void)state;
    memset(&driver, 0, sizeof driver);
    driver.pid = (unsigned)getppid();
    assert_non_null(strstr(told(9.9, 10.1), "uses the GPU as well"));
    driver.pid = 1u << 22; /* no number of a process: one of elsewhere */
    assert_null(told(9.9, 10.1));
}

static void processes_are_counted_of_that_gpu(void **state)
{
    (void)state;
    memset(&driver, 0, sizeof driver);
    assert_int_equal(steady_processes("0000:06:00.0"), 0);
    driver.pid = 1u << 22; /* wherever they are */
    assert_int_equal(steady_processes("0000:06:00.0"), 1);
    assert_int_equal(steady_processes("0000:07:00.0"), 0);
}

static void times_that_scatter_are_told(void **state)
{
    (void)state;
    memset(&driver, 0, sizeof driver);
    assert_non_null(strstr(told(8, 12), "scatter by 40 %"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gpu_at_its_clock_is_believed),
        cmocka_unit_test(a_clock_that_was_lowered_is_told),
        cmocka_unit_test(another_process_is_told),
        cmocka_unit_test(processes_are_counted_of_that_gpu),
        cmocka_unit_test(times_that_scatter_are_told),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("steady", tests, NULL, NULL);
}
