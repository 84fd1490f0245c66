/*
 * serve.c - the device for a program in another process.
 */
#include "serve.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/limits.h"
#include "base/options.h"
#include "memory/memory.h"

/* A kernel that was found, under the number that the program knows. */
struct served_kernel {
    struct device_kernel kernel;
    char *symbol; /* as it is called in the code */
};

/* Memory that the program shares with the device, and what it knows of it. */
struct served_memory {
    uint64_t address, size;
    uint8_t *known; /* what the program has, as far as we told it */
    uint8_t *bytes; /* registered: the copy that kernels use */
    struct served_memory *next;
};

/* A message that is served. */
struct message {
    struct wire_request request;
    uint8_t *bytes; /* that followed, and a 0 */
    struct wire_reply reply;
    const void *answer; /* what follows the reply */
    void *made;         /* to be freed */
    bool nonsense;
};

/* While a reply is waited for: whom call_here asks. */
static struct server *waiting;

/* ---- bytes -------------------------------------------------------------- */

static bool answer(struct server *server, const struct message *m)
{
    return server->send(server, &m->reply, sizeof m->reply) &&
           (!m->reply.bytes ||
            server->send(server, m->answer, (size_t)m->reply.bytes));
}

static void fail(struct message *m, cudaError_t error)
{
    m->reply.error = (int32_t)error;
}

struct call_site *serve_site(struct server *server)
{
    struct wire_reply question = {.answer = WIRE_WANTS_SITE};
    struct wire_request said;
    if (waiting != server ||
        !server->send(server, &question, sizeof question) ||
        !server->receive(server, &said, sizeof said) ||
        said.call != WIRE_SITE || said.bytes)
        return NULL;
    return call_of_trace(&said.sites[0]);
}

static struct call_site *ask_site(void)
{
    return waiting ? serve_site(waiting) : NULL;
}

/* ---- code --------------------------------------------------------------- */

static void serve_hello(struct server *server, struct message *m)
{
    struct memory_space device, visible;
    m->nonsense = m->request.size != sizeof m->request;
    if (!memory_spaces(&device, &visible)) {
        fail(m, cudaErrorMemoryAllocation);
        return;
    }
    m->reply.values[0] = device.start;
    m->reply.values[1] = device.size;
    m->reply.values[2] = visible.start;
    m->reply.values[3] = visible.size;
    m->answer = server->gpu;
    m->reply.bytes = strlen(server->gpu);
}

static void serve_load(struct server *server, struct message *m)
{
    struct device_refusal *why = calloc(1, sizeof *why);
    m->made = why;
    if (!why) {
        fail(m, cudaErrorMemoryAllocation);
        return;
    }
    fail(m, server->load(server, &server->module, why));
    m->reply.values[0] = server->module != 0;
    m->answer = why;
    m->reply.bytes = sizeof *why;
}

/* A name ends with the bytes, and nothing else follows. */
static bool has_name(const struct message *m)
{
    return m->request.bytes && m->request.bytes <= WIRE_NAME &&
           strlen((char *)m->bytes) + 1 == m->request.bytes;
}

static bool module_known(const struct server *server, struct message *m)
{
    m->nonsense = !has_name(m);
    if (!m->nonsense && server->module && m->request.handle == 1)
        return true;
    fail(m, cudaErrorInvalidDeviceFunction);
    return false;
}

static void pack_kernel(struct message *m, const struct device_kernel *k,
                        uint64_t code)
{
    struct wire_kernel packed = {.code = code,
                                 .param_count = k->param_count,
                                 .param_bytes = k->param_bytes,
                                 .static_shared = k->static_shared,
                                 .max_threads = k->max_threads,
                                 .local_bytes = k->local_bytes,
                                 .registers = k->registers,
                                 .const_bytes = k->const_bytes,
                                 .target = k->target};
    size_t params = k->param_count * sizeof *k->params;
    size_t name = strlen(k->name) + 1;
    uint8_t *all = malloc(sizeof packed + params + name);
    m->made = all;
    if (!all) {
        fail(m, cudaErrorMemoryAllocation);
        return;
    }
    memcpy(all, &packed, sizeof packed);
    memcpy(all + sizeof packed, k->params, params);
    memcpy(all + sizeof packed + params, k->name, name);
    m->answer = all;
    m->reply.bytes = sizeof packed + params + name;
}

