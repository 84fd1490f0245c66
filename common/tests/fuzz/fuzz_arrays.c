/*
 * fuzz_arrays.c - libFuzzer target: calls about CUDA arrays, textures and
 * surfaces, in whatever order and with whatever arguments.
 *
 * Guarantee sought: each call does what it is asked or returns an error, and
 * nothing outside the memory that it was given is touched.  What no call can
 * know is left out: that memory of the host ends somewhere, so copies to and
 * from it are small; and pointers to what is described are valid or NULL.
 * Built and run by `make fuzz`.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "cuda_runtime.h"
#include "take.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CALLS = 24, PLACES = 4, DEVICE_BYTES = 1 << 16, HOST_BYTES = 1 << 21 };

static uint8_t host[HOST_BYTES];
static void *device, *gone;
static cudaStream_t stream;

/* What one input has made. */
static cudaArray_t arrays[PLACES];
static cudaTextureObject_t textures[PLACES];
static cudaSurfaceObject_t surfaces[PLACES];
static struct cudaPitchedPtr pitched;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (cudaMalloc(&device, DEVICE_BYTES) || cudaMalloc(&gone, 64) ||
        cudaFree(gone) || cudaStreamCreate(&stream))
        abort();
    return 0;
}

/* ---- arguments ---------------------------------------------------------- */

static struct cudaChannelFormatDesc take_format(struct taken *t)
{
    static const struct cudaChannelFormatDesc known[] = {
        {32, 0, 0, 0, cudaChannelFormatKindFloat},
        {32, 32, 32, 32, cudaChannelFormatKindFloat},
        {8, 8, 8, 8, cudaChannelFormatKindUnsigned},
        {8, 0, 0, 0, cudaChannelFormatKindUnsigned},
        {16, 16, 0, 0, cudaChannelFormatKindSigned},
        {16, 0, 0, 0, cudaChannelFormatKindFloat},
    };
    enum { KNOWN = sizeof known / sizeof *known };
    unsigned which = take_one_of(t, KNOWN + 1);
    struct cudaChannelFormatDesc raw;
    if (which < KNOWN)
        return known[which];
    take_bytes(t, &raw, sizeof raw);
    return raw;
}

static cudaArray_t take_array(struct taken *t)
{
    unsigned which = take_one_of(t, 16);
    return which < 13    ? arrays[which % PLACES]
           : which == 13 ? (cudaArray_t)device
           : which == 14 ? (cudaArray_t)gone
                         : NULL;
}

static bool is_host(const void *p)
{
    return (const uint8_t *)p >= host && (const uint8_t *)p < host + HOST_BYTES;
}

static void *take_pointer(struct taken *t)
{
    switch (take_one_of(t, 8)) {
    case 0: return NULL;
    case 1: return gone;
    case 2: return (char *)device + take_count(t) % (DEVICE_BYTES + 32);
    case 3: return take_array(t);
    case 4: return pitched.ptr;
    case 5: return device;
    default: return host;
    }
}

/* Next to memory of the host a count is one of bytes that are there. */
static size_t take_beside(struct taken *t, const void *a, const void *b)
{
    size_t n = take_count(t);
    return is_host(a) || is_host(b) ? n % 80 : n;
}

static enum cudaMemcpyKind take_kind(struct taken *t)
{
    return (enum cudaMemcpyKind)take_one_of(t, 6);
}

/* ---- calls -------------------------------------------------------------- */

static void make_array(struct taken *t)
{
    cudaArray_t *place = &arrays[take_one_of(t, PLACES)];
    struct cudaChannelFormatDesc format = take_format(t);
    struct cudaExtent extent = {take_count(t), take_count(t), take_count(t)};
    unsigned flags = take_one_of(t, 4) ? take_one_of(t, 3) : take_byte(t);
    if (*place)
        cudaFreeArray(*place);
    *place = NULL;
    if (take_one_of(t, 2))
        cudaMalloc3DArray(place, &format, extent, flags);
    else
        cudaMallocArray(place, &format, extent.width, extent.height, flags);
}

static void make_pitched(struct taken *t)
{
    struct cudaExtent extent = {take_count(t), take_count(t), take_count(t)};
    cudaFree(pitched.ptr);
    pitched.ptr = NULL;
    if (take_one_of(t, 2))
        cudaMalloc3D(&pitched, extent);
    else
        cudaMallocPitch(&pitched.ptr, &pitched.pitch, extent.width,
                        extent.height);
}

static struct cudaPos take_position(struct taken *t, const void *a,
                                    const void *b)
{
    return (struct cudaPos){take_beside(t, a, b), take_beside(t, a, b),
                            take_beside(t, a, b)};
}

static struct cudaPitchedPtr take_pitched(struct taken *t, void *p,
                                          const void *other)
{
    return (struct cudaPitchedPtr){p, take_beside(t, p, other),
                                   take_beside(t, p, other),
                                   take_beside(t, p, other)};
}

static void copy_box(struct taken *t)
{
    void *from = take_pointer(t), *to = take_pointer(t);
    struct cudaMemcpy3DParms p = {
        .srcArray = take_one_of(t, 2) ? take_array(t) : NULL,
        .srcPos = take_position(t, from, to),
        .srcPtr = take_pitched(t, from, to),
        .dstArray = take_one_of(t, 2) ? take_array(t) : NULL,
        .dstPos = take_position(t, from, to),
        .dstPtr = take_pitched(t, to, from),
        .extent = {take_beside(t, from, to), take_beside(t, from, to),
                   take_beside(t, from, to)},
        .kind = take_kind(t),
    };
    if (take_one_of(t, 2))
        cudaMemcpy3D(&p);
    else
        cudaMemcpy3DAsync(&p, stream);
}

