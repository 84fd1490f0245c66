/*
 * job.c - array jobs as files.
 */
#include "job.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "files/publish.h"

static bool work_path(char path[PUBLISH_PATH], const char *out,
                      const char *name)
{
    return publish_path(path, "%s/slurm/jobs/%s/work", out, name);
}

static void write_units(FILE *file, const struct slurm_unit *units,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s %s %s\n", units[i].lab, units[i].digest,
                units[i].path);
}

bool job_write(const char *out, size_t chunk, const struct slurm_unit *units,
               size_t count, char name[JOB_NAME])
{
    char folder[PUBLISH_PATH], path[PUBLISH_PATH];
    struct publication publication;
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) < 0)
        return false;
    snprintf(name, JOB_NAME, "course-%012" PRIx64, number >> 16);
    if (!publish_path(folder, "%s/slurm/jobs/%s", out, name) ||
        !publish_folder(folder) || !work_path(path, out, name) ||
        !publish_open(&publication, path))
        return false;
    fprintf(publication.file, "chunk %zu\n", chunk);
    write_units(publication.file, units, count);
    return publish_close(&publication);
}

/* ---- reading ------------------------------------------------------------- */

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;
    if (!file)
        return NULL;
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* The text up to `end`, which becomes its end; *at goes behind it.  NULL: there
 * is no such end. */
static char *cut(char **at, char end)
{
    char *begin = *at, *stop = begin ? strchr(begin, end) : NULL;
    if (!stop)
        return NULL;
    *stop = '\0';
    *at = stop + 1;
    return begin;
}

static bool read_chunk(struct job *job, char **at)
{
    char *word = cut(at, ' '), *value = cut(at, '\n');
    if (!word || !value || strcmp(word, "chunk"))
        return false;
    job->chunk = strtoul(value, NULL, 10);
    return job->chunk > 0;
}

static bool read_units(struct job *job, char *at)
{
    size_t lines = 0;
    for (const char *c = at; *c; c++)
        lines += *c == '\n';
    job->units = calloc(lines + 1, sizeof *job->units);
    while (job->units && *at) {
        struct slurm_unit *unit = &job->units[job->count++];
        unit->lab = cut(&at, ' ');
        unit->digest = unit->lab ? cut(&at, ' ') : NULL;
        unit->path = unit->digest ? cut(&at, '\n') : NULL;
        if (!unit->path)
            return false;
    }
    return job->units && job->count > 0;
}

bool job_read(struct job *job, const char *out, const char *name)
{
    char path[PUBLISH_PATH], *at;
    *job = (struct job){.chunk = 0};
    snprintf(job->name, sizeof job->name, "%s", name);
    if (!work_path(path, out, name))
        return false;
    job->text = at = read_text(path);
    if (at && read_chunk(job, &at) && read_units(job, at))
        return true;
    job_free(job);
    return false;
}

void job_free(struct job *job)
{
    free(job->units);
    free(job->text);
    *job = (struct job){.chunk = 0};
}

size_t job_tasks(const struct job *job)
{
    return (job->count + job->chunk - 1) / job->chunk;
}

size_t job_first(const struct job *job, size_t task)
{
    return task < job_tasks(job) ? task * job->chunk : job->count;
}

size_t job_last(const struct job *job, size_t task)
{
    return job_first(job, task + 1);
}

/* ---- all of them --------------------------------------------------------- */

static int is_job(const struct dirent *entry)
{
    return !strncmp(entry->d_name, "course-", strlen("course-")) &&
           strlen(entry->d_name) < JOB_NAME;
}

char **job_names(const char *out, size_t *count)
{
    char path[PUBLISH_PATH], **names;
    struct dirent **entries;
    int n;
    *count = 0;
    if (!publish_path(path, "%s/slurm/jobs", out))
        return NULL;
    n = scandir(path, &entries, is_job, NULL);
    if (n < 0)
        return NULL;
    names = calloc((size_t)n + 1, sizeof *names);
    for (int i = 0; i < n; i++) {
        if (names)
            names[(*count)++] = strdup(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return names;
}

void job_remove(const char *out, const char *name)
{
    char path[PUBLISH_PATH];
    if (publish_path(path, "%s/slurm/jobs/%s", out, name))
        publish_remove(path);
}
