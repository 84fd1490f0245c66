/* people.c - see people.h. */
#include "people.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "encoding.h"
#include "path.h"

enum { PARTS = 6 };

/* Does the name have this form?  The parts in brackets become texts. */
static bool has_form(const char *form, const char *name,
                     char parts[PARTS][LONGEST_PATH])
{
    regmatch_t matches[PARTS];
    regex_t compiled;
    bool has;
    if (regcomp(&compiled, form, REG_EXTENDED) != 0)
        return false;
    has = regexec(&compiled, name, PARTS, matches, 0) == 0;
    for (size_t i = 0; has && i < PARTS; i++) {
        int n = matches[i].rm_so < 0
                    ? 0
                    : (int)(matches[i].rm_eo - matches[i].rm_so);
        snprintf(parts[i], LONGEST_PATH, "%.*s", n,
                 n > 0 ? name + matches[i].rm_so : "");
    }
    regfree(&compiled);
    return has;
}

static bool is_moodle(const char *name, struct person *person,
                      char parts[PARTS][LONGEST_PATH])
{
    if (!has_form("^(.+)_([0-9]+)_assignsubmission_(file|onlinetext)_?(.*)$",
                  name, parts))
        return false;
    person->platform = PLATFORM_MOODLE;
    person->online = !strcmp(parts[3], "onlinetext");
    snprintf(person->id, sizeof person->id, "%.31s", parts[2]);
    snprintf(person->file, sizeof person->file, "%.255s", parts[4]);
    name_show(parts[1], person->name);
    return true;
}

static bool is_canvas(const char *name, struct person *person,
                      char parts[PARTS][LONGEST_PATH])
{
    if (!has_form("^([^_]+)_(LATE_)?([0-9]+)_([0-9]+)_(.+)$", name, parts))
        return false;
    person->platform = PLATFORM_CANVAS;
    person->late = *parts[2];
    snprintf(person->id, sizeof person->id, "%.31s", parts[3]);
    snprintf(person->file, sizeof person->file, "%.255s", parts[5]);
    name_show(parts[1], person->name);
    return true;
}

/* The ending goes, and the number of a download. */
static void plain_name(const char *name, bool folder, struct person *person,
                       char parts[PARTS][LONGEST_PATH])
{
    char stem[LONGEST_PATH];
    size_t n = path_archive_ending(name);
    const char *dot = strrchr(name, '.');
    if (n == 0 && path_ends(name, ".cu.txt"))
        n = strlen(".cu.txt");
    if (n == 0 && dot && dot > name)
        n = strlen(dot);
    snprintf(stem, sizeof stem, "%.*s", (int)(strlen(name) - (folder ? 0 : n)),
             name);
    if (!folder && has_form("^(.+[^ ]) ?\\([0-9]+\\)$", stem, parts))
        snprintf(stem, sizeof stem, "%s", parts[1]);
    name_show(stem, person->name);
}

static bool is_nameless(const char *name)
{
    static const char *const words[] = {"submission", "student",  "solution",
                                        "assignment", "homework", "lab",
                                        "upload",     "file",     "attempt"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strncasecmp(name, words[i], strlen(words[i])))
            name += strlen(words[i]);
    }
    while (*name && !isalpha((unsigned char)*name) &&
           (unsigned char)*name < 0x80)
        name++;
    return !*name;
}

void people_read(const char *name, bool folder, struct person *person)
{
    static char parts[PARTS][LONGEST_PATH];
    char utf8[LONGEST_PATH];
    *person = (struct person){0};
    encoding_to_utf8(name, utf8, sizeof utf8);
    if (!is_moodle(utf8, person, parts) && !is_canvas(utf8, person, parts))
        plain_name(utf8, folder, person, parts);
    if (!*person->name)
        strcpy(person->name, "without a name");
    person->nameless = is_nameless(person->name);
}
