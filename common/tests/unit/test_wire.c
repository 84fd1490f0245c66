/*
 * test_wire.c - the device over a socket: remote.c and serve.c, in one process.
 *
 * What remote.c defines has names of its own here; a thread serves it with the
 * device of this process, and other servers are sent what no client sends.
 * Pages that host and device share are the same ones here: judge.bats tries
 * those.
 */
#define device_load          remote_load
#define device_find_kernel   remote_find_kernel
#define device_find_variable remote_find_variable
#define device_launch        remote_launch
#define device_allocate      remote_allocate
#define device_free          remote_free
#define device_revive        remote_revive
#define device_free_all      remote_free_all
#define device_register      remote_register
#define device_unregister    remote_unregister
#define device_watch_host    remote_watch_host
#define device_host_touches  remote_host_touches
#define device_memory_at     remote_memory_at
#define device_reserved      remote_reserved
#define device_memory_info   remote_memory_info
#define device_write         remote_write
#define device_read          remote_read
#define device_copy          remote_copy
#define device_fill          remote_fill
#define device_limit         remote_limit
#define device_set_limit     remote_set_limit
#define device_show_prints   remote_show_prints
#define device_tell          remote_tell
#define device_tell_leaks    remote_tell_leaks
#define device_end           remote_end
#define device_note          remote_note
/* Asked in the same process it would ask again. */
#define call_here remote_call_here
#include "device/remote.c"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "device/direct.h"
#include "device/serve.h"
#include "judge/calls.h"
#include "tell/finding.h"

