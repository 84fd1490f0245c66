/*
 * people.c - see people.h.
 */
#include "people.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_DEPTH = 6, MOST_PAST = 5000 };

/* What a lab gives to everybody. */
struct given {
    struct solution_file files[STORE_LABS];
};

/* ---- one file ------------------------------------------------------------ */

static bool take_solutions(struct person_lab *lab, const struct lab *of,
                           const struct solution_file *given)
{
    lab->solutions = calloc(of->exercise_count, sizeof *lab->solutions);
    for (size_t i = 0; lab->solutions && i < of->exercise_count; i++) {
        if (!solution_take(&lab->solutions[i], &lab->file, given,
                           of->exercises[i].name))
            return false;
    }
    return lab->solutions;
}

/* Nothing that cannot be opened is compared. */
static bool take_file(struct person *person, const struct class *class,
                      const struct given *given, size_t lab, const char *path)
{
    struct person_lab *to = &person->labs[lab];
    if (to->there || !solution_open(&to->file, path))
        return true;
    to->there = digest_file(path, to->digest);
    return take_solutions(to, class->labs[lab], &given->files[lab]);
}

static struct person *add_person(struct people *people,
                                 const struct class *class)
{
    struct person *list =
        realloc(people->list, (people->count + 1) * sizeof *list);
    if (!list)
        return NULL;
    people->list = list;
    list += people->count;
    *list = (struct person){
        .labs = calloc(class->lab_count + 1, sizeof *list->labs)};
    if (!list->labs)
        return NULL;
    people->count++;
    return list;
}

/* ---- this class ---------------------------------------------------------- */

static bool add_students(struct people *people, struct class *class,
                         const struct given *given)
{
    char path[PUBLISH_PATH];
    for (size_t i = 0; i < class->count; i++) {
        struct class_student *student = &class->students[i];
        struct person *person = add_person(people, class);
        if (!person)
            return false;
        person->kind = PERSON_STUDENT;
        person->name = student->name;
        person->student = student;
        for (size_t k = 0; k < class->lab_count; k++) {
            if (*student->labs[k].source &&
                class_source_path(path, class, student, class->labs[k]->name) &&
                !take_file(person, class, given, k, path))
                return false;
        }
    }
    return true;
}

/* ---- the workbook's own -------------------------------------------------- */

static int is_program(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');
    return end && !strcmp(end, ".cu");
}

static bool add_right(struct people *people, const struct class *class,
                      const struct given *given, size_t lab)
{
    char folder[PUBLISH_PATH], path[PUBLISH_PATH];
    struct dirent **entries = NULL;
    bool added = true;
    int count;
    if (!publish_path(folder, "%s/tests/right", class->labs[lab]->name))
        return false;
    count = scandir(folder, &entries, is_program, alphasort);
    for (int i = 0; i < count; i++) {
        struct person *person = added ? add_person(people, class) : NULL;
        added =
            person && publish_path(path, "%s/%s", folder, entries[i]->d_name);
        if (added) {
            person->kind = PERSON_WORKBOOK;
            person->name = "";
            added = take_file(person, class, given, lab, path);
        }
        free(entries[i]);
    }
    free(entries);
    return added;
}

/* ---- earlier classes ----------------------------------------------------- */

struct walk {
    struct people *people;
    const struct class *class;
    const struct given *given;
    size_t first;     /* of those of earlier classes */
    const char *root; /* past, to be left out of names */
    struct stat own;  /* what this class itself lies in */
};

static struct person *past_person(struct walk *walk, const char *folder)
{
    struct person *person;
    for (size_t i = walk->people->count; i > walk->first; i--) {
        person = &walk->people->list[i - 1];
        if (!strcmp(person->folder, folder))
            return person;
    }
    if (walk->people->count - walk->first >= MOST_PAST)
        return NULL;
    person = add_person(walk->people, walk->class);
    if (!person)
        return NULL;
    person->kind = PERSON_PAST;
    person->folder = strdup(folder);
    person->name = person->folder;
    return person->folder ? person : NULL;
}

static bool past_file(struct walk *walk, const char *folder, size_t lab,
                      const char *path)
{
    const char *within = folder + strlen(walk->root);
    struct person *person;
    within += strspn(within, "/");
    person = past_person(walk, *within ? within : folder);
    return !person || take_file(person, walk->class, walk->given, lab, path);
}

static bool is_folder(const char *path, struct stat *about)
{
    return lstat(path, about) == 0 && S_ISDIR(about->st_mode);
}

