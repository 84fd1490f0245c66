/*
 * utf8.c - where characters begin and end.
 */
#include "utf8.h"

size_t utf8_length(const char *text)
{
    unsigned char first = (unsigned char)*text;
    size_t n = first < 0x80   ? 1
               : first < 0xc2 ? 0
               : first < 0xe0 ? 2
               : first < 0xf0 ? 3
               : first < 0xf5 ? 4
                              : 0;
    for (size_t i = 1; i < n; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    }
    return n;
}

void utf8_repair(char *text)
{
    while (*text) {
        size_t n = utf8_length(text);
        if (n == 0)
            *text = '?';
        text += n > 0 ? n : 1;
    }
}

char *utf8_at(char *text, size_t n)
{
    while (n-- > 0 && *text)
        text += utf8_length(text);
    return text;
}
