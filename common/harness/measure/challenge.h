/*
 * challenge.h - the time of an open exercise, and its medal.
 *
 * A GPU measures it where one is used and its times are recorded
 * (plots/recorded/medals_ID.csv); otherwise it is modelled, from a run on the
 * emulated device, for the GPU that was asked for.  Only of an exercise that
 * is right; the output of the run that is timed is checked again.  A launcher
 * that allocates or copies has no modelled time, and so neither medal nor
 * place: the model adds up kernels.
 */
#ifndef CHALLENGE_H
#define CHALLENGE_H

#include "grade/results.h"
#include "run/session.h"

/* Fills result->medal; of what is no challenge nothing. */
void challenge_judge(struct session *session, const struct lab *lab,
                     struct exercise_result *result);

#endif
