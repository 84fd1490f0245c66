/*
 * orders.c - launches in several orders of warps and blocks: ptxrun
 * --schedules N.
 *
 * Idea: what a kernel leaves in memory must not depend on who goes first.  A
 * launch is run again and again from the memory it found, in other orders
 * (machine/schedule.h); where a byte comes out differently, two more runs say
 * who wrote it.
 * Guarantee: the program goes on with what the first run left.  Not compared
 * are kernels that read the clock, or allocate: these may differ.
 */
#include "orders.h"

#include "base/grow.h"
#include "machine/builtins.h"
#include "machine/names.h"
#include "machine/schedule.h"
#include "memory/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an allocation held before the launch and after its first run. */
struct kept {
    struct allocation *allocation;
    uint8_t *before, *after;
    bool told;
};

struct memories {
    struct kept *list;
    size_t count, room;
    bool heap, lost; /* kernels allocate; out of memory */
};

static uint8_t *copy_of(const struct allocation *al)
{
    uint8_t *copy = malloc(al->size);
    return copy ? memcpy(copy, al->host, al->size) : NULL;
}

static void keep(struct allocation *al, void *arg)
{
    struct memories *m = arg;
    m->heap |= al->kind == MEMORY_HEAP;
    if (al->read_only || al->kind == MEMORY_HEAP || m->lost)
        return;
    struct kept *grown = grow(m->list, m->count, &m->room, sizeof *grown);
    uint8_t *before = grown ? copy_of(al) : NULL;
    m->list = grown ? grown : m->list;
    m->lost = !before;
    if (before)
        m->list[m->count++] = (struct kept){.allocation = al, .before = before};
}

static void note_heap(struct allocation *al, void *arg)
{
    ((struct memories *)arg)->heap |= al->kind == MEMORY_HEAP;
}

static void keep_results(struct memories *m)
{
    for (size_t i = 0; i < m->count && !m->lost; i++) {
        m->list[i].after = copy_of(m->list[i].allocation);
        m->lost = !m->list[i].after;
    }
}

static void forget(struct memories *m)
{
    for (size_t i = 0; i < m->count; i++) {
        free(m->list[i].before);
        free(m->list[i].after);
    }
    free(m->list);
}

/* ---- again -------------------------------------------------------------- */

/* From the memory that the launch found. */
static void run_again(const struct launch *launch, const struct memories *m,
                      uint64_t seed, struct spy *spy)
{
    struct launch again = *launch;
    again.seed = seed;
    again.again = true;
    again.spy = spy;
    again.recorded_for = NULL;
    for (size_t i = 0; i < m->count; i++)
        memcpy(m->list[i].allocation->host, m->list[i].before,
               m->list[i].allocation->size);
    launch_run(&again);
    print_forget_launch();
}

static struct spy spy_again(const struct launch *launch,
                            const struct memories *m, struct kept *k,
                            uint64_t offset, uint64_t seed)
{
    struct spy spy = {.allocation = k->allocation, .offset = offset};
    k->allocation->spied = true;
    run_again(launch, m, seed, &spy);
    k->allocation->spied = false;
    return spy;
}

/* ---- told --------------------------------------------------------------- */

static void tell_bytes(char *text, size_t n, const uint8_t *bytes,
                       uint32_t width)
{
    size_t length = 0;
    for (uint32_t i = width; i-- > 0 && length + 3 < n;)
        length += (size_t)snprintf(text + length, n - length, "%02x", bytes[i]);
}

/* What is meant, mostly: a warning. */
static void judge(struct finding *f, const struct launch *launch, bool sums)
{
    const char *hint = "a race, or an order that nothing makes: which lines "
                       "use this place, and what is between them?";
    if (sums)
        hint = "sums of floats are rounded in the order of their atomicAdd(); "
               "compare results within a tolerance";
    else if (launch->answered)
        hint = "what an atomic returned decides who goes where: right, if any "
               "order will do";
    if (sums || launch->answered)
        f->severity = FINDING_WARNING;
    snprintf(f->hint, sizeof f->hint, "%s", hint);
}

static void tell(const struct launch *launch, const struct kept *k,
                 const struct spy *usual, const struct spy *other,
                 const uint8_t *bytes, uint64_t seed)
{
    char name[200], were[40], are[40];
    const struct spy *last = other->written ? other : usual;
    struct finding f = last->writer;
    uint64_t start = last->offset - last->offset % last->width;
    tell_bytes(were, sizeof were, k->after + start, last->width);
    tell_bytes(are, sizeof are, bytes + start, last->width);
    snprintf(f.title, sizeof f.title,
             "%.80s depends on the order of warps and blocks",
             launch_array_name(launch, k->allocation, name, sizeof name));
    snprintf(f.detail, sizeof f.detail,
             "byte %llu and what follows: 0x%s in the first order, 0x%s with "
             "--schedule=random:%llu",
             (unsigned long long)start, were, are, (unsigned long long)seed);
    if (usual->written && usual->writer.loc.line != f.loc.line) {
        f.other = usual->writer.loc;
        f.other_note = "in the first order it is written here last";
    }
    judge(&f, launch, last->sums);
    diagnose(&f);
}

/* The first byte that is not as it was; size: none. */
static uint64_t first_difference(const uint8_t *a, const uint8_t *b,
                                 uint64_t size)
{
    uint64_t i = 0;
    while (i < size && a[i] == b[i])
        i++;
    return i;
}

static void compare_one(const struct launch *launch, const struct memories *m,
                        struct kept *k, const uint8_t *bytes, uint64_t seed)
{
    uint64_t size = k->allocation->size;
    uint64_t offset = first_difference(k->after, bytes, size);
    if (offset == size)
        return;
    struct spy usual = spy_again(launch, m, k, offset, launch->seed),
               other = spy_again(launch, m, k, offset, seed);
    k->told = true;
    if (usual.written || other.written)
        tell(launch, k, &usual, &other, bytes, seed);
}

/* Who wrote is asked by further runs, so what came out is kept first. */
static void compare(const struct launch *launch, struct memories *m,
                    uint64_t seed)
{
    for (size_t i = 0; i < m->count; i++) {
        struct kept *k = &m->list[i];
        if (k->told ||
            !memcmp(k->allocation->host, k->after, k->allocation->size))
            continue;
        uint8_t *bytes = copy_of(k->allocation);
        if (bytes)
            compare_one(launch, m, k, bytes, seed);
        free(bytes);
        return;
    }
}

/* ---- all of it ---------------------------------------------------------- */

static bool comparable(const struct launch *launch, struct memories *m)
{
    memory_each(note_heap, m);
    return !m->heap && !m->lost && !launch->kernel->program->reads_clock;
}

static void run_others(const struct launch *launch, struct memories *m)
{
    keep_results(m);
    print_end_launch();
    for (unsigned i = 1; i < options()->schedules && !m->lost; i++) {
        run_again(launch, m, launch->seed + i, NULL);
        compare(launch, m, launch->seed + i);
    }
    for (size_t i = 0; i < m->count; i++)
        if (m->list[i].after)
            memcpy(m->list[i].allocation->host, m->list[i].after,
                   m->list[i].allocation->size);
    diagnostics_flush();
}

enum launch_status orders_run(struct launch *launch)
{
    struct memories m = {NULL, 0, 0, false, false};
    if (options()->schedules < 2)
        return launch_run(launch);
    memory_each(keep, &m);
    enum launch_status status = launch_run(launch);
    if (status == LAUNCH_OK && comparable(launch, &m))
        run_others(launch, &m);
    forget(&m);
    return status;
}
