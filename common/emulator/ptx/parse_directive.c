/*
 * parse_directive.c - .loc, .file, .section, .pragma.
 */
#include "parser.h"

static struct ptx_loc location(struct parser *p)
{
    struct ptx_loc loc;
    loc.file = (uint32_t)parse_integer(p, FILES_MAX, "a file number");
    if (loc.file)
        loc.file += p->file_base;
    loc.line = (uint32_t)parse_integer(p, UINT32_MAX, "a line number");
    loc.column = (uint32_t)parse_integer(p, UINT32_MAX, "a column number");
    return loc;
}

void parse_place(struct parser *p, struct loc_directive place)
{
    PUSH(p, p->places, p->place_count, place);
    p->place = p->place_count - 1;
}

static void loc_directive(struct parser *p)
{
    struct loc_directive place = {.at = location(p)};
    while (accept(p, ',')) {
        if (accept_word(p, "function_name")) {
            parse_name(p, "a name");
            parse_addend(p);
        } else if (accept_word(p, "inlined_at")) {
            place.call = location(p);
        } else {
            lex_expected(&p->lex, "'function_name' or 'inlined_at'");
        }
    }
    parse_place(p, place);
}

/* Compilers write what is not ASCII as \303\266, and \" and \\. */
static char unescape(const char **at)
{
    const char *digits = ++*at;
    int code = 0;
    while (*at < digits + 3 && **at >= '0' && **at <= '7')
        code = code * 8 + *(*at)++ - '0';
    return (char)(*at > digits ? code : *(*at)++);
}

static const char *file_name(struct parser *p)
{
    const char *at = text(p);
    char *name = lex_alloc(&p->lex, strlen(at) + 1), *end = name;
    while (*at)
        *end++ = *at == '\\' ? unescape(&at) : *at++;
    *end = '\0';
    return name;
}

static void file_directive(struct parser *p)
{
    struct ptx_module *module = p->module;
    uint64_t number =
        p->file_base + parse_integer(p, FILES_MAX, "a file number");
    if (kind(p) != TOKEN_STRING)
        lex_expected(&p->lex, "a file name in quotes");
    while (module->file_count <= number)
        PUSH(p, module->files, module->file_count, "?");
    module->files[number] = file_name(p);
    next(p);
    if (accept(p, ',')) {
        parse_integer(p, UINT64_MAX, "a time stamp");
        expect(p, ',', "','");
        parse_integer(p, UINT64_MAX, "a file size");
    }
}

/* .section .debug_str { ... }: for debuggers, not for us. */
static void section_directive(struct parser *p)
{
    const struct token section = p->lex.token;
    uint32_t depth = 1;
    next(p);
    expect(p, '{', "'{'");
    while (depth > 0) {
        if (kind(p) == TOKEN_END)
            lex_fail(&p->lex, &section, "this section does not end");
        depth += kind(p) == '{';
        depth -= kind(p) == '}';
        next(p);
    }
}

/* .pragma "nounroll"; stands behind the label of a loop. */
static void pragma_directive(struct parser *p)
{
    do {
        if (kind(p) != TOKEN_STRING)
            lex_expected(&p->lex, "a string after .pragma");
        p->no_unroll |= !strcmp(text(p), "nounroll");
        next(p);
    } while (accept(p, ','));
    expect(p, ';', "';' after the .pragma");
}

bool parse_directive(struct parser *p)
{
    if (accept_word(p, ".loc"))
        loc_directive(p);
    else if (accept_word(p, ".file"))
        file_directive(p);
    else if (accept_word(p, ".section"))
        section_directive(p);
    else if (accept_word(p, ".pragma"))
        pragma_directive(p);
    else
        return false;
    return true;
}
