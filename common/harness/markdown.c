/*
 * markdown.c - the results as a table for pandoc.
 *
 * Guarantee: what a message holds stands in the report as it is; no character
 * of it is taken for markup, or for the end of a cell.
 */
#include "markdown.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The first line; more would not fit into a cell, and make check shows it. */
static void print_cell(const char *text)
{
    for (; *text != '\0' && *text != '\n'; text++) {
        if (ispunct((unsigned char)*text))
            putchar('\\');
        putchar(*text);
    }
}

static void print_check(const struct check *check)
{
    printf("| ");
    print_cell(check->name);
    printf(" | %d of %d | ", check->points, check->max_points);
    if (!check->passed)
        printf("**Not met.** ");
    print_cell(check->message);
    puts(" |");
}

static void print_exercise(const struct exercise_result *result)
{
    int score, maximum;

    exercise_score(result, &score, &maximum);
    printf("| **%s** | **%d of %d** | ", result->exercise->name, score,
           maximum);
    print_cell(result->exercise->title);
    puts(" |");
    for (size_t i = 0; i < result->count; i++)
        print_check(&result->checks[i]);
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
