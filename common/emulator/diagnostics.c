/*
 * diagnostics.c - findings: grouped, sorted, told like a compiler tells them.
 *
 *   lab2_shared/student.cu:41:16: error: read of 4 bytes past A [memcheck]
 *      thread (195,0,0) of block (9,0,0) in matvec_shared; A has 80 bytes
 *      41 |             sum += A[row * cols + k * TILE + j] * tile[j];
 *         |                    ^
 *      hint: the last tile is shorter than TILE
 *
 * Idea: a hazard in a loop over a grid is one mistake, not a million; equal
 * findings of a launch become one with a count, and its example is the
 * smallest thread, so that the text is the same from run to run.
 * Guarantee: the file has every finding; the screen at most SHOWN_FINDINGS,
 * and one that an earlier launch had already only once.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emulator.h"
#include "rows.h"

enum { SHOWN_FINDINGS = 20, SOURCE_LINE = 512 };

struct group {
    struct finding example;
    uint64_t count; /* threads, over all occurrences */
    size_t next;    /* same bucket: index + 1; 0: none */
};

enum { BUCKETS = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct group *groups;
static size_t group_count, group_capacity;
static size_t buckets[BUCKETS]; /* index + 1; 0: empty */
static uint64_t error_count;

static struct finding shown[SHOWN_FINDINGS];
static size_t shown_count;
static bool said_enough;

/* ---- collecting --------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_place(struct ptx_loc a, struct ptx_loc b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

static bool same_finding(const struct finding *a, const struct finding *b)
{
    return a->tool == b->tool && a->module == b->module &&
           same_place(a->loc, b->loc) && same_place(a->other, b->other) &&
           same_text(a->kernel, b->kernel) && !strcmp(a->title, b->title);
}

static unsigned bucket_of(const struct finding *f)
{
    unsigned h = 2166136261u ^ (unsigned)f->tool;
    h = (h ^ f->loc.line) * 16777619u;
    h = (h ^ f->loc.column) * 16777619u;
    h = (h ^ f->other.line) * 16777619u;
    for (const char *c = f->title; *c; c++)
        h = (h ^ (unsigned char)*c) * 16777619u;
    return h % BUCKETS;
}

static int compare_dims(struct dims a, struct dims b)
{
    if (a.z != b.z)
        return a.z < b.z ? -1 : 1;
    if (a.y != b.y)
        return a.y < b.y ? -1 : 1;
    return (a.x > b.x) - (a.x < b.x);
}

/* Is a's thread before b's?  Threads of smaller blocks come first. */
static bool earlier(const struct finding *a, const struct finding *b)
{
    int order = compare_dims(a->block, b->block);
    return order ? order < 0 : compare_dims(a->thread, b->thread) < 0;
}

/* NULL when memory is exhausted: the finding is counted, not kept. */
static struct group *add_group(const struct finding *finding, size_t *bucket)
{
    if (group_count == group_capacity) {
        size_t capacity = group_capacity ? 2 * group_capacity : 64;
        struct group *more = realloc(groups, capacity * sizeof *more);
        if (!more)
            return NULL;
        groups = more;
        group_capacity = capacity;
    }
    struct group *group = &groups[group_count];
    *group = (struct group){.example = *finding, .next = *bucket};
    *bucket = ++group_count;
    return group;
}

void diagnose(const struct finding *finding)
{
    pthread_mutex_lock(&lock);
    if (finding->severity == FINDING_ERROR)
        error_count += finding->lanes;
    size_t *bucket = &buckets[bucket_of(finding)];
    size_t i = *bucket;
    while (i && !same_finding(&groups[i - 1].example, finding))
        i = groups[i - 1].next;
    struct group *group = i ? &groups[i - 1] : add_group(finding, bucket);
    if (group) {
        group->count += finding->lanes;
        if (i && earlier(finding, &group->example))
            group->example = *finding;
    }
    pthread_mutex_unlock(&lock);
}

uint64_t diagnostics_errors(void)
{
    pthread_mutex_lock(&lock);
    uint64_t count = error_count;
    pthread_mutex_unlock(&lock);
    return count;
}

/* ---- words and places --------------------------------------------------- */

static const char *const tool_names[] = {
    [MEMCHECK] = "memcheck",   [INITCHECK] = "initcheck",
    [RACECHECK] = "racecheck", [SYNCCHECK] = "synccheck",
    [LEAKCHECK] = "leakcheck", [APICHECK] = "apicheck",
};

static const char *const severity_names[] = {
    [FINDING_ERROR] = "error",
    [FINDING_WARNING] = "warning",
    [FINDING_NOTE] = "note",
};

/* The path as the user would type it: below the current folder, relative. */
static const char *path_of(const struct finding *f, struct ptx_loc loc)
{
    if (!f->module || !loc.line)
        return "";
    const char *path = module_file(f->module, loc.file);
    static char here[4096];
    if (!here[0] && !getcwd(here, sizeof here))
        return path;
    size_t n = strlen(here);
    bool below = !strncmp(path, here, n) && path[n] == '/';
    return below ? path + n + 1 : path;
}

static int compare_places(const struct finding *a, struct ptx_loc at,
                          const struct finding *b, struct ptx_loc bt)
{
    int order = strcmp(path_of(a, at), path_of(b, bt));
    if (order)
        return order;
    if (at.line != bt.line)
        return at.line < bt.line ? -1 : 1;
    return (at.column > bt.column) - (at.column < bt.column);
}

static int compare_groups(const void *left, const void *right)
{
    const struct finding *a = &((const struct group *)left)->example;
    const struct finding *b = &((const struct group *)right)->example;
    int order = compare_places(a, a->loc, b, b->loc);
    if (!order)
        order = (int)a->tool - (int)b->tool;
    if (!order)
        order = strcmp(a->title, b->title);
    if (!order)
        order = compare_places(a, a->other, b, b->other);
    return order
               ? order
               : strcmp(a->kernel ? a->kernel : "", b->kernel ? b->kernel : "");
}

/* ---- text --------------------------------------------------------------- */

static const char *color(const char *code)
{
    return options()->color ? code : "";
}

static const char *severity_color(enum severity severity)
{
    static const char *const codes[] = {
        [FINDING_ERROR] = "\033[1;31m",
        [FINDING_WARNING] = "\033[1;35m",
        [FINDING_NOTE] = "\033[1;36m",
    };
    return color(codes[severity]);
}

static void print_place(const struct finding *f, struct ptx_loc loc)
{
    if (!loc.line || !f->module)
        return;
    fprintf(stderr, "%s%s:%u:", color("\033[1m"), path_of(f, loc), loc.line);
    if (loc.column)
        fprintf(stderr, "%u:", loc.column);
    fprintf(stderr, "%s ", color("\033[0m"));
}

/* Line number `line` of a file, without its end; false if it has none. */
static bool source_line(const char *path, uint32_t line, char *text)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool found = false, complete = true;
    for (uint32_t at = 1; at <= line && !found; at += complete) {
        if (!fgets(text, SOURCE_LINE, file))
            break;
        found = at == line;
        complete = strchr(text, '\n') != NULL;
    }
    fclose(file);
    text[strcspn(text, "\r\n")] = '\0';
    return found;
}

