/* cache.c - see cache.h. */
#include "cache.h"

#include <stdlib.h>

struct cache {
    uint32_t sets, ways;
    uint32_t clock;  /* counts uses */
    uint32_t forgot; /* lines that were not used since are not there */
    uint32_t *used;  /* [sets * ways]; 0: it has no line, and never had */
    uint64_t *tags;  /* of those that have, as the lines */
    struct cache_line *lines;
};

/* That of L2 is large, and of a short launch most of it is never looked at: one
 * array alone has to be cleared. */
struct cache *cache_new(uint32_t lines, uint32_t ways)
{
    struct cache *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->ways = ways;
    c->sets = lines / ways;
    size_t count = c->sets * (size_t)ways;
    c->tags = malloc((count + 1) * sizeof *c->tags);
    c->used = calloc(count + 1, sizeof *c->used);
    c->lines = malloc((count + 1) * sizeof *c->lines);
    if (c->tags && c->used && c->lines)
        return c;
    cache_free(c);
    return NULL;
}

void cache_free(struct cache *cache)
{
    if (!cache)
        return;
    free(cache->tags);
    free(cache->used);
    free(cache->lines);
    free(cache);
}

/* Where the set of a line begins. */
static uint32_t set_of(const struct cache *c, uint64_t line)
{
    uint64_t part = line * 0x9e3779b97f4a7c15u >> 32;
    return (uint32_t)(part * c->sets >> 32) * c->ways;
}

static uint32_t place_of(const struct cache *c, uint32_t set, uint64_t line)
{
    for (uint32_t i = set; i < set + c->ways; i++)
        if (c->used[i] && c->tags[i] == line)
            return i;
    return UINT32_MAX;
}

static uint32_t oldest(const struct cache *c, uint32_t set)
{
    uint32_t found = set;
    for (uint32_t i = set + 1; i < set + c->ways; i++)
        if (c->used[i] < c->used[found])
            found = i;
    return found;
}

static struct cache_line *use(struct cache *c, uint32_t place)
{
    if (c->used[place] < c->forgot)
        c->lines[place].sectors = 0;
    c->used[place] = ++c->clock;
    return &c->lines[place];
}

struct cache_line *cache_find(struct cache *cache, uint64_t line)
{
    if (!cache->sets)
        return NULL;
    uint32_t place = place_of(cache, set_of(cache, line), line);
    return place == UINT32_MAX ? NULL : use(cache, place);
}

struct cache_line *cache_take(struct cache *cache, uint64_t line)
{
    if (!cache->sets)
        return NULL;
    uint32_t set = set_of(cache, line), place = place_of(cache, set, line);
    if (place == UINT32_MAX) {
        place = oldest(cache, set);
        cache->tags[place] = line;
        cache->lines[place].sectors = 0;
    }
    return use(cache, place);
}

void cache_forget(struct cache *cache)
{
    cache->forgot = ++cache->clock;
}
