/*
 * pairs.h - objects of JSON as pairs of words.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include "store.h"

/* The members of the object `name` in json that are texts, `most` at most; how
 * many. */
size_t pairs_read(const cJSON *json, const char *name,
                  struct store_pair *pairs, size_t most);

/* The value of the pair with this name; NULL: there is none. */
const char *pairs_find(const struct store_pair *pairs, size_t count,
                       const char *name);

#endif
