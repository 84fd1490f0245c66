/* counters.c - sums of what parts of a launch did. */
#include "counters.h"

#include <stdbool.h>

static bool is_maximum(const char *name)
{
    return name[0] == 'm' && name[1] == 'a' && name[2] == 'x' && name[3] == '_';
}

void counters_add(struct counters *sum, const struct counters *part)
{
#define X(name)                                                                \
    if (!is_maximum(#name))                                                    \
        sum->name += part->name;                                               \
    else if (sum->name < part->name)                                           \
        sum->name = part->name;
    COUNTERS(X)
#undef X
}
