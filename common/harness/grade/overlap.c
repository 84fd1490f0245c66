/*
 * overlap.c - what may run beside what, by the order of the host's calls.
 *
 * Idea: vector clocks.  Each stream, each event and the host knows of every
 * stream how many of its things are done for certain; a copy may run beside a
 * kernel if the later of both was told without knowing that the earlier is
 * done.  Time plays no part.
 * Guarantee: never too much.  What goes to a default stream is taken for the
 * legacy one's, which waits for all and for which all wait; a copy of memory
 * that is not pinned is one that the host waits for.
 */
#include "overlap.h"

#include <stdlib.h>
#include <string.h>

/* Streams and events that are told apart, at most; the rest share one. */
enum { STREAMS = 33, EVENTS = 65 };

/* Of each stream, how many of its things are done. */
struct known {
    uint32_t done[STREAMS];
};

struct thing {
    enum call_kind kind;
    uint32_t stream, number; /* it is that stream's so many-th, from 1 */
    struct known before;
};

struct order {
    struct known of_stream[STREAMS], of_event[EVENTS], of_host;
    uint32_t streams[STREAMS], events[EVENTS]; /* their numbers */
    uint32_t stream_count, event_count;
    struct thing things[MOST_CALLS_MADE];
    size_t count;
};

static void learn(struct known *who, const struct known *what)
{
    for (size_t i = 0; i < STREAMS; i++)
        if (who->done[i] < what->done[i])
            who->done[i] = what->done[i];
}

/* The place of a number among those met so far. */
static uint32_t place(uint32_t *numbers, uint32_t *count, uint32_t most,
                      uint32_t number)
{
    uint32_t i = 0;
    while (i < *count && numbers[i] != number)
        i++;
    if (i == most)
        return most - 1;
    if (i == *count)
        numbers[(*count)++] = number;
    return i;
}

static uint32_t stream_place(struct order *o, uint32_t number)
{
    return place(o->streams, &o->stream_count, STREAMS, number);
}

static struct known *event_of(struct order *o, uint32_t number)
{
    return &o->of_event[place(o->events, &o->event_count, EVENTS, number)];
}

static void learn_all(struct known *who, const struct order *o)
{
    for (uint32_t i = 0; i < o->stream_count; i++)
        learn(who, &o->of_stream[i]);
}

static bool is_copy(enum call_kind kind)
{
    return kind == CALL_COPY_IN || kind == CALL_COPY_OUT;
}

/* A stream is told to do something. */
static void tell(struct order *o, const struct call_made *call)
{
    uint32_t s = stream_place(o, call->stream);
    struct known *of = &o->of_stream[s];
    learn(of, &o->of_host);
    if (!call->stream)
        learn_all(of, o);
    struct thing *thing = &o->things[o->count++];
    *thing = (struct thing){call->kind, s, of->done[s] + 1, *of};
    of->done[s]++;
    for (uint32_t i = 0; !call->stream && i < STREAMS; i++)
        learn(&o->of_stream[i], of);
    if (is_copy(call->kind) && !call->pinned)
        learn(&o->of_host, of);
}

static void take(struct order *o, const struct call_made *call)
{
    struct known *of = &o->of_stream[stream_place(o, call->stream)];
    switch (call->kind) {
    case CALL_LAUNCH:
    case CALL_COPY_IN:
    case CALL_COPY_OUT:
    case CALL_COPY_WITHIN:
    case CALL_FILL: tell(o, call); break;
    case CALL_RECORD: *event_of(o, call->event) = *of; break;
    case CALL_WAIT_IN_STREAM: learn(of, event_of(o, call->event)); break;
    case CALL_ELAPSED: break;
    case CALL_WAIT: learn_all(&o->of_host, o); break;
    case CALL_STREAM_WAIT: learn(&o->of_host, of); break;
    case CALL_EVENT_WAIT: learn(&o->of_host, event_of(o, call->event)); break;
    }
}

/* a was told before b. */
static bool may_meet(const struct thing *a, const struct thing *b)
{
    return b->before.done[a->stream] < a->number;
}

static bool runs_beside_kernel(const struct order *o, size_t copy)
{
    const struct thing *c = &o->things[copy];
    for (size_t i = 0; i < o->count; i++) {
        const struct thing *k = &o->things[i];
        if (k->kind == CALL_LAUNCH &&
            (i < copy ? may_meet(k, c) : i > copy && may_meet(c, k)))
            return true;
    }
    return false;
}

static uint32_t streams_that_launch(const struct order *o)
{
    bool launches[STREAMS] = {false};
    uint32_t count = 0;
    for (size_t i = 0; i < o->count; i++) {
        const struct thing *t = &o->things[i];
        if (t->kind != CALL_LAUNCH || !o->streams[t->stream])
            continue;
        count += !launches[t->stream];
        launches[t->stream] = true;
    }
    return count;
}

/* What there is, by the order of all calls. */
static void put_in_order(const struct calls *calls, struct overlap *overlap)
{
    struct order *o = calloc(1, sizeof *o);
    if (!o)
        return;
    for (size_t i = 0; i < calls_kept(calls); i++)
        take(o, &calls->made[i]);
    for (size_t i = 0; i < o->count; i++)
        overlap->beside +=
            is_copy(o->things[i].kind) && runs_beside_kernel(o, i);
    overlap->streams = streams_that_launch(o);
    free(o);
}

/* In the default stream one thing comes after the other. */
struct overlap overlap_of(const struct calls *calls)
{
    struct overlap overlap = {0};
    bool streams = false;
    for (size_t i = 0; i < calls_kept(calls); i++) {
        const struct call_made *call = &calls->made[i];
        streams |= call->stream != 0;
        if (is_copy(call->kind) && call->bytes > overlap.largest_copy)
            overlap.largest_copy = call->bytes;
    }
    if (streams)
        put_in_order(calls, &overlap);
    return overlap;
}
