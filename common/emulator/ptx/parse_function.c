/*
 * parse_function.c - .entry and .func: signature, attributes, body.
 */
#include "parser.h"

/* ---- functions: signature ---------------------------------------------- */

/* (.param .b32 a, .reg .b64 b), which may be empty. */
static void parameters(struct parser *p, struct ptx_var **list, uint32_t *count)
{
    expect(p, '(', "'('");
    if (accept(p, ')'))
        return;
    do {
        enum ptx_space space = PTX_PARAM;
        if (accept_word(p, ".reg"))
            space = PTX_REG;
        else if (!accept_word(p, ".param"))
            lex_expected(&p->lex, "'.param'");
        PUSH(p, *list, *count,
             parse_variable(p, parse_variable_type(p, space)));
    } while (accept(p, ','));
    expect(p, ')', "',' or ')' after the parameter");
}

/* (results) NAME (params), both lists optional. */
static struct ptx_signature signature(struct parser *p)
{
    struct ptx_signature sig = {0};
    if (kind(p) == '(')
        parameters(p, &sig.results, &sig.result_count);
    sig.name = parse_name(p, "the name of the function")->text;
    if (kind(p) == '(')
        parameters(p, &sig.params, &sig.param_count);
    return sig;
}

/* 256, 1, 1: the product. */
static uint32_t threads(struct parser *p)
{
    uint64_t product = 1;
    do
        product *= parse_integer(p, 1 << 20, "the number of threads");
    while (product <= UINT32_MAX && accept(p, ','));
    return product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
}

static bool is_ignored_attribute(const char *directive)
{
    static const char *const ignored[] = {
        ".maxnctapersm",
        ".maxnreg",
        ".noreturn",
        ".abi_preserve",
        ".abi_preserve_control",
        ".maxclusterrank",
        ".explicitcluster",
        ".reqnctapercluster",
        ".blocksareclusters",
        ".local_maxnreg",
        ".unified",
    };
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (!strcmp(directive, ignored[i]))
            return true;
    return false;
}

/* What stands between the parameters and '{' or ';'. */
static void attributes(struct parser *p, struct ptx_func *func)
{
    while (at_directive(p)) {
        if (accept_word(p, ".maxntid")) {
            func->max_threads = threads(p);
        } else if (accept_word(p, ".reqntid")) {
            func->required_threads = threads(p);
        } else if (accept_word(p, ".minnctapersm")) {
            func->least_blocks =
                (uint32_t)parse_integer(p, UINT16_MAX, "the number of blocks");
        } else if (accept_word(p, ".attribute")) {
            parse_attribute(p);
        } else if (is_ignored_attribute(text(p))) {
            next(p);
            while (kind(p) == TOKEN_INT || kind(p) == ',')
                next(p);
        } else if (!parse_directive(p)) {
            lex_expected(&p->lex, "'{' or ';' after the parameters");
        }
    }
}

/* ---- functions: body --------------------------------------------------- */

static void add_label(struct parser *p, const char *label)
{
    struct ptx_label here = {label, p->func->insn_count};
    PUSH(p, p->func->labels, p->func->label_count, here);
}

/* A, B, C; */
static void targets(struct parser *p, const char *label)
{
    struct ptx_targets list = {.name = label};
    do
        PUSH(p, list.labels, list.count, parse_name(p, "a label")->text);
    while (accept(p, ','));
    expect(p, ';', "',' or ';' after the label");
    PUSH(p, p->func->targets, p->func->target_count, list);
}

/* Of a call through a pointer, whose arguments say as much themselves. */
static void prototype(struct parser *p)
{
    struct scope *inside = p->block;
    p->block = NULL; /* its parameters are not those of the block */
    signature(p);
    p->block = inside;
    while (at_directive(p) && is_ignored_attribute(text(p)))
        next(p);
    expect(p, ';', "';' after the prototype");
}

