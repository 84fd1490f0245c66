/*
 * environment.c - see environment.h.
 */
#include "environment.h"

#include <stdio.h>
#include <stdlib.h>

void environment_add(struct environment *all, const char *name,
                     const char *value)
{
    char *text;
    if (!value || all->count == ENVIRONMENT_MOST)
        return;
    text = all->text[all->count];
    if (snprintf(text, PUBLISH_PATH, "%s=%s", name, value) >= PUBLISH_PATH)
        return;
    all->words[all->count++] = text;
    all->words[all->count] = NULL;
}

void environment_begin(struct environment *all, const char *box)
{
    static const char *const passed_on[] = {"PATH", "LD_LIBRARY_PATH", "BUILD",
                                            "ASAN_OPTIONS", "TSAN_OPTIONS"};
    all->count = 0;
    all->words[0] = NULL;
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
        environment_add(all, passed_on[i], getenv(passed_on[i]));
    environment_add(all, "BOX", box);
    environment_add(all, "LC_ALL", "C.UTF-8");
    environment_add(all, "TZ", "UTC");
    environment_add(all, "OMP_NUM_THREADS", "1");
}
