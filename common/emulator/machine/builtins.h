/*
 * builtins.h - the functions that kernels call and CUDA defines.
 *
 *   builtin_call.c   arguments, results, findings at a call
 *   builtins_heap.c  malloc and free
 *   builtins_print.c printf and assert
 *   builtins_math.c  the mathematical library
 */
#ifndef BUILTINS_H
#define BUILTINS_H

#include "code/code.h"
#include "launch.h"
#include "tell/finding.h"

struct builtin_call {
    struct warp *warp;     /* machine.h */
    unsigned lane;
    void *result;          /* or NULL */
    uint32_t result_bytes;
    const void *args[8];   /* each points at that parameter's bytes */
    uint32_t arg_bytes[8];
    unsigned arg_count;
    struct dims block, thread; /* whose call it is */
    struct ptx_loc loc;
    const struct kernel *kernel;
};
/* False ends the launch with the status stored in call->warp. */
typedef bool builtin_function(struct builtin_call *call);

#define BUILTIN(id, name) builtin_function builtin_##id;
#include "code/builtins.def"

/* ---- builtin_call.c ----------------------------------------------------- */

/* An error at the call, by the thread that made it; title, detail and hint
 * are still to be filled in. */
struct finding builtin_finding(const struct builtin_call *call,
                               enum tool tool);
/* The value of argument i, and the result; false, told, and the
 * launch ends, if the PTX declares them otherwise than CUDA does. */
bool builtin_argument(struct builtin_call *call, unsigned i, void *value,
                      size_t n);
bool builtin_result(struct builtin_call *call, const void *value, size_t n);
/* Ends the launch after this instruction. */
void builtin_fail(struct builtin_call *call, enum launch_status status);

/* ---- access_generic.c -------------------------------------------------- */

/* n bytes at a generic address as this lane sees it (global, local, shared,
 * const), or NULL, told, and the launch ends, if they are not its to read or
 * write. */
void *lane_memory(struct builtin_call *call, uint64_t address, size_t n,
                  bool write);

/* ---- builtins_print.c --------------------------------------------------- */

/* Orders what the launch that ended has printed: by block, so that the text
 * is the same from run to run whatever the number of host threads. */
void print_end_launch(void);
/* Forgets that text instead. */
void print_forget_launch(void);
/* Writes what was printed to stdout: the host has synchronised. */
void print_flush(void);
/* Bytes printed that no flush has shown. */
size_t print_pending(void);
size_t print_limit(void);
void print_set_limit(size_t bytes);

/* ---- builtins_heap.c ---------------------------------------------------- */

/* What device-side malloc may hand out at a time, in bytes. */
size_t heap_limit(void);
void heap_set_limit(size_t bytes);
/* What a launch left there came of it: the call in progress. */
void heap_end_launch(void);
/* All of it is there again: what was handed out has been freed. */
void heap_reset(void);

#endif
