/*
 * chart.c - see chart.h.
 */
#include "chart.h"

#include <stdlib.h>

#include "put.h"

enum { TOP = 6, BOTTOM = 1, GAP = 1 };

static int by_value(const void *a, const void *b)
{
    int one = *(const int *)a, other = *(const int *)b;
    return (one > other) - (one < other);
}

double chart_median(const struct chart *chart)
{
    size_t n = chart->count;
    if (n == 0)
        return 0;
    return (chart->points[(n - 1) / 2] + chart->points[n / 2]) / 2.0;
}

size_t chart_full(const struct chart *chart)
{
    size_t count = 0;
    for (size_t i = 0; i < chart->count; i++)
        count += chart->points[i] >= chart->most;
    return count;
}

size_t chart_none(const struct chart *chart)
{
    size_t count = 0;
    for (size_t i = 0; i < chart->count; i++)
        count += chart->points[i] <= 0;
    return count;
}

/* Bars between the first, for none, and the last, for all points, stand for
 * `width` points each. */
struct bars {
    int width, count;
    size_t height[CHART_BARS + 1];
    size_t highest;
};

static int bar_of(const struct bars *bars, int points, int most)
{
    if (points <= 0)
        return 0;
    return points >= most ? bars->count - 1 : 1 + (points - 1) / bars->width;
}

static void fill_bars(struct bars *bars, const struct chart *chart)
{
    int between = chart->most > 1 ? chart->most - 1 : 1;
    *bars = (struct bars){.width = 1 + (between - 1) / (CHART_BARS - 2)};
    bars->count = (between + bars->width - 1) / bars->width + 2;
    for (size_t i = 0; i < chart->count; i++) {
        size_t *height =
            &bars->height[bar_of(bars, chart->points[i], chart->most)];
        if (++*height > bars->highest)
            bars->highest = *height;
    }
}

static void put_bar(FILE *file, const struct bars *bars, int i, int most,
                    double x, double width, int height)
{
    double bar = bars->highest
                     ? (double)bars->height[i] * (height - TOP - BOTTOM) /
                           (double)bars->highest
                     : 0;
    int from = i == 0                 ? 0
               : i == bars->count - 1 ? most
                                      : 1 + (i - 1) * bars->width;
    int to = i == 0 || i == bars->count - 1 ? from : from + bars->width - 1;
    if (!bars->height[i])
        return;
    if (to > most - 1 && i < bars->count - 1)
        to = most - 1;
    fprintf(file,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
            "height=\"%.1f\" rx=\"1\"><title>",
            i == 0                 ? "z"
            : i == bars->count - 1 ? "f"
                                   : "b",
            x, height - BOTTOM - bar, width, bar);
    if (from == to)
        put_html(file, "%d points: %z", from, bars->height[i]);
    else
        put_html(file, "%d to %d points: %z", from, to, bars->height[i]);
    fputs("</title></rect>", file);
}

static void put_median(FILE *file, const struct chart *chart,
                       const struct bars *bars, double step, int height)
{
    double median = chart_median(chart);
    double x = step * (bar_of(bars, (int)(median + 0.5), chart->most) + 0.5);
    if (chart->count)
        fprintf(file,
                "<line class=\"m\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" "
                "y2=\"%d\"/>",
                x, 0, x, height - BOTTOM);
}

void chart_draw(FILE *file, struct chart *chart, int width, int height)
{
    struct bars bars;
    double step;
    if (chart->count)
        qsort(chart->points, chart->count, sizeof *chart->points, by_value);
    fill_bars(&bars, chart);
    step = (double)(width) / bars.count;
    put_html(file,
             "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"how many "
             "have how many of %d points\">",
             width, height, chart->most);
    for (int i = 0; i < bars.count; i++)
        put_bar(file, &bars, i, chart->most, i * step, step - GAP, height);
    fprintf(file, "<line class=\"x\" x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
            height - BOTTOM, width, height - BOTTOM);
    put_median(file, chart, &bars, step, height);
    put_html(
        file,
        "</svg>\n<div class=\"axis\"><span>0</span><span>%d</span></div>\n",
        chart->most);
}
