/*
 * results.h - what was found out about the labs, and its two written forms.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdio.h>

#include "lab/lab.h"
#include "medal.h"
#include "run/records.h"

/* One line of the table. */
struct check {
    char name[64];
    bool passed;
    bool waiting;             /* not passed, as another must be met first */
    int points, max_points;   /* of a cap: what it takes, negative, and 0 */
    char message[2000];       /* all that is known */
    char brief[360];          /* beside the cause: a line, or "" */
};

enum { MAX_CHECKS = 8 + MAX_CRITERIA };

struct exercise_result {
    const struct exercise *exercise;
    char remark[1100];        /* what costs nothing and is to be said; "" */
    struct check checks[MAX_CHECKS];
    size_t count;
    bool untouched;           /* no kernel was launched, nothing failed */
    char first[600];          /* names the cause of what is wrong; "": full
                               * marks */
    char more[1000];          /* what else is known of it, by lines */
    char picture[600];        /* of a wrong output, by lines; or "" */
    struct finding_record finding; /* that the cause is; tool "": is none */
    struct medal medal;       /* of an open exercise, which has no points */
    char *complaints;         /* the emulated device's own text, or NULL */
    char *printed;            /* what the program printed, or NULL */
    uint64_t printed_bytes;
};

struct lab_result {
    const struct lab *lab;
    struct exercise_result *exercises;
    size_t count;
};

struct results {
    char device[128];         /* "NVIDIA H200"; "emulated device" */
    struct lab_result *labs;
    size_t count;
    const char *killed;       /* worker_killed(): "judge", "program"; or "" */
};

struct check *results_add_check(struct exercise_result *result,
                                const char *name, int max_points);
void results_exercise_score(const struct exercise_result *result, int *score,
                            int *max_score);
void results_score(const struct results *results, int *score,
                   int *max_score);
void results_free(struct results *results);

/* {"device", "score", "max_score", "killed" unless "", "labs": [
 *     {"name", "exercises": [
 *         {"name", "score", "max_score", "first", "checks": [
 *             {"name", "passed", "points", "max_points", "message"}]}]}]}
 * of an exercise also, if there is one, "more", "picture", and the place of
 * its finding ("file" without folders, "line", "column"), and "remark"; of a
 * check "waiting": true; of an open exercise whose time was taken "medal":
 *     {"name": "silver", "time_source": "modelled", "device", "us", "low_us",
 *      "high_us" (where there is an interval), "message", "next"}.
 * False, and said why, if it was not written; without cJSON that is said and
 * no failure. */
bool results_write_json(const struct results *results, const char *path);

#endif
