/*
 * picture.c - where an output is wrong, as a map of a few lines.
 *
 *   C by 8 x 32: . right, # wrong, + some of both
 *   ..###
 *   ..###
 */
#include "picture.h"

#include <stdio.h>
#include <string.h>

#include "view.h"

enum { MOST_COLUMNS = 60, MOST_ROWS = 4, SOME = 16 };

/* Rows and columns of elements that a sign stands for: powers of two, as most
 * blocks and tiles are. */
struct cell {
    size_t rows, cols;
};

static size_t cell_length(size_t length, size_t most)
{
    size_t cell = 1;
    while ((length + cell - 1) / cell > most)
        cell *= 2;
    return cell;
}

static char sign_of(const struct view *v, struct cell cell, size_t row,
                    size_t col)
{
    bool right = false, wrong = false;
    for (size_t i = row; i < row + cell.rows && i < v->rows; i++) {
        for (size_t k = col; k < col + cell.cols && k < v->cols; k++) {
            bool is = view_is_wrong(v, i * v->cols + k);
            wrong = wrong || is;
            right = right || !is;
        }
    }
    return right && wrong ? '+' : wrong ? '#' : '.';
}

/* What few elements are right by chance tells nothing. */
static bool some_right(const struct view *v)
{
    return 100 * view_count(v, view_is_right) >= v->count;
}

/* All signs alike tell nothing. */
static bool tells_something(const char *map)
{
    char first = *map;
    for (; *map; map++) {
        if (*map != first && *map != '\n')
            return true;
    }
    return false;
}

/* Room for MOST_ROWS lines of MOST_COLUMNS signs. */
static void draw(const struct view *v, struct cell cell, char *map)
{
    for (size_t row = 0; row < v->rows; row += cell.rows) {
        for (size_t col = 0; col < v->cols; col += cell.cols)
            *map++ = sign_of(v, cell, row, col);
        *map++ = '\n';
    }
    *map = '\0';
}

void picture_of(const struct evidence *evidence, char *text, size_t n)
{
    struct view v = view_of(evidence);
    struct cell cell = {cell_length(v.rows, MOST_ROWS),
                        cell_length(v.cols, MOST_COLUMNS)};
    char map[MOST_ROWS * (MOST_COLUMNS + 1) + 1], size[48];
    *text = '\0';
    if (v.count < SOME || !some_right(&v))
        return;
    draw(&v, cell, map);
    if (!tells_something(map))
        return;
    if (v.rows > 1)
        snprintf(size, sizeof size, "%zu x %zu", cell.rows, cell.cols);
    else
        snprintf(size, sizeof size, "%zu", cell.cols);
    snprintf(text, n, "%s by %s: . right, # wrong, + some of both\n%s", v.name,
             size, map);
}
