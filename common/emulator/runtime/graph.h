/*
 * graph.h - graphs: work, and what comes after what.
 *
 * Guarantee: a graph runs its nodes one by one, in an order in which each comes
 * after those it depends on; what is changed meanwhile is for the next launch.
 * Source: CUDA C++ Programming Guide, "CUDA Graphs"; CUDA Runtime API
 * reference, "Graph Management".
 */
#ifndef GRAPH_H
#define GRAPH_H

#include "work.h"

struct call_site;

struct node_list {
    cudaGraphNode_t *nodes;
    size_t count;
};

struct CUgraphNode_st {
    cudaGraph_t graph;
    unsigned long long key;     /* a clone of a node has the same */
    struct work *work;          /* held */
    struct call_site *site;     /* who made it (tell/caller.h) */
    struct node_list after;     /* what it depends on */
    bool disabled, placed;      /* of a graph that is run */
    size_t place;               /* in the order in which it is */
    cudaGraphNode_t next;       /* of the graph, in order of creation */
};

struct CUgraph_st {
    cudaGraphNode_t first, *end; /* where the next node is linked */
    size_t count;
    bool inner;                 /* belongs to a node or an executable graph */
    cudaGraph_t next;           /* of all graphs */
};

bool node_list_add(struct node_list *list, cudaGraphNode_t node);
bool node_list_has(const struct node_list *list,
                   const struct CUgraphNode_st *node);
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
/* A copy of this work takes the place of the node's; false: out of memory. */
bool node_replace(cudaGraphNode_t node, const struct work *work);
/* Every node after those it depends on; false: they go round in a circle, or
 * no memory. */
bool graph_sort(cudaGraph_t graph, struct node_list *order);

/* A graph as work of another; in a node: the node's own. */
struct child_work {
    struct work work;
    cudaGraph_t graph;
};
extern const struct work_kind child_kind;
extern const struct work_kind empty_kind; /* its structure is struct work */

/* ---- graph_exec.c ------------------------------------------------------- */

/* The runnable graph's node for that of the graph it was made from. */
cudaGraphNode_t exec_node(cudaGraphExec_t exec, cudaGraphNode_t node);

#endif
