/*
 * graph.c - graphs: their nodes and edges, made, asked for, removed.
 *
 * Source: CUDA Runtime API reference, "Graph Management".  CUDA 13 put an
 * array with what each edge is about before the last parameter of four calls.
 */
#include <stdlib.h>
#include <string.h>

#include "graph.h"
#include "runtime.h"
#include "version.h"

static cudaGraph_t graphs;

/* ---- lists of nodes ----------------------------------------------------- */

bool node_list_add(struct node_list *list, cudaGraphNode_t node)
{
    cudaGraphNode_t *nodes =
        realloc(list->nodes, (list->count + 1) * sizeof(cudaGraphNode_t));
    if (!nodes)
        return false;
    list->nodes = nodes;
    list->nodes[list->count++] = node;
    return true;
}

bool node_list_has(const struct node_list *list,
                   const struct CUgraphNode_st *node)
{
    size_t i = 0;
    while (i < list->count && list->nodes[i] != node)
        i++;
    return i < list->count;
}

static void list_remove(struct node_list *list,
                        const struct CUgraphNode_st *node)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->nodes[i] != node)
            list->nodes[kept++] = list->nodes[i];
    list->count = kept;
}

/* ---- graphs and nodes --------------------------------------------------- */

bool graph_exists(cudaGraph_t graph)
{
    cudaGraph_t g = graphs;
    while (g && g != graph)
        g = g->next;
    return g != NULL;
}

static bool in_graph(cudaGraph_t graph, cudaGraphNode_t node)
{
    cudaGraphNode_t n = graph->first;
    while (n && n != node)
        n = n->next;
    return n != NULL;
}

bool node_exists(cudaGraphNode_t node)
{
    cudaGraph_t g = graphs;
    while (g && !in_graph(g, node))
        g = g->next;
    return g != NULL;
}

cudaGraph_t graph_create(bool inner)
{
    cudaGraph_t graph = calloc(1, sizeof *graph);
    if (!graph)
        return NULL;
    graph->end = &graph->first;
    graph->inner = inner;
    graph->next = graphs;
    graphs = graph;
    return graph;
}

static void free_node(cudaGraphNode_t node)
{
    if (node->work)
        work_release(node->work);
    free(node->after.nodes);
    free(node);
}

void graph_destroy(cudaGraph_t graph)
{
    while (graph->first) {
        cudaGraphNode_t node = graph->first;
        graph->first = node->next;
        free_node(node);
    }
    cudaGraph_t *g = &graphs;
    while (*g != graph)
        g = &(*g)->next;
    *g = graph->next;
    free(graph);
}

cudaGraphNode_t graph_find(cudaGraph_t graph, unsigned long long key)
{
    cudaGraphNode_t node = graph->first;
    while (node && node->key != key)
        node = node->next;
    return node;
}

cudaGraphNode_t graph_add(cudaGraph_t graph, const struct work *work,
                          const cudaGraphNode_t *after, size_t count)
{
    static unsigned long long keys;
    cudaGraphNode_t node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    node->work = work_keep(work);
    bool complete = node->work != NULL;
    for (size_t i = 0; complete && i < count; i++)
        complete = node_list_add(&node->after, after[i]);
    if (!complete) {
        free_node(node);
        return NULL;
    }
    node->graph = graph;
    node->site = call_here();
    node->key = ++keys;
    *graph->end = node;
    graph->end = &node->next;
    graph->count++;
    return node;
}

bool node_replace(cudaGraphNode_t node, const struct work *work)
{
    struct work *copy = work_keep(work);
    if (!copy)
        return false;
    work_release(node->work);
    node->work = copy;
    return true;
}

/* Edges may lead to nodes that come later, so they are made last. */
static bool clone_edges(cudaGraph_t clone, cudaGraph_t graph)
{
    cudaGraphNode_t copy = clone->first;
    for (cudaGraphNode_t n = graph->first; n; n = n->next, copy = copy->next)
        for (size_t i = 0; i < n->after.count; i++)
            if (!node_list_add(&copy->after,
                               graph_find(clone, n->after.nodes[i]->key)))
                return false;
    return true;
}

