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
 * findings of a launch become one with a count, and its example is that
 * of two warps, if there is one, else of the smallest thread, so that the text
 * is the same from run to run.
 * Guarantee: files have every finding; the screen at most the limit the user
 * sets, and one that an earlier launch had already only once.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "events.h"
#include "suppress.h"
#include "base/grow.h"
#include "base/rows.h"

struct group {
    struct finding example;
    uint64_t count; /* threads, over all occurrences */
    size_t next;    /* same bucket: index + 1; 0: none */
};

enum { BUCKETS = 16384 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct group *groups;
static size_t group_count, group_room;
static size_t buckets[BUCKETS]; /* index + 1; 0: empty */

/* A key that has been put into words. */
struct known {
    struct finding_key key;
    size_t group; /* index + 1; 0: nobody wants it */
    size_t next;  /* same slot: index + 1; 0: none */
    bool error, in_warp;
};

static struct known *known;
static size_t known_count, known_room;
static size_t slots[BUCKETS]; /* index + 1; 0: empty */

static uint64_t error_count, suppressed_count;

/* One that was printed. */
struct shown {
    struct finding finding;
    size_t next; /* of the same places: index + 1; 0: none */
};

static struct shown *shown;
static size_t shown_count, shown_room;
static size_t shown_buckets[BUCKETS]; /* index + 1; 0: empty */
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
    return a->tool == b->tool && a->ptx == b->ptx &&
           same_place(a->loc, b->loc) &&
           (a->kernel || call_same(a->call, b->call)) &&
           same_place(a->other, b->other) && same_text(a->kernel, b->kernel) &&
           !strcmp(a->title, b->title);
}

static unsigned mix_places(unsigned h, struct ptx_loc at, struct ptx_loc other)
{
    h = (h ^ at.line) * 16777619u;
    h = (h ^ at.column) * 16777619u;
    h = (h ^ other.line) * 16777619u;
    return (h ^ other.column) * 16777619u;
}

