/*
 * view.c - elements of an output, and what each should be.
 */
#include "view.h"

#include <math.h>

struct view view_of(const struct evidence *evidence)
{
    const struct problem *problem = evidence->problem;
    const struct buffer *output = &problem->exercise->buffers[problem->output];
    size_t cols = buffer_columns(output, problem->size);
    return (struct view){.evidence = evidence,
                         .problem = problem,
                         .name = output->name,
                         .element = output->element,
                         .expected = problem->expected,
                         .count = problem->count,
                         .rows = cols ? problem->count / cols : 1,
                         .cols = cols ? cols : problem->count};
}

bool view_is_table(const struct view *v)
{
    const struct problem *problem = v->problem;
    return problem->exercise->buffers[problem->output].columns != NULL;
}

double view_got(const struct view *v, size_t i)
{
    const void *output = v->evidence->first;
    return output ? element_value(v->element, output, i) : NAN;
}

/* Is element i what element k should be? */
bool view_is_value_of(const struct view *v, size_t i, size_t k)
{
    return element_right(v->element, view_got(v, i), &v->expected[k]);
}

bool view_is_right(const struct view *v, size_t i)
{
    return view_is_value_of(v, i, i);
}

/* Where there are two runs, both must have left their poison: one that adds
 * to NaN leaves NaN. */
bool view_is_unwritten(const struct view *v, size_t i)
{
    const struct evidence *evidence = v->evidence;
    return evidence->first &&
           element_poisoned(v->element, evidence->first, i, evidence->poison) &&
           (!evidence->second ||
            element_poisoned(v->element, evidence->second, i, POISON_NUMBER));
}

size_t view_count(const struct view *v, view_test *test)
{
    size_t n = 0;
    for (size_t i = 0; i < v->count; i++)
        n += test(v, i);
    return n;
}

bool view_is_wrong(const struct view *v, size_t i)
{
    return !view_is_right(v, i);
}

size_t view_tile_ending_at(size_t start, size_t total)
{
    for (size_t tile = 1024; start > 0 && tile >= 4; tile /= 2) {
        if (total % tile != 0 && start == total / tile * tile)
            return tile;
    }
    return 0;
}