cudaGraph_t graph_clone(cudaGraph_t graph, bool inner)
{
    cudaGraph_t clone = graph_create(inner);
    bool complete = clone != NULL;
    for (cudaGraphNode_t n = graph->first; n && complete; n = n->next) {
        cudaGraphNode_t copy = graph_add(clone, n->work, NULL, 0);
        complete = copy != NULL;
        if (complete) {
            copy->key = n->key;
            copy->site = n->site;
        }
    }
    if (complete && clone_edges(clone, graph))
        return clone;
    if (clone)
        graph_destroy(clone);
    return NULL;
}

/* ---- order -------------------------------------------------------------- */

static bool ready(const struct CUgraphNode_st *node)
{
    size_t i = 0;
    while (i < node->after.count && node->after.nodes[i]->placed)
        i++;
    return i == node->after.count;
}

/* Rounds over the nodes in their order of creation, which is nearly always an
 * order to run them in: then one round is enough. */
bool graph_sort(cudaGraph_t graph, struct node_list *order)
{
    for (cudaGraphNode_t n = graph->first; n; n = n->next)
        n->placed = false;
    for (size_t before = 1; order->count < graph->count && before;) {
        before = order->count;
        for (cudaGraphNode_t n = graph->first; n; n = n->next)
            if (!n->placed && ready(n)) {
                if (!node_list_add(order, n))
                    return false;
                n->placed = true;
                n->place = order->count - 1;
            }
        before = order->count - before; /* placed in this round */
    }
    return order->count == graph->count;
}

/* ---- graphs as work ----------------------------------------------------- */

/* What a node does, held, or NULL: nothing; and who made it. */
struct step {
    struct work *work;
    struct call_site *site;
};

static struct step hold(const struct CUgraphNode_st *node)
{
    if (node->disabled)
        return (struct step){NULL, node->site};
    work_hold(node->work);
    return (struct step){node->work, node->site};
}

/* Of all nodes in an order to do it in; false: out of memory, and what is in
 * the list is held. */
static bool hold_all(cudaGraph_t graph, struct step *steps, size_t *count)
{
    struct node_list order = {NULL, 0};
    bool sorted = graph_sort(graph, &order);
    for (size_t i = 0; sorted && i < order.count; i++) {
        const struct node_list *after = &order.nodes[i]->after;
        steps[(*count)++] = hold(order.nodes[i]);
        for (size_t k = 0; k < after->count; k++)
            device_note(DEVICE_NOTE_NODE_AFTER, i, after->nodes[k]->place, 0);
    }
    free(order.nodes);
    return sorted;
}

/* One that is disabled still orders what comes before and after it. */
static cudaError_t run_step(size_t place, const struct step *step)
{
    device_note(DEVICE_NOTE_NODE, place, (uint64_t)(uintptr_t)step->site, 0);
    return step->work ? step->work->kind->run(step->work) : cudaSuccess;
}

/* From here on the graph is not looked at again: while a function of the host
 * runs, it may be changed or go. */
static cudaError_t run_steps(struct step *steps, size_t count,
                             cudaError_t error)
{
    for (size_t i = 0; i < count; i++) {
        if (!error)
            error = run_step(i, &steps[i]);
        if (steps[i].work)
            work_release(steps[i].work);
    }
    return error;
}

static cudaError_t run_child(const struct work *work)
{
    cudaGraph_t graph = ((const struct child_work *)work)->graph;
    size_t count = 0;
    struct step *steps = malloc((graph->count + 1) * sizeof *steps);
    device_note(DEVICE_NOTE_GRAPH, graph->count, 0, 0);
    cudaError_t error = steps && hold_all(graph, steps, &count)
                            ? cudaSuccess
                            : cudaErrorMemoryAllocation;
    error = run_steps(steps, count, error);
    device_note(DEVICE_NOTE_GRAPH_END, 0, 0, 0);
    free(steps);
    return error;
}

static bool clone_child(struct work *copy)
{
    struct child_work *child = (struct child_work *)copy;
    child->graph = graph_clone(child->graph, true);
    return child->graph != NULL;
}

