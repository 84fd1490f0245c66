/*
 * one.c - see one.h.
 */
#include "one.h"

#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "environment.h"
#include "isolation.h"
#include "lab/lab.h"
#include "record.h"
#include "room.h"
#include "work.h"

/* Wider than a compiler or all exercises of a lab together can take. */
static const double most_seconds = 1800;
static const long most_kib = 8L << 20, most_disk_kib = 1L << 20;

struct one {
    struct course course;
    struct room room;
    struct record record;
    const char *file, *expected, *box;
    char digest[DIGEST_TEXT], source[DIGEST_TEXT];
    char why[400];
    struct environment environment;
    bool stopped;
};

/* ---- one program --------------------------------------------------------- */

static bool fail(struct one *one, const char *why)
{
    one->record.status = RESULT_FAILED;
    snprintf(one->why, sizeof one->why, "%s", why);
    return false;
}

/* The last line of a file of the room; "". */
static void last_line(const struct one *one, const char *name, char *line,
                      int n)
{
    char path[PUBLISH_PATH], next[256];
    FILE *file = publish_path(path, "%s/%s", one->room.path, name)
                     ? fopen(path, "re")
                     : NULL;
    line[0] = '\0';
    while (file && fgets(next, sizeof next, file)) {
        next[strcspn(next, "\n")] = '\0';
        if (next[0])
            snprintf(line, (size_t)n, "%s", next);
    }
    if (file)
        fclose(file);
}

/* Of a program of ours, which does not end so whatever a student wrote. */
static bool fail_by_status(struct one *one, const char *name, int status,
                           const char *output)
{
    char line[256], why[sizeof one->why];
    last_line(one, output, line, sizeof line);
    if (WIFSIGNALED(status))
        snprintf(why, sizeof why, "%s was ended by a signal: %s", name,
                 strsignal(WTERMSIG(status)));
    else
        snprintf(why, sizeof why, "%s ended with status %d%s%s", name,
                 WEXITSTATUS(status), line[0] ? ": " : "", line);
    return fail(one, why);
}

/* False: it did not come to its end by itself. */
static bool run(struct one *one, const char *name, const char *output,
                const char *const *argv, int *status)
{
    struct work work = {.folder = one->room.path,
                        .output = output,
                        .argv = argv,
                        .environment = one->environment.words,
                        .most_seconds = most_seconds,
                        .most_kib = most_kib,
                        .most_disk_kib = most_disk_kib};
    char why[sizeof one->why];
    if (!work_do(&work))
        return fail(one, "no process could be started");
    *status = work.status;
    one->stopped = work.stopped;
    if (work.peak_kib > one->record.peak_kib)
        one->record.peak_kib = work.peak_kib;
    if (work.ended) {
        snprintf(why, sizeof why, "%s was stopped: %s", name, work.ended);
        return fail(one, why);
    }
    return !work.stopped;
}

/* ---- the compiler -------------------------------------------------------- */

/* folder: the lab's, or that of a case of it. */
static bool has_program(const struct one *one, const char *folder)
{
    char path[PUBLISH_PATH];
    return publish_path(path, "%s/programs/%s/student.clang", one->room.path,
                        folder) &&
           access(path, X_OK) == 0;
}

/* The first line of the compiler's that has these words; false: none. */
static bool log_says(const struct one *one, const char *folder,
                     const char *words, char *line, int n)
{
    char path[PUBLISH_PATH];
    FILE *log = publish_path(path, "%s/programs/%s/student.clang.log",
                             one->room.path, folder)
                    ? fopen(path, "re")
                    : NULL;
    bool found = false;
    while (log && !found && fgets(line, n, log)) {
        line[strcspn(line, "\n")] = '\0';
        found = strstr(line, words);
    }
    if (log)
        fclose(log);
    return found;
}

/* There is no program: is that the student's doing? */
static bool judge_log(struct one *one, const char *folder)
{
    static const char *const ours[] = {
        "No space left on device", "error: clang: No such file",
        "clang: No such file", ": Killed", "[Killed]"};
    char line[300], why[sizeof one->why];
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        if (!log_says(one, folder, ours[i], line, sizeof line))
            continue;
        snprintf(why, sizeof why, "the compiler could not work: %s", line);
        return fail(one, why);
    }
    if (!strcmp(folder, one->record.lab) && /* of a case the grader tells */
        log_says(one, folder, " is refused, as it ", line, sizeof line)) {
        one->record.status = RESULT_REFUSED;
        snprintf(one->why, sizeof one->why, "%s", line);
    }
    return true;
}

static bool compile_in(struct one *one, const char *folder)
{
    char source[PUBLISH_PATH], program[PUBLISH_PATH];
    const char *argv[] = {"sh",    "common/harness/compile.sh",
                          "--lab", "--boxed",
                          "clang", source,
                          program, NULL};
    int status;
    if (!publish_path(source, "%s/student.cu", folder) ||
        !publish_path(program, "programs/%s/student.clang", folder) ||
        !run(one, "the compiler", "compiler.said", argv, &status))
        return false;
    if (status)
        return fail_by_status(one, "the compiler", status, "compiler.said");
    return has_program(one, folder) || judge_log(one, folder);
}

/* The lab's, and of each case that was taken up. */
static bool compile(struct one *one)
{
    const struct lab *lab = store_lab(one->record.lab);
    bool done = compile_in(one, lab->name);
    for (size_t i = 0; done && i < lab->exercise_count; i++) {
        const struct exercise *exercise = &lab->exercises[i];
        char folder[PUBLISH_PATH], file[PUBLISH_PATH];
        if (exercise->is_case &&
            source_of_case(file, one->file, exercise->name))
            done = publish_path(folder, "%s/cases/%s", lab->name,
                                exercise->name) &&
                   compile_in(one, folder);
    }
    return done;
}

