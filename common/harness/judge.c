/*
 * judge.c - has the emulated device, and runs a student's program, in a process
 * of its own, against it.
 *
 *   judge SOCKET MEMORY PROGRAM EMULATOR
 *
 * started by the grader (run/child.c): a socket that brings requests, the file
 * of the arrays, the program, the folder of the emulated device.
 *
 * Idea: a GPU is a chip of its own, with memory of its own.  Inputs lie in that
 * memory when the program is asked to launch, and outputs are read from there;
 * what was allocated, launched, counted, found wrong is known here.
 * Guarantee: what the program's process says is a wish, never a fact
 * (run/protocol.h); and it ends when its time is up.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error_names.h"
#include "base/options.h"
#include "device/direct.h"
#include "device/serve.h"
#include "judge/calls.h"
#include "judge/code.h"
#include "judge/origin.h"
#include "judge/recording.h"
#include "judge/student.h"
#include "tell/finding.h"

enum {
    LOOK_BYTES = 64,        /* that a program may see, and nothing follows */
    MOST_MESSAGES = 200000, /* in a request */
    LAUNCH_COST = 10000,    /* in warp instructions, whatever it does */
    FEW_WORDS = 8           /* of a result, that a copy may cut in two */
};

/* What a program's process may allocate beyond what the device has. */
static const uint64_t host_bytes = 1ull << 30;

struct judge {
    struct server server; /* first: hooks are given it */
    struct student student;
    const char *program;
    char libraries[4096], place_of[4096];
    device_module module; /* 0: not loaded yet, or it cannot be */
    cudaError_t load_error;
    struct device_refusal refusal;
    int memory; /* the file of the arrays */
    bool begun; /* the program takes calls */

    /* of the request */
    struct call call;
    int source;                  /* the file of its inputs; -1: none */
    const unsigned char *inputs; /* the same, mapped */
    unsigned char *shared;   /* the file of the arrays; its outputs are used */
    uint64_t seen;           /* bytes that the program has looked at */
    unsigned char *snapshot; /* outputs as they were then; or NULL */
    struct call_site *look;  /* where it did */
    struct origin origin;    /* of what a program hands back itself */
    uint32_t launches;
    cudaError_t fault; /* of a kernel */
    bool failing;      /* calls are counted, and one is to fail */
    uint32_t calls;
    cudaError_t made_fail;
};

/* ---- errors in words ----------------------------------------------------- */

static void set_error(struct response *response, enum outcome outcome,
                      cudaError_t error)
{
    response->outcome = outcome;
    response->error = (int)error;
    snprintf(response->error_name, sizeof response->error_name, "%s",
             error_name(error));
    snprintf(response->error_text, sizeof response->error_text, "%s",
             error_text(error));
}

/* ---- the arrays ---------------------------------------------------------- */

static bool is_input(const struct request *request, size_t i)
{
    return request->extents[i].offset < request->input_bytes;
}

static bool prepare(struct judge *judge)
{
    const struct request *request = &judge->call.request;
    for (size_t i = 0; i < request->buffers; i++) {
        const struct extent *extent = &request->extents[i];
        uint64_t *address = &judge->call.addresses[i];
        if (is_input(request, i)
                ? !device_allocate_with(judge->inputs + extent->offset,
                                        extent->bytes, address)
                : !device_allocate_filled(request->poison, extent->bytes,
                                          address))
            return false;
    }
    return true;
}

static void release(struct judge *judge)
{
    for (size_t i = 0; i < MAX_BUFFERS; i++) {
        if (judge->call.addresses[i])
            device_free(judge->call.addresses[i], NULL);
        judge->call.addresses[i] = 0;
    }
}

