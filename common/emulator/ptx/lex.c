/*
 * lex.c - cuts PTX text into tokens.
 *
 * Idea: a word takes its dots along ("ld.global.f32", "%tid.x"); the parser,
 * which knows what it expects, splits where it matters.  A directive is one
 * part: ".reg.b32", as people write it in inline PTX, is .reg and .b32.
 * Guarantee: reads the text once, up to its NUL; an error leaves by longjmp,
 * so whoever calls need not check.
 * Source: PTX ISA, "Syntax".
 */
#include "lex.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lex_start(struct lexer *lexer, const char *text, struct arena *arena,
               struct ptx_error *error)
{
    lexer->at = lexer->line_start = text;
    lexer->line = 1;
    lexer->token = (struct token){.start = text, .line = 1, .column = 1};
    lexer->arena = arena;
    lexer->error = error;
}

/* ---- errors and memory ------------------------------------------------ */

void lex_fail(struct lexer *lexer, const struct token *token,
              const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(lexer->error->message, sizeof lexer->error->message, format,
              args);
    va_end(args);
    lexer->error->no_memory = false;
    lexer->error->line = token->line;
    lexer->error->column = token->column;
    longjmp(lexer->escape, 1);
}

void lex_expected(struct lexer *lexer, const char *what)
{
    const struct token *token = &lexer->token;
    int shown = token->length > 40 ? 40 : (int)token->length;
    if (token->kind == TOKEN_END)
        lex_fail(lexer, token, "expected %s, got the end of the text", what);
    lex_fail(lexer, token, "expected %s, got '%.*s'", what, shown,
             token->start);
}

void lex_no_memory(struct lexer *lexer)
{
    ptx_no_memory(lexer->error);
    longjmp(lexer->escape, 1);
}

struct word *lex_word(struct lexer *lexer, const char *text, size_t length)
{
    struct word *word = arena_word(lexer->arena, text, length);
    if (!word)
        lex_no_memory(lexer);
    return word;
}

void *lex_alloc(struct lexer *lexer, size_t size)
{
    void *memory = arena_alloc(lexer->arena, size);
    if (!memory)
        lex_no_memory(lexer);
    return memory;
}

/* ---- characters: ASCII, whatever the locale --------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* May stand inside a word. */
static bool is_follow(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}

/* Value of a digit in any base up to 16; 16 for anything else. */
static unsigned digit_value(char c)
{
    if (is_digit(c))
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return 16;
}

/* ---- white space and comments ----------------------------------------- */

static void new_line(struct lexer *lexer)
{
    lexer->line++;
    lexer->line_start = lexer->at;
}

/* Makes the current place the place of the token to come. */
static void mark(struct lexer *lexer)
{
    lexer->token = (struct token){
        .start = lexer->at,
        .line = lexer->line,
        .column = (uint32_t)(lexer->at - lexer->line_start) + 1,
    };
}

static void skip_comment(struct lexer *lexer)
{
    mark(lexer);
    lexer->at += 2;
    while (!(lexer->at[0] == '*' && lexer->at[1] == '/')) {
        if (!*lexer->at)
            lex_fail(lexer, &lexer->token, "this comment does not end");
        if (*lexer->at++ == '\n')
            new_line(lexer);
    }
    lexer->at += 2;
}

static void skip_space(struct lexer *lexer)
{
    for (;;) {
        char c = *lexer->at;
        if (c == '\n') {
            lexer->at++;
            new_line(lexer);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' ||
                   c == '\v') {
            lexer->at++;
        } else if (c == '/' && lexer->at[1] == '/') {
            lexer->at += strcspn(lexer->at, "\n");
        } else if (c == '/' && lexer->at[1] == '*') {
            skip_comment(lexer);
        } else {
            return;
        }
    }
}

/* ---- numbers ----------------------------------------------------------- */

/* 0f3F800000 and 0d3FF0000000000000: the bits of the value. */
static void read_bits(struct lexer *lexer, unsigned digits)
{
    struct token *token = &lexer->token;
    const char *at = lexer->at + 2;
    for (unsigned i = 0; i < digits; i++, at++) {
        if (digit_value(*at) > 15)
            lex_fail(lexer, token,
                     "expected %u hexadecimal digits after '%.2s'", digits,
                     token->start);
        token->bits = token->bits << 4 | digit_value(*at);
    }
    token->kind = TOKEN_FLOAT;
    token->type = digits == 8 ? PTX_F32 : PTX_F64;
    lexer->at = at;
}

