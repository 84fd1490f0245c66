/* builtins.h - what the Runtime API needs of the functions kernels call. */
#ifndef BUILTINS_H
#define BUILTINS_H

#include "emulator.h"

/* ---- builtins_math.c ---------------------------------------------------- */

builtin_function *builtin_math_find(const char *name); /* __nv_*, or NULL */

/* ---- builtins_print.c --------------------------------------------------- */

builtin_function builtin_vprintf, builtin_assertfail;

/* Orders what the launch that ended has printed: by block, so that the text
 * is the same from run to run whatever the number of host threads. */
void print_end_launch(void);
/* Writes what was printed to stdout: the host has synchronised. */
void print_flush(void);
/* Bytes printed that no flush has shown. */
size_t print_pending(void);
size_t print_limit(void);
void print_set_limit(size_t bytes);

/* ---- builtins.c --------------------------------------------------------- */

/* An error at the call, by the thread that made it; title, detail and hint
 * are still to be filled in. */
struct finding finding_of_call(const struct builtin_call *call, enum tool tool);

/* What device-side malloc may hand out at a time, in bytes. */
size_t heap_limit(void);
void heap_set_limit(size_t bytes);

#endif
