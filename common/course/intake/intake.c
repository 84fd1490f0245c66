/* intake.c - see intake.h. */
#include "intake.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "archive.h"
#include "date.h"
#include "items.h"
#include "take.h"
#include "term/bar.h"
#include "term/plain.h"
#include "tree.h"

enum { STATUS_WRONG_USE = 2, MOST_JOBS = 256 };

/* ---- what is asked for --------------------------------------------------- */

struct request {
    char *class;
    const char *out, *lab, *one, *deadline;
    int jobs;
};

/* Those this process may run on. */
static int processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* Completing the name of a folder leaves one at its end. */
static void drop_slashes(char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        path[--n] = '\0';
}

static bool read_options(int argc, char **argv, struct request *request)
{
    static const struct option options[] = {
        {"class", required_argument, NULL, 'c'},
        {"out", required_argument, NULL, 'o'},
        {"lab", required_argument, NULL, 'l'},
        {"deadline", required_argument, NULL, 'd'},
        {"jobs", required_argument, NULL, 'j'},
        {"one", required_argument, NULL, '1'},
        {NULL, 0, NULL, 0}};
    int option;
    optind = 1;
    *request = (struct request){0};
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'c': request->class = optarg; break;
        case 'o': request->out = optarg; break;
        case 'l': request->lab = optarg; break;
        case 'd': request->deadline = optarg; break;
        case 'j': request->jobs = atoi(optarg); break;
        case '1': request->one = optarg; break;
        default: return false;
        }
    }
    if (request->jobs < 1 || request->jobs > MOST_JOBS)
        request->jobs = processors();
    if (request->class)
        drop_slashes(request->class);
    return request->class && *request->class && request->out && optind == argc;
}

static bool fail(const char *format, const char *what)
{
    char shown[PATH_MAX];
    plain_copy(shown, sizeof shown, what);
    fputs("course: ", stderr);
    fprintf(stderr, format, shown); /* NOLINT: our own formats */
    fputc('\n', stderr);
    return false;
}

static bool is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return !strncmp(path, folder, n) && (path[n] == '/' || !path[n]);
}

/* CLASS is there, and is none of what this makes. */
static bool check_class(const struct request *request, struct stat *about)
{
    char class[PATH_MAX], out[PATH_MAX];
    if (stat(request->class, about) != 0) {
        if (errno == ENOENT)
            return fail("there is no CLASS=%s: name the folder, or the .zip, "
                        "that your platform gave you",
                        request->class);
        fprintf(stderr, "course: cannot read CLASS=%s: %s\n", request->class,
                strerror(errno));
        return false;
    }
    if (!S_ISDIR(about->st_mode) && !S_ISREG(about->st_mode))
        return fail("CLASS=%s is neither a folder nor an archive",
                    request->class);
    if (access(request->class, S_ISDIR(about->st_mode) ? R_OK | X_OK : R_OK)) {
        fprintf(stderr, "course: cannot read CLASS=%s: %s\n", request->class,
                strerror(errno));
        return false;
    }
    if (realpath(request->class, class) && realpath(request->out, out) &&
        is_below(class, out))
        return fail("CLASS=%s is what make grade writes: name the folder that "
                    "your platform gave you",
                    request->class);
    return true;
}

/* ---- the class as a folder ----------------------------------------------- */

static bool make_folder(char path[PUBLISH_PATH], const char *out,
                        const char *name)
{
    return publish_path(path, "%s/%s", out, name) && publish_folder(path);
}

/* An archive of a class is unpacked into a folder that is named after its
 * bytes, and stays until another one comes. */
static bool unfold_class(const char *archive, const char *work,
                         char folder[PUBLISH_PATH])
{
    char digest[DIGEST_TEXT], whole[PUBLISH_PATH];
    char *real = realpath(archive, NULL);
    bool done = real && digest_file(real, digest);
    free(real);
    if (!done)
        return fail("cannot read CLASS=%s", archive);
    digest[16] = '\0';
    if (!publish_path(folder, "%s/class-%s", work, digest) ||
        !publish_path(whole, "%s/class-%s.whole", work, digest))
        return false;
    if (access(whole, F_OK) == 0 && access(folder, F_OK) == 0)
        return true;
    return (access(folder, F_OK) != 0 || publish_remove(folder)) &&
           publish_folder(folder) && archive_read_class(archive, folder) &&
           publish_text(whole, "", 0);
}

/* Whoever has a room has a lock on it, until it ends.  -1: another one has. */
static int lock_room(const char *room)
{
    int folder = open(room, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0) {
        close(folder);
        folder = -1;
    }
    return folder;
}