static void serve_find_kernel(struct server *server, struct message *m)
{
    struct device_kernel found;
    if (!module_known(server, m))
        return;
    fail(m, device_find_kernel(server->module, (char *)m->bytes, &found));
    if (m->reply.error)
        return;
    struct served_kernel *all = grow(server->kernels, server->kernel_count,
                                     &server->kernel_room, sizeof *all);
    char *symbol = strdup((char *)m->bytes);
    if (all)
        server->kernels = all;
    if (!all || !symbol) {
        free(found.name);
        free(found.params);
        free(symbol);
        fail(m, cudaErrorMemoryAllocation);
        return;
    }
    all[server->kernel_count++] = (struct served_kernel){found, symbol};
    pack_kernel(m, &found, server->kernel_count);
}

static void serve_find_variable(struct server *server, struct message *m)
{
    struct device_variable found;
    if (!module_known(server, m))
        return;
    fail(m, device_find_variable(server->module, (char *)m->bytes, &found));
    if (m->reply.error)
        return;
    m->reply.values[0] = found.address;
    m->reply.values[1] = found.size;
}

/* ---- shared memory ------------------------------------------------------ */

static struct served_memory *shared_at(const struct server *server,
                                       uint64_t address, uint64_t size)
{
    struct served_memory *s = server->shared;
    while (s && address - s->address >= s->size)
        s = s->next;
    return s && size <= s->size - (address - s->address) ? s : NULL;
}

static bool share(struct server *server, uint64_t address, uint64_t size,
                  uint8_t *bytes)
{
    struct served_memory *s = malloc(sizeof *s);
    uint8_t *known = calloc(1, (size_t)size);
    if (!s || !known) {
        free(s);
        free(known);
        return false;
    }
    *s = (struct served_memory){
        .address = address, .size = size, .next = server->shared};
    s->known = known;
    s->bytes = bytes;
    server->shared = s;
    server->shared_bytes += size;
    return true;
}

static void unshare(struct server *server, uint64_t address)
{
    struct served_memory **s = &server->shared;
    while (*s && (*s)->address != address)
        s = &(*s)->next;
    if (!*s)
        return;
    struct served_memory *gone = *s;
    *s = gone->next;
    server->shared_bytes -= gone->size;
    if (gone->bytes)
        memory_unregister(gone->address);
    free(gone->known);
    free(gone->bytes);
    free(gone);
}

/* No reply: what cannot be is nonsense. */
static void serve_push(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    struct served_memory *s = shared_at(server, q->address, q->bytes);
    uint8_t *known = s ? s->known + (q->address - s->address) : NULL;
    server->uploads(server, m->bytes, known, (size_t)q->bytes);
    uint64_t bad; /* the host's own access: no work of a stream */
    m->nonsense = !memory_write(q->address, m->bytes, (size_t)q->bytes, &bad);
    if (known)
        memcpy(known, m->bytes, (size_t)q->bytes);
}

static size_t differing(const uint8_t *a, const uint8_t *b, size_t n)
{
    size_t count = 0;
    if (!memcmp(a, b, n))
        return 0;
    for (size_t i = 0; i < n; i++)
        count += a[i] != b[i];
    return count;
}

/* As part of a stream's work, or by the host itself. */
static cudaError_t read_as(bool work, void *to, uint64_t from, size_t n)
{
    uint64_t bad;
    if (work)
        return device_read(to, from, n);
    return memory_read(to, from, n, &bad) ? cudaSuccess : cudaErrorInvalidValue;
}

/* Memory for what is read, after a look at how much is asked for. */
static uint8_t *read_device(const struct server *server, struct message *m,
                            bool work)
{
    const struct wire_request *q = &m->request;
    uint8_t *bytes = NULL;
    m->made = bytes =
        q->size <= server->most_bytes ? malloc(q->size + 1) : NULL;
    if (!bytes)
        fail(m, cudaErrorMemoryAllocation);
    else
        fail(m, read_as(work, bytes, q->address, (size_t)q->size));
    if (m->reply.error)
        return NULL;
    m->answer = bytes;
    m->reply.bytes = q->size;
    return bytes;
}

/* The client fetches what it has mapped: all of that is there. */
static void serve_fetch(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    const uint8_t *bytes = read_device(server, m, false);
    struct served_memory *s = shared_at(server, q->address, q->size);
    size_t n = (size_t)q->size;
    m->nonsense = !bytes;
    if (m->nonsense)
        return;
    uint8_t *known = s ? s->known + (q->address - s->address) : NULL;
    server->downloads(server, bytes, n, known ? differing(bytes, known, n) : n);
    if (known)
        memcpy(known, bytes, n);
}

