/*
 * device.h - the device as the host's side sees it: all that runtime/ knows of
 * what lies below.
 *
 * Idea: a GPU is a chip of its own, reached through its driver; these calls
 * are that driver.  Streams, events and graphs are the host's: the device does
 * one thing at a time, when it is told, and is done when the call returns.
 * Guarantee: whatever passes is a number, a handle, bytes of a stated length or
 * a structure of such; nothing points into the device's own structures, so
 * another implementation may keep the device in another process.  A call site
 * (tell/caller.h) is the host's: the device keeps and returns it unread until
 * a finding is told.
 * Two implementations: direct.c, plain calls, in the same process; and
 * remote.c, which sends them over a socket (wire.h) to serve.c, in the process
 * that has the device.  Where a launch stands that findings are told about,
 * the device asks then, of tell/caller.h or back over the socket.
 *
 * For one thread at a time, but device_memory_at.  Addresses are those that a
 * program sees; sizes are in bytes.  What returns cudaError_t tells the reason
 * as CUDA names it, and has then done nothing.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/driver_types.h"

struct call_site;

/* ---- code --------------------------------------------------------------- */

/* Handles: 0 is none; they hold until the program ends. */
typedef uint64_t device_module;
typedef uint64_t device_code;

/* Why code cannot be loaded. */
struct device_refusal {
    char message[256];
    uint32_t line;           /* of the PTX text, from 1; 0: not in the text */
};

/* What stands in front of the images that a compiler embedded (fatbinary.h).
 * Its variables are allocated and set.  cudaErrorNoKernelImageForDevice: no
 * PTX in it; cudaErrorInvalidPtx: wrong, or it uses what is not supported;
 * cudaErrorMemoryAllocation. */
cudaError_t device_load(const void *wrapper, device_module *module,
                        struct device_refusal *why);

/* A kernel: facts, copied. */
struct device_kernel {
    device_code code;
    char *name;              /* demangled, without its parameter list */
    uint32_t param_count;
    struct device_param {
        uint32_t offset, size;
    } *params;               /* of each, in the launch's parameter buffer */
    uint32_t param_bytes;    /* of that buffer */
    uint32_t static_shared;  /* bytes of a block */
    uint32_t max_threads;    /* of a block, as __launch_bounds__ say */
    uint32_t local_bytes;    /* per thread */
    uint32_t registers;      /* of 32 bits a thread declares in PTX */
    uint32_t const_bytes;    /* of the module */
    uint32_t target;         /* of the module: 75 of sm_75 */
};
/* By its mangled name.  name and params are the caller's to free.
 * cudaErrorInvalidDeviceFunction: there is none. */
cudaError_t device_find_kernel(device_module module, const char *name,
                               struct device_kernel *kernel);

struct device_variable {
    uint64_t address, size;
    void *host;              /* where the host sees it, if it is managed */
};
/* By its mangled name.  cudaErrorInvalidSymbol: there is none. */
cudaError_t device_find_variable(device_module module, const char *name,
                                 struct device_variable *variable);

/* ---- launches ----------------------------------------------------------- */

struct device_launch {
    device_code code;
    uint32_t grid[3];        /* x, y, z: blocks; within limits.h */
    uint32_t block[3];       /* threads */
    uint32_t dynamic_shared; /* bytes */
    const void *params;      /* param_bytes of the kernel, 16-aligned */
    uint32_t param_bytes;
    bool cooperative;        /* all blocks resident; they fit */
};
/* Runs it to its end.  Findings are told, rows of counters written, and
 * *busy_ms is the least time, in milliseconds, that the modelled GPU would
 * have been busy.  The error is what a kernel's fault is called:
 * cudaErrorIllegalAddress, ...MisalignedAddress, ...Assert, ...LaunchTimeout,
 * ...LaunchFailure, ...NotSupported, ...MemoryAllocation (the host's); or
 * cudaErrorLaunchOutOfResources, and nothing ran. */
cudaError_t device_launch(const struct device_launch *launch, double *busy_ms);

/* ---- memory ------------------------------------------------------------- */

enum device_memory_kind {
    DEVICE_ONLY,             /* cudaMalloc: out of the host's reach */
    DEVICE_PINNED,           /* cudaMallocHost: same address on both sides */
    DEVICE_MANAGED,          /* cudaMallocManaged: the same */
    DEVICE_VARIABLE,         /* __device__ and __constant__ */
    DEVICE_HEAP,             /* malloc in a kernel */
    DEVICE_REGISTERED,       /* the host's own, while cudaHostRegister has it */
    DEVICE_ARRAY,            /* a CUDA array */
    DEVICE_OBJECT            /* a texture or surface: a struct image */
};

/* Fresh memory, 256-byte aligned, size at least 1; site: who asked for it.
 * cudaErrorMemoryAllocation. */
cudaError_t device_allocate(size_t size, enum device_memory_kind kind,
                            struct call_site *site, uint64_t *address);
/* What starts there and lives; its address is not used again.
 * cudaErrorInvalidValue: nothing does. */
cudaError_t device_free(uint64_t address, struct call_site *site);
/* What was allocated DEVICE_ONLY and freed is there again, at the same
 * address, with contents of its own.  cudaErrorInvalidValue: it is not free,
 * or there is no memory. */
