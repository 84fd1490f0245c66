/*
 * code.c - the device code of a program, as our compile step has left it.
 *
 * Source: elf(5).
 */
#include "code.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/direct.h"

struct bytes {
    unsigned char *data; /* NULL: there are none */
    size_t count;
};

/* A file as a whole. */
static struct bytes read_file(const char *path)
{
    struct bytes bytes = {NULL, 0};
    FILE *file = fopen(path, "re"), *text = NULL;
    char piece[65536], *data = NULL;
    size_t n;
    if (file)
        text = open_memstream(&data, &bytes.count);
    while (text && (n = fread(piece, 1, sizeof piece, file)) > 0)
        fwrite(piece, 1, n, text);
    if (text && fclose(text) == 0)
        bytes.data = (unsigned char *)data;
    if (file)
        fclose(file);
    return bytes;
}

static bool lies_in(const struct bytes *all, uint64_t at, uint64_t n)
{
    return at <= all->count && n <= all->count - at;
}

/* The section of that name of an object for 64 bits, if all is in its place. */
static struct bytes find_section(const struct bytes *all, const char *name)
{
    Elf64_Ehdr head;
    Elf64_Shdr names, section;
    if (!lies_in(all, 0, sizeof head))
        return (struct bytes){NULL, 0};
    memcpy(&head, all->data, sizeof head);
    uint64_t size = sizeof section, table = head.e_shoff;
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_shentsize != size ||
        head.e_shstrndx >= head.e_shnum ||
        !lies_in(all, table, head.e_shnum * size))
        return (struct bytes){NULL, 0};
    memcpy(&names, all->data + table + head.e_shstrndx * size, size);
    for (unsigned i = 0; i < head.e_shnum; i++) {
        memcpy(&section, all->data + table + i * size, size);
        uint64_t at = names.sh_offset + section.sh_name, n = strlen(name) + 1;
        if (section.sh_name < names.sh_size && lies_in(all, at, n) &&
            !memcmp(all->data + at, name, n) &&
            lies_in(all, section.sh_offset, section.sh_size))
            return (struct bytes){all->data + section.sh_offset,
                                  (size_t)section.sh_size};
    }
    return (struct bytes){NULL, 0};
}

/* What lies beside the program under its name and an ending. */
static struct bytes read_beside(const char *program, const char *ending)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", program, ending);
    return read_file(path);
}

cudaError_t code_load(const char *program, device_module *module,
                      struct device_refusal *why)
{
    static const char *const files_of_objects[] = {".o", ""};
    struct bytes file = read_beside(program, ".ptx"), image = file;
    for (size_t i = 0; i < 2 && !image.data; i++) {
        free(file.data);
        file = read_beside(program, files_of_objects[i]);
        image = find_section(&file, ".nv_fatbin");
    }
    cudaError_t error = cudaErrorNoKernelImageForDevice;
    snprintf(why->message, sizeof why->message,
             "it has none: is a kernel launched, and was it built by make?");
    if (image.data)
        error = device_load_image(image.data, image.count, module, why);
    free(file.data);
    return error;
}