static bool overlaps(uint64_t start, uint64_t size, uint64_t other,
                     uint64_t other_size)
{
    return start < other + other_size && other < start + size;
}

/* Addresses that are the host's own, nobody else's. */
static bool may_register(const struct server *server, uint64_t start,
                         uint64_t size)
{
    struct memory_space device, visible;
    if (!size || start + size < start || size > server->most_bytes ||
        server->shared_bytes > server->most_bytes - size ||
        !memory_spaces(&device, &visible) ||
        overlaps(start, size, device.start, device.size) ||
        overlaps(start, size, visible.start, visible.size))
        return false;
    for (const struct served_memory *s = server->shared; s; s = s->next)
        if (overlaps(start, size, s->address, s->size))
            return false;
    return true;
}

static void serve_register(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    uint8_t *bytes = may_register(server, q->address, q->size)
                         ? calloc(1, (size_t)q->size)
                         : NULL;
    bool known = bytes && memory_register(q->address, bytes, (size_t)q->size);
    if (known && share(server, q->address, q->size, bytes))
        return;
    if (known)
        memory_unregister(q->address);
    free(bytes);
    fail(m, cudaErrorMemoryAllocation);
}

static void serve_unregister(struct server *server, struct message *m)
{
    const struct served_memory *s = shared_at(server, m->request.address, 1);
    if (!s || !s->bytes || s->address != m->request.address)
        return;
    unshare(server, s->address);
}

/* Has a kernel written to what the host registered? */
static bool lent_changed(const struct server *server)
{
    for (const struct served_memory *s = server->shared; s; s = s->next)
        if (s->bytes && memcmp(s->bytes, s->known, (size_t)s->size))
            return true;
    return false;
}

/* ---- launches ----------------------------------------------------------- */

static bool within(const uint32_t size[3], uint32_t x, uint32_t y, uint32_t z)
{
    return size[0] && size[1] && size[2] && size[0] <= x && size[1] <= y &&
           size[2] <= z;
}

/* As runtime/launch.c has looked at it before. */
static bool launch_possible(const struct wire_request *q,
                            const struct device_kernel *k)
{
    const struct gpu *gpu = options()->gpu;
    uint64_t threads = (uint64_t)q->block[0] * q->block[1] * q->block[2];
    uint64_t blocks = (uint64_t)q->grid[0] * q->grid[1];
    return within(q->grid, MAX_GRID_X, MAX_GRID_Y, MAX_GRID_Z) &&
           within(q->block, MAX_BLOCK_X, MAX_BLOCK_Y, MAX_BLOCK_Z) &&
           threads <= MAX_BLOCK_THREADS && threads <= k->max_threads &&
           (uint64_t)k->static_shared + q->dynamic_shared <=
               gpu->block_shared_optin &&
           (!q->flag || (blocks <= UINT32_MAX &&
                         blocks * q->grid[2] <=
                             (uint64_t)gpu->multiprocessors * gpu->blocks)) &&
           q->bytes == k->param_bytes;
}

static void serve_launch(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    uint64_t number = q->handle - 1;
    const struct device_kernel *k =
        number < server->kernel_count ? &server->kernels[number].kernel : NULL;
    m->nonsense = !k || !launch_possible(q, k);
    if (m->nonsense)
        return;
    fail(m, server->fails(server, SERVE_LAUNCH));
    if (m->reply.error)
        return;
    struct device_launch launch = {
        .code = k->code,
        .grid = {q->grid[0], q->grid[1], q->grid[2]},
        .block = {q->block[0], q->block[1], q->block[2]},
        .dynamic_shared = q->dynamic_shared,
        .params = m->bytes,
        .param_bytes = k->param_bytes,
        .cooperative = q->flag,
    };
    double busy_ms; /* not told: how long it takes could be a message */
    if (!server->notes)
        fail(m, device_launch(&launch, &busy_ms));
    m->reply.ms = options()->gpu->least_launch_ms;
    m->reply.values[0] = lent_changed(server);
    server->launched(server, (size_t)q->bytes, (cudaError_t)m->reply.error);
}

/* ---- memory ------------------------------------------------------------- */

static bool is_shared(uint32_t kind)
{
    return kind == DEVICE_PINNED || kind == DEVICE_MANAGED;
}

