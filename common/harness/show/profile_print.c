/*
 * profile_print.c - a table for each launch: metrics, then the lines of the
 * source, then a sentence on the one that costs most beyond what it needs.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure/costs.h"
#include "measure/modelled.h"
#include "grade/criteria.h"
#include "grade/explain.h"
#include "profile_print.h"
#include "term/wrap.h"

static const char costly[] = "  <<";

enum { NAME_COLUMNS = 29 };

/* What is shown of a profile, beside what. */
struct shown {
    const struct profiled *profiled;
    const struct beside *beside;
    bool color;
    bool full; /* with the names that ncu has */
    int width; /* of a column of numbers */
};

/* Blanks for NAN. */
static void print_number(int width, double value)
{
    char text[32];
    metric_text(text, sizeof text, value);
    printf(" %*s", width, text);
}

/* A quarter more than needed, or less where more is better.  What could be
 * none, such as conflicts, is worse if there are any. */
static bool is_worse(const char *metric, double value, double ideal)
{
    return strstr(metric, "efficiency") ? value < 0.8 * ideal
                                        : value > 1.25 * ideal;
}

/* Several launches are shown one by one, the reference's together. */
static bool has_beside(const struct shown *shown)
{
    return shown->beside->known && shown->profiled->run.launch_count == 1;
}

static void print_below(const struct shown *shown, const char *sign,
                        const char *text)
{
    printf(shown->color ? "\033[2m    %s%s\033[0m\n" : "    %s%s\n", sign,
           text);
}

static void print_metric(const struct profile_metric *metric,
                         const struct shown *shown, size_t launch)
{
    const struct profiled *profiled = shown->profiled;
    double value = profile_value(metric, profiled, launch);
    double ideal =
        costs_ideal(metric->metric, &profiled->run, (uint32_t)launch + 1);
    int spill = (int)strlen(metric->nvprof) - NAME_COLUMNS;

    printf("  %-*s", NAME_COLUMNS, metric->nvprof);
    print_number(shown->width - (spill > 0 ? spill : 0), value);
    if (profiled->ncu)
        print_number(shown->width, profile_by_ncu(metric, profiled, launch));
    if (has_beside(shown))
        print_number(shown->width,
                     profile_value_of(metric, &shown->beside->measured));
    print_number(shown->width, ideal);
    puts(is_worse(metric->metric, value, ideal) ? costly : "");
    print_below(shown, "", metric->words);
    if (!shown->full)
        return;
    print_below(shown, "", metric->ncu);
    if (profile_divisor(metric))
        print_below(shown, "/ ", profile_divisor(metric));
}

/* Global loads, global stores, ...: names that begin alike stand together. */
static bool same_group(const char *a, const char *b)
{
    return !strncmp(a, b, sizeof "global_s" - 1) ||
           (strncmp(a, "global", 6) && strncmp(a, "shared", 6) &&
            strncmp(b, "global", 6) && strncmp(b, "shared", 6));
}

static void print_metrics(const struct shown *shown, size_t launch)
{
    const char *last = "";
    printf("  %-*s %*s", NAME_COLUMNS,
           shown->full ? "in nvprof, below in ncu" : "as nvprof calls it",
           shown->width, "value");
    if (shown->profiled->ncu)
        printf(" %*s", shown->width, "by ncu");
    if (has_beside(shown))
        printf(" %*s", shown->width, "reference");
    printf(" %*s\n", shown->width, "ideal");
    for (size_t i = 0; i < profile_metric_count; i++) {
        const struct profile_metric *metric = &profile_metrics[i];
        if (isnan(profile_value(metric, shown->profiled, launch)))
            continue;
        if (*last && !same_group(last, metric->metric))
            putchar('\n');
        print_metric(metric, shown, launch);
        last = metric->metric;
    }
}

/* ---- by line ------------------------------------------------------------ */

static void print_access(const struct line_record *line)
{
    char what[40], conflicts[24] = "";
    snprintf(what, sizeof what, "%s of %.12s", line->kind, line->array);
    if (line_is_shared(line))
        snprintf(conflicts, sizeof conflicts, "%llu",
                 (unsigned long long)line->conflicts);
    printf("    %-22s %10llu %12llu %7.2f", what,
           (unsigned long long)line->requests,
           (unsigned long long)line_cost(line),
           (double)line_cost(line) / (double)line->requests);
    print_number(6, line_ideal(line));
    printf(" %10s%s\n", conflicts, line_is_costly(line) ? costly : "");
}

