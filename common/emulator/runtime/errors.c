/*
 * errors.c - errors as CUDA has them: remembered, and sticky.
 *
 * Source: CUDA Runtime API reference, "Error Handling"; CUDA C++ Programming
 * Guide, "Error Checking".
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/error_names.h"
#include "include/bits/library.h"
#include "runtime.h"
#include "unread.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool inside; /* the lock is held */
static _Thread_local cudaError_t last_error;
static cudaError_t fault;  /* of a kernel; not told to the host yet */
static cudaError_t sticky; /* told; every later call returns it */

static const char *entered; /* the call in progress */
static bool told;           /* of it there is a finding */

cudaError_t api_enter(const char *function, const void *return_address)
{
    pthread_mutex_lock(&lock);
    inside = true;
    unread_next(function);
    entered = function;
    told = false;
    call_enter(return_address);
    return sticky;
}

cudaError_t api_end(cudaError_t error)
{
    if (error)
        last_error = error;
    if (error && !told && !fault)
        unread_failed(entered, error);
    call_enter(NULL);
    inside = false;
    pthread_mutex_unlock(&lock);
    return error;
}

bool api_inside(void)
{
    return inside;
}

cudaError_t api_synchronize(void)
{
    device_show_prints();
    if (fault)
        sticky = fault;
    return sticky;
}

void api_fault(cudaError_t error)
{
    if (!fault)
        fault = error;
}

bool api_faulted(void)
{
    return fault != cudaSuccess;
}

/* Measured on an H200: once a kernel has failed, resetting the device does not
 * bring it back; only a new process gets it. */
void api_reset(void)
{
    last_error = cudaSuccess;
    if (fault)
        fault = sticky = cudaErrorDevicesUnavailable;
}

/* ---- findings, names ----------------------------------------------------- */

void api_tell(struct device_finding finding)
{
    finding.site = call_here();
    told = true;
    device_tell(&finding);
}

void api_finding(const char *title, const char *detail, const char *hint)
{
    api_tell((struct device_finding){
        .title = title, .detail = detail, .hint = hint});
}

void __cudaLibrary(const void *inside)
{
    call_library(inside);
}

void __cudaLibraryFinding(const char *title, const char *hint)
{
    api_begin();
    api_finding(title, "", hint);
    api_end(cudaSuccess);
}

struct text api_text(const char *format, ...)
{
    struct text made;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made.chars, sizeof made.chars, format, arguments);
    va_end(arguments);
    return made;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = last_error;
    unread_looked(last_error);
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    unread_looked(last_error);
    return last_error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    unread_looked(error);
    return error_name(error);
}

const char *cudaGetErrorString(cudaError_t error)
{
    unread_looked(error);
    return error_text(error);
}