/* ---- the grader ---------------------------------------------------------- */

static bool read_check(struct one *one)
{
    char path[PUBLISH_PATH];
    cJSON_Delete(one->record.check);
    one->record.check = publish_path(path, "%s/check.json", one->room.path)
                            ? json_read(path)
                            : NULL;
    return one->record.check || fail(one, "the grader wrote no result");
}

/* What all submissions share, by a path that holds in any room; false: it
 * cannot be, and is made anew for each. */
static bool share(const struct one *one, char path[PUBLISH_PATH])
{
    char *out = realpath(one->record.out, NULL);
    bool done = out && publish_path(path, "%s/shared", out) &&
                publish_folder(path) && chmod(path, 0700) == 0;
    free(out);
    return done;
}

static bool grade_once(struct one *one)
{
    char grader[PUBLISH_PATH], seed[24], shared[PUBLISH_PATH];
    const char *argv[] = {
        grader,      "check",      "--lab",      one->record.lab,
        "--device",  "emu",        "--compiler", "clang",
        "--seed",    seed,         "--programs", "programs",
        "--threads", "1",          "--color",    "never",
        "--json",    "check.json", "--points",   "--shared",
        shared,      NULL};
    int status;
    if (!share(one, shared))
        argv[sizeof argv / sizeof *argv - 3] = NULL;
    snprintf(seed, sizeof seed, "%" PRIu64, one->course.seed);
    if (!publish_built(grader, "bin/grader") ||
        !run(one, "the grader", "grader.said", argv, &status))
        return false;
    if (WIFSIGNALED(status) || WEXITSTATUS(status) > 1)
        return fail_by_status(one, "the grader", status, "grader.said");
    return read_check(one);
}

/* Who was killed may have been so by somebody else, such as the system for lack
 * of memory: it is the student's doing if it happens again. */
static bool grade(struct one *one)
{
    bool done = grade_once(one);
    if (done && *json_text(one->record.check, "killed"))
        done = grade_once(one);
    if (done && !strcmp(json_text(one->record.check, "killed"), "judge"))
        return fail(one, "the process with the emulated device was killed "
                         "twice; is there too little memory?");
    return done;
}

/* ---- one ----------------------------------------------------------------- */

static int publish(struct one *one)
{
    struct record *record = &one->record;
    record->why = one->why;
    record->seconds = work_seconds();
    if (!record_publish(record))
        return ONE_FAILED;
    return record->status == RESULT_FAILED ? ONE_FAILED : ONE_DONE;
}

static int build_and_grade(struct one *one)
{
    int status;
    work_begin();
    if (!room_open(&one->room, one->record.out, one->record.lab, one->digest,
                   one->file))
        return ONE_FAILED;
    environment_begin(&one->environment, one->box);
    if (compile(one))
        grade(one);
    status = one->stopped ? ONE_STOPPED : publish(one);
    cJSON_Delete(one->record.check);
    room_close(&one->room);
    return status;
}

static int refuse(const char *sentence, const char *what)
{
    fprintf(stderr, "course: %s %s\n", sentence, what);
    return ONE_WRONG_USE;
}

static int begin(struct one *one)
{
    struct record *record = &one->record;
    char path[PUBLISH_PATH], predictions[DIGEST_TEXT];
    if (!store_is_lab(record->lab))
        return refuse("there is no lab", record->lab);
    if (!course_read(&one->course, record->out) || !one->course.seeded)
        return refuse("there is no class.json that course run has written in",
                      record->out);
    if (!source_digest(record->lab, one->file, one->source))
        return refuse("cannot read", one->file);
    if (!publish_beside(path, one->file, "predictions.csv") ||
        !digest_file(path, predictions))
        predictions[0] = '\0';
    result_digest(&one->course, record->lab, one->source, predictions,
                  one->digest);
    if (one->expected && strcmp(one->expected, one->digest))
        return refuse("seed, edition or file are others than were asked for:",
                      one->file);
    if (result_done(record->out, record->lab, one->digest, NULL))
        return ONE_DONE;
    if (!one->box)
        one->box = isolation_find(one->course.sandbox);
    if (!one->box)
        return ONE_WRONG_USE;
    record->box = isolation_in_words(one->box);
    return build_and_grade(one);
}

static bool take_options(struct one *one, int argc, char **argv)
{
    static const struct option options[] = {
        {"out", required_argument, NULL, 'o'},
        {"digest", required_argument, NULL, 'd'},
        {"box", required_argument, NULL, 'b'},
        {NULL, 0, NULL, 0}};
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'o': one->record.out = optarg; break;
        case 'd': one->expected = optarg; break;
        case 'b': one->box = optarg; break;
        default: return false;
        }
    }
    if (!one->record.out || argc - optind != 2)
        return false;
    one->record.lab = argv[optind];
    one->file = argv[optind + 1];
    return true;
}

int one_main(int argc, char **argv)
{
    static struct one one = {.record = {.status = RESULT_GRADED}};
    int status;
    if (!take_options(&one, argc, argv))
        return refuse("usage:", "course one --out OUT [--digest DIGEST] "
                                "LAB FILE");
    one.record.course = &one.course;
    one.record.digest = one.digest;
    one.record.source = one.source;
    status = begin(&one);
    course_free(&one.course);
    return status;
}

_Noreturn void one_become(const struct one_call *call, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent) { /* it was not killed meanwhile */
        execl(call->program, "course", "one", "--out", call->out, "--digest",
              call->digest, "--box", call->box, call->lab, call->file,
              (char *)NULL);
        perror(call->program);
    }
    _exit(ONE_FAILED);
}
