/*
 * format.h - results in the formats of the places where courses grade.
 */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdbool.h>

/* Is each of these words, parted by blanks, a format?  False, told with the
 * list of all there are, if one is not. */
bool format_known(const char *words);

/* course format [--class OUT] [--lab LAB]... [--overrides FILE] FORMAT...
 *   writes OUT/FORMAT/ for each, of what stands in OUT (build/class);
 * course format --known FORMAT...
 *   nothing; whether each is one.
 * 0; 2: wrong use, no class, or nothing to be written; 3: not written. */
int format_main(int argc, char **argv);

#endif
