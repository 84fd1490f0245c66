/*
 * symbols.c - a module's variables and functions by their names.
 *
 * A name that stands in the PTX leads to its word, and that to what it means
 * in its unit; a name of the host's is text to compare.
 */
#include "resolve.h"

#include <string.h>

const struct symbol *symbol_find(const struct module *module, const char *name)
{
    uint32_t variable = arena_record(name)->variable;
    if (!variable || !module->symbols[variable - 1].address)
        return NULL;
    return &module->symbols[variable - 1];
}

uint32_t module_func_index(const char *name)
{
    uint32_t function = arena_record(name)->function;
    return function ? function - 1 : NO_SLOT;
}

bool module_symbol(const struct module *module, const char *name,
                   uint64_t *address, uint64_t *size)
{
    for (uint32_t i = 0; i < module->ptx->var_count; i++) {
        const struct symbol *symbol = &module->symbols[i];
        if (!symbol->address || strcmp(symbol->name, name))
            continue;
        *address = symbol->address;
        *size = symbol->size;
        return true;
    }
    return false;
}
