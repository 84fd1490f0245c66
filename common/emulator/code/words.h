/*
 * words.h - names that the decoder goes by, for the page of what is supported:
 * the i-th of each table, NULL behind the last.
 */
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

/* ---- resolve.c ---------------------------------------------------------- */

/* Opcodes up to their first dot, but for those that have rows of ops.def. */
const char *emitter_name(size_t i);

/* ---- resolve_slot.c ----------------------------------------------------- */

const char *special_name(size_t i); /* "%tid.x" */

/* ---- resolve_memory.c --------------------------------------------------- */

/* Modifiers of loads and stores that change nothing here. */
const char *access_word(size_t i);
/* Orders and scopes of atomics. */
const char *order_word(size_t i);
const char *atomic_name(size_t i);  /* "add" */
const char *atomic_types(size_t i); /* "u32 s32"; of those with a name */

#endif
