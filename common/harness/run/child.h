/*
 * child.h - the child process that launches: the judge, who has the emulated
 * device and runs a student's program, or that program, on a GPU.
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
#include "spent.h"

/* The beginning of what was printed, and how much it was. */
struct text {
    char *data;          /* terminated */
    size_t length;
    uint64_t total;      /* bytes printed; the rest was dropped */
};

struct child_options {
    const char *program;
    int memory;                /* the file of the arrays */
    const int *inputs;         /* that of a request's inputs; judge only */
    const char *judge;         /* what has the emulated device and runs the
                                * program; NULL: it serves us, on a GPU */
    const char *library_path;  /* of the emulated device; judge only, as all
                                * that follows */
    int counters;              /* file for PTXRUN_COUNTERS */
    int diagnostics;           /* file for PTXRUN_DIAGNOSTICS */
    int lines;                 /* file for PTXRUN_LINES; 0: none */
    int steps;                 /* file for PTXRUN_STEPS; 0: none */
    int recording;             /* file for COMMAND_RECORD; 0: none */
    uint64_t device_bytes;     /* PTXRUN_MEMORY */
    uint64_t budget;           /* PTXRUN_BUDGET */
    const char *gpu;           /* PTXRUN_GPU: id of a profile */
    unsigned threads;          /* PTXRUN_THREADS; 0: as the user has it */
};

struct child {
    pid_t pid;                 /* 0: none */
    int socket, out, err;
    struct text printed, errors; /* stdout, stderr */
    int status;                /* as waitpid gave it, once ended */
    bool judges;               /* it is the judge */
    pid_t *runner;             /* its process, in the child's group */
    struct spent spent;        /* since the request */
};

enum child_result { CHILD_ANSWERED, CHILD_TOO_SLOW, CHILD_ENDED };

bool child_start(struct child *child, const struct child_options *options);
/* inputs: the file of its inputs, for the judge. */
void child_send(struct child *child, const struct request *request, int inputs);
/* The limit, in seconds of processors, counts from child_send.  Unless it
 * answered, it is gone. */
enum child_result child_wait(struct child *child, struct response *response,
                             double limit_seconds);
void child_stop(struct child *child);
/* Forgets what was printed so far. */
void child_forget_text(struct child *child);

/* Why a program ended, in a student's words: "your code called exit(3)".
 * status: as waitpid gave it; said: what it printed. */
void child_explain(int status, const struct text *said, char *text, size_t n);

#endif
