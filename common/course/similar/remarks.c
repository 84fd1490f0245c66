/*
 * remarks.c - see remarks.h.
 */
#include "remarks.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GIVEN = -1, MOST_LETTERS = 200 };

/* A comment of somebody; of the workbook, if person is GIVEN. */
struct comment {
    char letters[MOST_LETTERS];
    long person;
    const char *line;
    size_t length;
};

struct comments {
    struct comment *list;
    size_t count;
};

/* Letters and digits in small, and all that is not ASCII; how many bytes. */
static size_t letters_of(char letters[MOST_LETTERS], const char *text,
                         size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length && n + 1 < MOST_LETTERS; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x80 || isalnum(c))
            letters[n++] = (char)tolower(c);
    }
    letters[n] = '\0';
    return n;
}

static bool add_comments(struct comments *comments, const char *text,
                         long person)
{
    struct solution_comments lines = solution_comments(text);
    while (solution_comment(&lines)) {
        struct comment *list = comments->list, *comment;
        size_t n = comments->count;
        if ((n & (n - 1)) == 0) { /* full, at powers of two */
            list = realloc(list, (n ? 2 * n : 1) * sizeof *list);
            if (!list)
                return false;
            comments->list = list;
        }
        comment = &list[n];
        *comment = (struct comment){
            .person = person, .line = lines.line, .length = lines.length};
        if (letters_of(comment->letters, lines.line, lines.length) >=
            REMARK_LEAST)
            comments->count++;
    }
    return true;
}

/* The workbook's; the lines need not last. */
static bool add_given(struct comments *comments, const char *lab,
                      const char *name)
{
    struct solution_file file;
    char path[PUBLISH_PATH];
    bool added;
    if (!publish_path(path, "%s/%s", lab, name))
        return false;
    if (!solution_open(&file, path))
        return true;
    added = add_comments(comments, file.text, GIVEN);
    solution_close(&file);
    return added;
}

static bool gather(struct comments *comments, const struct people *people,
                   const struct class *class)
{
    for (size_t i = 0; i < class->lab_count; i++) {
        if (!add_given(comments, class->labs[i]->name, "reference.cu") ||
            !add_given(comments, class->labs[i]->name, "student.cu"))
            return false;
    }
    for (size_t i = 0; i < people->count; i++) {
        const struct person *person = &people->list[i];
        for (size_t k = 0;
             person->kind != PERSON_WORKBOOK && k < class->lab_count; k++) {
            if (person->labs[k].there &&
                !add_comments(comments, person->labs[k].file.text, (long)i))
                return false;
        }
    }
    return true;
}

static int by_letters(const void *a, const void *b)
{
    const struct comment *one = a, *other = b;
    int order = strcmp(one->letters, other->letters);
    if (order)
        return order;
    return (one->person > other->person) - (one->person < other->person);
}

static bool add_remark(struct remarks *remarks, struct remark remark)
{
    struct remark *list =
        realloc(remarks->list, (remarks->count + 1) * sizeof *list);
    if (!list)
        return false;
    remarks->list = list;
    list[remarks->count++] = remark;
    return true;
}

static struct remark remark_of(const struct comment *comment, size_t one,
                               size_t other, bool names)
{
    return (struct remark){.one = one < other ? one : other,
                           .other = one < other ? other : one,
                           .line = comment->line,
                           .length = comment->length,
                           .letters = strlen(comment->letters),
                           .names = names};
}

/* Equal comments [from, to), sorted by person: what each pair has. */
static bool take_equal(struct remarks *remarks, const struct people *people,
                       const struct comment *equal, size_t count)
{
    size_t owners[REMARK_OWNERS + 1], n = 0;
    for (size_t i = 0; i < count && n <= REMARK_OWNERS; i++) {
        if (n == 0 || owners[n - 1] != (size_t)equal[i].person)
            owners[n++] = (size_t)equal[i].person;
    }
    for (size_t i = 0; n <= REMARK_OWNERS && i < n; i++) {
        for (size_t k = i + 1; k < n; k++) {
            if (people_are_compared(&people->list[owners[i]],
                                    &people->list[owners[k]]) &&
                !add_remark(remarks,
                            remark_of(equal, owners[i], owners[k], false)))
                return false;
        }
    }
    return true;
}

/* Whose names a comment has; not his own. */
static bool take_names(struct remarks *remarks, const struct people *people,
                       const struct comment *comment)
{
    char own[MOST_LETTERS], name[MOST_LETTERS];
    size_t person = (size_t)comment->person;
    const char *writer = people->list[person].name;
    letters_of(own, writer, strlen(writer));
    for (size_t i = 0; i < people->count; i++) {
        const struct person *other = &people->list[i];
        if (i == person || !other->student ||
            letters_of(name, other->name, strlen(other->name)) < REMARK_NAME ||
            !strstr(comment->letters, name) || strstr(own, name))
            continue;
        if (people_are_compared(&people->list[person], other) &&
            !add_remark(remarks, remark_of(comment, person, i, true)))
            return false;
    }
    return true;
}

static bool take_all(struct remarks *remarks, const struct people *people,
                     const struct comments *comments)
{
    for (size_t i = 0, end; i < comments->count; i = end) {
        const struct comment *first = &comments->list[i];
        bool given = first->person == GIVEN;
        for (end = i; end < comments->count &&
                      !strcmp(comments->list[end].letters, first->letters);)
            end++;
        if (!given && !take_equal(remarks, people, first, end - i))
            return false;
        for (size_t k = i; !given && k < end; k++) {
            if (!take_names(remarks, people, &comments->list[k]))
                return false;
        }
    }
    return true;
}

bool remarks_find(struct remarks *remarks, const struct people *people,
                  const struct class *class)
{
    struct comments comments = {.count = 0};
    bool found = gather(&comments, people, class);
    *remarks = (struct remarks){.count = 0};
    if (comments.count)
        qsort(comments.list, comments.count, sizeof *comments.list, by_letters);
    found = found && take_all(remarks, people, &comments);
    free(comments.list);
    if (!found)
        fprintf(stderr, "course: no memory to compare comments\n");
    return found;
}

void remarks_free(struct remarks *remarks)
{
    free(remarks->list);
    *remarks = (struct remarks){.count = 0};
}
