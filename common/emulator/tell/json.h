/* json.h - values of reports for machines: what has to hold of each. */
#ifndef JSON_H
#define JSON_H

#include <stdint.h>

#include "have.h"

#if HAVE_CJSON
#include <cjson/cJSON.h>

/* Sources come in all encodings, JSON in UTF-8 only: others become ?. */
cJSON *json_text(const char *text);
void json_add_text(cJSON *object, const char *name, const char *text);
/* Exact, where a double has 53 bits. */
void json_add_count(cJSON *object, const char *name, uint64_t value);
#endif

#endif
