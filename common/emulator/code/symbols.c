/* symbols.c - a module's variables and functions by their names. */
#include "resolve.h"

#include <stdlib.h>
#include <string.h>

int symbol_compare(const void *a, const void *b)
{
    const struct symbol *left = a, *right = b;
    return strcmp(left->name, right->name);
}

const struct symbol *symbol_find(const struct module *module, const char *name)
{
    struct symbol key = {.name = name};
    return bsearch(&key, module->symbols, module->symbol_count, sizeof key,
                   symbol_compare);
}

uint32_t module_func_index(const struct module *module, const char *name)
{
    const struct word *word =
        arena_find(module->ptx->arena, name, strlen(name));
    return word && word->function ? word->function - 1 : NO_SLOT;
}

bool module_symbol(const struct module *module, const char *name,
                   uint64_t *address, uint64_t *size)
{
    const struct symbol *symbol = symbol_find(module, name);
    if (!symbol)
        return false;
    *address = symbol->address;
    *size = symbol->size;
    return true;
}
