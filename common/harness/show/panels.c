/*
 * panels.c - which panels are drawn, and where.
 *
 * Idea: accesses to the same array stand beside each other, so that what the
 * student's warp does is seen beside what the reference's does.  Rows are those
 * of the last implementation, then what only the others have; a single
 * implementation fills both places of a row.  Accesses of one line to one array
 * that cost the same are drawn once.  Rows in which nothing is wasted and both
 * cost the same are told in words, so that what is drawn carries the point; if
 * that were all of them, the dearest is drawn.
 */
#include "panels.h"

#include <string.h>

enum { NARROW = 8 }; /* sectors that a panel has room for at least */

/* ---- ideal -------------------------------------------------------------- */

static bool seen(const uint64_t *words, unsigned count, uint64_t word)
{
    for (unsigned i = 0; i < count; i++) {
        if (words[i] == word)
            return true;
    }
    return false;
}

/* The fewest sectors that have the different words that the lanes want. */
static unsigned fewest_sectors(const struct panel *panel)
{
    enum { MOST = 32 / BANK_BYTES }; /* words that a lane asks for at once */
    uint64_t words[WARP_SIZE * MOST];
    unsigned count = 0;
    for (unsigned i = 0; i < panel->worst.count; i++) {
        for (unsigned k = 0; k < panel->width && k < MOST * BANK_BYTES;
             k += BANK_BYTES) {
            uint64_t word = (panel->worst.lanes[i].offset + k) / BANK_BYTES;
            if (!seen(words, count, word))
                words[count++] = word;
        }
    }
    return (count * BANK_BYTES + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

/* One for each group of lanes that are served together, whatever words they
 * want: the ideal of emulator/memory/transactions.h. */
static unsigned fewest_wavefronts(const struct panel *panel)
{
    unsigned words = panel->width / BANK_BYTES;
    unsigned lanes = words > 2 ? 8 : words == 2 ? 16 : WARP_SIZE;
    bool active[WARP_SIZE / 8] = {false};
    unsigned count = 0;
    for (unsigned i = 0; i < panel->worst.count; i++) {
        bool *group = &active[panel->worst.lanes[i].index / lanes];
        count += !*group;
        *group = true;
    }
    return count;
}

/* ---- rows --------------------------------------------------------------- */

static bool same_array(const struct panel *a, const struct panel *b)
{
    return a->global == b->global && !strcmp(a->kind, b->kind) &&
           !strcmp(a->array, b->array);
}

static bool same_cost(const struct panel *a, const struct panel *b)
{
    return a->worst.cost == b->worst.cost && a->ideal == b->ideal &&
           a->worst.count == b->worst.count;
}

/* Numbers it among those of its column; false: one like it is drawn, which
 * stands for both. */
static bool number_panel(struct panels *panels, struct panel *panel)
{
    panel->nth = 1;
    for (struct panel *p = panels->panel; p < panel; p++) {
        if (p->column != panel->column || !same_array(p, panel))
            continue;
        if (p->line == panel->line && same_cost(p, panel)) {
            p->times += panel->times;
            return false;
        }
        panel->nth += p->row > 0;
    }
    return true;
}

/* Beside its like in a column that has been arranged, or on a row of its own.
 */
static unsigned row_of(struct panels *panels, const struct panel *panel)
{
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *p = &panels->panel[i];
        if (p->row > 0 && p != panel && p->nth == panel->nth &&
            same_array(p, panel))
            return p->row;
    }
    return panels->rows + 1;
}

static void place(struct panels *panels, struct panel *panel)
{
    bool alone = panels->columns == 1;
    panel->row = alone ? panels->rows + 1 : row_of(panels, panel);
    panel->slot = (unsigned)panel->column;
    if (panel->row > panels->rows)
        panels->rows = panel->row;
}

/* ---- dull rows ---------------------------------------------------------- */

/* Is something wasted, or does one implementation need more than the other? */
static bool is_telling(const struct panels *panels, unsigned row)
{
    const struct panel *other = NULL;
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *p = &panels->panel[i];
        if (p->row != row)
            continue;
        if (panels_bad(p) || (other && other->worst.cost != p->worst.cost))
            return true;
        other = p;
    }
    return false;
}

static uint64_t price_of(const struct panel *panel)
{
    return panel->worst.cost * (panel->times ? panel->times : 1);
}

/* The row of the access that costs most in all. */
static unsigned dearest_row(const struct panels *panels)
{
    const struct panel *dearest = NULL;
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *p = &panels->panel[i];
        if (p->row > 0 && (!dearest || price_of(p) > price_of(dearest)))
            dearest = p;
    }
    return dearest ? dearest->row : 0;
}

/* A single implementation fills both places of a row. */
static void move_row(struct panels *panels, unsigned from)
{
    unsigned to = ++panels->rows;
    for (size_t i = 0; i < panels->count; i++) {
        struct panel *p = &panels->panel[i];
        if (p->row != from)
            continue;
        panels->drawn++;
        p->row = panels->columns == 1 ? (to + 1) / 2 : to;
        if (panels->columns == 1)
            p->slot = (to - 1) % 2;
    }
}

static void set_dull(struct panels *panels, unsigned row)
{
    for (size_t i = 0; i < panels->count; i++) {
        struct panel *p = &panels->panel[i];
        if (p->row == row) {
            p->dull = true;
            p->row = 0;
        }
    }
}

/* Rows keep their order and close up; panels that moved are above. */
static void leave_out_dull(struct panels *panels)
{
    unsigned rows = panels->rows, dearest = dearest_row(panels);
    bool telling = false;
    for (unsigned row = 1; row <= rows; row++)
        telling |= is_telling(panels, row);
    panels->rows = 0;
    for (unsigned row = 1; row <= rows; row++) {
        if (telling ? is_telling(panels, row) : row == dearest)
            move_row(panels, row);
        else
            set_dull(panels, row);
    }
    if (panels->columns == 1)
        panels->rows = (panels->rows + 1) / 2;
}

/* Both panels of a row are as wide, so that the dearer one is seen to be it. */
static unsigned range_of(const struct panels *panels, const struct panel *panel)
{
    unsigned most = 0, range = NARROW;
    if (!panel->global)
        return BANKS;
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *p = &panels->panel[i];
        if (p->row == panel->row && p->global && p->worst.cost > most)
            most = p->worst.cost;
    }
    while (range < most)
        range *= 2;
    return range;
}

void panels_arrange(struct panels *panels)
{
    struct panel *const end = panels->panel + panels->count;
    for (size_t column = panels->columns; column-- > 0;) {
        for (struct panel *p = panels->panel; p < end; p++) {
            if (p->column != column)
                continue;
            p->ideal = p->global ? fewest_sectors(p) : fewest_wavefronts(p);
            if (number_panel(panels, p))
                place(panels, p);
        }
    }
    leave_out_dull(panels);
    for (struct panel *p = panels->panel; p < end; p++) {
        if (p->row > 0)
            p->range = range_of(panels, p);
    }
}

/* ---- sectors ------------------------------------------------------------ */

/* A slit towards a sector that is not its neighbour in memory. */
enum { SLIT = 6 }; /* part of a column */

double panels_left(const struct step *step, unsigned r)
{
    const uint64_t *at = &step->sectors[r];
    return r > 0 && at[-1] + 1 != at[0] ? r + 1.0 / SLIT : r;
}

double panels_right(const struct step *step, unsigned r)
{
    const uint64_t *at = &step->sectors[r];
    return r + 1 < step->cost && at[0] + 1 != at[1] ? r + 1 - 1.0 / SLIT
                                                    : r + 1;
}
