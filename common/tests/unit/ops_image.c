/*
 * ops_image.c - textures and surfaces: which element a coordinate is, what
 * filters make of two of them, and what lies outside.
 *
 * Expected values were worked out by hand from the CUDA C++ Programming Guide,
 * "Texture Fetching": with elements 10 20 40 80, whose middles are at 0.5 1.5
 * 2.5 3.5, x = 1.75 is a quarter of the way from the second to the third.
 */
#include "ops_tests.h"

#include "base/image.h"
#include "ptx_harness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LANES = 32 };

struct lane {
    uint64_t handle;
    float at[3];
    uint32_t value;
};

struct result {
    uint32_t value[4];
};

/* ---- objects ------------------------------------------------------------ */

static uint64_t device_bytes(const void *bytes, size_t n, enum memory_kind kind)
{
    uint64_t bad, address = memory_allocate(n, kind, NULL);
    assert_int_not_equal(address, 0);
    if (bytes)
        assert_true(memory_write(address, bytes, n, &bad));
    return address;
}

/* Completes it with elements in rows without gaps. */
static uint64_t object_over(struct image image, const void *elements)
{
    uint64_t row = image.extent[0] * image_bytes(&image);
    for (unsigned i = 1; i < 3; i++)
        image.extent[i] += !image.extent[i];
    image.pitch = row;
    image.slice = row * image.extent[1];
    if (!image.kind)
        image.kind = IMAGE_TEXTURE;
    image.address =
        device_bytes(elements, image.slice * image.extent[2], MEMORY_ARRAY);
    return device_bytes(&image, sizeof image, MEMORY_OBJECT);
}

/* n lanes execute it: with %d1, x y z in %r1 to %r3, a value in %r8; results in
 * %r4 to %r7, which held 0x77777777. */
static enum launch_status launch_lanes(const char *instruction,
                                       const struct lane *in,
                                       struct result *out, unsigned n,
                                       struct counters *counters)
{
    char body[1024];
    snprintf(body, sizeof body,
             "mad.wide.u32 %%at, %%gid, 24, %%in;\n"
             "ld.global.u64 %%d1, [%%at];\nld.global.u32 %%r1, [%%at+8];\n"
             "ld.global.u32 %%r2, [%%at+12];\nld.global.u32 %%r3, [%%at+16];\n"
             "ld.global.u32 %%r8, [%%at+20];\nmov.u32 %%r4, 0x77777777;\n"
             "mov.u32 %%r5, %%r4;\nmov.u32 %%r6, %%r4;\nmov.u32 %%r7, %%r4;\n"
             "%s\nmad.wide.u32 %%at, %%gid, 16, %%out;\n"
             "st.global.v4.u32 [%%at], {%%r4, %%r5, %%r6, %%r7};\n",
             instruction);
    struct ptx_run run = {.body = body,
                          .block = {n, 1, 1},
                          .in = in,
                          .in_bytes = n * sizeof *in,
                          .out = out,
                          .out_bytes = n * sizeof *out};
    memset(out, 0, run.out_bytes);
    enum launch_status status = ptx_launch(&run);
    *counters = run.counters;
    return status;
}

/* The same, and nothing is wrong with it. */
static struct counters run_lanes(const char *instruction, const struct lane *in,
                                 struct result *out, unsigned n)
{
    struct counters counters;
    uint64_t before = diagnostics_errors();
    assert_int_equal(launch_lanes(instruction, in, out, n, &counters),
                     LAUNCH_OK);
    assert_int_equal(diagnostics_errors(), before);
    return counters;
}

