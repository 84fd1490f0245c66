/*
 * sheet.c - a class as rows.
 */
#include "sheet.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/class.h"
#include "text.h"

/* ---- the text of an exercise ---- */

/* What a check says goes on over several lines, further in. */
static void put_check(FILE *file, const struct graded_check *check)
{
    int n = (int)strcspn(check->message, "\n");
    fprintf(file, "%s %s", check->passed ? "[passed]" : "[missed]",
            check->name);
    if (check->max_points > 0)
        fprintf(file, " (%d of %d)", check->points, check->max_points);
    fprintf(file, "%s%.*s\n", n > 0 ? ": " : "", n, check->message);
    if (check->message[n])
        text_indent(file, check->message + n + 1, "    ");
}

/* What was missed before what was passed: the end may be cut off. */
static void put_checks(FILE *file, const struct graded_exercise *graded)
{
    for (size_t i = 0; i < graded->count; i++) {
        if (!graded->checks[i].passed)
            put_check(file, &graded->checks[i]);
    }
    for (size_t i = 0; i < graded->count; i++) {
        if (graded->checks[i].passed)
            put_check(file, &graded->checks[i]);
    }
    if (*graded->remark)
        fprintf(file, "remark: %s\n", graded->remark);
}

static char *exercise_text(const struct class_exercise *exercise)
{
    struct text text;
    const char *more = json_text(exercise->record, "more");
    if (!text_open(&text))
        return NULL;
    if (*more)
        fprintf(text.file, "%s\n", more);
    put_checks(text.file, exercise->graded);
    return text_close(&text, TEXT_MOST);
}

static char *given(const struct override *override)
{
    char text[TEXT_LINE + 1];
    snprintf(text, sizeof text, "%d points were given by the instructor: %s",
             override->points, override->reason);
    return text_line(text, TEXT_LINE);
}

static const char *missed(const struct graded_exercise *graded)
{
    for (size_t i = 0; i < graded->count; i++) {
        if (!graded->checks[i].passed)
            return graded->checks[i].name;
    }
    return "";
}

static struct row exercise_row(const struct class_lab *lab,
                               const struct class_exercise *exercise)
{
    struct row row = {.lab = lab->lab->name,
                      .exercise = exercise->exercise->name,
                      .score = exercise->score,
                      .max_score = exercise->max_score,
                      .check = missed(exercise->graded)};
    row.state =
        exercise->score >= exercise->max_score ? ROW_PASSED : ROW_INCOMPLETE;
    row.cause = exercise->override
                    ? given(exercise->override)
                    : text_line(exercise->graded->first, TEXT_LINE);
    row.text = exercise_text(exercise);
    row.line = (int)json_number(exercise->record, "line");
    return row;
}

/* ---- a lab as a whole ---- */

static enum row_state lab_state(const struct class_lab *lab)
{
    if (class_lab_score(lab) >= lab->max_score)
        return ROW_PASSED;
    switch (lab->status) {
    case LAB_MISSING: return ROW_MISSING;
    case LAB_WAITING: return ROW_WAITING;
    case LAB_REFUSED: return ROW_REFUSED;
    case LAB_FAILED: return ROW_FAILED;
    default: return ROW_INCOMPLETE;
    }
}

static char *lab_cause(const struct class_lab *lab)
{
    char text[TEXT_LINE + 1];
    if (lab->override)
        return given(lab->override);
    switch (lab->status) {
    case LAB_MISSING:
        snprintf(text, sizeof text, "%s/student.cu was not handed in",
                 lab->lab->name);
        return text_line(text, TEXT_LINE);
    case LAB_WAITING: return strdup("not graded yet");
    case LAB_FAILED:
        snprintf(text, sizeof text,
                 "the grading failed, which is no fault of this submission: "
                 "%s",
                 lab->why);
        return text_line(text, TEXT_LINE);
    default: return text_line(lab->why, TEXT_LINE);
    }
}

/* Where the instructor gave points for all of it, exercises by lines. */
static char *lab_text(const struct class_lab *lab)
{
    struct text text;
    if (!text_open(&text))
        return NULL;
    for (size_t i = 0; i < lab->count && lab->status == LAB_GRADED; i++) {
        const struct class_exercise *exercise = &lab->exercises[i];
        fprintf(text.file, "%s: %d of %d: %s\n", exercise->exercise->name,
                exercise->score, exercise->max_score,
                exercise->graded ? exercise->graded->first : "");
    }
    return text_close(&text, TEXT_MOST);
}

