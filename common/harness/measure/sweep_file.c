/*
 * sweep_file.c - the columns, and how the file is kept.
 */
#include "sweep_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct times no_times = {0, NAN, NAN, NAN, NAN};
const struct spread no_clocks = {NAN, NAN, NAN};

/* ---- columns ------------------------------------------------------------- */

static const char header[] =
    "lab,exercise,impl,rows,cols,device,time_source,time_us,"
    "time_min_us,time_p25_us,time_p75_us,samples,bytes,flops"
#define X(name) "," #name
    COUNTERS(X)
#undef X
        ",inner,launches,time_cold_us,time_cold_min_us,time_cold_p25_us,"
        "time_cold_p75_us,samples_cold,"
        "clocks_min,clocks_median,clocks_max,dimensions,first,"
        "launch_us,time_low_us,time_high_us,bound,note\n";

/* Nothing where there is no number. */
static void print_field(FILE *file, double value)
{
    if (isnan(value))
        fputc(',', file);
    else
        fprintf(file, ",%.6g", value);
}

/* RFC 4180: names of devices may hold a comma. */
static void print_text(FILE *file, const char *text)
{
    fputs(",\"", file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

static void print_times(FILE *file, const struct times *times)
{
    print_field(file, times->median);
    print_field(file, times->minimum);
    print_field(file, times->lower);
    print_field(file, times->upper);
}

static void print_counters(FILE *file, const struct sweep_row *row)
{
#define X(name)                                                                \
    if (row->counted)                                                          \
        fprintf(file, ",%llu", (unsigned long long)row->counters.name);        \
    else                                                                       \
        fputc(',', file);
    COUNTERS(X)
#undef X
}

/* "L x M x N" where rows, cols and inner are not those of matrices. */
static void print_dimensions(FILE *file, const struct exercise *exercise)
{
    const char *const *names = exercise->dimensions;
    if (names[0])
        fprintf(file, ",%s x %s x %s", names[0], names[1], names[2]);
    else
        fputc(',', file);
}

void sweep_file_row(const struct lab *lab, const struct exercise *exercise,
                    const struct sweep_row *row, FILE *to)
{
    fprintf(to, "%s,%s,%s,%d,%d", lab->name, exercise->name, row->impl,
            row->size.rows, row->size.cols);
    print_text(to, row->device);
    fprintf(to, ",%s", row->source);
    print_times(to, &row->warm);
    fprintf(to, ",%u,%.0f,%.0f", row->warm.samples, exercise->bytes(row->size),
            exercise->flops(row->size));
    print_counters(to, row);
    fprintf(to, ",%d,%zu", row->size.inner, row->launches);
    print_times(to, &row->cold);
    fprintf(to, ",%u", row->cold.samples);
    print_field(to, row->clocks.least);
    print_field(to, row->clocks.median);
    print_field(to, row->clocks.most);
    print_dimensions(to, exercise);
    fprintf(to, ",%s", exercise->first ? exercise->first : exercise->name);
    print_field(to, row->launch_us);
    print_field(to, row->low_us);
    print_field(to, row->high_us);
    fprintf(to, ",%s", row->bound);
    print_text(to, row->note);
    fputc('\n', to);
}

/* ---- what is there ------------------------------------------------------- */

/* The exercise that a row of this lab is about; its count if there is none. */
static size_t exercise_of(const struct lab *lab, const char *row)
{
    size_t n = strlen(lab->name);
    size_t i = 0;
    if (strncmp(row, lab->name, n) || row[n] != ',')
        return lab->exercise_count;
    row += n + 1;
    while (i < lab->exercise_count) {
        const char *name = lab->exercises[i].name;
        if (!strncmp(row, name, strlen(name)) && row[strlen(name)] == ',')
            break;
        i++;
    }
    return i;
}

static bool append(char **rows, const char *row)
{
    size_t had = *rows ? strlen(*rows) : 0;
    char *more = realloc(*rows, had + strlen(row) + 1);
    if (!more)
        return false;
    strcpy(more + had, row);
    *rows = more;
    return true;
}

/* Rows with other columns are those of another version of the workbook. */
static void read_old(struct sweep_file *file)
{
    FILE *old = fopen(file->path, "re");
    char *line = NULL;
    size_t n = 0, i;
    bool known = old && getline(&line, &n, old) > 0 && !strcmp(line, header);
    if (old && line && !known)
        fprintf(stderr, "  %s has other columns and is begun anew\n",
                file->path);
    while (known && getline(&line, &n, old) > 0) {
        i = exercise_of(file->lab, line);
        if (i < file->lab->exercise_count && strchr(line, '\n'))
            known = append(&file->rows[i], line);
    }
    free(line);
    if (old)
        fclose(old);
}

bool sweep_file_open(struct sweep_file *file, const struct lab *lab,
                     const char *folder)
{
    char name[PATH_BYTES];
    *file = (struct sweep_file){.lab = lab};
    if (!build_folder("results") || !build_folder(folder))
        return false;
    snprintf(name, sizeof name, "%s/%s_sweep.csv", folder, lab->name);
    file->rows = calloc(lab->exercise_count, sizeof *file->rows);
    if (!build_path(file->path, sizeof file->path, name) || !file->rows)
        return false;
    read_old(file);
    return true;
}

void sweep_file_close(struct sweep_file *file)
{
    for (size_t i = 0; file->rows && i < file->lab->exercise_count; i++)
        free(file->rows[i]);
    free(file->rows);
}

/* ---- writing ------------------------------------------------------------- */

static bool write_file(const struct sweep_file *file, FILE *to)
{
    bool written;
    fputs(header, to);
    for (size_t i = 0; i < file->lab->exercise_count; i++) {
        if (file->rows[i])
            fputs(file->rows[i], to);
    }
    written = !ferror(to);
    return fclose(to) == 0 && written;
}

bool sweep_file_put(struct sweep_file *file, size_t exercise, char *rows)
{
    char beside[PATH_BYTES + 8];
    FILE *to;
    bool written = false;
    free(file->rows[exercise]);
    file->rows[exercise] = rows;
    snprintf(beside, sizeof beside, "%s.new", file->path);
    errno = 0;
    to = fopen(beside, "we");
    if (to)
        written = write_file(file, to) && rename(beside, file->path) == 0;
    if (!written) {
        fprintf(stderr, "grader: cannot write %s: %s\n", file->path,
                strerror(errno));
        remove(beside);
    }
    return written;
}
