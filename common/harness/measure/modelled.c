/*
 * modelled.c - the launches of a run, added up.
 */
#include "modelled.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "run/problem.h"

/* ---- in words ------------------------------------------------------------ */

/* What is spent there, and what would help. */
static const char *bound_text(const char *bound)
{
    static const struct {
        const char *bound, *text;
    } table[] = {
        {"issue", "instructions take longest: fewer of them would be faster"},
        {"L1", "requests to L1 and shared memory take longest: fewer sectors, "
               "lines or bank conflicts would be faster"},
        {"L2", "the way to L2 takes longest: fewer bytes past L1 would be "
               "faster"},
        {"DRAM", "memory takes longest: fewer bytes would be faster"},
        {"waiting", "warps wait for results: more warps, or more loads on "
                    "their way at once, would be faster"},
        {"atomics", "atomics on one address wait for each other: fewer of "
                    "them would be faster"},
        {"launch", "launching it and starting its blocks takes longest"},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].bound, bound))
            return table[i].text;
    return "";
}

void modelled_in_words(const struct gpu *gpu, const struct time_record *time,
                       char *text, size_t n)
{
    int length = 0;
    *text = '\0';
    if (time->known)
        length = snprintf(text, n,
                          "modelled on %s: %.3g us (%.3g to %.3g), bound by "
                          "%s: %s",
                          gpu->name, time->us, time->low_us, time->high_us,
                          time->bound, bound_text(time->bound));
    else if (*time->note)
        length = snprintf(text, n, "not modelled on %s", gpu->name);
    if (*time->note && (size_t)length < n)
        snprintf(text + length, n - (size_t)length, "%s%s",
                 time->known ? ". Take care: " : ": ", time->note);
}

/* ---- times --------------------------------------------------------------- */

/* So much these differ from what is modelled, from one size to another
 * (plots/recorded/lab1_global_h200.csv: vector_add). */
static const double host_factor = 1.3;

/* Besides, when a launcher's arrays are host memory: allocations, copies,
 * frees. */
static double host_us(const struct gpu *gpu, const struct exercise *exercise,
                      struct size size)
{
    return (double)buffer_count(exercise) * gpu->model.array_us +
           exercise->bytes(size) / gpu->model.copy_bytes_per_us;
}

static struct modelled unknown(const char *note)
{
    return (struct modelled){.us = NAN,
                             .low_us = NAN,
                             .high_us = NAN,
                             .launch_us = NAN,
                             .bound = "",
                             .note = note};
}

static struct modelled launches(const struct run *run)
{
    struct modelled sum = {.bound = "", .note = ""};
    double longest = 0;
    for (size_t i = 0; i < run->launch_count; i++) {
        const struct time_record *time = &run->launches[i].time;
        if (!time->known)
            return unknown(time->note);
        sum.us += time->us;
        sum.low_us += time->low_us;
        sum.high_us += time->high_us;
        sum.launch_us += time->launch_us;
        if (*time->note)
            sum.note = time->note;
        if (time->us > longest) {
            longest = time->us;
            sum.bound = time->bound;
        }
    }
    return sum;
}

struct modelled modelled_run(const struct gpu *gpu,
                             const struct exercise *exercise, struct size size,
                             const struct run *run)
{
    struct modelled sum = launches(run);
    if (exercise->pinned)
        return unknown("copies that run beside kernels are not modelled");
    if (exercise->host_pointers) {
        double host = host_us(gpu, exercise, size);
        sum.us += host;
        sum.low_us += host / host_factor;
        sum.high_us += host * host_factor;
        sum.bound = "copies";
    }
    return sum;
}
