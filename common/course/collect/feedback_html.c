/*
 * feedback_html.c - one page, without a script, that reads on a telephone and
 * prints.
 */
#include <stdio.h>
#include <string.h>

#include "excerpt.h"
#include "feedback.h"
#include "said.h"
#include "html/put.h"

#include "html/style.h"

/* ---- one exercise -------------------------------------------------------- */

static size_t word_length(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return n ? n : *text ? 1 : 0;
}

/* The word at the place is underlined. */
static void put_meant(FILE *file, const struct excerpt *excerpt,
                      const char *line)
{
    char before[EXCERPT_BYTES], word[EXCERPT_BYTES];
    int at = excerpt->caret;
    size_t n = at >= 0 ? word_length(line + at) : 0;
    snprintf(before, sizeof before, "%.*s", at >= 0 ? at : (int)strlen(line),
             line);
    snprintf(word, sizeof word, "%.*s", (int)n, at >= 0 ? line + at : "");
    put_html(file, "<b>%s<u>%s</u>%s</b>", before, word,
             at >= 0 ? line + at + n : "");
}

static void put_excerpt(FILE *file, const struct excerpt *excerpt)
{
    fputs("<pre dir=\"ltr\">", file);
    for (int i = 0; i < excerpt->count; i++) {
        int number = excerpt->first + i;
        fprintf(file, "%s<i>%5d  </i>", i ? "\n" : "", number);
        if (number == excerpt->line)
            put_meant(file, excerpt, excerpt->text[i]);
        else
            put_html(file, "%s", excerpt->text[i]);
    }
    fputs("</pre>\n", file);
}

static void put_check(FILE *file, const struct graded_check *check)
{
    put_html(file, "<tr><td class=\"%s\">%s</td><td>%s</td>",
             check->passed ? "good" : "bad", said_word(check), check->name);
    if (check->max_points)
        put_html(file, "<td class=\"n\">%d/%d</td>", check->points,
                 check->max_points);
    else if (check->points)
        put_html(file, "<td class=\"n\">%d</td>", check->points);
    else
        fputs("<td class=\"n\"></td>", file);
    put_html(file, "<td class=\"more\">%s</td></tr>\n", check->message);
}

/* What could not be looked at is one row. */
static void put_waiting(FILE *file, const struct graded_exercise *graded)
{
    int points = 0;
    const char *before = "<tr><td class=\"soft\">later</td><td>";
    for (size_t i = 0; i < graded->count; i++) {
        if (!graded->checks[i].waiting)
            continue;
        points += graded->checks[i].max_points;
        fputs(before, file);
        put_html(file, "%s", graded->checks[i].name);
        before = ",<br>";
    }
    if (points > 0)
        put_html(file,
                 "</td><td class=\"n\">0/%d</td><td class=\"soft\">count once "
                 "what stands above is right</td></tr>\n",
                 points);
}

static void put_checks(FILE *file, const struct class_exercise *exercise)
{
    const struct graded_exercise *graded = exercise->graded;
    fputs("<table class=\"checks\"><thead><tr><th></th><th>check</th>"
          "<th class=\"n\">points</th><th>what was found</th></tr></thead>\n"
          "<tbody>\n",
          file);
    for (size_t i = 0; i < graded->count; i++) {
        if (!graded->checks[i].waiting)
            put_check(file, &graded->checks[i]);
    }
    put_waiting(file, graded);
    fputs("</tbody></table>\n", file);
}

static void put_override(FILE *file, const struct override *override)
{
    if (!override)
        return;
    put_html(file,
             "<p class=\"note\">Your instructor gave %d points instead of "
             "%d: %s</p>\n",
             override->points, override->replaced,
             *override->reason ? override->reason : "no reason was written.");
}

static void put_next(FILE *file, const struct class_lab *lab,
                     const struct class_exercise *exercise)
{
    const char *hint = said_hint(exercise);
    put_html(file,
             "<div class=\"next\"><code>make hint LAB=%s EX=%s</code> shows "
             "one step at a time.",
             lab->lab->name, exercise->exercise->name);
    if (hint)
        put_html(file,
                 " <details><summary>The first step</summary>%s</details>",
                 hint);
    fputs("</div>\n", file);
}

static void put_cause(FILE *file, const struct class *class,
                      const struct class_student *student,
                      const struct class_lab *lab,
                      const struct class_exercise *exercise)
{
    const char *more = json_text(exercise->record, "more");
    const char *picture = json_text(exercise->record, "picture");
    struct excerpt excerpt;
    put_html(file, "<p class=\"cause\">%s</p>\n", exercise->graded->first);
    if (excerpt_take(&excerpt, class, student, lab, exercise))
        put_excerpt(file, &excerpt);
    if (*more)
        put_html(file, "<p class=\"more\">%s</p>\n", more);
    if (*picture)
        put_html(file, "<pre dir=\"ltr\">%s</pre>\n", picture);
}

