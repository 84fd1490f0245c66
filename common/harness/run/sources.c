/*
 * sources.c - a file is known by its device and number, not by its name.
 */
#include "sources.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 128 };

static struct stat known[MOST];
static size_t known_count;

static bool is_known(const struct stat *about)
{
    for (size_t i = 0; i < known_count; i++) {
        if (known[i].st_dev == about->st_dev &&
            known[i].st_ino == about->st_ino)
            return S_ISREG(about->st_mode);
    }
    return false;
}

void source_allow(const char *path)
{
    struct stat about;
    if (known_count < MOST && stat(path, &about) == 0 && !is_known(&about))
        known[known_count++] = about;
}

/* A pipe would keep open() waiting. */
FILE *source_open(const char *path)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat about;
    if (file < 0)
        return NULL;
    if (fstat(file, &about) == 0 && is_known(&about))
        return fdopen(file, "r");
    close(file);
    return NULL;
}

bool source_line(const char *path, unsigned line, char *text, size_t n)
{
    FILE *file = source_open(path);
    bool found = false;
    *text = '\0';
    if (!file)
        return false;
    for (unsigned at = 1; at <= line && fgets(text, (int)n, file);) {
        found = at == line;
        at += strchr(text, '\n') != NULL;
    }
    fclose(file);
    text[found ? strcspn(text, "\r\n") : 0] = '\0';
    return found;
}
