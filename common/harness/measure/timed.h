/*
 * timed.h - runs of a launcher that have to come to a right result, and the
 * times that a GPU takes for them.
 *
 * Times are taken again where the GPU was not at its full clock, or not ours
 * alone (steady.h); when it stays so, that is said.
 */
#ifndef TIMED_H
#define TIMED_H

#include "run/session.h"

enum { TIMED_MOST_MS = 300 }; /* as long as a time is not tight */

struct timed {
    struct run run;  /* of the last try; to be freed */
    bool steady;
    char note[120];  /* what to doubt; "": nothing */
};

/* Is what the problem's output holds right, as far as the bound tells? */
bool timed_output_right(const struct problem *problem);
/* One request, for the problem as it is set.  False: the run failed, or came to
 * a wrong result; it is to be freed either way. */
bool timed_run(const struct problem *problem, struct worker *worker,
               const struct request *request, struct run *run);
/* Times on the session's GPU, of its problem.  False as above. */
bool timed_measure(struct session *session, struct worker *worker,
                   enum cache cache, struct timed *timed);

#endif
