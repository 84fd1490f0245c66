/*
 * remote.c - the device in another process: each call of device.h is a message
 * (wire.h).
 *
 * Idea: whoever judges a program holds the device, and the program's process
 * has this in its libcudart, nothing of what lies below.
 * Guarantee: one message at a time, whatever threads there are.  A program
 * whose device is gone ends at once.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/options.h"
#include "shared_pages.h"
#include "wire.h"

static struct {
    pthread_mutex_t lock;
    pthread_t holder;
    _Atomic bool held;
    uint64_t window_start, window_size;
    uint64_t visible_start, visible_size;
    const void *touching; /* the instruction that made us fetch; or NULL */
    bool launched;        /* since the last device_show_prints */
    struct known *known;  /* what the program allocated, the latest first */
    struct lent *lent;    /* what it has registered */
} remote = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct known {
    struct device_memory memory;
    struct known *next;
};

struct lent {
    uint8_t *start;
    size_t size;
    struct lent *next;
};

/* ---- bytes -------------------------------------------------------------- */

/* As if we had touched it ourselves: the system only says that it cannot. */
static void touch(volatile uint8_t *bytes, size_t n, bool write)
{
    for (size_t i = 0; i < n; i++) {
        if (write)
            bytes[i] = 0;
        else
            (void)bytes[i];
    }
}

static _Noreturn void end(void)
{
    _exit(EXIT_CUT_OFF);
}

static void send_bytes(const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    while (n) {
        ssize_t sent = send(WIRE_SOCKET, at, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno == EFAULT)
            touch((volatile uint8_t *)(uintptr_t)at, n, false);
        if (sent <= 0)
            end();
        at += sent;
        n -= (size_t)sent;
    }
}

static void receive_bytes(void *bytes, size_t n)
{
    uint8_t *at = bytes;
    while (n) {
        ssize_t got = recv(WIRE_SOCKET, at, n, MSG_WAITALL);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EFAULT)
            touch(at, n, true);
        if (got <= 0)
            end();
        at += got;
        n -= (size_t)got;
    }
}

/* Both in one call of the system, where that is all. */
static void send_request(const struct wire_request *request, const void *bytes)
{
    struct iovec parts[2] = {
        {(void *)(uintptr_t)request, sizeof *request},
        {(void *)(uintptr_t)bytes, (size_t)request->bytes}};
    struct msghdr message = {.msg_iov = parts,
                             .msg_iovlen = request->bytes ? 2 : 1};
    ssize_t sent = sendmsg(WIRE_SOCKET, &message, MSG_NOSIGNAL);
    size_t head = sizeof *request, done = sent < 0 ? 0 : (size_t)sent;
    if (done < head) {
        send_bytes((const uint8_t *)request + done, head - done);
        done = head;
    }
    if (request->bytes)
        send_bytes((const uint8_t *)bytes + (done - head),
                   (size_t)request->bytes - (done - head));
}

/* ---- messages ----------------------------------------------------------- */

static bool inside(void)
{
    return remote.held && pthread_equal(remote.holder, pthread_self());
}

static void enter(void)
{
    pthread_mutex_lock(&remote.lock);
    remote.holder = pthread_self();
    remote.held = true;
}

static void leave(void)
{
    remote.held = false;
    pthread_mutex_unlock(&remote.lock);
}

static void send_site(void)
{
    struct call_site *site =
        remote.touching ? call_interrupted(remote.touching) : call_here();
    struct wire_request request = {.call = WIRE_SITE,
                                   .sites = {call_trace(site)}};
    send_request(&request, NULL);
}

/* The reply without what follows it. */
static struct wire_reply await_reply(void)
{
    struct wire_reply reply;
    for (;;) {
        receive_bytes(&reply, sizeof reply);
        if (reply.answer == WIRE_REPLY)
            return reply;
        send_site();
    }
}

/* While entered: asks, and takes the bytes of the reply, at most `room`. */
static struct wire_reply ask(const struct wire_request *request,
                             const void *bytes, void *answer, size_t room)
{
    send_request(request, bytes);
    struct wire_reply reply = await_reply();
    if (reply.bytes > room)
        end();
    receive_bytes(answer, (size_t)reply.bytes);
    return reply;
}

