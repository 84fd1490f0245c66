/*
 * page.c - see page.h.
 *
 * From above: how it went, who needs a look, what points were lost for, how
 * each exercise went, what the instructor decided, and all students.
 */
#include "page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causes.h"
#include "html/chart.h"
#include "look.h"
#include "html/put.h"
#include "html/style.h"

enum { CAUSES_SHOWN = 12 };

/* Sorts the table of students by the column whose heading is pressed. */
static const char script[] =
    "\"use strict\";\n"
    "for (const button of document.querySelectorAll(\"th button\"))\n"
    "  button.addEventListener(\"click\", () => {\n"
    "    const head = button.parentNode, body = head.closest(\"table\")"
    ".tBodies[0];\n"
    "    const up = head.getAttribute(\"aria-sort\") !== \"ascending\";\n"
    "    const value = row => row.cells[head.cellIndex].dataset.v ??\n"
    "      row.cells[head.cellIndex].textContent;\n"
    "    for (const other of head.parentNode.cells)\n"
    "      other.removeAttribute(\"aria-sort\");\n"
    "    head.setAttribute(\"aria-sort\", up ? \"ascending\" : "
    "\"descending\");\n"
    "    body.append(...[...body.rows].sort((a, b) => (up ? 1 : -1) *\n"
    "      value(a).localeCompare(value(b), undefined, {numeric: true})));\n"
    "  });\n";

/* ---- distributions ------------------------------------------------------- */

/* Points of those that count: of exercise k of lab i, of lab i if k is -1, of
 * all labs if i is -1. */
static void fill_chart(struct chart *chart, const struct class *class, int i,
                       int k)
{
    chart->count = 0;
    for (size_t s = 0; s < class->count; s++) {
        const struct class_student *student = &class->students[s];
        const struct class_lab *lab = i < 0 ? NULL : &student->labs[i];
        bool counts = lab ? class_lab_score(lab) >= 0
                          : student->status == CLASS_GRADED ||
                                student->status == CLASS_PARTLY;
        if (counts)
            chart->points[chart->count++] = !lab    ? student->score
                                            : k < 0 ? lab->score
                                                    : lab->exercises[k].score;
    }
}

static void put_number(FILE *file, double number)
{
    fprintf(file, number == (int)number ? "%.0f" : "%.1f", number);
}

static void put_chart(FILE *file, struct chart *chart, const char *name,
                      const char *title, int width)
{
    put_html(file,
             "<div class=\"card\"><h3 class=\"mono\">%s</h3>"
             "<small>%s</small>\n",
             name, title);
    if (chart->count == 0) {
        fputs("<p class=\"soft\">nobody yet</p></div>\n", file);
        return;
    }
    chart_draw(file, chart, width, width > 400 ? 110 : 64);
    fputs("<small>median ", file);
    put_number(file, chart_median(chart));
    put_html(file,
             " of %d<br><span class=\"bad\">none %z</span>, "
             "<span class=\"good\">all %z</span>, of %z</small></div>\n",
             chart->most, chart_none(chart), chart_full(chart), chart->count);
}

static void put_lab_charts(FILE *file, const struct class *class,
                           struct chart *chart, int i)
{
    const struct lab *lab = class->labs[i];
    put_html(file,
             "<h3 class=\"lab\">%s <small class=\"mono\">%s</small></h3>\n",
             lab->title, lab->name);
    fputs("<div class=\"charts\">\n", file);
    chart->most = class->lab_points[i];
    fill_chart(chart, class, i, -1);
    put_chart(file, chart, lab->name, "the whole lab", 200);
    for (size_t k = 0; class->count && k < class->students[0].labs[i].count;
         k++) {
        const struct class_exercise *exercise =
            &class->students[0].labs[i].exercises[k];
        chart->most = exercise->max_score;
        fill_chart(chart, class, i, (int)k);
        put_chart(file, chart, exercise->exercise->name,
                  exercise->exercise->title, 200);
    }
    fputs("</div>\n", file);
}

static void put_charts(FILE *file, const struct class *class,
                       struct chart *chart)
{
    fputs("<h2 id=\"points\">Points</h2>\n<p class=\"soft\">How many students "
          "(height) have how many points: <span class=\"bad\">none</span> at "
          "the left, <span class=\"good\">all</span> at the right. Dashed: the "
          "median. Who handed in nothing for a lab is not in it.</p>\n",
          file);
    for (size_t i = 0; i < class->lab_count; i++)
        put_lab_charts(file, class, chart, (int)i);
}

/* ---- causes -------------------------------------------------------------- */

