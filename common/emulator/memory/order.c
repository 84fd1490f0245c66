/*
 * order.c - the clocks behind order.h.
 *
 * An epoch of a lane ends when others learn of it, so work of one lane between
 * two such moments has one stamp.
 */
#include "order.h"

#include "base/grow.h"

#include <stdlib.h>

/* Of each lane, up to which epoch its work is done. */
struct known {
    uint32_t of[ORDER_LANES];
};

struct edge {
    size_t node, earlier;
};

/* A graph that runs. */
struct running {
    struct known before, *nodes;
    struct edge *edges; /* by node */
    size_t edge_count, edge_room, edges_done;
    uint32_t *lanes;  /* of the nodes; NO_LANE: not run yet */
    bool *continued;  /* a later node has taken its lane */
    size_t count, at; /* at: which node runs; count: none yet */
    bool lost;        /* no memory for edges: all count as ordered */
    struct running *outer;
};

enum { NO_LANE = UINT32_MAX };

static struct known host, streams[STREAM_LANES];
static uint32_t top[ORDER_LANES]; /* the epoch that a lane is in */
static bool is_apart[STREAM_LANES], is_made[STREAM_LANES];
static uint32_t made_count, current;
static struct running *running;
static struct known *events; /* by number */
static size_t event_count, event_room;

static void learn(struct known *who, const struct known *what)
{
    for (unsigned i = 0; i < ORDER_LANES; i++)
        if (who->of[i] < what->of[i])
            who->of[i] = what->of[i];
}

/* The default stream has lane 0. */
static uint32_t lane_of(uint32_t stream)
{
    return stream ? 1 + (stream - 1) % (STREAM_LANES - 1) : 0;
}

/* Another epoch of a lane begins. */
static void advance(struct known *known, uint32_t lane)
{
    known->of[lane] = ++top[lane];
}

/* Somebody learns all that a stream knows; what it does later is later. */
static void tell_of(uint32_t lane, struct known *who)
{
    if (!top[lane])
        advance(&streams[lane], lane);
    learn(who, &streams[lane]);
    advance(&streams[lane], lane);
}

/* ---- streams and events ------------------------------------------------- */

void order_stream_made(uint32_t stream, bool apart)
{
    uint32_t lane = lane_of(stream);
    is_apart[lane] = apart && (is_apart[lane] || !is_made[lane]);
    is_made[lane] = true;
    made_count++;
}

/* The default stream comes after all, and before what is told to them next. */
void order_stream(uint32_t stream)
{
    current = lane_of(stream);
    if (current && !is_apart[current])
        tell_of(0, &streams[current]);
    for (uint32_t i = 1; !current && i < STREAM_LANES; i++)
        if (top[i] && !is_apart[i])
            tell_of(i, &streams[0]);
}

static bool runs_node(void)
{
    return running && running->at < running->count;
}

static struct known *of_current(void)
{
    return runs_node() ? &running->nodes[running->at]
           : running   ? &running->before
                       : &streams[current];
}

static uint32_t current_lane(void)
{
    return runs_node() ? running->lanes[running->at] : current;
}

static void tell_of_current(struct known *who)
{
    learn(who, of_current());
    if (runs_node() || !running)
        advance(of_current(), current_lane());
}

/* NULL: out of memory. */
static struct known *event_of(uint32_t event)
{
    while (event_count <= event) {
        struct known *grown =
            grow(events, event_count, &event_room, sizeof *events);
        if (!grown)
            return NULL;
        events = grown;
        events[event_count++] = (struct known){{0}};
    }
    return &events[event];
}

void order_record(uint32_t event)
{
    struct known *known = event_of(event);
    if (!known)
        return;
    *known = (struct known){{0}};
    order_now();
    tell_of_current(known);
}

void order_wait(uint32_t event)
{
    struct known *known = event_of(event);
    if (known)
        learn(of_current(), known);
}

/* ---- the host ----------------------------------------------------------- */

