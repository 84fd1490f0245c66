/*
 * textures.cu - textures and surfaces: places outside, objects that are not
 * what they should be, elements that were never written, or by the same launch.
 */
#include "hazards.h"

enum { WIDTH = 32, HEIGHT = 8, BYTES = WIDTH * sizeof(float) };

/* A plane of floats, a line if its height is 0; set to 0 or left unset. */
static cudaArray_t plane(bool set, int height = HEIGHT)
{
    static const float zeros[WIDTH * HEIGHT] = {0};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, WIDTH, height, cudaArraySurfaceLoadStore);
    if (set)
        cudaMemcpy2DToArray(array, 0, 0, zeros, BYTES, BYTES,
                            height ? height : 1, cudaMemcpyHostToDevice);
    return array;
}

static cudaResourceDesc over(cudaArray_t array)
{
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static cudaResourceDesc over(void *memory, cudaChannelFormatDesc format,
                             size_t bytes)
{
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = bytes;
    return resource;
}

static cudaTextureObject_t texture_of(
    cudaResourceDesc resource,
    cudaTextureFilterMode filter = cudaFilterModePoint,
    cudaTextureReadMode read = cudaReadModeElementType)
{
    cudaTextureObject_t object = 0;
    cudaTextureDesc texture;
    memset(&texture, 0, sizeof texture);
    texture.filterMode = filter;
    texture.readMode = read;
    // EXPECT-HOST integers_filtered apicheck: linear filtering of elements
    cudaCreateTextureObject(&object, &resource, &texture, NULL);
    return object;
}

static cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    cudaResourceDesc resource = over(array);
    cudaSurfaceObject_t object = 0;
    cudaCreateSurfaceObject(&object, &resource);
    return object;
}

/* ---- places outside ----------------------------------------------------- */

template <bool fixed>
__global__ void write_plane(cudaSurfaceObject_t surface, int width)
{
    int x = threadIdx.x, y = blockIdx.x;
    if (!fixed || x < width)
        // EXPECT surface_outside memcheck: outside the surface
        surf2Dwrite(1.0f, surface, x * (int)sizeof(float), y);
}

template <bool fixed> void surface_outside(void)
{
    cudaArray_t array = plane(false);
    cudaSurfaceObject_t surface = surface_of(array);
    write_plane<fixed><<<HEIGHT, WIDTH + 1>>>(surface, WIDTH);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
}

template <bool fixed> __global__ void write_columns(cudaSurfaceObject_t surface)
{
    int x = threadIdx.x * (fixed ? sizeof(float) : 1);
    // EXPECT column_for_byte memcheck: at an x that is not a multiple of 4
    surf2Dwrite(1.0f, surface, x, blockIdx.x);
}

template <bool fixed> void column_for_byte(void)
{
    cudaArray_t array = plane(false);
    cudaSurfaceObject_t surface = surface_of(array);
    write_columns<fixed><<<HEIGHT, WIDTH>>>(surface);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
}

/* ---- objects ------------------------------------------------------------ */

__global__ void read_plane(float *to, cudaTextureObject_t texture)
{
    int x = threadIdx.x, y = blockIdx.x;
    // EXPECT never_written initcheck: read of 4 bytes of
    // EXPECT destroyed memcheck: read through an object that was destroyed
    // EXPECT freed memcheck: over a CUDA array that was freed
    // EXPECT a_surface memcheck: a surface object that should be a texture
    // EXPECT a_line memcheck: read in 2 dimensions of a texture of 1
    to[y * WIDTH + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f);
}

static void read_all(cudaTextureObject_t texture)
{
    float *to = unset<float>(WIDTH * HEIGHT);
    read_plane<<<HEIGHT, WIDTH>>>(to, texture);
    cudaDeviceSynchronize();
    cudaFree(to);
}

template <bool fixed> void never_written(void)
{
    cudaArray_t array = plane(fixed);
    cudaTextureObject_t texture = texture_of(over(array));
    read_all(texture);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
}

template <bool fixed> void destroyed(void)
{
    cudaArray_t array = plane(true);
    cudaTextureObject_t texture = texture_of(over(array));
    if (!fixed)
        cudaDestroyTextureObject(texture);
    read_all(texture);
    if (fixed)
        cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
}

template <bool fixed> void freed(void)
{
    cudaArray_t array = plane(true);
    cudaTextureObject_t texture = texture_of(over(array));
    if (!fixed)
        cudaFreeArray(array);
    read_all(texture);
    cudaDestroyTextureObject(texture);
    if (fixed)
        cudaFreeArray(array);
}

template <bool fixed> void a_surface(void)
{
    cudaArray_t array = plane(true);
    cudaTextureObject_t texture = texture_of(over(array));
    cudaSurfaceObject_t surface = surface_of(array);
    read_all(fixed ? texture : surface);
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
}

template <bool fixed> void a_line(void)
{
    cudaArray_t array = plane(true, fixed ? HEIGHT : 0);
    cudaTextureObject_t texture = texture_of(over(array));
    read_all(texture);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
}

/* ---- formats ------------------------------------------------------------ */

