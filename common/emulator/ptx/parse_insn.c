/*
 * parse_insn.c - instructions and their operands.
 */
#include "parser.h"

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
        result.name =
            scope_meaning(p, parse_name(p, "a name or a number in []"));
    else
        result.bits = parse_signed(p, "a name or a number in []");
    result.bits += parse_addend(p);
    while (accept(p, ','))
        PUSH(p, result.list, result.list_count, operand(p, depth + 1));
    expect(p, ']', "']'");
    return result;
}

/* .b3 .h0, and in vadd2 and its kin .h10 .b3210: parts of a register. */
static bool is_selector(const char *text)
{
    size_t n = *text == 'h' || *text == 'b' ? strspn(text + 1, "01234567") : 0;
    return n > 0 && n <= 4 && !text[n + 1];
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
        if (found)
            result.component = (uint8_t)letters[(found - letters) % 4];
        else if (is_selector(dot + 1))
            result.selector = dot + 1;
        else
            lex_fail(&p->lex, token, "'%.40s' is not a component", dot);
        word = lex_word(&p->lex, word->text, (size_t)(dot - word->text));
    }
    result.name = scope_meaning(p, word);
    return result;
}

/* %r1, %tid.x, sym+4, _, WARP_SZ */
static struct ptx_operand name_operand(struct parser *p)
{
    const struct token token = p->lex.token;
    if (text(p)[0] == '.')
        lex_expected(&p->lex, "an operand");
    next(p);
    if (!strcmp(token.word->text, "_"))
        return (struct ptx_operand){.kind = PTX_OPND_DISCARD};
    if (!strcmp(token.word->text, "WARP_SZ"))
        return (struct ptx_operand){.kind = PTX_OPND_INT, .bits = 32};
    struct ptx_operand result = component(p, &token);
    result.bits = parse_addend(p);
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
    uint64_t bits = parse_integer(p, UINT64_MAX, "an operand");
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

void parse_guard(struct parser *p, struct ptx_insn *insn)
{
    insn->guard_negated = accept(p, '!');
    insn->guard = scope_meaning(p, parse_name(p, "a predicate after '@'"));
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

void parse_instruction(struct parser *p, struct ptx_insn *insn)
{
    if (kind(p) != ';')
        operands(p, insn);
    expect(p, ';', "';' after operand");
    insn->no_unroll = p->no_unroll;
    p->no_unroll = false;
    PUSH(p, p->func->insns, p->func->insn_count, *insn);
}
