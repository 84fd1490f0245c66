/* take.c - see take.h. */
#include "take.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive.h"
#include "date.h"
#include "encoding.h"
#include "git.h"
#include "lab/lab.h"
#include "choose.h"
#include "record.h"
#include "said.h"
#include "walk.h"

/* Another number when what is written about the same submission changes. */
static const char *const version = "intake 2";

/* ---- has it changed? ----------------------------------------------------- */

static void digest_number(struct digest *digest, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    digest_line(digest, text);
}

static void digest_bytes_of(struct digest *digest, int file)
{
    static char piece[1 << 20];
    ssize_t n;
    int64_t sum = 0;
    while (sum <= most_archive && (n = read(file, piece, sizeof piece)) > 0) {
        digest_add(digest, piece, (size_t)n);
        sum += n;
    }
}

/* A clone's files count only where there is no deadline. */
static void digest_part(const struct intake *intake, struct digest *digest,
                        const char *part)
{
    char folder[LONGEST_PATH];
    struct stat about;
    int opened = walk_open(intake->root, part, &about);
    digest_line(digest, part);
    digest_number(digest, about.st_mode & S_IFMT);
    if (opened < 0)
        return;
    if (S_ISREG(about.st_mode)) {
        digest_number(digest, about.st_mtim.tv_sec);
        digest_bytes_of(digest, opened);
        close(opened);
        return;
    }
    if (git_find(intake->root, part, folder))
        git_digest(digest, intake->root, folder);
    walk_digest(digest, opened);
}

static void make_stamp(const struct intake *intake, const struct item *item,
                       char stamp[DIGEST_TEXT])
{
    struct digest digest;
    digest_begin(&digest);
    digest_line(&digest, version);
    digest_line(&digest, intake->asked ? intake->asked : "");
    digest_line(&digest, intake->edition);
    digest_number(&digest, intake->deadline);
    digest_line(&digest, item->shown);
    digest_line(&digest, item->id);
    digest_line(&digest, item->with);
    digest_number(&digest, item->time);
    digest_number(&digest, item->late + 2 * item->twice);
    for (size_t i = 0; i < item->part_count; i++)
        digest_part(intake, &digest, item->parts[i]);
    digest_end(&digest, stamp);
}

/* ---- all that was handed in ---------------------------------------------- */

struct taking {
    const struct intake *intake;
    const struct item *item;
    const char *kind;
    struct tree tree;
    struct git_commit commit;
    struct said said;
    char student[NAME_SHOWN];
    bool none_in_time;
};

static bool has_source(const struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        if (tree->leaves[i].matter == MATTER_SOURCE)
            return true;
    }
    return false;
}

static void say_times(struct taking *taking)
{
    struct notes *notes = &taking->tree.notes;
    struct git_commit *commit = &taking->commit;
    char deadline[DATE_TEXT], last[DATE_TEXT];
    date_text(taking->intake->deadline, deadline);
    date_text(commit->last, last);
    taking->none_in_time = !*commit->name;
    if (taking->none_in_time) {
        notes_flag(notes, "late");
        notes_say(notes,
                  "The first commit came after the deadline (%s); the "
                  "last is of %s.",
                  deadline, last);
        if (commit->shallow)
            notes_say(notes, "The clone has not all commits (it is shallow): "
                             "clone it whole.");
    } else if (commit->last > commit->time) {
        notes_say(notes,
                  "Commits after the deadline (%s) were left aside; the "
                  "last is of %s.",
                  deadline, last);
    }
}

/* With a deadline what was committed before it; else the files as they lie
 * there, or if none are checked out the last commit's. */
static void take_clone(struct taking *taking, int opened, const char *folder)
{
    const struct intake *intake = taking->intake;
    struct tree *tree = &taking->tree;
    taking->kind = "git";
    if (!intake->deadline) {
        walk_folder(tree, opened, "");
        if (has_source(tree))
            return;
    } else {
        close(opened);
    }
    if (git_read_tree(tree, intake->items->root, intake->root, folder,
                      intake->room, intake->deadline, &taking->commit))
        say_times(taking);
}

static void take_folder(struct taking *taking, int opened, const char *part)
{
    char folder[LONGEST_PATH], above[LONGEST_PATH] = "";
    if (git_find(taking->intake->root, part, folder)) {
        take_clone(taking, opened, folder);
        return;
    }
    if (taking->intake->deadline && git_is_odd(taking->intake->root, part)) {
        notes_flag(&taking->tree.notes, "odd_file");
        notes_say(&taking->tree.notes,
                  "Its .git is no repository that can be read, so nothing "
                  "says when its files were written.");
    }
    if (taking->item->part_count > 1)
        encoding_to_utf8(part, above, sizeof above);
    walk_folder(&taking->tree, opened, above);
}

