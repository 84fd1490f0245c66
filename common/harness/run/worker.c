/*
 * worker.c - one request to a runner and all that comes of it.
 */
#include "worker.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* The judge limits the program; itself it needs time to emulate what may be as
 * much as the budget allows. */
enum { JUDGE_TIMES = 20 };

void worker_open(struct worker *worker)
{
    worker->counters.descriptor = worker->diagnostics.descriptor = -1;
    worker->lines.descriptor = worker->steps.descriptor = -1;
}

void worker_count_lines(struct worker *worker)
{
    worker->counts_lines = worker->options.judge;
}

void worker_keep_steps(struct worker *worker)
{
    worker->keeps_steps = worker->options.judge;
}

void worker_close(struct worker *worker)
{
    child_stop(&worker->child);
    record_file_close(&worker->counters);
    record_file_close(&worker->diagnostics);
    record_file_close(&worker->lines);
    record_file_close(&worker->steps);
    free(worker->complaints);
    free(worker->printed);
    worker->complaints = worker->printed = NULL;
}

/* The records are a runner's own: a new one begins them anew. */
static bool begin_records(struct worker *worker)
{
    struct child_options *options = &worker->options;
    if (!options->judge)
        return true;
    if (!record_file_reset(&worker->counters) ||
        !record_file_reset(&worker->diagnostics))
        return false;
    options->counters = worker->counters.descriptor;
    options->diagnostics = worker->diagnostics.descriptor;
    if (worker->counts_lines && record_file_reset(&worker->lines))
        options->lines = worker->lines.descriptor;
    if (worker->keeps_steps && record_file_reset(&worker->steps))
        options->steps = worker->steps.descriptor;
    return true;
}

static bool ensure_child(struct worker *worker)
{
    if (worker->child.pid != 0)
        return true;
    child_stop(&worker->child);
    return begin_records(worker) &&
           child_start(&worker->child, &worker->options);
}

/* A device with as many SMs as the exercise asks for at this size; another
 * device is another process. */
static void choose_device(struct worker *worker, struct size size)
{
    const struct exercise *exercise = worker->exercise;
    struct child_options *options = &worker->options;
    char gpu[sizeof worker->gpu];
    if (!exercise || !exercise->multiprocessors || !options->judge)
        return;
    snprintf(gpu, sizeof gpu, "%.*s/%d", (int)strcspn(options->gpu, "/"),
             options->gpu, exercise->multiprocessors(size));
    if (!strcmp(gpu, options->gpu))
        return;
    child_stop(&worker->child);
    strcpy(worker->gpu, gpu);
    options->gpu = worker->gpu;
}

void worker_send(struct worker *worker, const struct request *request)
{
    struct request limited = *request;
    choose_device(worker, request->size);
    limited.limit_seconds = worker->limit_seconds;
    if (ensure_child(worker))
        child_send(&worker->child, &limited,
                   worker->options.inputs ? *worker->options.inputs : -1);
}

/* What commonly lies behind an error of the runtime. */
static const char *advice_on(const char *error_name)
{
    static const struct {
        const char *name, *advice;
    } table[] = {
        {"cudaErrorInvalidConfiguration",
         "a block has 1 to 1024 threads and a grid at least one block"},
        {"cudaErrorInvalidValue",
         "is an argument of the wrong kind, or a size out of range?"},
        {"cudaErrorInvalidMemcpyDirection",
         "a copy's direction has to fit both of its pointers, device or host"},
        {"cudaErrorMemoryAllocation",
         "is more asked for than n * sizeof(float) bytes, or never freed?"},
        {"cudaErrorIllegalAddress",
         "a thread used an address outside the arrays"},
        {"cudaErrorMisalignedAddress",
         "a wide access must lie on a multiple of its width"},
        {"cudaErrorLaunchTimeout", "it did not end; does a loop never end?"},
        {"cudaErrorLaunchOutOfResources",
         "the block asks for more registers or shared memory than there is"},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (!strcmp(table[i].name, error_name))
            return table[i].advice;
    }
    return NULL;
}