__global__ void read_bytes(float *to, cudaTextureObject_t texture)
{
    // EXPECT bytes_as_floats memcheck: integers of 8 bits is read as float
    to[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

template <bool fixed> void bytes_as_floats(void)
{
    unsigned char *bytes = zeroed<unsigned char>(WIDTH);
    float *to = unset<float>(WIDTH);
    cudaTextureObject_t texture = texture_of(
        over(bytes, cudaCreateChannelDesc<unsigned char>(), WIDTH),
        cudaFilterModePoint,
        fixed ? cudaReadModeNormalizedFloat : cudaReadModeElementType);
    read_bytes<<<1, WIDTH>>>(to, texture);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(bytes);
    cudaFree(to);
}

template <bool fixed> void integers_filtered(void)
{
    unsigned char *bytes = zeroed<unsigned char>(WIDTH);
    cudaTextureObject_t texture = texture_of(
        over(bytes, cudaCreateChannelDesc<unsigned char>(), WIDTH),
        cudaFilterModeLinear,
        fixed ? cudaReadModeNormalizedFloat : cudaReadModeElementType);
    if (texture)
        cudaDestroyTextureObject(texture);
    cudaFree(bytes);
}

/* ---- what the same launch has written ----------------------------------- */

template <bool fixed>
__global__ void write_then_read(cudaSurfaceObject_t to,
                                cudaTextureObject_t from, float *sums)
{
    __shared__ float s[WIDTH];
    int x = threadIdx.x;
    surf1Dwrite((float)x, to, x * (int)sizeof(float));
    s[x] = x;
    __syncthreads();
    // EXPECT same_launch racecheck: after the same launch has written it
    sums[x] = fixed ? s[WIDTH - 1 - x] : tex1D<float>(from, WIDTH - 0.5f - x);
}

template <bool fixed> void same_launch(void)
{
    cudaArray_t array = plane(true, 0);
    float *sums = unset<float>(WIDTH);
    cudaTextureObject_t texture = texture_of(over(array));
    cudaSurfaceObject_t surface = surface_of(array);
    write_then_read<fixed><<<1, WIDTH>>>(surface, texture, sums);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    cudaFree(sums);
}

template <bool fixed> __global__ void twice(float *p, cudaTextureObject_t same)
{
    int i = threadIdx.x;
    p[i] = i;
    if (fixed)
        p[i] += p[i];
    else
        // EXPECT by_pointer racecheck: after the same launch has written it
        p[i] += tex1Dfetch<float>(same, i);
}

template <bool fixed> void by_pointer(void)
{
    float *p = zeroed<float>(WIDTH);
    cudaTextureObject_t texture =
        texture_of(over(p, cudaCreateChannelDesc<float>(), BYTES));
    twice<fixed><<<1, WIDTH>>>(p, texture);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(p);
}

template <bool fixed>
__global__ void blur(cudaSurfaceObject_t from, cudaSurfaceObject_t to)
{
    int x = threadIdx.x * (int)sizeof(float), y = blockIdx.x;
    float v = 0;
    for (int i = 0; i < HEIGHT; i++)
        v += surf2Dread<float>(from, x, i);
    // EXPECT in_place racecheck: is written while another thread may read it
    surf2Dwrite(v + y, to, x, y);
}

template <bool fixed> void in_place(void)
{
    cudaArray_t array = plane(true), other = plane(false);
    cudaSurfaceObject_t from = surface_of(array), to = surface_of(other);
    blur<fixed><<<HEIGHT, WIDTH>>>(from, fixed ? to : from);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(from);
    cudaDestroySurfaceObject(to);
    cudaFreeArray(array);
    cudaFreeArray(other);
}

/* ---- the host ----------------------------------------------------------- */

template <bool fixed> void between_streams(void)
{
    cudaArray_t array = plane(true);
    float *pinned;
    cudaStream_t a, b;
    cudaMallocHost(&pinned, BYTES * HEIGHT);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaSurfaceObject_t surface = surface_of(array);
    cudaDeviceSynchronize();
    write_plane<true><<<HEIGHT, WIDTH, 0, a>>>(surface, WIDTH);
    // EXPECT-HOST between_streams racecheck: while another stream's work may
    cudaMemcpy2DFromArrayAsync(pinned, BYTES, array, 0, 0, BYTES, HEIGHT,
                               cudaMemcpyDeviceToHost, fixed ? a : b);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFreeHost(pinned);
    cudaFreeArray(array);
}

template <bool fixed> void elements_for_bytes(void)
{
    static float host[WIDTH * HEIGHT];
    cudaArray_t array = plane(true);
    cudaMemcpy3DParms parms;
    memset(&parms, 0, sizeof parms);
    parms.srcPtr = make_cudaPitchedPtr(host, BYTES, BYTES, HEIGHT);
    parms.dstArray = array;
    parms.extent = make_cudaExtent(fixed ? WIDTH : BYTES, HEIGHT, 1);
    parms.kind = cudaMemcpyHostToDevice;
    // EXPECT-HOST elements_for_bytes memcheck: smaller than what is copied
    cudaMemcpy3D(&parms);
    cudaFreeArray(array);
}

template <bool fixed> void never_freed(void)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    // EXPECT-HOST never_freed leakcheck: 128 bytes of a CUDA array never freed
    cudaMallocArray(&array, &format, WIDTH);
    if (fixed)
        cudaFreeArray(array);
}

int main(int argc, char **argv)
{
    const struct hazard hazards[] = {HAZARD(surface_outside),
                                     HAZARD(column_for_byte),
                                     HAZARD(never_written),
                                     HAZARD(destroyed),
                                     HAZARD(freed),
                                     HAZARD(a_surface),
                                     HAZARD(a_line),
                                     HAZARD(bytes_as_floats),
                                     HAZARD(integers_filtered),
                                     HAZARD(same_launch),
                                     HAZARD(by_pointer),
                                     HAZARD(in_place),
                                     HAZARD(between_streams),
                                     HAZARD(elements_for_bytes),
                                     HAZARD(never_freed)};
    return RUN(hazards);
}
