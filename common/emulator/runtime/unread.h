/*
 * unread.h - calls that fail (ptxrun --report-api-errors).
 *
 * Whether a program compares what a call returns cannot be seen.  It has
 * looked at an error if it asks for the last one, or for the name or text of
 * this one; or if it does nothing of the API any more but to give back what it
 * has.  An error of <<< >>>, which returns nothing, waits until somebody asks
 * for it, or the program ends.
 */
#ifndef UNREAD_H
#define UNREAD_H

#include "include/cuda_runtime_api.h"

/* A call of the API begins: what failed before was not looked at, unless this
 * call gives something back. */
void unread_next(const char *function);
/* It failed, and nothing was said of that yet. */
void unread_failed(const char *function, cudaError_t error);
/* The program asks for this error. */
void unread_looked(cudaError_t error);
/* The program ends. */
void unread_end(void);

#endif
