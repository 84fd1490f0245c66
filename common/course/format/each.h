/*
 * each.h - a file for each submission.
 */
#ifndef EACH_H
#define EACH_H

#include <stdbool.h>
#include <stdio.h>

#include "files/json.h"
#include "formats.h"

/* FOLDER/KEY.ENDING of each submission is published with what `put` writes; a
 * false of put's gives that file up.  False, told, if one could not be written,
 * and none after it is. */
bool each_write(const struct sheets *class, const char *folder,
                const char *ending,
                bool (*put)(FILE *file, const struct sheet *sheet));

/* FOLDER/KEY/NAME of each: the object that `make` returns, freed here. */
bool each_write_json(const struct sheets *class, const char *folder,
                     const char *name,
                     cJSON *(*make)(const struct sheets *class,
                                    const struct sheet *sheet));

#endif
