/*
 * walk.c - finds what is worth walking through, and walks.
 */
#include "walk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/compare.h"
#include "grade/explain.h"
#include "grade/grading.h"
#include "grade/meet.h"
#include "grade/shape.h"
#include "own_size.h"
#include "term/wrap.h"
#include "walk_print.h"

/* Elements of the inputs: more than a warp has threads; and where not all steps
 * could be kept. */
enum { WORTH_SEEING = 40, MOST_SEEN = 4096 };
enum { MOST_ARRAYS = 32 };

struct walker {
    struct session *session;
    const struct lab *lab;
    const struct exercise *exercise;
    struct size own; /* if one was given */
    struct program program;
    struct run run;             /* the last one */
    struct comparison compared; /* its output; wrong == 0 if there is none */
    const struct finding_record *finding; /* that is an error; or NULL */
    char said[1200];                      /* of what came out, on a terminal */
};

/* ---- a run --------------------------------------------------------------- */

static const struct finding_record *first_error(const struct run *run)
{
    for (size_t i = 0; i < run->finding_count; i++)
        if (!strcmp(run->findings[i].severity, "error"))
            return &run->findings[i];
    return NULL;
}

/* At the size of the problem; false: something is wrong with the grader. */
static bool run_once(struct walker *w, bool with_steps)
{
    struct session *session = w->session;
    const struct problem *problem = &session->problem;
    struct request request = session_request(session, COMMAND_RUN, false);
    struct worker worker;
    run_free(&w->run);
    session_worker(session, &worker, &w->program, w->exercise, false);
    if (with_steps)
        worker_keep_steps(&worker);
    worker_send(&worker, &request);
    worker_wait(&worker, &w->run);
    worker_close(&worker);
    w->compared = (struct comparison){0};
    if (!problem_expect(&session->problem))
        return false;
    if (w->run.state == RUN_DONE)
        compare(&w->compared, w->exercise->buffers[problem->output].element,
                problem_output(problem), problem->expected, problem->count,
                POISON_NAN);
    w->finding = first_error(&w->run);
    return true;
}

static bool is_wrong(const struct walker *w)
{
    return w->run.state != RUN_DONE || w->compared.wrong || w->finding;
}

static bool set_size(struct walker *w, struct size size)
{
    return problem_set(&w->session->problem, w->exercise, size,
                       w->session->arguments->seed);
}

/* Do several lanes read, or write where there is nothing to read, at once? */
static bool lanes_work(const struct walker *w)
{
    bool reads = input_elements(w->exercise, w->session->problem.size) > 0,
         work = false;
    char *text = w->run.steps ? strdup(w->run.steps) : NULL;
    struct steps steps = {.count = 0};
    if (text && steps_read(&steps, text))
        for (size_t i = 0; i < steps.count && !work; i++)
            work = steps.step[i].global && step_accesses(&steps.step[i]) &&
                   (!reads || step_is(&steps.step[i], "load")) &&
                   __builtin_popcount(steps.step[i].lanes) > 1;
    steps_free(&steps);
    free(text);
    return work;
}

/* Is it worth seeing?  False: it is not, or something is wrong with the
 * grader. */
static bool is_telling(struct walker *w, struct size size)
{
    return input_elements(w->exercise, size) <= MOST_SEEN &&
           set_size(w, size) && run_once(w, true) && lanes_work(w);
}

/* Enough of it to be read, where anything is. */
static bool is_much(const struct exercise *exercise, struct size size)
{
    size_t elements = input_elements(exercise, size);
    return elements == 0 || elements >= WORTH_SEEING;
}

/* Where all is right: leaves the run of a size that is no trouble to read. */
static bool find_quiet_run(struct walker *w)
{
    const struct exercise *exercise = w->exercise;
    const struct size *much = NULL; /* the first */
    for (size_t i = 0; i < exercise->size_count; i++) {
        const struct size *size = &exercise->sizes[i];
        if (!is_much(exercise, *size))
            continue;
        if (is_telling(w, *size))
            return true;
        much = much ? much : size;
    }
    return set_size(w,
                    much ? *much : exercise->sizes[exercise->size_count - 1]) &&
           run_once(w, true);
}