/* What a program may ask for, and give back. */
static bool is_asked_for(uint32_t kind)
{
    return kind == DEVICE_ONLY || is_shared(kind) || kind == DEVICE_ARRAY ||
           kind == DEVICE_OBJECT;
}

static void serve_allocate(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    m->nonsense = !is_asked_for(q->kind) || !q->size;
    fail(m, server->fails(server, SERVE_ALLOCATION));
    if (m->nonsense || m->reply.error)
        return;
    if (is_shared(q->kind) &&
        (q->size > server->most_bytes ||
         server->shared_bytes > server->most_bytes - q->size)) {
        fail(m, cudaErrorMemoryAllocation);
        return;
    }
    uint64_t address;
    fail(m, device_allocate((size_t)q->size, (enum device_memory_kind)q->kind,
                            call_of_trace(&q->sites[0]), &address));
    if (!m->reply.error && is_shared(q->kind) &&
        !share(server, address, q->size, NULL)) {
        device_free(address, NULL);
        fail(m, cudaErrorMemoryAllocation);
    }
    if (m->reply.error)
        return;
    m->reply.values[0] = address;
    m->reply.values[1] = device_memory_at(address).id;
}

static void serve_free(struct server *server, struct message *m)
{
    uint64_t address = m->request.address;
    struct device_memory memory = device_memory_at(address);
    if (!memory.live || memory.address != address ||
        !is_asked_for(memory.kind)) {
        fail(m, cudaErrorInvalidValue);
        return;
    }
    fail(m, device_free(address, call_of_trace(&m->request.sites[0])));
    unshare(server, address);
}

static void serve_free_all(struct server *server, struct message *m)
{
    struct served_memory *s = server->shared, *next;
    (void)m;
    device_free_all();
    for (; s; s = next) {
        next = s->next;
        if (!s->bytes)
            unshare(server, s->address);
    }
}

/* What kernels allocate, and how much is left, they decide: it could tell the
 * program something, if only a little. */
static void serve_memory_at(struct server *server, struct message *m)
{
    struct device_memory found = device_memory_at(m->request.address);
    struct wire_memory *packed = calloc(1, sizeof *packed);
    m->made = packed;
    if (!packed) {
        fail(m, cudaErrorMemoryAllocation);
        return;
    }
    if (found.known)
        *packed = (struct wire_memory){
            .known = true,
            .inside = found.inside,
            .live = found.live,
            .freed = found.freed,
            .kind = found.kind,
            .id = found.id,
            .address = found.address,
            .size = found.size,
        };
    memcpy(packed->name, found.name, sizeof found.name);
    m->answer = packed;
    m->reply.bytes = sizeof *packed;
    if (found.known && found.kind == DEVICE_HEAP)
        server->downloads(server, packed, 0, sizeof packed->size);
}

static void serve_memory_info(struct server *server, struct message *m)
{
    size_t left, all;
    device_memory_info(&left, &all);
    m->reply.values[0] = left;
    m->reply.values[1] = all;
    server->downloads(server, NULL, 0, sizeof left);
}

static void serve_write(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    fail(m, server->fails(server, SERVE_COPY));
    if (m->reply.error)
        return;
    server->uploads(server, m->bytes, NULL, (size_t)q->bytes);
    fail(m, device_write(q->address, m->bytes, (size_t)q->bytes));
}

/* What lands in memory that is shared is known there. */
static void serve_read(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    fail(m, server->fails(server, SERVE_COPY));
    const uint8_t *bytes = m->reply.error ? NULL : read_device(server, m, true);
    struct served_memory *s = shared_at(server, q->source, q->size);
    if (bytes)
        server->downloads(server, bytes, (size_t)q->size, (size_t)q->size);
    if (bytes && s)
        memcpy(s->known + (q->source - s->address), bytes, (size_t)q->size);
}

static void serve_copy(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    fail(m, server->fails(server, SERVE_COPY));
    if (!m->reply.error)
        fail(m, device_copy(q->address, q->source, (size_t)q->size));
}

static void serve_fill(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    uint8_t byte = (uint8_t)q->value;
    server->uploads(server, &byte, NULL, 1);
    fail(m, device_fill(q->address, byte, (size_t)q->size));
}

static void serve_revive(struct server *server, struct message *m)
{
    (void)server;
    fail(m, device_revive(m->request.address));
}

/* ---- limits, what is told ----------------------------------------------- */

