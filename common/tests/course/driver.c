/*
 * driver.c - a libcuda.so.1 on the emulated device, as far as replay asks for
 * one (harness/replay/driver.h): what is replayed can be tested without a GPU.
 *
 * Idea: a clock that nobody waits for.  All that is submitted takes 300
 * microseconds, a launch also the least time that the modelled GPU would be
 * busy with it; an event is what that clock shows.
 */
#include <stdlib.h>
#include <string.h>

#include "device/direct.h"
#include "harness/replay/driver.h"

enum {
    DONE = 0,
    INVALID = 1,
    NO_MEMORY = 2,
    NO_DEVICE = 100,
    NOT_FOUND = 500,
    FAULT = 700
};

enum { MULTIPROCESSORS = 2, L2_BYTES = 32 << 10, MOST_PARAMETERS = 4096 };

struct driver_module {
    device_module module;
};

struct driver_function {
    struct device_kernel kernel;
};

struct driver_event {
    double us;
};

/* What is done when a graph is launched. */
struct node {
    struct node *next;
    enum { LAUNCH, FILL, COPY } kind;
    struct device_launch launch;
    _Alignas(16) unsigned char parameters[MOST_PARAMETERS + 16];
    uint64_t to, from, bytes;
    unsigned char byte;
};

struct driver_graph {
    struct node *first, **end;
};

struct driver_graph_exec {
    struct node *first;
};

static double now_us;
static struct driver_graph *captured; /* NULL: what is submitted is done */
static bool broken;

/* ---- work ---------------------------------------------------------------- */

static int node_do(const struct node *node)
{
    double ms = 0;
    cudaError_t error = cudaSuccess;
    switch (node->kind) {
    case LAUNCH: error = device_launch(&node->launch, &ms); break;
    case FILL: error = device_fill(node->to, node->byte, node->bytes); break;
    case COPY: error = device_copy(node->to, node->from, node->bytes); break;
    }
    now_us += 300 + ms * 1e3;
    broken = broken || error;
    return broken ? FAULT : DONE;
}

static int submit(const struct node *node)
{
    struct node *kept;
    if (!captured)
        return node_do(node);
    kept = aligned_alloc(64, (sizeof *kept + 63) / 64 * 64);
    *kept = *node;
    if (node->kind == LAUNCH)
        kept->launch.params = kept->parameters;
    *captured->end = kept;
    captured->end = &kept->next;
    return DONE;
}

/* As on a GPU, bytes behind the last parameter are refused. */
static int take_parameters(struct node *node,
                           const struct device_kernel *kernel,
                           void **parameters, void **extra)
{
    const struct device_param *last =
        kernel->param_count ? &kernel->params[kernel->param_count - 1] : NULL;
    size_t bytes = last ? last->offset + last->size : 0;
    if (kernel->param_bytes > MOST_PARAMETERS)
        return INVALID;
    if (extra && *(size_t *)extra[3] != bytes)
        return INVALID;
    if (extra)
        memcpy(node->parameters, extra[1], bytes);
    for (uint32_t i = 0; !extra && i < kernel->param_count; i++)
        memcpy(node->parameters + kernel->params[i].offset, parameters[i],
               kernel->params[i].size);
    return DONE;
}

int cuLaunchKernelEx(const struct driver_config *config,
                     driver_function function, void **parameters, void **extra)
{
    struct node *node = aligned_alloc(64, (sizeof *node + 63) / 64 * 64);
    int result;
    memset(node, 0, sizeof *node);
    result = take_parameters(node, &function->kernel, parameters, extra);
    node->launch = (struct device_launch){
        .code = function->kernel.code,
        .grid = {config->grid[0], config->grid[1], config->grid[2]},
        .block = {config->block[0], config->block[1], config->block[2]},
        .dynamic_shared = config->shared,
        .params = node->parameters,
        .param_bytes = function->kernel.param_bytes,
        .cooperative = config->attribute_count > 0};
    if (!result)
        result = submit(node);
    free(node);
    return result;
}

int cuLaunchKernel(driver_function function, unsigned gx, unsigned gy,
                   unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, driver_stream stream, void **parameters,
                   void **extra)
{
    struct driver_config config = {.grid = {gx, gy, gz},
                                   .block = {bx, by, bz},
                                   .shared = shared,
                                   .stream = stream};
    return cuLaunchKernelEx(&config, function, parameters, extra);
}

int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes,
                         driver_stream stream)
{
    struct node node = {.kind = COPY, .to = to, .from = from, .bytes = bytes};
    (void)stream;
    return submit(&node);
}

int cuMemsetD8Async(uint64_t to, unsigned char byte, size_t bytes,
                    driver_stream stream)
{
    struct node node = {.kind = FILL, .to = to, .byte = byte, .bytes = bytes};
    (void)stream;
    return submit(&node);
}

/* ---- streams, graphs, events --------------------------------------------- */

int cuStreamCreate(driver_stream *stream, unsigned flags)
{
    (void)flags;
    *stream = (driver_stream)(uintptr_t)1;
    return DONE;
}

int cuStreamSynchronize(driver_stream stream)
{
    (void)stream;
    device_show_prints();
    return broken ? FAULT : DONE;
}

int cuStreamBeginCapture_v2(driver_stream stream, int mode)
{
    (void)stream, (void)mode;
    captured = calloc(1, sizeof *captured);
    captured->end = &captured->first;
    return DONE;
}