/* What was unpacked of another class than this one, "class-DIGEST". */
static void remove_classes(const char *work, const char *this)
{
    char path[PUBLISH_PATH];
    DIR *folder = opendir(work);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        if (!strncmp(entry->d_name, "class-", 6) &&
            strncmp(entry->d_name, this, strlen(this)) &&
            publish_path(path, "%s/%s", work, entry->d_name))
            publish_remove(path);
    }
    if (folder)
        closedir(folder);
}

/* Of those who were killed. */
static void remove_rooms(const char *work)
{
    char path[PUBLISH_PATH];
    DIR *folder = opendir(work);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        int room = -1;
        if (!strncmp(entry->d_name, "intake.", 7) &&
            publish_path(path, "%s/%s", work, entry->d_name))
            room = lock_room(path);
        if (room >= 0) {
            publish_remove(path);
            close(room);
        }
    }
    if (folder)
        closedir(folder);
}

/* ---- those who take in --------------------------------------------------- */

/* Shared by all of them. */
struct common {
    _Atomic size_t next, done, anew;
    _Atomic bool failed;
};

static bool make_room(struct intake *intake, size_t number)
{
    struct utsname host;
    return uname(&host) == 0 &&
           publish_path(intake->room, "%s/rooms/intake.%s.%ld.%zu", intake->out,
                        host.nodename, (long)getpid(), number) &&
           publish_folder(intake->room) && lock_room(intake->room) >= 0;
}

static _Noreturn void work(struct intake *intake, struct common *common,
                           size_t number)
{
    size_t i;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!make_room(intake, number))
        common->failed = true;
    while (!common->failed && (i = common->next++) < intake->items->count) {
        enum taken taken = take_item(intake, &intake->items->at[i]);
        if (taken == TAKEN_NOT)
            common->failed = true;
        common->anew += taken == TAKEN_ANEW;
        common->done++;
    }
    publish_remove(intake->room);
    exit(common->failed ? STATUS_WRONG_USE : EXIT_SUCCESS);
}

static void show_progress(struct common *common, size_t count, size_t workers)
{
    struct bar bar;
    bar_open(&bar, (double)count);
    while (workers > 0) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid > 0) {
            workers--;
            if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
                common->failed = true;
        } else if (pid < 0 && errno == ECHILD) {
            break;
        } else {
            bar.done = (double)common->done;
            bar_show(&bar, "taking in what was handed in");
            usleep(20000);
        }
    }
    bar_clear(&bar);
}

static bool take_all(struct intake *intake, int jobs, size_t *anew)
{
    struct common *common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    size_t workers = 0;
    if (common == MAP_FAILED)
        tree_must(NULL);
    fflush(NULL);
    for (int i = 0; i < jobs && (size_t)i < intake->items->count; i++) {
        pid_t pid = fork();
        if (pid == 0)
            work(intake, common, (size_t)i);
        workers += pid > 0;
    }
    if (workers == 0 && intake->items->count > 0)
        common->failed = true;
    show_progress(common, intake->items->count, workers);
    *anew = common->anew;
    return !common->failed;
}

/* ---- what is gone -------------------------------------------------------- */

static int by_key(const void *key, const void *item)
{
    return strcmp(key, ((const struct item *)item)->key);
}

static int items_by_key(const void *a, const void *b)
{
    return strcmp(((const struct item *)a)->key, ((const struct item *)b)->key);
}

/* Submissions that are not in the class any more; how many. */
static size_t remove_gone(struct items *items, const char *out)
{
    char path[PUBLISH_PATH], gone[PUBLISH_PATH];
    size_t count, removed = 0;
    char **keys = submission_keys(out, &count);
    if (items->count > 0)
        qsort(items->at, items->count, sizeof *items->at, items_by_key);
    for (size_t i = 0; keys && i < count; i++) {
        if (items->count > 0 && bsearch(keys[i], items->at, items->count,
                                        sizeof *items->at, by_key))
            continue;
        if (publish_path(path, "%s/submissions/%s", out, keys[i]) &&
            publish_path(gone, "%s/rooms/gone.%ld", out, (long)getpid()) &&
            rename(path, gone) == 0 && publish_remove(gone))
            removed++;
    }
    if (keys)
        submission_keys_free(keys, count);
    return removed;
}

/* ---- what is said -------------------------------------------------------- */

