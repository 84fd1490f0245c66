/*
 * version.c - which libcudart the program asked for.
 *
 * One library answers to the names of CUDA 11, 12 and 13, and a few calls have
 * other parameters in each: they ask here.
 * Guarantee: the answer is found once, whoever asks first.
 */
#include "version.h"

#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

static int major;

static int note_version(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size;
    const char *name = strstr(info->dlpi_name, "libcudart.so.");
    for (int i = 0; name && i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD &&
            (uintptr_t)&note_version - start < p->p_memsz)
            *(int *)arg = atoi(name + strlen("libcudart.so."));
    }
    return 0;
}

/* From the name under which this library was loaded. */
static void find_version(void)
{
    int found = 0;
    dl_iterate_phdr(note_version, &found);
    major = found ? found : 13;
}

int version_major(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_version);
    return major;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (!version)
        API(cudaErrorInvalidValue);
    *version = version_major() == 11   ? 11080
               : version_major() == 12 ? 12080
                                       : 13000;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    if (!version)
        API(cudaErrorInvalidValue);
    *version = 13000;
    return cudaSuccess;
}
