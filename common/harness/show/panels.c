/*
 * panels.c - which panels are drawn, and where.
 *
 * Idea: accesses to the same array stand beside each other, so that what the
 * student's warp does is seen beside what the reference's does.  Rows are those
 * of the last implementation, then what only the others have; a single
 * implementation fills both places of a row.  Accesses of one line to one array
 * that cost the same are drawn once.
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

/* The fewest that could serve the different words that the lanes want. */
static unsigned fewest(const struct panel *panel)
{
    enum { MOST = 32 / BANK_BYTES }; /* words that a lane asks for at once */
    uint64_t words[WARP_SIZE * MOST];
    unsigned count = 0;
    unsigned most = panel->global ? SECTOR_BYTES : WARP_SIZE * BANK_BYTES;
    for (unsigned i = 0; i < panel->worst.count; i++) {
        for (unsigned k = 0; k < panel->width && k < MOST * BANK_BYTES;
             k += BANK_BYTES) {
            uint64_t word = (panel->worst.lanes[i].offset + k) / BANK_BYTES;
            if (!seen(words, count, word))
                words[count++] = word;
        }
    }
    return (count * BANK_BYTES + most - 1) / most;
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

/* Numbers it among those of its column; false: one like it is drawn. */
static bool number_panel(const struct panels *panels, struct panel *panel)
{
    panel->nth = 1;
    for (const struct panel *p = panels->panel; p < panel; p++) {
        if (p->column != panel->column || !same_array(p, panel))
            continue;
        if (p->line == panel->line && same_cost(p, panel))
            return false;
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
    panel->row = alone ? panels->drawn / 2 + 1 : row_of(panels, panel);
    panel->slot = alone ? panels->drawn % 2 : (unsigned)panel->column;
    panels->drawn++;
    if (panel->row > panels->rows)
        panels->rows = panel->row;
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
            p->ideal = fewest(p);
            if (number_panel(panels, p))
                place(panels, p);
        }
    }
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
