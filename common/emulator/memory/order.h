/*
 * order.h - which work of the device may run beside which.
 *
 * Idea: vector clocks, as racecheck has them for warps (race.h).  Each stream,
 * each node of a graph that runs and the host knows of every lane up to where
 * its work is done; a lane is a stream, or a branch of a graph.  Work may run
 * beside earlier work that its stream does not know to be done.  Time plays no
 * part.
 * Guarantee: never too much.  Streams are told apart up to STREAM_LANES, and
 * branches of graphs up to the rest; those that share a lane count as ordered.
 * So do all threads of the host, and all default streams, which are taken for
 * the legacy one's.
 * Source: CUDA C++ Programming Guide, "Asynchronous Concurrent Execution".
 */
#ifndef ORDER_H
#define ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORDER_LANES = 64, STREAM_LANES = 48 };

/* Streams and events have numbers from 1; 0: the default streams. */
/* Apart: the stream does not wait for the default one, nor that for it. */
void order_stream_made(uint32_t stream, bool apart);
/* Whose the work is that follows. */
void order_stream(uint32_t stream);
/* An event is recorded behind that stream's work; the stream waits for one. */
void order_record(uint32_t event);
void order_wait(uint32_t event);
/* The host has waited: for all, for a stream, for an event, for the work that
 * is told of now. */
void order_host_all(void);
void order_host_stream(uint32_t stream);
void order_host_event(uint32_t event);
void order_host_current(void);

/* The nodes of a graph run, as the current work; graphs may lie in each
 * other.  False: out of memory, and the end must not be told. */
bool order_graph(size_t nodes);
/* First what each comes after, node by node; then which node's work follows, in
 * an order that this allows. */
void order_node_after(size_t node, size_t earlier);
void order_node(size_t node);
void order_graph_end(void);

/* When a piece of work was told: the lane, and where that had come to. */
struct moment {
    uint32_t lane, epoch;
};
/* Of the work that begins now. */
struct moment order_now(void);
/* Is it done before the work that begins now; does the host know it to be? */
bool order_before(struct moment moment);
bool order_host_knows(struct moment moment);
/* Is there anything that the current work could run beside? */
bool order_parts(void);

#endif
