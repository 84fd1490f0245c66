/*
 * fuzz_fatbin.c - libFuzzer target: fatbin_image_ptx() reads nothing beyond
 * the image, and gives either text or an error with a message.
 *
 * Built and run by `make fuzz`.
 */
#include <stdlib.h>

#include "ptx/ptx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ptx_error error;
    char *text = fatbin_image_ptx(data, size, &error);
    if (!text && !error.message[0])
        abort();
    free(text);
    return 0;
}
