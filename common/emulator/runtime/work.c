/*
 * work.c - work that is kept: copied, held, let go.
 *
 * Source: CUDA C++ Programming Guide, "CUDA Graphs".
 */
#include "work.h"

#include <stdlib.h>
#include <string.h>

struct work *work_keep(const struct work *work)
{
    struct work *copy = malloc(work->kind->size);
    if (!copy)
        return NULL;
    memcpy(copy, work, work->kind->size);
    copy->holders = 1;
    if (!work->kind->clone || work->kind->clone(copy))
        return copy;
    free(copy);
    return NULL;
}

void work_hold(struct work *work)
{
    work->holders++;
}

void work_release(struct work *work)
{
    if (--work->holders)
        return;
    if (work->kind->clear)
        work->kind->clear(work);
    free(work);
}

bool work_may_wait(const struct work *work)
{
    (void)work;
    return true;
}
