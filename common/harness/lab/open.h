/*
 * open.h - what open exercises share: those at the end of a lab, right at all
 * sizes, without points and without a recipe, with a medal for their time.
 */
#ifndef OPEN_H
#define OPEN_H

#include "caps.h"

/* Capped by nothing but what each of them costs to be computed on the device:
 * four fifths of the operations, at a size that is checked.  Hints say where to
 * look, not what to do: the question is the exercise's own. */
#define OPEN(operations, rows, cols, inner, question)                          \
    .shares = {.correct = 1, .clean = 1, .race_free = 1},                      \
    .caps = {CAP_COMPUTED(4 * (operations) / 5, rows, cols, inner)},           \
    .hints = {                                                                 \
        "Start from the best rung that you have, copied under another name: "  \
        "it is right, and its time is what there is to beat.",                 \
        "What bounds it?  Divide the least bytes, or the operations, by what " \
        "the GPU can do, and compare that with the time; make profile says "   \
        "what the time goes to.",                                              \
        question,                                                              \
        "Change one thing, check, look at the time, keep it or take it back. " \
        "What gave nothing is worth a line in your report, too."}

#endif
