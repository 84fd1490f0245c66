/* gpu.c - profiles of GPUs, by name. */
#include "gpu.h"

#include "larger.h"
#include "limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gpu *find(const char *id, size_t n)
{
    for (size_t i = 0; i < gpu_count; i++)
        if (!strncmp(all_gpus[i].id, id, n) && !all_gpus[i].id[n])
            return &all_gpus[i];
    return NULL;
}

/* One part at a time: who asks for the next one is done with it. */
static const struct gpu *part_of(const struct gpu *whole, const char *id,
                                 const char *count)
{
    static struct gpu part;
    static char name[24];
    char *end;
    long n = strtol(count, &end, 10);
    if (!whole || *end || n < 1 || n > (long)whole->multiprocessors ||
        strlen(id) >= sizeof name)
        return NULL;
    part = *whole;
    part.multiprocessors = (unsigned)n;
    part.id = strcpy(name, id);
    return &part;
}

const struct gpu *gpu_find(const char *id)
{
    size_t n = strcspn(id, "/");
    const struct gpu *whole = find(id, n);
    return id[n] ? part_of(whole, id, id + n + 1) : whole;
}

unsigned gpu_blocks(const struct gpu *gpu, unsigned threads, uint64_t shared)
{
    if (!threads || threads > MAX_BLOCK_THREADS ||
        shared > gpu->block_shared_optin)
        return 0;
    uint64_t warps = (threads + WARP_SIZE - 1) / WARP_SIZE;
    uint64_t by_threads = gpu->threads / WARP_SIZE / warps;
    uint64_t by_shared =
        gpu->shared_bytes / (shared + gpu->block_shared_reserved);
    return (unsigned)smaller(gpu->blocks, smaller(by_threads, by_shared));
}

const struct gpu *gpu_default(void)
{
    return gpu_find("h200");
}

void gpu_known(char *text, size_t n)
{
    size_t used = (size_t)snprintf(text, n, "known:");
    for (size_t i = 0; i < gpu_count && used < n; i++)
        used += (size_t)snprintf(text + used, n - used, "%s %s", i ? "," : "",
                                 all_gpus[i].id);
}
