/*
 * predict.h - make predict: asks for numbers before they are counted.
 */
#ifndef PREDICT_H
#define PREDICT_H

#include "run/arguments.h"

/* Answers are those of --answers, or lines of standard input. */
enum exit_status predict(const struct arguments *arguments);

#endif
