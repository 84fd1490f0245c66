/*
 * predictions_print.h - what was predicted beside what was counted, on a
 * terminal.
 */
#ifndef PREDICTIONS_PRINT_H
#define PREDICTIONS_PRINT_H

#include "measure/predicted.h"

/* Of an exercise without questions nothing; of one without predictions how
 * they are made. */
void predictions_print(const struct lab *lab, const struct exercise *exercise,
                       const struct predicted *predicted);

#endif