/* No other call is refused with these. */
static bool is_of_launch(const char *error_name)
{
    return !strcmp(error_name, "cudaErrorInvalidConfiguration") ||
           !strcmp(error_name, "cudaErrorLaunchOutOfResources") ||
           !strcmp(error_name, "cudaErrorInvalidDeviceFunction");
}

static void explain_error(const struct worker *worker, struct run *run)
{
    const struct response *response = &run->response;
    const char *advice = advice_on(response->error_name);
    char what[96];
    if (response->outcome == OUTCOME_RETURNED)
        snprintf(what, sizeof what, "%s returned", worker->exercise->name);
    else
        snprintf(what, sizeof what, "%s",
                 response->during_kernel ? "the kernel was stopped by"
                 : is_of_launch(response->error_name)
                     ? "the launch was refused with"
                     : "a call of the CUDA runtime failed with");
    snprintf(run->message, sizeof run->message, "%s %s (%s)%s%s", what,
             response->error_name, response->error_text, advice ? ": " : "",
             advice ? advice : "");
}

static void explain_slow(const struct worker *worker, struct run *run)
{
    run->state = RUN_TOO_SLOW;
    snprintf(run->message, sizeof run->message,
             "did not end within %.0f second%s and was stopped; does a loop "
             "never end?",
             worker->limit_seconds, worker->limit_seconds == 1 ? "" : "s");
}

static const char *output_name(const struct exercise *exercise)
{
    size_t i = 0;
    while (exercise->buffers[i].direction == INPUT)
        i++;
    return exercise->buffers[i].name;
}

/* By what it is known. */
static void explain_on_host(const struct worker *worker, struct run *run)
{
    const struct response *response = &run->response;
    const char *output = output_name(worker->exercise);
    const char * or = "";
    char how[256];
    if (response->on_host.bytes_sent) {
        or = ", or a copy to the device is longer than its array (sizeof of a "
             "pointer is 8)";
        snprintf(how, sizeof how,
                 "%llu bytes were sent to the device that are in no input",
                 (unsigned long long)response->on_host.bytes_sent);
    } else if (response->on_host.words_made)
        snprintf(how, sizeof how,
                 "%llu elements of %s never came from the device",
                 (unsigned long long)response->on_host.words_made, output);
    else if (response->on_host.line)
        snprintf(how, sizeof how,
                 "line %u copies device memory back and %s is written "
                 "afterwards",
                 response->on_host.line, output);
    else
        snprintf(how, sizeof how,
                 "device memory is copied back and %s is written afterwards",
                 output);
    snprintf(run->message, sizeof run->message,
             "the result was computed on the host%s: %s; a kernel has to "
             "compute it",
             or, how);
}

static void explain_response(const struct worker *worker, struct run *run)
{
    switch (run->response.outcome) {
    case OUTCOME_OK: run->state = RUN_DONE; break;
    case OUTCOME_NO_DEVICE:
        snprintf(run->message, sizeof run->message, "no CUDA device: %s",
                 run->response.error_text);
        break;
    case OUTCOME_NO_LAUNCHER:
        snprintf(run->message, sizeof run->message,
                 "%s is not defined; kernels.h declares it. Is the name "
                 "spelt so, and kernels.h included?",
                 worker->exercise->name);
        break;
    case OUTCOME_NO_MEMORY:
        snprintf(run->message, sizeof run->message,
                 "the device has no memory for the arrays of this size");
        break;
    case OUTCOME_CUDA_ERROR:
    case OUTCOME_RETURNED: explain_error(worker, run); break;
    case OUTCOME_ENDED:
        child_explain(run->response.status, &worker->child.printed,
                      run->message, sizeof run->message);
        break;
    case OUTCOME_TOO_SLOW: explain_slow(worker, run); break;
    case OUTCOME_NONSENSE:
        snprintf(run->message, sizeof run->message,
                 "the program sent nonsense to the device; did your code write "
                 "to a file that it did not open?");
        break;
    case OUTCOME_OTHER_VERSION:
        snprintf(run->message, sizeof run->message,
                 "build/bin/judge and the emulated device in build/emulator "
                 "are of different versions: run make check, which builds "
                 "what is older");
        break;
    case OUTCOME_ON_HOST: explain_on_host(worker, run); break;
    }
}

