/*
 * fuzz_parse.c - libFuzzer target: whatever the text, ptx_parse() returns.
 *
 * Guarantee sought: no crash, no overrun, an error always has a message.
 * Built and run by `make fuzz`.
 */
#include <stdlib.h>
#include <string.h>

#include "ptx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';

    struct ptx_error error;
    struct ptx_module *module = ptx_parse(text, &error);
    if (!module && !error.message[0])
        abort();
    ptx_free(module);
    free(text);
    return 0;
}
