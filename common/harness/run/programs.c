/*
 * programs.c - paths, and the compiler's log in a few lines.
 */
#include "programs.h"

#include "sources.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* build, from build/bin/grader as it was typed, links not followed: a folder
 * of links to another workbook is a workbook too.  Called by its bare name,
 * it lies where the system says. */
static bool build_directory(char *path, size_t n)
{
    if (strchr(program_invocation_name, '/')) {
        snprintf(path, n, "%s", program_invocation_name);
    } else {
        ssize_t length = readlink("/proc/self/exe", path, n - 1);
        if (length < 0)
            return false;
        path[length] = '\0';
    }
    for (int i = 0; i < 2; i++) { /* off with /bin/grader */
        char *slash = strrchr(path, '/');

        if (!slash)
            return snprintf(path, n, i == 0 ? ".." : ".") > 0;
        *slash = '\0';
    }
    return true;
}

bool build_path(char *path, size_t n, const char *name)
{
    char build[PATH_BYTES];
    if (!build_directory(build, sizeof build)) {
        fprintf(stderr, "grader: cannot find its own directory\n");
        return false;
    }
    return snprintf(path, n, "%s/%s", build, name) < (int)n;
}

bool build_folder(const char *name)
{
    char path[PATH_BYTES];
    return build_path(path, sizeof path, name) &&
           (mkdir(path, 0777) == 0 || errno == EEXIST);
}

static const char *programs; /* NULL: beside the grader */

void programs_lie_in(const char *folder)
{
    programs = folder;
}

static bool find(struct program *program, const char *impl,
                 const char *compiler)
{
    char name[PATH_BYTES];
    program->impl = impl;
    program->compiler = compiler;
    snprintf(name, sizeof name, "%s/%s.%s", program->folder, impl, compiler);
    snprintf(program->source, sizeof program->source, "%s/%s.cu",
             program->folder, impl);
    source_allow(program->source);
    if (!programs)
        return build_path(program->path, sizeof program->path, name);
    return snprintf(program->path, sizeof program->path, "%s/%s", programs,
                    name) < (int)sizeof program->path;
}

bool program_find(struct program *program, const char *lab, const char *impl,
                  const char *compiler)
{
    program->is_case = false;
    snprintf(program->folder, sizeof program->folder, "%s", lab);
    return find(program, impl, compiler);
}

bool program_of(struct program *program, const struct lab *lab,
                const struct exercise *exercise, const char *impl,
                const char *compiler)
{
    if (!exercise->is_case)
        return program_find(program, lab->name, impl, compiler);
    program->is_case = true;
    snprintf(program->folder, sizeof program->folder, "%s/cases/%s", lab->name,
             exercise->name);
    return find(program, impl, compiler);
}

/* White space alone is nothing either. */
static bool is_empty(const char *source)
{
    enum { MUCH = 4096 };
    struct stat about;
    FILE *file;
    int c;
    if (stat(source, &about) != 0 || !S_ISREG(about.st_mode) ||
        about.st_size > MUCH || !(file = fopen(source, "re")))
        return false;
    do
        c = getc(file);
    while (isspace(c));
    fclose(file);
    return c == EOF;
}

bool program_exists(const struct program *program)
{
    return access(program->path, X_OK) == 0 && !is_empty(program->source);
}

bool program_not_begun(const struct program *program)
{
    struct stat about;
    return program->is_case && !strcmp(program->impl, "student") &&
           lstat(program->source, &about) != 0;
}

static bool is_error(const char *line)
{
    static const char *const words[] = {"error:", "error :", "fatal",
                                        "undefined reference"};
    if (!strncmp(line, "collect2", 8)) /* only sums up what ld said */
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(line, words[i]))
            return true;
    }
    return false;
}

/* clang's "file:1:2: warning:" and nvcc's "file(1): warning #3:" */
static bool is_warning(const char *line)
{
    return strstr(line, ": warning");
}

/* The first few lines of the log that pass. */
static size_t first_lines(FILE *log, bool (*test)(const char *line), char *text,
                          size_t n)
{
    char line[512];
    size_t found = 0;
    while (found < 3 && fgets(line, sizeof line, log)) {
        size_t used = strlen(text);
        if (!test(line))
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(text + used, n - used, "\n%s", line);
        found++;
    }
    return found;
}

/* What box --check says of a file that no compiler gets to see. */
static bool is_refusal(const char *line)
{
    return strstr(line, " is refused, as it ");
}

static FILE *open_log(const struct program *program, char path[PATH_BYTES + 8])
{
    snprintf(path, PATH_BYTES + 8, "%s.log", program->path);
    return fopen(path, "re");
}

/* "lab1_global/student.cu:41:16: error: ..." of clang, "student.cu(41): error:
 * ..." of nvcc; false if the line begins with no place. */
static bool take_place(const char *line, struct finding_record *error)
{
    char end;
    if (sscanf(line, "%255[^:(]:%u:%u%c", error->file, &error->line,
               &error->column, &end) == 4 &&
        end == ':')
        return true;
    error->column = 0;
    if (sscanf(line, "%255[^:(](%u)%c", error->file, &error->line, &end) == 3 &&
        end == ':')
        return true;
    error->line = 0;
    return false;
}

/* What stands behind "error: ", or nvcc's "error #20: "; or behind "warning: ",
 * if that is the word. */
static const char *what_is_said(const char *line, const char *word)
{
    const char *found = strstr(line, word);
    const char *text = found ? strstr(found, ": ") : NULL;
    return text ? text + 2 : line;
}

