/*
 * arguments.c - options, each name checked against what there is.
 */
#include "arguments.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "dimensions.h"
#include "term/bar.h"

static const char usage[] =
    "usage: grader check|sweep|profile|report [--lab LAB] [--ex EX]\n"
    "              [--impl student|reference] [--device auto|gpu|emu]\n"
    "              [--compiler clang|nvcc] [--seed N] [--json FILE]\n"
    "              [--color auto|always|never] [--limit SECONDS]\n"
    "              [--size 2500x2000] [--brief] [--full] [--problems]\n"
    "              [--points] [--predicted] [--facts] [--gpu ID]\n"
    "              [--programs FOLDER] [--threads N] [--shared FOLDER]\n"
    "              [--impls student,reference,serial,openmp] [--folder NAME]\n"
    "       grader check --ex EX --rows 5 --cols 3 [--inner 4]\n"
    "       grader explain --ex EX [--rows 5] [--cols 3] [--inner 4]\n"
    "       grader hint LAB EXERCISE\n"
    "       grader predict --ex EX [--answers \"16.5 79 2\"]\n"
    "       grader list [--tsv|--cases|--gpus|--challenges|--questions]\n"
    "       grader progress\n"
    "       grader next --ex EX\n"
    "       grader record --ex EX --folder FOLDER [--size 2500x2000]\n"
    "       grader inputs --ex EX --size 2500x2000 >FILE\n";

/* An index in a NULL-terminated list, or -1 after saying what there is. */
static int choose(const char *what, const char *given,
                  const char *const *choices)
{
    for (int i = 0; choices[i]; i++) {
        if (!strcmp(given, choices[i]))
            return i;
    }
    fprintf(stderr, "grader: there is no %s \"%s\". Choose one of:", what,
            given);
    for (int i = 0; choices[i]; i++)
        fprintf(stderr, " %s", choices[i]);
    fputc('\n', stderr);
    return -1;
}

static bool choose_lab(struct arguments *arguments, const char *given)
{
    for (size_t i = 0; i < lab_count; i++) {
        if (!strcmp(all_labs[i]->name, given)) {
            arguments->lab = all_labs[i];
            return true;
        }
    }
    fprintf(stderr, "grader: there is no LAB \"%s\". Choose one of:", given);
    for (size_t i = 0; i < lab_count; i++)
        fprintf(stderr, " %s", all_labs[i]->name);
    fputc('\n', stderr);
    return false;
}

static void list_exercises(const struct lab *lab)
{
    fprintf(stderr, "  %s:", lab->name);
    for (size_t i = 0; i < lab->exercise_count; i++)
        fprintf(stderr, " %s", lab->exercises[i].name);
    fputc('\n', stderr);
}

/* One letter is another, too many, or missing, or two have changed places. */
static bool one_off(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), same = 0;
    while (a[same] && a[same] == b[same])
        same++;
    if (!a[same] && !b[same])
        return false;
    if (n == m && n - same > 1 && a[same] == b[same + 1] &&
        a[same + 1] == b[same])
        return !strcmp(a + same + 2, b + same + 2);
    return !strcmp(a + same + (n >= m && n > same),
                   b + same + (m >= n && m > same));
}

static void suggest(const struct lab *lab, const char *given)
{
    for (size_t i = 0; i < lab->exercise_count; i++)
        if (one_off(given, lab->exercises[i].name))
            fprintf(stderr, "Is %s meant?\n", lab->exercises[i].name);
}

/* What is typed for a subcommand; NULL: not by a person. */
static const char *typed(enum subcommand subcommand)
{
    switch (subcommand) {
    case SUB_CHECK: return "check";
    case SUB_SWEEP: return "plot";
    case SUB_PROFILE: return "profile";
    case SUB_HINT: return "hint";
    case SUB_EXPLAIN: return "explain";
    case SUB_PREDICT: return "predict";
    default: return NULL;
    }
}

