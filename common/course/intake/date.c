/* date.c - see date.h. */
#include "date.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *without_fraction(const char *text)
{
    if (*text == '.')
        text += 1 + strspn(text + 1, "0123456789");
    return text + strspn(text, " ");
}

/* Z, +02:00, +0200: seconds east of Greenwich.  Not all of text: false. */
static bool parse_zone(const char *text, long *east)
{
    int hours, minutes, used = 0;
    *east = 0;
    if (!strcmp(text, "Z") || !strcmp(text, "UTC"))
        return true;
    if ((*text != '+' && *text != '-') ||
        (sscanf(text + 1, "%2d:%2d%n", &hours, &minutes, &used) != 2 &&
         sscanf(text + 1, "%2d%2d%n", &hours, &minutes, &used) != 2) ||
        text[1 + used] || hours > 14 || minutes > 59)
        return false;
    *east = (hours * 60L + minutes) * 60 * (*text == '-' ? -1 : 1);
    return true;
}

/* Does the day exist?  mktime would make the first of March of 29 February. */
static bool to_seconds(struct tm *time, bool local, int64_t *seconds)
{
    struct tm wanted = *time;
    time->tm_isdst = -1;
    *seconds = local ? mktime(time) : timegm(time);
    return wanted.tm_mday == time->tm_mday && wanted.tm_mon == time->tm_mon &&
           wanted.tm_year > 70;
}

bool date_parse(const char *text, int64_t *seconds)
{
    static const char *const forms[] = {"%Y-%m-%d %H:%M:%S",
                                        "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M",
                                        "%Y-%m-%dT%H:%M"};
    struct tm time = {0};
    const char *rest;
    long east = 0;
    bool local;
    if (!isdigit((unsigned char)*text))
        return false;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        time = (struct tm){0};
        rest = strptime(text, forms[i], &time);
        if (rest) {
            rest = without_fraction(rest);
            local = !*rest;
            if ((!local && !parse_zone(rest, &east)) ||
                !to_seconds(&time, local, seconds))
                return false;
            *seconds -= east;
            return true;
        }
    }
    time = (struct tm){0};
    rest = strptime(text, "%Y-%m-%d", &time);
    if (!rest || *rest)
        return false;
    time.tm_hour = 23;
    time.tm_min = time.tm_sec = 59;
    return to_seconds(&time, true, seconds);
}

void date_text(int64_t seconds, char text[DATE_TEXT])
{
    time_t time = seconds;
    struct tm parts;
    text[0] = '\0';
    if (seconds && gmtime_r(&time, &parts))
        strftime(text, DATE_TEXT, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
