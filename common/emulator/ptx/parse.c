/*
 * parse.c - PTX text becomes a struct ptx_module: its directives, functions
 * and variables.  parser.h says how.
 *
 * Units of nvcc -rdc=true come one after another, each with its .version, and
 * become one module: what one declares .extern another defines.  A name that
 * is not .visible, .weak, .common or .extern is its unit's own; when the unit
 * ends it is forgotten, so that the next one's is another word of equal text.
 */
#include "parser.h"

/* ---- aliases ------------------------------------------------------------- */

/* .alias NAME, FUNCTION; */
static void alias_directive(struct parser *p)
{
    struct alias alias = {.where = p->lex.token};
    alias.name = parse_name(p, "a name");
    expect(p, ',', "','");
    alias.function = parse_name(p, "the name of a function");
    expect(p, ';', "';' after the alias");
    PUSH(p, p->aliases, p->alias_count, alias);
}

/* A copy under the other name; both share the body. */
static void add_alias(struct parser *p, const struct alias *alias)
{
    if (alias->function->function == 0)
        lex_fail(&p->lex, &alias->where, "there is no function %s",
                 alias->function->text);
    struct ptx_func func = p->module->funcs[alias->function->function - 1];
    func.sig.name = alias->name->text;
    parse_function_add(p, &func, &alias->where);
}

/* ---- the module -------------------------------------------------------- */

/* Another unit begins. */
static void unit(struct parser *p)
{
    static const struct loc_directive unknown = {0};
    for (uint32_t i = 0; i < p->private_count; i++)
        arena_forget(p->lex.arena, p->privates[i]);
    p->private_count = 0;
    p->file_base = p->module->file_count - 1;
    parse_place(p, unknown);
}

/* .version 9.0 */
static void version(struct parser *p)
{
    const struct token token = p->lex.token;
    if (p->module->version)
        unit(p);
    const char *dot = memchr(token.start, '.', token.length);
    if (token.kind != TOKEN_FLOAT || !dot)
        lex_expected(&p->lex, "a version such as 7.0");
    unsigned major = 0;
    for (const char *at = token.start; at < dot && major < 100; at++)
        major = 10 * major + (unsigned)(*at - '0');
    p->module->version = 10 * major + (unsigned)(dot[1] - '0');
    if (major < 4 || major > 9)
        lex_fail(&p->lex, &token,
                 "PTX version %.*s is not supported, "
                 "only 4.0 to 9.0",
                 (int)token.length, token.start);
    next(p);
}

/* .target sm_90a, debug */
static void target(struct parser *p)
{
    const struct token token = p->lex.token;
    const char *sm = parse_name(p, "a target such as sm_75")->text;
    unsigned number = 0;
    if (strncmp(sm, "sm_", 3))
        lex_fail(&p->lex, &token, "expected a target such as sm_75");
    for (sm += 3; *sm >= '0' && *sm <= '9' && number < 10000; sm++)
        number = 10 * number + (unsigned)(*sm - '0');
    p->module->target_sm = number;
    while (accept(p, ','))
        p->module->debug |=
            !strcmp(parse_name(p, "an option of the target")->text, "debug");
}

static void address_size(struct parser *p)
{
    const struct token token = p->lex.token;
    if (parse_integer(p, UINT64_MAX, "the address size") != 64)
        lex_fail(&p->lex, &token, "only 64-bit code is supported");
}

static struct linkage linkage_directives(struct parser *p)
{
    struct linkage linkage = {0};
    for (;;) {
        if (accept_word(p, ".extern"))
            linkage.is_extern = true;
        else if (accept_word(p, ".weak") || accept_word(p, ".common"))
            linkage.is_weak = true;
        else if (accept_word(p, ".visible"))
            linkage.is_visible = true;
        else
            return linkage;
    }
}

