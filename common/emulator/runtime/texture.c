/*
 * texture.c - texture and surface objects: made, asked about, destroyed.
 *
 * An object is a piece of device memory that holds a struct image; kernels
 * read it there (machine/image.c).
 * Source: CUDA Runtime API reference, "Texture Object Management", "Surface
 * Object Management", and the members of cudaTextureDesc.
 */
#include "array.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "late.h"
#include "pointers.h"
#include "version.h"

/* Of textures over memory, in bytes.  GPUs want 512, and cudaMalloc gives it;
 * here it gives what is documented, 256. */
enum { BASE_ALIGNMENT = 256, PITCH_ALIGNMENT = 32 };
/* Elements of a texture over linear memory; over rows of memory. */
enum { MOST_LINEAR = 1 << 28, MOST_PITCHED = 131072, MOST_ROWS = 65000 };

struct object {
    uint64_t address;
    enum image_kind kind;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    struct object *next;
};
static struct object *objects; /* the latest first; also destroyed ones */

static cudaError_t refuse(const char *call, const char *what, cudaError_t error,
                          const char *hint)
{
    api_finding(api_text("%s: %s", call, what).chars, "", hint);
    return error;
}

/* ---- what it is over ---------------------------------------------------- */

static cudaError_t over_array(const char *call, cudaArray_t handle,
                              struct image *image)
{
    const struct array *a = array_named(call, "the array", handle);
    if (!a || !array_format(call, &a->format, image))
        return cudaErrorInvalidValue;
    image->resource = IMAGE_ARRAY;
    image->address = a->address;
    image->dimensions = a->extent.depth ? 3 : a->extent.height ? 2 : 1;
    image->extent[0] = a->extent.width;
    image->extent[1] = array_rows(a);
    image->extent[2] = array_slices(a);
    image->pitch = a->row;
    image->slice = a->slice;
    if (image->kind == IMAGE_SURFACE && !(a->flags & cudaArraySurfaceLoadStore))
        return refuse(call, "the array is not made for surfaces",
                      cudaErrorInvalidValue,
                      "pass cudaArraySurfaceLoadStore to cudaMallocArray or "
                      "cudaMalloc3DArray");
    return cudaSuccess;
}

/* Memory that the device has, from an aligned address on. */
static cudaError_t over_memory(const char *call, const void *pointer,
                               size_t bytes)
{
    if (!pointer_on_device(pointer)) {
        api_finding(
            api_text("%s: devPtr is %s", call, pointer_side(pointer)).chars,
            pointer_describe(pointer).chars,
            "a texture reads device memory: cudaMalloc it, and copy "
            "the data there");
        return cudaErrorInvalidValue;
    }
    if (pointer_address(pointer) % BASE_ALIGNMENT)
        return refuse(call, "devPtr is not a multiple of textureAlignment",
                      cudaErrorInvalidValue,
                      "bind what cudaMalloc or cudaMallocPitch returned, and "
                      "add an offset to the coordinates");
    return range_fits(call, "devPtr", pointer, bytes) ? cudaSuccess
                                                      : cudaErrorInvalidValue;
}

static cudaError_t over_linear(const char *call,
                               const struct cudaResourceDesc *d,
                               struct image *image)
{
    size_t bytes = d->res.linear.sizeInBytes;
    if (!array_format(call, &d->res.linear.desc, image))
        return cudaErrorInvalidChannelDescriptor;
    size_t n = bytes / image_bytes(image);
    if (!n || n > MOST_LINEAR)
        return refuse(call, "sizeInBytes is no size of a texture over memory",
                      cudaErrorInvalidValue,
                      "it holds at least one element, and at most 2^28");
    cudaError_t error = over_memory(call, d->res.linear.devPtr, bytes);
    image->resource = IMAGE_LINEAR;
    image->dimensions = 1;
    image->address = pointer_address(d->res.linear.devPtr);
    image->extent[0] = n;
    image->extent[1] = image->extent[2] = 1;
    return error;
}

