/*
 * problem.c - makes the inputs of one size and has the oracle judge them.
 *
 * Every run has numbers of its own from the seed the grader prints, so that
 * nobody can learn a result by heart, and a failure can be repeated.
 */
#include "problem.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lab/random.h"

bool problem_open(struct problem *problem)
{
    *problem = (struct problem){
        .memory = memfd_create("grader", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    /* A runner that cut it off would crash us at the next access. */
    if (problem->memory < 0 ||
        fcntl(problem->memory, F_ADD_SEALS, F_SEAL_SHRINK) != 0)
        perror("grader: shared memory");
    return problem->memory >= 0;
}

static void unmap(struct problem *problem)
{
    if (problem->base)
        munmap(problem->base, problem->mapped);
    problem->base = NULL;
    problem->mapped = 0;
}

void problem_close(struct problem *problem)
{
    unmap(problem);
    free(problem->inputs);
    problem->inputs = NULL;
    free(problem->expected);
    problem->expected = NULL;
    if (problem->memory >= 0)
        close(problem->memory);
    problem->memory = -1;
}

size_t buffer_count(const struct exercise *exercise)
{
    size_t count = 0;
    while (count < MAX_BUFFERS && exercise->buffers[count].name)
        count++;
    return count;
}

size_t buffer_columns(const struct buffer *buffer, struct size size)
{
    return buffer->columns ? buffer->columns(size) : 0;
}

static size_t buffer_bytes(const struct buffer *buffer, struct size size)
{
    return buffer->count(size) * element_bytes(buffer->element);
}

size_t problem_bytes(const struct exercise *exercise, struct size size)
{
    size_t total = 0;
    for (size_t i = 0; i < buffer_count(exercise); i++)
        total += buffer_bytes(&exercise->buffers[i], size);
    return total;
}

/* Places the arrays of one direction, each on a cache line of its own. */
static size_t lay_out(struct problem *problem, enum direction direction,
                      size_t at)
{
    for (size_t i = 0; i < buffer_count(problem->exercise); i++) {
        const struct buffer *buffer = &problem->exercise->buffers[i];
        if (buffer->direction != direction)
            continue;
        problem->extents[i] =
            (struct extent){at, buffer_bytes(buffer, problem->size)};
        at += (problem->extents[i].bytes + 63) & ~(size_t)63;
    }
    return at;
}

static bool make_room(struct problem *problem)
{
    free(problem->inputs);
    problem->inputs = malloc(problem->input_bytes + 1);
    if (!problem->inputs) {
        perror("grader: memory for the inputs");
        return false;
    }
    if (problem->total_bytes <= problem->mapped)
        return true;
    unmap(problem);
    if (ftruncate(problem->memory, (off_t)problem->total_bytes) == 0)
        problem->base = mmap(NULL, problem->total_bytes, PROT_READ | PROT_WRITE,
                             MAP_SHARED, problem->memory, 0);
    if (problem->base == MAP_FAILED || !problem->base) {
        perror("grader: memory for the arrays");
        problem->base = NULL;
        return false;
    }
    problem->mapped = problem->total_bytes;
    return true;
}

static void fill_inputs(struct problem *problem)
{
    const struct exercise *exercise = problem->exercise;
    struct size size = problem->size;
    void *inputs[MAX_BUFFERS] = {NULL};
    uint64_t seed = random_mix(problem->seed, (uint64_t)size.rows);
    seed = random_mix(seed, (uint64_t)size.cols);
    seed = random_mix(seed, (uint64_t)size.inner);
    for (size_t i = 0; i < buffer_count(exercise); i++) {
        const struct buffer *buffer = &exercise->buffers[i];
        if (buffer->direction != INPUT)
            continue;
        inputs[i] = problem->inputs + problem->extents[i].offset;
        random_fill(inputs[i], buffer->count(size), buffer->element,
                    buffer->fill, random_mix(seed, i));
    }
    if (exercise->prepare)
        exercise->prepare(inputs, size, seed);
    memcpy(problem->base, problem->inputs, problem->input_bytes);
}

static size_t first_output(const struct exercise *exercise)
{
    size_t i = 0;
    while (exercise->buffers[i].direction == INPUT)
        i++;
    return i;
}

bool problem_set(struct problem *problem, const struct exercise *exercise,
                 struct size size, uint64_t seed)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    problem->exercise = exercise;
    problem->output = first_output(exercise);
    problem->size = size;
    problem->seed = seed;
    /* Outputs start on a page: the runner protects the inputs' pages. */
    problem->input_bytes = lay_out(problem, INPUT, 0);
    problem->input_bytes = (problem->input_bytes + page - 1) & ~(page - 1);
    problem->total_bytes = lay_out(problem, OUTPUT, problem->input_bytes);
    if (!make_room(problem))
        return false;
    fill_inputs(problem);
    problem->count = exercise->buffers[problem->output].count(size);
    return true;
}

struct request problem_request(const struct problem *problem,
                               enum command command)
{
    struct request request = {.command = command,
                              .size = problem->size,
                              .input_bytes = problem->input_bytes,
                              .total_bytes = problem->total_bytes,
                              .poison = POISON_NAN};
    snprintf(request.launcher, sizeof request.launcher, "%s",
             problem->exercise->name);
    request.buffers = (uint32_t)buffer_count(problem->exercise);
    request.on_host = problem->exercise->host_pointers;
    memcpy(request.extents, problem->extents, sizeof request.extents);
    return request;
}

const void *problem_input(const struct problem *problem, size_t buffer)
{
    return problem->exercise->buffers[buffer].direction == INPUT
               ? problem->inputs + problem->extents[buffer].offset
               : NULL;
}

const void *problem_output(const struct problem *problem)
{
    return problem->base + problem->extents[problem->output].offset;
}

void problem_arrays(const struct problem *problem,
                    const void *arrays[MAX_BUFFERS])
{
    for (size_t i = 0; i < buffer_count(problem->exercise); i++) {
        const void *input = problem_input(problem, i);
        arrays[i] = input ? input : problem->base + problem->extents[i].offset;
    }
}

bool problem_expect(struct problem *problem)
{
    const void *inputs[MAX_BUFFERS];
    free(problem->expected);
    problem->expected = calloc(problem->count + 1, sizeof *problem->expected);
    if (!problem->expected) {
        perror("grader: memory for the expected result");
        return false;
    }
    for (size_t i = 0; i < buffer_count(problem->exercise); i++)
        inputs[i] = problem_input(problem, i);
    problem->exercise->oracle(inputs, problem->size, problem->expected);
    return true;
}