/* Of another lab than was given: says so. */
static bool is_elsewhere(const struct arguments *arguments, const char *given)
{
    const char *target = typed(arguments->subcommand);
    for (size_t i = 0; i < lab_count; i++) {
        const char *lab = all_labs[i]->name;
        if (!lab_exercise(all_labs[i], given))
            continue;
        fprintf(stderr, "grader: %s is of %s: %s%s%sLAB=%s EX=%s\n", given, lab,
                target ? "make " : "", target ? target : "", target ? " " : "",
                lab, given);
        return true;
    }
    return false;
}

/* Without a lab, the first that has such an exercise. */
static bool choose_exercise(struct arguments *arguments, const char *given)
{
    for (size_t i = 0; i < lab_count && !arguments->exercise; i++) {
        if (arguments->lab && arguments->lab != all_labs[i])
            continue;
        arguments->exercise = lab_exercise(all_labs[i], given);
        if (arguments->exercise)
            arguments->lab = all_labs[i];
    }
    if (arguments->exercise)
        return true;
    if (is_elsewhere(arguments, given))
        return false;
    fprintf(stderr, "grader: there is no EX \"%s\". Choose one of:\n", given);
    for (size_t i = 0; i < lab_count; i++) {
        if (!arguments->lab || arguments->lab == all_labs[i])
            list_exercises(all_labs[i]);
    }
    for (size_t i = 0; i < lab_count; i++)
        suggest(all_labs[i], given);
    return false;
}

static bool parse_number(const char *what, const char *given, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(given, &end, 10);
    if (*given >= '0' && *given <= '9' && !*end && errno == 0)
        return true;
    fprintf(stderr,
            "grader: %s must be a whole number below 2^64, not \"%s\"\n", what,
            given);
    return false;
}

/* 2500x2000 or 128x128x128 */
static bool parse_size(const char *given, struct size *size)
{
    char end;
    *size = (struct size){0, 0, 1};
    if ((sscanf(given, "%dx%d%c", &size->rows, &size->cols, &end) == 2 ||
         sscanf(given, "%dx%dx%d%c", &size->rows, &size->cols, &size->inner,
                &end) == 3) &&
        size->rows > 0 && size->cols > 0 && size->inner > 0)
        return true;
    fprintf(stderr,
            "grader: SIZE is given as ROWSxCOLS or, of A x B, MxKxN, where A "
            "is M x K and B is K x N, not \"%s\"\n",
            given);
    return false;
}

/* ROWS, COLS or INNER; empty is not given. */
static bool take_dimension(struct arguments *arguments, const char *name,
                           const char *given, int *to)
{
    enum { MOST = 1 << 27 };
    uint64_t number;
    if (!*given)
        return true;
    if (!parse_number(name, given, &number))
        return false;
    arguments->has_own = true;
    *to = (int)number;
    if (number >= 1 && number <= MOST)
        return true;
    fprintf(stderr, "grader: %s is 1 to %d, not %s\n", name, MOST, given);
    return false;
}

static bool choose_color(struct arguments *arguments, const char *given)
{
    static const char *const choices[] = {"never", "auto", "always", NULL};
    const char *no_color = getenv("NO_COLOR"); /* no-color.org */
    int color = choose("color", given, choices);
    arguments->color =
        color == 2 || (color == 1 && terminal_has_escapes(STDOUT_FILENO) &&
                       (!no_color || !*no_color));
    return color >= 0;
}

static bool parse_threads(const char *given, unsigned *threads)
{
    enum { MOST_THREADS = 1024 };
    uint64_t number;
    if (!parse_number("the number of threads", given, &number))
        return false;
    if (number > 0 && number <= MOST_THREADS) {
        *threads = (unsigned)number;
        return true;
    }
    fprintf(stderr, "grader: a device has 1 to %d threads, not %s\n",
            MOST_THREADS, given);
    return false;
}

static bool choose_gpu(struct arguments *arguments, const char *given)
{
    char known[200];
    arguments->gpu = gpu_find(given);
    if (arguments->gpu)
        return true;
    gpu_known(known, sizeof known);
    fprintf(stderr, "grader: there is no GPU \"%s\" in common/gpus; %s\n",
            given, known);
    return false;
}

