/*
 * nodes.c - a list of nodes.
 */
#include "nodes.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/publish.h"
#include "term/plain.h"

enum { MOST_FAILED = 2 };

struct node *nodes_find(struct nodes *nodes, const char *name)
{
    struct node *more;
    if (!*name)
        return NULL;
    for (size_t i = 0; i < nodes->count; i++) {
        if (!strcmp(nodes->list[i].name, name))
            return &nodes->list[i];
    }
    more = realloc(nodes->list, (nodes->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    nodes->list = more;
    more += nodes->count++;
    *more = (struct node){.finished = 0};
    snprintf(more->name, sizeof more->name, "%s", name);
    return more;
}

void nodes_free(struct nodes *nodes)
{
    free(nodes->list);
    *nodes = (struct nodes){NULL, 0};
}

const char *nodes_excluded(const struct nodes *nodes)
{
    static char text[1 << 13];
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < nodes->count; i++) {
        const struct node *node = &nodes->list[i];
        if (node->excluded && length + sizeof node->name < sizeof text)
            length += (size_t)snprintf(text + length, sizeof text - length,
                                       "%s%s", length ? "," : "", node->name);
    }
    return text;
}

bool nodes_any_good(const struct nodes *nodes)
{
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->list[i].finished)
            return true;
    }
    return false;
}

/* Its own sentence, which a node wrote: text of others. */
static void tell_refusal(const char *out, const char *name)
{
    char path[PUBLISH_PATH], line[400] = "";
    FILE *file = NULL;
    if (publish_path(path, "%s/slurm/nodes/%s", out, name))
        file = fopen(path, "re");
    if (file && fgets(line, sizeof line, file))
        line[strcspn(line, "\n")] = '\0';
    if (file)
        fclose(file);
    plain_make(line);
    fprintf(stderr, "course: node %s grades nothing: %s\n", name, line);
}

size_t nodes_take_refusals(struct nodes *nodes, const char *out)
{
    char path[PUBLISH_PATH];
    size_t found = 0;
    DIR *folder = NULL;
    struct dirent *entry;
    if (publish_path(path, "%s/slurm/nodes", out))
        folder = opendir(path);
    while (folder && (entry = readdir(folder))) {
        struct node *node;
        if (entry->d_name[0] == '.')
            continue;
        node = nodes_find(nodes, entry->d_name);
        if (!node || node->excluded)
            continue;
        tell_refusal(out, entry->d_name);
        node->excluded = true;
        found++;
    }
    if (folder)
        closedir(folder);
    return found;
}

void nodes_note(struct nodes *nodes, const char *name, bool all, bool says_so)
{
    struct node *node = nodes_find(nodes, name);
    if (!node)
        return;
    node->finished += all;
    node->failed += !all;
    if (all || !says_so || node->excluded)
        return;
    fprintf(stderr,
            "course: node %s says that it has graded what is not to be seen "
            "here; is this folder another one there? It gets no more\n",
            name);
    node->excluded = true;
}

void nodes_judge(struct nodes *nodes)
{
    if (!nodes_any_good(nodes))
        return;
    for (size_t i = 0; i < nodes->count; i++) {
        struct node *node = &nodes->list[i];
        if (node->excluded || node->finished || node->failed < MOST_FAILED)
            continue;
        fprintf(stderr,
                "course: node %s finished none of %u tasks, others did: it "
                "gets no more\n",
                node->name, node->failed);
        node->excluded = true;
    }
}
