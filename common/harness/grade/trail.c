/*
 * trail.c - arrays and threads of the steps, by the names a student knows.
 */
#include "trail.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "lab/random.h"
#include "shape.h"

/* ---- which array is which ------------------------------------------------ */

/* Inputs are known by their values, the output by what was stored last. */
static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-6 * fabs(a);
}

static bool fits(const struct trail *t, const struct step *step, unsigned lane,
                 size_t buffer)
{
    size_t bytes = element_bytes(problem_buffer(t->problem, buffer)->element);
    return step->bytes == bytes && step->offset[lane] >= 0 &&
           (size_t)step->offset[lane] / bytes <
               problem_elements(t->problem, buffer);
}

static bool loads_input(const struct trail *t, const struct step *step,
                        size_t buffer)
{
    const void *array = problem_input(t->problem, buffer);
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (step->lanes >> l & 1 && !step->source[0][l] &&
            (!fits(t, step, l, buffer) ||
             !same(element_value(problem_buffer(t->problem, buffer)->element,
                                 array, step_index(step, l)),
                   step->value[l])))
            return false;
    return true;
}

static bool is_input(const struct trail *t, uint32_t allocation, size_t buffer)
{
    bool any = false;
    for (size_t i = 0; i < t->steps->count; i++) {
        const struct step *step = &t->steps->step[i];
        if (!step->global || step->allocation != allocation ||
            !step_is(step, "load"))
            continue;
        if (!loads_input(t, step, buffer))
            return false;
        any = true;
    }
    return any;
}

/* Is what was stored there last what came out? */
static bool is_output(const struct trail *t, uint32_t allocation)
{
    enum element element =
        problem_buffer(t->problem, t->problem->output)->element;
    size_t count = t->problem->count, agree = 0;
    bool *met = calloc(count + 1, sizeof *met), differ = !met;
    for (size_t i = t->steps->count; i-- > 0 && !differ;) {
        const struct step *step = &t->steps->step[i];
        if (!step->global || step->allocation != allocation ||
            !step_stores(step))
            continue;
        for (unsigned l = WARP_SIZE; l-- > 0 && !differ;) {
            if (!(step->lanes >> l & 1))
                continue;
            differ = !fits(t, step, l, t->problem->output);
            if (differ || met[step_index(step, l)])
                continue;
            met[step_index(step, l)] = true;
            agree++;
            differ = step_is(step, "store") &&
                     !same(element_value(element, problem_output(t->problem),
                                         step_index(step, l)),
                           step->value[l]);
        }
    }
    free(met);
    return agree && !differ;
}

static int find_buffer(const struct trail *t, uint32_t allocation)
{
    size_t n = buffer_count(t->problem->exercise);
    for (size_t i = 0; i < n; i++)
        if (problem_input(t->problem, i) && is_input(t, allocation, i))
            return (int)i;
    return is_output(t, allocation) ? (int)t->problem->output : -1;
}

bool trail_open(struct trail *t, const struct problem *problem,
                struct steps *steps, const char *source)
{
    *t = (struct trail){.problem = problem, .steps = steps, .source = source};
    for (size_t i = 0; i < steps->count; i++)
        if (steps->step[i].allocation >= t->allocations)
            t->allocations = steps->step[i].allocation + 1;
    t->buffer_of = malloc((t->allocations + 1) * sizeof *t->buffer_of);
    if (!t->buffer_of)
        return false;
    for (size_t i = 0; i < t->allocations; i++)
        t->buffer_of[i] = -2;
    for (size_t i = 0; i < steps->count; i++) {
        uint32_t allocation = steps->step[i].allocation;
        if (steps->step[i].global && t->buffer_of[allocation] == -2)
            t->buffer_of[allocation] = find_buffer(t, allocation);
    }
    return true;
}

void trail_close(struct trail *t)
{
    free(t->buffer_of);
}

/* ---- names --------------------------------------------------------------- */

/* 0 columns: there are no rows. */
static void name_by_row(const char *name, size_t columns, size_t index,
                        char *text, size_t n)
{
    if (columns)
        snprintf(text, n, "%s[%zu][%zu]", name, index / columns,
                 index % columns);
    else
        snprintf(text, n, "%s[%zu]", name, index);
}

void trail_element(const struct trail *t, size_t buffer, const char *name,
                   size_t index, char *text, size_t n)
{
    size_t columns =
        buffer_columns(problem_buffer(t->problem, buffer), t->problem->size);
    name_by_row(name, columns, index, text, n);
}

int trail_buffer(const struct trail *t, const struct step *step)
{
    return step->global ? t->buffer_of[step->allocation] : -1;
}

void trail_place(const struct trail *t, const struct step *step, unsigned lane,
                 char *text, size_t n)
{
    int buffer = trail_buffer(t, step);
    if (buffer >= 0)
        trail_element(t, (size_t)buffer, step->array, step_index(step, lane),
                      text, n);
    else
        name_by_row(step->array,
                    step->shared
                        ? shape_columns(t->source, step->array, step->line)
                        : 0,
                    step_index(step, lane), text, n);
}

static const struct step *launch_of(const struct trail *t,
                                    const struct step *step)
{
    for (size_t i = 0; i < t->steps->count; i++)
        if (step_is(&t->steps->step[i], "launch") &&
            t->steps->step[i].launch == step->launch)
            return &t->steps->step[i];
    return NULL;
}

void trail_thread(const struct trail *t, const struct step *step, unsigned lane,
                  char *text, size_t n)
{
    const struct step *launch = launch_of(t, step);
    long thread = (long)step->warp * WARP_SIZE + (long)lane;
    long width = launch ? launch->offset[3] : 0;
    if (launch && width && launch->offset[4] > 1)
        snprintf(text, n, "thread (%ld, %ld)", thread % width, thread / width);
    else
        snprintf(text, n, "thread %ld", thread);
}
