/* resolve.h - between module.c, resolve.c and flow.c. */
#ifndef RESOLVE_H
#define RESOLVE_H

#include "base/arena.h"
#include "code.h"

/* A variable with a place: its address in its own state space. */
struct symbol {
    const char *name;
    enum ptx_space space;
    uint64_t address;  /* global, const: generic; shared, param: offset */
    uint64_t size;
};

struct module {
    struct ptx_module *ptx;
    struct arena *arena;
    struct kernel *kernels;
    uint32_t kernel_count;
    struct symbol *symbols; /* of ptx->vars; address 0: it has none here */
    uint32_t const_bytes;
};

/* Of a name as it stands in ptx: the .global or .const variable, or NULL. */
const struct symbol *symbol_find(const struct module *module,
                                 const char *name);
/* The function's index in ptx->funcs, or NO_SLOT. */
uint32_t module_func_index(const char *name);

/* The program needs a function of the module: there is a place for its code
 * now, and it is on the list of those to decode.  False: out of memory. */
bool program_want(struct program *program, struct arena *arena,
                  uint32_t index);
/* Decodes a function that is wanted; false with error set. */
bool resolve_function(struct module *module, struct program *program,
                      uint32_t index, struct ptx_error *error);

/* Marks the instructions that others than the one before may lead to, and
 * those behind a branch; starts is all false. */
void flow_starts(const struct code *code, bool *starts);
/* Numbers the basic blocks that begin so: first[block], block_of[instruction],
 * both also for what is behind the last.  Gives how many there are. */
uint32_t flow_blocks(const struct code *code, const bool *starts,
                     uint32_t *first, uint32_t *block_of);
/* Do lanes go on behind the instruction, or some of them? */
bool flow_goes_on(const struct insn *insn);
/* The branch at the end of the innermost loop around an instruction, the first
 * from there on that leads to it or in front of it; NO_SLOT: there is none. */
uint32_t flow_latch(const struct code *code, uint32_t at);
/* Fills in the join of every branch.  False: out of memory. */
bool flow_joins(struct code *code);
/* What stores of the code may reach; sources[slot / 64] holds what is known
 * of a slot beforehand (addresses of variables). */
void flow_stores(struct code *code, uint64_t *sources);

#endif
