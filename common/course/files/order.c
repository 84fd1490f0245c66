/*
 * order.c - see order.h.
 */
#include "order.h"

#include <string.h>

int order_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}
