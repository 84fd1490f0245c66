/*
 * room.h - a folder in which one lab of one submission is built and graded.
 *
 *   OUT/rooms/HOST.PID.LAB.DIGEST/
 *     LAB/student.cu   as it was handed in;  LAB/kernels.h: the workbook's
 *     LAB/cases/CASE/  the same of each case that was taken up
 *     common, build    the workbook's; plots, too, where it is: recorded times
 *     programs/LAB/    what becomes of it
 *
 * Idea: it looks like the workbook, so that paths in messages are those that
 * the student knows, and the same in every room.
 * Guarantee: rooms whose owner is dead are removed by the next run on the same
 * host; nothing of a room is ever taken for a result.
 */
#ifndef ROOM_H
#define ROOM_H

#include <stdbool.h>

#include "files/publish.h"

struct room {
    char path[PUBLISH_PATH]; /* "": none */
};

/* A room of this process's for a copy of source, which is a student.cu of the
 * lab.  The workbook is the present folder.  False, told. */
bool room_open(struct room *room, const char *out, const char *lab,
               const char *digest, const char *source);
void room_close(struct room *room);

/* Removes rooms of processes of this host that are no more. */
void room_sweep(const char *out);

/* KiB on the disk of a folder and what it holds. */
long room_kib(const char *path);

#endif
