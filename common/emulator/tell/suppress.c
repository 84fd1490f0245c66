/*
 * suppress.c - findings that the user knows: the file is read before the
 * program begins.
 */
#include "suppress.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"

/* A line "fun:" or "src:". */
struct frame {
    bool source;
    char *pattern;
    struct frame *next;
};

struct rule {
    unsigned tools; /* bit 1 << enum tool */
    char *title;    /* NULL: any */
    struct frame *frames;
};

static struct rule *rules;
static size_t rule_count, rule_room;

/* ---- reading ------------------------------------------------------------ */

static const char *path;
static unsigned line_number;

__attribute__((noreturn)) static void refuse(const char *why)
{
    fprintf(stderr, "ptxrun: %s:%u: %s\n", path, line_number, why);
    _exit(2);
}

static void *needed(void *memory)
{
    if (!memory)
        refuse("no memory is left");
    return memory;
}

/* The next line that says something, without blanks around it; NULL: the end.
 * Valid until the next. */
static char *next_line(FILE *file)
{
    static char *line;
    static size_t room;
    while (getline(&line, &room, file) >= 0) {
        line_number++;
        char *text = line + strspn(line, " \t"), *end = strchr(text, '\0');
        while (end > text && isspace((unsigned char)end[-1]))
            *--end = '\0';
        if (*text && *text != '#')
            return text;
    }
    return NULL;
}

/* "*", or the name of a check. */
static unsigned tools_named(const char *name)
{
    unsigned tools = 0;
    for (enum tool t = MEMCHECK; t <= APICHECK; t++)
        if (!strcmp(name, "*") || !strcmp(name, tool_name(t)))
            tools |= 1u << t;
    if (!tools)
        refuse("no such check; they are memcheck, initcheck, racecheck, "
               "synccheck, leakcheck, apicheck, and * for all");
    return tools;
}

static void read_tools(struct rule *rule, char *line)
{
    char *colon = strchr(line, ':'), *name;
    if (colon) {
        *colon = '\0';
        rule->title = needed(strdup(colon + 1));
    }
    while ((name = strsep(&line, ",")) != NULL)
        rule->tools |= tools_named(name);
}

static void read_frame(struct rule *rule, const char *line)
{
    bool source = !strncmp(line, "src:", 4);
    if (!source && strncmp(line, "fun:", 4))
        refuse("a line of a suppression is fun:NAME, src:FILE or src:FILE:LINE"
               "; it ends with }");
    struct frame *frame = needed(malloc(sizeof *frame));
    *frame = (struct frame){source, needed(strdup(line + 4)), rule->frames};
    rule->frames = frame;
}

/* What stands behind "{". */
static void read_rule(FILE *file)
{
    struct rule rule = {0};
    char *line = next_line(file);
    if (line && !strcmp(line, "}"))
        refuse("a name and the checks stand between { and }");
    line = line ? next_line(file) : NULL;
    if (line && !strcmp(line, "}"))
        refuse("the checks stand behind the name, as memcheck, or * for all");
    if (line)
        read_tools(&rule, line);
    while (line && (line = next_line(file)) && strcmp(line, "}"))
        read_frame(&rule, line);
    if (!line)
        refuse("the file ends before }");
    rules = needed(grow(rules, rule_count, &rule_room, sizeof *rules));
    rules[rule_count++] = rule;
}

/* Before the program can change its folder. */
__attribute__((constructor)) static void read_rules(void)
{
    char *line;
    path = getenv("PTXRUN_SUPPRESSIONS");
    FILE *file = path && *path ? fopen(path, "r") : NULL;
    if (path && *path && !file)
        refuse("cannot be read");
    while (file && (line = next_line(file)) != NULL) {
        if (strcmp(line, "{"))
            refuse("a suppression begins with { on a line of its own");
        read_rule(file);
    }
    if (file)
        fclose(file);
}

/* ---- matching ----------------------------------------------------------- */

static bool fits(const char *pattern, const char *text)
{
    return !fnmatch(pattern, text, 0);
}

/* "scale" fits "ns::scale<float>" as well as the whole name does. */
static bool fits_function(const char *pattern, const char *name)
{
    char bare[256];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, "<("), name);
    char *colon = strrchr(bare, ':');
    return fits(pattern, name) || fits(pattern, bare) ||
           (colon && fits(pattern, colon + 1));
}

/* A pattern without a folder fits a file in any. */
static bool fits_source(const char *pattern, const char *file, uint32_t line)
{
    char place[4200];
    const char *slash = strrchr(file, '/');
    if (!*file)
        return false;
    if (slash && !strchr(pattern, '/'))
        file = slash + 1;
    snprintf(place, sizeof place, "%s:%u", file, line);
    return fits(pattern, file) || fits(pattern, place);
}

static bool fits_call(const struct frame *frame, const struct call_place *place)
{
    if (!place)
        return false;
    return frame->source ? fits_source(frame->pattern, short_path(place->file),
                                       place->line)
                         : fits_function(frame->pattern, place->function);
}

static bool fits_frame(const struct frame *frame, const struct finding *f)
{
    if (!frame->source && f->kernel && fits_function(frame->pattern, f->kernel))
        return true;
    if (frame->source &&
        (fits_source(frame->pattern, finding_path(f, f->loc), f->loc.line) ||
         fits_source(frame->pattern, finding_path(f, f->other), f->other.line)))
        return true;
    return fits_call(frame, call_place(f->call, 0)) ||
           fits_call(frame, call_outer(f->call));
}

static bool fits_rule(const struct rule *rule, const struct finding *f)
{
    if (!(rule->tools >> f->tool & 1) ||
        (rule->title && !fits(rule->title, f->title)))
        return false;
    for (const struct frame *frame = rule->frames; frame; frame = frame->next)
        if (!fits_frame(frame, f))
            return false;
    return true;
}

bool suppressed(const struct finding *f)
{
    for (size_t i = 0; i < rule_count; i++)
        if (fits_rule(&rules[i], f))
            return true;
    return false;
}

/* ---- writing ------------------------------------------------------------ */

/* What would mean more to a pattern stands for itself. */
static void print_plain(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("*?[\\", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

void print_suppression(FILE *out, const struct finding *f)
{
    const struct call_place *place = call_place(f->call, 0);
    const char *function = f->kernel ? f->kernel : place ? place->function : "";
    const char *file = finding_path(f, f->loc);
    fprintf(out, "{\n   <a name>\n   %s:", tool_name(f->tool));
    print_plain(out, f->title);
    if (*function) {
        fputs("\n   fun:", out);
        print_plain(out, function);
    }
    if (*file) {
        fputs("\n   src:", out);
        print_plain(out, file);
        fprintf(out, ":%u", f->loc.line);
    }
    fputs("\n}\n", out);
}