/* Names of exercises, each once, with how many had it there. */
static void put_exercises(FILE *file, const struct class *class,
                          const struct cause *cause)
{
    const char *comma = "";
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct lab *lab = class->labs[i];
        for (size_t k = 0; k < lab->exercise_count; k++) {
            size_t count = 0;
            for (size_t c = 0; c < cause->count; c++)
                count +=
                    cause->cases[c].exercise->exercise == &lab->exercises[k];
            if (!count)
                continue;
            put_html(file, "%s<span class=\"mono\">%s</span>&nbsp;%z", comma,
                     lab->exercises[k].name, count);
            comma = ", ";
        }
    }
}

static void put_names(FILE *file, const struct cause *cause)
{
    const struct class_student *last = NULL;
    for (size_t i = 0; i < cause->count; i++) {
        const struct class_student *student = cause->cases[i].student;
        if (student == last)
            continue;
        if (last)
            fputs(", ", file);
        look_link(file, student);
        last = student;
    }
}

static void put_cause(FILE *file, const struct class *class,
                      const struct cause *cause)
{
    put_html(file, "<tr><td class=\"n\"><b>%z</b>", cause->students);
    style_share(file, cause->students, class->count);
    put_html(file, "</td><td>%s<br><small class=\"soft\">", cause->text);
    put_exercises(file, class, cause);
    fputs("</small><details><summary><small>who</small></summary><small>",
          file);
    put_names(file, cause);
    put_html(file, "</small></details></td><td class=\"n\">%d</td></tr>\n",
             cause->lost);
}

static void put_cause_rows(FILE *file, const struct class *class,
                           const struct causes *causes, size_t from, size_t to)
{
    fputs("<table><thead><tr><th class=\"n\">students</th><th>cause</th>"
          "<th class=\"n\">points lost</th></tr></thead><tbody>\n",
          file);
    for (size_t i = from; i < to; i++)
        put_cause(file, class, &causes->list[i]);
    fputs("</tbody></table>\n", file);
}

static void put_causes(FILE *file, const struct class *class,
                       const struct causes *causes)
{
    size_t shown = causes->count < CAUSES_SHOWN ? causes->count : CAUSES_SHOWN;
    fputs("<h2 id=\"causes\">What points were lost for</h2>\n", file);
    if (!causes->count) {
        fputs("<p class=\"card\">Nobody has lost any.</p>\n", file);
        return;
    }
    fputs("<p class=\"soft\">The cause that was said first in an exercise; "
          "where students differ in it stands \"...\".</p>\n"
          "<div class=\"card\">",
          file);
    put_cause_rows(file, class, causes, 0, shown);
    if (shown < causes->count) {
        put_html(file, "<details><summary>%z more causes</summary>\n",
                 causes->count - shown);
        put_cause_rows(file, class, causes, shown, causes->count);
        fputs("</details>", file);
    }
    fputs("</div>\n", file);
}

/* ---- overrides ----------------------------------------------------------- */

static void put_override(FILE *file, const struct override *override)
{
    put_html(file,
             "<tr><td class=\"n\">%z</td><td>%s</td><td class=\"mono\">%s</td>",
             override->row, override->student, override->exercise);
    if (override->applied)
        put_html(file, "<td class=\"n\">%d instead of %d</td>",
                 override->points, override->replaced);
    else
        fputs("<td class=\"n\">not applied</td>", file);
    put_html(file, "<td>%s", override->reason);
    if (override->trouble)
        put_html(file, "<div class=\"bad\">%s</div>", override->trouble);
    fputs("</td></tr>\n", file);
}

static void put_overrides(FILE *file, const struct class *class)
{
    if (!class->override_count)
        return;
    fputs("<h2 id=\"overrides\">Overrides</h2>\n<p class=\"soft\">A column "
          "<span class=\"mono\">was</span> in overrides.csv, with the points "
          "that the checks gave when a row was written, makes it known here "
          "when they change.</p>\n<div class=\"card scroll\">"
          "<table><thead><tr><th class=\"n\">row</th><th>student</th>"
          "<th>exercise</th><th class=\"n\">points</th><th>reason</th></tr>"
          "</thead><tbody>\n",
          file);
    for (size_t i = 0; i < class->override_count; i++)
        put_override(file, &class->overrides[i]);
    fputs("</tbody></table></div>\n", file);
}

/* ---- students ------------------------------------------------------------ */

static void put_lab_cell(FILE *file, const struct class_lab *lab)
{
    int score = class_lab_score(lab);
    if (score >= 0)
        put_html(file, "<td class=\"n\" data-v=\"%d\">%d</td>", score, score);
    else
        put_html(file, "<td class=\"n soft\" data-v=\"-1\">%s</td>",
                 lab->status == LAB_MISSING ? ""
                                            : lab_status_name(lab->status));
}