/* Leaves the run to be shown, with its steps: at the first size at which it is
 * wrong and lanes work beside each other, else the first at which it is wrong.
 */
static bool find_run(struct walker *w)
{
    const struct exercise *exercise = w->exercise;
    const struct size *wrong = NULL; /* the first */
    if (w->session->arguments->has_own)
        return set_size(w, w->own) && run_once(w, true);
    for (size_t i = 0; i < exercise->size_count; i++) {
        const struct size *size = &exercise->sizes[i];
        if (wrong && input_elements(exercise, *size) > MOST_SEEN)
            continue;
        if (!set_size(w, *size) || !run_once(w, false))
            return false;
        if (!is_wrong(w))
            continue;
        if (is_telling(w, *size))
            return true;
        wrong = wrong ? wrong : size;
    }
    return wrong ? set_size(w, *wrong) && run_once(w, true) : find_quiet_run(w);
}

/* ---- what is said of it -------------------------------------------------- */

/* "1,2,0" of so many by so many; false: not known. */
static bool read_place(const char *text, const long *extent, uint32_t *place)
{
    long x, y, z;
    if (sscanf(text, "%ld,%ld,%ld", &x, &y, &z) != 3)
        return false;
    *place = (uint32_t)(x + extent[0] * (y + extent[1] * z));
    return true;
}

/* Has the thread of the finding a part in the step? */
static bool is_by(const struct finding_record *f, const struct step *launch,
                  const struct step *step)
{
    uint32_t block, thread;
    return launch && read_place(f->block, launch->offset, &block) &&
           read_place(f->thread, launch->offset + 3, &thread) &&
           step->block == block && step->warp == thread / WARP_SIZE &&
           step->lanes >> thread % WARP_SIZE & 1;
}

/* Is it what the finding tells?  A step's words may have been cut short. */
static bool is_fault(const struct step *step, const struct finding_record *f)
{
    return step_is(step, "fault") && step->line == f->line &&
           !strncmp(step->array, f->title, strlen(step->array));
}

/* How well a step fits a finding; 0: not at all. */
static unsigned fit(const struct finding_record *f, const struct step *launch,
                    const struct step *step)
{
    enum { LINE = 1, ACCESS = 2, THREAD = 4, FAULT = 8 };
    if (step->line != f->line)
        return 0;
    return LINE + (step_accesses(step) ? ACCESS : 0) +
           (is_by(f, launch, step) ? THREAD : 0) +
           (is_fault(step, f) ? FAULT : 0);
}

/* Where accesses were wrong, the finding that the first of them led to. */
static void find_first_fault(struct walker *w, const struct steps *steps)
{
    size_t i = 0;
    while (i < steps->count && !step_is(&steps->step[i], "fault"))
        i++;
    for (size_t k = 0; i < steps->count && k < w->run.finding_count; k++)
        if (is_fault(&steps->step[i], &w->run.findings[k])) {
            w->finding = &w->run.findings[k];
            return;
        }
}

/* The step at which the emulated device found something: the first of those
 * that fit best. */
static void follow_finding(const struct walker *w, const struct steps *steps,
                           struct difference *d)
{
    const struct step *launch = NULL;
    unsigned best = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->step[i];
        if (step_is(step, "launch"))
            launch = step;
        unsigned fits = step == launch ? 0 : fit(w->finding, launch, step);
        if (fits <= best)
            continue;
        best = fits;
        *d = (struct difference){.step = (uint32_t)i + 1,
                                 .launch = step->launch,
                                 .block = step->block,
                                 .warp = step->warp};
    }
}

static void print_wrapped(const char *text)
{
    if (text[0])
        wrap_print(stdout, text, 0, 0);
}

/* For the page as well. */
static void say(struct walker *w, const char *text)
{
    size_t used = strlen(w->said);
    print_wrapped(text);
    snprintf(w->said + used, sizeof w->said - used, "%s.  ", text);
    for (char *at = w->said; (at = strpbrk(at, "\n\t")); at++)
        *at = ' ';
}

