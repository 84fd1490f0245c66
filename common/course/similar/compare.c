/*
 * compare.c - see compare.h.
 */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SMALL_CLASS = 66,  /* pairs; of fewer, the workbook's own are counted too */
    LEAST_TOTAL = 100, /* words that a pair must have to be flagged by all */
    LEAST_UNUSUAL = 150, /* or by exercises in which it is unusual */
    LEAST_LETTERS = 24,  /* or of comments that only the two have, if ... */
    LEAST_ALIKE = 60,    /* ... they are so much alike, in percent */
    MOST_AT_ONCE = 4     /* sim_c, side by side */
};

static bool told(const char *what)
{
    fprintf(stderr, "course: similarity: %s\n", what);
    return false;
}

/* ---- one exercise -------------------------------------------------------- */

static const struct solution *solution_of(const struct person *person,
                                          const struct comparison *comparison)
{
    const struct person_lab *lab = &person->labs[comparison->lab];
    const struct solution *solution =
        lab->there ? &lab->solutions[comparison->exercise] : NULL;
    return solution && solution->count >= LIKENESS_LEAST ? solution : NULL;
}

static bool take_texts(struct comparison *comparison,
                       const struct people *people)
{
    struct likeness *likeness = &comparison->likeness;
    likeness->texts = calloc(people->count + 1, sizeof *likeness->texts);
    comparison->text_of =
        calloc(people->count + 1, sizeof *comparison->text_of);
    if (!likeness->texts || !comparison->text_of)
        return told("no memory");
    for (size_t i = 0; i < people->count; i++) {
        const struct person *person = &people->list[i];
        const struct solution *solution = solution_of(person, comparison);
        comparison->text_of[i] = COMPARE_NOBODY;
        if (!solution)
            continue;
        comparison->text_of[i] = (int)likeness->count;
        comparison->people += person->kind == PERSON_STUDENT &&
                              !person->labs[comparison->lab].again;
        likeness->texts[likeness->count++] = (struct likeness_text){
            solution, &person->labs[comparison->lab].file,
            person->kind == PERSON_PAST, 0};
    }
    return true;
}

int compare_percent(const struct comparison *comparison, size_t one,
                    size_t other)
{
    int a = comparison->text_of[one], b = comparison->text_of[other];
    if (a < 0 || b < 0)
        return -1;
    return likeness_of(&comparison->likeness, (size_t)a, (size_t)b);
}

static size_t words_of(const struct comparison *comparison, size_t person)
{
    size_t text = (size_t)comparison->text_of[person];
    return comparison->likeness.texts[text].solution->count;
}

/* Does the pair tell what is usual, among those with the workbook's own or
 * among the others?  Of equal files one counts: those who share one are many
 * pairs, which would make usual what each of them has in common with a copy
 * that somebody changed. */
static bool is_counted(const struct comparison *comparison,
                       const struct person *one, const struct person *other,
                       bool workbook)
{
    bool own = one->kind == PERSON_WORKBOOK || other->kind == PERSON_WORKBOOK;
    size_t lab = comparison->lab;
    if (own != workbook || one->labs[lab].again || other->labs[lab].again)
        return false;
    return own ? one->kind != PERSON_PAST && other->kind != PERSON_PAST
               : people_are_compared(one, other);
}

/* Students and the workbook's come first; what is past counts with students
 * only, and with the workbook's nothing but in small classes. */
static void count_usual(struct comparison *comparison,
                        const struct people *people, bool workbook)
{
    for (size_t i = 0; i < people->count; i++) {
        for (size_t k = i + 1; k < people->count; k++) {
            int percent = compare_percent(comparison, i, k);
            if (percent >= 0 && is_counted(comparison, &people->list[i],
                                           &people->list[k], workbook))
                usual_add(&comparison->usual, percent);
        }
    }
}

static void find_usual(struct comparison *comparison,
                       const struct people *people)
{
    count_usual(comparison, people, false);
    comparison->with_workbook = comparison->usual.count < SMALL_CLASS;
    if (comparison->with_workbook)
        count_usual(comparison, people, true);
    usual_sum(&comparison->usual);
}

/* ---- all exercises ------------------------------------------------------- */