static bool is_file(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* Links are not followed; what lies in this class itself is not past. */
static bool walk_folder(struct walk *walk, const char *folder, int depth)
{
    char path[PUBLISH_PATH];
    struct dirent **entries = NULL;
    struct stat about;
    int count = scandir(folder, &entries, NULL, alphasort);
    bool walked = true;
    for (size_t i = 0; count >= 0 && i < walk->class->lab_count; i++) {
        if (publish_path(path, "%s/%s/student.cu", folder,
                         walk->class->labs[i]->name) &&
            is_file(path))
            walked = walked && past_file(walk, folder, i, path);
    }
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (walked && depth < MOST_DEPTH && *name != '.' &&
            strlen(folder) + strlen(name) + 2 < sizeof path &&
            publish_path(path, "%s/%s", folder, name) &&
            is_folder(path, &about) &&
            (about.st_dev != walk->own.st_dev ||
             about.st_ino != walk->own.st_ino))
            walked = walk_folder(walk, path, depth + 1);
        free(entries[i]);
    }
    free(entries);
    return walked;
}

static bool add_past(struct people *people, const struct class *class,
                     const struct given *given, const char *past)
{
    struct walk walk = {people,        class, given,
                        people->count, past,  {.st_ino = 0}};
    struct stat about;
    bool walked;
    if (!past || !*past)
        return true;
    if (stat(past, &about) != 0 || !S_ISDIR(about.st_mode)) {
        fprintf(stderr, "course: cannot read the earlier class in %s: %s\n",
                past, errno ? strerror(errno) : "it is no folder");
        return false;
    }
    if (stat(class->out, &walk.own) != 0 ||
        (about.st_dev == walk.own.st_dev && about.st_ino == walk.own.st_ino)) {
        fprintf(stderr, "course: %s is this class, no earlier one\n", past);
        return false;
    }
    walked = walk_folder(&walk, past, 0);
    if (walked && people->count == walk.first)
        fprintf(stderr,
                "course: there is no LAB/student.cu in %s: PAST= names an "
                "earlier build/class, or a folder of unpacked submissions\n",
                past);
    return walked && people->count > walk.first;
}

/* ---- who has the same -------------------------------------------------- */

static bool is_same_file(const struct person_lab *one,
                         const struct person_lab *other)
{
    return one->there == other->there &&
           (!one->there || !strcmp(one->digest, other->digest));
}

static void mark_again(struct people *people, size_t i)
{
    struct person *person = &people->list[i];
    for (size_t k = 0; k < i; k++) {
        const struct person *before = &people->list[k];
        bool same = true;
        for (size_t lab = 0; lab < people->lab_count; lab++) {
            bool equal = is_same_file(&before->labs[lab], &person->labs[lab]);
            if (equal)
                person->labs[lab].again = true;
            same = same && equal;
        }
        person->again = person->again || same;
    }
}

/* ---- all ----------------------------------------------------------------- */

/* Of the reference what stands outside of its solutions; else the stub. */
static void open_given(struct given *given, const struct class *class)
{
    char path[PUBLISH_PATH];
    for (size_t i = 0; i < class->lab_count; i++) {
        struct solution_file *file = &given->files[i];
        const char *lab = class->labs[i]->name;
        if (publish_path(path, "%s/reference.cu", lab) &&
            solution_open(file, path))
            solution_leave_regions(file);
        else if (publish_path(path, "%s/student.cu", lab))
            solution_open(file, path);
    }
}

bool people_gather(struct people *people, struct class *class, const char *past)
{
    struct given given = {.files = {{.count = 0}}};
    bool gathered;
    *people = (struct people){.lab_count = class->lab_count};
    open_given(&given, class);
    gathered = add_students(people, class, &given);
    for (size_t i = 0; gathered && i < class->lab_count; i++)
        gathered = add_right(people, class, &given, i);
    if (!gathered)
        fprintf(stderr, "course: no memory to compare solutions\n");
    gathered = gathered && add_past(people, class, &given, past);
    for (size_t i = 0; gathered && i < people->count; i++)
        mark_again(people, i);
    for (size_t i = 0; i < class->lab_count; i++)
        solution_close(&given.files[i]);
    if (!gathered)
        people_free(people, class);
    return gathered;
}

void people_free(struct people *people, const struct class *class)
{
    for (size_t i = 0; i < people->count; i++) {
        struct person *person = &people->list[i];
        for (size_t k = 0; k < class->lab_count; k++) {
            struct person_lab *lab = &person->labs[k];
            for (size_t e = 0;
                 lab->solutions && e < class->labs[k]->exercise_count; e++)
                solution_free(&lab->solutions[e]);
            free(lab->solutions);
            solution_close(&lab->file);
        }
        free(person->labs);
        free(person->folder);
    }
    free(people->list);
    *people = (struct people){.count = 0};
}

size_t people_words(const struct person_lab *lab, const struct lab *of)
{
    size_t words = 0;
    for (size_t i = 0; lab->there && i < of->exercise_count; i++)
        words += lab->solutions[i].count;
    return words;
}

bool people_are_compared(const struct person *one, const struct person *other)
{
    const struct person *student = one->student ? one : other;
    const struct person *past = one->student ? other : one;
    const char *last;
    if (!student->student || past->kind == PERSON_WORKBOOK)
        return false;
    if (past->student)
        return true;
    last = strrchr(past->name, '/');
    return strcmp(last ? last + 1 : past->name, student->student->key);
}
