/*
 * pairs_page.c - see pairs_page.h.
 */
#include "pairs_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html/put.h"
#include "html/style.h"

enum {
    PAIRS_IN_FULL = 30,
    REMARKS_SHOWN = 12,
    CHART_WIDTH = 202,
    CHART_HEIGHT = 46
};

/* ---- how usual it is ----------------------------------------------------- */

/* Pairs by percent; the bars from `percent` on are marked. */
static void put_chart(FILE *file, const struct usual *usual, int percent)
{
    size_t bars[51] = {0}, highest = 1;
    for (int i = 0; i <= 100; i++) {
        bars[i / 2] += usual->pairs[i];
        highest = bars[i / 2] > highest ? bars[i / 2] : highest;
    }
    put_html(file,
             "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"pairs by "
             "likeness\">",
             CHART_WIDTH, CHART_HEIGHT);
    for (int i = 0; i <= 50; i++) {
        /* one pair among thousands is to be seen */
        double height =
            bars[i] ? 2 + (CHART_HEIGHT - 4) * (double)bars[i] / (double)highest
                    : 0;
        if (!bars[i])
            continue;
        fprintf(file,
                "<rect class=\"%s\" x=\"%d\" y=\"%.1f\" width=\"3.4\" "
                "height=\"%.1f\"><title>",
                2 * i + 1 >= percent ? "z" : "b", 4 * i - (i == 50),
                CHART_HEIGHT - 1 - height, height);
        put_html(file, "%d %% and %d %%: %z pairs</title></rect>", 2 * i,
                 2 * i + 1, bars[i]);
    }
    fprintf(file,
            "<line class=\"x\" x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/></svg>",
            CHART_HEIGHT - 1, CHART_WIDTH, CHART_HEIGHT - 1);
}

static void put_usual(FILE *file, const struct usual *usual, int percent)
{
    put_html(file,
             "half of %z pairs are at most %d %% alike, 99 of 100 at most "
             "%d %%; as alike as this: %z",
             usual->count, usual->median, usual->most,
             usual_as_alike(usual, percent));
}

/* ---- side by side -------------------------------------------------------- */

/* Which words of a side lie in a run. */
static void mark_words(bool *in, const struct likeness *likeness, size_t mine,
                       size_t theirs)
{
    for (size_t i = 0; i < likeness->run_count; i++) {
        const struct likeness_run *run = &likeness->runs[i];
        bool first = run->one == mine && run->other == theirs;
        size_t at = first ? run->at : run->with;
        if (!first && (run->one != theirs || run->other != mine))
            continue;
        for (size_t k = at; k < at + run->count && k < SOLUTION_WORDS; k++)
            in[k] = true;
    }
}

static void put_part(FILE *file, const char *from, const char *to)
{
    char *text = strndup(from, (size_t)(to - from));
    if (text)
        put_html(file, "%s", text);
    free(text);
}

/* Where whole lines begin that hold the words [from, to). */
static const char *line_of(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return text + at;
}

/* From the line of the first word to that of the last; more than a few lines
 * without a word of the solution are left out. */
static void put_side(FILE *file, const struct likeness_text *side,
                     const bool *in)
{
    const struct solution *solution = side->solution;
    const char *text = side->file->text, *at = text;
    fputs("<pre dir=\"ltr\">", file);
    for (size_t i = 0; i < solution->count; i++) {
        const char *word = text + solution->words[i].at;
        const char *line = line_of(text, solution->words[i].at);
        bool first = i == 0 || line > at + 400;
        if (first && i > 0)
            fputs("\n<i>...</i>\n", file);
        put_part(file, first ? line : at, word);
        at = word + solution->words[i].length;
        if (in[i])
            fputs("<mark>", file);
        put_part(file, word, at);
        if (in[i])
            fputs("</mark>", file);
    }
    put_part(file, at, at + strcspn(at, "\n"));
    fputs("</pre>\n", file);
}

static void put_both(FILE *file, const struct comparison *comparison,
                     const struct compared_pair *pair)
{
    static bool in[SOLUTION_WORDS];
    const struct likeness *likeness = &comparison->likeness;
    size_t texts[] = {(size_t)comparison->text_of[pair->one],
                      (size_t)comparison->text_of[pair->other]};
    fputs("<div class=\"pair\">\n", file);
    for (int i = 0; i < 2; i++) {
        const struct likeness_text *side = &likeness->texts[texts[i]];
        size_t mine = side->group;
        size_t theirs = likeness->texts[texts[1 - i]].group;
        memset(in, mine == theirs, sizeof in);
        if (mine != theirs)
            mark_words(in, likeness, mine, theirs);
        put_side(file, side, in);
    }
    fputs("</div>\n", file);
}

/* ---- a pair -------------------------------------------------------------- */