/* Outputs, laid out as in the file behind the inputs; false: one is gone. */
static bool read_outputs(const struct judge *judge, unsigned char *to)
{
    const struct request *request = &judge->call.request;
    for (size_t i = 0; i < request->buffers; i++) {
        const struct extent *extent = &request->extents[i];
        if (!is_input(request, i) &&
            device_read(to + (extent->offset - request->input_bytes),
                        judge->call.addresses[i], extent->bytes))
            return false;
    }
    return true;
}

static bool outputs_equal(const struct request *request, const unsigned char *a,
                          const unsigned char *b)
{
    for (size_t i = 0; i < request->buffers; i++) {
        const struct extent *extent = &request->extents[i];
        if (!is_input(request, i) &&
            memcmp(a + (extent->offset - request->input_bytes),
                   b + (extent->offset - request->input_bytes), extent->bytes))
            return false;
    }
    return true;
}

/* Where the device's bytes begin to differ from what they were, or n; false:
 * they are gone.  Piece by piece: what is still in a cache costs half. */
static bool first_change(uint64_t address, const unsigned char *was, uint64_t n,
                         uint64_t *where)
{
    static unsigned char now[64 << 10];
    uint64_t at = 0, k = 0;
    for (; at < n; at += sizeof now) {
        uint64_t piece = n - at < sizeof now ? n - at : sizeof now;
        if (device_read(now, address + at, piece))
            return false;
        if (!memcmp(now, was + at, piece))
            continue;
        while (now[k] == was[at + k])
            k++;
        *where = at + k;
        return true;
    }
    *where = n;
    return true;
}

/* Compares an input with what it was; false: it is gone. */
static bool check_input(const struct judge *judge, size_t i,
                        struct response *response)
{
    const struct extent *extent = &judge->call.request.extents[i];
    uint64_t where;
    if (!first_change(judge->call.addresses[i], judge->inputs + extent->offset,
                      extent->bytes, &where))
        return false;
    if (where < extent->bytes && response->changed == NO_BUFFER) {
        response->changed = (int)i;
        response->changed_byte = where;
    }
    return true;
}

/* ---- what the program asks of the device --------------------------------- */

static struct judge *judge_of(struct server *server)
{
    return (struct judge *)server;
}

static bool receive(struct server *server, void *bytes, size_t n)
{
    struct student *student = &judge_of(server)->student;
    return student_receive(student, student->device, bytes, n);
}

static bool send_bytes(struct server *server, const void *bytes, size_t n)
{
    struct student *student = &judge_of(server)->student;
    return student_send(student, student->device, bytes, n);
}

static cudaError_t load(struct server *server, device_module *module,
                        struct device_refusal *why)
{
    const struct judge *judge = judge_of(server);
    *module = judge->module;
    *why = judge->refusal;
    return judge->load_error;
}

static cudaError_t fails(struct server *server, enum serve_kind kind)
{
    static const cudaError_t errors[] = {
        [SERVE_ALLOCATION] = cudaErrorMemoryAllocation,
        [SERVE_COPY] = cudaErrorUnknown,
        [SERVE_LAUNCH] = cudaErrorLaunchOutOfResources};
    struct judge *judge = judge_of(server);
    if (!judge->failing || ++judge->calls != judge->call.request.fail_call)
        return cudaSuccess;
    return judge->made_fail = errors[kind];
}

/* From here on it could compute itself what follows. */
static void take_snapshot(struct judge *judge)
{
    const struct request *request = &judge->call.request;
    judge->look = serve_site(&judge->server);
    judge->snapshot = malloc(request->total_bytes - request->input_bytes + 1);
    if (judge->snapshot)
        read_outputs(judge, judge->snapshot);
}

static void downloads(struct server *server, const void *bytes, size_t n,
                      size_t news)
{
    struct judge *judge = judge_of(server);
    const struct request *request = &judge->call.request;
    judge->seen += news;
    if (request->on_host)
        origin_given(&judge->origin, bytes, n);
    else if (judge->seen > LOOK_BYTES && !judge->snapshot &&
             request->command == COMMAND_RUN)
        take_snapshot(judge);
}

