/* git.c - see git.h. */
#include "git.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boxed.h"
#include "date.h"
#include "encoding.h"
#include "files/publish.h"
#include "refs.h"
#include "walk.h"

enum { GIT_MEMORY_MIB = 2048, NOT_STARTED = 127 };

/* ---- what is there ------------------------------------------------------- */

static bool is_there(int root, const char *folder, const char *name,
                     mode_t type)
{
    char path[LONGEST_PATH];
    struct stat about;
    int opened;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= LONGEST_PATH)
        return false;
    opened = walk_open(root, path, &about);
    if (opened >= 0)
        close(opened);
    return opened >= 0 && (about.st_mode & S_IFMT) == type;
}

bool git_find(int root, const char *path, char folder[LONGEST_PATH])
{
    static const char *const places[] = {"%s/.git", "%s"};
    for (size_t i = 0; i < 2; i++) {
        if (snprintf(folder, LONGEST_PATH, places[i], path) < LONGEST_PATH &&
            is_there(root, folder, "HEAD", S_IFREG) &&
            is_there(root, folder, "objects", S_IFDIR))
            return true;
    }
    return false;
}

bool git_is_odd(int root, const char *path)
{
    char folder[LONGEST_PATH];
    struct stat about;
    int opened;
    if (git_find(root, path, folder) ||
        snprintf(folder, sizeof folder, "%s/.git", path) >= LONGEST_PATH)
        return false;
    opened = walk_open(root, folder, &about);
    if (opened >= 0)
        close(opened);
    return about.st_mode != 0;
}

void git_digest(struct digest *digest, int root, const char *folder)
{
    struct stat about;
    int git = walk_open(root, folder, &about);
    if (git < 0)
        return;
    refs_digest(git, digest);
    close(git);
}

/* ---- our repository, its objects ----------------------------------------- */

struct repository {
    char objects[PATH_MAX];   /* the clone's */
    char place[PUBLISH_PATH]; /* ours */
};

/* Of a clone that is not whole: commits whose parents are missing. */
static bool copy_shallow(int git, const char *place)
{
    static char text[1 << 20];
    char path[PUBLISH_PATH];
    if (!publish_path(path, "%s/shallow", place))
        return false;
    if (!refs_file(git, "shallow", text, sizeof text) ||
        text[strspn(text, "0123456789abcdef\n")])
        return unlink(path) == 0 || errno == ENOENT;
    return publish_text(path, text, strlen(text));
}

static bool make_repository(const struct repository *repository, int git,
                            bool sha256)
{
    static const char *const config[] = {
        "[core]\n\trepositoryformatversion = 1\n\tbare = true\n"
        "\tcommitGraph = false\n\tmultiPackIndex = false\n",
        "[core]\n\trepositoryformatversion = 1\n\tbare = true\n"
        "\tcommitGraph = false\n\tmultiPackIndex = false\n"
        "[extensions]\n\tobjectFormat = sha256\n"};
    static const char head[] = "ref: refs/heads/none\n";
    char path[PUBLISH_PATH];
    return publish_path(path, "%s/refs", repository->place) &&
           publish_folder(path) &&
           publish_path(path, "%s/config", repository->place) &&
           publish_text(path, config[sha256], strlen(config[sha256])) &&
           publish_path(path, "%s/HEAD", repository->place) &&
           publish_text(path, head, strlen(head)) &&
           copy_shallow(git, repository->place);
}

/* git ARGUMENTS on it, in a box.  `input` is closed. */
static bool start_git(struct boxed *boxed, const struct repository *repository,
                      char *const *argv, int input)
{
    const char *readable[] = {repository->objects, repository->place, NULL};
    char place[PUBLISH_PATH + 16], objects[PATH_MAX + 32], path[PATH_MAX];
    const char *programs = getenv("PATH");
    char *environment[] = {place,
                           objects,
                           path,
                           "HOME=/nonexistent",
                           "LC_ALL=C.UTF-8",
                           "GIT_CONFIG_NOSYSTEM=1",
                           "GIT_CONFIG_GLOBAL=/dev/null",
                           "GIT_ATTR_NOSYSTEM=1",
                           "GIT_NO_REPLACE_OBJECTS=1",
                           "GIT_NO_LAZY_FETCH=1",
                           "GIT_OPTIONAL_LOCKS=0",
                           "GIT_TERMINAL_PROMPT=0",
                           NULL};
    struct box box = {.readable = readable,
                      .cpu_seconds = GIT_SECONDS,
                      .memory_bytes = (uint64_t)GIT_MEMORY_MIB << 20,
                      .file_bytes = 1 << 20,
                      .compiles = true, /* /dev/null is opened for writing */
                      .argv = argv,
                      .environment = environment};
    snprintf(path, sizeof path, "PATH=%s",
             programs ? programs : "/usr/local/bin:/usr/bin:/bin");
    snprintf(place, sizeof place, "GIT_DIR=%s", repository->place);
    snprintf(objects, sizeof objects, "GIT_OBJECT_DIRECTORY=%s",
             repository->objects);
    return boxed_start(boxed, &box, input, 3.0 * GIT_SECONDS);
}