static void tell(struct walker *w, struct trail *trail, struct difference *d)
{
    const struct problem *problem = &w->session->problem;
    struct evidence evidence = {.problem = problem,
                                .first = problem_output(problem),
                                .poison = POISON_NAN};
    char text[500];
    *d = (struct difference){0};
    trail_show(trail, problem->count / 2, d);
    if (w->run.state != RUN_DONE)
        say(w, w->run.message);
    find_first_fault(w, trail->steps);
    if (w->compared.wrong) {
        explain_element(&evidence, w->compared.first_wrong, text, sizeof text);
        trail_follow(trail, w->compared.first_wrong, d);
        say(w, text);
    } else if (w->finding && !(!strcmp(w->finding->tool, "racecheck") &&
                               meet_find(trail, w->finding->line,
                                         w->finding->other_line, d))) {
        follow_finding(w, trail->steps, d);
    }
    if (w->finding) {
        finding_in_words(w->finding, text, sizeof text);
        say(w, text);
        if (!strcmp(w->finding->tool, "memcheck") && w->finding->detail[0])
            say(w, w->finding->detail);
    }
    if (!is_wrong(w))
        say(w, "The result is right, and nothing was found.  What may still "
               "cost points says make profile");
    else if (w->run.state == RUN_DONE && !w->compared.wrong)
        say(w, "The result came out right all the same");
}

/* Has the host's side set memory, or copied into it? */
static bool fills(const struct calls *calls)
{
    for (size_t i = 0; i < calls_kept(calls); i++) {
        enum call_kind kind = calls->made[i].kind;
        if (kind == CALL_FILL || kind == CALL_COPY_IN ||
            kind == CALL_COPY_WITHIN)
            return true;
    }
    return false;
}

/* ---- for the page -------------------------------------------------------- */

static FILE *open_file(const struct walker *w, const char *ending)
{
    char name[160], path[PATH_BYTES];
    snprintf(name, sizeof name, "results/explain/%s_%s%s", w->lab->name,
             w->exercise->name, ending);
    FILE *file = build_path(path, sizeof path, name) ? fopen(path, "w") : NULL;
    if (!file)
        fprintf(stderr, "explain: %s: %s\n", path, strerror(errno));
    return file;
}

static bool make_folder(void)
{
    return build_folder("results") && build_folder("results/explain");
}

/* The header, launches, and what the block did; text is a CSV. */
static bool is_shown(const char *row, size_t n, const struct difference *d)
{
    uint32_t launch, block, number;
    return sscanf(row, "%u,%u,%u", &number, &launch, &block) == 3 &&
           ((launch == d->launch && block == d->block) ||
            memmem(row, n, ",launch,", 8));
}

/* Without the nodes, its last columns. */
static size_t without_nodes(const char *row, size_t n)
{
    for (unsigned commas = 0; n > 0 && commas < STEP_SOURCES; n--)
        commas += row[n - 1] == ',';
    return n;
}

static void write_steps(const struct walker *w, const char *text,
                        const struct difference *d)
{
    FILE *file = open_file(w, ".csv");
    for (bool header = true; file && *text; header = false) {
        size_t n = strcspn(text, "\n");
        if (header || is_shown(text, n, d)) {
            fwrite(text, 1, without_nodes(text, n), file);
            fputc('\n', file);
        }
        text += n + (text[n] == '\n');
    }
    if (file)
        fclose(file);
}

/* How long rows of the arrays are that the block has in shared memory. */
static void write_shared(FILE *file, const struct walker *w,
                         const struct trail *trail, const struct difference *d)
{
    const struct steps *steps = trail->steps;
    const char *met[MOST_ARRAYS];
    size_t count = 0, k;
    for (size_t i = 0; i < steps->count && count < MOST_ARRAYS; i++) {
        const struct step *step = &steps->step[i];
        if (!step->shared || step->launch != d->launch ||
            step->block != d->block)
            continue;
        for (k = 0; k < count && strcmp(met[k], step->array);)
            k++;
        if (k < count)
            continue;
        met[count++] = step->array;
        fprintf(file, "columns\t%s\t%zu\n", step->array,
                shape_columns(w->program.source, step->array, step->line));
    }
}

