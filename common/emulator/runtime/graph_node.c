/*
 * graph_node.c - what the nodes of graphs do: added, asked, changed.
 *
 * For each kind of node a function makes the work from the parameters of the
 * call; that work is added as a node, or takes the place of another node's.
 * Source: CUDA Runtime API reference, "Graph Management".
 */
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "copy.h"
#include "graph.h"
#include "launch.h"
#include "stream.h"

static cudaError_t add(cudaGraphNode_t *node, cudaGraph_t graph,
                       const cudaGraphNode_t *after, size_t count,
                       cudaError_t error, const struct work *work)
{
    if (error)
        return error;
    if (!node || !graph_exists(graph) || (count && !after))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        if (!node_exists(after[i]) || after[i]->graph != graph)
            return cudaErrorInvalidValue;
    *node = graph_add(graph, work, after, count);
    return *node ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* What the node does, if it is of this kind; else NULL. */
static const void *work_of(cudaGraphNode_t node, const struct work_kind *kind)
{
    return node_exists(node) && node->work->kind == kind ? node->work : NULL;
}

/* This work, when it could be made, takes the place of the node's. */
static cudaError_t replace(cudaGraphNode_t node, cudaError_t error,
                           const struct work *work)
{
    if (error)
        return error;
    if (!work_of(node, work->kind))
        return cudaErrorInvalidValue;
    return node_replace(node, work) ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* ---- kernels ------------------------------------------------------------ */

static cudaError_t kernel_work(struct kernel_work *work,
                               const struct cudaKernelNodeParams *p)
{
    if (!p)
        return cudaErrorInvalidValue;
    struct configuration c = {.grid = p->gridDim,
                              .block = p->blockDim,
                              .shared_bytes = p->sharedMemBytes};
    return kernel_prepare(work, p->func, c, p->kernelParams);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t count,
                                   const struct cudaKernelNodeParams *p)
{
    struct kernel_work work;
    API(add(node, graph, after, count, kernel_work(&work, p), &work.work));
}

static cudaError_t get_kernel(cudaGraphNode_t node,
                              struct cudaKernelNodeParams *p)
{
    const struct kernel_work *k = work_of(node, &kernel_kind);
    if (!p || !k)
        return cudaErrorInvalidValue;
    *p = (struct cudaKernelNodeParams){(void *)(uintptr_t)k->function,
                                       k->configuration.grid,
                                       k->configuration.block,
                                       (unsigned)k->configuration.shared_bytes,
                                       k->args,
                                       NULL};
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *p)
{
    API(get_kernel(node, p));
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *p)
{
    struct kernel_work work;
    API(replace(node, kernel_work(&work, p), &work.work));
}

cudaError_t cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaKernelNodeParams *p)
{
    struct kernel_work work;
    API(replace(exec_node(exec, node), kernel_work(&work, p), &work.work));
}

/* ---- copies ------------------------------------------------------------- */

static cudaError_t box_work(struct copy *work,
                            const struct cudaMemcpy3DParms *p)
{
    return box_copy(work, "a graph's copy", p);
}

static cudaError_t line_work(struct copy *work, void *dst, const void *src,
                             size_t count, enum cudaMemcpyKind kind)
{
    *work = copy_line("a graph's copy", dst, src, count, kind);
    return cudaSuccess;
}

static cudaError_t to_symbol_work(struct copy *work, const void *symbol,
                                  const void *src, size_t count, size_t offset,
                                  enum cudaMemcpyKind kind)
{
    return symbol_copy_to(work, symbol, src, count, offset, kind);
}

static cudaError_t from_symbol_work(struct copy *work, void *dst,
                                    const void *symbol, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind)
{
    return symbol_copy_from(work, dst, symbol, count, offset, kind);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t count,
                                   const struct cudaMemcpy3DParms *p)
{
    struct copy work;
    API(add(node, graph, after, count, box_work(&work, p), &work.work));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t count,
                                     void *dst, const void *src, size_t bytes,
                                     enum cudaMemcpyKind kind)
{
    struct copy work;
    API(add(node, graph, after, count, line_work(&work, dst, src, bytes, kind),
            &work.work));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
    size_t count, const void *symbol, const void *src, size_t bytes,
    size_t offset, enum cudaMemcpyKind kind)
{
    struct copy work;
    API(add(node, graph, after, count,
            to_symbol_work(&work, symbol, src, bytes, offset, kind),
            &work.work));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
    size_t count, void *dst, const void *symbol, size_t bytes, size_t offset,
    enum cudaMemcpyKind kind)
{
    struct copy work;
    API(add(node, graph, after, count,
            from_symbol_work(&work, dst, symbol, bytes, offset, kind),
            &work.work));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *p)
{
    struct copy work;
    API(replace(node, box_work(&work, p), &work.work));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst,
                                           const void *src, size_t bytes,
                                           enum cudaMemcpyKind kind)
{
    struct copy work;
    API(replace(node, line_work(&work, dst, src, bytes, kind), &work.work));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec,
                                             cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *p)
{
    struct copy work;
    API(replace(exec_node(exec, node), box_work(&work, p), &work.work));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                               cudaGraphNode_t node, void *dst,
                                               const void *src, size_t bytes,
                                               enum cudaMemcpyKind kind)
{
    struct copy work;
    API(replace(exec_node(exec, node), line_work(&work, dst, src, bytes, kind),
                &work.work));
}

/* ---- fills -------------------------------------------------------------- */

static cudaError_t fill_work(struct fill *work,
                             const struct cudaMemsetParams *p)
{
    if (!p || !p->dst || !p->width || !p->height ||
        (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4))
        return cudaErrorInvalidValue;
    *work = (struct fill){.work = {&fill_kind, 0},
                          .call = "a graph's memset",
                          .pointer = p->dst,
                          .pitch = p->pitch,
                          .value = p->value,
                          .element = p->elementSize,
                          .width = p->width * p->elementSize,
                          .height = p->height,
                          .depth = 1};
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t count,
                                   const struct cudaMemsetParams *p)
{
    struct fill work;
    API(add(node, graph, after, count, fill_work(&work, p), &work.work));
}

static cudaError_t get_fill(cudaGraphNode_t node, struct cudaMemsetParams *p)
{
    const struct fill *f = work_of(node, &fill_kind);
    if (!p || !f)
        return cudaErrorInvalidValue;
    *p = (struct cudaMemsetParams){
        f->pointer, f->pitch, f->value, f->element, f->width / f->element,
        f->height};
    return cudaSuccess;
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemsetParams *p)
{
    API(get_fill(node, p));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *p)
{
    struct fill work;
    API(replace(node, fill_work(&work, p), &work.work));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec,
                                             cudaGraphNode_t node,
                                             const struct cudaMemsetParams *p)
{
    struct fill work;
    API(replace(exec_node(exec, node), fill_work(&work, p), &work.work));
}

/* ---- functions of the host ---------------------------------------------- */

static cudaError_t host_work(struct host_work *work,
                             const struct cudaHostNodeParams *p)
{
    if (!p || !p->fn)
        return cudaErrorInvalidValue;
    *work = (struct host_work){{&host_kind, 0}, *p};
    return cudaSuccess;
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *after, size_t count,
                                 const struct cudaHostNodeParams *p)
{
    struct host_work work;
    API(add(node, graph, after, count, host_work(&work, p), &work.work));
}

static cudaError_t get_host(cudaGraphNode_t node, struct cudaHostNodeParams *p)
{
    const struct host_work *w = work_of(node, &host_kind);
    if (!p || !w)
        return cudaErrorInvalidValue;
    *p = w->host;
    return cudaSuccess;
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                       struct cudaHostNodeParams *p)
{
    API(get_host(node, p));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *p)
{
    struct host_work work;
    API(replace(node, host_work(&work, p), &work.work));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec,
                                           cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *p)
{
    struct host_work work;
    API(replace(exec_node(exec, node), host_work(&work, p), &work.work));
}

/* ---- graphs in graphs, events, nothing ---------------------------------- */

static cudaError_t child_work(struct child_work *work, cudaGraph_t child)
{
    if (!graph_exists(child))
        return cudaErrorInvalidValue;
    *work = (struct child_work){{&child_kind, 0}, child};
    return cudaSuccess;
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *after,
                                       size_t count, cudaGraph_t child)
{
    struct child_work work;
    API(add(node, graph, after, count, child_work(&work, child), &work.work));
}

static cudaError_t get_child(cudaGraphNode_t node, cudaGraph_t *child)
{
    const struct child_work *w = work_of(node, &child_kind);
    if (!child || !w)
        return cudaErrorInvalidValue;
    *child = w->graph;
    return cudaSuccess;
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node,
                                            cudaGraph_t *child)
{
    API(get_child(node, child));
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec,
                                                 cudaGraphNode_t node,
                                                 cudaGraph_t child)
{
    struct child_work work;
    API(replace(exec_node(exec, node), child_work(&work, child), &work.work));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *after, size_t count)
{
    struct work work = {&empty_kind, 0};
    API(add(node, graph, after, count, cudaSuccess, &work));
}

static cudaError_t event_work(struct event_work *work,
                              const struct work_kind *kind, cudaEvent_t event)
{
    *work = (struct event_work){{kind, 0}, event, 0};
    return event_exists(event) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node,
                                        cudaGraph_t graph,
                                        const cudaGraphNode_t *after,
                                        size_t count, cudaEvent_t event)
{
    struct event_work work;
    API(add(node, graph, after, count,
            event_work(&work, &event_record_kind, event), &work.work));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *after,
                                      size_t count, cudaEvent_t event)
{
    struct event_work work;
    API(add(node, graph, after, count,
            event_work(&work, &event_wait_kind, event), &work.work));
}

/* ---- memory of graphs --------------------------------------------------- */

static cudaError_t alloc_work(struct memory_work *work,
                              struct cudaMemAllocNodeParams *p)
{
    if (!p || !p->bytesize)
        return cudaErrorInvalidValue;
    cudaError_t error = alloc_reserve(work, p->bytesize);
    p->dptr = error ? NULL : work->pointer;
    return error;
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t count,
                                     struct cudaMemAllocNodeParams *p)
{
    struct memory_work work;
    API(add(node, graph, after, count, alloc_work(&work, p), &work.work));
}

static cudaError_t get_alloc(cudaGraphNode_t node,
                             struct cudaMemAllocNodeParams *p)
{
    const struct memory_work *w = work_of(node, &alloc_kind);
    if (!p || !w)
        return cudaErrorInvalidValue;
    *p = (struct cudaMemAllocNodeParams){.bytesize = w->bytes,
                                         .dptr = w->pointer};
    return cudaSuccess;
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *p)
{
    API(get_alloc(node, p));
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *after, size_t count,
                                    void *pointer)
{
    struct memory_work work = {{&free_kind, 0}, "a graph's free", pointer, 0};
    API(add(node, graph, after, count,
            pointer ? cudaSuccess : cudaErrorInvalidValue, &work.work));
}

static cudaError_t get_free(cudaGraphNode_t node, void *pointer)
{
    const struct memory_work *w = work_of(node, &free_kind);
    if (!pointer || !w)
        return cudaErrorInvalidValue;
    *(void **)pointer = w->pointer;
    return cudaSuccess;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer)
{
    API(get_free(node, pointer));
}
