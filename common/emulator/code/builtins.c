/* builtins.c - the names of what PTX code calls and does not define. */
#include "code.h"

#include <string.h>

enum builtin builtin_named(const char *name)
{
    static const char *const names[] = {
#define BUILTIN(id, name) [BUILTIN_##id] = name,
#include "builtins.def"
    };
    for (unsigned i = 1; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return (enum builtin)i;
    return BUILTIN_NONE;
}
