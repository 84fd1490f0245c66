/*
 * walls.h - what a process shuts behind itself before it becomes the boxed one.
 */
#ifndef WALLS_H
#define WALLS_H

#include "box.h"

/* How a box is made.  Each has the walls of those behind it too. */
enum wall { WALL_BUBBLEWRAP, WALL_LANDLOCK, WALL_LIMITS };

/* The numbers of a box, which pass through bubblewrap as words. */
struct measures {
    uint64_t cpu_seconds, memory_bytes, file_bytes;
    uint64_t uid;                /* who it becomes; 0: who it is */
    uint64_t compiles;
};

/* ---- paths.c ---- */

enum { PATHS = 64 };

/* Folders with the libraries of this system, and where it compiles, with its
 * programs and headers: up to NULL. */
const char *const *system_folders(bool compiles);
/* Where programs are that do not belong to the system's folders, such as a
 * compiler's own; "" if they do. */
void tool_folder(const char *name, char *path, size_t n);
/* Absolute, no link followed; false if it does not fit. */
bool lexical_path(const char *name, char *path, size_t n);
bool is_below(const char *path, const char *folder);

/* build/bin/box, found from the place of the program that runs. */
bool keeper_path(char *path, size_t n);

/* ---- bubblewrap.c ---- */

/* Becomes bubblewrap, whose first process is build/bin/box: box_keep, with
 * `report` and `errors` as descriptors.  Comes back if it cannot. */
void bubblewrap_exec(const struct box *box, const struct measures *measures,
                     int report, int errors);

/* ---- landlock.c ---- */

/* 0: this kernel has none. */
int landlock_version(void);
bool landlock_shut(const struct box *box);

/* ---- limits.c ---- */

void limits_set(const struct measures *measures);
/* A user that nobody else is, if this process may become one and that one may
 * read what it has to; else 0.  alone: the folders above do not matter. */
uid_t limits_stranger(const struct box *box, bool alone);
/* That user, and without the rights that root has in pieces. */
void limits_become(const struct measures *measures);

/* ---- filter.c ---- */

bool filter_exists(void);
/* From here on only the calls of the list.  `program`, an address that is kept
 * secret, is the one that execve may be called with; of a compiler, all. */
bool filter_shut(const struct measures *measures, const char *program);

#endif