static void take_records(struct worker *worker, struct run *run)
{
    run->launch_count = records_launches(&worker->counters, &run->launches);
    for (size_t i = 0; i < run->launch_count; i++)
        records_add_counters(&run->counters, &run->launches[i].counters);
    run->finding_count = records_findings(&worker->diagnostics, &run->findings);
    run->line_count = records_lines(&worker->lines, &run->lines);
    run->steps = records_text(&worker->steps);
}

static void keep_text(char **kept, const struct text *text)
{
    if (!*kept && text->length > 0)
        *kept = strdup(text->data);
}

/* Of the runs with findings the first is shown, and each that shows the first
 * of another tool: a race may need larger sizes than an index does. */
static void keep_complaints(struct worker *worker, const struct run *run)
{
    const struct text *text = &worker->child.errors;
    char *both, tool[24];
    keep_text(&worker->complaints, text);
    for (size_t i = 0; i < run->finding_count && text->length > 0; i++) {
        snprintf(tool, sizeof tool, "[%s]", run->findings[i].tool);
        if (strstr(worker->complaints, tool))
            continue;
        both = malloc(strlen(worker->complaints) + text->length + 1);
        if (!both)
            return;
        sprintf(both, "%s%s", worker->complaints, text->data);
        free(worker->complaints);
        worker->complaints = both;
    }
}

static const char *killed = "";

const char *worker_killed(void)
{
    return killed;
}

static void note_kill(enum child_result result, const struct child *child,
                      const struct response *response)
{
    int status = result == CHILD_ENDED ? child->status : response->status;
    bool ended = result == CHILD_ENDED || (result == CHILD_ANSWERED &&
                                           response->outcome == OUTCOME_ENDED);
    if (ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL &&
        strcmp(killed, "judge"))
        killed = child->judges && result == CHILD_ENDED ? "judge" : "program";
}

void worker_wait(struct worker *worker, struct run *run)
{
    struct child *child = &worker->child;
    enum child_result result;
    *run = (struct run){.state = RUN_FAILED};
    if (child->pid == 0) {
        snprintf(run->message, sizeof run->message,
                 "no child process could be started");
        return;
    }
    result = child_wait(child, &run->response,
                        worker->limit_seconds *
                            (worker->options.judge ? JUDGE_TIMES : 1));
    note_kill(result, child, &run->response);
    if (result == CHILD_ANSWERED)
        explain_response(worker, run);
    else if (result == CHILD_TOO_SLOW)
        explain_slow(worker, run);
    else
        child_explain(child->status,
                      child->errors.length ? &child->errors : &child->printed,
                      run->message, sizeof run->message);
    take_records(worker, run);
    keep_complaints(worker, run);
    keep_text(&worker->printed, &child->printed);
    worker->printed_bytes += child->printed.total;
    /* An error of the device stays with its process: begin a new one.  One
     * that was made on purpose does not. */
    if (run->state != RUN_DONE &&
        (run->response.over || !run->response.made_fail[0]))
        child_stop(child);
    else
        child_forget_text(child);
}

void run_free(struct run *run)
{
    free(run->findings);
    free(run->launches);
    free(run->lines);
    free(run->steps);
    run->findings = NULL;
    run->launches = NULL;
    run->lines = NULL;
    run->steps = NULL;
    run->finding_count = run->launch_count = run->line_count = 0;
}

bool run_launched(const struct run *run)
{
    return run->state == RUN_DONE && run->launch_count > 0;
}
