/*
 * publish.h - files and folders that are there whole, or not at all.
 *
 * Idea: a file is written under a name of its own beside the one it gets
 * (".NAME.HOST.PID": nodes of a cluster share folders), flushed to the disk,
 * and renamed.  Who reads never sees a
 * half; who is killed, or loses power, leaves at most the name of its own.
 * Guarantee: files are 0600, folders 0700: what a class handed in is its
 * instructor's.  Errors are told on standard error, with the path.
 */
#ifndef PUBLISH_H
#define PUBLISH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { PUBLISH_PATH = 4096 }; /* bytes of a path */

struct publication {
    FILE *file; /* to be written to */
    char path[PUBLISH_PATH], unfinished[PUBLISH_PATH];
};

/* False, told, if it cannot be written. */
bool publish_open(struct publication *publication, const char *path);
/* Ends it: the file has its name, on the disk too.  False, told, and nothing
 * changed, if anything since publish_open has failed, such as a full disk. */
bool publish_close(struct publication *publication);
/* Gives it up: nothing changed. */
void publish_abandon(struct publication *publication);

/* All in one: n bytes of text become the file. */
bool publish_text(const char *path, const char *text, size_t n);

/* Makes the folder and those above it, as far as they are not there. */
bool publish_folder(const char *path);

/* FOLDER/NAME, as printf has it, in path; false, told, if that is too long. */
bool publish_path(char path[PUBLISH_PATH], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* NAME in the folder that this file is in. */
bool publish_beside(char path[PUBLISH_PATH], const char *file,
                    const char *name);

/* NAME in the folder where all is built: BUILD, or build. */
bool publish_built(char path[PUBLISH_PATH], const char *name);

/* Removes a folder with all in it; links in it are removed, not followed. */
bool publish_remove(const char *path);

#endif
