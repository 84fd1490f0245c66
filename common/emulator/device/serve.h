/*
 * serve.h - the device for a program in another process (wire.h).
 *
 * Guarantee: whatever a program sends, the device is asked only for what
 * device.h allows, for memory that the program may free, and for as much as
 * the options say that the device has.
 */
#ifndef SERVE_H
#define SERVE_H

#include "wire.h"

/* Calls of which one can be made to fail. */
enum serve_kind { SERVE_ALLOCATION, SERVE_COPY, SERVE_LAUNCH };

/* Graphs that are nodes of graphs, at most. */
enum { SERVE_GRAPHS = 8 };

struct server {
    /* The socket; false: the program is gone, or is to end. */
    bool (*receive)(struct server *server, void *bytes, size_t n);
    bool (*send)(struct server *server, const void *bytes, size_t n);
    /* What the program's module is; the error as device_load has it. */
    cudaError_t (*load)(struct server *server, device_module *module,
                        struct device_refusal *why);
    /* The error with which this call fails instead of being done; or 0. */
    cudaError_t (*fails)(struct server *server, enum serve_kind kind);
    /* The program is about to see n bytes of the device's, of which `news`
     * are not what it has written there itself. */
    void (*downloads)(struct server *server, const void *bytes, size_t n,
                      size_t news);
    /* It writes n bytes; before: what it knew to be there, or NULL. */
    void (*uploads)(struct server *server, const void *bytes,
                    const void *before, size_t n);
    /* A kernel was given so many bytes of parameters; failed: its fault. */
    void (*launched)(struct server *server, size_t bytes, cudaError_t error);
    /* NULL; or who writes down what the device does: each call that went well,
     * and launches, which are then not made. */
    void (*notes)(struct server *server, const struct wire_request *request,
                  const uint8_t *bytes, const struct wire_reply *reply);
    /* NULL; or who looks at the order of calls: each that went well. */
    void (*called)(struct server *server, const struct wire_request *request);
    const char *gpu;             /* id of the profile */
    uint64_t most_bytes;         /* of one message, of shared memory */
    uint64_t most_messages;      /* how many more it may send */
    unsigned graphs;             /* that run, one in another: */
    uint64_t graph_nodes[SERVE_GRAPHS];
    bool greeted;                /* false: a program begins to talk */

    /* serve.c's own */
    struct served_kernel *kernels;
    uint32_t kernel_count;
    size_t kernel_room;
    struct served_memory *shared;
    uint64_t shared_bytes;
    device_module module;
};

enum serve_result {
    SERVE_DONE,
    SERVE_GONE,                  /* receive or send has failed */
    SERVE_NONSENSE,              /* it said what no client says */
    SERVE_OTHER_VERSION,         /* it was made of other messages than these */
    SERVE_TOO_MUCH               /* more messages than it may send */
};
/* Takes one message and answers it. */
enum serve_result serve(struct server *server);
/* The line of the call in progress, asked of the program; NULL: not known, or
 * no call is waiting for its reply. */
struct call_site *serve_site(struct server *server);
/* Of a kernel by its handle: its mangled name; the bytes of its parameters,
 * without what may lie behind the last. */
const char *serve_kernel_name(const struct server *server, uint64_t handle);
uint32_t serve_kernel_bytes(const struct server *server, uint64_t handle);
void serve_close(struct server *server);

#endif
