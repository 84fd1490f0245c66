/*
 * predictions.c - see predictions.h.
 */
#include "predictions.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "run/csv.h"

static const char header[] = "exercise,metric,value,made";
static const char mark[] = "profiled"; /* in place of a metric */

/* ---- what is asked ------------------------------------------------------- */

/* Of the metrics that labs ask for. */
static const struct words {
    const char *metric, *name, *question;
} all_words[] = {
    {"global_load_sectors_per_request", "sectors per load request",
     "How many sectors does one load of a warp from global memory touch, on "
     "the average of all loads?"},
    {"global_store_sectors_per_request", "sectors per store request",
     "How many sectors does one store of a warp to global memory touch, on the "
     "average of all stores?"},
    {"global_load_requests", "load requests",
     "How many load requests to global memory do all warps make together?"},
    {"global_store_requests", "store requests",
     "How many store requests to global memory do all warps make together?"},
    {"shared_load_wavefronts_per_request", "wavefronts per shared load",
     "How many wavefronts does one load of a warp from shared memory take, on "
     "the average?  1 is a load without bank conflicts."},
    {"shared_wavefronts_per_request", "wavefronts per shared access",
     "How many wavefronts does one access of a warp to shared memory take, on "
     "the average?  1 is an access without bank conflicts."},
    {"shared_bank_conflicts", "bank conflicts",
     "How many bank conflicts do all warps have together?"},
    {"barriers_per_warp", "barriers for each warp",
     "How many times does each warp meet a barrier (__syncthreads)?"},
    {"divergent_branch_percent", "% of the branches diverge",
     "Of 100 branches that warps take, how many divide a warp?"},
    {"warp_instructions", "instructions of all warps",
     "How many instructions do all warps execute together?"},
    {"launches", "kernels launched", "How many kernels are launched?"},
    {"copies_beside_kernels", "copies beside a kernel",
     "How many copies may run while a kernel of another stream does?"},
};

static bool is_time(const struct question *question)
{
    return !strcmp(question->metric, "time");
}

static const struct words *words_of(const char *metric)
{
    for (size_t i = 0; i < COUNT(all_words); i++) {
        if (!strcmp(all_words[i].metric, metric))
            return &all_words[i];
    }
    return NULL;
}

void question_name(const struct question *question, char *text, size_t n)
{
    const struct words *words = words_of(question->metric);
    if (is_time(question) && question->than)
        snprintf(text, n, "times as fast as %s", question->than);
    else if (is_time(question))
        snprintf(text, n, "time of a call, us");
    else
        snprintf(text, n, "%s", words ? words->name : question->metric);
}

void question_in_words(const struct question *question, const char *gpu,
                       char *text, size_t n)
{
    const struct words *words = words_of(question->metric);
    if (is_time(question) && question->than)
        snprintf(text, n,
                 "How many times as fast as %s is it?  2: it takes half the "
                 "time; 0.5: twice the time; 1: the same.",
                 question->than);
    else if (is_time(question))
        snprintf(text, n, "How many microseconds does a call take on an %s?",
                 gpu);
    else
        snprintf(text, n, "%s", words ? words->question : question->metric);
}

void question_key(const struct question *question, char *text, size_t n)
{
    if (is_time(question))
        snprintf(text, n, question->than ? "times_as_fast_as_%s" : "time_us",
                 question->than);
    else
        snprintf(text, n, "%s", question->metric);
}

static size_t questions_of(const struct exercise *exercise)
{
    size_t n = 0;
    while (n < QUESTIONS && exercise->predict[n].metric)
        n++;
    return n;
}

/* ---- the file ------------------------------------------------------------ */

void predictions_path(const struct lab *lab, char *path, size_t n)
{
    snprintf(path, n, "%s/predictions.csv", lab->name);
}

static void take(struct predictions *predictions, size_t i, const char *value,
                 const char *when)
{
    struct prediction *to = &predictions->of[i];
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end || !isfinite(number) || number < 0 ||
        (predictions->profiled && to->made))
        return;
    *to = (struct prediction){
        .value = number, .made = true, .late = predictions->profiled};
    snprintf(to->when, sizeof to->when, "%s", when);
}

