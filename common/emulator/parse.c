/*
 * parse.c - PTX text becomes a struct ptx_module.
 *
 * Idea: one function per construct of the grammar, each called with its first
 * token current and leaving with the token after it current.  Nothing is
 * looked up here but what scoping needs: the resolver knows what names mean.
 * Guarantee: any text either parses or yields one error with its place; what
 * is kept is linear in the text, nesting is limited, and lex_fail() may leave
 * from anywhere since all memory is the arena's.
 * Source: PTX ISA, "Syntax", "State Spaces, Types, and Variables",
 * "Directives".
 */
#include <stdio.h>
#include <string.h>

#include "lex.h"
#include "places.h"

enum {
    BLOCK_DEPTH = 64,  /* { { { */
    OPERAND_DEPTH = 4, /* ({[ */
    DIMENSIONS = 8,    /* of an array */
    REGISTERS_MAX = 1 << 20,
    FILES_MAX = 1 << 16
};
static const uint64_t ARRAY_BYTES_MAX = 1ull << 40;

/* What a name declared in an inner block stands for. */
struct binding {
    enum { PLAIN, RANGE, LABEL } kind;
    struct word *word;
    const char *renamed;
    uint32_t count;        /* RANGE: of registers */
    uint32_t block;        /* number of the block */
    struct binding *outer; /* what this one hides */
    struct binding *next;  /* of the same block */
};

/* An open block. */
struct block {
    struct block *outer;
    uint32_t number; /* 0: the body itself */
    uint32_t depth;
    uint32_t first_insn, first_target; /* what is inside starts here */
    bool has_labels;
    struct binding *bindings;
};

struct parser {
    struct lexer lex;
    struct ptx_module *module;
    struct ptx_func *func; /* being parsed */
    struct block *block;   /* innermost */
    uint32_t block_count;  /* of the function */
    uint32_t open_ranges;  /* bindings of ranges in open blocks */
    struct place *places;  /* the .loc directives */
    uint32_t place_count;
    uint32_t place; /* the one in force */
    struct alias *aliases;
    uint32_t alias_count;
};

/* .alias: another name for a function. */
struct alias {
    struct token where;
    struct word *name, *function;
};

/* .visible .extern .weak .common */
struct linkage {
    bool is_extern, is_weak;
};

/* ---- tokens ------------------------------------------------------------ */

static int kind(const struct parser *p)
{
    return p->lex.token.kind;
}

static const char *text(const struct parser *p)
{
    return p->lex.token.word->text;
}

static void next(struct parser *p)
{
    lex_next(&p->lex);
}

static bool accept(struct parser *p, int wanted)
{
    if (kind(p) != wanted)
        return false;
    next(p);
    return true;
}

static void expect(struct parser *p, int wanted, const char *what)
{
    if (!accept(p, wanted))
        lex_expected(&p->lex, what);
}

static bool at_directive(const struct parser *p)
{
    return kind(p) == TOKEN_WORD && text(p)[0] == '.';
}

static bool at_word(const struct parser *p, const char *word)
{
    return kind(p) == TOKEN_WORD && strcmp(text(p), word) == 0;
}

static bool accept_word(struct parser *p, const char *word)
{
    if (!at_word(p, word))
        return false;
    next(p);
    return true;
}

static struct word *name(struct parser *p, const char *what)
{
    if (kind(p) != TOKEN_WORD || text(p)[0] == '.')
        lex_expected(&p->lex, what);
    struct word *word = p->lex.token.word;
    next(p);
    return word;
}

static uint64_t integer(struct parser *p, uint64_t max, const char *what)
{
    const struct token token = p->lex.token;
    if (token.kind != TOKEN_INT)
        lex_expected(&p->lex, what);
    if (token.bits > max)
        lex_fail(&p->lex, &token, "%s may be at most %llu", what,
                 (unsigned long long)max);
    next(p);
    return token.bits;
}

/* -12, 12 */
static uint64_t signed_integer(struct parser *p, const char *what)
{
    bool minus = accept(p, '-');
    uint64_t bits = integer(p, UINT64_MAX, what);
    return minus ? -bits : bits;
}

/* +4, +-4, -4, or nothing at all: 0 */
static uint64_t addend(struct parser *p)
{
    uint64_t sum = 0;
    while (kind(p) == '+' || kind(p) == '-') {
        accept(p, '+');
        sum += signed_integer(p, "an offset");
    }
    return sum;
}

