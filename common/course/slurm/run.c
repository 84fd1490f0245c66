/*
 * run.c - rounds: what is missing is submitted, and watched until nothing of it
 * is under way any more.
 *
 * A round after the first has what the one before left, in smaller tasks, so
 * that a submission which kills its task is soon alone in one.  The last was
 * the second in a row that brought nothing though each task had one only.
 */
#include "slurm.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/clock.h"
#include "files/publish.h"
#include "submit.h"
#include "watch.h"

enum { DONE, WRONG_USE = 2, FAULT = 3, INTERRUPTED = 130, GO_ON = -1 };
enum { MOST_CHUNK = 20, TASKS_EACH = 3, SMALLER = 4, FRUITLESS = 2 };

struct run {
    struct watch watch;
    const struct plan *plan;
    const char *options; /* SLURM_OPTIONS */
    char kit[PUBLISH_PATH];
    size_t chunk, at_once, most_tasks;
    unsigned fruitless; /* rounds in a row */
    bool limited;       /* told that tasks were made larger */
};

static size_t number_of(const char *name, size_t otherwise)
{
    const char *text = getenv(name);
    char *end;
    unsigned long n = text ? strtoul(text, &end, 10) : 0;
    return text && *text && !*end ? n : otherwise;
}

/* ---- what is there ------------------------------------------------------- */

static bool slurm_is_here(void)
{
    static const char *const programs[] = {"sbatch", "squeue", "scancel",
                                           "sinfo", "scontrol"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (command_exists(programs[i]))
            continue;
        fprintf(stderr,
                "course: ENGINE=slurm runs on a machine that submits to a "
                "cluster, and there is no %s here; ENGINE=local grades on this "
                "one\n",
                programs[i]);
        return false;
    }
    return true;
}

/* Three tasks for each processor, so that none waits long for the last, as
 * long as that makes tasks of at most a minute. */
static bool measure_cluster(struct run *run)
{
    char said[COMMAND_SAID];
    size_t processors = queue_processors(said), count = run->watch.wanted.count;
    if (processors == 0) {
        fprintf(stderr, "course: Slurm does not answer: %s\n", said);
        return false;
    }
    run->most_tasks = queue_most_tasks();
    run->chunk = count / (TASKS_EACH * processors) + 1;
    if (run->chunk > MOST_CHUNK)
        run->chunk = MOST_CHUNK;
    run->chunk = number_of("SLURM_CHUNK", run->chunk);
    return true;
}

/* kit.sh says where it is. */
static bool make_kit(struct run *run)
{
    enum { KIT_SECONDS = 600 };
    struct command command = {.count = 0};
    bool made;
    command_add(&command, "sh");
    command_add(&command, "common/course/slurm/kit.sh");
    command_add(&command, run->watch.out);
    made = command_run(&command, KIT_SECONDS);
    if (made)
        made = publish_path(run->kit, "%.*s",
                            (int)strcspn(command.output, "\n"), command.output);
    else
        fprintf(stderr, "course: cannot make what nodes need: %s\n",
                command.said);
    command_free(&command);
    return made;
}

/* ---- jobs of an earlier run ---------------------------------------------- */

static bool add_array(struct run *run, struct job *job)
{
    struct watch *watch = &run->watch;
    struct array *more =
        realloc(watch->arrays, (watch->count + 1) * sizeof *more);
    if (more)
        watch->arrays = more;
    if (!more || !queue_array(&more[watch->count], job)) {
        job_free(job);
        return false;
    }
    watch->count++;
    return true;
}

/* What a task that waits or runs has to do is under way. */
static size_t mark(struct wanted *wanted, const struct array *array)
{
    size_t marked = 0;
    for (size_t t = 0; t < job_tasks(&array->job); t++) {
        enum task_state state = array->tasks[t].state;
        if (state != TASK_WAITING && state != TASK_ACTIVE)
            continue;
        for (size_t i = job_first(&array->job, t); i < job_last(&array->job, t);
             i++) {
            size_t place = wanted_place(wanted, &array->job.units[i]);
            if (place == wanted->count)
                continue;
            wanted->under_way[place] = true;
            marked++;
        }
    }
    return marked;
}