/* After NAME and ':'. */
static void labelled(struct parser *p, const char *label)
{
    if (accept_word(p, ".branchtargets") || accept_word(p, ".calltargets"))
        targets(p, label);
    else if (accept_word(p, ".callprototype"))
        prototype(p);
    else
        add_label(p, label);
}

/* .reg, .shared and so on inside a body. */
static void body_directive(struct parser *p)
{
    static const struct linkage plain = {0};
    if (accept_word(p, ".reg"))
        parse_registers(p);
    else if (accept_word(p, ".param"))
        parse_variables(p, PTX_PARAM, plain);
    else if (accept_word(p, ".local"))
        parse_variables(p, PTX_LOCAL, plain);
    else if (accept_word(p, ".shared"))
        parse_variables(p, PTX_SHARED, plain);
    else if (accept_word(p, ".const"))
        parse_variables(p, PTX_CONST, plain);
    else if (!parse_directive(p))
        lex_expected(&p->lex, "an instruction or declaration");
}

/* LABEL:  or  @%p opcode operands; */
static void labelled_or_instruction(struct parser *p)
{
    struct ptx_insn insn = {
        .loc.line = p->place,
        .text_line = p->lex.token.line,
    };
    bool guarded = accept(p, '@');
    if (guarded)
        parse_guard(p, &insn);
    struct word *word = parse_name(p, "an instruction");
    if (!guarded && accept(p, ':')) {
        labelled(p, scope_declare_label(p, word));
        return;
    }
    insn.opcode = word->text;
    parse_instruction(p, &insn);
}

static void nested_block(struct parser *p);

/* What stands between { and }, the braces included. */
static void statements(struct parser *p)
{
    expect(p, '{', "'{'");
    while (!accept(p, '}')) {
        if (kind(p) == '{')
            nested_block(p);
        else if (at_directive(p))
            body_directive(p);
        else if (kind(p) == TOKEN_WORD || kind(p) == '@')
            labelled_or_instruction(p);
        else
            lex_expected(&p->lex, "an instruction or '}'");
    }
}

/* { statements }, of a function or inside another block. */
static void nested_block(struct parser *p)
{
    scope_open(p);
    statements(p);
    scope_close(p);
}

/* ---- functions: all of it ---------------------------------------------- */

static void body(struct parser *p, struct ptx_func *func)
{
    static const struct loc_directive unknown = {0};
    parse_place(p, unknown); /* lines of the function before are not ours */
    p->func = func;
    p->block_count = 0;
    nested_block(p);
    p->func = NULL;
    p->place = 0;
}

void parse_function_add(struct parser *p, const struct ptx_func *func,
                        const struct token *where)
{
    struct ptx_module *module = p->module;
    struct word *word = arena_record(func->sig.name);
    if (word->function == 0) {
        PUSH(p, module->funcs, module->func_count, *func);
        word->function = module->func_count;
        return;
    }
    struct ptx_func *earlier = &module->funcs[word->function - 1];
    bool is_weak = func->is_extern || func->is_weak;
    if (earlier->is_extern || (earlier->is_weak && !is_weak))
        *earlier = *func;
    else if (!is_weak)
        lex_fail(&p->lex, where, "function %s is defined twice",
                 func->sig.name);
}

void parse_function(struct parser *p, bool is_entry, struct linkage linkage)
{
    const struct token where = p->lex.token;
    struct ptx_func func = {
        .is_entry = is_entry,
        .is_weak = linkage.is_weak,
        .text_line = where.line,
    };
    attributes(p, &func); /* .func .attribute(.unified(..)) (..) name */
    func.sig = signature(p);
    attributes(p, &func);
    if (accept(p, ';'))
        func.is_extern = true;
    else
        body(p, &func);
    if (is_private(linkage))
        PUSH(p, p->privates, p->private_count, arena_record(func.sig.name));
    parse_function_add(p, &func, &where);
}
