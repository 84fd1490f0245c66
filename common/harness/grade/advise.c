/*
 * advise.c - what a finding means in an exercise: asked one after the other,
 * the first that holds is said.
 */
#include "advise.h"
#include "base/limits.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "run/sources.h"

/* ---- of the arrays of an exercise ---------------------------------------- */

static const struct buffer *find_array(const struct exercise *exercise,
                                       const char *name)
{
    for (size_t i = 0; i < buffer_count(exercise); i++) {
        if (!strcmp(exercise->buffers[i].name, name))
            return &exercise->buffers[i];
    }
    return NULL;
}

/* That a title ends in: "read of 4 bytes past the end of A". */
static const struct buffer *array_left(const struct grading *g,
                                       const struct seen *seen)
{
    const char *of = strstr(seen->finding.title, "past the end of ");
    return of ? find_array(g->exercise, of + strlen("past the end of ")) : NULL;
}

/* ---- a thread that has nothing to do ------------------------------------- */

/* The number of the thread in the grid, along one axis. */
static bool place_in_grid(const struct seen *seen, size_t at[2])
{
    unsigned thread[2], block[2];
    if (sscanf(seen->finding.thread, "%u,%u", &thread[0], &thread[1]) != 2 ||
        sscanf(seen->finding.block, "%u,%u", &block[0], &block[1]) != 2)
        return false;
    for (size_t i = 0; i < 2; i++)
        at[i] = (size_t)block[i] * seen->block[i] + thread[i];
    return seen->block[0] > 0;
}

/* Threads of a grid of width x height for a table of rows x cols: have so many
 * of them done it as there are beyond the table, or beyond one side of it? */
static bool as_many_as_idle(uint64_t count, const struct seen *seen)
{
    uint64_t width = (uint64_t)seen->grid[0] * seen->block[0];
    uint64_t height = (uint64_t)seen->grid[1] * seen->block[1];
    if (width < seen->cols || height < seen->rows)
        return false;
    return count == width * height - seen->rows * seen->cols ||
           count == width * (height - seen->rows) ||
           count == height * (width - seen->cols) ||
           count == seen->cols * (height - seen->rows) ||
           count == seen->rows * (width - seen->cols);
}

/* The same of warps, of which one thread each did it. */
static bool as_many_as_idle_warps(uint64_t count, const struct seen *seen)
{
    uint64_t warps = (uint64_t)seen->grid[0] *
                     ((seen->block[0] + WARP_SIZE - 1) / WARP_SIZE);
    return warps > seen->cols && (count == warps - seen->cols || count == 1);
}

/* Which guard is missing: that of one axis, or both. */
static const char *beyond(uint64_t count, const struct seen *seen,
                          const size_t at[2])
{
    uint64_t width = (uint64_t)seen->grid[0] * seen->block[0];
    uint64_t height = (uint64_t)seen->grid[1] * seen->block[1];
    if (count == width * height - seen->rows * seen->cols)
        return "by a thread beyond the last row or column";
    return at[1] < seen->rows ? "by a thread beyond the last column"
                              : "by a thread beyond the last row";
}

/* Who used memory beyond an array, if it is a thread that has nothing to do,
 * and all of these did it, or the first of them alone; NULL if that is not
 * known. */
static const char *idle_thread(const struct seen *seen, size_t at[2])
{
    uint64_t count = seen->finding.count;
    bool table = seen->block[1] > 1;
    if (!seen->by_element || !strstr(seen->finding.title, "past the end of") ||
        strstr(seen->finding.title, "shared") || !place_in_grid(seen, at))
        return NULL;
    if (table && seen->table && (at[0] >= seen->cols || at[1] >= seen->rows) &&
        as_many_as_idle(count, seen))
        return beyond(count, seen, at);
    if (!table && seen->rows == 1 && at[0] >= seen->cols &&
        (as_many_as_idle(count, seen) || (count == 1 && at[0] == seen->cols)))
        return "by a thread beyond the last element";
    if (!table && seen->rows == 1 && at[0] % WARP_SIZE == 0 &&
        at[0] / WARP_SIZE >= seen->cols && as_many_as_idle_warps(count, seen))
        return "by a warp beyond the last element";
    return NULL;
}

