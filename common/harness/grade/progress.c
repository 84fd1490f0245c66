/*
 * progress.c - build/results/progress.csv, from which make status tells how
 * far somebody is.
 *
 * Idea: check.json holds one run, often of one exercise; here each exercise
 * keeps its row until it is graded again.  With it stands the checksum of the
 * file it was graded from, which make took before it compiled that: a row
 * speaks of the present student.cu only if the checksums agree.  Whether the
 * result was right is kept too: only then are a reference's lines shown.
 */
#include "progress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "points.h"

struct row {
    const struct lab *lab;
    const struct exercise *exercise;
    bool graded;
    int score, max_score;
    int right;       /* the result was: 1 */
    char source[48]; /* as cksum prints it: "4038471504 3014" */
    char medal[24];  /* "silver modelled"; "": none */
};

struct rows {
    struct row *row;
    size_t count;
};

static struct row *find_row(const struct rows *rows, const char *lab,
                            const char *exercise)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (!strcmp(rows->row[i].lab->name, lab) &&
            !strcmp(rows->row[i].exercise->name, exercise))
            return &rows->row[i];
    }
    return NULL;
}

/* A row for every exercise there is, none of them graded. */
static bool make_rows(struct rows *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < lab_count; i++)
        count += all_labs[i]->exercise_count;
    *rows = (struct rows){.row = calloc(count + 1, sizeof *rows->row)};
    if (!rows->row)
        return false;
    for (size_t i = 0; i < lab_count; i++) {
        for (size_t k = 0; k < all_labs[i]->exercise_count; k++) {
            const struct exercise *exercise = &all_labs[i]->exercises[k];
            rows->row[rows->count++] = (struct row){
                .lab = all_labs[i],
                .exercise = exercise,
                .max_score = points_of_exercise(all_labs[i], exercise)};
        }
    }
    return true;
}

/* What was recorded of exercises that still exist; no file is no record. */
static void read_progress(const struct rows *rows, const char *path)
{
    FILE *file = fopen(path, "re");
    char line[256], lab[64], exercise[64];
    while (file && fgets(line, sizeof line, file)) {
        struct row read = {.graded = true}, *row;
        if (sscanf(line, "%63[^,],%63[^,],%d,%d,%47[^,\n],%d,%23[a-z ]", lab,
                   exercise, &read.score, &read.max_score, read.source,
                   &read.right, read.medal) < 4)
            continue;
        row = find_row(rows, lab, exercise);
        if (!row || read.max_score != row->max_score)
            continue; /* or of other shares than today's */
        read.lab = row->lab;
        read.exercise = row->exercise;
        *row = read;
    }
    if (file)
        fclose(file);
}

static void print_rows(const struct rows *rows, FILE *file)
{
    fputs("lab,exercise,score,max_score,source,right,medal\n", file);
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        fprintf(file, "%s,%s,", row->lab->name, row->exercise->name);
        if (row->graded)
            fprintf(file, "%d", row->score);
        fprintf(file, ",%d,%s,%d,%s\n", row->max_score, row->source, row->right,
                row->medal);
    }
}

/* In one step, so that nobody reads half a file. */
static bool write_rows(const struct rows *rows, const char *path)
{
    char new_path[PATH_BYTES + 8];
    FILE *file;
    bool written;
    snprintf(new_path, sizeof new_path, "%s.new", path);
    file = fopen(new_path, "we");
    if (file)
        print_rows(rows, file);
    written = file && !ferror(file);
    if (file)
        written = fclose(file) == 0 && written;
    written = written && rename(new_path, path) == 0;
    if (!written)
        fprintf(stderr, "grader: cannot write %s: %s\n", path, strerror(errno));
    return written;
}

