/*
 * values.c - what wrong values look like, and what differs between two runs.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/random.h"
#include "view.h"

/* ---- what differs between two runs --------------------------------------- */

static double poison_value(enum element element, uint8_t poison)
{
    unsigned char bytes[8];
    memset(bytes, poison, sizeof bytes);
    return element_value(element, bytes, 0);
}

/* Is element i what was there, old, and what is expected? */
static bool is_on_top(const struct view *v, size_t i, double now, double old)
{
    double wanted = v->expected[i].value;
    double scale = fabs(old) + fmax(v->expected[i].magnitude, fabs(wanted));
    if (isnan(old))
        return isnan(now);
    if (v->element == ELEMENT_I32 || v->element == ELEMENT_I64)
        return now - old == wanted;
    return fabs(now - old - wanted) <= 1e-4 * scale;
}

/* Of both runs, each with what stood there. */
static bool is_twice_on_top(const struct view *v, size_t i)
{
    double before = poison_value(v->element, v->evidence->poison);
    double old = poison_value(v->element, POISON_NUMBER);
    return v->evidence->second && is_on_top(v, i, view_got(v, i), before) &&
           is_on_top(v, i, element_value(v->element, v->evidence->second, i),
                     old);
}

/* Without it, "0, expected 1" does not look like a sum with what was there. */
void values_old(const struct view *v, size_t i, char *text, size_t n)
{
    double before = poison_value(v->element, v->evidence->poison);
    *text = '\0';
    if (!isnan(before) && is_twice_on_top(v, i))
        snprintf(text, n, ", where %.9g stood before", before);
}

/* NaN over NaN, and off by the number over the number: it was added to.  What
 * nobody wrote says nothing; unless 0 was to be added. */
enum certainty values_added_to(const struct view *v, char *text, size_t n)
{
    size_t added = 0;
    if (!v->evidence->second)
        return UNFIT;
    for (size_t i = 0; i < v->count; i++) {
        if (view_is_unwritten(v, i) && v->expected[i].value != 0)
            continue;
        if (!is_twice_on_top(v, i))
            return UNFIT;
        added++;
    }
    if (added == 0)
        return UNFIT;
    snprintf(text, n, "the sum is added to what was there in %s before%s",
             v->name,
             v->problem->exercise->is_case
                 ? ""
                 : "; set it to 0 first, or sum in a local variable");
    return CAUSE;
}

enum certainty values_changing(const struct view *v, char *text, size_t n)
{
    size_t changed = 0;
    if (!v->evidence->second)
        return UNFIT;
    for (size_t i = 0; i < v->count; i++) {
        double now = element_value(v->element, v->evidence->second, i);
        bool unwritten =
            element_poisoned(v->element, v->evidence->second, i, POISON_NUMBER);
        changed += !view_is_unwritten(v, i) && !unwritten &&
                   !(isnan(now) && isnan(view_got(v, i))) &&
                   now != view_got(v, i) &&
                   !(view_is_right(v, i) &&
                     element_right(v->element, now, &v->expected[i]));
    }
    if (changed == 0)
        return UNFIT;
    snprintf(text, n,
             "different from run to run: %zu of %zu elements changed "
             "with the same inputs; is something kept from the call before, "
             "or is memory read before it is written?",
             changed, v->count);
    return PATTERN; /* a race would be found, and told first */
}

/* ---- what the wrong values look like ------------------------------------- */

enum certainty values_rounded(const struct view *v, char *text, size_t n)
{
    double worst = 0;
    size_t far = 0;
    if (v->count < FEW) /* a few may be near by chance */
        return UNFIT;
    for (size_t i = 0; i < v->count; i++) {
        double bound = element_bound(v->element, &v->expected[i]);
        double error = fabs(view_got(v, i) - v->expected[i].value);
        if (!(error <= 64 * bound) || bound == 0)
            return UNFIT;
        far += error > 0.1 * fabs(v->expected[i].value);
        worst = fmax(worst, error / bound);
    }
    /* The bound of a long sum is wide: what is within it a few times over may
     * still be nothing like the result. */
    if (10 * far > v->count)
        return UNFIT;
    snprintf(text, n,
             "rounding only: up to %.3g times the error that a sum "
             "in this precision may have; is a value kept in a smaller type "
             "on the way?",
             worst);
    return PATTERN;
}

static bool is_nan(const struct view *v, size_t i)
{
    return isnan(view_got(v, i)) && !view_is_unwritten(v, i);
}

enum certainty values_nan(const struct view *v, char *text, size_t n)
{
    size_t nan = view_count(v, is_nan);
    if (nan == 0 || nan + view_count(v, view_is_right) < v->count)
        return UNFIT;
    snprintf(text, n,
             "%s not a number (NaN): is something divided by zero, or used "
             "before it is set?",
             nan == v->count ? "every element is" : "the wrong elements are");
    return PATTERN;
}

enum certainty values_same(const struct view *v, char *text, size_t n)
{
    for (size_t i = 1; i < v->count; i++) {
        if (view_got(v, i) != view_got(v, 0))
            return UNFIT;
    }
    if (view_got(v, 0) == 0)
        snprintf(text, n,
                 "every element is 0: is nothing added to the sum, has another "
                 "thread the result, or does an int cut it down?");
    else if (v->count < FEW)
        return UNFIT;
    else
        snprintf(text, n,
                 "every element is %.7g; does each thread use its "
                 "own index?",
                 view_got(v, 0));
    return v->count < FEW ? PLACE : PATTERN;
}
