/*
 * table.c - the results as a table of 80 columns, most important first.
 */
#include "table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "term/wrap.h"

/* Columns of messages, and of what program and device say. */
enum { INDENT = 19, QUOTE = 4 };

enum { SHOWN_LINES = 40, PRINTED_LINES = 5 };

static const char *paint(const struct session *session, const char *code)
{
    return session->arguments->color ? code : "";
}

#define BOLD  "\033[1m"
#define GREEN "\033[32m"
#define RED   "\033[31m"
#define PLAIN "\033[0m"

static void print_check(const struct session *session,
                        const struct check *check)
{
    char points[24] = "";
    char text[sizeof check->name + sizeof check->message + 4];
    if (check->max_points > 0)
        snprintf(points, sizeof points, "%d/%d", check->points,
                 check->max_points);
    snprintf(text, sizeof text, "%s%s%s", check->name,
             check->message[0] ? ": " : "", check->message);
    printf("    %s%-6s%s %6s  ", paint(session, check->passed ? GREEN : RED),
           check->passed ? "ok" : "not ok", paint(session, PLAIN), points);
    wrap_print(stdout, text, INDENT, INDENT);
}

/* A line of the program's, which must not reach the terminal's own commands. */
static void print_plain(const char *line)
{
    for (; *line; line++)
        putchar(iscntrl((unsigned char)*line) && *line != '\t' ? '?' : *line);
    putchar('\n');
}

/* A line of a finding; the student's own code in it is left as it is. */
static void print_finding(const char *line)
{
    size_t indent = strspn(line, " ");
    size_t number = strspn(line + indent, "0123456789 ");
    if (line[indent + number] == '|') {
        puts(line);
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

static void print_texts(const struct session *session,
                        const struct exercise_result *result)
{
    if (result->complaints) {
        printf("\n%s  The emulated device says:%s\n", paint(session, BOLD),
               paint(session, PLAIN));
        print_text(result->complaints, print_finding, SHOWN_LINES);
    }
    if (result->printed && !all_passed(result)) {
        printf("\n%s  Your program printed %llu bytes, which begin:%s\n",
               paint(session, BOLD), (unsigned long long)result->printed_bytes,
               paint(session, PLAIN));
        print_text(result->printed, print_plain, PRINTED_LINES);
    }
}

/* What compiles may still be wrong, and only the compiler may know. */
static void print_warnings(const struct session *session, const struct lab *lab)
{
    struct program program;
    char text[1600];
    if (!program_find(&program, lab->name, session->arguments->impl,
                      session->compiler) ||
        !program_exists(&program))
        return;
    program_warnings(&program, text, sizeof text);
    if (!text[0])
        return;
    printf("\n%s  The compiler warns:%s\n", paint(session, BOLD),
           paint(session, PLAIN));
    print_text(text, print_finding, SHOWN_LINES);
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

/* That a file does not compile is said of its first exercise. */
static bool said_before(const struct lab_result *results)
{
    return results->count > 1 &&
           !strcmp(results->exercises[0].checks[0].name, "compiles");
}

static bool to_be_done(const struct check *check)
{
    return !check->passed && !check->waiting;
}

void table_exercise(const struct session *session,
                    const struct lab_result *results)
{
    const struct exercise_result *result =
        &results->exercises[results->count - 1];
    bool brief = session->arguments->brief;
    int width = widest_name(results->lab);
    int score, maximum;
    results_exercise_score(result, &score, &maximum);
    printf("%s  %s%-*s%s %-*s %3d/%d\n", brief ? "" : "\n",
           paint(session, BOLD), width, result->exercise->name,
           paint(session, PLAIN), 64 - width, result->exercise->title, score,
           maximum);
    for (size_t i = 0; i < result->count; i++) {
        if (!brief || (to_be_done(&result->checks[i]) && !said_before(results)))
            print_check(session, &result->checks[i]);
    }
    print_texts(session, result);
    fflush(stdout);
}

void table_end(const struct session *session, const struct results *results)
{
    const struct arguments *arguments = session->arguments;
    int score, maximum;
    results_score(results, &score, &maximum);
    printf("\n%s%sScore: %d/%d%s\n", paint(session, BOLD),
           paint(session, score == maximum ? GREEN : RED), score, maximum,
           paint(session, PLAIN));
    printf("%s.cu ran, built by %s, on the %s.\n", arguments->impl,
           session->compiler, session->device);
    printf("Again with the same inputs:\n  make check");
    if (arguments->lab)
        printf(" LAB=%s", arguments->lab->name);
    if (arguments->exercise)
        printf(" EX=%s", arguments->exercise->name);
    if (strcmp(arguments->impl, "student"))
        printf(" IMPL=%s", arguments->impl);
    printf(" SEED=%llu\n", (unsigned long long)arguments->seed);
    fflush(stdout); /* before complaints about check.json */
}
