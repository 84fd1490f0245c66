/*
 * course.c - what stands behind make grade.
 *
 *   course SUBCOMMAND [ARGUMENT]...
 *
 * Exit status: 0 done, 2 wrong use or a missing tool (one sentence says which,
 * and what to do), 3 a fault of the grading itself.
 */
#include <stdio.h>
#include <string.h>

#include "board/board.h"
#include "collect/collect.h"
#include "format/format.h"
#include "grade/one.h"
#include "grade/run.h"
#include "intake/intake.h"
#include "slurm/slurm.h"
#include "whole/whole.h"

enum { STATUS_WRONG_USE = 2 };

static int grade_main(int argc, char **argv)
{
    static const struct whole_steps steps = {.intake = intake_main,
                                             .collect = collect_main,
                                             .format = format_main,
                                             .format_known = format_known};
    return whole_main(argc, argv, &steps);
}

static int leaderboard_main(int argc, char **argv)
{
    return board_main(argc, argv, intake_main);
}

/* Each takes its own name as argv[0]. */
static const struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv);
} subcommands[] = {
    /* one line each */
    {"collect", collect_main},
    {"format", format_main},
    {"grade", grade_main},
    {"intake", intake_main},
    {"leaderboard", leaderboard_main},
    {"one", one_main},
    {"run", run_main},
    {"task", slurm_task},
    {NULL, NULL},
};

int main(int argc, char **argv)
{
    const struct subcommand *s = subcommands;
    run_add_engine("slurm", slurm_run);
    if (argc < 2) {
        fprintf(stderr, "usage: course SUBCOMMAND [ARGUMENT]...\n");
        return STATUS_WRONG_USE;
    }
    while (s->name && strcmp(s->name, argv[1]))
        s++;
    if (s->name)
        return s->run(argc - 1, argv + 1);
    fprintf(stderr, "course: there is no subcommand %s\n", argv[1]);
    return STATUS_WRONG_USE;
}
