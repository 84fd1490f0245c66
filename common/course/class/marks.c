/*
 * marks.c - see marks.h.
 *
 * An override of a lab counts instead of the sum of its exercises.
 */
#include "marks.h"

#include <stdlib.h>
#include <string.h>

/* ---- flags --------------------------------------------------------------- */

/* His own check may have been of other labs than those that count now. */
static bool claims_more(const struct class *class,
                        const struct class_student *student)
{
    const struct submission *submission = &student->submission;
    return submission->claims &&
           (student->status == CLASS_GRADED ||
            student->status == CLASS_PARTLY) &&
           submission->claimed_max_score <= class_points(class) &&
           submission->claimed_score > student->found;
}

static bool without_sandbox(const struct class *class,
                            const struct class_student *student)
{
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct result *result = student->labs[i].result;
        if (result && !strcmp(result->box, "none"))
            return true;
        if (result && !strcmp(class->course.sandbox, "none"))
            return true;
    }
    return false;
}

static void set_flags(const struct class *class, struct class_student *student)
{
    if (claims_more(class, student))
        class_flag(student, "claims_more");
    if (without_sandbox(class, student))
        class_flag(student, "no_sandbox");
}

/* ---- status -------------------------------------------------------------- */

static size_t labs_that_are(const struct class *class,
                            const struct class_student *student,
                            enum lab_status status)
{
    size_t count = 0;
    for (size_t i = 0; i < class->lab_count; i++)
        count += student->labs[i].status == status;
    return count;
}

static enum class_status status_of(const struct class *class,
                                   const struct class_student *student)
{
    if (student->status == CLASS_FAILED ||
        labs_that_are(class, student, LAB_FAILED))
        return CLASS_FAILED;
    if (student->submission.status == SUBMISSION_REFUSED ||
        labs_that_are(class, student, LAB_REFUSED))
        return CLASS_REFUSED;
    if (labs_that_are(class, student, LAB_MISSING) == class->lab_count)
        return CLASS_NOTHING;
    if (labs_that_are(class, student, LAB_WAITING))
        return CLASS_WAITING;
    return labs_that_are(class, student, LAB_MISSING) ? CLASS_PARTLY
                                                      : CLASS_GRADED;
}

/* ---- points -------------------------------------------------------------- */

static void sum_lab(struct class_lab *lab)
{
    lab->score = lab->max_score = lab->found = 0;
    for (size_t i = 0; i < lab->count; i++) {
        struct class_exercise *exercise = &lab->exercises[i];
        exercise->score =
            exercise->override ? exercise->override->points : exercise->found;
        lab->score += exercise->score;
        lab->max_score += exercise->max_score;
        lab->found += exercise->found;
    }
    if (lab->override)
        lab->score = lab->override->points;
}

void marks_sum(const struct class *class, struct class_student *student)
{
    student->score = student->max_score = student->found = 0;
    for (size_t i = 0; i < class->lab_count; i++) {
        struct class_lab *lab = &student->labs[i];
        sum_lab(lab);
        student->score += lab->score;
        student->max_score += lab->max_score;
        student->found += lab->found;
    }
    student->status = status_of(class, student);
    set_flags(class, student);
}
