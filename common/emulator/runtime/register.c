/*
 * register.c - what a program's start-up code tells about itself.
 *
 * The compiler puts calls in front of main: here is a fat binary, here are
 * its kernels and variables.  Only addresses and names are noted then; the
 * PTX is read at the first use, so that a program starts at once and one that
 * never launches is never refused.
 * Source: the calls that nvcc 11.8 to 13.0 and clang 14 to 18 emit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "register.h"

struct binary {
    const void *wrapper;
    device_module module; /* 0: not loaded */
    cudaError_t error;    /* why it cannot be */
    struct binary *next;
};

struct variable {
    const void *host;
    void **managed; /* where the host's pointer stands; or NULL */
    const char *name;
    struct binary *binary;
    struct variable *next;
};

static struct binary *binaries;
static struct function *functions;
static struct variable *variables;

static void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory) {
        fputs("emulated device: out of memory at start-up\n", stderr);
        abort();
    }
    return memory;
}

/* ---- loading ------------------------------------------------------------ */

static void tell_refusal(const struct device_refusal *why)
{
    struct text place = {""};
    if (why->line)
        place = api_text("at line %u of its PTX", why->line);
    char title[sizeof why->message + 64];
    snprintf(title, sizeof title, "the program's device code: %s",
             why->message);
    api_finding(title, place.chars, "");
}

/* The host's pointers to __managed__ variables lead to their storage. */
static void connect_managed(struct binary *binary)
{
    for (struct variable *v = variables; v; v = v->next) {
        struct device_variable found;
        if (v->binary == binary && v->managed &&
            !device_find_variable(binary->module, v->name, &found) &&
            found.host)
            *v->managed = found.host;
    }
}

static cudaError_t load(struct binary *binary)
{
    struct device_refusal why;
    if (binary->module || binary->error)
        return binary->error;
    binary->error = device_load(binary->wrapper, &binary->module, &why);
    if (binary->error)
        tell_refusal(&why);
    else
        connect_managed(binary);
    return binary->error;
}

/* ---- looking up --------------------------------------------------------- */

static struct function *function_of(const void *host)
{
    struct function *f = functions;
    while (f && f->host != host)
        f = f->next;
    return f;
}

cudaError_t register_kernel(const void *host, struct function **function)
{
    struct function *f = function_of(host);
    if (!f)
        return cudaErrorInvalidDeviceFunction;
    cudaError_t error = load(f->binary);
    if (!error && !f->kernel.code)
        error = device_find_kernel(f->binary->module, f->name, &f->kernel);
    *function = f;
    return error;
}

cudaError_t register_variable(const void *host,
                              struct device_variable *variable)
{
    const struct variable *v = variables;
    while (v && v->host != host)
        v = v->next;
    if (!v)
        return cudaErrorInvalidSymbol;
    cudaError_t error = load(v->binary);
    return error ? error
                 : device_find_variable(v->binary->module, v->name, variable);
}

/* ---- called by the program's start-up code ------------------------------ */

void **__cudaRegisterFatBinary(void *wrapper)
{
    struct binary *binary = allocate(sizeof *binary);
    binary->wrapper = wrapper;
    api_begin();
    binary->next = binaries;
    binaries = binary;
    api_end(cudaSuccess);
    return (void **)binary;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

/* Kernels stay known: destructors of the program may still ask for them. */
void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle;
}

/* Called before the first use of a __managed__ variable on the host. */
char __cudaInitModule(void **handle)
{
    api_begin();
    cudaError_t error = load((struct binary *)handle);
    api_end(error);
    return error == cudaSuccess;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device,
                            const char *name, int thread_limit, void *tid,
                            void *bid, void *block, void *grid, int *warp)
{
    (void)device, (void)thread_limit, (void)tid, (void)bid;
    (void)block, (void)grid, (void)warp;
    struct function *f = allocate(sizeof *f);
    f->host = host;
    f->name = name;
    f->binary = (struct binary *)handle;
    api_begin();
    f->next = functions;
    functions = f;
    api_end(cudaSuccess);
}

static void add_variable(void **handle, const void *host, void **managed,
                         const char *name)
{
    struct variable *v = allocate(sizeof *v);
    v->host = host;
    v->managed = managed;
    v->name = name;
    v->binary = (struct binary *)handle;
    api_begin();
    v->next = variables;
    variables = v;
    api_end(cudaSuccess);
}

void __cudaRegisterVar(void **handle, char *host, char *device,
                       const char *name, int external, size_t size,
                       int constant, int global)
{
    (void)device, (void)external, (void)size, (void)constant, (void)global;
    add_variable(handle, host, NULL, name);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device,
                              const char *name, int external, size_t size,
                              int constant, int global)
{
    (void)device, (void)external, (void)size, (void)constant, (void)global;
    add_variable(handle, host, host, name);
}
