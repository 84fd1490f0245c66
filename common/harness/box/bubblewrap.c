/*
 * bubblewrap.c - the words that bubblewrap is called with.
 */
#include "walls.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 512, TEXT = 64 << 10 };

/* The words and where their letters are; full: not all are there. */
struct words {
    char *at[WORDS], text[TEXT];
    size_t count, used;
    bool full;
};

static void add(struct words *words, const char *word)
{
    size_t n = strlen(word) + 1;
    if (words->count + 1 >= WORDS || words->used + n > TEXT) {
        words->full = true;
        return;
    }
    memcpy(words->text + words->used, word, n);
    words->at[words->count++] = words->text + words->used;
    words->used += n;
}

static void add3(struct words *words, const char *a, const char *b,
                 const char *c)
{
    add(words, a);
    add(words, b);
    if (c)
        add(words, c);
}

static void add_number(struct words *words, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    add(words, text);
}

/* The folder of path is made before: one that a bind makes is root's alone. */
static void add_bind(struct words *words, const char *how, const char *source,
                     const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path),
             path);
    if (*folder)
        add3(words, "--dir", folder, NULL);
    add3(words, how, source, path);
}

/* What is there under this name, links followed, stands there under it. */
static void add_path(struct words *words, const char *how, const char *name)
{
    char source[PATH_MAX], path[PATH_MAX];
    if (realpath(name, source) && lexical_path(name, path, sizeof path))
        add_bind(words, how, source, path);
}

/* /lib is a link on most systems. */
static void add_system_folder(struct words *words, const char *folder)
{
    char target[PATH_MAX];
    ssize_t n = readlink(folder, target, sizeof target - 1);
    if (n > 0) {
        target[n] = '\0';
        add3(words, "--symlink", target, folder);
    } else if (access(folder, F_OK) == 0) {
        add_bind(words, "--ro-bind", folder, folder);
    }
}

/* Where it is called, so that names hold inside; of what lies there nothing is
 * seen, even in a folder of the system's. */
static void add_own_folder(struct words *words)
{
    char folder[PATH_MAX];
    if (!getcwd(folder, sizeof folder))
        return;
    if (strcmp(folder, "/"))
        add3(words, "--tmpfs", folder, NULL);
    add3(words, "--chdir", folder, NULL);
}

static void add_files(struct words *words, const struct box *box)
{
    const char *const *system = system_folders(box->compiles);
    char tool[PATH_MAX] = "";
    for (size_t i = 0; system[i]; i++)
        add_system_folder(words, system[i]);
    if (box->compiles) {
        tool_folder(box->argv[0], tool, sizeof tool);
        add_own_folder(words);
    } else {
        add3(words, "--chdir", "/", NULL);
        add_path(words, "--ro-bind", box->argv[0]);
    }
    if (tool[0])
        add_path(words, "--ro-bind", tool);
    for (size_t i = 0; box->readable && box->readable[i]; i++)
        add_path(words, "--ro-bind", box->readable[i]);
    if (box->writable)
        add_path(words, "--bind", box->writable);
    add3(words, "--dev-bind", "/dev/null", "/dev/null");
}

/* Root needs no namespace of users, which is what is most often denied; all
 * that it may but become another user it gives away. */
static void add_namespaces(struct words *words)
{
    static const char *const spaces[] = {"--unshare-pid", "--unshare-net",
                                         "--unshare-ipc", "--unshare-uts",
                                         "--as-pid-1",    "--die-with-parent"};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        add(words, spaces[i]);
    if (geteuid() != 0) {
        add(words, "--unshare-user");
        return;
    }
    add3(words, "--cap-drop", "ALL", NULL);
    add3(words, "--cap-add", "CAP_SETUID", NULL);
    add3(words, "--cap-add", "CAP_SETGID", NULL);
    add3(words, "--cap-add", "CAP_DAC_OVERRIDE", NULL);
}

void bubblewrap_exec(const struct box *box, const struct measures *measures,
                     int report, int errors)
{
    static struct words words;
    char keeper[PATH_MAX];
    if (!keeper_path(keeper, sizeof keeper))
        return;
    add(&words, "bwrap");
    add_namespaces(&words);
    add_files(&words, box);
    add3(&words, "--ro-bind", keeper, "/keeper");
    add3(&words, "--remount-ro", "/", NULL);
    add3(&words, "/keeper", "--keep", NULL);
    add_number(&words, (uint64_t)report);
    add_number(&words, (uint64_t)errors);
    add_number(&words, measures->cpu_seconds);
    add_number(&words, measures->memory_bytes);
    add_number(&words, measures->file_bytes);
    add_number(&words, measures->uid);
    add_number(&words, measures->compiles);
    for (size_t i = 0; box->argv[i]; i++)
        add(&words, box->argv[i]);
    words.at[words.count] = NULL;
    if (words.full)
        return;
    execvpe("bwrap", words.at, box->environment);
}
