/* labs.c - see choose.h. */
#include "choose.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lab/lab.h"

/* ---- what a name says ---------------------------------------------------- */

enum { BY_CONTENT = 10, BY_NAME = 20, BY_REQUEST = 30 };

/* student.cu itself, another that says what it is, any other. */
static int file_rank(const char *file, const char *lab)
{
    if (!strcmp(file, "student.cu"))
        return 0;
    return !strncasecmp(file, "student", 7) || strcasestr(file, lab) ? 1 : 2;
}

/* "lab1" of lab1_global, if no other lab begins so: the letters, the number. */
static bool short_name(const char *lab, char letters[32], unsigned *number)
{
    size_t n = strcspn(lab, "0123456789");
    if (n == 0 || n >= 32 || !lab[n])
        return false;
    memcpy(letters, lab, n);
    letters[n] = '\0';
    *number = (unsigned)strtoul(lab + n, NULL, 10);
    return true;
}

/* Does text speak of it: "lab1", "Lab 01", "lab-1", but not "lab10"? */
static bool speaks_of(const char *text, const char *lab)
{
    char letters[32];
    unsigned number;
    if (strcasestr(text, lab))
        return true;
    if (!short_name(lab, letters, &number))
        return false;
    while ((text = strcasestr(text, letters))) {
        text += strlen(letters);
        const char *digits = text + strspn(text, " _-#");
        if (isdigit((unsigned char)*digits) &&
            strtoul(digits, NULL, 10) == number)
            return true;
    }
    return false;
}

/* ---- what a file says ---------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is there name( in the text, as a word of its own? */
static bool defines(const struct leaf *leaf, const char *name)
{
    const char *at = leaf->bytes, *end = leaf->bytes + leaf->size;
    size_t n = strlen(name);
    while ((at = memmem(at, (size_t)(end - at), name, n))) {
        const char *behind = at + n;
        bool begins = at == leaf->bytes || !is_word(at[-1]);
        at = behind;
        while (behind < end && isspace((unsigned char)*behind))
            behind++;
        if (begins && behind < end && *behind == '(')
            return true;
    }
    return false;
}

static size_t launchers_in(const struct leaf *leaf, const struct lab *lab)
{
    size_t count = 0;
    for (size_t i = 0; i < lab->exercise_count; i++)
        count += defines(leaf, lab->exercises[i].name);
    return count;
}

/* The lab of which it has most launchers, if it is one; else NULL.  Looked for
 * once: files may be large, and many. */
static const char *lab_of_content(struct leaf *leaf)
{
    const char *best = NULL;
    size_t most = 0;
    if (leaf->looked_at)
        return leaf->lab;
    for (size_t i = 0; i < lab_count; i++) {
        size_t n = launchers_in(leaf, all_labs[i]);
        if (n == most)
            best = NULL;
        if (n > most) {
            most = n;
            best = all_labs[i]->name;
        }
    }
    leaf->looked_at = true;
    return leaf->lab = best;
}

static bool in_folder_of_a_lab(const struct leaf *leaf)
{
    for (size_t i = 0; i < lab_count; i++) {
        if (path_has_part(leaf->path, all_labs[i]->name))
            return true;
    }
    return false;
}

int choose_rank(struct leaf *leaf, const char *lab, const char *asked)
{
    const char *content;
    int rank = file_rank(path_file(leaf->path), lab);
    if (leaf->matter != MATTER_SOURCE)
        return CHOOSE_NOT;
    if (in_folder_of_a_lab(leaf))
        return path_has_part(leaf->path, lab) ? rank : CHOOSE_NOT;
    content = lab_of_content(leaf);
    if (content)
        return strcmp(content, lab) ? CHOOSE_NOT : BY_CONTENT + rank;
    if (speaks_of(leaf->path, lab) || speaks_of(leaf->source, lab))
        return BY_NAME + rank;
    return asked && !strcmp(asked, lab) ? BY_REQUEST + rank : CHOOSE_NOT;
}

/* ---- which of several ---------------------------------------------------- */

static size_t depth(const char *path)
{
    size_t n = 0;
    for (; *path; path++)
        n += *path == '/';
    return n;
}

/* Of one source: the surer, the less deep, the later, the first by name. */
static bool is_better(const struct leaf *a, int rank_a, const struct leaf *b,
                      int rank_b)
{
    if (rank_a != rank_b)
        return rank_a < rank_b;
    if (depth(a->path) != depth(b->path))
        return depth(a->path) < depth(b->path);
    if (a->time != b->time)
        return a->time > b->time;
    return strverscmp(a->path, b->path) > 0;
}

/* Of two sources: 1, a is the later; -1, b; 0: it is not known.  Copying makes
 * times that are the same but for a moment. */
static int is_later(const struct leaf *a, const struct leaf *b)
{
    int64_t apart = a->source_time - b->source_time;
    if (apart > -3 && apart < 3)
        apart = a->time - b->time;
    return apart > 2 ? 1 : apart < -2 ? -1 : 0;
}

