/*
 * student.c - the process of a student's program.
 */
#include "student.h"

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
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "box/box.h"
#include "device/wire.h"

/* Seconds that a program has to end when it has closed what we talk by. */
static const double ending_seconds = 1;

/* From one look at its time to the next. */
static const double look_seconds = 0.03;

/* Its processor time over all requests, as the system counts it, is limited to
 * so many times that of one. */
enum { LIFE_TIMES = 8 };

enum { MOST_VARIABLES = 64, FIRST_FREE = 10, MOST_DESCRIPTORS = 4096 };

/* ---- in the student's process ------------------------------------------- */

/* Nothing of the emulated device's own, and its libraries first. */
static void make_environment(char *list[MOST_VARIABLES], char *path, size_t n,
                             const char *libraries)
{
    size_t count = 0;
    const char *others = getenv("LD_LIBRARY_PATH");
    snprintf(path, n, "LD_LIBRARY_PATH=%s%s%s", libraries, others ? ":" : "",
             others ? others : "");
    list[count++] = path;
    for (char **v = environ; *v && count < MOST_VARIABLES - 1; v++) {
        if (strncmp(*v, "PTXRUN_", 7) && strncmp(*v, "BOX=", 4) &&
            strncmp(*v, "LD_LIBRARY_PATH=", 16))
            list[count++] = *v;
    }
    list[count] = NULL;
}

static void close_from(int first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0)
        return;
#endif
    for (int i = first; i < MOST_DESCRIPTORS; i++)
        close(i);
}

/* What it prints goes where the judge's own standard output does, also its
 * errors: what the device says is said elsewhere. */
static void set_descriptors(int device, int calls)
{
    int null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    dup2(STDOUT_FILENO, STDERR_FILENO);
    device = fcntl(device, F_DUPFD, FIRST_FREE);
    calls = fcntl(calls, F_DUPFD, FIRST_FREE);
    dup2(device, WIRE_SOCKET);
    dup2(calls, CALL_SOCKET);
    close_from(CALL_SOCKET + 1);
}

/* The one place where a student's program is started: in a box, which this
 * process stays outside of and ends with. */
static _Noreturn void run_program(const struct student_options *options,
                                  double limit, pid_t *told)
{
    static char path[8192];
    char number[16], *list[MOST_VARIABLES];
    char *arguments[] = {(char *)options->program, "--launch", number, NULL};
    const char *const readable[] = {options->libraries, NULL};
    const int descriptors[] = {WIRE_SOCKET, CALL_SOCKET};
    snprintf(number, sizeof number, "%d", CALL_SOCKET);
    make_environment(list, path, sizeof path, options->libraries);
    box_exec(&(struct box){.readable = readable,
                           .descriptors = descriptors,
                           .descriptor_count = 2,
                           .cpu_seconds = (unsigned)(LIFE_TIMES * limit) + 1,
                           .memory_bytes = options->bytes,
                           .argv = arguments,
                           .environment = list,
                           .told = told});
}

static _Noreturn void become_student(const struct student_options *options,
                                     int device, int calls, double limit,
                                     pid_t *told)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* no orphan when the judge dies */
    set_descriptors(device, calls);
    run_program(options, limit, told);
}

/* ---- in the judge -------------------------------------------------------- */

static void close_pair(const int pair[2])
{
    if (pair[0] >= 0)
        close(pair[0]);
    if (pair[1] >= 0)
        close(pair[1]);
}

static bool open_pair(int pair[2])
{
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
}

