/*
 * runner.c - the process in which a student's code runs.
 *
 * Launches what the judge calls for, until the socket closes; on a GPU it
 * serves requests of the grader.  Whatever a student does here - crash, exit,
 * loop for ever - costs one run: it is noticed, and the next runner started.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

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
    if (cudaDeviceGetPCIBusId(response->bus_id, sizeof response->bus_id, 0) !=
        cudaSuccess)
        response->bus_id[0] = '\0';
    response->l2_bytes = (uint64_t)properties.l2CacheSize;
    response->device_bytes = device_free_bytes();
}

static void run(struct runner_job *job, struct response *response)
{
    if (!runner_launch(job, response))
        return;
    if (!runner_collect(job, response))
        runner_fail(response, OUTCOME_CUDA_ERROR, cudaGetLastError());
}

static void with_buffers(struct runner_job *job, struct response *response)
{
    if (!runner_prepare(job)) {
        cudaError_t error = cudaGetLastError();
        runner_fail(response, OUTCOME_NO_MEMORY, error);
    } else if (job->request->command == COMMAND_RUN) {
        run(job, response);
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

static bool find_launcher(struct runner_job *job, struct response *response)
{
    job->launcher = runner_launcher(job->request->launcher);
    if (!job->launcher)
        response->outcome = OUTCOME_NO_LAUNCHER;
    return job->launcher;
}

static void serve_one(int memory, const struct request *request,
                      struct response *response)
{
    struct runner_job job = {.request = request};
    if (request->command == COMMAND_HELLO) {
        hello(response);
        return;
    }
    if (!find_launcher(&job, response))
        return;
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
        fflush(NULL);
        n = send(socket, &response, sizeof response, MSG_NOSIGNAL);
        if (n < 0)
            break;
    }
    return n < 0 ? EXIT_CUT_OFF : EXIT_SUCCESS;
}

/* ---- for the judge ------------------------------------------------------- */

static bool read_all(int socket, void *bytes, size_t n)
{
    return n == 0 || recv(socket, bytes, n, MSG_WAITALL) == (ssize_t)n;
}

static bool write_all(int socket, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    ssize_t sent = 1;
    for (; n > 0 && sent > 0; at += sent, n -= (size_t)sent)
        sent = send(socket, at, n, MSG_NOSIGNAL);
    return sent > 0;
}

/* Arrays in the device's memory: the judge sees to all that is in them. */
static void launch_on_device(const struct call *call, struct response *response)
{
    struct runner_job job = {.request = &call->request};
    for (size_t i = 0; i < MAX_BUFFERS; i++)
        job.pointers[i] = (void *)(uintptr_t)call->addresses[i];
    if (find_launcher(&job, response))
        runner_launch(&job, response);
}

/* Arrays of ours: inputs come behind the call, outputs go behind the answer. */
static void launch_on_host(const struct request *request, unsigned char *arrays,
                           struct response *response)
{
    struct runner_job job = {.request = request, .shared = arrays};
    if (!find_launcher(&job, response))
        return;
    if (!runner_prepare(&job))
        response->outcome = OUTCOME_NO_MEMORY;
    else if (request->command == COMMAND_TIME)
        runner_time_cpu(&job, response);
    else if (runner_launch(&job, response))
        runner_collect(&job, response);
    runner_release(&job);
}

/* False: the judge is gone. */
static bool answer_call(int socket, const struct call *call)
{
    const struct request *request = &call->request;
    struct response response = {.damaged = NO_BUFFER, .changed = NO_BUFFER};
    size_t inputs = request->on_host ? request->input_bytes : 0;
    size_t all = request->on_host ? request->total_bytes : 0;
    unsigned char *arrays = calloc(1, all + 1);
    bool there = arrays && read_all(socket, arrays, inputs);
    if (there && request->on_host)
        launch_on_host(request, arrays, &response);
    else if (there)
        launch_on_device(call, &response);
    fflush(NULL);
    there = there && write_all(socket, &response, sizeof response) &&
            (all == inputs || write_all(socket, arrays + inputs, all - inputs));
    free(arrays);
    return there;
}

static int launch_for_judge(int socket)
{
    struct call call;
    char ready = 0;
    if (!write_all(socket, &ready, sizeof ready))
        return EXIT_CUT_OFF;
    while (read_all(socket, &call, sizeof call)) {
        if (!answer_call(socket, &call))
            return EXIT_CUT_OFF;
    }
    return EXIT_SUCCESS;
}

/* ---- the start ----------------------------------------------------------- */

/* A copy made by fork() would answer too, and launch on the same device. */
static void end_copy(void)
{
    _exit(EXIT_SUCCESS);
}

/* --launch SOCKET is the judge's, --serve SOCKET MEMORY the grader's, on a GPU;
 * all else is for people. */
int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "--launch")) {
        pthread_atfork(NULL, NULL, end_copy);
        return launch_for_judge(atoi(argv[2]));
    }
    if (argc == 4 && !strcmp(argv[1], "--serve")) {
        pthread_atfork(NULL, NULL, end_copy);
        return serve(atoi(argv[2]), atoi(argv[3]));
    }
    return runner_alone(argc, argv);
}
