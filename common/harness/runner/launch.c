/*
 * launch.c - one launch, waited for, and what went wrong with it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner.h"

const struct launcher *runner_launcher(const char *name)
{
    for (size_t i = 0; i < launcher_tables; i++) {
        const struct launcher *launcher = all_launchers[i];
        for (; launcher && launcher->name; launcher++) {
            if (launcher->function && !strcmp(launcher->name, name))
                return launcher;
        }
    }
    return NULL;
}

bool runner_fail(struct response *response, enum outcome outcome,
                 cudaError_t error)
{
    response->outcome = outcome;
    response->error = (int)error;
    snprintf(response->error_name, sizeof response->error_name, "%s",
             cudaGetErrorName(error));
    snprintf(response->error_text, sizeof response->error_text, "%s",
             cudaGetErrorString(error));
    return false;
}

/* Streams of the emulated device are late if the environment says so. */
static int call(const struct runner_job *job)
{
    int returned;
    if (job->request->late)
        setenv("PTXRUN_LATE", "1", true);
    returned = job->launcher->call(job->pointers, job->request->size);
    unsetenv("PTXRUN_LATE");
    return returned;
}

/* Host memory is the host's when the launcher returns: nobody waits for it. */
bool runner_launch(struct runner_job *job, struct response *response)
{
    int returned;
    cudaError_t error;
    cudaGetLastError(); /* whatever was before is not this launch's */
    returned = call(job);
    if (returned != 0)
        return runner_fail(response, OUTCOME_RETURNED, (cudaError_t)returned);
    error = cudaGetLastError();
    if (error != cudaSuccess)
        return runner_fail(response, OUTCOME_CUDA_ERROR, error);
    if (job->request->on_host)
        return true;
    error = cudaDeviceSynchronize();
    response->during_kernel = true;
    return error == cudaSuccess ||
           runner_fail(response, OUTCOME_CUDA_ERROR, error);
}
