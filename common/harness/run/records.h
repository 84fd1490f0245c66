/*
 * records.h - reads what the emulated device writes: a row of counters for
 * each launch (CSV), a row for each finding (TSV).
 *
 * Both files grow while a runner lives; each read takes the complete rows
 * that came since the last one, so that they belong to the run just done.
 */
#ifndef RECORDS_H
#define RECORDS_H

#include <sys/types.h>

#include "base/counters.h"

#include <stdbool.h>
#include <stddef.h>

/* Of a launch, modelled. */
struct time_record {
    bool known;              /* else the note, if it was asked for, says why */
    double us, low_us, high_us; /* 9 in 10 lie between the latter */
    double launch_us;        /* of us: an empty kernel's */
    char bound[12];          /* by what: "L1" */
    char note[120];          /* what to doubt; "": nothing */
};

struct launch_record {
    char kernel[128];        /* without parameter list */
    uint32_t grid[3], block[3];
    uint64_t shared_bytes;   /* dynamic */
    struct counters counters;
    struct time_record time;
};

struct finding_record {
    char tool[16];           /* "memcheck" */
    char severity[12];       /* "error", "warning", "note" */
    char kernel[128];
    char file[256];
    uint32_t line, column;   /* 0: no place known */
    uint32_t other_line;     /* the other side of a race; 0: none */
    char block[36], thread[36]; /* "0,0,0": the first of them */
    uint64_t count;          /* threads that did it */
    char title[320], detail[400], hint[320];
};

/* What one access of the source did in a launch. */
struct line_record {
    uint32_t launch;         /* counts from 1 */
    char file[256];
    uint32_t line, column;
    char space[8], kind[8];  /* "global", "shared"; "load", "store", "atomic" */
    char array[64];
    uint64_t requests, sectors, bytes, wavefronts, conflicts;
};

/* One growing file in memory, so that nothing is left behind on a disk, and
 * how far it has been read. */
struct record_file {
    int descriptor;          /* -1: none */
    off_t offset;
    char *header;            /* its first line */
};

/* Starts afresh, with another, empty file; false if there is none to be had.
 * To begin with, descriptor is -1. */
bool record_file_reset(struct record_file *file);
void record_file_close(struct record_file *file);

/* The rows since the last read, in *rows (caller frees); how many. */
size_t records_launches(struct record_file *file, struct launch_record **rows);
size_t records_findings(struct record_file *file, struct finding_record **rows);
size_t records_lines(struct record_file *file, struct line_record **rows);
/* The same as text, with the header if it is the first; NULL: there is none.
 * The caller frees it. */
char *records_text(struct record_file *file);

/* Adds a launch to a total: sums, and maxima where the counter is one. */
void records_add_counters(struct counters *total, const struct counters *one);

#endif
