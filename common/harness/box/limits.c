/*
 * limits.c - how much a boxed process may take, and who it is.
 */
#include "walls.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum { OPEN_FILES = 64, THREADS = 256 };

/* Above what systems give to people and services. */
enum { FIRST_STRANGER = 0x60000000, STRANGERS = 1 << 24 };

/* Beside data: code, and what libraries reserve and do not use. */
static const rlim_t reserved_bytes = (rlim_t)1 << 30;

bool box_has_addresses(void)
{
    static const rlim_t least = (rlim_t)4 << 30; /* measured */
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= least)
        return true;
    fprintf(stderr,
            "a process may have %llu MiB of addresses here, and the emulated "
            "device reserves 4096: ulimit -v unlimited, then again\n",
            (unsigned long long)limit.rlim_cur >> 20);
    return false;
}

static void set(__rlimit_resource_t what, rlim_t soft, rlim_t hard)
{
    struct rlimit limit = {soft, hard};
    setrlimit(what, &limit);
}

/* The system counts a user's threads, all together: one that nobody else is
 * has only this box's, any other one those that run already. */
static rlim_t threads(const struct measures *measures)
{
    struct sysinfo system;
    if (measures->uid || sysinfo(&system) != 0)
        return THREADS;
    return THREADS + (rlim_t)system.procs;
}

/* Processor seconds end with a signal that may be handled, and a second later
 * with one that may not. */
void limits_set(const struct measures *measures)
{
    rlim_t bytes = measures->memory_bytes, seconds = measures->cpu_seconds;
    set(RLIMIT_CORE, 0, 0);
    set(RLIMIT_FSIZE, measures->file_bytes, measures->file_bytes);
    if (seconds > 0)
        set(RLIMIT_CPU, seconds, seconds + 1);
    if (bytes > 0)
        set(RLIMIT_DATA, bytes, bytes);
    if (measures->compiles)
        return;
    if (bytes > 0)
        set(RLIMIT_AS, bytes + reserved_bytes, bytes + reserved_bytes);
    set(RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES);
    set(RLIMIT_NPROC, threads(measures), threads(measures));
    set(RLIMIT_MEMLOCK, 0, 0);
    set(RLIMIT_MSGQUEUE, 0, 0);
}

/* By its bits alone, where folders above it do not matter. */
static bool all_may_read(const char *path)
{
    struct stat about;
    mode_t bits = S_IROTH;
    if (stat(path, &about) != 0)
        return true;
    if (S_ISDIR(about.st_mode))
        bits |= S_IXOTH;
    return (about.st_mode & bits) == bits;
}

static bool may_read(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0)
        close(file);
    return file >= 0;
}

static bool each_readable(const struct box *box, bool (*test)(const char *path))
{
    bool can = test(box->argv[0]);
    for (size_t i = 0; box->readable && box->readable[i]; i++)
        can = can && test(box->readable[i]);
    return can;
}

uid_t limits_stranger(const struct box *box, bool alone)
{
    uid_t uid = FIRST_STRANGER + (uid_t)getpid() % STRANGERS;
    bool can;
    if (geteuid() != 0 || box->compiles)
        return 0;
    if (alone)
        return each_readable(box, all_may_read) ? uid : 0;
    if (seteuid(uid) != 0)
        return 0;
    can = each_readable(box, may_read);
    return seteuid(0) == 0 && can ? uid : 0;
}

void limits_become(const struct measures *measures)
{
    struct __user_cap_header_struct head = {.version =
                                                _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}, {0}};
    uid_t uid = (uid_t)measures->uid;
    if (measures->compiles)
        return; /* its folder may be another user's */
    if (uid != 0 && (setgroups(0, NULL) != 0 || setresgid(uid, uid, uid) != 0 ||
                     setresuid(uid, uid, uid) != 0))
        _exit(127);
    syscall(SYS_capset, &head, none);
}
