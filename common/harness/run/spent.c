/*
 * spent.c - the time that a process takes.
 */
#include "spent.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

/* So many times the limit may pass while it sleeps, or waits for a device. */
enum { ASLEEP_TIMES = 3 };

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds that processors worked for it; 0 before it has begun. */
static double processor_seconds(pid_t process)
{
    struct timespec used;
    clockid_t clock;
    if (process <= 0 || clock_getcpuclockid(process, &clock) != 0 ||
        clock_gettime(clock, &used) != 0)
        return 0;
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

/* Seconds that its first thread was ready but had to wait for a processor; 0
 * if the system does not say. */
static double delayed_seconds(pid_t process)
{
    char path[40];
    double nanoseconds = 0;
    FILE *file;
    snprintf(path, sizeof path, "/proc/%d/schedstat", (int)process);
    file = fopen(path, "r");
    if (file && fscanf(file, "%*u %lf", &nanoseconds) != 1)
        nanoseconds = 0;
    if (file)
        fclose(file);
    return nanoseconds * 1e-9;
}

void spent_begin(struct spent *spent)
{
    spent->started = clock_seconds();
    spent->used = processor_seconds(*spent->process);
    spent->delayed = delayed_seconds(*spent->process);
}

double spent_left(const struct spent *spent, double limit, double away)
{
    double used = processor_seconds(*spent->process) - spent->used;
    double delayed = delayed_seconds(*spent->process) - spent->delayed;
    double passed = clock_seconds() - spent->started - delayed - away;
    return fmin(limit - used, ASLEEP_TIMES * limit - passed);
}
