/* said.c - see said.h. */
#include "said.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "files/json.h"
#include "term/utf8.h"

/* ---- submission.txt ------------------------------------------------------ */

/* What stands behind "WORD:" at the start of a line, as a name is shown; what
 * does not fit is cut. */
static void take(const char *text, const char *word, char *value, size_t n)
{
    char line[NAME_SHOWN], shown[NAME_SHOWN];
    size_t length = strlen(word);
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        if (strncmp(text, word, length) || text[length] != ':')
            continue;
        text += length + 1;
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\r\n"), text);
        name_show(line, shown);
        snprintf(value, n, "%s", shown);
        utf8_repair(value);
        return;
    }
}

/* ---- check.json ---------------------------------------------------------- */

enum { MOST_POINTS = 1000000 };

static bool is_points(const cJSON *json)
{
    return cJSON_IsNumber(json) && json->valuedouble >= 0 &&
           json->valuedouble <= MOST_POINTS;
}

static void take_claim(const struct leaf *leaf, struct said *said)
{
    cJSON *json = cJSON_ParseWithLength(leaf->bytes, leaf->size);
    const cJSON *score = cJSON_GetObjectItemCaseSensitive(json, "score");
    const cJSON *most = cJSON_GetObjectItemCaseSensitive(json, "max_score");
    if (is_points(score) && is_points(most)) {
        said->claims = true;
        said->score = (int)score->valuedouble;
        said->max_score = (int)most->valuedouble;
    }
    cJSON_Delete(json);
}

/* ---- both ---------------------------------------------------------------- */

/* The one that is least deep, of the last source. */
static const struct leaf *find(const struct tree *tree, enum matter matter)
{
    const struct leaf *best = NULL;
    for (size_t i = 0; i < tree->count; i++) {
        const struct leaf *leaf = &tree->leaves[i];
        if (leaf->matter == matter &&
            (!best || leaf->source_time > best->source_time ||
             (leaf->source == best->source &&
              strlen(leaf->path) < strlen(best->path))))
            best = leaf;
    }
    return best;
}

void said_read(const struct tree *tree, struct said *said)
{
    const struct leaf *text = find(tree, MATTER_SAID);
    const struct leaf *check = find(tree, MATTER_CHECKED);
    *said = (struct said){0};
    if (text) {
        take(text->bytes, "name", said->name, sizeof said->name);
        take(text->bytes, "number", said->number, sizeof said->number);
        take(text->bytes, "edition", said->edition, sizeof said->edition);
    }
    if (text && check)
        take_claim(check, said);
}

/* ---- one person ---------------------------------------------------------- */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Is this word of n bytes one of the words of text? */
static bool has_word(const char *text, const char *word, size_t n)
{
    while (*text) {
        size_t length = 0;
        while (is_letter(text[length]))
            length++;
        if (length == n && !strncasecmp(text, word, n))
            return true;
        text += length + (length == 0);
    }
    return false;
}

bool said_fits(const struct said *said, const char *name)
{
    const char *at = said->name;
    if (*said->number && strcasestr(name, said->number))
        return true;
    while (*at) {
        size_t n = 0;
        while (is_letter(at[n]))
            n++;
        if (n > 1 && has_word(name, at, n))
            return true;
        at += n + (n == 0);
    }
    return false;
}
