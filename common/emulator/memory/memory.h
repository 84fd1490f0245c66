/*
 * memory.h - the device's memory.
 *
 * "Generic address" is a PTX generic address, which for global memory is what
 * cudaMalloc returns.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include "base/dims.h"
#include "ptx/ptx.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memory_kind {
    MEMORY_DEVICE,  /* cudaMalloc: host may not touch it (SIGSEGV) */
    MEMORY_PINNED,  /* cudaMallocHost, mapped: same address on both sides */
    MEMORY_MANAGED, /* cudaMallocManaged: same address on both sides */
    MEMORY_SYMBOL,  /* __device__ and __constant__ variables */
    MEMORY_HEAP,    /* device-side malloc */
    MEMORY_REGISTERED,/* the program's own, while cudaHostRegister has it */
    MEMORY_ARRAY,   /* a CUDA array: kernels reach it through objects alone */
    MEMORY_OBJECT   /* a texture or surface object: a struct image */
};

/* Does the host see it as well?  Then, unless it is the program's own, its
 * pages hold nothing else. */
static inline bool is_visible(enum memory_kind kind)
{
    return kind == MEMORY_PINNED || kind == MEMORY_MANAGED ||
           kind == MEMORY_REGISTERED;
}
enum { PAGE = 4096 };

/* A malloc or a free in a kernel. */
struct heap_call {
    const struct ptx_module *ptx; /* what loc is of */
    struct ptx_loc loc;
    const char *kernel;           /* demangled */
    struct dims block, thread;
    struct call_site *launch;     /* of the kernel; NULL: not known */
};

struct allocation {
    uint64_t address;      /* generic */
    uint64_t size;         /* bytes, as asked for */
    uint8_t *host;         /* backing store of address; another's once freed */
    enum memory_kind kind;
    _Atomic bool freed;    /* kept as a tombstone: addresses are not reused */
    bool read_only;        /* .const */
    uint32_t id;           /* counts allocations, from 1 */
    uint32_t watched;      /* number of the launch that may write to it */
    const char *name;      /* variable, or NULL: "allocation #id" */
    struct call_site *allocated_at, *freed_at; /* caller.h; or NULL */
    _Atomic(struct heap_call *) made, unmade; /* by a kernel; or NULL */
    struct shadow *shadow; /* which bytes were written (shadow.h) */
    struct race_cells *cells; /* who touched them (race.h); NULL: not yet */
    struct allocation *next_doomed; /* freed while held */
    bool followed;         /* who touches which bytes is kept (uses.h): */
    _Atomic(struct use *) use; /* by the work in progress; NULL: not yet */
    struct use *uses;      /* by what came before it, the latest first */
    struct allocation *next_used; /* by the work in progress */
    bool spied;            /* somebody asks who wrote to a byte (schedule.h) */
    bool guarded;          /* the host cannot touch it (device/guard.c) */
    uint32_t noticed;      /* how often memory_notice_host looked at it */
};

/* 0 when device memory is exhausted; 1024-byte aligned; size 0 counts as 1. */
uint64_t memory_allocate(size_t size, enum memory_kind kind,
                         const char *name);
/* Of the device, for who writes all of it next: it has no contents yet. */
uint64_t memory_allocate_bare(size_t size);
enum memory_free_status { FREE_OK, FREE_NOT_ALLOCATED, FREE_TWICE };
enum memory_free_status memory_free(uint64_t address);
/* What was allocated for the device and freed is there again, at the same
 * address and with contents of its own; false: it is not free, or no memory. */
bool memory_revive(uint64_t address);
/* The host's own bytes from start on, which kernels may then use; false: no
 * memory for it.  They lie at `bytes`: there itself, or a copy of them.
 * Unregistered, they are the host's alone again. */
bool memory_register(uint64_t start, void *bytes, size_t size);
void memory_unregister(uint64_t start);
/* The addresses of what the host cannot touch, and of what it can.  False: no
 * address space is left. */
struct memory_space {
    uint64_t start, size;
};
bool memory_spaces(struct memory_space *device, struct memory_space *visible);
/* While held, what is freed keeps its bytes and its shadow: another thread may
 * be in the midst of an access to it. */
void memory_hold(bool held);
/* The live allocation that contains address, or NULL. */
struct allocation *memory_find(uint64_t address);
/* In the device's range of addresses, which the host cannot touch. */
bool memory_reserved(uint64_t address);
/* Also tombstones, and the nearest below address when none contains it. */
struct allocation *memory_nearest(uint64_t address);
/* The same, also up to `reach` bytes before all of them. */
struct allocation *memory_reachable(uint64_t address, uint64_t reach);
/* The live allocation from which an index of 32 bits leads to address because
 * it overflowed: an int too large, an unsigned one below 0.  width: bytes of
 * an element, or of a part of one.  NULL: that is not what happened. */
struct allocation *memory_wrapped(uint64_t address, unsigned width);
void memory_info(size_t *free_bytes, size_t *total_bytes);
/* Calls visit for each live allocation (leakcheck), in order of id. */
void memory_each(void (*visit)(struct allocation *, void *), void *arg);
/* The highest of these numbers so far; later ones are higher. */
uint32_t memory_newest(void);
/* The same for those that the host sees as well. */
void memory_each_visible(void (*visit)(struct allocation *, void *), void *arg);

/* From now on, managed memory counts as never written until the device writes
 * it, or the host is noticed to have touched its page, which may have been to
 * write it.  For programs whose host's side is this process. */
void memory_follow_host(void);
/* A kernel is about to run: which pages has the host touched? */
void memory_notice_host(void);

/* racecheck follows this allocation in the launch of that number.  False:
 * out of memory; the launch then goes on without. */
bool memory_watch(struct allocation *allocation, uint32_t launch);

/* Copies between host memory and the device's, marking what was written.
 * False, with *bad set to the first bad address and nothing copied, when the
 * range is not inside one live allocation. */
bool memory_write(uint64_t dst, const void *src, size_t n, uint64_t *bad);
bool memory_read(void *dst, uint64_t src, size_t n, uint64_t *bad);
bool memory_copy(uint64_t dst, uint64_t src, size_t n, uint64_t *bad);
bool memory_fill(uint64_t dst, int byte, size_t n, uint64_t *bad);

#endif
