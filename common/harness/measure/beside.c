/*
 * beside.c - see beside.h.
 */
#include "beside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "modelled.h"
#include "profile.h"
#include "run/csv.h"

static const struct beside nothing = {.us = NAN};

/* ---- run here ------------------------------------------------------------ */

static struct beside beside_run(struct session *session, const struct lab *lab,
                                const struct exercise *exercise,
                                const char *impl, struct size size)
{
    struct beside beside = nothing;
    struct profiled profiled;
    const struct run *run = &profiled.run;
    if (!profile_impl(session, lab, exercise, impl, size, &profiled))
        return nothing;
    if (run_launched(run))
        beside = (struct beside){
            .known = true,
            .measured = measured_in(run, size),
            .us = modelled_run(profiled.gpu, exercise, size, run).us};
    profile_free(&profiled);
    return beside;
}

/* ---- recorded ------------------------------------------------------------ */

struct row {
    char exercise[64], device[128];
    struct size size;
    struct beside beside;
};

static void take(void *to, const char *name, const char *value)
{
    struct row *row = to;
    struct measured *measured = &row->beside.measured;
    if (csv_take_size(&row->size, name, value))
        return;
    if (!strcmp(name, "exercise"))
        snprintf(row->exercise, sizeof row->exercise, "%s", value);
    else if (!strcmp(name, "device"))
        snprintf(row->device, sizeof row->device, "%s", value);
    else if (!strcmp(name, "time_us"))
        row->beside.us = *value ? atof(value) : NAN;
    else if (!strcmp(name, "launches"))
        measured->launches = (size_t)atol(value);
#define X(counter)                                                             \
    else if (!strcmp(name, #counter)) measured->counters.counter =             \
        strtoull(value, NULL, 10);
    COUNTERS(X)
#undef X
}

static struct beside beside_recorded(const struct session *session,
                                     const struct lab *lab,
                                     const struct exercise *exercise,
                                     struct size size)
{
    struct row unknown = {.beside = {.known = true, .us = NAN}}, row = unknown;
    struct csv_file csv;
    bool found = false;
    char path[160];
    snprintf(path, sizeof path, "plots/recorded/reference/%.80s.csv",
             lab->name);
    csv_open(&csv, path);
    while (!found && csv_next(&csv, take, &row)) {
        found = !strcmp(row.exercise, exercise->name) &&
                !strcmp(row.device, session->arguments->gpu->name) &&
                size_equal(row.size, size);
        if (!found)
            row = unknown;
    }
    csv_close(&csv);
    return found ? row.beside : nothing;
}

/* ---- either -------------------------------------------------------------- */

struct beside beside_reference(struct session *session, const struct lab *lab,
                               const struct exercise *exercise,
                               struct size size)
{
    struct beside beside =
        beside_run(session, lab, exercise, "reference", size);
    return beside.known ? beside
                        : beside_recorded(session, lab, exercise, size);
}

static double us_of(struct session *session, const struct lab *lab,
                    const struct exercise *exercise, struct size size,
                    const char **whose)
{
    struct beside own = beside_run(session, lab, exercise, "student", size);
    *whose = own.known ? "yours" : "the reference";
    return own.known ? own.us
                     : beside_reference(session, lab, exercise, size).us;
}

double beside_us(struct session *session, const char *exercise,
                 struct size size, const char **whose)
{
    for (size_t i = 0; i < lab_count; i++) {
        for (size_t k = 0; k < all_labs[i]->exercise_count; k++) {
            const struct exercise *one = &all_labs[i]->exercises[k];
            if (!strcmp(one->name, exercise))
                return us_of(session, all_labs[i], one, size, whose);
        }
    }
    return NAN;
}