static void put_person(FILE *file, const struct person *person)
{
    if (!person->student) {
        put_html(file, "<bdi>%s</bdi> <small>(earlier)</small>", person->name);
        return;
    }
    fputs("<a href=\"feedback/", file);
    put_address(file, person->student->key);
    put_html(file, ".html\"><bdi>%s</bdi></a>", person->name);
}

static void put_exercise(FILE *file, const struct compare *compare,
                         const struct class *class, size_t i,
                         const struct compared_pair *pair)
{
    const struct comparison *comparison = &compare->comparisons[i];
    const struct lab *lab = class->labs[comparison->lab];
    int percent = compare_percent(comparison, pair->one, pair->other);
    bool unusual;
    if (percent < 0)
        return;
    unusual = usual_is_not(&comparison->usual, percent, comparison->people,
                           USUAL_FAR);
    put_html(file,
             "<section class=\"card\"><div class=\"head\"><h3><span "
             "class=\"mono\">%s</span></h3><span class=\"points %s\">%d %%"
             "</span></div><div class=\"usual\">",
             lab->exercises[comparison->exercise].name, unusual ? "bad" : "",
             percent);
    put_chart(file, &comparison->usual, percent);
    fputs("<small class=\"soft\">", file);
    put_usual(file, &comparison->usual, percent);
    fputs(unusual ? ". <b class=\"bad\">Unusual.</b>" : ". Usual here.", file);
    fputs("</small></div>\n", file);
    if (unusual || (!pair->unusual && percent >= USUAL_ALIKE)) {
        fputs("<details open><summary>side by side</summary>", file);
        put_both(file, comparison, pair);
        fputs("</details>", file);
    }
    fputs("</section>\n", file);
}

/* What may have been forgotten when the work was changed. */
static void put_remarks(FILE *file, const struct compare *compare,
                        const struct compared_pair *pair)
{
    size_t shown = 0;
    for (size_t i = 0; i < compare->remarks.count; i++) {
        const struct remark *remark = &compare->remarks.list[i];
        if (remark->one != pair->one || remark->other != pair->other ||
            shown == REMARKS_SHOWN)
            continue;
        fputs(shown++ ? "" : "<section class=\"card\"><h3>Comments</h3><ul>",
              file);
        fprintf(file, "<li>%s: <code>",
                remark->names ? "names the other" : "nobody else has it");
        put_part(file, remark->line, remark->line + remark->length);
        fputs("</code></li>\n", file);
    }
    if (shown)
        fputs("</ul></section>\n", file);
}

static void put_pair(FILE *file, const struct compare *compare,
                     const struct class *class, size_t number)
{
    const struct compared_pair *pair = &compare->pairs[number];
    put_html(file, "<h2 id=\"pair%z\">", number + 1);
    put_person(file, &compare->people.list[pair->one]);
    fputs(" and ", file);
    put_person(file, &compare->people.list[pair->other]);
    put_html(file, "</h2>\n<p>");
    if (pair->same_file)
        fputs("They have handed in a file that is the same byte for byte. ",
              file);
    if (compare->possible && compare->total.count)
        put_html(file, "%d %% of %z words, over all exercises that both have; ",
                 compare_total(pair), pair->words);
    if (compare->possible && compare->total.count)
        put_usual(file, &compare->total, compare_total(pair));
    fputs(".</p>\n", file);
    put_remarks(file, compare, pair);
    for (size_t i = 0; compare->possible && i < compare->count; i++)
        put_exercise(file, compare, class, i, pair);
}

/* ---- the page ------------------------------------------------------------ */

static void put_row(FILE *file, const struct compare *compare, size_t number)
{
    const struct compared_pair *pair = &compare->pairs[number];
    fputs("<tr><td>", file);
    put_person(file, &compare->people.list[pair->one]);
    fputs("</td><td>", file);
    put_person(file, &compare->people.list[pair->other]);
    put_html(file,
             "</td><td class=\"n\">%d %%</td><td class=\"n\">%z</td>"
             "<td class=\"n\">%z</td><td class=\"word\">%s</td>"
             "<td class=\"word\">",
             compare_total(pair), pair->words, pair->unusual,
             pair->same_file                 ? "same file"
             : pair->named                   ? "names the other"
             : pair->letters >= REMARK_LEAST ? "same comments"
                                             : "");
    if (number < PAIRS_IN_FULL)
        put_html(file, "<a href=\"#pair%z\">look</a>", number + 1);
    fputs("</td></tr>\n", file);
}

