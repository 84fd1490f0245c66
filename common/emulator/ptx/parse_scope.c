/*
 * parse_scope.c - what names of inner blocks mean.
 *
 * Functions become flat: what a block { } declares is renamed, name@3, and so
 * is what uses it; a label's uses when the block closes.
 */
#include "parser.h"

#include <stdio.h>

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

const char *scope_declare(struct parser *p, struct word *word)
{
    if (!in_inner_block(p))
        return word->text;
    struct binding *binding = bind(p, word, "");
    binding->kind = PLAIN;
    binding->outer = word->plain;
    word->plain = binding;
    return binding->renamed;
}

const char *scope_declare_range(struct parser *p, struct word *word,
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

const char *scope_declare_label(struct parser *p, struct word *word)
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

const char *scope_meaning(struct parser *p, const struct word *word)
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

/* ---- blocks ------------------------------------------------------------ */

static void relabel(struct parser *p, const char **label)
{
    const struct word *word = arena_find(p->lex.arena, *label, strlen(*label));
    if (word && word->label)
        *label = word->label;
}

/* Whatever inside the block names one of its labels. */
static void relabel_block(struct parser *p, const struct scope *block)
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

void scope_close(struct parser *p)
{
    struct scope *block = p->block;
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

void scope_open(struct parser *p)
{
    const struct scope *outer = p->block;
    struct scope *block = lex_alloc(&p->lex, sizeof *block);
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
