/*
 * causes.c - see causes.h.
 */
#include "causes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "said.h"

/* ---- words --------------------------------------------------------------- */

static size_t number_length(const char *text)
{
    char *end;
    if (!isdigit((unsigned char)*text))
        return 0;
    strtod(text, &end);
    while (end > text + 1 && !isalnum((unsigned char)end[-1]))
        end--; /* a full stop behind it */
    return (size_t)(end - text);
}

/* A number with its sign, a word, or one other sign. */
static size_t word_length(const char *text, char before)
{
    size_t n = 0;
    if (*text == '-' && (before == ' ' || !before) && number_length(text + 1))
        return 1 + number_length(text + 1);
    if (isdigit((unsigned char)*text))
        return number_length(text);
    while (isalnum((unsigned char)text[n]) || text[n] == '_' ||
           (text[n] & 0x80))
        n++;
    return n ? n : 1;
}

/* "lab1_global/student.cu:92: ", "line 94: " */
static const char *behind_place(const char *first)
{
    const char *colon = strchr(first, ':');
    const char *blank = strchr(first, ' ');
    if (!strncmp(first, "line ", 5) && colon && colon[1] == ' ')
        return colon + 2;
    while (colon && (!blank || colon < blank) &&
           isdigit((unsigned char)colon[1])) {
        const char *end = colon + 1 + strspn(colon + 1, "0123456789");
        if (*end == ':' && end[1] == ' ')
            return end + 2;
        colon = *end == ':' ? end : NULL;
    }
    return first;
}

static bool is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && !strncmp(text, word, n);
}

static bool is_behind(const char *word, const char *line, const char *before)
{
    size_t n = strlen(before);
    return (size_t)(word - line) >= n && !strncmp(word - n, before, n);
}

/* "a" is an array only where something is said to be of it. */
static bool is_array(const char *word, size_t n, const char *line,
                     const struct exercise *exercise)
{
    if (is_word(word, n, "a") && !is_behind(word, line, "of ") &&
        !is_behind(word, line, "input "))
        return false;
    for (size_t i = 0; i < MAX_BUFFERS && exercise->buffers[i].name; i++) {
        if (is_word(word, n, exercise->buffers[i].name))
            return true;
    }
    return false;
}

/* A kernel's, an exercise's, or what the student has called an array;
 * __syncthreads is nobody's. */
static bool is_name(const char *word, size_t n, const char *line,
                    const struct exercise *exercise)
{
    return is_word(word, n, exercise->name) ||
           is_behind(word, line, "__shared__ ") ||
           is_behind(word, line, "launch of ") ||
           (memchr(word, '_', n) && strncmp(word, "__", 2));
}

void cause_key(char key[CAUSE_BYTES], const char *first,
               const struct exercise *exercise)
{
    const char *line = behind_place(first), *at = line;
    size_t used = 0;
    while (*at && used + 2 < CAUSE_BYTES) {
        size_t n = word_length(at, at > line ? at[-1] : ' ');
        bool number = isdigit((unsigned char)at[n - 1]) &&
                      (isdigit((unsigned char)*at) || *at == '-');
        if (number || is_name(at, n, line, exercise) ||
            is_array(at, n, line, exercise)) {
            key[used++] = number ? '#' : '~';
        } else if (used + n + 1 < CAUSE_BYTES) {
            memcpy(key + used, at, n);
            used += n;
        }
        at += n;
    }
    key[used] = '\0';
}

/* Word by word, as both have as many; what is none of both yet is "...". */
void cause_merge(char text[CAUSE_BYTES], const char *first)
{
    const char *one = text, *other = behind_place(first);
    char merged[CAUSE_BYTES];
    size_t used = 0;
    char before = ' ';
    while (*one && *other && used + 4 < CAUSE_BYTES) {
        size_t n = !strncmp(one, "...", 3) ? 3 : word_length(one, before);
        size_t m = word_length(other, before);
        const char *shown = n == m && !strncmp(one, other, n) ? one : "...";
        size_t length = shown == one ? n : 3;
        if (used + length + 1 >= CAUSE_BYTES)
            break;
        memcpy(merged + used, shown, length);
        used += length;
        before = other[m - 1];
        one += n;
        other += m;
    }
    merged[used] = '\0';
    strcpy(text, merged);
}

/* ---- counting ------------------------------------------------------------ */

static struct cause *find(struct causes *causes, const char *key)
{
    struct cause *list;
    for (size_t i = 0; i < causes->count; i++) {
        if (!strcmp(causes->list[i].key, key))
            return &causes->list[i];
    }
    list = realloc(causes->list, (causes->count + 1) * sizeof *list);
    if (!list)
        return NULL;
    causes->list = list;
    list += causes->count++;
    *list = (struct cause){.count = 0};
    snprintf(list->key, sizeof list->key, "%s", key);
    return list;
}

static bool add_case(struct cause *cause, struct cause_case one)
{
    struct cause_case *cases =
        realloc(cause->cases, (cause->count + 1) * sizeof *cases);
    if (!cases)
        return false;
    cause->cases = cases;
    cause->students +=
        !cause->count || cases[cause->count - 1].student != one.student;
    cause->lost += one.exercise->max_score - one.exercise->score;
    cases[cause->count++] = one;
    return true;
}

static bool take(struct causes *causes, struct cause_case one)
{
    const char *first = one.exercise->graded->first;
    bool compiles = !said_compiler(one.lab);
    char key[CAUSE_BYTES] = "";
    struct cause *cause;
    if (compiles && !*first)
        return true;
    if (compiles)
        cause_key(key, first, one.exercise->exercise);
    cause = find(causes, key);
    if (!cause)
        return false;
    if (!compiles)
        strcpy(cause->text, "it does not compile");
    else if (cause->count == 0)
        snprintf(cause->text, sizeof cause->text, "%s", behind_place(first));
    else
        cause_merge(cause->text, first);
    return add_case(cause, one);
}

static bool take_student(struct causes *causes, const struct class *class,
                         const struct class_student *student)
{
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct class_lab *lab = &student->labs[i];
        for (size_t k = 0; k < lab->count; k++) {
            const struct class_exercise *exercise = &lab->exercises[k];
            struct cause_case one = {student, lab, exercise};
            if (lab->status == LAB_GRADED && exercise->graded &&
                exercise->score < exercise->max_score && !take(causes, one))
                return false;
        }
    }
    return true;
}

static int by_students(const void *a, const void *b)
{
    const struct cause *one = a, *other = b;
    if (one->students != other->students)
        return one->students < other->students ? 1 : -1;
    if (one->lost != other->lost)
        return one->lost < other->lost ? 1 : -1;
    return strcmp(one->key, other->key);
}

bool causes_find(struct causes *causes, const struct class *class)
{
    bool found = true;
    *causes = (struct causes){.count = 0};
    for (size_t i = 0; found && i < class->count; i++)
        found = take_student(causes, class, &class->students[i]);
    if (!found) {
        fprintf(stderr, "course: no memory for the causes of lost points\n");
        causes_free(causes);
    } else if (causes->count) {
        qsort(causes->list, causes->count, sizeof *causes->list, by_students);
    }
    return found;
}

void causes_free(struct causes *causes)
{
    for (size_t i = 0; i < causes->count; i++)
        free(causes->list[i].cases);
    free(causes->list);
    *causes = (struct causes){.count = 0};
}
