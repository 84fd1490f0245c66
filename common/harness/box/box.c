/*
 * box.c - the processes of a box: outside who waits, inside who is boxed.
 *
 *   the caller's new process: box_exec, waits, tells, ends as the boxed one
 *     bubblewrap
 *       build/bin/box: box_keep, the first process of its namespace
 *         the boxed process
 *
 * Without bubblewrap the boxed process is a child of the first.
 */
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "walls.h"

/* Of a program that could not be started, as a shell has it. */
enum { NOT_STARTED = 127 };

enum { MOST_DESCRIPTORS = 4096 };

/* ---- descriptors --------------------------------------------------------- */

/* All from 3 on are closed by exec. */
static void close_at_exec(void)
{
    if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0)
        return;
    for (int i = 3; i < MOST_DESCRIPTORS; i++)
        fcntl(i, F_SETFD, FD_CLOEXEC);
}

/* Whoever waits for the end of what another one writes must not wait for us. */
static void close_all_but(int kept)
{
    if ((kept == 0 || close_range(0, (unsigned)kept - 1, 0) == 0) &&
        close_range((unsigned)kept + 1, ~0U, 0) == 0)
        return;
    for (int i = 0; i < MOST_DESCRIPTORS; i++) {
        if (i != kept)
            close(i);
    }
}

static void keep_open(int descriptor)
{
    fcntl(descriptor, F_SETFD, 0);
}

/* ---- inside -------------------------------------------------------------- */

/* Why exec failed, for who looks at standard error. */
static _Noreturn void not_started(const char *program)
{
    dprintf(STDERR_FILENO, "%s: %s\n", program, strerror(errno));
    _exit(NOT_STARTED);
}

/* The program's name at an address that cannot be guessed, and that is gone
 * when the program runs: the filter lets this be executed, and nothing else. */
static char *secret_copy(const char *name)
{
    size_t bytes = 1 << 20, n = strlen(name) + 1;
    uint64_t random = 0;
    char *at;
    if (getrandom(&random, sizeof random, 0) < 0 || n > bytes / 2)
        return NULL;
    at = mmap((void *)(random >> 18 & ~(uint64_t)0xfff), bytes,
              PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    at += random % (bytes / 2);
    memcpy(at, name, n);
    return at;
}

/* Sanitizers map terabytes, read /proc and start anew. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool sanitized = true;
#else
static const bool sanitized = false;
#endif

/* The last steps, in their order: what a step needs, no step before it has
 * taken away. */
static _Noreturn void become_boxed(const struct box *box,
                                   const struct measures *measures,
                                   enum wall wall)
{
    char *program = secret_copy(box->argv[0]);
    if (!program)
        not_started(box->argv[0]);
    if (!measures->compiles && chdir("/") != 0)
        not_started("/");
    limits_become(measures);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (wall == WALL_LANDLOCK && !landlock_shut(box) && landlock_version() > 0)
        not_started("Landlock");
    if (!sanitized || measures->compiles)
        limits_set(measures);
    if (wall != WALL_LIMITS && filter_exists() && !sanitized &&
        !filter_shut(measures, program))
        not_started("seccomp");
    if (measures->compiles)
        execvpe(program, box->argv, box->environment);
    else
        execve(program, box->argv, box->environment);
    not_started(box->argv[0]);
}

/* A message on the report: the first one is empty of meaning, but the kernel
 * says with it who sent it; the second is the status. */
static void report_begin(int report)
{
    char nothing = 0;
    if (send(report, &nothing, sizeof nothing, MSG_NOSIGNAL) < 0)
        _exit(NOT_STARTED);
}

_Noreturn void box_keep(int argc, char **argv)
{
    struct measures measures;
    struct box box = {.environment = environ};
    uint64_t numbers[7];
    int report, errors, status = 0;
    pid_t child;
    if (argc < 8)
        _exit(NOT_STARTED);
    for (int i = 0; i < 7; i++)
        numbers[i] = strtoull(argv[i], NULL, 10);
    report = (int)numbers[0];
    errors = (int)numbers[1];
    measures = (struct measures){numbers[2], numbers[3], numbers[4], numbers[5],
                                 numbers[6]};
    box.argv = argv + 7;
    dup2(errors, STDERR_FILENO);
    close(errors);
    child = fork();
    if (child == 0) {
        report_begin(report);
        close(report);
        become_boxed(&box, &measures, WALL_BUBBLEWRAP);
    }
    close_all_but(report);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    send(report, &status, sizeof status, MSG_NOSIGNAL);
    _exit(0); /* and all that is left in the namespace with it */
}

/* ---- outside ------------------------------------------------------------- */

static struct measures measures_of(const struct box *box, bool alone)
{
    return (struct measures){.cpu_seconds = box->cpu_seconds,
                             .memory_bytes = box->memory_bytes,
                             .file_bytes = box->file_bytes,
                             .uid = limits_stranger(box, alone),
                             .compiles = box->compiles};
}

static void keep_descriptors(const struct box *box)
{
    close_at_exec();
    for (size_t i = 0; i < box->descriptor_count; i++)
        keep_open(box->descriptors[i]);
}

void box_end_children(void)
{
    FILE *file;
    int pid;
    while ((file = fopen("/proc/thread-self/children", "re"))) {
        bool any = false;
        while (fscanf(file, "%d", &pid) == 1) {
            kill(pid, SIGKILL);
            any = true;
        }
        fclose(file);
        if (!any)
            return;
        while (waitpid(-1, NULL, 0) > 0)
            continue;
    }
}

static _Noreturn void end_as(int status)
{
    box_end_children(); /* what lost its parent in the box */
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : NOT_STARTED);
}

