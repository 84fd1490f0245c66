/*
 * steady.c - runs a program that measures the GPU, again where the GPU was
 * slowed down or shared meanwhile.
 *
 *   steady TRIES FILE COMMAND [ARGUMENT]...
 *
 * What COMMAND prints goes to FILE, of the last try alone.  A COMMAND that
 * looks at the clock itself says by status 3 that it was not steady.
 * Exit status: that of COMMAND; 3 when no try was steady, 2 for wrong use.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/steady.h"

enum { WRONG_USE = 2, NOT_STEADY = 3, NO_COMMAND = 127 };

static void become(char **command, const char *file)
{
    int to = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (to < 0 || dup2(to, STDOUT_FILENO) < 0) {
        perror(file);
        _exit(WRONG_USE);
    }
    execvp(command[0], command);
    perror(command[0]);
    _exit(NO_COMMAND);
}

static int run(char **command, const char *file)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        become(command, file);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return WRONG_USE;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* One try; says why it does not count. */
static int measure(char **command, const char *file)
{
    struct steady steady;
    const char *doubt;
    int status;
    steady_begin(&steady, "");
    status = run(command, file);
    doubt = status == 0 ? steady_end(&steady, NULL) : NULL;
    if (!doubt)
        return status;
    fprintf(stderr, "%s: %s\n", command[0], doubt);
    return NOT_STEADY;
}

int main(int argc, char **argv)
{
    int tries = argc > 3 ? atoi(argv[1]) : 0;
    int status = NOT_STEADY;
    if (tries < 1) {
        fputs("usage: steady TRIES FILE COMMAND [ARGUMENT]...\n", stderr);
        return WRONG_USE;
    }
    while (tries-- > 0 && status == NOT_STEADY) {
        status = measure(argv + 3, argv[2]);
        if (status == NOT_STEADY && tries > 0)
            fputs("measured again\n", stderr);
    }
    return status;
}
