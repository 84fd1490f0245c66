/*
 * pack.c - makes archives that ordinary tools do not make, for tests.
 *
 *   pack FORMAT FILE <LINES     FORMAT: zip, tar, tar.gz, 7z
 *
 * Each line is an entry; words are parted by a tab, and \xNN in a name is that
 * byte:
 *   file NAME SOURCE      what is in the file SOURCE
 *   setuid NAME SOURCE    the same, with the rights of its owner
 *   zeros NAME BYTES
 *   many NAME COUNT       NAME0.cu, NAME1.cu, ..., a byte each
 *   link NAME TARGET      a symbolic link
 *   hard NAME TARGET      a hard link
 *   device NAME -         as /dev/zero
 *   pipe NAME -
 *   folder NAME -
 */
#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { LONGEST = 70000, PIECE = 1 << 16 };

static struct archive *out;

static void must(int status)
{
    if (status == ARCHIVE_OK || status == ARCHIVE_WARN)
        return;
    fprintf(stderr, "pack: %s\n", archive_error_string(out));
    exit(2);
}

/* \xNN becomes its byte, in place. */
static void take_escapes(char *text)
{
    char *to = text;
    unsigned byte;
    while (*text) {
        if (!strncmp(text, "\\x", 2) && sscanf(text + 2, "%2x", &byte) == 1) {
            *to++ = (char)byte;
            text += 4;
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
}

static void begin(const char *name, unsigned type, unsigned bits,
                  long long size, const char *link, bool hard)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, bits);
    archive_entry_set_size(entry, size);
    archive_entry_set_mtime(entry, 1790000000, 0);
    if (link && hard)
        archive_entry_set_hardlink(entry, link);
    else if (link)
        archive_entry_set_symlink(entry, link);
    must(archive_write_header(out, entry));
    archive_entry_free(entry);
}

static void write_source(const char *name, unsigned bits, const char *source)
{
    static char piece[PIECE];
    FILE *file = fopen(source, "rb");
    struct stat about;
    size_t n;
    if (!file || stat(source, &about) != 0) {
        perror(source);
        exit(2);
    }
    begin(name, AE_IFREG, bits, about.st_size, NULL, false);
    while ((n = fread(piece, 1, sizeof piece, file)) > 0)
        archive_write_data(out, piece, n);
    fclose(file);
}

static void write_zeros(const char *name, long long bytes)
{
    static const char piece[PIECE];
    begin(name, AE_IFREG, 0644, bytes, NULL, false);
    while (bytes > 0) {
        size_t n = bytes < PIECE ? (size_t)bytes : PIECE;
        archive_write_data(out, piece, n);
        bytes -= (long long)n;
    }
}

static void write_many(const char *prefix, long count)
{
    static char name[LONGEST + 32];
    for (long i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%s%ld.cu", prefix, i);
        write_zeros(name, 1);
    }
}

static void write_entry(const char *what, const char *name, const char *more)
{
    if (!strcmp(what, "file"))
        write_source(name, 0644, more);
    else if (!strcmp(what, "setuid"))
        write_source(name, 04755, more);
    else if (!strcmp(what, "zeros"))
        write_zeros(name, atoll(more));
    else if (!strcmp(what, "many"))
        write_many(name, atol(more));
    else if (!strcmp(what, "link"))
        begin(name, AE_IFLNK, 0777, 0, more, false);
    else if (!strcmp(what, "hard"))
        begin(name, AE_IFREG, 0644, 0, more, true);
    else if (!strcmp(what, "device"))
        begin(name, AE_IFCHR, 0666, 0, NULL, false);
    else if (!strcmp(what, "pipe"))
        begin(name, AE_IFIFO, 0666, 0, NULL, false);
    else if (!strcmp(what, "folder"))
        begin(name, AE_IFDIR, 0755, 0, NULL, false);
    else
        exit(2);
}

int main(int argc, char **argv)
{
    static char line[2 * LONGEST];
    if (argc != 3)
        return 2;
    out = archive_write_new();
    must(archive_write_set_format_filter_by_ext(out, argv[2]));
    if (!strcmp(argv[1], "tar"))
        archive_write_set_format_pax_restricted(out);
    must(archive_write_open_filename(out, argv[2]));
    while (fgets(line, sizeof line, stdin)) {
        char *name = strchr(line, '\t');
        char *more = name ? strchr(name + 1, '\t') : NULL;
        if (!more)
            return 2;
        *name++ = *more++ = '\0';
        more[strcspn(more, "\n")] = '\0';
        take_escapes(name);
        write_entry(line, name, more);
    }
    must(archive_write_close(out));
    archive_write_free(out);
    return EXIT_SUCCESS;
}
