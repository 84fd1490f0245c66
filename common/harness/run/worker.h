/*
 * worker.h - a runner kept alive: started when needed, again after a crash.
 *
 * The same program is a worker on a GPU or, through the judge, on the emulated
 * device; the latter also tells what its launches counted and what was found
 * wrong.
 */
#ifndef WORKER_H
#define WORKER_H

#include "child.h"
#include "records.h"

struct worker {
    struct child_options options;
    struct child child;
    const struct exercise *exercise; /* for messages */
    double limit_seconds;            /* of one request */
    struct record_file counters, diagnostics, lines, steps;
    bool counts_lines, keeps_steps;
    char gpu[32];        /* "h200/20", while the exercise asks for that */
    char *complaints;    /* what the device said of the first such run; NULL */
    char *printed;       /* stdout of the first run that printed, or NULL */
    uint64_t printed_bytes;
};

enum run_state {
    RUN_DONE,     /* there is an output */
    RUN_FAILED,   /* an error, a crash: the message says which */
    RUN_TOO_SLOW
};

/* What one request brought. */
struct run {
    enum run_state state;
    struct response response;
    char message[512];               /* unless RUN_DONE */
    struct counters counters;        /* summed; emulated device only */
    struct launch_record *launches;  /* run_free */
    size_t launch_count;
    struct finding_record *findings; /* run_free */
    size_t finding_count;
    struct line_record *lines;       /* run_free; of all launches */
    size_t line_count;
    char *steps;                     /* run_free; a CSV (steps.h), or NULL */
};

void worker_open(struct worker *worker);
/* Counts by access in the source, from the next start of the runner on. */
void worker_count_lines(struct worker *worker);
/* Keeps each step of each warp, likewise; of small launches. */
void worker_keep_steps(struct worker *worker);
void worker_close(struct worker *worker);
void worker_send(struct worker *worker, const struct request *request);
/* Waits for what was sent. */
void worker_wait(struct worker *worker, struct run *run);
void run_free(struct run *run);
/* Did it end well, and launch anything? */
bool run_launched(const struct run *run);

/* Who was killed so far (SIGKILL) by somebody else than us: "judge", "program",
 * or "".  It may have been its own doing, or the system's, for lack of memory:
 * who grades many asks again. */
const char *worker_killed(void);

#endif
