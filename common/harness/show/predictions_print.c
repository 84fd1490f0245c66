/*
 * predictions_print.c - see predictions_print.h.
 */
#include "predictions_print.h"

#include <stdio.h>

#include "grade/criteria.h"
#include "term/wrap.h"

enum { NAME_COLUMNS = 34 };

static void print_number(double value)
{
    char text[32];
    metric_text(text, sizeof text, value);
    printf(" %11s", text);
}

static void print_row(const struct question *question,
                      const struct prediction *prediction, double counted,
                      const char *whose)
{
    char name[80], error[40], text[140];
    question_name(question, name, sizeof name);
    prediction_error(error, sizeof error, prediction->value, counted);
    snprintf(text, sizeof text, "%s%s%s%s", name, whose ? " (" : "",
             whose ? whose : "", whose ? ")" : "");
    printf("  %-*s", NAME_COLUMNS, text);
    print_number(prediction->value);
    print_number(counted);
    printf("  %s\n", error);
}

void predictions_print(const struct lab *lab, const struct exercise *exercise,
                       const struct predicted *predicted)
{
    const struct predictions *predictions = &predicted->predictions;
    char text[300];
    if (predictions->asked == 0)
        return;
    if (!predictions_complete(predictions)) {
        snprintf(text, sizeof text,
                 "%s was not predicted.  Next time before you profile: make "
                 "predict LAB=%s EX=%s; now it will be called late.",
                 exercise->name, lab->name, exercise->name);
        printf("\n  ");
        wrap_print(stdout, text, 2, 2);
        return;
    }
    printf("\n  %-*s %11s %11s  error\n", NAME_COLUMNS,
           predictions_late(predictions) ? "late: after the first profile"
                                         : "before the first profile",
           "predicted", "counted");
    for (size_t i = 0; i < predictions->asked; i++)
        print_row(&exercise->predict[i], &predictions->of[i],
                  predicted->counted[i], predicted->whose[i]);
    puts("  A time is modelled, not counted.  Where you were wrong: why?");
}