cudaError_t device_revive(uint64_t address);
/* Frees all that was allocated, also by kernels; variables stay. */
void device_free_all(void);
/* The host's own bytes, which kernels may use until they are unregistered.
 * cudaErrorMemoryAllocation. */
cudaError_t device_register(void *start, size_t size);
void device_unregister(void *start);

/* What lies at an address, or did; else what is nearest. */
struct device_memory {
    bool known;              /* false: none, and the rest is 0 */
    bool inside;             /* the address is in it, or a little before */
    bool live;               /* in it, and it is not freed */
    enum device_memory_kind kind;
    bool freed;
    uint32_t id;             /* counts allocations, from 1; 0: a variable */
    uint64_t address, size;
    char name[201];          /* of a variable; else "" */
    struct call_site *allocated, *freed_by; /* NULL: not known */
};
/* From any thread, and from a handler of signals while no call runs. */
struct device_memory device_memory_at(uint64_t address);
/* Accesses of the host to memory that it shares with work that may still run
 * are to be told, where a fault of theirs would come to device_host_touches;
 * asked before each time that they are made to fault. */
void device_watch_host(bool (*comes)(void));
/* From a handler of SIGSEGV: the host touched that address with that
 * instruction (NULL: not known); a write?  True: it is memory that it shares
 * with the device, whose bytes are there now, and the access may be
 * repeated. */
enum device_touch { DEVICE_TOUCH_READS, DEVICE_TOUCH_WRITES };
bool device_host_touches(uint64_t address, const void *instruction,
                         enum device_touch touch);
/* In the device's range, which the host cannot touch? */
bool device_reserved(uint64_t address);
/* Bytes that are free, and in all. */
void device_memory_info(size_t *free_bytes, size_t *total_bytes);

/* Between the host's memory and the device's, and within it; n bytes.
 * cudaErrorInvalidValue: the range is not inside one live allocation. */
cudaError_t device_write(uint64_t dst, const void *src, size_t n);
cudaError_t device_read(void *dst, uint64_t src, size_t n);
cudaError_t device_copy(uint64_t dst, uint64_t src, size_t n);
cudaError_t device_fill(uint64_t dst, uint8_t byte, size_t n);

/* ---- the order of calls -------------------------------------------------- */

/* What the host's side does by itself, said for who looks at the order of
 * calls; the device does nothing.  Numbers count streams and events from 1;
 * stream 0 stands for all default ones. */
enum device_note {
    DEVICE_NOTE_STREAM,      /* a: whose the work is that follows */
    DEVICE_NOTE_RECORD,      /* a: event; behind the work of the stream */
    DEVICE_NOTE_WAIT_IN_STREAM, /* a: event; the stream waits for it */
    DEVICE_NOTE_ELAPSED,     /* a: event, b: the one it counts from; ms */
    DEVICE_NOTE_WAIT,        /* the host has waited for all work */
    DEVICE_NOTE_STREAM_WAIT, /* a: for that of a stream */
    DEVICE_NOTE_EVENT_WAIT,  /* a: for an event */
    DEVICE_NOTE_MADE,        /* a: 0 a stream was made, 1 an event */
    DEVICE_NOTE_DESTROYED,   /* the same */
    DEVICE_NOTES_COUNTED,    /* those below are for who looks for races */
    /* a: a stream was made; b: 1 if it does not wait for the default one */
    DEVICE_NOTE_STREAM_MADE = DEVICE_NOTES_COUNTED,
    DEVICE_NOTE_WAITED,      /* the host has waited for all by another call */
    DEVICE_NOTE_HOST_RUNS,   /* a function of the host, as the stream's work */
    DEVICE_NOTE_GRAPH,       /* a: a graph of so many nodes runs */
    DEVICE_NOTE_NODE_AFTER,  /* a: a node of it, from 0; b: one before it */
    DEVICE_NOTE_NODE,        /* a: its work follows; b: the call site of who
                              * made it, as a number */
    DEVICE_NOTE_GRAPH_END,
    DEVICE_NOTES
};
void device_note(enum device_note note, uint64_t a, uint64_t b, double ms);

/* ---- limits ------------------------------------------------------------- */

/* Bytes that kernels may print between two device_show_prints, and allocate
 * with malloc at a time. */
enum device_limit { DEVICE_PRINT_BYTES, DEVICE_HEAP_BYTES };
size_t device_limit(enum device_limit limit);
void device_set_limit(enum device_limit limit, size_t bytes);

/* ---- what is told ------------------------------------------------------- */

/* What kernels printed goes to stdout: the host has waited for them. */
void device_show_prints(void);

/* A finding of the host's side, printed at once.  The strings are copied, and
 * cut at the lengths given. */
struct device_finding {
    enum { DEVICE_APICHECK, DEVICE_MEMCHECK } tool;
    bool warning;            /* else an error */
    struct call_site *site;  /* whose place it is; NULL: none */
    struct call_site *allocated, *freed; /* of the memory; or NULL */
    const char *title;       /* 319 bytes */
    const char *detail;      /* 399 bytes; NULL: none */
    const char *hint;        /* 319 bytes; NULL: none */
};
void device_tell(const struct device_finding *finding);
/* A finding for each allocation that lives, when leaks are checked. */
void device_tell_leaks(void);
/* The program ends: what is left to tell is told, and if `leaks` also what
 * lives.  The exit status it should have because of errors that were found; 0:
 * its own. */
int device_end(bool leaks);

#endif
