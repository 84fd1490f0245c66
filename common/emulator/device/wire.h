/*
 * wire.h - what passes between remote.c, on the side of the host's program, and
 * serve.c, in the process that has the device.
 *
 * Idea: a message for each call of device.h, with room for the arguments of
 * all of them, and bytes behind it: host memory, a name, a kernel's
 * parameters.  A reply, with bytes behind it, to each but the few that are
 * marked.  Both sides are this machine's and made together, so numbers go as
 * they are.
 * Guarantee: the program's side is not trusted.  What it says is looked at
 * before it is used; what cannot be is nonsense, and the end of the talk.
 *
 * Memory that host and device share (pinned, managed, registered) is mapped in
 * neither for the other.  The host's side keeps pages of its own, and sends
 * those that the program may have written before a call at which the device
 * could look (WIRE_PUSH); then it takes all access away, and fetches a page
 * when the program touches it again (WIRE_FETCH).  So what was fetched, the
 * program has looked at.
 */
#ifndef WIRE_H
#define WIRE_H

#include "device.h"
#include "tell/caller.h"

/* The descriptor of the socket in the program's process. */
enum { WIRE_SOCKET = 3 };

enum wire_call {
    WIRE_HELLO = 0x57495200, /* -> the two spaces; the GPU's id */
    WIRE_LOAD,               /* the program's only module */
    WIRE_FIND_KERNEL,        /* its name -> struct wire_kernel and more */
    WIRE_FIND_VARIABLE,      /* its name */
    WIRE_LAUNCH,             /* parameters */
    WIRE_ALLOCATE,
    WIRE_FREE,
    WIRE_REVIVE,
    WIRE_FREE_ALL,
    WIRE_REGISTER,
    WIRE_UNREGISTER,
    WIRE_MEMORY_AT,          /* -> struct wire_memory */
    WIRE_MEMORY_INFO,
    WIRE_WRITE,              /* what is written */
    WIRE_READ,               /* source: where it is put */
    WIRE_COPY,
    WIRE_FILL,
    WIRE_FETCH,
    WIRE_LIMIT,
    WIRE_SET_LIMIT,
    WIRE_SITE,               /* what WIRE_WANTS_SITE asked for */
    WIRE_PUSH,               /* no reply, as all from here on */
    WIRE_SHOW_PRINTS,
    WIRE_TELL,               /* struct wire_finding */
    WIRE_TELL_LEAKS,
    WIRE_NOTE,               /* kind: enum device_note */
    WIRE_CALLS
};

/* The very first bytes, from the program's side, whatever follows: a program
 * that loads another libcudart than the judge was made with must not leave the
 * two waiting for each other. */
enum { WIRE_MAGIC = 0x50545831, WIRE_VERSION = 1 /* of what calls mean */ };
struct wire_greeting {
    uint32_t magic, version;
    uint32_t calls, notes;       /* how many there are */
    uint32_t request_bytes, reply_bytes, finding_bytes;
};

struct wire_request {
    uint32_t call;
    uint32_t kind;           /* of memory, of a limit, of a finding */
    uint64_t handle;         /* of a module or a kernel */
    uint64_t address, source, size;
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared;
    uint32_t flag;           /* cooperative; a warning; pinned host memory */
    double ms;               /* between two events */
    uint64_t value;          /* of a limit; a byte */
    struct call_trace sites[3];
    uint64_t bytes;          /* that follow */
};

enum wire_answer {
    WIRE_REPLY = 0x41,
    WIRE_WANTS_SITE          /* before the reply: where does this call stand? */
};

struct wire_reply {
    uint32_t answer;
    int32_t error;           /* cudaError_t */
    uint64_t values[4];      /* address, size, id, ... */
    double ms;
    uint64_t bytes;          /* that follow */
};

/* Of WIRE_FIND_KERNEL: behind it the parameters, then the name. */
struct wire_kernel {
    uint64_t code;
    uint32_t param_count, param_bytes;
    uint32_t static_shared, max_threads, local_bytes, registers, const_bytes;
    uint32_t target;
};

struct wire_memory {
    uint32_t known, inside, live, freed, kind, id;
    uint64_t address, size;
    char name[208];
};

struct wire_finding {
    char title[320], detail[400], hint[320];
};

static inline struct wire_greeting wire_greeting(void)
{
    return (struct wire_greeting){
        .magic = WIRE_MAGIC,
        .version = WIRE_VERSION,
        .calls = WIRE_CALLS,
        .notes = DEVICE_NOTES,
        .request_bytes = sizeof(struct wire_request),
        .reply_bytes = sizeof(struct wire_reply),
        .finding_bytes = sizeof(struct wire_finding),
    };
}

/* Names of kernels and variables, at most. */
enum { WIRE_NAME = 4096 };

#endif
