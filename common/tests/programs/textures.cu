/*
 * textures.cu - texture and surface objects over arrays of one, two and three
 * dimensions, over linear and pitched memory; copies of arrays.
 *
 * Elements are small whole numbers and coordinates quarters of one, so that
 * what filters make of them has a value that every device has.
 */
#include "check.h"

enum { WIDTH = 33, HEIGHT = 21, SLICES = 5, SIDE = 8 };

static dim3 blocks_over(int width, int height)
{
    return dim3((width + SIDE - 1) / SIDE, (height + SIDE - 1) / SIDE);
}

/* An array with these elements in it. */
template <typename T>
static cudaArray_t array_of(const T *host, int width, int height,
                            unsigned flags = cudaArrayDefault)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t array;
    CUDA(cudaMallocArray(&array, &format, width, height, flags));
    if (host)
        CUDA(cudaMemcpy2DToArray(array, 0, 0, host, width * sizeof(T),
                                 width * sizeof(T), height ? height : 1,
                                 cudaMemcpyHostToDevice));
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

static cudaTextureDesc description(cudaTextureAddressMode mode,
                                   cudaTextureFilterMode filter)
{
    cudaTextureDesc texture;
    memset(&texture, 0, sizeof texture);
    for (int i = 0; i < 3; i++)
        texture.addressMode[i] = mode;
    texture.filterMode = filter;
    return texture;
}

static cudaTextureObject_t texture_of(cudaResourceDesc resource,
                                      cudaTextureDesc texture)
{
    cudaTextureObject_t object;
    CUDA(cudaCreateTextureObject(&object, &resource, &texture, NULL));
    return object;
}

/* ---- an image of another size ------------------------------------------- */

__global__ void enlarge(cudaTextureObject_t from, float *to, int width,
                        int height, float step)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        to[y * width + x] =
            tex2D<float>(from, (x + 0.5f) * step, (y + 0.5f) * step);
}

static float element(const float *image, int x, int y)
{
    x = x < 0 ? 0 : x < WIDTH ? x : WIDTH - 1;
    y = y < 0 ? 0 : y < HEIGHT ? y : HEIGHT - 1;
    return image[y * WIDTH + x];
}

static float between(const float *image, float x, float y)
{
    int i = (int)floorf(x - 0.5f), j = (int)floorf(y - 0.5f);
    float a = x - 0.5f - i, b = y - 0.5f - j;
    return (1 - a) * (1 - b) * element(image, i, j) +
           a * (1 - b) * element(image, i + 1, j) +
           (1 - a) * b * element(image, i, j + 1) +
           a * b * element(image, i + 1, j + 1);
}

