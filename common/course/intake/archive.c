/*
 * archive.c - listens to build/bin/unpack (stream.h), and believes nothing that
 * could hurt: names are looked at again, bytes are counted again.
 */
#include "archive.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boxed.h"
#include "encoding.h"
#include "files/publish.h"
#include "stream.h"

/* ---- unpack -------------------------------------------------------------- */

/* It stands beside this program. */
static const char *unpack_path(void)
{
    static char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 8);
    char *slash;
    path[n < 0 ? 0 : n] = '\0';
    slash = strrchr(path, '/');
    strcpy(slash ? slash + 1 : path, "unpack");
    return path;
}

static bool start_unpack(struct boxed *boxed, int file, const char *what,
                         unsigned seconds)
{
    char *argv[] = {(char *)unpack_path(), (char *)what, NULL};
    char *environment[] = {"LC_ALL=C.UTF-8", NULL};
    struct box box = {.cpu_seconds = seconds,
                      .memory_bytes = (uint64_t)UNPACK_MEMORY_MIB << 20,
                      .argv = argv,
                      .environment = environment};
    return boxed_start(boxed, &box, file, 3.0 * seconds);
}

/* The next record and, as text, what follows it; false: there is none, or it is
 * nonsense. */
static bool next_record(struct boxed *boxed, struct record *record,
                        char bytes[MOST_RECORD + 1])
{
    if (!boxed_read(boxed, record, sizeof *record) ||
        record->kind >= RECORD_KINDS || record->why >= WHYS ||
        record->bytes > MOST_RECORD || !boxed_read(boxed, bytes, record->bytes))
        return false;
    bytes[record->bytes] = '\0';
    return true;
}

/* ---- a submission -------------------------------------------------------- */

struct reading {
    struct tree *tree;
    const char *name; /* of the archive */
    struct leaf leaf; /* that is being read; path is in `path` */
    char path[LONGEST_PATH];
    size_t most, room;
    bool open;
};

static void begin_leaf(struct reading *reading, const struct record *record,
                       const char *name)
{
    struct notes *notes = &reading->tree->notes;
    free(reading->leaf.bytes);
    reading->leaf.bytes = NULL;
    reading->leaf.size = reading->room = 0;
    reading->leaf.time = record->time;
    reading->open = path_clean(name, reading->path);
    if (!reading->open)
        return;
    reading->leaf.path = reading->path;
    reading->leaf.matter = path_matter(reading->path);
    reading->most = matter_most(reading->leaf.matter);
    if (record->privileged) {
        notes_flag(notes, "odd_archive");
        notes_say(notes,
                  "%.120s has the rights of its owner (setuid) in the "
                  "archive; they were dropped.",
                  name);
    }
}

static void add_data(struct reading *reading, const char *bytes, size_t n)
{
    struct leaf *leaf = &reading->leaf;
    if (!reading->open || leaf->size + n > reading->most)
        return;
    if (leaf->size + n + 1 > reading->room) {
        reading->room = 2 * (leaf->size + n) + 1;
        leaf->bytes = tree_must(realloc(leaf->bytes, reading->room));
    }
    memcpy(leaf->bytes + leaf->size, bytes, n);
    leaf->size += n;
}

static void end_leaf(struct reading *reading, enum why why)
{
    struct leaf *leaf = &reading->leaf;
    if (reading->open && why == WHY_FINE) {
        leaf->bytes = tree_must(realloc(leaf->bytes, leaf->size + 1));
        leaf->bytes[leaf->size] = '\0';
        tree_add(reading->tree, leaf);
        leaf->bytes = NULL;
    } else if (reading->open) {
        notes_left(&reading->tree->notes, reading->path, why);
    }
    reading->open = false;
}

