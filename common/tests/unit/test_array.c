/*
 * test_array.c - CUDA arrays: which can be made, and what copies to and from
 * them move; the descriptions of textures and surfaces.
 */
#include "cuda_runtime_api.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct cudaChannelFormatDesc floats = {32, 0, 0, 0,
                                                    cudaChannelFormatKindFloat};
static const struct cudaChannelFormatDesc bytes4 = {
    8, 8, 8, 8, cudaChannelFormatKindUnsigned};

enum { WIDTH = 5, HEIGHT = 3, DEPTH = 2 };

static cudaArray_t array_of(size_t width, size_t height, size_t depth)
{
    cudaArray_t array = NULL;
    struct cudaExtent extent = {width, height, depth};
    assert_int_equal(cudaMalloc3DArray(&array, &floats, extent, 0), 0);
    return array;
}

static void an_array_says_what_it_is(void **state)
{
    cudaArray_t array;
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent;
    unsigned flags;
    (void)state;
    assert_int_equal(
        cudaMallocArray(&array, &bytes4, 7, 9, cudaArraySurfaceLoadStore), 0);
    assert_int_equal(cudaArrayGetInfo(&format, &extent, &flags, array), 0);
    assert_memory_equal(&format, &bytes4, sizeof format);
    assert_int_equal(extent.width, 7);
    assert_int_equal(extent.height, 9);
    assert_int_equal(extent.depth, 0);
    assert_int_equal(flags, cudaArraySurfaceLoadStore);
    assert_int_equal(cudaArrayGetInfo(NULL, NULL, NULL, array), 0);
    assert_int_equal(cudaGetChannelDesc(&format, array), 0);
    assert_int_equal(cudaFreeArray(array), 0);
    assert_int_equal(cudaFreeArray(array), cudaErrorInvalidValue);
    assert_int_equal(cudaGetChannelDesc(&format, array), cudaErrorInvalidValue);
    assert_int_equal(cudaFreeArray(NULL), cudaErrorInvalidValue);
}

static void the_device_says_how_large_they_may_be(void **state)
{
    struct cudaDeviceProp prop;
    int height;
    (void)state;
    assert_int_equal(cudaGetDeviceProperties(&prop, 0), 0);
    assert_int_equal(prop.maxTexture1D, 131072);
    assert_int_equal(prop.maxTexture2D[0], 131072);
    assert_int_equal(prop.maxTexture3D[2], 16384);
    assert_int_equal(
        cudaDeviceGetAttribute(&height, cudaDevAttrMaxTexture2DHeight, 0), 0);
    assert_int_equal(height, 65536);
}

static void what_cannot_be_is_refused(void **state)
{
    static const struct {
        struct cudaChannelFormatDesc format;
        struct cudaExtent extent;
        unsigned flags;
        cudaError_t error;
    } cases[] = {
        {{32, 32, 32, 0, cudaChannelFormatKindFloat},
         {4, 0, 0},
         0,
         cudaErrorInvalidChannelDescriptor},
        {{8, 16, 0, 0, cudaChannelFormatKindSigned},
         {4, 0, 0},
         0,
         cudaErrorInvalidChannelDescriptor},
        {{8, 0, 0, 0, cudaChannelFormatKindFloat},
         {4, 0, 0},
         0,
         cudaErrorInvalidChannelDescriptor},
        {{0, 0, 0, 0, cudaChannelFormatKindFloat},
         {4, 0, 0},
         0,
         cudaErrorInvalidChannelDescriptor},
        {{32, 0, 0, 0, cudaChannelFormatKindFloat},
         {0, 0, 0},
         0,
         cudaErrorInvalidValue},
        {{32, 0, 0, 0, cudaChannelFormatKindFloat},
         {4, 0, 4},
         0,
         cudaErrorInvalidValue},
        {{32, 0, 0, 0, cudaChannelFormatKindFloat},
         {131073, 0, 0},
         0,
         cudaErrorInvalidValue},
        {{32, 0, 0, 0, cudaChannelFormatKindFloat},
         {4, 65537, 0},
         0,
         cudaErrorInvalidValue},
        {{32, 0, 0, 0, cudaChannelFormatKindFloat},
         {4, 4, 16385},
         0,
         cudaErrorInvalidValue},
        {{32, 0, 0, 0, cudaChannelFormatKindFloat},
         {4, 4, 4},
         cudaArrayLayered,
         cudaErrorNotSupported},
        {{32, 0, 0, 0, cudaChannelFormatKindFloat},
         {4, 4, 6},
         cudaArrayCubemap,
         cudaErrorNotSupported},
    };
    cudaArray_t array;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(cudaMalloc3DArray(&array, &cases[i].format,
                                           cases[i].extent, cases[i].flags),
                         cases[i].error);
}

/* 100, 101, 102, ... */
static void count_up(float *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = 100.0f + (float)i;
}

