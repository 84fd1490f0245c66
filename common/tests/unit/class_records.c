/*
 * class_records.c - see class_records.h.
 */
#include "class_records.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/class.h"
#include "grade/points.h"
#include "store/store.h"

static char folder[64];
static struct course course;

const char *records_begin(void)
{
    char path[PUBLISH_PATH];
    strcpy(folder, "/tmp/class.XXXXXX");
    assert(mkdtemp(folder));
    course = (struct course){.folder = "autumn", .sandbox = "", .seed = 7};
    course.edition[0] = (struct store_pair){"harness", "abc"};
    course.parts = 1;
    assert(course_write(&course, folder));
    assert(publish_path(path, "%s/submissions", folder));
    assert(publish_folder(path));
    assert(publish_path(path, "%s/results", folder));
    assert(publish_folder(path));
    return folder;
}

void records_end(void)
{
    assert(publish_remove(folder));
}

int records_end_class(void **state)
{
    class_free(*state);
    records_end();
    return 0;
}

void records_file(const char *name, const char *text)
{
    char path[PUBLISH_PATH];
    assert(publish_path(path, "%s/%s", folder, name));
    *strrchr(path, '/') = '\0';
    assert(publish_folder(path));
    assert(publish_path(path, "%s/%s", folder, name));
    assert(publish_text(path, text, strlen(text)));
}

const char *records_read(const char *name)
{
    static char text[1 << 20];
    char path[PUBLISH_PATH];
    FILE *file;
    assert(publish_path(path, "%s/%s", folder, name));
    file = fopen(path, "re");
    if (!file)
        return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* ---- submissions --------------------------------------------------------- */

void records_student_with(const char *student, const char *key,
                          const char *source, const char *members)
{
    char digest[DIGEST_TEXT], path[PUBLISH_PATH], text[1024];
    cJSON *json, *files, *more, *item;
    snprintf(text, sizeof text, "{%s}", members);
    json = cJSON_CreateObject();
    more = cJSON_Parse(text);
    assert(more);
    cJSON_AddStringToObject(json, "student", student);
    cJSON_AddStringToObject(json, "key", key);
    if (!cJSON_HasObjectItem(more, "status"))
        cJSON_AddStringToObject(json, "status", *source ? "ok" : "nothing");
    files = cJSON_AddObjectToObject(json, "files");
    digest_bytes(source, strlen(source), digest);
    for (size_t i = 0; *source && i < lab_count; i++) {
        cJSON_AddStringToObject(files, all_labs[i]->name, digest);
        snprintf(text, sizeof text, "submissions/%s/%s/student.cu", key,
                 all_labs[i]->name);
        records_file(text, source);
    }
    while ((item = more->child)) {
        cJSON_DetachItemViaPointer(more, item);
        cJSON_AddItemToObject(json, item->string, item);
    }
    cJSON_Delete(more);
    assert(publish_path(path, "%s/submissions/%s", folder, key));
    assert(publish_folder(path));
    assert(
        publish_path(path, "%s/submissions/%s/submission.json", folder, key));
    assert(json_write(path, json));
    cJSON_Delete(json);
}

void records_student(const char *student, const char *key, const char *source)
{
    records_student_with(student, key, source, "");
}

/* ---- results ------------------------------------------------------------- */

static int add_exercise(cJSON *all, const struct lab *lab,
                        const struct exercise *of, int lacks, const char *first)
{
    cJSON *json = cJSON_CreateObject(), *checks, *check;
    int most = points_of_exercise(lab, of),
        parts[2] = {most - (most > 1), most > 1};
    cJSON_AddStringToObject(json, "name", of->name);
    cJSON_AddNumberToObject(json, "score", most - lacks);
    cJSON_AddNumberToObject(json, "max_score", most);
    cJSON_AddStringToObject(json, "first", lacks ? first : "");
    checks = cJSON_AddArrayToObject(json, "checks");
    for (int i = 0; i < 2; i++) {
        int taken = i == 0 ? lacks : 0;
        check = cJSON_CreateObject();
        cJSON_AddStringToObject(check, "name", i == 0 ? "correct" : "clean");
        cJSON_AddBoolToObject(check, "passed", !taken);
        cJSON_AddNumberToObject(check, "points", parts[i] - taken);
        cJSON_AddNumberToObject(check, "max_points", parts[i]);
        cJSON_AddStringToObject(check, "message", taken ? first : "fine");
        cJSON_AddItemToArray(checks, check);
    }
    cJSON_AddItemToArray(all, json);
    return most - lacks;
}

void records_result_path(char path[PUBLISH_PATH], const struct lab *lab,
                         const char *source)
{
    char digest[DIGEST_TEXT], of[DIGEST_TEXT];
    digest_bytes(source, strlen(source), of);
    result_digest(&course, lab->name, of, "", digest);
    assert(result_path(path, folder, lab->name, digest));
}

size_t records_dearest(const struct lab *lab)
{
    size_t dearest = 0;
    for (size_t i = 1; i < lab->exercise_count; i++) {
        if (points_of_exercise(lab, &lab->exercises[i]) >
            points_of_exercise(lab, &lab->exercises[dearest]))
            dearest = i;
    }
    return dearest;
}

void records_result(const struct lab *lab, const char *source, int lacks,
                    const char *first)
{
    static const char *const words[] = {"graded", "refused", "failed"};
    char path[PUBLISH_PATH];
    cJSON *json = cJSON_CreateObject(), *all;
    int score = 0;
    records_result_path(path, lab, source);
    cJSON_AddStringToObject(json, "lab", lab->name);
    cJSON_AddStringToObject(json, "digest", strrchr(path, '-') + 1);
    *strrchr(cJSON_GetObjectItem(json, "digest")->valuestring, '.') = '\0';
    cJSON_AddStringToObject(json, "status", words[lacks < 0 ? -lacks : 0]);
    cJSON_AddStringToObject(json, "box", "bubblewrap and seccomp");
    if (lacks < 0)
        cJSON_AddStringToObject(json, "why", first);
    all = cJSON_AddArrayToObject(json, "exercises");
    for (size_t i = 0; lacks >= 0 && i < lab->exercise_count; i++) {
        const struct exercise *exercise = &lab->exercises[i];
        if (points_hang_on(exercise))
            score += add_exercise(all, lab, exercise,
                                  i == records_dearest(lab) ? lacks : 0, first);
    }
    cJSON_AddNumberToObject(json, "score", score);
    cJSON_AddNumberToObject(json, "max_score", lacks < 0 ? 0 : LAB_POINTS);
    assert(json_write(path, json));
    cJSON_Delete(json);
}

void records_results(const char *source, int lacks, const char *first)
{
    for (size_t i = 0; i < lab_count; i++)
        records_result(all_labs[i], source, lacks, first);
}
