/* encoding.c - see encoding.h. */
#include "encoding.h"

#include <iconv.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "term/utf8.h"

static bool is_utf8(const char *text)
{
    size_t n;
    while (*text && (n = utf8_length(text)) > 0)
        text += n;
    return !*text;
}

/* Counts of bytes that tell: beyond ASCII; of those, letters of Cyrillic as
 * each page has them, and letters of the West as page 437 has them; and letters
 * of ASCII. */
struct counts {
    size_t high, dos_cyrillic, windows_cyrillic, dos_western, ascii;
};

static struct counts count(const char *name)
{
    struct counts counts = {0};
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        counts.high += c >= 0x80;
        counts.dos_cyrillic +=
            (c >= 0x80 && c < 0xb0) || (c >= 0xe0 && c < 0xf2);
        counts.windows_cyrillic += c >= 0xc0 || c == 0xa8 || c == 0xb8;
        counts.dos_western += (c >= 0x80 && c < 0xa6) || c == 0xe1;
        counts.ascii += (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }
    return counts;
}

/* A word of Cyrillic has no letters of ASCII in it, one of the West has; the
 * ending and the platform's words are ASCII in both. */
static size_t longest_run(const char *name)
{
    size_t longest = 0, run = 0;
    for (; *name; name++) {
        run = (unsigned char)*name >= 0x80 ? run + 1 : 0;
        if (run > longest)
            longest = run;
    }
    return longest;
}

static const char *likely_encoding(const char *name)
{
    struct counts counts = count(name);
    if (longest_run(name) > 2) {
        if (counts.dos_cyrillic == counts.high)
            return "CP866";
        if (counts.windows_cyrillic == counts.high)
            return "CP1251";
    }
    return counts.dos_western == counts.high ? "CP437" : "ISO-8859-1";
}

static bool convert(const char *name, char *utf8, size_t n)
{
    char *from = (char *)name, *to = utf8;
    size_t from_left = strlen(name), to_left = n - 1;
    iconv_t how = iconv_open("UTF-8", likely_encoding(name));
    bool done;
    if (how == (iconv_t)-1)
        return false;
    done = iconv(how, &from, &from_left, &to, &to_left) != (size_t)-1;
    *to = '\0';
    iconv_close(how);
    return done;
}

void encoding_to_utf8(const char *name, char *utf8, size_t n)
{
    size_t used = 0, step;
    if (is_utf8(name)) {
        while (name[used] && (step = utf8_length(name + used)) + used < n)
            used += step;
        memcpy(utf8, name, used);
        utf8[used] = '\0';
    } else if (!convert(name, utf8, n)) {
        snprintf(utf8, n, "%s", name);
        utf8_repair(utf8);
    }
}
