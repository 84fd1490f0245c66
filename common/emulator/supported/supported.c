/*
 * supported.c - what the emulated device runs and what it refuses, as Markdown:
 * SUPPORTED.md.
 *
 *   nm -D --defined-only libcudart.so.13 | supported page.md isa.txt aliases.ld
 *
 * Idea: page.md is the page but for its lists, which come where {{places}} are.
 * They are asked of the tables that decode and execute, and calls of the
 * library itself, so that the page says what is.
 * Exit status: 0, or 2 with the reason on standard error.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/words.h"
#include "isa.h"

struct page {
    struct isa isa;
    char *aliases;  /* the text of aliases.ld */
    char *exported; /* what nm says */
};

/* ---- instructions ------------------------------------------------------- */

/* Of one section those that run, or those that do not, with what each takes. */
static void print_running(const struct isa *isa, const char *section)
{
    for (size_t i = 0; i < isa->count; i++) {
        const struct instruction *one = &isa->instructions[i];
        if (strcmp(one->section, section) || !isa_runs(one))
            continue;
        printf("\n| `%s` | ", one->name);
        isa_print_takes(isa, one->name);
        fputs(" |", stdout);
    }
}

static void print_refused(const struct isa *isa, const char *section)
{
    const char *before = "";
    printf("| %s | ", section);
    for (size_t i = 0; i < isa->count; i++) {
        const struct instruction *one = &isa->instructions[i];
        if (strcmp(one->section, section) || isa_runs(one))
            continue;
        printf("%s`%s`", before, one->name);
        before = ", ";
    }
    fputs(" |", stdout);
}

/* Is the i-th the first of its section that runs, or does not? */
static bool begins(const struct isa *isa, size_t i, bool runs)
{
    const struct instruction *all = isa->instructions;
    for (size_t k = 0; k < i; k++)
        if (!strcmp(all[k].section, all[i].section) &&
            isa_runs(&all[k]) == runs)
            return false;
    return isa_runs(&all[i]) == runs;
}

static void print_instructions(struct page *page)
{
    const char *before = "";
    for (size_t i = 0; i < page->isa.count; i++) {
        const char *section = page->isa.instructions[i].section;
        if (!begins(&page->isa, i, true))
            continue;
        printf("%s### %s\n\n| instruction | takes |\n|---|---|", before,
               section);
        print_running(&page->isa, section);
        before = "\n\n";
    }
}

static void print_refused_instructions(struct page *page)
{
    const char *before = "";
    for (size_t i = 0; i < page->isa.count; i++) {
        if (!begins(&page->isa, i, false))
            continue;
        fputs(before, stdout);
        print_refused(&page->isa, page->isa.instructions[i].section);
        before = "\n";
    }
}

static void print_words(struct page *page)
{
    (void)page;
    isa_print_names(access_word, ".");
}

static void print_specials(struct page *page)
{
    (void)page;
    isa_print_names(special_name, "");
}

/* ---- functions and calls ------------------------------------------------ */

static const char *functions[] = {
#define BUILTIN(id, name) name,
#include "code/builtins.def"
};

static const char *refused[] = {
#define X(name) #name,
#include "runtime/unsupported.def"
#undef X
};

enum {
    FUNCTIONS = sizeof functions / sizeof *functions,
    REFUSED = sizeof refused / sizeof *refused,
    MOST_CALLS = 2000
};

static int by_name(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void print_functions(struct page *page)
{
    (void)page;
    qsort(functions, FUNCTIONS, sizeof *functions, by_name);
    for (size_t i = 0; i < FUNCTIONS; i++)
        printf("%s`%s`", i ? ", " : "", functions[i]);
}

/* Three on a line, so that a long list can be read. */
static void print_api_calls(const char **names, size_t count)
{
    qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i == 0 ? "" : i % 3 ? ", " : ",\n", names[i]);
}

static void print_refused_calls(struct page *page)
{
    (void)page;
    print_api_calls(refused, REFUSED);
}

/* Another call's second name: "NAME = " at the start of a line. */
static bool is_alias(const struct page *page, const char *name)
{
    const char *at = page->aliases;
    size_t n = strlen(name);
    while (at && (strncmp(at, name, n) || strncmp(at + n, " = ", 3))) {
        at = strchr(at, '\n');
        at += at != NULL;
    }
    return at;
}

static bool is_refused(const char *name)
{
    for (size_t i = 0; i < REFUSED; i++)
        if (!strcmp(refused[i], name))
            return true;
    return false;
}

/* nm says "ADDRESS T cudaMalloc@@libcudart.so.13", a line each. */
static void print_working_calls(struct page *page)
{
    const char *names[MOST_CALLS] = {NULL};
    size_t count = 0;
    char *rest = page->exported, *line;
    while (count < MOST_CALLS && (line = strtok_r(rest, "\n", &rest))) {
        char *name = strstr(line, " T cuda");
        if (!name)
            continue;
        name += strlen(" T ");
        name[strcspn(name, "@")] = '\0';
        if (!is_refused(name) && !is_alias(page, name))
            names[count++] = name;
    }
    print_api_calls(names, count);
}

/* ---- the page ----------------------------------------------------------- */

static const struct {
    const char *name;
    void (*print)(struct page *page);
} places[] = {
    {"instructions", print_instructions},
    {"refused instructions", print_refused_instructions},
    {"words without effect", print_words},
    {"special registers", print_specials},
    {"device functions", print_functions},
    {"calls", print_working_calls},
    {"refused calls", print_refused_calls},
};

static bool fill_place(struct page *page, const char *name)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!strcmp(places[i].name, name)) {
            places[i].print(page);
            return true;
        }
    }
    fprintf(stderr, "supported: no list is called {{%s}}\n", name);
    return false;
}

/* Takes the text apart. */
static bool print_page(struct page *page, char *text)
{
    char *place, *end;
    while ((place = strstr(text, "{{")) && (end = strstr(place, "}}"))) {
        *place = *end = '\0';
        fputs(text, stdout);
        if (!fill_place(page, place + 2))
            return false;
        text = end + 2;
    }
    fputs(text, stdout);
    return true;
}

/* All of it; NULL, after saying why. */
static char *read_text(FILE *file, const char *name)
{
    char *text = NULL;
    size_t room = 0;
    if (!file || getdelim(&text, &room, '\0', file) < 0)
        fprintf(stderr, "supported: %s: %s\n", name,
                errno ? strerror(errno) : "nothing in it");
    if (file && file != stdin)
        fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    struct page page = {.aliases = NULL};
    if (argc != 4) {
        fputs("use: nm -D --defined-only libcudart.so.13 |\n"
              "    supported page.md isa.txt aliases.ld\n",
              stderr);
        return 2;
    }
    char *text = read_text(fopen(argv[1], "r"), argv[1]);
    page.aliases = read_text(fopen(argv[3], "r"), argv[3]);
    page.exported = read_text(stdin, "what nm says");
    bool done = isa_read(&page.isa, argv[2]) && text && page.aliases &&
                page.exported && print_page(&page, text);
    isa_free(&page.isa);
    free(page.aliases);
    free(page.exported);
    free(text);
    return done ? 0 : 2;
}