/* The same for who has not entered. */
static struct wire_reply exchange(const struct wire_request *request,
                                  const void *bytes, void *answer, size_t room)
{
    enter();
    struct wire_reply reply = ask(request, bytes, answer, room);
    leave();
    return reply;
}

static cudaError_t simple(const struct wire_request *request)
{
    return (cudaError_t)exchange(request, NULL, NULL, 0).error;
}

/* No reply. */
static void tell(const struct wire_request *request, const void *bytes)
{
    enter();
    send_request(request, bytes);
    leave();
}

/* ---- the start ---------------------------------------------------------- */

__attribute__((constructor)) static void greet(void)
{
    struct wire_request request = {.call = WIRE_HELLO,
                                   .size = sizeof(struct wire_request)};
    struct wire_greeting greeting = wire_greeting();
    char gpu[64] = "";
    send_bytes(&greeting, sizeof greeting);
    struct wire_reply reply = exchange(&request, NULL, gpu, sizeof gpu - 1);
    remote.window_start = reply.values[0];
    remote.window_size = reply.values[1];
    remote.visible_start = reply.values[2];
    remote.visible_size = reply.values[3];
    pages_reserve(remote.window_start, remote.window_size);
    options_use_gpu(gpu);
}

/* ---- shared memory ------------------------------------------------------ */

static void push(uint64_t address, const void *bytes, size_t n)
{
    struct wire_request request = {
        .call = WIRE_PUSH, .address = address, .size = n, .bytes = n};
    send_request(&request, bytes);
}

/* While entered: before the device can look at what is shared. */
static void give(void)
{
    pages_give(push);
}

static void give_lent(void)
{
    for (const struct lent *l = remote.lent; l; l = l->next)
        push((uint64_t)(uintptr_t)l->start, l->start, l->size);
}

static void fetch(uint64_t address, void *to, size_t n)
{
    struct wire_request request = {
        .call = WIRE_FETCH, .address = address, .size = n};
    ask(&request, NULL, to, n);
}

static void take_lent(void)
{
    for (struct lent *l = remote.lent; l; l = l->next)
        fetch((uint64_t)(uintptr_t)l->start, l->start, l->size);
}

/* Nobody looks at the order of these here. */
void device_watch_host(bool (*comes)(void))
{
    (void)comes;
}

bool device_host_touches(uint64_t address, const void *instruction,
                         enum device_touch touch)
{
    int kept = errno;
    (void)touch;
    if (inside())
        return false;
    enter();
    remote.touching = instruction;
    bool taken = pages_take((void *)(uintptr_t)address, fetch);
    remote.touching = NULL;
    leave();
    errno = kept;
    return taken;
}

/* ---- code --------------------------------------------------------------- */

cudaError_t device_load(const void *wrapper, device_module *module,
                        struct device_refusal *why)
{
    (void)wrapper; /* the device has what was compiled */
    struct wire_request request = {.call = WIRE_LOAD};
    struct wire_reply reply = exchange(&request, NULL, why, sizeof *why);
    *module = reply.values[0];
    return (cudaError_t)reply.error;
}

static cudaError_t unpack_kernel(const struct wire_kernel *k, const char *rest,
                                 struct device_kernel *kernel)
{
    size_t params = k->param_count * sizeof *kernel->params;
    *kernel = (struct device_kernel){
        .code = k->code,
        .name = strdup(rest + params),
        .param_count = k->param_count,
        .params = malloc(params + 1),
        .param_bytes = k->param_bytes,
        .static_shared = k->static_shared,
        .max_threads = k->max_threads,
        .local_bytes = k->local_bytes,
        .registers = k->registers,
        .const_bytes = k->const_bytes,
        .target = k->target,
    };
    if (!kernel->name || !kernel->params) {
        free(kernel->name);
        free(kernel->params);
        kernel->code = 0;
        return cudaErrorMemoryAllocation;
    }
    memcpy(kernel->params, rest, params);
    return cudaSuccess;
}