/* The array with room for one more: capacity doubles at powers of two. */
static void *grow(struct parser *p, void *array, uint32_t count, size_t size)
{
    if (count & (count - 1))
        return array;
    void *larger = lex_alloc(&p->lex, (count ? 2 * (size_t)count : 1) * size);
    if (count)
        memcpy(larger, array, count * size);
    return larger;
}

#define PUSH(p, array, count, value)                                           \
    do {                                                                       \
        (array) = grow((p), (array), (count), sizeof *(array));                \
        (array)[(count)++] = (value);                                          \
    } while (0)

/* ---- types ------------------------------------------------------------- */

static const struct {
    const char *name;
    unsigned size;
} types[PTX_TYPE_COUNT] = {
    [PTX_NO_TYPE] = {"none", 0},  [PTX_PRED] = {"pred", 0},
    [PTX_B8] = {"b8", 1},         [PTX_B16] = {"b16", 2},
    [PTX_B32] = {"b32", 4},       [PTX_B64] = {"b64", 8},
    [PTX_B128] = {"b128", 16},    [PTX_U8] = {"u8", 1},
    [PTX_U16] = {"u16", 2},       [PTX_U32] = {"u32", 4},
    [PTX_U64] = {"u64", 8},       [PTX_S8] = {"s8", 1},
    [PTX_S16] = {"s16", 2},       [PTX_S32] = {"s32", 4},
    [PTX_S64] = {"s64", 8},       [PTX_F16] = {"f16", 2},
    [PTX_F16X2] = {"f16x2", 4},   [PTX_BF16] = {"bf16", 2},
    [PTX_BF16X2] = {"bf16x2", 4}, [PTX_F32] = {"f32", 4},
    [PTX_F64] = {"f64", 8},
};

unsigned ptx_type_size(enum ptx_type type)
{
    return types[type].size;
}

const char *ptx_type_name(enum ptx_type type)
{
    return types[type].name;
}

/* The type that a directive names (".f32"), or PTX_NO_TYPE. */
static enum ptx_type type_of(const char *directive)
{
    for (int i = PTX_PRED; i < PTX_TYPE_COUNT; i++)
        if (strcmp(directive + 1, types[i].name) == 0)
            return (enum ptx_type)i;
    return PTX_NO_TYPE;
}

/* .v2 .v4: the number of elements; 1 for anything else. */
static uint32_t vector_of(const char *directive)
{
    if (strcmp(directive, ".v2") == 0)
        return 2;
    if (strcmp(directive, ".v4") == 0)
        return 4;
    return 1;
}

/* ---- scopes ------------------------------------------------------------ */

static bool in_inner_block(const struct parser *p)
{
    return p->block && p->block->number > 0;
}

/* name@3: what a name of block 3 is called in the flat function. */
static const char *renamed(struct parser *p, const char *plain,
                           const char *suffix)
{
    size_t size = strlen(plain) + strlen(suffix) + sizeof "@4294967295";
    char *result = lex_alloc(&p->lex, size);
    snprintf(result, size, "%s@%u%s", plain, p->block->number, suffix);
    return lex_word(&p->lex, result, strlen(result))->text;
}

static struct binding *bind(struct parser *p, struct word *word,
                            const char *suffix)
{
    struct binding *binding = lex_alloc(&p->lex, sizeof *binding);
    binding->word = word;
    binding->renamed = renamed(p, word->text, suffix);
    binding->block = p->block->number;
    binding->next = p->block->bindings;
    p->block->bindings = binding;
    return binding;
}

/* A register or variable is declared: its name in the flat function. */
static const char *declare(struct parser *p, struct word *word)
{
    if (!in_inner_block(p))
        return word->text;
    struct binding *binding = bind(p, word, "");
    binding->kind = PLAIN;
    binding->outer = word->plain;
    word->plain = binding;
    return binding->renamed;
}

/* The same for registers word0, word1 and so on. */
static const char *declare_range(struct parser *p, struct word *word,
                                 uint32_t count)
{
    if (!in_inner_block(p))
        return word->text;
    /* '_' parts the number of the block from that of the register. */
    struct binding *binding = bind(p, word, "_");
    binding->kind = RANGE;
    binding->count = count;
    binding->outer = word->range;
    word->range = binding;
    p->open_ranges++;
    return binding->renamed;
}

