/*
 * likeness.c - see likeness.h.
 */
#include "likeness.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool told(const char *what, const char *about)
{
    fprintf(stderr, "course: similarity: %s%s\n", what, about);
    return false;
}

/* ---- sim_c --------------------------------------------------------------- */

bool likeness_possible(void)
{
    const char *path = getenv("PATH");
    char name[PUBLISH_PATH];
    while (path && *path) {
        size_t n = strcspn(path, ":");
        if (snprintf(name, sizeof name, "%.*s/sim_c", (int)n, path) <
                (int)sizeof name &&
            access(name, X_OK) == 0)
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

/* From the file "list" of the folder to its file "runs". */
static bool start_sim(struct likeness *likeness)
{
    char run[16];
    char *arguments[] = {"sim_c", "-n", "-e", "-s", "-T",
                         "-r",    run,  "-i", NULL};
    char list[PUBLISH_PATH], runs[PUBLISH_PATH];
    posix_spawn_file_actions_t files;
    int error;
    if (!publish_path(list, "%s/list", likeness->folder) ||
        !publish_path(runs, "%s/runs", likeness->folder))
        return false;
    snprintf(run, sizeof run, "%d", LIKENESS_RUN);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, list, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, runs,
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    error = posix_spawnp(&likeness->child, arguments[0], &files, NULL,
                         arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    if (!error) {
        struct rlimit limit = {LIKENESS_SECONDS, LIKENESS_SECONDS};
        prlimit(likeness->child, RLIMIT_CPU, &limit, NULL);
        return true;
    }
    likeness->child = 0;
    return told("cannot start sim_c: ", strerror(error));
}

static bool wait_sim(struct likeness *likeness)
{
    int status = 0;
    while (waitpid(likeness->child, &status, 0) < 0 && errno == EINTR)
        ;
    likeness->child = 0;
    likeness->dropped = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU ||
                                                WTERMSIG(status) == SIGKILL);
    return likeness->dropped ||
           (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
           told("sim_c failed", "");
}

/* ---- what it reads ------------------------------------------------------- */

static bool write_text(const char *folder, size_t number,
                       const struct likeness_text *text)
{
    char path[PUBLISH_PATH];
    FILE *file;
    bool written;
    if (!publish_path(path, "%s/%zu", folder, number))
        return false;
    file = fopen(path, "we");
    if (file)
        solution_print(file, text->solution, text->file);
    written = file && !ferror(file);
    if (file)
        written = fclose(file) == 0 && written;
    return written || told("cannot write ", path);
}

/* Old ones behind a separator: they are not compared with each other. */
static bool write_list(const struct likeness *likeness, const char *folder)
{
    char path[PUBLISH_PATH];
    FILE *file;
    bool written;
    if (!publish_path(path, "%s/list", folder))
        return false;
    file = fopen(path, "we");
    for (int old = 0; file && old < 2; old++) {
        if (old)
            fprintf(file, "/\n");
        for (size_t i = 0; i < likeness->count; i++) {
            if (likeness->texts[i].group == i &&
                likeness->texts[i].old == (bool)old)
                fprintf(file, "%s/%zu\n", folder, i);
        }
    }
    written = file && !ferror(file);
    if (file)
        written = fclose(file) == 0 && written;
    return written || told("cannot write ", path);
}

static bool same_word(const struct likeness_text *one,
                      const struct likeness_text *other, size_t i)
{
    const struct solution_word *a = &one->solution->words[i];
    const struct solution_word *b = &other->solution->words[i];
    if (a->plain || b->plain)
        return a->plain && b->plain && !strcmp(a->plain, b->plain);
    return a->length == b->length &&
           !strncmp(one->file->text + a->at, other->file->text + b->at,
                    a->length);
}

static bool are_equal(const struct likeness_text *one,
                      const struct likeness_text *other)
{
    if (one->solution->count != other->solution->count)
        return false;
    for (size_t i = 0; i < one->solution->count; i++) {
        if (!same_word(one, other, i))
            return false;
    }
    return true;
}

/* A group is new if one of it is. */
static void find_groups(struct likeness *likeness)
{
    for (size_t i = 0; i < likeness->count; i++) {
        struct likeness_text *text = &likeness->texts[i];
        text->group = i;
        for (size_t k = 0; k < i && text->group == i; k++) {
            if (likeness->texts[k].group == k &&
                are_equal(text, &likeness->texts[k]))
                text->group = k;
        }
        if (!text->old)
            likeness->texts[text->group].old = false;
    }
}

/* ---- what it says -------------------------------------------------------- */

/* "FOLDER/3: line 1-10  |FOLDER/5: line 2-11[10]" */
static bool read_side(const char *side, size_t *text, size_t *from, size_t *to)
{
    const char *line = strstr(side, ": line ");
    const char *slash = line;
    while (slash && slash > side && slash[-1] != '/')
        slash--;
    return line && sscanf(slash, "%zu: line %zu-%zu", text, from, to) == 3;
}

static bool add_run(struct likeness *likeness, struct likeness_run run)
{
    size_t n = likeness->run_count;
    struct likeness_run *runs = likeness->runs;
    if ((n & (n - 1)) == 0) { /* full, at powers of two */
        runs = realloc(runs, (n ? 2 * n : 1) * sizeof *runs);
        if (!runs)
            return told("no memory", "");
        likeness->runs = runs;
    }
    runs[likeness->run_count++] = run;
    return true;
}

static bool take_line(struct likeness *likeness, const char *line)
{
    const char *bar = strchr(line, '|');
    size_t one, other, at, with, end, with_end;
    struct likeness_run run;
    if (!bar || !read_side(line, &one, &at, &end) ||
        !read_side(bar + 1, &other, &with, &with_end) ||
        one >= likeness->count || other >= likeness->count || one == other ||
        at < 1 || with < 1 || end < at || with_end < with)
        return true; /* no run */
    run = (struct likeness_run){one, other, at - 1, with - 1, end - at + 1};
    if (with_end - with < end - at)
        run.count = with_end - with + 1;
    if (one > other)
        run = (struct likeness_run){other, one, run.with, run.at, run.count};
    return add_run(likeness, run);
}

static int by_pair(const void *a, const void *b)
{
    const struct likeness_run *x = a, *y = b;
    if (x->one != y->one)
        return x->one < y->one ? -1 : 1;
    if (x->other != y->other)
        return x->other < y->other ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static bool read_runs(struct likeness *likeness, const char *folder)
{
    char path[PUBLISH_PATH], *line = NULL;
    size_t room = 0;
    bool taken = true;
    FILE *file;
    if (!publish_path(path, "%s/runs", folder))
        return false;
    file = fopen(path, "re");
    if (!file)
        return told("cannot read ", path);
    while (taken && getline(&line, &room, file) > 0)
        taken = take_line(likeness, line);
    free(line);
    fclose(file);
    if (likeness->run_count)
        qsort(likeness->runs, likeness->run_count, sizeof *likeness->runs,
              by_pair);
    return taken;
}

/* ---- percent ------------------------------------------------------------- */

static size_t words_of(const struct likeness *likeness, size_t i)
{
    return likeness->texts[i].solution->count;
}

/* How many words of one of the two lie in runs [from, to). */
static size_t covered(const struct likeness *likeness, size_t from, size_t to,
                      bool of_other)
{
    static bool in[SOLUTION_WORDS];
    size_t count = 0;
    memset(in, 0, sizeof in);
    for (size_t i = from; i < to; i++) {
        const struct likeness_run *run = &likeness->runs[i];
        size_t at = of_other ? run->with : run->at;
        for (size_t k = at; k < at + run->count && k < SOLUTION_WORDS; k++) {
            count += !in[k];
            in[k] = true;
        }
    }
    return count;
}

static int percent_of(const struct likeness *likeness, size_t from, size_t to)
{
    size_t one = words_of(likeness, likeness->runs[from].one);
    size_t other = words_of(likeness, likeness->runs[from].other);
    size_t less = one < other ? one : other, more = one + other - less;
    size_t shared = covered(likeness, from, to, other < one);
    double part = (double)shared / (double)less;
    if (more > 2 * less)
        part *= 2.0 * (double)less / (double)more;
    return (int)(100 * part + 0.5);
}

static void set_percent(struct likeness *likeness, size_t one, size_t other,
                        int percent)
{
    likeness->percent[one * likeness->count + other] = (unsigned char)percent;
    likeness->percent[other * likeness->count + one] = (unsigned char)percent;
}

static void fill_percent(struct likeness *likeness)
{
    for (size_t i = 0; i < likeness->count; i++)
        set_percent(likeness, i, i, 100);
    for (size_t i = 0, end; i < likeness->run_count; i = end) {
        const struct likeness_run *run = &likeness->runs[i];
        for (end = i; end < likeness->run_count &&
                      likeness->runs[end].one == run->one &&
                      likeness->runs[end].other == run->other;)
            end++;
        set_percent(likeness, run->one, run->other,
                    percent_of(likeness, i, end));
    }
}

int likeness_of(const struct likeness *likeness, size_t one, size_t other)
{
    return likeness->percent[likeness->texts[one].group * likeness->count +
                             likeness->texts[other].group];
}

bool likeness_begin(struct likeness *likeness, const char *folder)
{
    size_t n = likeness->count, groups = 0;
    likeness->percent = calloc(n * n + 1, 1);
    if (!likeness->percent)
        return told("no memory", "");
    if (!publish_path(likeness->folder, "%s", folder) ||
        !publish_folder(folder))
        return false;
    find_groups(likeness);
    for (size_t i = 0; i < n; i++) {
        if (likeness->texts[i].group != i)
            continue;
        groups++;
        if (!write_text(folder, i, &likeness->texts[i]))
            return false;
    }
    return groups < 2 || (write_list(likeness, folder) && start_sim(likeness));
}

/* Of pairs that nobody will look at. */
static void drop_runs(struct likeness *likeness)
{
    size_t kept = 0;
    for (size_t i = 0; i < likeness->run_count; i++) {
        const struct likeness_run *run = &likeness->runs[i];
        if (likeness_of(likeness, run->one, run->other) >= LIKENESS_SHOWN)
            likeness->runs[kept++] = *run;
    }
    likeness->run_count = kept;
}

bool likeness_end(struct likeness *likeness)
{
    bool started = likeness->child;
    if (started && !wait_sim(likeness))
        return false;
    if (started && !likeness->dropped && !read_runs(likeness, likeness->folder))
        return false;
    fill_percent(likeness);
    drop_runs(likeness);
    return publish_remove(likeness->folder);
}

void likeness_free(struct likeness *likeness)
{
    if (likeness->child) {
        kill(likeness->child, SIGKILL);
        waitpid(likeness->child, NULL, 0);
    }
    free(likeness->texts);
    free(likeness->runs);
    free(likeness->percent);
    *likeness = (struct likeness){.count = 0};
}