/* The checksum that make left beside the program; empty if it left none. */
static void read_source(const struct session *session, const struct lab *lab,
                        const struct exercise *exercise, char *source, size_t n)
{
    struct program program;
    char path[PATH_BYTES + 8];
    FILE *file;
    *source = '\0';
    if (!program_of(&program, lab, exercise, session->arguments->impl,
                    session->compiler))
        return;
    snprintf(path, sizeof path, "%s.cksum", program.path);
    file = fopen(path, "re");
    if (!file)
        return;
    if (fgets(source, (int)n, file))
        source[strcspn(source, "\n")] = '\0';
    fclose(file);
}

static bool is_right(const struct exercise_result *result)
{
    for (size_t i = 0; i < result->count; i++) {
        if (!strcmp(result->checks[i].name, "correct"))
            return result->checks[i].passed;
    }
    return false;
}

static void enter_medal(struct row *row, const struct medal *medal)
{
    row->medal[0] = '\0';
    if (medal->judged && medal->kind != MEDAL_NONE)
        snprintf(row->medal, sizeof row->medal, "%s %s",
                 medal_name(medal->kind), medal_source(medal));
}

static void enter(const struct rows *rows, const struct session *session,
                  const struct lab_result *result)
{
    for (size_t i = 0; i < result->count; i++) {
        const struct exercise_result *exercise = &result->exercises[i];
        struct row *row =
            find_row(rows, result->lab->name, exercise->exercise->name);
        if (!row)
            continue;
        row->graded = true;
        results_exercise_score(exercise, &row->score, &row->max_score);
        row->right = is_right(exercise);
        read_source(session, result->lab, row->exercise, row->source,
                    sizeof row->source);
        enter_medal(row, &exercise->medal);
    }
}

static bool progress_path(char *path, size_t n)
{
    return build_path(path, n, "results/progress.csv");
}

bool progress_record(const struct session *session,
                     const struct results *results)
{
    char path[PATH_BYTES];
    struct rows rows;
    bool written;
    if (strcmp(session->arguments->impl, "student"))
        return true;
    if (!progress_path(path, sizeof path) || !make_rows(&rows))
        return false;
    read_progress(&rows, path);
    for (size_t i = 0; i < results->count; i++)
        enter(&rows, session, &results->labs[i]);
    written = write_rows(&rows, path);
    free(rows.row);
    return written;
}

enum exit_status progress_print(void)
{
    char path[PATH_BYTES];
    struct rows rows;
    if (!progress_path(path, sizeof path) || !make_rows(&rows))
        return STATUS_HARNESS_FAULT;
    read_progress(&rows, path);
    print_rows(&rows, stdout);
    free(rows.row);
    return STATUS_FULL_SCORE;
}

/* ---- what comes next ----------------------------------------------------- */

static bool has_all(const struct row *row)
{
    return row->graded && row->score == row->max_score;
}

static bool can_be_next(const struct row *row)
{
    return row->max_score > 0 && !row->exercise->is_case && !has_all(row);
}

static enum next_state next_of(const struct rows *rows,
                               const struct exercise *after, struct next *next)
{
    size_t at = 0;
    while (at < rows->count && rows->row[at].exercise != after)
        at++;
    if (at == rows->count || !has_all(&rows->row[at]))
        return NEXT_NOT_YET;
    for (size_t i = 1; i < rows->count; i++) {
        const struct row *row = &rows->row[(at + i) % rows->count];
        if (!can_be_next(row))
            continue;
        *next = (struct next){row->lab, row->exercise};
        return NEXT_THERE;
    }
    return NEXT_NONE;
}

enum next_state progress_next(const struct exercise *after, struct next *next)
{
    char path[PATH_BYTES];
    struct rows rows;
    enum next_state state;
    if (!progress_path(path, sizeof path) || !make_rows(&rows))
        return NEXT_NOT_YET;
    read_progress(&rows, path);
    state = next_of(&rows, after, next);
    free(rows.row);
    return state;
}

enum exit_status progress_print_next(const struct arguments *arguments)
{
    struct next next;
    if (!arguments->exercise)
        return STATUS_WRONG_USE;
    if (progress_next(arguments->exercise, &next) == NEXT_THERE)
        printf("%s\t%s\n", next.lab->name, next.exercise->name);
    return STATUS_FULL_SCORE;
}
