/*
 * said.c - see said.h.
 */
#include "said.h"

#include <string.h>

const struct graded_check *said_compiler(const struct class_lab *lab)
{
    const struct graded_exercise *graded =
        lab->count ? lab->exercises[0].graded : NULL;
    if (lab->status != LAB_GRADED || !graded)
        return NULL;
    for (size_t i = 0; i < graded->count; i++) {
        if (!strcmp(graded->checks[i].name, "compiles") &&
            !graded->checks[i].passed)
            return &graded->checks[i];
    }
    return NULL;
}

const char *said_no_points(const struct class_student *student,
                           const struct class_lab *lab)
{
    switch (lab->status) {
    case LAB_GRADED: return NULL;
    case LAB_WAITING: return "It is not graded yet.";
    case LAB_REFUSED: return "The file was refused, and so not graded.";
    case LAB_FAILED:
        return "The grading itself failed; this is no fault of the solution, "
               "and it will be graded again.";
    default:
        return student->submission.status == SUBMISSION_REFUSED
                   ? "It was not graded, as what was handed in was refused."
                   : "Nothing was handed in for it.";
    }
}

const char *said_status(const struct class_student *student)
{
    switch (student->status) {
    case CLASS_GRADED: return NULL;
    case CLASS_PARTLY: return "Not all labs were handed in.";
    case CLASS_NOTHING: return "Nothing that could be graded was handed in.";
    case CLASS_REFUSED: return "Something that was handed in was refused.";
    case CLASS_FAILED:
        return "The grading has failed for a part of this; it is no fault of "
               "the solution.";
    default: return "Not everything is graded yet: points may still come.";
    }
}

const char *said_message(const struct graded_check *check)
{
    if (!*check->message && check->waiting)
        return "counts once it compiles";
    return check->message;
}

const char *said_hint(const struct class_exercise *exercise)
{
    return exercise->exercise->hints[0];
}

const char *said_word(const struct graded_check *check)
{
    return check->passed ? "ok" : check->waiting ? "later" : "not ok";
}

const char *said_in_a_line(char line[SAID_LINE], const char *text)
{
    size_t n = 0;
    for (; *text && n + 3 < SAID_LINE; text++) {
        if (*text == '\n' && text[1])
            line[n++] = ';';
        line[n++] = *text == '\n' ? ' ' : *text;
    }
    line[n] = '\0';
    return line;
}
