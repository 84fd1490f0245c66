/*
 * run_kernels.h - each kernel of a text is launched once, however wrong it is:
 * what fuzz_module.c and the replay of its corpus do.
 *
 * Parameters are pointers to one buffer, but the third of each four, which is a
 * texture object, and the fourth, a surface: so some of what kernels do goes
 * well.
 */
#ifndef RUN_KERNELS_H
#define RUN_KERNELS_H

#include "base/gpu.h"
#include "base/image.h"
#include "base/limits.h"
#include "code/resolve.h"
#include "machine/launch.h"
#include "memory/memory.h"

enum { RUN_BUFFER = 4096, RUN_PARAMS = 512, RUN_SHARED = 256 };

struct run_memory {
    uint64_t buffer, texture, surface;
};

static uint64_t run_object(uint64_t elements, enum image_kind kind)
{
    struct image image = {.kind = kind,
                          .dimensions = 2,
                          .format = IMAGE_FLOAT,
                          .bits = 32,
                          .components = 1,
                          .address = elements,
                          .extent = {32, 8, 1},
                          .pitch = 128,
                          .slice = 1024};
    uint64_t bad, object = memory_allocate(sizeof image, MEMORY_OBJECT, NULL);
    memory_write(object, &image, sizeof image, &bad);
    return object;
}

static struct run_memory run_memory_made(void)
{
    uint64_t elements = memory_allocate(1024, MEMORY_ARRAY, NULL);
    return (struct run_memory){memory_allocate(RUN_BUFFER, MEMORY_DEVICE, NULL),
                               run_object(elements, IMAGE_TEXTURE),
                               run_object(elements, IMAGE_SURFACE)};
}

static void run_kernel(const struct kernel *kernel,
                       const struct run_memory *memory)
{
    uint64_t params[RUN_PARAMS];
    struct launch launch = {.kernel = kernel,
                            .grid = {2, 1, 1},
                            .block = {48, 1, 1},
                            .dynamic_shared = RUN_SHARED,
                            .params = params};
    for (int i = 0; i < RUN_PARAMS; i++)
        params[i] = i % 4 == 2   ? memory->texture
                    : i % 4 == 3 ? memory->surface
                                 : memory->buffer;
    if (kernel->program && kernel->param_bytes <= sizeof params &&
        kernel->max_threads >= 48 &&
        kernel->static_shared + RUN_SHARED <=
            gpu_default()->block_shared_optin - 16)
        launch_run(&launch);
}

static void run_kernels(struct module *module, const struct run_memory *memory)
{
    for (uint32_t i = 0; module && i < module->kernel_count; i++)
        run_kernel(module_kernel(module, module->kernels[i].name), memory);
}

#endif