static void take_file(struct taking *taking, int opened, const char *name,
                      const struct stat *about)
{
    struct tree *tree = &taking->tree;
    size_t before = tree->count;
    enum matter matter = path_matter(path_file(name));
    if (about->st_size == 0) {
        notes_flag(&tree->notes, "odd_file");
        notes_say(&tree->notes, "%.160s is empty.", name);
        close(opened);
    } else if (matter == MATTER_NONE || matter == MATTER_ARCHIVE) {
        if (tree->names < MOST_ARCHIVES)
            archive_read_tree(tree, opened, name, about->st_mtim.tv_sec);
        else
            close(opened);
        if (tree->count == before && matter == MATTER_NONE)
            notes_say(&tree->notes,
                      "%.160s is neither a .cu file nor an "
                      "archive.",
                      name);
    } else {
        walk_file(tree, opened, name);
    }
}

static void say_online(struct taking *taking)
{
    notes_say(&taking->tree.notes, "A text was written into the platform's "
                                   "page; it is not graded.");
}

static void take_part(struct taking *taking, size_t n)
{
    const char *part = taking->item->parts[n];
    const char *called = taking->item->called[n];
    struct tree *tree = &taking->tree;
    char name[LONGEST_PATH];
    struct stat about;
    int opened = walk_open(taking->intake->root, part, &about);
    encoding_to_utf8(called ? called : path_file(part), name, sizeof name);
    if (opened >= 0 && S_ISDIR(about.st_mode)) {
        if (path_ends(part, "_assignsubmission_onlinetext_") ||
            path_ends(part, "_assignsubmission_onlinetext"))
            say_online(taking);
        take_folder(taking, opened, part);
    } else if (opened >= 0 && about.st_nlink > 1) {
        notes_left(&tree->notes, name, WHY_HARD_LINK);
        close(opened);
    } else if (opened >= 0 && strstr(part, "_assignsubmission_onlinetext")) {
        say_online(taking);
        close(opened);
    } else if (opened >= 0) {
        take_file(taking, opened, name, &about);
    } else if (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)) {
        notes_flag(&tree->notes, "odd_file");
        notes_say(&tree->notes, "%.160s cannot be read: %s.", name,
                  strerror(errno));
    } else {
        notes_left(&tree->notes, name,
                   S_ISLNK(about.st_mode) ? WHY_LINK : WHY_ODD);
    }
}

/* ---- who it is ----------------------------------------------------------- */

/* The key of the name that it says, without the digits at its end. */
static size_t said_key(const struct said *said, char key[NAME_KEY])
{
    size_t n;
    name_key(said->name, false, key);
    n = strlen(key);
    return n > 9 && key[n - 9] == '-' ? n - 9 : n;
}

/* Is the file named after the name that it says, as make submit does, and no
 * other one like it? */
static bool is_named_so(const struct taking *taking)
{
    const struct items *items = taking->intake->items;
    const char *own = taking->item->key;
    char key[NAME_KEY];
    size_t n = said_key(&taking->said, key), alike = 0;
    if (strcmp(own, key) && (strncmp(own, key, n) || own[n]))
        return false;
    for (size_t i = 0; i < items->count; i++)
        alike += !strncasecmp(items->at[i].key, key, n);
    return alike == 1;
}

static void decide_name(struct taking *taking)
{
    const struct item *item = taking->item;
    const struct said *said = &taking->said;
    struct notes *notes = &taking->tree.notes;
    char name[3 * NAME_SHOWN];
    strcpy(taking->student, item->shown);
    if (!*said->name)
        return;
    if (item->nameless) {
        snprintf(name, sizeof name, "%.140s (%.50s)", said->name, item->shown);
        name_show(name, taking->student);
    } else if (!item->by_platform && is_named_so(taking)) {
        strcpy(taking->student, said->name);
    } else if (!said_fits(said, item->name) && strcmp(said->number, item->id)) {
        notes_flag(notes, "name_differs");
        notes_say(notes, "Its submission.txt names %.160s.", said->name);
    }
}

/* The digest of the edition, or its first digits. */
static bool is_edition(const char *said, const char *own)
{
    size_t n = strlen(said);
    return n >= 16 && n < DIGEST_TEXT && !strncmp(said, own, n);
}

