/*
 * session.c - chooses the device, and sets runners up for it.
 */
#include "session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "box/box.h"

/* A GPU that answers, through a program of any lab that nvcc built. */
static bool find_gpu(struct session *session)
{
    static const char *const impls[] = {"student", "reference"};
    struct request request = {.command = COMMAND_HELLO};
    for (size_t i = 0; i < 2 * lab_count; i++) {
        struct worker worker = {.limit_seconds = 60};
        struct program program;
        struct run run;
        if (!program_find(&program, all_labs[i / 2]->name, impls[i % 2],
                          "nvcc") ||
            !program_exists(&program))
            continue;
        session_worker(session, &worker, &program, NULL, true);
        worker_send(&worker, &request);
        worker_wait(&worker, &run);
        snprintf(session->device, sizeof session->device, "%.96s",
                 run.state == RUN_DONE ? run.response.device : run.message);
        snprintf(session->bus_id, sizeof session->bus_id, "%.31s",
                 run.state == RUN_DONE ? run.response.bus_id : "");
        run_free(&run);
        worker_close(&worker);
        return run.state == RUN_DONE;
    }
    snprintf(session->device, sizeof session->device,
             "there is no program built by nvcc");
    return false;
}

static bool any_built(const char *impl, const char *compiler)
{
    for (size_t i = 0; i < lab_count; i++) {
        struct program program;
        if (program_find(&program, all_labs[i]->name, impl, compiler) &&
            program_exists(&program))
            return true;
    }
    return false;
}

/* clang unless told otherwise, or unless only nvcc's programs are there. */
static const char *choose_compiler(const struct arguments *arguments)
{
    if (arguments->compiler == COMPILER_NVCC)
        return "nvcc";
    if (arguments->compiler == COMPILER_ANY &&
        !any_built(arguments->impl, "clang") &&
        any_built(arguments->impl, "nvcc"))
        return "nvcc";
    return "clang";
}

static bool choose_device(struct session *session)
{
    const struct arguments *arguments = session->arguments;
    session->on_gpu = arguments->device != DEVICE_EMULATED &&
                      arguments->compiler != COMPILER_CLANG &&
                      find_gpu(session);
    if (arguments->device == DEVICE_GPU && !session->on_gpu) {
        fprintf(stderr,
                "grader: no GPU can be used: %s\n"
                "Without one, use DEVICE=emu.\n",
                session->device);
        return false;
    }
    session->compiler = session->on_gpu ? "nvcc" : choose_compiler(arguments);
    if (!session->on_gpu)
        snprintf(session->device, sizeof session->device, "emulated device");
    return true;
}

/* Which walls there are is found out once, and then asked for. */
static void choose_box(void)
{
    const char *kind = box_kind();
    if (!strncmp(kind, "bubblewrap", 10))
        setenv("BOX", "bubblewrap", 0);
    else if (strcmp(kind, "limits only"))
        setenv("BOX", "landlock", 0);
}

/* With limits alone a program could read what is expected of it. */
static bool share(struct session *session)
{
    const char *folder = session->arguments->shared;
    return !folder || !strcmp(box_kind(), "limits only") ||
           problem_share(&session->problem, folder);
}

bool session_open(struct session *session, const struct arguments *arguments)
{
    *session =
        (struct session){.arguments = arguments,
                         .problem = {.memory = -1, .own = -1, .source = -1}};
    choose_box();
    programs_lie_in(arguments->programs);
    return box_has_addresses() &&
           build_path(session->library, PATH_BYTES, "emulator") &&
           build_path(session->judge, PATH_BYTES, "bin/judge") &&
           problem_open(&session->problem) && share(session) &&
           choose_device(session);
}

void session_close(struct session *session)
{
    problem_close(&session->problem);
}

static double bytes_at(const struct exercise *exercise, struct size size)
{
    return (double)problem_bytes(exercise, size);
}

static double flops_at(const struct exercise *exercise, struct size size)
{
    return exercise->flops(size);
}

bool session_counts(const struct session *session,
                    const struct exercise *exercise, size_t i)
{
    bool all = session->arguments->subcommand == SUB_RECORD;
    return i + (all ? 0 : exercise->sweep_gpu_only) < exercise->sweep_count;
}

/* The largest value over the sizes of an exercise that are in use. */
static double largest_over_sizes(
    const struct session *session, const struct exercise *exercise,
    double (*value)(const struct exercise *exercise, struct size size))
{
    bool check = session->arguments->subcommand == SUB_CHECK;
    double most = 0;
    if (!exercise)
        return 0;
    if (check && exercise->challenge.ladder)
        most = value(exercise, exercise->challenge.size);
    for (size_t i = 0; check && i < exercise->size_count; i++)
        most = fmax(most, value(exercise, exercise->sizes[i]));
    for (size_t i = 0; !check && session_counts(session, exercise, i); i++)
        most = fmax(most, value(exercise, exercise->sweep[i]));
    return most;
}

/* Points are given by the default one, whatever else is asked for. */
static const struct gpu *emulated_gpu(const struct arguments *arguments)
{
    switch (arguments->subcommand) {
    case SUB_SWEEP:
    case SUB_PROFILE:
    case SUB_RECORD: return arguments->gpu;
    default: return gpu_default();
    }
}

bool session_program(const struct session *session, const struct lab *lab,
                     const struct exercise *exercise, struct program *program)
{
    char text[1600];
    if (!program_of(program, lab, exercise, session->arguments->impl,
                    session->compiler))
        return false;
    if (program_exists(program))
        return true;
    program_why_missing(program, text, sizeof text);
    fprintf(stderr, "%s\n", text);
    return false;
}

void session_worker(struct session *session, struct worker *worker,
                    const struct program *program,
                    const struct exercise *exercise, bool on_gpu)
{
    *worker = (struct worker){
        .exercise = exercise,
        .limit_seconds = session->arguments->limit_seconds,
        .options = {
            .program = program->path,
            .memory = session->problem.memory,
            .inputs = &session->problem.source,
            .gpu = emulated_gpu(session->arguments)->id,
            .threads = session->arguments->threads,
            .judge = on_gpu ? NULL : session->judge,
            .library_path = session->library,
            .device_bytes =
                ((uint64_t)256 << 20) +
                4 * (uint64_t)largest_over_sizes(session, exercise, bytes_at),
            /* Enough for one thread to do it all, too few for an endless
             * loop to be waited for. */
            .budget =
                ((uint64_t)16 << 20) +
                8 * (uint64_t)largest_over_sizes(session, exercise, flops_at)}};
    worker_open(worker);
}

struct request session_request(struct session *session, enum command command,
                               bool on_gpu)
{
    struct request request = problem_request(&session->problem, command);
    if (on_gpu)
        problem_place_inputs(&session->problem);
    request.guard_bytes = on_gpu ? 4096 : 0;
    request.watch_memory = !on_gpu;
    return request;
}