static void drop(struct watch *watch, size_t i)
{
    job_remove(watch->out, watch->arrays[i].job.name);
    queue_array_free(&watch->arrays[i]);
    watch->arrays[i] = watch->arrays[--watch->count];
}

/* No task of ours lives: rooms of dead ones go, and kits of another workbook,
 * whole or not. */
static bool remove_leftovers(const struct run *run)
{
    const char *out = run->watch.out, *own = strrchr(run->kit, '/');
    char path[PUBLISH_PATH];
    const struct dirent *entry;
    DIR *folder;
    if (!publish_path(path, "%s/slurm/rooms", out) || !publish_remove(path) ||
        !publish_path(path, "%s/slurm", out))
        return false;
    folder = opendir(path);
    while (folder && (entry = readdir(folder))) {
        if (strncmp(entry->d_name, "kit", 3) || !own ||
            !strcmp(entry->d_name, own + 1))
            continue;
        if (publish_path(path, "%s/slurm/%s", out, entry->d_name))
            publish_remove(path);
    }
    if (folder)
        closedir(folder);
    return true;
}

/* Jobs that still have something to do of what is wanted are kept, others are
 * cancelled and forgotten. */
static bool adopt(struct run *run)
{
    struct watch *watch = &run->watch;
    char said[COMMAND_SAID], **names;
    size_t count;
    struct job job;
    names = job_names(watch->out, &count);
    for (size_t i = 0; i < count; i++) {
        if (names[i] && job_read(&job, watch->out, names[i]))
            add_array(run, &job);
        free(names[i]);
    }
    free(names);
    if (watch->count > 0 && !queue_ask(watch->arrays, watch->count, said)) {
        fprintf(stderr, "course: Slurm does not answer: %s\n", said);
        return false;
    }
    for (size_t i = watch->count; i-- > 0;) {
        struct array *array = &watch->arrays[i];
        if (mark(&watch->wanted, array) > 0) {
            printf("Slurm job %s of an earlier run goes on\n", array->id);
            continue;
        }
        queue_cancel(array, 1);
        drop(watch, i);
    }
    return watch->count > 0 || remove_leftovers(run);
}

/* ---- a round ------------------------------------------------------------- */

/* Of what is missing and not under way; *count of them; NULL: no memory. */
static struct slurm_unit *left(const struct wanted *wanted, size_t *count)
{
    struct slurm_unit *units = calloc(wanted->count + 1, sizeof *units);
    *count = 0;
    for (size_t i = 0; units && i < wanted->count; i++) {
        if (wanted->states[i] != WANTED_THERE && !wanted->under_way[i])
            units[(*count)++] = wanted->units[i];
    }
    return units;
}

static bool write_job(struct run *run, const struct slurm_unit *units,
                      size_t count, struct job *job)
{
    char name[JOB_NAME];
    const char *out = run->watch.out;
    while ((count + run->chunk - 1) / run->chunk > run->most_tasks)
        run->chunk++;
    return job_write(out, run->chunk, units, count, name) &&
           job_read(job, out, name);
}

/* Where all nodes said why they grade nothing, Slurm finds none any more. */
static bool no_node_grades(const struct run *run)
{
    const struct nodes *nodes = &run->watch.nodes;
    if (!*nodes_excluded(nodes) || nodes_any_good(nodes))
        return false;
    fprintf(stderr, "course: none of the nodes that Slurm gave can grade this "
                    "class\n");
    return true;
}

static void tell_refusal(const struct run *run, const char *said)
{
    if (no_node_grades(run))
        return;
    fprintf(stderr,
            "course: Slurm refuses the job: %s; SLURM_OPTIONS=\"%s\"%s\n", said,
            run->options,
            strstr(said, "configuration") && !strstr(run->options, "--mem")
                ? " (a task asks for 4608 MiB: --mem=2G asks for less)"
                : "");
}

