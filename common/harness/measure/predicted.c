/*
 * predicted.c - see predicted.h.
 */
#include "predicted.h"

#include <math.h>
#include <string.h>

#include "beside.h"
#include "grade/criteria.h"
#include "modelled.h"

static double counted(struct session *session, const struct profiled *profiled,
                      const struct measured *measured,
                      const struct question *question, const char **whose)
{
    double value = NAN;
    if (strcmp(question->metric, "time"))
        return metric_value(question->metric, measured, &value) ? value : NAN;
    value = modelled_run(profiled->gpu, profiled->exercise, profiled->size,
                         &profiled->run)
                .us;
    return question->than
               ? beside_us(session, question->than, profiled->size, whose) /
                     value
               : value;
}

void predicted_take(struct session *session, const struct lab *lab,
                    const struct profiled *profiled,
                    struct predicted *predicted)
{
    const struct exercise *exercise = profiled->exercise;
    struct measured measured = measured_in(&profiled->run, profiled->size);
    bool complete;
    *predicted =
        (struct predicted){.predictions = predictions_read(lab, exercise)};
    complete = predictions_complete(&predicted->predictions);
    for (size_t i = 0; i < predicted->predictions.asked; i++)
        predicted->counted[i] =
            complete ? counted(session, profiled, &measured,
                               &exercise->predict[i], &predicted->whose[i])
                     : NAN;
}
