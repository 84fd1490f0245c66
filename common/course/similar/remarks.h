/*
 * remarks.h - comments that two have and nobody else, and those that name
 * another student.
 *
 * Idea: who changes the names of another's variables forgets his comments.  A
 * comment is its letters, in small; one of the workbook, or a short one, says
 * nothing.
 */
#ifndef REMARKS_H
#define REMARKS_H

#include "class/class.h"
#include "people.h"

enum {
    REMARK_LEAST = 12,  /* letters, as bytes; a shorter one says nothing */
    REMARK_OWNERS = 3,  /* that may have it, so that it is a trace */
    REMARK_NAME = 6     /* of a name that is looked for */
};

/* What two have in common. */
struct remark {
    size_t one, other;  /* in people->list, one < other */
    const char *line;   /* as it stands with one of them, `length` bytes */
    size_t length;
    size_t letters;
    bool names;         /* it names the other of the two */
};

struct remarks {
    struct remark *list;
    size_t count;
};

/* False, told, if there is no memory; also then it has to be freed. */
bool remarks_find(struct remarks *remarks, const struct people *people,
                  const struct class *class);
void remarks_free(struct remarks *remarks);

#endif
