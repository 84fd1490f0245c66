/* names.h - what the student calls a kernel's parameters and arrays. */
#ifndef NAMES_H
#define NAMES_H

#include "launch.h"
#include "memory/memory.h"

/* What the student calls an allocation: the kernel's parameter that points
 * there, the variable, or, made in text, the number of the allocation. */
const char *launch_array_name(const struct launch *launch,
                              const struct allocation *al, char *text,
                              size_t n);
/* "_ZZ1kPfE4tile" -> "tile": a variable of a function, as its source has it;
 * what is not mangled so comes back as it is.  Made in text. */
const char *local_name(const char *mangled, char *text, size_t n);

#endif
