/*
 * arena.c - memory of one module, and its words.
 *
 * Idea: memory is cut from large chunks kept in a list; freeing walks the
 * list.  Words are ordered by hash first, so that a look-up compares integers
 * and touches text only where it is (nearly always) equal.
 * Guarantee: what arena_alloc gives is zero and stays until arena_free.
 */
#include "arena.h"

#include <search.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 256 * 1024 };

struct chunk {
    struct chunk *next;
    alignas(max_align_t) unsigned char bytes[];
};

struct arena {
    struct chunk *chunks;
    unsigned char *at; /* first free byte of the newest chunk */
    size_t left;       /* bytes free from there */
    size_t total;      /* bytes of all chunks */
    void *words;       /* tsearch() tree of struct word */
};

struct arena *arena_new(void)
{
    return calloc(1, sizeof(struct arena));
}

static void keep_word(void *word)
{
    (void)word; /* records live in the chunks */
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    tdestroy(arena->words, keep_word);
    for (struct chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

/* A new chunk with room for size bytes; what is left of the old is lost. */
static int add_chunk(struct arena *arena, size_t size)
{
    size_t bytes = size > CHUNK_BYTES ? size : CHUNK_BYTES;
    if (bytes > ARENA_BYTES_MAX - arena->total)
        return 0;
    struct chunk *chunk = calloc(1, sizeof *chunk + bytes);
    if (!chunk)
        return 0;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->at = chunk->bytes;
    arena->left = bytes;
    arena->total += bytes;
    return 1;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    enum { ALIGN = alignof(max_align_t) };
    if (size > ARENA_BYTES_MAX)
        return NULL;
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (size > arena->left && !add_chunk(arena, size))
        return NULL;
    void *memory = arena->at;
    arena->at += size;
    arena->left -= size;
    return memory;
}

void *arena_grow(struct arena *arena, void *array, size_t count, size_t *room,
                 size_t size)
{
    size_t bigger = *room ? 2 * *room : 64;
    if (count < *room)
        return array;
    void *copy = arena_alloc(arena, bigger * size);
    if (!copy)
        return NULL;
    if (count)
        memcpy(copy, array, count * size);
    *room = bigger;
    return copy;
}

/* FNV-1a (Fowler, Noll, Vo), 32 bits. */
static uint32_t hash(const char *text, size_t length)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

static int compare_words(const void *left, const void *right)
{
    const struct word *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return memcmp(a->text, b->text, a->length);
}

static struct word key_of(const char *text, size_t length)
{
    return (struct word){
        .text = text, .length = (uint32_t)length, .hash = hash(text, length)};
}

struct word *arena_find(struct arena *arena, const char *text, size_t length)
{
    struct word key = key_of(text, length);
    struct word **found = tfind(&key, &arena->words, compare_words);
    return found ? *found : NULL;
}

struct word *arena_word(struct arena *arena, const char *text, size_t length)
{
    struct word key = key_of(text, length);
    struct word **slot = tfind(&key, &arena->words, compare_words);
    if (slot)
        return *slot;

    struct word *word = arena_alloc(arena, sizeof *word + length + 1);
    if (!word)
        return NULL;
    *word = key;
    word->text = memcpy(word + 1, text, length); /* the NUL is there */
    return tsearch(word, &arena->words, compare_words) ? word : NULL;
}

void arena_forget(struct arena *arena, const struct word *word)
{
    tdelete(word, &arena->words, compare_words);
}
