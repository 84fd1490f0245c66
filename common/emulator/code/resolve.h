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
    struct symbol *symbols; /* .global and .const, sorted by name */
    uint32_t symbol_count;
    uint32_t const_bytes;
};

/* Index in ptx->funcs, or NO_SLOT. */
uint32_t module_func_index(const struct module *module, const char *name);

/* Decodes one function into the program; false with error set. */
bool resolve_function(struct module *module, struct program *program,
                      uint32_t index, struct ptx_error *error);

/* Marks the instructions that others than the one before may lead to, and
 * those behind a branch; starts is all false. */
void flow_starts(const struct code *code, bool *starts);
/* Fills in the join of every branch.  False: out of memory. */
bool flow_joins(struct code *code);
/* What stores of the code may reach; sources[slot / 64] holds what is known
 * of a slot beforehand (addresses of variables). */
void flow_stores(struct code *code, uint64_t *sources);

/* Fills in code->waits.  False: out of memory. */
bool chain_waits(struct code *code, struct arena *arena);

#endif
