/* items.c - see items.h. */
#include "items.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "encoding.h"
#include "git.h"
#include "roster.h"
#include "lab/lab.h"
#include "path.h"
#include "people.h"
#include "tree.h"
#include "walk.h"

/* ---- what lies there ----------------------------------------------------- */

/* Of systems and of who keeps the folder: hidden, or made by a file manager. */
static bool is_nobodys(const char *name)
{
    return *name == '.' || !strcmp(name, "__MACOSX") ||
           !strcasecmp(name, "Thumbs.db") || !strcasecmp(name, "desktop.ini") ||
           !strcmp(name, "submission_metadata.yml");
}

static int wanted(const struct dirent *entry)
{
    return !is_nobodys(entry->d_name);
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

struct listing {
    struct dirent **at;
    int count;
};

static bool list(const char *folder, struct listing *listing)
{
    listing->count = scandir(folder, &listing->at, wanted, by_bytes);
    return listing->count >= 0;
}

static void list_free(struct listing *listing)
{
    for (int i = 0; i < listing->count; i++)
        free(listing->at[i]);
    free(listing->at);
}

/* ---- is it a class, or a submission? ------------------------------------- */

static bool is_folder(const char *folder, const char *name)
{
    char path[LONGEST_PATH];
    struct stat about;
    return snprintf(path, sizeof path, "%s/%s", folder, name) < LONGEST_PATH &&
           lstat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool exists(const char *folder, const char *name)
{
    char path[LONGEST_PATH];
    struct stat about;
    return snprintf(path, sizeof path, "%s/%s", folder, name) < LONGEST_PATH &&
           lstat(path, &about) == 0;
}

static bool has_platform(const char *folder, const struct listing *listing)
{
    struct person person;
    for (int i = 0; i < listing->count; i++) {
        people_read(listing->at[i]->d_name, false, &person);
        if (person.platform != PLATFORM_NONE)
            return true;
    }
    return exists(folder, "submission_metadata.yml");
}

/* A folder of a lab with its file lies in it. */
static bool has_lab(const char *folder)
{
    char path[LONGEST_PATH];
    for (size_t i = 0; i < lab_count; i++) {
        snprintf(path, sizeof path, "%.4000s/%.60s", folder, all_labs[i]->name);
        if (exists(path, "student.cu"))
            return true;
    }
    return false;
}

/* Folders, archives or other .cu files lie in it too. */
static bool has_others(const char *folder)
{
    struct listing listing = {0};
    bool has = false;
    if (!list(folder, &listing))
        return false;
    for (int i = 0; i < listing.count; i++) {
        const char *name = listing.at[i]->d_name;
        enum matter matter = path_matter(name);
        has |= is_folder(folder, name) || matter == MATTER_ARCHIVE ||
               (matter == MATTER_SOURCE && strcmp(name, "student.cu"));
    }
    list_free(&listing);
    return has;
}

/* Somebody's work lies in it, not that of several. */
static bool is_submission(const char *folder)
{
    return has_lab(folder) || ((exists(folder, "student.cu") ||
                                exists(folder, "submission.txt")) &&
                               !has_others(folder));
}

/* Enough folders in it make a class; where it was an archive, archives too.
 * A student may hand in a folder with three archives. */
static bool has_submissions(const char *folder, const struct listing *listing,
                            bool unpacked)
{
    int count = 0, least = unpacked ? 2 : 5;
    for (int i = 0; i < listing->count; i++) {
        const char *name = listing->at[i]->d_name;
        count += is_folder(folder, name) ||
                 (unpacked && path_archive_ending(name) > 0);
    }
    return count >= least;
}

/* The only thing in the folder, if it is a folder that may hold a class. */
static bool only_folder(const char *folder, char inner[LONGEST_PATH])
{
    struct listing listing = {0};
    struct person person = {0};
    bool only;
    if (!list(folder, &listing))
        return false;
    only = listing.count == 1 && is_folder(folder, listing.at[0]->d_name) &&
           !exists(folder, "submission_metadata.yml") &&
           snprintf(inner, LONGEST_PATH, "%s/%s", folder,
                    listing.at[0]->d_name) < LONGEST_PATH;
    if (only)
        people_read(listing.at[0]->d_name, true, &person);
    list_free(&listing);
    return only && person.platform == PLATFORM_NONE && !is_submission(inner) &&
           !exists(inner, ".git");
}

static bool is_class(const char *folder, bool unpacked)
{
    struct listing listing = {0};
    bool is;
    if (!list(folder, &listing))
        return false;
    is = has_platform(folder, &listing) ||
         has_submissions(folder, &listing, unpacked);
    list_free(&listing);
    return is;
}

/* An export is often a folder in a folder: goes down where there is nothing
 * else, as far as it is a class. */
static void find_root(char root[LONGEST_PATH], bool unpacked)
{
    char at[LONGEST_PATH], inner[LONGEST_PATH];
    strcpy(at, root);
    for (int depth = 0; depth < 8 && only_folder(at, inner); depth++) {
        strcpy(at, inner);
        if (is_class(at, unpacked))
            strcpy(root, at);
    }
}

/* ---- an item for each person --------------------------------------------- */

static struct item *new_item(struct items *items)
{
    struct item *item;
    items->at =
        tree_must(realloc(items->at, (items->count + 1) * sizeof *items->at));
    item = &items->at[items->count++];
    *item = (struct item){.kind = "folder"};
    return item;
}

static void add_part(struct item *item, const char *path, const char *called)
{
    if (item->part_count == MOST_PARTS)
        return;
    item->parts[item->part_count] = tree_must(strdup(path));
    item->called[item->part_count++] =
        called && *called ? tree_must(strdup(called)) : NULL;
}

/* Entries are sorted: those of one person stand near each other. */
enum { NEAR = 1000 };

/* The same platform's number, or a file that was downloaded again, is the same
 * person. */
static struct item *same_person(struct items *items,
                                const struct person *person, bool folder)
{
    size_t first = items->count > NEAR ? items->count - NEAR : 0;
    for (size_t i = items->count; i-- > first;) {
        struct item *item = &items->at[i];
        if (strcmp(item->name, person->name))
            continue;
        if (*person->id || *item->id) {
            if (!strcmp(item->id, person->id))
                return item;
        } else if (!folder && strcmp(item->kind, "folder")) {
            return item;
        }
    }
    return NULL;
}

/* A pdf is somebody's submission, if not one that is graded; a table is who
 * keeps the folder's. */
static bool is_instructors(const char *name)
{
    enum matter matter = path_matter(name);
    static const char *const endings[] = {".csv",  ".xlsx", ".xls",  ".ods",
                                          ".yml",  ".yaml", ".html", ".log",
                                          ".json", ".sh",   ".py"};
    if (matter == MATTER_SOURCE || matter == MATTER_ARCHIVE)
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (path_ends(name, endings[i]))
            return true;
    }
    return !strncasecmp(name, "readme", 6);
}

static const char *kind_of(const struct person *person, const char *name,
                           bool folder)
{
    return person->platform == PLATFORM_MOODLE   ? "moodle"
           : person->platform == PLATFORM_CANVAS ? "canvas"
           : folder                              ? "folder"
           : path_archive_ending(name) > 0       ? "archive"
                                                 : "file";
}

static void add_entry(struct items *items, const char *name)
{
    bool folder = is_folder(items->root, name);
    struct person person;
    struct item *item;
    people_read(name, folder, &person);
    if (!folder && person.platform == PLATFORM_NONE && is_instructors(name)) {
        if (items->ignored++ == 0)
            encoding_to_utf8(name, items->first_ignored,
                             sizeof items->first_ignored);
        return;
    }
    item = same_person(items, &person, folder);
    if (!item) {
        item = new_item(items);
        strcpy(item->name, person.name);
        strcpy(item->id, person.id);
        item->kind = kind_of(&person, name, folder);
        item->nameless = person.nameless;
        item->by_platform = person.platform != PLATFORM_NONE;
    }
    item->late |= person.late;
    add_part(item, name, person.file);
}

/* ---- Gradescope ---------------------------------------------------------- */

static void add_submitter(struct items *items, const struct roster *roster,
                          size_t n)
{
    const struct submitter *one = &roster->at[n];
    struct item *item = new_item(items);
    strcpy(item->name, *one->name    ? one->name
                       : *one->email ? one->email
                                     : one->folder);
    snprintf(item->id, sizeof item->id, "%.63s",
             *one->sid ? one->sid : one->email);
    item->kind = "gradescope";
    item->time = one->time;
    item->nameless = !*one->name && !*one->email;
    item->by_platform = true;
    add_part(item, one->folder, NULL);
    for (size_t i = 0; i < roster->count; i++) {
        if (i != n && !strcmp(roster->at[i].folder, one->folder))
            strcpy(item->with, roster->at[i].name);
    }
}

/* Is the folder that of a submission that the metadata speaks of? */
static bool add_submitters(struct items *items, const struct roster *roster,
                           const char *name)
{
    bool known = false;
    for (size_t i = 0; i < roster->count; i++) {
        if (!strcmp(roster->at[i].folder, name)) {
            add_submitter(items, roster, i);
            known = true;
        }
    }
    return known;
}

static void read_metadata(struct items *items, struct roster *roster)
{
    struct stat about;
    int root = open(items->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file =
        root < 0 ? -1 : walk_open(root, "submission_metadata.yml", &about);
    if (root >= 0)
        close(root);
    if (file >= 0)
        roster_read(roster, file);
    items->broken_metadata = roster->broken;
}

/* ---- names that are nobody else's ---------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const struct item *one = a, *other = b;
    int order = strcasecmp(one->name, other->name);
    if (order == 0)
        order = strcmp(one->id, other->id);
    return order ? order : strcmp(one->parts[0], other->parts[0]);
}

/* Of two with one name each is shown with its number, or where it lies. */
static void show_names(struct items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        struct item *item = &items->at[i];
        bool before = i > 0 && !strcasecmp(items->at[i - 1].name, item->name);
        bool behind = i + 1 < items->count &&
                      !strcasecmp(items->at[i + 1].name, item->name);
        char name[2 * NAME_SHOWN], where[LONGEST_PATH];
        item->twice = before || behind;
        encoding_to_utf8(item->parts[0], where, sizeof where);
        if (item->twice)
            snprintf(name, sizeof name, "%.150s (%.90s)", item->name,
                     *item->id ? item->id : where);
        else
            strcpy(name, item->name);
        name_show(name, item->shown);
    }
}

static int by_key(const void *a, const void *b)
{
    const struct item *one = a, *other = b;
    int order = strcasecmp(one->key, other->key);
    return order ? order : strcmp(one->parts[0], other->parts[0]);
}

/* Names that are shown alike all the same (their ends were cut) are told apart
 * by a number: who comes first by where it lies is 1. */
static void number_names(struct items *items)
{
    for (size_t i = 0, n = 1; i < items->count; i++) {
        struct item *item = &items->at[i];
        bool same = i > 0 && !strcasecmp(items->at[i - 1].key, item->key);
        char name[2 * NAME_SHOWN];
        n = same ? n + 1 : 1;
        if (!same)
            continue;
        snprintf(name, sizeof name, "%.180s [%zu]", item->shown, n);
        name_show(name, item->shown);
        name_key(item->shown, true, item->key);
    }
}

static void make_keys(struct items *items)
{
    for (size_t i = 0; i < items->count; i++)
        name_key(items->at[i].shown, false, items->at[i].key);
    qsort(items->at, items->count, sizeof *items->at, by_key);
    for (size_t i = 0; i < items->count;) {
        size_t end = i + 1;
        while (end < items->count &&
               !strcasecmp(items->at[end].key, items->at[i].key))
            end++;
        for (size_t k = i; end > i + 1 && k < end; k++)
            name_key(items->at[k].shown, true, items->at[k].key);
        i = end;
    }
    qsort(items->at, items->count, sizeof *items->at, by_key);
    number_names(items);
}

/* ---- all ----------------------------------------------------------------- */

static bool same_folder(const char *folder, const char *name, const char *out)
{
    char path[LONGEST_PATH];
    struct stat one, other;
    return snprintf(path, sizeof path, "%s/%s", folder, name) < LONGEST_PATH &&
           stat(path, &one) == 0 && stat(out, &other) == 0 &&
           one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

static void name_items(struct items *items)
{
    if (items->count == 0)
        return;
    qsort(items->at, items->count, sizeof *items->at, by_name);
    show_names(items);
    make_keys(items);
}

bool items_find(struct items *items, const char *folder, const char *name,
                bool unpacked, const char *out)
{
    struct roster roster = {0};
    struct listing listing;
    *items = (struct items){0};
    snprintf(items->root, sizeof items->root, "%s", folder);
    find_root(items->root, unpacked);
    if (is_submission(items->root)) {
        char *whole = realpath(name, NULL); /* of ".", too */
        struct person person;
        people_read(path_file(tree_must(whole)), !unpacked, &person);
        items_one(items, folder, person.name);
        free(whole);
        return true;
    }
    if (!list(items->root, &listing)) {
        fprintf(stderr, "course: cannot read CLASS=%s: %s\n", name,
                strerror(errno));
        return false;
    }
    read_metadata(items, &roster);
    for (int i = 0; i < listing.count; i++) {
        const char *entry = listing.at[i]->d_name;
        if (!add_submitters(items, &roster, entry) &&
            !same_folder(items->root, entry, out))
            add_entry(items, entry);
    }
    list_free(&listing);
    roster_free(&roster);
    name_items(items);
    return true;
}

void items_one(struct items *items, const char *folder, const char *name)
{
    struct item *item;
    *items = (struct items){0};
    snprintf(items->root, sizeof items->root, "%s", folder);
    item = new_item(items);
    name_show(name, item->name);
    if (!*item->name)
        strcpy(item->name, "without a name");
    add_part(item, ".", NULL);
    name_items(items);
}

void items_free(struct items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        for (size_t k = 0; k < items->at[i].part_count; k++) {
            free(items->at[i].parts[k]);
            free(items->at[i].called[k]);
        }
    }
    free(items->at);
    *items = (struct items){0};
}
