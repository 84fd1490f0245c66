/*
 * labs.c - which labs there are.
 */
#include "store.h"

#include <string.h>

#include "lab/lab.h"

const struct lab *store_lab(const char *name)
{
    for (size_t i = 0; i < lab_count; i++) {
        if (!strcmp(all_labs[i]->name, name))
            return all_labs[i];
    }
    return NULL;
}

bool store_is_lab(const char *name)
{
    return store_lab(name);
}
