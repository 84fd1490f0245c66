/*
 * wanted.c - a sorted list, and a look into results/.
 */
#include "wanted.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/publish.h"
#include "store/store.h"

static int compare(const void *a, const void *b)
{
    const struct slurm_unit *x = a, *y = b;
    int order = strcmp(x->lab, y->lab);
    return order ? order : strcmp(x->digest, y->digest);
}

/* A finished one that came since the list was made stays, of course. */
static void remove_failed(const struct wanted *wanted, const char *out)
{
    for (size_t i = 0; i < wanted->count; i++) {
        const struct slurm_unit *unit = &wanted->units[i];
        char path[PUBLISH_PATH];
        struct result result;
        if (!result_read(&result, out, unit->lab, unit->digest))
            continue;
        if (result.status == RESULT_FAILED &&
            result_path(path, out, unit->lab, unit->digest))
            unlink(path);
        result_free(&result);
    }
}

bool wanted_open(struct wanted *wanted, const char *out,
                 const struct slurm_unit *units, size_t count)
{
    *wanted = (struct wanted){.count = count};
    wanted->units = calloc(count + 1, sizeof *wanted->units);
    wanted->there = calloc(count + 1, sizeof *wanted->there);
    wanted->under_way = calloc(count + 1, sizeof *wanted->under_way);
    if (!wanted->units || !wanted->there || !wanted->under_way) {
        fprintf(stderr, "course: no memory for %zu submissions\n", count);
        return false;
    }
    memcpy(wanted->units, units, count * sizeof *units);
    qsort(wanted->units, count, sizeof *units, compare);
    remove_failed(wanted, out);
    return true;
}

void wanted_free(struct wanted *wanted)
{
    free(wanted->units);
    free(wanted->there);
    free(wanted->under_way);
    *wanted = (struct wanted){NULL, NULL, NULL, 0, 0};
}

size_t wanted_place(const struct wanted *wanted, const struct slurm_unit *unit)
{
    const struct slurm_unit *found =
        bsearch(unit, wanted->units, wanted->count, sizeof *unit, compare);
    return found ? (size_t)(found - wanted->units) : wanted->count;
}

static size_t take(struct wanted *wanted, size_t place)
{
    if (place == wanted->count || wanted->there[place])
        return 0;
    wanted->there[place] = true;
    wanted->found++;
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

size_t wanted_list(struct wanted *wanted, const char *out)
{
    char path[PUBLISH_PATH];
    DIR *folder = NULL;
    struct dirent *entry;
    size_t came = 0;
    if (publish_path(path, "%s/results", out))
        folder = opendir(path);
    while (folder && (entry = readdir(folder))) {
        struct slurm_unit unit;
        if (split_name(entry->d_name, &unit))
            came += take(wanted, wanted_place(wanted, &unit));
    }
    if (folder)
        closedir(folder);
    return came;
}

size_t wanted_ask(struct wanted *wanted, const char *out)
{
    char path[PUBLISH_PATH];
    size_t came = 0;
    for (size_t i = 0; i < wanted->count; i++) {
        if (!wanted->there[i] &&
            result_path(path, out, wanted->units[i].lab,
                        wanted->units[i].digest) &&
            access(path, F_OK) == 0)
            came += take(wanted, i);
    }
    return came;
}
