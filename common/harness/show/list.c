/*
 * list.c - the exercises as the labs have them.
 */
#include "list.h"

#include <stdio.h>

#include "grade/points.h"
#include "grade/predictions.h"

typedef void print_exercise(const struct lab *lab,
                            const struct exercise *exercise);

static void print_all(print_exercise *print)
{
    for (size_t i = 0; i < lab_count; i++) {
        for (size_t k = 0; k < all_labs[i]->exercise_count; k++)
            print(all_labs[i], &all_labs[i]->exercises[k]);
    }
}

static void print_heads(void)
{
    puts("lab\texercise\ttitle\tfirst\tpoints\thost\ttraced\tlab_title"
         "\tgraphs");
}

static void print_prose(const struct lab *lab, const struct exercise *exercise)
{
    if (exercise == lab->exercises)
        printf("%s: %s\n", lab->name, lab->title);
    printf("    %-16s %s\n", exercise->name, exercise->title);
}

static void print_row(const struct lab *lab, const struct exercise *exercise)
{
    struct size none = {0}, traced = exercise->on_cpu ? none : exercise->traced;
    printf(
        "%s\t%s\t%s\t%s\t%d\t%d\t%d %d %d\t%s\t%d\n", lab->name, exercise->name,
        exercise->title, exercise->first ? exercise->first : exercise->name,
        points_of_exercise(lab, exercise), exercise->host_pointers, traced.rows,
        traced.cols, traced.inner, lab->title, exercise->sweep_count > 0);
}

static void print_exercise_row(const struct lab *lab,
                               const struct exercise *exercise)
{
    if (!exercise->is_case)
        print_row(lab, exercise);
}

static void print_case_row(const struct lab *lab,
                           const struct exercise *exercise)
{
    if (exercise->is_case)
        print_row(lab, exercise);
}

static void print_challenge(const struct exercise *exercise, struct size size)
{
    const struct challenge *challenge = &exercise->challenge;
    if (size.rows > 0)
        printf("%s\t%s\t%d %d %d\t%d %d %d\n", exercise->name,
               challenge->ladder, size.rows, size.cols, size.inner,
               challenge->any_rows ? 0 : size.rows, size.cols,
               challenge->any_inner ? 0 : size.inner);
}

static void print_challenges(const struct lab *lab,
                             const struct exercise *exercise)
{
    (void)lab;
    if (!exercise->challenge.ladder)
        return;
    print_challenge(exercise, exercise->challenge.size);
    print_challenge(exercise, exercise->challenge.gpu_size);
}

static void print_questions(const struct lab *lab,
                            const struct exercise *exercise)
{
    char key[80], name[80];
    for (size_t i = 0; i < QUESTIONS && exercise->predict[i].metric; i++) {
        question_key(&exercise->predict[i], key, sizeof key);
        question_name(&exercise->predict[i], name, sizeof name);
        printf("%s\t%s\t%s\t%s\t%d\n", lab->name, exercise->name, key, name,
               points_for_predicting(lab, exercise));
    }
}

static void print_gpu(const struct gpu *gpu)
{
    printf("%s\t%s\t%g\n", gpu->id, gpu->name, gpu->memory_bytes_per_ms / 1e6);
}

static void print_gpus(void)
{
    print_gpu(gpu_default());
    for (size_t i = 0; i < gpu_count; i++) {
        if (&all_gpus[i] != gpu_default())
            print_gpu(&all_gpus[i]);
    }
}

enum exit_status list(const struct arguments *arguments)
{
    switch (arguments->list) {
    case LIST_PROSE: print_all(print_prose); break;
    case LIST_TSV:
        print_heads();
        print_all(print_exercise_row);
        break;
    case LIST_CASES:
        print_heads();
        print_all(print_case_row);
        break;
    case LIST_GPUS: print_gpus(); break;
    case LIST_CHALLENGES:
        puts("exercise\tladder\tsize\tof_ladder");
        print_all(print_challenges);
        break;
    case LIST_QUESTIONS: print_all(print_questions); break;
    }
    return STATUS_FULL_SCORE;
}
