/*
 * fuzz_image.c - libFuzzer target: whatever a texture or surface object holds,
 * kernels that use it do no harm.
 *
 * A program on the other side of a socket writes objects as it likes
 * (device/serve.c).  Input: which instruction, the object's bytes, and
 * coordinates of the lanes.  Guarantee sought: no overrun, no overflow.
 * Built and run by `make fuzz`.
 */
#include <stdio.h>
#include <stdlib.h>

#include "run_kernels.h"
#include "take.h"
#include "tell/finding.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LANES = 32, COORDINATES = 16 * LANES, ELEMENTS = 4096 };

/* Of coordinates c: %f1 to %f3 and %r1 to %r3, which are equal bits. */
#define VALUES "{%r4, %r5, %r6, %r7}"
static const char *const instructions[] = {
    "tex.1d.v4.f32.f32 " VALUES ", [%o, {%f1}];",
    "tex.1d.v4.s32.s32 " VALUES ", [%o, {%r1}];",
    "tex.2d.v4.f32.f32 " VALUES ", [%o, {%f1, %f2}];",
    "tex.2d.v4.u32.s32 " VALUES ", [%o, {%r1, %r2}];",
    "tex.3d.v4.f32.f32 " VALUES ", [%o, {%f1, %f2, %f3, %f3}];",
    "tex.3d.v4.s32.f32 " VALUES ", [%o, {%f1, %f2, %f3, %f3}];",
    "tld4.r.2d.v4.f32.f32 " VALUES ", [%o, {%f1, %f2}];",
    "tld4.a.2d.v4.u32.f32 " VALUES ", [%o, {%f1, %f2}];",
    "suld.b.1d.b32.trap {%r4}, [%o, {%r1}];",
    "suld.b.1d.v4.b32.zero " VALUES ", [%o, {%r1}];",
    "suld.b.2d.v2.b16.clamp {%h4, %h5}, [%o, {%r1, %r2}];",
    "suld.b.2d.v2.b64.zero {%d4, %d5}, [%o, {%r1, %r2}];",
    "suld.b.3d.b8.clamp {%h4}, [%o, {%r1, %r2, %r3, %r3}];",
    "suld.b.3d.v4.b32.trap " VALUES ", [%o, {%r1, %r2, %r3, %r3}];",
    "sust.b.1d.b32.trap [%o, {%r1}], {%r2};",
    "sust.b.1d.v2.b64.clamp [%o, {%r1}], {%d2, %d2};",
    "sust.b.2d.v4.b32.zero [%o, {%r1, %r2}], {%r3, %r3, %r3, %r3};",
    "sust.b.2d.b8.clamp [%o, {%r1, %r2}], {%h4};",
    "sust.b.3d.b32.zero [%o, {%r1, %r2, %r3, %r3}], {%r1};",
    "sust.b.3d.b16.clamp [%o, {%r1, %r2, %r3, %r3}], {%h4};",
    "txq.width.b32 %r4, [%o];",
    "txq.height.b32 %r4, [%o];",
    "txq.depth.b32 %r4, [%o];",
};
enum { INSTRUCTIONS = sizeof instructions / sizeof *instructions };

static const char frame[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry image(.param .u64 o, .param .u64 at)\n"
    "{ .reg .b64 %%o, %%at, %%d<8>; .reg .b32 %%r<8>; .reg .f32 %%f<4>;\n"
    ".reg .b16 %%h<8>;\n"
    "mov.u64 %%d2, 7; mov.u16 %%h4, 9; mov.u32 %%r4, %%tid.x;\n"
    "ld.param.u64 %%o, [o]; ld.param.u64 %%at, [at];\n"
    "mul.wide.u32 %%d1, %%r4, 16; add.u64 %%at, %%at, %%d1;\n"
    "ld.global.v4.u32 {%%r1, %%r2, %%r3, %%r4}, [%%at];\n"
    "mov.b32 %%f1, %%r1; mov.b32 %%f2, %%r2; mov.b32 %%f3, %%r3;\n"
    "%s\n ret; }\n";

static const struct kernel *kernels[INSTRUCTIONS];
static uint64_t object, coordinates, elements;

static const struct kernel *kernel_of(const char *instruction)
{
    char text[2048];
    struct ptx_error error;
    snprintf(text, sizeof text, frame, instruction);
    struct module *module = module_load(text, &error);
    if (!module) {
        fprintf(stderr, "%s: %s\n", instruction, error.message);
        abort();
    }
    return module_kernel(module, "image");
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    uint64_t bad;
    (void)argc;
    (void)argv;
    for (int i = 0; i < INSTRUCTIONS; i++)
        kernels[i] = kernel_of(instructions[i]);
    object = memory_allocate(sizeof(struct image), MEMORY_OBJECT, NULL);
    coordinates = memory_allocate(COORDINATES, MEMORY_DEVICE, NULL);
    elements = memory_allocate(ELEMENTS, MEMORY_ARRAY, NULL);
    memory_fill(elements, 1, ELEMENTS, &bad);
    return 0;
}

/* Bytes as they are, but with memory that is there, unless they insist. */
static struct image taken_image(struct taken *t)
{
    struct image image;
    take_bytes(t, &image, sizeof image);
    if (image.address >> 56 != 0xff)
        image.address = elements + image.address % (ELEMENTS + 64);
    if (image.unused & 1)
        return image;
    image.kind = 1 + image.kind % 2;
    image.dimensions = 1 + image.dimensions % 3;
    image.format %= 3;
    image.bits = (uint8_t)(8 << image.bits % 3);
    image.components = (uint8_t)(1 << image.components % 3);
    for (int i = 0; i < 3; i++) {
        image.modes[i] %= 4;
        image.extent[i] = 1 + image.extent[i] % 40;
    }
    image.pitch %= 1024;
    image.slice %= 4096;
    return image;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct taken t = {data, size};
    uint8_t lanes[COORDINATES];
    uint64_t bad, params[] = {object, coordinates};
    struct launch launch = {.kernel = kernels[take_one_of(&t, INSTRUCTIONS)],
                            .grid = {1, 1, 1},
                            .block = {LANES, 1, 1},
                            .params = params};
    struct image image = taken_image(&t);
    take_bytes(&t, lanes, sizeof lanes);
    memory_write(object, &image, sizeof image, &bad);
    memory_write(coordinates, lanes, sizeof lanes, &bad);
    launch_run(&launch);
    diagnostics_flush();
    return 0;
}
