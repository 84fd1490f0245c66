/*
 * records.c - rows of counters and of findings, as they come.  Names in them
 * are a student's.
 */
#include "records.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "csv.h"
#include "term/plain.h"

static void forget(struct record_file *file)
{
    free(file->header);
    file->header = NULL;
    file->offset = 0;
}

static bool open_file(struct record_file *file)
{
    *file = (struct record_file){
        .descriptor = memfd_create("records", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    /* The code that is recorded must not take back what was. */
    if (file->descriptor < 0 ||
        fcntl(file->descriptor, F_ADD_SEALS, F_SEAL_SHRINK) != 0)
        perror("grader: memory for what the emulated device finds");
    return file->descriptor >= 0;
}

void record_file_close(struct record_file *file)
{
    if (file->descriptor >= 0)
        close(file->descriptor);
    file->descriptor = -1;
    forget(file);
}

bool record_file_reset(struct record_file *file)
{
    record_file_close(file);
    return open_file(file);
}

/* The complete lines from offset on. */
char *records_text(struct record_file *file)
{
    off_t end = file->descriptor < 0 ? 0 : lseek(file->descriptor, 0, SEEK_END);
    char *text = NULL;
    ssize_t n;
    if (end > file->offset)
        text = malloc((size_t)(end - file->offset) + 1);
    if (!text)
        return NULL;
    n = pread(file->descriptor, text, (size_t)(end - file->offset),
              file->offset);
    while (n > 0 && text[n - 1] != '\n')
        n--; /* a line still being written waits for the next time */
    text[n > 0 ? n : 0] = '\0';
    file->offset += n > 0 ? n : 0;
    return text;
}

/* Calls take for each field of each new row; returns the rows, zeroed and
 * then filled. */
static size_t read_records(struct record_file *file, char separator,
                           csv_take *take, size_t row_bytes, void **rows)
{
    char *text = records_text(file), *rest = text, *line;
    unsigned char *all = NULL;
    size_t count = 0;
    while (rest && (line = strsep(&rest, "\n"))) {
        unsigned char *more;
        if (!*line)
            continue;
        if (!file->header) {
            file->header = strdup(line);
            continue;
        }
        more = realloc(all, (count + 1) * row_bytes);
        if (!more)
            break;
        all = more;
        memset(all + count * row_bytes, 0, row_bytes);
        csv_take_row(line, file->header, separator, take,
                     all + count++ * row_bytes);
    }
    free(text);
    *rows = all;
    return count;
}

static void take_dims(uint32_t dims[3], const char *value)
{
    char *end;
    for (int i = 0; i < 3; i++) {
        dims[i] = (uint32_t)strtoul(value, &end, 10);
        value = *end == 'x' ? end + 1 : end;
    }
}

static void take_time(struct time_record *time, const char *name,
                      const char *value)
{
    if (!strcmp(name, "modelled_us")) {
        time->known = *value;
        time->us = strtod(value, NULL);
    } else if (!strcmp(name, "modelled_low_us")) {
        time->low_us = strtod(value, NULL);
    } else if (!strcmp(name, "modelled_high_us")) {
        time->high_us = strtod(value, NULL);
    } else if (!strcmp(name, "launch_us")) {
        time->launch_us = strtod(value, NULL);
    } else if (!strcmp(name, "bound")) {
        plain_copy(time->bound, sizeof time->bound, value);
    } else if (!strcmp(name, "note")) {
        plain_copy(time->note, sizeof time->note, value);
    }
}

static void take_launch(void *row, const char *name, const char *value)
{
    struct launch_record *launch = row;
    if (!strcmp(name, "kernel"))
        plain_copy(launch->kernel, sizeof launch->kernel, value);
    else if (!strcmp(name, "grid"))
        take_dims(launch->grid, value);
    else if (!strcmp(name, "block"))
        take_dims(launch->block, value);
    else if (!strcmp(name, "dynamic_shared_bytes"))
        launch->shared_bytes = strtoull(value, NULL, 10);
#define X(counter)                                                             \
    else if (!strcmp(name, #counter)) launch->counters.counter =               \
        strtoull(value, NULL, 10);
    COUNTERS(X)
#undef X
    else take_time(&launch->time, name, value);
}

static void take_finding(void *row, const char *name, const char *value)
{
    struct finding_record *f = row;
    const struct {
        const char *name;
        char *to;
        size_t n;
    } texts[] = {
        {"tool", f->tool, sizeof f->tool},
        {"severity", f->severity, sizeof f->severity},
        {"kernel", f->kernel, sizeof f->kernel},
        {"file", f->file, sizeof f->file},
        {"block", f->block, sizeof f->block},
        {"thread", f->thread, sizeof f->thread},
        {"title", f->title, sizeof f->title},
        {"detail", f->detail, sizeof f->detail},
        {"hint", f->hint, sizeof f->hint},
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!strcmp(name, texts[i].name))
            plain_copy(texts[i].to, texts[i].n, value);
    }
    if (!strcmp(name, "line"))
        f->line = (uint32_t)strtoul(value, NULL, 10);
    else if (!strcmp(name, "column"))
        f->column = (uint32_t)strtoul(value, NULL, 10);
    else if (!strcmp(name, "other_line"))
        f->other_line = (uint32_t)strtoul(value, NULL, 10);
    else if (!strcmp(name, "count"))
        f->count = strtoull(value, NULL, 10);
}

static void take_line(void *row, const char *name, const char *value)
{
    struct line_record *line = row;
    const struct {
        const char *name;
        uint64_t *to;
    } numbers[] = {
        {"requests", &line->requests},
        {"sectors", &line->sectors},
        {"bytes", &line->bytes},
        {"wavefronts", &line->wavefronts},
        {"bank_conflicts", &line->conflicts},
    };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!strcmp(name, numbers[i].name))
            *numbers[i].to = strtoull(value, NULL, 10);
    }
    if (!strcmp(name, "launch"))
        line->launch = (uint32_t)strtoul(value, NULL, 10);
    else if (!strcmp(name, "line"))
        line->line = (uint32_t)strtoul(value, NULL, 10);
    else if (!strcmp(name, "column"))
        line->column = (uint32_t)strtoul(value, NULL, 10);
    else if (!strcmp(name, "file"))
        plain_copy(line->file, sizeof line->file, value);
    else if (!strcmp(name, "space"))
        plain_copy(line->space, sizeof line->space, value);
    else if (!strcmp(name, "kind"))
        plain_copy(line->kind, sizeof line->kind, value);
    else if (!strcmp(name, "array"))
        plain_copy(line->array, sizeof line->array, value);
}

size_t records_launches(struct record_file *file, struct launch_record **rows)
{
    void *all;
    size_t n = read_records(file, ',', take_launch, sizeof **rows, &all);
    *rows = all;
    return n;
}

size_t records_findings(struct record_file *file, struct finding_record **rows)
{
    void *all;
    size_t n = read_records(file, '\t', take_finding, sizeof **rows, &all);
    *rows = all;
    return n;
}

size_t records_lines(struct record_file *file, struct line_record **rows)
{
    void *all;
    size_t n = read_records(file, ',', take_line, sizeof **rows, &all);
    *rows = all;
    return n;
}

static bool is_maximum(const char *name)
{
    return !strncmp(name, "max_", 4);
}

void records_add_counters(struct counters *total, const struct counters *one)
{
#define X(name)                                                                \
    if (!is_maximum(#name))                                                    \
        total->name += one->name;                                              \
    else if (one->name > total->name)                                          \
        total->name = one->name;
    COUNTERS(X)
#undef X
}
