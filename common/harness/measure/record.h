/*
 * record.h - grader record: what a launcher asks of the device, in files.
 *
 * Writes FOLDER/SIZE.recording for each size of the exercise's sweep (or the
 * one that is asked for): two recordings (judge/recording.h), each of a process
 * of its own, with arrays at other addresses.  Where both say the same, but for
 * addresses, the launcher does what it does whatever is in the arrays; where
 * it cannot be recorded, the file has one line, "refused SENTENCE".
 */
#ifndef RECORD_H
#define RECORD_H

#include "run/session.h"

enum exit_status record_launches(struct session *session);

#endif
