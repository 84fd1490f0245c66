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

/* What is made faster than looked up is not shared. */
enum { WORTH_BYTES = 64 << 10, WORTH_FLOPS = 200000 };

static int open_memory(void)
{
    int memory = memfd_create("grader", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    /* A runner that cut it off would crash us at the next access. */
    if (memory < 0 || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK) != 0)
        perror("grader: shared memory");
    return memory;
}

bool problem_open(struct problem *problem)
{
    *problem = (struct problem){
        .memory = open_memory(), .own = open_memory(), .source = -1};
    return problem->memory >= 0 && problem->own >= 0;
}

bool problem_share(struct problem *problem, const char *folder)
{
    return shared_open(&problem->shared, folder);
}

/* Maps so many bytes of a file in memory, which grows for it; what was mapped
 * before stays, with its pages. */
static unsigned char *map_more(int memory, unsigned char *old, size_t mapped,
                               size_t n)
{
    void *at = MAP_FAILED;
    if (ftruncate(memory, (off_t)n) == 0)
        at = old ? mremap(old, mapped, n, MREMAP_MAYMOVE)
                 : mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (at != MAP_FAILED)
        return at;
    perror("grader: memory for the arrays");
    return NULL;
}

static bool grow_map(int memory, unsigned char **base, size_t *mapped, size_t n)
{
    unsigned char *at =
        n <= *mapped ? *base : map_more(memory, *base, *mapped, n);
    if (!at)
        return false;
    *base = at;
    *mapped = n > *mapped ? n : *mapped;
    return true;
}

static void forget_inputs(struct problem *problem)
{
    if (problem->inputs && problem->inputs != problem->made) {
        munmap((void *)(uintptr_t)problem->inputs, problem->input_bytes);
        close(problem->source);
    }
    problem->inputs = NULL;
    problem->source = -1;
}

void problem_forget_expected(struct problem *problem)
{
    if (problem->found)
        munmap((void *)(uintptr_t)problem->found,
               problem->count * sizeof *problem->expected);
    else
        free(problem->expected);
    problem->found = problem->expected = NULL;
}

static void close_memory(int *memory, unsigned char *base, size_t mapped)
{
    if (base)
        munmap(base, mapped);
    if (*memory >= 0)
        close(*memory);
    *memory = -1;
}

void problem_close(struct problem *problem)
{
    forget_inputs(problem);
    problem_forget_expected(problem);
    close_memory(&problem->memory, problem->base, problem->mapped);
    close_memory(&problem->own, problem->made, problem->made_bytes);
    problem->base = problem->made = NULL;
    problem->mapped = problem->made_bytes = 0;
}

bool size_equal(struct size a, struct size b)
{
    return a.rows == b.rows && a.cols == b.cols && a.inner == b.inner;
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

size_t input_elements(const struct exercise *exercise, struct size size)
{
    size_t elements = 0;
    for (size_t i = 0; i < buffer_count(exercise); i++)
        if (exercise->buffers[i].direction == INPUT)
            elements += exercise->buffers[i].count(size);
    return elements;
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
        inputs[i] = problem->made + problem->extents[i].offset;
        random_fill(inputs[i], buffer->count(size), buffer->element,
                    buffer->fill, random_mix(seed, i));
    }
    if (exercise->prepare)
        exercise->prepare(inputs, size, seed);
}

/* All that inputs depend on, so that exercises with the same have one file. */
static void name_inputs(const struct problem *problem, char *name)
{
    const struct exercise *exercise = problem->exercise;
    size_t n = SHARED_NAME_BYTES,
           at = (size_t)snprintf(name, n, "inputs-%llx-%dx%dx%d-%s",
                                 (unsigned long long)problem->seed,
                                 problem->size.rows, problem->size.cols,
                                 problem->size.inner,
                                 exercise->prepare ? exercise->name : "");
    for (size_t i = 0; i < buffer_count(exercise) && at < n; i++) {
        const struct buffer *buffer = &exercise->buffers[i];
        if (buffer->direction == INPUT)
            at += (size_t)snprintf(name + at, n - at, "-%zu.%zu.%d.%d", i,
                                   (size_t)problem->extents[i].bytes,
                                   (int)buffer->element, (int)buffer->fill);
    }
    if (at >= n)
        *name = '\0';
}

