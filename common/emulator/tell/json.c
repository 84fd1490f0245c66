/* json.c - texts and numbers as JSON has them. */
#include <stddef.h> /* more than nothing, where there is no cJSON */

#include "json.h"

#if HAVE_CJSON
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a UTF-8 character that begins here; 0: none does. */
static size_t character(const unsigned char *s)
{
    size_t n = *s < 0x80   ? 1
               : *s < 0xc2 ? 0
               : *s < 0xe0 ? 2
               : *s < 0xf0 ? 3
                           : 4;
    if (*s > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

cJSON *json_text(const char *text)
{
    char *copy = strdup(text);
    for (char *at = copy; at && *at;) {
        size_t n = character((unsigned char *)at);
        if (!n)
            *at = '?';
        at += n ? n : 1;
    }
    cJSON *made = cJSON_CreateString(copy ? copy : "");
    free(copy);
    return made;
}

void json_add_text(cJSON *object, const char *name, const char *text)
{
    cJSON_AddItemToObject(object, name, json_text(text));
}

void json_add_count(cJSON *object, const char *name, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    cJSON_AddRawToObject(object, name, digits);
}
#endif
