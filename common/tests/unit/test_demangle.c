/* test_demangle.c - names of kernels as the source has them. */
#include "base/demangle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_name(const char *mangled, const char *expected)
{
    char *got = demangle(mangled);
    assert_non_null(got);
    assert_string_equal(got, expected);
    free(got);
}

static void plain_names(void **state)
{
    (void)state;
    assert_name("matvec", "matvec");
    assert_name("", "");
    assert_name("_Z6matvecPKfS0_Pfii", "matvec");
    assert_name("_ZL6matvecPf", "matvec");
    assert_name("_ZN3lab6matvecEPf", "lab::matvec");
    assert_name("_ZN12_GLOBAL__N_11kEv", "(anonymous namespace)::k");
}

/* Expected: what c++filt prints, less return type and parameters. */
static void template_arguments(void **state)
{
    (void)state;
    assert_name("_Z4scanIfLi32EEvPT_", "scan<float, 32>");
    assert_name("_Z1kILb1ELin3EEvv", "k<true, -3>");
    assert_name("_Z1kI6float4PKfJidEEvT_",
                "k<float4, float const*, int, double>");
    assert_name("_ZN3foo3barIyEEvT_", "foo::bar<unsigned long long>");
    assert_name("_ZN3lab4tileILi16EE3runEv", "lab::tile<16>::run");
}

static void substitutions(void **state)
{
    (void)state;
    assert_name("_Z1kIN3foo3BarIiEES2_EvT_", "k<foo::Bar<int>, foo::Bar<int>>");
    assert_name("_Z1kISt6vectorIiSaIiEEEvT_",
                "k<std::vector<int, std::allocator<int>>>");
}

/* No name of a kernel, but of what may stand around its launch. */
static void operators_and_closures(void **state)
{
    (void)state;
    assert_name("_ZN3fooplE", "foo::operator+");
    assert_name("_ZN3foo3BarC1Ev", "foo::Bar::Bar");
    assert_name("_ZZ4mainENK3$_0clEv", "main::$_0::operator()");
    assert_name("_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()");
    assert_name("_ZN12_GLOBAL__N_11kIiEEvT_", "(anonymous namespace)::k<int>");
    assert_name("_Z1kIXgtLi3ELi2EEEvv", "k<((3)>(2))>");
    assert_name("_Z1kIFvicEEvT_", "k<void (int, char)>");
}

static void what_is_not_understood_comes_back(void **state)
{
    (void)state;
    static const char *const names[] = {
        "_Z",        "_Z99x",    "_ZN",      "_Z1kI",
        "_Z1kIS9_E", "_Z1kIT_E", "_Z1kILiE", "_ZTV1A",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_name(names[i], names[i]);
}

/* Whatever it is, it ends, and comes back. */
static void hostile_names(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    char *name = malloc(LONG + 1);
    assert_non_null(name);
    static const char *const repeated[] = {"P", "I", "1aI", "N", "1a", "S_"};
    for (size_t r = 0; r < sizeof repeated / sizeof *repeated; r++) {
        size_t n = strlen(repeated[r]);
        memcpy(name, "_Z1kI", 5);
        for (size_t i = 5; i < LONG; i++)
            name[i] = repeated[r][(i - 5) % n];
        name[LONG] = '\0';
        assert_name(name, name);
    }
    free(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_names),
        cmocka_unit_test(template_arguments),
        cmocka_unit_test(substitutions),
        cmocka_unit_test(operators_and_closures),
        cmocka_unit_test(what_is_not_understood_comes_back),
        cmocka_unit_test(hostile_names),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
