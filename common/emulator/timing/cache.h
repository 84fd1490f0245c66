/*
 * cache.h - the L1 cache of one multiprocessor: which lines it holds, and when
 * their parts arrive.
 *
 * Idea: lines of 128 bytes in four sectors of 32 that are filled one by one;
 * the line of a set that was not asked for longest makes room.  The set of a
 * line is found by Fibonacci hashing, so that lines at any stride spread over
 * all of them.
 * Source: CUDA C++ Programming Guide, "Global Memory", compute capability 5.x
 * and later; how many lines there are, "Shared Memory", 9.0.
 */
#ifndef CACHE_H
#define CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { CACHE_SECTORS = 4 };

struct cache_line {
    double ready[CACHE_SECTORS]; /* when each sector is there, clocks */
    uint8_t sectors;             /* there, or on their way */
};

struct cache;

/* Of as many lines or hardly fewer, so many in a set.  NULL: out of memory.  Of
 * lines below one set, it holds nothing. */
struct cache *cache_new(uint32_t lines, uint32_t ways);
void cache_free(struct cache *cache); /* NULL is fine */
/* The line if it is there, or NULL; it is used now. */
struct cache_line *cache_find(struct cache *cache, uint64_t line);
/* It holds nothing any more. */
void cache_forget(struct cache *cache);
/* The line, found or in the place of another one; NULL: no room at all. */
struct cache_line *cache_take(struct cache *cache, uint64_t line);

#endif
