/*
 * demangle.c - function names of C++ as the source has them, by the C++
 * runtime library: __cxa_demangle of the Itanium C++ ABI.
 *
 * Idea: it gives "void scan<float, 32>(float*)"; the parameter list is taken
 * off, and the return type, which only templates have.  The library is looked
 * for when the first name is, not linked: most programs have loaded it, and
 * where there is none a kernel has its mangled name.
 */
#include "demangle.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef char *demangler(const char *mangled, char *buffer, size_t *length,
                        int *status);

static demangler *library;

static void find_library(void)
{
    void *found = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    void *opened = found ? NULL : dlopen("libstdc++.so.6", RTLD_LAZY);
    if (opened)
        found = dlsym(opened, "__cxa_demangle");
    memcpy(&library, &found, sizeof library); /* ISO C casts no such pointer */
}

/* Where what closes in front of `end`, with all that it holds, begins; the
 * start of the text if it does not balance.  Between () a > compares. */
static const char *opening(const char *start, const char *end)
{
    int round = 0, angle = 0;
    while (end > start) {
        char c = *--end;
        round += (c == ')') - (c == '(');
        if (round == 0)
            angle += (c == '>') - (c == '<');
        if (round <= 0 && angle <= 0)
            break;
    }
    return end;
}

/* In front of "(int)", "(int) const". */
static const char *name_end(const char *start)
{
    const char *end = strrchr(start, ')');
    return end ? opening(start, end + 1) : start + strlen(start);
}

/* Behind "void ", which templates have.  "operator new" is one name. */
static const char *name_start(const char *start, const char *end)
{
    const char *at = end;
    if (strstr(start, "operator"))
        return start;
    while (at > start && at[-1] != ' ')
        at = at[-1] == '>' || at[-1] == ')' ? opening(start, at) : at - 1;
    return at;
}

/* "a<b<c> >" as everybody writes it now. */
static void close_up(char *name)
{
    for (char *gap; (gap = strstr(name, "> >"));)
        memmove(gap + 1, gap + 2, strlen(gap + 1));
}

static char *plain(char *whole)
{
    const char *end = name_end(whole), *start = name_start(whole, end);
    char *name = strndup(start, (size_t)(end - start));
    free(whole);
    if (name)
        close_up(name);
    return name;
}

char *demangle(const char *mangled)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int status;
    bool special = !strncmp(mangled, "_ZT", 3) || !strncmp(mangled, "_ZG", 3);
    pthread_once(&once, find_library);
    char *whole = library && !special && !strncmp(mangled, "_Z", 2)
                      ? library(mangled, NULL, NULL, &status)
                      : NULL;
    return whole ? plain(whole) : strdup(mangled);
}
