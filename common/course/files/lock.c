/*
 * lock.c - flock(2): the kernel takes it from who is dead.
 */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "publish.h"

static int lock = -1;

/* Who has it: for the eye only. */
static void sign(int file)
{
    if (ftruncate(file, 0) == 0)
        dprintf(file, "%ld\n", (long)getpid());
}

static void tell_owner(int file, const char *out)
{
    char text[24] = "";
    ssize_t n = pread(file, text, sizeof text - 1, 0);
    text[n > 0 ? (size_t)n : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    fprintf(stderr,
            "course: another make grade works in %s (process %s); wait for "
            "it, or end it, or name another folder: CLASS_OUT=\n",
            out, text);
}

bool lock_take(const char *out)
{
    char path[PUBLISH_PATH];
    int file;
    if (lock >= 0)
        return true;
    if (!publish_path(path, "%s/.lock", out))
        return false;
    file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) {
        fprintf(stderr, "course: cannot write %s: %s\n", path, strerror(errno));
        return false;
    }
    if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        tell_owner(file, out);
        close(file);
        return false;
    }
    sign(file);
    lock = file;
    return true;
}
