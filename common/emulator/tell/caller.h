/* caller.h - which line of the program called the API. */
#ifndef CALLER_H
#define CALLER_H

#include <stdbool.h>
#include <stdint.h>

/* ---- while a call of the API is in progress ----------------------------- */

/* Where it returns to; NULL: it has ended. */
void call_enter(const void *return_address);
/* It is a launch, and its <<< >>> stands there. */
void call_launch(const void *return_address);

/* A library on top of the API, which has this address: calls through it count
 * as the program's own.  One such library. */
void call_library(const void *inside);

bool call_is_launch(void);

/* What is done now was asked for there; NULL: by the call in progress. */
struct call_site;
void call_resume(struct call_site *site);

/* A call of the API and the calls around it.  Equal ones are one; they are
 * kept as long as the program runs. */
/* The call in progress; NULL if there is none, or no memory. */
struct call_site *call_here(void);
/* For handlers of signals: the instruction that was interrupted. */
struct call_site *call_interrupted(const void *instruction);

/* ---- from one process to another ---------------------------------------- */

/* A call through our own functions, a wrapper or two of the toolkit and of the
 * program. */
enum { CALL_FRAMES = 8 };
/* A call site in numbers that hold in another process: where calls return to
 * in the program's file; those of libraries are left out. */
struct call_trace {
    uint64_t offsets[CALL_FRAMES]; /* innermost first; 0: no more */
    uint64_t launch;               /* the first is that of <<< >>> */
};
/* All 0 of NULL. */
struct call_trace call_trace(const struct call_site *site);

/* In the process that is told: whose program it is, by its absolute path (NULL:
 * its own), and what looks places up; both strings stay.  Traces are then
 * sites; NULL: unknown, or there were too many. */
void call_of_program(const char *path, const char *place_of);
struct call_site *call_of_trace(const struct call_trace *trace);
/* There is no call in this process: ask for the one in progress; NULL: none. */
void call_ask(struct call_site *(*ask)(void));

/* ---- when it is told ---------------------------------------------------- */

struct call_place {
    const char *file;      /* full path; "" if only the function is known */
    const char *function;  /* without parameters; "" if not known */
    uint32_t line, column; /* from 1; 0: not known */
};
enum { CALL_PLACES = 2 };
/* 0: the program's line that called; 1: the line that called that function.
 * NULL: not known.  For one thread at a time. */
const struct call_place *call_place(struct call_site *site, unsigned i);
/* The latter; NULL also if the former stands in main. */
const struct call_place *call_outer(struct call_site *site);
/* The same lines, though a loop that was unrolled has several calls of them. */
bool call_same(struct call_site *a, struct call_site *b);

#endif