int cuStreamEndCapture(driver_stream stream, driver_graph *graph)
{
    (void)stream;
    *graph = captured;
    captured = NULL;
    return DONE;
}

int cuGraphInstantiateWithFlags(driver_graph_exec *exec, driver_graph graph,
                                unsigned long long flags)
{
    (void)flags;
    *exec = calloc(1, sizeof **exec);
    (*exec)->first = graph->first;
    graph->first = NULL;
    return DONE;
}

int cuGraphUpload(driver_graph_exec exec, driver_stream stream)
{
    (void)exec, (void)stream;
    return DONE;
}

int cuGraphLaunch(driver_graph_exec exec, driver_stream stream)
{
    int result = broken ? FAULT : DONE;
    (void)stream;
    for (const struct node *node = exec->first; !result && node;
         node = node->next)
        result = node_do(node);
    return result;
}

int cuGraphExecDestroy(driver_graph_exec exec)
{
    while (exec->first) {
        struct node *gone = exec->first;
        exec->first = gone->next;
        free(gone);
    }
    free(exec);
    return DONE;
}

int cuGraphDestroy(driver_graph graph)
{
    free(graph);
    return DONE;
}

int cuEventCreate(driver_event *event, unsigned flags)
{
    (void)flags;
    *event = calloc(1, sizeof **event);
    return DONE;
}

int cuEventRecord(driver_event event, driver_stream stream)
{
    (void)stream;
    event->us = now_us;
    return DONE;
}

int cuEventElapsedTime(float *milliseconds, driver_event start,
                       driver_event stop)
{
    *milliseconds = (float)((stop->us - start->us) / 1e3);
    return DONE;
}

/* ---- code, memory -------------------------------------------------------- */

/* Text, or a container (fatbinary.h): a head of 16 bytes says how long. */
static size_t image_bytes(const void *image)
{
    static const uint32_t magic = 0xba55ed50;
    struct {
        uint32_t magic;
        uint16_t version, head;
        uint64_t bytes;
    } head;
    if (memcmp(image, &magic, sizeof magic) != 0)
        return strlen(image) + 1;
    memcpy(&head, image, sizeof head);
    return (size_t)head.head + head.bytes;
}

int cuModuleLoadData(driver_module *module, const void *image)
{
    struct device_refusal why;
    *module = calloc(1, sizeof **module);
    return device_load_image(image, image_bytes(image), &(*module)->module,
                             &why)
               ? INVALID
               : DONE;
}

int cuModuleGetFunction(driver_function *function, driver_module module,
                        const char *name)
{
    *function = calloc(1, sizeof **function);
    return device_find_kernel(module->module, name, &(*function)->kernel)
               ? NOT_FOUND
               : DONE;
}

int cuModuleGetGlobal_v2(uint64_t *address, size_t *bytes, driver_module module,
                         const char *name)
{
    struct device_variable found;
    if (device_find_variable(module->module, name, &found))
        return NOT_FOUND;
    *address = found.address;
    *bytes = found.size;
    return DONE;
}

int cuFuncSetAttribute(driver_function function, int attribute, int value)
{
    (void)function, (void)attribute, (void)value;
    return DONE;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes)
{
    return device_allocate(bytes, DEVICE_ONLY, NULL, address) ? NO_MEMORY
                                                              : DONE;
}

int cuMemFree_v2(uint64_t address)
{
    return device_free(address, NULL) ? INVALID : DONE;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes)
{
    return device_write(to, from, bytes) ? INVALID : DONE;
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes)
{
    return device_read(to, from, bytes) ? INVALID : DONE;
}

/* ---- the device ---------------------------------------------------------- */

int cuInit(unsigned flags)
{
    (void)flags;
    return getenv("NO_GPU") ? NO_DEVICE : DONE;
}

int cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return DONE;
}

int cuDeviceGetName(char *name, int n, int device)
{
    (void)device;
    strncpy(name, "the emulated device", (size_t)n);
    return DONE;
}

int cuDeviceGetPCIBusId(char *bus, int n, int device)
{
    (void)device;
    strncpy(bus, "0000:00:00.0", (size_t)n);
    return DONE;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    const char *clock = getenv("GPU_CLOCK_KHZ");
    (void)device;
    *value = 0;
    if (attribute == DRIVER_MULTIPROCESSORS)
        *value = MULTIPROCESSORS;
    if (attribute == DRIVER_L2_BYTES)
        *value = L2_BYTES;
    if (attribute == DRIVER_CLOCK_RATE)
        *value = clock ? atoi(clock) : 1;
    return DONE;
}

int cuDevicePrimaryCtxRetain(driver_context *context, int device)
{
    (void)device;
    *context = (driver_context)(uintptr_t)1;
    return DONE;
}

int cuCtxSetCurrent(driver_context context)
{
    (void)context;
    return DONE;
}

int cuGetErrorName(int error, const char **name)
{
    *name = error == FAULT       ? "CUDA_ERROR_ILLEGAL_ADDRESS"
            : error == NO_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY"
            : error == NOT_FOUND ? "CUDA_ERROR_NOT_FOUND"
            : error == NO_DEVICE ? "CUDA_ERROR_NO_DEVICE"
                                 : "CUDA_ERROR_INVALID_VALUE";
    return DONE;
}
