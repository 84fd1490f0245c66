/*
 * junit.c - the class as JUnit XML, by the conventions that
 * testmoapp/junitxml collects: a suite for each submission and lab, a case for
 * each exercise.
 *
 * No times: what differs between runs stands in no result.  files/escape.h
 * knows the five characters that mean something in XML, text.h left only those
 * that XML 1.0 allows.  (libxml2's writer escapes the former and does not
 * refuse the latter: it would spare nothing.)  Some readers take
 * "[[ATTACHMENT|path]]" in a text for a file to attach: no text has two
 * brackets side by side.
 */
#include "formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/escape.h"
#include "files/publish.h"

struct counts {
    size_t tests, failures, errors, skipped;
};

static void put(FILE *file, const char *text)
{
    const char *at;
    while ((at = strstr(text, "[["))) {
        char *part = strndup(text, (size_t)(at - text) + 1);
        escape_html(file, part ? part : "");
        putc(' ', file);
        free(part);
        text = at + 1;
    }
    escape_html(file, text);
}

static void put_attribute(FILE *file, const char *name, const char *value)
{
    fprintf(file, " %s=\"", name);
    put(file, value);
    putc('"', file);
}

static void put_points(FILE *file, const char *before, double score,
                       double max_score)
{
    fprintf(file,
            "%s<properties>\n"
            "%s  <property name=\"score\" value=\"%.10g\"/>\n"
            "%s  <property name=\"max_score\" value=\"%.10g\"/>\n"
            "%s</properties>\n",
            before, before, score, before, max_score, before);
}

static void put_counts(FILE *file, const struct counts *counts)
{
    fprintf(file,
            " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"",
            counts->tests, counts->failures, counts->errors, counts->skipped);
}

static void count(struct counts *counts, const struct row *row)
{
    counts->tests++;
    counts->failures += row->state == ROW_INCOMPLETE;
    counts->skipped += row->state == ROW_MISSING;
    counts->errors += row->state == ROW_REFUSED || !row_counts(row);
}

/* What is not right: a wrong answer is a failure, what could not be graded an
 * error, and what is not there was skipped. */
static void put_verdict(FILE *file, const struct row *row)
{
    const char *element = row->state == ROW_INCOMPLETE ? "failure"
                          : row->state == ROW_MISSING  ? "skipped"
                                                       : "error";
    if (row->state == ROW_PASSED)
        return;
    fprintf(file, "      <%s", element);
    put_attribute(file, "message", row->cause);
    if (row->state != ROW_MISSING)
        put_attribute(file, "type",
                      *row->check ? row->check : row_state_name(row->state));
    putc('>', file);
    put(file, row->text);
    fprintf(file, "</%s>\n", element);
}

static void put_case(FILE *file, const struct sheet *sheet,
                     const struct row *row)
{
    fputs("    <testcase", file);
    put_attribute(file, "name", *row->exercise ? row->exercise : row->lab);
    fputs(" classname=\"", file);
    put(file, sheet->key);
    fprintf(file, ".%s\" file=\"%s/student.cu\"", row->lab, row->lab);
    if (row->line > 0)
        fprintf(file, " line=\"%d\"", row->line);
    fputs(">\n", file);
    put_points(file, "      ", row->score, row->max_score);
    put_verdict(file, row);
    fputs("    </testcase>\n", file);
}

/* The rows of one lab, from the first; how many. */
static size_t put_suite(FILE *file, const struct sheet *sheet, size_t first)
{
    const char *lab = sheet->rows[first].lab;
    struct counts counts = {0};
    double score = 0, max_score = 0;
    size_t end = first;
    for (; end < sheet->count && !strcmp(sheet->rows[end].lab, lab); end++) {
        count(&counts, &sheet->rows[end]);
        score += sheet->rows[end].score;
        max_score += sheet->rows[end].max_score;
    }
    fputs("  <testsuite name=\"", file);
    put(file, sheet->name);
    fprintf(file, ": %s\"", lab);
    put_counts(file, &counts);
    fputs(">\n", file);
    put_points(file, "    ", score, max_score);
    for (size_t i = first; i < end; i++)
        put_case(file, sheet, &sheet->rows[i]);
    fputs("  </testsuite>\n", file);
    return end - first;
}

static void put_class(FILE *file, const struct sheets *class)
{
    struct counts counts = {0};
    for (size_t i = 0; i < class->count; i++) {
        for (size_t k = 0; k < class->sheets[i].count; k++)
            count(&counts, &class->sheets[i].rows[k]);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<testsuites name=\"class\"",
          file);
    put_counts(file, &counts);
    fputs(">\n", file);
    for (size_t i = 0; i < class->count; i++) {
        const struct sheet *sheet = &class->sheets[i];
        for (size_t k = 0; k < sheet->count;)
            k += put_suite(file, sheet, k);
    }
    fputs("</testsuites>\n", file);
}

bool junit_write(const struct sheets *class, const char *folder)
{
    struct publication file;
    char path[PUBLISH_PATH];
    if (!publish_path(path, "%s/class.xml", folder) ||
        !publish_open(&file, path))
        return false;
    put_class(file.file, class);
    return publish_close(&file);
}
