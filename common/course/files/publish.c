/*
 * publish.c - written, flushed, renamed.
 */
#include "publish.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static bool told(const char *what, const char *path)
{
    fprintf(stderr, "course: cannot %s %s: %s\n", what, path, strerror(errno));
    return false;
}

bool publish_path(char path[PUBLISH_PATH], const char *format, ...)
{
    va_list values;
    int n;
    va_start(values, format);
    n = vsnprintf(path, PUBLISH_PATH, format, values);
    va_end(values);
    if (n >= 0 && n < PUBLISH_PATH)
        return true;
    errno = ENAMETOOLONG;
    return told("use", path);
}

bool publish_built(char path[PUBLISH_PATH], const char *name)
{
    const char *build = getenv("BUILD");
    return publish_path(path, "%s/%s", build && *build ? build : "build", name);
}

/* Bytes of path before its last name. */
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

bool publish_beside(char path[PUBLISH_PATH], const char *file, const char *name)
{
    return publish_path(path, "%.*s%s", folder_length(file), file, name);
}

bool publish_open(struct publication *publication, const char *path)
{
    int length = folder_length(path), file;
    struct utsname host;
    publication->file = NULL;
    if (uname(&host) != 0 || !publish_path(publication->path, "%s", path) ||
        !publish_path(publication->unfinished, "%.*s.%s.%s.%ld", length, path,
                      path + length, host.nodename, (long)getpid()))
        return false;
    unlink(publication->unfinished);
    file = open(publication->unfinished,
                O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    publication->file = file < 0 ? NULL : fdopen(file, "w");
    return publication->file || told("write", path);
}

/* A name is on the disk when its folder is. */
static void flush_folder(const char *path)
{
    char folder[PUBLISH_PATH];
    int length = folder_length(path), descriptor;
    snprintf(folder, sizeof folder, "%.*s.", length, path);
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

bool publish_close(struct publication *publication)
{
    FILE *file = publication->file;
    bool written =
        !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    written = fclose(file) == 0 && written;
    publication->file = NULL;
    if (!written || rename(publication->unfinished, publication->path) != 0) {
        told("write", publication->path);
        unlink(publication->unfinished);
        return false;
    }
    flush_folder(publication->path);
    return true;
}

void publish_abandon(struct publication *publication)
{
    if (publication->file)
        fclose(publication->file);
    publication->file = NULL;
    unlink(publication->unfinished);
}

bool publish_text(const char *path, const char *text, size_t n)
{
    struct publication publication;
    if (!publish_open(&publication, path))
        return false;
    fwrite(text, 1, n, publication.file);
    return publish_close(&publication);
}

static bool make_folder(const char *path)
{
    struct stat about;
    if (mkdir(path, 0700) == 0)
        return true;
    if (errno == EEXIST && stat(path, &about) == 0) {
        if (S_ISDIR(about.st_mode))
            return true;
        errno = ENOTDIR;
    }
    return told("make the folder", path);
}

bool publish_folder(const char *path)
{
    char part[PUBLISH_PATH];
    if (!publish_path(part, "%s", path))
        return false;
    for (char *slash = strchr(part + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (access(part, F_OK) != 0 && !make_folder(part))
            return false;
        *slash = '/';
    }
    return make_folder(part);
}

/* A folder that its owner closed is opened, or it could not be emptied. */
static int remove_one(const char *path, const struct stat *about, int kind,
                      struct FTW *walk)
{
    (void)about;
    (void)walk;
    if (kind == FTW_DNR && chmod(path, 0700) == 0)
        return publish_remove(path) ? 0 : -1;
    return remove(path);
}

bool publish_remove(const char *path)
{
    enum { OPEN_FOLDERS = 32 };
    if (nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) == 0 ||
        errno == ENOENT)
        return true;
    return told("remove", path);
}
