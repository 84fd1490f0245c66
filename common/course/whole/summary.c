/*
 * summary.c - see summary.h.
 */
#include "summary.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/publish.h"

static const char *const kinds[] = {"graded", "partly", "nothing", "refused",
                                    "failed"};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

struct counts {
    size_t students, of_kind[KINDS], flagged;
};

/* The last two cells are status and flags, which hold no comma. */
static void count_row(struct counts *counts, char *row)
{
    char *flags = strrchr(row, ','), *status;
    if (!flags)
        return;
    *flags++ = '\0';
    status = strrchr(row, ',');
    if (!status)
        return;
    counts->students++;
    counts->flagged += *flags && *flags != '\n' && *flags != '\r';
    for (size_t i = 0; i < KINDS; i++)
        counts->of_kind[i] += !strcmp(status + 1, kinds[i]);
}

static bool read_counts(struct counts *counts, const char *path)
{
    FILE *file = fopen(path, "re");
    char *row = NULL;
    size_t n = 0;
    bool there = file, head = true;
    while (file && getline(&row, &n, file) > 0) {
        if (!head)
            count_row(counts, row);
        head = false;
    }
    free(row);
    if (file)
        fclose(file);
    return there;
}

static void print_place(const char *out, const char *name, const char *what)
{
    char path[PUBLISH_PATH];
    if (publish_path(path, "%s/%s", out, name) && access(path, F_OK) == 0)
        printf("  %-24s %s\n", what, path);
}

void summary_print(const char *out)
{
    struct counts counts = {.students = 0};
    char path[PUBLISH_PATH];
    const char *between = ": ";
    if (!publish_path(path, "%s/grades.csv", out) ||
        !read_counts(&counts, path))
        return;
    printf("\n%zu student%s", counts.students, counts.students == 1 ? "" : "s");
    for (size_t i = 0; i < KINDS; i++) {
        if (counts.of_kind[i] == 0)
            continue;
        printf("%s%zu %s", between, counts.of_kind[i], kinds[i]);
        between = ", ";
    }
    printf("; %zu with a flag to look at\n", counts.flagged);
    print_place(out, "grades.csv", "points");
    print_place(out, "details.csv", "each check");
    print_place(out, "class.html", "the class at a glance");
    print_place(out, "feedback", "for each student");
    print_place(out, "similarity.html", "who is like whom");
}
