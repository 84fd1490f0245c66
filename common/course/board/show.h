/*
 * show.h - a ranking as a table on the terminal, as CSV, as a page.
 */
#ifndef SHOW_H
#define SHOW_H

#include "board.h"

void show_print(struct board *board);
/* OUT/leaderboard.csv and OUT/leaderboard.html; false, told. */
bool show_write(struct board *boards, size_t count, const struct class *class);

#endif
