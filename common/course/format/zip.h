/*
 * zip.h - a zip archive (libarchive) whose bytes depend on what is in it alone:
 * entries have no owner, and all one time.
 */
#ifndef ZIP_H
#define ZIP_H

#include <stdbool.h>

#include "files/publish.h"

struct archive;

struct zip {
    struct publication publication;
    struct archive *archive;
};

/* False, told, if it cannot be written.  Wants TZ=UTC0: zip has local times. */
bool zip_open(struct zip *zip, const char *path);
/* The regular file at path as NAME; false, told, if that failed. */
bool zip_add(struct zip *zip, const char *name, const char *path);
/* It has its name, or, if anything failed, is not there. */
bool zip_close(struct zip *zip, bool whole);

#endif
