/*
 * test_device.c - the contract of device/device.h, which every implementation
 * of it has to keep: what follows uses nothing else.
 */
#include "device/device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char right[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 number = 7;\n"
    ".visible .entry _Z3setPjj(.param .u64 to, .param .u32 value)\n"
    ".maxntid 64, 1, 1 { .reg .b64 %a; .reg .b32 %v;\n"
    ".shared .align 4 .b8 tile[128];\n"
    "ld.param.u64 %a, [to]; ld.param.u32 %v, [value];\n"
    "st.global.u32 [%a], %v; ret; }\n";
static const char wrong[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                            ".visible .entry k() { mov.u32 , 1; }\n";

/* As a compiler embeds it. */
struct wrapper {
    uint32_t magic, version;
    const void *data;
    void *unused;
};

static device_module load(void)
{
    static const struct wrapper wrapper = {0x466243b1, 1, right, NULL};
    static device_module module;
    struct device_refusal why;
    if (!module)
        assert_int_equal(device_load(&wrapper, &module, &why), cudaSuccess);
    return module;
}

static void code_is_facts(void **state)
{
    (void)state;
    struct device_kernel k;
    assert_int_equal(device_find_kernel(load(), "_Z3setPjj", &k), cudaSuccess);
    assert_true(k.code != 0);
    assert_string_equal(k.name, "set");
    assert_int_equal(k.param_count, 2);
    assert_true(k.params[0].offset == 0 && k.params[0].size == 8);
    assert_true(k.params[1].offset == 8 && k.params[1].size == 4);
    assert_true(k.param_bytes >= 12);
    assert_int_equal(k.static_shared, 128);
    assert_int_equal(k.max_threads, 64);
    assert_int_equal(k.target, 75);
    free(k.name);
    free(k.params);
    assert_int_equal(device_find_kernel(load(), "other", &k),
                     cudaErrorInvalidDeviceFunction);
}

static void variables_have_places(void **state)
{
    (void)state;
    struct device_variable v;
    uint32_t number = 0;
    assert_int_equal(device_find_variable(load(), "number", &v), cudaSuccess);
    assert_int_equal(v.size, 4);
    assert_int_equal(device_read(&number, v.address, 4), cudaSuccess);
    assert_int_equal(number, 7);
    struct device_memory m = device_memory_at(v.address);
    assert_true(m.live && m.kind == DEVICE_VARIABLE);
    assert_string_equal(m.name, "number");
    assert_int_equal(device_find_variable(load(), "other", &v),
                     cudaErrorInvalidSymbol);
}

static void wrong_code_is_refused(void **state)
{
    (void)state;
    struct wrapper wrapper = {0x466243b1, 1, wrong, NULL};
    struct device_refusal why = {"", 0};
    device_module module = 0;
    assert_int_equal(device_load(&wrapper, &module, &why), cudaErrorInvalidPtx);
    assert_true(module == 0 && why.message[0]);
    assert_int_equal(why.line, 4);
}

/* A call site is the host's, and comes back as it went. */
static void memory_is_facts(void **state)
{
    (void)state;
    char sites[2];
    struct call_site *here = (struct call_site *)&sites[0],
                     *there = (struct call_site *)&sites[1];
    uint64_t a;
    assert_int_equal(device_allocate(100, DEVICE_ONLY, here, &a), cudaSuccess);
    assert_true(a % 256 == 0 && device_reserved(a));
    struct device_memory m = device_memory_at(a + 99);
    assert_true(m.known && m.inside && m.live && !m.freed && m.id > 0);
    assert_true(m.address == a && m.size == 100 && m.kind == DEVICE_ONLY);
    assert_true(m.allocated == here && !m.freed_by && !m.name[0]);
    m = device_memory_at(a + 100);
    assert_true(m.known && !m.inside && !m.live && m.address == a);
    assert_int_equal(device_free(a + 1, there), cudaErrorInvalidValue);
    assert_int_equal(device_free(a, there), cudaSuccess);
    assert_int_equal(device_free(a, there), cudaErrorInvalidValue);
    m = device_memory_at(a);
    assert_true(m.inside && !m.live && m.freed && m.freed_by == there);
    assert_int_equal(device_revive(a), cudaSuccess);
    assert_true(device_memory_at(a).live);
    assert_int_equal(device_revive(a), cudaErrorInvalidValue);
    device_free_all();
    assert_false(device_memory_at(a).live);
    assert_false(device_reserved((uint64_t)(uintptr_t)sites));
    assert_int_equal(device_allocate(SIZE_MAX / 2, DEVICE_ONLY, NULL, &a),
                     cudaErrorMemoryAllocation);
}

static void bytes_move_whole_or_not_at_all(void **state)
{
    (void)state;
    uint64_t a, b;
    char in[8] = "abcdefg", out[8] = "";
    assert_int_equal(device_allocate(8, DEVICE_ONLY, NULL, &a), cudaSuccess);
    assert_int_equal(device_allocate(8, DEVICE_ONLY, NULL, &b), cudaSuccess);
    assert_int_equal(device_write(a, in, 8), cudaSuccess);
    assert_int_equal(device_write(a + 1, "zzzzzzzz", 8), cudaErrorInvalidValue);
    assert_int_equal(device_copy(b, a, 8), cudaSuccess);
    assert_int_equal(device_fill(b + 1, 'x', 2), cudaSuccess);
    assert_int_equal(device_read(out, b, 8), cudaSuccess);
    assert_string_equal(out, "axxdefg");
    assert_int_equal(device_read(out, b + 1, 8), cudaErrorInvalidValue);
    assert_int_equal(device_read(out, 0, 0), cudaSuccess);
    device_free_all();
}

static void the_host_sees_what_it_shares(void **state)
{
    (void)state;
    uint64_t a;
    char own[64] = "own";
    assert_int_equal(device_allocate(4, DEVICE_PINNED, NULL, &a), cudaSuccess);
    memcpy((void *)(uintptr_t)a, "abc", 4);
    char out[4];
    assert_int_equal(device_read(out, a, 4), cudaSuccess);
    assert_string_equal(out, "abc");
    assert_int_equal(device_register(own, sizeof own), cudaSuccess);
    struct device_memory m = device_memory_at((uint64_t)(uintptr_t)&own[5]);
    assert_true(m.live && m.kind == DEVICE_REGISTERED && m.size == 64);
    device_unregister(own);
    assert_false(device_memory_at((uint64_t)(uintptr_t)own).live);
    device_free_all();
}

static cudaError_t launch(uint64_t to, uint32_t value, double *busy_ms)
{
    struct device_kernel k;
    struct {
        uint64_t to;
        uint32_t value, unused;
    } params = {to, value, 0};
    assert_int_equal(device_find_kernel(load(), "_Z3setPjj", &k), cudaSuccess);
    struct device_launch l = {.code = k.code,
                              .grid = {1, 1, 1},
                              .block = {1, 1, 1},
                              .params = &params};
    free(k.name);
    free(k.params);
    return device_launch(&l, busy_ms);
}

static void launches_run_to_their_end(void **state)
{
    (void)state;
    uint64_t a;
    uint32_t got;
    double busy_ms = 0;
    assert_int_equal(device_allocate(8, DEVICE_ONLY, NULL, &a), cudaSuccess);
    assert_int_equal(launch(a, 42, &busy_ms), cudaSuccess);
    assert_true(busy_ms > 0);
    assert_int_equal(device_read(&got, a, 4), cudaSuccess);
    assert_int_equal(got, 42);
    assert_int_equal(launch(a + 1, 0, &busy_ms), cudaErrorMisalignedAddress);
    assert_int_equal(launch(0, 0, &busy_ms), cudaErrorIllegalAddress);
    device_free_all();
}

static void limits_are_kept(void **state)
{
    (void)state;
    size_t free_bytes, total_bytes;
    device_set_limit(DEVICE_HEAP_BYTES, 1000);
    device_set_limit(DEVICE_PRINT_BYTES, 2000);
    assert_int_equal(device_limit(DEVICE_HEAP_BYTES), 1000);
    assert_int_equal(device_limit(DEVICE_PRINT_BYTES), 2000);
    device_memory_info(&free_bytes, &total_bytes);
    assert_true(free_bytes > 0 && free_bytes <= total_bytes);
}

/* Two errors are told before: of the two launches that failed. */
static void the_end_tells_the_status(void **state)
{
    (void)state;
    device_tell(
        &(struct device_finding){.title = "a warning", .warning = true});
    device_tell(&(struct device_finding){
        .tool = DEVICE_MEMCHECK, .title = "an error", .hint = "none"});
    device_tell_leaks();
    assert_int_equal(device_end(false), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_is_facts),
        cmocka_unit_test(variables_have_places),
        cmocka_unit_test(wrong_code_is_refused),
        cmocka_unit_test(memory_is_facts),
        cmocka_unit_test(bytes_move_whole_or_not_at_all),
        cmocka_unit_test(the_host_sees_what_it_shares),
        cmocka_unit_test(launches_run_to_their_end),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(the_end_tells_the_status),
    };
    setenv("PTXRUN_QUIET", "1", 1);
    setenv("PTXRUN_ERROR_EXITCODE", "3", 1);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
