/*
 * tap.c - TAP 14 (testanything.org): the class, and each submission.
 *
 * A point is ok where all points were earned.  What a student had a hand in
 * stands in two places: his name, in which # and \ are escaped so that it ends
 * in no directive, and the diagnostics, which libyaml writes, quoted.
 */
#include "each.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "files/publish.h"
#include "text.h"

/* ---- diagnostics ---- */

static bool emit(yaml_emitter_t *emitter, yaml_event_t *event, int made)
{
    return made && yaml_emitter_emit(emitter, event);
}

static bool put_scalar(yaml_emitter_t *emitter, const char *text,
                       yaml_scalar_style_t style)
{
    yaml_event_t event;
    return emit(emitter, &event,
                yaml_scalar_event_initialize(&event, NULL, NULL,
                                             (const yaml_char_t *)text,
                                             (int)strlen(text), 1, 1, style));
}

static bool put_pair(yaml_emitter_t *emitter, const char *name,
                     const char *value)
{
    return put_scalar(emitter, name, YAML_PLAIN_SCALAR_STYLE) &&
           put_scalar(emitter, value, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
}

static bool put_number(yaml_emitter_t *emitter, const char *name, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.10g", value);
    return put_scalar(emitter, name, YAML_PLAIN_SCALAR_STYLE) &&
           put_scalar(emitter, text, YAML_PLAIN_SCALAR_STYLE);
}

static bool put_row(yaml_emitter_t *emitter, const struct row *row)
{
    yaml_event_t event;
    return emit(emitter, &event,
                yaml_mapping_start_event_initialize(
                    &event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE)) &&
           put_pair(emitter, "message", row->cause) &&
           put_pair(emitter, "severity", row_state_name(row->state)) &&
           put_number(emitter, "score", row->score) &&
           put_number(emitter, "max_score", row->max_score) &&
           (row->line == 0 || put_number(emitter, "line", row->line)) &&
           put_pair(emitter, "checks", row->text) &&
           emit(emitter, &event, yaml_mapping_end_event_initialize(&event));
}

/* A document of its own, between --- and ... */
static bool put_document(yaml_emitter_t *emitter, const struct row *row)
{
    yaml_event_t event;
    return emit(emitter, &event,
                yaml_stream_start_event_initialize(&event,
                                                   YAML_UTF8_ENCODING)) &&
           emit(emitter, &event,
                yaml_document_start_event_initialize(&event, NULL, NULL, NULL,
                                                     0)) &&
           put_row(emitter, row) &&
           emit(emitter, &event,
                yaml_document_end_event_initialize(&event, 0)) &&
           emit(emitter, &event, yaml_stream_end_event_initialize(&event));
}

static void put_diagnostics(FILE *file, const struct row *row,
                            const char *before)
{
    yaml_emitter_t emitter;
    struct text yaml;
    char indent[16];
    bool written;
    if (!text_open(&yaml))
        return;
    snprintf(indent, sizeof indent, "%s  ", before);
    written = yaml_emitter_initialize(&emitter);
    if (written) {
        yaml_emitter_set_output_file(&emitter, yaml.file);
        yaml_emitter_set_unicode(&emitter, 1);
        yaml_emitter_set_width(&emitter, -1);
        written = put_document(&emitter, row);
        yaml_emitter_delete(&emitter);
    }
    if (fclose(yaml.file) == 0 && written)
        text_indent(file, yaml.bytes, indent);
    free(yaml.bytes);
}

/* ---- points ---- */

static void put_name(FILE *file, const char *name)
{
    for (; *name; name++) {
        if (*name == '#' || *name == '\\')
            putc('\\', file);
        putc(*name, file);
    }
}

static void put_point(FILE *file, const char *before, bool ok, size_t number,
                      const char *name)
{
    fprintf(file, "%s%s %zu - ", before, ok ? "ok" : "not ok", number);
    put_name(file, name);
    putc('\n', file);
}

/* Plan and points of one submission; false if one of them is not ok. */
static bool put_sheet(FILE *file, const struct sheet *sheet, const char *before)
{
    bool all = true;
    fprintf(file, "%s1..%zu\n", before, sheet->count);
    for (size_t i = 0; i < sheet->count; i++) {
        const struct row *row = &sheet->rows[i];
        bool ok = row->state == ROW_PASSED;
        char name[ROW_NAME];
        row_name(row, name);
        put_point(file, before, ok, i + 1, name);
        if (!ok)
            put_diagnostics(file, row, before);
        all = all && ok;
    }
    return all;
}

static void put_class(FILE *file, const struct sheets *class)
{
    fprintf(file, "TAP version 14\n1..%zu\n", class->count);
    for (size_t i = 0; i < class->count; i++) {
        const struct sheet *sheet = &class->sheets[i];
        bool ok;
        fputs("# Subtest: ", file);
        put_name(file, sheet->name);
        putc('\n', file);
        ok = put_sheet(file, sheet, "    ");
        put_point(file, "", ok, i + 1, sheet->name);
    }
}

static bool put_student(FILE *file, const struct sheet *sheet)
{
    fputs("TAP version 14\n", file);
    put_sheet(file, sheet, "");
    return true;
}

bool tap_write(const struct sheets *class, const char *folder)
{
    struct publication file;
    char path[PUBLISH_PATH];
    if (!publish_path(path, "%s/students", folder) || !publish_folder(path) ||
        !each_write(class, path, "tap", put_student) ||
        !publish_path(path, "%s/class.tap", folder) ||
        !publish_open(&file, path))
        return false;
    put_class(file.file, class);
    return publish_close(&file);
}