static void say_items(const struct items *items)
{
    char shown[sizeof items->first_ignored];
    plain_copy(shown, sizeof shown, items->first_ignored);
    if (items->ignored == 1)
        printf("%s is no submission, and was left out.\n", shown);
    else if (items->ignored > 1)
        printf("%zu files are no submissions, and were left out: %s, ...\n",
               items->ignored, shown);
    if (items->broken_metadata)
        printf("submission_metadata.yml breaks off: some names are not "
               "known.\n");
}

static void say_summary(const char *out, size_t anew, size_t gone)
{
    size_t count, each[3] = {0};
    char **keys = submission_keys(out, &count);
    for (size_t i = 0; keys && i < count; i++) {
        struct submission submission;
        if (submission_read(&submission, out, keys[i])) {
            each[submission.status]++;
            submission_free(&submission);
        }
    }
    printf("%zu submission%s: %zu to grade", count, count == 1 ? "" : "s",
           each[SUBMISSION_OK]);
    if (each[SUBMISSION_NOTHING])
        printf(", %zu with nothing in them", each[SUBMISSION_NOTHING]);
    if (each[SUBMISSION_REFUSED])
        printf(", %zu that cannot be read", each[SUBMISSION_REFUSED]);
    printf(" (%zu taken in now, %zu unchanged", anew, count - anew);
    if (gone)
        printf(", %zu gone", gone);
    printf(")\n");
    if (keys)
        submission_keys_free(keys, count);
}

/* ---- all of it ----------------------------------------------------------- */

/* As make submit computes it: of all lines but the compiler's. */
static const char *own_edition(void)
{
    static char text[DIGEST_TEXT];
    char path[PUBLISH_PATH], line[256];
    struct digest digest;
    FILE *file = publish_built(path, "edition.txt") ? fopen(path, "re") : NULL;
    if (!file)
        return text;
    digest_begin(&digest);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "compiler ", 9))
            digest_add(&digest, line, strlen(line));
    }
    fclose(file);
    digest_end(&digest, text);
    return text;
}

static bool find_items(const struct request *request, const struct stat *about,
                       struct items *items)
{
    char work[PUBLISH_PATH], folder[PUBLISH_PATH];
    bool unpacked = S_ISREG(about->st_mode);
    if (!publish_path(folder, "%s", request->class) ||
        !make_folder(work, request->out, "submissions") ||
        !make_folder(work, request->out, "rooms") ||
        (unpacked && !unfold_class(request->class, work, folder)))
        return false;
    remove_rooms(work);
    remove_classes(work, unpacked ? path_file(folder) : "none");
    if (request->one)
        items_one(items, folder, request->one);
    else if (!items_find(items, folder, request->class, unpacked, request->out))
        return false;
    say_items(items);
    if (items->count > 0)
        return true;
    return fail("CLASS=%s is empty: name the folder, or the .zip, that your "
                "platform gave you",
                request->class);
}

static bool take_in(const struct request *request, const struct stat *about,
                    int64_t deadline)
{
    struct items items;
    struct intake intake = {.out = request->out,
                            .asked = request->lab,
                            .edition = own_edition(),
                            .deadline = deadline,
                            .items = &items};
    size_t anew, gone;
    bool done;
    if (!find_items(request, about, &items))
        return false;
    intake.root = open(items.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (intake.root < 0)
        return fail("cannot read CLASS=%s", request->class);
    done = take_all(&intake, request->jobs, &anew);
    close(intake.root);
    if (done) {
        gone = remove_gone(&items, request->out);
        say_summary(request->out, anew, gone);
    } else {
        fail("not all of CLASS=%s was taken in; what was finished stands: run "
             "this again",
             request->class);
    }
    items_free(&items);
    return done;
}

int intake_main(int argc, char **argv)
{
    struct request request;
    struct stat about;
    int64_t deadline = 0;
    if (!read_options(argc, argv, &request)) {
        fprintf(stderr, "usage: course intake --class CLASS --out OUT "
                        "[--lab LAB] [--deadline DATE] [--jobs N] "
                        "[--one NAME]\n");
        return STATUS_WRONG_USE;
    }
    if (request.lab && (!*request.lab || !store_is_lab(request.lab)))
        request.lab = NULL;
    if (request.deadline && *request.deadline &&
        !date_parse(request.deadline, &deadline)) {
        fail("DEADLINE=%s is no date: write 2026-11-01, which is its end, or "
             "\"2026-11-01 18:00\", with Z or +02:00 behind it where this "
             "machine's clock is another one",
             request.deadline);
        return STATUS_WRONG_USE;
    }
    if (!check_class(&request, &about) || !take_in(&request, &about, deadline))
        return STATUS_WRONG_USE;
    return EXIT_SUCCESS;
}
