/*
 * rank.c - see rank.h.
 */
#include "rank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As far as a time can be told from another. */
static const double same_measured = 1.01, same_modelled = 1.10;

static bool same_size(struct size a, struct size b)
{
    return a.rows == b.rows && a.cols == b.cols && a.inner == b.inner;
}

static const struct board_time *time_at(const struct board_entry *entry,
                                        enum board_cache cache,
                                        struct size size)
{
    for (size_t i = 0; i < entry->count[cache]; i++) {
        const struct board_time *time = &entry->times[cache][i];
        if (same_size(time->size, size) && !strcmp(time->state, "ok"))
            return time;
    }
    return NULL;
}

static bool takes_part(const struct board_entry *entry, enum board_cache cache)
{
    for (size_t i = 0; i < entry->count[cache]; i++) {
        if (strcmp(entry->times[cache][i].state, "ok"))
            return false;
    }
    return entry->count[cache] > 0 && !*entry->why;
}

/* Of those who take part. */
static double best_at(const struct board *board, enum board_cache cache,
                      struct size size)
{
    double best = INFINITY;
    for (size_t i = 0; i < board->count; i++) {
        const struct board_entry *entry = &board->entries[i];
        const struct board_time *time =
            takes_part(entry, cache) ? time_at(entry, cache, size) : NULL;
        best = time ? fmin(best, time->us) : best;
    }
    return best;
}

/* As many sizes as any. */
static size_t most_sizes(const struct board *board, enum board_cache cache)
{
    size_t most = 0;
    for (size_t i = 0; i < board->count; i++) {
        if (board->entries[i].count[cache] > most)
            most = board->entries[i].count[cache];
    }
    return most;
}

/* Before the first score: who does not take part is nobody's best. */
static void leave_out(struct board *board, enum board_cache cache)
{
    size_t most = most_sizes(board, cache);
    for (size_t i = 0; i < board->count; i++) {
        struct board_entry *entry = &board->entries[i];
        if (takes_part(entry, cache) && entry->count[cache] < most)
            snprintf(entry->why, sizeof entry->why,
                     "not measured at every size");
    }
}

static void score(const struct board *board, struct board_entry *entry,
                  enum board_cache cache)
{
    size_t n = entry->count[cache];
    double logs = 0, reading = 0;
    entry->score[cache] = entry->reading[cache] = NAN;
    if (!takes_part(entry, cache))
        return;
    for (size_t i = 0; i < n; i++) {
        const struct board_time *time = &entry->times[cache][i];
        logs += log(time->us / best_at(board, cache, time->size));
        reading += log(time->us / time->read); /* not known: infinite */
    }
    entry->score[cache] = exp(logs / (double)n);
    if (isfinite(reading))
        entry->reading[cache] = exp(reading / (double)n);
}

/* ---- places -------------------------------------------------------------- */

static enum board_cache sorted_by;

static int by_score(const void *a, const void *b)
{
    const struct board_entry *x = a, *y = b;
    double p = x->score[sorted_by], q = y->score[sorted_by];
    if (isnan(p) != isnan(q))
        return isnan(p) - isnan(q);
    if (p < q || p > q)
        return p < q ? -1 : 1;
    return strcmp(x->student->name, y->student->name);
}

void rank_sort(struct board *board, enum board_cache cache)
{
    sorted_by = cache;
    if (board->count > 0)
        qsort(board->entries, board->count, sizeof *board->entries, by_score);
}

static void give_places(struct board *board, enum board_cache cache)
{
    const struct board_entry *first = NULL;
    double same = board->measured ? same_measured : same_modelled;
    rank_sort(board, cache);
    for (size_t i = 0; i < board->count; i++) {
        struct board_entry *entry = &board->entries[i];
        if (isnan(entry->score[cache]))
            continue;
        if (!first || entry->score[cache] > first->score[cache] * same) {
            first = entry;
            entry->place[cache] = (unsigned)i + 1;
        } else {
            entry->place[cache] = first->place[cache];
        }
    }
}

/* The first reason there is. */
static void say_why(struct board_entry *entry)
{
    for (size_t c = 0; c < BOARD_CACHES && !*entry->why; c++) {
        for (size_t i = 0; i < entry->count[c] && !*entry->why; i++) {
            const struct board_time *time = &entry->times[c][i];
            if (strcmp(time->state, "ok"))
                snprintf(entry->why, sizeof entry->why, "%s: %.270s",
                         time->state, time->note);
        }
    }
}

void rank(struct board *board)
{
    for (size_t c = 0; c < BOARD_CACHES; c++) {
        leave_out(board, (enum board_cache)c);
        for (size_t i = 0; i < board->count; i++)
            score(board, &board->entries[i], (enum board_cache)c);
        give_places(board, (enum board_cache)c);
    }
    for (size_t i = 0; i < board->count; i++)
        say_why(&board->entries[i]);
    rank_sort(board, BOARD_WARM);
}
