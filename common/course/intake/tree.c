/* tree.c - see tree.h. */
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoding.h"

void *tree_must(void *p)
{
    if (!p) {
        fprintf(stderr, "course: no memory is left; close something, and run "
                        "this again\n");
        exit(2);
    }
    return p;
}

const char *tree_source(struct tree *tree, const char *name)
{
    char utf8[LONGEST_PATH];
    encoding_to_utf8(name, utf8, sizeof utf8);
    if (tree->names == MOST_ARCHIVES)
        return tree->sources[MOST_ARCHIVES - 1];
    tree->sources[tree->names] = tree_must(strdup(utf8));
    return tree->sources[tree->names++];
}

static bool is_too_much(struct tree *tree, const struct leaf *leaf)
{
    if (tree->count < MOST_FILES && tree->bytes + leaf->size <= MOST_KEPT)
        return false;
    notes_flag(&tree->notes, "many_files");
    notes_say(&tree->notes,
              "Of very many files only the first were looked at.");
    return true;
}

/* Of two entries with one name an archive's tool would keep the last. */
static struct leaf *same_path(struct tree *tree, const struct leaf *leaf,
                              const char *path)
{
    for (size_t i = 0; i < tree->count; i++) {
        struct leaf *other = &tree->leaves[i];
        if (other->source == leaf->source && !strcmp(other->path, path))
            return other;
    }
    return NULL;
}

static struct leaf *new_leaf(struct tree *tree)
{
    if (tree->count == tree->room) {
        tree->room = 2 * tree->room + 8;
        tree->leaves =
            tree_must(realloc(tree->leaves, tree->room * sizeof *tree->leaves));
    }
    return &tree->leaves[tree->count++];
}

void tree_add(struct tree *tree, const struct leaf *leaf)
{
    char path[LONGEST_PATH];
    struct leaf *kept;
    if (is_too_much(tree, leaf)) {
        free(leaf->bytes);
        return;
    }
    encoding_to_utf8(leaf->path, path, sizeof path);
    kept = same_path(tree, leaf, path);
    if (kept) {
        notes_flag(&tree->notes, "odd_archive");
        notes_say(&tree->notes, "%.120s is there twice; the last was taken.",
                  path);
        free(kept->path);
        free(kept->bytes);
    } else {
        kept = new_leaf(tree);
    }
    *kept = *leaf;
    kept->path = tree_must(strdup(path));
    tree->bytes += leaf->size;
}

void tree_other(struct tree *tree, const char *path)
{
    char utf8[LONGEST_PATH];
    if (tree->other_count < MOST_OTHERS) {
        encoding_to_utf8(path, utf8, sizeof utf8);
        snprintf(tree->others[tree->other_count], sizeof tree->others[0],
                 "%.99s", utf8);
    }
    tree->other_count++;
}

void tree_free(struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        free(tree->leaves[i].path);
        free(tree->leaves[i].bytes);
    }
    for (size_t i = 0; i < tree->names; i++)
        free(tree->sources[i]);
    free(tree->leaves);
    *tree = (struct tree){0};
}