/* The same for a label, which may have been used before it stands: what
 * names it changes when the block closes. */
static const char *declare_label(struct parser *p, struct word *word)
{
    if (!in_inner_block(p))
        return word->text;
    struct binding *binding = bind(p, word, "");
    binding->kind = LABEL;
    p->block->has_labels = true;
    return binding->renamed;
}

/* The innermost open range that %r12 is in: of "%r" or of "%r1".  *index is
 * where in the word the register's number starts. */
static const struct binding *range_of(struct parser *p, const struct word *word,
                                      uint32_t *index)
{
    const struct binding *best = NULL;
    uint64_t number = 0, scale = 1;
    for (uint32_t i = word->length; i-- > 1 && scale <= REGISTERS_MAX;) {
        char c = word->text[i];
        if (c < '0' || c > '9')
            break;
        number += (uint64_t)(c - '0') * scale;
        scale *= 10;
        if (c == '0' && i + 1 < word->length)
            continue; /* numbers have no leading zeros */
        struct word *prefix = arena_find(p->lex.arena, word->text, i);
        const struct binding *range = prefix ? prefix->range : NULL;
        if (range && number < range->count &&
            (!best || range->block > best->block)) {
            best = range;
            *index = i;
        }
    }
    return best;
}

/* The name in the flat function of what word means here. */
static const char *meant(struct parser *p, const struct word *word)
{
    const struct binding *plain = word->plain;
    uint32_t index = 0;
    const struct binding *range =
        p->open_ranges ? range_of(p, word, &index) : NULL;
    if (!range || (plain && plain->block > range->block))
        return plain ? plain->renamed : word->text;

    size_t prefix = strlen(range->renamed);
    char *result = lex_alloc(&p->lex, prefix + word->length - index + 1);
    memcpy(result, range->renamed, prefix);
    memcpy(result + prefix, word->text + index, word->length - index);
    return lex_word(&p->lex, result, strlen(result))->text;
}

/* ---- declarations: types and alignment --------------------------------- */

static uint32_t alignment(struct parser *p)
{
    const struct token token = p->lex.token;
    uint64_t align = integer(p, 1 << 16, "an alignment");
    if (align == 0 || (align & (align - 1)))
        lex_fail(&p->lex, &token, "an alignment is a power of two");
    return (uint32_t)align;
}

/* .attribute(.managed): what is in it changes nothing here. */
static void skip_attribute(struct parser *p)
{
    expect(p, '(', "'('");
    while (kind(p) != ')' && kind(p) != TOKEN_END)
        next(p);
    expect(p, ')', "')'");
}

static bool is_space(const char *directive)
{
    return strcmp(directive, ".global") == 0 ||
           strcmp(directive, ".const") == 0 ||
           strcmp(directive, ".shared") == 0 ||
           strcmp(directive, ".local") == 0;
}

/* One of the directives between the state space and the name. */
static void type_directive(struct parser *p, struct ptx_var *var)
{
    const char *directive = text(p);
    enum ptx_type type = type_of(directive);
    if (type > PTX_PRED)
        var->type = type;
    else if (vector_of(directive) > 1)
        var->count = vector_of(directive);
    else if (strcmp(directive, ".ptr") == 0)
        var->is_pointer = true;
    else if (!var->is_pointer || !is_space(directive))
        lex_expected(&p->lex, "a type");
    next(p);
}