static void take_error(const char *line, struct finding_record *error)
{
    const char *reference = strstr(line, "undefined reference to ");
    char name[128];
    take_place(line, error);
    if (reference && sscanf(reference, "%*s %*s %*s `%127[^']", name) != 1)
        reference = NULL;
    if (reference)
        snprintf(error->title, sizeof error->title,
                 "%s is called or launched, and nowhere defined", name);
    else
        snprintf(error->title, sizeof error->title, "%.*s",
                 (int)sizeof error->title - 1, what_is_said(line, "error"));
}

static const char launched[] =
    "a kernel is launched: between its name and its arguments stands how often "
    "it runs, kernel<<<blocks, threads>>>(...)";

/* What compilers say of mistakes that C programmers make in CUDA, clang's words
 * and nvcc's, and what they should have said. */
static const struct {
    const char *words, *hint;
} said[] = {
    {"not configured", launched},
    {"must be configured", launched},
    {"binary expression ('void (", launched},
    {"too few execution configuration arguments", launched},
};

static void advise(const struct program *program, struct finding_record *error)
{
    const char *hint = "";
    for (size_t i = 0; i < COUNT(said) && !*hint; i++)
        hint = strstr(error->title, said[i].words) ? said[i].hint : "";
    if (strstr(error->title, "file not found") &&
        !strcmp(program->compiler, "clang"))
        hint = "clang has no such header here; where there is a CUDA toolkit, "
               "CUDACC=nvcc finds what belongs to it";
    snprintf(error->hint, sizeof error->hint, "%s", hint);
}

bool program_first_error(const struct program *program,
                         struct finding_record *error)
{
    char path[PATH_BYTES + 8], line[512];
    FILE *log = open_log(program, path);
    bool found = false;
    *error = (struct finding_record){.tool = "compiler", .severity = "error"};
    while (log && !found && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        found = is_error(line);
    }
    if (log)
        fclose(log);
    if (found) {
        take_error(line, error);
        advise(program, error);
    }
    return found;
}

static bool in_edition(void)
{
    struct stat about;
    return lstat(".edition", &about) == 0;
}

/* How to have the source again.  A student edition has no reference, of which
 * it could be made. */
static void tell_remedy(const struct program *program, char *text, size_t n)
{
    bool student = !strcmp(program->impl, "student");
    if (student && program->is_case)
        snprintf(text, n, "\"make case CASE=%s AGAIN=1\" begins it anew",
                 strrchr(program->folder, '/') + 1);
    else if (student && !in_edition())
        snprintf(text, n, "\"make stubs LAB=%s\" makes it anew",
                 program->folder);
    else
        snprintf(text, n,
                 "\"git checkout %s\" brings back the last one that was "
                 "committed",
                 program->source);
}

/* There is no file, or nothing in it. */
static void no_source(const struct program *program, bool empty, char *text,
                      size_t n)
{
    char remedy[2 * PATH_BYTES];
    tell_remedy(program, remedy, sizeof remedy);
    if (program_not_begun(program))
        snprintf(text, n, "not begun; make case CASE=%s shows what happened",
                 strrchr(program->folder, '/') + 1);
    else if (strcmp(program->impl, "student") && in_edition())
        snprintf(text, n, "%s: your instructor has it", program->source);
    else
        snprintf(text, n, "%s is %s; %s", program->source,
                 empty ? "empty" : "missing", remedy);
}

static bool take_warning(const char *line, struct finding_record *warning)
{
    snprintf(warning->title, sizeof warning->title, "%.*s",
             (int)sizeof warning->title - 1, what_is_said(line, "warning"));
    return take_place(line, warning);
}

void program_each_message(const struct program *program,
                          void (*take)(const struct finding_record *message,
                                       void *context),
                          void *context)
{
    char path[PATH_BYTES + 8], line[512];
    FILE *log = open_log(program, path);
    while (log && fgets(line, sizeof line, log)) {
        struct finding_record message = {.tool = "compiler",
                                         .severity = "error"};
        line[strcspn(line, "\n")] = '\0';
        if (is_error(line)) {
            take_error(line, &message);
        } else {
            strcpy(message.severity, "warning");
            if (!is_warning(line) || !take_warning(line, &message))
                continue;
        }
        if (message.line > 0)
            take(&message, context);
    }
    if (log)
        fclose(log);
}

void program_why_missing(const struct program *program, char *text, size_t n)
{
    char path[PATH_BYTES + 8];
    FILE *log;
    struct stat about;
    bool empty = is_empty(program->source);
    if (empty || lstat(program->source, &about) != 0) {
        no_source(program, empty, text, n);
        return;
    }
    log = open_log(program, path);
    text[0] = '\0';
    if (log && first_lines(log, is_refusal, text, n) > 0) {
        memmove(text, text + 1, strlen(text)); /* the first line's "\n" */
    } else {
        if (log)
            rewind(log);
        snprintf(text, n, "%s does not compile with %s:", program->source,
                 program->compiler);
        if (!log || first_lines(log, is_error, text, n) == 0)
            snprintf(text, n, "%s was not built with %s; see %s",
                     program->source, program->compiler, path);
    }
    if (log)
        fclose(log);
}

void program_warnings(const struct program *program, char *text, size_t n)
{
    char path[PATH_BYTES + 8];
    FILE *log = open_log(program, path);
    text[0] = '\0';
    if (!log)
        return;
    if (first_lines(log, is_warning, text, n) > 0)
        memmove(text, text + 1, strlen(text)); /* the first line's "\n" */
    fclose(log);
}
