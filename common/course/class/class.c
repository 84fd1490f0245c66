/*
 * class.c - reads a class: submissions, and the results that belong to them.
 */
#include "class.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grade/points.h"
#include "marks.h"
#include "overrides.h"

/* ---- which labs count ---------------------------------------------------- */

static bool add_lab(struct class *class, const struct lab *lab)
{
    int points = 0;
    if (class->lab_count == STORE_LABS)
        return false;
    for (size_t i = 0; i < lab->exercise_count; i++)
        points += points_of_exercise(lab, &lab->exercises[i]);
    class->lab_points[class->lab_count] = points;
    class->labs[class->lab_count++] = lab;
    return true;
}

static bool is_wanted(const char *name, const char *const *labs)
{
    while (*labs && strcmp(*labs, name))
        labs++;
    return *labs;
}

static bool are_labs(const char *const *labs)
{
    for (; labs && *labs; labs++) {
        if (store_is_lab(*labs))
            continue;
        fprintf(stderr, "course: there is no lab %s here\n", *labs);
        return false;
    }
    return true;
}

/* In the workbook's order, whatever the order of their names. */
static void take_labs(struct class *class, const char *const *labs)
{
    for (size_t i = 0; i < lab_count; i++) {
        if (!labs || !*labs || is_wanted(all_labs[i]->name, labs))
            add_lab(class, all_labs[i]);
    }
}

/* ---- one result ---------------------------------------------------------- */

static bool in_range(int score, int max_score)
{
    return score >= 0 && score <= max_score;
}

static bool exercise_adds_up(const struct graded_exercise *exercise)
{
    int points = 0;
    for (size_t i = 0; i < exercise->count; i++)
        points += exercise->checks[i].points;
    return in_range(exercise->score, exercise->max_score) &&
           points == exercise->score;
}

static const struct graded_exercise *find_exercise(const struct result *result,
                                                   const char *name,
                                                   const cJSON **record)
{
    const cJSON *all =
        cJSON_GetObjectItemCaseSensitive(result->document, "exercises");
    for (size_t i = 0; i < result->count; i++) {
        if (strcmp(result->exercises[i].name, name))
            continue;
        *record = cJSON_GetArrayItem(all, (int)i);
        return &result->exercises[i];
    }
    return NULL;
}

/* Are the lab's exercises in it, with the points they have here? */
static bool has_exercises(const struct class_lab *lab,
                          const struct result *result)
{
    const cJSON *record;
    for (size_t i = 0; i < lab->count; i++) {
        const struct class_exercise *exercise = &lab->exercises[i];
        const struct graded_exercise *graded =
            find_exercise(result, exercise->exercise->name, &record);
        if (!graded || graded->max_score != exercise->max_score)
            return false;
    }
    return result->count == lab->count;
}

/* What somebody has edited by hand does not add up any more. */
static bool adds_up(const struct class_lab *lab, const struct result *result)
{
    int score = 0, max_score = 0;
    if (result->status == RESULT_GRADED && !has_exercises(lab, result))
        return false;
    for (size_t i = 0; i < result->count; i++) {
        if (!exercise_adds_up(&result->exercises[i]))
            return false;
        score += result->exercises[i].score;
        max_score += result->exercises[i].max_score;
    }
    return result->status != RESULT_GRADED ||
           (score == result->score && max_score == result->max_score);
}

/* True if there is such a file, and it is no result. */
static bool is_damaged(const struct class *class, const char *lab,
                       const char *digest)
{
    char path[PUBLISH_PATH];
    return result_path(path, class->out, lab, digest) &&
           access(path, F_OK) == 0;
}

static bool read_result(struct class *class, struct class_lab *lab,
                        struct result *result)
{
    char digest[DIGEST_TEXT];
    result_digest(&class->course, lab->lab->name, lab->source, lab->predictions,
                  digest);
    if (result_read(result, class->out, lab->lab->name, digest)) {
        if (adds_up(lab, result))
            return true;
        fprintf(stderr,
                "course: the points of %s/results/%s-%s.json do not add up; "
                "remove it, and make grade grades it again\n",
                class->out, lab->lab->name, digest);
        result_free(result);
        class->damaged++;
    } else if (is_damaged(class, lab->lab->name, digest)) {
        class->damaged++;
    }
    return false;
}

/* ---- one lab of a student ------------------------------------------------ */

static void take_result(struct class_lab *lab)
{
    static const enum lab_status status[] = {[RESULT_GRADED] = LAB_GRADED,
                                             [RESULT_REFUSED] = LAB_REFUSED,
                                             [RESULT_FAILED] = LAB_FAILED};
    lab->status = status[lab->result->status];
    lab->why = lab->result->why;
    for (size_t i = 0; i < lab->count; i++) {
        struct class_exercise *exercise = &lab->exercises[i];
        exercise->graded = find_exercise(lab->result, exercise->exercise->name,
                                         &exercise->record);
        if (exercise->graded && lab->status == LAB_GRADED)
            exercise->found = exercise->graded->score;
    }
}

