/*
 * runtime_graph_node.c - what the nodes of graphs do: added, asked, changed.
 *
 * For each kind of node a function makes the work from the parameters of the
 * call; that work is added as a node, or takes the place of another node's.
 * Source: CUDA Runtime API reference, "Graph Management".
 */
#include <stdlib.h>
#include <string.h>

#include "graph.h"

/* ---- work --------------------------------------------------------------- */

bool work_clone(struct work *copy, const struct work *work)
{
    *copy = *work;
    if (work->type == cudaGraphNodeTypeKernel)
        return kernel_copy_args(&copy->kernel);
    if (work->type == cudaGraphNodeTypeGraph)
        copy->child = graph_clone(work->child, true);
    return work->type != cudaGraphNodeTypeGraph || copy->child;
}

void work_clear(struct work *work)
{
    if (work->type == cudaGraphNodeTypeKernel)
        free(work->kernel.args);
    if (work->type == cudaGraphNodeTypeGraph && work->child)
        graph_destroy(work->child);
    work->type = cudaGraphNodeTypeEmpty;
}

static cudaError_t run_child(cudaGraph_t graph, cudaStream_t stream)
{
    struct node_list order = {NULL, 0};
    cudaError_t error =
        graph_sort(graph, &order) ? cudaSuccess : cudaErrorMemoryAllocation;
    for (size_t i = 0; i < order.count && !error; i++)
        error = work_run(&order.nodes[i]->work, stream);
    free(order.nodes);
    return error;
}

cudaError_t work_run(const struct work *work, cudaStream_t stream)
{
    uint64_t pointer;
    switch (work->type) {
    case cudaGraphNodeTypeKernel: return kernel_run(&work->kernel);
    case cudaGraphNodeTypeMemcpy: return copy_run(work->copy);
    case cudaGraphNodeTypeMemset: return fill_run(work->fill);
    case cudaGraphNodeTypeHost: return host_run(work->host);
    case cudaGraphNodeTypeGraph: return run_child(work->child, stream);
    case cudaGraphNodeTypeEventRecord: return event_record(work->event);
    case cudaGraphNodeTypeMemAlloc:
        pointer = (uint64_t)(uintptr_t)work->memory.pointer;
        if (!memory_revive(pointer))
            return cudaErrorInvalidValue;
        pool_lend_to_graph(work->memory.pointer, work->memory.bytes);
        return cudaSuccess;
    case cudaGraphNodeTypeMemFree:
        return release(work->memory.call, work->memory.pointer, false);
    default: return cudaSuccess;
    }
}

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

static bool is_node(cudaGraphNode_t node, enum cudaGraphNodeType type)
{
    return node_exists(node) && node->work.type == type;
}

/* This work, when it could be made, takes the place of the node's. */
static cudaError_t replace(cudaGraphNode_t node, cudaError_t error,
                           const struct work *work)
{
    struct work made;
    if (error)
        return error;
    if (!is_node(node, work->type))
        return cudaErrorInvalidValue;
    if (!work_clone(&made, work))
        return cudaErrorMemoryAllocation;
    work_clear(&node->work);
    node->work = made;
    return cudaSuccess;
}

/* ---- kernels ------------------------------------------------------------ */

static cudaError_t kernel_work(struct work *work,
                               const struct cudaKernelNodeParams *p)
{
    if (!p)
        return cudaErrorInvalidValue;
    work->type = cudaGraphNodeTypeKernel;
    struct configuration c = {.grid = p->gridDim,
                              .block = p->blockDim,
                              .shared_bytes = p->sharedMemBytes};
    return kernel_prepare(&work->kernel, p->func, c, p->kernelParams);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t count,
                                   const struct cudaKernelNodeParams *p)
{
    struct work work;
    API(add(node, graph, after, count, kernel_work(&work, p), &work));
}

static cudaError_t get_kernel(cudaGraphNode_t node,
                              struct cudaKernelNodeParams *p)
{
    if (!p || !is_node(node, cudaGraphNodeTypeKernel))
        return cudaErrorInvalidValue;
    const struct kernel_work *k = &node->work.kernel;
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
    struct work work;
    API(replace(node, kernel_work(&work, p), &work));
}