static void clear_child(struct work *work)
{
    graph_destroy(((struct child_work *)work)->graph);
}

const struct work_kind child_kind = {cudaGraphNodeTypeGraph,
                                     "a graph in the default stream",
                                     sizeof(struct child_work),
                                     run_child,
                                     clone_child,
                                     clear_child,
                                     NULL,
                                     NULL};

static cudaError_t run_nothing(const struct work *work)
{
    (void)work;
    return cudaSuccess;
}

const struct work_kind empty_kind = {cudaGraphNodeTypeEmpty,
                                     "the default stream",
                                     sizeof(struct work),
                                     run_nothing,
                                     NULL,
                                     NULL,
                                     NULL,
                                     NULL};

/* ---- graphs of the program ---------------------------------------------- */

static cudaError_t create_graph(cudaGraph_t *graph, unsigned flags)
{
    if (!graph || flags)
        return cudaErrorInvalidValue;
    *graph = graph_create(false);
    return *graph ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags)
{
    API(create_graph(graph, flags));
}

static cudaError_t destroy_graph(cudaGraph_t graph)
{
    if (!graph_exists(graph) || graph->inner)
        return cudaErrorInvalidValue;
    graph_destroy(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    API(destroy_graph(graph));
}

static cudaError_t clone(cudaGraph_t *made, cudaGraph_t graph)
{
    if (!made || !graph_exists(graph))
        return cudaErrorInvalidValue;
    *made = graph_clone(graph, false);
    return *made ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaGraphClone(cudaGraph_t *made, cudaGraph_t graph)
{
    API(clone(made, graph));
}

static cudaError_t find_in_clone(cudaGraphNode_t *found, cudaGraphNode_t node,
                                 cudaGraph_t graph)
{
    if (!found || !node_exists(node) || !graph_exists(graph))
        return cudaErrorInvalidValue;
    *found = graph_find(graph, node->key);
    return *found ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found,
                                     cudaGraphNode_t node, cudaGraph_t graph)
{
    API(find_in_clone(found, node, graph));
}

static cudaError_t destroy_node(cudaGraphNode_t node)
{
    if (!node_exists(node))
        return cudaErrorInvalidValue;
    cudaGraph_t graph = node->graph;
    for (cudaGraphNode_t n = graph->first; n; n = n->next)
        list_remove(&n->after, node);
    cudaGraphNode_t *n = &graph->first;
    while (*n != node)
        n = &(*n)->next;
    *n = node->next;
    if (graph->end == &node->next)
        graph->end = n;
    graph->count--;
    free_node(node);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    API(destroy_node(node));
}

/* ---- edges -------------------------------------------------------------- */

static cudaError_t change_edges(cudaGraph_t graph, const cudaGraphNode_t *from,
                                const cudaGraphNode_t *to, size_t count,
                                bool add)
{
    if (!graph_exists(graph) || (count && (!from || !to)))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (!in_graph(graph, from[i]) || !in_graph(graph, to[i]) ||
            from[i] == to[i] || node_list_has(&to[i]->after, from[i]) == add)
            return cudaErrorInvalidValue;
        if (!add)
            list_remove(&to[i]->after, from[i]);
        else if (!node_list_add(&to[i]->after, from[i]))
            return cudaErrorMemoryAllocation;
    }
    return cudaSuccess;
}

/* The count is the fourth parameter, and since CUDA 13 the fifth. */
cudaError_t graph_add_dependencies(
    cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
    size_t fourth, size_t fifth) __asm__("cudaGraphAddDependencies");
cudaError_t graph_remove_dependencies(
    cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
    size_t fourth, size_t fifth) __asm__("cudaGraphRemoveDependencies");

cudaError_t graph_add_dependencies(cudaGraph_t graph,
                                   const cudaGraphNode_t *from,
                                   const cudaGraphNode_t *to, size_t fourth,
                                   size_t fifth)
{
    API(change_edges(graph, from, to, version_major() >= 13 ? fifth : fourth,
                     true));
}

cudaError_t graph_remove_dependencies(cudaGraph_t graph,
                                      const cudaGraphNode_t *from,
                                      const cudaGraphNode_t *to, size_t fourth,
                                      size_t fifth)
{
    API(change_edges(graph, from, to, version_major() >= 13 ? fifth : fourth,
                     false));
}

/* ---- questions ---------------------------------------------------------- */

/* As all these calls answer: the number alone, or as many as there is room
 * for, the rest set to NULL. */
struct answer {
    cudaGraphNode_t *nodes;
    size_t room, found;
};

static void answer_with(struct answer *a, cudaGraphNode_t node)
{
    if (a->nodes && a->found < a->room)
        a->nodes[a->found] = node;
    a->found++;
}

static cudaError_t answered(struct answer *a, size_t *count)
{
    for (size_t i = a->found; a->nodes && i < a->room; i++)
        a->nodes[i] = NULL;
    if (!a->nodes || a->found < *count)
        *count = a->found;
    return cudaSuccess;
}

static cudaError_t get_nodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                             size_t *count, bool roots)
{
    if (!count || !graph_exists(graph))
        return cudaErrorInvalidValue;
    struct answer a = {nodes, *count, 0};
    for (cudaGraphNode_t n = graph->first; n; n = n->next)
        if (!roots || !n->after.count)
            answer_with(&a, n);
    return answered(&a, count);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                              size_t *count)
{
    API(get_nodes(graph, nodes, count, false));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                                  size_t *count)
{
    API(get_nodes(graph, nodes, count, true));
}

