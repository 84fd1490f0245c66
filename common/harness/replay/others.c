/*
 * others.c - see others.h.
 */
#include "others.h"

#include <dlfcn.h>
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

struct process {
    unsigned pid;
    unsigned long long bytes;
    unsigned instances[2];
};

static unsigned ask(void *library, const char *bus)
{
    enum { MOST = 64 };
    static struct process processes[MOST];
    int (*init)(void), (*find)(const char *, void **),
        (*list)(void *, unsigned *, struct process *);
    void *device;
    unsigned count = MOST;
    *(void **)&init = dlsym(library, "nvmlInit_v2");
    *(void **)&find = dlsym(library, "nvmlDeviceGetHandleByPciBusId_v2");
    *(void **)&list = dlsym(library, "nvmlDeviceGetComputeRunningProcesses_v3");
    return init && find && list && !init() && !find(bus, &device) &&
                   !list(device, &count, processes)
               ? count
               : 0;
}

unsigned others_count(const char *bus)
{
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    return library ? ask(library, bus) : 0;
}
