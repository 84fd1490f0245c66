/*
 * room.c - see room.h.
 */
#include "room.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lab/lab.h"
#include "store/store.h"

enum { MOST_SOURCE = 1 << 20 };

static bool told(const char *path)
{
    fprintf(stderr, "course: cannot make %s: %s\n", path, strerror(errno));
    return false;
}

static bool add_folder(const struct room *room, const char *name)
{
    char path[PUBLISH_PATH];
    return publish_path(path, "%s/%s", room->path, name) &&
           (mkdir(path, 0700) == 0 || told(path));
}

/* A link to what stands in the workbook under this name. */
static bool add_link(const struct room *room, const char *name)
{
    char path[PUBLISH_PATH], *target = realpath(name, NULL);
    bool done = target && publish_path(path, "%s/%s", room->path, name) &&
                symlink(target, path) == 0;
    if (!done)
        told(name);
    free(target);
    return done;
}

/* A link, a pipe, or what is larger than anything that is handed in, is none
 * of a class's, and no file here. */
static bool add_copy(const struct room *room, const char *folder,
                     const char *name, const char *source)
{
    static char text[MOST_SOURCE];
    char path[PUBLISH_PATH];
    int from = open(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    FILE *file = from < 0 ? NULL : fdopen(from, "r"), *to;
    size_t n = file ? fread(text, 1, sizeof text, file) : 0;
    bool done = file && !ferror(file) && n < sizeof text &&
                publish_path(path, "%s/%s/%s", room->path, folder, name);
    if (file)
        fclose(file);
    if (!done) {
        fprintf(stderr, "course: cannot read %s\n", source);
        return false;
    }
    to = fopen(path, "we");
    done = to && fwrite(text, 1, n, to) == n;
    done = to && fclose(to) == 0 && done;
    return done || told(path);
}

/* What was predicted, if it was handed in. */
static bool add_predictions(const struct room *room, const char *lab,
                            const char *source)
{
    char path[PUBLISH_PATH];
    return !publish_beside(path, source, "predictions.csv") ||
           access(path, F_OK) != 0 ||
           add_copy(room, lab, "predictions.csv", path);
}

/* A folder of the lab, or of a case of it. */
static bool add_part(const struct room *room, const char *folder,
                     const char *source)
{
    char programs[PUBLISH_PATH], kernels[PUBLISH_PATH];
    return publish_path(programs, "programs/%s", folder) &&
           publish_path(kernels, "%s/kernels.h", folder) &&
           add_folder(room, folder) && add_folder(room, programs) &&
           add_link(room, kernels) &&
           add_copy(room, folder, "student.cu", source);
}

static bool add_cases(const struct room *room, const struct lab *lab,
                      const char *source)
{
    char folder[PUBLISH_PATH], file[PUBLISH_PATH];
    bool done = publish_path(folder, "%s/cases", lab->name) &&
                add_folder(room, folder) &&
                publish_path(folder, "programs/%s/cases", lab->name) &&
                add_folder(room, folder);
    for (size_t i = 0; done && i < lab->exercise_count; i++) {
        const struct exercise *exercise = &lab->exercises[i];
        if (exercise->is_case && source_of_case(file, source, exercise->name))
            done = publish_path(folder, "%s/cases/%s", lab->name,
                                exercise->name) &&
                   add_part(room, folder, file);
    }
    return done;
}

static bool furnish(const struct room *room, const char *name,
                    const char *source)
{
    const struct lab *lab = store_lab(name);
    return lab && add_folder(room, "programs") && add_link(room, "common") &&
           add_link(room, "build") &&
           (access("plots", F_OK) != 0 || add_link(room, "plots")) &&
           add_part(room, name, source) && add_cases(room, lab, source) &&
           add_predictions(room, name, source);
}

static const char *host(void)
{
    static struct utsname names;
    uname(&names);
    return names.nodename;
}

bool room_open(struct room *room, const char *out, const char *lab,
               const char *digest, const char *source)
{
    char work[PUBLISH_PATH];
    if (!publish_path(work, "%s/rooms", out) || !publish_folder(work) ||
        !publish_path(room->path, "%s/%s.%ld.%s.%.8s", work, host(),
                      (long)getpid(), lab, digest)) {
        room->path[0] = '\0';
        return false;
    }
    publish_remove(room->path); /* of one who had this number before */
    if (mkdir(room->path, 0700) == 0 && furnish(room, lab, source))
        return true;
    room_close(room);
    return false;
}

void room_close(struct room *room)
{
    if (room->path[0])
        publish_remove(room->path);
    room->path[0] = '\0';
}

/* A number is given again; rooms belong to programs of this name only.  Who was
 * killed, and is not waited for yet (a zombie), is dead. */
static bool lives(long pid)
{
    char path[40], name[16] = "", state = 'Z';
    FILE *file;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    file = fopen(path, "re");
    if (file && fscanf(file, "%*d (%15[^)]) %c", name, &state) != 2)
        state = 'Z';
    if (file)
        fclose(file);
    return file && state != 'Z' && state != 'X' && !strcmp(name, "course");
}

void room_sweep(const char *out)
{
    char work[PUBLISH_PATH], path[PUBLISH_PATH];
    const struct dirent *entry;
    const char *own = host();
    size_t n = strlen(own);
    DIR *folder;
    if (!publish_path(work, "%s/rooms", out) || !(folder = opendir(work)))
        return;
    while ((entry = readdir(folder))) {
        const char *name = entry->d_name;
        const char *at = !strncmp(name, "intake.", 7) ? name + 7 : name;
        if (strncmp(at, own, n) || at[n] != '.' ||
            lives(strtol(at + n + 1, NULL, 10)))
            continue;
        if (publish_path(path, "%s/%s", work, name))
            publish_remove(path);
    }
    closedir(folder);
}

static long counted_kib;

static int count_one(const char *path, const struct stat *about, int kind,
                     struct FTW *walk)
{
    (void)path;
    (void)walk;
    if (kind != FTW_NS)
        counted_kib += (long)about->st_blocks / 2;
    return 0;
}

long room_kib(const char *path)
{
    enum { OPEN_FOLDERS = 16 };
    counted_kib = 0;
    nftw(path, count_one, OPEN_FOLDERS, FTW_PHYS);
    return counted_kib;
}
