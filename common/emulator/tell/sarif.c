/*
 * sarif.c - findings as SARIF 2.1.0: a result each, a rule for each check.
 *
 * Source: OASIS, Static Analysis Results Interchange Format (SARIF) 2.1.0,
 * 3.27 (result), 3.28 (location), 3.30 (region); GitHub, "SARIF support for
 * code scanning": which members it reads.
 */
#include "sarif.h"

#include "growing.h"
#include "json.h"

#if HAVE_CJSON
#include <ctype.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct growing document = {.closing = "\n]}]}\n"};
static void *told; /* a tree of search.h: findings' keys */

/* ---- the document ------------------------------------------------------- */

static const char *const meaning[] = {
    [MEMCHECK] = "Access to memory that is not there, or not so",
    [INITCHECK] = "Use of memory that was never written",
    [RACECHECK] = "Accesses that nothing orders",
    [SYNCCHECK] = "Barriers and shuffles that not all threads come to",
    [LEAKCHECK] = "Memory that is never freed",
    [APICHECK] = "Calls and launches that CUDA refuses",
};

static cJSON *message(const char *text)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "text", text);
    return object;
}

/* Objects in objects, as it takes many. */
static cJSON *in_array(cJSON *object, const char *name)
{
    cJSON *inner = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(object, name), inner);
    return inner;
}

/* With a run whose results are its last member, so that they can grow. */
static char *empty_document(void)
{
    cJSON *all = cJSON_CreateObject();
    json_add_text(all, "$schema",
                  "https://json.schemastore.org/sarif-2.1.0.json");
    json_add_text(all, "version", "2.1.0");
    cJSON *run = in_array(all, "runs");
    cJSON *driver =
        cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "tool"), "driver");
    json_add_text(driver, "name", "ptxrun");
    cJSON *rules = cJSON_AddArrayToObject(driver, "rules");
    for (enum tool t = MEMCHECK; t <= APICHECK; t++) {
        cJSON *rule = cJSON_CreateObject();
        json_add_text(rule, "id", tool_name(t));
        cJSON_AddItemToObject(rule, "shortDescription", message(meaning[t]));
        cJSON_AddItemToArray(rules, rule);
    }
    json_add_text(run, "columnKind", "unicodeCodePoints");
    cJSON_AddArrayToObject(run, "results");
    char *text = cJSON_PrintUnformatted(all);
    cJSON_Delete(all);
    return text;
}

static bool is_wanted(void)
{
    if (document.opening || !options()->sarif)
        return document.opening && growing_open(&document);
    char *text = empty_document(), *end = text ? strrchr(text, '[') : NULL;
    if (!end)
        return false;
    end[1] = '\0';
    document.opening = text; /* as long as the program */
    document.path = options()->sarif;
    growing_begin(&document);
    return growing_open(&document);
}

/* Of a program without a finding it is a document as well. */
__attribute__((constructor)) static void begin(void)
{
    if (getenv("PTXRUN_SARIF"))
        is_wanted();
}

/* ---- places ------------------------------------------------------------- */

/* RFC 3986: what is not plain in a path is written as %XX. */
static void add_uri(cJSON *object, const char *path)
{
    char uri[3 * SOURCE_LINE + 8];
    size_t n = (size_t)snprintf(uri, sizeof uri, "%s",
                                path[0] == '/' ? "file://" : "");
    for (; *path && n + 4 < sizeof uri; path++) {
        bool plain = isalnum((unsigned char)*path) || strchr("/._-~", *path);
        n += (size_t)snprintf(uri + n, sizeof uri - n, plain ? "%c" : "%%%02X",
                              (unsigned char)*path);
    }
    json_add_text(cJSON_AddObjectToObject(object, "artifactLocation"), "uri",
                  uri);
}

static cJSON *add_region(cJSON *location, const char *path, uint32_t line,
                         uint32_t column)
{
    cJSON *place = cJSON_AddObjectToObject(location, "physicalLocation");
    add_uri(place, path);
    cJSON *region = cJSON_AddObjectToObject(place, "region");
    cJSON_AddNumberToObject(region, "startLine", line);
    if (column)
        cJSON_AddNumberToObject(region, "startColumn", column);
    return region;
}