/* Whole blocks more than are needed: no guard is missing, the launch is wrong.
 */
static bool blocks_too_many(const struct seen *seen, size_t *enough)
{
    *enough = seen->cols / seen->block[0];
    return seen->cols % seen->block[0] == 0 && seen->grid[0] > *enough;
}

static void advise_idle(const struct seen *seen, const size_t at[2], char *text,
                        size_t n)
{
    size_t enough;
    if (seen->block[1] > 1)
        snprintf(text, n,
                 "in the grid it is thread (%zu,%zu), and there %s %zu x %zu "
                 "to compute: let the others use no memory",
                 at[0], at[1], seen->rows * seen->cols == 1 ? "is" : "are",
                 seen->rows, seen->cols);
    else if (at[0] % seen->block[0] == 0 && blocks_too_many(seen, &enough))
        snprintf(text, n,
                 "%u blocks of %u threads are launched, and for %zu elements "
                 "%zu %s enough: how many blocks are that many threads?",
                 seen->grid[0], seen->block[0], seen->cols, enough,
                 enough == 1 ? "is" : "are");
    else
        snprintf(text, n,
                 "in the grid it is thread %zu, counted from 0, and there %s "
                 "%zu to compute: let the others use no memory",
                 at[0], seen->cols * seen->rows == 1 ? "is" : "are",
                 seen->rows * seen->cols);
}

static bool is_idle(const struct seen *seen, struct advice *advice)
{
    size_t at[2];
    const char *who = idle_thread(seen, at);
    if (!who)
        return false;
    snprintf(advice->who, sizeof advice->who, "%s", who);
    advise_idle(seen, at, advice->hint, sizeof advice->hint);
    return true;
}

/* ---- rows of another length ---------------------------------------------- */

/* What the handout calls the three numbers of a size: the rows of the right
 * matrix of a product are called inner. */
static const char *const names[2][3] = {{"rows", "cols", "inner"},
                                        {"rows", "inner", "cols"}};
static const struct size probe = {2, 3, 5};

static bool is_product(const struct exercise *exercise)
{
    for (size_t i = 0; i < buffer_count(exercise); i++) {
        const struct buffer *b = &exercise->buffers[i];
        if (b->columns && b->columns(probe) == (size_t)probe.inner)
            return true;
    }
    return false;
}

