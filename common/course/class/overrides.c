/*
 * overrides.c - see overrides.h.
 */
#include "overrides.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "grade/points.h"
#include "run/csv.h"
#include "term/utf8.h"

enum { MOST_BYTES = 1 << 20 };
enum column { STUDENT, EXERCISE, POINTS, REASON, WAS, COLUMNS };

static const char *const column_names[COLUMNS] = {"student", "exercise",
                                                  "points", "reason", "was"};

/* ---- the file ------------------------------------------------------------ */

static char *read_text(FILE *file)
{
    char *text = malloc(MOST_BYTES + 1);
    size_t n = text ? fread(text, 1, MOST_BYTES, file) : 0;
    if (text)
        text[n] = '\0';
    return text;
}

/* Whether or not there is one: OUT's own need not be. */
static bool read_file(struct class *class, const char *path)
{
    char own[PUBLISH_PATH];
    FILE *file;
    if (!publish_path(own, "%s/overrides.csv", class->out))
        return false;
    file = fopen(path ? path : own, "re");
    if (!file && !path && errno == ENOENT)
        return true;
    class->overrides_text = file ? read_text(file) : NULL;
    if (!class->overrides_text || ferror(file))
        fprintf(stderr, "course: cannot read the overrides in %s: %s\n",
                path ? path : own, strerror(errno));
    if (file)
        fclose(file);
    return class->overrides_text;
}

/* Cuts the next record off; line breaks between quotes belong to it.  A quote
 * within a field that does not begin with one is a letter. */
static char *cut_record(char **at)
{
    char *record = *at, *end = record;
    for (bool quoted = false; *end && (quoted || *end != '\n'); end++) {
        if (*end == '"' && (quoted || end == record || strchr(",;\t", end[-1])))
            quoted = !quoted;
    }
    *at = *end ? end + 1 : end;
    if (end > record && end[-1] == '\r')
        end[-1] = '\0';
    *end = '\0';
    return record;
}

static char *trim(char *text)
{
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text + strspn(text, " \t\r\n");
}

/* ---- the header ---------------------------------------------------------- */

struct header {
    char separator;
    int place[COLUMNS]; /* which field it is; -1: none */
};

static bool read_header(struct header *header, char *record)
{
    char *at = record;
    header->separator = strchr(record, ';')    ? ';'
                        : strchr(record, '\t') ? '\t'
                                               : ',';
    for (int c = 0; c < COLUMNS; c++)
        header->place[c] = -1;
    for (int field = 0; *at; field++) {
        const char *name = trim(csv_cut(&at, header->separator));
        for (int c = 0; c < COLUMNS; c++) {
            if (!strcasecmp(name, column_names[c]))
                header->place[c] = field;
        }
    }
    return header->place[STUDENT] >= 0 && header->place[EXERCISE] >= 0 &&
           header->place[POINTS] >= 0 && header->place[REASON] >= 0;
}

static size_t cut_fields(const struct header *header, char *record,
                         char *fields[COLUMNS])
{
    size_t count = 0;
    for (int c = 0; c < COLUMNS; c++)
        fields[c] = NULL;
    for (int field = 0; *record; field++, count++) {
        char *text = trim(csv_cut(&record, header->separator));
        for (int c = 0; c < COLUMNS; c++) {
            if (header->place[c] == field)
                fields[c] = text;
        }
    }
    return count;
}

/* ---- what a row speaks of ------------------------------------------------ */

