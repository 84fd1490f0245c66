/*
 * costs.c - what lines of the source cost, from the records of a run.
 *
 * Idea: the lanes' requests are taken as they are; what is asked is how many
 * sectors or wavefronts the same bytes would have needed side by side.
 */
#include "costs.h"
#include "base/limits.h"
#include "run/sources.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool line_counts(const struct line_record *line, uint32_t launch)
{
    return line->launch == launch && strcmp(line->space, "const");
}

bool line_is_shared(const struct line_record *line)
{
    return !strcmp(line->space, "shared");
}

uint64_t line_cost(const struct line_record *line)
{
    return line_is_shared(line) ? line->wavefronts : line->sectors;
}

/* The fewest sectors these requests could have touched: what they asked for,
 * side by side.  One word for all lanes is one sector. */
static double fewest_sectors(const struct line_record *line)
{
    double bytes = (double)line->bytes / (double)line->requests;
    return fmax(1, ceil(bytes / SECTOR_BYTES));
}

double line_ideal(const struct line_record *line)
{
    return line_is_shared(line) ? (double)(line->wavefronts - line->conflicts) /
                                      (double)line->requests
                                : fewest_sectors(line);
}

/* Passes or sectors that a better access would not need. */
static double excess(const struct line_record *line)
{
    return (double)line_cost(line) - line_ideal(line) * (double)line->requests;
}

bool line_is_costly(const struct line_record *line)
{
    double more = excess(line) / (double)line->requests;
    return line->requests > 0 && more > (line_is_shared(line) ? 0 : 1);
}

void line_source(const struct line_record *line, char *text, size_t n)
{
    char source[512];
    source_line(line->file, line->line, source, sizeof source);
    snprintf(text, n, "%s", source + strspn(source, " \t"));
}

/* ---- of a launch -------------------------------------------------------- */

/* Sums over the lines of one launch that a metric is about. */
struct ideal {
    double requests, sectors, bytes, passes;
};

static struct ideal ideal_of(const struct run *run, uint32_t launch,
                             const char *space, const char *kind)
{
    struct ideal sum = {0};
    for (size_t i = 0; i < run->line_count; i++) {
        const struct line_record *line = &run->lines[i];
        if (line->launch != launch || strcmp(line->space, space) ||
            strcmp(line->kind, kind))
            continue;
        sum.requests += (double)line->requests;
        sum.bytes += (double)line->bytes;
        sum.passes += (double)(line->wavefronts - line->conflicts);
        if (!line_is_shared(line))
            sum.sectors += fmin(fewest_sectors(line) * (double)line->requests,
                                (double)line->sectors);
    }
    return sum;
}

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && !strcmp(name + n - m, end);
}

/* Of the bytes that the banks could deliver in the fewest passes. */
static double ideal_shared_efficiency(const struct counters *c)
{
    return 100 * (double)(c->shared_load_bytes + c->shared_store_bytes) /
           (double)((c->shared_load_wavefronts - c->shared_load_bank_conflicts +
                     c->shared_store_wavefronts -
                     c->shared_store_bank_conflicts) *
                    BANKS * BANK_BYTES);
}

double costs_ideal(const char *metric, const struct run *run, uint32_t launch)
{
    bool global = !strncmp(metric, "global_", 7);
    bool load = strstr(metric, "_load_");
    struct ideal sum;
    if (!strcmp(metric, "shared_efficiency"))
        return ideal_shared_efficiency(&run->launches[launch - 1].counters);
    if (!global && strncmp(metric, "shared_", 7))
        return NAN;
    sum = ideal_of(run, launch, global ? "global" : "shared",
                   load ? "load" : "store");
    if (ends_with(metric, "_sectors_per_request"))
        return sum.sectors / sum.requests;
    if (ends_with(metric, "_sectors"))
        return sum.sectors;
    if (ends_with(metric, "_efficiency"))
        return 100 * sum.bytes / (sum.sectors * SECTOR_BYTES);
    if (ends_with(metric, "_wavefronts_per_request"))
        return sum.passes / sum.requests;
    if (ends_with(metric, "_wavefronts"))
        return sum.passes;
    return ends_with(metric, "_bank_conflicts") ? 0 : NAN;
}

const struct line_record *costs_worst_line(const struct run *run,
                                           uint32_t launch)
{
    const struct line_record *worst = NULL;
    for (size_t i = 0; i < run->line_count; i++) {
        const struct line_record *line = &run->lines[i];
        if (line_counts(line, launch) && line_is_costly(line) &&
            (!worst || excess(line) > excess(worst)))
            worst = line;
    }
    return worst;
}

void costs_in_words(const struct line_record *worst, char *text, size_t n)
{
    double each =
        !worst ? 0 : (double)line_cost(worst) / (double)worst->requests;
    if (!worst)
        snprintf(text, n, "No line wastes sectors or has bank conflicts.");
    else if (line_is_shared(worst))
        snprintf(text, n,
                 "Worst: line %u, %s of %s: lanes want different words of one "
                 "bank, so each request takes %.1f wavefronts where %.3g would "
                 "do. Let lanes use neighbouring words, or pad the rows by one "
                 "word.",
                 worst->line, worst->kind, worst->array, each,
                 line_ideal(worst));
    else
        snprintf(text, n,
                 "Worst: line %u, %s of %s: each request moves %.1f sectors "
                 "where %.0f would do, as neighbouring lanes are not at "
                 "neighbouring addresses (not coalesced).",
                 worst->line, worst->kind, worst->array, each,
                 line_ideal(worst));
}
