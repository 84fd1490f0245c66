/*
 * box.h - a room without doors for what a student wrote: his program while it
 * runs, and the compiler while it reads his file.
 *
 * Idea: three walls, each as far as this machine gives it.  Namespaces, set up
 * by bubblewrap: no file is there but those named, no network, no other
 * process.  Where that is not allowed, as in many containers, Landlock: other
 * files are there and cannot be opened.  In both, seccomp: of the system's
 * calls those that a program needs which computes and talks to the descriptors
 * it was given.  And limits.
 * Guarantee: what runs inside reads the files named here and the system's
 * libraries, writes into one folder or none, starts no process (a compiler may)
 * and is gone when the process that called box_exec is.
 * ../DEFENCE.md says what is defended, and what is not.
 */
#ifndef BOX_H
#define BOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct box {
    const char *const *readable; /* files and folders, up to NULL, beside the
                                  * system's libraries; program too */
    const char *writable;        /* a folder; NULL: none */
    const int *descriptors;      /* that it keeps, beside 0, 1 and 2, under
                                  * the same numbers */
    size_t descriptor_count;
    unsigned cpu_seconds;        /* of processors; 0: no limit */
    uint64_t memory_bytes;       /* of data; 0: no limit */
    uint64_t file_bytes;         /* of a file that it writes */
    bool compiles;               /* starts programs, reads all of the system's
                                  * programs and headers, begins in the
                                  * caller's folder */
    char *const *argv;           /* argv[0]: the program; where it compiles, a
                                  * name for PATH too */
    char *const *environment;    /* "NAME=VALUE", up to NULL: all of it */
    pid_t *told;                 /* in memory shared with the caller: who the
                                  * boxed process is, once it begins; or NULL */
};

/* Never comes back, as execve: to be called in a new process.  That one stays
 * outside, ends as the boxed process ends (same status or signal; 127 with a
 * line on standard error when it did not start), and takes it with it when it
 * is killed itself.  It keeps no other descriptor open. */
_Noreturn void box_exec(const struct box *box);

/* May a process have the addresses that the emulated device reserves: 4 GiB
 * (ulimit -v, as login nodes set it)?  With fewer a right solution would earn
 * nothing.  False, told on standard error. */
bool box_has_addresses(void);

/* Kills all children of this thread, then waits for them: those, too, that lost
 * their parents, if they become ours (PR_SET_CHILD_SUBREAPER). */
void box_end_children(void);

/* What boxes are made of here: "bubblewrap and seccomp", "Landlock and
 * seccomp", ..., "limits only".  The first call tries: some 10 ms.
 * The environment variable BOX, read before anything of a student's runs, asks
 * for one: bubblewrap, landlock or limits. */
const char *box_kind(void);

/* The part of box_exec that runs inside, for the program build/bin/box. */
_Noreturn void box_keep(int argc, char **argv);

#endif