cudaError_t cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaKernelNodeParams *p)
{
    struct work work;
    API(replace(exec_node(exec, node), kernel_work(&work, p), &work));
}

/* ---- copies ------------------------------------------------------------- */

static cudaError_t box_work(struct work *work,
                            const struct cudaMemcpy3DParms *p)
{
    work->type = cudaGraphNodeTypeMemcpy;
    return box_copy(&work->copy, "a graph's copy", p);
}

static cudaError_t line_work(struct work *work, void *dst, const void *src,
                             size_t count, enum cudaMemcpyKind kind)
{
    work->type = cudaGraphNodeTypeMemcpy;
    work->copy = copy_line("a graph's copy", dst, src, count, kind);
    return cudaSuccess;
}

static cudaError_t to_symbol_work(struct work *work, const void *symbol,
                                  const void *src, size_t count, size_t offset,
                                  enum cudaMemcpyKind kind)
{
    work->type = cudaGraphNodeTypeMemcpy;
    return copy_to_symbol(&work->copy, symbol, src, count, offset, kind);
}

static cudaError_t from_symbol_work(struct work *work, void *dst,
                                    const void *symbol, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind)
{
    work->type = cudaGraphNodeTypeMemcpy;
    return copy_from_symbol(&work->copy, dst, symbol, count, offset, kind);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t count,
                                   const struct cudaMemcpy3DParms *p)
{
    struct work work;
    API(add(node, graph, after, count, box_work(&work, p), &work));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t count,
                                     void *dst, const void *src, size_t bytes,
                                     enum cudaMemcpyKind kind)
{
    struct work work;
    API(add(node, graph, after, count, line_work(&work, dst, src, bytes, kind),
            &work));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
    size_t count, const void *symbol, const void *src, size_t bytes,
    size_t offset, enum cudaMemcpyKind kind)
{
    struct work work;
    API(add(node, graph, after, count,
            to_symbol_work(&work, symbol, src, bytes, offset, kind), &work));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
    size_t count, void *dst, const void *symbol, size_t bytes, size_t offset,
    enum cudaMemcpyKind kind)
{
    struct work work;
    API(add(node, graph, after, count,
            from_symbol_work(&work, dst, symbol, bytes, offset, kind), &work));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *p)
{
    struct work work;
    API(replace(node, box_work(&work, p), &work));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst,
                                           const void *src, size_t bytes,
                                           enum cudaMemcpyKind kind)
{
    struct work work;
    API(replace(node, line_work(&work, dst, src, bytes, kind), &work));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec,
                                             cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *p)
{
    struct work work;
    API(replace(exec_node(exec, node), box_work(&work, p), &work));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                               cudaGraphNode_t node, void *dst,
                                               const void *src, size_t bytes,
                                               enum cudaMemcpyKind kind)
{
    struct work work;
    API(replace(exec_node(exec, node), line_work(&work, dst, src, bytes, kind),
                &work));
}

/* ---- fills -------------------------------------------------------------- */