cudaError_t device_find_kernel(device_module module, const char *name,
                               struct device_kernel *kernel)
{
    enum { ROOM = 128 << 10 };
    struct wire_request request = {
        .call = WIRE_FIND_KERNEL, .handle = module, .bytes = strlen(name) + 1};
    char *answer = calloc(1, ROOM + 1);
    if (!answer || request.bytes > WIRE_NAME) {
        free(answer);
        return cudaErrorMemoryAllocation;
    }
    cudaError_t error =
        (cudaError_t)exchange(&request, name, answer, ROOM).error;
    struct wire_kernel k;
    memcpy(&k, answer, sizeof k);
    if (!error)
        error = unpack_kernel(&k, answer + sizeof k, kernel);
    free(answer);
    return error;
}

cudaError_t device_find_variable(device_module module, const char *name,
                                 struct device_variable *variable)
{
    struct wire_request request = {.call = WIRE_FIND_VARIABLE,
                                   .handle = module,
                                   .bytes = strlen(name) + 1};
    if (request.bytes > WIRE_NAME)
        return cudaErrorInvalidSymbol;
    enter();
    struct wire_reply reply = ask(&request, name, NULL, 0);
    variable->address = reply.values[0];
    variable->size = reply.values[1];
    variable->host =
        reply.error ? NULL
                    : pages_show(variable->address, (size_t)variable->size);
    leave();
    return (cudaError_t)reply.error;
}

/* ---- launches ----------------------------------------------------------- */

cudaError_t device_launch(const struct device_launch *l, double *ms)
{
    struct wire_request request = {
        .call = WIRE_LAUNCH,
        .handle = l->code,
        .grid = {l->grid[0], l->grid[1], l->grid[2]},
        .block = {l->block[0], l->block[1], l->block[2]},
        .dynamic_shared = l->dynamic_shared,
        .flag = l->cooperative,
        .bytes = l->param_bytes};
    enter();
    give();
    give_lent();
    remote.launched = true;
    struct wire_reply reply = ask(&request, l->params, NULL, 0);
    if (reply.values[0])
        take_lent();
    leave();
    *ms = reply.ms;
    return (cudaError_t)reply.error;
}

/* ---- memory ------------------------------------------------------------- */

static struct known *find_known(uint64_t address)
{
    struct known *k = remote.known;
    while (k && address - k->memory.address >= k->memory.size)
        k = k->next;
    return k;
}

static bool is_visible(enum device_memory_kind kind)
{
    return kind == DEVICE_PINNED || kind == DEVICE_MANAGED;
}

static void give_back(uint64_t address)
{
    struct wire_request request = {.call = WIRE_FREE, .address = address};
    ask(&request, NULL, NULL, 0);
}

/* What was allocated is mapped here, too, if the program may touch it. */
static cudaError_t note_allocation(uint64_t address, uint32_t id, size_t size,
                                   enum device_memory_kind kind,
                                   struct call_site *site)
{
    struct known *k = malloc(sizeof *k);
    if (!k || (is_visible(kind) && !pages_share(address, size))) {
        free(k);
        give_back(address);
        return cudaErrorMemoryAllocation;
    }
    *k = (struct known){.memory = {.known = true,
                                   .inside = true,
                                   .live = true,
                                   .kind = kind,
                                   .id = id,
                                   .address = address,
                                   .size = size,
                                   .allocated = site},
                        .next = remote.known};
    remote.known = k;
    return cudaSuccess;
}

cudaError_t device_allocate(size_t size, enum device_memory_kind kind,
                            struct call_site *site, uint64_t *address)
{
    struct wire_request request = {.call = WIRE_ALLOCATE,
                                   .kind = kind,
                                   .size = size,
                                   .sites = {call_trace(site)}};
    enter();
    struct wire_reply reply = ask(&request, NULL, NULL, 0);
    cudaError_t error = (cudaError_t)reply.error;
    *address = reply.values[0];
    if (!error)
        error = note_allocation(*address, (uint32_t)reply.values[1], size, kind,
                                site);
    leave();
    return error;
}

