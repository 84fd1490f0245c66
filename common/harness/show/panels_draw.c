/*
 * panels_draw.c - the rectangles of each panel, and the numbers above them.
 *
 * Rows are lanes.  Global memory: a column is a sector, narrower where the next
 * touched one is not its neighbour; a lane's bytes lie in it as in memory.
 * Shared memory: a column is a bank, a color a wavefront.
 */
#include "panels.h"

#include <string.h>

/* The same for every implementation; orange only where something is wasted. */
enum {
    SECTOR_COLOR = 0xe4e9ed,
    WASTED_COLOR = 0xfcd8c3,
    BYTES_COLOR = 0x00224e, /* as the first wavefront */
    BORDER_COLOR = 0x8f9da7,
    BANK_COLOR = 0xf4f4f4
};

static const double top = -0.5, bottom = WARP_SIZE - 0.5;

static void rectangle(FILE *file, double left, double right, double from,
                      double to, unsigned color)
{
    fprintf(file, "%.4f %.4f %.2f %.2f %u\n", left, right, from, to, color);
}

/* ---- global memory ------------------------------------------------------ */

static unsigned rank_of(const struct step *step, uint64_t sector)
{
    unsigned rank = 0;
    while (rank + 1 < step->cost && step->sectors[rank] != sector)
        rank++;
    return rank;
}

/* A lane's bytes: where they are, and wide enough to be seen. */
static void draw_lane(FILE *file, const struct panel *panel,
                      const struct lane *lane)
{
    unsigned rank = rank_of(&panel->worst, lane->offset / SECTOR_BYTES);
    double left = panels_left(&panel->worst, rank);
    double byte = (panels_right(&panel->worst, rank) - left) / SECTOR_BYTES;
    double start = left + (double)(lane->offset % SECTOR_BYTES) * byte;
    double end = start + panel->width * byte;
    double lacks = (panel->range / 160.0 - (end - start)) / 2;
    double more = lacks > 0 ? lacks : 0;
    rectangle(file, start - more, end + more, lane->index - 0.5,
              lane->index + 0.5, BYTES_COLOR);
}

static void draw_border(FILE *file, double x, unsigned range)
{
    rectangle(file, x - range / 640.0, x + range / 640.0, top, bottom,
              BORDER_COLOR);
}

static void draw_global(FILE *file, const struct panel *panel)
{
    const struct step *step = &panel->worst;
    for (unsigned r = 0; r < step->cost; r++)
        rectangle(file, panels_left(step, r), panels_right(step, r), top,
                  bottom, panels_bad(panel) ? WASTED_COLOR : SECTOR_COLOR);
    for (unsigned i = 0; i < step->count; i++)
        draw_lane(file, panel, &step->lanes[i]);
    for (unsigned r = 0; r < step->cost; r++) {
        draw_border(file, panels_left(step, r), panel->range);
        draw_border(file, panels_right(step, r), panel->range);
    }
    fputs("\n\n0 \"\"\n\n\n", file);
}

/* ---- shared memory ------------------------------------------------------ */

/* From dark blue to yellow over all wavefronts (Cividis: told apart by
 * color-blind readers, and by its lightness in print). */
static unsigned shade(unsigned wavefront, unsigned wavefronts)
{
    enum { STEPS = 6 };
    static const unsigned char shades[STEPS + 1][3] = {
        {0, 34, 78},     {35, 66, 107},  {75, 97, 125}, {125, 131, 120},
        {180, 172, 103}, {234, 214, 70}, {254, 232, 56}};
    double x =
        wavefronts > 1 ? (wavefront - 1.0) / (wavefronts - 1.0) * STEPS : 0;
    unsigned i = x < STEPS ? (unsigned)x : STEPS - 1;
    unsigned color = 0;

    for (int k = 0; k < 3; k++) {
        double from = shades[i][k], to = shades[i + 1][k];
        color = color << 8 | (unsigned)(from + (x - i) * (to - from));
    }
    return color;
}

/* In how many wavefronts each bank is busy. */
static void count_passes(const struct panel *panel, unsigned passes[BANKS])
{
    bool busy[BANKS][WARP_SIZE + 1] = {{false}};
    memset(passes, 0, BANKS * sizeof *passes);
    for (unsigned i = 0; i < panel->worst.count; i++) {
        const struct lane *lane = &panel->worst.lanes[i];
        for (unsigned k = 0; k < panel->width; k += BANK_BYTES) {
            bool *pass =
                &busy[(lane->bank + k / BANK_BYTES) % BANKS][lane->wavefront];
            passes[(lane->bank + k / BANK_BYTES) % BANKS] += !*pass;
            *pass = true;
        }
    }
}

static void draw_shared(FILE *file, const struct panel *panel)
{
    const struct step *step = &panel->worst;
    unsigned passes[BANKS];
    count_passes(panel, passes);
    for (unsigned b = 0; b < BANKS; b++)
        rectangle(file, b + 0.04, b + 0.96, top, bottom,
                  passes[b] > panel->ideal ? WASTED_COLOR : BANK_COLOR);
    for (unsigned i = 0; i < step->count; i++) {
        const struct lane *lane = &step->lanes[i];
        rectangle(file, lane->bank,
                  lane->bank + panel->width / (double)BANK_BYTES,
                  lane->index - 0.5, lane->index + 0.5,
                  shade(lane->wavefront, step->cost));
    }
    fputs("\n\n0 \"\"\n", file);
    for (unsigned b = 0; b < BANKS; b++) {
        if (passes[b] > panel->ideal)
            fprintf(file, "%g \"%u\"\n", b + 0.5, passes[b]);
    }
    fputs("\n\n", file);
}

void panels_draw(const struct panels *panels, FILE *file)
{
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *panel = &panels->panel[i];
        if (panel->row == 0)
            continue;
        if (panel->global)
            draw_global(file, panel);
        else
            draw_shared(file, panel);
    }
}