static float single(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- one dimension ------------------------------------------------------ */

static const float four[] = {10, 20, 40, 80};

static struct image over_four(enum image_mode mode, bool linear,
                              bool normalized)
{
    return (struct image){.dimensions = 1,
                          .format = IMAGE_FLOAT,
                          .bits = 32,
                          .components = 1,
                          .modes = {(uint8_t)mode},
                          .linear = linear,
                          .normalized = normalized,
                          .extent = {4},
                          .border = {7}};
}

struct sample {
    float x, expected;
};

static void check_samples(struct image image, const struct sample *samples,
                          unsigned n)
{
    uint64_t handle = object_over(image, four);
    struct lane in[LANES] = {{0}};
    struct result out[LANES];
    for (unsigned i = 0; i < n; i++)
        in[i] = (struct lane){handle, {samples[i].x, 0, 0}, 0};
    struct counters counters = run_lanes(
        "tex.1d.v4.f32.f32 {%r4, %r5, %r6, %r7}, [%d1, {%r1}];", in, out, n);
    for (unsigned i = 0; i < n; i++) {
        if (single(out[i].value[0]) != samples[i].expected)
            fail_msg("at %g: %g, not %g", (double)samples[i].x,
                     (double)single(out[i].value[0]),
                     (double)samples[i].expected);
        assert_int_equal(out[i].value[1], 0);
    }
    /* The loads of the coordinates: nothing of textures is counted. */
    assert_int_equal(counters.global_load_requests, 5);
}

#define CHECK(mode, linear, normalized, ...)                                   \
    do {                                                                       \
        static const struct sample samples[] = {__VA_ARGS__};                  \
        check_samples(over_four(mode, linear, normalized), samples,            \
                      sizeof samples / sizeof *samples);                       \
    } while (0)

void image_nearest(void **state)
{
    (void)state;
    CHECK(IMAGE_CLAMP, false, false, {0, 10}, {0.99f, 10}, {1, 20}, {3.5f, 80},
          {4, 80}, {-1, 10}, {1e30f, 80}, {-INFINITY, 10}, {NAN, 10});
    CHECK(IMAGE_BORDER, false, false, {-0.01f, 7}, {0, 10}, {3.99f, 80}, {4, 7},
          {INFINITY, 7});
    CHECK(IMAGE_CLAMP, false, true, {0, 10}, {0.25f, 20}, {0.75f, 80},
          {1.25f, 80}, {-0.25f, 10});
    CHECK(IMAGE_WRAP, false, true, {0.25f, 20}, {1.25f, 20}, {-0.25f, 80},
          {1, 10}, {-2.5f, 40});
    CHECK(IMAGE_MIRROR, false, true, {0.25f, 20}, {1, 80}, {1.2f, 80},
          {1.3f, 40}, {-0.1f, 10}, {-0.3f, 20}, {2.3f, 20});
}

void image_filtered(void **state)
{
    (void)state;
    CHECK(IMAGE_CLAMP, true, false, {0.5f, 10}, {1, 15}, {1.5f, 20},
          {1.75f, 25}, {0.25f, 10}, {4, 80}, {3, 60}, {-9, 10},
          /* half a part of 256 counts as one, less as none */
          {0.5f + 1.0f / 512, 10 + 10.0f / 256}, {0.5f + 1.0f / 1024, 10},
          {1.5f - 1.0f / 1024, 20},
          {2.5f + 100.0f / 256, 40 + 40 * 100.0f / 256});
    CHECK(IMAGE_BORDER, true, false, {0, 8.5f}, {-0.5f, 7}, {4, 43.5f},
          {4.5f, 7}, {0.5f, 10});
    CHECK(IMAGE_WRAP, true, true, {0, 45}, {0.125f, 10}, {0.25f, 15}, {1, 45},
          {-0.125f, 80});
    CHECK(IMAGE_MIRROR, true, true, {0, 10}, {1, 80}, {0.25f, 15}, {1.75f, 15});
}

/* ---- two and three dimensions ------------------------------------------- */

void image_of_more_dimensions(void **state)
{
    float eight[8];
    struct image image = {.dimensions = 2,
                          .format = IMAGE_FLOAT,
                          .bits = 32,
                          .components = 1,
                          .modes = {IMAGE_CLAMP, IMAGE_CLAMP, IMAGE_CLAMP},
                          .linear = 1,
                          .extent = {2, 2}};
    struct result out[3];
    (void)state;
    for (int i = 0; i < 8; i++)
        eight[i] = (float)i;
    uint64_t plane = object_over(image, eight);
    image.dimensions = 3;
    image.extent[2] = 2;
    uint64_t box = object_over(image, eight);
    const struct lane in_plane[] = {{plane, {1, 1, 0}, 0},
                                    {plane, {0.75f, 1, 0}, 0},
                                    {plane, {5, 0.5f, 0}, 0}};
    run_lanes("tex.2d.v4.f32.f32 {%r4, %r5, %r6, _}, [%d1, {%r1, %r2}];",
              in_plane, out, 3);
    assert_float_equal(single(out[0].value[0]), 1.5f, 0);
    assert_float_equal(single(out[1].value[0]), 1.25f, 0);
    assert_float_equal(single(out[2].value[0]), 1, 0);
    assert_int_equal(out[2].value[3], 0x77777777);
    run_lanes("tld4.r.2d.v4.f32.f32 {%r4, %r5, %r6, %r7}, [%d1, {%r1, %r2}];",
              in_plane, out, 1);
    static const float around[] = {2, 3, 1, 0};
    assert_memory_equal(out[0].value, around, sizeof around);
    const struct lane in_box[] = {
        {box, {1, 1, 1}, 0}, {box, {1.5f, 0.5f, 1}, 0}, {box, {0, 9, 9}, 0}};
    run_lanes("tex.level.3d.v4.f32.f32 {%r4, %r5, %r6, %r7}, "
              "[%d1, {%r1, %r2, %r3, %r3}], 0f00000000;",
              in_box, out, 3);
    assert_float_equal(single(out[0].value[0]), 3.5f, 0);
    assert_float_equal(single(out[1].value[0]), 3, 0);
    assert_float_equal(single(out[2].value[0]), 6, 0);
    run_lanes("txq.width.b32 %r4, [%d1];\ntxq.height.b32 %r5, [%d1];\n"
              "txq.depth.b32 %r6, [%d1];",
              in_plane, out, 1);
    assert_int_equal(out[0].value[0], 2);
    assert_int_equal(out[0].value[1], 2);
    assert_int_equal(out[0].value[2], 0);
}

/* ---- formats ------------------------------------------------------------ */

/* The first element of each, read by an instruction. */
static void check_format(enum image_format format, unsigned bits,
                         unsigned components, bool unit, const void *elements,
                         const char *instruction, const void *expected)
{
    struct image image = {.dimensions = 1,
                          .format = (uint8_t)format,
                          .bits = (uint8_t)bits,
                          .components = (uint8_t)components,
                          .unit = unit,
                          .extent = {1}};
    struct lane in = {object_over(image, elements), {0.5f, 0, 0}, 0};
    struct result out;
    run_lanes(instruction, &in, &out, 1);
    assert_memory_equal(&out, expected, sizeof out);
}

#define FLOATS   "tex.1d.v4.f32.f32 {%r4, %r5, %r6, %r7}, [%d1, {%r1}];"
#define UNSIGNED "tex.1d.v4.u32.f32 {%r4, %r5, %r6, %r7}, [%d1, {%r1}];"
#define SIGNED   "tex.1d.v4.s32.f32 {%r4, %r5, %r6, %r7}, [%d1, {%r1}];"

void image_formats(void **state)
{
    (void)state;
    check_format(IMAGE_UNSIGNED, 8, 4, false, (uint8_t[]){1, 2, 254, 255},
                 UNSIGNED, (uint32_t[]){1, 2, 254, 255});
    check_format(IMAGE_SIGNED, 8, 4, false, (int8_t[]){1, -2, -128, 127},
                 SIGNED, (int32_t[]){1, -2, -128, 127});
    check_format(IMAGE_SIGNED, 16, 2, false, (int16_t[]){-3, 32767}, SIGNED,
                 (int32_t[]){-3, 32767, 0, 0});
    check_format(IMAGE_UNSIGNED, 32, 1, false, (uint32_t[]){0xdeadbeef},
                 UNSIGNED, (uint32_t[]){0xdeadbeef, 0, 0, 0});
    check_format(IMAGE_UNSIGNED, 8, 4, true, (uint8_t[]){0, 51, 255, 102},
                 FLOATS, (float[]){0, 0.2f, 1, 0.4f});
    check_format(IMAGE_SIGNED, 8, 4, true, (int8_t[]){-128, -127, 127, 0},
                 FLOATS, (float[]){-1, -1, 1, 0});
    check_format(IMAGE_UNSIGNED, 16, 2, true, (uint16_t[]){65535, 13107},
                 FLOATS, (float[]){1, 0.2f, 0, 0});
    check_format(IMAGE_SIGNED, 16, 2, true, (int16_t[]){-32768, 32767}, FLOATS,
                 (float[]){-1, 1, 0, 0});
    check_format(IMAGE_FLOAT, 16, 4, false,
                 (uint16_t[]){0x3c00, 0x3800, 0xc000, 0x0001}, FLOATS,
                 (float[]){1, 0.5f, -2, 0x1p-24f});
    check_format(IMAGE_FLOAT, 32, 4, false, (float[]){1, 2, 3, 4}, FLOATS,
                 (float[]){1, 2, 3, 4});
}

/* No call makes such an object, but a program may write what it likes. */
void image_that_cannot_be(void **state)
{
    struct image image = {.dimensions = 1,
                          .format = IMAGE_UNSIGNED,
                          .bits = 32,
                          .components = 1,
                          .unit = 1,
                          .extent = {1}};
    struct counters counters;
    struct result out;
    (void)state;
    struct lane in = {object_over(image, four), {0.5f, 0, 0}, 0};
    assert_int_not_equal(launch_lanes(FLOATS, &in, &out, 1, &counters),
                         LAUNCH_OK);
}

/* Whole numbers; outside of linear memory is 0, whatever the border. */
void image_of_memory(void **state)
{
    struct image image = over_four(IMAGE_CLAMP, false, false);
    static const int32_t at[] = {-1, 0, 2, 3, 4};
    static const float expected[] = {0, 10, 40, 80, 0};
    struct lane in[5];
    struct result out[5];
    (void)state;
    image.resource = IMAGE_LINEAR;
    uint64_t handle = object_over(image, four);
    for (unsigned i = 0; i < 5; i++) {
        in[i] = (struct lane){handle, {0}, 0};
        memcpy(&in[i].at[0], &at[i], sizeof at[i]);
    }
    run_lanes("tex.1d.v4.f32.s32 {%r4, %r5, %r6, %r7}, [%d1, {%r1}];", in, out,
              5);
    for (unsigned i = 0; i < 5; i++)
        assert_float_equal(single(out[i].value[0]), expected[i], 0);
}

/* ---- surfaces ----------------------------------------------------------- */

static uint64_t surface_over(const uint8_t *bytes, unsigned width,
                             unsigned height)
{
    return object_over((struct image){.kind = IMAGE_SURFACE,
                                      .dimensions = 2,
                                      .format = IMAGE_UNSIGNED,
                                      .bits = 32,
                                      .components = 1,
                                      .extent = {width, height}},
                       bytes);
}

static struct lane at_bytes(uint64_t handle, int32_t x, int32_t y)
{
    struct lane lane = {handle, {0}, 0xa1b2c3d4};
    memcpy(&lane.at[0], &x, sizeof x);
    memcpy(&lane.at[1], &y, sizeof y);
    return lane;
}

void image_surfaces(void **state)
{
    uint8_t bytes[2 * 16];
    struct result out[3];
    (void)state;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i + 1);
    uint64_t handle = surface_over(bytes, 4, 2);
    struct lane in[3] = {at_bytes(handle, 8, 1), at_bytes(handle, -4, 0),
                         at_bytes(handle, 16, 5)};
    run_lanes("suld.b.2d.b32.clamp {%r4}, [%d1, {%r1, %r2}];\n"
              "suld.b.2d.b32.zero {%r5}, [%d1, {%r1, %r2}];\n"
              "suld.b.2d.v2.b8.zero {%h1, %h2}, [%d1, {%r1, %r2}];\n"
              "mov.b32 %r6, {%h1, %h2};\n"
              "suq.width.b32 %r7, [%d1];",
              in, out, 3);
    static const uint32_t expected[3][4] = {
        {0x1c1b1a19, 0x1c1b1a19, 0x001a0019, 4},
        {0x04030201, 0, 0, 4},
        {0x201f1e1d, 0, 0, 4}};
    assert_memory_equal(out, expected, sizeof expected);
    run_lanes("sust.b.2d.b32.zero [%d1, {%r1, %r2}], {%r8};\n"
              "bar.sync 0;\nmov.u32 %r4, 0;",
              in, out, 3);
    run_lanes("suld.b.2d.v4.b32.trap {%r4, %r5, %r6, %r7}, [%d1, {0, %r2}];",
              in, out, 1);
    static const uint32_t row[] = {0x14131211, 0x18171615, 0xa1b2c3d4,
                                   0x201f1e1d};
    assert_memory_equal(out, row, sizeof row);
    in[2] = at_bytes(handle, 99, -9); /* the last of the first row */
    run_lanes("sust.b.2d.b32.clamp [%d1, {%r1, %r2}], {%r8};\n", in + 2, out,
              1);
    run_lanes("suld.b.2d.v2.b64.trap {%d2, %d3}, [%d1, {0, 0}];\n"
              "mov.b64 {%r4, %r5}, %d2;\nmov.b64 {%r6, %r7}, %d3;",
              in, out, 1);
    static const uint32_t first[] = {0x04030201, 0x08070605, 0x0c0b0a09,
                                     0xa1b2c3d4};
    assert_memory_equal(out, first, sizeof first);
}

