/*
 * problems.h - what is wrong, a line each, as compilers say it: for editors,
 * which mark the places (make check PROBLEMS=1, .vscode/tasks.json).
 */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include "grade/results.h"
#include "run/session.h"

/* "lab1_global/student.cu:36:14: error: write past the end of c [vector_add]":
 * what the compiler said, the cause of each exercise's missing points, what
 * else the emulated device found, and its remarks, as warnings.  Never folded;
 * path and severity as the compiler has them; nothing of other files, none
 * twice.  A cause without a place stands where its exercise begins. */
void problems_print(const struct session *session,
                    const struct results *results);

#endif
