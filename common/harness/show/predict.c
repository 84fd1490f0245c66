/*
 * predict.c - see predict.h.
 *
 * Guarantee: nothing is kept before the last question is answered.
 */
#include "predict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grade/criteria.h"
#include "grade/explain.h"
#include "grade/points.h"
#include "grade/predictions.h"
#include "measure/profile.h"
#include "term/wrap.h"

/* ---- numbers ------------------------------------------------------------- */

/* 16.5, or 16,5 as some write it; nothing that is counted is below 0. */
static bool read_number(char *text, double *value)
{
    char *comma, *end;
    size_t length = strcspn(text, "\r\n");
    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
    text += strspn(text, " ");
    if ((comma = strchr(text, ',')))
        *comma = comma[1] ? '.' : '\0';
    *value = strtod(text, &end);
    return *text >= '0' && *text <= '9' && !*end && isfinite(*value);
}

static bool refuse(size_t question, const char *given)
{
    fprintf(stderr,
            "grader: the answer to question %zu is a number such as 16.5 or "
            "79, not \"%.40s\"; nothing was kept\n",
            question + 1, given);
    return false;
}

/* "16.5 79 2", as many as there are questions. */
static bool take_answers(const char *answers, size_t asked,
                         double values[QUESTIONS])
{
    char text[200], *at = text, *word, given[200];
    size_t n = 0;
    snprintf(text, sizeof text, "%s", answers);
    while ((word = strtok_r(at, " \t\n", &at))) {
        snprintf(given, sizeof given, "%s", word);
        if (n < asked && !read_number(word, &values[n]))
            return refuse(n, given);
        n++;
    }
    if (n == asked)
        return true;
    fprintf(stderr,
            "grader: ANSWERS has %zu numbers, and there are %zu questions; "
            "nothing was kept\n",
            n, asked);
    return false;
}

/* ---- at a terminal, or from a pipe --------------------------------------- */

static bool ask(size_t question, double *value)
{
    bool again = isatty(STDIN_FILENO);
    char line[100], given[100];
    do {
        printf("   > ");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) {
            fprintf(stderr,
                    "\ngrader: question %zu has no answer; nothing was "
                    "kept\n",
                    question + 1);
            return false;
        }
        snprintf(given, sizeof given, "%.*s", (int)strcspn(line, "\r\n"), line);
        if (read_number(line, value))
            return true;
        if (again)
            puts("   A number, please, such as 16.5 or 79; a guess will do.");
    } while (again);
    return refuse(question, given);
}

static bool ask_all(const struct arguments *arguments, size_t asked,
                    double values[QUESTIONS])
{
    char text[300];
    for (size_t i = 0; i < asked; i++) {
        question_in_words(&arguments->exercise->predict[i],
                          arguments->gpu->name, text, sizeof text);
        printf("\n%zu. ", i + 1);
        wrap_print(stdout, text, 3, 3);
        if (arguments->answers)
            printf("   > %.9g\n", values[i]);
        else if (!ask(i, &values[i]))
            return false;
    }
    return true;
}

/* ---- around the questions ------------------------------------------------ */

static void introduce(const struct arguments *arguments,
                      const struct predictions *predictions)
{
    const struct exercise *exercise = arguments->exercise;
    char size[64], text[500];
    size_in_words(exercise, profile_size(arguments, exercise), size,
                  sizeof size);
    printf("%s: %s\n\n", exercise->name, exercise->title);
    snprintf(text, sizeof text,
             "What will make profile count for your kernel at %s?  Work it out "
             "on paper, or guess.%s",
             size,
             points_for_predicting(arguments->lab, exercise)
                 ? "  Predicting is worth a point, being right none."
                 : "");
    wrap_print(stdout, text, 0, 0);
    if (predictions->profiled)
        wrap_print(stdout,
                   "make profile has shown the numbers already; so yours will "
                   "be called late.",
                   0, 0);
    else if (predictions_complete(predictions))
        wrap_print(stdout,
                   "You have predicted before; what you say now takes the "
                   "place of that.",
                   0, 0);
}

static bool may_predict(const struct arguments *arguments,
                        const struct predictions *predictions)
{
    const struct exercise *exercise = arguments->exercise;
    if (predictions->asked == 0) {
        fprintf(stderr, "grader: nothing is asked about %s beforehand\n",
                exercise->name);
        return false;
    }
    if (predictions->profiled && predictions_complete(predictions)) {
        fprintf(stderr,
                "grader: %s was predicted, and then profiled: what was "
                "predicted stays as it is.\n"
                "make profile LAB=%s EX=%s shows both.\n",
                exercise->name, arguments->lab->name, exercise->name);
        return false;
    }
    return true;
}

static void tell_kept(const struct arguments *arguments)
{
    const char *lab = arguments->lab->name, *name = arguments->exercise->name;
    char path[256], text[500];
    predictions_path(arguments->lab, path, sizeof path);
    snprintf(
        text, sizeof text,
        "Kept in %s.  Once the result is right, this shows what is counted "
        "beside it:",
        path);
    putchar('\n');
    wrap_print(stdout, text, 0, 0);
    printf("  make profile LAB=%s EX=%s\n", lab, name);
}

static bool has_questions(const struct exercise *exercise)
{
    return exercise->predict[0].metric != NULL;
}

enum exit_status predict(const struct arguments *arguments)
{
    const struct exercise *exercise = arguments->exercise;
    struct predictions predictions;
    double values[QUESTIONS];
    if (!exercise) {
        arguments_ask(arguments, "grader: one exercise is predicted", ": ",
                      has_questions);
        return STATUS_WRONG_USE;
    }
    predictions = predictions_read(arguments->lab, exercise);
    if (!may_predict(arguments, &predictions))
        return STATUS_WRONG_USE;
    if (arguments->answers &&
        !take_answers(arguments->answers, predictions.asked, values))
        return STATUS_WRONG_USE;
    introduce(arguments, &predictions);
    if (!ask_all(arguments, predictions.asked, values))
        return STATUS_WRONG_USE;
    if (!predictions_add(arguments->lab, exercise, values))
        return STATUS_HARNESS_FAULT;
    tell_kept(arguments);
    return STATUS_FULL_SCORE;
}