static void print_lines(const struct profiled *profiled, uint32_t launch)
{
    const struct line_record *last = NULL;
    char text[512];
    for (size_t i = 0; i < profiled->run.line_count; i++) {
        const struct line_record *line = &profiled->run.lines[i];
        if (!line_counts(line, launch))
            continue;
        if (!last)
            printf("\n  %-24s %10s %12s %7s %6s %10s\n  %-24s %10s %12s\n",
                   "by line", "requests", "sectors or", "each", "ideal",
                   "conflicts", "", "", "wavefronts");
        if (!last || last->line != line->line ||
            strcmp(last->file, line->file)) {
            line_source(line, text, sizeof text);
            printf("  %u: %.60s\n", line->line, text);
        }
        print_access(line);
        last = line;
    }
    if (!last)
        return;
    costs_in_words(costs_worst_line(&profiled->run, launch), text, sizeof text);
    printf("\n  ");
    wrap_print(stdout, text, 2, 2);
}

static void print_time(const struct gpu *gpu, const struct time_record *time)
{
    char text[512];
    modelled_in_words(gpu, time, text, sizeof text);
    if (!*text)
        return;
    printf("  ");
    wrap_print(stdout, text, 2, 2);
    putchar('\n');
}

static void print_launch(const struct shown *shown, size_t index)
{
    const struct profiled *profiled = shown->profiled;
    const struct launch_record *launch = &profiled->run.launches[index];
    printf("\n%s <<<(%u,%u,%u), (%u,%u,%u), %llu>>>\n\n", launch->kernel,
           launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0],
           launch->block[1], launch->block[2],
           (unsigned long long)launch->shared_bytes);
    print_time(profiled->gpu, &launch->time);
    print_metrics(shown, index);
    print_lines(profiled, (uint32_t)index + 1);
}

/* Of launches that the reference may part otherwise. */
static void print_together(const struct profiled *profiled,
                           const struct beside *beside)
{
    struct measured measured = measured_in(&profiled->run, profiled->size);
    printf("\n  %-*s %13s %13s\n", NAME_COLUMNS, "all launches together",
           "value", "reference");
    for (size_t i = 0; i < profile_metric_count; i++) {
        const struct profile_metric *metric = &profile_metrics[i];
        double value = profile_value_of(metric, &measured);
        double other = profile_value_of(metric, &beside->measured);
        if (isnan(value) && isnan(other))
            continue;
        printf("  %-*s", NAME_COLUMNS, metric->nvprof);
        print_number(13, value);
        print_number(13, other);
        putchar('\n');
    }
}

static void print_beside(const struct profiled *profiled,
                         const struct beside *beside)
{
    if (profiled->run.launch_count > 1)
        print_together(profiled, beside);
    if (!isnan(beside->us))
        printf("\n  The reference takes %.3g us by the same model, with %zu "
               "launch%s.\n",
               beside->us, beside->measured.launches,
               beside->measured.launches == 1 ? "" : "es");
}

void profile_print(const struct profiled *profiled, const struct beside *beside,
                   bool color, bool full)
{
    struct shown shown = {profiled, beside, color, full,
                          profiled->ncu ? 10 : 13};
    enum { MOST = NCU_LAUNCHES }; /* a launch per row would fill the screen */
    const struct run *run = &profiled->run;
    char text[64];

    size_in_words(profiled->exercise, profiled->size, text, sizeof text);
    printf("\n%s, %s", profiled->exercise->name, text);
    if (run->state != RUN_DONE)
        printf(": %s\n", run->message);
    else if (run->launch_count == 0)
        printf(": %s\n", profiled->exercise->on_cpu
                             ? "the CPU does it, no kernel is launched"
                             : "no kernel was launched yet");
    else
        printf(", %zu launch%s\n", run->launch_count,
               run->launch_count == 1 ? "" : "es");
    for (size_t i = 0; i < run->launch_count && i < MOST; i++)
        print_launch(&shown, i);
    if (run->launch_count > MOST)
        printf("\n(and %zu more launches)\n", run->launch_count - MOST);
    if (beside->known && run->launch_count > 0)
        print_beside(profiled, beside);
}
