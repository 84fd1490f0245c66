/* module.h - modules and their kernels. */
#ifndef MODULE_H
#define MODULE_H

#include "ptx/ptx.h"

struct module; /* one registered fat binary: code and variables */

/* One kernel (.entry).  Read-only for everybody but resolve.c. */
struct kernel {
    const char *name;        /* mangled, as registered */
    const char *pretty;      /* demangled, without parameter list */
    uint32_t param_count;
    struct kernel_param {
        uint32_t offset, size; /* bytes, in the parameter buffer */
    } *params;
    uint32_t param_bytes;
    uint32_t static_shared;  /* bytes */
    uint32_t max_threads;    /* .maxntid, or MAX_BLOCK_THREADS */
    uint32_t local_bytes;    /* per thread, the entry's own frame */
    uint32_t register_count; /* 32-bit registers a thread declares in PTX */
    uint32_t const_bytes;    /* of the module */
    uint32_t target;         /* of the module: 75 of sm_75 */
    struct program *program; /* code.h; NULL: it could not be resolved */
    bool no_memory;          /* program is NULL for want of memory alone */
    struct module *module;
    const struct ptx_module *ptx; /* whose files its places name */
    struct param_names {
        char **names;        /* NULL: names.c has not looked them up yet */
    } *param_names;
    struct ptx_loc loc;
};

/* NULL with error set if the text is wrong or uses what is not supported
 * ("tex.2d is not supported").  Variables are allocated and initialised. */
struct module *module_load(const char *ptx, struct ptx_error *error);
void module_unload(struct module *module);
const struct kernel *module_kernel(const struct module *module,
                                   const char *name);
/* A .global or .const variable: address and size in bytes; false if none. */
bool module_symbol(const struct module *module, const char *name,
                   uint64_t *address, uint64_t *size);

#endif
