/*
 * people.h - what the name of a file or folder in a class says of who handed it
 * in, as platforms make such names.
 *
 *   First Last_1234567_assignsubmission_file_     Moodle, a folder; with
 *   First Last_1234567_assignsubmission_file_a.cu a file's name behind, flat
 *   lastfirst_LATE_12345_6789012_a-1.zip          Canvas
 *   First Last.zip, First Last (1).tar.gz         a browser counts downloads
 */
#ifndef INTAKE_PEOPLE_H
#define INTAKE_PEOPLE_H

#include <stdbool.h>

#include "files/name.h"

enum platform { PLATFORM_NONE, PLATFORM_MOODLE, PLATFORM_CANVAS };

struct person {
    char name[NAME_SHOWN]; /* as shown; never "" */
    char id[32];           /* the platform's number, or "" */
    char file[256];        /* of a flat name: what the student called it */
    enum platform platform;
    bool late;             /* the platform says so */
    bool online;           /* a text written into the platform's page */
    bool nameless;         /* only a number, or a word such as "submission" */
};

/* `folder`: it is one, so that nothing at its end is an ending. */
void people_read(const char *name, bool folder, struct person *person);

#endif
