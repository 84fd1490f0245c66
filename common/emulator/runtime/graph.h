/*
 * graph.h - work of streams, done now or kept in a graph.
 *
 *   runtime_graph.c       graphs, their nodes and edges
 *   runtime_graph_node.c  what nodes do: calls that add and change them
 *   runtime_graph_exec.c  graphs that are run: instantiated, updated, launched
 *   runtime_capture.c     streams that write down what they are told
 *
 * Guarantee: a graph runs its nodes one by one, in an order in which each comes
 * after those it depends on.
 * Source: CUDA C++ Programming Guide, "CUDA Graphs"; CUDA Runtime API
 * reference, "Graph Management".
 */
#ifndef GRAPH_H
#define GRAPH_H

#include "runtime.h"

/* One thing that a stream is told to do. */
struct work {
    enum cudaGraphNodeType type;
    union {
        struct kernel_work kernel;
        struct copy copy;
        struct fill fill;
        struct cudaHostNodeParams host;
        cudaEvent_t event;
        cudaGraph_t child;      /* in a node: the node's own */
        struct {
            const char *call;   /* for messages */
            void *pointer;      /* what the node allocates or frees */
            size_t bytes;
        } memory;
    };
};

struct node_list {
    cudaGraphNode_t *nodes;
    size_t count;
};

struct CUgraphNode_st {
    cudaGraph_t graph;
    unsigned long long key;     /* a clone of a node has the same */
    struct work work;
    struct node_list after;     /* what it depends on */
    bool disabled, placed;      /* of a graph that is run */
    cudaGraphNode_t next;       /* of the graph, in order of creation */
};

struct CUgraph_st {
    cudaGraphNode_t first, *end; /* where the next node is linked */
    size_t count;
    bool inner;                 /* belongs to a node or an executable graph */
    cudaGraph_t next;           /* of all graphs */
};

struct CUgraphExec_st {
    cudaGraph_t graph;          /* its own copy */
    struct node_list order;
    unsigned long long flags;
    unsigned running;           /* by so many threads, now */
    bool doomed;                /* destroyed meanwhile */
    cudaGraphExec_t next;
};

/* ---- runtime_graph.c ---------------------------------------------------- */

bool list_add(struct node_list *list, cudaGraphNode_t node);
bool list_has(const struct node_list *list, const struct CUgraphNode_st *node);
bool graph_exists(cudaGraph_t graph);
bool node_exists(cudaGraphNode_t node);
/* NULL: out of memory. */
cudaGraph_t graph_create(bool inner);
cudaGraph_t graph_clone(cudaGraph_t graph, bool inner);
void graph_destroy(cudaGraph_t graph);
/* The node with this key; NULL: none. */
cudaGraphNode_t graph_find(cudaGraph_t graph, unsigned long long key);
/* A new node that does a copy of this work after those; NULL: out of memory. */
cudaGraphNode_t graph_add(cudaGraph_t graph, const struct work *work,
                          const cudaGraphNode_t *after, size_t count);

/* ---- runtime_graph_node.c ----------------------------------------------- */

/* A copy that owns what it points at; false: out of memory. */
bool work_clone(struct work *copy, const struct work *work);
void work_clear(struct work *work);
/* A node that allocates: its address is known from now on, and the same in
 * every run; until it runs nothing is there. */
cudaError_t graph_memory(struct work *work, size_t bytes);
/* With the lock held; it is given back while a function of the host runs. */
cudaError_t work_run(const struct work *work, cudaStream_t stream);

/* ---- runtime_graph_exec.c ----------------------------------------------- */

/* Every node after those it depends on; false: they go round in a circle, or
 * no memory. */
bool graph_sort(cudaGraph_t graph, struct node_list *order);
/* The runnable graph's node for that of the graph it was made from. */
cudaGraphNode_t exec_node(cudaGraphExec_t exec, cudaGraphNode_t node);

/* ---- runtime_capture.c -------------------------------------------------- */

struct capture;
/* Of a stream or an event: the nodes that its next work comes after. */
struct tip {
    struct capture *capture;    /* NULL: none */
    struct node_list after;
};
/* Does this now, or when the stream captures, makes it a node. */
cudaError_t submit(cudaStream_t stream, const struct work *work);
cudaError_t capture_record(const struct tip *stream, struct tip *event);
cudaError_t capture_wait(struct tip *stream, const struct tip *event);
/* An event that goes or is recorded anew; a stream that goes. */
void capture_forget(struct tip *tip);
void capture_abandon(cudaStream_t stream);
/* A call that waits for the stream, NULL: for all of them, is not for streams
 * that capture: the error, and their captures are lost. */
cudaError_t capture_refuses(const struct tip *tip, const char *call);
/* The same for what may wait without saying so, in strict modes. */
cudaError_t capture_refuses_unsafe(const char *call);
/* The same for what uses the legacy stream. */
cudaError_t capture_refuses_legacy(const char *call);

#endif