static void uploads(struct server *server, const void *bytes,
                    const void *before, size_t n)
{
    struct judge *judge = judge_of(server);
    if (judge->call.request.on_host)
        origin_sent(&judge->origin, bytes, before, n);
}

static void called(struct server *server, const struct wire_request *request)
{
    (void)server;
    calls_made(request);
}

static void launched(struct server *server, size_t bytes, cudaError_t error)
{
    struct judge *judge = judge_of(server);
    judge->launches++;
    device_spend(LAUNCH_COST);
    if (judge->call.request.on_host)
        origin_parameters(&judge->origin, bytes);
    if (!judge->fault)
        judge->fault = error;
}

/* ---- a call of the launcher ---------------------------------------------- */

static void serve_one(struct judge *judge)
{
    switch (serve(&judge->server)) {
    case SERVE_DONE:
    case SERVE_GONE: break;
    case SERVE_NONSENSE: student_end(&judge->student, OUTCOME_NONSENSE); break;
    case SERVE_OTHER_VERSION:
        student_end(&judge->student, OUTCOME_OTHER_VERSION);
        break;
    case SERVE_TOO_MUCH: student_end(&judge->student, OUTCOME_TOO_SLOW); break;
    }
}

/* Before its main function it may use the device, and takes no call. */
static bool await_begin(struct judge *judge)
{
    struct student *student = &judge->student;
    char ready;
    while (!judge->begun && student_wants_device(student))
        serve_one(judge);
    judge->begun = judge->begun || student_receive(student, student->calls,
                                                   &ready, sizeof ready);
    return judge->begun;
}

static bool send_call(struct judge *judge)
{
    struct student *student = &judge->student;
    struct call call = judge->call;
    call.request.fail_call = 0; /* none of its business */
    call.request.limit_seconds = 0;
    return student_send(student, student->calls, &call, sizeof call) &&
           (!call.request.on_host ||
            student_send(student, student->calls, judge->inputs,
                         call.request.input_bytes));
}

/* Serves the device until the launcher has returned; false: it did not. */
static bool await_answer(struct judge *judge, struct response *answer)
{
    struct student *student = &judge->student;
    const struct request *request = &judge->call.request;
    while (student_wants_device(student))
        serve_one(judge);
    if (!student_receive(student, student->calls, answer, sizeof *answer))
        return false;
    while (student_asks(student)) /* what it said before it returned */
        serve_one(judge);
    return student->nurse &&
           (!request->on_host ||
            student_receive(student, student->calls,
                            judge->shared + request->input_bytes,
                            request->total_bytes - request->input_bytes));
}

/* What the program says of itself: the worse of that and what we know. */
static void take_answer(struct judge *judge, const struct response *answer,
                        struct response *response)
{
    int buffers = (int)judge->call.request.buffers;
    switch (answer->outcome) {
    case OUTCOME_OK: break;
    case OUTCOME_CUDA_ERROR:
    case OUTCOME_RETURNED:
        set_error(response, answer->outcome, (cudaError_t)answer->error);
        response->during_kernel = answer->during_kernel;
        break;
    default: response->outcome = answer->outcome; break;
    }
    if (response->outcome == OUTCOME_OK && judge->fault) {
        set_error(response, OUTCOME_CUDA_ERROR, judge->fault);
        response->during_kernel = true;
    }
    response->times = answer->times; /* no points hang on them */
    if (answer->damaged >= 0 && answer->damaged < buffers) {
        response->damaged = answer->damaged;
        response->damaged_before = answer->damaged_before;
    }
    if (answer->changed >= 0 && answer->changed < buffers) {
        response->changed = answer->changed;
        response->changed_byte = answer->changed_byte;
    }
}

