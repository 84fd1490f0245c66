/*
 * format.c - course format: which formats, of what, into which folder.
 *
 * A format is written into a folder of another name, which takes the place of
 * the former one when it is whole: who was removed from the class is gone from
 * its formats, and who is killed leaves the former ones.
 */
#include "format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "class/class.h"
#include "formats.h"

enum { STATUS_WRONG_USE = 2, STATUS_FAULT = 3, MOST_FORMATS = 16 };

static const struct format {
    const char *name;
    bool (*write)(const struct sheets *class, const char *folder);
} formats[] = {
    {"gradescope", gradescope_write}, {"classroom50", classroom50_write},
    {"junit", junit_write},           {"tap", tap_write},
    {"autolab", autolab_write},       {"vpl", vpl_write},
    {"moodle", moodle_write},
};

enum { FORMATS = sizeof formats / sizeof *formats };

struct request {
    const char *out;
    const char *overrides;
    const char *labs[STORE_LABS + 1];
    size_t lab_count;
    const struct format *formats[MOST_FORMATS];
    size_t format_count;
    bool known; /* only whether they are known */
};

/* ---- what was asked for ---- */

static int wrong(const char *what, const char *word)
{
    fprintf(stderr, "course: %s %s; the formats are", what, word);
    for (size_t i = 0; i < FORMATS; i++)
        fprintf(stderr, " %s", formats[i].name);
    fputc('\n', stderr);
    return STATUS_WRONG_USE;
}

static bool add_format(struct request *request, const char *word)
{
    const struct format *format = formats;
    while (format < formats + FORMATS && strcmp(format->name, word))
        format++;
    if (format == formats + FORMATS || request->format_count == MOST_FORMATS)
        return false;
    request->formats[request->format_count++] = format;
    return true;
}

static bool add_lab(struct request *request, const char *lab)
{
    if (request->lab_count == STORE_LABS)
        return false;
    request->labs[request->lab_count++] = lab;
    return true;
}

static bool take_option(struct request *request, const char *name,
                        const char *value)
{
    if (!strcmp(name, "--class"))
        request->out = value;
    else if (!strcmp(name, "--overrides"))
        request->overrides = value;
    else if (strcmp(name, "--lab") || !add_lab(request, value))
        return false;
    return true;
}

/* 0, or the status with which it ends. */
static int parse(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--known")) {
            request->known = true;
        } else if (!strncmp(argv[i], "--", 2)) {
            if (i + 1 == argc || !take_option(request, argv[i], argv[i + 1]))
                return wrong("format does not know", argv[i]);
            i++;
        } else if (!add_format(request, argv[i])) {
            return wrong("there is no format", argv[i]);
        }
    }
    return request->format_count > 0 ? 0 : wrong("no format", "was named");
}

bool format_known(const char *words)
{
    struct request request = {.out = ""};
    char word[64];
    while (*(words += strspn(words, " \t"))) {
        int n = (int)strcspn(words, " \t");
        snprintf(word, sizeof word, "%.*s", n, words);
        request.format_count = 0;
        if (!add_format(&request, word)) {
            wrong("there is no format", word);
            return false;
        }
        words += n;
    }
    return true;
}

/* ---- writing ---- */

/* The new folder takes the place of the former one. */
static bool replace(const char *folder, const char *unfinished)
{
    if (!publish_remove(folder))
        return false;
    if (rename(unfinished, folder) == 0)
        return true;
    fprintf(stderr, "course: cannot write %s: %s\n", folder, strerror(errno));
    return false;
}

static bool write_format(const struct sheets *class,
                         const struct format *format)
{
    char folder[PUBLISH_PATH], unfinished[PUBLISH_PATH];
    if (!publish_path(folder, "%s/%s", class->out, format->name) ||
        !publish_path(unfinished, "%s/.%s", class->out, format->name))
        return false;
    if (publish_remove(unfinished) && publish_folder(unfinished) &&
        format->write(class, unfinished) && replace(folder, unfinished)) {
        printf("%s: %s/\n", format->name, folder);
        return true;
    }
    publish_remove(unfinished);
    return false;
}

/* What the boxes of the first result were made of. */
static const char *box_of(const struct class *class)
{
    for (size_t i = 0; i < class->count; i++) {
        for (size_t k = 0; k < class->lab_count; k++) {
            const struct result *result = class->students[i].labs[k].result;
            if (result && *result->box)
                return result->box;
        }
    }
    return "";
}

static int write_all(const struct request *request, const struct class *class)
{
    struct sheet *sheets;
    struct sheets all = {.count = class->count,
                         .max_score = class_points(class),
                         .seed = class->course.seed,
                         .box = box_of(class),
                         .out = class->out};
    bool written = sheets_of(class, &sheets);
    if (!written)
        perror("course: memory for the formats");
    all.sheets = sheets;
    for (size_t i = 0; i < request->format_count && written; i++)
        written = write_format(&all, request->formats[i]);
    sheets_free(sheets, class->count);
    return written ? EXIT_SUCCESS : STATUS_FAULT;
}

int format_main(int argc, char **argv)
{
    struct request request = {.out = "build/class"};
    struct class class;
    int status = parse(&request, argc, argv);
    if (status != 0 || request.known)
        return status;
    /* Times in archives are local ones. */
    setenv("TZ", "UTC0", 1);
    tzset();
    if (!class_read(&class, request.out,
                    request.lab_count > 0 ? request.labs : NULL,
                    request.overrides))
        return STATUS_WRONG_USE;
    status = write_all(&request, &class);
    class_free(&class);
    return status;
}
