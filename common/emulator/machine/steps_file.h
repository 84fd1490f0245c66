/* steps_file.h - a step, and the file it is written to (steps.h). */
#ifndef STEPS_FILE_H
#define STEPS_FILE_H

#include "machine.h"

enum { MOST_SOURCES = 3 };

/* What the lanes of a warp did at once. */
struct step {
    const struct insn_detail *detail;
    char kind[16];
    const struct allocation *al;      /* of an access; NULL: shared memory */
    bool accesses;                    /* has an array, and offsets */
    bool shuffles;                    /* has lanes that are read */
    const char *fault;                /* what is wrong; NULL: nothing */
    uint32_t start;                   /* of the array in shared memory */
    enum ptx_type type;
    uint32_t passes, lanes;
    unsigned sources;                 /* how many operands there may be */
    uint64_t offset[WARP_SIZE];
    double value[WARP_SIZE];
    uint32_t source[MOST_SOURCES][WARP_SIZE];
};

/* False: nobody asked, or it cannot be opened. */
bool steps_file_open(void);
void steps_file_flush(void);
/* The first step of a launch. */
void steps_file_launch(const struct grid *grid);
/* Writes it; its number, or 0 if there are too many. */
uint32_t steps_file_put(const struct warp *warp, const struct step *step);
/* No more steps are kept. */
bool steps_file_is_full(void);

#endif
