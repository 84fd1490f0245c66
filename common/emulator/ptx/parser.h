/*
 * parser.h - between the files that parse PTX text.
 *
 * Idea: one function per construct of the grammar, each called with its first
 * token current and leaving with the token after it current; "after .reg"
 * says that what stands before is read already.  Nothing is looked up but
 * what scoping needs: the resolver knows what names mean.
 * Guarantee: any text either parses or yields one error with its place; what
 * is kept is linear in the text, nesting is limited, and lex_fail() may leave
 * from anywhere since all memory is the arena's.
 * Source: PTX ISA 9.0, "Syntax", "State Spaces, Types, and Variables",
 * "Directives".
 */
#ifndef PARSER_H
#define PARSER_H

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
struct scope {
    struct scope *outer;
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
    struct scope *block;   /* innermost */
    uint32_t block_count;  /* of the function */
    uint32_t open_ranges;  /* bindings of ranges in open blocks */
    struct loc_directive *places;  /* the .loc directives */
    uint32_t place_count;
    uint32_t place; /* the one in force */
    bool no_unroll; /* .pragma "nounroll": of the next instruction */
    struct alias *aliases;
    uint32_t alias_count;
    uint32_t file_base;     /* what the unit's numbers of files count from */
    struct word **privates; /* names that no other unit means */
    uint32_t private_count;
};

/* .alias: another name for a function. */
struct alias {
    struct token where;
    struct word *name, *function;
};

/* .visible .extern .weak .common; none of them: known in its unit alone. */
struct linkage {
    bool is_visible, is_extern, is_weak;
};

static inline bool is_private(struct linkage linkage)
{
    return !linkage.is_visible && !linkage.is_extern && !linkage.is_weak;
}

/* ---- tokens -------------------------------------------------------------- */

static inline int kind(const struct parser *p)
{
    return p->lex.token.kind;
}

static inline const char *text(const struct parser *p)
{
    return p->lex.token.word->text;
}

static inline void next(struct parser *p)
{
    lex_next(&p->lex);
}

static inline bool accept(struct parser *p, int wanted)
{
    if (kind(p) != wanted)
        return false;
    next(p);
    return true;
}

static inline void expect(struct parser *p, int wanted, const char *what)
{
    if (!accept(p, wanted))
        lex_expected(&p->lex, what);
}

static inline bool at_directive(const struct parser *p)
{
    return kind(p) == TOKEN_WORD && text(p)[0] == '.';
}

static inline bool at_word(const struct parser *p, const char *word)
{
    return kind(p) == TOKEN_WORD && !strcmp(text(p), word);
}

static inline bool accept_word(struct parser *p, const char *word)
{
    if (!at_word(p, word))
        return false;
    next(p);
    return true;
}

#define PUSH(p, array, count, value)                                           \
    do {                                                                       \
        (array) = parse_grow((p), (array), (count), sizeof *(array));          \
        (array)[(count)++] = (value);                                          \
    } while (0)

/* ---- parse_token.c ------------------------------------------------------- */

struct word *parse_name(struct parser *p, const char *what);
uint64_t parse_integer(struct parser *p, uint64_t max, const char *what);
/* -12, 12 */
uint64_t parse_signed(struct parser *p, const char *what);
/* +4, +-4, -4, or nothing at all: 0 */
uint64_t parse_addend(struct parser *p);
/* The array with room for one more: capacity doubles at powers of two. */
void *parse_grow(struct parser *p, void *array, uint32_t count, size_t size);
/* The type that a directive names (".f32"), or PTX_NO_TYPE. */
enum ptx_type directive_type(const char *directive);
/* .v2 .v4: the number of elements; 1 for anything else. */
uint32_t directive_vector(const char *directive);

/* ---- parse_scope.c ------------------------------------------------------- */

/* A register or variable is declared: its name in the flat function. */
const char *scope_declare(struct parser *p, struct word *word);
/* The same for registers word0, word1 and so on. */
const char *scope_declare_range(struct parser *p, struct word *word,
                                uint32_t count);
/* The same for a label, which may have been used before it stands: what
 * names it changes when the block closes. */
const char *scope_declare_label(struct parser *p, struct word *word);
/* The name in the flat function of what word means here. */
const char *scope_meaning(struct parser *p, const struct word *word);

/* { and }: a block begins, and ends. */
void scope_open(struct parser *p);
void scope_close(struct parser *p);

/* ---- parse_directive.c --------------------------------------------------- */

/* What follows stands there. */
void parse_place(struct parser *p, struct loc_directive place);
/* Directives that may stand in a module and in a body; false: another. */
bool parse_directive(struct parser *p);

/* ---- parse_variable.c ---------------------------------------------------- */

/* .attribute(.managed): what is in it changes nothing here. */
void parse_attribute(struct parser *p);
/* .align 4 .b8, .u64 .ptr .global .align 16: all but name and size. */
struct ptx_var parse_variable_type(struct parser *p, enum ptx_space space);
/* Toggles the sign bit of a literal. */
void negate_float(struct token *token);
/* NAME, NAME[4], NAME[4] = {..}; base has the type. */
struct ptx_var parse_variable(struct parser *p, struct ptx_var var);
/* After ".global" and so on. */
void parse_variables(struct parser *p, enum ptx_space space,
                     struct linkage linkage);
/* .reg .b32 %r<23>, x; after ".reg" */
void parse_registers(struct parser *p);

/* ---- parse_insn.c -------------------------------------------------------- */

/* @%p, @!%p */
void parse_guard(struct parser *p, struct ptx_insn *insn);
/* What began with insn->opcode, up to the ';'. */
void parse_instruction(struct parser *p, struct ptx_insn *insn);

/* ---- parse_function.c ---------------------------------------------------- */

/* A definition replaces declarations, wherever they stand. */
void parse_function_add(struct parser *p, const struct ptx_func *func,
                        const struct token *where);
/* After ".entry" or ".func". */
void parse_function(struct parser *p, bool is_entry, struct linkage linkage);

#endif
