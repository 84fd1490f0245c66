/*
 * progress.c - see progress.h.
 */
#include "progress.h"

#include <stdio.h>

#include "files/clock.h"

/* From one line to the next, where there is no bar. */
static const double line_seconds = 30;

void progress_open(struct progress *progress, size_t count, double work)
{
    *progress = (struct progress){.count = count, .work = work, .where = ""};
    progress->started = progress->told = clock_seconds();
    bar_open(&progress->bar, work);
}

void progress_step(struct progress *progress, double cost)
{
    progress->done++;
    progress->work_done += cost;
    bar_step(&progress->bar, cost);
}

void progress_in_words(double seconds, char *text, size_t n)
{
    if (seconds < 90)
        snprintf(text, n, "%.0f s", seconds);
    else if (seconds < 90 * 60)
        snprintf(text, n, "%.0f min", seconds / 60);
    else
        snprintf(text, n, "%.1f h", seconds / 3600);
}

static void say(const struct progress *progress, char *text, size_t n)
{
    double passed = clock_seconds() - progress->started;
    double left = progress->work - progress->work_done;
    char time[24] = "";
    if (progress->work_done > 0 && passed > 1)
        progress_in_words(passed * left / progress->work_done, time,
                          sizeof time);
    snprintf(text, n, "%zu of %zu%s%s%s%s", progress->done, progress->count,
             *progress->where ? " " : "", progress->where,
             *time ? ", about " : "", time);
    if (*time) {
        size_t used = 0;
        while (text[used])
            used++;
        snprintf(text + used, n - used, " left");
    }
}

void progress_show(struct progress *progress)
{
    char text[96];
    say(progress, text, sizeof text);
    bar_show(&progress->bar, text);
    if (progress->bar.wanted || clock_seconds() - progress->told < line_seconds)
        return;
    progress->told = clock_seconds();
    printf("  %s\n", text);
    fflush(stdout);
}

void progress_close(struct progress *progress)
{
    bar_clear(&progress->bar);
}
