/*
 * ahead.h - how many loads of a region are on their way at once.
 */
#ifndef AHEAD_H
#define AHEAD_H

#include "timing/region.h"

/* Loads in front of the first step that reads what one of them loaded. */
static inline unsigned loads_ahead(const struct region *region)
{
    bool loaded[REGION_ENTRIES] = {false};
    unsigned loads = 0;
    for (uint32_t i = 0; i < region->count; i++) {
        const struct step *step = &region->steps[i];
        for (unsigned k = 0; k < step->read_count; k++)
            if (loaded[step->reads[k]])
                return loads;
        loads += step->kind == STEP_LOAD && !step->joined;
        for (unsigned k = 0; k < step->write_count; k++)
            loaded[step->writes[k]] = step->kind == STEP_LOAD;
    }
    return loads;
}

#endif
