/*
 * entries.c - see entries.h.
 */
#include "entries.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/csv.h"

/* ---- who ----------------------------------------------------------------- */

static bool add(struct board *board, const struct class *class,
                const struct class_student *student,
                const struct class_lab *lab)
{
    struct board_entry *entry = &board->entries[board->count];
    if (lab->lab != board->lab || lab->status != LAB_GRADED)
        return true;
    *entry = (struct board_entry){.student = student, .lab = lab};
    board->count++;
    return publish_path(entry->unit, "%s/board/%s-%s", class->out,
                        lab->lab->name, lab->result->digest);
}

bool entries_find(struct board *board, const struct class *class,
                  const struct lab *lab, const struct exercise *exercise)
{
    bool found;
    *board = (struct board){.lab = lab, .exercise = exercise};
    board->entries = calloc(class->count + 1, sizeof *board->entries);
    found = board->entries;
    for (size_t i = 0; found && i < class->count; i++) {
        for (size_t k = 0; found && k < class->lab_count; k++)
            found = add(board, class, &class->students[i],
                        &class->students[i].labs[k]);
    }
    if (!found)
        fprintf(stderr, "course: no memory for the leaderboard\n");
    return found;
}

/* The exercise, in what the grader wrote of it alone. */
static const cJSON *its_record(const struct board_entry *entry)
{
    const cJSON *labs =
        cJSON_GetObjectItemCaseSensitive(entry->checked, "labs");
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(
                                  cJSON_GetArrayItem(labs, 0), "exercises"),
                              0);
}

static bool is_right(const struct board_entry *entry)
{
    const cJSON *checks =
        cJSON_GetObjectItemCaseSensitive(its_record(entry), "checks");
    const cJSON *check;
    bool right = cJSON_GetArraySize(checks) > 0;
    cJSON_ArrayForEach(check, checks)
    {
        right = right && json_true(check, "passed");
    }
    return right;
}

void entries_keep_right(struct board *board)
{
    char path[PUBLISH_PATH];
    size_t kept = 0;
    for (size_t i = 0; i < board->count; i++) {
        struct board_entry *entry = &board->entries[i];
        if (publish_path(path, "%s/%s.json", entry->unit,
                         board->exercise->name))
            entry->checked = json_read(path);
        if (is_right(entry)) {
            board->entries[kept++] = *entry;
        } else {
            cJSON_Delete(entry->checked);
            board->others++;
        }
    }
    board->count = kept;
}

void entries_free(struct board *board)
{
    for (size_t i = 0; i < board->count; i++)
        cJSON_Delete(board->entries[i].checked);
    free(board->entries);
    board->entries = NULL;
    board->count = 0;
}

/* ---- measured ------------------------------------------------------------ */

struct row {
    struct board_time time;
    enum board_cache cache;
    char state[20], gpu[100];
};

/* Words of replay.c; any other is none that is ranked. */
static const char *known_state(const char *state)
{
    static const char *const states[] = {"ok",      "refused",  "wrong",
                                         "failed",  "too fast", "throttled",
                                         "unsteady"};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        if (!strcmp(states[i], state))
            return states[i];
    }
    return "failed";
}

static void take(void *to, const char *name, const char *value)
{
    struct row *row = to;
    const struct {
        const char *name;
        double *number;
    } numbers[] = {{"time_us", &row->time.us},
                   {"p25_us", &row->time.lower},
                   {"p75_us", &row->time.upper},
                   {"read_us", &row->time.read}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!strcmp(numbers[i].name, name))
            *numbers[i].number = strtod(value, NULL);
    }
    csv_take_size(&row->time.size, name, value);
    if (!strcmp(name, "state"))
        row->time.state = known_state(value);
    if (!strcmp(name, "cache"))
        row->cache = strcmp(value, "cold") ? BOARD_WARM : BOARD_COLD;
    if (!strcmp(name, "gpu"))
        snprintf(row->gpu, sizeof row->gpu, "%s", value);
    if (!strcmp(name, "note"))
        snprintf(row->time.note, sizeof row->time.note, "%s", value);
}

/* Times of two GPUs cannot be ranked together. */
static void note_gpu(struct board *board, struct board_entry *entry,
                     const struct row *row)
{
    if (*row->gpu && !*board->gpu)
        snprintf(board->gpu, sizeof board->gpu, "%s", row->gpu);
    if (*row->gpu && strcmp(row->gpu, board->gpu))
        snprintf(entry->why, sizeof entry->why,
                 "measured on another GPU: %.100s", row->gpu);
}

static void add_row(struct board *board, struct board_entry *entry,
                    struct row row)
{
    size_t *count = &entry->count[row.cache];
    if (row.time.size.rows <= 0 || *count == BOARD_SIZES)
        return;
    if (!(row.time.us > 0) && !strcmp(row.time.state, "ok"))
        row.time.state = "failed";
    entry->times[row.cache][(*count)++] = row.time;
    note_gpu(board, entry, &row);
}

static void read_times(struct board *board, struct board_entry *entry)
{
    struct row unknown = {.time.state = "failed", .time.us = NAN};
    struct row row = unknown;
    char path[PUBLISH_PATH];
    struct csv_file csv = {.file = NULL};
    if (!publish_path(path, "%s/%s.csv", entry->unit, board->exercise->name) ||
        !csv_open(&csv, path))
        snprintf(entry->why, sizeof entry->why, "it was not measured");
    for (; csv_next(&csv, take, &row); row = unknown)
        add_row(board, entry, row);
    csv_close(&csv);
}

void entries_measured(struct board *board)
{
    board->measured = true;
    for (size_t i = 0; i < board->count; i++)
        read_times(board, &board->entries[i]);
}

/* ---- modelled ------------------------------------------------------------ */

static double number_or(const cJSON *json, const char *name, double otherwise)
{
    return cJSON_GetObjectItemCaseSensitive(json, name)
               ? json_number(json, name)
               : otherwise;
}

/* The grader's reason, which begins as it is shown to a student. */
static const char *why_none(const cJSON *medal)
{
    static const char begin[] = "no medal: ";
    const char *text = json_text(medal, "message");
    if (!strncmp(text, begin, sizeof begin - 1))
        text += sizeof begin - 1;
    return *text ? text : "the grader gave none";
}

static void take_model(struct board *board, struct board_entry *entry)
{
    const cJSON *medal =
        cJSON_GetObjectItemCaseSensitive(its_record(entry), "medal");
    struct board_time *time = &entry->times[BOARD_WARM][0];
    double us = json_number(medal, "us");
    if (!(us > 0)) {
        snprintf(entry->why, sizeof entry->why, "no modelled time: %s",
                 why_none(medal));
        return;
    }
    entry->count[BOARD_WARM] = 1;
    *time = (struct board_time){.size = board->exercise->challenge.size,
                                .state = "ok",
                                .us = us,
                                .lower = number_or(medal, "low_us", us),
                                .upper = number_or(medal, "high_us", us)};
    snprintf(board->gpu, sizeof board->gpu, "%s", json_text(medal, "device"));
}

void entries_modelled(struct board *board)
{
    board->measured = false;
    for (size_t i = 0; i < board->count; i++)
        take_model(board, &board->entries[i]);
}