static bool take_option(struct arguments *arguments, int option,
                        const char **exercise)
{
    static const char *const impls[] = {"student", "reference", NULL};
    static const char *const devices[] = {"auto", "gpu", "emu", NULL};
    static const char *const compilers[] = {"any", "clang", "nvcc", NULL};
    uint64_t seconds;
    int choice = 0;
    switch (option) {
    case 'l': return choose_lab(arguments, optarg);
    case 'e': *exercise = optarg; return true;
    case 'i':
        choice = choose("IMPL", optarg, impls);
        arguments->impl = impls[choice < 0 ? 0 : choice];
        return choice >= 0;
    case 'd':
        choice = choose("DEVICE", optarg, devices);
        arguments->device = (enum device_choice)choice;
        return choice >= 0;
    case 'c':
        choice = choose("CUDACC", optarg, compilers);
        arguments->compiler = (enum compiler_choice)choice;
        return choice >= 0;
    case '1':
        return take_dimension(arguments, "ROWS", optarg, &arguments->own.rows);
    case '2':
        return take_dimension(arguments, "COLS", optarg, &arguments->own.cols);
    case '3':
        return take_dimension(arguments, "INNER", optarg,
                              &arguments->own.inner);
    case 'g': return choose_gpu(arguments, optarg);
    case 's': return parse_number("SEED", optarg, &arguments->seed);
    case 'j': arguments->json = optarg; return true;
    case 'a': arguments->answers = optarg; return true;
    case 'o': arguments->programs = optarg; return true;
    case 'h': return parse_threads(optarg, &arguments->threads);
    case 'S': arguments->shared = optarg; return true;
    case 'z': return parse_size(optarg, &arguments->size);
    case 'k': return choose_color(arguments, optarg);
    case 'n': arguments->impls = optarg; return true;
    case 'F': arguments->folder = optarg; return true;
    case 'b': arguments->brief = true; return true;
    case 'f': arguments->full = true; return true;
    case 'P': arguments->problems = true; return true;
    case 'w': arguments->points = true; return true;
    case 'R': arguments->predicted = true; return true;
    case 'm': arguments->facts = true; return true;
    case 'v': arguments->list = LIST_TSV; return true;
    case 'D': arguments->list = LIST_CASES; return true;
    case 'p': arguments->list = LIST_GPUS; return true;
    case 'C': arguments->list = LIST_CHALLENGES; return true;
    case 'q': arguments->list = LIST_QUESTIONS; return true;
    case 't':
        if (!parse_number("the limit", optarg, &seconds))
            return false;
        arguments->limit_seconds = (double)seconds;
        return true;
    default: fputs(usage, stderr); return false;
    }
}

static bool parse_options(struct arguments *arguments, int argc, char **argv,
                          const char **exercise)
{
    static const struct option options[] = {
        {"lab", required_argument, NULL, 'l'},
        {"ex", required_argument, NULL, 'e'},
        {"impl", required_argument, NULL, 'i'},
        {"device", required_argument, NULL, 'd'},
        {"compiler", required_argument, NULL, 'c'},
        {"gpu", required_argument, NULL, 'g'},
        {"seed", required_argument, NULL, 's'},
        {"json", required_argument, NULL, 'j'},
        {"programs", required_argument, NULL, 'o'},
        {"threads", required_argument, NULL, 'h'},
        {"color", required_argument, NULL, 'k'},
        {"shared", required_argument, NULL, 'S'},
        {"size", required_argument, NULL, 'z'},
        {"rows", required_argument, NULL, '1'},
        {"cols", required_argument, NULL, '2'},
        {"inner", required_argument, NULL, '3'},
        {"impls", required_argument, NULL, 'n'},
        {"answers", required_argument, NULL, 'a'},
        {"folder", required_argument, NULL, 'F'},
        {"limit", required_argument, NULL, 't'},
        {"brief", no_argument, NULL, 'b'},
        {"full", no_argument, NULL, 'f'},
        {"problems", no_argument, NULL, 'P'},
        {"points", no_argument, NULL, 'w'},
        {"predicted", no_argument, NULL, 'R'},
        {"facts", no_argument, NULL, 'm'},
        {"tsv", no_argument, NULL, 'v'},
        {"cases", no_argument, NULL, 'D'},
        {"challenges", no_argument, NULL, 'C'},
        {"questions", no_argument, NULL, 'q'},
        {"gpus", no_argument, NULL, 'p'},
        {NULL, 0, NULL, 0}};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (!take_option(arguments, option, exercise))
            return false;
    }
    return true;
}

