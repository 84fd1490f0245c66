/*
 * steps.c - rows of steps, read by the names of their columns.  Names in them
 * are a student's.
 */
#include "steps.h"

#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "term/plain.h"

/* A list has a number for each lane that took part. */
static void take_offsets(struct step *step, const char *value)
{
    char *at = (char *)(uintptr_t)value;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (step->lanes >> l & 1)
            step->offset[l] = strtol(at, &at, 10);
}

static void take_values(struct step *step, const char *value)
{
    char *at = (char *)(uintptr_t)value;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (step->lanes >> l & 1)
            step->value[l] = strtod(at, &at);
}

static void take_sources(struct step *step, unsigned i, const char *value)
{
    char *at = (char *)(uintptr_t)value;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (step->lanes >> l & 1)
            step->source[i][l] = (uint32_t)strtoul(at, &at, 10);
}

static bool take_number(struct step *step, const char *name, const char *value)
{
    const struct {
        const char *name;
        uint32_t *to;
        int base;
    } numbers[] = {
        {"launch", &step->launch, 10}, {"block", &step->block, 10},
        {"warp", &step->warp, 10},     {"line", &step->line, 10},
        {"start", &step->start, 10},   {"allocation", &step->allocation, 10},
        {"passes", &step->passes, 10}, {"lanes", &step->lanes, 16},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(name, numbers[i].name))
            continue;
        *numbers[i].to = (uint32_t)strtoul(value, NULL, numbers[i].base);
        return true;
    }
    return false;
}

/* Of a launch the offsets are grid and block. */
static void take_field(void *row, const char *name, const char *value)
{
    struct step *step = row;
    if (take_number(step, name, value))
        return;
    if (!strcmp(name, "kind")) {
        plain_copy(step->kind, sizeof step->kind, value);
        if (step_is(step, "launch"))
            step->lanes = 0x3f;
    } else if (!strcmp(name, "array")) {
        plain_copy(step->array, sizeof step->array, value);
    } else if (!strcmp(name, "type")) {
        plain_copy(step->type, sizeof step->type, value);
        step->bytes = strstr(value, "64") ? 8 : 4;
    } else if (!strcmp(name, "space")) {
        step->shared = !strcmp(value, "shared");
        step->global = !strcmp(value, "global");
    } else if (!strcmp(name, "offsets")) {
        take_offsets(step, value);
    } else if (!strcmp(name, "values")) {
        take_values(step, value);
    } else if (name[0] >= 'a' && name[0] <= 'c' && !name[1]) {
        take_sources(step, (unsigned)(name[0] - 'a'), value);
    }
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

bool steps_read(struct steps *steps, char *text)
{
    char *header = strsep(&text, "\n"), *line;
    size_t room = text ? count_lines(text) : 0;
    *steps = (struct steps){.step = calloc(room + 1, sizeof *steps->step)};
    while (steps->step && (line = strsep(&text, "\n")) && *line) {
        struct step *step = &steps->step[steps->count++];
        csv_take_row(line, header, ',', take_field, step);
        steps->cut |= step_is(step, "cut");
    }
    return steps->step;
}

void steps_free(struct steps *steps)
{
    free(steps->step);
    *steps = (struct steps){0};
}

bool step_is(const struct step *step, const char *kind)
{
    return !strcmp(step->kind, kind);
}

bool step_accesses(const struct step *step)
{
    return step->shared || step->global;
}

bool step_stores(const struct step *step)
{
    return step_is(step, "store") || step_is(step, "atomic");
}

size_t step_index(const struct step *step, unsigned lane)
{
    return (size_t)step->offset[lane] / (step->bytes ? step->bytes : 1);
}
