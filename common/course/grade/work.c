/*
 * work.c - see work.h.
 */
#include "work.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "box/box.h"
#include "files/clock.h"
#include "room.h"

/* From one look to the next. */
static const double look_seconds = 0.1, disk_look_seconds = 2;

static void stop_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
    sigaddset(set, SIGCHLD);
}

void work_begin(void)
{
    sigset_t set;
    stop_signals(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* ---- what it has --------------------------------------------------------- */

/* Its own memory, without what it shares with files and others. */
static long own_kib(int pid)
{
    char path[40];
    long all = 0, shared = 0, page = sysconf(_SC_PAGESIZE) / 1024;
    FILE *file;
    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    file = fopen(path, "re");
    if (file && fscanf(file, "%*d %ld %ld", &all, &shared) != 2)
        all = shared = 0;
    if (file)
        fclose(file);
    return (all - shared) * page;
}

static long tree_kib(int pid, int depth)
{
    enum { DEEPEST = 16 };
    char path[48];
    long kib = own_kib(pid);
    FILE *file;
    int child;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
    file = depth < DEEPEST ? fopen(path, "re") : NULL;
    while (file && fscanf(file, "%d", &child) == 1)
        kib += tree_kib(child, depth + 1);
    if (file)
        fclose(file);
    return kib;
}

/* ---- starting ------------------------------------------------------------ */

static _Noreturn void become(const struct work *work, pid_t parent)
{
    sigset_t none;
    int null = open("/dev/null", O_RDONLY), said;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it was killed meanwhile */
        _exit(127);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    umask(022); /* a boxed program becomes a user that nobody is */
    if (chdir(work->folder) != 0)
        _exit(127);
    said = open(work->output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(null, STDIN_FILENO);
    dup2(said, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    close_range(3, ~0U, 0);
    execvpe(work->argv[0], (char **)work->argv, work->environment);
    dprintf(STDERR_FILENO, "%s: %s\n", work->argv[0], strerror(errno));
    _exit(127);
}

/* ---- until it ends ------------------------------------------------------- */

/* The next signal that concerns us; 0: the time has passed. */
static int next_signal(double seconds)
{
    struct timespec time = {(time_t)seconds,
                            (long)((seconds - (double)(time_t)seconds) * 1e9)};
    sigset_t set;
    int number;
    stop_signals(&set);
    number = sigtimedwait(&set, NULL, &time);
    return number < 0 ? 0 : number;
}

static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | WNOHANG) == 0 &&
           info.si_pid;
}

static const char *over_limit(struct work *work, pid_t pid, double passed,
                              double *looked_at)
{
    long kib = tree_kib(pid, 0);
    if (kib > work->peak_kib)
        work->peak_kib = kib;
    if (passed > work->most_seconds)
        return "it took longer than anything may";
    if (kib > work->most_kib)
        return "it needed more memory than anything may";
    if (passed - *looked_at < disk_look_seconds)
        return NULL;
    *looked_at = passed;
    return room_kib(work->folder) > work->most_disk_kib
               ? "it wrote more to the disk than anything may"
               : NULL;
}

static void watch(struct work *work, pid_t pid)
{
    double started = clock_seconds(), looked_at = 0;
    while (!has_ended(pid) && !work->stopped && !work->ended) {
        int number = next_signal(look_seconds);
        work->stopped = number && number != SIGCHLD;
        if (!number)
            work->ended =
                over_limit(work, pid, clock_seconds() - started, &looked_at);
    }
}

/* Who has ended leaves others behind only if it was killed. */
static void clear_away(struct work *work, pid_t pid)
{
    kill(-pid, SIGKILL);
    while (waitpid(pid, &work->status, 0) < 0 && errno == EINTR)
        continue;
    box_end_children();
}

bool work_do(struct work *work)
{
    pid_t parent = getpid(), pid;
    work->ended = NULL;
    work->stopped = false;
    fflush(NULL);
    pid = fork();
    if (pid == 0)
        become(work, parent);
    if (pid < 0) {
        perror("course: cannot start a process");
        return false;
    }
    setpgid(pid, pid); /* whoever comes first */
    watch(work, pid);
    clear_away(work, pid);
    return true;
}

double work_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}
