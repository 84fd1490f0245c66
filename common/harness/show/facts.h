/*
 * facts.h - results and profiles for learn/report.sh, which has the words.
 *
 * Rows of fields with tabs between them; the first names what the row is:
 *
 *   score     points, of, implementation, compiler, device, seed
 *   exercise  name, points, of, medal ("": none)
 *   check     name, points, of, 1 if it is met
 *
 *   kernel    exercise, kernel, size
 *   none      exercise: no kernel ran
 *   metric    exercise, metric of criteria.h, value, ideal ("": is none)
 *   worst     exercise, line, kind, array, "global" or "shared", each, ideal
 *   time      exercise, GPU, us, low, high, bound
 *   predicted exercise, key (question_key), value, counted ("": nothing),
 *             value / counted, 1 if it was late
 */
#ifndef FACTS_H
#define FACTS_H

#include "grade/results.h"
#include "measure/predicted.h"

void facts_results(const struct session *session,
                   const struct results *results);
/* Of the first launch.  predicted: NULL where that is not the question. */
void facts_profile(const struct profiled *profiled,
                   const struct predicted *predicted);

#endif