/* The line, and a caret under the column; tabs keep the two aligned. */
static void print_source(const struct finding *f, struct ptx_loc loc)
{
    char text[SOURCE_LINE];
    if (!loc.line || !f->module ||
        !source_line(module_file(f->module, loc.file), loc.line, text))
        return;
    fprintf(stderr, "%5u | %s\n", loc.line, text);
    if (!loc.column || loc.column > strlen(text))
        return;
    fputs("      | ", stderr);
    for (uint32_t i = 0; i + 1 < loc.column; i++)
        fputc(text[i] == '\t' ? '\t' : ' ', stderr);
    fprintf(stderr, "%s^%s\n", color("\033[1;32m"), color("\033[0m"));
}

static void print_example(const struct group *group)
{
    const struct finding *f = &group->example;
    if (!f->kernel) {
        if (f->detail[0])
            fprintf(stderr, "   %s\n", f->detail);
        return;
    }
    fprintf(stderr, "   thread (%u,%u,%u) of block (%u,%u,%u) in %s",
            f->thread.x, f->thread.y, f->thread.z, f->block.x, f->block.y,
            f->block.z, f->kernel);
    if (group->count > 1)
        fprintf(stderr, ", the first of %" PRIu64, group->count);
    fprintf(stderr, "%s%s\n", f->detail[0] ? "; " : "", f->detail);
}

