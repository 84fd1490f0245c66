/*
 * caller.c - which line of the program called the API.
 *
 * Idea: a call notes where it returns to, which costs nothing; the calls
 * around it are unwound only for what may be told later: an allocation, a
 * call that is refused, a launch with findings.  Addresses become lines when
 * a message is printed, by a program of its own (place_of.c), for it reads all
 * of the program's debug information.
 * Guarantee: a place is right or missing: without -g only functions are
 * known, without libdw nothing is.
 */
#include "caller.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <search.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/demangle.h"

/* Unwound: also through our own functions, and a library's. */
enum { FRAMES = CALL_FRAMES, UNWOUND = FRAMES + 12 };

/* Those of another process, at most: each is kept. */
enum { FOREIGN_MOST = 10000 };

struct call_site {
    void *frames[FRAMES]; /* return addresses, innermost first; NULL: no more */
    bool launch;          /* the first is that of <<< >>> */
    bool looked_up;
    struct call_place places[CALL_PLACES];
};

static const void *entered;       /* where the call in progress returns to */
static const void *launched;      /* where its <<< >>> stands; or NULL */
static struct call_site *resumed; /* whose work is done late; or NULL */
static const void *library;       /* where one on top of us begins; or NULL */
static void *sites;               /* a tree of search.h */
static const char *program; /* whose calls are told; NULL: this process's */
static const char *helper;  /* what looks places up; NULL: beside us */
static struct call_site *(*ask_caller)(void);

void call_enter(const void *return_address)
{
    entered = return_address;
    launched = NULL;
}

void call_launch(const void *return_address)
{
    launched = return_address;
}

bool call_is_launch(void)
{
    return launched != NULL;
}

void call_resume(struct call_site *site)
{
    resumed = site;
}

void call_library(const void *inside)
{
    Dl_info info;
    library = dladdr(inside, &info) ? info.dli_fbase : NULL;
}

static bool in_library(const void *address)
{
    Dl_info info;
    return library && dladdr(address, &info) && info.dli_fbase == library;
}

/* ---- sites -------------------------------------------------------------- */

static int compare_sites(const void *a, const void *b)
{
    const struct call_site *one = a, *other = b;
    int order = memcmp(one->frames, other->frames, sizeof one->frames);
    return order ? order : one->launch - other->launch;
}

/* The one known with these frames; NULL when memory is exhausted. */
static struct call_site *keep_site(const struct call_site *site)
{
    struct call_site **known = tfind(site, &sites, compare_sites);
    struct call_site *s = known ? *known : malloc(sizeof *s);
    if (known || !s)
        return s;
    *s = *site;
    if (tsearch(s, &sites, compare_sites))
        return s;
    free(s);
    return NULL;
}

/* Adds the frames from `innermost` on; that one alone if it is not found. */
static void unwind(struct call_site *site, size_t count, const void *innermost)
{
    void *all[UNWOUND];
    int n = backtrace(all, UNWOUND), i = 0;
    while (i < n && all[i] != innermost)
        i++;
    if (i == n) {
        all[0] = (void *)(uintptr_t)innermost;
        i = 0;
        n = 1;
    }
    for (; i < n && count < FRAMES; i++)
        if (!in_library(all[i]))
            site->frames[count++] = all[i];
}

struct call_site *call_here(void)
{
    struct call_site site = {.launch = launched && !in_library(launched)};
    if (ask_caller)
        return ask_caller();
    if (resumed)
        return resumed;
    if (!entered)
        return NULL;
    if (site.launch)
        site.frames[0] = (void *)(uintptr_t)launched;
    unwind(&site, site.launch, entered);
    return keep_site(&site);
}

/* The other addresses are of calls, which return behind themselves. */
struct call_site *call_interrupted(const void *instruction)
{
    struct call_site site = {.launch = false};
    unwind(&site, 0, instruction);
    site.frames[0] = (char *)site.frames[0] + 1;
    return keep_site(&site);
}

/* ---- between processes -------------------------------------------------- */

/* Where the program lies, and how far from where its file says. */
struct extent {
    uintptr_t start, end, moved;
};

/* The first that dl_iterate_phdr tells of is the program. */
static int note_program(struct dl_phdr_info *info, size_t size, void *arg)
{
    struct extent *extent = arg;
    (void)size;
    *extent = (struct extent){UINTPTR_MAX, 0, info->dlpi_addr};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + p->p_vaddr;
        if (p->p_type != PT_LOAD)
            continue;
        extent->start = at < extent->start ? at : extent->start;
        extent->end =
            at + p->p_memsz > extent->end ? at + p->p_memsz : extent->end;
    }
    return 1;
}

struct call_trace call_trace(const struct call_site *site)
{
    struct extent extent;
    struct call_trace trace = {0};
    if (!site)
        return trace;
    dl_iterate_phdr(note_program, &extent);
    trace.launch = site->launch;
    for (size_t i = 0, n = 0; i < FRAMES && site->frames[i]; i++) {
        uintptr_t at = (uintptr_t)site->frames[i];
        if (at >= extent.start && at <= extent.end)
            trace.offsets[n++] = at - extent.moved;
    }
    return trace;
}

