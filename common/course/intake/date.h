/*
 * date.h - points in time, as people and platforms write them.
 */
#ifndef INTAKE_DATE_H
#define INTAKE_DATE_H

#include <stdbool.h>
#include <stdint.h>

enum { DATE_TEXT = 32 };

/* "2026-11-01", which is the end of that day, "2026-11-01 23:59[:59[.5]]", or
 * with T between; behind it Z, +02:00 or +0200, else by this machine's clock.
 * *seconds since 1970.  False: it is none of these. */
bool date_parse(const char *text, int64_t *seconds);

/* "2026-11-01T22:59:59Z"; "" for 0, which is not known. */
void date_text(int64_t seconds, char text[DATE_TEXT]);

#endif
