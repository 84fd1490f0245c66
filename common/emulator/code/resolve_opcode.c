/*
 * resolve_opcode.c - an opcode: the words between its dots, and its row.
 */
#include "resolver.h"

#include <stdlib.h>

/* ---- the opcode's parts ------------------------------------------------- */

bool opcode_split(struct resolver *r)
{
    const char *at = r->source->opcode;
    r->part_count = 0;
    while (*at) {
        size_t length = strcspn(at, ".");
        if (r->part_count == MAX_PARTS)
            return resolver_unsupported(r);
        size_t kept = length < 15 ? length : 15;
        memcpy(r->parts[r->part_count], at, kept);
        r->parts[r->part_count++][kept] = '\0';
        at += length + (at[length] == '.');
    }
    return r->part_count > 0;
}

const char *opcode_part(const struct resolver *r, unsigned i)
{
    return i < r->part_count ? r->parts[i] : "";
}

bool opcode_has(const struct resolver *r, const char *word)
{
    for (unsigned i = 1; i < r->part_count; i++)
        if (is(r->parts[i], word))
            return true;
    return false;
}

enum ptx_type type_named(const char *name)
{
    for (int type = 1; type < PTX_TYPE_COUNT; type++)
        if (is(ptx_type_name((enum ptx_type)type), name))
            return (enum ptx_type)type;
    return PTX_NO_TYPE;
}

enum ptx_type opcode_type(const struct resolver *r)
{
    return type_named(opcode_part(r, r->part_count - 1));
}

uint32_t register_bytes(enum ptx_type type)
{
    uint32_t size = ptx_type_size(type);
    return type == PTX_PRED ? 0 : size == 1 ? 2 : size;
}

enum rounding rounding_named(const char *text)
{
    static const char *const names[] = {"",    "rn",  "rz",  "rm", "rp",
                                        "rni", "rzi", "rmi", "rpi"};
    for (int i = 1; i < 9; i++)
        if (is(text, names[i]))
            return (enum rounding)i;
    return ROUND_NONE;
}

/* ---- the table of operations --------------------------------------------- */

struct op_name {
    const char *name;
    uint16_t op;
};

static struct op_name op_names[] = {
#define OP(id, name, class) {name, OP_##id},
#define ALIAS(id, name)     {name, OP_##id},
#include "ops.def"
};

enum { OP_NAMES = sizeof op_names / sizeof op_names[0] };

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct op_name *)a)->name,
                  ((const struct op_name *)b)->name);
}

/* Sorted at load, before any thread can ask. */
__attribute__((constructor)) static void sort_names(void)
{
    qsort(op_names, OP_NAMES, sizeof op_names[0], compare_names);
}

bool op_find(const char *name, uint16_t *op)
{
    struct op_name key = {name, 0};
    const struct op_name *found =
        bsearch(&key, op_names, OP_NAMES, sizeof key, compare_names);
    if (found)
        *op = found->op;
    return found != NULL;
}
