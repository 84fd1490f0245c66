/*
 * sizes.c - at which sizes a result is right, in one condition.
 *
 * Guarantee: a condition is said only if it is true of every size that was
 * right and of none that was wrong, and if there are some of both.
 */
#include <stdio.h>
#include <string.h>

#include "grading.h"

/* Fewer could be chance. */
enum { SOME = 2 };

/* What a size or its launch has of something; 0: not known. */
enum quantity { ROWS, COLUMNS, INNER, THREADS, BLOCKS };

static size_t quantity_of(const struct tried *t, enum quantity quantity)
{
    switch (quantity) {
    case ROWS: return (size_t)t->size.rows;
    case COLUMNS: return (size_t)t->size.cols;
    case INNER: return (size_t)t->size.inner;
    case THREADS: return (size_t)t->block[0] * t->block[1] * t->block[2];
    case BLOCKS: return (size_t)t->grid[0] * t->grid[1] * t->grid[2];
    }
    return 0;
}

struct condition {
    bool (*holds)(size_t value, size_t limit);
    enum quantity quantity;
    size_t limit;
    const char *text; /* of the limit, and the quantity's name */
};

static bool at_most(size_t value, size_t limit)
{
    return value <= limit;
}

static bool multiple(size_t value, size_t limit)
{
    return value % limit == 0;
}

static bool power_of_two(size_t value, size_t limit)
{
    (void)limit;
    return value > 0 && (value & (value - 1)) == 0;
}

static const char most[] = "where %2$s is at most %1$zu";
static const char times[] = "where %2$s is a multiple of %1$zu";

#define EACH_LIMIT(quantity)                                                   \
    {at_most, quantity, 1, most}, {at_most, quantity, 8, most},                \
        {at_most, quantity, 16, most}, {at_most, quantity, 32, most},          \
        {at_most, quantity, 64, most}, {at_most, quantity, 128, most},         \
        {at_most, quantity, 256, most}, {at_most, quantity, 512, most},        \
        {at_most, quantity, 1024, most}, {at_most, quantity, 65536, most},     \
        {multiple, quantity, 256, times}, {multiple, quantity, 128, times},    \
        {multiple, quantity, 64, times}, {multiple, quantity, 32, times},      \
        {multiple, quantity, 16, times}, {multiple, quantity, 8, times},       \
        {multiple, quantity, 4, times},                                        \
    {                                                                          \
        multiple, quantity, 2, times                                           \
    }

static const struct condition conditions[] = {
    {power_of_two, THREADS, 0,
     "where the number of threads of a block is a power of two"},
    EACH_LIMIT(COLUMNS),
    EACH_LIMIT(ROWS),
    EACH_LIMIT(INNER),
    {at_most, BLOCKS, 1, "where one block is launched"},
    {at_most, BLOCKS, 32, most},
    {at_most, THREADS, 32, "where %2$s of a block is at most %1$zu"},
};

/* Rows and columns are what most sizes are; a vector is one row, of elements.
 */
static void name_of(const struct grading *g, enum quantity quantity, char *text,
                    size_t n)
{
    static const char *const names[] = {"rows", "columns", "columns of B",
                                        "threads", "blocks"};
    const char *const *own = g->exercise->dimensions;
    const char *name = names[quantity];
    if (quantity <= INNER && own[0])
        name = own[quantity];
    else if (quantity == COLUMNS && g->exercise->sizes[0].rows == 1 &&
             g->exercise->buffers[0].columns == NULL)
        name = "elements";
    /* L is a number by itself */
    snprintf(text, n, "%s%s", strlen(name) > 1 ? "the number of " : "", name);
}

static bool separates(const struct grading *g, const struct condition *c)
{
    size_t right = 0, wrong = 0;
    for (size_t i = 0; i < g->tries && i < MAX_TRIED; i++) {
        const struct tried *t = &g->tried[i];
        size_t value = quantity_of(t, c->quantity);
        if (value == 0 || c->holds(value, c->limit) != t->right)
            return false;
        right += t->right;
        wrong += !t->right;
    }
    return right >= SOME && wrong >= SOME;
}

/* "", or ": where ..." */
static void where_right(const struct grading *g, char *text, size_t n)
{
    char name[64];
    *text = '\0';
    for (size_t i = 0; i < COUNT(conditions); i++) {
        const struct condition *c = &conditions[i];
        if (!separates(g, c))
            continue;
        name_of(g, c->quantity, name, sizeof name);
        n -= (size_t)snprintf(text, n, ": ");
        snprintf(text + 2, n, c->text, c->limit, name);
        return;
    }
}

void grading_sizes_in_words(const struct grading *g, char *text, size_t n)
{
    char where[120];
    where_right(g, where, sizeof where);
    snprintf(text, n, "right at %zu of %zu size%s%s%s", g->right, g->tries,
             g->tries == 1 ? "" : "s",
             g->stop ? ", and no more were tried" : "", where);
}