/* Has the launcher called, once; false: it did not return, or not well. */
static bool call_launcher(struct judge *judge, struct response *response)
{
    struct response answer;
    judge->fault = cudaSuccess;
    calls_begin();
    device_note(DEVICE_NOTE_WAIT, 0, 0, 0); /* for what we have done */
    if (await_begin(judge) && send_call(judge) &&
        await_answer(judge, &answer)) {
        take_answer(judge, &answer, response);
    } else {
        response->outcome = judge->student.ended;
        response->status = judge->student.status;
    }
    device_note(DEVICE_NOTE_WAIT, 0, 0, 0); /* before we look */
    response->over = judge->fault || !judge->student.nurse;
    response->calls = *calls_so_far();
    return response->outcome == OUTCOME_OK;
}

/* ---- requests ------------------------------------------------------------ */

static int64_t free_bytes(void)
{
    size_t left, all;
    device_memory_info(&left, &all);
    return (int64_t)left;
}

/* The host could have computed what came after its first look. */
static void judge_look(struct judge *judge, struct response *response)
{
    const struct request *request = &judge->call.request;
    unsigned char *outputs = judge->shared + request->input_bytes;
    const struct call_place *place;
    if (!judge->snapshot || outputs_equal(request, judge->snapshot, outputs))
        return;
    memcpy(outputs, judge->snapshot,
           request->total_bytes - request->input_bytes);
    place = call_place(judge->look, 0);
    response->outcome = OUTCOME_ON_HOST;
    response->over = true;
    if (!place)
        return;
    snprintf(response->on_host.file, sizeof response->on_host.file, "%s",
             place->file);
    response->on_host.line = place->line;
}

static void judge_origin(struct judge *judge, struct response *response)
{
    const struct request *request = &judge->call.request;
    uint64_t made = 0;
    for (size_t i = 0; i < request->buffers; i++) {
        const struct extent *extent = &request->extents[i];
        if (!is_input(request, i))
            made += origin_made(&judge->origin, judge->shared + extent->offset,
                                extent->bytes);
    }
    if (origin_is_foreign(&judge->origin))
        response->on_host.bytes_sent = judge->origin.foreign;
    if (made > FEW_WORDS)
        response->on_host.words_made = made;
    if (!response->on_host.bytes_sent && !response->on_host.words_made)
        return;
    response->outcome = OUTCOME_ON_HOST;
    response->over = true;
}

static void collect(struct judge *judge, struct response *response)
{
    const struct request *request = &judge->call.request;
    bool there = read_outputs(judge, judge->shared + request->input_bytes);
    for (size_t i = 0; there && i < request->buffers; i++)
        there = !is_input(request, i) || check_input(judge, i, response);
    if (there)
        judge_look(judge, response);
    else
        set_error(response, OUTCOME_CUDA_ERROR, cudaErrorInvalidValue);
}

static void run(struct judge *judge, struct response *response)
{
    int64_t before = free_bytes();
    uint32_t newest = device_newest();
    if (!call_launcher(judge, response))
        return;
    if (judge->call.request.watch_memory)
        response->leaked_bytes = before - free_bytes();
    if (response->leaked_bytes > 0)
        device_tell_leaks_since(newest);
    if (!judge->call.request.on_host)
        collect(judge, response);
    else if (!judge->call.request.on_cpu)
        judge_origin(judge, response);
}

/* Addresses are all that a launcher needs of its arrays, if nothing runs. */
static bool record_buffers(struct judge *judge)
{
    const struct request *request = &judge->call.request;
    uint64_t before;
    if (!device_allocate_bare(request->guard_bytes + 1, &before))
        return false;
    for (size_t i = 0; i < request->buffers; i++) {
        uint64_t *address = &judge->call.addresses[i];
        if (!device_allocate_bare(request->extents[i].bytes, address))
            return false;
        recording_buffer(*address, request->extents[i].bytes);
    }
    return true;
}

