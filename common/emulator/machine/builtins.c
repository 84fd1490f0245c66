/*
 * builtins.c - functions that PTX code calls and does not define.
 *
 * vprintf and __assertfail stand in builtins_print.c, mathematics in
 * builtins_math.c; here are malloc and free of device code, and the table.
 */
#include "builtins.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

struct finding finding_of_call(const struct builtin_call *call, enum tool tool)
{
    return (struct finding){.tool = tool,
                            .severity = FINDING_ERROR,
                            .module = call->kernel->module,
                            .loc = call->loc,
                            .kernel = call->kernel->pretty,
                            .block = call->block,
                            .thread = call->thread,
                            .lanes = 1};
}

/* ---- arguments and results ---------------------------------------------- */

static bool refuse_declaration(struct builtin_call *call, size_t n)
{
    struct finding f = finding_of_call(call, APICHECK);
    snprintf(f.title, sizeof f.title,
             "a function of CUDA's is declared otherwise than CUDA has it");
    snprintf(f.detail, sizeof f.detail,
             "an argument or result of %zu bytes is missing or of another size",
             n);
    diagnose(&f);
    launch_fail(call, LAUNCH_UNSUPPORTED);
    return false;
}

bool builtin_argument(struct builtin_call *call, unsigned i, void *value,
                      size_t n)
{
    if (i >= call->arg_count || call->arg_bytes[i] != n)
        return refuse_declaration(call, n);
    memcpy(value, call->args[i], n);
    return true;
}

bool builtin_result(struct builtin_call *call, const void *value, size_t n)
{
    if (!call->result)
        return true;
    if (call->result_bytes != n)
        return refuse_declaration(call, n);
    memcpy(call->result, value, n);
    return true;
}

/* ---- malloc and free in kernels ----------------------------------------- */

/* CUDA's heap of device code has 8 MiB unless the host asks for more. */
static _Atomic size_t most_heap = 8u << 20;
static _Atomic size_t used_heap;

size_t heap_limit(void)
{
    return most_heap;
}

void heap_set_limit(size_t bytes)
{
    most_heap = bytes;
}

/* void *malloc(size_t size): NULL when the heap is exhausted. */
static bool builtin_malloc(struct builtin_call *call)
{
    uint64_t size, address = 0;
    if (!builtin_argument(call, 0, &size, sizeof size))
        return false;
    bool fits = size <= most_heap &&
                atomic_fetch_add(&used_heap, size) <= most_heap - size;
    if (fits)
        address = memory_allocate(size, MEMORY_HEAP, NULL);
    if (!address && size <= most_heap)
        atomic_fetch_sub(&used_heap, size);
    return builtin_result(call, &address, sizeof address);
}

static void diagnose_free(const struct builtin_call *call, uint64_t address,
                          bool twice)
{
    struct finding f = finding_of_call(call, MEMCHECK);
    snprintf(f.title, sizeof f.title, "free of %s",
             twice ? "memory that was freed before"
                   : "a pointer that malloc in a kernel did not return");
    snprintf(f.detail, sizeof f.detail, "the pointer is 0x%llx",
             (unsigned long long)address);
    diagnose(&f);
}

/* void free(void *pointer) */
static bool builtin_free(struct builtin_call *call)
{
    uint64_t address;
    if (!builtin_argument(call, 0, &address, sizeof address))
        return false;
    if (!address)
        return true;
    const struct allocation *found = memory_find(address);
    bool ours = found && found->kind == MEMORY_HEAP;
    uint64_t size = ours ? found->size : 0;
    enum memory_free_status status = FREE_NOT_ALLOCATED;
    if (ours || !found)
        status = memory_free(address);
    if (status == FREE_OK) {
        atomic_fetch_sub(&used_heap, size);
        return true;
    }
    diagnose_free(call, address, status == FREE_TWICE);
    launch_fail(call, LAUNCH_BAD_ADDRESS);
    return false;
}

/* ---- the table ---------------------------------------------------------- */

builtin_function *builtin_find(const char *name)
{
    static const struct {
        const char *name;
        builtin_function *function;
    } table[] = {
        {"vprintf", builtin_vprintf},
        {"__assertfail", builtin_assertfail},
        {"malloc", builtin_malloc},
        {"free", builtin_free},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(name, table[i].name))
            return table[i].function;
    return builtin_math_find(name);
}