/* False at the end; *why says which. */
static bool take_record(struct reading *reading, struct boxed *boxed,
                        enum why *why)
{
    static char bytes[MOST_RECORD + 1];
    char shown[LONGEST_PATH];
    struct record record;
    if (!next_record(boxed, &record, bytes))
        return false;
    if (record.kind == RECORD_FILE)
        begin_leaf(reading, &record, bytes);
    else if (record.kind == RECORD_DATA)
        add_data(reading, bytes, record.bytes);
    else if (record.kind == RECORD_DONE)
        end_leaf(reading, record.why);
    else if (record.kind == RECORD_LEFT) {
        encoding_to_utf8(bytes, shown, sizeof shown);
        if (record.why == WHY_UNNEEDED)
            tree_other(reading->tree, shown);
        notes_left(&reading->tree->notes, shown, record.why);
    } else {
        *why = record.why;
    }
    return record.kind != RECORD_END;
}

/* Nobody said the end: it was ended, for its time or its memory. */
static void say_ended(struct notes *notes, const char *name)
{
    notes_flag(notes, "bomb");
    notes_say(notes,
              "%.120s took more than %d seconds or %d MiB to unpack, and "
              "was given up.",
              name, UNPACK_SECONDS, UNPACK_MEMORY_MIB);
}

bool archive_read_tree(struct tree *tree, int file, const char *name,
                       int64_t time)
{
    static struct boxed boxed;
    struct reading reading = {.tree = tree, .name = name};
    size_t before = tree->count;
    enum why why = WHYS;
    struct stat about;
    int status;
    if (fstat(file, &about) == 0 && about.st_size > most_archive) {
        close(file);
        notes_left(&tree->notes, name, WHY_TOO_LARGE);
        return false;
    }
    if (!start_unpack(&boxed, file, "submission", UNPACK_SECONDS))
        exit(2);
    reading.leaf.source = tree_source(tree, name);
    reading.leaf.source_time = time;
    while (take_record(&reading, &boxed, &why))
        continue;
    status = boxed_end(&boxed);
    free(reading.leaf.bytes);
    if (why == WHYS && WIFSIGNALED(status) && !boxed.late &&
        WTERMSIG(status) != SIGXCPU && WTERMSIG(status) != SIGKILL)
        why = WHY_DAMAGED; /* so much that the library gave up */
    if (why == WHYS)
        say_ended(&tree->notes, reading.leaf.source);
    else if (why != WHY_NO_ARCHIVE || path_archive_ending(name) > 0)
        notes_left(&tree->notes, reading.leaf.source, why);
    return tree->count > before || why == WHY_FINE;
}

/* ---- a class ------------------------------------------------------------- */

struct unfolding {
    int root, file;
    int64_t time, most, size;
    char above[LONGEST_PATH]; /* the folder that the last files lie in, at most
                               * two names deep, */
    size_t in_a_row;          /* and how many of them */
    enum why trouble;         /* why none of it is taken; WHY_FINE */
};

/* Opens the folder that the last part of path lies in, made where it is not
 * there; none of it may be a link.  *file: that last part. */
