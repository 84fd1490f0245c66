/*
 * stream.h - how build/bin/unpack says what is in an archive.
 *
 * Idea: who opens an archive of a stranger's writes no file.  It sits in a box
 * that lets it read that archive and write to one pipe; through this it says
 * each entry's name and, of those that matter, what is in them.  Files are made
 * by course intake, which trusts no word of it.
 *
 *   file (name, size, time), data..., done (why)    an entry that matters
 *   left (name, why)                                one that was left out
 *   end (why)                                       all entries have been seen
 *
 * Each is a struct record, then its bytes.  No end: it was ended.
 */
#ifndef STREAM_H
#define STREAM_H

#include <stdbool.h>
#include <stdint.h>

enum record_kind {
    RECORD_FILE,
    RECORD_DATA,
    RECORD_DONE,
    RECORD_LEFT,
    RECORD_END,
    RECORD_KINDS
};

/* Why something was left out, or the end came early. */
enum why {
    WHY_FINE,
    WHY_UNNEEDED,   /* of a class: it is there, and does not matter */
    WHY_LINK,
    WHY_HARD_LINK,
    WHY_LEAVES,     /* its name leads out of the archive, or is none */
    WHY_FOLDER,     /* a folder with the name of a file that matters */
    WHY_ODD,        /* a device, a pipe, a socket */
    WHY_ENCRYPTED,
    WHY_DAMAGED,    /* what is in it could not be read */
    WHY_TOO_LARGE,
    WHY_HUGE,       /* as only a bomb is */
    WHY_TOO_MANY,   /* entries */
    WHY_TOO_DEEP,   /* archives in archives */
    WHY_BOMB,       /* more than most_unpacked comes out */
    WHY_NO_ARCHIVE,
    WHY_NO_ENTRIES,
    WHY_SWOLLEN,    /* it would unpack to far more than is usual */
    WHYS
};

struct record {
    uint8_t kind, why;
    uint8_t privileged; /* of a file: setuid or setgid */
    uint8_t unused;
    uint32_t bytes;     /* of the name or the data that follows */
    int64_t size;       /* of a file, as the archive has it; -1: not said */
    int64_t time;       /* seconds since 1970; 0: not said */
};

enum { MOST_RECORD = 64 << 10 }; /* bytes behind a record */

#endif
