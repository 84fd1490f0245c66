/*
 * fuzz_parse.c - libFuzzer target: whatever the text, ptx_parse() returns.
 *
 * Guarantee sought: no crash, no overrun, an error always has a message.
 * Built and run by `make fuzz`.
 */
#include "text.h"

void fuzz_text(const char *text)
{
    struct ptx_error error;
    struct ptx_module *module = ptx_parse(text, &error);
    if (!module)
        must_explain(&error);
    ptx_free(module);
}