static void put_student(FILE *file, const struct class *class,
                        const struct class_student *student)
{
    put_html(file, "<tr><td data-v=\"%s\">", student->name);
    look_link(file, student);
    put_html(file, "</td><td class=\"n\" data-v=\"%d\"><b>%d</b>",
             student->score, student->score);
    style_bar(file, student->score, student->max_score);
    fputs("</td>", file);
    for (size_t i = 0; i < class->lab_count; i++)
        put_lab_cell(file, &student->labs[i]);
    put_html(file, "<td class=\"word\">%s</td><td>",
             class_status_name(student->status));
    for (size_t i = 0; i < student->flag_count; i++)
        put_html(file, "<span class=\"tag\" title=\"%s\">%s</span>",
                 look_flag(student->flags[i]), student->flags[i]);
    fputs("</td></tr>\n", file);
}

static void put_students(FILE *file, const struct class *class)
{
    fputs("<h2 id=\"students\">Students</h2>\n<div class=\"card scroll\">"
          "<table><thead><tr><th><button>student</button></th>"
          "<th class=\"n\"><button>points</button></th>",
          file);
    for (size_t i = 0; i < class->lab_count; i++)
        put_html(file, "<th class=\"n\"><button>%s</button></th>",
                 class->labs[i]->name);
    fputs("<th><button>status</button></th><th><button>flags</button></th>"
          "</tr></thead><tbody>\n",
          file);
    for (size_t i = 0; i < class->count; i++)
        put_student(file, class, &class->students[i]);
    fputs("</tbody></table></div>\n", file);
}

/* ---- head and foot ------------------------------------------------------- */

static void put_tile(FILE *file, const char *what, size_t number,
                     const char *link)
{
    put_html(file,
             "<div class=\"tile\"><small>%s</small><b><a href=\"%s\">%z</a>"
             "</b></div>\n",
             what, link, number);
}

static size_t with_status(const struct class *class, enum class_status status)
{
    size_t count = 0;
    for (size_t i = 0; i < class->count; i++)
        count += class->students[i].status == status;
    return count;
}

static void put_head(FILE *file, const struct class *class, struct chart *chart)
{
    put_html(file,
             "<main class=\"wide\">\n<p class=\"over\">CUDA labs: class</p>\n"
             "<h1><bdi>%s</bdi></h1>\n",
             class_title(class));
    if (*class->course.sandbox)
        put_html(file,
                 "<p class=\"note\">Graded with SANDBOX=%s: what students "
                 "wrote could do what this user can.</p>\n",
                 class->course.sandbox);
    fputs("<div class=\"tiles\">\n", file);
    put_tile(file, "students", class->count, "#students");
    put_tile(file, "graded", with_status(class, CLASS_GRADED), "#students");
    put_tile(file, "graded in part", with_status(class, CLASS_PARTLY),
             "#students");
    put_tile(file, "need a look", look_count(class), "#look");
    chart->most = class_points(class);
    fill_chart(chart, class, -1, -1);
    fputs("</div>\n<div class=\"charts\" style=\"display:block\">", file);
    put_chart(file, chart, "all labs", "of those with status graded or partly",
              600);
    fputs("</div>\n", file);
}

static void put_foot(FILE *file, const struct class *class)
{
    const struct course *course = &class->course;
    fprintf(
        file,
        "<h2>How this came about</h2>\n<p class=\"soft\"><small>Seed %" PRIu64
        ". ",
        course->seed);
    fputs("Edition: ", file);
    for (size_t i = 0; i < course->parts; i++)
        put_html(file, "%s%s <span class=\"mono\">%s</span>", i ? ", " : "",
                 course->edition[i].name, course->edition[i].value);
    fputs(". Points are those of <span class=\"mono\">grades.csv</span>; each "
          "check stands in <span class=\"mono\">details.csv</span>. Flags take "
          "no points.</small></p>\n</main>\n",
          file);
}

static void put_look(FILE *file, const struct class *class)
{
    fputs("<h2 id=\"look\">Who needs a look</h2>\n<div class=\"looks\">", file);
    if (!look_put(file, class))
        fputs("<p class=\"card\">Nobody.</p>\n", file);
    fputs("</div>\n", file);
}

bool page_write(const struct class *class)
{
    char path[PUBLISH_PATH];
    struct publication page;
    struct causes causes;
    struct chart chart = {
        .points = malloc((class->count + 1) * sizeof *chart.points)};
    bool written = chart.points && causes_find(&causes, class);
    if (written && publish_path(path, "%s/class.html", class->out) &&
        publish_open(&page, path)) {
        style_begin(page.file, "CUDA labs: class", script);
        put_head(page.file, class, &chart);
        put_look(page.file, class);
        put_causes(page.file, class, &causes);
        put_charts(page.file, class, &chart);
        put_overrides(page.file, class);
        put_students(page.file, class);
        put_foot(page.file, class);
        style_end(page.file, script);
        causes_free(&causes);
        free(chart.points);
        return publish_close(&page);
    }
    if (written)
        causes_free(&causes);
    free(chart.points);
    return false;
}
