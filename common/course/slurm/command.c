/*
 * command.c - a program is started, and its words are gathered.
 */
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files/clock.h"
#include "term/plain.h"

void command_add(struct command *command, const char *word)
{
    if (command->count == COMMAND_WORDS) {
        command->full = true;
        return;
    }
    command->words[command->count++] = word;
    command->words[command->count] = NULL;
}

bool command_exists(const char *program)
{
    const char *path = getenv("PATH");
    char file[PATH_MAX];
    while (path && *path) {
        size_t n = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", (int)n, path, program);
        if (access(file, X_OK) == 0)
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

static _Noreturn void become(const struct command *command, int output,
                             int errors)
{
    int null = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    dup2(null, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    execvp(command->words[0], (char *const *)command->words);
    dprintf(STDERR_FILENO, "%s: %s\n", command->words[0], strerror(errno));
    _exit(127);
}

/* Bytes that came, appended to *text of *length bytes, with a zero behind. */
static bool take(int from, char **text, size_t *length)
{
    enum { PIECE = 1 << 16 };
    char *more = realloc(*text, *length + PIECE + 1);
    ssize_t n;
    if (!more)
        return false;
    *text = more;
    n = read(from, more + *length, PIECE);
    more[*length + (n > 0 ? (size_t)n : 0)] = '\0';
    *length += n > 0 ? (size_t)n : 0;
    return n > 0 || (n < 0 && errno == EINTR);
}

/* Both streams up to their ends; false after too long. */
static bool listen_to(int from[2], char *text[2], unsigned seconds)
{
    struct pollfd polled[2] = {{from[0], POLLIN, 0}, {from[1], POLLIN, 0}};
    size_t length[2] = {0, 0};
    double end = clock_seconds() + seconds;
    while (polled[0].fd >= 0 || polled[1].fd >= 0) {
        double left = end - clock_seconds();
        if (left <= 0)
            return false;
        if (poll(polled, 2, (int)(left * 1000) + 1) < 0)
            continue;
        for (int i = 0; i < 2; i++) {
            if (polled[i].revents && !take(from[i], &text[i], &length[i]))
                polled[i].fd = -1;
        }
    }
    return true;
}

/* Of "sbatch: error: invalid partition\nsbatch: error: Batch job submission
 * failed: Invalid partition" the last error, which says most, without its
 * beginning; of what names no error the first line. */
static void keep_said(struct command *command, char *said)
{
    static const char mark[] = "error: ";
    char *line = said, *next;
    while ((next = strstr(line, mark)))
        line = next + strlen(mark);
    line[strcspn(line, "\n")] = '\0';
    plain_copy(command->said, sizeof command->said, line);
}

static int wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Two pipes: its output, its errors. */
static bool make_pipes(int out[2], int err[2])
{
    if (pipe2(out, O_CLOEXEC) != 0)
        return false;
    if (pipe2(err, O_CLOEXEC) == 0)
        return true;
    close(out[0]);
    close(out[1]);
    return false;
}

bool command_run(struct command *command, unsigned seconds)
{
    int out[2], err[2];
    char *text[2] = {NULL, NULL};
    pid_t child;
    command->status = -1;
    command_free(command);
    snprintf(command->said, sizeof command->said, "too many options");
    if (command->full)
        return false;
    snprintf(command->said, sizeof command->said, "no memory");
    if (!make_pipes(out, err))
        return false;
    child = fork();
    if (child == 0)
        become(command, out[1], err[1]);
    close(out[1]);
    close(err[1]);
    snprintf(command->said, sizeof command->said, "it does not answer");
    if (child > 0 && !listen_to((int[2]){out[0], err[0]}, text, seconds))
        kill(child, SIGKILL);
    else if (text[1] && *text[1])
        keep_said(command, text[1]);
    if (child > 0)
        command->status = wait_for(child);
    close(out[0]);
    close(err[0]);
    command->output = text[0];
    free(text[1]);
    return command->status == 0;
}

void command_free(struct command *command)
{
    free(command->output);
    command->output = NULL;
}
