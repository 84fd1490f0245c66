/*
 * image.c - see image.h.
 */
#include "image.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Some bytes; data NULL: there are none. */
struct bytes {
    const unsigned char *data;
    size_t count;
};

/* A file as a whole, and a zero. */
static unsigned char *read_file(const char *program, const char *ending,
                                size_t *count)
{
    char path[4096], piece[65536], *data = NULL;
    FILE *file, *text = NULL;
    size_t n;
    snprintf(path, sizeof path, "%s%s", program, ending);
    file = fopen(path, "re");
    if (file)
        text = open_memstream(&data, count);
    while (text && (n = fread(piece, 1, sizeof piece, file)) > 0)
        fwrite(piece, 1, n, text);
    if (text && fclose(text) != 0) {
        free(data);
        data = NULL;
    }
    if (file)
        fclose(file);
    return (unsigned char *)data;
}

/* ---- sections ------------------------------------------------------------ */

static bool lies_in(const struct bytes *all, uint64_t at, uint64_t n)
{
    return at <= all->count && n <= all->count - at;
}

static bool section_at(const struct bytes *all, unsigned i, Elf64_Shdr *section)
{
    Elf64_Ehdr head;
    uint64_t at;
    if (!lies_in(all, 0, sizeof head))
        return false;
    memcpy(&head, all->data, sizeof head);
    at = head.e_shoff + (uint64_t)i * sizeof *section;
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) || i >= head.e_shnum ||
        head.e_shentsize != sizeof *section ||
        !lies_in(all, at, sizeof *section))
        return false;
    memcpy(section, all->data + at, sizeof *section);
    return true;
}

/* A word of a table of strings; NULL: it leaves the table. */
static const char *word_at(const struct bytes *all, const Elf64_Shdr *table,
                           uint64_t at)
{
    const unsigned char *start = all->data + table->sh_offset;
    if (!lies_in(all, table->sh_offset, table->sh_size) ||
        at >= table->sh_size || !memchr(start + at, 0, table->sh_size - at))
        return NULL;
    return (const char *)start + at;
}

static const char *section_name(const struct bytes *all,
                                const Elf64_Shdr *section)
{
    Elf64_Ehdr head;
    Elf64_Shdr names;
    memcpy(&head, all->data, sizeof head);
    return section_at(all, head.e_shstrndx, &names)
               ? word_at(all, &names, section->sh_name)
               : NULL;
}

/* The section of that name of an object for 64 bits, if all is in its place. */
static struct bytes find_section(const struct bytes *all, const char *name)
{
    Elf64_Shdr section;
    for (unsigned i = 0; section_at(all, i, &section); i++) {
        const char *its = section_name(all, &section);
        if (its && !strcmp(its, name) &&
            lies_in(all, section.sh_offset, section.sh_size))
            return (struct bytes){all->data + section.sh_offset,
                                  (size_t)section.sh_size};
    }
    return (struct bytes){NULL, 0};
}

bool image_read(struct image *image, const char *program)
{
    static const char *const files_of_objects[] = {".o", ""};
    struct bytes found;
    size_t n = 0;
    image->file = read_file(program, ".ptx", &n);
    found = (struct bytes){image->file, n};
    for (size_t i = 0; i < 2 && !found.data; i++) {
        free(image->file);
        image->file = read_file(program, files_of_objects[i], &n);
        if (image->file)
            found = find_section(&(struct bytes){image->file, n}, ".nv_fatbin");
    }
    image->data = found.data;
    image->count = found.count;
    return found.data;
}

/* ---- variables ----------------------------------------------------------- */

struct taker {
    void (*take)(const char *name, void *context);
    void *context;
};

static bool holds_variables(const struct bytes *all, unsigned i)
{
    Elf64_Shdr section;
    const char *name =
        section_at(all, i, &section) ? section_name(all, &section) : NULL;
    return name &&
           (!strncmp(name, ".nv.global", 10) || !strcmp(name, ".nv.constant3"));
}

/* Strings of formats have names that no variable has. */
static void take_symbols(const struct bytes *all, const Elf64_Shdr *table,
                         const struct taker *taker)
{
    Elf64_Shdr names;
    Elf64_Sym symbol;
    if (!section_at(all, table->sh_link, &names) ||
        !lies_in(all, table->sh_offset, table->sh_size))
        return;
    for (uint64_t i = 0; i < table->sh_size / sizeof symbol; i++) {
        const char *name;
        memcpy(&symbol, all->data + table->sh_offset + i * sizeof symbol,
               sizeof symbol);
        name = word_at(all, &names, symbol.st_name);
        if (name && *name != '$' &&
            ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT &&
            holds_variables(all, symbol.st_shndx))
            taker->take(name, taker->context);
    }
}

static void take_code(const struct bytes *all, const struct taker *taker)
{
    Elf64_Shdr section;
    for (unsigned i = 0; section_at(all, i, &section); i++) {
        if (section.sh_type == SHT_SYMTAB)
            take_symbols(all, &section, taker);
    }
}

/* ".visible .global .align 4 .b8 NAME[16];": the first word that begins with no
 * dot and is no number. */
static void take_declaration(char *line, const struct taker *taker)
{
    char *rest = line, *word;
    while ((word = strtok_r(rest, " \t,", &rest))) {
        if (*word == '.' || (*word >= '0' && *word <= '9'))
            continue;
        word[strcspn(word, "[;=")] = '\0';
        if (*word && *word != '$')
            taker->take(word, taker->context);
        return;
    }
}

/* Variables stand outside of functions, where no line is indented. */
static void take_text(const struct bytes *all, const struct taker *taker)
{
    const char *at = (const char *)all->data, *end = at + all->count;
    while (at < end && *at) {
        size_t n = strcspn(at, "\n");
        char *line = strndup(at, n);
        if (line && *line == '.' &&
            (strstr(line, ".global ") || strstr(line, ".const ")))
            take_declaration(line, taker);
        free(line);
        at += n + (n < (size_t)(end - at));
    }
}

void image_variables(const struct image *image,
                     void (*take)(const char *name, void *context),
                     void *context)
{
    struct bytes all = {image->data, image->count};
    struct taker taker = {take, context};
    const unsigned char *code = memmem(all.data, all.count, ELFMAG, SELFMAG);
    if (code)
        take_code(&(struct bytes){code, all.count - (size_t)(code - all.data)},
                  &taker);
    else
        take_text(&all, &taker);
}

/* In PTX as in a table of symbols a name stands alone. */
static bool stands_alone(char before, char after)
{
    return strchr(" \t\n", before) && strchr(" \t\n(,;", after);
}

bool image_calls(const struct image *image, const char *name)
{
    const char *at = (const char *)image->data, *end = at + image->count;
    size_t n = strlen(name);
    while ((at = memmem(at, (size_t)(end - at), name, n))) {
        if (at > (const char *)image->data && at + n < end &&
            stands_alone(at[-1], at[n]))
            return true;
        at += n;
    }
    return false;
}
