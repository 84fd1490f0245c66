/*
 * fuzz_report.c - libFuzzer target: whatever a finding says and a report holds
 * already, what becomes of it is JSON, in the form of ours and as SARIF.
 *
 * Input: numbers, texts up to a NUL each, and what the file held before.
 * Guarantee sought: both files are whole JSON in UTF-8 afterwards, with one
 * event or result more for each finding.
 * Built and run by `make fuzz`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#define is_wanted sarif_is_wanted
#define begin     sarif_begin
#include "tell/sarif.c"
#undef is_wanted
#undef begin
#include "tell/events.c"

#include "take.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int files[2];
static char paths[2][64];

/* Options are read when they are first asked for, which is after this. */
__attribute__((constructor(102))) static void name_files(void)
{
    static const char *const variables[] = {"PTXRUN_REPORT", "PTXRUN_SARIF"};
    for (int i = 0; i < 2; i++) {
        files[i] = memfd_create(variables[i], 0);
        snprintf(paths[i], sizeof paths[i], "/proc/self/fd/%d", files[i]);
        setenv(variables[i], paths[i], 1);
    }
}

static void take_words(struct taken *t, char *to, size_t room)
{
    size_t n = strnlen((const char *)t->at, t->left);
    snprintf(to, room, "%.*s", (int)(n < room ? n : room - 1),
             n ? (const char *)t->at : "");
    n += n < t->left;
    t->at += n;
    t->left -= n;
}

/* With a place in a file of a name that can be anything. */
static struct finding take_finding(struct taken *t, struct ptx_module *ptx,
                                   char *kernel, size_t room)
{
    struct finding f = {.tool = take_one_of(t, APICHECK + 1),
                        .severity = take_one_of(t, 3),
                        .ptx = take_one_of(t, 4) ? ptx : NULL,
                        .loc = {take_one_of(t, 2), take_byte(t), take_byte(t)},
                        .other = {take_one_of(t, 2), take_byte(t), 0},
                        .other_note = "it was here",
                        .lanes = 1};
    take_bytes(t, &f.block, sizeof f.block);
    take_words(t, f.title, sizeof f.title);
    take_words(t, f.detail, sizeof f.detail);
    take_words(t, f.hint, sizeof f.hint);
    take_words(t, kernel, room);
    f.kernel = take_one_of(t, 4) ? kernel : NULL;
    return f;
}

/* The array at the end of both kinds of document. */
static int elements(int file, const char *outer, const char *inner)
{
    off_t size = lseek(file, 0, SEEK_END);
    char *text = calloc(1, (size_t)size + 1);
    if (!text || pread(file, text, (size_t)size, 0) != size)
        abort();
    cJSON *all = cJSON_Parse(text);
    if (!all)
        abort();
    cJSON *runs = cJSON_GetObjectItem(all, outer);
    int n = cJSON_GetArraySize(
        inner ? cJSON_GetObjectItem(cJSON_GetArrayItem(runs, 0), inner) : runs);
    cJSON_Delete(all);
    free(text);
    return n;
}

/* Whoever begins a report finds what somebody else left there. */
static void begin_with(struct growing *g, int file, const uint8_t *bytes,
                       size_t n)
{
    if (ftruncate(file, 0) || pwrite(file, bytes, n, 0) != (ssize_t)n)
        abort();
    growing_begin(g);
}

/* Texts of its own in the lists of known ones. */
static void forget(void)
{
    tdestroy(told, free);
    told = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct taken t = {data, size};
    char kernel[700], file[700];
    const char *names[] = {"", file};
    struct ptx_module ptx = {.files = names, .file_count = 2};
    take_words(&t, file, sizeof file);
    struct finding f = take_finding(&t, &ptx, kernel, sizeof kernel);
    report.path = paths[0];
    if (!sarif_is_wanted())
        abort();
    size_t n = t.left;
    if (n && t.at[n - 1] == '\n') /* what ends as ours is taken for ours */
        n--;
    begin_with(&report, files[0], t.at, n);
    begin_with(&document, files[1], t.at, n);
    events_finding(&f, 1);
    events_finding(&f, 2);
    if (elements(files[0], "events", NULL) != 2 ||
        elements(files[1], "runs", "results") != 1)
        abort();
    forget();
    return 0;
}
