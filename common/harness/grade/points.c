/*
 * points.c - whole points from shares.
 */
#include "points.h"

/* The first of the largest values. */
static size_t most_points(const int *values, size_t n)
{
    size_t most = 0;
    for (size_t i = 1; i < n; i++) {
        if (values[i] > values[most])
            most = i;
    }
    return most;
}

void points_divide(int total, const int *shares, int *points, size_t n)
{
    int sum = 0, left = total;
    for (size_t i = 0; i < n; i++)
        sum += shares[i];
    for (size_t i = 0; i < n; i++) {
        points[i] = sum > 0 ? total * shares[i] / sum : 0;
        left -= points[i];
    }
    /* Fewer are left than there are remainders above 0. */
    for (int rest = sum > 0 ? sum - 1 : 0; rest > 0 && left > 0; rest--) {
        for (size_t i = 0; i < n && left > 0; i++) {
            if (total * shares[i] % sum == rest) {
                points[i]++;
                left--;
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        size_t most = most_points(points, n);
        if (shares[i] > 0 && points[i] == 0 && points[most] > 1) {
            points[most]--;
            points[i]++;
        }
    }
}

int points_above(int points, int most, int percent)
{
    int allowed = most * percent / 100;
    return points > allowed ? points - allowed : 0;
}

bool points_hang_on(const struct exercise *exercise)
{
    return !exercise->challenge.ladder;
}

int points_of_exercise(const struct lab *lab, const struct exercise *exercise)
{
    int shares[MAX_EXERCISES], points[MAX_EXERCISES];
    for (size_t i = 0; i < lab->exercise_count; i++)
        shares[i] = lab->exercises[i].share;
    points_divide(LAB_POINTS, shares, points, lab->exercise_count);
    return points[exercise - lab->exercises];
}

bool points_for_predicting(const struct lab *lab,
                           const struct exercise *exercise)
{
    enum { FEW = 4 };
    return exercise->predict[0].metric &&
           points_of_exercise(lab, exercise) > FEW;
}

struct points points_of_checks(const struct lab *lab,
                               const struct exercise *exercise)
{
    enum { CORRECT, CLEAN, RACE_FREE, ERRORS, CRITERIA };
    int shares[CRITERIA + MAX_CRITERIA] = {
        exercise->shares.correct, exercise->shares.clean,
        exercise->shares.race_free, exercise->shares.errors};
    int points[CRITERIA + MAX_CRITERIA];
    bool predicted = points_for_predicting(lab, exercise);
    struct points of;

    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++)
        shares[CRITERIA + i] = exercise->criteria[i].share;
    points_divide(points_of_exercise(lab, exercise) - predicted, shares, points,
                  CRITERIA + MAX_CRITERIA);
    of = (struct points){.correct = points[CORRECT],
                         .clean = points[CLEAN],
                         .race_free = points[RACE_FREE],
                         .errors = points[ERRORS],
                         .predicted = predicted};
    for (size_t i = 0; i < MAX_CRITERIA; i++)
        of.criteria[i] = points[CRITERIA + i];
    return of;
}