static bool make_comparisons(struct compare *compare, const struct class *class)
{
    size_t room = 0;
    for (size_t i = 0; i < class->lab_count; i++)
        room += class->labs[i]->exercise_count;
    compare->comparisons = calloc(room + 1, sizeof *compare->comparisons);
    if (!compare->comparisons)
        return told("no memory");
    for (size_t i = 0; i < class->lab_count; i++) {
        for (size_t k = 0; k < class->labs[i]->exercise_count; k++) {
            struct comparison *comparison =
                &compare->comparisons[compare->count++];
            comparison->lab = i;
            comparison->exercise = k;
            if (!take_texts(comparison, &compare->people))
                return false;
        }
    }
    return true;
}

static void leave_out(struct comparison *comparison, const struct class *class,
                      const struct people *people)
{
    fprintf(stderr,
            "course: similarity: %s is left out, as somebody's text takes "
            "sim_c too long\n",
            class->labs[comparison->lab]->exercises[comparison->exercise].name);
    for (size_t i = 0; i < people->count; i++)
        comparison->text_of[i] = COMPARE_NOBODY;
}

/* A few at a time; folder is emptied as they end. */
static bool measure(struct compare *compare, const struct class *class,
                    const char *folder)
{
    size_t ahead = 0;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    char path[PUBLISH_PATH];
    if (processors < 1 || processors > MOST_AT_ONCE)
        processors = processors < 1 ? 1 : MOST_AT_ONCE;
    for (size_t i = 0; i < compare->count; i++) {
        for (; ahead < compare->count && ahead < i + (size_t)processors;
             ahead++) {
            if (!publish_path(path, "%s/%zu", folder, ahead) ||
                !likeness_begin(&compare->comparisons[ahead].likeness, path))
                return false;
        }
        if (!likeness_end(&compare->comparisons[i].likeness))
            return false;
        if (compare->comparisons[i].likeness.dropped)
            leave_out(&compare->comparisons[i], class, &compare->people);
        find_usual(&compare->comparisons[i], &compare->people);
    }
    return true;
}

static bool measure_all(struct compare *compare, const struct class *class)
{
    char folder[PUBLISH_PATH];
    bool measured;
    if (!publish_path(folder, "%s/rooms/similar.%ld", class->out,
                      (long)getpid()) ||
        !publish_remove(folder) || !publish_folder(folder))
        return false;
    measured = measure(compare, class, folder);
    return publish_remove(folder) && measured;
}

/* ---- pairs --------------------------------------------------------------- */

int compare_total(const struct compared_pair *pair)
{
    return pair->words ? (int)((pair->alike + pair->words / 2) / pair->words)
                       : 0;
}

bool compare_same_file(const struct person *one, const struct person *other,
                       const struct class *class, size_t lab)
{
    const struct person_lab *a = &one->labs[lab], *b = &other->labs[lab];
    return a->there && b->there && !strcmp(a->digest, b->digest) &&
           people_words(a, class->labs[lab]) >= LIKENESS_LEAST;
}

static struct compared_pair make_pair(const struct compare *compare,
                                      const struct class *class, size_t one,
                                      size_t other)
{
    const struct people *people = &compare->people;
    struct compared_pair pair = {.one = one, .other = other};
    for (size_t i = 0; i < class->lab_count; i++)
        pair.same_file =
            pair.same_file || compare_same_file(&people->list[one],
                                                &people->list[other], class, i);
    for (size_t i = 0; compare->possible && i < compare->count; i++) {
        const struct comparison *comparison = &compare->comparisons[i];
        int percent = compare_percent(comparison, one, other);
        size_t words, more;
        if (percent < 0)
            continue;
        words = words_of(comparison, one);
        more = words_of(comparison, other);
        words = words < more ? words : more;
        pair.words += words;
        pair.alike += words * (size_t)percent;
        if (usual_is_not(&comparison->usual, percent, comparison->people,
                         USUAL_FAR))
            pair.unusual += words;
    }
    return pair;
}

static void add_remarks(struct compared_pair *pair,
                        const struct remarks *remarks)
{
    for (size_t i = 0; i < remarks->count; i++) {
        const struct remark *remark = &remarks->list[i];
        if (remark->one != pair->one || remark->other != pair->other)
            continue;
        pair->named = pair->named || remark->names;
        pair->letters += remark->names ? 0 : remark->letters;
    }
}

typedef bool take_pair(struct compare *compare, const struct class *class,
                       struct compared_pair pair);

static bool each_pair(struct compare *compare, const struct class *class,
                      take_pair *take)
{
    const struct people *people = &compare->people;
    for (size_t i = 0; i < people->count; i++) {
        for (size_t k = i + 1; people->list[i].student && k < people->count;
             k++) {
            if (people_are_compared(&people->list[i], &people->list[k]) &&
                !take(compare, class, make_pair(compare, class, i, k)))
                return false;
        }
    }
    return true;
}

