/*
 * zip.c - archives of feedback.
 */
#include "zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 1 January 1980, the first day that zip has. */
enum { ONE_TIME = 315532800 };

bool zip_open(struct zip *zip, const char *path)
{
    zip->archive = archive_write_new();
    if (zip->archive && publish_open(&zip->publication, path)) {
        if (archive_write_set_format_zip(zip->archive) == ARCHIVE_OK &&
            archive_write_set_options(zip->archive, "hdrcharset=UTF-8") ==
                ARCHIVE_OK &&
            archive_write_open_FILE(zip->archive, zip->publication.file) ==
                ARCHIVE_OK)
            return true;
        publish_abandon(&zip->publication);
    }
    fprintf(stderr, "course: cannot write %s\n", path);
    archive_write_free(zip->archive);
    return false;
}

/* All of the file; NULL, errno, if it cannot be read. */
static char *whole(const char *path, size_t *n)
{
    FILE *file = fopen(path, "re");
    char *bytes = NULL;
    size_t size = 0;
    *n = 0;
    while (file && !feof(file) && !ferror(file)) {
        char *larger = realloc(bytes, size += 1 << 16);
        if (!larger)
            break;
        bytes = larger;
        *n += fread(bytes + *n, 1, size - *n, file);
    }
    if (!file || ferror(file) || !feof(file)) {
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    return bytes;
}

static struct archive_entry *entry_of(const char *name, size_t n)
{
    struct archive_entry *entry = archive_entry_new();
    if (!entry)
        return NULL;
    archive_entry_set_pathname_utf8(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)n);
    archive_entry_set_mtime(entry, ONE_TIME, 0);
    return entry;
}

bool zip_add(struct zip *zip, const char *name, const char *path)
{
    size_t n;
    char *bytes = whole(path, &n);
    struct archive_entry *entry = bytes ? entry_of(name, n) : NULL;
    bool added = entry &&
                 archive_write_header(zip->archive, entry) == ARCHIVE_OK &&
                 archive_write_data(zip->archive, bytes, n) == (la_ssize_t)n;
    if (!added)
        fprintf(stderr, "course: cannot put %s into %s: %s\n", path,
                zip->publication.path,
                entry ? archive_error_string(zip->archive) : strerror(errno));
    archive_entry_free(entry);
    free(bytes);
    return added;
}

bool zip_close(struct zip *zip, bool whole)
{
    whole = archive_write_close(zip->archive) == ARCHIVE_OK && whole;
    archive_write_free(zip->archive);
    if (whole)
        return publish_close(&zip->publication);
    publish_abandon(&zip->publication);
    return false;
}
