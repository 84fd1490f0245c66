/*
 * usual.c - see usual.h.
 */
#include "usual.h"

/* A normal distribution's standard deviation is so many MAD, in hundredths. */
enum { MAD_TO_SPREAD = 148 };

void usual_add(struct usual *usual, int percent)
{
    usual->pairs[percent]++;
    usual->count++;
}

/* The smallest value that so many of 100 do not exceed. */
static int quantile(const size_t *pairs, size_t count, size_t of_100)
{
    size_t seen = 0;
    for (int i = 0; i <= 100; i++) {
        seen += pairs[i];
        if (seen > 0 && seen * 100 >= count * of_100)
            return i;
    }
    return 100;
}

void usual_sum(struct usual *usual)
{
    size_t distances[101] = {0};
    if (!usual->count)
        return;
    usual->median = quantile(usual->pairs, usual->count, 50);
    usual->most = quantile(usual->pairs, usual->count, 99);
    for (int i = 0; i <= 100; i++)
        distances[i < usual->median ? usual->median - i : i - usual->median] +=
            usual->pairs[i];
    usual->spread = quantile(distances, usual->count, 50) * MAD_TO_SPREAD / 100;
    if (usual->spread < USUAL_SPREAD)
        usual->spread = USUAL_SPREAD;
}

size_t usual_as_alike(const struct usual *usual, int percent)
{
    size_t count = 0;
    for (int i = percent; i <= 100; i++)
        count += usual->pairs[i];
    return count;
}

bool usual_is_not(const struct usual *usual, int percent, size_t people,
                  int far)
{
    size_t few = usual->count / 20 + people; /* a ring of copies too */
    return usual->count >= USUAL_PAIRS && percent >= USUAL_ALIKE &&
           10 * (percent - usual->median) >= far * usual->spread &&
           usual_as_alike(usual, percent) <= few;
}
