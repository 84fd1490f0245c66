/* names.h - what the student calls parameters, arrays and instructions. */
#ifndef NAMES_H
#define NAMES_H

#include "code/code.h"
#include "launch.h"
#include "memory/memory.h"
#include "tell/finding.h"

/* What the student calls an allocation: the kernel's parameter that points
 * there, the variable, or, made in text, the number of the allocation. */
const char *launch_array_name(const struct launch *launch,
                              const struct allocation *al, char *text,
                              size_t n);
/* The same where no kernel is asked. */
const char *allocation_name(const struct allocation *al, char *text, size_t n);
/* What CUDA C calls what is done together, and the atomics: shfl.sync.down is
 * "__shfl_down_sync", bar.sync "__syncthreads", atom.add "atomicAdd"; the
 * opcode as written where there is no such name. */
const char *call_name(const struct insn_detail *detail);
/* "_ZZ1kPfE4tile" -> "tile": a variable of a function, as its source has it;
 * what is not mangled so comes back as it is.  Made in text. */
const char *local_name(const char *mangled, char *text, size_t n);
/* The other side of the finding is where a kernel freed that, if one did. */
void finding_was_freed(struct finding *finding, const struct allocation *al);

#endif
