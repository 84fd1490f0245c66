/*
 * paths.c - which folders are the system's, and where things are.
 */
#include "walls.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nix and Guix keep everything in one folder. */
const char *const *system_folders(bool compiles)
{
    static const char *const to_compile[] = {"/usr",
                                             "/lib",
                                             "/lib32",
                                             "/lib64",
                                             "/bin",
                                             "/libx32",
                                             "/nix/store",
                                             "/gnu/store",
                                             "/sbin",
                                             "/etc/alternatives",
                                             "/etc/ld.so.cache",
                                             NULL};
    static const char *const to_run[] = {
        "/usr/lib",   "/usr/lib32", "/usr/lib64",     "/usr/libx32",
        "/lib",       "/lib32",     "/lib64",         "/libx32",
        "/nix/store", "/gnu/store", "/usr/local/lib", "/etc/ld.so.cache",
        NULL};
    return compiles ? to_compile : to_run;
}

bool is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return !strncmp(path, folder, n) && (path[n] == '/' || !path[n]);
}

bool lexical_path(const char *name, char *path, size_t n)
{
    char folder[PATH_MAX];
    if (*name == '/')
        return snprintf(path, n, "%s", name) < (int)n;
    if (!getcwd(folder, sizeof folder))
        return false;
    while (!strncmp(name, "./", 2))
        name += 2;
    if (!strcmp(name, "."))
        return snprintf(path, n, "%s", folder) < (int)n;
    return snprintf(path, n, "%s/%s", folder, name) < (int)n;
}

/* A program as the shell finds it. */
static bool find_program(const char *name, char path[PATH_MAX])
{
    char candidate[PATH_MAX];
    const char *at = getenv("PATH");
    if (strchr(name, '/'))
        return realpath(name, path);
    while (at && *at) {
        size_t n = strcspn(at, ":");
        snprintf(candidate, sizeof candidate, "%.*s/%s", (int)n, at, name);
        if (access(candidate, X_OK) == 0 && realpath(candidate, path))
            return true;
        at += n + (at[n] == ':');
    }
    return false;
}

/* FOLDER of FOLDER/bin/clang, if it looks like a compiler's: a wrapper in
 * ~/bin does not open one's home. */
void tool_folder(const char *name, char *path, size_t n)
{
    static const char *const marks[] = {"lib/clang", "lib/gcc", "nvvm"};
    const char *const *system = system_folders(true);
    char program[PATH_MAX], mark[PATH_MAX + 16];
    path[0] = '\0';
    if (!find_program(name, program))
        return;
    for (size_t i = 0; system[i]; i++) {
        if (is_below(program, system[i]))
            return;
    }
    for (int i = 0; i < 2; i++) { /* off with /bin/clang */
        char *slash = strrchr(program, '/');
        if (!slash || slash == program)
            return;
        *slash = '\0';
    }
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        snprintf(mark, sizeof mark, "%s/%s", program, marks[i]);
        if (access(mark, F_OK) == 0)
            snprintf(path, n, "%s", program);
    }
}

bool keeper_path(char *path, size_t n)
{
    static const char *const places[] = {"", "/../../bin"};
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    char *slash;
    if (length < 0)
        return false;
    own[length] = '\0';
    slash = strrchr(own, '/');
    if (!slash)
        return false;
    *slash = '\0';
    for (size_t i = 0; i < 2; i++) {
        if (snprintf(path, n, "%s%s/box", own, places[i]) < (int)n &&
            access(path, X_OK) == 0)
            return true;
    }
    return false;
}
