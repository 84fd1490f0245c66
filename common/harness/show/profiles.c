/*
 * profiles.c - the exercises asked for, profiled one after the other.
 */
#include "profiles.h"

#include <stdio.h>

#include "markdown.h"
#include "profile_print.h"
#include "term/bar.h"

static bool show_one(struct session *session, const struct lab *lab,
                     const struct exercise *exercise, struct bar *bar)
{
    struct profiled profiled;
    bar_show(bar, exercise->name);
    if (!profile_take(session, lab, exercise, &profiled))
        return false;
    bar_step(bar, 1);
    bar_clear(bar);
    if (session->arguments->markdown)
        markdown_profile(&profiled);
    else
        profile_print(&profiled, session->arguments->color);
    profile_free(&profiled);
    return true;
}

/* What was counted where. */
static void print_device(const struct session *session)
{
    printf("\n<<: more than need be\n"
           "Counted on the emulated device; %s.cu built by %s.\n",
           session->arguments->impl, session->compiler);
    if (session->on_gpu)
        printf("By ncu: read on %s, which executes machine code: "
               "instructions,\nbranches and accesses that no lane makes are "
               "others than in PTX.\n",
               session->device);
}

enum exit_status profiles(struct session *session)
{
    struct bar bar;
    bar_open(&bar, (double)arguments_count(session->arguments));
    for (size_t i = 0; i < lab_count; i++) {
        for (size_t k = 0; k < all_labs[i]->exercise_count; k++) {
            const struct exercise *exercise = &all_labs[i]->exercises[k];
            if (arguments_cover(session->arguments, all_labs[i], exercise) &&
                !show_one(session, all_labs[i], exercise, &bar)) {
                bar_clear(&bar);
                return STATUS_WRONG_USE;
            }
        }
    }
    if (!session->arguments->markdown)
        print_device(session);
    return STATUS_FULL_SCORE;
}
