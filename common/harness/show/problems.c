/*
 * problems.c - what is wrong, for editors.
 *
 * Idea: editors look for lines like those of gcc, each with a place of its own.
 * What people read is folded, leads from the cause to its evidence, and tells
 * one exercise at a time; so this is a second list, behind it.
 */
#include "problems.h"

#include <stdio.h>
#include <string.h>

#include "run/sources.h"
#include "term/plain.h"

enum { MOST_PLACES = 100 };

/* Those of one lab, of which each is told of once. */
struct places {
    const char *source; /* "lab1_global/student.cu" */
    struct place {
        unsigned line, column;
    } told[MOST_PLACES];
    size_t count;
};

static bool is_new(struct places *places, unsigned line, unsigned column)
{
    for (size_t i = 0; i < places->count; i++) {
        if (places->told[i].line == line && places->told[i].column == column)
            return false;
    }
    if (places->count == MOST_PLACES)
        return false;
    places->told[places->count++] = (struct place){line, column};
    return true;
}

/* exercise: NULL if it concerns all of them. */
static void tell(struct places *places, unsigned line, unsigned column,
                 const char *severity, const char *text, const char *exercise)
{
    char plain[sizeof((struct exercise_result *)0)->first];
    if (!is_new(places, line, column))
        return;
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(text, "\n"), text);
    plain_make(plain);
    printf("%s:%u:%u: %s: %s", places->source, line, column ? column : 1,
           severity, plain);
    if (exercise)
        printf(" [%s]", exercise);
    putchar('\n');
}

/* ---- the compiler -------------------------------------------------------- */

static void tell_message(const struct finding_record *message, void *context)
{
    struct places *places = context;
    if (!strcmp(message->file, places->source))
        tell(places, message->line, message->column, message->severity,
             message->title, NULL);
}

/* ---- where an exercise begins -------------------------------------------- */

/* Is it "// ---- NAME ----"? */
static bool is_heading(const char *line, const char *name)
{
    const char *at = strstr(line, "---- ");
    size_t n = strlen(name);
    return at && !strncmp(at + 5, name, n) && at[5 + n] == ' ';
}

/* The first line of its kernel, or else its heading; 1 if it has none. */
static unsigned first_line_of(const char *source, const char *exercise)
{
    FILE *file = source_open(source);
    char line[512];
    unsigned number = 0, heading = 0, kernel = 0;
    bool whole = true; /* the last one read was a line's end */
    while (file && !kernel && fgets(line, sizeof line, file)) {
        number += whole;
        whole = strchr(line, '\n');
        if (heading && strstr(line, "__global__"))
            kernel = number;
        if (heading && number > heading && strstr(line, "// ---- "))
            break; /* the next one's */
        if (!heading && is_heading(line, exercise))
            heading = number;
    }
    if (file)
        fclose(file);
    return kernel ? kernel : heading ? heading : 1;
}

/* ---- the emulated device ------------------------------------------------- */

/* Without the place that begins it. */
static const char *words_of(const char *text, const char *source)
{
    size_t n = strlen(source), digits;
    if (strncmp(text, source, n) || text[n] != ':')
        return text;
    digits = strspn(text + n + 1, "0123456789");
    return strncmp(text + n + 1 + digits, ": ", 2) ? text
                                                   : text + n + digits + 3;
}

/* A result that is wrong is an error, one that is worth less a warning. */
static const char *severity_of(const struct exercise_result *result)
{
    bool right = result->count > 0 && result->checks[0].passed;
    return right && result->finding.line == 0 ? "warning" : "error";
}

static void tell_cause(struct places *places,
                       const struct exercise_result *result)
{
    const struct finding_record *finding = &result->finding;
    bool placed = finding->line > 0 && !strcmp(finding->file, places->source);
    tell(places,
         placed ? finding->line
                : first_line_of(places->source, result->exercise->name),
         placed ? finding->column : 1, severity_of(result),
         words_of(result->first, places->source), result->exercise->name);
}

/* "file:36:14: error: read of ..."; what costs nothing, a note, is a warning
 * here, as editors do not look for notes. */
static void tell_finding(struct places *places, const char *line,
                         const char *exercise)
{
    char file[256], severity[16];
    unsigned row, column;
    int begin = 0;
    if (sscanf(line, "%255[^:]:%u:%u: %15[a-z]: %n", file, &row, &column,
               severity, &begin) == 4 &&
        begin > 0 && !strcmp(file, places->source))
        tell(places, row, column,
             strcmp(severity, "error") ? "warning" : "error", line + begin,
             exercise);
}

static void tell_exercise(struct places *places,
                          const struct exercise_result *result)
{
    const char *text = result->complaints;
    if (result->untouched)
        return;
    if (result->first[0])
        tell_cause(places, result);
    while (text && *text) {
        tell_finding(places, text, result->exercise->name);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
}

/* If it does not compile, all its exercises have that for a cause. */
static void tell_program(const struct program *program,
                         const struct exercise_result *results, size_t count)
{
    struct places places = {.source = program->source};
    program_each_message(program, tell_message, &places);
    if (!program_exists(program)) {
        if (places.count == 0 && count > 0 && !results->untouched)
            tell(&places, 1, 1, "error", results->first, NULL);
        return;
    }
    for (size_t i = 0; i < count; i++)
        tell_exercise(&places, &results[i]);
}

/* Cases have programs of their own, and stand behind the lab's exercises. */
static void tell_lab(const struct session *session,
                     const struct lab_result *results)
{
    const struct exercise_result *exercises = results->exercises;
    const char *impl = session->arguments->impl;
    struct program program;
    size_t count = 0;
    while (count < results->count && !exercises[count].exercise->is_case)
        count++;
    if (count > 0 &&
        program_find(&program, results->lab->name, impl, session->compiler))
        tell_program(&program, exercises, count);
    for (size_t i = count; i < results->count; i++) {
        if (program_of(&program, results->lab, exercises[i].exercise, impl,
                       session->compiler))
            tell_program(&program, &exercises[i], 1);
    }
}

void problems_print(const struct session *session,
                    const struct results *results)
{
    putchar('\n');
    for (size_t i = 0; i < results->count; i++)
        tell_lab(session, &results->labs[i]);
    fflush(stdout);
}