static void say_about_names(struct taking *taking)
{
    const struct item *item = taking->item;
    struct notes *notes = &taking->tree.notes;
    if (item->twice) {
        notes_flag(notes, "name_twice");
        notes_say(notes, "Another submission has the name %.160s too.",
                  item->name);
    }
    if (*item->with)
        notes_say(notes, "Handed in together with %.160s.", item->with);
    if (item->late ||
        (taking->intake->deadline && item->time > taking->intake->deadline)) {
        notes_flag(notes, "late");
        notes_say(notes, "Handed in after the deadline.");
    }
    if (*taking->said.edition && *taking->intake->edition &&
        !is_edition(taking->said.edition, taking->intake->edition)) {
        notes_flag(notes, "other_edition");
        notes_say(notes, "It was made with another edition of the workbook.");
    }
}

/* ---- what is written ----------------------------------------------------- */

/* The folder that is being made, and its name when it is. */
struct place {
    char made[PUBLISH_PATH], final[PUBLISH_PATH], old[PUBLISH_PATH];
};

/* Flushed; its folder gets its name later, so it needs none of its own. */
static bool write_file(const char *path, const char *bytes, size_t n)
{
    int file =
        open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool done = file >= 0;
    while (done && n > 0) {
        ssize_t written = write(file, bytes, n);
        done = written > 0;
        bytes += done ? written : 0;
        n -= done ? (size_t)written : 0;
    }
    done = done && fsync(file) == 0;
    if (!done)
        fprintf(stderr, "course: cannot write %s: %s\n", path, strerror(errno));
    if (file >= 0)
        close(file);
    return done;
}

static bool write_in(const struct place *place, const char *folder,
                     const char *name, const struct leaf *leaf)
{
    char path[PUBLISH_PATH];
    return publish_path(path, "%s/%s", place->made, folder) &&
           publish_folder(path) &&
           publish_path(path, "%s/%s/%s", place->made, folder, name) &&
           write_file(path, leaf->bytes, leaf->size);
}

/* What was predicted, beside a student.cu. */
static bool write_predictions(struct taking *taking, const struct place *place,
                              const char *lab, cJSON *predictions)
{
    const struct leaf *leaf =
        choose_beside(&taking->tree, lab, MATTER_PREDICTIONS);
    char digest[DIGEST_TEXT];
    if (!leaf)
        return true;
    digest_bytes(leaf->bytes, leaf->size, digest);
    cJSON_AddStringToObject(predictions, lab, digest);
    return write_in(place, lab, "predictions.csv", leaf);
}

/* What was made of the lab's cases; false: it cannot be written.  count: how
 * many there are. */
static bool write_cases(struct taking *taking, const struct place *place,
                        const struct lab *lab, size_t *count)
{
    bool done = true;
    for (size_t i = 0; done && i < lab->exercise_count; i++) {
        const struct exercise *exercise = &lab->exercises[i];
        const struct leaf *leaf =
            exercise->is_case
                ? choose_case(&taking->tree, lab->name, exercise->name)
                : NULL;
        char folder[PUBLISH_PATH];
        if (!leaf)
            continue;
        (*count)++;
        done = publish_path(folder, "%s/cases/%s", lab->name, exercise->name) &&
               write_in(place, folder, "student.cu", leaf);
    }
    return done;
}

/* Of who took up cases and nothing else, the lab's own file is empty. */
static bool write_source(struct taking *taking, const struct place *place,
                         const struct lab *lab, const struct record_of *of)
{
    static const struct leaf nothing = {.bytes = ""};
    const struct leaf *leaf =
        choose_source(&taking->tree, lab->name, taking->intake->asked);
    char path[PUBLISH_PATH], digest[DIGEST_TEXT];
    size_t cases = 0;
    if (!write_cases(taking, place, lab, &cases))
        return false;
    if (!leaf && cases == 0)
        return true;
    if (!write_in(place, lab->name, "student.cu", leaf ? leaf : &nothing) ||
        !publish_path(path, "%s/%s/student.cu", place->made, lab->name) ||
        !source_digest(lab->name, path, digest))
        return false;
    cJSON_AddStringToObject(of->files, lab->name, digest);
    return !leaf ||
           write_predictions(taking, place, lab->name, of->predictions);
}

static bool write_answers(const struct place *place, const char *lab,
                          const struct leaf *leaf, cJSON *answers)
{
    static const char folder[] = "answers";
    char name[128], path[sizeof folder + sizeof name];
    snprintf(name, sizeof name, "%.100s.md", lab);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    cJSON_AddStringToObject(answers, lab, path);
    return write_in(place, folder, name, leaf);
}

