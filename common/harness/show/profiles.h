/*
 * profiles.h - make profile: the counters of each kernel.
 */
#ifndef PROFILES_H
#define PROFILES_H

#include "run/session.h"

/* Of each exercise asked for, on a terminal or as a report has it. */
enum exit_status profiles(struct session *session);

#endif
