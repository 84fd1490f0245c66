/*
 * feedback.c - see feedback.h.
 */
#include "feedback.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what both say ------------------------------------------------------- */

const struct graded_check *feedback_compiler(const struct class_lab *lab)
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

const char *feedback_no_points(const struct class_student *student,
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

const char *feedback_status(const struct class_student *student)
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

const char *feedback_message(const struct graded_check *check)
{
    if (!*check->message && check->waiting)
        return "counts once it compiles";
    return check->message;
}

const char *feedback_hint(const struct class_exercise *exercise)
{
    return exercise->exercise->hints[0];
}

const char *feedback_word(const struct graded_check *check)
{
    return check->passed ? "ok" : check->waiting ? "later" : "not ok";
}

/* ---- files --------------------------------------------------------------- */

typedef void page(FILE *file, const struct class *class,
                  const struct class_student *student);

/* True if the file has these bytes already. */
static bool is_there(const char *path, const char *text, size_t n)
{
    FILE *file = fopen(path, "re");
    char block[4096];
    size_t at = 0, got;
    bool same = file;
    while (same && (got = fread(block, 1, sizeof block, file)) > 0) {
        same = got <= n - at && !memcmp(block, text + at, got);
        at += got;
    }
    if (file)
        fclose(file);
    return same && at == n;
}

/* What is as it was is left: hundreds of files take long to reach a disk. */
static bool write_page(const struct class *class,
                       const struct class_student *student, const char *ending,
                       page *page)
{
    char path[PUBLISH_PATH], *text = NULL;
    size_t n = 0;
    FILE *file = open_memstream(&text, &n);
    bool written = file && class_feedback_path(path, class, student, ending);
    if (file) {
        page(file, class, student);
        fclose(file);
    } else {
        fprintf(stderr, "course: no memory for the feedback\n");
    }
    if (written && !is_there(path, text, n))
        written = publish_text(path, text, n);
    free(text);
    return written;
}

static bool is_page_of(const char *name, const struct class_student *student)
{
    size_t n = strlen(student->key);
    return !strncmp(name, student->key, n) &&
           (!strcmp(name + n, ".html") || !strcmp(name + n, ".md"));
}

static bool belongs(const struct class *class, const char *name)
{
    for (size_t i = 0; i < class->count; i++) {
        if (is_page_of(name, &class->students[i]))
            return true;
    }
    return false;
}

/* What is left of who was in this class once. */
static void remove_others(const struct class *class, const char *folder)
{
    DIR *pages = opendir(folder);
    const struct dirent *entry;
    char path[PUBLISH_PATH];
    while (pages && (entry = readdir(pages))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            belongs(class, entry->d_name))
            continue;
        if (publish_path(path, "%s/%s", folder, entry->d_name))
            unlink(path);
    }
    if (pages)
        closedir(pages);
}

bool feedback_write(const struct class *class)
{
    char folder[PUBLISH_PATH];
    if (!publish_path(folder, "%s/feedback", class->out) ||
        !publish_folder(folder))
        return false;
    for (size_t i = 0; i < class->count; i++) {
        const struct class_student *student = &class->students[i];
        if (!write_page(class, student, "html", feedback_html) ||
            !write_page(class, student, "md", feedback_markdown))
            return false;
    }
    remove_others(class, folder);
    return true;
}
