/*
 * unpack.c - says what is in the archive on standard input.
 *
 *   unpack submission    of each file that matters what is in it, of archives
 *                        in it likewise
 *   unpack class         the same, but archives as they are, and repositories
 *
 * Runs in a box, without a file to write: intake/stream.h has what it writes to
 * standard output.  libarchive reads the archive.  All bounds are
 * intake/bounds.h's; that of seconds is the box's.
 * Exit status: 0, whatever the archive was; 2 for wrong use; 3 without memory,
 * or when nobody reads.
 */
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intake/bounds.h"
#include "intake/path.h"
#include "intake/stream.h"

enum { STATUS_WRONG_USE = 2, STATUS_FAULT = 3 };

static struct {
    bool class; /* archives in it are not opened */
    int64_t entries, most_entries;
    int64_t unpacked, most_unpacked; /* bytes */
    int64_t declared;                /* bytes of all entries */
    int64_t unneeded;                /* entries that do not matter */
} now;

/* ---- what is said -------------------------------------------------------- */

static void say(struct record record, const void *bytes)
{
    if (fwrite(&record, sizeof record, 1, stdout) != 1 ||
        fwrite(bytes, 1, record.bytes, stdout) != record.bytes)
        exit(STATUS_FAULT);
}

static void say_name(struct record record, const char *name)
{
    record.bytes = (uint32_t)strnlen(name, LONGEST_PATH - 1);
    say(record, name);
}

static void say_left(const char *name, enum why why)
{
    say_name((struct record){.kind = RECORD_LEFT, .why = (uint8_t)why}, name);
}

static void say_done(enum why why)
{
    say((struct record){.kind = RECORD_DONE, .why = (uint8_t)why}, "");
}

/* ---- the library --------------------------------------------------------- */

/* Kinds that people hand in; none that starts a program, or names a file
 * elsewhere (mtree). */
static struct archive *new_reader(void)
{
    static int (*const kinds[])(struct archive *) = {
        archive_read_support_filter_gzip,
        archive_read_support_filter_bzip2,
        archive_read_support_filter_xz,
        archive_read_support_filter_lzma,
        archive_read_support_filter_zstd,
        archive_read_support_filter_lz4,
        archive_read_support_filter_compress,
        archive_read_support_format_zip,
        archive_read_support_format_tar,
        archive_read_support_format_gnutar,
        archive_read_support_format_7zip,
        archive_read_support_format_rar,
        archive_read_support_format_rar5};
    struct archive *archive = archive_read_new();
    if (!archive)
        exit(STATUS_FAULT);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        kinds[i](archive);
    return archive;
}

/* ---- an entry ------------------------------------------------------------ */

/* Of all that is read through it, also of what is passed over. */
static bool too_much(struct archive *archive)
{
    return now.unpacked + archive_filter_bytes(archive, 0) > now.most_unpacked;
}

/* Passes it on in pieces, most bytes of it. */
static enum why pass_on(struct archive *archive, int64_t most)
{
    char piece[MOST_RECORD];
    int64_t sum = 0;
    la_ssize_t n;
    while ((n = archive_read_data(archive, piece, sizeof piece)) > 0) {
        sum += n;
        now.unpacked += n;
        if (too_much(archive))
            return WHY_BOMB;
        if (sum > most && sum > HUGE_FILE)
            return WHY_HUGE;
        if (sum <= most)
            say((struct record){.kind = RECORD_DATA, .bytes = (uint32_t)n},
                piece);
    }
    return n < 0 ? WHY_DAMAGED : sum > most ? WHY_TOO_LARGE : WHY_FINE;
}

static void say_file(struct archive *archive, struct archive_entry *entry,
                     const char *path, int64_t most)
{
    struct record record = {
        .kind = RECORD_FILE,
        .size =
            archive_entry_size_is_set(entry) ? archive_entry_size(entry) : -1,
        .time =
            archive_entry_mtime_is_set(entry) ? archive_entry_mtime(entry) : 0};
    record.privileged = archive_entry_mode(entry) & (S_ISUID | S_ISGID) ? 1 : 0;
    say_name(record, path);
    say_done(pass_on(archive, most));
}

static enum why read_entries(struct archive *archive, const char *above,
                             int depth);

/* An archive in an archive: in memory, as most kinds are read from the end. */
static enum why read_nested(struct archive *outer, const char *path, int depth)
{
    struct archive *archive;
    char *bytes = malloc(MOST_NESTED + 1);
    size_t n = 0;
    la_ssize_t got;
    enum why why;
    if (!bytes)
        exit(STATUS_FAULT);
    while (n <= MOST_NESTED &&
           (got = archive_read_data(outer, bytes + n, MOST_NESTED + 1 - n)) > 0)
        n += (size_t)got;
    if (n > MOST_NESTED || got < 0 || depth == DEEPEST_ARCHIVE) {
        free(bytes);
        return n > MOST_NESTED ? WHY_HUGE
               : got < 0       ? WHY_DAMAGED
                               : WHY_TOO_DEEP;
    }
    now.unpacked += (int64_t)n;
    archive = new_reader();
    why = archive_read_open_memory(archive, bytes, n) == ARCHIVE_OK
              ? read_entries(archive, path, depth + 1)
              : WHY_NO_ARCHIVE;
    now.unpacked += archive_filter_bytes(archive, 0);
    archive_read_free(archive);
    free(bytes);
    return why;
}