static const char code[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 number = 7;\n"
    ".visible .entry _Z3setPjj(.param .u64 to, .param .u32 value)\n"
    "{ .reg .b64 %a; .reg .b32 %v;\n"
    "ld.param.u64 %a, [to]; ld.param.u32 %v, [value];\n"
    "st.global.u32 [%a], %v; ret; }\n";

struct call_site *call_here(void)
{
    return NULL;
}

/* ---- a server ----------------------------------------------------------- */

struct served {
    struct server server;
    int socket;
    uint64_t downloaded, uploaded, launched;
    cudaError_t next_fails;
};

static struct served *served_of(struct server *server)
{
    return (struct served *)server;
}

static bool receive(struct server *server, void *bytes, size_t n)
{
    return n == 0 ||
           recv(served_of(server)->socket, bytes, n, MSG_WAITALL) == (ssize_t)n;
}

static bool send_all(struct server *server, const void *bytes, size_t n)
{
    return send(served_of(server)->socket, bytes, n, MSG_NOSIGNAL) ==
           (ssize_t)n;
}

static cudaError_t load(struct server *server, device_module *module,
                        struct device_refusal *why)
{
    (void)server;
    return device_load_image(code, sizeof code, module, why);
}

static cudaError_t fails(struct server *server, enum serve_kind kind)
{
    cudaError_t error = served_of(server)->next_fails;
    (void)kind;
    served_of(server)->next_fails = cudaSuccess;
    return error;
}

static void downloads(struct server *server, const void *bytes, size_t n,
                      size_t news)
{
    (void)bytes, (void)n;
    served_of(server)->downloaded += news;
}

static void uploads(struct server *server, const void *bytes,
                    const void *before, size_t n)
{
    (void)bytes, (void)before;
    served_of(server)->uploaded += n;
}

static void launched(struct server *server, size_t bytes, cudaError_t error)
{
    (void)bytes, (void)error;
    served_of(server)->launched++;
}

static void called(struct server *server, const struct wire_request *request)
{
    (void)server;
    calls_made(request);
}

static struct served new_served(int socket)
{
    return (struct served){.server = {.receive = receive,
                                      .send = send_all,
                                      .load = load,
                                      .fails = fails,
                                      .downloads = downloads,
                                      .uploads = uploads,
                                      .launched = launched,
                                      .called = called,
                                      .gpu = "h200",
                                      .most_bytes = 1 << 20,
                                      .most_messages = 2000},
                           .socket = socket};
}

static struct served ours;

static void *serve_ours(void *unused)
{
    while (serve(&ours.server) == SERVE_DONE)
        continue;
    return unused;
}

/* Before remote.c greets. */
__attribute__((constructor(101))) static void begin(void)
{
    int ends[2];
    pthread_t thread;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        abort();
    ours = new_served(dup2(ends[0], 20));
    dup2(ends[1], WIRE_SOCKET);
    pthread_create(&thread, NULL, serve_ours, NULL);
}

/* ---- what a program does ------------------------------------------------ */

static void memory_is_written_and_read(void **state)
{
    uint32_t there[4] = {1, 2, 3, 4}, back[4] = {0};
    uint64_t address, other;
    size_t left, all;
    (void)state;
    assert_int_equal(device_allocate(16, DEVICE_ONLY, NULL, &address), 0);
    assert_int_equal(device_allocate(16, DEVICE_ONLY, NULL, &other), 0);
    assert_true(device_reserved(address));
    assert_int_equal(device_write(address, there, 16), 0);
    assert_int_equal(device_copy(other, address, 16), 0);
    assert_int_equal(device_fill(address, 0, 16), 0);
    ours.downloaded = 0;
    assert_int_equal(device_read(back, other, 16), 0);
    assert_memory_equal(back, there, 16);
    assert_int_equal(ours.downloaded, 16);
    assert_int_equal(device_read(back, other, 17), cudaErrorInvalidValue);
    device_memory_info(&left, &all);
    assert_true(left < all);
    assert_true(device_memory_at(other + 3).live);
    assert_int_equal(device_free(other, NULL), 0);
    assert_true(device_memory_at(other).freed);
    assert_int_equal(device_free(other, NULL), cudaErrorInvalidValue);
    assert_int_equal(device_free(address, NULL), 0);
}

static enum call_kind kind_of(size_t i)
{
    return calls_so_far()->made[i].kind;
}

/* Notes have no reply: the copy behind them has. */
static void the_order_of_calls_is_kept(void **state)
{
    uint32_t word = 7;
    uint64_t address, other;
    const struct call_made *made = calls_so_far()->made;
    (void)state;
    assert_int_equal(device_allocate(4, DEVICE_ONLY, NULL, &address), 0);
    calls_begin();
    device_note(DEVICE_NOTE_RECORD, 1, 0, 0);
    device_note(DEVICE_NOTE_STREAM, 3, 0, 0);
    assert_int_equal(device_write(address, &word, 4), 0);
    device_note(DEVICE_NOTE_ELAPSED, 2, 1, 0.5);
    device_note(DEVICE_NOTE_STREAM_WAIT, 5, 0, 0);
    device_note(DEVICE_NOTE_STREAM, 0, 0, 0);
    assert_int_equal(device_fill(address, 0, 4), 0);
    assert_int_equal(calls_so_far()->count, 5);
    assert_int_equal(calls_so_far()->allocations, 0);
    assert_true(kind_of(0) == CALL_RECORD && made[0].event == 1);
    assert_true(kind_of(1) == CALL_COPY_IN && made[1].bytes == 4);
    assert_true(made[0].stream == 0 && made[1].stream == 3);
    assert_false(made[1].pinned);
    assert_true(kind_of(2) == CALL_ELAPSED && made[2].event == 2);
    assert_true(made[2].since == 1 && made[2].ms == 0.5f);
    assert_true(kind_of(3) == CALL_STREAM_WAIT && made[3].stream == 5);
    assert_true(kind_of(4) == CALL_FILL && made[4].stream == 0);
    calls_begin();
    for (int i = 0; i < MOST_CALLS_MADE + 1; i++)
        assert_int_equal(device_read(&word, address, 4), 0);
    assert_int_equal(calls_so_far()->count, MOST_CALLS_MADE + 1);
    assert_int_equal(calls_kept(calls_so_far()), MOST_CALLS_MADE);
    assert_int_equal(device_allocate(4, DEVICE_ONLY, NULL, &other), 0);
    assert_int_equal(calls_so_far()->allocations, 1);
    assert_int_equal(device_free(other, NULL), 0);
    assert_int_equal(device_free(address, NULL), 0);
}

static void kernels_run(void **state)
{
    device_module module;
    struct device_refusal why;
    struct device_kernel k;
    struct device_variable v;
    struct {
        uint64_t to;
        uint32_t value;
    } params = {0, 42};
    uint32_t value = 0;
    double ms;
    (void)state;
    assert_int_equal(device_load(&params, &module, &why), 0);
    assert_int_equal(device_find_kernel(module, "other", &k),
                     cudaErrorInvalidDeviceFunction);
    assert_int_equal(device_find_kernel(module, "_Z3setPjj", &k), 0);
    assert_string_equal(k.name, "set");
    assert_int_equal(k.param_count, 2);
    assert_int_equal(k.params[1].offset, 8);
    assert_int_equal(device_find_variable(module, "number", &v), 0);
    assert_int_equal(v.size, 4);
    params.to = v.address;
    struct device_launch l = {.code = k.code,
                              .grid = {1, 1, 1},
                              .block = {1, 1, 1},
                              .params = &params,
                              .param_bytes = k.param_bytes};
    ours.next_fails = cudaErrorLaunchOutOfResources;
    assert_int_equal(device_launch(&l, &ms), cudaErrorLaunchOutOfResources);
    assert_int_equal(ours.launched, 0);
    assert_int_equal(device_launch(&l, &ms), 0);
    assert_int_equal(ours.launched, 1);
    assert_int_equal(device_read(&value, v.address, 4), 0);
    assert_int_equal(value, 42);
    free(k.name);
    free(k.params);
}

static void a_fetched_page_counts_what_is_new(void **state)
{
    uint64_t address;
    uint8_t bytes[64];
    (void)state;
    /* By messages: the pages themselves are mapped by the device here. */
    struct wire_request request = {
        .call = WIRE_ALLOCATE, .kind = DEVICE_MANAGED, .size = sizeof bytes};
    address = exchange(&request, NULL, NULL, 0).values[0];
    enter();
    memset(bytes, 5, sizeof bytes);
    push(address, bytes, sizeof bytes);
    ours.downloaded = 0;
    fetch(address, bytes, sizeof bytes);
    leave();
    assert_int_equal(ours.downloaded, 0);
    assert_int_equal(device_fill(address, 6, 10), 0);
    enter();
    fetch(address, bytes, sizeof bytes);
    leave();
    assert_int_equal(ours.downloaded, 10);
    assert_int_equal(bytes[9], 6);
    assert_int_equal(bytes[10], 5);
    assert_int_equal(device_free(address, NULL), 0);
}

/* ---- what nothing orders ------------------------------------------------ */

/* Races that were told until now. */
static uint64_t races(void)
{
    return diagnostics_errors();
}

static void streams_that_meet_are_told(void **state)
{
    uint64_t address, before = races();
    (void)state;
    assert_int_equal(device_allocate(64, DEVICE_ONLY, NULL, &address), 0);
    device_note(DEVICE_NOTE_STREAM_MADE, 1, 1, 0);
    device_note(DEVICE_NOTE_STREAM_MADE, 2, 1, 0);
    device_note(DEVICE_NOTE_STREAM, 1, 0, 0);
    assert_int_equal(device_fill(address, 1, 64), 0);
    device_note(DEVICE_NOTE_RECORD, 7, 0, 0);
    device_note(DEVICE_NOTE_STREAM, 2, 0, 0);
    device_note(DEVICE_NOTE_WAIT_IN_STREAM, 7, 0, 0);
    assert_int_equal(device_fill(address, 2, 64), 0);
    assert_int_equal(races(), before);
    device_note(DEVICE_NOTE_STREAM, 1, 0, 0);
    assert_int_equal(device_fill(address, 3, 64), 0);
    assert_int_equal(races(), before + 1);
    device_note(DEVICE_NOTE_WAIT, 0, 0, 0);
    assert_int_equal(device_free(address, NULL), 0);
}

/* Two nodes; the second comes after the first, if it is said. */
static void run_graph(uint64_t address, bool edge)
{
    device_note(DEVICE_NOTE_GRAPH, 2, 0, 0);
    if (edge)
        device_note(DEVICE_NOTE_NODE_AFTER, 1, 0, 0);
    device_note(DEVICE_NOTE_NODE, 0, 0, 0);
    assert_int_equal(device_fill(address, 1, 64), 0);
    device_note(DEVICE_NOTE_NODE, 1, 0, 0);
    assert_int_equal(device_copy(address, address + 64, 64), 0);
    device_note(DEVICE_NOTE_GRAPH_END, 0, 0, 0);
    device_note(DEVICE_NOTE_WAIT, 0, 0, 0);
}

static void branches_of_a_graph_that_meet_are_told(void **state)
{
    uint64_t address, before = races();
    (void)state;
    assert_int_equal(device_allocate(128, DEVICE_ONLY, NULL, &address), 0);
    run_graph(address, true);
    assert_int_equal(races(), before);
    device_note(DEVICE_NOTE_STREAM, 1, 0, 0);
    run_graph(address, false);
    assert_int_equal(races(), before + 1);
    assert_int_equal(device_free(address, NULL), 0);
}

/* ---- what none does ----------------------------------------------------- */

/* What a server says to a greeting and one message, with so many bytes behind
 * it. */
static enum serve_result said_by(struct wire_greeting greeting,
                                 struct wire_request request, size_t bytes,
                                 int32_t *error)
{
    static const uint8_t behind[8192];
    struct wire_reply reply = {.error = -1};
    int ends[2];
    enum serve_result result;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    struct served other = new_served(ends[0]);
    request.bytes = bytes;
    assert_int_equal(send(ends[1], &greeting, sizeof greeting, 0),
                     sizeof greeting);
    assert_int_equal(send(ends[1], &request, sizeof request, 0),
                     sizeof request);
    if (bytes && bytes <= sizeof behind)
        assert_int_equal(send(ends[1], behind, bytes, 0), bytes);
    shutdown(ends[1], SHUT_WR);
    result = serve(&other.server);
    recv(ends[1], &reply, sizeof reply, MSG_DONTWAIT);
    *error = reply.error;
    serve_close(&other.server);
    close(ends[0]);
    close(ends[1]);
    return result;
}

static enum serve_result said_to(struct wire_request request, size_t bytes,
                                 int32_t *error)
{
    return said_by(wire_greeting(), request, bytes, error);
}

static void another_version_is_told_at_once(void **state)
{
    struct wire_request hello = {.call = WIRE_HELLO, .size = sizeof hello};
    struct wire_greeting other = wire_greeting();
    int32_t error;
    (void)state;
    assert_int_equal(said_by(other, hello, 0, &error), SERVE_DONE);
    assert_int_equal(error, 0);
    other.version++;
    assert_int_equal(said_by(other, hello, 0, &error), SERVE_OTHER_VERSION);
    other = wire_greeting();
    other.request_bytes += 8; /* more is to come than is waited for */
    assert_int_equal(said_by(other, hello, 0, &error), SERVE_OTHER_VERSION);
    memcpy(&other, &hello, sizeof other); /* as of before there was one */
    assert_int_equal(said_by(other, hello, 0, &error), SERVE_OTHER_VERSION);
}

static void nonsense_is_none(void **state)
{
    int32_t error;
    (void)state;
#define SAYS(result, n, ...)                                                   \
    assert_int_equal(said_to((struct wire_request){__VA_ARGS__}, n, &error),   \
                     result)
    SAYS(SERVE_NONSENSE, 0, .call = 0);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_SITE);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_CALLS);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_HELLO, .size = 1);
    SAYS(SERVE_NONSENSE, 1ull << 40, .call = WIRE_WRITE);
    SAYS(SERVE_NONSENSE, 8000, .call = WIRE_FIND_KERNEL, .handle = 1);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_LAUNCH, .handle = 1);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_LAUNCH, .handle = UINT64_MAX);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_ALLOCATE, .kind = DEVICE_HEAP,
         .size = 1);
    SAYS(SERVE_NONSENSE, 16, .call = WIRE_PUSH, .address = 4096);
    SAYS(SERVE_NONSENSE, 16, .call = WIRE_TELL);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_LIMIT, .kind = 9);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_NOTE, .kind = DEVICE_NOTES);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_NOTE, .kind = DEVICE_NOTE_NODE);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_NOTE, .kind = DEVICE_NOTE_NODE_AFTER);
    SAYS(SERVE_NONSENSE, 0, .call = WIRE_NOTE, .kind = DEVICE_NOTE_GRAPH_END);
    SAYS(SERVE_DONE, 0, .call = WIRE_NOTE, .kind = DEVICE_NOTE_RECORD,
         .address = UINT64_MAX);
    SAYS(SERVE_GONE, 1 << 19, .call = WIRE_WRITE); /* and does not follow */
}

