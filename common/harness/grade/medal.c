/*
 * medal.c - which medal a time is worth, and what is said of it.
 */
#include "medal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explain.h"

const char *medal_name(enum medal_kind kind)
{
    static const char *const names[] = {"none", "bronze", "silver", "gold"};
    return names[kind];
}

const char *medal_source(const struct medal *medal)
{
    return medal->measured ? "measured" : "modelled";
}

/* False where a time is not known. */
static bool as_fast(double us, const struct medal_target *target)
{
    return us <= target->us * MEDAL_MARGIN;
}

static bool faster(double us, const struct medal_target *target)
{
    return us < target->us / MEDAL_MARGIN;
}

enum medal_kind medal_kind_for(double us, const struct medal_target *rung,
                               const struct medal_target *library)
{
    if (!as_fast(us, rung))
        return MEDAL_NONE;
    if (!as_fast(us, library))
        return MEDAL_BRONZE;
    return faster(us, rung) && faster(us, library) ? MEDAL_GOLD : MEDAL_SILVER;
}

/* The longest time that is worth it. */
static double limit_of(const struct medal *medal, enum medal_kind kind)
{
    double least = fmin(medal->rung.us, medal->library.us);
    switch (kind) {
    case MEDAL_BRONZE: return medal->rung.us * MEDAL_MARGIN;
    case MEDAL_SILVER: return least * MEDAL_MARGIN;
    default: return least / MEDAL_MARGIN;
    }
}

static void add(struct medal *medal, const char *what, const char *before)
{
    size_t n = strlen(medal->text);
    if (*what)
        snprintf(medal->text + n, sizeof medal->text - n, "%s%s", before, what);
}

static void tell_time(struct medal *medal, const struct exercise *exercise)
{
    char size[64], interval[64] = "";
    size_in_words(exercise, medal->size, size, sizeof size);
    if (!isnan(medal->low_us))
        snprintf(interval, sizeof interval, " (%.3g to %.3g)", medal->low_us,
                 medal->high_us);
    snprintf(medal->text, sizeof medal->text, "%s on %s: %.3g us%s at %s",
             medal_source(medal), medal->device, medal->us, interval, size);
    add(medal, medal->bound, ", bound by ");
    add(medal, medal->doubt, "; take care: ");
}

/* What an end of the interval is worth: the rung's time was modelled as well,
 * and is as far off. */
static enum medal_kind kind_at(const struct medal *medal, double us)
{
    struct medal_target rung = {.us = medal->rung.us * us / medal->us};
    return medal_kind_for(us, &rung, &medal->library);
}

/* Where the interval's ends are worth different medals. */
static void tell_doubt(struct medal *medal)
{
    enum medal_kind best, worst;
    char text[64];
    if (isnan(medal->low_us))
        return;
    best = kind_at(medal, medal->low_us);
    worst = kind_at(medal, medal->high_us);
    snprintf(text, sizeof text, "%s to %s", medal_name(worst),
             medal_name(best));
    if (best != worst)
        add(medal, text, "; by the interval ");
}

static void tell_target(char *text, size_t size,
                        const struct medal_target *target)
{
    size_t n = strlen(text);
    if (!isnan(target->us))
        snprintf(text + n, size - n, "%s%s takes %.3g", n ? ", " : "",
                 target->name, target->us);
}

static void tell_next(struct medal *medal)
{
    enum medal_kind next = medal->kind + 1;
    char targets[120] = "";
    medal->next[0] = '\0';
    if (medal->kind == MEDAL_GOLD)
        return;
    if (next > MEDAL_BRONZE && isnan(medal->library.us)) {
        snprintf(medal->next, sizeof medal->next,
                 "no time of a library is recorded for that GPU: bronze is the "
                 "last");
        return;
    }
    tell_target(targets, sizeof targets, &medal->rung);
    if (next > MEDAL_BRONZE)
        tell_target(targets, sizeof targets, &medal->library);
    snprintf(medal->next, sizeof medal->next, "%s: %s %.3g us (%s)",
             medal_name(next), next == MEDAL_GOLD ? "below" : "at most",
             limit_of(medal, next), targets);
}

void medal_award(struct medal *medal, const struct exercise *exercise)
{
    medal->judged = true;
    medal->kind = medal_kind_for(medal->us, &medal->rung, &medal->library);
    tell_time(medal, exercise);
    tell_doubt(medal);
    tell_next(medal);
}
