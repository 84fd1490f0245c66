/*
 * steps.h - what the warps of a run did, step by step, as the emulated device
 * has written it (emulator/machine/steps.h has the format).
 */
#ifndef RUN_STEPS_H
#define RUN_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"

enum { STEP_SOURCES = 3 };

struct step {
    uint32_t launch, block, warp;
    uint32_t line;              /* 0: not known */
    char kind[16];              /* "load", "barrier", "fma", ... */
    char array[96];             /* of an access; the kernel of a launch; of a
                                 * fault what is wrong */
    char type[8];               /* "f32" */
    bool shared, global;        /* where the access is */
    uint32_t allocation, start;
    unsigned bytes;             /* of a value */
    uint32_t passes, lanes;
    long offset[WARP_SIZE];    /* by lanes */
    double value[WARP_SIZE];
    uint32_t source[STEP_SOURCES][WARP_SIZE];
};

/* step[i] is number i + 1. */
struct steps {
    struct step *step;
    size_t count;
    bool cut;                   /* there were more */
};

/* False: there is no memory.  The text is cut up. */
bool steps_read(struct steps *steps, char *text);
void steps_free(struct steps *steps);

/* A value that a step brought about; 0: none. */
static inline const struct step *step_of(const struct steps *steps,
                                         uint32_t node)
{
    return &steps->step[node / WARP_SIZE - 1];
}
static inline unsigned lane_of(uint32_t node)
{
    return node % WARP_SIZE;
}

bool step_is(const struct step *step, const char *kind);
/* It reads, writes or updates memory. */
bool step_accesses(const struct step *step);
/* It writes or updates it. */
bool step_stores(const struct step *step);
/* The element that a lane accesses. */
size_t step_index(const struct step *step, unsigned lane);

#endif
