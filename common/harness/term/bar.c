/*
 * bar.c - a bar is drawn over the one before: carriage return, then
 * "erase to the end of the line" (ECMA-48).
 */
#include "bar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH = 24, COLUMNS = 80, MOST_COLUMNS = 200 };

bool terminal_has_escapes(int descriptor)
{
    const char *term = getenv("TERM");
    return isatty(descriptor) && term && strcmp(term, "dumb");
}

void bar_open(struct bar *bar, double total)
{
    *bar = (struct bar){.total = total,
                        .wanted = terminal_has_escapes(STDERR_FILENO)};
}

void bar_line(const struct bar *bar, const char *what, size_t columns,
              char *text, size_t n)
{
    double part = bar->total > 0 ? fmin(1, bar->done / bar->total) : 0;
    int filled = (int)(part * WIDTH);
    snprintf(text, n, "  [%.*s%*s] %3.0f %%  %s", filled,
             "########################", WIDTH - filled, "", floor(100 * part),
             what);
    if (columns < n && strlen(text) > columns)
        text[columns] = '\0';
}

/* A line that is longer than the terminal is wide cannot be drawn over. */
static size_t terminal_columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return COLUMNS - 1;
    return (size_t)(size.ws_col < MOST_COLUMNS ? size.ws_col : MOST_COLUMNS) -
           1;
}

void bar_show(struct bar *bar, const char *what)
{
    char line[MOST_COLUMNS];
    if (!bar->wanted)
        return;
    bar_line(bar, what, terminal_columns(), line, sizeof line);
    fprintf(stderr, "\r\033[K%s", line);
    fflush(stderr);
    bar->shown = true;
}

void bar_step(struct bar *bar, double work)
{
    bar->done += work;
}

void bar_clear(struct bar *bar)
{
    if (bar->shown)
        fputs("\r\033[K", stderr);
    bar->shown = false;
}
