/* boxed.c - see boxed.h. */
#include "boxed.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files/clock.h"

/* When this process's parent is killed, all of the box ends with it: it leads a
 * group of its own, which box_exec sees to. */
static _Noreturn void become(struct box *box, int input, int output,
                             pid_t parent)
{
    int null = open("/dev/null", O_WRONLY);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    signal(SIGPIPE, SIG_DFL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(null, STDERR_FILENO); /* what it says of its input is not ours */
    box_exec(box);
}

bool boxed_start(struct boxed *boxed, struct box *box, int input,
                 double seconds)
{
    int ends[2];
    pid_t parent = getpid();
    bool piped = pipe2(ends, O_CLOEXEC) == 0;
    fflush(NULL);
    boxed->pid = piped ? fork() : -1;
    if (boxed->pid == 0)
        become(box, input, ends[1], parent);
    close(input);
    if (boxed->pid < 0) {
        fprintf(stderr, "course: cannot start %s: %s\n", box->argv[0],
                strerror(errno));
        if (piped)
            close(ends[0]), close(ends[1]);
        return false;
    }
    setpgid(boxed->pid, boxed->pid); /* whoever comes first */
    close(ends[1]);
    boxed->output = ends[0];
    boxed->end = clock_seconds() + seconds;
    boxed->late = false;
    boxed->at = boxed->bytes = 0;
    return true;
}

/* More in the buffer, which is empty. */
static bool fill(struct boxed *boxed)
{
    struct pollfd polled = {boxed->output, POLLIN, 0};
    for (;;) {
        double left = boxed->end - clock_seconds();
        ssize_t n;
        boxed->late = left <= 0;
        if (boxed->late)
            return false;
        if (poll(&polled, 1, (int)(left * 1e3) + 1) <= 0)
            continue;
        n = read(boxed->output, boxed->buffer, sizeof boxed->buffer);
        if (n < 0 && errno == EINTR)
            continue;
        boxed->at = 0;
        boxed->bytes = n > 0 ? (size_t)n : 0;
        return n > 0;
    }
}

bool boxed_read(struct boxed *boxed, void *bytes, size_t n)
{
    char *to = bytes;
    while (n > 0) {
        size_t some = boxed->bytes - boxed->at;
        if (some == 0 && !fill(boxed))
            return false;
        some = boxed->bytes - boxed->at;
        if (some > n)
            some = n;
        memcpy(to, boxed->buffer + boxed->at, some);
        boxed->at += some;
        to += some;
        n -= some;
    }
    return true;
}

bool boxed_read_to(struct boxed *boxed, char end, char *text, size_t n)
{
    size_t used = 0;
    char c;
    while (boxed_read(boxed, &c, 1) && c != end) {
        if (used + 1 < n)
            text[used++] = c;
    }
    text[used] = '\0';
    return boxed->at > 0 && boxed->buffer[boxed->at - 1] == end;
}

int boxed_end(struct boxed *boxed)
{
    int status = 0;
    close(boxed->output); /* what still writes is ended by that */
    if (boxed->late || boxed->at < boxed->bytes)
        kill(-boxed->pid, SIGKILL);
    while (waitpid(boxed->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}
