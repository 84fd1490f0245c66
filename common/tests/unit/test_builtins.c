/* test_builtins.c - printf, malloc and mathematics that kernels call. */
#include "machine/builtins.h"
#include "machine/machine.h"
#include "memory/memory.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct kernel kernel = {.name = "k", .pretty = "k"};

/* ---- mathematics -------------------------------------------------------- */

static builtin_function *builtin_find(const char *name)
{
    static builtin_function *const functions[] = {
#define BUILTIN(id, name) [BUILTIN_##id] = builtin_##id,
#include "code/builtins.def"
    };
    return functions[builtin_named(name)];
}

static void run(const char *name, struct builtin_call *call)
{
    static struct worker worker;
    static struct block block = {.worker = &worker};
    static struct warp warp = {.block = &block};
    builtin_function *function = builtin_find(name);
    if (!function)
        fail_msg("%s is missing", name);
    call->kernel = &kernel;
    call->warp = &warp;
    assert_true(function(call));
}

static double call1(const char *name, double x)
{
    double y = 0;
    run(name, &(struct builtin_call){.result = &y,
                                     .result_bytes = sizeof y,
                                     .args = {&x},
                                     .arg_bytes = {sizeof x},
                                     .arg_count = 1});
    return y;
}

static float call1f(const char *name, float x)
{
    float y = 0;
    run(name, &(struct builtin_call){.result = &y,
                                     .result_bytes = sizeof y,
                                     .args = {&x},
                                     .arg_bytes = {sizeof x},
                                     .arg_count = 1});
    return y;
}

static double call2(const char *name, double x, double z)
{
    double y = 0;
    run(name, &(struct builtin_call){.result = &y,
                                     .result_bytes = sizeof y,
                                     .args = {&x, &z},
                                     .arg_bytes = {sizeof x, sizeof z},
                                     .arg_count = 2});
    return y;
}

static void assert_close(double got, double expected, double relative)
{
    double error = fabs(got - expected);
    if (!(error <= relative * fabs(expected)))
        fail_msg("got %.17g, expected %.17g", got, expected);
}

/* Values of NIST's Digital Library of Mathematical Functions. */
static void values(void **state)
{
    (void)state;
    assert_close(call1("__nv_sin", 1.0), 0.8414709848078965, 1e-15);
    assert_close(call1("__nv_exp10", 3.0), 1000.0, 1e-15);
    assert_close(call1("__nv_erfc", 1.0), 0.15729920705028513, 1e-15);
    assert_close(call1("__nv_tgamma", 5.0), 24.0, 1e-15);
    assert_close(call1("__nv_j0", 1.0), 0.7651976865579666, 1e-15);
    assert_close(call2("__nv_pow", 2.0, 0.5), 1.4142135623730951, 1e-15);
    assert_close(call2("__nv_rhypot", 3.0, 4.0), 0.2, 1e-15);
    assert_close(call1("__nv_sincos_sin", 1.0), 0.8414709848078965, 1e-15);
    assert_close(call2("__nv_sincos_cos", 1.0, 9.0), 0.5403023058681398, 1e-15);
    assert_close(call1("__nv_sincospi_sin", 0.25), sqrt(0.5), 1e-15);
    assert_close(call2("__nv_sincospi_cos", 0.75, 9.0), -sqrt(0.5), 1e-15);
    assert_close(call1("__nv_rcbrt", 8.0), 0.5, 1e-15);
    assert_close(call1("__nv_normcdf", 0.0), 0.5, 1e-15);
    assert_close(call1("__nv_erfcx", 30.0), 0.018795888861416752, 1e-14);
    assert_close(call1("__nv_erfcx", 19.9), 0.02831557398318576, 1e-14);
}

/* Float results are the double ones, rounded once. */
static void floats_are_rounded_once(void **state)
{
    (void)state;
    for (float x = 0.01f; x < 20.0f; x *= 1.07f) {
        assert_true(call1f("__nv_sinf", x) == (float)sin((double)x));
        assert_true(call1f("__nv_expf", x) == (float)exp((double)x));
        assert_true(call1f("__nv_logf", x) == (float)log((double)x));
    }
    assert_true(isnan(call1f("__nv_logf", -1.0f)));
    assert_true(isinf(call1f("__nv_expf", 200.0f)));
}

static void half_turns_are_exact(void **state)
{
    (void)state;
    for (int n = -8; n <= 8; n++) {
        assert_true(call1("__nv_sinpi", n) == 0.0);
        assert_true(call1("__nv_cospi", n + 0.5) == 0.0);
        assert_true(call1("__nv_cospi", n) == (n % 2 ? -1.0 : 1.0));
    }
    assert_close(call1("__nv_sinpi", 0.25), sqrt(0.5), 1e-15);
    assert_close(call1("__nv_sinpi", 1.75), -sqrt(0.5), 1e-15);
    assert_close(call1("__nv_cospi", 0.75), -sqrt(0.5), 1e-15);
    assert_close(call1("__nv_cospi", 1e-9), 1.0, 1e-15);
}

