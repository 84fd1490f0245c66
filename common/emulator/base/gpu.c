/* gpu.c - profiles of GPUs, by name. */
#include "gpu.h"

#include <stdio.h>
#include <string.h>

const struct gpu *gpu_find(const char *id)
{
    for (size_t i = 0; i < gpu_count; i++)
        if (!strcmp(all_gpus[i].id, id))
            return &all_gpus[i];
    return NULL;
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
