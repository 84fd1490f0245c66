/* places.h - from .loc directives to places in the user's source. */
#ifndef PLACES_H
#define PLACES_H

#include "ptx.h"

/* .loc FILE LINE COLUMN [, function_name F, inlined_at FILE LINE COLUMN] */
struct loc_directive {
    struct ptx_loc at;   /* as written; file 0: forget what came before */
    struct ptx_loc call; /* inlined_at; file 0: not given */
};

/* Makes every at a place of the user's source, or unknown (all zero).  False:
 * out of memory. */
bool places_resolve(struct loc_directive *places, uint32_t count,
                    const char *const *files, uint32_t file_count);

#endif
