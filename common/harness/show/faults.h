/*
 * faults.h - what of a profiled kernel costs points, and where.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include "measure/profile.h"

/* The criteria that it misses, each with the line that is the most to blame.
 * Where one is read at another size than was profiled, it is run there. */
void faults_print(struct session *session, const struct lab *lab,
                  const struct profiled *profiled);

#endif
