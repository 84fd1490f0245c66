/*
 * moodle.c - grades and feedback as an assignment of Moodle reads them back.
 *
 * grades.csv has the columns of the offline grading worksheet, named as in
 * Moodle's English.  Moodle finds a row by "Participant" and the number that
 * stands in the names of the folders it exported (importgradeslib.php), and
 * feedback by a folder of the same name as that one (importziplib.php).  Who
 * has no such number is told, and left out; so is who could not be graded.
 */
#include "formats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/escape.h"
#include "files/publish.h"
#include "zip.h"

static bool has_number(const struct sheet *sheet)
{
    return *sheet->id && strlen(sheet->id) <= 12 &&
           strspn(sheet->id, "0123456789") == strlen(sheet->id);
}

/* What all points are in Moodle. */
static double most(const struct sheet *sheet)
{
    const char *text = getenv("GRADE_MAX");
    double value = text ? strtod(text, NULL) : 0;
    return value > 0 && isfinite(value) ? value : sheet->max_score;
}

static double grade(const struct sheet *sheet)
{
    return sheet->max_score > 0 ? sheet->score * most(sheet) / sheet->max_score
                                : 0;
}

/* Moodle shows it as HTML: points alone, no text of anybody's. */
static void put_comment(FILE *file, const struct sheet *sheet)
{
    const char *before = "";
    fprintf(file, "%.10g of %.10g points", sheet->score, sheet->max_score);
    for (size_t i = 0; i < sheet->count; i++) {
        const struct row *row = &sheet->rows[i];
        double score, max_score;
        if (sheet_other_lab(row, before)) {
            sheet_lab(sheet, row->lab, &score, &max_score);
            fprintf(file, "%s %s %.10g/%.10g", *before ? ";" : ":", row->lab,
                    score, max_score);
        }
        before = row->lab;
    }
}

static void put_row(FILE *file, const struct sheet *sheet)
{
    fprintf(file, "Participant %s,", sheet->id);
    escape_csv(file, sheet->name);
    fprintf(file, ",,,%.2f,%.2f,Yes,-,-,", grade(sheet), most(sheet));
    put_comment(file, sheet);
    putc('\n', file);
}

static bool write_grades(const struct sheets *class, const char *folder)
{
    struct publication file;
    char path[PUBLISH_PATH];
    if (!publish_path(path, "%s/grades.csv", folder) ||
        !publish_open(&file, path))
        return false;
    fputs("Identifier,Full name,Email address,Status,Grade,Maximum grade,"
          "Grade can be changed,Last modified (submission),"
          "Last modified (grade),Feedback comments\n",
          file.file);
    for (size_t i = 0; i < class->count; i++) {
        if (has_number(&class->sheets[i]) && !class->sheets[i].unfinished)
            put_row(file.file, &class->sheets[i]);
    }
    return publish_close(&file);
}

/* The name of Moodle's folder within the path it was found at:
 * NAME_NUMBER_assignsubmission_file, or with more of a plugin's name. */
static bool exported_name(const struct sheet *sheet, char name[512])
{
    char middle[64];
    const char *at = sheet->source;
    snprintf(middle, sizeof middle, "_%s_assign", sheet->id);
    while (*at) {
        size_t n = strcspn(at, "/");
        const char *found = memmem(at, n, middle, strlen(middle));
        if (found && found > at && n < 512) {
            snprintf(name, 512, "%.*s", (int)n, at);
            return true;
        }
        at += n;
        at += *at == '/';
    }
    return false;
}

/* A number alone finds the student too. */
static void feedback_name(const struct sheet *sheet, char name[512])
{
    if (!exported_name(sheet, name))
        snprintf(name, 512, "student_%s_assignsubmission_file", sheet->id);
}

static bool add_feedback(struct zip *zip, const struct sheets *class,
                         const struct sheet *sheet)
{
    char folder[512], name[600], path[PUBLISH_PATH];
    if (!publish_path(path, "%s/feedback/%s.html", class->out, sheet->key))
        return false;
    if (access(path, R_OK) != 0)
        return true;
    feedback_name(sheet, folder);
    snprintf(name, sizeof name, "%s/feedback.html", folder);
    return zip_add(zip, name, path);
}

static bool write_feedback(const struct sheets *class, const char *folder)
{
    struct zip zip;
    char path[PUBLISH_PATH];
    bool whole = true;
    if (!publish_path(path, "%s/feedback.zip", folder) || !zip_open(&zip, path))
        return false;
    for (size_t i = 0; i < class->count && whole; i++) {
        if (has_number(&class->sheets[i]))
            whole = add_feedback(&zip, class, &class->sheets[i]);
    }
    return zip_close(&zip, whole);
}

bool moodle_write(const struct sheets *class, const char *folder)
{
    size_t without = 0;
    for (size_t i = 0; i < class->count; i++)
        without += !has_number(&class->sheets[i]);
    if (without > 0)
        fprintf(stderr,
                "course: %zu of %zu submissions have no number of Moodle's and "
                "are not in moodle/: a folder or file of Moodle's export, "
                "\"Download all submissions\", has it in its name\n",
                without, class->count);
    return write_grades(class, folder) && write_feedback(class, folder);
}
