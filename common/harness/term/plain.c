/*
 * plain.c - tells what may be shown from what may not.
 */
#include "plain.h"

#include <string.h>

#include "utf8.h"

/* The two or three bytes of U+0080 to U+009F, of marks and overrides of
 * direction (U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), of line and
 * paragraph separators, and of U+FEFF. */
static bool is_control(const unsigned char *at, size_t length)
{
    if (length == 1)
        return (*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f;
    if (length == 2)
        return at[0] == 0xc2 && at[1] < 0xa0;
    if (length == 3 && at[0] == 0xe2 && at[1] == 0x80)
        return at[2] == 0x8e || at[2] == 0x8f ||
               (at[2] >= 0xa8 && at[2] <= 0xae);
    if (length == 3 && at[0] == 0xe2 && at[1] == 0x81)
        return at[2] >= 0xa6 && at[2] <= 0xa9;
    return length == 3 && !memcmp(at, "\xef\xbb\xbf", 3);
}

size_t plain_length(const char *text, size_t n)
{
    char character[5] = "";
    size_t length;
    memcpy(character, text, n < 4 ? n : 4);
    length = *character ? utf8_length(character) : 0;
    return length > n || is_control((const unsigned char *)character, length)
               ? 0
               : length;
}

void plain_print(FILE *file, const char *text, size_t n)
{
    while (n > 0) {
        size_t length = plain_length(text, n);
        if (length > 0)
            fwrite(text, 1, length, file);
        else
            fputc('?', file);
        length += length == 0;
        text += length;
        n -= length;
    }
}

void plain_make(char *text)
{
    size_t n = strlen(text);
    while (n > 0) {
        size_t length = plain_length(text, n);
        if (length == 0)
            *text = '?';
        length += length == 0;
        text += length;
        n -= length;
    }
}

void plain_copy(char *to, size_t n, const char *text)
{
    snprintf(to, n, "%s", text);
    plain_make(to);
}
