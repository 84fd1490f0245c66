/*
 * progress.c - a word on the terminal while a launch takes long.
 *
 * Idea: whoever waits wants to know for what.  After PTXRUN_PROGRESS
 * milliseconds without a word, and then about once a second, a line on stderr
 * says it; it is gone when the launch ends, so that what the program prints
 * stands alone.
 * Guarantee: only on a terminal; nothing is written to what a program or a
 * script reads.
 */
#include "progress.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { AGAIN_MS = 1000, HALVES = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double started, due; /* ms; due 0: no launch yet */
static bool shown;
/* Of this launch, one for each time that it was shown. */
static struct progress before[HALVES];
static unsigned count;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void put(const char *text, int length)
{
    if (write(STDERR_FILENO, text, (size_t)length) < 0)
        return; /* the terminal is gone; so is who would read it */
}

double progress_left(struct progress half, struct progress now, double all)
{
    enum { FEW = 8 };
    if (half.blocks < FEW || now.blocks - half.blocks < FEW)
        return 0;
    double earlier = half.ms / half.blocks;
    double later = (now.ms - half.ms) / (now.blocks - half.blocks);
    bool even = later < 1.25 * earlier && earlier < 1.25 * later;
    return even ? (all - now.blocks) * later : 0;
}

/* When about half of that time had gone. */
static struct progress at_half(struct progress now)
{
    unsigned i = 0;
    while (i + 1 < count && before[i].ms < now.ms / 2)
        i++;
    return before[i];
}

/* Of more than there is room for every second one is enough. */
static void remember(struct progress now)
{
    if (count == HALVES)
        for (count = 0; count < HALVES / 2; count++)
            before[count] = before[2 * count];
    before[count++] = now;
}

static void say(const struct grid *grid, struct progress now)
{
    char text[200], left[40] = "";
    double all = (double)grid->block_count;
    double ms = count ? progress_left(at_half(now), now, all) : 0;
    if (ms > 0)
        snprintf(left, sizeof left, ", about %.0f s left", ms / 1e3);
    int n = snprintf(text, sizeof text,
                     "\r\033[Kptxrun: launch %u, %.30s: block %.0f of %.0f, "
                     "%.0f s%s",
                     grid->number, grid->launch->kernel->pretty, now.blocks,
                     all, now.ms / 1e3, left);
    put(text, n);
    remember(now);
    shown = true;
}

void progress_begin(void)
{
    unsigned wait = options()->progress_ms;
    if (!wait)
        return;
    started = now_ms();
    due = due > 0 ? due : started + wait;
    count = 0;
}

void progress_show(struct grid *grid)
{
    if (!options()->progress_ms || pthread_mutex_trylock(&lock))
        return;
    double ms = now_ms();
    uint64_t blocks = atomic_load(&grid->next_block);
    if (blocks > grid->block_count)
        blocks = grid->block_count;
    if (ms >= due) {
        say(grid, (struct progress){ms - started, (double)blocks});
        due = ms + AGAIN_MS;
    }
    pthread_mutex_unlock(&lock);
}

void progress_end(void)
{
    static const char erase[] = "\r\033[K";
    if (shown)
        put(erase, sizeof erase - 1);
    shown = false;
}