static int open_folder(int root, char *path, const char **file)
{
    int folder = dup(root), next;
    char *slash;
    while (folder >= 0 && (slash = strchr(path, '/'))) {
        *slash = '\0';
        mkdirat(folder, path, 0700);
        next = openat(folder, path,
                      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        close(folder);
        folder = next;
        path = slash + 1;
    }
    *file = path;
    return folder;
}

/* A part of a name that is longer than a file's may be is cut. */
static void shorten_parts(char *path)
{
    char *to = path;
    while (*path) {
        size_t n = strcspn(path, "/"), kept = n;
        if (n > NAME_MAX) {
            kept = NAME_MAX - 55;
            while (((unsigned char)path[kept] & 0xc0) == 0x80)
                kept--;
        }
        memmove(to, path, kept);
        to += kept;
        path += n;
        if (*path)
            *to++ = *path++;
    }
    *to = '\0';
}

/* Not more than so many in one folder: another million would fill the disk. */
static bool is_one_of_too_many(struct unfolding *unfolding, const char *path)
{
    char above[LONGEST_PATH];
    char *slash;
    strcpy(above, path);
    slash = strchr(above, '/');
    slash = slash ? strchr(slash + 1, '/') : NULL;
    if (slash)
        *slash = '\0';
    if (strcmp(above, unfolding->above)) {
        strcpy(unfolding->above, above);
        unfolding->in_a_row = 0;
    }
    return ++unfolding->in_a_row > MOST_OF_ONE;
}

static _Noreturn void cannot_write(const char *path)
{
    fprintf(stderr,
            "course: cannot write %s of the class: %s; what was "
            "finished stands\n",
            path, strerror(errno));
    exit(2);
}

/* Where it lies below the root; false: it is not made. */
static bool unfolded_path(struct unfolding *unfolding, const char *name,
                          char path[LONGEST_PATH])
{
    char clean[LONGEST_PATH];
    if (!path_clean(name, clean))
        return false;
    encoding_to_utf8(clean, path, LONGEST_PATH);
    shorten_parts(path);
    return !is_one_of_too_many(unfolding, path);
}

/* Makes the file, empty; -1 if something lies there that is no file. */
static int make_file(struct unfolding *unfolding, const char *name)
{
    char path[LONGEST_PATH];
    const char *file;
    int folder, made;
    if (!unfolded_path(unfolding, name, path))
        return -1;
    folder = open_folder(unfolding->root, path, &file);
    made = folder < 0
               ? -1
               : openat(folder, file,
                        O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                        0600);
    if (made < 0 && (errno == ENOSPC || errno == EDQUOT))
        cannot_write(name);
    if (folder >= 0)
        close(folder);
    return made;
}

static void end_file(struct unfolding *unfolding)
{
    struct timespec times[2] = {{.tv_sec = unfolding->time},
                                {.tv_sec = unfolding->time}};
    if (unfolding->file < 0)
        return;
    if (unfolding->time)
        futimens(unfolding->file, times);
    if (close(unfolding->file) != 0)
        cannot_write("a file");
    unfolding->file = -1;
}

static void begin_file(struct unfolding *unfolding, const struct record *record,
                       const char *name)
{
    enum matter matter = path_matter(path_file(name));
    end_file(unfolding);
    unfolding->file = make_file(unfolding, name);
    unfolding->time = record->time;
    unfolding->size = 0;
    unfolding->most = matter == MATTER_ARCHIVE || matter == MATTER_NONE
                          ? most_archive
                          : (int64_t)matter_most(matter);
}

static void write_data(struct unfolding *unfolding, const char *bytes, size_t n)
{
    if (unfolding->file < 0)
        return;
    unfolding->size += (int64_t)n;
    while (n > 0 && unfolding->size <= unfolding->most) {
        ssize_t done = write(unfolding->file, bytes, n);
        if (done < 0 && errno != EINTR)
            cannot_write("a file");
        if (done > 0) {
            bytes += done;
            n -= (size_t)done;
        }
    }
}

/* A link that leads nowhere, or a pipe that nobody opens. */
static void make_odd(struct unfolding *unfolding, const char *name, bool link)
{
    char path[LONGEST_PATH];
    const char *last;
    int folder, status = 0;
    if (!unfolded_path(unfolding, name, path))
        return;
    folder = open_folder(unfolding->root, path, &last);
    if (folder < 0)
        return;
    status = link ? symlinkat("left out by course intake", folder, last)
                  : mkfifoat(folder, last, 0600);
    if (status != 0 && (errno == ENOSPC || errno == EDQUOT))
        cannot_write(name);
    close(folder);
}

static void make_empty(struct unfolding *unfolding, const char *name,
                       int64_t size)
{
    int file = make_file(unfolding, name);
    if (file >= 0 && ftruncate(file, size) != 0)
        cannot_write(name);
    if (file >= 0)
        close(file);
}

static void make_folder(struct unfolding *unfolding, const char *name)
{
    char path[LONGEST_PATH];
    const char *last;
    int folder;
    if (!unfolded_path(unfolding, name, path) || strlen(path) + 3 > sizeof path)
        return;
    folder = open_folder(unfolding->root, strcat(path, "/."), &last);
    if (folder >= 0)
        close(folder);
}

/* What was left out lies there as something that is left out again, when the
 * submission is read, and told then: a link, a pipe, a file that is too large
 * and takes no room. */
static void leave_a_trace(struct unfolding *unfolding, const char *name,
                          enum why why)
{
    bool link = why == WHY_LINK || why == WHY_HARD_LINK;
    if (why == WHY_FOLDER)
        make_folder(unfolding, name);
    else if (link || why == WHY_ODD)
        make_odd(unfolding, name, link);
    else if (why == WHY_TOO_LARGE || why == WHY_HUGE)
        make_empty(unfolding, name, most_archive + 1);
    else
        make_empty(unfolding, name, 0);
}

/* A file that was not read whole is none that was handed in; so is none of an
 * archive that is locked. */
static void end_record(struct unfolding *unfolding, enum why why)
{
    if ((why == WHY_TOO_LARGE || why == WHY_HUGE) && unfolding->file >= 0 &&
        ftruncate(unfolding->file, unfolding->most + 1) != 0)
        cannot_write("a file");
    if (why == WHY_DAMAGED)
        unfolding->trouble = why;
    end_file(unfolding);
}

static void left_record(struct unfolding *unfolding, const char *name,
                        enum why why)
{
    if (why == WHY_ENCRYPTED)
        unfolding->trouble = why;
    else if (why == WHY_LEAVES)
        fprintf(stderr, "course: an entry of the class leads out of it, and "
                        "was left out\n");
    else
        leave_a_trace(unfolding, name, why);
}

static bool unfold_record(struct unfolding *unfolding, struct boxed *boxed,
                          enum why *why)
{
    static char bytes[MOST_RECORD + 1];
    struct record record;
    if (!next_record(boxed, &record, bytes))
        return false;
    if (record.kind == RECORD_FILE)
        begin_file(unfolding, &record, bytes);
    else if (record.kind == RECORD_DATA)
        write_data(unfolding, bytes, record.bytes);
    else if (record.kind == RECORD_DONE)
        end_record(unfolding, record.why);
    else if (record.kind == RECORD_LEFT)
        left_record(unfolding, bytes, record.why);
    else
        *why = unfolding->trouble ? unfolding->trouble : (enum why)record.why;
    return record.kind != RECORD_END && !unfolding->trouble;
}

static void say_unread(const char *archive, enum why why)
{
    static const char *const reasons[WHYS] = {
        [WHY_NO_ARCHIVE] = "it is no archive; give a folder, or a .zip, "
                           ".tar.gz or .7z of one",
        [WHY_DAMAGED] = "it is damaged, breaks off or is no archive; fetch it "
                        "once more",
        [WHY_NO_ENTRIES] = "there is nothing in it",
        [WHY_ENCRYPTED] = "it is encrypted; unpack it with its password, and "
                          "give the folder",
        [WHY_TOO_MANY] = "it has too many entries; unpack it, and give the "
                         "folder",
        [WHY_BOMB] = "it unpacks to more than 64 GiB; look into it"};
    fprintf(stderr, "course: cannot read CLASS=%s: %s\n", archive,
            reasons[why] ? reasons[why] : "it is damaged; fetch it once more");
}

bool archive_read_class(const char *archive, const char *folder)
{
    static struct boxed boxed;
    static struct unfolding unfolding;
    enum why why = WHY_DAMAGED;
    int file = open(archive, O_RDONLY | O_CLOEXEC);
    unfolding.root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    unfolding.file = -1;
    if (file < 0 || unfolding.root < 0) {
        fprintf(stderr, "course: cannot read CLASS=%s: %s\n", archive,
                strerror(errno));
        return false;
    }
    if (!start_unpack(&boxed, file, "class", CLASS_SECONDS))
        return false;
    while (unfold_record(&unfolding, &boxed, &why))
        continue;
    boxed_end(&boxed);
    end_file(&unfolding);
    close(unfolding.root);
    if (unfolding.trouble)
        why = unfolding.trouble;
    if (why != WHY_FINE)
        say_unread(archive, why);
    return why == WHY_FINE;
}
