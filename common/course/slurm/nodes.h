/*
 * nodes.h - what is known of the nodes that tasks ran on: which do their work,
 * and which get none any more.
 */
#ifndef NODES_H
#define NODES_H

#include <stdbool.h>
#include <stddef.h>

struct node {
    char name[64];
    unsigned finished, failed; /* tasks that did all, or nothing, of theirs */
    bool excluded, left;       /* left: told that it lost a task */
};

struct nodes {
    struct node *list;
    size_t count;
};

/* The one with this name, new if need be; NULL: no memory, or no name. */
struct node *nodes_find(struct nodes *nodes, const char *name);
void nodes_free(struct nodes *nodes);

/* "a,b,c": those that are to get nothing; "" if all may.  It belongs to the
 * callee, up to the next call. */
const char *nodes_excluded(const struct nodes *nodes);

/* Has any of them finished a task? */
bool nodes_any_good(const struct nodes *nodes);

/* Those that said of themselves why they do not grade, in OUT/slurm/nodes: told
 * and excluded, once.  How many are new. */
size_t nodes_take_refusals(struct nodes *nodes, const char *out);

/* A task has ended there: `all` it was to do is there, or it only says so; that
 * one is told, and the node excluded. */
void nodes_note(struct nodes *nodes, const char *name, bool all, bool says_so);

/* At the end of a round: who failed at twice what he was given, and finished
 * nothing while others did, is told and excluded. */
void nodes_judge(struct nodes *nodes);

#endif
