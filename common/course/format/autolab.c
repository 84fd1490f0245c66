/*
 * autolab.c - what an autograder of Autolab says on standard output.
 *
 * Its last line is the scores, by problem: a lab is one, of the same name.  The
 * line before it is what Autolab draws as a table.  Lines above are shown as
 * they are; those that quote a student begin with blanks.  A lab whose grading
 * failed has no score: one that is missing is not booked, a 0 is.
 * Autolab's graders cut the middle out of what is longer than they keep; this
 * stays below 16 KiB, and so whole.
 */
#include "each.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/json.h"
#include "text.h"

/* Of each exercise, of which all labs together have some fifty. */
enum { HINT = 90, LINE = 120 };

static bool put_json(FILE *file, cJSON *json)
{
    char *text = cJSON_PrintUnformatted(json);
    if (text)
        fprintf(file, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(json);
    return text;
}

static void add_hint(cJSON *test, const struct row *row)
{
    char *hint = text_line(row->cause, HINT);
    cJSON_AddBoolToObject(test, "passed", row->state == ROW_PASSED);
    if (hint && *hint)
        cJSON_AddStringToObject(test, "hint", hint);
    free(hint);
}

static cJSON *table_json(const struct sheet *sheet)
{
    cJSON *json = cJSON_CreateObject(), *stages = cJSON_CreateArray();
    const char *before = "";
    cJSON *stage = NULL;
    cJSON_AddStringToObject(json, "_presentation", "semantic");
    cJSON_AddItemToObject(json, "stages", stages);
    for (size_t i = 0; i < sheet->count; i++) {
        const struct row *row = &sheet->rows[i];
        if (sheet_other_lab(row, before)) {
            cJSON_AddItemToArray(stages, cJSON_CreateString(row->lab));
            stage = cJSON_AddObjectToObject(json, row->lab);
        }
        before = row->lab;
        add_hint(cJSON_AddObjectToObject(stage, *row->exercise ? row->exercise
                                                               : row->lab),
                 row);
    }
    return json;
}

static cJSON *scores_json(const struct sheet *sheet)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *scores = cJSON_AddObjectToObject(json, "scores");
    const char *before = "";
    for (size_t i = 0; i < sheet->count; i++) {
        const struct row *row = &sheet->rows[i];
        double score, max_score;
        if (sheet_other_lab(row, before) && row_counts(row)) {
            sheet_lab(sheet, row->lab, &score, &max_score);
            cJSON_AddNumberToObject(scores, row->lab, score);
        }
        before = row->lab;
    }
    return json;
}

static void put_row(FILE *file, const struct row *row)
{
    char name[ROW_NAME], *cause = text_line(row->cause, LINE);
    row_name(row, name);
    if (!row_counts(row))
        fprintf(file, "%s: not graded\n", name);
    else
        fprintf(file, "%s: %.10g of %.10g points\n", name, row->score,
                row->max_score);
    if (cause && *cause)
        fprintf(file, "    %s\n", cause);
    free(cause);
}

static bool put_sheet(FILE *file, const struct sheet *sheet)
{
    fprintf(file, "%.10g of %.10g points\n", sheet->score, sheet->max_score);
    text_indent(file, sheet->says, "    ");
    for (size_t i = 0; i < sheet->count; i++)
        put_row(file, &sheet->rows[i]);
    return put_json(file, table_json(sheet)) &&
           put_json(file, scores_json(sheet));
}

bool autolab_write(const struct sheets *class, const char *folder)
{
    return each_write(class, folder, "txt", put_sheet);
}
