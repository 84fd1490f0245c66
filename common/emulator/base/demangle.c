/*
 * demangle.c - function names of the Itanium C++ ABI, without parameters.
 *
 * Idea: a recursive descent over <encoding> that stops where the parameter
 * list begins: names, namespaces, template arguments (types and literals) and
 * substitutions.  What a kernel or variable may be called, and no more: an
 * operator or an expression gives the mangled name back.
 * Guarantee: reads nothing past the NUL, bounded in depth and length.
 * Source: Itanium C++ ABI, 5.1 "External Names".
 */
#include "demangle.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1024, SUBSTITUTIONS = 64, ARGUMENTS = 32, DEPTH = 32 };

struct parse {
    const char *at;
    char text[TEXT]; /* what has been made so far */
    size_t length;
    char *kept[SUBSTITUTIONS]; /* S_, S0_ ...: copies, in order */
    size_t kept_count;
    char *arguments[ARGUMENTS]; /* T_, T0_ ... of the last template */
    size_t argument_count;
    int depth;
    bool failed;
};

static void parse_type(struct parse *p);
static void parse_name(struct parse *p);

static void put(struct parse *p, const char *text)
{
    size_t n = strlen(text);
    if (p->length + n >= TEXT) {
        p->failed = true;
        return;
    }
    memcpy(p->text + p->length, text, n + 1);
    p->length += n;
}

static bool accept(struct parse *p, const char *token)
{
    size_t n = strlen(token);
    if (strncmp(p->at, token, n))
        return false;
    p->at += n;
    return true;
}

/* The text made since `from` becomes the next substitution. */
static void keep(struct parse *p, size_t from)
{
    if (p->kept_count == SUBSTITUTIONS) {
        p->failed = true;
        return;
    }
    char *copy = strdup(p->text + from);
    p->failed |= !copy;
    if (copy)
        p->kept[p->kept_count++] = copy;
}

/* Base 36 then '_': "_" is 0, "0_" is 1, "A_" is 11. */
static size_t sequence(struct parse *p)
{
    if (accept(p, "_"))
        return 0;
    size_t n = 0;
    for (; isdigit((unsigned char)*p->at) || isupper((unsigned char)*p->at);
         p->at++) {
        int digit = *p->at <= '9' ? *p->at - '0' : *p->at - 'A' + 10;
        if (n < SUBSTITUTIONS)
            n = n * 36 + (size_t)digit;
    }
    p->failed |= !accept(p, "_");
    return n + 1;
}

/* <source-name>: 6matvec */
static void parse_source_name(struct parse *p)
{
    size_t n = 0;
    while (isdigit((unsigned char)*p->at) && n < TEXT)
        n = n * 10 + (size_t)(*p->at++ - '0');
    if (n == 0 || n >= TEXT || strnlen(p->at, n) < n) {
        p->failed = true;
        return;
    }
    char name[TEXT];
    memcpy(name, p->at, n);
    name[n] = '\0';
    p->at += n;
    bool anonymous = !strncmp(name, "_GLOBAL__N", 10);
    put(p, anonymous ? "(anonymous namespace)" : name);
}

/* <substitution>: S_, S0_; St is std::, and the four std abbreviations. */
static void parse_substitution(struct parse *p)
{
    static const char *const standard[][2] = {
        {"Sa", "std::allocator"}, {"Sb", "std::basic_string"},
        {"Ss", "std::string"},    {"Si", "std::istream"},
        {"So", "std::ostream"},   {"Sd", "std::iostream"},
    };
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
        if (accept(p, standard[i][0])) {
            put(p, standard[i][1]);
            return;
        }
    p->at++; /* S */
    size_t n = sequence(p);
    if (n < p->kept_count)
        put(p, p->kept[n]);
    else
        p->failed = true;
}

/* <template-param>: T_, T0_ */
static void parse_parameter(struct parse *p)
{
    p->at++; /* T */
    size_t n = sequence(p);
    if (n < p->argument_count)
        put(p, p->arguments[n]);
    else
        p->failed = true;
}

/* <expr-primary>: Li32E, Lb1E, Lj4E */
static void parse_literal(struct parse *p)
{
    bool boolean = accept(p, "b");
    if (!boolean) {
        size_t before = p->length;
        parse_type(p); /* only the value is shown */
        p->length = before;
        p->text[before] = '\0';
    }
    if (accept(p, "n"))
        put(p, "-");
    char digits[32];
    size_t n = 0;
    while (isdigit((unsigned char)*p->at) && n + 1 < sizeof digits)
        digits[n++] = *p->at++;
    digits[n] = '\0';
    if (boolean)
        put(p, strcmp(digits, "0") ? "true" : "false");
    else
        put(p, digits);
    p->failed |= n == 0 || !accept(p, "E");
}