static bool write_labs(struct taking *taking, const struct place *place,
                       const struct record_of *of)
{
    bool done = true;
    for (size_t i = 0; done && i < lab_count; i++) {
        const char *lab = all_labs[i]->name;
        const struct leaf *text =
            choose_beside(&taking->tree, lab, MATTER_ANSWERS);
        done = write_source(taking, place, all_labs[i], of) &&
               (!text || write_answers(place, lab, text, of->answers));
    }
    return done;
}

/* Something was there, and could not be taken. */
static bool has_trouble(const struct notes *notes)
{
    static const char *const flags[] = {
        "bomb",     "link_left_out", "many_files", "odd_archive",
        "odd_file", "path_left_out", "too_large"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (notes_has_flag(notes, flags[i]))
            return true;
    }
    return false;
}

static void say_nothing(struct tree *tree)
{
    char others[MOST_OTHERS * 104] = "";
    size_t shown =
        tree->other_count < MOST_OTHERS ? tree->other_count : MOST_OTHERS;
    for (size_t i = 0; i < shown; i++)
        strcat(strcat(others, i > 0 ? ", " : ""), tree->others[i]);
    if (has_source(tree))
        notes_say(&tree->notes,
                  "There are .cu files in it, and none that is known to be a "
                  "lab's: call it LAB/student.cu.");
    else if (shown > 0)
        notes_say(&tree->notes, "There is no student.cu in it, but %s%s.",
                  others, tree->other_count > shown ? ", ..." : "");
    else
        notes_say(&tree->notes,
                  "There is no student.cu in it that can be taken.");
}

static enum submission_status status_of(struct taking *taking,
                                        const cJSON *files)
{
    struct notes *notes = &taking->tree.notes;
    if (files->child)
        return SUBMISSION_OK;
    if (taking->commit.last > taking->commit.time)
        notes_flag(notes, "late");
    if (taking->none_in_time)
        return SUBMISSION_NOTHING;
    say_nothing(&taking->tree);
    return has_trouble(notes) ? SUBMISSION_REFUSED : SUBMISSION_NOTHING;
}

static bool publish(const struct place *place, const cJSON *json)
{
    char path[PUBLISH_PATH];
    if (!publish_path(path, "%s/submission.json", place->made) ||
        !json_write(path, json))
        return false;
    if (rename(place->final, place->old) != 0 && errno != ENOENT)
        perror(place->final);
    if (rename(place->made, place->final) != 0) {
        perror(place->final);
        return false;
    }
    publish_remove(place->old);
    return true;
}

static bool write_all(struct taking *taking, const struct place *place,
                      const char *stamp)
{
    struct record_of of = {.item = taking->item,
                           .kind = taking->kind,
                           .student = taking->student,
                           .commit = taking->commit.name,
                           .time = taking->item->time ? taking->item->time
                                                      : taking->commit.time,
                           .said = &taking->said,
                           .notes = &taking->tree.notes,
                           .files = tree_must(cJSON_CreateObject()),
                           .predictions = tree_must(cJSON_CreateObject()),
                           .answers = tree_must(cJSON_CreateObject()),
                           .stamp = stamp};
    bool written = write_labs(taking, place, &of);
    cJSON *json;
    of.status = status_of(taking, of.files);
    json = record_make(&of);
    written = written && publish(place, json);
    cJSON_Delete(json);
    return written;
}

static bool make_place(const struct intake *intake, const char *key,
                       struct place *place)
{
    return publish_path(place->made, "%s/new/%s", intake->room, key) &&
           publish_path(place->old, "%s/old", intake->room) &&
           publish_path(place->final, "%s/submissions/%s", intake->out, key) &&
           publish_folder(place->made);
}

enum taken take_item(const struct intake *intake, const struct item *item)
{
    struct taking taking = {.intake = intake, .item = item, .kind = item->kind};
    char stamp[DIGEST_TEXT];
    struct place place;
    bool done;
    make_stamp(intake, item, stamp);
    if (record_stands(intake->out, item->key, stamp))
        return TAKEN_BEFORE;
    for (size_t i = 0; i < item->part_count; i++)
        take_part(&taking, i);
    said_read(&taking.tree, &taking.said);
    decide_name(&taking);
    say_about_names(&taking);
    done = make_place(intake, item->key, &place) &&
           write_all(&taking, &place, stamp);
    tree_free(&taking.tree);
    return done ? TAKEN_ANEW : TAKEN_NOT;
}
