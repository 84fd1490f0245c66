/*
 * result.c - what came out of one lab of one submission.
 */
#include "store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const status_names[] = {"graded", "refused", "failed"};

const char *result_status_name(enum result_status status)
{
    return status_names[status];
}

void result_digest(const struct course *course, const char *lab,
                   const char *source, const char *predictions,
                   char digest[DIGEST_TEXT])
{
    struct digest of;
    char line[24];
    digest_begin(&of);
    for (size_t i = 0; i < course->parts; i++) {
        const struct store_pair *part = &course->edition[i];
        if (store_is_lab(part->name) && strcmp(part->name, lab))
            continue;
        digest_line(&of, part->name);
        digest_line(&of, part->value);
    }
    snprintf(line, sizeof line, "%" PRIu64, course->seed);
    digest_line(&of, line);
    digest_line(&of, lab);
    digest_line(&of, source);
    if (*predictions)
        digest_line(&of, predictions);
    digest_end(&of, digest);
}

bool result_path(char path[PUBLISH_PATH], const char *out, const char *lab,
                 const char *digest)
{
    return publish_path(path, "%s/results/%s-%s.json", out, lab, digest);
}

static void take_checks(struct graded_exercise *exercise, const cJSON *json)
{
    const cJSON *all = cJSON_GetObjectItemCaseSensitive(json, "checks");
    const cJSON *item;
    size_t most = (size_t)cJSON_GetArraySize(all);
    exercise->checks = calloc(most + 1, sizeof *exercise->checks);
    cJSON_ArrayForEach(item, all)
    {
        if (!exercise->checks)
            return;
        exercise->checks[exercise->count++] = (struct graded_check){
            .name = json_text(item, "name"),
            .message = json_text(item, "message"),
            .passed = json_true(item, "passed"),
            .waiting = json_true(item, "waiting"),
            .points = (int)json_number(item, "points"),
            .max_points = (int)json_number(item, "max_points")};
    }
}

static void take_exercises(struct result *result)
{
    const cJSON *all =
        cJSON_GetObjectItemCaseSensitive(result->document, "exercises");
    const cJSON *item;
    size_t most = (size_t)cJSON_GetArraySize(all);
    result->exercises = calloc(most + 1, sizeof *result->exercises);
    cJSON_ArrayForEach(item, all)
    {
        struct graded_exercise *exercise;
        if (!result->exercises)
            return;
        exercise = &result->exercises[result->count++];
        *exercise = (struct graded_exercise){
            .name = json_text(item, "name"),
            .first = json_text(item, "first"),
            .remark = json_text(item, "remark"),
            .score = (int)json_number(item, "score"),
            .max_score = (int)json_number(item, "max_score")};
        take_checks(exercise, item);
    }
}

static void take_texts(struct result *result)
{
    const cJSON *json = result->document;
    const char *status = json_text(json, "status");
    result->lab = json_text(json, "lab");
    result->digest = json_text(json, "digest");
    result->source = json_text(json, "source");
    result->compiler = json_text(json, "compiler");
    result->box = json_text(json, "box");
    result->why = json_text(json, "why");
    result->status = !strcmp(status, "graded")    ? RESULT_GRADED
                     : !strcmp(status, "refused") ? RESULT_REFUSED
                                                  : RESULT_FAILED;
    result->seed = strtoull(json_text(json, "seed"), NULL, 10);
    result->seconds = json_number(json, "seconds");
    result->peak_kib = (long)json_number(json, "peak_kib");
    result->score = (int)json_number(json, "score");
    result->max_score = (int)json_number(json, "max_score");
}

bool result_read(struct result *result, const char *out, const char *lab,
                 const char *digest)
{
    char path[PUBLISH_PATH];
    *result = (struct result){.lab = lab};
    if (!result_path(path, out, lab, digest))
        return false;
    result->document = json_read(path);
    if (!result->document)
        return false;
    take_texts(result);
    take_exercises(result);
    if (!strcmp(result->digest, digest) && !strcmp(result->lab, lab) &&
        result->exercises)
        return true;
    fprintf(stderr,
            "course: %s is not the result its name says; it is graded "
            "again\n",
            path);
    result_free(result);
    return false;
}

void result_free(struct result *result)
{
    for (size_t i = 0; i < result->count; i++)
        free(result->exercises[i].checks);
    free(result->exercises);
    cJSON_Delete(result->document);
    *result = (struct result){.lab = ""};
}

bool result_done(const char *out, const char *lab, const char *digest,
                 bool *failed)
{
    struct result result;
    bool there = result_read(&result, out, lab, digest);
    bool is_failed = there && result.status == RESULT_FAILED;
    result_free(&result);
    if (failed)
        *failed = is_failed;
    return there && !is_failed;
}