bool student_start(struct student *student,
                   const struct student_options *options)
{
    int device[2] = {-1, -1}, calls[2] = {-1, -1};
    student->told = mmap(NULL, sizeof(pid_t), PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    fflush(NULL);
    if (student->told == MAP_FAILED || !open_pair(device) ||
        !open_pair(calls) || (student->nurse = fork()) < 0) {
        perror("judge: cannot start a process");
        close_pair(device);
        close_pair(calls);
        student->nurse = 0;
        return false;
    }
    if (student->nurse == 0)
        become_student(options, device[1], calls[1], student->limit,
                       student->told);
    setpgid(student->nurse, student->nurse); /* whoever comes first */
    close(device[1]);
    close(calls[1]);
    student->device = device[0];
    student->calls = calls[0];
    student->spent.process = student->told;
    return true;
}

void student_begin(struct student *student, double limit_seconds)
{
    student->limit = limit_seconds;
    student->away = 0;
    student->left_at = student->looked_at = clock_seconds();
    if (student->nurse)
        spent_begin(&student->spent);
}

/* Kills first, then waits. */
static void clear_away(struct student *student)
{
    if (!student->nurse)
        return;
    kill(-student->nurse, SIGKILL);
    while (waitpid(student->nurse, &student->status, 0) < 0 && errno == EINTR)
        continue;
    box_end_children(); /* all that we have is of a student's program */
    close(student->device);
    close(student->calls);
    munmap(student->told, sizeof *student->told);
    student->nurse = 0;
}

void student_end(struct student *student, enum outcome why)
{
    if (student->ended == OUTCOME_OK)
        student->ended = why;
    clear_away(student);
}

/* It ended by itself: first learn how, then clear away its group.  What only
 * closed its sockets has cut us off. */
static void reap(struct student *student)
{
    double until = clock_seconds() + ending_seconds;
    siginfo_t info = {0};
    int status;
    do {
        if (waitid(P_PID, (id_t)student->nurse, &info,
                   WEXITED | WNOWAIT | WNOHANG) == 0 &&
            info.si_pid)
            break;
        usleep(500);
    } while (clock_seconds() < until);
    student_end(student, OUTCOME_ENDED);
    status = student->status;
    if (!info.si_pid)
        student->status = EXIT_CUT_OFF << 8;
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        student->ended = OUTCOME_TOO_SLOW;
}

/* Has it stopped itself?  Then nobody will wake it. */
static bool is_stopped(const struct student *student)
{
    char path[40], state = 0;
    FILE *file;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)*student->told);
    file = fopen(path, "r");
    if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 0;
    if (file)
        fclose(file);
    return state == 'T';
}

bool student_has(const struct student *student, uint64_t address)
{
    char path[40], line[512];
    unsigned long long start, end;
    char mode = '-'; /* not to be read: kept free for the device's addresses */
    bool found = false;
    FILE *maps;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)*student->told);
    maps = fopen(path, "re");
    while (maps && !found && fgets(line, sizeof line, maps))
        found = sscanf(line, "%llx-%llx %c", &start, &end, &mode) == 3 &&
                start <= address && address < end && mode == 'r';
    if (maps)
        fclose(maps);
    return found;
}

/* May it go on? */
static bool has_time(struct student *student, double now, double *left)
{
    student->looked_at = now;
    *left = spent_left(&student->spent, student->limit, student->away);
    if (*left > 0 && !is_stopped(student))
        return true;
    student_end(student, OUTCOME_TOO_SLOW);
    return false;
}

/* Waits for something on one of the sockets; false: the time is up.  A look at
 * the time costs as much as a message: not at each. */
static bool wait_for(struct student *student, struct pollfd *polled, nfds_t n)
{
    double now = clock_seconds(), left = look_seconds;
    student->away += now - student->left_at; /* we have worked for it */
    if (now - student->looked_at > look_seconds &&
        !has_time(student, now, &left))
        return false;
    while (poll(polled, n, (int)(fmin(left, 0.5) * 1e3) + 1) <= 0) {
        if (!has_time(student, clock_seconds(), &left))
            return false;
    }
    student->left_at = clock_seconds();
    return true;
}

bool student_receive(struct student *student, int socket, void *bytes, size_t n)
{
    unsigned char *at = bytes;
    while (n && student->nurse) {
        ssize_t got = recv(socket, at, n, MSG_DONTWAIT);
        struct pollfd polled = {socket, POLLIN, 0};
        if (got > 0) {
            at += got;
            n -= (size_t)got;
        } else if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
            wait_for(student, &polled, 1);
        } else {
            reap(student);
        }
    }
    return student->nurse;
}

bool student_send(struct student *student, int socket, const void *bytes,
                  size_t n)
{
    const unsigned char *at = bytes;
    while (n && student->nurse) {
        ssize_t sent = send(socket, at, n, MSG_DONTWAIT | MSG_NOSIGNAL);
        struct pollfd polled = {socket, POLLOUT, 0};
        if (sent > 0) {
            at += sent;
            n -= (size_t)sent;
        } else if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
            wait_for(student, &polled, 1);
        } else {
            reap(student);
        }
    }
    return student->nurse;
}

/* What the device is asked comes first: it was sent before. */
bool student_wants_device(struct student *student)
{
    struct pollfd polled[2] = {{student->device, POLLIN, 0},
                               {student->calls, POLLIN, 0}};
    return student->nurse && wait_for(student, polled, 2) &&
           polled[0].revents & POLLIN;
}

bool student_asks(const struct student *student)
{
    struct pollfd polled = {student->device, POLLIN, 0};
    return student->nurse && poll(&polled, 1, 0) > 0 && polled.revents & POLLIN;
}
