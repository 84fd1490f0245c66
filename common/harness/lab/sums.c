/*
 * sums.c - evaluates sums over strides, with what rounding may do to them.
 */
#include "sums.h"

#include <math.h>
#include <stdlib.h>

/* One sum, whose places in a and b begin at these. */
static struct expected one(const struct sums *s, size_t a,
                           const struct expected *b)
{
    struct expected sum = {0, 0, (double)s->t.count};
    for (size_t t = 0; t < s->t.count; t++, a += s->t.a) {
        double factor = b ? b->value : 1, size = b ? b->magnitude : 1;
        sum.value += s->a[a] * factor;
        sum.magnitude += fabs(s->a[a]) * size;
        if (b)
            b += s->t.b;
    }
    return sum;
}

/* A division is one more rounding, and those of b come on top. */
static void all(const struct sums *s, const struct expected *b,
                struct expected *out)
{
    double divisor = s->divisor ? s->divisor : 1;
    double more = (s->divisor ? 1 : 0) + (b ? b->terms : 0);
    for (size_t x = 0; x < s->x.count; x++)
        for (size_t y = 0; y < s->y.count; y++) {
            size_t a = x * s->x.a + y * s->y.a;
            size_t at = b ? x * s->x.b + y * s->y.b : 0;
            struct expected sum = one(s, a, b ? b + at : NULL);
            sum.value /= divisor;
            sum.magnitude /= divisor;
            sum.terms += more;
            out[x * s->x.out + y * s->y.out] = sum;
        }
}

void sums_of_sums(const struct sums *first, const struct sums *second,
                  struct expected *out)
{
    size_t count = first->x.count * first->y.count;
    struct expected *between = malloc(count * sizeof *between);
    if (between) {
        all(first, NULL, between);
        all(second, between, out);
    }
    for (size_t i = 0; !between && i < second->x.count * second->y.count; i++)
        out[i] = (struct expected){NAN, 0, 0};
    free(between);
}
