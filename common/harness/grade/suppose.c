/*
 * suppose.c - holds one supposition after the other against all sizes.
 */
#include "suppose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many digits must agree beyond chance: there are hundreds of suppositions,
 * and one in a million may be taken for true. */
static const double enough_digits = 7, enough_of_places = 5;

enum { MAX_SIZES = 40 };

struct search {
    struct trial trials[MAX_SIZES]; /* wrong sizes first, small ones first */
    bool right[MAX_SIZES];
    size_t which[MAX_SIZES]; /* their places in the caller's list */
    size_t count;
    bool places; /* few suppositions are about places */
    char *text;
    size_t n;
    size_t shown;
};

/* ---- does it agree? ------------------------------------------------------ */

/* What an agreeing element can tell: how improbable it is by chance, as a
 * power of ten.  Zeros agree with anything. */
static double digits_of(const struct view *v, const struct expected *p)
{
    double bound = element_bound(v->element, p);
    double spread = p->magnitude / sqrt(fmax(p->terms, 1));
    if (p->value == 0)
        return 0;
    if (bound == 0) /* a small whole number is many a result's */
        return p->value == floor(p->value)
                   ? fmin(4, fmax(1, log10(fabs(p->value))))
                   : 4;
    return fmax(0, -log10(fmin(1, 2 * bound / fmax(spread, fabs(p->value)))));
}

/* An output that was right must be predicted to be. */
static bool leaves_right(const struct trial *trial)
{
    const struct view *v = &trial->view;
    for (size_t i = 0; i < v->count; i++) {
        const struct expected *p = &trial->predicted[i];
        if (isinf(p->value))
            continue;
        if (!element_right(v->element, v->expected[i].value, p))
            return false;
    }
    return true;
}

/* Every element as predicted?  Adds what that tells.  One that is
 * right tells nothing where 0 was predicted: so all are where all is left
 * out, and what is expected is nearly 0. */
static bool predicts(const struct trial *trial, double *digits)
{
    const struct view *v = &trial->view;
    size_t right = 0, zeros = 0, places = 0;
    for (size_t i = 0; i < v->count; i++) {
        const struct expected *p = &trial->predicted[i];
        bool wrong = view_is_wrong(v, i);
        right += !wrong && p->value != 0;
        if (isinf(p->value))
            continue;
        if (isnan(p->value) ? !wrong
                            : !element_right(v->element, view_got(v, i), p))
            return false;
        places += wrong && isnan(p->value);
        zeros += wrong && p->value == 0;
        if (wrong && !isnan(p->value))
            *digits += digits_of(v, p);
    }
    /* Where it is wrong tells something if not all is. */
    if (right > 0 && zeros + places > 0)
        *digits += fmin(4, log10((double)v->count)) +
                   0.3 * fmin((double)zeros, (double)right);
    return true;
}

static bool agrees(const struct supposition *s, struct search *search, size_t i,
                   double *digits)
{
    struct trial *trial = &search->trials[i];
    bool changes = s->predict(s, trial);
    if (search->right[i])
        return !changes || leaves_right(trial);
    return changes && predicts(trial, digits);
}

/* A length that the launch gives is no number that was looked for. */
static double launched(const struct supposition *s)
{
    return s->length != LENGTH_FIXED && s->length < LENGTH_ROWS ? 3 : 0;
}

/* A small size is looked at more easily than a large one. */
static bool shows_well(const struct trial *trial, double digits)
{
    return trial->view.count >= 16 && digits > 1;
}

static bool try_it(const struct supposition *s, void *context)
{
    struct search *search = context;
    double digits = 0, most = -1;
    bool shown = false;
    for (size_t i = 0; i < search->count; i++) {
        double before = digits;
        if (!agrees(s, search, i, &digits))
            return false;
        if (shown || digits - before <= most)
            continue;
        most = digits - before;
        search->shown = i;
        shown = shows_well(&search->trials[i], most);
    }
    if (digits + launched(s) <
            (search->places ? enough_of_places : enough_digits) &&
        !s->of_zeros)
        return false;
    /* once more, for what the sentence says of this size */
    s->predict(s, &search->trials[search->shown]);
    s->tell(s, &search->trials[search->shown], search->text, search->n);
    search->shown = search->which[search->shown];
    return true;
}

/* ---- all of them --------------------------------------------------------- */

static bool open_trial(struct trial *trial, const struct evidence *evidence)
{
    const struct exercise *exercise = evidence->problem->exercise;
    *trial = (struct trial){.view = view_of(evidence)};
    trial->predicted = calloc(trial->view.count + 1, sizeof *trial->predicted);
    for (size_t i = 0; i < buffer_count(exercise); i++)
        trial->inputs[i] = problem_input(evidence->problem, i);
    return trial->predicted;
}

/* Sizes come in about the order of their costs. */
static void open_trials(struct search *search, const struct evidence *sizes,
                        size_t count, bool right)
{
    for (size_t i = 0; i < count && search->count < MAX_SIZES; i++) {
        if (sizes[i].right != right ||
            !open_trial(&search->trials[search->count], &sizes[i]))
            continue;
        search->right[search->count] = right;
        search->which[search->count++] = i;
    }
}

static int shorter_side(const struct trial *trial)
{
    struct size size = trial->view.problem->size;
    return size.rows < size.cols ? size.rows : size.cols;
}

/* The one that shows best what is summed over. */
static const struct trial *find_squarest(const struct search *search)
{
    const struct trial *best = search->trials;
    for (size_t i = 1; i < search->count; i++) {
        if (shorter_side(&search->trials[i]) > shorter_side(best))
            best = &search->trials[i];
    }
    return best;
}

enum certainty suppose_all(const struct evidence *sizes, size_t count,
                           char *text, size_t n, size_t *shown)
{
    struct search search = {.text = text, .n = n};
    const struct trial *squarest;
    bool found;
    open_trials(&search, sizes, count, false);
    if (search.count == 0)
        return UNFIT;
    squarest = find_squarest(&search);
    open_trials(&search, sizes, count, true);
    found = suppose_outputs(squarest, try_it, &search) ||
            suppose_made(squarest, try_it, &search) ||
            suppose_several(squarest, try_it, &search) ||
            suppose_inputs(squarest, try_it, &search);
    search.places = !found;
    found = found || suppose_places(squarest, try_it, &search);
    for (size_t i = 0; i < search.count; i++)
        free(search.trials[i].predicted);
    *shown = search.shown;
    return found ? CAUSE : UNFIT;
}
