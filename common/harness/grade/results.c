/*
 * results.c - scores, and check.json.
 */
#include "results.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "have.h"

#if HAVE_CJSON
#include <cjson/cJSON.h>

#include "term/plain.h"
#endif

struct check *results_add_check(struct exercise_result *result,
                                const char *name, int max_points)
{
    /* MAX_CHECKS holds every check there is. */
    struct check *check = &result->checks[result->count++];

    *check = (struct check){.max_points = max_points};
    snprintf(check->name, sizeof check->name, "%s", name);
    return check;
}

void results_exercise_score(const struct exercise_result *result, int *score,
                            int *max_score)
{
    *score = *max_score = 0;
    for (size_t i = 0; i < result->count; i++) {
        *score += result->checks[i].points;
        *max_score += result->checks[i].max_points;
    }
}

void results_score(const struct results *results, int *score, int *max_score)
{
    *score = *max_score = 0;
    for (size_t i = 0; i < results->count; i++) {
        for (size_t k = 0; k < results->labs[i].count; k++) {
            int points, maximum;
            results_exercise_score(&results->labs[i].exercises[k], &points,
                                   &maximum);
            *score += points;
            *max_score += maximum;
        }
    }
}

void results_free(struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        for (size_t k = 0; k < results->labs[i].count; k++) {
            free(results->labs[i].exercises[k].complaints);
            free(results->labs[i].exercises[k].printed);
        }
        free(results->labs[i].exercises);
    }
    free(results->labs);
    *results = (struct results){.count = 0};
}

#if HAVE_CJSON

/* Messages quote what was compiled or printed, in whatever encoding; JSON must
 * be UTF-8. */
static void add_text(cJSON *json, const char *name, const char *text)
{
    char plain[sizeof((struct check *)0)->message];

    plain_copy(plain, sizeof plain, text);
    cJSON_AddStringToObject(json, name, plain);
}

static cJSON *check_json(const struct check *check)
{
    cJSON *json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "name", check->name);
    cJSON_AddBoolToObject(json, "passed", check->passed);
    cJSON_AddNumberToObject(json, "points", check->points);
    cJSON_AddNumberToObject(json, "max_points", check->max_points);
    if (check->waiting)
        cJSON_AddTrueToObject(json, "waiting");
    add_text(json, "message", check->message);
    return json;
}

/* What is known beside the first line.  Of the file its name only: where it
 * lay differs from run to run. */
static void add_more(cJSON *json, const struct exercise_result *result)
{
    const char *slash = strrchr(result->finding.file, '/');

    if (*result->more)
        add_text(json, "more", result->more);
    if (*result->picture)
        add_text(json, "picture", result->picture);
    if (!result->finding.line)
        return;
    add_text(json, "file", slash ? slash + 1 : result->finding.file);
    cJSON_AddNumberToObject(json, "line", result->finding.line);
    cJSON_AddNumberToObject(json, "column", result->finding.column);
}

static void add_medal(cJSON *json, const struct medal *medal)
{
    cJSON *object;
    if (!medal->judged && !medal->text[0])
        return;
    object = cJSON_AddObjectToObject(json, "medal");
    if (!medal->judged) {
        add_text(object, "message", medal->text);
        return;
    }
    cJSON_AddStringToObject(object, "name", medal_name(medal->kind));
    cJSON_AddStringToObject(object, "time_source", medal_source(medal));
    add_text(object, "device", medal->device);
    cJSON_AddNumberToObject(object, "us", medal->us);
    if (!isnan(medal->low_us)) {
        cJSON_AddNumberToObject(object, "low_us", medal->low_us);
        cJSON_AddNumberToObject(object, "high_us", medal->high_us);
    }
    add_text(object, "message", medal->text);
    add_text(object, "next", medal->next);
}

static cJSON *exercise_json(const struct exercise_result *result)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *checks;
    int score, maximum;

    results_exercise_score(result, &score, &maximum);
    cJSON_AddStringToObject(json, "name", result->exercise->name);
    cJSON_AddNumberToObject(json, "score", score);
    cJSON_AddNumberToObject(json, "max_score", maximum);
    add_text(json, "first", result->first);
    add_more(json, result);
    if (result->remark[0])
        cJSON_AddStringToObject(json, "remark", result->remark);
    add_medal(json, &result->medal);
    checks = cJSON_AddArrayToObject(json, "checks");
    for (size_t i = 0; i < result->count; i++)
        cJSON_AddItemToArray(checks, check_json(&result->checks[i]));
    return json;
}

static cJSON *lab_json(const struct lab_result *lab)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *exercises;

    cJSON_AddStringToObject(json, "name", lab->lab->name);
    exercises = cJSON_AddArrayToObject(json, "exercises");
    for (size_t i = 0; i < lab->count; i++)
        cJSON_AddItemToArray(exercises, exercise_json(&lab->exercises[i]));
    return json;
}

static char *json_text(const struct results *results)
{
    cJSON *json = cJSON_CreateObject();
    int score, maximum;
    cJSON *labs;
    char *text;

    results_score(results, &score, &maximum);
    cJSON_AddStringToObject(json, "device", results->device);
    cJSON_AddNumberToObject(json, "score", score);
    cJSON_AddNumberToObject(json, "max_score", maximum);
    if (results->killed && *results->killed)
        cJSON_AddStringToObject(json, "killed", results->killed);
    labs = cJSON_AddArrayToObject(json, "labs");
    for (size_t i = 0; i < results->count; i++)
        cJSON_AddItemToArray(labs, lab_json(&results->labs[i]));
    text = cJSON_Print(json);
    cJSON_Delete(json);
    return text;
}

bool results_write_json(const struct results *results, const char *path)
{
    char *text = json_text(results);
    FILE *file = fopen(path, "we");
    bool written = file && text;
    if (written)
        written = fprintf(file, "%s\n", text) >= 0;
    if (file)
        written = fclose(file) == 0 && written;
    if (!written)
        fprintf(stderr, "grader: cannot write %s: %s\n", path, strerror(errno));
    free(text);
    return written;
}

#else

bool results_write_json(const struct results *results, const char *path)
{
    (void)results;
    fprintf(stderr,
            "(%s is not written: it needs libcjson-dev when the "
            "grader is built)\n",
            path);
    return true;
}

#endif
