/*
 * child.c - starts, listens to, limits and ends the child process.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT_KEPT = 64 << 10 };

/* Host memory a child may allocate beyond the device's. */
static const rlim_t host_bytes = (rlim_t)1 << 30;

/* ---- in the child -------------------------------------------------------- */

static void keep_open(int descriptor)
{
    fcntl(descriptor, F_SETFD, 0);
}

static void set_variable(const char *name, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    setenv(name, text, 1);
}

/* A file that the child inherits, by a name that holds in any folder. */
static void set_file(const char *name, int descriptor)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    setenv(name, path, 1);
    keep_open(descriptor);
}

/* All that a runner is let know of the grader's environment: what a user's
 * shell says of the emulated device must not change points, but for how many
 * threads it has. */
static const char *const passed_on[] = {
    "HOME",
    "PATH",
    "TMPDIR",
    "LANG",
    "LC_ALL",
    "TZ",
    "LD_LIBRARY_PATH",
    "OMP_NUM_THREADS",
    "PTXRUN_THREADS",
    "BOX",
    "CUDA_VISIBLE_DEVICES",
    "CUDA_DEVICE_ORDER",
    "CUDA_CACHE_PATH",
    "NVIDIA_VISIBLE_DEVICES",
    "NVIDIA_DRIVER_CAPABILITIES",
    "ASAN_OPTIONS",
    "LSAN_OPTIONS",
    "TSAN_OPTIONS",
    "UBSAN_OPTIONS",
};

enum { PASSED_ON = sizeof passed_on / sizeof passed_on[0] };

/* The strings of the old environment stay where they are. */
static void make_environment(void)
{
    const char *values[PASSED_ON];
    for (size_t i = 0; i < PASSED_ON; i++)
        values[i] = getenv(passed_on[i]);
    clearenv();
    for (size_t i = 0; i < PASSED_ON; i++) {
        if (values[i])
            setenv(passed_on[i], values[i], 1);
    }
}

/* Of the judge, who has the emulated device. */
static void set_environment(const struct child_options *options)
{
    make_environment();
    if (!options->judge)
        return;
    set_file("PTXRUN_COUNTERS", options->counters);
    set_file("PTXRUN_DIAGNOSTICS", options->diagnostics);
    if (options->lines > 0)
        set_file("PTXRUN_LINES", options->lines);
    if (options->steps > 0)
        set_file("PTXRUN_STEPS", options->steps);
    if (options->recording > 0)
        set_file("JUDGE_RECORDING", options->recording);
    set_variable("PTXRUN_MEMORY", options->device_bytes);
    set_variable("PTXRUN_BUDGET", options->budget);
    setenv("PTXRUN_REMARKS", "1", 1);
    setenv("PTXRUN_GPU", options->gpu, 1);
    if (options->threads > 0)
        set_variable("PTXRUN_THREADS", options->threads);
}

/* Sanitizers map terabytes of shadow. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool sanitized = true;
#else
static const bool sanitized = false;
#endif

/* Only the emulated device: NVIDIA's driver maps far more than it uses. */
static void set_limits(const struct child_options *options)
{
    rlim_t bytes = host_bytes + options->device_bytes * 4;
    struct rlimit data = {bytes, bytes};
    if (options->judge && !sanitized)
        setrlimit(RLIMIT_DATA, &data);
}

static void close_all(const int *descriptors, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (descriptors[i] >= 0)
            close(descriptors[i]);
    }
}

/* Stands between grader and runner, so that kill(getppid()) costs a run and
 * not the grader.  Ends as the runner does. */