static void what_cannot_be_is_refused(void **state)
{
    struct device_variable v;
    int32_t error;
    (void)state;
    assert_int_equal(device_find_variable(1, "number", &v), 0);
    SAYS(SERVE_DONE, 0, .call = WIRE_FREE, .address = v.address);
    assert_int_equal(error, cudaErrorInvalidValue);
    SAYS(SERVE_DONE, 0, .call = WIRE_REGISTER, .address = v.address & ~255ull,
         .size = 4096);
    assert_int_equal(error, cudaErrorMemoryAllocation);
    SAYS(SERVE_DONE, 0, .call = WIRE_REGISTER, .address = UINT64_MAX - 9,
         .size = 100);
    assert_int_equal(error, cudaErrorMemoryAllocation);
    SAYS(SERVE_DONE, 0, .call = WIRE_ALLOCATE, .kind = DEVICE_PINNED,
         .size = 1ull << 40);
    assert_int_equal(error, cudaErrorMemoryAllocation);
    SAYS(SERVE_DONE, 0, .call = WIRE_READ, .address = v.address,
         .size = UINT64_MAX);
    assert_int_equal(error, cudaErrorMemoryAllocation);
    SAYS(SERVE_DONE, 0, .call = WIRE_COPY, .address = v.address, .source = 4096,
         .size = 4);
    assert_int_equal(error, cudaErrorInvalidValue);
}

static void what_was_registered_goes_with_its_program(void **state)
{
    enum { START = 1 << 20 };
    int32_t error;
    (void)state;
    SAYS(SERVE_DONE, 0, .call = WIRE_REGISTER, .address = START, .size = 4096);
    assert_int_equal(error, 0);
    assert_int_equal(device_fill(START, 0, 4), cudaErrorInvalidValue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_written_and_read),
        cmocka_unit_test(the_order_of_calls_is_kept),
        cmocka_unit_test(kernels_run),
        cmocka_unit_test(a_fetched_page_counts_what_is_new),
        cmocka_unit_test(another_version_is_told_at_once),
        cmocka_unit_test(nonsense_is_none),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(what_was_registered_goes_with_its_program),
        /* From then on each call is asked where it stands. */
        cmocka_unit_test(streams_that_meet_are_told),
        cmocka_unit_test(branches_of_a_graph_that_meet_are_told),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