/* First as always, so that its code and variables are there. */
static void with_failing_call(struct judge *judge, struct response *response)
{
    struct response unused = {.outcome = OUTCOME_OK};
    int64_t before;
    if (!call_launcher(judge, &unused)) {
        *response = unused;
        return;
    }
    before = free_bytes();
    judge->failing = true;
    call_launcher(judge, response);
    judge->failing = false;
    response->leaked_bytes = before - free_bytes();
    if (judge->made_fail)
        snprintf(response->made_fail, sizeof response->made_fail, "%s",
                 error_name(judge->made_fail));
}

static void forget_request(struct judge *judge)
{
    release(judge);
    origin_end(&judge->origin);
    free(judge->snapshot);
    judge->snapshot = NULL;
    judge->look = NULL;
    judge->seen = 0;
    judge->launches = judge->calls = 0;
    judge->made_fail = cudaSuccess;
}

/* From before its main function on, since what it has allocated there can be
 * what it launches with. */
static void record(struct judge *judge, struct response *response)
{
    bool there = recording_begin();
    judge->server.notes = recording_note;
    judge->server.most_messages = MOST_MESSAGES;
    device_set_budget(options()->budget);
    student_begin(&judge->student, judge->call.request.limit_seconds);
    if (there && record_buffers(judge))
        call_launcher(judge, response);
    else
        response->outcome = OUTCOME_NO_MEMORY;
    judge->server.notes = NULL;
    if (!recording_end())
        response->outcome = OUTCOME_NO_MEMORY;
    response->launches = judge->launches;
    forget_request(judge);
}

static void judge_one(struct judge *judge, struct response *response)
{
    const struct request *request = &judge->call.request;
    size_t outputs = request->total_bytes - request->input_bytes;
    judge->server.most_messages = MOST_MESSAGES;
    device_set_budget(options()->budget);
    device_set_model(request->model ? options()->gpu : NULL);
    student_begin(&judge->student, request->limit_seconds);
    if (request->on_host)
        origin_begin(&judge->origin, judge->inputs, request->input_bytes,
                     outputs, request->poison);
    await_begin(judge); /* what it allocates until then is no leak */
    if (!request->on_host && !prepare(judge))
        set_error(response, OUTCOME_NO_MEMORY, cudaErrorMemoryAllocation);
    else if (request->command == COMMAND_FAIL)
        with_failing_call(judge, response);
    else
        run(judge, response);
    response->launches = judge->launches;
    forget_request(judge);
}

static bool start_student(struct judge *judge)
{
    struct student_options options_of_it = {
        .program = judge->program,
        .libraries = judge->libraries,
        .bytes = host_bytes + 4 * options()->device_bytes};
    judge->student.limit = judge->call.request.limit_seconds;
    if (!student_start(&judge->student, &options_of_it))
        return false;
    /* While it starts. */
    judge->load_error =
        code_load(judge->program, &judge->module, &judge->refusal);
    return true;
}

/* The file that came with the request need not stay open. */
static bool map_arrays(struct judge *judge)
{
    const struct request *request = &judge->call.request;
    void *inputs = NULL, *shared;
    if (request->input_bytes)
        inputs = mmap(NULL, request->input_bytes, PROT_READ,
                      MAP_SHARED | MAP_POPULATE, judge->source, 0);
    shared = mmap(NULL, request->total_bytes, PROT_READ | PROT_WRITE,
                  MAP_SHARED, judge->memory, 0);
    judge->inputs = inputs == MAP_FAILED ? NULL : inputs;
    judge->shared = shared == MAP_FAILED ? NULL : shared;
    return judge->shared && (judge->inputs || !request->input_bytes);
}

static void unmap_arrays(struct judge *judge)
{
    const struct request *request = &judge->call.request;
    if (judge->inputs)
        munmap((void *)(uintptr_t)judge->inputs, request->input_bytes);
    if (judge->shared)
        munmap(judge->shared, request->total_bytes);
    judge->inputs = judge->shared = NULL;
}

