/* growing.c - a file that is a whole document after every element. */
#include "growing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { CLOSING_BYTES = 32 };

bool growing_open(struct growing *g)
{
    if (!g->tried && g->path) {
        g->file = open(g->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (g->file < 0)
            perror(g->path);
    }
    g->tried = true;
    return g->path && g->file >= 0;
}

static bool write_at(int file, off_t at, const char *text, size_t n)
{
    ssize_t written = 0;
    for (; n; text += written, at += written, n -= (size_t)written) {
        do
            written = pwrite(file, text, n, at);
        while (written < 0 && errno == EINTR);
        if (written <= 0)
            return false;
    }
    return true;
}

/* Where the closing brackets stand; -1 if the file is none of ours.  An empty
 * one is begun. */
static off_t find_closing(const struct growing *g)
{
    off_t size = lseek(g->file, 0, SEEK_END);
    char tail[CLOSING_BYTES] = "";
    if (size == 0) {
        off_t n = (off_t)strlen(g->opening);
        return write_at(g->file, 0, g->opening, (size_t)n) ? n : -1;
    }
    off_t at = size - (off_t)strlen(g->closing);
    if (at <= 0 || pread(g->file, tail, strlen(g->closing), at) < 0 ||
        strcmp(tail, g->closing))
        return -1;
    return at;
}

static bool is_first(int file, off_t at)
{
    char before = 0;
    return pread(file, &before, 1, at - 1) == 1 && before == '[';
}

static bool insert(const struct growing *g, const char *element)
{
    off_t at = find_closing(g);
    char *text;
    if (at < 0 || asprintf(&text, "%s\n%s%s", is_first(g->file, at) ? "" : ",",
                           element, g->closing) < 0)
        return false;
    bool done = write_at(g->file, at, text, strlen(text));
    free(text);
    return done;
}

void growing_begin(struct growing *g)
{
    if (!growing_open(g))
        return;
    flock(g->file, LOCK_EX);
    off_t at = find_closing(g);
    if (at < 0 && ftruncate(g->file, 0) == 0)
        at = find_closing(g);
    if (at >= 0)
        write_at(g->file, at, g->closing, strlen(g->closing));
    flock(g->file, LOCK_UN);
}

void growing_add(struct growing *g, const char *element)
{
    if (!growing_open(g))
        return;
    errno = EINVAL; /* what is there is no report */
    flock(g->file, LOCK_EX);
    bool done = element && insert(g, element);
    flock(g->file, LOCK_UN);
    if (!done && !g->said)
        fprintf(stderr, "emulated device: %s is incomplete: %s\n", g->path,
                strerror(errno));
    g->said |= !done;
}