/* Twice as large: fractions are quarters, odd ones. */
static void sizes(void)
{
    static float image[WIDTH * HEIGHT], large[4 * WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        image[i] = (float)(noise(i) % 256);
    cudaArray_t array = array_of(image, WIDTH, HEIGHT);
    cudaTextureObject_t texture = texture_of(
        over(array), description(cudaAddressModeClamp, cudaFilterModeLinear));
    float *device = on_device((float *)NULL, 4 * WIDTH * HEIGHT);
    enlarge<<<blocks_over(2 * WIDTH, 2 * HEIGHT), dim3(SIDE, SIDE)>>>(
        texture, device, 2 * WIDTH, 2 * HEIGHT, 0.5f);
    LAUNCHED();
    take_back(large, device, 4 * WIDTH * HEIGHT);
    for (int y = 0; y < 2 * HEIGHT; y++)
        for (int x = 0; x < 2 * WIDTH; x++)
            CHECK(large[y * 2 * WIDTH + x] ==
                  between(image, (x + 0.5f) / 2, (y + 0.5f) / 2));
    CUDA(cudaDestroyTextureObject(texture));
    CUDA(cudaFreeArray(array));
}

/* ---- sums of neighbours, from array to array ---------------------------- */

__global__ void sum_row(cudaTextureObject_t from, cudaSurfaceObject_t to,
                        int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    unsigned sum = 0;
    for (int i = -1; i <= 1; i++)
        sum += tex2D<unsigned>(from, x + i + 0.5f, y + 0.5f);
    surf2Dwrite(sum, to, x * (int)sizeof sum, y);
}

/* Each launch reads what the one before it wrote; outside lies 0. */
static void neighbours(void)
{
    static unsigned image[WIDTH * HEIGHT], sums[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        image[i] = noise(i);
    cudaArray_t array[2];
    cudaTextureObject_t texture[2];
    cudaSurfaceObject_t surface[2];
    for (int i = 0; i < 2; i++) {
        array[i] = array_of(i ? NULL : image, WIDTH, HEIGHT,
                            cudaArraySurfaceLoadStore);
        cudaResourceDesc resource = over(array[i]);
        texture[i] = texture_of(
            resource, description(cudaAddressModeBorder, cudaFilterModePoint));
        CUDA(cudaCreateSurfaceObject(&surface[i], &resource));
    }
    for (int turn = 0; turn < 4; turn++) {
        sum_row<<<blocks_over(WIDTH, HEIGHT), dim3(SIDE, SIDE)>>>(
            texture[turn % 2], surface[1 - turn % 2], WIDTH, HEIGHT);
        for (int y = 0; y < HEIGHT; y++) {
            unsigned before = 0, *row = image + y * WIDTH;
            for (int x = 0; x < WIDTH; x++) {
                unsigned here = row[x];
                row[x] += before + (x + 1 < WIDTH ? row[x + 1] : 0);
                before = here;
            }
        }
    }
    LAUNCHED();
    CUDA(cudaMemcpy2DFromArray(sums, WIDTH * sizeof *sums, array[0], 0, 0,
                               WIDTH * sizeof *sums, HEIGHT,
                               cudaMemcpyDeviceToHost));
    CHECK(!memcmp(sums, image, sizeof sums));
    for (int i = 0; i < 2; i++) {
        CUDA(cudaDestroyTextureObject(texture[i]));
        CUDA(cudaDestroySurfaceObject(surface[i]));
        CUDA(cudaFreeArray(array[i]));
    }
}

/* ---- three dimensions --------------------------------------------------- */

__global__ void fill_volume(cudaSurfaceObject_t to)
{
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    float4 v = make_float4(x, y, z, 1);
    surf3Dwrite(v, to, x * (int)sizeof v, y, z);
}

__global__ void sample_volume(cudaTextureObject_t from, float4 *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = tex3D<float4>(from, (i + 0.5f) / 8, 0.25f, 0.5f);
}

/* Coordinates from 0 to 1, and again: elements are their own coordinates. */
static void volumes(void)
{
    enum { N = 8, SAMPLES = 24 };
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
    cudaArray_t array, copy;
    cudaExtent extent = make_cudaExtent(N, N, SLICES - 1);
    CUDA(cudaMalloc3DArray(&array, &format, extent, cudaArraySurfaceLoadStore));
    CUDA(cudaMalloc3DArray(&copy, &format, extent));
    cudaResourceDesc resource = over(array);
    cudaSurfaceObject_t surface;
    CUDA(cudaCreateSurfaceObject(&surface, &resource));
    fill_volume<<<dim3(N, SLICES - 1), N>>>(surface);
    LAUNCHED();
    cudaMemcpy3DParms parms;
    memset(&parms, 0, sizeof parms);
    parms.srcArray = array;
    parms.dstArray = copy;
    parms.extent = extent;
    parms.kind = cudaMemcpyDeviceToDevice;
    CUDA(cudaMemcpy3D(&parms));
    cudaTextureDesc texture =
        description(cudaAddressModeWrap, cudaFilterModeLinear);
    texture.normalizedCoords = 1;
    cudaTextureObject_t object = texture_of(over(copy), texture);
    float4 samples[SAMPLES], *device = on_device((float4 *)NULL, SAMPLES);
    sample_volume<<<1, 32>>>(object, device, SAMPLES);
    LAUNCHED();
    take_back(samples, device, SAMPLES);
    for (int i = 0; i < SAMPLES; i++) {
        CHECK(samples[i].x == i % N);
        CHECK(samples[i].y == 1.5f && samples[i].z == 1.5f);
        CHECK(samples[i].w == 1);
    }
    CUDA(cudaDestroyTextureObject(object));
    CUDA(cudaDestroySurfaceObject(surface));
    CUDA(cudaFreeArray(array));
    CUDA(cudaFreeArray(copy));
}

/* ---- memory ------------------------------------------------------------- */

__global__ void fetch_all(cudaTextureObject_t from, uchar4 *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n + 2)
        to[i] = tex1Dfetch<uchar4>(from, i - 1);
}

__global__ void turn(cudaTextureObject_t from, float *to, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < height && y < width) {
        float v;
        tex2D(&v, from, y + 0.5f, x + 0.5f);
        to[y * height + x] = v;
    }
}

