/*
 * wanted.c - a sorted list, and a look into results/.
 */
#include "wanted.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int compare(const void *a, const void *b)
{
    const struct slurm_unit *x = a, *y = b;
    return strcmp(x->digest, y->digest);
}

static struct slurm_unit unit_of(const struct plan *plan,
                                 const struct plan_unit *unit)
{
    return (struct slurm_unit){.lab = unit->lab,
                               .digest = unit->digest,
                               .path = unit->path + strlen(plan->out) + 1,
                               .cost = unit->cost};
}

bool wanted_open(struct wanted *wanted, const struct plan *plan,
                 const char *out, struct progress *progress)
{
    *wanted = (struct wanted){.out = out, .progress = progress};
    wanted->units = calloc(plan->open + 1, sizeof *wanted->units);
    wanted->states = calloc(plan->open + 1, sizeof *wanted->states);
    wanted->under_way = calloc(plan->open + 1, sizeof *wanted->under_way);
    if (!wanted->units || !wanted->states || !wanted->under_way) {
        fprintf(stderr, "course: no memory for a class of this size\n");
        return false;
    }
    for (size_t i = 0; i < plan->open; i++)
        wanted->units[wanted->count++] = unit_of(plan, &plan->units[i]);
    qsort(wanted->units, wanted->count, sizeof *wanted->units, compare);
    return true;
}

void wanted_free(struct wanted *wanted)
{
    free(wanted->units);
    free(wanted->states);
    free(wanted->under_way);
    *wanted = (struct wanted){.count = 0};
}

size_t wanted_place(const struct wanted *wanted, const struct slurm_unit *unit)
{
    const struct slurm_unit *found =
        bsearch(unit, wanted->units, wanted->count, sizeof *unit, compare);
    return found ? (size_t)(found - wanted->units) : wanted->count;
}

/* There is a file of this name. */
static size_t take(struct wanted *wanted, size_t place)
{
    const struct slurm_unit *unit = &wanted->units[place];
    struct result result;
    if (!result_read(&result, wanted->out, unit->lab, unit->digest))
        return 0;
    wanted->states[place] =
        result.status == RESULT_FAILED ? WANTED_FAILED : WANTED_THERE;
    result_free(&result);
    if (wanted->states[place] == WANTED_FAILED)
        return 0;
    wanted->found++;
    progress_step(wanted->progress, unit->cost);
    return 1;
}

/* "LAB-DIGEST.json" becomes both; false if it is another name. */
static bool split_name(char *name, struct slurm_unit *unit)
{
    char *dash = strrchr(name, '-'), *dot = dash ? strchr(dash, '.') : NULL;
    if (!dot || strcmp(dot, ".json"))
        return false;
    *dash = *dot = '\0';
    *unit = (struct slurm_unit){.lab = name, .digest = dash + 1};
    return true;
}

size_t wanted_list(struct wanted *wanted)
{
    char path[PUBLISH_PATH];
    DIR *folder = NULL;
    struct dirent *entry;
    size_t came = 0;
    if (publish_path(path, "%s/results", wanted->out))
        folder = opendir(path);
    while (folder && (entry = readdir(folder))) {
        struct slurm_unit unit;
        size_t place;
        if (!split_name(entry->d_name, &unit))
            continue;
        place = wanted_place(wanted, &unit);
        if (place < wanted->count && wanted->states[place] == WANTED_MISSING)
            came += take(wanted, place);
    }
    if (folder)
        closedir(folder);
    return came;
}

size_t wanted_ask(struct wanted *wanted)
{
    char path[PUBLISH_PATH];
    size_t came = 0;
    for (size_t i = 0; i < wanted->count; i++) {
        if (wanted->states[i] != WANTED_THERE &&
            result_path(path, wanted->out, wanted->units[i].lab,
                        wanted->units[i].digest) &&
            access(path, F_OK) == 0)
            came += take(wanted, i);
    }
    return came;
}

size_t wanted_failed(const struct wanted *wanted, char *why, size_t n)
{
    size_t failed = 0;
    why[0] = '\0';
    for (size_t i = 0; i < wanted->count; i++) {
        const struct slurm_unit *unit = &wanted->units[i];
        struct result result;
        if (wanted->states[i] != WANTED_FAILED || failed++ > 0)
            continue;
        if (result_read(&result, wanted->out, unit->lab, unit->digest))
            snprintf(why, n, "%s", result.why);
        result_free(&result);
    }
    return failed;
}
