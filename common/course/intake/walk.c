/* walk.c - see walk.h. */
#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive.h"
#include "files/order.h"

enum { TO_READ = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC };

/* ---- what is there ------------------------------------------------------- */

int walk_open(int root, const char *path, struct stat *about)
{
    int folder = dup(root), next = -1;
    char part[LONGEST_PATH];
    while (folder >= 0) {
        size_t n = strcspn(path, "/");
        snprintf(part, sizeof part, "%.*s", (int)n, path);
        path += n + (path[n] == '/');
        *about = (struct stat){0};
        next = -1;
        if (fstatat(folder, part, about, AT_SYMLINK_NOFOLLOW) == 0 &&
            (S_ISDIR(about->st_mode) || (S_ISREG(about->st_mode) && !*path)))
            next = openat(folder, part, TO_READ);
        close(folder);
        folder = next;
        if (!*path)
            break;
    }
    return folder;
}

/* Names in a folder, sorted by bytes, so that it does not matter how a disk
 * keeps them; more than are looked at are cut. */
struct names {
    char **at;
    size_t count;
    bool cut;
};

static struct names names_of(int folder)
{
    struct names names = {0};
    DIR *open = fdopendir(folder);
    const struct dirent *entry;
    size_t room = 0;
    while (open && (entry = readdir(open))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (names.count == MOST_ENTRIES) {
            names.cut = true;
            break;
        }
        if (names.count == room) {
            room = 2 * room + 16;
            names.at = tree_must(realloc(names.at, room * sizeof *names.at));
        }
        names.at[names.count++] = tree_must(strdup(entry->d_name));
    }
    if (open)
        closedir(open);
    if (names.count > 0)
        qsort(names.at, names.count, sizeof *names.at, order_texts);
    return names;
}

static void names_free(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->at[i]);
    free(names->at);
}

/* ---- each of it ---------------------------------------------------------- */

struct walk {
    struct tree *tree; /* NULL: a digest is wanted */
    struct digest *digest;
    size_t entries;
};

static void walk_into(struct walk *walk, int folder, const char *above,
                      int depth);

static void cannot_be_read(struct tree *tree, const char *path)
{
    notes_flag(&tree->notes, "odd_file");
    notes_say(&tree->notes, "%.160s cannot be read: %s.", path,
              strerror(errno));
}

static void read_leaf(struct tree *tree, int file, const char *path,
                      const struct stat *about)
{
    struct leaf leaf = {.path = (char *)path,
                        .source = "",
                        .matter = path_matter(path),
                        .time = about->st_mtim.tv_sec,
                        .source_time = about->st_mtim.tv_sec};
    size_t most = matter_most(leaf.matter);
    ssize_t n = 1;
    leaf.bytes = tree_must(malloc(most + 2));
    while (leaf.size <= most && n > 0) {
        n = read(file, leaf.bytes + leaf.size, most + 1 - leaf.size);
        leaf.size += n > 0 ? (size_t)n : 0;
    }
    leaf.bytes[leaf.size] = '\0';
    if (n < 0)
        cannot_be_read(tree, path);
    else if (leaf.size > most)
        notes_left(&tree->notes, path, WHY_TOO_LARGE);
    if (n < 0 || leaf.size > most) {
        free(leaf.bytes);
        return;
    }
    leaf.bytes = tree_must(realloc(leaf.bytes, leaf.size + 1));
    tree_add(tree, &leaf);
}

static void read_file(struct tree *tree, int file, const char *path,
                      const struct stat *about)
{
    if (path_matter(path) == MATTER_ARCHIVE) {
        if (tree->names == MOST_ARCHIVES)
            notes_left(&tree->notes, path, WHY_TOO_MANY);
        else
            archive_read_tree(tree, dup(file), path, about->st_mtim.tv_sec);
    } else {
        read_leaf(tree, file, path, about);
    }
    close(file);
}

static void digest_entry(struct digest *digest, const char *path,
                         const struct stat *about)
{
    char line[128];
    snprintf(line, sizeof line, "%o %lld %lld.%ld %lld.%ld %llu",
             about->st_mode, (long long)about->st_size,
             (long long)about->st_mtim.tv_sec, about->st_mtim.tv_nsec,
             (long long)about->st_ctim.tv_sec, about->st_ctim.tv_nsec,
             (unsigned long long)about->st_ino);
    digest_line(digest, line);
    digest_line(digest, path);
}

