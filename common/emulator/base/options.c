/*
 * options.c - the environment ptxrun sets, read once.
 *
 * Guarantee: a value that is no number, or no GPU, is named and its default
 * used; nothing here ends the program.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

#include "letters.h"
#include "limits.h"

static struct options read_once;

const char *tool_name(enum tool tool)
{
    static const char *const names[] = {
        [MEMCHECK] = "memcheck",   [INITCHECK] = "initcheck",
        [RACECHECK] = "racecheck", [SYNCCHECK] = "synccheck",
        [LEAKCHECK] = "leakcheck", [APICHECK] = "apicheck",
    };
    return names[tool];
}

static const char *text_option(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static uint64_t number_option(const char *name, uint64_t otherwise)
{
    const char *value = text_option(name);
    if (!value)
        return otherwise;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (errno || *end || *value == '-') {
        fprintf(stderr,
                "emulated device: %s=%s is not a number; %llu is used\n", name,
                value, (unsigned long long)otherwise);
        return otherwise;
    }
    return number;
}

/* DEVICE_MEMORY_BYTES, but at most three quarters of this machine's. */
static uint64_t default_device_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0)
        return DEVICE_MEMORY_BYTES;
    uint64_t most = (uint64_t)pages * (uint64_t)page / 4 * 3;
    return most < DEVICE_MEMORY_BYTES ? most : DEVICE_MEMORY_BYTES;
}

/* PTXRUN_TOOL=racecheck,synccheck.  Leaks are memcheck's, as in
 * compute-sanitizer; what is refused is told whatever was asked for. */
static unsigned tools_option(void)
{
    const char *list = text_option("PTXRUN_TOOL");
    if (!list)
        return ~0u;
    unsigned tools = 1u << APICHECK;
    for (enum tool t = MEMCHECK; t <= SYNCCHECK; t++)
        if (strstr(list, tool_name(t)))
            tools |= 1u << t;
    return tools & 1u << MEMCHECK ? tools | 1u << LEAKCHECK : tools;
}

/* Those this process may run on, which can be fewer than there are: taskset,
 * a container, a job of Slurm. */
static unsigned processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN); /* more than a set holds */
    return online > 0 ? (unsigned)online : 1;
}

/* NULL: the variable is not set. */
static const struct gpu *gpu_option(const char *name)
{
    const char *id = text_option(name);
    const struct gpu *gpu = id ? gpu_find(id) : NULL;
    char known[200];
    if (!id || gpu)
        return gpu;
    gpu_known(known, sizeof known);
    fprintf(stderr,
            "emulated device: there is no profile %s=%s (%s); %s is used\n",
            name, id, known, gpu_default()->id);
    return gpu_default();
}

static void read_options(void)
{
    struct options *o = &read_once;
    o->counters = text_option("PTXRUN_COUNTERS");
    o->lines = text_option("PTXRUN_LINES");
    o->trace = text_option("PTXRUN_TRACE");
    o->steps = text_option("PTXRUN_STEPS");
    o->diagnostics = text_option("PTXRUN_DIAGNOSTICS");
    o->report = text_option("PTXRUN_REPORT");
    o->sarif = text_option("PTXRUN_SARIF");
    o->log = text_option("PTXRUN_LOG");
    o->kernels = text_option("PTXRUN_KERNELS");
    o->tools = tools_option();
    o->print_limit = number_option("PTXRUN_PRINT_LIMIT", 20);
    o->error_exitcode = (int)number_option("PTXRUN_ERROR_EXITCODE", 0);
    o->threads = (unsigned)number_option("PTXRUN_THREADS", 0);
    if (!o->threads)
        o->threads = processors();
    o->schedule = number_option("PTXRUN_SCHEDULE", 0);
    o->schedules = (unsigned)number_option("PTXRUN_SCHEDULES", 1);
    if (o->schedule || o->schedules > 1)
        o->threads = 1;
    o->budget = number_option("PTXRUN_BUDGET", INSTRUCTION_BUDGET);
    o->device_bytes = number_option("PTXRUN_MEMORY", default_device_bytes());
    o->gpu = gpu_option("PTXRUN_GPU");
    if (!o->gpu)
        o->gpu = gpu_default();
    o->model = gpu_option("PTXRUN_MODEL");
    o->quiet = number_option("PTXRUN_QUIET", 0) != 0;
    if (!o->quiet && isatty(STDERR_FILENO))
        o->progress_ms = (unsigned)number_option("PTXRUN_PROGRESS", 0);
    o->api_errors =
        (enum api_errors)number_option("PTXRUN_API_ERRORS", API_ERRORS_NO);
    o->tell_end = number_option("PTXRUN_TELL_END", 0) != 0;
    o->gen_suppressions = number_option("PTXRUN_GEN_SUPPRESSIONS", 0) != 0;
    o->remarks = number_option("PTXRUN_REMARKS", 0) != 0;
    o->leakcheck = number_option("PTXRUN_LEAKCHECK", 0) != 0;
    o->color = !o->log && isatty(STDERR_FILENO) && !text_option("NO_COLOR");
}

const struct options *options(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_options);
    return &read_once;
}

void options_use_gpu(const char *id)
{
    const struct gpu *gpu = gpu_find(id);
    options();
    if (gpu)
        read_once.gpu = gpu;
}

/* ---- which kernels ------------------------------------------------------ */

/* "reduce" names "ns::reduce<float>" as well. */
static bool has_name(const char *pretty, const char *name, size_t n)
{
    size_t bare = strcspn(pretty, "<(");
    return (strlen(pretty) == n && !strncmp(pretty, name, n)) ||
           (bare >= n && !strncmp(pretty + bare - n, name, n) &&
            (bare == n || !is_word(pretty[bare - n - 1])));
}

static bool has_part(const char *pretty, const char *part, size_t n)
{
    return memmem(pretty, strlen(pretty), part, n) != NULL;
}

bool kernel_wanted(const char *pretty)
{
    const char *at = options()->kernels;
    for (; at && *at; at += *at == ',') {
        bool part = !strncmp(at, "kns=", 4);
        at += part ? 4 : 0;
        size_t n = strcspn(at, ",");
        if (n && (part ? has_part : has_name)(pretty, at, n))
            return true;
        at += n;
    }
    return !options()->kernels;
}
