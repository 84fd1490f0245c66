/*
 * panels_record.c - a trace, cut down to what a picture shows of it.
 *
 * Idea: a student edition has no reference that could be traced, but what its
 * warp did: of each access the dearest execution, in the columns of a trace,
 * without the name of the source.
 */
#include "panels.h"

#include <inttypes.h>
#include <string.h>

/* A field of RFC 4180. */
static void put_field(FILE *file, const char *text)
{
    bool plain = !strpbrk(text, ",\"\n");
    if (!plain)
        fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputs(plain ? "," : "\",", file);
}

static void put_lane(FILE *file, const struct heading *heading,
                     const struct panel *panel, const struct lane *lane)
{
    fprintf(file, "%u,,%u,%u,%s,", panel->launch, panel->line, panel->at,
            panel->global ? "global" : "shared");
    put_field(file, panel->kind);
    put_field(file, panel->array);
    fprintf(file, "%u,", panel->width);
    put_field(file, heading->block);
    put_field(file, heading->warp);
    fprintf(file, "%u,%u,%" PRIu64 ",%u,%u,%" PRIu64 "\n",
            panel->worst.execution, lane->index, lane->offset, lane->bank,
            lane->wavefront, panel->times);
}

void panels_record(const struct panels *panels, FILE *file)
{
    fputs("launch,file,line,column,space,kind,array,width,block,warp,"
          "execution,lane,offset,bank,wavefront,requests\n",
          file);
    for (size_t i = 0; i < panels->count; i++) {
        const struct panel *panel = &panels->panel[i];
        for (unsigned k = 0; k < panel->worst.count; k++)
            put_lane(file, &panels->headings[panel->column], panel,
                     &panel->worst.lanes[k]);
    }
}
