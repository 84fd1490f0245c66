/*
 * driver.c - see driver.h.
 */
#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>

struct driver driver;

static int device;
static char fault[200];
static int (*error_name)(int error, const char **name);

bool driver_did(int result, const char *what)
{
    const char *name = NULL;
    if (!result)
        return true;
    if (error_name)
        error_name(result, &name);
    if (!*fault)
        snprintf(fault, sizeof fault, "%s: %s", what,
                 name ? name : "an error without a name");
    return false;
}

const char *driver_fault(void)
{
    return fault;
}

static bool find_calls(void *library, char *why, size_t n)
{
    static const struct {
        const char *name;
        void *place;
    } calls[] = {
#define X(name, parameters) {#name, &driver.name},
        DRIVER_CALLS(X)
#undef X
    };
    *(void **)&error_name = dlsym(library, "cuGetErrorName");
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        *(void **)calls[i].place = dlsym(library, calls[i].name);
        if (*(void **)calls[i].place)
            continue;
        snprintf(why, n, "the driver has no %s; is it older than CUDA 12?",
                 calls[i].name);
        return false;
    }
    return true;
}

bool driver_open(char *why, size_t n)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    driver_context context;
    if (!library) {
        snprintf(why, n, "%s", dlerror());
        return false;
    }
    if (!find_calls(library, why, n))
        return false;
    if (driver_did(driver.cuInit(0), "there is no GPU") &&
        driver_did(driver.cuDeviceGet(&device, 0), "there is no GPU") &&
        driver_did(driver.cuDevicePrimaryCtxRetain(&context, device),
                   "the GPU takes nobody") &&
        driver_did(driver.cuCtxSetCurrent(context), "the GPU takes nobody"))
        return true;
    snprintf(why, n, "%s", fault);
    return false;
}

int driver_attribute(int attribute)
{
    int value = 0;
    driver_did(driver.cuDeviceGetAttribute(&value, attribute, device),
               "the GPU says nothing of itself");
    return value;
}

void driver_name(char *name, size_t n)
{
    *name = '\0';
    driver_did(driver.cuDeviceGetName(name, (int)n, device),
               "the GPU has no name");
}

void driver_bus(char *bus, size_t n)
{
    *bus = '\0';
    driver_did(driver.cuDeviceGetPCIBusId(bus, (int)n, device),
               "the GPU has no address");
}