static bool read_lab(struct class *class, struct class_lab *lab,
                     const struct lab *of, const struct submission *submission)
{
    const char *source = submission_file(submission, of->name);
    struct result result;
    struct result *kept;
    *lab = (struct class_lab){
        .lab = of, .why = "", .source = "", .predictions = ""};
    lab->exercises = calloc(of->exercise_count, sizeof *lab->exercises);
    if (!lab->exercises)
        return false;
    for (size_t i = 0; i < of->exercise_count; i++) {
        struct class_exercise *exercise = &lab->exercises[lab->count];
        if (!points_hang_on(&of->exercises[i]))
            continue;
        lab->count++;
        exercise->exercise = &of->exercises[i];
        exercise->max_score = points_of_exercise(of, exercise->exercise);
    }
    if (!source || submission->status != SUBMISSION_OK)
        return true;
    lab->source = source;
    lab->predictions = submission_predictions(submission, of->name);
    lab->status = LAB_WAITING;
    if (!read_result(class, lab, &result))
        return true;
    kept = malloc(sizeof *kept);
    if (!kept)
        return false;
    *kept = result;
    lab->result = kept;
    take_result(lab);
    return true;
}

/* ---- one student --------------------------------------------------------- */

static bool take_notes(struct class_student *student)
{
    const cJSON *notes =
        cJSON_GetObjectItemCaseSensitive(student->submission.document, "notes");
    const cJSON *note;
    size_t most = (size_t)cJSON_GetArraySize(notes) + 1;
    student->notes = calloc(most + 1, sizeof *student->notes);
    if (!student->notes)
        return false;
    cJSON_ArrayForEach(note, notes)
    {
        if (cJSON_IsString(note))
            student->notes[student->note_count++] = note->valuestring;
    }
    return true;
}

static void take_flags(struct class_student *student)
{
    const cJSON *flag;
    cJSON_ArrayForEach(flag, cJSON_GetObjectItemCaseSensitive(
                                 student->submission.document, "flags"))
    {
        if (cJSON_IsString(flag))
            class_flag(student, flag->valuestring);
    }
}

/* A record that cannot be read must not make a student disappear. */
static void take_damaged(struct class *class, struct class_student *student,
                         char *key)
{
    class->damaged++;
    student->submission = (struct submission){.student = key,
                                              .id = "",
                                              .key = key,
                                              .source = "",
                                              .kind = "",
                                              .commit = "",
                                              .time = "",
                                              .edition = "",
                                              .status = SUBMISSION_REFUSED};
    student->status = CLASS_FAILED;
}

static bool read_student(struct class *class, struct class_student *student,
                         char *key)
{
    if (!submission_read(&student->submission, class->out, key))
        take_damaged(class, student, key);
    student->name = student->submission.student;
    student->key = student->submission.key;
    student->id = student->submission.id;
    student->labs = calloc(class->lab_count + 1, sizeof *student->labs);
    if (!student->labs || !take_notes(student))
        return false;
    if (student->status == CLASS_FAILED)
        student->notes[student->note_count++] =
            "the record of this submission cannot be read; remove its folder "
            "below submissions/, and make grade takes it in anew";
    take_flags(student);
    for (size_t i = 0; i < class->lab_count; i++) {
        if (!read_lab(class, &student->labs[i], class->labs[i],
                      &student->submission))
            return false;
    }
    return true;
}

static int by_name(const void *a, const void *b)
{
    const struct class_student *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : strcmp(one->key, other->key);
}

static bool read_students(struct class *class)
{
    class->keys = submission_keys(class->out, &class->key_count);
    if (!class->keys)
        return false;
    class->students = calloc(class->key_count + 1, sizeof *class->students);
    for (size_t i = 0; class->students && i < class->key_count; i++) {
        if (!read_student(class, &class->students[class->count++],
                          class->keys[i]))
            class->count = SIZE_MAX;
        if (class->count == SIZE_MAX)
            break;
    }
    if (!class->students || class->count == SIZE_MAX) {
        fprintf(stderr, "course: no memory for the class\n");
        class->count = 0; /* the process ends */
        return false;
    }
    qsort(class->students, class->count, sizeof *class->students, by_name);
    return true;
}

/* ---- all ----------------------------------------------------------------- */

bool class_read(struct class *class, const char *out, const char *const *labs,
                const char *overrides)
{
    *class = (struct class){.count = 0};
    if (!publish_path(class->out, "%s", out) || !are_labs(labs))
        return false;
    if (!course_read(&class->course, out)) {
        fprintf(stderr,
                "course: there is no class in %s; make grade CLASS=FOLDER "
                "takes one in\n",
                out);
        return false;
    }
    take_labs(class, labs);
    if (read_students(class) && overrides_read(class, overrides)) {
        for (size_t i = 0; i < class->count; i++)
            marks_sum(class, &class->students[i]);
        return true;
    }
    class_free(class);
    return false;
}

static void free_lab(struct class_lab *lab)
{
    struct result *result = (struct result *)lab->result;
    if (result)
        result_free(result);
    free(result);
    free(lab->exercises);
}

void class_free(struct class *class)
{
    for (size_t i = 0; i < class->count; i++) {
        struct class_student *student = &class->students[i];
        for (size_t k = 0; student->labs && k < class->lab_count; k++)
            free_lab(&student->labs[k]);
        free(student->labs);
        free(student->notes);
        for (size_t k = 0; k < student->same_count; k++)
            free(student->same[k].earlier);
        free(student->same);
        submission_free(&student->submission);
    }
    free(class->students);
    submission_keys_free(class->keys, class->key_count);
    overrides_free(class);
    course_free(&class->course);
    *class = (struct class){.count = 0};
}