static void inverses_invert(void **state)
{
    (void)state;
    for (double x = -0.999; x < 1.0; x += 0.037)
        assert_close(erf(call1("__nv_erfinv", x)), x, 1e-14);
    for (double x = 1e-300; x < 2.0; x *= 3.7)
        assert_close(erfc(call1("__nv_erfcinv", x)), x, 1e-11);
    for (double p = 1e-12; p < 1.0; p *= 1.9)
        assert_close(call1("__nv_normcdf", call1("__nv_normcdfinv", p)), p,
                     1e-12);
    assert_true(isinf(call1("__nv_erfinv", 1.0)));
    assert_true(isnan(call1("__nv_erfinv", 1.5)));
    assert_true(isinf(call1("__nv_erfcinv", 0.0)));
}

/* The float grid, not the double one. */
static void nextafter_steps_on_its_own_grid(void **state)
{
    (void)state;
    float x = 1.0f, to = 2.0f, y = 0;
    struct builtin_call call = {.result = &y,
                                .result_bytes = sizeof y,
                                .args = {&x, &to},
                                .arg_bytes = {sizeof x, sizeof to},
                                .arg_count = 2,
                                .kernel = &kernel};
    assert_true(builtin_find("__nv_nextafterf")(&call));
    assert_true(y == 1.0f + FLT_EPSILON);
}

static long long to_integer(const char *name, double x)
{
    long long y = 0;
    run(name, &(struct builtin_call){.result = &y,
                                     .result_bytes = sizeof y,
                                     .args = {&x},
                                     .arg_bytes = {sizeof x},
                                     .arg_count = 1});
    return y;
}

/* As an H200 does it; the host leaves what does not fit undefined. */
static void integers_are_bounded(void **state)
{
    (void)state;
    assert_true(to_integer("__nv_llrint", 2.5) == 2);
    assert_true(to_integer("__nv_llround", 2.5) == 3);
    assert_true(to_integer("__nv_llround", -1e30) == INT64_MIN);
    assert_true(to_integer("__nv_llrint", 1e30) == INT64_MAX);
    assert_true(to_integer("__nv_llrint", NAN) == INT64_MIN);
    assert_true(isinf(call1("__nv_erfcx", -INFINITY)));
}

static void unknown_names(void **state)
{
    (void)state;
    assert_null(builtin_find("__nv_"));
    assert_null(builtin_find("__nv_sinff"));
    assert_null(builtin_find("sin"));
    assert_null(builtin_find("cudaMalloc"));
}

/* ---- printf ------------------------------------------------------------- */

static uint64_t to_device(const void *bytes, size_t n)
{
    uint64_t bad, address = memory_allocate(n, MEMORY_DEVICE, NULL);
    assert_true(address != 0);
    assert_true(memory_write(address, bytes, n, &bad));
    return address;
}

static int print(const char *format, const void *args, size_t n,
                 struct dims block)
{
    uint64_t text = to_device(format, strlen(format) + 1);
    uint64_t packed = n ? to_device(args, n) : 0;
    int result = 0;
    struct builtin_call call = {.result = &result,
                                .result_bytes = sizeof result,
                                .args = {&text, &packed},
                                .arg_bytes = {sizeof text, sizeof packed},
                                .arg_count = 2,
                                .kernel = &kernel,
                                .block = block};
    run("vprintf", &call);
    return result;
}

