/*
 * recorded.h - a recording (judge/recording.h), read, and ready to be made
 * again with other addresses.
 *
 * Idea: a word of 8 bytes in a kernel's parameters, at a multiple of 8, that is
 * an address of something in the recording, is a pointer.  The recorded device
 * has addresses that nothing else looks like; and it was recorded twice, with
 * arrays at other addresses: what differs is a pointer, or it is refused.
 */
#ifndef REPLAY_RECORDED_H
#define REPLAY_RECORDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum object_kind { OBJECT_ARRAY, OBJECT_SCRATCH, OBJECT_VARIABLE };

/* What an address can point into. */
struct object {
    enum object_kind kind;
    uint64_t address, bytes;
    uint32_t array;          /* of the launcher's, counted from 0 */
    char name[256];          /* of a variable, mangled */
};

struct place {
    uint32_t object;
    uint64_t into;           /* bytes; up to its end */
};

struct pointer {
    uint32_t at;             /* in the data */
    struct place to;
};

enum { RECORDED_MOST_DATA = 8192 }; /* bytes, of a call */
enum recorded_kind {
    RECORDED_LAUNCH,
    RECORDED_FILL,
    RECORDED_COPY,
    RECORDED_WRITE
};

struct recorded_call {
    enum recorded_kind kind;
    char name[1024];         /* of a kernel, mangled */
    unsigned grid[3], block[3], shared;
    bool cooperative;
    struct place to, from;
    uint64_t bytes;
    uint8_t byte;
    uint8_t *data;           /* parameters; what is written */
    uint32_t data_bytes;
    struct pointer *pointers; /* in the data */
    uint32_t pointer_count;
};

struct recorded {
    struct object *objects;
    uint32_t object_count;
    struct recorded_call *calls;
    uint32_t call_count;
    char refused[400];       /* why it cannot be made again; "" if it can */
};

/* Reads a file with two recordings; false: there is none, or it is none, as
 * refused says. */
bool recorded_read(struct recorded *recorded, const char *path);
void recorded_free(struct recorded *recorded);

#endif