static void declaration(struct parser *p)
{
    struct linkage linkage = linkage_directives(p);
    if (accept_word(p, ".entry"))
        parse_function(p, true, linkage);
    else if (accept_word(p, ".func"))
        parse_function(p, false, linkage);
    else if (accept_word(p, ".global"))
        parse_variables(p, PTX_GLOBAL, linkage);
    else if (accept_word(p, ".const"))
        parse_variables(p, PTX_CONST, linkage);
    else if (accept_word(p, ".shared"))
        parse_variables(p, PTX_SHARED, linkage);
    else if (accept_word(p, ".local"))
        parse_variables(p, PTX_LOCAL, linkage);
    else
        lex_expected(&p->lex, "a function or a variable");
}

static void module_item(struct parser *p)
{
    if (accept_word(p, ".version"))
        version(p);
    else if (accept_word(p, ".target"))
        target(p);
    else if (accept_word(p, ".address_size"))
        address_size(p);
    else if (accept_word(p, ".alias"))
        alias_directive(p);
    else if (!parse_directive(p))
        declaration(p);
}

/* ---- places ------------------------------------------------------------ */

/* So far a loc held the index of its .loc; .file may come last of all. */
static void function_places(const struct loc_directive *places,
                            struct ptx_func *func)
{
    for (uint32_t i = 0; i < func->insn_count; i++) {
        struct ptx_loc *loc = &func->insns[i].loc;
        *loc = places[loc->line].at;
        if (func->loc.line == 0)
            func->loc = *loc;
    }
    for (uint32_t i = 0; i < func->var_count; i++)
        func->vars[i].loc = places[func->vars[i].loc.line].at;
}

static void module_places(struct parser *p)
{
    struct ptx_module *module = p->module;
    if (!places_resolve(p->places, p->place_count, module->files,
                        module->file_count))
        lex_no_memory(&p->lex);
    for (uint32_t i = 0; i < module->func_count; i++)
        function_places(p->places, &module->funcs[i]);
    for (uint32_t i = 0; i < module->var_count; i++)
        module->vars[i].loc = p->places[module->vars[i].loc.line].at;
}

/* ---- the whole --------------------------------------------------------- */

/* Not inlined beside setjmp(), so that no variable of a callee lives across
 * the jump. */
__attribute__((noinline)) static void module(struct parser *p)
{
    static const struct loc_directive unknown = {0};
    parse_place(p, unknown);
    PUSH(p, p->module->files, p->module->file_count, "?");
    next(p);
    while (kind(p) != TOKEN_END)
        module_item(p);
    if (p->module->version == 0)
        lex_fail(&p->lex, &p->lex.token, "this is not PTX: no .version");
    module_places(p);
    for (uint32_t i = 0; i < p->alias_count; i++)
        add_alias(p, &p->aliases[i]);
}

static struct ptx_module *parse(struct arena *arena, const char *ptx,
                                struct ptx_error *error)
{
    struct parser p = {.module = arena_alloc(arena, sizeof *p.module)};
    if (!p.module)
        return NULL;
    p.module->arena = arena;
    lex_start(&p.lex, ptx, arena, error);
    if (setjmp(p.lex.escape))
        return NULL;
    module(&p);
    return p.module;
}

/* Compilers put their names into a comment in front of all. Of comments the
 * fatbinary tool of CUDA 13 leaves the line ends: eight of nvcc's, four of
 * clang's. */
static bool is_by_nvvm(const char *text)
{
    enum { HEAD_BYTES = 200, LINES = 8 };
    static const char name[] = "NVVM Compiler";
    return strspn(text, "\n") >= LINES ||
           memmem(text, strnlen(text, HEAD_BYTES), name, strlen(name));
}

struct ptx_module *ptx_parse(const char *text, struct ptx_error *error)
{
    ptx_no_memory(error);
    struct arena *arena = arena_new();
    struct ptx_module *module = arena ? parse(arena, text, error) : NULL;
    if (!module) {
        arena_free(arena);
        return NULL;
    }
    *error = (struct ptx_error){0};
    module->by_nvvm = is_by_nvvm(text);
    return module;
}

void ptx_free(struct ptx_module *module)
{
    if (module)
        arena_free(module->arena);
}
