/*
 * student.h - the process of a student's program, as the judge has it: started,
 * limited, listened to, ended.
 *
 * Guarantee: no call waits for longer than the limits say, whatever the
 * program does.  It is killed first, and then waited for.
 */
#ifndef STUDENT_H
#define STUDENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "run/protocol.h"
#include "run/spent.h"

struct student_options {
    const char *program;
    const char *libraries;       /* where its libcudart lies */
    uint64_t bytes;              /* of memory, at most */
};

struct student {
    pid_t nurse;                 /* its parent, ours; 0: there is none */
    pid_t *told;                 /* who it is */
    int device, calls;           /* our ends of its sockets */
    struct spent spent;
    double limit;                /* seconds, of this request */
    double away;                 /* that it waited for us */
    double left_at, looked_at;   /* since when it waits; its time was read */
    enum outcome ended;          /* OUTCOME_OK: it lives */
    int status;                  /* as waitpid gave it */
};

bool student_start(struct student *student,
                   const struct student_options *options);
/* A request begins: the time counts from now on. */
void student_begin(struct student *student, double limit_seconds);
/* All n bytes; false: it has ended, and `ended` says how.  socket: one of the
 * two. */
bool student_receive(struct student *student, int socket, void *bytes,
                     size_t n);
bool student_send(struct student *student, int socket, const void *bytes,
                  size_t n);
/* Waits until there is something to receive: true from the device's socket;
 * else from that of calls, or it has ended. */
bool student_wants_device(struct student *student);
/* Is there something on the device's socket now? */
bool student_asks(const struct student *student);
/* Has its process memory at that address?  False, too, if the system does not
 * say. */
bool student_has(const struct student *student, uint64_t address);
/* Ends it for that reason, if it has not ended before. */
void student_end(struct student *student, enum outcome why);

#endif