static int no_input(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static bool ended_well(struct boxed *boxed)
{
    int status = boxed_end(boxed);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static _Noreturn void no_git(void)
{
    fprintf(stderr, "course: no git can be started here, which clones need: "
                    "sh common/setup.sh grade installs it\n");
    exit(2);
}

/* ---- which commit -------------------------------------------------------- */

/* The last one from `start` on that is not later; 0: the last.  True with an
 * empty name: none. */
static bool find_commit(const struct repository *repository, const char *start,
                        int64_t deadline, char name[DIGEST_TEXT], int64_t *time)
{
    static struct boxed boxed;
    char until[40] = "--max-count=1", line[160];
    char *argv[] = {"git",           "rev-list",    "--first-parent",
                    "--max-count=1", "--timestamp", until,
                    (char *)start,   "--",          NULL};
    long long seconds;
    int status;
    if (deadline)
        snprintf(until, sizeof until, "--min-age=%lld", (long long)deadline);
    name[0] = '\0';
    if (!start_git(&boxed, repository, argv, no_input()))
        exit(2);
    if (boxed_read_to(&boxed, '\n', line, sizeof line) &&
        sscanf(line, "%lld %64[0-9a-f]", &seconds, name) == 2)
        *time = seconds;
    status = boxed_end(&boxed);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_STARTED)
        no_git();
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- what it has --------------------------------------------------------- */

struct blob {
    char name[DIGEST_TEXT];
    char *path;
    long long size;
};

struct blobs {
    struct blob *at;
    size_t count;
};

static void keep_blob(struct blobs *blobs, const char *name, long long size,
                      const char *path)
{
    struct blob *blob;
    blobs->at =
        tree_must(realloc(blobs->at, (blobs->count + 1) * sizeof *blobs->at));
    blob = &blobs->at[blobs->count++];
    *blob = (struct blob){.path = tree_must(strdup(path)), .size = size};
    snprintf(blob->name, sizeof blob->name, "%s", name);
}

/* "100644 blob NAME SIZE<tab>PATH" */
static void take_line(struct tree *tree, struct blobs *blobs, const char *line)
{
    char type[16], name[DIGEST_TEXT], path[LONGEST_PATH];
    const char *tab = strchr(line, '\t');
    unsigned mode;
    long long size = -1;
    if (!tab ||
        sscanf(line, "%o %15s %64[0-9a-f] %lld", &mode, type, name, &size) < 3)
        return;
    if (!path_clean(tab + 1, path)) {
        notes_left(&tree->notes, tab + 1, WHY_LEAVES);
        return;
    }
    if (mode == 0120000) {
        notes_left(&tree->notes, path, WHY_LINK);
    } else if (mode == 0160000) {
        notes_flag(&tree->notes, "link_left_out");
        notes_say(&tree->notes,
                  "%.160s is a repository of its own (a "
                  "submodule), and was left out.",
                  path);
    } else if (path_matter(path) == MATTER_NONE) {
        tree_other(tree, path);
    } else {
        if (size < 0 || (size_t)size > matter_most(path_matter(path)))
            notes_left(&tree->notes, path, WHY_TOO_LARGE);
        else if (path_matter(path) != MATTER_ARCHIVE &&
                 blobs->count < MOST_FILES)
            keep_blob(blobs, name, size, path);
    }
}

static bool list_blobs(struct tree *tree, const struct repository *repository,
                       const char *commit, struct blobs *blobs)
{
    static struct boxed boxed;
    static char line[LONGEST_PATH + 160];
    char *argv[] = {"git", "ls-tree",     "-r",           "-z",
                    "-l",  "--full-tree", (char *)commit, NULL};
    size_t entries = 0;
    bool cut = false;
    if (!start_git(&boxed, repository, argv, no_input()))
        exit(2);
    while (!cut && boxed_read_to(&boxed, '\0', line, sizeof line)) {
        take_line(tree, blobs, line);
        cut = ++entries > MOST_ENTRIES;
    }
    if (!cut)
        return ended_well(&boxed);
    notes_left(&tree->notes, "The repository", WHY_TOO_MANY);
    boxed.late = true;
    boxed_end(&boxed);
    return true;
}

/* A file, without a name in any folder, of what is asked for. */
static int names_asked_for(const struct blobs *blobs)
{
    int file = memfd_create("names", MFD_CLOEXEC);
    for (size_t i = 0; file >= 0 && i < blobs->count; i++)
        dprintf(file, "%s\n", blobs->at[i].name);
    if (file >= 0)
        lseek(file, 0, SEEK_SET);
    return file;
}

/* "NAME blob SIZE", the bytes, a line break. */
static bool read_blob(struct boxed *boxed, const struct blob *blob,
                      struct leaf *leaf)
{
    char line[160], name[DIGEST_TEXT], rest;
    long long size = -1;
    if (!boxed_read_to(boxed, '\n', line, sizeof line) ||
        sscanf(line, "%64[0-9a-f] blob %lld", name, &size) != 2 ||
        strcmp(name, blob->name) || size != blob->size)
        return false;
    leaf->size = (size_t)size;
    leaf->bytes = tree_must(malloc(leaf->size + 1));
    leaf->bytes[leaf->size] = '\0';
    if (boxed_read(boxed, leaf->bytes, leaf->size) &&
        boxed_read(boxed, &rest, 1))
        return true;
    free(leaf->bytes);
    return false;
}

static bool read_blobs(struct tree *tree, const struct repository *repository,
                       const struct blobs *blobs, int64_t time)
{
    static struct boxed boxed;
    char *argv[] = {"git", "cat-file", "--batch", NULL};
    struct leaf leaf = {.source = "", .time = time, .source_time = time};
    size_t i = 0;
    if (blobs->count == 0)
        return true;
    if (!start_git(&boxed, repository, argv, names_asked_for(blobs)))
        exit(2);
    for (; i < blobs->count && read_blob(&boxed, &blobs->at[i], &leaf); i++) {
        leaf.path = blobs->at[i].path;
        leaf.matter = path_matter(leaf.path);
        tree_add(tree, &leaf);
    }
    boxed.late |= i < blobs->count;
    boxed_end(&boxed);
    return i == blobs->count;
}

static void free_blobs(struct blobs *blobs)
{
    for (size_t i = 0; i < blobs->count; i++)
        free(blobs->at[i].path);
    free(blobs->at);
}

/* ---- all of it ----------------------------------------------------------- */

/* What a clone must not have: objects elsewhere. */
static bool borrows(int git)
{
    char text[64];
    struct stat about;
    int file = walk_open(git, "objects/info/alternates", &about);
    if (file >= 0)
        close(file);
    return about.st_mode != 0 ||
           refs_file(git, "objects/info/alternates", text, sizeof text);
}

static bool is_readable(struct tree *tree, int git, struct ref *ref)
{
    if (borrows(git)) {
        notes_flag(&tree->notes, "link_left_out");
        notes_say(&tree->notes, "The repository borrows objects from elsewhere "
                                "(objects/info/alternates), which are not "
                                "read; clone it whole.");
        return false;
    }
    if (refs_default(git, ref))
        return true;
    notes_say(&tree->notes, "The repository has no commit.");
    return false;
}

static bool read_commit(struct tree *tree, const struct repository *repository,
                        const struct ref *ref, int64_t deadline,
                        struct git_commit *commit)
{
    struct blobs blobs = {0};
    char last[DIGEST_TEXT];
    bool done;
    commit->last = 0;
    if (!find_commit(repository, ref->name, deadline, commit->name,
                     &commit->time))
        return false;
    if (!commit->name[0] || strcmp(commit->name, ref->name))
        find_commit(repository, ref->name, 0, last, &commit->last);
    if (!commit->name[0])
        return commit->last != 0;
    done = list_blobs(tree, repository, commit->name, &blobs) &&
           read_blobs(tree, repository, &blobs, commit->time);
    free_blobs(&blobs);
    return done;
}

bool git_read_tree(struct tree *tree, const char *class, int root,
                   const char *folder, const char *room, int64_t deadline,
                   struct git_commit *commit)
{
    struct repository repository;
    struct stat about;
    struct ref ref = {0};
    int git = walk_open(root, folder, &about);
    bool done;
    *commit = (struct git_commit){0};
    if (git < 0)
        return false;
    done = is_readable(tree, git, &ref);
    if (done && (!publish_path(repository.place, "%s/git", room) ||
                 snprintf(repository.objects, sizeof repository.objects,
                          "%s/%s/objects", class, folder) >= PATH_MAX ||
                 !make_repository(&repository, git, strlen(ref.name) == 64)))
        exit(2);
    snprintf(commit->branch, sizeof commit->branch, "%s", ref.branch);
    if (done && !read_commit(tree, &repository, &ref, deadline, commit)) {
        notes_flag(&tree->notes, "odd_archive");
        notes_say(&tree->notes,
                  "The repository is damaged, or needs more than "
                  "%d seconds or %d MiB to be read.",
                  GIT_SECONDS, GIT_MEMORY_MIB);
        done = false;
    }
    commit->shallow = is_there(git, ".", "shallow", S_IFREG);
    close(git);
    return done;
}
