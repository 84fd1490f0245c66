/* calls.h - writes down what a program's host side does (calls.c). */
#ifndef JUDGE_CALLS_H
#define JUDGE_CALLS_H

#include "device/serve.h"
#include "lab/calls.h"

/* A launcher is called: forgets what was before. */
void calls_begin(void);
/* A call that went well. */
void calls_made(const struct wire_request *request);
/* All since calls_begin. */
const struct calls *calls_so_far(void);

#endif