static struct row lab_row(const struct class_lab *lab)
{
    struct row row = {.lab = lab->lab->name,
                      .exercise = "",
                      .state = lab_state(lab),
                      .score = lab->score,
                      .max_score = lab->max_score,
                      .cause = lab_cause(lab),
                      .text = lab_text(lab),
                      .check = ""};
    return row;
}

static bool by_exercises(const struct class_lab *lab)
{
    for (size_t i = 0; i < lab->count; i++) {
        if (!lab->exercises[i].graded)
            return false;
    }
    return lab->status == LAB_GRADED && !lab->override && lab->count > 0;
}

/* ---- a submission ---- */

static bool add_row(struct sheet *sheet, struct row row)
{
    sheet->unfinished = sheet->unfinished || !row_counts(&row);
    sheet->rows[sheet->count++] = row;
    return row.cause && row.text;
}

static bool add_lab(struct sheet *sheet, const struct class_lab *lab)
{
    if (!by_exercises(lab))
        return add_row(sheet, lab_row(lab));
    for (size_t i = 0; i < lab->count; i++) {
        if (!add_row(sheet, exercise_row(lab, &lab->exercises[i])))
            return false;
    }
    return true;
}

static char *sentences(const struct class *class,
                       const struct class_student *student,
                       const struct sheet *sheet)
{
    struct text text;
    if (!text_open(&text))
        return NULL;
    if (sheet->unfinished)
        fputs("A part of this was not graded: what is said below of it is no "
              "result.\n",
              text.file);
    fprintf(text.file,
            "Inputs are made of a seed; make check SEED=%" PRIu64
            " has the same ones.\n",
            class->course.seed);
    for (size_t i = 0; i < student->note_count; i++)
        fprintf(text.file, "%s\n", student->notes[i]);
    return text_close(&text, TEXT_MOST);
}

static bool fill(const struct class *class, const struct class_student *student,
                 struct sheet *sheet)
{
    size_t most = 0;
    bool filled = true;
    *sheet = (struct sheet){.name = text_line(student->name, TEXT_LINE),
                            .key = student->key,
                            .id = student->id,
                            .source = student->submission.source,
                            .commit = student->submission.commit,
                            .time = student->submission.time,
                            .score = student->score,
                            .max_score = student->max_score};
    for (size_t i = 0; i < class->lab_count; i++)
        most += student->labs[i].count + 1;
    sheet->rows = calloc(most + 1, sizeof *sheet->rows);
    if (!sheet->rows || !sheet->name)
        return false;
    for (size_t i = 0; i < class->lab_count && filled; i++)
        filled = add_lab(sheet, &student->labs[i]);
    sheet->says = filled ? sentences(class, student, sheet) : NULL;
    return sheet->says;
}

bool sheets_of(const struct class *class, struct sheet **sheets)
{
    *sheets = calloc(class->count + 1, sizeof **sheets);
    if (!*sheets)
        return false;
    for (size_t i = 0; i < class->count; i++) {
        if (!fill(class, &class->students[i], &(*sheets)[i])) {
            sheets_free(*sheets, class->count);
            *sheets = NULL;
            return false;
        }
    }
    return true;
}

void sheets_free(struct sheet *sheets, size_t count)
{
    for (size_t i = 0; sheets && i < count; i++) {
        for (size_t k = 0; k < sheets[i].count; k++) {
            free(sheets[i].rows[k].cause);
            free(sheets[i].rows[k].text);
        }
        free(sheets[i].rows);
        free(sheets[i].name);
        free(sheets[i].says);
    }
    free(sheets);
}

/* ---- for the formats ---- */

bool row_counts(const struct row *row)
{
    return row->state != ROW_FAILED && row->state != ROW_WAITING;
}

const char *row_state_name(enum row_state state)
{
    static const char *const names[] = {
        [ROW_PASSED] = "passed",   [ROW_INCOMPLETE] = "incomplete",
        [ROW_MISSING] = "missing", [ROW_REFUSED] = "refused",
        [ROW_FAILED] = "failed",   [ROW_WAITING] = "waiting",
    };
    return names[state];
}

void row_name(const struct row *row, char name[ROW_NAME])
{
    snprintf(name, ROW_NAME, "%s%s%s", row->lab, *row->exercise ? "/" : "",
             row->exercise);
}

bool sheet_other_lab(const struct row *row, const char *before)
{
    return strcmp(row->lab, before);
}

bool sheet_lab(const struct sheet *sheet, const char *lab, double *score,
               double *max_score)
{
    bool found = false;
    *score = *max_score = 0;
    for (size_t i = 0; i < sheet->count; i++) {
        if (strcmp(sheet->rows[i].lab, lab))
            continue;
        *score += sheet->rows[i].score;
        *max_score += sheet->rows[i].max_score;
        found = true;
    }
    return found;
}
