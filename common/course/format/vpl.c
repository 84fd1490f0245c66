/*
 * vpl.c - what vpl_execution of Moodle's VPL says on standard output.
 *
 * VPL reads that text (vpl_submission.class.php): the last line that begins
 * with "Grade :=>>", also one within a comment; a comment stands between lines
 * "<|--" and "--|>".  Within it, a line that begins with - is a title and one
 * that begins with > is shown as it is.  So every line that quotes a student
 * begins with >, and none of these tags can be his.  Without a grade none is
 * proposed.
 */
#include "each.h"

#include <stdio.h>
#include <stdlib.h>

#include "text.h"

/* A number of the environment that VPL makes (vpl_environment.sh). */
static bool variable(const char *name, double *value)
{
    const char *text = getenv(name);
    char *end;
    if (!text || !*text)
        return false;
    *value = strtod(text, &end);
    return !*end;
}

/* Points as a grade of the activity. */
static double grade(const struct sheet *sheet)
{
    double least = 0, most = 0;
    variable("VPL_GRADEMIN", &least);
    if (!variable("VPL_GRADEMAX", &most) || most <= least ||
        sheet->max_score <= 0)
        return sheet->score;
    return least + (most - least) * sheet->score / sheet->max_score;
}

static void put_row(FILE *file, const struct row *row)
{
    char name[ROW_NAME];
    row_name(row, name);
    if (!row_counts(row))
        fprintf(file, "-%s: not graded\n", name);
    else
        fprintf(file, "-%s: %.10g of %.10g points\n", name, row->score,
                row->max_score);
    if (row->state == ROW_PASSED)
        return;
    text_indent(file, row->cause, ">");
    text_indent(file, row->text, ">");
}

static bool put_sheet(FILE *file, const struct sheet *sheet)
{
    fputs("<|--\n", file);
    fprintf(file, "-%.10g of %.10g points\n", sheet->score, sheet->max_score);
    text_indent(file, sheet->says, ">");
    for (size_t i = 0; i < sheet->count; i++)
        put_row(file, &sheet->rows[i]);
    fputs("--|>\n", file);
    if (!sheet->unfinished)
        fprintf(file, "Grade :=>>%.2f\n", grade(sheet));
    return true;
}

bool vpl_write(const struct sheets *class, const char *folder)
{
    return each_write(class, folder, "txt", put_sheet);
}
