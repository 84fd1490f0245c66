/*
 * shared_pages.h - memory that host and device share, on the host's side: whose
 * turn it is to have a page (shared_pages.c).
 *
 * Idea: a page is the host's, who may touch it, or the device's, and then
 * touching it is SIGSEGV.  All of the host's are given before the device can
 * look; one comes back when the host touches it.
 * For one thread at a time.
 */
#ifndef SHARED_PAGES_H
#define SHARED_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Addresses nobody can touch. */
void pages_reserve(uint64_t start, uint64_t size);
/* Maps fresh memory there, the host's; false: it cannot be had. */
bool pages_share(uint64_t address, size_t size);
/* Maps what lies there on the device (a variable) somewhere, the device's to
 * begin with; the same place if asked again; NULL: no memory. */
void *pages_show(uint64_t address, size_t size);
/* That memory has gone; of one that was not there nothing happens. */
void pages_forget(uint64_t address);

/* Calls send for all that is the host's; then it is the device's. */
void pages_give(void (*send)(uint64_t address, const void *bytes, size_t n));
/* Calls fetch for the page that was touched there, and some more if the host
 * goes through them in order.  False: it is none, or the host's already and
 * out of its reach for another reason. */
bool pages_take(const void *touched,
                void (*fetch)(uint64_t address, void *to, size_t n));

#endif
