/* refs.c - see refs.h. */
#include "refs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "walk.h"

enum { MOST_PACKED = 4 << 20, MOST_REF = 512 };

bool refs_file(int git, const char *path, char *text, size_t n)
{
    struct stat about;
    int file = walk_open(git, path, &about);
    size_t used = 0;
    ssize_t got;
    text[0] = '\0';
    if (file < 0)
        return false;
    if (S_ISREG(about.st_mode) && (size_t)about.st_size < n) {
        while (used + 1 < n &&
               (got = read(file, text + used, n - 1 - used)) > 0)
            used += (size_t)got;
        text[used] = '\0';
    }
    close(file);
    return used > 0;
}

/* Is it the name of a commit, up to white space?  Copies it. */
static bool take_name(const char *text, char name[DIGEST_TEXT])
{
    size_t n = strspn(text, "0123456789abcdef");
    if ((n != 40 && n != 64) || (text[n] && !strchr(" \t\r\n", text[n])))
        return false;
    memcpy(name, text, n);
    name[n] = '\0';
    return true;
}

/* Lines "NAME refs/heads/..." and others. */
static bool find_packed(const char *packed, const char *ref,
                        char name[DIGEST_TEXT])
{
    size_t n = strlen(ref);
    for (const char *line = packed; *line;) {
        const char *end = strchrnul(line, '\n');
        const char *blank = memchr(line, ' ', (size_t)(end - line));
        if (blank && (size_t)(end - blank) == n + 1 &&
            !strncmp(blank + 1, ref, n))
            return take_name(line, name);
        line = *end ? end + 1 : end;
    }
    return false;
}

static char *packed_refs(int git)
{
    char *text = tree_must(malloc(MOST_PACKED));
    refs_file(git, "packed-refs", text, MOST_PACKED);
    return text;
}

static bool look_up(int git, const char *packed, const char *branch,
                    struct ref *ref)
{
    char path[MOST_REF], text[MOST_REF];
    if (strstr(branch, "..") ||
        snprintf(path, sizeof path, "refs/heads/%s", branch) >= MOST_REF)
        return false;
    snprintf(ref->branch, sizeof ref->branch, "%s", branch);
    return (refs_file(git, path, text, sizeof text) &&
            take_name(text, ref->name)) ||
           find_packed(packed, path, ref->name);
}

bool refs_default(int git, struct ref *ref)
{
    static const char *const usual[] = {"main", "master", "trunk"};
    static const char prefix[] = "ref: refs/heads/";
    char head[MOST_REF], *packed;
    bool found = false;
    *ref = (struct ref){0};
    if (!refs_file(git, "HEAD", head, sizeof head))
        return false;
    if (take_name(head, ref->name))
        return true;
    packed = packed_refs(git);
    if (!strncmp(head, prefix, sizeof prefix - 1)) {
        head[strcspn(head, "\r\n")] = '\0';
        found = look_up(git, packed, head + sizeof prefix - 1, ref);
    }
    for (size_t i = 0; !found && i < sizeof usual / sizeof *usual; i++)
        found = look_up(git, packed, usual[i], ref);
    free(packed);
    return found;
}

void refs_digest(int git, struct digest *digest)
{
    struct ref ref;
    digest_line(digest, refs_default(git, &ref) ? ref.name : "no commit");
    digest_line(digest, ref.branch);
}