/* ---- what is wrong ------------------------------------------------------ */

static enum launch_status launch_at(uint64_t handle, const char *instruction)
{
    struct lane in = {handle, {0}, 0};
    struct result out = {{0}};
    char body[400];
    snprintf(body, sizeof body,
             "ld.global.u64 %%d1, [%%in];\nld.global.u32 %%r1, [%%in+8];\n%s\n"
             "st.global.u32 [%%out], %%r4;\n",
             instruction);
    struct ptx_run run = {.body = body,
                          .block = {1, 1, 1},
                          .in = &in,
                          .in_bytes = sizeof in,
                          .out = &out,
                          .out_bytes = sizeof out};
    return ptx_launch(&run);
}

/* A time is to be doubted where textures are read. */
void image_times(void **state)
{
    struct lane in = {
        object_over(over_four(IMAGE_CLAMP, false, false), four), {0}, 0};
    struct result out = {{0}};
    struct ptx_run run = {.body = "ld.global.u64 %d1, [%in];\n"
                                  "mov.u32 %r1, 0;\n" FLOATS
                                  "st.global.u32 [%out], %r4;\n",
                          .block = {1, 1, 1},
                          .in = &in,
                          .in_bytes = sizeof in,
                          .out = &out,
                          .out_bytes = sizeof out,
                          .timed = gpu_find("h200")};
    (void)state;
    ptx_run(&run);
    assert_true(run.timing.known);
    assert_int_not_equal(run.timing.warnings & 1u << TIMING_IMAGES, 0);
}