static cudaError_t over_rows(const char *call, const struct cudaResourceDesc *d,
                             struct image *image)
{
    size_t width = d->res.pitch2D.width, height = d->res.pitch2D.height;
    size_t pitch = d->res.pitch2D.pitchInBytes;
    if (!array_format(call, &d->res.pitch2D.desc, image))
        return cudaErrorInvalidChannelDescriptor;
    size_t row = width * image_bytes(image);
    if (!width || !height || width > MOST_PITCHED || height > MOST_ROWS ||
        pitch < row || pitch % PITCH_ALIGNMENT || pitch >> 32)
        return refuse(call, "width, height or pitchInBytes cannot be",
                      cudaErrorInvalidValue,
                      "width counts elements; pitchInBytes is what "
                      "cudaMallocPitch gave, a multiple of "
                      "texturePitchAlignment (32) and at least a row");
    cudaError_t error = over_memory(call, d->res.pitch2D.devPtr,
                                    range_bytes(pitch, row, height));
    image->resource = IMAGE_PITCHED;
    image->dimensions = 2;
    image->address = pointer_address(d->res.pitch2D.devPtr);
    image->extent[0] = width;
    image->extent[1] = height;
    image->extent[2] = 1;
    image->pitch = pitch;
    return error;
}

static cudaError_t over(const char *call, const struct cudaResourceDesc *d,
                        struct image *image)
{
    bool surface = image->kind == IMAGE_SURFACE;
    switch (d->resType) {
    case cudaResourceTypeArray:
        return over_array(call, d->res.array.array, image);
    case cudaResourceTypeLinear:
    case cudaResourceTypePitch2D:
        if (surface)
            return refuse(call, "a surface is over a CUDA array alone",
                          cudaErrorInvalidValue,
                          "resType is cudaResourceTypeArray; device memory is "
                          "written through its pointer");
        return d->resType == cudaResourceTypeLinear
                   ? over_linear(call, d, image)
                   : over_rows(call, d, image);
    case cudaResourceTypeMipmappedArray:
        return refuse(call, "mipmaps are not supported on the emulated device",
                      cudaErrorNotSupported,
                      "arrays of one, two and three dimensions are");
    default:
        return refuse(call, "resType is none", cudaErrorInvalidValue,
                      "memset the cudaResourceDesc to 0 and set it");
    }
}

/* ---- how it is read ----------------------------------------------------- */

static const char *unknown_mode(const struct cudaTextureDesc *t)
{
    for (unsigned i = 0; i < 3; i++)
        if ((unsigned)t->addressMode[i] > cudaAddressModeBorder)
            return "addressMode is none";
    return (unsigned)t->filterMode > cudaFilterModeLinear ? "filterMode is none"
           : (unsigned)t->readMode > cudaReadModeNormalizedFloat
               ? "readMode is none"
               : NULL;
}

/* Of what is not normalised, wrapping and mirroring become clamping, as the
 * reference says.  Of memory in a row nothing of this counts. */
static cudaError_t read_as(const char *call, const struct cudaTextureDesc *t,
                           struct image *image)
{
    bool integers = image->format != IMAGE_FLOAT;
    const char *unknown = unknown_mode(t);
    if (unknown)
        return refuse(call, unknown, cudaErrorInvalidValue,
                      "memset the cudaTextureDesc to 0 before its members are "
                      "set");
    if (t->sRGB)
        return refuse(call, "sRGB is not supported on the emulated device",
                      cudaErrorNotSupported, "convert in the kernel");
    image->unit = t->readMode == cudaReadModeNormalizedFloat && integers &&
                  image->bits < 32;
    image->normalized = t->normalizedCoords != 0;
    image->linear = t->filterMode == cudaFilterModeLinear;
    if (image->linear && integers && !image->unit)
        return refuse(call, "linear filtering of elements that are integers",
                      cudaErrorInvalidFilterSetting,
                      "elements of 8 or 16 bits: readMode = "
                      "cudaReadModeNormalizedFloat; or cudaFilterModePoint");
    for (unsigned i = 0; i < 3; i++) {
        bool whole =
            image->normalized || t->addressMode[i] == cudaAddressModeBorder;
        image->modes[i] = whole ? (uint8_t)t->addressMode[i] : IMAGE_CLAMP;
    }
    memcpy(image->border, t->borderColor, sizeof image->border);
    return cudaSuccess;
}

/* ---- objects ------------------------------------------------------------ */

static struct object *object_find(uint64_t handle, enum image_kind kind)
{
    struct device_memory m = device_memory_at(handle);
    struct object *o = objects;
    while (o && (o->address != handle || o->kind != kind))
        o = o->next;
    return m.live && m.kind == DEVICE_OBJECT ? o : NULL;
}