static int wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* Bytes of the next message, and who sent it. */
static ssize_t next_report(int report, int *status, pid_t *sender)
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(struct ucred))];
    } control;
    struct iovec data = {status, sizeof *status};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *head;
    struct ucred who;
    ssize_t n;
    while ((n = recvmsg(report, &message, 0)) < 0 && errno == EINTR)
        continue;
    head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (head && head->cmsg_type == SCM_CREDENTIALS) {
        memcpy(&who, CMSG_DATA(head), sizeof who);
        *sender = who.pid;
    }
    return n;
}

/* Bubblewrap says on standard error why it cannot; that is of interest only
 * where it has to. */
static _Noreturn void become_bubblewrap(const struct box *box, int report,
                                        bool quiet)
{
    struct measures measures = measures_of(box, true);
    int errors = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    keep_descriptors(box);
    if (quiet)
        dup2(null, STDERR_FILENO);
    keep_open(report);
    keep_open(errors);
    bubblewrap_exec(box, &measures, report, errors);
    _exit(NOT_STARTED);
}

/* Comes back when bubblewrap does not work here. */
static void try_bubblewrap(const struct box *box, bool quiet)
{
    int ends[2], status = 0, on = 1;
    pid_t sender = 0, child;
    bool begun;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return;
    setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    child = fork();
    if (child == 0)
        become_bubblewrap(box, ends[1], quiet);
    close(ends[1]);
    begun = child > 0 && next_report(ends[0], &status, &sender) == 1;
    if (begun) {
        if (box->told)
            *box->told = sender;
        close_all_but(ends[0]);
        if (next_report(ends[0], &status, &sender) != sizeof status)
            status = SIGKILL; /* the box was ended from outside */
        wait_for(child);
        end_as(status);
    }
    close(ends[0]);
    if (child > 0)
        wait_for(child);
}

static _Noreturn void box_here(const struct box *box, enum wall wall)
{
    struct measures measures = measures_of(box, false);
    pid_t child = fork();
    int null;
    if (child == 0) {
        keep_descriptors(box);
        become_boxed(box, &measures, wall);
    }
    if (child < 0)
        not_started("fork");
    if (box->told)
        *box->told = child;
    null = open("/dev/null", O_RDWR | O_CLOEXEC);
    close_all_but(null);
    end_as(wait_for(child));
}

/* What was asked for; -1: the best. */
static int asked_for(void)
{
    static const char *const names[] = {"bubblewrap", "landlock", "limits"};
    const char *name = getenv("BOX");
    for (int i = 0; name && i < 3; i++) {
        if (!strcmp(name, names[i]))
            return i;
    }
    return -1;
}

static void end_group(int number)
{
    (void)number;
    kill(0, SIGKILL);
}

/* Bubblewrap's child waits for a word of its parent's before it asks to be
 * ended with it: killed in between, that one leaves it for ever.  So who leads
 * a group of its own takes all of it along. */
static void die_with_caller(void)
{
    if (getpgrp() != getpid())
        return;
    signal(SIGTERM, end_group);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
}

_Noreturn void box_exec(const struct box *box)
{
    int asked = asked_for();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    die_with_caller();
    if (asked <= WALL_BUBBLEWRAP) {
        try_bubblewrap(box, asked < 0);
        if (asked >= 0)
            not_started("bubblewrap");
    }
    box_here(box, asked == WALL_LIMITS ? WALL_LIMITS : WALL_LANDLOCK);
}

/* ---- what it is ---------------------------------------------------------- */

/* A box with nothing in it but the keeper. */
static bool try_empty_box(void)
{
    char keeper[PATH_MAX];
    char *argv[] = {keeper, "--nothing", NULL}, *environment[] = {NULL};
    struct box box = {.argv = argv, .environment = environment};
    pid_t child;
    if (!keeper_path(keeper, sizeof keeper))
        return false;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        try_bubblewrap(&box, true);
        _exit(NOT_STARTED);
    }
    return child > 0 && wait_for(child) == 0;
}

/* Tried once. */
static bool bubblewrap_works(void)
{
    static bool asked, works;
    if (!asked)
        works = try_empty_box();
    asked = true;
    return works;
}

const char *box_kind(void)
{
    int asked = asked_for();
    bool filter = asked != WALL_LIMITS && filter_exists();
    if (asked == WALL_BUBBLEWRAP || (asked < 0 && bubblewrap_works()))
        return filter ? "bubblewrap and seccomp" : "bubblewrap";
    if (asked != WALL_LIMITS && landlock_version() > 0)
        return filter ? "Landlock and seccomp" : "Landlock";
    return filter ? "seccomp and limits" : "limits only";
}
