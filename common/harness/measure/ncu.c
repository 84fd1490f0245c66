/*
 * ncu.c - Nsight Compute runs the program that `make check` built, and its
 * table is read by the names of the columns.
 *
 * What it prints: lines of its own (==PROF== ...), a row of names that begins
 * with "ID", a row of units, a row for each launch; all fields quoted, numbers
 * with commas in them.
 */
#include "ncu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/csv.h"

/* The program's path goes through the environment: it may hold anything. */
static FILE *start(const struct ncu_table *table, const struct program *program,
                   const struct exercise *exercise, struct size size)
{
    char command[4096] = "${NCU:-ncu} --csv --page raw --print-units base "
                         "--clock-control none --metrics ";
    size_t used = strlen(command);
    setenv("NCU_PROGRAM", program->path, 1);
    for (size_t i = 0; i < table->metric_count; i++)
        used += (size_t)snprintf(command + used, sizeof command - used, "%s%s",
                                 i > 0 ? "," : "", table->metrics[i]);
    snprintf(command + used, sizeof command - used,
             " \"$NCU_PROGRAM\" %s %d %d %d 2>&1", exercise->name, size.rows,
             size.cols, size.inner);
    return popen(command, "r");
}

/* "1,234.5" */
static double ncu_number(const char *text)
{
    char digits[64], *end;
    size_t n = 0;
    double value;
    for (; *text && n + 1 < sizeof digits; text++) {
        if (*text != ',')
            digits[n++] = *text;
    }
    digits[n] = '\0';
    value = strtod(digits, &end);
    return end > digits ? value : NAN;
}

static void take_metric(void *to, const char *name, const char *value)
{
    struct ncu_table *table = to;
    for (size_t i = 0; i < table->metric_count; i++) {
        if (!strcmp(table->metrics[i], name))
            table->values[table->launch_count][i] = ncu_number(value);
    }
}

static void take_row(struct ncu_table *table, char *row, const char *header)
{
    if (table->launch_count == NCU_LAUNCHES)
        return;
    for (size_t i = 0; i < table->metric_count; i++)
        table->values[table->launch_count][i] = NAN;
    csv_take_row(row, header, ',', take_metric, table);
    table->launch_count++;
}

static void read_table(struct ncu_table *table, FILE *from, char *why, size_t n)
{
    char *row = NULL, *header = NULL;
    size_t size = 0;
    while (getline(&row, &size, from) > 0) {
        row[strcspn(row, "\r\n")] = '\0';
        if (!strncmp(row, "\"ID\"", 4))
            header = strdup(row);
        else if (header && strncmp(row, "\"\"", 2))
            take_row(table, row, header);
        else if (strstr(row, "ERR") || strstr(row, "not found"))
            snprintf(why, n, "%s", row);
    }
    free(header);
    free(row);
}

bool ncu_read(struct ncu_table *table, const struct program *program,
              const struct exercise *exercise, struct size size, char *why,
              size_t n)
{
    FILE *from = start(table, program, exercise, size);
    table->launch_count = 0;
    snprintf(why, n, "it printed no table");
    if (!from)
        return false;
    read_table(table, from, why, n);
    pclose(from);
    return table->launch_count > 0;
}

double ncu_value(const struct ncu_table *table, size_t launch,
                 const char *metric)
{
    for (size_t i = 0; launch < table->launch_count && i < table->metric_count;
         i++) {
        if (!strcmp(table->metrics[i], metric))
            return table->values[launch][i];
    }
    return NAN;
}
