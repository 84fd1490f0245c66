/*
 * record.c - OUT/results/LAB-DIGEST.json, from what the grader wrote.
 */
#include "record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Without the hash behind it: "Debian clang version 14.0.6". */
static void name_compiler(const struct course *course, char *text, size_t n)
{
    text[0] = '\0';
    for (size_t i = 0; i < course->parts; i++) {
        const struct store_pair *part = &course->edition[i];
        const char *last = strrchr(part->value, ' ');
        if (!strcmp(part->name, "compiler") && last)
            snprintf(text, n, "%.*s", (int)(last - part->value), part->value);
    }
}

/* Those parts that the digest is made of. */
static void add_edition(cJSON *json, const struct record *record)
{
    const struct course *course = record->course;
    cJSON *edition = cJSON_AddObjectToObject(json, "edition");
    for (size_t i = 0; i < course->parts; i++) {
        const struct store_pair *part = &course->edition[i];
        if (!store_is_lab(part->name) || !strcmp(part->name, record->lab))
            cJSON_AddStringToObject(edition, part->name, part->value);
    }
}

static void add_points(cJSON *json, const struct record *record)
{
    cJSON *lab = cJSON_GetArrayItem(
        cJSON_GetObjectItemCaseSensitive(record->check, "labs"), 0);
    cJSON *exercises =
        cJSON_DetachItemFromObjectCaseSensitive(lab, "exercises");
    cJSON_AddNumberToObject(json, "score", json_number(record->check, "score"));
    cJSON_AddNumberToObject(json, "max_score",
                            json_number(record->check, "max_score"));
    cJSON_AddItemToObject(json, "exercises",
                          exercises ? exercises : cJSON_CreateArray());
}

static cJSON *json_of(const struct record *record)
{
    cJSON *json = cJSON_CreateObject();
    char seed[24], compiler[128];
    snprintf(seed, sizeof seed, "%" PRIu64, record->course->seed);
    name_compiler(record->course, compiler, sizeof compiler);
    cJSON_AddNumberToObject(json, "schema", STORE_SCHEMA);
    cJSON_AddStringToObject(json, "lab", record->lab);
    cJSON_AddStringToObject(json, "digest", record->digest);
    cJSON_AddStringToObject(json, "source", record->source);
    add_edition(json, record);
    cJSON_AddStringToObject(json, "seed", seed);
    cJSON_AddStringToObject(json, "compiler", compiler);
    cJSON_AddStringToObject(json, "box", record->box);
    cJSON_AddStringToObject(json, "status", result_status_name(record->status));
    cJSON_AddStringToObject(json, "why", record->why);
    cJSON_AddNumberToObject(json, "seconds", record->seconds);
    cJSON_AddNumberToObject(json, "peak_kib", (double)record->peak_kib);
    add_points(json, record);
    return json;
}

bool record_publish(const struct record *record)
{
    char path[PUBLISH_PATH], folder[PUBLISH_PATH];
    cJSON *json = json_of(record);
    bool written =
        publish_path(folder, "%s/results", record->out) &&
        publish_folder(folder) &&
        result_path(path, record->out, record->lab, record->digest) &&
        json_write(path, json);
    cJSON_Delete(json);
    return written;
}
