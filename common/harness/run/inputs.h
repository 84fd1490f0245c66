/*
 * inputs.h - what a program is given that is started without the grader.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include "arguments.h"

/* Writes to standard output: a request (protocol.h) to run the exercise at the
 * size, filled up to a page, then the inputs, at the request's extents. */
enum exit_status inputs_write(const struct arguments *arguments);

#endif
