/*
 * isa.c - isa.txt, held against the tables that decode and execute.
 *
 * An instruction runs if an emitter of resolve*.c or a row of ops.def has its
 * name up to the first dot.  Rows give modifiers and types: "mul.wide.u16" is
 * mul, with modifier wide, for u16; modifiers with the same types share an
 * entry.
 */
#include "isa.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/words.h"

static const char *const rows[] = {
#define OP(id, name, class) name,
#define ALIAS(id, name)     name,
#include "code/ops.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* ---- what runs ---------------------------------------------------------- */

static size_t base_length(const char *name)
{
    return strcspn(name, ".");
}

static bool same_base(const char *name, const char *base)
{
    size_t n = base_length(name);
    return n == base_length(base) && !strncmp(name, base, n);
}

bool isa_runs(const struct instruction *instruction)
{
    const char *name = instruction->name;
    bool runs = false;
    for (size_t i = 0; !runs && emitter_name(i); i++)
        runs = same_base(name, emitter_name(i));
    for (size_t i = 0; !runs && i < ROWS; i++)
        runs = same_base(name, rows[i]);
    return runs && !instruction->refused;
}

/* ---- what a row says ---------------------------------------------------- */

/* Rows of one instruction that differ in the type only. */
struct row_group {
    char modifier[32]; /* ".wide"; "": plain */
    char types[160];   /* "`u16`, `s16`"; "": none */
    bool printed;
};

enum { MOST_GROUPS = 64 };

struct groups {
    struct row_group group[MOST_GROUPS];
    size_t count;
};

static struct row_group *group_of(struct groups *groups, const char *modifier)
{
    for (size_t i = 0; i < groups->count; i++)
        if (!strcmp(groups->group[i].modifier, modifier))
            return &groups->group[i];
    if (groups->count == MOST_GROUPS)
        return NULL;
    struct row_group *group = &groups->group[groups->count++];
    *group = (struct row_group){.printed = false};
    snprintf(group->modifier, sizeof group->modifier, "%s", modifier);
    return group;
}

static void add_row(struct groups *groups, const char *row)
{
    char modifier[32];
    const char *rest = row + base_length(row), *type = strrchr(row, '.');
    if (!type)
        return;
    snprintf(modifier, sizeof modifier, "%.*s", (int)(type - rest), rest);
    struct row_group *group = group_of(groups, modifier);
    if (!group)
        return;
    size_t n = strlen(group->types);
    snprintf(group->types + n, sizeof group->types - n, "%s`%s`", n ? ", " : "",
             type + 1);
}

/* The modifiers that take these types, from the first on: "`.lo`, `.hi`: ". */
static void print_modifiers(struct groups *groups, size_t first)
{
    struct row_group *group = groups->group, *end = group + groups->count;
    unsigned count = 0;
    for (struct row_group *g = group + first; g < end; g++)
        count += !strcmp(g->types, group[first].types);
    if (count == 1 && !*group[first].modifier)
        return;
    for (struct row_group *g = group + first; g < end; g++) {
        if (strcmp(g->types, group[first].types))
            continue;
        g->printed = true;
        printf(*g->modifier ? "`%s`%s" : "plain%s%s", g->modifier,
               --count ? ", " : ": ");
    }
}

/* Of an instruction without a dot: with one, it is a row or has a note. */
static void print_rows(const char *name)
{
    struct groups groups = {.count = 0};
    for (size_t i = 0; i < ROWS && !name[base_length(name)]; i++)
        if (same_base(name, rows[i]))
            add_row(&groups, rows[i]);
    for (size_t i = 0; i < groups.count; i++) {
        if (groups.group[i].printed)
            continue;
        fputs(i ? "; " : "", stdout);
        print_modifiers(&groups, i);
        fputs(groups.group[i].types, stdout);
    }
}

/* ---- what an instruction takes ------------------------------------------ */

void isa_print_names(const char *(*name)(size_t), const char *before)
{
    for (size_t i = 0; name(i); i++)
        printf("%s`%s%s`", i ? ", " : "", before, name(i));
}

/* "u32 s32" as "`u32`, `s32`" */
static void print_types(const char *types)
{
    while (*types) {
        size_t n = strcspn(types, " ");
        printf("`%.*s`%s", (int)n, types, types[n] ? ", " : "");
        types += n + (types[n] == ' ');
    }
}

static void print_atomics(void)
{
    for (size_t i = 0; atomic_name(i); i++) {
        printf("`.%s`: ", atomic_name(i));
        print_types(atomic_types(i));
        fputs("; ", stdout);
    }
    fputs("`.global`, `.shared` or generic; ", stdout);
    isa_print_names(order_word, ".");
}

static const struct note *find_note(const struct isa *isa, const char *name)
{
    for (size_t i = 0; i < isa->note_count; i++)
        if (!strcmp(isa->notes[i].name, name))
            return &isa->notes[i];
    return NULL;
}

void isa_print_takes(const struct isa *isa, const char *name)
{
    const struct note *note = find_note(isa, name);
    if (!strcmp(name, "atom")) {
        print_atomics();
    } else if (note && !note->besides) {
        fputs(note->text, stdout);
    } else {
        print_rows(name);
        if (note)
            printf("; %s", note->text);
    }
}

/* ---- isa.txt ------------------------------------------------------------ */

/* Room for one more element; NULL: no memory. */
static void *grown(void *array, size_t count, size_t size)
{
    return realloc(array, (count + 1) * size);
}

/* "= name text", and "+ name text" for what it takes besides. */
static bool add_note(struct isa *isa, const char *line)
{
    const char *name = line + 2;
    size_t n = strcspn(name, " ");
    struct note *notes = grown(isa->notes, isa->note_count, sizeof *notes);
    if (!notes)
        return false;
    isa->notes = notes;
    notes += isa->note_count++;
    *notes = (struct note){strndup(name, n), strdup(name + n + !!name[n]),
                           *line == '+'};
    return notes->name && notes->text;
}

static bool add_instruction(struct isa *isa, const char *section,
                            const char *name)
{
    struct instruction *all = grown(isa->instructions, isa->count, sizeof *all);
    bool refused = *name == '-';
    if (!all)
        return false;
    isa->instructions = all;
    all += isa->count++;
    *all =
        (struct instruction){strdup(section), strdup(name + refused), refused};
    return all->section && all->name;
}

/* "Section: name -name" */
static bool add_section(struct isa *isa, char *line)
{
    char *rest, *name, *section = strtok_r(line, ":", &rest);
    bool done = true;
    while (done && section && (name = strtok_r(NULL, " ", &rest)))
        done = add_instruction(isa, section, name);
    return done;
}

bool isa_read(struct isa *isa, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    bool done = file;
    *isa = (struct isa){.count = 0};
    while (done && getline(&line, &room, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (*line == '=' || *line == '+')
            done = add_note(isa, line);
        else if (*line != '#')
            done = add_section(isa, line);
    }
    if (!done)
        fprintf(stderr, "supported: %s: %s\n", path, strerror(errno));
    if (file)
        fclose(file);
    free(line);
    return done;
}

void isa_free(struct isa *isa)
{
    for (size_t i = 0; i < isa->count; i++) {
        free(isa->instructions[i].section);
        free(isa->instructions[i].name);
    }
    for (size_t i = 0; i < isa->note_count; i++) {
        free(isa->notes[i].name);
        free(isa->notes[i].text);
    }
    free(isa->instructions);
    free(isa->notes);
    *isa = (struct isa){.count = 0};
}
