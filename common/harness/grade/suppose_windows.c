/*
 * suppose_windows.c - an output for each block, the sum of a window of the
 * input; and windows that begin, or end, where they should not.
 *
 * The oracle sums what it is given for some block or other: the sum of all its
 * outputs is that of a window, if all else is 0.
 */
#include <math.h>
#include <stdio.h>

#include "suppose_table.h"

/* In threads of a block. */
struct window {
    size_t step;   /* from where one begins to where the next does */
    size_t length; /* 0: to the end */
    const char *text;
};

static const char to_the_end[] =
    "each block adds the elements of all blocks behind it as well: is the step "
    "of its loop that of all threads, gridDim.x * blockDim.x?";
static const char overlapping[] =
    "blocks overlap: each adds elements that the one before it adds as well; "
    "does a block begin where the one before it ends?";

static const struct window windows[] = {
    {1, 0, to_the_end},  {1, 2, overlapping},  {1, 4, overlapping},
    {1, 8, overlapping}, {1, 16, overlapping}, {2, 16, overlapping},
};

/* Elements that may be looked at for one supposition. */
enum { MOST_BLOCKS = 2048, MOST_WORK = 1 << 25 };

static void add_up(const struct trial *trial, struct expected *sum)
{
    *sum = (struct expected){0, 0, 0};
    for (size_t i = 0; i < trial->view.count; i++) {
        sum->value += trial->predicted[i].value;
        sum->magnitude += trial->predicted[i].magnitude;
        sum->terms += trial->predicted[i].terms;
    }
}

static bool sum_window(const struct supposition *s, struct trial *trial,
                       size_t begin, size_t end, struct expected *sum)
{
    struct table t;
    if (!table_open(&t, trial, s->buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++) {
        if (i < begin || i >= end)
            table_set(&t, i, 0);
    }
    table_ask(trial, s->buffer, &t);
    add_up(trial, sum);
    return true;
}

static bool predict_windows(const struct supposition *s, struct trial *trial)
{
    const struct window *window = s->what;
    const struct view *v = &trial->view;
    const struct evidence *e = v->evidence;
    size_t threads = suppose_length(s, trial);
    size_t blocks = (size_t)e->grid[0] * e->grid[1] * e->grid[2];
    struct expected sums[MOST_BLOCKS];
    struct size size = v->problem->size;
    size_t count = v->problem->exercise->buffers[s->buffer].count(size);
    if (blocks < 2 || blocks != v->count || blocks > MOST_BLOCKS ||
        blocks * count > MOST_WORK)
        return false;
    for (size_t i = 0; i < v->count; i++) {
        size_t begin = i * window->step * threads;
        size_t end = window->length ? begin + window->length * threads : count;
        if (!sum_window(s, trial, begin, end, &sums[i]))
            return false;
    }
    for (size_t i = 0; i < v->count; i++)
        trial->predicted[i] = sums[i];
    return true;
}

static void tell_windows(const struct supposition *s, const struct trial *trial,
                         char *text, size_t n)
{
    const struct window *window = s->what;
    (void)trial;
    snprintf(text, n, "%s", window->text);
}

bool suppose_windows(struct supposition s, suppose_try *try_it, void *context)
{
    s.predict = predict_windows;
    s.tell = tell_windows;
    s.length = LENGTH_BLOCK;
    for (size_t i = 0; i < COUNT(windows); i++) {
        s.what = &windows[i];
        if (try_it(&s, context))
            return true;
    }
    return false;
}
