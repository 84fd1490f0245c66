/*
 * pool.c - memory pools: what cudaMallocAsync (alloc_async.c) takes from them.
 *
 * A pool counts what it lends.  Memory is the device's again as soon as it is
 * freed, so a pool keeps nothing; what it calls reserved is what it would have
 * kept: whole steps, and after a free no more than its threshold.
 * Source: CUDA Runtime API reference, "Stream Ordered Memory Allocator".
 */
#include <stdlib.h>

#include "base/larger.h"
#include "pool.h"

struct CUmemPoolHandle_st {
    int reuses[3]; /* that the program allows; all allocations are fresh */
    uint64_t threshold, used, used_high, reserved, reserved_high;
    struct CUmemPoolHandle_st *next;
};

/* What was lent and not given back. */
struct loan {
    const void *pointer;
    uint64_t bytes;
    struct CUmemPoolHandle_st *pool;
    struct loan *next;
};

static struct CUmemPoolHandle_st default_pool = {.reuses = {1, 1, 1}},
                                 graph_pool;
static struct CUmemPoolHandle_st *pools = &default_pool,
                                 *current = &default_pool;
static struct loan *loans;

bool pool_exists(cudaMemPool_t pool)
{
    const struct CUmemPoolHandle_st *p = pools;
    while (p && p != pool)
        p = p->next;
    return p != NULL;
}

cudaMemPool_t pool_current(void)
{
    return current;
}

/* ---- loans -------------------------------------------------------------- */

static uint64_t whole_steps(uint64_t bytes)
{
    const uint64_t step = 32ull << 20;
    return (bytes + step - 1) / step * step;
}

void pool_lend(cudaMemPool_t pool, const void *pointer, uint64_t bytes)
{
    struct loan *loan = malloc(sizeof *loan);
    if (!loan)
        return; /* not counted, but there */
    *loan = (struct loan){pointer, bytes, pool, loans};
    loans = loan;
    pool->used += bytes;
    pool->used_high = larger(pool->used_high, pool->used);
    pool->reserved = larger(pool->reserved, whole_steps(pool->used));
    pool->reserved_high = larger(pool->reserved_high, pool->reserved);
}

static void keep_at_most(struct CUmemPoolHandle_st *pool, uint64_t bytes)
{
    uint64_t least = whole_steps(larger(pool->used, bytes));
    pool->reserved = pool->reserved < least ? pool->reserved : least;
}

void pool_lend_to_graph(const void *pointer, uint64_t bytes)
{
    pool_lend(&graph_pool, pointer, bytes);
}

void pool_take_back(const void *pointer)
{
    for (struct loan **l = &loans; *l; l = &(*l)->next)
        if ((*l)->pointer == pointer) {
            struct loan *gone = *l;
            *l = gone->next;
            gone->pool->used -= gone->bytes;
            if (gone->pool != &graph_pool)
                keep_at_most(gone->pool, gone->pool->threshold);
            free(gone);
            return;
        }
}

/* ---- pools -------------------------------------------------------------- */

static cudaError_t create_pool(cudaMemPool_t *pool,
                               const struct cudaMemPoolProps *props)
{
    if (!pool || !props || props->allocType != cudaMemAllocationTypePinned ||
        props->location.type != cudaMemLocationTypeDevice)
        return cudaErrorInvalidValue;
    if (props->location.id)
        return cudaErrorInvalidDevice;
    if (props->handleTypes != cudaMemHandleTypeNone)
        return cudaErrorNotSupported;
    struct CUmemPoolHandle_st *p = calloc(1, sizeof *p);
    if (!p)
        return cudaErrorMemoryAllocation;
    *p = (struct CUmemPoolHandle_st){.reuses = {1, 1, 1}, .next = pools};
    pools = p;
    *pool = p;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool,
                              const struct cudaMemPoolProps *props)
{
    API(create_pool(pool, props));
}

