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
