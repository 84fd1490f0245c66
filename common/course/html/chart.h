/*
 * chart.h - how points are distributed, as a drawing in the page.
 */
#ifndef CHART_H
#define CHART_H

#include <stdio.h>

enum { CHART_BARS = 31 };

/* Points of those who have some to show; room is the caller's. */
struct chart {
    int most;       /* points there are */
    int *points;    /* 0 to most */
    size_t count;
};

/* At most CHART_BARS bars, each of as many points, but those for none and for
 * all of them stand alone; a dashed line at the median.  Sorts the points. */
void chart_draw(FILE *file, struct chart *chart, int width, int height);

/* Of what chart_draw has sorted; 0 if there are none. */
double chart_median(const struct chart *chart);
size_t chart_full(const struct chart *chart);
size_t chart_none(const struct chart *chart);

#endif
