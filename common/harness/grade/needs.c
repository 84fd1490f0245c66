/*
 * needs.c - an oracle is asked with one element changed, then the next.
 *
 * Its inputs here are between 0.5 and 1.5, so that none is 0, and one that is
 * changed becomes by far the least, then the greatest: a sum of products
 * changes with each of its parts, and so does a minimum or a maximum.
 */
#include "needs.h"

#include <stdlib.h>

#include "compare.h"
#include "lab/random.h"

/* Operations of the oracle's; a second or so. */
static const double most_work = 5e8;

static double ask(const struct needs *needs)
{
    const void *inputs[MAX_BUFFERS];
    for (size_t i = 0; i < MAX_BUFFERS; i++)
        inputs[i] = needs->inputs[i];
    needs->problem->exercise->oracle(inputs, needs->problem->size,
                                     needs->expected);
    return needs->expected[needs->element].value;
}

/* Returns what it was. */
static double set(enum element element, void *array, size_t i, double value)
{
    double before = element_value(element, array, i);
    element_set(element, array, i, value);
    return before;
}

static double ask_with(const struct needs *needs, size_t buffer, size_t index,
                       double value)
{
    enum element element = problem_buffer(needs->problem, buffer)->element;
    double before = set(element, needs->inputs[buffer], index, value);
    double result = ask(needs);
    set(element, needs->inputs[buffer], index, before);
    return result;
}

static bool make_inputs(struct needs *needs)
{
    for (size_t i = 0; i < buffer_count(needs->problem->exercise); i++) {
        const struct buffer *buffer = problem_buffer(needs->problem, i);
        size_t count = problem_elements(needs->problem, i);
        if (buffer->direction != INPUT)
            continue;
        needs->inputs[i] = calloc(count + 1, element_bytes(buffer->element));
        needs->needed[i] = calloc(count + 1, sizeof *needs->needed[i]);
        if (!needs->inputs[i] || !needs->needed[i])
            return false;
        random_fill(needs->inputs[i], count, buffer->element, FILL_POSITIVE,
                    random_mix(1, i));
    }
    return true;
}

static double work(const struct needs *needs)
{
    const struct exercise *exercise = needs->problem->exercise;
    double elements = (double)input_elements(exercise, needs->problem->size);
    return 2 * elements *
           (elements +
            (exercise->flops ? exercise->flops(needs->problem->size) : 0));
}

void needs_open(struct needs *needs, const struct problem *problem,
                size_t element)
{
    *needs = (struct needs){.problem = problem, .element = element};
    needs->expected = calloc(problem->count + 1, sizeof *needs->expected);
    if (!needs->expected || !problem->exercise->oracle ||
        work(needs) > most_work || !make_inputs(needs))
        return;
    double result = ask(needs);
    for (size_t i = 0; i < MAX_BUFFERS; i++)
        for (size_t k = 0;
             needs->inputs[i] && k < problem_elements(needs->problem, i); k++)
            needs->needed[i][k] = ask_with(needs, i, k, -1000) != result ||
                                  ask_with(needs, i, k, 1000) != result;
    needs->known = true;
}

void needs_close(struct needs *needs)
{
    for (size_t i = 0; i < MAX_BUFFERS; i++) {
        free(needs->inputs[i]);
        free(needs->needed[i]);
    }
    free(needs->expected);
}

bool needs_has(const struct needs *needs, size_t buffer, size_t index)
{
    return needs->needed[buffer] &&
           index < problem_elements(needs->problem, buffer) &&
           needs->needed[buffer][index];
}

/* How much one changes it depends on the other. */
bool needs_product(const struct needs *needs, size_t buffer, size_t index,
                   size_t other_buffer, size_t other)
{
    enum element element =
        problem_buffer(needs->problem, other_buffer)->element;
    void *array = needs->inputs[other_buffer];
    double with =
        ask_with(needs, buffer, index, 8) - ask_with(needs, buffer, index, 1);
    double before = set(element, array, other, 1000);
    double without =
        ask_with(needs, buffer, index, 8) - ask_with(needs, buffer, index, 1);
    double difference = with - without;
    set(element, array, other, before);
    return difference > 1 || difference < -1;
}
