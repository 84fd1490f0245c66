/*
 * profiles.c - the exercises asked for, profiled one after the other.
 */
#include "profiles.h"

#include <stdio.h>
#include <string.h>

#include "facts.h"
#include "faults.h"
#include "grade/points.h"
#include "predictions_print.h"
#include "profile_print.h"
#include "term/bar.h"

/* A kernel ran, and its student has seen what it counts from now on. */
static bool is_seen(const struct session *session,
                    const struct profiled *profiled)
{
    return !strcmp(session->arguments->impl, "student") &&
           run_launched(&profiled->run);
}

/* Numbers of the reference are no secret, graphs show them; but of an open
 * exercise they are half of a recipe. */
static void print(struct session *session, const struct lab *lab,
                  const struct profiled *profiled)
{
    struct beside beside = {.known = false};
    if (is_seen(session, profiled) && points_hang_on(profiled->exercise))
        beside =
            beside_reference(session, lab, profiled->exercise, profiled->size);
    profile_print(profiled, &beside, session->arguments->color,
                  session->arguments->full);
}

/* Facts are for programs, such as the report: nobody has profiled by those. */
static void show(struct session *session, const struct lab *lab,
                 const struct profiled *profiled)
{
    struct predicted predicted;
    bool seen = is_seen(session, profiled);
    if (seen)
        predicted_take(session, lab, profiled, &predicted);
    if (session->arguments->facts) {
        facts_profile(profiled, seen ? &predicted : NULL);
    } else {
        if (profiled->wrong)
            printf("\nThe result of %s is wrong at this size, so these are the "
                   "numbers of another\ncomputation: make check EX=%s first.\n",
                   profiled->exercise->name, profiled->exercise->name);
        print(session, lab, profiled);
        if (seen) {
            predictions_print(lab, profiled->exercise, &predicted);
            predictions_profiled(lab, profiled->exercise);
        }
        faults_print(session, lab, profiled);
    }
}

static bool show_one(struct session *session, const struct lab *lab,
                     const struct exercise *exercise, struct bar *bar)
{
    struct profiled profiled;
    bar_show(bar, exercise->name);
    if (!profile_take(session, lab, exercise, &profiled))
        return false;
    bar_step(bar, 1);
    bar_clear(bar);
    show(session, lab, &profiled);
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
    if (!session->arguments->facts)
        print_device(session);
    return STATUS_FULL_SCORE;
}
