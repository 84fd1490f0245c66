/*
 * alone.c - a launch without a grader, for ncu, compute-sanitizer and
 * cuda-gdb:   build/lab1_global/reference.nvcc matvec 2500 2000
 *
 * Idea: what a kernel is given is the grader's to know, and the grader stands
 * at ../bin/grader: it writes a request, and behind it the inputs, into a file
 * in memory.  Nothing is compared.
 */
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner.h"

static int usage(const char *program)
{
    fprintf(stderr,
            "This program is started by \"make check\".  Alone it launches "
            "once:\n  %s EXERCISE ROWS [COLS [MORE]]\nof A x B (M x K by K "
            "x N): %s EXERCISE M K N\nwith EXERCISE one of:",
            program, program);
    for (size_t i = 0; i < launcher_tables; i++) {
        const struct launcher *launcher = all_launchers[i];
        for (; launcher && launcher->name; launcher++) {
            if (launcher->function)
                fprintf(stderr, " %s", launcher->name);
        }
    }
    fputc('\n', stderr);
    return 2;
}

/* The folder of this program, build/LAB. */
static bool find_folder(char *path, size_t n)
{
    ssize_t length = readlink("/proc/self/exe", path, n - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    dirname(path);
    return true;
}

/* Has the grader write to the file; false after it said why not. */
static bool ask_grader(int file, const char *exercise, struct size size)
{
    char folder[PATH_MAX], grader[PATH_MAX + 16], text[48];
    int status = 1;
    pid_t child;
    snprintf(text, sizeof text, "%dx%dx%d", size.rows, size.cols, size.inner);
    if (!find_folder(folder, sizeof folder))
        return false;
    snprintf(grader, sizeof grader, "%s/../bin/grader", folder);
    child = fork();
    if (child < 0)
        return false;
    if (child == 0) {
        dup2(file, STDOUT_FILENO);
        execl(grader, grader, "inputs", "--lab", basename(folder), "--ex",
              exercise, "--size", text, (char *)NULL);
        perror(grader);
        _exit(127);
    }
    return waitpid(child, &status, 0) == child && status == 0;
}

/* The request stands in front of the arrays, in a page of its own. */
static const struct request *make_inputs(const char *exercise, struct size size)
{
    int file = memfd_create("inputs", MFD_CLOEXEC);
    const struct request *request = MAP_FAILED;
    off_t bytes;
    if (file >= 0 && ask_grader(file, exercise, size) &&
        (bytes = lseek(file, 0, SEEK_END)) > (off_t)sizeof *request)
        request = mmap(NULL, (size_t)bytes, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0)
        close(file);
    return request == MAP_FAILED ? NULL : request;
}

static int launch_once(struct runner_job *job)
{
    struct response response = {.damaged = NO_BUFFER, .changed = NO_BUFFER};
    bool right = runner_prepare(job);
    if (!right)
        fprintf(stderr, "no memory for the arrays\n");
    else if (!(right = runner_launch(job, &response)))
        fprintf(stderr, "%s: %s: %s\n", job->launcher->name,
                response.error_name, response.error_text);
    runner_release(job);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

int runner_alone(int argc, char **argv)
{
    struct size size = {1, 1, 1};
    int *numbers[] = {&size.rows, &size.cols, &size.inner};
    struct runner_job job = {.launcher =
                                 argc >= 2 ? runner_launcher(argv[1]) : NULL};
    if (!job.launcher || argc < 3 || argc > 5)
        return usage(argv[0]);
    for (int i = 2; i < argc; i++) {
        *numbers[i - 2] = atoi(argv[i]);
        if (*numbers[i - 2] < 1)
            return usage(argv[0]);
    }
    job.request = make_inputs(argv[1], size);
    if (!job.request)
        return EXIT_FAILURE;
    job.shared = (unsigned char *)job.request + sysconf(_SC_PAGESIZE);
    return launch_once(&job);
}
