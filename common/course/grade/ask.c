/*
 * ask.c - see ask.h.
 */
#include "ask.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

bool ask_is_seed(const char *text)
{
    char *end;
    errno = 0;
    strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

/* Short enough to type. */
static uint64_t draw_seed(void)
{
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint32_t)getpid();
    return seed;
}

static void choose_seed(const struct asked *asked, struct course *course,
                        const struct course *before)
{
    course->seeded = true;
    if (asked->seed)
        course->seed = strtoull(asked->seed, NULL, 10);
    else
        course->seed = before->seeded ? before->seed : draw_seed();
}

/* Results without a sandbox are others: they are not taken for graded when
 * there is one again. */
static bool add_sandbox(struct course *course)
{
    if (!*course->sandbox)
        return true;
    if (course->parts == STORE_PARTS)
        return false;
    course->edition[course->parts++] =
        (struct store_pair){"sandbox", course->sandbox};
    return true;
}

bool ask(const struct asked *asked, struct course *course,
         struct course *before)
{
    char path[PUBLISH_PATH];
    course_read(before, asked->out);
    *course = (struct course){.folder = asked->folder ? asked->folder
                                                      : before->folder,
                              .sandbox = asked->sandbox};
    choose_seed(asked, course, before);
    return publish_built(path, "edition.txt") && edition_read(course, path) &&
           add_sandbox(course);
}

/* ---- in words ------------------------------------------------------------ */

static const char *part_of(const struct course *course, const char *name)
{
    for (size_t i = 0; i < course->parts; i++) {
        if (!strcmp(course->edition[i].name, name))
            return course->edition[i].value;
    }
    return "";
}

static void tell_part(const char *name, const char *now, const char *was)
{
    if (!strcmp(now, was))
        return;
    if (!strcmp(name, "harness") || !strcmp(name, "emulator"))
        printf("  the %s has changed since (what it says of a solution may "
               "be another thing now)\n",
               name);
    else if (!strcmp(name, "compiler"))
        printf("  the compiler, or how it is called, has changed since: %s "
               "now\n",
               now);
    else if (!strcmp(name, "sandbox"))
        printf("  SANDBOX=%s: students' programs are %skept apart\n", now,
               *now ? "not " : "");
    else
        printf("  %s has changed since: its lab.c or kernels.h\n", name);
}

void ask_tell(const struct course *course, const struct course *before,
              size_t outdated)
{
    if (!before->seeded || outdated == 0)
        return;
    printf("%zu of the results there are were of something else, and are "
           "graded anew:\n",
           outdated);
    if (course->seed != before->seed)
        printf("  the seed is %" PRIu64 ", and was %" PRIu64 "\n", course->seed,
               before->seed);
    for (size_t i = 0; i < course->parts; i++)
        tell_part(course->edition[i].name, course->edition[i].value,
                  part_of(before, course->edition[i].name));
    if (!*course->sandbox && *before->sandbox)
        tell_part("sandbox", "", before->sandbox);
}
