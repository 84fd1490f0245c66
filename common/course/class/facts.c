/*
 * facts.c - what can be asked of a class that was read.
 */
#include "class.h"

#include <stdlib.h>
#include <string.h>

static const char *const class_names[] = {"graded",  "partly", "nothing",
                                          "refused", "failed", "waiting"};
static const char *const lab_names[] = {"missing", "waiting", "graded",
                                        "refused", "failed"};

const char *class_status_name(enum class_status status)
{
    return class_names[status];
}

const char *lab_status_name(enum lab_status status)
{
    return lab_names[status];
}

const char *class_title(const struct class *class)
{
    const char *slash = strrchr(class->course.folder, '/');
    return slash && slash[1] ? slash + 1 : class->course.folder;
}

bool class_feedback_path(char path[PUBLISH_PATH], const struct class *class,
                         const struct class_student *student,
                         const char *ending)
{
    return publish_path(path, "%s/feedback/%s.%s", class->out, student->key,
                        ending);
}

bool class_source_path(char path[PUBLISH_PATH], const struct class *class,
                       const struct class_student *student, const char *lab)
{
    return publish_path(path, "%s/submissions/%s/%s/student.cu", class->out,
                        student->key, lab);
}

int class_points(const struct class *class)
{
    int points = 0;
    for (size_t i = 0; i < class->lab_count; i++)
        points += class->lab_points[i];
    return points;
}

bool class_has_flag(const struct class_student *student, const char *word)
{
    for (size_t i = 0; i < student->flag_count; i++) {
        if (!strcmp(student->flags[i], word))
            return true;
    }
    return false;
}

void class_flag(struct class_student *student, const char *word)
{
    size_t at = student->flag_count;
    if (at == CLASS_FLAGS || class_has_flag(student, word))
        return;
    for (; at > 0 && strcmp(student->flags[at - 1], word) > 0; at--)
        student->flags[at] = student->flags[at - 1];
    student->flags[at] = word;
    student->flag_count++;
}

bool class_add_same(struct class_student *student, size_t lab,
                    const struct class_student *other, const char *earlier)
{
    struct class_same *same =
        realloc(student->same, (student->same_count + 1) * sizeof *same);
    if (!same)
        return false;
    student->same = same;
    same += student->same_count;
    *same = (struct class_same){lab, other, earlier ? strdup(earlier) : NULL};
    if (earlier && !same->earlier)
        return false;
    student->same_count++;
    return true;
}

int class_lab_score(const struct class_lab *lab)
{
    if (lab->status == LAB_GRADED || lab->override)
        return lab->score;
    for (size_t i = 0; i < lab->count; i++) {
        if (lab->exercises[i].override)
            return lab->score;
    }
    return -1;
}