/* NULL if it is not known. */
static cJSON *location_of(const struct finding *f, struct ptx_loc loc)
{
    char source[SOURCE_LINE];
    if (!finding_path(f, loc)[0])
        return NULL;
    cJSON *location = cJSON_CreateObject();
    cJSON *region =
        add_region(location, finding_path(f, loc), loc.line, loc.column);
    if (finding_source(f, loc, source))
        cJSON_AddItemToObject(region, "snippet", message(source));
    return location;
}

static void add_related(cJSON *all, cJSON *location, const char *what)
{
    if (!location)
        return;
    cJSON_AddItemToObject(location, "message", message(what));
    cJSON_AddItemToArray(all, location);
}

/* NULL if it is not known. */
static cJSON *location_of_call(struct call_site *call)
{
    const struct call_place *place = call_place(call, 0);
    if (!place || !place->line)
        return NULL;
    cJSON *location = cJSON_CreateObject();
    add_region(location, short_path(place->file), place->line, place->column);
    return location;
}

static void add_related_call(cJSON *all, struct call_site *call,
                             const char *what)
{
    add_related(all, location_of_call(call), what);
}

/* Of a kernel without lines, as a library's, where it was called. */
static void add_places(cJSON *result, const struct finding *f)
{
    cJSON *location = location_of(f, f->loc);
    if (!location)
        location = location_of_call(f->call);
    if (location && f->kernel) {
        cJSON *kernel = in_array(location, "logicalLocations");
        json_add_text(kernel, "name", f->kernel);
        json_add_text(kernel, "kind", "function");
    }
    cJSON *places = cJSON_AddArrayToObject(result, "locations");
    if (location)
        cJSON_AddItemToArray(places, location);
    cJSON *related = cJSON_AddArrayToObject(result, "relatedLocations");
    add_related(related, location_of(f, f->other),
                f->other_note ? f->other_note : "the other side is here");
    add_related_call(related, f->allocated, "memory allocated");
    add_related_call(related, f->freed, "memory freed");
    if (f->kernel)
        add_related_call(related, f->call, "kernel launched");
}

/* ---- results ------------------------------------------------------------ */

static int compare_keys(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Not for the same fault of another launch. */
static bool is_new(const struct finding *f)
{
    char *key;
    if (asprintf(&key, "%s %s:%u:%u %s:%u %s %s", tool_name(f->tool),
                 finding_path(f, f->loc), f->loc.line, f->loc.column,
                 finding_path(f, f->other), f->other.line,
                 f->kernel ? f->kernel : "", f->title) < 0)
        return true;
    char **known = tsearch(key, &told, compare_keys);
    bool is = !known || *known == key;
    if (!is)
        free(key);
    return is;
}

/* The title, the first thread, the detail and the hint, as they are printed. */
static void add_message(cJSON *result, const struct finding *f)
{
    char thread[128] = "", text[sizeof f->title + sizeof f->detail +
                                sizeof f->hint + sizeof thread + SOURCE_LINE];
    if (f->kernel)
        snprintf(thread, sizeof thread,
                 "thread (%u,%u,%u) of block (%u,%u,%u) in ", f->thread.x,
                 f->thread.y, f->thread.z, f->block.x, f->block.y, f->block.z);
    snprintf(text, sizeof text, "%s%s%s%.*s%s%s%s%s", f->title,
             f->kernel || f->detail[0] ? "; " : "", thread, SOURCE_LINE,
             f->kernel ? f->kernel : "", f->kernel && f->detail[0] ? "; " : "",
             f->detail, f->hint[0] ? "\nhint: " : "", f->hint);
    cJSON_AddItemToObject(result, "message", message(text));
}

void sarif_finding(const struct finding *f, uint64_t count, uint32_t launch)
{
    if (!is_wanted() || !is_new(f))
        return;
    cJSON *result = cJSON_CreateObject();
    json_add_text(result, "ruleId", tool_name(f->tool));
    cJSON_AddNumberToObject(result, "ruleIndex", f->tool);
    json_add_text(result, "level", severity_name(f->severity));
    add_message(result, f);
    add_places(result, f);
    json_add_count(result, "occurrenceCount", count);
    if (launch)
        json_add_count(cJSON_AddObjectToObject(result, "properties"), "launch",
                       launch);
    char *text = cJSON_PrintUnformatted(result);
    growing_add(&document, text);
    free(text);
    cJSON_Delete(result);
}

#else

void sarif_finding(const struct finding *finding, uint64_t count,
                   uint32_t launch)
{
    (void)finding, (void)count, (void)launch;
}

#endif
