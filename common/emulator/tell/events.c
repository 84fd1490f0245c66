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
 * Guarantee: whatever happens to the program, the file is whole JSON with all
 * events so far (growing.h).
 */
#include "events.h"

#include "growing.h"
#include "json.h"
#include "sarif.h"

#if HAVE_CJSON
#include <stdio.h>
#include <stdlib.h>

static struct growing report = {.opening = "{\"schema\":1,\"events\":[",
                                .closing = "\n]}\n"};

static uint32_t launches; /* so far */
static bool launching;

static bool is_wanted(void)
{
    report.path = options()->report;
    return growing_open(&report);
}

/* Takes the event. */
static void append_event(cJSON *event)
{
    char *text = cJSON_PrintUnformatted(event);
    if (is_wanted())
        growing_add(&report, text);
    free(text);
    cJSON_Delete(event);
}

/* ---- values ------------------------------------------------------------- */

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
    json_add_text(place, "file", finding_path(f, loc));
    cJSON_AddNumberToObject(place, "line", loc.line);
    if (loc.column)
        cJSON_AddNumberToObject(place, "column", loc.column);
    if (finding_source(f, loc, source))
        json_add_text(place, "source", source);
}

static cJSON *add_call_place(cJSON *object, const char *name,
                             const struct call_place *place)
{
    if (!place)
        return NULL;
    cJSON *added = cJSON_AddObjectToObject(object, name);
    if (place->line) {
        json_add_text(added, "file", short_path(place->file));
        cJSON_AddNumberToObject(added, "line", place->line);
    }
    if (place->column)
        cJSON_AddNumberToObject(added, "column", place->column);
    if (place->function[0])
        json_add_text(added, "function", place->function);
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
    json_add_text(time, "gpu", t->gpu);
    if (t->known) {
        cJSON_AddNumberToObject(time, "us", t->us);
        cJSON_AddNumberToObject(time, "low_us", t->low_us);
        cJSON_AddNumberToObject(time, "high_us", t->high_us);
        cJSON_AddNumberToObject(time, "launch_us", t->launch_us);
        json_add_text(time, "bound", t->bound);
    }
    if (*t->note)
        json_add_text(time, "note", t->note);
}

void events_launch_ends(const struct launch_event *l)
{
    if (is_wanted() && kernel_wanted(l->kernel)) {
        cJSON *event = new_event("launch");
        json_add_text(event, "kernel", l->kernel);
        add_dims(event, "grid", l->grid);
        add_dims(event, "block", l->block);
        json_add_count(event, "dynamic_shared_bytes", l->dynamic_shared);
        cJSON_AddStringToObject(event, "error", l->error);
        cJSON *counters = cJSON_AddObjectToObject(event, "counters");
#define X(name) json_add_count(counters, #name, l->counters->name);
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
    sarif_finding(f, count, launching ? launches : 0);
    if (!is_wanted())
        return;
    cJSON *event = new_event("finding");
    cJSON_AddStringToObject(event, "tool", tool_name(f->tool));
    cJSON_AddStringToObject(event, "severity", severity_name(f->severity));
    json_add_text(event, "title", f->title);
    if (f->detail[0])
        json_add_text(event, "detail", f->detail);
    if (f->hint[0])
        json_add_text(event, "hint", f->hint);
    json_add_count(event, "count", count);
    if (f->kernel) {
        json_add_text(event, "kernel", f->kernel);
        add_dims(event, "block", f->block);
        add_dims(event, "thread", f->thread);
    }
    add_source_place(event, "place", f, f->loc);
    add_source_place(event, "other", f, f->other);
    if (f->other.line && f->other_note)
        json_add_text(event, "other_note", f->other_note);
    add_call(event, "call", f->call);
    add_call(event, "allocated", f->allocated);
    add_call(event, "freed", f->freed);
    append_event(event);
}

void events_end(uint64_t errors)
{
    if (!is_wanted())
        return;
    cJSON *event = new_event("end");
    json_add_count(event, "errors", errors);
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
        cJSON_AddItemToArray(arguments, json_text(word));
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
    if (getenv("PTXRUN_REPORT") || getenv("PTXRUN_SARIF"))
        fprintf(stderr, "emulated device: a report needs cJSON: install "
                        "libcjson-dev, then make emulator\n");
}

#endif
