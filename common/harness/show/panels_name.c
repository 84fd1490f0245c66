/*
 * panels_name.c - what gnuplot must know of each panel: arrays of numbers and
 * texts, which access.gp loads.
 *
 * Guarantee: a line of a student's file may hold anything.  It goes to gnuplot
 * between single quotes, where nothing is substituted, as UTF-8, cut between
 * two characters; what is no UTF-8 is replaced.
 */
#include "panels.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "term/plain.h"
#include "term/utf8.h"

enum {
    TEXT = 43, /* characters of a source line above a panel */
    TICS = 4   /* labels below a panel */
};

/* The inside of a text between single quotes. */
static void put_inside(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', file);
        fputc(*text, file);
    }
}

static void set_number(FILE *file, const char *name, unsigned i, unsigned value)
{
    fprintf(file, "%s[%u] = %u\n", name, i, value);
}

static void set_text(FILE *file, const char *name, unsigned i, const char *text)
{
    fprintf(file, "%s[%u] = '", name, i);
    put_inside(file, text);
    fputs("'\n", file);
}

/* ---- the line of the source --------------------------------------------- */

/* Spaces in a row become one; none stands in front. */
static void close_up(char *text)
{
    char *to = text;
    for (const char *from = text; *from && *from != '\n'; from++) {
        if (!strchr(" \t\r", *from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    }
    *to = '\0';
}

/* Also a short line has room for the dots, as it is longer than TEXT bytes. */
static void shorten(char *text)
{
    plain_make(text);
    if (*utf8_at(text, TEXT))
        strcpy(utf8_at(text, TEXT - 3), "...");
}

/* NULL, or to be freed. */
static char *line_of(const char *path, unsigned number)
{
    FILE *file = number > 0 ? fopen(path, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    bool found = file;
    for (unsigned n = 0; found && n < number; n++)
        found = getline(&line, &room, file) > 0;
    if (file)
        fclose(file);
    if (found)
        return line;
    free(line);
    return NULL;
}

static void set_code(FILE *file, unsigned i, const struct panel *panel)
{
    char *line = line_of(panel->file, panel->line);
    fprintf(file, "code[%u] = '%u: ", i, panel->line);
    if (line) {
        close_up(line);
        shorten(line);
        put_inside(file, line);
    }
    fputs("'\n", file);
    free(line);
}

/* ---- the other texts ---------------------------------------------------- */

static void set_title(FILE *file, unsigned i, const struct panel *panel)
{
    unsigned cost = panel->worst.cost;
    fprintf(file, "title[%u] = '", i);
    put_inside(file, panel->kind);
    fputs(" of ", file);
    put_inside(file, panel->array);
    fprintf(file, ": %u %s%s a request", cost,
            panel->global ? "sector" : "wavefront", cost == 1 ? "" : "s");
    if (cost > panel->ideal)
        fprintf(file, ", ideal %u", panel->ideal);
    fputs("'\n", file);
}

/* Where sectors begin, in bytes from the start of the array. */
static void set_tics(FILE *file, unsigned i, const struct panel *panel)
{
    const struct step *step = &panel->worst;
    unsigned every = panel->range / TICS;
    fprintf(file, "tics[%u] = '", i);
    for (unsigned r = 0; panel->global && r < step->cost; r++) {
        fputs(r == 0 ? "(\"" : ", \"", file);
        if (r % every == 0)
            fprintf(file, "%" PRIu64, step->sectors[r] * SECTOR_BYTES);
        fprintf(file, "\" %g", panels_left(step, r));
    }
    fputs(panel->global ? ")'\n" : "'\n", file);
}

static void set_axis(FILE *file, unsigned i, const struct panel *panel)
{
    fprintf(file, "axis[%u] = '%s", i, panel->global ? "byte of " : "bank");
    if (panel->global)
        put_inside(file, panel->array);
    fputs("'\n", file);
}

static void set_panel(FILE *file, unsigned i, const struct panel *panel,
                      bool hidden)
{
    set_text(file, "space", i, panel->global ? "global" : "shared");
    set_number(file, "slot", i, panel->slot);
    set_number(file, "row", i, panel->row);
    set_number(file, "range", i, panel->range);
    if (hidden)
        set_text(file, "code", i, "");
    else
        set_code(file, i, panel);
    set_title(file, i, panel);
    set_number(file, "bad", i, panels_bad(panel));
    set_tics(file, i, panel);
    set_axis(file, i, panel);
}

/* ---- all ---------------------------------------------------------------- */

static void declare(FILE *file, const struct panels *panels)
{
    static const char *const names[] = {"space", "slot", "row",
                                        "range", "code", "title",
                                        "bad",   "tics", "axis"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        fprintf(file, "array %s[%u]\n", names[i], panels->drawn);
    fprintf(file, "array heading[%zu]\n", panels->columns);
}

/* Pages are about equally long. */
static void set_pages(FILE *file, const struct panels *panels)
{
    unsigned pages = (panels->rows + PER_PAGE - 1) / PER_PAGE;
    fprintf(file, "columns = %zu\nrows = %u\npanels = %u\n", panels->columns,
            panels->rows, panels->drawn);
    fprintf(file, "pages = %u\nper_page = %u\n", pages,
            pages > 0 ? (panels->rows + pages - 1) / pages : 0);
}

void panels_name(const struct panels *panels, FILE *file)
{
    unsigned drawn = 0;
    declare(file, panels);
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *panel = &panels->panel[i];
        if (panel->row > 0)
            set_panel(file, ++drawn, panel,
                      panels->headings[panel->column].hidden);
    }
    for (size_t i = 0; i < panels->columns; i++) {
        const struct heading *heading = &panels->headings[i];
        fprintf(file, "heading[%zu] = '", i + 1);
        put_inside(file, heading->name);
        fprintf(file, ".cu%s: warp %s of block %s'\n",
                heading->recorded ? " (recorded)" : "", heading->warp,
                heading->block);
    }
    set_pages(file, panels);
}