/* hint LAB EXERCISE names both without dashes. */
static bool take_names(struct arguments *arguments, int argc, char **argv,
                       const char **exercise)
{
    int wanted = arguments->subcommand == SUB_HINT ? 2 : 0;
    if (argc - optind > wanted) {
        fprintf(stderr, "grader: what is \"%s\"?\n%s", argv[optind], usage);
        return false;
    }
    if (optind < argc && !choose_lab(arguments, argv[optind++]))
        return false;
    if (optind < argc)
        *exercise = argv[optind];
    return true;
}

/* Is a SIZE one that all it is asked of may have? */
static bool size_fits(const struct arguments *arguments)
{
    for (size_t i = 0; arguments->size.rows > 0 && i < lab_count; i++) {
        const struct lab *lab = all_labs[i];
        for (size_t k = 0; k < lab->exercise_count; k++) {
            const struct exercise *exercise = &lab->exercises[k];
            if (arguments_cover(arguments, lab, exercise) &&
                !size_allowed(exercise, arguments->size))
                return false;
        }
    }
    return true;
}

bool arguments_parse(struct arguments *arguments, int argc, char **argv)
{
    static const char *const subcommands[] = {
        "check",  "sweep",  "profile", "hint",    "list", "report", "progress",
        "inputs", "record", "explain", "predict", "next", NULL};
    const char *exercise = NULL;
    int subcommand;

    *arguments = (struct arguments){
        .impl = "student", .gpu = gpu_default(), .limit_seconds = 10};
    if (argc < 2) {
        fputs(usage, stderr);
        return false;
    }
    subcommand = choose("subcommand", argv[1], subcommands);
    if (subcommand < 0 || !choose_color(arguments, "auto"))
        return false;
    arguments->subcommand = (enum subcommand)subcommand;
    if (getrandom(&arguments->seed, 4, 0) != 4) /* short enough to type */
        arguments->seed = (uint64_t)getpid();
    optind = 2;
    return parse_options(arguments, argc, argv, &exercise) &&
           take_names(arguments, argc, argv, &exercise) &&
           (!exercise || choose_exercise(arguments, exercise)) &&
           size_fits(arguments);
}

/* Cases are for check, and for who names one; there is nothing to plot. */
static bool leaves_case_out(const struct arguments *arguments,
                            const struct exercise *exercise)
{
    enum subcommand what = arguments->subcommand;
    return exercise->is_case &&
           (what == SUB_SWEEP ||
            (!arguments->exercise && what != SUB_CHECK && what != SUB_REPORT));
}

bool arguments_cover(const struct arguments *arguments, const struct lab *lab,
                     const struct exercise *exercise)
{
    return (!arguments->lab || arguments->lab == lab) &&
           (!arguments->exercise || arguments->exercise == exercise) &&
           !(arguments->points && exercise->challenge.ladder) &&
           !leaves_case_out(arguments, exercise);
}

void arguments_ask(const struct arguments *arguments, const char *what,
                   const char *between,
                   bool (*fits)(const struct exercise *exercise))
{
    const struct exercise *found = NULL;
    const struct lab *lab = NULL;
    for (size_t i = 0; i < lab_count && !found; i++) {
        lab = all_labs[i];
        for (size_t k = 0; k < lab->exercise_count && !found; k++) {
            const struct exercise *exercise = &lab->exercises[k];
            if (arguments_cover(arguments, lab, exercise) && fits(exercise))
                found = exercise;
        }
    }
    fputs(what, stderr);
    if (found)
        fprintf(stderr, "%smake %s LAB=%s EX=%s", between,
                typed(arguments->subcommand), lab->name, found->name);
    fputc('\n', stderr);
}

size_t arguments_count(const struct arguments *arguments)
{
    size_t count = 0;
    for (size_t i = 0; i < lab_count; i++) {
        for (size_t k = 0; k < all_labs[i]->exercise_count; k++)
            count += arguments_cover(arguments, all_labs[i],
                                     &all_labs[i]->exercises[k]);
    }
    return count;
}
