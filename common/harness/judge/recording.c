/*
 * recording.c - see recording.h.
 */
#include "recording.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a host may send along: coefficients and flags, no table of results. */
enum { MOST_SENT = 4096, MOST_LINES = 4096 };

static FILE *file;
static uint64_t sent;
static unsigned lines;

bool recording_begin(void)
{
    const char *path = getenv("JUDGE_RECORDING");
    file = path ? fopen(path, "ae") : NULL;
    sent = lines = 0;
    if (file)
        fputs("begin\n", file);
    return file;
}

static void refuse(const char *sentence)
{
    fprintf(file, "refused %s\n", sentence);
}

void recording_buffer(uint64_t address, uint64_t bytes)
{
    fprintf(file, "buffer %" PRIx64 " %" PRIx64 "\n", address, bytes);
}

static void put_bytes(const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf(file, "%02x", bytes[i]);
    fputs(n ? "\n" : "-\n", file);
}

static bool is_plain(const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789_$.";
    return *name && strspn(name, plain) == strlen(name);
}

static void note_launch(const struct server *server,
                        const struct wire_request *q, const uint8_t *params)
{
    const char *name = serve_kernel_name(server, q->handle);
    if (!is_plain(name)) {
        refuse("a kernel has a name that no compiler gives");
        return;
    }
    fprintf(file, "launch %s %u %u %u %u %u %u %u %u ", name, q->grid[0],
            q->grid[1], q->grid[2], q->block[0], q->block[1], q->block[2],
            q->dynamic_shared, q->flag ? 1u : 0u);
    put_bytes(params, serve_kernel_bytes(server, q->handle));
}

static void note_write(const struct wire_request *q, const uint8_t *bytes)
{
    sent += q->bytes;
    if (sent > MOST_SENT) {
        refuse("the launcher copies more than 4096 bytes to the device");
        return;
    }
    fprintf(file, "write %" PRIx64 " ", q->address);
    put_bytes(bytes, (size_t)q->bytes);
}

static void note_variable(const struct wire_reply *reply, const uint8_t *name)
{
    if (is_plain((const char *)name))
        fprintf(file, "variable %" PRIx64 " %" PRIx64 " %s\n", reply->values[0],
                reply->values[1], (const char *)name);
    else
        refuse("a variable has a name that no compiler gives");
}

static void note_allocation(const struct wire_request *q, uint64_t address)
{
    if (q->kind == DEVICE_ONLY)
        fprintf(file, "allocate %" PRIx64 " %" PRIx64 "\n", address, q->size);
    else
        refuse("the launcher shares memory of the host with the device");
}

static void note_call(struct server *server, const struct wire_request *q,
                      const uint8_t *bytes, const struct wire_reply *reply)
{
    switch (q->call) {
    case WIRE_LAUNCH: note_launch(server, q, bytes); break;
    case WIRE_ALLOCATE: note_allocation(q, reply->values[0]); break;
    case WIRE_FIND_VARIABLE: note_variable(reply, bytes); break;
    case WIRE_WRITE: note_write(q, bytes); break;
    case WIRE_COPY:
        fprintf(file, "copy %" PRIx64 " %" PRIx64 " %" PRIx64 "\n", q->address,
                q->source, q->size);
        break;
    case WIRE_FILL:
        fprintf(file, "fill %" PRIx64 " %" PRIx64 " %x\n", q->address, q->size,
                (unsigned)(uint8_t)q->value);
        break;
    case WIRE_READ:
    case WIRE_FETCH:
        refuse("the launcher reads from the device, and may act on what it "
               "reads");
        break;
    case WIRE_REGISTER:
    case WIRE_PUSH:
        refuse("the launcher shares memory of the host with the device");
        break;
    case WIRE_FREE_ALL: refuse("the launcher resets the device"); break;
    default: break;
    }
}

void recording_note(struct server *server, const struct wire_request *request,
                    const uint8_t *bytes, const struct wire_reply *reply)
{
    if (!file || lines > MOST_LINES)
        return;
    if (lines++ == MOST_LINES)
        refuse("the launcher makes more than 4096 calls");
    else
        note_call(server, request, bytes, reply);
}

bool recording_end(void)
{
    bool whole = file && !ferror(file);
    if (!file)
        return false;
    fputs("end\n", file);
    whole = fclose(file) == 0 && whole;
    file = NULL;
    return whole;
}
