/*
 * gradescope.c - results.json of Gradescope.
 *
 * All formats of texts are "text": in the others HTML and Markdown would be
 * drawn.  What was not graded has no points, so that no 0 is booked for what is
 * not the student's fault: a test without points informs.
 */
#include "each.h"

#include <inttypes.h>
#include <stdio.h>

#include "text.h"

static void add_text(cJSON *test, const struct row *row)
{
    char text[TEXT_LINE + TEXT_MOST + 2];
    snprintf(text, sizeof text, "%s%s%s", row->cause, *row->cause ? "\n" : "",
             row->text);
    cJSON_AddStringToObject(test, "output", text);
}

static cJSON *row_json(const struct row *row, size_t lab, size_t number)
{
    cJSON *test = cJSON_CreateObject();
    char name[ROW_NAME], dotted[48];
    row_name(row, name);
    snprintf(dotted, sizeof dotted, "%zu.%zu", lab, number);
    if (row_counts(row)) {
        cJSON_AddNumberToObject(test, "score", row->score);
        cJSON_AddNumberToObject(test, "max_score", row->max_score);
    }
    cJSON_AddStringToObject(test, "status",
                            row->state == ROW_PASSED ? "passed" : "failed");
    cJSON_AddStringToObject(test, "name", name);
    cJSON_AddStringToObject(test, "number", dotted);
    add_text(test, row);
    return test;
}

static cJSON *tests_json(const struct sheet *sheet)
{
    cJSON *tests = cJSON_CreateArray();
    const char *before = "";
    size_t lab = 0, number = 0;
    for (size_t i = 0; i < sheet->count; i++) {
        const struct row *row = &sheet->rows[i];
        bool another = sheet_other_lab(row, before);
        lab += another;
        number = another ? 1 : number + 1;
        before = row->lab;
        cJSON_AddItemToArray(tests, row_json(row, lab, number));
    }
    return tests;
}

static cJSON *sheet_json(const struct sheets *class, const struct sheet *sheet)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *extra;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, class->seed);
    cJSON_AddNumberToObject(json, "score", sheet->score);
    cJSON_AddStringToObject(json, "output", sheet->says);
    cJSON_AddStringToObject(json, "output_format", "text");
    cJSON_AddStringToObject(json, "test_output_format", "text");
    cJSON_AddStringToObject(json, "test_name_format", "text");
    cJSON_AddStringToObject(json, "visibility", "visible");
    cJSON_AddStringToObject(json, "stdout_visibility", "hidden");
    cJSON_AddItemToObject(json, "tests", tests_json(sheet));
    extra = cJSON_AddObjectToObject(json, "extra_data");
    cJSON_AddStringToObject(extra, "seed", seed);
    cJSON_AddStringToObject(extra, "box", class->box);
    cJSON_AddNumberToObject(extra, "max_score", sheet->max_score);
    return json;
}

bool gradescope_write(const struct sheets *class, const char *folder)
{
    return each_write_json(class, folder, "results.json", sheet_json);
}
