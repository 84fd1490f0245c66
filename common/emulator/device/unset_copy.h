/*
 * unset_copy.h - copies to the host of memory that nobody wrote (initcheck).
 */
#ifndef DEVICE_UNSET_COPY_H
#define DEVICE_UNSET_COPY_H

#include <stdint.h>

/* n bytes of the device's memory go to where the host may read them; before
 * they do.  A range that is not in one allocation is not looked at. */
void unset_copy(uint64_t src, uint64_t n);

#endif