static unsigned bucket_of(const struct finding *f)
{
    unsigned h = mix_places(2166136261u ^ (unsigned)f->tool, f->loc, f->other);
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

/* Is that thread before the example's?  A barrier that warps need serves the
 * lanes of one as well, so those who race with another warp come first; then
 * those of smaller blocks. */
static bool earlier(bool in_warp, struct dims block, struct dims thread,
                    const struct finding *example)
{
    if (in_warp != example->in_warp)
        return example->in_warp;
    int order = compare_dims(block, example->block);
    return order ? order < 0 : compare_dims(thread, example->thread) < 0;
}

/* NULL when memory is exhausted: the finding is counted, not kept. */
static struct group *add_group(const struct finding *finding, size_t *bucket)
{
    struct group *grown = grow(groups, group_count, &group_room, sizeof *grown);
    if (!grown)
        return NULL;
    groups = grown;
    struct group *group = &groups[group_count];
    *group = (struct group){.example = *finding, .next = *bucket};
    *bucket = ++group_count;
    return group;
}

/* Of the tools and kernels that the user asked for? */
static bool wanted(const struct finding *f)
{
    return options()->tools >> f->tool & 1 &&
           (!f->kernel || kernel_wanted(f->kernel));
}

/* A text that did not fit ends in dots, not in the midst of a word. */
static void end_in_dots(char *text, size_t size)
{
    if (strlen(text) + 1 < size)
        return;
    char *end = text + size - sizeof "...";
    char *space = memrchr(text, ' ', (size_t)(end - text));
    strcpy(space ? space + 1 : end, "...");
}

static void make_fit(struct finding *f)
{
    text_make_plain(f->title);
    text_make_plain(f->detail);
    text_make_plain(f->hint);
    end_in_dots(f->title, sizeof f->title);
    end_in_dots(f->detail, sizeof f->detail);
    end_in_dots(f->hint, sizeof f->hint);
}

/* Its group's index + 1; 0: there is no memory for one. */
static size_t collect(const struct finding *told)
{
    struct finding whole = *told;
    const struct finding *finding = &whole;
    make_fit(&whole);
    if (finding->severity == FINDING_ERROR)
        error_count += finding->lanes;
    size_t *bucket = &buckets[bucket_of(finding)];
    size_t i = *bucket;
    while (i && !same_finding(&groups[i - 1].example, finding))
        i = groups[i - 1].next;
    struct group *group = i ? &groups[i - 1] : add_group(finding, bucket);
    if (!group)
        return 0;
    group->count += finding->lanes;
    if (i && earlier(finding->in_warp, finding->block, finding->thread,
                     &group->example))
        group->example = *finding;
    return (size_t)(group - groups) + 1;
}

void diagnose(const struct finding *finding)
{
    if (!wanted(finding))
        return;
    pthread_mutex_lock(&lock);
    collect(finding);
    pthread_mutex_unlock(&lock);
}

/* ---- those that are known ----------------------------------------------- */

static unsigned slot_of(struct finding_key key)
{
    uint64_t h = (uintptr_t)key.insn;
    h = (h ^ key.kind) * 0x9e3779b97f4a7c15u;
    h = (h ^ key.other) * 0x9e3779b97f4a7c15u;
    h = (h ^ key.array) * 0x9e3779b97f4a7c15u;
    return h >> 32 & (BUCKETS - 1);
}

static bool same_key(struct finding_key a, struct finding_key b)
{
    return a.insn == b.insn && a.kind == b.kind && a.other == b.other &&
           a.array == b.array;
}

static struct known *find_known(struct finding_key key)
{
    size_t i = slots[slot_of(key)];
    while (i && !same_key(known[i - 1].key, key))
        i = known[i - 1].next;
    return i ? &known[i - 1] : NULL;
}

/* Without memory it is put into words each time. */
static void add_known(struct finding_key key, size_t group,
                      const struct finding *finding)
{
    struct known *grown = grow(known, known_count, &known_room, sizeof *grown);
    if (!grown)
        return;
    known = grown;
    size_t *slot = &slots[slot_of(key)];
    known[known_count] = (struct known){
        .key = key,
        .group = group,
        .next = *slot,
        .error = finding->severity == FINDING_ERROR,
        .in_warp = finding->in_warp,
    };
    *slot = ++known_count;
}

void diagnose_as(struct finding_key key, const struct finding *finding)
{
    bool tell = wanted(finding);
    pthread_mutex_lock(&lock);
    size_t group = tell ? collect(finding) : 0;
    if ((group || !tell) && !find_known(key))
        add_known(key, group, finding);
    pthread_mutex_unlock(&lock);
}

bool diagnose_again(struct finding_key key, struct dims block,
                    struct dims thread, uint32_t lanes)
{
    pthread_mutex_lock(&lock);
    const struct known *k = find_known(key);
    struct group *group = k && k->group ? &groups[k->group - 1] : NULL;
    bool again =
        k && !(group && earlier(k->in_warp, block, thread, &group->example));
    if (again && group) {
        group->count += lanes;
        error_count += k->error ? lanes : 0;
    }
    pthread_mutex_unlock(&lock);
    return again;
}

uint64_t diagnostics_suppressed(void)
{
    pthread_mutex_lock(&lock);
    uint64_t count = suppressed_count;
    pthread_mutex_unlock(&lock);
    return count;
}

uint64_t diagnostics_errors(void)
{
    pthread_mutex_lock(&lock);
    uint64_t count = error_count;
    pthread_mutex_unlock(&lock);
    return count;
}

/* ---- mirror images ------------------------------------------------------ */

/* The object of "race: tile is written ..."; its length. */
static size_t object_length(const char *title)
{
    const char *end = strstr(title, " is ");
    return end ? (size_t)(end - title) : 0;
}

/* Are these one race, met once from each side? */
static bool mirrored(const struct finding *a, const struct finding *b)
{
    size_t n = object_length(a->title);
    return a->tool == RACECHECK && b->tool == RACECHECK && a->at_read &&
           !b->at_read && a->severity == b->severity && a->ptx == b->ptx &&
           a->loc.line && a->other.line && same_place(a->loc, b->other) &&
           same_place(a->other, b->loc) && same_text(a->kernel, b->kernel) &&
           n && n == object_length(b->title) && !memcmp(a->title, b->title, n);
}

/* Its other side tells that it is across warps. */
static void take_across(struct finding *write, const struct finding *read)
{
    if (!write->in_warp || read->in_warp)
        return;
    write->in_warp = false;
    memcpy(write->hint, read->hint, sizeof write->hint);
}

static unsigned bucket_of_places(struct ptx_loc at, struct ptx_loc other)
{
    return mix_places(2166136261u, at, other) % BUCKETS;
}

/* Races told from the write, by both places: a kernel of some thousand lines
 * may have more than can be compared with each other.  Who looks for equal
 * findings no longer needs the buckets. */
static void index_writes(void)
{
    memset(buckets, 0, sizeof buckets);
    for (size_t i = group_count; i-- > 0;) {
        const struct finding *f = &groups[i].example;
        if (f->tool != RACECHECK || f->at_read)
            continue;
        size_t *bucket = &buckets[bucket_of_places(f->loc, f->other)];
        groups[i].next = *bucket;
        *bucket = i + 1;
    }
}

/* NULL: it is no race that is told from the other side as well. */
static struct group *mirror_of(const struct finding *read)
{
    size_t i = read->tool == RACECHECK && read->at_read
                   ? buckets[bucket_of_places(read->other, read->loc)]
                   : 0;
    while (i && !mirrored(read, &groups[i - 1].example))
        i = groups[i - 1].next;
    return i ? &groups[i - 1] : NULL;
}

/* In a loop, what one thread writes too early another reads too late: both
 * are the one barrier that is missing, and told from the write. */
static void merge_mirrored(void)
{
    size_t kept = 0;
    index_writes();
    for (size_t i = 0; i < group_count; i++) {
        struct group *read = &groups[i], *write = mirror_of(&read->example);
        if (!write)
            continue;
        write->count += read->count;
        take_across(&write->example, &read->example);
        read->count = 0;
    }
    for (size_t i = 0; i < group_count; i++)
        if (groups[i].count)
            groups[kept++] = groups[i];
    group_count = kept;
}

/* ---- order -------------------------------------------------------------- */

static int compare_sources(const struct finding *a, struct ptx_loc at,
                           const struct finding *b, struct ptx_loc bt)
{
    int order = strcmp(finding_path(a, at), finding_path(b, bt));
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
    int order = compare_sources(a, a->loc, b, b->loc);
    if (!order)
        order = (int)a->tool - (int)b->tool;
    if (!order)
        order = (int)a->in_warp - (int)b->in_warp;
    if (!order)
        order = strcmp(a->title, b->title);
    if (!order)
        order = compare_sources(a, a->other, b, b->other);
    return order
               ? order
               : strcmp(a->kernel ? a->kernel : "", b->kernel ? b->kernel : "");
}

/* ---- text --------------------------------------------------------------- */

FILE *diagnostics_stream(void)
{
    static struct rows_file log;
    FILE *file = rows_open(&log, options()->log, NULL);
    if (!file)
        return stderr;
    setlinebuf(file); /* what is said stays said in a crash */
    return file;
}

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

/* Names and paths may be anybody's: "#line" and inline assembly make some. */
struct plain {
    char chars[512];
};

static struct plain plain(const char *text)
{
    struct plain copy;
    snprintf(copy.chars, sizeof copy.chars, "%s", text);
    text_make_plain(copy.chars);
    return copy;
}

static void print_place(FILE *out, const struct finding *f, struct ptx_loc loc)
{
    if (!finding_path(f, loc)[0])
        return;
    fprintf(out, "%s%s:%u:", color("\033[1m"),
            plain(finding_path(f, loc)).chars, loc.line);
    if (loc.column)
        fprintf(out, "%u:", loc.column);
    fprintf(out, "%s ", color("\033[0m"));
}

/* The line, and a caret under the column; tabs keep the two aligned. */
static void print_source(FILE *out, const struct finding *f, struct ptx_loc loc)
{
    char text[SOURCE_LINE];
    if (!finding_source(f, loc, text))
        return;
    fprintf(out, "%5u | %s\n", loc.line, text);
    if (!loc.column || loc.column > strlen(text))
        return;
    fputs("      | ", out);
    for (uint32_t i = 0; i + 1 < loc.column; i++)
        fputc(text[i] == '\t' ? '\t' : ' ', out);
    fprintf(out, "%s^%s\n", color("\033[1;32m"), color("\033[0m"));
}

static void print_host_example(FILE *out, const struct group *group)
{
    const struct finding *f = &group->example;
    const struct call_place *place = call_place(f->call, 0);
    bool in = place && place->function[0], many = group->count > 1;
    if (!in && !f->detail[0])
        return;
    fprintf(out, "   %s%s%s%s", in ? "in " : "",
            in ? plain(place->function).chars : "",
            in && !place->line ? " (compile with -g to see the line)" : "",
            in && f->detail[0] ? "; " : "");
    fputs(f->detail, out);
    if (many)
        fprintf(out, ", the first of %" PRIu64, group->count);
    fputc('\n', out);
}

static void print_example(FILE *out, const struct group *group)
{
    const struct finding *f = &group->example;
    fprintf(out, "   thread (%u,%u,%u) of block (%u,%u,%u) in %s", f->thread.x,
            f->thread.y, f->thread.z, f->block.x, f->block.y, f->block.z,
            f->kernel);
    if (group->count > 1)
        fprintf(out, ", the first of %" PRIu64, group->count);
    fprintf(out, "%s%s\n", f->detail[0] ? "; " : "", f->detail);
}

/* "at p.cu:47 (main)" */
static void print_call_place(FILE *out, const struct call_place *place)
{
    if (place->line)
        fprintf(out, "at %s:%u (%s)", plain(short_path(place->file)).chars,
                place->line, place->function);
    else
        fprintf(out, "in %s", plain(place->function).chars);
}

/* What the host did, and where; in a function of the program's own, also where
 * that was called: it may be called for every allocation. */
static void print_call(FILE *out, const char *what, struct call_site *call,
                       bool *any)
{
    const struct call_place *place = call_place(call, 0),
                            *outer = call_outer(call);
    if (!place)
        return;
    fprintf(out, "%s%s ", *any ? "; " : "   ", what);
    *any = true;
    print_call_place(out, place);
    if (outer) {
        fputs(", called ", out);
        print_call_place(out, outer);
    }
}

static void print_calls(FILE *out, const struct finding *f)
{
    bool any = false;
    if (f->beside && call_outer(f->beside))
        print_call(out, "that call", f->beside, &any);
    if (f->beside && call_outer(f->call))
        print_call(out, "this one", f->call, &any);
    print_call(out, "memory allocated", f->allocated, &any);
    print_call(out, "freed", f->freed, &any);
    if (f->kernel)
        print_call(out, "kernel launched", f->call, &any);
    if (any)
        fputc('\n', out);
}

/* Where it is shown: a kernel without lines of its own, as a library's, at the
 * call that launched it. */
static struct finding shown_at(const struct finding *f)
{
    struct finding launch = {.kernel = NULL};
    if (!f->kernel || finding_path(f, f->loc)[0])
        return *f;
    finding_at_call(&launch, f->call);
    return launch;
}

static void print_group(FILE *out, const struct group *group)
{
    const struct finding *f = &group->example, at = shown_at(f);
    print_place(out, &at, at.loc);
    fprintf(out, "%s%s:%s %s [%s]\n", severity_color(f->severity),
            severity_name(f->severity), color("\033[0m"), f->title,
            tool_name(f->tool));
    if (f->kernel)
        print_example(out, group);
    else
        print_host_example(out, group);
    print_source(out, &at, at.loc);
    if (f->other.line) {
        print_place(out, f, f->other);
        fprintf(out, "%snote:%s %s\n", severity_color(FINDING_NOTE),
                color("\033[0m"),
                f->other_note ? f->other_note : "the other side is here");
        print_source(out, f, f->other);
    }
    print_calls(out, f);
    if (f->hint[0])
        fprintf(out, "   hint: %s\n", f->hint);
    if (options()->gen_suppressions)
        print_suppression(out, f);
}

/* Did an earlier launch have it, or an earlier call? */
static bool is_shown(const struct finding *f)
{
    size_t i = shown_buckets[bucket_of_places(f->loc, f->other)];
    for (; i; i = shown[i - 1].next) {
        const struct finding *before = &shown[i - 1].finding;
        if (before->tool == f->tool && before->ptx == f->ptx && f->loc.line &&
            same_place(before->loc, f->loc) &&
            same_place(before->other, f->other) &&
            (f->kernel || same_finding(before, f)))
            return true;
    }
    return false;
}

static void remember_shown(const struct finding *f)
{
    struct shown *grown = grow(shown, shown_count, &shown_room, sizeof *grown);
    if (!grown)
        return;
    size_t *bucket = &shown_buckets[bucket_of_places(f->loc, f->other)];
    shown = grown;
    shown[shown_count] = (struct shown){*f, *bucket};
    *bucket = ++shown_count;
}

static void show(FILE *out, const struct group *group)
{
    uint64_t limit = options()->print_limit;
    if (is_shown(&group->example))
        return;
    if (!limit || shown_count < limit) {
        remember_shown(&group->example);
        print_group(out, group);
        return;
    }
    if (!said_enough)
        fprintf(out,
                "note: %" PRIu64 " findings shown, the others are only "
                "counted; mend the first ones and run again\n",
                limit);
    said_enough = true;
}

/* ---- the file ----------------------------------------------------------- */

/* A tab or newline would break the row. */
static void put_field(FILE *file, const char *text)
{
    for (; *text; text++)
        fputc(*text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text,
              file);
}

static void write_finding(FILE *file, const struct group *group)
{
    const struct finding *f = &group->example;
    fprintf(file, "%s\t%s\t", tool_name(f->tool), severity_name(f->severity));
    put_field(file, f->kernel ? f->kernel : "");
    fputc('\t', file);
    put_field(file, finding_path(f, f->loc));
    fprintf(file, "\t%u\t%u\t", f->loc.line, f->loc.column);
    put_field(file, finding_path(f, f->other));
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

static void findings_header(FILE *file)
{
    fputs("tool\tseverity\tkernel\tfile\tline\tcolumn\tother_file\tother_line\t"
          "count\tblock\tthread\ttitle\tdetail\thint\n",
          file);
}

/* The user knows it: it is no error, and stands in no file. */
static void leave_out(const struct group *group)
{
    suppressed_count += group->count;
    if (group->example.severity == FINDING_ERROR)
        error_count -= group->count;
}

static void tell(FILE *file, FILE *out, const struct group *group)
{
    if (file)
        write_finding(file, group);
    events_finding(&group->example, group->count);
    if (!options()->quiet)
        show(out, group);
}

void diagnostics_flush(void)
{
    pthread_mutex_lock(&lock);
    static struct rows_file csv;
    FILE *file = rows_open(&csv, options()->diagnostics, findings_header);
    FILE *out = diagnostics_stream();
    bool used = group_count;
    if (used)
        merge_mirrored();
    if (group_count)
        qsort(groups, group_count, sizeof *groups, compare_groups);
    for (size_t i = 0; i < group_count; i++) {
        if (groups[i].example.kernel && !groups[i].example.call)
            groups[i].example.call = call_here();
        if (suppressed(&groups[i].example))
            leave_out(&groups[i]);
        else
            tell(file, out, &groups[i]);
    }
    if (file)
        fflush(file);
    if (known_count)
        memset(slots, 0, sizeof slots);
    if (used)
        memset(buckets, 0, sizeof buckets);
    group_count = known_count = 0;
    pthread_mutex_unlock(&lock);
}
