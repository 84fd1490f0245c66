/*
 * hint.c - one step further each time it is asked.
 *
 * How far somebody is stands in build/hints; `make clean` forgets it.
 */
#include "hint.h"

#include <stdio.h>
#include <sys/stat.h>

#include "run/programs.h"
#include "term/wrap.h"

static size_t hint_count(const struct exercise *exercise)
{
    size_t count = 0;
    while (count < MAX_HINTS && exercise->hints[count])
        count++;
    return count;
}

static bool state_path(const struct arguments *arguments, char *path, size_t n)
{
    char name[PATH_BYTES];
    if (!build_path(path, n, "hints"))
        return false;
    mkdir(path, 0777);
    snprintf(name, sizeof name, "hints/%s.%s", arguments->lab->name,
             arguments->exercise->name);
    return build_path(path, n, name);
}

/* How many hints were given before. */
static size_t read_state(const char *path)
{
    FILE *file = fopen(path, "re");
    size_t given = 0;
    if (!file)
        return 0;
    if (fscanf(file, "%zu", &given) != 1)
        given = 0;
    fclose(file);
    return given;
}

static void write_state(const char *path, size_t given)
{
    FILE *file = fopen(path, "we");
    if (!file) {
        perror(path); /* the same hint will come again: no harm */
        return;
    }
    fprintf(file, "%zu\n", given);
    fclose(file);
}

static bool has_hints(const struct exercise *exercise)
{
    return hint_count(exercise) > 0;
}

enum exit_status hint(const struct arguments *arguments)
{
    const struct exercise *exercise = arguments->exercise;
    char path[PATH_BYTES];
    size_t count, step;
    if (!exercise) {
        arguments_ask(arguments, "grader: a hint is for one exercise", ": ",
                      has_hints);
        return STATUS_WRONG_USE;
    }
    if (!state_path(arguments, path, sizeof path))
        return STATUS_HARNESS_FAULT;
    count = hint_count(exercise);
    if (count == 0) {
        printf("There are no hints for %s.\n", exercise->name);
        return STATUS_FULL_SCORE;
    }
    step = read_state(path);
    if (step >= count) {
        printf("That was the last hint for %s; once more from the first.\n"
               "make diff LAB=%s shows the solution beside yours.\n\n",
               exercise->name, arguments->lab->name);
        step = 0;
    }
    printf("%s, hint %zu of %zu:\n  ", exercise->name, step + 1, count);
    wrap_print(stdout, exercise->hints[step], 2, 2);
    write_state(path, step + 1);
    return STATUS_FULL_SCORE;
}
