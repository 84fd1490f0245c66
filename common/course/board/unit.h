/*
 * unit.h - what a GPU takes to make the launches of a submission again.
 *
 *   OUT/board/LAB-DIGEST/EXERCISE.json        what the grader found
 *   OUT/board/LAB-DIGEST/student.o, or .ptx   device code, as it was compiled
 *   OUT/board/LAB-DIGEST/EXERCISE/SIZE.recording
 *
 * Idea: made once for each student.cu, in a room (grade/room.h), by prepare.sh;
 * there whole or not at all.  Nothing of it runs on the host.
 */
#ifndef UNIT_H
#define UNIT_H

#include "board.h"

struct unit_order {
    const char *box;         /* word for BOX= */
    const char *exercises;   /* of the lab, with blanks between */
    const char *exercise;    /* without which it is made anew */
    bool recorded;           /* code and recordings, not findings alone */
};
/* False, told, if it cannot be made. */
bool unit_prepare(const struct class *class, const struct board_entry *entry,
                  const struct unit_order *order);

#endif
