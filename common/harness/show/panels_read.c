/*
 * panels_read.c - the trace of a warp, which has a row for each lane.
 *
 * Idea: of an access only the execution with most sectors or wavefronts is
 * kept, so that it takes no more room however long the trace is.
 */
#include "panels.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "run/csv.h"
#include "run/programs.h"

/* Columns that are read, by the names in the header. */
enum {
    LAUNCH,
    FILE_NAME,
    LINE,
    COLUMN,
    SPACE,
    KIND,
    ARRAY,
    WIDTH,
    BLOCK,
    WARP,
    EXECUTION,
    LANE,
    OFFSET,
    BANK,
    WAVEFRONT,
    REQUESTS,
    FIELDS
};

static const char *const names[FIELDS] = {
    "launch", "file",  "line",      "column",  "space",     "kind",
    "array",  "width", "block",     "warp",    "execution", "lane",
    "offset", "bank",  "wavefront", "requests"};

struct row {
    const char *text[FIELDS];
};

static void take(void *to, const char *name, const char *value)
{
    struct row *row = to;
    for (int i = 0; i < FIELDS; i++) {
        if (!strcmp(names[i], name))
            row->text[i] = value;
    }
}

static uint64_t number(const struct row *row, int field)
{
    return strtoull(row->text[field], NULL, 10);
}

/* ---- executions --------------------------------------------------------- */

static void touch(struct step *step, uint64_t sector)
{
    unsigned i = step->cost;
    while (i > 0 && step->sectors[i - 1] > sector)
        i--;
    if (i > 0 && step->sectors[i - 1] == sector)
        return;
    memmove(&step->sectors[i + 1], &step->sectors[i],
            (step->cost - i) * sizeof step->sectors[0]);
    step->sectors[i] = sector;
    step->cost++;
}

static void keep_dearest(struct panel *panel)
{
    if (panel->step.cost > panel->worst.cost)
        panel->worst = panel->step;
}

/* Rows of an execution stand together. */
static void add_lane(struct panel *panel, const struct row *row)
{
    struct step *step = &panel->step;
    struct lane *lane;
    if (step->execution != number(row, EXECUTION) || step->count == WARP_SIZE) {
        keep_dearest(panel);
        *step = (struct step){.execution = (unsigned)number(row, EXECUTION)};
    }
    lane = &step->lanes[step->count++];
    lane->index = (unsigned)number(row, LANE) % WARP_SIZE;
    lane->offset = number(row, OFFSET);
    lane->bank = (unsigned)number(row, BANK) % BANKS;
    lane->wavefront = (unsigned)number(row, WAVEFRONT) % (WARP_SIZE + 1);
    if (panel->global) {
        touch(step, lane->offset / SECTOR_BYTES);
        touch(step, (lane->offset + panel->width - 1) / SECTOR_BYTES);
    } else if (lane->wavefront > step->cost) {
        step->cost = lane->wavefront;
    }
}

/* ---- accesses ----------------------------------------------------------- */

static bool is_access(const struct panel *panel, const struct row *row)
{
    return panel->line == number(row, LINE) &&
           panel->at == number(row, COLUMN) &&
           !strcmp(panel->file, row->text[FILE_NAME]) &&
           !strcmp(panel->kind, row->text[KIND]) &&
           !strcmp(panel->array, row->text[ARRAY]);
}

static bool replace(char **text, const char *by)
{
    free(*text);
    *text = strdup(by);
    return *text;
}

/* The heading tells of the last access. */
static struct panel *add_panel(struct panels *panels, const struct row *row)
{
    size_t bytes = (panels->count + 1) * sizeof *panels->panel;
    struct panel *panel = realloc(panels->panel, bytes);
    struct heading *heading = &panels->headings[panels->columns - 1];
    if (!panel)
        return NULL;
    panels->panel = panel;
    panel += panels->count++;
    *panel = (struct panel){.column = panels->columns - 1,
                            .global = *row->text[SPACE] == 'g',
                            .file = strdup(row->text[FILE_NAME]),
                            .kind = strdup(row->text[KIND]),
                            .array = strdup(row->text[ARRAY]),
                            .line = (unsigned)number(row, LINE),
                            .at = (unsigned)number(row, COLUMN),
                            .width = (unsigned)number(row, WIDTH),
                            .launch = (unsigned)number(row, LAUNCH)};
    return panel->file && panel->kind && panel->array &&
                   replace(&heading->warp, row->text[WARP]) &&
                   replace(&heading->block, row->text[BLOCK])
               ? panel
               : NULL;
}

