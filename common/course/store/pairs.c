/*
 * pairs.c - see pairs.h.
 */
#include "pairs.h"

#include <string.h>

size_t pairs_read(const cJSON *json, const char *name, struct store_pair *pairs,
                  size_t most)
{
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(json, name);
    const cJSON *member;
    size_t count = 0;
    cJSON_ArrayForEach(member, object)
    {
        if (count < most && member->string && cJSON_IsString(member))
            pairs[count++] =
                (struct store_pair){member->string, member->valuestring};
    }
    return count;
}

const char *pairs_find(const struct store_pair *pairs, size_t count,
                       const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(pairs[i].name, name))
            return pairs[i].value;
    }
    return NULL;
}