/* A limit of tasks may be met with fewer, larger ones. */
static int submit_units(struct run *run, const struct slurm_unit *units,
                        size_t count)
{
    const struct watch *watch = &run->watch;
    struct submission_to to = {watch->out, run->kit, run->options,
                               nodes_excluded(&watch->nodes), run->at_once};
    char id[24], said[COMMAND_SAID];
    struct job job;
    bool limited;
    for (;; run->chunk *= 2) {
        if (!write_job(run, units, count, &job))
            return FAULT;
        if (submit_job(&to, &job, id, said, &limited))
            break;
        if (!limited || job_tasks(&job) == 1) {
            tell_refusal(run, said);
            job_remove(watch->out, job.name);
            job_free(&job);
            return WRONG_USE;
        }
        job_remove(watch->out, job.name);
        job_free(&job);
    }
    printf("Slurm job %s: %zu to grade, %zu in each of %zu tasks\n", id, count,
           run->chunk, job_tasks(&job));
    fflush(stdout);
    return add_array(run, &job) ? GO_ON : FAULT;
}

static int submit_left(struct run *run)
{
    size_t count;
    struct slurm_unit *units = left(&run->watch.wanted, &count);
    int status = units ? GO_ON : FAULT;
    if (units && count > 0)
        status = submit_units(run, units, count);
    free(units);
    return status;
}

/* What each task of the round says of its node. */
static void judge_nodes(struct run *run)
{
    struct watch *watch = &run->watch;
    for (size_t i = 0; i < watch->count; i++) {
        struct array *array = &watch->arrays[i];
        for (size_t t = 0; t < job_tasks(&array->job); t++)
            nodes_note(&watch->nodes, array->tasks[t].node,
                       watch_all_there(watch, &array->job, t),
                       array->tasks[t].state == TASK_DONE);
    }
    nodes_judge(&watch->nodes);
}

static void end_round(struct run *run)
{
    struct watch *watch = &run->watch;
    judge_nodes(run);
    queue_cancel(watch->arrays, watch->count); /* what is held, if any */
    memset(watch->wanted.under_way, 0,
           watch->wanted.count * sizeof *watch->wanted.under_way);
    for (size_t i = watch->count; i-- > 0;) {
        queue_array_free(&watch->arrays[i]);
        watch->count--;
    }
}

/* ---- the end ------------------------------------------------------------- */

/* Of the whole class, not only of what was open. */
static void tell_standing(const struct run *run, const char *first)
{
    const struct plan *plan = run->plan;
    fflush(stderr);
    printf("%s%zu of %zu are graded, and stay so; the same command goes on "
           "from there.\n",
           first, plan->count - plan->open + run->watch.wanted.found,
           plan->count);
}

static void cancel(struct run *run, const char *first)
{
    queue_cancel(run->watch.arrays, run->watch.count);
    wanted_ask(&run->watch.wanted);
    tell_standing(run, first);
}

/* A task that has published its last result ends by itself; what else there
 * is, such as a twin of it that waits, has nothing to do. */
static void end_tasks(struct run *run)
{
    enum { TIMES = 6 };
    struct watch *watch = &run->watch;
    char said[COMMAND_SAID];
    for (int i = 0; i < TIMES && watch->count > 0; i++) {
        if (!queue_ask(watch->arrays, watch->count, said) ||
            queue_count(watch->arrays, watch->count, TASK_ACTIVE) == 0)
            break;
        watch_rest();
    }
    if (queue_count(watch->arrays, watch->count, TASK_ACTIVE) > 0 ||
        queue_count(watch->arrays, watch->count, TASK_WAITING) > 0)
        queue_cancel(watch->arrays, watch->count);
    else
        remove_leftovers(run);
    while (watch->count > 0)
        drop(watch, 0);
}

