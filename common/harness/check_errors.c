/*
 * check_errors.c - does a launcher that allocates report that it could not,
 * and free what it had?
 *
 * Always on the emulated device: there free memory is known to the byte, and
 * nobody else works on it.
 */
#include <stdio.h>

#include "check.h"

/* Judges one launch for which the allocation of array `which` must fail. */
static bool judge(const struct run *run, size_t which, char *text, size_t n)
{
    const bool answered =
        run->response.outcome != OUTCOME_OK || run->state == RUN_DONE;

    if (!answered || run->state == RUN_TOO_SLOW)
        snprintf(text, n, "when cudaMalloc number %zu fails: %s", which + 1,
                 run->message);
    else if (run->response.outcome == OUTCOME_NO_MEMORY)
        snprintf(text, n, "not checked: %s", run->message);
    else if (run->response.outcome != OUTCOME_RETURNED)
        snprintf(text, n,
                 "when cudaMalloc number %zu fails, no error is "
                 "returned; look at what each call returns",
                 which + 1);
    else if (run->response.leaked_bytes > 0)
        snprintf(text, n,
                 "when cudaMalloc number %zu fails, %lld bytes "
                 "allocated before stay allocated; free them before the "
                 "return",
                 which + 1, (long long)run->response.leaked_bytes);
    else
        return true;
    return false;
}

bool check_out_of_memory(struct session *session, const struct lab *lab,
                         const struct exercise *exercise, char *text, size_t n)
{
    const size_t arrays = buffer_count(exercise);
    struct program program;
    struct worker worker;
    bool good;

    good = program_find(&program, lab->name, session->arguments->impl,
                        session->compiler) &&
           problem_set(&session->problem, exercise,
                       exercise->sizes[exercise->size_count - 1],
                       session->arguments->seed);
    session_worker(session, &worker, &program, exercise, false);
    for (size_t i = 0; good && i < arrays; i++) {
        struct request request =
            session_request(session, COMMAND_EXHAUST, false);
        struct run run;

        /* Room for i arrays and a half. */
        request.leave_bytes =
            (2 * i + 1) * session->problem.places[i].bytes / 2;
        worker_send(&worker, &request);
        worker_wait(&worker, &run);
        good = judge(&run, i, text, n);
        run_free(&run);
    }
    worker_close(&worker);
    if (good)
        snprintf(text, n,
                 "a failed cudaMalloc is reported, and what was "
                 "allocated is freed");
    return good;
}
