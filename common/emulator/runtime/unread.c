/*
 * unread.c - calls that fail (ptxrun --report-api-errors), and in any case
 * those that fail for no reason but a mistake.
 *
 * Guarantee: of calls that succeed nothing is said; nor of a finding's, which
 * has been told, nor of what an earlier fault makes fail.
 */
#include "unread.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error_names.h"
#include "base/options.h"
#include "device/device.h"
#include "tell/caller.h"

static _Thread_local struct {
    cudaError_t error; /* cudaSuccess: there is none */
    const char *function;
    struct call_site *site;
    bool launch; /* of <<< >>> */
} unread;

static const char how[] =
    "compare what the call returns with cudaSuccess, and say "
    "cudaGetErrorString() of it";
static const char how_launch[] =
    "a launch returns nothing: behind it, cudaGetLastError() tells";

static void tell(const char *ending)
{
    char title[160], detail[160];
    snprintf(title, sizeof title, "%s fails: %s%s",
             unread.launch ? "the launch" : unread.function,
             error_name(unread.error), ending);
    snprintf(detail, sizeof detail, "error %d, %s", (int)unread.error,
             error_text(unread.error));
    device_tell(
        &(struct device_finding){.site = unread.site,
                                 .title = title,
                                 .detail = detail,
                                 .hint = unread.launch ? how_launch : how});
    unread.error = cudaSuccess;
}

static bool gives_back(const char *function)
{
    return !strncmp(function, "cudaFree", 8) || strstr(function, "Destroy") ||
           !strcmp(function, "cudaHostUnregister") ||
           !strcmp(function, "cudaDeviceReset");
}

void unread_next(const char *function)
{
    if (unread.error && !unread.launch && !gives_back(function))
        tell(", and nobody looks");
}

/* What nobody who is right asks for, so that it is told without being asked. */
static bool tell_misuse(const char *function, cudaError_t error)
{
    struct device_finding f = {.site = call_here()};
    char title[160];
    if (error == cudaErrorInvalidResourceHandle &&
        !strcmp(function, "cudaEventElapsedTime")) {
        snprintf(title, sizeof title,
                 "%s of an event that is not there, or has no time", function);
        f.hint = "both events must have been created, without "
                 "cudaEventDisableTiming, and recorded, and not destroyed yet";
    } else if (error == cudaErrorInvalidResourceHandle) {
        snprintf(title, sizeof title,
                 "%s of a stream, event or graph that is not there", function);
        f.hint = "was it created, and not destroyed yet?";
    } else if (error == cudaErrorInvalidPitchValue) {
        snprintf(title, sizeof title,
                 "%s with a pitch shorter than a row of what it copies",
                 function);
        f.hint = "a pitch is the bytes from one row to the next: the width in "
                 "bytes, or what cudaMallocPitch gave";
    } else {
        return false;
    }
    f.title = title;
    device_tell(&f);
    return true;
}

/* "Not ready" is an answer. */
void unread_failed(const char *function, cudaError_t error)
{
    enum api_errors wanted = options()->api_errors;
    bool told = error != cudaErrorNotReady && tell_misuse(function, error);
    if (error == cudaErrorNotReady || wanted == API_ERRORS_NO)
        return;
    if (unread.error)
        tell(", and nobody looks");
    if (told)
        return;
    unread.error = error;
    unread.function = function;
    unread.site = call_here();
    unread.launch = call_is_launch();
    if (wanted == API_ERRORS_ALL)
        tell("");
}

void unread_looked(cudaError_t error)
{
    if (error == unread.error)
        unread.error = cudaSuccess;
}

void unread_end(void)
{
    if (unread.error && unread.launch)
        tell(", and nobody looks");
}
