/*
 * said.h - what to do about what a compiler said.
 *
 * Idea: compilers speak of C++; of mistakes that a C programmer makes in CUDA
 * they say what is so, not what comes next.
 * Guarantee: a hint is true wherever its words are said.
 */
#ifndef SAID_H
#define SAID_H

#include "programs.h"

/* Sets the hint of a message about the program: file, line and title of it are
 * known.  "": there is none. */
void said_advise(const struct program *program, struct finding_record *error);

#endif
