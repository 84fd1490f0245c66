/* letters.h - what names in C++ are made of, and the s of "4 bytes". */
#ifndef LETTERS_H
#define LETTERS_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>

/* May it stand in a name? */
static inline bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The s of "4 bytes". */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

#endif
