/*
 * builtins_heap.c - malloc and free of device code.
 */
#include "builtins.h"
#include "names.h"
#include "memory/memory.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Takes room that is there: a thread that asks for too much must not make
 * another's fail meanwhile. */
static bool take_heap(uint64_t size)
{
    size_t used = used_heap;
    do {
        if (size > most_heap || used > most_heap - size)
            return false;
    } while (!atomic_compare_exchange_weak(&used_heap, &used, used + size));
    return true;
}

static void give_heap_back(uint64_t size)
{
    atomic_fetch_sub(&used_heap, size);
}

void heap_reset(void)
{
    used_heap = 0;
}

static _Atomic bool any_made; /* by this launch */

static struct heap_call *heap_call_of(const struct builtin_call *call)
{
    struct heap_call *heap_call = malloc(sizeof *heap_call);
    if (heap_call)
        *heap_call = (struct heap_call){.ptx = call->kernel->ptx,
                                        .loc = call->loc,
                                        .kernel = call->kernel->pretty,
                                        .block = call->block,
                                        .thread = call->thread};
    return heap_call;
}

static void note_launch(struct allocation *al, void *launch)
{
    struct heap_call *made = al->made;
    if (made && !made->launch)
        made->launch = launch;
}

void heap_end_launch(void)
{
    if (any_made)
        memory_each(note_launch, call_here());
    any_made = false;
}

/* void *malloc(size_t size): NULL when the heap is exhausted. */
bool builtin_malloc(struct builtin_call *call)
{
    uint64_t size, address = 0;
    if (!builtin_argument(call, 0, &size, sizeof size))
        return false;
    if (take_heap(size)) {
        address = memory_allocate(size, MEMORY_HEAP, NULL);
        if (!address)
            give_heap_back(size);
        else
            memory_find(address)->made = heap_call_of(call);
        any_made = true;
    }
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
    if (twice)
        finding_was_freed(&f, memory_nearest(address));
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
    struct allocation *found = memory_find(address);
    bool ours = found && found->kind == MEMORY_HEAP;
    uint64_t size = ours ? found->size : 0;
    enum memory_free_status status = FREE_NOT_ALLOCATED;
    if (ours || !found)
        status = memory_free(address);
    if (status == FREE_OK) {
        give_heap_back(size);
        found->unmade = heap_call_of(call);
        return true;
    }
    diagnose_free(call, address, status == FREE_TWICE);
    builtin_fail(call, LAUNCH_BAD_ADDRESS);
    return false;
}
