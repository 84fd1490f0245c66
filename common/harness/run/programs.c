/*
 * programs.c - paths, and the compiler's log in a few lines.
 */
#include "programs.h"

#include "said.h"
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
                                        "undefined reference",
                                        "multiple definition of "};
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

/* What was said already: code for the host is compiled for both sides, and a
 * message about it comes twice. */
struct heard {
    uint64_t digest[256];
    size_t count;
};

static bool is_heard(struct heard *heard, const char *line)
{
    uint64_t digest = 14695981039346656037u; /* FNV-1a */
    for (; *line; line++)
        digest = (digest ^ (unsigned char)*line) * 1099511628211u;
    for (size_t i = 0; i < heard->count; i++) {
        if (heard->digest[i] == digest)
            return true;
    }
    if (heard->count < COUNT(heard->digest))
        heard->digest[heard->count++] = digest;
    return false;
}

/* The first few lines of the log that pass, each once. */
static size_t first_lines(FILE *log, bool (*test)(const char *line), char *text,
                          size_t n)
{
    char line[512];
    size_t found = 0;
    struct heard heard = {.count = 0};
    while (found < 3 && fgets(line, sizeof line, log)) {
        size_t used = strlen(text);
        if (!test(line) || is_heard(&heard, line))
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

/* What the linker calls NAME in "undefined reference to `NAME'". */
static bool linked_name(const char *line, const char *words, char name[128])
{
    const char *found = strstr(line, words);
    return found && sscanf(found + strlen(words), "`%127[^']", name) == 1;
}

/* The line of the program that the linker speaks of, among objects and lines of
 * others, if it names one. */
static void take_linked_place(const struct program *program, const char *line,
                              struct finding_record *error)
{
    const char *own = strstr(line, program->source);
    *error->file = '\0';
    error->line = error->column = 0;
    if (own && sscanf(own + strlen(program->source), ":%u:", &error->line) == 1)
        snprintf(error->file, sizeof error->file, "%.255s", program->source);
}

static bool take_linked(const struct program *program, const char *line,
                        struct finding_record *error)
{
    size_t n = sizeof error->title;
    char name[128];
    if (linked_name(line, "undefined reference to ", name))
        snprintf(error->title, n,
                 "%s is called or launched, and nowhere defined", name);
    else if (!linked_name(line, "multiple definition of ", name))
        return false;
    else if (!strcmp(name, "main"))
        snprintf(error->title, n,
                 "main is defined, and must not be: the lab has its own");
    else
        snprintf(error->title, n,
                 "%s is defined, and is so already in what the lab is linked "
                 "with: give it another name",
                 name);
    take_linked_place(program, line, error);
    return true;
}

static void take_error(const struct program *program, const char *line,
                       struct finding_record *error)
{
    if (take_linked(program, line, error))
        return;
    take_place(line, error);
    snprintf(error->title, sizeof error->title, "%.*s",
             (int)sizeof error->title - 1, what_is_said(line, "error"));
}

/* Why the first of the functions of that name was not called: what clang says
 * in a note behind the error. */
static void add_candidate(FILE *log, struct finding_record *error)
{
    static const char why[] = "note: candidate function not viable: ";
    char line[512];
    long at = ftell(log);
    const char *found = NULL;
    size_t n = strlen(error->title);
    if (!strstr(error->title, "no matching "))
        return;
    while (!found && fgets(line, sizeof line, log) && !is_error(line) &&
           !is_warning(line))
        found = strstr(line, why);
    if (found) {
        found += sizeof why - 1;
        snprintf(error->title + n, sizeof error->title - n, ": %.*s",
                 (int)strcspn(found, "\n"), found);
    }
    fseek(log, at, SEEK_SET);
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
    if (found) {
        take_error(program, line, error);
        add_candidate(log, error);
        said_advise(program, error);
    }
    if (log)
        fclose(log);
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
    struct heard heard = {.count = 0};
    while (log && fgets(line, sizeof line, log)) {
        struct finding_record message = {.tool = "compiler",
                                         .severity = "error"};
        line[strcspn(line, "\n")] = '\0';
        if (is_error(line)) {
            take_error(program, line, &message);
            add_candidate(log, &message);
        } else {
            strcpy(message.severity, "warning");
            if (!is_warning(line) || !take_warning(line, &message))
                continue;
        }
        if (message.line > 0 && !is_heard(&heard, line))
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