static void linear_memory(void)
{
    enum { N = 100 };
    uchar4 bytes[N], got[N + 2], none = {0, 0, 0, 0};
    for (int i = 0; i < N; i++)
        bytes[i] = make_uchar4(i, 2 * i, 255 - i, noise(i));
    uchar4 *from = on_device(bytes, N), *to = on_device((uchar4 *)NULL, N + 2);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = from;
    resource.res.linear.desc = cudaCreateChannelDesc<uchar4>();
    resource.res.linear.sizeInBytes = sizeof bytes;
    cudaTextureObject_t object = texture_of(
        resource, description(cudaAddressModeClamp, cudaFilterModePoint));
    fetch_all<<<1, 128>>>(object, to, N);
    LAUNCHED();
    CUDA(cudaDestroyTextureObject(object));
    take_back(got, to, N + 2);
    CUDA(cudaFree(from));
    CHECK(!memcmp(got, &none, sizeof none));
    CHECK(!memcmp(got + 1, bytes, sizeof bytes));
    CHECK(!memcmp(got + 1 + N, &none, sizeof none));
}

/* Bytes in rows with gaps, read as 0 to 1, rows as columns. */
static void pitched_memory(void)
{
    static unsigned char image[HEIGHT][WIDTH];
    static float turned[WIDTH][HEIGHT];
    size_t pitch;
    void *memory;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] = (unsigned char)noise(y * WIDTH + x);
    CUDA(cudaMallocPitch(&memory, &pitch, WIDTH, HEIGHT));
    CUDA(cudaMemcpy2D(memory, pitch, image, WIDTH, WIDTH, HEIGHT,
                      cudaMemcpyHostToDevice));
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
    resource.res.pitch2D.width = WIDTH;
    resource.res.pitch2D.height = HEIGHT;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc texture =
        description(cudaAddressModeClamp, cudaFilterModePoint);
    texture.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t object = texture_of(resource, texture);
    float *device = on_device((float *)NULL, WIDTH * HEIGHT);
    turn<<<blocks_over(HEIGHT, WIDTH), dim3(SIDE, SIDE)>>>(object, device,
                                                           WIDTH, HEIGHT);
    LAUNCHED();
    CUDA(cudaDestroyTextureObject(object));
    take_back(turned[0], device, WIDTH * HEIGHT);
    CUDA(cudaFree(memory));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            CHECK(fabsf(turned[x][y] * 255 - image[y][x]) < 1e-4f);
}

/* ---- other forms -------------------------------------------------------- */

struct forms {
    float line, level, gathered[4];
    short2 pair;
    signed char least;
};

__global__ void other_forms(cudaTextureObject_t line, cudaTextureObject_t plane,
                            cudaTextureObject_t pairs, forms *to)
{
    to->line = tex1D<float>(line, 2.75f);
    to->level = tex2DLod<float>(plane, 1.5f, 0.5f, 0);
    float4 v = tex2Dgather<float4>(plane, 1.0f, 1.0f);
    to->gathered[0] = v.x;
    to->gathered[1] = v.y;
    to->gathered[2] = v.z;
    to->gathered[3] = v.w;
    to->pair = tex2D<short2>(pairs, 1.5f, 0.5f);
}