static cudaError_t fill_work(struct work *work,
                             const struct cudaMemsetParams *p)
{
    if (!p || !p->dst || !p->width || !p->height ||
        (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4))
        return cudaErrorInvalidValue;
    work->type = cudaGraphNodeTypeMemset;
    work->fill = (struct fill){.call = "a graph's memset",
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
    struct work work;
    API(add(node, graph, after, count, fill_work(&work, p), &work));
}

static cudaError_t get_fill(cudaGraphNode_t node, struct cudaMemsetParams *p)
{
    if (!p || !is_node(node, cudaGraphNodeTypeMemset))
        return cudaErrorInvalidValue;
    const struct fill *f = &node->work.fill;
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
    struct work work;
    API(replace(node, fill_work(&work, p), &work));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec,
                                             cudaGraphNode_t node,
                                             const struct cudaMemsetParams *p)
{
    struct work work;
    API(replace(exec_node(exec, node), fill_work(&work, p), &work));
}

/* ---- functions of the host ---------------------------------------------- */

static cudaError_t host_work(struct work *work,
                             const struct cudaHostNodeParams *p)
{
    if (!p || !p->fn)
        return cudaErrorInvalidValue;
    work->type = cudaGraphNodeTypeHost;
    work->host = *p;
    return cudaSuccess;
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *after, size_t count,
                                 const struct cudaHostNodeParams *p)
{
    struct work work;
    API(add(node, graph, after, count, host_work(&work, p), &work));
}

static cudaError_t get_host(cudaGraphNode_t node, struct cudaHostNodeParams *p)
{
    if (!p || !is_node(node, cudaGraphNodeTypeHost))
        return cudaErrorInvalidValue;
    *p = node->work.host;
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
    struct work work;
    API(replace(node, host_work(&work, p), &work));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec,
                                           cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *p)
{
    struct work work;
    API(replace(exec_node(exec, node), host_work(&work, p), &work));
}

/* ---- graphs in graphs, events, nothing ---------------------------------- */

static cudaError_t child_work(struct work *work, cudaGraph_t child)
{
    if (!graph_exists(child))
        return cudaErrorInvalidValue;
    work->type = cudaGraphNodeTypeGraph;
    work->child = child;
    return cudaSuccess;
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *after,
                                       size_t count, cudaGraph_t child)
{
    struct work work;
    API(add(node, graph, after, count, child_work(&work, child), &work));
}

static cudaError_t get_child(cudaGraphNode_t node, cudaGraph_t *child)
{
    if (!child || !is_node(node, cudaGraphNodeTypeGraph))
        return cudaErrorInvalidValue;
    *child = node->work.child;
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
    struct work work;
    API(replace(exec_node(exec, node), child_work(&work, child), &work));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *after, size_t count)
{
    struct work work = {.type = cudaGraphNodeTypeEmpty};
    API(add(node, graph, after, count, cudaSuccess, &work));
}

static cudaError_t event_work(struct work *work, enum cudaGraphNodeType type,
                              cudaEvent_t event)
{
    work->type = type;
    work->event = event;
    return event_exists(event) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node,
                                        cudaGraph_t graph,
                                        const cudaGraphNode_t *after,
                                        size_t count, cudaEvent_t event)
{
    struct work work;
    API(add(node, graph, after, count,
            event_work(&work, cudaGraphNodeTypeEventRecord, event), &work));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *after,
                                      size_t count, cudaEvent_t event)
{
    struct work work;
    API(add(node, graph, after, count,
            event_work(&work, cudaGraphNodeTypeWaitEvent, event), &work));
}

/* ---- memory of graphs --------------------------------------------------- */

cudaError_t graph_memory(struct work *work, size_t bytes)
{
    uint64_t address = memory_allocate(bytes, MEMORY_DEVICE, NULL);
    if (!address)
        return cudaErrorMemoryAllocation;
    memory_find(address)->allocated_at = call_here();
    memory_free(address);
    work->type = cudaGraphNodeTypeMemAlloc;
    work->memory.pointer = (void *)(uintptr_t)address;
    work->memory.bytes = bytes;
    return cudaSuccess;
}

static cudaError_t alloc_work(struct work *work,
                              struct cudaMemAllocNodeParams *p)
{
    if (!p || !p->bytesize)
        return cudaErrorInvalidValue;
    cudaError_t error = graph_memory(work, p->bytesize);
    p->dptr = error ? NULL : work->memory.pointer;
    return error;
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t count,
                                     struct cudaMemAllocNodeParams *p)
{
    struct work work;
    API(add(node, graph, after, count, alloc_work(&work, p), &work));
}

static cudaError_t get_alloc(cudaGraphNode_t node,
                             struct cudaMemAllocNodeParams *p)
{
    if (!p || !is_node(node, cudaGraphNodeTypeMemAlloc))
        return cudaErrorInvalidValue;
    *p = (struct cudaMemAllocNodeParams){.bytesize = node->work.memory.bytes,
                                         .dptr = node->work.memory.pointer};
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
    struct work work = {.type = cudaGraphNodeTypeMemFree,
                        .memory = {"a graph's free", pointer, 0}};
    API(add(node, graph, after, count,
            pointer ? cudaSuccess : cudaErrorInvalidValue, &work));
}

static cudaError_t get_free(cudaGraphNode_t node, void *pointer)
{
    if (!pointer || !is_node(node, cudaGraphNodeTypeMemFree))
        return cudaErrorInvalidValue;
    *(void **)pointer = node->work.memory.pointer;
    return cudaSuccess;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer)
{
    API(get_free(node, pointer));
}
