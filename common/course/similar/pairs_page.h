/*
 * pairs_page.h - similarity.html: the pairs side by side, and how usual such
 * likeness is.
 */
#ifndef PAIRS_PAGE_H
#define PAIRS_PAGE_H

#include "compare.h"

/* False, told, if it cannot be written. */
bool pairs_page_write(const struct compare *compare,
                      const struct class *class);

#endif