static cudaError_t get_edges(cudaGraph_t graph, cudaGraphNode_t *from,
                             cudaGraphNode_t *to, size_t *count)
{
    if (!count || !from != !to || !graph_exists(graph))
        return cudaErrorInvalidValue;
    struct answer sources = {from, *count, 0}, targets = {to, *count, 0};
    for (cudaGraphNode_t n = graph->first; n; n = n->next)
        for (size_t i = 0; i < n->after.count; i++) {
            answer_with(&sources, n->after.nodes[i]);
            answer_with(&targets, n);
        }
    answered(&sources, count);
    return answered(&targets, count);
}

static cudaError_t get_after(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                             size_t *count)
{
    if (!count || !node_exists(node))
        return cudaErrorInvalidValue;
    struct answer a = {nodes, *count, 0};
    for (size_t i = 0; i < node->after.count; i++)
        answer_with(&a, node->after.nodes[i]);
    return answered(&a, count);
}

static cudaError_t get_before(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                              size_t *count)
{
    if (!count || !node_exists(node))
        return cudaErrorInvalidValue;
    struct answer a = {nodes, *count, 0};
    for (cudaGraphNode_t n = node->graph->first; n; n = n->next)
        if (node_list_has(&n->after, node))
            answer_with(&a, n);
    return answered(&a, count);
}

cudaError_t graph_get_edges(cudaGraph_t graph, cudaGraphNode_t *from,
                            cudaGraphNode_t *to, void *fourth,
                            size_t *fifth) __asm__("cudaGraphGetEdges");
cudaError_t graph_get_after(
    cudaGraphNode_t node, cudaGraphNode_t *nodes, void *third,
    size_t *fourth) __asm__("cudaGraphNodeGetDependencies");
cudaError_t graph_get_before(
    cudaGraphNode_t node, cudaGraphNode_t *nodes, void *third,
    size_t *fourth) __asm__("cudaGraphNodeGetDependentNodes");

cudaError_t graph_get_edges(cudaGraph_t graph, cudaGraphNode_t *from,
                            cudaGraphNode_t *to, void *fourth, size_t *fifth)
{
    API(get_edges(graph, from, to, version_major() >= 13 ? fifth : fourth));
}

cudaError_t graph_get_after(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                            void *third, size_t *fourth)
{
    API(get_after(node, nodes, version_major() >= 13 ? fourth : third));
}

cudaError_t graph_get_before(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                             void *third, size_t *fourth)
{
    API(get_before(node, nodes, version_major() >= 13 ? fourth : third));
}

static cudaError_t get_type(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    if (!type || !node_exists(node))
        return cudaErrorInvalidValue;
    *type = node->work->kind->type;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
                                 enum cudaGraphNodeType *type)
{
    API(get_type(node, type));
}
