/*
 * facts.c - results and profiles as rows, without sentences: a report is
 * written in its own language.
 */
#include "facts.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "grade/criteria.h"
#include "grade/explain.h"
#include "measure/costs.h"

/* A field; what would end it is a space. */
static void put(const char *text)
{
    putchar('\t');
    for (; *text; text++)
        putchar(iscntrl((unsigned char)*text) ? ' ' : *text);
}

static void put_number(double value)
{
    char text[32];
    metric_text(text, sizeof text, value);
    put(text);
}

/* ---- results ------------------------------------------------------------- */

static void print_check(const struct check *check)
{
    fputs("check", stdout);
    put(check->name);
    printf("\t%d\t%d\t%d\n", check->points, check->max_points, check->passed);
}

static void print_exercise(const struct exercise_result *result)
{
    int score, maximum;
    results_exercise_score(result, &score, &maximum);
    fputs("exercise", stdout);
    put(result->exercise->name);
    printf("\t%d\t%d", score, maximum);
    put(result->untouched      ? "untouched"
        : result->medal.judged ? medal_name(result->medal.kind)
                               : "");
    putchar('\n');
    for (size_t i = 0; i < result->count && !result->untouched; i++)
        print_check(&result->checks[i]);
}

void facts_results(const struct session *session, const struct results *results)
{
    int score, maximum;
    results_score(results, &score, &maximum);
    printf("score\t%d\t%d", score, maximum);
    put(session->arguments->impl);
    put(session->compiler);
    put(session->device);
    printf("\t%llu\n", (unsigned long long)session->arguments->seed);
    for (size_t i = 0; i < results->count; i++) {
        for (size_t k = 0; k < results->labs[i].count; k++)
            print_exercise(&results->labs[i].exercises[k]);
    }
}

/* ---- profiles ------------------------------------------------------------ */

static void print_head(const char *row, const struct profiled *profiled)
{
    fputs(row, stdout);
    put(profiled->exercise->name);
}

static void print_metric(const struct profile_metric *metric,
                         const struct profiled *profiled)
{
    double value = profile_value(metric, profiled, 0);
    if (isnan(value))
        return;
    print_head("metric", profiled);
    put(metric->metric);
    put_number(value);
    put_number(costs_ideal(metric->metric, &profiled->run, 1));
    putchar('\n');
}

static void print_worst(const struct profiled *profiled)
{
    const struct line_record *worst = costs_worst_line(&profiled->run, 1);
    if (!worst)
        return;
    print_head("worst", profiled);
    printf("\t%u", worst->line);
    put(worst->kind);
    put(worst->array);
    put(worst->space);
    put_number((double)line_cost(worst) / (double)worst->requests);
    put_number(line_ideal(worst));
    putchar('\n');
}

static void print_time(const struct profiled *profiled)
{
    const struct time_record *time = &profiled->run.launches[0].time;
    if (!time->known)
        return;
    print_head("time", profiled);
    put(profiled->gpu->name);
    printf("\t%.3g\t%.3g\t%.3g", time->us, time->low_us, time->high_us);
    put(time->bound);
    putchar('\n');
}

static void print_prediction(const struct profiled *profiled,
                             const struct question *question,
                             const struct prediction *prediction,
                             double counted)
{
    char key[80];
    if (!prediction->made)
        return;
    print_head("predicted", profiled);
    question_key(question, key, sizeof key);
    put(key);
    put_number(prediction->value);
    put_number(counted);
    put_number(counted > 0 ? prediction->value / counted : NAN);
    printf("\t%d\n", prediction->late);
}

void facts_profile(const struct profiled *profiled,
                   const struct predicted *predicted)
{
    const struct run *run = &profiled->run;
    char size[512];
    if (!run_launched(run)) {
        print_head("none", profiled);
        putchar('\n');
        return;
    }
    print_head("kernel", profiled);
    put(run->launches[0].kernel);
    size_in_words(profiled->exercise, profiled->size, size, sizeof size);
    put(size);
    putchar('\n');
    for (size_t i = 0; i < profile_metric_count; i++)
        print_metric(&profile_metrics[i], profiled);
    print_worst(profiled);
    print_time(profiled);
    for (size_t i = 0; predicted && i < predicted->predictions.asked; i++)
        print_prediction(profiled, &profiled->exercise->predict[i],
                         &predicted->predictions.of[i], predicted->counted[i]);
}
