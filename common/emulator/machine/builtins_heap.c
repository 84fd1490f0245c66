/*
 * builtins_heap.c - malloc and free of device code.
 */
#include "builtins.h"
#include "memory/memory.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

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
bool builtin_malloc(struct builtin_call *call)
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
    struct finding f = builtin_finding(call, MEMCHECK);
    snprintf(f.title, sizeof f.title, "free of %s",
             twice ? "memory that was freed before"
                   : "a pointer that malloc in a kernel did not return");
    snprintf(f.detail, sizeof f.detail, "the pointer is 0x%llx",
             (unsigned long long)address);
    diagnose(&f);
}

/* void free(void *pointer) */
bool builtin_free(struct builtin_call *call)
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
    builtin_fail(call, LAUNCH_BAD_ADDRESS);
    return false;
}