/* What a flush writes to stdout. */
static const char *printed(void)
{
    static char text[65536];
    char path[] = "/tmp/test_builtins.XXXXXX";
    fflush(stdout);
    int saved = dup(STDOUT_FILENO), file = mkstemp(path);
    dup2(file, STDOUT_FILENO);
    print_end_launch();
    print_flush();
    dup2(saved, STDOUT_FILENO);
    lseek(file, 0, SEEK_SET);
    ssize_t n = read(file, text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    close(saved);
    close(file);
    unlink(path);
    return text;
}

static const struct dims first = {0, 0, 0};

static void integers(void **state)
{
    (void)state;
    const struct {
        int d;
        unsigned u, x;
        int c;
        long long ld;
        int h;
    } args = {-5, 3000000000u, 255, 'z', -123456789012, 70000};
    assert_int_equal(
        print("%d %u %#06x %c%% %lld %hd|", &args, sizeof args, first), 6);
    assert_string_equal(printed(),
                        "-5 3000000000 0x00ff z% -123456789012 4464|");
}

static void reals_and_strings(void **state)
{
    (void)state;
    const char word[] = "word";
    const struct {
        double f, g, e;
        uint64_t s, p, null;
    } args = {1.5, 1e-7, 12345.678, to_device(word, sizeof word), 0x10, 0};
    assert_int_equal(
        print("%6.2f|%g|%.1e|%6s|%6p|%p\n", &args, sizeof args, first), 6);
    assert_string_equal(printed(),
                        "  1.50|1e-07|1.2e+04|  word|  0x10|(nil)\n");
}

/* Arguments are aligned to their size; a * takes one of its own. */
static void alignment_and_stars(void **state)
{
    (void)state;
    const struct {
        int width, value;
        int precision;
        double real;
    } args = {6, 42, 3, 2.0};
    assert_int_equal(print("%*d|%.*f", &args, sizeof args, first), 4);
    assert_string_equal(printed(), "    42|2.000");
}

static void odd_formats(void **state)
{
    (void)state;
    assert_int_equal(print("plain", NULL, 0, first), 0);
    assert_int_equal(print("|%", NULL, 0, first), 0);
    assert_int_equal(print("|%y|", NULL, 0, first), 0);
    assert_string_equal(printed(), "plain|%|%y|");
}

/* Widths that would keep the host busy for minutes: the text is cut anyway. */
static void absurd_widths(void **state)
{
    (void)state;
    const struct {
        int width, value;
        double real;
    } args = {INT_MIN, 42, 1.0};
    for (int i = 0; i < 1000; i++) {
        print("%*d%2000000000f", &args, sizeof args, first);
        const char *text = printed();
        assert_memory_equal(text, "42  ", 4);
        assert_int_equal(strspn(text + 2, " "), strlen(text) - 2);
        assert_true(strlen(text) > 4000);
    }
}

/* Blocks run in any order; the text does not show it. */
static void ordered_by_block_within_a_launch(void **state)
{
    (void)state;
    print("b", NULL, 0, (struct dims){1, 0, 0});
    print("c", NULL, 0, (struct dims){0, 1, 0});
    print("a", NULL, 0, first);
    print("B", NULL, 0, (struct dims){1, 0, 0});
    print_end_launch();
    print("second", NULL, 0, first);
    assert_string_equal(printed(), "abBcsecond");
}

static void a_full_buffer_loses_text(void **state)
{
    (void)state;
    print_set_limit(10);
    assert_int_equal(print("1234567890", NULL, 0, first), 0);
    assert_int_equal(print("x", NULL, 0, first), -1);
    print_set_limit(SIZE_MAX);
    assert_int_equal(print_limit(), PRINTF_MOST);
    print_set_limit(PRINTF_BYTES);
    assert_string_equal(printed(), "1234567890");
    assert_int_equal(print_pending(), 0);
}

/* ---- malloc ------------------------------------------------------------- */

static uint64_t device_malloc(uint64_t size)
{
    uint64_t address = 1;
    struct builtin_call call = {.result = &address,
                                .result_bytes = sizeof address,
                                .args = {&size},
                                .arg_bytes = {sizeof size},
                                .arg_count = 1,
                                .kernel = &kernel};
    assert_true(builtin_find("malloc")(&call));
    return address;
}

static void device_free(uint64_t address)
{
    struct builtin_call call = {.args = {&address},
                                .arg_bytes = {sizeof address},
                                .arg_count = 1,
                                .kernel = &kernel};
    assert_true(builtin_find("free")(&call));
}

static void the_heap_is_limited(void **state)
{
    (void)state;
    heap_set_limit(1000);
    uint64_t a = device_malloc(600);
    assert_true(a != 0);
    assert_int_equal(memory_find(a)->kind, MEMORY_HEAP);
    assert_true(device_malloc(600) == 0);
    assert_true(device_malloc(UINT64_MAX) == 0);
    device_free(a);
    uint64_t b = device_malloc(1000);
    assert_true(b != 0);
    device_free(b);
    device_free(0);
    assert_null(memory_find(b));
}

static _Atomic bool enough;

static void *ask_for_too_much(void *granted)
{
    while (!enough)
        if (device_malloc(600))
            *(bool *)granted = true;
    return NULL;
}

/* While one thread asks for more than there is, another gets what there is. */
static void the_heap_has_room_for_who_fits(void **state)
{
    (void)state;
    pthread_t greedy;
    bool granted = false;
    unsigned refused = 0;
    heap_set_limit(1000);
    uint64_t most = device_malloc(600);
    pthread_create(&greedy, NULL, ask_for_too_much, &granted);
    for (int i = 0; i < 20000; i++) {
        uint64_t a = device_malloc(100);
        refused += !a;
        device_free(a);
    }
    enough = true;
    pthread_join(greedy, NULL);
    assert_int_equal(refused, 0);
    assert_false(granted);
    device_free(most);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(floats_are_rounded_once),
        cmocka_unit_test(half_turns_are_exact),
        cmocka_unit_test(inverses_invert),
        cmocka_unit_test(nextafter_steps_on_its_own_grid),
        cmocka_unit_test(integers_are_bounded),
        cmocka_unit_test(unknown_names),
        cmocka_unit_test(integers),
        cmocka_unit_test(reals_and_strings),
        cmocka_unit_test(alignment_and_stars),
        cmocka_unit_test(odd_formats),
        cmocka_unit_test(absurd_widths),
        cmocka_unit_test(ordered_by_block_within_a_launch),
        cmocka_unit_test(a_full_buffer_loses_text),
        cmocka_unit_test(the_heap_is_limited),
        cmocka_unit_test(the_heap_has_room_for_who_fits),
    };
    setenv("PTXRUN_QUIET", "1", 1);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