void image_failures(void **state)
{
    struct image image = over_four(IMAGE_CLAMP, false, false), broken;
    struct image integers = image;
    (void)state;
    uint64_t texture = object_over(image, four), gone = texture;
    uint64_t surface = surface_over((uint8_t[16]){0}, 2, 2), bad;
    assert_int_equal(launch_at(texture, FLOATS), LAUNCH_OK);
    integers.format = IMAGE_UNSIGNED;
    integers.bits = 8;
    const struct {
        uint64_t handle;
        const char *instruction;
        enum launch_status status;
    } cases[] = {
        {0, FLOATS, LAUNCH_BAD_ADDRESS},
        {texture + 8, FLOATS, LAUNCH_BAD_ADDRESS},
        {surface, FLOATS, LAUNCH_BAD_ADDRESS},
        {texture, "suld.b.1d.b32.trap {%r4}, [%d1, {%r1}];",
         LAUNCH_BAD_ADDRESS},
        {texture, "tex.2d.v4.f32.f32 {%r4, %r5, %r6, %r7}, [%d1, {%r1, %r1}];",
         LAUNCH_BAD_ADDRESS},
        {texture, "tex.1d.v4.f32.s32 {%r4, %r5, %r6, %r7}, [%d1, {%r1}];",
         LAUNCH_BAD_ADDRESS},
        {object_over(integers, four), FLOATS, LAUNCH_BAD_ADDRESS},
        {surface, "suld.b.2d.b32.trap {%r4}, [%d1, {8, 1}];",
         LAUNCH_BAD_ADDRESS},
        {surface, "suld.b.2d.b32.trap {%r4}, [%d1, {0, -1}];",
         LAUNCH_BAD_ADDRESS},
        {surface, "sust.b.2d.b32.clamp [%d1, {2, 0}], {%r1};",
         LAUNCH_MISALIGNED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (launch_at(cases[i].handle, cases[i].instruction) != cases[i].status)
            fail_msg("case %zu ends otherwise", i);
    memory_free(gone);
    assert_int_equal(launch_at(gone, FLOATS), LAUNCH_BAD_ADDRESS);
    /* What the program wrote over an object is not trusted. */
    texture = object_over(image, four);
    assert_true(memory_read(&broken, texture, sizeof broken, &bad));
    broken.extent[0] = 1000;
    assert_true(memory_write(texture, &broken, sizeof broken, &bad));
    assert_int_equal(launch_at(texture, "mov.u32 %r1, 0f43fa0000;\n" FLOATS),
                     LAUNCH_OK);
    broken.components = 3;
    assert_true(memory_write(texture, &broken, sizeof broken, &bad));
    assert_int_equal(launch_at(texture, FLOATS), LAUNCH_BAD_ADDRESS);
    broken.components = 1;
    memory_free(broken.address);
    assert_true(memory_write(texture, &broken, sizeof broken, &bad));
    assert_int_equal(launch_at(texture, FLOATS), LAUNCH_BAD_ADDRESS);
}
