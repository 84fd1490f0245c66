/* letters.h - what names in C++ are made of. */
#ifndef LETTERS_H
#define LETTERS_H

#include <ctype.h>
#include <stdbool.h>

/* May it stand in a name? */
static inline bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

#endif
