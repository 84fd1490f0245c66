/*
 * failure.c - one fault, one block: its cause first.
 *
 *   lab1_global/student.cu:94: read of 4 bytes past the end of A
 *      94 |         sum += A[row * cols + j] * V[j];
 *         |                ^
 *     at 1 x 1: thread (1,0,0) of block (0,0,0), the first of 255; A has ...
 *     ...
 *     not ok  0/11  correct: right at 0 of 4 sizes, and no more were tried
 *     ok       2/2  race_free
 *     later    0/3  one store per result, threads for the rows
 */
#include "failure.h"

#include <stdio.h>
#include <string.h>

#include "full.h"
#include "paint.h"
#include "run/sources.h"
#include "term/plain.h"
#include "term/wrap.h"

/* Columns of the cause, and of what is known beside it. */
enum { CAUSE_AT = 2, MORE_AT = 4 };

/* ---- the line of the source ---------------------------------------------- */

/* Tabs become spaces, so that the caret stands below its column. */
static void make_plain(char *text)
{
    plain_make(text);
    for (; *text; text++) {
        if (*text == '\t')
            *text = ' ';
    }
}

/* The part of the line around the column that fits, and a caret below. */
static void print_source(const struct session *session, const char *path,
                         unsigned line, unsigned column)
{
    char text[512];
    size_t indent, room = wrap_width() - MORE_AT - 8, from, at;
    if (!source_line(path, line, text, sizeof text))
        return;
    make_plain(text);
    indent = strspn(text, " ");
    /* what is missing at the end of a line is missed behind it */
    at = column > 0 && column <= strlen(text) + 1 ? column - 1 : indent;
    from = at < indent + room ? indent : at - room / 2;
    if (from > strlen(text))
        return;
    printf("%*s%5u | %.*s\n", CAUSE_AT, "", line, (int)room, text + from);
    if (column > 0 && at >= from)
        printf("%*s      | %*s%s^%s\n", CAUSE_AT, "", (int)(at - from), "",
               paint(session, GREEN), paint(session, PLAIN));
}

/* Only of the student's file, whatever a #line in it says. */
static void print_finding_source(const struct session *session,
                                 const struct exercise_result *result)
{
    const struct finding_record *finding = &result->finding;
    char own[64];
    snprintf(own, sizeof own, "/%s.cu", session->arguments->impl);
    if (finding->line > 0 && strlen(finding->file) > strlen(own) &&
        !strcmp(finding->file + strlen(finding->file) - strlen(own), own))
        print_source(session, finding->file, finding->line, finding->column);
}

/* ---- texts --------------------------------------------------------------- */

static void print_lines(const char *text)
{
    if (!*text)
        return;
    printf("%*s", MORE_AT, "");
    wrap_print(stdout, text, MORE_AT, MORE_AT);
}

/* A picture is not folded. */
static void print_picture(const char *picture)
{
    while (*picture) {
        size_t length = strcspn(picture, "\n");
        printf("%*s%.*s\n", MORE_AT + 2, "", (int)length, picture);
        picture += length + (picture[length] == '\n');
    }
}

/* ---- checks -------------------------------------------------------------- */

enum state { MISSED, PASSED, WAITING };

static enum state state_of(const struct check *check)
{
    return check->passed ? PASSED : check->waiting ? WAITING : MISSED;
}

static void print_line(const struct session *session, enum state state,
                       int points, int most, const char *text)
{
    static const char *const words[] = {"not ok", "ok", "later"};
    char score[32] = "";
    int column = MORE_AT + 16;
    if (most > 0)
        snprintf(score, sizeof score, "%d/%d", points, most);
    else if (points < 0) /* taken off again */
        snprintf(score, sizeof score, "%d", points);
    printf("%*s%s%-6s%s %7s  ", MORE_AT, "",
           paint(session, state == MISSED   ? RED
                          : state == PASSED ? GREEN
                                            : ""),
           words[state], paint(session, PLAIN), score);
    wrap_print(stdout, text, (size_t)column,
               wrap_width() < 60 ? MORE_AT + 2 : (size_t)column);
}

/* What is told of a check beside its name, unless the cause tells it. */
static const char *beside(const struct exercise_result *result,
                          const struct check *check)
{
    const char *text = check->brief;
    return *text && !strncmp(text, result->first, strlen(text) - 1) ? "" : text;
}

static void print_missed(const struct session *session,
                         const struct exercise_result *result)
{
    char text[sizeof result->checks->name + sizeof result->checks->brief + 4];
    for (size_t i = 0; i < result->count; i++) {
        const struct check *check = &result->checks[i];
        const char *brief = beside(result, check);
        if (state_of(check) != MISSED)
            continue;
        snprintf(text, sizeof text, "%s%s%s", check->name, *brief ? ": " : "",
                 brief);
        print_line(session, MISSED, check->points, check->max_points, text);
    }
}

/* All checks in that state, in one line. */
static void print_together(const struct session *session,
                           const struct exercise_result *result,
                           enum state state)
{
    char text[MAX_CHECKS * (sizeof result->checks->name + 2)] = "";
    int points = 0, most = 0;
    for (size_t i = 0; i < result->count; i++) {
        const struct check *check = &result->checks[i];
        size_t used = strlen(text);
        if (state_of(check) != state)
            continue;
        points += check->points;
        most += check->max_points;
        snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "",
                 check->name);
    }
    if (text[0])
        print_line(session, state, points, most, text);
}

void failure_print(const struct session *session,
                   const struct exercise_result *result)
{
    printf("%*s%s", CAUSE_AT, "", paint(session, BOLD));
    wrap_print(stdout, result->first, CAUSE_AT, CAUSE_AT);
    fputs(paint(session, PLAIN), stdout);
    print_finding_source(session, result);
    print_lines(result->more);
    print_picture(result->picture);
    print_missed(session, result);
    if (!session->arguments->brief)
        print_together(session, result, PASSED);
    print_together(session, result, WAITING);
    full_printed(session, result);
}
