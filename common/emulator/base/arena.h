/*
 * arena.h - memory of one module: handed out in pieces, freed all at once.
 *
 * An arena also keeps the module's words.  Interning gives every word one
 * record, so that equal words are equal pointers and what the parser knows
 * about a word hangs on the word itself.  Records are found with the C
 * library's tsearch().
 */
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>
#include <stdint.h>

/* Hostile text must not eat the machine: a module beyond this is refused.
 * (10 MB of PTX, the largest that libraries ship, need about 120 MB.) */
#define ARENA_BYTES_MAX ((size_t)1 << 29)

struct binding; /* parse.c: what a name means in the innermost block */

/* A word of the text and what the parser knows about it. */
struct word {
    const char *text;       /* NUL-terminated */
    uint32_t length;
    uint32_t hash;
    struct binding *plain;  /* innermost register or variable, or NULL */
    struct binding *range;  /* innermost range of registers word0, word1 ... */
    const char *label;      /* new name of a label while its block closes */
    uint32_t function;      /* index + 1 in the module; 0: none */
    uint32_t variable;      /* index + 1 in the module; 0: none */
};

struct arena;

struct arena *arena_new(void); /* NULL: out of memory */
void arena_free(struct arena *arena); /* NULL is fine */

/* size bytes of zeros, aligned for everything; NULL when memory, or what one
 * module may have of it, is used up. */
void *arena_alloc(struct arena *arena, size_t size);

/* Room in the arena for one more element of size bytes behind the first count,
 * as grow() makes it (grow.h). */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t *room,
                 size_t size);

/* The record of a word, made if it is new; NULL: out of memory. */
struct word *arena_word(struct arena *arena, const char *text, size_t length);
/* The record of a word seen before, or NULL. */
struct word *arena_find(struct arena *arena, const char *text, size_t length);
/* Whoever writes the word again means another one, with a record of its own. */
void arena_forget(struct arena *arena, const struct word *word);

/* The record of a word by its own text. */
static inline struct word *arena_record(const char *text)
{
    return (struct word *)(void *)(uintptr_t)text - 1;
}

#endif
