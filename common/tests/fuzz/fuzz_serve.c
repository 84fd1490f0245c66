/*
 * fuzz_serve.c - libFuzzer target: whatever a program sends over the socket,
 * the process that has the device comes to no harm (device/serve.c).
 *
 * Input: messages, packed: a byte says which member of a request follows, so
 * that most of them are about memory that is there.  Guarantee sought: no
 * crash, no overrun, no leak; and what was allocated can be freed again.
 * Built and run by `make fuzz`.
 */
#include <stdlib.h>

#include "device/direct.h"
#include "device/serve.h"
#include "take.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MESSAGES = 64, MOST = 1 << 16 };

static const char code[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 number = 7;\n"
    ".visible .entry _Z3setPjj(.param .u64 to, .param .u32 value)\n"
    "{ .reg .b64 %a; .reg .b32 %v, %t; .shared .b32 s[64];\n"
    "ld.param.u64 %a, [to]; ld.param.u32 %v, [value];\n"
    "mov.u32 %t, %tid.x; st.shared.u32 [s], %t; bar.sync 0;\n"
    "ld.global.u32 %t, [%a]; add.u32 %v, %v, %t;\n"
    "st.global.u32 [%a], %v; ret; }\n";

/* What one input is about. */
static struct taken input;
static uint64_t allocated[4]; /* what the last calls answered */
static unsigned allocations;
static uint64_t behind; /* bytes that follow the request */

/* ---- the program -------------------------------------------------------- */

static uint64_t take_address(void)
{
    uint64_t raw;
    switch (take_one_of(&input, 4)) {
    case 0: take_bytes(&input, &raw, sizeof raw); return raw;
    case 1: return allocated[take_one_of(&input, 4)];
    case 2:
        return allocated[take_one_of(&input, 4)] + take_count(&input) % 8192;
    default: return 0x10000 + 4096ull * take_one_of(&input, 16);
    }
}

static void take_member(struct wire_request *q)
{
    switch (take_one_of(&input, 14)) {
    case 0: q->kind = take_byte(&input); break;
    case 1: q->handle = take_count(&input); break;
    case 2: q->address = take_address(); break;
    case 3: q->source = take_address(); break;
    case 4: q->size = take_count(&input); break;
    case 5:
        for (int i = 0; i < 3; i++)
            q->grid[i] = (uint32_t)take_count(&input);
        break;
    case 6:
        for (int i = 0; i < 3; i++)
            q->block[i] = (uint32_t)take_count(&input);
        break;
    case 7: q->dynamic_shared = (uint32_t)take_count(&input); break;
    case 8: q->flag = take_byte(&input); break;
    case 9: q->value = take_count(&input); break;
    case 10: take_bytes(&input, q->sites, sizeof q->sites); break;
    case 11: take_bytes(&input, &q->ms, sizeof q->ms); break;
    case 12: q->source = take_count(&input); break;
    default: q->bytes = take_count(&input);
    }
}

/* A launch that can be, unless members say otherwise; notes of a number. */
static struct wire_request take_request(void)
{
    struct wire_request q = {
        .call = WIRE_HELLO + take_byte(&input) % (WIRE_CALLS - WIRE_HELLO + 1),
        .kind = take_byte(&input) % DEVICE_NOTES,
        .handle = 1,
        .address = allocated[0],
        .source = allocated[1],
        .size = 64,
        .grid = {1, 1, 1},
        .block = {32, 1, 1},
    };
    if (q.call == WIRE_LAUNCH)
        q.bytes = 12;
    if (q.call == WIRE_NOTE)
        q.address = take_byte(&input);
    for (unsigned n = take_one_of(&input, 6); n; n--)
        take_member(&q);
    return q;
}

static void take_text(uint8_t *to, size_t n)
{
    static const char *const names[] = {"_Z3setPjj", "number", "none"};
    const char *name = names[take_one_of(&input, 3)];
    take_bytes(&input, to, n);
    if (n == strlen(name) + 1)
        memcpy(to, name, n);
}

static bool receive(struct server *server, void *bytes, size_t n)
{
    (void)server;
    if (!input.left)
        return false;
    if (n == sizeof(struct wire_request) && !behind) {
        struct wire_request q = take_request();
        behind = q.bytes;
        memcpy(bytes, &q, sizeof q);
    } else {
        take_text(bytes, n);
        behind = 0;
    }
    return true;
}

static bool send_all(struct server *server, const void *bytes, size_t n)
{
    struct wire_reply reply;
    (void)server;
    if (n != sizeof reply)
        return true;
    memcpy(&reply, bytes, sizeof reply);
    if (reply.answer == WIRE_REPLY && !reply.error && reply.values[0])
        allocated[allocations++ % 4] = reply.values[0];
    return true;
}

/* ---- what else a server asks -------------------------------------------- */

static cudaError_t load(struct server *server, device_module *module,
                        struct device_refusal *why)
{
    static device_module loaded; /* the same program, started again */
    (void)server;
    if (!loaded && device_load_image(code, sizeof code, &loaded, why))
        abort();
    *module = loaded;
    return cudaSuccess;
}

static cudaError_t fails(struct server *server, enum serve_kind kind)
{
    (void)server;
    (void)kind;
    return cudaSuccess;
}

/* Whoever looks at bytes reads all of them. */
static uint8_t seen;
static void look(const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; bytes && i < n; i++)
        seen ^= bytes[i];
}

static void downloads(struct server *server, const void *bytes, size_t n,
                      size_t news)
{
    (void)server;
    (void)news;
    look(bytes, n);
}

static void uploads(struct server *server, const void *bytes,
                    const void *before, size_t n)
{
    (void)server;
    look(bytes, n);
    look(before, n);
}

static void launched(struct server *server, size_t bytes, cudaError_t error)
{
    (void)server;
    (void)bytes;
    (void)error;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct server server = {.receive = receive,
                            .send = send_all,
                            .load = load,
                            .fails = fails,
                            .downloads = downloads,
                            .uploads = uploads,
                            .launched = launched,
                            .gpu = "h200",
                            .most_bytes = MOST,
                            .most_messages = MESSAGES,
                            .greeted = true};
    input = (struct taken){data, size};
    allocations = 0;
    behind = 0;
    memset(allocated, 0, sizeof allocated);
    while (serve(&server) == SERVE_DONE)
        continue;
    serve_close(&server);
    device_free_all();
    return 0;
}
