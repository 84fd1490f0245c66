/*
 * finding.c - the words and places of a finding: paths as the user would type
 * them, lines of the source.
 */
#include "finding.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {
        [FINDING_ERROR] = "error",
        [FINDING_WARNING] = "warning",
        [FINDING_NOTE] = "note",
    };
    return names[severity];
}

void text_make_plain(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c; c++) {
        if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
            *c++ = '?', *c = '?';
        else if (*c == '\n' || *c == '\r')
            *c = ' ';
        else if (*c == 127 || (*c < ' ' && *c != '\t'))
            *c = '?';
    }
}

const char *short_path(const char *path)
{
    static char here[4096];
    if (!here[0] && !getcwd(here, sizeof here))
        return path;
    size_t n = strlen(here);
    bool below = !strncmp(path, here, n) && path[n] == '/';
    return below ? path + n + 1 : path;
}

const char *source_path(const struct ptx_module *ptx, struct ptx_loc loc)
{
    return ptx && loc.line ? short_path(ptx_file(ptx, loc.file)) : "";
}

/* On the host's side the number of the file is that of the place, or this one
 * of a call beside. */
enum { BESIDE = CALL_PLACES };

static const char *full_path(const struct finding *f, struct ptx_loc loc)
{
    if (!loc.line)
        return "";
    if (f->ptx)
        return ptx_file(f->ptx, loc.file);
    const struct call_place *place = loc.file == BESIDE
                                         ? call_place(f->beside, 0)
                                         : call_place(f->call, loc.file);
    return place ? place->file : "";
}

const char *finding_path(const struct finding *f, struct ptx_loc loc)
{
    return short_path(full_path(f, loc));
}

void finding_at_call(struct finding *f, struct call_site *call)
{
    const struct call_place *place = call_place(call, 0),
                            *outer = call_outer(call);
    f->call = call;
    if (!place || !place->line)
        return;
    f->loc = (struct ptx_loc){0, place->line, place->column};
    if (outer && outer->line) {
        f->other = (struct ptx_loc){1, outer->line, outer->column};
        f->other_note = "called from here";
    }
}

void finding_beside_call(struct finding *f, struct call_site *call,
                         const char *note)
{
    const struct call_place *place = call_place(call, 0);
    if (!place || !place->line)
        return;
    f->beside = call;
    f->other = (struct ptx_loc){BESIDE, place->line, place->column};
    f->other_note = note;
}

/* ---- which files may be quoted ---- */

enum { QUOTED = 16 };

static struct stat quoted[QUOTED];
static size_t quoted_count;
static bool quotes_few;

void finding_may_quote(const char *path)
{
    quotes_few = true;
    if (quoted_count < QUOTED && stat(path, &quoted[quoted_count]) == 0)
        quoted_count++;
}

static bool is_source_name(const char *path)
{
    static const char *const ends[] = {".cu",  ".cuh", ".h",  ".hpp",
                                       ".hxx", ".c",   ".cc", ".cpp",
                                       ".cxx", ".inl", ".inc"};
    const char *end = strrchr(path, '.');
    for (size_t i = 0; end && i < sizeof ends / sizeof *ends; i++)
        if (!strcmp(end, ends[i]))
            return true;
    return false;
}

/* A pipe would keep open() waiting. */
FILE *finding_open_source(const char *path)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat about;
    bool may = file >= 0 && fstat(file, &about) == 0 &&
               S_ISREG(about.st_mode) && !quotes_few && is_source_name(path);
    for (size_t i = 0; file >= 0 && i < quoted_count; i++) {
        may = may || (quoted[i].st_dev == about.st_dev &&
                      quoted[i].st_ino == about.st_ino);
    }
    if (may)
        return fdopen(file, "r");
    if (file >= 0)
        close(file);
    return NULL;
}

/* Line number `line` of a file, without its end; false if it has none. */
static bool source_line(const char *path, uint32_t line, char *text)
{
    FILE *file = finding_open_source(path);
    if (!file)
        return false;
    bool found = false, complete = true;
    for (uint32_t at = 1; at <= line && !found; at += complete) {
        if (!fgets(text, SOURCE_LINE, file))
            break;
        found = at == line;
        complete = strchr(text, '\n') != NULL;
    }
    fclose(file);
    text[strcspn(text, "\r\n")] = '\0';
    return found;
}

bool finding_source(const struct finding *f, struct ptx_loc loc,
                    char text[SOURCE_LINE])
{
    if (!loc.line || !source_line(full_path(f, loc), loc.line, text))
        return false;
    text_make_plain(text);
    return true;
}
