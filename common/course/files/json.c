/*
 * json.c - see json.h.
 */
#include "json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "publish.h"

enum { MOST_BYTES = 64 << 20 }; /* of a file; ours have some 20 KiB */

static char *read_all(FILE *file, size_t *n)
{
    struct stat about;
    char *text;
    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode) ||
        about.st_size > MOST_BYTES)
        return NULL;
    text = malloc((size_t)about.st_size + 1);
    *n = text ? fread(text, 1, (size_t)about.st_size, file) : 0;
    if (text)
        text[*n] = '\0';
    return text;
}

cJSON *json_read(const char *path)
{
    FILE *file = fopen(path, "re");
    cJSON *json = NULL;
    char *text;
    size_t n;
    if (!file) {
        if (errno != ENOENT)
            fprintf(stderr, "course: cannot read %s: %s\n", path,
                    strerror(errno));
        return NULL;
    }
    text = read_all(file, &n);
    fclose(file);
    if (text)
        json = cJSON_ParseWithLength(text, n);
    free(text);
    if (cJSON_IsObject(json))
        return json;
    cJSON_Delete(json);
    fprintf(stderr, "course: %s is no JSON object; is it damaged?\n", path);
    return NULL;
}

bool json_write(const char *path, const cJSON *json)
{
    char *text = cJSON_Print(json);
    struct publication publication;
    bool open = text && publish_open(&publication, path);
    if (!text)
        fprintf(stderr, "course: no memory to write %s\n", path);
    if (open)
        fprintf(publication.file, "%s\n", text);
    free(text);
    return open && publish_close(&publication);
}

const char *json_text(const cJSON *object, const char *name)
{
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}

double json_number(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

bool json_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}