cudaError_t device_free(uint64_t address, struct call_site *site)
{
    struct wire_request request = {
        .call = WIRE_FREE, .address = address, .sites = {call_trace(site)}};
    enter();
    cudaError_t error = (cudaError_t)ask(&request, NULL, NULL, 0).error;
    struct known *k = error ? NULL : find_known(address);
    if (k) {
        k->memory.live = false;
        k->memory.freed = true;
        k->memory.freed_by = site;
        pages_forget(address);
    }
    leave();
    return error;
}

cudaError_t device_revive(uint64_t address)
{
    struct wire_request request = {.call = WIRE_REVIVE, .address = address};
    enter();
    cudaError_t error = (cudaError_t)ask(&request, NULL, NULL, 0).error;
    struct known *k = error ? NULL : find_known(address);
    if (k) {
        k->memory.live = true;
        k->memory.freed = false;
    }
    leave();
    return error;
}

void device_free_all(void)
{
    enter();
    ask(&(struct wire_request){.call = WIRE_FREE_ALL}, NULL, NULL, 0);
    for (struct known *k = remote.known; k; k = k->next) {
        k->memory.live = false;
        k->memory.freed = true;
        pages_forget(k->memory.address);
    }
    leave();
}

cudaError_t device_register(void *start, size_t size)
{
    struct wire_request request = {.call = WIRE_REGISTER,
                                   .address = (uint64_t)(uintptr_t)start,
                                   .size = size};
    struct lent *l = malloc(sizeof *l);
    if (!l)
        return cudaErrorMemoryAllocation;
    enter();
    cudaError_t error = (cudaError_t)ask(&request, NULL, NULL, 0).error;
    if (error) {
        free(l);
    } else {
        *l = (struct lent){start, size, remote.lent};
        remote.lent = l;
    }
    leave();
    return error;
}

void device_unregister(void *start)
{
    struct wire_request request = {.call = WIRE_UNREGISTER,
                                   .address = (uint64_t)(uintptr_t)start};
    enter();
    ask(&request, NULL, NULL, 0);
    for (struct lent **l = &remote.lent; *l; l = &(*l)->next)
        if ((*l)->start == start) {
            struct lent *gone = *l;
            *l = gone->next;
            free(gone);
            break;
        }
    leave();
}

static bool is_lent(uint64_t address)
{
    const struct lent *l = remote.lent;
    while (l && address - (uint64_t)(uintptr_t)l->start >= l->size)
        l = l->next;
    return l;
}

bool device_reserved(uint64_t address)
{
    return address - remote.window_start < remote.window_size;
}

static struct device_memory ask_memory(uint64_t address)
{
    struct wire_request request = {.call = WIRE_MEMORY_AT, .address = address};
    struct wire_memory m = {0};
    ask(&request, NULL, &m, sizeof m);
    struct device_memory memory = {
        .known = m.known,
        .inside = m.inside,
        .live = m.live,
        .kind = (enum device_memory_kind)m.kind,
        .freed = m.freed,
        .id = m.id,
        .address = m.address,
        .size = m.size,
    };
    snprintf(memory.name, sizeof memory.name, "%.200s", m.name);
    const struct known *k = find_known(m.address);
    if (k) {
        memory.allocated = k->memory.allocated;
        memory.freed_by = k->memory.freed_by;
    }
    return memory;
}

/* Most questions are about what the program allocated, or the host's own. */
struct device_memory device_memory_at(uint64_t address)
{
    struct device_memory memory = {0};
    enter();
    const struct known *k = find_known(address);
    if (k)
        memory = k->memory;
    else if (device_reserved(address) || is_lent(address) ||
             address - remote.visible_start < remote.visible_size)
        memory = ask_memory(address);
    leave();
    return memory;
}

void device_memory_info(size_t *free_bytes, size_t *total_bytes)
{
    struct wire_request request = {.call = WIRE_MEMORY_INFO};
    struct wire_reply reply = exchange(&request, NULL, NULL, 0);
    *free_bytes = (size_t)reply.values[0];
    *total_bytes = (size_t)reply.values[1];
}

