/*
 * runtime.h - the map of the Runtime API, and what every call of it needs.
 *
 * Each file calls those above it in this list alone, and the device
 * (device/device.h).
 *
 *   unread.c        calls that fail, and nobody looks
 *   errors.c        the lock, the last error, what a fault does  (this header)
 *   version.c       which libcudart the program asked for
 *   clock.c         the modelled clock
 *   register.c      fat binaries, kernels and variables of the program
 *   pointers.c      where pointers lead, and words for it
 *
 *   work.c          one thing that a stream is told, as a unit
 *   graph.c         graphs: work, and what comes after what
 *   handles.c       streams and events: which there are
 *   capture.c       streams that write down what they are told
 *   late.c          streams that do later what they are told
 *   stream.c        streams are told work, functions of the host among it
 *   event.c         events
 *
 *   pool.c          what memory pools lend
 *   alloc.c         memory allocated, freed, registered
 *   alloc_async.c   the same as work of streams
 *   copy.c fill.c   copies and fills; symbol.c: of variables
 *   symbol.c
 *   array.c         CUDA arrays
 *   array_copy.c    copies to and from them; box.c: of three dimensions
 *   box.c
 *   texture.c       texture and surface objects
 *   function.c      attributes and occupancy of kernels
 *   launch.c        launches
 *
 *   graph_exec.c    graphs that are run
 *   graph_node.c    what nodes do: calls that add and change them
 *   device.c        the device and its properties (device_prop.def)
 *   unsupported.c   calls that are refused by name
 *   crash.c         a word when the host touches device memory
 *   end.c           the end of the program
 *
 * One lock serialises the calls of all host threads.  Work is done when it is
 * submitted; a fault of a kernel is told at the next call that synchronises,
 * as on hardware, and then by every call.
 */
#ifndef RUNTIME_H
#define RUNTIME_H

#include "include/cuda_runtime_api.h"
#include "device/device.h"
#include "tell/caller.h"

/* Takes the lock; the error of a fault told before, or cudaSuccess.  In an
 * entry point itself, so that it knows who called. */
#define api_begin() api_enter(__func__, __builtin_return_address(0))
cudaError_t api_enter(const char *function, const void *return_address);
/* Remembers an error for cudaGetLastError, gives the lock back, returns it. */
cudaError_t api_end(cudaError_t error);
/* Is some thread between the two? */
bool api_inside(void);
/* The body of an entry point that does not synchronise. */
#define API(call)                                                           \
    do {                                                                    \
        cudaError_t error_ = api_begin();                                   \
        return api_end(error_ ? error_ : (call));                           \
    } while (0)
/* The same for what a device that is lost still answers. */
#define API_ALWAYS(call)                                                    \
    do {                                                                    \
        api_begin();                                                        \
        return api_end(call);                                               \
    } while (0)

/* Waits for the device: shows what kernels printed, tells their fault. */
cudaError_t api_synchronize(void);
/* A kernel failed; work submitted from now on is not done. */
void api_fault(cudaError_t error);
bool api_faulted(void);
/* cudaDeviceReset: after a fault the device is lost to this process. */
void api_reset(void);

/* Short text made like printf makes it. */
struct text {
    char chars[400];
};
struct text api_text(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* A finding about the call in progress, at its place. */
void api_tell(struct device_finding finding);
/* An APICHECK error; detail and hint may be "". */
void api_finding(const char *title, const char *detail, const char *hint);

#endif
