/*
 * json.h - JSON files (cJSON) that others may have altered: whatever is not
 * there, or of another kind, reads as empty.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

/* The object in the file; NULL, told on standard error unless the file is not
 * there, if it cannot be read or is no JSON object. */
cJSON *json_read(const char *path);

/* Published in one step (publish.h), indented, with a line break at its end. */
bool json_write(const char *path, const cJSON *json);

/* Of an object's member. */
const char *json_text(const cJSON *object, const char *name); /* "" */
double json_number(const cJSON *object, const char *name);    /* 0 */
bool json_true(const cJSON *object, const char *name);

#endif