static int give_up(struct run *run)
{
    struct watch *watch = &run->watch;
    size_t missing = watch->wanted.count - watch->wanted.found;
    char why[300];
    if (no_node_grades(run)) {
        tell_standing(run, "");
        return WRONG_USE;
    }
    wanted_failed(&watch->wanted, why, sizeof why);
    printf("%zu could not be graded, through no fault of the students (%s); "
           "the same command tries them again.\n",
           missing, *why ? why : "their tasks ended before");
    return FAULT;
}

/* Nothing is under way, and something is missing. */
static int next_round(struct run *run, size_t found)
{
    const struct wanted *wanted = &run->watch.wanted;
    size_t chunk = run->chunk;
    end_round(run);
    run->fruitless = wanted->found > found ? 0 : run->fruitless + 1;
    run->chunk = chunk / SMALLER + (chunk < SMALLER);
    if (run->fruitless >= FRUITLESS && chunk == 1)
        return give_up(run);
    return GO_ON;
}

static int finish(struct run *run, enum watched watched, size_t found)
{
    struct watch *watch = &run->watch;
    progress_close(&watch->progress);
    switch (watched) {
    case WATCHED_ALL: end_tasks(run); return DONE;
    case WATCHED_QUIET: return next_round(run, found);
    case WATCHED_NO_ANSWER: tell_standing(run, ""); return WRONG_USE;
    case WATCHED_NO_NODE:
        cancel(run, "The job is cancelled: ");
        return WRONG_USE;
    case WATCHED_INTERRUPTED: break;
    }
    cancel(run, "Stopped, and the job cancelled: ");
    return INTERRUPTED;
}

static int rounds(struct run *run)
{
    int status = GO_ON;
    while (status == GO_ON) {
        size_t found = run->watch.wanted.found;
        status = submit_left(run);
        if (status == GO_ON)
            status = finish(run, watch_jobs(&run->watch), found);
    }
    return status;
}

static bool prepare(struct run *run)
{
    static const char *const folders[] = {"slurm/jobs", "slurm/nodes"};
    char path[PUBLISH_PATH];
    if (!publish_path(path, "%s/slurm/nodes", run->watch.out) ||
        !publish_remove(path))
        return false;
    for (size_t i = 0; i < 2; i++) {
        if (!publish_path(path, "%s/%s", run->watch.out, folders[i]) ||
            !publish_folder(path))
            return false;
    }
    return measure_cluster(run) && make_kit(run) && adopt(run);
}

static int run_plan(struct run *run)
{
    struct watch *watch = &run->watch;
    const struct plan *plan = run->plan;
    int status = WRONG_USE;
    double work = 0;
    for (size_t i = 0; i < plan->open; i++)
        work += plan->units[i].cost;
    progress_open(&watch->progress, plan->open, work);
    if (!wanted_open(&watch->wanted, plan, watch->out, &watch->progress))
        return FAULT;
    watch_signals();
    if (prepare(run))
        status = rounds(run);
    for (size_t i = 0; i < plan->open; i++)
        plan->units[i].done = plan_unit_done(plan, &plan->units[i], NULL);
    return status;
}

int slurm_run(const struct plan *plan, const struct run_options *options)
{
    const char *words = getenv("SLURM_OPTIONS");
    struct run run = {.plan = plan,
                      .options = words ? words : "",
                      .at_once = number_of("SLURM_AT_ONCE", 0)};
    struct watch *watch = &run.watch;
    int status = WRONG_USE;
    (void)options;
    watch->out = realpath(plan->out, NULL);
    watch->patience = (unsigned)number_of("SLURM_PATIENCE", 60);
    watch->delay = (unsigned)number_of("SLURM_DELAY", 60);
    watch->began = clock_seconds();
    if (watch->out && slurm_is_here())
        status = run_plan(&run);
    while (watch->count > 0)
        queue_array_free(&watch->arrays[--watch->count]);
    free(watch->arrays);
    nodes_free(&watch->nodes);
    wanted_free(&watch->wanted);
    free((char *)watch->out);
    return status;
}
