/*
 * timed.c - see timed.h.
 */
#include "timed.h"

#include <stdio.h>

#include "grade/compare.h"
#include "steady.h"

enum { TRIES = 3 };

bool timed_output_right(const struct problem *problem)
{
    const struct buffer *output = &problem->exercise->buffers[problem->output];
    struct comparison result;
    compare(&result, output->element, problem_output(problem),
            problem->expected, problem->count, POISON_NAN);
    return result.wrong == 0;
}

bool timed_run(const struct problem *problem, struct worker *worker,
               const struct request *request, struct run *run)
{
    worker_send(worker, request);
    worker_wait(worker, run);
    return run->state == RUN_DONE && timed_output_right(problem);
}

static bool time_once(struct session *session, struct worker *worker,
                      enum cache cache, struct timed *timed)
{
    struct request request = session_request(session, COMMAND_TIME, true);
    const struct response *response = &timed->run.response;
    struct steady steady;
    const char *doubt;
    request.cache = cache;
    request.limit_ms = TIMED_MOST_MS;
    steady_begin(&steady, session->bus_id);
    if (!timed_run(&session->problem, worker, &request, &timed->run))
        return false;
    doubt = steady_end(&steady, response->in_graph ? &response->times : NULL);
    timed->steady = !doubt;
    if (!doubt && !response->in_graph)
        doubt = "its launch is part of it";
    snprintf(timed->note, sizeof timed->note, "%s", doubt ? doubt : "");
    return true;
}

bool timed_measure(struct session *session, struct worker *worker,
                   enum cache cache, struct timed *timed)
{
    bool right = time_once(session, worker, cache, timed);
    for (int left = TRIES - 1; right && !timed->steady && left > 0; left--) {
        run_free(&timed->run);
        right = time_once(session, worker, cache, timed);
    }
    return right;
}