/* Neither a folder nor to be opened: told.  A file that has another name, too,
 * may be somebody else's. */
static enum why why_not(const struct stat *about, bool matters)
{
    if (S_ISDIR(about->st_mode))
        return WHY_FINE;
    if (S_ISREG(about->st_mode))
        return matters && about->st_nlink > 1 ? WHY_HARD_LINK : WHY_FINE;
    return S_ISLNK(about->st_mode) ? WHY_LINK : WHY_ODD;
}

static void walk_entry(struct walk *walk, int folder, const char *name,
                       const char *path, int depth)
{
    bool matters = path_matter(path) != MATTER_NONE;
    struct stat about = {0};
    enum why why;
    int opened = -1;
    if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
        (S_ISDIR(about.st_mode) || (S_ISREG(about.st_mode) && matters)))
        opened = openat(folder, name, TO_READ);
    if (S_ISDIR(about.st_mode) && opened >= 0) {
        if (matters && walk->tree && path_archive_ending(path) == 0)
            notes_left(&walk->tree->notes, path, WHY_FOLDER);
        walk_into(walk, opened, path, depth + 1);
        return;
    }
    if (walk->digest && (matters || !S_ISREG(about.st_mode)))
        digest_entry(walk->digest, path, &about);
    why = why_not(&about, matters);
    if (walk->tree && !matters && S_ISREG(about.st_mode))
        tree_other(walk->tree, path);
    if (walk->tree && why != WHY_FINE)
        notes_left(&walk->tree->notes, path, why);
    else if (walk->tree && (matters || S_ISDIR(about.st_mode)) && opened < 0)
        cannot_be_read(walk->tree, path);
    if (walk->tree && opened >= 0 && why == WHY_FINE)
        read_file(walk->tree, opened, path, &about);
    else if (opened >= 0)
        close(opened);
}

/* Folders of tools and tests: no file in them would matter, be it one of a
 * case; nor does what stands there itself. */
static bool is_foreign(const char *path)
{
    static const char *const insides[] = {"/a.cu", "/student.cu",
                                          "/a/student.cu", ""};
    char inside[LONGEST_PATH + 16];
    for (size_t i = 0; i < sizeof insides / sizeof *insides; i++) {
        snprintf(inside, sizeof inside, "%s%s", path, insides[i]);
        if (path_matter(inside) != MATTER_NONE)
            return false;
    }
    return true;
}

static bool is_too_much(struct walk *walk, const struct names *names,
                        const char *above, int depth)
{
    bool before = walk->entries > MOST_ENTRIES, deep = depth >= DEEPEST_FOLDER;
    walk->entries += names->count;
    if (!names->cut && walk->entries <= MOST_ENTRIES && !deep)
        return false;
    if (walk->tree && deep)
        notes_left(&walk->tree->notes, above, WHY_TOO_DEEP);
    else if (walk->tree)
        notes_left(&walk->tree->notes, "The folder", WHY_TOO_MANY);
    return before || deep;
}

static void walk_into(struct walk *walk, int folder, const char *above,
                      int depth)
{
    struct names names = names_of(dup(folder));
    char path[LONGEST_PATH];
    if (!is_too_much(walk, &names, above, depth)) {
        for (size_t i = 0; i < names.count; i++) {
            if (snprintf(path, sizeof path, "%s%s%s", above, *above ? "/" : "",
                         names.at[i]) >= LONGEST_PATH)
                continue;
            if (!is_foreign(path))
                walk_entry(walk, folder, names.at[i], path, depth);
        }
    }
    names_free(&names);
    close(folder);
}

void walk_folder(struct tree *tree, int folder, const char *above)
{
    struct walk walk = {.tree = tree};
    walk_into(&walk, folder, above, 0);
}

void walk_file(struct tree *tree, int file, const char *name)
{
    struct stat about;
    if (fstat(file, &about) == 0)
        read_file(tree, file, name, &about);
    else
        close(file);
}

void walk_digest(struct digest *digest, int folder)
{
    struct walk walk = {.digest = digest};
    walk_into(&walk, folder, "", 0);
}
