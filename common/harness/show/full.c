/*
 * full.c - checks, findings and what was printed, each at its length.
 */
#include "full.h"

#include <stdio.h>
#include <string.h>

#include "paint.h"
#include "term/plain.h"
#include "term/wrap.h"

/* Columns of messages, and of what program and device say. */
enum { INDENT = 19, QUOTE = 4 };

enum { SHOWN_LINES = 40, PRINTED_LINES = 5 };

static void print_check(const struct session *session,
                        const struct check *check)
{
    char points[24] = "";
    char text[sizeof check->name + sizeof check->message + 4];
    if (check->max_points > 0)
        snprintf(points, sizeof points, "%d/%d", check->points,
                 check->max_points);
    else if (check->points < 0) /* taken off again */
        snprintf(points, sizeof points, "%d", check->points);
    snprintf(text, sizeof text, "%s%s%s", check->name,
             check->message[0] ? ": " : "", check->message);
    printf("    %s%-6s%s %6s  ", paint(session, check->passed ? GREEN : RED),
           check->passed ? "ok" : "not ok", paint(session, PLAIN), points);
    wrap_print(stdout, text, INDENT, wrap_width() < 60 ? QUOTE : INDENT);
}

/* A line of the program's, which must not reach the terminal's own commands. */
static void print_plain(const char *line)
{
    plain_print(stdout, line, strlen(line));
    putchar('\n');
}

/* A line of a finding; the student's own code in it is left as it is. */
static void print_finding(const char *line)
{
    size_t indent = strspn(line, " ");
    size_t number = strspn(line + indent, "0123456789 ");
    if (line[indent + number] == '|') {
        print_plain(line);
        return;
    }
    printf("%*s", (int)indent, "");
    wrap_print(stdout, line + indent, QUOTE + indent, QUOTE + indent);
}

/* The beginning of a text, indented. */
static void print_text(const char *text, void (*print)(const char *line),
                       int most)
{
    char line[1024];
    for (int i = 0; *text; i++) {
        int length = (int)strcspn(text, "\n");
        printf("%*s", QUOTE, "");
        if (i == most) {
            puts("...");
            return;
        }
        snprintf(line, sizeof line, "%.*s", length, text);
        print(line);
        text += length + (text[length] == '\n');
    }
}

static bool all_passed(const struct exercise_result *result)
{
    for (size_t i = 0; i < result->count; i++) {
        if (!result->checks[i].passed)
            return false;
    }
    return true;
}

void full_text(const char *text)
{
    print_text(text, print_finding, SHOWN_LINES);
}

void full_printed(const struct session *session,
                  const struct exercise_result *result)
{
    if (!result->printed || all_passed(result))
        return;
    printf("\n%s  Your program printed %llu bytes, which begin:%s\n",
           paint(session, BOLD), (unsigned long long)result->printed_bytes,
           paint(session, PLAIN));
    print_text(result->printed, print_plain, PRINTED_LINES);
}

void full_checks(const struct session *session,
                 const struct exercise_result *result)
{
    for (size_t i = 0; i < result->count; i++)
        print_check(session, &result->checks[i]);
}

void full_exercise(const struct session *session,
                   const struct exercise_result *result)
{
    full_checks(session, result);
    if (result->complaints) {
        printf("\n%s  The emulated device says:%s\n", paint(session, BOLD),
               paint(session, PLAIN));
        full_text(result->complaints);
    }
    full_printed(session, result);
}
