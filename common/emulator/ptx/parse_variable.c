/*
 * parse_variable.c - declarations of variables and registers.
 */
#include "parser.h"

static const uint64_t ARRAY_BYTES_MAX = 1ull << 40;

/* ---- types and alignment ------------------------------------------------- */

static uint32_t alignment(struct parser *p)
{
    const struct token token = p->lex.token;
    uint64_t align = parse_integer(p, 1 << 16, "an alignment");
    if (align == 0 || (align & (align - 1)))
        lex_fail(&p->lex, &token, "an alignment is a power of two");
    return (uint32_t)align;
}

void parse_attribute(struct parser *p)
{
    expect(p, '(', "'('");
    while (kind(p) != ')' && kind(p) != TOKEN_END)
        next(p);
    expect(p, ')', "')'");
}

static bool is_space(const char *directive)
{
    return !strcmp(directive, ".global") || !strcmp(directive, ".const") ||
           !strcmp(directive, ".shared") || !strcmp(directive, ".local");
}

/* One of the directives between the state space and the name. */
static void type_directive(struct parser *p, struct ptx_var *var)
{
    const char *directive = text(p);
    enum ptx_type type = directive_type(directive);
    if (type > PTX_PRED)
        var->type = type;
    else if (directive_vector(directive) > 1)
        var->count = directive_vector(directive);
    else if (!strcmp(directive, ".ptr"))
        var->is_pointer = true;
    else if (!strcmp(directive, ".texref") || !strcmp(directive, ".surfref"))
        lex_fail(&p->lex, &p->lex.token,
                 "texture and surface references are not supported: use "
                 "cudaCreateTextureObject");
    else if (!var->is_pointer || !is_space(directive))
        lex_expected(&p->lex, "a type");
    next(p);
}

struct ptx_var parse_variable_type(struct parser *p, enum ptx_space space)
{
    struct ptx_var var = {.space = space, .count = 1};
    uint32_t align = 1;
    while (at_directive(p)) {
        if (accept_word(p, ".align")) {
            uint32_t given = alignment(p);
            if (!var.is_pointer) /* else it is that of the target */
                align = given;
        } else if (accept_word(p, ".attribute")) {
            parse_attribute(p);
        } else {
            type_directive(p, &var);
        }
    }
    if (!var.type)
        lex_expected(&p->lex, "a type");
    uint32_t natural = ptx_type_size(var.type) * (uint32_t)var.count;
    var.align = align > natural ? align : natural;
    return var;
}

/* ---- arrays and initialisers --------------------------------------------- */

struct shape {
    uint64_t size[DIMENSIONS]; /* 0: open, only the first */
    unsigned count;
};

static struct shape dimensions(struct parser *p)
{
    struct shape shape = {.count = 0};
    while (kind(p) == '[') {
        const struct token bracket = p->lex.token;
        next(p);
        if (shape.count == DIMENSIONS)
            lex_fail(&p->lex, &bracket, "too many dimensions");
        uint64_t *size = &shape.size[shape.count++];
        if (kind(p) != ']' || shape.count > 1)
            *size = parse_integer(p, ARRAY_BYTES_MAX, "the size of an array");
        expect(p, ']', "']'");
    }
    return shape;
}

/* Elements of the rows at some depth: int x[2][3] has 6, 3, 1. */
static uint64_t row_size(struct parser *p, const struct shape *shape,
                         unsigned depth, uint64_t element_size)
{
    uint64_t product = 1;
    for (unsigned i = depth; i < shape->count; i++) {
        if (shape->size[i] > ARRAY_BYTES_MAX / element_size / product)
            lex_fail(&p->lex, &p->lex.token, "this array is too large");
        product *= shape->size[i] ? shape->size[i] : 1;
    }
    return product;
}

/* 0xFF00(sym): which byte of the address. */
static uint8_t mask_shift(struct parser *p, const struct token *mask)
{
    for (uint8_t i = 0; i < 8; i++)
        if (mask->bits == (uint64_t)0xFF << 8 * i)
            return i;
    lex_fail(&p->lex, mask, "a mask selects one byte: 0xFF, 0xFF00 ...");
}

/* sym, sym+4, generic(sym)+4 */
static struct ptx_init symbol_init(struct parser *p)
{
    struct ptx_init init = {0};
    struct word *word = parse_name(p, "a number or a name");
    if (!strcmp(word->text, "generic") && accept(p, '(')) {
        init.generic = true;
        word = parse_name(p, "a name");
        init.bits = parse_addend(p);
        expect(p, ')', "')'");
    }
    init.symbol = word->text;
    init.bits += parse_addend(p);
    return init;
}

