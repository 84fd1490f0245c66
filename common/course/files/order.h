/*
 * order.h - orders that do not depend on a language or a machine.
 */
#ifndef ORDER_H
#define ORDER_H

/* For qsort, of an array of texts: by their bytes, as strcmp. */
int order_texts(const void *a, const void *b);

#endif