static void serve_limit(struct server *server, struct message *m)
{
    (void)server;
    m->nonsense = m->request.kind > DEVICE_HEAP_BYTES;
    if (!m->nonsense)
        m->reply.values[0] = device_limit((enum device_limit)m->request.kind);
}

static void serve_set_limit(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    m->nonsense = q->kind > DEVICE_HEAP_BYTES;
    if (!m->nonsense && q->value <= server->most_bytes)
        device_set_limit((enum device_limit)q->kind, (size_t)q->value);
}

static void serve_show_prints(struct server *server, struct message *m)
{
    (void)server, (void)m;
    device_show_prints();
}

static void serve_tell(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    struct wire_finding f;
    (void)server;
    m->nonsense = q->bytes != sizeof f || q->kind > DEVICE_MEMCHECK;
    if (m->nonsense)
        return;
    memcpy(&f, m->bytes, sizeof f);
    f.title[sizeof f.title - 1] = '\0';
    f.detail[sizeof f.detail - 1] = '\0';
    f.hint[sizeof f.hint - 1] = '\0';
    device_tell(&(struct device_finding){
        .tool = q->kind == DEVICE_MEMCHECK ? DEVICE_MEMCHECK : DEVICE_APICHECK,
        .warning = q->flag,
        .site = call_of_trace(&q->sites[0]),
        .allocated = call_of_trace(&q->sites[1]),
        .freed = call_of_trace(&q->sites[2]),
        .title = f.title,
        .detail = f.detail,
        .hint = f.hint});
}

static void serve_tell_leaks(struct server *server, struct message *m)
{
    (void)server, (void)m;
    device_tell_leaks();
}

/* More events, and nodes of a graph, than these are not followed; so many
 * graphs run in each other at most. */
enum { EVENTS_FOLLOWED = 1 << 16, NODES_FOLLOWED = 1 << 12 };

static bool is_of_graph(uint32_t note)
{
    return note >= DEVICE_NOTE_GRAPH && note <= DEVICE_NOTE_GRAPH_END;
}

static bool is_of_event(uint32_t note)
{
    return note == DEVICE_NOTE_RECORD || note == DEVICE_NOTE_WAIT_IN_STREAM ||
           note == DEVICE_NOTE_EVENT_WAIT;
}

/* About the innermost graph that runs; false: none says that. */
static bool note_graph(struct server *server, const struct wire_request *q)
{
    bool begins = q->kind == DEVICE_NOTE_GRAPH;
    if (begins ? server->graphs == SERVE_GRAPHS : !server->graphs)
        return false;
    if (begins)
        server->graph_nodes[server->graphs++] = q->address;
    uint64_t nodes = server->graph_nodes[server->graphs - 1], b = q->source;
    if (q->kind == DEVICE_NOTE_GRAPH_END)
        server->graphs--;
    if ((q->kind == DEVICE_NOTE_NODE && q->address >= nodes) ||
        (q->kind == DEVICE_NOTE_NODE_AFTER &&
         (q->address >= nodes || q->source >= q->address)))
        return false;
    if (q->kind == DEVICE_NOTE_NODE)
        b = (uint64_t)(uintptr_t)call_of_trace(&q->sites[0]);
    if (nodes <= NODES_FOLLOWED)
        device_note((enum device_note)q->kind, q->address, b, q->ms);
    return true;
}

/* Whoever counts the calls is told by handle(). */
static void serve_note(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    if (q->kind >= DEVICE_NOTES)
        m->nonsense = true;
    else if (is_of_graph(q->kind))
        m->nonsense = !note_graph(server, q);
    else if (!is_of_event(q->kind) || q->address < EVENTS_FOLLOWED)
        device_note((enum device_note)q->kind, q->address, q->source, q->ms);
}

/* ---- one message -------------------------------------------------------- */