struct call_site *call_of_trace(const struct call_trace *trace)
{
    static unsigned count;
    struct call_site site = {.launch = trace->launch != 0};
    for (size_t i = 0; i < FRAMES && trace->offsets[i]; i++)
        site.frames[i] = (void *)(uintptr_t)trace->offsets[i];
    bool known = tfind(&site, &sites, compare_sites);
    if (!trace->offsets[0] || (!known && count == FOREIGN_MOST))
        return NULL;
    count += !known;
    return keep_site(&site);
}

void call_of_program(const char *path, const char *place_of)
{
    program = path;
    helper = place_of;
}

void call_ask(struct call_site *(*ask)(void))
{
    ask_caller = ask;
}

/* ---- looking up --------------------------------------------------------- */

/* Beside this library, where make puts it. */
static bool find_helper(char *path, size_t n)
{
    Dl_info info;
    if (!dladdr(&sites, &info) || !info.dli_fname)
        return false;
    const char *slash = strrchr(info.dli_fname, '/');
    int folder = slash ? (int)(slash + 1 - info.dli_fname) : 0;
    int length =
        helper ? snprintf(path, n, "%s", helper)
               : snprintf(path, n, "%.*splace_of", folder, info.dli_fname);
    return length > 0 && (size_t)length < n && access(path, X_OK) == 0;
}

/* Its output goes to the pipe; complaints, of a missing libdw, nowhere. */
static bool spawn(const char *path, char *const *arguments, int output,
                  pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions))
        return false;
    bool started =
        !posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) &&
        !posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                          O_WRONLY, 0) &&
        !posix_spawn(pid, path, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return started;
}

/* What the helper says of the site, as text; "" if nothing. */
static void ask(const struct call_site *site, char *text, size_t n)
{
    char path[4096], numbers[FRAMES + 1][24], *arguments[FRAMES + 3] = {path};
    size_t length = 0;
    ssize_t got = 0;
    pid_t pid;
    int ends[2];
    snprintf(numbers[0], sizeof numbers[0], "%d", (int)getpid());
    arguments[1] = program ? (char *)program : numbers[0];
    for (size_t i = 0; i < FRAMES && site->frames[i]; i++) {
        snprintf(numbers[i + 1], sizeof numbers[0], "%llx",
                 (unsigned long long)(uintptr_t)site->frames[i]);
        arguments[i + 2] = numbers[i + 1];
    }
    text[0] = '\0';
    if (!find_helper(path, sizeof path) || pipe2(ends, O_CLOEXEC))
        return;
    bool started = spawn(path, arguments, ends[1], &pid);
    close(ends[1]);
    while (started && length + 1 < n &&
           (got = read(ends[0], text + length, n - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    if (started)
        waitpid(pid, NULL, 0);
}

static bool same_call_place(const struct call_place *a,
                            const struct call_place *b)
{
    return a == b ||
           (a && b && a->line == b->line && !strcmp(a->file, b->file) &&
            !strcmp(a->function, b->function));
}

static void free_place(const struct call_place *place)
{
    free((char *)place->file);
    free((char *)place->function);
}

/* One line of what the helper says: file, line, column, function. */
static bool read_place(char *row, struct call_place *place)
{
    char *file = strsep(&row, "\t"), *line = strsep(&row, "\t"),
         *column = strsep(&row, "\t");
    if (!row)
        return false;
    *place = (struct call_place){strdup(file), demangle(row),
                                 (uint32_t)strtoul(line, NULL, 10),
                                 (uint32_t)strtoul(column, NULL, 10)};
    if (place->file && place->function)
        return true;
    free_place(place);
    return false;
}

/* A launch passes through what stands for the kernel on the host, and then
 * through the line of the <<< >>> again. */
static void look_up_site(struct call_site *site)
{
    char text[8192], *rest = text, *row;
    struct call_place place;
    size_t count = 0;
    bool passing = site->launch;
    ask(site, text, sizeof text);
    while (count < CALL_PLACES && (row = strsep(&rest, "\n")) != NULL) {
        if (!read_place(row, &place))
            continue;
        if (count == 0 || !passing) {
            site->places[count++] = place;
            continue;
        }
        passing = !same_call_place(&place, &site->places[0]);
        free_place(&place);
    }
    site->looked_up = true;
}

const struct call_place *call_place(struct call_site *site, unsigned i)
{
    if (!site)
        return NULL;
    if (!site->looked_up)
        look_up_site(site);
    return site->places[i].function ? &site->places[i] : NULL;
}

const struct call_place *call_outer(struct call_site *site)
{
    const struct call_place *place = call_place(site, 0);
    bool last = !place || !strcmp(place->function, "main");
    return last ? NULL : call_place(site, 1);
}

bool call_same(struct call_site *a, struct call_site *b)
{
    const struct call_place *place = call_place(a, 0);
    return a == b ||
           (place && place->line && same_call_place(place, call_place(b, 0)) &&
            same_call_place(call_place(a, 1), call_place(b, 1)));
}
