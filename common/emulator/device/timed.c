/*
 * timed.c - a table of modelled times, a row when its launch has ended.
 */
#include "timed.h"

#include "base/options.h"
#include "tell/finding.h"

#include <stdio.h>

enum { LAUNCH_COLUMNS = 38 };

static void print_head(FILE *file, const struct gpu *gpu)
{
    static bool printed;
    if (printed)
        return;
    printed = true;
    fprintf(file,
            "Modelled on %s, not measured: microseconds of a launch in a graph "
            "of such\nlaunches; 9 in 10 lie between the two behind; what it is "
            "to be launched.\n%-*s %8s %8s %8s %8s  bound by\n",
            gpu->name, LAUNCH_COLUMNS, "", "time", "from", "to", "launch");
}

static void print_times(FILE *file, const struct timing *t)
{
    fprintf(file, " %8.4g %8.4g %8.4g %8.3g  %s\n", t->us, t->low_us,
            t->high_us, t->launch_us, timing_bound_name(t->bound));
}

void timed_print(const struct launch *l, const struct timing *t)
{
    const struct gpu *gpu = options()->model;
    FILE *file = diagnostics_stream();
    char text[400];
    if (!gpu || !kernel_wanted(l->kernel->pretty))
        return;
    print_head(file, gpu);
    int n = snprintf(text, sizeof text, "%s (%u,%u,%u) (%u,%u,%u)",
                     l->kernel->pretty, l->grid.x, l->grid.y, l->grid.z,
                     l->block.x, l->block.y, l->block.z);
    fprintf(file, "%-*s", LAUNCH_COLUMNS, text);
    if (t->known && n > LAUNCH_COLUMNS)
        fprintf(file, "\n%*s", LAUNCH_COLUMNS, "");
    if (t->known)
        print_times(file, t);
    for (uint32_t rest = t->warnings; rest; rest &= rest - 1)
        fprintf(file, "%s    %s\n", t->known || rest != t->warnings ? "" : "\n",
                timing_warning_text(rest));
}
