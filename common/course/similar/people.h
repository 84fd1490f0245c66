/*
 * people.h - whose work is compared: students, those of earlier classes, and
 * the workbook's own right solutions, by which one knows what is usual.
 */
#ifndef PEOPLE_H
#define PEOPLE_H

#include "class/class.h"
#include "solution.h"

enum person_kind { PERSON_STUDENT, PERSON_PAST, PERSON_WORKBOOK };

/* What a person has for one lab. */
struct person_lab {
    bool there;
    char digest[DIGEST_TEXT];     /* of the file */
    bool again;                   /* somebody before has the same file */
    struct solution_file file;
    struct solution *solutions;   /* of each exercise */
};

struct person {
    enum person_kind kind;
    const char *name;             /* as shown */
    char *folder;                 /* of an earlier class: within past */
    struct class_student *student; /* NULL: none of this class */
    struct person_lab *labs;      /* as class->labs */
    bool again;                   /* somebody before has the same files */
};

struct people {
    struct person *list;
    size_t count;
    size_t lab_count;
};

/* False, told, if past cannot be read or there is no memory. */
bool people_gather(struct people *people, struct class *class,
                   const char *past);
void people_free(struct people *people, const struct class *class);

/* How many words a person has in all exercises of a lab. */
size_t people_words(const struct person_lab *lab, const struct lab *of);

/* May the two have copied: not the same person in two years, and not both
 * from elsewhere? */
bool people_are_compared(const struct person *one, const struct person *other);

#endif