/* What it lent goes on to be used, and is counted nowhere. */
static cudaError_t destroy_pool(cudaMemPool_t pool)
{
    if (!pool_exists(pool) || pool == &default_pool)
        return cudaErrorInvalidValue;
    for (struct loan **l = &loans; *l;) {
        struct loan *loan = *l;
        if (loan->pool == pool) {
            *l = loan->next;
            free(loan);
        } else {
            l = &loan->next;
        }
    }
    struct CUmemPoolHandle_st **p = &pools;
    while (*p != pool)
        p = &(*p)->next;
    *p = pool->next;
    if (current == pool)
        current = &default_pool;
    free(pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    API(destroy_pool(pool));
}

static cudaError_t get_pool(cudaMemPool_t *pool, int device,
                            cudaMemPool_t which)
{
    if (!pool)
        return cudaErrorInvalidValue;
    if (device)
        return cudaErrorInvalidDevice;
    *pool = which;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    API(get_pool(pool, device, &default_pool));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    API(get_pool(pool, device, current));
}

static cudaError_t set_pool(int device, cudaMemPool_t pool)
{
    if (device)
        return cudaErrorInvalidDevice;
    if (!pool_exists(pool))
        return cudaErrorInvalidValue;
    current = pool;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    API(set_pool(device, pool));
}

static cudaError_t trim(cudaMemPool_t pool, size_t bytes)
{
    if (!pool_exists(pool))
        return cudaErrorInvalidValue;
    keep_at_most(pool, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
    API(trim(pool, bytes));
}

/* ---- attributes --------------------------------------------------------- */

/* The number behind an attribute of 64 bits; NULL: it is none. */
static uint64_t *attribute_number(struct CUmemPoolHandle_st *pool,
                                  enum cudaMemPoolAttr attribute)
{
    switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold: return &pool->threshold;
    case cudaMemPoolAttrReservedMemCurrent: return &pool->reserved;
    case cudaMemPoolAttrReservedMemHigh: return &pool->reserved_high;
    case cudaMemPoolAttrUsedMemCurrent: return &pool->used;
    case cudaMemPoolAttrUsedMemHigh: return &pool->used_high;
    default: return NULL;
    }
}

static bool is_reuse(enum cudaMemPoolAttr attribute)
{
    return attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

static cudaError_t get_attribute(cudaMemPool_t pool,
                                 enum cudaMemPoolAttr attribute, void *value)
{
    if (!pool_exists(pool) || !value)
        return cudaErrorInvalidValue;
    const uint64_t *number = attribute_number(pool, attribute);
    if (is_reuse(attribute))
        *(int *)value = pool->reuses[attribute - 1];
    else if (number)
        *(uint64_t *)value = *number;
    return is_reuse(attribute) || number ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool,
                                    enum cudaMemPoolAttr attribute, void *value)
{
    API(get_attribute(pool, attribute, value));
}

/* The highest values can only be set back. */
static cudaError_t set_high(uint64_t *high, uint64_t now, uint64_t value)
{
    if (value)
        return cudaErrorInvalidValue;
    *high = now;
    return cudaSuccess;
}

static cudaError_t set_pool_attribute(cudaMemPool_t pool,
                                      enum cudaMemPoolAttr attribute,
                                      const void *value)
{
    if (!pool_exists(pool) || !value)
        return cudaErrorInvalidValue;
    if (is_reuse(attribute)) {
        pool->reuses[attribute - 1] = *(const int *)value != 0;
        return cudaSuccess;
    }
    switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
        pool->threshold = *(const uint64_t *)value;
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
        return set_high(&pool->reserved_high, pool->reserved,
                        *(const uint64_t *)value);
    case cudaMemPoolAttrUsedMemHigh:
        return set_high(&pool->used_high, pool->used, *(const uint64_t *)value);
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool,
                                    enum cudaMemPoolAttr attribute, void *value)
{
    API(set_pool_attribute(pool, attribute, value));
}

/* ---- what graphs allocated ---------------------------------------------- */

static cudaError_t graph_attribute(int device,
                                   enum cudaGraphMemAttributeType attribute,
                                   void *value)
{
    const uint64_t numbers[] = {graph_pool.used, graph_pool.used_high,
                                graph_pool.reserved, graph_pool.reserved_high};
    if (device)
        return cudaErrorInvalidDevice;
    if (!value || (unsigned)attribute > cudaGraphMemAttrReservedMemHigh)
        return cudaErrorInvalidValue;
    *(uint64_t *)value = numbers[attribute];
    return cudaSuccess;
}

cudaError_t cudaDeviceGetGraphMemAttribute(
    int device, enum cudaGraphMemAttributeType attribute, void *value)
{
    API(graph_attribute(device, attribute, value));
}

static cudaError_t trim_graphs(int device)
{
    keep_at_most(&graph_pool, 0);
    return device ? cudaErrorInvalidDevice : cudaSuccess;
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    API(trim_graphs(device));
}
