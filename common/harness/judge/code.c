/*
 * code.c - the device code of a program, as our compile step has left it.
 */
#include "code.h"

#include <stdio.h>
#include <stdlib.h>

#include "device/direct.h"
#include "run/image.h"

cudaError_t code_load(const char *program, device_module *module,
                      struct device_refusal *why)
{
    struct image image;
    cudaError_t error = cudaErrorNoKernelImageForDevice;
    snprintf(why->message, sizeof why->message,
             "it has none: is a kernel launched, and was it built by make?");
    if (image_read(&image, program))
        error = device_load_image(image.data, image.count, module, why);
    free(image.file);
    return error;
}
