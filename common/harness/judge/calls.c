/*
 * calls.c - the order of a program's calls, as the device was asked for them.
 *
 * Guarantee: launches and copies stand where the device did them; a record or
 * a wait where the program said so, between the same two of them.
 */
#include "calls.h"

static struct calls calls;
static uint32_t stream; /* whose the work is that is asked for */

void calls_begin(void)
{
    calls.streams = calls.events = 0;
    calls.count = calls.allocations = 0;
}

const struct calls *calls_so_far(void)
{
    return &calls;
}

static void add(struct call_made made)
{
    if (calls.count < MOST_CALLS_MADE)
        calls.made[calls.count] = made;
    calls.count++;
}

static void add_copy(const struct wire_request *q, enum call_kind kind)
{
    add((struct call_made){
        .kind = kind, .stream = stream, .bytes = q->size, .pinned = q->flag});
}

static void add_made(const struct wire_request *q)
{
    *(q->address ? &calls.events : &calls.streams) +=
        q->kind == DEVICE_NOTE_MADE ? 1 : -1;
}

static void add_note(const struct wire_request *q)
{
    static const enum call_kind kinds[] = {
        [DEVICE_NOTE_RECORD] = CALL_RECORD,
        [DEVICE_NOTE_WAIT_IN_STREAM] = CALL_WAIT_IN_STREAM,
        [DEVICE_NOTE_ELAPSED] = CALL_ELAPSED,
        [DEVICE_NOTE_WAIT] = CALL_WAIT,
        [DEVICE_NOTE_STREAM_WAIT] = CALL_STREAM_WAIT,
        [DEVICE_NOTE_EVENT_WAIT] = CALL_EVENT_WAIT};
    uint32_t number = (uint32_t)q->address;
    if (q->kind >= DEVICE_NOTES_COUNTED)
        return;
    if (q->kind == DEVICE_NOTE_STREAM)
        stream = number;
    else if (q->kind == DEVICE_NOTE_MADE || q->kind == DEVICE_NOTE_DESTROYED)
        add_made(q);
    else if (q->kind == DEVICE_NOTE_STREAM_WAIT)
        add((struct call_made){.kind = CALL_STREAM_WAIT, .stream = number});
    else
        add((struct call_made){.kind = kinds[q->kind],
                               .stream = stream,
                               .event = number,
                               .since = (uint32_t)q->source,
                               .ms = (float)q->ms});
}

void calls_made(const struct wire_request *q)
{
    switch (q->call) {
    case WIRE_HELLO: stream = 0; break; /* another process */
    case WIRE_LAUNCH:
        add((struct call_made){.kind = CALL_LAUNCH, .stream = stream});
        break;
    case WIRE_ALLOCATE: calls.allocations++; break;
    case WIRE_WRITE: add_copy(q, CALL_COPY_IN); break;
    case WIRE_READ: add_copy(q, CALL_COPY_OUT); break;
    case WIRE_COPY: add_copy(q, CALL_COPY_WITHIN); break;
    case WIRE_FILL: add_copy(q, CALL_FILL); break;
    case WIRE_NOTE: add_note(q); break;
    default: break;
    }
}
