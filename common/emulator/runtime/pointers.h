/*
 * pointers.h - where pointers of the program lead, and words for it.
 */
#ifndef POINTERS_H
#define POINTERS_H

#include "runtime.h"

/* ---- words -------------------------------------------------------------- */

/* "allocation #3" or the variable's name. */
struct text pointer_owner(const struct device_memory *memory);
/* "0x... is 80 bytes into allocation #3", or why it is none. */
struct text pointer_describe(const void *pointer);
/* "a host pointer", "a pointer to freed memory" ... */
const char *pointer_side(const void *pointer);

/* ---- sides -------------------------------------------------------------- */

uint64_t pointer_address(const void *pointer);
/* The device can reach it, and it is no more the host's than the device's:
 * registered memory is still the host's own. */
bool pointer_on_device(const void *pointer);
/* The device can reach it by itself, though it may be the host's. */
bool pointer_reachable(const void *pointer);
/* Not the device's, nor ever was. */
bool pointer_on_host(const void *pointer);
/* Out of the host's reach: neither pinned nor managed. */
bool pointer_device_only(const void *pointer);

/* ---- ranges ------------------------------------------------------------- */

/* Bytes from the start of the first of `count` to the end of the last, each of
 * `size`, and `step` apart; 0: too many. */
size_t range_bytes(size_t step, size_t size, size_t count);
/* The same of a box: slices of rows, each of `width` bytes. */
size_t range_of_box(size_t slice, size_t depth, size_t pitch, size_t width,
                    size_t height);
/* So many bytes from there on in one live allocation?  If not, a finding says
 * that `which` of `call` has fewer. */
bool range_fits(const char *call, const char *which, const void *pointer,
                size_t bytes);

#endif
