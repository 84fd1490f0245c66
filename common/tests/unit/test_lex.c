/* test_lex.c - tokens, their values and places, and what is refused. */
#include "ptx/lex.h"

#include <locale.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* The first token of a text; on an error a token of kind -1. */
static struct token first(const char *text, struct ptx_error *error)
{
    struct arena *arena = arena_new();
    struct lexer lexer;
    struct token token = {.kind = -1};
    lex_start(&lexer, text, arena, error);
    if (setjmp(lexer.escape) == 0) {
        lex_next(&lexer);
        token = lexer.token;
    }
    arena_free(arena);
    return token;
}

static void assert_number(const char *text, int kind, uint64_t bits)
{
    struct ptx_error error = {.message = ""};
    struct token token = first(text, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(token.kind, kind);
    assert_int_equal(token.bits, bits);
}

static void integers(void **state)
{
    (void)state;
    assert_number("0", TOKEN_INT, 0);
    assert_number("42;", TOKEN_INT, 42);
    assert_number("42U", TOKEN_INT, 42);
    assert_number("0x1fU", TOKEN_INT, 31);
    assert_number("0XFF", TOKEN_INT, 255);
    assert_number("017", TOKEN_INT, 15);
    assert_number("0b101", TOKEN_INT, 5);
    assert_number("18446744073709551615", TOKEN_INT, UINT64_MAX);
    assert_number("0xffffffffffffffff", TOKEN_INT, UINT64_MAX);
}

static void floats(void **state)
{
    (void)state;
    assert_number("0f3F800000", TOKEN_FLOAT, 0x3F800000);
    assert_number("0Fbf800000", TOKEN_FLOAT, 0xBF800000);
    assert_number("0d3FF8000000000000", TOKEN_FLOAT, 0x3FF8000000000000);
    assert_number("0D7ff0000000000000", TOKEN_FLOAT, 0x7FF0000000000000);
    assert_number("1.5", TOKEN_FLOAT, 0x3FF8000000000000);
    assert_number("15e-1", TOKEN_FLOAT, 0x3FF8000000000000);
    assert_number("0.0", TOKEN_FLOAT, 0);

    struct ptx_error error;
    assert_int_equal(first("0f3F800000", &error).type, PTX_F32);
    assert_int_equal(first("0d3FF8000000000000", &error).type, PTX_F64);
    assert_int_equal(first("1.5", &error).type, PTX_F64);
}

static void decimals_have_a_point_everywhere(void **state)
{
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        print_message("# SKIP no German locale\n");
        return;
    }
    assert_number("1.5", TOKEN_FLOAT, 0x3FF8000000000000);
    setlocale(LC_NUMERIC, "C");
}

/* The tokens of a text, with a space after each, are those expected. */
static void assert_tokens(const char *text, const char *expected)
{
    char got[256] = "";
    struct arena *arena = arena_new();
    struct ptx_error error;
    struct lexer lexer;
    lex_start(&lexer, text, arena, &error);
    if (setjmp(lexer.escape))
        fail_msg("%s", error.message);
    for (lex_next(&lexer); lexer.token.kind; lex_next(&lexer)) {
        const struct token *token = &lexer.token;
        strncat(got, token->start, token->length);
        strcat(got, " ");
        if (token->kind == TOKEN_WORD)
            assert_memory_equal(token->word->text, token->start, token->length);
    }
    assert_string_equal(got, expected);
    arena_free(arena);
}

static void words_keep_their_dots(void **state)
{
    (void)state;
    assert_tokens("ld.global.v4.f32 {%f1,_}", "ld.global.v4.f32 { %f1 , _ } ");
    assert_tokens("shfl.sync.down.b32%f8, %tid.x",
                  "shfl.sync.down.b32 %f8 , %tid.x ");
    assert_tokens("cp.async.bulk.shared::cluster.x $L__BB0_1: a|b",
                  "cp.async.bulk.shared::cluster.x $L__BB0_1 : a | b ");
    assert_tokens("[sym+-4]; %r<23>; @!%p1",
                  "[ sym + - 4 ] ; %r < 23 > ; @ ! %p1 ");
    assert_tokens(".reg.b32 _Z1k _ %SP", ".reg .b32 _Z1k _ %SP ");
}

static void comments_are_space(void **state)
{
    (void)state;
    assert_tokens("a// b\nc/* d\n*/e /**/ f\t\r\n//", "a c e f ");
    assert_tokens("", "");
}

static void strings_end_at_a_bare_quote(void **state)
{
    (void)state;
    assert_tokens("\"a \\\" b\" c", "\"a \\\" b\" c ");
}

static void places_count_from_one(void **state)
{
    (void)state;
    struct ptx_error error;
    struct token token = first("\n/* x\n y */\n  ret", &error);
    assert_int_equal(token.line, 4);
    assert_int_equal(token.column, 3);
}

static void bad_text_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        unsigned line, column;
    } bad[] = {
        {"  ?", "character 0x3f does not belong here", 1, 3},
        {"\x80", "character 0x80 does not belong here", 1, 1},
        {"\n/* a\n", "this comment does not end", 2, 1},
        {" \"abc\n\"", "this string does not end", 1, 2},
        {"\"abc\\", "this string does not end", 1, 1},
        {"18446744073709551616", "this number does not fit in 64 bits", 1, 1},
        {"0x10000000000000000", "this number does not fit in 64 bits", 1, 1},
        {"0f3F8", "expected 8 hexadecimal digits after '0f'", 1, 1},
        {"0d3F", "expected 16 hexadecimal digits after '0d'", 1, 1},
        {"0f3F8000000", "'0' cannot stand in this number", 1, 1},
        {"0x", "expected digits after '0x'", 1, 1},
        {"0b2", "expected digits after '0b'", 1, 1},
        {"12ab", "'a' cannot stand in this number", 1, 1},
        {"019", "'9' cannot stand in this number", 1, 1},
        {"% r", "a name must follow '%'", 1, 1},
        {".", "a name must follow '.'", 1, 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ptx_error error = {.message = ""};
        assert_int_equal(first(bad[i].text, &error).kind, -1);
        assert_string_equal(error.message, bad[i].message);
        assert_int_equal(error.line, bad[i].line);
        assert_int_equal(error.column, bad[i].column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(floats),
        cmocka_unit_test(decimals_have_a_point_everywhere),
        cmocka_unit_test(words_keep_their_dots),
        cmocka_unit_test(comments_are_space),
        cmocka_unit_test(strings_end_at_a_bare_quote),
        cmocka_unit_test(places_count_from_one),
        cmocka_unit_test(bad_text_is_named),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