static bool make_inputs(struct problem *problem)
{
    if (!grow_map(problem->own, &problem->made, &problem->made_bytes,
                  problem->input_bytes))
        return false;
    fill_inputs(problem);
    problem->source = problem->own;
    problem->inputs = problem->made;
    return true;
}

static bool take_inputs(struct problem *problem)
{
    char name[SHARED_NAME_BYTES] = "";
    bool shared = problem->shared.folder && problem->input_bytes >= WORTH_BYTES;
    if (shared)
        name_inputs(problem, name);
    if (*name)
        problem->inputs = shared_map(&problem->shared, name,
                                     problem->input_bytes, &problem->source);
    if (problem->inputs)
        return true;
    if (!make_inputs(problem))
        return false;
    if (*name)
        shared_publish(&problem->shared, name, problem->made,
                       problem->input_bytes);
    return true;
}

void problem_place_inputs(struct problem *problem)
{
    memcpy(problem->base, problem->inputs, problem->input_bytes);
}

static size_t first_output(const struct exercise *exercise)
{
    size_t i = 0;
    while (exercise->buffers[i].direction == INPUT)
        i++;
    return i;
}

void problem_lay_out(struct problem *problem, const struct exercise *exercise,
                     struct size size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    problem_forget_expected(problem);
    forget_inputs(problem);
    problem->exercise = exercise;
    problem->output = first_output(exercise);
    problem->size = size;
    /* Outputs start on a page: the runner protects the inputs' pages.  Without
     * inputs there is one all the same, as a file has to have something. */
    problem->input_bytes = lay_out(problem, INPUT, 0);
    if (!problem->input_bytes)
        problem->input_bytes = 1;
    problem->input_bytes = (problem->input_bytes + page - 1) & ~(page - 1);
    problem->total_bytes = lay_out(problem, OUTPUT, problem->input_bytes);
    problem->count = exercise->buffers[problem->output].count(size);
}

bool problem_set(struct problem *problem, const struct exercise *exercise,
                 struct size size, uint64_t seed)
{
    problem_lay_out(problem, exercise, size);
    problem->seed = seed;
    return grow_map(problem->memory, &problem->base, &problem->mapped,
                    problem->total_bytes) &&
           take_inputs(problem);
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
    request.on_cpu = problem->exercise->on_cpu;
    request.on_host = problem->exercise->host_pointers || request.on_cpu;
    request.pinned = problem->exercise->pinned;
    memcpy(request.extents, problem->extents, sizeof request.extents);
    return request;
}

const struct buffer *problem_buffer(const struct problem *problem,
                                    size_t buffer)
{
    return &problem->exercise->buffers[buffer];
}

size_t problem_elements(const struct problem *problem, size_t buffer)
{
    return problem_buffer(problem, buffer)->count(problem->size);
}

const void *problem_input(const struct problem *problem, size_t buffer)
{
    return problem_buffer(problem, buffer)->direction == INPUT
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

static bool make_expected(struct problem *problem)
{
    const void *inputs[MAX_BUFFERS];
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

/* Where it takes long. */
static bool name_expected(const struct problem *problem, char *name)
{
    const struct exercise *exercise = problem->exercise;
    struct size size = problem->size;
    return problem->shared.folder && exercise->flops(size) >= WORTH_FLOPS &&
           snprintf(name, SHARED_NAME_BYTES, "expected-%llx-%dx%dx%d-%s",
                    (unsigned long long)problem->seed, size.rows, size.cols,
                    size.inner, exercise->name) < SHARED_NAME_BYTES;
}

bool problem_expect(struct problem *problem)
{
    size_t bytes = problem->count * sizeof *problem->expected;
    char name[SHARED_NAME_BYTES];
    bool shared = name_expected(problem, name);
    problem_forget_expected(problem);
    if (shared)
        problem->found = shared_map(&problem->shared, name, bytes, NULL);
    problem->expected = (struct expected *)(uintptr_t)problem->found;
    if (problem->found)
        return true;
    if (!make_expected(problem))
        return false;
    if (shared)
        shared_publish(&problem->shared, name, problem->expected, bytes);
    return true;
}
