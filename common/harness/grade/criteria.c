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

static double blocks(const struct measured *m)
{
    return (double)m->blocks;
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

static double bank_conflicts(const struct measured *m)
{
    return (double)(m->counters.shared_load_bank_conflicts +
                    m->counters.shared_store_bank_conflicts);
}

/* Results reach memory by either. */
static double writes(const struct measured *m)
{
    return (double)(m->counters.global_store_requests +
                    m->counters.global_atom_requests +
                    m->counters.global_red_requests);
}

/* However it was done: each lane of an atomic may have added. */
static double arithmetic(const struct measured *m)
{
    return (double)(m->counters.flops_single + m->counters.flops_double +
                    WARP_SIZE * m->counters.atomics);
}

static double beside(const struct measured *m)
{
    return m->overlap.beside;
}

static double streams(const struct measured *m)
{
    return m->overlap.streams;
}

static double largest_copy(const struct measured *m)
{
    return (double)m->overlap.largest_copy;
}

/* value NULL: the counter of that name, and what to call it. */
static const struct metric {
    const char *name;
    const char *unit;
    double (*value)(const struct measured *measured);
    bool is_ratio;
} metrics[] = {
    {"global_load_sectors_per_request", "sectors per request", load_sectors,
     true},
    {"global_store_sectors_per_request", "sectors per request", store_sectors,
     true},
    {"global_load_efficiency", "% of the bytes moved are used", load_efficiency,
     true},
    {"global_store_efficiency", "% of the bytes moved are used",
     store_efficiency, true},
    {"shared_load_wavefronts_per_request", "wavefronts per request",
     shared_load_wavefronts, true},
    {"shared_store_wavefronts_per_request", "wavefronts per request",
     shared_store_wavefronts, true},
    {"shared_wavefronts_per_request", "wavefronts per request",
     shared_wavefronts, true},
    {"shared_efficiency", "% of what the banks deliver is used",
     shared_efficiency, true},
    {"warp_execution_efficiency", "% of the lanes at work", warp_efficiency,
     true},
    {"divergent_branch_percent", "% of the branches diverge", divergence, true},
    {"barriers_per_warp", "barriers for each warp", barriers_per_warp, true},
    {"shared_store_requests_per_block", "store requests per block",
     shared_stores_per_block, true},
    {"launches", "launches", launches, false},
    {"blocks", "blocks launched", blocks, false},
    {"threads", "threads launched", threads, false},
    {"shared_bank_conflicts", "bank conflicts of loads and stores",
     bank_conflicts, false},
    {"global_write_requests", "global store requests", writes, false},
    {"arithmetic", "additions and multiplications", arithmetic, false},
    {"copies_beside_kernels", "copies that may run beside a kernel", beside,
     false},
    {"streams", "streams with kernels", streams, false},
    {"largest_copy", "bytes in the largest copy", largest_copy, false},
    {"thread_load_bytes", "bytes loaded by all threads", NULL, false},
    {"max_warp_instructions", "instructions by the busiest warp", NULL, false},
    {"max_warp_global_loads", "loads by the busiest warp", NULL, false},
    {"max_warp_load_bytes", "bytes loaded by the busiest warp", NULL, false},
    {"max_block_instructions", "instructions by the busiest block", NULL,
     false},
    {"max_block_load_bytes", "bytes loaded by the busiest block", NULL, false},
    {"max_block_sectors", "sectors by the busiest block", NULL, false},
    {"clock_starts", "blocks with a barrier before the first stamp", NULL,
     false},
    {"clock_stops", "blocks with a barrier before the last stamp", NULL, false},
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

bool metric_is_ratio(const char *name)
{
    const struct metric *metric = find(name);
    return metric && metric->is_ratio;
}

bool metric_value(const char *name, const struct measured *measured,
                  double *value)
{
    const struct metric *metric = find(name);
    if (metric && metric->value) {
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

void measured_add(struct measured *measured, const struct counters *launch)
{
    struct counters *sum = &measured->counters;
#define X(name) sum->name += launch->name;
    COUNTERS(X)
#undef X
    measured->launches++;
}

struct measured measured_in(const struct run *run, struct size size)
{
    struct measured m = {.size = size,
                         .overlap = overlap_of(&run->response.calls)};
    for (size_t i = 0; i < run->launch_count; i++) {
        const struct launch_record *l = &run->launches[i];
        uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
        uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
        measured_add(&m, &l->counters);
        m.blocks += blocks;
        m.warps += blocks * ((threads + WARP_SIZE - 1) / WARP_SIZE);
        m.threads += blocks * threads;
    }
    return m;
}

/* "sectors per request"; "" for none. */
static const char *unit_of(const char *name)
{
    const struct metric *metric = find(name);
    return metric ? metric->unit : "";
}

void metric_text(char *text, size_t n, double value)
{
    *text = '\0';
    if (!isnan(value))
        snprintf(text, n, value == floor(value) ? "%.0f" : "%.2f", value);
}

/* global_store_requests -> global store requests */
static void with_spaces(char *text, size_t n, const char *name)
{
    snprintf(text, n, "%s", name);
    while ((text = strchr(text, '_')))
        *text = ' ';
}

/* "at least 5"; of what is met, "5 to 7".  Nothing is above 100 %. */
static void wanted_text(char *text, size_t n, const struct bounds *bounds,
                        double value, const char *unit)
{
    char least[32], most[32];
    bool all = *unit == '%' && bounds->at_most >= 100;
    metric_text(least, sizeof least, bounds->at_least);
    metric_text(most, sizeof most, bounds->at_most);
    if (isnan(bounds->at_most) || all || value < bounds->at_least)
        snprintf(text, n, "at least %s", least);
    else if (isnan(bounds->at_least) || value > bounds->at_most ||
             bounds->at_least <= 0)
        snprintf(text, n, "at most %s", most);
    else if (bounds->at_least == bounds->at_most)
        snprintf(text, n, "%s", most);
    else
        snprintf(text, n, "%s to %s", least, most);
}

bool bounds_met(const struct bounds *bounds, const struct measured *measured,
                char *text, size_t n)
{
    char is[32], wanted[80], name[64];
    const char *unit;
    double value;
    *text = '\0';
    if (!bounds->metric)
        return true;
    unit = unit_of(bounds->metric);
    if (!metric_value(bounds->metric, measured, &value)) {
        snprintf(text, n, "the lab asks for an unknown metric: %s",
                 bounds->metric);
        return false;
    }
    if (isnan(value)) {
        snprintf(text, n, "nothing to count: the kernel made no such access");
        return false;
    }
    if (!*unit) {
        with_spaces(name, sizeof name, bounds->metric);
        unit = name;
    }
    metric_text(is, sizeof is, value);
    wanted_text(wanted, sizeof wanted, bounds, value, unit);
    snprintf(text, n, "%s %s (asked for: %s)", is, unit, wanted);
    return !(value < bounds->at_least) && !(value > bounds->at_most);
}

bool criterion_met(const struct criterion *criterion,
                   const struct measured *measured, char *text, size_t n)
{
    struct bounds bounds = {criterion->metric, criterion->at_least,
                            criterion->at_most};
    char also[256];
    if (!bounds_met(&bounds, measured, text, n))
        return false;
    if (bounds_met(&criterion->also, measured, also, sizeof also))
        return true;
    snprintf(text, n, "%s", also);
    return false;
}