static void trouble(struct override *override, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void trouble(struct override *override, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    override->trouble = text;
}

/* As it stands in grades.csv, where a formula has an apostrophe before it. */
static bool is_called(const char *name, const char *written)
{
    return *name && (!strcmp(name, written) ||
                     (*written == '\'' && !strcmp(name, written + 1)));
}

static struct class_student *find_student(struct class *class,
                                          const char *written)
{
    for (size_t i = 0; i < class->count; i++) {
        if (is_called(class->students[i].name, written))
            return &class->students[i];
    }
    for (size_t i = 0; i < class->count; i++) {
        if (is_called(class->students[i].key, written) ||
            is_called(class->students[i].id, written))
            return &class->students[i];
    }
    return NULL;
}

/* An exercise or a lab; counts: is it one of those that count now? */
struct goal {
    const struct lab *lab;
    const struct exercise *exercise; /* NULL: the lab */
    size_t at, exercise_at;          /* in class->labs, and in the lab */
    bool counts;
};

static bool is_exercise(const struct lab *lab, const struct exercise *exercise,
                        const char *written)
{
    size_t n = strlen(lab->name);
    return !strcmp(written, exercise->name) ||
           (!strncmp(written, lab->name, n) && written[n] == '/' &&
            !strcmp(written + n + 1, exercise->name));
}

static bool find_in_lab(struct goal *goal, const struct lab *lab,
                        const char *written)
{
    goal->lab = lab;
    goal->exercise = NULL;
    goal->exercise_at = 0;
    if (!strcmp(written, lab->name))
        return true;
    for (size_t i = 0; i < lab->exercise_count; i++) {
        if (!points_hang_on(&lab->exercises[i]))
            continue;
        if (is_exercise(lab, &lab->exercises[i], written)) {
            goal->exercise = &lab->exercises[i];
            return true;
        }
        goal->exercise_at++;
    }
    return false;
}

static bool find_goal(const struct class *class, const char *written,
                      struct goal *goal)
{
    bool found = false;
    *goal = (struct goal){.counts = false};
    for (size_t i = 0; !found && i < lab_count; i++)
        found = find_in_lab(goal, all_labs[i], written);
    for (size_t i = 0; found && i < class->lab_count; i++) {
        if (class->labs[i] != goal->lab)
            continue;
        goal->counts = true;
        goal->at = i;
    }
    return found;
}

/* ---- applying ------------------------------------------------------------ */

/* A whole number from 0 to most; -1: it is none. */
static int read_points(const char *text, int most)
{
    char *end;
    long value;
    if (!isdigit((unsigned char)*text))
        return -1;
    errno = 0;
    value = strtol(text, &end, 10);
    return errno || *end || value > most ? -1 : (int)value;
}

static int found_in(const struct class_lab *lab)
{
    int found = 0;
    for (size_t i = 0; i < lab->count; i++)
        found += lab->exercises[i].found;
    return found;
}

static void enter(struct override *override, struct class_lab *lab,
                  struct class_exercise *exercise)
{
    const struct override **place =
        exercise ? &exercise->override : &lab->override;
    int found = exercise ? exercise->found : found_in(lab);
    if (*place) {
        trouble(override, "row %zu has decided this already", (*place)->row);
        return;
    }
    override->applied = true;
    override->replaced = found;
    *place = override;
    if (override->was >= 0 && override->was != found)
        trouble(override,
                "it was written when the checks gave %d points, and they give "
                "%d now",
                override->was, found);
}

static void apply(struct class *class, struct override *override,
                  const char *points, const char *was)
{
    struct class_student *student = find_student(class, override->student);
    struct class_lab *lab;
    struct class_exercise *exercise;
    struct goal goal;
    bool known = find_goal(class, override->exercise, &goal);
    int most = known && goal.exercise
                   ? points_of_exercise(goal.lab, goal.exercise)
                   : LAB_POINTS;
    override->points = read_points(points, most);
    override->was = was && *was ? read_points(was, LAB_POINTS) : -1;
    if (!student) {
        trouble(override, "nobody in this class is called \"%s\"",
                override->student);
    } else if (!known) {
        trouble(override, "there is no exercise or lab \"%s\"",
                override->exercise);
    } else if (override->points < 0) {
        trouble(override, "\"%s\" is no whole number of points from 0 to %d",
                points, most);
    } else if (was && *was && override->was < 0) {
        trouble(override, "\"%s\" in column was is no number of points", was);
    } else if (goal.counts) {
        lab = &student->labs[goal.at];
        exercise = goal.exercise ? &lab->exercises[goal.exercise_at] : NULL;
        enter(override, lab, exercise);
    }
    if (!student || (!override->applied && !override->trouble))
        return;
    if (override->applied)
        class_flag(student, "override");
    if (override->trouble)
        class_flag(student, "override_unfit");
}

static void take_row(struct class *class, const struct header *header,
                     char *record, size_t row)
{
    struct override *override = &class->overrides[class->override_count++];
    char *fields[COLUMNS];
    size_t count = cut_fields(header, record, fields);
    *override = (struct override){.row = row,
                                  .student = fields[STUDENT],
                                  .exercise = fields[EXERCISE],
                                  .reason = fields[REASON],
                                  .was = -1,
                                  .replaced = -1};
    if (!override->student)
        override->student = "";
    if (!override->exercise)
        override->exercise = "";
    if (!override->reason)
        override->reason = "";
    if (!*override->student || !*override->exercise || !fields[POINTS])
        trouble(override,
                "the row has %zu fields, not student, exercise, "
                "points and reason",
                count);
    else
        apply(class, override, fields[POINTS], fields[WAS]);
}

static size_t count_lines(const char *text)
{
    size_t lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void no_header(struct class *class)
{
    class->overrides[class->override_count] = (struct override){.row = 1,
                                                                .student = "",
                                                                .exercise = "",
                                                                .reason = "",
                                                                .was = -1,
                                                                .replaced = -1};
    trouble(&class->overrides[class->override_count++],
            "the first line is not student,exercise,points,reason, so no row "
            "can be read");
}

bool overrides_read(struct class *class, const char *path)
{
    struct header header;
    char *at;
    if (!read_file(class, path))
        return false;
    if (!class->overrides_text)
        return true;
    utf8_repair(class->overrides_text);
    at = class->overrides_text;
    if (!strncmp(at, "\xef\xbb\xbf", 3))
        at += 3;
    class->overrides = calloc(count_lines(at) + 1, sizeof *class->overrides);
    if (!class->overrides) {
        fprintf(stderr, "course: no memory for the overrides\n");
        return false;
    }
    if (!read_header(&header, cut_record(&at))) {
        no_header(class);
        return true;
    }
    for (size_t row = 2; *at; row++) {
        char *record = cut_record(&at);
        if (record[strspn(record, " \t,;")])
            take_row(class, &header, record, row);
    }
    return true;
}

void overrides_free(struct class *class)
{
    for (size_t i = 0; i < class->override_count; i++)
        free((char *)class->overrides[i].trouble);
    free(class->overrides);
    free(class->overrides_text);
}

size_t class_unapplied(const struct class *class)
{
    size_t count = 0;
    for (size_t i = 0; i < class->override_count; i++)
        count += !class->overrides[i].applied && class->overrides[i].trouble;
    return count;
}
