/* path.c - see path.h. */
#include "path.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- does it stay inside ------------------------------------------------- */

static bool is_drive(const char *name)
{
    return isalpha((unsigned char)name[0]) && name[1] == ':';
}

bool path_clean(const char *name, char path[LONGEST_PATH])
{
    char slash = strchr(name, '/') ? '/' : '\\';
    size_t used = 0;
    if (*name == slash || is_drive(name))
        return false;
    while (*name) {
        const char *end = strchrnul(name, slash);
        size_t n = (size_t)(end - name);
        if (n == 2 && !strncmp(name, "..", 2))
            return false;
        if (n > 0 && !(n == 1 && *name == '.')) {
            if (used + n + 2 > LONGEST_PATH)
                return false;
            if (used > 0)
                path[used++] = '/';
            memcpy(path + used, name, n);
            used += n;
        }
        name = *end ? end + 1 : end;
    }
    path[used] = '\0';
    return used > 0;
}

/* ---- its parts ----------------------------------------------------------- */

const char *path_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool path_has_part(const char *path, const char *part)
{
    size_t length = strlen(part);
    while (*path) {
        size_t n = strcspn(path, "/");
        if (n == length && !strncasecmp(path, part, n))
            return true;
        path += n + (path[n] == '/');
    }
    return false;
}

bool path_ends(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcasecmp(text + n - m, end);
}

/* ---- does it matter ------------------------------------------------------ */

size_t path_archive_ending(const char *name)
{
    static const char *const endings[] = {
        ".zip",  ".tar",     ".tar.gz", ".tgz", ".tar.xz",
        ".txz",  ".tar.bz2", ".tbz2",   ".tbz", ".tar.zst",
        ".tzst", ".tar.Z",   ".7z",     ".rar", ".tar.lz4"};
    size_t longest = 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t n = strlen(endings[i]);
        if (path_ends(name, endings[i]) && n < strlen(name) && n > longest)
            longest = n;
    }
    return longest;
}

/* Folders whose files are not a student's work; the path's first n bytes are
 * those above it. */
static bool in_foreign_folder(const char *path, size_t n)
{
    static const char *const folders[] = {".git",   "__MACOSX", "node_modules",
                                          "build",  "tests",    "cases",
                                          "common", ".venv",    ".vscode"};
    char above[LONGEST_PATH];
    if (n >= sizeof above)
        return true;
    memcpy(above, path, n);
    above[n] = '\0';
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (path_has_part(above, folders[i]))
            return true;
    }
    return false;
}

/* The folder of this file or folder, up to its /; 0: it is in none. */
static size_t length_above(const char *path, size_t n)
{
    while (n > 0 && path[n - 1] != '/')
        n--;
    return n;
}

/* ANYWHERE/cases/CASE/student.cu: of a case's files the student's alone. */
static bool is_of_case(const char *path)
{
    static const char above[] = "cases/";
    size_t length = sizeof above - 1;
    size_t folder = length_above(path, strlen(path));
    size_t n = folder ? length_above(path, folder - 1) : 0;
    bool begins = n == length || (n > length && path[n - length - 1] == '/');
    return begins && !strcasecmp(path + folder, "student.cu") &&
           !strncasecmp(path + n - length, above, length) &&
           !in_foreign_folder(path, n - length);
}

/* Without the dots and blanks at its end, which Windows drops. */
static void trimmed_file(const char *path, char file[LONGEST_PATH])
{
    size_t n;
    strcpy(file, path_file(path));
    n = strlen(file);
    while (n > 0 && strchr(". ", file[n - 1]))
        file[--n] = '\0';
}

enum matter path_matter(const char *path)
{
    char file[LONGEST_PATH];
    if (strlen(path) >= sizeof file)
        return MATTER_NONE;
    if (is_of_case(path))
        return MATTER_CASE;
    if (in_foreign_folder(path, (size_t)(path_file(path) - path)))
        return MATTER_NONE;
    trimmed_file(path, file);
    if (!strncmp(file, "._", 2) || !strcasecmp(file, "reference.cu"))
        return MATTER_NONE;
    if (path_ends(file, ".cu") || path_ends(file, ".cu.txt"))
        return MATTER_SOURCE;
    if (!strcasecmp(file, "answers.md") || !strcasecmp(file, "answers.txt"))
        return MATTER_ANSWERS;
    if (!strcasecmp(file, "predictions.csv"))
        return MATTER_PREDICTIONS;
    if (!strcasecmp(file, "submission.txt"))
        return MATTER_SAID;
    if (!strcasecmp(file, "check.json"))
        return MATTER_CHECKED;
    return path_archive_ending(file) > 0 ? MATTER_ARCHIVE : MATTER_NONE;
}

size_t matter_most(enum matter matter)
{
    static const size_t most[] = {[MATTER_SOURCE] = MOST_SOURCE,
                                  [MATTER_CASE] = MOST_SOURCE,
                                  [MATTER_ANSWERS] = MOST_ANSWERS,
                                  [MATTER_PREDICTIONS] = MOST_PREDICTIONS,
                                  [MATTER_SAID] = MOST_SAID,
                                  [MATTER_CHECKED] = MOST_CHECKED,
                                  [MATTER_ARCHIVE] = MOST_NESTED};
    return most[matter];
}

/* Of a repository what says which commits there are, and these. */
static bool of_git(const char *path)
{
    static const char *const parts[] = {"objects", "refs", "HEAD",
                                        "packed-refs", "shallow"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (path_has_part(path, parts[i]))
            return true;
    }
    return false;
}

bool path_of_class(const char *path)
{
    const char *file = path_file(path);
    return path_matter(file) != MATTER_NONE ||
           !strcmp(file, "submission_metadata.yml") || of_git(path);
}