static void forms_of_reading(void)
{
    const float values[] = {1, 2, 4, 8};
    const short2 shorts[] = {{-1, 2}, {-300, 400}};
    cudaTextureDesc linear =
        description(cudaAddressModeClamp, cudaFilterModeLinear);
    cudaTextureDesc nearest =
        description(cudaAddressModeClamp, cudaFilterModePoint);
    cudaArray_t line = array_of(values, 4, 0);
    cudaArray_t plane = array_of(values, 2, 2, cudaArrayTextureGather);
    cudaArray_t pairs = array_of(shorts, 2, 1);
    cudaTextureObject_t objects[] = {texture_of(over(line), linear),
                                     texture_of(over(plane), linear),
                                     texture_of(over(pairs), nearest)};
    forms got, *device = on_device((forms *)NULL, 1);
    CUDA(cudaMemset(device, 0, sizeof got));
    other_forms<<<1, 1>>>(objects[0], objects[1], objects[2], device);
    LAUNCHED();
    take_back(&got, device, 1);
    CHECK(got.line == 5);
    CHECK(got.level == 2);
    CHECK(got.gathered[0] == 4 && got.gathered[1] == 8);
    CHECK(got.gathered[2] == 2 && got.gathered[3] == 1);
    CHECK(got.pair.x == -300 && got.pair.y == 400);
    for (int i = 0; i < 3; i++)
        CUDA(cudaDestroyTextureObject(objects[i]));
    CUDA(cudaFreeArray(line));
    CUDA(cudaFreeArray(plane));
    CUDA(cudaFreeArray(pairs));
}

/* ---- surfaces ----------------------------------------------------------- */

/* Of every size, a shift to the right: outside on the left lies 0, or the
 * first again. */
template <typename T>
__global__ void shift(cudaSurfaceObject_t from, cudaSurfaceObject_t to)
{
    int x = threadIdx.x * (int)sizeof(T), left = x - (int)sizeof(T);
    surf1Dwrite(surf1Dread<T>(from, left, cudaBoundaryModeZero), to, x);
    T again;
    surf1Dread(&again, from, left, cudaBoundaryModeClamp);
    surf1Dwrite(again, to, x + 16 * (int)sizeof(T));
    surf1Dwrite(again, to, x + 99 * (int)sizeof(T), cudaBoundaryModeZero);
}

template <typename T> static void surfaces_of(void)
{
    enum { N = 16 };
    T host[N], got[2 * N], none;
    unsigned char *bytes = (unsigned char *)host;
    for (size_t i = 0; i < sizeof host; i++)
        bytes[i] = (unsigned char)noise((unsigned)i);
    memset(&none, 0, sizeof none);
    cudaArray_t from = array_of(host, N, 0, cudaArraySurfaceLoadStore);
    cudaArray_t to = array_of((T *)NULL, 2 * N, 0, cudaArraySurfaceLoadStore);
    cudaResourceDesc from_is = over(from), to_is = over(to);
    cudaSurfaceObject_t reads, writes;
    CUDA(cudaCreateSurfaceObject(&reads, &from_is));
    CUDA(cudaCreateSurfaceObject(&writes, &to_is));
    shift<T><<<1, N>>>(reads, writes);
    LAUNCHED();
    CUDA(cudaMemcpy2DFromArray(got, sizeof got, to, 0, 0, sizeof got, 1,
                               cudaMemcpyDeviceToHost));
    CHECK(!memcmp(&got[0], &none, sizeof none));
    CHECK(!memcmp(&got[1], &host[0], (N - 1) * sizeof(T)));
    CHECK(!memcmp(&got[N], &host[0], sizeof(T)));
    CHECK(!memcmp(&got[N + 1], &host[0], (N - 1) * sizeof(T)));
    CUDA(cudaDestroySurfaceObject(reads));
    CUDA(cudaDestroySurfaceObject(writes));
    CUDA(cudaFreeArray(from));
    CUDA(cudaFreeArray(to));
}

int main()
{
    sizes();
    neighbours();
    volumes();
    linear_memory();
    pitched_memory();
    forms_of_reading();
    surfaces_of<unsigned char>();
    surfaces_of<short>();
    surfaces_of<float>();
    surfaces_of<ushort4>();
    surfaces_of<int4>();
    puts("textures: all as expected");
    return 0;
}