/* A box of 2 x 2 out of rows of 5, into the middle and back. */
static void copies_of_two_dimensions(void **state)
{
    float in[HEIGHT][WIDTH], out[HEIGHT][WIDTH] = {{0}}, box[2][4] = {{0}};
    cudaArray_t a = array_of(WIDTH, HEIGHT, 0), b = array_of(WIDTH, HEIGHT, 0);
    (void)state;
    count_up(in[0], WIDTH * HEIGHT);
    assert_int_equal(cudaMemcpy2DToArray(a, 0, 0, in, sizeof *in, sizeof *in,
                                         HEIGHT, cudaMemcpyHostToDevice),
                     0);
    assert_int_equal(cudaMemcpy2DFromArray(box, sizeof *box, a, 4, 1, 8, 2,
                                           cudaMemcpyDeviceToHost),
                     0);
    assert_float_equal(box[0][0], in[1][1], 0);
    assert_float_equal(box[1][1], in[2][2], 0);
    assert_float_equal(box[1][2], 0, 0);
    assert_int_equal(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, sizeof *in,
                                              HEIGHT, cudaMemcpyDeviceToDevice),
                     0);
    assert_int_equal(cudaMemcpy2DArrayToArray(b, 12, 0, a, 0, 2, 8, 1,
                                              cudaMemcpyDeviceToDevice),
                     0);
    assert_int_equal(
        cudaMemcpyFromArray(out, b, 0, 0, sizeof out, cudaMemcpyDeviceToHost),
        0);
    assert_float_equal(out[0][2], in[0][2], 0);
    assert_float_equal(out[0][3], in[2][0], 0);
    assert_float_equal(out[0][4], in[2][1], 0);
    assert_memory_equal(out[1], in[1], 2 * sizeof *in);
    cudaFreeArray(a);
    cudaFreeArray(b);
}

/* Offsets and widths are in bytes, and stay inside. */
static void copies_outside_are_refused(void **state)
{
    float in[64] = {0};
    cudaArray_t a = array_of(WIDTH, HEIGHT, 0);
    (void)state;
    assert_int_equal(
        cudaMemcpy2DToArray(a, 4, 0, in, 20, 20, 1, cudaMemcpyHostToDevice),
        cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy2DToArray(a, 0, 1, in, 20, 20, HEIGHT,
                                         cudaMemcpyHostToDevice),
                     cudaErrorInvalidValue);
    assert_int_equal(
        cudaMemcpy2DToArray(a, 0, 0, in, 16, 20, 2, cudaMemcpyHostToDevice),
        cudaErrorInvalidPitchValue);
    assert_int_equal(cudaMemcpyToArray(a, 4, 0, in, 60, cudaMemcpyHostToDevice),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpyToArray(a, 4, 0, in, 56, cudaMemcpyHostToDevice),
                     0);
    assert_int_equal(cudaMemcpy(a, in, 60, cudaMemcpyHostToDevice),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy2DToArray((cudaArray_t)in, 0, 0, in, 20, 20, 1,
                                         cudaMemcpyHostToDevice),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaFree(a), cudaErrorInvalidValue);
    cudaFreeArray(a);
}

/* Extents are in elements, positions in an array too, in memory in bytes. */
static void copies_of_three_dimensions(void **state)
{
    float in[DEPTH][HEIGHT][WIDTH], out[2] = {0};
    cudaArray_t a = array_of(WIDTH, HEIGHT, DEPTH);
    struct cudaMemcpy3DParms p = {
        .srcPtr = {in, sizeof **in, sizeof **in, HEIGHT},
        .dstArray = a,
        .extent = {WIDTH, HEIGHT, DEPTH},
        .kind = cudaMemcpyHostToDevice};
    (void)state;
    count_up(in[0][0], WIDTH * HEIGHT * DEPTH);
    assert_int_equal(cudaMemcpy3D(&p), 0);
    p.extent.width *= sizeof(float);
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    p = (struct cudaMemcpy3DParms){.srcArray = a,
                                   .srcPos = {3, 2, 1},
                                   .dstPtr = {out, sizeof out, sizeof out, 1},
                                   .extent = {2, 1, 1},
                                   .kind = cudaMemcpyDeviceToHost};
    assert_int_equal(cudaMemcpy3D(&p), 0);
    assert_float_equal(out[0], in[1][2][3], 0);
    assert_float_equal(out[1], in[1][2][4], 0);
    p.srcPos.x = 4;
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    cudaFreeArray(a);
}

/* ---- objects ------------------------------------------------------------- */

