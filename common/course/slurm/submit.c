/*
 * submit.c - the words of sbatch.
 *
 * The user's stand between ours that he may change and ours that he may not:
 * of two that say the same, sbatch takes the last.
 */
#include "submit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "files/publish.h"

enum { SBATCH_SECONDS = 120 };

/* What a hostile submission can take before its box ends it: 4 GiB of its
 * compiler, and what the grader has beside it. */
#define MEMORY "--mem-per-cpu=4608M"

/* In a file's name sbatch puts numbers for % and a letter. */
static bool log_word(char word[PUBLISH_PATH], const char *out, const char *name)
{
    size_t n = (size_t)snprintf(word, PUBLISH_PATH, "--output=");
    for (; *out && n < PUBLISH_PATH - 2; out++) {
        word[n++] = *out;
        if (*out == '%')
            word[n++] = '%';
    }
    return snprintf(word + n, PUBLISH_PATH - n, "/slurm/jobs/%s/%%a.log",
                    name) < (int)(PUBLISH_PATH - n);
}

/* The nodes that the user excludes with his words; "" if none. */
static const char *users_exclude(const wordexp_t *options)
{
    static const char equals[] = "--exclude=";
    for (size_t i = options->we_wordc; i-- > 0;) {
        const char *word = options->we_wordv[i];
        if (!strncmp(word, equals, strlen(equals)))
            return word + strlen(equals);
        if ((!strcmp(word, "--exclude") || !strcmp(word, "-x")) &&
            i + 1 < options->we_wordc)
            return options->we_wordv[i + 1];
    }
    return "";
}

static void add_changeable(struct command *command, const wordexp_t *options,
                           bool has_memory)
{
    command_add(command, "sbatch");
    command_add(command, "--ntasks=1");
    command_add(command, "--cpus-per-task=1");
    if (!has_memory)
        command_add(command, MEMORY);
    for (size_t i = 0; i < options->we_wordc; i++)
        command_add(command, options->we_wordv[i]);
}

/* Texts that the words of a command are made of. */
struct words {
    char name[JOB_NAME + 16], array[64], log[PUBLISH_PATH],
        folder[PUBLISH_PATH], script[PUBLISH_PATH], exclude[1 << 14];
};

static bool make_words(struct words *words, const struct submission_to *to,
                       const struct job *job, const wordexp_t *options)
{
    const char *users = users_exclude(options);
    int n = snprintf(words->array, sizeof words->array, "--array=0-%zu",
                     job_tasks(job) - 1);
    if (to->at_once)
        snprintf(words->array + n, sizeof words->array - (size_t)n, "%%%zu",
                 to->at_once);
    snprintf(words->name, sizeof words->name, "--job-name=%s", job->name);
    snprintf(words->exclude, sizeof words->exclude, "--exclude=%s%s%s", users,
             *users ? "," : "", to->exclude);
    return log_word(words->log, to->out, job->name) &&
           publish_path(words->folder, "--chdir=%s/slurm", to->out) &&
           publish_path(words->script, "%s/common/course/slurm/task.sh",
                        to->kit);
}

static void add_fixed(struct command *command, const struct words *words,
                      const struct submission_to *to, const struct job *job)
{
    command_add(command, "--parsable");
    command_add(command, "--requeue");
    command_add(command, "--open-mode=append");
    command_add(command, words->name);
    command_add(command, words->array);
    command_add(command, words->log);
    command_add(command, words->folder);
    if (to->exclude[0])
        command_add(command, words->exclude);
    command_add(command, words->script);
    command_add(command, to->kit);
    command_add(command, to->out);
    command_add(command, job->name);
}

/* "limit" stands in what it says of too many tasks, at once or in all. */
static bool run(struct command *command, char id[24], char said[COMMAND_SAID],
                bool *limited)
{
    bool taken = command_run(command, SBATCH_SECONDS);
    id[0] = '\0';
    if (taken)
        snprintf(id, 24, "%.*s", (int)strcspn(command->output, ";\n"),
                 command->output);
    snprintf(said, COMMAND_SAID, "%s", command->said);
    *limited = !taken && (strstr(said, "limit") || strstr(said, "array"));
    command_free(command);
    return taken;
}

bool submit_job(const struct submission_to *to, const struct job *job,
                char id[24], char said[COMMAND_SAID], bool *limited)
{
    static struct words words;
    struct command command = {.count = 0};
    wordexp_t options;
    bool taken = false;
    *limited = false;
    snprintf(said, COMMAND_SAID,
             "SLURM_OPTIONS is no list of words as a shell has it");
    if (wordexp(to->options, &options, WRDE_NOCMD | WRDE_UNDEF) != 0)
        return false;
    add_changeable(&command, &options, strstr(to->options, "--mem"));
    if (make_words(&words, to, job, &options)) {
        add_fixed(&command, &words, to, job);
        taken = run(&command, id, said, limited);
    }
    wordfree(&options);
    return taken;
}
