/*
 * plan.c - see plan.h.
 */
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grade/points.h"

/* Arithmetic of all its checks: what emulation takes time for, and the same
 * everywhere. */
static double cost_of(const struct lab *lab)
{
    double flops = 0;
    for (size_t i = 0; i < lab->exercise_count; i++) {
        const struct exercise *e = &lab->exercises[i];
        for (size_t s = 0; points_hang_on(e) && s < e->size_count; s++)
            flops += e->flops(e->sizes[s]);
    }
    return flops;
}

bool plan_unit_done(const struct plan *plan, const struct plan_unit *unit,
                    bool *failed)
{
    return result_done(plan->out, unit->lab, unit->digest, failed);
}

/* A course has tens of thousands. */
static struct plan_unit *new_unit(struct plan *plan)
{
    size_t room = plan->room ? 2 * plan->room : 256;
    struct plan_unit *more = plan->units;
    if (plan->count == plan->room) {
        more = realloc(plan->units, room * sizeof *more);
        if (!more)
            return NULL;
        plan->room = room;
        plan->units = more;
    }
    more[plan->count] = (struct plan_unit){.students = 1};
    return &more[plan->count++];
}

/* file: of a lab, by its name. */
static bool add(struct plan *plan, const struct submission *submission,
                const struct store_pair *file)
{
    const char *predictions = submission_predictions(submission, file->name);
    struct plan_unit *unit = new_unit(plan);
    char path[PUBLISH_PATH];
    if (!unit || strlen(file->value) >= sizeof unit->source ||
        strlen(predictions) >= sizeof unit->predictions ||
        !publish_path(path, "%s/submissions/%s/%s/student.cu", plan->out,
                      submission->key, file->name))
        return false;
    unit->lab = store_lab(file->name)->name; /* outlives the submission */
    unit->path = strdup(path);
    strcpy(unit->source, file->value);
    strcpy(unit->predictions, predictions);
    return unit->path;
}

static bool add_all(struct plan *plan, const char *key, const char *lab)
{
    struct submission submission;
    bool added = true;
    if (!submission_read(&submission, plan->out, key))
        return true;
    plan->submissions++;
    for (size_t i = 0; added && i < submission.file_count; i++) {
        const struct store_pair *file = &submission.files[i];
        if (store_is_lab(file->name) && (!*lab || !strcmp(lab, file->name)))
            added = add(plan, &submission, file);
    }
    submission_free(&submission);
    return added;
}

/* 0: all that decides points is the same. */
static int by_content(const struct plan_unit *x, const struct plan_unit *y)
{
    int labs = strcmp(x->lab, y->lab), sources = strcmp(x->source, y->source);
    return labs      ? labs
           : sources ? sources
                     : strcmp(x->predictions, y->predictions);
}

static int by_bytes(const void *a, const void *b)
{
    const struct plan_unit *x = a, *y = b;
    int content = by_content(x, y);
    return content ? content : strcmp(x->path, y->path);
}

/* What several have handed in becomes one. */
static void merge(struct plan *plan)
{
    size_t kept = 0;
    qsort(plan->units, plan->count, sizeof *plan->units, by_bytes);
    for (size_t i = 0; i < plan->count; i++) {
        struct plan_unit *unit = &plan->units[i];
        struct plan_unit *last = kept ? &plan->units[kept - 1] : NULL;
        if (last && by_content(last, unit) == 0) {
            last->students++;
            free(unit->path);
        } else {
            plan->units[kept++] = *unit;
        }
    }
    plan->count = kept;
}

static void look_for_result(struct plan *plan, struct plan_unit *unit,
                            const struct course *course,
                            const struct course *before)
{
    char digest[DIGEST_TEXT];
    unit->cost = cost_of(store_lab(unit->lab));
    result_digest(course, unit->lab, unit->source, unit->predictions,
                  unit->digest);
    unit->done = result_done(plan->out, unit->lab, unit->digest, NULL);
    if (unit->done)
        return;
    plan->open++;
    if (before)
        result_digest(before, unit->lab, unit->source, unit->predictions,
                      digest);
    unit->outdated = before && result_done(plan->out, unit->lab, digest, NULL);
    plan->outdated += unit->outdated;
}

/* The dearest first, so that no processor waits for one of them in the end. */
static int by_need(const void *a, const void *b)
{
    const struct plan_unit *x = a, *y = b;
    if (x->done != y->done)
        return x->done - y->done;
    if (x->cost != y->cost)
        return x->cost < y->cost ? 1 : -1;
    return strcmp(x->path, y->path);
}

bool plan_open(struct plan *plan, const char *out, const struct course *course,
               const struct course *before, const char *lab)
{
    size_t count;
    char **keys = submission_keys(out, &count);
    bool added = keys;
    *plan = (struct plan){.out = out};
    for (size_t i = 0; added && i < count; i++)
        added = add_all(plan, keys[i], lab);
    submission_keys_free(keys, count);
    if (!added) {
        if (keys)
            fprintf(stderr, "course: no memory for a plan of this class\n");
        plan_close(plan);
        return false;
    }
    if (plan->count > 0)
        merge(plan);
    for (size_t i = 0; i < plan->count; i++)
        look_for_result(plan, &plan->units[i], course, before);
    if (plan->count > 0)
        qsort(plan->units, plan->count, sizeof *plan->units, by_need);
    return true;
}

void plan_close(struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        free(plan->units[i].path);
    free(plan->units);
    *plan = (struct plan){.out = ""};
}