static void an_object_says_what_it_is_made_of(void **state)
{
    cudaArray_t a = array_of(WIDTH, 0, 0);
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray,
                                        .res.array.array = a};
    struct cudaTextureDesc texture = {.filterMode = cudaFilterModeLinear,
                                      .addressMode[1] = cudaAddressModeBorder,
                                      .borderColor = {0, 0, 0, 3}};
    struct cudaResourceDesc resource_is = {0};
    struct cudaTextureDesc texture_is = {0};
    cudaTextureObject_t object = 0;
    (void)state;
    assert_int_equal(
        cudaCreateTextureObject(&object, &resource, &texture, NULL), 0);
    assert_int_equal(cudaGetTextureObjectResourceDesc(&resource_is, object), 0);
    assert_int_equal(cudaGetTextureObjectTextureDesc(&texture_is, object), 0);
    assert_ptr_equal(resource_is.res.array.array, a);
    assert_memory_equal(&texture, &texture_is, sizeof texture);
    assert_int_equal(cudaGetSurfaceObjectResourceDesc(&resource_is, object),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaDestroySurfaceObject(object), cudaErrorInvalidValue);
    assert_int_equal(cudaDestroyTextureObject(object), 0);
    assert_int_equal(cudaDestroyTextureObject(object), cudaErrorInvalidValue);
    cudaFreeArray(a);
}

/* Of each, what alone is wrong with it. */
static void objects_that_cannot_be(void **state)
{
    struct cudaTextureDesc plain = {0}, filtered = {0}, srgb = {.sRGB = 1};
    struct cudaResourceDesc rows = {.resType = cudaResourceTypePitch2D};
    struct cudaResourceDesc line = {.resType = cudaResourceTypeLinear};
    cudaTextureObject_t object;
    char *memory;
    (void)state;
    filtered.filterMode = cudaFilterModeLinear;
    assert_int_equal(cudaMalloc((void **)&memory, 4096), 0);
    line.res.linear.devPtr = memory;
    line.res.linear.desc = bytes4;
    line.res.linear.sizeInBytes = 4096;
    rows.res.pitch2D.devPtr = memory;
    rows.res.pitch2D.desc = floats;
    rows.res.pitch2D.width = 8;
    rows.res.pitch2D.height = 128;
    rows.res.pitch2D.pitchInBytes = 32;
#define CREATE(resource, texture)                                              \
    cudaCreateTextureObject(&object, &(resource), &(texture), NULL)
    assert_int_equal(CREATE(line, filtered), cudaErrorInvalidFilterSetting);
    filtered.readMode = cudaReadModeNormalizedFloat;
    assert_int_equal(CREATE(line, filtered), 0);
    assert_int_equal(cudaDestroyTextureObject(object), 0);
    assert_int_equal(CREATE(rows, plain), 0);
    assert_int_equal(cudaDestroyTextureObject(object), 0);
    assert_int_equal(CREATE(rows, srgb), cudaErrorNotSupported);
    assert_int_equal(cudaCreateSurfaceObject(&object, &line),
                     cudaErrorInvalidValue);
    rows.res.pitch2D.height++;
    assert_int_equal(CREATE(rows, plain), cudaErrorInvalidValue);
    rows.res.pitch2D.height = 8;
    rows.res.pitch2D.pitchInBytes = 40;
    assert_int_equal(CREATE(rows, plain), cudaErrorInvalidValue);
    line.res.linear.devPtr = memory + 128;
    line.res.linear.sizeInBytes = 256;
    assert_int_equal(CREATE(line, plain), cudaErrorInvalidValue);
    line.res.linear.devPtr = &rows;
    assert_int_equal(CREATE(line, plain), cudaErrorInvalidValue);
    line.resType = cudaResourceTypeMipmappedArray;
    assert_int_equal(CREATE(line, plain), cudaErrorNotSupported);
#undef CREATE
    cudaFree(memory);
}

/* Only of an array that was made for it. */
static void a_surface_wants_an_array_for_it(void **state)
{
    cudaArray_t a = array_of(WIDTH, 0, 0), b;
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray,
                                        .res.array.array = a};
    cudaSurfaceObject_t object;
    (void)state;
    assert_int_equal(cudaCreateSurfaceObject(&object, &resource),
                     cudaErrorInvalidValue);
    assert_int_equal(
        cudaMallocArray(&b, &floats, 8, 8, cudaArraySurfaceLoadStore), 0);
    resource.res.array.array = b;
    assert_int_equal(cudaCreateSurfaceObject(&object, &resource), 0);
    assert_int_equal(cudaDestroySurfaceObject(object), 0);
    cudaFreeArray(a);
    cudaFreeArray(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_says_what_it_is),
        cmocka_unit_test(the_device_says_how_large_they_may_be),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(copies_of_two_dimensions),
        cmocka_unit_test(copies_outside_are_refused),
        cmocka_unit_test(copies_of_three_dimensions),
        cmocka_unit_test(an_object_says_what_it_is_made_of),
        cmocka_unit_test(objects_that_cannot_be),
        cmocka_unit_test(a_surface_wants_an_array_for_it),
    };
    setenv("PTXRUN_QUIET", "1", 1);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
