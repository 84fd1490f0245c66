/*
 * markdown.c - results and profiles as tables for pandoc.
 *
 * Guarantee: what a message holds stands in the report as it is; no character
 * of it is taken for markup, or for the end of a cell.
 */
#include "markdown.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure/costs.h"
#include "measure/modelled.h"
#include "grade/criteria.h"
#include "grade/explain.h"
#include "term/plain.h"

/* The first line; more would not fit into a cell, and make check shows it. */
static void print_cell(const char *text)
{
    for (; *text && *text != '\n'; text++) {
        size_t length = plain_length(text, strlen(text));
        if (ispunct((unsigned char)*text))
            putchar('\\');
        plain_print(stdout, text, length > 0 ? length : 1);
        text += length > 0 ? length - 1 : 0;
    }
}

static void print_check_row(const struct check *check)
{
    printf("| ");
    print_cell(check->name);
    if (check->max_points > 0 || check->points < 0)
        printf(" | %d of %d | ", check->points, check->max_points);
    else
        printf(" | | ");
    if (!check->passed)
        printf("**Not met.** ");
    print_cell(check->message);
    puts(" |");
}

static void print_exercise(const struct exercise_result *result)
{
    const struct medal *medal = &result->medal;
    int score, maximum;
    results_exercise_score(result, &score, &maximum);
    printf("| **%s** | ", result->exercise->name);
    if (!result->exercise->challenge.ladder)
        printf("**%d of %d** | ", score, maximum);
    else
        printf("**%s** | ", medal->judged ? medal_name(medal->kind) : "-");
    print_cell(result->exercise->title);
    puts(" |");
    if (medal->text[0]) {
        printf("| time | | ");
        print_cell(medal->text);
        puts(" |");
    }
    for (size_t i = 0; i < result->count; i++)
        print_check_row(&result->checks[i]);
}

void markdown_results(const struct session *session,
                      const struct results *results)
{
    int score, maximum;
    results_score(results, &score, &maximum);
    printf("**%d of %d points.** Graded was `%s.cu`, built by %s, on the ",
           score, maximum, session->arguments->impl, session->compiler);
    print_cell(session->device);
    printf(", with the inputs of seed %llu.\n\n",
           (unsigned long long)session->arguments->seed);
    puts("| what is asked | points | what was found |\n"
         "|----------------|-------:|------------------------------|");
    for (size_t i = 0; i < results->count; i++) {
        for (size_t k = 0; k < results->labs[i].count; k++)
            print_exercise(&results->labs[i].exercises[k]);
    }
}

/* ---- profiles ------------------------------------------------------------ */

static void print_number_cell(double value)
{
    char text[32] = "";
    if (!isnan(value))
        metric_text(text, sizeof text, value);
    printf("%s | ", text);
}

/* Metrics that could be better or worse; the others stand in make profile.
 * Dashes say how wide columns are, as some names are long. */
static void print_metric_table(const struct profiled *profiled)
{
    puts(
        "| in nvprof | in ncu | value | ideal |\n"
        "|----------------------|----------------------------------------------"
        "-----|--------:|--------:|");
    for (size_t i = 0; i < profile_metric_count; i++) {
        const struct profile_metric *metric = &profile_metrics[i];
        double value = profile_value(metric, profiled, 0);
        double ideal = costs_ideal(metric->metric, &profiled->run, 1);
        if (isnan(value) || isnan(ideal))
            continue;
        printf("| `%s` | `%s`", metric->nvprof, metric->ncu);
        if (profile_divisor(metric))
            printf(" / `%s`", profile_divisor(metric));
        printf(" | ");
        print_number_cell(value);
        print_number_cell(ideal);
        putchar('\n');
    }
}

static void print_line(const struct line_record *line, bool first)
{
    char text[512];
    if (first) {
        line_source(line, text, sizeof text);
        printf("| **%u:** ", line->line);
        print_cell(text);
        puts(" | | | | | |");
    }
    printf("| %s of ", line->kind);
    print_cell(line->array);
    printf(" | %llu | ", (unsigned long long)line->requests);
    printf(line_is_shared(line) ? "| %llu | " : "%llu | | ",
           (unsigned long long)line_cost(line));
    printf(line_is_costly(line) ? "**%.2f** | " : "%.2f | ",
           (double)line_cost(line) / (double)line->requests);
    print_number_cell(line_ideal(line));
    putchar('\n');
}

static void print_line_table(const struct profiled *profiled)
{
    const struct line_record *last = NULL;
    puts("\n| line | requests | sectors | wavefronts | each | ideal |\n"
         "|------------------------------------------|----------:|----------:"
         "|----------:|--------:|--------:|");
    for (size_t i = 0; i < profiled->run.line_count; i++) {
        const struct line_record *line = &profiled->run.lines[i];
        if (!line_counts(line, 1))
            continue;
        print_line(line, !last || last->line != line->line ||
                             strcmp(last->file, line->file));
        last = line;
    }
}

void markdown_profile(const struct profiled *profiled)
{
    const struct run *run = &profiled->run;
    char text[512];
    printf("@ %s\n", profiled->exercise->name);
    if (run->state != RUN_DONE || run->launch_count == 0) {
        print_cell(run->state != RUN_DONE ? run->message : "No kernel ran.");
        putchar('\n');
        return;
    }
    print_metric_table(profiled);
    size_in_words(profiled->exercise, profiled->size, text, sizeof text);
    printf("\n: Table @. `%s` at %s: counted on the emulated device, and what "
           "the same requests would need at least.\n",
           run->launches[0].kernel, text);
    print_line_table(profiled);
    puts("\n: Table @. The same by line of the source: sectors of global "
         "memory, wavefronts of shared memory; each: in a request.\n");
    costs_in_words(costs_worst_line(run, 1), text, sizeof text);
    print_cell(text);
    putchar('\n');
    modelled_in_words(profiled->gpu, &run->launches[0].time, text, sizeof text);
    if (!*text)
        return;
    printf("\nTime, ");
    print_cell(text);
    putchar('\n');
}
