/*
 * roster.h - submission_metadata.yml of Gradescope's export: who handed in
 * which folder, and when.
 *
 *   submission_12345678:
 *     :submitters:
 *     - :name: First Last
 *       :sid: '123'
 *       :email: first@example.edu
 *     :created_at: 2026-11-01 12:00:00.000000000 Z
 *
 * Several submitters are a group, each of whom has the folder.
 */
#ifndef ROSTER_H
#define ROSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "files/name.h"

struct submitter {
    char folder[64];
    char name[NAME_SHOWN], sid[64], email[128];
    int64_t time; /* seconds since 1970; 0: not said */
};

struct roster {
    struct submitter *at;
    size_t count;
    bool broken; /* it ended before its end; what was read is there */
};

/* Reads the file, which is closed. */
void roster_read(struct roster *roster, int file);
void roster_free(struct roster *roster);

#endif