static void answer_request(struct judge *judge, struct response *response)
{
    bool records = judge->call.request.command == COMMAND_RECORD;
    if ((!judge->student.nurse && !start_student(judge)) ||
        (!records && !map_arrays(judge)))
        response->outcome = OUTCOME_NO_MEMORY;
    else if (records)
        record(judge, response);
    else
        judge_one(judge, response);
    unmap_arrays(judge);
}

/* The next request, and the file that came with it. */
static bool next_request(struct judge *judge, int socket)
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec data = {&judge->call.request, sizeof judge->call.request};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    const struct cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    judge->source = -1;
    if (head && head->cmsg_type == SCM_RIGHTS)
        memcpy(&judge->source, CMSG_DATA(head), sizeof judge->source);
    return n == (ssize_t)sizeof judge->call.request;
}

static void serve_grader(struct judge *judge, int socket)
{
    while (next_request(judge, socket)) {
        struct response response = {.damaged = NO_BUFFER, .changed = NO_BUFFER};
        answer_request(judge, &response);
        if (judge->source >= 0)
            close(judge->source);
        fflush(NULL);
        if (send(socket, &response, sizeof response, MSG_NOSIGNAL) < 0)
            break;
    }
    student_end(&judge->student, OUTCOME_ENDED);
    serve_close(&judge->server);
}

/* Where the name in a path begins that ends at `end`. */
static const char *name_before(const char *path, const char *end)
{
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

/* The folder that a path ends in, up to `end`; of a case LAB/cases/CASE. */
static const char *folder_of(const char *path, const char *end)
{
    static const char cases[] = "/cases/";
    const char *start = name_before(path, end);
    size_t n = strlen(cases);
    bool is_case = (size_t)(start - path) > n && !strncmp(start - n, cases, n);
    return is_case ? name_before(path, start - n) : start;
}

/* Of build/LAB/IMPL.COMPILER, LAB/IMPL.cu and LAB/kernels.h: a "#line" may say
 * otherwise. */
static void quote_its_own(const char *program)
{
    const char *name = strrchr(program, '/'), *lab;
    char path[512];
    if (!name)
        return;
    lab = folder_of(program, name);
    snprintf(path, sizeof path, "%.*s/%.*s.cu", (int)(name - lab), lab,
             (int)strcspn(name + 1, "."), name + 1);
    finding_may_quote(path);
    snprintf(path, sizeof path, "%.*s/kernels.h", (int)(name - lab), lab);
    finding_may_quote(path);
}

static const struct student *student; /* of the one judge there is */

static bool program_has(uint64_t address)
{
    return student_has(student, address);
}

int main(int argc, char **argv)
{
    static struct judge judge = {.server = {.receive = receive,
                                            .send = send_bytes,
                                            .load = load,
                                            .fails = fails,
                                            .downloads = downloads,
                                            .uploads = uploads,
                                            .launched = launched,
                                            .called = called}};
    const char *folder;
    if (argc != 5) {
        fputs("judge: started by the grader: make check\n", stderr);
        return 2;
    }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    prctl(PR_SET_DUMPABLE, 0); /* nobody looks into our memory */
#endif
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    signal(SIGPIPE, SIG_IGN);
    judge.memory = atoi(argv[2]);
    judge.program = realpath(argv[3], NULL);
    folder = realpath(argv[4], NULL);
    if (!judge.program || !folder) {
        perror(judge.program ? argv[4] : argv[3]);
        return 127;
    }
    snprintf(judge.libraries, sizeof judge.libraries, "%s/client", folder);
    snprintf(judge.place_of, sizeof judge.place_of, "%s/place_of", folder);
    judge.server.gpu = options()->gpu->id;
    judge.server.most_bytes = options()->device_bytes;
    quote_its_own(argv[3]);
    student = &judge.student;
    device_set_host(program_has);
    call_of_program(judge.program, judge.place_of);
    serve_grader(&judge, atoi(argv[1]));
    return 0;
}
