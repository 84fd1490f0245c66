/*
 * parse_token.c - names, numbers and types.
 */
#include "parser.h"

struct word *parse_name(struct parser *p, const char *what)
{
    if (kind(p) != TOKEN_WORD || text(p)[0] == '.')
        lex_expected(&p->lex, what);
    struct word *word = p->lex.token.word;
    next(p);
    return word;
}

uint64_t parse_integer(struct parser *p, uint64_t max, const char *what)
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

uint64_t parse_signed(struct parser *p, const char *what)
{
    bool minus = accept(p, '-');
    uint64_t bits = parse_integer(p, UINT64_MAX, what);
    return minus ? -bits : bits;
}

uint64_t parse_addend(struct parser *p)
{
    uint64_t sum = 0;
    while (kind(p) == '+' || kind(p) == '-') {
        accept(p, '+');
        sum += parse_signed(p, "an offset");
    }
    return sum;
}

void *parse_grow(struct parser *p, void *array, uint32_t count, size_t size)
{
    if (count & (count - 1))
        return array;
    void *larger = lex_alloc(&p->lex, (count ? 2 * (size_t)count : 1) * size);
    if (count)
        memcpy(larger, array, count * size);
    return larger;
}

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

enum ptx_type directive_type(const char *directive)
{
    for (int i = PTX_PRED; i < PTX_TYPE_COUNT; i++)
        if (!strcmp(directive + 1, types[i].name))
            return (enum ptx_type)i;
    return PTX_NO_TYPE;
}

uint32_t directive_vector(const char *directive)
{
    if (!strcmp(directive, ".v2"))
        return 2;
    if (!strcmp(directive, ".v4"))
        return 4;
    return 1;
}