/* One of <template-args>; a pack J..E is its members. */
static void parse_argument(struct parse *p)
{
    if (accept(p, "J")) {
        for (bool first = true; !p->failed && !accept(p, "E"); first = false) {
            put(p, first ? "" : ", ");
            parse_argument(p);
        }
    } else if (accept(p, "L")) {
        parse_literal(p);
    } else {
        parse_type(p);
    }
}

/* I <template-arg>+ E, after the name it belongs to. */
static void parse_arguments(struct parse *p)
{
    if (++p->depth > DEPTH)
        p->failed = true;
    char *found[ARGUMENTS] = {0};
    size_t count = 0;
    put(p, "<");
    while (!p->failed && !accept(p, "E")) {
        put(p, count ? ", " : "");
        size_t from = p->length;
        parse_argument(p);
        char *copy = strdup(p->text + from);
        if (!copy || count == ARGUMENTS) {
            free(copy);
            p->failed = true;
            break;
        }
        found[count++] = copy;
    }
    put(p, ">");
    for (size_t i = 0; i < p->argument_count; i++)
        free(p->arguments[i]);
    memcpy(p->arguments, found, count * sizeof *found);
    p->argument_count = count;
    p->depth--;
}

/* N [cv] <prefix>+ E: every prefix but the last is a substitution. */
static void parse_nested(struct parse *p)
{
    size_t from = p->length;
    while (accept(p, "K") || accept(p, "V") || accept(p, "r"))
        ;
    for (bool first = true; !p->failed && !accept(p, "E"); first = false) {
        if (*p->at == 'I') {
            p->at++;
            parse_arguments(p);
        } else if (*p->at == 'S' && p->at[1] != 't') {
            parse_substitution(p);
            continue; /* is one already */
        } else {
            put(p, first ? "" : "::");
            if (accept(p, "St")) {
                put(p, "std");
                continue;
            }
            accept(p, "L"); /* internal linkage */
            parse_source_name(p);
        }
        if (*p->at != 'E')
            keep(p, from);
    }
}

/* <name>, with its template arguments. */
static void parse_name(struct parse *p)
{
    size_t from = p->length;
    if (accept(p, "N")) {
        parse_nested(p);
        return;
    }
    bool substituted = *p->at == 'S' && p->at[1] != 't';
    if (substituted) {
        parse_substitution(p);
    } else {
        if (accept(p, "St"))
            put(p, "std::");
        accept(p, "L");
        parse_source_name(p);
    }
    if (!p->failed && *p->at == 'I') {
        if (!substituted)
            keep(p, from);
        p->at++;
        parse_arguments(p);
    }
}

static const char *builtin_type(char code)
{
    static const char *const names[26] = {
        ['v' - 'a'] = "void",        ['w' - 'a'] = "wchar_t",
        ['b' - 'a'] = "bool",        ['c' - 'a'] = "char",
        ['a' - 'a'] = "signed char", ['h' - 'a'] = "unsigned char",
        ['s' - 'a'] = "short",       ['t' - 'a'] = "unsigned short",
        ['i' - 'a'] = "int",         ['j' - 'a'] = "unsigned int",
        ['l' - 'a'] = "long",        ['m' - 'a'] = "unsigned long",
        ['x' - 'a'] = "long long",   ['y' - 'a'] = "unsigned long long",
        ['n' - 'a'] = "__int128",    ['f' - 'a'] = "float",
        ['d' - 'a'] = "double",      ['e' - 'a'] = "long double",
    };
    return islower((unsigned char)code) ? names[code - 'a'] : NULL;
}

/* Pointers, references and const stand behind what they apply to. */
static void parse_type(struct parse *p)
{
    static const char *const suffixes[][2] = {{"P", "*"},
                                              {"R", "&"},
                                              {"O", "&&"},
                                              {"K", " const"},
                                              {"V", " volatile"}};
    if (++p->depth > DEPTH)
        p->failed = true;
    size_t from = p->length;
    const char *builtin = builtin_type(*p->at);
    for (size_t i = 0; !p->failed && i < sizeof suffixes / sizeof *suffixes;
         i++)
        if (accept(p, suffixes[i][0])) {
            parse_type(p);
            put(p, suffixes[i][1]);
            keep(p, from);
            p->depth--;
            return;
        }
    if (p->failed) {
        /* nothing */
    } else if (builtin) {
        p->at++;
        put(p, builtin);
    } else if (*p->at == 'T') {
        parse_parameter(p);
        keep(p, from);
    } else {
        bool known = *p->at == 'S' && p->at[1] != 't';
        parse_name(p);
        if (!known || p->at[-1] == 'E') /* a template of a known name */
            keep(p, from);
    }
    p->depth--;
}

char *demangle(const char *mangled)
{
    if (strncmp(mangled, "_Z", 2))
        return strdup(mangled);
    struct parse *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->at = mangled + 2;
    parse_name(p);
    char *result = strdup(p->failed ? mangled : p->text);
    for (size_t i = 0; i < p->kept_count; i++)
        free(p->kept[i]);
    for (size_t i = 0; i < p->argument_count; i++)
        free(p->arguments[i]);
    free(p);
    return result;
}
