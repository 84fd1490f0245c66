/*
 * course.c - class.json, and the edition of the workbook.
 */
#include "store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pairs.h"

/* JSON has doubles: a seed of 64 bits is a text. */
static bool take_seed(struct course *course, const char *text)
{
    char *end;
    if (!*text)
        return false;
    course->seed = strtoull(text, &end, 10);
    return !*end;
}

bool course_read(struct course *course, const char *out)
{
    char path[PUBLISH_PATH];
    cJSON *json;
    *course = (struct course){.folder = "", .sandbox = ""};
    if (!publish_path(path, "%s/class.json", out))
        return false;
    json = course->document = json_read(path);
    if (!json)
        return false;
    course->folder = json_text(json, "class");
    course->sandbox = json_text(json, "sandbox");
    course->seeded = take_seed(course, json_text(json, "seed"));
    course->parts = pairs_read(json, "edition", course->edition, STORE_PARTS);
    return true;
}

static cJSON *course_json(const struct course *course)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *edition;
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, course->seed);
    cJSON_AddNumberToObject(json, "schema", STORE_SCHEMA);
    cJSON_AddStringToObject(json, "class", course->folder);
    cJSON_AddStringToObject(json, "sandbox", course->sandbox);
    cJSON_AddStringToObject(json, "seed", seed);
    edition = cJSON_AddObjectToObject(json, "edition");
    for (size_t i = 0; i < course->parts; i++)
        cJSON_AddStringToObject(edition, course->edition[i].name,
                                course->edition[i].value);
    return json;
}

bool course_write(const struct course *course, const char *out)
{
    char path[PUBLISH_PATH];
    cJSON *json = course_json(course);
    bool written =
        publish_path(path, "%s/class.json", out) && json_write(path, json);
    cJSON_Delete(json);
    return written;
}

void course_free(struct course *course)
{
    cJSON_Delete(course->document);
    *course = (struct course){.folder = "", .sandbox = ""};
}

/* The words belong to the document, as those of class.json do. */
static bool take_line(struct course *course, cJSON *edition, char *line)
{
    char *value = strchr(line, ' ');
    cJSON *member;
    line[strcspn(line, "\n")] = '\0';
    if (!value || course->parts == STORE_PARTS)
        return false;
    *value++ = '\0';
    member = cJSON_AddStringToObject(edition, line, value);
    if (!member)
        return false;
    course->edition[course->parts++] =
        (struct store_pair){member->string, member->valuestring};
    return true;
}

bool edition_read(struct course *course, const char *path)
{
    FILE *file = fopen(path, "re");
    char line[256];
    cJSON *edition;
    bool taken = true;
    if (!file) {
        fprintf(stderr, "course: cannot read %s: %s; make grade makes it\n",
                path, strerror(errno));
        return false;
    }
    if (!course->document)
        course->document = cJSON_CreateObject();
    course->parts = 0;
    edition = cJSON_AddObjectToObject(course->document, "new edition");
    while (taken && fgets(line, sizeof line, file))
        taken = take_line(course, edition, line);
    fclose(file);
    if (!taken)
        fprintf(stderr, "course: %s has other lines than \"part hash\"\n",
                path);
    return taken;
}
