/*
 * others.c - see others.h.
 */
#include "others.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

/* Of all users of the machine, so that two classes take turns, too. */
static const char *lock_path(void)
{
    const char *path = getenv("GPU_LOCK");
    return path && *path ? path : "/tmp/cuda-workbook.gpu.lock";
}

bool others_wait(void)
{
    const char *path = lock_path();
    int lock = open(path, O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (lock >= 0)
        fchmod(lock, 0666); /* whatever the umask is; fails if it is not ours */
    if (lock >= 0 && flock(lock, LOCK_EX) == 0)
        return true;
    fprintf(stderr,
            "replay: %s cannot be locked: %s; GPU_LOCK names another "
            "file\n",
            path, strerror(errno));
    return false;
}