static cudaError_t make_object(const struct image *image,
                               const struct object *filled, uint64_t *handle)
{
    struct object *o = malloc(sizeof *o);
    uint64_t address;
    if (!o)
        return cudaErrorMemoryAllocation;
    cudaError_t error =
        device_allocate(sizeof *image, DEVICE_OBJECT, call_here(), &address);
    if (!error)
        error = device_write(address, image, sizeof *image);
    if (error) {
        free(o);
        return error;
    }
    *o = *filled;
    o->address = address;
    o->kind = (enum image_kind)image->kind;
    o->next = objects;
    objects = o;
    *handle = address;
    return cudaSuccess;
}

static cudaError_t create(const char *call, enum image_kind kind,
                          unsigned long long *handle,
                          const struct cudaResourceDesc *resource,
                          const struct cudaTextureDesc *texture)
{
    struct image image = {.kind = kind};
    struct object object = {.kind = kind};
    uint64_t made = 0;
    if (!handle || !resource || (kind == IMAGE_TEXTURE && !texture))
        return cudaErrorInvalidValue;
    cudaError_t error = over(call, resource, &image);
    if (!error && texture)
        error = read_as(call, texture, &image);
    object.resource = *resource;
    if (texture)
        memcpy(&object.texture, texture,
               offsetof(struct cudaTextureDesc, seamlessCubemap));
    if (!error)
        error = make_object(&image, &object, &made);
    if (!error)
        *handle = made;
    return error;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view)
{
    const char *call = "cudaCreateTextureObject";
    API(view ? refuse(call,
                      "views of a resource are not supported on the "
                      "emulated device",
                      cudaErrorNotSupported, "pass NULL: the whole resource")
             : create(call, IMAGE_TEXTURE, object, resource, texture));
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource)
{
    API(create("cudaCreateSurfaceObject", IMAGE_SURFACE, object, resource,
               NULL));
}

static const char *const noun[] = {
    [IMAGE_TEXTURE] = "texture", [IMAGE_SURFACE] = "surface"};

/* The object of that kind; NULL: there is none, which is told. */
static struct object *object_named(const char *call, uint64_t handle,
                                   enum image_kind kind)
{
    enum image_kind other =
        kind == IMAGE_TEXTURE ? IMAGE_SURFACE : IMAGE_TEXTURE;
    struct object *o = object_find(handle, kind);
    if (o)
        return o;
    struct device_memory m = device_memory_at(handle);
    bool gone = m.freed && m.kind == DEVICE_OBJECT;
    struct text what = gone ? api_text("an object that was destroyed")
                       : object_find(handle, other)
                           ? api_text("a %s object", noun[other])
                           : api_text("no %s object", noun[kind]);
    api_tell((struct device_finding){
        .tool = DEVICE_MEMCHECK,
        .allocated = gone ? m.allocated : NULL,
        .freed = gone ? m.freed_by : NULL,
        .title = api_text("%s of %s", call, what.chars).chars,
        .hint = "check the error of the call that should have made it"});
    return NULL;
}

static cudaError_t destroy(const char *call, uint64_t handle,
                           enum image_kind kind)
{
    late_drain();
    const struct object *o = object_named(call, handle, kind);
    return o ? device_free(o->address, call_here()) : cudaErrorInvalidValue;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    API(destroy("cudaDestroyTextureObject", object, IMAGE_TEXTURE));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    API(destroy("cudaDestroySurfaceObject", object, IMAGE_SURFACE));
}

/* ---- questions ---------------------------------------------------------- */

static cudaError_t resource_of(const char *call, uint64_t handle,
                               enum image_kind kind,
                               struct cudaResourceDesc *resource)
{
    const struct object *o = object_named(call, handle, kind);
    if (!o || !resource)
        return cudaErrorInvalidValue;
    *resource = o->resource;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object)
{
    API(resource_of("cudaGetTextureObjectResourceDesc", object, IMAGE_TEXTURE,
                    resource));
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t object)
{
    API(resource_of("cudaGetSurfaceObjectResourceDesc", object, IMAGE_SURFACE,
                    resource));
}

static cudaError_t texture_of(cudaTextureObject_t handle,
                              struct cudaTextureDesc *texture)
{
    const struct object *o =
        object_named("cudaGetTextureObjectTextureDesc", handle, IMAGE_TEXTURE);
    if (!o || !texture)
        return cudaErrorInvalidValue;
    memcpy(texture, &o->texture,
           version_major() == 11
               ? offsetof(struct cudaTextureDesc, seamlessCubemap)
               : sizeof *texture);
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object)
{
    API(texture_of(object, texture));
}