/* The bits of a floating-point literal as a value of the type. */
static uint64_t literal_float(struct parser *p, const struct token *token,
                              enum ptx_type type)
{
    double value;
    float narrow;
    if (token->type == type)
        return token->bits;
    if (type == PTX_F64) {
        uint32_t bits = (uint32_t)token->bits;
        memcpy(&narrow, &bits, sizeof narrow);
        value = narrow;
        uint64_t wide;
        memcpy(&wide, &value, sizeof wide);
        return wide;
    }
    if (type != PTX_F32)
        lex_fail(&p->lex, token, "a .%s takes no floating-point number",
                 ptx_type_name(type));
    memcpy(&value, &token->bits, sizeof value);
    narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

void negate_float(struct token *token)
{
    token->bits ^= token->type == PTX_F32 ? 1ull << 31 : 1ull << 63;
}

static struct ptx_init element_init(struct parser *p, enum ptx_type type)
{
    struct ptx_init init = {0};
    bool minus = accept(p, '-');
    struct token token = p->lex.token;
    if (token.kind == TOKEN_FLOAT) {
        next(p);
        if (minus)
            negate_float(&token);
        init.bits = literal_float(p, &token, type);
    } else if (minus || token.kind == TOKEN_INT) {
        init.bits = parse_integer(p, UINT64_MAX, "a number");
        if (minus)
            init.bits = -init.bits;
        else if (accept(p, '(')) {
            init = symbol_init(p);
            init.one_byte = true;
            init.byte_shift = mask_shift(p, &token);
            expect(p, ')', "')'");
        }
    } else {
        init = symbol_init(p);
    }
    return init;
}

/* A braced row: of elements, or of the rows one dimension further in.  count
 * is what has been pushed so far. */
static void row_init(struct parser *p, struct ptx_var *var,
                     const struct shape *shape, unsigned depth, uint32_t *count)
{
    expect(p, '{', "'{'");
    do {
        if (kind(p) == '{') {
            const struct token brace = p->lex.token;
            uint64_t first = *count;
            if (depth + 1 >= shape->count)
                lex_fail(&p->lex, &brace, "more braces than dimensions");
            row_init(p, var, shape, depth + 1, count);
            if (*count - first !=
                row_size(p, shape, depth + 1, ptx_type_size(var->type)))
                lex_fail(&p->lex, &brace, "this row is not complete");
        } else {
            if (var->count && *count == var->count)
                lex_fail(&p->lex, &p->lex.token,
                         "more values than the %llu elements of %s",
                         (unsigned long long)var->count, var->name);
            PUSH(p, var->init, *count, element_init(p, var->type));
        }
    } while (accept(p, ','));
    expect(p, '}', "',' or '}'");
}

static void initialiser(struct parser *p, struct ptx_var *var,
                        const struct shape *shape)
{
    uint32_t count = 0;
    if (kind(p) == '{')
        row_init(p, var, shape, 0, &count);
    else
        PUSH(p, var->init, count, element_init(p, var->type));
    var->init_count = count;
    if (var->count == 0)
        var->count = count;
}

/* ---- variables and registers ------------------------------------------- */

struct ptx_var parse_variable(struct parser *p, struct ptx_var var)
{
    var.name = scope_declare(p, parse_name(p, "a name"));
    struct shape shape = dimensions(p);
    var.is_array = shape.count > 0;
    if (var.is_array) {
        uint64_t size = ptx_type_size(var.type) * var.count;
        bool is_open = shape.size[0] == 0;
        var.count *= is_open ? 0 : row_size(p, &shape, 0, size);
    }
    if (accept(p, '='))
        initialiser(p, &var, &shape);
    return var;
}

/* Of two variables of one name the one that stands: a definition before a
 * declaration, then one that is not weak, then the first. */
static bool replaces(const struct ptx_var *var, const struct ptx_var *earlier)
{
    if (earlier->is_extern || var->is_extern)
        return earlier->is_extern;
    return earlier->is_weak && (!var->is_weak || var->count > earlier->count);
}

static void add_module_variable(struct parser *p, struct ptx_var var)
{
    struct ptx_module *module = p->module;
    struct word *word = arena_record(var.name);
    if (word->variable == 0) {
        PUSH(p, module->vars, module->var_count, var);
        word->variable = module->var_count;
        return;
    }
    struct ptx_var *earlier = &module->vars[word->variable - 1];
    uint32_t align = var.align > earlier->align ? var.align : earlier->align;
    if (replaces(&var, earlier))
        *earlier = var;
    else if (!var.is_extern && !var.is_weak)
        lex_fail(&p->lex, &p->lex.token, "variable %s is defined twice",
                 var.name);
    earlier->align = align;
}

void parse_variables(struct parser *p, enum ptx_space space,
                     struct linkage linkage)
{
    struct ptx_var base = parse_variable_type(p, space);
    base.is_extern = linkage.is_extern;
    base.is_weak = linkage.is_weak;
    do {
        struct ptx_var var = parse_variable(p, base);
        var.loc.line = p->place;
        if (p->func) {
            PUSH(p, p->func->vars, p->func->var_count, var);
            continue;
        }
        if (is_private(linkage))
            PUSH(p, p->privates, p->private_count, arena_record(var.name));
        add_module_variable(p, var);
    } while (accept(p, ','));
    expect(p, ';', "';' after the declaration");
}

void parse_registers(struct parser *p)
{
    if (at_directive(p) && directive_vector(text(p)) > 1)
        next(p);
    enum ptx_type type =
        at_directive(p) ? directive_type(text(p)) : PTX_NO_TYPE;
    if (!type)
        lex_expected(&p->lex, "a type");
    next(p);
    do {
        struct word *word = parse_name(p, "a register");
        struct ptx_reg reg = {.type = type};
        if (accept(p, '<')) {
            reg.count = (uint32_t)parse_integer(p, REGISTERS_MAX,
                                                "the number of registers");
            expect(p, '>', "'>'");
            if (reg.count == 0)
                continue;
        }
        reg.name = reg.count ? scope_declare_range(p, word, reg.count)
                             : scope_declare(p, word);
        PUSH(p, p->func->regs, p->func->reg_count, reg);
    } while (accept(p, ','));
    expect(p, ';', "';' after the registers");
}
