/*
 * alone.c - a launch without a grader, for ncu, compute-sanitizer and
 * cuda-gdb:   build/lab1_global/reference.nvcc matvec 2500 2000
 *
 * Inputs are random as the grader's are; nothing is compared.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "lab/random.h"
#include "runner.h"

static int usage(const char *program)
{
    fprintf(stderr,
            "This program is started by \"make check\".  Alone it launches "
            "once:\n  %s EXERCISE ROWS [COLS [INNER]]\nwith EXERCISE one of:",
            program);
    for (size_t i = 0; i < lab_count; i++) {
        for (size_t k = 0; k < all_labs[i]->exercise_count; k++) {
            if (all_labs[i]->exercises[k].symbol != NULL)
                fprintf(stderr, " %s", all_labs[i]->exercises[k].name);
        }
    }
    fputc('\n', stderr);
    return 2;
}

/* The grader's layout in small: the arrays one after the other. */
static size_t lay_out(const struct exercise *exercise, struct request *request)
{
    size_t total = 0;

    for (size_t i = 0; i < MAX_BUFFERS && exercise->buffers[i].name; i++) {
        const struct buffer *buffer = &exercise->buffers[i];

        request->places[i].offset = total;
        request->places[i].bytes =
            buffer->count(request->size) * element_bytes(buffer->element);
        total += (request->places[i].bytes + 63) & ~(size_t)63;
    }
    return total;
}

static void fill_inputs(struct runner_job *job)
{
    void *inputs[MAX_BUFFERS] = {NULL};

    for (size_t i = 0; i < MAX_BUFFERS && job->exercise->buffers[i].name; i++) {
        const struct buffer *buffer = &job->exercise->buffers[i];

        if (buffer->direction != INPUT)
            continue;
        inputs[i] = job->shared + job->request->places[i].offset;
        random_fill(inputs[i], buffer->count(job->request->size),
                    buffer->element, buffer->fill, i + 1);
    }
    if (job->exercise->prepare != NULL)
        job->exercise->prepare(inputs, job->request->size, 1);
}

bool runner_make_inputs(struct runner_job *job, struct request *request)
{
    job->request = request;
    job->shared = malloc(lay_out(job->exercise, request));
    if (job->shared != NULL)
        fill_inputs(job);
    return job->shared != NULL;
}

static int launch_once(struct runner_job *job)
{
    struct response response = {.damaged = NO_BUFFER, .changed = NO_BUFFER};
    bool right = runner_prepare(job);

    if (!right)
        fprintf(stderr, "no memory for the arrays\n");
    else if (!(right = runner_launch(job, &response)))
        fprintf(stderr, "%s: %s: %s\n", job->exercise->name,
                response.error_name, response.error_text);
    runner_release(job);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

int runner_alone(int argc, char **argv)
{
    struct request request = {.poison = POISON_NAN, .size = {1, 1, 1}};
    int *numbers[] = {&request.size.rows, &request.size.cols,
                      &request.size.inner};
    struct runner_job job = {.request = NULL};
    int status;

    job.exercise = argc >= 2 ? runner_exercise(argv[1]) : NULL;
    if (job.exercise == NULL || argc < 3 || argc > 5)
        return usage(argv[0]);
    for (int i = 2; i < argc; i++) {
        *numbers[i - 2] = atoi(argv[i]);
        if (*numbers[i - 2] < 1)
            return usage(argv[0]);
    }
    if (!runner_make_inputs(&job, &request))
        return EXIT_FAILURE;
    status = launch_once(&job);
    free(job.shared);
    return status;
}