/* Which of the three numbers that name is; 3: none. */
static size_t find_number(const char *const *words, const char *word, size_t n)
{
    size_t i = 0;
    while (i < 3 && (strlen(words[i]) != n || strncmp(words[i], word, n)))
        i++;
    return i;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Beside the word, spaces left out, stands the sign of a product. */
static bool is_factor(const char *from, const char *word, size_t n)
{
    const char *before = word, *after = word + n;
    while (before > from && before[-1] == ' ')
        before--;
    while (*after == ' ')
        after++;
    return (before > from && before[-1] == '*') || *after == '*';
}

/* Of the index that stands at text, behind its [: the number that something is
 * multiplied by; 3: by none of them. */
static size_t factor_of(const char *const *words, const char *text)
{
    int depth = 1;
    for (const char *at = text; *at && depth > 0; at++) {
        size_t n = 0, number;
        depth += (*at == '[') - (*at == ']');
        if (!in_word(*at))
            continue;
        while (in_word(at[n]))
            n++;
        number = find_number(words, at, n);
        if (number < 3 && is_factor(text, at, n))
            return number;
        at += n - 1;
    }
    return 3;
}

/* The first index of the array in that line which is multiplied so. */
static size_t factor_in(const char *const *words, const char *line,
                        const char *name)
{
    size_t n = strlen(name), factor = 3;
    for (const char *at = line; factor == 3 && (at = strstr(at, name));
         at += n) {
        const char *end = at + n;
        if (in_word(*end) || (at > line && in_word(at[-1])))
            continue;
        while (*end == ' ')
            end++;
        if (*end == '[')
            factor = factor_of(words, end + 1);
    }
    return factor;
}

static int number_of(struct size size, size_t number)
{
    return number == 0 ? size.rows : number == 1 ? size.cols : size.inner;
}

/* The array has rows, and the index counts in rows of another length. */
static bool has_other_rows(const struct grading *g, const struct seen *seen,
                           struct advice *advice)
{
    const char *const *words = names[is_product(g->exercise)];
    const struct buffer *array = array_left(g, seen);
    size_t length = 0, factor;
    char line[512];
    if (!array || !array->columns || g->exercise->dimensions[0] ||
        !source_line(seen->finding.file, seen->finding.line, line, sizeof line))
        return false;
    factor = factor_in(words, line, array->name);
    while (length < 3 &&
           array->columns(probe) != (size_t)number_of(probe, length))
        length++;
    if (factor == 3 || length == 3 ||
        number_of(seen->at, factor) == number_of(seen->at, length))
        return false;
    snprintf(advice->who, sizeof advice->who,
             "whose rows have `%s` elements, and not `%s`", words[length],
             words[factor]);
    snprintf(advice->hint, sizeof advice->hint,
             "element (row, col) of %s lies at row * %s + col: rows of %d "
             "here; the index counts in rows of %d",
             array->name, words[length], number_of(seen->at, length),
             number_of(seen->at, factor));
    return true;
}

/* ---- bytes and elements -------------------------------------------------- */

/* An array that the student has made: as many bytes as it has elements. */
static bool is_too_short(const struct grading *g, const struct seen *seen,
                         struct advice *advice)
{
    const struct buffer *array = array_left(g, seen);
    char name[64];
    unsigned long long bytes;
    if (!g->exercise->host_pointers || !array ||
        sscanf(seen->finding.detail, "%63s has %llu byte", name, &bytes) != 2 ||
        bytes != array->count(seen->at))
        return false;
    snprintf(advice->who, sizeof advice->who,
             "which was made with a byte for each element");
    snprintf(advice->hint, sizeof advice->hint,
             "cudaMalloc and cudaMemcpy count in bytes: n * sizeof(float) in "
             "both");
    return true;
}

/* An input that the student copies: nobody else sets it. */
static bool is_not_copied(const struct grading *g, const struct seen *seen,
                          struct advice *advice)
{
    char name[64];
    const struct buffer *array;
    if (!g->exercise->host_pointers ||
        sscanf(seen->finding.title, "read of %*u byte%*[s] of %63[a-zA-Z0-9_]",
               name) != 1 ||
        !strstr(seen->finding.title, "never written"))
        return false;
    array = find_array(g->exercise, name);
    if (!array || array->direction != INPUT)
        return false;
    snprintf(
        advice->hint, sizeof advice->hint,
        "is all of %s copied to the device, before the launch?  cudaMemcpy "
        "counts in bytes: n * sizeof(float)",
        name);
    return true;
}

/* ---- a race of blocks that do not know which they are -------------------- */

/* Threads with one number in two blocks meet in a place of the output, though
 * that has more places than a block has threads. */
static bool lacks_block(const struct grading *g, const struct seen *seen,
                        struct advice *advice)
{
    const struct finding_record *f = &seen->finding;
    const struct buffer *output =
        &g->exercise->buffers[g->session->problem.output];
    size_t threads = (size_t)seen->block[0] * seen->block[1] * seen->block[2];
    char other[36], block[36], place[64];
    if (strcmp(f->tool, "racecheck") || f->count < 2 || threads == 0 ||
        sscanf(
            f->detail,
            "the other is thread (%35[0-9,]) of block (%35[0-9,]); the place "
            "is %63[a-zA-Z0-9_]",
            other, block, place) != 3 ||
        strcmp(other, f->thread) || !strcmp(block, f->block) ||
        strcmp(place, output->name) || output->count(seen->at) <= threads)
        return false;
    snprintf(advice->who, sizeof advice->who, "the same one of two blocks");
    snprintf(advice->hint, sizeof advice->hint,
             "does the index include blockIdx.x * blockDim.x?  Without it each "
             "block uses the places of the first one");
    return true;
}

void finding_advise(const struct grading *g, const struct seen *seen,
                    struct advice *advice)
{
    *advice = (struct advice){.who = ""};
    (void)(is_too_short(g, seen, advice) || is_idle(seen, advice) ||
           has_other_rows(g, seen, advice) || is_not_copied(g, seen, advice) ||
           lacks_block(g, seen, advice));
}
