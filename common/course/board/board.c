/*
 * board.c - see board.h.
 */
#include "board.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "entries.h"
#include "grade/isolation.h"
#include "grade/one.h"
#include "grade/work.h"
#include "rank.h"
#include "show.h"
#include "store/store.h"
#include "unit.h"
#include "whole/whole.h"

enum { MOST_BOARDS = 32 };

/* Where times come from. */
enum source { FROM_GPU, FROM_MODEL, FROM_FILES, FROM_ELSEWHERE };

/* Of this call: a step of whole.h is handed no more than its own words. */
static struct {
    const char *exercises, *device, *lab;
} asked = {"", "auto", ""};

/* ---- which exercises ----------------------------------------------------- */

static bool is_named(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = strstr(list, name); at; at = strstr(at + 1, name)) {
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    }
    return false;
}

static bool is_open(const struct exercise *exercise)
{
    return exercise->challenge.ladder != NULL;
}

static bool is_wanted(const struct exercise *exercise)
{
    return is_open(exercise) &&
           (!*asked.exercises || is_named(asked.exercises, exercise->name));
}

/* Where no lab is named, all are ranked. */
static bool is_ranked(const struct lab *lab)
{
    return !*asked.lab || !strcmp(asked.lab, lab->name);
}

static const struct exercise *find_exercise(const char *name)
{
    const struct exercise *exercise = NULL;
    for (size_t i = 0; i < lab_count && !exercise; i++) {
        if (is_ranked(all_labs[i]))
            exercise = lab_exercise(all_labs[i], name);
    }
    return exercise;
}

static void list_open(void)
{
    for (size_t i = 0; i < lab_count; i++) {
        const struct lab *lab = all_labs[i];
        for (size_t k = 0; k < lab->exercise_count; k++) {
            if (is_ranked(lab) && is_open(&lab->exercises[k]))
                fprintf(stderr, " %s", lab->exercises[k].name);
        }
    }
    fputc('\n', stderr);
}

static bool can_be_ranked(const char *name)
{
    const struct exercise *exercise = find_exercise(name);
    if (exercise && is_open(exercise))
        return true;
    if (exercise)
        fprintf(stderr, "course: %s is no open exercise; there are:", name);
    else
        fprintf(stderr,
                "course: there is no exercise \"%s\"%s%s; open are:", name,
                *asked.lab ? " in " : "", asked.lab);
    list_open();
    return false;
}

static bool all_can_be_ranked(const char *list)
{
    char *words = strdup(list), *rest = words, *word;
    bool all = words;
    while (all && (word = strtok_r(rest, " ", &rest)))
        all = can_be_ranked(word);
    free(words);
    return all;
}

static size_t find_boards(struct board *boards, const struct class *class)
{
    size_t count = 0;
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct lab *lab = class->labs[i];
        for (size_t k = 0; k < lab->exercise_count; k++) {
            const struct exercise *exercise = &lab->exercises[k];
            if (is_wanted(exercise) && count < MOST_BOARDS &&
                entries_find(&boards[count], class, lab, exercise))
                count++;
        }
    }
    return count;
}

/* ---- prepared ------------------------------------------------------------ */

/* Of a lab, since it is compiled once for all of them. */
static void exercises_of(const struct board *boards, size_t count,
                         const struct lab *lab, char *text, size_t n)
{
    *text = '\0';
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        if (boards[i].lab == lab)
            snprintf(text + used, n - used, "%s ", boards[i].exercise->name);
    }
}

static bool prepare(struct board *boards, size_t count,
                    const struct class *class, bool recorded)
{
    char folder[PUBLISH_PATH], exercises[600];
    struct unit_order order = {.box = isolation_find(class->course.sandbox),
                               .exercises = exercises,
                               .recorded = recorded};
    if (!order.box || !publish_path(folder, "%s/board", class->out) ||
        !publish_folder(folder))
        return false;
    work_begin();
    for (size_t i = 0; i < count; i++) {
        exercises_of(boards, count, boards[i].lab, exercises, sizeof exercises);
        order.exercise = boards[i].exercise->name;
        for (size_t k = 0; k < boards[i].count; k++)
            unit_prepare(class, &boards[i].entries[k], &order);
    }
    return true;
}

/* ---- measured ------------------------------------------------------------ */

static int run_script(const char *const *argv)
{
    int status = 0;
    pid_t pid;
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execvp(argv[0], (char **)argv);
        perror(argv[0]);
        _exit(ONE_WRONG_USE);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : ONE_FAILED;
}

static bool has_gpu(void)
{
    char path[PUBLISH_PATH];
    const char *argv[] = {path, "--gpu", NULL};
    return publish_built(path, "bin/replay") && run_script(argv) == 0;
}

static bool measure(const char *out)
{
    char folder[PUBLISH_PATH];
    const char *argv[] = {"sh", "common/course/board/measure.sh", folder, NULL};
    return publish_path(folder, "%s/board", out) && run_script(argv) == 0;
}

