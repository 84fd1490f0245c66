/*
 * classroom50.c - result.json of Classroom 50, schema classroom50/result/v1.
 *
 * Scores are integers there, as points are here.  Who handed in, and when, its
 * runner stamps over what stands here; SUBMISSION_TIME of the environment,
 * which autograder.py sets, is the commit's time.
 */
#include "each.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text.h"

/* A variable of the runner's environment, plain; `without` if it is not set. */
static void add_variable(cJSON *json, const char *name, const char *variable,
                         const char *without)
{
    const char *value = getenv(variable);
    char *line = text_line(value && *value ? value : without, TEXT_LINE);
    cJSON_AddStringToObject(json, name, line ? line : without);
    free(line);
}

/* Seconds that the zone at the end of an ISO time is east of Greenwich. */
static long zone_seconds(const char *zone)
{
    int hours, minutes;
    if (sscanf(zone, "%3d:%2d", &hours, &minutes) != 2)
        return 0;
    return hours * 3600L + (*zone == '-' ? -60L : 60L) * minutes;
}

/* In UTC, as the schema has it; the epoch where none is known. */
static void utc(const char *iso, char text[32])
{
    struct tm tm = {.tm_mday = 1, .tm_year = 70};
    const char *end = strptime(iso, "%Y-%m-%dT%H:%M:%S", &tm);
    time_t seconds = 0;
    if (end) {
        end += *end == '.' ? 1 + strspn(end + 1, "0123456789") : 0;
        seconds = timegm(&tm) - zone_seconds(end);
    }
    gmtime_r(&seconds, &tm);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &tm);
}

static void add_identity(cJSON *json, const struct sheet *sheet)
{
    const char *time = getenv("SUBMISSION_TIME");
    char when[32];
    utc(time && *time ? time : sheet->time, when);
    cJSON_AddStringToObject(json, "schema", "classroom50/result/v1");
    add_variable(json, "classroom", "CLASSROOM", "unknown");
    add_variable(json, "assignment", "ASSIGNMENT", "unknown");
    add_variable(json, "submission", "SUBMISSION_TAG", "unknown");
    add_variable(json, "commit", "COMMIT_URL",
                 *sheet->commit ? sheet->commit : "unknown");
    add_variable(json, "release", "RELEASE_URL", "unknown");
    add_variable(json, "review",
                 getenv("REVIEW_URL") ? "REVIEW_URL" : "COMMIT_URL",
                 *sheet->commit ? sheet->commit : "unknown");
    cJSON_AddStringToObject(json, "datetime", when);
}

static cJSON *row_json(const struct row *row)
{
    cJSON *test = cJSON_CreateObject();
    char name[ROW_NAME];
    row_name(row, name);
    cJSON_AddStringToObject(test, "test-name", name);
    cJSON_AddBoolToObject(test, "passed", row->state == ROW_PASSED);
    cJSON_AddNumberToObject(test, "score", (double)lround(row->score));
    cJSON_AddNumberToObject(test, "max-score", (double)lround(row->max_score));
    cJSON_AddStringToObject(test, "message", row->cause);
    cJSON_AddStringToObject(test, "output", row->text);
    return test;
}

static cJSON *sheet_json(const struct sheets *class, const struct sheet *sheet)
{
    cJSON *json = cJSON_CreateObject(), *tests = cJSON_CreateArray();
    long score = 0, max_score = 0;
    (void)class;
    add_identity(json, sheet);
    for (size_t i = 0; i < sheet->count; i++) {
        score += lround(sheet->rows[i].score);
        max_score += lround(sheet->rows[i].max_score);
        cJSON_AddItemToArray(tests, row_json(&sheet->rows[i]));
    }
    cJSON_AddNumberToObject(json, "score", (double)score);
    cJSON_AddNumberToObject(json, "max-score", (double)max_score);
    cJSON_AddItemToObject(json, "tests", tests);
    return json;
}

bool classroom50_write(const struct sheets *class, const char *folder)
{
    return each_write_json(class, folder, "result.json", sheet_json);
}
