/*
 * panels_name.c - what gnuplot must know of each panel: arrays of numbers and
 * texts, which access.gp loads.
 *
 * Guarantee: a line of a student's file may hold anything.  It goes to gnuplot
 * between single quotes, where nothing is substituted, as UTF-8, cut between
 * two characters; what is no UTF-8 is replaced.  What is said has the language
 * of a report, by gettext.
 */
#include "panels.h"

#include <inttypes.h>
#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#include "term/plain.h"
#include "term/utf8.h"

#define _(text) gettext(text)

enum {
    TEXT = 43,     /* characters of a source line above a panel */
    TICS = 4,      /* labels below a panel */
    ACCESS = 256,  /* bytes of what is done to an array */
    SENTENCE = 120 /* of a line of the text below them */
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

/* "1,234,567" */
static void put_thousands(FILE *file, uint64_t number)
{
    if (number >= 1000) {
        put_thousands(file, number / 1000);
        fprintf(file, ",%03u", (unsigned)(number % 1000));
    } else {
        fprintf(file, "%u", (unsigned)number);
    }
}

/* Of how many requests this is one; nothing where it is not known. */
static void put_times(FILE *file, const struct panel *panel)
{
    if (panel->times > 0) {
        fputs(", \303\227 ", file); /* the sign of multiplication */
        put_thousands(file, panel->times);
    }
}

static void put_cost(FILE *file, const struct panel *panel)
{
    unsigned cost = panel->worst.cost;
    if (panel->global)
        fprintf(file, cost == 1 ? _("%u sector") : _("%u sectors"), cost);
    else
        fprintf(file, cost == 1 ? _("%u wavefront") : _("%u wavefronts"), cost);
}

/* "load of V" */
static const char *access_of(const struct panel *panel, char *text, size_t n)
{
    snprintf(text, n, _("%s of %s"), _(panel->kind), panel->array);
    return text;
}

static void set_title(FILE *file, unsigned i, const struct panel *panel)
{
    char text[ACCESS];
    fprintf(file, "title[%u] = '", i);
    put_inside(file, access_of(panel, text, sizeof text));
    fputs(": ", file);
    put_cost(file, panel);
    fputs(_(" a request"), file);
    if (panel->worst.cost > panel->ideal)
        fprintf(file, _(", ideal %u"), panel->ideal);
    put_times(file, panel);
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
    char text[ACCESS];
    snprintf(text, sizeof text, _("sectors, by the byte of %s"), panel->array);
    set_text(file, "axis", i, panel->global ? text : _("bank"));
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

/* ---- what is told in words ---------------------------------------------- */

/* Characters of a text in UTF-8. */
static size_t length_of(const char *text)
{
    size_t length = 0;
    for (; *text; text++)
        length += (*text & 0xc0) != 0x80;
    return length;
}

/* "load of V (1 sector, x 15,750)"; to be freed, or NULL. */
static char *phrase_of(const struct panel *panel)
{
    char *text = NULL, name[ACCESS];
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    fprintf(file, "%s (", access_of(panel, name, sizeof name));
    put_cost(file, panel);
    put_times(file, panel);
    fputc(')', file);
    fclose(file);
    return text;
}

/* Is one said already that does the same? */
static bool is_said(const struct panels *panels, const struct panel *panel)
{
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *p = &panels->panel[i];
        if (p->dull && p->column < panel->column && p->times == panel->times &&
            p->worst.cost == panel->worst.cost &&
            !strcmp(p->kind, panel->kind) && !strcmp(p->array, panel->array))
            return true;
    }
    return false;
}

/* Lines of said[]; length is that of the open one. */
struct said {
    FILE *file;
    unsigned lines;
    size_t length;
};

/* Begins another line where it does not fit. */
static void say(struct said *said, const char *text)
{
    size_t more = length_of(text);
    if (said->length > 0 && said->length + more > SENTENCE) {
        fputs("'\n", said->file);
        said->length = 0;
    }
    if (said->length == 0)
        fprintf(said->file, "said[%u] = '", ++said->lines);
    put_inside(said->file, text);
    said->length += more;
}

/* What an implementation wastes nothing in. */
static void say_dull(struct said *said, const struct panels *panels,
                     size_t column)
{
    size_t n = 0;
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *panel = &panels->panel[i];
        char *phrase = NULL;
        if (!panel->dull || panel->column != column || is_said(panels, panel))
            continue;
        phrase = phrase_of(panel);
        if (n++ == 0)
            say(said, panels->headings[column].name);
        if (n == 1)
            say(said, column > 0 ? _(" wastes nothing, besides, in: ")
                                 : _(" wastes nothing in: "));
        else
            say(said, ", ");
        say(said, phrase ? phrase : "?");
        free(phrase);
    }
    if (n > 0)
        fputs(".'\n", said->file);
    said->length = 0;
}

static void say_all_dull(const struct panels *panels, FILE *file)
{
    struct said said = {.file = file};
    fprintf(file, "array said[%zu]\n", panels->count + 1);
    for (size_t i = 0; i < panels->columns; i++)
        say_dull(&said, panels, i);
    fprintf(file, "lines_said = %u\n", said.lines);
}

/* ---- what panels mean ---------------------------------------------------- */

/* Of each memory there is a panel of; lines that fit the page. */
static void say_legend(const struct panels *panels, FILE *file)
{
    bool global = false, shared = false;
    unsigned n = 0;
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *panel = &panels->panel[i];
        global = global || (panel->row > 0 && panel->global);
        shared = shared || (panel->row > 0 && !panel->global);
    }
    fputs("array legend[5]\n", file);
    if (global) {
        set_text(file, "legend", ++n,
                 _("Global memory: a frame is a sector of 32 bytes that the "
                   "request moves, dark are the bytes a lane wants,"));
        set_text(file, "legend", ++n,
                 _("orange: sectors that are more than needed; a slit: no "
                   "neighbours in memory."));
    }
    if (shared) {
        set_text(file, "legend", ++n,
                 _("Shared memory: colours are wavefronts, dark blue the "
                   "first; orange: a bank that is busy in more of"));
        set_text(file, "legend", ++n, _("them than needed, and in how many."));
    }
    if (n > 0)
        fprintf(file, "legend[%u] = '\303\227: %s'\n", n + 1,
                _("requests of all warps."));
    n += n > 0;
    fprintf(file, "legend_lines = %u\n", n);
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
        fprintf(file, ".cu%s: ", heading->recorded ? _(" (recorded)") : "");
        fprintf(file, _("warp %s of block %s"), heading->warp, heading->block);
        fputs("'\n", file);
    }
    say_legend(panels, file);
    fprintf(file, "lane_word = '%s'\npage_word = '%s'\n", _("lane"),
            _(", page %d of %d"));
    say_all_dull(panels, file);
    set_pages(file, panels);
}
