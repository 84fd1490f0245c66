/*
 * launch.c - one launch, waited for, and what went wrong with it.
 */
#include <stdio.h>
#include <string.h>

#include "runner.h"

const struct exercise *runner_exercise(const char *name)
{
    for (size_t i = 0; i < lab_count; i++) {
        for (size_t k = 0; k < all_labs[i]->exercise_count; k++) {
            const struct exercise *exercise = &all_labs[i]->exercises[k];

            if (exercise->symbol != NULL && strcmp(exercise->name, name) == 0)
                return exercise;
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

bool runner_launch(struct runner_job *job, struct response *response)
{
    const struct exercise *exercise = job->exercise;
    int returned;
    cudaError_t error;

    cudaGetLastError(); /* whatever was before is not this launch's */
    returned = exercise->launch(job->pointers, job->request->size);
    if (returned != 0)
        return runner_fail(response, OUTCOME_RETURNED, (cudaError_t)returned);
    error = cudaGetLastError();
    if (error != cudaSuccess)
        return runner_fail(response, OUTCOME_CUDA_ERROR, error);
    error = cudaDeviceSynchronize();
    response->during_kernel = true;
    return error == cudaSuccess ||
           runner_fail(response, OUTCOME_CUDA_ERROR, error);
}
