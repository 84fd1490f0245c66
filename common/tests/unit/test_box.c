/*
 * test_box.c - what a program in a box can do, and what it cannot: in a box of
 * bubblewrap where that works, and in one without.
 *
 * The boxed program is this one itself, with the name of what it is to try.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "box/box.h"

enum { KEPT = 9, MEGABYTE = 1 << 20 };

/* ---- in the box: 0 if it could ------------------------------------------- */

static int try_fork(void)
{
    return fork() < 0;
}

static int try_session(void)
{
    return setsid() < 0;
}

static int try_socket(void)
{
    return socket(AF_INET, SOCK_STREAM, 0) < 0 &&
           socket(AF_UNIX, SOCK_STREAM, 0) < 0;
}

static int try_kill(void)
{
    return kill(getppid(), SIGKILL) != 0 && kill(-1, SIGKILL) != 0 &&
           kill(0, SIGKILL) != 0;
}

static int try_stop(void)
{
    return raise(SIGSTOP) != 0;
}

static int try_trace(void)
{
    return ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0;
}

static int try_exec(void)
{
    execl("/proc/self/exe", "again", "fork", (char *)NULL);
    execl("/bin/sh", "sh", "-c", "exit 0", (char *)NULL);
    execl("/keeper", "keeper", "--nothing", (char *)NULL);
    return 1;
}

static int try_read(void)
{
    static const char *const names[] = {"/etc/passwd",    "/proc/self/environ",
                                        "/proc/self/mem", "/proc/1/cmdline",
                                        "/dev/zero",      "/var",
                                        "/etc/hosts"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (open(names[i], O_RDONLY) >= 0)
            return puts(names[i]) == 0;
    }
    return 1;
}

static int try_write(void)
{
    return open("/tmp/box", O_CREAT | O_RDWR, 0666) < 0 &&
           open("box", O_CREAT | O_RDWR, 0666) < 0 && mkdir("/box", 0777) < 0;
}

static int try_memory(void)
{
    void *shared = mmap(NULL, (size_t)8 << 30, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    void *own = malloc((size_t)600 * MEGABYTE);
    bool refused = !own && shared == MAP_FAILED;
    free(own);
    return refused;
}

static int try_descriptors(void)
{
    int count = 0;
    while (count < 100 && dup(STDOUT_FILENO) >= 0)
        count++;
    return count == 100 ? 0 : 1;
}

static void *say(void *text)
{
    puts(text);
    return NULL;
}

static void *nap(void *nothing)
{
    pause();
    return nothing;
}

static int try_threads(void)
{
    pthread_t thread;
    int count = 0;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    while (count < 5000 && pthread_create(&thread, &small, nap, NULL) == 0)
        count++;
    return count == 5000 ? 0 : 1;
}

static int loop(void)
{
    for (volatile int i = 1; i; i |= 1)
        continue;
    return 0;
}

static int crash(void)
{
    return raise(SIGSEGV);
}

/* All that a program does need. */
static int work(void)
{
    struct timespec moment = {0, 1000};
    pthread_t thread;
    void *own = malloc(64 * MEGABYTE);
    bool enough = own;
    char byte;
    free(own);
    return !enough || pthread_create(&thread, NULL, say, "a thread") != 0 ||
           pthread_join(thread, NULL) != 0 || nanosleep(&moment, NULL) != 0 ||
           write(KEPT, "kept", 4) != 4 || read(0, &byte, 1) != 0 ||
           fcntl(KEPT + 1, F_GETFD) != -1 || !getenv("ONE") || getenv("HOME");
}

static const struct {
    const char *name;
    int (*function)(void);
} tries[] = {{"fork", try_fork},
             {"session", try_session},
             {"socket", try_socket},
             {"kill", try_kill},
             {"stop", try_stop},
             {"trace", try_trace},
             {"exec", try_exec},
             {"read", try_read},
             {"write", try_write},
             {"memory", try_memory},
             {"descriptors", try_descriptors},
             {"threads", try_threads},
             {"loop", loop},
             {"crash", crash},
             {"work", work}};

enum { REFUSED = 12, TRIES = sizeof tries / sizeof tries[0] };

static int be_boxed(const char *name)
{
    for (size_t i = 0; i < TRIES; i++) {
        if (!strcmp(tries[i].name, name))
            return tries[i].function();
    }
    return 2;
}

/* ---- outside ------------------------------------------------------------- */

static pid_t *told;

static pid_t start(const char *name, int out)
{
    static char own[PATH_MAX];
    char *argv[] = {own, (char *)name, NULL};
    char *environment[] = {"ONE=1", NULL};
    struct box box = {.descriptors = (const int[]){KEPT},
                      .descriptor_count = 1,
                      .cpu_seconds = 1,
                      .memory_bytes = (uint64_t)256 * MEGABYTE,
                      .argv = argv,
                      .environment = environment,
                      .told = told};
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    pid_t child;
    assert_true(n > 0);
    *told = 0;
    child = fork();
    if (child == 0) {
        setpgid(0, 0);
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        dup2(out, KEPT);
        dup2(out, KEPT + 1);
        box_exec(&box);
    }
    setpgid(child, child);
    return child;
}

/* How it ended; all that it wrote, and that nobody holds the pipe open. */
static int run(const char *name, char text[256])
{
    int ends[2], status = 0;
    size_t used = 0;
    ssize_t n;
    pid_t child;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    child = start(name, ends[1]);
    close(ends[1]);
    while ((n = read(ends[0], text + used, 255 - used)) > 0)
        used += (size_t)n;
    text[used] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void nothing_but_work_is_possible(void)
{
    char text[256];
    int status;
    for (size_t i = 0; i < REFUSED; i++) {
        status = run(tries[i].name, text);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 1)
            fail_msg("%s: status %x: %s", tries[i].name, status, text);
    }
    status = run("work", text);
    if (status != 0)
        fail_msg("work: status %x: %s", status, text);
    assert_non_null(strstr(text, "a thread"));
    assert_non_null(strstr(text, "kept"));
}

static void it_ends_as_the_program(void)
{
    char text[256];
    int status = run("loop", text);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU);
    status = run("crash", text);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    assert_true(*told > 0 && kill(*told, 0) != 0);
}

