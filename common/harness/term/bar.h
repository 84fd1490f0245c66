/*
 * bar.h - a bar for work that takes long: "[####      ] 40 %  what".
 *
 * It stands on the last line of standard error while that is a terminal which
 * can erase, and nowhere otherwise.  Whoever prints something else clears it
 * first.
 */
#ifndef BAR_H
#define BAR_H

#include <stdbool.h>
#include <stddef.h>

/* Work is counted in any unit of about the same time. */
struct bar {
    double total, done;
    bool wanted; /* standard error is such a terminal */
    bool shown;
};

/* A terminal, and not TERM=dumb, which knows no escape sequences. */
bool terminal_has_escapes(int descriptor);

void bar_open(struct bar *bar, double total);
/* Draws the bar, with what is being done now. */
void bar_show(struct bar *bar, const char *what);
void bar_step(struct bar *bar, double work);
void bar_clear(struct bar *bar);

/* The line itself, for at most `columns`; drawn by bar_show. */
void bar_line(const struct bar *bar, const char *what, size_t columns,
              char *text, size_t n);

#endif