/* Of memory, which host and device may share. */
static cudaError_t on_memory(const struct wire_request *request,
                             const void *bytes, void *answer, size_t room)
{
    enter();
    give();
    struct wire_reply reply = ask(request, bytes, answer, room);
    leave();
    return (cudaError_t)reply.error;
}

/* Memory of the host's that the device can reach by itself. */
static bool is_pinned(const void *host)
{
    uint64_t address = (uint64_t)(uintptr_t)host;
    enter();
    const struct known *k = find_known(address);
    bool pinned = is_lent(address) ||
                  (k && k->memory.live && k->memory.kind == DEVICE_PINNED);
    leave();
    return pinned;
}

cudaError_t device_write(uint64_t dst, const void *src, size_t n)
{
    struct wire_request request = {.call = WIRE_WRITE,
                                   .address = dst,
                                   .size = n,
                                   .flag = is_pinned(src),
                                   .bytes = n};
    return on_memory(&request, src, NULL, 0);
}

cudaError_t device_read(void *dst, uint64_t src, size_t n)
{
    struct wire_request request = {.call = WIRE_READ,
                                   .address = src,
                                   .source = (uint64_t)(uintptr_t)dst,
                                   .size = n,
                                   .flag = is_pinned(dst)};
    return on_memory(&request, NULL, dst, n);
}

cudaError_t device_copy(uint64_t dst, uint64_t src, size_t n)
{
    struct wire_request request = {
        .call = WIRE_COPY, .address = dst, .source = src, .size = n};
    return on_memory(&request, NULL, NULL, 0);
}

cudaError_t device_fill(uint64_t dst, uint8_t byte, size_t n)
{
    struct wire_request request = {
        .call = WIRE_FILL, .address = dst, .size = n, .value = byte};
    return on_memory(&request, NULL, NULL, 0);
}

/* ---- the order of calls -------------------------------------------------- */

void device_note(enum device_note note, uint64_t a, uint64_t b, double ms)
{
    struct wire_request request = {
        .call = WIRE_NOTE, .kind = note, .address = a, .source = b, .ms = ms};
    if (note == DEVICE_NOTE_NODE)
        request.sites[0] = call_trace((struct call_site *)(uintptr_t)b);
    tell(&request, NULL);
}

/* ---- limits ------------------------------------------------------------- */

size_t device_limit(enum device_limit limit)
{
    struct wire_request request = {.call = WIRE_LIMIT, .kind = limit};
    return (size_t)exchange(&request, NULL, NULL, 0).values[0];
}

void device_set_limit(enum device_limit limit, size_t bytes)
{
    struct wire_request request = {
        .call = WIRE_SET_LIMIT, .kind = limit, .value = bytes};
    simple(&request);
}

/* ---- what is told ------------------------------------------------------- */

void device_show_prints(void)
{
    if (remote.launched)
        tell(&(struct wire_request){.call = WIRE_SHOW_PRINTS}, NULL);
    remote.launched = false;
}

static void put(char *field, size_t room, const char *text)
{
    snprintf(field, room, "%s", text ? text : "");
}

void device_tell(const struct device_finding *finding)
{
    struct wire_request request = {.call = WIRE_TELL,
                                   .kind = finding->tool,
                                   .flag = finding->warning,
                                   .sites = {call_trace(finding->site),
                                             call_trace(finding->allocated),
                                             call_trace(finding->freed)},
                                   .bytes = sizeof(struct wire_finding)};
    struct wire_finding f = {.title = ""};
    put(f.title, sizeof f.title, finding->title);
    put(f.detail, sizeof f.detail, finding->detail);
    put(f.hint, sizeof f.hint, finding->hint);
    tell(&request, &f);
}

void device_tell_leaks(void)
{
    tell(&(struct wire_request){.call = WIRE_TELL_LEAKS}, NULL);
}

/* The device's process says what there is to say. */
int device_end(bool leaks)
{
    (void)leaks;
    return 0;
}