void order_host_all(void)
{
    for (uint32_t i = 0; i < STREAM_LANES; i++)
        if (top[i])
            tell_of(i, &host);
}

/* Who waits for the default stream waits for those that it comes after. */
void order_host_stream(uint32_t stream)
{
    uint32_t lane = lane_of(stream);
    for (uint32_t i = 1; !lane && i < STREAM_LANES; i++)
        if (top[i] && !is_apart[i])
            tell_of(i, &host);
    tell_of(lane, &host);
}

void order_host_event(uint32_t event)
{
    struct known *known = event_of(event);
    if (known)
        learn(&host, known);
}

void order_host_current(void)
{
    order_now();
    tell_of_current(&host);
}

/* ---- graphs ------------------------------------------------------------- */

static void end_running(struct running *r)
{
    free(r->nodes);
    free(r->edges);
    free(r->lanes);
    free(r->continued);
    free(r);
}

bool order_graph(size_t nodes)
{
    struct running *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    r->nodes = calloc(nodes + 1, sizeof *r->nodes);
    r->lanes = malloc((nodes + 1) * sizeof *r->lanes);
    r->continued = calloc(nodes + 1, sizeof *r->continued);
    if (!r->nodes || !r->lanes || !r->continued) {
        end_running(r);
        return false;
    }
    order_now();
    tell_of_current(&r->before);
    for (size_t i = 0; i < nodes; i++) {
        r->nodes[i] = r->before;
        r->lanes[i] = NO_LANE;
    }
    r->count = r->at = nodes;
    r->outer = running;
    running = r;
    return true;
}

void order_node_after(size_t node, size_t earlier)
{
    struct running *r = running;
    struct edge *grown =
        grow(r->edges, r->edge_count, &r->edge_room, sizeof *grown);
    r->lost |= !grown;
    if (!grown)
        return;
    r->edges = grown;
    r->edges[r->edge_count++] = (struct edge){node, earlier};
}

/* A node goes on in the lane of one that it comes after, if no other does. */
static void follow_edge(struct running *r, const struct edge *edge)
{
    learn(&r->nodes[edge->node], &r->nodes[edge->earlier]);
    if (r->lanes[edge->node] != NO_LANE || r->continued[edge->earlier])
        return;
    r->lanes[edge->node] = r->lanes[edge->earlier];
    r->continued[edge->earlier] = true;
}

void order_node(size_t node)
{
    static uint32_t next;
    struct running *r = running;
    for (;
         r->edges_done < r->edge_count && r->edges[r->edges_done].node == node;
         r->edges_done++)
        follow_edge(r, &r->edges[r->edges_done]);
    if (r->lanes[node] == NO_LANE)
        r->lanes[node] = STREAM_LANES + next++ % (ORDER_LANES - STREAM_LANES);
    r->at = node;
    for (size_t i = 0; r->lost && i < node; i++)
        learn(&r->nodes[node], &r->nodes[i]);
    advance(&r->nodes[node], r->lanes[node]);
}

void order_graph_end(void)
{
    struct running *r = running;
    running = r->outer;
    for (size_t i = 0; i < r->count; i++)
        learn(of_current(), &r->nodes[i]);
    end_running(r);
}

/* ---- asked -------------------------------------------------------------- */

/* What is told now comes after what the host has waited for. */
struct moment order_now(void)
{
    struct known *known = of_current();
    uint32_t lane = current_lane();
    learn(known, &host);
    if (!top[lane])
        advance(known, lane);
    return (struct moment){lane, top[lane]};
}

bool order_before(struct moment m)
{
    return of_current()->of[m.lane] >= m.epoch;
}

bool order_host_knows(struct moment m)
{
    return host.of[m.lane] >= m.epoch;
}

/* Two streams, or one that does not wait for the default one; or a graph. */
bool order_parts(void)
{
    bool parts = made_count > 1 || running;
    for (uint32_t i = 1; i < STREAM_LANES && !parts; i++)
        parts = is_apart[i];
    return parts;
}
