/* text.h - what the fuzzers over PTX text share; text.c is libFuzzer's entry
 * point and gives each input to the target as a string. */
#ifndef TEXT_H
#define TEXT_H

#include "ptx/ptx.h"

void fuzz_text(const char *text);

/* A refused text has a message that says why. */
void must_explain(const struct ptx_error *error);

#endif