static bool count_total(struct compare *compare, const struct class *class,
                        struct compared_pair pair)
{
    const struct person *list = compare->people.list;
    (void)class;
    if (pair.words >= LEAST_TOTAL && !list[pair.one].again &&
        !list[pair.other].again)
        usual_add(&compare->total, compare_total(&pair));
    return true;
}

/* Comments alone are no likeness: people speak of each other. */
static bool have_traces(const struct compared_pair *pair)
{
    return pair->words >= LEAST_TOTAL && compare_total(pair) >= LEAST_ALIKE &&
           (pair->named || pair->letters >= LEAST_LETTERS);
}

static bool is_flagged(const struct compare *compare,
                       const struct compared_pair *pair)
{
    return have_traces(pair) || pair->unusual >= LEAST_UNUSUAL ||
           (pair->words >= LEAST_TOTAL &&
            usual_is_not(&compare->total, compare_total(pair),
                         compare->different, USUAL_FAR_IN_ALL));
}

static void flag_both(struct compare *compare, const struct compared_pair *pair,
                      const char *word)
{
    struct person *one = &compare->people.list[pair->one];
    struct person *other = &compare->people.list[pair->other];
    class_flag(one->student, word);
    if (other->student)
        class_flag(other->student, word);
}

/* Each is told of the other; one of an earlier class has nobody to tell. */
static bool add_same(const struct compare *compare,
                     const struct compared_pair *pair, size_t lab)
{
    const struct person *one = &compare->people.list[pair->one];
    const struct person *other = &compare->people.list[pair->other];
    if (!other->student)
        return class_add_same(one->student, lab, NULL, other->name);
    return class_add_same(one->student, lab, other->student, NULL) &&
           class_add_same(other->student, lab, one->student, NULL);
}

static bool add_same_files(const struct compare *compare,
                           const struct class *class,
                           const struct compared_pair *pair)
{
    const struct person *list = compare->people.list;
    for (size_t i = 0; i < class->lab_count; i++) {
        if (compare_same_file(&list[pair->one], &list[pair->other], class, i) &&
            !add_same(compare, pair, i))
            return told("no memory");
    }
    return true;
}

static bool keep_flagged(struct compare *compare, const struct class *class,
                         struct compared_pair pair)
{
    struct compared_pair *pairs;
    add_remarks(&pair, &compare->remarks);
    if (pair.same_file)
        flag_both(compare, &pair, "same_file_as_another");
    if (pair.same_file && !add_same_files(compare, class, &pair))
        return false;
    if (!is_flagged(compare, &pair))
        return true;
    flag_both(compare, &pair, "similar");
    pairs = realloc(compare->pairs, (compare->pair_count + 1) * sizeof *pairs);
    if (!pairs)
        return told("no memory");
    compare->pairs = pairs;
    pairs[compare->pair_count++] = pair;
    return true;
}

static int by_total(const void *a, const void *b)
{
    const struct compared_pair *x = a, *y = b;
    if (compare_total(x) != compare_total(y))
        return compare_total(x) < compare_total(y) ? 1 : -1;
    if (x->words != y->words)
        return x->words < y->words ? 1 : -1;
    if (x->one != y->one)
        return x->one < y->one ? -1 : 1;
    return x->other < y->other ? -1 : 1;
}

bool compare_class(struct compare *compare, struct class *class,
                   const char *past)
{
    *compare = (struct compare){.possible = likeness_possible()};
    if (!people_gather(&compare->people, class, past) ||
        !make_comparisons(compare, class) ||
        (compare->possible && !measure_all(compare, class)) ||
        !remarks_find(&compare->remarks, &compare->people, class))
        return false;
    for (size_t i = 0; i < compare->people.count; i++)
        compare->different += !compare->people.list[i].again;
    each_pair(compare, class, count_total);
    usual_sum(&compare->total);
    if (!each_pair(compare, class, keep_flagged))
        return false;
    if (compare->pair_count)
        qsort(compare->pairs, compare->pair_count, sizeof *compare->pairs,
              by_total);
    return true;
}

void compare_free(struct compare *compare, const struct class *class)
{
    for (size_t i = 0; i < compare->count; i++) {
        likeness_free(&compare->comparisons[i].likeness);
        free(compare->comparisons[i].text_of);
    }
    free(compare->comparisons);
    free(compare->pairs);
    remarks_free(&compare->remarks);
    people_free(&compare->people, class);
}
