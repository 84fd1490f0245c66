/*
 * bounds.h - how much is taken of what somebody hands in.
 *
 * An honest submission is far below each: three files of some 10 KiB, in a
 * repository of some 2000 files.  What is above is told, and harms nobody.
 */
#ifndef BOUNDS_H
#define BOUNDS_H

#include <stdint.h>

enum {
    /* bytes of a file that is kept */
    MOST_SOURCE = 256 << 10,  /* student.cu, as box --check has it */
    MOST_ANSWERS = 256 << 10, /* answers.md */
    MOST_PREDICTIONS = 64 << 10, /* predictions.csv */
    MOST_SAID = 64 << 10,     /* submission.txt */
    MOST_CHECKED = 4 << 20,   /* check.json */

    /* of one submission */
    MOST_KEPT = 64 << 20,     /* bytes of all files that are kept */
    MOST_FILES = 1000,        /* files that are kept */
    MOST_ENTRIES = 100000,    /* entries that are looked at */
    MOST_ARCHIVES = 32,       /* archives that lie side by side */
    MOST_NESTED = 64 << 20,   /* bytes of an archive in an archive */
    HUGE_FILE = 16 << 20,     /* bytes that no file has by mistake */
    DEEPEST_ARCHIVE = 3,      /* archives in archives */
    DEEPEST_FOLDER = 128,     /* folders in folders */
    LONGEST_PATH = 4096,      /* bytes */
    MOST_OTHERS = 3,          /* files that do not matter that are named */
    SWOLLEN = 100,            /* times as large as its archive */
    MOST_NOTES = 20,          /* sentences about it, */
    MOST_ALIKE = 4,           /* and those of one kind */

    /* of the box that an archive is opened in */
    UNPACK_SECONDS = 20, /* of a processor; three times as many by the clock */
    UNPACK_MEMORY_MIB = 1024,
    GIT_SECONDS = 20,

    /* of an archive that holds a whole class */
    CLASS_SECONDS = 1800,
    CLASS_ENTRIES = 10000000,
    MOST_OF_ONE = 20000 /* files in a row below one folder of it */
};

/* Bytes of an archive that is opened, and of all that comes out of it: ten
 * seconds of a processor, about. */
static const int64_t most_archive = (int64_t)512 << 20;
static const int64_t most_unpacked = (int64_t)4 << 30;
static const int64_t most_class = (int64_t)64 << 30;

#endif