static void read_integer(struct lexer *lexer, unsigned base, unsigned prefix)
{
    struct token *token = &lexer->token;
    const char *at = lexer->at + prefix;
    const char *first = at;
    for (; digit_value(*at) < base; at++) {
        if (token->bits > (UINT64_MAX - digit_value(*at)) / base)
            lex_fail(lexer, token, "this number does not fit in 64 bits");
        token->bits = token->bits * base + digit_value(*at);
    }
    if (at == first)
        lex_fail(lexer, token, "expected digits after '%.2s'", token->start);
    if (*at == 'U')
        at++;
    token->kind = TOKEN_INT;
    lexer->at = at;
}

/* 1.5, 1.0e-3: a double, whatever the program's locale writes for '.'. */
static void read_decimal(struct lexer *lexer)
{
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (!plain)
        lex_no_memory(lexer);
    char *end;
    double value = strtod_l(lexer->at, &end, plain);
    freelocale(plain);
    memcpy(&lexer->token.bits, &value, sizeof value);
    lexer->token.kind = TOKEN_FLOAT;
    lexer->token.type = PTX_F64;
    lexer->at = end;
}

static void read_number(struct lexer *lexer)
{
    const char *at = lexer->at;
    char second = at[0] == '0' ? (char)(at[1] | 0x20) : 0;
    size_t digits = strspn(at, "0123456789");
    if (second == 'f')
        read_bits(lexer, 8);
    else if (second == 'd')
        read_bits(lexer, 16);
    else if (second == 'x')
        read_integer(lexer, 16, 2);
    else if (second == 'b')
        read_integer(lexer, 2, 2);
    else if ((at[digits] == '.' && is_digit(at[digits + 1])) ||
             (at[digits] | 0x20) == 'e')
        read_decimal(lexer);
    else if (at[0] == '0' && is_digit(at[1]))
        read_integer(lexer, 8, 1);
    else
        read_integer(lexer, 10, 0);

    if (is_follow(*lexer->at))
        lex_fail(lexer, &lexer->token, "'%c' cannot stand in this number",
                 *lexer->at);
}

/* ---- words and strings ------------------------------------------------- */

/* "." or "::" that leads on to another part of the word. */
static unsigned joint(const char *at)
{
    if (at[0] == '.' && is_follow(at[1]))
        return 1;
    if (at[0] == ':' && at[1] == ':' && is_follow(at[2]))
        return 2;
    return 0;
}

static void read_word(struct lexer *lexer)
{
    const char *start = lexer->at;
    const char *at = start + 1;
    do {
        at += joint(at);
        while (is_follow(*at))
            at++;
    } while (*start != '.' && joint(at));
    if (at == start + 1 && (*start == '.' || *start == '%'))
        lex_fail(lexer, &lexer->token, "a name must follow '%c'", *start);
    lexer->at = at;
    lexer->token.kind = TOKEN_WORD;
    lexer->token.word = lex_word(lexer, start, (size_t)(at - start));
}

static void read_string(struct lexer *lexer)
{
    const char *start = ++lexer->at;
    while (*lexer->at != '"') {
        if (*lexer->at == '\\' && lexer->at[1])
            lexer->at++;
        if (!*lexer->at || *lexer->at == '\n')
            lex_fail(lexer, &lexer->token, "this string does not end");
        lexer->at++;
    }
    lexer->token.kind = TOKEN_STRING;
    lexer->token.word = lex_word(lexer, start, (size_t)(lexer->at - start));
    lexer->at++;
}

void lex_next(struct lexer *lexer)
{
    skip_space(lexer);
    mark(lexer);
    char c = *lexer->at;
    if (!c)
        return;
    if (is_digit(c)) {
        read_number(lexer);
    } else if (is_follow(c) || c == '%' || c == '.') {
        read_word(lexer);
    } else if (c == '"') {
        read_string(lexer);
    } else if (strchr("(){}[]<>,;:=+-!|@", c)) {
        lexer->token.kind = c;
        lexer->at++;
    } else {
        lex_fail(lexer, &lexer->token, "character 0x%02x does not belong here",
                 (unsigned char)c);
    }
    lexer->token.length = (uint32_t)(lexer->at - lexer->token.start);
}