static void print_group(const struct group *group)
{
    const struct finding *f = &group->example;
    print_place(f, f->loc);
    fprintf(stderr, "%s%s:%s %s [%s]\n", severity_color(f->severity),
            severity_names[f->severity], color("\033[0m"), f->title,
            tool_names[f->tool]);
    print_example(group);
    print_source(f, f->loc);
    if (f->other.line && f->module) {
        print_place(f, f->other);
        fprintf(stderr, "%snote:%s %s\n", severity_color(FINDING_NOTE),
                color("\033[0m"),
                f->other_note ? f->other_note : "the other side is here");
        print_source(f, f->other);
    }
    if (f->hint[0])
        fprintf(stderr, "   hint: %s\n", f->hint);
}

/* May it be printed?  Not when an earlier launch had it, nor past the cap. */
static bool show(const struct finding *f)
{
    for (size_t i = 0; i < shown_count; i++)
        if (shown[i].tool == f->tool && shown[i].module == f->module &&
            f->loc.line && same_place(shown[i].loc, f->loc) &&
            same_place(shown[i].other, f->other))
            return false;
    if (shown_count < SHOWN_FINDINGS) {
        shown[shown_count++] = *f;
        return true;
    }
    if (!said_enough)
        fprintf(stderr,
                "note: %d findings shown, the others are only "
                "counted; mend the first ones and run again\n",
                SHOWN_FINDINGS);
    said_enough = true;
    return false;
}

/* ---- the file ----------------------------------------------------------- */

/* A tab or newline would break the row. */
static void put_field(FILE *file, const char *text)
{
    for (; *text; text++)
        fputc(*text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text,
              file);
}

static void write_row(FILE *file, const struct group *group)
{
    const struct finding *f = &group->example;
    fprintf(file, "%s\t%s\t", tool_names[f->tool], severity_names[f->severity]);
    put_field(file, f->kernel ? f->kernel : "");
    fputc('\t', file);
    put_field(file, path_of(f, f->loc));
    fprintf(file, "\t%u\t%u\t", f->loc.line, f->loc.column);
    put_field(file, path_of(f, f->other));
    fprintf(file, "\t%u\t%" PRIu64 "\t", f->other.line, group->count);
    if (f->kernel)
        fprintf(file, "%u,%u,%u\t%u,%u,%u\t", f->block.x, f->block.y,
                f->block.z, f->thread.x, f->thread.y, f->thread.z);
    else
        fputs("\t\t", file);
    put_field(file, f->title);
    fputc('\t', file);
    put_field(file, f->detail);
    fputc('\t', file);
    put_field(file, f->hint);
    fputc('\n', file);
}

static void write_header(FILE *file)
{
    fputs("tool\tseverity\tkernel\tfile\tline\tcolumn\tother_file\tother_line\t"
          "count\tblock\tthread\ttitle\tdetail\thint\n",
          file);
}

static FILE *report_file(void)
{
    static FILE *file;
    static bool tried;
    if (!tried && options()->diagnostics)
        file = rows_open(options()->diagnostics, write_header);
    tried = true;
    return file;
}

void diagnostics_flush(void)
{
    pthread_mutex_lock(&lock);
    FILE *file = report_file();
    if (group_count)
        qsort(groups, group_count, sizeof *groups, compare_groups);
    for (size_t i = 0; i < group_count; i++) {
        if (file)
            write_row(file, &groups[i]);
        if (!options()->quiet && show(&groups[i].example))
            print_group(&groups[i]);
    }
    if (file)
        fflush(file);
    group_count = 0;
    memset(buckets, 0, sizeof buckets);
    pthread_mutex_unlock(&lock);
}
