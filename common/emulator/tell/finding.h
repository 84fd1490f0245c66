/*
 * finding.h - what is wrong, and how it is told.
 *
 *   diagnostics.c  findings: grouped, sorted, shown with their line
 *   events.c       the report for machines                     (events.h)
 *   sarif.c        findings for editors and GitHub             (sarif.h)
 *   suppress.c     those that the user knows                  (suppress.h)
 *   growing.c      files that are whole at every moment        (growing.h)
 *   json.c         values in them                              (json.h)
 *   caller.c       the host's lines in them                    (caller.h)
 */
#ifndef FINDING_H
#define FINDING_H

#include "base/dims.h"
#include "base/options.h"
#include "caller.h"
#include "ptx/ptx.h"

#include <stdio.h>

enum severity { FINDING_ERROR, FINDING_WARNING, FINDING_NOTE };

/* One hazard.  Findings of one launch with equal tool, kernel, loc, other and
 * title are one finding with a count; the kept example is one across warps
 * before one in a warp, then that of the smallest block, then thread, so that
 * text is the same from run to run. */
struct finding {
    enum tool tool;
    enum severity severity;
    const struct ptx_module *ptx; /* for file names; NULL: no place */
    struct ptx_loc loc;          /* line 0: no place known */
    struct ptx_loc other;        /* the other side of a race; line 0: none */
    const char *other_note;      /* "the write was here"; static string */
    bool at_read;                /* a race, and loc is where it reads */
    bool in_warp;                /* a race of two threads of one warp */
    const char *kernel;          /* pretty name, or NULL (host side) */
    struct call_site *call;      /* the host's call, whose place it then is;
                                  * a kernel's launch (caller.h); or NULL, and
                                  * of a kernel's it is the one in progress */
    struct call_site *beside;    /* the call that `other` is the place of; NULL:
                                  * a kernel's line, or one around `call` */
    struct call_site *allocated, *freed; /* of the memory; or NULL */
    struct dims block, thread;   /* example; ignored when kernel is NULL */
    uint32_t lanes;              /* threads of this occurrence, >= 1 */
    char title[320];             /* "read of 4 bytes past the end of A" */
    char detail[400];            /* what the values were; or "" */
    char hint[320];              /* "" for none */
};

/* What is seen, before it is put into words: findings of a launch in which
 * these are equal are equal.  Words take longer than all else, and a race in a
 * loop is met millions of times. */
struct finding_key {
    const void *insn;            /* who does it */
    uint32_t kind;               /* what is wrong with it: its reporter's own */
    uint32_t other, array;       /* the other side, the array: numbers, or 0 */
};

/* On the host's side: the place is that of a call; none if it is NULL. */
void finding_at_call(struct finding *finding, struct call_site *call);
/* The other side is that of an earlier call; nothing if it is NULL. */
void finding_beside_call(struct finding *finding, struct call_site *call,
                         const char *note);
/* Thread-safe; copies. */
void diagnose(const struct finding *finding);
/* The same of one that diagnose_again will know. */
void diagnose_as(struct finding_key key, const struct finding *finding);
/* Is it known, and its example the same thread, or an earlier one?  Then it is
 * counted, and needs no words. */
bool diagnose_again(struct finding_key key, struct dims block,
                    struct dims thread, uint32_t lanes);
/* Prints and writes what was collected since the last call, sorted by place;
 * called at the end of every launch and at exit.  Text goes to stderr. */
void diagnostics_flush(void);
/* Occurrences of severity FINDING_ERROR so far. */
uint64_t diagnostics_errors(void);
/* Findings that the user knows (suppress.h), not among them. */
uint64_t diagnostics_suppressed(void);
/* Where text for the user goes: stderr, or what PTXRUN_LOG names. */
FILE *diagnostics_stream(void);

/* "error" */
const char *severity_name(enum severity severity);
/* The path as the user would type it: below the current folder, relative;
 * "" for no place. */
const char *finding_path(const struct finding *finding, struct ptx_loc loc);
/* That line of the source, without its end; false if there is none. */
enum { SOURCE_LINE = 512 };
bool finding_source(const struct finding *finding, struct ptx_loc loc,
                    char text[SOURCE_LINE]);
/* From the first call on, lines of these files only are quoted: with "#line" a
 * program may name any.  Known by what they are, not by their names. */
void finding_may_quote(const char *path);
/* To read one that may be quoted; until finding_may_quote is called, a regular
 * file with the name of a C, C++ or CUDA source.  NULL: it is none, or there
 * is none. */
FILE *finding_open_source(const char *path);
/* What is no letter, sign, space or tab, so that it could move the cursor,
 * becomes ?: control characters, C1 of UTF-8 as well.  Ends of lines become
 * spaces. */
void text_make_plain(char *text);
/* A path as the user would type it: below the current folder, relative. */
const char *short_path(const char *path);
/* That of a place; "" if it is not known.  Valid until the module goes. */
const char *source_path(const struct ptx_module *ptx, struct ptx_loc loc);

#endif
