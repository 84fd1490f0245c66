/* record.c - see record.h. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "date.h"
#include "encoding.h"
#include "files/order.h"
#include "tree.h"

static void add_flags(cJSON *json, struct notes *notes)
{
    cJSON *flags = cJSON_AddArrayToObject(json, "flags");
    qsort(notes->flags, notes->flag_count, sizeof *notes->flags, order_texts);
    for (size_t i = 0; i < notes->flag_count; i++)
        cJSON_AddItemToArray(flags, cJSON_CreateString(notes->flags[i]));
}

static void add_notes(cJSON *json, struct notes *notes)
{
    cJSON *array = cJSON_AddArrayToObject(json, "notes");
    char more[64];
    for (size_t i = 0; i < notes->count; i++)
        cJSON_AddItemToArray(array, cJSON_CreateString(notes->said[i]));
    if (notes->unsaid > 0) {
        snprintf(more, sizeof more, "And %zu more of this kind.",
                 notes->unsaid);
        cJSON_AddItemToArray(array, cJSON_CreateString(more));
    }
}

static void add_claim(cJSON *json, const struct said *said)
{
    cJSON *claimed;
    if (!said->claims)
        return;
    claimed = cJSON_AddObjectToObject(json, "claimed");
    cJSON_AddNumberToObject(claimed, "score", said->score);
    cJSON_AddNumberToObject(claimed, "max_score", said->max_score);
}

cJSON *record_make(const struct record_of *of)
{
    const struct item *item = of->item;
    cJSON *json = tree_must(cJSON_CreateObject());
    char source[LONGEST_PATH], time[DATE_TEXT];
    encoding_to_utf8(item->parts[0], source, sizeof source);
    date_text(of->time, time);
    cJSON_AddNumberToObject(json, "schema", STORE_SCHEMA);
    cJSON_AddStringToObject(json, "student", of->student);
    cJSON_AddStringToObject(json, "id",
                            *item->id ? item->id : of->said->number);
    cJSON_AddStringToObject(json, "key", item->key);
    cJSON_AddStringToObject(json, "source", source);
    cJSON_AddStringToObject(json, "kind", of->kind);
    cJSON_AddStringToObject(json, "commit", of->commit);
    cJSON_AddStringToObject(json, "time", time);
    cJSON_AddItemToObject(json, "files", of->files);
    cJSON_AddItemToObject(json, "predictions", of->predictions);
    cJSON_AddItemToObject(json, "answers", of->answers);
    add_claim(json, of->said);
    cJSON_AddStringToObject(json, "edition", of->said->edition);
    add_flags(json, of->notes);
    add_notes(json, of->notes);
    cJSON_AddStringToObject(json, "status", submission_status_name(of->status));
    cJSON_AddStringToObject(json, "stamp", of->stamp);
    return json;
}

static bool has_files(const char *out, const struct submission *submission)
{
    char path[PUBLISH_PATH];
    for (size_t i = 0; i < submission->file_count; i++) {
        if (!publish_path(path, "%s/submissions/%s/%s/student.cu", out,
                          submission->key, submission->files[i].name) ||
            access(path, F_OK) != 0)
            return false;
    }
    return true;
}

bool record_stands(const char *out, const char *key, const char *stamp)
{
    struct submission submission;
    char path[PUBLISH_PATH];
    bool stands;
    if (!publish_path(path, "%s/submissions/%s/submission.json", out, key) ||
        access(path, F_OK) != 0 || !submission_read(&submission, out, key))
        return false;
    stands = !strcmp(json_text(submission.document, "stamp"), stamp) &&
             has_files(out, &submission);
    submission_free(&submission);
    return stands;
}
