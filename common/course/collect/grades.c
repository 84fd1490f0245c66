/*
 * grades.c - see grades.h.
 */
#include "grades.h"

#include <stdio.h>
#include <string.h>

#include "files/escape.h"
#include "said.h"

static bool begin(struct publication *table, const struct class *class,
                  const char *name)
{
    char path[PUBLISH_PATH];
    return publish_path(path, "%s/%s", class->out, name) &&
           publish_open(table, path);
}

/* ---- grades.csv ---------------------------------------------------------- */

static const struct class_lab *lab_of(const struct class *class,
                                      const struct class_student *student,
                                      const struct lab *lab)
{
    for (size_t i = 0; i < class->lab_count; i++) {
        if (class->labs[i] == lab)
            return &student->labs[i];
    }
    return NULL;
}

static void put_flags(FILE *file, const struct class_student *student)
{
    char flags[1024] = "";
    size_t n = 0;
    for (size_t i = 0; i < student->flag_count && n < sizeof flags; i++)
        n += (size_t)snprintf(flags + n, sizeof flags - n, "%s%s", i ? ";" : "",
                              student->flags[i]);
    escape_csv(file, flags);
}

static void put_student(FILE *file, const struct class *class,
                        const struct class_student *student)
{
    escape_csv(file, student->name);
    fprintf(file, ",%d,%d", student->score, student->max_score);
    for (size_t i = 0; i < lab_count; i++) {
        const struct class_lab *lab = lab_of(class, student, all_labs[i]);
        int score = lab ? class_lab_score(lab) : -1;
        if (score >= 0)
            fprintf(file, ",%d", score);
        else
            putc(',', file);
    }
    fprintf(file, ",%s,", class_status_name(student->status));
    put_flags(file, student);
    putc('\n', file);
}

bool grades_write(const struct class *class)
{
    struct publication table;
    if (!begin(&table, class, "grades.csv"))
        return false;
    fputs("student,score,max_score", table.file);
    for (size_t i = 0; i < lab_count; i++)
        fprintf(table.file, ",%s", all_labs[i]->name);
    fputs(",status,flags\n", table.file);
    for (size_t i = 0; i < class->count; i++)
        put_student(table.file, class, &class->students[i]);
    return publish_close(&table);
}

/* ---- details.csv --------------------------------------------------------- */

struct row {
    const char *student, *lab, *exercise, *check, *message;
    bool passed;
    int points, max_points;
};

static void put_row(FILE *file, const struct row *row)
{
    char message[SAID_LINE];
    escape_csv(file, row->student);
    fprintf(file, ",%s,%s,", row->lab, row->exercise);
    escape_csv(file, row->check);
    fprintf(file, ",%s,%d,%d,", row->passed ? "true" : "false", row->points,
            row->max_points);
    escape_csv(file, said_in_a_line(message, row->message));
    putc('\n', file);
}

static const char *why_not(const struct class_student *student,
                           const struct class_lab *lab)
{
    if (*lab->why)
        return lab->why;
    if (lab->status == LAB_WAITING)
        return "not graded yet";
    return student->submission.status == SUBMISSION_REFUSED
               ? "what was handed in was refused"
               : "nothing was handed in for this lab";
}

static void put_override(FILE *file, struct row *row,
                         const struct override *override, int found)
{
    char message[1024];
    if (!override)
        return;
    snprintf(message, sizeof message, "%d points instead of %d: %s",
             override->points, found,
             *override->reason ? override->reason : "no reason given");
    row->check = "override";
    row->message = message;
    row->passed = true;
    row->points = override->points - found;
    row->max_points = 0;
    put_row(file, row);
}

static void put_exercise(FILE *file, const struct class_student *student,
                         const struct class_lab *lab,
                         const struct class_exercise *exercise)
{
    struct row row = {.student = student->name,
                      .lab = lab->lab->name,
                      .exercise = exercise->exercise->name,
                      .check = "handed in",
                      .max_points = exercise->max_score};
    row.message = why_not(student, lab);
    if (lab->status != LAB_GRADED || !exercise->graded)
        put_row(file, &row);
    for (size_t i = 0; lab->status == LAB_GRADED && exercise->graded &&
                       i < exercise->graded->count;
         i++) {
        const struct graded_check *check = &exercise->graded->checks[i];
        row.check = check->name;
        row.message = check->message;
        row.passed = check->passed;
        row.points = check->points;
        row.max_points = check->max_points;
        put_row(file, &row);
    }
    put_override(file, &row, exercise->override, exercise->found);
}

static void put_details(FILE *file, const struct class *class,
                        const struct class_student *student)
{
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct class_lab *lab = &student->labs[i];
        struct row row = {
            .student = student->name, .lab = lab->lab->name, .exercise = ""};
        int score = 0;
        for (size_t k = 0; k < lab->count; k++) {
            put_exercise(file, student, lab, &lab->exercises[k]);
            score += lab->exercises[k].score;
        }
        put_override(file, &row, lab->override, score);
    }
}

bool details_write(const struct class *class)
{
    struct publication table;
    if (!begin(&table, class, "details.csv"))
        return false;
    fputs("student,lab,exercise,check,passed,points,max_points,message\n",
          table.file);
    for (size_t i = 0; i < class->count; i++)
        put_details(table.file, class, &class->students[i]);
    return publish_close(&table);
}
