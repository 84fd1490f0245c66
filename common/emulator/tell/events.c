/*
 * events.c - the report for machines: JSON, an event a line.
 *
 *   {"schema":1,"events":[
 *   {"event":"program","arguments":["./program"]},
 *   {"event":"finding","launch":1,"tool":"memcheck",...},
 *   {"event":"launch","launch":1,"kernel":"set",...},
 *   {"event":"end","errors":30}
 *   ]}
 *
 * Idea: each event overwrites the closing brackets and writes them again, in
 * one write.  Guarantee: whatever then happens to the program, the file is
 * whole JSON with all events so far; several processes may write to it.
 */
#include "events.h"

#include "have.h"

#if HAVE_CJSON
#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const char opening[] = "{\"schema\":1,\"events\":[";
static const char closing[] = "\n]}\n";

static uint32_t launches; /* so far */
static bool launching;

/* ---- the file ----------------------------------------------------------- */

/* -1: there is no report, or it cannot be written. */
static int report_file(void)
{
    static int file = -1;
    static bool tried;
    if (!tried && options()->report) {
        file = open(options()->report, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0)
            perror(options()->report);
    }
    tried = true;
    return file;
}

static bool write_at(int file, off_t at, const char *text, size_t n)
{
    ssize_t written = 0;
    for (; n; text += written, at += written, n -= (size_t)written) {
        do
            written = pwrite(file, text, n, at);
        while (written < 0 && errno == EINTR);
        if (written <= 0)
            return false;
    }
    return true;
}

/* Where the closing brackets stand; -1 if the file is none of ours.  An empty
 * one is begun. */
static off_t find_closing(int file)
{
    off_t size = lseek(file, 0, SEEK_END);
    char tail[sizeof closing] = "";
    if (size == 0) {
        off_t n = (off_t)strlen(opening);
        return write_at(file, 0, opening, (size_t)n) ? n : -1;
    }
    off_t at = size - (off_t)strlen(closing);
    if (at <= 0 || pread(file, tail, strlen(closing), at) < 0 ||
        strcmp(tail, closing))
        return -1;
    return at;
}

static bool is_first_event(int file, off_t at)
{
    char before = 0;
    return pread(file, &before, 1, at - 1) == 1 && before == '[';
}

static bool insert(int file, const char *event)
{
    off_t at = find_closing(file);
    char *text;
    if (at < 0 ||
        asprintf(&text, "%s\n%s%s", is_first_event(file, at) ? "" : ",", event,
                 closing) < 0)
        return false;
    bool done = write_at(file, at, text, strlen(text));
    free(text);
    return done;
}

/* Takes the event. */
static void append_event(cJSON *event)
{
    static bool said;
    int file = report_file();
    if (file < 0) {
        cJSON_Delete(event);
        return;
    }
    char *text = cJSON_PrintUnformatted(event);
    errno = EINVAL; /* what is there is no report */
    flock(file, LOCK_EX);
    bool done = text && insert(file, text);
    flock(file, LOCK_UN);
    if (!done && !said)
        fprintf(stderr, "emulated device: %s is incomplete: %s\n",
                options()->report, strerror(errno));
    said |= !done;
    free(text);
    cJSON_Delete(event);
}

/* ---- values ------------------------------------------------------------- */

