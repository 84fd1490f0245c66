/*
 * criteria.c - metrics computed from counters, in one table.
 */
#include "criteria.h"
#include "base/limits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double ratio(uint64_t a, uint64_t b)
{
    return b == 0 ? NAN : (double)a / (double)b;
}

static double load_sectors(const struct measured *m)
{
    return ratio(m->counters.global_load_sectors,
                 m->counters.global_load_requests);
}

static double store_sectors(const struct measured *m)
{
    return ratio(m->counters.global_store_sectors,
                 m->counters.global_store_requests);
}

static double load_efficiency(const struct measured *m)
{
    return 100 * ratio(m->counters.global_load_bytes,
                       m->counters.global_load_sectors * SECTOR_BYTES);
}

static double store_efficiency(const struct measured *m)
{
    return 100 * ratio(m->counters.global_store_bytes,
                       m->counters.global_store_sectors * SECTOR_BYTES);
}

static double shared_load_wavefronts(const struct measured *m)
{
    return ratio(m->counters.shared_load_wavefronts,
                 m->counters.shared_load_requests);
}

static double shared_store_wavefronts(const struct measured *m)
{
    return ratio(m->counters.shared_store_wavefronts,
                 m->counters.shared_store_requests);
}

static double shared_wavefronts(const struct measured *m)
{
    return ratio(m->counters.shared_load_wavefronts +
                     m->counters.shared_store_wavefronts,
                 m->counters.shared_load_requests +
                     m->counters.shared_store_requests);
}

/* A word that many lanes read counts once, and so a broadcast uses 4 of 128
 * bytes: as ncu has it on an H200. */
static double shared_efficiency(const struct measured *m)
{
    return 100 *
           ratio(m->counters.shared_load_bytes + m->counters.shared_store_bytes,
                 (m->counters.shared_load_wavefronts +
                  m->counters.shared_store_wavefronts) *
                     BANKS * BANK_BYTES);
}

static double warp_efficiency(const struct measured *m)
{
    return 100 * ratio(m->counters.thread_instructions,
                       m->counters.warp_instructions * WARP_SIZE);
}

static double divergence(const struct measured *m)
{
    return 100 * ratio(m->counters.divergent_branches, m->counters.branches);
}

static double launches(const struct measured *m)
{
    return (double)m->launches;
}

static double threads(const struct measured *m)
{
    return (double)m->threads;
}

/* The same whatever the size of a block. */
static double barriers_per_warp(const struct measured *m)
{
    return ratio(m->counters.barriers, m->warps);
}

static double shared_stores_per_block(const struct measured *m)
{
    return ratio(m->counters.shared_store_requests, m->blocks);
}

static double busiest_warp(const struct measured *m)
{
    return (double)m->counters.max_warp_global_loads;
}

static double busiest_block(const struct measured *m)
{
    return (double)m->counters.max_block_sectors;
}

static const struct metric {
    const char *name;
    const char *unit;
    double (*value)(const struct measured *measured);
} metrics[] = {
    {"global_load_sectors_per_request", "sectors per request", load_sectors},
    {"global_store_sectors_per_request", "sectors per request", store_sectors},
    {"global_load_efficiency", "% of the bytes moved are used",
     load_efficiency},
    {"global_store_efficiency", "% of the bytes moved are used",
     store_efficiency},
    {"shared_load_wavefronts_per_request", "wavefronts per request",
     shared_load_wavefronts},
    {"shared_store_wavefronts_per_request", "wavefronts per request",
     shared_store_wavefronts},
    {"shared_wavefronts_per_request", "wavefronts per request",
     shared_wavefronts},
    {"shared_efficiency", "% of what the banks deliver is used",
     shared_efficiency},
    {"warp_execution_efficiency", "% of the lanes at work", warp_efficiency},
    {"divergent_branch_percent", "% of the branches diverge", divergence},
    {"max_warp_global_loads", "loads by the busiest warp", busiest_warp},
    {"max_block_sectors", "sectors by the busiest block", busiest_block},
    {"launches", "launches", launches},
    {"threads", "threads launched", threads},
    {"barriers_per_warp", "barriers for each warp", barriers_per_warp},
    {"shared_store_requests_per_block", "store requests per block",
     shared_stores_per_block},
};

enum { METRICS = sizeof metrics / sizeof *metrics };

static const struct metric *find(const char *name)
{
    for (size_t i = 0; i < METRICS; i++) {
        if (!strcmp(metrics[i].name, name))
            return &metrics[i];
    }
    return NULL;
}

bool metric_value(const char *name, const struct measured *measured,
                  double *value)
{
    const struct metric *metric = find(name);
    if (metric) {
        *value = metric->value(measured);
        return true;
    }
#define X(counter)                                                             \
    if (!strcmp(name, #counter)) {                                             \
        *value = (double)measured->counters.counter;                           \
        return true;                                                           \
    }
    COUNTERS(X)
#undef X
    return false;
}

/* "sectors per request"; "" for none. */
static const char *unit_of(const char *name)
{
    const struct metric *metric = find(name);
    return metric ? metric->unit : "";
}

void metric_text(char *text, size_t n, double value)
{
    snprintf(text, n, value == floor(value) ? "%.0f" : "%.2f", value);
}

/* global_store_requests -> global store requests */
static void with_spaces(char *text, size_t n, const char *name)
{
    snprintf(text, n, "%s", name);
    while ((text = strchr(text, '_')))
        *text = ' ';
}

bool criterion_met(const struct criterion *criterion,
                   const struct measured *measured, char *text, size_t n)
{
    const char *unit = unit_of(criterion->metric);
    bool lower = !isnan(criterion->at_least);
    char is[32], wanted[32], name[64];
    double value;
    bool met;
    if (!metric_value(criterion->metric, measured, &value)) {
        snprintf(text, n, "the lab asks for an unknown metric: %s",
                 criterion->metric);
        return false;
    }
    if (!*unit) {
        with_spaces(name, sizeof name, criterion->metric);
        unit = name;
    }
    /* Written so that NAN, no request at all, does not pass. */
    met = (isnan(criterion->at_most) || value <= criterion->at_most) &&
          (!lower || value >= criterion->at_least);
    if (isnan(value)) {
        snprintf(text, n, "nothing to count: the kernel made no such access");
        return false;
    }
    metric_text(is, sizeof is, value);
    metric_text(wanted, sizeof wanted,
                lower ? criterion->at_least : criterion->at_most);
    snprintf(text, n, "%s %s (asked for: %s %s)", is, unit,
             lower ? "at least" : "at most", wanted);
    return met;
}
