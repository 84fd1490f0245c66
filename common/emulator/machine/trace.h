/* trace.h - which addresses a warp used. */
#ifndef TRACE_H
#define TRACE_H

#include "machine.h"

/* For a launch, if PTXRUN_TRACE asks; NULL otherwise. */
struct trace *trace_begin(const struct launch *launch);
/* One access of a block that is watched, also for steps.h. */
void trace_global(struct warp *warp, const struct insn *insn, uint32_t mask,
                  struct allocation *al, const uint64_t offset[WARP_SIZE],
                  uint32_t sectors);
void trace_shared(struct warp *warp, const struct insn *insn, uint32_t mask,
                  const uint32_t offset[WARP_SIZE]);
/* Writes the rows, and forgets them. */
void trace_end(const struct grid *grid);

#endif