static bool choose_source(enum source *source)
{
    const char *device = asked.device;
    if (!strcmp(device, "recorded"))
        *source = FROM_FILES;
    else if (!strcmp(device, "pack"))
        *source = FROM_ELSEWHERE;
    else if (strcmp(device, "emu") && has_gpu())
        *source = FROM_GPU;
    else
        *source = FROM_MODEL;
    if (*source == FROM_MODEL && !strcmp(device, "gpu")) {
        fputs("course: without a GPU: DEVICE=emu ranks modelled times; "
              "DEVICE=pack prepares what a GPU elsewhere takes\n",
              stderr);
        return false;
    }
    if (*source == FROM_MODEL)
        puts("Ranked by modelled times: no GPU is used here.");
    return true;
}

static void tell_packed(const char *out)
{
    printf("Prepared: %s/board. In a workbook where the GPU is:\n"
           "  make replay && sh common/course/board/measure.sh FOLDER\n"
           "and, when that folder is back here, the same command with "
           "DEVICE=recorded\n",
           out);
}

static bool was_packed(const struct board *board,
                       const struct board_entry *entry)
{
    char path[PUBLISH_PATH];
    return publish_path(path, "%s/%s", entry->unit, board->exercise->name) &&
           access(path, F_OK) == 0;
}

/* What was packed is of these submissions as this workbook grades them: a
 * later one, or a workbook built anew, has others.  False: there is none. */
static bool find_packed(const struct board *boards, size_t count,
                        const char *out)
{
    size_t packed = 0, missing = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < boards[i].count; k++) {
            bool is_there = was_packed(&boards[i], &boards[i].entries[k]);
            packed += is_there;
            missing += !is_there;
        }
    }
    if (missing > 0)
        fprintf(stderr,
                "course: %zu of %zu entries are not in %s/board as they are "
                "now: were they handed in, or was the workbook built, after "
                "it was packed? DEVICE=pack, and measure again (what could "
                "not be prepared is missing then as well)\n",
                missing, packed + missing, out);
    return packed > 0 || missing == 0;
}

/* ---- all of it ----------------------------------------------------------- */

static int rank_all(struct board *boards, size_t count,
                    const struct class *class, enum source source)
{
    if (source != FROM_FILES &&
        !prepare(boards, count, class, source != FROM_MODEL))
        return ONE_FAILED;
    if (source == FROM_ELSEWHERE) {
        tell_packed(class->out);
        return ONE_DONE;
    }
    if ((source == FROM_GPU && !measure(class->out)) ||
        (source == FROM_FILES && !find_packed(boards, count, class->out)))
        return ONE_FAILED;
    for (size_t i = 0; i < count; i++) {
        entries_keep_right(&boards[i]);
        if (source == FROM_MODEL)
            entries_modelled(&boards[i]);
        else
            entries_measured(&boards[i]);
        rank(&boards[i]);
        show_print(&boards[i]);
    }
    return show_write(boards, count, class) ? ONE_DONE : ONE_FAILED;
}

static int board_step(int argc, char **argv)
{
    static struct board boards[MOST_BOARDS];
    const char *out = NULL, *overrides = NULL, *labs[2] = {NULL, NULL};
    struct class class;
    enum source source;
    size_t count;
    int status;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--out"))
            out = argv[i + 1];
        if (!strcmp(argv[i], "--overrides"))
            overrides = argv[i + 1];
        if (!strcmp(argv[i], "--lab"))
            labs[0] = argv[i + 1];
    }
    if (!choose_source(&source) ||
        !class_read(&class, out, labs[0] ? labs : NULL, overrides))
        return ONE_WRONG_USE;
    count = find_boards(boards, &class);
    status = rank_all(boards, count, &class, source);
    for (size_t i = 0; i < count; i++)
        entries_free(&boards[i]);
    class_free(&class);
    return status;
}

/* Takes its own words out of those that whole.h knows, which refuses a lab that
 * there is not. */
static bool take_own(int *argc, char **argv)
{
    static const char *const devices[] = {"auto", "gpu", "emu", "pack",
                                          "recorded"};
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        bool has_value = i + 1 < *argc;
        if (has_value && !strcmp(argv[i], "--lab") && store_is_lab(argv[i + 1]))
            asked.lab = argv[i + 1];
        if (has_value && !strcmp(argv[i], "--ex"))
            asked.exercises = argv[++i];
        else if (has_value && !strcmp(argv[i], "--device"))
            asked.device = argv[++i];
        else
            argv[kept++] = argv[i];
    }
    argv[ *argc = kept] = NULL;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        if (!strcmp(devices[i], asked.device))
            return all_can_be_ranked(asked.exercises);
    }
    fprintf(stderr,
            "course: DEVICE is auto, gpu, emu, pack or recorded, not \"%s\"\n",
            asked.device);
    return false;
}

int board_main(int argc, char **argv, int (*intake)(int argc, char **argv))
{
    struct whole_steps steps = {.intake = intake, .collect = board_step};
    return take_own(&argc, argv) ? whole_main(argc, argv, &steps)
                                 : ONE_WRONG_USE;
}
