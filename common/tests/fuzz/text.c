/*
 * text.c - libFuzzer's entry point for targets that read PTX text.
 *
 * Idea: the input ends with a NUL and is a block of its own, so that the
 * address sanitizer sees the first byte read past it.
 */
#include "text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

void must_explain(const struct ptx_error *error)
{
    if (!error->message[0])
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    fuzz_text(text);
    free(text);
    return 0;
}
