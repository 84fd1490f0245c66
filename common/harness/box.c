/*
 * box.c - runs a compiler in a box, for make.
 *
 *   box --check FILE
 *   box [--read PATH]... [--write FOLDER] [--name TEXT] [--seconds N]
 *       [--memory MB] [--output MB] [--said KB] -- COMMAND [ARGUMENT]...
 *   box --kind
 *
 * --check: is FILE what can be handed in: a regular file, no link, not larger
 * than 256 KiB, without a byte that is zero?  Else one sentence, and 1.
 * The second starts COMMAND in a box in which PATHs can be read and FOLDER be
 * written, and ends it when it needs N seconds of processors, or five times as
 * many by the clock, writes a file that is larger or says more than it may.
 * What it says comes out on standard output, without control characters; a
 * sentence about TEXT, which is what it compiles, before it if a limit ended
 * it.  Exit status: that of COMMAND, 1 if it was ended.
 * --kind says what boxes are made of here.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "box/box.h"
#include "term/plain.h"

enum { STATUS_REFUSED = 1, STATUS_WRONG_USE = 2 };

/* ---- what may be handed in ----------------------------------------------- */

enum { MOST_BYTES = 256 << 10 };

static const char *what_is_no_file(mode_t mode)
{
    return S_ISLNK(mode)    ? "a link"
           : S_ISDIR(mode)  ? "a folder"
           : S_ISFIFO(mode) ? "a pipe"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

static int refuse(const char *name, const char *why)
{
    printf("%s is refused, as it %s\n", name, why);
    return STATUS_REFUSED;
}

static int check_text(const char *name, FILE *file)
{
    static char text[MOST_BYTES + 1];
    size_t n = fread(text, 1, sizeof text, file);
    if (ferror(file))
        return refuse(name, "cannot be read");
    if (n > MOST_BYTES)
        return refuse(name, "is larger than 256 KiB; hand in your "
                            "kernels only");
    if (memchr(text, '\0', n))
        return refuse(name, "has a byte that is zero, which no text has; "
                            "save it as plain text (UTF-8)");
    return EXIT_SUCCESS;
}

/* A pipe would keep open() waiting; a link is not followed. */
static int check(const char *name)
{
    struct stat about;
    FILE *file;
    int status, descriptor;
    char why[80];
    if (lstat(name, &about) == 0 && !S_ISREG(about.st_mode)) {
        snprintf(why, sizeof why, "is %s; hand in the file itself",
                 what_is_no_file(about.st_mode));
        return refuse(name, why);
    }
    descriptor = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    file = descriptor < 0 ? NULL : fdopen(descriptor, "r");
    if (!file)
        return refuse(name, "cannot be read");
    status = check_text(name, file);
    fclose(file);
    return status;
}

/* ---- a compiler and its limits ------------------------------------------- */

enum { MOST_READABLE = 64, ASLEEP_TIMES = 5 };

struct job {
    struct box box;
    const char *readable[MOST_READABLE + 1];
    size_t readable_count;
    const char *name; /* what is compiled */
    double seconds;
    size_t most_said; /* bytes */
    char *said;
    size_t length;
    bool said_too_much, slept;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* All of a compiler's environment: no folder of headers, no options; its files
 * for a moment lie where it may write. */
static char **environment(const struct job *job)
{
    static const char *const passed_on[] = {"PATH", "LANG", "LC_ALL",
                                            "LC_CTYPE"};
    enum { PASSED_ON = sizeof passed_on / sizeof passed_on[0] };
    static char *all[PASSED_ON + 3];
    size_t n = 0;
    for (size_t i = 0; i < PASSED_ON; i++) {
        const char *value = getenv(passed_on[i]);
        if (value && asprintf(&all[n], "%s=%s", passed_on[i], value) >= 0)
            n++;
    }
    if (job->box.writable &&
        asprintf(&all[n], "TMPDIR=%s", job->box.writable) >= 0)
        n++;
    all[n++] = "CCACHE_DISABLE=1"; /* its store is outside */
    all[n] = NULL;
    return all;
}

static _Noreturn void become_compiler(struct job *job, int said)
{
    int null = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(null, STDIN_FILENO);
    dup2(said, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    job->box.environment = environment(job);
    box_exec(&job->box);
}

/* False at the end of what it says, or when that is too much. */
static bool take(struct job *job, int said)
{
    size_t room = job->most_said - job->length;
    ssize_t n;
    if (room == 0) {
        job->said_too_much = true;
        return false;
    }
    n = read(said, job->said + job->length, room);
    if (n > 0)
        job->length += (size_t)n;
    return n > 0 || (n < 0 && errno == EINTR);
}

static void listen_to(struct job *job, int said)
{
    double end = now() + job->seconds * ASLEEP_TIMES;
    struct pollfd polled = {said, POLLIN, 0};
    for (;;) {
        double left = end - now();
        if (left <= 0) {
            job->slept = true;
            return;
        }
        if (poll(&polled, 1, (int)(left * 1e3) + 1) > 0 && !take(job, said))
            return;
    }
}

/* It stays there to be waited for, and keeps its number. */
static void await_end(pid_t child)
{
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR)
        continue;
}

static int run(struct job *job)
{
    int pipes[2], status = 0;
    pid_t child;
    fflush(NULL);
    if (pipe2(pipes, O_CLOEXEC) != 0 || (child = fork()) < 0) {
        perror("box");
        exit(STATUS_WRONG_USE);
    }
    if (child == 0)
        become_compiler(job, pipes[1]);
    setpgid(child, child); /* whoever comes first */
    close(pipes[1]);
    listen_to(job, pipes[0]);
    if (!job->said_too_much && !job->slept)
        await_end(child);
    kill(-child, SIGKILL); /* what is left of it, too */
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    close(pipes[0]);
    return status;
}

/* ---- what came of it ----------------------------------------------------- */

static double processor_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

static bool said(const struct job *job, const char *words)
{
    return memmem(job->said, job->length, words, strlen(words));
}

/* The system counts the limit by ticks, and what was used exactly: on a machine
 * that is busy both differ.  Who was killed near the limit met it. */
static bool used_up(const struct job *job, int died_of)
{
    double part = died_of == SIGKILL ? 0.75 : 1;
    return processor_seconds() >= part * job->seconds;
}

/* Did the compiler meet a limit, told from what it died of, or says so? */
static bool limit_in_words(const struct job *job, int status, char *text,
                           size_t n)
{
    static const char *const no_memory[] = {
        "out of memory", "bad_alloc", "annot allocate memory",
        "memory exhausted", "Out of memory"};
    bool failed = status != 0;
    int died_of = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    text[0] = '\0';
    if (job->said_too_much)
        snprintf(text, n, "it had more than %zu KiB to say",
                 job->most_said >> 10);
    else if (failed && (job->slept || said(job, "CPU time limit exceeded") ||
                        died_of == SIGXCPU || used_up(job, died_of)))
        snprintf(text, n,
                 "it took more than %.0f seconds; does a template or an "
                 "#include never end?",
                 job->seconds);
    else if (failed &&
             (died_of == SIGXFSZ || said(job, "File size limit exceeded")))
        snprintf(text, n,
                 "it wrote more than %llu MB; is a large array "
                 "initialised?",
                 (unsigned long long)job->box.file_bytes >> 20);
    for (size_t i = 0; failed && !text[0] && i < 5; i++) {
        if (said(job, no_memory[i]))
            snprintf(text, n, "it needed more than %llu MB of memory",
                     (unsigned long long)job->box.memory_bytes >> 20);
    }
    return text[0];
}

static int report(struct job *job, int status)
{
    char why[128];
    bool ended = limit_in_words(job, status, why, sizeof why);
    if (ended)
        printf("%s: fatal error: the compiler was stopped: %s\n",
               job->name ? job->name : job->box.argv[0], why);
    plain_print(stdout, job->said, job->length);
    if (ended)
        return STATUS_REFUSED;
    if (WIFSIGNALED(status))
        printf("\nfatal error: %s: %s\n", job->box.argv[0],
               strsignal(WTERMSIG(status)));
    return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_REFUSED;
}

/* ---- words --------------------------------------------------------------- */

static bool set_option(struct job *job, const char *name, char *value)
{
    unsigned long long number = strtoull(value, NULL, 10);
    if (!strcmp(name, "--read") && job->readable_count < MOST_READABLE)
        job->readable[job->readable_count++] = value;
    else if (!strcmp(name, "--write"))
        job->box.writable = value;
    else if (!strcmp(name, "--name"))
        job->name = value;
    else if (!strcmp(name, "--seconds"))
        job->seconds = (double)(job->box.cpu_seconds = (unsigned)number);
    else if (!strcmp(name, "--memory"))
        job->box.memory_bytes = (uint64_t)number << 20;
    else if (!strcmp(name, "--output"))
        job->box.file_bytes = (uint64_t)number << 20;
    else if (!strcmp(name, "--said"))
        job->most_said = (size_t)number << 10;
    else
        return false;
    return true;
}

static int compile(int argc, char **argv)
{
    struct job job = {.seconds = 60, .most_said = 1 << 20};
    int i = 1, status;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* with who asked, and what it began */
    job.box = (struct box){.readable = job.readable,
                           .cpu_seconds = 60,
                           .memory_bytes = (uint64_t)4 << 30,
                           .file_bytes = (uint64_t)64 << 20,
                           .compiles = true};
    while (i + 1 < argc && strcmp(argv[i], "--") &&
           set_option(&job, argv[i], argv[i + 1]))
        i += 2;
    if (i + 1 >= argc || strcmp(argv[i], "--")) {
        fprintf(stderr, "box: the head of common/harness/box.c says how it "
                        "is used\n");
        return STATUS_WRONG_USE;
    }
    job.box.argv = argv + i + 1;
    job.said = malloc(job.most_said + 1);
    if (!job.said) {
        perror("box");
        return STATUS_WRONG_USE;
    }
    status = report(&job, run(&job));
    free(job.said);
    return status;
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "--keep"))
        box_keep(argc - 2, argv + 2);
    if (argc == 2 && !strcmp(argv[1], "--nothing"))
        return EXIT_SUCCESS;
    if (argc == 2 && !strcmp(argv[1], "--kind"))
        return puts(box_kind()) < 0;
    if (argc == 3 && !strcmp(argv[1], "--check"))
        return check(argv[2]);
    return compile(argc, argv);
}
