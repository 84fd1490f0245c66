/*
 * submission.c - who handed in what, as intake wrote it down.
 */
#include "store.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/order.h"
#include "pairs.h"

static const char *const status_names[] = {"ok", "nothing", "refused"};

const char *submission_status_name(enum submission_status status)
{
    return status_names[status];
}

static enum submission_status status_of(const char *name)
{
    for (size_t i = 0; i < sizeof status_names / sizeof *status_names; i++) {
        if (!strcmp(status_names[i], name))
            return (enum submission_status)i;
    }
    return SUBMISSION_REFUSED;
}

static void take_claim(struct submission *submission)
{
    const cJSON *claimed =
        cJSON_GetObjectItemCaseSensitive(submission->document, "claimed");
    submission->claims = cJSON_IsObject(claimed);
    submission->claimed_score = (int)json_number(claimed, "score");
    submission->claimed_max_score = (int)json_number(claimed, "max_score");
}

static void take_texts(struct submission *submission)
{
    const cJSON *json = submission->document;
    submission->student = json_text(json, "student");
    submission->id = json_text(json, "id");
    submission->source = json_text(json, "source");
    submission->kind = json_text(json, "kind");
    submission->commit = json_text(json, "commit");
    submission->time = json_text(json, "time");
    submission->edition = json_text(json, "edition");
    submission->status = status_of(json_text(json, "status"));
}

bool submission_read(struct submission *submission, const char *out,
                     const char *key)
{
    char path[PUBLISH_PATH];
    *submission = (struct submission){.key = key};
    if (!publish_path(path, "%s/submissions/%s/submission.json", out, key))
        return false;
    submission->document = json_read(path);
    if (!submission->document)
        return false;
    take_texts(submission);
    take_claim(submission);
    submission->key = json_text(submission->document, "key");
    submission->file_count = pairs_read(submission->document, "files",
                                        submission->files, STORE_LABS);
    submission->predicted = pairs_read(submission->document, "predictions",
                                       submission->predictions, STORE_LABS);
    submission->answer_count = pairs_read(submission->document, "answers",
                                          submission->answers, STORE_LABS);
    if (!strcmp(submission->key, key) && *submission->student)
        return true;
    fprintf(stderr,
            "course: %s is damaged; remove its folder, and make grade "
            "takes it in anew\n",
            path);
    submission_free(submission);
    return false;
}

const char *submission_file(const struct submission *submission,
                            const char *lab)
{
    return pairs_find(submission->files, submission->file_count, lab);
}

const char *submission_predictions(const struct submission *submission,
                                   const char *lab)
{
    const char *found =
        pairs_find(submission->predictions, submission->predicted, lab);
    return found ? found : "";
}

void submission_free(struct submission *submission)
{
    cJSON_Delete(submission->document);
    *submission = (struct submission){.key = ""};
}

static bool is_submission(const char *out, const char *key)
{
    char path[PUBLISH_PATH];
    return name_is_key(key) &&
           publish_path(path, "%s/submissions/%s/submission.json", out, key) &&
           access(path, F_OK) == 0;
}

/* True if it is kept, or is none. */
static bool keep(char ***keys, size_t *count, const char *out, const char *name)
{
    char **more;
    if (!is_submission(out, name))
        return true;
    more = realloc(*keys, (*count + 1) * sizeof **keys);
    if (!more)
        return false;
    *keys = more;
    more[*count] = strdup(name);
    return more[*count] && ++*count;
}

static char **out_of_memory(char **keys, size_t count)
{
    fprintf(stderr, "course: no memory for the names of a class\n");
    submission_keys_free(keys, count);
    return NULL;
}

char **submission_keys(const char *out, size_t *count)
{
    char path[PUBLISH_PATH];
    char **keys = calloc(1, sizeof *keys);
    const struct dirent *entry;
    bool kept = keys;
    DIR *folder;
    *count = 0;
    if (!publish_path(path, "%s/submissions", out) ||
        !(folder = opendir(path))) {
        fprintf(stderr, "course: cannot read %s: %s\n", path, strerror(errno));
        free(keys);
        return NULL;
    }
    while (kept && (entry = readdir(folder)))
        kept = keep(&keys, count, out, entry->d_name);
    closedir(folder);
    if (!kept)
        return out_of_memory(keys, *count);
    qsort(keys, *count, sizeof *keys, order_texts);
    return keys;
}

void submission_keys_free(char **keys, size_t count)
{
    for (size_t i = 0; keys && i < count; i++)
        free(keys[i]);
    free(keys);
}
