/*
 * session.h - what one call of the grader works with: on which device code
 * runs and which one counts, and the problem that is set.
 */
#ifndef SESSION_H
#define SESSION_H

#include "arguments.h"
#include "problem.h"
#include "programs.h"
#include "worker.h"

/* On which device the code runs, and which one counts. */
struct session {
    const struct arguments *arguments;
    bool on_gpu;              /* outputs come from a GPU */
    const char *compiler;     /* "clang", "nvcc" */
    char device[128];
    char bus_id[32];          /* of a GPU; "": not known */
    char library[PATH_BYTES]; /* directory of the emulated device */
    char judge[PATH_BYTES];   /* the program that holds it */
    struct problem problem;
};

/* Chooses device and compiler.  False, and said why, if that cannot be. */
bool session_open(struct session *session, const struct arguments *arguments);
void session_close(struct session *session);

/* Is size i of the sweep run on the emulated device?  Those for a GPU only are
 * recorded there, which computes nothing. */
bool session_counts(const struct session *session,
                    const struct exercise *exercise, size_t i);

/* The program that was asked for, of an exercise; false, and said why, if there
 * is none. */
bool session_program(const struct session *session, const struct lab *lab,
                     const struct exercise *exercise, struct program *program);

/* A worker for a program, on the session's GPU or on the emulated device. */
void session_worker(struct session *session, struct worker *worker,
                    const struct program *program,
                    const struct exercise *exercise, bool on_gpu);
/* A request for the problem as it is set. */
struct request session_request(struct session *session, enum command command,
                               bool on_gpu);

#endif
