/*
 * runner.c - the child process in which a student's code runs.
 *
 * Serves requests of the grader until the socket closes.  Whatever a student
 * does here - crash, exit, loop for ever - costs one run: the grader notices
 * and starts the next runner.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/limits.h"
#include "runner/runner.h"

static size_t device_free_bytes(void)
{
    size_t free_bytes = 0, total_bytes = 0;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    return free_bytes;
}

static void hello(struct response *response)
{
    struct cudaDeviceProp properties;
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count > 0)
        error = cudaGetDeviceProperties(&properties, 0);
    if (error == cudaSuccess && count > 0)
        error = cudaFree(NULL); /* a context: does the driver work? */
    if (error != cudaSuccess || count == 0) {
        runner_fail(response, OUTCOME_NO_DEVICE, error);
        return;
    }
    snprintf(response->device, sizeof response->device, "%.*s",
             (int)sizeof response->device - 1, properties.name);
    response->l2_bytes = (uint64_t)properties.l2CacheSize;
    response->device_bytes = device_free_bytes();
}

/* The first launch loads the program's code and variables, which take device
 * memory and keep it; they are no leak. */
static void run(struct runner_job *job, struct response *response)
{
    static bool loaded = false;
    bool watch = job->request->watch_memory && loaded;
    size_t before = device_free_bytes();
    if (!runner_launch(job, response))
        return;
    loaded = true;
    if (watch)
        response->leaked_bytes = (int64_t)before - (int64_t)device_free_bytes();
    if (!runner_collect(job, response))
        runner_fail(response, OUTCOME_CUDA_ERROR, cudaGetLastError());
}

/* Makes one call inside the launcher fail; looks whether what it allocated was
 * freed.  Only the emulated device has this limit. */
static void with_failing_call(struct runner_job *job, struct response *response)
{
    enum cudaLimit calls = (enum cudaLimit)LIMIT_CALLS;
    size_t before, error = cudaSuccess;
    runner_launch(job, &(struct response){.outcome = OUTCOME_OK});
    before = device_free_bytes();
    cudaDeviceSetLimit(calls, job->request->fail_call);
    runner_launch(job, response);
    cudaDeviceGetLimit(&error, calls);
    cudaDeviceSetLimit(calls, 0);
    response->leaked_bytes = (int64_t)before - (int64_t)device_free_bytes();
    if (error != cudaSuccess)
        snprintf(response->made_fail, sizeof response->made_fail, "%s",
                 cudaGetErrorName((cudaError_t)error));
}

static void with_buffers(struct runner_job *job, struct response *response)
{
    if (!runner_prepare(job)) {
        cudaError_t error = cudaGetLastError();
        runner_fail(response, OUTCOME_NO_MEMORY, error);
    } else if (job->request->command == COMMAND_RUN) {
        run(job, response);
    } else if (job->request->command == COMMAND_FAIL) {
        with_failing_call(job, response);
    } else {
        runner_time(job, response);
    }
    runner_release(job);
}

/* Inputs cannot be written through the mapping, outputs can. */
static unsigned char *map(int memory, const struct request *request)
{
    unsigned char *at = mmap(NULL, request->total_bytes, PROT_READ | PROT_WRITE,
                             MAP_SHARED, memory, 0);
    if (at == MAP_FAILED)
        return NULL;
    if (request->input_bytes > 0)
        mprotect(at, request->input_bytes, PROT_READ);
    return at;
}

static void serve_one(int memory, const struct request *request,
                      struct response *response)
{
    struct runner_job job = {.request = request};
    if (request->command == COMMAND_HELLO) {
        hello(response);
        return;
    }
    job.launcher = runner_launcher(request->launcher);
    if (!job.launcher) {
        response->outcome = OUTCOME_NO_LAUNCHER;
        return;
    }
    job.shared = map(memory, request);
    if (!job.shared) {
        response->outcome = OUTCOME_NO_MEMORY;
        return;
    }
    with_buffers(&job, response);
    munmap(job.shared, request->total_bytes);
}

static int serve(int socket, int memory)
{
    struct request request;
    ssize_t n;
    while ((n = recv(socket, &request, sizeof request, 0)) ==
           (ssize_t)sizeof request) {
        struct response response = {.damaged = NO_BUFFER, .changed = NO_BUFFER};
        serve_one(memory, &request, &response);
        response.nonce = request.nonce;
        fflush(NULL);
        n = send(socket, &response, sizeof response, MSG_NOSIGNAL);
        if (n < 0)
            break;
    }
    return n < 0 ? EXIT_CUT_OFF : EXIT_SUCCESS;
}

/* A copy made by fork() would answer too, and launch on the same device. */
static void end_copy(void)
{
    _exit(EXIT_SUCCESS);
}

/* --serve SOCKET MEMORY is the grader's; all else is for people. */
int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "--serve")) {
        pthread_atfork(NULL, NULL, end_copy);
        return serve(atoi(argv[2]), atoi(argv[3]));
    }
    return runner_alone(argc, argv);
}
