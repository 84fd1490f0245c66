/*
 * store.h - where the bytes of device memory lie in the emulator's own.
 *
 * Idea: a student's program allocates and frees the same arrays for each size;
 * a page that comes anew from the system each time costs more than what is
 * computed in it.  So what was given back is taken again, lowest first, and
 * grows where it lies.
 * Guarantee: no two takers have a byte in common; who asks for zeros gets them.
 * Not for several threads at once: the caller has a lock.
 */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stdint.h>

struct store;

/* Hands out bytes of [host, host + size), shared memory that was never written
 * to; host on a page.  NULL: no memory. */
struct store *store_open(uint8_t *host, uint64_t size);
/* n bytes, 256-byte aligned if all who take ask for multiples of it; zero: all
 * zero, else whatever was there.  NULL: there are not so many left. */
uint8_t *store_take(struct store *store, uint64_t n, bool zero);
/* What was taken, whole; may keep its pages for the next. */
void store_give(struct store *store, uint8_t *host, uint64_t n);

#endif