static _Noreturn void become_nurse(pid_t runner)
{
    int status = 0;
    while (waitpid(runner, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/* Both ends of what grader and runner hold; -1: not open. */
struct ends {
    int socket[2], out[2], err[2]; /* the grader's, the runner's */
};

static void close_ends(const struct ends *ends)
{
    close_all(ends->socket, 2);
    close_all(ends->out, 2);
    close_all(ends->err, 2);
}

static _Noreturn void become_runner(const struct child_options *options,
                                    int socket, int out, int err)
{
    char socket_text[16], memory_text[16];
    int null = open("/dev/null", O_RDONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* no orphan when the nurse dies */
    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    keep_open(socket);
    keep_open(options->memory);
    set_environment(options);
    set_limits(options);
    snprintf(socket_text, sizeof socket_text, "%d", socket);
    snprintf(memory_text, sizeof memory_text, "%d", options->memory);
    if (options->judge)
        execl(options->judge, options->judge, socket_text, memory_text,
              options->program, options->library_path, (char *)NULL);
    else
        execl(options->program, options->program, "--serve", socket_text,
              memory_text, (char *)NULL);
    fprintf(stderr, "%s: %s\n",
            options->judge ? options->judge : options->program,
            strerror(errno));
    _exit(127);
}

static _Noreturn void become_child(const struct child_options *options,
                                   const struct ends *ends, pid_t *told)
{
    struct rlimit no_core = {0, 0};
    pid_t runner;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* no orphan when the grader dies */
    setrlimit(RLIMIT_CORE, &no_core);
    runner = fork();
    if (runner == 0)
        become_runner(options, ends->socket[1], ends->out[1], ends->err[1]);
    *told = runner;
    if (runner < 0)
        dprintf(ends->err[1], "%s\n", strerror(errno));
    close_ends(ends); /* or nobody sees the runner's end of them close */
    if (runner < 0)
        _exit(127);
    become_nurse(runner);
}

/* ---- in the grader ------------------------------------------------------- */

static void forget_runner(struct child *child)
{
    if (child->runner)
        munmap(child->runner, sizeof *child->runner);
    child->runner = NULL;
}

/* A place where the nurse tells who the runner is: the one way to it that is
 * gone when the student's code begins. */
static pid_t *open_told(void)
{
    void *page = mmap(NULL, sizeof(pid_t), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? NULL : page;
}

bool child_start(struct child *child, const struct child_options *options)
{
    struct ends ends = {{-1, -1}, {-1, -1}, {-1, -1}};
    *child = (struct child){
        .socket = -1, .out = -1, .err = -1, .runner = open_told()};
    child->spent.process = child->runner;
    child->judges = options->judge;
    fflush(NULL);
    if (!child->runner ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.socket) !=
            0 ||
        pipe2(ends.out, O_CLOEXEC) != 0 || pipe2(ends.err, O_CLOEXEC) != 0 ||
        (child->pid = fork()) < 0) {
        perror("grader: cannot start a child process");
        close_ends(&ends);
        child->pid = 0;
        forget_runner(child);
        return false;
    }
    if (child->pid == 0)
        become_child(options, &ends, child->runner);
    setpgid(child->pid, child->pid); /* whoever comes first */
    close_all((const int[]){ends.socket[1], ends.out[1], ends.err[1]}, 3);
    child->socket = ends.socket[0];
    child->out = ends.out[0];
    child->err = ends.err[0];
    fcntl(child->out, F_SETFL, O_NONBLOCK);
    fcntl(child->err, F_SETFL, O_NONBLOCK);
    return true;
}

/* Reads what there is, so that the child never waits for us. */
static void drain(int descriptor, struct text *text)
{
    char piece[16384];
    ssize_t n;
    /* A child that never stops printing must not keep us here. */
    for (int i = 0; i < 64; i++) {
        size_t room, kept;
        n = read(descriptor, piece, sizeof piece);
        if (n <= 0)
            return;
        room = TEXT_KEPT - text->length;
        kept = (size_t)n < room ? (size_t)n : room;

        text->total += (uint64_t)n;
        if (!text->data)
            text->data = malloc(TEXT_KEPT + 1);
        if (!text->data)
            continue;
        memcpy(text->data + text->length, piece, kept);
        text->length += kept;
        text->data[text->length] = '\0';
    }
}

static void drain_both(struct child *child)
{
    drain(child->out, &child->printed);
    drain(child->err, &child->errors);
}

static void forget_text(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

void child_forget_text(struct child *child)
{
    forget_text(&child->printed);
    forget_text(&child->errors);
}

/* The judge ends when nobody asks it any more, and what it has started with it:
 * it knows best what that is. */
static void let_end(struct child *child)
{
    double until = clock_seconds() + 1;
    siginfo_t info = {0};
    shutdown(child->socket, SHUT_RDWR);
    while (clock_seconds() < until &&
           waitid(P_PID, (id_t)child->pid, &info,
                  WEXITED | WNOWAIT | WNOHANG) == 0 &&
           !info.si_pid)
        usleep(200);
}

/* Ends the whole group: a child's children too. */
static void end(struct child *child)
{
    if (child->pid == 0)
        return;
    if (child->judges)
        let_end(child);
    kill(-child->pid, SIGKILL);
    while (waitpid(child->pid, &child->status, 0) < 0 && errno == EINTR)
        continue;
    child->pid = 0;
    drain_both(child);
    close_all((const int[]){child->socket, child->out, child->err}, 3);
    forget_runner(child);
}

/* It ended by itself: first learn how, then clear away its group. */
static void reap(struct child *child)
{
    siginfo_t info;
    while (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR)
        continue;
    end(child);
}

void child_stop(struct child *child)
{
    if (child->pid != 0)
        end(child);
    child_forget_text(child);
}

/* A message that may take a descriptor along. */
static void send_with(int socket, const void *bytes, size_t n, int descriptor)
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {.head = {.cmsg_len = CMSG_LEN(sizeof(int)),
                          .cmsg_level = SOL_SOCKET,
                          .cmsg_type = SCM_RIGHTS}};
    struct iovec data = {(void *)(uintptr_t)bytes, n};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    if (descriptor >= 0) {
        memcpy(CMSG_DATA(&control.head), &descriptor, sizeof descriptor);
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    sendmsg(socket, &message, MSG_NOSIGNAL);
}

void child_send(struct child *child, const struct request *request, int inputs)
{
    spent_begin(&child->spent);
    /* A child already dead is noticed by child_wait. */
    send_with(child->socket, request, sizeof *request,
              child->judges ? inputs : -1);
}

enum child_result child_wait(struct child *child, struct response *response,
                             double limit_seconds)
{
    struct pollfd polled[3] = {{child->socket, POLLIN, 0},
                               {child->out, POLLIN, 0},
                               {child->err, POLLIN, 0}};
    for (;;) {
        double left = spent_left(&child->spent, limit_seconds, 0);
        ssize_t n;
        if (left <= 0) {
            end(child);
            return CHILD_TOO_SLOW;
        }
        /* Several processors may use up what is left sooner. */
        poll(polled, 3, (int)(fmin(left, 1) * 1e3) + 1);
        drain_both(child);
        for (int i = 1; i < 3; i++) {
            if (polled[i].revents & POLLHUP)
                polled[i].fd = -1; /* closed: do not wake up for it again */
        }
        if (polled[0].revents == 0)
            continue;
        n = recv(child->socket, response, sizeof *response, MSG_DONTWAIT);
        if (n > 0 && n != (ssize_t)sizeof *response)
            continue; /* not the runner's */
        if (n > 0) {
            drain_both(child); /* the child flushed before it answered */
            return CHILD_ANSWERED;
        }
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        reap(child);
        return CHILD_ENDED;
    }
}

/* ---- in words ------------------------------------------------------------ */

static const char *signal_in_words(int number)
{
    switch (number) {
    case SIGSEGV:
    case SIGBUS:
        return "your program crashed on the host: it touched memory that is "
               "not its own; did you dereference a device pointer there?";
    case SIGFPE:
        return "your program crashed on the host: it divided an integer by "
               "zero";
    case SIGABRT:
        return "your program crashed on the host: abort() was called, by a "
               "failed assert, or by free() that found damaged memory";
    case SIGILL:
        return "your program crashed on the host: it reached an illegal "
               "instruction; is a function missing its return?";
    case SIGKILL:
        return "the program was killed: by the system, for using too much "
               "memory, or by kill() in your code";
    case SIGSYS:
    case SIGXCPU:
    case SIGXFSZ: return "the program ran into a limit of the system";
    default: return NULL;
    }
}

/* What abort() was called for is printed just before. */
static void last_line(const struct text *text, char *line, size_t n)
{
    size_t end = text->length, start;
    while (end && text->data[end - 1] == '\n')
        end--;
    for (start = end; start && text->data[start - 1] != '\n';)
        start--;
    snprintf(line, n, "%.*s", (int)(end - start),
             text->data ? text->data + start : "");
}

void child_explain(int status, const struct text *said, char *text, size_t n)
{
    char line[160];
    last_line(said, line, sizeof line);
    if (WIFSIGNALED(status)) {
        int number = WTERMSIG(status);
        const char *words = signal_in_words(number);
        /* an assert's text; other crashes are silent */
        bool repeated = number == SIGABRT && line[0];

        snprintf(text, n, "%s (%s)%s%s",
                 words ? words : "the program was ended by a signal",
                 strsignal(number), repeated ? "\nit said: " : "",
                 repeated ? line : "");
    } else if (WEXITSTATUS(status) == 127) {
        snprintf(text, n, "the program did not start: %s", line);
    } else if (WEXITSTATUS(status) == EXIT_CUT_OFF) {
        snprintf(text, n,
                 "the grader was cut off; did your code close a file that it "
                 "did not open?");
    } else {
        snprintf(text, n, "your code called exit(%d); a launcher must return",
                 WEXITSTATUS(status));
    }
}