static void it_goes_with_its_group(void)
{
    struct timespec moment = {0, 10000000};
    int null = open("/dev/null", O_WRONLY);
    pid_t child = start("loop", null);
    for (int i = 0; i < 6000 && *told == 0; i++)
        nanosleep(&moment, NULL);
    assert_true(*told > 0);
    kill(-child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    for (int i = 0; i < 6000 && kill(*told, 0) == 0; i++)
        nanosleep(&moment, NULL);
    assert_int_not_equal(kill(*told, 0), 0);
    close(null);
}

/* A sanitized build's box has no walls and no limits (box.c): what a test of
 * them starts would never end. */
static bool has_walls(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    print_message("# not here: walls, in a sanitized build\n");
    return false;
#else
    return true;
#endif
}

static void with_bubblewrap(void **state)
{
    (void)state;
    if (!has_walls())
        return;
    unsetenv("BOX");
    if (strcmp(box_kind(), "bubblewrap and seccomp")) {
        print_message("# not here: bubblewrap\n");
        return;
    }
    setenv("BOX", "bubblewrap", 1);
    nothing_but_work_is_possible();
    it_ends_as_the_program();
    it_goes_with_its_group();
}

static void without_it(void **state)
{
    (void)state;
    if (!has_walls())
        return;
    setenv("BOX", "landlock", 1);
    if (strcmp(box_kind(), "Landlock and seccomp")) {
        print_message("# not here: Landlock\n");
        return;
    }
    nothing_but_work_is_possible();
    it_ends_as_the_program();
    it_goes_with_its_group();
}

static void limits_alone_still_end_it(void **state)
{
    (void)state;
    if (!has_walls())
        return;
    setenv("BOX", "limits", 1);
    it_ends_as_the_program();
    it_goes_with_its_group();
}

static void a_program_that_is_not_there_is_told(void **state)
{
    char *argv[] = {"/nowhere/program", NULL}, *environment[] = {NULL};
    struct box box = {.argv = argv, .environment = environment};
    char text[256] = "";
    int ends[2], status;
    pid_t child;
    (void)state;
    unsetenv("BOX");
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        box_exec(&box);
    }
    close(ends[1]);
    assert_true(read(ends[0], text, 255) > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 127);
    assert_non_null(strstr(text, "/nowhere/program"));
    close(ends[0]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_bubblewrap),
        cmocka_unit_test(without_it),
        cmocka_unit_test(limits_alone_still_end_it),
        cmocka_unit_test(a_program_that_is_not_there_is_told),
    };

    if (argc > 1)
        return be_boxed(argv[1]);
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return told == MAP_FAILED ||
           cmocka_run_group_tests_name("box", tests, NULL, NULL);
}
