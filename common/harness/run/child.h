/*
 * child.h - the child process that runs a student's code.
 *
 * It has a process group and limits of its own; what it prints is read and
 * the beginning kept.  child_wait always comes back: with the response, or
 * because the time was up, or because the child ended.  The time is that of
 * processors, so that a busy machine stops no program that is merely waiting
 * for its turn; one that sleeps is given three times as long.
 */
#ifndef CHILD_H
#define CHILD_H

#include <sys/types.h>

#include "protocol.h"

/* The beginning of what was printed, and how much it was. */
struct text {
    char *data;          /* terminated */
    size_t length;
    uint64_t total;      /* bytes printed; the rest was dropped */
};

struct child_options {
    const char *program;
    int memory;                /* the file of the arrays */
    bool emulated;             /* on the libcudart in library_path */
    const char *library_path;
    int counters;              /* file for PTXRUN_COUNTERS; emulated only */
    int diagnostics;           /* file for PTXRUN_DIAGNOSTICS */
    int lines;                 /* file for PTXRUN_LINES; 0: none */
    uint64_t device_bytes;     /* PTXRUN_MEMORY */
    uint64_t budget;           /* PTXRUN_BUDGET */
    const char *gpu;           /* PTXRUN_GPU: id of a profile */
};

struct child {
    pid_t pid;                 /* 0: none */
    int socket, out, err;
    struct text printed, errors; /* stdout, stderr */
    int status;                /* as waitpid gave it, once ended */
    uint64_t nonce;            /* of the last request */
    pid_t *runner;             /* its process, in the child's group */
    double started;            /* at the request, in seconds: the time, */
    double used, delayed;      /* what it had of processors, or waited */
};

enum child_result { CHILD_ANSWERED, CHILD_TOO_SLOW, CHILD_ENDED };

bool child_start(struct child *child, const struct child_options *options);
void child_send(struct child *child, const struct request *request);
/* The limit, in seconds of processors, counts from child_send.  Unless it
 * answered, it is gone. */
enum child_result child_wait(struct child *child, struct response *response,
                             double limit_seconds);
void child_stop(struct child *child);
/* Forgets what was printed so far. */
void child_forget_text(struct child *child);

/* Why it ended, in a student's words: "your code called exit(3)". */
void child_explain(const struct child *child, char *text, size_t n);

/* Seconds since some moment; never goes back. */
double clock_seconds(void);

#endif
