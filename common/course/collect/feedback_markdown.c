/*
 * feedback_markdown.c - the same as text, for platforms that show Markdown.
 */
#include <stdio.h>
#include <string.h>

#include "excerpt.h"
#include "feedback.h"
#include "said.h"
#include "html/put.h"

static void put_excerpt(FILE *file, const struct excerpt *excerpt)
{
    char text[(EXCERPT_LINES + 1) * (EXCERPT_BYTES + 16)];
    size_t n = 0;
    for (int i = 0; i < excerpt->count; i++) {
        int number = excerpt->first + i;
        n += (size_t)snprintf(text + n, sizeof text - n, "%5d | %s\n", number,
                              excerpt->text[i]);
        if (number == excerpt->line && excerpt->caret >= 0)
            n += (size_t)snprintf(text + n, sizeof text - n, "      | %*s^\n",
                                  excerpt->caret, "");
    }
    text[n ? n - 1 : 0] = '\0';
    put_markdown_code(file, 0, text);
}

static void put_check(FILE *file, const struct graded_check *check)
{
    char line[SAID_LINE];
    put_markdown(file, "- %s", said_word(check));
    if (check->max_points)
        put_markdown(file, " %d/%d", check->points, check->max_points);
    else if (check->points)
        put_markdown(file, " %d", check->points);
    put_markdown(file, " **%s**: %s\n", check->name,
                 said_in_a_line(line, said_message(check)));
}

static void put_override(FILE *file, const struct override *override)
{
    if (override)
        put_markdown(
            file, "Your instructor gave %d points instead of %d: %s\n\n",
            override->points, override->replaced,
            *override->reason ? override->reason : "no reason was written.");
}

/* Lines of what is known, each a paragraph's. */
static void put_lines(FILE *file, const char *text)
{
    char line[1024];
    while (*text) {
        size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        put_markdown(file, "%s  \n", line);
        text += n + (text[n] == '\n');
    }
    putc('\n', file);
}

static void put_lost(FILE *file, const struct class *class,
                     const struct class_student *student,
                     const struct class_lab *lab,
                     const struct class_exercise *exercise)
{
    const char *more = json_text(exercise->record, "more");
    const char *picture = json_text(exercise->record, "picture");
    struct excerpt excerpt;
    put_markdown(file, "**%s**\n\n", exercise->graded->first);
    if (excerpt_take(&excerpt, class, student, lab, exercise)) {
        put_excerpt(file, &excerpt);
        putc('\n', file);
    }
    if (*more)
        put_lines(file, more);
    if (*picture) {
        put_markdown_code(file, 0, picture);
        putc('\n', file);
    }
}

static void put_exercise(FILE *file, const struct class *class,
                         const struct class_student *student,
                         const struct class_lab *lab,
                         const struct class_exercise *exercise)
{
    const struct graded_exercise *graded =
        lab->status == LAB_GRADED ? exercise->graded : NULL;
    bool lost =
        graded && graded->score < graded->max_score && !said_compiler(lab);
    put_markdown(file, "### %s: %d/%d\n\n", exercise->exercise->name,
                 exercise->score, exercise->max_score);
    put_override(file, exercise->override);
    if (lost)
        put_lost(file, class, student, lab, exercise);
    for (size_t i = 0; lost && i < graded->count; i++)
        put_check(file, &graded->checks[i]);
    if (lost)
        put_markdown(file,
                     "\n`make hint LAB=%s EX=%s` shows one step at a time.\n",
                     lab->lab->name, exercise->exercise->name);
    if (graded && *graded->remark)
        put_markdown(file, "\nCosts nothing: %s\n", graded->remark);
    putc('\n', file);
}

static void put_compiler(FILE *file, const struct class *class,
                         const struct class_student *student,
                         const struct class_lab *lab)
{
    const struct graded_check *check = said_compiler(lab);
    struct excerpt excerpt;
    if (!check)
        return;
    put_markdown(file, "It does not compile: **%s**\n\n",
                 lab->exercises[0].graded->first);
    if (excerpt_take(&excerpt, class, student, lab, &lab->exercises[0])) {
        put_excerpt(file, &excerpt);
        putc('\n', file);
    }
    put_markdown_code(file, 0, check->message);
    putc('\n', file);
}

static void put_lab(FILE *file, const struct class *class,
                    const struct class_student *student,
                    const struct class_lab *lab)
{
    const char *no_points = said_no_points(student, lab);
    put_markdown(file, "## %s: %d/%d\n\n", lab->lab->title, lab->score,
                 lab->max_score);
    put_override(file, lab->override);
    if (no_points)
        put_markdown(file, "%s %s\n\n", no_points, lab->why);
    put_compiler(file, class, student, lab);
    for (size_t i = 0; i < lab->count; i++) {
        if ((!no_points && !said_compiler(lab)) || lab->exercises[i].override)
            put_exercise(file, class, student, lab, &lab->exercises[i]);
    }
}

void feedback_markdown(FILE *file, const struct class *class,
                       const struct class_student *student)
{
    const char *status = said_status(student);
    put_markdown(file, "# %s: %d/%d\n\n", student->name, student->score,
                 student->max_score);
    if (status)
        put_markdown(file, "%s\n\n", status);
    for (size_t i = 0; i < student->note_count; i++)
        put_markdown(file, "- %s\n", student->notes[i]);
    if (student->note_count)
        putc('\n', file);
    for (size_t i = 0; i < class->lab_count; i++)
        put_lab(file, class, student, &student->labs[i]);
}