static void (*const calls[])(struct server *server, struct message *m) = {
#define CALL(call, function) [call - WIRE_HELLO] = function
    CALL(WIRE_HELLO, serve_hello),
    CALL(WIRE_LOAD, serve_load),
    CALL(WIRE_FIND_KERNEL, serve_find_kernel),
    CALL(WIRE_FIND_VARIABLE, serve_find_variable),
    CALL(WIRE_LAUNCH, serve_launch),
    CALL(WIRE_ALLOCATE, serve_allocate),
    CALL(WIRE_FREE, serve_free),
    CALL(WIRE_REVIVE, serve_revive),
    CALL(WIRE_FREE_ALL, serve_free_all),
    CALL(WIRE_REGISTER, serve_register),
    CALL(WIRE_UNREGISTER, serve_unregister),
    CALL(WIRE_MEMORY_AT, serve_memory_at),
    CALL(WIRE_MEMORY_INFO, serve_memory_info),
    CALL(WIRE_WRITE, serve_write),
    CALL(WIRE_READ, serve_read),
    CALL(WIRE_COPY, serve_copy),
    CALL(WIRE_FILL, serve_fill),
    CALL(WIRE_FETCH, serve_fetch),
    CALL(WIRE_LIMIT, serve_limit),
    CALL(WIRE_SET_LIMIT, serve_set_limit),
    CALL(WIRE_PUSH, serve_push),
    CALL(WIRE_SHOW_PRINTS, serve_show_prints),
    CALL(WIRE_TELL, serve_tell),
    CALL(WIRE_TELL_LEAKS, serve_tell_leaks),
    CALL(WIRE_NOTE, serve_note),
#undef CALL
};

/* What the program says first. */
static enum serve_result greet(struct server *server)
{
    struct wire_greeting theirs, mine = wire_greeting();
    if (!server->receive(server, &theirs, sizeof theirs))
        return SERVE_GONE;
    server->greeted = true;
    return memcmp(&theirs, &mine, sizeof mine) ? SERVE_OTHER_VERSION
                                               : SERVE_DONE;
}

/* The parameters of a kernel are read as what they are: aligned, and with
 * room for the widest behind the last. */
static enum serve_result receive(struct server *server, struct message *m)
{
    const struct wire_request *q = &m->request;
    if (!server->receive(server, &m->request, sizeof m->request))
        return SERVE_GONE;
    if (q->call < WIRE_HELLO || q->call >= WIRE_CALLS ||
        !calls[q->call - WIRE_HELLO] || q->bytes > server->most_bytes)
        return SERVE_NONSENSE;
    if (!server->most_messages)
        return SERVE_TOO_MUCH;
    server->most_messages--;
    m->bytes = malloc((size_t)q->bytes + 16);
    if (!m->bytes)
        return SERVE_NONSENSE;
    memset(m->bytes + q->bytes, 0, 16);
    return server->receive(server, m->bytes, (size_t)q->bytes) ? SERVE_DONE
                                                               : SERVE_GONE;
}

static enum serve_result handle(struct server *server, struct message *m)
{
    bool replies = m->request.call < WIRE_PUSH, sent;
    waiting = replies ? server : NULL;
    call_ask(ask_site);
    calls[m->request.call - WIRE_HELLO](server, m);
    waiting = NULL;
    if (m->nonsense)
        return SERVE_NONSENSE;
    if (server->notes && !m->reply.error)
        server->notes(server, &m->request, m->bytes, &m->reply);
    if (server->called && !m->reply.error)
        server->called(server, &m->request);
    if (m->reply.error)
        m->reply.bytes = m->request.call == WIRE_LOAD ? m->reply.bytes : 0;
    sent = !replies || answer(server, m);
    return sent ? SERVE_DONE : SERVE_GONE;
}

enum serve_result serve(struct server *server)
{
    struct message m = {.reply = {.answer = WIRE_REPLY}};
    enum serve_result result = server->greeted ? SERVE_DONE : greet(server);
    if (result == SERVE_DONE)
        result = receive(server, &m);
    if (result == SERVE_DONE)
        result = handle(server, &m);
    free(m.bytes);
    free(m.made);
    return result;
}

const char *serve_kernel_name(const struct server *server, uint64_t handle)
{
    return server->kernels[handle - 1].symbol;
}

uint32_t serve_kernel_bytes(const struct server *server, uint64_t handle)
{
    const struct device_kernel *k = &server->kernels[handle - 1].kernel;
    const struct device_param *last =
        k->param_count ? &k->params[k->param_count - 1] : NULL;
    return last ? last->offset + last->size : 0;
}

void serve_close(struct server *server)
{
    while (server->shared)
        unshare(server, server->shared->address);
    for (uint32_t i = 0; i < server->kernel_count; i++) {
        free(server->kernels[i].kernel.name);
        free(server->kernels[i].kernel.params);
        free(server->kernels[i].symbol);
    }
    free(server->kernels);
    server->kernels = NULL;
    server->kernel_count = 0;
}
