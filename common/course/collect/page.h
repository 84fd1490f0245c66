/*
 * page.h - class.html: a class on one page, which needs nothing else.
 */
#ifndef PAGE_H
#define PAGE_H

#include "class/class.h"

/* False, told, if it cannot be written. */
bool page_write(const struct class *class);

#endif
