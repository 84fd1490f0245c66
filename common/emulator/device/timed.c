/*
 * timed.c - a table of modelled times, a row when its launch has ended.
 */
#include "timed.h"

#include "base/options.h"
#include "tell/finding.h"

#include <stdio.h>
#include <string.h>

enum { LAUNCH_COLUMNS = 38 };

static void print_head(FILE *file, const struct gpu *gpu)
{
    static bool printed;
    if (printed)
        return;
    printed = true;
    fprintf(file,
            "Modelled on %s, not measured: microseconds a launch, in a graph;\n"
            "from, to: 9 in 10 lie between; launch: of that, one of nothing.\n"
            "%-*s %8s %8s %8s %8s  bound by\n",
            gpu->name, LAUNCH_COLUMNS, "", "time", "from", "to", "launch");
}

/* Behind what was launched, or below it if that is long. */
static void print_times(FILE *file, const char *launch, const struct timing *t)
{
    bool fits = strlen(launch) <= LAUNCH_COLUMNS;
    fprintf(file, fits ? "%-*s" : "%*s", fits ? LAUNCH_COLUMNS : 0, launch);
    if (!fits)
        fprintf(file, "\n%*s", LAUNCH_COLUMNS, "");
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
    snprintf(text, sizeof text, "%s (%u,%u,%u) (%u,%u,%u)", l->kernel->pretty,
             l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y,
             l->block.z);
    if (t->known)
        print_times(file, text, t);
    else
        fprintf(file, "%s\n", text);
    for (uint32_t rest = t->warnings; rest; rest &= rest - 1)
        fprintf(file, "    %s\n", timing_warning_text(rest));
}
