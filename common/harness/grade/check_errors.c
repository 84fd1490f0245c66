/*
 * check_errors.c - does a launcher that does the host side itself report that
 * one of its calls failed, and free what it had?
 *
 * Idea: its allocations, copies and launches fail, one at a time, until it
 * makes no more of them.  Where there are streams, they fail a second time:
 * when the stream does what it was told, which only whoever waits learns.
 * Always on the emulated device, which can make a call fail; there, too, free
 * memory is known to the byte, and nobody else works on it.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"

/* More than any launcher needs. */
enum { MOST_CALLS = 64 };

/* "cudaMalloc number 2": what has the error that the emulated device gives to
 * such a call, and how many of its kind failed before.  What a stream does
 * late comes in another order than it was told. */
static void name_call(const char *error, bool late, size_t count[3], char *text,
                      size_t n)
{
    static const struct {
        const char *error, *name;
    } calls[3] = {{"cudaErrorMemoryAllocation", "cudaMalloc"},
                  {"cudaErrorUnknown", "cudaMemcpy"},
                  {"cudaErrorLaunchOutOfResources", "launch"}};

    for (size_t i = 0; i < 3; i++) {
        if (strcmp(calls[i].error, error))
            continue;
        if (late && i > 0)
            snprintf(text, n, "a %s that its stream does later", calls[i].name);
        else
            snprintf(text, n, "%s number %zu", calls[i].name, ++count[i]);
    }
}

/* What a kernel did that should not have run: with pointers that are null, on
 * arrays that nobody filled.  NULL: none did. */
static const struct finding_record *ran_all_the_same(const struct run *run)
{
    for (size_t i = 0; i < run->finding_count; i++) {
        const struct finding_record *f = &run->findings[i];
        if (!strcmp(f->severity, "error") &&
            (!strcmp(f->tool, "memcheck") || !strcmp(f->tool, "initcheck")))
            return f;
    }
    return NULL;
}

/* Judges one launch in which a call failed, or none was left to fail. */
static bool judge_call(const struct run *run, const char *call, char *text,
                       size_t n)
{
    const struct response *response = &run->response;
    const struct finding_record *ran = ran_all_the_same(run);
    bool answered = response->outcome != OUTCOME_OK || run->state == RUN_DONE;
    if (!answered || run->state == RUN_TOO_SLOW)
        snprintf(text, n, "when %s fails: %s", call, run->message);
    else if (response->outcome == OUTCOME_NO_MEMORY)
        snprintf(text, n, "not checked: %s", run->message);
    else if (!response->made_fail[0])
        return true;
    else if (response->outcome != OUTCOME_RETURNED)
        snprintf(text, n,
                 "when %s fails, no error is returned; look at what each call "
                 "returns, and at cudaGetLastError() behind a launch",
                 call);
    else if (strcmp(response->error_name, response->made_fail))
        snprintf(text, n,
                 "when %s fails with %s, %s is returned; keep the first error, "
                 "and make no more calls behind it but the frees",
                 call, response->made_fail, response->error_name);
    else if (ran)
        snprintf(text, n,
                 "when %s fails, the kernel runs all the same: line %u: %s; "
                 "launch it only if there was no error",
                 call, ran->line, ran->title);
    else if (response->leaked_bytes > 0)
        snprintf(text, n,
                 "when %s fails, %lld bytes allocated before stay allocated; "
                 "free them before the return",
                 call, (long long)response->leaked_bytes);
    else
        return true;
    return false;
}

/* Makes call number `which` fail.  False if it was handled wrongly; *last if
 * there is no such call. */
static bool try_call(struct session *session, struct worker *worker, bool late,
                     uint32_t which, size_t count[3], bool *last, char *text,
                     size_t n)
{
    struct request request = session_request(session, COMMAND_FAIL, false);
    char call[64];
    struct run run;
    bool good;
    request.fail_call = which;
    request.late = late;
    worker_send(worker, &request);
    worker_wait(worker, &run);
    snprintf(call, sizeof call, "call number %u", which);
    name_call(run.response.made_fail, late, count, call, sizeof call);
    good = judge_call(&run, call, text, n);
    *last = !run.response.made_fail[0];
    run_free(&run);
    return good;
}

/* Each of a launcher's calls in turn. */
static bool try_calls(struct session *session, struct worker *worker, bool late,
                      char *text, size_t n)
{
    size_t count[3] = {0};
    bool good = true, last = false;
    for (uint32_t i = 1; good && !last && i <= MOST_CALLS; i++)
        good = try_call(session, worker, late, i, count, &last, text, n);
    return good;
}

bool check_failing_calls(struct session *session, const struct lab *lab,
                         const struct exercise *exercise, char *text, size_t n)
{
    size_t usual = exercise->size_count / 2; /* neither tiny nor large */
    struct program program;
    struct worker worker;
    bool good;
    good = program_of(&program, lab, exercise, session->arguments->impl,
                      session->compiler) &&
           problem_set(&session->problem, exercise, exercise->sizes[usual],
                       session->arguments->seed);
    session_worker(session, &worker, &program, exercise, false);
    good = good && try_calls(session, &worker, false, text, n) &&
           (!exercise->pinned || try_calls(session, &worker, true, text, n));
    worker_close(&worker);
    if (good)
        snprintf(text, n,
                 "each call's failure is reported, and what was allocated is "
                 "freed");
    return good;
}