static void copy_rows(struct taken *t)
{
    cudaArray_t array = take_array(t);
    void *p = take_pointer(t);
    size_t x = take_count(t), y = take_count(t);
    size_t pitch = take_beside(t, p, p), w = take_beside(t, p, p);
    size_t h = take_beside(t, p, p);
    enum cudaMemcpyKind kind = take_kind(t);
    switch (take_one_of(t, 8)) {
    case 0: cudaMemcpy2DToArray(array, x, y, p, pitch, w, h, kind); break;
    case 1:
        cudaMemcpy2DToArrayAsync(array, x, y, p, pitch, w, h, kind, stream);
        break;
    case 2: cudaMemcpy2DFromArray(p, pitch, array, x, y, w, h, kind); break;
    case 3:
        cudaMemcpy2DFromArrayAsync(p, pitch, array, x, y, w, h, kind, stream);
        break;
    case 4: cudaMemcpyToArray(array, x, y, p, w * h, kind); break;
    case 5: cudaMemcpyFromArray(p, array, x, y, w * h, kind); break;
    case 6:
        cudaMemcpy2DArrayToArray(array, x, y, take_array(t), take_count(t),
                                 take_count(t), w, h, kind);
        break;
    default:
        cudaMemcpy2D(take_array(t), w, p, pitch, w, h,
                     cudaMemcpyDeviceToDevice);
    }
}

static void fill_rows(struct taken *t)
{
    void *p = take_pointer(t);
    struct cudaPitchedPtr at = take_pitched(t, p, p);
    struct cudaExtent extent = {take_beside(t, p, p), take_beside(t, p, p),
                                take_beside(t, p, p)};
    if (take_one_of(t, 2))
        cudaMemset3D(at, take_byte(t), extent);
    else
        cudaMemset2D(p, at.pitch, take_byte(t), extent.width, extent.height);
}

static struct cudaResourceDesc take_resource(struct taken *t)
{
    struct cudaResourceDesc d = {.resType = take_one_of(t, 5)};
    if (d.resType == cudaResourceTypeArray) {
        d.res.array.array = take_array(t);
    } else if (d.resType == cudaResourceTypeLinear) {
        d.res.linear.devPtr = take_pointer(t);
        d.res.linear.desc = take_format(t);
        d.res.linear.sizeInBytes = take_count(t);
    } else {
        d.res.pitch2D.devPtr = take_pointer(t);
        d.res.pitch2D.desc = take_format(t);
        d.res.pitch2D.width = take_count(t);
        d.res.pitch2D.height = take_count(t);
        d.res.pitch2D.pitchInBytes = take_count(t);
    }
    return d;
}

static void make_texture(struct taken *t)
{
    cudaTextureObject_t *place = &textures[take_one_of(t, PLACES)];
    struct cudaResourceDesc resource = take_resource(t);
    struct cudaTextureDesc how = {0};
    take_bytes(t, &how, sizeof how);
    if (take_one_of(t, 4)) { /* mostly what can be */
        for (int i = 0; i < 3; i++)
            how.addressMode[i] = (unsigned)how.addressMode[i] % 4;
        how.filterMode = (unsigned)how.filterMode % 2;
        how.readMode = (unsigned)how.readMode % 2;
        how.sRGB = 0;
    }
    cudaDestroyTextureObject(*place);
    *place = 0;
    cudaCreateTextureObject(place, &resource, take_one_of(t, 9) ? &how : NULL,
                            NULL);
}

static void make_surface(struct taken *t)
{
    cudaSurfaceObject_t *place = &surfaces[take_one_of(t, PLACES)];
    struct cudaResourceDesc resource = take_resource(t);
    cudaDestroySurfaceObject(*place);
    *place = 0;
    cudaCreateSurfaceObject(place, &resource);
}

static void ask(struct taken *t)
{
    struct cudaResourceDesc resource;
    struct cudaTextureDesc how;
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent;
    unsigned flags;
    uint64_t object =
        take_one_of(t, 4) ? textures[take_one_of(t, PLACES)] : take_count(t);
    cudaGetTextureObjectResourceDesc(&resource, object);
    cudaGetTextureObjectTextureDesc(&how, object);
    cudaGetSurfaceObjectResourceDesc(&resource, object);
    cudaGetChannelDesc(&format, take_array(t));
    cudaArrayGetInfo(&format, &extent, &flags, take_array(t));
}

/* Copies of arrays as nodes of a graph. */
static void capture(struct taken *t)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t runs = NULL;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    copy_box(t);
    copy_rows(t);
    cudaStreamEndCapture(stream, &graph);
    if (!graph)
        return;
    if (!cudaGraphInstantiate(&runs, graph, 0)) {
        cudaGraphLaunch(runs, stream);
        cudaGraphExecDestroy(runs);
    }
    cudaGraphDestroy(graph);
}

static void (*const calls[])(struct taken *t) = {
    make_array, make_array,   make_pitched, copy_box, copy_box, copy_rows,
    copy_rows,  make_texture, make_surface, ask,      capture,  fill_rows,
};

/* ---- one input ---------------------------------------------------------- */

static void forget(void)
{
    cudaStreamSynchronize(stream);
    for (int i = 0; i < PLACES; i++) {
        cudaDestroyTextureObject(textures[i]);
        cudaDestroySurfaceObject(surfaces[i]);
        cudaFreeArray(arrays[i]);
        textures[i] = surfaces[i] = 0;
        arrays[i] = NULL;
    }
    cudaFree(pitched.ptr);
    pitched.ptr = NULL;
    cudaGetLastError();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct taken t = {data, size};
    for (int i = 0; i < CALLS && t.left; i++)
        calls[take_one_of(&t, sizeof calls / sizeof *calls)](&t);
    forget();
    return 0;
}