static void put_head(FILE *file, const struct class_exercise *exercise)
{
    put_html(file,
             "<div class=\"head\"><h3><span class=\"mono\">%s</span> "
             "<span class=\"soft\">%s</span></h3>"
             "<span class=\"points %s\">%d/%d</span></div>\n",
             exercise->exercise->name, exercise->exercise->title,
             exercise->score == exercise->max_score ? "good" : "",
             exercise->score, exercise->max_score);
}

static void put_exercise(FILE *file, const struct class *class,
                         const struct class_student *student,
                         const struct class_lab *lab,
                         const struct class_exercise *exercise)
{
    const struct graded_exercise *graded =
        lab->status == LAB_GRADED ? exercise->graded : NULL;
    bool full = graded && graded->score == graded->max_score;
    fputs("<section class=\"card\">\n", file);
    put_head(file, exercise);
    put_override(file, exercise->override);
    if (graded && !full && !said_compiler(lab)) {
        put_cause(file, class, student, lab, exercise);
        put_next(file, lab, exercise);
        put_checks(file, exercise);
    } else if (graded && full) {
        fputs("<details><summary>all checks passed</summary>\n", file);
        put_checks(file, exercise);
        fputs("</details>\n", file);
    }
    if (graded && *graded->remark)
        put_html(file, "<p class=\"more soft\">Costs nothing: %s</p>\n",
                 graded->remark);
    fputs("</section>\n", file);
}

/* ---- one lab ------------------------------------------------------------- */

static void put_compiler(FILE *file, const struct class *class,
                         const struct class_student *student,
                         const struct class_lab *lab)
{
    const struct graded_check *check = said_compiler(lab);
    struct excerpt excerpt;
    if (!check)
        return;
    fputs("<section class=\"card\"><h3>It does not compile</h3>\n", file);
    put_html(file, "<p class=\"cause\">%s</p>\n",
             lab->exercises[0].graded->first);
    if (excerpt_take(&excerpt, class, student, lab, &lab->exercises[0]))
        put_excerpt(file, &excerpt);
    put_html(file,
             "<details><summary>What the compiler said</summary>"
             "<pre dir=\"ltr\">%s</pre></details>\n"
             "<div class=\"next\"><code>make check LAB=%s</code> compiles it "
             "and says the same; no exercise of this lab counts before."
             "</div></section>\n",
             check->message, lab->lab->name);
}

static void put_lab(FILE *file, const struct class *class,
                    const struct class_student *student,
                    const struct class_lab *lab)
{
    const char *no_points = said_no_points(student, lab);
    put_html(file,
             "<h2 id=\"%s\"><span class=\"head\"><span>%s <small "
             "class=\"mono\">%s</small></span><span class=\"points\">%d/%d"
             "</span></span></h2>\n",
             lab->lab->name, lab->lab->title, lab->lab->name, lab->score,
             lab->max_score);
    put_override(file, lab->override);
    if (no_points)
        put_html(file, "<p class=\"note\">%s%s%s</p>\n", no_points,
                 *lab->why ? " " : "", lab->why);
    put_compiler(file, class, student, lab);
    for (size_t i = 0; i < lab->count; i++) {
        if ((!no_points && !said_compiler(lab)) || lab->exercises[i].override)
            put_exercise(file, class, student, lab, &lab->exercises[i]);
    }
}

/* ---- the page ------------------------------------------------------------ */

static void put_overview(FILE *file, const struct class *class,
                         const struct class_student *student)
{
    fputs("<div class=\"tiles\">\n", file);
    put_html(file,
             "<div class=\"tile\"><small>all labs</small><b>%d<small>/%d"
             "</small></b>",
             student->score, student->max_score);
    style_bar(file, student->score, student->max_score);
    fputs("</div>\n", file);
    for (size_t i = 0; class->lab_count > 1 && i < class->lab_count; i++) {
        const struct class_lab *lab = &student->labs[i];
        put_html(file,
                 "<div class=\"tile\"><small><a href=\"#%s\">%s</a></small>"
                 "<b>%d<small>/%d</small></b>",
                 lab->lab->name, lab->lab->title, lab->score, lab->max_score);
        style_bar(file, lab->score, lab->max_score);
        fputs("</div>\n", file);
    }
    fputs("</div>\n", file);
}

void feedback_html(FILE *file, const struct class *class,
                   const struct class_student *student)
{
    const char *status = said_status(student);
    style_begin(file, student->name, NULL);
    put_html(file,
             "<main>\n<p class=\"over\">CUDA labs: feedback</p>\n"
             "<h1><bdi>%s</bdi></h1>\n",
             student->name);
    put_overview(file, class, student);
    if (status)
        put_html(file, "<p class=\"note\">%s</p>\n", status);
    for (size_t i = 0; i < student->note_count; i++)
        put_html(file, "<p class=\"note\">%s</p>\n", student->notes[i]);
    for (size_t i = 0; i < class->lab_count; i++)
        put_lab(file, class, student, &student->labs[i]);
    fputs("<p class=\"soft\"><small>Points are given for right results, no "
          "memory errors or races, and memory accesses as counted by the "
          "emulated device; never for time.</small></p>\n</main>\n",
          file);
    style_end(file, NULL);
}
