/*
 * table.c - the results: a line for each exercise, and of the first that
 * failed why; of a single exercise its checks as well.
 */
#include "table.h"

#include <stdio.h>
#include <string.h>

#include "box/box.h"
#include "failure.h"
#include "full.h"
#include "paint.h"
#include "term/plain.h"
#include "term/wrap.h"

/* Columns of points: " 100/100". */
enum { SCORE = 8 };

/* What compiles may still be wrong, and only the compiler may know.  Editors
 * are told of it, unfolded, among the problems. */
static void print_warnings(const struct session *session, const struct lab *lab)
{
    struct program program;
    char text[1600];
    if (session->arguments->problems ||
        !program_find(&program, lab->name, session->arguments->impl,
                      session->compiler) ||
        !program_exists(&program))
        return;
    program_warnings(&program, text, sizeof text);
    if (!text[0])
        return;
    printf("\n%s  The compiler warns:%s\n", paint(session, BOLD),
           paint(session, PLAIN));
    full_text(text);
}

void table_lab(const struct session *session, const struct lab *lab)
{
    printf("\n%s%s: %s%s\n", paint(session, BOLD), lab->name, lab->title,
           paint(session, PLAIN));
    print_warnings(session, lab);
}

/* So that the points of a lab stand below each other. */
static int widest_name(const struct lab *lab)
{
    size_t width = 14;
    for (size_t i = 0; i < lab->exercise_count; i++) {
        if (strlen(lab->exercises[i].name) > width)
            width = strlen(lab->exercises[i].name);
    }
    return (int)width;
}

/* A text in so many columns; what does not fit is cut off between words. */
static void print_cut(const char *text, size_t columns)
{
    size_t length = strcspn(text, "\n");
    if (length <= columns) {
        printf("%-*.*s", (int)columns, (int)length, text);
        return;
    }
    length = columns < 4 ? 0 : columns - 4;
    while (length > 0 && text[length] != ' ')
        length--;
    printf("%.*s%-*s", (int)length, text, (int)(columns - length), " ...");
}

/* What stands between name and points: where nothing is wrong or all of it is
 * told below, what the exercise is; else what is wrong, without the name of the
 * file, which is that of all. */
static void about(const struct exercise_result *result, bool told, char *text,
                  size_t n)
{
    const struct finding_record *finding = &result->finding;
    if (result->untouched && result->exercise->is_case)
        snprintf(text, n, "%s", result->first);
    else if (result->untouched)
        snprintf(text, n, "not begun: %s yet",
                 result->exercise->on_cpu ? "nothing was written"
                                          : "no kernel was launched");
    else if (!result->first[0] || told)
        snprintf(text, n, "%s", result->exercise->title);
    else if (finding->line > 0)
        snprintf(text, n, "line %u: %s", finding->line, finding->title);
    else
        snprintf(text, n, "%s", result->first);
    plain_make(text);
}

/* Of an open exercise there are no points. */
static bool is_right(const struct exercise_result *result)
{
    int score, maximum;
    results_exercise_score(result, &score, &maximum);
    return score == maximum && !result->first[0];
}

static const char *color_of(const struct exercise_result *result)
{
    if (result->untouched)
        return "";
    return is_right(result) ? GREEN : RED;
}

/* "17/20"; of an open exercise its medal. */
static void earned(const struct exercise_result *result, char *text, size_t n)
{
    int score, maximum;
    results_exercise_score(result, &score, &maximum);
    if (result->medal.judged && result->medal.kind != MEDAL_NONE)
        snprintf(text, n, "%s", medal_name(result->medal.kind));
    else if (result->exercise->challenge.ladder)
        snprintf(text, n, "-");
    else
        snprintf(text, n, "%d/%d", score, maximum);
}

/* The time, and what is needed for the next medal. */
static void print_medal(const struct session *session,
                        const struct exercise_result *result)
{
    const struct medal *medal = &result->medal;
    if (!medal->text[0] || session->arguments->brief)
        return;
    printf("    ");
    wrap_print(stdout, medal->text, 4, 4);
    if (!medal->next[0])
        return;
    printf("    ");
    wrap_print(stdout, medal->next, 4, 4);
}

static void print_row(const struct session *session,
                      const struct lab_result *results, bool told)
{
    const struct exercise_result *result =
        &results->exercises[results->count - 1];
    int width = widest_name(results->lab);
    size_t most = wrap_width() < 80 ? wrap_width() : 79;
    size_t used = 2 + (size_t)width + 1 + SCORE;
    char points[24], text[sizeof result->first];
    printf("  %s%-*s%s ", paint(session, BOLD), width, result->exercise->name,
           paint(session, PLAIN));
    about(result, told, text, sizeof text);
    print_cut(text, most > used ? most - used : 0);
    earned(result, points, sizeof points);
    printf("%s%*s%s\n", paint(session, color_of(result)), SCORE, points,
           paint(session, PLAIN));
}