/* NULL if there is none. */
static struct panel *panel_of(struct panels *panels, size_t first,
                              const struct row *row)
{
    for (size_t i = first; i < panels->count; i++) {
        if (is_access(&panels->panel[i], row))
            return &panels->panel[i];
    }
    return NULL;
}

/* Of all launches the first that has the access.  What was recorded says with
 * each row how often it was. */
static bool add_row(struct panels *panels, size_t first, const struct row *row)
{
    struct panel *panel = panel_of(panels, first, row);
    if (!panel)
        panel = add_panel(panels, row);
    if (!panel)
        return false;
    if (panel->launch == number(row, LAUNCH))
        add_lane(panel, row);
    if (*row->text[REQUESTS])
        panel->times = number(row, REQUESTS);
    return true;
}

/* A row of ptxrun --lines: what all warps of a launch did. */
static bool add_times(struct panels *panels, size_t first,
                      const struct row *row)
{
    struct panel *panel = panel_of(panels, first, row);
    if (panel)
        panel->times += number(row, REQUESTS);
    return true;
}

/* ---- the file ----------------------------------------------------------- */

/* FOLDER/IMPL.csv is of IMPL. */
static bool add_heading(struct panels *panels, const char *path)
{
    size_t bytes = (panels->columns + 1) * sizeof *panels->headings;
    struct heading *heading = realloc(panels->headings, bytes);
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    if (!heading)
        return false;
    panels->headings = heading;
    heading += panels->columns++;
    *heading = (struct heading){
        strndup(name, dot ? (size_t)(dot - name) : strlen(name)), strdup(""),
        strdup(""), false, false};
    return heading->name && heading->warp && heading->block;
}

typedef bool add_to(struct panels *panels, size_t first, const struct row *row);

static struct row *make_empty(struct row *row)
{
    for (int i = 0; i < FIELDS; i++)
        row->text[i] = "";
    return row;
}

static bool read_rows(struct panels *panels, size_t first, struct csv_file *csv,
                      add_to *add)
{
    struct row row;
    bool done = true;
    while (done && csv_next(csv, take, make_empty(&row)))
        done = add(panels, first, &row);
    return done;
}

/* FOLDER/IMPL.lines beside FOLDER/IMPL.csv, if it is there. */
static bool read_times(struct panels *panels, size_t first, const char *path)
{
    size_t stem = strlen(path) - strlen(".csv");
    char beside[PATH_BYTES];
    struct csv_file csv;
    bool done;
    if (strlen(path) < strlen(".csv") || strcmp(path + stem, ".csv"))
        return true;
    snprintf(beside, sizeof beside, "%.*s.lines", (int)stem, path);
    done = csv_open(&csv, beside) ? read_rows(panels, first, &csv, add_times)
                                  : !csv.file;
    csv_close(&csv);
    return done;
}

bool panels_read(struct panels *panels, const char *path)
{
    struct csv_file csv;
    size_t first = panels->count;
    bool done = csv_open(&csv, path);
    if (!csv.file) {
        fprintf(stderr, "access: %s: %s\n", path, strerror(errno));
        return false;
    }
    done = done && add_heading(panels, path) &&
           read_rows(panels, first, &csv, add_row) &&
           read_times(panels, first, path);
    csv_close(&csv);
    for (size_t i = first; i < panels->count; i++)
        keep_dearest(&panels->panel[i]);
    if (!done)
        fprintf(stderr, "access: %s: no trace, or no memory for it\n", path);
    return done;
}

void panels_free(struct panels *panels)
{
    for (size_t i = 0; i < panels->count; i++) {
        free(panels->panel[i].file);
        free(panels->panel[i].kind);
        free(panels->panel[i].array);
    }
    for (size_t i = 0; i < panels->columns; i++) {
        free(panels->headings[i].name);
        free(panels->headings[i].warp);
        free(panels->headings[i].block);
    }
    free(panels->panel);
    free(panels->headings);
    *panels = (struct panels){.count = 0};
}