static bool same_bytes(const struct leaf *a, const struct leaf *b)
{
    return a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
}

static void shown_path(const struct leaf *leaf, char shown[200])
{
    snprintf(shown, 200, "%.90s%s%.90s", leaf->source,
             *leaf->source ? ": " : "", leaf->path);
}

static void say_chosen(struct notes *notes, const char *lab,
                       const struct leaf *leaf, const struct leaf *other,
                       bool known)
{
    char shown[200], left[200];
    shown_path(leaf, shown);
    shown_path(other, left);
    notes_say(notes, "%s is there more than once: %s was taken, not %s%s.", lab,
              shown, left,
              known ? "" : "; nothing says which of them is the last");
}

/* The best of the same source as `first`, which is its first in the tree. */
static struct leaf *best_of_source(const struct tree *tree,
                                   const struct leaf *first, const char *lab,
                                   const char *asked)
{
    struct leaf *best = NULL;
    for (size_t i = 0; i < tree->count; i++) {
        struct leaf *leaf = &tree->leaves[i];
        int rank = leaf->source == first->source ? choose_rank(leaf, lab, asked)
                                                 : CHOOSE_NOT;
        if (rank < CHOOSE_NOT &&
            (!best ||
             is_better(leaf, rank, best, choose_rank(best, lab, asked))))
            best = leaf;
    }
    return best;
}

static const struct leaf *first_of_source(const struct tree *tree, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (tree->leaves[i].source == tree->leaves[n].source)
            return NULL;
    }
    return &tree->leaves[n];
}

/* Within a source others are left aside without a word only where they are the
 * same or clearly less sure. */
static void say_others(struct tree *tree, struct leaf *best, const char *lab,
                       const char *asked)
{
    int rank = choose_rank(best, lab, asked);
    for (size_t i = 0; i < tree->count; i++) {
        struct leaf *leaf = &tree->leaves[i];
        if (leaf != best && leaf->source == best->source &&
            choose_rank(leaf, lab, asked) / BY_CONTENT == rank / BY_CONTENT &&
            (rank > 0 || choose_rank(leaf, lab, asked) == 0 ||
             !strcasecmp(leaf->path, best->path)) &&
            !same_bytes(leaf, best))
            say_chosen(&tree->notes, lab, best, leaf,
                       choose_rank(leaf, lab, asked) != rank ||
                           depth(leaf->path) != depth(best->path) ||
                           leaf->time != best->time);
    }
}

/* Which of two sources' best: the later; where that is not known the surer, and
 * then the last by name, as a platform counts. */
static bool is_chosen(struct leaf *leaf, struct leaf *chosen, const char *lab,
                      const char *asked)
{
    int later = is_later(leaf, chosen);
    if (later == 0)
        later = choose_rank(chosen, lab, asked) - choose_rank(leaf, lab, asked);
    if (later == 0)
        later = strverscmp(leaf->source, chosen->source);
    return later > 0;
}

const struct leaf *choose_source(struct tree *tree, const char *lab,
                                 const char *asked)
{
    struct leaf *chosen = NULL;
    for (size_t i = 0; i < tree->count; i++) {
        const struct leaf *first = first_of_source(tree, i);
        struct leaf *best =
            first ? best_of_source(tree, first, lab, asked) : NULL;
        struct leaf *other = best;
        if (best && (!chosen || is_chosen(best, chosen, lab, asked))) {
            other = chosen;
            chosen = best;
        }
        if (best && other && !same_bytes(other, chosen))
            say_chosen(&tree->notes, lab, chosen, other,
                       is_later(chosen, other) != 0);
    }
    if (chosen)
        say_others(tree, chosen, lab, asked);
    if (chosen && choose_rank(chosen, lab, asked) >= BY_CONTENT)
        notes_say(&tree->notes, "%.160s was taken for %s.", chosen->path, lab);
    return chosen;
}

/* The last of what matters so, lies in a folder of the lab and, unless end is
 * "", has a path that ends so; the least deep of them. */
static const struct leaf *last_of(const struct tree *tree, enum matter matter,
                                  const char *lab, const char *end)
{
    const struct leaf *best = NULL;
    for (size_t i = 0; i < tree->count; i++) {
        const struct leaf *leaf = &tree->leaves[i];
        if (leaf->matter != matter || !path_has_part(leaf->path, lab) ||
            !path_ends(leaf->path, end))
            continue;
        if (!best || leaf->source_time > best->source_time ||
            (leaf->source_time == best->source_time &&
             depth(leaf->path) < depth(best->path)))
            best = leaf;
    }
    return best;
}

const struct leaf *choose_beside(const struct tree *tree, const char *lab,
                                 enum matter matter)
{
    return last_of(tree, matter, lab, "");
}

const struct leaf *choose_case(const struct tree *tree, const char *lab,
                               const char *name)
{
    char end[256];
    snprintf(end, sizeof end, "%.60s/cases/%.60s/student.cu", lab, name);
    return last_of(tree, MATTER_CASE, lab, end);
}