/* WHY_FINE: it may be read. */
static enum why left_out(struct archive_entry *entry, const char *path)
{
    __LA_MODE_T type = archive_entry_filetype(entry);
    if (archive_entry_hardlink(entry))
        return WHY_HARD_LINK;
    if (type == AE_IFLNK)
        return WHY_LINK;
    if (type == AE_IFDIR)
        return now.class || path_matter(path) != MATTER_NONE ? WHY_FOLDER
                                                             : WHY_UNNEEDED;
    if (type != AE_IFREG)
        return WHY_ODD;
    if (archive_entry_is_data_encrypted(entry) ||
        archive_entry_is_metadata_encrypted(entry))
        return WHY_ENCRYPTED;
    return WHY_FINE;
}

/* What makes the end come early, or WHY_FINE. */
static enum why read_entry(struct archive *archive, struct archive_entry *entry,
                           const char *path, int depth)
{
    enum matter matter = path_matter(now.class ? path_file(path) : path);
    enum why why = left_out(entry, path);
    int64_t most = matter == MATTER_ARCHIVE || matter == MATTER_NONE
                       ? most_archive
                       : (int64_t)matter_most(matter);
    bool wanted = now.class ? path_of_class(path) : matter != MATTER_NONE;
    if (why == WHY_FINE && !wanted)
        why = WHY_UNNEEDED;
    if (why == WHY_UNNEEDED && !now.class &&
        (archive_entry_filetype(entry) == AE_IFDIR ||
         ++now.unneeded > MOST_OTHERS + 1))
        return WHY_FINE;
    if (why == WHY_FINE && matter == MATTER_ARCHIVE && !now.class) {
        why = read_nested(archive, path, depth);
        if (why == WHY_BOMB || why == WHY_TOO_MANY)
            return why;
        if (why != WHY_FINE)
            say_left(path, why);
    } else if (why != WHY_FINE) {
        say_left(path, why);
    } else {
        say_file(archive, entry, path, most);
    }
    return WHY_FINE;
}

/* Its name, below the archive that it is in. */
static bool entry_path(struct archive_entry *entry, const char *above,
                       char path[LONGEST_PATH], char shown[LONGEST_PATH])
{
    const char *name = archive_entry_pathname(entry);
    char clean[LONGEST_PATH];
    if (!name)
        name = archive_entry_pathname_utf8(entry);
    if (!name)
        name = "a name that is in no known encoding";
    snprintf(shown, LONGEST_PATH, "%s", name);
    if (!path_clean(name, clean))
        return false;
    return snprintf(path, LONGEST_PATH, "%s%s%s", above, *above ? "/" : "",
                    clean) < LONGEST_PATH;
}

static enum why read_entries(struct archive *archive, const char *above,
                             int depth)
{
    struct archive_entry *entry;
    char path[LONGEST_PATH], shown[LONGEST_PATH];
    enum why why = WHY_FINE;
    int status;
    while ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK ||
           status == ARCHIVE_WARN || status == ARCHIVE_RETRY) {
        if (status == ARCHIVE_RETRY)
            continue;
        if (++now.entries > now.most_entries)
            return WHY_TOO_MANY;
        if (too_much(archive))
            return WHY_BOMB;
        if (archive_entry_size_is_set(entry) &&
            archive_entry_size(entry) < INT64_MAX - now.declared)
            now.declared += archive_entry_size(entry);
        if (entry_path(entry, above, path, shown))
            why = read_entry(archive, entry, path, depth);
        else if (archive_entry_filetype(entry) != AE_IFDIR)
            say_left(shown, WHY_LEAVES);
        if (why != WHY_FINE)
            return why;
    }
    if (status == ARCHIVE_EOF)
        return too_much(archive) ? WHY_BOMB : WHY_FINE;
    return archive_format(archive) == 0 ? WHY_NO_ARCHIVE : WHY_DAMAGED;
}

/* Nobody has so much that is so much alike. */
static bool is_swollen(void)
{
    struct stat about;
    return fstat(STDIN_FILENO, &about) == 0 && now.declared > 4 * HUGE_FILE &&
           now.declared / SWOLLEN > about.st_size;
}

int main(int argc, char **argv)
{
    struct archive *archive;
    enum why why;
    if (argc != 2) {
        fprintf(stderr, "unpack: course intake calls it\n");
        return STATUS_WRONG_USE;
    }
    /* names that are said to be UTF-8 stay it */
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        setlocale(LC_CTYPE, "");
    archive = new_reader();
    now.class = !strcmp(argv[1], "class");
    now.most_entries = now.class ? CLASS_ENTRIES : MOST_ENTRIES;
    now.most_unpacked = now.class ? most_class : most_unpacked;
    why = archive_read_open_fd(archive, STDIN_FILENO, MOST_RECORD) == ARCHIVE_OK
              ? read_entries(archive, "", 0)
              : WHY_NO_ARCHIVE;
    if (why == WHY_FINE && !now.class)
        why = now.entries == 0 ? WHY_NO_ENTRIES
              : is_swollen()   ? WHY_SWOLLEN
                               : WHY_FINE;
    say((struct record){.kind = RECORD_END, .why = (uint8_t)why}, "");
    return fflush(stdout) ? STATUS_FAULT : EXIT_SUCCESS;
}
