/*
 * find.c - an exercise by its name.
 */
#include "lab.h"

#include <string.h>

const struct exercise *lab_exercise(const struct lab *lab, const char *name)
{
    for (size_t i = 0; i < lab->exercise_count; i++) {
        if (!strcmp(lab->exercises[i].name, name))
            return &lab->exercises[i];
    }
    return NULL;
}
