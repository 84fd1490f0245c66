/* walk_print.h - steps of a warp, on a terminal. */
#ifndef WALK_PRINT_H
#define WALK_PRINT_H

#include "grade/trail.h"

struct walked {
    const struct trail *trail;
    const struct difference *difference;
    const char *source;       /* the file that was compiled */
    bool color;
};

void walk_print(const struct walked *walked);

#endif