static void put_table(FILE *file, const struct compare *compare)
{
    if (!compare->pair_count) {
        fputs(
            "<p class=\"card\">No pair is more alike than is usual here.</p>\n",
            file);
        return;
    }
    fputs("<div class=\"card scroll\"><table><thead><tr><th>one</th>"
          "<th>other</th><th class=\"n\">alike</th><th class=\"n\">words</th>"
          "<th class=\"n\">of unusual exercises</th><th></th><th></th></tr>"
          "</thead><tbody>\n",
          file);
    for (size_t i = 0; i < compare->pair_count; i++)
        put_row(file, compare, i);
    fputs("</tbody></table></div>\n", file);
}

/* Who has the same bytes as the i-th, who is the first of them. */
static void put_same(FILE *file, const struct compare *compare,
                     const struct class *class, size_t lab, size_t i)
{
    const struct people *people = &compare->people;
    const struct person *first = &people->list[i];
    bool any = false, students = first->student;
    for (size_t k = 0; k < i; k++) {
        if (people->list[k].kind != PERSON_WORKBOOK &&
            compare_same_file(&people->list[k], first, class, lab))
            return;
    }
    for (size_t k = i + 1; students && k < people->count; k++) {
        const struct person *other = &people->list[k];
        if (!people_are_compared(first, other) ||
            !compare_same_file(first, other, class, lab))
            continue;
        if (!any) {
            put_html(file, "<li><span class=\"mono\">%s</span>: ",
                     class->labs[lab]->name);
            put_person(file, first);
        }
        fputs(", ", file);
        put_person(file, other);
        any = true;
    }
    if (any)
        fputs("</li>\n", file);
}

static void put_same_files(FILE *file, const struct compare *compare,
                           const struct class *class)
{
    bool any = false;
    for (size_t i = 0; i < class->count; i++)
        any =
            any || class_has_flag(&class->students[i], "same_file_as_another");
    if (!any)
        return;
    fputs("<h2>The same file, byte for byte</h2>\n<div class=\"card\"><ul>\n",
          file);
    for (size_t i = 0; i < class->lab_count; i++) {
        for (size_t k = 0; k < compare->people.count; k++)
            put_same(file, compare, class, i, k);
    }
    fputs("</ul></div>\n", file);
}

static void put_exercises(FILE *file, const struct compare *compare,
                          const struct class *class)
{
    fputs("<h2>What is usual</h2>\n<p class=\"soft\">All pairs, from 0 % "
          "alike at the left to 100 % at the right.</p>\n"
          "<div class=\"charts\">\n",
          file);
    for (size_t i = 0; i < compare->count; i++) {
        const struct comparison *comparison = &compare->comparisons[i];
        const struct lab *lab = class->labs[comparison->lab];
        put_html(file, "<div class=\"card\"><h3 class=\"mono\">%s</h3>",
                 lab->exercises[comparison->exercise].name);
        put_chart(file, &comparison->usual, 1000);
        if (comparison->usual.count)
            put_html(file,
                     "<small class=\"soft\">median %d %%, 99 of 100 at most "
                     "%d %%, of %z pairs%s</small>",
                     comparison->usual.median, comparison->usual.most,
                     comparison->usual.count,
                     comparison->with_workbook
                         ? ", those of the workbook's own solutions too"
                         : "");
        else
            fputs("<small class=\"soft\">no pairs</small>", file);
        fputs("</div>\n", file);
    }
    fputs("</div>\n", file);
}

static void put_page(FILE *file, const struct compare *compare,
                     const struct class *class)
{
    fputs("<main class=\"wide\">\n<p class=\"over\"><a href=\"class.html\">"
          "CUDA labs: class</a></p>\n<h1>Likeness</h1>\n"
          "<p>What students wrote, without what the workbook gives them, is "
          "compared word by word; names, comments, spaces, braces, kinds of "
          "integers and the order of functions do not count. Short solutions "
          "of simple exercises are alike by nature: so a pair is here because "
          "it is unusual in this class, or because of comments that only the "
          "two have; not because of a percentage. It takes no points, and "
          "proves nothing: talk to both.</p>\n",
          file);
    if (!compare->possible)
        fputs("<p class=\"note\">Only equal files were looked for: sim_c is "
              "not here (apt-get install similarity-tester).</p>\n",
              file);
    put_table(file, compare);
    put_same_files(file, compare, class);
    if (compare->possible)
        put_exercises(file, compare, class);
    for (size_t i = 0; i < compare->pair_count && i < PAIRS_IN_FULL; i++)
        put_pair(file, compare, class, i);
    fputs("</main>\n", file);
}

bool pairs_page_write(const struct compare *compare, const struct class *class)
{
    char path[PUBLISH_PATH];
    struct publication page;
    if (!publish_path(path, "%s/similarity.html", class->out) ||
        !publish_open(&page, path))
        return false;
    style_begin(page.file, "CUDA labs: likeness", NULL);
    put_page(page.file, compare, class);
    style_end(page.file, NULL);
    return publish_close(&page);
}