static void take_row(struct predictions *predictions,
                     const struct exercise *exercise, char *row)
{
    const char *name = csv_cut(&row, ','), *metric = csv_cut(&row, ',');
    const char *value = csv_cut(&row, ','), *when = csv_cut(&row, ',');
    char key[80];
    if (strcmp(name, exercise->name))
        return;
    for (size_t i = 0; i < predictions->asked; i++) {
        question_key(&exercise->predict[i], key, sizeof key);
        if (!strcmp(metric, key))
            take(predictions, i, value, when);
    }
    predictions->profiled |= !strcmp(metric, mark);
}

struct predictions predictions_read(const struct lab *lab,
                                    const struct exercise *exercise)
{
    struct predictions predictions = {.asked = questions_of(exercise)};
    char path[256], row[256];
    FILE *file;
    predictions_path(lab, path, sizeof path);
    file = fopen(path, "re");
    while (file && fgets(row, sizeof row, file)) {
        row[strcspn(row, "\r\n")] = '\0';
        take_row(&predictions, exercise, row);
    }
    if (file)
        fclose(file);
    return predictions;
}

bool predictions_complete(const struct predictions *predictions)
{
    for (size_t i = 0; i < predictions->asked; i++) {
        if (!predictions->of[i].made)
            return false;
    }
    return predictions->asked > 0;
}

bool predictions_late(const struct predictions *predictions)
{
    for (size_t i = 0; i < predictions->asked; i++) {
        if (predictions->of[i].late)
            return true;
    }
    return false;
}

static void now_in_words(char *text, size_t n)
{
    time_t now = time(NULL);
    struct tm local;
    if (!localtime_r(&now, &local) ||
        !strftime(text, n, "%Y-%m-%d %H:%M", &local))
        *text = '\0';
}

/* All rows at once, so that there are all of them or none. */
static bool append(const struct lab *lab, const char *rows)
{
    char path[256];
    struct stat about;
    FILE *file;
    bool written, begun;
    predictions_path(lab, path, sizeof path);
    begun = stat(path, &about) == 0 && about.st_size > 0;
    file = fopen(path, "ae");
    written = file;
    if (written && !begun)
        written = fprintf(file, "%s\n", header) > 0;
    written = written && fputs(rows, file) >= 0;
    if (file)
        written = fclose(file) == 0 && written;
    if (!written)
        fprintf(stderr, "grader: cannot write %s: %s\n", path, strerror(errno));
    return written;
}

bool predictions_add(const struct lab *lab, const struct exercise *exercise,
                     const double values[QUESTIONS])
{
    char rows[QUESTIONS * 200] = "", when[20], key[80];
    size_t used = 0;
    now_in_words(when, sizeof when);
    for (size_t i = 0; i < questions_of(exercise); i++) {
        question_key(&exercise->predict[i], key, sizeof key);
        used += (size_t)snprintf(rows + used, sizeof rows - used,
                                 "%.60s,%s,%.9g,%s\n", exercise->name, key,
                                 values[i], when);
    }
    return append(lab, rows);
}

bool predictions_profiled(const struct lab *lab,
                          const struct exercise *exercise)
{
    char row[200], when[20];
    if (questions_of(exercise) == 0 || predictions_read(lab, exercise).profiled)
        return true;
    now_in_words(when, sizeof when);
    snprintf(row, sizeof row, "%.60s,%s,,%s\n", exercise->name, mark, when);
    return append(lab, row);
}

void prediction_error(char *text, size_t n, double value, double counted)
{
    double factor = value > counted ? value / counted : counted / value;
    const char *way = value > counted ? "high" : "low";
    if (isnan(counted))
        *text = '\0';
    else if (factor < 1.005 || value == counted)
        snprintf(text, n, "right");
    else if (value == 0 || counted == 0)
        snprintf(text, n, "%.4g too %s", fabs(value - counted), way);
    else if (factor < 1.1)
        snprintf(text, n, "%.1f %% too %s",
                 100 * fabs(value - counted) / counted, way);
    else
        snprintf(text, n, factor < 100 ? "x %.3g too %s" : "x %.0f too %s",
                 factor, way);
}
