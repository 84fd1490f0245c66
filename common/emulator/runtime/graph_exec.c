/*
 * graph_exec.c - graphs that are run: made, changed, launched.
 *
 * A graph is copied when it is instantiated, so what is done to it later does
 * not reach the copy; calls that name a node of the graph mean that of the
 * copy with the same key.
 * Source: CUDA Runtime API reference, "Graph Management".
 */
#include <stdlib.h>

#include "alloc.h"
#include "graph.h"
#include "stream.h"
#include "version.h"

struct CUgraphExec_st {
    cudaGraph_t graph; /* its own copy */
    unsigned long long flags;
    cudaGraphExec_t next;
};

static cudaGraphExec_t execs;

/* ---- made and gone ------------------------------------------------------ */

static bool exec_exists(cudaGraphExec_t exec)
{
    cudaGraphExec_t e = execs;
    while (e && e != exec)
        e = e->next;
    return e != NULL;
}

cudaGraphNode_t exec_node(cudaGraphExec_t exec, cudaGraphNode_t node)
{
    return exec_exists(exec) && node_exists(node)
               ? graph_find(exec->graph, node->key)
               : NULL;
}

static bool runs(cudaGraph_t graph)
{
    struct node_list order = {NULL, 0};
    bool sorted = graph_sort(graph, &order);
    free(order.nodes);
    return sorted;
}

static cudaError_t instantiate(cudaGraphExec_t *made, cudaGraph_t graph,
                               unsigned long long flags)
{
    if (!made || !graph_exists(graph))
        return cudaErrorInvalidValue;
    cudaGraphExec_t exec = calloc(1, sizeof *exec);
    if (!exec || !(exec->graph = graph_clone(graph, true))) {
        free(exec);
        return cudaErrorMemoryAllocation;
    }
    if (!runs(exec->graph)) {
        graph_destroy(exec->graph);
        free(exec);
        api_finding("the graph cannot be run: its nodes depend on each other "
                    "in a circle",
                    "", "see the calls of cudaGraphAddDependencies");
        return cudaErrorInvalidValue;
    }
    exec->flags = flags;
    exec->next = execs;
    execs = exec;
    *made = exec;
    return cudaSuccess;
}

/* Up to CUDA 11 the third parameter says where to put a faulty node. */
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    API(instantiate(exec, graph, version_major() == 11 ? 0 : flags));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec,
                                          cudaGraph_t graph,
                                          unsigned long long flags)
{
    API(instantiate(exec, graph, flags));
}

static cudaError_t destroy_exec(cudaGraphExec_t exec)
{
    cudaGraphExec_t *e = &execs;
    while (*e && *e != exec)
        e = &(*e)->next;
    if (!*e)
        return cudaErrorInvalidValue;
    *e = exec->next;
    graph_destroy(exec->graph);
    free(exec);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    API(destroy_exec(exec));
}

/* ---- launched ----------------------------------------------------------- */

/* With the flag for it, what an earlier launch left allocated is freed. */
static void free_left(cudaGraphExec_t exec)
{
    for (cudaGraphNode_t n = exec->graph->first; n; n = n->next)
        if (n->work->kind == &alloc_kind)
            alloc_free_left((const struct memory_work *)n->work);
}

static cudaError_t launch_exec(cudaGraphExec_t exec, cudaStream_t stream)
{
    if (!exec_exists(exec))
        return cudaErrorInvalidValue;
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    if (exec->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch &&
        !stream_captures(stream))
        free_left(exec);
    struct child_work work = {{&child_kind, 0}, exec->graph};
    return stream_submit(stream, &work.work);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    API(launch_exec(exec, stream));
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    API(!exec_exists(exec)       ? cudaErrorInvalidValue
        : !stream_exists(stream) ? cudaErrorInvalidResourceHandle
                                 : cudaSuccess);
}

/* ---- changed ------------------------------------------------------------ */

/* The place of a node among those of its graph. */
static size_t place_of(const struct CUgraphNode_st *node)
{
    size_t place = 0;
    for (cudaGraphNode_t n = node->graph->first; n != node; n = n->next)
        place++;
    return place;
}

static bool same_edges(const struct node_list *a, const struct node_list *b)
{
    size_t i = 0;
    while (a->count == b->count && i < a->count &&
           place_of(a->nodes[i]) == place_of(b->nodes[i]))
        i++;
    return a->count == b->count && i == a->count;
}

/* What keeps the one graph from taking the other's place, and the node. */
static enum cudaGraphExecUpdateResult compare(cudaGraph_t old, cudaGraph_t new,
                                              cudaGraphNode_t *at)
{
    if (old->count != new->count)
        return cudaGraphExecUpdateErrorTopologyChanged;
    cudaGraphNode_t o = old->first;
    for (cudaGraphNode_t n = new->first; n; n = n->next, o = o->next) {
        *at = n;
        if (n->work->kind != o->work->kind)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (!same_edges(&n->after, &o->after))
            return cudaGraphExecUpdateErrorTopologyChanged;
    }
    *at = NULL;
    return cudaGraphExecUpdateSuccess;
}

static cudaError_t replace_all(cudaGraph_t old, cudaGraph_t new)
{
    cudaGraphNode_t o = old->first;
    for (cudaGraphNode_t n = new->first; n; n = n->next, o = o->next)
        if (!node_replace(o, n->work))
            return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

static cudaError_t update(cudaGraphExec_t exec, cudaGraph_t graph,
                          cudaGraphNode_t *at,
                          enum cudaGraphExecUpdateResult *result)
{
    if (!exec_exists(exec) || !graph_exists(graph))
        return cudaErrorInvalidValue;
    *result = compare(exec->graph, graph, at);
    return *result ? cudaErrorGraphExecUpdateFailure
                   : replace_all(exec->graph, graph);
}

/* Up to CUDA 11 a node and a result, then a structure of both. */
cudaError_t graph_exec_update(
    cudaGraphExec_t exec, cudaGraph_t graph, void *third,
    enum cudaGraphExecUpdateResult *fourth) __asm__("cudaGraphExecUpdate");

cudaError_t graph_exec_update(cudaGraphExec_t exec, cudaGraph_t graph,
                              void *third,
                              enum cudaGraphExecUpdateResult *fourth)
{
    cudaGraphNode_t at = NULL;
    enum cudaGraphExecUpdateResult result = cudaGraphExecUpdateError;
    cudaError_t error = api_begin();
    if (!error)
        error = update(exec, graph, &at, &result);
    if (third && fourth && version_major() == 11) {
        *(cudaGraphNode_t *)third = at;
        *fourth = result;
    } else if (third && version_major() > 11) {
        *(cudaGraphExecUpdateResultInfo *)third =
            (cudaGraphExecUpdateResultInfo){result, at, NULL};
    }
    return api_end(error);
}

static bool can_be_disabled(const struct CUgraphNode_st *node)
{
    enum cudaGraphNodeType type = node->work->kind->type;
    return type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemcpy ||
           type == cudaGraphNodeTypeMemset;
}

static cudaError_t set_enabled(cudaGraphNode_t node, bool enabled)
{
    if (!node || !can_be_disabled(node))
        return cudaErrorInvalidValue;
    node->disabled = !enabled;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned enabled)
{
    API(set_enabled(exec_node(exec, node), enabled != 0));
}

static cudaError_t get_enabled(const struct CUgraphNode_st *node,
                               unsigned *enabled)
{
    if (!node || !enabled)
        return cudaErrorInvalidValue;
    *enabled = !node->disabled;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned *enabled)
{
    API(get_enabled(exec_node(exec, node), enabled));
}
