/*
 * name.c - see name.h.
 */
#include "name.h"

#include <ctype.h>
#include <string.h>

#include "digest.h"
#include "term/plain.h"

enum { KEY_LETTERS = 80, KEY_DIGITS = 8 };

/* Bytes of the character at text, if it may be shown; else 0. */
static size_t letter(const char *text)
{
    return plain_length(text, strnlen(text, 4));
}

void name_show(const char *name, char shown[NAME_SHOWN])
{
    size_t used = 0;
    while (*name) {
        size_t n = letter(name);
        bool blank = n == 1 && isspace((unsigned char)*name);
        size_t written = n ? n : 1;
        if (used + written >= NAME_SHOWN)
            break;
        if (!blank)
            memcpy(shown + used, n ? name : "?", written);
        else if (used > 0 && shown[used - 1] != ' ')
            shown[used] = ' ';
        else
            written = 0;
        used += written;
        name += n ? n : 1;
    }
    while (used > 0 && shown[used - 1] == ' ')
        used--;
    shown[used] = '\0';
}

/* Not first: a hidden file, or an option. */
static bool stays(const char *text, size_t n, bool first)
{
    return n > 1 || (n == 1 && isalnum((unsigned char)*text)) ||
           (n == 1 && !first && strchr("-._", *text));
}

/* The letters that stay; false if some do not. */
static bool take_letters(const char *name, char *key)
{
    size_t used = 0;
    bool same = *name;
    while (*name) {
        size_t n = letter(name);
        bool kept = stays(name, n, used == 0);
        size_t written = kept ? n : 1;
        if (used + written > KEY_LETTERS) {
            same = false;
            break;
        }
        memcpy(key + used, kept ? name : "_", written);
        same = same && kept;
        used += written;
        name += n ? n : 1;
    }
    if (used > 0 && key[used - 1] == '.') { /* which some systems drop */
        key[used - 1] = '_';
        same = false;
    }
    key[used] = '\0';
    return same;
}

void name_key(const char *name, bool clashes, char key[NAME_KEY])
{
    char digest[DIGEST_TEXT];
    bool same = take_letters(name, key);
    if (same && !clashes)
        return;
    digest_bytes(name, strlen(name), digest);
    digest[KEY_DIGITS] = '\0';
    strcat(strcat(key, *key ? "-" : "_-"), digest);
}

bool name_is_key(const char *text)
{
    char key[NAME_KEY];
    size_t n = strlen(text);
    if (n == 0 || n >= sizeof key)
        return false;
    for (size_t used = 0; used < n;) {
        size_t length = letter(text + used);
        if (!stays(text + used, length, used == 0) &&
            !(length == 1 && text[used] == '_'))
            return false;
        used += length;
    }
    return text[n - 1] != '.';
}