/* Bytes of a UTF-8 character that begins here; 0: none does. */
static size_t character(const unsigned char *s)
{
    size_t n = *s < 0x80   ? 1
               : *s < 0xc2 ? 0
               : *s < 0xe0 ? 2
               : *s < 0xf0 ? 3
                           : 4;
    if (*s > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

/* Sources come in all encodings, JSON in UTF-8 only. */
static cJSON *new_text(const char *text)
{
    char *copy = strdup(text);
    for (char *at = copy; at && *at;) {
        size_t n = character((unsigned char *)at);
        if (!n)
            *at = '?';
        at += n ? n : 1;
    }
    cJSON *made = cJSON_CreateString(copy ? copy : "");
    free(copy);
    return made;
}

static void add_text(cJSON *object, const char *name, const char *text)
{
    cJSON_AddItemToObject(object, name, new_text(text));
}

/* Exact, where a double has 53 bits. */
static void add_count(cJSON *object, const char *name, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    cJSON_AddRawToObject(object, name, digits);
}

static void add_dims(cJSON *object, const char *name, struct dims d)
{
    const int xyz[] = {(int)d.x, (int)d.y, (int)d.z};
    cJSON_AddItemToObject(object, name, cJSON_CreateIntArray(xyz, 3));
}

static void add_source_place(cJSON *object, const char *name,
                             const struct finding *f, struct ptx_loc loc)
{
    char source[SOURCE_LINE];
    if (!finding_path(f, loc)[0])
        return;
    cJSON *place = cJSON_AddObjectToObject(object, name);
    add_text(place, "file", finding_path(f, loc));
    cJSON_AddNumberToObject(place, "line", loc.line);
    if (loc.column)
        cJSON_AddNumberToObject(place, "column", loc.column);
    if (finding_source(f, loc, source))
        add_text(place, "source", source);
}

static cJSON *add_call_place(cJSON *object, const char *name,
                             const struct call_place *place)
{
    if (!place)
        return NULL;
    cJSON *added = cJSON_AddObjectToObject(object, name);
    if (place->line) {
        add_text(added, "file", short_path(place->file));
        cJSON_AddNumberToObject(added, "line", place->line);
    }
    if (place->column)
        cJSON_AddNumberToObject(added, "column", place->column);
    if (place->function[0])
        add_text(added, "function", place->function);
    return added;
}

static void add_call(cJSON *object, const char *name, struct call_site *call)
{
    cJSON *added = add_call_place(object, name, call_place(call, 0));
    add_call_place(added, "from", call_outer(call));
}

static cJSON *new_event(const char *kind)
{
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "event", kind);
    if (launching)
        cJSON_AddNumberToObject(event, "launch", launches);
    return event;
}

/* ---- events ------------------------------------------------------------- */

void events_launch_begins(void)
{
    launches++;
    launching = true;
}

static void add_time(cJSON *event, const struct launch_time *t)
{
    cJSON *time = cJSON_AddObjectToObject(event, "modelled");
    add_text(time, "gpu", t->gpu);
    if (t->known) {
        cJSON_AddNumberToObject(time, "us", t->us);
        cJSON_AddNumberToObject(time, "low_us", t->low_us);
        cJSON_AddNumberToObject(time, "high_us", t->high_us);
        cJSON_AddNumberToObject(time, "launch_us", t->launch_us);
        add_text(time, "bound", t->bound);
    }
    if (*t->note)
        add_text(time, "note", t->note);
}

void events_launch_ends(const struct launch_event *l)
{
    if (report_file() >= 0 && kernel_wanted(l->kernel)) {
        cJSON *event = new_event("launch");
        add_text(event, "kernel", l->kernel);
        add_dims(event, "grid", l->grid);
        add_dims(event, "block", l->block);
        add_count(event, "dynamic_shared_bytes", l->dynamic_shared);
        cJSON_AddStringToObject(event, "error", l->error);
        cJSON *counters = cJSON_AddObjectToObject(event, "counters");
#define X(name) add_count(counters, #name, l->counters->name);
        COUNTERS(X)
#undef X
        if (l->time)
            add_time(event, l->time);
        add_call(event, "call", call_here());
        append_event(event);
    }
    launching = false;
}

void events_finding(const struct finding *f, uint64_t count)
{
    if (report_file() < 0)
        return;
    cJSON *event = new_event("finding");
    cJSON_AddStringToObject(event, "tool", tool_name(f->tool));
    cJSON_AddStringToObject(event, "severity", severity_name(f->severity));
    add_text(event, "title", f->title);
    if (f->detail[0])
        add_text(event, "detail", f->detail);
    if (f->hint[0])
        add_text(event, "hint", f->hint);
    add_count(event, "count", count);
    if (f->kernel) {
        add_text(event, "kernel", f->kernel);
        add_dims(event, "block", f->block);
        add_dims(event, "thread", f->thread);
    }
    add_source_place(event, "place", f, f->loc);
    add_source_place(event, "other", f, f->other);
    if (f->other.line && f->other_note)
        add_text(event, "other_note", f->other_note);
    add_call(event, "call", f->call);
    add_call(event, "allocated", f->allocated);
    add_call(event, "freed", f->freed);
    append_event(event);
}

void events_end(uint64_t errors)
{
    if (report_file() < 0)
        return;
    cJSON *event = new_event("end");
    add_count(event, "errors", errors);
    append_event(event);
}

/* The program as it was called; options are not read before it can set them
 * when there is nothing to tell. */
__attribute__((constructor)) static void tell_program(void)
{
    FILE *file =
        getenv("PTXRUN_REPORT") ? fopen("/proc/self/cmdline", "r") : NULL;
    if (!file)
        return;
    cJSON *event = new_event("program");
    cJSON *arguments = cJSON_AddArrayToObject(event, "arguments");
    char *word = NULL;
    size_t room = 0;
    while (getdelim(&word, &room, '\0', file) > 0)
        cJSON_AddItemToArray(arguments, new_text(word));
    free(word);
    fclose(file);
    append_event(event);
}

#else

#include <stdio.h>
#include <stdlib.h>

void events_launch_begins(void)
{
}

void events_launch_ends(const struct launch_event *launch)
{
    (void)launch;
}

void events_finding(const struct finding *finding, uint64_t count)
{
    (void)finding, (void)count;
}

void events_end(uint64_t errors)
{
    (void)errors;
}

__attribute__((constructor)) static void refuse(void)
{
    if (getenv("PTXRUN_REPORT"))
        fprintf(stderr, "emulated device: PTXRUN_REPORT needs cJSON: install "
                        "libcjson-dev, then make emulator\n");
}

#endif