static void write_facts(const struct walker *w, const struct trail *trail,
                        const struct difference *d)
{
    FILE *file = open_file(w, ".facts");
    char size[64];
    if (!file)
        return;
    size_in_words(w->exercise, w->session->problem.size, size, sizeof size);
    fprintf(file, "title\t%s\nlab\t%s\nexercise\t%s\nsize\t%s\nsource\t%s\n",
            w->exercise->title, w->lab->name, w->exercise->name, size,
            w->program.source);
    fprintf(file, "step\t%u\nother\t%u\nblock\t%u\nwarp\t%u\ntext\t%s%s\n",
            d->step, d->other, d->block, d->warp, w->said, d->text);
    fprintf(file, "wrong\t%d\n", is_wrong(w));
    for (size_t i = 0; i < buffer_count(w->exercise); i++)
        fprintf(file, "argument\t%s\n", w->exercise->buffers[i].name);
    for (size_t i = 0; i < trail->allocations; i++) {
        int buffer = trail->buffer_of[i];
        if (buffer < 0)
            continue;
        fprintf(file, "columns\t%zu\t%zu\n", i,
                buffer_columns(&w->exercise->buffers[buffer],
                               w->session->problem.size));
    }
    write_shared(file, w, trail, d);
    fclose(file);
}

/* ---- the whole ----------------------------------------------------------- */

/* There is the page still, to try accesses on. */
static void show_nothing(struct walker *w)
{
    struct steps none = {.count = 0};
    struct trail trail = {.steps = &none, .source = w->program.source};
    struct difference difference = {0};
    say(w, w->run.state != RUN_DONE
               ? w->run.message
               : "No kernel was launched: the launch comes first, and make "
                 "hint has a first step");
    if (make_folder()) {
        write_steps(w, "", &difference);
        write_facts(w, &trail, &difference);
    }
}

static bool show(struct walker *w)
{
    struct steps steps;
    struct trail trail;
    struct difference difference;
    char *text = w->run.steps ? strdup(w->run.steps) : NULL, size[64];
    size_in_words(w->exercise, w->session->problem.size, size, sizeof size);
    printf("%s %s, %s\n", w->lab->name, w->exercise->name, size);
    if (!text) {
        show_nothing(w);
        return true;
    }
    if (!steps_read(&steps, text) ||
        !trail_open(&trail, &w->session->problem, &steps, w->program.source)) {
        free(text);
        return false;
    }
    trail.filled = fills(&w->run.response.calls);
    tell(w, &trail, &difference);
    print_wrapped(difference.text);
    putchar('\n');
    walk_print(&(struct walked){&trail, &difference, w->program.source,
                                w->session->arguments->color});
    if (steps.cut)
        puts("There were more steps than are kept: a smaller size shows all.");
    if (make_folder()) {
        write_steps(w, w->run.steps, &difference);
        write_facts(w, &trail, &difference);
    }
    trail_close(&trail);
    steps_free(&steps);
    free(text);
    return true;
}

static bool has_warps(const struct exercise *exercise)
{
    return !exercise->on_cpu;
}

/* Says what cannot be walked through. */
static bool can_walk(const struct arguments *arguments)
{
    const struct exercise *exercise = arguments->exercise;
    if (!exercise)
        arguments_ask(arguments, "explain: which exercise?", "  ", has_warps);
    else if (!has_warps(exercise))
        fprintf(stderr,
                "explain: %s is done by the CPU; there is no warp to be "
                "shown.\nmake check LAB=%s EX=%s says whether it is right.\n",
                exercise->name, arguments->lab->name, exercise->name);
    return exercise && has_warps(exercise);
}

enum exit_status walk(struct session *session)
{
    struct walker w = {.session = session,
                       .lab = session->arguments->lab,
                       .exercise = session->arguments->exercise};
    enum exit_status status = STATUS_HARNESS_FAULT;
    if (!can_walk(session->arguments))
        return STATUS_WRONG_USE;
    if (session->arguments->has_own &&
        !own_size_take(w.exercise, session->arguments->own, &w.own))
        return STATUS_WRONG_USE;
    if (!session_program(session, w.lab, w.exercise, &w.program))
        return STATUS_WRONG_USE;
    if (find_run(&w) && show(&w))
        status = is_wrong(&w) ? STATUS_POINTS_MISSING : STATUS_FULL_SCORE;
    run_free(&w.run);
    return status;
}