/* .align 4 .b8, .u64 .ptr .global .align 16: all but name and size. */
static struct ptx_var variable_type(struct parser *p, enum ptx_space space)
{
    struct ptx_var var = {.space = space, .count = 1};
    uint32_t align = 1;
    while (at_directive(p)) {
        if (accept_word(p, ".align")) {
            uint32_t given = alignment(p);
            if (!var.is_pointer) /* else it is that of the target */
                align = given;
        } else if (accept_word(p, ".attribute")) {
            skip_attribute(p);
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

/* ---- declarations: arrays and initialisers ----------------------------- */

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
            *size = integer(p, ARRAY_BYTES_MAX, "the size of an array");
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
    struct word *word = name(p, "a number or a name");
    if (strcmp(word->text, "generic") == 0 && accept(p, '(')) {
        init.generic = true;
        word = name(p, "a name");
        init.bits = addend(p);
        expect(p, ')', "')'");
    }
    init.symbol = word->text;
    init.bits += addend(p);
    return init;
}

/* The bits of a floating-point literal as a value of the type. */
static uint64_t float_bits(struct parser *p, const struct token *token,
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

/* Toggles the sign bit of a literal. */
static void negate_float(struct token *token)
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
        init.bits = float_bits(p, &token, type);
    } else if (minus || token.kind == TOKEN_INT) {
        init.bits = integer(p, UINT64_MAX, "a number");
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

/* NAME, NAME[4], NAME[4] = {..}; base has the type. */
static struct ptx_var variable(struct parser *p, struct ptx_var var)
{
    var.name = declare(p, name(p, "a name"));
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

static void add_module_variable(struct parser *p, struct ptx_var var)
{
    struct ptx_module *module = p->module;
    struct word *word = lex_word(&p->lex, var.name, strlen(var.name));
    if (word->variable == 0) {
        PUSH(p, module->vars, module->var_count, var);
        word->variable = module->var_count;
        return;
    }
    struct ptx_var *earlier = &module->vars[word->variable - 1];
    if (!earlier->is_extern && !var.is_extern)
        lex_fail(&p->lex, &p->lex.token, "variable %s is defined twice",
                 var.name);
    if (earlier->is_extern)
        *earlier = var;
}

/* After ".global" and so on. */
static void variables(struct parser *p, enum ptx_space space,
                      struct linkage linkage)
{
    struct ptx_var base = variable_type(p, space);
    base.is_extern = linkage.is_extern;
    do {
        struct ptx_var var = variable(p, base);
        var.loc.line = p->place;
        if (p->func)
            PUSH(p, p->func->vars, p->func->var_count, var);
        else
            add_module_variable(p, var);
    } while (accept(p, ','));
    expect(p, ';', "';' after the declaration");
}

/* .reg .b32 %r<23>, x; after ".reg" */
static void registers(struct parser *p)
{
    uint32_t width = 1;
    if (at_directive(p) && (width = vector_of(text(p))) > 1)
        next(p);
    enum ptx_type type = at_directive(p) ? type_of(text(p)) : PTX_NO_TYPE;
    if (!type)
        lex_expected(&p->lex, "a type");
    next(p);
    do {
        struct word *word = name(p, "a register");
        struct ptx_reg reg = {.type = type, .width = width};
        if (accept(p, '<')) {
            reg.count =
                (uint32_t)integer(p, REGISTERS_MAX, "the number of registers");
            expect(p, '>', "'>'");
            if (reg.count == 0)
                continue;
        }
        reg.name =
            reg.count ? declare_range(p, word, reg.count) : declare(p, word);
        PUSH(p, p->func->regs, p->func->reg_count, reg);
    } while (accept(p, ','));
    expect(p, ';', "';' after the registers");
}

/* ---- .loc, .file, .section --------------------------------------------- */

static struct ptx_loc location(struct parser *p)
{
    struct ptx_loc loc;
    loc.file = (uint32_t)integer(p, FILES_MAX, "a file number");
    loc.line = (uint32_t)integer(p, UINT32_MAX, "a line number");
    loc.column = (uint32_t)integer(p, UINT32_MAX, "a column number");
    return loc;
}

static void add_place(struct parser *p, struct place place)
{
    PUSH(p, p->places, p->place_count, place);
    p->place = p->place_count - 1;
}

static void loc_directive(struct parser *p)
{
    struct place place = {.at = location(p)};
    while (accept(p, ',')) {
        if (accept_word(p, "function_name")) {
            name(p, "a name");
            addend(p);
        } else if (accept_word(p, "inlined_at")) {
            place.call = location(p);
        } else {
            lex_expected(&p->lex, "'function_name' or 'inlined_at'");
        }
    }
    add_place(p, place);
}

static void file_directive(struct parser *p)
{
    struct ptx_module *module = p->module;
    uint64_t number = integer(p, FILES_MAX, "a file number");
    if (kind(p) != TOKEN_STRING)
        lex_expected(&p->lex, "a file name in quotes");
    while (module->file_count <= number)
        PUSH(p, module->files, module->file_count, "?");
    module->files[number] = text(p);
    next(p);
    if (accept(p, ',')) {
        integer(p, UINT64_MAX, "a time stamp");
        expect(p, ',', "','");
        integer(p, UINT64_MAX, "a file size");
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

/* .pragma "nounroll"; */
static void skip_pragma(struct parser *p)
{
    do {
        if (kind(p) != TOKEN_STRING)
            lex_expected(&p->lex, "a string after .pragma");
        next(p);
    } while (accept(p, ','));
    expect(p, ';', "';' after the .pragma");
}

/* Directives that may stand in a module and in a body; false: another. */
static bool common_directive(struct parser *p)
{
    if (accept_word(p, ".loc"))
        loc_directive(p);
    else if (accept_word(p, ".file"))
        file_directive(p);
    else if (accept_word(p, ".section"))
        section_directive(p);
    else if (accept_word(p, ".pragma"))
        skip_pragma(p);
    else
        return false;
    return true;
}

/* ---- operands ---------------------------------------------------------- */

static struct ptx_operand operand(struct parser *p, unsigned depth);

/* a, b, c up to the closing mark; may be empty. */
static void operand_list(struct parser *p, struct ptx_operand *list, int close,
                         unsigned depth)
{
    const struct token open = p->lex.token;
    if (depth == OPERAND_DEPTH)
        lex_fail(&p->lex, &open, "operands are nested too deeply");
    next(p);
    if (kind(p) != close)
        do
            PUSH(p, list->list, list->list_count, operand(p, depth + 1));
        while (accept(p, ','));
    if (!accept(p, close))
        lex_expected(&p->lex, close == ')' ? "',' or ')'" : "',' or '}'");
}

/* [name + 4], [16], and for textures and bulk copies [name, {x, y}]. */
static struct ptx_operand address(struct parser *p, unsigned depth)
{
    struct ptx_operand result = {.kind = PTX_OPND_ADDRESS};
    next(p);
    if (kind(p) == TOKEN_WORD)
        result.name = meant(p, name(p, "a name or a number in []"));
    else
        result.bits = signed_integer(p, "a name or a number in []");
    result.bits += addend(p);
    while (accept(p, ','))
        PUSH(p, result.list, result.list_count, operand(p, depth + 1));
    expect(p, ']', "']'");
    return result;
}

/* %tid.x and %v.r: cuts the component off. */
static struct ptx_operand component(struct parser *p, const struct token *token)
{
    struct ptx_operand result = {.kind = PTX_OPND_NAME};
    const struct word *word = token->word;
    const char *dot = strchr(word->text, '.');
    if (dot) {
        static const char letters[] = "xyzwrgba";
        const char *found = dot[1] && !dot[2] ? strchr(letters, dot[1]) : NULL;
        if (!found)
            lex_fail(&p->lex, token, "'%.40s' is not a component", dot);
        result.component = (uint8_t)letters[(found - letters) % 4];
        word = lex_word(&p->lex, word->text, (size_t)(dot - word->text));
    }
    result.name = meant(p, word);
    return result;
}

/* %r1, %tid.x, sym+4, _, WARP_SZ */
static struct ptx_operand name_operand(struct parser *p)
{
    const struct token token = p->lex.token;
    if (text(p)[0] == '.')
        lex_expected(&p->lex, "an operand");
    next(p);
    if (strcmp(token.word->text, "_") == 0)
        return (struct ptx_operand){.kind = PTX_OPND_DISCARD};
    if (strcmp(token.word->text, "WARP_SZ") == 0)
        return (struct ptx_operand){.kind = PTX_OPND_INT, .bits = 32};
    struct ptx_operand result = component(p, &token);
    result.bits = addend(p);
    return result;
}

static struct ptx_operand number_operand(struct parser *p)
{
    bool minus = accept(p, '-');
    struct token token = p->lex.token;
    if (token.kind == TOKEN_FLOAT) {
        next(p);
        if (minus)
            negate_float(&token);
        return (struct ptx_operand){
            .kind = PTX_OPND_FLOAT, .type = token.type, .bits = token.bits};
    }
    uint64_t bits = integer(p, UINT64_MAX, "an operand");
    return (struct ptx_operand){.kind = PTX_OPND_INT,
                                .bits = minus ? -bits : bits};
}

static struct ptx_operand single_operand(struct parser *p, unsigned depth)
{
    struct ptx_operand result = {0};
    switch (kind(p)) {
    case TOKEN_WORD: return name_operand(p);
    case '[': return address(p, depth);
    case '{':
        result.kind = PTX_OPND_VECTOR;
        operand_list(p, &result, '}', depth);
        return result;
    case '(':
        result.kind = PTX_OPND_LIST;
        operand_list(p, &result, ')', depth);
        return result;
    case '!':
        next(p);
        if (kind(p) != TOKEN_WORD)
            lex_expected(&p->lex, "a predicate after '!'");
        result = name_operand(p);
        result.negated = true;
        return result;
    default: return number_operand(p);
    }
}

static struct ptx_operand operand(struct parser *p, unsigned depth)
{
    if (depth > OPERAND_DEPTH)
        lex_fail(&p->lex, &p->lex.token, "operands are nested too deeply");
    struct ptx_operand first = single_operand(p, depth);
    if (!accept(p, '|'))
        return first;
    struct ptx_operand pair = {.kind = PTX_OPND_PAIR};
    PUSH(p, pair.list, pair.list_count, first);
    PUSH(p, pair.list, pair.list_count, single_operand(p, depth));
    return pair;
}

/* ---- instructions ------------------------------------------------------ */

/* @%p, @!%p */
static void guard(struct parser *p, struct ptx_insn *insn)
{
    insn->guard_negated = accept(p, '!');
    insn->guard = meant(p, name(p, "a predicate after '@'"));
}

/* a, b, c of what began with insn->opcode. */
static void operands(struct parser *p, struct ptx_insn *insn)
{
    struct ptx_operand list[PTX_MAX_OPERANDS];
    unsigned count = 0;
    do {
        if (count == PTX_MAX_OPERANDS)
            lex_fail(&p->lex, &p->lex.token, "%s has more than %d operands",
                     insn->opcode, PTX_MAX_OPERANDS);
        list[count++] = operand(p, 0);
    } while (accept(p, ','));
    insn->operands = lex_alloc(&p->lex, count * sizeof *list);
    memcpy(insn->operands, list, count * sizeof *list);
    insn->operand_count = (uint8_t)count;
}

/* What began with insn->opcode, up to the ';'. */
static void instruction(struct parser *p, struct ptx_insn *insn)
{
    if (kind(p) != ';')
        operands(p, insn);
    expect(p, ';', "';' after operand");
    PUSH(p, p->func->insns, p->func->insn_count, *insn);
}

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
        PUSH(p, *list, *count, variable(p, variable_type(p, space)));
    } while (accept(p, ','));
    expect(p, ')', "',' or ')' after the parameter");
}

/* (results) NAME (params), both lists optional. */
static struct ptx_signature signature(struct parser *p)
{
    struct ptx_signature sig = {0};
    if (kind(p) == '(')
        parameters(p, &sig.results, &sig.result_count);
    sig.name = name(p, "the name of the function")->text;
    if (kind(p) == '(')
        parameters(p, &sig.params, &sig.param_count);
    return sig;
}

/* 256, 1, 1: the product. */
static uint32_t threads(struct parser *p)
{
    uint64_t product = 1;
    do
        product *= integer(p, 1 << 20, "the number of threads");
    while (product <= UINT32_MAX && accept(p, ','));
    return product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
}

static bool is_ignored_attribute(const char *directive)
{
    static const char *const ignored[] = {
        ".minnctapersm",      ".maxnctapersm",    ".maxnreg",
        ".noreturn",          ".abi_preserve",    ".abi_preserve_control",
        ".maxclusterrank",    ".explicitcluster", ".reqnctapercluster",
        ".blocksareclusters", ".local_maxnreg",   ".unified",
    };
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (strcmp(directive, ignored[i]) == 0)
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
        } else if (accept_word(p, ".attribute")) {
            skip_attribute(p);
        } else if (is_ignored_attribute(text(p))) {
            next(p);
            while (kind(p) == TOKEN_INT || kind(p) == ',')
                next(p);
        } else if (!common_directive(p)) {
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
        PUSH(p, list.labels, list.count, name(p, "a label")->text);
    while (accept(p, ','));
    expect(p, ';', "',' or ';' after the label");
    PUSH(p, p->func->targets, p->func->target_count, list);
}

static void prototype(struct parser *p, const char *label)
{
    struct block *inside = p->block;
    p->block = NULL; /* its parameters are not those of the block */
    struct ptx_signature sig = signature(p);
    p->block = inside;
    sig.name = label;
    while (at_directive(p) && is_ignored_attribute(text(p)))
        next(p);
    expect(p, ';', "';' after the prototype");
    PUSH(p, p->func->prototypes, p->func->prototype_count, sig);
}

/* After NAME and ':'. */
static void labelled(struct parser *p, const char *label)
{
    if (accept_word(p, ".branchtargets") || accept_word(p, ".calltargets"))
        targets(p, label);
    else if (accept_word(p, ".callprototype"))
        prototype(p, label);
    else
        add_label(p, label);
}

/* .reg, .shared and so on inside a body. */
static void body_directive(struct parser *p)
{
    static const struct linkage plain = {0};
    if (accept_word(p, ".reg"))
        registers(p);
    else if (accept_word(p, ".param"))
        variables(p, PTX_PARAM, plain);
    else if (accept_word(p, ".local"))
        variables(p, PTX_LOCAL, plain);
    else if (accept_word(p, ".shared"))
        variables(p, PTX_SHARED, plain);
    else if (accept_word(p, ".const"))
        variables(p, PTX_CONST, plain);
    else if (!common_directive(p))
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
        guard(p, &insn);
    struct word *word = name(p, "an instruction");
    if (!guarded && accept(p, ':')) {
        labelled(p, declare_label(p, word));
        return;
    }
    insn.opcode = word->text;
    instruction(p, &insn);
}

static void block(struct parser *p);

/* What stands between { and }, the braces included. */
static void statements(struct parser *p)
{
    expect(p, '{', "'{'");
    while (!accept(p, '}')) {
        if (kind(p) == '{')
            block(p);
        else if (at_directive(p))
            body_directive(p);
        else if (kind(p) == TOKEN_WORD || kind(p) == '@')
            labelled_or_instruction(p);
        else
            lex_expected(&p->lex, "an instruction or '}'");
    }
}

/* ---- functions: closing a block ---------------------------------------- */

static void relabel(struct parser *p, const char **label)
{
    const struct word *word = arena_find(p->lex.arena, *label, strlen(*label));
    if (word && word->label)
        *label = word->label;
}

/* Whatever inside the block names one of its labels. */
static void relabel_block(struct parser *p, const struct block *block)
{
    struct ptx_func *func = p->func;
    for (uint32_t i = block->first_insn; i < func->insn_count; i++) {
        struct ptx_insn *insn = &func->insns[i];
        for (unsigned k = 0; k < insn->operand_count; k++)
            if (insn->operands[k].kind == PTX_OPND_NAME)
                relabel(p, &insn->operands[k].name);
    }
    for (uint32_t i = block->first_target; i < func->target_count; i++)
        for (uint32_t k = 0; k < func->targets[i].count; k++)
            relabel(p, &func->targets[i].labels[k]);
}

/* Names mean again what they meant outside. */
static void unbind(struct parser *p, struct binding *binding)
{
    struct word *word = binding->word;
    switch (binding->kind) {
    case PLAIN: word->plain = binding->outer; break;
    case RANGE:
        word->range = binding->outer;
        p->open_ranges--;
        break;
    case LABEL: word->label = NULL; break;
    }
}

static void close_block(struct parser *p)
{
    struct block *block = p->block;
    struct binding *binding;
    if (block->has_labels) {
        for (binding = block->bindings; binding; binding = binding->next)
            if (binding->kind == LABEL)
                binding->word->label = binding->renamed;
        relabel_block(p, block);
    }
    for (binding = block->bindings; binding; binding = binding->next)
        unbind(p, binding);
    p->block = block->outer;
}

static void open_block(struct parser *p)
{
    const struct block *outer = p->block;
    struct block *block = lex_alloc(&p->lex, sizeof *block);
    if (outer) {
        block->number = ++p->block_count;
        block->depth = outer->depth + 1;
        if (block->depth > BLOCK_DEPTH)
            lex_fail(&p->lex, &p->lex.token, "blocks are nested too deeply");
    }
    block->outer = p->block;
    block->first_insn = p->func->insn_count;
    block->first_target = p->func->target_count;
    p->block = block;
}

/* { statements }, of a function or inside another block. */
static void block(struct parser *p)
{
    open_block(p);
    statements(p);
    close_block(p);
}

/* ---- functions: all of it ---------------------------------------------- */

static void body(struct parser *p, struct ptx_func *func)
{
    static const struct place unknown = {0};
    add_place(p, unknown); /* lines of the function before are not ours */
    p->func = func;
    p->block_count = 0;
    block(p);
    p->func = NULL;
    p->place = 0;
}

/* A definition replaces declarations, wherever they stand. */
static void add_function(struct parser *p, const struct ptx_func *func,
                         const struct token *where)
{
    struct ptx_module *module = p->module;
    struct word *word =
        lex_word(&p->lex, func->sig.name, strlen(func->sig.name));
    if (word->function == 0) {
        PUSH(p, module->funcs, module->func_count, *func);
        word->function = module->func_count;
        return;
    }
    struct ptx_func *earlier = &module->funcs[word->function - 1];
    if (!earlier->is_extern && !func->is_extern)
        lex_fail(&p->lex, where, "function %s is defined twice",
                 func->sig.name);
    if (earlier->is_extern)
        *earlier = *func;
}

/* After ".entry" or ".func". */
static void function(struct parser *p, bool is_entry, struct linkage linkage)
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
    add_function(p, &func, &where);
}

/* .alias NAME, FUNCTION; */
static void alias_directive(struct parser *p)
{
    struct alias alias = {.where = p->lex.token};
    alias.name = name(p, "a name");
    expect(p, ',', "','");
    alias.function = name(p, "the name of a function");
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
    add_function(p, &func, &alias->where);
}

/* ---- the module -------------------------------------------------------- */

/* .version 9.0 */
static void version(struct parser *p)
{
    const struct token token = p->lex.token;
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
    const char *sm = name(p, "a target such as sm_75")->text;
    unsigned number = 0;
    if (strncmp(sm, "sm_", 3) != 0)
        lex_fail(&p->lex, &token, "expected a target such as sm_75");
    for (sm += 3; *sm >= '0' && *sm <= '9' && number < 10000; sm++)
        number = 10 * number + (unsigned)(*sm - '0');
    p->module->target_sm = number;
    while (accept(p, ','))
        name(p, "an option of the target");
}

static void address_size(struct parser *p)
{
    const struct token token = p->lex.token;
    if (integer(p, UINT64_MAX, "the address size") != 64)
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
        else if (!accept_word(p, ".visible"))
            return linkage;
    }
}

static void declaration(struct parser *p)
{
    struct linkage linkage = linkage_directives(p);
    if (accept_word(p, ".entry"))
        function(p, true, linkage);
    else if (accept_word(p, ".func"))
        function(p, false, linkage);
    else if (accept_word(p, ".global"))
        variables(p, PTX_GLOBAL, linkage);
    else if (accept_word(p, ".const"))
        variables(p, PTX_CONST, linkage);
    else if (accept_word(p, ".shared"))
        variables(p, PTX_SHARED, linkage);
    else if (accept_word(p, ".local"))
        variables(p, PTX_LOCAL, linkage);
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
    else if (!common_directive(p))
        declaration(p);
}

/* ---- places ------------------------------------------------------------ */

/* So far a loc held the index of its .loc; .file may come last of all. */
static void resolve_function(const struct place *places, struct ptx_func *func)
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

static void resolve_places(struct parser *p)
{
    struct ptx_module *module = p->module;
    if (!places_resolve(p->places, p->place_count, module->files,
                        module->file_count))
        lex_no_memory(&p->lex);
    for (uint32_t i = 0; i < module->func_count; i++)
        resolve_function(p->places, &module->funcs[i]);
    for (uint32_t i = 0; i < module->var_count; i++)
        module->vars[i].loc = p->places[module->vars[i].loc.line].at;
}

/* ---- the whole --------------------------------------------------------- */

/* Not inlined beside setjmp(), so that no variable of a callee lives across
 * the jump. */
__attribute__((noinline)) static void module(struct parser *p)
{
    static const struct place unknown = {0};
    add_place(p, unknown);
    PUSH(p, p->module->files, p->module->file_count, "?");
    next(p);
    while (kind(p) != TOKEN_END)
        module_item(p);
    if (p->module->version == 0)
        lex_fail(&p->lex, &p->lex.token, "this is not PTX: no .version");
    resolve_places(p);
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

struct ptx_module *ptx_parse(const char *text, struct ptx_error *error)
{
    ptx_no_memory(error);
    struct arena *arena = arena_new();
    struct ptx_module *module = arena ? parse(arena, text, error) : NULL;
    if (module)
        *error = (struct ptx_error){0};
    else
        arena_free(arena);
    return module;
}

void ptx_free(struct ptx_module *module)
{
    if (module)
        arena_free(module->arena);
}