/* One exercise was asked for, and not a whole lab. */
static bool alone(const struct session *session)
{
    return session->arguments->exercise != NULL;
}

/* Why nothing can be run is told of the lab's first exercise. */
static bool told_before(const struct lab_result *results)
{
    for (size_t i = 0; i + 1 < results->count; i++) {
        if (results->exercises[i].first[0] && !results->exercises[i].untouched)
            return true;
    }
    return false;
}

static void tell_untouched(const struct exercise_result *result)
{
    fputs("  ", stdout);
    wrap_print(stdout, result->first, 2, 2);
}

static void print_failure(const struct session *session,
                          const struct exercise_result *result)
{
    putchar('\n');
    failure_print(session, result);
    if (!alone(session))
        putchar('\n');
}

/* Behind the points, as it costs none; of an exercise that has them all, or is
 * asked for alone.  FULL=1 shows it among what the emulated device says. */
static void print_remark(const struct session *session,
                         const struct exercise_result *result)
{
    if (!result->remark[0] || session->arguments->brief ||
        session->arguments->full || (result->first[0] && !alone(session)))
        return;
    printf("    remark:");
    wrap_print(stdout, result->remark, 11, 6);
}

/* Of a case that is solved. */
static void print_lesson(const struct session *session,
                         const struct exercise_result *result)
{
    if (!result->exercise->lesson || !is_right(result) || !alone(session))
        return;
    fputs("\n  ", stdout);
    wrap_print(stdout, result->exercise->lesson, 2, 2);
}

void table_exercise(const struct session *session,
                    const struct lab_result *results)
{
    const struct exercise_result *result =
        &results->exercises[results->count - 1];
    bool tells =
        result->first[0] && !result->untouched && !told_before(results);
    print_row(session, results, tells || session->arguments->full);
    if (session->arguments->full)
        full_exercise(session, result);
    else if (tells)
        print_failure(session, result);
    else if (result->untouched && alone(session))
        tell_untouched(result);
    else if (alone(session) && !session->arguments->brief)
        full_checks(session, result);
    print_medal(session, result);
    print_lesson(session, result);
    print_remark(session, result);
    fflush(stdout);
}

/* What make would have to be told to do the same again. */
static void print_command(const struct arguments *arguments, const char *last)
{
    char text[256], part[96];
    snprintf(text, sizeof text, "make check");
    if (arguments->lab) {
        snprintf(part, sizeof part, " LAB=%.80s", arguments->lab->name);
        strcat(text, part);
    }
    if (arguments->exercise) {
        snprintf(part, sizeof part, " EX=%.80s", arguments->exercise->name);
        strcat(text, part);
    }
    if (strcmp(arguments->impl, "student"))
        strcat(text, " IMPL=reference");
    printf("  %s%s\n", text, last);
}

static bool anything_ran(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        for (size_t k = 0; k < results->labs[i].count; k++) {
            if (strcmp(results->labs[i].exercises[k].checks[0].name,
                       "compiles") != 0)
                return true;
        }
    }
    return false;
}

void table_end(const struct session *session, const struct results *results)
{
    const struct arguments *arguments = session->arguments;
    char seed[40], text[384];
    int score, maximum;
    results_score(results, &score, &maximum);
    if (maximum > 0)
        printf("\n%s%sScore: %d/%d%s\n", paint(session, BOLD),
               paint(session, score == maximum ? GREEN : RED), score, maximum,
               paint(session, PLAIN));
    else
        printf("\nNo points hang on it.\n");
    if (anything_ran(results))
        snprintf(text, sizeof text,
                 "%s.cu ran, built by %s, on the %s%s, in a box of %s.",
                 arguments->impl, session->compiler, session->device,
                 session->on_gpu ? ", and on the emulated device, which alone "
                                   "gives points"
                                 : "",
                 box_kind());
    else
        snprintf(text, sizeof text, "%s.cu did not run.", arguments->impl);
    wrap_print(stdout, text, 0, 0);
    snprintf(seed, sizeof seed, " SEED=%llu",
             (unsigned long long)arguments->seed);
    wrap_print(stdout,
               arguments->full
                   ? "Again with the same inputs:"
                   : "Again with the same inputs (FULL=1 shows all that was "
                     "found):",
               0, 0);
    print_command(arguments, seed);
    fflush(stdout); /* before complaints about check.json */
}

void table_next(const struct session *session, const struct next *next)
{
    printf("\n%sNext: %s%s, %s\n  make check LAB=%s EX=%s\n",
           paint(session, BOLD), next->exercise->name, paint(session, PLAIN),
           next->exercise->title, next->lab->name, next->exercise->name);
}
